//! Pages that `[[collections]]` makes of rows of data: where they appear, what an edit rebuilds, and how errors are reported.

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text};

const GAMES: &str = "[[taxonomies]]
name = \"kinds\"
[[collections]]
name = \"games\"
data = \"content/data/games.csv\"
route = \"/games/{slug}/\"
template = \"game\"
[collections.fields]
title = \"name\"
date = \"released\"
[collections.taxonomies]
kinds = \"kind\"
";

const ROWS: &str = "name,kind,released,rtp,description,draft
\"Gold, Rush\",slots;new,2025-01-02,96.1,Dig for gold.,
Comet,slots,2025-02-03,95,,false
Hidden,slots,2025-02-04,94,,true
";

/// A site with a page for each of two games, a list of them, and a draft.
fn games() -> Site {
    SiteBuilder::bare()
        .settings("[output]\npage_data = true\n")
        .settings(GAMES)
        .settings("[[feeds]]\npath = \"/games.xml\"\nsection = \"/games/\"\nformat = \"rss\"\n")
        .file("pages/shell.html", "{{ head }}{{ main }}")
        .file("pages/game.html", "{{ page.title }} returns {{ page.extra.rtp }} of {{ page.extra.kind }}")
        .file(
            "pages/list.html",
            "{% for it in section(\"/games/\") %}{{ it.path }}={{ it.title }}:{{ it.extra.rtp }} {% endfor %}",
        )
        .file("pages/term.html", "{% for it in paginator.pages %}{{ it.path }} {% endfor %}")
        .file("pages/terms.html", "kinds")
        .file("content/data/games.csv", ROWS)
        .page("index", "title = \"Home\"\n", "[Comet](/games/comet/)")
        .page("games/index", "title = \"Games\"\ntemplate = \"list\"\n", "")
        .create()
}

#[test]
fn a_row_of_a_file_is_a_page_in_lists_terms_feeds_sitemap_and_page_data() {
    let site = games();
    site.build();
    let page = site.output("games/gold-rush/index.html");
    assert_contains(
        &page,
        &[
            "Gold, Rush returns 96.1 of slots;new",
            "<title>Gold, Rush</title>",
            "content=\"Dig for gold.\"",
            "href=\"https://example.com/games/gold-rush/\"",
        ],
    );
    assert_contains(
        &site.output("games/index.html"),
        &["/games/comet/=Comet:95 /games/gold-rush/=Gold, Rush:96.1"],
    );
    assert_contains(&site.output("kinds/slots/index.html"), &["/games/comet/ /games/gold-rush/"]);
    assert_contains(&site.output("kinds/new/index.html"), &["/games/gold-rush/"]);
    assert_contains(
        &site.output("games.xml"),
        &["<link>https://example.com/games/gold-rush/</link>"],
    );
    assert_contains(&site.output("sitemap.xml"), &["<loc>https://example.com/games/comet/</loc>"]);
    assert!(site.has("page-data/games/comet/page-data.json"));
    assert!(!site.has("games/hidden/index.html"));
    let explained = printed_text(&site.run(&["explain", "--preview", "/games/comet/"]));
    assert_contains(&explained, &["content/data/games.csv#/games/comet/"]);
}

#[test]
fn a_changed_row_rebuilds_its_page_and_the_lists_that_show_it() {
    let site = games();
    site.build();
    let before = site.tree();
    site.write("content/data/games.csv", &ROWS.replace("96.1", "96.25"));
    site.build();
    let after = site.tree();
    let mut changed: Vec<String> = after
        .iter()
        .filter(|(path, bytes)| before.get(*path) != Some(*bytes))
        .map(|(path, _)| path.display().to_string())
        .collect();
    changed.sort();
    assert_eq!(
        changed,
        [
            "games/gold-rush/index.html",
            "games/index.html",
            "page-data/app-data.json",
            "page-data/games/gold-rush/page-data.json",
            "page-data/games/page-data.json",
        ]
    );
    let rendered = printed_text(&site.run(&["explain", "--preview", "/games/comet/"]));
    assert_contains(
        &rendered,
        &["was rendered last because it was not built before", "is up to date"],
    );
    site.same_as_clean();
}

#[test]
fn rows_that_are_added_renamed_and_removed_equal_a_clean_build() {
    let site = games();
    site.build();
    for rows in [
        ROWS.replace("Comet", "Comet 2").replace("true", "false"),
        ROWS.replace("Comet,slots,2025-02-03,95,,false\n", "Comet,cards,2025-02-03,95,,\n"),
        format!("{ROWS}Zebra,zebras,,1,,\n"),
        ROWS.replace("slots;new", ""),
    ] {
        site.write("content/data/games.csv", &rows);
        site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
        site.build();
        site.same_as_clean();
    }
    site.write("content/data/games.csv", "name,kind,released,rtp,description,draft\n");
    assert_contains(&site.build(), &["C0240", "there are no pages below `/games/`"]);
    site.write(
        "site.toml",
        &site.read("site.toml").replace("section = \"/games/\"", "section = \"/\""),
    );
    site.build();
    assert!(!site.has("games/gold-rush/index.html"));
}

