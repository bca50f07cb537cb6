//! The files of a release, and what a target stores, in forms that stay small for a million files.

use std::io::{self, Read};
use std::sync::Arc;

use crate::layout::CONTENTS;
use crate::store::{Headers, Store, StoreError};
use croupier_base::fingerprint::{ContentHash, ContentHasher};
use croupier_base::path::{OutputPath, publish_order};

/// A file of a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Content hash.
    pub digest: ContentHash,
    /// Size in bytes.
    pub size: u64,
    /// Response headers that the store keeps with the file. Files with the same headers share them.
    pub headers: Arc<Headers>,
}

impl Entry {
    /// Whether the file is a compressed variant of another one. Only variants have the header `content-encoding` alone: in an object store,
    /// which has no variants, each file has a type, and elsewhere other files have no headers.
    pub fn is_variant(&self) -> bool {
        self.headers.keys().eq(["content-encoding"])
    }

    /// Returns the hash of the content and the headers.
    pub(crate) fn content_hash(&self) -> ContentHash {
        let mut text = self.digest.to_string();
        for (name, value) in &*self.headers {
            text.push_str(&format!("\n{name}: {value}"));
        }
        ContentHash::of(text.as_bytes())
    }

    /// Returns the key of the copy of the file that is named by its content and headers.
    pub(crate) fn content_key(&self) -> String {
        format!("{CONTENTS}{}", self.content_hash())
    }
}

/// Whether the content of a path never changes, because its name contains a hash.
pub(crate) fn is_immutable(path: &str) -> bool {
    publish_order(path) == 0
}

/// Returns the key under which the store keeps the content of a file: the path of an immutable file, and otherwise the key of its copy.
pub(crate) fn retained_key(path: &OutputPath, entry: &Entry) -> String {
    if is_immutable(path) { path.to_string() } else { entry.content_key() }
}

/// Files by path, in order. A sorted list needs less memory than a tree.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Files(Vec<(OutputPath, Entry)>);

impl Files {
    /// Returns a file.
    pub fn get(&self, path: &str) -> Option<&Entry> {
        self.position(path).ok().map(|index| &self.0[index].1)
    }

    /// Returns whether there is a file.
    pub fn contains(&self, path: &str) -> bool {
        self.position(path).is_ok()
    }

    /// Returns the files in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&OutputPath, &Entry)> {
        self.0.iter().map(|(path, entry)| (path, entry))
    }

    /// Returns the paths in order.
    pub fn paths(&self) -> impl Iterator<Item = &OutputPath> {
        self.0.iter().map(|(path, _)| path)
    }

    /// Returns the number of files.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there is no file.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns a path that shares its text with that of a file, if there is one.
    pub(crate) fn shared_path(&self, path: &str) -> OutputPath {
        self.position(path).map_or_else(|_| OutputPath::new(path), |index| self.0[index].0.clone())
    }

    /// Returns whether there is a file in a folder.
    pub(crate) fn has_folder(&self, folder: &str) -> bool {
        let prefix = format!("{folder}/");
        let start = self.0.partition_point(|(path, _)| **path < *prefix);
        self.0.get(start).is_some_and(|(path, _)| path.starts_with(&*prefix))
    }

    fn position(&self, path: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(it, _)| it.as_str().cmp(path))
    }

    #[cfg(test)]
    pub(crate) fn get_mut(&mut self, path: &str) -> Option<&mut Entry> {
        self.position(path).ok().map(|index| &mut self.0[index].1)
    }
}

impl FromIterator<(OutputPath, Entry)> for Files {
    fn from_iter<T: IntoIterator<Item = (OutputPath, Entry)>>(files: T) -> Files {
        let mut files: Vec<_> = files.into_iter().collect();
        files.sort_by(|(a, _), (b, _)| a.cmp(b));
        files.dedup_by(|(a, _), (b, _)| a == b);
        Files(files)
    }
}

/// The keys under which the store keeps the files of a release.
pub(crate) struct RetainedKeys<'a> {
    files: &'a Files,
    /// The sorted hashes of contents that are not at their path.
    contents: Vec<ContentHash>,
}

