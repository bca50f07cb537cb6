//! Pages and files that get another name in the editor, and what follows them.

use serde_json::{Value, json};

use crate::common::{Site, SiteBuilder, tree};
use crate::editor::Editor;

/// Renames a file. Returns the status and the answer.
fn rename(editor: &Editor, from: &str, to: &str) -> (u16, Value) {
    editor.call("POST", "rename", &json!({ "from": from, "to": to }))
}

/// A page with links in every form, and data with URLs.
fn site_with_links() -> Site {
    SiteBuilder::new()
        .page("q/t", "title = \"T\"\n", "Body\n")
        .page(
            "q/o",
            "title = \"O\"\n[extra]\nurl = \"/q/t/\"\n",
            "[a](t.md) [b](<t.md#> 'T') [c](/q/t/) [d][ref]\n\n<a href=\"/q/t/\">e</a>\n\n[ref]: t.md \"T\"\n",
        )
        .file("pages/page.html", "<h1>{{ page.title }}</h1>{{ page.body }}")
        .file("content/data/urls.csv", "url\n/q/t/\n")
        .create()
}

#[test]
fn links_to_a_name_with_spaces_and_brackets_stay_links() {
    let site = site_with_links();
    let old = site.read("content/q/o.md");
    let editor = Editor::start(&site);
    editor.built();
    let mut from = "content/q/t.md".to_owned();
    for (name, escaped) in [
        ("new name", "new%20name"),
        ("a(b", "a%28b"),
        ("a & 'b' [c]", "a%20%26%20%27b%27%20%5Bc%5D"),
        ("$x$ `y`", "%24x%24%20%60y%60"),
        ("\u{e9}t\u{e9}", "\u{e9}t\u{e9}"),
        ("u", "u"),
    ] {
        let to = format!("content/q/{name}.md");
        let (status, answer) = rename(&editor, &from, &to);
        assert_eq!(status, 200, "{name}: {answer}");
        let links = site.read("content/q/o.md");
        assert_eq!(
            links,
            old.replace("t.md", &format!("{escaped}.md"))
                .replace("/q/t/", &format!("/q/{escaped}/"))
        );
        assert_eq!(site.read("content/data/urls.csv"), format!("url\n/q/{escaped}/\n"));
        from = to;
    }
}

#[test]
fn a_page_can_be_renamed_back_and_to_an_old_url_of_another_one() {
    let site = SiteBuilder::new()
        .page("q/a", "title = \"A\"\n", "")
        .page("q/b", "title = \"B\"\naliases = [\"/old\", \"/q/gone/\"]\n", "")
        .create();
    let original = site.read("content/q/a.md");
    let editor = Editor::start(&site);
    editor.built();
    let moved = |from: &str, to: &str| {
        let (status, answer) =
            rename(&editor, &format!("content/q/{from}.md"), &format!("content/q/{to}.md"));
        assert_eq!(status, 200, "{from} to {to}: {answer}");
        site.read(&format!("content/q/{to}.md"))
    };
    assert!(moved("a", "c d").contains("aliases = [\"/q/a/\"]"));
    let back = moved("c d", "a");
    assert!(back.contains("aliases = [\"/q/c%20d/\"]") && !back.contains("/q/a/"), "{back}");
    let (status, _) =
        editor.call("POST", "undo", &json!({ "undo": editor.get("undo")["items"][0]["undo"] }));
    assert_eq!(status, 200);
    assert!(site.read("content/q/c d.md").contains("aliases = [\"/q/a/\"]"));

    moved("c d", "e");
    let back = moved("e", "a");
    assert!(back.contains("aliases = [\"/q/c%20d/\", \"/q/e/\"]"), "{back}");
    assert!(back.starts_with(original.trim_end_matches("+++\n")), "{back}");

    moved("a", "gone");
    let other = site.read("content/q/b.md");
    assert!(other.contains("aliases = [\"/old\"]"), "{other}");
    site.build();
}

const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>\n";

