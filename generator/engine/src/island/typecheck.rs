//! Type checks of the runtime with the TypeScript compiler of the site. They run in their own
//! process, so that builds do not wait for them.

use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::island::bundler_message::location;
use crate::island::child_processes::node_missing;
use crate::island::inputs::{outer_inputs, site_path};
use crate::island::runtime::Runtime;
use crate::island::types::write_types;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::position::{utf16_index, word_at};
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::disk::stamp::Stamp;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::settings::Settings;
use croupier_content::languages::FileLanguages;

const CONFIG: &str = "tsconfig.json";

/// The TypeScript compiler of a site.
pub struct TypeChecker {
    world: World,
    /// The folder of the runtime.
    dir: SitePath,
    /// The languages of the site.
    languages: FileLanguages,
    /// The folder of tsconfig.json; empty for the root.
    folder: String,
    /// The script of the compiler.
    compiler: PathBuf,
}

impl TypeChecker {
    /// Finds the compiler for the runtime of a site. None if the site has no tsconfig.json, no
    /// TypeScript or `[runtime] typecheck = false`, or if its packages are not installed yet.
    ///
    /// # Errors
    /// If `[runtime] typecheck = true`, but tsconfig.json or TypeScript is missing.
    pub fn find(
        options: &BuildOptions,
        settings: &Settings,
    ) -> Result<Option<TypeChecker>, Diagnostic> {
        let wanted = settings.config.runtime.as_ref().and_then(|it| it.typecheck);
        let Some(dir) = settings.runtime.clone().filter(|_| wanted != Some(false)) else {
            return Ok(None);
        };

        let world = World::new(&options.root);
        if !Runtime::find(&world, &dir, &settings.languages).is_ok_and(|it| it.has_packages()) {
            return Ok(None);
        }

        let missing = |what: &str, hint: &str| {
            let message = format!("`[runtime] typecheck` needs {what}");
            let error = Diagnostic::error(Code::TypeError, message).hint(hint);
            if wanted == Some(true) { Err(error) } else { Ok(None) }
        };

        let Some(folder) = ancestors(&dir).find(|it| world.stamp(&join(it, CONFIG)).is_some())
        else {
            return missing(CONFIG, "create it in the folder of package.json");
        };
        let compiler = ancestors(folder)
            .map(|it| options.root.join(it).join("node_modules/typescript/bin/tsc"))
            .find(|it| it.is_file());
        let Some(compiler) = compiler else {
            return missing("TypeScript", "run `npm install -D typescript`");
        };

        let folder = folder.to_owned();
        let languages = settings.languages.files.clone();
        Ok(Some(TypeChecker { world, dir, languages, folder, compiler }))
    }

    /// Returns the stamps of the files that a check may read, apart from npm packages.
    pub fn stamps(&self) -> BTreeMap<SitePath, Stamp> {
        let mut stamps = self.world.stamps(&self.dir, &["node_modules"]).unwrap_or_default();
        // Data files and schemas become types.
        stamps.extend(self.world.stamps("content/data", &[]).unwrap_or_default());
        let outside = outer_inputs(&self.world, &self.dir);
        stamps.extend(
            outside.into_iter().filter_map(|path| Some((path.clone(), self.world.stamp(&path)?))),
        );
        stamps
    }

    /// Starts a check, with the current types of data files, schemas and islands.
    ///
    /// # Errors
    /// If Node cannot be started.
    pub fn start(&self) -> Result<TypeCheck<'_>, Diagnostic> {
        // The build reports files that are not valid.
        let _ = write_types(&self.world, Some(&self.dir), &self.languages);

        let root = self.world.root();
        let build_info = root.join(".croupier").join("typecheck.tsbuildinfo");
        let mut node = Command::new("node");
        node.arg(&self.compiler)
            .args(["--noEmit", "--pretty", "false", "--incremental", "--tsBuildInfoFile"])
            .arg(build_info);
        // The compiler can be a child of this process, and ends with it in one group.
        let child = node
            .current_dir(root.join(&self.folder))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| node_missing(&error))?;
        Ok(TypeCheck { checker: self, child })
    }

    /// Returns the diagnostics in the output of the compiler.
    fn diagnostics(&self, output: &str) -> Vec<Diagnostic> {
        let mut messages: Vec<(&str, Vec<&str>)> = Vec::new();
        for line in output.lines().filter(|line| !line.is_empty()) {
            match messages.last_mut() {
                // An indented line explains the one before it.
                Some((_, details)) if line.starts_with(' ') => details.push(line.trim_end()),
                _ => messages.push((line, Vec::new())),
            }
        }

        let diagnostics = messages.into_iter().filter_map(|(line, details)| {
            let (place, text) = line.split_once("error TS")?;
            let (number, text) = text.split_once(": ")?;
            let text = std::iter::once(format!("{text} (TS{number})"))
                .chain(details.into_iter().map(str::to_owned));
            let message = text.collect::<Vec<_>>().join("\n");

            let diagnostic = Diagnostic::error(Code::TypeError, message);
            Some(match place_of(place) {
                Some((file, line, column)) => self.locate(diagnostic, file, line, column),
                None => diagnostic.in_file(&join(&self.folder, CONFIG)),
            })
        });
        diagnostics.collect()
    }

    fn locate(&self, error: Diagnostic, file: &str, line: usize, column: usize) -> Diagnostic {
        let Some(path) = site_path(&self.folder, file) else { return error.in_file(file) };
        let place =
            location(&self.world, &path, line, |line| word_at(line, utf16_index(line, column)));
        match place {
            Some(place) => error.at(place),
            None => error.in_file(&path),
        }
    }
}

