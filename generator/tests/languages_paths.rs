//! Paths and files of languages: their case, their checks, and the ids, files and sections of pages in another language.

use crate::common::{PREVIEW, SiteBuilder, assert_contains, printed_text};
use crate::git_dates::git;
use crate::languages::bilingual;
use crate::languages_hosts;

const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>";

#[test]
fn a_page_in_a_third_language_has_the_ids_and_files_of_the_text_that_it_shows() {
    let third = "[languages.es]\nlabel = \"Español\"\n[languages.mx]\nlabel = \"México\"\nlocale = \"es-MX\"\nfallback = \"es\"\nuntranslated = \"show\"\n";
    let link = "[two](a.md#two) [term](a.md#tea)\n";
    let site = bilingual(third)
        .settings("[markdown]\ndefinition_lists = true\ndefinition_term_ids = true\n")
        .page("index.es", "title = \"Inicio\"\n", link)
        .page("index.mx", "title = \"Inicio\"\n", link)
        .page(
            "a",
            "title = \"A\"\n",
            "## One\n\n## Two\n\nTea\n: drink\n\n[self](#two) ![p](p.svg) [f](f.pdf)\n",
        )
        .page(
            "a.es",
            "title = \"A\"\n",
            "## Uno\n\n## Dos\n\nTé\n: bebida\n\n[self](#two) ![p](p.svg) [f](f.pdf)\n",
        )
        .file("content/p.svg", SVG)
        .file("content/p.es.svg", SVG)
        .file("content/f.pdf", "en")
        .file("content/f.mx.pdf", "mx")
        .create();
    site.build();
    let spanish = site.output("es/a/index.html");
    let mexican = site.output("mx/a/index.html");
    for html in [&spanish, &mexican] {
        assert_contains(html, &["id=\"one\"", "id=\"two\"", "id=\"tea\"", "src=\"/p.es.svg\""]);
    }
    assert_contains(&spanish, &["href=\"/f.pdf\""]);
    assert_contains(&mexican, &["href=\"/f.mx.pdf\""]);
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n## One\n\n## Second\n\nTea\n: drink\n");
    assert_contains(&site.refused(), &["has no anchor `#two`"]);
}

#[test]
fn a_heading_of_a_translation_also_has_the_id_that_another_generator_gave_it() {
    let link = "[own](#thé--café) [second](#thé--café-1) [original](a.md#tea--coffee)\n\n";
    let site = bilingual("")
        .settings("[markdown]\nheading_ids = \"github\"\n")
        .page("a", "title = \"A\"\n", "## Tea & Coffee\n\n## Tea & Coffee\n\n## API\n")
        .page(
            "a.fr",
            "title = \"A\"\n",
            &format!("{link}## Thé & Café\n\n## Thé & Café\n\n## API\n"),
        )
        .create();
    site.build();
    let html = site.output("fr/a/index.html");
    assert_contains(
        &html,
        &[
            "<h2 id=\"tea--coffee\"><span id=\"thé--café\"></span>Thé",
            "<h2 id=\"tea--coffee-1\"><span id=\"thé--café-1\"></span>Thé",
            "<h2 id=\"api\">API",
        ],
    );
    assert!(!site.output("a/index.html").contains("<span id"));
}

#[test]
fn the_path_of_a_language_has_the_case_of_pages() {
    let settings = "[[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\nformat = \"rss\"\n[languages.pt-BR]\nlabel = \"Português\"\nuntranslated = \"show\"\n";
    let site = bilingual("")
        .settings(settings)
        .page("about", "title = \"About\"\n", "")
        .page("about.pt-BR", "title = \"Sobre\"\n", "[home](/pt-br/)\n")
        .create();
    site.build();
    for path in ["pt-br/index.html", "pt-br/about/index.html", "pt-br/feed.xml"] {
        assert!(site.has(path), "{path}");
    }
    assert!(!site.has("pt-BR/index.html"));
    assert_contains(&site.output("_headers"), &["/pt-br/*\n"]);

    site.append("site.toml", "[content]\npaths = \"keep\"\n");
    site.write("content/about.pt-BR.md", "+++\ntitle = \"Sobre\"\n+++\n[home](/pt-BR/)\n");
    site.same_as_clean();
    assert!(site.has("pt-BR/index.html") && site.has("pt-BR/about/index.html"));
}

