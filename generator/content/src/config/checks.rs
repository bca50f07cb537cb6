//! How much a check weighs: `[checks]` of site.toml for the whole site, and `[[checks.in]]` for a folder.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use croupier_base::diagnostic::code::{CHECKS, Code};
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::path::is_inside;

/// What is done when a check finds something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Nothing is published.
    Error,
    /// It is told, and the build goes on.
    Warning,
    /// It is not told.
    Off,
}

/// How the levels are written.
pub const LEVELS: [(&str, Level); 3] =
    [("error", Level::Error), ("warning", Level::Warning), ("off", Level::Off)];

/// What was said of checks.
#[derive(Debug, Clone, Default)]
pub struct Checks(Vec<Rule>);

#[derive(Debug, Clone)]
struct Rule {
    /// Folder or file below the root; empty for the whole site.
    path: String,
    code: Code,
    level: Level,
}

impl Checks {
    /// What was found as it weighs in this site. What is off is left out.
    pub fn weighed(&self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let weigh = |diagnostic: Diagnostic| match self.level(&diagnostic) {
            Some(Level::Off) => None,
            Some(Level::Error) => Some(Diagnostic { severity: Severity::Error, ..diagnostic }),
            Some(Level::Warning) => Some(Diagnostic { severity: Severity::Warning, ..diagnostic }),
            None => Some(diagnostic),
        };
        if self.0.is_empty() { found } else { found.into_iter().filter_map(weigh).collect() }
    }

    /// What the nearest folder says of it, else the site.
    fn level(&self, diagnostic: &Diagnostic) -> Option<Level> {
        let file = diagnostic.place.as_ref().map_or("", |place| place.file.as_str());
        let is_in = |path: &str| {
            path.is_empty()
                || file
                    .strip_prefix(path)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let rules = self.0.iter().filter(|rule| rule.code == diagnostic.code && is_in(&rule.path));
        rules.max_by_key(|rule| rule.path.len()).map(|rule| rule.level)
    }

    /// Reads the table; `wrong` is told what is wrong with it, where, and what to write instead.
    pub fn read(root: &DeTable<'_>, wrong: &mut dyn FnMut(String, &Range<usize>, &str)) -> Checks {
        let mut checks = Checks::default();
        let Some(value) = root.get("checks") else {
            return checks;
        };
        let Some(table) = value.get_ref().as_table() else {
            wrong(
                "`checks` is no table".to_owned(),
                &value.span(),
                "write a line `[checks]`, and below it `broken_links = \"warning\"`",
            );
            return checks;
        };
        checks.rules("", table, wrong);
        let Some(folders) = table.get("in") else {
            return checks;
        };
        let tables =
            folders.get_ref().as_array().filter(|all| all.iter().all(|it| it.get_ref().is_table()));
        let Some(tables) = tables else {
            wrong(
                "`checks.in` is no list of tables".to_owned(),
                &folders.span(),
                "begin each with a line `[[checks.in]]`",
            );
            return checks;
        };
        for item in tables {
            let Some(table) = item.get_ref().as_table() else { continue };
            let path = table.get("path").and_then(|it| Some((it.span(), it.get_ref().as_str()?)));
            let (span, path) = path.unwrap_or((item.span(), ""));
            let folder = path.trim_end_matches('/');
            let is_source = ["content", "pages", "static"]
                .contains(&folder.split('/').next().unwrap_or_default());
            if is_inside(folder) && is_source {
                checks.rules(folder, table, wrong);
            } else {
                let hint = "write `path = \"content/archive\"`, a folder or file of content, pages or static";
                wrong(
                    if path.is_empty() {
                        "`[[checks.in]]` has no `path`".to_owned()
                    } else {
                        format!("`{path}` is no folder of sources")
                    },
                    &span,
                    hint,
                );
            }
        }
        checks
    }

    fn rules(
        &mut self,
        path: &str,
        table: &DeTable<'_>,
        wrong: &mut dyn FnMut(String, &Range<usize>, &str),
    ) {
        let before = self.0.len();
        let own = if path.is_empty() { "in" } else { "path" };
        for (key, value) in table.iter().filter(|(key, _)| &**key.get_ref() != own) {
            let name = &**key.get_ref();
            let Some((_, code)) =
                CHECKS.iter().find(|(known, code)| *known == name || code.number() == name)
            else {
                let (message, hint) = unknown(name, own);
                wrong(message, &key.span(), &hint);
                continue;
            };
            let written = value.get_ref().as_str();
            let Some((_, level)) = LEVELS.iter().find(|(known, _)| Some(*known) == written) else {
                let meant = written.and_then(|it| did_you_mean(it, LEVELS.map(|(known, _)| known)));
                let hint =
                    meant.unwrap_or_else(|| "write \"error\", \"warning\" or \"off\"".to_owned());
                wrong(format!("`{name}` is {}", shown(value.get_ref())), &value.span(), &hint);
                // What it finds may have been meant to be let through.
                self.0.push(Rule { path: path.to_owned(), code: *code, level: Level::Off });
                continue;
            };
            if self.0[before..].iter().any(|rule| rule.code == *code) {
                wrong(
                    format!("`{name}` is said twice, by its name and by its code"),
                    &key.span(),
                    "leave one of them out",
                );
            }
            self.0.push(Rule { path: path.to_owned(), code: *code, level: *level });
        }
    }
}

/// What is wrong with a name that is no check's, and what was meant.
fn unknown(name: &str, own: &str) -> (String, String) {
    let guide = || "docs/diagnostics.md lists the checks that can be set".to_owned();
    if let Some(code) = Code::ALL.iter().find(|code| code.number() == name) {
        return (
            format!(
                "`{code}` cannot be set: a site that has it would be published broken, or not as it was meant"
            ),
            guide(),
        );
    }
    let names = CHECKS.iter().flat_map(|(name, code)| [*name, code.number()]).chain([own]);
    (format!("there is no check `{name}`"), did_you_mean(name, names).unwrap_or_else(guide))
}

fn shown(value: &DeValue<'_>) -> String {
    value.as_str().map_or_else(|| "no text".to_owned(), |text| format!("\"{text}\""))
}
