//! The published list of releases: the hashed files of this release and of earlier ones.
//!
//! A build that starts with an empty output folder uses the list to download the files that open
//! tabs can request. The list also identifies a folder as an output folder.

#![expect(clippy::disallowed_methods, reason = "reads the output folder")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::output::folder::OutputFolder;
use crate::output::fs_ops::STAGING_FOLDER;
use crate::output::manifest::Manifest;
use croupier_base::fingerprint::hex;
use croupier_base::hashed_path::is_hashed;
use croupier_base::path::{self, OutputPath, RELEASES, is_generated_path, is_inside};

/// Version of the format of the list.
const VERSION: u32 = 1;

/// The content of `page-data/releases.json`.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Releases {
    croupier: u32,
    /// Fingerprint of the names of all output files.
    files: String,
    /// Hashed assets of each release, newest first.
    #[serde(rename = "releases")]
    pub code: Vec<BTreeSet<OutputPath>>,
    /// Static query results of each release, newest first.
    pub queries: Vec<BTreeSet<OutputPath>>,
    /// The HTML files, if the output has no page-data, which would identify them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pages: BTreeSet<OutputPath>,
}

/// Returns the manifest of a folder that is not empty, and whether the manifest is complete.
///
/// Returns `None` if no build wrote the folder.
pub(super) fn last_manifest(folder: &OutputFolder) -> Option<(Manifest, bool)> {
    let out = &folder.path;
    let saved = folder.manifest();
    // Without a list of releases, other files can identify the folder. The staging folder is left
    // by a build that was killed before it published the list.
    let is_output_folder = || {
        out.join(STAGING_FOLDER).is_dir()
            || saved.as_ref().is_some_and(|manifest| manifest.is_present_in(out))
    };
    let releases = Releases::read(out).or_else(|| is_output_folder().then(Releases::default))?;
    match saved {
        Some(manifest) if releases.matches(&manifest) => Some((manifest, true)),
        // Another process wrote the folder, or the manifest is lost: the build compares all files.
        saved => {
            let mut manifest = releases.infer_manifest(out);
            manifest.target = saved.as_ref().and_then(|saved| saved.target.clone());
            manifest.files.extend(saved.into_iter().flat_map(|manifest| manifest.files));
            Some((manifest, false))
        }
    }
}

/// Returns the digest of the names of all files in the manifest.
fn names_digest(manifest: &Manifest) -> String {
    let names: Vec<&str> = manifest.files.iter().map(OutputPath::as_str).collect();
    hex(names.join("\n").as_bytes())
}

impl Releases {
    /// Returns the list that is published with the output of this manifest.
    pub fn from_manifest(manifest: &Manifest) -> Releases {
        let has_page_data = manifest.files.iter().any(|path| path.ends_with("/page-data.json"));
        let pages = manifest.files.iter().filter(|path| !has_page_data && path.ends_with(".html"));
        Releases {
            pages: pages.cloned().collect(),
            croupier: VERSION,
            files: names_digest(manifest),
            code: manifest.releases.clone(),
            queries: manifest.queries.clone(),
        }
    }

    /// Parses a list. Returns `None` if it is invalid or has another version.
    ///
    /// Drops paths that are not hashed or that are outside of the output folder.
    pub fn parse(bytes: &[u8]) -> Option<Releases> {
        let mut releases: Releases = serde_json::from_slice(bytes)
            .ok()
            .filter(|releases: &Releases| releases.croupier == VERSION)?;
        for paths in releases.code.iter_mut().chain(&mut releases.queries) {
            paths.retain(|path| is_hashed(path) && is_inside(path));
        }
        releases.pages.retain(|path| path.ends_with(".html") && is_inside(path));
        Some(releases)
    }

    /// Reads the list of the folder `out`. Returns `None` if it is missing or invalid.
    fn read(out: &Path) -> Option<Releases> {
        Releases::parse(&fs::read(out.join(RELEASES)).ok()?)
    }

    /// Serializes the list as it is published.
    pub fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("lists of names are plain data")
    }

    /// Returns whether the list and the manifest describe the same set of output files.
    fn matches(&self, manifest: &Manifest) -> bool {
        self.files == names_digest(manifest)
    }

    /// Returns the manifest of a folder whose own manifest is lost.
    ///
    /// It holds files in the generator's own folders, the HTML of pages whose page-data exists or that the list names,
    /// files that the generator always writes, the parts that the sitemap lists, and hashed files
    /// in the list of releases. Other files can belong to other programs, so the build does not
    /// remove them.
    fn infer_manifest(self, out: &Path) -> Manifest {
        let entries = walkdir::WalkDir::new(out)
            .min_depth(1)
            .into_iter()
            .flatten()
            .filter(|entry| !entry.file_type().is_dir());
        let names: BTreeSet<String> = entries
            .filter_map(|entry| entry.path().strip_prefix(out).ok()?.to_str().map(str::to_owned))
            .filter(|name| !name.starts_with(".croupier"))
            .collect();
        let html_of_page_data = |name: &str| {
            let page = name.strip_prefix("page-data/")?.strip_suffix("/page-data.json")?;
            Some(match page {
                "index" => "index.html".to_owned(),
                _ if page.ends_with(".html") => page.to_owned(),
                _ => format!("{page}/index.html"),
            })
        };
        let listed_pages = self.pages.iter().map(OutputPath::to_string);
        let html_files = names
            .iter()
            .filter_map(|name| html_of_page_data(name))
            .chain(listed_pages)
            .filter(|name| names.contains(name));
        let sitemap = fs::read_to_string(out.join("sitemap.xml")).unwrap_or_default();
        let released: BTreeSet<&str> =
            self.code.iter().chain(&self.queries).flatten().map(OutputPath::as_str).collect();
        let is_generated = |name: &str| {
            if path::is_sitemap_part(name) {
                sitemap.contains(&format!("/{name}</loc>"))
            } else {
                is_generated_path(name) || released.contains(name)
            }
        };
        let generated_files = names.iter().filter(|name| is_generated(name)).cloned();
        let files = html_files.chain(generated_files).map(OutputPath::new).collect();
        Manifest { files, releases: self.code, queries: self.queries, ..Manifest::default() }
    }
}
