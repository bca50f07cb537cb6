//! Lists that are split over several pages.

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics};

/// A section of seven dated pages with three entries per list page.
fn news() -> Site {
    let mut site = SiteBuilder::bare()
        .file(
            "pages/list.html",
            "{{ paginator.current_index }}/{{ paginator.number_pagers }} of \
             {{ paginator.total_pages }}:{% for it in paginator.pages %} {{ it.title }}{% endfor %}; \
             {{ paginator.previous or \"-\" }} {{ paginator.next or \"-\" }}",
        )
        .page(
            "news/index",
            "title = \"News\"\ntemplate = \"list\"\nsort_by = \"date\"\npaginate_by = 3\n",
            "",
        );
    for day in 1..=7 {
        let front_matter = format!("title = \"N{day}\"\ndate = 2026-11-0{day}\n");
        site = site.page(&format!("news/n{day}"), &front_matter, "");
    }
    site.create()
}

#[test]
fn a_long_list_is_paginated() {
    let site = news();
    site.enable_page_data();
    site.build();
    assert_eq!(site.output("news/index.html"), "1/3 of 7: N7 N6 N5; - /news/page/2/\n");
    assert_eq!(site.output("news/page/2/index.html"), "2/3 of 7: N4 N3 N2; /news/ /news/page/3/\n");
    assert_eq!(site.output("news/page/3/index.html"), "3/3 of 7: N1; /news/page/2/ -\n");
    assert_contains(
        &site.output("page-data/news/page/2/page-data.json"),
        &["\"path\":\"/news/page/2/\""],
    );
    assert_contains(&site.output("sitemap.xml"), &["<loc>https://example.com/news/page/2/</loc>"]);

    site.remove("content/news/n1.md");
    site.build();
    assert!(
        !site.has("news/page/3/index.html") && !site.has("page-data/news/page/3/page-data.json")
    );
    assert_eq!(site.output("news/page/2/index.html"), "2/2 of 6: N4 N3 N2; /news/ -\n");
    site.same_as_clean();
}

#[test]
fn the_paginated_pages_of_a_file_are_in_the_folder_of_its_name() {
    let site = news();
    site.enable_page_data();
    let index = site.read("content/news/index.md");
    site.write(
        "content/news/index.md",
        &index.replace("title =", "path = \"/blog/news.html\"\ntitle ="),
    );
    site.build();
    assert_eq!(site.output("blog/news.html"), "1/3 of 7: N7 N6 N5; - /blog/news/page/2/\n");
    assert_eq!(
        site.output("blog/news/page/2/index.html"),
        "2/3 of 7: N4 N3 N2; /blog/news.html /blog/news/page/3/\n"
    );
    assert!(site.has("page-data/blog/news/page/2/page-data.json"));
    site.same_as_clean();
}

#[test]
fn paginated_pages_have_numbered_titles() {
    let site = news();
    site.append("site.toml", "[[taxonomies]]\nname = \"tags\"\npaginate_by = 1\n");
    site.write("pages/shell.html", "{{ head }}{{ main }}");
    site.write("pages/term.html", "{{ page.title }}");
    site.write("pages/terms.html", "{{ page.title }}");
    for name in ["a", "b"] {
        site.write(
            &format!("content/{name}.md"),
            "+++\ntitle = \"A\"\n[taxonomies]\ntags = [\"Red\"]\n+++\n",
        );
    }
    site.enable_page_data();
    let titles = |expected: &[(&str, &str)]| {
        site.build();
        for (route, title) in expected {
            let html = site.output(&format!("{route}/index.html"));
            assert!(html.starts_with(&format!("<title>{title}</title>")), "{html}");
            let data = site.output(&format!("page-data/{route}/page-data.json"));
            assert_contains(&data, &[&format!("\"title\":\"{title}\",\"version\"")]);
        }
        site.same_as_clean();
    };
    titles(&[
        ("news", "News"),
        ("news/page/2", "News (2)"),
        ("tags/red", "Red"),
        ("tags/red/page/2", "Red (2)"),
        ("tags", "tags"),
    ]);
    site.write(
        "content/news/index.md",
        "+++\ntitle = \"Notes\"\ntemplate = \"list\"\npaginate_by = 2\n+++\n",
    );
    titles(&[("news", "Notes"), ("news/page/2", "Notes (2)"), ("news/page/4", "Notes (4)")]);
}

#[test]
fn a_new_entry_updates_the_count_on_every_paginated_page() {
    let site = news();
    site.build();
    site.write("content/news/n0.md", "+++\ntitle = \"N0\"\ndate = 2026-10-31\n+++\n");
    site.build();
    assert_eq!(site.output("news/index.html"), "1/3 of 8: N7 N6 N5; - /news/page/2/\n");
    assert_eq!(site.output("news/page/3/index.html"), "3/3 of 8: N1 N0; /news/page/2/ -\n");
    site.same_as_clean();
}

#[test]
fn edits_of_a_list_and_its_entries_update_paginated_pages() {
    let site = news();
    site.write(
        "pages/list.html",
        "{{ page.body }}{% for it in paginator.pages %} {{ it.title }}{% endfor %}",
    );
    site.build();
    site.append("content/news/index.md", "Hello\n");
    site.build();
    for page in ["", "page/2/", "page/3/"] {
        assert_contains(&site.output(&format!("news/{page}index.html")), &["Hello"]);
    }
    site.write("content/news/n1.md", "+++\ntitle = \"First\"\ndate = 2026-11-01\n+++\n");
    site.build();
    assert_contains(&site.output("news/page/3/index.html"), &["First"]);
    site.same_as_clean();
}

#[test]
fn a_page_at_the_path_of_a_paginated_page_is_an_error() {
    let site = news();
    site.write("content/other.md", "+++\ntitle = \"Other\"\npath = \"/news/page/2/\"\n+++\n");
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn relative_links_have_the_same_target_on_every_page_of_a_list() {
    let site = SiteBuilder::new()
        .page(
            "news/index",
            "title = \"News\"\npaginate_by = 1\n",
            "[rel](../about/) <a href=\"../about/\">html</a> [here](#h)\n\n## H\n",
        )
        .page("about", "title = \"About\"\n", "")
        .page("news/a", "title = \"A\"\n", "")
        .page("news/b", "title = \"B\"\n", "")
        .create();
    site.build();
    crate::common::assert_contains(
        &site.output("news/page/2/index.html"),
        &["<a href=\"/about/\">rel</a> <a href=\"/about/\">html</a>"],
    );
    crate::common::assert_contains(
        &site.output("news/index.html"),
        &["<a href=\"/about/\">rel</a>"],
    );
}
