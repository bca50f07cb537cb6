//! The manifest of a release: when it was made and by whom, and each of its files with the digest of its content.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::layout::{CONTENTS, release_key};
use crate::store::Headers;
use croupier_base::fingerprint::hex;
use croupier_base::path::{OutputPath, is_inside, publish_order};

/// Version of the format of manifests.
const VERSION: u32 = 1;

/// A file of a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Content hash in hexadecimal.
    pub digest: String,
    /// Size in bytes.
    pub size: u64,
    /// Response headers that the store keeps with the file. Files with the same headers share them.
    pub headers: Arc<Headers>,
}

impl Entry {
    /// Returns the key of the copy of the file that is named by its content and headers.
    pub(crate) fn content_key(&self) -> String {
        let mut text = self.digest.clone();
        for (name, value) in &*self.headers {
            text.push_str(&format!("\n{name}: {value}"));
        }
        format!("{CONTENTS}{}", hex(text.as_bytes()))
    }
}

/// Whether the content of a path never changes, because its name contains a hash.
pub(crate) fn is_immutable(path: &str) -> bool {
    publish_order(path) == 0
}

/// The description of a release, without its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseInfo {
    /// Time and digest of the release: `20261126-061530-1f0c58a7`.
    pub id: String,
    /// Start of the deployment in epoch seconds.
    pub created_at: i64,
    /// The user who deployed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The Git commit of the site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Absolute URL of the site without a trailing slash.
    pub base_url: String,
    /// Number of files.
    pub files: usize,
    /// Number of HTML files that differ from the release before.
    pub pages_changed: usize,
    /// The release whose files this release has again, if it is a rollback.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollback_of: Option<String>,
}

/// The manifest of a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The description of the release.
    pub info: ReleaseInfo,
    /// All files by path.
    pub files: BTreeMap<OutputPath, Entry>,
}

/// A manifest as it is stored. Files refer to their headers by index.
#[derive(Serialize, Deserialize)]
struct StoredManifest {
    version: u32,
    release: ReleaseInfo,
    headers: Vec<Headers>,
    files: BTreeMap<OutputPath, (String, u64, usize)>,
}

impl Manifest {
    /// Returns a release without files.
    pub(crate) fn empty(id: &str) -> Manifest {
        let info = ReleaseInfo {
            id: id.to_owned(),
            created_at: 0,
            by: None,
            commit: None,
            base_url: String::new(),
            files: 0,
            pages_changed: 0,
            rollback_of: None,
        };
        Manifest { info, files: BTreeMap::new() }
    }

    /// Returns the key of the manifest.
    pub(crate) fn key(&self) -> String {
        release_key(&self.info.id)
    }

    /// Returns the key under which the store keeps the content of each file: the path of an immutable file, and otherwise the key of
    /// its copy.
    pub(crate) fn keys(&self) -> impl Iterator<Item = String> {
        self.files.iter().map(|(path, entry)| retained_key(path, entry))
    }

    /// Serializes the manifest.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut headers = Vec::<Headers>::new();
        let mut indices = HashMap::<Arc<Headers>, usize>::new();
        let mut files = BTreeMap::new();
        for (path, entry) in &self.files {
            let index = *indices.entry(Arc::clone(&entry.headers)).or_insert_with(|| {
                headers.push(Headers::clone(&entry.headers));
                headers.len() - 1
            });
            files.insert(path.clone(), (entry.digest.clone(), entry.size, index));
        }
        let stored =
            StoredManifest { version: VERSION, release: self.info.clone(), headers, files };
        serde_json::to_vec(&stored).expect("a manifest is plain data")
    }

    /// Parses the manifest of the release `id`. Returns `None` if it is damaged.
    pub(crate) fn parse(id: &str, bytes: &[u8]) -> Option<Manifest> {
        let stored: StoredManifest = serde_json::from_slice(bytes).ok()?;
        if stored.version != VERSION || stored.release.id != id {
            return None;
        }
        let headers: Vec<Arc<Headers>> = stored.headers.into_iter().map(Arc::new).collect();
        let mut files = BTreeMap::new();
        for (path, (digest, size, index)) in stored.files {
            let headers = Arc::clone(headers.get(index)?);
            // Paths decide which files are removed.
            if !is_inside(&path) || path.starts_with(".croupier") {
                return None;
            }
            files.insert(path, Entry { digest, size, headers });
        }
        Some(Manifest { info: stored.release, files })
    }
}

/// See [`Manifest::keys`].
pub(crate) fn retained_key(path: &OutputPath, entry: &Entry) -> String {
    if is_immutable(path) { path.to_string() } else { entry.content_key() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_store::manifest;

    #[test]
    fn a_manifest_is_read_as_it_was_written() {
        let mut written = manifest("a", &[("index.html", "x"), ("assets/a.js", "y")]);
        let headers = [("content-type".to_owned(), "text/html".to_owned())];
        let index = written.files.get_mut("index.html").unwrap();
        let plain_key = index.content_key();
        index.headers = Arc::new(headers.into());
        assert_ne!(index.content_key(), plain_key);
        assert_eq!(Manifest::parse("a", &written.bytes()), Some(written));
    }

    #[test]
    fn a_damaged_manifest_and_one_with_paths_outside_of_the_site_are_refused() {
        let good = manifest("a", &[("index.html", "x")]).bytes();
        assert_eq!(Manifest::parse("b", &good), None);
        assert_eq!(Manifest::parse("a", &good[..good.len() - 1]), None);
        for path in ["../x", "/x", ".croupier/current.json"] {
            let text = String::from_utf8(good.clone()).unwrap().replace("index.html", path);
            assert_eq!(Manifest::parse("a", text.as_bytes()), None, "{path}");
        }
    }
}
