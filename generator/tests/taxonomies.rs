//! Taxonomies: term pages, their replacement by content files, and hidden pages.

use crate::common::{SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics};

/// A site with four pages, three of which have tags.
fn tagged() -> Site {
    SiteBuilder::bare()
        .settings("[[taxonomies]]\nname = \"tags\"\npaginate_by = 2\nsort_by = \"title\"\n")
        .file(
            "pages/term.html",
            "{{ term.name }} {{ term.count }}:{% for it in paginator.pages %} {{ it.path }}{% endfor %}",
        )
        .file(
            "pages/terms.html",
            "{% for it in terms %}{{ it.name }}={{ it.count }}@{{ it.path }} {% endfor %}",
        )
        .file(
            "pages/page.html",
            "{% for it in page.taxonomies.tags %}<a href=\"{{ it.path }}\">{{ it.name }}</a>{% endfor %}{{ page.body }}",
        )
        .page("a", "title = \"A\"\n[taxonomies]\ntags = [\"Big Wins\", \"slots\"]\n", "")
        .page("b", "title = \"B\"\n[taxonomies]\ntags = [\"big wins\"]\n", "")
        .page("c", "title = \"C\"\n[taxonomies]\ntags = [\"Big Wins\"]\n", "")
        .page("d", "title = \"D\"\n", "")
        .create()
}

#[test]
fn every_term_has_a_page_that_lists_its_pages() {
    let site = tagged();
    site.enable_page_data();
    site.build();
    assert_eq!(site.output("tags/index.html"), "Big Wins=3@/tags/big-wins/ slots=1@/tags/slots/\n");
    assert_eq!(site.output("tags/big-wins/index.html"), "Big Wins 3: /a/ /b/\n");
    assert_eq!(site.output("tags/big-wins/page/2/index.html"), "Big Wins 3: /c/\n");
    assert_eq!(
        site.output("a/index.html"),
        "<a href=\"/tags/big-wins/\">Big Wins</a><a href=\"/tags/slots/\">slots</a>\n"
    );
    assert_contains(&site.output("page-data/a/page-data.json"), &["\"taxonomies\":{\"tags\":[{"]);

    // A term without pages has no term page.
    site.write("content/a.md", "+++\ntitle = \"A\"\n[taxonomies]\ntags = [\"Big Wins\"]\n+++\n");
    site.build();
    assert!(!site.has("tags/slots/index.html"));
    assert_eq!(site.output("tags/index.html"), "Big Wins=3@/tags/big-wins/\n");
    site.same_as_clean();
}

#[test]
fn a_content_file_replaces_a_term_page() {
    let site = tagged();
    site.write(
        "pages/special.html",
        "<h1>{{ page.title }}</h1>{{ page.body }}{{ term.count }} {{ paginator.number_pagers }}",
    );
    site.write(
        "content/tags/big-wins.md",
        "+++\ntitle = \"All big wins\"\ntemplate = \"special\"\n+++\nWords\n",
    );
    site.build();
    assert_eq!(site.output("tags/big-wins/index.html"), "<h1>All big wins</h1><p>Words</p>\n3 2\n");
    site.remove("content/tags/big-wins.md");
    site.build();
    assert_eq!(site.output("tags/big-wins/index.html"), "Big Wins 3: /a/ /b/\n");
    site.same_as_clean();
}

#[test]
fn an_undeclared_taxonomy_is_an_error_with_a_location() {
    let site = tagged();
    site.write("content/d.md", "+++\ntitle = \"D\"\n[taxonomies]\ntag = [\"x\"]\n+++\n");
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn hidden_pages_are_in_no_list_term_or_feed() {
    let site = tagged();
    site.write(
        "site.toml",
        &format!(
            "{SETTINGS}[[taxonomies]]\nname = \"tags\"\n[[feeds]]\npath = \"/feed.json\"\nsection = \"/\"\nformat = \"json\"\n"
        ),
    );
    site.write("pages/files/all.txt", "{% for it in section(\"/\") %}{{ it.title }}\n{% endfor %}");
    for (name, key) in [
        ("draft", "draft = true"),
        ("later", "publish_at = 2099-01-01"),
        ("over", "expire_at = 2001-01-01"),
    ] {
        let text = format!(
            "+++\ntitle = \"Zebra {name}\"\ndescription = \"zebra\"\ndate = 2026-01-01\n{key}\n[taxonomies]\ntags = [\"Zebra\"]\n+++\n\nzebra\n"
        );
        site.write(&format!("content/zebra-{name}.md"), &text);
    }
    site.build();
    for (path, bytes) in site.tree() {
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        assert!(
            !text.contains("zebra") && !path.to_string_lossy().contains("zebra"),
            "{}",
            path.display()
        );
    }
}
