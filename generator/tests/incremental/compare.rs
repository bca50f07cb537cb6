//! Builds a site from nothing, and compares its output and diagnostics with an incremental build.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use croupier::{BuildOptions, BuildReport, Clock, Diagnostic, Engine, Profile};
use tempfile::TempDir;

use super::START;
use crate::common::tree;

/// Returns the clock of builds at `now` in epoch seconds.
pub(crate) fn at(now: i64) -> Clock {
    Clock { build_year: if now < START { 2025 } else { 2026 }, now }
}

pub(crate) fn args(root: &Path, out: &Path) -> BuildOptions {
    BuildOptions {
        extensions: croupier::extensions(),
        root: root.to_owned(),
        out: Some(out.to_owned()),
        verify: true,
        profile: Profile::Preview,
        supervisor: Some(env!("CARGO_BIN_EXE_croupier").into()),
        ..BuildOptions::default()
    }
}

/// The files of an output folder by path, and the warnings of its build.
pub(crate) type Output = (BTreeMap<PathBuf, Vec<u8>>, Vec<String>);

/// Returns the output of a clean build, or its errors.
pub(crate) fn clean(root: &Path, now: i64) -> Result<Output, Vec<String>> {
    let out = TempDir::new().unwrap();
    let out = out.path().join("public");
    let warnings = report_lines(Engine::new(&args(root, &out), at(now)).build(None, &|_| {}))?;
    Ok((tree(&out), warnings))
}

/// Returns a line for each location of a warning of a build, or of an error. The hint of a broken link is
/// left out, because it can name a page of the previous build, which a clean build does not have.
pub(crate) fn report_lines(
    result: Result<BuildReport, Vec<Diagnostic>>,
) -> Result<Vec<String>, Vec<String>> {
    let line = |it: &Diagnostic| {
        let place = it.place.as_ref().map(|at| (&at.file, at.range.clone()));
        let hint = it.hint.as_ref().filter(|_| it.code.to_string() != "C0204");
        format!("{} {} {place:?} {:?} {hint:?}", it.code, it.message, it.chain)
    };
    let lines = |diagnostics: &[Diagnostic]| {
        diagnostics.iter().flat_map(Diagnostic::occurrences).map(line).collect()
    };
    result.map(|report| lines(&report.warnings)).map_err(|errors| lines(&errors))
}

/// Moves a site with its cache and its output to another folder. All files get new timestamps.
pub(crate) fn move_site(from: &Path, to: &Path) {
    copy_site(from, to);
    fs::remove_dir_all(from).unwrap();
}

/// Copies a site to another folder. All files get new timestamps.
pub(super) fn copy_site(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from).into_iter().flatten() {
        let target = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).unwrap();
        } else if entry.file_type().is_symlink() {
            symlink(fs::read_link(entry.path()).unwrap(), &target).unwrap();
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}

/// Compares a build with a clean one: both publish the same output and warnings, or report the
/// same errors. Returns whether they published, or a description of the first difference.
pub(crate) fn compare(
    step: &str,
    clean: Result<Output, Vec<String>>,
    lines: Result<Vec<String>, Vec<String>>,
    output: &BTreeMap<PathBuf, Vec<u8>>,
) -> Result<bool, String> {
    match (clean, lines) {
        (Ok((expected, warnings)), Ok(lines)) => {
            if warnings != lines {
                return Err(format!(
                    "{step}: warnings are\n {lines:#?}\n instead of\n {warnings:#?}"
                ));
            }
            for path in expected.keys().chain(output.keys()) {
                let text = |tree: &BTreeMap<PathBuf, Vec<u8>>| {
                    tree.get(path).map(|it| String::from_utf8_lossy(it).into_owned())
                };
                if expected.get(path) != output.get(path) {
                    return Err(format!(
                        "{step}: {}\n clean build {:?}\n incremental build {:?}",
                        path.display(),
                        text(&expected),
                        text(output)
                    ));
                }
            }
            Ok(true)
        }
        (Err(expected), Err(lines)) if expected != lines => {
            Err(format!("{step}: errors are\n {lines:#?}\n instead of\n {expected:#?}"))
        }
        (Err(_), Err(_)) => Ok(false),
        (expected, lines) => Err(format!(
            "{step}: the clean build has {:?} files, the incremental build {lines:?}",
            expected.map(|(tree, _)| tree.len())
        )),
    }
}
