//! Severity levels of checks: `[checks]` of site.toml for the whole site, and `[[checks.in]]` for a folder.

use std::ops::Range;

use serde_json::{Map, Value as Json, json};
use toml::de::{DeTable, DeValue};

use crate::config::tables::SITE_SCHEMA;
use croupier_base::diagnostic::code::{CHECKS, Code};
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::path::is_inside;

/// The effect of a diagnostic that a check reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The build fails.
    Error,
    /// The diagnostic is reported, and the build continues.
    Warning,
    /// The diagnostic is discarded.
    Off,
}

/// The names of the levels in site.toml.
pub const LEVELS: [(&str, Level); 3] =
    [("error", Level::Error), ("warning", Level::Warning), ("off", Level::Off)];

/// The levels that site.toml sets.
#[derive(Debug, Clone, Default)]
pub struct Checks {
    rules: Vec<Rule>,
    /// The paths of `[[checks.in]]`, each with its position in the list.
    paths: Vec<(usize, String)>,
}

#[derive(Debug, Clone)]
struct Rule {
    /// Folder or file relative to the root. Empty for the whole site.
    path: String,
    code: Code,
    level: Level,
}

impl Checks {
    /// Sets the severity of each diagnostic to the level of its check, and removes those with the level `off`.
    pub fn apply_levels(&self, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if self.rules.is_empty() {
            return diagnostics;
        }
        let apply = |diagnostic: Diagnostic| match self.level(&diagnostic) {
            Some(Level::Off) => None,
            Some(Level::Error) => Some(Diagnostic { severity: Severity::Error, ..diagnostic }),
            Some(Level::Warning) => Some(Diagnostic { severity: Severity::Warning, ..diagnostic }),
            // These checks are off unless site.toml sets their level.
            None if matches!(diagnostic.code, Code::ExternalImage | Code::Typography) => None,
            None => Some(diagnostic),
        };
        diagnostics.into_iter().filter_map(apply).collect()
    }

    /// Returns the paths of `[[checks.in]]` without a slash at their ends, each with its position in the list.
    pub fn paths(&self) -> impl Iterator<Item = (usize, &str)> {
        self.paths.iter().map(|(index, path)| (*index, path.as_str()))
    }

    /// Whether site.toml sets the level of a check, for the site or a folder.
    pub fn is_set(&self, code: Code) -> bool {
        self.rules.iter().any(|rule| rule.code == code && rule.level != Level::Off)
    }

