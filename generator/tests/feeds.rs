//! What feeds tell of their pages, and who learns of a feed.

use serde_json::Value;

use crate::common::{SETTINGS, Site, assert_says};

/// A feed in site.toml; `more` are further lines of it.
fn feed(format: &str, more: &str) -> String {
    format!(
        "[[feeds]]\npath = \"/news/feed.{format}\"\nsection = \"/news/\"\nformat = \"{format}\"\n{more}\n"
    )
}

/// A site with one dated page of news, feeds of which tell this much.
fn news(content: &str) -> Site {
    let site = Site::small();
    let feeds = ["atom", "rss", "json"]
        .map(|format| feed(format, &format!("content = \"{content}\"")))
        .concat();
    site.write(
        "site.toml",
        &format!("name = \"Site & Co\"\nbase_url = \"https://example.org/docs\"\n{feeds}"),
    );
    site.write("pages/shell.html", "<title>x</title>{{ head }}<main>{{ main }}</main>");
    site.write(
        "pages/shortcodes.html",
        "{% macro note(words) %}<aside>{{ words }} {{ data.menu.label }}</aside>{% endmacro %}",
    );
    site.write("content/data/menu.toml", "label = \"Menu\"\n");
    site.write("static/a.svg", "<svg viewBox=\"0 0 30 20\"></svg>");
    site.write("content/news/index.md", "+++\ntitle = \"News\"\n+++\n");
    site.write(
        "content/news/one.md",
        "+++\ntitle = \"One\"\ndate = 2026-11-01\n+++\nThe *first* [page](/), & more {{ note(\"N\") }}.\n\n\
         ![a](/a.svg) [b](../) [c](#d)\n\n## D\n",
    );
    site
}

#[test]
fn a_feed_tells_the_whole_text_with_whole_addresses() {
    let site = news("full");
    site.build();
    let html = "<p>The <em>first</em> <a href=\"https://example.org/docs/\">page</a>, &amp; more <aside>N Menu</aside>.</p>\n\
                <p><img src=\"https://example.org/docs/a.svg\" alt=\"a\" width=\"30\" height=\"20\" decoding=\"async\"> \
                <a href=\"https://example.org/docs/news/one/../\">b</a> <a href=\"https://example.org/docs/news/one/#d\">c</a></p>\n\
                <h2 id=\"d\">D</h2>\n";
    let json: Value = serde_json::from_str(&site.output("news/feed.json")).unwrap();
    let item = &json["items"][0];
    assert_eq!(item["content_html"], html);
    assert_eq!(item["summary"], "The first page, & more .");
    assert!(item.get("content_text").is_none());
    let escaped =
        html.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    assert_says(
        &site.output("news/feed.atom"),
        &[
            &format!("<content type=\"html\">{escaped}</content>"),
            "<summary>The first page, &amp; more .</summary>",
        ],
    );
    assert_says(
        &site.output("news/feed.rss"),
        &[
            "xmlns:content=\"http://purl.org/rss/1.0/modules/content/\"",
            &format!("<content:encoded>{escaped}</content:encoded>"),
        ],
    );
}

#[test]
fn a_feed_follows_the_text_of_its_pages_and_what_that_shows() {
    let site = news("full");
    site.build();
    site.append("content/news/one.md", "Added words.\n");
    site.build();
    assert!(site.output("news/feed.atom").contains("Added words."));
    site.write("content/data/menu.toml", "label = \"Other\"\n");
    site.build();
    assert!(site.output("news/feed.rss").contains("N Other"));
    site.same_as_clean();
}

#[test]
fn a_feed_of_summaries_tells_descriptions_and_first_paragraphs() {
    let site = news("summary");
    site.write(
        "content/news/two.md",
        "+++\ntitle = \"Two\"\ndate = 2026-11-02\ndescription = \"About two\"\n+++\nText.\n",
    );
    site.write("content/news/three.md", "+++\ntitle = \"Three\"\ndate = 2026-11-03\n+++\n");
    site.build();
    let json: Value = serde_json::from_str(&site.output("news/feed.json")).unwrap();
    let told: Vec<_> = json["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["summary"].as_str().unwrap())
        .collect();
    assert_eq!(told, ["", "About two", "The first page, & more ."]);
    assert!(json["items"][0].get("content_html").is_none());
    let atom = site.output("news/feed.atom");
    assert!(!atom.contains("<content") && atom.matches("<summary>").count() == 2, "{atom}");

    site.write(
        "content/news/one.md",
        "+++\ntitle = \"One\"\ndate = 2026-11-01\n+++\nOther words.\n",
    );
    site.build();
    assert!(site.output("news/feed.rss").contains("<description>Other words.</description>"));
    site.same_as_clean();
}

#[test]
fn a_feed_that_tells_something_else_is_an_error() {
    let site = Site::small();
    site.write("site.toml", &format!("{SETTINGS}{}", feed("atom", "content = \"ful\"")));
    assert_says(&site.refused(), &["C0009", "site.toml:7:11", "did you mean `full`?"]);
}

#[test]
fn pages_name_the_feeds_that_they_belong_to() {
    let site = news("summary");
    site.write("content/info/faq.md", "+++\ntitle = \"FAQ\"\n+++\n");
    site.build();
    let link = "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"Site &amp; Co\" href=\"https://example.org/docs/news/feed.atom\">";
    for page in ["index.html", "news/index.html", "news/one/index.html"] {
        assert_says(
            &site.output(page),
            &[link, "type=\"application/rss+xml\"", "type=\"application/feed+json\""],
        );
    }
    assert!(!site.output("info/faq/index.html").contains("alternate"));
    // A page that is swapped in brings no second one.
    assert!(!site.output("page-data/news/one/page-data.json").contains("alternate"));

    let settings = site.read("site.toml").replacen(
        "format = \"atom\"",
        "format = \"atom\"\ntitle = \"Short news\"",
        1,
    );
    site.write("site.toml", &settings);
    site.build();
    assert_says(
        &site.output("news/one/index.html"),
        &["type=\"application/atom+xml\" title=\"Short news\""],
    );
    site.same_as_clean();
}

#[test]
fn a_section_of_a_feed_without_its_last_slash_holds_the_same_pages() {
    let site = news("summary");
    site.write("content/newsletter/l.md", "+++\ntitle = \"Letter\"\ndate = 2026-11-02\n+++\n");
    site.build();
    let before = site.tree();
    site.write(
        "site.toml",
        &site.read("site.toml").replace("section = \"/news/\"", "section = \"/news\""),
    );
    site.build();
    assert_eq!(site.tree(), before);
    assert!(!site.output("newsletter/l/index.html").contains("alternate"));
    site.write(
        "site.toml",
        &site.read("site.toml").replace("section = \"/news\"", "section = \"news\""),
    );
    assert_says(
        &site.refused(),
        &["`news` is not the route of a section", "write `section = \"/news/\"`"],
    );
}
