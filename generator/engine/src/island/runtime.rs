//! A runtime as it stands on disk: its sources, its packages, and the program that bundles it, a site's own or that of the loader.

#![expect(
    clippy::disallowed_methods,
    reason = "npm and the bundle live outside the sources that World reads"
)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::island::loader;
use crate::island::packages::{LOCK_FILE, Packages, SKIPPED_IN_RUNTIME, said};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::lock::Lock;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;

/// Bundles of earlier sources are kept so long.
const KEPT: std::time::Duration = std::time::Duration::from_hours(24);

/// The runtime of a site.
pub(crate) struct Runtime<'a> {
    world: &'a World,
    /// As `[runtime] dir` says it.
    dir: &'a SitePath,
    folder: PathBuf,
    /// Whether the loader of the generator bundles it, and not a `bundle.mjs` of its own.
    has_loader: bool,
}

impl Runtime<'_> {
    /// Finds the runtime in the folder `dir` of the site.
    pub(crate) fn find<'a>(world: &'a World, dir: &'a SitePath) -> Result<Runtime<'a>, Diagnostic> {
        let folder = world.root().join(dir);
        let has_loader = !folder.join("bundle.mjs").is_file();
        if has_loader && !folder.join("islands").is_dir() {
            return Err(Diagnostic::error(Code::NoRuntime, format!("there is no {dir}/islands, and no {dir}/bundle.mjs")).hint(
                "`[runtime] dir` of site.toml names the folder that holds `islands`, or a runtime with a bundler of its own; \
                 leave the table out for a site without",
            ));
        }
        Ok(Runtime { world, dir, folder, has_loader })
    }

    /// Makes or finds the bundle, and returns its folder. `note` is told what takes long.
    pub(crate) fn bundled(&self, note: &(dyn Fn(&str) + Sync)) -> Result<PathBuf, Diagnostic> {
        let digest = self.digest().map_err(|error| self.failure(&error))?;
        let out = self.world.root().join(".croupier").join("runtime").join(&digest[..32]);
        let manifest = out.join("manifest.json");
        let is_ready =
            || self.has_its_loader() && self.packages().are_installed() && manifest.is_file();
        if is_ready() {
            return Ok(out);
        }
        let waiting = || note("another build is making the runtime ready; waiting for it");
        // Sites can share a runtime by a link, so that the lock lies beside the runtime itself.
        let real = fs::canonicalize(&self.folder).ok();
        let locks = real
            .as_deref()
            .and_then(Path::parent)
            .unwrap_or(self.world.root())
            .join(".croupier")
            .join("locks");
        let _lock =
            Lock::take(&locks, "runtime", &waiting).map_err(|error| self.failure(&error))?;
        if !self.has_its_loader() {
            loader::unpack(self.world.root()).map_err(|error| {
                Diagnostic::error(
                    Code::BundleFailed,
                    format!("cannot write {}: {error}", loader::FOLDER),
                )
            })?;
        }
        self.packages().install(note)?;
        if !manifest.is_file() {
            note("bundling the runtime");
            self.bundle(&out)?;
        }
        Ok(out)
    }

    /// The runtime cannot be read.
    pub(crate) fn failure(&self, error: &io::Error) -> Diagnostic {
        Diagnostic::error(
            Code::RuntimeUnreadable,
            format!("the runtime in {}/ cannot be read: {error}", self.dir),
        )
    }

    fn has_its_loader(&self) -> bool {
        !self.has_loader || loader::is_unpacked(self.world.root())
    }

    /// Those beside the runtime's sources, or beside site.toml.
    fn packages(&self) -> Packages<'_> {
        let is_own = !self.has_loader || self.folder.join("package.json").is_file();
        let folder = if is_own { self.folder.as_path() } else { self.world.root() };
        Packages::of(folder, if self.has_loader { loader::digest() } else { "" })
    }

    /// The digest of everything that the bundle is made of.
    fn digest(&self) -> io::Result<String> {
        let mut hasher = blake3::Hasher::new();
        for path in self.world.list(self.dir, &SKIPPED_IN_RUNTIME)? {
            let bytes = self.world.read(&path)?;
            hasher.update(path.as_bytes());
            hasher.update(&[0]);
            hasher.update(blake3::hash(&bytes).as_bytes());
        }
        if self.has_loader {
            hasher.update(loader::digest().as_bytes());
            hasher
                .update(&self.world.read_if_there(&SitePath::new(LOCK_FILE))?.unwrap_or_default());
        }
        Ok(hasher.finalize().to_hex().to_string())
    }

    fn bundle(&self, out: &Path) -> Result<(), Diagnostic> {
        let parent = out.parent().expect("the bundle lies below .croupier/runtime");
        let making = parent.join(format!("making-{}", std::process::id()));
        let io = |error: io::Error| {
            Diagnostic::error(
                Code::BundleFailed,
                format!("cannot write {}: {error}", making.display()),
            )
        };
        if making.exists() {
            fs::remove_dir_all(&making).map_err(io)?;
        }
        fs::create_dir_all(&making).map_err(io)?;
        let bundler =
            if self.has_loader { loader::folder(self.world.root()) } else { self.folder.clone() };
        let mut node = Command::new("node");
        node.arg(bundler.join("bundle.mjs"))
            .arg("--out")
            .arg(&making)
            .args(["--mode", "production"]);
        if self.has_loader {
            node.arg("--root").arg(&self.folder);
        }
        let output =
            node.current_dir(&self.folder).stdin(Stdio::null()).output().map_err(|error| {
                Diagnostic::error(Code::NodeMissing, format!("node cannot be started: {error}"))
                    .hint("install Node 20 or newer")
            })?;
        if !output.status.success() {
            return Err(Diagnostic::error(
                Code::BundleFailed,
                format!("the runtime cannot be bundled:\n{}", said(&output)),
            ));
        }
        for entry in fs::read_dir(parent).map_err(io)?.flatten() {
            // Another build may be at work beside this one, so only what has long been left is cleared away.
            let age =
                entry.metadata().and_then(|it| it.modified()).ok().and_then(|it| it.elapsed().ok());
            if age.is_some_and(|age| age > KEPT) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        match fs::rename(&making, out) {
            Err(_) if out.join("manifest.json").is_file() => {
                fs::remove_dir_all(&making).map_err(io)
            }
            renamed => renamed.map_err(io),
        }
    }
}
