//! `[styles]`: style sheets that a build bundles.

#[cfg(not(feature = "styles"))]
#[test]
fn styles_without_their_cargo_feature_are_an_error_that_names_the_feature() {
    use crate::common::{SETTINGS, Site, assert_contains};
    let site = Site::new(&format!(
        "{SETTINGS}[styles.entries]\n\"/css/site.css\" = \"styles/site.css\"\n"
    ));
    let expected = [
        "site.toml:4:1",
        "built without `styles`",
        "cargo install --path generator --features styles",
    ];
    assert_contains(&site.refused(), &expected);
}

#[cfg(feature = "styles")]
mod with_the_feature {
    use std::fs;

    use base64::Engine as _;
    use base64::prelude::BASE64_STANDARD;
    use sha2::{Digest as _, Sha256};

    use crate::common::server::Server;
    use crate::common::{Site, SiteBuilder, assert_contains};

    const STYLES: &str = "[styles]\ntargets = \"safari 15\"\nentries = { \"/css/site.css\" = \"styles/site.css\", \"/print.css\" = \"styles/print.css\" }\n";
    const LINK: &str = "<link rel='stylesheet' href='{{ asset(\"/css/site.css\") }}'><main id='main'>{{ main }}</main>";

    /// A site with two style sheets, one of which imports two files.
    fn site() -> Site {
        SiteBuilder::new()
            .settings(STYLES)
            .file("pages/shell.html", LINK)
            .file(
                "styles/site.css",
                "@import \"base.css\" layer(base);\n@import \"tool/theme.css\";\n",
            )
            .file("styles/base.css", "/* why */ a { user-select: none; & b { color: red } }\n")
            .file("node_modules/tool/theme.css", "i { background: url(./files/i.svg#x) }\n")
            .file("node_modules/tool/files/i.svg", "<svg viewBox=\"0 0 1 1\"/>")
            .file("styles/print.css", "p { background: url(/img/p.svg) }\n")
            .file("static/img/p.svg", "<svg viewBox=\"0 0 1 2\"/>")
            .create()
    }

    /// The style sheet under the name that `asset` returns.
    fn linked(site: &Site) -> String {
        let html = site.output("index.html");
        site.output(html.split("href='/").nth(1).unwrap().split('\'').next().unwrap())
    }

    /// The path in the only `url()` of a style sheet.
    fn url(css: &str) -> &str {
        css.split("url(\"/").nth(1).unwrap().split(['"', '#']).next().unwrap()
    }

    #[test]
    fn imports_are_bundled_lowered_and_minified() {
        let site = site();
        site.build();
        let css = site.output("css/site.css");
        assert!(
            css.starts_with("@layer base{a{-webkit-user-select:none;user-select:none}a b{color:red}}i{background:url(\"/css/i."),
            "{css}"
        );
        assert_eq!(linked(&site), css);
        assert!(!site.has("css/site.css.map") && !site.has("styles/site.css"));
        site.same_as_clean();
    }

    #[test]
    fn files_that_a_style_sheet_shows_are_published_under_names_with_a_hash() {
        let site = site();
        site.build();
        let first = site.output("css/site.css");
        assert_contains(&first, &[".svg#x\")"]);
        assert_eq!(site.output(url(&first)), "<svg viewBox=\"0 0 1 1\"/>");
        let print = site.output("print.css");
        assert_eq!(site.output(url(&print)), "<svg viewBox=\"0 0 1 2\"/>");
        assert!(url(&print).starts_with("img/p."), "{print}");
        assert_contains(
            &site.output("_headers"),
            &[&format!("/{}\n", url(&first)), &format!("/{}\n", url(&print))],
        );
        for file in ["node_modules/tool/files/i.svg", "static/img/p.svg"] {
            site.write(file, "<svg viewBox=\"0 0 3 3\"/>");
            site.build();
        }
        assert_ne!(url(&site.output("css/site.css")), url(&first));
        assert_ne!(url(&site.output("print.css")), url(&print));
        site.write("site.toml", &site.read("site.toml").replace("example.com", "example.com/docs"));
        site.build();
        assert_contains(&site.output("print.css"), &["url(\"/docs/img/p."]);
        site.same_as_clean();
    }

