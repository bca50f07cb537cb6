//! The head of a page: titles, link previews, structured data, canonical URLs, alternates and icons.

use serde_json::{Value as Json, json};

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text};

/// An image of 1200 by 630 pixels.
const WIDE: &str = "<svg viewBox=\"0 0 1200 630\">";

/// A site that shows its heads, with a dated post below `/posts/`.
fn site() -> SiteBuilder {
    SiteBuilder::bare()
        .file("pages/shell.html", "<head>\n{{ head }}\n</head>{{ main }}")
        .file("static/wide.svg", WIDE)
        .page("index", "title = \"Home\"\n", "")
        .page("posts/index", "title = \"All posts\"\nmenu_label = \"Posts\"\n", "")
        .page("posts/first", "title = \"First\"\ndate = 2025-06-02\n", "")
}

/// Returns the head of a page, which contains each of `expected` as a line.
fn head(site: &Site, file: &str, expected: &[&str]) -> String {
    let html = site.output(file);
    let head = html.split("</head>").next().unwrap();
    for line in expected {
        assert!(head.lines().any(|it| it == *line), "{line} is not in\n{head}");
    }
    head.to_owned()
}

/// Returns the structured data of a page by type. None has a `<` that could end the script element.
fn structured_data(site: &Site, file: &str) -> Vec<Json> {
    let html = site.output(file);
    let Some((_, rest)) = html.split_once("<script type=\"application/ld+json\">") else {
        return Vec::new();
    };
    let text = rest.split("</script>").next().unwrap();
    assert!(!text.contains('<'), "{text}");
    let document: Json = serde_json::from_str(text).unwrap();
    assert_eq!(document["@context"], "https://schema.org");
    document["@graph"].as_array().unwrap().clone()
}

fn of_type(items: &[Json], kind: &str) -> Json {
    items.iter().find(|it| it["@type"] == kind).unwrap_or(&Json::Null).clone()
}

#[test]
fn titles_have_a_pattern_except_on_the_home_page() {
    let site = site()
        .settings("[head]\ntitle_pattern = \"{title} – {site}\"\n")
        .page("site", "title = \"Site\"\n", "")
        .page("posts/index", "title = \"All posts\"\npaginate_by = 1\n", "")
        .page("posts/second", "title = \"Second & <last>\"\n", "")
        .create();
    site.enable_page_data();
    site.build();
    for (file, data, title) in [
        ("index.html", "index", "Home"),
        ("site/index.html", "site", "Site"),
        ("posts/index.html", "posts", "All posts – Site"),
        ("posts/page/2/index.html", "posts/page/2", "All posts (2) – Site"),
        ("posts/second/index.html", "posts/second", "Second & <last> – Site"),
    ] {
        let escaped = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        head(&site, file, &[&format!("<title>{escaped}</title>")]);
        let data = site.output(&format!("page-data/{data}/page-data.json"));
        let data: Json = serde_json::from_str(&data).unwrap();
        assert_eq!(data["croupier"]["title"], title);
        assert_contains(data["croupier"]["head"].as_str().unwrap(), &[&escaped]);
    }
    assert_eq!(site.output("posts/second/index.html").matches("– Site").count(), 1);
}

