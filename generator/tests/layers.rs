//! Which modules of the engine may use which, read from their imports. The compiler enforces the order of the crates.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::common::tree;

/// The modules of the engine in the order in which data flows through a build. A module may use itself and those before it.
const MODULES: [&str; 16] = [
    "commands",
    "cache",
    "highlight",
    "pictures",
    "island",
    "query",
    "template",
    "render",
    "output",
    "sources",
    "session",
    "site",
    "stage",
    "check",
    "pipeline",
    "library",
];

/// Modules whose results are cached with the queries that they made, so that they may only read through a recorder.
const RECORDED: [&str; 2] = ["template/", "render/"];
/// Parts of them that are rendered again after every change of their inputs.
const UNRECORDED: [&str; 2] = ["render/site_files/", "render/policy.rs"];

/// The code of the engine's files above their unit tests, by path below `src`.
fn engine() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/src");
    let names = tree(&folder)
        .into_keys()
        .map(|path| path.to_str().unwrap().to_owned())
        .filter(|name| name.ends_with(".rs"));
    let code = |name: &str| code(&fs::read_to_string(folder.join(name)).unwrap());
    names.map(|name| (name.clone(), code(&name))).collect()
}

/// A file without its unit tests and comments.
fn code(text: &str) -> String {
    let code = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    code.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The names that follow `start` in a text, such as the modules after `crate::`.
fn names_after<'a>(text: &'a str, start: &str) -> BTreeSet<&'a str> {
    let name = |rest: &'a str| {
        rest.split(|it: char| !it.is_alphanumeric() && it != '_').next().unwrap_or_default()
    };
    text.split(start).skip(1).map(name).collect()
}

/// Imports of a later module.
fn upward(files: &BTreeMap<String, String>) -> Vec<String> {
    let level = |module: &str| MODULES.iter().position(|it| *it == module);
    let mut found = Vec::new();
    for (file, code) in files {
        let Some((module, _)) = file.split_once('/') else { continue };
        let own = level(module).unwrap_or_else(|| panic!("{file} is in an unknown module"));
        let used = names_after(code, "crate::");
        let wrong = used.into_iter().filter(|it| level(it).is_none_or(|level| level > own));
        found.extend(wrong.map(|it| format!("{file} uses {it}")));
    }
    found
}

/// Reads of the build's inputs, past the recorder, by modules whose results are cached.
fn unrecorded(files: &BTreeMap<String, String>) -> Vec<String> {
    let starts_with =
        |file: &str, starts: &[&str]| starts.iter().any(|start| file.starts_with(start));
    let recorded = files
        .iter()
        .filter(|(file, _)| starts_with(file, &RECORDED) && !starts_with(file, &UNRECORDED));
    let is_read = |code: &str| {
        names_after(code, "croupier_content::").contains("site")
            || code.split(|it: char| !it.is_alphanumeric()).any(|it| it == "Inputs")
    };
    recorded.filter(|(_, code)| is_read(code)).map(|(file, _)| file.clone()).collect()
}

fn files<const N: usize>(texts: [(&str, &str); N]) -> BTreeMap<String, String> {
    texts.into_iter().map(|(name, text)| (name.to_owned(), code(text))).collect()
}

#[test]
fn modules_use_only_modules_before_them() {
    assert_eq!(upward(&engine()), [""; 0]);
    let wrong = files([
        ("pipeline/mod.rs", "use crate::query::Snapshot;\n"),
        (
            "output/lock.rs",
            "use crate::{\n    island::bundle,\n};\nfn x() { crate::pipeline::Engine::new(); }\n",
        ),
        (
            "island/mod.rs",
            "// use crate::pipeline;\n\n#[cfg(test)]\nmod tests {\n    use crate::pipeline;\n}\n",
        ),
    ]);
    assert_eq!(upward(&wrong), ["output/lock.rs uses ", "output/lock.rs uses pipeline"]);
}

#[test]
fn cached_results_are_made_from_recorded_reads() {
    assert_eq!(unrecorded(&engine()), [""; 0]);
    let wrong = files([
        ("render/page.rs", "use crate::query::inputs::{Inputs, TemplateTexts};\n"),
        ("render/policy.rs", "use crate::query::inputs::Inputs;\n"),
        ("template/views.rs", "fn x(site: &croupier_content::site::Site) {}\n"),
        ("template/errors.rs", "use crate::query::inputs::TemplateTexts;\n"),
    ]);
    assert_eq!(unrecorded(&wrong), ["render/page.rs", "template/views.rs"]);
}

#[test]
fn files_import_by_the_path_from_their_crate() {
    for (file, code) in engine() {
        assert!(
            !code.contains("use super::"),
            "{file} imports with `super`, which the other tests do not read"
        );
    }
}
