//! Languages with hosts of their own: a site for each host, which links to the others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use crate::common::{PREVIEW, Site, SiteBuilder, assert_contains, printed_text, tree};

const ENGLISH: &str = "public/www.teahouse.net";
pub(crate) const FRENCH: &str = "public/www.maisonduthe.fr";

pub(crate) const SETTINGS: &str = "name = \"Tea\"\nbase_url = \"https://www.teahouse.net\"\ndefault_language = \"en\"\n\
    [languages.en]\nlabel = \"English\"\n\
    [languages.de]\nlabel = \"Deutsch\"\nweight = 1\n\
    [languages.fr]\nlabel = \"Français\"\nlocale = \"fr-CA\"\nweight = 2\nname = \"Thé\"\nuntranslated = \"show\"\n\
    base_url = \"https://www.maisonduthe.fr/salon\"\n";

const SHELL: &str = "<html lang=\"{{ site.language }}\"><head>{{ head }}</head><body>\
    {% for it in page.translations %}<a href=\"{{ it.path }}\">{{ it.label }}</a>{% endfor %}\
    <a href=\"{{ language_url(path=\"/green/\") }}\">nav</a><a href=\"{{ language_url(\"fr\", path=\"/green/\") }}\">French</a>\
    {{ main }}{{ slice(\"footer\") }}</body></html>";