#[test]
fn links_to_pictures_follow_pages_and_pictures() {
    let site = SiteBuilder::new()
        .page(
            "q/t",
            "title = \"T\"\nimage = \"pic.svg\"\n",
            "![p](pic.svg) ![a](/q/pic.svg) [o](../o/)\n",
        )
        .page(
            "q/o",
            "title = \"O\"\n",
            "![p](b/pic%20(1).svg) ![a](</q/b/pic (1).svg>) [t](../t/#x) ![s](/s.svg)\n",
        )
        .file("content/q/b/index.md", "+++\ntitle = \"B\"\n+++\n![p](<pic (1).svg>)\n")
        .file("pages/page.html", "<h1>{{ page.title }}</h1><p id=\"x\">{{ page.body }}")
        .file("content/q/pic.svg", SVG)
        .file("content/q/b/pic (1).svg", SVG)
        .file("static/s.svg", SVG)
        .file("content/data/pictures.toml", "a = \"/q/b/pic (1).svg\"\nb = \"/s.svg\"\n")
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let moved = |from: &str, to: &str| {
        let (status, answer) = rename(&editor, from, to);
        assert_eq!(status, 200, "{from} to {to}: {answer}");
    };
    let has = |path: &str, texts: &[&str]| {
        let text = site.read(path);
        crate::common::assert_contains(&text, texts);
    };

    moved("content/q/t.md", "content/z/t.md");
    has(
        "content/z/t.md",
        &["image = \"../q/pic.svg\"", "![p](../q/pic.svg) ![a](/q/pic.svg) [o](/q/o/)"],
    );
    has("content/q/o.md", &["[t](/z/t/#x)"]);
    moved("content/z/t.md", "content/q/t/index.md");
    has("content/q/t/index.md", &["image = \"../pic.svg\"", "![p](../pic.svg)"]);

    moved("content/q/b/index.md", "content/z/c d/index.md");
    has(
        "content/q/o.md",
        &["![p](../z/c%20d/pic%20%281%29.svg) ![a](</z/c%20d/pic%20%281%29.svg>)"],
    );
    has("content/z/c d/index.md", &["![p](<pic (1).svg>)"]);
    has("content/data/pictures.toml", &["a = \"/z/c%20d/pic%20%281%29.svg\""]);

    moved("content/z/c d/pic (1).svg", "content/z/c d/pic2.svg");
    has("content/q/o.md", &["![p](../z/c%20d/pic2.svg) ![a](</z/c%20d/pic2.svg>)"]);
    has("content/z/c d/index.md", &["![p](<pic2.svg>)"]);
    moved("static/s.svg", "static/pictures/s.svg");
    has("content/q/o.md", &["![s](/pictures/s.svg)"]);
    has("content/data/pictures.toml", &["a = \"/z/c%20d/pic2.svg\"", "b = \"/pictures/s.svg\""]);
    moved("content/q/pic.svg", "content/q/t/pic.svg");
    has("content/q/t/index.md", &["image = \"pic.svg\"", "![p](pic.svg) ![a](/q/t/pic.svg)"]);
    site.build();
}

#[test]
fn a_page_with_unsaved_changes_is_neither_renamed_nor_deleted() {
    let site = SiteBuilder::new()
        .file("content/q/index.md", "+++\ntitle = \"Q\"\n+++\n")
        .page("q/a", "title = \"A\"\n", "")
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let edits = json!([{ "set": "/title", "value": "Unsaved" }]);
    let file = json!({ "path": "content/q/a.md", "base": editor.entry("content/q/a.md")["digest"], "edits": edits });
    let draft = |files: Value| {
        let (status, answer) =
            editor.call("PUT", "draft?id=0123456789abcdef", &json!({ "files": files }));
        assert_eq!(status, 200, "{answer}");
    };
    draft(json!([file]));
    for (call, body) in [
        ("rename", json!({ "from": "content/q/a.md", "to": "content/q/b.md" })),
        ("rename", json!({ "from": "content/q/a.md", "to": "content/q/b.md", "dry_run": true })),
        ("rename", json!({ "from": "content/q/index.md", "to": "content/r/index.md" })),
        ("delete", json!({ "path": "content/q/a.md" })),
    ] {
        let (status, refused) = editor.call("POST", call, &body);
        assert_eq!(status, 409, "{call} {body}: {refused}");
        assert_eq!(
            refused["error"]["message"],
            "content/q/a.md has unsaved changes. Save or discard them first."
        );
    }
    assert_eq!(editor.entry("content/q/a.md")["drafts"][0]["id"], "0123456789abcdef");

    draft(json!([]));
    assert_eq!(rename(&editor, "content/q/a.md", "content/q/b.md").0, 200);
}

