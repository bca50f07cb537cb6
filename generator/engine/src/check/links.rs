//! Checks that the links of all pages have a target and are allowed by the content security policy, including the links of pages that
//! were not rendered now.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use foldhash::fast::RandomState;
use rayon::prelude::*;

use crate::cache::Cache;
use crate::check::template_links::broken_template_links;
use crate::render::policy::Policy;
use crate::render::site_files;
use crate::session::store::CachedTraces;
use crate::session::trace::Trace;
use crate::stage::{BuildState, Plan, Rendered, shared_outputs};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::hashed_path::{fingerprinted, is_resized_path, without_fingerprint};
use croupier_base::path::{Href, OutputPath, Route};
use croupier_base::syntax::html::Use;
use croupier_content::config::tables::Redirect;
use croupier_content::links::{self, MovedPage, Targets};
use croupier_content::page::Page;
use croupier_content::redirects::pattern::Pattern;

/// Broken links of a large site that get a hint: looking for similar names is slow there.
const MAX_HINTS: usize = 20;
/// Sites with fewer pages than this are small.
const LARGE_SITE: usize = 1000;

/// A page with the trace of its last rendering.
#[derive(Clone, Copy)]
pub(super) struct TracedPage<'a> {
    pub(super) page: &'a Page,
    pub(super) trace: &'a Trace,
}

/// Returns the links that are broken or blocked. `released` are the hashed files of earlier releases, newest first. `cache` has
/// the pages of the previous process, in case this process has not built yet.
pub(crate) fn broken_links(
    state: BuildState<'_>,
    plan: &Plan,
    rendered: &Rendered,
    released: &[BTreeSet<OutputPath>],
    cache: &Cache,
) -> Vec<Diagnostic> {
    let BuildState { sources, site: assembled, session, .. } = state;
    let settings = state.settings();
    let inputs = &assembled.inputs;
    let site = &inputs.site;
    let fresh: HashMap<&str, (&Arc<Page>, &Trace), RandomState> =
        rendered.pages.iter().map(|it| (it.page.route.as_str(), (&it.page, &it.trace))).collect();
    let planned: HashSet<&str, RandomState> =
        plan.pages.iter().map(|page| page.route.as_str()).collect();
    let unread = sources.unread_routes();
    let anchors = |path: &str| {
        if let Some((_, trace)) = fresh.get(path) {
            return Some(Some(&*trace.anchors));
        }
        let Some(page) = site.pages.get(path) else {
            // The file of the page, or site.toml, has an error of its own.
            return (unread.contains(path) || settings.poisoned_keys.may_define_path(path))
                .then_some(None);
        };
        let is_current = page.is_valid && !planned.contains(path);
        let trace = session.traces().get(path).filter(|_| is_current);
        Some(trace.map(|trace| &*trace.anchors))
    };
    // The picture copies that a failed page uses are unknown.
    let is_complete = rendered.pages.len() == plan.pages.len();
    let may_be_copy = |path: &str| !is_complete && is_resized_path(path);
    let hints = AtomicUsize::new(0);
    let has_hint =
        || hints.fetch_add(1, Ordering::Relaxed) < MAX_HINTS || site.pages.len() < LARGE_SITE;
    let moved = OnceLock::new();
    let targets = Targets {
        anchors: &anchors,
        is_file: &|path| {
            let file = path.trim_start_matches('/');
            has_file(state, path)
                || assembled.redirects().matches(path)
                || rendered.copies.contains_key(file)
                || may_be_copy(file)
        },
        redirect_target: &|path| {
            assembled.redirects().permanent_target(path).filter(|_| !has_file(state, path))
        },
        unpublished: &|route| {
            site.unpublished.get(route).or_else(|| inputs.assets.unpublished.get(route))
        },
        expires_at: &|route| {
            let page = fresh.get(route).map(|(page, _)| *page).or_else(|| site.pages.get(route));
            match page {
                Some(page) => page.front.expire_at.filter(|_| !settings.drafts),
                None => inputs.assets.expires_at.get(route.trim_start_matches('/')).copied(),
            }
        },
        moved_page: &|route| moved.get_or_init(|| moved_pages(state, cache)).get(route).cloned(),
        source_of: &|route| site.pages.get(route).map(|page| &page.source),
        files: &|| {
            if has_hint() {
                site.pages.values().map(|page| page.source.as_str()).collect()
            } else {
                Vec::new()
            }
        },
        routes: &|| {
            if has_hint() { site.pages.keys().map(Route::as_str).collect() } else { Vec::new() }
        },
        base_url: &settings.base_url,
    };
    let policy = Policy::new(inputs);
    let others = may_break_other_links(state, rendered, released)
        .then(|| site.pages.values())
        .into_iter()
        .flatten()
        .filter(|page| page.is_valid && !planned.contains(page.route.as_str()))
        .filter_map(|page| Some(TracedPage { page, trace: session.traces().get(&page.route)? }));
    let pages: Vec<TracedPage<'_>> = rendered
        .pages
        .iter()
        .map(|it| TracedPage { page: &it.page, trace: &it.trace })
        .chain(others)
        .collect();
    let mut diagnostics = broken_text_links(state, rendered, &pages, &targets, &policy);
    diagnostics.extend(broken_template_links(state, &pages, &targets, &policy));
    // Only anchors are checked here: collecting the redirects reports targets that do not exist.
    let broken_redirect = |(redirect, range): &(Redirect, Range<usize>)| {
        let to = &redirect.to;
        let is_own =
            to.starts_with('/') && !to.starts_with("//") && !Pattern::is_pattern(&redirect.from);
        let broken = links::broken(&targets, &Route::new(&*redirect.from), to)
            .filter(|it| is_own && it.code == Code::BrokenAnchor)?;
        Some(broken.to_diagnostic().at(settings.layers.place(range.clone())))
    };
    diagnostics.extend(settings.config.redirects.iter().filter_map(broken_redirect));
    diagnostics
}

