//! Broken or blocked links that templates wrote into pages. Each is reported once, at the source that contains it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::check::links::TracedPage;
use crate::query::data::DataFile;
use crate::query::key::QueryKey;
use crate::render::policy::Policy;
use crate::session::interners::LinkInterner;
use crate::stage::BuildState;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{ChainStep, Diagnostic, Location};
use croupier_base::path::{Href, Route};
use croupier_base::syntax::html::Use;
use croupier_content::links::{self, Targets};
use croupier_content::page::Page;

/// A link with a problem: the index of the link in the interner, and the message.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ProblemKey {
    link: u32,
    message: String,
}

/// A problem with a link, and the pages that show the link.
struct Problem<'a> {
    diagnostic: Diagnostic,
    pages: Vec<TracedPage<'a>>,
}

/// A problem at its location.
struct LocatedProblem<'a> {
    /// The first page by route that shows the link.
    page: TracedPage<'a>,
    /// The number of pages that show the link.
    page_count: usize,
    diagnostic: Diagnostic,
}

impl LocatedProblem<'_> {
    /// Returns the diagnostic with the first page and the number of other pages.
    fn into_diagnostic(self) -> Diagnostic {
        let first = ChainStep::Page(self.page.page.source.to_string());
        let mut diagnostic = self.diagnostic.through(first);
        if self.page_count > 1 {
            diagnostic.chain.push(ChainStep::OtherPages(self.page_count - 1));
        }
        diagnostic
    }
}

/// Returns the broken links of templates. Each is reported once, at the source that contains it if that is known, and with the first
/// page by route that shows it.
pub(super) fn broken_template_links(
    state: BuildState<'_>,
    pages: &[TracedPage<'_>],
    targets: &Targets<'_>,
    policy: &Policy,
) -> Vec<Diagnostic> {
    let links = state.session.links();
    let mut located = Vec::new();
    for (key, problem) in collect_problems(&links, pages, targets, policy) {
        let (usage, href) = &links.list[key.link as usize];
        located.extend(locate_problem(state, problem, *usage, href));
    }
    located.sort_by(|a, b| {
        let routes = a.page.page.route.cmp(&b.page.page.route);
        routes.then_with(|| a.diagnostic.message.cmp(&b.diagnostic.message))
    });
    merge_by_location(located).into_iter().map(LocatedProblem::into_diagnostic).collect()
}

/// Checks the links of all pages. Checks a link once if it has the same target on every page.
fn collect_problems<'a>(
    links: &LinkInterner,
    pages: &[TracedPage<'a>],
    targets: &Targets<'_>,
    policy: &Policy,
) -> BTreeMap<ProblemKey, Problem<'a>> {
    let mut is_valid_everywhere = vec![false; links.list.len()];
    let mut problems = BTreeMap::new();
    for traced in pages {
        for link in &traced.trace.template_links {
            let index = *link as usize;
            if is_valid_everywhere[index] {
                continue;
            }
            let (usage, href) = &links.list[index];
            let Some(diagnostic) = check_link(targets, policy, &traced.page.route, *usage, href)
            else {
                // A page that expires may link to targets that other pages must not link to.
                is_valid_everywhere[index] = traced.page.front.expire_at.is_none()
                    && has_same_target_everywhere(targets, *usage, href);
                continue;
            };
            let key = ProblemKey { link: *link, message: diagnostic.message.clone() };
            problems
                .entry(key)
                .or_insert_with(|| Problem { diagnostic, pages: Vec::new() })
                .pages
                .push(*traced);
        }
    }
    problems
}

/// Returns the problem with a link on the page at `route`.
fn check_link(
    targets: &Targets<'_>,
    policy: &Policy,
    route: &Route,
    usage: Use,
    href: &Href,
) -> Option<Diagnostic> {
    if usage == Use::MissingAlt {
        return Some(missing_alt());
    }
    if usage == Use::DuplicateId {
        return Some(duplicate_id(href));
    }
    if let Some(blocked) = policy.blocks(usage, href) {
        return Some(blocked);
    }
    if !usage.is_url() {
        return None;
    }
    links::broken(targets, route, href).map(|broken| broken.to_diagnostic())
}

/// Whether a link has the same target on every page. A relative URL has not.
fn has_same_target_everywhere(targets: &Targets<'_>, usage: Use, href: &Href) -> bool {
    !usage.is_url() || !targets.is_own(href) || href.starts_with('/')
}

/// Returns the warning about an image without alternative text.
fn missing_alt() -> Diagnostic {
    Diagnostic::warning(Code::ImageWithoutText, "this image has no alternative text")
        .hint("describe it in `alt=\"...\"`, or write `alt=\"\"` if it is only decoration")
}

