//! A small site, and random edits of every feature that it uses.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use croupier::SitePath;
use croupier_base::unicode::nfc;

use super::sequence::Choices;
use super::text::listed_enum;
use super::{front_matter, settings, text};
use crate::git_dates::git;

/// No releases are kept, so that the output has only the files of a clean build.
pub(crate) const OUTPUT: &str = "[output]\nkeep_releases = 0\n";
pub(super) const TAXONOMY: &str = "[[taxonomies]]\nname = \"tags\"\n";
pub(super) const PAGED_TAXONOMY: &str = "[[taxonomies]]\nname = \"tags\"\npaginate_by = 1\n";

const PAGES: [&str; 10] = [
    "index",
    "one",
    "two",
    "a/index",
    "a/three",
    "a/four",
    "b/five",
    "a/deep/six",
    "b/cafe\u{301}",
    "b/Two words",
];
const FOLDERS: [&str; 4] = ["index", "a/index", "a/deep/index", "b/index"];
/// Lists pages with values that they inherit.
const LIST: &str = "{% for it in section(\"/a/\") %}<a>{{ it.title }}{{ it.summary|markdown }}{{ it.extra.tone|default }}{{ it.image or 'None' }}</a>{% endfor %}{% for it in children(\"/\") %}{{ it.title }}{% endfor %}{% for it in tree(\"/\") %}{{ it.name }}{{ it.is_ancestor }}{% for it in it.children %}{{ it.title }}{{ it.is_current }}{% endfor %}{% endfor %}{{ toc(page) }}{{ page.body }}{% for it in collection(\"deals\")|current %}{{ it.id }}{% endfor %}";
/// Base layouts: three valid ones, one without the page, and one with a syntax error.
const BASE_LAYOUTS: [&str; 5] = [
    "<title>{{ page.shell }}</title>{{ head }}<main>{{ main }}</main>{{ slice(\"footer\") }}",
    "{{ data.menu.label }}<main>{{ main }}</main>",
    "{% include \"part.html\" %}{{ main }}{% for it in section(\"/\") %}{{ it.title }} {{ it.shell }} {% endfor %}",
    "nothing",
    "{{ main",
];
const SHORTCODES: &str =
    "{% macro all(x) %}{% for it in section(x) %}{{ it.title }}{% endfor %}{% endmacro %}";
/// Shows a row of data and its neighbours.
const ROW: &str = "<h1>{{ page.title }}</h1>{{ page.extra.tone }}{{ page.extra.kind|default }}{% if page.extra.url %}<a href=\"{{ page.extra.url }}\">url</a>{% endif %}{% if page.next %}{{ page.next.title }}{{ page.next.path }}{% endif %}";
const PART_OF_PAGE: &str = "<h1>{{ page.title }}{{ page.extra.kind|default }}</h1>{% include \"part.html\" %}{{ page.layout or 'None' }}{{ page.heading or 'None' }}{{ page.menu_label or '' }}{{ page.body }}{% if page.next %}{{ page.next.title }}{{ page.next.extra.tone|default }}{% endif %}{% for it in page.ancestors %}{{ it.title }}{% endfor %}{% for it in related(page, limit=2) %}{{ it.title }}{% endfor %}{{ page.word_count }}{% if page.git %}{{ page.git.author }} {{ page.updated or 'None' }}{% endif %}{{ page.image or 'None' }}{% for it in page.authors %}{{ it.name }}{% endfor %}{% for it in page.translations %}{{ it.path }} {{ it.title }} {{ it.is_fallback }}{% endfor %}{{ language_url(path=\"/one/\") }}";

/// Messages of the templates.
const MESSAGES: &str = "label = Label\n    .title = Title\n";

/// The content of a social card.
const SOCIAL_CARD: &str = "{% for line in page.title | wrap_text(width=300, font_size=40) %}<text y=\"{{ loop.index * 50 }}\">{{ line }}</text>{% endfor %}";

/// Returns a social card with this content.
fn social_card(content: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 630\">{content}</svg>")
}

pub(crate) struct Site {
    pub(crate) root: PathBuf,
    /// The files that were edited since the last build.
    pub(crate) touched: BTreeSet<SitePath>,
    /// A line for each edit, with the new text.
    pub(crate) log: String,
}

