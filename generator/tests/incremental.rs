//! Random sites and random edits: what is built step by step equals a clean build, byte for byte, errors included.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use croupier::{BuildOptions, BuildReport, Clock, Diagnostic, Engine, SitePath};
use rayon::iter::Either;
use rayon::prelude::*;
use tempfile::TempDir;

use crate::common::tree;

/// How many sequences of edits are tried; each is another seed.
const SEQUENCES: u64 = 1000;
/// How many edits each has.
const EDITS: usize = 8;
/// The beginning of 2026. A sequence begins a day before it, so that a year ends while it runs.
pub(crate) const START: i64 = 1_767_225_600;
pub(crate) const DAY: i64 = 24 * 60 * 60;

pub(crate) fn at(now: i64) -> Clock {
    Clock { build_year: if now < START { 2025 } else { 2026 }, now }
}

/// A small generator of numbers, so that a failing seed fails again.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % limit
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

pub(crate) struct Site {
    pub(crate) root: PathBuf,
    pub(crate) touched: BTreeSet<SitePath>,
}

const NAMES: [&str; 8] =
    ["index", "one", "two", "a/index", "a/three", "a/four", "b/five", "a/deep/six"];
/// No release is kept, so that the output holds what a clean build makes and nothing else.
pub(crate) const OUTPUT: &str = "[output]\nkeep_releases = 0\n";
const TAXONOMIES: &str = "[[taxonomies]]\nname = \"tags\"\n";
const PAGED_TAXONOMIES: &str = "[[taxonomies]]\nname = \"tags\"\npaginate_by = 1\n";
const FEEDS: &str = "[[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\nformat = \"atom\"\n";
/// A page that shows what others take from their folders.
const LIST: &str = "{% for it in section(\"/a/\") %}<a>{{ it.title }}{{ it.summary }}{{ it.extra.tone|default }}</a>{% endfor %}{% for it in children(\"/\") %}{{ it.title }}{% endfor %}{{ page.body }}{% for it in collection(\"deals\")|current %}{{ it.id }}{% endfor %}";
/// Shells that pages name: one that comes and goes, the usual one, and one that never is there.
const SHELLS: [&str; 6] = ["landing", "landing", "landing", "landing", "shell", "wide"];
/// What a shell can be: sound, another, one that shows no page, and one that cannot be read.
const SHELL_TEXTS: [&str; 5] = [
    "<title>{{ page.shell }}</title>{{ head }}<main>{{ main }}</main>{{ slice(\"footer\") }}",
    "{{ data.menu.label }}<main>{{ main }}</main>",
    "{% include \"part.html\" %}{{ main }}{% for it in section(\"/\") %}{{ it.title }} {{ it.shell }} {% endfor %}",
    "nothing",
    "{{ main",
];
const ROUTES: [&str; 8] =
    ["/", "/one/", "/two/", "/a/", "/a/three/", "/a/four/", "/b/five/", "/moved/"];

impl Site {
    /// A site that has nothing yet.
    pub(crate) fn of(root: &Path) -> Site {
        Site { root: root.to_owned(), touched: BTreeSet::new() }
    }

    pub(crate) fn write(&mut self, path: &str, text: &str) {
        let target = self.root.join(path);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::write(target, text).unwrap();
        self.touched.insert(SitePath::new(path));
    }

    pub(crate) fn remove(&mut self, path: &str) {
        if fs::remove_file(self.root.join(path)).is_ok() {
            self.touched.insert(SitePath::new(path));
        }
    }

