//! The npm packages of a runtime, installed when they are missing or stale.

#![expect(clippy::disallowed_methods, reason = "npm and its packages live outside the sources that World reads")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::Code;

/// The npm packages of the runtime.
pub(crate) struct Packages<'a> {
    folder: &'a Path,
    /// The digest of the lock file that names them; none where there is no such file.
    wanted: Option<String>,
}

impl Packages<'_> {
    /// Those of the runtime in `folder`.
    pub(crate) fn of(folder: &Path) -> Packages<'_> {
        let lock = fs::read(folder.join("package-lock.json")).ok();
        Packages { folder, wanted: lock.map(|lock| blake3::hash(&lock).to_hex().to_string()) }
    }

    /// Written when all packages are in place, and gone as soon as npm begins to replace them.
    fn stamp(&self) -> PathBuf {
        self.folder.join("node_modules").join(".croupier-lock")
    }

    /// Whether exactly those are in place that the lock file names.
    pub(crate) fn are_installed(&self) -> bool {
        let Some(wanted) = &self.wanted else { return true };
        fs::read_to_string(self.stamp()).is_ok_and(|found| found == *wanted)
    }

    /// Installs the packages that the lock file names, unless exactly these are there.
    pub(crate) fn install(&self, note: &dyn Fn(&str)) -> Result<(), Diagnostic> {
        let Some(wanted) = self.wanted.as_ref().filter(|_| !self.are_installed()) else {
            return Ok(());
        };
        note("installing npm packages");
        let npm =
            Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(self.folder).output();
        let output = npm.map_err(|error| {
            Diagnostic::error(Code::NodeMissing, format!("npm cannot be started: {error}"))
                .hint("install Node 20 or newer; it brings npm")
        })?;
        if !output.status.success() {
            return Err(Diagnostic::error(
                Code::PackagesFailed,
                format!("npm ci failed in {}:\n{}", self.folder.display(), said(&output)),
            )
            .hint("mend what npm says and build again"));
        }
        let stamp = self.stamp();
        fs::write(&stamp, wanted)
            .map_err(|error| Diagnostic::error(Code::PackagesFailed, format!("cannot write {}: {error}", stamp.display())))
    }
}

/// So much of what another program says is shown; npm goes on with its whole manual.
const MOST_LINES: usize = 16;

/// What another program said, cut to a length that can be read.
pub(crate) fn said(output: &std::process::Output) -> String {
    let both = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let text = String::from_utf8_lossy(&both);
    text.trim().lines().take(MOST_LINES).collect::<Vec<_>>().join("\n")
}