#[test]
fn paths_folders_and_keys_of_languages_are_checked() {
    let site = bilingual("").create();
    let settings = site.read("site.toml");
    for (table, expected) in [
        ("path = \"/../../x/\"", "it has an empty or dotted part"),
        ("path = \"/x?y/\"", "a special meaning in URLs"),
        ("path = \"/a*b/\"", "a special meaning in `_headers`"),
        ("path = \"x/\"", "it does not begin with a slash"),
        ("path = \"/assets/\"", "it is reserved"),
        ("content_dir = \"content/data/es\"", "cannot have the content files"),
        (
            "content_dir = \"content/de\"\n[languages.de]\nlabel = \"D\"\ncontent_dir = \"content/de/\"",
            "two languages have the folder `content/de`",
        ),
        ("[languages.FR]\nlabel = \"F\"", "`fr` and `FR` are the same language in names of files"),
        ("locale = \"spanish text\"", "this is not the tag of a language"),
        ("locale = \"español\"", "this is not the tag of a language"),
        ("locale = \"fr-ca\"", "two languages have the locale `fr-ca`"),
        ("[languages.de]\nlabel = \" \"", "the language `de` has no name"),
        ("[languages.de]\nlabel = \"Español\"", "two languages have the label `Español`"),
    ] {
        site.write(
            "site.toml",
            &format!("{settings}[languages.es]\nlabel = \"Español\"\n{table}\n"),
        );
        assert_contains(&site.refused(), &[expected, "site.toml:"]);
    }
    site.write(
        "site.toml",
        &settings.replace("[languages.en]\n", "[languages.en]\ndisabled = true\n"),
    );
    assert_contains(&site.refused(), &["the default language `en` cannot be disabled"]);
}

#[test]
fn data_without_a_schema_has_only_other_texts() {
    let site = bilingual("")
        .file("content/data/o.toml", "list = [\"a\", \"b\"]\nprices = []\nname = \"x\"\n")
        .create();
    for (overlay, is_valid) in [
        ("list = [\"c\"]\nname = \"y\"\n", true),
        ("list = [1]\n", false),
        ("list = [\"a\", {price = 5}]\n", false),
        ("prices = [9]\n", false),
        ("prices = [\"9\"]\n", false),
        ("name = [\"y\"]\n", false),
    ] {
        site.write("content/data/o.fr.toml", overlay);
        if is_valid {
            site.build();
        } else {
            assert_contains(&site.refused(), &["error[C0113]", "content/data/o.fr.toml"]);
        }
    }
}

#[test]
fn a_path_in_another_language_has_its_query_and_fragment() {
    let template = "{{ language_url(\"fr\", path=\"/about/#team\") }} {{ language_url(\"fr\", path=\"/about/?q=1#x\") }} {{ language_url(\"fr\") }}";
    let site = bilingual("")
        .page("about", "title = \"About\"\n", "")
        .page("about.fr", "title = \"À propos\"\n", "")
        .file("pages/page.html", template)
        .create();
    site.build();
    let expected = "/fr/about/#team /fr/about/?q=1#x /fr/<";
    assert_contains(&site.output("index.html").replace("</", "<"), &[expected]);
}

