//! What editors can write: front matter in two languages, lists over several pages, terms, feeds, shortcodes, pictures.

use crate::common::{SETTINGS, Site, assert_says};

/// A site whose templates show what there is to show.
fn site() -> Site {
    let site = Site::new(SETTINGS);
    site.write("pages/shell.html", "{{ main }}");
    site.write("pages/page.html", "{{ page.body }}");
    site
}

#[test]
fn yaml_front_matter_says_what_toml_says() {
    let site = site();
    site.write(
        "pages/page.html",
        "{{ page.title }}|{{ page.date }}|{{ page.updated }}|{{ page.extra.list | join(\"-\") }}|{{ page.body }}",
    );
    site.write(
        "content/toml.md",
        "+++\ntitle = \"Ä: b\"\ndate = 2026-11-21\nupdated = 2026-11-22\n[extra]\nlist = [1, 2]\n+++\nText\n",
    );
    site.write(
        "content/yaml.md",
        "---\ntitle: 'Ä: b'\ndate: 2026-11-21\nupdated: \"2026-11-22\"\nextra:\n  list:\n    - 1\n    - 2\n---\nText\n",
    );
    site.build();
    assert_eq!(site.output("yaml/index.html"), "Ä: b|2026-11-21|2026-11-22|1-2|<p>Text</p>\n");
    assert_eq!(site.output("yaml/index.html"), site.output("toml/index.html"));
}

#[test]
fn mistakes_in_yaml_have_their_places() {
    let site = site();
    site.write("content/a.md", "---\ntitle: A\ntemplat: page\n---\n");
    site.write("content/b.md", "---\ntitle: É\nweight: high\n---\n");
    site.write("content/c.md", "---\ntitle: 'C\n---\n");
    site.write("content/d.md", "---\ntitle: D\n");
    let words = site.refused();
    for expected in [
        "content/a.md:3:1",
        "unknown front matter key `templat`",
        "did you mean `template`?",
        "content/b.md:3:9",
        "a whole number",
        "content/c.md:",
        "C0102",
        "content/d.md:1:1",
        "a line that holds only `---`",
    ] {
        assert!(words.contains(expected), "{expected:?} is not in\n{words}");
    }
}

/// A section of seven dated pages, listed by three.
fn news() -> Site {
    let site = site();
    site.write(
        "pages/list.html",
        "{{ paginator.current_index }}/{{ paginator.number_pagers }} of {{ paginator.total_pages }}:\
         {% for it in paginator.pages %} {{ it.title }}{% endfor %}; {{ paginator.previous or \"-\" }} {{ paginator.next or \"-\" }}",
    );
    site.write(
        "content/news/index.md",
        "+++\ntitle = \"News\"\ntemplate = \"list\"\nsort_by = \"date\"\npaginate_by = 3\n+++\n",
    );
    for day in 1..=7 {
        site.write(
            &format!("content/news/n{day}.md"),
            &format!("+++\ntitle = \"N{day}\"\ndate = 2026-11-0{day}\n+++\n"),
        );
    }
    site
}

#[test]
fn a_long_list_goes_on_on_further_pages() {
    let site = news();
    site.build();
    assert_eq!(site.output("news/index.html"), "1/3 of 7: N7 N6 N5; - /news/page/2/\n");
    assert_eq!(site.output("news/page/2/index.html"), "2/3 of 7: N4 N3 N2; /news/ /news/page/3/\n");
    assert_eq!(site.output("news/page/3/index.html"), "3/3 of 7: N1; /news/page/2/ -\n");
    assert!(
        site.output("page-data/news/page/2/page-data.json").contains("\"path\":\"/news/page/2/\"")
    );
    assert!(site.output("sitemap.xml").contains("<loc>https://example.com/news/page/2/</loc>"));

    site.remove("content/news/n1.md");
    site.build();
    assert!(
        !site.has("news/page/3/index.html") && !site.has("page-data/news/page/3/page-data.json")
    );
    assert_eq!(site.output("news/page/2/index.html"), "2/2 of 6: N4 N3 N2; /news/ -\n");
    site.same_as_clean();
}

#[test]
fn the_further_pages_of_a_list_have_titles_of_their_own() {
    let site = news();
    site.append("site.toml", "[[taxonomies]]\nname = \"tags\"\npaginate_by = 1\n");
    site.write("pages/shell.html", "{{ head }}{{ main }}");
    site.write("pages/term.html", "{{ page.title }}");
    site.write("pages/terms.html", "{{ page.title }}");
    for name in ["a", "b"] {
        site.write(
            &format!("content/{name}.md"),
            "+++\ntitle = \"A\"\n[taxonomies]\ntags = [\"Red\"]\n+++\n",
        );
    }
    let titles = |expected: &[(&str, &str)]| {
        site.build();
        for (route, title) in expected {
            let html = site.output(&format!("{route}/index.html"));
            assert!(html.starts_with(&format!("<title>{title}</title>")), "{html}");
            let data = site.output(&format!("page-data/{route}/page-data.json"));
            assert!(data.contains(&format!("\"title\":\"{title}\",\"version\"")), "{data}");
        }
        site.same_as_clean();
    };
    titles(&[
        ("news", "News"),
        ("news/page/2", "News (2)"),
        ("tags/red", "Red"),
        ("tags/red/page/2", "Red (2)"),
        ("tags", "tags"),
    ]);
    site.write(
        "content/news/index.md",
        "+++\ntitle = \"Notes\"\ntemplate = \"list\"\npaginate_by = 2\n+++\n",
    );
    titles(&[("news", "Notes"), ("news/page/2", "Notes (2)"), ("news/page/4", "Notes (4)")]);
}

