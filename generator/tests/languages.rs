//! Sites in several languages: their pages, links, lists and texts, and what takes the place of missing translations.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::server::Server;
use crate::common::{
    PREVIEW, Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text,
};

const LANGUAGES: &str = "default_language = \"en\"\n[languages.en]\nlabel = \"English\"\n\
    [languages.fr]\nlabel = \"Français\"\nlocale = \"fr-CA\"\nname = \"Thé\"\n";

/// A site in English and French. French pages are in files with a suffix.
pub(crate) fn bilingual(french: &str) -> SiteBuilder {
    SiteBuilder::bare()
        .settings(&format!("{LANGUAGES}{french}"))
        .file(
            "pages/shell.html",
            "<html lang=\"{{ site.language }}\"><head>{{ head }}</head><body>{{ main }}</body></html>",
        )
        .file("pages/page.html", "{{ page.body }}")
        .page("index", "title = \"Home\"\n", "")
        .page("index.fr", "title = \"Accueil\"\n", "")
}

#[test]
fn a_suffix_a_folder_or_a_key_makes_a_page_a_translation() {
    let site = bilingual("[languages.es]\nlabel = \"Español\"\ncontent_dir = \"content/es\"\n")
        .page("info/faq", "title = \"FAQ\"\n", "")
        .page("info/faq.fr", "title = \"Questions\"\n", "")
        .page("es/info/faq", "title = \"Preguntas\"\n", "")
        .page("es/acerca", "title = \"Acerca\"\ntranslation_key = \"info/about\"\n", "")
        .page("info/about", "title = \"About\"\n", "")
        .page("info/plan.it", "title = \"Plan\"\n", "")
        .file("pages/page.html", "{% for it in page.translations %}{{ it.path }} {{ it.label }} {{ it.locale }};{% endfor %}")
        .create();
    site.build();

    let translations =
        "/info/faq/ English en;/es/info/faq/ Español es;/fr/info/faq/ Français fr-CA;";
    for file in ["info/faq", "es/info/faq", "fr/info/faq"] {
        assert_contains(&site.output(&format!("{file}/index.html")), &[translations]);
    }
    assert_contains(
        &site.output("info/about/index.html"),
        &["/info/about/ English en;/es/acerca/ Español es;"],
    );
    // A name that is no declared language is a part of the name of the file.
    assert_contains(&site.output("info/plan.it/index.html"), &["/info/plan.it/ English en;"]);
    assert_contains(&site.output("fr/info/faq/index.html"), &["<html lang=\"fr-CA\">"]);
}

#[test]
fn lists_by_path_have_the_same_order_in_all_languages() {
    let list = "{% for it in children(\"/guide/\") %}{{ it.title }};{% endfor %}";
    let site = bilingual("untranslated = \"show\"\n")
        .file("pages/page.html", list)
        .page("guide/index", "title = \"Guide\"\nsort_by = \"path\"\n", "")
        .page("guide/a", "title = \"Zebra\"\nweight = 9\n", "")
        .page("guide/a.fr", "title = \"Zèbre\"\nweight = 9\n", "")
        .page("guide/b", "title = \"Bear\"\n", "")
        .page("guide/c/index", "title = \"Ape\"\n", "")
        .page("guide/c/index.fr", "title = \"Singe\"\n", "")
        .create();
    site.build();

    assert_contains(&site.output("index.html"), &["<body>Zebra;Bear;Ape;"]);
    assert_contains(&site.output("fr/index.html"), &["<body>Zèbre;Bear;Singe;"]);
}

#[test]
fn translations_name_each_other_for_search_engines() {
    let site = bilingual("untranslated = \"show\"\n")
        .page("tea", "title = \"Tea\"\n", "Text.\n")
        .page("tea.fr", "title = \"Thé\"\n", "Texte.\n")
        .page("only", "title = \"Only\"\n", "Text.\n")
        .create();
    site.build();

    let links = "<link rel=\"alternate\" hreflang=\"en\" href=\"https://example.com/tea/\">\n\
         <link rel=\"alternate\" hreflang=\"fr-CA\" href=\"https://example.com/fr/tea/\">\n\
         <link rel=\"alternate\" hreflang=\"x-default\" href=\"https://example.com/tea/\">";
    for file in ["tea/index.html", "fr/tea/index.html"] {
        assert_contains(&site.output(file), &[links]);
    }

    // A page that shows another language is a copy of it.
    let shown = site.output("fr/only/index.html");
    assert_contains(
        &shown,
        &[
            "<link rel=\"canonical\" href=\"https://example.com/only/\">",
            "<p class=\"untranslated\">Cette page n’est pas encore traduite.</p>\n<div lang=\"en\" dir=\"ltr\">",
        ],
    );
    assert!(!shown.contains("hreflang") && !site.output("only/index.html").contains("hreflang"));
    let sitemap = site.output("sitemap.xml");
    assert!(sitemap.contains("/fr/tea/") && !sitemap.contains("/fr/only/"), "{sitemap}");

    // The links of the base layout are checked, also next to those of the head.
    let broken = "<link rel=\"alternate\" hreflang=\"de\" href=\"/de/none/\">";
    for layout in [format!("{broken}{{{{ head }}}}"), format!("{{{{ head }}}}{broken}")] {
        let layout =
            format!("<html lang=\"en\"><head>{layout}</head><body>{{{{ main }}}}</body></html>");
        site.write("pages/shell.html", &layout);
        assert_contains(&site.refused(), &["broken link: /de/none/", "pages/shell.html:1:"]);
    }
}

