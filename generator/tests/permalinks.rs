//! Lists follow the folders of content files, whatever the URLs of pages: those of `[permalinks]`, of `path` and of `slug`.

use crate::common::server::Server;
use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics};

const PERMALINKS: &str = "[permalinks]\nposts = \"/{year}/{month}/{slug}/\"\n";

/// Shows everything that a page of a list can show.
const PAGE: &str = "\
{% for it in page.ancestors %}{{ it.path }} > {% endfor %}{{ page.path }}\n\
previous {{ (page.previous or page).title }}, next {{ (page.next or page).title }}\n\
{% for it in related(page) %}related {{ it.path }}\n{% endfor %}";

const LIST: &str = "\
{% for it in section(\"/posts/\", sort_by=\"date\") %}{{ it.path }} {% endfor %}\n\
{% for it in children(page.path) %}{{ it.path }} {% endfor %}\n\
{% for it in tree(\"/\") %}{{ it.name }}{{ it.is_ancestor }}[{% for it in it.children %}{{ it.path or 'None' }}{{ it.is_current }} {% endfor %}]{% endfor %}\n\
{% for it in archives(\"/posts/\") %}{{ it.path }} {{ it.count }}{% endfor %}\n\
{% for it in paginator.pages %}{{ it.path }} {% endfor %}{{ paginator.next or 'None' }}";

/// A blog of three posts and a page bundle, with this front matter for each of them.
fn blog(settings: &str, index: &str, posts: [&str; 3]) -> SiteBuilder {
    let post = |date: &str, front: &str| {
        format!("title = \"Post {date}\"\ndate = {date}\ntemplate = \"post\"\n{front}")
    };
    SiteBuilder::bare()
        .settings(settings)
        .settings("[[archives]]\nroute = \"/archive/{year}/\"\nsection = \"/posts/\"\n")
        .settings("[[feeds]]\npath = \"/feed.xml\"\nsection = \"/posts/\"\nformat = \"rss\"\n")
        .settings("[search]\ntitles = true\n")
        .file("pages/archive.html", "{% for it in paginator.pages %}{{ it.path }} {% endfor %}")
        .file("pages/shell.html", "<head>{{ head }}</head>{{ main }}")
        .file("pages/post.html", PAGE)
        .file("pages/list.html", LIST)
        .page("index", "title = \"Home\"\n", "")
        .page(
            "posts/index",
            &format!("title = \"Posts\"\ntemplate = \"list\"\nsort_by = \"date\"\npaginate_by = 2\n{index}"),
            "",
        )
        .page("posts/a", &post("2024-05-01", posts[0]), "")
        .page("posts/deep/b", &post("2024-06-30", posts[1]), "")
        .page("posts/c/index", &post("2025-01-02", posts[2]), "![Tea](tea.png)")
        .file("content/posts/c/tea.png", "picture")
}

/// Asserts what lists show of the posts with these URLs, and of their list with `index`.
fn assert_lists(site: &Site, index: &str, [a, b, c]: [&str; 3]) {
    let list = site.output(&format!("{}index.html", index.trim_start_matches('/')));
    let (_, list) = list.split_once("</head>").unwrap();
    assert_eq!(
        list,
        format!(
            "{c} {b} {a} \n{c} {a} \nPostsFalse[{c}False {a}False NoneFalse ]\n/archive/2025/ 1/archive/2024/ 2\n{c} {b} {index}page/2/\n"
        )
    );
    let second = site.output(&format!("{}page/2/index.html", index.trim_start_matches('/')));
    assert!(second.trim_end().ends_with(&format!("\n{a} None")), "{second}");
    let post = |route: &str| site.output(&format!("{}index.html", route.trim_start_matches('/')));
    let (first, second, third) = ("Post 2024-05-01", "Post 2024-06-30", "Post 2025-01-02");
    assert_contains(&post(a), &[&format!("/ > {index} > {a}\nprevious {third}, next {first}\n")]);
    assert_contains(&post(b), &[&format!("/ > {index} > {b}\nprevious {second}, next {second}\n")]);
    assert_contains(&post(c), &[&format!("previous {third}, next {first}\n")]);
    // Breadcrumbs of search engines, and the section of an article.
    assert_contains(
        &post(a),
        &[
            "<meta property=\"article:section\" content=\"Posts\">",
            &format!("\"name\":\"Posts\",\"item\":\"https://example.com{index}\""),
            "href=\"https://example.com/feed.xml\"",
        ],
    );
    assert_eq!(
        site.output("archive/2024/index.html").split("</head>").nth(1),
        Some(&*format!("{b} {a}\n"))
    );
    let feed = site.output("feed.xml");
    for route in [a, b, c] {
        assert_contains(&feed, &[&format!("<link>https://example.com{route}</link>")]);
    }
    assert!(site.has(&format!("{}tea.png", c.trim_start_matches('/'))));
    site.same_as_clean();
}

#[test]
fn permalinks_set_urls_and_lists_follow_folders() {
    let site = blog(PERMALINKS, "", ["slug = \"first\"\n", "", ""]).create();
    site.build();
    assert_lists(
        &site,
        "/posts/",
        ["/2024/05/first/", "/2024/06/post-2024-06-30/", "/2025/01/post-2025-01-02/"],
    );
}

#[test]
fn path_and_slug_set_urls_and_lists_follow_folders() {
    let posts = ["path = \"/2024/05/a/\"\n", "path = \"/b/\"\n", "slug = \"tea-and-more\"\n"];
    let site = blog("", "path = \"/blog/\"\n", posts).create();
    site.build();
    assert_lists(&site, "/blog/", ["/2024/05/a/", "/b/", "/posts/tea-and-more/"]);
}

