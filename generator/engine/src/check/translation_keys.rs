//! Warns about values of `translation_key` that only one page has. The page is no translation then.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::check::line_of_key;
use crate::stage::BuildState;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::pseudo::Pseudo;
use croupier_content::page::Page;

/// Returns a warning for each `translation_key` that no other content file has.
///
/// Files that are not published count, and those of disabled languages: a translation can be ready before its original is published.
pub(crate) fn lone_translation_keys(state: BuildState<'_>) -> Vec<Diagnostic> {
    let contents = &state.sources.contents;
    let has_key = |page: &Page| page.front.rare.translation_key.is_some();
    let languages = &state.settings().languages.files.0;
    let languages = languages.iter().filter(|it| Pseudo::of_tag(&it.key).is_none());
    if languages.count() < 2 || !contents.values().any(|it| has_key(&it.page)) {
        return Vec::new();
    }

    // The key of a file with errors can be unknown.
    if contents.values().any(|it| !it.page.is_valid) {
        return Vec::new();
    }

    let mut counts: BTreeMap<Cow<'_, str>, usize> = BTreeMap::new();
    for content in contents.values() {
        *counts.entry(content.page.translation_key()).or_default() += 1;
    }

    let pages = contents.values().map(|it| &*it.page).filter(|page| has_key(page));
    let lone = pages.filter(|page| counts.get(&page.translation_key()) == Some(&1));
    lone.map(|page| warning(state, page, counts.keys())).collect()
}

/// Returns the warning about a key. `all` are those of all pages.
fn warning<'a>(
    state: BuildState<'_>,
    page: &Page,
    all: impl Iterator<Item = &'a Cow<'a, str>>,
) -> Diagnostic {
    let own = page.translation_key();
    let own = own.trim_matches('/');
    let others = all.map(|key| key.trim_matches('/')).filter(|key| *key != own);
    let hint = did_you_mean(own, others).unwrap_or_else(|| {
        "write the path of the original, such as `info/about`, or its `translation_key`".to_owned()
    });

    let message = format!("no other page has the `translation_key` `{own}`");
    let warning = Diagnostic::warning(Code::TranslationKey, message).hint(hint);
    match line_of_key(state.sources, page, "translation_key") {
        Some(location) => warning.at(location),
        None => page.locate(warning),
    }
}
