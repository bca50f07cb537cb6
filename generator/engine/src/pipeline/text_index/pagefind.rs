//! The program Pagefind, which indexes the text of pages: where it is, and how it runs.

use std::env::consts::{ARCH, OS};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::island::child_processes;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;

/// The most lines of Pagefind's output that are shown.
const MAX_LINES: usize = 16;

/// An installed Pagefind.
pub(super) struct Pagefind {
    program: PathBuf,
    /// Its version, such as `pagefind_extended 1.6.0`.
    pub version: String,
}

impl Pagefind {
    /// Finds Pagefind among the npm packages of the site at `root`, of its runtime or of a folder above, and then among the programs of
    /// the machine.
    pub(super) fn find(root: &Path, runtime: Option<&str>) -> Result<Pagefind, Diagnostic> {
        let folders = runtime.map(|folder| root.join(folder)).into_iter();
        let folders = folders.chain(root.ancestors().map(Path::to_path_buf));
        let packaged = folders.flat_map(|folder| programs_in(&folder)).find(|it| it.is_file());

        let candidates = packaged.into_iter();
        let candidates = candidates.chain(["pagefind_extended", "pagefind"].map(PathBuf::from));

        for program in candidates {
            let mut command = Command::new(&program);
            command.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped());
            let output = child_processes::output(command.stderr(Stdio::null()));
            if let Ok(output) = output.as_ref().map_err(io::Error::kind)
                && output.status.success()
            {
                let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
                return Ok(Pagefind { program, version });
            }
        }

        let message = "the search over texts needs Pagefind, which is not installed".to_owned();
        let hint = "install it next to site.toml with `npm install --save-dev pagefind`, or remove `text` from `[search]`";
        Err(Diagnostic::error(Code::TextIndex, message).in_file("site.toml").hint(hint))
    }

    /// Indexes the documents in the folder `documents`, and writes the index to `out`. Without a `language`, each document states its own.
    pub(super) fn run(
        &self,
        documents: &Path,
        out: &Path,
        language: Option<&str>,
    ) -> Result<(), Diagnostic> {
        let mut command = Command::new(&self.program);
        command.arg("--site").arg(documents).arg("--output-path").arg(out);
        command.stdin(Stdio::null());
        if let Some(language) = language {
            command.args(["--force-language", language]);
        }
        // Pagefind reads its options from files in the current folder, too.
        command.current_dir(documents).stdout(Stdio::piped()).stderr(Stdio::piped());

        let failed = |problem: String| {
            Diagnostic::error(
                Code::TextIndex,
                format!("the text of pages cannot be indexed: {problem}"),
            )
            .in_file("site.toml")
        };

        let output = child_processes::output(&mut command).map_err(|error| {
            failed(format!("{} cannot be started: {error}", self.program.display()))
        })?;
        if output.status.success() {
            return Ok(());
        }

        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = lines[lines.len().saturating_sub(MAX_LINES)..].join("\n");
        Err(failed(format!("Pagefind ended with {}\n{last}", output.status)))
    }
}

/// Returns the paths that Pagefind can have in the npm packages of a folder. Package managers with a store link only `pagefind` itself.
fn programs_in(folder: &Path) -> Vec<PathBuf> {
    let system = if OS == "macos" { "darwin" } else { OS };
    let arch = match ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    let packages = folder.join("node_modules");
    let linked = packages.join("pagefind").canonicalize().ok();
    let stores = linked.as_deref().and_then(Path::parent).map(Path::to_path_buf);
    let folders = [Some(packages), stores].into_iter().flatten();
    let program = format!("@pagefind/{system}-{arch}/bin/pagefind_extended");
    folders.map(|folder| folder.join(&program)).collect()
}
