//! `[social_cards]` of site.toml: pictures of link previews that are drawn from an SVG template.

use crate::common::{SiteBuilder, assert_contains};

/// Enables cards, and removes those of earlier releases.
const SETTINGS: &str = "[output]\nkeep_releases = 0\n[social_cards]\ntemplate = \"card.svg\"\n";

/// A site whose cards show the result of `content`.
fn site(content: &str) -> SiteBuilder {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 630\">\n{content}\n</svg>"
    );
    SiteBuilder::new()
        .settings(SETTINGS)
        .file("pages/shell.html", "<head>\n{{ head }}\n</head>{{ main }}")
        .file("pages/card.svg", &svg)
}

const TITLE: &str = "<text x=\"80\" y=\"300\" font-size=\"60\">{{ page.title }}</text>";

#[cfg(not(feature = "pictures"))]
#[test]
fn without_the_cargo_feature_a_site_has_no_cards_and_a_warning_that_names_the_feature() {
    let site = site(TITLE).create();
    assert_contains(
        &site.build(),
        &["warning[C0009]", "no social cards are drawn", "built without `pictures`"],
    );
    assert!(!site.output("index.html").contains("og:image"));
    site.write("pages/page.html", "{{ page.title | wrap_text(width=100, font_size=20) }}");
    assert_contains(&site.refused(), &["C0405", "built without `pictures`", "remove `wrap_text`"]);
}

#[cfg(feature = "pictures")]
mod with_the_feature {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::{SETTINGS, TITLE, assert_contains, site};
    use crate::common::{Site, assert_diagnostics, printed_text};

    /// Returns the output path of the card of a page. None if its link previews show another picture, or none.
    fn card(site: &Site, file: &str) -> Option<String> {
        let html = site.output(file);
        let (_, rest) = html.split_once("<meta property=\"og:image\" content=\"")?;
        let url = rest.split('"').next().unwrap();
        let path = url.split_once("/social-cards/")?.1;
        Some(format!("social-cards/{path}"))
    }

    /// Returns all cards of the output.
    fn cards(site: &Site) -> BTreeSet<String> {
        let paths = site.tree().into_keys().map(|path| path.to_str().unwrap().to_owned());
        paths.filter(|path| path.starts_with("social-cards/")).collect()
    }

    /// Copies a fixture to static/.
    fn put_fixture(site: &Site, fixture: &str, path: &str) {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures").join(fixture);
        site.write(path, "");
        fs::copy(source, site.root().join(path)).unwrap();
    }

    #[test]
    fn characters_that_xml_forbids_are_left_out_of_cards() {
        let wrapped = "<text y=\"300\" font-size=\"60\">{% for line in page.title | wrap_text(width=1000, font_size=60) %}<tspan>{{ line }}</tspan>{% endfor %}</text>";
        for template in [TITLE, wrapped] {
            let site = site(template).page("index", "title = \"Tides\"\n", "").create();
            site.build();
            let expected = card(&site, "index.html");
            site.write("content/index.md", "+++\ntitle = \"T\\uFFFEid\\u001Bes\\uFFFF\"\n+++\n");
            site.build();
            assert_eq!(card(&site, "index.html"), expected);
        }
    }

    #[test]
    fn a_page_without_an_image_has_a_card() {
        let site = site(TITLE)
            .file("static/own.png", "")
            .page("index", "title = \"Tides & storms\"\n", "")
            .page("none", "title = \"None\"\nimage = \"\"\n", "")
            .page("own", "title = \"Own\"\nimage = \"/own.png\"\n", "")
            .page("described", "title = \"Described\"\nimage_alt = \"A title\"\n", "")
            .page("draft", "title = \"Draft\"\ndraft = true\n", "")
            .create();
        put_fixture(&site, "pictures/logo.png", "static/own.png");
        site.build();

        let path = card(&site, "index.html").unwrap();
        let head = site.output("index.html");
        for line in [
            format!("<meta property=\"og:image\" content=\"https://example.com/{path}\">"),
            "<meta property=\"og:image:width\" content=\"1200\">".to_owned(),
            "<meta property=\"og:image:height\" content=\"630\">".to_owned(),
            "<meta property=\"og:image:alt\" content=\"Tides &amp; storms\">".to_owned(),
            "<meta name=\"twitter:card\" content=\"summary_large_image\">".to_owned(),
        ] {
            assert!(head.lines().any(|it| it == line), "{line} is not in\n{head}");
        }
        let png = fs::read(site.out().join(&path)).unwrap();
        assert_eq!(imagesize::image_type(&png).unwrap(), imagesize::ImageType::Png);
        let size = imagesize::blob_size(&png).unwrap();
        assert_eq!((size.width, size.height), (1200, 630));
        let explained = printed_text(&site.run(&["explain", &format!("/{path}")]));
        assert_contains(&explained, &["is the social card of /"]);
        // Clients may keep it for ever.
        assert_contains(&site.output("_headers"), &[&format!("/{path}\n")]);

        assert_eq!(card(&site, "none/index.html"), None);
        assert_eq!(card(&site, "own/index.html"), None);
        assert_contains(&site.output("own/index.html"), &["https://example.com/own.png"]);
        assert_contains(
            &site.output("described/index.html"),
            &["og:image:alt\" content=\"A title\""],
        );

        let drafts = site.run(&["build", "--preview", "--drafts"]);
        assert!(drafts.status.success(), "{}", printed_text(&drafts));
        assert_eq!(card(&site, "draft/index.html"), None);
    }

