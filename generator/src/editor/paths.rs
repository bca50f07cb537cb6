//! Which files the editor reads and writes: those in `content/`, `static/` and `i18n/`, without hidden ones and links out of the site.

use std::path::{Path, PathBuf};

use axum::body::Body;
use axum::http::{Response, StatusCode};

use crate::editor::reply::error;
use crate::editor::source::{extension, kind};
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_base::unicode::into_nfc;

/// The folders that editors change. Templates and settings are the work of developers.
pub(super) const WRITABLE: [&str; 3] = ["content/", "static/", "i18n/"];

/// The longest name of a file that all file systems store, in bytes.
const MAX_NAME: usize = 200;

/// Whether editors may change a file. Schemas are the work of developers.
pub(super) fn is_writable(path: &str) -> bool {
    WRITABLE.iter().any(|folder| path.starts_with(folder)) && !path.ends_with(".schema.json")
}

/// Fails if a picture or another file that is published would be in a folder of data or messages, which publishes nothing.
pub(super) fn refuse_unpublished(path: &str) -> Result<(), Response<Body>> {
    match ["content/data/", "i18n/"].iter().find(|folder| path.starts_with(**folder)) {
        None => Ok(()),
        Some(folder) => {
            let message = format!(
                "Files in {folder} are not published. Choose static/ or the folder of a page."
            );
            Err(error(StatusCode::UNPROCESSABLE_ENTITY, message))
        }
    }
}

/// Fails for a Markdown file that would be no page, because it is published or read as it is, with its front matter.
pub(super) fn refuse_other_page(path: &str) -> Result<(), Response<Body>> {
    if extension(path) == "md" && kind(path) != "page" {
        let message = "A page must be in content/, and not in content/data/.";
        return Err(error(StatusCode::UNPROCESSABLE_ENTITY, message));
    }
    Ok(())
}

/// Names of devices, which Windows does not store as files, also with an extension; `com` and `lpt` with a digit.
const DEVICES: [&str; 6] = ["aux", "com", "con", "lpt", "nul", "prn"];

/// Checks the path of a new file, and returns it with its full path. The name must be valid on Windows, too.
pub(super) fn checked_new(root: &Path, path: &str) -> Result<(SitePath, PathBuf), Response<Body>> {
    let (path, full_path) = checked(root, path)?;
    if path.split('/').any(is_refused_by_windows) {
        let message = format!("{path} has a name that a file on Windows cannot have.");
        return Err(error(StatusCode::BAD_REQUEST, message));
    }
    Ok((path, full_path))
}

fn is_refused_by_windows(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let is_device = DEVICES.iter().any(|device| {
        let number = stem.strip_prefix(device);
        match *device {
            "com" | "lpt" => number
                .is_some_and(|it| it.len() == 1 && it != "0" && it.as_bytes()[0].is_ascii_digit()),
            _ => number == Some(""),
        }
    });
    is_device || name.ends_with('.')
}

/// Whether a name is valid for a new file.
fn is_new_name(name: &str) -> bool {
    !name.contains(['\\', ':', '*', '?', '"', '<', '>', '|'])
        && !name.chars().any(char::is_control)
        && name.trim() == name
}

/// Checks the path of a file to write, and returns it with its full path.
pub(super) fn checked(root: &Path, path: &str) -> Result<(SitePath, PathBuf), Response<Body>> {
    if !is_writable(&into_nfc(path.to_owned())) {
        let message = format!("{path} is not in content, static or i18n, or it is a schema.");
        return Err(error(StatusCode::BAD_REQUEST, message));
    }
    located(root, path)
}

/// Returns the path of a file with its full path, as [`checked`] does, but also for a schema, which moves with its data file.
pub(super) fn located(root: &Path, path: &str) -> Result<(SitePath, PathBuf), Response<Body>> {
    let refused = |message: String| Err(error(StatusCode::BAD_REQUEST, message));
    let path = into_nfc(path.to_owned());
    let is_name = |name: &str| !name.is_empty() && !name.starts_with('.') && !name.contains('\0');
    if !path.split('/').all(is_name) {
        return refused(format!("{path} has a name that a file cannot have."));
    }

    // A file of another program can have a name that is not valid for a new one. An editor has to open it, and to rename it.
    let full_path = World::new(root).full_path(&path);
    if full_path.symlink_metadata().is_err() {
        if !path.split('/').all(is_new_name) {
            return refused(format!("{path} has a name that a file cannot have."));
        }
        if path.split('/').any(|name| name.len() > MAX_NAME) {
            return refused(format!("{path} has a name that is longer than {MAX_NAME} bytes."));
        }
    }

    // A link could lead out of the site. The nearest folder that exists decides.
    let existing = full_path.ancestors().find_map(|it| it.canonicalize().ok());
    let root = root.canonicalize().ok();
    let is_inside = existing.zip(root).is_some_and(|(existing, root)| {
        existing.strip_prefix(&root).is_ok_and(|inner| {
            let inner = format!("{}/", inner.to_string_lossy());
            WRITABLE.iter().any(|folder| inner.starts_with(folder)) || inner == "/"
        })
    });
    if is_inside {
        Ok((SitePath::new(path), full_path))
    } else {
        refused(format!("{path} is a link to a file outside of the site."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_files_have_names_for_every_system() {
        for name in ["con.md", "AUX", "Nul.tar.gz", "com1.md", "lpt9", "a.", "prn .md"] {
            assert!(is_refused_by_windows(name), "{name}");
        }
        for name in ["console.md", "com.md", "com0.md", "com10.md", "a.con", "auxiliary"] {
            assert!(!is_refused_by_windows(name), "{name}");
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the test writes sources")]
    fn only_files_of_editors_are_written() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let root = folder.path().join("site");
        for path in ["site/content", "site/static", "outside"] {
            std::fs::create_dir_all(folder.path().join(path)).expect("a folder");
        }
        std::os::unix::fs::symlink(folder.path().join("outside"), root.join("content/link"))
            .expect("a link");

        for path in ["content/a.md", "content/new/b.md", "static/a b.jpg", "i18n/fr/site.ftl"] {
            assert!(checked(&root, path).is_ok(), "{path}");
        }

        for path in [
            "site.toml",
            "pages/page.html",
            "content/../site.toml",
            "content/./a.md",
            "content//a.md",
            "/etc/passwd",
            "content/.hidden",
            "content/a\\b.md",
            "content/a\0.md",
            "content/link/a.md",
            "content/data/a.schema.json",
            "content/",
            "contents/a.md",
        ] {
            assert!(checked(&root, path).is_err(), "{path}");
        }
    }
}
