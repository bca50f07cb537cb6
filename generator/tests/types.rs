//! `croupier types`: the TypeScript types of data files, `extra` and props.

use crate::common::{Site, SiteBuilder, assert_contains, bind_snapshots, printed_text};

const FILE: &str = ".croupier/types.d.ts";

/// Writes the types and returns them.
fn types(site: &Site) -> String {
    let output = site.run(&["types"]);
    assert!(output.status.success(), "{}", printed_text(&output));
    site.read(FILE)
}

#[test]
fn texts_of_translations_are_no_data_of_their_own() {
    let site = SiteBuilder::new()
        .settings("[languages.en]\nlabel = \"English\"\n[languages.fr]\nlabel = \"Français\"\n")
        .file("content/data/search.en.toml", "open = \"Search\"\n")
        .file("content/data/search.fr.toml", "open = \"Chercher\"\n")
        .file("content/data/v1.2.toml", "x = 1\n")
        .file("content/data/team/ada.yaml", "name: Ada\n")
        .file("content/data/team/ada.fr.yaml", "name: Adèle\n")
        .file("content/data/games.csv", "id,name,name.fr\n1,Dice,Dés\n")
        .create();
    let types = types(&site);
    for name in ["readonly search:", "readonly \"v1.2\":", "readonly \"team/ada\":"] {
        assert_eq!(types.matches(name).count(), 1, "{types}");
    }
    assert!(!types.contains(".fr\""), "{types}");
}

#[test]
fn schemas_become_types() {
    let site = SiteBuilder::new()
        .settings("[runtime]\ndir = \"src\"\n")
        .file(
            "content/data/team.schema.json",
            r##"{
              "type": "object",
              "required": ["name", "role", "born"],
              "properties": {
                "name": { "type": "string", "description": "First name.\n  Never */ empty." },
                "role": { "enum": ["dealer", "host", 7, null] },
                "reports": { "type": "array", "items": { "$ref": "#" } },
                "address": { "$ref": "#/$defs/address" },
                "links": { "type": "object", "additionalProperties": { "type": "string", "format": "date-time" } },
                "size": { "type": ["number", "null"] },
                "lists": { "items": { "items": { "type": "integer" } } },
                "nothing": { "type": "object", "additionalProperties": false },
                "any": true,
                "one": { "anyOf": [{ "type": "boolean" }, { "type": "array", "items": { "const": "x" } }] }
              },
              "additionalProperties": false,
              "$defs": { "address": { "properties": { "zip code": { "pattern": "^[0-9]+$" }, "next": { "$ref": "#/$defs/address" } } } }
            }"##,
        )
        .file("content/data/team/ada.yaml", "name: Ada\nrole: dealer\nborn: 1990\n")
        .file("content/data/team/bob.yaml", "name: Bob\nrole: host\nborn: 1991\n")
        .file(
            "content/data/open.schema.json",
            r#"{ "required": ["title"], "properties": { "title": { "type": "string" }, "inner": { "type": "object" } } }"#,
        )
        .file("content/data/open.toml", "title = \"A\"\ncount = 2\n[inner]\ndeep = [1, \"a\"]\n")
        .file(
            "content/data/games.schema.json",
            r#"{ "type": "array", "items": { "required": ["id"], "properties": { "id": { "type": "string" }, "reels": { "type": "integer" } } } }"#,
        )
        .file("content/data/games.csv", "id,reels\n1,5\n")
        .file(
            "content/posts/extra.schema.json",
            r#"{ "required": ["author"], "properties": { "author": { "type": "string" } } }"#,
        )
        .file(
            "src/islands/box/props.schema.json",
            r#"{ "type": "object", "required": ["label"], "properties": { "label": { "type": "string" }, "children": {} }, "additionalProperties": false }"#,
        )
        .create();
    let types = types(&site);
    bind_snapshots(file!(), || insta::assert_snapshot!(types));
}

#[test]
fn values_without_a_schema_become_types() {
    let many: String = (0..50).map(|key| format!("key{key} = {key}\n")).collect();
    let site = SiteBuilder::new()
        .file(
            "content/data/prices.toml",
            "from = 2026-01-02\nopen = true\nempty = []\n\"two words\" = 1.5\n[[offer]]\nname = \"A\"\nprice = 1\n[[offer]]\nname = \"B\"\nnote = \"b\"\nprice = \"free\"\n",
        )
        .file("content/data/list.json", "\u{feff}[[1, null], [\"a\"]]")
        .file("content/data/many.toml", &many)
        .file("content/data/table.csv", "name,count\nA,1\n")
        .create();
    let types = types(&site);
    bind_snapshots(file!(), || insta::assert_snapshot!(types));
}

#[test]
fn a_file_that_is_not_valid_is_reported_and_the_others_have_types() {
    let site = SiteBuilder::new()
        .file("content/data/good.toml", "a = 1\n")
        .file("content/data/broken.toml", "a = \n")
        .file("content/data/odd.json", "{}")
        .file("content/data/odd.schema.json", "{ \"requird\": [] }")
        .create();
    let output = site.run(&["types"]);
    assert!(!output.status.success());
    assert_contains(
        &printed_text(&output),
        &["content/data/broken.toml:1:", "content/data/odd.schema.json"],
    );
    assert_contains(
        &site.read(FILE),
        &["readonly good: {\n      readonly a: number;", "readonly broken: unknown;"],
    );
}