    #[test]
    fn a_style_sheet_can_be_inlined_under_the_policy_of_the_site() {
        for form in ["_headers", "meta"] {
            let site = site();
            site.append(
                "site.toml",
                &format!("[output]\nkeep_releases = 0\npolicy = [\"{form}\"]\n"),
            );
            site.write(
                "pages/shell.html",
                "<head>{{ head }}{{ inline_style(\"/print.css\") }}</head>{{ main }}",
            );
            assert_contains(
                &site.refused(),
                &[
                    "`/print.css` is not a style sheet that may be inlined",
                    "inline = [\"/print.css\"]",
                ],
            );
            site.write(
                "site.toml",
                &site
                    .read("site.toml")
                    .replace("[styles]\n", "[styles]\ninline = [\"/print.css\"]\n"),
            );
            for color in ["red", "green"] {
                site.write(
                    "styles/print.css",
                    &format!("p {{ color: {color} }} q::after {{ content: \"</style>\" }}\n"),
                );
                assert!(!site.build().contains("warning"));
                let html = site.output("index.html");
                let text = html.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
                assert_eq!(text, format!("p{{color:{color}}}q:after{{content:\"<\\/style>\"}}"));
                let hash = BASE64_STANDARD.encode(Sha256::digest(text));
                let policy = if form == "meta" { html.clone() } else { site.output("_headers") };
                assert_contains(
                    &policy.replace("&#39;", "'"),
                    &[&format!("style-src 'self' 'sha256-{hash}'")],
                );
                site.same_as_clean();
            }
        }
    }

    #[test]
    fn a_changed_partial_changes_only_the_style_sheets_that_import_it() {
        let site = site();
        site.build();
        let results = || {
            let files = fs::read_dir(site.root().join(".croupier/styles")).unwrap();
            let mut stamps: Vec<_> = files
                .map(|it| it.unwrap())
                .filter(|it| it.file_name() != "inputs")
                .map(|it| (it.file_name(), it.metadata().unwrap().modified().unwrap()))
                .collect();
            stamps.sort();
            stamps
        };
        let before = results();
        assert_eq!(before.len(), 2);
        let html = site.output("index.html");
        site.write("styles/base.css", "a { color: blue }\n");
        site.build();
        assert_contains(&site.output("css/site.css"), &["a{color:blue}"]);
        assert_ne!(site.output("index.html"), html);
        let after = results();
        assert_eq!(before.iter().filter(|it| after.contains(it)).count(), 1);
        // A new build folder needs no bundling, and a damaged result is ignored.
        site.same_as_clean();
        assert_eq!(results(), after);
        for (name, _) in &after {
            fs::write(site.root().join(".croupier/styles").join(name), "damaged").unwrap();
        }
        site.append("site.toml", "[brand]\nx = 1\n");
        site.build();
        site.same_as_clean();
    }

    #[test]
    fn errors_have_the_location_in_the_source() {
        for (file, text, expected) in [
            (
                "styles/base.css",
                "a {}\nb { color red }\n",
                &["error[C0232]", "styles/base.css:2:"][..],
            ),
            (
                "styles/site.css",
                "@import \"base.css\";\n@import \"none.css\";\n",
                &["error[C0232]", "styles/site.css:2:1", "there is no file `none.css`"],
            ),
            (
                "styles/print.css",
                "p{}\nq { background: url(none.png) }\n",
                &["error[C0204]", "styles/print.css:2:", "`none.png` does not exist"],
            ),
            (
                "site.toml",
                "targets = \"netscape 4\"\n",
                &["error[C0009]", "site.toml:4:11", "not a browserslist query"],
            ),
            (
                "static/css/site.css",
                "a{}",
                &["error[C0203]", "styles/site.css", "make the same file"],
            ),
        ] {
            let site = site();
            site.build();
            if file == "site.toml" {
                site.write(file, &site.read(file).replace("targets = \"safari 15\"\n", text));
            } else {
                site.write(file, text);
            }
            assert_contains(&site.refused(), expected);
        }
    }

    #[test]
    fn mistakes_in_the_table_are_errors_with_their_location() {
        for (entry, expected) in [
            (
                "\"/css/site\" = \"styles/site.css\"",
                "`/css/site` is not the URL path of a style sheet",
            ),
            (
                "\"/css/site.css\" = \"../site.css\"",
                "`../site.css` is not the path of a style sheet",
            ),
            ("\"/css/site.css\" = \"styles/site.less\"", "`styles/site.less` is not the path"),
        ] {
            let site =
                SiteBuilder::new().settings(&format!("[styles.entries]\n{entry}\n")).create();
            assert_contains(&site.refused(), &["error[C0009]", "site.toml:4:", expected]);
        }
    }