#[test]
fn each_host_has_the_files_of_the_languages_that_its_pages_show() {
    let text = "![p](p.svg) [f](docs/f.pdf)\n";
    let site = SiteBuilder::bare()
        .file("site.toml", languages_hosts::SETTINGS)
        .file("pages/shell.html", "<html lang=\"en\"><body>{{ main }}</body></html>")
        .file("pages/page.html", "{{ page.body }}")
        .page("index", "title = \"Home\"\n", text)
        .page("index.fr", "title = \"Accueil\"\n", text)
        .page("tea/index", "title = \"Tea\"\n", "![q](q.svg)\n")
        .file("content/p.svg", SVG)
        .file("content/tea/q.svg", SVG)
        .file("content/docs/f.pdf", "en")
        .file("content/docs/f.fr.pdf", "fr")
        .create();
    let built = site.run(&["build"]);
    assert!(built.status.success(), "{built:?}");
    let read = |path: &str| site.read(&format!("{}/{path}", languages_hosts::FRENCH));
    let base = "/salon";
    let home = [format!("src=\"{base}/p.svg\""), format!("href=\"{base}/docs/f.fr.pdf\"")];
    assert_contains(&read("index.html"), &[&home[0], &home[1]]);
    assert_contains(&read("tea/index.html"), &[&format!("src=\"{base}/tea/q.svg\"")]);
    for path in ["p.svg", "tea/q.svg", "docs/f.fr.pdf"] {
        read(path);
    }
    let folders = std::fs::read_dir(site.root().join(languages_hosts::FRENCH)).unwrap();
    assert!(folders.flatten().all(|it| !it.file_name().to_string_lossy().starts_with("https")));
}

#[test]
fn the_search_of_each_language_finds_the_sections_of_its_pages() {
    let site = bilingual("")
        .settings("[search]\ntitles = true\n[permalinks]\nnews = \"/{year}/{slug}/\"\n")
        .page("tea/index", "title = \"Tea\"\n", "")
        .page("tea/index.fr", "title = \"Thé\"\n", "")
        .page("tea/green", "title = \"Green\"\n", "")
        .page("tea/green.fr", "title = \"Vert\"\n", "")
        .page("news/one.fr", "title = \"Un\"\ndate = 2026-01-02\n", "")
        .create();
    site.build();
    let sections = |path: &str| {
        let index: serde_json::Value = serde_json::from_str(&site.output(path)).unwrap();
        index["sections"].to_string()
    };
    assert_eq!(sections("page-data/search.json"), "[[\"/tea/\",\"Tea\"]]");
    assert_eq!(
        sections("page-data/fr/search.json"),
        "[[\"/fr/2026/\",\"News\"],[\"/fr/tea/\",\"Thé\"]]"
    );
}

#[test]
fn a_heading_that_a_translation_moves_takes_its_id_along() {
    for (translation, expected) in [
        ("## Dos {#two}\n\n## Uno\n", ["id=\"two\"", "id=\"one\""]),
        ("## Uno {#one}\n\n## Dos\n", ["id=\"one\"", "id=\"two\""]),
        ("## Nuevo {#new}\n\n## Dos\n", ["id=\"new\"", "id=\"two\""]),
    ] {
        let site = bilingual("")
            .page("a", "title = \"A\"\n", "## One\n\n## Two\n")
            .page("a.fr", "title = \"A\"\n", translation)
            .create();
        site.build();
        let html = site.output("fr/a/index.html");
        assert_contains(&html, &expected);
        assert!(!html.contains("-2\""), "{html}");
    }
}

#[test]
fn pages_of_a_folder_with_the_path_of_a_language_are_in_that_language() {
    let site = bilingual("").page("fr/about", "title = \"À propos\"\n", "").create();
    assert_contains(
        &site.refused(),
        &[
            "content/fr has pages of the default language",
            "`content_dir = \"content/fr\"` in `[languages.fr]`",
        ],
    );
    site.remove("content/index.fr.md");
    site.write("content/fr/index.md", "+++\ntitle = \"Accueil\"\n+++\n");
    let settings = site
        .read("site.toml")
        .replace("label = \"Français\"\n", "label = \"Français\"\ncontent_dir = \"content/fr\"\n");
    site.write("site.toml", &settings);
    site.build();
    assert!(site.has("fr/about/index.html"));
}

#[test]
fn included_pages_are_in_the_language_of_the_reader() {
    let site = bilingual("[languages.de]\nlabel = \"Deutsch\"\n")
        .page("index.de", "title = \"Start\"\n", "")
        .page("n", "title = \"N\"\n", "English note\n")
        .page("n.fr", "title = \"N\"\n", "Note en français\n")
        .page("terms", "title = \"Terms\"\nheadless = true\n", "English terms\n")
        .page("terms.fr", "title = \"Terms\"\nheadless = true\n", "Conditions\n")
        .file("pages/page.html", "{{ include_page(\"/n/\") }}{{ include_page(\"/terms/\") }}{% if page.path == \"/de/\" %}{{ include_page(\"/fr/n/\") }}{% endif %}")
        .create();
    site.build();
    assert_contains(&site.output("index.html"), &["English note", "English terms"]);
    assert_contains(&site.output("fr/index.html"), &["Note en français", "Conditions"]);
    assert_contains(
        &site.output("de/index.html"),
        &["English note", "English terms", "Note en français"],
    );
}