    fn page(&mut self, dice: &mut Dice, name: &str) {
        // The title stands in the front matter or is the first heading.
        let is_heading = dice.below(6) == 0;
        let (front, heading) = (
            format!("title = \"Title {}\"\n", dice.below(4)),
            format!("# Title {}\n\n", dice.below(4)),
        );
        let (mut front, heading) =
            if is_heading { (String::new(), heading) } else { (front, String::new()) };
        match dice.below(16) {
            0 => front.push_str(&format!(
                "path = \"{}\"\n",
                dice.pick(&["/moved/", "/moved/", "/one/", "/two/index.html"])
            )),
            1 => front.push_str("draft = true\n"),
            2 => front.push_str("template = \"list\"\n"),
            3 => front.push_str("weight = -1\n"),
            4 => front.push_str("oops = 1\n"),
            5 => front.push_str("template = \"missing\"\n"),
            6 | 7 => front.push_str("template = \"child\"\n"),
            8 => front.push_str("template = \"paged\"\npaginate_by = 2\nsort_by = \"date\"\n"),
            9 => front.push_str("template = \"paged\"\npaginate_by = 1\n"),
            14 => front.push_str(&format!("shell = \"{}\"\n", dice.pick(&SHELLS))),
            10 | 11 => front.push_str(&format!(
                "aliases = [\"{}\"]\n",
                dice.pick(&["/old/", "/old", "/f/", "/two/"])
            )),
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
        if name.ends_with("index") && dice.below(2) == 0 {
            front.push_str(&Site::cascade(dice));
        }
        let marker = dice.pick(&["", "", "", "<!-- more -->\n\n", "```\n<!-- more -->\n```\n\n"]);
        let words = if dice.below(4) == 0 {
            String::new()
        } else {
            format!("Words {}.\n\n", dice.below(1000))
        };
        let mut body = format!("{heading}{words}{marker}## Heading {}\n", dice.below(2));
        match dice.below(7) {
            0 => body.push_str(&format!("\n[link]({})\n", dice.pick(&ROUTES))),
            1 => body.push_str(&format!(
                "\n[link]({}#heading-{})\n",
                dice.pick(&ROUTES),
                dice.below(2)
            )),
            2 => body.push_str("\n![picture](/a.svg)\n"),
            3 => body.push_str("\n{{ all(\"/a/\") }}\n"),
            4 => body.push_str("\n![](/a.svg)\n"),
            5 => body.push_str(&format!(
                "\n[link]({})\n",
                dice.pick(&[
                    "/old/",
                    "/gone/",
                    "/f/",
                    "/f",
                    "/f/g.txt",
                    "/link/",
                    "/extra.txt",
                    "/tags/u/"
                ])
            )),
            _ => {}
        }
        let yaml = "---\ntitle: From YAML\ntaxonomies: {tags: [x]}\n---\n";
        let front =
            if dice.below(10) == 0 { yaml.to_owned() } else { format!("+++\n{front}+++\n") };
        self.write(&format!("content/{name}.md"), &(front + &body));
    }

    /// Lets a page say something else of itself, and stand where it stood: what people do most.
    fn reword(&mut self, dice: &mut Dice, name: &str) {
        let path = format!("content/{name}.md");
        let Some(text) =
            fs::read_to_string(self.root.join(&path)).ok().filter(|it| it.starts_with("+++\n"))
        else {
            return;
        };
        let (front, body) = text["+++\n".len()..].split_once("+++\n").unwrap();
        let (own, tables) = front.find("\n[").map_or((front, ""), |at| front.split_at(at + 1));
        let words = ["title", "weight", "date", "updated", "robots", "description", "extra.x"];
        let mut own: String = own
            .split_inclusive('\n')
            .filter(|line| !words.iter().any(|word| line.starts_with(word)))
            .collect();
        own.push_str(&format!("title = \"Title {}\"\n", dice.below(4)));
        match dice.below(7) {
            0 => own.push_str("weight = -2\n"),
            1 | 2 => own.push_str(&format!("date = 2026-01-0{}\n", 1 + dice.below(9))),
            3 => own.push_str(&format!("updated = 2026-01-0{}\n", 1 + dice.below(3))),
            4 => own.push_str("robots = \"noindex\"\n"),
            5 => own.push_str("description = \"Words\"\nextra.x = 1\n"),
            _ => {}
        }
        let tables = match dice.below(3) {
            0 => {
                let (one, other) =
                    (dice.pick(&["x", "Y z", "u"]), dice.pick(&["x", "Y z", "y Z", "Y.z"]));
                format!("[taxonomies]\ntags = [\"{one}\", \"{other}\"]\n")
            }
            _ => tables.to_owned(),
        };
        self.write(&path, &format!("+++\n{own}{tables}+++\n{body}"));
    }

    /// What a folder says for the pages below it; sometimes nothing, or what no page can be.
    fn cascade(dice: &mut Dice) -> String {
        let mut said = "[cascade]\n".to_owned();
        match dice.below(14) {
            0 => said.push_str("template = \"list\"\n"),
            1 => said.push_str("template = \"missing\"\n"),
            2 => said.push_str("draft = true\n"),
            3 => said.push_str(&format!(
                "{} = 2026-01-0{}\n",
                dice.pick(&["publish_at", "expire_at"]),
                1 + dice.below(4)
            )),
            4 => said.push_str("weight = 2\nin_sitemap = false\n"),
            5 => said.push_str("template = \"paged\"\npaginate_by = 1\nsort_by = \"title\"\n"),
            12 | 13 => said.push_str(&format!("shell = \"{}\"\n", dice.pick(&SHELLS))),
            6 => said.push_str(dice.pick(&["template = 1\n", "title = \"Ours\"\n", "oops = 1\n"])),
            _ => {}
        }
        if dice.below(2) == 0 {
            said.push_str(&format!(
                "[cascade.extra]\n{} = \"{}\"\n",
                dice.pick(&["kind", "tone"]),
                dice.below(3)
            ));
        }
        if dice.below(4) == 0 {
            said.push_str(&format!(
                "[cascade.taxonomies]\n{} = [\"x\"]\n",
                dice.pick(&["tags", "tags", "moods"])
            ));
        }
        said
    }

    /// An entry of data that is current from one of the first days on, up to another.
    fn deal(&mut self, dice: &mut Dice) {
        let name = dice.pick(&["a", "b"]);
        let (first, last) = (1 + dice.below(6), 1 + dice.below(9));
        let text = format!(
            "starts = 2026-01-0{first}\nexpires = 2026-01-0{last}T12:00:00Z\nover = 2026-01-05\n"
        );
        self.write(&format!("content/data/deals/{name}.toml"), &text);
    }

    fn begin(&mut self, dice: &mut Dice) {
        let taxonomies = dice.pick(&[TAXONOMIES, PAGED_TAXONOMIES]);
        self.write(
            "site.toml",
            &format!(
                "name = \"Site\"\nbase_url = \"https://example.com\"\n{OUTPUT}{taxonomies}{FEEDS}"
            ),
        );
        self.write("pages/shell.html", "<title>{{ site.name }}</title>{{ head }}{{ slice(\"footer\") }}<main>{{ main }}</main>");
        self.write("pages/page.html", "<h1>{{ page.title }}{{ page.extra.kind|default }}</h1>{% include \"part.html\" %}{{ page.body }}{% if page.next %}{{ page.next.title }}{{ page.next.extra.tone|default }}{% endif %}{% for it in page.ancestors %}{{ it.title }}{% endfor %}");
        self.write("pages/base.html", "<h1>{% block top %}{% endblock %}</h1>");
        self.write("pages/macro.html", "{% macro shout(x) %}{{ x }}!{% endmacro %}");
        self.write("pages/child.html", "{% extends \"base.html\" %}{% from \"macro.html\" import shout %}{% block top %}{{ shout(page.title) }}{% endblock %}");
        self.write("pages/shells/landing.html", SHELL_TEXTS[0]);
        self.write("pages/list.html", LIST);
        self.write("pages/part.html", "part");
        self.deal(dice);
        self.write(
            "pages/slices/footer.html",
            "{{ data.menu.label }}{% for it in section(\"/\") %}{{ it.path }} {% endfor %}",
        );
        self.write("content/data/menu.toml", "label = \"Menu\"\n");
        self.write(
            "pages/slices/deals.html",
            "{% for it in collection(\"deals\")|current(expires=\"over\") %}{{ it.id }}{% endfor %}",
        );
        self.write(
            "pages/files/deals.json",
            "[{% for it in collection(\"deals\")|current %}{{ it.id }},{% endfor %}0]",
        );
        self.write(
            "pages/paged.html",
            "{{ page.title }}{{ page.body }}{{ paginator.number_pagers }} {{ paginator.total_pages }}{% for it in paginator.pages %}{{ it.title }}{% endfor %}",
        );
        self.write("pages/term.html", "{{ term.name }}{% for it in terms(\"tags\") %}{{ it.count }}{% endfor %}{% for it in paginator.pages %}{{ it.title }}{% endfor %}");
        self.write(
            "pages/terms.html",
            "{% for it in terms %}{{ it.name }} {{ it.count }}{% endfor %}",
        );
        self.write(
            "pages/shortcodes.html",
            "{% macro all(x) %}{% for it in section(x) %}{{ it.title }}{% endfor %}{% endmacro %}",
        );
        self.write(
            "pages/files/all.json",
            "[{{ data.menu.label }}{% for it in section(\"/\", sort_by=\"title\") %},{{ it.title }}{% endfor %}]",
        );
        self.write("static/a.svg", "<svg viewBox=\"0 0 1 2\">");
        for name in NAMES {
            if dice.below(3) > 0 {
                let list = match name {
                    "index" => "template = \"list\"\n",
                    "a/index" => "template = \"paged\"\npaginate_by = 1\n",
                    _ => "",
                };
                self.write(
                    &format!("content/{name}.md"),
                    &format!("+++\ntitle = \"{name}\"\n{list}+++\nText.\n"),
                );
            }
        }
    }

    fn edit(&mut self, dice: &mut Dice) {
        let name = dice.pick(&NAMES);
        match dice.below(if cfg!(feature = "pictures") { 56 } else { 52 }) {
            26 | 27 => {
                let (name, said) = (dice.pick(&["index", "a/index", "b/index"]), Site::cascade(dice));
                self.write(&format!("content/{name}.md"), &format!("+++\ntitle = \"{name}\"\n{said}+++\nText.\n"));
                // A page beside the folder that shows what its pages take.
                if dice.below(2) == 0 {
                    self.write("pages/list.html", LIST);
                    self.write("content/a/three.md", "+++\ntitle = \"Three\"\n+++\n");
                    self.write("content/one.md", "+++\ntitle = \"One\"\ntemplate = \"list\"\n+++\n");
                }
            }
            0..=5 => self.page(dice, name),
            6 => self.remove(&format!("content/{name}.md")),
            7 => {
                let (from, to) = (format!("content/{name}.md"), format!("content/{}.md", dice.pick(&NAMES)));
                if from != to && fs::rename(self.root.join(&from), self.root.join(&to)).is_ok() {
                    self.touched.extend([from, to].map(SitePath::new));
                }
            }
            8 => self
                .write("pages/part.html", dice.pick(&["part", "other", "{{ asset(\"/a.txt\") }}", "{{ site.motto }}", "{{ broken", "{{ nothing.here }}"])),
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
                let taxonomies = dice.pick(&[TAXONOMIES, TAXONOMIES, "", PAGED_TAXONOMIES]);
                let base_url = dice.pick(&["https://example.com", "https://example.com", "https://example.com/docs"]);
                let redirects = dice.pick(&["", "", "/one/", "/f/g.txt", "/nowhere/", "https://elsewhere.example/"]);
                let redirects = match redirects {
                    "" => String::new(),
                    to => format!("[[redirects]]\nfrom = \"/gone/\"\nto = \"{to}\"\n"),
                };
                let tables = format!("{OUTPUT}{taxonomies}{FEEDS}{redirects}");
                self.write("site.toml", &format!("base_url = \"{base_url}\"\n{text}{tables}"));
            }
            11 => self.write(&format!("static/{}", dice.pick(&["a.txt", "one/index.html", "feed.xml"])), dice.pick(&["x", "y"])),
            12 => self.remove(&format!("static/{}", dice.pick(&["a.txt", "one/index.html", "feed.xml"]))),
            13 => self.write(
                "pages/list.html",
                dice.pick(&[
                    "{% for it in section(\"/\") %}{{ it.heading }}{% endfor %}",
                    "{% for it in children(\"/\") %}{{ it.path }}{% endfor %}{% if page.previous %}{{ page.previous.title }}{% endif %}",
                    "{% set it = get_page(\"/one\") %}{% if it %}{{ it.title }}{% endif %}",
                    "{{ page.body }}",
                ]),
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
            22 | 23 => self.deal(dice),
            24 => self.write(
                "pages/page.html",
                "<h1>{{ page.title }}</h1>{% for it in file_data(\"deals.json\") %}{{ it }}{% endfor %}{{ slice(\"deals\") }}",
            ),
            25 => {
                let extra = dice.pick(&["pages/slices/extra.html", "pages/files/extra.txt"]);
                self.remove(extra);
                if dice.below(2) == 0 {
                    self.write(extra, "extra");
                }
            }
            28 | 29 => self.edit_beside(dice, name),
            36..48 => self.reword(dice, name),
            48..52 => self.edit_shells(dice, name),
            52..56 => self.edit_pictures(dice),
            _ => self.edit_files(dice, name),
        }
    }

    /// Edits of files beside pages, of what stands in their way, and of pages that show them.
    fn edit_beside(&mut self, dice: &mut Dice, name: &str) {
        let file =
            dice.pick(&["pic.svg", "a/pic.svg", "a/deep/pic.svg", "a/deep/note.txt", "b/pic.svg"]);
        match dice.below(8) {
            0 => self.remove(&format!("content/{file}")),
            // The folder's page goes elsewhere, and its files with it.
            3 => {
                let path = dice.pick(&["", "path = \"/moved/\"\n", "draft = true\n"]);
                self.write("content/a/index.md", &format!("+++\ntitle = \"A\"\n{path}+++\n"));
            }
            1 | 2 => {
                let text = dice.pick(&[
                    "<svg viewBox=\"0 0 1 2\">",
                    "<svg viewBox=\"0 0 3 2\">",
                    "no picture",
                ]);
                self.write(&format!("content/{file}"), text);
            }
            4 => {
                self.remove("static/a/pic.svg");
                if dice.below(3) == 0 {
                    self.write("static/a/pic.svg", "<svg viewBox=\"0 0 5 5\">");
                }
            }
            5 => self.write(
                "pages/part.html",
                dice.pick(&[
                    "part",
                    "{{ asset(\"/pic.svg\") }}",
                    "{{ image_size(\"/a/pic.svg\").width }}",
                ]),
            ),
            _ => {
                let link = dice.pick(&[
                    "![p](pic.svg)",
                    "![p](deep/pic.svg)",
                    "![p](../a/pic.svg)",
                    "[n](/a/deep/note.txt)",
                ]);
                self.write(
                    &format!("content/{name}.md"),
                    &format!("+++\ntitle = \"{name}\"\n+++\n{link}\n"),
                );
                self.write("content/a/deep/note.txt", "note");
                self.write("content/a/four.md", "+++\ntitle = \"Four\"\n+++\n[n](deep/note.txt)\n");
            }
        }
    }

    /// Edits of a shell, and of who has it.
    fn edit_shells(&mut self, dice: &mut Dice, name: &str) {
        match dice.below(6) {
            0 => self.remove("pages/shells/landing.html"),
            1..=3 => self.write("pages/shells/landing.html", dice.pick(&SHELL_TEXTS)),
            4 => {
                let shell = dice.pick(&SHELLS);
                self.write(
                    "content/a/index.md",
                    &format!("+++\ntitle = \"A\"\n[cascade]\nshell = \"{shell}\"\n+++\n"),
                );
            }
            _ => {
                let shell = dice.pick(&SHELLS);
                self.write(
                    &format!("content/{name}.md"),
                    &format!("+++\ntitle = \"{name}\"\nshell = \"{shell}\"\n+++\n"),
                );
            }
        }
    }

    /// Edits of a picture, and of who asks for copies of it.
    fn edit_pictures(&mut self, dice: &mut Dice) {
        let logo = include_bytes!("../../tests/fixtures/pictures/logo.png");
        match dice.below(6) {
            0 => self.remove("static/p.png"),
            1..=3 => {
                // As people save pictures: whole, otherwise, and cut off.
                let other = [&logo[..], b"x"].concat();
                let bytes: &[u8] = dice.pick(&[&logo[..], &other, &logo[..900]]);
                fs::write(self.root.join("static/p.png"), bytes).unwrap();
                self.touched.insert(SitePath::new("static/p.png"));
            }
            _ => {
                let call =
                    dice.pick(&["widths=[1, 3]", "widths=[3, 700]", "widths=[3], quality=1"]);
                let file =
                    dice.pick(&["pages/part.html", "pages/slices/footer.html", "pages/list.html"]);
                self.write(file, &format!("{{{{ picture(\"/p.png\", alt=\"\", {call}) }}}}"));
            }
        }
    }

    /// Edits of files that stand in each other's way, have several names or say what others must be.
    fn edit_files(&mut self, dice: &mut Dice, name: &str) {
        match dice.below(10) {
            0 => self.write(
                "pages/page.html",
                dice.pick(&[
                    "{{ static_query(\"menu\") }}{{ page.body }}",
                    "{{ build_year }}{{ page.body }}",
                ]),
            ),
            1 => self.write(
                "content/data/menu.schema.json",
                dice.pick(&[
                    "{\"required\": [\"label\"]}",
                    "{\"required\": [\"query\"]}",
                    "{\"oops\": 1}",
                    "{",
                ]),
            ),
            2 => self.remove("content/data/menu.schema.json"),
            // A file of the host's, and one at an address that leads elsewhere.
            3 => self.write(
                &format!(
                    "static/{}",
                    dice.pick(&["_redirects", "_headers", "old", "gone/index.html"])
                ),
                dice.pick(&["x", "/b/* /one/\n"]),
            ),
            4 => self.remove(&format!(
                "static/{}",
                dice.pick(&["_redirects", "_headers", "old", "gone/index.html"])
            )),
            // What is a file, what is a folder and what is a page take each other's place.
            5 | 6 => {
                self.remove("static/f");
                self.remove("static/f/g.txt");
                let _ = fs::remove_dir(self.root.join("static/f"));
                self.remove("content/f.md");
                match dice.below(4) {
                    0 => self.write("static/f", dice.pick(&["x", "y"])),
                    1 => self.write("static/f/g.txt", dice.pick(&["x", "y"])),
                    2 => self.write("content/f.md", "+++\ntitle = \"F\"\n+++\n"),
                    _ => {}
                }
            }
            _ => {
                self.remove("content/link.md");
                if dice.below(3) > 0 {
                    symlink(format!("{name}.md"), self.root.join("content/link.md")).unwrap();
                    self.touched.insert(SitePath::new("content/link.md"));
                }
            }
        }
    }
}

pub(crate) fn args(root: &Path, out: &Path) -> BuildOptions {
    BuildOptions {
        root: root.to_owned(),
        out: Some(out.to_owned()),
        verify: true,
        ..BuildOptions::default()
    }
}

/// The files of an output by path, and the warnings of the build that made it.
pub(crate) type Output = (BTreeMap<PathBuf, Vec<u8>>, Vec<String>);

/// What a clean build makes, or what is wrong.
pub(crate) fn clean(root: &Path, now: i64) -> Result<Output, Vec<String>> {
    let out = TempDir::new().unwrap();
    let out = out.path().join("public");
    let warnings = told(Engine::new(&args(root, &out), at(now)).build(None, &|_| {}))?;
    Ok((tree(&out), warnings))
}

/// The warnings of a build, or its errors: codes, words, places, ways and hints. That of a broken link may speak of the last build,
/// which a clean one has not.
pub(crate) fn told(
    result: Result<BuildReport, Vec<Diagnostic>>,
) -> Result<Vec<String>, Vec<String>> {
    let line = |it: &Diagnostic| {
        let place = it.place.as_ref().map(|at| (&at.file, at.range.clone()));
        let hint = it.hint.as_ref().filter(|_| it.code.to_string() != "C0204");
        format!("{} {} {place:?} {:?} {hint:?}", it.code, it.message, it.chain)
    };
    let all = |found: Vec<Diagnostic>| found.iter().map(line).collect();
    result.map(|report| all(report.warnings)).map_err(all)
}

/// Brings a site with its cache and its output to another folder, where every file has another stamp.
pub(crate) fn carry(from: &Path, to: &Path) {
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
    fs::remove_dir_all(from).unwrap();
}

/// Runs one sequence and returns how many of its builds were published; the error says at which edit it went wrong and how.
fn sequence(seed: u64) -> Result<usize, String> {
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let folder = TempDir::new().unwrap();
    let mut root = folder.path().join("site");
    let mut out = root.join("public");
    let mut site = Site::of(&root);
    site.begin(&mut dice);
    let mut now = START - DAY;
    let mut published = 0;
    // A process that goes on knows more, and so does the one that takes up where another ended.
    let begun = |engine: Engine| if seed.is_multiple_of(2) { engine.warm() } else { engine };
    let mut engine = begun(Engine::new(&args(&root, &out), at(now)));
    for step in 0..=EDITS {
        if step > 0 {
            for _ in 0..=dice.below(2) {
                site.edit(&mut dice);
            }
            // Mostly a day or none goes by; now and then somebody sets the clock back.
            now += [0, DAY, DAY, DAY / 2, -2 * DAY][dice.below(5)];
            engine.set_clock(at(now));
        }
        let touched = std::mem::take(&mut site.touched);
        let before = tree(&out);
        let (how, result) = match dice.below(6) {
            0 => {
                engine.save();
                if dice.below(3) == 0 {
                    let other = folder.path().join(format!("site-{step}"));
                    carry(&root, &other);
                    (out, root) = (other.join("public"), other);
                    site.root.clone_from(&root);
                }
                engine = begun(Engine::new(&args(&root, &out), at(now)));
                if dice.below(2) == 0
                    && let Some(victim) = before.keys().nth(dice.below(before.len().max(1)))
                {
                    fs::write(out.join(victim), "somebody else").unwrap();
                }
                ("a new process", engine.build(None, &|_| {}))
            }
            1 => ("everything", engine.build(None, &|_| {})),
            // The watcher knows, too, that a file of several names is told by one of them alone.
            _ if root.join("content/link.md").is_symlink() => {
                ("everything, for a link", engine.build(None, &|_| {}))
            }
            _ => ("what changed", engine.build(Some(&touched), &|_| {})),
        };
        let at = format!("seed {seed}, edit {step} ({how}; {touched:?})");
        let found = tree(&out);
        let told = told(result);
        if told.is_err() && how == "what changed" && found != before {
            return Err(format!("{at}: a build with errors changed the output"));
        }
        published += usize::from(agree(&at, clean(&root, now), told, &found)?);
    }
    Ok(published)
}

/// Whether a build was published, where it agrees with a clean one: both publish the same or tell the same errors.
pub(crate) fn agree(
    at: &str,
    clean: Result<Output, Vec<String>>,
    told: Result<Vec<String>, Vec<String>>,
    found: &BTreeMap<PathBuf, Vec<u8>>,
) -> Result<bool, String> {
    match (clean, told) {
        (Ok((expected, warnings)), Ok(told)) => {
            if warnings != told {
                return Err(format!("{at}: warned\n {told:#?}\n instead of\n {warnings:#?}"));
            }
            for path in expected.keys().chain(found.keys()) {
                let text = |tree: &BTreeMap<PathBuf, Vec<u8>>| {
                    tree.get(path).map(|it| String::from_utf8_lossy(it).into_owned())
                };
                if expected.get(path) != found.get(path) {
                    return Err(format!(
                        "{at}: {}\n clean {:?}\n found {:?}",
                        path.display(),
                        text(&expected),
                        text(found)
                    ));
                }
            }
            Ok(true)
        }
        (Err(expected), Err(found)) if expected != found => {
            Err(format!("{at}: told\n {found:#?}\n instead of\n {expected:#?}"))
        }
        (Err(_), Err(_)) => Ok(false),
        (expected, found) => {
            Err(format!("{at}: clean {:?}, found {found:?}", expected.map(|(tree, _)| tree.len())))
        }
    }
}

#[test]
fn what_is_built_step_by_step_equals_a_clean_build() {
    let (wrong, published): (Vec<String>, Vec<usize>) =
        (1..=SEQUENCES).into_par_iter().map(sequence).partition_map(Either::from);
    assert!(
        wrong.is_empty(),
        "{} of {SEQUENCES} sequences went wrong, such as\n{}",
        wrong.len(),
        wrong[..wrong.len().min(3)].join("\n\n")
    );
    // Builds that only fail would agree in little.
    let (published, all) =
        (published.iter().sum::<usize>(), usize::try_from(SEQUENCES).unwrap() * (EDITS + 1));
    assert!(published * 3 > all, "only {published} of {all} builds were published");
}

/// A site with an engine that is told of each edit, as `watch` is.
struct Watched {
    site: Site,
    out: PathBuf,
    engine: Engine,
    _folder: TempDir,
}

impl Watched {
    fn begin() -> Watched {
        let folder = TempDir::new().unwrap();
        let (root, out) = (folder.path().join("site"), folder.path().join("public"));
        let mut site = Site::of(&root);
        site.write(
            "site.toml",
            &format!("name = \"Site\"\nbase_url = \"https://example.com\"\n{OUTPUT}{TAXONOMIES}"),
        );
        site.write("pages/shell.html", "{{ main }}");
        site.write("pages/page.html", "<h1>{{ page.title }}</h1>{{ page.body }}");
        site.write("pages/term.html", "{{ term.name }}");
        site.write("pages/terms.html", "terms");
        for name in ["index", "one", "b/five"] {
            site.write(&format!("content/{name}.md"), &format!("+++\ntitle = \"{name}\"\n+++\n"));
        }
        let engine = Engine::new(&args(&root, &out), at(START)).warm();
        Watched { site, out, engine, _folder: folder }
    }

