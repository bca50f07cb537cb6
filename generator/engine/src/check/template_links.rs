//! Broken or blocked links that templates wrote into pages, and problems of Markdown in data. Each is reported once, at the source that contains it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use crate::check::text_problems;
use crate::query::data::DataFile;
use crate::query::key::QueryKey;
use crate::render::policy::Policy;
use crate::session::trace::TracedPage;
use crate::stage::BuildState;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{ChainStep, Diagnostic, Location};
use croupier_base::path::{Href, Route};
use croupier_base::syntax::html::Use;
use croupier_content::links::{self, Targets};
use croupier_content::markdown::ProblemKind;
use croupier_content::page::Page;

/// What has a problem.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    /// A link, by its index in the interner.
    Link(u32),
    /// Markdown in data or front matter.
    Text(String),
}

/// A problem: what has it, and the message.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct ProblemKey {
    subject: Subject,
    message: String,
}

/// The problems with links of templates.
#[derive(Debug, Default)]
pub(super) struct TemplateProblems(BTreeMap<ProblemKey, Problem>);

/// A problem with a link, and the pages that show the link.
#[derive(Debug)]
struct Problem {
    diagnostic: Diagnostic,
    pages: BTreeSet<Route>,
    located: Located,
}

/// Where a problem is. Each diagnostic names its first page.
#[derive(Debug)]
enum Located {
    /// Not located yet.
    Nowhere,
    /// In sources that all pages share, which the first page, at this route, reads.
    Shared(Route, Vec<Diagnostic>),
    /// In the content file of each page, by route. Each of them has to be fixed.
    Content(BTreeMap<Route, Vec<Diagnostic>>),
}

/// A problem at its location.
struct LocatedProblem<'a> {
    /// The first page by route that shows the link.
    first: &'a Route,
    /// The pages that show the link.
    pages: Vec<Pages<'a>>,
    diagnostic: &'a Diagnostic,
}

/// Pages that show a link.
#[derive(Clone, Copy)]
enum Pages<'a> {
    One(&'a Route),
    All(&'a BTreeSet<Route>),
}

impl<'a> Pages<'a> {
    fn routes(self) -> impl Iterator<Item = &'a Route> {
        let (one, all) = match self {
            Pages::One(route) => (Some(route), None),
            Pages::All(routes) => (None, Some(routes)),
        };
        one.into_iter().chain(all.into_iter().flatten())
    }
}

impl LocatedProblem<'_> {
    fn page_count(&self) -> usize {
        match &self.pages[..] {
            [Pages::One(_)] => 1,
            [Pages::All(routes)] => routes.len(),
            several => several.iter().flat_map(|it| it.routes()).collect::<BTreeSet<_>>().len(),
        }
    }

    /// Returns the diagnostic with the number of other pages.
    fn to_diagnostic(&self) -> Diagnostic {
        let mut diagnostic = self.diagnostic.clone();
        let page_count = self.page_count();
        if page_count > 1 {
            diagnostic.chain.push(ChainStep::OtherPages(page_count - 1));
        }
        diagnostic
    }
}