/// The properties that <https://ogp.me> and Google's pages on `Article`, `BreadcrumbList` and `WebSite` require or recommend.
#[test]
fn a_dated_page_is_an_article_with_everything_that_readers_of_previews_and_results_need() {
    let site = site()
        .settings(
            "image = \"/wide.svg\"\nimage_alt = \"A wide picture\"\nlanguage = \"de\"\n\
             authors = [{ name = \"Ada\", url = \"/posts/\" }, \"Bo\"]\n\
             [head]\nx_account = \"@site\"\norganization = { logo = \"/wide.svg\", same_as = [\"https://social.example/site\"] }\n\
             [[taxonomies]]\nname = \"tags\"\n",
        )
        .file("pages/term.html", "")
        .file("pages/terms.html", "")
        .page(
            "posts/first",
            "title = \"First\"\ndescription = \"About </script>\"\ndate = 2025-06-02\nupdated = 2025-06-03T10:00:00+01:00\n[taxonomies]\ntags = [\"x\", \"y\"]\n",
            "",
        )
        .create();
    site.build();
    let text = head(
        &site,
        "posts/first/index.html",
        &[
            "<meta name=\"author\" content=\"Ada\">",
            "<link rel=\"author\" href=\"https://example.com/posts/\">",
            "<meta name=\"author\" content=\"Bo\">",
            "<meta property=\"og:title\" content=\"First\">",
            "<meta property=\"og:type\" content=\"article\">",
            "<meta property=\"og:site_name\" content=\"Site\">",
            "<meta property=\"og:locale\" content=\"de_DE\">",
            "<meta property=\"og:url\" content=\"https://example.com/posts/first/\">",
            "<meta property=\"og:image\" content=\"https://example.com/wide.svg\">",
            "<meta property=\"og:image:width\" content=\"1200\">",
            "<meta property=\"og:image:height\" content=\"630\">",
            "<meta property=\"og:image:alt\" content=\"A wide picture\">",
            "<meta name=\"twitter:card\" content=\"summary_large_image\">",
            "<meta name=\"twitter:site\" content=\"@site\">",
            "<meta property=\"article:published_time\" content=\"2025-06-02\">",
            "<meta property=\"article:modified_time\" content=\"2025-06-03T10:00:00+01:00\">",
            "<meta property=\"article:author\" content=\"https://example.com/posts/\">",
            "<meta property=\"article:section\" content=\"Posts\">",
            "<meta property=\"article:tag\" content=\"x\">",
            "<meta property=\"article:tag\" content=\"y\">",
            "<link rel=\"canonical\" href=\"https://example.com/posts/first/\">",
        ],
    );
    assert_eq!(text.matches("article:author").count(), 1, "a name is no profile: {text}");
    let items = structured_data(&site, "posts/first/index.html");
    assert_eq!(
        of_type(&items, "Article"),
        json!({
            "@type": "Article",
            "headline": "First",
            "description": "About </script>",
            "mainEntityOfPage": "https://example.com/posts/first/",
            "inLanguage": "de",
            "datePublished": "2025-06-02",
            "dateModified": "2025-06-03T10:00:00+01:00",
            "image": { "@type": "ImageObject", "url": "https://example.com/wide.svg", "width": 1200, "height": 630 },
            "author": [
                { "@type": "Person", "name": "Ada", "url": "https://example.com/posts/" },
                { "@type": "Person", "name": "Bo" },
            ],
            "publisher": {
                "@type": "Organization",
                "name": "Site",
                "url": "https://example.com/",
                "logo": "https://example.com/wide.svg",
                "sameAs": ["https://social.example/site"],
            },
        })
    );
    let entry = |position: usize, name: &str, path: &str| json!({ "@type": "ListItem", "position": position, "name": name, "item": format!("https://example.com{path}") });
    assert_eq!(
        of_type(&items, "BreadcrumbList")["itemListElement"],
        json!([
            entry(1, "Home", "/"),
            entry(2, "Posts", "/posts/"),
            entry(3, "First", "/posts/first/")
        ])
    );
    let text =
        head(&site, "posts/index.html", &["<meta property=\"og:type\" content=\"website\">"]);
    assert!(!text.contains("article:") && !text.contains("\"author\""), "{text}");
}

#[test]
fn the_home_page_describes_the_site_and_a_search_only_if_it_has_a_url() {
    let site = site().settings("[head]\n").create();
    site.build();
    assert_eq!(
        structured_data(&site, "index.html"),
        [
            json!({ "@type": "WebSite", "name": "Site", "url": "https://example.com/", "inLanguage": "en" })
        ]
    );
    site.write(
        "site.toml",
        "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n[head]\nsearch_url = \"/find/?q={query}&p=1\"\norganization = { name = \"Inc\", url = \"https://inc.example/\" }\n",
    );
    site.build();
    let items = structured_data(&site, "index.html");
    assert_eq!(
        of_type(&items, "WebSite")["potentialAction"],
        json!({
            "@type": "SearchAction",
            "target": { "@type": "EntryPoint", "urlTemplate": "https://example.com/docs/find/?q={query}&p=1" },
            "query-input": "required name=query",
        })
    );
    assert_eq!(
        of_type(&items, "Organization"),
        json!({ "@type": "Organization", "name": "Inc", "url": "https://inc.example/" })
    );
    site.same_as_clean();
}

#[test]
fn previews_and_structured_data_can_be_switched_off() {
    let site = site().settings("[head]\nopen_graph = false\nstructured_data = false\n").create();
    site.build();
    let text = head(&site, "posts/first/index.html", &["<title>First</title>"]);
    assert!(!text.contains("og:") && !text.contains("ld+json"), "{text}");
}

