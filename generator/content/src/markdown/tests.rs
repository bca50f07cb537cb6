//! Tests of the rendered HTML.

use crate::markdown::{Document, Lookup, Placeholder, render, title};
use croupier_base::media::image::Dimensions;
use croupier_base::path::Href;

fn plain(text: &str) -> Document {
    with_images(text, &[], &|_| None)
}

fn with_images(
    text: &str,
    placeholders: &[Placeholder],
    dimensions: &dyn Fn(&Href) -> Option<Dimensions>,
) -> Document {
    render(text, placeholders, &Lookup { dimensions, resolve_link: &|_| None })
}

#[test]
fn images_have_dimensions_and_those_without_alt_text_are_recorded() {
    let text = "![two *dice*](/a.png \"T\")\n\n![](/b.png)\n";
    let document = with_images(text, &[], &|path| {
        (path.as_str() == "/a.png").then_some(Dimensions { width: 4, height: 2 })
    });
    assert_eq!(
        document.html,
        "<p><img src=\"/a.png\" alt=\"two dice\" title=\"T\" width=\"4\" height=\"2\" decoding=\"async\"></p>\n\
         <p><img src=\"/b.png\" alt=\"\" loading=\"lazy\" decoding=\"async\"></p>\n"
    );
    assert_eq!(
        document.unnamed.iter().map(|range| &text[range.clone()]).collect::<Vec<_>>(),
        ["![](/b.png)"]
    );
    assert_eq!(document.links.len(), 2);
}

#[test]
fn html_replaces_placeholders_and_paragraphs_with_only_a_placeholder() {
    let text = "a {{ x() }} é\n\n{{ y() }}\n\n## H {{ z() }}\n\n<b>{{ w() }}</b>\n";
    let placeholder = |words: &str, html: &str| {
        let start = text.find(words).unwrap();
        Placeholder { range: start..start + words.len(), html: html.to_owned(), indent: None }
    };
    let placeholders = [
        placeholder("{{ x() }}", "<i>1</i>"),
        placeholder("{{ y() }}", "<div>2</div>"),
        placeholder("{{ z() }}", "3"),
        placeholder("{{ w() }}", "4"),
    ];
    let document = with_images(text, &placeholders, &|_| None);
    assert_eq!(
        document.html,
        "<p>a <i>1</i> é</p>\n<div>2</div>\n<h2 id=\"h\">H 3</h2>\n<p><b>4</b></p>\n"
    );
}

#[test]
fn shortcodes_around_blocks_do_not_change_the_blocks() {
    let text = "One\n{% a() %}\nTwo [x]\n## Three\n{% end %}\nFour\n\n- l\n  {% a() %}\n  in\n  {% end %}\n\n[x]: /x/\n";
    let tags = text.match_indices("{% a() %}").chain(text.match_indices("{% end %}"));
    let placeholder = |(start, tag): (usize, &str)| Placeholder {
        range: start..start + tag.len(),
        html: if tag.contains("end") { "</aside>" } else { "<aside>" }.to_owned(),
        indent: Some(if text[..start].ends_with(' ') { 2 } else { 0 }),
    };
    let mut placeholders: Vec<_> = tags.map(placeholder).collect();
    placeholders.sort_by_key(|placeholder| placeholder.range.start);
    let document = with_images(text, &placeholders, &|_| None);
    assert_eq!(
        document.html,
        "<p>One</p>\n<aside>\n<p>Two <a href=\"/x/\">x</a></p>\n<h2 id=\"three\">Three</h2>\n</aside>\n<p>Four</p>\n\
         <ul>\n<li>\n<p>l</p>\n<aside>\n<p>in</p>\n</aside>\n</li>\n</ul>\n"
    );
    assert!(document.misplaced.is_empty());
    assert_eq!(
        document.links.iter().map(|link| &text[link.range.clone()]).collect::<Vec<_>>(),
        ["[x]"]
    );
}

#[test]
fn headings_get_distinct_anchors_in_every_script() {
    let document =
        plain("## Été à *Québec*\n\n## 21+\n\n## 21+\n\n## 21 2\n\nTwo\nlines\n---\n\n## !!\n");
    let ids: Vec<_> = document.headings.iter().map(|heading| heading.id.as_str()).collect();
    assert_eq!(ids, ["été-à-québec", "21", "21-2", "21-2-2", "two-lines", "section"]);
    assert!(document.html.contains("<h2 id=\"été-à-québec\">"));
}

#[test]
fn a_heading_also_has_the_anchor_of_github() {
    let html = plain("## Node.js & you\n\n## Plain words\n\n## a.b {#own}\n").html;
    assert!(
        html.contains("<h2 id=\"node-js-you\"><span id=\"nodejs--you\"></span>Node.js"),
        "{html}"
    );
    assert!(
        html.contains("<h2 id=\"plain-words\">Plain") && html.contains("<h2 id=\"own\">a.b"),
        "{html}"
    );
}