#[test]
fn a_name_states_a_language_in_the_folder_of_another_one() {
    let site = bilingual("content_dir = \"content/fr\"\n[languages.de]\nlabel = \"Deutsch\"\n");
    let site = site
        .page("about", "title = \"About\"\n", "")
        .page("about.de", "title = \"Über uns\"\n", "")
        .page("fr/about", "title = \"À propos\"\n", "")
        .page(
            "fr/index",
            "title = \"Accueil\"\n",
            "[Deutsch](about.de.md) [English](about.en.md) [ici](about.md)\n",
        )
        .create();
    site.remove("content/index.fr.md");
    site.build();
    assert_contains(
        &site.output("fr/index.html"),
        &["href=\"/de/about/\"", "href=\"/about/\"", "href=\"/fr/about/\""],
    );
}

#[test]
fn redirects_and_files_belong_to_the_language_that_has_them() {
    let site = bilingual("untranslated = \"redirect\"\n[languages.de]\nlabel = \"Deutsch\"\ndisabled = true\n")
        .settings("[[redirects]]\nfrom = \"/fr/about/\"\nto = \"/fr/\"\n")
        .settings("[[collections]]\nname = \"teas\"\ndata = \"content/data/teas.csv\"\nroute = \"/teas/{slug}/\"\ntemplate = \"page\"\n[collections.fields]\ntitle = \"name\"\nslug = \"id\"\naliases = \"old\"\n")
        .file("content/data/teas.csv", "id,name,name.fr,old\ngreen,Green,Vert,/o/\n")
        .page("about", "title = \"About\"\n", "")
        .page("more", "title = \"More\"\n", "")
        .file("content/plan.pdf", "en")
        .file("content/plan.de.pdf", "de")
        .create();
    site.build();
    let redirects = site.output("_redirects");
    assert_contains(
        &redirects,
        &["/fr/about/ /fr/ ", "/fr/more/ /more/ 302", "/o/ /teas/green/ 301"],
    );
    assert!(!redirects.contains("/fr/about/ /about/"), "{redirects}");
    assert!(site.has("plan.pdf") && !site.has("plan.de.pdf"));
}

#[test]
fn translations_of_headless_and_unpublished_pages_are_known() {
    let site = bilingual("")
        .page("terms", "title = \"Terms\"\nheadless = true\n", "Terms\n")
        .page("terms.fr", "title = \"Conditions\"\nheadless = true\n", "Conditions\n")
        .page("plan", "title = \"Plan\"\n", "Plan\n")
        .page("plan.fr", "title = \"Plan\"\ndraft = true\n", "Plan\n")
        .create();
    for file in ["content/terms.fr.md", "content/plan.fr.md", "content/index.fr.md"] {
        let accepted = site.run(&["translations", "accept", file]);
        assert!(accepted.status.success(), "{}", printed_text(&accepted));
    }
    let status = site.run(&["translations", "status", "--exit-code"]);
    assert!(status.status.success(), "{}", printed_text(&status));
}

#[test]
fn a_new_translation_leaves_out_redirects() {
    for (name, text) in [
        ("yaml", "---\ntitle: W # the title\naliases: [/old-w/]\nweight: 3\n---\nText\n"),
        ("toml", "+++\ntitle = \"W\"\naliases = [\n  \"/old-w/\",\n]\nweight = 3\n+++\nText\n"),
        ("none", "---\ntitle: W\nweight: 3\n---\nText\n"),
    ] {
        let site = bilingual("").create();
        site.write("content/w.md", text);
        let created = site.run(&["translations", "new", "content/w.md", "fr"]);
        assert!(created.status.success(), "{name}: {}", printed_text(&created));
        let new = site.read("content/w.fr.md");
        assert!(
            !new.contains("old-w") && new.contains("weight") && new.ends_with("Text\n"),
            "{new}"
        );
        site.build();
    }
}

