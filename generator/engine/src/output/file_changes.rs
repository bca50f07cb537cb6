//! Lists the files that a build added, changed and removed, for uploads and CDN purges.

use std::collections::BTreeSet;
use std::fmt;

use crate::output::staging::publish_order;
use croupier_base::path::OutputPath;
use croupier_base::url;

/// The kind of change of an output file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The file is new.
    Added,
    /// The content of the file is different.
    Changed,
    /// The file was removed.
    Removed,
}

impl fmt::Display for Change {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Change::Added => "added",
            Change::Changed => "changed",
            Change::Removed => "removed",
        })
    }
}

/// An output file that differs from the previous build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// The kind of change.
    pub change: Change,
    /// Path of the file in the output folder.
    pub path: OutputPath,
    /// Public URL of the file. For an `index.html` it is the URL of the folder.
    pub url: String,
}

impl FileChange {
    fn new(change: Change, path: &OutputPath, base_url: &str) -> FileChange {
        let text = path.as_str();
        let url_path = text
            .strip_suffix("index.html")
            .filter(|folder| folder.is_empty() || folder.ends_with('/'))
            .unwrap_or(text);
        FileChange {
            change,
            path: path.clone(),
            url: format!("{base_url}/{}", url::percent_encode(url_path)),
        }
    }
}

impl fmt::Display for FileChange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}\t{}\t{}", self.change, self.path, self.url)
    }
}

/// Returns all changes in upload order: written files by [`publish_order`], then removed files.
///
/// `previous_files` are the files that the previous build left in the output folder.
pub(crate) fn in_upload_order(
    written: &[&OutputPath],
    removed: &[OutputPath],
    previous_files: &BTreeSet<OutputPath>,
    base_url: &str,
) -> Vec<FileChange> {
    let mut written = written.to_vec();
    written.sort_by_key(|path| (publish_order(path), path.as_str()));
    let mut changes = Vec::with_capacity(written.len() + removed.len());
    for path in written {
        let change = if previous_files.contains(path) { Change::Changed } else { Change::Added };
        changes.push(FileChange::new(change, path, base_url));
    }
    for path in removed {
        changes.push(FileChange::new(Change::Removed, path, base_url));
    }
    changes
}
