//! Renders the pages and standalone files of a plan. They are written to the hidden staging folder at once, so that memory does not hold
//! the whole site, and published only after everything is checked.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;

use crate::check::front_matter::{FrontMatterErrors, check_page};
use crate::output::staging::Staging;
use crate::pipeline::plan::reason;
use crate::pipeline::shard::parts::{Parts, take_pages};
use crate::pipeline::staged_file::stage;
use crate::pipeline::{pictures, standalone};
use crate::query::recorder::Reads;
use crate::render::page::{self, MissingTemplates, PageOutput};
use crate::session::rendered::{RenderedFiles, RenderedPage, StagedFile};
use crate::session::trace::Trace;
use crate::stage::{BuildState, FailedText, Plan, Rendered};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::Route;
use croupier_content::config::layers::SITE;
use croupier_content::markdown::{Problem, ProblemKind};
use croupier_content::page::Page;

/// A page with the diagnostics that do not stop it, or those that do.
type RenderResult = Result<(RenderedPage, Vec<Diagnostic>), Vec<Diagnostic>>;

/// The most neighbouring pages that one thread renders without sharing them with idle threads. Rayon otherwise divides the list into a few
/// long runs, and the pages of terms, which list many others, are all in the last one.
const MAX_PAGES_PER_JOB: usize = 8;

/// What a build renders of its plan.
#[derive(Clone, Copy)]
pub(super) enum Rendering<'a> {
    /// Pages and standalone files.
    All,
    /// Pages only: a merge renders the standalone files.
    Shard,
    /// Standalone files only: the pages are in parts.
    Merge(&'a Parts),
}

/// Renders the outputs of a plan. One that fails does not stop the others. Without `staging` nothing is written.
pub(super) fn render(
    state: BuildState<'_>,
    plan: &Plan,
    front_matter: &FrontMatterErrors,
    staging: Option<&Staging>,
    rendering: Rendering<'_>,
) -> Rendered {
    let (files, mut diagnostics) = match rendering {
        Rendering::Shard => (RenderedFiles::new(), Vec::new()),
        Rendering::All | Rendering::Merge(_) => standalone::render_files(state, plan, staging),
    };

    let pages = match (rendering, staging) {
        (Rendering::Merge(parts), Some(staging)) => {
            take_pages(parts, &plan.pages, state.session, staging)
        }
        _ => Ok(render_pages(state, plan, front_matter, staging, &mut diagnostics)),
    };

    let (pages, failed_texts) = match pages {
        Ok(pages) => {
            let failed_texts = texts_of_failed_pages(state, plan, &pages, &mut diagnostics);
            (pages, failed_texts)
        }
        // The pages are not wrong, so that their links say nothing.
        Err(error) => {
            diagnostics.push(error);
            (Vec::new(), Vec::new())
        }
    };

    let (copies, cards) = pictures::used_pictures(state, plan, &pages, &files);
    Rendered { pages, files, failed_texts, copies, cards, diagnostics }
}