#[test]
fn every_page_of_a_list_says_how_many_entries_it_has_when_one_comes_that_another_shows() {
    let site = news();
    site.build();
    site.write("content/news/n0.md", "+++\ntitle = \"N0\"\ndate = 2026-10-31\n+++\n");
    site.build();
    assert_eq!(site.output("news/index.html"), "1/3 of 8: N7 N6 N5; - /news/page/2/\n");
    assert_eq!(site.output("news/page/3/index.html"), "3/3 of 8: N1 N0; /news/page/2/ -\n");
    site.same_as_clean();
}

#[test]
fn an_edit_of_a_lists_text_shows_on_all_its_pages_and_an_edit_of_an_entry_only_where_it_is() {
    let site = news();
    site.write(
        "pages/list.html",
        "{{ page.body }}{% for it in paginator.pages %} {{ it.title }}{% endfor %}",
    );
    site.build();
    site.append("content/news/index.md", "Hello\n");
    site.build();
    assert!(
        ["", "page/2/", "page/3/"]
            .iter()
            .all(|it| site.output(&format!("news/{it}index.html")).contains("Hello"))
    );
    site.write("content/news/n1.md", "+++\ntitle = \"First\"\ndate = 2026-11-01\n+++\n");
    site.build();
    assert!(site.output("news/page/3/index.html").contains("First"));
    site.same_as_clean();
}

#[test]
fn a_page_at_the_address_of_a_further_page_is_an_error() {
    let site = news();
    site.write("content/other.md", "+++\ntitle = \"Other\"\npath = \"/news/page/2/\"\n+++\n");
    let words = site.refused();
    for expected in ["C0202", "content/other.md:3:8", "| path = \"/news/page/2/\""] {
        assert!(words.contains(expected), "{expected:?} is not in\n{words}");
    }
}

fn tagged() -> Site {
    let site = site();
    site.write(
        "site.toml",
        &format!(
            "{SETTINGS}[[taxonomies]]\nname = \"tags\"\npaginate_by = 2\nsort_by = \"title\"\n"
        ),
    );
    site.write("pages/term.html", "{{ term.name }} {{ term.count }}:{% for it in paginator.pages %} {{ it.path }}{% endfor %}");
    site.write(
        "pages/terms.html",
        "{% for it in terms %}{{ it.name }}={{ it.count }}@{{ it.path }} {% endfor %}",
    );
    site.write(
        "pages/page.html",
        "{% for it in page.taxonomies.tags %}<a href=\"{{ it.path }}\">{{ it.name }}</a>{% endfor %}{{ page.body }}",
    );
    let page = |title: &str, tags: &str| {
        format!("+++\ntitle = \"{title}\"\n[taxonomies]\ntags = {tags}\n+++\n")
    };
    site.write("content/a.md", &page("A", "[\"Big Wins\", \"slots\"]"));
    site.write("content/b.md", &page("B", "[\"big wins\"]"));
    site.write("content/c.md", &page("C", "[\"Big Wins\"]"));
    site.write("content/d.md", "+++\ntitle = \"D\"\n+++\n");
    site
}

#[test]
fn pages_are_filed_under_terms_that_have_pages_of_their_own() {
    let site = tagged();
    site.build();
    assert_eq!(site.output("tags/index.html"), "Big Wins=3@/tags/big-wins/ slots=1@/tags/slots/\n");
    assert_eq!(site.output("tags/big-wins/index.html"), "Big Wins 3: /a/ /b/\n");
    assert_eq!(site.output("tags/big-wins/page/2/index.html"), "Big Wins 3: /c/\n");
    assert_eq!(
        site.output("a/index.html"),
        "<a href=\"/tags/big-wins/\">Big Wins</a><a href=\"/tags/slots/\">slots</a>\n"
    );
    assert!(site.output("page-data/a/page-data.json").contains("\"taxonomies\":{\"tags\":[{"));

    // The last page of a term takes the term's page with it.
    site.write("content/a.md", "+++\ntitle = \"A\"\n[taxonomies]\ntags = [\"Big Wins\"]\n+++\n");
    site.build();
    assert!(!site.has("tags/slots/index.html"));
    assert_eq!(site.output("tags/index.html"), "Big Wins=3@/tags/big-wins/\n");
    site.same_as_clean();
}

#[test]
fn a_file_can_take_the_place_of_a_terms_page() {
    let site = tagged();
    site.write(
        "pages/special.html",
        "<h1>{{ page.title }}</h1>{{ page.body }}{{ term.count }} {{ paginator.number_pagers }}",
    );
    site.write(
        "content/tags/big-wins.md",
        "+++\ntitle = \"All big wins\"\ntemplate = \"special\"\n+++\nWords\n",
    );
    site.build();
    assert_eq!(site.output("tags/big-wins/index.html"), "<h1>All big wins</h1><p>Words</p>\n3 2\n");
    site.remove("content/tags/big-wins.md");
    site.build();
    assert_eq!(site.output("tags/big-wins/index.html"), "Big Wins 3: /a/ /b/\n");
    site.same_as_clean();
}

#[test]
fn a_taxonomy_that_is_not_declared_is_an_error_with_its_place() {
    let site = tagged();
    site.write("content/d.md", "+++\ntitle = \"D\"\n[taxonomies]\ntag = [\"x\"]\n+++\n");
    let words = site.refused();
    assert!(
        words.contains("C0209")
            && words.contains("content/d.md:4:8")
            && words.contains("did you mean `tags`?"),
        "{words}"
    );
}

