//! Random edits of islands and of who places them: what is built step by step equals what a site makes that has kept nothing, neither
//! bundles nor rendered islands. The bundler and the renderer are small programs that speak as the real ones do, each in a process of
//! its own: what is tried is what the generator makes of what they say.

use std::fs;
use std::path::{Path, PathBuf};

use croupier::Engine;
use rayon::iter::Either;
use rayon::prelude::*;
use tempfile::TempDir;

use crate::common::tree;
use crate::incremental::{
    DAY, Dice, OUTPUT, Output, START, Site, agree, args, at, carry, clean, told,
};

/// How many sequences of edits are tried. Each build starts Node once or twice, and each clean one always twice.
const SEQUENCES: u64 = 40;
/// How many edits each has.
const EDITS: usize = 10;

const BUNDLER: &str = include_str!("../../tests/fixtures/islands/bundle.mjs");
const SHELL: &str = "<head>{{ head }}{{ scripts }}</head>{{ slice(\"top\") }}<main>{{ main }}</main>\
                     <script type=\"application/json\" id=\"croupier-config\">{{ config }}</script>";
/// A page whose front matter names an island, and its props.
const PAGE: &str = "{{ page.body }}{% if page.extra.island %}{{ island(page.extra.island, page.extra.props) }}{% endif %}";
/// The same, woken at another moment, with a query, with files of the runtime and without its islands.
const TEMPLATES: [&str; 6] = [
    PAGE,
    PAGE,
    "<p>{{ page.title }}</p>{% if page.extra.island %}{{ island(page.extra.island, page.extra.props, hydrate=\"idle\") }}{% endif %}",
    "{{ page.body }}{% if page.extra.island %}{{ island(page.extra.island, page.extra.props, queries=[\"menu\"]) }}{% endif %}",
    "{{ asset(\"art.svg\") }}{{ style(\"cards.css\") }}{{ page.body }}",
    "{{ page.body }}",
];
const CARD: &str =
    "{% macro card(label) %}{{ island(\"card\", {\"label\": label}) }}{% endmacro %}";
const ISLANDS: [&str; 3] = ["bar", "list", "card"];
const PAGES: [&str; 4] = ["index", "one", "a/index", "a/two"];
/// What site.toml can say of a runtime: where it is, that no worker keeps its files, that it is where there is none, and nothing.
const TABLES: [&str; 5] = [
    "[runtime]\ndir = \"runtime\"\n",
    "[runtime]\ndir = \"runtime\"\n",
    "[runtime]\ndir = \"runtime\"\n[service_worker]\nenabled = false\n",
    "[runtime]\ndir = \"elsewhere\"\n",
    "",
];
/// What a module can say: what all say, two others, and what cannot be rendered or bundled.
const MODULES: [&str; 8] =
    ["text ", "text ", "other ", "other ", "with common ", "with common ", "throw", "oops"];
/// What the shape of props can be: what all uses fit, what some do not, and one that nobody can hold anything against.
const SHAPES: [&str; 4] = [
    "{\"type\": \"object\"}",
    "{\"type\": \"object\", \"properties\": {\"label\": {\"type\": \"string\"}}}",
    "{\"type\": \"object\", \"required\": [\"label\"]}",
    "{\"sounds\": 1}",
];

