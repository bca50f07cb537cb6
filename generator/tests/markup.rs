//! Line endings and byte order marks of all systems, and warnings about HTML in templates.

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics};

#[test]
fn line_endings_and_byte_order_marks_do_not_change_the_output() {
    let write = |site: &Site, form: &dyn Fn(&str) -> String| {
        site.write("site.toml", &form(&format!("{SETTINGS}[brand]\nlead = \"x\"\n")));
        site.write(
            "pages/shell.html",
            &form("{% if true %}\n<main id='main'>{{ main }}</main>\n{% endif %}"),
        );
        site.write(
            "pages/page.html",
            &form("{{ page.body }}\n{{ data.a.b }}{{ data.c.d }}{{ data.t[0].x }}{{ data.y.e }}"),
        );
        site.write("pages/files/a.json", &form("{\"a\": 1}\n"));
        site.write("content/data/a.toml", &form("# A\nb = 1\n"));
        site.write("content/data/c.json", &form("{\n\"d\": 2\n}\n"));
        site.write("content/data/t.csv", &form("x,y\n3,4\n"));
        site.write("content/data/y.yaml", &form("e: 5\nf: 6\n"));
        site.write("content/index.md", &form("+++\ntitle = \"Home\"\n+++\n## One\n\nTwo\n"));
        site.write("content/b.md", &form("---\ntitle: B\n---\n- Three\n- Four\n"));
    };
    let plain = Site::small();
    write(&plain, &str::to_owned);
    plain.build();
    assert_contains(&plain.output("index.html"), &["1235"]);
    let others: [&dyn Fn(&str) -> String; 3] =
        [&|text| text.replace('\n', "\r"), &|text| format!("\u{feff}{text}"), &|text| {
            format!("\u{feff}{}", text.replace('\n', "\r"))
        }];
    for form in others {
        let site = Site::small();
        write(&site, form);
        let report = site.build();
        assert!(!report.contains("warning"), "{report}");
        assert_eq!(site.output("index.html"), plain.output("index.html"));
        assert_eq!(site.output("b/index.html"), plain.output("b/index.html"));
        assert_eq!(site.output("a.json"), plain.output("a.json"));
        // Mistakes are reported with their line.
        site.write("content/b.md", &form("+++\ntitle = \"B\"\n+++\nText.\n\n[x](/gone/)\n"));
        site.write("content/data/z.toml", &form("# Z\nb = 1\nc = oops\n"));
        assert_contains(&site.refused(), &["content/b.md:6:1", "content/data/z.toml:3:5"]);
    }
}

#[test]
fn a_block_that_is_not_closed_is_reported_at_its_start() {
    let site = Site::small();
    site.write(
        "pages/page.html",
        "<p>\n{% if page.date %}\n  {% for it in page.headings %}{{ it.text }}{% endfor %}\n</p>\n",
    );
    assert_diagnostics!(site.refused());
    site.write(
        "pages/page.html",
        "{% if page.date %}\n  {% for it in page.headings %}\n{% endif %}\n",
    );
    assert_diagnostics!(site.refused());
    site.write("pages/page.html", "{{ page.title }}\n{% endif %}\n");
    assert_diagnostics!(site.refused());
}

#[test]
fn an_image_without_alternative_text_in_a_template_is_reported_with_its_location() {
    let image = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    let site = SiteBuilder::new()
        .file("static/i.svg", image)
        .file("static/j.svg", image)
        .file("static/k.svg", image)
        .file("pages/slices/bar.html", "<p>\n<img src='/j.svg' width=1></p>")
        .file(
            "pages/shell.html",
            "<img src=\"/i.svg\" alt=\"\">\n{{ slice(\"bar\") }}<main id='main'>{{ main }}</main>\n",
        )
        .page("b", "title = \"B\"\n", "<img src=\"/k.svg\">\n")
        .create();
    for text in ["", "", "Changed."] {
        site.write("content/index.md", &format!("+++\ntitle = \"Home\"\n+++\n{text}\n"));
        let report = site.build();
        assert_eq!(report.matches("C0210").count(), 2, "{report}");
        assert_contains(
            &report,
            &["pages/slices/bar.html:2:", "alt=", "content/b.md:4:1", "1 other page"],
        );
    }
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n");
    site.build();
    assert_contains(&site.output("index.html"), &["<img src='/docs/j.svg' width=1>"]);
    site.same_as_clean();
}

#[test]
fn scripts_and_handlers_that_the_policy_blocks_are_reported_with_their_locations() {
    let site = SiteBuilder::new()
    .file(
        "pages/shell.html",
        "<main id='main'>{{ main }}</main>\n<script>\n  start(\"{{ site.name }}\");\n  measure();\n  document.title = \"x\" + 1;\n</script>\n\
         <script type=\"application/ld+json\">{\"a\": 1}</script>\n<script src=\"/a.js\"></script>\n",
    )
    .file("static/a.js", "")
    .file("pages/page.html", "{{ page.body }}\n<button onclick=\"go()\" one=\"x\">Go</button>\n")
    .page(
        "b",
        "title = \"B\"\n",
        "Text\n\n<p onmouseover='look()'>x</p>\n\n<script>\nlate(1);\n</script>\n",
    )
    .create();
    for text in ["", "", "Changed."] {
        site.write("content/index.md", &format!("+++\ntitle = \"Home\"\n+++\n{text}\n"));
        let report = site.build();
        assert_eq!(report.matches("C0213").count(), 4, "{report}");
        assert_contains(
            &report,
            &[
                "pages/shell.html:5:",
                "pages/page.html:2:18",
                "`go()`",
                "content/b.md:6:17",
                "`look()`",
                "content/b.md:9:1",
                "static/",
            ],
        );
    }
    site.append("site.toml", "[checks]\nblocked_by_policy = \"error\"\n");
    site.refused();
}
