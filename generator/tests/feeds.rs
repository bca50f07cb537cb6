//! Feeds: their entries, formats and sections, and the links of pages to them.

use serde_json::Value;

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics};

/// A feed in site.toml with these additional lines.
fn feed(format: &str, more: &str) -> String {
    format!(
        "[[feeds]]\npath = \"/news/feed.{format}\"\nsection = \"/news/\"\nformat = \"{format}\"\n{more}\n"
    )
}

/// A site with one dated news page and feeds with this `content` setting.
fn news(content: &str) -> Site {
    let feeds = ["atom", "rss", "json"]
        .map(|format| feed(format, &format!("content = \"{content}\"")))
        .concat();
    SiteBuilder::new()
        .file("site.toml", "name = \"Site & Co\"\nbase_url = \"https://example.org/docs\"\n")
        .settings(&feeds)
        .file("pages/shell.html", "<title>x</title>{{ head }}<main>{{ main }}</main>")
        .file(
            "pages/shortcodes.html",
            "{% macro note(words) %}<aside>{{ words }} {{ data.menu.label }}</aside>{% endmacro %}",
        )
        .file("content/data/menu.toml", "label = \"Menu\"\n")
        .file("static/a.svg", "<svg viewBox=\"0 0 30 20\"></svg>")
        .page("news/index", "title = \"News\"\n", "")
        .page(
            "news/one",
            "title = \"One\"\ndate = 2026-11-01\n",
            "The *first* [page](/), & more {{ note(\"N\") }}.\n\n\
             ![a](/a.svg) [b](../) [c](#d)\n\n## D\n",
        )
        .create()
}

#[test]
fn a_full_feed_contains_the_whole_text_with_absolute_urls() {
    let site = news("full");
    site.build();
    let html = "<div class=\"paragraph\">The <em>first</em> <a href=\"https://example.org/docs/\">page</a>, &amp; more <aside>N Menu</aside>.</div>\n\
                <p><img src=\"https://example.org/docs/a.svg\" alt=\"a\" width=\"30\" height=\"20\" decoding=\"async\"> \
                <a href=\"https://example.org/docs/news/\">b</a> <a href=\"https://example.org/docs/news/one/#d\">c</a></p>\n\
                <h2 id=\"d\">D</h2>\n";
    let json: Value = serde_json::from_str(&site.output("news/feed.json")).unwrap();
    let item = &json["items"][0];
    assert_eq!(item["content_html"], html);
    assert_eq!(item["summary"], "The first page, & more N Menu .");
    assert!(item.get("content_text").is_none());
    let escaped =
        html.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    assert_contains(
        &site.output("news/feed.atom"),
        &[
            &format!("<content type=\"html\">{escaped}</content>"),
            "<summary>The first page, &amp; more N Menu .</summary>",
        ],
    );
    assert_contains(
        &site.output("news/feed.rss"),
        &[
            "xmlns:content=\"http://purl.org/rss/1.0/modules/content/\"",
            &format!("<content:encoded>{escaped}</content:encoded>"),
        ],
    );
}

#[test]
fn links_without_a_scheme_are_absolute_in_a_feed() {
    let site = news("full");
    site.append("content/news/one.md", "\n<div><a href=\"//h.example/x\">x</a></div>\n");
    site.build();
    let json: Value = serde_json::from_str(&site.output("news/feed.json")).unwrap();
    let html = json["items"][0]["content_html"].as_str().unwrap();
    assert_contains(html, &["<a href=\"https://h.example/x\">x</a>"]);
}

#[test]
fn a_feed_follows_edits_of_its_pages_and_their_data() {
    let site = news("full");
    site.build();
    site.append("content/news/one.md", "Added words.\n");
    site.build();
    assert_contains(&site.output("news/feed.atom"), &["Added words."]);
    site.write("content/data/menu.toml", "label = \"Other\"\n");
    site.build();
    assert_contains(&site.output("news/feed.rss"), &["N Other"]);
    site.same_as_clean();
}

