//! The npm packages of a runtime, installed when they are missing or stale.

#![expect(
    clippy::disallowed_methods,
    reason = "npm and its packages live outside the sources that World reads"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;

/// Names the packages that npm installs; it lies beside them.
pub const LOCK_FILE: &str = "package-lock.json";
/// Folders of the runtime that a build does not read. Elsewhere, a folder of such a name is one like any other.
pub const SKIPPED_IN_RUNTIME: [&str; 2] = ["node_modules", "tests"];

/// The npm packages of the runtime.
pub(crate) struct Packages<'a> {
    folder: &'a Path,
    /// Invalidation with the loader that they serve.
    loader: &'a str,
    /// The digest of the lock file that names them; none where there is no such file.
    wanted: Option<String>,
}

impl Packages<'_> {
    /// Those that lie in `folder`. `loader` is the digest of the loader that names packages, too; empty without one.
    pub(crate) fn of<'a>(folder: &'a Path, loader: &'a str) -> Packages<'a> {
        let lock = fs::read(folder.join(LOCK_FILE)).ok();
        let wanted = lock.map(|lock| {
            blake3::hash(&[lock.as_slice(), loader.as_bytes()].concat()).to_hex().to_string()
        });
        Packages { folder, loader, wanted }
    }

    /// Written when all packages are in place, and gone as soon as npm begins to replace them.
    fn stamp(&self) -> PathBuf {
        self.folder.join("node_modules").join(".croupier-lock")
    }

    /// Whether exactly those are in place that the lock file names.
    pub(crate) fn are_installed(&self) -> bool {
        let Some(wanted) = &self.wanted else {
            return self.folder.join("node_modules").is_dir()
                || !self.folder.join("package.json").is_file();
        };
        fs::read_to_string(self.stamp()).is_ok_and(|found| found == *wanted)
    }

    /// Installs the packages that the lock file names, unless exactly these are there. Where there is none yet, npm writes it.
    pub(crate) fn install(&self, note: &(dyn Fn(&str) + Sync)) -> Result<(), Diagnostic> {
        if self.are_installed() {
            return Ok(());
        }
        note("installing npm packages");
        let is_locked = self.wanted.is_some();
        let what = if is_locked { "ci" } else { "install" };
        // The lock file fixes every version by digest, so npm need not ask the registry whether its cache is out of date.
        let mut output = self.npm(what, is_locked)?;
        if is_locked && is_outdated(&output) {
            output = self.npm(what, false)?;
        }
        if !output.status.success() {
            let hint = if self.loader.is_empty() || what == "install" {
                "mend what npm says and build again".to_owned()
            } else {
                // Another Croupier may bring a loader that needs other packages than the last.
                format!(
                    "mend what npm says and build again; after an upgrade: npm install --prefix {}",
                    self.folder.display()
                )
            };
            let failed =
                format!("npm {what} failed in {}:\n{}", self.folder.display(), said(&output));
            return Err(Diagnostic::error(Code::PackagesFailed, failed).hint(hint));
        }
        let Some(installed) = Packages::of(self.folder, self.loader).wanted else { return Ok(()) };
        let stamp = self.stamp();
        fs::write(&stamp, installed).map_err(|error| {
            Diagnostic::error(
                Code::PackagesFailed,
                format!("cannot write {}: {error}", stamp.display()),
            )
        })
    }

    /// Runs `npm ci` or `npm install`. With `prefers_cache`, npm uses its cache without a check at the registry.
    fn npm(&self, what: &str, prefers_cache: bool) -> Result<Output, Diagnostic> {
        let mut npm = Command::new("npm");
        npm.args([what, "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(self.folder);
        if prefers_cache {
            npm.arg("--prefer-offline");
        }
        npm.output().map_err(|error| {
            Diagnostic::error(Code::NodeMissing, format!("npm cannot be started: {error}"))
                .hint("install Node 20 or newer; it brings npm")
        })
    }
}

/// Whether npm failed because its cache describes a package as it was before the wanted version.
fn is_outdated(output: &Output) -> bool {
    !output.status.success() && said(output).contains("ETARGET")
}

/// So much of what another program says is shown; npm goes on with its whole manual.
const MOST_LINES: usize = 16;

/// What another program said, cut to a length that can be read.
pub(crate) fn said(output: &Output) -> String {
    let both = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let text = String::from_utf8_lossy(&both);
    text.trim().lines().take(MOST_LINES).collect::<Vec<_>>().join("\n")
}