    /// Returns the level of the innermost folder that sets one, or else of the site.
    fn level(&self, diagnostic: &Diagnostic) -> Option<Level> {
        let file = diagnostic.place.as_ref().map_or("", |place| place.file.as_str());
        let is_inside = |path: &str| {
            path.is_empty()
                || file
                    .strip_prefix(path)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let rules =
            self.rules.iter().filter(|rule| rule.code == diagnostic.code && is_inside(&rule.path));
        rules.max_by_key(|rule| rule.path.len()).map(|rule| rule.level)
    }

    /// Reads `[checks]`. Calls `report` with the message, range and hint of each error.
    pub fn read(root: &DeTable<'_>, report: &mut dyn FnMut(String, &Range<usize>, &str)) -> Checks {
        let mut checks = Checks::default();
        let Some(value) = root.get("checks") else {
            return checks;
        };

        let Some(table) = value.get_ref().as_table() else {
            report(
                "`checks` is not a table".to_owned(),
                &value.span(),
                "write the header `[checks]` and below it lines such as `broken_links = \"warning\"`",
            );
            return checks;
        };
        checks.read_rules("", table, report);

        let Some(folders) = table.get("in") else {
            return checks;
        };
        let tables =
            folders.get_ref().as_array().filter(|all| all.iter().all(|it| it.get_ref().is_table()));
        let Some(tables) = tables else {
            report(
                "`checks.in` is not a list of tables".to_owned(),
                &folders.span(),
                "start each table with a line `[[checks.in]]`",
            );
            return checks;
        };

        for (index, item) in tables.iter().enumerate() {
            let Some(table) = item.get_ref().as_table() else { continue };
            let path = table.get("path").and_then(|it| Some((it.span(), it.get_ref().as_str()?)));
            let (span, path) = path.unwrap_or((item.span(), ""));
            let folder = path.trim_end_matches('/');
            let is_source = ["content", "pages", "static", "i18n"]
                .contains(&folder.split('/').next().unwrap_or_default());
            if is_inside(folder) && is_source {
                checks.paths.push((index, folder.to_owned()));
                checks.read_rules(folder, table, report);
            } else {
                let hint = "name a folder or file in content, pages, static or i18n, such as `path = \"content/archive\"`";
                report(
                    if path.is_empty() {
                        "`[[checks.in]]` has no `path`".to_owned()
                    } else {
                        format!("`{path}` is not a source file or folder")
                    },
                    &span,
                    hint,
                );
            }
        }

        checks
    }

    fn read_rules(
        &mut self,
        path: &str,
        table: &DeTable<'_>,
        report: &mut dyn FnMut(String, &Range<usize>, &str),
    ) {
        let first_rule = self.rules.len();
        let other_key = if path.is_empty() { "in" } else { "path" };

        for (key, value) in table.iter().filter(|(key, _)| &**key.get_ref() != other_key) {
            let name = &**key.get_ref();
            let Some((_, code)) =
                CHECKS.iter().find(|(known, code)| *known == name || code.number() == name)
            else {
                let (message, hint) = unknown_check(name, other_key);
                report(message, &key.span(), &hint);
                continue;
            };

            let level_name = value.get_ref().as_str();
            let Some((_, level)) = LEVELS.iter().find(|(known, _)| Some(*known) == level_name)
            else {
                let suggestion =
                    level_name.and_then(|it| did_you_mean(it, LEVELS.map(|(known, _)| known)));
                let hint = suggestion
                    .unwrap_or_else(|| "write \"error\", \"warning\" or \"off\"".to_owned());
                report(format!("`{name}` is {}", display(value.get_ref())), &value.span(), &hint);
                // The intended level may be `off`, so the check is turned off.
                self.rules.push(Rule { path: path.to_owned(), code: *code, level: Level::Off });
                continue;
            };

            if self.rules[first_rule..].iter().any(|rule| rule.code == *code) {
                report(
                    format!("`{name}` is set twice, by its name and by its code"),
                    &key.span(),
                    "remove one of them",
                );
            }

            self.rules.push(Rule { path: path.to_owned(), code: *code, level: *level });
        }
    }
}

/// Returns the message and the hint for a name that is not a check. `other_key` is the one key of the table that is not a check.
fn unknown_check(name: &str, other_key: &str) -> (String, String) {
    let list_hint =
        || "the reference of diagnostics lists the checks whose level can be set".to_owned();
    if let Some(code) = Code::ALL.iter().find(|code| code.number() == name) {
        return (
            format!("`{code}` cannot be set: ignoring it would publish a broken or incorrect site"),
            list_hint(),
        );
    }
    let names = CHECKS.iter().flat_map(|(name, code)| [*name, code.number()]).chain([other_key]);
    (format!("there is no check `{name}`"), did_you_mean(name, names).unwrap_or_else(list_hint))
}

fn display(value: &DeValue<'_>) -> String {
    value.as_str().map_or_else(|| "not a string".to_owned(), |text| format!("\"{text}\""))
}

/// Returns the JSON Schema of site.toml: [`SITE_SCHEMA`] with the names of checks as keys of `checks`.
pub fn site_schema() -> Json {
    let mut schema: Json = serde_json::from_str(SITE_SCHEMA).expect("a test generates it");
    let level = json!({ "enum": LEVELS.map(|(name, _)| name) });
    let names = CHECKS.iter().flat_map(|(name, code)| [*name, code.number()]);
    let checks: Map<String, Json> = names.map(|name| (name.to_owned(), level.clone())).collect();
    let table = |additional_key: &str, value: Json| {
        let mut properties = checks.clone();
        properties.insert(additional_key.to_owned(), value);
        json!({ "type": "object", "additionalProperties": false, "properties": properties })
    };
    let path = json!({ "type": "string", "description": "A folder or file of content, pages, static or i18n." });
    let mut folder = table("path", path);
    folder["required"] = json!(["path"]);
    schema["properties"]["checks"] = table("in", json!({ "type": "array", "items": folder }));
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_of_site_toml_has_all_names_of_checks() {
        let checks = &site_schema()["properties"]["checks"]["properties"];
        assert_eq!(checks.as_object().map(Map::len), Some(2 * CHECKS.len() + 1));
    }
}