#[test]
fn what_is_hidden_is_in_no_list_term_or_feed() {
    let site = tagged();
    site.write(
        "site.toml",
        &format!(
            "{SETTINGS}[[taxonomies]]\nname = \"tags\"\n[[feeds]]\npath = \"/feed.json\"\nsection = \"/\"\nformat = \"json\"\n"
        ),
    );
    site.write("pages/files/all.txt", "{% for it in section(\"/\") %}{{ it.title }}\n{% endfor %}");
    for (name, key) in [
        ("draft", "draft = true"),
        ("later", "publish_at = 2099-01-01"),
        ("over", "expire_at = 2001-01-01"),
    ] {
        let text = format!(
            "+++\ntitle = \"Zebra {name}\"\ndescription = \"zebra\"\ndate = 2026-01-01\n{key}\n[taxonomies]\ntags = [\"Zebra\"]\n+++\n\nzebra\n"
        );
        site.write(&format!("content/zebra-{name}.md"), &text);
    }
    site.build();
    for (path, bytes) in site.tree() {
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        assert!(
            !text.contains("zebra") && !path.to_string_lossy().contains("zebra"),
            "{}",
            path.display()
        );
    }
}

#[test]
fn feeds_tell_the_newest_pages_in_three_forms() {
    let site = news();
    let feeds = ["atom", "rss", "json"].map(|it| {
        format!(
            "[[feeds]]\npath = \"/news/feed.{}\"\nsection = \"/news/\"\nformat = \"{it}\"\ntitle = \"N & Co\"\nlimit = 2\n",
            if it == "json" { "json" } else { it }
        )
    });
    site.write("site.toml", &format!("{SETTINGS}{}", feeds.concat()));
    site.write(
        "content/news/n7.md",
        "+++\ntitle = \"<N7>\"\ndescription = \"a & b\"\ndate = 2026-11-07T08:00:00+02:00\n+++\n",
    );
    site.write("content/news/undated.md", "+++\ntitle = \"Undated\"\n+++\n");
    site.build();
    let atom = site.output("news/feed.atom");
    assert!(
        atom.contains("<title>N &amp; Co</title>") && atom.contains("<title>&lt;N7&gt;</title>"),
        "{atom}"
    );
    assert!(
        atom.contains("<published>2026-11-07T06:00:00Z</published>")
            && atom.contains("<id>https://example.com/news/n7/</id>")
    );
    assert_eq!(atom.matches("<entry>").count(), 2);
    let rss = site.output("news/feed.rss");
    assert!(
        rss.contains("<pubDate>Sat, 7 Nov 2026 06:00:00 +0000</pubDate>")
            || rss.contains("<pubDate>Sat, 07 Nov 2026 06:00:00 +0000</pubDate>"),
        "{rss}"
    );
    let json: serde_json::Value = serde_json::from_str(&site.output("news/feed.json")).unwrap();
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
    assert!(
        atom.contains(
            "<published>2026-11-07T06:00:00Z</published>\n<updated>2026-11-09T00:00:00Z</updated>"
        ),
        "{atom}"
    );
    assert_eq!(atom.matches("<updated>2026-11-09T00:00:00Z</updated>").count(), 2, "{atom}");
    let json: serde_json::Value = serde_json::from_str(&site.output("news/feed.json")).unwrap();
    assert_eq!(json["items"][0]["date_modified"], "2026-11-09T00:00:00Z");

    site.remove("content/news/n7.md");
    site.build();
    assert!(!site.output("news/feed.atom").contains("N7"));
    site.same_as_clean();
}

#[test]
fn a_template_of_a_file_makes_that_file_from_content() {
    let site = site();
    site.write("content/data/games.toml", "[[game]]\nname = \"Tom's <3\"\n");
    site.write(
        "pages/files/games.json",
        "{\"games\": {{ data.games.game }}, \"page\": {{ section(\"/\")[0].title }}}",
    );
    site.write("pages/files/feeds/all.xml", "<a>{{ data.games.game[0].name }}</a>");
    site.write("content/a.md", "+++\ntitle = \"A \\\"quoted\\\" title\"\n+++\n");
    site.build();
    let json: serde_json::Value = serde_json::from_str(&site.output("games.json")).unwrap();
    assert_eq!(
        json,
        serde_json::json!({ "games": [{ "name": "Tom's <3" }], "page": "A \"quoted\" title" })
    );
    assert_eq!(site.output("feeds/all.xml"), "<a>Tom&#39;s &lt;3</a>\n");

    site.write("content/data/games.toml", "[[game]]\nname = \"Other\"\n");
    site.build();
    assert!(site.output("games.json").contains("Other"));
    site.same_as_clean();

    site.write("pages/files/games.json", "{\"name\": \"{{ data.games.game[0].name }}\"}");
    let words = site.refused();
    assert!(words.contains("C0407") && words.contains("pages/files/games.json"), "{words}");
    site.write("pages/files/games.json", "{}");

    site.write("static/games.json", "{}");
    let words = site.refused();
    assert!(words.contains("C0203") && words.contains("pages/files/games.json"), "{words}");
}

