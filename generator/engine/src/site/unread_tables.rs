//! Warns about tables of site.toml with the name that another generator gives to its settings, and about misspelled tables of languages.

use crate::query::inputs::TemplateTexts;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::syntax::spanned::{SpannedKey, SpannedValue, Value};
use croupier_content::config::settings::Settings;
use croupier_content::config::tables::TABLES;
use croupier_content::foreign_names;

/// Returns a warning for each table that has no effect: it has a name of another generator, and no template reads it. Also for each table
/// of a language that site.toml has with a similar name.
pub(super) fn unread_tables(settings: &Settings, templates: &TemplateTexts) -> Vec<Diagnostic> {
    let of_site = settings.spanned.entries();
    let is_known = |name: &str| of_site.iter().any(|(key, _)| key.name == name);
    let is_unread = |key: &SpannedKey, value: &SpannedValue| {
        matches!(value.value, Value::Table(_) | Value::List(_)) && !is_read(&key.name, templates)
    };
    let warning = |key: &SpannedKey, hint: String| {
        let message = format!("the table `{}` has no effect: no template reads it", key.name);
        let location = settings.layers.place(key.range.clone());
        Diagnostic::warning(Code::SiteKeyUnknown, message).at(location).hint(hint)
    };

    let mut warnings = Vec::new();
    for (key, value) in of_site {
        if let Some(hint) = foreign_names::settings_table(&key.name)
            && is_unread(key, value)
        {
            warnings.push(warning(key, hint.to_owned()));
        }
    }

    let languages = settings.spanned.get("languages").into_iter().flat_map(SpannedValue::entries);
    for (key, value) in languages.flat_map(|(_, table)| table.entries()) {
        // The loader can read a table that only a language has, so that its name must be similar to another one.
        let tables = of_site
            .iter()
            .filter(|(_, value)| matches!(value.value, Value::Table(_) | Value::List(_)));
        let hint = foreign_names::settings_table(&key.name)
            .map(str::to_owned)
            .or_else(|| did_you_mean(&key.name, tables.map(|(key, _)| key.name.as_str())));
        let is_own = !is_known(&key.name) && !TABLES.contains(&key.name.as_str());
        if let Some(hint) = hint.filter(|_| is_own && is_unread(key, value)) {
            warnings.push(warning(key, hint));
        }
    }
    warnings
}

/// Returns whether a template reads a table of site.toml.
fn is_read(table: &str, templates: &TemplateTexts) -> bool {
    let accesses = ["site.{}", "site[\"{}\"]", "site['{}']"].map(|it| it.replace("{}", table));
    templates.values().any(|text| accesses.iter().any(|it| text.contains(it)))
}