#[test]
fn the_first_heading_can_be_the_title() {
    let of = |text: &str| title(text).map(|it| (it.text, it.end));
    assert_eq!(of("# A `b` *c*\n\nText\n"), Some(("A b c".to_owned(), Some(12))));
    assert_eq!(of("Text\n\n# A\n"), Some(("A".to_owned(), None)));
    assert_eq!(of("## A\n"), Some(("A".to_owned(), None)));
    assert_eq!(of("Text\n"), None);
}

#[test]
fn the_first_paragraph_with_text_is_the_summary() {
    assert_eq!(
        plain("# A\n\n![dice](/a.png)\n\nOne *two*\n`three` [four](/x/)\n\nFive\n").summary,
        "One two three four"
    );
    let long = plain(&"word, ".repeat(100)).summary;
    assert!(long.ends_with("word…") && long.chars().count() <= 300, "{long}");
}

#[test]
fn cells_are_aligned_by_class() {
    let html = plain("| a | b | c |\n|---|:-:|--:|\n| 1 | 2 | 3 |\n").html;
    assert!(
        html.contains(
            "<th>a</th><th class=\"align-center\">b</th><th class=\"align-right\">c</th>"
        ),
        "{html}"
    );
    assert!(
        html.contains(
            "<td>1</td><td class=\"align-center\">2</td><td class=\"align-right\">3</td>"
        ) && !html.contains("style"),
        "{html}"
    );
}

#[test]
fn a_table_can_be_scrolled_with_the_keyboard() {
    let document = plain("| a | b |\n|---|---|\n| 1 | 2 |\n");
    assert!(
        document.html.contains("<div class=\"table-scroll\" tabindex=\"0\" role=\"group\"><table>")
    );
    let document = plain("## What it costs\n\n| a | b |\n|---|---|\n| 1 | 2 |\n");
    assert!(document.html.contains(" role=\"group\" aria-labelledby=\"what-it-costs\"><table>"));
}

#[test]
fn bare_urls_become_links_except_in_code() {
    let html = plain("See https://e.org/a_b_c?x=1&y=2. Or (http://e.org), [https://e.org](/x/), `https://e.org`.\n").html;
    assert_eq!(
        html,
        "<p>See <a href=\"https://e.org/a_b_c?x=1&amp;y=2\">https://e.org/a_b_c?x=1&amp;y=2</a>. Or \
         (<a href=\"http://e.org\">http://e.org</a>), <a href=\"/x/\">https://e.org</a>, <code>https://e.org</code>.</p>\n"
    );
    for text in ["ftp://e.org/ and e.org\n", "    https://e.org\n", "```\nhttps://e.org\n```\n"] {
        assert!(!plain(text).html.contains("<a"), "{text}");
    }
    let document = plain("# Of https://e.org/\n\nhttps\\://e.org\n");
    assert_eq!(
        (document.headings[0].text.as_str(), document.links.len()),
        ("Of https://e.org/", 1)
    );
}

#[test]
fn a_footnote_links_back_to_every_reference() {
    let html = plain("One[^a], two[^b], three[^a].\n\n[^b]: - list\n\n[^a]: The *note*.\n").html;
    assert_eq!(
        html,
        "<p>One<sup class=\"footnote-reference\" id=\"fnref-1\"><a href=\"#fn-1\" role=\"doc-noteref\">1</a></sup>, \
         two<sup class=\"footnote-reference\" id=\"fnref-2\"><a href=\"#fn-2\" role=\"doc-noteref\">2</a></sup>, \
         three<sup class=\"footnote-reference\" id=\"fnref-1-2\"><a href=\"#fn-1\" role=\"doc-noteref\">1</a></sup>.</p>\n\
         <div class=\"footnote-definition\" id=\"fn-2\"><sup class=\"footnote-definition-label\">2</sup>\n\
         <ul>\n<li>list</li>\n</ul>\n\
         <p><a class=\"footnote-backref\" href=\"#fnref-2\" role=\"doc-backlink\">↩</a></p>\n</div>\n\
         <div class=\"footnote-definition\" id=\"fn-1\"><sup class=\"footnote-definition-label\">1</sup>\n\
         <p>The <em>note</em>. <a class=\"footnote-backref\" href=\"#fnref-1\" role=\"doc-backlink\">↩</a> \
         <a class=\"footnote-backref\" href=\"#fnref-1-2\" role=\"doc-backlink\">↩</a></p>\n</div>\n"
    );
}

#[test]
fn an_alert_is_a_quotation_of_its_kind() {
    assert_eq!(
        plain("> [!WARNING]\n> Mind the step.\n").html,
        "<blockquote class=\"markdown-alert-warning\">\n<p>Mind the step.</p>\n</blockquote>\n"
    );
}
