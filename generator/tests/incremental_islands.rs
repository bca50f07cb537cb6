//! Random edits of islands and of the pages that use them. The incrementally built output must equal
//! the output of a copy without cached bundles and rendered islands. The bundler and the renderer
//! are small programs with the protocol of the real ones.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use croupier::Engine;
use tempfile::TempDir;

use crate::common::tree;
use crate::incremental::compare::{Output, args, at, clean, compare, move_site, report_lines};
use crate::incremental::sequence::{Choices, Sequence, Step, check_sequences};
use crate::incremental::site::{OUTPUT, Site};
use crate::incremental::{DAY, START};

/// Each build starts Node once or twice, and each clean build starts it twice.
const SEQUENCES: u64 = 40;
/// Maximum number of steps in a sequence. Each step has one or two edits and a build.
const STEPS: usize = 10;

const BUNDLER: &str = include_str!("../../tests/fixtures/islands/bundle.mjs");
const SHELL: &str = "<head>{{ head }}{{ scripts }}</head>{{ slice(\"top\") }}<main>{{ main }}</main>\
                     <script type=\"application/json\" id=\"croupier-config\">{{ config }}</script>";
/// A page whose front matter names an island, and its props.
const PAGE: &str = "{{ page.body }}{% if page.extra.island %}{{ island(page.extra.island, page.extra.props) }}{% endif %}";
/// Page templates: with other hydration, with a query, with files of the runtime, with the summaries
/// of other pages, and without islands.
const TEMPLATES: [&str; 7] = [
    PAGE,
    PAGE,
    "<p>{{ page.title }}</p>{% if page.extra.island %}{{ island(page.extra.island, page.extra.props, hydrate=\"idle\") }}{% endif %}",
    "{{ page.body }}{% if page.extra.island %}{{ island(page.extra.island, page.extra.props, queries=[\"menu\"]) }}{% endif %}",
    "{{ asset(\"art.svg\") }}{{ style(\"cards.css\") }}{{ page.body }}",
    "{{ page.body }}{% for other in section(\"/\") %}{{ other.summary|markdown }}{% endfor %}",
    "{{ page.body }}",
];
/// Texts of pages: without islands, with islands as blocks, within lines, and in summaries.
const BODIES: [&str; 8] = [
    "Words.",
    "Other words.",
    "{{ card(\"one\") }}",
    "```chart\none\n```",
    "Words {{ card(\"one\") }} and **{{ card(\"two\") }}**{{ card(\"three\") }}.",
    "- {{ card(\"one\") }} in an item\n- > {{ card(\"one\") }}\n\n## Title {{ card(\"two\") }}",
    "Summary {{ card(\"one\") }}.\n\n<!-- more -->\n\nRest {{ card(\"two\") }}.",
    "| a |\n|---|\n| {{ card(\"one\") }} |\n\n<!-- more -->\n\nWords.",
];
const CARD: &str =
    "{% macro card(label) %}{{ island(\"card\", {\"label\": label}) }}{% endmacro %}";
const ISLANDS: [&str; 3] = ["bar", "list", "card"];
const PAGES: [&str; 4] = ["index", "one", "a/index", "a/two"];
/// Settings of the runtime: its folder, code blocks for an island, no service worker, a missing folder, and no runtime.
const TABLES: [&str; 6] = [
    "[runtime]\ndir = \"runtime\"\n",
    "[runtime]\ndir = \"runtime\"\n",
    "[runtime]\ndir = \"runtime\"\n[markdown.code_islands]\nchart = \"card\"\n",
    "[runtime]\ndir = \"runtime\"\n[service_worker]\nenabled = false\n",
    "[runtime]\ndir = \"elsewhere\"\n",
    "",
];
/// Modules: the initial one, two others, one that fails to render, and one that fails to bundle.
const MODULES: [&str; 8] =
    ["text ", "text ", "other ", "other ", "with common ", "with common ", "throw", "oops"];
/// Schemas of props: one that all pages satisfy, two that some do not, and one with an unknown keyword.
const SHAPES: [&str; 4] = [
    "{\"type\": \"object\"}",
    "{\"type\": \"object\", \"properties\": {\"label\": {\"type\": \"string\"}}}",
    "{\"type\": \"object\", \"required\": [\"label\"]}",
    "{\"sounds\": 1}",
];

