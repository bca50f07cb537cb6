//! `[markdown]` of site.toml: extensions of Markdown, and the ids of headings.

use crate::common::{Site, SiteBuilder, assert_contains};

/// All extensions that are off by default.
const EXTENSIONS: &str = "[markdown]\nattributes = true\ndefinition_lists = true\nemoji = true\nsmart_punctuation = true\nsuperscript = true\nsubscript = true\n";

/// A text with each extension, before the end of its summary.
const TEXT: &str = "It's \"fine\" :+1:\n{.lead}\n\nTerm\n: The 2^nd^ H~2~O\n\n<!-- more -->\n\n## Isn't it :smile:\n";

/// The summary of this text with extensions.
const RENDERED: [&str; 3] = [
    "It’s “fine” 👍</p>",
    "<dl>\n<dt>Term</dt>\n<dd>The 2<sup>nd</sup> H<sub>2</sub>O</dd>\n</dl>",
    "<h1>“Posts”</h1>",
];

/// A site that shows a text on its page, in a list, in a feed, in page-data and by the filter.
fn site() -> Site {
    SiteBuilder::new()
        .file("pages/page.html", "<h1>{{ page.title }}</h1>{{ page.body }}{% for it in page.headings %}[{{ it.id }}|{{ it.text }}]{% endfor %}")
        .file("pages/list.html", "<h1>{{ page.title }}</h1>{% for it in children(page.path) %}{{ it.title }}{{ it.summary|markdown(html=true) }}{% endfor %}")
        .file("pages/data.html", "<h1>“Posts”</h1>{{ data.texts.text|markdown }}")
        .file("content/data/texts.toml", &format!("text = '''\n{TEXT}'''\n"))
        .page("data", "title = \"Data\"\ntemplate = \"data\"\n", "")
        .file("content/posts/index.md", "+++\ntemplate = \"list\"\n+++\n# \"Posts\"\n")
        .file("content/posts/one.md", &format!("+++\ndate = 2025-01-01\n+++\n# \"Posts\"\n\n{TEXT}"))
        .settings("[output]\npage_data = true\n[[feeds]]\npath = \"/posts/feed.xml\"\nsection = \"/posts/\"\nformat = \"atom\"\ncontent = \"full\"\n")
        .create()
}

#[test]
fn extensions_apply_to_every_text_and_to_headings() {
    let site = site();
    site.build();
    let plain = site.output("posts/one/index.html");
    assert_contains(&plain, &["It's \"fine\" :+1:", "[isnt-it-smile|Isn&#39;t it :smile:]"]);
    site.append("site.toml", EXTENSIONS);
    assert!(!site.build().contains("C0223"));
    for file in ["posts/one/index.html", "posts/index.html"] {
        assert_contains(&site.output(file), &RENDERED);
    }
    assert_contains(&site.output("data/index.html"), &RENDERED[1..]);
    assert_contains(&site.output("posts/one/index.html"), &["[isnt-it-smile|Isn’t it 😄]"]);
    // Attributes are HTML, which the filter allows only on request.
    for file in ["posts/one/index.html", "posts/index.html"] {
        assert_contains(&site.output(file), &["<p class=\"lead\">It’s"]);
    }
    assert_contains(&site.output("data/index.html"), &["👍\n{.lead}</p>"]);
    let in_json = "<dt>Term</dt>\\n<dd>The 2<sup>nd</sup> H<sub>2</sub>O</dd>";
    assert_contains(&site.output("page-data/posts/one/page-data.json"), &[in_json]);
    assert_contains(
        &site.output("posts/feed.xml"),
        &["“Posts”", "2&lt;sup&gt;nd&lt;/sup&gt;", "👍"],
    );
    site.same_as_clean();
    // Without them everything is as it was.
    site.write("site.toml", &site.read("site.toml").replace(EXTENSIONS, ""));
    site.build();
    assert_eq!(site.output("posts/one/index.html"), plain);
    site.same_as_clean();
}

