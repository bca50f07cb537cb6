//! Collects and checks redirects: aliases of pages, `[[redirects]]` of site.toml, lines of
//! static/_redirects, and paths with capital letters.

mod capitals;
mod file;
pub mod pattern;

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::colocated_assets::ColocatedAssets;
use crate::config::settings::Settings;
use crate::config::tables::RedirectForm;
use crate::front_matter::Alias;
use crate::site::Site;
use crate::unpublished::{UnpublishedPage, UnpublishedReason};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::{self, Href, OutputPath, Route};
use croupier_base::url;

use self::file::parse_file;
pub use self::file::{parse_pattern, parse_redirect};
use self::pattern::{Pattern, PatternRule};

/// The target of a redirect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// A path on this site, or an absolute URL.
    pub to: Href,
    /// 301, 302, 307 or 308.
    pub status: u16,
}

/// The source of a redirect: the file, or the variable that overrides site.toml, and the location.
type Origin = (String, Option<Location>);

/// A redirect before it is checked: the old path, the target, the status and the origin.
type UncheckedRedirect = (String, Href, u16, Origin);

/// All redirects of the site.
#[derive(Debug, Default)]
pub struct Redirects {
    /// Redirects of single paths, by old path.
    pub by_path: BTreeMap<Route, Redirect>,
    /// Redirects of patterns. They apply to paths that are not in `by_path`; the first match counts.
    pub patterns: Vec<Pattern>,
    /// Lines of the host's file: those of the patterns, and other rules of static/_redirects.
    pub rules: Vec<String>,
}

impl Redirects {
    /// Returns the redirect of a path with or without its last slash, except for those of patterns.
    pub fn exact(&self, path: &str) -> Option<&Redirect> {
        find(&self.by_path, path)
    }

    /// Returns whether a path is redirected.
    pub fn matches(&self, path: &str) -> bool {
        self.exact(path).is_some() || self.patterns.iter().any(|it| it.find(path).is_some())
    }

    /// Returns the final target of a path if all its redirects are permanent and within this site.
    /// Links may rely on temporary redirects and on those to other hosts.
    pub fn permanent_target(&self, path: &str) -> Option<Href> {
        let redirect_of = |path: &str| {
            let by_pattern = || self.patterns.iter().find_map(|it| it.find(path));
            self.exact(path).cloned().or_else(by_pattern)
        };
        let is_own = |to: &str| to.starts_with('/') && !to.starts_with("//");
        let mut next = redirect_of(path);
        let mut target = None;
        // `gather` reports loops.
        for _ in 0..=self.by_path.len() + self.patterns.len() {
            let Some(redirect) = next else { return target };
            if !matches!(redirect.status, 301 | 308) || !is_own(&redirect.to) {
                return None;
            }
            next = redirect_of(&redirect.to.path_only());
            target = Some(redirect.to);
        }
        None
    }
}

/// Returns whether a status is one of those for redirects.
pub fn is_status(status: u16) -> bool {
    matches!(status, 301 | 302 | 307 | 308)
}

