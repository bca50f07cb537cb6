//! Generates the JSON Schema of site.toml from the types of its tables. The program contains the file, so that only tests compile this.

#![expect(dead_code, reason = "only the types of the fields matter")]

use std::collections::{BTreeMap, BTreeSet};

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::config::site_config::SiteConfig;
use crate::config::tables::hosts::Directive;
use crate::config::tables::languages::Written;
use crate::config::tables::markdown::{
    CalloutLabels, CodeIslands, LanguageAliases, MarkdownOptions,
};
use crate::config::tables::{self, SITE_SCHEMA, TABLES, TOP_LEVEL_KEYS};
use crate::model::collection::PATTERN_FIELDS;

/// The file of [`SITE_SCHEMA`].
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/config/schema/site.json");

/// The configuration of a site.
#[derive(JsonSchema)]
#[schemars(
    title = "site.toml of a Croupier site",
    extend("additionalProperties" = {
        "type": ["object", "array"],
        "description": "A table for templates, available as `site.<table>`."
    })
)]
struct SiteToml {
    /// The name of the site.
    #[schemars(length(min = 1))]
    name: String,
    /// The absolute URL of the site, with its path if it has one.
    #[schemars(regex(pattern = "^https?://[^/]"))]
    base_url: String,
    /// The language of the site. Default: `en`.
    language: Option<String>,
    /// The key of the default language of a site with the table `languages`. Default: the value of `language`.
    default_language: Option<String>,
    /// The languages of the site by their keys. A language can also have values of its own for `name`, `description`, `image`, `image_alt`,
    /// `authors`, `currency` and `time_zone`, and tables for templates.
    languages: Option<BTreeMap<String, Language>>,
    /// The time zone in which templates show dates and times, such as `America/New_York`. Default: `UTC`.
    time_zone: Option<String>,
    /// The currency of amounts in templates, as an ISO 4217 code. Default: `USD`.
    #[schemars(regex(pattern = "^[A-Z]{3}$"))]
    currency: Option<String>,
    /// The description of pages that have none of their own, for search results.
    description: Option<String>,
    /// The URL path of an image for link previews.
    image: Option<String>,
    /// The alternative text of `image`.
    image_alt: Option<String>,
    /// Settings of the runtime.
    client: Option<Client>,
    #[schemars(flatten)]
    tables: SiteConfig,
}

/// A language of the site.
#[derive(JsonSchema)]
#[schemars(extend("required" = ["label"]))]
struct Language {
    #[schemars(flatten)]
    keys: Written,
    /// The titles of the pages of taxonomies, by their names.
    taxonomies: Option<BTreeMap<String, String>>,
    /// The titles of feeds, by path.
    feeds: Option<BTreeMap<String, String>>,
    /// The patterns of fields of collections, by their names.
    #[schemars(default, schema_with = "patterns")]
    collections: Option<()>,
}

/// Returns the schema of the fields of collections that a language can have.
fn patterns(_: &mut SchemaGenerator) -> Schema {
    let fields = PATTERN_FIELDS.map(|field| (field.to_owned(), json!({ "type": "string" })));
    let fields = Value::Object(Map::from_iter(fields));
    let table = json!({ "type": "object", "additionalProperties": false, "properties": fields });
    json_schema!({ "type": "object", "additionalProperties": table })
}

/// `[client]`, which has further keys of the runtime.
#[derive(JsonSchema)]
struct Client {
    /// Query parameters that the runtime removes from the URL before any other code reads it.
    #[schemars(inner(regex(pattern = "^[A-Za-z0-9_-]+$")))]
    secret_parameters: Option<Vec<String>>,
}

/// `[markdown]`: the options, and the keys that are read apart from them.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Markdown {
    #[schemars(flatten)]
    options: MarkdownOptions,
    /// The name of the links that `insert_anchor_links` adds. Default: `Link to this section`, in the language of the site.
    anchor_label: Option<String>,
    /// The islands that render code blocks, by language: `mermaid = "diagram"`.
    code_islands: Option<CodeIslands>,
    /// The languages as which code of other ones is highlighted: `astro = "html"`.
    language_aliases: Option<LanguageAliases>,
    /// Labels of callouts by kind in lower case. A new kind, `spoiler = "Spoiler"`, makes `> [!SPOILER]` a callout. Default: five kinds, in
    /// the language of the site.
    callouts: Option<CalloutLabels>,
}

