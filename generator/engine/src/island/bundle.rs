//! The bundled runtime: its files, islands and manifest.
//!
//! Bundles are cached in `.croupier/runtime/` by the digest of all their inputs, so that a content
//! edit does not start Node.

#![expect(
    clippy::disallowed_methods,
    reason = "the bundle is outside the sources that World reads"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use sha2::{Digest, Sha256};

use crate::island::bundler_message::BundlerMessage;
use crate::island::dev_bundler::DevBundler;
use crate::island::island_files::{IslandFiles, Precached, islands};
use crate::island::process::node_environment;
use crate::island::render_error::SourceFolder;
use crate::island::runtime::Runtime;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::disk::world::World;
use croupier_base::fingerprint::fingerprint;
use croupier_base::path::SitePath;
use croupier_base::progress::Notes;
use croupier_content::config::browser::ConfigSchema;
use croupier_content::config::tables::languages::Languages;

/// The manifest.json of a bundle. Paths are output paths, except `server` and `worker`.
#[derive(Debug, Clone, Deserialize)]
struct Manifest {
    boot: String,
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
    #[serde(default, deserialize_with = "config_schema")]
    config: Option<ConfigSchema>,
    /// Files that all islands share.
    #[serde(default)]
    shared: Vec<String>,
    #[serde(default)]
    start: Option<String>,
    /// Files by the event that loads them, such as `before_load`, `idle` or `first_touch`.
    #[serde(default)]
    load_phases: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    precache: Option<Vec<Precached>>,
    /// The digest of all files of a development bundle, whose names do not change with their
    /// content.
    #[serde(default)]
    revision: Option<String>,
    #[serde(default)]
    warnings: Vec<BundlerMessage>,
}

fn config_schema<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<ConfigSchema>, D::Error> {
    let json = Option::<serde_json::Value>::deserialize(deserializer)?;
    json.map(ConfigSchema::new)
        .transpose()
        .map_err(|message| D::Error::custom(format!("config.schema.json: {message}")))
}

/// A bundle that can be published and can render islands.
#[derive(Debug, Clone)]
pub(crate) struct Bundle {
    /// The published files by output path. Their names change with their content.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The output path of the loader's module.
    pub boot: String,
    /// The output path of the site's style sheet.
    pub styles: String,
    /// The inline script of the head.
    pub head: String,
    /// The Speculation Rules that the loader can add, as JSON; empty without such rules.
    ///
    /// Patterns for paths below the base path start with `/*`.
    pub rules: String,
    /// Islands by name.
    pub islands: BTreeMap<String, IslandFiles>,
    /// Output paths of assets by name.
    pub assets: BTreeMap<String, String>,
    /// Style sheets that are inlined in pages, by output path: that of the site, and those that
    /// templates can request.
    inlined_sheets: BTreeMap<String, String>,
    /// The source of the service worker, before the list of files is inserted.
    pub worker: Option<String>,
    /// The schema of the site.toml settings that the runtime declares.
    pub config: Option<ConfigSchema>,
    /// Files that every page loads, independently of its islands.
    common_files: BTreeSet<String>,
    /// The files that the service worker caches at installation, if the runtime lists them.
    pub precache: Option<Vec<Precached>>,
    /// The path of the module that renders islands in Node.
    pub server: PathBuf,
    /// The digest of the whole bundle.
    pub digest: u128,
    /// The digest of `server` and of the Node that runs it, for the cache of rendered islands.
    pub server_digest: String,
    /// The folder that it was made from.
    pub sources: SourceFolder,
    /// Warnings about its sources.
    pub warnings: Vec<Diagnostic>,
}

impl Bundle {
    /// Loads the bundle of the runtime in the folder `dir`, and builds it first if necessary.
    ///
    /// With `dev_bundler` it is a development bundle. `notes` receives a message before each slow step.
    pub(crate) fn load_or_build(
        world: &World,
        dir: &SitePath,
        languages: &Languages,
        dev_bundler: Option<&DevBundler>,
        notes: &Notes<'_>,
    ) -> Result<Bundle, Vec<Diagnostic>> {
        let runtime = Runtime::find(world, dir, languages).map_err(|error| vec![error])?;
        let folder = match dev_bundler {
            Some(bundler) => runtime.development_bundle(bundler, notes)?,
            None => runtime.ensure_bundle(notes)?,
        };
        load(&folder, world, dir).map_err(|error| vec![runtime.read_error(&error)])
    }

    /// Returns the digest of all code in the bundle (A91).
    pub(crate) fn compilation_hash(&self) -> String {
        hash_names(self.files.keys().filter(|path| is_code(path)))
    }

    /// Returns the digest of the code that all pages share. `shared` are the islands in slices.
    ///
    /// Excludes islands of single pages and style sheets that templates request: page-data lists
    /// these, so that a new one does not affect other pages.
    pub(crate) fn shared_code_hash(&self, shared: &BTreeSet<&str>) -> String {
        let page_only = self.page_only_files(shared);
        let is_page_only = |path: &String| {
            let is_requested_sheet = self.inlined_sheets.contains_key(path) && *path != self.styles;
            page_only.contains(path) || is_requested_sheet
        };
        hash_names(self.files.keys().filter(|path| is_code(path) && !is_page_only(path)))
    }

