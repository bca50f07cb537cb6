//! Languages in which the generator has no texts of its own, so that pages show English ones.

use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_content::config::settings::Settings;
use croupier_content::config::tables::PLAY_LABEL;
use croupier_content::config::tables::languages::{Language, Untranslated};
use croupier_content::config::tables::markdown::{ANCHOR_LABEL, AnchorLinks, CALLOUTS};
use croupier_content::texts::{self, Texts};

/// Returns a warning for each language that lacks texts which the site shows.
pub(super) fn problems(settings: &Settings) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for language in settings.languages.iter().filter(|it| Texts::of(&it.locale).is_none()) {
        let keys = missing_keys(language, settings);
        if keys.is_empty() {
            continue;
        }

        let steps = match language.key.as_str() {
            "" => vec!["language".into()],
            key => vec!["languages".into(), key.into()],
        };
        let place = settings.layers.place(settings.spanned.range_at(&steps));
        let tag = &language.locale;
        let message =
            format!("there are no built-in texts in `{tag}`, so that pages show English ones");
        let table = if language.key.is_empty() { "site.toml" } else { "the table of the language" };
        let hint = format!("write these keys in {table}: {}", keys.join(", "));
        problems.push(Diagnostic::warning(Code::BuiltInTexts, message).at(place).hint(hint));
    }
    problems
}

/// Returns the keys of the texts that pages of a language show and that site.toml does not have. The labels of callouts are named only if
/// another text is missing, because few sites have callouts.
fn missing_keys(language: &Language, settings: &Settings) -> Vec<String> {
    let value = |table: &str, key: &str| language.site.get(table)?.get(key);
    let config = &settings.config;
    let mut keys = Vec::new();

    if language.untranslated == Untranslated::Show && language.untranslated_notice.is_none() {
        keys.push("`untranslated_notice`".to_owned());
    }
    let has_anchors = config.markdown.insert_anchor_links != AnchorLinks::None;
    if has_anchors && value("markdown", ANCHOR_LABEL).is_none() {
        keys.push(format!("`markdown.{ANCHOR_LABEL}`"));
    }
    if !config.embeds.is_empty() && value("embeds", PLAY_LABEL).is_none() {
        keys.push(format!("`embeds.{PLAY_LABEL}`"));
    }

    let labels = value("markdown", CALLOUTS).and_then(|it| it.as_object());
    let has_label = |kind: &&str| {
        labels.is_some_and(|it| it.keys().any(|label| label.eq_ignore_ascii_case(kind)))
    };
    if !keys.is_empty() && !texts::CALLOUTS.iter().all(has_label) {
        keys.push(format!("`markdown.{CALLOUTS}`"));
    }
    keys
}