/// `[embeds]`: the providers, and a text that templates read.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Embeds {
    #[schemars(flatten)]
    providers: tables::Embeds,
    /// The text of the link that plays a video, with `{title}`. Default: `Play video: {title}`, in the language of the site.
    play_label: Option<String>,
}

/// Returns the schema of `authors`.
pub(super) fn authors(_: &mut SchemaGenerator) -> Schema {
    let name = json!({ "type": "string", "minLength": 1 });
    let author = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["name"],
        "properties": { "name": name, "url": { "type": "string", "pattern": "^(/|https?://)" } }
    });
    json_schema!({ "anyOf": [name, { "type": "array", "items": { "anyOf": [name, author] } }] })
}

/// Removes null, which TOML does not have, formats of numbers, empty defaults and line breaks. Writes the variants of an enum as a list.
fn simplify(schema: &mut Schema) {
    transform_subschemas(&mut simplify, schema);
    let Some(schema) = schema.as_object_mut() else { return };
    schema.remove("format");
    let default = schema.get("default");
    if default.is_some_and(|it| it.is_null() || it.is_object() || *it == "" || *it == json!([])) {
        schema.remove("default");
    }
    if let Some(Value::String(description)) = schema.get_mut("description") {
        *description = description.replace('\n', " ");
    }

    for keyword in ["type", "enum", "anyOf"] {
        if let Some(Value::Array(list)) = schema.get_mut(keyword) {
            list.retain(|it| !it.is_null() && *it != "null" && it["type"] != "null");
        }
    }
    if let Some([only]) = list(schema, "type") {
        schema.insert("type".to_owned(), only.clone());
    }
    if let Some([Value::Object(only)]) = list(schema, "anyOf") {
        let mut only = only.clone();
        schema.remove("anyOf");
        only.append(schema);
        *schema = only;
    }

    let names = list(schema, "oneOf").map(|it| it.iter().map(|it| it.get("const").cloned()));
    if let Some(names) = names.and_then(Iterator::collect::<Option<Value>>) {
        schema.remove("oneOf");
        schema.insert("type".to_owned(), "string".into());
        schema.insert("enum".to_owned(), names);
    }
}

/// Returns the list of a keyword.
fn list<'a>(schema: &'a Map<String, Value>, keyword: &str) -> Option<&'a [Value]> {
    schema.get(keyword)?.as_array().map(Vec::as_slice)
}

/// Returns the text of the file.
fn generate() -> String {
    let settings = SchemaSettings::draft07().with(|it| it.inline_subschemas = true);
    let generator = settings.with_transform(simplify).into_generator();
    let schema = generator.into_root_schema_for::<SiteToml>();
    format!("{:#}\n", schema.as_value())
}

#[test]
#[expect(clippy::disallowed_methods, reason = "writes a source file of this crate")]
fn the_schema_is_that_of_the_types() {
    let text = generate();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(FILE, text).unwrap();
    } else {
        assert!(
            text == SITE_SCHEMA,
            "run `UPDATE_DOCS=1 cargo test -p croupier-content config::schema` to write config/schema/site.json"
        );
    }
}

#[test]
fn the_schema_has_exactly_the_top_level_keys_and_tables() {
    let schema: Value = serde_json::from_str(SITE_SCHEMA).unwrap();
    let keys: BTreeSet<&str> =
        schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    // `croupier schema` adds `checks`. `client` belongs to the runtime, except for one key.
    let known = TOP_LEVEL_KEYS.into_iter().chain(TABLES).chain(["client"]);
    assert_eq!(keys, known.filter(|it| *it != "checks").collect());

    let hosts = &schema["properties"]["hosts"]["properties"];
    let directives: BTreeSet<&str> = Directive::ALL.map(Directive::key).into();
    assert_eq!(hosts.as_object().unwrap().keys().collect::<Vec<_>>(), Vec::from_iter(directives));
}
