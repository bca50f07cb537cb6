//! The runtime of a site on disk: its sources, its npm packages and its bundler.

#![expect(
    clippy::disallowed_methods,
    reason = "npm and the bundle are outside the sources that World reads"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde::Deserialize;

use crate::island::bundler_message::{BundleFailure, BundlerMessage};
use crate::island::child_processes;
use crate::island::dev_bundler::{self, DevBundler};
use crate::island::inputs;
use crate::island::loader;
use crate::island::packages::{Packages, SKIPPED_IN_RUNTIME, shortened_output};
use crate::island::types::{props_errors, write_types};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::lock::Lock;
use croupier_base::disk::world::{World, now};
use croupier_base::path::SitePath;
use croupier_base::progress::{Counter, Notes, Step};
use croupier_content::config::options::public_variables;
use croupier_content::config::tables::languages::Languages;

/// The age after which bundles of earlier sources are deleted.
const MAX_BUNDLE_AGE: Duration = Duration::from_hours(24);

/// The environment variable of the bundler that is set on a site with several languages.
const LANGUAGES: &str = "CROUPIER_LANGUAGES";

/// How often the bundler runs again because its inputs changed.
const MAX_BUNDLINGS: usize = 5;

/// The files that a bundle is made from, and the digests of their bytes.
type Inputs = BTreeMap<SitePath, blake3::Hash>;

const BUNDLING: Step = Step { name: "runtime", text: "bundling the runtime", unit: "bundles" };

/// The runtime of a site.
pub(crate) struct Runtime<'a> {
    world: &'a World,
    /// The value of `[runtime] dir`.
    dir: &'a SitePath,
    folder: PathBuf,
    /// Whether the generator's loader bundles the runtime, which has no `bundle.mjs` of its own.
    has_loader: bool,
    /// The languages of the site. Code for several ones is left out of other sites.
    languages: &'a Languages,
}