listed_enum! {
    /// A feature of a site that an edit changes.
    SiteFeature {
        Page,
        FrontMatterKey,
        Text,
        RemovedPage,
        RenamedPage,
        Cascade,
        FrontMatterWarning,
        Settings,
        Draft,
        PublishTime,
        ExpireTime,
        Pagination,
        SortOrder,
        Alias,
        Terms,
        TermPage,
        StaticFile,
        StaticImage,
        StyleSource,
        Template,
        ListTemplate,
        Include,
        MarkupTemplate,
        InheritedTemplate,
        Macro,
        Shortcodes,
        BaseLayout,
        Slice,
        FileTemplate,
        DataFile,
        Message,
        DataSchema,
        StaticQuery,
        Translation,
        TranslatedData,
        Collection,
        ExtraSchema,
        Rows,
        Card,
        PageAsset,
        HostFile,
        PathConflict,
        SymbolicLink,
        Commit,
        Picture,
        SocialCard,
        /// Files with errors get valid texts again, so that most builds succeed.
        Repair,
    }
}

impl Site {
    /// Returns a site without files.
    pub(crate) fn new(root: &Path) -> Site {
        Site { root: root.to_owned(), touched: BTreeSet::new(), log: String::new() }
    }

    pub(crate) fn write(&mut self, path: &str, text: &str) {
        self.write_bytes(path, text.as_bytes());
        let _ = writeln!(self.log, "    write {path}: {text:?}");
    }

    fn write_bytes(&mut self, path: &str, bytes: &[u8]) {
        let target = self.root.join(path);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::write(target, bytes).unwrap();
        self.touched.insert(reported(path));
    }

    pub(crate) fn remove(&mut self, path: &str) {
        if fs::remove_file(self.root.join(path)).is_ok() {
            self.touched.insert(reported(path));
            let _ = writeln!(self.log, "    remove {path}");
        }
    }

    fn rename(&mut self, from: &str, to: &str) {
        if from != to && fs::rename(self.root.join(from), self.root.join(to)).is_ok() {
            self.touched.extend([from, to].map(reported));
            let _ = writeln!(self.log, "    rename {from} to {to}");
        }
    }

    fn content(&mut self, name: &str, front: &str, body: &str) {
        self.write(&format!("content/{name}.md"), &format!("+++\n{front}+++\n{body}"));
    }

    /// Writes the initial site, which has no errors.
    pub(super) fn write_initial(&mut self, choices: &mut Choices) {
        self.write("content/data/deals/a.toml", &deal(choices));
        self.write("pages/base.html", "<h1>{% block top %}{% endblock %}</h1>");
        self.write_templates(choices);
        self.write("pages/child.html", "{% extends \"base.html\" %}{% from \"macro.html\" import shout %}{% block top %}{{ shout(page.title) }}{% endblock %}");
        self.write(
            "pages/query.html",
            "{{ static_query(\"menu\") }}{{ build_year }}{{ page.body }}",
        );
        self.write(
            "pages/paged.html",
            "{{ page.title }}{{ page.body }}{{ paginator.number_pagers }} {{ paginator.total_pages }}{% for it in paginator.pages %}{{ it.title }}{% endfor %}",
        );
        self.write("pages/term.html", "{{ term.name }}{% for it in terms(\"tags\") %}{{ it.count }}{% endfor %}{% for it in paginator.pages %}{{ it.title }}{% endfor %}");
        self.write("pages/archive.html", "{{ page.title }}{{ archive.count }}{% for it in archives(archive.section) %}{{ it.path }}{{ it.count }}{% endfor %}{% for it in paginator.pages %}{{ it.title }}{% endfor %}");
        self.write(
            "pages/terms.html",
            "{% for it in terms %}{{ it.name }} {{ it.count }}{% endfor %}",
        );
        self.write(
            "pages/slices/deals.html",
            "{% for it in collection(\"deals\")|current(expires=\"over\") %}{{ it.id }}{% endfor %}",
        );
        self.write(
            "pages/files/deals.json",
            "[{% for it in collection(\"deals\")|current %}{{ it.id }},{% endfor %}0]",
        );
        for name in PAGES {
            let template = match name {
                "index" => "template = \"list\"\n",
                "a/index" => "template = \"paged\"\npaginate_by = 1\n",
                _ => "",
            };
            if choices.below(3) < 2 {
                self.content(name, &format!("title = \"{name}\"\n{template}"), "Text.\n");
            }
        }
    }

