//! The examples of the documentation are valid, and have the results that it shows.

use std::fs;

use serde_json::Value;

use super::guides::blocks;
use super::reference::{Example, examples};
use super::{docs, page, printed_by};
use crate::common::{Site, SiteBuilder, assert_contains, tree};

#[test]
fn examples_of_filters_and_tests_have_the_documented_results() {
    let reference = page("reference/templates.md");
    let examples: Vec<Example> =
        ["Filters", "Tests"].into_iter().flat_map(|it| examples(&reference, it)).collect();
    let template: String = examples
        .iter()
        .map(|it| format!("{} = {{{{ {} }}}}\0", it.expression, it.expression))
        .collect();
    let site = SiteBuilder::new().file("pages/files/results.txt", &template).create();
    site.build();
    let results = site.output("results.txt");
    let expected: Vec<String> =
        examples.iter().map(|it| format!("{} = {}", it.expression, it.result)).collect();
    let results: Vec<String> =
        results.trim_end().split_terminator('\0').map(|it| it.replace('\n', "\\n")).collect();
    assert_eq!(results, expected);
}

/// Functions that this test cannot call: they need a runtime, a feature of the program, or fail on purpose.
const NOT_CALLED: [&str; 4] = ["island", "style", "inline_style", "wrong"];

#[test]
fn examples_of_functions_can_be_called() {
    let reference = page("reference/templates.md");
    let section = reference.split("\n## Functions\n").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap().replace("\\|", "\u{0}");
    let mut calls = Vec::new();
    for row in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let name = cells[1].split('(').next().unwrap();
        assert!(cells[2].contains(&format!("{name}(")), "the example of {name}: {}", cells[2]);
        let has_feature = name != "picture" || cfg!(feature = "pictures");
        if !NOT_CALLED.contains(&name) && has_feature {
            calls.push(cells[2].replace('\u{0}', "|"));
        }
    }
    assert!(calls.len() > 25, "{calls:?}");
    let site = SiteBuilder::bare()
        .settings(
            "[[taxonomies]]\nname = \"tags\"\n[[archives]]\nroute = \"/news/{year}/\"\n\
             [search]\ntitles = true\n[embeds]\nyoutube = true\nvimeo = true\n[markdown]\ntabs = true\n",
        )
        .file("pages/shell.html", "{{ head }}{{ main }}")
        .file("pages/page.html", &(calls.join("\n") + "{{ page.body }}"))
        .file("pages/plain.html", "{{ page.body }}")
        .file("pages/term.html", "")
        .file("pages/terms.html", "")
        .file("pages/archive.html", "")
        .file("pages/slices/footer.html", "<p>Footer</p>")
        .file("pages/files/games.json", "{\"games\": [1]}")
        .file("static/css/site.css", "p { margin: 0 }")
        .file("content/data/events/regatta.toml", "name = \"Regatta\"\n")
        .file("i18n/en/site.ftl", "cart = { $n } items\n")
        .file("content/data/hours.toml", "[[days]]\nto = \"18:00\"\n")
        .page("index", "title = \"Home\"\n", "## Tea\n")
        .page("info/faq", "title = \"FAQ\"\ntemplate = \"plain\"\n", "")
        .page("info/index", "title = \"Information\"\ntemplate = \"plain\"\n", "")
        .page("legal/terms", "title = \"Terms\"\ntemplate = \"plain\"\n", "## Fees\n\nNone.\n")
        .page(
            "news/tea",
            "title = \"Tea\"\ntemplate = \"plain\"\ndate = 2025-01-01\n[taxonomies]\ntags = [\"Tea\"]\n",
            "",
        )
        .create();
    let photo = docs()
        .parent()
        .unwrap()
        .join("generator/src/command/new/blog/content/posts/covers/tide.jpg");
    fs::create_dir_all(site.root().join("static/images")).unwrap();
    fs::copy(photo, site.root().join("static/images/boat.jpg")).unwrap();
    site.build();
    assert_contains(
        &site.output("index.html"),
        &["FAQ", "Regatta", "None.", "012", "a, b", "Find"],
    );
}

#[test]
fn markdown_of_the_reference_becomes_the_html_that_it_shows() {
    let reference = page("reference/markdown.md");
    let section = reference.split("\n## HTML of each element\n").nth(1).unwrap();
    let blocks = blocks(section);
    let pairs: Vec<_> = blocks
        .windows(2)
        .filter(|pair| (pair[0].1, pair[1].1) == ("md", "html"))
        .map(|pair| (pair[0].2, pair[1].2))
        .collect();
    assert!(pairs.len() > 8);
    for (markdown, html) in pairs {
        let site = SiteBuilder::bare()
            .page("index", "title = \"Home\"\n", markdown)
            .page("other", "title = \"Other\"\n", "")
            .file("static/boat.svg", "<svg viewBox=\"0 0 640 480\"></svg>")
            .create();
        site.build();
        assert_eq!(site.output("index.html"), html);
    }
}

