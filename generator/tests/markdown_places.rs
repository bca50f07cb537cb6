//! The grammar of Markdown is the same in all places of a text: attributes, formulas, bare URLs, shortcodes and definitions.

use crate::common::{Site, SiteBuilder, assert_contains};

/// All extensions that change the meaning of signs.
const EXTENSIONS: &str = "[markdown]\nattributes = true\ndefinition_lists = true\nemoji = true\nsmart_punctuation = true\nsuperscript = true\n";

const SHORTCODES: &str = "{% macro n() %}<i>{{ caller() }}</i>{% endmacro %}{% macro k() %}<kbd>K</kbd>{% endmacro %}\
    {% macro t() %}5{% endmacro %}{% macro a() %}<a href=\"/\">{{ caller() }}</a>{% endmacro %}{% macro b() %}\n<aside>x</aside>{% endmacro %}";

/// A site with these settings and one page for each text.
fn site(settings: &str, texts: &[String]) -> Site {
    let site = SiteBuilder::bare()
        .settings(settings)
        .file("pages/page.html", "{{ page.body }}")
        .file("pages/shortcodes.html", SHORTCODES)
        .file("static/a.svg", "<svg viewBox=\"0 0 1 1\"></svg>")
        .page("index", "title = \"Home\"\n", "")
        .create();
    for (index, text) in texts.iter().enumerate() {
        site.write(&format!("content/p{index}.md"), &format!("+++\ntitle = \"P\"\n+++\n{text}\n"));
    }
    site
}

/// Returns the HTML of the text with an index.
fn body(site: &Site, index: usize) -> String {
    site.output(&format!("p{index}/index.html"))
}

/// A place: its Markdown and its HTML, with `@` for what is in it.
const PLACES: [(&str, &str); 14] = [
    ("a @ z", "<p>a @ z</p>"),
    ("@", "@"),
    ("- a @ z\n- b", "<li>a @ z</li>"),
    ("1. x\n\n   a @ z", "<p>a @ z</p>\n</li>"),
    ("> a @ z", "<blockquote>\n<p>a @ z</p>"),
    ("> [!NOTE]\n> a @ z", "<p>a @ z</p>\n</div>"),
    ("> [!NOTE] a @ z\n> x", "</span> a @ z</p>\n<p>x</p>"),
    ("| h |\n|---|\n| a @ z |", "<td>a @ z</td>"),
    ("| a @ z |\n|---|", "<th>a @ z</th>"),
    ("## a @ z", "a @ z</h2>"),
    ("a @ z\n---", "a @ z</h2>"),
    ("Term\n: a @ z", "<dd>a @ z</dd>"),
    ("a @ z\n: D", "<dt>a @ z</dt>"),
    ("N[^1]\n\n[^1]: a @ z", "<p>a @ z <a class=\"footnote-backref\""),
];

/// What is in a place, and its HTML.
const WORDS: [(&str, &str); 15] = [
    (
        "[l](/){.x title=\"*b* _c_ [d]\"}{#l}",
        "<a class=\"x\" title=\"*b* _c_ [d]\" id=\"l\" href=\"/\">l</a>",
    ),
    (
        "[l](/){.x}s {id} {1, 2} {.5} \\{.x}",
        "<a class=\"x\" href=\"/\">l</a>s {id} {1, 2} {.5} {.x}",
    ),
    (
        "<https://a.example/>{rel=me}",
        "<a rel=\"me\" href=\"https://a.example/\">https://a.example/</a>",
    ),
    (
        "请看https://a.example/b，c",
        "请看<a href=\"https://a.example/b\">https://a.example/b</a>，c",
    ),
    (
        "（https://a.example/b_(c)）",
        "（<a href=\"https://a.example/b_(c)\">https://a.example/b_(c)</a>）",
    ),
    (
        "www.a.example，me@a.example。",
        "<a href=\"http://www.a.example\">www.a.example</a>，<a href=\"mailto:me@a.example\">me@a.example</a>。",
    ),
    ("https\\://a.example me\\@a.example", "https://a.example me@a.example"),
    ("`{.x} $x$ https://a.example :b _c_`", "<code>{.x} $x$ https://a.example :b _c_</code>"),
    ("{% n() %}_e_ x{% end %} {% n() %}x _e_{% end %}", "<i><em>e</em> x</i> <i>x <em>e</em></i>"),
    (
        "{% n() %}https://a.example{% end %}。",
        "<i><a href=\"https://a.example\">https://a.example</a></i>。",
    ),
    ("{% n() %}\"q\"{% end %} {% n() %}~~s~~{% end %}", "<i>“q”</i> <i><del>s</del></i>"),
    (
        "{% n() %}:+1:{% end %} {% n() %}[l](/){.x}{% end %}",
        "<i>👍</i> <i><a class=\"x\" href=\"/\">l</a></i>",
    ),
    (
        "{{ k() }}_e_ _e_{{ k() }} **{{ t() }}**s",
        "<kbd>K</kbd><em>e</em> <em>e</em><kbd>K</kbd> <strong>5</strong>s",
    ),
    (
        "{% a() %}https://a.example{% end %} <a href=\"/\">https://a.example</a>",
        "<a href=\"/\">https://a.example</a> <a href=\"/\">https://a.example</a>",
    ),
    (":b 2^nd^ {{ k() }}^2^ $5", ":b 2<sup>nd</sup> <kbd>K</kbd><sup>2</sup> $5"),
];