#[test]
fn pages_that_search_engines_do_not_show_have_no_structured_data() {
    let site = site()
        .page("404", "title = \"Missing\"\npath = \"/404.html\"\n", "")
        .page("hidden", "title = \"Hidden\"\nrobots = \"noindex\"\n", "")
        .page("posts/index", "title = \"All posts\"\npaginate_by = 1\n", "")
        .page("posts/second", "title = \"Second\"\n", "")
        .create();
    site.build();
    for (file, is_shown) in [
        ("404.html", false),
        ("hidden/index.html", false),
        ("posts/index.html", true),
        ("posts/page/2/index.html", false),
    ] {
        assert_eq!(!structured_data(&site, file).is_empty(), is_shown, "{file}");
    }
    let sitemap = site.output("sitemap.xml");
    assert!(!sitemap.contains("hidden") && sitemap.contains("/posts/second/"), "{sitemap}");
}

#[test]
fn an_image_is_a_file_of_static_or_beside_the_page_and_sections_set_it_for_their_pages() {
    let site = site()
        .settings("image = \"/wide.svg\"\n")
        .file("content/posts/tall.svg", "<svg viewBox=\"0 0 100 200\">")
        .file("content/posts/own/cover.svg", WIDE)
        .page(
            "posts/index",
            "title = \"Posts\"\n[cascade]\nimage = \"tall.svg\"\nimage_alt = \"Tall\"\n",
            "",
        )
        .page("posts/own/index", "title = \"Own\"\nimage = \"cover.svg\"\n", "")
        .page("posts/none", "title = \"None\"\nimage = \"\"\n", "")
        .page("posts/other", "title = \"Other\"\nimage = \"https://img.example/a.png\"\n", "")
        .file(
            "pages/page.html",
            "{% for it in section(\"/posts/\") %}<i>{{ it.path }} {{ it.image or 'None' }}</i>{% endfor %}<b>{{ page.image or 'None' }}</b>",
        )
        .create();
    site.build();
    let card = |name: &str| format!("<meta name=\"twitter:card\" content=\"{name}\">");
    let image = |url: &str| format!("<meta property=\"og:image\" content=\"{url}\">");
    head(
        &site,
        "posts/first/index.html",
        &[
            &image("https://example.com/posts/tall.svg"),
            "<meta property=\"og:image:alt\" content=\"Tall\">",
            &card("summary"),
        ],
    );
    head(
        &site,
        "posts/own/index.html",
        &[&image("https://example.com/posts/own/cover.svg"), &card("summary_large_image")],
    );
    head(&site, "posts/other/index.html", &[&image("https://img.example/a.png")]);
    let none = head(&site, "posts/none/index.html", &[]);
    assert!(!none.contains("og:image"), "{none}");
    head(&site, "index.html", &[&image("https://example.com/wide.svg")]);
    assert_contains(
        &site.output("posts/own/index.html"),
        &[
            "<b>/posts/own/cover.svg</b>",
            "<i>/posts/first/ /posts/tall.svg</i>",
            "<i>/posts/other/ https://img.example/a.png</i>",
        ],
    );
    // Another image, and an image that moves with the route of its page.
    site.write("content/posts/tall.svg", "<svg viewBox=\"0 0 100 300\">");
    site.build();
    head(&site, "posts/first/index.html", &["<meta property=\"og:image:height\" content=\"300\">"]);
    site.write(
        "content/posts/own/index.md",
        "+++\ntitle = \"Own\"\npath = \"/moved/\"\nimage = \"cover.svg\"\n+++\n",
    );
    site.build();
    head(&site, "moved/index.html", &[&image("https://example.com/moved/cover.svg")]);
    site.same_as_clean();
}

#[test]
fn a_new_title_of_a_section_renders_the_pages_that_name_it_and_no_others() {
    let site = site().page("about", "title = \"About\"\n", "").create();
    site.build();
    let section = |front: &str| {
        site.write("content/posts/index.md", &format!("+++\n{front}+++\n"));
        site.build();
    };
    let reason = |route: &str| printed_text(&site.run(&["explain", route]));
    section("title = \"All posts\"\nmenu_label = \"Posts\"\ndescription = \"New\"\n");
    assert_contains(&reason("/posts/first/"), &["because it was not built before"]);
    section("title = \"All posts\"\nmenu_label = \"Articles\"\ndescription = \"New\"\n");
    assert_contains(
        &reason("/posts/first/"),
        &["because this changed: name of the folder /posts/"],
    );
    assert_contains(&reason("/about/"), &["because it was not built before"]);
    assert_contains(&site.output("posts/first/index.html"), &["\"name\":\"Articles\""]);
    site.same_as_clean();
}

