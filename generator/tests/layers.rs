//! Which modules of the engine may use which, and how many files of a crate import each other, read from their imports. The compiler
//! enforces the order of the crates.

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

/// The folders of the crates with the size of the largest set of files that import each other, directly or through others. A smaller set
/// lowers its number; no change raises one.
const LARGEST_CIRCLES: [(&str, usize); 8] = [
    (".", 3),
    ("base", 2),
    ("cache", 1),
    ("content", 6),
    ("deploy", 3),
    ("edits", 2),
    ("engine", 3),
    ("extensions", 1),
];

/// The code of the engine's files above their unit tests, by path below `src`.
fn engine() -> BTreeMap<String, String> {
    code_of("engine")
}

/// The code of the files of a crate above their unit tests, by path below `src`.
fn code_of(folder: &str) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("src");
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

/// The module that a file is, as in paths: `a::b` for `a/b.rs` and for `a/b/mod.rs`.
fn module_of(file: &str) -> String {
    let path = file.trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    if path == "lib" { String::new() } else { path.replace('/', "::") }
}

/// The paths of `use` declarations: `a::b` and `a::c` for `a::{b, c}`.
fn expanded(declaration: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let mut prefixes = vec![String::new()];
    let mut path = String::new();
    for character in declaration.chars().chain([',']).filter(|it| !it.is_whitespace()) {
        let prefix = prefixes.last().cloned().unwrap_or_default();
        match character {
            '{' => prefixes.push(prefix + &std::mem::take(&mut path)),
            ',' | '}' => {
                if !path.is_empty() {
                    paths.push(prefix + &std::mem::take(&mut path));
                }
                if character == '}' {
                    prefixes.pop();
                }
            }
            _ => path.push(character),
        }
    }
    paths
}

/// The modules that the code of the module `own` names, among `modules`.
fn named_modules<'a>(
    own: &str,
    code: &str,
    modules: &'a BTreeMap<String, String>,
) -> BTreeSet<&'a str> {
    let mut paths = Vec::new();
    let mut others = String::new();
    for statement in code.split_inclusive(';') {
        let mut start = statement.trim_start();
        while let Some((_, rest)) = start.split_once("]\n").filter(|_| start.starts_with("#[")) {
            start = rest.trim_start();
        }
        let visibility = ["pub(crate) ", "pub(super) ", "pub "];
        let start = visibility.iter().find_map(|it| start.strip_prefix(it)).unwrap_or(start);

        match start.strip_prefix("use ") {
            Some(declaration) => paths.extend(expanded(declaration.trim_end_matches(';'))),
            None => others.push_str(statement),
        }
    }

    let others = others.replace("(in crate::", "(in ");
    let is_path = |it: char| it.is_alphanumeric() || matches!(it, '_' | ':');
    let named = others.split("crate::").skip(1);
    paths.extend(named.map(|it| {
        let end = it.find(|it: char| !is_path(it)).unwrap_or(it.len());
        format!("crate::{}", &it[..end])
    }));

    let module = |path: String| {
        let relative = path.strip_prefix("self::").unwrap_or(&path);
        let below = format!("{own}::{relative}");
        let absolute = path.strip_prefix("crate::").unwrap_or(below.trim_start_matches("::"));
        let starts = absolute.match_indices("::").map(|(end, _)| &absolute[..end]);
        let mut longest_first: Vec<&str> = starts.chain([absolute]).collect();
        longest_first.reverse();
        longest_first.into_iter().find_map(|it| Some(modules.get_key_value(it)?.0.as_str()))
    };
    paths.into_iter().filter_map(module).filter(|it| *it != own).collect()
}

/// The largest set of files that import each other, directly or through others.
fn largest_circle(files: &BTreeMap<String, String>) -> BTreeSet<String> {
    let modules: BTreeMap<String, String> =
        files.keys().map(|file| (module_of(file), file.clone())).collect();
    let imports: BTreeMap<&str, BTreeSet<&str>> = modules
        .iter()
        .map(|(module, file)| (module.as_str(), named_modules(module, &files[file], &modules)))
        .collect();

    let reached_from = |start: &str| {
        let mut reached = BTreeSet::new();
        let mut open: Vec<&str> = imports[start].iter().copied().collect();
        while let Some(module) = open.pop() {
            if reached.insert(module) {
                open.extend(&imports[module]);
            }
        }
        reached
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        imports.keys().map(|module| (*module, reached_from(module))).collect();

    let circles = reached.iter().map(|(module, others)| {
        let circle = others.iter().filter(|other| reached[**other].contains(module));
        circle.map(|it| modules[*it].clone()).collect::<BTreeSet<String>>()
    });
    circles.max_by_key(BTreeSet::len).unwrap_or_default()
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

#[test]
fn no_more_files_import_each_other() {
    let names = |files| largest_circle(&files).into_iter().collect::<Vec<_>>();
    let found = files([
        ("lib.rs", "mod a;\npub use self::a::{b::B, d};\n"),
        ("a/mod.rs", "pub(super) use b::{\n    B,\n};\npub(in crate::e) struct A;\n"),
        ("a/b.rs", "fn x() { crate::d::y(); }\n"),
        ("d.rs", "use crate::{\n    a::{self, A},\n    e,\n};\n"),
        ("e.rs", "use std::fmt;\n"),
    ]);
    assert_eq!(names(found), ["a/b.rs", "a/mod.rs", "d.rs"]);

    for (folder, expected) in LARGEST_CIRCLES {
        let circle = names(code_of(folder));
        assert_eq!(
            circle.len().max(1),
            expected,
            "files of {folder} import each other: {circle:?}"
        );
    }
}
