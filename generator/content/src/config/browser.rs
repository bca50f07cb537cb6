//! The part of site.toml that goes to the browser. The runtime's own schema declares its tables, so that the generator knows
//! none of their names: it holds site.toml against the schema, and hands over what the schema says.

use serde_json::{Map, Value};

use crate::config::hosts::Hosts;
use crate::config::policy::{self, Brings};
use crate::config::settings::Settings;
use crate::config::tables;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::syntax::schema::{Schema, Violation};

/// What the runtime declares of site.toml: a JSON Schema of its tables, in which `"browser": true` stands beside what every
/// page is to hold, a key or a whole table, and `"policy"` beside keys that bring hosts into the content security policy.
#[derive(Debug, Clone)]
pub struct ConfigSchema {
    shape: Schema,
    json: Value,
    /// Table, key, and what it brings.
    brings: Vec<(String, String, Brings)>,
}

/// The keywords that the schema has besides those of JSON Schema.
const BROWSER: &str = "browser";
const POLICY: &str = "policy";

impl ConfigSchema {
    /// Reads the schema; the error says what in it is not supported.
    pub fn new(json: Value) -> Result<ConfigSchema, String> {
        let mut plain = json.clone();
        let mut brings = Vec::new();
        let tables = plain.get_mut("properties").and_then(Value::as_object_mut);
        for (name, table) in tables.into_iter().flatten() {
            let Some(table) = table.as_object_mut() else {
                continue;
            };
            table.remove(BROWSER);
            for (key, schema) in
                table.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten()
            {
                let Some(schema) = schema.as_object_mut() else {
                    continue;
                };
                schema.remove(BROWSER);
                if let Some(policy) = schema.remove(POLICY) {
                    let policy = serde_json::from_value(policy);
                    let policy = policy.map_err(|_| {
                        format!(
                            "`policy` of {name}.{key} is neither directives nor sources by value"
                        )
                    })?;
                    brings.push((name.clone(), key.clone(), policy));
                }
            }
        }
        Ok(ConfigSchema { shape: Schema::new(plain)?, json, brings })
    }

    /// Adds the hosts that the values of `site`, which is site.toml as JSON, bring into the content security policy (A3).
    pub fn add_hosts(&self, site: &Value, hosts: &mut Hosts) {
        for (table, key, brings) in &self.brings {
            if let Some(table) = site.get(table) {
                brings.add(key, table, hosts);
            }
        }
    }

    /// Values that are to bring a host, and are no addresses.
    fn no_addresses(&self, site: &Value) -> Vec<Violation> {
        let mut found: Vec<Violation> = Vec::new();
        for (table, key, brings) in &self.brings {
            for key in brings.addresses(key) {
                let told = |path: &[&str], text: &str| {
                    Violation {
                    path: path.iter().map(ToString::to_string).collect(),
                    message: format!("is \"{text}\", which is no address"),
                    hint: Some("write it with its scheme, as in https://www.example.com/, or as a path of this site".to_owned()),
                }
                };
                match site.get(table).and_then(|table| table.get(key)) {
                    Some(Value::String(text)) if policy::source(text, false).is_err() => {
                        found.push(told(&[table, key], text))
                    }
                    Some(Value::Array(items)) => {
                        let texts = items
                            .iter()
                            .enumerate()
                            .filter_map(|(at, item)| Some((at, item.as_str()?)));
                        let wrong = texts.filter(|(_, text)| policy::source(text, true).is_err());
                        found.extend(
                            wrong.map(|(at, text)| told(&[table, key, &at.to_string()], text)),
                        );
                    }
                    _ => {}
                }
            }
        }
        found
    }

    fn tables(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.json.get("properties").and_then(Value::as_object).into_iter().flatten()
    }

