//! The most common mistakes. Each is reported once, with its location, its cause and its fix.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::{
    Site, SiteBuilder, assert_contains, assert_diagnostics, bind_snapshots, printed_text,
};
use crate::runtime::copy_runtime;

/// A mistake: the files of the site, and the number of diagnostics. The complete output is the snapshot
/// `snapshots/mistakes/{name}.snap`.
struct Mistake {
    name: &'static str,
    /// Paths are relative to `content/`, except those that start with `pages/` or `static/`, and site.toml.
    files: &'static [(&'static str, &'static str)],
    diagnostics: usize,
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
const fn once(name: &'static str, files: &'static [(&'static str, &'static str)]) -> Mistake {
    Mistake { name, files, diagnostics: 1 }
}

const MISTAKES: [Mistake; 94] = [
    once("a date that does not exist", &[("a.md", "+++\ntitle = \"A\"\ndate = 2026-13-45\n+++\n")]),
    once("a missing quote", &[("a.md", "+++\ntitle = \"A\nweight = 1\n+++\n")]),
    once(
        "a missing quote in site.toml",
        &[("site.toml", "name = \"Site\nbase_url = \"https://example.com\"\n")],
    ),
    once("an unknown key", &[("a.md", "+++\ntitle = \"A\"\nweigth = 3\n+++\n")]),
    once("a key from Hugo", &[("a.md", "+++\ntitle = \"A\"\nlinkTitle = \"x\"\n+++\n")]),
    once(
        "a value of the wrong type, and a link to its page",
        &[
            ("a.md", "+++\ntitle = \"A\"\ndraft = \"no\"\n+++\n"),
            ("index.md", "+++\ntitle = \"Home\"\n+++\n[a](/a/)\n"),
        ],
    ),
    once("a broken link", &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](/info/fqa/)\n")]),
    once("a link without a target", &[("a.md", "+++\ntitle = \"A\"\n+++\n[x]()\n")]),
    once("a misspelled scheme", &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](htps://a.org)\n")]),
    once("a missing scheme", &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](www.a.org/y)\n")]),
    Mistake {
        name: "no mistake: a link to a Markdown file",
        files: &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](info/faq.md)\n")],
        diagnostics: 0,
    },
    once("a broken anchor", &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](/info/faq/#mony)\n")]),
    Mistake {
        // It is reported at both files.
        diagnostics: 2,
        ..once(
            "two files for one route",
            &[
                ("a.md", "+++\ntitle = \"A\"\n+++\n"),
                ("b.md", "+++\ntitle = \"B\"\npath = \"/a/\"\n+++\n"),
            ],
        )
    },
    once("an unknown island", &[("pages/page.html", "{{ island(\"cuonter\") }}{{ page.body }}")]),
    once("an undefined variable", &[("pages/page.html", "{{ page.titel }}{{ page.body }}")]),
    once("a missing template", &[("a.md", "+++\ntitle = \"A\"\ntemplate = \"psot\"\n+++\n")]),
    once("an unknown filter", &[("pages/page.html", "{{ page.title | upcase }}{{ page.body }}")]),
    once(
        "a template block that is not closed",
        &[("pages/page.html", "{% if page.title %}\n<p>x</p>\n{{ page.body }}")],
    ),
    once(
        "a section without pages",
        &[("pages/page.html", "{% for it in section(\"/nws/\") %}{% endfor %}{{ page.body }}")],
    ),
    once("a YAML bracket that is not closed", &[("a.md", "---\ntitle: A\nextra: [a, b\n---\n")]),
    once("TOML between YAML fences", &[("a.md", "---\ntitle = \"A\"\n---\n")]),
    once(
        "a brace in TOML data that is not closed",
        &[("data/menus.toml", "legal = [\n { label = \"A\", path = \"/\"\n]\n")],
    ),
    once(
        "data that cannot be parsed, and a template that uses it",
        &[
            ("data/menus.toml", "label = \"Menu\n"),
            ("pages/page.html", "{{ data.menus.label }}{{ page.body }}"),
        ],
    ),
    once("a row with too many columns", &[("data/games.csv", "id,name\n1,A\n2,B,C\n3,D,E\n")]),
    once(
        "another delimiter in a CSV file with a schema",
        &[
            ("data/games.csv", "id;name\n1;A\n2;B\n3;C\n"),
            (
                "data/games.schema.json",
                "{\"items\":{\"type\":\"object\",\"required\":[\"id\"],\"properties\":{\"id\":{\"type\":\"integer\"}}}}",
            ),
        ],
    ),
    once(
        "a quote in a CSV file that is not closed",
        &[("data/games.csv", "id,name\n1,\"A\n2,B\n")],
    ),
    once(
        "a value of a unique key that occurs twice",
        &[
            ("data/games.csv", "id,name\n1,A\n1,B\n"),
            ("data/games.schema.json", "{\"type\":\"array\",\"uniqueKey\":\"id\"}"),
        ],
    ),
    once("a file that is not an image", &[("static/bad.png", "no image")]),
    once(
        "an image without alternative text",
        &[
            ("a.md", "+++\ntitle = \"A\"\n+++\n![](/x.svg)\n"),
            ("static/x.svg", "<svg viewBox='0 0 1 1'/>"),
        ],
    ),
    once(
        "an image in raw HTML without alternative text",
        &[
            ("a.md", "+++\ntitle = \"A\"\n+++\n<p><img src=\"/x.svg\"></p>\n"),
            ("static/x.svg", "<svg viewBox='0 0 1 1'/>"),
        ],
    ),
    once(
        "a shortcode without its closing parenthesis",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{ note(\"x\" }}\n")],
    ),
    once(
        "a shortcode without its closing braces",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{ note(\"x\")\n")],
    ),
    once("a misspelled shortcode", &[("a.md", "+++\ntitle = \"A\"\n+++\n{{ noet(\"x\") }}\n")]),
    once(
        "an unknown argument of a shortcode",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{ note(txt=\"x\") }}\n")],
    ),
    once(
        "a shortcode of another generator",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n{{< youtube abc >}}\n")],
    ),
    Mistake {
        name: "no mistake: a byte order mark",
        files: &[("a.md", "\u{feff}+++\ntitle = \"A\"\n+++\n")],
        diagnostics: 0,
    },
    Mistake {
        name: "no mistake: line endings of other systems",
        files: &[
            ("a.md", "+++\r\ntitle = \"A\"\r\n+++\r\nx\r\n"),
            ("b.md", "+++\rtitle = \"B\"\r+++\rx\r"),
        ],
        diagnostics: 0,
    },
    once("a tab in YAML", &[("a.md", "---\ntitle: A\nextra:\n\tx: 1\n---\n")]),
    once("curly quotes in front matter", &[("a.md", "+++\ntitle = “A”\n+++\n")]),
    once("curly quotes in a shortcode", &[("a.md", "+++\ntitle = \"A\"\n+++\n{{ note(“x”) }}\n")]),
    Mistake {
        name: "no mistake: spaces and emoji in file names",
        files: &[
            ("my page.md", "+++\ntitle = \"A\"\n+++\n"),
            ("über 🎲.md", "+++\ntitle = \"B\"\n+++\n"),
        ],
        diagnostics: 0,
    },
    once("a file name that is not valid in a URL", &[("50%.md", "+++\ntitle = \"A\"\n+++\n")]),
    once("a script in a page", &[("a.md", "+++\ntitle = \"A\"\n+++\n<script>alert(1)</script>\n")]),
    once(
        "an event handler in an attribute",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n<p onclick=\"x()\">x</p>\n")],
    ),
    once(
        "a link target that is a script",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](javascript:alert(1))\n")],
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
    ),
    once(
        "a key after [extra]",
        &[("a.md", "+++\ntitle = \"A\"\n[extra]\na = 1\nexpire_at = 2020-01-01\n+++\n")],
    ),
    once(
        "a page that was renamed without a redirect",
        &[("index.md", "+++\ntitle = \"Home\"\n+++\n[x](/info/faqs/)\n")],
    ),
    once(
        "a link to a page that is not published yet",
        &[
            ("later.md", "+++\ntitle = \"L\"\npublish_at = 2037-01-01\n+++\n"),
            ("index.md", "+++\ntitle = \"Home\"\n+++\n[x](/later/)\n"),
        ],
    ),
    once(
        "a date in YAML that does not exist",
        &[("a.md", "---\ntitle: A\ndate: 2026-13-45\n---\n")],
    ),
    once("a missing quote in YAML", &[("a.md", "---\ntitle: \"A\nweight: 1\n---\n")]),
    once("a colon in YAML text", &[("a.md", "---\ntitle: A: B\n---\n")]),
    once(
        "a line of YAML with the wrong indentation",
        &[("a.md", "---\ntitle: A\n weight: 2\n---\n")],
    ),
    once("a key that occurs twice in YAML", &[("a.md", "---\ntitle: A\ntitle: B\n---\n")]),
    once("YAML between TOML fences", &[("a.md", "+++\ntitle: A\n+++\n")]),
    once(
        "a key after [taxonomies]",
        &[("a.md", "+++\ntitle = \"A\"\n[taxonomies]\ndraft = true\n+++\n\n")],
    ),
    once(
        "a key after a table of [extra]",
        &[("a.md", "+++\ntitle = \"A\"\n[extra.card]\nb = 1\nexpire_at = 2020-01-01\n+++\n\n")],
    ),
    once("a title that is not text", &[("a.md", "+++\ntitle = 5\n+++\n")]),
    once("a misspelled title key", &[("a.md", "+++\ntitel = \"A\"\n+++\n")]),
    once("a page without front matter and heading", &[("a.md", "Words.\n")]),
    once(
        "a key that only other generators have",
        &[("a.md", "+++\ntitle = \"A\"\nsection = \"x\"\n+++\n\n")],
    ),
    once(
        "a datetime without a time zone",
        &[("a.md", "+++\ntitle = \"A\"\npublish_at = 2020-01-01T18:00:00\n+++\n\n")],
    ),
    once("a misspelled file name", &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](info/faqq.md)\n")]),
    once(
        "the name of a file in another folder",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](faq.md#money)\n")],
    ),
    once("a URL without its colon", &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](https//a.org)\n")]),
    once(
        "a link target that resembles no route",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n[x](/nix/)\n")],
    ),
    once("an image without a URL", &[("a.md", "+++\ntitle = \"A\"\n+++\n![x]()\n")]),
    once("a shortcode in a URL", &[("a.md", "+++\ntitle = \"A\"\n+++\n[x]({{ note(\"x\") }})\n")]),
    once("braces without a call", &[("a.md", "+++\ntitle = \"A\"\n+++\na {{ page.title }} b\n")]),
    once(
        "a style sheet in a page",
        &[("a.md", "+++\ntitle = \"A\"\n+++\n<style>p { color: red }</style>\n")],
    ),
    once("a key without a value in TOML data", &[("data/a.toml", "a =\nb = 1\n")]),
    once("a number with a leading zero", &[("data/a.toml", "a = 01\n")]),
    once("YAML in a TOML file", &[("data/a.toml", "a: 1\n")]),
    once("a missing quote in JSON", &[("data/a.json", "{\"a\": \"x\n}")]),
    once("a trailing comma in JSON", &[("data/a.json", "{\"a\": 1,}")]),
    once("a key that occurs twice in JSON", &[("data/a.json", "{\"a\": 1, \"a\": 2}")]),
    once(
        "a data file that violates its schema",
        &[
            ("data/games.csv", "id,name\nx,\"A\nB\"\ny,C\nz,D\n"),
            (
                "data/games.schema.json",
                "{\"items\":{\"properties\":{\"id\":{\"type\":\"integer\"}}}}",
            ),
        ],
    ),
    once(
        "a template expression that is not closed",
        &[("pages/page.html", "<p>\n{{ page.body\n</p>\n")],
    ),
    once(
        "a template comment that is not closed",
        &[("pages/page.html", "<p>\n{# x {{ page.body }}\n</p>\n")],
    ),
    once("an unknown function", &[("pages/page.html", "{{ sectoin(\"/info/\") }}")]),
    once(
        "an unknown template test",
        &[("pages/page.html", "{% if page.title is definde %}{% endif %}{{ page.body }}")],
    ),
    once(
        "an unknown argument of a function",
        &[("pages/page.html", "{{ section(\"/info/\", sort=\"date\") }}")],
    ),
    once(
        "a slice that does not exist",
        &[("pages/page.html", "{{ slice(\"nix\") }}{{ page.body }}")],
    ),
    once(
        "a redirect to an anchor that does not exist",
        &[(
            "site.toml",
            "name = \"Site\"\nbase_url = \"https://e.org\"\n[[redirects]]\nfrom = \"/x/\"\nto = \"/info/faq/#mony\"\n",
        )],
    ),
    once(
        "a base URL with a query",
        &[("site.toml", "name = \"Site\"\nbase_url = \"https://e.org/x?y\"\n")],
    ),
    Mistake {
        name: "several wrong values of one table",
        files: &[(
            "site.toml",
            "name = \"Site\"\nbase_url = \"https://e.org\"\n[markdown]\nheading_ids = \"gitub\"\nemojii = true\ntypography = 1\n\
             [head]\ntitle_patern = \"x\"\ntheme_color = \"#12345\"\n",
        )],
        diagnostics: 5,
    },
    Mistake {
        name: "several wrong values of an entry of a list",
        files: &[(
            "site.toml",
            "name = \"Site\"\nbase_url = \"https://e.org\"\n[[feeds]]\npath = 1\nlimit = \"20\"\ntitel = \"x\"\n",
        )],
        diagnostics: 3,
    },
    once(
        "a language tag with an underscore",
        &[("site.toml", "name = \"Site\"\nbase_url = \"https://e.org\"\nlanguage = \"en_US\"\n")],
    ),
    Mistake {
        name: "languages without a tag",
        files: &[(
            "site.toml",
            "name = \"Site\"\nbase_url = \"https://e.org\"\n[languages.en]\nlabel = \"E\"\nlocale = \"en_US\"\n\
             [languages.french]\nlabel = \"F\"\n",
        )],
        diagnostics: 2,
    },
    once(
        "an image of the site without a slash",
        &[
            (
                "site.toml",
                "name = \"Site\"\nbase_url = \"https://e.org\"\nimage = \"dice.svg\"\n[head]\nopen_graph = true\n",
            ),
            ("static/dice.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
        ],
    ),
    Mistake {
        name: "redirects without a slash, and with a status in quotes",
        files: &[(
            "site.toml",
            "name = \"Site\"\nbase_url = \"https://e.org\"\n[[redirects]]\nfrom = \"a\"\nto = \"/info/faq/\"\n\
             [[redirects]]\nfrom = \"/b/\"\nto = \"/info/faq/\"\nstatus = \"301\"\n",
        )],
        diagnostics: 2,
    },
    once(
        "two feeds at one path",
        &[
            ("info/a.md", "+++\ntitle = \"A\"\ndate = 2025-01-01\n+++\n"),
            (
                "site.toml",
                "name = \"Site\"\nbase_url = \"https://e.org\"\n[[feeds]]\npath = \"/a.xml\"\nformat = \"atom\"\nsection = \"/info/\"\n\
             [[feeds]]\nformat = \"rss\"\nsection = \"/info/\"\npath = \"/a.xml\"\n",
            ),
        ],
    ),
    Mistake {
        name: "files below a generated file",
        files: &[
            ("sitemap.xml.md", "+++\ntitle = \"A\"\n+++\n"),
            ("robots.txt/a.pdf", "%PDF"),
            ("static/_headers/a.txt", "A"),
            ("pages/files/_redirects/a.txt", "A"),
        ],
        diagnostics: 4,
    },
    Mistake {
        name: "a page that is removed before it is published",
        files: &[
            ("a.md", "+++\ntitle = \"A\"\npublish_at = 2020-06-01\nexpire_at = 2020-05-01\n+++\n"),
            (
                "b/index.md",
                "+++\ntitle = \"B\"\n[cascade]\nexpire_at = 2020-06-01\npublish_at = 2020-06-01\n+++\n",
            ),
        ],
        diagnostics: 2,
    },
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
        let output = printed_text(&mistake.create().run(&["check", "--preview"]));
        let reported = output
            .lines()
            .filter(|line| line.starts_with("error") || line.starts_with("warning"))
            .count();
        assert_eq!(reported, mistake.diagnostics, "{}:\n{output}", mistake.name);
        assert_snapshot(mistake.name, &output);
        assert_eq!(
            output.matches("= help: ").count(),
            mistake.diagnostics,
            "not every diagnostic has a hint:\n{output}"
        );
        // A diagnostic shows the line of the file.
        assert_eq!(output.contains("-->"), mistake.diagnostics > 0, "{output}");
    });
}