#[test]
fn a_summary_feed_contains_descriptions_and_first_paragraphs() {
    let site = news("summary");
    site.write(
        "content/news/two.md",
        "+++\ntitle = \"Two\"\ndate = 2026-11-02\ndescription = \"About two\"\n+++\nText.\n",
    );
    site.write("content/news/three.md", "+++\ntitle = \"Three\"\ndate = 2026-11-03\n+++\n");
    site.build();
    let json: Value = serde_json::from_str(&site.output("news/feed.json")).unwrap();
    let summaries: Vec<_> = json["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["summary"].as_str().unwrap())
        .collect();
    assert_eq!(summaries, ["", "About two", "The first page, & more N Menu ."]);
    assert!(json["items"][0].get("content_html").is_none());
    let atom = site.output("news/feed.atom");
    assert!(!atom.contains("<content") && atom.matches("<summary>").count() == 2, "{atom}");

    site.write(
        "content/news/one.md",
        "+++\ntitle = \"One\"\ndate = 2026-11-01\n+++\nOther words.\n",
    );
    site.build();
    assert_contains(&site.output("news/feed.rss"), &["<description>Other words.</description>"]);
    site.same_as_clean();
}

/// The summary in a feed of a page with this text.
fn summary_of(text: &str) -> String {
    let macros = "{% macro k(t) %}<kbd>{{ t }}</kbd>{% endmacro %}{% macro ver() %}1.2.3{% endmacro %}\
        {% macro icon() %}<svg><title>Icon</title></svg><script>let a = 1;</script><!-- c -->{% endmacro %}\
        {% macro pic() %}<img src=\"/a.svg\" alt=\"Map &amp; key\">{% endmacro %}\
        {% macro box(t) %}<div><p>{{ t }}</p><p>2</p></div>{% endmacro %}";
    let site = news("summary");
    site.write("pages/shortcodes.html", macros);
    site.write(
        "content/news/one.md",
        &format!("+++\ntitle = \"One\"\ndate = 2026-11-01\n+++\n{text}"),
    );
    site.build();
    let json: Value = serde_json::from_str(&site.output("news/feed.json")).unwrap();
    json["items"][0]["summary"].as_str().unwrap().to_owned()
}

#[test]
fn summaries_have_the_texts_of_calls_pictures_and_html() {
    for (text, expected) in [
        (
            "Press {{ k(\"Ctrl\") }} in version {{ ver() }}, line<br>two ![alt](/a.svg).\n",
            "Press Ctrl in version 1.2.3, line two alt.",
        ),
        (
            "Press <kbd>A</kbd>{{ k(\"B &amp; C\") }}\\\nthen *{{ ver() }}*.\n",
            "Press AB &amp; C then 1.2.3.",
        ),
        (
            "A {{ icon() }} B <!-- c --> <img src=\"/a.svg\" alt=\"x\"> {{ pic() }}\n",
            "A B x Map & key",
        ),
        ("A<p>b</p>c<wbr>d<hr>{{ box(\"e\") }}f\n", "A b cd e 2 f"),
        ("10\u{a0}000  `a  b`\n", "10\u{a0}000 a b"),
        // A call in a line of its own is no part of a paragraph.
        ("{{ box(\"e\") }}\n\nText\n{{ box(\"f\") }}\nmore\n", "Text more"),
        ("![alt](/a.svg) {{ pic() }}\n\nText\n", "Text"),
        ("{{ k(\"Ctrl\") }}, then {{ k(\"C\") }}\n", "Ctrl, then C"),
    ] {
        assert_eq!(summary_of(text), expected, "{text}");
    }
}

#[test]
fn characters_that_xml_forbids_are_left_out_of_feeds_and_files() {
    let site = news("full");
    site.write(
        "pages/files/news.xml",
        "<news>{% for it in section(\"/news/\") %}<a>{{ it.title }}</a>{% endfor %}</news>",
    );
    site.write(
        "pages/files/news.json",
        "[{% for it in section(\"/news/\", sort_by=\"date\") %}{{ it.title }},{% endfor %}0]",
    );
    site.write(
        "content/news/two.md",
        "---\ntitle: \"T\\uFFFE\\uFFFF\\u000B\\u0085\\te\"\ndescription: \"D\\uFFFFd\"\ndate: 2026-11-02\n---\nB\u{fffe}\u{1b}b\n",
    );
    site.build();
    for (file, texts) in [
        ("news/feed.atom", &["<title>T\te</title>", "<summary>Dd</summary>", "Bb"][..]),
        ("news/feed.rss", &["<title>T\te</title>", "<description>Dd</description>", "Bb"]),
        ("news.xml", &["<a>T\te</a>"]),
    ] {
        let text = site.output(file);
        assert_contains(&text, texts);
        let is_forbidden = |it: char| it.is_control() && it != '\n' && it != '\t';
        assert!(!text.contains(['\u{fffe}', '\u{ffff}']), "{text}");
        assert!(!text.contains(is_forbidden), "{text}");
    }
    // JSON allows them.
    let json: Value = serde_json::from_str(&site.output("news.json")).unwrap();
    assert_eq!(json[0], "T\u{fffe}\u{ffff}\u{b}\u{85}\te");
}

#[test]
fn an_unknown_feed_content_is_an_error() {
    let site = Site::small();
    site.write("site.toml", &format!("{SETTINGS}{}", feed("atom", "content = \"ful\"")));
    assert_diagnostics!(site.refused());
}

#[test]
fn pages_link_to_the_feeds_of_their_section() {
    let site = news("summary");
    site.write("content/info/faq.md", "+++\ntitle = \"FAQ\"\n+++\n");
    site.enable_page_data();
    site.build();
    let link = "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"Site &amp; Co\" href=\"https://example.org/docs/news/feed.atom\">";
    for page in ["index.html", "news/index.html", "news/one/index.html"] {
        assert_contains(
            &site.output(page),
            &[link, "type=\"application/rss+xml\"", "type=\"application/feed+json\""],
        );
    }
    assert!(!site.output("info/faq/index.html").contains("alternate"));
    // The page data of a client-side navigation contains no second link.
    assert!(!site.output("page-data/news/one/page-data.json").contains("alternate"));

    let settings = site.read("site.toml").replacen(
        "format = \"atom\"",
        "format = \"atom\"\ntitle = \"Short news\"",
        1,
    );
    site.write("site.toml", &settings);
    site.build();
    assert_contains(
        &site.output("news/one/index.html"),
        &["type=\"application/atom+xml\" title=\"Short news\""],
    );
    site.same_as_clean();
}

#[test]
fn a_feed_section_without_its_final_slash_has_the_same_pages() {
    let site = news("summary");
    site.write("content/newsletter/l.md", "+++\ntitle = \"Letter\"\ndate = 2026-11-02\n+++\n");
    site.build();
    let before = site.tree();
    site.write(
        "site.toml",
        &site.read("site.toml").replace("section = \"/news/\"", "section = \"/news\""),
    );
    site.build();
    assert_eq!(site.tree(), before);
    assert!(!site.output("newsletter/l/index.html").contains("alternate"));
    site.write(
        "site.toml",
        &site.read("site.toml").replace("section = \"/news\"", "section = \"news\""),
    );
    assert_diagnostics!(site.refused());
}

#[test]
fn feeds_contain_the_newest_pages_in_three_formats() {
    let feeds = ["atom", "rss", "json"]
        .map(|format| feed(format, "title = \"N & Co\"\nlimit = 2"))
        .concat();
    let mut site = SiteBuilder::bare()
        .settings(&feeds)
        .page("news/index", "title = \"News\"\n", "")
        .page("news/undated", "title = \"Undated\"\n", "")
        .page(
            "news/n7",
            "title = \"<N7>\"\ndescription = \"a & b\"\ndate = 2026-11-07T08:00:00+02:00\n",
            "",
        );
    for day in 1..=6 {
        let front_matter = format!("title = \"N{day}\"\ndate = 2026-11-0{day}\n");
        site = site.page(&format!("news/n{day}"), &front_matter, "");
    }
    let site = site.create();
    site.build();
    let atom = site.output("news/feed.atom");
    assert_contains(
        &atom,
        &[
            "<title>N &amp; Co</title>",
            "<title>&lt;N7&gt;</title>",
            "<published>2026-11-07T06:00:00Z</published>",
            "<id>https://example.com/news/n7/</id>",
        ],
    );
    assert_eq!(atom.matches("<entry>").count(), 2);
    let rss = site.output("news/feed.rss");
    assert!(
        rss.contains("<pubDate>Sat, 7 Nov 2026 06:00:00 +0000</pubDate>")
            || rss.contains("<pubDate>Sat, 07 Nov 2026 06:00:00 +0000</pubDate>"),
        "{rss}"
    );
    let json: Value = serde_json::from_str(&site.output("news/feed.json")).unwrap();
    assert_eq!(json["version"], "https://jsonfeed.org/version/1.1");
    assert_eq!(
        (&json["items"][0]["title"], &json["items"][0]["summary"]),
        (&"<N7>".into(), &"a & b".into())
    );
    assert_eq!(json["items"].as_array().unwrap().len(), 2);

    site.write(
        "content/news/n7.md",
        "+++\ntitle = \"N7\"\ndate = 2026-11-07T08:00:00+02:00\nupdated = 2026-11-09\n+++\n",
    );
    site.build();
    let atom = site.output("news/feed.atom");
    assert_contains(
        &atom,
        &["<published>2026-11-07T06:00:00Z</published>\n<updated>2026-11-09T00:00:00Z</updated>"],
    );
    assert_eq!(atom.matches("<updated>2026-11-09T00:00:00Z</updated>").count(), 2, "{atom}");
    let json: Value = serde_json::from_str(&site.output("news/feed.json")).unwrap();
    assert_eq!(json["items"][0]["date_modified"], "2026-11-09T00:00:00Z");

    site.remove("content/news/n7.md");
    site.build();
    assert!(!site.output("news/feed.atom").contains("N7"));
    site.same_as_clean();
}

#[test]
fn a_list_or_feed_of_an_unknown_section_is_an_error() {
    let site = SiteBuilder::bare()
        .page("news/a", "title = \"A\"\n", "")
        .file("pages/page.html", "{% for it in section(\"/nws/\") %}{{ it.title }}{% endfor %}")
        .create();
    let message = site.refused();
    assert_diagnostics!(message);
    site.write("pages/page.html", "{% for it in section(\"/news/\") %}{{ it.title }}{% endfor %}");
    site.write(
        "site.toml",
        &format!(
            "{SETTINGS}[[feeds]]\npath = \"/atom.xml\"\nsection = \"/nws/\"\nformat = \"atom\"\n"
        ),
    );
    let message = site.refused();
    assert_diagnostics!(message);
    // A section whose pages are not published yet is a known section.
    site.write("site.toml", SETTINGS);
    site.write("content/news/a.md", "+++\ntitle = \"A\"\npublish_at = 2030-01-01\n+++\n");
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n");
    site.build();
    assert_eq!(site.output("b/index.html"), "\n");
}

#[test]
fn a_feed_can_have_the_pages_of_a_term() {
    let site = SiteBuilder::bare()
        .settings(
            "[[taxonomies]]\nname = \"tags\"\n[[feeds]]\npath = \"/tags/news/atom.xml\"\nsection = \"/tags/news\"\nformat = \"atom\"\n",
        )
        .file("pages/shell.html", "{{ head }}{{ main }}")
        .file("pages/term.html", "{{ term.name }}")
        .file("pages/terms.html", "")
        .page("a", "title = \"A\"\ndate = 2026-03-01\n[taxonomies]\ntags = [\"News\"]\n", "")
        .page("b", "title = \"B\"\ndate = 2026-03-02\n[taxonomies]\ntags = [\"Other\"]\n", "")
        .create();
    site.build();
    let atom = site.output("tags/news/atom.xml");
    assert_contains(&atom, &["<id>https://example.com/a/</id>", "<updated>2026-03-01T"]);
    assert!(!atom.contains("/b/"), "{atom}");
    assert_contains(
        &site.output("tags/news/index.html"),
        &["href=\"https://example.com/tags/news/atom.xml\""],
    );

    site.write(
        "content/b.md",
        "+++\ntitle = \"B\"\ndate = 2026-03-02\n[taxonomies]\ntags = [\"Other\", \"news\"]\n+++\n",
    );
    site.build();
    assert_contains(&site.output("tags/news/atom.xml"), &["/a/</id>", "/b/</id>"]);
    site.append("content/b.md", "More.\n");
    site.build();
    assert_contains(&site.output("tags/news/atom.xml"), &["<summary>More.</summary>"]);
    site.same_as_clean();
}

/// A site with two posts and a feed for each tag, with these additional lines.
fn tagged(more: &str) -> SiteBuilder {
    SiteBuilder::new()
        .settings("[[taxonomies]]\nname = \"tags\"\ntemplate = \"page\"\nlist_template = \"page\"\npaginate_by = 1\n")
        .settings(&format!("[[feeds]]\npath = \"feed.xml\"\ntaxonomy = \"tags\"\nformat = \"atom\"\n{more}"))
        .file("pages/shell.html", "{{ head }}<main>{{ main }}</main>")
        .page("a", "title = \"One\"\ndate = 2026-11-01\n[taxonomies]\ntags = [\"Sea & Sun\", \"Été\"]\n", "")
        .page("b", "title = \"Two\"\ndate = 2026-11-02\n[taxonomies]\ntags = [\"Sea & Sun\"]\n", "")
        .page("tags/about", "title = \"About tags\"\n", "")
}

#[test]
fn each_term_has_a_feed() {
    let site = tagged("").create();
    site.build();
    let feed = site.output("tags/sea-sun/feed.xml");
    assert_contains(
        &feed,
        &[
            "<title>Site: Sea &amp; Sun</title>",
            "<link rel=\"self\" type=\"application/atom+xml\" href=\"https://example.com/tags/sea-sun/feed.xml\"/>",
            "<id>https://example.com/tags/sea-sun/</id>",
        ],
    );
    assert!(feed.find("<title>Two</title>") < feed.find("<title>One</title>"), "{feed}");
    assert!(!site.output("tags/été/feed.xml").contains("Two"));

    // The pages of a term link to its feed, and no other page does.
    let link = "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"Site: Sea &amp; Sun\" href=\"https://example.com/tags/sea-sun/feed.xml\">";
    for page in ["tags/sea-sun/index.html", "tags/sea-sun/page/2/index.html"] {
        assert_contains(&site.output(page), &[link]);
    }
    for page in ["index.html", "a/index.html", "tags/index.html", "tags/about/index.html"] {
        assert!(!site.output(page).contains("rel=\"alternate\""), "{page}");
    }
    assert!(!site.has("tags/about/feed.xml"));
}

#[test]
fn feeds_of_terms_follow_edits_of_pages() {
    let site = tagged("title = \"News about {term}\"\nlimit = 1\n").create();
    site.build();
    assert_contains(
        &site.output("tags/sea-sun/feed.xml"),
        &["<title>News about Sea &amp; Sun</title>"],
    );
    assert!(!site.output("tags/sea-sun/feed.xml").contains("<title>One</title>"));

    // A new term, a term that is left, and a draft.
    site.write(
        "content/b.md",
        "+++\ntitle = \"Two\"\ndate = 2026-11-02\n[taxonomies]\ntags = [\"New\"]\n+++\n",
    );
    site.build();
    assert_contains(&site.output("tags/sea-sun/feed.xml"), &["<title>One</title>"]);
    assert_contains(&site.output("tags/new/feed.xml"), &["<title>Two</title>"]);
    site.same_as_clean();
    site.write("content/b.md", "+++\ntitle = \"Two\"\ndraft = true\ndate = 2026-11-02\n[taxonomies]\ntags = [\"New\"]\n+++\n");
    site.build();
    assert!(!site.has("tags/new/feed.xml"));
    site.same_as_clean();
}

#[test]
fn mistakes_in_feeds_of_terms_are_errors() {
    for (from, to, expected) in [
        (
            "taxonomy = \"tags\"",
            "taxonomy = \"tag\"",
            &["C0009", "no taxonomy `tag`", "did you mean `tags`?"][..],
        ),
        ("path = \"feed.xml\"", "path = \"/tags/feed.xml\"", &["is not the name of a file"]),
        ("path = \"feed.xml\"", "path = \"index.html\"", &["tags/sea-sun/index.html"]),
        (
            "taxonomy = \"tags\"",
            "taxonomy = \"tags\"\nsection = \"/news/\"",
            &["remove `section` or `taxonomy`"],
        ),
        ("taxonomy = \"tags\"\n", "", &["the feed names no pages", "`taxonomy = \"tags\"`"]),
    ] {
        let site = tagged("").create();
        let settings = site.read("site.toml");
        site.write("site.toml", &settings.replace(from, to));
        assert_contains(&site.refused(), expected);
    }
}

#[test]
fn a_feed_that_can_never_have_an_entry_is_an_error() {
    let settings = |section: &str| {
        format!(
            "{SETTINGS}[[taxonomies]]\nname = \"tags\"\n[[feeds]]\npath = \"/atom.xml\"\nsection = \"{section}\"\nformat = \"atom\"\n"
        )
    };
    let site = SiteBuilder::bare()
        .file("pages/term.html", "")
        .file("pages/terms.html", "")
        .page("index", "title = \"Home\"\n", "")
        .page("about", "title = \"About\"\n", "")
        .page("404", "title = \"Not found\"\npath = \"/404.html\"\n", "")
        .page("a", "title = \"A\"\ndate = 2026-03-01\n[taxonomies]\ntags = [\"News\"]\n", "")
        .create();
    for (section, expected) in [
        ("/tags/", "name a term of the taxonomy: `section = \"/tags/news/\"`"),
        ("/tags/nws/", "did you mean `/tags/news/`?"),
    ] {
        site.write("site.toml", &settings(section));
        assert_contains(&site.refused(), &["C0009", "site.toml", expected]);
    }
    // A page and a folder without pages.
    for section in ["/about/", "/none/"] {
        site.write("site.toml", &settings(section));
        assert_contains(
            &site.build(),
            &["C0240", "no entries: there are no pages below", &format!("section = \"{section}\"")],
        );
    }
    site.write("site.toml", &settings("/tags/news/"));
    site.build();
    // A term with drafts only gets entries later.
    site.write(
        "content/b.md",
        "+++\ntitle = \"B\"\ndraft = true\n[taxonomies]\ntags = [\"Soon\"]\n+++\n",
    );
    site.write("site.toml", &settings("/tags/soon/"));
    assert!(!site.build().contains("C0240"));
}

#[test]
fn a_feed_of_pages_without_dates_is_reported() {
    let site = SiteBuilder::bare()
        .settings("[[feeds]]\npath = \"/atom.xml\"\nsection = \"/\"\nformat = \"atom\"\n")
        .page("a", "title = \"A\"\n", "")
        .page("b", "title = \"B\"\n", "")
        .create();
    assert_contains(
        &site.build(),
        &["C0240", "the feed /atom.xml has no entries: none of the 2 pages of `/` has a `date`"],
    );
    site.write("content/b.md", "+++\ntitle = \"B\"\ndate = 2026-01-01\n+++\n");
    assert!(!site.build().contains("C0240"));
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n");
    assert_contains(&site.build(), &["C0240"]);
    // A page that is scheduled has a date.
    site.write("content/b.md", "+++\ntitle = \"B\"\npublish_at = 2030-01-01\n+++\n");
    assert!(!site.build().contains("C0240"));
    site.same_as_clean();
}

#[test]
fn comments_of_the_writer_are_not_in_feeds() {
    for content in ["full", "summary"] {
        let site = news(content);
        site.write(
            "content/news/one.md",
            "+++\ntitle = \"One\"\ndate = 2026-11-01\n+++\n<!-- secret -->\n\nThe text <!-- secret\nsecret -->.\n\n- a\n  <!-- secret -->\n",
        );
        site.build();
        for format in ["atom", "rss", "json"] {
            let feed = site.output(&format!("news/feed.{format}"));
            assert!(feed.contains("The text") && !feed.contains("secret"), "{feed}");
        }
    }
}

#[test]
fn pages_link_only_to_feeds_with_entries() {
    let languages = "[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Français\"\nuntranslated = \"show\"\n";
    let site = SiteBuilder::bare()
        .settings("[[feeds]]\npath = \"/atom.xml\"\nsection = \"/\"\nformat = \"atom\"\ntitle = \"News\"\n")
        .settings("[[feeds]]\npath = \"rss.xml\"\ntaxonomy = \"tags\"\nformat = \"rss\"\n[[taxonomies]]\nname = \"tags\"\n")
        .settings(languages)
        .file("pages/shell.html", "<html><head>{{ head }}</head><body>{{ main }}</body></html>")
        .file("pages/term.html", "x")
        .file("pages/terms.html", "x")
        .page("index", "title = \"Home\"\n", "")
        .page("a", "title = \"A\"\ndate = 2026-01-01\ntaxonomies = { tags = [\"tea\"] }\n", "")
        .create();
    site.build();
    for file in ["index.html", "tags/tea/index.html"] {
        assert_contains(&site.output(file), &["rel=\"alternate\" type=\"application/"]);
        let french = site.output(&format!("fr/{file}"));
        assert!(!french.contains("rel=\"alternate\" type"), "{french}");
    }
    // Templates can link to the feed before it has entries.
    let name = SETTINGS.lines().find_map(|line| line.strip_prefix("name = \"")).unwrap_or_default();
    let author = format!("<author><name>{}</name></author>", name.trim_end_matches('"'));
    assert_contains(&site.output("fr/atom.xml"), &["<title>News</title>", &author]);

    site.write("content/a.fr.md", "+++\ntitle = \"A\"\n+++\n");
    site.build();
    assert_contains(&site.output("fr/index.html"), &["/fr/atom.xml"]);
    assert_contains(&site.output("fr/tags/tea/index.html"), &["/fr/tags/tea/rss.xml"]);
    site.same_as_clean();
}

#[test]
fn entries_name_the_authors_of_their_pages_and_the_feed_those_of_the_site() {
    let site = SiteBuilder::new()
        .file("site.toml", "name = \"Notes\"\nbase_url = \"https://example.org/docs\"\n")
        .settings("authors = [\"Ann & Co\"]\n")
        .settings(&["atom", "rss", "json"].map(|format| feed(format, "")).concat())
        .page("news/index", "title = \"News\"\n", "")
        .page(
            "news/a",
            "title = \"A\"\ndate = 2026-11-02\nauthors = [\"Bo\", { name = \"Cy\", url = \"/cy/\" }]\n",
            "",
        )
        .page("news/b", "title = \"B\"\ndate = 2026-11-01\n", "")
        .page("cy", "title = \"Cy\"\n", "")
        .create();
    site.build();

    let atom = site.output("news/feed.atom");
    let (head, entries) = atom.split_once("<entry>").unwrap();
    assert_contains(head, &["<author><name>Ann &amp; Co</name></author>"]);
    let (first, second) = entries.split_once("<entry>").unwrap();
    let cy = "<author><name>Cy</name><uri>https://example.org/docs/cy/</uri></author>";
    assert_contains(first, &["<author><name>Bo</name></author>", cy]);
    assert!(!second.contains("author"), "{second}");

    let rss = site.output("news/feed.rss");
    let (first, second) = rss.split_once("</item>").unwrap();
    assert_contains(
        first,
        &["<dc:creator>Bo</dc:creator>\n<dc:creator>Cy</dc:creator>", "xmlns:dc="],
    );
    assert_contains(second, &["<dc:creator>Ann &amp; Co</dc:creator>"]);

    let json: Value = serde_json::from_str(&site.output("news/feed.json")).unwrap();
    assert_eq!(json["authors"], serde_json::json!([{ "name": "Ann & Co" }]));
    assert_eq!(
        json["items"][0]["authors"],
        serde_json::json!([{ "name": "Bo" }, { "name": "Cy", "url": "https://example.org/docs/cy/" }])
    );
    assert_eq!(json["items"][1].get("authors"), None);

    // An inherited author changes the entries, too.
    site.write(
        "content/news/index.md",
        "+++\ntitle = \"News\"\n[cascade]\nauthors = \"Di\"\n+++\n",
    );
    site.build();
    assert_contains(&site.output("news/feed.atom"), &["<author><name>Di</name></author>"]);
    site.same_as_clean();
}