    /// Writes rows of data that become pages, sometimes with errors.
    fn write_rows(&mut self, choices: &mut Choices) {
        let mut rows = "title,slug,tone,tags,date,draft,weight,url\n".to_owned();
        for number in 0..choices.below(5) {
            let bad = choices.one_in(25);
            let slug = if bad { "" } else { choices.pick(&["r-1", "R 2", "r3", "r4", "r5", "r6"]) };
            let bad = choices.one_in(25);
            let title = if bad { "" } else { choices.pick(&["Row", "\"Row, 2\"", "Other"]) };
            let bad = choices.one_in(25);
            let date = if bad { "soon" } else { choices.pick(&["", "2026-01-03", "2099-01-01"]) };
            let tags = choices.pick(&["", "x", "x;Y z", "\"x, u\""]);
            let tone = choices.pick(&["low", "high"]);
            let draft = choices.pick(&["", "false", "true", "", ""]);
            let url = choices.pick(&["", "/one/", "/", "/nowhere/", ""]);
            let _ = writeln!(rows, "{title},{slug},{tone},{tags},{date},{draft},{number},{url}");
        }
        self.write("content/data/rows.csv", &rows);
    }

    /// Writes valid texts of all files whose edits can have errors, other than pages.
    fn write_templates(&mut self, choices: &mut Choices) {
        self.write("site.toml", &settings::initial(choices));
        self.write("pages/shell.html", "<title>{{ site.name }}</title>{{ head }}{{ slice(\"footer\") }}<main>{{ main }}</main>");
        self.write("pages/page.html", PART_OF_PAGE);
        self.write("pages/macro.html", "{% macro shout(x) %}{{ x }}!{% endmacro %}");
        self.write("pages/shells/landing.html", BASE_LAYOUTS[0]);
        self.write("pages/list.html", LIST);
        self.write("pages/part.html", "part");
        self.remove("pages/markup/lnk.html");
        for element in ["link", "heading", "callout", "image", "code"] {
            let path = format!("pages/markup/{element}.html");
            if self.root.join(&path).exists() {
                self.write(&path, &format!("<i>{{{{ {element}.html }}}}</i>"));
            }
        }
        self.write(
            "pages/slices/footer.html",
            "{{ data.menu.label }}{% for it in section(\"/\") %}{{ it.path }} {% endfor %}{% for it in tree(\"/\") %}{{ it.name }}{{ it.has_children }}{% endfor %}",
        );
        self.write("content/data/menu.toml", "label = \"Menu\"\n");
        self.write("i18n/en/site.ftl", MESSAGES);
        self.write("pages/shortcodes.html", SHORTCODES);
        self.write(
            "pages/files/all.json",
            "[{{ data.menu.label }}{% for it in section(\"/\", sort_by=\"title\") %},{{ it.title }}{% endfor %}]",
        );
        self.write(
            "static/a.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 2\"></svg>",
        );
        self.write("pages/row.html", ROW);
        self.write("pages/social.svg", &social_card(SOCIAL_CARD));
        self.write("content/data/cards/card.json", "{ \"title\": \"Card\" }");
        self.write("content/data/rows.csv", "title,slug,tone,tags,date,draft,weight,url\nRow,r-1,low,x,2026-01-03,,1,/\nOther,r2,high,,,,2,\n");
    }

    /// Writes a page with new front matter and text.
    fn write_page(&mut self, choices: &mut Choices, name: &str) {
        if choices.one_in(12) {
            let body = text::text(choices, false);
            let front = "---\ntitle: From YAML\ntaxonomies: {tags: [x]}\n---\n";
            self.write(&format!("content/{name}.md"), &(front.to_owned() + &body));
            return;
        }
        // Without a title, the first heading is the title.
        let needs_title = choices.one_in(4);
        let mut front = front_matter::lines(choices, name);
        if !needs_title && !front.starts_with("title") && !front.contains("\ntitle") {
            front = format!("title = \"Title {}\"\n{front}", choices.below(4));
        }
        let body = text::text(choices, needs_title);
        self.content(name, &front, &body);
    }

    /// Returns the front matter and the text of a page in TOML.
    fn read_page(&self, name: &str) -> Option<(String, String)> {
        let text = fs::read_to_string(self.root.join(format!("content/{name}.md"))).ok()?;
        let (front, body) = text.strip_prefix("+++\n")?.split_once("+++\n")?;
        Some((front.to_owned(), body.to_owned()))
    }