/// A site with English and German on one host, and French on another one, below a path. Its French pages have their own slugs.
fn three_languages() -> SiteBuilder {
    SiteBuilder::bare()
        .file("site.toml", SETTINGS)
        .file("pages/shell.html", SHELL)
        .file(
            "pages/page.html",
            "{{ page.url }} {{ data.menu.title }} {% for it in data.menu.items %}<a href=\"{{ language_url(path=it.path) }}\">{{ it.name }}</a>{% endfor %}{{ page.body }}",
        )
        .file("content/data/menu.toml", "title = \"Menu\"\n[[items]]\nname = \"Green tea\"\npath = \"/green/\"\n[[items]]\nname = \"Black\"\npath = \"/black/\"\n")
        .file("content/data/menu.fr.toml", "title = \"Carte\"\n")
        .page("index", "title = \"Home\"\n", "[Tea](green.md) [French](green.fr.md#steep)\n")
        .page("index.fr", "title = \"Accueil\"\n", "[Thé](green.md) [Noir](black.md) [English](green.en.md#steep)\n")
        .page("index.de", "title = \"Start\"\n", "[Tee](green.md)\n")
        .page("green", "title = \"Green\"\ndate = 2026-01-01\ntaxonomies = { tags = [\"leaf\"] }\n", "## Steep {#steep}\n\nText.\n")
        .page("green.fr", "title = \"Vert\"\nslug = \"vert\"\ntaxonomies = { tags = [\"leaf\"] }\n", "## Infuser\n\nTexte.\n")
        .page("green.de", "title = \"Grün\"\naliases = [\"/de/alt/\"]\n", "Text.\n")
        .page("black", "title = \"Black\"\n", "Black text.\n")
        .page("404", "title = \"Not found\"\n", "")
        .page("404.fr", "title = \"Introuvable\"\n", "")
        .file("pages/slices/footer.html", "<footer><a href=\"{{ language_url(path=\"/green/\") }}\">{{ t(\"green\") }}</a></footer>")
        .file("i18n/en/site.ftl", "green = Green tea\n")
        .file("i18n/fr/site.ftl", "green = Thé vert\n")
        .file("i18n/de/site.ftl", "green = Grüner Tee\n")
        .file("content/data/cups.csv", "name,name.fr,name.de\nMug,Tasse,Becher\n")
        .settings("[[collections]]\nname = \"cups\"\ndata = \"content/data/cups.csv\"\nroute = \"/cups/{slug}/\"\ntemplate = \"term\"\n[collections.fields]\ntitle = \"name\"\n")
        .file("static/leaf.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
        .settings("[[taxonomies]]\nname = \"tags\"\n[[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\nformat = \"atom\"\n[search]\ntitles = true\n")
        .file("pages/terms.html", "")
        .file("pages/term.html", "{{ page.title }}")
}

/// Builds the live site.
fn build(site: &Site) -> String {
    let output = site.run(&["build"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    printed_text(&output)
}

fn read(site: &Site, path: &str) -> String {
    fs::read_to_string(site.root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn has(site: &Site, path: &str) -> bool {
    site.root().join(path).exists()
}

/// Returns the absolute URLs of the pages of a host, with their documents.
fn pages(site: &Site, folder: &str, base_url: &str) -> BTreeMap<String, String> {
    let html = tree(&site.root().join(folder)).into_iter();
    let html = html.filter(|(path, _)| path.extension().is_some_and(|it| it == "html"));
    html.map(|(path, bytes)| {
        let path = path.to_str().unwrap().replace("index.html", "");
        (format!("{base_url}/{path}"), String::from_utf8(bytes).unwrap())
    })
    .collect()
}

/// Returns the values of `hreflang` and the URLs in a document.
fn alternates(html: &str) -> BTreeSet<(String, String)> {
    let links = html.split("rel=\"alternate\" hreflang=\"").skip(1);
    let value = |text: &str| text.split('"').next().unwrap().to_owned();
    links.map(|link| (value(link), value(link.split("href=\"").nth(1).unwrap()))).collect()
}

#[test]
fn each_host_has_the_pages_of_its_languages_in_a_folder_of_its_own() {
    let site = three_languages().create();
    let printed = build(&site);
    assert_contains(&printed, &[ENGLISH, FRENCH]);

    for path in ["index.html", "green/index.html", "de/index.html", "de/green/index.html"] {
        assert!(has(&site, &format!("{ENGLISH}/{path}")), "{path}");
    }
    for path in ["index.html", "vert/index.html", "black/index.html", "404.html", "feed.xml"] {
        assert!(has(&site, &format!("{FRENCH}/{path}")), "{path}");
    }
    for path in ["sitemap.xml", "robots.txt", "_headers", "leaf.svg", "404.html", "feed.xml"] {
        assert!(has(&site, &format!("{ENGLISH}/{path}")), "{path}");
        assert!(has(&site, &format!("{FRENCH}/{path}")), "{path}");
    }
    for path in ["fr/index.html", "vert/index.html", "fr/feed.xml"] {
        assert!(!has(&site, &format!("{ENGLISH}/{path}")), "{path}");
    }
    for path in ["de/index.html", "green/index.html", "de/feed.xml", "en/index.html"] {
        assert!(!has(&site, &format!("{FRENCH}/{path}")), "{path}");
    }
    assert!(!has(&site, "public/index.html"));
    assert_contains(&read(&site, &format!("{FRENCH}/404.html")), &["lang=\"fr-CA\""]);
    assert_contains(&read(&site, &format!("{ENGLISH}/404.html")), &["lang=\"en\""]);

    let sitemap = read(&site, &format!("{FRENCH}/sitemap.xml"));
    assert_contains(&sitemap, &["<loc>https://www.maisonduthe.fr/salon/vert/</loc>"]);
    assert!(!sitemap.contains("teahouse"), "{sitemap}");
    let sitemap = read(&site, &format!("{ENGLISH}/sitemap.xml"));
    assert_contains(&sitemap, &["<loc>https://www.teahouse.net/de/green/</loc>"]);
    assert!(!sitemap.contains("maisonduthe"), "{sitemap}");
    assert_contains(
        &read(&site, &format!("{FRENCH}/robots.txt")),
        &["Sitemap: https://www.maisonduthe.fr/salon/sitemap.xml"],
    );
    assert_contains(
        &read(&site, &format!("{FRENCH}/feed.xml")),
        &["https://www.maisonduthe.fr/salon/vert/"],
    );
    assert!(!read(&site, &format!("{FRENCH}/feed.xml")).contains("teahouse"));
    assert_contains(&read(&site, &format!("{ENGLISH}/_redirects")), &["/de/alt/"]);
    assert!(!has(&site, &format!("{FRENCH}/_redirects")));
}

#[test]
fn links_to_another_host_are_absolute() {
    let site = three_languages().create();
    build(&site);

    let home = read(&site, &format!("{ENGLISH}/index.html"));
    assert_contains(
        &home,
        &[
            "<a href=\"/green/\">Tea</a>",
            "<a href=\"https://www.maisonduthe.fr/salon/vert/#steep\"",
            "<a href=\"/\">English</a><a href=\"/de/\">Deutsch</a><a href=\"https://www.maisonduthe.fr/salon/\">Français</a>",
            "<a href=\"/green/\">nav</a><a href=\"https://www.maisonduthe.fr/salon/vert/\">French</a>",
            "<a href=\"/green/\">Green tea</a>",
            "<footer><a href=\"/green/\">Green tea</a></footer>",
        ],
    );

    let home = read(&site, &format!("{FRENCH}/index.html"));
    assert_contains(
        &home,
        &[
            "https://www.maisonduthe.fr/salon/ Carte",
            "<a href=\"/salon/vert/\">Thé</a>",
            "<a href=\"/salon/black/\">Noir</a>",
            "<a href=\"https://www.teahouse.net/green/#steep\"",
            "<a href=\"https://www.teahouse.net/\">English</a><a href=\"https://www.teahouse.net/de/\">Deutsch</a><a href=\"/salon/\">Français</a>",
            "<a href=\"/salon/vert/\">nav</a><a href=\"/salon/vert/\">French</a>",
            "<a href=\"/salon/vert/\">Green tea</a><a href=\"/salon/black/\">Black</a>",
            "<footer><a href=\"/salon/vert/\">Thé vert</a></footer>",
        ],
    );
    assert_contains(&read(&site, &format!("{FRENCH}/vert/index.html")), &["<h2 id=\"steep\">"]);

    assert_contains(&read(&site, &format!("{FRENCH}/cups/mug/index.html")), &["Tasse"]);
    assert_contains(&read(&site, &format!("{ENGLISH}/de/cups/mug/index.html")), &["Becher"]);

    // The text of a page of another host can have paths of that host.
    site.write(
        "content/black.md",
        "+++\ntitle = \"Black\"\n+++\n[a](/green/#steep) [b](/de/green) [c](/black/) [d](/leaf.svg)\n",
    );
    site.write(
        "content/index.fr.md",
        "+++\ntitle = \"Accueil\"\n+++\n[a](/fr/vert/#steep) [b](/vert/) [c](/fr/feed.xml) [d](/de/) [e](/green/)\n",
    );
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n[a](/fr/vert) [b](/de/)\n");
    let template = site.read("pages/page.html");
    site.write("pages/page.html", &format!("{template}{{{{ language_url(path=\"/fr/vert/\") }}}} {{{{ get_page(\"/de/\").title }}}}"));
    build(&site);
    assert_contains(
        &read(&site, &format!("{FRENCH}/black/index.html")),
        &[
            "<a href=\"https://www.teahouse.net/green/#steep\">a</a> <a href=\"https://www.teahouse.net/de/green/\">b</a> \
             <a href=\"/salon/black/\">c</a> <a href=\"/salon/leaf.svg\">d</a>",
        ],
    );
    assert_contains(
        &read(&site, &format!("{ENGLISH}/black/index.html")),
        &["<a href=\"/green/#steep\">a</a> <a href=\"/de/green\">b</a>"],
    );

    assert_contains(
        &read(&site, &format!("{FRENCH}/index.html")),
        &[
            "<a href=\"/salon/vert/#steep\">a</a> <a href=\"/salon/vert/\">b</a> <a href=\"/salon/feed.xml\">c</a> \
             <a href=\"https://www.teahouse.net/de/\">d</a> <a href=\"https://www.teahouse.net/green/\">e</a>",
            "/vert/ Start",
        ],
    );
    assert_contains(
        &read(&site, &format!("{ENGLISH}/index.html")),
        &[
            "<a href=\"https://www.maisonduthe.fr/salon/vert/\">a</a> <a href=\"/de/\">b</a>",
            "https://www.maisonduthe.fr/salon/vert/ Start",
        ],
    );

    // Without a page to show, links go to the original.
    let settings =
        site.read("site.toml").replace("untranslated = \"show\"", "untranslated = \"omit\"");
    site.write("site.toml", &settings);
    build(&site);
    assert!(!has(&site, &format!("{FRENCH}/black/index.html")));
    assert_contains(
        &read(&site, &format!("{FRENCH}/index.html")),
        &["<a href=\"https://www.teahouse.net/black/\">Black</a>"],
    );
}

#[test]
fn page_data_has_the_links_of_its_document() {
    let site = three_languages().create();
    site.enable_page_data();
    build(&site);
    let data = read(&site, &format!("{FRENCH}/page-data/index/page-data.json"));
    assert_contains(
        &data,
        &[
            r#"\"https://www.teahouse.net/green/#steep\""#,
            r#"\"/salon/vert/\""#,
            r#""url":"https://www.maisonduthe.fr/salon/""#,
            r#""path":"/""#,
        ],
    );
    // Search engines, which read the links to translations, read documents.
    assert!(!data.contains("hreflang"), "{data}");
    assert_contains(&read(&site, &format!("{FRENCH}/index.html")), &["hreflang"]);
    let english = site.root().join(ENGLISH).join("page-data");
    assert!(english.join("de/green/page-data.json").is_file());
    assert!(!english.join("fr").exists() && !english.join("vert").exists());
}

#[test]
fn translations_on_all_hosts_name_each_other() {
    let site = three_languages().create();
    build(&site);

    let mut pages = pages(&site, ENGLISH, "https://www.teahouse.net");
    pages.extend(self::pages(&site, FRENCH, "https://www.maisonduthe.fr/salon"));
    let mut named = 0;
    for (url, html) in &pages {
        let own = alternates(html);
        for (language, other) in &own {
            let target = pages.get(other).unwrap_or_else(|| panic!("{url} names {other}"));
            assert_eq!(alternates(target), own, "{url} and {other}");
            named += usize::from(language != "x-default");
        }
    }
    assert!(named > 10, "{named}");
    let green = &pages["https://www.maisonduthe.fr/salon/vert/"];
    let expected = [
        ("de", "https://www.teahouse.net/de/green/"),
        ("en", "https://www.teahouse.net/green/"),
        ("fr-CA", "https://www.maisonduthe.fr/salon/vert/"),
        ("x-default", "https://www.teahouse.net/green/"),
    ];
    let expected = expected.map(|(language, url)| (language.to_owned(), url.to_owned()));
    assert_eq!(alternates(green), BTreeSet::from(expected));
    assert_contains(
        green,
        &["<link rel=\"canonical\" href=\"https://www.maisonduthe.fr/salon/vert/\">"],
    );

    // A page with the text of another host is a copy of that one.
    let shown = &pages["https://www.maisonduthe.fr/salon/black/"];
    assert_contains(
        shown,
        &["<link rel=\"canonical\" href=\"https://www.teahouse.net/black/\">", "Black text."],
    );
    assert!(alternates(shown).is_empty());

    site.append("site.toml", "[i18n]\nsitemap_alternates = true\nx_default = \"fr\"\n");
    build(&site);
    let links = "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://www.teahouse.net/de/green/\"/>\
        <xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"https://www.teahouse.net/green/\"/>\
        <xhtml:link rel=\"alternate\" hreflang=\"fr-CA\" href=\"https://www.maisonduthe.fr/salon/vert/\"/>\
        <xhtml:link rel=\"alternate\" hreflang=\"x-default\" href=\"https://www.maisonduthe.fr/salon/vert/\"/>";
    for folder in [ENGLISH, FRENCH] {
        assert_contains(&read(&site, &format!("{folder}/sitemap.xml")), &[links]);
    }
}

#[test]
fn incremental_builds_of_hosts_equal_clean_ones() {
    let site = three_languages().create();
    let same_as_clean = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(["build", "--check-incremental"]).current_dir(site.root());
        let output = command.env("CROUPIER_VERIFY", "1").output().unwrap();
        let printed = printed_text(&output);
        assert!(output.status.success(), "{printed}");
        assert_eq!(printed.matches("the output equals a clean build").count(), 2, "{printed}");
    };
    same_as_clean();
    let page = |title: &str, text: &str| format!("+++\ntitle = \"{title}\"\n+++\n{text}");

    // The text of an original that another host shows, and its title in a switch.
    site.write("content/black.md", &page("Black", "Darker text.\n"));
    same_as_clean();
    assert_contains(&read(&site, &format!("{FRENCH}/black/index.html")), &["Darker text."]);
    // The ids of headings.
    site.write("content/green.md", &page("Green", "## Steep {#brew}\n\nText.\n"));
    site.write("content/index.md", &page("Home", "Text.\n"));
    site.write("content/index.fr.md", &page("Accueil", "Texte.\n"));
    same_as_clean();
    assert_contains(&read(&site, &format!("{FRENCH}/vert/index.html")), &["id=\"brew\""]);
    // A URL, and a translation that is new.
    site.write(
        "content/green.fr.md",
        "+++\ntitle = \"Vert\"\nslug = \"the-vert\"\n+++\n## Infuser\n",
    );
    site.write("content/black.fr.md", &page("Noir", "Texte noir.\n"));
    same_as_clean();
    let english = read(&site, &format!("{ENGLISH}/green/index.html"));
    assert_contains(&english, &["https://www.maisonduthe.fr/salon/the-vert/"]);
    let english = read(&site, &format!("{ENGLISH}/black/index.html"));
    assert_contains(
        &english,
        &["hreflang=\"fr-CA\" href=\"https://www.maisonduthe.fr/salon/black/\""],
    );
    site.remove("content/black.fr.md");
    same_as_clean();
    site.write("content/data/menu.fr.toml", "title = \"La carte\"\n");
    same_as_clean();
    assert_contains(&read(&site, &format!("{FRENCH}/index.html")), &["La carte"]);
}

#[test]
fn previews_have_all_languages_on_one_host() {
    let site = three_languages().create();
    site.build();
    let home = site.output("fr/index.html");
    assert_contains(
        &home,
        &["<a href=\"/\">English</a><a href=\"/de/\">Deutsch</a><a href=\"/fr/\">"],
    );
    assert!(!has(&site, &format!("{PREVIEW}/www.teahouse.net")));

    // A path of the language is its path there, too, unless another language has it.
    site.append("site.toml", "[languages.fr.extra]\n");
    let settings = site.read("site.toml");
    site.write("site.toml", &settings.replace("untranslated = \"show\"", "path = \"/francais/\""));
    site.build();
    assert!(site.has("francais/vert/index.html"));
    // The path of a page can contain that of its language, whatever case it has.
    site.write("content/black.fr.md", "+++\ntitle = \"Noir\"\npath = \"/francais/Noir/\"\n+++\n");
    build(&site);
    assert!(has(&site, &format!("{FRENCH}/francais/vert/index.html")));
    assert!(has(&site, &format!("{FRENCH}/francais/noir/index.html")));
    assert_contains(
        &read(&site, &format!("{ENGLISH}/black/index.html")),
        &["href=\"https://www.maisonduthe.fr/salon/francais/noir/\">"],
    );

    let output =
        site.run(&["build", "--base-url", "https://staging.teahouse.net", "--out", "staging"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert!(has(&site, "staging/francais/vert/index.html"));
}

#[test]
fn one_host_is_built_alone() {
    let site = three_languages().create();
    let output = site.run(&["build", "--language", "fr"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert!(has(&site, &format!("{FRENCH}/index.html")) && !has(&site, ENGLISH));
    let output = site.run(&["build", "--language", "de", "--manifest", "manifest.txt"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert!(read(&site, "manifest.txt").contains("de/index.html"));

    for (arguments, expected) in [
        (&["build", "--language", "it"][..], "there is no language `it`; write one of en, de, fr"),
        (&["build", "--preview", "--language", "fr"], "one host for all languages"),
        (&["build", "--manifest", "manifest.txt"], "name it by its language"),
        (&["host-config", "nginx"], "this site has several hosts"),
        (&["serve"], "this site has several hosts"),
    ] {
        let output = site.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", printed_text(&output));
        assert_contains(&printed_text(&output), &[expected]);
    }
    let output = site.run(&["host-config", "nginx", "--language", "fr"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert_contains(&printed_text(&output), &["/salon/"]);
    let output = site.run(&["host-config", "nginx", "--out", FRENCH]);
    assert_contains(&printed_text(&output), &["/salon/"]);
    let output = site.run(&["explain", "/vert/"]);
    assert_contains(&printed_text(&output), &["content/green.fr.md"]);

    let output = site.run(&["clean"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert!(!has(&site, &format!("{FRENCH}/index.html")));
}

#[test]
fn redirects_are_on_the_hosts_that_have_their_targets() {
    let site = three_languages()
        .settings("[[redirects]]\nfrom = \"/old/\"\nto = \"/vert/\"\n[[redirects]]\nfrom = \"/both/\"\nto = \"/black/\"\n\
            [[redirects]]\nfrom = \"/blog/*\"\nto = \"/vert/\"\n")
        .create();
    build(&site);
    let (english, french) = (
        read(&site, &format!("{ENGLISH}/_redirects")),
        read(&site, &format!("{FRENCH}/_redirects")),
    );
    assert!(!english.contains("/old/") && french.contains("/salon/old/ /salon/vert/"), "{french}");
    assert!(!english.contains("/blog/") && french.contains("/salon/blog/* /salon/vert/"));
    assert!(english.contains("/both/ /black/") && french.contains("/salon/both/"), "{english}");

    site.append("site.toml", "[[redirects]]\nfrom = \"/lost/\"\nto = \"/nowhere/\"\n");
    let output = site.run(&["build"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(printed_text(&output).matches("broken redirect").count(), 1);

    // A page that is not translated redirects to the other host.
    let settings = site.read("site.toml");
    let settings = settings.replace("untranslated = \"show\"", "untranslated = \"redirect\"");
    site.write("site.toml", &settings[..settings.find("[[redirects]]").unwrap()]);
    build(&site);
    assert_contains(
        &read(&site, &format!("{FRENCH}/_redirects")),
        &["/salon/black/ https://www.teahouse.net/black/ 302"],
    );
}

#[test]
fn each_problem_is_reported_once() {
    let site = three_languages()
        .page("broken", "title = \"Broken\"\n", "[lost](lost.md)\n")
        .page("index.fr", "title = \"Accueil\"\n", "[perdu](perdu.md)\n")
        .create();
    for command in ["check", "build"] {
        let output = site.run(&[command]);
        assert_eq!(output.status.code(), Some(1));
        let printed = printed_text(&output);
        assert_eq!(printed.matches("content/broken.md:").count(), 1, "{printed}");
        assert_eq!(printed.matches("content/index.fr.md:").count(), 1, "{printed}");
    }
}

#[test]
fn no_host_is_published_before_all_are_without_errors() {
    let site = three_languages().create();
    // Only the French page has an error.
    site.write("content/black.md", "+++\ntitle = \"Black\"\n+++\nNew text.\n");
    site.write("content/index.fr.md", "+++\ntitle = \"Accueil\"\n+++\n[perdu](perdu.md)\n");
    let refused = || {
        let output = site.run(&["build"]);
        assert_eq!(output.status.code(), Some(1), "{}", printed_text(&output));
        assert_contains(
            &printed_text(&output),
            &[
                &format!("nothing was published in {ENGLISH}, because another host has errors\n"),
                &format!("1 error; nothing was published in {FRENCH}\n"),
            ],
        );
        assert!(!printed_text(&output).contains("built "), "{}", printed_text(&output));
    };
    refused();
    assert!(!has(&site, ENGLISH) && !has(&site, FRENCH));

    site.write("content/index.fr.md", "+++\ntitle = \"Accueil\"\n+++\n");
    assert_eq!(build(&site).matches("built ").count(), 2);
    let published = tree(&site.root().join("public"));
    site.write("content/index.fr.md", "+++\ntitle = \"Accueil\"\n+++\n[perdu](perdu.md)\n");
    site.write("content/black.md", "+++\ntitle = \"Black\"\n+++\nNewer text.\n");
    refused();
    assert_eq!(tree(&site.root().join("public")), published);

    // The host that was not published is complete in the next build.
    site.write("content/index.fr.md", "+++\ntitle = \"Accueil\"\n+++\n");
    build(&site);
    assert_contains(&read(&site, &format!("{ENGLISH}/black/index.html")), &["Newer text."]);
    // Without changes, nothing is staged.
    assert_eq!(build(&site).matches(" 0 files written").count(), 2);
}

#[test]
fn missing_translations_are_problems_of_the_host_that_lacks_them() {
    let site = three_languages()
        .page("terms/index", "title = \"Terms\"\nmust_match = true\n", "Text.\n")
        .page("terms/index.de", "title = \"Regeln\"\n", "Text.\n")
        .create();
    let output = site.run(&["translations", "accept"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    for arguments in [&["check"][..], &["build"], &["build", "--language", "fr"]] {
        let output = site.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{}", printed_text(&output));
        let printed = printed_text(&output);
        assert_eq!(printed.matches("[C0120]").count(), 1, "{printed}");
        assert_contains(&printed, &["content/terms/index.md is not translated to Français"]);
    }
    let output = site.run(&["build", "--language", "en"]);
    assert!(output.status.success(), "{}", printed_text(&output));

    // The lock file has no entry of this translation.
    site.write("content/terms/index.fr.md", "+++\ntitle = \"Conditions\"\n+++\nTexte.\n");
    let printed = printed_text(&site.run(&["check"]));
    assert_eq!(printed.matches("[C0122]").count(), 1, "{printed}");
    site.run(&["translations", "accept"]);
    build(&site);
}

#[test]
fn mistakes_in_hosts_are_errors_at_their_lines() {
    let site = three_languages().create();
    let settings = site.read("site.toml");
    let url = "base_url = \"https://www.maisonduthe.fr/salon\"";
    for (replacement, expected) in [
        ("base_url = \"www.maisonduthe.fr\"", "`www.maisonduthe.fr` is not the URL of a host"),
        (
            "base_url = \"https://www.teahouse.net\"",
            "two languages have the path `/` at https://www.teahouse.net",
        ),
        (
            "base_url = \"https://www.teahouse.net/fr\"",
            "`https://www.teahouse.net/fr` and `https://www.teahouse.net` are two URLs of one host",
        ),
        ("baseURL = \"https://www.maisonduthe.fr\"", "it is called `base_url` here"),
        (
            "base_url = \"https://www.maisonduthe.fr\"\n[deploy.production]\nurl = \"../live\"",
            "add a language of the host: `language = \"en\"` or",
        ),
        (
            "base_url = \"https://www.maisonduthe.fr\"\n[deploy.production]\nurl = \"../live\"\nlanguage = \"it\"",
            "there is no language `it`",
        ),
    ] {
        site.write("site.toml", &settings.replace(url, replacement));
        let output = site.run(&["build"]);
        assert_eq!(output.status.code(), Some(1), "{replacement}: {}", printed_text(&output));
        assert_contains(&printed_text(&output), &[expected, "site.toml:"]);
    }
}

#[test]
fn a_target_has_the_host_that_it_names() {
    let site = three_languages().create();
    let live = site.root().with_extension("live");
    let folder = |name: &str| live.join(name).display().to_string();
    site.append(
        "site.toml",
        &format!(
            "[deploy.en]\nurl = \"{}\"\nlanguage = \"en\"\n[deploy.fr]\nurl = \"{}\"\nlanguage = \"fr\"\n",
            folder("en"),
            folder("fr")
        ),
    );
    for name in ["en", "fr"] {
        let output = site.run(&["deploy", name]);
        assert!(output.status.success(), "{}", printed_text(&output));
    }
    assert!(live.join("en/de/green/index.html").is_file());
    assert!(live.join("fr/vert/index.html").is_file() && !live.join("fr/green").exists());

    site.write("content/black.fr.md", "+++\ntitle = \"Noir\"\n+++\n");
    let output = site.run(&["deploy", "fr"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    let output = site.run(&["diff", "--target", "fr"]);
    assert_contains(&printed_text(&output), &["/black/"]);
    let output = site.run(&["rollback", "--target", "fr"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    let output = site.run(&["releases", "fr"]);
    assert_eq!(printed_text(&output).lines().count(), 3, "{}", printed_text(&output));
    fs::remove_dir_all(live).unwrap();
}

#[test]
fn a_site_without_hosts_has_no_folders_of_hosts() {
    let site = three_languages().create();
    let settings = site.read("site.toml");
    let url = "base_url = \"https://www.maisonduthe.fr/salon\"\n";
    site.write("site.toml", &settings.replace(url, ""));
    build(&site);
    assert!(has(&site, "public/index.html") && has(&site, "public/fr/vert/index.html"));
    assert!(!has(&site, "public/www.teahouse.net"));

    site.write("site.toml", &settings);
    assert_contains(&build(&site), &["public still has the files of a build for one host"]);
    site.run(&["clean"]);
    assert!(!has(&site, "public/index.html") && !has(&site, &format!("{ENGLISH}/index.html")));
    let output = build(&site);
    assert!(!output.contains("public still has"), "{output}");
    site.run(&["clean"]);

    // A host with another name leaves its folder, also if one host has all languages again.
    build(&site);
    site.write("site.toml", &settings.replace("www.maisonduthe.fr", "www.thes.fr"));
    let output = build(&site);
    assert_contains(
        &output,
        &["public/www.maisonduthe.fr still has the files of a host that the site does not have"],
    );
    site.write("site.toml", &settings.replace(url, ""));
    let refused = printed_text(&site.run(&["build"]));
    assert_contains(&refused, &["[C0501]", "the sites of hosts, which `croupier clean` removes"]);
    site.run(&["clean"]);
    for folder in ["www.maisonduthe.fr", "www.thes.fr", "www.teahouse.net"] {
        assert!(!has(&site, &format!("public/{folder}")), "{folder}");
    }
    let output = build(&site);
    assert!(!output.contains("still has"), "{output}");
    site.run(&["clean"]);

    // A disabled language has no host.
    let disabled = "base_url = \"https://www.maisonduthe.fr\"\ndisabled = true\n";
    site.write("site.toml", &settings.replace(url, disabled));
    site.write("pages/shell.html", "{{ main }}");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
    build(&site);
    assert!(has(&site, "public/index.html") && !has(&site, "public/www.teahouse.net"));
    assert!(!has(&site, "public/fr/index.html"));
}

#[test]
fn included_pages_have_the_paths_of_previews_on_all_hosts() {
    let site = three_languages()
        .page("notes", "title = \"N\"\nheadless = true\n", "English note.\n")
        .page("notes.fr", "title = \"N\"\nheadless = true\nslug = \"avis\"\n", "Avis.\n")
        .page(
            "use",
            "title = \"Use\"\n",
            "{{ include_page(\"/green/\") }} {{ include_page(\"/notes/\") }} {{ include_page(\"/fr/vert/#steep\") }} {{ include_page(\"/black/\") }}\n",
        )
        .create();
    build(&site);
    let english = read(&site, &format!("{ENGLISH}/use/index.html"));
    assert_contains(&english, &["Text.", "English note.", "Texte.", "Black text."]);
    let french = read(&site, &format!("{FRENCH}/use/index.html"));
    assert_contains(&french, &["Texte.", "Avis.", "Black text."]);
    assert!(!french.contains("Text.") && !french.contains("English note."), "{french}");

    assert!(site.run(&["build", "--preview"]).status.success());
    let preview = site.read(".croupier/preview/fr/use/index.html");
    assert_contains(&preview, &["Texte.", "Avis.", "Black text."]);
}
