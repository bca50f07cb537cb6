//! Data files: schemas, CSV tables and the locations of their errors.

use crate::common::{Site, SiteBuilder, assert_contains, assert_diagnostics};

#[test]
fn a_schema_violation_is_reported_at_its_location_in_the_data_file() {
    let site = SiteBuilder::bare().page("index", "title = \"Home\"\n", "").create();
    let schema = r#"{ "items": { "required": ["name"], "properties": { "name": { "type": "string" }, "price": { "type": "integer" } }, "additionalProperties": false } }"#;
    for name in ["json", "csv"] {
        site.write(&format!("content/data/{name}.schema.json"), schema);
    }
    site.write(
        "content/data/offers.schema.json",
        &format!(r#"{{ "properties": {{ "offer": {schema} }} }}"#),
    );
    site.write("content/data/offers/toml.toml", "[[offer]]\nname = \"A\"\nprice = 1\n");
    site.write("content/data/json.json", "[{ \"name\": \"A\" }]");
    site.write("content/data/csv.csv", "name\nA\n");
    site.write("pages/page.html", "{{ data[\"offers/toml\"].offer[0].name }}");
    site.build();
    assert_eq!(site.output("index.html"), "A\n");

    site.write(
        "content/data/offers/toml.toml",
        "[[offer]]\nname = \"A\"\nprice = 1\n\n[[offer]]\nnme = \"A\"\nprice = \"1\"\n",
    );
    site.write("content/data/json.json", "[\n  { \"name\": \"A\" },\n  { \"name\": 7 }\n]");
    site.write("content/data/csv.csv", "nme\nA\n");
    let message = site.refused();
    assert_diagnostics!(message);

    site.write("content/data/json.schema.json", "{ \"requird\": [] }");
    let message = site.refused();
    assert_diagnostics!(message);
}

#[test]
fn numbers_that_would_change_are_errors() {
    let site = SiteBuilder::bare().page("index", "title = \"Home\"\n", "").create();
    for (file, text, place, reason) in [
        ("a.json", "{\n \"b\": [1, 12345678901234567890123]}", "a.json:2:11", "too large"),
        ("a.json", "{\"b\\\"1\": -9223372036854775809}", "a.json:1:10", "too large"),
        ("a.json", "18446744073709551616", "a.json:1:1", "too large"),
        ("a.json", "[1e400]", "a.json:1:", "out of range"),
        ("a.yaml", "b: 12345678901234567890123", "a.yaml:1:4", "too large"),
        ("a.yaml", "b: -9223372036854775809", "a.yaml:1:4", "too large"),
        ("a.yaml", "b: .inf", "a.yaml:1:4", "not finite"),
        ("a.yaml", "- .nan", "a.yaml:1:3", "not finite"),
        ("a.yaml", "b: 1e400", "a.yaml:1:4", "not finite"),
        ("a.toml", "b = inf", "a.toml:1:5", "not finite"),
        ("a.toml", "b = [-inf, nan]", "a.toml:1:6", "not finite"),
        ("a.toml", "b = 1e400", "a.toml:1:5", "not finite"),
        ("a.toml", "b = 9223372036854775808", "a.toml:1:5", "too large"),
    ] {
        site.write(&format!("content/data/{file}"), text);
        assert_contains(&site.refused(), &["error[C0110]", place, reason, "help: "]);
        site.remove(&format!("content/data/{file}"));
    }

    site.write("pages/page.html", "{{ data.a.b|join(' ') }} {{ data.c.b|join(' ') }}");
    site.write(
        "content/data/a.json",
        "{\"b\": [18446744073709551615, -9223372036854775808, 1.5e3, \"12345678901234567890123\", \"\\\\\", -0.10000000000000000000]}",
    );
    site.write(
        "content/data/c.yaml",
        "b: [9223372036854775807, '12345678901234567890123', 1.5, +7]\n",
    );
    site.build();
    assert_contains(
        &site.output("index.html"),
        &[
            "18446744073709551615 -9223372036854775808 1500.0 12345678901234567890123",
            "9223372036854775807 12345678901234567890123 1.5 7",
        ],
    );
}

#[test]
fn one_mistake_in_a_csv_file_is_one_error_at_its_start() {
    let site = SiteBuilder::bare().page("index", "title = \"Home\"\n", "").create();
    let rows: String = (0..300).map(|row| format!("{row},Game {row},5\n")).collect();
    let table = format!("id,name,reels\n{rows}");
    site.write(
        "content/data/games.schema.json",
        "{\"type\": \"array\", \"uniqueKey\": \"id\", \"items\": {\"required\": [\"id\", \"name\", \"reels\"]}}",
    );
    for (text, location, expected) in [
        (table.replace("1,Game 1,5\n2,", "1,\"Game 1,5\n2,"), "games.csv:3:3", "never closed"),
        (table.replace(',', ";"), "games.csv:1:3", "separated by `;`"),
        (table.replace("7,Game 7,5\n", "7,Game 7\n"), "games.csv:9:1", "2 values"),
        (
            table.replace("9,Game 9,5\n", "8,Game 9,5\n"),
            "games.csv:11:1",
            "has the same id as entry 9: \"8\"",
        ),
        (
            table.replace("id,name,reels", "id,,reels"),
            "games.csv:1:4",
            "no name, but a value on line 2",
        ),
    ] {
        site.write("content/data/games.csv", &text);
        let message = site.refused();
        assert!(
            message.contains(location)
                && message.contains(expected)
                && message.matches("error[").count() == 1,
            "{message}"
        );
    }
    site.write("content/data/games.csv", &table);
    site.build();
}

/// A site whose page shows a CSV file as JSON.
fn table(columns: &str, csv: &str) -> Site {
    SiteBuilder::new()
        .file(
            "content/data/games.schema.json",
            &format!("{{\"type\": \"array\", \"items\": {{ \"$ref\": \"#/$defs/game\" }}, \"$defs\": {{ \"game\": {{ \"properties\": {columns} }} }} }}"),
        )
        .file("content/data/games.csv", csv)
        .file("pages/files/games.json", "{{ data.games }}")
        .create()
}

#[test]
fn values_of_a_csv_file_have_the_types_of_the_schema() {
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
    assert_contains(&site.output("index.html"), &["2 old"]);
    for (line, expected) in [
        ("x,a,1,true", "`[1].id` is a string but must be an integer"),
        ("1.5,a,1,true", "`[1].id` is a number but must be an integer"),
        ("007,a,1,true", "`[1].id` is a string but must be an integer"),
        ("12345678901234567890123,a,1,true", "`[1].id` is a string but must be an integer"),
        ("0,a,1,true", "`[1].id` is less than 1"),
        ("1,a,,yes", "`[1].new` is a string but must be a boolean"),
        (",a,,true", "`[1].id` is a string but must be an integer"),
    ] {
        site.write("content/data/games.csv", &format!("id,name,odds,new\n1,a,1,true\n{line}\n"));
        assert_contains(&site.refused(), &["C0113", expected, "content/data/games.csv:3:"]);
    }
    // Without a schema every value is text. Adding a schema updates the output.
    site.write("content/data/games.csv", "id,name,odds,new\n1,a,1,true\n");
    let schema = site.read("content/data/games.schema.json");
    site.remove("content/data/games.schema.json");
    site.write("pages/page.html", "");
    site.build();
    assert_contains(&site.output("games.json"), &["\"1\""]);
    site.write("content/data/games.schema.json", &schema);
    site.build();
    assert!(!site.output("games.json").contains("\"1\""));
    site.same_as_clean();
}

#[test]
fn a_text_that_does_not_match_its_pattern_is_an_error_with_its_line() {
    let site = table(
        r#"{ "code": { "type": "string", "pattern": "^[A-Z]{3}$" }, "b": { "pattern": "[0-9]" } }"#,
        "code,b\nABC,x1y\n",
    );
    site.build();
    site.write("content/data/games.csv", "code,b\nABC,1\nABCD,none\n");
    let expected = [
        "`[1].code` is \"ABCD\"",
        "`^[A-Z]{3}$`",
        "`[1].b` is \"none\"",
        "content/data/games.csv:3:",
    ];
    assert_contains(&site.refused(), &expected);
    let wrong = table(r#"{ "code": { "pattern": "(" } }"#, "code\nA\n");
    assert_diagnostics!(wrong.refused());
}
