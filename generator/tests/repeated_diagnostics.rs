//! A diagnostic that a template causes on many pages is reported once, and with the same text whichever pages a build renders.

use serde_json::Value;

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, printed_text};

/// The diagnostic events of the output of a command.
fn events(output: &[u8]) -> Vec<Value> {
    let lines = std::str::from_utf8(output).unwrap().lines();
    let events = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
    events.filter(|it| it["event"] == "diagnostic").collect()
}

/// Code, file, line, column and chain of every diagnostic that a command reports, for each of its locations.
fn diagnostics(site: &Site, command: &str) -> Vec<String> {
    let events = events(&site.run(&[command, "--preview", "--json", "--all-diagnostics"]).stdout);
    let describe = |it: &Value| {
        let chain: Vec<&str> =
            it["chain"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let (code, file) = (it["code"].as_str().unwrap(), it["file"].as_str().unwrap_or_default());
        format!("{code} {file}:{}:{} {}", it["line"], it["column"], chain.join(", "))
    };
    events.iter().map(describe).collect()
}

/// Writes a page.
fn page(site: &Site, name: &str, front_matter: &str, text: &str) {
    site.write(
        &format!("content/{name}.md"),
        &format!("+++\ntitle = \"A page\"\n{front_matter}+++\n{text}\n"),
    );
}

#[test]
fn the_chain_of_a_warning_does_not_depend_on_the_rendered_pages() {
    let site = Site::small();
    site.write("static/x.svg", "<svg viewBox='0 0 1 1'/>");
    site.write(
        "pages/page.html",
        "{{ page.body }}<img src=\"/x.svg\"><b style=\"top: 0\">x</b><a href=\"/soon/\">x</a>",
    );
    for name in ["a", "info/b", "z"] {
        page(&site, name, "", "");
    }
    page(&site, "soon", "expire_at = 2037-01-01\n", "");
    let chain = "page content/index.md, ";
    let cold = diagnostics(&site, "build");
    assert_eq!(
        cold,
        [
            format!("C0210 pages/page.html:1:26 {chain}4 other pages"),
            format!("C0213 pages/page.html:1:44 {chain}4 other pages"),
            format!("C0212 pages/page.html:1:66 {chain}3 other pages"),
        ]
    );
    for name in ["z", "info/b"] {
        page(&site, name, "", "Changed.");
        assert_eq!(diagnostics(&site, "build"), cold);
        assert_eq!(diagnostics(&site, "check"), cold);
    }
    // A new page changes the number, and the first page by its route stays the first.
    page(&site, "new", "", "");
    assert_eq!(
        diagnostics(&site, "build")[0],
        format!("C0210 pages/page.html:1:26 {chain}5 other pages")
    );
}

#[test]
fn a_broken_link_is_reported_once_per_source_file() {
    let site = Site::small();
    site.write(
        "pages/page.html",
        "{{ page.body }}{% if page.extra.more %}<a href=\"{{ page.extra.more }}\">x</a>{% endif %}",
    );
    site.write(
        "pages/shell.html",
        "<main id='main'>{{ main }}</main>\n<a href=\"nix/\">x</a><a href=\"#nix\">x</a>",
    );
    page(&site, "info/a", "[extra]\nmore = \"/gone/\"\n", "");
    page(&site, "info/b", "[extra]\nmore = \"/gone/\"\n", "");
    assert_eq!(
        diagnostics(&site, "check"),
        [
            "C0204 content/info/a.md:4:9 page content/info/a.md",
            "C0204 content/info/b.md:4:9 page content/info/b.md",
            "C0204 pages/shell.html:2:10 page content/index.md, 2 other pages",
            "C0205 pages/shell.html:2:30 page content/index.md, 2 other pages",
        ]
    );
}

#[test]
fn an_image_without_alternative_text_is_reported_at_its_tag() {
    let site = SiteBuilder::new()
        .file("static/x.svg", "<svg viewBox='0 0 1 1'/>")
        .file(
            "pages/shell.html",
            "<link rel=\"icon\" href=\"/x.svg\">\n<main id='main'>{{ main }}</main>\n<img src=\"/x.svg\">",
        )
        .create();
    assert_eq!(diagnostics(&site, "build"), ["C0210 pages/shell.html:3:11 page content/index.md"]);
}

#[test]
fn a_symlink_out_of_the_site_is_reported_by_every_build() {
    let site = SiteBuilder::new()
        .file("static/own.txt", "x")
        .page("a", "title = \"A page\"\n", "\n")
        .create();
    let other = Site::small();
    other.write("secret/a.txt", "x");
    other.write("b.md", "+++\ntitle = \"B\"\n+++\n");
    let link = |to: &std::path::Path, path: &str| {
        std::os::unix::fs::symlink(to, site.root().join(path)).unwrap();
    };
    link(&other.root().join("secret"), "static/shared");
    link(&other.root().join("b.md"), "content/b.md");
    link(std::path::Path::new("own.txt"), "static/same.txt");
    let both = ["C0219 content/b.md:1:1 ", "C0219 static/shared:1:1 "];
    assert_eq!(diagnostics(&site, "check"), both);
    assert_eq!(diagnostics(&site, "build"), both);
    assert!(site.has("shared/a.txt") && site.has("b/index.html"));
    page(&site, "a", "", "Changed.");
    assert_eq!(diagnostics(&site, "build"), both);
    // A build without changes reports them again.
    assert_eq!(diagnostics(&site, "build"), both);
    std::fs::remove_file(site.root().join("static/shared")).unwrap();
    assert_eq!(diagnostics(&site, "build"), both[..1]);
}

#[test]
fn a_missing_runtime_folder_is_reported_at_its_setting() {
    for dir in ["../elsewhere", "runtim"] {
        let site = Site::new(&format!("{SETTINGS}[runtime]\ndir = \"{dir}\"\n"));
        site.write("pages/shell.html", "<main id='main'>{{ main }}</main>");
        site.write("pages/page.html", "{{ page.body }}");
        page(&site, "a", "", "Text.");
        assert_eq!(diagnostics(&site, "check").len(), 1);
        assert!(
            diagnostics(&site, "check")[0].contains(" site.toml:4:7 "),
            "{:?}",
            diagnostics(&site, "check")
        );
    }
}

#[cfg(feature = "pictures")]
#[test]
fn a_page_that_cannot_be_rendered_causes_no_errors_about_picture_copies() {
    let site = Site::small();
    let boat = std::fs::read(format!(
        "{}/../tests/fixtures/pictures/boat.jpg",
        env!("CARGO_MANIFEST_DIR")
    ))
    .unwrap();
    site.write("static/boat.jpg", "");
    std::fs::write(site.root().join("static/boat.jpg"), boat).unwrap();
    site.write(
        "pages/shortcodes.html",
        "{% macro boat() %}{{ picture(\"/boat.jpg\", alt=\"A boat\") }}{% endmacro %}",
    );
    page(&site, "a", "", "{{ boat() }}");
    site.build();
    let valid = site.read("pages/page.html");
    site.write("pages/page.html", "{{ page.body }}\n{{ picture(\"/boat.jpg\") }}");
    for command in ["check", "build"] {
        assert_eq!(
            diagnostics(&site, command),
            ["C0405 pages/page.html:2:4 page content/index.md, 1 other page"]
        );
    }
    site.write("pages/page.html", &valid);
    page(&site, "a", "", "{{ boat() }}\n\n{{ nope(1) }} [x](/gone/)");
    assert_eq!(
        diagnostics(&site, "check"),
        ["C0406 content/a.md:6:1 ", "C0204 content/a.md:6:15 "]
    );
}

#[test]
fn a_broken_link_is_reported_at_each_of_its_lines_in_a_data_file() {
    let site = Site::small();
    site.write(
        "pages/shell.html",
        "<main id='main'>{{ main }}</main>{% for it in data.menus.items %}<a href=\"{{ it.path }}\">{{ it.label }}</a>{% endfor %}",
    );
    let item =
        |label: &str, path: &str| format!("[[items]]\nlabel = \"{label}\"\npath = \"{path}\"\n");
    let menus = [
        item("A", "/gone/"),
        "# It was \"/gone/\".\n".to_owned(),
        item("B", "/"),
        item("C", "/gone/"),
    ]
    .concat();
    site.write("content/data/menus.toml", &menus);
    page(&site, "a", "", "");
    let at = |line: u32| {
        format!("C0204 content/data/menus.toml:{line}:9 page content/index.md, 1 other page")
    };
    assert_eq!(diagnostics(&site, "check"), [at(3), at(10)]);
    site.refused();
}

#[test]
fn one_cause_is_one_diagnostic_with_a_count_and_three_locations() {
    let site = Site::small();
    for number in 1..=5 {
        let text = format!(
            "![A](https://cdn.example/{number}.png) [x](/gone/)\n\n:::note\n\n<b style=\"top: {number}px\">x</b>"
        );
        page(&site, &format!("p{number}"), "", &text);
    }
    page(&site, "other", "", "![A](https://other.example/a.png) [x](/lost/)");
    let output = site.run(&["check", "--preview", "--json"]);
    let events = events(&output.stdout);
    let summary: Vec<(&str, i64, usize)> = events
        .iter()
        .map(|it| {
            let locations = it["locations"].as_array().unwrap();
            assert_eq!(locations[0]["line"], it["line"]);
            (it["code"].as_str().unwrap(), it["count"].as_i64().unwrap(), locations.len())
        })
        .collect();
    assert_eq!(
        summary,
        [
            ("C0213", 1, 1),
            ("C0204", 1, 1),
            ("C0213", 5, 3),
            ("C0204", 5, 3),
            ("C0223", 5, 3),
            ("C0213", 5, 3),
        ]
    );
    let file = |index: usize| &events[3]["locations"][index]["file"];
    assert_eq!([file(0), file(1), file(2)], ["content/p1.md", "content/p2.md", "content/p3.md"]);
    let text = printed_text(&site.run(&["check", "--preview"]));
    assert_contains(
        &text,
        &[
            "5 occurrences in 5 files; --all-diagnostics lists each one",
            "content/p3.md:4:33",
            "checked 7 pages: 2 errors and 4 warnings",
        ],
    );
    assert!(!text.contains("content/p4.md"), "{text}");
    let all = diagnostics(&site, "check");
    assert_eq!(all.iter().filter(|it| it.starts_with("C0204 ")).count(), 6);
    assert_contains(
        &printed_text(&site.run(&["check", "--preview", "--all-diagnostics"])),
        &["content/p5.md:4:33"],
    );
}

#[test]
fn a_build_without_changes_repeats_the_groups() {
    let site = Site::small();
    for number in 1..=4 {
        page(&site, &format!("p{number}"), "", ":::note");
    }
    let counts = || {
        let events = events(&site.run(&["build", "--preview", "--json"]).stdout);
        events.iter().map(|it| it["count"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(counts(), [4]);
    assert_eq!(counts(), [4]);
    page(&site, "p1", "", "Note.");
    assert_eq!(counts(), [3]);
}

#[test]
fn two_faults_of_a_macro_on_one_page_name_no_other_page() {
    let site = Site::small();
    site.write("static/a.css", "");
    site.write("pages/shortcodes.html", "{% macro x() %}{{ data.none.y }}{% endmacro %}");
    page(&site, "a", "", "{{ x() }}\n\n{{ x() }}");
    let text = printed_text(&site.run(&["check", "--preview"]));
    assert_contains(&text, &["pages/shortcodes.html:1:"]);
    assert!(!text.contains("other page"), "{text}");
    page(&site, "b", "", "{{ x() }}\n\n{{ x() }}");
    assert_contains(&printed_text(&site.run(&["check", "--preview"])), &["in 1 other page"]);
    // A link and an image with one URL are at one location of the template.
    site.write("pages/shortcodes.html", "");
    page(&site, "a", "", "");
    site.remove("content/b.md");
    site.write("pages/page.html", "<a href=\"/n.png\"><img src=\"/n.png\" alt=\"\"></a>");
    site.remove("content/a.md");
    let text = printed_text(&site.run(&["check", "--preview"]));
    assert_contains(&text, &["/n.png does not exist"]);
    assert!(!text.contains("other page"), "{text}");
}

#[test]
fn a_site_without_a_policy_has_no_warnings_about_it() {
    let site = Site::small();
    page(&site, "a", "", "<b style=\"top: 0\">x</b> ![A](https://cdn.example/a.png)");
    assert_eq!(diagnostics(&site, "build").len(), 2);
    site.append("site.toml", "[output]\npolicy = []\n");
    assert_eq!(diagnostics(&site, "build"), [""; 0]);
    assert!(!site.output("_headers").contains("content-security-policy"));
}

#[test]
fn calls_of_one_missing_shortcode_are_one_error() {
    let site = Site::small();
    for number in 0..5 {
        page(&site, &format!("p{number}"), "", "{{ gallery() }} and {{ video() }}");
    }
    page(&site, "q", "", "{{ once() }}");
    let report = site.refused();
    for (name, count) in [("gallery", 1), ("video", 1), ("once", 1)] {
        let message = format!("there is no shortcode `{name}`");
        assert_eq!(report.matches(&message).count(), count, "{report}");
    }
}
