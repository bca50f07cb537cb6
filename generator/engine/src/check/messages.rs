//! Warnings about messages that no template shows, and about missing translations of those that one shows.

use std::collections::BTreeSet;

use crate::query::key::QueryKey;
use crate::sources::messages::site_languages;
use crate::stage::{BuildState, Rendered, shared_queries};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::path::Route;

/// A language and the key of a message that renderings asked for.
type UsedMessage = (String, String);

/// Returns the warnings. All pages, slices and files must be rendered, now or by an earlier build. `found` are the diagnostics so far.
pub(crate) fn message_warnings(
    state: BuildState<'_>,
    rendered: &Rendered,
    found: &[Diagnostic],
) -> Vec<Diagnostic> {
    let has_failed = found.iter().any(|it| it.severity == Severity::Error);
    // The messages of pages that could not be rendered are unknown.
    if state.site.inputs.messages.is_empty() || has_failed {
        return Vec::new();
    }

    let used = used_messages(state, rendered);
    let (default, _) = site_languages(state.settings());
    let mut warnings = unused(state, default, &used);
    warnings.extend(untranslated(state, default, &used));
    warnings
}

/// Returns the messages that the pages, slices and files of the site ask for.
fn used_messages(state: BuildState<'_>, rendered: &Rendered) -> BTreeSet<UsedMessage> {
    let queries = state.session.queries();
    let is_message: Vec<bool> = queries.list.iter().map(|it| it.message().is_some()).collect();
    let mut indices = BTreeSet::new();
    let mut add = |ids: &[u32]| {
        indices.extend(ids.iter().filter(|id| is_message[**id as usize]).copied());
    };

    let renewed: BTreeSet<&Route> = rendered.pages.iter().map(|it| &it.page.route).collect();
    let pages = &state.site.inputs.site.pages;
    for (route, trace) in state.session.traces().iter() {
        if pages.contains_key(route) && !renewed.contains(route) {
            add(&trace.queries);
        }
    }
    for page in &rendered.pages {
        add(&page.trace.queries);
    }

    let of_pages = indices.into_iter().filter_map(|index| queries.get(index));
    let shared = shared_queries(state.site, &rendered.files);
    let messages = of_pages.chain(shared).filter_map(QueryKey::message);
    messages.map(|(language, key)| (language.to_owned(), key.to_owned())).collect()
}

/// Returns the warnings about messages of the default language that nothing shows.
fn unused(state: BuildState<'_>, default: &str, used: &BTreeSet<UsedMessage>) -> Vec<Diagnostic> {
    let inputs = &state.site.inputs;
    let catalogs = &inputs.messages;
    let keys: BTreeSet<&str> = used.iter().map(|(_, key)| key.as_str()).collect();
    let referenced = catalogs.referenced(default, &keys);
    // A condition can hide a message from every page of today.
    let is_written = |key: &str| {
        let quoted = [format!("\"{key}\""), format!("'{key}'")];
        inputs.templates.values().any(|text| quoted.iter().any(|it| text.contains(it.as_str())))
    };

    let is_used = |key: &str| referenced.contains(key) || is_written(key);
    // An attribute needs its message, also if nothing shows the value.
    let with_used_attributes: BTreeSet<&str> = catalogs
        .keys(default)
        .filter(|key| is_used(key))
        .filter_map(|key| Some(key.split_once('.')?.0))
        .collect();

    let unused =
        catalogs.keys(default).filter(|key| !is_used(key) && !with_used_attributes.contains(key));
    let warnings = unused.filter_map(|key| {
        let message = format!("no template shows the message `{key}`");
        let mut hint = format!("show it with `t(\"{key}\")`, or remove it");
        if !key.contains('.') {
            hint.push_str(
                "; `croupier translations prune --messages` removes all unused messages from all languages",
            );
        }
        let location = catalogs.location(default, key)?;
        Some(Diagnostic::warning(Code::MessageUnused, message).at(location).hint(hint))
    });
    warnings.collect()
}

/// Returns the ids of the messages whose texts are all unused, according to the warnings `found` about a site. A message that another one
/// refers to in any language is used.
pub(crate) fn unused_ids(state: BuildState<'_>, found: &[Diagnostic]) -> BTreeSet<String> {
    let catalogs = &state.site.inputs.messages;
    let (default, _) = site_languages(state.settings());
    let warnings = found.iter().flat_map(Diagnostic::occurrences);
    let places: BTreeSet<(&str, usize)> = warnings
        .filter(|it| it.code == Code::MessageUnused)
        .filter_map(|it| Some((it.place.as_ref()?.file.as_str(), it.place.as_ref()?.range.start)))
        .collect();
    let is_unused = |key: &str| {
        let location = catalogs.location(default, key);
        location.is_some_and(|it| places.contains(&(it.file.as_str(), it.range.start)))
    };

    let id_of = |key: &str| key.split('.').next().unwrap_or(key).to_owned();
    let used = catalogs.keys(default).filter(|key| !is_unused(key)).map(id_of);
    let used: BTreeSet<String> = used.collect();
    let all: BTreeSet<String> = catalogs.keys(default).map(id_of).collect();

    let mut unused: BTreeSet<String> = all.difference(&used).cloned().collect();
    let referenced: BTreeSet<String> = catalogs
        .all_keys()
        .filter(|(_, key)| !unused.contains(&id_of(key)))
        .flat_map(|(language, key)| catalogs.referenced(language, &BTreeSet::from([key])))
        .map(id_of)
        .collect();
    unused.retain(|id| !referenced.contains(id));
    unused
}

/// Returns the warnings about messages that a language shows in the default language, at the original.
fn untranslated(
    state: BuildState<'_>,
    default: &str,
    used: &BTreeSet<UsedMessage>,
) -> Vec<Diagnostic> {
    let catalogs = &state.site.inputs.messages;
    let missing = used.iter().filter(|(language, key)| {
        language != default
            && !catalogs.is_incomplete(language)
            && catalogs.location(language, key).is_none()
    });

    let warnings = missing.filter_map(|(language, key)| {
        let message = format!("the message `{key}` is not translated into `{language}`");
        let location = catalogs.location(default, key)?;
        let file = catalogs.file_of_translation(language, default, &location.file);

        let hint = match key.split_once('.') {
            Some((key, attribute)) => {
                format!("write an indented line `.{attribute} = ...` below `{key} =` in {file}")
            }
            None => format!("write `{key} = ...` in {file}"),
        };
        Some(Diagnostic::warning(Code::MessageUntranslated, message).at(location).hint(hint))
    });
    warnings.collect()
}
