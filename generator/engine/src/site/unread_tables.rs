//! Warns about tables of site.toml with the name that another generator gives to its settings.

use crate::query::inputs::TemplateTexts;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::syntax::spanned::Value;
use croupier_content::config::settings::Settings;
use croupier_content::foreign_names;

/// Returns a warning for each table that has no effect: it has a name of another generator, and no template reads it.
pub(super) fn unread_tables(
    settings: &Settings,
    templates: &TemplateTexts,
) -> impl Iterator<Item = Diagnostic> {
    settings.spanned.entries().iter().filter_map(move |(key, value)| {
        let hint = foreign_names::settings_table(&key.name)?;
        let accesses =
            ["site.{}", "site[\"{}\"]", "site['{}']"].map(|it| it.replace("{}", &key.name));
        let is_read = templates.values().any(|text| accesses.iter().any(|it| text.contains(it)));
        if is_read || !matches!(value.value, Value::Table(_) | Value::List(_)) {
            return None;
        }
        let message = format!("the table `{}` has no effect: no template reads it", key.name);
        let location = settings.layers.place(key.range.clone());
        Some(Diagnostic::warning(Code::SiteKeyUnknown, message).at(location).hint(hint))
    })
}