    #[test]
    fn the_development_server_follows_changes_and_publishes_source_maps() {
        let site = site();
        let server = Server::start(&site, &["dev", "--port", "0"]);
        server.says("watching for changes");
        assert_contains(
            &server.get("/css/site.css"),
            &["/*# sourceMappingURL=/css/site.css.map */"],
        );
        assert_contains(
            &server.get("/css/site.css.map"),
            &["styles/base.css", "node_modules/tool/theme.css"],
        );
        site.write("styles/base.css", "a { color: blue }\n");
        while !server.get("/css/site.css").contains("color:blue") {}
        // A file that did not exist when the style sheet was bundled.
        site.write("styles/tool/theme.css", "u { color: green }\n");
        while !server.get("/css/site.css").contains("u{") {}
    }

    /// The style sheet of a site whose entry has this text.
    fn bundled(text: &str) -> (Site, String) {
        let site = site();
        site.write("styles/print.css", text);
        site.build();
        let css = site.output("print.css");
        (site, css)
    }

    #[test]
    fn values_that_the_targets_know_stay_as_they_are_written() {
        let values = "--z:2147483647;--h:#FFFFFF;--s:a  B;--o:{ x: y };--n:0.50px;--c:RED;--e: ;z-index:calc(2147483647 - 1);\
                      opacity:.9999999;flex:1 1 0px;border-image:none;grid-area:1/2/3/4;grid-column-end:5;margin:var(--x,12345678px);\
                      color:color-mix(in srgb,red,blue)";
        for text in [
            format!(":root{{{values}}}"),
            format!("@media (width<=1199.999px){{a{{{values}}}}}"),
            format!("@layer b{{a{{{values}}}}}"),
            "@property --x{syntax:\"<number>\";inherits:false;initial-value:12345678}".to_owned(),
            "@function --f(--a <length>) returns <length>{result:calc(var(--a)*12345678)}"
                .to_owned(),
        ] {
            let site = site();
            let settings = site.read("site.toml").replace("safari 15", "chrome 140");
            site.write("site.toml", &settings);
            site.write("styles/print.css", &text);
            site.build();
            assert_eq!(site.output("print.css"), text);
            site.same_as_clean();
        }
        // The targets lack this colour, so that browsers need another one.
        let (_, css) = bundled("a { --b: oklch(70% 0.1 200); --z: 2147483647 }");
        assert_contains(&css, &["--b:lab(66.1711%", "--z:2147483647"]);
    }

    #[test]
    fn all_properties_can_be_reset() {
        for keyword in ["unset", "initial", "inherit", "revert", "revert-layer", "var(--reset)"] {
            let text = format!("button{{--a:1;all:{keyword};color:RED}}");
            assert_eq!(bundled(&text).1, text);
        }
        for (text, expected) in [
            ("a { all: unset !important }", "a{all:unset!important}"),
            ("a { ALL: Future-Keyword; color: red }", "a{all:Future-Keyword;color:red}"),
            // A declaration before `all` has no effect, apart from those that it does not reset.
            ("a { color: red; all: unset }", "a{all:unset}"),
            ("a { direction: rtl; all: unset }", "a{all:unset;direction:rtl}"),
            ("a { unicode-bidi: isolate; & b { x: y } all: unset }", "unicode-bidi:isolate"),
            ("a { color: red !important; all: unset }", "a{all:unset;color:red!important}"),
            ("@keyframes k { from { all: initial } }", "@keyframes k{0%{all:initial}}"),
            ("p { & b { all: revert } }", "p b{all:revert}"),
        ] {
            assert_contains(&bundled(text).1, &[expected]);
        }

        let site = site();
        site.write(
            "site.toml",
            &site.read("site.toml").replace("[styles]\n", "[styles]\nminify = false\n"),
        );
        site.write("styles/print.css", "p {\n  all: var(--x);\n  color: RED;\n}\n");
        site.build();
        assert_eq!(site.output("print.css"), "p {\n  all: var(--x);\n  color: RED;\n}\n");
    }

