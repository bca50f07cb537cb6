//! Translates file system events, and differences between two scans of the sources, into changes
//! that a build understands.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use notify::EventKind;

use croupier_base::diagnostic::Diagnostic;
use croupier_base::disk::ignored::is_hidden;
use croupier_base::disk::stamp::Stamp;
use croupier_base::path::{self, SitePath};
use croupier_base::unicode::into_nfc;
use croupier_content::config::layers::{self, SITE};
use croupier_content::config::options::Profile;
use croupier_engine::{CommandInputs, SKIPPED_IN_RUNTIME, is_runtime_settings};

/// Folders of a site's sources other than its runtime.
pub(super) const FOLDERS: [&str; 4] = ["content", "pages", "static", "i18n"];

/// The stamps of all sources, or the reason why they cannot be scanned.
pub(super) type Scan = Result<BTreeMap<SitePath, Stamp>, Diagnostic>;

/// Returns the changes between two scans. `scanned_at` is the time of the previous scan.
pub(super) fn differences((scanned_at, previous): &(i64, Scan), current: &Scan) -> Vec<Change> {
    match (previous, current) {
        (Ok(previous), Ok(current)) => {
            // A file that was written within the clock tick of the previous scan counts as changed,
            // because its stamp may be the same.
            let is_same = |path: &SitePath, stamp: &Stamp| {
                previous.get(path) == Some(stamp) && !stamp.is_racy(*scanned_at)
            };
            let changed =
                current.iter().filter(|(path, stamp)| !is_same(path, stamp)).map(|(path, _)| path);
            let removed = previous.keys().filter(|path| !current.contains_key(*path));
            changed.chain(removed).map(|path| Change::File(path.clone())).collect()
        }
        (Err(_), Err(_)) => Vec::new(),
        _ => vec![Change::Unknown],
    }
}

/// Returns whether a file in the site's root is site.toml or the overlay of a profile, such as
/// site.production.toml.
pub(super) fn is_settings(name: &str) -> bool {
    name == SITE
        || [Profile::Preview, Profile::Production]
            .into_iter()
            .any(|profile| name == layers::overlay(profile).as_str())
}

/// A change of the sources.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// One file was created, written or removed.
    File(SitePath),
    /// Any file may have changed: folders changed, or events were lost.
    Unknown,
    /// The system has no more file watches.
    WatchLimit,
}

/// Paths that a watcher watches in addition to the source folders.
#[derive(Debug, Default, Clone)]
pub(super) struct WatchedPaths {
    /// Real paths of the targets of symbolic links inside the source folders.
    pub links: BTreeSet<PathBuf>,
    /// The folder of the runtime, from the last valid site.toml.
    pub runtime: Option<SitePath>,
    /// Files outside of the runtime's folder that its bundle is made from.
    pub inputs: BTreeSet<SitePath>,
    /// The inputs of the commands that make sources.
    pub command_inputs: CommandInputs,
}

impl WatchedPaths {
    /// Whether inputs of bundles, style sheets or commands are below a folder, which may be gone.
    fn has_inputs_below(&self, folder: &SitePath) -> bool {
        let prefix = format!("{folder}/");
        let mut command_folders = self.command_inputs.folders().into_iter();
        path::paths_with_prefix(&self.inputs, &prefix).next().is_some()
            || command_folders.any(|it| it == &**folder || it.starts_with(&prefix))
    }

    /// Whether a path that is gone may have been a folder with inputs of commands. Names of folders rarely have an extension.
    fn may_have_been_folder(&self, path: &SitePath) -> bool {
        let is_above =
            |folder: &str| path.strip_prefix(folder).is_some_and(|it| it.starts_with('/'));
        path.extension().is_empty() && self.command_inputs.folders().into_iter().any(is_above)
    }
}

/// Returns the changes that a file system event represents.
pub(super) fn changes(
    root: &Path,
    watched: &WatchedPaths,
    event: notify::Result<notify::Event>,
) -> Vec<Change> {
    let event = match event {
        Ok(event) => event,
        Err(error) if matches!(error.kind, notify::ErrorKind::MaxFilesWatch) => {
            return vec![Change::WatchLimit];
        }
        Err(_) => return vec![Change::Unknown],
    };

    if matches!(event.kind, EventKind::Access(_)) {
        return Vec::new();
    }
    if event.need_rescan() {
        return vec![Change::Unknown];
    }

    event.paths.iter().filter_map(|path| change(root, watched, path)).collect()
}

/// Returns the change that an event at `path` represents, or `None` if builds do not read the path.
fn change(root: &Path, watched: &WatchedPaths, path: &Path) -> Option<Change> {
    if watched.links.iter().any(|target| path.starts_with(target)) {
        return Some(Change::Unknown);
    }

    let inside = path.strip_prefix(root).ok()?;
    let is_undecodable = inside.to_str().is_none();
    let parts: Vec<_> =
        inside.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    let name = parts.last()?;
    let site_path = SitePath::new(into_nfc(parts.join("/")));

    if watched.inputs.contains(&site_path) || watched.command_inputs.contains(&site_path) {
        return Some(Change::File(site_path));
    }
    if watched.has_inputs_below(&site_path) {
        return Some(Change::Unknown);
    }

    let is_source = FOLDERS.contains(&parts[0].as_str());
    let runtime = watched
        .runtime
        .as_ref()
        .filter(|_| !is_source)
        .and_then(|dir| inside.strip_prefix(dir).ok());

    // The path of the runtime itself may have components that are ignored inside the runtime.
    let relevant =
        &parts[runtime.map_or(0, |in_runtime| parts.len() - in_runtime.components().count())..];
    if relevant.iter().any(|part| {
        is_hidden(part) || runtime.is_some() && SKIPPED_IN_RUNTIME.contains(&part.as_str())
    }) {
        return None;
    }

    // Ignores other entries of the site's root, such as the output folder, and other files next to the inputs of bundles and commands.
    let is_other = !is_source && runtime.is_none();
    if is_other && !path.exists() && watched.may_have_been_folder(&site_path) {
        return Some(Change::Unknown);
    }
    let is_ignored = if parts.len() == 1 {
        !is_settings(name) && !is_runtime_settings(name)
    } else {
        !path.is_dir()
    };
    if is_other && is_ignored {
        return None;
    }

    // A removed path may have been a folder; the build detects that. The target of a new symbolic
    // link must be watched as well. No site path names a file whose name is not UTF-8.
    let needs_scan = path.is_dir() || path.is_symlink() || is_undecodable;
    Some(if needs_scan { Change::Unknown } else { Change::File(site_path) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_runtime_skips_node_modules_and_tests() {
        let runtime = |dir: &str| WatchedPaths {
            runtime: Some(SitePath::new(dir)),
            ..WatchedPaths::default()
        };

        let root = Path::new("/site");
        let is_reported =
            |watched: &WatchedPaths, path: &str| change(root, watched, &root.join(path)).is_some();

        for watched in [
            &WatchedPaths::default(),
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
                assert!(is_reported(watched, path), "{path}");
            }
            for path in ["static/.git/a", "content/.a.md.swp", "public"] {
                assert!(!is_reported(watched, path), "{path}");
            }
        }

        let app = runtime(".hidden/node_modules/app");
        assert!(is_reported(&app, ".hidden/node_modules/app/src/main.ts"));
        assert!(is_reported(&runtime("app"), "app"));
        for path in ["node_modules/react/index.js", "src/tests/a.ts", "src/.a.swp"] {
            assert!(!is_reported(&app, &format!(".hidden/node_modules/app/{path}")), "{path}");
        }
    }
}