#[test]
fn the_difference_begins_where_the_translation_of_the_page_was_accepted() {
    let contact = "## Contact\n\nWrite to us.\n";
    let site = bilingual("").create();
    for name in ["a", "b"] {
        site.write(
            &format!("content/{name}.md"),
            &format!("+++\ntitle = \"{name}\"\n+++\n{contact}"),
        );
        site.write(
            &format!("content/{name}.fr.md"),
            &format!("+++\ntitle = \"{name}\"\n+++\n{contact}"),
        );
    }
    git(site.root(), "Ada", 1_000_000, &["init", "--quiet"]);
    let commit = || {
        git(site.root(), "Ada", 1_000_000, &["add", "--all"]);
        git(site.root(), "Ada", 1_000_000, &["commit", "--quiet", "--message", "Edit"]);
    };
    let accept = |file: &str| {
        let accepted = site.run(&["translations", "accept", file]);
        assert!(accepted.status.success(), "{}", printed_text(&accepted));
        commit();
    };

    accept("content/a.fr.md");
    site.write("content/a.md", "+++\ntitle = \"a\"\n+++\n## Contact\n\nCall us.\n");
    commit();
    // The other page has an equal text.
    accept("content/b.fr.md");
    let status = site.run(&["translations", "status", "--language", "fr", "--diff"]);
    assert_contains(&printed_text(&status), &["-Write to us.", "+Call us."]);
}

#[test]
fn words_in_a_text_of_another_language_are_in_that_language() {
    let settings = "untranslated = \"show\"\n[languages.fr.markdown]\nanchor_label = \"Lien vers\"\n[languages.fr.markdown.callouts]\nnote = \"Remarque\"\n";
    let site = bilingual(settings)
        .settings(
            "[markdown]\ninsert_anchor_links = \"right\"\ncallouts = { note = \"Please note\" }\n",
        )
        .page("a", "title = \"A\"\n", "## One\n\n> [!NOTE]\n> Text\n")
        .page("b.fr", "title = \"B\"\n", "## Deux\n\n> [!NOTE]\n> Texte\n")
        .create();
    site.build();
    let shown = site.output("fr/a/index.html");
    assert_contains(&shown, &["Please note", "lang=\"en\""]);
    assert!(!shown.contains("Remarque") && !shown.contains("Lien vers"), "{shown}");
    assert_contains(&site.output("fr/b/index.html"), &["Remarque", "Lien vers"]);
}

