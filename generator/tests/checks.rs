//! What a check weighs, as site.toml says, and what a schema says of data.

use std::fs;

use crate::common::{SETTINGS, Site, assert_says, said};

/// A site with a dead link, a dead anchor and an image without a text, in two folders.
fn site(checks: &str) -> Site {
    let site = Site::small();
    site.append("site.toml", checks);
    for folder in ["archive", "news"] {
        site.write(
            &format!("content/{folder}/a.md"),
            "+++\ntitle = \"A\"\n+++\n[x](/gone/) [y](/#gone)\n\n![](/i.svg)\n",
        );
    }
    site.write("static/i.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    site
}

/// What was told, as severity, code and folder.
fn told(words: &str) -> Vec<(String, String, String)> {
    let lines = words.lines().filter(|line| line.contains("\"diagnostic\""));
    let read = |line: &str| {
        let it: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| it[key].as_str().unwrap().to_owned();
        (text("severity"), text("code"), text("file").split('/').nth(1).unwrap().to_owned())
    };
    lines.map(read).collect()
}

#[test]
fn a_check_weighs_what_the_nearest_folder_says() {
    let site = site(
        "[checks]\nbroken_links = \"warning\"\nC0205 = \"warning\"\nimages_without_text = \"off\"\n\
         [[checks.in]]\npath = \"content/archive/\"\nbroken_links = \"off\"\nimages_without_text = \"warning\"\n",
    );
    let expected = [
        ("warning", "C0205", "archive"),
        ("warning", "C0210", "archive"),
        ("warning", "C0204", "news"),
        ("warning", "C0205", "news"),
    ];
    let expected = expected
        .map(|(severity, code, folder)| (severity.to_owned(), code.to_owned(), folder.to_owned()));
    // The first build, one with nothing to do, and one that makes another page say the same.
    for text in ["", "", "Changed."] {
        site.write("content/index.md", &format!("+++\ntitle = \"Home\"\n+++\n{text}\n"));
        for command in ["build", "check"] {
            let output = site.run(&[command, "--json"]);
            assert!(output.status.success(), "{}", said(&output));
            let mut found = told(&said(&output));
            found.sort_by(|a, b| (&a.2, &a.1).cmp(&(&b.2, &b.1)));
            assert_eq!(found, expected, "{command}");
        }
    }
    site.same_as_clean();
}

#[test]
fn a_warning_that_is_made_an_error_stops_the_build() {
    let site = site("[checks]\nbroken_links = \"off\"\nbroken_anchors = \"off\"\n");
    let before = site.build();
    assert!(before.contains("warning[C0210]"), "{before}");
    site.append(
        "site.toml",
        "[[checks.in]]\npath = \"content/news/a.md\"\nimages_without_text = \"error\"\n",
    );
    let words = site.refused();
    assert_says(
        &words,
        &[
            "error[C0210]",
            "content/news/a.md:6",
            "warning[C0210]",
            "content/archive/a.md:6",
            "1 error;",
        ],
    );
    // It is an error also where nothing else changed.
    site.refused();
    site.write("content/news/a.md", "+++\ntitle = \"A\"\n+++\n![i](/i.svg)\n");
    site.build();
}

#[test]
fn a_redirect_that_leads_nowhere_weighs_as_a_link_does() {
    let site = Site::small();
    let redirect = "[[redirects]]\nfrom = \"/a/\"\nto = \"/gone/\"\n";
    site.append("site.toml", &format!("[checks]\nbroken_links = \"warning\"\n{redirect}"));
    assert_says(&site.build(), &["warning[C0204]"]);
    site.write("content/b.md", "+++\ntitle = \"B\"\n+++\n");
    assert_says(&site.build(), &["warning[C0204]"]);
    site.write("site.toml", &format!("{SETTINGS}{redirect}"));
    assert_says(&site.refused(), &["error[C0204]"]);
}

#[test]
fn a_name_that_is_no_check_and_a_level_that_is_none_are_errors_with_their_line() {
    let site = site("");
    for (checks, line, words) in [
        ("broken_link = \"off\"", 4, "did you mean `broken_links`?"),
        ("C0202 = \"off\"", 4, "`C0202` cannot be set"),
        ("C0999 = \"off\"", 4, "there is no check `C0999`"),
        ("broken_links = \"warn\"", 4, "did you mean `warning`?"),
        ("broken_links = false", 4, "write \"error\", \"warning\" or \"off\""),
        ("broken_links = \"off\"\nC0204 = \"off\"", 4, "set twice"),
        ("in = 1", 4, "start each table with a line `[[checks.in]]`"),
        ("[[checks.in]]\nbroken_links = \"off\"", 4, "no `path`"),
        ("[[checks.in]]\npath = \"../x\"\n", 5, "is not a source file or folder"),
        (
            "[[checks.in]]\npath = \"content\"\nbroken_lnks = \"off\"",
            6,
            "did you mean `broken_links`?",
        ),
    ] {
        site.write("site.toml", &format!("{SETTINGS}[checks]\n{checks}\n"));
        let output = site.run(&["check"]);
        assert_eq!(output.status.code(), Some(1), "{checks}");
        let said = said(&output);
        assert!(said.contains(words) && said.contains("C0009"), "{checks}: {said}");
        assert!(said.contains(&format!("site.toml:{line}:")), "{checks}: {said}");
    }
    site.write("site.toml", &format!("{SETTINGS}checks = 1\n"));
    assert_says(&said(&site.run(&["check"])), &["`checks` is not a table"]);
}

#[test]
fn the_guide_lists_the_checks_that_can_be_set() {
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/diagnostics.md")).unwrap();
    let table = text.split("## What a check weighs").nth(1).unwrap();
    let site = Site::small();
    let mut count = 0;
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(|it| it.trim().trim_matches('`')).collect();
        for key in [cells[1], cells[2]] {
            site.write("site.toml", &format!("{SETTINGS}[checks]\n{key} = \"{}\"\n", cells[3]));
            site.build();
        }
        count += 1;
    }
    // What the guide does not list cannot be set.
    for code in croupier::Code::ALL.iter().filter(|code| !table.contains(code.number())) {
        site.write("site.toml", &format!("{SETTINGS}[checks]\n{code} = \"off\"\n"));
        assert_says(&site.refused(), &["cannot be set"]);
    }
    assert_eq!(count, 9);
}