fn write_initial(site: &mut Site) {
    settings(site, "https://example.com", TABLES[0]);
    site.write("runtime/bundle.mjs", BUNDLER);
    for name in ["boot.js", "cards.css", "art.svg"] {
        site.write(&format!("runtime/{name}"), "one");
    }
    for name in ISLANDS {
        site.write(&format!("runtime/islands/{name}/island.js"), MODULES[0]);
    }
    site.write("pages/shell.html", SHELL);
    site.write("pages/page.html", PAGE);
    site.write("pages/shortcodes.html", CARD);
    site.write("pages/slices/top.html", "{{ island(\"bar\") }}");
    site.write("content/data/menu.toml", "label = \"Menu\"\n");
    for name in PAGES {
        page(site, name, "", "Words.");
    }
    page(site, "one", "island = \"list\"\nprops = {label = \"one\"}\n", "{{ card(\"two\") }}");
}

fn settings(site: &mut Site, base_url: &str, tables: &str) {
    site.write(
        "site.toml",
        &format!("name = \"Site\"\nbase_url = \"{base_url}\"\n{OUTPUT}{tables}"),
    );
}

fn page(site: &mut Site, name: &str, extra: &str, body: &str) {
    site.write(
        &format!("content/{name}.md"),
        &format!("+++\ntitle = \"{name}\"\n[extra]\n{extra}+++\n{body}\n"),
    );
}

fn edit(site: &mut Site, choices: &mut Choices) {
    let island = format!("runtime/islands/{}", choices.pick(&ISLANDS));
    match choices.below(23) {
        0..=2 => site.write(&format!("{island}/island.js"), choices.pick(&MODULES)),
        // Removed or broken islands get their initial files again.
        3..=5 => {
            for name in ISLANDS {
                site.write(&format!("runtime/islands/{name}/island.js"), MODULES[0]);
                site.remove(&format!("runtime/islands/{name}/props.schema.json"));
            }
        }
        6 => site.remove(&format!("{island}/island.js")),
        7 => site.write(&format!("{island}/props.schema.json"), choices.pick(&SHAPES)),
        8 => site.remove(&format!(
            "{island}/{}",
            choices.pick(&["props.schema.json", "style.css", "part.js"])
        )),
        9..=11 => site.write(
            &format!("{island}/{}", choices.pick(&["style.css", "part.js"])),
            choices.pick(&["x", "y"]),
        ),
        12 => site.write(
            &format!(
                "runtime/{}",
                choices.pick(&["common.js", "boot.js", "site.css", "cards.css", "art.svg"])
            ),
            choices.pick(&["one", "another"]),
        ),
        13 => site.write("runtime/renderer.txt", choices.pick(&["one", "another"])),
        14..=17 => {
            let name = choices.pick(&["", "", "bar", "list", "card", "card", "gone"]);
            let props =
                choices.pick(&["{}", "{label = \"one\"}", "{label = \"two\"}", "{label = 3}"]);
            let extra = if name.is_empty() {
                String::new()
            } else {
                format!("island = \"{name}\"\nprops = {props}\n")
            };
            page(site, choices.pick(&PAGES), &extra, choices.pick(&BODIES));
        }
        18 => site.write(
            "pages/slices/top.html",
            choices.pick(&[
                "{{ island(\"bar\") }}",
                "{{ island(\"list\", {\"label\": data.menu.label}) }}",
                "no island",
            ]),
        ),
        19 => site.write("pages/page.html", choices.pick(&TEMPLATES)),
        20 => site.write(
            "content/data/menu.toml",
            choices.pick(&["label = \"Menu\"\n", "label = \"Other\"\n", "label = 3\n"]),
        ),
        21 => site.write(
            "pages/shortcodes.html",
            choices.pick(&[CARD, "{% macro card(label) %}{{ label }}{% endmacro %}"]),
        ),
        _ => {
            let base_url = choices.pick(&["https://example.com", "https://example.com/docs"]);
            settings(site, base_url, choices.pick(&TABLES));
        }
    }
}

