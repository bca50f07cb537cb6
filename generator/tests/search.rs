//! The search of a site: what its index contains, how it follows edits, and what pages load for it.

use serde_json::{Value, json};

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics};

const INDEX: &str = "page-data/search.json";

fn builder() -> SiteBuilder {
    SiteBuilder::new()
        .settings("[search]\ntitles = true\n[[taxonomies]]\nname = \"tags\"\n")
        .file(
            "pages/shell.html",
            "<head>{{ head }}</head><body>{{ search_button() }}<main id='main'>{{ main }}</main></body>",
        )
        .file("pages/term.html", "-")
        .file("pages/terms.html", "-")
        .page("posts/index", "title = \"All posts\"\nmenu_label = \"Posts\"\n", "")
        .page(
            "posts/first-steps",
            "title = \"First steps\"\ndescription = \"How to start.\"\n[taxonomies]\ntags = [\"News\"]\n",
            "Text.\n\n## What's new\n\n### Über uns {#about}\n\n## {{ call() }}\n",
        )
        .file("pages/shortcodes.html", "{% macro call() %}x{% endmacro %}")
        .page("about/team", "title = \"The team\"\nheading = \"Our team\"\n", "")
}

fn index(site: &Site) -> Value {
    serde_json::from_str(&site.output(INDEX)).unwrap()
}