#[test]
fn pages_of_terms_and_periods_without_translations_are_not_for_search_engines() {
    let site = bilingual("untranslated = \"show\"\n")
        .settings("[[taxonomies]]\nname = \"tags\"\n[[taxonomies]]\nname = \"makers\"\n")
        .settings("[[archives]]\nroute = \"/posts/{year}/\"\n")
        .file("pages/term.html", "{% for it in paginator.pages %}{{ it.title }},{% endfor %}")
        .file("pages/terms.html", "{% for it in terms %}{{ it.name }},{% endfor %}")
        .file("pages/archive.html", "{% for it in paginator.pages %}{{ it.title }},{% endfor %}")
        .page("posts/index", "title = \"Posts\"\n", "")
        .page(
            "posts/one",
            "title = \"One\"\ndate = 2024-01-02\n[taxonomies]\ntags = [\"Red\"]\nmakers = [\"Ann\"]\n",
            "",
        )
        .page(
            "posts/two",
            "title = \"Two\"\ndate = 2023-01-02\n[taxonomies]\ntags = [\"Blue\", \"Green\"]\n",
            "",
        )
        .page("posts/two.fr", "title = \"Deux\"\n", "")
        .create();
    site.build();

    let untranslated = ["tags/red/", "makers/ann/", "makers/", "posts/2024/"];
    let translated = ["tags/blue/", "tags/", "posts/2023/"];
    let check = |untranslated: &[&str], translated: &[&str]| {
        let sitemap = site.output("sitemap.xml");
        let is_for_search_engines = |path: &str| {
            let french = site.output(&format!("fr/{path}index.html"));
            let english = site.output(&format!("{path}index.html"));
            let links = [french, english].map(|html| html.contains("hreflang"));
            assert_eq!(links[0], links[1], "{path}");
            assert!(sitemap.contains(&format!("com/{path}<")), "{path}");
            assert_eq!(sitemap.contains(&format!("com/fr/{path}<")), links[0], "{path}");
            links[0]
        };
        let is_copy = |path: &str| {
            let french = site.output(&format!("fr/{path}index.html"));
            let canonical = |url: &str| french.contains(&format!("\"canonical\" href=\"{url}\""));
            let own = canonical(&format!("https://example.com/fr/{path}"));
            assert_ne!(own, canonical(&format!("https://example.com/{path}")), "{path}");
            !own
        };
        for path in untranslated {
            assert!(!is_for_search_engines(path) && is_copy(path), "{path}");
        }
        for path in translated {
            assert!(is_for_search_engines(path) && !is_copy(path), "{path}");
        }
    };
    check(&untranslated, &translated);
    // Readers find the pages.
    assert_contains(&site.output("fr/tags/red/index.html"), &["One,"]);

    // A translation makes a page of each list, and another term moves one.
    site.write("content/posts/one.fr.md", "+++\ntitle = \"Un\"\n+++\n");
    site.same_as_clean();
    check(&[], &[&untranslated[..], &translated[..]].concat());
    site.write(
        "content/posts/one.fr.md",
        "+++\ntitle = \"Un\"\n[taxonomies]\ntags = [\"Blue\"]\n+++\n",
    );
    site.same_as_clean();
    site.remove("content/posts/one.fr.md");
    site.same_as_clean();
    check(&untranslated, &translated);

    // A list with pages that the other language leaves out is not the same.
    site.write(
        "content/posts/three.md",
        "+++\ntitle = \"Three\"\nuntranslated = \"omit\"\n[taxonomies]\ntags = [\"Red\"]\n+++\n",
    );
    site.same_as_clean();
    let red = site.output("fr/tags/red/index.html");
    assert_contains(&red, &["\"canonical\" href=\"https://example.com/fr/tags/red/\""]);
}

#[test]
fn a_translation_key_that_one_page_has_is_reported() {
    let site = bilingual("[languages.es]\nlabel = \"Español\"\ndisabled = true\n")
        .page("info/about", "title = \"About\"\n", "")
        .page("a-propos.fr", "title = \"À propos\"\ntranslation_key = \"info/abuot\"\n", "")
        // Translations that are not published, or of a disabled language, are translations.
        .page("plan", "title = \"Plan\"\ntranslation_key = \"the-plan\"\n", "")
        .page("projet.fr", "title = \"Projet\"\ndraft = true\ntranslation_key = \"the-plan\"\n", "")
        .page("fees", "title = \"Fees\"\n", "")
        .page("precios.es", "title = \"Precios\"\ntranslation_key = \"fees\"\n", "")
        .create();
    let warnings = site.build();
    let expected = [
        "warning[C0126]: no other page has the `translation_key` `info/abuot`",
        "content/a-propos.fr.md:3:1",
        "did you mean `info/about`?",
    ];
    assert_contains(&warnings, &expected);
    assert_eq!(warnings.matches("C0126]").count(), 1, "{warnings}");
    let checked = printed_text(&site.run(&["check"]));
    assert_eq!(checked.matches("C0126]").count(), 1, "{checked}");

    site.write(
        "content/a-propos.fr.md",
        "+++\ntitle = \"À propos\"\ntranslation_key = \"info/about\"\n+++\n",
    );
    assert!(!site.build().contains("C0126]"));
}

#[test]
fn a_date_of_a_translation_is_its_own() {
    let site = bilingual("")
        .page("tea", "title = \"Tea\"\ndate = 2024-01-02\n", "")
        .page("tea.fr", "title = \"Thé\"\ndate = 2999-01-02\n", "")
        .page("cup", "title = \"Cup\"\ndate = 2998-01-02\n", "")
        .page("cup.fr", "title = \"Tasse\"\n", "")
        .create();
    let warnings = site.build();
    assert_contains(&warnings, &["content/tea.fr.md:3:1", "content/cup.md:3:1"]);
    assert_eq!(warnings.matches("is in the future").count(), 2, "{warnings}");
}