    /// Replaces or adds one key of a page.
    fn set_key(&mut self, name: &str, key: &str, value: &str) {
        let (front, body) = self
            .read_page(name)
            .unwrap_or_else(|| (format!("title = \"{name}\"\n"), "Text.\n".to_owned()));
        let start = format!("{key} = ");
        let lines: String =
            front.split_inclusive('\n').filter(|line| !line.starts_with(&start)).collect();
        self.content(name, &format!("{key} = {value}\n{lines}"), &body);
    }

    /// Edits a random feature. Edits of pages are the most frequent.
    pub(super) fn edit(&mut self, choices: &mut Choices) {
        let feature = match choices.below(4) {
            0 => choices.pick_value(&[
                SiteFeature::Page,
                SiteFeature::FrontMatterKey,
                SiteFeature::FrontMatterKey,
                SiteFeature::Text,
                SiteFeature::Cascade,
                SiteFeature::Rows,
                SiteFeature::Repair,
            ]),
            _ => choices.pick_value(SiteFeature::ALL),
        };
        let _ = writeln!(self.log, "  edit {feature:?}");
        self.edit_feature(feature, choices);
    }

    fn edit_feature(&mut self, feature: SiteFeature, choices: &mut Choices) {
        let name = choices.pick(&PAGES);
        let file = format!("content/{name}.md");
        let day = 1 + choices.below(6);
        match feature {
            SiteFeature::Page => self.write_page(choices, name),
            SiteFeature::FrontMatterKey => {
                if let Some((front, body)) = self.read_page(name) {
                    let front = front_matter::change_key(choices, name, &front);
                    self.content(name, &front, &body);
                }
            }
            SiteFeature::Text => {
                if let Some((front, body)) = self.read_page(name) {
                    let body = match choices.below(3) {
                        0 => body + "\n" + &text::block(choices),
                        1 => text::block(choices) + &body,
                        _ => text::text(choices, !front.contains("title = ")),
                    };
                    self.content(name, &front, &body);
                }
            }
            SiteFeature::RemovedPage => self.remove(&file),
            SiteFeature::RenamedPage => {
                self.rename(&file, &format!("content/{}.md", choices.pick(&PAGES)));
            }
            SiteFeature::Cascade => self.edit_cascade(choices),
            SiteFeature::FrontMatterWarning => {
                let (key, value) = choices.pick_value(&[
                    ("extra", "{draft = true}"),
                    ("publish_at", "2026-01-01T06:00:00"),
                    ("extra", "{kind = \"1\"}"),
                ]);
                self.set_key(name, key, value);
            }
            SiteFeature::Settings => self.write("site.toml", &settings::text(choices)),
            SiteFeature::Draft => {
                self.set_key(name, "draft", choices.pick(&["true", "false"]));
            }
            SiteFeature::PublishTime => {
                self.set_key(name, "publish_at", &format!("2026-01-0{day}"));
            }
            SiteFeature::ExpireTime => {
                self.set_key(name, "expire_at", &format!("2026-01-0{day}T12:00:00Z"));
            }
            SiteFeature::Pagination => {
                self.set_key(name, "paginate_by", choices.pick(&["1", "2"]));
                self.set_key(name, "template", "\"paged\"");
            }
            SiteFeature::SortOrder => {
                let folder = choices.pick(&FOLDERS);
                self.set_key(folder, "sort_by", choices.pick(&["\"date\"", "\"title\""]));
                self.set_key(name, "date", &format!("2026-01-0{day}"));
            }
            SiteFeature::Alias => {
                self.set_key(name, "aliases", choices.pick(&["[\"/old/\"]", "[\"/old\"]", "[]"]));
            }
            SiteFeature::Terms => self.set_key(
                name,
                "taxonomies",
                choices.pick(&["{tags = [\"x\"]}", "{tags = [\"Y z\", \"x\"]}", "{}"]),
            ),
            SiteFeature::TermPage => {
                if choices.one_in(3) {
                    self.remove("content/tags/x.md");
                } else {
                    self.content("tags/x", "title = \"Term\"\ntemplate = \"term\"\n", "");
                }
            }
            SiteFeature::StaticFile => {
                let file =
                    choices.pick(&["static/a.txt", "static/one/index.html", "static/feed.xml"]);
                if choices.one_in(3) {
                    self.write(file, choices.pick(&["x", "y"]));
                } else {
                    self.remove(file);
                    self.write("static/a.txt", choices.pick(&["x", "y"]));
                }
            }
            SiteFeature::Commit => self.commit(choices),
            SiteFeature::StyleSource => self.edit_style_source(choices),
            SiteFeature::Picture => self.edit_picture(choices),
            SiteFeature::SocialCard => self.edit_social_card(choices),
            SiteFeature::MarkupTemplate => self.edit_markup_template(choices),
            SiteFeature::PageAsset => self.edit_page_asset(choices, name),
            SiteFeature::HostFile => {
                let file = choices.pick(&["_redirects", "_headers", "old", "gone/index.html"]);
                if choices.one_in(2) {
                    self.write(
                        &format!("static/{file}"),
                        choices.pick(&[
                            "x",
                            "/b/* /one/\n",
                            "/two/index.html /one/\n/a.svg/ /one/\n",
                            "/caf%C3%A9 /one/\n/x%20y\t/two/\r\n",
                        ]),
                    );
                } else {
                    self.remove(&format!("static/{file}"));
                }
            }
            SiteFeature::PathConflict => self.edit_conflict(choices),
            SiteFeature::SymbolicLink => {
                self.remove("content/link.md");
                if choices.below(3) < 2 {
                    symlink(format!("{name}.md"), self.root.join("content/link.md")).unwrap();
                    self.touched.insert(SitePath::new("content/link.md"));
                    let _ = writeln!(self.log, "    link content/link.md to {name}.md");
                }
            }
            SiteFeature::Translation => {
                let name = match choices.below(3) {
                    0 => format!("de/{name}"),
                    1 => format!("{name}.en"),
                    _ => format!("{name}.fr"),
                };
                if choices.one_in(4) {
                    self.remove(&format!("content/{name}.md"));
                } else {
                    self.write_page(choices, &name);
                }
            }
            SiteFeature::TranslatedData => {
                let file = choices.pick(&["menu.fr.toml", "menu.de.toml", "deals/a.fr.toml"]);
                if choices.one_in(2) {
                    self.remove(&format!("content/data/{file}"));
                } else if choices.one_in(4) {
                    let text = choices.pick(&["label = 1\n", "other = \"x\"\n", "label ="]);
                    self.write(&format!("content/data/{file}"), text);
                } else {
                    let (deal, menu) =
                        ("over = \"2026-01-06\"\n", ["label = \"F\"\n", "label = \"G\"\n"]);
                    let text = if file.starts_with("deals") { deal } else { choices.pick(&menu) };
                    self.write(&format!("content/data/{file}"), text);
                }
            }
            SiteFeature::Collection => {
                let file = choices.pick(&["a", "b"]);
                self.write(&format!("content/data/deals/{file}.toml"), &deal(choices));
            }
            SiteFeature::ExtraSchema => {
                let folder = choices.pick(&["content", "content/a"]);
                if choices.one_in(3) {
                    self.remove(&format!("{folder}/extra.schema.json"));
                } else {
                    self.write(
                        &format!("{folder}/extra.schema.json"),
                        choices.pick(&[
                            "{}",
                            "{\"properties\": {\"kind\": {\"type\": \"string\"}}}",
                            "{\"properties\": {\"kind\": {\"type\": \"string\"}, \"tone\": {\"type\": \"number\"}}}",
                            "{\"additionalProperties\": false, \"properties\": {\"kind\": {}}}",
                            "{\"required\": [\"kind\"]}",
                            "{",
                        ]),
                    );
                }
            }
            SiteFeature::Rows => {
                if choices.one_in(12) {
                    self.write("content/data/rows.csv", "title,slug\n\"");
                } else {
                    self.write_rows(choices);
                }
            }
            SiteFeature::Card => {
                let file = choices.pick(&["one", "card"]);
                if choices.one_in(3) {
                    self.remove(&format!("content/data/cards/{file}.json"));
                } else {
                    self.write(
                        &format!("content/data/cards/{file}.json"),
                        choices.pick(&[
                            "{ \"title\": \"Card\" }",
                            "{ \"title\": 3, \"tone\": \"low\" }",
                            "[]",
                        ]),
                    );
                }
            }
            SiteFeature::DataSchema => {
                if choices.one_in(3) {
                    self.remove("content/data/menu.schema.json");
                } else {
                    self.write(
                        "content/data/menu.schema.json",
                        choices.pick(&[
                            "{\"required\": [\"label\"]}",
                            "{\"required\": [\"label\"], \"type\": \"object\"}",
                            "{\"required\": [\"query\"]}",
                            "{",
                        ]),
                    );
                }
            }
            SiteFeature::Repair => {
                self.write_templates(choices);
                for path in ["static/one/index.html", "static/feed.xml", "static/old"] {
                    self.remove(path);
                }
                for path in ["content/data/menu", "content/extra", "content/a/extra"] {
                    self.remove(&format!("{path}.schema.json"));
                }
                for page in PAGES {
                    if choices.one_in(2) {
                        self.content(page, &format!("title = \"{page}\"\n"), "## Heading 1\n");
                    }
                }
            }
            SiteFeature::StaticImage
            | SiteFeature::Template
            | SiteFeature::ListTemplate
            | SiteFeature::Include
            | SiteFeature::InheritedTemplate
            | SiteFeature::Macro
            | SiteFeature::Shortcodes
            | SiteFeature::BaseLayout
            | SiteFeature::Slice
            | SiteFeature::FileTemplate
            | SiteFeature::StaticQuery
            | SiteFeature::Message
            | SiteFeature::DataFile => {
                let (file, texts) = variants(feature);
                self.write(file, choices.pick(texts));
            }
        }
    }

