//! The mistakes that people make most, each told once: at its place, with its cause and what to write instead.

use crate::common::{Site, assert_says, said};

/// A mistake: what is written where, how often something is told, and the words that are said, the place first.
struct Mistake {
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    told: usize,
    words: &'static [&'static str],
}

/// A mistake that is told once.
const fn once(
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    words: &'static [&'static str],
) -> Mistake {
    Mistake { name, files, told: 1, words }
}

const SHELL: &str = "<main id='main'>{{ main }}</main>";

const MISTAKES: [Mistake; 84] = [
    once(
        "a date that no calendar has",
        &[("a.md", "+++\ntitle = \"A\"\ndate = 2026-13-45\n+++\n")],
        &["content/a.md:3:8", "no such date", "`2026-11-21`"],
    ),
    once(
        "a missing quote",
        &[("a.md", "+++\ntitle = \"A\nweight = 1\n+++\n")],
        &["content/a.md:2:9", "the quote that opens here is never closed", "close it"],
    ),
    once(
        "a missing quote in site.toml",
        &[("site.toml", "name = \"Site\nbase_url = \"https://example.com\"\n")],
        &["site.toml:1:8", "never closed"],
    ),
    once(
        "an unknown key",
        &[("a.md", "+++\ntitle = \"A\"\nweigth = 3\n+++\n")],
        &["content/a.md:3:1", "unknown", "`weigth`", "did you mean `weight`?"],
    ),
    once(
        "a key of Hugo",
        &[("a.md", "+++\ntitle = \"A\"\nlinkTitle = \"x\"\n+++\n")],
        &["content/a.md:3:1", "it is called `menu_label` here"],
    ),
    once(
        "a value of the wrong kind, and a link to its page",
        &[
            ("a.md", "+++\ntitle = \"A\"\ndraft = \"no\"\n+++\n"),
            ("index.md", "+++\ntitle = \"Home\"\n+++\n[a](/a/)\n"),
        ],
        &["content/a.md:3:9", "wrong kind", "write `true` or `false`, without quotes"],
    ),
    once(
        "a broken link",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](/info/fqa/)\n")],
        &["content/a.md:4:1", "there is no /info/fqa/", "did you mean `/info/faq/`?"],
    ),
    once(
        "a link without an address",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x]()\n")],
        &["content/a.md:4:1", "this link has no target", "write the target"],
    ),
    once(
        "a misspelt scheme",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](htps://a.org)\n")],
        &["content/a.md:4:1", "did you mean `https://a.org`?"],
    ),
    once(
        "a missing scheme",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](www.a.org/y)\n")],
        &["content/a.md:4:1", "write the full URL of another site: `https://www.a.org/y`"],
    ),
    Mistake {
        name: "a link to a Markdown file, which is none",
        files: &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](info/faq.md)\n")],
        told: 0,
        words: &["no errors"],
    },
    once(
        "a broken anchor",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](/info/faq/#mony)\n")],
        &["content/a.md:4:1", "`#mony`", "did you mean `money`?"],
    ),
    once(
        "two files for one address",
        &[
            ("a.md", "+++\ntitle = \"A\"\n+++\n"),
            ("b.md", "+++\ntitle = \"B\"\npath = \"/a/\"\n+++\n"),
        ],
        &["content/b.md:3:8", "two files have the route /a/", "content/a.md"],
    ),
    once(
        "an unknown island",
        &[("pages/page.html", "{{ island(\"cuonter\") }}{{ page.body }}")],
        &["pages/page.html:1:4", "island"],
    ),
    once(
        "an unknown field",
        &[("pages/page.html", "{{ page.titel }}{{ page.body }}")],
        &["pages/page.html:1:4", "`page.titel` is undefined", "did you mean `title`?"],
    ),
    once(
        "an unknown filter",
        &[("pages/page.html", "{{ page.title | upcase }}{{ page.body }}")],
        &["pages/page.html:1:17", "filter upcase is unknown", "did you mean `upper`?"],
    ),
    once(
        "a block that is not closed",
        &[("pages/page.html", "{% if page.title %}\n<p>x</p>\n{{ page.body }}")],
        &["pages/page.html:1:1", "never closed", "{% endif %}"],
    ),
    once(
        "a list of nothing",
        &[("pages/page.html", "{% for it in section(\"/nws/\") %}{% endfor %}{{ page.body }}")],
        &["pages/page.html:1:14", "no pages below `/nws/`"],
    ),
    once(
        "a bracket of YAML",
        &[("a.md", "---\ntitle: A\nextra: [a, b\n---\n")],
        &["content/a.md:3:8", "the `[` that opens here is never closed", "add the closing bracket"],
    ),
    once(
        "TOML between the lines of YAML",
        &[("a.md", "---\ntitle = \"A\"\n---\n")],
        &["content/a.md:2:1", "this line is TOML", "`+++`"],
    ),
    once(
        "a brace of TOML data",
        &[("data/menus.toml", "legal = [\n { label = \"A\", path = \"/\"\n]\n")],
        &[
            "content/data/menus.toml:2:2",
            "the `{` that opens here is never closed",
            "add the closing bracket",
        ],
    ),
    once(
        "data that cannot be read, and a template that shows it",
        &[
            ("data/menus.toml", "label = \"Menu\n"),
            ("pages/page.html", "{{ data.menus.label }}{{ page.body }}"),
        ],
        &["content/data/menus.toml:1:9", "the quote that opens here is never closed"],
    ),
    once(
        "a column too many",
        &[("data/games.csv", "id,name\n1,A\n2,B,C\n3,D,E\n")],
        &["content/data/games.csv:3:1", "3 values", "2 columns", "double quotes"],
    ),
    once(
        "another delimiter, and a shape",
        &[
            ("data/games.csv", "id;name\n1;A\n2;B\n3;C\n"),
            (
                "data/games.schema.json",
                "{\"items\":{\"type\":\"object\",\"required\":[\"id\"],\"properties\":{\"id\":{\"type\":\"integer\"}}}}",
            ),
        ],
        &["content/data/games.csv:1:3", "separated by `;`", "save it with commas"],
    ),
    once(
        "an open quote in a table",
        &[("data/games.csv", "id,name\n1,\"A\n2,B\n")],
        &["content/data/games.csv:2:3", "never closed", "write a quote inside a value twice"],
    ),
    once(
        "a number that is given twice",
        &[
            ("data/games.csv", "id,name\n1,A\n1,B\n"),
            ("data/games.schema.json", "{\"type\":\"array\",\"uniqueKey\":\"id\"}"),
        ],
        &["content/data/games.csv:3:1", "has the same id as entry 1: \"1\"", "remove one of them"],
    ),
    once(
        "a picture that is none",
        &[("static/bad.png", "no image")],
        &["static/bad.png:1:1", "is not a readable image", "save it again"],
    ),
    once(
        "a picture without words",
        &[
            ("a.md", "+++\ntitle = \"A\"\n+++\n![](/x.svg)\n"),
            ("static/x.svg", "<svg viewBox='0 0 1 1'/>"),
        ],
        &["content/a.md:4:1", "no alternative text", "between the brackets"],
    ),
    once(
        "a picture of raw HTML without words",
        &[
            ("a.md", "+++\ntitle = \"A\"\n+++\n<p><img src=\"/x.svg\"></p>\n"),
            ("static/x.svg", "<svg viewBox='0 0 1 1'/>"),
        ],
        &["content/a.md:4:4", "no alternative text", "describe it in `alt`"],
    ),
    once(
        "a shortcode without its bracket",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{ note(\"x\" }}\n")],
        &["content/a.md:4:1", "not closed", "end it with `) }}`"],
    ),
    once(
        "a shortcode without its braces",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{ note(\"x\")\n")],
        &["content/a.md:4:1", "not closed"],
    ),
    once(
        "a misspelt shortcode",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{ noet(\"x\") }}\n")],
        &["content/a.md:4:1", "there is no shortcode `noet`", "did you mean `note`?"],
    ),
    once(
        "an argument that a shortcode does not take",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{ note(txt=\"x\") }}\n")],
        &["content/a.md:4:1", "`txt`", "did you mean `text`?"],
    ),
    once(
        "a shortcode of another generator",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{< youtube abc >}}\n")],
        &["content/a.md:4:1", "another generator", "pages/shortcodes.html"],
    ),
    Mistake {
        name: "a byte order mark, which is none",
        files: &[("a.md", "\u{feff}+++\ntitle = \"A\"\n+++\n")],
        told: 0,
        words: &["no errors"],
    },
    Mistake {
        name: "line ends of other systems, which are none",
        files: &[
            ("a.md", "+++\r\ntitle = \"A\"\r\n+++\r\nx\r\n"),
            ("b.md", "+++\rtitle = \"B\"\r+++\rx\r"),
        ],
        told: 0,
        words: &["no errors"],
    },
    once(
        "a tab in YAML",
        &[("a.md", "---\ntitle: A\nextra:\n\tx: 1\n---\n")],
        &["content/a.md:4:2", "a tab is used where spaces are expected", "indent with spaces"],
    ),
    once(
        "curly quotes in front matter",
        &[("a.md", "+++\ntitle = “A”\n+++\n")],
        &["content/a.md:2:9", "curly", "write straight quotes"],
    ),
    once(
        "curly quotes in a shortcode",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{ note(“x”) }}\n")],
        &["content/a.md:4:1", "curly quotes", "write straight quotes"],
    ),
    Mistake {
        name: "spaces and pictographs in names, which are none",
        files: &[
            ("my page.md", "+++\ntitle = \"A\"\n+++\n"),
            ("über 🎲.md", "+++\ntitle = \"B\"\n+++\n"),
        ],
        told: 0,
        words: &["no errors"],
    },
    once(
        "a name that no address can have",
        &[("50%.md", "+++\ntitle = \"A\"\n+++\n")],
        &[
            "content/50%.md:1:1",
            "a special meaning in URLs",
            "rename the file, or give the page a `path`",
        ],
    ),
    once(
        "a script within a page",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n<script>alert(1)</script>\n")],
        &["content/a.md:4:9", "browsers do not run this script", "into a file of static/"],
    ),
    once(
        "a handler in an attribute",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n<p onclick=\"x()\">x</p>\n")],
        &["content/a.md:4:13", "browsers ignore this handler", "listen to the event"],
    ),
    once(
        "an address that is a script",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](javascript:alert(1))\n")],
        &["content/a.md:4:1", "this link does nothing", "link to a page or a file instead"],
    ),
    once(
        "a broken address in a menu",
        &[
            ("data/menus.toml", "legal = [\n { path = \"/info/fqa/\" },\n]\n"),
            (
                "pages/shell.html",
                "{% for it in data.menus.legal %}<a href=\"{{ it.path }}\">x</a>{% endfor %}<main id='main'>{{ main }}</main>",
            ),
        ],
        &["content/data/menus.toml:2:12", "there is no /info/fqa/", "did you mean `/info/faq/`?"],
    ),
    once(
        "a key after [extra]",
        &[("a.md", "+++\ntitle = \"A\"\n[extra]\na = 1\nexpire_at = 2020-01-01\n+++\n")],
        &["content/a.md:5:1", "`expire_at` has no effect in the table `extra`", "move it above"],
    ),
    once(
        "a page that was renamed without a redirect",
        &[("index.md", "+++\ntitle = \"Home\"\n+++\n[x](/info/faqs/)\n")],
        &["content/index.md:4:1", "there is no /info/faqs/", "did you mean `/info/faq/`?"],
    ),
    once(
        "a link to a page that is not due yet",
        &[
            ("later.md", "+++\ntitle = \"L\"\npublish_at = 2037-01-01\n+++\n"),
            ("index.md", "+++\ntitle = \"Home\"\n+++\n[x](/later/)\n"),
        ],
        &[
            "content/index.md:4:1",
            "/later/ is not published yet",
            "content/later.md will be published at 2037-01-01",
        ],
    ),
    once(
        "a date of YAML that no calendar has",
        &[("a.md", "---\ntitle: A\ndate: 2026-13-45\n---\n")],
        &["content/a.md:3:7", "no such date", "`2026-11-21`"],
    ),
    once(
        "a missing quote in YAML",
        &[("a.md", "---\ntitle: \"A\nweight: 1\n---\n")],
        &["content/a.md:2:8", "the quote that opens here is never closed", "close it"],
    ),
    once(
        "a colon in a text of YAML",
        &[("a.md", "---\ntitle: A: B\n---\n")],
        &["content/a.md:2:8", "this text contains a colon", "put the text in quotes"],
    ),
    once(
        "a line of YAML that is indented",
        &[("a.md", "---\ntitle: A\n weight: 2\n---\n")],
        &["content/a.md:3:2", "indented differently", "the line above"],
    ),
    once(
        "a key of YAML that stands twice",
        &[("a.md", "---\ntitle: A\ntitle: B\n---\n")],
        &["content/a.md:3:1", "`title` is defined twice", "remove one of them"],
    ),
    once(
        "YAML between the lines of TOML",
        &[("a.md", "+++\ntitle: A\n+++\n")],
        &["content/a.md:2:1", "this line is YAML", "write `key = value`"],
    ),
    once(
        "a key after [taxonomies]",
        &[("a.md", "+++\ntitle = \"A\"\n[taxonomies]\ndraft = true\n+++\n\n")],
        &["content/a.md:4:1", "`draft` is in the table `taxonomies`", "move it above"],
    ),
    once(
        "a key after a table of [extra]",
        &[("a.md", "+++\ntitle = \"A\"\n[extra.card]\nb = 1\nexpire_at = 2020-01-01\n+++\n\n")],
        &[
            "content/a.md:5:1",
            "`expire_at` has no effect in the table `extra.card`",
            "move it above the line `[extra.card]`",
        ],
    ),
    once(
        "a title that is no text",
        &[("a.md", "+++\ntitle = 5\n+++\n")],
        &["content/a.md:2:9", "`title` has the wrong kind of value", "write text in quotes"],
    ),
    once(
        "a misspelt title",
        &[("a.md", "+++\ntitel = \"A\"\n+++\n")],
        &["content/a.md:2:1", "unknown front matter key `titel`", "did you mean `title`?"],
    ),
    once(
        "a page of words alone",
        &[("a.md", "Words.\n")],
        &["content/a.md:1:1", "no title", "begin the text with a heading"],
    ),
    once(
        "a key of other generators that is none here",
        &[("a.md", "+++\ntitle = \"A\"\nsection = \"x\"\n+++\n\n")],
        &["content/a.md:3:1", "a page's section is the folder of its file"],
    ),
    once(
        "a moment without its zone",
        &[("a.md", "+++\ntitle = \"A\"\npublish_at = 2020-01-01T18:00:00\n+++\n\n")],
        &["content/a.md:3:14", "has no time zone", "`2020-01-01T18:00:00-05:00`"],
    ),
    once(
        "a misspelt name of a file",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](info/faqq.md)\n")],
        &[
            "content/a.md:4:1",
            "there is no content/info/faqq.md",
            "did you mean `content/info/faq.md`?",
        ],
    ),
    once(
        "the name of a file in another folder",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](faq.md#money)\n")],
        &["content/a.md:4:1", "there is no content/faq.md", "did you mean `content/info/faq.md`?"],
    ),
    once(
        "an address without its colon",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](https//a.org)\n")],
        &["content/a.md:4:1", "did you mean `https://a.org`?"],
    ),
    once(
        "an address that is like no other",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](/nix/)\n")],
        &["content/a.md:4:1", "there is no /nix/", "no page, page asset or file in static/"],
    ),
    once(
        "an image without an address",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n![x]()\n")],
        &["content/a.md:4:1", "this image has no URL", "`![text](/images/dice.png)`"],
    ),
    once(
        "a shortcode in an address",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x]({{ note(\"x\") }})\n")],
        &["content/a.md:4:5", "a shortcode is not allowed here", "move it out of the URL"],
    ),
    once(
        "braces that call nothing",
        &[("a.md", "+++\ntitle = \"A\"\n+++\na {{ page.title }} b\n")],
        &["content/a.md:4:3", "these braces call no shortcode", "`\\{{`"],
    ),
    once(
        "a style sheet within a page",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n<style>p { color: red }</style>\n")],
        &["content/a.md:4:8", "browsers ignore this style sheet", "into a file of static/"],
    ),
    once(
        "a key of data without a value",
        &[("data/a.toml", "a =\nb = 1\n")],
        &["content/data/a.toml:1:4", "write a value after the `=`"],
    ),
    once(
        "a number with a zero before it",
        &[("data/a.toml", "a = 01\n")],
        &["content/data/a.toml:1:5", "leading zero", "without leading zeros"],
    ),
    once(
        "YAML in a file of TOML",
        &[("data/a.toml", "a: 1\n")],
        &["content/data/a.toml:1:1", "this line is YAML"],
    ),
    once(
        "a missing quote in JSON",
        &[("data/a.json", "{\"a\": \"x\n}")],
        &["content/data/a.json:1:7", "the quote that opens here is never closed", "close it"],
    ),
    once(
        "a comma too many in JSON",
        &[("data/a.json", "{\"a\": 1,}")],
        &["content/data/a.json:1:9", "trailing comma", "remove the comma before it"],
    ),
    once(
        "a name that stands twice in JSON",
        &[("data/a.json", "{\"a\": 1, \"a\": 2}")],
        &["content/data/a.json:1:12", "`a` is defined twice", "remove one of them"],
    ),
    once(
        "a column of another kind",
        &[
            ("data/games.csv", "id,name\nx,\"A\nB\"\ny,C\nz,D\n"),
            (
                "data/games.schema.json",
                "{\"items\":{\"properties\":{\"id\":{\"type\":\"integer\"}}}}",
            ),
        ],
        &[
            "content/data/games.csv:2:1",
            "`[0].id` is string instead of integer, also on lines 4, 5",
            "write a whole number",
        ],
    ),
    once(
        "a value that is not closed in a template",
        &[("pages/page.html", "<p>\n{{ page.body\n</p>\n")],
        &["pages/page.html:2:1", "`{{` is never closed", "write `}}`"],
    ),
    once(
        "a comment that is not closed",
        &[("pages/page.html", "<p>\n{# x {{ page.body }}\n</p>\n")],
        &["pages/page.html:2:1", "`{#` is never closed", "write `#}`"],
    ),
    once(
        "an unknown function",
        &[("pages/page.html", "{{ sectoin(\"/info/\") }}")],
        &["pages/page.html:1:4", "sectoin is unknown", "did you mean `section`?"],
    ),
    once(
        "an unknown test",
        &[("pages/page.html", "{% if page.title is definde %}{% endif %}{{ page.body }}")],
        &["pages/page.html:1:21", "test definde is unknown", "did you mean `defined`?"],
    ),
    once(
        "an argument that a function does not take",
        &[("pages/page.html", "{{ section(\"/info/\", sort=\"date\") }}")],
        &["pages/page.html:1:4", "'sort'", "`section(prefix, sort_by="],
    ),
    once(
        "a slice that is not there",
        &[("pages/page.html", "{{ slice(\"nix\") }}{{ page.body }}")],
        &["pages/page.html:1:4", "there is no slice `nix`", "create pages/slices/nix.html"],
    ),
    once(
        "a redirect to a place that is not there",
        &[(
            "site.toml",
            "name = \"Site\"\nbase_url = \"https://e.org\"\n[[redirects]]\nfrom = \"/x/\"\nto = \"/info/faq/#mony\"\n",
        )],
        &["site.toml:3:1", "/info/faq/ has no anchor `#mony`", "did you mean `money`?"],
    ),
    once(
        "an address of the site with a query",
        &[("site.toml", "name = \"Site\"\nbase_url = \"https://e.org/x?y\"\n")],
        &["site.toml:2:12", "not an absolute URL of a site", "remove the part from `?`"],
    ),
];

