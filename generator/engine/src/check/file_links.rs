//! Broken or blocked links in the HTML files of `pages/files/`.

use std::collections::BTreeSet;

use crate::check::template_links::{Quotes, SourceText, check_link, link_locations, shared_texts};
use crate::render::policy::Policy;
use crate::session::rendered::RenderedFiles;
use crate::session::trace::FileTrace;
use crate::stage::BuildState;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::{Href, Route};
use croupier_content::links::Targets;

/// Returns the problems with links of all files, each at the source that has the link.
pub(super) fn problems(
    state: BuildState<'_>,
    files: &RenderedFiles,
    targets: &Targets<'_>,
    policy: &Policy,
) -> Vec<Diagnostic> {
    let base = state.settings().base_path.as_str();
    let mut diagnostics = Vec::new();
    for (path, file) in files.iter().filter(|(_, file)| !file.trace.links.is_empty()) {
        let route = Route::new(format!("/{path}"));
        let mut sources = None;

        for (usage, href) in &file.trace.links {
            // The ids of the file are not known here.
            if href.starts_with('#') {
                continue;
            }
            // A template can write the path of the site itself, as files of `static/` can.
            let own = href.strip_prefix(base).filter(|it| !base.is_empty() && it.starts_with('/'));
            let target = own.map_or_else(|| href.clone(), Href::new);
            let problem = check_link(targets, policy, &route, *usage, &target);
            let Some(problem) = problem else { continue };
            let sources = sources.get_or_insert_with(|| source_texts(state, &file.trace));
            diagnostics.push(located(problem, &file.trace, sources, href));
        }
    }
    diagnostics
}

/// Returns the template of a file, and the other sources that it reads.
fn source_texts(state: BuildState<'_>, trace: &FileTrace) -> Vec<SourceText> {
    let queries: BTreeSet<_> = trace.reads.keys().cloned().collect();
    let mut sources = shared_texts(state, &queries);
    sources.sort_by_key(|it| it.file != *trace.source);
    sources
}

fn located(
    problem: Diagnostic,
    trace: &FileTrace,
    sources: &[SourceText],
    href: &str,
) -> Diagnostic {
    let found = sources.iter().find_map(|source| {
        let range = link_locations(source, href, Quotes::Preferred).into_iter().next()?;
        Some(Location::new(&*source.file, source.text.clone(), range))
    });
    match found {
        Some(location) => problem.at(location),
        None => problem.in_file(&trace.source),
    }
}