    /// Sets, changes or removes the values that pages inherit from a folder and from one in it.
    fn edit_cascade(&mut self, choices: &mut Choices) {
        let folder = choices.pick(&FOLDERS);
        if choices.one_in(6) {
            self.remove(&format!("content/{folder}.md"));
            return;
        }
        let table = if choices.one_in(4) { String::new() } else { front_matter::cascade(choices) };
        let (front, body) = self.read_page(folder).unwrap_or_default();
        let own = front.split_once("[cascade]").map_or(front.as_str(), |(own, _)| own);
        let mut own: String =
            own.split_inclusive('\n').filter(|it| !it.starts_with("cascade =")).collect();
        if !own.contains("title = ") {
            own.push_str("title = \"Folder\"\n");
        }
        self.content(folder, &(own + &table), &body);
        // A list outside of the folder shows the inherited values.
        if choices.one_in(2) {
            self.write("pages/list.html", LIST);
            self.content("a/three", "title = \"Three\"\n", "");
            self.content("one", "title = \"One\"\ntemplate = \"list\"\n", "");
        }
    }

    /// Edits a template of an element of Markdown, sometimes under a name that has no effect.
    fn edit_markup_template(&mut self, choices: &mut Choices) {
        let element = choices.pick(&["link", "heading", "callout", "image", "code", "lnk"]);
        let path = format!("pages/markup/{element}.html");
        if choices.one_in(3) {
            self.remove(&path);
        } else {
            let html = format!("{{{{ {element}.html }}}}");
            let templates = [
                html.clone(),
                format!("{html}{{{{ page.title }}}}{{{{ data.menu.label }}}}"),
                format!("{{% include \"part.html\" %}}{html}{{{{ page.toc|length }}}}"),
                format!("{{{{ {element}.nothing }}}}"),
            ];
            let count = if choices.one_in(8) { 4 } else { 3 };
            self.write(&path, &templates[choices.below(count)]);
        }
    }