#[test]
fn each_mistake_is_told_once_at_its_place_with_what_to_write() {
    let wrong: Vec<String> = MISTAKES
        .iter()
        .filter_map(|it| std::panic::catch_unwind(|| tried(it)).err().map(|_| it.name.to_owned()))
        .collect();
    assert!(wrong.is_empty(), "{} of {}: {wrong:?}", wrong.len(), MISTAKES.len());
}

fn tried(mistake: &Mistake) {
    let site = Site::small();
    site.write("pages/shell.html", SHELL);
    site.write("pages/shortcodes.html", "{% macro note(text) %}<p>{{ text }}</p>{% endmacro %}");
    site.write("content/info/faq.md", "+++\ntitle = \"FAQ\"\n+++\n## Money\n");
    for (path, text) in mistake.files {
        let is_content =
            !["pages/", "static/", "site.toml"].iter().any(|start| path.starts_with(start));
        site.write(&if is_content { format!("content/{path}") } else { (*path).to_owned() }, text);
    }
    let words = said(&site.run(&["check"]));
    let told = words
        .lines()
        .filter(|line| line.starts_with("error") || line.starts_with("warning"))
        .count();
    assert_eq!(told, mistake.told, "{}:\n{words}", mistake.name);
    assert_says(&words, mistake.words);
    assert_eq!(
        words.matches("= help: ").count(),
        mistake.told,
        "what to write is not told each time:\n{words}"
    );
    // What stands in the file is shown.
    assert_eq!(words.contains("-->"), mistake.told > 0, "{words}");
}

