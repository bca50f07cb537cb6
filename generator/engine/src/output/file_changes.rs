//! Lists the files that differ from those that were deployed last, for uploads and CDN purges.

use std::collections::BTreeMap;
use std::fmt;

use croupier_base::path::{OutputPath, publish_order};
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

/// An output file that differs from the deployed one.
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
            url: format!("{base_url}{}", url::file_url(url_path)),
        }
    }
}

impl fmt::Display for FileChange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}\t{}\t{}", self.change, self.path, self.url)
    }
}

/// Returns the changes from the deployed files to the files of the output, both with their digests by path: first the files to
/// upload, in the order of [`publish_order`], then the files to remove.
pub fn changes_since(
    deployed: &BTreeMap<OutputPath, String>,
    files: &BTreeMap<OutputPath, String>,
    base_url: &str,
) -> Vec<FileChange> {
    let change = |(path, digest): (&OutputPath, &String)| match deployed.get(path) {
        None => Some(FileChange::new(Change::Added, path, base_url)),
        Some(before) if before != digest => Some(FileChange::new(Change::Changed, path, base_url)),
        Some(_) => None,
    };
    let mut changes: Vec<FileChange> = files.iter().filter_map(change).collect();
    changes.sort_by_key(|it| publish_order(&it.path));
    let removed = deployed.keys().filter(|path| !files.contains_key(*path));
    changes.extend(removed.map(|path| FileChange::new(Change::Removed, path, base_url)));
    changes
}