#[test]
fn two_files_never_get_one_name() {
    let site = SiteBuilder::new()
        .settings("default_language = \"en\"\n[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Fran\u{e7}ais\"\n")
        .page("n", "title = \"English\"\n", "English text\n")
        .page("n.fr", "title = \"Fran\u{e7}ais\"\n", "Texte\n")
        .page("o.fr", "title = \"O\"\n", "Other\n")
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let before = tree(&site.root().join("content"));
    for to in ["content/m.fr.md", "content/o.md"] {
        for dry_run in [true, false] {
            let body = json!({ "from": "content/n.md", "to": to, "dry_run": dry_run });
            let (status, refused) = editor.call("POST", "rename", &body);
            assert_eq!(status, 409, "{to}: {refused}");
        }
    }
    let digest = editor.entry("content/n.md")["digest"].clone();
    let file = |title: &str| json!({ "path": "content/n.md", "base": digest, "edits": [{ "set": "/title", "value": title }] });
    let (status, _) = editor.call("POST", "save", &json!({ "files": [file("A"), file("B")] }));
    assert_eq!(status, 500);
    assert_eq!(tree(&site.root().join("content")), before);
    assert_eq!(rename(&editor, "content/n.md", "content/m.md").0, 200);
    assert!(site.read("content/m.fr.md").contains("Texte"));
}

#[test]
fn lists_and_deletions_are_about_the_files_on_disk() {
    let site = SiteBuilder::new()
        .page("t", "title = \"T\"\n", "")
        .page("later", "title = \"Later\"\npublish_at = 2030-01-01\n", "")
        .page("about", "title = \"About\"\n", "")
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let digest = editor.entry("content/t.md")["digest"].clone();
    let preview = || {
        let edits =
            json!([{ "set": "/path", "value": "/zzz/" }, { "set": "/title", "value": "Unsaved" }]);
        let file = json!({ "path": "content/t.md", "base": digest, "edits": edits });
        let (status, draft) =
            editor.call("PUT", "draft?id=0123456789abcdef", &json!({ "files": [file] }));
        assert_eq!(status, 200, "{draft}");
        editor.server.get("/about/?croupier-draft=0123456789abcdef&as-of=2031-01-01");
    };

    preview();
    let list = editor.get("tree?kind=page").to_string();
    assert!(!list.contains("Unsaved") && list.contains("/t/"), "{list}");
    preview();
    assert_eq!(editor.get("problems")["scheduled"][0]["path"], "content/later.md");
    preview();
    assert_eq!(editor.entry("content/t.md")["route"], "/t/");
    // The files of a refused page are in no list.
    let refused =
        json!({ "path": "content/refused.md", "values": { "title": "R" }, "body": "[x](/none/)" });
    assert_eq!(editor.call("POST", "create", &refused).0, 422);
    let list = editor.get("tree?kind=page").to_string();
    assert!(!list.contains("refused"), "{list}");

    preview();
    assert_eq!(editor.call("DELETE", "draft?id=0123456789abcdef", &Value::Null).0, 200);
    let body = json!({ "path": "content/t.md", "redirect_to": "/about/" });
    let (status, deleted) = editor.call("POST", "delete", &body);
    assert_eq!(status, 200, "{deleted}");
    assert!(site.read("content/about.md").contains("aliases = [\"/t/\"]"));
}

#[test]
fn links_in_every_spelling_follow() {
    let site = SiteBuilder::new()
        .page("q/\u{e9}", "title = \"E\"\n", "")
        .page(
            "q/o",
            "title = \"O\"\n[extra]\nu = \"/q/%C3%A9/\"\nv = \"/q/\u{e9}\"\nw = \"https://e.com/q/\u{e9}/#a\"\n",
            "[a](/q/%C3%A9/) [c](/q/\u{e9}) [d](../\u{e9}/) [e](/q/\u{e9}/index.html) [f](..) [g](../%c3%a9#)\n",
        )
        .file("content/q/index.md", "+++\ntitle = \"Q\"\n+++\n")
        .file("pages/page.html", "<h1>{{ page.title }}</h1>{{ page.body }}")
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let (status, planned) =
        editor.call("POST", "delete", &json!({ "path": "content/q/\u{e9}.md", "dry_run": true }));
    assert_eq!(status, 200, "{planned}");
    let notes = planned["changes"].as_array().unwrap().iter().filter(|it| it["action"] == "check");
    assert_eq!(notes.count(), 5, "{planned}");

    let (status, answer) = rename(&editor, "content/q/\u{e9}.md", "content/q/e.md");
    assert_eq!(status, 200, "{answer}");
    let text = site.read("content/q/o.md");
    crate::common::assert_contains(
        &text,
        &[
            "[a](/q/e/) [c](/q/e/) [d](/q/e/) [e](/q/e/) [f](..) [g](/q/e/#)",
            "u = \"/q/e/\"\nv = \"/q/e/\"",
        ],
    );
}

