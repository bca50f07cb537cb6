//! Tests of the rendered HTML.

use crate::config::tables::markdown::{HeadingIds, MarkdownOptions};
use crate::markdown::placeholder::has_call;
use crate::markdown::{
    Document, Line, Lookup, Placeholder, ProblemKind, headings, outline, render,
    render_with_outline, title,
};
use croupier_base::media::image::Dimensions;
use croupier_base::path::Href;
use croupier_base::syntax::html::InLine;

fn plain(text: &str) -> Document {
    with_images(text, &[], &|_| None)
}

fn with_images(
    text: &str,
    placeholders: &[Placeholder],
    dimensions: &dyn Fn(&Href) -> Option<Dimensions>,
) -> Document {
    let options = MarkdownOptions::default();
    render(text, placeholders, &Lookup { dimensions, ..Lookup::of_options(options) })
}

#[test]
fn each_line_above_a_definition_is_a_term() {
    let options = MarkdownOptions {
        definition_lists: true,
        definition_term_ids: true,
        ..MarkdownOptions::default()
    };
    let html_of = |text: &str| render(text, &[], &Lookup::of_options(options)).html;
    assert_eq!(
        html_of("Colour\n*Color*\\\n`hue`\n: What you see\n: It\n\nShade\n: Dark\n"),
        "<dl>\n<dt id=\"colour\">Colour</dt>\n<dt id=\"color\"><em>Color</em></dt>\n<dt id=\"hue\"><code>hue</code></dt>\n\
         <dd>What you see</dd>\n<dd>It</dd>\n<dt id=\"shade\">Shade</dt>\n<dd>Dark</dd>\n</dl>\n"
    );
    // Half of an element would be another text.
    assert_eq!(
        html_of("*One\ntwo*\n: Three\n"),
        "<dl>\n<dt id=\"one-two\"><em>One\ntwo</em></dt>\n<dd>Three</dd>\n</dl>\n"
    );
}

#[test]
fn headings_are_those_of_the_rendered_text() {
    let all = MarkdownOptions {
        attributes: true,
        heading_attributes: true,
        definition_lists: true,
        definition_term_ids: true,
        emoji: true,
        superscript: true,
        subscript: true,
        ..MarkdownOptions::default()
    };

    let text = "Text `code`\nmore\n\n# One *two* `three` :tada:\n\n<p id=\"one\">raw</p> and <b id=two>x</b>\n\n## One\n\n\
                Setext\nof two lines\n===\n\n> # In a quote\n> text\n\n> [!NOTE] A *title* {#note}\n> text\n> ## Note\n\n\
                - item\n\n  ### In a list ![alt **x**](a.png){#image}\n\n![y](b.png){#y}\n\n# y\n\n# note\n\n[link](/x/){#link}\n\n# link\n\n\
                # Own {#own .wide}\n\nTerm\n*Other*\n: definition\n\n# Term\n\nfoot[^1]\n\n[^1]: # Note\n\n# H^2^ and x~1~\n\n```sh\n# no\n```\n\n\
                | # a | b |\n|---|---|\n| 1 | 2 |\n\n# \n\n# <img alt=\"Raw\"> https://a.example/b\n\n# {{ x() }}\n\n$$\n# no\n$$\n\n# [One](/x)\n";

    for options in [MarkdownOptions::default(), all] {
        assert!(headings(text, options).len() > 15);
        // Each start is another text, with constructs that are not closed.
        for end in text.char_indices().map(|(end, _)| end).chain([text.len()]) {
            let text = &text[..end];
            let lookup = Lookup::of_options(options);
            let (document, of_page) = render_with_outline(text, &[], &lookup, options);
            let of_translations = outline(text, &[], options);
            let of_page = of_page.map(|it| (it.headings, it.terms));
            let of_translations = (of_translations.headings, of_translations.terms);
            assert_eq!(of_page, Some(of_translations), "{text}");

            let mut rendered = document.headings;
            rendered.retain(|heading| !has_call(&heading.text));
            assert_eq!(headings(text, options), rendered, "{text}");
        }
    }
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
        document
            .problems
            .iter()
            .map(|it| (it.kind.clone(), &text[it.range.clone()]))
            .collect::<Vec<_>>(),
        [(ProblemKind::ImageWithoutText, "![](/b.png)")]
    );
    assert_eq!(document.links.len(), 2);
}