/// Builds one page for each place and each of `words`, and compares them.
fn assert_everywhere(settings: &str, words: &[(&str, &str)]) {
    let cells = PLACES.iter().flat_map(|place| words.iter().map(move |word| (place, word)));
    let texts: Vec<String> =
        cells.clone().map(|((text, _), (word, _))| text.replacen('@', word, 1)).collect();
    let site = site(settings, &texts);
    let report = site.build();
    assert!(!report.contains("warning"), "{report}");
    for (index, ((_, place), (_, word))) in cells.enumerate() {
        let html = body(&site, index).replace("&quot;", "\"");
        assert_contains(&html, &[&place.replacen('@', word, 1)]);
    }
}

#[test]
fn words_mean_the_same_in_all_places() {
    assert_everywhere(EXTENSIONS, &WORDS);
}

#[cfg(feature = "math")]
#[test]
fn formulas_mean_the_same_in_all_places() {
    let x = "<math><msup><mi>x</mi><mn>2</mn></msup></math>";
    let words = [
        ("$x^2$ and *$x^2$*", &*format!("{x} and <em>{x}</em>")),
        ("$`x^2`$", x),
        ("costs $5 with `$HOME` and $x^2$", &format!("costs $5 with <code>$HOME</code> and {x}")),
        (
            "costs $5, [$6](/) or https://a.example/?b=$c",
            "costs $5, <a href=\"/\">$6</a> or <a href=\"https://a.example/?b=$c\">https://a.example/?b=$c</a>",
        ),
        ("<b title=\"$\">$5</b> or $ x $", "<b title=\"$\">$5</b> or $ x $"),
        ("$5-$10, \\$x\\$, US$5$", "$5-$10, $x$, US$5$"),
        ("{% n() %}$x^2${% end %} {{ k() }}$x^2$", &format!("<i>{x}</i> <kbd>K</kbd>{x}")),
        ("$\\text{a \\$b c}$", "<math><mtext>a\u{a0}$b\u{a0}c</mtext></math>"),
        ("[l](/){title=\"$5\"} $x^2$", &format!("<a title=\"$5\" href=\"/\">l</a> {x}")),
    ];
    assert_everywhere(&format!("{EXTENSIONS}math = true\n"), &words);
}

#[cfg(feature = "math")]
#[test]
fn formulas_of_several_lines_work_in_all_blocks() {
    let formula =
        "<math display=\"block\"><mi>a</mi><mo>=</mo><mi>b</mi><mo>+</mo><mi>c</mi></math>";
    let cases: [(&str, &str); 7] = [
        ("$$\na\n= b\n+ c\n$$", "<p>@</p>"),
        ("- $$\n  a\n  =\n  b\n  + c\n  $$\n- d", "<li>@</li>\n<li>d</li>"),
        ("1. d\n   $$a = b\n   + c$$", "<li>d\n@</li>"),
        ("> $$\n> a = b\n> + c\n> $$\n> d", "<blockquote>\n<p>@\nd</p>"),
        ("> [!TIP]\n> $$\n> a = b\n> + c\n> $$", "<p>@</p>\n</div>"),
        ("Term\n: $$\n  a = b\n  + c\n  $$", "<dd>@</dd>"),
        ("N[^1]\n\n[^1]: $$\n    a = b\n    + c\n    $$", "<p>@ <a class"),
    ];
    let texts: Vec<String> = cases.iter().map(|(text, _)| (*text).to_owned()).collect();
    let site = site(&format!("{EXTENSIONS}math = true\n"), &texts);
    let report = site.build();
    assert!(!report.contains("warning"), "{report}");
    for (index, (_, html)) in cases.iter().enumerate() {
        assert_contains(&body(&site, index), &[&html.replace('@', formula)]);
    }
}