#[test]
fn tables_of_a_language_without_an_effect_are_reported() {
    let menus = "[[languages.fr.menus]]\nname = \"x\"\n";
    let site = bilingual(menus).create();
    let expected = ["warning[C0005]", "`menus` has no effect", "content/data/menus.toml"];
    assert_contains(&site.build(), &expected);

    let site = bilingual("[languages.fr.shpo]\nname = \"x\"\n").settings("[shop]\na = 1\n");
    let site = site.create();
    assert_contains(&site.build(), &["`shpo` has no effect", "did you mean `shop`?"]);
    site.write(
        "pages/page.html",
        "{% if site.shpo is defined %}{{ site.shpo.name }}{% endif %}{{ page.body }}",
    );
    assert!(!site.build().contains("has no effect"));

    for (table, written, message, hint) in [
        ("[shop]\na = 1\n", "[[languages.fr.shop]]", "`shop` is a table", "`[languages.KEY.shop]`"),
        (
            "[[shop]]\na = 1\n",
            "[languages.fr.shop]",
            "`shop` is a list",
            "`[[languages.KEY.shop]]`",
        ),
    ] {
        let site = bilingual(&format!("{written}\na = 2\n")).settings(table).create();
        assert_contains(&site.refused(), &[message, hint]);
    }
}

#[test]
fn terms_and_pseudo_languages_are_no_messages_and_languages() {
    let site = bilingual("")
        .file("i18n/en/site.ftl", "-brand = Tea\n")
        .file("pages/page.html", "{{ t(\"-brand\") }}")
        .create();
    let expected = ["`-brand` is a term, and no message", "`brand = { -brand }`"];
    assert_contains(&site.refused(), &expected);

    for languages in ["en,en-XA", "ar-xb"] {
        let arguments = ["new", "site", "--template", "plain", "--languages", languages];
        let refused = site.run(&arguments);
        assert!(!refused.status.success());
        assert_contains(&printed_text(&refused), &["is a pseudo-language", "--pseudo"]);
    }
}

#[test]
fn pseudo_languages_show_patterns_of_collections() {
    let site = bilingual("")
        .settings("[[collections]]\nname = \"teas\"\ndata = \"content/data/teas.csv\"\nroute = \"/teas/{slug}/\"\n[collections.fields]\nslug = \"name\"\ntitle = \"{name}\"\n")
        .settings("[languages.en.collections.teas]\ntitle = \"{name} of the shop\"\ndescription = \"Our {name}\"\n")
        .file("content/data/teas.csv", "name\nGreen\n")
        .file("pages/page.html", "{{ page.title }} / {{ page.description }}")
        .create();
    let built = site.run(&["build", "--pseudo"]);
    assert!(built.status.success(), "{}", printed_text(&built));
    let read = |file: &str| site.read(&format!("{PREVIEW}/{file}"));
    assert_contains(&read("teas/green/index.html"), &["Green of the shop / Our Green"]);
    for key in ["en-xa", "ar-xb"] {
        let html = read(&format!("{key}/teas/green/index.html"));
        assert!(!html.contains("of the shop") && !html.contains("Our Green"), "{html}");
    }
    assert_contains(&read("en-xa/teas/green/index.html"), &["[Ĝŕé"]);
}