#[test]
fn a_disabled_extension_is_suggested_once() {
    let site = SiteBuilder::new()
        .page(
            "a",
            "title = \"A\"\n",
            "Fine :+1: :+1:\n\nTerm\n: The 2^nd^\n\nH~2~O ~struck~\n\n`:+1:` [x](https://a.example/:+1:)\n",
        )
        .page("b", "title = \"B\"\n", "Fine :smile: at 10:100:30, ~struck~ std::key::x\n")
        .create();
    let report = site.build();
    for option in ["emoji", "definition_lists", "superscript", "subscript"] {
        let hint = format!("`[markdown] {option} = true`");
        assert_eq!(report.matches(&hint).count(), 1, "{report}");
    }
    assert_contains(
        &report,
        &[
            "content/a.md:4:6",
            "content/b.md:4:6",
            "content/a.md:7:1",
            "content/a.md:7:8",
            "content/a.md:9:2",
        ],
    );
    assert_eq!(report.matches("C0223").count(), 4, "{report}");
    site.append("site.toml", EXTENSIONS);
    assert!(!site.build().contains("C0223"));
    site.append("site.toml", "heading_attributes = false\n");
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n## H {#own .wide}\n");
    assert_contains(&site.build(), &["`[markdown] heading_attributes = true`", "content/b.md:4:1"]);
    assert_contains(&site.output("b/index.html"), &["H {#own .wide}"]);
}

#[test]
fn heading_ids_follow_another_generator_on_request() {
    let site = SiteBuilder::new()
        .page(
            "a",
            "title = \"A\"\n",
            "[z](#what-s-in-1-88-0-stable)\n\n## What's in 1.88.0 stable\n\n## A & B\n\n## A & B\n\n## Crabs 🦀\n",
        )
        .create();
    let ids = |scheme: &str| {
        site.write(
            "site.toml",
            &format!("{}[markdown]\nheading_ids = \"{scheme}\"\n", crate::common::SETTINGS),
        );
        let report = site.build();
        site.same_as_clean();
        let html = site.output("a/index.html");
        let ids: Vec<String> = html
            .split("id=\"")
            .skip(1)
            .filter_map(|it| Some(it.split_once('"')?.0.to_owned()))
            .collect();
        (report.contains("C0205"), ids.join(" "))
    };
    assert_eq!(ids("zola"), (false, "what-s-in-1-88-0-stable a-b a-b-1 crabs-crab".to_owned()));
    site.write(
        "content/a.md",
        &site.read("content/a.md").replace("[z](#what-s-in-1-88-0-stable)", ""),
    );
    assert_eq!(ids("hugo").1, "whats-in-1880-stable a--b a--b-1 crabs-");
    assert_eq!(ids("github").1, "whats-in-1880-stable a--b a--b-1 crabs-");
    assert_eq!(
        ids("default").1,
        "whats-in-1-88-0-stable whats-in-1880-stable a-b a--b a-b-2 a--b-1 crabs crabs-"
    );
}

#[test]
fn terms_of_definition_lists_have_ids_on_request() {
    let site = SiteBuilder::new()
        .page(
            "a",
            "title = \"A\"\n",
            "[l](#link-target) [f](#fee-2)\n\n## Fee\n\nLink *target*\n: x\n\nFee\n: y\n",
        )
        .create();
    let set = |keys: &str| {
        site.write("site.toml", &format!("{}[markdown]\n{keys}", crate::common::SETTINGS));
    };
    set("definition_lists = true\n");
    assert_contains(&site.refused(), &["C0205", "#link-target"]);
    set("definition_lists = true\ndefinition_term_ids = true\n");
    site.build();
    site.same_as_clean();
    assert_contains(
        &site.output("a/index.html"),
        &[
            "<dt id=\"link-target\">Link <em>target</em></dt>",
            "<h2 id=\"fee\">",
            "<dt id=\"fee-2\">Fee</dt>",
        ],
    );
}
