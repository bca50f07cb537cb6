//! Links in source folders that lead out of the site: what lies there is published, which nobody sees in the folder itself.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::Code;
use crate::path::SitePath;

/// The folders whose files are published or decide what is.
const FOLDERS: [&str; 3] = ["content/", "pages/", "static/"];

/// Those that were met, by site path.
#[derive(Debug, Clone, Default)]
pub struct LinksOut(Arc<Mutex<BTreeSet<SitePath>>>);

impl LinksOut {
    /// Notes the link of this site path.
    pub fn meet(&self, root: &Path, path: SitePath) {
        let is_out = || {
            // What is neither, such as a device, is not published.
            let target =
                root.join(&path).canonicalize().ok().filter(|it| it.is_file() || it.is_dir());
            target
                .zip(root.canonicalize().ok())
                .is_some_and(|(target, root)| !target.starts_with(root))
        };
        if FOLDERS.iter().any(|folder| path.starts_with(folder)) && is_out() {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path);
        }
    }

    /// The warnings of those that are still there.
    pub fn told(&self, root: &Path) -> Vec<Diagnostic> {
        let mut links = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        links.retain(|path| root.join(path).is_symlink());
        let told = |path: &SitePath| {
            Diagnostic::warning(
                Code::LinkOut,
                format!(
                    "{path} is a link that leads out of the site, and what lies there is published"
                ),
            )
            .in_file(path.as_str())
            .hint("put the file itself there, or take the link out where it was not meant")
        };
        links.iter().map(told).collect()
    }
}