#[test]
fn a_copy_names_its_original_and_translations_name_each_other() {
    let site = site()
        .page("copy", "title = \"Copy\"\ncanonical = \"https://other.example/a/\"\n", "")
        .page("old", "title = \"Old\"\ncanonical = \"/posts/first/\"\n", "")
        .page("own", "title = \"Own\"\ncanonical = \"https://example.com/own/\"\n", "")
        .page(
            "about",
            "title = \"About\"\nalternates = { de = \"/ueber/\", x-default = \"https://other.example/\" }\n",
            "",
        )
        .page("ueber", "title = \"Über\"\nalternates = { de = \"/ueber/\", en = \"/about/\" }\n", "")
        .create();
    site.build();
    let canonical = |url: &str| format!("<link rel=\"canonical\" href=\"{url}\">");
    let text = head(&site, "copy/index.html", &[&canonical("https://other.example/a/")]);
    assert_contains(&text, &["<meta property=\"og:url\" content=\"https://other.example/a/\">"]);
    head(&site, "old/index.html", &[&canonical("https://example.com/posts/first/")]);
    let sitemap = site.output("sitemap.xml");
    assert!(!sitemap.contains("/copy/") && !sitemap.contains("/old/"), "{sitemap}");
    assert_contains(&sitemap, &["/own/", "/about/"]);
    let alternate = |language: &str, url: &str| {
        format!("<link rel=\"alternate\" hreflang=\"{language}\" href=\"{url}\">")
    };
    head(
        &site,
        "about/index.html",
        &[
            &alternate("en", "https://example.com/about/"),
            &alternate("de", "https://example.com/ueber/"),
            &alternate("x-default", "https://other.example/"),
        ],
    );
    let german = head(&site, "ueber/index.html", &[]);
    assert_eq!(german.matches("hreflang").count(), 2, "{german}");
}

#[test]
fn one_svg_is_the_favicon_and_other_icons_are_linked_if_they_exist() {
    let svg = WIDE.replace("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"") + "</svg>";
    let site = site()
        .file("static/favicon.svg", &svg)
        .settings(
            "[head]\nfavicon = \"favicon.svg\"\ntheme_color = { light = \"#fff\", dark = \"#111\" }\n",
        )
        .create();
    site.build();
    let svg = "<link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">";
    let text = head(
        &site,
        "index.html",
        &[
            svg,
            "<meta name=\"theme-color\" content=\"#fff\" media=\"(prefers-color-scheme: light)\">",
            "<meta name=\"theme-color\" content=\"#111\" media=\"(prefers-color-scheme: dark)\">",
        ],
    );
    let is_rendered = cfg!(feature = "pictures");
    assert_eq!(text.contains(".ico") && text.contains("apple"), is_rendered, "{text}");
    site.write("static/favicon.ico", "an icon");
    site.write("static/apple-touch-icon.png", "an icon");
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n[head]\nfavicon = \"/favicon.svg\"\n");
    site.build();
    head(
        &site,
        "index.html",
        &[
            "<link rel=\"icon\" href=\"/docs/favicon.ico\" sizes=\"32x32\">",
            "<link rel=\"icon\" href=\"/docs/favicon.svg\" type=\"image/svg+xml\">",
            "<link rel=\"apple-touch-icon\" href=\"/docs/apple-touch-icon.png\">",
        ],
    );
    site.same_as_clean();
}

#[cfg(feature = "pictures")]
mod icons {
    use std::fs;

    use super::{Site, head, site};
    use crate::common::assert_contains;

    const RED: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><rect width='8' height='8' fill='#f00'/></svg>";

    fn with_icon(svg: &str) -> Site {
        let site = site()
            .file("static/icon.svg", svg)
            .settings("[head]\nfavicon = \"icon.svg\"\n")
            .create();
        site.build();
        site
    }

    fn bytes(site: &Site, path: &str) -> Vec<u8> {
        fs::read(site.out().join(path)).unwrap()
    }

    #[test]
    fn an_svg_becomes_the_icons_of_old_browsers_and_home_screens() {
        let site = with_icon(RED);
        let links = [
            "<link rel=\"icon\" href=\"/favicon.ico\" sizes=\"32x32\">",
            "<link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png\">",
        ];
        head(&site, "index.html", &links);
        // Type 1, two images.
        assert_eq!(bytes(&site, "favicon.ico")[..6], [0, 0, 1, 0, 2, 0]);
        let red = bytes(&site, "apple-touch-icon.png");
        let size = imagesize::blob_size(&red).unwrap();
        assert_eq!((size.width, size.height), (180, 180));
        site.write("static/icon.svg", &RED.replace("#f00", "#00f"));
        site.build();
        assert_ne!(bytes(&site, "apple-touch-icon.png"), red);
        site.same_as_clean();
        site.write("site.toml", "name = \"Site\"\nbase_url = \"https://example.com\"\n");
        site.build();
        assert!(!site.has("favicon.ico") && !site.has("apple-touch-icon.png"));
        site.same_as_clean();
    }

