//! The documentation in docs/: its site builds without a warning, and its reference lists what the program has.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Site, SiteBuilder, assert_contains, printed_text, tree};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("docs")
}

/// Reads a page of the documentation.
fn page(path: &str) -> String {
    fs::read_to_string(docs().join("content").join(path)).unwrap()
}

fn printed_by(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_croupier")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", printed_text(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// A copy of the sources of the documentation, whose output and cache do not reach the repository.
fn site() -> TempDir {
    let folder = TempDir::new().unwrap();
    for part in ["content", "pages", "static"] {
        for (path, content) in tree(&docs().join(part)) {
            let target = folder.path().join(part).join(path);
            fs::create_dir_all(target.parent().unwrap()).unwrap();
            fs::write(target, content).unwrap();
        }
    }
    for file in ["site.toml", "site.production.toml"] {
        fs::copy(docs().join(file), folder.path().join(file)).unwrap();
    }
    folder
}

#[test]
fn the_documentation_builds_without_a_warning() {
    let site = site();
    let build = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        let output = command.arg("build").args(options).current_dir(site.path()).output().unwrap();
        let text = printed_text(&output);
        assert!(output.status.success() && !text.contains("warning"), "{text}");
    };
    build(&[]);
    let preview = site.path().join(".croupier/preview");
    for page in ["index", "reference/cli/index", "casino/specification/7-api/1-account/index"] {
        assert!(preview.join(format!("{page}.html")).is_file(), "{page}");
    }
    // The published site has highlighted code, which is a feature of the program.
    if cfg!(feature = "highlight") {
        build(&["--profile", "production", "--base-url", "https://www.harbour.se"]);
        let guide = site.path().join("public/guides/design/gallery/index.html");
        let guide = fs::read_to_string(guide).unwrap();
        assert_contains(&guide, &["class=\"hl-", "rel=\"next\"", "aria-current=\"page\""]);
    }
}

/// Begins the part of the reference of commands that the test below writes.
const GENERATED: &str = "## Help texts\n";

/// `UPDATE_DOCS=1 cargo test ... help_texts` writes the page.
#[test]
fn the_reference_of_commands_has_the_help_texts_of_the_program() {
    let overview = printed_by(&["--help"]);
    let list = overview.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut text = format!(
        "{GENERATED}\nThese are the texts that `croupier --help` and `croupier <command> --help` print.\n\n\
         ### croupier\n\n```text\n{overview}```\n"
    );
    let mut count = 0;
    for name in commands.filter(|name| !name.is_empty() && *name != "help") {
        let help = printed_by(&[name, "--help"]);
        text += &format!("\n### croupier {name}\n\n```text\n{help}```\n");
        count += 1;
    }
    assert!(count > 12, "{overview}");
    let path = docs().join("content/reference/cli.md");
    let current = fs::read_to_string(&path).unwrap();
    let (before, generated) = current.split_at(current.find(GENERATED).unwrap());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(path, format!("{before}{text}")).unwrap();
    } else {
        assert_eq!(
            generated, text,
            "run this test with UPDATE_DOCS=1 to write docs/content/reference/cli.md"
        );
    }
}

/// Adds the keys of the tables below a schema, each with the path of its table.
fn add_nested_keys(schema: &Value, table: &str, keys: &mut BTreeSet<(String, String)>) {
    for part in [schema, &schema["items"]] {
        for (key, value) in part["properties"].as_object().into_iter().flatten() {
            keys.insert((table.to_owned(), key.clone()));
            add_nested_keys(value, &format!("{table}.{key}"), keys);
        }
    }
}