#[test]
fn old_urls_of_a_deleted_page_redirect_to_the_same_page() {
    let site = SiteBuilder::new()
        .page("a", "title = \"A\"\naliases = [\"/old-a/\", \"/very%20old/\"]\n", "")
        .page("b", "title = \"B\"\naliases = [\"/old-b/\"]\n", "")
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let body = json!({ "path": "content/a.md", "redirect_to": "/b/" });
    let (status, deleted) = editor.call("POST", "delete", &body);
    assert_eq!(status, 200, "{deleted}");
    let text = site.read("content/b.md");
    assert!(
        text.contains("aliases = [\"/old-b/\", \"/a/\", \"/old-a/\", \"/very%20old/\"]"),
        "{text}"
    );
    site.build();
}

#[test]
fn references_to_a_data_file_follow_its_name() {
    let schema = json!({
        "properties": {
            "offer": { "type": "string", "x-editor": { "references": "offers/#" } },
            "offers": { "type": "array", "x-editor": { "references": "offers/#" }, "items": { "type": "string" } },
            "rows": { "type": "array", "items": { "$ref": "#/$defs/row" } },
            "season": { "type": "string" },
        },
        "$defs": { "row": { "properties": { "offer": { "anyOf": [{ "type": "string", "x-editor": { "references": "offers/#" } }] } } } },
    });
    let site = SiteBuilder::new()
        .file("content/data/offers/spring.toml", "price = 1\n")
        .file("content/data/shop.toml", "offer = \"spring\" # first\noffers = [\"none\", \"spring\"]\nseason = \"spring\"\n[[rows]]\noffer = \"spring\"\n")
        .file("content/data/shop.schema.json", &schema.to_string())
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let (status, answer) =
        rename(&editor, "content/data/offers/spring.toml", "content/data/offers/summer.toml");
    assert_eq!(status, 200, "{answer}");
    assert_eq!(
        site.read("content/data/shop.toml"),
        "offer = \"summer\" # first\noffers = [\"none\", \"summer\"]\nseason = \"spring\"\n[[rows]]\noffer = \"summer\"\n"
    );
}

/// Returns the notes of a plan, as lines of a path and a reason.
fn notes(answer: &Value) -> Vec<String> {
    let changes = answer["changes"].as_array().unwrap().iter();
    let notes = changes.filter(|it| it["action"] == "check");
    notes
        .map(|it| format!("{}: {}", it["path"].as_str().unwrap(), it["reason"].as_str().unwrap()))
        .collect()
}

#[test]
fn urls_in_style_sheets_follow_and_other_texts_are_named() {
    let site = SiteBuilder::new()
        .page("a", "title = \"A\"\n", "")
        .file("static/img/bg.svg", SVG)
        .file(
            "static/site.css",
            "a{background:url(img/bg.svg)}b{background:url(\"/img/bg.svg\")}\n",
        )
        .file(
            "static/css/more.css",
            "a{background:url('../img/bg.svg#a')}b{background:url(img/bg.svg)}\n",
        )
        .file("static/app.js", "show(\"/img/bg.svg\", \"/\", 4 / 2)\n")
        .create();
    let editor = Editor::start(&site);
    editor.built();

    let body = json!({ "path": "static/img/bg.svg", "dry_run": true });
    let (status, planned) = editor.call("POST", "delete", &body);
    assert_eq!(status, 200, "{planned}");
    let expected = ["static/app.js", "static/css/more.css", "static/site.css"]
        .map(|path| format!("{path}: has the old URL /img/bg.svg"));
    assert_eq!(notes(&planned), expected);

    let body = json!({ "path": "content/index.md", "dry_run": true });
    let (status, planned) = editor.call("POST", "delete", &body);
    assert_eq!(status, 200, "{planned}");
    assert_eq!(notes(&planned), Vec::<String>::new());

    let (status, answer) = rename(&editor, "static/img/bg.svg", "static/pictures/b g.svg");
    assert_eq!(status, 200, "{answer}");
    assert_eq!(notes(&answer), ["static/app.js: has the old URL /img/bg.svg"]);
    assert_eq!(
        site.read("static/site.css"),
        "a{background:url(pictures/b%20g.svg)}b{background:url(\"/pictures/b%20g.svg\")}\n"
    );
    assert_eq!(
        site.read("static/css/more.css"),
        "a{background:url('../pictures/b%20g.svg#a')}b{background:url(img/bg.svg)}\n"
    );
}

