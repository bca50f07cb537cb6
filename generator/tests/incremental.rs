//! Random sites and random edits: what is built step by step equals a clean build, byte for byte, errors included.
#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests make and look at real folders")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use croupier::engine::Engine;
use croupier::settings::{Environment, Flags};
use rayon::prelude::*;
use tempfile::TempDir;

use common::tree;

/// How many sequences of edits are tried; each is another seed.
const SEQUENCES: u64 = 500;
/// How many edits each has.
const EDITS: usize = 8;
const ENVIRONMENT: Environment = Environment { build_year: 2026, now: 1_767_225_600 };

/// A small generator of numbers, so that a failing seed fails again.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % limit
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

struct Site {
    root: PathBuf,
    touched: BTreeSet<String>,
}

const NAMES: [&str; 7] = ["index", "one", "two", "a/index", "a/three", "a/four", "b/five"];
const TAXONOMIES: &str = "[[taxonomies]]\nname = \"tags\"\n";
const FEEDS: &str = "[[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\nformat = \"atom\"\n";
const ROUTES: [&str; 8] = ["/", "/one/", "/two/", "/a/", "/a/three/", "/a/four/", "/b/five/", "/moved/"];

impl Site {
    fn write(&mut self, path: &str, text: &str) {
        let target = self.root.join(path);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::write(target, text).unwrap();
        self.touched.insert(path.to_owned());
    }

    fn remove(&mut self, path: &str) {
        if fs::remove_file(self.root.join(path)).is_ok() {
            self.touched.insert(path.to_owned());
        }
    }

    fn page(&mut self, dice: &mut Dice, name: &str) {
        let mut front = format!("title = \"Title {}\"\n", dice.below(4));
        match dice.below(12) {
            0 => front.push_str("path = \"/moved/\"\n"),
            1 => front.push_str("draft = true\n"),
            2 => front.push_str("template = \"list\"\n"),
            3 => front.push_str("weight = -1\n"),
            4 => front.push_str("oops = 1\n"),
            5 => front.push_str("template = \"missing\"\n"),
            6 | 7 => front.push_str("template = \"child\"\n"),
            8 => front.push_str("template = \"paged\"\npaginate_by = 2\nsort_by = \"date\"\n"),
            9 => front.push_str("template = \"paged\"\npaginate_by = 1\n"),
            _ => {}
        }
        if dice.below(3) == 0 {
            front.push_str(&format!("date = 2026-01-0{}\n", 1 + dice.below(9)));
        }
        if dice.below(3) == 0 {
            front.push_str(&format!(
                "[taxonomies]\ntags = [\"{}\", \"{}\"]\n",
                dice.pick(&["x", "Y z"]),
                dice.pick(&["x", "y Z"])
            ));
        }
        let mut body = format!("Words {}.\n\n## Heading {}\n", dice.below(1000), dice.below(2));
        match dice.below(5) {
            0 => body.push_str(&format!("\n[link]({})\n", dice.pick(&ROUTES))),
            1 => body.push_str(&format!("\n[link]({}#heading-{})\n", dice.pick(&ROUTES), dice.below(2))),
            2 => body.push_str("\n![picture](/a.svg)\n"),
            3 => body.push_str("\n{{ all(\"/a/\") }}\n"),
            _ => {}
        }
        let yaml = "---\ntitle: From YAML\ntaxonomies: {tags: [x]}\n---\n";
        let front = if dice.below(10) == 0 { yaml.to_owned() } else { format!("+++\n{front}+++\n") };
        self.write(&format!("content/{name}.md"), &(front + &body));
    }

