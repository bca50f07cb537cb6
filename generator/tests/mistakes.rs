//! The most common mistakes. Each is reported once, with its location, its cause and its fix.

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Output;

use crate::common::{Site, SiteBuilder, assert_says, said};
use crate::runtime::copy_runtime;

/// A mistake: the files of the site, the number of diagnostics, and parts of the output, the location first.
struct Mistake {
    name: &'static str,
    /// Paths are relative to `content/`, except those that start with `pages/` or `static/`, and site.toml.
    files: &'static [(&'static str, &'static str)],
    diagnostics: usize,
    expected: &'static [&'static str],
}

impl Mistake {
    /// Writes the site with the mistake.
    fn create(&self) -> Site {
        let macros = "{% macro note(text) %}<p>{{ text }}</p>{% endmacro %}";
        let site = SiteBuilder::new().file("pages/shortcodes.html", macros).page(
            "info/faq",
            "title = \"FAQ\"\n",
            "## Money\n",
        );
        let is_outside_content = |path: &str| {
            ["pages/", "static/", "site.toml"].iter().any(|start| path.starts_with(start))
        };
        let add = |site: SiteBuilder, (path, text): &(&str, &str)| {
            if is_outside_content(path) {
                site.file(path, text)
            } else {
                site.file(&format!("content/{path}"), text)
            }
        };
        self.files.iter().fold(site, add).create()
    }
}

/// A mistake that is reported once.
const fn once(
    name: &'static str,
    files: &'static [(&'static str, &'static str)],
    expected: &'static [&'static str],
) -> Mistake {
    Mistake { name, files, diagnostics: 1, expected }
}

