//! The links to other sites, and every location of a link in the sources, for a check over the network.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::check::template_links::{
    Quotes, SourceText, content_text, link_locations, shared_texts, with_slices,
};
use crate::query::key::QueryKey;
use crate::session::trace::TracedPage;
use crate::stage::BuildState;
use croupier_base::diagnostic::{ChainStep, Diagnostic, Location};
use croupier_base::path::Href;
use croupier_base::syntax::html::Use;
use croupier_content::links;
use croupier_content::redirects::pattern::Pattern;

/// The links to other sites, by URL as it is written.
pub(crate) struct ExternalLinks<'a> {
    state: BuildState<'a>,
    by_url: BTreeMap<Href, Uses<'a>>,
}

/// What contains a link.
#[derive(Default)]
struct Uses<'a> {
    /// The byte ranges in the content files of pages.
    in_content: Vec<(TracedPage<'a>, Range<usize>)>,
    /// The targets of redirects.
    in_redirects: Vec<Location>,
    /// The pages into which templates wrote the link.
    by_templates: Vec<TracedPage<'a>>,
}

impl<'a> ExternalLinks<'a> {
    /// Collects the links of all rendered pages and of `[[redirects]]`.
    pub(crate) fn collect(state: BuildState<'a>) -> ExternalLinks<'a> {
        let base_url = state.settings().base_url.clone();
        let hosts = &state.settings().languages.hosts;
        let is_external = |usage: Use, href: &Href| {
            is_requested(usage)
                && (href.is_absolute() || href.starts_with("//"))
                && href.problem().is_none()
                && links::below_base_url(&base_url, href).is_none()
                && hosts.iter().all(|it| links::below_base_url(&it.base_url, href).is_none())
        };

        let mut by_url = BTreeMap::<Href, Uses<'a>>::new();
        let template_links = state.session.links();
        let pages = state.session.traces().iter().filter_map(|(route, trace)| {
            Some(TracedPage { page: state.site.inputs.site.pages.get(route)?, trace })
        });
        for page in pages {
            let own = page.trace.links.iter().filter(|(usage, href, ..)| is_external(*usage, href));
            for (_, href, start, end) in own {
                let range = *start as usize..*end as usize;
                by_url.entry(trimmed(href)).or_default().in_content.push((page, range));
            }
            let written = page.trace.template_links.iter();
            let written = written.filter_map(|link| template_links.list.get_index(*link as usize));
            for (_, href) in written.filter(|(usage, href)| is_external(*usage, href)) {
                by_url.entry(trimmed(href)).or_default().by_templates.push(page);
            }
        }
        drop(template_links);

        let settings = state.settings();
        for (index, (redirect, _)) in settings.config.redirects.iter().enumerate() {
            let to = &redirect.to;
            if is_external(Use::Link, to) && !Pattern::is_pattern(&redirect.from) {
                let steps = ["redirects".into(), index.to_string().into(), "to".into()];
                let location = settings.layers.place(settings.spanned.range_at(&steps));
                by_url.entry(trimmed(to)).or_default().in_redirects.push(location);
            }
        }
        ExternalLinks { state, by_url }
    }

    /// Returns the URLs.
    pub(crate) fn urls(&self) -> BTreeSet<String> {
        self.by_url.keys().map(ToString::to_string).collect()
    }

    /// Returns the problem of each URL at every location of its links. `problem` returns it without a location.
    pub(crate) fn diagnostics(
        &self,
        problem: &dyn Fn(&str) -> Option<Diagnostic>,
    ) -> Vec<Diagnostic> {
        let with_problem =
            self.by_url.iter().filter_map(|(url, uses)| Some((url, uses, problem(url)?)));
        with_problem.flat_map(|(url, uses, it)| self.at_each_location(url, uses, &it)).collect()
    }

    /// Returns a diagnostic at each location of a URL.
    fn at_each_location(
        &self,
        url: &str,
        uses: &Uses<'_>,
        diagnostic: &Diagnostic,
    ) -> Vec<Diagnostic> {
        let in_redirects = uses.in_redirects.iter().cloned();
        let mut all: Vec<Diagnostic> =
            in_redirects.map(|location| diagnostic.clone().at(location)).collect();
        for (page, range) in &uses.in_content {
            let Some(source) = content_text(self.state, page.page) else { continue };
            let location = Location::new(source.file, source.text, range.clone());
            all.push(diagnostic.clone().at(location));
        }

        // A search in the sources also finds the locations that are known already.
        let known: Vec<Location> = all.iter().filter_map(|it| it.place.clone()).collect();
        let is_new = |it: &Diagnostic| {
            let is_known = |place| known.iter().any(|other| overlap(place, other));
            !it.place.as_ref().is_some_and(is_known)
        };
        let in_templates = in_templates(self.state, url, &uses.by_templates, diagnostic);
        all.extend(in_templates.into_iter().filter(is_new));
        all
    }
}

/// Whether two locations have a common part.
fn overlap(a: &Location, b: &Location) -> bool {
    a.file == b.file && a.range.start < b.range.end && b.range.start < a.range.end
}

/// Whether browsers or users request a URL of this kind as it is. The URL of a form needs fields.
fn is_requested(usage: Use) -> bool {
    usage.is_url() && usage != Use::Form
}

/// Browsers ignore spaces around a URL.
fn trimmed(href: &Href) -> Href {
    Href::new(href.trim())
}

/// Returns the problem of a URL that templates wrote into pages, at each line of the sources that contains the URL: templates, data files,
/// site.toml, and the content files of the pages.
fn in_templates(
    state: BuildState<'_>,
    url: &str,
    pages: &[TracedPage<'_>],
    diagnostic: &Diagnostic,
) -> Vec<Diagnostic> {
    let Some(first) = pages.first() else { return Vec::new() };
    let through = |page: TracedPage<'_>, others: usize| {
        let step = ChainStep::Page(page.page.source.to_string());
        let mut diagnostic = diagnostic.clone().through(step);
        if others > 0 {
            diagnostic.chain.push(ChainStep::OtherPages(others));
        }
        diagnostic
    };

    let mut all = Vec::new();
    let count = pages.iter().map(|it| &it.page.source).collect::<BTreeSet<_>>().len();
    let queries = queries_of(state, pages);
    let mut found_files = BTreeSet::new();
    let shared = with_slices(state, &queries.values().cloned().collect());
    for source in shared_texts(state, &shared) {
        for range in link_locations(&source, url, Quotes::Preferred) {
            all.push(through(*first, count - 1).at(source_location(&source, range)));
            found_files.insert(source.file.clone());
        }
    }

    let explaining = queries_that_read(state, &queries, &found_files);
    let mut unexplained = Vec::new();
    for page in pages {
        let is_explained = page.trace.queries.iter().any(|id| explaining.contains(id));
        if is_explained && pages.len() > MAX_SEARCHED {
            continue;
        }

        let source = content_text(state, page.page);
        let quotes = if is_explained { Quotes::Required } else { Quotes::Preferred };
        let ranges = source.as_ref().map(|it| link_locations(it, url, quotes)).unwrap_or_default();
        if ranges.is_empty() && !is_explained {
            unexplained.push(*page);
        }

        let Some(source) = source else { continue };
        let locations = ranges.into_iter().map(|range| source_location(&source, range));
        all.extend(locations.map(|location| through(*page, 0).at(location)));
    }

    // The URL is composed of several values, so that no source contains it.
    if let Some(first) = unexplained.first() {
        let composed = through(*first, unexplained.len() - 1);
        all.push(composed.in_file(&first.page.template()));
    }
    all
}

/// Returns the location of a range in a source.
fn source_location(source: &SourceText, range: Range<usize>) -> Location {
    Location::new(source.file.as_str(), Arc::clone(&source.text), range)
}

/// Returns the indices of the queries that read one of the files. A page with one of these queries can have a link from there.
fn queries_that_read(
    state: BuildState<'_>,
    queries: &BTreeMap<u32, QueryKey>,
    files: &BTreeSet<String>,
) -> BTreeSet<u32> {
    let reads_file = |query: &QueryKey| {
        let with_slices = with_slices(state, &BTreeSet::from([query.clone()]));
        shared_texts(state, &with_slices).iter().any(|it| files.contains(&it.file))
    };
    queries.iter().filter(|(_, query)| reads_file(query)).map(|(id, _)| *id).collect()
}

/// Returns the queries of pages, by index.
fn queries_of(state: BuildState<'_>, pages: &[TracedPage<'_>]) -> BTreeMap<u32, QueryKey> {
    let ids: BTreeSet<u32> = pages.iter().flat_map(|it| &*it.trace.queries).copied().collect();
    let interner = state.session.queries();
    ids.into_iter().filter_map(|id| Some((id, interner.get(id)?.clone()))).collect()
}

/// If more pages have a link, the content files of those that have it from a shared file are not searched.
const MAX_SEARCHED: usize = 1000;