#[test]
fn the_reference_lists_every_key_of_site_toml() {
    let schema: Value = serde_json::from_str(&printed_by(&["schema", "site"])).unwrap();
    let reference = page("reference/site-toml.md");
    let checks = page("reference/diagnostics.md");
    let guides: String = tree(&docs().join("content/guides"))
        .into_values()
        .map(|text| String::from_utf8(text).unwrap())
        .collect();
    let rows = |table: &str| -> String {
        let is_of_table = |line: &&str| {
            line.starts_with(&format!("| `[{table}]`"))
                || line.starts_with(&format!("| `[[{table}]]`"))
        };
        reference.lines().filter(is_of_table).collect()
    };
    let mut missing = Vec::new();
    let mut count = 0;
    for (name, value) in schema["properties"].as_object().unwrap() {
        let mut keys = BTreeSet::new();
        add_nested_keys(value, name, &mut keys);
        if keys.is_empty() && value.get("items").is_none() && value["type"] != "object" {
            count += 1;
            if !reference
                .lines()
                .any(|line| line.starts_with("| `") && line.contains(&format!("`{name}`")))
            {
                missing.push(name.clone());
            }
        }
        for (table, key) in keys {
            count += 1;
            let quoted = format!("`{key}`");
            let is_listed = if name == "checks" && key != "in" {
                checks.contains(&quoted) || checks.contains(&format!("| {key} |"))
            } else if table == *name {
                rows(name).contains(&quoted) || rows(&format!("{name}.{key}")).contains('|')
            } else {
                // A guide describes the keys of nested tables.
                reference.contains(&quoted)
                    || guides.contains(&quoted)
                    || guides.contains(&format!("{key} = "))
            };
            if !is_listed {
                missing.push(format!("[{table}] {key}"));
            }
        }
    }
    assert!(count > 80, "{count} keys");
    assert!(missing.is_empty(), "docs/content/reference/site-toml.md lacks {missing:#?}");
}

#[test]
fn the_reference_lists_every_key_of_front_matter() {
    let schema: Value = serde_json::from_str(&printed_by(&["schema", "page"])).unwrap();
    let reference = page("reference/front-matter.md");
    for key in schema["properties"].as_object().unwrap().keys() {
        let is_row = |line: &str| {
            let cell = line.strip_prefix("| ").and_then(|rest| rest.split(" | ").next());
            cell.is_some_and(|cell| {
                cell.contains(&format!("`{key}`")) || cell.contains(&format!("`[{key}]`"))
            })
        };
        assert!(
            reference.lines().any(is_row),
            "docs/content/reference/front-matter.md lacks `{key}`"
        );
    }
    let cascade = page("guides/write/folder-values.md");
    for key in schema["properties"]["cascade"]["properties"].as_object().unwrap().keys() {
        assert!(
            cascade.contains(&format!("`{key}`")),
            "docs/content/guides/write/folder-values.md lacks `{key}`"
        );
    }
}

/// A row of a table of filters or tests.
struct Example {
    name: String,
    expression: String,
    result: String,
}

/// Returns the rows of the tables below a heading of the reference of templates.
fn examples(reference: &str, heading: &str) -> Vec<Example> {
    let section = reference.split(&format!("\n## {heading}\n")).nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap().replace("\\|", "\u{0}");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let mut cells = row.trim_matches('|').split('|').map(|cell| {
            let code = cell.trim().strip_prefix('`').and_then(|code| code.strip_suffix('`'));
            code.unwrap_or_else(|| panic!("{cell} in {row}")).replace('\u{0}', "|")
        });
        let mut next = || cells.next().unwrap();
        Example { name: next(), expression: next(), result: next() }
    })
    .collect()
}

#[test]
fn the_reference_lists_every_function_filter_and_test_of_templates() {
    let site = SiteBuilder::bare().file("pages/files/names.txt", "{{ debug() }}").create();
    site.build();
    let environment = site.output("names.txt");
    // Names are keys with a value, `"range": ...`, or entries of a list.
    let names = |field: &str| -> BTreeSet<String> {
        let list = environment.split(&format!("\n        {field}: ")).nth(1).unwrap();
        let list = list.split("\n        ]").next().unwrap().split("\n        }").next().unwrap();
        let own =
            list.lines().filter_map(|line| line.strip_prefix("            \"")?.split('"').next());
        own.map(str::to_owned).collect()
    };
    let (functions, filters, tests) = (names("globals"), names("filters"), names("tests"));
    assert!(functions.len() > 30 && filters.len() > 50 && tests.len() > 30, "{environment}");

    let reference = page("reference/templates.md");
    for name in functions {
        let is_listed = reference.contains(&format!("`{name}("))
            || reference.contains(&format!("| `{name}` |"));
        assert!(is_listed, "docs/content/reference/templates.md lacks the function {name}");
    }
    let listed = |heading| examples(&reference, heading).into_iter().map(|it| it.name);
    assert_eq!(listed("Filters").collect::<BTreeSet<_>>(), filters);
    let operators = ["==", "!=", "<", "<=", ">", ">="].map(str::to_owned);
    assert_eq!(listed("Tests").chain(operators).collect::<BTreeSet<_>>(), tests);
}