#[test]
fn html_replaces_placeholders_and_paragraphs_with_only_a_placeholder() {
    let text = "a {{ x() }} é\n\n{{ y() }}\n\n## H {{ z() }}\n\n<b>{{ w() }}</b>\n";
    let placeholder = |words: &str, html: &str| {
        let start = text.find(words).unwrap();
        Placeholder {
            range: start..start + words.len(),
            html: html.to_owned(),
            indent: None,
            line: Line::Shared,
            in_line: InLine::Same,
        }
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
        "<p>a <i>1</i> é</p>\n<div>2</div>\n<h2 id=\"h-3\">H 3</h2>\n<p><b>4</b></p>\n"
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
        line: Line::Shared,
        in_line: InLine::Same,
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
    let of = |text: &str| title(text, MarkdownOptions::default()).map(|it| (it.text, it.end));
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
         <section class=\"footnotes\" role=\"doc-endnotes\">\n\
         <div class=\"footnote-definition\" id=\"fn-1\"><sup class=\"footnote-definition-label\">1</sup>\n\
         <p>The <em>note</em>. <a class=\"footnote-backref\" href=\"#fnref-1\" role=\"doc-backlink\" aria-label=\"↩ 1-1\">↩</a> \
         <a class=\"footnote-backref\" href=\"#fnref-1-2\" role=\"doc-backlink\" aria-label=\"↩ 1-2\">↩</a></p>\n</div>\n\
         <div class=\"footnote-definition\" id=\"fn-2\"><sup class=\"footnote-definition-label\">2</sup>\n\
         <ul>\n<li>list</li>\n</ul>\n\
         <p><a class=\"footnote-backref\" href=\"#fnref-2\" role=\"doc-backlink\" aria-label=\"↩ 2\">↩</a></p>\n</div>\n</section>\n"
    );
}

#[test]
fn callouts_have_the_label_of_their_kind_and_a_title() {
    let start = |element: &str, end: &str, kind: &str, label: &str| {
        format!(
            "<{element} class=\"markdown-alert markdown-alert-{kind}\"{end}>\n\
             <{} class=\"markdown-alert-title\"><span class=\"markdown-alert-label\">{label}</span>",
            if element == "div" { "p" } else { "summary" },
        )
    };
    let note = start("div", " role=\"note\"", "note", "Note");
    let closed = start("details", "", "tip", "Tip");
    let open = start("details", " open", "tip", "Tip");

    for (text, html) in [
        ("> [!NOTE]\n> Text.\n", format!("{note}</p>\n<p>Text.</p>\n</div>\n")),
        (
            "> [!NOTE] A & *b*\n> Text.\n",
            format!("{note} A &amp; <em>b</em></p>\n<p>Text.</p>\n</div>\n"),
        ),
        ("> [!note] A\n>\n> - b\n", format!("{note} A</p>\n<ul>\n<li>b</li>\n</ul>\n</div>\n")),
        (
            "> [!NOTE] A *b\n> c* d\n> e\n",
            format!("{note} A <em>b\nc</em> d</p>\n<p>e</p>\n</div>\n"),
        ),
        ("> [!NOTE] A\n", format!("{note} A</p>\n</div>\n")),
        ("> [!TIP]-\n> Text.\n", format!("{closed}</summary>\n<p>Text.</p>\n</details>\n")),
        (
            "> [!TIP]+ `a`\n> Text.\n",
            format!("{open} <code>a</code></summary>\n<p>Text.</p>\n</details>\n"),
        ),
        (
            "> [!TIP]- A\n> > [!NOTE] B\n> > C\n>\n> D\n",
            format!("{closed} A</summary>\n{note} B</p>\n<p>C</p>\n</div>\n<p>D</p>\n</details>\n"),
        ),
        ("> > [!NOTE] B\n", format!("<blockquote>\n{note} B</p>\n</div>\n</blockquote>\n")),
        ("> [!NOTE] A\n> ===\n", "<blockquote>\n<h1 id=\"note-a\">[!NOTE] A</h1>\n</blockquote>\n".to_owned()),
        ("> [!NOTE] A | b\n> ---|---\n", "<blockquote>\n<div class=\"table-scroll\" tabindex=\"0\" role=\"group\"><table><thead><tr><th>[!NOTE] A</th><th>b</th></tr></thead><tbody>\n</tbody></table>\n</div>\n</blockquote>\n".to_owned()),
        (
            "> [!NOTE](/a/) A\n",
            "<blockquote>\n<p><a href=\"/a/\">!NOTE</a> A</p>\n</blockquote>\n".to_owned(),
        ),
    ] {
        let document = plain(text);
        assert_eq!(document.html, html, "{text}");
        assert_eq!(document.problems, [], "{text}");
    }

    assert_eq!(plain("> [!NOTE] Title\n> Text.\n").summary, "Text.");
    let kind = ProblemKind::Foreign(crate::markdown::ForeignSyntax::CalloutKind);
    assert_eq!(problems("> [!SPOILER] A\n\n> [!X]\n"), [(kind, "[!SPOILER]")]);
    let kind = ProblemKind::Foreign(crate::markdown::ForeignSyntax::CalloutMarker);
    assert_eq!(problems("> [!NOTE]Text\n"), [(kind.clone(), "[!NOTE]")]);
    assert_eq!(problems("> [!note ] x\n\n> [! tip]\n"), [(kind, "[!note ]")]);
    assert_eq!(problems("> [!NOTE](/a/)\n\n> [!a b]\n"), []);
}