    #[test]
    fn a_card_takes_precedence_over_the_image_of_the_site() {
        let site = site(TITLE).create();
        put_fixture(&site, "pictures/logo.png", "static/site.png");
        let settings = site.read("site.toml");
        site.write("site.toml", &format!("image = \"/site.png\"\n{settings}"));
        site.build();
        assert!(card(&site, "index.html").is_some());

        // A site without link previews draws none.
        site.write("site.toml", &format!("{settings}[head]\nopen_graph = false\n"));
        site.build();
        assert_eq!(cards(&site), BTreeSet::new());
        site.same_as_clean();
    }

    #[test]
    fn on_a_site_with_a_base_path_the_url_has_it() {
        let site = site(TITLE).create();
        let settings =
            format!("name = \"Site\"\nbase_url = \"https://example.com/docs\"\n{SETTINGS}");
        site.write("site.toml", &settings);
        site.build();
        let path = card(&site, "index.html").unwrap();
        assert_contains(&site.output("index.html"), &[&format!("https://example.com/docs/{path}")]);
        assert!(site.has(&path));
    }

    #[test]
    fn an_edit_draws_only_the_cards_that_show_it() {
        let site = site(&format!("<image href=\"/logo.svg\" width=\"60\" height=\"60\"/>{TITLE}"))
            .file(
                "static/logo.svg",
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"/>",
            )
            .page("index", "title = \"Home\"\n", "Text.\n")
            .page("other", "title = \"Other\"\n", "Text.\n")
            .page("same", "title = \"Other\"\n", "Text.\n")
            .create();
        site.build();
        let (home, other) = (card(&site, "index.html"), card(&site, "other/index.html"));
        // Equal drawings are one file.
        assert_eq!(card(&site, "same/index.html"), other);
        assert_eq!(cards(&site).len(), 2);

        site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\nOther text.\n");
        site.build();
        assert_eq!(card(&site, "index.html"), home);

        site.write("content/index.md", "+++\ntitle = \"New\"\n+++\nOther text.\n");
        site.build();
        let new = card(&site, "index.html");
        assert_ne!(new, home);
        assert_eq!(card(&site, "other/index.html"), other);
        assert_eq!(cards(&site).len(), 2);
        site.same_as_clean();

        // All cards show the logo, and all come from the template.
        let before = cards(&site);
        site.write(
            "static/logo.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0h9v9z\"/></svg>",
        );
        site.build();
        let with_other_logo = cards(&site);
        assert!(with_other_logo.is_disjoint(&before) && with_other_logo.len() == 2);
        site.same_as_clean();
        site.write("pages/card.svg", &site.read("pages/card.svg").replace("300", "400"));
        site.build();
        assert!(cards(&site).is_disjoint(&with_other_logo));
        site.same_as_clean();
    }

    #[test]
    fn a_lost_card_is_restored_and_a_clean_build_takes_it_from_the_cache() {
        let site = site(TITLE).create();
        site.build();
        let output = site.tree();
        let path = card(&site, "index.html").unwrap();
        site.remove(&format!(".croupier/preview/{path}"));
        site.build();
        assert_eq!(site.tree(), output);

        let name = path.rsplit('/').next().unwrap();
        let cached = site.root().join(".croupier/pictures").join(name);
        let drawn = fs::metadata(&cached).unwrap().modified().unwrap();
        fs::remove_dir_all(site.out()).unwrap();
        fs::remove_dir_all(site.root().join(".croupier/cache")).unwrap();
        site.build();
        assert_eq!(site.tree(), output);
        assert_eq!(fs::metadata(&cached).unwrap().modified().unwrap(), drawn);

        // Without the cache of pictures, too.
        fs::remove_dir_all(site.root().join(".croupier/pictures")).unwrap();
        site.remove(&format!(".croupier/preview/{path}"));
        site.build();
        assert_eq!(site.tree(), output);
    }

