//! Navigation in templates: the tree of a section, and the contents of a page.

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics, printed_text};

/// Shows the tree of `/docs/` with the branch of the current page.
const SIDEBAR: &str = "{% macro level(nodes) %}<ul>{% for it in nodes %}<li>{% if it.path %}<a href=\"{{ it.path }}\"{% if it.is_current %} aria-current=\"page\"{% endif %}>{{ it.name }}</a>\
                       {% else %}{{ it.name }}{% endif %}{% if it.is_current or it.is_ancestor %}{% if it.has_children %}{{ level(it.children) }}{% endif %}{% endif %}</li>{% endfor %}</ul>{% endmacro %}\
                       {{ level(tree(\"/docs/\")) }}";

fn site() -> SiteBuilder {
    SiteBuilder::bare()
        .file("pages/page.html", SIDEBAR)
        .page("docs/index", "title = \"Docs\"\n", "")
        .page("docs/start", "title = \"Start\"\nweight = -1\n", "")
        .page(
            "docs/guides/index",
            "title = \"All guides\"\nmenu_label = \"Guides\"\nweight = 1\n",
            "",
        )
        .page("docs/guides/b", "title = \"B\"\nweight = 1\n", "")
        .page("docs/guides/a", "title = \"A\"\nweight = 2\n", "")
        // A folder without a page of its own, which is not alone in the range of its name.
        .page("docs/api-notes/deep/one", "title = \"One\"\n", "")
        .page("docs/api-notes-2", "title = \"Later\"\nweight = 2\n", "")
}

#[test]
fn a_sidebar_shows_sections_by_weight_and_the_branch_of_its_page() {
    let site = site().create();
    site.build();
    let link = |path: &str, name: &str| format!("<a href=\"/docs/{path}\">{name}</a>");
    let (start, guides, later) =
        (link("start/", "Start"), link("guides/", "Guides"), link("api-notes-2/", "Later"));
    assert_eq!(
        site.output("docs/index.html"),
        format!("<ul><li>{start}</li><li>Api notes</li><li>{guides}</li><li>{later}</li></ul>\n")
    );
    let current = "<a href=\"/docs/guides/b/\" aria-current=\"page\">B</a>";
    let branch = format!("<ul><li>{current}</li><li>{}</li></ul>", link("guides/a/", "A"));
    assert_eq!(
        site.output("docs/guides/b/index.html"),
        format!(
            "<ul><li>{start}</li><li>Api notes</li><li>{guides}{branch}</li><li>{later}</li></ul>\n"
        )
    );
    assert_contains(
        &site.output("docs/api-notes/deep/one/index.html"),
        &["<li>Api notes<ul><li>Deep<ul><li><a href=\"/docs/api-notes/deep/one/\" aria-current"],
    );
    site.same_as_clean();
}

#[test]
fn a_new_title_renders_only_the_pages_whose_tree_shows_it() {
    let site = site().create();
    site.build();
    site.write("content/docs/guides/a.md", "+++\ntitle = \"Another\"\nweight = 2\n+++\n");
    site.build();
    let reason = |route: &str| printed_text(&site.run(&["explain", route]));
    assert_contains(
        &reason("/docs/guides/b/"),
        &["because this changed: tree directly below /docs/guides/"],
    );
    assert_contains(&reason("/docs/start/"), &["because it was not built before"]);
    // A page becomes a folder, and a folder gets a page.
    site.remove("content/docs/guides/index.md");
    site.write("content/docs/api-notes/index.md", "+++\ntitle = \"Notes\"\nweight = 9\n+++\n");
    site.build();
    assert_contains(
        &site.output("docs/start/index.html"),
        &["<li>Guides</li>", "Later</a></li><li><a href=\"/docs/api-notes/\">Notes</a></li></ul>"],
    );
    site.same_as_clean();
}

#[test]
fn a_tree_leaves_out_generated_pages_and_follows_the_order_of_each_section() {
    let site = SiteBuilder::bare()
        .settings("[[taxonomies]]\nname = \"tags\"\n")
        .file("pages/shell.html", "{{ slice(\"menu\") }}{{ main }}")
        .file("pages/slices/menu.html", "{% for it in tree(\"/\") %}{{ it.name }}{{ it.is_current }}({% for it in it.children %}{{ it.title }}{% endfor %}) {% endfor %}")
        .file("pages/term.html", "")
        .file("pages/terms.html", "")
        .page("index", "title = \"Home\"\n", "")
        .page("404", "title = \"Missing\"\npath = \"/404.html\"\n", "")
        .page("news/index", "title = \"News\"\nsort_by = \"date\"\npaginate_by = 1\n", "")
        .page("news/a", "title = \"A\"\ndate = 2025-01-01\n[taxonomies]\ntags = [\"x\"]\n", "")
        .page("news/b", "title = \"B\"\ndate = 2025-01-02\n", "")
        .page("news/old/c", "title = \"C\"\n", "")
        .create();
    site.build();
    assert_contains(&site.output("index.html"), &[">NewsFalse(BAOld)</"]);
    site.same_as_clean();
}