#[test]
fn a_renamed_section_is_named_where_its_old_url_is_written() {
    let site = SiteBuilder::new()
        .settings("[[feeds]]\npath = \"/news.xml\"\nsection = \"/releases\"\nformat = \"atom\"\n")
        .file("content/releases/index.md", "+++\ntitle = \"R\"\n+++\n")
        .page("releases/one", "title = \"One\"\ndate = 2026-01-01\n", "")
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let body = json!({ "from": "content/releases/index.md", "to": "content/news/index.md", "dry_run": true });
    let (status, planned) = editor.call("POST", "rename", &body);
    assert_eq!(status, 200, "{planned}");
    assert_eq!(notes(&planned), ["site.toml: has the old URL /releases/"]);
}

#[test]
fn old_urls_redirect_on_the_host_of_their_language() {
    let site = SiteBuilder::bare()
        .file("site.toml", crate::languages_hosts::SETTINGS)
        .file(
            "pages/shell.html",
            "<html lang=\"{{ page.language }}\"><head>{{ head }}</head>{{ main }}</html>",
        )
        .file("pages/page.html", "<h1>{{ page.title }}</h1>{{ page.body }}")
        .page("index", "title = \"Home\"\n", "")
        .page("index.fr", "title = \"Accueil\"\n", "")
        .page("404", "title = \"Not found\"\n", "")
        .page("404.fr", "title = \"Introuvable\"\n", "")
        .page("green", "title = \"Green\"\n", "")
        .page("green.fr", "title = \"Vert\"\n", "")
        .page("green.de", "title = \"Gr\u{fc}n\"\n", "")
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let body = json!({ "path": "content/green.fr.md", "redirect_to": "/" });
    let (status, refused) = editor.call("POST", "delete", &body);
    assert_eq!(status, 422, "{refused}");
    assert!(refused["error"]["message"].as_str().unwrap().contains("on another host"));

    let (status, answer) = rename(&editor, "content/green.md", "content/leaf.md");
    assert_eq!(status, 200, "{answer}");
    for (path, alias) in
        [("leaf.md", "/green/"), ("leaf.fr.md", "/green/"), ("leaf.de.md", "/de/green/")]
    {
        let text = site.read(&format!("content/{path}"));
        assert!(text.contains(&format!("aliases = [\"{alias}\"]")), "{path}: {text}");
    }
    editor.built();
    assert!(editor.server.get("/fr/green/").contains("/fr/leaf/"));

    // The page goes back, and its alias with it.
    let (status, answer) = rename(&editor, "content/leaf.md", "content/green.md");
    assert_eq!(status, 200, "{answer}");
    let text = site.read("content/green.fr.md");
    assert!(text.contains("aliases = [\"/leaf/\"]"), "{text}");
    let output = site.run(&["build"]);
    assert!(output.status.success(), "{}", crate::common::printed_text(&output));
    let redirects = site.read(&format!("{}/_redirects", crate::languages_hosts::FRENCH));
    assert!(redirects.contains("/salon/leaf/"), "{redirects}");
}

