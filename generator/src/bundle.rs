//! The runtime, bundled: npm packages installed when they are missing or stale, esbuild run when a source changed, its manifest read.
//!
//! The bundle is kept below `.croupier/runtime/` under the digest of everything it is made of, so that a content edit starts no Node.

#![expect(clippy::disallowed_methods, reason = "npm and the bundle live outside the sources that World reads")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use base64::prelude::{BASE64_STANDARD, Engine};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use sha2::{Digest, Sha256};

use crate::diagnostic::Diagnostic;
use crate::lock::Lock;
use crate::schema::Schema;
use crate::world::World;

/// The files of one island.
#[derive(Debug, Clone, Deserialize)]
pub struct IslandFiles {
    /// Its own module.
    pub js: String,
    /// Its own style sheets.
    #[serde(default)]
    pub css: Vec<String>,
    /// Modules that it imports.
    #[serde(default)]
    pub imports: Vec<String>,
    /// The shape of its props, where it declares one.
    #[serde(default, deserialize_with = "shape")]
    pub props: Option<Schema>,
}

fn shape<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Schema>, D::Error> {
    let json = Option::<serde_json::Value>::deserialize(from)?;
    json.map(Schema::new).transpose().map_err(|message| D::Error::custom(format!("a schema of props: {message}")))
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
    islands: BTreeMap<String, IslandFiles>,
    assets: BTreeMap<String, String>,
    server: String,
    #[serde(default)]
    worker: Option<String>,
}

/// The runtime, ready to be published and to render islands.
#[derive(Debug, Clone)]
pub struct Bundle {
    /// Hashed files by output path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Output path of the loader's module.
    pub boot: String,
    /// Output path of the style sheet.
    pub styles: String,
    /// The inline script of the head.
    pub head: String,
    /// The Speculation Rules that the loader may add; empty for a runtime without.
    pub rules: String,
    /// Islands by name.
    pub islands: BTreeMap<String, IslandFiles>,
    /// Hashed output paths by logical name.
    pub assets: BTreeMap<String, String>,
    /// The service worker, before its list of files is written in.
    pub worker: Option<String>,
    /// The module that renders islands, run by Node.
    pub server: PathBuf,
    /// Digest of the rendering module: islands rendered by it can be kept by it.
    pub server_digest: String,
}

impl Bundle {
    /// The digest of the code that a tab holds (A91).
    pub fn compilation_hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for path in self.files.keys().filter(|path| is_code(path)) {
            hasher.update(path.as_bytes());
            hasher.update(b"\n");
        }
        hasher.finalize().to_hex()[..20].to_owned()
    }

    /// The inline scripts by SHA-256 in base64, as a content security policy names them: the head script, and the
    /// Speculation Rules.
    pub fn inline_hashes(&self) -> Vec<String> {
        let inline = [&self.head, &self.rules].into_iter().filter(|text| !text.is_empty());
        inline.map(|text| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text.as_bytes())))).collect()
    }

    /// Makes or finds the bundle of the runtime in folder `dir`. `note` is told what takes long.
    pub fn make(world: &World, dir: &str, note: &dyn Fn(&str)) -> Result<Bundle, Diagnostic> {
        let folder = world.root().join(dir);
        if !folder.join("bundle.mjs").is_file() {
            return Err(Diagnostic::error("C0301", format!("there is no {dir}/bundle.mjs")).hint(
                "`[runtime] dir` of site.toml names the folder of the runtime; leave the table out for a site without one",
            ));
        }
        let digest = source_digest(world, dir).map_err(|error| failure(dir, &error))?;
        let kept = world.root().join(".croupier");
        let out = kept.join("runtime").join(&digest[..32]);
        let packages = Packages::of(&folder);
        if !packages.are_installed() || !out.join("manifest.json").is_file() {
            let waiting = || note("another build is making the runtime ready; waiting for it");
            // Sites can share a runtime by a link, so that the lock lies beside the runtime itself.
            let real = fs::canonicalize(&folder).ok();
            let locks = real.as_deref().and_then(Path::parent).unwrap_or(world.root()).join(".croupier").join("locks");
            let lock = Lock::take(&locks, "runtime", &waiting);
            let _lock = lock.map_err(|error| failure(dir, &error))?;
            packages.install(note)?;
            if !out.join("manifest.json").is_file() {
                note("bundling the runtime");
                bundle(&folder, &out)?;
            }
        }
        load(&out).map_err(|error| failure(dir, &error))
    }
}

/// Whether a file of the output is code that a tab holds.
fn is_code(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| matches!(extension, "js" | "css"))
}

fn failure(dir: &str, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("C0302", format!("the runtime in {dir}/ cannot be read: {error}"))
}

/// The npm packages of the runtime.
struct Packages<'a> {
    folder: &'a Path,
    /// The digest of the lock file that names them; none where there is no such file.
    wanted: Option<String>,
}