/// Returns the warning about an id of several elements of a page.
fn duplicate_id(id: &str) -> Diagnostic {
    Diagnostic::warning(
        Code::DuplicateId,
        format!("several elements of this page have the id `{id}`"),
    )
    .hint("give each element its own id; links and labels use only the first one")
}

/// Locates a problem in the sources of its first page, or in the content file of each page.
fn locate_problem<'a>(
    state: BuildState<'_>,
    problem: Problem<'a>,
    usage: Use,
    href: &str,
) -> Vec<LocatedProblem<'a>> {
    let Problem { diagnostic, mut pages } = problem;
    pages.sort_by(|a, b| a.page.route.cmp(&b.page.route));
    let locate = |page: TracedPage<'_>| locate(state, &diagnostic, page, usage, href);
    let first = pages[0];
    let diagnostics = locate(first);
    let is_in_content_file = diagnostics
        .iter()
        .filter_map(|it| it.place.as_ref())
        .any(|location| location.file == first.page.source.as_str());
    if !is_in_content_file {
        let page_count = pages.len();
        let located = |diagnostic| LocatedProblem { page: first, page_count, diagnostic };
        return diagnostics.into_iter().map(located).collect();
    }
    // Each content file with the link has to be fixed.
    let mut located = Vec::new();
    for page in pages {
        let of_page = locate(page).into_iter();
        located.extend(of_page.map(|diagnostic| LocatedProblem {
            page,
            page_count: 1,
            diagnostic,
        }));
    }
    located
}

/// Merges problems with the same code at the same location. A relative URL in a template has another target on each page, but is one
/// problem.
fn merge_by_location(located: Vec<LocatedProblem<'_>>) -> Vec<LocatedProblem<'_>> {
    let mut merged: Vec<LocatedProblem<'_>> = Vec::new();
    let mut index_by_location = BTreeMap::new();
    for problem in located {
        let code = problem.diagnostic.code.number();
        let location = problem.diagnostic.place.as_ref().filter(|it| !it.range.is_empty());
        let key = location.map(|it| (code, it.file.clone(), it.range.start, it.range.end));
        if let Some(key) = key {
            if let Some(index) = index_by_location.get(&key) {
                let same: &mut LocatedProblem<'_> = &mut merged[*index];
                same.page_count += problem.page_count;
                continue;
            }
            index_by_location.insert(key, merged.len());
        }
        merged.push(problem);
    }
    merged
}

/// Returns the diagnostic with the location of the link in the sources of a page.
///
/// The sources are searched in this order: the content file, data files, templates, site.toml. In a data file, each line with the link
/// gets its own diagnostic. A link that is not found is reported in the template of the page.
fn locate(
    state: BuildState<'_>,
    diagnostic: &Diagnostic,
    page: TracedPage<'_>,
    usage: Use,
    href: &str,
) -> Vec<Diagnostic> {
    let sources = source_texts(state, page);
    let text = search_text(usage, href);
    let Some((source, ranges)) =
        search_modes(usage).find_map(|mode| find_in_sources(&sources, text, mode))
    else {
        return vec![diagnostic.clone().in_file(&page.page.template())];
    };
    let location = |range| Location::new(source.file.as_str(), Arc::clone(&source.text), range);
    ranges.into_iter().map(|range| diagnostic.clone().at(location(range))).collect()
}

/// A file that may contain a link, with its text.
struct SourceText {
    file: String,
    text: Arc<str>,
}

/// Returns the sources that a page is made from, in the order in which they are searched.
fn source_texts(state: BuildState<'_>, page: TracedPage<'_>) -> Vec<SourceText> {
    let inputs = &state.site.inputs;
    let queries = queries_with_slices(state, page);
    let mut sources = Vec::new();
    sources.extend(content_text(state, page.page));
    let data = queries.iter().filter_map(|query| inputs.data.get(query.data_file()?));
    sources.extend(
        data.map(DataFile::file).map(|(file, text)| SourceText { file: file.into(), text }),
    );
    let templates =
        queries.iter().filter_map(|query| inputs.templates.get_key_value(query.template()?));
    sources.extend(
        templates.map(|(file, text)| SourceText { file: file.to_string(), text: Arc::clone(text) }),
    );
    if queries.iter().any(QueryKey::is_setting) {
        let layers = inputs.settings.layers.texts();
        sources.extend(
            layers.map(|(file, text)| SourceText { file: file.to_owned(), text: Arc::clone(text) }),
        );
    }
    sources
}

/// Returns the content file of a page. None for a generated page.
fn content_text(state: BuildState<'_>, page: &Page) -> Option<SourceText> {
    if page.is_generated {
        return None;
    }
    let text = state.sources.text(&page.source).ok()?;
    Some(SourceText { file: page.source.to_string(), text: text.source })
}

/// Returns the queries of a page and of the slices that it shows.
fn queries_with_slices(state: BuildState<'_>, page: TracedPage<'_>) -> BTreeSet<QueryKey> {
    let interner = state.session.queries();
    let ids = page.trace.queries.iter();
    let own: BTreeSet<QueryKey> = ids.filter_map(|id| interner.get(*id)).cloned().collect();
    let mut queries = own.clone();
    for name in own.iter().filter_map(QueryKey::slice) {
        if let Some(slice) = state.site.slices().get(name) {
            queries.extend(slice.reads.keys().cloned());
        }
    }
    queries
}

/// Returns the text to search for: the link, or the longest line of an inline script or style sheet, because templates indent lines
/// and fill in values.
fn search_text(usage: Use, href: &str) -> &str {
    if matches!(usage, Use::InlineScript | Use::InlineStyleSheet) {
        href.lines().map(str::trim).max_by_key(|line| line.len()).unwrap_or(href)
    } else {
        href
    }
}

/// Which occurrences of a text are links.
#[derive(Clone, Copy)]
struct SearchMode {
    /// Only between quotes. Otherwise anywhere, but not as a part of a longer URL.
    is_quoted: bool,
    /// Only in tags of images.
    in_image_tag: bool,
}

/// Returns the modes of a search, the most exact one first. An image without alternative text is reported at its tag if possible,
/// because its URL may occur elsewhere, too.
fn search_modes(usage: Use) -> impl Iterator<Item = SearchMode> {
    let image_modes: &[bool] = if usage == Use::MissingAlt { &[true, false] } else { &[false] };
    image_modes.iter().flat_map(|&in_image_tag| {
        [true, false].map(|is_quoted| SearchMode { is_quoted, in_image_tag })
    })
}

/// Returns the first source that contains the text, and the ranges to report.
fn find_in_sources<'a>(
    sources: &'a [SourceText],
    text: &str,
    mode: SearchMode,
) -> Option<(&'a SourceText, Vec<Range<usize>>)> {
    for source in sources {
        let mut occurrences = occurrences(&source.text, text, mode);
        let Some(first) = occurrences.next() else { continue };
        let mut ranges = vec![first.clone()];
        if source.file.starts_with("content/data/") && !text.is_empty() {
            ranges.extend(on_other_lines(&source.text, &first, occurrences));
        }
        return Some((source, ranges));
    }
    None
}