/// A site whose page shows a CSV file as JSON.
fn table(columns: &str, csv: &str) -> Site {
    let site = Site::small();
    site.write(
        "content/data/games.schema.json",
        &format!("{{\"type\": \"array\", \"items\": {{ \"$ref\": \"#/$defs/game\" }}, \"$defs\": {{ \"game\": {{ \"properties\": {columns} }} }} }}"),
    );
    site.write("content/data/games.csv", csv);
    site.write("pages/files/games.json", "{{ data.games }}");
    site
}

#[test]
fn values_of_a_csv_file_are_what_the_schema_says() {
    let site = table(
        r#"{ "id": { "type": "integer", "minimum": 1 }, "odds": { "type": ["number", "null"] }, "new": { "type": "boolean" } }"#,
        "id,name,odds,new\n1,007,1.5,true\n2,12, -3e2,FALSE\n3,x,,false\n",
    );
    site.write(
        "pages/page.html",
        "{{ data.games[0].id + 1 }} {% if not data.games[1].new %}old{% endif %}",
    );
    site.build();
    let json: serde_json::Value = serde_json::from_str(&site.output("games.json")).unwrap();
    assert_eq!(
        json,
        serde_json::json!([
            { "id": 1, "name": "007", "odds": 1.5, "new": true },
            { "id": 2, "name": "12", "odds": -300.0, "new": false },
            { "id": 3, "name": "x", "odds": null, "new": false },
        ])
    );
    assert!(site.output("index.html").contains("2 old"), "{}", site.output("index.html"));
    for (line, words) in [
        ("x,a,1,true", "`[1].id` is string instead of integer"),
        ("1.5,a,1,true", "`[1].id` is number instead of integer"),
        ("007,a,1,true", "`[1].id` is string instead of integer"),
        ("12345678901234567890123,a,1,true", "`[1].id` is string instead of integer"),
        ("0,a,1,true", "`[1].id` is less than 1"),
        ("1,a,,yes", "`[1].new` is string instead of boolean"),
        (",a,,true", "`[1].id` is string instead of integer"),
    ] {
        site.write("content/data/games.csv", &format!("id,name,odds,new\n1,a,1,true\n{line}\n"));
        assert_says(&site.refused(), &["C0113", words, "content/data/games.csv:3:"]);
    }
    // Without a schema everything is text, and a schema that comes changes what is shown.
    site.write("content/data/games.csv", "id,name,odds,new\n1,a,1,true\n");
    let schema = site.read("content/data/games.schema.json");
    site.remove("content/data/games.schema.json");
    site.write("pages/page.html", "");
    site.build();
    assert!(site.output("games.json").contains("\"1\""));
    site.write("content/data/games.schema.json", &schema);
    site.build();
    assert!(!site.output("games.json").contains("\"1\""));
    site.same_as_clean();
}

#[test]
fn a_text_that_does_not_fit_its_pattern_is_an_error_with_its_line() {
    let site = table(
        r#"{ "code": { "type": "string", "pattern": "^[A-Z]{3}$" }, "b": { "pattern": "[0-9]" } }"#,
        "code,b\nABC,x1y\n",
    );
    site.build();
    site.write("content/data/games.csv", "code,b\nABC,1\nABCD,none\n");
    let words = [
        "`[1].code` is \"ABCD\"",
        "`^[A-Z]{3}$`",
        "`[1].b` is \"none\"",
        "content/data/games.csv:3:",
    ];
    assert_says(&site.refused(), &words);
    let wrong = table(r#"{ "code": { "pattern": "(" } }"#, "code\nA\n");
    assert_says(
        &wrong.refused(),
        &["C0112", "`pattern` is not a valid regular expression", "games.schema.json"],
    );
}