#[test]
fn a_page_shows_what_a_file_of_the_site_holds_and_follows_it() {
    let site = site();
    site.write("content/data/games.toml", "[[game]]\nname = \"A & B\"\nodds = 2.5\n");
    site.write("pages/files/games.json", "{% include \"macros/list.json\" %}");
    site.write("pages/macros/list.json", "{\"games\": {{ data.games.game }}}");
    site.write("content/index.md", "+++\ntitle = \"T\"\ntemplate = \"games\"\n+++\n");
    let template = "{% for it in file_data(\"games.json\").games %}{{ it.name }} {{ it.odds + 1 }}{% endfor %}";
    site.write("pages/games.html", template);
    site.build();
    assert_eq!(site.output("index.html"), "A &amp; B 3.5\n");
    site.write("content/data/games.toml", "[[game]]\nname = \"C\"\nodds = 1\n");
    site.build();
    assert_eq!(site.output("index.html"), "C 2\n");
    site.write("pages/macros/list.json", "{\"games\": []}");
    site.build();
    assert_eq!(site.output("index.html"), "\n");
    site.same_as_clean();
    site.write("pages/games.html", "{{ file_data(\"game.json\") }}");
    let words = site.refused();
    assert!(
        words.contains("pages/games.html:1") && words.contains("did you mean `games.json`?"),
        "{words}"
    );
    site.write("pages/games.html", template);
    site.write("pages/files/games.json", "{\"games\": [{{ data.games.gone.name }}]}");
    assert!(site.refused().contains("pages/files/games.json:1"), "{}", site.refused());
    site.write("pages/files/games.json", "{{ file_data(\"more.json\") }}");
    site.write("pages/files/more.json", "{{ file_data(\"games.json\") }}");
    assert!(site.refused().contains("depends on its own content"), "{}", site.refused());
}

