//! Collects and checks redirects: aliases of pages, `[[redirects]]` of site.toml, lines of
//! static/_redirects, and paths with capital letters.

mod capitals;
mod collected;
mod file;
pub mod old_path;
pub mod pattern;
mod pattern_rules;
mod redirect;
mod table;

use std::sync::Arc;

use rayon::prelude::*;

use crate::colocated_assets::ColocatedAssets;
use crate::config::settings::Settings;
use crate::config::tables::RedirectForm;
use crate::config::tables::languages::Language;
use crate::site::Site;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::{Href, Route};
use croupier_base::url;

use self::collected::{Origin, UncheckedRedirect};
pub use self::collected::{OutputFiles, Redirects};
use self::file::parse_file;
pub use self::file::{parse_pattern, parse_redirect};
use self::pattern::Pattern;
pub use self::redirect::Redirect;
use self::table::Table;

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
        file.map(|text| parse_file(text, &settings.base_url)).unwrap_or_default();
    let error_pages = file::error_pages(&other_rules, &settings.base_path);
    let is_elsewhere = |to: &Href| is_of_other_host(to, site, settings);
    let (patterns, rules, pattern_diagnostics) =
        pattern_rules::collect(files, settings, other_rules, &is_elsewhere);

    let root = format!("{}/", settings.base_path);

    let mut table = Table::new(site, settings, files, pattern_diagnostics);
    let of_site = of_settings(settings).into_iter().chain(file_redirects);
    let of_site = of_site.filter(|it| !is_elsewhere(&it.to));
    aliases(site, settings).into_iter().chain(of_site).for_each(|it| table.add(it));
    // A redirect that is written takes their place.
    for redirect in untranslated(site, settings) {
        if !table.has(&url::decoded(&redirect.from)) {
            table.add(redirect);
        }
    }
    let is_of_pattern = patterns.iter().any(|(it, ..)| it.find("/").is_some())
        || rules.iter().any(|line| line.split_whitespace().next() == Some(root.as_str()));
    if !is_of_pattern
        && !table.has("/")
        && !table.is_taken("/")
        && let Some(redirect) = to_first_language(site, settings)
    {
        table.add(redirect);
    }

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
fn aliases<'a>(site: &'a Site, settings: &Settings) -> Vec<UncheckedRedirect<'a>> {
    // Pages are scattered in memory and few have aliases, so the search is parallel.
    let pages: Vec<_> = site.pages.values().collect();
    let pages_with_aliases = pages
        .into_par_iter()
        .filter(|page| !page.is_generated && !page.front.rare.aliases.is_empty());
    let redirects = pages_with_aliases.collect::<Vec<_>>().into_iter().flat_map(|page| {
        let language = settings.languages.get(page.language);
        page.front.rare.aliases.iter().map(|alias| UncheckedRedirect {
            from: language.route_of_alias(&alias.path),
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

/// Returns the redirect from the root of the host to the home page of its first language, if that has a path. It is temporary, because a
/// page for all languages can be added.
fn to_first_language<'a>(site: &Site, settings: &'a Settings) -> Option<UncheckedRedirect<'a>> {
    let home = settings.languages.main_language().localized("/");
    (home != "/" && site.pages.contains_key(home.as_str())).then(|| UncheckedRedirect {
        from: "/".to_owned(),
        to: Href::new(home),
        status: 302,
        origin: Origin::Line(settings.layers.place(0..0)),
    })
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