impl TemplateProblems {
    /// Whether there is no problem.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks the links of `pages` again, and forgets those of the pages at the routes `outdated`. `page_at` returns any page. Returns
    /// whether a problem may have changed.
    pub(super) fn update<'a>(
        &mut self,
        state: BuildState<'_>,
        outdated: &BTreeSet<Route>,
        pages: &[TracedPage<'_>],
        page_at: &dyn Fn(&Route) -> Option<TracedPage<'a>>,
        check: &dyn Fn(&Route, Use, &Href) -> Option<Diagnostic>,
        has_same_target_everywhere: &dyn Fn(Use, &Href) -> bool,
    ) -> bool {
        let (mut removed, mut added) = (BTreeSet::new(), BTreeSet::new());
        for (key, problem) in &mut self.0 {
            for route in outdated {
                if problem.pages.remove(route) {
                    removed.insert((key.clone(), route.clone()));
                }
            }
        }

        let links = state.session.links();
        let mut is_valid_everywhere = vec![false; links.list.len()];
        for traced in pages {
            for link in &traced.trace.template_links {
                let index = *link as usize;
                if is_valid_everywhere[index] {
                    continue;
                }
                let (usage, href) = &links.list[index];

                let Some(diagnostic) = check(&traced.page.route, *usage, href) else {
                    // A page that expires may link to targets that other pages must not link to.
                    is_valid_everywhere[index] = traced.page.front.rare.expire_at.is_none()
                        && has_same_target_everywhere(*usage, href);
                    continue;
                };

                let key = self.add(Subject::Link(*link), diagnostic, &traced.page.route);
                added.insert((key, traced.page.route.clone()));
            }

            for (kind, text) in &traced.trace.text_problems {
                let diagnostic = problem_of_text(state, kind, text);
                let key = self.add(Subject::Text(text.clone()), diagnostic, &traced.page.route);
                added.insert((key, traced.page.route.clone()));
            }
        }

        let mut has_changed = removed != added;
        self.0.retain(|_, problem| !problem.pages.is_empty());
        let touched: BTreeSet<&ProblemKey> =
            removed.iter().chain(&added).map(|(key, _)| key).collect();

        for (key, problem) in &mut self.0 {
            if touched.contains(key) {
                let locate = |page| match &key.subject {
                    Subject::Link(link) => {
                        let (usage, href) = &links.list[*link as usize];
                        locate(state, &problem.diagnostic, page, *usage, href)
                    }
                    Subject::Text(text) => locate_text(state, &problem.diagnostic, page, text),
                };
                let locate = |route: &Route| page_at(route).map(locate).unwrap_or_default();
                has_changed |= relocate(&mut problem.located, &problem.pages, outdated, &locate);
            }
        }

        has_changed
    }

    /// Adds a problem of the page at `route`.
    fn add(&mut self, subject: Subject, diagnostic: Diagnostic, route: &Route) -> ProblemKey {
        let key = ProblemKey { subject, message: diagnostic.message.clone() };
        let new = || Problem { diagnostic, pages: BTreeSet::new(), located: Located::Nowhere };
        let problem = self.0.entry(key.clone()).or_insert_with(new);
        problem.pages.insert(route.clone());
        key
    }

    /// Returns a diagnostic for each location of a problem, with the first page by route that shows it.
    pub(super) fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut located: Vec<LocatedProblem<'_>> = Vec::new();
        for problem in self.0.values() {
            match &problem.located {
                Located::Nowhere => {}
                Located::Shared(first, diagnostics) => {
                    located.extend(diagnostics.iter().map(|diagnostic| LocatedProblem {
                        first,
                        pages: vec![Pages::All(&problem.pages)],
                        diagnostic,
                    }));
                }
                Located::Content(by_route) => {
                    let diagnostics = by_route
                        .iter()
                        .flat_map(|(route, all)| all.iter().map(move |it| (route, it)));
                    located.extend(diagnostics.map(|(first, diagnostic)| LocatedProblem {
                        first,
                        pages: vec![Pages::One(first)],
                        diagnostic,
                    }));
                }
            }
        }

        located.sort_by_key(|it| (it.first, &it.diagnostic.message));
        merge_by_location(located).iter().map(LocatedProblem::to_diagnostic).collect()
    }
}

/// Whether the reports of two lists of diagnostics are the same.
pub(super) fn are_reported_alike(a: &[Diagnostic], b: &[Diagnostic]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_reported_like(b))
}

/// Locates a problem in the sources of its first page, or in the content file of each page. Locations of pages that are not outdated
/// remain. Returns whether a diagnostic changed.
fn relocate(
    located: &mut Located,
    pages: &BTreeSet<Route>,
    outdated: &BTreeSet<Route>,
    locate: &dyn Fn(&Route) -> (Vec<Diagnostic>, bool),
) -> bool {
    let Some(first) = pages.first() else { return false };

    let is_known = match located {
        Located::Nowhere => false,
        Located::Shared(route, _) => route == first,
        Located::Content(by_route) => by_route.keys().next() == Some(first),
    };

    if !is_known || outdated.contains(first) {
        let (diagnostics, is_in_content) = locate(first);
        if !is_in_content {
            let before = std::mem::replace(located, Located::Shared(first.clone(), diagnostics));
            return match (before, located) {
                (Located::Shared(route, before), Located::Shared(first, now)) => {
                    route != *first || !are_reported_alike(&before, now)
                }
                _ => true,
            };
        }
        if !matches!(located, Located::Content(_)) {
            *located = Located::Content(BTreeMap::new());
        }
    }

    let Located::Content(by_route) = located else { return false };
    let mut has_changed = false;
    by_route.retain(|route, _| pages.contains(route));
    for route in pages {
        let before = by_route.get(route);
        if before.is_none() || outdated.contains(route) {
            let now = locate(route).0;
            has_changed |= before.is_none_or(|before| !are_reported_alike(before, &now));
            by_route.insert(route.clone(), now);
        }
    }

    has_changed
}