#[test]
fn a_template_of_a_taxonomy_is_missed_where_it_is_named() {
    let site = Site::small();
    site.write("content/a.md", "+++\ntitle = \"A\"\n[taxonomies]\ntags = [\"x\"]\n+++\n");
    site.append("site.toml", "[[taxonomies]]\nname = \"tags\"\ntemplate = \"tag\"\n");
    let words = said(&site.run(&["check"]));
    assert_says(
        &words,
        &[
            "C0401",
            "site.toml:5:12",
            "create pages/tag.html",
            "site.toml:3:1",
            "create pages/terms.html",
        ],
    );
    assert_says(&words, &["`template` for a term", "2 errors"]);
}

#[test]
fn what_a_flag_says_is_told_of_the_flag() {
    let site = Site::small();
    for (address, hint) in
        [("foo", "--base-url https://www.example.com"), ("https://a.b/x?y", "begins with `?`")]
    {
        let output = site.run(&["check", "--base-url", address]);
        assert_eq!(output.status.code(), Some(2));
        assert_says(&said(&output), &[address, hint]);
        assert!(!said(&output).contains("site.toml"));
    }
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://e.org\"\n[shop]\nhelp = \"https://counterexample.com\"\n");
    let live = |more: &[&str]| site.run(&[&["build", "--profile", "production"], more].concat());
    assert_eq!(live(&[]).status.code(), Some(0));
    let refused = live(&["--base-url", "https://shop.example"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_says(
        &said(&refused),
        &["C0007", "`.example` is a sample", "--base-url https://shop.example"],
    );
}

#[test]
fn a_byte_that_is_no_text_is_told_at_its_place() {
    let site = Site::small();
    site.write("content/data/a.csv", "");
    std::fs::write(site.root().join("content/data/a.csv"), b"id,name\n1,\xe4\n").unwrap();
    assert_says(&site.refused(), &["C0101", "content/data/a.csv:2:3", "save it as UTF-8"]);
}
