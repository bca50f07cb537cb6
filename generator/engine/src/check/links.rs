//! Checks that the links of pages have a target and are allowed by the content security policy. A change can break links of pages that
//! are not rendered now.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use foldhash::fast::RandomState;

use crate::cache::Cache;
use crate::check::file_links;
use crate::check::page_checks::PageChecks;
use crate::check::template_links::quote_in_name;
use crate::check::text_problems;
use crate::render::policy::Policy;
use crate::render::site_files;
use crate::session::store::CachedTraces;
use crate::session::trace::{Trace, TracedPage};
use crate::stage::{BuildState, FailedText, Plan, Rendered, shared_outputs};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::fingerprint::Fingerprint;
use croupier_base::hashed_path::is_resized_path;
use croupier_base::path::{Href, OutputPath, Route, SitePath};
use croupier_base::syntax::html::Use;
use croupier_content::config::settings::Settings;
use croupier_content::links::{self, MovedPage, Targets};
use croupier_content::markdown::{self, Problem};
use croupier_content::page::Page;
use croupier_content::page_text::Text;
use croupier_content::redirects::pattern::Pattern;

/// Broken links that get a hint in every site.
const MIN_HINTS: usize = 20;
/// The most paths that are compared for the hints of further broken links: looking for similar paths is slow.
const MAX_COMPARED_PATHS: usize = 1_000_000;

/// Checks the pages that were rendered, and other pages if the changes can break their links. `checks` has the diagnostics of all pages
/// afterwards. Returns those of pages that could not be rendered, and of redirects.
/// `released` are the hashed files of earlier releases, newest first. `cache` has the pages of the previous process, in case this
/// process has not built yet.
pub(crate) fn check_pages(
    state: BuildState<'_>,
    plan: &Plan,
    rendered: &Rendered,
    released: &[BTreeSet<OutputPath>],
    cache: &Cache,
    checks: &mut PageChecks,
) -> Vec<Diagnostic> {
    let BuildState { sources, site: assembled, .. } = state;
    let inputs = &assembled.inputs;
    let site = &inputs.site;
    let files = SiteFiles::new(state, plan, rendered);

    let hints = AtomicUsize::new(0);
    let max_hints = MIN_HINTS.max(MAX_COMPARED_PATHS / site.pages.len().max(1));
    let has_hint = || hints.fetch_add(1, Ordering::Relaxed) < max_hints;
    let moved = OnceLock::new();
    // A page can have many links to wrong headings.
    let heading_ids = Mutex::new(HashMap::new());

    let targets = Targets {
        anchors: &|path| match files.page_at(path) {
            Some(page) => Some(Some(&*page.trace.anchors)),
            None => files.may_have_page(path).then_some(None),
        },
        id_of_heading: &|path, slug| {
            let mut known = heading_ids.lock().unwrap_or_else(PoisonError::into_inner);
            let ids = known.entry(path.to_owned()).or_insert_with(|| heading_ids_of(state, path));
            ids.get(slug).filter(|id| *id != slug).cloned()
        },
        is_untranslated: &|path, id| {
            let page = files.page_at(path);
            page.is_some_and(|page| page.trace.lacks_heading_of_original(id))
        },
        is_file: &|path| files.has_target(path),
        redirect_target: &|path| {
            assembled.redirects().permanent_target(path).filter(|_| !has_file(state, path))
        },
        unpublished: &|route| {
            site.unpublished.get(route).or_else(|| inputs.assets.unpublished.get(route))
        },
        expires_at: &|route| files.expires_at(route),
        moved_page: &|route| moved.get_or_init(|| moved_pages(state, cache)).get(route).cloned(),
        page_of_file: &|path| page_of_file(state, path),
        source_of: &|route| site.pages.get(route).map(|page| &page.source),
        files: &|| {
            if has_hint() {
                site.pages.values().map(|page| page.source.as_str()).collect()
            } else {
                Vec::new()
            }
        },
        assets: &|| {
            let statics = sources.statics.keys().chain(inputs.assets.published.keys());
            if has_hint() { statics.map(OutputPath::as_str).collect() } else { Vec::new() }
        },
        routes: &|| {
            if has_hint() { site.pages.keys().map(Route::as_str).collect() } else { Vec::new() }
        },
        base_url: &state.settings().base_url,
    };

    let policy = Policy::new(inputs);
    let pages = files.pages_to_check(released, checks);
    let mut diagnostics = problems_of_failed_pages(state, rendered, &targets, &policy);
    checks.update(state, &pages, &|route| files.page_at(route), &targets, &policy);
    diagnostics.extend(file_links::problems(state, &rendered.files, &targets, &policy));
    diagnostics.extend(broken_redirects(state.settings(), &targets));
    diagnostics
}