#[test]
fn lists_in_toml_json_and_yaml_and_folders_become_pages() {
    let entry = |name: &str, data: &str, more: &str| {
        format!(
            "[[collections]]\nname = \"{name}\"\ndata = \"content/data/{data}\"\nroute = \"/{name}/{{slug}}/\"\n{more}"
        )
    };
    let site = SiteBuilder::bare()
        .settings(&entry("a", "a.toml", "list = \"shop.items\"\n"))
        .settings(&entry("b", "b.json", "[collections.fields]\ntitle = \"names.en\"\n"))
        .settings(&entry("c", "c.yaml", "[collections.fields]\nslug = \"id\"\n"))
        .settings(&entry("d", "d/", ""))
        .settings("[[collections]]\nname = \"e\"\ndata = \"content/data/c.yaml\"\nroute = \"/{kind}/{id}.x/\"\n")
        .file("pages/page.html", "{{ page.title }}{{ page.extra.id|default }}")
        .page("index", "title = \"Home\"\n", "")
        .file("content/data/a.toml", "[[shop.items]]\ntitle = \"Tea Pot\"\n[[shop.items]]\ntitle = 7\n")
        .file("content/data/b.json", "[{ \"names\": { \"en\": \"Caf\\u00e9\" } }]")
        .file("content/data/c.yaml", "- title: C\n  id: 12\n  kind: Old & new\n")
        .file("content/data/d/Ada L.toml", "title = \"Ada\"\n")
        .file("content/data/d/more/bob.json", "{ \"title\": \"Bob\", \"slug\": \"Robert\" }")
        .create();
    site.build();
    for (path, text) in [
        ("a/tea-pot", "Tea Pot"),
        ("a/7", "7"),
        ("b/café", "Café"),
        ("c/12", "C12"),
        ("d/ada-l", "Ada"),
        ("d/robert", "Bob"),
        ("old-new/12.x", "C12"),
    ] {
        assert_eq!(site.output(&format!("{path}/index.html")).trim(), text, "{path}");
    }
    site.same_as_clean();
}

#[test]
fn texts_with_columns_in_braces_are_filled_in_for_each_row() {
    let site = games();
    let settings = site.read("site.toml").replace(
        "title = \"name\"",
        "slug = \"name\"\ntitle = \"{name} | Shop\"\nheading = \"{name}\"\ndescription = \"{name} returns { rtp } %.\"",
    );
    site.write("site.toml", &settings);
    site.write("pages/game.html", "{{ page.title }}/{{ page.heading }}/{{ page.description }}");
    site.build();
    assert_contains(
        &site.output("games/comet/index.html"),
        &["Comet | Shop/Comet/Comet returns 95 %.", "<title>Comet | Shop</title>"],
    );
    site.write("content/data/games.csv", &ROWS.replace("Comet,", ","));
    assert_contains(
        &site.refused(),
        &["content/data/games.csv:3:1", "no letters or digits in `name`"],
    );
    site.write("site.toml", &settings.replace("{name} | Shop", "{nam} | Shop"));
    assert_contains(&site.refused(), &["no row of content/data/games.csv has a `nam`"]);
    site.write("site.toml", &settings.replace("{name} | Shop", "{name | Shop"));
    assert_contains(&site.refused(), &["cannot be the title of pages: a brace is not closed"]);
}

#[test]
fn rows_inherit_from_the_folder_at_their_route() {
    let site = games();
    site.write("pages/other.html", "{{ page.title }} {{ page.layout }} {{ page.extra.tone }}");
    let cascade =
        "[cascade]\ntemplate = \"other\"\nlayout = \"wide\"\n[cascade.extra]\ntone = \"loud\"\n";
    let index =
        |cascade: &str| format!("+++\ntitle = \"Games\"\ntemplate = \"page\"\n{cascade}+++\n");
    site.write("content/games/index.md", &index(cascade));
    site.write("site.toml", &site.read("site.toml").replace("template = \"game\"\n", ""));
    site.build();
    assert_contains(&site.output("games/comet/index.html"), &["Comet wide loud"]);
    assert_contains(
        &printed_text(&site.run(&["explain", "--preview", "/games/comet/"])),
        &["layout from content/games/index.md"],
    );
    site.write("content/games/index.md", &index(&cascade.replace("loud", "low")));
    site.build();
    assert_contains(&site.output("games/comet/index.html"), &["Comet wide low"]);
    site.same_as_clean();
}

