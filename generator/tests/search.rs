//! The search of a site: what its index contains, how it follows edits, and what pages load for it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics, install};

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

/// Adds pages of which titles alone fit into a small index.
fn large_site() -> Site {
    let mut builder = builder();
    for number in 0..300 {
        let description = "d".repeat(4000);
        let front = format!("title = \"Page {number}\"\ndescription = \"{description}\"\n");
        builder =
            builder.page(&format!("many/{number}"), &front, &format!("## {}\n", "h".repeat(1000)));
    }
    let site = builder.create();
    site.build();
    site
}

#[test]
fn a_large_index_leaves_out_descriptions_then_headings_by_default() {
    let site = large_site();
    let settings = site.read("site.toml");
    let page = || {
        let index = index(&site);
        let pages = index["pages"].as_array().unwrap();
        pages.iter().find(|page| page[2] == "Page 100").unwrap().clone()
    };
    let headings = json!(["h".repeat(1000), 0]);
    assert_eq!(page(), json!([2, "100/", "Page 100", "", [], headings]));
    site.write(
        "content/many/0.md",
        &format!("+++\ntitle = \"Page 0\"\n+++\n## {}\n", "h".repeat(800_000)),
    );
    site.build();
    assert_eq!(page(), json!([2, "100/", "Page 100"]));
    site.same_as_clean();
    site.write(
        "site.toml",
        &settings.replace("titles = true\n", "titles = true\ndescriptions = true\n"),
    );
    site.build();
    assert_eq!(page()[3].as_str().unwrap().len(), 4000);
    assert_eq!(page()[5], json!(null));
    site.same_as_clean();
}

/// Writes a data file of 20,000 boats, each of which becomes a page. Every name has the word `boat`.
fn write_boats(site: &Site, first: &str) {
    let rows: String = (1..20_000).map(|number| format!("b{number},Boat {number}\n")).collect();
    site.write("content/data/boats.csv", &format!("slug,name\nb0,{first}\n{rows}"));
}

/// The parts of a divided index: title and route of their pages, by the path of the part.
fn parts(site: &Site) -> BTreeMap<String, BTreeMap<String, String>> {
    let count = index(site)["parts"].as_u64().unwrap();
    let part = |number| {
        let path = format!("page-data/search-parts/{count}/{number}.json");
        let part: Value = serde_json::from_str(&site.output(&path)).unwrap();
        let page = |page: &Value| {
            let folder = usize::try_from(page[0].as_u64().unwrap()).unwrap();
            let route = format!("{}{}", part["folders"][folder].as_str()?, page[1].as_str()?);
            Some((page[2].as_str()?.to_owned(), route))
        };
        let pages = part["pages"].as_array().unwrap().iter().filter_map(page).collect();
        (path, pages)
    };
    (0..count).map(part).collect()
}

