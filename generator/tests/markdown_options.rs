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
    // Attributes are HTML, which the filter allows only on request.
    let output = site.build();
    assert_contains(&output, &["C0223", "content/data/texts.toml"]);
    assert!(!output.contains("one.md"), "{output}");
    for file in ["posts/one/index.html", "posts/index.html"] {
        assert_contains(&site.output(file), &RENDERED);
    }
    assert_contains(&site.output("data/index.html"), &RENDERED[1..]);
    assert_contains(&site.output("posts/one/index.html"), &["[isnt-it-smile|Isn’t it 😄]"]);
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

#[test]
fn quotation_marks_are_those_of_the_language_of_the_page() {
    const TEXT: &str = "# \"Un\"\n\nUn 27\" est mieux.\n\n- \"Il y a\n- fin\"\n\nIl dit : \"**l'eau** 'est' bonne\", 12\" x. [\"lien\"](/ \"t\") ![\"i\"](/a.svg) `\"c\"` “q” <b title=\"h\">\"b\"</b>\n\n\
                        - \"liste\"\n\n| \"a\" |\n|--|\n| \"b\" |\n\n## Le \"deux\" mots\n\n```\n\"code\"\n```\n";
    let site = SiteBuilder::bare()
        .page("index", "title = \"Home\"\n", "")
        .file("content/one.md", TEXT)
        .file("content/one.fr.md", TEXT)
        .file("content/one.de.md", TEXT)
        .file("static/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>")
        .file(
            "pages/page.html",
            "{{ page.title }}|{{ page.body }}{% for it in page.headings %}[{{ it.id }}|{{ it.text }}]{% endfor %}{{ '\"f\"'|markdown(inline=true) }}",
        )
        .settings("default_language = \"en\"\n[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Français\"\nlocale = \"fr-CA\"\n[languages.de]\nlabel = \"Deutsch\"\n")
        .create();
    site.build();
    let straight = site.output("fr/one/index.html");
    assert_contains(&straight, &["\"<strong>l'eau</strong> 'est' bonne\""]);

    site.append("site.toml", "[markdown]\nsmart_punctuation = true\n");
    site.build();
    for (file, open, close) in [
        ("one/index.html", "“", "”"),
        ("fr/one/index.html", "«\u{a0}", "\u{a0}»"),
        ("de/one/index.html", "„", "“"),
    ] {
        let quoted = |text: &str| format!("{open}{text}{close}");
        assert_contains(
            &site.output(file),
            &[
                &format!("{}|", quoted("Un")),
                &format!("{},", quoted("<strong>l’eau</strong> ‘est’ bonne")),
                &format!(">{}</a>", quoted("lien")),
                &format!("alt=\"{}\"", quoted("i")),
                &format!("<li>{}</li>", quoted("liste")),
                &format!("<th>{}</th>", quoted("a")),
                &format!("<td>{}</td>", quoted("b")),
                "Un 27\" est mieux.",
                &format!("<li>{open}Il y a</li>\n<li>fin{close}</li>"),
                " 12\" x.",
                &format!("[le-deux-mots|Le {} mots]", quoted("deux")),
                &format!("<b title=\"h\">{}</b>", quoted("b")),
                &quoted("f"),
                "title=\"t\"",
                "<code>\"c\"</code> “q”",
                "<code>\"code\"\n",
            ],
        );
    }
    site.same_as_clean();

    // Another locale changes the marks of titles, too.
    site.write("site.toml", &site.read("site.toml").replace("fr-CA", "ru"));
    site.build();
    assert_contains(&site.output("fr/one/index.html"), &["«Un»|", "[le-deux-mots|Le «deux» mots]"]);
    site.same_as_clean();
}