const MISTAKES: [Mistake; 85] = [
    once(
        "a date that does not exist",
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
        "a key from Hugo",
        &[("a.md", "+++\ntitle = \"A\"\nlinkTitle = \"x\"\n+++\n")],
        &["content/a.md:3:1", "it is called `menu_label` here"],
    ),
    once(
        "a value of the wrong type, and a link to its page",
        &[
            ("a.md", "+++\ntitle = \"A\"\ndraft = \"no\"\n+++\n"),
            ("index.md", "+++\ntitle = \"Home\"\n+++\n[a](/a/)\n"),
        ],
        &["content/a.md:3:9", "wrong kind", "write `true` or `false`, without quotes"],
    ),
    once(
        "a broken link",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](/info/fqa/)\n")],
        &["content/a.md:4:1", "/info/fqa/ does not exist", "did you mean `/info/faq/`?"],
    ),
    once(
        "a link without a target",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x]()\n")],
        &["content/a.md:4:1", "this link has no target", "write the target"],
    ),
    once(
        "a misspelled scheme",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](htps://a.org)\n")],
        &["content/a.md:4:1", "did you mean `https://a.org`?"],
    ),
    once(
        "a missing scheme",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](www.a.org/y)\n")],
        &["content/a.md:4:1", "write the full URL of another site: `https://www.a.org/y`"],
    ),
    Mistake {
        name: "no mistake: a link to a Markdown file",
        files: &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](info/faq.md)\n")],
        diagnostics: 0,
        expected: &["no errors"],
    },
    once(
        "a broken anchor",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](/info/faq/#mony)\n")],
        &["content/a.md:4:1", "`#mony`", "did you mean `money`?"],
    ),
    once(
        "two files for one route",
        &[
            ("a.md", "+++\ntitle = \"A\"\n+++\n"),
            ("b.md", "+++\ntitle = \"B\"\npath = \"/a/\"\n+++\n"),
        ],
        &["content/b.md:3:8", "this file and content/a.md have the same route, /a/"],
    ),
    once(
        "an unknown island",
        &[("pages/page.html", "{{ island(\"cuonter\") }}{{ page.body }}")],
        &["pages/page.html:1:4", "island"],
    ),
    once(
        "an undefined variable",
        &[("pages/page.html", "{{ page.titel }}{{ page.body }}")],
        &["pages/page.html:1:4", "`page.titel` is undefined", "did you mean `title`?"],
    ),
    once(
        "a missing template",
        &[("a.md", "+++\ntitle = \"A\"\ntemplate = \"psot\"\n+++\n")],
        &["content/a.md:3:12", "there is no template `psot`"],
    ),
    once(
        "an unknown filter",
        &[("pages/page.html", "{{ page.title | upcase }}{{ page.body }}")],
        &["pages/page.html:1:17", "filter upcase is unknown", "did you mean `upper`?"],
    ),
    once(
        "a template block that is not closed",
        &[("pages/page.html", "{% if page.title %}\n<p>x</p>\n{{ page.body }}")],
        &["pages/page.html:1:1", "never closed", "{% endif %}"],
    ),
    once(
        "a section without pages",
        &[("pages/page.html", "{% for it in section(\"/nws/\") %}{% endfor %}{{ page.body }}")],
        &["pages/page.html:1:14", "no pages below `/nws/`"],
    ),
    once(
        "a YAML bracket that is not closed",
        &[("a.md", "---\ntitle: A\nextra: [a, b\n---\n")],
        &["content/a.md:3:8", "the `[` that opens here is never closed", "add the closing bracket"],
    ),
    once(
        "TOML between YAML fences",
        &[("a.md", "---\ntitle = \"A\"\n---\n")],
        &["content/a.md:2:1", "this line is TOML", "`+++`"],
    ),
    once(
        "a brace in TOML data that is not closed",
        &[("data/menus.toml", "legal = [\n { label = \"A\", path = \"/\"\n]\n")],
        &[
            "content/data/menus.toml:2:2",
            "the `{` that opens here is never closed",
            "add the closing bracket",
        ],
    ),
    once(
        "data that cannot be parsed, and a template that uses it",
        &[
            ("data/menus.toml", "label = \"Menu\n"),
            ("pages/page.html", "{{ data.menus.label }}{{ page.body }}"),
        ],
        &["content/data/menus.toml:1:9", "the quote that opens here is never closed"],
    ),
    once(
        "a row with too many columns",
        &[("data/games.csv", "id,name\n1,A\n2,B,C\n3,D,E\n")],
        &["content/data/games.csv:3:1", "3 values", "2 columns", "double quotes"],
    ),
    once(
        "another delimiter in a CSV file with a schema",
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
        "a quote in a CSV file that is not closed",
        &[("data/games.csv", "id,name\n1,\"A\n2,B\n")],
        &["content/data/games.csv:2:3", "never closed", "write a quote inside a value twice"],
    ),
    once(
        "a value of a unique key that occurs twice",
        &[
            ("data/games.csv", "id,name\n1,A\n1,B\n"),
            ("data/games.schema.json", "{\"type\":\"array\",\"uniqueKey\":\"id\"}"),
        ],
        &["content/data/games.csv:3:1", "has the same id as entry 1: \"1\"", "remove one of them"],
    ),
    once(
        "a file that is not an image",
        &[("static/bad.png", "no image")],
        &["static/bad.png:1:1", "is not a readable image", "save it again"],
    ),
    once(
        "an image without alternative text",
        &[
            ("a.md", "+++\ntitle = \"A\"\n+++\n![](/x.svg)\n"),
            ("static/x.svg", "<svg viewBox='0 0 1 1'/>"),
        ],
        &["content/a.md:4:1", "no alternative text", "between the brackets"],
    ),
    once(
        "an image in raw HTML without alternative text",
        &[
            ("a.md", "+++\ntitle = \"A\"\n+++\n<p><img src=\"/x.svg\"></p>\n"),
            ("static/x.svg", "<svg viewBox='0 0 1 1'/>"),
        ],
        &["content/a.md:4:4", "no alternative text", "describe it in `alt`"],
    ),
    once(
        "a shortcode without its closing parenthesis",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{ note(\"x\" }}\n")],
        &["content/a.md:4:1", "not closed", "end it with `) }}`"],
    ),
    once(
        "a shortcode without its closing braces",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{ note(\"x\")\n")],
        &["content/a.md:4:1", "not closed"],
    ),
    once(
        "a misspelled shortcode",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{ noet(\"x\") }}\n")],
        &["content/a.md:4:1", "there is no shortcode `noet`", "did you mean `note`?"],
    ),
    once(
        "an unknown argument of a shortcode",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{ note(txt=\"x\") }}\n")],
        &["content/a.md:4:1", "`txt`", "did you mean `text`?"],
    ),
    once(
        "a shortcode of another generator",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{< youtube abc >}}\n")],
        &["content/a.md:4:1", "another generator", "pages/shortcodes.html"],
    ),
    Mistake {
        name: "no mistake: a byte order mark",
        files: &[("a.md", "\u{feff}+++\ntitle = \"A\"\n+++\n")],
        diagnostics: 0,
        expected: &["no errors"],
    },
    Mistake {
        name: "no mistake: line endings of other systems",
        files: &[
            ("a.md", "+++\r\ntitle = \"A\"\r\n+++\r\nx\r\n"),
            ("b.md", "+++\rtitle = \"B\"\r+++\rx\r"),
        ],
        diagnostics: 0,
        expected: &["no errors"],
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
        name: "no mistake: spaces and emoji in file names",
        files: &[
            ("my page.md", "+++\ntitle = \"A\"\n+++\n"),
            ("über 🎲.md", "+++\ntitle = \"B\"\n+++\n"),
        ],
        diagnostics: 0,
        expected: &["no errors"],
    },
    once(
        "a file name that is not valid in a URL",
        &[("50%.md", "+++\ntitle = \"A\"\n+++\n")],
        &[
            "content/50%.md:1:1",
            "a special meaning in URLs",
            "rename the file, or give the page a `path`",
        ],
    ),
    once(
        "a script in a page",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n<script>alert(1)</script>\n")],
        &["content/a.md:4:9", "browsers do not run this script", "into a file of static/"],
    ),
    once(
        "an event handler in an attribute",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n<p onclick=\"x()\">x</p>\n")],
        &["content/a.md:4:13", "browsers ignore this handler", "listen to the event"],
    ),
    once(
        "a link target that is a script",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](javascript:alert(1))\n")],
        &["content/a.md:4:1", "this link does nothing", "link to a page or a file instead"],
    ),
    once(
        "a broken link in a menu",
        &[
            ("data/menus.toml", "legal = [\n { path = \"/info/fqa/\" },\n]\n"),
            (
                "pages/shell.html",
                "{% for it in data.menus.legal %}<a href=\"{{ it.path }}\">x</a>{% endfor %}<main id='main'>{{ main }}</main>",
            ),
        ],
        &[
            "content/data/menus.toml:2:12",
            "/info/fqa/ does not exist",
            "did you mean `/info/faq/`?",
        ],
    ),
    once(
        "a key after [extra]",
        &[("a.md", "+++\ntitle = \"A\"\n[extra]\na = 1\nexpire_at = 2020-01-01\n+++\n")],
        &["content/a.md:5:1", "`expire_at` has no effect in the table `extra`", "move it above"],
    ),
    once(
        "a page that was renamed without a redirect",
        &[("index.md", "+++\ntitle = \"Home\"\n+++\n[x](/info/faqs/)\n")],
        &["content/index.md:4:1", "/info/faqs/ does not exist", "did you mean `/info/faq/`?"],
    ),
    once(
        "a link to a page that is not published yet",
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
        "a date in YAML that does not exist",
        &[("a.md", "---\ntitle: A\ndate: 2026-13-45\n---\n")],
        &["content/a.md:3:7", "there is no month 13", "`2026-11-21`"],
    ),
    once(
        "a missing quote in YAML",
        &[("a.md", "---\ntitle: \"A\nweight: 1\n---\n")],
        &["content/a.md:2:8", "the quote that opens here is never closed", "close it"],
    ),
    once(
        "a colon in YAML text",
        &[("a.md", "---\ntitle: A: B\n---\n")],
        &["content/a.md:2:8", "this text contains a colon", "put the text in quotes"],
    ),
    once(
        "a line of YAML with the wrong indentation",
        &[("a.md", "---\ntitle: A\n weight: 2\n---\n")],
        &["content/a.md:3:2", "indented differently", "the line above"],
    ),
    once(
        "a key that occurs twice in YAML",
        &[("a.md", "---\ntitle: A\ntitle: B\n---\n")],
        &["content/a.md:3:1", "`title` is defined twice", "remove one of them"],
    ),
    once(
        "YAML between TOML fences",
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
        "a title that is not text",
        &[("a.md", "+++\ntitle = 5\n+++\n")],
        &["content/a.md:2:9", "`title` has the wrong kind of value", "write text in quotes"],
    ),
    once(
        "a misspelled title key",
        &[("a.md", "+++\ntitel = \"A\"\n+++\n")],
        &["content/a.md:2:1", "unknown front matter key `titel`", "did you mean `title`?"],
    ),
    once(
        "a page without front matter and heading",
        &[("a.md", "Words.\n")],
        &["content/a.md:1:1", "no title", "begin the text with a heading"],
    ),
    once(
        "a key that only other generators have",
        &[("a.md", "+++\ntitle = \"A\"\nsection = \"x\"\n+++\n\n")],
        &["content/a.md:3:1", "a page's section is the folder of its file"],
    ),
    once(
        "a datetime without a time zone",
        &[("a.md", "+++\ntitle = \"A\"\npublish_at = 2020-01-01T18:00:00\n+++\n\n")],
        &["content/a.md:3:14", "has no time zone", "`2020-01-01T18:00:00-05:00`"],
    ),
    once(
        "a misspelled file name",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](info/faqq.md)\n")],
        &[
            "content/a.md:4:1",
            "content/info/faqq.md does not exist",
            "did you mean `content/info/faq.md`?",
        ],
    ),
    once(
        "the name of a file in another folder",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](faq.md#money)\n")],
        &[
            "content/a.md:4:1",
            "content/faq.md does not exist",
            "did you mean `content/info/faq.md`?",
        ],
    ),
    once(
        "a URL without its colon",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](https//a.org)\n")],
        &["content/a.md:4:1", "did you mean `https://a.org`?"],
    ),
    once(
        "a link target that resembles no route",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](/nix/)\n")],
        &["content/a.md:4:1", "/nix/ does not exist", "no page, page asset or file in static/"],
    ),
    once(
        "an image without a URL",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n![x]()\n")],
        &["content/a.md:4:1", "this image has no URL", "`![text](/images/dice.png)`"],
    ),
    once(
        "a shortcode in a URL",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x]({{ note(\"x\") }})\n")],
        &[
            "content/a.md:4:5",
            "a shortcode is not allowed here",
            "in a URL, call a macro that returns only text",
        ],
    ),
    once(
        "braces without a call",
        &[("a.md", "+++\ntitle = \"A\"\n+++\na {{ page.title }} b\n")],
        &["content/a.md:4:3", "these braces call no shortcode", "`\\{{`"],
    ),
    once(
        "a style sheet in a page",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n<style>p { color: red }</style>\n")],
        &["content/a.md:4:8", "browsers ignore this style sheet", "into a file of static/"],
    ),
    once(
        "a key without a value in TOML data",
        &[("data/a.toml", "a =\nb = 1\n")],
        &["content/data/a.toml:1:4", "write a value after the `=`"],
    ),
    once(
        "a number with a leading zero",
        &[("data/a.toml", "a = 01\n")],
        &["content/data/a.toml:1:5", "leading zero", "without leading zeros"],
    ),
    once(
        "YAML in a TOML file",
        &[("data/a.toml", "a: 1\n")],
        &["content/data/a.toml:1:1", "this line is YAML"],
    ),
    once(
        "a missing quote in JSON",
        &[("data/a.json", "{\"a\": \"x\n}")],
        &["content/data/a.json:1:7", "the quote that opens here is never closed", "close it"],
    ),
    once(
        "a trailing comma in JSON",
        &[("data/a.json", "{\"a\": 1,}")],
        &["content/data/a.json:1:9", "trailing comma", "remove the comma before it"],
    ),
    once(
        "a key that occurs twice in JSON",
        &[("data/a.json", "{\"a\": 1, \"a\": 2}")],
        &["content/data/a.json:1:12", "`a` is defined twice", "remove one of them"],
    ),
    once(
        "a data file that violates its schema",
        &[
            ("data/games.csv", "id,name\nx,\"A\nB\"\ny,C\nz,D\n"),
            (
                "data/games.schema.json",
                "{\"items\":{\"properties\":{\"id\":{\"type\":\"integer\"}}}}",
            ),
        ],
        &[
            "content/data/games.csv:2:1",
            "`[0].id` is a string but must be an integer, also on lines 4, 5",
            "write a whole number",
        ],
    ),
    once(
        "a template expression that is not closed",
        &[("pages/page.html", "<p>\n{{ page.body\n</p>\n")],
        &["pages/page.html:2:1", "`{{` is never closed", "write `}}`"],
    ),
    once(
        "a template comment that is not closed",
        &[("pages/page.html", "<p>\n{# x {{ page.body }}\n</p>\n")],
        &["pages/page.html:2:1", "`{#` is never closed", "write `#}`"],
    ),
    once(
        "an unknown function",
        &[("pages/page.html", "{{ sectoin(\"/info/\") }}")],
        &["pages/page.html:1:4", "sectoin is unknown", "did you mean `section`?"],
    ),
    once(
        "an unknown template test",
        &[("pages/page.html", "{% if page.title is definde %}{% endif %}{{ page.body }}")],
        &["pages/page.html:1:21", "test definde is unknown", "did you mean `defined`?"],
    ),
    once(
        "an unknown argument of a function",
        &[("pages/page.html", "{{ section(\"/info/\", sort=\"date\") }}")],
        &["pages/page.html:1:4", "'sort'", "`section(path, sort_by="],
    ),
    once(
        "a slice that does not exist",
        &[("pages/page.html", "{{ slice(\"nix\") }}{{ page.body }}")],
        &["pages/page.html:1:4", "there is no slice `nix`", "create pages/slices/nix.html"],
    ),
    once(
        "a redirect to an anchor that does not exist",
        &[(
            "site.toml",
            "name = \"Site\"\nbase_url = \"https://e.org\"\n[[redirects]]\nfrom = \"/x/\"\nto = \"/info/faq/#mony\"\n",
        )],
        &["site.toml:3:1", "/info/faq/ has no anchor `#mony`", "did you mean `money`?"],
    ),
    once(
        "a base URL with a query",
        &[("site.toml", "name = \"Site\"\nbase_url = \"https://e.org/x?y\"\n")],
        &["site.toml:2:12", "`base_url` must be an absolute URL", "remove `?` or `#`"],
    ),
];

