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
        assert_contains(&site.output("css/site.css"), &["a{color:#00f}"]);
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
        while !server.get("/css/site.css").contains("#00f") {}
        // A file that did not exist when the style sheet was bundled.
        site.write("styles/tool/theme.css", "u { color: green }\n");
        while !server.get("/css/site.css").contains("u{") {}
    }

    #[cfg(feature = "sass")]
    #[test]
    fn sass_is_compiled_with_its_partials() {
        let site = SiteBuilder::new()
            .settings("[styles.entries]\n\"/css/site.css\" = \"styles/site.scss\"\n")
            .file("pages/shell.html", LINK)
            .file("styles/site.scss", "@use \"colors\";\n@use \"package/mixins\";\na { b { color: colors.$main; @include mixins.wide } }\n")
            .file("styles/_colors.scss", "$main: red;\n")
            .file("node_modules/package/_mixins.scss", "@mixin wide { width: 2px * 3 }\n")
            .create();
        site.build();
        assert_eq!(site.output("css/site.css"), "a b{color:red;width:6px}");
        site.write("styles/_colors.scss", "$main: blue;\n@warn \"old\";\n");
        assert_contains(&site.build(), &["warning[C0232]", "styles/_colors.scss:2:", "old"]);
        assert_eq!(linked(&site), "a b{color:#00f;width:6px}");
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
}