    #[test]
    fn namespaces_that_browsers_would_ignore_are_errors_with_their_location() {
        let svg = "@namespace s \"http://www.w3.org/2000/svg\";";
        let (_, css) = bundled(&format!("{svg}s|a{{color:red}}"));
        assert_eq!(css, format!("{svg}s|a{{color:red}}"));
        let (site, css) =
            bundled("@layer a, b;@namespace \"http://www.w3.org/1999/xhtml\";a{color:red}");
        assert_contains(&css, &["@namespace \"http://www.w3.org/1999/xhtml\";a{color:red}"]);

        site.write("styles/b.css", &format!("{svg}s|a{{color:red}}"));
        site.write("styles/print.css", "@import \"b.css\";\np{color:red}");
        site.build();
        assert_eq!(site.output("print.css"), format!("{svg}s|a{{color:red}}p{{color:red}}"));

        for (print, b, place, reason) in [
            ("@import \"base.css\";\nSVG", "", "styles/print.css:2:1", "follows rules"),
            (
                "@import \"base.css\";\n@import \"b.css\";",
                "SVG",
                "styles/b.css:1:1",
                "follows rules",
            ),
            ("@import \"b.css\" print;", "SVG", "styles/b.css:1:1", "the conditions of"),
            ("@import \"b.css\" layer(x);", "SVG", "styles/b.css:1:1", "the conditions of"),
            ("@import \"b.css\";", "@namespace \"x\";", "styles/b.css:1:1", "without a prefix"),
            (
                "@import \"b.css\";\n@import \"https://example.net/a.css\";",
                "SVG",
                "styles/print.css:2:1",
                "browsers would ignore this import",
            ),
        ] {
            site.write("styles/b.css", &b.replace("SVG", svg));
            site.write("styles/print.css", &print.replace("SVG", svg));
            let output = site.refused();
            assert_contains(&output, &["error[C0232]", place, reason]);
            assert_eq!(output.matches("error[").count(), 1, "{output}");
        }
    }

    #[test]
    fn light_dark_stays_for_color_schemes_that_are_set_elsewhere() {
        for scheme in ["", ":root{color-scheme:light dark}"] {
            let text = format!("{scheme}a{{color:light-dark(red,blue);--c:light-dark(red,blue)}}");
            assert_eq!(bundled(&text).1, text);
        }
    }

    #[test]
    fn licences_of_all_files_are_at_the_start_once() {
        let site = site();
        site.write(
            "styles/print.css",
            "/*! A */\n@import \"base.css\";\n/* no */ p { color: red; /*! B */ }\n",
        );
        site.write("styles/base.css", "/* @license C */ a { color /*! D */: red }\n/*! A */\n");
        for minify in ["", "minify = false\n"] {
            site.write(
                "site.toml",
                &site.read("site.toml").replace("[styles]\n", &format!("[styles]\n{minify}")),
            );
            site.build();
            let css = site.output("print.css");
            assert!(css.starts_with("/*! A */\n/*! B */\n/* @license C */\n/*! D */\na"), "{css}");
            assert!(!css.contains("no"), "{css}");
        }
    }

    #[test]
    fn urls_in_custom_properties_and_image_sets_are_published() {
        let text =
            "p { --u: url(../static/img/p.svg); background: image-set(\"/img/p.svg\" 1x) }\n";
        let (site, css) = bundled(text);
        let copy = url(&css);
        assert!(site.has(copy), "{css}");
        assert_contains(
            &css,
            &[&format!("--u:url(\"/{copy}\")"), &format!("image-set(\"/{copy}\" 1x)")],
        );
        site.write("styles/print.css", "p {\n  --u: url(none.png) }\n");
        assert_contains(&site.refused(), &["error[C0204]", "styles/print.css:2:8", "`none.png`"]);
    }

    #[test]
    fn imports_of_other_servers_that_browsers_would_ignore_are_errors_with_their_location() {
        let other = "@import url(\"https://example.net/a.css\");\n";
        let (_, css) = bundled(&format!("{other}@import \"base.css\";\n"));
        assert!(css.starts_with("@import \"https://example.net/a.css\";"), "{css}");
        for (files, place) in [
            (&[("styles/print.css", "@import \"base.css\";\nOTHER")][..], "styles/print.css:2:1"),
            (
                &[
                    ("styles/print.css", "@import \"base.css\";\n@import \"b.css\";\n"),
                    ("styles/b.css", "OTHER"),
                ],
                "styles/b.css:1:1",
            ),
            (
                &[("styles/print.css", "@import \"b.css\" print;\n"), ("styles/b.css", "OTHER")],
                "styles/b.css:1:1",
            ),
        ] {
            let site = site();
            for (file, text) in files {
                site.write(file, &text.replace("OTHER", other));
            }
            let output = site.refused();
            assert_contains(&output, &["error[C0232]", place, "https://example.net/a.css"]);
            assert_eq!(output.matches("error[").count(), 1, "{output}");
        }
    }

