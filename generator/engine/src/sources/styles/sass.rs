//! Compiles Sass with the compiler of its authors, the npm package `sass` of the site, in a Node process.

use std::path::Path;
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::island::child_processes;
use croupier_base::path::SitePath;
use croupier_extensions::styles::{CompiledSass, Position, Problem};

/// The program that Node runs.
const SCRIPT: &str = include_str!("sass.mjs");

/// What the program prints.
#[derive(Debug, Deserialize)]
struct Reply {
    #[serde(default)]
    css: String,
    #[serde(default)]
    map: String,
    #[serde(default)]
    warnings: Vec<Report>,
    error: Option<Report>,
    /// Whether the package is not installed.
    #[serde(default)]
    missing: bool,
    /// Paths that were read or searched, relative to the root.
    inputs: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Report {
    message: String,
    #[serde(default)]
    hint: String,
    file: String,
    line: u32,
    column: u32,
}

impl Report {
    fn into_problem(self) -> Problem {
        let Report { message, hint, file, line, column } = self;
        let hint = (!hint.is_empty()).then_some(hint);
        Problem { message, hint, position: Position { file, line, column } }
    }
}

/// Compiles a file of the site at `root`. Also returns the files that were read or searched. `runtime` is a folder whose npm packages are
/// searched, in addition to those of the root and of the folders above it.
pub(super) fn compile(
    root: &Path,
    runtime: Option<&str>,
    path: &str,
) -> (Result<CompiledSass, Problem>, Vec<SitePath>) {
    let position = || Position { file: path.to_owned(), line: 0, column: 1 };
    // Node names the files of packages by their real paths.
    let root = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", SCRIPT, "--"]).arg(&root).arg(path).arg(&root);
    if let Some(folder) = runtime {
        node.arg(root.join(folder));
    }
    node.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = match child_processes::output(&mut node) {
        Ok(output) => output,
        Err(error) => {
            let message = format!("Sass needs Node, which cannot be started: {error}");
            let hint = Some("install Node 20 or newer, and run `npm install -D sass`".to_owned());
            return (Err(Problem { message, hint, position: position() }), Vec::new());
        }
    };

    let Ok(reply) = serde_json::from_slice::<Reply>(&output.stdout) else {
        let text = String::from_utf8_lossy(&output.stderr);
        let line = text.lines().find(|line| line.contains("Error")).unwrap_or(text.trim());
        let message = format!("the compiler of Sass ended with {}: {line}", output.status);
        return (Err(Problem::new(message, position())), Vec::new());
    };
    // Files outside of the root cannot be followed.
    let inputs = reply.inputs.iter().filter(|path| !path.starts_with("../"));
    let inputs = inputs.map(|path| SitePath::new(path.as_str())).collect();
    if reply.missing {
        let message = "Sass needs the npm package `sass`, which is not installed".to_owned();
        let hint = Some("run `npm install -D sass` next to site.toml".to_owned());
        return (Err(Problem { message, hint, position: position() }), inputs);
    }
    if let Some(error) = reply.error {
        return (Err(error.into_problem()), inputs);
    }
    let warnings = reply.warnings.into_iter().map(Report::into_problem).collect();
    (Ok(CompiledSass { css: reply.css, source_map: reply.map, warnings }), inputs)
}
