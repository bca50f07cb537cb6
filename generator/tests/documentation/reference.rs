//! The reference lists everything that the program has.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::{docs, page, printed_by};
use crate::common::{SiteBuilder, tree};

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
pub(super) struct Example {
    pub(super) name: String,
    pub(super) expression: String,
    pub(super) result: String,
}

/// Returns the rows of the tables below a heading of the reference of templates.
pub(super) fn examples(reference: &str, heading: &str) -> Vec<Example> {
    let section = reference.split(&format!("\n## {heading}\n")).nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap().replace("\\|", "\u{0}");
    // Other tables have two columns.
    let rows =
        section.lines().filter(|line| line.starts_with("| `") && line.matches('|').count() == 4);
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

/// The names that templates know.
struct Names {
    functions: BTreeSet<String>,
    filters: BTreeSet<String>,
    tests: BTreeSet<String>,
}

/// Reads the names that templates know from the output of `debug()`.
fn names_of_templates() -> Names {
    let site = SiteBuilder::new().file("pages/files/names.txt", "{{ debug() }}").create();
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
    let names =
        Names { functions: names("globals"), filters: names("filters"), tests: names("tests") };
    let counts = [names.functions.len(), names.filters.len(), names.tests.len()];
    assert!(counts[0] > 30 && counts[1] > 50 && counts[2] > 30, "{counts:?} in {environment}");
    names
}

#[test]
fn the_reference_lists_every_function_filter_and_test_of_templates() {
    let Names { functions, filters, tests } = names_of_templates();
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
fn misspelled_functions_filters_and_tests_get_the_right_name() {
    let Names { functions, filters, tests } = names_of_templates();
    let variables = ["site", "data", "build_year"];
    let functions = functions.iter().filter(|it| !variables.contains(&it.as_str()));
    let calls = functions.map(|name| (name, format!("{{{{ {name}x() }}}}")));
    let calls = calls.chain(filters.iter().map(|name| (name, format!("{{{{ 1|{name}x }}}}"))));
    let calls = calls.chain(tests.iter().map(|name| (name, format!("{{{{ 1 is {name}x }}}}"))));
    // Short names are too similar to others.
    let calls: Vec<_> = calls.filter(|(name, _)| name.len() > 5).collect();
    let file = |index| format!("pages/files/{index}.txt");
    let site = calls
        .iter()
        .enumerate()
        .fold(SiteBuilder::bare(), |site, (index, (_, call))| site.file(&file(index), call))
        .create();
    let output =
        String::from_utf8(site.run(&["check", "--preview", "--json", "--all-diagnostics"]).stdout)
            .unwrap();
    let events: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (index, (name, call)) in calls.iter().enumerate() {
        let event = events.iter().find(|event| event["file"] == file(index).as_str());
        let hint = event.unwrap_or_else(|| panic!("{call} is not reported"))["hint"].to_string();
        assert!(hint.contains(&format!("did you mean `{name}`?")), "{call}: {hint}");
    }
}
