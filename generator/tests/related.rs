//! What pages have in common, and what is in them: `related`, `page.toc`, `page.word_count`.

use crate::common::{Site, SiteBuilder, assert_diagnostics};

/// A site whose pages list the paths of related pages.
fn site() -> Site {
    let template = "{% for it in related(page, limit=3) %}{{ it.path }} {% endfor %}|{{ page.word_count }} {{ page.reading_time }}|{{ page.body }}";
    SiteBuilder::bare()
        .settings("[[taxonomies]]\nname = \"tags\"\n")
        .file("pages/page.html", template)
        .file("pages/term.html", "-")
        .file("pages/terms.html", "-")
        .page(
            "boats",
            "title = \"Boats\"\ndate = 2026-01-01\n[taxonomies]\ntags = [\"rare\", \"all\"]\n",
            "",
        )
        .page(
            "ships",
            "title = \"Old ships\"\ndate = 2026-01-02\n[taxonomies]\ntags = [\"Rare\", \"all\"]\n",
            "",
        )
        .page(
            "trains",
            "title = \"Trains\"\ndate = 2026-01-03\n[taxonomies]\ntags = [\"all\"]\n",
            "",
        )
        .page("cars", "title = \"Cars\"\ndate = 2026-01-04\n[taxonomies]\ntags = [\"all\"]\n", "")
        .page("other", "title = \"Ships and the old man\"\n", "")
        .create()
}

#[test]
fn related_pages_share_terms_and_words_and_follow_their_changes() {
    let site = site();
    let related = |name: &str| {
        let html = site.output(&format!("{name}/index.html"));
        html.split('|').next().unwrap_or_default().trim().to_owned()
    };
    site.build();
    assert_eq!(related("boats"), "/ships/ /cars/ /trains/");
    assert_eq!(related("ships"), "/boats/ /cars/ /trains/");
    assert_eq!(related("other"), "/ships/");
    // A new title and new terms of one page change the lists of other pages.
    site.write(
        "content/cars.md",
        "+++\ntitle = \"The man in the car\"\n[taxonomies]\ntags = [\"rare\", \"all\"]\n+++\n",
    );
    site.build();
    site.same_as_clean();
    assert_eq!(related("other"), "/ships/");
    assert_eq!(related("boats"), "/ships/ /cars/ /trains/");
    site.write("content/other.md", "+++\ntitle = \"Boats\"\n+++\n");
    site.build();
    site.same_as_clean();
    assert_eq!(related("other"), "/boats/");
}

#[test]
fn related_names_pages_by_path_and_reports_unknown_ones() {
    let site = SiteBuilder::bare()
        .file("pages/page.html", "{% for it in related(\"/b\") %}{{ it.path }}{% endfor %}")
        .page("a", "title = \"Lanterns on water\"\n", "")
        .page("b", "title = \"More lanterns\"\n", "")
        .create();
    site.build();
    assert!(site.output("a/index.html").contains("/a/"));
    site.write("pages/page.html", "{% for it in related(\"/bb/\") %}{% endfor %}");
    assert_diagnostics!(site.refused());
}

#[test]
fn a_shortcode_shows_the_contents_of_its_own_text() {
    let site = SiteBuilder::bare()
        .file("pages/page.html", "{{ page.body }}|{% for it in page.toc %}{{ it.id }}{% endfor %}")
        .file(
            "pages/shortcodes.html",
            "{% macro toc() %}{% for it in page.toc %}{{ it.id }}({% for it in it.children %}{{ it.text }}{% endfor %}) {% endfor %}{% endmacro %}\
             {% macro badge() %}new{% endmacro %}",
        )
        .page("a", "title = \"A\"\n", "{{ toc() }}\n\n## One {{ badge() }}\n\n### Below\n\n## Two\n")
        .create();
    site.build();
    let html = site.output("a/index.html");
    assert!(html.contains("one-new(Below) two()") && html.contains("|one-newtwo"), "{html}");
    site.write("content/a.md", "+++\ntitle = \"A\"\n+++\n{{ toc() }}\n\n## Three\n\n{{ toc(\n");
    // The error is reported once, although the text is rendered twice.
    assert_eq!(site.refused().matches("error[").count(), 1);
}

#[test]
fn words_are_counted_in_the_text_of_the_page() {
    let site = site();
    site.write(
        "content/other.md",
        &format!("# Other\n\nOne *two* `three`.\n\n{}\n", "word ".repeat(300)),
    );
    site.build();
    let html = site.output("other/index.html");
    assert!(html.contains("|303 2|"), "{html}");
}