impl RetainedKeys<'_> {
    /// Returns the keys of files.
    pub(crate) fn of(files: &Files) -> RetainedKeys<'_> {
        let copied = files.iter().filter(|(path, _)| !is_immutable(path));
        let mut contents: Vec<_> = copied.map(|(_, entry)| entry.content_hash()).collect();
        contents.sort_unstable();
        RetainedKeys { files, contents }
    }

    /// Returns whether the content with a hash is one of them.
    pub(crate) fn has_content(&self, hash: ContentHash) -> bool {
        self.contents.binary_search(&hash).is_ok()
    }

    /// Returns whether the key of a file is one of them.
    pub(crate) fn has(&self, path: &OutputPath, entry: &Entry) -> bool {
        if is_immutable(path) {
            self.files.contains(path)
        } else {
            self.has_content(entry.content_hash())
        }
    }

    /// Returns whether a key is one of them.
    pub(crate) fn has_key(&self, key: &str) -> bool {
        match key.strip_prefix(CONTENTS) {
            Some(name) => ContentHash::parse(name).is_some_and(|hash| self.has_content(hash)),
            None => is_immutable(key) && self.files.contains(key),
        }
    }
}

/// The keys at a target with their sizes, as hashes.
#[derive(Debug)]
pub(crate) struct Listing(Vec<ContentHash>);

impl Listing {
    /// Lists a target.
    pub(crate) fn read(store: &dyn Store) -> Result<Listing, StoreError> {
        let mut hashes = Vec::new();
        store.list("", &mut |key, size| hashes.push(Listing::hash(key, size)))?;
        hashes.sort_unstable();
        Ok(Listing(hashes))
    }

    fn hash(key: &str, size: u64) -> ContentHash {
        ContentHash::of(format!("{key}\n{size}").as_bytes())
    }

    /// Returns whether the target has a key with this size.
    pub(crate) fn has(&self, key: &str, size: u64) -> bool {
        self.0.binary_search(&Listing::hash(key, size)).is_ok()
    }

    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, u64)]) -> Listing {
        let mut hashes: Vec<_> =
            files.iter().map(|(key, size)| Listing::hash(key, *size)).collect();
        hashes.sort_unstable();
        Listing(hashes)
    }
}

/// Reads a file, and fails at its end if it is not the file of a release.
pub(crate) struct CheckedReader<'a> {
    content: Box<dyn Read + 'a>,
    entry: &'a Entry,
    hasher: ContentHasher,
    read: u64,
}

impl<'a> CheckedReader<'a> {
    /// Reads the content of a file.
    pub(crate) fn new(content: Box<dyn Read + 'a>, entry: &'a Entry) -> CheckedReader<'a> {
        CheckedReader { content, entry, hasher: ContentHasher::default(), read: 0 }
    }
}

impl Read for CheckedReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.content.read(buffer)?;
        self.hasher.update(&buffer[..count]);
        self.read += count as u64;
        let is_end = count == 0 && !buffer.is_empty();
        if self.read > self.entry.size || is_end && self.hasher.hash() != self.entry.digest {
            return Err(io::Error::other("it changed during the deployment"));
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_store::manifest;

    #[test]
    fn files_are_found_by_path_and_by_folder() {
        let files = manifest("a", &[("b/c", "1"), ("a", "1"), ("b-", "1")]).files;
        assert_eq!(files.paths().map(OutputPath::as_str).collect::<Vec<_>>(), ["a", "b-", "b/c"]);
        assert!(files.contains("b-") && !files.contains("b"));
        assert!(files.has_folder("b") && !files.has_folder("a") && !files.has_folder("b/c"));
    }

    #[test]
    fn a_reader_fails_at_the_end_of_other_content() {
        let files = manifest("a", &[("a", "123")]).files;
        let read = |text: &'static str| {
            let mut bytes = Vec::new();
            let mut reader = CheckedReader::new(Box::new(text.as_bytes()), files.get("a").unwrap());
            reader.read_to_end(&mut bytes).map(|_| bytes)
        };
        assert_eq!(read("123").unwrap(), b"123");
        assert!(read("124").is_err() && read("12").is_err() && read("1234").is_err());
    }
}