/// The titles of the pages in the index.
fn titles(site: &Site) -> Vec<String> {
    let index = index(site);
    let pages = index["pages"].as_array().unwrap();
    pages.iter().map(|page| page[2].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_index_has_routes_titles_descriptions_terms_and_headings() {
    let site = builder().create();
    site.build();
    let index = index(&site);
    assert_eq!(index["folders"], json!(["/", "/about/", "/posts/"]));
    assert_eq!(index["sections"], json!([["/about/", "About"], ["/posts/", "Posts"]]));
    assert_eq!(
        index["pages"],
        json!([
            [0, "", "Home"],
            [1, "team/", "Our team"],
            [0, "posts/", "All posts"],
            [
                2,
                0,
                "First steps",
                "How to start.",
                ["News"],
                ["What's new", 0, "Über uns", "about"]
            ],
        ])
    );
    assert_eq!(index["texts"]["results"]["one"], "{count} result");
}

#[test]
fn headings_and_descriptions_can_be_left_out() {
    let site = builder().create();
    site.build();
    let settings = site.read("site.toml");
    let less = "titles = true\nheadings = false\ndescriptions = false\n";
    site.write("site.toml", &settings.replace("titles = true\n", less));
    site.build();
    assert_eq!(index(&site)["pages"][3], json!([2, 0, "First steps", "", ["News"]]));
    site.same_as_clean();
}

#[test]
fn the_key_that_opens_the_search_can_be_disabled() {
    let site = builder().create();
    site.build();
    let html = site.output("index.html");
    assert_contains(&html, &["aria-keyshortcuts=\"Control+K Meta+K /\""]);
    assert!(!html.contains("data-slash-key"));
    let settings = site.read("site.toml");
    site.write(
        "site.toml",
        &settings.replace("titles = true\n", "titles = true\nslash_key = false\n"),
    );
    site.build();
    let html = site.output("index.html");
    assert_contains(&html, &["aria-keyshortcuts=\"Control+K Meta+K\"", "data-slash-key=\"off\""]);
}

#[test]
fn pages_that_are_closed_to_searches_are_not_in_the_index() {
    let site = builder()
        .page("hidden", "title = \"Hidden\"\nsearch = false\n", "")
        .page("closed", "title = \"Closed\"\nrobots = \"NOINDEX, nofollow\"\n", "")
        .page("draft", "title = \"Draft\"\ndraft = true\n", "")
        .page("later", "title = \"Later\"\npublish_at = 2100-01-01\n", "")
        .page("404", "title = \"Not found\"\npath = \"/404.html\"\n", "")
        .page("inner/index", "title = \"Inner\"\n[cascade]\nsearch = false\n", "")
        .page("inner/page", "title = \"Inner page\"\n", "")
        .page("list", "title = \"List\"\npaginate_by = 1\n", "")
        .page("list/one", "title = \"One\"\n", "")
        .page("list/two", "title = \"Two\"\n", "")
        .create();
    site.build();
    assert_eq!(
        titles(&site),
        ["Home", "Our team", "Inner", "List", "One", "Two", "All posts", "First steps"]
    );
    site.write("content/hidden.md", "+++\ntitle = \"Hidden\"\n+++\n");
    site.build();
    assert!(titles(&site).contains(&"Hidden".to_owned()));
    site.same_as_clean();
}

#[test]
fn an_edit_of_a_heading_changes_the_index_and_one_of_a_paragraph_does_not() {
    let site = builder().create();
    site.build();
    let file = "content/posts/first-steps.md";
    let text = site.read(file);
    let explained = || {
        let output = site.run(&["explain", INDEX]);
        String::from_utf8(output.stdout).unwrap()
    };
    assert_contains(
        &explained(),
        &["is the index of the search", "pages of the search", "data search"],
    );
    site.write(file, &text.replace("Text.", "Other text."));
    assert_contains(&site.build(), &["1 file written"]);
    site.same_as_clean();
    site.write(file, &text.replace("What's new", "What is new"));
    site.build();
    assert_eq!(index(&site)["pages"][3][5][0], "What is new");
    site.same_as_clean();
    site.write(file, &text.replace("First steps", "Next steps"));
    site.build();
    assert_eq!(index(&site)["pages"][3][1], "first-steps/");
    site.same_as_clean();
    site.remove(file);
    site.build();
    assert_eq!(titles(&site), ["Home", "Our team", "All posts"]);
    site.same_as_clean();
}

#[test]
fn pages_load_the_script_of_the_search_below_the_base_path() {
    let site =
        builder().file("site.toml", "name = \"S\"\nbase_url = \"https://example.org/docs\"\n");
    let site = site.settings("[search]\ntitles = true\n[[taxonomies]]\nname = \"tags\"\n").create();
    site.build();
    let html = site.output("about/team/index.html");
    assert_contains(
        &html,
        &[
            "<button type=\"button\" class=\"search-button\" data-search-open",
            "<span>Search</span>",
        ],
    );
    let url = |start: &str| {
        let at = html.find(start).unwrap() + start.len();
        html[at..].split('"').next().unwrap().to_owned()
    };
    let script = url("<script type=\"module\" src=\"/docs/");
    let sheet = url("<noscript><link rel=\"stylesheet\" href=\"/docs/");
    assert_contains(&site.output(&sheet), &["display:none"]);
    // The script imports the dialog by its name.
    let text = site.output(&script);
    let dialog = text.split("import(\"./").nth(1).unwrap().split('"').next().unwrap();
    assert!(site.has(&format!("assets/{dialog}")));
}

#[test]
fn a_site_without_a_search_has_nothing_of_it() {
    let site = builder()
        .file("site.toml", "name = \"S\"\nbase_url = \"https://example.org\"\n")
        .settings("[[taxonomies]]\nname = \"tags\"\n")
        .file("pages/shell.html", "<head>{{ head }}</head><main id='main'>{{ main }}</main>")
        .create();
    site.build();
    assert!(!site.has(INDEX) && !site.has("assets"));
    let without = site.output("index.html");
    assert!(!without.contains("script") && !without.contains("search"), "{without}");
    let settings = site.read("site.toml");
    site.write("site.toml", &format!("{settings}[search]\ntitles = true\n"));
    site.build();
    assert!(site.has(INDEX) && site.output("index.html").contains("assets/search-"));
    site.write("site.toml", &format!("{settings}[search]\ntitles = false\n"));
    site.build();
    assert_eq!(site.output("index.html"), without);
    assert!(!site.has(INDEX));
}

#[test]
fn texts_of_the_search_are_content() {
    let site = builder()
        .file(
            "content/data/search.toml",
            "button = \"Suche\"\n[results]\none = \"{count} Treffer\"\nother = \"{count} Treffer\"\n",
        )
        .create();
    site.build();
    assert_contains(&site.output("index.html"), &["<span>Suche</span>"]);
    let texts = &index(&site)["texts"];
    assert_eq!(
        (&texts["results"]["one"], &texts["close"]),
        (&json!("{count} Treffer"), &json!("Close"))
    );
    site.write("content/data/search.toml", "button = \"Finden\"\n");
    site.build();
    assert_contains(&site.output("index.html"), &["<span>Finden</span>"]);
    site.same_as_clean();
}

#[test]
fn wrong_texts_are_reported_with_their_locations() {
    let site = builder()
        .file(
            "content/data/search.toml",
            "buton = \"x\"\nclose = 3\nresults = \"x\"\nmore = { one = \"x\" }\n",
        )
        .create();
    assert_diagnostics!(site.refused());
}

#[test]
fn wrong_settings_are_reported_with_their_locations() {
    let site = builder().create();
    let settings = site.read("site.toml");
    site.write("site.toml", &settings.replace("titles = true", "titels = true"));
    site.write("content/about/team.md", "+++\ntitle = \"Team\"\nsearch = \"no\"\n+++\n");
    assert_diagnostics!(site.refused());
}

#[test]
fn a_button_without_a_search_is_an_error() {
    let site = builder().file("site.toml", "name = \"S\"\nbase_url = \"https://example.org\"\n");
    let site = site.settings("[[taxonomies]]\nname = \"tags\"\n").create();
    assert_diagnostics!(site.refused());
}