#[test]
fn each_name_of_a_pattern_has_its_value() {
    let site = SiteBuilder::new()
        .settings(
            "time_zone = \"America/New_York\"\n[permalinks]\n\"/\" = \"/p/{filename}/\"\n\
             posts = \"/{year}-{month}-{day}/{title}/\"\njekyll = \"/{year}/{filename}.html\"\n\"/docs/guide/\" = \"/guide/{section}/{sections}/{slug}/\"\n",
        )
        .page("about", "title = \"About us\"\n", "")
        .page("other/deep/Page", "title = \"Page\"\n", "")
        // In New York it is still the day before.
        .page("posts/a", "title = \"Tea & Cake\"\ndate = 2024-05-01T01:00:00Z\nslug = \"x\"\n", "")
        .page("jekyll/Tea", "title = \"Tea\"\ndate = 2024-05-01\n", "")
        .page("docs/guide/index", "title = \"Guide\"\n", "")
        .page("docs/guide/part/index", "title = \"Part\"\n", "")
        .page("docs/guide/part/one", "title = \"One\"\n", "[two](two.md)")
        .page("docs/guide/part/two", "title = \"Two\"\nslug = \"deux\"\n", "")
        .create();
    site.build();
    for path in [
        "index.html",
        "p/about/index.html",
        "p/page/index.html",
        "2024-04-30/tea-cake/index.html",
        "2024/tea.html",
        "docs/guide/index.html",
        "docs/guide/part/index.html",
        "guide/docs/docs/guide/part/one/index.html",
        "guide/docs/docs/guide/part/deux/index.html",
    ] {
        assert!(site.has(path), "{path}: {:?}", site.tree().keys());
    }
    // Paths with the capital letters of files redirect.
    assert_contains(
        &site.output("_redirects"),
        &["/2024/Tea.html /2024/tea.html 301", "/p/Page/ /p/page/ 301"],
    );
    assert_contains(
        &site.output("guide/docs/docs/guide/part/one/index.html"),
        &["<a href=\"/guide/docs/docs/guide/part/deux/\">two</a>"],
    );
    site.same_as_clean();
}

#[test]
fn mistakes_in_patterns_and_slugs_are_reported() {
    let site = SiteBuilder::new()
        .settings(
            "[permalinks]\nposts = \"/{year}/{slug}/\"\npost = \"/x/{slug}/\"\nnotes = \"/n/{filename}/\"\n\
             a = \"/:year/:slug/\"\nb = \"/{year}/{slgu}/\"\nc = \"{slug}\"\nd = \"/{year}/\"\ne = \"/{year/\"\nf = 3\n",
        )
        .page("posts/undated", "title = \"Undated\"\n", "")
        .page("posts/slash", "title = \"Slash\"\ndate = 2024-01-01\nslug = \"a/b\"\n", "")
        .page("posts/empty", "title = \"Empty\"\ndate = 2024-01-01\nslug = \"\"\n", "")
        .page("posts/one", "title = \"Same\"\ndate = 2024-01-01\n", "")
        .page("posts/two", "title = \"Same\"\ndate = 2024-01-02\n", "")
        .page("index", "title = \"Home\"\nslug = \"home\"\n", "")
        .create();
    assert_diagnostics!(site.refused());
    site.write("site.toml", &format!("{}[permalinks]\nposts = \"/{{year}}/{{slug}}/\"\npost = \"/x/{{slug}}/\"\nnotes = \"/n/{{filename}}/\"\n", crate::common::SETTINGS));
    assert_diagnostics!(site.refused());
}

#[test]
fn links_and_lists_by_the_other_url_have_a_hint() {
    let site = blog(PERMALINKS, "", ["", "", ""])
        .page("links", "title = \"Links\"\n", "[a](/posts/a/) [b](/posts/deep/b) [c](/2024/x/)")
        .file(
            "pages/page.html",
            "{{ page.body }}{% if page.path == \"/links/\" %}{{ section(\"/2024/05/\") }}{% endif %}",
        )
        .create();
    assert_diagnostics!(site.refused());
    // The URL of a page that cannot be read is unknown.
    site.write("pages/page.html", "{{ page.body }}");
    site.write("content/links.md", "+++\ntitle = \"Links\"\n+++\n[c](/2024/x/)");
    site.write("content/posts/a.md", "+++\ntitle = \"A\n+++\n");
    let report = site.refused();
    assert!(report.contains("error[C0102]") && !report.contains("/2024/x/"), "{report}");
}

#[test]
fn an_edited_date_or_pattern_moves_a_page_in_watch_mode() {
    let site = blog(PERMALINKS, "", ["", "", ""]).create();
    let server = Server::start(&site, &["dev", "--port", "0"]);
    server.says("built");
    assert_contains(&server.get("/2024/05/post-2024-05-01/"), &["200 OK"]);
    site.write(
        "content/posts/a.md",
        &site.read("content/posts/a.md").replace("2024-05", "2024-07"),
    );
    server.says("built");
    assert_contains(&server.get("/2024/07/post-2024-07-01/"), &["200 OK"]);
    assert_contains(&server.get("/2024/05/post-2024-05-01/"), &["404 Not Found"]);
    site.write("site.toml", &site.read("site.toml").replace("/{month}/", "-"));
    server.says("built");
    assert_contains(&server.get("/2024-post-2024-07-01/"), &["200 OK"]);
    assert_contains(&server.get("/posts/"), &["/2024-post-2024-07-01/"]);
}
