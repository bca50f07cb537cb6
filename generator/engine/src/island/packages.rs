//! Installs the npm packages of a runtime if they are missing or stale.

#![expect(
    clippy::disallowed_methods,
    reason = "npm and its packages are outside the sources that World reads"
)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::island::child_processes;
use crate::island::loader;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::shell_quoted;
use croupier_base::disk::lock::Lock;
use croupier_base::progress::Notes;

/// The npm lock file, in the same folder as `package.json`.
pub(crate) const LOCK_FILE: &str = "package-lock.json";
/// Folders of the runtime that a build does not read. In other folders these names mean nothing.
pub const SKIPPED_IN_RUNTIME: [&str; 2] = ["node_modules", "tests"];

/// The lock files of other package managers, and the commands that install their packages.
const OTHER_MANAGERS: [(&str, &str); 4] = [
    ("pnpm-lock.yaml", "pnpm install"),
    ("yarn.lock", "yarn install"),
    ("bun.lock", "bun install"),
    ("bun.lockb", "bun install"),
];

/// How long after the lock file npm writes its list of installed packages at the latest, and how
/// often to read it.
const NPM_TIMEOUT: Duration = Duration::from_millis(500);
const NPM_INTERVAL: Duration = Duration::from_millis(20);

/// The most lines of another program's output that are shown; npm prints its whole manual.
const MAX_LINES: usize = 16;

/// The npm packages of a runtime.
pub(crate) struct Packages<'a> {
    folder: &'a Path,
    /// The digest of the loader that depends on the packages; empty without a loader.
    loader: &'a str,
    /// The digest of npm's lock file and the loader. None without a lock file, or with that of another package manager.
    digest: Option<String>,
}

impl Packages<'_> {
    /// Returns the packages of the `package.json` in `folder`.
    ///
    /// `loader` is the digest of the loader that declares more packages; empty without a loader.
    pub(crate) fn of<'a>(folder: &'a Path, loader: &'a str) -> Packages<'a> {
        let is_npm = command_of_other_manager(folder).is_none();
        let lock = fs::read(folder.join(LOCK_FILE)).ok().filter(|_| is_npm);
        let digest = lock.map(|lock| {
            blake3::hash(&[lock.as_slice(), loader.as_bytes()].concat()).to_hex().to_string()
        });
        Packages { folder, loader, digest }
    }

    /// Returns the path of the file with the digest of the installed packages.
    ///
    /// It is written after the installation. npm removes it when it starts to replace packages.
    fn stamp(&self) -> PathBuf {
        self.folder.join("node_modules").join(".croupier-lock")
    }

    /// Returns whether exactly the packages of the lock file are installed, and records it if the
    /// user ran npm.
    pub(crate) fn are_installed(&self) -> bool {
        let Some(digest) = &self.digest else {
            return self.has_packages_of_loader() || !self.folder.join("package.json").is_file();
        };
        if fs::read_to_string(self.stamp()).is_ok_and(|installed| installed == *digest) {
            return true;
        }
        // Without the record, the next build compares the lists again.
        self.has_all_of_lock_file() && fs::write(self.stamp(), digest).is_ok()
    }

    /// Returns whether npm's list of installed packages has all packages of the lock file, which
    /// may lack those of other platforms. The lock file must be for this version of the loader.
    fn has_all_of_lock_file(&self) -> bool {
        let packages = |file: &str| {
            let text = fs::read_to_string(self.folder.join(file)).ok()?;
            match serde_json::from_str::<Value>(&text).ok()?["packages"].take() {
                Value::Object(packages) => Some(packages),
                _ => None,
            }
        };
        let lists = packages(LOCK_FILE).zip(packages("node_modules/.package-lock.json"));
        let Some((locked, installed)) = lists else { return false };
        let has_all = locked.iter().filter(|(path, _)| !path.is_empty()).all(|(path, package)| {
            installed.get(path).map_or_else(|| package["optional"] == true, |it| it == package)
        });
        let is_for_loader = self.loader.is_empty()
            || locked.values().any(|it| it["name"] == loader::NAME && loader::has_dependencies(it));
        has_all && is_for_loader && installed.keys().all(|path| locked.contains_key(path))
    }

    /// Returns whether packages are installed, with those of this version of the loader. Other package managers install a copy of it.
    fn has_packages_of_loader(&self) -> bool {
        let modules = self.folder.join("node_modules");
        if self.loader.is_empty() {
            return modules.is_dir();
        }
        let package = fs::read(modules.join(loader::NAME).join("package.json")).ok();
        let installed = package.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
        installed.is_some_and(|package| loader::has_dependencies(&package))
    }

    /// Waits until npm, which the user runs, has listed the packages that it installed. It writes
    /// the lock file shortly before. Returns whether all packages are installed.
    fn await_npm(&self) -> bool {
        let modified = fs::metadata(self.folder.join(LOCK_FILE)).and_then(|it| it.modified());
        let is_recent = || {
            let age = modified.as_ref().ok().and_then(|it| it.elapsed().ok());
            age.is_some_and(|age| age < NPM_TIMEOUT)
        };
        while self.folder.join("node_modules").is_dir() && is_recent() {
            if Packages::of(self.folder, self.loader).are_installed() {
                return true;
            }
            std::thread::sleep(NPM_INTERVAL);
        }
        false
    }

    /// Installs the packages of the lock file unless they are installed already.
    ///
    /// Without a lock file, npm creates it.
    pub(crate) fn install(&self, notes: &Notes<'_>) -> Result<(), Diagnostic> {
        if self.are_installed() || self.await_npm() {
            return Ok(());
        }

        if self.digest.is_none()
            && let Some(command) = command_of_other_manager(self.folder)
        {
            let message =
                format!("the npm packages of {} are not installed", self.folder.display());
            return Err(Diagnostic::error(Code::PackagesFailed, message)
                .hint(format!("run `{command}`, and build again")));
        }

        notes("installing npm packages".into());
        let is_locked = self.digest.is_some();
        let subcommand = if is_locked { "ci" } else { "install" };

        // The lock file pins every version by digest, so that npm need not revalidate its cache.
        let mut output = self.npm(subcommand, is_locked)?;
        if is_locked && is_cache_outdated(&output) {
            output = self.npm(subcommand, false)?;
        }

        if !output.status.success() {
            let hint = if self.loader.is_empty() || subcommand == "install" {
                "fix what npm reports and build again".to_owned()
            } else {
                // The loader of another version of Croupier can need other packages.
                format!(
                    "fix what npm reports and build again; after an upgrade: npm install --prefix {}",
                    shell_quoted(&self.folder.to_string_lossy())
                )
            };
            let message = format!(
                "npm {subcommand} failed in {}:\n{}",
                self.folder.display(),
                shortened_output(&output)
            );
            return Err(Diagnostic::error(Code::PackagesFailed, message).hint(hint));
        }

        // Without a lock file, npm has written one. A lock file that changed while npm ran counts as not installed.
        let written = || Packages::of(self.folder, self.loader).digest;
        let Some(digest) = self.digest.clone().or_else(written) else { return Ok(()) };
        let stamp = self.stamp();
        fs::write(&stamp, digest).map_err(|error| {
            Diagnostic::error(
                Code::PackagesFailed,
                format!("cannot write {}: {error}", stamp.display()),
            )
        })
    }

    /// Runs `npm install`, which also adds new packages of package.json to the lock file.
    fn update(&self) -> Result<(), Diagnostic> {
        let output = self.npm("install", false)?;
        if !output.status.success() {
            let message = format!(
                "npm install failed in {}:\n{}",
                self.folder.display(),
                shortened_output(&output)
            );
            let hint = "fix what npm reports, and run npm install again";
            return Err(Diagnostic::error(Code::PackagesFailed, message).hint(hint));
        }
        Ok(())
    }

    /// Runs `npm ci` or `npm install`. With `prefers_cache`, npm does not revalidate its cache.
    fn npm(&self, subcommand: &str, prefers_cache: bool) -> Result<Output, Diagnostic> {
        let mut npm = Command::new("npm");
        npm.args([subcommand, "--no-audit", "--no-fund", "--loglevel=error"])
            .current_dir(self.folder);
        if prefers_cache {
            npm.arg("--prefer-offline");
        }
        npm.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        child_processes::output(&mut npm).map_err(|error| {
            Diagnostic::error(Code::NodeMissing, format!("npm cannot be started: {error}"))
                .hint("install Node 20 or newer; it brings npm")
        })
    }
}

