//! Production builds refuse placeholder content in pages, data files and templates.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::stage::BuildState;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_content::config::options::Profile;
use croupier_content::front_matter::Status;
use croupier_content::page::Page;
use croupier_content::placeholder_content;

/// Returns the first placeholder of each file that changed, in builds that may not publish any.
pub(crate) fn placeholder_content(state: BuildState<'_>) -> Vec<Diagnostic> {
    let settings = state.settings();
    if settings.profile != Profile::Production || settings.allow_samples {
        return Vec::new();
    }
    let words = &settings.config.production.sample_words;
    let inputs = &state.site.inputs;
    let is_all = state.changes.affects_everything();
    let is_new = |page: &Page| is_all || state.changes.bodies.contains(&page.source);
    // A page that says itself that it is a sample is told for that.
    let is_told = |page: &Page| page.is_generated || page.front.status == Status::Sample;
    let pages: Vec<&Arc<Page>> =
        inputs.site.pages.values().filter(|page| is_new(page) && !is_told(page)).collect();
    let of_page = |page: &Arc<Page>| {
        let text = state.sources.text(&page.source).ok()?;
        let range = placeholder_content::find_in_page(&text, words)?;
        Some(sample(&page.source, text.source, range))
    };
    let mut found: Vec<Diagnostic> = pages.into_par_iter().filter_map(of_page).collect();
    let data = inputs.data.values().filter(|_| is_all || state.changes.data).filter_map(|data| {
        let (file, text) = data.file();
        let range = placeholder_content::find_in_data(&file, &text, words)?;
        Some(sample(&file, text, range))
    });
    found.extend(data);
    let templates = inputs.templates.iter().filter(|_| is_all || state.changes.templates);
    found.extend(templates.filter_map(|(file, text)| {
        Some(sample(file, Arc::clone(text), placeholder_content::find_in_template(text, words)?))
    }));
    found
}

fn sample(file: &str, text: Arc<str>, range: Range<usize>) -> Diagnostic {
    Diagnostic::error(
        Code::SampleText,
        format!("`{}` is a sample and not ready for production", &text[range.clone()]),
    )
    .at(Location::new(file, text, range))
    .hint("write the operator's own, or build with --profile preview or --allow-samples")
}