#[test]
fn a_page_that_shows_another_language_has_the_metadata_of_its_original() {
    let site = bilingual("untranslated = \"show\"\n[languages.es]\nlabel = \"Español\"\n")
        .settings("[head]\nopen_graph = true\nstructured_data = true\n")
        .page("only", "title = \"Only\"\n", "Text.\n")
        .page("only.es", "title = \"Solo\"\n", "Texto.\n")
        .create();
    site.build();
    let locales = |file: &str| {
        let html = site.output(file);
        let properties = html.lines().filter(|it| it.contains("property=\"og:locale"));
        properties.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(!locales("only/index.html").is_empty());
    assert_eq!(locales("fr/only/index.html"), locales("only/index.html"));
    assert!(site.output("only/index.html").contains("BreadcrumbList"));
    assert!(!site.output("fr/only/index.html").contains("ld+json"));
}

#[test]
fn a_language_without_built_in_texts_can_have_its_own() {
    let estonian = "[languages.et]\nlabel = \"Eesti\"\nuntranslated = \"show\"\n";
    let site = bilingual(estonian).page("only", "title = \"Only\"\n", "Text.\n").create();
    let warning = "warning[C0125]: there are no built-in texts in `et`";
    let warnings = site.build();
    assert_contains(&warnings, &[warning, "site.toml:", "`untranslated_notice`"]);
    assert_eq!(warnings.matches("C0125]").count(), 1, "{warnings}");
    let english =
        "<p class=\"untranslated\" lang=\"en\" dir=\"ltr\">This page is not translated yet.</p>";
    assert_contains(&site.output("et/only/index.html"), &[english]);

    let settings = site.read("site.toml");
    site.write("site.toml", &format!("{settings}untranslated_notice = \"<Tõlkimata>\"\n"));
    site.same_as_clean();
    let own = "<p class=\"untranslated\">&lt;Tõlkimata&gt;</p>";
    assert_contains(&site.output("et/only/index.html"), &[own]);
    assert!(!site.build().contains("C0125"));
}

#[test]
fn pages_name_the_language_of_their_text() {
    let hebrew = "[languages.he]\nlabel = \"עברית\"\nuntranslated = \"show\"\n";
    let page = "{% macro text(it) %}{{ it.title }} {{ it.language }} {{ it.text_language }} {{ it.text_direction }};{% endmacro %}\
         {{ text(page) }}{% for it in section(\"/posts/\") %}{{ text(it) }}{% endfor %}\
         {% for it in tree(\"/posts/\") %}{{ text(it) }}{% endfor %}";
    let site = bilingual(hebrew)
        .file("pages/page.html", page)
        .page("posts/only", "title = \"Only\"\n", "Text.\n")
        .page("posts/only.fr", "title = \"Seul\"\n", "Texte.\n")
        .page("index.he", "title = \"בית\"\n", "")
        .create();
    site.build();
    let entry = "Only he en ltr;Only he en ltr;";
    assert_contains(&site.output("he/index.html"), &["בית he he rtl;", entry]);
    assert_contains(&site.output("he/posts/only/index.html"), &["<body>Only he en ltr;", entry]);
    assert_contains(&site.output("fr/posts/only/index.html"), &["<body>Seul fr-CA fr-CA ltr;"]);
}

#[test]
fn a_page_for_an_error_is_not_for_search_engines() {
    let site = bilingual("")
        .page("404", "title = \"Not found\"\n", "")
        .page("404.fr", "title = \"Introuvable\"\n", "")
        .create();
    let production = |site: &Site| {
        let output = site.run(&["build", "--out", "live"]);
        assert!(output.status.success(), "{}", printed_text(&output));
        let read = |file: &str| fs::read_to_string(site.root().join("live").join(file)).unwrap();
        [read("404.html"), read("fr/404.html")]
    };
    for html in production(&site) {
        assert_contains(&html, &["<meta name=\"robots\" content=\"noindex\">"]);
        assert!(!html.contains("canonical") && !html.contains("hreflang"), "{html}");
    }

    site.write("content/404.md", "+++\ntitle = \"Not found\"\nrobots = \"none\"\n+++\n");
    assert_contains(&production(&site)[0], &["<meta name=\"robots\" content=\"none\">"]);
}

#[test]
fn the_sitemap_can_name_translations_in_place_of_the_head() {
    let site = bilingual("[languages.es]\nlabel = \"Español\"\nuntranslated = \"show\"\n")
        .page("tea", "title = \"Tea\"\n", "Text.\n")
        .page("tea.fr", "title = \"Thé\"\n", "Texte.\n")
        .page("only", "title = \"Only\"\n", "Text.\n")
        .create();
    site.build();
    let settings = site.read("site.toml");

    site.write("site.toml", &format!("{settings}[i18n]\nx_default = \"fr\"\n"));
    site.same_as_clean();
    let french =
        "<link rel=\"alternate\" hreflang=\"x-default\" href=\"https://example.com/fr/tea/\">";
    assert_contains(&site.output("tea/index.html"), &[french]);
    assert!(!site.output("sitemap.xml").contains("xhtml"));

    site.write("site.toml", &format!("{settings}[i18n]\nsitemap_alternates = true\n"));
    site.same_as_clean();
    assert!(!site.output("tea/index.html").contains("hreflang"));
    let links = "<xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"https://example.com/tea/\"/>\
         <xhtml:link rel=\"alternate\" hreflang=\"fr-CA\" href=\"https://example.com/fr/tea/\"/>\
         <xhtml:link rel=\"alternate\" hreflang=\"x-default\" href=\"https://example.com/tea/\"/></url>";
    let sitemap = site.output("sitemap.xml");
    assert_contains(
        &sitemap,
        &[
            "xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">",
            &format!("<url><loc>https://example.com/tea/</loc>{links}"),
            &format!("<url><loc>https://example.com/fr/tea/</loc>{links}"),
            "<url><loc>https://example.com/only/</loc></url>",
        ],
    );

    // A new translation changes the entries of the others.
    site.write("content/only.fr.md", "+++\ntitle = \"Seul\"\n+++\n");
    site.same_as_clean();
    assert_contains(
        &site.output("sitemap.xml"),
        &["<loc>https://example.com/only/</loc><xhtml:link"],
    );

    for (table, expected) in [
        ("x_default = \"de\"\n", "the site has no language `de`"),
        ("x_default = 1\n", "`x_default` is a text in quotes, and not `1`"),
        (
            "sitemap_alternates = \"yes\"\n",
            "`sitemap_alternates` is `true` or `false`, and not the text \"yes\"",
        ),
        ("locales = [\"en\"]\n", "write a table for each language"),
    ] {
        site.write("site.toml", &format!("{settings}[i18n]\n{table}"));
        assert_contains(&site.refused(), &[expected, "site.toml:"]);
    }
}

#[test]
fn lists_feeds_terms_and_searches_have_pages_of_their_language() {
    let site = bilingual("untranslated = \"show\"\ntaxonomies = { tags = \"Étiquettes\" }\nfeeds = { \"/feed.xml\" = \"Nouvelles\" }\n")
        .settings("[[taxonomies]]\nname = \"tags\"\n[[feeds]]\npath = \"/feed.xml\"\nsection = \"/posts/\"\nformat = \"rss\"\n[search]\ntitles = true\n")
        .settings("[[archives]]\nroute = \"/posts/{year}/\"\n")
        .page("posts/index", "title = \"Posts\"\ntemplate = \"list\"\npaginate_by = 1\n", "")
        .page("posts/index.fr", "title = \"Billets\"\n", "")
        .page("posts/a", "title = \"A\"\ndate = 2026-01-01\ntaxonomies = { tags = [\"green tea\"] }\n", "")
        .page("posts/a.fr", "title = \"A en français\"\ntaxonomies = { tags = [\"thé vert\"] }\n", "")
        .page("posts/b", "title = \"B\"\ndate = 2026-02-01\n", "")
        .file("pages/list.html", "{% for it in paginator.pages %}{{ it.path }} {% endfor %}{{ paginator.next or 'None' }}|{% for it in section(\"/posts/\") %}{{ it.title }};{% endfor %}{% for it in archives(\"/posts/\") %}{{ it.path }} {{ it.count }}{% endfor %}")
        .file("pages/archive.html", "{% for it in paginator.pages %}{{ it.path }} {% endfor %}{% for it in archives(archive.section) %}{{ it.path }}{% endfor %}")
        .file("pages/term.html", "{{ page.title }}: {% for it in paginator.pages %}{{ it.path }} {% endfor %}")
        .file("pages/terms.html", "<h1>{{ page.title }}</h1>{% for it in terms %}{{ it.path }}{% endfor %}{% for it in page.translations %} {{ it.path }}{% endfor %}")
        .create();
    site.build();

    assert_contains(
        &site.output("posts/index.html"),
        &["/posts/a/ /posts/page/2/|A;B;/posts/2026/ 2"],
    );
    assert_contains(
        &site.output("fr/posts/index.html"),
        &["/fr/posts/a/ /fr/posts/page/2/|A en français;B;/fr/posts/2026/ 2"],
    );
    assert_contains(
        &site.output("fr/posts/2026/index.html"),
        &["/fr/posts/b/ /fr/posts/a/ /fr/posts/2026/"],
    );
    assert_contains(
        &site.output("tags/index.html"),
        &["<h1>tags</h1>/tags/green-tea/ /tags/ /fr/tags/"],
    );
    assert_contains(
        &site.output("fr/tags/index.html"),
        &["<h1>Étiquettes</h1>/fr/tags/thé-vert/ /tags/ /fr/tags/"],
    );
    assert_contains(&site.output("fr/tags/thé-vert/index.html"), &["thé vert: /fr/posts/a/"]);
    assert!(!site.has("tags/thé-vert/index.html"));

    let feed = site.output("fr/feed.xml");
    assert_contains(
        &feed,
        &[
            "<title>Nouvelles</title>",
            "<language>fr-CA</language>",
            "https://example.com/fr/posts/a/",
        ],
    );
    // B is shown in English, and is not news in French.
    assert!(!feed.contains("/posts/b/"), "{feed}");
    assert_contains(
        &site.output("fr/index.html"),
        &["href=\"https://example.com/fr/feed.xml\"", "data-index=\"fr/\""],
    );
    let index = site.output("page-data/fr/search.json");
    assert!(index.contains("A en français") && !index.contains("\"B\""), "{index}");
}

#[test]
fn links_stay_in_the_language_of_the_reader() {
    let site = bilingual("untranslated = \"show\"\n[languages.es]\nlabel = \"Español\"\ncontent_dir = \"content/es\"\nfallback = \"fr\"\n")
        .page("a", "title = \"A\"\n", "[B](b.md#one) [C](c.md) [B in French](b.fr.md)\n")
        .page("a.fr", "title = \"A\"\n", "[B](b.md#one) [C](c.md) [English](b.en.md)\n")
        .page("es/a", "title = \"A\"\n", "[B](b.md) [C](c.md) [rooted](/b.md)\n")
        .page("b", "title = \"B\"\n", "## One\n")
        .page("b.fr", "title = \"B\"\n", "## Un\n")
        .page("c", "title = \"C\"\n", "[A](a.md)\n")
        .file("pages/page.html", "{{ page.body }}{{ language_url(path=\"/b/#one\") }} {{ language_url(\"fr\") }} {{ get_page(\"/b/\").path }}")
        .create();
    site.build();

    assert_contains(
        &site.output("a/index.html"),
        &["href=\"/b/#one\"", "href=\"/c/\"", "href=\"/fr/b/\"", "/b/#one /fr/a/ /b/"],
    );
    assert_contains(
        &site.output("fr/a/index.html"),
        &["href=\"/fr/b/#one\"", "href=\"/fr/c/\"", "href=\"/b/\"", "/fr/b/#one /fr/a/ /fr/b/"],
    );
    // Spanish has no B: French takes its place, and then English.
    assert_contains(
        &site.output("es/a/index.html"),
        &["<a href=\"/fr/b/\">B</a>", "<a href=\"/fr/c/\">C</a>", "<a href=\"/fr/b/\">rooted</a>"],
    );
    // The page that shows the English text leads to French pages.
    assert_contains(&site.output("fr/c/index.html"), &["href=\"/fr/a/\""]);
}

#[test]
fn a_translation_takes_all_but_texts_from_its_original() {
    let site = bilingual("")
        .file("content/posts/extra.schema.json", "{\"properties\": {\"tone\": {\"type\": \"string\", \"translatable\": true}, \"size\": {\"type\": \"number\"}}}")
        .page("posts/tea", "title = \"Tea\"\ndescription = \"About tea\"\ntemplate = \"post\"\ndate = 2026-01-02\nweight = 3\nslug = \"green\"\nimage = \"pot.svg\"\nimage_alt = \"A pot\"\naliases = [\"/old/\"]\nextra = { tone = \"calm\", size = 2 }\n", "")
        .page("posts/tea.fr", "title = \"Thé\"\n", "![Théière](pot.svg)\n")
        .file("content/posts/index.md", "+++\ntitle = \"Posts\"\n[cascade.extra]\nkind = \"post\"\n+++\n")
        .file("content/posts/pot.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"2\"/>")
        .file("pages/post.html", "{{ page.date or 'None' }} {{ page.image or 'None' }} {{ page.image_alt or 'None' }} {{ page.description }} {{ page.extra.size }} {{ page.extra.kind }} {{ page.extra.tone|default(\"no tone\") }} {{ page.body }}")
        .create();
    site.build();
    let text = site.output("fr/posts/green/index.html");
    assert_contains(
        &text,
        &["2026-01-02 /posts/pot.svg None  2 post no tone", "<img src=\"/posts/pot.svg\""],
    );
    assert!(!site.has("fr/posts/pot.svg"));

    // A change of the original reaches its translations.
    site.write("content/posts/tea.md", "+++\ntitle = \"Tea\"\ntemplate = \"post\"\nslug = \"black\"\ndate = 2026-01-03\nextra = { size = 2 }\n+++\n");
    site.same_as_clean();
    assert_contains(&site.output("fr/posts/black/index.html"), &["2026-01-03"]);
}

#[test]
fn the_first_translation_of_a_page_takes_values_from_its_original_in_a_later_process() {
    let site = bilingual("")
        .file("pages/page.html", "{{ page.date or 'None' }} {{ page.body }}")
        .page("offline", "title = \"Offline\"\npath = \"/offline.html\"\ndate = 2026-01-02\n", "")
        .page("tea", "title = \"Tea\"\ntranslation_key = \"drinks\"\nslug = \"green\"\n", "")
        .create();
    site.build();
    // Files that were written shortly before a build are read again by the next one.
    site.build();

    site.write("content/offline.fr.md", "+++\ntitle = \"Hors ligne\"\n+++\n");
    site.write("content/the.fr.md", "+++\ntitle = \"Thé\"\ntranslation_key = \"drinks\"\n+++\n");
    site.same_as_clean();
    assert_contains(&site.output("fr/offline.html"), &["2026-01-02"]);
    assert!(site.has("fr/green/index.html"));
}

#[test]
fn a_picture_can_have_a_version_for_a_language() {
    let picture = |width: usize| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"1\"/>")
    };
    let site = bilingual("[languages.es]\nlabel = \"Español\"\ncontent_dir = \"content/es\"\n")
        .page("tea/index", "title = \"Tea\"\nimage = \"pot.svg\"\n", "![](pot.svg) ![](cup.svg)\n")
        .page("tea/index.fr", "title = \"Thé\"\n", "![](pot.svg) ![](cup.svg)\n")
        .page(
            "es/tea/index",
            "title = \"Té\"\n",
            "![](pot.svg) ![](cup.svg) ![](../../tea/pot.fr.svg)\n",
        )
        .file("content/tea/pot.svg", &picture(1))
        .file("content/tea/pot.fr.svg", &picture(2))
        .file("content/tea/cup.svg", &picture(3))
        .file("content/es/tea/cup.svg", &picture(4))
        .file("pages/page.html", "{{ page.image or 'None' }} {{ page.body }}")
        .create();
    site.build();
    let images = |file: &str| {
        let text = site.output(file);
        let body = text.split("<body>").nth(1).unwrap().to_owned();
        let urls = body.split("src=\"").skip(1).map(|it| it.split('"').next().unwrap());
        format!("{} {}", body.split(' ').next().unwrap(), urls.collect::<Vec<_>>().join(" "))
    };
    assert_eq!(images("tea/index.html"), "/tea/pot.svg /tea/pot.svg /tea/cup.svg");
    assert_eq!(images("fr/tea/index.html"), "/tea/pot.fr.svg /tea/pot.fr.svg /tea/cup.svg");
    assert_eq!(
        images("es/tea/index.html"),
        "/tea/pot.svg /tea/pot.svg /es/tea/cup.svg /tea/pot.fr.svg"
    );

    site.remove("content/tea/pot.fr.svg");
    site.write("content/es/tea/index.md", "+++\ntitle = \"Té\"\n+++\n![](pot.svg)\n");
    site.same_as_clean();
    assert_eq!(images("fr/tea/index.html"), "/tea/pot.svg /tea/pot.svg /tea/cup.svg");
}

