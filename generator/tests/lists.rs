//! Page queries of templates: children, previous and next pages, ancestors, sections and pages by their path.

use crate::common::{
    SETTINGS, Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text,
};

/// A guide whose chapters are ordered by weight. One of them has a page below it.
fn guide() -> Site {
    let chapters = ["begin", "write", "publish"].into_iter().enumerate();
    let site = SiteBuilder::new()
        .file(
            "pages/page.html",
            "{% for it in page.ancestors %}{{ it.title }}/{% endfor %}{{ page.title }}\
             {% if page.previous %} <{{ page.previous.title }}{% endif %}{% if page.next %} >{{ page.next.title }}{% endif %}\
             {% for it in children(page.path) %} +{{ it.title }}{% endfor %}",
        )
        .file("pages/shell.html", "{{ main|safe }}")
        .page("404", "title = \"404\"\npath = \"/404.html\"\n", "")
        .page("guide/index", "title = \"Guide\"\n", "")
        .page("guide/write/links", "title = \"links\"\n", "")
        .page("guide/odd/deep", "title = \"deep\"\n", "");
    let add = |site: SiteBuilder, (weight, name)| {
        let front_matter = format!("title = \"{name}\"\nweight = {weight}\n");
        site.page(&format!("guide/{name}"), &front_matter, "")
    };
    chapters.fold(site, add).create()
}

#[test]
fn a_page_knows_its_children_neighbours_and_ancestors() {
    let site = guide();
    site.build();
    assert_eq!(site.output("index.html"), "Home +Guide\n");
    assert_eq!(site.output("guide/index.html"), "Home/Guide +begin +write +publish\n");
    assert_eq!(site.output("guide/begin/index.html"), "Home/Guide/begin >write\n");
    assert_eq!(site.output("guide/write/index.html"), "Home/Guide/write <begin >publish +links\n");
    assert_eq!(site.output("guide/write/links/index.html"), "Home/Guide/write/links\n");
    // A folder without a page is not an ancestor, and its pages are not children of any page.
    assert_eq!(site.output("guide/odd/deep/index.html"), "Home/Guide/deep\n");
    assert_eq!(site.output("404.html"), "Home/404\n");
}

#[test]
fn neighbours_follow_the_order_of_their_section() {
    let site = guide();
    site.build();
    let titles =
        |names: [&str; 3]| names.map(|name| site.output(&format!("guide/{name}/index.html")));
    let before = titles(["begin", "write", "publish"]);
    site.write("content/guide/index.md", "+++\ntitle = \"Guide\"\nsort_by = \"title\"\n+++\n");
    site.build();
    assert_eq!(
        titles(["begin", "publish", "write"]),
        [
            "Home/Guide/begin >publish\n",
            "Home/Guide/publish <begin >write\n",
            "Home/Guide/write <publish +links\n"
        ]
    );
    assert_eq!(site.output("guide/index.html"), "Home/Guide +begin +publish +write\n");
    site.write("content/guide/index.md", "+++\ntitle = \"Guide\"\n+++\n");
    site.write("content/guide/between.md", "+++\ntitle = \"between\"\nweight = 1\n+++\n");
    site.build();
    assert_eq!(site.output("guide/between/index.html"), "Home/Guide/between <begin >write\n");
    site.remove("content/guide/between.md");
    site.build();
    assert_eq!(titles(["begin", "write", "publish"]), before);
    site.same_as_clean();
}

#[test]
fn an_edit_renders_the_neighbours_of_the_page_and_no_other_page() {
    let site = guide();
    site.build();
    site.write("content/guide/begin.md", "+++\ntitle = \"start\"\nweight = 0\n+++\n");
    let report = printed_text(&site.run(&["build", "--preview", "--json"]));
    assert_eq!(site.output("guide/write/index.html"), "Home/Guide/write <start >publish +links\n");
    // The build renders the page itself, the next page and the page that lists it.
    let explained = |route: &str| String::from_utf8(site.run(&["explain", route]).stdout).unwrap();
    assert_contains(
        &explained("/guide/write/"),
        &["because this changed: pages before and after /guide/write/"],
    );
    assert_contains(
        &explained("/guide/"),
        &["because this changed: pages directly below /guide/ in its order"],
    );
    assert!(explained("/guide/publish/").contains("because it was not built before"), "{report}");
    site.same_as_clean();
}

#[test]
fn get_page_finds_a_page_by_its_path_and_returns_nothing_for_an_expired_page() {
    let site = Site::small();
    site.write("content/info/faq.md", "+++\ntitle = \"FAQ\"\ndescription = \"Answers\"\n+++\n");
    site.write("content/promo.md", "+++\ntitle = \"Promo\"\nexpire_at = 2026-02-01\n+++\n");
    site.write(
        "pages/page.html",
        "{{ get_page(\"/info/faq\").description }} {% set it = get_page(\"/promo/\") %}{% if it %}{{ it.title }}{% endif %}",
    );
    site.write("pages/shell.html", "{{ main }}");
    site.build();
    assert_eq!(site.output("index.html"), "Answers Promo\n");
    let output = site.run_at(&["build", "--preview"], 1_772_323_200);
    assert!(output.status.success(), "{}", printed_text(&output));
    assert_eq!(site.output("index.html"), "Answers\n");
    site.write("content/info/faq.md", "+++\ntitle = \"FAQ\"\ndescription = \"Others\"\n+++\n");
    site.build();
    assert_eq!(site.output("index.html"), "Others Promo\n");
    site.same_as_clean();
    site.remove("content/info/faq.md");
    site.write("content/info/fak.md", "+++\ntitle = \"FAQ\"\n+++\n");
    assert_diagnostics!(site.refused());
}