/// Returns the problem with a link on the page at `route`.
pub(super) fn check_link(
    targets: &Targets<'_>,
    policy: &Policy,
    route: &Route,
    usage: Use,
    href: &Href,
) -> Option<Diagnostic> {
    if usage == Use::MissingAlt {
        return Some(missing_alt(href));
    }
    if usage == Use::DuplicateId {
        return Some(duplicate_id(href));
    }
    if usage == Use::QuoteInName {
        return Some(quote_in_name(href));
    }

    if let Some(blocked) = policy.blocks(usage, href) {
        return Some(blocked);
    }
    if !usage.is_url() {
        return None;
    }

    links::broken(targets, route, href).map(|broken| broken.to_diagnostic_of(href))
}

/// Whether a link has the same target on every page. A relative URL has not.
pub(super) fn has_same_target_everywhere(targets: &Targets<'_>, usage: Use, href: &Href) -> bool {
    let is_absolute = links::below_base_url(targets.base_url, href).is_some();
    !usage.is_url() || !targets.is_own(href) || href.starts_with('/') || is_absolute
}

/// Returns the warning about an image without alternative text.
fn missing_alt(url: &str) -> Diagnostic {
    Diagnostic::warning(Code::ImageWithoutText, "this image has no alternative text")
        .hint("describe it in `alt=\"...\"`, or write `alt=\"\"` if it is only decoration")
        .caused_by(url)
}

/// Returns the warning about an id of several elements of a page.
fn duplicate_id(id: &str) -> Diagnostic {
    Diagnostic::warning(
        Code::DuplicateId,
        format!("several elements of this page have the id `{id}`"),
    )
    .hint("give each element its own id; links and labels use only the first one")
    .caused_by(id)
}

/// Returns the warning about an attribute whose value has quotation marks that end it.
pub(super) fn quote_in_name(attribute: &str) -> Diagnostic {
    let written = attribute.strip_suffix('=').unwrap_or(attribute);
    Diagnostic::warning(
        Code::QuoteInName,
        format!("a quotation mark ends the value of `{written}` too early"),
    )
    .hint(format!(
        "write `&quot;` for a quotation mark in a value; in a template, write `{written}='...'` around the value of `tojson`"
    ))
    .caused_by(attribute)
}