#[cfg(feature = "math")]
#[test]
fn a_formula_that_is_not_read_is_reported_with_its_reason() {
    let texts = ["The $\\frac{1$ here", "With \\(a^2\\) here", "$$\nx\n\ny\n$$"].map(str::to_owned);
    let site = site("[markdown]\nmath = true\n", &texts);
    let report = site.build();
    assert_eq!(report.matches("C0223").count(), 3, "{report}");
    assert!(!report.contains("math = true"), "{report}");
    assert_contains(
        &report,
        &["as many `{` as `}`", "write formulas as `$x$`", "without a blank line"],
    );
}

#[test]
fn only_attributes_are_removed_from_headings() {
    let cases: [(&str, &str); 15] = [
        (
            "## GET /users/{id}",
            "<h2 id=\"get-users-id\"><span id=\"get-usersid\"></span>GET /users/{id}</h2>",
        ),
        ("## The set {1, 2}", "<h2 id=\"the-set-1-2\">The set {1, 2}</h2>"),
        ("## JSON {\"a\": 1}", "<h2 id=\"json-a-1\">JSON {\"a\": 1}</h2>"),
        ("## Empty {}", "<h2 id=\"empty\"><span id=\"empty-\"></span>Empty {}</h2>"),
        ("## Click {onclick=alert(1)}", "Click {onclick=alert(1)}</h2>"),
        ("## Two {#a #b}", "Two {#a #b}</h2>"),
        ("## Word {.a b}", "Word {.a b}</h2>"),
        (
            "## Own {#own .a .b title=\"x y\"}",
            "<h2 id=\"own\" class=\"a b\" title=\"x y\">Own</h2>",
        ),
        ("## Closed {.a} {#own} ##", "<h2 id=\"own\" class=\"a\">Closed</h2>"),
        ("Set\u{a0}{#été .हिन्दी}\n===", "<h1 id=\"été\" class=\"हिन्दी\">Set</h1>"),
        ("> ## Quoted {#q}", "<h2 id=\"q\">Quoted</h2>"),
        ("- ## Listed {.l}", "<h2 id=\"listed\" class=\"l\">Listed</h2>"),
        ("## Escaped \\{#x}", "Escaped {#x}</h2>"),
        ("## Code `{#x}`", "Code <code>{#x}</code></h2>"),
        ("## [Link](/){.x}", "<h2 id=\"link\" class=\"x\"><a href=\"/\">Link</a></h2>"),
    ];
    let texts: Vec<String> = cases.iter().map(|(text, _)| (*text).to_owned()).collect();
    let site = site("", &texts);
    let report = site.build();
    assert_eq!(report.matches("warning[C0223]").count(), 3, "{report}");
    assert_contains(&report, &["content/p4.md:4:11", "content/p5.md:4:12", "content/p6.md:4:13"]);
    for (index, (_, html)) in cases.iter().enumerate() {
        assert_contains(&body(&site, index).replace("&quot;", "\""), &[html]);
    }
}