/// Returns the command that installs the packages of the package.json in `folder`, if its lock file is not npm's.
pub fn command_of_other_manager(folder: &Path) -> Option<&'static str> {
    let found = OTHER_MANAGERS.iter().find(|(lock, _)| folder.join(lock).is_file());
    found.map(|(_, command)| *command)
}

/// Extracts the loader into the site at `root`, unless it has this version. npm finds it there.
pub fn extract_loader(root: &Path, notes: &Notes<'_>) -> Result<(), Diagnostic> {
    let failed = |error: io::Error| {
        Diagnostic::error(Code::CannotWrite, format!("cannot write {}: {error}", loader::FOLDER))
    };
    let waiting = || notes("another build is preparing the runtime; waiting for it".into());
    let locks = root.join(".croupier").join("locks");
    let _lock = Lock::take(&locks, "runtime", &waiting).map_err(failed)?;
    if !loader::is_extracted(root) {
        loader::extract(root).map_err(failed)?;
    }
    Ok(())
}

/// Installs the npm packages of the package.json in `folder`, after it was edited.
pub fn install_packages(folder: &Path, notes: &Notes<'_>) -> Result<(), Diagnostic> {
    notes("installing npm packages".into());
    Packages::of(folder, "").update()
}

/// Returns whether npm failed because its cache does not list a version that the lock file needs.
fn is_cache_outdated(output: &Output) -> bool {
    !output.status.success() && shortened_output(output).contains("ETARGET")
}

/// Returns the first [`MAX_LINES`] lines of a program's output.
pub(crate) fn shortened_output(output: &Output) -> String {
    let both = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let text = String::from_utf8_lossy(&both);
    text.trim().lines().take(MAX_LINES).collect::<Vec<_>>().join("\n")
}
