//! What an event of the file system, or the difference between two looks at all sources, means for a build.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use notify::EventKind;

use croupier_base::diagnostic::Diagnostic;
use croupier_base::disk::hidden::is_hidden;
use croupier_base::disk::stamp::Stamp;
use croupier_base::path::SitePath;
use croupier_content::config::args::Profile;
use croupier_content::config::layers::{self, SITE};
use croupier_engine::{LOCK_FILE, SKIPPED_IN_RUNTIME};

/// Folders that a site's sources lie in, besides its runtime.
pub(super) const FOLDERS: [&str; 3] = ["content", "pages", "static"];

/// What a look at all sources found; the error says why it could not.
pub(super) type Scan = Result<BTreeMap<SitePath, Stamp>, Diagnostic>;

/// What changed from one look to the next.
pub(super) fn differences((scanned_at, before): &(i64, Scan), now: &Scan) -> Vec<Change> {
    match (before, now) {
        (Ok(before), Ok(now)) => {
            // Of a file that was written within the same tick as the last look nobody knows whether it is the same.
            let is_same = |path: &SitePath, stamp: &Stamp| {
                before.get(path) == Some(stamp) && !stamp.is_racy(*scanned_at)
            };
            let changed =
                now.iter().filter(|(path, stamp)| !is_same(path, stamp)).map(|(path, _)| path);
            let gone = before.keys().filter(|path| !now.contains_key(*path));
            changed.chain(gone).map(|path| Change::File(path.clone())).collect()
        }
        (Err(_), Err(_)) => Vec::new(),
        _ => vec![Change::Anything],
    }
}

/// Whether a file of the site's root is site.toml, or what is laid over it in builds of some profile.
pub(super) fn is_settings(name: &str) -> bool {
    name == SITE
        || [Profile::Preview, Profile::Production]
            .into_iter()
            .any(|profile| name == layers::overlay(profile).as_str())
}

/// What an event of the file system means for a build.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// One file was made, written or removed.
    File(SitePath),
    /// Folders changed, or events were lost.
    Anything,
    /// The system ran out of what it tells with.
    Blind,
}

/// Paths that a watcher follows besides the source folders.
#[derive(Debug, Default, Clone)]
pub(super) struct Followed {
    /// Real paths of the targets of links inside the source folders.
    pub links: BTreeSet<PathBuf>,
    /// The folder of the runtime, as site.toml named it when it was last readable.
    pub runtime: Option<SitePath>,
}

/// Returns the changes that an event of the file system stands for.
pub(super) fn changes(
    root: &Path,
    followed: &Followed,
    event: notify::Result<notify::Event>,
) -> Vec<Change> {
    let event = match event {
        Ok(event) => event,
        Err(error) if matches!(error.kind, notify::ErrorKind::MaxFilesWatch) => {
            return vec![Change::Blind];
        }
        Err(_) => return vec![Change::Anything],
    };
    if matches!(event.kind, EventKind::Access(_)) {
        return Vec::new();
    }
    if event.need_rescan() {
        return vec![Change::Anything];
    }
    event.paths.iter().filter_map(|path| change(root, followed, path)).collect()
}

/// Returns the change that an event at `path` stands for; `None` for a path that builds do not read.
fn change(root: &Path, followed: &Followed, path: &Path) -> Option<Change> {
    if followed.links.iter().any(|target| path.starts_with(target)) {
        return Some(Change::Anything);
    }
    let inside = path.strip_prefix(root).ok()?;
    let parts: Vec<_> =
        inside.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    let name = parts.last()?;
    let is_source = FOLDERS.contains(&parts[0].as_str());
    let runtime = followed
        .runtime
        .as_ref()
        .filter(|_| !is_source)
        .and_then(|dir| inside.strip_prefix(dir).ok());
    // A build lists files below a source folder, whatever the name of that folder is.
    let below = &parts[runtime.map_or(0, |below| parts.len() - below.components().count())..];
    if below.iter().any(|part| {
        is_hidden(part) || runtime.is_some() && SKIPPED_IN_RUNTIME.contains(&part.as_str())
    }) {
        return None;
    }
    // Folders of the site root that are no source folders, such as the output, are none of a build's business.
    if parts.len() == 1
        && !is_settings(name)
        && name != LOCK_FILE
        && !is_source
        && runtime.is_none()
    {
        return None;
    }
    // What is gone was a file or a folder; the sources know which. What a new link leads to must be watched as well.
    Some(if path.is_dir() || path.is_symlink() {
        Change::Anything
    } else {
        Change::File(SitePath::new(parts.join("/")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_runtime_skips_node_modules_and_tests() {
        let runtime =
            |dir: &str| Followed { runtime: Some(SitePath::new(dir)), ..Followed::default() };
        let root = Path::new("/site");
        let is_seen =
            |followed: &Followed, path: &str| change(root, followed, &root.join(path)).is_some();
        for followed in [
            &Followed::default(),
            &runtime("runtime"),
            &runtime(".hidden/node_modules/app"),
            &runtime("static/app"),
        ] {
            for path in [
                "static/node_modules/a.txt",
                "content/a/node_modules/b.md",
                "pages/tests/c.html",
                "static/app/tests/d.js",
            ] {
                assert!(is_seen(followed, path), "{path}");
            }
            for path in ["static/.git/a", "content/.a.md.swp", "public"] {
                assert!(!is_seen(followed, path), "{path}");
            }
        }
        let app = runtime(".hidden/node_modules/app");
        assert!(is_seen(&app, ".hidden/node_modules/app/src/main.ts"));
        assert!(is_seen(&runtime("app"), "app"));
        for path in ["node_modules/react/index.js", "src/tests/a.ts", "src/.a.swp"] {
            assert!(!is_seen(&app, &format!(".hidden/node_modules/app/{path}")), "{path}");
        }
    }
}
