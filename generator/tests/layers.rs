//! The order of the generator's rooms, read from its imports: a room uses only those before it, and no files go in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::common::tree;

/// The rooms in the order of the data's way through a build. Each may use itself and those before it.
const ROOMS: [&str; 12] = [
    "diagnostic",
    "source",
    "config",
    "content",
    "island",
    "snapshot",
    "template",
    "render",
    "output",
    "build",
    "serve",
    "command",
];

/// The texts of files by their path in `src`, such as `content/page.rs`.
type Files = BTreeMap<String, String>;

fn generator() -> Files {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let names = tree(&folder).into_keys().map(|path| path.to_str().unwrap().to_owned()).filter(|name| name.ends_with(".rs"));
    names.map(|name| (name.clone(), fs::read_to_string(folder.join(name)).unwrap())).collect()
}

/// The room that a file lies in; none for the two files that compose the rooms.
fn room(file: &str) -> Option<&str> {
    file.split_once('/').map(|(room, _)| room)
}

/// Every path below `crate` that a file names above its tests, a group told apart: `use crate::a::{b, c::d}` is `a::b` and `a::c::d`.
fn imports(text: &str) -> BTreeSet<String> {
    let code = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code = lines.collect::<Vec<_>>().join("\n");
    code.split("crate::").skip(1).flat_map(paths).collect()
}

/// The paths that a text begins with.
fn paths(text: &str) -> Vec<String> {
    let is_path = |it: char| it.is_alphanumeric() || it == '_' || it == ':';
    let (path, rest) = text.split_at(text.find(|it| !is_path(it)).unwrap_or(text.len()));
    let Some(group) = rest.strip_prefix('{').filter(|_| path.is_empty() || path.ends_with("::")) else {
        return vec![path.to_owned()];
    };
    let group = &group[..group.find('}').unwrap_or(group.len())];
    group.split(',').map(|name| format!("{path}{}", name.split_whitespace().next().unwrap_or("self"))).collect()
}

/// The file that a path leads to: the deepest one on its way.
fn target<'a>(files: &'a Files, path: &str) -> Option<&'a str> {
    let parts: Vec<&str> = path.split("::").collect();
    let candidates = (1..=parts.len()).rev().flat_map(|depth| {
        let start = parts[..depth].join("/");
        [format!("{start}.rs"), format!("{start}/mod.rs")]
    });
    candidates.into_iter().find_map(|name| files.get_key_value(&name)).map(|(name, _)| name.as_str())
}

/// What each file uses besides itself.
fn uses(files: &Files) -> BTreeMap<&str, BTreeSet<&str>> {
    let used =
        |name: &str, text: &str| imports(text).iter().filter_map(|path| target(files, path)).filter(|it| *it != name).collect();
    files.iter().map(|(name, text)| (name.as_str(), used(name, text))).collect()
}

/// Imports of a room that comes later, or of one that is not known.
fn climbing(files: &Files) -> Vec<String> {
    let floor = |file: &str| room(file).map(|room| ROOMS.iter().position(|known| *known == room));
    let mut wrong = Vec::new();
    for (file, used) in uses(files) {
        let Some(own) = floor(file) else { continue };
        let is_wrong = |other: &&&str| own.is_none() || floor(other).is_none_or(|other| other > own);
        wrong.extend(used.iter().filter(is_wrong).map(|other| format!("{file} uses {other}")));
        wrong.extend(own.is_none().then(|| format!("{file} lies in no known room")));
    }
    wrong
}

/// Files that use each other, directly or by way of others, along with the way.
fn circle(files: &Files) -> Option<String> {
    fn walk<'a>(
        uses: &BTreeMap<&'a str, BTreeSet<&'a str>>,
        way: &mut Vec<&'a str>,
        done: &mut BTreeSet<&'a str>,
    ) -> Option<String> {
        let file = *way.last()?;
        for next in &uses[file] {
            if let Some(start) = way.iter().position(|it| it == next) {
                return Some(format!("{} -> {next}", way[start..].join(" -> ")));
            }
            if !done.contains(next) {
                way.push(next);
                if let Some(found) = walk(uses, way, done) {
                    return Some(found);
                }
                way.pop();
            }
        }
        done.insert(file);
        None
    }
    let uses = uses(files);
    let mut done = BTreeSet::new();
    files.keys().find_map(|file| walk(&uses, &mut vec![file], &mut done))
}