    #[test]
    fn a_damaged_card_in_the_cache_is_drawn_again() {
        let site = site(TITLE).create();
        site.build();
        let path = card(&site, "index.html").unwrap();
        let drawn = fs::read(site.out().join(&path)).unwrap();
        let cached = site.root().join(".croupier/pictures").join(path.rsplit('/').next().unwrap());

        fs::write(&cached, &drawn[..100]).unwrap();
        fs::remove_dir_all(site.out()).unwrap();
        site.build();
        assert_eq!(fs::read(site.out().join(&path)).unwrap(), drawn);
        assert!(fs::read(&cached).unwrap().starts_with(&drawn));
    }

    #[test]
    fn merged_shards_have_all_cards() {
        let site = site(TITLE)
            .page("a", "title = \"A\"\n", "")
            .page("b", "title = \"B\"\n", "")
            .page("c", "title = \"C\"\n", "")
            .create();
        for shard in ["1/2", "2/2"] {
            let output = site.run(&["build", "--preview", "--shard", shard]);
            assert!(output.status.success(), "{}", printed_text(&output));
        }
        // As on another machine.
        fs::remove_dir_all(site.root().join(".croupier/pictures")).unwrap();
        let parts = [".croupier/parts/1-of-2", ".croupier/parts/2-of-2"];
        let output = site.run(&[&["merge", "--preview"][..], &parts].concat());
        assert!(output.status.success(), "{}", printed_text(&output));
        assert_eq!(cards(&site).len(), 4);
        site.same_as_clean();
    }

    #[test]
    fn text_is_broken_into_lines_of_the_measured_width() {
        let site = site(TITLE)
            .file(
                "pages/page.html",
                "<p>{{ page.title | wrap_text(width=500, font_size=60, font_weight=700) | join(\" / \") }}</p>\
                 <p>{{ page.title | wrap_text(width=500, font_size=60, max_lines=2) | join(\" / \") }}</p>\
                 <p>{{ page.description | wrap_text(width=500, font_size=60) | length }}</p>\
                 <p>{{ page.title | wrap_text(width=500, font_size=60, font_family=\"Inter\", letter_spacing=10) | join(\" / \") }}</p>",
            )
            .page("index", "title = \"A keeper of lighthouses on the Łeba coast\"\n", "")
            .create();
        site.build();
        assert_contains(
            &site.output("index.html"),
            &[
                "<p>A keeper of / lighthouses on / the Łeba coast</p>",
                "<p>A keeper of / lighthouses on…</p>",
                "<p>0</p>",
                "<p>A keeper of / lighthouses / on the Łeba / coast</p>",
            ],
        );
    }

    #[test]
    fn fonts_of_the_site_are_used_in_each_format() {
        let mut drawings = BTreeSet::new();
        for format in ["ttf", "woff", "woff2"] {
            let site = site(
                "<text y=\"300\" font-size=\"60\" font-family=\"harbour\">{{ page.title }}</text>",
            )
            .page("index", "title = \"Tides 🎉\"\n", "")
            .create();
            put_fixture(
                &site,
                &format!("fonts/harbour.{format}"),
                &format!("static/fonts/a.{format}"),
            );
            site.append("site.toml", &format!("fonts = [\"/fonts/a.{format}\"]\n"));
            // The font has the emoji, so that there is no warning.
            assert!(!site.build().contains("C0022"));
            drawings.insert(fs::read(site.out().join(card(&site, "index.html").unwrap())).unwrap());

            // Another font makes another card.
            let before = cards(&site);
            put_fixture(&site, "fonts/harbour.ttf", &format!("static/fonts/a.{format}"));
            site.build();
            assert_eq!(cards(&site) == before, format == "ttf");
            site.same_as_clean();
        }
        assert_eq!(drawings.len(), 1);
    }

    #[test]
    fn text_that_a_card_lacks_is_reported_at_the_text_by_each_build() {
        let site = site(TITLE)
            .page("index", "title = \"Version 2 🎉\"\n", "")
            .page(
                "long",
                "title = \"A title that is much too long for one line of the card of a page\"\n",
                "",
            )
            // Text of the template has no place in the content file.
            .page("rune", "title = \"Rune\"\nimage_alt = \"\"\n[extra]\nrune = true\n", "")
            .create();
        site.write(
            "pages/card.svg",
            &site.read("pages/card.svg").replace(
                "{{ page.title }}",
                "{{ page.title }}{% if page.extra.rune %} ᚱ{% endif %}",
            ),
        );
        let first = site.build();
        assert_diagnostics!(first.split("\nbuilt ").next().unwrap());
        // Also by a build that draws nothing, and by one in which a page changes.
        assert_eq!(site.build().matches("C0022").count(), first.matches("C0022").count());
        site.append("content/index.md", "More.\n");
        assert_eq!(site.build().matches("C0022").count(), 3);
        site.append("site.toml", "[checks]\nsocial_card_text = \"error\"\n");
        assert_contains(&site.refused(), &["error[C0022]"]);
    }

