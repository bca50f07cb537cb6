//! `page.summary` in lists: the end of a summary, and changes that render the lists again.

use crate::common::{Site, SiteBuilder};

/// A site whose home page lists the title, the summary and the extra values of every page below `/info/`.
fn site() -> Site {
    SiteBuilder::new()
        .file(
        "pages/page.html",
        "{% if page.path == \"/\" %}{% for it in section(\"/info/\") %}[{{ it.title }}|{{ it.summary }}|{{ it.extra }}]{% endfor %}\
         {% else %}{{ page.body }}{% endif %}",
    )
    .file("pages/shell.html", "{{ main }}")
    .create()
}

#[test]
fn a_list_is_rendered_again_when_text_moves_from_the_summary_to_the_title() {
    let site = site();
    site.write("content/info/a.md", "# A\n\nB\n\n<!-- more -->\n\nRest\n");
    site.build();
    assert_eq!(site.output("index.html"), "[A|B|{}]\n");
    site.write("content/info/a.md", "# AB\n\nRest\n");
    site.build();
    assert_eq!(site.output("index.html"), "[AB||{}]\n");
    site.same_as_clean();
}

#[test]
fn a_list_is_rendered_again_when_an_empty_summary_is_removed() {
    let site = site();
    let page = |text: &str| {
        site.write(
            "content/info/a.md",
            &format!("+++\ntitle = \"A\"\ndescription = \"D\"\n+++\n{text}"),
        );
    };
    page("<!-- more -->\n\nRest\n");
    site.build();
    assert_eq!(site.output("index.html"), "[A||{}]\n");
    page("\nRest\n");
    site.build();
    assert_eq!(site.output("index.html"), "[A|D|{}]\n");
    site.same_as_clean();
}

#[test]
fn a_list_is_rendered_again_when_a_cascaded_key_with_a_dot_becomes_a_table() {
    let site = site();
    let cascade = |extra: &str| {
        site.write(
            "content/info/index.md",
            &format!("+++\ntitle = \"I\"\n[cascade.extra]\n{extra}\n+++\n"),
        );
    };
    site.write("content/info/a.md", "+++\ntitle = \"A\"\n+++\n");
    cascade("\"b.c\" = 1");
    site.build();
    assert_eq!(site.output("index.html"), "[A||{&#x27;b.c&#x27;: 1}]\n");
    cascade("b.c = 1");
    site.build();
    assert_eq!(site.output("index.html"), "[A||{&#x27;b&#x27;: {&#x27;c&#x27;: 1}}]\n");
    site.same_as_clean();
}

/// Returns the summary that the list shows, or `none` if the text has no marker.
fn summary(text: &str) -> String {
    let site = SiteBuilder::new()
        .file("pages/shell.html", "{{ main|safe }}")
        .file(
            "pages/page.html",
            "{% for it in section(\"/info/\") %}{{ it.summary|safe }}{% endfor %}",
        )
        .page("info/a", "title = \"A\"\ndescription = \"none\"\n", text)
        .create();
    site.build();
    site.output("index.html").trim_end().to_owned()
}

#[test]
fn a_marker_in_a_code_sample_does_not_end_the_summary() {
    assert_eq!(summary("```text\n~~~\n```\n\n<!-- more -->\n"), "```text\n~~~\n```");
    assert_eq!(summary("````md\n```\n<!-- more -->\n````\n\nText\n"), "none");
}
