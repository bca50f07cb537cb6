//! The shortcodes `tabs` and `tab`: panels of a text, of which a script makes tabs.

use crate::common::{Site, SiteBuilder, assert_contains};

const TABS: &str = "Before.\n\n{% tabs(key=\"package manager\") %}\n{% tab(\"npm\") %}\n\n## With npm\n\n```sh\nnpm i x\n```\n{% end %}\n\
                    {% tab(label=\"p<n>pm\") %}\n> [!TIP]\n> Quick.\n\n- a\n- b\n{% end %}\n{% end %}\n\nAfter.\n";

/// A site with tabs and with a page `a` of this text.
fn site(text: &str) -> Site {
    let site = SiteBuilder::new()
        .file("pages/shell.html", "<head>{{ head }}</head><main>{{ main }}</main>")
        .file("pages/page.html", "{{ page.body }}{{ toc(page) }}")
        .page("a", "title = \"A\"\ndescription = \"\"\n", text)
        .page("b", "title = \"B\"\n", "Text.\n")
        .create();
    site.append("site.toml", "[markdown]\ntabs = true\n");
    site
}

#[test]
fn panels_are_shown_below_their_labels_and_contain_markdown() {
    let site = site(TABS);
    site.build();
    assert_contains(
        &site.output("a/index.html"),
        &[
            "<main><p>Before.</p>\n<div class=\"tabs\" data-tabs=\"package manager\">\n\
           <div class=\"tab\" data-tab=\"npm\"><p class=\"tab-label\"><strong>npm</strong></p>\n\
           <h2 id=\"with-npm\">With npm</h2>\n<pre><code class=\"language-sh\">npm i x\n</code></pre>\n</div>\n\
           <div class=\"tab\" data-tab=\"p&lt;n&gt;pm\"><p class=\"tab-label\"><strong>p&lt;n&gt;pm</strong></p>\n\
           <div class=\"markdown-alert markdown-alert-tip\" role=\"note\">",
            "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n</div>\n</div>\n<p>After.</p>",
            "<a href=\"#with-npm\">With npm</a>",
        ],
    );
    site.same_as_clean();
}

#[test]
fn only_pages_with_tabs_load_their_script_and_style_sheet() {
    let site = site(TABS);
    site.build();
    let html = site.output("a/index.html");
    for start in ["src=\"/assets/tabs-", "href=\"/assets/tabs_style-"] {
        let path = html.split(start).nth(1).expect(start).split('"').next().unwrap();
        assert!(site.has(&format!("{}{path}", start.split_once("\"/").unwrap().1)), "{start}");
    }
    assert!(!site.output("b/index.html").contains("assets/tabs"));
    site.write("content/b.md", &format!("+++\ntitle = \"B\"\n+++\n{TABS}"));
    site.build();
    assert!(site.output("b/index.html").contains("assets/tabs-"));
    // A site that stops to use them has no trace of them.
    site.write("site.toml", &site.read("site.toml").replace("tabs = true\n", ""));
    for page in ["a", "b"] {
        site.write(&format!("content/{page}.md"), "+++\ntitle = \"A\"\n+++\nText.\n");
    }
    site.build();
    assert!(!site.output("a/index.html").contains("tabs"));
    assert!(!site.tree().keys().any(|path| path.to_string_lossy().contains("tabs")));
    site.same_as_clean();
}

#[test]
fn each_page_of_a_site_with_page_data_loads_them_because_a_click_replaces_only_the_page() {
    let site = site(TABS);
    site.append("site.toml", "[output]\npage_data = true\n");
    site.build();
    assert_contains(&site.output("b/index.html"), &["/assets/tabs-", "/assets/tabs_style-"]);
}

#[test]
fn tabs_are_in_lists_and_nested_and_take_labels_of_other_kinds() {
    let site = site(
        "1. Step\n\n   {% tabs() %}\n   {% tab(\"A\") %}\n   One\n   {% end %}\n   {% tab(2) %}\n   {% tabs(\"k\") %}\n   {% tab(\"A\") %}\n   Two\n   {% end %}\n   {% end %}\n   {% end %}\n   {% end %}\n\n2. Next\n",
    );
    site.build();
    let html = site.output("a/index.html");
    let main = html.split("<main>").nth(1).unwrap();
    assert_contains(
        main,
        &[
            "<li>\n<p>Step</p>\n<div class=\"tabs\" data-tabs=\"\">",
            "data-tab=\"2\"><p class=\"tab-label\"><strong>2</strong></p>\n<div class=\"tabs\" data-tabs=\"k\">",
            "<p>Next</p>\n</li>\n</ol>",
        ],
    );
    assert_eq!(main.matches("</ol>").count(), 1);
}

#[test]
fn short_tabs_can_be_in_one_line_and_with_crlf() {
    let site = site(
        "{% tabs() %}\r\n{% tab('a b') %}*One*{% end %}\r\n\r\n<!-- later: c -->\r\n{% tab('é') %}Two{% end %}\r\n{% end %}\r\n",
    );
    site.build();
    assert_contains(
        &site.output("a/index.html"),
        &[
            "data-tab=\"a b\"><p class=\"tab-label\"><strong>a b</strong></p><em>One</em></div>",
            "data-tab=\"é\"",
        ],
    );
}