    #[test]
    fn text_that_the_card_of_a_term_lacks_is_reported() {
        let site = site(TITLE)
            .settings("[[taxonomies]]\nname = \"tags\"\n")
            .file("pages/term.html", "{{ page.title }}")
            .file("pages/terms.html", "Tags")
            .page("a", "title = \"A\"\n[taxonomies]\ntags = [\"rune ᚱ\"]\n", "")
            .page("list/index", "title = \"ᛟ\"\npaginate_by = 1\n", "")
            .page("list/1", "title = \"1\"\n", "")
            .page("list/2", "title = \"2\"\n", "")
            .create();
        let expected = "/tags/rune-ᚱ/: no font of the social card has `ᚱ`, so it is left out";
        for _ in 0..2 {
            let printed = site.build();
            assert_contains(&printed, &["warning[C0022]", expected]);
            // Page 2 of the list has the title of its first page.
            assert_eq!(printed.matches("`ᛟ`").count(), 1, "{printed}");
        }
        site.append("site.toml", "[checks]\nsocial_card_text = \"error\"\n");
        assert_contains(&site.refused(), &["error[C0022]", expected]);
    }

    /// Asserts that a build with these cards fails with these texts.
    fn refuses(content: &str, expected: &[&str]) {
        assert_contains(&site(content).create().refused(), expected);
    }

    #[test]
    fn a_card_that_cannot_be_drawn_is_an_error_with_its_fix() {
        refuses(
            "<text>a&nbsp;b</text>",
            &["C0021", "pages/card.svg", "content/index.md", "near `", "&#160;"],
        );
        refuses("<g>", &["C0021", "pages/card.svg", "its SVG is not valid"]);
        refuses(
            "<text font-family=\"Intre\">x</text>",
            &["C0021", "there is no font `Intre`", "`fonts`", "Inter"],
        );
        refuses("<image href=\"/logo.svg\"/>", &["C0021", "there is no image `/logo.svg`"]);
        refuses("<image href=\"https://example.org/a.png\"/>", &["C0021", "there is no image"]);
        refuses("{{ page.titel }}", &["pages/card.svg:2", "undefined"]);
        refuses(
            "{{ page.title | wrap_text(font_size=60) }}",
            &[
                "C0405",
                "pages/card.svg:2",
                "`wrap_text` has no `width`",
                "wrap_text(width=1040, font_size=64)",
            ],
        );

        let other = site(TITLE).create();
        other.write(
            "pages/card.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"/>",
        );
        assert_contains(&other.refused(), &["C0021", "it is 9 by 9", "viewBox=\"0 0 1200 630\""]);
        other.write("pages/card.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
        assert_contains(&other.refused(), &["C0021", "it is 100 by 100"]);
        let check = other.run(&["check"]);
        assert_contains(&printed_text(&check), &["C0021"]);
        // After the fix, the build succeeds.
        other.write(
            "pages/card.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2400 1260\"/>",
        );
        other.build();
        other.same_as_clean();
    }

    #[test]
    fn wrong_settings_are_errors_at_their_location() {
        let refuses = |settings: &str, expected: &[&str]| {
            let site = site(TITLE).create();
            let others = site.read("site.toml").replace(SETTINGS, "");
            site.write("site.toml", &format!("{others}{settings}"));
            site.write("static/fonts/a.woff2", "no font");
            assert_contains(&site.refused(), expected);
        };
        let template = "[social_cards]\ntemplate = ";
        refuses(
            &format!("{template}\"crad.svg\"\n"),
            &["C0009", "site.toml:", "there is no template pages/crad.svg", "card.svg"],
        );
        refuses(
            &format!("{template}\"card.html\"\n"),
            &["C0009", "is not the path of an SVG template"],
        );
        refuses("[social_cards]\n", &["C0009", "template"]);
        refuses(
            &format!("{SETTINGS}fonts = [\"/fonts/b.woff2\"]\n"),
            &["C0009", "there is no font `/fonts/b.woff2`", "/fonts/a.woff2"],
        );
        refuses(
            &format!("{SETTINGS}fonts = [\"/fonts/a.woff2\"]\n"),
            &["C0009", "`/fonts/a.woff2` holds no font", "WOFF2"],
        );
        refuses(&format!("{SETTINGS}font = \"x\"\n"), &["C0009", "font"]);
    }
}