#[test]
fn a_site_with_20000_pages_has_its_index_in_parts_by_the_words_of_titles() {
    let site = builder()
        .settings(
            "[[collections]]\nname = \"boats\"\ndata = \"content/data/boats.csv\"\nroute = \"/boats/{slug}/\"\n\
             [collections.fields]\ntitle = \"name\"\n",
        )
        .create();
    write_boats(&site, "Réunion");
    site.build();
    let before = index(&site);
    assert_eq!(before["pages"], json!(null));
    assert_eq!(before["sections"][1], json!(["/boats/", "Boats"]));
    // All 19,999 boats have this word, so that its key has the best of them.
    assert_eq!(before["split"]["boat"], 19_999);
    let with = |title: &str| {
        let parts = parts(&site);
        let with = parts.into_iter().filter(|(_, pages)| pages.contains_key(title));
        with.map(|(path, pages)| (path, pages[title].clone())).collect::<Vec<_>>()
    };
    let [(part, route)] = &with("Réunion")[..] else { panic!("one word is in one part") };
    assert_eq!(route, "/boats/b0/");
    site.same_as_clean();
    // A part that another program removed is made again.
    std::fs::remove_file(site.out().join(part)).unwrap();
    site.build();
    site.same_as_clean();
    write_boats(&site, "Sloop");
    site.build();
    assert_eq!(with("Réunion"), []);
    assert_eq!(with("Sloop").len(), 1);
    site.same_as_clean();
    // Below the limit, the index is one file again.
    site.write("content/data/boats.csv", "slug,name\nb0,Sloop\n");
    site.build();
    assert_eq!(titles(&site)[2], "Sloop");
    assert!(!site.has("page-data/search-parts"));
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
    assert!(!without.contains("module") && !without.contains("search"), "{without}");
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

/// A site with a search over texts, and in its npm packages a program in place of Pagefind: it writes the documents that it gets into one
/// file of the index, and counts its runs.
fn text_builder() -> SiteBuilder {
    SiteBuilder::new()
        .settings("[search]\ntext = true\n")
        .file(
            "pages/shell.html",
            "<head>{{ head }}</head><body>{{ search_button() }}<main>{{ main }}</main></body>",
        )
        .page("guide/index", "title = \"Guide\"\n", "")
        .page("guide/sails", "title = \"Sails & knots\"\n", "## Trim\n\nSome *text*.\n")
        .page("hidden", "title = \"Hidden\"\nsearch = false\n", "Secret.\n")
}

fn install_pagefind(site: &Site, script: &str) {
    let arch = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
    let system = if cfg!(target_os = "macos") { "darwin" } else { "linux" };
    let path = format!("node_modules/@pagefind/{system}-{arch}/bin/pagefind_extended");
    install(script.as_bytes(), &site.root().join(path));
}

const FAKE_PAGEFIND: &str = r#"#!/bin/sh
if [ "$1" = --version ]; then echo "pagefind_extended 9.9.9"; exit; fi
mkdir -p "$4/fragment"
find . -name '*.html' | sort | xargs cat > "$4/fragment/all.pf_fragment"
echo "$5 $6" > "$4/pagefind.js"; echo interface > "$4/pagefind-ui.js"
echo run >> ../../../runs
"#;

fn runs(site: &Site) -> usize {
    let runs = std::fs::read_to_string(site.root().join(".croupier/runs"));
    runs.unwrap_or_default().lines().count()
}

#[test]
fn pagefind_reads_the_text_of_the_pages_that_the_search_finds() {
    let site = text_builder().create();
    install_pagefind(&site, FAKE_PAGEFIND);
    site.build();
    let documents = site.output("pagefind/fragment/all.pf_fragment");
    assert_contains(
        &documents,
        &[
            "<html lang=\"en\"><meta charset=\"utf-8\"><title>Sails &amp; knots</title>",
            "data-pagefind-filter=\"section:/guide/\"",
            "<h2 id=\"trim\">Trim</h2>\n<p>Some <em>text</em>.</p>",
        ],
    );
    assert!(!documents.contains("Secret") && !documents.contains("button"), "{documents}");
    assert_contains(&site.output("pagefind/pagefind.js"), &["--force-language en"]);
    assert!(!site.has("pagefind/pagefind-ui.js"));
    assert_contains(&site.output("index.html"), &[" data-text></script>"]);
    let dialog: Value = serde_json::from_str(&site.output("page-data/search-dialog.json")).unwrap();
    assert_eq!(dialog["sections"], json!([["/guide/", "Guide"]]));
    assert_eq!(dialog["texts"]["placeholder"], "Search all pages");
    let headers = site.output("_headers");
    assert_eq!(headers.matches("wasm-unsafe-eval").count(), 1, "{headers}");
}

#[test]
fn pagefind_runs_again_only_if_a_text_changed() {
    let site = text_builder().create();
    install_pagefind(&site, FAKE_PAGEFIND);
    site.build();
    site.build();
    let shell = site.read("pages/shell.html");
    site.write("pages/shell.html", &shell.replace("<main>", "<p class=\"new\">Menu</p><main>"));
    site.build();
    let file = "content/guide/sails.md";
    let text = site.read(file);
    assert_eq!(runs(&site), 1);
    site.write(file, &text.replace("Some", "Other"));
    site.build();
    assert_eq!(runs(&site), 2);
    assert_contains(&site.output("pagefind/fragment/all.pf_fragment"), &["Other <em>text</em>"]);
    site.same_as_clean();
    // A damaged index is made again.
    let index = site.root().join(".croupier/text-index");
    let folder = std::fs::read_dir(&index).unwrap().next().unwrap().unwrap().path();
    std::fs::write(folder.join("files/pagefind.js"), "x").unwrap();
    let before = runs(&site);
    site.write(file, &text.replace("Some", "Other "));
    site.build();
    assert_eq!(runs(&site), before + 1);
    let settings = site.read("site.toml");
    site.write("site.toml", &settings.replace("text = true", "titles = true"));
    site.build();
    assert!(!site.has("pagefind/pagefind.js"));
}

#[test]
fn a_missing_or_failing_pagefind_is_reported() {
    let site = text_builder().create();
    assert_contains(
        &site.refused(),
        &[
            "error[C0242]",
            "needs Pagefind, which is not installed",
            "npm install --save-dev pagefind",
        ],
    );
    let failing =
        "#!/bin/sh\nif [ \"$1\" = --version ]; then exit; fi\necho 'no space left'\nexit 3\n";
    install_pagefind(&site, failing);
    let diagnostics = site.refused();
    assert_contains(&diagnostics, &["cannot be indexed", "exit status: 3", "no space left"]);
}
