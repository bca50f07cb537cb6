//! The runtime of a site on disk: its sources, its npm packages and its bundler.

#![expect(
    clippy::disallowed_methods,
    reason = "npm and the bundle are outside the sources that World reads"
)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::island::child_processes;
use crate::island::dev_bundler::{self, DevBundler};
use crate::island::loader;
use crate::island::packages::{LOCK_FILE, Packages, SKIPPED_IN_RUNTIME, shortened_output};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::lock::Lock;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;

/// The age after which bundles of earlier sources are deleted.
const MAX_BUNDLE_AGE: Duration = Duration::from_hours(24);

/// The runtime of a site.
pub(crate) struct Runtime<'a> {
    world: &'a World,
    /// The value of `[runtime] dir`.
    dir: &'a SitePath,
    folder: PathBuf,
    /// Whether the generator's loader bundles the runtime, which has no `bundle.mjs` of its own.
    has_loader: bool,
}

impl Runtime<'_> {
    /// Finds the runtime in the folder `dir` of the site.
    pub(crate) fn find<'a>(world: &'a World, dir: &'a SitePath) -> Result<Runtime<'a>, Diagnostic> {
        let folder = world.root().join(dir);
        let has_loader = !folder.join("bundle.mjs").is_file();
        if has_loader && !folder.join("islands").is_dir() {
            return Err(Diagnostic::error(
                Code::NoRuntime,
                format!("there is no {dir}/islands, and no {dir}/bundle.mjs"),
            )
            .hint(
                "`[runtime] dir` of site.toml names the folder that contains `islands`, or a \
                 runtime with its own bundler; remove the table for a site without a runtime",
            ));
        }
        Ok(Runtime { world, dir, folder, has_loader })
    }

    /// Returns the folder of the bundle, which is built if it does not exist yet.
    ///
    /// `note` receives a message before each slow step.
    pub(crate) fn ensure_bundle(
        &self,
        note: &(dyn Fn(&str) + Sync),
    ) -> Result<PathBuf, Diagnostic> {
        let digest = self.digest().map_err(|error| self.read_error(&error))?;
        let out = self.world.root().join(".croupier").join("runtime").join(&digest[..32]);
        let manifest = out.join("manifest.json");
        let is_ready =
            self.is_loader_ready() && self.packages().are_installed() && manifest.is_file();
        if is_ready {
            return Ok(out);
        }
        let _lock = self.prepare(note)?;
        if !manifest.is_file() {
            note("bundling the runtime");
            self.bundle(&out)?;
        }
        Ok(out)
    }

    /// Returns the folder of the development bundle, which contains what changed since the last
    /// call. A runtime whose own bundler cannot do that gets its production bundle.
    pub(crate) fn development_bundle(
        &self,
        bundler: &DevBundler,
        note: &(dyn Fn(&str) + Sync),
    ) -> Result<PathBuf, Diagnostic> {
        if !self.is_loader_ready() || !self.packages().are_installed() {
            drop(self.prepare(note)?);
        }
        let loader = self.bundler_folder();
        if !dev_bundler::is_supported(&loader) {
            return self.ensure_bundle(note);
        }
        let parent = self.world.root().join(".croupier").join("runtime");
        bundler.bundle(&loader, &self.folder, &parent)
    }

    /// Extracts the loader and installs the packages. Returns the lock of the runtime.
    fn prepare(&self, note: &(dyn Fn(&str) + Sync)) -> Result<Lock, Diagnostic> {
        let waiting = || note("another build is preparing the runtime; waiting for it");
        // Sites can share a runtime through a symbolic link, so that the lock is in the parent of
        // the real folder.
        let real_folder = fs::canonicalize(&self.folder).ok();
        let locks = real_folder
            .as_deref()
            .and_then(Path::parent)
            .unwrap_or(self.world.root())
            .join(".croupier")
            .join("locks");
        let lock =
            Lock::take(&locks, "runtime", &waiting).map_err(|error| self.read_error(&error))?;
        if !self.is_loader_ready() {
            loader::extract(self.world.root()).map_err(|error| {
                Diagnostic::error(
                    Code::BundleFailed,
                    format!("cannot write {}: {error}", loader::FOLDER),
                )
            })?;
        }
        self.packages().install(note)?;
        Ok(lock)
    }

    /// Returns the diagnostic for an I/O error in the folder of the runtime.
    pub(crate) fn read_error(&self, error: &io::Error) -> Diagnostic {
        Diagnostic::error(
            Code::RuntimeUnreadable,
            format!("the runtime in {}/ cannot be read: {error}", self.dir),
        )
    }

    /// Returns whether the loader is extracted or not needed.
    fn is_loader_ready(&self) -> bool {
        !self.has_loader || loader::is_extracted(self.world.root())
    }

    /// Returns the packages of the runtime's own `package.json`, or of the site's.
    fn packages(&self) -> Packages<'_> {
        let has_own_packages = !self.has_loader || self.folder.join("package.json").is_file();
        let folder = if has_own_packages { self.folder.as_path() } else { self.world.root() };
        Packages::of(folder, if self.has_loader { loader::digest() } else { "" })
    }

    /// Returns the digest of all inputs of the bundle.
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
                .update(&self.world.read_if_exists(&SitePath::new(LOCK_FILE))?.unwrap_or_default());
        }
        Ok(hasher.finalize().to_hex().to_string())
    }

    /// Runs the bundler and moves the result to `out`.
    fn bundle(&self, out: &Path) -> Result<(), Diagnostic> {
        let parent = out.parent().expect("the bundle is below .croupier/runtime");
        let temporary = parent.join(format!("making-{}", std::process::id()));
        let write_error = |error: io::Error| {
            Diagnostic::error(
                Code::BundleFailed,
                format!("cannot write {}: {error}", temporary.display()),
            )
        };
        if temporary.exists() {
            fs::remove_dir_all(&temporary).map_err(write_error)?;
        }
        fs::create_dir_all(&temporary).map_err(write_error)?;
        self.run_bundler(&temporary)?;
        for entry in fs::read_dir(parent).map_err(write_error)?.flatten() {
            // Another build can run at the same time, so that only old folders are deleted.
            let modified = entry.metadata().and_then(|metadata| metadata.modified()).ok();
            let age = modified.and_then(|modified| modified.elapsed().ok());
            if age.is_some_and(|age| age > MAX_BUNDLE_AGE) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        match fs::rename(&temporary, out) {
            // Another build was faster.
            Err(_) if out.join("manifest.json").is_file() => {
                fs::remove_dir_all(&temporary).map_err(write_error)
            }
            renamed => renamed.map_err(write_error),
        }
    }

    /// Returns the folder with the code of the bundler.
    fn bundler_folder(&self) -> PathBuf {
        if self.has_loader { loader::folder(self.world.root()) } else { self.folder.clone() }
    }

    /// Runs the bundler, which writes into the folder `out`.
    fn run_bundler(&self, out: &Path) -> Result<(), Diagnostic> {
        let bundler = self.bundler_folder();
        let mut node = Command::new("node");
        node.arg(bundler.join("bundle.mjs")).arg("--out").arg(out).args(["--mode", "production"]);
        if self.has_loader {
            node.arg("--root").arg(&self.folder);
        }
        node.current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let output = child_processes::output(&mut node).map_err(|error| {
            Diagnostic::error(Code::NodeMissing, format!("node cannot be started: {error}"))
                .hint("install Node 20 or newer")
        })?;
        if output.status.success() {
            return Ok(());
        }
        let message = format!("the runtime cannot be bundled:\n{}", shortened_output(&output));
        Err(Diagnostic::error(Code::BundleFailed, message))
    }
}