    fn begin(&mut self, dice: &mut Dice) {
        self.write("site.toml", &format!("name = \"Site\"\nbase_url = \"https://example.com\"\n{TAXONOMIES}{FEEDS}"));
        self.write("pages/shell.html", "<title>{{ site.name }}</title>{{ head }}{{ slice(\"footer\") }}<main>{{ main }}</main>");
        self.write("pages/page.html", "<h1>{{ page.title }}</h1>{% include \"part.html\" %}{{ page.body }}");
        self.write("pages/base.html", "<h1>{% block top %}{% endblock %}</h1>");
        self.write("pages/macro.html", "{% macro shout(x) %}{{ x }}!{% endmacro %}");
        self.write("pages/child.html", "{% extends \"base.html\" %}{% from \"macro.html\" import shout %}{% block top %}{{ shout(page.title) }}{% endblock %}");
        self.write("pages/list.html", "{% for it in section(\"/a/\") %}<a>{{ it.title }}</a>{% endfor %}{{ page.body }}");
        self.write("pages/part.html", "part");
        self.write("pages/slices/footer.html", "{{ data.menu.label }}{% for it in section(\"/\") %}{{ it.path }} {% endfor %}");
        self.write("content/data/menu.toml", "label = \"Menu\"\n");
        self.write(
            "pages/paged.html",
            "{{ page.body }}{{ paginator.number_pagers }}{% for it in paginator.pages %}{{ it.title }}{% endfor %}",
        );
        self.write("pages/term.html", "{{ term.name }}{% for it in paginator.pages %}{{ it.title }}{% endfor %}");
        self.write("pages/terms.html", "{% for it in terms %}{{ it.name }} {{ it.count }}{% endfor %}");
        self.write(
            "pages/shortcodes.html",
            "{% macro all(x) %}{% for it in section(x) %}{{ it.title }}{% endfor %}{% endmacro %}",
        );
        self.write(
            "pages/files/all.json",
            "{{ data.menu.label }}{% for it in section(\"/\", sort_by=\"title\") %}{{ it.title }}{% endfor %}",
        );
        self.write("static/a.svg", "<svg viewBox=\"0 0 1 2\">");
        for name in NAMES {
            if dice.below(3) > 0 {
                self.write(&format!("content/{name}.md"), &format!("+++\ntitle = \"{name}\"\n+++\nText.\n"));
            }
        }
    }

    fn edit(&mut self, dice: &mut Dice) {
        let name = dice.pick(&NAMES);
        match dice.below(23) {
            0..=5 => self.page(dice, name),
            6 => self.remove(&format!("content/{name}.md")),
            7 => {
                let (from, to) = (format!("content/{name}.md"), format!("content/{}.md", dice.pick(&NAMES)));
                if from != to && fs::rename(self.root.join(&from), self.root.join(&to)).is_ok() {
                    self.touched.extend([from, to]);
                }
            }
            8 => self
                .write("pages/part.html", dice.pick(&["part", "other", "{{ site.motto }}", "{{ broken", "{{ nothing.here }}"])),
            9 => {
                let text =
                    dice.pick(&["label = \"Menu\"\n", "label = \"Other\"\n", "label = oops", "query = 1\nlabel = \"x\"\n"]);
                self.write("content/data/menu.toml", text);
            }
            10 => {
                let text = dice.pick(&[
                    "name = \"Site\"\n",
                    "name = \"Other\"\nmotto = 1\n",
                    "name = \"Site\"\n[brand]\nx = 1\n",
                    "name =",
                ]);
                let taxonomies = dice.pick(&[TAXONOMIES, TAXONOMIES, "", "[[taxonomies]]\nname = \"tags\"\npaginate_by = 1\n"]);
                self.write("site.toml", &format!("base_url = \"https://example.com\"\n{text}{taxonomies}{FEEDS}"));
            }
            11 => self.write(&format!("static/{}", dice.pick(&["a.txt", "one/index.html", "feed.xml"])), dice.pick(&["x", "y"])),
            12 => self.remove(&format!("static/{}", dice.pick(&["a.txt", "one/index.html", "feed.xml"]))),
            13 => self.write(
                "pages/list.html",
                dice.pick(&["{% for it in section(\"/\") %}{{ it.heading }}{% endfor %}", "{{ page.body }}"]),
            ),
            14 => {
                self.write("pages/slices/footer.html", dice.pick(&["foot", "{{ data.menu.label }}", "{{ slice(\"footer\") }}"]));
            }
            15 => self.write(
                "pages/base.html",
                dice.pick(&["<h1>{% block top %}{% endblock %}</h1>", "<h2>{% block top %}{% endblock %}</h2>"]),
            ),
            16 => self.write(
                "pages/macro.html",
                dice.pick(&["{% macro shout(x) %}{{ x }}!{% endmacro %}", "{% macro shout(x) %}{{ x }}?{% endmacro %}", "gone"]),
            ),
            17 => {
                self.write("static/a.svg", dice.pick(&["<svg viewBox=\"0 0 1 2\">", "<svg viewBox=\"0 0 3 2\">", "no picture"]));
            }
            18 => self.write(
                "pages/shortcodes.html",
                dice.pick(&[
                    "{% macro all(x) %}all{% endmacro %}",
                    "{% macro all(x) %}{{ data.menu.label }}{% endmacro %}",
                    "none",
                ]),
            ),
            19 => self.write("pages/files/all.json", dice.pick(&["{}", "{{ data.menu.label }}", "{{ broken"])),
            20 => self.write("content/tags/x.md", "+++\ntitle = \"Term\"\ntemplate = \"term\"\n+++\n"),
            21 => self.remove("content/tags/x.md"),
            _ => {
                self.remove("pages/slices/extra.html");
                if dice.below(2) == 0 {
                    self.write("pages/slices/extra.html", "extra");
                }
            }
        }
    }
}

