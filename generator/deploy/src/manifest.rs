//! The manifest of a release: when it was made and by whom, and each of its files with the digest of its content.
//!
//! It is compressed text with a JSON value on each line: the head, and then the files. Lines are read and written one by one, because a
//! release can have a million files.

use std::collections::{BTreeSet, HashMap};
use std::io::{BufRead, BufReader, Write};
use std::sync::Arc;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use crate::files::{Entry, Files};
use crate::layout::release_key;
use crate::store::Headers;
use croupier_base::fingerprint::ContentHash;
use croupier_base::path::OutputPath;
use croupier_base::path::is_inside;

/// Version of the format of manifests.
const VERSION: u32 = 2;

/// The description of a release, without its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseInfo {
    /// Time and digest of the release: `20261126-061530-1f0c58a7`.
    pub id: String,
    /// Start of the deployment that completed it, in epoch seconds.
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

/// The rules of a release that a web server or CDN applies.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleFiles {
    /// The text of `_headers`.
    pub headers: String,
    /// The text of `_redirects`.
    pub redirects: String,
}

/// The manifest of a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    /// The description of the release.
    pub info: ReleaseInfo,
    /// The headers and redirects.
    pub rules: RuleFiles,
    /// All files by path.
    pub files: Files,
}

/// What a release contains.
#[derive(Debug, Clone)]
pub struct Content {
    /// The Git commit of the site.
    pub commit: Option<String>,
    /// Absolute URL of the site without a trailing slash.
    pub base_url: String,
    /// The headers and redirects.
    pub rules: RuleFiles,
    /// The files.
    pub files: Files,
}

/// The first line of a manifest.
#[derive(Serialize, Deserialize)]
struct Head {
    version: u32,
    release: ReleaseInfo,
    #[serde(default)]
    rules: RuleFiles,
    /// Files refer to their headers by index.
    headers: Vec<Headers>,
}

/// A line of a manifest: path, digest, size in bytes, and index of the headers.
type Line = (String, String, u64, usize);

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
        Manifest { info, rules: RuleFiles::default(), files: Files::default() }
    }

    /// Returns the release without some of its files.
    pub(crate) fn without(&self, paths: &BTreeSet<OutputPath>) -> Manifest {
        let files = self.files.iter().filter(|(path, _)| !paths.contains(*path));
        let files = files.map(|(path, entry)| (path.clone(), entry.clone())).collect();
        Manifest { info: self.info.clone(), rules: self.rules.clone(), files }
    }

    /// Returns whether the release has the files and the rules of a content.
    pub(crate) fn has(&self, content: &Content) -> bool {
        self.files == content.files && self.rules == content.rules
    }

    /// Returns the key of the manifest.
    pub(crate) fn key(&self) -> String {
        release_key(&self.info.id)
    }

    /// Serializes the manifest.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut headers = Vec::<Headers>::new();
        let mut indices = HashMap::<&Headers, usize>::new();
        for (_, entry) in self.files.iter() {
            indices.entry(&entry.headers).or_insert_with(|| {
                headers.push(Headers::clone(&entry.headers));
                headers.len() - 1
            });
        }

        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        let mut write = |line: &dyn Fn(&mut dyn Write) -> serde_json::Result<()>| {
            line(&mut encoder).expect("a manifest is plain data");
            encoder.write_all(b"\n").expect("memory can be written");
        };

        let (release, rules) = (self.info.clone(), self.rules.clone());
        let head = Head { version: VERSION, release, rules, headers };
        write(&|output| serde_json::to_writer(output, &head));

        for (path, entry) in self.files.iter() {
            let index = indices[&*entry.headers];
            let line = (path.as_str(), entry.digest.to_string(), entry.size, index);
            write(&|output| serde_json::to_writer(output, &line));
        }

        encoder.finish().expect("memory can be written")
    }

    /// Parses the manifest of the release `id`. Returns `None` if it is damaged. Its paths share their text with those of `known`.
    pub(crate) fn parse(id: &str, bytes: &[u8], known: &Files) -> Option<Manifest> {
        let mut lines = BufReader::new(GzDecoder::new(bytes)).lines();
        let head: Head = serde_json::from_str(&lines.next()?.ok()?).ok()?;
        if head.version != VERSION || head.release.id != id {
            return None;
        }

        let headers: Vec<Arc<Headers>> = head.headers.into_iter().map(Arc::new).collect();
        let file = |line: std::io::Result<String>| {
            let (path, digest, size, index): Line = serde_json::from_str(&line.ok()?).ok()?;
            // Paths decide which files are removed.
            if !is_inside(&path) || path.starts_with(".croupier") {
                return None;
            }
            let headers = Arc::clone(headers.get(index)?);
            let entry = Entry { digest: ContentHash::parse(&digest)?, size, headers };
            Some((known.shared_path(&path), entry))
        };

        let files: Files = lines.map(file).collect::<Option<_>>()?;
        Some(Manifest { info: head.release, rules: head.rules, files })
            .filter(|it| it.info.files == it.files.len())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::test_store::manifest;

    fn parse(id: &str, bytes: &[u8]) -> Option<Manifest> {
        Manifest::parse(id, bytes, &Files::default())
    }

    #[test]
    fn a_manifest_is_read_as_it_was_written() {
        let mut written = manifest("a", &[("index.html", "x"), ("assets/a.js", "y")]);
        let headers = [("content-type".to_owned(), "text/html".to_owned())];
        let index = written.files.get_mut("index.html").unwrap();
        let plain_key = index.content_key();
        index.headers = Arc::new(headers.into());
        written.rules.headers = "/*\n  a: b\n".to_owned();
        assert_ne!(index.content_key(), plain_key);
        assert_eq!(parse("a", &written.bytes()), Some(written));
    }

    #[test]
    fn a_damaged_manifest_and_one_with_paths_outside_of_the_site_are_refused() {
        let good = manifest("a", &[("index.html", "x"), ("b.html", "x")]).bytes();
        assert!(parse("a", &good).is_some());
        assert_eq!(parse("b", &good), None);
        assert_eq!(parse("a", &good[..good.len() - 1]), None);
        let mut text = String::new();
        GzDecoder::new(&*good).read_to_string(&mut text).unwrap();
        let compressed = |text: &str| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(text.as_bytes()).unwrap();
            encoder.finish().unwrap()
        };
        assert!(parse("a", &compressed(&text)).is_some());
        let first_lines: Vec<&str> = text.lines().take(2).collect();
        assert_eq!(parse("a", &compressed(&first_lines.join("\n"))), None);
        for path in ["../x", "/x", ".croupier/current.json"] {
            assert_eq!(parse("a", &compressed(&text.replace("index.html", path))), None, "{path}");
        }
    }
}