    /// Edits files next to pages, files at the same paths, and pages that show them.
    fn edit_page_asset(&mut self, choices: &mut Choices, name: &str) {
        let file = choices.pick(&["pic.svg", "a/pic.svg", "a/deep/pic.svg", "a/deep/note.txt"]);
        match choices.below(7) {
            0 => self.remove(&format!("content/{file}")),
            1 | 2 => {
                for file in ["pic.svg", file] {
                    let text = choices.pick(&[
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 2\"></svg>",
                        "<svg viewBox=\"0 0 3 2\">",
                        "text",
                    ]);
                    self.write(&format!("content/{file}"), text);
                }
            }
            // The path of the folder's page changes, and the paths of its assets with it.
            3 => self.set_key("a/index", "path", choices.pick(&["\"/moved/\"", "\"/a/\""])),
            4 if choices.one_in(3) => self.write("static/a/pic.svg", "<svg viewBox=\"0 0 5 5\">"),
            4 => self.remove("static/a/pic.svg"),
            5 => self.write(
                "pages/part.html",
                choices.pick(&[
                    "part",
                    "{{ asset(\"/pic.svg\") }}",
                    "{{ image_size(\"/a/pic.svg\").width }}",
                ]),
            ),
            _ => {
                let link = choices.pick(&[
                    "![p](pic.svg)",
                    "![p](deep/pic.svg)",
                    "![p](../a/pic.svg)",
                    "[n](/a/deep/note.txt)",
                ]);
                self.content(name, &format!("title = \"{name}\"\n"), &format!("{link}\n"));
                self.write("content/a/deep/note.txt", "note");
                self.content("a/four", "title = \"Four\"\n", "[n](deep/note.txt)\n");
            }
        }
    }

