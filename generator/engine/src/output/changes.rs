//! Which files a build added, changed and removed: what is uploaded, and what a CDN forgets.

use std::collections::BTreeSet;
use std::fmt;

use crate::output::staging::publish_order;
use croupier_base::address;
use croupier_base::path::OutputPath;

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// It is new.
    Added,
    /// It says something else.
    Changed,
    /// It is gone.
    Removed,
}

impl fmt::Display for Change {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str(match self {
            Change::Added => "added",
            Change::Changed => "changed",
            Change::Removed => "removed",
        })
    }
}

/// A file of the output that is not what it was before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// What became of it.
    pub change: Change,
    /// The file.
    pub path: OutputPath,
    /// The address that browsers know it by.
    pub address: String,
}

impl FileChange {
    fn new(change: Change, path: &OutputPath, base_url: &str) -> FileChange {
        let text = path.as_str();
        let shown = text
            .strip_suffix("index.html")
            .filter(|it| it.is_empty() || it.ends_with('/'))
            .unwrap_or(text);
        FileChange {
            change,
            path: path.clone(),
            address: format!("{base_url}/{}", address::encoded(shown)),
        }
    }
}

impl fmt::Display for FileChange {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(text, "{}\t{}\t{}", self.change, self.path, self.address)
    }
}

/// All of them in the order in which they are uploaded: what others speak of before these, what tells open tabs of the release
/// after them, and what is removed last. `before` are the files that the last build left.
pub(crate) fn in_order(
    written: &[&OutputPath],
    removed: &[OutputPath],
    before: &BTreeSet<OutputPath>,
    base_url: &str,
) -> Vec<FileChange> {
    let mut written = written.to_vec();
    written.sort_by_key(|path| (publish_order(path), path.as_str()));
    let change =
        |path: &OutputPath| if before.contains(path) { Change::Changed } else { Change::Added };
    let written = written.into_iter().map(|path| FileChange::new(change(path), path, base_url));
    written
        .chain(removed.iter().map(|path| FileChange::new(Change::Removed, path, base_url)))
        .collect()
}