impl Packages<'_> {
    fn of(folder: &Path) -> Packages<'_> {
        let lock = fs::read(folder.join("package-lock.json")).ok();
        Packages { folder, wanted: lock.map(|lock| blake3::hash(&lock).to_hex().to_string()) }
    }

    /// Written when all packages are in place, and gone as soon as npm begins to replace them.
    fn stamp(&self) -> PathBuf {
        self.folder.join("node_modules").join(".croupier-lock")
    }

    fn are_installed(&self) -> bool {
        let Some(wanted) = &self.wanted else { return true };
        fs::read_to_string(self.stamp()).is_ok_and(|found| found == *wanted)
    }

    /// Installs the packages that the lock file names, unless exactly these are there.
    fn install(&self, note: &dyn Fn(&str)) -> Result<(), Diagnostic> {
        let Some(wanted) = self.wanted.as_ref().filter(|_| !self.are_installed()) else {
            return Ok(());
        };
        note("installing npm packages");
        let npm =
            Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(self.folder).output();
        let output = npm.map_err(|error| {
            Diagnostic::error("C0303", format!("npm cannot be started: {error}")).hint("install Node 20 or newer; it brings npm")
        })?;
        if !output.status.success() {
            return Err(Diagnostic::error("C0304", format!("npm ci failed in {}:\n{}", self.folder.display(), said(&output)))
                .hint("mend what npm says and build again"));
        }
        let stamp = self.stamp();
        fs::write(&stamp, wanted)
            .map_err(|error| Diagnostic::error("C0304", format!("cannot write {}: {error}", stamp.display())))
    }
}

fn source_digest(world: &World, dir: &str) -> std::io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    for path in world.list(dir, &["node_modules", "tests"])? {
        let bytes = world.read(&path)?;
        hasher.update(path.as_bytes());
        hasher.update(&[0]);
        hasher.update(blake3::hash(&bytes).as_bytes());
    }
    Ok(hasher.finalize().to_hex().to_string())
}

fn bundle(folder: &Path, out: &Path) -> Result<(), Diagnostic> {
    let parent = out.parent().expect("the bundle lies below .croupier/runtime");
    let making = parent.join(format!("making-{}", std::process::id()));
    let io = |error: std::io::Error| Diagnostic::error("C0305", format!("cannot write {}: {error}", making.display()));
    if making.exists() {
        fs::remove_dir_all(&making).map_err(io)?;
    }
    fs::create_dir_all(&making).map_err(io)?;
    let output = Command::new("node")
        .arg(folder.join("bundle.mjs"))
        .arg("--out")
        .arg(&making)
        .args(["--mode", "production"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| {
            Diagnostic::error("C0303", format!("node cannot be started: {error}")).hint("install Node 20 or newer")
        })?;
    if !output.status.success() {
        return Err(Diagnostic::error("C0305", format!("the runtime cannot be bundled:\n{}", said(&output))));
    }
    for entry in fs::read_dir(parent).map_err(io)?.flatten() {
        // Another build may be at work beside this one, so only what has long been left is cleared away.
        let age = entry.metadata().and_then(|it| it.modified()).ok().and_then(|it| it.elapsed().ok());
        if age.is_some_and(|age| age > KEPT) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    match fs::rename(&making, out) {
        Err(_) if out.join("manifest.json").is_file() => fs::remove_dir_all(&making).map_err(io),
        renamed => renamed.map_err(io),
    }
}

/// Bundles of earlier sources are kept so long.
const KEPT: std::time::Duration = std::time::Duration::from_hours(24);

/// So much of what another program says is shown; npm goes on with its whole manual.
const MOST_LINES: usize = 16;

fn said(output: &std::process::Output) -> String {
    let both = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let text = String::from_utf8_lossy(&both);
    text.trim().lines().take(MOST_LINES).collect::<Vec<_>>().join("\n")
}

fn load(out: &Path) -> std::io::Result<Bundle> {
    let manifest: Manifest = serde_json::from_slice(&fs::read(out.join("manifest.json"))?).map_err(std::io::Error::other)?;
    let mut files = BTreeMap::new();
    for path in World::new(out).list("assets", &[])? {
        let bytes = fs::read(out.join(&path))?;
        files.insert(path, bytes);
    }
    let server = out.join(&manifest.server);
    let server_digest = blake3::hash(&fs::read(&server)?).to_hex().to_string();
    let worker = manifest.worker.map(|name| fs::read_to_string(out.join(name))).transpose()?;
    Ok(Bundle {
        files,
        boot: manifest.boot,
        styles: manifest.styles,
        head: manifest.head.trim().to_owned(),
        rules: manifest.rules,
        islands: manifest.islands,
        assets: manifest.assets,
        worker,
        server,
        server_digest,
    })
}