#[test]
fn examples_of_filters_and_tests_have_the_documented_results() {
    let reference = page("reference/templates.md");
    let examples: Vec<Example> =
        ["Filters", "Tests"].into_iter().flat_map(|it| examples(&reference, it)).collect();
    let template: String = examples
        .iter()
        .map(|it| format!("{} = {{{{ {} }}}}\0", it.expression, it.expression))
        .collect();
    let site = SiteBuilder::bare().file("pages/files/results.txt", &template).create();
    site.build();
    let results = site.output("results.txt");
    let expected: Vec<String> =
        examples.iter().map(|it| format!("{} = {}", it.expression, it.result)).collect();
    let results: Vec<String> =
        results.trim_end().split_terminator('\0').map(|it| it.replace('\n', "\\n")).collect();
    assert_eq!(results, expected);
}

/// Returns the code blocks of a text, each with its language and the paragraph before it.
fn blocks(text: &str) -> Vec<(&str, &str, &str)> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("\n```") {
        let fence: String = rest[start + 1..].chars().take_while(|it| *it == '`').collect();
        let (before, block) = rest.split_at(start);
        let block = &block[1 + fence.len()..];
        let (language, code) = block.split_once('\n').unwrap();
        let end = code.find(&format!("\n{fence}\n")).map_or(0, |end| end + 1);
        blocks.push((before.trim_end().rsplit("\n\n").next().unwrap(), language, &code[..end]));
        rest = &code[end + fence.len()..];
    }
    blocks
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

/// Guides whose blocks form a complete site: commands, and files, which the paragraph before names last. Files are written
/// or, if it does not say so, appended to.
const RECIPES: [&str; 4] = ["gallery", "contact-form", "comments-and-analytics", "languages"];

#[test]
fn the_recipes_build_without_a_warning() {
    for recipe in RECIPES {
        let text = page(&format!("guides/design/{recipe}.md"));
        let site = Site::new("");
        site.remove("site.toml");
        let binary = Path::new(env!("CARGO_BIN_EXE_croupier")).parent().unwrap();
        let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
        let run = |script: &str| {
            let mut command = Command::new("bash");
            command.args(["-euc", script]).current_dir(site.root()).env("PATH", &path);
            let output = command.output().unwrap();
            let text = printed_text(&output);
            assert!(output.status.success() && !text.contains("warning"), "{recipe}: {text}");
        };
        run("croupier new . --template plain --name Harbour --ci none");
        if recipe == "gallery" {
            let photos = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("src/command/new/blog/content/posts/covers");
            fs::create_dir_all(site.root().join("content/gallery")).unwrap();
            for photo in ["tide.jpg", "dunes.jpg"] {
                fs::copy(photos.join(photo), site.root().join("content/gallery").join(photo))
                    .unwrap();
            }
        }
        let mut commands = 0;
        for (sentence, language, code) in blocks(&text) {
            if language == "sh" {
                run(code);
                commands += 1;
                continue;
            }
            let file = sentence.rsplit('`').nth(1).unwrap();
            if sentence.contains("Write ") {
                site.write(file, code);
            } else {
                site.append(file, code);
            }
        }
        assert!(commands > 0, "{recipe}");
    }
}

/// Returns the pages of the documentation, without those of the casino, each with its path.
fn pages() -> Vec<(String, String)> {
    let files = tree(&docs().join("content")).into_iter();
    let pages = files.filter(|(path, _)| !path.starts_with("casino"));
    pages
        .map(|(path, text)| (path.display().to_string(), String::from_utf8(text).unwrap()))
        .collect()
}

/// Returns the diagnostics of a site that have one of these codes.
fn diagnostics(site: &Site, codes: &[&str]) -> Vec<String> {
    let output = String::from_utf8(site.run(&["check", "--json"]).stdout).unwrap();
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
            match language.split(' ').next().unwrap() {
                "toml" | "yaml" if ["+++\n", "---\n"].iter().any(|it| code.starts_with(it)) => {
                    // An archetype is front matter only when its placeholders are replaced.
                    if !is_template {
                        examples.write(&format!("content/{name}/index.md"), code);
                        others += 1;
                    }
                }
                "toml" if code.lines().any(starts_with_key) => {
                    let required = ["name = \"Site\"\n", "base_url = \"https://www.harbour.se\"\n"];
                    let top = format!("\n{code}");
                    let top = top.split("\n[").next().unwrap();
                    let is_missing = |line: &&str| !top.contains(&line[..line.find('"').unwrap()]);
                    let missing: String = required.into_iter().filter(is_missing).collect();
                    let site = Site::new(&format!("{missing}{code}"));
                    site.write(
                        "content/news/one.md",
                        "+++\ntitle = \"One\"\ndate = 2026-01-01\n+++\n",
                    );
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