    /// Builds what was touched, and holds it against a clean build.
    fn build(&mut self) -> Result<Vec<String>, Vec<String>> {
        let touched = std::mem::take(&mut self.site.touched);
        let built = told(self.engine.build(Some(&touched), &|_| {}));
        let expected = clean(&self.site.root, START);
        assert_eq!(
            built,
            expected.as_ref().map(|(_, warnings)| warnings.clone()).map_err(Clone::clone),
            "{touched:?}"
        );
        if let Ok((files, _)) = expected {
            assert_eq!(tree(&self.out), files, "{touched:?}");
        }
        built
    }

    fn page(&mut self, name: &str, front: &str, body: &str) {
        self.site.write(
            &format!("content/{name}.md"),
            &format!("+++\ntitle = \"{name}\"\n{front}+++\n{body}\n"),
        );
    }
}

#[test]
fn a_warning_of_what_nobody_edits_is_told_again() {
    let mut site = Watched::begin();
    site.site.write("static/_redirects", "/b/* /one/\n");
    assert!(site.build().unwrap()[0].contains("C0206"));
    site.page("one", "", "Words.");
    assert!(site.build().unwrap()[0].contains("C0206"));
    site.page("one", "description = \"Words\"\n", "Words.");
    assert!(site.build().unwrap()[0].contains("C0206"));
}

#[test]
fn a_link_to_a_page_that_ends_is_told_whichever_page_was_rendered() {
    let mut site = Watched::begin();
    site.site.write("pages/up.html", "<a href=\"/b/five/\">up</a>");
    site.page("b/five", "template = \"up\"\nexpire_at = 2031-01-01\n", "");
    site.page("two", "template = \"up\"\n", "");
    for text in ["One.", "Two.", "Three."] {
        site.page("two", "template = \"up\"\n", text);
        assert!(site.build().unwrap()[0].contains("C0212"));
        site.page("one", "", text);
        assert!(site.build().unwrap()[0].contains("C0212"));
    }
}

#[test]
fn a_link_breaks_when_the_template_of_its_file_goes() {
    let mut site = Watched::begin();
    site.site.write("pages/files/extra.txt", "extra");
    site.page("one", "", "[extra](/extra.txt)");
    site.build().unwrap();
    site.site.remove("pages/files/extra.txt");
    assert!(site.build().unwrap_err()[0].contains("C0204"));
    site.site.write("pages/files/extra.txt", "extra");
    site.build().unwrap();
}

#[test]
fn a_link_to_data_breaks_when_that_has_another_name() {
    let mut site = Watched::begin();
    site.site.write("content/data/menu.toml", "label = \"Menu\"\n");
    site.site.write("pages/query.html", "{% set menu = static_query(\"menu\") %}");
    site.page("index", "template = \"query\"\n", "");
    site.build().unwrap();
    let query =
        tree(&site.out).into_keys().find(|path| path.starts_with("page-data/sq/d")).unwrap();
    site.page("one", "", &format!("[data](/{})", query.display()));
    site.build().unwrap();
    site.site.write("content/data/menu.toml", "label = \"Other\"\n");
    assert!(site.build().unwrap_err()[0].contains("C0204"));
}

#[test]
fn a_link_to_the_term_of_a_draft_is_told_for_what_it_is() {
    let mut site = Watched::begin();
    site.page("b/five", "draft = true\n[taxonomies]\ntags = [\"x\"]\n", "");
    site.build().unwrap();
    site.page("b/five", "draft = true\n[taxonomies]\ntags = [\"u\"]\n", "");
    site.build().unwrap();
    site.page("one", "", "[u](/tags/u/)");
    assert!(site.build().unwrap_err()[0].contains("/tags/u/ is not published yet"));
}

#[test]
fn a_page_moves_between_terms_and_its_neighbours_hear_of_its_title() {
    let mut site = Watched::begin();
    site.site.write(
        "pages/term.html",
        "{% for it in paginator.pages %}{{ it.title }} {% endfor %}{% for it in terms(\"tags\") %}{{ it.count }}{% endfor %}",
    );
    site.site.write(
        "pages/page.html",
        "{{ page.title }}{% if page.next %} before {{ page.next.title }}{% endif %}",
    );
    let tags = |tags: &str| format!("[taxonomies]\ntags = [{tags}]\n");
    site.page("one", &tags("\"x\", \"y\""), "");
    site.page("b/five", &tags("\"x\", \"y\""), "");
    site.page("two", &tags("\"x\", \"z\""), "");
    site.build().unwrap();
    // Into a term that is there, into one that is not, out of one that has no other page, and to another spelling.
    for front in [
        tags("\"z\""),
        tags("\"new\""),
        tags("\"y\""),
        tags("\"Y\", \"x\""),
        String::new(),
        "weight = -1\n".to_owned(),
    ] {
        site.page("one", &front, "");
        site.build().unwrap();
    }
    site.site.write("content/one.md", "+++\ntitle = \"Zebra\"\n+++\n");
    site.build().unwrap();
}

#[test]
fn a_page_hears_of_what_it_did_not_ask_for_at_first() {
    let mut site = Watched::begin();
    site.site.write(
        "pages/shortcodes.html",
        "{% macro all(x) %}{% for it in section(x) %}{{ it.title }}{% endfor %}{% endmacro %}",
    );
    site.build().unwrap();
    site.page("one", "", "{{ all(\"/b/\") }}");
    site.build().unwrap();
    site.site.write("content/b/five.md", "+++\ntitle = \"Five\"\n+++\n");
    site.build().unwrap();
    assert!(fs::read_to_string(site.out.join("one/index.html")).unwrap().contains("Five"));
}

#[test]
fn what_is_wrong_with_the_value_of_a_folder_is_told_where_it_stands_now() {
    for folder in ["b/", ""] {
        let mut site = Watched::begin();
        site.site.write("pages/shells/landing.html", "{{ main }}");
        let said = |front: &str| format!("{front}[cascade]\nweight = 2\nshell = \"landing\"\n");
        site.page("b/index", "[cascade]\nweight = 3\n", "");
        site.page(&format!("{folder}index"), &said(""), "");
        site.build().unwrap();
        site.site.remove("pages/shells/landing.html");
        site.build().unwrap_err();
        for front in ["description = \"Longer.\"\n", "", "description = \"As long.\"\n"] {
            site.page(&format!("{folder}index"), &said(front), "");
            site.build().unwrap_err();
        }
    }
}

#[test]
fn the_copy_of_a_file_stays_while_one_page_asks_for_it() {
    let mut site = Watched::begin();
    site.site.write("static/a.txt", "x");
    site.site.write("pages/up.html", "<a href=\"{{ asset(\"/a.txt\") }}\">up</a>");
    site.page("b/five", "template = \"up\"\n", "");
    site.build().unwrap();
    for title in ["One", "Two"] {
        site.site.write("content/one.md", &format!("+++\ntitle = \"{title}\"\n+++\n"));
        site.build().unwrap();
    }
    site.page("b/five", "", "");
    site.build().unwrap();
}

#[test]
fn the_last_file_of_its_kind_is_missed_by_a_new_process() {
    for (file, text, template) in [
        ("static/a.txt", "x", "{{ asset(\"/a.txt\") }}"),
        ("content/pot.svg", "<svg viewBox=\"0 0 1 2\">", "{{ asset(\"/pot.svg\") }}"),
        ("content/data/menu.toml", "label = \"Menu\"\n", "{{ data.menu.label }}"),
    ] {
        let mut site = Watched::begin();
        site.site.write(file, text);
        site.site.write("pages/page.html", template);
        site.build().unwrap();
        site.engine.save();
        site.site.remove(file);
        site.engine = Engine::new(&args(&site.site.root, &site.out), at(START));
        site.build().unwrap_err();
    }
}

#[test]
fn a_new_year_is_shown_from_its_first_second_on() {
    let folder = TempDir::new().unwrap();
    let (root, out) = (folder.path().join("site"), folder.path().join("public"));
    let mut site = Site::of(&root);
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://example.com\"\n");
    site.write("pages/shell.html", "{{ main }}");
    site.write("pages/page.html", "{{ build_year }}");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
    let mut engine = Engine::new(&args(&root, &out), at(START - 1));
    engine.build(None, &|_| {}).unwrap();
    assert!(fs::read_to_string(out.join("index.html")).unwrap().contains("2025"));
    engine.set_clock(at(START));
    engine.build(Some(&BTreeSet::new()), &|_| {}).unwrap();
    assert!(fs::read_to_string(out.join("index.html")).unwrap().contains("2026"));
}

/// An edit, and whether the site is sound after it.
type Edit = (fn(&mut Watched), bool);

#[test]
fn a_new_process_takes_up_many_pages_whatever_changed() {
    let mut site = Watched::begin();
    for page in 0..300 {
        site.page(&format!("many/{page}"), "", "## Words\n\n[Fees](/many/100/#words), [home](/)");
    }
    site.site.write("static/a.txt", "a");
    site.build().unwrap();
    site.engine.save();
    let edits: [Edit; 10] = [
        (|site| site.page("many/150", "", "Another text"), true),
        (|site| site.page("many/299", "weight = 3\n", "## Words"), true),
        // Links of pages that nobody renders lead to it.
        (|site| site.page("many/100", "", "No such place"), false),
        (|site| site.page("many/100", "", "## Words"), true),
        (|site| site.site.remove("static/a.txt"), true),
        (|site| site.site.write("static/z.txt", "z"), true),
        (|site| (site.site.remove("static/z.txt"), site.site.write("static/b.txt", "b")).1, true),
        (
            |site| {
                (
                    site.site.remove("content/many/7.md"),
                    site.page("many/zero", "", "As many as before"),
                )
                    .1
            },
            true,
        ),
        (
            |site| {
                site.site.write(
                    "pages/page.html",
                    "{{ page.title }} {{ asset(\"/b.txt\") }} {{ page.body }}",
                )
            },
            true,
        ),
        (|site| site.page("many/0", "", "Another text"), true),
    ];
    for (edit, is_sound) in edits {
        edit(&mut site);
        // The second has nothing to do, or tells the same.
        for _ in 0..2 {
            site.engine = Engine::new(&args(&site.site.root, &site.out), at(START));
            assert_eq!(site.build().is_ok(), is_sound);
            if is_sound {
                site.engine.save();
            }
        }
    }
}