/// Runs a check for each mistake, and panics with the names of those whose check panicked.
fn for_each<'a>(mistakes: impl IntoIterator<Item = &'a Mistake>, check: impl Fn(&Mistake)) {
    let failed: Vec<&str> = mistakes
        .into_iter()
        .filter(|it| catch_unwind(AssertUnwindSafe(|| check(it))).is_err())
        .map(|it| it.name)
        .collect();
    assert!(failed.is_empty(), "{} failed: {failed:?}", failed.len());
}

#[test]
fn each_mistake_is_reported_once_with_its_location_and_fix() {
    for_each(&MISTAKES, |mistake| {
        let output = said(&mistake.create().run(&["check"]));
        let reported = output
            .lines()
            .filter(|line| line.starts_with("error") || line.starts_with("warning"))
            .count();
        assert_eq!(reported, mistake.diagnostics, "{}:\n{output}", mistake.name);
        assert_says(&output, mistake.expected);
        assert_eq!(
            output.matches("= help: ").count(),
            mistake.diagnostics,
            "not every diagnostic has a hint:\n{output}"
        );
        // A diagnostic shows the line of the file.
        assert_eq!(output.contains("-->"), mistake.diagnostics > 0, "{output}");
    });
}

/// Mistakes of [`MISTAKES`] whose output is a snapshot.
const SNAPSHOTS: [&str; 9] = [
    "an unknown key",
    "a broken link",
    "an undefined variable",
    "a missing template",
    "a colon in YAML text",
    "a data file that violates its schema",
    "a shortcode without its closing braces",
    "two files for one route",
    "a base URL with a query",
];