#[test]
fn get_page_finds_a_page_with_a_dot_in_its_name_without_the_final_slash() {
    let site = Site::small();
    site.write("content/news/v1.2.md", "+++\ntitle = \"Dotted\"\n+++\n");
    site.write("content/lost.md", "+++\ntitle = \"Lost\"\npath = \"/lost.html\"\n+++\n");
    site.write("pages/shell.html", "{{ main }}");
    let title = |path: &str| {
        site.write(
            "pages/page.html",
            &format!(
                "{{% set it = get_page(\"{path}\") %}}{{{{ it.title if it else \"nothing\" }}}}"
            ),
        );
        site.build();
        site.output("index.html").trim_end().to_owned()
    };
    for path in ["/news/v1.2", "/news/v1.2/", "/news/v1.2/index.html"] {
        assert_eq!(title(path), "Dotted", "{path}");
    }
    assert_eq!(title("/lost.html"), "Lost");
    site.write("pages/page.html", "{{ get_page(\"/news/v1.3\") }}");
    assert_diagnostics!(site.refused());
    // The page moves from one spelling of its route to the other, and the query follows it.
    assert_eq!(title("/news/v1.2"), "Dotted");
    site.write("content/news/v1.2.md", "+++\ntitle = \"Draft\"\ndraft = true\n+++\n");
    site.build();
    assert_eq!(site.output("index.html"), "nothing\n");
    assert_eq!(title("/lost.html"), "Lost");
    site.write("content/lost.md", "+++\ntitle = \"Folder\"\npath = \"/lost.html/\"\n+++\n");
    site.build();
    assert_eq!(site.output("index.html"), "Folder\n");
    site.same_as_clean();
}

#[test]
fn children_of_a_missing_page_or_in_an_unknown_order_are_errors() {
    let site = guide();
    site.write("pages/page.html", "{{ children(\"/giude/\") }}");
    assert_diagnostics!(site.refused());
    site.write("pages/page.html", "{{ children(\"/guide/\", sort_by=\"wieght\") }}");
    assert_diagnostics!(site.refused());
    site.write("site.toml", SETTINGS);
    site.write(
        "pages/page.html",
        "{% for it in children(\"/guide\", sort_by=\"title\") %}{{ it.title }} {% endfor %}",
    );
    site.write("pages/shell.html", "{{ main }}");
    site.build();
    assert_eq!(site.output("index.html"), "begin publish write\n");
}

#[test]
fn a_summary_is_the_text_before_the_marker() {
    let site = Site::small();
    let write_page = |text: &str| {
        site.write("content/info/a.md", &format!("+++\ndescription = \"In short\"\n+++\n{text}"));
    };
    site.write(
        "pages/page.html",
        "{% if page.path == \"/\" %}{{ (section(\"/info/\")|first).summary|markdown }}{% else %}{{ page.body }}{% endif %}",
    );
    site.write("pages/shell.html", "{{ main }}");
    write_page("# A\n\nFirst *words*.\n\n<!-- more -->\n\nThe rest.\n");
    site.build();
    assert_eq!(site.output("index.html"), "<p>First <em>words</em>.</p>\n");
    assert_contains(&site.output("info/a/index.html"), &["First", "The rest."]);
    write_page("# A\n\nOther words.\n\n<!-- more -->\n\nThe rest.\n");
    site.build();
    assert_eq!(site.output("index.html"), "<p>Other words.</p>\n");
    write_page("# A\n\nWithout a mark.\n");
    site.build();
    assert_eq!(site.output("index.html"), "<p>In short</p>\n");
    site.same_as_clean();
}

#[test]
fn a_section_without_its_final_slash_lists_the_same_pages() {
    let site = Site::small();
    for path in ["news/index", "news/a", "news/v1.2/b", "newsletter/l", "news.old/o"] {
        site.write(&format!("content/{path}.md"), &format!("+++\ntitle = \"{path}\"\n+++\n"));
    }
    site.write("pages/shell.html", "{{ main }}");
    let listed = |call: &str| {
        site.write(
            "pages/page.html",
            &format!("{{% for it in {call} %}}{{{{ it.path }}}} {{% endfor %}}"),
        );
        site.build();
        site.output("index.html").trim_end().to_owned()
    };
    for prefix in ["/news/", "/news", "/news/index.html"] {
        assert_eq!(listed(&format!("section(\"{prefix}\")")), "/news/a/ /news/v1.2/b/", "{prefix}");
        assert_eq!(listed(&format!("children(\"{prefix}\")")), "/news/a/", "{prefix}");
    }
    for prefix in ["/news/v1.2/", "/news/v1.2"] {
        assert_eq!(listed(&format!("section(\"{prefix}\")")), "/news/v1.2/b/", "{prefix}");
        assert_eq!(listed(&format!("children(\"{prefix}\")")), "/news/v1.2/b/", "{prefix}");
    }
    site.write("pages/page.html", "{{ section(\"/new\") }}");
    assert_diagnostics!(site.refused());
}

