//! What a template brings into many pages is told once, with the same words whichever of them a build renders.

use serde_json::Value;

use crate::common::{SETTINGS, Site};

/// Severity, code, file and place, and the way there, of everything that a command tells.
fn told(site: &Site, command: &str) -> Vec<String> {
    let lines = String::from_utf8(site.run(&[command, "--json"]).stdout).unwrap();
    let told = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let words = |it: &Value| {
        let chain: Vec<&str> =
            it["chain"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let (code, file) = (it["code"].as_str().unwrap(), it["file"].as_str().unwrap_or_default());
        format!("{code} {file}:{}:{} {}", it["line"], it["column"], chain.join(", "))
    };
    told.filter(|it| it["event"] == "diagnostic").map(|it| words(&it)).collect()
}

fn page(site: &Site, name: &str, front: &str, text: &str) {
    site.write(
        &format!("content/{name}.md"),
        &format!("+++\ntitle = \"A page\"\n{front}+++\n{text}\n"),
    );
}

#[test]
fn the_way_to_a_warning_is_the_same_whatever_was_rendered() {
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
    let way = "page content/index.md, ";
    let cold = told(&site, "build");
    assert_eq!(
        cold,
        [
            format!("C0210 pages/page.html:1:26 {way}4 other pages"),
            format!("C0213 pages/page.html:1:44 {way}4 other pages"),
            format!("C0212 pages/page.html:1:66 {way}3 other pages"),
        ]
    );
    for name in ["z", "info/b"] {
        page(&site, name, "", "Changed.");
        assert_eq!(told(&site, "build"), cold);
        assert_eq!(told(&site, "check"), cold);
    }
    // One page more is another number, and the first by its address stays the first.
    page(&site, "new", "", "");
    assert_eq!(told(&site, "build")[0], format!("C0210 pages/page.html:1:26 {way}5 other pages"));
}

#[test]
fn a_relative_address_of_a_template_is_one_mistake_and_what_pages_say_themselves_is_one_each() {
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
        told(&site, "check"),
        [
            "C0204 content/info/a.md:4:9 page content/info/a.md",
            "C0204 content/info/b.md:4:9 page content/info/b.md",
            "C0204 pages/shell.html:2:10 page content/index.md, 2 other pages",
            "C0205 pages/shell.html:2:30 page content/index.md, 2 other pages",
        ]
    );
}

#[test]
fn an_image_without_a_text_is_told_in_its_tag_wherever_else_it_is_named() {
    let site = Site::small();
    site.write("static/x.svg", "<svg viewBox='0 0 1 1'/>");
    site.write(
        "pages/shell.html",
        "<link rel=\"icon\" href=\"/x.svg\">\n<main id='main'>{{ main }}</main>\n<img src=\"/x.svg\">",
    );
    assert_eq!(told(&site, "build"), ["C0210 pages/shell.html:3:11 page content/index.md"]);
}

#[test]
fn a_link_that_leads_out_of_the_site_is_told_as_long_as_it_is_there() {
    let (site, other) = (Site::small(), Site::small());
    other.write("secret/a.txt", "x");
    other.write("b.md", "+++\ntitle = \"B\"\n+++\n");
    site.write("static/own.txt", "x");
    page(&site, "a", "", "");
    let link = |to: &std::path::Path, path: &str| {
        std::os::unix::fs::symlink(to, site.root().join(path)).unwrap();
    };
    link(&other.root().join("secret"), "static/shared");
    link(&other.root().join("b.md"), "content/b.md");
    link(std::path::Path::new("own.txt"), "static/same.txt");
    let both = ["C0219 content/b.md:1:1 ", "C0219 static/shared:1:1 "];
    assert_eq!(told(&site, "check"), both);
    assert_eq!(told(&site, "build"), both);
    assert!(site.has("shared/a.txt") && site.has("b/index.html"));
    page(&site, "a", "", "Changed.");
    assert_eq!(told(&site, "build"), both);
    // A build with nothing to do tells it again.
    assert_eq!(told(&site, "build"), both);
    std::fs::remove_file(site.root().join("static/shared")).unwrap();
    assert_eq!(told(&site, "build"), both[..1]);
}

#[test]
fn a_folder_of_the_runtime_that_is_not_there_is_told_where_it_is_named() {
    for dir in ["../elsewhere", "runtim"] {
        let site = Site::new(&format!("{SETTINGS}[runtime]\ndir = \"{dir}\"\n"));
        site.write("pages/shell.html", "<main id='main'>{{ main }}</main>");
        assert_eq!(told(&site, "check").len(), 1);
        assert!(told(&site, "check")[0].contains(" site.toml:4:7 "), "{:?}", told(&site, "check"));
    }
}

#[cfg(feature = "pictures")]
#[test]
fn copies_of_a_picture_on_a_page_that_cannot_be_rendered_are_not_missed() {
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
    let good = site.read("pages/page.html");
    site.write("pages/page.html", "{{ page.body }}\n{{ picture(\"/boat.jpg\") }}");
    for command in ["check", "build"] {
        assert_eq!(
            told(&site, command),
            ["C0405 pages/page.html:2:4 page content/index.md, 1 other page"]
        );
    }
    site.write("pages/page.html", &good);
    page(&site, "a", "", "{{ boat() }}\n\n{{ nope(1) }} [x](/gone/)");
    assert_eq!(told(&site, "check"), ["C0406 content/a.md:6:1 ", "C0204 content/a.md:6:15 "]);
}

#[test]
fn a_dead_address_is_told_on_each_line_of_a_data_file_that_has_it() {
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
    let told = told(&site, "check");
    let of = |line: u32| {
        format!("C0204 content/data/menus.toml:{line}:9 page content/index.md, 1 other page")
    };
    assert_eq!(told, [of(3), of(10)]);
    site.refused();
}