    #[test]
    fn files_of_the_site_replace_rendered_icons() {
        let site = with_icon(RED);
        let rendered = bytes(&site, "favicon.ico");
        site.write("static/favicon.ico", "own icon");
        site.write("content/apple-touch-icon.png", "own icon");
        site.build();
        for path in ["favicon.ico", "apple-touch-icon.png"] {
            assert_eq!(bytes(&site, path), b"own icon", "{path}");
        }
        site.same_as_clean();
        site.remove("static/favicon.ico");
        site.remove("content/apple-touch-icon.png");
        site.build();
        assert_eq!(bytes(&site, "favicon.ico"), rendered);
        site.same_as_clean();
    }

    #[test]
    fn an_svg_that_cannot_be_rendered_is_a_warning() {
        let site = with_icon(RED);
        site.write(
            "static/icon.svg",
            "<svg xmlns='http://www.w3.org/2000/svg'><text>A</text></svg>",
        );
        let warnings = site.build();
        assert_contains(
            &warnings,
            &[
                "warning[C0217]",
                "no icons can be rendered of static/icon.svg: it contains text, which needs a font",
                "add static/favicon.ico and static/apple-touch-icon.png",
            ],
        );
        assert!(!site.has("favicon.ico"));
        site.write("static/favicon.ico", "own icon");
        site.write("static/apple-touch-icon.png", "own icon");
        assert!(!site.build().contains("C0217"));
        site.same_as_clean();
    }
}

#[test]
fn wrong_values_of_the_head_are_located_with_a_suggestion() {
    let site = site()
        .settings("image = \"/wide.svgg\"\n[head]\nfavicon = \"icon.svg\"\n")
        .page("a", "title = \"A\"\nimage = \"/wied.svg\"\nrobots = \"nofolow, noindex\"\n", "")
        .page("b", "title = \"B\"\nimage = \"beside.png\"\ncanonical = \"/post/first/\"\n", "")
        .page(
            "c",
            "title = \"C\"\nauthor = \"Ada\"\ncanonical = \"b\"\nalternates = { german = \"/\" }\n",
            "",
        )
        .page(
            "d",
            "title = \"D\"\nauthors = [{ nmae = \"Ada\" }]\nalternates = { de = \"/nowhere/\" }\n",
            "",
        )
        .create();
    assert_diagnostics!(site.refused());
}

#[test]
fn links_in_the_head_are_checked() {
    let site = site()
        .settings("authors = { name = \"Ada\", url = \"/people/ada/\" }\n")
        .page("a", "title = \"A\"\nalternates = { de = \"/nowhere/\" }\n", "")
        .page("b", "title = \"B\"\nauthors = [{ name = \"Bo\", url = \"/people/bo/\" }]\n", "")
        .create();
    assert_diagnostics!(site.refused());
}

#[test]
fn wrong_values_of_the_table_head_are_reported() {
    let site = site()
        .settings(
            "authors = [1]\n[head]\ntitle_pattern = \"%s | Site\"\nx_account = \"site\"\nsearch_url = \"/search/\"\nfavicon = \"/icons/\"\n\
             theme_color = \"#12\"\norganization = { logo = \"logo.png\", same_as = [\"/x/\"] }\n",
        )
        .create();
    assert_diagnostics!(site.refused());
}

#[test]
fn pages_from_data_have_an_image_of_a_column() {
    let site = site()
        .settings(
            "[[collections]]\nname = \"games\"\ndata = \"content/data/games.csv\"\nroute = \"/games/{slug}/\"\n\
             [collections.fields]\nimage = \"/{picture}.svg\"\nimage_alt = \"{title} on a table\"\nauthors = \"by\"\n",
        )
        .file("content/data/games.csv", "title,picture,by\nDice,wide,Ada; Bo\nCards,,\n")
        .create();
    site.build();
    head(
        &site,
        "games/dice/index.html",
        &[
            "<meta property=\"og:image\" content=\"https://example.com/wide.svg\">",
            "<meta property=\"og:image:alt\" content=\"Dice on a table\">",
            "<meta name=\"author\" content=\"Bo\">",
        ],
    );
    assert!(!site.output("games/cards/index.html").contains("og:image\""));
}