    /// What pages hold of `site`, which is site.toml as JSON: what is declared for the browser and written there.
    pub fn for_browser(&self, site: &Value) -> Map<String, Value> {
        let is_for_browser = |schema: &Value| schema.get(BROWSER) == Some(&Value::Bool(true));
        let mut config = Map::new();
        for (name, table) in self.tables() {
            let Some(written) = site.get(name) else {
                continue;
            };
            if is_for_browser(table) {
                config.insert(name.clone(), written.clone());
                continue;
            }
            let keys = table.get("properties").and_then(Value::as_object).into_iter().flatten();
            let keys = keys.filter(|(_, schema)| is_for_browser(schema));
            let handed: Map<_, _> = keys
                .filter_map(|(key, _)| Some((key.clone(), written.get(key)?.clone())))
                .collect();
            if !handed.is_empty() {
                config.insert(name.clone(), Value::Object(handed));
            }
        }
        config
    }

    /// What in site.toml does not fit, at the very value.
    pub fn violations(&self, settings: &Settings) -> Vec<Diagnostic> {
        let written = settings.site.as_object().into_iter().flatten();
        let declared: Map<String, Value> = written
            .filter(|(name, _)| self.tables().any(|(table, _)| table == *name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        let spanned = &settings.written;
        let tell = |violation: Violation| {
            let range = match violation.path.as_slice() {
                [] => 0..0,
                // A whole table is told by its name.
                [table] => spanned
                    .entries()
                    .iter()
                    .find(|(key, _)| key.name == *table)
                    .map_or(0..0, |(key, _)| key.range.clone()),
                _ => spanned.range_at(&violation.steps()),
            };
            let what = if violation.path.is_empty() {
                "site.toml".to_owned()
            } else {
                format!("`{}` of site.toml", violation.place())
            };
            let place = settings.layers.place(range);
            let hint = violation.hint.unwrap_or_else(|| {
                "config.schema.json of the runtime declares what can stand here".to_owned()
            });
            Diagnostic::error(Code::RuntimeSetting, format!("{what} {}", violation.message))
                .at(place)
                .hint(hint)
        };
        let declared = Value::Object(declared);
        let violations =
            self.shape.violations(&declared).into_iter().chain(self.no_addresses(&declared));
        let mut found: Vec<Diagnostic> = violations.map(tell).collect();
        let tables: Vec<&str> = self.tables().map(|(name, _)| name.as_str()).collect();
        for (key, _) in spanned.entries() {
            let is_known =
                tables.contains(&key.name.as_str()) || tables::TABLES.contains(&key.name.as_str());
            if let Some(table) =
                tables::slip(&key.name, tables.iter().copied()).filter(|_| !is_known)
            {
                let place = settings.layers.place(key.range.clone());
                let message = format!("unknown key `{}` in {}", key.name, place.file);
                let found_here = Diagnostic::error(Code::SiteKeyUnknown, message);
                found.push(found_here.at(place).hint(format!("did you mean `{table}`?")));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::ConfigSchema;

    #[test]
    fn pages_hold_what_is_declared_for_them_and_written_in_the_site() {
        let key = |browser: bool| {
            if browser {
                json!({ "type": "string", "browser": true })
            } else {
                json!({ "type": "string" })
            }
        };
        let schema = ConfigSchema::new(json!({ "properties": {
            "keys": { "properties": { "shown": key(true), "kept": key(false), "absent": key(true) } },
            "whole": { "type": "object", "browser": true },
            "none": { "properties": { "kept": key(false) } },
        } }));
        let site = json!({ "keys": { "shown": "a", "kept": "b" }, "whole": { "x": [1] }, "none": { "kept": "c" }, "brand": {} });
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
            "`policy` of a.b is neither directives nor sources by value"
        );
    }

    #[test]
    fn a_schema_that_promises_more_than_is_looked_at_is_refused() {
        let wrong = ConfigSchema::new(
            json!({ "properties": { "a": { "properties": { "b": { "multipleOf": 2, "browser": true } } } } }),
        );
        assert_eq!(wrong.unwrap_err(), "the keyword `multipleOf` is not supported");
    }
}
