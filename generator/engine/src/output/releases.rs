//! Which hashed files of this release and of earlier ones the output holds: published with it, so that a build which begins in an empty
//! folder can fetch what open tabs still ask for, and by which an output folder is known as one.

#![expect(clippy::disallowed_methods, reason = "a part of the door out")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::output::files::STAGE;
use crate::output::folder::OutputFolder;
use crate::output::manifest::Manifest;
use croupier_base::digest::hex;
use croupier_base::hashed_path::is_hashed;
use croupier_base::path::{self, OutputPath, RELEASES, is_inside, is_own};

const VERSION: u32 = 1;

/// What stands in `page-data/releases.json`.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Releases {
    croupier: u32,
    /// Digest of the names of all files of the output.
    files: String,
    /// Hashed files of each release, newest first.
    #[serde(rename = "releases")]
    pub code: Vec<BTreeSet<OutputPath>>,
    /// Results of static queries in the same way.
    pub queries: Vec<BTreeSet<OutputPath>>,
}

/// The manifest of a folder that is not empty, and whether all is known of it; none where no build of ours made the folder.
pub(super) fn last_manifest(folder: &OutputFolder) -> Option<(Manifest, bool)> {
    let (out, kept) = (&folder.path, folder.manifest());
    // Where the list is lost, other files tell. What waits for its place is left by a build that was killed before it published the list.
    let is_ours = || out.join(STAGE).is_dir() || kept.as_ref().is_some_and(|it| it.is_of(out));
    let releases = Releases::read(out).or_else(|| is_ours().then(Releases::default))?;
    match kept {
        Some(manifest) if releases.is_of(&manifest) => Some((manifest, true)),
        // Somebody else wrote the folder, or what was known of it is lost: everything is compared again.
        kept => {
            let mut manifest = releases.manifest_at_sight(out);
            manifest.files.extend(kept.into_iter().flat_map(|it| it.files));
            Some((manifest, false))
        }
    }
}

/// The digest of the names of all files.
fn of_names(manifest: &Manifest) -> String {
    let names: Vec<&str> = manifest.files.iter().map(OutputPath::as_str).collect();
    hex(names.join("\n").as_bytes())
}

impl Releases {
    /// What is published with the output that has this manifest.
    pub fn of(manifest: &Manifest) -> Releases {
        let Manifest { releases, queries, .. } = manifest;
        Releases {
            croupier: VERSION,
            files: of_names(manifest),
            code: releases.clone(),
            queries: queries.clone(),
        }
    }

    /// What the text of such a file says; none where it is another one's.
    pub fn parse(bytes: &[u8]) -> Option<Releases> {
        let mut read: Releases =
            serde_json::from_slice(bytes).ok().filter(|it: &Releases| it.croupier == VERSION)?;
        for paths in read.code.iter_mut().chain(&mut read.queries) {
            paths.retain(|path| is_hashed(path) && is_inside(path));
        }
        Some(read)
    }

    /// What the output folder `out` says; none where it is no output folder.
    fn read(out: &Path) -> Option<Releases> {
        Releases::parse(&fs::read(out.join(RELEASES)).ok()?)
    }

    /// Its bytes as they are published.
    pub fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("lists of names are plain data")
    }

    /// Whether this is a manifest of the same output: nobody else has written it since.
    fn is_of(&self, manifest: &Manifest) -> bool {
        self.files == of_names(manifest)
    }

    /// Returns the manifest of a folder whose own manifest is lost. It holds files in the generator's own folders, the HTML of pages
    /// whose page-data is there, files that the generator always makes, the parts that the sitemap lists, and hashed files that the
    /// list of releases names. Other files can belong to other programs, so the build does not remove them.
    fn manifest_at_sight(self, out: &Path) -> Manifest {
        let below = walkdir::WalkDir::new(out)
            .min_depth(1)
            .into_iter()
            .flatten()
            .filter(|it| !it.file_type().is_dir());
        let names =
            below.filter_map(|it| it.path().strip_prefix(out).ok()?.to_str().map(str::to_owned));
        let names: BTreeSet<String> = names.filter(|name| !name.starts_with(".croupier")).collect();
        let html = |data: &str| {
            let page = data.strip_prefix("page-data/")?.strip_suffix("/page-data.json")?;
            Some(match page {
                "index" => "index.html".to_owned(),
                _ if page.ends_with(".html") => page.to_owned(),
                _ => format!("{page}/index.html"),
            })
        };
        let pages = names.iter().filter_map(|name| html(name)).filter(|name| names.contains(name));
        let sitemap = fs::read_to_string(out.join("sitemap.xml")).unwrap_or_default();
        let is_part =
            |name: &str| path::is_sitemap_part(name) && sitemap.contains(&format!("/{name}</loc>"));
        let released: BTreeSet<&str> =
            self.code.iter().chain(&self.queries).flatten().map(OutputPath::as_str).collect();
        let is_ours = |name: &str| {
            if path::is_sitemap_part(name) {
                is_part(name)
            } else {
                is_own(name) || released.contains(name)
            }
        };
        let own = names.iter().filter(|name| is_ours(name));
        let files = pages.chain(own.cloned()).map(OutputPath::new).collect();
        Manifest { files, releases: self.code, queries: self.queries, ..Manifest::default() }
    }
}