    /// Returns the files that are only loaded by islands other than `shared`.
    pub(crate) fn page_only_files(&self, shared: &BTreeSet<&str>) -> BTreeSet<&String> {
        let (shared_islands, page_islands): (Vec<_>, Vec<_>) =
            self.islands.iter().partition(|(name, _)| shared.contains(name.as_str()));
        let shared_files: BTreeSet<&String> = shared_islands
            .iter()
            .flat_map(|(_, files)| files.all())
            .chain(&self.common_files)
            .collect();
        page_islands
            .iter()
            .flat_map(|(_, files)| files.all())
            .filter(|path| !shared_files.contains(path))
            .collect()
    }

    /// Returns the hashes of the inline scripts for a content security policy.
    ///
    /// These are the script of the head and the Speculation Rules of a site with the path `base`.
    pub(crate) fn script_hashes(&self, base: &str) -> Vec<String> {
        let rules = self.rules.replace("\"/*", &format!("\"{base}/*"));
        [&self.head, &rules]
            .into_iter()
            .filter(|text| !text.is_empty())
            .map(|text| policy_hash(text))
            .collect()
    }

    /// Returns the hashes of the inlined style sheets for a content security policy.
    pub(crate) fn sheet_hashes(&self, base: &str) -> Vec<String> {
        self.inlined_sheets
            .keys()
            .filter_map(|path| self.sheet(path, base))
            .map(|text| policy_hash(&text))
            .collect()
    }

    /// Returns the text of a style sheet that is inlined in the pages of a site with the path
    /// `base`. None for a sheet that pages link to.
    ///
    /// URLs that are relative to the sheet become absolute paths.
    pub(crate) fn sheet(&self, path: &str, base: &str) -> Option<String> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let text = self.inlined_sheets.get(path)?;
        let text = text.replace("url(\"./", &format!("url(\"{base}/{folder}/"));
        Some(text.replace("url(./", &format!("url({base}/{folder}/")))
    }
}

/// Returns the SHA-256 hash of an inline text in the syntax of content security policies.
pub(crate) fn policy_hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// Returns a digest of files whose names change with their content.
fn hash_names<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let mut hasher = blake3::Hasher::new();
    for name in names {
        hasher.update(name.as_bytes());
        hasher.update(b"\n");
    }
    hasher.finalize().to_hex()[..20].to_owned()
}

/// Returns whether an output file is code that an open tab uses.
fn is_code(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| matches!(extension, "js" | "css"))
}

/// Parses the manifest of a bundle.
fn parse_manifest(bytes: &[u8]) -> io::Result<Manifest> {
    serde_json::from_slice(bytes).map_err(|error| {
        // The manifest is generated, so that line numbers do not help users.
        let message = error.to_string();
        let without_line = message.rsplit_once(" at line ").map(|(text, _)| text.to_owned());
        io::Error::other(without_line.unwrap_or(message))
    })
}

/// Loads the bundle in `folder`, which was made from the folder `dir` of the site.
fn load(folder: &Path, world: &World, dir: &SitePath) -> io::Result<Bundle> {
    let manifest_bytes = fs::read(folder.join("manifest.json"))?;
    let manifest = parse_manifest(&manifest_bytes)?;

    let mut files = BTreeMap::new();
    for path in World::new(folder).list("assets", &[])? {
        let bytes = fs::read(folder.join(&path))?;
        files.insert(path.to_string(), bytes);
    }

    let mut inlined_sheets = BTreeMap::new();
    // Pages link the sheets of a development bundle, so that an edit of one changes no page.
    let is_development = manifest.revision.is_some();
    let requested_sheets = manifest.assets.values().filter(|path| path.ends_with(".css"));
    for path in requested_sheets.chain([&manifest.styles]) {
        if !is_development && let Some(bytes) = files.get(path) {
            let text = String::from_utf8(bytes.clone()).map_err(io::Error::other)?;
            inlined_sheets.insert(path.clone(), text);
        }
    }

    let server = folder.join(&manifest.server);
    let mut server_hasher = blake3::Hasher::new();
    server_hasher.update(&fs::read(&server)?).update(node_environment().as_bytes());
    let server_digest = server_hasher.finalize().to_hex().to_string();
    let worker = manifest.worker.map(|name| fs::read_to_string(folder.join(name))).transpose()?;

    // The names of published files contain the digests of their contents.
    let digest =
        fingerprint(&(&manifest_bytes, files.keys().collect::<Vec<_>>(), &server_digest, &worker));

    let first_loads = manifest.load_phases.into_iter().filter(|(phase, _)| phase != "first_touch");
    let loaded_without_islands = first_loads.flat_map(|(_, files)| files);
    let common_files = loaded_without_islands
        .chain(manifest.shared)
        .chain(manifest.start)
        .chain([manifest.boot.clone(), manifest.styles.clone()])
        .collect();

    Ok(Bundle {
        files,
        config: manifest.config,
        common_files,
        precache: manifest.precache,
        boot: manifest.boot,
        styles: manifest.styles,
        head: manifest.head.trim().to_owned(),
        rules: manifest.rules,
        islands: manifest.islands,
        assets: manifest.assets,
        inlined_sheets,
        worker,
        server,
        digest,
        server_digest,
        sources: SourceFolder { root: world.root().to_owned(), dir: dir.clone() },
        warnings: manifest.warnings.iter().map(|it| it.to_diagnostic(world, dir)).collect(),
    })
}