/// Compares a text with the snapshot of a mistake.
fn assert_snapshot(name: &str, text: &str) {
    let name = name.to_lowercase().replace(|it: char| !it.is_alphanumeric(), "_");
    bind_snapshots(file!(), || insta::assert_snapshot!(name, text));
}

#[test]
fn an_island_without_its_props_is_reported_at_its_call() {
    let site = SiteBuilder::new()
        .settings("[runtime]\ndir = \"runtime\"\n")
        .file("pages/page.html", "<p>Games</p>\n{{ island(\"typed\", {}) }}")
        .create();
    copy_runtime(&site);
    assert_diagnostics!(site.refused());
}

#[test]
fn props_that_would_not_reach_the_component_as_written_are_reported() {
    let site = SiteBuilder::new()
        .settings("[runtime]\ndir = \"runtime\"\n")
        .file("content/data/posts.json", "{ \"list\": [{ \"id\": 9007199254740992 }] }")
        .file("content/data/words.json", "{ \"count\": 9007199254740991, \"share\": 1e300 }")
        .create();
    copy_runtime(&site);
    for (call, message) in [
        (
            "island(\"plain\", key=\"a\")",
            "the prop `key` of island `plain` does not reach its component",
        ),
        (
            "island(\"plain\", post={\"ids\": [1, -1234567890123456789]})",
            "the prop `post.ids.1` of island `plain` is -1234567890123456789, which browsers round",
        ),
        (
            "island(\"plain\", queries=[\"posts\"])",
            "`list.0.id` of the data file `posts` is 9007199254740992, which browsers round",
        ),
        (
            "island(\"plain\", queries=\"words\")",
            "`queries` is not a list\n --> pages/page.html:1:4",
        ),
        ("island(\"plain\", queries=1)", "help: write a list: `queries=[\"prices\"]`"),
    ] {
        site.write("pages/page.html", &format!("{{{{ {call} }}}}"));
        assert_contains(&site.refused(), &["C0405", "pages/page.html:1:4", message]);
    }

    site.write(
        "pages/page.html",
        "{{ island(\"plain\", id=9007199254740991, queries=[\"words\"]) }}",
    );
    site.build();
}