/// Returns the pages of the documentation, without those of the casino, each with its path.
pub(super) fn pages() -> Vec<(String, String)> {
    let files = tree(&docs().join("content")).into_iter();
    let pages = files.filter(|(path, _)| {
        !path.starts_with("casino") && path.extension().is_some_and(|it| it == "md")
    });
    pages
        .map(|(path, text)| (path.display().to_string(), String::from_utf8(text).unwrap()))
        .collect()
}

/// Returns the diagnostics of a site that have one of these codes.
fn diagnostics(site: &Site, codes: &[&str]) -> Vec<String> {
    let output = String::from_utf8(site.run(&["check", "--preview", "--json"]).stdout).unwrap();
    let events = output.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    events
        .filter(|it| it["code"].as_str().is_some_and(|code| codes.contains(&code)))
        .map(|it| it["rendered"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn examples_of_settings_front_matter_and_templates_are_valid() {
    let schema: Value = serde_json::from_str(&printed_by(&["schema", "site"])).unwrap();
    let keys: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    let examples = SiteBuilder::new().create();
    let mut problems = Vec::new();
    let (mut settings, mut others) = (0, 0);
    for (path, text) in pages() {
        for (index, (_, language, code)) in blocks(&text).into_iter().enumerate() {
            let name = format!("{}_{index}", path.trim_end_matches(".md").replace('/', "_"));
            let is_template = code.contains("{{") || code.contains("{%");
            let starts_with_key = |line: &str| {
                let name = line.trim_start_matches('[').split([' ', '.', ']']).next().unwrap();
                keys.iter().any(|key| *key == name)
            };
            let is_front_matter = ["+++\n", "---\n"].iter().any(|it| code.starts_with(it));
            if is_front_matter && is_template {
                // An archetype is front matter only when its placeholders are replaced.
                continue;
            }
            match language.split(' ').next().unwrap() {
                "toml" | "yaml" if is_front_matter => {
                    examples.write(&format!("content/{name}/index.md"), code);
                    others += 1;
                }
                "toml" if code.lines().any(starts_with_key) => {
                    let required = ["name = \"Site\"\n", "base_url = \"https://www.harbour.se\"\n"];
                    let top = format!("\n{code}");
                    let top = top.split("\n[").next().unwrap();
                    let is_missing = |line: &&str| !top.contains(&line[..line.find('"').unwrap()]);
                    let missing: String = required.into_iter().filter(is_missing).collect();
                    // These tables are about the languages of a site, and their hosts.
                    let has_hosts = code.contains("[deploy") && code.contains("\nlanguage = ");
                    let needs_languages = has_hosts || code.contains("[i18n]");
                    let languages = if needs_languages && !code.contains("[languages") {
                        "\n[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Français\"\n\
                         base_url = \"https://www.harbour.fr\"\n"
                    } else {
                        ""
                    };
                    let site = Site::new(&format!("{missing}{code}{languages}"));
                    site.write(
                        "content/news/one.md",
                        "+++\ntitle = \"One\"\ndate = 2026-01-01\n+++\n",
                    );
                    for page in ["index", "start/index", "start/install", "reference/index"] {
                        site.write(&format!("content/{page}.md"), "+++\ntitle = \"One\"\n+++\n");
                    }
                    site.write("content/data/games.csv", "name,kind,released\n");
                    for it in diagnostics(&site, &["C0002", "C0004", "C0005", "C0006", "C0009"]) {
                        problems.push(format!("{path}: {it}"));
                    }
                    settings += 1;
                }
                "jinja" | "html" if is_template => {
                    examples.write(&format!("pages/{name}.html"), code);
                    others += 1;
                }
                _ => {}
            }
        }
    }
    problems.extend(diagnostics(
        &examples,
        &["C0102", "C0103", "C0104", "C0105", "C0106", "C0108", "C0109", "C0402"],
    ));
    assert!(settings > 25 && others > 30, "{settings} and {others}");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn commands_and_flags_of_the_documentation_exist() {
    let overview = printed_by(&["--help"]);
    let mut count = 0;
    for (path, text) in pages() {
        // Commands in blocks of code, and in inline code.
        let lines = text.lines().map(str::trim).filter(|line| line.starts_with("croupier "));
        let inline =
            text.split('`').skip(1).step_by(2).filter(|code| code.starts_with("croupier "));
        for call in lines.chain(inline) {
            let call =
                call.split(" | ").next().unwrap().split(['#', '>', '|', '<']).next().unwrap();
            let mut words = call.split_whitespace().skip(1);
            let Some(name) =
                words.next().filter(|name| name.starts_with(|it: char| it.is_ascii_lowercase()))
            else {
                continue;
            };
            assert!(overview.contains(&format!("\n  {name} ")), "{path}: `croupier {name}`");
            let help = printed_by(&[name, "--help"]);
            for flag in words.take_while(|word| *word != "--").filter(|word| word.starts_with("--"))
            {
                let flag = flag.trim_end_matches([',', ';', ')', '.']);
                assert!(
                    help.contains(&format!("{flag} ")) || help.contains(&format!("{flag}\n")),
                    "{path}: `croupier {name} {flag}`"
                );
                count += 1;
            }
        }
    }
    assert!(count > 40, "{count}");
}
