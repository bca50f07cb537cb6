//! Lists the files that differ from those that were deployed last, for uploads and CDN purges.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use croupier_base::path::{OutputPath, is_in_the_way, publish_order};
use croupier_base::url::{file_url, percent_encode};

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
        FileChange { change, path: path.clone(), url: format!("{base_url}{}", file_url(url_path)) }
    }
}

impl fmt::Display for FileChange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}\t{}\t{}", self.change, escaped_name(&self.path), self.url)
    }
}

/// Returns the changes from the deployed files to the files of the output, both with their digests by path: first the files to remove
/// that are in the way of others, then the files to upload, in the order of [`publish_order`], then the other files to remove.
pub fn changes_since(
    deployed: &BTreeMap<OutputPath, String>,
    files: &BTreeMap<OutputPath, String>,
    base_url: &str,
) -> Vec<FileChange> {
    let base_url = percent_encode(base_url);
    let change = |(path, digest): (&OutputPath, &String)| match deployed.get(path) {
        None => Some(FileChange::new(Change::Added, path, &base_url)),
        Some(before) if before != digest => Some(FileChange::new(Change::Changed, path, &base_url)),
        Some(_) => None,
    };
    let mut written: Vec<FileChange> = files.iter().filter_map(change).collect();
    written.sort_by_key(|it| publish_order(&it.path));

    let written_paths: BTreeSet<&str> = written.iter().map(|it| it.path.as_str()).collect();
    let (blocking, removed): (Vec<_>, Vec<_>) = deployed
        .keys()
        .filter(|path| !files.contains_key(*path))
        .map(|path| FileChange::new(Change::Removed, path, &base_url))
        .partition(|it| is_in_the_way(&it.path, &written_paths));
    [blocking, written, removed].concat()
}

/// The characters with a meaning in a list with columns and lines, and the letters of their escapes.
const ESCAPES: [(char, &str); 4] = [('\\', "\\\\"), ('\t', "\\t"), ('\n', "\\n"), ('\r', "\\r")];

/// Returns the name of a file for a list with columns and lines.
pub fn escaped_name(name: &str) -> Cow<'_, str> {
    let is_special = |it: char| ESCAPES.iter().any(|(special, _)| *special == it);
    if !name.contains(is_special) {
        return name.into();
    }
    let escape = |text: String, (special, escape): &(char, &str)| text.replace(*special, escape);
    ESCAPES.iter().fold(name.to_owned(), escape).into()
}

/// Returns the name of a file that [`escaped_name`] wrote.
pub fn unescaped_name(text: &str) -> String {
    let mut name = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let escape = ESCAPES.iter().find(|(_, escape)| rest.starts_with(escape));
        let (character, length) =
            escape.map_or((next, next.len_utf8()), |(special, escape)| (*special, escape.len()));
        name.push(character);
        rest = &rest[length..];
    }
    name
}
