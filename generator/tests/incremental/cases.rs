//! Edits that once led to another output than a clean build. Each build is compared with a clean one.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use croupier::Engine;
use tempfile::TempDir;

use super::START;
use super::compare::{args, at, clean, report_lines};
use super::site::{OUTPUT, Site, TAXONOMY};
use crate::common::tree;

/// A site whose engine gets the path of each edited file, as in `croupier watch`.
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
        let mut site = Site::new(&root);
        site.write(
            "site.toml",
            &format!("name = \"Site\"\nbase_url = \"https://example.com\"\n{OUTPUT}{TAXONOMY}"),
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

    /// Builds after the edits, and compares the result with a clean build.
    fn build(&mut self) -> Result<Vec<String>, Vec<String>> {
        let touched = std::mem::take(&mut self.site.touched);
        let built = report_lines(self.engine.build(Some(&touched), &|_| {}));
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
fn a_warning_of_an_unchanged_file_is_reported_again() {
    let mut site = Watched::begin();
    site.site.write("static/_redirects", "/b/* /one/\n");
    assert!(site.build().unwrap()[0].contains("C0206"));
    site.page("one", "", "Words.");
    assert!(site.build().unwrap()[0].contains("C0206"));
    site.page("one", "description = \"Words\"\n", "Words.");
    assert!(site.build().unwrap()[0].contains("C0206"));
}

#[test]
fn a_link_to_an_expiring_page_is_reported_whichever_page_was_rendered() {
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
fn a_link_breaks_when_the_template_of_its_target_is_removed() {
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
fn a_link_to_data_breaks_when_its_digest_changes() {
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
fn a_link_to_the_term_of_a_draft_is_reported_as_unpublished() {
    let mut site = Watched::begin();
    site.page("b/five", "draft = true\n[taxonomies]\ntags = [\"x\"]\n", "");
    site.build().unwrap();
    site.page("b/five", "draft = true\n[taxonomies]\ntags = [\"u\"]\n", "");
    site.build().unwrap();
    site.page("one", "", "[u](/tags/u/)");
    assert!(site.build().unwrap_err()[0].contains("/tags/u/ is not published yet"));
}

#[test]
fn a_page_moves_between_terms_and_its_new_title_is_shown_by_its_neighbours() {
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
    // To an existing term, to a new term, out of a term without other pages, and to another spelling.
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
fn a_page_is_rendered_again_after_a_query_that_an_edit_added() {
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
fn an_error_in_an_inherited_value_has_its_current_location() {
    for folder in ["b/", ""] {
        let mut site = Watched::begin();
        site.site.write("pages/shells/landing.html", "{{ main }}");
        let with_cascade =
            |front: &str| format!("{front}[cascade]\nweight = 2\nshell = \"landing\"\n");
        site.page("b/index", "[cascade]\nweight = 3\n", "");
        site.page(&format!("{folder}index"), &with_cascade(""), "");
        site.build().unwrap();
        site.site.remove("pages/shells/landing.html");
        site.build().unwrap_err();
        for front in ["description = \"Longer.\"\n", "", "description = \"As long.\"\n"] {
            site.page(&format!("{folder}index"), &with_cascade(front), "");
            site.build().unwrap_err();
        }
    }
}

#[test]
fn a_hashed_asset_stays_while_one_page_uses_it() {
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
fn a_new_process_detects_that_the_last_file_of_a_kind_was_removed() {
    for (file, text, template) in [
        ("static/a.txt", "x", "{{ asset(\"/a.txt\") }}"),
        ("content/pot.svg", "<svg viewBox=\"0 0 1 2\">", "{{ asset(\"/pot.svg\") }}"),
        ("content/data/menu.toml", "label = \"Menu\"\n", "{{ data.menu.label }}"),
    ] {
        let mut site = Watched::begin();
        site.site.write(file, text);
        site.site.write("pages/page.html", template);
        site.build().unwrap();
        site.engine.save().unwrap();
        site.site.remove(file);
        site.engine = Engine::new(&args(&site.site.root, &site.out), at(START));
        site.build().unwrap_err();
    }
}

#[test]
fn a_changed_row_of_data_renders_its_page_and_the_page_that_lists_it() {
    let mut site = Watched::begin();
    let settings = fs::read_to_string(site.site.root.join("site.toml")).unwrap();
    let collection = "[[collections]]\nname = \"rows\"\ndata = \"content/data/rows.csv\"\nroute = \"/b/{slug}/\"\n";
    site.site.write("site.toml", &format!("{settings}{collection}"));
    site.site.write(
        "pages/list.html",
        "{% for it in section(\"/b/\") %}{{ it.extra.tone|default }}{% endfor %}",
    );
    site.page("one", "template = \"list\"\n", "");
    let rows = |tone: &str| {
        let row =
            |number: usize| format!("Row {number},{}\n", if number == 50 { tone } else { "low" });
        format!("title,tone\n{}", (0..100).map(row).collect::<String>())
    };
    site.site.write("content/data/rows.csv", &rows("low"));
    site.build().unwrap();
    for (tone, is_new_process) in [("high", false), ("higher", true), ("low", false)] {
        if is_new_process {
            site.engine.save().unwrap();
            site.engine = Engine::new(&args(&site.site.root, &site.out), at(START)).warm();
        }
        site.site.write("content/data/rows.csv", &rows(tone));
        let touched = std::mem::take(&mut site.site.touched);
        assert_eq!(site.engine.build(Some(&touched), &|_| {}).unwrap().rendered, 2, "{tone}");
        site.build().unwrap();
    }
}

#[test]
fn a_new_year_is_shown_from_its_first_second() {
    let folder = TempDir::new().unwrap();
    let (root, out) = (folder.path().join("site"), folder.path().join("public"));
    let mut site = Site::new(&root);
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

/// An edit, and whether the site has no errors after it.
type Edit = (fn(&mut Watched), bool);

#[test]
fn a_new_process_restores_many_pages_after_any_change() {
    let mut site = Watched::begin();
    for page in 0..300 {
        site.page(&format!("many/{page}"), "", "## Words\n\n[Fees](/many/100/#words), [home](/)");
    }
    site.site.write("static/a.txt", "a");
    site.build().unwrap();
    site.engine.save().unwrap();
    let edits: [Edit; 10] = [
        (|site| site.page("many/150", "", "Another text"), true),
        (|site| site.page("many/299", "weight = 3\n", "## Words"), true),
        // Pages that are not rendered link to the removed heading.
        (|site| site.page("many/100", "", "No heading"), false),
        (|site| site.page("many/100", "", "## Words"), true),
        (|site| site.site.remove("static/a.txt"), true),
        (|site| site.site.write("static/z.txt", "z"), true),
        (
            |site| {
                site.site.remove("static/z.txt");
                site.site.write("static/b.txt", "b");
            },
            true,
        ),
        (
            |site| {
                site.site.remove("content/many/7.md");
                site.page("many/zero", "", "The number of pages stays the same");
            },
            true,
        ),
        (
            |site| {
                site.site.write(
                    "pages/page.html",
                    "{{ page.title }} {{ asset(\"/b.txt\") }} {{ page.body }}",
                );
            },
            true,
        ),
        (|site| site.page("many/0", "", "Another text"), true),
    ];
    for (edit, is_sound) in edits {
        edit(&mut site);
        // The second build has nothing to do, or reports the same errors.
        for _ in 0..2 {
            site.engine = Engine::new(&args(&site.site.root, &site.out), at(START));
            assert_eq!(site.build().is_ok(), is_sound);
            if is_sound {
                site.engine.save().unwrap();
            }
        }
    }
}