/// Returns the ids of the headings of the page at a path, by the slugs of their words.
fn heading_ids_of(state: BuildState<'_>, path: &str) -> HashMap<String, String> {
    let site = &state.site.inputs.site;
    let text_of = |page: &Page| state.sources.text_of(page).ok();
    let Some(page) = site.pages.get(path) else { return HashMap::new() };
    let Some(text) = text_of(page) else { return HashMap::new() };

    let original = site.translations.original_of(page).and_then(|page| text_of(page));
    let original = original.as_ref().map(Text::body);
    markdown::ids_by_slug(text.body(), original, state.settings().config.markdown)
}

/// Returns the page of a content file, by the URL path that the path of the file states.
fn page_of_file<'a>(state: BuildState<'a>, path: &str) -> Option<&'a Page> {
    // The file route is that of the path without the path of the language.
    let language = state.settings().languages.of_path(path);
    let file_route = path.strip_prefix(language.prefix.as_str()).unwrap_or(path);
    state.site.inputs.site.tree(language.key).at(file_route).map(|page| &**page)
}

/// The pages and files that links can target: those that this build renders, and those of the last release.
struct SiteFiles<'a> {
    state: BuildState<'a>,
    plan: &'a Plan,
    rendered: &'a Rendered,
    /// The rendered pages by route.
    fresh: HashMap<&'a str, TracedPage<'a>, RandomState>,
    /// The routes of the pages that are to be rendered, also of those that have errors.
    planned: HashSet<&'a str, RandomState>,
    /// The routes of content files that cannot be read.
    unread: BTreeSet<Route>,
}

impl<'a> SiteFiles<'a> {
    fn new(state: BuildState<'a>, plan: &'a Plan, rendered: &'a Rendered) -> SiteFiles<'a> {
        let fresh = rendered_pages(rendered).map(|it| (it.page.route.as_str(), it)).collect();
        let planned = plan.pages.iter().map(|page| page.route.as_str()).collect();
        let unread = state.sources.unread_routes();
        SiteFiles { state, plan, rendered, fresh, planned, unread }
    }

    /// Whether the page at a path may exist, though it has no current trace.
    fn may_have_page(&self, path: &str) -> bool {
        let site = &self.state.site.inputs.site;
        // The file of the page, or site.toml, has an error of its own.
        site.pages.contains_key(path)
            || self.unread.contains(path)
            || site.may_be_unread(path)
            || self.state.settings().poisoned_keys.may_define_path(path)
    }

    /// Whether the site has a file or a redirect at a path.
    fn has_target(&self, path: &str) -> bool {
        let file = path.trim_start_matches('/');
        // The picture copies that a failed page uses are unknown.
        let is_complete = self.rendered.pages.len() == self.plan.pages.len();
        has_file(self.state, path)
            || self.state.site.redirects().matches(path)
            || self.rendered.copies.contains_key(file)
            || !is_complete && is_resized_path(file)
    }

    /// Returns when the page or the file at a route expires, in epoch seconds.
    fn expires_at(&self, route: &str) -> Option<i64> {
        let inputs = &self.state.site.inputs;
        let fresh = self.fresh.get(route).map(|it| it.page);
        let page = fresh.or_else(|| inputs.site.pages.get(route).map(|page| &**page));
        match page {
            Some(page) => page.front.rare.expire_at.filter(|_| !self.state.settings().flags.drafts),
            None => inputs.assets.expires_at.get(route.trim_start_matches('/')).copied(),
        }
    }

    /// Whether the trace of the last release is that of this page.
    fn is_up_to_date(&self, page: &Page) -> bool {
        page.is_valid && !self.planned.contains(page.route.as_str())
    }

    /// Returns the page at a route, if its trace is current.
    fn page_at(&self, route: &str) -> Option<TracedPage<'a>> {
        if let Some(fresh) = self.fresh.get(route) {
            return Some(*fresh);
        }
        let pages = &self.state.site.inputs.site.pages;
        let page = pages.get(route).filter(|page| self.is_up_to_date(page))?;
        Some(TracedPage { page, trace: self.state.session.traces().get(route)? })
    }