/// Collects all redirects and reports those that clash, loop or have no target.
///
/// `file` is the text of static/_redirects. Its lines come after all other redirects.
pub fn gather(
    site: &Site,
    assets: &ColocatedAssets,
    settings: &Settings,
    file: Option<&Arc<str>>,
    is_static: &dyn Fn(&str) -> bool,
) -> (Redirects, Vec<Diagnostic>) {
    let mut redirects = BTreeMap::new();
    let mut diagnostics = Vec::new();
    let forms = &settings.config.output.redirects;
    let (file_redirects, other_rules) =
        file.map(|text| parse_file(text, &settings.base_path)).unwrap_or_default();
    let (patterns, rules, pattern_diagnostics) = pattern::collect(site, settings, other_rules);
    diagnostics.extend(pattern_diagnostics);
    let mut origins = BTreeMap::<Route, Origin>::new();
    let is_html_only = !forms.contains(&RedirectForm::File) && forms.contains(&RedirectForm::Html);
    let mut only_in_case = Vec::new();
    let config_redirects =
        settings.config.redirects.iter().filter(|(it, _)| !Pattern::is_pattern(&it.from)).map(
            |(it, range)| {
                let place = settings.layers.place(range.clone());
                (it.from.clone(), it.to.clone(), it.status, (place.file.clone(), Some(place)))
            },
        );
    for (from, to, status, origin) in
        aliases(site).into_iter().chain(config_redirects).chain(file_redirects)
    {
        if let Some(error) = invalid_redirect(&from, &to, status, site) {
            diagnostics.push(at_origin(error, &origin));
            continue;
        }
        // Hosts treat a path with and without its last slash as the same.
        let bare = from.trim_end_matches('/').to_owned();
        let is_page = site.pages.contains_key(from.as_str())
            || site.pages.contains_key(format!("{bare}/").as_str());
        let clash_hint = if is_page || is_static(&from) {
            Some("there is a page or a file at this path".to_owned())
        } else {
            let other =
                [bare.clone(), format!("{bare}/")].iter().find_map(|it| origins.get(it.as_str()));
            other.map(|(other, _)| format!("{other} also redirects this path"))
        };
        if let Some(hint) = clash_hint {
            let error =
                Diagnostic::error(Code::RedirectTaken, format!("{from} cannot be redirected"));
            diagnostics.push(at_origin(error.hint(hint), &origin));
            continue;
        }
        let from = Route::new(if is_file(&from) { from } else { format!("{bare}/") });
        if is_html_only && capitals::differs_only_in_case(&from, site) {
            only_in_case.push(from.clone());
        } else if is_html_only && html_path(&from, site).is_none() {
            diagnostics.push(at_origin(needs_host_error(&from), &origin));
        }
        origins.insert(from.clone(), origin);
        redirects.insert(from, Redirect { to: with_slash(to, site), status });
    }
    add_slashes(&mut redirects);
    let max_redirects = redirects.len() + patterns.len();
    let final_target =
        |to: &Href| final_target(to, &|to| next_target(to, &redirects, &patterns), max_redirects);
    let target_error = |from: &str, to: &Href| {
        let unpublished =
            site.unpublished.get(to.as_str()).or_else(|| assets.unpublished.get(to.as_str()));
        if settings.poisoned_keys.may_define_path(to) {
            None
        } else {
            dead_end(from, to, site, unpublished, is_static)
        }
    };
    for (from, redirect) in &redirects {
        let error = match final_target(&redirect.to) {
            Some(to) => target_error(from, &to),
            None => Some(loop_error(from)),
        };
        diagnostics.extend(error.map(|it| at_origin(it, &origins[from])));
    }
    for (pattern, line, place) in &patterns {
        let from = line.split_whitespace().next().unwrap_or_default();
        let error = match final_target(&pattern.sample()) {
            Some(to) if pattern.has_fixed_target() => target_error(from, &to),
            // A target with names may exist for some paths and not for others.
            Some(_) => None,
            None => Some(loop_error(from)),
        };
        diagnostics.extend(error.map(|it| it.at(place.clone())));
    }
    let patterns = patterns.into_iter().map(|(pattern, ..)| pattern).collect();
    let lowered = capitals::lowered_paths(site, assets).filter(|(from, _)| !is_static(from));
    if forms.contains(&RedirectForm::File) {
        for (from, to) in lowered {
            redirects.entry(from).or_insert(Redirect { to, status: 301 });
        }
    } else if is_html_only {
        only_in_case.extend(lowered.map(|(from, _)| from));
        only_in_case.sort();
        only_in_case.dedup();
        diagnostics.extend(capitals::not_redirected(&only_in_case));
    }
    (Redirects { by_path: redirects, patterns, rules }, diagnostics)
}

/// Returns the error for a redirect with an invalid path, target or status.
fn invalid_redirect(from: &str, to: &Href, status: u16, site: &Site) -> Option<Diagnostic> {
    let error = |message: String| Diagnostic::error(Code::BadRedirect, message);
    if from.contains(char::is_whitespace)
        || to.contains(char::is_whitespace) && !site.pages.contains_key(to.as_str())
    {
        let message =
            format!("`{from}` cannot be redirected to `{to}`: a URL cannot contain spaces");
        return Some(error(message).hint("write `%20` for a space"));
    }
    if !from.starts_with('/') || !is_status(status) {
        let message = format!("{from} cannot be redirected with status {status}");
        let hint = "write `from = \"/old/\"`, `to = \"/new/\"` and, if it is not 301, `status = 302`, 307 or 308";
        return Some(error(message).hint(hint));
    }
    if from.contains(['?', '#', '*']) || from.contains("/:") {
        let hint = "write the path alone: a query is passed on, browsers do not send what follows `#`, and patterns \
            belong in `[[redirects]]` and static/_redirects";
        return Some(error(format!("`{from}` cannot be redirected")).hint(hint));
    }
    None
}

/// Returns the redirects for the aliases of all pages.
fn aliases(site: &Site) -> Vec<UncheckedRedirect> {
    // Pages are scattered in memory and few have aliases, so the search is parallel.
    let pages: Vec<_> = site.pages.values().collect();
    let pages_with_aliases = pages
        .into_par_iter()
        .filter(|page| !page.is_generated && !page.front.rare.aliases.is_empty());
    let redirects = pages_with_aliases.collect::<Vec<_>>().into_iter().flat_map(|page| {
        page.front.rare.aliases.iter().map(|alias: &Alias| {
            (
                alias.path.to_string(),
                Href::new(page.route.as_str()),
                301,
                (page.source.to_string(), None),
            )
        })
    });
    redirects.collect()
}

/// Returns the target of one redirect.
fn next_target(
    to: &Href,
    redirects: &BTreeMap<Route, Redirect>,
    patterns: &[PatternRule],
) -> Option<Href> {
    let exact = find(redirects, to).map(|redirect| redirect.to.clone());
    exact.or_else(|| {
        let redirect = patterns.iter().find_map(|(pattern, ..)| pattern.find(to))?;
        Some(url::percent_decode(&redirect.to).map_or(redirect.to, Href::new))
    })
}

