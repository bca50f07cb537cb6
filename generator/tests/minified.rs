//! `[output] minify`: style sheets and scripts of static/ are minified.

#[cfg(not(feature = "minify"))]
#[test]
fn minify_without_its_cargo_feature_is_an_error_that_names_the_feature() {
    use crate::common::{SETTINGS, Site, assert_contains};
    let site = Site::new(&format!("{SETTINGS}[output]\nminify = true\n"));
    let expected = [
        "site.toml:3:1",
        "built without `minify`",
        "cargo install --path generator --features minify",
    ];
    assert_contains(&site.refused(), &expected);
}

#[cfg(feature = "minify")]
mod with_the_feature {
    use std::fs;

    use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains};

    const MINIFY: &str = "[output]\nminify = true\n";

    /// A site that minifies its style sheet and its script.
    fn site() -> Site {
        SiteBuilder::new()
            .settings(MINIFY)
            .file(
                "pages/shell.html",
                "<link rel=\"stylesheet\" href=\"{{ asset(\"/css/site.css\") }}\"><main>{{ main }}</main>",
            )
            .file("static/css/site.css", "/* why */\na  {\n  color : red ;\n}\n")
            .file("static/app.js", "// why\nfunction shown ( name ) {\n  return name ;\n}\n")
            .create()
    }

    #[test]
    fn style_sheets_and_scripts_are_minified_under_both_names() {
        let site = site();
        site.write("static/lib.min.js", "var  a ;\n");
        site.write("static/notes.txt", "/* a  text */\n");
        site.build();
        assert_eq!(site.output("css/site.css"), "a{color:red}");
        assert_eq!(site.output("app.js"), "function shown(name){return name}");
        assert_eq!(
            [site.output("lib.min.js"), site.output("notes.txt")],
            ["var  a ;\n", "/* a  text */\n"]
        );
        let html = site.output("index.html");
        let copy = html.split("href=\"/").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(site.output(copy), "a{color:red}");
        // A comment changes neither the hashed name nor the size that `max_kb` limits: both use the minified file.
        site.write(
            "static/css/site.css",
            &format!("/* {} */\na {{ color: red }}\n", "why ".repeat(1000)),
        );
        site.write("pages/page.html", "{{ asset(\"/css/site.css\", max_kb=1) | length }}");
        site.build();
        assert_contains(&site.output("index.html"), &[copy]);
        site.same_as_clean();
    }

    #[test]
    fn changing_the_setting_and_editing_a_file_update_the_output() {
        let site = site();
        for (settings, sheet) in
            [("", "/* why */\na  {\n  color : red ;\n}\n"), (MINIFY, "a{color:red}")]
        {
            site.write("site.toml", &format!("{SETTINGS}{settings}"));
            site.build();
            assert_eq!(site.output("css/site.css"), sheet);
            site.same_as_clean();
        }
        site.write("static/css/site.css", "b  { color : blue }");
        site.build();
        assert_eq!(site.output("css/site.css"), "b{color:blue}");
        fs::write(site.root().join(".croupier/preview/css/site.css"), "of the same length?")
            .unwrap();
        fs::remove_file(site.root().join(".croupier/preview/app.js")).unwrap();
        site.build();
        site.same_as_clean();
    }

    #[test]
    fn values_and_licences_of_style_sheets_stay_as_they_are_written() {
        let site = site();
        let root = ":root{--z:2147483647;--h:#FFFFFF;--s:a  B;--o:{ x: y };--e: }";
        let property = "@property --x{syntax:\"<number>\";inherits:false;initial-value:12345678}";
        let rule = "a{color:light-dark(red,blue);z-index:calc(2147483647 - 1);margin:var(--x,12345678px) env(y,0.50px)}";
        let spaced = [root, property, rule].map(|it| it.replacen('{', "  {\n", 1));
        site.write(
            "static/css/site.css",
            &format!(
                "/*! A */\n{}\n/*! B */ {} {}\n/* @license C */\n",
                spaced[0], spaced[1], spaced[2]
            ),
        );
        site.build();
        let expected = format!("/*! A */\n{root}/*! B */\n{property}{rule}/* @license C */\n");
        assert_eq!(site.output("css/site.css"), expected);
        site.same_as_clean();
    }

    #[test]
    fn a_file_that_cannot_be_minified_is_published_unchanged_with_a_warning() {
        let site = site();
        let script = "var a = 1;\nvar b = ;\n";
        site.write("static/app.js", script);
        for _ in 0..2 {
            assert_contains(
                &site.build(),
                &["warning[C0218]", "static/app.js:2:9", "is published unminified", ".min.js"],
            );
            assert_eq!(site.output("app.js"), script);
        }
        site.write("static/app.js", "var b = 1;\n");
        assert!(!site.build().contains("C0218"));
    }
}
