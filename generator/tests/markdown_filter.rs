//! `markdown`: texts of data and front matter in the Markdown of pages.

use crate::common::{Site, assert_says};

/// A page that shows what `template` says, over the text `answer` of a data file.
fn site(template: &str, answer: &str) -> Site {
    let site = Site::small();
    site.write("pages/shell.html", "{{ main }}");
    site.write("pages/page.html", template);
    site.write("content/data/faq.toml", &format!("answer = '''\n{answer}'''\n"));
    site
}

#[test]
fn text_of_data_is_the_markdown_of_pages() {
    let site = site(
        "{{ data.faq.answer|markdown }}",
        "See *[all](/info/faq.md#who)*.\n\n![dice](/a.svg)\n\n| a |\n|:-:|\n| 1 |\n",
    );
    site.write("static/a.svg", "<svg viewBox=\"0 0 30 20\"></svg>");
    site.write("content/info/faq.md", "+++\ntitle = \"FAQ\"\ntemplate = \"faq\"\n+++\n## Who\n");
    site.write("pages/faq.html", "{{ page.body }}");
    site.build();
    assert_says(
        &site.output("index.html"),
        &[
            "<p>See <em><a href=\"/info/faq/#who\">all</a></em>.</p>",
            "<img src=\"/a.svg\" alt=\"dice\" width=\"30\" height=\"20\"",
            "<th class=\"align-center\">a</th>",
        ],
    );
    // What it shows is asked for: another place of the page, other measures.
    site.write(
        "content/info/faq.md",
        "+++\ntitle = \"FAQ\"\npath = \"/faq/\"\ntemplate = \"faq\"\n+++\n## Who\n",
    );
    site.write("static/a.svg", "<svg viewBox=\"0 0 60 20\"></svg>");
    site.build();
    assert_says(&site.output("index.html"), &["href=\"/faq/#who\"", "width=\"60\""]);
    site.same_as_clean();
}

#[test]
fn addresses_get_the_path_of_the_site_and_dead_ones_are_told_in_the_data() {
    let site = site("{{ data.faq.answer|markdown }}", "[a](/)\n");
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://example.com/docs\"\n");
    site.build();
    assert_eq!(site.output("index.html"), "<p><a href=\"/docs/\">a</a></p>\n");
    site.write("content/data/faq.toml", "answer = \"\"\"\nOne.\n\n[a](/gone/)\n\"\"\"\n");
    assert_says(&site.refused(), &["C0204", "content/data/faq.toml:4:5", "there is no /gone/"]);
}

#[test]
fn html_of_data_is_text_unless_the_template_lets_it_through() {
    let answer = "A <b onclick=\"x()\">b</b> [c](javascript:x()) <javascript:y()> [d](/)\n\n<div>\n*e*\n</div>\n";
    let shown = site("{{ data.faq.answer|markdown }}", answer);
    shown.build();
    assert_eq!(
        shown.output("index.html"),
        "<p>A &lt;b onclick=\"x()\"&gt;b&lt;/b&gt; c javascript:y() <a href=\"/\">d</a></p>\n\
         <p>&lt;div&gt;\n*e*\n&lt;/div&gt;\n</p>\n"
    );
    let through = site("{{ data.faq.answer|markdown(html=true) }}", "A <b>b</b>\n");
    through.build();
    assert_eq!(through.output("index.html"), "<p>A <b>b</b></p>\n");
}

#[test]
fn a_single_paragraph_can_stand_within_a_line() {
    let site = site("<li>{{ data.faq.answer|markdown(inline=true) }}</li>", "Some *words*\n");
    site.build();
    assert_eq!(site.output("index.html"), "<li>Some <em>words</em></li>\n");
    site.write("content/data/faq.toml", "answer = \"a\\n\\nb\"\n");
    site.build();
    assert_eq!(site.output("index.html"), "<li><p>a</p>\n<p>b</p>\n</li>\n");
}

#[test]
fn headings_of_several_texts_have_anchors_of_their_own() {
    let site = site(
        "{{ page.body }}{{ data.faq.answer|markdown }}{{ data.faq.answer|markdown }}",
        "## Who\n",
    );
    site.append("content/index.md", "## Who\n\n[second](#who-2) [third](#who-3)\n");
    site.build();
    assert_says(
        &site.output("index.html"),
        &["<h2 id=\"who\">", "<h2 id=\"who-2\">", "<h2 id=\"who-3\">"],
    );
}

#[test]
fn front_matter_and_files_of_json_may_use_it_and_what_is_no_text_is_an_error() {
    let site = site("{{ page.extra.note|markdown }}", "");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n[extra]\nnote = \"a *b*\"\n+++\n");
    site.write("pages/files/note.json", "{\"html\": {{ \"a *b*\"|markdown }}}");
    site.build();
    assert_eq!(site.output("index.html"), "<p>a <em>b</em></p>\n");
    let json: serde_json::Value = serde_json::from_str(&site.output("note.json")).unwrap();
    assert_eq!(json["html"], "<p>a <em>b</em></p>\n");
    site.write("content/index.md", "+++\ntitle = \"Home\"\n[extra]\nnote = 3\n+++\n");
    assert_says(&site.refused(), &["C0405", "pages/page.html:1:20", "a number is not Markdown"]);
    site.write("content/index.md", "+++\ntitle = \"Home\"\n+++\n");
    assert_says(&site.refused(), &["C0403", "pages/page.html:1"]);
}
