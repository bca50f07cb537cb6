//! The runtime, bundled: esbuild run when a source changed, its manifest read.
//!
//! The bundle is kept below `.croupier/runtime/` under the digest of everything it is made of, so that a content edit starts no Node.

#![expect(
    clippy::disallowed_methods,
    reason = "the bundle lies outside the sources that World reads"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use sha2::{Digest, Sha256};

use crate::island::island_files::{IslandFiles, Precached, islands};
use crate::island::runtime::Runtime;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::digest::fingerprint;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_content::config::browser::ConfigSchema;

fn config<'de, D: Deserializer<'de>>(from: D) -> Result<Option<ConfigSchema>, D::Error> {
    let json = Option::<serde_json::Value>::deserialize(from)?;
    json.map(ConfigSchema::new)
        .transpose()
        .map_err(|message| D::Error::custom(format!("config.schema.json: {message}")))
}

/// What runtime/bundle.mjs made.
#[derive(Debug, Clone, Deserialize)]
struct Manifest {
    boot: String,
    /// The Speculation Rules that the loader may add, as JSON.
    #[serde(default)]
    rules: String,
    styles: String,
    head: String,
    #[serde(deserialize_with = "islands")]
    islands: BTreeMap<String, IslandFiles>,
    assets: BTreeMap<String, String>,
    server: String,
    #[serde(default)]
    worker: Option<String>,
    #[serde(default, deserialize_with = "config")]
    config: Option<ConfigSchema>,
    #[serde(default)]
    shared: Vec<String>,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    moments: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    precache: Option<Vec<Precached>>,
}

/// The runtime, ready to be published and to render islands.
#[derive(Debug, Clone)]
pub(crate) struct Bundle {
    /// Hashed files by output path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Output path of the loader's module.
    pub boot: String,
    /// Output path of the style sheet.
    pub styles: String,
    /// The inline script of the head.
    pub head: String,
    /// The Speculation Rules that the loader may add, whose patterns begin with `/*` for what lies below the site's base;
    /// empty for a runtime without.
    pub rules: String,
    /// Islands by name.
    pub islands: BTreeMap<String, IslandFiles>,
    /// Hashed output paths by logical name.
    pub assets: BTreeMap<String, String>,
    /// Style sheets that are written into the pages that need them, by output path: the site's own, and those that templates name.
    sheets: BTreeMap<String, String>,
    /// The service worker, before its list of files is written in.
    pub worker: Option<String>,
    /// What the runtime declares of site.toml.
    pub config: Option<ConfigSchema>,
    /// Files that every page has or brings by itself, whatever islands it places.
    pub always: BTreeSet<String>,
    /// What the service worker keeps from the start, where the runtime says so.
    pub precache: Option<Vec<Precached>>,
    /// The module that renders islands, run by Node.
    pub server: PathBuf,
    /// Digest of all of it.
    pub digest: u128,
    /// Digest of the rendering module: islands rendered by it can be kept by it.
    pub server_digest: String,
}

impl Bundle {
    /// The digest of the code that a tab holds (A91).
    pub(crate) fn compilation_hash(&self) -> String {
        hash_of(self.files.keys().filter(|path| is_code(path)))
    }

    /// The digest of the code that all pages share, when `shell` are the islands that slices place: an island that single
    /// pages place and a sheet that their templates name are named by their page-data, so that new ones concern nobody else.
    pub(crate) fn shell_hash(&self, shell: &BTreeSet<&str>) -> String {
        let of_pages = self.of_pages(shell);
        let is_of_pages = |path: &String| {
            of_pages.contains(path) || (self.sheets.contains_key(path) && *path != self.styles)
        };
        hash_of(self.files.keys().filter(|path| is_code(path) && !is_of_pages(path)))
    }

    /// Files that only islands outside of `shell` load.
    pub(crate) fn of_pages(&self, shell: &BTreeSet<&str>) -> BTreeSet<&String> {
        let (shared, others): (Vec<_>, Vec<_>) =
            self.islands.iter().partition(|(name, _)| shell.contains(name.as_str()));
        let shared: BTreeSet<&String> =
            shared.iter().flat_map(|(_, files)| files.all()).chain(&self.always).collect();
        others
            .iter()
            .flat_map(|(_, files)| files.all())
            .filter(|path| !shared.contains(path))
            .collect()
    }