#[test]
fn a_missing_template_of_a_taxonomy_is_reported_at_the_taxonomy() {
    let site = SiteBuilder::new()
        .settings("[[taxonomies]]\nname = \"tags\"\ntemplate = \"tag\"\n")
        .page("a", "title = \"A\"\n[taxonomies]\ntags = [\"x\"]\n", "")
        .create();
    let output = printed_text(&site.run(&["check", "--preview"]));
    assert_contains(
        &output,
        &[
            "C0401",
            "site.toml:5:12",
            "create pages/tag.html",
            "site.toml:3:1",
            "create pages/terms.html",
            "or `list_template` for the list of terms",
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
        let output = site.run(&["check", "--preview", "--base-url", url]);
        assert_eq!(output.status.code(), Some(2));
        assert_contains(&printed_text(&output), &[url, hint]);
        assert!(!printed_text(&output).contains("site.toml"));
    }
    site.write("site.toml", "name = \"Site\"\nbase_url = \"https://e.org\"\n[production]\nsamples = \"error\"\n[shop]\nhelp = \"https://counterexample.com\"\n");
    let live = |more: &[&str]| site.run(&[&["build", "--profile", "production"], more].concat());
    assert_eq!(live(&[]).status.code(), Some(0));
    let refused = live(&["--base-url", "https://shop.example"]);
    assert_eq!(refused.status.code(), Some(1));
    assert_contains(
        &printed_text(&refused),
        &["C0007", "`.example` is a sample", "--base-url https://shop.example"],
    );
}

#[test]
fn values_of_other_formats_in_data_are_reported_with_the_form_of_toml() {
    let site = Site::small();
    let values = ["31.12.2027", "12/24/2027", "1,000.00", "yes", "True"];
    let lines: Vec<String> =
        values.iter().enumerate().map(|(index, value)| format!("key{index} = {value}\n")).collect();
    site.write("content/data/promotion.toml", &lines.concat());
    assert_diagnostics!(site.refused());
}

#[test]
fn a_byte_that_is_not_utf_8_is_reported_with_its_location() {
    let site = Site::small();
    for path in ["content/data/a.csv", "pages/a.html", "pages/files/a.txt", "i18n/en/a.ftl"] {
        site.write(path, "");
        std::fs::write(site.root().join(path), b"id,name\n1,\xe4\n").unwrap();
        assert_contains(
            &site.refused(),
            &["C0101", &format!("{path}:2:3"), "2 | 1,", "save it as UTF-8"],
        );
        std::fs::remove_file(site.root().join(path)).unwrap();
    }
}
