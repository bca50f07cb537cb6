//! A diagnostic that a template causes on many pages is reported once, and with the same text whichever pages a build renders.

use serde_json::Value;

use crate::common::{SETTINGS, Site, SiteBuilder};

/// Code, file, line, column and chain of every diagnostic that a command reports.
fn diagnostics(site: &Site, command: &str) -> Vec<String> {
    let lines = String::from_utf8(site.run(&[command, "--json"]).stdout).unwrap();
    let events = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let describe = |it: &Value| {
        let chain: Vec<&str> =
            it["chain"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let (code, file) = (it["code"].as_str().unwrap(), it["file"].as_str().unwrap_or_default());
        format!("{code} {file}:{}:{} {}", it["line"], it["column"], chain.join(", "))
    };
    events.filter(|it| it["event"] == "diagnostic").map(|it| describe(&it)).collect()
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