#[test]
fn headings_of_a_translation_have_the_ids_of_the_original() {
    let site = bilingual("")
        .page("faq", "title = \"FAQ\"\n", "## Fees\n\n### How much {#amount}\n\n## Limits\n")
        .page(
            "faq.fr",
            "title = \"FAQ\"\n",
            "[Frais](#fees)\n\n## Frais\n\n### Combien\n\n## Limites {#bornes}\n",
        )
        .create();
    site.build();
    assert_contains(
        &site.output("fr/faq/index.html"),
        &["<h2 id=\"fees\">", "<h3 id=\"amount\">", "<h2 id=\"bornes\">"],
    );

    // A new heading of the original renders the translation again.
    site.write(
        "content/faq.md",
        "+++\ntitle = \"FAQ\"\n+++\n## Costs\n\n### How much\n\n## Limits\n",
    );
    site.write(
        "content/faq.fr.md",
        "+++\ntitle = \"FAQ\"\n+++\n## Frais\n\n### Combien\n\n## Limites\n",
    );
    site.same_as_clean();
    assert_contains(&site.output("fr/faq/index.html"), &["<h2 id=\"costs\">"]);
    site.write(
        "content/faq.md",
        "+++\ntitle = \"FAQ\"\n+++\n## Fees\n\n### How much\n\n## Limits\n",
    );
    site.same_as_clean();
    assert_contains(&site.output("fr/faq/index.html"), &["<h2 id=\"fees\">"]);

    site.write("content/faq.fr.md", "+++\ntitle = \"FAQ\"\n+++\n## Frais\n\n## Limites\n");
    let warnings = site.build();
    assert_contains(
        &warnings,
        &[
            "warning[C0121]",
            "no heading for `#how-much`",
            ":4:1",
            "translate the heading `#how-much` of content/faq.md",
            "`{#how-much}`",
        ],
    );
    let ids = ["<h2 id=\"fees\">", "<h2 id=\"limits\">"];
    assert_contains(&site.output("fr/faq/index.html"), &ids);
}

#[test]
fn headings_that_a_translation_shares_with_its_original_keep_their_ids() {
    let english = "## Fees\n\nx\n\n## Limits\n\n[f](#fees)\n";
    let french = "## Frais\n\nx\n\n## Limites\n\n[f](#fees)\n";
    let page = |text: &str| format!("+++\ntitle = \"FAQ\"\n+++\n{text}");
    let site = bilingual("")
        .settings("[search]\ntitles = true\nheadings = true\n")
        .file("content/faq.md", &page(english))
        .file("content/faq.fr.md", &page(french))
        .create();
    assert!(!site.build().contains("C0121"));

    // The original has a heading more. A link to it in a translation does not prevent publishing.
    site.write("content/faq.md", &page(&format!("{english}\n## Opening hours\n")));
    site.write("content/index.fr.md", &page("[hours](faq.md#opening-hours)\n"));
    let warnings = site.build();
    let expected = [
        "warning[C0121]: this translation has no heading for `#opening-hours` of its original",
        "content/faq.fr.md:8:1",
        "warning[C0205]: /fr/faq/ has no heading for `#opening-hours` of its original (C0121)",
    ];
    assert_contains(&warnings, &expected);
    assert!(!warnings.contains("error"), "{warnings}");
    let output = site.output("fr/faq/index.html");
    assert_contains(&output, &["<h2 id=\"fees\">", "<h2 id=\"limits\">"]);
    let index = site.output("page-data/fr/search.json");
    assert!(index.contains("#limits") || index.contains("\"limits\""), "{index}");
    site.same_as_clean();

    // The heading that is new in the translation has another level, and the text of an id of the original.
    site.write("content/faq.md", &page(english));
    site.write("content/index.fr.md", &page("[fees](faq.md#fees)\n"));
    site.write("content/faq.fr.md", &page(&format!("### Limits\n\n{french}")));
    let warnings = site.build();
    assert_contains(&warnings, &["its original has no heading for `Limits`", "faq.fr.md:4:1"]);
    let ids = ["<h3 id=\"limits-2\">", "<h2 id=\"fees\">", "<h2 id=\"limits\">"];
    assert_contains(&site.output("fr/faq/index.html"), &ids);
    site.same_as_clean();

    // An id that neither has is an error.
    site.write("content/faq.fr.md", &page(&format!("{french}\n[x](#other)\n")));
    assert_contains(&site.refused(), &["error[C0205]", "content/faq.fr.md:12:1"]);
}

#[test]
fn unknown_keys_in_tables_of_a_language_are_errors() {
    let tables = "[languages.fr.markdown]\nanchor_lable = \"Lien\"\nhighlight = true\n\
         [languages.fr.markdown.callouts]\nnote = 1\n[languages.fr.embeds]\nplay_lable = \"Lire\"\n\
         [languages.fr.taxonomies]\ntag = \"Étiquettes\"\n[[taxonomies]]\nname = \"tags\"\n\
         [markdown]\ncalouts = { note = \"Note\" }\n";
    let errors = bilingual(tables).create().refused();
    let expected = [
        "`[markdown]` of a language has no key `anchor_lable`",
        "did you mean `anchor_label`?",
        "`highlight` of `[markdown]` is the same in all languages",
        "`callouts` is not a table of texts",
        "`[embeds]` of a language has no key `play_lable`",
        "`[[taxonomies]]` has no `tag`",
        "did you mean `tags`?",
        "unknown field `calouts`",
        "`language_aliases`",
        "did you mean `callouts`?",
    ];
    assert_contains(&errors, &expected);

    let tables = "[languages.fr.markdown]\nanchor_label = \"Lien\"\ncallouts = { note = \"Note\" }\n\
         [languages.fr.taxonomies]\ntags = \"Étiquettes\"\n[[taxonomies]]\nname = \"tags\"\n";
    let templates =
        |site: SiteBuilder| site.file("pages/terms.html", "").file("pages/term.html", "");
    templates(bilingual(tables)).create().build();
}

#[test]
fn a_link_to_the_text_of_a_translated_heading_names_its_id() {
    let french = "[a](#toutes-les-icones)\n\n## Toutes les icones\n\n## Reste {#end}\n";
    let site = bilingual("[markdown]\nheading_ids = \"github\"\n")
        .page("icons", "title = \"Icons\"\n", "## All icons\n\n## Rest\n")
        .page("icons.fr", "title = \"Icônes\"\n", french)
        .create();
    site.build();

    // The text of a heading with a written id is no id.
    site.write(
        "content/icons.fr.md",
        &format!("+++\ntitle = \"Icônes\"\n+++\n{}", french.replace("toutes-les-icones", "reste")),
    );
    assert_contains(&site.refused(), &["no anchor `#reste`", "did you mean `#end`?"]);
}

#[test]
fn a_folder_in_site_toml_that_does_not_exist_is_reported() {
    let spanish = |folder: &str| {
        format!("[languages.es-mx]\nlabel = \"Español\"\ncontent_dir = \"content/{folder}\"\n")
    };
    let site = bilingual(&spanish("es_mx")).page("es-mx/tea", "title = \"Té\"\n", "").create();
    let settings = site.read("site.toml");
    let error = "error[C0009]: `content_dir` names content/es_mx, which does not exist";
    assert_contains(&site.refused(), &[error, "site.toml:", "did you mean `content/es-mx`?"]);

    // A name that is not similar, but is not that of the language either.
    site.write("site.toml", &settings.replace("es_mx", "spanish"));
    assert_contains(&site.refused(), &["did you mean `content/es-mx`?"]);

    // A language can have its first page later.
    site.remove("content/es-mx/tea.md");
    let warning = "warning[C0240]: `content_dir` names content/spanish, which does not exist";
    assert_contains(&site.build(), &[warning]);

    let checks = "[[checks.in]]\npath = \"content/bog\"\nbroken_links = \"off\"\n";
    site.write("site.toml", &format!("{}{checks}", settings.replace("es_mx", "es")));
    let warning = "warning[C0240]: `[[checks.in]]` names content/bog, which does not exist";
    assert_contains(&site.build(), &[warning]);
    site.write("content/blog/post.md", "+++\ntitle = \"Post\"\n+++\n");
    assert_contains(&site.refused(), &["did you mean `content/blog`?"]);
}