#[test]
fn shortcodes_are_macros_and_their_mistakes_have_places() {
    let site = site();
    site.write(
        "pages/shortcodes.html",
        "{% macro note(text, kind=\"info\") %}<aside class=\"{{ kind }}\">{{ text }}</aside>{% endmacro %}\n\
         {% macro pages(prefix) %}{% for it in section(prefix) %}<b>{{ it.title }}</b>{% endfor %}{% endmacro %}\n",
    );
    site.write(
        "content/a.md",
        "+++\ntitle = \"A\"\n+++\n{{ note(\"a < b\", kind=\"warn\") }}\n\nAll: {{ pages(\"/x/\") }}.\n\n`{{ note(1) }}`\n",
    );
    site.write("content/x/y.md", "+++\ntitle = \"Y\"\n+++\n");
    site.build();
    let expected = "<aside class=\"warn\">a &lt; b</aside>\n<p>All: <b>Y</b>.</p>\n<p><code>{{ note(1) }}</code></p>\n";
    assert_eq!(site.output("a/index.html"), expected);

    site.write("content/x/y.md", "+++\ntitle = \"Z\"\n+++\n");
    site.write(
        "pages/shortcodes.html",
        &site.read("pages/shortcodes.html").replace("<aside", "<aside role=\"note\""),
    );
    site.build();
    assert!(
        site.output("a/index.html").contains("<b>Z</b>")
            && site.output("a/index.html").contains("role=\"note\"")
    );
    site.same_as_clean();

    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n\nText {{ nte(\"x\") }}\n");
    site.write("content/c.md", "+++\ntitle = \"C\"\n+++\n\n{{ note(\"x) }}\n");
    site.write("content/d.md", "+++\ntitle = \"D\"\n+++\n\n{{ note(1 2) }}\n");
    let words = site.refused();
    for expected in ["content/b.md:5:6", "content/c.md:5:1", "content/d.md:5:1"] {
        assert!(words.contains(expected), "{expected:?} is not in\n{words}");
    }
}

#[test]
fn a_picture_has_its_measures_and_one_without_words_is_warned_of() {
    let site = site();
    site.write("static/images/a.svg", "<svg viewBox=\"0 0 30 20\"></svg>");
    site.write(
        "content/a.md",
        "+++\ntitle = \"A\"\n+++\n![dice](/images/a.svg)\n\n![](/images/a.svg)\n",
    );
    site.write("pages/page.html", "{{ image_size(\"/images/a.svg\").width }} {{ page.body }}");
    // Each build tells it, and not only the one that renders the page.
    for other in ["", "## Other", "## Others"] {
        site.write("content/b.md", &format!("+++\ntitle = \"B\"\n+++\n{other}\n"));
        for words in [site.build(), site.build()] {
            assert!(words.contains("C0210") && words.contains("content/a.md:6:1"), "{words}");
            assert_eq!(words.matches("C0210").count(), 1, "{words}");
        }
    }
    assert!(
        site.output("a/index.html")
            .contains("30 <p><img src=\"/images/a.svg\" alt=\"dice\" width=\"30\" height=\"20\"")
    );

    site.write("static/images/a.svg", "<svg viewBox=\"0 0 60 20\"></svg>");
    site.build();
    assert!(
        site.output("a/index.html").contains("60 <p><img")
            && site.output("a/index.html").contains("width=\"60\"")
    );
    site.same_as_clean();

    site.remove("static/images/a.svg");
    let words = site.refused();
    assert!(
        words.contains("there is no /images/a.svg") || words.contains("there is no image"),
        "{words}"
    );
}

#[test]
fn tables_of_site_toml_are_checked_key_by_key() {
    let site = site();
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
    site.write(
        "site.toml",
        &format!("{SETTINGS}[output]\nkeep_release = 3\n[servce_worker]\nenabled = false\n[[feeds]]\npath = \"/a.xml\"\nsection = \"/\"\nformat = \"atm\"\n"),
    );
    let words = site.refused();
    for expected in [
        "site.toml:4:1",
        "did you mean `keep_releases`?",
        "site.toml:5:2",
        "did you mean `service_worker`?",
        "site.toml:10:10",
        "did you mean `atom`?",
    ] {
        assert!(words.contains(expected), "{expected:?} is not in\n{words}");
    }
}

#[test]
fn two_sources_of_one_address_are_an_error_also_where_capitals_differ() {
    let site = site();
    site.write("content/About.md", "+++\ntitle = \"A\"\n+++\n");
    site.write("content/about.md", "+++\ntitle = \"B\"\n+++\n");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
    site.write("content/x.md", "+++\ntitle = \"X\"\npath = \"/index/\"\n+++\n");
    site.write("static/A.txt", "1");
    site.write("static/a.txt", "2");
    site.write("content/y.md", "+++\ntitle = \"Y\"\n+++\n");
    site.write("static/Y/index.html", "3");
    let words = site.refused();
    for expected in ["C0202", "/about/", "C0107", "`/index/`", "static/Y/index.html", "C0203"] {
        assert!(words.contains(expected), "{expected:?} is not in\n{words}");
    }
}

#[test]
fn explain_tells_which_answer_changed_and_why_a_page_was_rendered() {
    let site = site();
    site.write("pages/page.html", "{{ data.menu.label }}{{ page.body }}");
    site.write("content/data/menu.toml", "label = \"Menu\"\n");
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n");
    let explained = || String::from_utf8(site.run(&["explain", "/a/"]).stdout).unwrap();
    assert!(explained().contains("was not there in the last build"), "{}", explained());
    site.build();
    assert!(
        explained().contains("because it was not built before")
            && explained().contains("is up to date"),
        "{}",
        explained()
    );

    site.write("content/data/menu.toml", "label = \"Other\"\n");
    assert!(explained().contains("data menu   (changed since the last build)"), "{}", explained());
    assert!(
        explained().contains("will be rendered by the next build")
            && !explained().contains("page.html   (changed")
    );
    site.build();
    assert!(
        explained().contains("because this changed: data menu")
            && explained().contains("is up to date"),
        "{}",
        explained()
    );

    site.append("content/a.md", "More.\n");
    assert!(
        explained().contains("content/a.md   (changed since the last build)"),
        "{}",
        explained()
    );
    site.build();
    assert!(explained().contains("because its own file changed"), "{}", explained());
    site.write("public/a/index.html", "somebody else");
    site.build();
    assert!(
        explained().contains("because its output files were missing or modified"),
        "{}",
        explained()
    );
}

#[test]
fn data_that_does_not_fit_its_declared_shape_is_placed_in_its_file() {
    let site = site();
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
    let schema = r#"{ "items": { "required": ["name"], "properties": { "name": { "type": "string" }, "price": { "type": "integer" } }, "additionalProperties": false } }"#;
    for name in ["json", "csv"] {
        site.write(&format!("content/data/{name}.schema.json"), schema);
    }
    site.write(
        "content/data/offers.schema.json",
        &format!(r#"{{ "properties": {{ "offer": {schema} }} }}"#),
    );
    site.write("content/data/offers/toml.toml", "[[offer]]\nname = \"A\"\nprice = 1\n");
    site.write("content/data/json.json", "[{ \"name\": \"A\" }]");
    site.write("content/data/csv.csv", "name\nA\n");
    site.write("pages/page.html", "{{ data[\"offers/toml\"].offer[0].name }}");
    site.build();
    assert_eq!(site.output("index.html"), "A\n");

    site.write(
        "content/data/offers/toml.toml",
        "[[offer]]\nname = \"A\"\nprice = 1\n\n[[offer]]\nnme = \"A\"\nprice = \"1\"\n",
    );
    site.write("content/data/json.json", "[\n  { \"name\": \"A\" },\n  { \"name\": 7 }\n]");
    site.write("content/data/csv.csv", "nme\nA\n");
    let words = site.refused();
    for expected in [
        "C0113",
        "content/data/offers/toml.toml:7:9",
        "`offer[1].price` is string instead of integer",
        "content/data/offers/toml.toml:6:7",
        "did you mean `name`?",
        "content/data/json.json:3:13",
        "content/data/csv.csv:2:1",
        "`[0]` has no `name`",
    ] {
        assert!(words.contains(expected), "{expected:?} is not in\n{words}");
    }

    site.write("content/data/json.schema.json", "{ \"requird\": [] }");
    let words = site.refused();
    assert!(words.contains("C0112") && words.contains("did you mean `required`?"), "{words}");
}

#[test]
fn a_site_below_a_path_links_within_that_path() {
    let site = site();
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs/\"\n");
    site.write("pages/shell.html", "{{ slice(\"footer\") }}<main>{{ main }}</main>");
    site.write("pages/slices/footer.html", "<a href=\"/a/\">A</a>");
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n[b](/b/) ![b](/b.svg)\n");
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n");
    site.write("static/b.svg", "<svg viewBox=\"0 0 1 1\"></svg>");
    site.build();
    let html = site.output("a/index.html");
    for expected in
        ["<a href=\"/docs/a/\">A</a>", "<a href=\"/docs/b/\">b</a>", "src=\"/docs/b.svg\""]
    {
        assert!(html.contains(expected), "{expected} is not in {html}");
    }
    assert!(site.output("page-data/a/page-data.json").contains("/docs/b/"));
    assert!(site.output("slice-data/footer.json").contains("/docs/a/"));
    assert!(site.output("sitemap.xml").contains("<loc>https://example.com/docs/a/</loc>"));
}

#[test]
fn a_number_that_no_computer_holds_is_told_with_its_place() {
    let site = news();
    site.write("content/big.md", "+++\ntitle = \"Big\"\n[extra]\nid = 99999999999999999999\n+++\n");
    let words = site.refused();
    assert!(
        words.contains("content/big.md:4:6") && words.contains("this number is too large"),
        "{words}"
    );
    site.remove("content/big.md");
    site.write("content/data/big.toml", "id = 1\nlist = [1, 99999999999999999999]\n");
    let words = site.refused();
    assert!(
        words.contains("content/data/big.toml:2:12") && words.contains("this number is too large"),
        "{words}"
    );
}

#[test]
fn one_mistake_in_a_csv_file_is_one_error_where_it_begins() {
    let site = site();
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
    let rows: String = (0..300).map(|row| format!("{row},Game {row},5\n")).collect();
    let table = format!("id,name,reels\n{rows}");
    site.write(
        "content/data/games.schema.json",
        "{\"type\": \"array\", \"uniqueKey\": \"id\", \"items\": {\"required\": [\"id\", \"name\", \"reels\"]}}",
    );
    for (text, place, words) in [
        (table.replace("1,Game 1,5\n2,", "1,\"Game 1,5\n2,"), "games.csv:3:3", "never closed"),
        (table.replace(',', ";"), "games.csv:1:3", "separated by `;`"),
        (table.replace("7,Game 7,5\n", "7,Game 7\n"), "games.csv:9:1", "2 values"),
        (
            table.replace("9,Game 9,5\n", "8,Game 9,5\n"),
            "games.csv:11:1",
            "has the same id as entry 9: \"8\"",
        ),
        (
            table.replace("id,name,reels", "id,,reels"),
            "games.csv:1:4",
            "no name, but a value on line 2",
        ),
    ] {
        site.write("content/data/games.csv", &text);
        let said = site.refused();
        assert!(
            said.contains(place) && said.contains(words) && said.matches("error[").count() == 1,
            "{said}"
        );
    }
    site.write("content/data/games.csv", &table);
    site.build();
}

#[test]
fn keys_that_fell_into_extra_are_told_and_the_templates_own_are_not() {
    let site = site();
    site.write("content/a.md", "+++\ntitle = \"A\"\n[extra]\ncolour = 1\ndraft = true\n+++\n");
    let words = site.build();
    for expected in [
        "warning[C0104]",
        "content/a.md:5:1",
        "`draft` has no effect in the table `extra`",
        "above the line `[extra]`",
    ] {
        assert!(words.contains(expected), "{expected:?} is not in\n{words}");
    }
    assert_eq!(words.matches("warning[").count(), 1, "{words}");
    // A build with nothing to do tells it again.
    assert!(site.build().contains("content/a.md:5:1"));
}

#[test]
fn a_broken_or_foreign_shortcode_is_an_error_and_no_text_for_readers() {
    let site = site();
    site.write("pages/shortcodes.html", "{% macro note(words) %}<b>{{ words }}</b>{% endmacro %}");
    for (text, expected) in [
        ("a {{ note(\"x\" }} b", "this shortcode is not closed"),
        ("{{ note(\"x\")", "this shortcode is not closed"),
        ("{{ note(\"x\") }", "this shortcode is not closed"),
        ("{{ note(\u{201c}x\u{201d}) }}", "straight quotes"),
        ("{{< youtube abc >}}", "another generator"),
        ("{% alert %}", "another generator"),
        ("{% note(\"x\"", "as in `{% note(\"...\") %}`"),
        ("{{ nite(\"x\") }}", "did you mean `note`?"),
    ] {
        site.write("content/a.md", &format!("+++\ntitle = \"A\"\n+++\n{text}\n"));
        let words = site.refused();
        assert!(
            words.contains("C0406")
                && words.contains("content/a.md:4:")
                && words.contains(expected),
            "{text}: {words}"
        );
    }
    site.write(
        "content/a.md",
        "+++\ntitle = \"A\"\n+++\n`{{ note(` \\{{< x >}} {{ note(\"y\") }} {{ plain }} 100{%}\n",
    );
    site.build();
    assert!(
        site.output("a/index.html").contains("{{ note(")
            && site.output("a/index.html").contains("<b>y</b>")
    );
}

#[test]
fn files_that_nothing_is_made_of_are_told() {
    let site = site();
    for (file, text) in [
        ("content/new.markdown", "x"),
        ("content/notes.txt", "x"),
        ("content/a/dice.png", "x"),
        ("content/data/x.md", "x"),
        ("content/promo/_index.md", "+++\ntitle = \"P\"\n+++\n"),
        ("static/bad.png", "no image"),
        ("static/.nojekyll", ""),
        ("content/data/team.yaml", "- name: A\n"),
    ] {
        site.write(file, text);
    }
    site.write("pages/page.html", "{{ data.team[0].name }}");
    for words in [site.build(), site.build()] {
        for expected in [
            "new.markdown",
            "notes.txt",
            "dice.png",
            "data/x.md",
            "content/promo/index.md; rename",
            "C0216",
            "static/bad.png",
        ] {
            assert!(words.contains(expected), "{expected:?} is not in\n{words}");
        }
        assert_eq!(words.matches("warning[").count(), 6, "{words}");
    }
    assert!(site.has(".nojekyll"));
    assert_eq!(site.output("promo/_index/index.html"), "A\n");
    site.remove("content/notes.txt");
    assert!(!site.build().contains("notes.txt"));
}

#[test]
fn a_list_or_feed_of_nothing_is_an_error() {
    let site = site();
    site.write("content/news/a.md", "+++\ntitle = \"A\"\n+++\n");
    site.write("pages/page.html", "{% for it in section(\"/nws/\") %}{{ it.title }}{% endfor %}");
    let words = site.refused();
    assert!(
        words.contains("pages/page.html:1:") && words.contains("did you mean `/news/`?"),
        "{words}"
    );
    site.write("pages/page.html", "{% for it in section(\"/news/\") %}{{ it.title }}{% endfor %}");
    site.write(
        "site.toml",
        &format!(
            "{SETTINGS}[[feeds]]\npath = \"/atom.xml\"\nsection = \"/nws/\"\nformat = \"atom\"\n"
        ),
    );
    let words = site.refused();
    assert!(
        words.contains("site.toml:5:11") && words.contains("did you mean `/news/`?"),
        "{words}"
    );
    // A section whose pages are not due yet is none that nobody knows.
    site.write("site.toml", SETTINGS);
    site.write("content/news/a.md", "+++\ntitle = \"A\"\npublish_at = 2030-01-01\n+++\n");
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n");
    site.build();
    assert_eq!(site.output("b/index.html"), "\n");
}

#[test]
fn the_first_heading_is_the_title_where_none_is_given() {
    let site = site();
    site.write("pages/page.html", "<h1>{{ page.title }}</h1>{{ page.body }}");
    site.write("content/a.md", "# Hello *you*\n\nText [x](#next)\n\n## Next\n");
    site.write("content/b.md", "+++\nweight = 1\n+++\nIntro\n\n## Later\n");
    site.build();
    assert_eq!(
        site.output("a/index.html"),
        "<h1>Hello you</h1><p>Text <a href=\"#next\">x</a></p>\n<h2 id=\"next\">Next</h2>\n"
    );
    assert!(site.output("b/index.html").starts_with("<h1>Later</h1><p>Intro</p>"));
    site.write("content/c.md", "Text alone\n");
    assert!(site.refused().contains("C0103"));
}

#[test]
fn dates_have_a_format() {
    let site = site();
    site.write(
        "content/a.md",
        "+++\ntitle = \"A\"\ndate = 2026-11-05T18:30:00+02:00\nupdated = 2026-11-06\n+++\n",
    );
    site.write(
        "pages/page.html",
        "{{ page.date | date }}|{{ page.date | date(\"%Y-%m-%d %H:%M\") }}|{{ page.date | date(format=\"%a %H:%M\") }}|{{ page.title | truncate(length=3) }}",
    );
    site.build();
    assert_eq!(site.output("a/index.html"), "5 November 2026|2026-11-05 16:30|Thu 16:30|A\n");
    site.write("pages/page.html", "{{ page.title | date }}");
    assert!(site.refused().contains("`A` is not a date"));
    site.write("pages/page.html", "{{ page.date | date(time_zone=\"Europe/Pariss\") }}");
    assert_says(
        &site.refused(),
        &["there is no time zone `Europe/Pariss`", "did you mean `Europe/Paris`?"],
    );
}

#[test]
fn dates_numbers_and_money_are_written_as_the_language_of_the_site_does() {
    let site = site();
    let settings = |keys: &str| site.write("site.toml", &format!("{SETTINGS}{keys}"));
    site.write(
        "content/a.md",
        "+++\ntitle = \"A\"\ndate = 2026-03-01T02:30:00Z\nupdated = 2026-03-01\n+++\n",
    );
    site.write("content/data/sums.csv", "name,sum\na,1234567.5\n");
    site.write(
        "pages/page.html",
        "{{ page.date | date(\"%A %-d %B %H:%M\") }}|{{ page.date | date(\"%H:%M\", time_zone=\"Asia/Kolkata\") }}|{{ page.updated | date }}|\
         {{ 1234567 | number }}|{{ 0.5 | number(decimals=2) }}|{{ data.sums.0.sum | number(0) }}|\
         {{ data.sums.0.sum | money }}|{{ -5 | money(decimals=0) }}|{{ 5000 | money(currency=\"JPY\") }}",
    );
    let shows = |words: &str| {
        site.build();
        assert_eq!(site.output("a/index.html").trim_end().replace('\u{a0}', " "), words);
    };
    shows(
        "Sunday 1 March 02:30|08:00|1 March 2026|1,234,567|0.50|1,234,568|$1,234,567.50|-$5|¥5,000",
    );
    // Whatever shows them is rendered again, and a day stays that day.
    settings("language = \"de\"\ntime_zone = \"America/New_York\"\ncurrency = \"EUR\"\n");
    shows(
        "Samstag 28 Februar 21:30|08:00|1 März 2026|1.234.567|0,50|1.234.568|1.234.567,50 €|-5 €|5.000 ¥",
    );
    settings("language = \"tlh\"\n");
    assert_says(
        &site.refused(),
        &["pages/page.html:1:", "the number format of the language `tlh` is unknown"],
    );
    settings("time_zone = \"America/New_Yorkk\"\ncurrency = \"DOLLARS\"\n");
    assert_says(
        &site.refused(),
        &[
            "site.toml:3:13",
            "there is no time zone `America/New_Yorkk`",
            "did you mean `America/New_York`?",
            "site.toml:4:12",
            "there is no currency `DOLLARS`",
        ],
    );
    settings("");
    for (template, words) in [
        ("{{ page.title | number }}", "`A` is not a number"),
        ("{{ true | money }}", "`True` is not a number"),
        ("{{ 1 | money(\"usd\") }}", "`usd` is not a currency"),
    ] {
        site.write("pages/page.html", template);
        assert_says(&site.refused(), &[words]);
    }
}

#[test]
fn a_preview_is_for_nobody_to_find_and_production_takes_no_samples() {
    let site = site();
    site.write(
        "site.toml",
        "name = \"Site\"\nbase_url = \"https://casino.test.org\"\n[contact]\nmail = \"help@paper.example\"\n",
    );
    site.write("pages/shell.html", "{{ head }}{{ main }}");
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n");
    let words = crate::common::said(&site.run(&["build"]));
    assert!(
        words.contains("a preview, closed to search engines")
            && words.contains("--profile production"),
        "{words}"
    );
    assert!(
        site.output("robots.txt").contains("Disallow: /\n")
            && site.output("a/index.html").contains("name=\"robots\" content=\"noindex\"")
    );
    let production = |site: &Site| site.run(&["build", "--profile", "production"]);
    let words = crate::common::said(&production(&site));
    assert!(words.contains("C0007") && words.contains("site.toml:4:8"), "{words}");
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://casino.test.org\"\n");
    let output = production(&site);
    assert!(output.status.success() && !crate::common::said(&output).contains("preview"));
    assert!(
        site.output("robots.txt").contains("Allow: /\n")
            && !site.output("a/index.html").contains("noindex")
    );
}

#[test]
fn a_host_of_the_policy_is_a_host() {
    let site = site();
    for host in
        ["https://cdn.example; script-src *", "google.com/x y", "", "'unsafe-inline'", "https://*"]
    {
        site.write(
            "site.toml",
            &format!("{SETTINGS}[hosts]\nimg = [\"https://ok.example\", \"{host}\"]\n"),
        );
        let words = site.refused();
        assert!(words.contains("C0009") && words.contains("site.toml:4:30"), "{host}: {words}");
    }
}

#[test]
fn pictures_may_come_from_any_host_if_the_site_says_so_and_scripts_never() {
    let site = site();
    site.write("site.toml", &format!("{SETTINGS}[hosts]\nimg = [\"https:\"]\n"));
    site.write(
        "pages/page.html",
        "<img src=\"https://one.example/a.png\" alt=\"a\">{{ page.body }}",
    );
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n![b](https://two.example/b.png)\n");
    assert!(!site.build().contains("C0213"));
    assert!(
        site.output("_headers").contains("img-src 'self' data: https:;"),
        "{}",
        site.output("_headers")
    );
    site.append("content/a.md", "\n![c](http://three.example/c.png)\n");
    let words = site.build();
    assert!(words.contains("C0213") && words.contains("http://three.example/c.png"), "{words}");
    assert_eq!(words.matches("C0213").count(), 1, "{words}");
    for (lists, place, hint) in [
        ("img = [\"https:\"]\nscript = [\"https:\"]\n", "site.toml:5:11", "https://*.cdn.example"),
        ("img = [\"*\"]\n", "site.toml:4:8", "or `\"https:\"` for all hosts"),
    ] {
        site.write("site.toml", &format!("{SETTINGS}[hosts]\n{lists}"));
        let words = site.refused();
        assert!(
            words.contains("C0009") && words.contains(place) && words.contains(hint),
            "{lists}: {words}"
        );
    }
}

#[test]
fn a_layout_is_a_word_of_the_site_and_one_that_it_does_not_declare_is_told_with_its_place() {
    let site = site();
    site.write("pages/shell.html", "<body class=\"{{ page.layout }}\">{{ main }}</body>");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
    site.write("content/a.md", "+++\ntitle = \"A\"\nlayout = \"wide\"\n+++\n");
    site.build();
    assert!(site.output("a/index.html").contains("class=\"wide\""));
    assert!(site.output("page-data/a/page-data.json").contains("\"layout\":\"wide\""));
    assert!(site.output("index.html").contains("class=\"full\""));

    site.write(
        "site.toml",
        &SETTINGS.replace("base_url", "layouts = [\"full\", \"wider\"]\nbase_url"),
    );
    let words = site.refused();
    for it in ["C0105", "there is no layout `wide`", "content/a.md:3:10", "did you mean `wider`?"] {
        assert!(words.contains(it), "{it:?} is not in\n{words}");
    }
    site.write("content/a.md", "+++\ntitle = \"A\"\nlayout = \"wider\"\n+++\n");
    site.build();
    site.same_as_clean();
}

#[test]
fn an_old_address_is_a_path_and_a_redirect_may_leave_out_the_last_slash_of_its_page() {
    let site = site();
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n## B\n");
    let redirects = |from: &str, to: &str| {
        site.write(
            "site.toml",
            &format!("{SETTINGS}[[redirects]]\nfrom = \"{from}\"\nto = \"{to}\"\n"),
        );
    };
    redirects("/old/", "/a?x=1#b");
    site.build();
    assert!(
        site.output("_redirects").contains("/old/ /a/?x=1#b 301\n"),
        "{}",
        site.output("_redirects")
    );
    for (from, hint) in
        [("/old/#part", "write the path alone"), ("/old/?x=1", "write the path alone")]
    {
        redirects(from, "/a/");
        let words = site.refused();
        assert!(
            words.contains("C0208") && words.contains(hint) && words.contains("site.toml:3:1"),
            "{from}: {words}"
        );
    }
    redirects("/old/", "/b");
    assert!(site.refused().contains("C0204"));
}

#[test]
fn keys_of_other_generators_are_told_what_they_are_called_here() {
    let site = site();
    site.write("content/a.md", "---\ntitle: A\ntags: [x]\nlinkTitle: B\nmenu: main\n---\n");
    let words = site.refused();
    for it in [
        "in the table `taxonomies`",
        "it is called `menu_label` here",
        "menus are data files",
        "content/a.md:3:1",
    ] {
        assert!(words.contains(it), "{it:?} is not in\n{words}");
    }
}

#[test]
fn anchors_of_github_keep_the_marks_of_signs() {
    let site = site();
    let text = "[a](#%EF%B8%8F-setting-up)\n\n## \u{2699}\u{fe0f} Setting up\n";
    site.write("content/index.md", &format!("+++\ntitle = \"Home\"\n+++\n{text}"));
    site.build();
}