#[test]
fn urls_on_the_host_of_another_language_follow() {
    let french = "https://www.maisonduthe.fr/salon";
    let site = SiteBuilder::bare()
        .file("site.toml", crate::languages_hosts::SETTINGS)
        .file(
            "pages/shell.html",
            "<html lang=\"{{ page.language }}\"><head>{{ head }}</head>{{ main }}</html>",
        )
        .file("pages/page.html", "<h1>{{ page.title }}</h1>{{ page.body }}")
        .page(
            "index",
            "title = \"Home\"\n",
            &format!("[f]({french}/green/#a) [f]({french}/green) [e](https://www.teahouse.net/green/) ![l]({french}/leaf.svg) [o](https://other.example/green/)\n"),
        )
        .page("green", "title = \"Green\"\n", "")
        .page("green.fr", "title = \"Vert\"\n", "")
        .file("static/leaf.svg", SVG)
        .file("static/app.js", &format!("open(\"{french}/green/\")\n"))
        .file("content/data/links.toml", &format!("url = \"{french}/green/?a=1\"\ntext = \"See [it]({french}/green/).\"\n"))
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let body = json!({ "path": "content/green.fr.md", "dry_run": true });
    let (status, planned) = editor.call("POST", "delete", &body);
    assert_eq!(status, 200, "{planned}");
    assert_eq!(
        notes(&planned),
        [
            format!("content/index.md: links to the deleted page: {french}/green/#a"),
            format!("content/index.md: links to the deleted page: {french}/green"),
            format!("content/data/links.toml: has the old URL {french}/green/"),
            format!("static/app.js: has the old URL {french}/green/"),
        ]
    );

    let (status, answer) = rename(&editor, "content/green.md", "content/new leaf.md");
    assert_eq!(status, 200, "{answer}");
    let (status, answer) = rename(&editor, "static/leaf.svg", "static/i/leaf.svg");
    assert_eq!(status, 200, "{answer}");
    let text = site.read("content/index.md");
    crate::common::assert_contains(
        &text,
        &[&format!(
            "[f]({french}/new%20leaf/#a) [f]({french}/new%20leaf/) [e](https://www.teahouse.net/new%20leaf/) ![l]({french}/i/leaf.svg) [o](https://other.example/green/)"
        )],
    );
    assert_eq!(
        site.read("content/data/links.toml"),
        format!("url = \"{french}/new%20leaf/?a=1\"\ntext = \"See [it]({french}/new%20leaf/).\"\n")
    );
}

#[test]
fn a_style_sheet_that_moves_shows_the_same_files() {
    let site = SiteBuilder::new()
        .file("static/img/b g.svg", SVG)
        .file("static/other.css", "p{top:0}\n")
        .file(
            "static/site.css",
            "@import \"other.css\";a{background:url(img/b%20g.svg#a)}b{background:url(/img/b%20g.svg)}c{background:url(data:,x)}\n",
        )
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let (status, answer) = rename(&editor, "static/site.css", "static/css/all.css");
    assert_eq!(status, 200, "{answer}");
    assert_eq!(
        site.read("static/css/all.css"),
        "@import \"../other.css\";a{background:url(../img/b%20g.svg#a)}b{background:url(/img/b%20g.svg)}c{background:url(data:,x)}\n"
    );
}