    /// The inline scripts by SHA-256 in base64, as a content security policy names them: the head script, and the
    /// Speculation Rules of a site below the address path `base`.
    pub(crate) fn script_hashes(&self, base: &str) -> Vec<String> {
        let rules = self.rules.replace("\"/*", &format!("\"{base}/*"));
        [&self.head, &rules]
            .into_iter()
            .filter(|text| !text.is_empty())
            .map(|text| policy_hash(text))
            .collect()
    }

    /// The style sheets that stand in pages of a site below `base`, by hash as the scripts.
    pub(crate) fn sheet_hashes(&self, base: &str) -> Vec<String> {
        self.sheets
            .keys()
            .filter_map(|path| self.sheet(path, base))
            .map(|text| policy_hash(&text))
            .collect()
    }

    /// The text of a style sheet as it stands in a page of a site below `base`, where `./` would not lead to its fonts; none
    /// for a sheet that pages link.
    pub(crate) fn sheet(&self, path: &str, base: &str) -> Option<String> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let placed = |text: &String, quote: &str| {
            text.replace(&format!("url({quote}./"), &format!("url({quote}{base}/{folder}/"))
        };
        self.sheets.get(path).map(|text| placed(&placed(text, "\""), ""))
    }

    /// Makes or finds the bundle of the runtime in folder `dir`. `note` is told what takes long.
    pub(crate) fn make(
        world: &World,
        dir: &SitePath,
        note: &(dyn Fn(&str) + Sync),
    ) -> Result<Bundle, Diagnostic> {
        let runtime = Runtime::find(world, dir)?;
        let out = runtime.bundled(note)?;
        load(&out).map_err(|error| runtime.failure(&error))
    }
}

/// A text as a content security policy names it.
pub(crate) fn policy_hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// The digest of file names that change with their content.
fn hash_of<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let mut hasher = blake3::Hasher::new();
    for name in names {
        hasher.update(name.as_bytes());
        hasher.update(b"\n");
    }
    hasher.finalize().to_hex()[..20].to_owned()
}

/// Whether a file of the output is code that a tab holds.
fn is_code(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| matches!(extension, "js" | "css"))
}

fn load(out: &Path) -> std::io::Result<Bundle> {
    let written = fs::read(out.join("manifest.json"))?;
    let manifest: Manifest = serde_json::from_slice(&written).map_err(|error| {
        // Nobody wrote the manifest, so that its lines say nothing.
        let words = error.to_string();
        std::io::Error::other(
            words.rsplit_once(" at line ").map_or(words.as_str(), |(words, _)| words).to_owned(),
        )
    })?;
    let mut files = BTreeMap::new();
    for path in World::new(out).list("assets", &[])? {
        let bytes = fs::read(out.join(&path))?;
        files.insert(path.to_string(), bytes);
    }
    let named = manifest.assets.values().filter(|path| path.ends_with(".css"));
    let sheets: Vec<_> = named
        .chain([&manifest.styles])
        .filter_map(|path| Some((path.clone(), files.get(path)?)))
        .collect();
    let sheets =
        sheets.into_iter().map(|(path, bytes)| Ok((path, String::from_utf8(bytes.clone())?)));
    let sheets =
        sheets.collect::<Result<_, std::string::FromUtf8Error>>().map_err(std::io::Error::other)?;
    let server = out.join(&manifest.server);
    let server_digest = blake3::hash(&fs::read(&server)?).to_hex().to_string();
    let worker = manifest.worker.map(|name| fs::read_to_string(out.join(name))).transpose()?;
    // The other files have the digests of their contents in their names.
    let digest =
        fingerprint(&(&written, files.keys().collect::<Vec<_>>(), &server_digest, &worker));
    let moments = manifest
        .moments
        .into_iter()
        .filter(|(name, _)| name != "first_touch")
        .flat_map(|(_, files)| files);
    let always = moments.chain(manifest.shared).chain(manifest.start);
    let always = always.chain([manifest.boot.clone(), manifest.styles.clone()]).collect();
    Ok(Bundle {
        files,
        config: manifest.config,
        always,
        precache: manifest.precache,
        boot: manifest.boot,
        styles: manifest.styles,
        head: manifest.head.trim().to_owned(),
        rules: manifest.rules,
        islands: manifest.islands,
        assets: manifest.assets,
        sheets,
        worker,
        server,
        digest,
        server_digest,
    })
}