/// The kinds and texts of the problems of a text.
fn problems(text: &str) -> Vec<(ProblemKind, &str)> {
    let problems = plain(text).problems.into_iter();
    problems.map(|problem| (problem.kind, &text[problem.range])).collect()
}

#[test]
fn footnotes_with_wrong_labels_are_reported() {
    let text = "One[^b] two[^a].\n\n[^a]: first\n\nText between.\n\n[^b]: low\n[^b]: twice\n[^unused]: orphan\n\nTypo[^bb].\n";

    assert_eq!(
        problems(text),
        [
            (ProblemKind::FootnoteDuplicate, "[^b]"),
            (ProblemKind::FootnoteUnused, "[^unused]"),
            (ProblemKind::FootnoteUndefined, "[^bb]")
        ]
    );

    let html = plain(text).html;
    assert!(!html.contains("twice") && !html.contains("orphan"), "{html}");
    let order: Vec<_> = ["Text between.", "low", "first"].map(|it| html.find(it)).into();
    assert!(order.is_sorted() && order.iter().all(Option::is_some), "{html}");

    for text in [
        "A `[^a]` [^a](/b/) \\[^a] <!-- [^a] -->\n\n    [^a]\n",
        "A[^STRASSE].\n\n[^straße]: b\n",
        "A[^B].\n\n[^b]: b[^c]\n\n[^C]: c\n",
    ] {
        assert_eq!(problems(text), [], "{text}");
    }

    assert_eq!(problems("[^a]: a[^a]\n"), [(ProblemKind::FootnoteUnused, "[^a]")]);
}

#[test]
fn ids_of_headings_and_footnotes_are_distinct() {
    let ids = |text: &str| {
        let html = plain(text).html;
        croupier_base::syntax::html::read(&html)
            .ids
            .into_iter()
            .map(|id| id.text.into_owned())
            .collect::<Vec<_>>()
    };

    assert_eq!(ids("## Custom\n\n## Other {#custom}\n"), ["custom-2", "custom"]);
    assert_eq!(ids("<div id=\"test\"></div>\n\n## Test\n"), ["test", "test-2"]);
    assert_eq!(ids("## Test\n\n<i id=\"test\">a</i>\n"), ["test-2", "test"]);

    for text in [
        "## Fn 1\n\n## Fnref 1\n\nNote[^1].\n\n[^1]: foot\n",
        "## A {#fn-1}\n\n## B {#fnref-1}\n\nNote[^1] and [^1].\n\n[^1]: foot\n",
        "<p id=\"fn-1\"></p>\n\n## Fn2 1\n\nNote[^1].\n\n[^1]: foot\n",
    ] {
        let mut ids = ids(text);
        let count = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), count, "{text}");
    }

    let text = "## Custom\n\n## Other {#custom}\n\n## Third {#custom}\n";
    assert_eq!(problems(text), [(ProblemKind::IdWrittenTwice, "## Third {#custom}")]);
}

#[test]
fn a_language_of_a_code_block_is_one_word() {
    for (info, class, is_reported) in [
        ("rust", "rust", false),
        ("c++", "c++", false),
        ("rust,ignore", "rust", true),
        ("js {hl_lines=[2]}", "js", true),
        ("{.python .numbered}", "python", true),
        ("{.python}", "python", false),
        ("jsx:title=a.js", "jsx", true),
    ] {
        let text = format!("```{info}\na\n```\n");
        let document = plain(&text);
        assert!(document.html.contains(&format!("class=\"language-{class}\"")), "{info}");
        assert_eq!(!document.problems.is_empty(), is_reported, "{info}");
    }
    assert_eq!(problems("```a b\n```\n\n```a c\n```\n").len(), 1);
}

/// Renders a text in which each call of `{{ x() }}` inserts this HTML.
fn with_calls(text: &str, html: &str, line: Line) -> Document {
    let calls = text.match_indices("{{ x() }}").map(|(start, call)| Placeholder {
        range: start..start + call.len(),
        html: html.to_owned(),
        indent: None,
        line,
        in_line: InLine::Same,
    });
    with_images(text, &calls.collect::<Vec<_>>(), &|_| None)
}