#[test]
fn the_root_of_a_site_whose_languages_have_paths_redirects_and_has_the_error_page() {
    let languages = "default_language = \"en\"\n[languages.en]\nlabel = \"English\"\npath = \"/en/\"\n[languages.fr]\nlabel = \"Français\"\n";
    let site = SiteBuilder::bare()
        .settings(languages)
        .page("index", "title = \"Home\"\n", "")
        .page("index.fr", "title = \"Accueil\"\n", "")
        .page("404", "title = \"Not found\"\n", "")
        .page("404.fr", "title = \"Introuvable\"\n", "")
        .create();
    site.build();
    assert_contains(&site.output("_redirects"), &["/ /en/ 302"]);
    for (file, is_there) in [
        ("404.html", true),
        ("fr/404.html", true),
        ("en/404.html", false),
        ("index.html", false),
        ("en/index.html", true),
    ] {
        assert_eq!(site.has(file), is_there, "{file}");
    }
    let settings = site.read("site.toml");
    site.write("site.toml", &format!("{settings}[output]\nredirects = [\"html\"]\n"));
    site.build();
    assert_contains(&site.output("index.html"), &["url=/en/"]);

    // The site can define its root itself.
    for own in [
        "[[redirects]]\nfrom = \"/\"\nto = \"/fr/\"\n",
        "[[redirects]]\nfrom = \"/*\"\nto = \"https://example.net/:splat\"\n",
    ] {
        site.write("site.toml", &format!("{settings}{own}"));
        site.build();
        let redirects = site.output("_redirects");
        assert!(!redirects.contains("/en/"), "{redirects}");
    }
    site.write("site.toml", &settings);
    site.write("static/_redirects", "/ /fr/ 302 Language=fr\n/ /en/ 301\n");
    site.build();
    let redirects = site.output("_redirects");
    assert!(!redirects.contains("/ /en/ 302"), "{redirects}");
    site.remove("static/_redirects");
    site.write("static/index.html", "<p>Choose a language</p>");
    site.build();
    assert_contains(&site.output("index.html"), &["Choose"]);

    // A language at the root has its own error page there.
    site.remove("static/index.html");
    site.write("site.toml", &format!("{settings}path = \"/\"\n"));
    site.build();
    for file in ["404.html", "en/404.html", "index.html", "en/index.html"] {
        assert!(site.has(file), "{file}");
    }
}

#[test]
fn a_section_of_a_translation_is_included_by_the_id_of_its_original() {
    let call = "{{ include_page(\"legal.md#fees\") }}\n\n{{ include_page(\"own.md#two\") }}\n";
    let site = bilingual("untranslated = \"show\"\n")
        .page(
            "legal",
            "title = \"Legal\"\n",
            "## Limits\n\n### Daily\n\n## Fees\n\n### Cards\n\nEN cards\n\n## Other\n",
        )
        .page(
            "legal.fr",
            "title = \"Mentions\"\n",
            "## Limites\n\n### Par jour\n\n## Frais\n\n### Cartes\n\nFR cartes\n\n## Autre\n",
        )
        .page("own", "title = \"O\"\nheadless = true\n", "## One\n\n## Two\n\nEN own\n")
        .page("own.fr", "title = \"O\"\nheadless = true\n", "## Un\n\n## Deux\n\nFR texte\n")
        .page("shop", "title = \"Shop\"\n", call)
        .page("use", "title = \"Use\"\n", call)
        .page("use.fr", "title = \"Usage\"\n", &call.replace("fees", "frais"))
        .create();
    site.build();
    for page in ["shop", "use"] {
        let html = site.output(&format!("{page}/index.html"));
        assert_contains(&html, &["id=\"legal-cards\"", "EN cards", "EN own"]);
        let html = site.output(&format!("fr/{page}/index.html"));
        assert_contains(&html, &["id=\"fr-legal-cards\"", "FR cartes", "FR texte"]);
        assert!(!html.contains("daily") && !html.contains("EN "), "{html}");
    }

    // The translation follows the ids of its original.
    site.write("content/legal.md", "+++\ntitle = \"Legal\"\n+++\n## Limits\n\n### Daily\n\n## Prices\n\n### Cards\n\nEN\n\n## Other\n");
    site.write(
        "content/shop.md",
        "+++\ntitle = \"Shop\"\n+++\n{{ include_page(\"legal.md#prices\") }}\n",
    );
    site.write("content/use.md", "+++\ntitle = \"Use\"\n+++\n");
    site.build();
    assert_contains(&site.output("fr/shop/index.html"), &["FR cartes"]);
    site.same_as_clean();
    site.write(
        "content/use.md",
        "+++\ntitle = \"Use\"\n+++\n{{ include_page(\"legal.md#fees\") }}\n",
    );
    assert_contains(&site.refused(), &["content/legal.md has no heading with the id `fees`"]);
}