#[test]
fn a_deleted_data_file_takes_what_belongs_to_it_along() {
    let references = |to: &str| json!({ "type": "string", "x-editor": { "references": to } });
    let pick = json!({ "properties": {
        "code": references("offers/#code"), "game": references("games#{id}-{hall}"), "room": references("games#id"), "other": references("games#id"),
    } });
    let schema = json!({ "properties": { "name": { "type": "string", "translatable": true } } });
    let site = SiteBuilder::new()
        .settings("default_language = \"en\"\n[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Fran\u{e7}ais\"\n")
        .file("content/data/team.toml", "name = \"Ada\"\n")
        .file("content/data/team.fr.toml", "name = \"Ad\u{e9}\"\n")
        .file("content/data/team.schema.json", &schema.to_string())
        .file("content/data/offers.toml", "name = \"All\"\n")
        .file("content/data/offers.schema.json", &schema.to_string())
        .file("content/data/offers/one.toml", "name = \"One\"\ncode = \"FIRST\"\n")
        .file("content/data/games.csv", "id,hall\ng1,north\n")
        .file("content/data/a.toml", "code = \"FIRST\"\nother = \"none\"\n")
        .file("content/data/b.toml", "game = \"g1-north\"\n")
        .file("content/data/c.toml", "room = \"g1\"\n")
        .create();
    for name in ["a", "b", "c"] {
        site.write(&format!("content/data/{name}.schema.json"), &pick.to_string());
    }
    let editor = Editor::start(&site);
    editor.built();
    let deleted = |path: &str| {
        let body = json!({ "path": path, "dry_run": true });
        let (status, planned) = editor.call("POST", "delete", &body);
        assert_eq!(status, 200, "{path}: {planned}");
        let changes = planned["changes"].as_array().unwrap().iter();
        let gone = changes.filter(|it| it["action"] == "delete");
        (
            gone.map(|it| it["path"].as_str().unwrap().to_owned()).collect::<Vec<_>>(),
            notes(&planned),
        )
    };

    let (gone, found) = deleted("content/data/team.toml");
    assert_eq!(
        gone,
        ["fr.toml", "schema.json", "toml"].map(|it| format!("content/data/team.{it}"))
    );
    assert_eq!(found, Vec::<String>::new());
    // A schema of a folder stays.
    assert_eq!(deleted("content/data/offers.toml").0, ["content/data/offers.toml"]);
    let (gone, found) = deleted("content/data/offers/one.toml");
    assert_eq!(gone, ["content/data/offers/one.toml"]);
    assert_eq!(found, ["content/data/a.toml: refers to the deleted file"]);
    let (_, found) = deleted("content/data/games.csv");
    assert_eq!(
        found,
        ["b", "c"].map(|it| format!("content/data/{it}.toml: refers to the deleted file"))
    );

    let body = json!({ "path": "content/data/team.toml" });
    let (status, answer) = editor.call("POST", "delete", &body);
    assert_eq!(status, 200, "{answer}");
    assert!(!site.root().join("content/data/team.schema.json").exists());
    site.build();
}

#[test]
fn a_file_keeps_its_kind() {
    let site = SiteBuilder::new()
        .page("a", "title = \"A\"\n", "")
        .file("content/data/rows.toml", "a = 1\n")
        .file("static/s.svg", SVG)
        .file("static/t.txt", "T\n")
        .create();
    let editor = Editor::start(&site);
    editor.built();
    for (from, to) in [
        ("content/a.md", "static/a.md"),
        ("content/a.md", "content/data/a.md"),
        ("content/a.md", "content/a.txt"),
        ("content/data/rows.toml", "content/rows.toml"),
        ("static/s.svg", "static/s.png"),
        ("static/s.svg", "i18n/s.svg"),
        ("static/s.svg", "content/data/s.svg"),
        ("static/t.txt", "content/data/t.txt"),
        ("static/t.txt", "content/t.md"),
    ] {
        let (status, refused) = rename(&editor, from, to);
        assert_eq!(status, 422, "{from} to {to}: {refused}");
    }
}

#[test]
fn links_follow_pictures_between_content_and_static() {
    let site = SiteBuilder::new()
        .file(
            "content/q/a.md",
            "+++\ntitle = \"A\"\nimage = \"pic.svg\"\n+++\n![p](pic.svg) ![q](/q/pic.svg#a)\n",
        )
        .file("content/q/pic.svg", SVG)
        .file("pages/page.html", "<h1>{{ page.title }}</h1>{{ page.body }}")
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let (status, answer) = rename(&editor, "content/q/pic.svg", "static/pic.svg");
    assert_eq!(status, 200, "{answer}");
    crate::common::assert_contains(
        &site.read("content/q/a.md"),
        &["image = \"/pic.svg\"", "![p](/pic.svg) ![q](/pic.svg#a)"],
    );

    let (status, answer) = rename(&editor, "static/pic.svg", "content/q/p.svg");
    assert_eq!(status, 200, "{answer}");
    crate::common::assert_contains(
        &site.read("content/q/a.md"),
        &["image = \"/q/p.svg\"", "![p](/q/p.svg) ![q](/q/p.svg#a)"],
    );
    site.build();
}