/// Compares the exit code and the complete output of a build with the snapshot `snapshots/{name}.snap`.
///
/// `INSTA_UPDATE=always cargo test` writes the snapshots. Where `CI` is set, that is an error, so that a difference always fails.
fn assert_snapshot(name: &str, site: &Site, output: &Output) {
    let may_update = env::var("INSTA_UPDATE").is_ok_and(|it| it != "no")
        || env::var_os("INSTA_FORCE_PASS").is_some();
    assert!(
        env::var_os("CI").is_none() || !may_update,
        "unset INSTA_UPDATE and INSTA_FORCE_PASS: CI compares snapshots and never updates them"
    );
    let text = format!(
        "exit code: {}\n\n{}",
        output.status.code().unwrap(),
        said(output).replace(site.root().to_str().unwrap(), "<site>")
    );
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path("snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name.to_lowercase().replace(' ', "_"), text));
}

#[test]
fn the_complete_output_of_common_mistakes_matches_the_snapshots() {
    let mistakes = SNAPSHOTS.map(|name| MISTAKES.iter().find(|it| it.name == name).unwrap());
    for_each(mistakes, |mistake| {
        let site = mistake.create();
        assert_snapshot(mistake.name, &site, &site.run(&["build"]));
    });
}

#[test]
fn the_complete_output_of_an_island_without_props_matches_the_snapshot() {
    let site = SiteBuilder::new()
        .settings("[runtime]\ndir = \"runtime\"\n")
        .file("pages/page.html", "<p>Games</p>\n{{ island(\"typed\", {}) }}")
        .create();
    copy_runtime(&site);
    assert_snapshot("an island without props", &site, &site.run(&["build"]));
}

#[test]
fn a_missing_template_of_a_taxonomy_is_reported_at_the_taxonomy() {
    let site = SiteBuilder::new()
        .settings("[[taxonomies]]\nname = \"tags\"\ntemplate = \"tag\"\n")
        .page("a", "title = \"A\"\n[taxonomies]\ntags = [\"x\"]\n", "")
        .create();
    let output = said(&site.run(&["check"]));
    assert_says(
        &output,
        &[
            "C0401",
            "site.toml:5:12",
            "create pages/tag.html",
            "site.toml:3:1",
            "create pages/terms.html",
            "`template` for a term",
            "2 errors",
        ],
    );
}

#[test]
fn a_wrong_value_of_a_flag_is_reported_at_the_flag() {
    let site = Site::small();
    for (url, hint) in
        [("foo", "--base-url https://www.example.com"), ("https://a.b/x?y", "remove `?` or `#`")]
    {
        let output = site.run(&["check", "--base-url", url]);
        assert_eq!(output.status.code(), Some(2));
        assert_says(&said(&output), &[url, hint]);
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
fn a_byte_that_is_not_utf_8_is_reported_with_its_location() {
    let site = Site::small();
    site.write("content/data/a.csv", "");
    std::fs::write(site.root().join("content/data/a.csv"), b"id,name\n1,\xe4\n").unwrap();
    assert_says(&site.refused(), &["C0101", "content/data/a.csv:2:3", "save it as UTF-8"]);
}
