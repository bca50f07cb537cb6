//! Templates in `pages/files/`, which render single files, and `file_data`, which reads them.

use crate::common::{SiteBuilder, assert_contains, assert_diagnostics};

#[test]
fn a_file_template_renders_a_file_from_content() {
    let site = SiteBuilder::bare()
        .file("content/data/games.toml", "[[game]]\nname = \"Tom's <3\"\n")
        .file(
            "pages/files/games.json",
            "{\"games\": {{ data.games.game }}, \"page\": {{ section(\"/\")[0].title }}}",
        )
        .file("pages/files/feeds/all.xml", "<a>{{ data.games.game[0].name }}</a>")
        .page("a", "title = \"A \\\"quoted\\\" title\"\n", "")
        .create();
    site.build();
    let json: serde_json::Value = serde_json::from_str(&site.output("games.json")).unwrap();
    assert_eq!(
        json,
        serde_json::json!({ "games": [{ "name": "Tom's <3" }], "page": "A \"quoted\" title" })
    );
    assert_eq!(site.output("feeds/all.xml"), "<a>Tom&#39;s &lt;3</a>\n");

    site.write("content/data/games.toml", "[[game]]\nname = \"Other\"\n");
    site.build();
    assert_contains(&site.output("games.json"), &["Other"]);
    site.same_as_clean();

    site.write("pages/files/games.json", "{\"name\": \"{{ data.games.game[0].name }}\"}");
    let message = site.refused();
    assert_diagnostics!(message);
    site.write("pages/files/games.json", "{}");

    site.write("static/games.json", "{}");
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn a_page_reads_a_rendered_file_and_follows_its_changes() {
    let site = SiteBuilder::bare()
        .file("content/data/games.toml", "[[game]]\nname = \"A & B\"\nodds = 2.5\n")
        .file("pages/files/games.json", "{% include \"macros/list.json\" %}")
        .file("pages/macros/list.json", "{\"games\": {{ data.games.game }}}")
        .page("index", "title = \"T\"\ntemplate = \"games\"\n", "")
        .create();
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
    let message = site.refused();
    assert_diagnostics!(message);
    site.write("pages/games.html", template);
    site.write("pages/files/games.json", "{\"games\": [{{ data.games.gone.name }}]}");
    assert_diagnostics!(site.refused());
    site.write("pages/files/games.json", "{{ file_data(\"more.json\") }}");
    site.write("pages/files/more.json", "{{ file_data(\"games.json\") }}");
    assert_diagnostics!(site.refused());
}

#[test]
fn values_are_written_as_the_type_of_the_file_needs() {
    let mut site = SiteBuilder::new();
    for extension in ["ics", "md", "yaml", "js", "css", "geojson", "html", "kml"] {
        site = site.file(&format!("pages/files/a.{extension}"), "{{ 'Tea & \"cake\"' }}");
    }
    let site = site.create();
    site.build();
    for (extension, expected) in [
        ("ics", "Tea & \"cake\""),
        ("md", "Tea & \"cake\""),
        ("yaml", "Tea & \"cake\""),
        ("js", "Tea & \"cake\""),
        ("css", "Tea & \"cake\""),
        ("geojson", "\"Tea & \\\"cake\\\"\""),
        ("html", "Tea &amp; &quot;cake&quot;"),
        ("kml", "Tea &amp; &quot;cake&quot;"),
    ] {
        assert_eq!(site.output(&format!("a.{extension}")).trim(), expected, "{extension}");
    }
}

#[test]
fn files_of_a_site_below_a_path_have_its_urls() {
    let site = SiteBuilder::new()
        .file("site.toml", "name = \"Shop\"\nbase_url = \"https://example.com/shop\"\n")
        .file("static/i/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
        .page("about", "title = \"About\"\n", "")
        .file("pages/files/app.webmanifest", "{\"start_url\": \"/\", \"icons\": [{\"src\": {{ asset(\"/i/a.svg\") }}}]}")
        .file("pages/files/x.html", "<a href=\"{{ get_page('/about/').path }}\">a</a><img src=\"/i/a.svg\"><a href=\"/shop/about/\">b</a>")
        .file("pages/files/x.css", "a { background: url({{ asset('/i/a.svg') }}) }")
        .file("pages/files/x.json", "{\"page\": {{ site.base_url ~ get_page('/about/').path }}}")
        .page("list", "title = \"List\"\ntemplate = \"list\"\n", "")
        .file("pages/files/links.json", "[{{ get_page('/about/').path }}]")
        .file("pages/list.html", "<a href=\"{{ file_data('links.json')[0] }}\">a</a>")
        .create();
    site.build();
    let manifest = site.output("app.webmanifest");
    assert_contains(&manifest, &["\"start_url\": \"/shop/\"", "\"src\": \"/shop/i/a."]);
    let html =
        "<a href=\"/shop/about/\">a</a><img src=\"/shop/i/a.svg\"><a href=\"/shop/about/\">b</a>\n";
    assert_eq!(site.output("x.html"), html);
    assert_contains(&site.output("x.css"), &["url(/shop/i/a."]);
    assert_contains(&site.output("x.json"), &["\"https://example.com/shop/about/\""]);
    assert_contains(&site.output("list/index.html"), &["<a href=\"/shop/about/\">a</a>"]);
    site.same_as_clean();
}

#[test]
fn a_robots_txt_of_the_site_replaces_the_generated_one_and_leaves_previews_closed() {
    let site = SiteBuilder::new().create();
    let own = "User-agent: *\nDisallow: /private/\n";
    for path in ["static/robots.txt", "pages/files/robots.txt"] {
        site.write(path, own);
        for _ in 0..2 {
            site.build();
            assert_contains(&site.output("robots.txt"), &["\nDisallow: /\n"]);
            site.run(&["build", "--allow-samples", "--out", "live"]);
            assert_eq!(site.read("live/robots.txt"), own);
        }
        site.same_as_clean();
        site.remove(path);
    }
    site.run(&["build", "--allow-samples", "--out", "live"]);
    assert_contains(&site.read("live/robots.txt"), &["Allow: /\n"]);
}

#[test]
fn links_of_html_files_are_checked() {
    let site = SiteBuilder::new()
        .file("site.toml", "name = \"Shop\"\nbase_url = \"https://example.com/shop\"\n")
        .page("about", "title = \"About\"\n", "## Team\n\n[up](index.md)\n\n<!-- more -->\n\nx\n")
        .file("content/data/menu.yaml", "link: /nope/\n")
        .file(
            "pages/files/part/a.html",
            "<a id=\"x\" href=\"/about/#team\">a</a><a href=\"#x\">x</a><a href=\"/shop/about/\">b</a><a href=\"../about/\">c</a>\n\
             {{ get_page(\"/about/\").summary|markdown }}",
        )
        .create();
    site.build();

    site.write(
        "pages/files/part/a.html",
        "<a href=\"/about/#tam\">a</a>\n<a href=\"/abuot/\">b</a>\n<a href=\"{{ data.menu.link }}\">c</a>\n\
         <a href=\"about/\">d</a>",
    );
    assert_contains(
        &site.refused(),
        &[
            "pages/files/part/a.html:1:10",
            "pages/files/part/a.html:2:10",
            "did you mean `/about/`?",
            "content/data/menu.yaml:1:7",
            "pages/files/part/a.html:4:10",
            "4 errors",
        ],
    );

    // A page that is removed breaks the link of a file that is not rendered again.
    site.write("pages/files/part/a.html", "<a href=\"/about/\">a</a>");
    site.build();
    site.remove("content/about.md");
    assert_contains(&site.refused(), &["pages/files/part/a.html:1:10"]);
}

#[test]
fn the_first_line_is_indented_and_the_last_one_ends_like_the_others() {
    let site = SiteBuilder::bare()
        .file("pages/files/list.yaml", "{% set name = \"A\" %}\n\n  - a: {{ name }}\n  - b: 2\n\n")
        .file("pages/files/events.ics", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
        .file("pages/files/all.xml", "{% set name = \"A\" %}\n  <a>{{ name }}</a>\n")
        .page("index", "title = \"Home\"\n", "")
        .create();
    site.build();

    assert_eq!(site.output("list.yaml"), "  - a: A\n  - b: 2\n");
    assert_eq!(site.output("events.ics"), "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n");
    assert_eq!(site.output("all.xml"), "<a>A</a>\n");
}