/// Renders the pages of a plan.
fn render_pages(
    state: BuildState<'_>,
    plan: &Plan,
    front_matter: &FrontMatterErrors,
    staging: Option<&Staging>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<RenderedPage> {
    let render = |pages: &[&Arc<Page>]| -> Vec<RenderResult> {
        let pages = pages.par_iter().with_max_len(MAX_PAGES_PER_JOB);
        pages.map(|page| render_page(state, page, front_matter, &plan.unchanged, staging)).collect()
    };

    // Translations take the ids of their originals, which are known when these are rendered.
    let default = state.settings().languages.default_language().key;
    let (originals, translations): (Vec<_>, Vec<_>) =
        plan.pages.iter().partition(|page| page.language == default);
    let mut results = render(&originals);
    results.extend(render(&translations));

    let mut keep_ok = |result: RenderResult| match result {
        Ok((page, found)) => {
            diagnostics.extend(found);
            Some(page)
        }
        Err(found) => {
            diagnostics.extend(found);
            None
        }
    };

    let mut pages: Vec<RenderedPage> = results.into_iter().filter_map(&mut keep_ok).collect();
    if !translations.is_empty() {
        pages.sort_unstable_by(|a, b| a.page.route.cmp(&b.page.route));
    }
    pages
}

/// Renders a page and stages its files. Returns it with the diagnostics that do not stop it.
fn render_page(
    state: BuildState<'_>,
    page: &Arc<Page>,
    front_matter: &FrontMatterErrors,
    unchanged: &[bool],
    staging: Option<&Staging>,
) -> RenderResult {
    let invalid = front_matter.of(page);
    let (output, reads) = render_output(state, page, invalid.unwrap_or_default())?;
    // A page with errors in its front matter is rendered to find other errors only.
    if invalid.is_some() {
        return Err(Vec::new());
    }

    let files = match staging {
        Some(staging) => stage_page(state, staging, page, &output).map_err(|error| vec![error])?,
        None => Vec::new(),
    };
    Ok(traced(state, page, output, &reads, files, unchanged))
}

/// Renders the documents of a page.
fn render_output(
    state: BuildState<'_>,
    page: &Arc<Page>,
    missing: MissingTemplates,
) -> Result<(PageOutput, Reads), Vec<Diagnostic>> {
    let text = state.sources.text_of(page).map_err(|error| vec![error])?;
    page::render_page(&state.site.snapshot, &state.site.templates, page, &text, missing)
}

/// Renders a page that is not published, even if the site does not have it. Returns its HTML, and the page with the diagnostics that do
/// not stop it.
pub(super) fn render_preview(
    state: BuildState<'_>,
    page: &Arc<Page>,
) -> Result<(Vec<u8>, RenderedPage, Vec<Diagnostic>), Vec<Diagnostic>> {
    let invalid = check_page(state, page);
    let missing = invalid.as_ref().map(|it| it.missing).unwrap_or_default();
    let output = render_output(state, page, missing);
    if let Some(mut errors) = invalid {
        errors.diagnostics.extend(output.err().into_iter().flatten());
        return Err(errors.diagnostics);
    }

    let (mut output, reads) = output?;
    let html = std::mem::take(&mut output.html);
    let (rendered, diagnostics) = traced(state, page, output, &reads, Vec::new(), &[]);
    Ok((html, rendered, diagnostics))
}

/// Returns a rendered page with its trace, and its diagnostics. `files` are its staged documents.
fn traced(
    state: BuildState<'_>,
    page: &Arc<Page>,
    mut output: PageOutput,
    reads: &Reads,
    files: Vec<StagedFile>,
    unchanged: &[bool],
) -> (RenderedPage, Vec<Diagnostic>) {
    let data = files.get(1).map_or(0, |file| file.written.digest);
    let diagnostics = std::mem::take(&mut output.diagnostics);
    let diagnostics = if page.is_generated { Vec::new() } else { diagnostics };
    let trace = Box::new(trace(state, page, output, reads, data, unchanged));
    (RenderedPage { page: Arc::clone(page), trace, files: files.into() }, diagnostics)
}

/// Stages the HTML of a page and, if the site has it, its page-data, in this order.
fn stage_page(
    state: BuildState<'_>,
    staging: &Staging,
    page: &Page,
    output: &PageOutput,
) -> Result<Vec<StagedFile>, Diagnostic> {
    let html = stage(state.session, staging, page.route.html(), &output.html)?;
    let Some(data) = &output.data else { return Ok(vec![html]) };
    let data = stage(state.session, staging, page.route.data(), data)
        // A failed page is not recorded, and neither are its files.
        .inspect_err(|_| staging.unstage(&html.path))?;
    Ok(vec![html, data])
}

/// The trace of a rendered page, where `data` is the digest of its page-data.
fn trace(
    state: BuildState<'_>,
    page: &Page,
    output: PageOutput,
    reads: &Reads,
    data: Fingerprint,
    unchanged: &[bool],
) -> Trace {
    let index = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);

    let (digest, cascade) = state.sources.digests(page);
    let mut links = state.session.links();
    links.note(output.links.iter().map(|link| &link.href));
    let template_links = links.intern(output.template_links.iter());
    drop(links);

    // A generated page has no text, or that of a page which reports its problems: page 2 of a list.
    let is_of_file = page.source.as_str() != SITE;
    let of_page = |problem: &&Problem| {
        !page.is_generated || !is_of_file && matches!(problem.kind, ProblemKind::SocialCard(_))
    };
    let problems = output.problems.iter().filter(of_page).map(|problem| {
        (index(problem.range.start), index(problem.range.end), problem.kind.clone())
    });
    let of_text = output
        .links
        .into_iter()
        .map(|link| (link.usage, link.href, index(link.range.start), index(link.range.end)));

    Trace {
        source: page.source.clone(),
        digest,
        cascade,
        data,
        queries: state.session.queries().intern(reads),
        anchors: output.anchors.into(),
        links: of_text.collect(),
        template_links,
        problems: problems.collect(),
        text_problems: output.text_problems.into_iter().collect(),
        static_queries: output.queries,
        reason: reason(state, page, unchanged),
    }
}

/// The texts of pages that could not be rendered, so that a second build finds nothing more. Diagnostics of texts whose front matter is
/// broken are added to `diagnostics`.
fn texts_of_failed_pages(
    state: BuildState<'_>,
    plan: &Plan,
    rendered: &[RenderedPage],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<FailedText> {
    let BuildState { sources, site, .. } = state;

    // A page that cannot be read has an error of its own.
    let pages = site.inputs.site.pages.values().take_while(|_| !sources.errors.is_empty());
    let invalid = pages.filter(|page| !page.is_valid && !page.is_generated && !page.front.draft);

    let done: BTreeSet<&Route> = rendered.iter().map(|it| &it.page.route).collect();
    let failed = plan.pages.iter().filter(|page| !page.is_generated && !done.contains(&page.route));

    let texts = invalid.chain(failed).filter_map(|page| {
        let text = sources.text_of(page).ok()?;
        let (links, problems, errors) =
            page::render_body_only(&site.snapshot, &site.templates, page, &text);
        diagnostics.extend(errors.into_iter().filter(|_| !page.is_valid));
        Some(FailedText { page: Arc::clone(page), links, problems })
    });
    texts.collect()
}