/// Whether the links of pages that were not rendered have to be checked: the changes can break them, or their warnings have to be
/// repeated.
fn may_break_other_links(
    state: BuildState<'_>,
    rendered: &Rendered,
    released: &[BTreeSet<OutputPath>],
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
            || session.has_link_warnings()
            || session.shared_outputs() != shared_outputs(state.site, &rendered.files)
            || changes.data && session.links().names_queries
            || has_lost_copy()
            || has_other_anchors())
}

/// Returns the broken links of content files. Links of templates are checked separately.
fn broken_text_links(
    state: BuildState<'_>,
    rendered: &Rendered,
    pages: &[TracedPage<'_>],
    targets: &Targets<'_>,
    policy: &Policy,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut check = |page: &Page, usage: Use, href: &Href, range: Range<usize>| {
        let text = || state.sources.text(&page.source).map(|text| text.source).unwrap_or_default();
        let location = |range| Location::new(page.source.as_str(), text(), range);
        if href.is_empty() && usage == Use::Link {
            diagnostics.push(links::empty().at(location(range)));
        } else if href.is_empty() && usage == Use::Image {
            diagnostics.push(links::empty_image().at(location(range)));
        } else if let Some(blocked) = policy.blocks(usage, href) {
            diagnostics.push(blocked.at(location(range)));
        } else if let Some(broken) =
            links::broken(targets, &page.route, href).filter(|_| usage.is_url())
        {
            diagnostics.push(broken.diagnostic(&page.source, text(), range));
        }
    };
    // All threads search for pages with broken links. One thread creates the diagnostics, in order.
    let without_hints =
        Targets { moved_page: &|_| None, files: &Vec::new, routes: &Vec::new, ..*targets };
    let has_problem = |page: &Page, usage: Use, href: &Href| {
        let is_empty = href.is_empty() && matches!(usage, Use::Link | Use::Image);
        let is_broken =
            || usage.is_url() && links::broken(&without_hints, &page.route, href).is_some();
        is_empty || policy.blocks(usage, href).is_some() || is_broken()
    };
    let pages_with_problems = pages.par_iter().filter(|TracedPage { page, trace }| {
        !page.is_generated
            && trace.links.iter().any(|(usage, href, ..)| has_problem(page, *usage, href))
    });
    for TracedPage { page, trace } in pages_with_problems.collect::<Vec<_>>() {
        for (usage, href, start, end) in &trace.links {
            check(page, *usage, href, *start as usize..*end as usize);
        }
    }
    for (page, links) in &rendered.failed_links {
        for link in links {
            check(page, link.usage, &link.href, link.range.clone());
        }
    }
    diagnostics
}

/// Whether the site has a file at a URL path. Assets may include the path of `base_url`.
fn has_file(state: BuildState<'_>, path: &str) -> bool {
    let BuildState { sources, site, .. } = state;
    let base = state.settings().base_path.as_str();
    let asset = path.strip_prefix(base).filter(|rest| rest.starts_with("/assets/"));
    let file = asset.unwrap_or(path).trim_start_matches('/');
    let statics = &sources.statics;
    let is_copy = |original: &OutputPath| {
        let file_of_original = statics.get(original);
        file_of_original.is_some_and(|it| *fingerprinted(original, it.content_hash) == *file)
    };
    statics.contains_key(file)
        || without_fingerprint(file).is_some_and(|original| is_copy(&original))
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
    let removed = traces.iter().filter(|(route, _)| !site.pages.contains_key(*route));
    let current_file = |trace: &Trace| {
        let mut contents = sources.contents.iter();
        let same_text =
            contents.find(|(path, it)| it.digest == trace.digest && **path != trace.source);
        same_text.map(|(path, _)| path.clone())
    };
    removed
        .map(|(route, trace)| (route.clone(), (trace.source.clone(), current_file(trace))))
        .collect()
}
