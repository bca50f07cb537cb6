//! Reports placeholder content in pages, data files and templates of production builds.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::stage::BuildState;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::SitePath;
use croupier_content::config::options::Profile;
use croupier_content::config::production::{self, Hosts};
use croupier_content::config::tables::{Production, SampleLevel};
use croupier_content::front_matter::Status;
use croupier_content::page::Page;
use croupier_content::placeholder_content;

/// Returns a diagnostic for the first placeholder of each changed file. Only production builds without `--allow-samples` have some.
pub(crate) fn placeholder_content(state: BuildState<'_>) -> Vec<Diagnostic> {
    let settings = state.settings();
    if settings.profile != Profile::Production || settings.flags.allow_samples {
        return Vec::new();
    }

    let Production { samples, sample_words: placeholders, filled_in } = &settings.config.production;
    let options = settings.config.markdown;
    let inputs = &state.site.inputs;
    let check_all = state.changes.affects_everything();
    let is_changed = |page: &Page| check_all || state.changes.bodies.contains(&page.source);

    // The status `sample` is an error of its own.
    let is_excluded = |page: &Page| {
        // Data files are searched below.
        page.is_generated || page.row.is_some() || page.front.status == Status::Sample
    };

    let pages = inputs.site.pages.values().chain(inputs.site.headless.values());
    let pages: Vec<&Arc<Page>> =
        pages.filter(|page| is_changed(page) && !is_excluded(page)).collect();

    let find_in_page = |page: &Arc<Page>| {
        let text = state.sources.text(&page.source).ok()?;
        let range = placeholder_content::find_in_page(&text, placeholders, options)?;
        Some(error(&page.source, text.source, range))
    };
    let mut diagnostics: Vec<Diagnostic> = pages.into_par_iter().filter_map(find_in_page).collect();

    let data =
        inputs.data.values().filter(|_| check_all || state.changes.data).filter_map(|data| {
            let (file, text) = data.file();
            let is_filled_in = filled_in.iter().any(|it| *it == *file);
            let hosts = if is_filled_in { Hosts::OnlyReal } else { Hosts::Any };
            let range = placeholder_content::find_in_data(&file, &text, placeholders, hosts)?;
            Some(error(&file, text, range))
        });

    diagnostics.extend(data);
    diagnostics.extend(missing_data_files(state, filled_in));

    // A warning is reported by each build, also by one that renders nothing.
    let check_templates = check_all || state.changes.templates || *samples == SampleLevel::Warning;
    let templates = inputs.templates.iter().filter(|_| check_templates);
    diagnostics.extend(templates.filter_map(|(file, text)| {
        let range = placeholder_content::find_in_template(text, placeholders)?;
        let is_phrase = placeholders.iter().any(|it| it.eq_ignore_ascii_case(&text[range.clone()]));
        let level = if is_phrase { SampleLevel::Error } else { *samples };
        Some(problem(level, file, Arc::clone(text), range))
    }));

    diagnostics
}

/// Returns the errors about data files of `filled_in` that do not exist.
fn missing_data_files(state: BuildState<'_>, filled_in: &[String]) -> Vec<Diagnostic> {
    let settings = state.settings();
    let files: Vec<SitePath> = state.site.inputs.data.values().map(|data| data.file().0).collect();
    let missing = filled_in.iter().enumerate().filter(|(_, entry)| {
        production::is_data_file(entry) && !files.iter().any(|file| **file == ***entry)
    });
    let error = |(index, entry): (usize, &String)| {
        let steps = ["production".to_owned(), "filled_in".to_owned(), index.to_string()];
        let location = settings.layers.place(settings.spanned.range_at(&steps.map(Into::into)));
        let hint = did_you_mean(entry, files.iter().map(SitePath::as_str));
        Diagnostic::error(
            Code::SiteTable,
            format!("`filled_in` names {entry}, which does not exist"),
        )
        .at(location)
        .hint(hint.unwrap_or_else(|| "name a data file of the site".to_owned()))
    };
    missing.map(error).collect()
}

fn error(file: &str, text: Arc<str>, range: Range<usize>) -> Diagnostic {
    problem(SampleLevel::Error, file, text, range)
}

fn problem(level: SampleLevel, file: &str, text: Arc<str>, range: Range<usize>) -> Diagnostic {
    let message = format!("`{}` is a sample and not ready for production", &text[range.clone()]);
    level
        .diagnostic(Code::SampleText, message)
        .at(Location::new(file, text, range))
        .hint("write your own, or build with --preview or --allow-samples")
}
