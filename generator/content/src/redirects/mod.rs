//! Collects and checks redirects: aliases of pages, `[[redirects]]` of site.toml, lines of
//! static/_redirects, and paths with capital letters.

mod capitals;
mod file;
pub mod old_path;
pub mod pattern;
mod table;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::colocated_assets::ColocatedAssets;
use crate::config::settings::Settings;
use crate::config::tables::RedirectForm;
use crate::config::tables::languages::Language;
use crate::page::Page;
use crate::site::Site;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::{Href, OutputPath, Route};
use croupier_base::url;

use self::file::parse_file;
pub use self::file::{parse_pattern, parse_redirect};
use self::pattern::Pattern;
use self::table::Table;

/// The target of a redirect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// A path on this site, or an absolute URL.
    pub to: Href,
    /// 301, 302, 307 or 308.
    pub status: u16,
}

/// The files that a build writes, apart from those of redirects.
pub trait OutputFiles {
    /// Returns what makes the file at an output path, for messages: a source, or the generator.
    fn maker(&self, path: &str) -> Option<String>;

    /// Returns whether there are files in a folder of the output.
    fn has_below(&self, folder: &str) -> bool;

    /// Returns the URL path of a page or a file that a pattern matches.
    fn find(&self, pattern: &Pattern) -> Option<String>;

    /// Returns the text of the file of a page.
    fn text(&self, page: &Page) -> Option<Arc<str>>;
}

/// The source of a redirect.
enum Origin<'a> {
    /// A page, and the range of the alias in its file.
    Alias(&'a Page, Range<usize>),
    /// An entry of `[[redirects]]`, or a line of static/_redirects.
    Line(Location),
}

impl Origin<'_> {
    /// Returns the file, or the variable that overrides site.toml.
    fn file(&self) -> &str {
        match self {
            Origin::Alias(page, _) => page.file(),
            Origin::Line(place) => &place.file,
        }
    }

    /// Locates a diagnostic at the source.
    fn locate(&self, diagnostic: Diagnostic, files: &dyn OutputFiles) -> Diagnostic {
        match self {
            Origin::Line(place) => diagnostic.at(place.clone()),
            Origin::Alias(page, range) => {
                let text = files.text(page).filter(|text| text.get(range.clone()).is_some());
                match text.filter(|_| page.row.is_none()) {
                    Some(text) => {
                        diagnostic.at(Location::new(page.source.as_str(), text, range.clone()))
                    }
                    None => page.locate(diagnostic),
                }
            }
        }
    }
}

/// A redirect before it is checked, as it is written in its source.
struct UncheckedRedirect<'a> {
    from: String,
    to: Href,
    status: u16,
    origin: Origin<'a>,
}

/// All redirects of the site.
#[derive(Debug, Default)]
pub struct Redirects {
    /// Redirects of single paths, by decoded old path.
    pub by_path: BTreeMap<Route, Redirect>,
    /// The redirects as HTML files, if site.toml has this form.
    pub html_files: BTreeMap<OutputPath, Redirect>,
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
            next = redirect_of(&url::decoded(&redirect.to.path_only()));
            target = Some(redirect.to);
        }
        None
    }
}