#[test]
fn a_section_can_be_a_term_and_contains_no_error_page() {
    let site = SiteBuilder::bare()
        .settings("[[taxonomies]]\nname = \"tags\"\n")
        .file("pages/term.html", "")
        .file("pages/terms.html", "")
        .file(
            "pages/page.html",
            "{% for it in section(\"/tags/news\") %}{{ it.path }}{% endfor %}|{% for it in section(\"/\") %}{{ it.path }} {% endfor %}",
        )
        .page("a", "title = \"A\"\n[taxonomies]\ntags = [\"News\"]\n", "")
        .page("b", "title = \"B\"\npath = \"/b/c.html\"\n", "")
        .page("404", "title = \"Not found\"\npath = \"/404.html\"\n", "")
        .page("de/500", "title = \"Error\"\npath = \"/de/500.html\"\n", "")
        .create();
    site.build();
    assert_eq!(site.output("a/index.html"), "/a/|/a/ /b/c.html\n");
    site.write("content/b.md", "+++\ntitle = \"B\"\n[taxonomies]\ntags = [\"news\"]\n+++\n");
    site.build();
    assert_eq!(site.output("a/index.html"), "/a//b/|/a/ /b/\n");
    // The section of a term that no page has is unknown.
    for page in ["a", "b"] {
        site.write(&format!("content/{page}.md"), "+++\ntitle = \"T\"\n+++\n");
    }
    assert_diagnostics!(site.refused());
    site.write("content/a.md", "+++\ntitle = \"A\"\n[taxonomies]\ntags = [\"News\"]\n+++\n");
    site.build();
    site.same_as_clean();
}

#[test]
fn a_page_or_list_that_is_not_required_can_be_missing() {
    let site = SiteBuilder::bare()
        .file(
            "pages/page.html",
            "{% set de = get_page(\"/de/a/\", required=false) %}{% if de %}{{ de.title }}{% else %}none{% endif %} \
             {% for it in section(\"/de/\", required=false) %}{{ it.path }}{% endfor %}\
             {{ children(\"/de/\", sort_by=\"title\", required=false) is none }}\
             {{ section(\"/de/\", required=false) or \"nothing\" }}",
        )
        .page("a", "title = \"A\"\n", "")
        .create();
    site.build();
    assert_eq!(site.output("a/index.html"), "none Truenothing\n");
    site.write("content/de/a.md", "+++\ntitle = \"A de\"\ntemplate = \"other\"\n+++\n");
    site.write("pages/other.html", "");
    site.build();
    assert_contains(&site.output("a/index.html"), &["A de /de/a/False"]);
    site.same_as_clean();
    site.write("pages/page.html", "{{ get_page(\"/de/b/\", requird=false) }}");
    assert_diagnostics!(site.refused());
    site.write("pages/page.html", "{{ get_page(\"/de/b/\") }}");
    assert_diagnostics!(site.refused());
}

#[test]
fn titles_have_the_order_of_the_language_in_lists_trees_and_neighbours() {
    let titles = ["iOS", "Zebra", "apple", "Äpple", "École", "Ask"];
    let pages = titles.into_iter().enumerate().fold(SiteBuilder::bare(), |site, (index, title)| {
        site.page(&format!("guide/{index}"), &format!("title = \"{title}\"\n"), "")
    });
    let site = pages
        .page("guide/index", "title = \"Guide\"\n", "")
        .page("guide/eclair/deep", "title = \"Deep\"\n", "")
        .file(
            "pages/page.html",
            "{% for it in children(\"/guide/\") %}{{ it.title }} {% endfor %}|\
             {% for it in tree(\"/guide/\") %}{{ it.name }} {% endfor %}|\
             {% if page.previous %}{{ page.previous.title }}{% endif %}",
        )
        .create();
    site.build();
    assert_eq!(
        site.output("guide/4/index.html").trim_end(),
        "apple Äpple Ask École iOS Zebra |apple Äpple Ask Eclair École iOS Zebra |Ask"
    );

    // A changed title moves the page, and a change of the language sorts again.
    site.write("content/guide/5.md", "+++\ntitle = \"Ökologie\"\n+++\n");
    site.build();
    assert_contains(&site.output("guide/4/index.html"), &["École iOS Ökologie Zebra |"]);
    site.write("site.toml", &format!("{SETTINGS}language = \"sv\"\n"));
    site.build();
    assert_contains(
        &site.output("guide/4/index.html"),
        &["apple École iOS Zebra Äpple Ökologie |", "|apple"],
    );
}