    /// Writes a static file, a folder or a page to the same path.
    fn edit_conflict(&mut self, choices: &mut Choices) {
        for file in ["static/f", "static/f/g.txt", "content/f.md"] {
            self.remove(file);
        }
        let _ = fs::remove_dir(self.root.join("static/f"));
        match choices.below(4) {
            0 => self.write("static/f", choices.pick(&["x", "y"])),
            1 => self.write("static/f/g.txt", choices.pick(&["x", "y"])),
            2 => self.content("f", "title = \"F\"\n", ""),
            _ => {}
        }
    }

    /// Commits all files with dates of Git, sometimes after an edit of a page.
    fn commit(&mut self, choices: &mut Choices) {
        let settings = fs::read_to_string(self.root.join("site.toml")).unwrap_or_default();
        if !settings.contains("[git]") {
            self.write("site.toml", &(settings + "[git]\ndates = true\n"));
        }
        if choices.one_in(2) {
            let list = LIST.replace("it.title", "it.title }}{{ it.updated|default");
            self.write("pages/list.html", &list);
        }
        let time = 1_000_000 + i64::try_from(choices.below(1000)).unwrap();
        git(&self.root, "", time, &["init", "--quiet"]);
        git(&self.root, "", time, &["add", "--all", "content", "site.toml"]);
        let message = ["commit", "--quiet", "--allow-empty", "--message", "Edit"];
        git(&self.root, choices.pick(&["Ada", "Bo"]), time, &message);
        let _ = writeln!(self.log, "    commit");
    }

    /// Edits or removes the source of a style sheet.
    fn edit_style_source(&mut self, choices: &mut Choices) {
        let file = choices.pick(&["styles/a.css", "styles/b.css"]);
        if choices.one_in(4) {
            self.remove(file);
        } else {
            let texts = [
                "a{color:red}",
                "b{color:blue}",
                "@import \"b.css\";",
                "a{background:url(/a.svg)}",
                "a{",
            ];
            self.write(file, choices.pick(&texts));
        }
    }

    /// Edits the template of social cards, or one of their fonts.
    fn edit_social_card(&mut self, choices: &mut Choices) {
        let font = include_bytes!("../../../tests/fixtures/fonts/harbour.woff2");
        match choices.below(6) {
            0 => self.remove("static/font.woff2"),
            1 => {
                let bytes: &[u8] = choices.pick(&[&font[..], &font[..900]]);
                self.write_bytes("static/font.woff2", bytes);
                let _ = writeln!(self.log, "    write static/font.woff2: {} bytes", bytes.len());
            }
            _ => {
                let content = choices.pick(&[
                    SOCIAL_CARD,
                    "{{ page.title }} {{ data.menu.label }}",
                    "<image href=\"/a.svg\" width=\"9\" height=\"9\"/>{{ page.heading or 'None' }}",
                    "<text y=\"99\">{{ page.title }} \u{1f389}</text>",
                    "<g>",
                ]);
                self.write("pages/social.svg", &social_card(content));
            }
        }
    }

    /// Edits a picture and the templates that use resized copies of it.
    fn edit_picture(&mut self, choices: &mut Choices) {
        if !cfg!(feature = "pictures") {
            return;
        }
        let logo = include_bytes!("../../../tests/fixtures/pictures/logo.png");
        match choices.below(6) {
            0 => self.remove("static/p.png"),
            1..=3 => {
                // The whole file, another one, and one that was not written to its end.
                let other = [&logo[..], b"x"].concat();
                let bytes: &[u8] = choices.pick(&[&logo[..], &other, &logo[..900]]);
                self.write_bytes("static/p.png", bytes);
                let _ = writeln!(self.log, "    write static/p.png: {} bytes", bytes.len());
            }
            _ => {
                let call =
                    choices.pick(&["widths=[1, 3]", "widths=[3, 700]", "widths=[3], quality=1"]);
                let file = choices.pick(&[
                    "pages/part.html",
                    "pages/slices/footer.html",
                    "pages/list.html",
                ]);
                self.write(file, &format!("{{{{ picture(\"/p.png\", alt=\"\", {call}) }}}}"));
            }
        }
    }
}

