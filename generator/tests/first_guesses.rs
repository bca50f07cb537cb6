//! Tests the messages about first guesses: names of other generators, and mistakes of writers. Each snapshot has all
//! messages about one subject, so that a change of a message is read before it is published.

use std::fmt::Write as _;

use crate::common::{SiteBuilder, bind_snapshots, printed_text};

/// The files of a site with guesses, each with its path.
type Guess = &'static [(&'static str, &'static str)];

/// Compares what `croupier check` prints about each guess with the snapshot of a subject.
fn assert_messages(subject: &str, guesses: &[Guess]) {
    let mut messages = String::new();
    for files in guesses {
        let site = files.iter().fold(
            SiteBuilder::bare().page("index", "title = \"Home\"\n", "Text\n"),
            |site, (path, text)| site.file(path, text),
        );
        let output = site.create().run(&["check", "--preview"]);
        for (path, text) in *files {
            writeln!(messages, "%%% {path}\n{}", text.trim_end()).unwrap();
        }
        writeln!(messages, ">>>\n{}", printed_text(&output)).unwrap();
    }
    bind_snapshots(file!(), || insta::assert_snapshot!(subject, messages));
}

/// site.toml with a name and a base URL, and more lines.
macro_rules! settings {
    ($($more:literal),*) => {
        concat!("name = \"Site\"\nbase_url = \"https://www.harbour.se\"\n", $($more),*)
    };
}

/// A page with a title and a text.
macro_rules! page {
    ($text:literal) => {
        concat!("+++\ntitle = \"A\"\n+++\n", $text, "\n")
    };
}

#[test]
fn guesses_in_site_toml() {
    assert_messages(
        "site.toml",
        &[
            &[("site.toml", "title = \"Site\"\nbaseURL = \"https://www.harbour.se\"\n")],
            &[(
                "site.toml",
                concat!("paginate = 5\ngenerate_feeds = true\ncompile_sass = true\n", settings!()),
            )],
            &[(
                "site.toml",
                settings!(
                    "[markup.highlight]\nstyle = \"x\"\n[sass]\n[minify]\n[rss]\n[pagination]\n[sitemap]\n[menus]\n"
                ),
            )],
            &[("site.toml", settings!("[permalinks]\nposts = \"/:year/:slug/\"\n"))],
            &[("site.toml", settings!("[[taxonomies]]\nname = \"My Tags\"\n"))],
            &[("site.toml", settings!("[[feeds]]\nsection = \"/posts/\"\n"))],
        ],
    );
}

#[test]
fn guesses_in_templates() {
    assert_messages(
        "templates",
        &[
            &[(
                "pages/page.html",
                "{{ page.content|safe }}\n{{ config.title }}\n{{ page.permalink }}\n{{ page.body }}\n",
            )],
            &[(
                "pages/page.html",
                "{{ get_url(path=\"a.css\") }}\n{% for it in site.pages %}{% endfor %}\n{{ page.body }}\n",
            )],
            &[("pages/page.html", "{{ .Title }}\n{{ page.body }}\n")],
            &[("pages/page.html", "{{ page.date|date }}\n{{ page.body }}\n")],
        ],
    );
}

#[test]
fn guesses_in_markdown() {
    assert_messages(
        "markdown",
        &[
            &[("content/a.md", page!("[TOC]"))],
            &[("content/a.md", page!("!!! note\n    Text"))],
            &[("content/a.md", page!(":::tip\nText\n:::"))],
            &[("content/a.md", page!("{{< figure src=\"a.png\" >}}"))],
            &[("content/a.md", page!("{{< youtube x >}}"))],
            &[("content/a.md", page!("[b]({{< ref \"index.md\" >}})"))],
            &[("content/a.md", page!("{{< highlight go >}}x{{< /highlight >}}"))],
            &[("content/a.md", page!("<Cart client:load />"))],
            &[("content/a.md", page!("An amount of $x^2$ and a :smile:"))],
            &[("content/a.md", page!("[ask us] (/x/)"))],
            &[("content/a.md", page!("[ask us](/x/"))],
            &[("content/a.md", page!("[mail](mailto:help)"))],
        ],
    );
}

#[test]
fn misspelled_files() {
    assert_messages(
        "files",
        &[
            &[
                ("content/a.md", page!("![A dune](/img/dune.svg)")),
                ("static/img/dunes.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
            ],
            &[
                ("content/about.md", page!("![A dune](posts/covers/dunez.svg)")),
                ("content/posts/a.md", page!("Text")),
                ("content/posts/covers/dunes.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
            ],
            &[("content/a.md", page!("[b](indx.md) and [c](/hom/)"))],
            &[(
                "content/a.md",
                page!("[b][gone] and <a href=\"gone/\">c</a>\n\n[gone]: gone/b.svg"),
            )],
        ],
    );
}

#[test]
fn guesses_in_front_matter_and_data() {
    assert_messages(
        "front matter and data",
        &[
            &[(
                "content/a.md",
                "---\ntitle: A\nlastmod: 2026-01-01\nimages: [a.png]\nheroImage: b.png\ntoc: true\n---\n",
            )],
            &[("content/a.md", "---\ntitle: A\ndate: 2090-01-01\n---\n")],
            &[("content/a.md", "---\ntitle: A\ndate: 2090-01-01\npublish_at: 2090-01-01\n---\n")],
            &[("content/data/a.toml", "expires = 31.12.2027\n")],
            &[("content/data/a.toml", "maximum = 1,000.00\n")],
            &[("content/data/a.toml", "active = yes\n")],
            &[("site.toml", settings!("[search]\ntitles = \"yes\"\n"))],
        ],
    );
}

#[test]
fn guesses_in_style_sheets() {
    assert_messages(
        "style sheets",
        &[&[
            (
                "site.toml",
                settings!("[styles]\nentries = { \"/extra.css\" = \"styles/extra.css\" }\n"),
            ),
            ("styles/extra.css", "a {}\nb { background: url(missing.png); }\n"),
        ]],
    );
}