/// Returns the byte ranges of the occurrences of `text` in `source` that match the mode.
fn occurrences(source: &str, text: &str, mode: SearchMode) -> impl Iterator<Item = Range<usize>> {
    let ranges = source.match_indices(text).map(|(start, _)| start..start + text.len());
    ranges
        .filter(move |range| !mode.in_image_tag || is_in_image_tag(source, range.start))
        .filter(move |range| is_delimited(source, range, mode.is_quoted))
}

/// Whether the last tag before an offset is an `<img>`.
fn is_in_image_tag(source: &str, offset: usize) -> bool {
    let name = source[..offset].rfind('<').and_then(|tag| source.get(tag + 1..tag + 4));
    name.is_some_and(|name| name.eq_ignore_ascii_case("img"))
}

/// Whether a range is between quotes or, without `is_quoted`, between characters that do not continue a URL.
fn is_delimited(source: &str, range: &Range<usize>, is_quoted: bool) -> bool {
    let before = source[..range.start].chars().next_back();
    let after = source[range.end..].chars().next();
    if is_quoted {
        return before == after && matches!(before, Some('"' | '\''));
    }
    let continues_url = |it: char| it.is_alphanumeric() || "/_-.".contains(it);
    !before.is_some_and(continues_url) && !after.is_some_and(continues_url)
}

/// Returns the first of `ranges` on each line of a data file, except for the line of `first` and comments.
fn on_other_lines(
    text: &str,
    first: &Range<usize>,
    ranges: impl Iterator<Item = Range<usize>>,
) -> Vec<Range<usize>> {
    let line_start = |offset: usize| text[..offset].rfind('\n').map_or(0, |end| end + 1);
    let mut last_line = line_start(first.start);
    let mut others = Vec::new();
    for range in ranges {
        let line = line_start(range.start);
        if line != last_line && !text[line..].trim_start().starts_with('#') {
            last_line = line;
            others.push(range);
        }
    }
    others
}
