//! Front matter: the two languages, required and unknown keys, defaults and layouts.

use crate::common::{SETTINGS, SiteBuilder, assert_contains, assert_diagnostics, printed_text};

#[test]
fn yaml_and_toml_front_matter_are_equivalent() {
    let site = SiteBuilder::bare()
        .file(
            "pages/page.html",
            "{{ page.title }}|{{ page.date or 'None' }}|{{ page.updated or 'None' }}|{{ page.extra.list | join(\"-\") }}|{{ page.body }}",
        )
        .page(
            "toml",
            "title = \"Ä: b\"\ndate = 2026-11-21\nupdated = 2026-11-22\n[extra]\nlist = [1, 2]\n",
            "Text\n",
        )
        .file(
            "content/yaml.md",
            "---\ntitle: 'Ä: b'\ndate: 2026-11-21\nupdated: \"2026-11-22\"\nextra:\n  list:\n    - 1\n    - 2\n---\nText\n",
        )
        .create();
    site.build();
    assert_eq!(site.output("yaml/index.html"), "Ä: b|2026-11-21|2026-11-22|1-2|<p>Text</p>\n");
    assert_eq!(site.output("yaml/index.html"), site.output("toml/index.html"));
}

#[test]
fn yaml_errors_have_locations() {
    let site = SiteBuilder::bare()
        .file("content/a.md", "---\ntitle: A\ntemplat: page\n---\n")
        .file("content/b.md", "---\ntitle: É\nweight: high\n---\n")
        .file("content/c.md", "---\ntitle: 'C\n---\n")
        .file("content/d.md", "---\ntitle: D\n")
        .create();
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn a_number_out_of_range_is_reported_with_its_location() {
    let site = SiteBuilder::bare()
        .page("index", "title = \"Home\"\n", "")
        .page("big", "title = \"Big\"\n[extra]\nid = 99999999999999999999\n", "")
        .create();
    let message = site.refused();
    assert_diagnostics!(message);
    site.remove("content/big.md");
    site.write("content/data/big.toml", "id = 1\nlist = [1, 99999999999999999999]\n");
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn a_front_matter_key_inside_extra_is_a_warning() {
    let site = SiteBuilder::bare()
        .page("a", "title = \"A\"\n[extra]\ncolour = 1\ndraft = true\n", "")
        .create();
    let message = site.build();
    assert_contains(
        &message,
        &[
            "warning[C0104]",
            "content/a.md:5:1",
            "`draft` has no effect in the table `extra`",
            "above the line `[extra]`",
        ],
    );
    assert_eq!(message.matches("warning[").count(), 1, "{message}");
    // A build without changes reports it again.
    assert_contains(&site.build(), &["content/a.md:5:1"]);
}

#[test]
fn each_front_matter_key_inside_extra_is_a_warning_unless_something_reads_it() {
    let keys =
        "date = 2026-01-01\nauthors = \"Ann\"\nsearch = false\nsort_by = \"date\"\ntitle = \"B\"\n";
    let site = SiteBuilder::bare()
        .file("pages/page.html", "<h1>{{ page.title }}</h1>{# page.extra.date #}{{ page.body }}")
        .page("a", &format!("title = \"A\"\n[extra]\ncolour = 1\n{keys}"), "extra.title\n")
        .create();
    let without = |message: &str, keys: &[&str]| {
        for key in keys {
            assert!(!message.contains(&format!("`{key}` has no effect")), "{key}: {message}");
        }
    };
    let message = site.build();
    for key in ["date", "authors", "search", "sort_by"] {
        assert_contains(&message, &[&format!("`{key}` has no effect in the table `extra`")]);
    }
    without(&message, &["colour", "title"]);

    // A template that reads a key, and a schema that declares it.
    site.write("pages/page.html", "<h1>{{ page.extra.date }}</h1>{{ page.body }}");
    site.write("content/extra.schema.json", r#"{"properties": {"authors": {"type": "string"}}}"#);
    let message = site.build();
    without(&message, &["date", "authors"]);
    assert_contains(&message, &["`search` has no effect", "reads `extra.search`"]);
    assert_contains(&site.build(), &["`search` has no effect"]);

    // A template can pass on the whole table, of which a value of the page itself is no plausible part.
    site.write("pages/page.html", "{{ page.extra|tojson }}{{ page.body }}");
    site.write("content/b.md", "+++\ntitle = \"B\"\n[extra]\nslug = \"x\"\ndraft = true\n+++\n");
    let message = site.build();
    without(&message, &["date", "search"]);
    assert_contains(&message, &["`slug` has no effect", "`draft` has no effect"]);
    site.same_as_clean();
}

#[test]
fn the_first_heading_is_the_default_title() {
    let site = SiteBuilder::bare()
        .file("pages/page.html", "<h1>{{ page.title }}</h1>{{ page.body }}")
        .file("content/a.md", "# Hello *you*\n\nText [x](#next)\n\n## Next\n")
        .page("b", "weight = 1\n", "Intro\n\n## Later\n")
        .create();
    site.build();
    assert_eq!(
        site.output("a/index.html"),
        "<h1>Hello you</h1><p>Text <a href=\"#next\">x</a></p>\n<h2 id=\"next\">Next</h2>\n"
    );
    assert!(site.output("b/index.html").starts_with("<h1>Later</h1><p>Intro</p>"));
    site.write("content/c.md", "Text alone\n");
    assert_diagnostics!(site.refused());
}

#[test]
fn an_undeclared_layout_is_an_error_with_a_location() {
    let site = SiteBuilder::bare()
        .file("pages/shell.html", "<body class=\"{{ page.layout or 'None' }}\">{{ main }}</body>")
        .page("index", "title = \"Home\"\n", "")
        .page("a", "title = \"A\"\nlayout = \"wide\"\n", "")
        .create();
    site.enable_page_data();
    site.build();
    assert_contains(&site.output("a/index.html"), &["class=\"wide\""]);
    assert_contains(&site.output("page-data/a/page-data.json"), &["\"layout\":\"wide\""]);
    assert_contains(&site.output("index.html"), &["class=\"full\""]);

    site.write(
        "site.toml",
        &SETTINGS.replace("base_url", "layouts = [\"full\", \"wider\"]\nbase_url"),
    );
    let message = site.refused();
    assert_diagnostics!(message);
    site.write("content/a.md", "+++\ntitle = \"A\"\nlayout = \"wider\"\n+++\n");
    site.build();
    site.same_as_clean();
}

#[test]
fn front_matter_is_checked_again_if_what_it_names_is_removed() {
    let layouts = "layouts = [\"full\", \"wide\"]\n";
    let taxonomies = "[[taxonomies]]\nname = \"tags\"\n";
    let front_matter = "title = \"A\"\ntemplate = \"special\"\nlayout = \"wide\"\nshell = \"poster\"\n\
                        image = \"/card.svg\"\ncanonical = \"/b/\"\n[taxonomies]\ntags = [\"c\"]\n";
    let site = SiteBuilder::new()
        .settings(&format!("{layouts}{taxonomies}"))
        .file("pages/special.html", "{{ page.body }}")
        .file("pages/term.html", "")
        .file("pages/terms.html", "")
        .file("pages/shells/poster.html", "{{ main }}")
        .file("static/card.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
        .page("a", front_matter, "Text\n")
        .page("b", "title = \"B\"\n", "")
        .create();
    site.build();

    let settings = site.read("site.toml");
    for (path, text, place, message) in [
        ("pages/special.html", None, "content/a.md:3:", "there is no template `special`"),
        (
            "site.toml",
            Some(settings.replace("wide", "wider")),
            "content/a.md:4:",
            "no layout `wide`",
        ),
        ("pages/shells/poster.html", None, "content/a.md:5:", "there is no base layout `poster`"),
        ("static/card.svg", None, "content/a.md:6:", "there is no image `/card.svg`"),
        ("content/b.md", None, "content/a.md:7:", "there is no page at `/b/`"),
        (
            "site.toml",
            Some(settings.replace(taxonomies, "")),
            "content/a.md:9:",
            "no taxonomy `tags`",
        ),
    ] {
        let before = site.read(path);
        match text {
            Some(text) => site.write(path, &text),
            None => site.remove(path),
        }
        for command in [&["build", "--preview"][..], &["check", "--preview"]] {
            let found = printed_text(&site.run(command));
            assert_contains(&found, &[place, message]);
            assert_eq!(found.matches("error[").count(), 1, "{found}");
        }
        site.write(path, &before);
        site.build();
    }
    site.same_as_clean();
}

#[test]
fn all_errors_of_front_matter_and_text_are_reported_at_once() {
    let site = SiteBuilder::new()
        .settings("[[taxonomies]]\nname = \"tags\"\n")
        .page(
            "a",
            "title = \"A\"\nshell = \"poster\"\nimage = \"x.svg\"\n[taxonomies]\ntopics = [\"c\"]\n",
            "[broken](/nowhere/)\n",
        )
        .page("b", "title = \"B\"\ntemplate = \"special\"\ncanonical = \"/c/\"\n", "{{ nothing() }}\n")
        .create();
    assert_contains(
        &site.refused(),
        &[
            "there is no base layout `poster`",
            "there is no image `x.svg`",
            "there is no taxonomy `topics`",
            "/nowhere/",
            "there is no template `special`",
            "there is no page at `/c/`",
            "nothing",
        ],
    );
}

#[test]
fn keys_of_other_generators_are_errors_that_name_the_key_to_use() {
    let site = SiteBuilder::bare()
        .file("content/a.md", "---\ntitle: A\ntags: [x]\nlinkTitle: B\nmenu: main\n---\n")
        .create();
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn lists_in_yaml_can_be_closed_at_the_margin() {
    let site = SiteBuilder::bare()
        .file("pages/page.html", "{{ page.extra.list|join(\"-\") }} {{ page.extra.note }}")
        .file(
            "content/a.md",
            "---\ntitle: A\naliases: [\n  \"/x/\", # one, [\n\"/y/\",\n]\nextra: {\nlist: [\"a ]\", 'b'\n],\nnote: it's\n}\n---\n",
        )
        .create();
    site.build();
    assert_contains(&site.output("_redirects"), &["/x/ /a/ 301", "/y/ /a/ 301"]);
    assert_eq!(site.output("a/index.html"), "a ]-b it&#39;s\n");
    // Locations stay right.
    site.write("content/a.md", "---\ntitle: A\naliases: [\n\"/x y/\"\n]\noops: 1\n---\n");
    assert_diagnostics!(site.refused());
}

/// The output and the exit code of a build whose only other page is `content/a.md` with this text.
fn build_of(text: &str) -> (String, bool) {
    let site = SiteBuilder::new().file("content/a.md", text).create();
    let output = site.run(&["build", "--preview"]);
    (crate::common::printed_text(&output), output.status.success() && site.has("a/index.html"))
}

#[test]
fn blank_lines_before_front_matter_are_skipped() {
    for text in [
        "\n---\ntitle: Secret plan\ndraft: true\n---\n# Secret plan\nx\n",
        "\n\n \t\n+++\ntitle = \"Secret plan\"\ndraft = true\n+++\nx\n",
        "\r\n---\r\ntitle: Secret plan\r\ndraft: true\r\n---\r\nx\r\n",
        "\u{feff}\n---\ntitle: Secret plan\ndraft: true\n---\nx\n",
    ] {
        let site = SiteBuilder::new().file("content/a.md", text).create();
        site.build();
        assert!(!site.has("a/index.html"), "{text:?}");
    }
    let site =
        SiteBuilder::new().file("content/a.md", "\n\n---\ntitle: A\ntemplat: x\n---\n").create();
    assert_diagnostics!(site.refused());
}

#[test]
fn a_text_that_looks_like_front_matter_is_an_error() {
    let yaml = "title: Secret plan\ndraft: true\n";
    let toml = "title = \"Secret plan\"\ndraft = true\n";
    for (text, place) in [
        (format!("<!-- markdownlint-disable -->\n---\n{yaml}---\nx\n"), "a.md:2:1"),
        (format!("<!--\nlint\n-->\n\n+++\n{toml}+++\nx\n"), "a.md:5:1"),
        (format!(" ---\n{yaml}---\nx\n"), "a.md:1:1"),
        (format!("    +++\n{toml}    +++\nx\n"), "a.md:1:1"),
        (format!("\u{a0}---\n{yaml}---\nx\n"), "a.md:1:1"),
        (format!("\u{200b}---\n{yaml}---\nx\n"), "a.md:1:1"),
        (format!("\u{feff}\u{feff}---\n{yaml}---\nx\n"), "a.md:1:"),
        (format!("---yaml\n{yaml}---\nx\n"), "a.md:1:1"),
        (format!("--- yaml\n{yaml}---\nx\n"), "a.md:1:1"),
        (format!("+++toml\n{toml}+++\nx\n"), "a.md:1:1"),
        (format!("----\n{yaml}----\nx\n"), "a.md:1:1"),
        (format!("--\n{yaml}--\nx\n"), "a.md:1:1"),
        (format!("++++++\n{toml}++++++\nx\n"), "a.md:1:1"),
        (format!("===\n{yaml}===\nx\n"), "a.md:1:1"),
        (format!(";;;\n{yaml};;;\nx\n"), "a.md:1:1"),
        (format!("- - -\n{yaml}- - -\nx\n"), "a.md:1:1"),
        (format!("\u{2014}\n{yaml}\u{2014}\nx\n"), "a.md:1:1"),
        (format!("\u{2013}-\n{yaml}\u{2013}-\nx\n"), "a.md:1:1"),
        (format!("\n\u{2014}\u{2014}\u{2014}\n{yaml}\u{2014}\u{2014}\u{2014}\nx\n"), "a.md:2:1"),
        ("{\"title\": \"Secret plan\", \"draft\": true}\n\nx\n".to_owned(), "a.md:1:1"),
        ("{\n  \"weight\": 1,\n  \"draft\": true\n}\nx\n".to_owned(), "a.md:1:1"),
        (format!("{yaml}---\nx\n"), "a.md:1:1"),
        (format!("{toml}+++\nx\n"), "a.md:1:1"),
        ("Title: Secret\nDraft: true\n---\nx\n".to_owned(), "a.md:1:1"),
        (format!("{yaml}\nx\n"), "a.md:1:1"),
        (format!("{toml}\n# x\n"), "a.md:1:1"),
        ("draft: true\n\n# x\n".to_owned(), "a.md:1:1"),
        (format!("```yaml\n---\n{yaml}---\n```\nx\n"), "a.md:1:1"),
        (format!("```yaml\n{yaml}```\nx\n"), "a.md:1:1"),
        (format!("~~~toml\n{toml}~~~\nx\n"), "a.md:1:1"),
        (format!("# Secret plan\n\n---\n{yaml}---\nx\n"), "a.md:3:1"),
        (format!("+++\ntitle = \"A\"\n+++\n---\n{yaml}---\nx\n"), "a.md:4:1"),
        (format!("---\n# note\n{yaml}"), "a.md:1:1"),
        (format!("+++\n{yaml}---\nx\n"), "a.md:1:1"),
        (
            format!("---js\n{{ {json} }}\n---\n# x\n", json = "title: \"A\", draft: true"),
            "a.md:1:1",
        ),
        ("---json\n{\"title\": \"A\", \"draft\": true}\n---\n# x\n".to_owned(), "a.md:1:1"),
        ("{ title: \"A\", draft: true }\n\n# x\n".to_owned(), "a.md:1:1"),
        (format!("\\---\n{yaml}\\---\n\n# x\n"), "a.md:1:1"),
        ("--- title: A draft: true ---\n# x\n".to_owned(), "a.md:1:1"),
        (format!("---\n{yaml}---\n\n").replace('\n', "\u{2028}") + "\n\n# x\n", "a.md:1:1"),
        (format!("---\n{yaml}---\n\n").replace('\n', "\u{85}") + "\n\n# x\n", "a.md:1:1"),
        ("Title: A\nAuthor: B\nDate: 2026-01-01\n\n# x\n".to_owned(), "a.md:1:1"),
        ("Title:\tA\nDraft:\tyes\n\n# x\n".to_owned(), "a.md:1:1"),
        ("Title：A\nDraft：true\n\n# x\n".to_owned(), "a.md:1:1"),
        ("#+TITLE: A\n\n# x\n".to_owned(), "a.md:1:1"),
        (":title: A\n:draft: true\n\n# x\n".to_owned(), "a.md:1:1"),
        (format!("---\n---\n{yaml}---\nx\n"), "a.md:3:1"),
        (format!("---\n\n---\n{yaml}---\n# x\n"), "a.md:4:1"),
        (format!("---\n# note\n{{}}\n---\n\n---\n{yaml}---\n# x\n"), "a.md:6:1"),
        (format!("+++\n+++\n{yaml}\n# x\n"), "a.md:3:1"),
        (format!("+++\n+++\n```yaml\n{yaml}```\n# x\n"), "a.md:3:1"),
        (format!("---\n---\n---\n---\n{yaml}---\n# x\n"), "a.md:3:1"),
        (format!("----\n----\n{yaml}----\n# x\n"), "a.md:1:1"),
        (format!("---\nweight: 1\n---\n{yaml}---\n# x\n"), "a.md:4:1"),
        (format!("---\nweight: 1\n---\n\n{yaml}\n# x\n"), "a.md:5:1"),
        (format!("---\nweight: 1\n---\n--- # second\n{yaml}---\n# x\n"), "a.md:4:1"),
        (format!("--- # note\n{yaml}---\n# x\n"), "a.md:1:1"),
        (format!("--- !!map\n{yaml}---\n# x\n"), "a.md:1:1"),
        (format!("+++ # note\n{toml}+++\n# x\n"), "a.md:1:1"),
        (format!("%YAML 1.2\n---\n{yaml}---\n# x\n"), "a.md:2:1"),
        ("--- {title: Plan, draft: true}\n---\n# x\n".to_owned(), "a.md:1:1"),
        ("--- {title: Plan,\n  draft: true}\n---\n# x\n".to_owned(), "a.md:1:1"),
        ("----\n? title\n: Plan\n? draft\n: true\n----\n# x\n".to_owned(), "a.md:1:1"),
        ("? title\n: Plan\n? draft\n: true\n---\n# x\n".to_owned(), "a.md:1:1"),
        ("<!--\n.. title: A\n.. slug: a\n.. status: draft\n-->\n\n# x\n".to_owned(), "a.md:1:1"),
    ] {
        let (message, _) = build_of(&text);
        assert!(
            (message.contains("C0109") || message.contains("C0106")) && message.contains(place),
            "{text}\n{message}"
        );
        assert!(message.contains("help: "), "{message}");
    }
}

#[test]
fn a_colon_or_a_thematic_break_is_not_front_matter() {
    let sample = "```toml\n+++\ntitle = \"A\"\ndraft = true\n+++\n```\n";
    for text in [
        "---\n\n# Title\n\nProse.\n".to_owned(),
        "---\n\n# Title\n\nProse.\n\n---\n\nMore: prose.\n".to_owned(),
        "\n---\n\nProse with a colon: here.\n\n## Title\n\n---\n".to_owned(),
        "---\nProse without a key\n---\n\n# Title\n".to_owned(),
        "---\n\nNote: prose.\n\n---\n\n# Title\n".to_owned(),
        "Note: text\n\n# Title\n".to_owned(),
        "Note: a heading\n---\n\nText\n".to_owned(),
        "Title: a story\n=====\n\nText\n".to_owned(),
        "Summary: text\nAuthor of this: me\n\n# Title\n".to_owned(),
        "Warning: text\nNote: text\n\n# Title\n".to_owned(),
        "***\n\n# Title\n".to_owned(),
        "- - -\n\n# Title\n\nPath: text\n".to_owned(),
        "<!-- a comment -->\n\n---\n\n# Title\n".to_owned(),
        "<!-- title: x -->\n# Title\n".to_owned(),
        "# Title\n\ntitle: the first key\n".to_owned(),
        format!("# Title\n\n{sample}"),
        format!("# Title\n\nSo:\n\n---\n\n{sample}\n---\n"),
        format!("+++\ntitle = \"A\"\n+++\n{sample}"),
        "+++\ntitle = \"A\"\n+++\n---\n\nText\n\n---\n".to_owned(),
        "{ a brace }\n\n# Title\n".to_owned(),
        "\u{2014} Who is there?\n\n# Title\n".to_owned(),
        "```yaml\nkind: x\n```\n\n# Title\n".to_owned(),
        "---\nhttps://example.com/a\n---\n\n# Title\n".to_owned(),
        "---\nWe meet at 18:30 there.\n---\n\n# Title\n".to_owned(),
        "Date: 3 May\nTime: 18:00\nPlace: here\n\n# Title\n".to_owned(),
        "Author: A  \nTitle: B  \nPublished: 1815\n\n# Title\n".to_owned(),
        "Title: A\\\nAuthor: B\n\n# Title\n".to_owned(),
        "Anna: Hello.\nBen: Hello.\n\n# Title\n".to_owned(),
        "标题：一\n日期：二\n\n# Title\n".to_owned(),
        "- title: a\n- author: b\n\n# Title\n".to_owned(),
        "<!--\nNote: for editors.\nTODO: check\n-->\n# Title\n".to_owned(),
        "A line\u{2028}another: line\n\n# Title\n".to_owned(),
        "---\n---\n# Title\n\nTitle: text\n---\n".to_owned(),
        "---\n---\nNote: text\n\n---\n\n# Title\n".to_owned(),
        "+++\ntitle = \"A\"\n+++\nAuthor: A\nDate: 3 May\n\n---\n\nText\n".to_owned(),
        "---\nApple\n: A fruit\n---\n\n# Title\n".to_owned(),
        "---\n? Why\n---\n\n# Title\n".to_owned(),
        "--- a/title.md\n+++ b/title.md\n\n# Title\n".to_owned(),
        "+++\ntitle = \"A\"\n+++\n![My title: \"A\"\n](https://cdn.example/a.png)\n\n# Title\n"
            .to_owned(),
        "+++\ntitle = \"A\"\n+++\n&nbsp; title: \"A\"\n\n# Title\n".to_owned(),
        "+++\ntitle = \"A\"\n+++\n!!! title: \"A\"\n\n# Title\n".to_owned(),
        "+++\ntitle = \"A\"\n+++\n![a, b] title: \"A\"\n\n# Title\n".to_owned(),
        "----- Forwarded message -----\nDate: 3 May\nSubject: x\n\n# Title\n".to_owned(),
    ] {
        let (message, is_published) = build_of(&text);
        assert!(is_published, "{text}\n{message}");
    }
}

/// Builds a site whose only other page has this front matter, and returns what the build prints and
/// whether the page is published.
fn build_of_yaml(front: &str) -> (String, bool) {
    build_of(&format!("---\n{front}\n---\n# Secret plan\n"))
}

/// Asserts that front matter is read without an error, and keeps the page as a draft.
#[track_caller]
fn assert_draft(front: &str) {
    let (message, is_published) = build_of_yaml(front);
    assert!(!message.contains("error[") && !is_published, "{front:?}\n{message}");
}

#[test]
fn keys_can_be_explicit_or_have_tags() {
    for front in [
        "? title\n: Plan\n? draft\n: true",
        "\n? \"title\"\n: Plan\n? draft\n: true\n",
        "!!str title: Plan\n!!str draft: true",
        "!!map {title: Plan, draft: true}",
        "!!map\ntitle: Plan\ndraft: true",
    ] {
        assert_draft(front);
    }
}

#[test]
fn tabs_after_the_colons_of_keys_are_spaces() {
    for front in [
        "title:\tPlan\ndraft:\ttrue",
        "title: Plan\ndraft: \ttrue",
        "title: Plan\r\ndraft:\ttrue\r",
        "draft\t:\ttrue",
        "\ntitle:\tPlan\ndraft:\ttrue\n",
        "extra:\n  a:\t\"b:\tc\"\ndraft:\ttrue",
        "{\"title\": \"Plan\", \"draft\": true}",
    ] {
        assert_draft(front);
    }
    let site = SiteBuilder::bare()
        .file("pages/page.html", "{{ page.title }}|{{ page.extra.note }}|{{ page.extra.tab }}")
        .file(
            "content/a.md",
            "---\ntitle:\t\tA\nextra:\n  tab:\t\"a:\tb\"\n  note: |\n    key:\tvalue\n---\n",
        )
        .create();
    site.build();
    assert_eq!(site.output("a/index.html"), "A|key:\tvalue\n|a:\tb\n");
    site.same_as_clean();
}

#[test]
fn lines_that_only_look_like_yaml_are_errors() {
    for (front, hint) in [
        ("title:Plan\ndraft:true", "a space after the colon"),
        ("draft:true", "a space after the colon"),
        ("\ndraft:true\n", "a space after the colon"),
        ("# a comment\ntitle:Plan", "a space after the colon"),
        ("title: Plan\n  draft:true", "a space after the key"),
        ("title: Plan\n draft：true", "a space after the key"),
        ("title：Plan\ndraft：true", "an ASCII colon"),
        ("title: Plan\ndraft：true", "an ASCII colon"),
        ("title:\u{a0}Plan\ndraft:\u{a0}true", "an ordinary space"),
        ("- title: Plan\n- draft: true", "without a hyphen"),
        ("publish at: 2026-01-01", "`publish_at`"),
    ] {
        let (message, is_published) = build_of_yaml(front);
        assert!(message.contains("error[") && !is_published, "{front:?}\n{message}");
        assert_contains(&message, &["content/a.md:", hint]);
    }
}

#[test]
fn utf_16_without_a_byte_order_mark_is_not_read_as_utf_8() {
    let text: String = "# Title\n".chars().flat_map(|it| [it, '\0']).collect();
    let (message, is_published) = build_of(&text);
    assert!(message.contains("error[C0101]") && !is_published, "{message}");
}

#[test]
fn a_key_without_a_value_is_as_if_it_were_not_there() {
    let site = SiteBuilder::bare()
        .file("pages/page.html", "{{ page.title }}|{{ page.description or \"-\" }}|{{ page.updated or \"-\" }}")
        .file(
            "content/a.md",
            "---\ntitle: A\nupdated:\ndescription: ~\nslug: null\nweight:\naliases:\npath:\ntaxonomies:\nextra:\nexpire_at:\n---\n",
        )
        .file("content/b/index.md", "---\ntitle: B\ncascade:\n---\n")
        .create();
    let printed = site.build();
    assert!(!printed.contains("warning"), "{printed}");
    assert_eq!(site.output("a/index.html").trim(), "A|-|-");

    site.write("content/a.md", "---\ntitle:\n---\n");
    assert_contains(&site.refused(), &["C0103", "content/a.md"]);
    site.write("content/a.md", "---\ntitle: A\ndraft:\n---\n");
    assert_contains(&site.refused(), &["C0105", "content/a.md:3:"]);
}

#[test]
fn hints_for_yaml_are_written_in_yaml() {
    let site = SiteBuilder::bare().page("index", "title = \"T\"\n", "").create();
    for (lines, hint) in [
        ("extra:\n  date: x", "move it above the line `extra:`, without indentation"),
        ("extra: x", "put its keys, indented, below a line `extra:`"),
        ("taxonomies: x", "`tags: [news]`, indented below a line `taxonomies:`"),
        ("taxonomies:\n  title: x", "move it above the line `taxonomies:`"),
        ("authors: 5", "{ name: \"B Name\", url: \"https://example.com/\" }"),
        ("authors: [{name: A, email: b}]", "unknown key `email` in `authors`"),
        ("authors: {nmae: A}", "did you mean `name`?"),
        ("alternates: 5", "`alternates: { de: /de/about/ }`"),
    ] {
        site.write("content/a.md", &format!("---\ntitle: P\n{lines}\n---\n"));
        let output = site.run(&["check"]);
        assert_contains(&printed_text(&output), &[hint]);
    }
}