/// Returns a path as the watcher reports it, in NFC.
fn reported(path: &str) -> SitePath {
    SitePath::new(&*nfc(path))
}

/// Returns a file and the texts that edits write to it. The first text is valid.
fn variants(feature: SiteFeature) -> (&'static str, &'static [&'static str]) {
    match feature {
        SiteFeature::StaticImage => (
            "static/a.svg",
            &[
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 2\"></svg>",
                "<svg viewBox=\"0 0 3 2\">",
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>",
                "no image",
            ],
        ),
        SiteFeature::Template => (
            "pages/page.html",
            &[
                PART_OF_PAGE,
                "<h1>{{ page.title }}</h1>{% for it in file_data(\"deals.json\") %}{{ it }}{% endfor %}{{ slice(\"deals\") }}",
                "{{ build_year }}{{ page.body }}{{ page.description }}",
                "{{ t(\"label\") }}{{ t(\"label.title\") }}{{ page.body }}",
            ],
        ),
        SiteFeature::ListTemplate => (
            "pages/list.html",
            &[
                LIST,
                "{% for it in section(\"/\") %}{{ it.heading or 'None' }}{% endfor %}",
                "{% for it in children(\"/\") %}{{ it.path }}{% endfor %}{% if page.previous %}{{ page.previous.title }}{% endif %}",
                "{% set it = get_page(\"/one\") %}{% if it %}{{ it.title }}{% endif %}",
                "{{ page.body }}",
            ],
        ),
        SiteFeature::Include => (
            "pages/part.html",
            &["part", "other", "{{ asset(\"/a.svg\") }}", "{{ site.motto }}", "{{ broken"],
        ),
        SiteFeature::InheritedTemplate => (
            "pages/base.html",
            &["<h1>{% block top %}{% endblock %}</h1>", "<h2>{% block top %}{% endblock %}</h2>"],
        ),
        SiteFeature::Macro => (
            "pages/macro.html",
            &[
                "{% macro shout(x) %}{{ x }}!{% endmacro %}",
                "{% macro shout(x) %}{{ x }}?{% endmacro %}",
                "no macro",
            ],
        ),
        SiteFeature::Shortcodes => (
            "pages/shortcodes.html",
            &[
                SHORTCODES,
                "{% macro all(x) %}all{% for it in page.toc %}{{ it.text }}{{ it.children|length }}{% endfor %}{% endmacro %}",
                "{% macro all(x) %}{{ data.menu.label }}{% endmacro %}",
                "no macro",
            ],
        ),
        SiteFeature::BaseLayout => ("pages/shells/landing.html", &BASE_LAYOUTS),
        SiteFeature::Slice => (
            "pages/slices/footer.html",
            &[
                "foot",
                "{{ data.menu.label }}",
                "{{ t(\"label\") }}",
                "{{ page.title }}",
                "{{ slice(\"footer\") }}",
            ],
        ),
        SiteFeature::FileTemplate => (
            "pages/files/all.json",
            &["{}", "{{ data.menu.label }}", "{{ t(\"label\") }}", "{{ broken"],
        ),
        SiteFeature::StaticQuery => (
            "pages/page.html",
            &[
                "{{ static_query(\"menu\") }}{{ page.body }}",
                "{% set menu = static_query(\"menu\") %}{{ page.title }}",
            ],
        ),
        SiteFeature::Message => (
            "i18n/en/site.ftl",
            &[
                MESSAGES,
                "label = Other\n    .title = { label }\n",
                "label = { -term }\n    .title = Title\n-term = Term\nunused = Unused\n",
                "-term = Term\n# A comment\nlabel = { -term }\n    .title = Title\n",
                "label = Label\n    .title = Other\n",
                "label = Label\n    .title = { label } of { label }\n",
                "label = Label\nlabel = Twice\n",
                "label = {\n",
            ],
        ),
        SiteFeature::DataFile => (
            "content/data/menu.toml",
            &[
                "label = \"Menu\"\n",
                "label = \"Other\"\n",
                "query = 1\nlabel = \"x\"\n",
                "label = oops",
            ],
        ),
        _ => unreachable!("{feature:?} is not an edit of a single file"),
    }
}

/// Returns a data entry that is current from one of the first days of the year to another.
fn deal(choices: &mut Choices) -> String {
    let (first, last) = (1 + choices.below(6), 1 + choices.below(9));
    format!("starts = 2026-01-0{first}\nexpires = 2026-01-0{last}T12:00:00Z\nover = 2026-01-05\n")
}
