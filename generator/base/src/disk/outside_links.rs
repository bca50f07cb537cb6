//! Symbolic links in source folders to targets outside the site. The targets are published, so each
//! link causes a warning.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::Code;
use crate::path::SitePath;

/// The folders whose files are published or affect published files.
const FOLDERS: [&str; 3] = ["content/", "pages/", "static/"];

/// The links found so far, by site path.
#[derive(Debug, Clone, Default)]
pub struct OutsideLinks(Arc<Mutex<BTreeSet<SitePath>>>);

impl OutsideLinks {
    /// Records the link at a site path if its target is outside the site.
    pub fn record(&self, root: &Path, path: SitePath) {
        let is_outside = || {
            let target = root.join(&path).canonicalize().ok();
            // Other targets, such as devices, are not published.
            let target = target.filter(|target| target.is_file() || target.is_dir());
            let real_root = root.canonicalize().ok();
            target.zip(real_root).is_some_and(|(target, root)| !target.starts_with(root))
        };
        if FOLDERS.iter().any(|folder| path.starts_with(folder)) && is_outside() {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path);
        }
    }

    /// Returns a warning for each recorded link that still exists.
    pub fn warnings(&self, root: &Path) -> Vec<Diagnostic> {
        let mut links = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        links.retain(|path| root.join(path).is_symlink());
        let warning = |path: &SitePath| {
            Diagnostic::warning(
                Code::LinkOut,
                format!(
                    "{path} is a link to a target outside the site, and the target is published"
                ),
            )
            .in_file(path.as_str())
            .hint("replace the link with the file itself, or remove the link if it is not intended")
        };
        links.iter().map(warning).collect()
    }
}