#[test]
fn errors_of_rows_name_the_row_and_the_column() {
    let site = games();
    site.write(
        "content/data/games.csv",
        "name,kind,released,rtp,slug,draft\n\
         Gold,slots,2025-13-02,96.1,a,\n\
         Comet,slots,soon,95,b,maybe\n\
         ,slots,,95,c,\n\
         Duo,x,,,b,\n\
         Bad,x,,,!!,\n\
         Page,x,,,taken,\n",
    );
    site.write("content/games/taken.md", "+++\ntitle = \"Taken\"\n+++\n");
    assert_diagnostics!(site.refused());
}

#[test]
fn errors_of_collections_have_locations_in_site_toml() {
    let site = games();
    let settings = site.read("site.toml");
    let mut messages = String::new();
    for (from, to) in [
        ("name = \"games\"", "nam = \"games\""),
        ("title = \"name\"", "titel = \"name\""),
        ("title = \"name\"", "title = \"nam\""),
        ("title = \"name\"\n", ""),
        ("kinds = \"kind\"", "kind = \"kind\""),
        ("\"game\"", "\"gme\""),
        ("content/data/games.csv", "data/games.csv"),
        ("content/data/games.csv", "content/data/game.csv"),
        ("{slug}/", "{slug/"),
        ("{slug}", "all"),
        ("{slug}", "{id}"),
    ] {
        let changed = settings.replacen(from, to, 1);
        site.write("site.toml", &changed);
        let message = site.refused();
        messages.push_str(&format!("# {to}\n{message}\n"));
    }
    let data = "content/data/games.toml";
    site.write(data, "[[games]]\nname = \"Comet\"\nkind = \"x\"\n");
    site.write("site.toml", &settings.replace("content/data/games.csv", data));
    site.remove("content/data/games.csv");
    messages.push_str(&site.refused());
    assert_diagnostics!(messages);
}

#[test]
fn a_row_that_does_not_match_the_schema_of_its_file_is_an_error() {
    let site = games();
    site.write(
        "content/data/games.schema.json",
        "{\"items\": {\"properties\": {\"rtp\": {\"type\": \"number\"}, \"draft\": {\"type\": [\"boolean\", \"null\"]}}}}",
    );
    site.write("pages/game.html", "{{ page.extra.rtp + 1 }}");
    site.build();
    assert_contains(&site.output("games/comet/index.html"), &["96"]);
    site.write("content/data/games.csv", &ROWS.replace("96.1", "high"));
    assert_contains(&site.refused(), &["C0113", "content/data/games.csv:2:35"]);
}

#[test]
fn links_to_rows_of_a_file_with_errors_are_not_reported() {
    let site = games();
    site.write("content/data/games.csv", "name,kind\n\"Comet,x\n");
    let message = site.refused();
    assert_contains(&message, &["C0110"]);
    assert!(!message.contains("C0204"), "{message}");
    site.remove("content/data/games.csv");
    site.write("content/data/games/comet.toml", "name = 'Comet\n");
    site.write(
        "content/data/games/gold.toml",
        "name = 'Gold'\nkind = 'x'\nreleased = 2026-01-01\nrtp = 1\n",
    );
    site.write("site.toml", &site.read("site.toml").replace("games.csv", "games"));
    let message = site.refused();
    assert_contains(&message, &["C0110", "content/data/games/comet.toml"]);
    assert!(!message.contains("C0204"), "{message}");
}

#[test]
fn a_broken_link_in_a_row_is_reported_in_its_line() {
    let site = games();
    site.write("pages/game.html", "<a href=\"{{ page.extra.description }}\">more</a>");
    site.write("content/data/games.csv", &ROWS.replace("Dig for gold.", "/nowhere/"));
    assert_contains(&site.refused(), &["C0204", "content/data/games.csv:2:40"]);
}

#[test]
fn the_example_of_the_documentation_builds() {
    let text = include_str!("../../docs/content/guides/write/data-pages.md");
    let blocks: Vec<&str> = text.split("\n```").skip(1).step_by(2).collect();
    let block = |language: &str, index: usize| {
        let found =
            blocks.iter().filter_map(|block| block.strip_prefix(language)?.strip_prefix('\n'));
        found.clone().nth(index).unwrap().to_owned() + "\n"
    };
    let site = SiteBuilder::bare()
        .settings(&block("toml", 0))
        .file("content/data/games.csv", &block("text", 0))
        .file("pages/game.html", &block("jinja", 0))
        .file("pages/page.html", &block("jinja", 1))
        .file("pages/term.html", "")
        .file("pages/terms.html", "")
        .page("index", "title = \"Home\"\n", "")
        .create();
    site.build();
    assert_contains(
        &site.output("index.html"),
        &["<a href=\"/games/gold-rush/\">Gold Rush: 96.1</a>"],
    );
    assert_contains(
        &site.output("games/silver-comet/index.html"),
        &["<h1>Silver Comet</h1>", "Returns 95 %"],
    );
}