/// Follows redirects from `to` to the final target. Returns `None` after more than `max_redirects`
/// redirects, which means that they loop.
fn final_target(
    to: &Href,
    next_target: &dyn Fn(&Href) -> Option<Href>,
    max_redirects: usize,
) -> Option<Href> {
    let mut to = to.path_only();
    for _ in 0..=max_redirects {
        let Some(next) = next_target(&to) else { return Some(to) };
        to = next.path_only();
    }
    None
}

/// Returns the error for a redirect loop.
fn loop_error(from: &str) -> Diagnostic {
    Diagnostic::error(Code::RedirectCircle, format!("the redirect of {from} is a loop"))
        .hint("redirect it to a page")
}

/// Returns a diagnostic if the final target `to` does not exist. `unpublished` is the page that is
/// not published there.
fn dead_end(
    from: &str,
    to: &Href,
    site: &Site,
    unpublished: Option<&UnpublishedPage>,
    is_static: &dyn Fn(&str) -> bool,
) -> Option<Diagnostic> {
    let is_own = to.starts_with('/') && !to.starts_with("//");
    if !is_own || site.pages.contains_key(to.as_str()) || is_static(to) {
        return None;
    }
    if let Some(page) = unpublished {
        if let UnpublishedReason::Expired(_) = page.reason {
            let message = format!("broken redirect: {from} redirects to {to}, which has expired");
            return Some(Diagnostic::warning(Code::LinkEnds, message).hint(page.hint()));
        }
        let yet = page.reason.yet();
        let message =
            format!("broken redirect: {from} redirects to {to}, which is not published{yet}");
        return Some(Diagnostic::error(Code::BrokenLink, message).hint(page.hint()));
    }
    let hint = did_you_mean(to, site.pages.keys().map(Route::as_str))
        .unwrap_or_else(|| "redirect it to a page".to_owned());
    let message = format!("broken redirect: {from} redirects to {to}, which does not exist");
    Some(Diagnostic::error(Code::BrokenLink, message).hint(hint))
}

/// Returns the output path of the HTML file for a redirect.
///
/// Returns `None` if the old path has an extension other than `.html`, or if it differs from a page
/// only in case, since some file systems ignore case.
pub fn html_path(from: &str, site: &Site) -> Option<OutputPath> {
    let path = url::percent_decode(from)?;
    let differs_only_in_case = capitals::differs_only_in_case(&path, site);
    let path = match path.strip_suffix(".html") {
        Some(_) => path[1..].to_owned(),
        None if is_file(&path) => return None,
        None => format!("{}/index.html", path.trim_matches('/')),
    };
    (!differs_only_in_case && path::is_inside(&path)).then(|| OutputPath::new(path))
}

/// Adds the last slash to targets that redirect further.
fn add_slashes(redirects: &mut BTreeMap<Route, Redirect>) {
    let lacks_slash =
        |to: &Href| !redirects.contains_key(to.as_str()) && find(redirects, to).is_some();
    let without_slash: Vec<Route> = redirects
        .iter()
        .filter(|(_, redirect)| lacks_slash(&redirect.to))
        .map(|(from, _)| from.clone())
        .collect();
    for from in without_slash {
        if let Some(redirect) = redirects.get_mut(&from) {
            redirect.to = Href::new(format!("{}/", redirect.to));
        }
    }
}

/// Returns the redirect of a path with or without its last slash.
fn find<'a>(redirects: &'a BTreeMap<Route, Redirect>, path: &str) -> Option<&'a Redirect> {
    let with_slash =
        || (!path.ends_with('/')).then(|| redirects.get(format!("{path}/").as_str()))?;
    redirects.get(path).or_else(with_slash)
}

/// Returns whether a path names a file and not a page: `/feed.xml`, but not `/1.2` and `/a.md`.
fn is_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').is_some_and(|(_, extension)| {
        extension.len() > 1
            && extension != "md"
            && extension.starts_with(|it: char| it.is_ascii_alphabetic())
            && extension.bytes().all(|it| it.is_ascii_alphanumeric())
    })
}

/// Returns the error for a redirect that only the host can do.
fn needs_host_error(rule: &str) -> Diagnostic {
    Diagnostic::error(Code::BadRedirect, format!("an HTML file cannot do the redirect `{rule}`"))
        .hint("add \"_redirects\" to `[output] redirects` in site.toml if the host reads that file, or remove the redirect; end the path of a page with a slash")
}

/// Adds the last slash to a target that is a page, to avoid a second redirect.
fn with_slash(to: Href, site: &Site) -> Href {
    let (path, rest) = to.split_path();
    let route = format!("{path}/");
    if site.pages.contains_key(route.as_str()) { Href::new(route + rest) } else { to }
}

fn at_origin(diagnostic: Diagnostic, (file, place): &Origin) -> Diagnostic {
    match place {
        Some(place) => diagnostic.at(place.clone()),
        None => diagnostic.in_file(file),
    }
}