/// What makes files that are no pages, from all that a build has read; they are made again with each change of it.
const OF_THE_WHOLE: [&str; 2] = ["render/site_files/", "render/policy.rs"];

/// Imports of what can be read without a recorder, by what is kept while its answers stay the same.
fn unrecorded(files: &Files) -> Vec<String> {
    let is_kept = |file: &str| {
        matches!(room(file), Some("template" | "render")) && !OF_THE_WHOLE.iter().any(|whole| file.starts_with(whole))
    };
    let is_open = |path: &String| path.starts_with("snapshot::inputs::Inputs") || path.starts_with("content::site");
    let open = |(file, text): (&String, &String)| {
        imports(text).into_iter().filter(is_open).map(|path| format!("{file} reads {path}")).collect::<Vec<_>>()
    };
    files.iter().filter(|(file, _)| is_kept(file)).flat_map(open).collect()
}

#[test]
fn pages_are_rendered_from_what_a_recorder_answers() {
    assert_eq!(unrecorded(&generator()), [""; 0]);
}

#[test]
fn a_room_uses_only_those_before_it() {
    assert_eq!(climbing(&generator()), [""; 0]);
}

#[test]
fn no_files_go_in_a_circle() {
    assert_eq!(circle(&generator()), None);
}

#[test]
fn every_room_is_there_and_imports_by_way_of_the_crate_alone() {
    let files = generator();
    let rooms: BTreeSet<&str> = files.keys().filter_map(|file| room(file)).collect();
    assert_eq!(rooms, ROOMS.into());
    for (file, text) in &files {
        let code = text.split("\n#[cfg(test)]\nmod tests").next().unwrap();
        assert!(!code.contains("use super::"), "{file} imports by `super`, which this test does not read");
    }
}

#[test]
fn a_wrong_import_is_seen() {
    let files = |texts: &[(&str, &str)]| texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    let climbs: Files = files(&[
        ("build/engine.rs", "use crate::source::path;\n"),
        ("source/path.rs", "use crate::{\n    diagnostic::Diagnostic,\n};\nfn x() { crate::build::engine::Engine::new(); }\n"),
        ("diagnostic/mod.rs", "// use crate::build::engine;\n\n#[cfg(test)]\nmod tests {\n    use crate::build::engine;\n}\n"),
    ]);
    assert_eq!(climbing(&climbs), ["source/path.rs uses build/engine.rs"]);
    assert_eq!(circle(&climbs).as_deref(), Some("build/engine.rs -> source/path.rs -> build/engine.rs"));
    let twins: Files = files(&[
        ("content/page.rs", "use crate::content::site::{self, Site};\n"),
        ("content/site.rs", "use crate::content::{page::Page, slug};\n"),
        ("content/slug.rs", ""),
        ("extras/mod.rs", ""),
    ]);
    assert_eq!(circle(&twins).as_deref(), Some("content/page.rs -> content/site.rs -> content/page.rs"));
    assert_eq!(climbing(&twins), ["extras/mod.rs lies in no known room"]);
    let reads: Files = files(&[
        ("render/page.rs", "use crate::snapshot::inputs::{Inputs, TemplateTexts};\n"),
        ("render/policy.rs", "use crate::snapshot::inputs::Inputs;\n"),
        ("template/views.rs", "fn x(site: &crate::content::site::Site) {}\n"),
        ("template/errors.rs", "use crate::snapshot::inputs::TemplateTexts;\n"),
    ]);
    let expected = ["render/page.rs reads snapshot::inputs::Inputs", "template/views.rs reads content::site::Site"];
    assert_eq!(unrecorded(&reads), expected);
}