#[test]
fn a_line_of_attributes_belongs_to_the_block_before_it_in_the_same_container() {
    let cases: [(&str, &str); 28] = [
        (
            "Term\n: D\n\nPara\n{.a}",
            "<dl>\n<dt>Term</dt>\n<dd>D</dd>\n</dl>\n<p class=\"a\">Para</p>",
        ),
        ("Term\n: D\n{.a}", "<dl class=\"a\">"),
        ("Term\n: D\n\n  E\n  {.a}", "<p class=\"a\">E</p>\n</dd>"),
        ("> Q\n> {.a}", "<blockquote>\n<p class=\"a\">Q</p>"),
        ("> Q\n{.a}", "<blockquote class=\"a\">\n<p>Q</p>"),
        ("> Q\n> {.a}\n{.b}", "<blockquote class=\"b\">\n<p class=\"a\">Q</p>"),
        ("Two\n{.a}\n{.b #c}\n{lang=de} {.d}", "<p class=\"a b d\" id=\"c\" lang=\"de\">Two</p>"),
        ("- x\n  - y\n  {.a}\n- z", "<li>x<ul class=\"a\">\n<li>y</li>\n</ul>\n</li>\n<li>z</li>"),
        ("- x\n- y\n{.a}", "<ul class=\"a\">\n<li>x</li>\n<li>y</li>"),
        ("1. x\n\n   y\n     {.a}", "<p class=\"a\">y</p>\n</li>"),
        ("|a|\n|-|\n|1|\n{.a}", "<table class=\"a\">"),
        ("> |a|\n> |-|\n> |1|\n> {.a}", "<table class=\"a\">"),
        ("```sh\nx\n```\n{.a}", "<pre class=\"a\"><code class=\"language-sh\">"),
        ("```sh {#b .c}\nx\n```\n{.a}", "<pre class=\"a c\" id=\"b\"><code class=\"language-sh\">"),
        ("    x\n{.a}", "<pre class=\"a\"><code>x"),
        (
            "> [!TIP]\n> x\n> {.a}\n{.b}",
            "<div class=\"b markdown-alert markdown-alert-tip\" role=\"note\">",
        ),
        ("> [!TIP] T\n> x\n> {.a}", "T</p>\n<p class=\"a\">x</p>"),
        ("N[^1]\n\n[^1]: x\n    {.a}", "<p class=\"a\">x <a class"),
        ("N[^1]\n\n[^1]: x\n{.a}", "<p class=\"a\">x <a class"),
        ("## H {.a}\n{.b}", "<h2 id=\"h\" class=\"a b\">H</h2>"),
        ("Text\r\n{: .a title='*b*' }\r\n", "<p class=\"a\" title=\"*b*\">Text</p>"),
        ("Text\n  {.a}\n  {.b}\n\nmore", "<p class=\"a b\">Text</p>\n<p>more</p>"),
        ("{{ k() }}\nx\n{.a}", "<kbd>K</kbd>\n<p class=\"a\">x</p>"),
        (
            "{{ k() }}\n{{ k() }}\nx *y*\nz\n{.a}\n\nmore",
            "<p class=\"a\">x <em>y</em>\nz</p>\n<p>more</p>",
        ),
        ("w\n{{ k() }}\nx\n{.a}", "<p>w</p>\n<kbd>K</kbd>\n<p class=\"a\">x</p>"),
        ("> {{ k() }}\n> x\n> {.a}", "<p class=\"a\">x</p>"),
        ("{% n() %}v{% end %}\nx\n{.a}", "<p class=\"a\">x</p>"),
        ("w {{ b() }} x\n{.a}", "<div class=\"paragraph a\">w"),
    ];
    let texts: Vec<String> = cases.iter().map(|(text, _)| (*text).to_owned()).collect();
    let site = site(EXTENSIONS, &texts);
    let report = site.build();
    assert!(!report.contains("warning"), "{report}");
    for (index, (_, html)) in cases.iter().enumerate() {
        assert_contains(&body(&site, index), &[html]);
    }
    assert_contains(&body(&site, 15), &["<p class=\"a\">x</p>"]);
    site.same_as_clean();
}

