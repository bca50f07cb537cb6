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
    /// The absolute URL of the site. `None` in lists of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    site: Option<String>,
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
    /// The digests of the names of all files that nothing else identifies, such as copies of static files. Only digests, because a site
    /// need not link all of its files. None in lists of earlier versions.
    #[serde(default)]
    others: Option<BTreeSet<String>>,
}

/// What is known about an output folder that is not empty.
pub(super) struct LastOutput {
    /// The files that builds wrote.
    pub manifest: Manifest,
    /// Whether the manifest is that of the last build. Otherwise it is put together from the list of releases.
    pub has_complete_manifest: bool,
    /// The absolute URL of another site that wrote the folder last, or of this site if it lost its manifest.
    pub site: Option<String>,
}

/// Returns what is known about a folder that is not empty. Returns `None` if no build wrote it.
pub(super) fn last_output(folder: &OutputFolder) -> Option<LastOutput> {
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
        Some(manifest) if releases.matches(&manifest) => {
            Some(LastOutput { manifest, has_complete_manifest: true, site: None })
        }
        // Another process wrote the folder, or the manifest is lost: the build compares all files. The names in the list, together with
        // those that are saved, are still all files that builds wrote.
        saved => {
            let site = releases.site.clone();
            let mut manifest = releases.infer_manifest(out);
            // A build of this site that was killed has saved its manifest, and not published its list.
            let is_known = |saved: &Manifest| manifest.files.is_subset(&saved.files);
            let site = site.filter(|_| !saved.as_ref().is_some_and(is_known));
            manifest.target = saved.as_ref().and_then(|saved| saved.target.clone());
            manifest.files.extend(saved.into_iter().flat_map(|manifest| manifest.files));
            Some(LastOutput { manifest, has_complete_manifest: false, site })
        }
    }
}

/// The end of the name of a page's data.
const PAGE_DATA: &str = "/page-data.json";

/// The number of hexadecimal digits of [`name_digest`]. The names of a million files are not likely to share one.
const NAME_DIGITS: usize = 12;

/// Returns the output path of the data of the page whose HTML file is `html`.
fn page_data_of(html: &str) -> String {
    let page = html.strip_suffix("/index.html").unwrap_or(html);
    let page = if page == "index.html" { "index" } else { page };
    format!("page-data/{page}{PAGE_DATA}")
}

/// Returns the digest of the name of an output file.
fn name_digest(name: &str) -> String {
    hex(name.as_bytes())[..NAME_DIGITS].to_owned()
}

/// Returns the digest of the names of all files in the manifest.
fn names_digest(manifest: &Manifest) -> String {
    let names: Vec<&str> = manifest.files.iter().map(OutputPath::as_str).collect();
    hex(names.join("\n").as_bytes())
}

impl Releases {
    /// Returns the list that is published with the output of this manifest.
    pub(crate) fn from_manifest(manifest: &Manifest) -> Releases {
        let has_page_data = manifest.files.iter().any(|path| path.ends_with(PAGE_DATA));
        let pages = manifest.files.iter().filter(|path| !has_page_data && path.ends_with(".html"));
        let is_identified = |path: &OutputPath| {
            path.ends_with(PAGE_DATA)
                || path.ends_with(".html")
                    && (!has_page_data || manifest.files.contains(page_data_of(path).as_str()))
                || is_hashed(path)
        };
        let others = manifest.files.iter().filter(|path| !is_identified(path));
        Releases {
            pages: pages.cloned().collect(),
            others: Some(others.map(|path| name_digest(path)).collect()),
            croupier: VERSION,
            site: manifest.target.as_ref().map(|target| target.base_url.clone()),
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
    /// It holds page-data, the HTML of pages whose page-data exists or that the list names, hashed files in the list of releases, and
    /// files whose names have a digest in the list. All others belong to other programs, so that the build neither overwrites nor
    /// removes them.
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

        let sitemap = fs::read_to_string(out.join("sitemap.xml")).unwrap_or_default();
        let released: BTreeSet<&str> =
            self.code.iter().chain(&self.queries).flatten().map(OutputPath::as_str).collect();

        let is_own = |name: &str| match &self.others {
            // `croupier clean` leaves a list without names in a folder with other files.
            _ if name == RELEASES => true,
            _ if released.contains(name) || self.pages.contains(name) => true,
            _ if name.ends_with(".html") && names.contains(&page_data_of(name)) => true,
            _ if path::is_sitemap_part(name) => sitemap.contains(&format!("/{name}</loc>")),
            Some(others) => {
                name.starts_with("page-data/") && name.ends_with(PAGE_DATA)
                    || others.contains(&name_digest(name))
            }
            // Earlier versions listed no other names.
            None => is_generated_path(name),
        };

        let files =
            names.iter().filter(|name| is_own(name)).cloned().map(OutputPath::new).collect();
        Manifest { files, releases: self.code, queries: self.queries, ..Manifest::default() }
    }
}