#[test]
fn a_shortcode_on_a_line_of_its_own_ends_the_paragraph() {
    for (text, expected) in [
        ("Text\n{{ x() }}\nmore\n", "<p>Text</p>\n<hr>\n<p>more</p>\n"),
        ("Text\n{{ x() }}\n", "<p>Text</p>\n<hr>\n"),
        ("{{ x() }}\n*more*\n", "<hr>\n<p><em>more</em></p>\n"),
        ("{{ x() }}\n", "<hr>\n"),
        (
            "{{ x() }}\n{{ x() }}\n![a](b)\n",
            "<hr>\n<hr>\n<p><img src=\"b\" alt=\"a\" decoding=\"async\"></p>\n",
        ),
        (
            "- a\n- b\n    {{ x() }}\n- c\n",
            "<ul>\n<li>a</li>\n<li>b\n<hr>\n</li>\n<li>c</li>\n</ul>\n",
        ),
        (
            "- a\n\n  b\n  {{ x() }}\n  c\n",
            "<ul>\n<li>\n<p>a</p>\n<p>b</p>\n<hr>\n<p>c</p>\n</li>\n</ul>\n",
        ),
        ("> a\n> {{ x() }}\n> b\n", "<blockquote>\n<p>a</p>\n<hr>\n<p>b</p>\n</blockquote>\n"),
        ("*a\n{{ x() }}\nb*\n", "<p><em>a\n<hr>\nb</em></p>\n"),
    ] {
        let document = with_calls(text, "<hr>", Line::Alone);
        assert_eq!(document.html, expected, "{text}");
        assert!(document.misplaced.is_empty());
    }
}

#[test]
fn shortcodes_work_in_link_targets_and_headings() {
    let document = with_calls(
        "[a]({{ x() }}#b) [c][r] ![d](<{{ x() }}>)\n\n[r]: {{ x() }}\n",
        "/e/?f&amp;g",
        Line::Shared,
    );
    assert!(document.misplaced.is_empty());
    let hrefs: Vec<_> = document.links.iter().map(|link| link.href.as_str()).collect();
    assert_eq!(hrefs, ["/e/?f&g#b", "/e/?f&g", "/e/?f&g"], "{}", document.html);
    assert_eq!(with_calls("[a]({{ x() }})\n", "<b>", Line::Shared).misplaced.len(), 1);
    let document =
        with_calls("## Before {{ x() }} after\n", "<kbd>Ctrl &amp; C</kbd>", Line::Shared);
    assert_eq!(document.headings[0].text, "Before Ctrl & C after");
    assert_eq!(document.headings[0].id, "before-ctrl-c-after");
}

/// Renders a text with other extensions.
fn extended(text: &str, options: MarkdownOptions) -> Document {
    render(text, &[], &Lookup::of_options(options))
}

#[test]
fn heading_ids_follow_other_generators() {
    let text = "## What's in 1.88.0 stable\n\n## Ada's Q&A\n\n## I-unsound issues 🦀\n\n## `--flag` and  spaces\n\n## Ünï_code 日本\n\n\
        ## !?\n\n## A & B\n\n## A & B\n\n## Own {#a-b}\n\n## हिन्दी ²";
    let ids = |heading_ids| {
        let options = MarkdownOptions { heading_ids, ..MarkdownOptions::default() };
        let document = extended(text, options);
        assert_eq!(document.html.contains("<span id"), heading_ids == HeadingIds::Default);
        document.headings.into_iter().map(|it| it.id).collect::<Vec<_>>()
    };

    let zola = [
        "what-s-in-1-88-0-stable",
        "ada-s-q-a",
        "i-unsound-issues-crab",
        "flag-and-spaces",
        "uni-code-ri-ben",
        "section",
        "a-b-1",
        "a-b-2",
        "a-b",
        "hindii-2",
    ];
    let hugo = [
        "whats-in-1880-stable",
        "adas-qa",
        "i-unsound-issues-",
        "--flag-and--spaces",
        "ünï_code-日本",
        "heading",
        "a--b",
        "a--b-1",
        "a-b",
        "हनद-",
    ];

    assert_eq!(ids(HeadingIds::Zola), zola);
    assert_eq!(ids(HeadingIds::Hugo), hugo);

    let github = ids(HeadingIds::Github);
    assert_eq!(github[5..9], ["section", "a--b", "a--b-1", "a-b"]);
    assert_eq!(ids(HeadingIds::Default)[..2], ["whats-in-1-88-0-stable", "adas-q-a"]);
}

