//! Selects the values of site.toml that pages contain for the browser.
//!
//! The runtime declares its tables in a schema, so the generator does not know their names. It validates site.toml against the schema
//! and selects the values that the schema marks.

use serde_json::{Map, Value};

use crate::config::policy::{self, PolicySources};
use crate::config::settings::Settings;
use crate::config::tables;
use crate::config::tables::hosts::Hosts;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::syntax::schema::{Schema, Violation};

/// The runtime's JSON Schema of its tables in site.toml. The keyword `"browser": true` marks a table or key that every page contains, and
/// `"policy"` marks keys that add hosts to the content security policy.
#[derive(Debug, Clone)]
pub struct ConfigSchema {
    shape: Schema,
    json: Value,
    /// The keys with the keyword `policy`.
    policies: Vec<KeyPolicy>,
}

/// A key of a table with the keyword `policy`.
#[derive(Debug, Clone)]
struct KeyPolicy {
    table: String,
    key: String,
    sources: PolicySources,
}

/// The keywords that extend JSON Schema.
const BROWSER: &str = "browser";
const POLICY: &str = "policy";

impl ConfigSchema {
    /// Parses the schema. The error says which part is not supported.
    pub fn new(json: Value) -> Result<ConfigSchema, String> {
        let mut standard = json.clone();
        let mut policies = Vec::new();

        for (table_name, table) in properties_mut(&mut standard) {
            let Some(table_schema) = table.as_object_mut() else { continue };
            table_schema.remove(BROWSER);
            for (key, schema) in properties_mut(table) {
                let Some(schema) = schema.as_object_mut() else { continue };
                schema.remove(BROWSER);
                let Some(policy) = schema.remove(POLICY) else { continue };
                let sources = serde_json::from_value(policy).map_err(|_| {
                    format!(
                        "`policy` of {table_name}.{key} is neither a list of directives nor sources by value"
                    )
                })?;
                policies.push(KeyPolicy { table: table_name.clone(), key: key.clone(), sources });
            }
        }

        Ok(ConfigSchema { shape: Schema::new(standard)?, json, policies })
    }

    /// Adds the hosts that values of `site` (site.toml as JSON) require in the content security policy (A3).
    pub fn add_hosts(&self, site: &Value, hosts: &mut Hosts) {
        for policy in &self.policies {
            if let Some(table) = site.get(&policy.table) {
                policy.sources.add(&policy.key, table, hosts);
            }
        }
    }

    /// Returns the values that must be URLs for the content security policy and are not.
    fn invalid_urls(&self, site: &Value) -> Vec<Violation> {
        let violation = |path: &[&str], text: &str| {
            Violation {
            path: path.iter().map(ToString::to_string).collect(),
            message: format!("is \"{text}\", which is not a URL"),
            hint: Some(
                "write it with its scheme, as in https://www.example.com/, or as a path of this site"
                    .to_owned(),
            ),
        }
        };

        let mut violations = Vec::new();
        for policy in &self.policies {
            let table = policy.table.as_str();
            for key in policy.sources.url_keys(&policy.key) {
                match site.get(table).and_then(|table| table.get(key)) {
                    Some(Value::String(text)) if policy::source(text, false).is_err() => {
                        violations.push(violation(&[table, key], text));
                    }
                    Some(Value::Array(items)) => {
                        for (index, item) in items.iter().enumerate() {
                            if let Some(text) = item.as_str()
                                && policy::source(text, true).is_err()
                            {
                                violations.push(violation(&[table, key, &index.to_string()], text));
                            }
                        }
                    }
                    _ => {}
                }
            }
        }

        violations
    }

    fn tables(&self) -> impl Iterator<Item = (&String, &Value)> {
        properties(&self.json)
    }

    /// Returns the values of `site` (site.toml as JSON) that the schema marks for the browser.
    pub fn for_browser(&self, site: &Value) -> Map<String, Value> {
        let is_for_browser = |schema: &Value| schema.get(BROWSER) == Some(&Value::Bool(true));

        let mut config = Map::new();
        for (name, schema) in self.tables() {
            let Some(table) = site.get(name) else {
                continue;
            };
            if is_for_browser(schema) {
                config.insert(name.clone(), table.clone());
                continue;
            }

            let selected: Map<_, _> = properties(schema)
                .filter(|(_, schema)| is_for_browser(schema))
                .filter_map(|(key, _)| Some((key.clone(), table.get(key)?.clone())))
                .collect();
            if !selected.is_empty() {
                config.insert(name.clone(), Value::Object(selected));
            }
        }

        config
    }