    /// Returns the rendered pages, and the other ones whose diagnostics are outdated in `checks`.
    fn pages_to_check(
        &self,
        released: &[BTreeSet<OutputPath>],
        checks: &mut PageChecks,
    ) -> Vec<TracedPage<'a>> {
        let rendered = rendered_pages(self.rendered);
        if may_break_other_links(self.state, self.rendered, released, checks) {
            *checks = PageChecks::of_all_pages();
            let pages = self.state.site.inputs.site.pages.values();
            let others = pages.filter(|page| self.is_up_to_date(page));
            rendered.chain(others.filter_map(|page| self.page_at(&page.route))).collect()
        } else {
            let outdated = checks.outdate(self.plan.pages.iter().map(|page| &page.route));
            let others = outdated.iter().filter(|route| !self.fresh.contains_key(route.as_str()));
            rendered.chain(others.filter_map(|route| self.page_at(route))).collect()
        }
    }
}

fn rendered_pages(rendered: &Rendered) -> impl Iterator<Item = TracedPage<'_>> {
    rendered.pages.iter().map(|it| TracedPage { page: &it.page, trace: &it.trace })
}

/// Returns the problems with the targets of the redirects in site.toml. Only anchors are checked here: collecting the redirects reports
/// targets that do not exist.
fn broken_redirects(settings: &Settings, targets: &Targets<'_>) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for (redirect, range) in &settings.config.redirects {
        let to = &redirect.to;
        let is_own =
            to.starts_with('/') && !to.starts_with("//") && !Pattern::is_pattern(&redirect.from);
        let broken = links::broken(targets, &Route::new(&*redirect.from), to)
            .filter(|it| is_own && it.code == Code::BrokenAnchor);
        let location = || settings.layers.place(range.clone());
        problems.extend(broken.map(|it| it.to_diagnostic().at(location())));
    }
    problems
}

/// Whether pages that were not rendered have to be checked: the changes can break their links or move the locations of their
/// problems, or their warnings are not known.
fn may_break_other_links(
    state: BuildState<'_>,
    rendered: &Rendered,
    released: &[BTreeSet<OutputPath>],
    checks: &PageChecks,
) -> bool {
    let BuildState { session, changes, .. } = state;

    let has_lost_copy = || {
        let exists = |path: &OutputPath| {
            rendered.copies.contains_key(path) || state.sources.statics.contains_key(path)
        };
        let last_release = released.first();
        last_release
            .is_some_and(|files| files.iter().any(|path| is_resized_path(path) && !exists(path)))
    };

    let has_other_anchors = || {
        rendered.pages.iter().any(|it| {
            let before = session.traces().get(&it.page.route);
            before.is_none_or(|before| before.anchors != it.trace.anchors)
        })
    };

    !session.traces().is_empty()
        && (changes.affects_everything()
            || changes.statics
            || session.has_page_warnings() && !checks.is_complete()
            || (changes.templates || changes.data || changes.messages)
                && checks.has_problems_of_templates()
            || session.shared_outputs() != shared_outputs(state.site, &rendered.files)
            || changes.data && session.links().names_queries
            || has_lost_copy()
            || has_other_anchors())
}