#[test]
fn bare_urls_and_emoji_survive_typographic_punctuation() {
    let options =
        MarkdownOptions { smart_punctuation: true, emoji: true, ..MarkdownOptions::default() };
    let text = "See https://a.example/x--y_z, \"it's\" -- :heart_eyes::+1: `:+1:` \\:+1: a:+1: <xx:y:+1:z>";
    assert_eq!(
        extended(text, options).html,
        "<p>See <a href=\"https://a.example/x--y_z\">https://a.example/x--y_z</a>, “it’s” – 😍👍 <code>:+1:</code> :+1: a:+1: \
         <a href=\"xx:y:+1:z\">xx:y:+1:z</a></p>\n"
    );
}

#[test]
fn headings_with_emoji_have_the_emoji_in_their_text_and_the_name_in_their_id() {
    let options = MarkdownOptions { emoji: true, ..MarkdownOptions::default() };
    let document = extended("## Fine :smile:\n", options);
    let heading = &document.headings[0];
    assert_eq!((heading.id.as_str(), heading.text.as_str()), ("fine-smile", "Fine 😄"));
    assert_eq!(title("# Fine :smile:", options).map(|it| it.text).as_deref(), Some("Fine 😄"));
}

#[test]
fn attributes_apply_to_links_images_and_blocks() {
    let options = MarkdownOptions { attributes: true, ..MarkdownOptions::default() };

    for (text, html) in [
        (
            "[a](/b/){target=\"_blank\" .x} and",
            "<p><a target=\"_blank\" class=\"x\" href=\"/b/\">a</a> and</p>\n",
        ),
        (
            "![a](/b.png){width=3 .x}",
            "<p><img src=\"/b.png\" alt=\"a\" width=\"3\" class=\"x\" decoding=\"async\"></p>\n",
        ),
        (
            "One\ntwo\n{.lead #top}\n\nThree",
            "<p class=\"lead\" id=\"top\">One\ntwo</p>\n<p>Three</p>\n",
        ),
        ("Text\n{: .lead }", "<p class=\"lead\">Text</p>\n"),
        ("- a\n- b\n{.x}", "<ul class=\"x\">\n<li>a</li>\n<li>b</li>\n</ul>\n"),
        ("3. a\n{.x}", "<ol class=\"x\" start=\"3\">\n<li>a</li>\n</ol>\n"),
        (
            "> [!NOTE]\n> a\n{.x}",
            "<div class=\"x markdown-alert markdown-alert-note\" role=\"note\">\n<p class=\"markdown-alert-title\"><span class=\"markdown-alert-label\">Note</span></p>\n\
             <p>a</p>\n</div>\n",
        ),
        ("```go\na\n```\n{.x}", "<pre class=\"x\"><code class=\"language-go\">a\n</code></pre>\n"),
        ("## A\n{.x #own}", "<h2 id=\"own\" class=\"x\">A</h2>\n"),
        (
            "|a|b|\n|:-:|---|\n|1|2|\n{.x}",
            "<div class=\"table-scroll\" tabindex=\"0\" role=\"group\"><table class=\"x\"><thead><tr><th class=\"align-center\">a</th><th>b</th></tr></thead><tbody>\n\
             <tr><td class=\"align-center\">1</td><td>2</td></tr>\n</tbody></table>\n</div>\n",
        ),
        // These are no attributes.
        ("[a](/b/){onclick=\"x()\"}", "<p><a href=\"/b/\">a</a>{onclick=&quot;x()&quot;}</p>\n"),
        ("Text\n\n{.x}", "<p>Text</p>\n<p>{.x}</p>\n"),
        ("```\na\n{.x}\n```", "<pre><code>a\n{.x}\n</code></pre>\n"),
        ("text {.x} `[a](b)`{.y}", "<p>text {.x} <code>[a](b)</code>{.y}</p>\n"),
    ] {
        assert_eq!(
            extended(text, options).html.replace("&quot;", "\""),
            html.replace("&quot;", "\""),
            "{text}"
        );
    }

    let plain_source = "[a](/b/){.x}\n\nText\n{.x}";
    assert_eq!(plain(plain_source).html, "<p><a href=\"/b/\">a</a>{.x}</p>\n<p>Text\n{.x}</p>\n");
}

#[test]
fn the_checkboxes_of_tasks_have_names() {
    assert_eq!(
        plain("- [ ] Sail\n- [x] Anchor\n").html,
        "<ul>\n<li><input type=\"checkbox\" disabled aria-label=\"To do\"> Sail</li>\n\
         <li><input type=\"checkbox\" disabled checked aria-label=\"Done\"> Anchor</li>\n</ul>\n"
    );
}