/// Merges problems with the same code at the same location. A relative URL in a template has another target on each page, but is one
/// problem.
fn merge_by_location(located: Vec<LocatedProblem<'_>>) -> Vec<LocatedProblem<'_>> {
    let mut merged: Vec<LocatedProblem<'_>> = Vec::new();
    let mut index_by_location = HashMap::new();
    for problem in located {
        let location = problem.diagnostic.place.as_ref().filter(|it| !it.range.is_empty());
        let key = location.map(|it| (problem.diagnostic.code, &it.file, it.range.clone()));
        if let Some(key) = key {
            if let Some(index) = index_by_location.get(&key) {
                let same: &mut LocatedProblem<'_> = &mut merged[*index];
                same.pages.extend(problem.pages);
                continue;
            }
            index_by_location.insert(key, merged.len());
        }
        merged.push(problem);
    }
    merged
}

/// Returns the warning about Markdown in data or front matter, without its location.
fn problem_of_text(state: BuildState<'_>, kind: &ProblemKind, text: &str) -> Diagnostic {
    let location = Location::new("", Arc::from(text), 0..text.len());
    text_problems::warning(state, None, kind, location)
}

/// Returns the diagnostic with the location of Markdown in the data files, the front matter or the templates of a page, and whether that
/// is the content file of the page.
fn locate_text(
    state: BuildState<'_>,
    diagnostic: &Diagnostic,
    page: TracedPage<'_>,
    text: &str,
) -> (Vec<Diagnostic>, bool) {
    let diagnostic = diagnostic.clone().through(ChainStep::Page(page.page.source.to_string()));
    let mut sources = source_texts(state, page);
    // The body of a page can have the same text, which is reported there.
    sources.sort_by_key(|it| !it.file.starts_with(DATA_FOLDER));

    let found = sources.into_iter().find_map(|source| {
        let start = source.text.find(text).filter(|_| !text.is_empty())?;
        Some((source, start..start + text.len()))
    });
    match found {
        Some((source, range)) => {
            let is_in_content = source.file == page.page.file().as_str();
            (vec![diagnostic.at(Location::new(&*source.file, source.text, range))], is_in_content)
        }
        None => (vec![diagnostic.in_file(&page.page.template())], false),
    }
}

/// Returns the diagnostic with the location of the link in the sources of a page, and whether that is the content file of the page.
///
/// The sources are searched in this order: the content file, data files, templates, site.toml. In a data file, each line with the link
/// gets its own diagnostic. A link that is not found is reported in the template of the page.
fn locate(
    state: BuildState<'_>,
    diagnostic: &Diagnostic,
    page: TracedPage<'_>,
    usage: Use,
    href: &str,
) -> (Vec<Diagnostic>, bool) {
    let through_page = || {
        let step = ChainStep::Page(page.page.source.to_string());
        diagnostic.clone().through(step)
    };

    let sources = source_texts(state, page);
    let text = search_text(usage, href);
    // The head has absolute URLs of paths in front matter and site.toml.
    let path = text.strip_prefix(&state.settings().base_url).filter(|path| path.starts_with('/'));
    let find = |text| search_modes(usage).find_map(|mode| find_in_sources(&sources, text, mode));

    let Some((source, ranges)) = find(text).or_else(|| find(path?)) else {
        return (vec![through_page().in_file(&page.page.template())], false);
    };

    let location = |range| Location::new(source.file.as_str(), Arc::clone(&source.text), range);
    let diagnostics = ranges.into_iter().map(|range| through_page().at(location(range))).collect();
    (diagnostics, source.file == page.page.file().as_str())
}

/// The folder of data files.
const DATA_FOLDER: &str = "content/data/";

/// A file that may contain a link, with its text.
pub(super) struct SourceText {
    pub(super) file: String,
    pub(super) text: Arc<str>,
}

/// Returns the sources that a page is made from, in the order in which they are searched. Texts that
/// the page includes come after its own.
fn source_texts(state: BuildState<'_>, page: TracedPage<'_>) -> Vec<SourceText> {
    let own: BTreeSet<QueryKey> = {
        let interner = state.session.queries();
        page.trace.queries.iter().filter_map(|id| interner.get(*id)).cloned().collect()
    };
    let mut sources = Vec::from_iter(content_text(state, page.page));
    sources.extend(shared_texts(state, &with_slices(state, &own)));
    sources
}

/// Returns the sources that queries read and that several pages can share: included texts, data files, templates and site.toml.
pub(super) fn shared_texts(state: BuildState<'_>, queries: &BTreeSet<QueryKey>) -> Vec<SourceText> {
    let inputs = &state.site.inputs;

    let mut sources = Vec::new();
    let included = queries.iter().filter_map(QueryKey::included_file);
    sources.extend(included.filter_map(|file| {
        let text = state.sources.text(file).ok()?.source;
        Some(SourceText { file: file.to_string(), text })
    }));

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
pub(super) fn content_text(state: BuildState<'_>, page: &Page) -> Option<SourceText> {
    if page.is_generated {
        return None;
    }
    let text = state.sources.text(&page.source).ok()?;
    Some(SourceText { file: page.file().to_string(), text: text.source })
}

/// Returns queries with those of the slices that they show.
pub(super) fn with_slices(state: BuildState<'_>, own: &BTreeSet<QueryKey>) -> BTreeSet<QueryKey> {
    let mut queries = own.clone();
    for name in own.iter().filter_map(QueryKey::slice) {
        if let Some(slice) = state.site.slices().get(name) {
            queries.extend(slice.reads.keys().cloned());
        }
    }
    queries
}

/// Whether a URL is in quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    /// Only URLs in quotes are links.
    Required,
    /// If there are any, the others are text. In a data file, quotes do not matter.
    Preferred,
}

/// Returns the byte ranges of a URL in a source, one for each line. Templates can contain the URL with an escaped `&`.
pub(super) fn link_locations(source: &SourceText, url: &str, quotes: Quotes) -> Vec<Range<usize>> {
    let is_data = source.file.starts_with(DATA_FOLDER);
    let is_searched = |mode: &SearchMode| match quotes {
        Quotes::Required => mode.is_quoted,
        Quotes::Preferred => !(is_data && mode.is_quoted),
    };
    let escaped = url.replace('&', "&amp;");
    let forms = if escaped == url { vec![url] } else { vec![url, &escaped] };

    for mode in search_modes(Use::Link).filter(is_searched) {
        let found = forms.iter().flat_map(|form| occurrences(&source.text, form, mode));
        let mut found: Vec<Range<usize>> = found.collect();
        found.sort_by_key(|range| range.start);
        let mut found = found.into_iter();
        if let Some(first) = found.next() {
            let others = on_other_lines(&source.text, &first, found);
            return std::iter::once(first).chain(others).collect();
        }
    }
    Vec::new()
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
#[expect(clippy::struct_excessive_bools, reason = "each one is another condition")]
struct SearchMode {
    /// Only as the value of `id`, in HTML, as an argument, or as an attribute of Markdown, `{#id}`.
    is_id: bool,
    /// Only between quotes. Otherwise anywhere, but not as a part of a longer URL.
    is_quoted: bool,
    /// Only in tags of images.
    in_image_tag: bool,
    /// Only before an expression on the same line.
    is_computed: bool,
}

impl SearchMode {
    const ANYWHERE: SearchMode =
        SearchMode { is_id: false, is_quoted: false, in_image_tag: false, is_computed: false };
}

/// Returns the modes of a search, the most exact one first. An image without alternative text is reported at its tag if possible,
/// because its URL may occur elsewhere, too.
fn search_modes(usage: Use) -> impl Iterator<Item = SearchMode> {
    let image_modes: &[bool] = if usage == Use::MissingAlt { &[true, false] } else { &[false] };
    let others = image_modes.iter().flat_map(|&in_image_tag| {
        [true, false].map(|is_quoted| SearchMode {
            is_quoted,
            in_image_tag,
            ..SearchMode::ANYWHERE
        })
    });
    let first = match usage {
        Use::DuplicateId => Some(SearchMode { is_id: true, ..SearchMode::ANYWHERE }),
        Use::QuoteInName => Some(SearchMode { is_computed: true, ..SearchMode::ANYWHERE }),
        _ => None,
    };
    first.into_iter().chain(others)
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
        if source.file.starts_with(DATA_FOLDER) && !text.is_empty() {
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
        .filter(move |range| !mode.is_id || is_id(source, range.start))
        .filter(move |range| !mode.is_computed || is_computed(source, range.end))
        .filter(move |range| is_delimited(source, range, mode.is_quoted))
        .filter(move |range| !is_lookup(source, range.start))
}

/// Template functions and tests that compare a path or look pages up, and write no link.
const LOOKUPS: [&str; 7] =
    ["section", "children", "get_page", "tree", "archives", "related", "startingwith"];

/// Whether the text at an offset is the first argument of a function that looks pages up.
fn is_lookup(source: &str, offset: usize) -> bool {
    let before = source[..offset].trim_end_matches(['"', '\'']).trim_end();
    let name = before.strip_suffix('(').unwrap_or_default();
    LOOKUPS.iter().any(|it| {
        let rest = name.strip_suffix(it);
        rest.is_some_and(|rest| !rest.ends_with(|it: char| it.is_alphanumeric() || it == '_'))
    })
}

/// Whether the text at an offset is written as an id: `id="a"`, `id=a` or `{#a}`.
fn is_id(source: &str, offset: usize) -> bool {
    let before = &source[..offset];
    let name = before.trim_end_matches(['"', '\'']).trim_end().strip_suffix('=');
    before.ends_with("{#")
        || before.ends_with(" #")
        || name.is_some_and(|name| {
            let word =
                name.trim_end().rsplit(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
            word.eq_ignore_ascii_case("id")
        })
}

/// Whether the line of an offset has an expression after it.
fn is_computed(source: &str, offset: usize) -> bool {
    source[offset..].lines().next().is_some_and(|rest| rest.contains("{{"))
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