    #[test]
    fn a_file_in_two_layers_is_an_error() {
        let site = site();
        site.write("styles/print.css", "@import \"base.css\" layer(a);\n@import \"base.css\";\n");
        assert_contains(
            &site.refused(),
            &["error[C0232]", "styles/print.css:2:1", "two different layers"],
        );
    }

    #[test]
    fn an_error_in_a_style_sheet_is_the_only_error() {
        let site = site();
        site.append("site.toml", "[output]\npolicy = []\n");
        site.write(
            "site.toml",
            &site.read("site.toml").replace("[styles]\n", "[styles]\ninline = [\"/print.css\"]\n"),
        );
        site.write(
            "pages/shell.html",
            "{{ inline_style(\"/print.css\") }}<link rel=stylesheet href='{{ asset(\"/css/site.css\") }}'><link rel=stylesheet href='/css/site.css'>{{ main }}",
        );
        site.build();
        site.write("styles/base.css", "a { color red }\n");
        site.write("styles/print.css", "a {");
        let output = site.refused();
        assert_contains(
            &output,
            &["styles/base.css:1:", "styles/print.css:1:3", "this block has no end"],
        );
        assert_eq!(output.matches("error[C0232]").count(), 2, "{output}");
        assert_eq!(output.matches("error[").count(), 2, "{output}");
    }

    mod in_sass {
        use std::os::unix::fs::symlink;

        use super::{LINK, linked};
        use crate::common::server::Server;
        use crate::common::{Site, SiteBuilder, assert_contains};
        use crate::runtime::copy_runtime;

        /// The compiler of Sass and its dependencies.
        const PACKAGES: [&str; 3] = ["sass", "immutable", "source-map-js"];
        /// Where the packages of the repository's runtime are.
        const INSTALLED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../runtime/node_modules");

        /// A site with a style sheet in Sass, and with the compiler that the runtime installs for tests.
        fn site(text: &str) -> Site {
            let site = SiteBuilder::new()
                .settings("[styles]\ntargets = \"chrome 140\"\n[styles.entries]\n\"/css/site.css\" = \"styles/site.scss\"\n")
                .file("pages/shell.html", LINK)
                .file("styles/site.scss", text)
                .file("node_modules/package/_mixins.scss", "@mixin wide { width: 2px * 3 }\n")
                .create();
            for package in PACKAGES {
                symlink(
                    format!("{INSTALLED}/{package}"),
                    site.root().join("node_modules").join(package),
                )
                .unwrap();
            }
            site
        }

        #[test]
        fn a_first_build_compiles_with_the_packages_that_the_runtime_installs() {
            let site = SiteBuilder::new()
                .settings("[runtime]\ndir = \"runtime\"\n[styles.entries]\n\"/css/site.css\" = \"styles/site.scss\"\n")
                .file("pages/shell.html", &format!("{LINK}{{{{ scripts }}}}"))
                .file("styles/site.scss", "a { b { c: d } }\n")
                .create();
            copy_runtime(&site);
            let install: String = PACKAGES
                .iter()
                .map(|it| format!("await symlink(\"{INSTALLED}/{it}\", \"node_modules/{it}\");\n"))
                .collect();
            let bundle = site.read("runtime/bundle.mjs");
            site.write(
                "runtime/bundle.mjs",
                &format!("import {{ symlink }} from \"node:fs/promises\";\nawait mkdir(\"node_modules\");\n{install}{bundle}"),
            );
            site.build();
            assert_contains(&site.output("css/site.css"), &["a b{c:d}"]);
        }

        #[test]
        fn partials_and_packages_are_loaded_and_followed() {
            let site = site(
                "@use \"colors\";\n@use \"package/mixins\";\na { b { color: colors.$main; @include mixins.wide } }\n",
            );
            site.write("styles/_colors.scss", "$main: red;\n");
            site.build();
            assert_eq!(site.output("css/site.css"), "a b{color:red;width:6px}");
            site.write("styles/_colors.scss", "$main: blue;\n@warn \"old\";\n");
            assert_contains(&site.build(), &["warning[C0232]", "styles/_colors.scss:2:1", "old"]);
            assert_eq!(linked(&site), "a b{color:blue;width:6px}");
            site.same_as_clean();
            site.write("styles/_colors.scss", "$other: blue;\n");
            assert_contains(
                &site.refused(),
                &["error[C0232]", "styles/site.scss:3:", "Undefined variable"],
            );
            site.write("styles/_colors.scss", "$main: green;\n");
            site.build();
            site.same_as_clean();
        }