#[test]
fn a_data_file_moves_with_its_translations_and_its_schema() {
    let schema = json!({ "type": "object", "properties": { "name": { "type": "string", "translatable": true } } });
    let site = SiteBuilder::new()
        .settings("default_language = \"en\"\n[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Fran\u{e7}ais\"\n")
        .file("content/data/team.toml", "name = \"Ada\"\n")
        .file("content/data/team.fr.toml", "name = \"Ad\u{e9}\"\n")
        .file("content/data/team.schema.json", &schema.to_string())
        .file("content/data/offers/one.toml", "name = \"One\"\n")
        .file("content/data/offers.schema.json", &schema.to_string())
        .file("content/data/pick.toml", "offer = \"one\"\n")
        .file(
            "content/data/pick.schema.json",
            &json!({ "properties": { "offer": { "type": "string", "x-editor": { "references": "offers/#" } } } }).to_string(),
        )
        .create();
    let editor = Editor::start(&site);
    editor.built();
    let (status, answer) = rename(&editor, "content/data/team.toml", "content/data/crew.toml");
    assert_eq!(status, 200, "{answer}");
    assert!(site.read("content/data/crew.fr.toml").contains("Ad\u{e9}"));
    assert_eq!(site.read("content/data/crew.schema.json"), schema.to_string());
    assert!(!site.root().join("content/data/team.schema.json").exists());

    let body = json!({ "path": "content/data/offers/one.toml", "dry_run": true });
    let (status, planned) = editor.call("POST", "delete", &body);
    assert_eq!(status, 200, "{planned}");
    assert_eq!(notes(&planned), ["content/data/pick.toml: refers to the deleted file"]);
    let (status, answer) = rename(&editor, "content/data/offers/one.toml", "content/data/one.toml");
    assert_eq!(status, 200, "{answer}");
    assert_eq!(
        notes(&answer),
        [
            "content/data/pick.toml: refers to what its schema then no longer finds",
            "content/data/offers.schema.json: is not the schema of content/data/one.toml, which then has no such form and checks"
        ]
    );
    site.build();
}

#[test]
fn a_file_with_a_name_that_is_not_valid_for_a_new_one_can_be_opened_and_renamed() {
    let site = SiteBuilder::new()
        .page("about", "title = \"About\"\n", "")
        .file("content/x:y.md", "+++\ntitle = \"D\"\n+++\n[a](about.md)\n")
        .file("pages/page.html", "<h1>{{ page.title }}</h1>{{ page.body }}")
        .create();
    let editor = Editor::start(&site);
    editor.built();
    assert_eq!(editor.entry("content/x:y.md")["values"]["title"], "D");
    let (status, answer) = rename(&editor, "content/about.md", "content/us.md");
    assert_eq!(status, 200, "{answer}");
    assert!(site.read("content/x:y.md").contains("[a](us.md)"));
    assert_eq!(rename(&editor, "content/us.md", "content/u:s.md").0, 400);
    let (status, answer) = rename(&editor, "content/x:y.md", "content/xy.md");
    assert_eq!(status, 200, "{answer}");
}

#[test]
fn unsaved_changes_that_use_a_file_are_named_before_it_is_renamed_or_deleted() {
    let site = site_with_links();
    site.write("static/only.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    site.write("content/q/near.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    let editor = Editor::start(&site);
    editor.built();
    let unused = || {
        let unused = editor.get("problems")["unused_media"].clone();
        unused.as_array().unwrap().iter().map(|it| it["path"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(unused(), ["content/q/near.svg", "static/only.svg"]);

    let path = "content/q/t.md";
    let text = "![Only](/only.svg) ![Near](near.svg) [O](o.md)\n";
    let edits = json!([{ "body": { "start": 0, "end": 0 }, "text": text }]);
    let file = json!({ "path": path, "base": editor.entry(path)["digest"], "edits": edits });
    let draft = json!({ "client": "tab", "files": [file] });
    let (status, stored) = editor.call("PUT", "draft?id=t-draft-1", &draft);
    assert_eq!(status, 200, "{stored}");
    assert!(unused().is_empty());

    for (from, to, target) in [
        ("static/only.svg", "static/new.svg", "/only.svg"),
        ("content/q/near.svg", "content/q/new.svg", "near.svg"),
        ("content/q/o.md", "content/q/new.md", "o.md"),
    ] {
        let note = json!({ "path": path, "action": "check", "reason": format!("has unsaved changes with {target}") });
        let renamed = json!({ "from": from, "to": to, "dry_run": true });
        let deleted = json!({ "path": from, "dry_run": true });
        for (call, body) in [("rename", renamed), ("delete", deleted)] {
            let (status, plan) = editor.call("POST", call, &body);
            let notes = plan["changes"].as_array().unwrap();
            assert!(status == 200 && notes.contains(&note), "{call} {from}: {plan}");
        }
    }
}