impl Runtime<'_> {
    /// Finds the runtime in the folder `dir` of the site.
    pub(crate) fn find<'a>(
        world: &'a World,
        dir: &'a SitePath,
        languages: &'a Languages,
    ) -> Result<Runtime<'a>, Diagnostic> {
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
        Ok(Runtime { world, dir, folder, has_loader, languages })
    }

    /// Returns the folder of the bundle, which is built if it does not exist yet.
    ///
    /// `notes` receives a message before each slow step.
    pub(crate) fn ensure_bundle(&self, notes: &Notes<'_>) -> Result<PathBuf, Vec<Diagnostic>> {
        let out = self.bundle_folder(&self.inputs()?);
        let manifest = out.join("manifest.json");
        if self.has_packages() && manifest.is_file() {
            // The packages may have been installed again.
            self.link_packages()?;
            return Ok(out);
        }

        let _lock = self.prepare(notes)?;
        if manifest.is_file() {
            return Ok(out);
        }

        let bundles = Counter::start(notes, BUNDLING, 1);
        let mut changed = None;
        for _ in 0..MAX_BUNDLINGS {
            let start = now();
            let before = self.inputs()?;
            self.check_schemas()?;
            let temporary = self.bundle()?;

            // The bundle can have other inputs outside of the runtime's folder than the last one.
            let inputs = self.inputs()?;
            changed = self.changed_input(&before, &inputs, start);
            if changed.is_none() {
                let out = self.bundle_folder(&inputs);
                move_folder(&temporary, &out).map_err(|error| vec![write_error(&out, &error)])?;
                bundles.add(1);
                return Ok(out);
            }
        }

        let path = changed.unwrap_or_else(|| self.dir.clone());
        let message = format!("{path} changes while the runtime is bundled");
        let hint = "build again when no program writes it; a bundler must not write its own inputs";
        Err(vec![Diagnostic::error(Code::BundleFailed, message).in_file(&path).hint(hint)])
    }

    /// Returns an input that was written while the bundler ran, which began at `start`, so that the bundle can be made from either version.
    fn changed_input(&self, before: &Inputs, after: &Inputs, start: i64) -> Option<SitePath> {
        let is_changed = |path: &SitePath, digest: &blake3::Hash| match before.get(path) {
            Some(old) => old != digest,
            // A file that only this bundle imports.
            None => self.world.stamp(path).is_some_and(|stamp| stamp.is_racy(start)),
        };
        let written = after.iter().find(|(path, digest)| is_changed(path, digest));
        let folder = format!("{}/", self.dir);
        let is_removed =
            |path: &&SitePath| path.starts_with(&folder) && !after.contains_key(path.as_str());
        written.map(|(path, _)| path).or_else(|| before.keys().find(is_removed)).cloned()
    }

    /// Returns the folder of the development bundle, which contains what changed since the last
    /// call. A runtime whose own bundler cannot do that gets its production bundle.
    pub(crate) fn development_bundle(
        &self,
        bundler: &DevBundler,
        notes: &Notes<'_>,
    ) -> Result<PathBuf, Vec<Diagnostic>> {
        if !self.has_packages() {
            drop(self.prepare(notes)?);
        }
        self.link_packages()?;
        let loader = self.loader_folder();
        if !dev_bundler::is_supported(&loader) {
            return self.ensure_bundle(notes);
        }
        self.check_schemas()?;
        let parent = self.parent();
        self.finished(bundler.bundle(&loader, &self.folder, &parent))
    }

    /// Fails if the schema of an island cannot be used. The bundler knows no lines of schemas.
    fn check_schemas(&self) -> Result<(), Vec<Diagnostic>> {
        let errors = props_errors(self.world, self.dir);
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Extracts the loader and installs the packages. Returns the lock of the runtime.
    fn prepare(&self, notes: &Notes<'_>) -> Result<Lock, Vec<Diagnostic>> {
        let waiting = || notes("another build is preparing the runtime; waiting for it".into());
        // Sites can share a runtime through a symbolic link, so that the lock is in the parent of
        // the real folder.
        let folder = self.folder.canonicalize().unwrap_or_else(|_| self.folder.clone());
        let locks = folder.parent().unwrap_or(self.world.root()).join(".croupier").join("locks");
        let lock = Lock::take(&locks, "runtime", &waiting)
            .map_err(|error| vec![self.read_error(&error)])?;

        // An editor needs them as soon as the packages are there. The build reports files that are not valid.
        let _ = write_types(self.world, Some(self.dir), &self.languages.files);

        if !self.is_loader_ready() {
            loader::extract(self.world.root())
                .map_err(|error| vec![write_error(Path::new(loader::FOLDER), &error)])?;
        }

        self.packages().install(notes).map_err(|error| vec![error])?;
        self.link_packages()?;
        Ok(lock)
    }

    /// Returns the folder of all bundles.
    fn parent(&self) -> PathBuf {
        self.world.root().join(".croupier").join("runtime")
    }

    /// Returns the folder for the bundle of these inputs.
    fn bundle_folder(&self, inputs: &Inputs) -> PathBuf {
        self.parent().join(&self.digest(inputs)[..32])
    }

    /// Returns the diagnostic for an I/O error in the folder of the runtime.
    pub(crate) fn read_error(&self, error: &io::Error) -> Diagnostic {
        Diagnostic::error(
            Code::RuntimeUnreadable,
            format!("the runtime in {}/ cannot be read: {error}", self.dir),
        )
    }

    /// Returns whether the npm packages and the loader are installed.
    pub(super) fn has_packages(&self) -> bool {
        self.is_loader_ready() && self.packages().are_installed()
    }

    /// Returns whether the loader is extracted or not needed.
    fn is_loader_ready(&self) -> bool {
        !self.has_loader || loader::is_extracted(self.world.root())
    }

    /// Returns the packages of the runtime's own `package.json`, or of the site's.
    fn packages(&self) -> Packages<'_> {
        Packages::of(self.packages_folder(), if self.has_loader { loader::digest() } else { "" })
    }

    fn packages_folder(&self) -> &Path {
        let has_own_packages = !self.has_loader || self.folder.join("package.json").is_file();
        if has_own_packages { &self.folder } else { self.world.root() }
    }

    /// Makes the packages of the extracted loader available to it.
    fn link_packages(&self) -> Result<(), Vec<Diagnostic>> {
        if !self.has_loader {
            return Ok(());
        }
        loader::link_packages(self.world.root(), self.packages_folder())
            .map_err(|error| vec![write_error(Path::new(loader::FOLDER), &error)])
    }

    /// Reads all input files of the bundle.
    fn inputs(&self) -> Result<Inputs, Vec<Diagnostic>> {
        let mut inputs = Inputs::new();
        let mut read = || {
            let mut paths = self.world.list(self.dir, &SKIPPED_IN_RUNTIME)?;
            paths.extend(inputs::outer_inputs(self.world, self.dir));
            for path in paths {
                if let Some(bytes) = self.world.read_if_exists(&path)? {
                    inputs.insert(path, blake3::hash(&bytes));
                }
            }
            Ok(())
        };
        read().map_err(|error| vec![self.read_error(&error)])?;
        Ok(inputs)
    }

    /// Returns the digest of input files, and of the other inputs of the bundle.
    fn digest(&self, inputs: &Inputs) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut add = |name: &str, digest: &blake3::Hash| {
            hasher.update(name.as_bytes());
            hasher.update(&[0]);
            hasher.update(digest.as_bytes());
        };

        for (path, digest) in inputs {
            add(path, digest);
        }
        for (name, value) in public_variables() {
            add(&name, &blake3::hash(value.as_bytes()));
        }
        if self.languages.are_several_published() {
            add(LANGUAGES, &blake3::hash(b"true"));
        }
        if self.has_loader {
            add("", &blake3::hash(loader::digest().as_bytes()));
        }

        hasher.finalize().to_hex().to_string()
    }

    /// Runs the bundler and returns the temporary folder of its output.
    fn bundle(&self) -> Result<PathBuf, Vec<Diagnostic>> {
        let parent = self.parent();
        let temporary = parent.join(format!("making-{}", std::process::id()));
        let write_error = |error: io::Error| vec![write_error(&temporary, &error)];

        if temporary.exists() {
            fs::remove_dir_all(&temporary).map_err(write_error)?;
        }
        fs::create_dir_all(&temporary).map_err(write_error)?;

        let bundled = self.run_bundler(&temporary).map(|()| temporary.clone());
        let bundled = self.finished(bundled);
        if bundled.is_err() {
            fs::remove_dir_all(&temporary).map_err(write_error)?;
        }
        bundled?;

        for entry in fs::read_dir(parent).map_err(write_error)?.flatten() {
            // Another build can run at the same time, so that only old folders are deleted.
            let modified = entry.metadata().and_then(|metadata| metadata.modified()).ok();
            let age = modified.and_then(|modified| modified.elapsed().ok());
            if age.is_some_and(|age| age > MAX_BUNDLE_AGE) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }

        Ok(temporary)
    }

    /// Stores which files outside of the runtime's folder a bundle is made from, and returns its
    /// folder, or the diagnostics of the bundler.
    fn finished(
        &self,
        bundled: Result<PathBuf, BundleFailure>,
    ) -> Result<PathBuf, Vec<Diagnostic>> {
        #[derive(Deserialize, Default)]
        struct Manifest {
            #[serde(default)]
            inputs: Vec<String>,
        }

        let site_paths = |files: &mut dyn Iterator<Item = &String>| {
            let unlisted = files.filter(|file| !inputs::is_listed(file));
            unlisted.filter_map(|file| inputs::site_path(self.dir, file)).collect::<BTreeSet<_>>()
        };

        let imported = match &bundled {
            Ok(out) => {
                let manifest = fs::read(out.join("manifest.json")).unwrap_or_default();
                let Manifest { inputs } = serde_json::from_slice(&manifest).unwrap_or_default();
                site_paths(&mut inputs.iter())
            }
            // A bundler that failed names only some of them, so that those of the last bundle remain.
            Err(BundleFailure::Messages(messages)) => {
                let mut imported =
                    site_paths(&mut messages.iter().filter_map(|it| it.file.as_ref()));
                imported.extend(inputs::imported(self.world));
                imported
            }
            Err(BundleFailure::Other(_)) => inputs::imported(self.world),
        };

        inputs::store(self.world, &imported)
            .map_err(|error| vec![write_error(&self.parent(), &error)])?;
        bundled.map_err(|failure| match failure {
            BundleFailure::Messages(messages) => {
                messages.iter().map(|it| it.to_diagnostic(self.world, self.dir)).collect()
            }
            BundleFailure::Other(diagnostic) => vec![diagnostic],
        })
    }

    /// Returns the folder of the loader. A runtime with its own `bundle.mjs` may have it as an npm package.
    fn loader_folder(&self) -> PathBuf {
        if self.has_loader {
            loader::folder(self.world.root())
        } else {
            self.folder.join("node_modules").join(loader::NAME)
        }
    }

    /// Runs the bundler, which writes into the folder `out`.
    fn run_bundler(&self, out: &Path) -> Result<(), BundleFailure> {
        let bundler = if self.has_loader { self.loader_folder() } else { self.folder.clone() };

        let mut node = Command::new("node");
        node.arg(bundler.join("bundle.mjs")).arg("--out").arg(out).args(["--mode", "production"]);
        if self.has_loader {
            node.arg("--root").arg(&self.folder);
        }
        if self.languages.are_several_published() {
            node.env(LANGUAGES, "true");
        }
        node.current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());

        let output =
            child_processes::output(&mut node).map_err(|error| BundleFailure::no_node(&error))?;
        if output.status.success() {
            return Ok(());
        }

        // A bundler of the site's own need not write the file.
        let messages = fs::read(out.join("failure.json"))
            .ok()
            .and_then(|bytes| serde_json::from_slice::<Vec<BundlerMessage>>(&bytes).ok())
            .filter(|messages| !messages.is_empty());

        Err(match messages {
            Some(messages) => BundleFailure::Messages(messages),
            None => {
                let text = shortened_output(&output);
                let message = format!("the runtime cannot be bundled:\n{text}");
                BundleFailure::Other(Diagnostic::error(Code::BundleFailed, message))
            }
        })
    }
}

fn write_error(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(Code::BundleFailed, format!("cannot write {}: {error}", path.display()))
}

/// Moves a bundle to `to`, unless another build has already put the same one there.
fn move_folder(from: &Path, to: &Path) -> io::Result<()> {
    match fs::rename(from, to) {
        Err(_) if to.join("manifest.json").is_file() => fs::remove_dir_all(from),
        renamed => renamed,
    }
}