fn begin(site: &mut Site) {
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

fn edit(site: &mut Site, dice: &mut Dice) {
    let island = format!("runtime/islands/{}", dice.pick(&ISLANDS));
    match dice.below(23) {
        0..=2 => site.write(&format!("{island}/island.js"), dice.pick(&MODULES)),
        // One that went, or that nobody can use, comes back as it was.
        3..=5 => {
            for name in ISLANDS {
                site.write(&format!("runtime/islands/{name}/island.js"), MODULES[0]);
                site.remove(&format!("runtime/islands/{name}/props.schema.json"));
            }
        }
        6 => site.remove(&format!("{island}/island.js")),
        7 => site.write(&format!("{island}/props.schema.json"), dice.pick(&SHAPES)),
        8 => site.remove(&format!(
            "{island}/{}",
            dice.pick(&["props.schema.json", "style.css", "part.js"])
        )),
        9..=11 => site.write(
            &format!("{island}/{}", dice.pick(&["style.css", "part.js"])),
            dice.pick(&["x", "y"]),
        ),
        12 => site.write(
            &format!(
                "runtime/{}",
                dice.pick(&["common.js", "boot.js", "site.css", "cards.css", "art.svg"])
            ),
            dice.pick(&["one", "another"]),
        ),
        13 => site.write("runtime/renderer.txt", dice.pick(&["one", "another"])),
        14..=17 => {
            let name = dice.pick(&["", "", "bar", "list", "card", "card", "gone"]);
            let props = dice.pick(&["{}", "{label = \"one\"}", "{label = \"two\"}", "{label = 3}"]);
            let extra = if name.is_empty() {
                String::new()
            } else {
                format!("island = \"{name}\"\nprops = {props}\n")
            };
            page(
                site,
                dice.pick(&PAGES),
                &extra,
                dice.pick(&["Words.", "Other words.", "{{ card(\"one\") }}"]),
            );
        }
        18 => site.write(
            "pages/slices/top.html",
            dice.pick(&[
                "{{ island(\"bar\") }}",
                "{{ island(\"list\", {\"label\": data.menu.label}) }}",
                "no island",
            ]),
        ),
        19 => site.write("pages/page.html", dice.pick(&TEMPLATES)),
        20 => site.write(
            "content/data/menu.toml",
            dice.pick(&["label = \"Menu\"\n", "label = \"Other\"\n", "label = 3\n"]),
        ),
        21 => site.write(
            "pages/shortcodes.html",
            dice.pick(&[CARD, "{% macro card(label) %}{{ label }}{% endmacro %}"]),
        ),
        _ => {
            let base_url = dice.pick(&["https://example.com", "https://example.com/docs"]);
            settings(site, base_url, dice.pick(&TABLES));
        }
    }
}

/// What the same sources make where nothing was ever built.
fn anew(root: &Path, now: i64) -> Result<Output, Vec<String>> {
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

/// Runs one sequence and returns how many of its builds were published; the error says at which edit it went wrong and how.
fn sequence(seed: u64) -> Result<usize, String> {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let folder = TempDir::new().unwrap();
    let mut site = Site::of(&folder.path().join("site"));
    let out = |root: &Path| -> PathBuf { root.join("public") };
    begin(&mut site);
    let mut now = START;
    let mut published = 0;
    let begun = |engine: Engine| if seed.is_multiple_of(2) { engine.warm() } else { engine };
    let mut engine = begun(Engine::new(&args(&site.root, &out(&site.root)), at(now)));
    for step in 0..=EDITS {
        if step > 0 {
            (0..=dice.below(2)).for_each(|_| edit(&mut site, &mut dice));
            now += [0, 0, DAY][dice.below(3)];
            engine.set_clock(at(now));
        }
        let touched = std::mem::take(&mut site.touched);
        let before = tree(&out(&site.root));
        let (how, result) = match dice.below(6) {
            0 => {
                engine.save();
                if dice.below(3) == 0 {
                    let other = folder.path().join(format!("site-{step}"));
                    carry(&site.root, &other);
                    site.root = other;
                }
                engine = begun(Engine::new(&args(&site.root, &out(&site.root)), at(now)));
                ("a new process", engine.build(None, &|_| {}))
            }
            1 => ("everything", engine.build(None, &|_| {})),
            _ => ("what changed", engine.build(Some(&touched), &|_| {})),
        };
        let at = format!("seed {seed}, edit {step} ({how}; {touched:?})");
        let found = tree(&out(&site.root));
        let told = told(result);
        if told.is_err() && found != before {
            return Err(format!("{at}: a build with errors changed the output"));
        }
        published += usize::from(agree(&at, anew(&site.root, now), told, &found)?);
    }
    Ok(published)
}

#[test]
fn islands_that_are_built_step_by_step_equal_those_of_a_clean_build() {
    let (wrong, published): (Vec<String>, Vec<usize>) =
        (1..=SEQUENCES).into_par_iter().map(sequence).partition_map(Either::from);
    assert!(
        wrong.is_empty(),
        "{} of {SEQUENCES} sequences went wrong, such as\n{}",
        wrong.len(),
        wrong[0]
    );
    // Builds that only fail would agree in little.
    let (published, all) =
        (published.iter().sum::<usize>(), usize::try_from(SEQUENCES).unwrap() * (EDITS + 1));
    assert!(published * 3 > all, "only {published} of {all} builds were published");
}

#[test]
fn a_runtime_that_site_toml_names_no_longer_leaves_neither_its_bundle_nor_its_errors() {
    let folder = TempDir::new().unwrap();
    let mut site = Site::of(&folder.path().join("site"));
    begin(&mut site);
    site.write("pages/slices/top.html", "no island");
    site.write("content/one.md", "+++\ntitle = \"One\"\n+++\n");
    let out = site.root.join("public");
    let mut engine = Engine::new(&args(&site.root, &out), at(START)).warm();
    let mut built = |site: &mut Site| {
        let told = told(engine.build(Some(&std::mem::take(&mut site.touched)), &|_| {}));
        agree("", anew(&site.root, START), told, &tree(&out)).unwrap()
    };
    assert!(built(&mut site));
    settings(&mut site, "https://example.com", "[runtime]\ndir = \"elsewhere\"\n");
    assert!(!built(&mut site));
    site.write("runtime/islands/bar/island.js", "oops");
    settings(&mut site, "https://example.com", TABLES[0]);
    assert!(!built(&mut site));
    settings(&mut site, "https://example.com", "");
    assert!(built(&mut site));
}