#[test]
fn terms_of_a_translation_have_the_ids_of_the_original() {
    let page = |text: &str| format!("+++\ntitle = \"Words\"\n+++\n{text}");
    let site = bilingual("[markdown]\ndefinition_lists = true\ndefinition_term_ids = true\n")
        .file("content/words.md", &page("Fee\n: What it costs\n\nLimit\n: The most\n"))
        .file("content/words.fr.md", &page("Frais\n: Le prix\n\nLimite\n: Le plus\n"))
        .create();
    site.build();
    let french = "fr/words/index.html";
    assert_contains(&site.output(french), &["<dt id=\"fee\">Frais", "<dt id=\"limit\">Limite"]);

    // Another term of the original renders the translation again.
    site.write("content/words.md", &page("Price\n: What it costs\n\nLimit\n: The most\n"));
    site.same_as_clean();
    assert_contains(&site.output(french), &["<dt id=\"price\">Frais"]);

    site.write("content/words.md", &page("Price\n: What it costs\n"));
    site.same_as_clean();
    assert_contains(&site.output(french), &["<dt id=\"frais\">", "<dt id=\"limite\">"]);
}

#[test]
fn headings_with_shortcodes_and_markup_have_the_ids_of_the_original() {
    let headings = [
        ("Fees in {{ name() }}", "Frais en {{ name() }}", "fees-in-tea"),
        ("{{ icon() }} Help", "{{ icon() }} Aide", "help"),
        ("{{ icon() }}", "{{ icon() }}", "section"),
        ("{% mark() %}Long{% end %} games", "{% mark() %}Longs{% end %} jeux", "long-games"),
        ("Odds $x^2$", "Cotes $x^2$", "odds-x-2"),
        ("Run `a b`", "Lancer `a b`", "run-a-b"),
        ("*Two* **words**", "*Deux* **mots**", "two-words"),
        ("[Link](faq.md) here", "[Lien](faq.md) ici", "link-here"),
        ("![Pot](pot.svg) kettle", "![Pot](pot.svg) bouilloire", "kettle"),
        ("Wide {.wide}", "Large {.wide}", "wide"),
        ("<b>Bold</b> text", "Texte <b>gras</b>", "bold-text"),
        ("Party :tada:", "Fête :tada:", "party-tada"),
        ("{{ name() }}", "{{ name() }}", "tea"),
    ];
    let text = |index: usize| {
        let lines = headings.iter().map(|it| if index == 0 { it.0 } else { it.1 });
        lines.map(|it| format!("## {it}\n\n")).collect::<String>()
    };
    let site = bilingual("")
        .settings("[markdown]\nmath = true\nattributes = true\nemoji = true\n")
        .file(
            "pages/shortcodes.html",
            "{% macro name() %}{{ t(\"name\") }}{% endmacro %}\
             {% macro icon() %}<img src=\"/cup.svg\" alt=\"{{ t(\"cup\") }}\">{% endmacro %}\
             {% macro mark() %}<mark>{{ caller() }}</mark>{% endmacro %}",
        )
        .file("i18n/en/site.ftl", "name = Tea\ncup = A cup\n")
        .file("i18n/fr/site.ftl", "name = Thé\ncup = Une tasse\n")
        .file(
            "static/cup.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>",
        )
        .file(
            "content/pot.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>",
        )
        .page("faq", "title = \"FAQ\"\n", &text(0))
        .page("faq.fr", "title = \"FAQ\"\n", &text(1))
        .create();
    let ids = |file: &str| {
        let html = site.output(file);
        let ids = html.split("<h2 id=\"").skip(1);
        ids.map(|it| it.split('"').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    site.build();
    let english = ids("faq/index.html");
    assert_eq!(english, headings.map(|it| it.2));
    assert_eq!(ids("fr/faq/index.html"), english);

    // What a shortcode of the original shows is an input of the translation.
    site.write("i18n/en/site.ftl", "name = Coffee\ncup = A mug\n");
    site.same_as_clean();
    assert_contains(&site.output("fr/faq/index.html"), &["id=\"fees-in-coffee\""]);
    assert_eq!(ids("fr/faq/index.html"), ids("faq/index.html"));
    site.write(
        "content/faq.md",
        &format!("+++\ntitle = \"FAQ\"\n+++\n{}", text(0).replace("Help", "Support")),
    );
    site.same_as_clean();
    assert_contains(&site.output("fr/faq/index.html"), &["id=\"support\""]);
}

#[test]
fn data_has_the_texts_of_a_language_and_the_same_figures() {
    let site = bilingual("")
        .file("content/data/offers.toml", "[[offer]]\nid = \"a\"\nlabel = \"Tea\"\nprice = 3\n[[offer]]\nid = \"b\"\nlabel = \"Cake\"\nprice = 4\n")
        .file("content/data/offers.fr.toml", "[[offer]]\nid = \"b\"\nlabel = \"Gâteau\"\n")
        .file("content/data/offers.schema.json", "{\"properties\": {\"offer\": {\"uniqueKey\": \"id\", \"items\": {\"properties\": {\"label\": {\"translatable\": true}}}}}}")
        .file("content/data/rows.csv", "name,name.fr,size\nPot,Théière,2\nCup,,1\n")
        .file("pages/page.html", "{% for it in data.offers.offer %}{{ it.label }} {{ it.price }};{% endfor %}{% for it in data.rows %}{{ it.name }} {{ it.size }} {{ it[\"name.fr\"]|default(\"-\") }};{% endfor %}")
        .create();
    site.build();
    assert_contains(&site.output("index.html"), &["Tea 3;Cake 4;Pot 2 -;Cup 1 -;"]);
    assert_contains(&site.output("fr/index.html"), &["Tea 3;Gâteau 4;Théière 2 -;Cup 1 -;"]);

    site.write(
        "content/data/offers.fr.toml",
        "[[offer]]\nid = \"b\"\nlabel = \"Gâteau\"\nprice = 5\n[[offer]]\nid = \"c\"\n",
    );
    site.write("content/data/other.fr.toml", "a = \"b\"\n");
    let refused = site.refused();
    assert_diagnostics!(refused);

    // The texts of a language that is left out are checked, too.
    site.append("site.toml", "disabled = true\n");
    assert_eq!(site.refused(), refused);
}

#[test]
fn folders_terms_and_periods_without_pages_in_a_language_are_empty_in_it() {
    let list = "{% for path in [\"/posts/\", \"/blog/\", \"/tags/green/\", \"/posts/2026/\"] %}{{ path }}:\
         {% for it in section(path, required=false) %}{{ it.path }};{% endfor %}{% endfor %}";
    let site = bilingual("")
        .settings("[[feeds]]\npath = \"/feed.xml\"\nsection = \"/posts/\"\nformat = \"rss\"\n")
        .settings(
            "[[taxonomies]]\nname = \"tags\"\ntemplate = \"page\"\nlist_template = \"page\"\n",
        )
        .settings("[[archives]]\nroute = \"/posts/{year}/\"\ntemplate = \"page\"\n")
        .file("pages/page.html", list)
        .page("posts/index", "title = \"Posts\"\npath = \"/blog/\"\n", "")
        .page(
            "posts/one",
            "title = \"One\"\ndate = 2026-01-02\n[taxonomies]\ntags = [\"Green\"]\n",
            "Text.\n",
        )
        .create();
    site.build();
    let one = "/posts/one/;";
    assert_contains(
        &site.output("index.html"),
        &[&format!("/posts/:{one}/blog/:{one}/tags/green/:{one}/posts/2026/:{one}")],
    );
    let none = "/posts/:/blog/:/tags/green/:/posts/2026/:<";
    assert_contains(&site.output("fr/index.html"), &[none]);
    assert!(!site.output("fr/feed.xml").contains("<item>"));

    site.write("content/posts/one.fr.md", "+++\ntitle = \"Un\"\n+++\n");
    site.same_as_clean();
    assert_contains(
        &site.output("fr/index.html"),
        &["/posts/:/fr/posts/one/;/blog/:/fr/posts/one/;"],
    );
}

#[test]
fn rows_are_pages_of_the_languages_that_their_data_file_has() {
    let site = bilingual("[languages.es]\nlabel = \"Español\"\nuntranslated = \"show\"\nfallback = \"fr\"\n")
        .settings("[[collections]]\nname = \"teas\"\ndata = \"content/data/teas.csv\"\nroute = \"/teas/{slug}/\"\ntemplate = \"tea\"\n[collections.fields]\ntitle = \"name\"\n")
        .file("content/data/teas.csv", "code,name,name.fr,price\na,Green,Vert,3\nb,Black,,4\n")
        .file("content/data/teas.schema.json", "{\"uniqueKey\": \"code\", \"items\": {\"properties\": {\"price\": {\"type\": \"number\"}, \"name\": {\"translatable\": true}}}}")
        .file("content/teas/index.md", "+++\ntitle = \"Teas\"\n[cascade]\nweight = 3\n+++\n")
        .file("content/teas/index.fr.md", "+++\ntitle = \"Thés\"\n+++\n")
        .file("pages/tea.html", "{{ page.title }} {{ page.extra.price }} {% for it in page.translations %}{{ it.path }};{% endfor %}")
        .file("pages/page.html", "{% for it in section(\"/teas/\") %}{{ it.path }} {{ it.title }};{% endfor %}")
        .create();
    site.build();
    let versions = "/teas/green/;/es/teas/green/;/fr/teas/green/;";
    assert_contains(&site.output("teas/green/index.html"), &[&format!("Green 3 {versions}")]);
    assert_contains(
        &site.output("fr/teas/green/index.html"),
        &[&format!("Vert 3 {versions}"), "hreflang=\"en\""],
    );
    assert_contains(&site.output("fr/teas/black/index.html"), &["Black 4"]);
    assert_contains(
        &site.output("es/teas/green/index.html"),
        &["Vert 3", "rel=\"canonical\" href=\"https://example.com/fr/teas/green/\""],
    );
    assert_contains(&site.output("index.html"), &["/teas/black/ Black;/teas/green/ Green;"]);
    assert_contains(
        &site.output("fr/index.html"),
        &["/fr/teas/black/ Black;/fr/teas/green/ Vert;"],
    );

    // Without French texts, the rows have no French pages.
    site.write("content/data/teas.csv", "code,name,price\na,Green,3\nb,Black,4\n");
    site.same_as_clean();
    assert!(!site.has("fr/teas/green/index.html"));
    assert_contains(&site.output("es/teas/green/index.html"), &["Green 3"]);
    site.write("content/data/teas.fr.toml", "[[teas]]\n");
    site.refused();
    site.remove("content/data/teas.fr.toml");
    site.write(
        "content/data/teas.csv",
        "code,name,name.es,price\na,Green,Verde,3\nb,Black,Negro,4\n",
    );
    site.same_as_clean();
    assert_contains(&site.output("es/teas/green/index.html"), &["Verde 3"]);
}

#[test]
fn fields_of_a_collection_have_patterns_of_their_own_in_a_language() {
    const TEAS: &str = "[[collections]]\nname = \"teas\"\ndata = \"content/data/teas.csv\"\nroute = \"/teas/{slug}/\"\n[collections.fields]\nslug = \"name\"\ntitle = \"{name} | Shop\"\ndescription = \"{name}, {price}\"\n";
    const FRENCH: &str =
        "[languages.fr.collections.teas]\ntitle = \"{name} | Boutique\"\nheading = \"{name}\"\n";

    let french = bilingual(FRENCH)
        .settings(TEAS)
        .file("content/data/teas.csv", "name,price\nGreen,3\n")
        .file(
            "pages/page.html",
            "{{ page.title }} / {{ page.heading or 'None' }} / {{ page.description }}",
        )
        .create();
    french.build();
    assert_contains(
        &french.output("teas/green/index.html"),
        &["Green | Shop / Green | Shop / Green, 3"],
    );
    assert_contains(
        &french.output("fr/teas/green/index.html"),
        &["Green | Boutique / Green / Green, 3", "hreflang=\"en\""],
    );

    // A changed pattern changes the pages of its language. The rows have no French pages without one.
    let settings = french.read("site.toml");
    french.write("site.toml", &settings.replace("Boutique", "Magasin"));
    french.same_as_clean();
    assert_contains(&french.output("fr/teas/green/index.html"), &["Green | Magasin"]);
    french.write("site.toml", &settings.replace(FRENCH, ""));
    french.same_as_clean();
    assert!(!french.has("fr/teas/green/index.html"));

    french.append("site.toml", "[languages.fr.collections.teas]\ntitle = \"{nom}\"\n");
    assert_contains(
        &french.refused(),
        &[
            "no row of content/data/teas.csv has a `nom`",
            "name one of name, price",
            "title = \"{nom}\"",
        ],
    );
    french.append(
        "site.toml",
        "heading = \"{name\"\nimage_alt = 3\nweight = \"price\"\n[languages.fr.collections.teaz]\n",
    );
    let expected = [
        "`heading` is no pattern: a brace is not closed",
        "`image_alt` is no pattern: it is not a text",
        "a language has no field `weight` of a collection",
        "`[[collections]]` has no `teaz`",
        "did you mean `teas`?",
    ];
    assert_contains(&french.refused(), &expected);
}

#[test]
fn a_template_of_a_file_can_state_its_language() {
    let site = bilingual("")
        .file("pages/files/menu.json", "{\"language\": {{ site.language }}}")
        .file("pages/files/deep/menu.fr.json", "{{ file_data(\"menu.json\") }}")
        .file("pages/files/menu.xx.json", "[]")
        .create();
    site.build();
    assert_eq!(site.output("menu.json"), "{\"language\": \"en\"}\n");
    assert_eq!(site.output("fr/deep/menu.json"), "{\"language\":\"fr-CA\"}\n");
    assert!(site.has("menu.xx.json") && !site.has("deep/menu.fr.json"));
    assert_contains(
        &printed_text(&site.run(&["explain", "/fr/deep/menu.json"])),
        &["is made from pages/files/deep/menu.fr.json"],
    );

    site.write("pages/files/menu.en.json", "1");
    assert_contains(&site.refused(), &["error[C0", "pages/files/menu.en.json", "menu.json"]);
    site.remove("pages/files/menu.en.json");
    site.append("site.toml", "disabled = true\n");
    site.same_as_clean();
    assert!(!site.has("fr/deep/menu.json"));
}

#[test]
fn a_missing_translation_is_shown_omitted_redirected_or_an_error() {
    let site = bilingual("untranslated = \"redirect\"\n")
        .page("moved", "title = \"Moved\"\n", "")
        .page("Two words", "title = \"Two words\"\n", "")
        .file(
            "content/legal/index.md",
            "+++\ntitle = \"Legal\"\n[cascade]\nmust_match = true\n+++\n",
        )
        .page("legal/terms", "title = \"Terms\"\n", "## One\n")
        .page("news/a", "title = \"A\"\nuntranslated = \"omit\"\n", "")
        .page("404", "title = \"Not found\"\n", "Not here\n")
        .page("404.fr", "title = \"Introuvable\"\n", "Pas ici\n")
        .create();
    let warnings = site.build();
    assert_contains(
        &warnings,
        &["warning[C0120]", "content/legal/terms.md is not translated to Français"],
    );
    assert_contains(
        &site.output("_redirects"),
        &["/fr/moved/ /moved/ 302\n", "/fr/two%20words/ /two%20words/ 302\n"],
    );
    assert!(
        !site.has("fr/news/a/index.html") && !site.output("_redirects").contains("/fr/news/a/")
    );

    let refused = site.run(&["build", "--allow-samples"]);
    assert_contains(&printed_text(&refused), &["error[C0120]", "add content/legal/terms.fr.md"]);

    let server = Server::start(&site, &["serve", "--preview"]);
    assert_contains(&server.get("/fr/nowhere/"), &["404 Not Found", "Pas ici"]);
    assert_contains(&server.get("/nowhere/"), &["404 Not Found", "Not here"]);
}

#[test]
fn a_lock_file_records_which_text_was_translated() {
    let site = bilingual("")
        .page(
            "legal/terms",
            "title = \"Terms\"\nmust_match = true\n",
            "## Age\n\nYou are 21.\n\n## End\n",
        )
        .create();
    let run = |arguments: &[&str]| printed_text(&site.run(arguments));
    assert_contains(
        &run(&["translations", "status"]),
        &[
            "Français (fr): 1 of 2 pages translated",
            "content/legal/terms.md: not translated (must match)",
        ],
    );

    let created = run(&["translations", "new", "content/legal/terms.md", "fr"]);
    assert_contains(&created, &["created content/legal/terms.fr.md"]);
    assert!(site.read("content/legal/terms.fr.md").contains("You are 21."));
    site.write(
        "content/legal/terms.fr.md",
        "+++\ntitle = \"Conditions\"\n+++\n## Âge\n\nVous avez 21 ans.\n\n## Fin\n",
    );

    assert_contains(&run(&["translations", "accept", "--sample"]), &["accepted 2 translations"]);
    let build = ["build"];
    assert_contains(&run(&build), &["error[C0123]", "content/legal/terms.fr.md"]);
    assert_contains(&run(&["translations", "accept"]), &["accepted 2 translations"]);
    let status = site.run(&["translations", "status", "--exit-code"]);
    assert!(status.status.success(), "{}", printed_text(&status));
    assert!(site.run(&build).status.success());

    // Line breaks do not count.
    site.write(
        "content/legal/terms.md",
        "+++\ntitle = \"Terms\"\nmust_match = true\n+++\n## Age\n\nYou\nare 21.\n\n\n## End\n",
    );
    assert!(site.run(&build).status.success());
    site.write(
        "content/legal/terms.md",
        "+++\ntitle = \"Terms\"\nmust_match = true\n+++\n## Age\n\nYou are 19.\n\n## End\n",
    );
    assert_contains(
        &run(&build),
        &[
            "error[C0122]",
            "content/legal/terms.md changed after it was translated to Français: #age",
        ],
    );
    let status = site.run(&["translations", "status", "--json", "--exit-code"]);
    assert_eq!(status.status.code(), Some(1));
    assert_contains(
        &printed_text(&status),
        &["\"state\":\"stale\",\"changed\":[\"#age\"],\"reviewed\":true,\"must_match\":true"],
    );

    site.remove("content/legal/terms.fr.md");
    site.remove("content/legal/terms.md");
    assert_contains(
        &run(&["translations", "status"]),
        &["content/legal/terms.md: no longer exists"],
    );
    assert_contains(&run(&["translations", "prune"]), &["removed 1 entry"]);
}

#[test]
fn a_lock_file_records_which_messages_were_translated() {
    let site = bilingual("")
        .file(
            "i18n/en/site.ftl",
            "# A note\ntea = Tea\n    .title = Drink\n-brand = Tide\ncup = Cup\n",
        )
        .file("i18n/fr/site.ftl", "tea = Thé\n-brand = Marée\n")
        .file("pages/page.html", "{{ t(\"tea\") }}{{ t(\"tea.title\") }}{{ t(\"cup\") }}")
        .create();
    let run = |arguments: &[&str]| printed_text(&site.run(arguments));
    let status = ["translations", "status"];
    let printed = site.run(&status);
    assert_eq!(printed_text(&printed).as_bytes(), printed.stdout);
    assert_contains(
        &run(&status),
        &[
            "  2 of 3 messages translated, 0 out of date, 2 not reviewed",
            "  i18n/en/site.ftl: the message `cup` is not translated",
            "  2 messages: not accepted yet",
        ],
    );

    let accepted = run(&["translations", "accept", "--sample", "i18n/fr/site.ftl"]);
    assert_contains(&accepted, &["accepted 0 translations and 2 messages"]);
    assert_contains(&run(&status), &["  2 messages: not reviewed by a person"]);
    assert_contains(&run(&["build"]), &["2 translations to Français are not reviewed"]);
    site.write("i18n/fr/site.ftl", "tea = Thé\n-brand = Marée\ncup = Tasse\n");
    assert_contains(&run(&["translations", "accept"]), &["accepted 1 translation and 3 messages"]);
    let complete = site.run(&["translations", "status", "--exit-code"]);
    assert!(complete.status.success(), "{}", printed_text(&complete));

    // White space and comments do not count, and attributes do.
    site.write(
        "i18n/en/site.ftl",
        "# Another note\n\ntea =\n    Tea\n    .title = Drink it\n-brand  =  Tide\ncup = Cup\n",
    );
    let stale = run(&status);
    assert_contains(&stale, &["1 out of date", "i18n/en/site.ftl: the message `tea` has changed"]);
    assert!(!stale.contains("`-brand`") && !stale.contains("`cup`"), "{stale}");
    let json = site.run(&["translations", "status", "--json", "--exit-code"]);
    assert_eq!(json.status.code(), Some(1));
    assert_contains(
        &printed_text(&json),
        &[
            "\"message\":\"tea\",\"original\":\"i18n/en/site.ftl\",\"translation\":\"i18n/fr/site.ftl\",\"state\":\"stale\"",
        ],
    );

    // Translations are accepted before a language is published.
    let published = site.read("site.toml");
    let disabled = published.replace("name = \"Thé\"\n", "name = \"Thé\"\ndisabled = true\n");
    assert_ne!(disabled, published);
    site.write("site.toml", &disabled);
    let events = |output: &Output| {
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        let mut events: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for event in &mut events {
            assert_eq!(event["event"], "translation", "{event}");
            assert!(event.as_object_mut().unwrap().remove("time").is_some());
        }
        events
    };
    let of_disabled = site.run(&["translations", "status", "--json", "--exit-code"]);
    assert_eq!(events(&of_disabled), events(&json));
    site.write("site.toml", &published);

    site.write("i18n/en/site.ftl", "tea = Tea\n");
    assert_contains(&run(&status), &["the message `cup` no longer exists"]);
    assert_contains(&run(&["translations", "prune"]), &["removed 2 entries"]);
    assert!(!site.read("i18n/fr.lock").contains("cup"));
}

#[test]
fn messages_that_no_template_shows_are_removed_from_all_languages() {
    let site = bilingual("")
        .file("pages/page.html", "{{ t(\"tea\") }}{% if false %}{{ t(\"later\") }}{% endif %}{{ page.body }}")
        .file(
            "i18n/en/site.ftl",
            "## Drinks\n\ntea = Tea\n\n# Above the picture.\nold = Old { base }\n    .title = Open\n\nbase = base\nlater = Later\nhalf = Half\nsecret = Secret\n",
        )
        .file("i18n/fr/site.ftl", "tea = Thé { half }\nold = Ancien\nlater = Plus tard\nextra = En plus\nhalf = demi\n")
        .file("i18n/fr/more.ftl", "# Note\nbase =\n    base\n")
        .page("broken", "title = \"Broken\"\n", "{{ nothing() }}\n")
        .file("pages/secret.html", "{{ t(\"se\" ~ \"cret\") }}")
        .page("draft", "title = \"Draft\"\ndraft = true\ntemplate = \"secret\"\n", "")
        .create();
    let prune = || printed_text(&site.run(&["translations", "prune", "--messages"]));
    // The messages of a page with an error are not known.
    assert_contains(&prune(), &["there is no shortcode `nothing`"]);
    assert_contains(&site.read("i18n/en/site.ftl"), &["old = Old"]);

    site.remove("content/broken.md");
    assert_contains(&site.build(), &["C0416", "`croupier translations prune --messages`"]);
    let printed = prune();
    let files = ["i18n/en/site.ftl", "i18n/fr/more.ftl", "i18n/fr/site.ftl"]
        .map(|file| format!("removed unused messages from {file}"));
    assert_contains(&printed, &[&files[0], &files[1], &files[2], "  `base`\n  `old`"]);
    assert_eq!(
        site.read("i18n/en/site.ftl"),
        "## Drinks\n\ntea = Tea\n\nlater = Later\nhalf = Half\nsecret = Secret\n"
    );
    assert_eq!(
        site.read("i18n/fr/site.ftl"),
        "tea = Thé { half }\nlater = Plus tard\nextra = En plus\nhalf = demi\n"
    );
    assert_eq!(site.read("i18n/fr/more.ftl"), "");
    assert!(!prune().contains("unused messages"));
}

#[test]
fn sample_words_of_a_language_count_when_it_is_published() {
    let french = "[languages.fr.brand]\nowner = \"Lorem\"\n";
    let site = SiteBuilder::bare()
        .settings("[production]\nsample_words = [\"Lorem\"]\n")
        .settings(&format!("[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Français\"\ndisabled = true\n{french}"))
        .page("index", "title = \"Home\"\n", "")
        .create();
    assert!(site.run(&["build"]).status.success());
    let settings = site.read("site.toml").replace("disabled = true\n", "");
    site.write("site.toml", &settings);
    assert_contains(&printed_text(&site.run(&["build"])), &["error[C0007]", "`Lorem` is a sample"]);
}

#[test]
fn texts_that_change_places_reach_both_languages() {
    let site = bilingual("")
        .settings("[[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\nformat = \"atom\"\ncontent = \"full\"\n[search]\ntitles = true\n")
        .file("pages/slices/menu.html", "{{ data.menu.label }}{% for it in section(\"/\") %}{{ it.title }}{% endfor %}")
        .file("pages/page.html", "{{ slice(\"menu\") }}{{ page.body }}")
        .file("content/data/menu.toml", "label = \"Menu\"\n")
        .file("content/data/menu.fr.toml", "label = \"Carte\"\n")
        .page("post", "title = \"Post\"\ndate = 2026-01-01\n", "Text\n")
        .page("post.fr", "title = \"Billet\"\n", "Texte\n")
        .create();
    site.build();
    assert_contains(&site.output("fr/post/index.html"), &["data-slice=\"fr/menu\"", "CarteBillet"]);

    let swap = |a: &str, b: &str| {
        let (first, second) = (site.read(a), site.read(b));
        site.write(a, &second);
        site.write(b, &first);
    };
    swap("content/data/menu.toml", "content/data/menu.fr.toml");
    site.same_as_clean();
    swap("content/post.md", "content/post.fr.md");
    site.same_as_clean();
    swap("content/index.md", "content/index.fr.md");
    site.same_as_clean();
    assert_contains(&site.output("fr/post/index.html"), &["MenuPost"]);
    assert_contains(&site.output("post/index.html"), &["CarteBillet"]);
}

#[test]
fn wrong_languages_are_reported_at_their_keys() {
    let site = SiteBuilder::bare()
        .settings("default_language = \"en\"\n[languages]\ndefaultLocale = \"en\"\n[languages.en]\nlabel = \"English\"\n")
        .settings("[languages.fr]\nlabel = \"Français\"\nlanguageCode = \"fr-CA\"\ncontentDir = \"content/fr\"\nfallback = \"de\"\nbaseURL = \"https://example.fr\"\n")
        .settings("[languages.es]\npath = \"fr\"\ncontent_dir = \"content-es\"\ndirection = \"left\"\n")
        .settings("[languages.it]\nlabel = \"Italiano\"\npath = \"/fr/\"\ncontent_dir = \"content-it\"\n[languages.it.deploy]\nx = 1\n[languages.it.client]\nsecret_parameters = [\"token\"]\n")
        .page("index", "title = \"Home\"\ntranslationKey = \"home\"\nuntranslated = \"hide\"\n", "")
        .create();
    assert_diagnostics!(site.refused());
}

#[test]
fn a_site_without_languages_has_no_default_language() {
    let site: Site = SiteBuilder::bare()
        .settings("default_language = \"en\"\n")
        .page("index", "title = \"Home\"\n", "")
        .create();
    assert_contains(
        &site.refused(),
        &["`default_language` needs `[languages]`", "`language = \"en\"`"],
    );
}

#[test]
fn a_message_without_a_translation_is_that_of_the_fallback_language() {
    let site = bilingual("[languages.es]\nlabel = \"Español\"\nfallback = \"fr\"\n")
        .file(
            "i18n/en/site.ftl",
            "tea = Tea\ncups = { $n ->\n    [one] { $n } cup\n   *[other] { $n } cups\n}\n",
        )
        .file("i18n/fr/site.ftl", "tea = Thé\n")
        .file("i18n/es/site.ftl", "")
        .file("pages/page.html", "{{ t(\"tea\") }} {{ t(\"cups\", n=1500) }}")
        .page("index.es", "title = \"Inicio\"\n", "")
        .create();
    let warnings = site.build();
    assert_contains(&site.output("index.html"), &["Tea 1,500 cups"]);
    assert_contains(&site.output("fr/index.html"), &["Thé 1,500 cups"]);
    assert_contains(&site.output("es/index.html"), &["Thé 1,500 cups"]);
    assert_contains(&warnings, &["warning[C0415]", "`cups`"]);

    site.write("i18n/es/site.ftl", "tea = Té\n");
    site.same_as_clean();
    assert_contains(&site.output("es/index.html"), &["Té 1,500 cups"]);
}

#[test]
fn a_new_site_begins_in_several_languages() {
    let folder = TempDir::new().unwrap();
    for template in ["plain", "blog", "docs"] {
        for (name, languages) in [("en", "en,fr"), ("fr", "fr,en,de"), ("it", "it,pt-BR")] {
            let name = format!("{template}-{name}");
            let arguments = ["new", &name, "--template", template, "--languages", languages];
            let created = croupier(folder.path(), &arguments);
            assert!(created.status.success(), "{}", printed_text(&created));
            let checked = croupier(&folder.path().join(&name), &["check", "--preview", "--quiet"]);
            assert!(
                checked.status.success() && printed_text(&checked).is_empty(),
                "{name}: {}",
                printed_text(&checked)
            );
        }

        let root = folder.path().join(format!("{template}-en"));
        assert!(croupier(&root, &["build", "--preview"]).status.success());
        let output = root.join(PREVIEW);
        let mut count = 0;
        for (file, html) in pages_below(&output.join("fr")) {
            count += 1;
            assert_contains(&html, &["<html lang=\"fr\" dir=\"ltr\"", "hreflang=\"en\""]);
            for link in links_that_leave(&html, "/fr/") {
                // Samples that are not translated link to pages without a file.
                let is_sample = link == "/tags/" || link.ends_with("atom.xml");
                assert!(is_sample && html.contains("class=\"untranslated\""), "{file}: {link}");
            }
        }
        assert!(count > 1, "{template}");
    }

    let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    let page = read("docs-en/.croupier/preview/fr/v1/start/first-page/index.html");
    assert_contains(
        &page,
        &[
            "<a class=\"skip\" href=\"#main\">Aller au contenu</a>",
            "<a href=\"/fr/v1/start/upgrade/\">",
            "<a href=\"/fr/v2/start/first-page/\">Lire la page de Version 2</a>",
            "<a href=\"/v1/start/first-page/\" lang=\"en\"",
            "Cette page n’est pas encore traduite.",
        ],
    );
    assert_contains(&read("blog-fr/content/about.md"), &["title = \"À propos\""]);
    assert_contains(&read("blog-fr/content/about.en.md"), &["title = \"About\""]);
    assert_contains(&read("blog-fr/content/archive.md"), &["template = \"archives\""]);
    assert_contains(&read("blog-it/site.toml"), &["[languages.it]\nlabel = \"Italiano\""]);
    // Texts that are not translated are listed.
    let status = |site: &str| {
        printed_text(&croupier(&folder.path().join(site), &["translations", "status"]))
    };
    let search = "content/data/search.pt-BR.toml: the texts of the search are not translated";
    assert_contains(&status("blog-it"), &["messages: the same text as the original", search]);
    for text in ["the same text", "the texts of the search"] {
        assert!(!status("blog-en").contains(text) && !status("blog-fr").contains(text));
    }
    assert_contains(&read("docs-it/content/data/search.pt-BR.toml"), &["# These texts are not"]);

    // Without the option, a site has one language.
    croupier(folder.path(), &["new", "plain", "--template", "plain"]);
    let names = |path: &str| fs::exists(folder.path().join(path)).unwrap();
    assert!(!names("plain/i18n") && !names("plain/pages/parts"));
    assert!(!read("plain/site.toml").contains("languages"));
    for (arguments, message) in [
        (["new", "a", "--languages", "english"], "`english` is not the code of a language"),
        (["new", "a", "--languages", "en,fr,EN"], "names EN twice"),
        (["new", "a", "--languages", ""], "is not the code of a language"),
    ] {
        let refused = croupier(folder.path(), &arguments);
        assert_eq!(refused.status.code(), Some(2));
        assert_contains(&printed_text(&refused), &[message]);
    }
    let arguments = ["new", "a", "--template", "casino", "--languages", "en,fr"];
    let refused = croupier(folder.path(), &arguments);
    assert_contains(&printed_text(&refused), &["needs the template plain, blog, docs or islands"]);
}

#[test]
fn languages_of_a_new_site_with_the_same_name_have_their_countries() {
    let folder = TempDir::new().unwrap();
    let arguments = ["new", "a", "--languages", "en,pt-br,pt-pt,fr-ca", "--ci", "none"];
    let created = croupier(folder.path(), &arguments);
    assert!(created.status.success(), "{}", printed_text(&created));
    let settings = fs::read_to_string(folder.path().join("a/site.toml")).unwrap();
    for label in ["English", "Português (Brasil)", "Português (Portugal)", "Français"] {
        assert_contains(&settings, &[&format!("label = \"{label}\"\n")]);
    }
}

#[test]
fn a_new_site_with_islands_has_their_texts_in_several_languages() {
    let folder = TempDir::new().unwrap();
    let arguments =
        ["new", "site", "--template", "islands", "--languages", "en,fr", "--ci", "none"];
    let created = croupier(folder.path(), &arguments);
    assert!(created.status.success(), "{}", printed_text(&created));
    let site = folder.path().join("site");
    let built = croupier(&site, &["build", "--preview", "--quiet"]);
    assert!(built.status.success() && printed_text(&built).is_empty(), "{}", printed_text(&built));

    let read = |file: &str| fs::read_to_string(site.join(PREVIEW).join(file)).unwrap();
    let french = read("fr/index.html");
    assert_contains(
        &french,
        &[
            "<html lang=\"fr\" dir=\"ltr\"",
            "<a href=\"/\" lang=\"en\"",
            "<a href=\"/fr/about/\">l’autre page</a>",
            "aria-label=\"Couleurs claires ou sombres\"",
            "Le navigateur charge le code avec la page.",
        ],
    );
    assert!(!french.contains("The browser"), "{french}");
    assert_contains(
        &read("index.html"),
        &["aria-label=\"Light or dark colours\"", "The browser loads the code with the page."],
    );
    for (file, html) in pages_below(&site.join(PREVIEW).join("fr")) {
        let outside: Vec<String> = links_that_leave(&html, "/fr/");
        assert!(outside.is_empty(), "{file}: {outside:?}");
        assert!(!html.contains("class=\"untranslated\""), "{file}");
    }

    // Data files have the texts of the default language.
    let arguments =
        ["new", "reverse", "--template", "islands", "--languages", "fr,en,it", "--ci", "none"];
    croupier(folder.path(), &arguments);
    let data = folder.path().join("reverse/content/data");
    let read = |file: &str| fs::read_to_string(data.join(file)).unwrap();
    assert_contains(&read("hydration.csv"), &["Le navigateur"]);
    assert_contains(&read("hydration.en.csv"), &["The browser"]);
    assert!(
        !data.join("hydration.it.csv").exists() && !data.join("search.schema.en.json").exists()
    );
}

#[test]
fn pseudo_languages_include_sections_by_the_ids_of_the_original() {
    let site = SiteBuilder::bare()
        .file("pages/shell.html", "<html><head>{{ head }}</head><body>{{ main }}</body></html>")
        .file("pages/page.html", "{{ page.body }}")
        .page(
            "index",
            "title = \"Home\"\n",
            "{{ include_page(\"faq.md#fees\") }}\n\n{{ include_page(\"note.md#fees\") }}\n",
        )
        .page("faq", "title = \"FAQ\"\n", "## Fees\n\nText\n\n### Late fees\n")
        .page("note", "title = \"Note\"\nheadless = true\n", "## Fees\n\nNote\n")
        .create();
    let built = site.run(&["build", "--pseudo"]);
    assert!(built.status.success(), "{}", printed_text(&built));

    let page = site.root().join(PREVIEW).join("en-xa/index.html");
    let html = fs::read_to_string(page).unwrap();
    assert_contains(&html, &["[Ţéẋţ]", "[Ñöţé]", "id=\"faq-late-fees\""]);
}

#[test]
fn pseudo_languages_show_which_texts_are_in_templates() {
    let site = SiteBuilder::bare()
        .settings("description = \"About tea\"\n[nav]\nlabel = \"Menu\"\npath = \"/tea/\"\n[search]\ntitles = true\n[markdown]\ncallouts = { hint = \"Hint\" }\n[[collections]]\nname = \"teas\"\ndata = \"content/data/teas.csv\"\nroute = \"/teas/{slug}/\"\ntemplate = \"page\"\n[collections.fields]\ntitle = \"name\"\n[[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\nformat = \"atom\"\n")
        .file("i18n/en/site.ftl", "news = News of { $day }\ncups = { $n ->\n    [one] One cup\n   *[other] { $n } cups of { -tea }\n}\n-tea = green tea\n")
        .file("content/data/offers.toml", "[[offer]]\nid = \"two words\"\nlabel = \"Tea\"\nunmarked = \"Left in data\"\n")
        .file("content/data/offers.schema.json", "{\"properties\": {\"offer\": {\"items\": {\"properties\": {\"id\": {\"type\": \"string\"}, \"label\": {\"type\": \"string\", \"translatable\": true}}}}}}")
        .file("content/data/teas.csv", "name,price\nGreen tea,3\n")
        .file(
            "pages/shell.html",
            "<html lang=\"{{ site.language }}\" dir=\"{{ site.direction }}\"><head>{{ head }}</head><body>{{ search_button() }}{{ main }}</body></html>",
        )
        .file(
            "pages/page.html",
            "<h1>{{ page.title }}</h1><p>{{ site.nav.label }} {{ site.nav.path }}</p><p>{{ t(\"news\", day=\"1\") }}</p><p>{{ t(\"cups\", n=3) }}</p>\
             {% for it in data.offers.offer %}<p>{{ it.label }}</p><i data-id=\"{{ it.id }}\"></i>{% endfor %}<b>Read more</b>{{ page.body }}",
        )
        .page("index", "title = \"Home of tea\"\nmust_match = true\n", "Text")
        .page(
            "tea/index",
            "title = \"Tea\"\ndate = 2026-01-01\ntranslation_key = \"the-tea\"\n",
            "A **strong** [tea](../index.md \"A title\") and `code` at https://example.net/x and me@example.com &amp; more.\n\n\
             ## Fees {#fees}\n\n## Two words\n\n```sh\ncurl me\n```\n\n<div title=\"A box\">In a box<script type=\"text/plain\">let me = 1</script></div>\n\n<p>Raw {{ mark(text=\"1\") }} html</p>\n\nIn {{ mark(text=\"2\") }} line\n\n\
             > [!NOTE] Own title\n> In a note\n\n- [ ] One task\n- Term [^1]\n\n[^1]: A footnote\n\n| Head |\n|---|\n| Cell |\n\n![A boat](/boat.svg)\n",
        )
        .file("pages/shortcodes.html", "{% macro mark(text) %}<b>{{ text }}</b>{% endmacro %}")
        .file("static/boat.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>")
        .create();
    let built = site.run(&["build", "--pseudo"]);
    assert!(built.status.success(), "{}", printed_text(&built));
    let read = |file: &str| fs::read_to_string(site.root().join(PREVIEW).join(file)).unwrap();

    let pages = pages_below(&site.root().join(PREVIEW).join("en-xa"));
    assert_eq!(pages.len(), 3);
    for (file, html) in pages {
        let plain: Vec<String> =
            visible_texts(&html).into_iter().filter(|text| has_plain_word(text)).collect();
        assert_eq!(plain, ["Read more"], "{file}: {html}");
    }
    let page = read("en-xa/tea/index.html");
    assert_contains(
        &page,
        &[
            "<html lang=\"en-XA\" dir=\"ltr\">",
            "<meta name=\"robots\" content=\"noindex\">",
            "[Ñéŵš öƒ 1 öñé]",
            "[3 çûþš öƒ ĝŕééñ ţéà öñé]",
            "[Å <strong>šţŕöñĝ</strong> <a href=\"/en-xa/\" title=\"[Å ţîţļé öñé]\">ţéà</a> àñð <code>code</code> àţ",
            "<a href=\"https://example.net/x\">https://example.net/x</a>",
            "id=\"fees\"",
            "id=\"two-words\"",
            "curl me",
            "<div title=\"[Å ƀöẋ]\">[Îñ à ƀöẋ öñé]<script type=\"text/plain\">let me = 1</script></div>",
            "<p>[Ŕàŵ] <b>1</b> [ĥţɱļ]</p>",
            "<p>[Îñ <b>2</b> ļîñé öñé]</p>",
            "[Öŵñ ţîţļé öñé]",
            "alt=\"[Å ƀöàţ]\"",
            "data-id=\"two words\"",
            "/tea/</p>",
            "hreflang=\"en\"",
        ],
    );
    assert!(!page.contains("untranslated"), "{page}");
    assert_contains(&read("en-xa/teas/green-tea/index.html"), &["<h1>[Ĝŕééñ ţéà öñé]</h1>"]);
    assert_contains(&read("en-xa/feed.xml"), &["[Ţéà]"]);
    assert_contains(
        &read("ar-xb/tea/index.html"),
        &["<html lang=\"ar-XB\" dir=\"rtl\">", "\u{202e}Tea\u{202c}", "id=\"two-words\""],
    );

    // A changed text reaches the pseudo-languages.
    site.write(
        "content/tea/index.md",
        "+++\ntitle = \"Coffee\"\ndate = 2026-01-01\ntranslation_key = \"the-tea\"\n+++\nBlack\n",
    );
    site.write("i18n/en/site.ftl", "news = Old news of { $day }\ncups = { $n } cups\n");
    let built = site.run(&["build", "--pseudo", "--check-incremental"]);
    assert!(built.status.success(), "{}", printed_text(&built));
    assert_contains(
        &read("en-xa/tea/index.html"),
        &["[Çöƒƒéé öñé]", "[Ɓļàçķ]", "[Öļð ñéŵš öƒ 1 öñé]"],
    );

    // They are in no other build, and not in the live site.
    site.build();
    assert!(!site.has("en-xa/index.html") && !site.output("index.html").contains("hreflang"));
    let refused = site.run(&["build", "--pseudo", "--profile", "production"]);
    assert_eq!(refused.status.code(), Some(2));
    site.append(
        "site.toml",
        "[languages.en]\nlabel = \"English\"\n[languages.en-XA]\nlabel = \"X\"\n",
    );
    assert_contains(&printed_text(&site.run(&["check"])), &["`en-XA` is a pseudo-language"]);
}

/// A site with translations of some pages, under other names and paths.
fn site_with_many_translations() -> Site {
    // French and Italian show missing pages, German leaves them out, and Spanish redirects.
    let settings = [
        ("en", "label = \"English\"\n"),
        ("fr", "label = \"Français\"\nlocale = \"fr-CA\"\nuntranslated = \"show\"\n"),
        ("de", "label = \"Deutsch\"\npath = \"/deutsch/\"\n"),
        ("es", "label = \"Español\"\ncontent_dir = \"content/es\"\nuntranslated = \"redirect\"\n"),
        ("it", "label = \"Italiano\"\nuntranslated = \"show\"\nfallback = \"fr\"\n"),
    ];
    let mut site = SiteBuilder::bare()
        .settings("[[taxonomies]]\nname = \"tags\"\n")
        .file("pages/shell.html", "<head>{{ head }}</head><body>{{ main }}</body>")
        .file("pages/term.html", "{{ page.title }}")
        .file("pages/terms.html", "{{ page.title }}");
    for (key, keys) in settings {
        site = site.settings(&format!("[languages.{key}]\n{keys}"));
    }

    // The bits of a number decide which languages a page has, and which keys its files have.
    let mut state = 7_u32;
    let mut written = 0;
    for number in 0..120 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let has = |bit: u32| state >> (8 + bit) & 1 == 1;
        let folder = ["", "a/", "a/b/", "Two words/"][(state >> 30) as usize];
        let has_key = has(0);
        let key =
            if has_key { format!("translation_key = \"k{number}\"\n") } else { String::new() };
        for (index, (language, _)) in (0_u32..).zip(settings) {
            // Some pages exist in one language only, which need not be the default one.
            if index > 0 && !has(index + 1) || index == 0 && has(10) && has(11) {
                continue;
            }
            let slug = if has(index + 6) {
                format!("slug = \"s-{language}-{number}\"\n")
            } else {
                String::new()
            };
            let tags = if has(12) {
                format!("taxonomies = {{ tags = [\"t{}\"] }}\n", number % 3)
            } else {
                String::new()
            };
            // A page with a key can have another name in each language.
            let name = if has_key { format!("{language}{number}") } else { format!("p{number}") };
            let path = match language {
                "en" => format!("{folder}{name}"),
                "es" => format!("es/{folder}{name}"),
                _ => format!("{folder}{name}.{language}"),
            };
            site = site.page(
                &path,
                &format!("title = \"{language} {number}\"\n{key}{slug}{tags}"),
                "Text\n",
            );
            written += 1;
        }
    }
    assert!(written > 250, "{written}");
    site.create()
}

#[test]
fn translations_of_many_pages_name_each_other() {
    let site = site_with_many_translations();
    site.build();

    let attribute = |element: &str, name: &str| {
        let start = format!("{name}=\"");
        element.split_once(&start).map(|it| it.1.split('"').next().unwrap().to_owned())
    };
    let mut alternates: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    let (mut pages, mut fallbacks) = (BTreeSet::new(), BTreeSet::new());
    let out = site.out().display().to_string();
    for (file, html) in pages_below(&site.out()) {
        let links = || html.split("<link ").skip(1).map(|it| it.split('>').next().unwrap());
        let path = file.strip_prefix(&out).unwrap().strip_suffix("index.html").unwrap();
        let url = format!("https://example.com{}", path.replace(' ', "%20"));
        let of_page: Vec<(String, String)> = links()
            .filter_map(|it| Some((attribute(it, "hreflang")?, attribute(it, "href")?)))
            .collect();
        let by_language: BTreeMap<String, String> = of_page.iter().cloned().collect();
        assert_eq!(by_language.len(), of_page.len(), "{url} names a language twice");
        let canonical = links().find(|it| it.contains("rel=\"canonical\"")).unwrap();
        if html.contains("class=\"untranslated\"") {
            assert!(of_page.is_empty(), "{url}");
            assert_ne!(attribute(canonical, "href"), Some(url.clone()));
            fallbacks.insert(url.clone());
        } else {
            assert_eq!(attribute(canonical, "href"), Some(url.clone()));
        }
        pages.insert(url.clone());
        alternates.insert(url, by_language);
    }
    assert!(fallbacks.len() > 50 && pages.len() > 300, "{}", pages.len());

    let mut groups = 0;
    for (url, by_language) in alternates.iter().filter(|it| !it.1.is_empty()) {
        assert!(by_language.values().any(|it| it == url), "{url} does not name itself");
        let others: Vec<&String> =
            by_language.iter().filter(|(key, _)| *key != "x-default").map(|it| it.1).collect();
        assert!(others.len() > 1, "{url} has no translation");
        for other in &others {
            assert!(pages.contains(*other) && !fallbacks.contains(*other), "{url}: {other}");
            assert_eq!(alternates[*other], *by_language, "{url} and {other}");
        }
        if let Some(default) = by_language.get("x-default") {
            assert!(others.contains(&default), "{url}: {default}");
            assert_eq!(by_language.get("en"), Some(default), "{url}");
        } else {
            assert!(!by_language.contains_key("en"), "{url}");
        }
        groups += 1;
    }
    assert!(groups > 200, "{groups}");
    let sitemap = site.output("sitemap.xml");
    assert!(fallbacks.iter().all(|it| !sitemap.contains(&format!("<loc>{it}</loc>"))));
}

/// Returns the texts of a page that readers see or hear, without code.
fn visible_texts(html: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = html.split_once("<body").unwrap().1;
    let mut hidden = None;
    while let Some((text, tag)) = rest.split_once('<') {
        if hidden.is_none() {
            texts.push(text.rsplit('>').next().unwrap().trim().to_owned());
        }
        let (tag, after) = tag.split_once('>').unwrap();
        for attribute in ["alt", "title", "aria-label"] {
            let value = tag.split_once(&format!(" {attribute}=\"")).map(|it| it.1);
            texts.extend(value.and_then(|it| it.split('"').next()).map(str::to_owned));
        }
        let name = tag.split([' ', '/']).find(|it| !it.is_empty()).unwrap_or_default().to_owned();
        let is_code = ["script", "style", "pre", "code"].contains(&&*name);
        if hidden.is_none() && is_code {
            hidden = Some(name);
        } else if hidden.as_ref().is_some_and(|hidden| tag == format!("/{hidden}")) {
            hidden = None;
        }
        rest = after;
    }
    texts
}

/// Returns whether a text has a word of plain letters, which is no URL or address.
fn has_plain_word(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let is_url = word.contains('/') || word.contains('@') || word.starts_with('&');
        let has_accent = !word.is_ascii();
        !is_url && !has_accent && word.chars().filter(char::is_ascii_alphabetic).count() > 1
    })
}

fn croupier(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(arguments).current_dir(folder).output().unwrap()
}

/// Returns the HTML files below a folder, with their names.
fn pages_below(folder: &Path) -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages.extend(pages_below(&path));
        } else if path.extension().is_some_and(|it| it == "html") {
            pages.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
    pages
}

/// Returns the links in the body of a page, outside of the menu of languages, to pages that are not below a path.
fn links_that_leave(html: &str, path: &str) -> Vec<String> {
    let (_, body) = html.split_once("<body").unwrap();
    let (before, menu) = body.split_once("<details class=\"languages\">").unwrap();
    let (_, after) = menu.split_once("</details>").unwrap();
    let links = [before, after].join("");
    let links = links.split("<a ").skip(1).filter_map(|it| {
        let (_, rest) = it.split_once("href=\"")?;
        rest.split('"').next().map(str::to_owned)
    });
    links.filter(|it| it.starts_with('/') && !it.starts_with(path) && it != "/llms.txt").collect()
}