        #[test]
        fn the_current_language_is_compiled() {
            let site = site(
                "@use \"sass:color\";\n@use \"sass:math\";\n@use \"sass:meta\";\n@use \"theme\" with ($main: hsl(200 50% 40%));\n\
                 %box { --n: 12345678; }\n@layer base { .a { @extend %box; width: math.div(10px, 4); \
                 color: color.adjust(theme.$main, $lightness: 10%, $space: hsl); --l: #{color.channel(theme.$main, \"lightness\", $space: hsl)}; \
                 border-color: color.mix(red, blue, $method: oklch) } }\n@include meta.load-css(\"more\");\n",
            );
            site.write("styles/_theme.scss", "@forward \"inner\" show $main;\n");
            site.write("styles/_inner.scss", "$main: red !default;\n$hidden: 1;\n");
            site.write("styles/more.css", ".more { --raw: 12345678 }\n");
            site.build();
            let css = site.output("css/site.css");
            assert_contains(
                &css,
                &[
                    ".a{--n:12345678}",
                    "@layer base{.a{width:2.5px;color:hsl(200,50%,50%);--l:40%;border-color:hsl(298.06",
                    ".more{--raw:12345678}",
                ],
            );
            site.same_as_clean();
        }

        #[test]
        fn unknown_functions_and_arguments_are_errors_with_their_location() {
            for (text, message) in [
                ("a { c: color.mix(red, blue, $metod: oklch) }", "$metod"),
                ("a { c: color.mixed(red, blue) }", "Undefined function"),
                ("a { @include none }", "Undefined mixin"),
            ] {
                let site = site(&format!("@use \"sass:color\";\n{text}\n"));
                assert_contains(&site.refused(), &["error[C0232]", "styles/site.scss:2:", message]);
            }
        }

        #[test]
        fn missing_files_have_their_location_in_the_source() {
            let site = site("// one\na {\n  background: url(none.png);\n}\n");
            assert_contains(
                &site.refused(),
                &["error[C0204]", "styles/site.scss:3:", "`none.png` does not exist"],
            );
            site.write("styles/site.scss", "@use \"later\";\n");
            assert_contains(
                &site.refused(),
                &["error[C0232]", "styles/site.scss:1:", "Can't find stylesheet"],
            );
            // A file that did not exist when the compiler searched it.
            site.write("styles/_later.scss", "a { color: red }\n");
            site.build();
            assert_eq!(site.output("css/site.css"), "a{color:red}");
        }

        #[test]
        fn deprecations_are_reported_once_for_each_kind() {
            let site = site(
                "@import \"package/mixins\", \"b\";\na { @include wide; c: darken(red, 1%); d: darken(red, 2%) }\n",
            );
            site.write("styles/_b.scss", "@import \"package/mixins\";\n");
            let output = site.build();
            assert_eq!(
                output.matches("warning[C0232]: import (and 2 more)").count(),
                1,
                "{output}"
            );
            assert_eq!(
                output.matches("warning[C0232]: color-functions (and 1 more)").count(),
                1,
                "{output}"
            );
            assert_contains(&output, &["styles/site.scss:1:9", "styles/site.scss:2:"]);
        }

        #[test]
        fn a_site_without_the_compiler_is_told_to_install_it() {
            let site = SiteBuilder::new()
                .settings("[styles.entries]\n\"/css/site.css\" = \"styles/site.scss\"\n")
                .file("styles/site.scss", "a { b { c: d } }\n")
                .create();
            assert_contains(
                &site.refused(),
                &[
                    "error[C0232]",
                    "styles/site.scss:1:1",
                    "the npm package `sass`",
                    "npm install -D sass",
                ],
            );
        }

        #[test]
        fn the_development_server_follows_partials_and_maps_to_them() {
            let site = site("@use \"colors\";\n");
            site.write("styles/_colors.scss", "a { color: red }\n");
            let server = Server::start(&site, &["dev", "--port", "0"]);
            server.says("watching for changes");
            assert_contains(&server.get("/css/site.css"), &["a{color:red}"]);
            assert_contains(&server.get("/css/site.css.map"), &["styles/_colors.scss"]);
            site.write("styles/_colors.scss", "a { color: \n");
            server.says("C0232");
            site.write("styles/_colors.scss", "a { color: green }\n");
            while !server.get("/css/site.css").contains("a{color:green}") {}
        }
    }
}
