//! Brings diagnostics into their final form: sorted, each with its line, without consequences of other errors, and one for each cause.

use crate::check::suppressed;
use crate::sources::Sources;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::grouping::{group, merge_equal};
use croupier_base::diagnostic::{self, Diagnostic, Subject};
use croupier_base::disk::text;
use croupier_base::path::SitePath;
use croupier_content::config::layers::SITE;
use croupier_content::config::settings::Settings;
use croupier_content::config::tables::Taxonomy;

/// Applies the levels of `[checks]`, removes consequences of other errors, adds missing lines, sorts, and groups by cause.
pub(crate) fn finalize(sources: &Sources, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if let Some(settings) = &sources.settings {
        diagnostics = settings.config.checks.apply_levels(diagnostics);
        suppressed::remove_consequences(&mut diagnostics, &settings.poisoned_keys);
        for diagnostic in &mut diagnostics {
            locate_in_settings(diagnostic, settings);
        }
    }

    diagnostic::sort(&mut diagnostics);
    let mut diagnostics = merge_equal(diagnostics);
    let without_line =
        diagnostics.iter_mut().filter(|it| it.is_without_line() && it.code != Code::LinkOut);

    let mut has_moved = false;
    for diagnostic in without_line.take(MAX_LOCATED) {
        if let Some(text) = text_of(sources, diagnostic) {
            diagnostic.locate_in(text);
            has_moved = true;
        }
    }

    if has_moved {
        diagnostic::sort(&mut diagnostics);
    }

    group(diagnostics)
}

/// Returns the text of the file of a diagnostic. None if the file is large or cannot be read.
fn text_of(sources: &Sources, diagnostic: &Diagnostic) -> Option<String> {
    let file = SitePath::new(diagnostic.place.as_ref()?.file.as_str());
    let text = text::read(&file, sources.world.read(&file).ok()?);
    if text.len() < MAX_SEARCHED_BYTES { String::from_utf8(text).ok() } else { None }
}

/// Moves a diagnostic to the value of site.toml that causes it, if there is one.
fn locate_in_settings(diagnostic: &mut Diagnostic, settings: &Settings) {
    let is_in_site_toml =
        diagnostic.is_without_line() && diagnostic.place.as_ref().is_some_and(|it| it.file == SITE);
    let steps = match diagnostic.code {
        Code::NoRuntime if diagnostic.place.is_none() => vec!["runtime".into(), "dir".into()],
        Code::NoTemplate if is_in_site_toml => {
            let Some(Subject::MissingTemplate(missing)) = &diagnostic.subject else { return };
            let mut taxonomies = settings.config.taxonomies.iter().enumerate();
            let key = taxonomies.find_map(|(index, it)| Some((index, template_key(it, missing)?)));
            let Some((index, key)) = key else { return };
            vec!["taxonomies".into(), index.to_string().into(), key.into()]
        }
        _ => return,
    };
    diagnostic.place = Some(settings.layers.place(settings.spanned.range_at(&steps)));
}

/// Returns the key of a taxonomy that names a template.
fn template_key(taxonomy: &Taxonomy, template: &str) -> Option<&'static str> {
    if taxonomy.template == template {
        Some("template")
    } else if taxonomy.list_template == template {
        Some("list_template")
    } else {
        None
    }
}

/// The maximum number of diagnostics whose line is searched for.
const MAX_LOCATED: usize = 100;
/// Files of this size in bytes, or larger, are not searched.
const MAX_SEARCHED_BYTES: usize = 1 << 20;