#[test]
fn wrong_tabs_are_errors_at_their_lines() {
    let cases: [(&str, &[&str]); 13] = [
        ("{% tab(\"a\") %}\nx\n{% end %}\n", &["a.md:5:1", "is in no group of tabs"]),
        (
            "{% tabs() %}\n{% tab(\"a\") %}\n{% tab(\"b\") %}\nx\n{% end %}\n{% end %}\n{% end %}\n",
            &["a.md:7:1", "is in no group of tabs"],
        ),
        ("{% tabs() %}\n{% end %}\n", &["a.md:5:1", "this group has no tabs"]),
        ("{% tabs() %}\n{% tab() %}\nx\n{% end %}\n{% end %}\n", &["a.md:6:1", "has no label"]),
        (
            "{% tabs() %}\n{% tab(\" \") %}\nx\n{% end %}\n{% end %}\n",
            &["a.md:6:1", "has no label"],
        ),
        (
            "{% tabs() %}\n{% tab(\"a\") %}\nx\n{% end %}\n{% tab(label='a ') %}\nx\n{% end %}\n{% end %}\n",
            &["a.md:9:1", "has the same label"],
        ),
        (
            "{% tabs() %}\nStray\n{% tab(\"a\") %}\nx\n{% end %}\n{% end %}\n",
            &["a.md:6:1", "can only contain tabs"],
        ),
        (
            "{% tabs() %}\n{% tab(\"a\") %}\nx\n{% end %}\n\nStray *x*\n\n{% end %}\n",
            &["a.md:10:1", "can only contain tabs"],
        ),
        (
            "{% tabs() %}\n{% tab(title=\"a\") %}\nx\n{% end %}\n{% end %}\n",
            &["a.md:6:1", "'title'", "`{% tab(\"npm\") %}`"],
        ),
        ("{{ tabs() }}\n", &["a.md:5:1", "`tabs` needs a text"]),
        ("{% tabs() %}\n{{ tab(\"a\") }}\n{% end %}\n", &["a.md:6:1", "`tab` needs a text"]),
        ("{% tabs() %}\n{% tab(\"a\") %}\nx\n{% end %}\n", &["a.md:5:1", "never closed"]),
        (
            "{% tabs(sync=\"a\") %}\n{% tab(\"a\") %}\nx\n{% end %}\n{% end %}\n",
            &["a.md:5:1", "'sync'", "`{% tabs(\"os\") %}`"],
        ),
    ];
    for (text, expected) in cases {
        assert_contains(&site(text).refused(), expected);
    }
}

#[test]
fn a_site_without_tabs_names_the_key_that_enables_them() {
    let site = site(TABS);
    site.write("site.toml", &site.read("site.toml").replace("tabs = true\n", ""));
    assert_contains(&site.refused(), &["a.md:7:1", "no shortcode `tabs`", "`tabs = true`"]);
    // Macros of the site have priority, with and without the key.
    let macros = "{% macro tabs(key) %}<i>{{ caller() }}</i>{% endmacro %}{% macro tab(label) %}<b>{{ caller() }}</b>{% endmacro %}";
    site.write("pages/shortcodes.html", macros);
    for _ in 0..2 {
        site.build();
        assert_contains(&site.output("a/index.html"), &["<i>\n<b>\n<h2", "</b>\n</i>"]);
        site.append("site.toml", "tabs = true\n");
    }
}

#[test]
fn tabs_of_other_generators_are_reported_with_ours() {
    for text in [
        "=== \"npm\"\n\n    npm i x\n",
        "<Tabs syncKey=\"pkg\">\n<TabItem label=\"npm\">\n\nx\n\n</TabItem>\n</Tabs>\n",
        ":::tabs\nx\n:::\n",
        "::tabs{key=\"x\"}\n",
    ] {
        let site = site(text);
        let message = site.build();
        assert_contains(
            &message,
            &["C0223", "a.md:5:1", "`{% tabs() %}`", "`[markdown] tabs = true`"],
        );
    }
    for text in [
        "{{< tabs >}}\n{{< tab \"npm\" >}}\nx\n{{< /tab >}}\n{{< /tabs >}}\n",
        "{{% tabpane %}}\n",
        "{% tabs %}\n{% tab title=\"npm\" %}\nx\n{% endtab %}\n{% endtabs %}\n",
    ] {
        assert_contains(&site(text).refused(), &["a.md:5:1", "`{% tabs() %}`"]);
    }
}

#[test]
fn feeds_summaries_and_the_search_contain_all_panels() {
    let site = site(&format!("{TABS}\n<!-- more -->\n\nRest.\n"));
    site.append("site.toml", "[[feeds]]\npath = \"/feed.xml\"\nsection = \"/\"\nformat = \"atom\"\ncontent = \"full\"\n[search]\ntitles = true\n");
    site.write(
        "content/a.md",
        &site.read("content/a.md").replace("title = \"A\"", "title = \"A\"\ndate = 2026-01-01"),
    );
    site.write(
        "pages/page.html",
        "{{ page.body }}<aside>{{ get_page(\"/a/\").summary|markdown }}</aside>",
    );
    site.build();
    assert_contains(
        &site.output("feed.xml"),
        &["&lt;strong&gt;npm&lt;/strong&gt;", "npm i x", "Quick."],
    );
    assert_contains(&site.output("page-data/search.json"), &["With npm"]);
    let html = site.output("b/index.html");
    assert_contains(&html, &["<aside><p>Before.</p>", "data-tab=\"npm\"", "npm i x"]);
    // The page that shows the summary can show its tabs, too.
    assert!(html.contains("/assets/tabs-"));
}