/// Returns the problems in the texts of pages that could not be rendered.
fn problems_of_failed_pages(
    state: BuildState<'_>,
    rendered: &Rendered,
    targets: &Targets<'_>,
    policy: &Policy,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for FailedText { page, links, problems } in &rendered.failed_texts {
        // All problems of a page share its text, which is read for the first one.
        let text = LazyCell::new(|| {
            state.sources.text(&page.source).map(|text| text.source).unwrap_or_default()
        });
        let location = |range: &Range<usize>| {
            Location::new(page.file().as_str(), Arc::clone(&text), range.clone())
        };

        for link in links {
            let markdown = || text.get(link.range.clone()).unwrap_or_default().to_owned();
            let problem = link_problem(targets, policy, page, link.usage, &link.href, markdown);
            found.extend(problem.map(|problem| problem.at(location(&link.range))));
        }
        for Problem { kind, range } in problems {
            found.push(text_problems::warning(state, Some(page), kind, location(range)));
        }
    }

    found
}

/// Returns the problem with a link of a content file, without its location. `markdown` returns the text of the link.
pub(super) fn link_problem(
    targets: &Targets<'_>,
    policy: &Policy,
    page: &Page,
    usage: Use,
    href: &Href,
    markdown: impl FnOnce() -> String,
) -> Option<Diagnostic> {
    if href.is_empty() && usage == Use::Link {
        return Some(links::empty());
    }
    if href.is_empty() && usage == Use::Image {
        return Some(links::empty_image());
    }
    if usage == Use::QuoteInName {
        return Some(quote_in_name(href));
    }

    let broken = || links::broken(targets, &page.route, href).filter(|_| usage.is_url());
    policy
        .blocks(usage, href)
        .or_else(|| broken().map(|it| it.to_diagnostic_of(written_target(&markdown()))))
        .or_else(|| policy.external_image(usage, href))
}

/// Returns the target in the Markdown of a link: all of it for a link of HTML, and nothing for one whose target is in a definition.
fn written_target(markdown: &str) -> &str {
    let target = match markdown.rsplit_once("](") {
        Some((_, target)) => target,
        None if markdown.starts_with(['[', '!']) => "",
        None => markdown,
    };
    // A target can begin on the next line.
    let target = target.trim_start();
    let end = target.find([')', ' ', '\n', '"', ']']).unwrap_or(target.len());
    &target[..end]
}

/// Whether the site has a file at a URL path. Assets may include the path of `base_url`.
fn has_file(state: BuildState<'_>, path: &str) -> bool {
    let BuildState { sources, site, .. } = state;
    let base = state.settings().base_path.as_str();
    let asset = path.strip_prefix(base).filter(|rest| rest.starts_with("/assets/"));
    let file = asset.unwrap_or(path).trim_start_matches('/');
    let statics = &sources.statics;
    statics.contains_key(file)
        || sources.original_of_copy(file).is_some()
        || path.ends_with('/') && statics.contains_key(format!("{file}index.html").as_str())
        || site.files.contains_key(file)
        || site_files::is_generated_file(&site.inputs, site.slices(), file)
}

/// Returns the pages of the last release that the site no longer has, by route: the content file, and the file that now has the same
/// text.
fn moved_pages(state: BuildState<'_>, cache: &Cache) -> BTreeMap<Route, MovedPage> {
    let BuildState { sources, session, .. } = state;
    let load = || CachedTraces::load(cache, None).ok().flatten();
    let cached = session.traces().is_empty().then(load).flatten();
    let traces = cached.as_ref().map_or(session.traces(), |it| &it.traces);
    let site = &state.site.inputs.site;
    let removed: Vec<_> =
        traces.iter().filter(|(route, _)| !site.pages.contains_key(*route)).collect();
    if removed.is_empty() {
        return BTreeMap::new();
    }

    // Many pages can be renamed at once, so that the files are searched by their digest.
    let mut files_by_digest = HashMap::<Fingerprint, Vec<&SitePath>>::new();
    for (path, content) in &sources.contents {
        files_by_digest.entry(content.digest).or_default().push(path);
    }
    let current_file = |trace: &Trace| {
        let mut files = files_by_digest.get(&trace.digest)?.iter();
        files.find(|path| ***path != trace.source).map(|path| (*path).clone())
    };
    let moved = removed.into_iter();
    moved
        .map(|(route, trace)| (route.clone(), (trace.source.clone(), current_file(trace))))
        .collect()
}