/// Returns whether a status is one of those for redirects.
pub(crate) fn is_status(status: u16) -> bool {
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
    files: &dyn OutputFiles,
) -> (Redirects, Vec<Diagnostic>) {
    let forms = &settings.config.output.redirects;
    let (file_redirects, other_rules) =
        file.map(|text| parse_file(text, &settings.base_path)).unwrap_or_default();
    let error_pages = file::error_pages(&other_rules, &settings.base_path);
    let is_elsewhere = |to: &Href| is_of_other_host(to, site, settings);
    let (patterns, rules, pattern_diagnostics) =
        pattern::collect(files, settings, other_rules, &is_elsewhere);

    let mut table = Table::new(site, settings, files, pattern_diagnostics);
    let of_site = of_settings(settings).into_iter().chain(file_redirects);
    let of_site = of_site.filter(|it| !is_elsewhere(&it.to));
    let redirects = aliases(site).into_iter().chain(of_site).chain(untranslated(site, settings));
    redirects.for_each(|it| table.add(it));
    table.add_slashes();
    table.check_html_files();
    table.check_targets(assets, &patterns);
    table.check_error_pages(error_pages);

    let lowered = capitals::lowered_paths(site, assets).filter(|(from, _)| !table.is_taken(from));
    let lowered: Vec<(Route, Href)> = lowered.collect();
    if forms.contains(&RedirectForm::File) {
        table.add_missing(lowered);
    } else if forms.contains(&RedirectForm::Html) {
        table.report_capitals(lowered);
    }

    let (redirects, diagnostics) = table.finish();
    let patterns = patterns.into_iter().map(|(pattern, ..)| pattern).collect();
    (Redirects { patterns, rules, ..redirects }, diagnostics)
}

/// Returns whether other hosts of the site have the target of a redirect, and this one does not. Redirects of the whole site are on the hosts
/// that have their targets.
fn is_of_other_host(to: &Href, site: &Site, settings: &Settings) -> bool {
    // The languages whose pages have other routes in this build.
    let mut others = settings.languages.iter().filter(|it| it.prefix != it.path).peekable();
    if others.peek().is_none() || !to.starts_with('/') {
        return false;
    }
    let path = url::decoded(to.split_path().0);
    let has = |prefix: &str, path: &str| {
        let url = format!("{prefix}{path}");
        site.page(&url).or_else(|| site.page(&format!("{url}/"))).is_some()
    };
    let of_language = |it: &Language| {
        path.strip_prefix(it.path.as_str()).is_some_and(|rest| has(&it.prefix, rest))
    };
    !has("", &path) && others.any(of_language)
}

/// Returns the redirects for the aliases of all pages.
fn aliases(site: &Site) -> Vec<UncheckedRedirect<'_>> {
    // Pages are scattered in memory and few have aliases, so the search is parallel.
    let pages: Vec<_> = site.pages.values().collect();
    let pages_with_aliases = pages
        .into_par_iter()
        .filter(|page| !page.is_generated && !page.front.rare.aliases.is_empty());
    let redirects = pages_with_aliases.collect::<Vec<_>>().into_iter().flat_map(|page| {
        page.front.rare.aliases.iter().map(|alias| UncheckedRedirect {
            from: alias.path.to_string(),
            to: Href::new(page.route.as_str()),
            status: 301,
            origin: Origin::Alias(page, alias.range.clone()),
        })
    });
    redirects.collect()
}

/// Returns the redirects from pages that are not translated to the ones in other languages. They are temporary, because a translation can
/// be added.
fn untranslated<'a>(site: &'a Site, settings: &'a Settings) -> Vec<UncheckedRedirect<'a>> {
    let redirects = site.translations.redirects.iter().map(|(from, to)| UncheckedRedirect {
        from: url::percent_encode(from),
        to: Href::new(to.as_str()),
        status: 302,
        origin: Origin::Line(settings.layers.place(0..0)),
    });
    redirects.collect()
}

/// Returns the redirects of single paths in site.toml.
fn of_settings<'a>(settings: &Settings) -> Vec<UncheckedRedirect<'a>> {
    let all = settings.config.redirects.iter().filter(|(it, _)| !Pattern::is_pattern(&it.from));
    let redirects = all.map(|(it, range)| {
        let origin = Origin::Line(settings.layers.place(range.clone()));
        UncheckedRedirect { from: it.from.clone(), to: it.to.clone(), status: it.status, origin }
    });
    redirects.collect()
}

/// Returns the redirect of a decoded path with or without its last slash.
fn find<'a>(redirects: &'a BTreeMap<Route, Redirect>, path: &str) -> Option<&'a Redirect> {
    let with_slash =
        || (!path.ends_with('/')).then(|| redirects.get(format!("{path}/").as_str()))?;
    redirects.get(path).or_else(with_slash)
}