#[test]
fn attributes_without_an_element_are_shown_and_reported() {
    let cases: [(&str, &str); 17] = [
        ("{.a}", "<p>{.a}</p>"),
        ("Text\n\n{.a}", "<p>Text</p>\n<p>{.a}</p>"),
        ("> Q\n>\n> {.a}", "<p>{.a}</p>"),
        ("- x\n  {.a}", "<li>x\n{.a}</li>"),
        ("> [!TIP] T\n> {.a}", "<p>{.a}</p>"),
        ("> [!TIP]\n> {.a}", "<p>{.a}</p>"),
        ("{{ b() }}\n{.a}", "<aside>x</aside>\n<p>{.a}</p>"),
        ("***\n{.a}", "<hr />\n<p>{.a}</p>"),
        ("*x*{.a}", "<em>x</em>{.a}"),
        ("`x`{.a}", "<code>x</code>{.a}"),
        ("Text\n{#a}\n{#b}", "<p id=\"a\">Text</p>\n<p>{#b}</p>"),
        ("[l](/){onclick=\"x()\"}", "<a href=\"/\">l</a>{onclick=\"x()\"}"),
        ("Text\n{style=\"a\"}", "<p>Text\n{style=\"a\"}</p>"),
        ("![a](/a.svg){#a #b}", "decoding=\"async\">{#a #b}"),
        ("{:toc}", "<p>{:toc}</p>"),
        ("A\n{.x}\n===", "A\n{.x}</h1>"),
        ("{{ k() }}{.a}", "<kbd>K</kbd>{.a}"),
    ];
    let site = site(&EXTENSIONS.replace("smart_punctuation = true\n", ""), &[]);
    for (text, html) in cases {
        site.write("content/p0.md", &format!("+++\ntitle = \"P\"\n+++\n{text}\n"));
        let report = site.build();
        assert_eq!(report.matches("warning[C0223]").count(), 1, "{text}: {report}");
        assert!(!report.contains("attributes = true"), "{text}: {report}");
        assert_contains(&body(&site, 0).replace("&quot;", "\""), &[html]);
    }
}

#[test]
fn the_text_of_cells_beyond_the_columns_of_a_table_is_reported() {
    let cases: [(&str, &[&str]); 12] = [
        ("| `x|y` | lost |", &["6:11"]),
        ("| a | b | lost", &["6:11"]),
        ("a | b | lost | `x` |", &["6:9"]),
        ("| a | b | {% n() %}lost{% end %} |", &["6:11"]),
        ("| a | b | {{ k() }} {{ t() }} |\n| a | b |\n| a | b | c |", &["6:11", "8:11"]),
        ("| a | b | *c*\u{20}", &["6:11"]),
        ("| a | b | |", &[]),
        ("| a | b ||", &[]),
        ("| a \\| b | `c\\|d` |", &[]),
        ("| a |", &[]),
        ("| | |", &[]),
        ("| {{ k() }} | {% n() %}b{% end %} |\n\na | b | c", &[]),
    ];
    let site = site(EXTENSIONS, &[]);
    for quote in ["", "> "] {
        for (rows, places) in cases {
            let table =
                format!("| a | b |\n|---|---|\n{rows}").replace('\n', &format!("\n{quote}"));
            site.write("content/p0.md", &format!("+++\ntitle = \"P\"\n+++\n{quote}{table}\n"));
            let report = site.build();
            // The places of one problem are reported together.
            let count = usize::from(!places.is_empty());
            assert_eq!(report.matches("warning[C0223]").count(), count, "{rows}: {report}");
            for place in places.iter().filter(|_| quote.is_empty()) {
                assert_contains(&report, &[&format!("content/p0.md:{place}"), "`\\|`"]);
            }
            assert!(!body(&site, 0).contains("lost"), "{rows}");
        }
    }
}

#[test]
fn definitions_need_a_space_after_the_colon() {
    let cases: [(&str, &str); 10] = [
        ("See http\n://x", "<p>See http\n://x</p>"),
        ("A\n:smile:", "<p>A\n😄</p>"),
        ("A\n:b", "<p>A\n:b</p>"),
        ("A\n:", "<p>A\n:</p>"),
        ("`a\n:b`", "<p><code>a :b</code></p>"),
        ("> A\n> :b", "<p>A\n:b</p>"),
        ("A\n: b\n:c", "<dd>b\n:c</dd>"),
        ("A\n:\tb", "<dl>\n<dt>A</dt>\n<dd>b</dd>"),
        ("- A\n  : b", "<dl>\n<dt>A</dt>\n<dd>b</dd>"),
        ("|a|b|\n:-|-:\n1|2", "<td class=\"align-left\">1</td>"),
    ];
    let texts: Vec<String> = cases.iter().map(|(text, _)| (*text).to_owned()).collect();
    let site = site(EXTENSIONS, &texts);
    site.build();
    for (index, (_, html)) in cases.iter().enumerate() {
        assert_contains(&body(&site, index), &[html]);
    }
}

