//! Brings diagnostics into their final form: sorted, each with its line, and without consequences of other errors.

use crate::check::suppressed;
use crate::sources::Sources;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{self, Diagnostic, Subject};
use croupier_base::disk::text;
use croupier_base::path::SitePath;
use croupier_content::config::layers::SITE;
use croupier_content::config::settings::Settings;
use croupier_content::config::tables::Taxonomy;

/// Applies the levels of `[checks]`, removes consequences of other errors, adds missing lines, and sorts.
pub(crate) fn finalize(sources: &Sources, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if let Some(settings) = &sources.settings {
        found = settings.config.checks.apply_levels(found);
        suppressed::remove_consequences(&mut found, &settings.poisoned_keys);
        for it in &mut found {
            in_settings(it, settings);
        }
    }
    for place in
        found.iter_mut().filter(|it| it.is_without_line() && it.code != Code::LinkOut).take(LINES)
    {
        let file = place.place.as_ref().map(|it| SitePath::new(it.file.as_str()));
        let text = file.and_then(|file| Some(text::read(&file, sources.world.read(&file).ok()?)));
        if let Some(text) =
            text.filter(|it| it.len() < LARGE).and_then(|it| String::from_utf8(it).ok())
        {
            place.locate_in(text);
        }
    }
    diagnostic::sort(&mut found);
    found
}

/// Places what is wrong because of a value of site.toml at that value.
fn in_settings(found: &mut Diagnostic, settings: &Settings) {
    let of_taxonomy = |(at, taxonomy): (usize, &Taxonomy)| {
        let missing = if let Some(Subject::MissingTemplate(name)) = &found.subject {
            name
        } else {
            return None;
        };
        let named = |key: &'static str, template: &str| (template == missing).then_some((at, key));
        named("template", &taxonomy.template)
            .or_else(|| named("list_template", &taxonomy.list_template))
    };
    let is_of_site =
        found.is_without_line() && found.place.as_ref().is_some_and(|it| it.file == SITE);
    let steps = match found.code {
        Code::NoRuntime if found.place.is_none() => vec!["runtime".into(), "dir".into()],
        Code::NoTemplate if is_of_site => {
            match settings.config.taxonomies.iter().enumerate().find_map(of_taxonomy) {
                Some((at, key)) => vec!["taxonomies".into(), at.to_string().into(), key.into()],
                None => return,
            }
        }
        _ => return,
    };
    found.place = Some(settings.layers.place(settings.spanned.range_at(&steps)));
}

/// So many diagnostics get a line that must be looked for, in files of less than so many bytes.
const LINES: usize = 100;
const LARGE: usize = 1 << 20;