    /// Returns the values of the declared tables of `site` (site.toml as JSON) that violate the schema.
    fn violations_of(&self, site: &Value) -> Vec<Violation> {
        let declared = site
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(name, _)| self.tables().any(|(table, _)| table == *name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        let declared = Value::Object(declared);

        let mut violations = self.shape.violations(&declared);
        violations.extend(self.invalid_urls(&declared));
        violations
    }

    /// Returns an error for each value of site.toml that violates the schema, at the location of the value.
    pub fn violations(&self, settings: &Settings) -> Vec<Diagnostic> {
        let mut violations = self.violations_of(&settings.site);
        for language in settings.languages.iter() {
            let mut of_language = self.violations_of(&language.site);
            of_language.retain(|it| !violations.contains(it));
            // They are in the table of the language.
            for violation in &mut of_language {
                violation.path.splice(0..0, ["languages".to_owned(), language.key.to_string()]);
            }
            violations.extend(of_language);
        }

        let mut diagnostics: Vec<Diagnostic> =
            violations.into_iter().map(|violation| diagnostic(violation, settings)).collect();
        let tables: Vec<&str> = self.tables().map(|(name, _)| name.as_str()).collect();

        for (key, _) in settings.spanned.entries() {
            let name = key.name.as_str();
            if tables.contains(&name) || tables::TABLES.contains(&name) {
                continue;
            }
            if let Some(table) = tables::close_match(name, tables.iter().copied()) {
                let place = settings.layers.place(key.range.clone());
                let message = format!("unknown key `{name}` in {}", place.file);
                let error = Diagnostic::error(Code::SiteKeyUnknown, message);
                diagnostics.push(error.at(place).hint(format!("did you mean `{table}`?")));
            }
        }

        diagnostics
    }
}

/// Returns the `properties` of a schema.
fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flatten()
}

fn properties_mut(schema: &mut Value) -> impl Iterator<Item = (&String, &mut Value)> {
    schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten()
}

fn diagnostic(violation: Violation, settings: &Settings) -> Diagnostic {
    let range = match violation.path.as_slice() {
        [] => 0..0,
        // An error about a whole table is reported at its name.
        [table] => settings
            .spanned
            .entries()
            .iter()
            .find(|(key, _)| key.name == *table)
            .map_or(0..0, |(key, _)| key.range.clone()),
        _ => settings.spanned.range_at(&violation.steps()),
    };

    let subject = if violation.path.is_empty() {
        "site.toml".to_owned()
    } else {
        format!("`{}` of site.toml", violation.path_text())
    };

    let message = format!("{subject} {}", violation.message);
    let hint = violation.hint.unwrap_or_else(|| {
        "config.schema.json of the runtime defines the allowed values".to_owned()
    });
    Diagnostic::error(Code::RuntimeSetting, message).at(settings.layers.place(range)).hint(hint)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::ConfigSchema;

    #[test]
    fn pages_contain_the_values_that_the_schema_marks() {
        let key = |browser: bool| {
            if browser {
                json!({ "type": "string", "browser": true })
            } else {
                json!({ "type": "string" })
            }
        };
        let schema = ConfigSchema::new(json!({ "properties": {
            "keys": { "properties": { "shown": key(true), "hidden": key(false), "absent": key(true) } },
            "whole": { "type": "object", "browser": true },
            "none": { "properties": { "hidden": key(false) } },
        } }));
        let site = json!({ "keys": { "shown": "a", "hidden": "b" }, "whole": { "x": [1] }, "none": { "hidden": "c" }, "brand": {} });
        assert_eq!(
            serde_json::Value::Object(schema.unwrap().for_browser(&site)),
            json!({ "keys": { "shown": "a" }, "whole": { "x": [1] } })
        );
    }

    #[test]
    fn a_policy_of_an_unknown_directive_is_refused() {
        let key = json!({ "type": "string", "policy": ["scrip"] });
        let wrong =
            ConfigSchema::new(json!({ "properties": { "a": { "properties": { "b": key } } } }));
        assert_eq!(
            wrong.unwrap_err(),
            "`policy` of a.b is neither a list of directives nor sources by value"
        );
    }

    #[test]
    fn a_schema_with_an_unsupported_keyword_is_refused() {
        let wrong = ConfigSchema::new(
            json!({ "properties": { "a": { "properties": { "b": { "multipleOf": 2, "browser": true } } } } }),
        );
        assert_eq!(wrong.unwrap_err(), "the keyword `multipleOf` is not supported");
    }
}