#[test]
fn contents_are_nested_lists_of_some_levels_in_templates_and_shortcodes() {
    let site = SiteBuilder::bare()
        .file(
            "pages/page.html",
            "<nav>{{ toc(page) }}</nav><nav>{{ toc(page, from=1, to=4) }}</nav>{{ page.body }}",
        )
        .file("pages/text.html", "{{ page.body }}")
        .file(
            "pages/shortcodes.html",
            "{% macro contents() %}{{ toc(page, from=3) }}{% endmacro %}",
        )
        .page("a", "title = \"A\"\n", "# One & only\n## Two\n#### Four\n### Three\n## Last\n")
        .page(
            "b",
            "title = \"B\"\ntemplate = \"text\"\n",
            "{{ contents() }}\n\n## Two\n\n### Three\n",
        )
        .page("c", "title = \"C\"\n", "No headings.")
        .create();
    site.build();
    let link = |id: &str, text: &str| format!("<a href=\"#{id}\">{text}</a>");
    let two = link("two", "Two");
    let (three, four, last) = (link("three", "Three"), link("four", "Four"), link("last", "Last"));
    let only = link("one-only", "One &amp; only");
    let shown = |file: &str| {
        let html = site.output(file);
        html[..html.rfind("</nav>").unwrap()].to_owned()
    };
    assert_eq!(
        shown("a/index.html"),
        format!(
            "<nav><ul><li>{two}<ul><li>{three}</li></ul></li><li>{last}</li></ul></nav>\
             <nav><ul><li>{only}<ul><li>{two}<ul><li>{four}</li><li>{three}</li></ul></li><li>{last}</li></ul></li></ul>"
        )
    );
    assert_contains(
        &site.output("b/index.html"),
        &["<ul><li><a href=\"#three\">Three</a></li></ul>"],
    );
    assert_eq!(shown("c/index.html"), "<nav></nav><nav>");
}

#[test]
fn mistakes_in_calls_are_explained() {
    let site = SiteBuilder::bare()
        .file("pages/page.html", "{{ tree(\"/dosc/\") }}")
        .file("pages/other.html", "{{ toc(get_page(\"/docs/\")) }}")
        .page("docs/index", "title = \"Docs\"\n", "")
        .page("docs/start", "title = \"Start\"\ntemplate = \"other\"\n", "")
        .create();
    assert_diagnostics!(site.refused());
}

/// A site with a manual whose order site.toml lists.
fn ordered(order: &str) -> Site {
    SiteBuilder::new()
        .settings(&format!("[content]\norder = {order}\n"))
        .file(
            "pages/page.html",
            "{% macro names(nodes) %}{% for it in nodes %}{{ it.name }} {% if it.has_children %}({{ names(it.children) }}){% endif %}{% endfor %}{% endmacro %}\
             <p>{{ names(tree(\"/docs/\")) }}</p>{% if page.previous %}<i>{{ page.previous.title }}</i>{% endif %}{% if page.next %}<b>{{ page.next.title }}</b>{% endif %}",
        )
        .page("docs/index", "title = \"Docs\"\n[cascade]\nweight = -50\n", "")
        .page("docs/start/index", "title = \"Start\"\n", "")
        .page("docs/start/a", "title = \"A\"\nweight = 9\n", "")
        .page("docs/start/b", "title = \"B\"\nweight = 1\n", "")
        .page("docs/reference/index", "title = \"Reference\"\nweight = -9\n", "")
        .page("docs/z", "title = \"Z\"\nweight = 7\n", "")
        .create()
}

#[test]
fn the_order_of_pages_can_be_one_list() {
    let site = ordered(
        "[\"docs/z.md\", \"docs/start/\", \"docs/start/a.md\", \"./content/docs/start/b.md\", \"docs/reference/\"]",
    );
    site.build();
    assert_contains(
        &site.output("docs/start/a/index.html"),
        &["<p>Z Start (A B )Reference </p>", "<b>B</b>"],
    );
    // Other entries change the pages that show the order.
    let settings = site.read("site.toml");
    site.write("site.toml", &settings.replace("\"docs/start/a.md\", ", ""));
    site.build();
    assert_contains(
        &site.output("docs/start/a/index.html"),
        &["<p>Z Start (B A )Reference </p>", "<i>B</i>"],
    );
    site.same_as_clean();
}

#[test]
fn entries_of_the_order_without_a_page_are_errors_at_their_line() {
    for (order, location, expected) in [
        ("[\n\"docs/z.md\",\n\"docs/zz.md\"]", "site.toml:6:1", "did you mean `docs/z.md`?"),
        ("[\"docs/start/\", \"docs/start/index.md\"]", "site.toml:4:25", "is in the list twice"),
        ("[\"docs/guides/\"]", "site.toml:4:10", "there is no content/docs/guides/index.md"),
        ("[\"docs\"]", "site.toml:4:10", "there is no content file content/docs"),
        ("\"docs/\"", "site.toml:4:9", "`order` is a list"),
    ] {
        assert_contains(&ordered(order).refused(), &["C0009", location, expected]);
    }
    // A draft has its place already.
    let site = ordered("[\"docs/later.md\", \"docs/z.md\"]");
    site.write("content/docs/later.md", "+++\ntitle = \"Later\"\ndraft = true\n+++\n");
    site.build();
}