fn flags(root: &Path, out: &Path) -> Flags {
    Flags { root: root.to_owned(), out: Some(out.to_owned()), ..Flags::default() }
}

/// The output of a clean build, or the codes and places of what is wrong.
fn clean(root: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>, Vec<String>> {
    let out = TempDir::new().unwrap();
    let out = out.path().join("public");
    told(Engine::new(&flags(root, &out), ENVIRONMENT).build(None, &|_| {})).map(|()| tree(&out))
}

fn told<T>(result: Result<T, Vec<croupier::diagnostic::Diagnostic>>) -> Result<(), Vec<String>> {
    let place = |it: &croupier::diagnostic::Diagnostic| {
        format!("{} {} {:?}", it.code, it.message, it.place.as_ref().map(|at| (&at.file, at.range.clone())))
    };
    result.map(drop).map_err(|found| found.iter().map(place).collect())
}

/// Runs one sequence; the error says at which edit it went wrong and how.
fn sequence(seed: u64) -> Result<(), String> {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let folder = TempDir::new().unwrap();
    let (root, out) = (folder.path().join("site"), folder.path().join("public"));
    let mut site = Site { root: root.clone(), touched: BTreeSet::new() };
    site.begin(&mut dice);
    let mut engine = Engine::new(&flags(&root, &out), ENVIRONMENT);
    for step in 0..=EDITS {
        if step > 0 {
            for _ in 0..=dice.below(2) {
                site.edit(&mut dice);
            }
        }
        let touched = std::mem::take(&mut site.touched);
        let before = tree(&out);
        let (how, result) = match dice.below(4) {
            0 => {
                engine.save();
                engine = Engine::new(&flags(&root, &out), ENVIRONMENT);
                if dice.below(2) == 0
                    && let Some(victim) = before.keys().nth(dice.below(before.len().max(1)))
                {
                    fs::write(out.join(victim), "somebody else").unwrap();
                }
                ("a new process", engine.build(None, &|_| {}))
            }
            1 => ("everything", engine.build(None, &|_| {})),
            _ => ("what changed", engine.build(Some(&touched), &|_| {})),
        };
        let at = format!("seed {seed}, edit {step} ({how}; {touched:?})");
        match (clean(&root), told(result)) {
            (Ok(expected), Ok(())) => {
                let found = tree(&out);
                for path in expected.keys().chain(found.keys()) {
                    let text =
                        |tree: &BTreeMap<PathBuf, Vec<u8>>| tree.get(path).map(|it| String::from_utf8_lossy(it).into_owned());
                    if expected.get(path) != found.get(path) {
                        return Err(format!("{at}: {}\n clean {:?}\n found {:?}", path.display(), text(&expected), text(&found)));
                    }
                }
            }
            (Err(expected), Err(found)) => {
                if expected != found {
                    return Err(format!("{at}: told\n {found:#?}\n instead of\n {expected:#?}"));
                }
                if how == "what changed" && tree(&out) != before {
                    return Err(format!("{at}: a build with errors changed the output"));
                }
            }
            (expected, found) => return Err(format!("{at}: clean {:?}, found {found:?}", expected.map(|it| it.len()))),
        }
    }
    Ok(())
}

#[test]
fn what_is_built_step_by_step_equals_a_clean_build() {
    let wrong: Vec<String> = (1..=SEQUENCES).into_par_iter().filter_map(|seed| sequence(seed).err()).collect();
    assert!(
        wrong.is_empty(),
        "{} of {SEQUENCES} sequences went wrong, such as\n{}",
        wrong.len(),
        wrong[..wrong.len().min(3)].join("\n\n")
    );
}