/// Returns a folder of the site and the folders above it, up to the root, which is empty.
fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |&folder| match folder.rsplit_once('/') {
        Some((parent, _)) => Some(parent),
        None => (!folder.is_empty()).then_some(""),
    })
}

fn join(folder: &str, file: &str) -> String {
    if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") }
}

/// Parses `src/a.ts(3,5): `: the file, the line and the column in UTF-16 units, both counted from 1.
fn place_of(text: &str) -> Option<(&str, usize, usize)> {
    let (file, position) = text.trim_end().strip_suffix("):")?.rsplit_once('(')?;
    let (line, column) = position.split_once(',')?;
    Some((file, line.parse().ok()?, column.parse().ok()?))
}

/// A running check.
pub struct TypeCheck<'a> {
    checker: &'a TypeChecker,
    child: Child,
}

impl TypeCheck<'_> {
    /// Returns the process, with which another thread pauses, resumes or ends the check.
    pub fn process(&self) -> TypeCheckProcess {
        TypeCheckProcess(Pid::from_child(&self.child))
    }

    /// Waits for the end and returns the errors. None if the check was ended.
    ///
    /// # Errors
    /// If the compiler fails without a diagnostic.
    pub fn wait(self) -> Result<Option<Vec<Diagnostic>>, Diagnostic> {
        let output = self.child.wait_with_output().map_err(|error| node_missing(&error))?;
        if output.status.code().is_none() {
            return Ok(None);
        }
        let diagnostics = self.checker.diagnostics(&String::from_utf8_lossy(&output.stdout));
        if diagnostics.is_empty() && !output.status.success() {
            let text = [output.stdout, output.stderr].concat();
            let message = format!("tsc failed:\n{}", String::from_utf8_lossy(&text).trim());
            return Err(Diagnostic::error(Code::TypeError, message));
        }
        Ok(Some(diagnostics))
    }
}

/// The process group of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeCheckProcess(Pid);

impl TypeCheckProcess {
    /// Stops the check until [`resume`](Self::resume).
    pub fn pause(self) {
        self.signal(Signal::STOP);
    }

    /// Lets a paused check go on.
    pub fn resume(self) {
        self.signal(Signal::CONT);
    }

    /// Ends the check, also if it is paused.
    pub fn end(self) {
        self.signal(Signal::KILL);
    }

    fn signal(self, signal: Signal) {
        // It fails only if the process has ended already.
        let _ = kill_process_group(self.0, signal);
    }
}

/// Returns whether a diagnostic of the compiler is about syntax. Its numbers begin at 1000, and those about JSX at 17000.
fn is_syntax_error(error: &Diagnostic) -> bool {
    let line = error.message.lines().next().unwrap_or_default();
    let number = line.rsplit_once("(TS").and_then(|(_, it)| it.strip_suffix(')')?.parse().ok());
    number.is_some_and(|it: u32| matches!(it, 1000..2000 | 17000..18000))
}

/// Removes type errors that the build reports, too: those on lines with another error, such as an
/// import of a file that does not exist, those within the code that a warning is about, and syntax
/// errors of a file that the bundler cannot parse.
pub fn without_reported(types: Vec<Diagnostic>, reported: &[Diagnostic]) -> Vec<Diagnostic> {
    let reported: Vec<_> = reported.iter().flat_map(Diagnostic::occurrences).collect();
    let is_same = |error: &Diagnostic, other: &Diagnostic| {
        let is_syntax = is_syntax_error(error);
        let (Some(error), Some(place)) = (&error.place, &other.place) else { return false };
        let is_error = other.severity == Severity::Error;
        let is_on_line = error.line_column().0 == place.line_column().0;
        // The bundler and the compiler can find the same mistake on different lines.
        let is_syntax = is_syntax && other.code == Code::BundleFailed;
        error.file == place.file
            && if is_error {
                is_on_line || is_syntax
            } else {
                place.range.contains(&error.range.start)
            }
    };
    types.into_iter().filter(|it| !reported.iter().any(|other| is_same(it, other))).collect()
}