/// Returns the output of the same sources in a folder without a cache.
fn clean_copy(root: &Path, now: i64) -> Result<Output, Vec<String>> {
    let copy = TempDir::new().unwrap();
    let is_source = |entry: &walkdir::DirEntry| {
        !matches!(entry.file_name().to_str(), Some(".croupier" | "public"))
    };
    for entry in walkdir::WalkDir::new(root).into_iter().filter_entry(is_source).flatten() {
        let target = copy.path().join(entry.path().strip_prefix(root).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(target).unwrap();
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
    clean(copy.path(), now)
}

/// Runs a sequence. Returns the number of builds without errors, or the first difference to a
/// clean build. `log` gets a description of each step.
fn run(sequence: &Sequence, log: &mut String) -> Result<usize, String> {
    let folder = TempDir::new().unwrap();
    let mut site = Site::new(&folder.path().join("site"));
    let out = |root: &Path| -> PathBuf { root.join("public") };
    write_initial(&mut site);
    let mut now = START;
    let mut published = 0;
    let start = |engine: Engine| if sequence.is_warm { engine.warm() } else { engine };
    let mut engine = start(Engine::new(&args(&site.root, &out(&site.root)), at(now)));
    let first = Step { edits: Vec::new(), build: sequence.first_build.clone() };
    for (index, step) in std::iter::once(&first).chain(&sequence.steps).enumerate() {
        let mut choices: Choices = step.build.clone();
        for choices in &step.edits {
            edit(&mut site, &mut choices.clone());
        }
        if index > 0 {
            now += [0, 0, DAY][choices.below(3)];
            engine.set_clock(at(now));
        }
        log.push_str(&std::mem::take(&mut site.log));
        let touched = std::mem::take(&mut site.touched);
        let before = tree(&out(&site.root));
        let (kind, result) = match choices.below(6) {
            0 => {
                engine.save().unwrap();
                if choices.one_in(3) {
                    let other = folder.path().join(format!("site-{index}"));
                    move_site(&site.root, &other);
                    site.root = other;
                }
                engine = start(Engine::new(&args(&site.root, &out(&site.root)), at(now)));
                ("a new process", engine.build(None, &|_| {}))
            }
            1 => ("all files", engine.build(None, &|_| {})),
            _ => ("edited files", engine.build(Some(&touched), &|_| {})),
        };
        let step = format!("build {index} ({kind}; {touched:?})");
        let _ = writeln!(log, "  {step}");
        let output = tree(&out(&site.root));
        let lines = report_lines(result);
        if lines.is_err() && output != before {
            return Err(format!("{step}: a build with errors changed the output"));
        }
        published += usize::from(compare(&step, clean_copy(&site.root, now), lines, &output)?);
    }
    Ok(published)
}

#[test]
fn incremental_builds_of_islands_equal_clean_builds() {
    check_sequences(SEQUENCES, STEPS, run);
}

#[test]
fn a_runtime_that_site_toml_no_longer_names_leaves_no_bundle_and_no_errors() {
    let folder = TempDir::new().unwrap();
    let mut site = Site::new(&folder.path().join("site"));
    write_initial(&mut site);
    site.write("pages/slices/top.html", "no island");
    site.write("content/one.md", "+++\ntitle = \"One\"\n+++\n");
    let out = site.root.join("public");
    let mut engine = Engine::new(&args(&site.root, &out), at(START)).warm();
    let mut is_published = |site: &mut Site| {
        let lines = report_lines(engine.build(Some(&std::mem::take(&mut site.touched)), &|_| {}));
        compare("", clean_copy(&site.root, START), lines, &tree(&out)).unwrap()
    };
    assert!(is_published(&mut site));
    settings(&mut site, "https://example.com", "[runtime]\ndir = \"elsewhere\"\n");
    assert!(!is_published(&mut site));
    site.write("runtime/islands/bar/island.js", "oops");
    settings(&mut site, "https://example.com", TABLES[0]);
    assert!(!is_published(&mut site));
    settings(&mut site, "https://example.com", "");
    assert!(is_published(&mut site));
}