#[test]
fn headings_with_only_a_picture_have_its_alternative_text_as_their_name() {
    let text = "## ![map](/a.svg)\n\n## [![deep *x*](/a.svg)](/)\n\n## <img src=\"/a.svg\" alt=\"Raw\">\n\n## <i aria-label=\"Icon\"></i>\n\n\
        ## Text ![also](/a.svg)\n\n## \n\n## <i></i>\n";
    let site = site("[search]\ntitles = true\n", &[text.to_owned()]);
    site.write(
        "pages/page.html",
        "{{ page.body }}{{ toc(page) }}{% for it in page.headings %}[{{ it.id }}|{{ it.text }}]{% endfor %}",
    );
    let report = site.build();
    assert_eq!(report.matches("warning[C0118]").count(), 2, "{report}");
    assert_contains(&report, &["content/p0.md:14:1", "content/p0.md:16:1"]);
    assert_contains(
        &body(&site, 0),
        &[
            "<li><a href=\"#section\">map</a></li>",
            "[section|map][section-2|deep x][section-3|Raw][section-4|Icon][text|Text]",
        ],
    );
    let search = site.output("page-data/search.json");
    assert_contains(&search, &["\"map\"", "\"deep x\"", "\"Raw\"", "\"Icon\""]);
    assert!(!search.contains("\"section-5\""), "{search}");
    site.write("content/p0.md", "## ![map](/a.svg)\n");
    site.build();
    assert_contains(&site.output("page-data/search.json"), &["map"]);
}

#[test]
fn summaries_feeds_and_page_data_have_the_same_html() {
    let text = "## Set {1, 2}\n\n> Q https://a.example/b。\n> {.a}\n\n[l](/){.x} and {id}\n{.b}\n\nTerm\n: D\n:smile:\n\n<!-- more -->\n\nrest";
    let parts = [
        "Set {1, 2}</h2>",
        "<p class=\"a\">Q <a href=\"https://a.example/b\">https://a.example/b</a>。</p>",
        "<p class=\"b\"><a class=\"x\" href=\"/\">l</a> and {id}</p>",
        "<dd>D\n😄</dd>",
    ];
    let settings = format!(
        "{EXTENSIONS}[output]\npage_data = true\n[[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\nformat = \"atom\"\ncontent = \"full\"\n"
    );
    let site = site(&settings, &[]);
    site.write("content/p0.md", &format!("+++\ntitle = \"P\"\ndate = 2025-01-01\n+++\n{text}\n"));
    site.write("pages/page.html", "{{ page.body }}{% for it in children(page.path) %}{{ it.summary|markdown(html=true) }}{% endfor %}");
    let report = site.build();
    assert!(!report.contains("warning"), "{report}");
    for file in ["p0/index.html", "index.html"] {
        assert_contains(&site.output(file), &parts);
    }
    let data =
        site.output("page-data/p0/page-data.json").replace("\\\"", "\"").replace("\\n", "\n");
    assert_contains(&data, &parts);
    let feed =
        site.output("feed.xml").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    assert_contains(
        &feed,
        &[
            "Set {1, 2}</h2>",
            "Q <a href=\"https://a.example/b\">",
            "and {id}</p>",
            "<dd>D\n😄</dd>",
        ],
    );
    site.same_as_clean();
}

#[test]
fn texts_without_html_set_only_ids_and_classes_of_headings() {
    let site = site(EXTENSIONS, &[]);
    let text = "## A {#own .a data-island=x}\n\n## B {onclick=x}\n\n[l](/){.x}\n{.b}";
    site.write("content/data/texts.json", &format!("{{\"text\": {text:?}}}"));
    site.write("pages/page.html", "{{ data.texts.text|markdown }}");
    site.build();
    assert_contains(
        &site.output("index.html"),
        &[
            "<h2 id=\"own\" class=\"a\">A</h2>",
            "B {onclick=x}</h2>",
            "<a href=\"/\">l</a>{.x}\n{.b}</p>",
        ],
    );
}

#[test]
fn a_wrong_word_after_the_language_of_code_names_the_words_with_an_effect() {
    let texts = ["```rust title=\"a.rs\" {2} frame=\"none\"\na\n```", "```rust ignore\na\n```"];
    let site = site("", &texts.map(str::to_owned));
    let report = site.build();
    assert_contains(&report, &["`{2,4-6}`, `ins={3}`", "content/p1.md:4:1", "only the language: "]);
}
