//! Callouts in Markdown: labels in the language of the site, titles, folding and kinds of the site.

use crate::common::{SiteBuilder, assert_contains};

const TEXT: &str = "> [!WARNING] Mind the *step*\n> Text.\n\n> [!TIP]-\n> Folded.\n";

#[test]
fn labels_are_in_the_language_of_the_site() {
    let site = SiteBuilder::new()
        .settings("language = \"de-CH\"\n")
        .page("a", "title = \"A\"\n", TEXT)
        .create();
    let printed = site.build();
    assert!(!printed.contains("warning"), "{printed}");
    let expected = [
        "<div class=\"markdown-alert markdown-alert-warning\" role=\"note\">\n<p class=\"markdown-alert-title\">\
         <span class=\"markdown-alert-label\">Warnung</span> Mind the <em>step</em></p>\n<p>Text.</p>\n</div>",
        "<details class=\"markdown-alert markdown-alert-tip\">\n<summary class=\"markdown-alert-title\">\
         <span class=\"markdown-alert-label\">Tipp</span></summary>\n<p>Folded.</p>\n</details>",
    ];
    assert_contains(&site.output("a/index.html"), &expected);
}

#[test]
fn site_toml_sets_labels_and_adds_kinds() {
    let site = SiteBuilder::new()
        .settings("language = \"et\"\n[markdown.callouts]\nwarning = \"Varoitus\"\nSpoiler = \"Juonipaljastus\"\n")
        .file("pages/list.html", "{% for it in children(page.path) %}{{ it.summary|markdown }}{% endfor %}")
        .file("content/index.md", "+++\ntitle = \"Home\"\ntemplate = \"list\"\n+++\n")
        .page("a", "title = \"A\"\n", &format!("{TEXT}\n> [!spoiler]\n> End.\n\n<!-- more -->\n"))
        .create();
    site.build();
    for file in ["a/index.html", "index.html"] {
        let expected = [
            "<span class=\"markdown-alert-label\">Varoitus</span>",
            "<span class=\"markdown-alert-label\">Tip</span>",
            "markdown-alert-spoiler\" role=\"note\">\n<p class=\"markdown-alert-title\"><span class=\"markdown-alert-label\">Juonipaljastus",
        ];
        assert_contains(&site.output(file), &expected);
    }
    site.write("site.toml", &site.read("site.toml").replace("Varoitus", "Varo"));
    site.build();
    assert_contains(&site.output("a/index.html"), &[">Varo<"]);
    site.same_as_clean();
}

#[test]
fn an_unknown_kind_and_a_label_of_the_wrong_type_are_reported() {
    let site =
        SiteBuilder::new().page("a", "title = \"A\"\n", "> [!SPOILER] A\n> Text.\n").create();
    let expected = ["C0223", "content/a.md:4:3", "[markdown.callouts]"];
    assert_contains(&site.build(), &expected);
    assert_contains(&site.output("a/index.html"), &["<blockquote>\n<p>[!SPOILER] A\nText.</p>"]);
    site.append("site.toml", "[markdown.callouts]\nspoiler = 3\n");
    assert_contains(&site.refused(), &["C0009", "site.toml:4:11", "is a text in quotes"]);
}
