//! Addresses that moved: aliases of pages, `[[redirects]]` of site.toml, the lines of static/_redirects, and the places of files with
//! capital letters.

mod follow;
mod lines;
pub mod pattern;
mod patterns;

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::beside::FilesBeside;
use crate::config::settings::Settings;
use crate::config::tables::RedirectForm;
use crate::front_matter::Alias;
use crate::page_route;
use crate::site::Site;
use croupier_base::address;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Place};
use croupier_base::path::{self, Href, OutputPath, Route, SitePath};

use self::follow::{circle, dead_end, end, next};
use self::lines::lines;
pub use self::lines::{pattern_of, plain};
use self::pattern::Pattern;

/// Where an old address leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// Address path on this site, or an absolute address.
    pub to: Href,
    /// 301, 302, 307 or 308.
    pub status: u16,
}

/// Where a redirect was written: the file, or the variable that is laid over site.toml.
type Origin = (String, Option<Place>);

/// Everything that leads on.
#[derive(Debug, Default)]
pub struct Redirects {
    /// By old address.
    pub moved: BTreeMap<Route, Redirect>,
    /// Old addresses that stand for many. Those above come before them, and of two the first counts.
    pub patterns: Vec<Pattern>,
    /// The lines of the host's file that say these, and those of static/_redirects that say more, in their order.
    pub rules: Vec<String>,
}

impl Redirects {
    /// Whether an address path leads on.
    pub fn leads(&self, path: &str) -> bool {
        self.moved.contains_key(path) || self.patterns.iter().any(|it| it.find(path).is_some())
    }

    /// Where an address path leads in the end, if each step is for good and within this site. Who is led on for a while, or to another
    /// host, is meant to come by the old address.
    pub fn new_address(&self, path: &str) -> Option<Href> {
        let one = |path: &str| {
            let found = || self.patterns.iter().find_map(|it| it.find(path));
            self.moved.get(path).cloned().or_else(found)
        };
        let is_own = |to: &str| to.starts_with('/') && !to.starts_with("//");
        let mut next = one(path);
        let mut last = None;
        // Circles are told where redirects are gathered.
        for _ in 0..=self.moved.len() + self.patterns.len() {
            let Some(redirect) = next else { return last };
            if !matches!(redirect.status, 301 | 308) || !is_own(&redirect.to) {
                return None;
            }
            next = one(&redirect.to.without_query());
            last = Some(redirect.to);
        }
        None
    }
}

/// Whether a status sends browsers on.
pub fn is_status(status: u16) -> bool {
    matches!(status, 301 | 302 | 307 | 308)
}

/// All redirects; those that clash, loop or lead nowhere become diagnostics. `file` is the text of static/_redirects, whose lines stand
/// after all others. `beside` are the files that lie beside pages.
pub fn gather(
    site: &Site,
    beside: &FilesBeside,
    settings: &Settings,
    file: Option<&Arc<str>>,
    is_static: &dyn Fn(&str) -> bool,
) -> (Redirects, Vec<Diagnostic>) {
    let mut redirects = BTreeMap::new();
    let mut found = Vec::new();
    let forms = &settings.config.output.redirects;
    let (lines, others) = file.map(|text| lines(text, &settings.base)).unwrap_or_default();
    let (patterns, rules, wrong) = patterns::gather(site, settings, others);
    found.extend(wrong);
    let mut origins = BTreeMap::<Route, Origin>::new();
    // Pages lie all over the memory, and few have one: all threads look for those.
    let pages: Vec<_> = site.pages.values().collect();
    let moved =
        pages.into_par_iter().filter(|page| !page.is_generated && !page.front.aliases.is_empty());
    let aliases = moved.collect::<Vec<_>>().into_iter().flat_map(|page| {
        let redirect = |alias: &Alias| {
            (
                alias.path.to_string(),
                Href::new(page.route.as_str()),
                301,
                (page.source.to_string(), None),
            )
        };
        page.front.aliases.iter().map(redirect)
    });
    let written =
        settings.config.redirects.iter().filter(|(it, _)| !Pattern::is_one(&it.from)).map(
            |(it, range)| {
                let place = settings.layers.place(range.clone());
                (it.from.clone(), it.to.clone(), it.status, (place.file.clone(), Some(place)))
            },
        );
    for (from, to, status, origin) in aliases.chain(written).chain(lines) {
        if from.contains(char::is_whitespace)
            || to.contains(char::is_whitespace) && !site.pages.contains_key(to.as_str())
        {
            let error = Diagnostic::error(
                Code::BadRedirect,
                format!("`{from}` cannot be redirected to `{to}`: a space ends an address"),
            )
            .hint("write `%20` for a space");
            found.push(placed(error, &origin));
            continue;
        }
        if !from.starts_with('/') || !is_status(status) {
            let error = Diagnostic::error(Code::BadRedirect, format!("{from} cannot be redirected with status {status}"))
                .hint("write `from = \"/old/\"`, `to = \"/new/\"` and, if it is not 301, `status = 302`, 307 or 308");
            found.push(placed(error, &origin));
            continue;
        }
        if from.contains(['?', '#', '*']) || from.contains("/:") {
            let error = Diagnostic::error(
                Code::BadRedirect,
                format!("`{from}` is no address that can be redirected"),
            );
            let hint = "write the path alone: a query is kept, what follows `#` stays in the browser, and patterns are for \
                `[[redirects]]` and static/_redirects";
            found.push(placed(error.hint(hint), &origin));
            continue;
        }
        // Hosts take both for one.
        let bare = from.trim_end_matches('/').to_owned();
        let is_page = site.pages.contains_key(from.as_str())
            || site.pages.contains_key(format!("{bare}/").as_str());
        let clash = if is_page || is_static(&from) {
            Some("there is a page or a file at this address".to_owned())
        } else {
            let other =
                [bare.clone(), format!("{bare}/")].iter().find_map(|it| origins.get(it.as_str()));
            other.map(|(other, _)| format!("{other} has it too"))
        };
        if let Some(hint) = clash {
            found.push(placed(
                Diagnostic::error(Code::RedirectTaken, format!("{from} cannot be redirected"))
                    .hint(hint),
                &origin,
            ));
            continue;
        }
        if !forms.contains(&RedirectForm::File)
            && forms.contains(&RedirectForm::Html)
            && html_path(&from, site).is_none()
        {
            found.push(placed(only_in_file(&from), &origin));
        }
        let from = Route::new(from);
        origins.insert(from.clone(), origin);
        redirects.insert(from, Redirect { to: whole(to, site), status });
    }
    let most = redirects.len() + patterns.len();
    let end = |to: &Href| end(to, &|to| next(to, &redirects, &patterns), most);
    let target = |from: &str, to: &Href| {
        let absent = site.absent.get(to.as_str()).or_else(|| beside.absent.get(to.as_str()));
        if settings.doubt.may_lead(to) { None } else { dead_end(from, to, site, absent, is_static) }
    };
    for (from, redirect) in &redirects {
        let wrong = end(&redirect.to).map_or_else(|| Some(circle(from)), |to| target(from, &to));
        found.extend(wrong.map(|it| placed(it, &origins[from])));
    }
    for (pattern, line, place) in &patterns {
        let from = line.split_whitespace().next().unwrap_or_default();
        // What is behind a name may be there or not.
        let wrong = end(&pattern.sample()).map_or_else(
            || Some(circle(from)),
            |to| if pattern.is_fixed() { target(from, &to) } else { None },
        );
        found.extend(wrong.map(|it| it.at(place.clone())));
    }
    let patterns = patterns.into_iter().map(|(pattern, ..)| pattern).collect();
    if forms.contains(&RedirectForm::File) {
        for (from, to) in capital_places(site) {
            let bare = from.trim_end_matches('/').to_owned();
            if !is_static(&from) && !redirects.contains_key(bare.as_str()) {
                redirects.entry(from).or_insert(Redirect { to, status: 301 });
            }
        }
    }
    (Redirects { moved: redirects, patterns, rules }, found)
}

/// The addresses that files would have if theirs kept their capital letters, and those that they have.
fn capital_places(site: &Site) -> impl Iterator<Item = (Route, Href)> {
    // Most files are of small letters, which nobody need write in another way.
    let may_differ =
        |file: &SitePath| file.bytes().any(|it| it.is_ascii_uppercase() || !it.is_ascii());
    let files = site.pages.values().filter(move |page| {
        !page.is_generated && page.front.path.is_none() && may_differ(&page.source)
    });
    let places = files.map(|page| (page_route::place_of(&page.source), &page.route));
    let others =
        places.filter(|(place, route)| place != *route && !place.contains(char::is_whitespace));
    others.map(|(place, route)| (place, Href::new(route.as_str())))
}

/// Where the HTML file lies that leads on from an old address; none where there can be none: beside a file of another kind, and beside a
/// page from which it differs in capital letters alone, since some computers take both for one.
pub fn html_path(from: &str, site: &Site) -> Option<OutputPath> {
    let path = address::decoded(from)?;
    let lower = path.to_lowercase();
    let is_twin = lower != path
        && [lower.trim_end_matches('/'), &format!("{}/", lower.trim_end_matches('/'))]
            .iter()
            .any(|it| site.pages.contains_key(*it));
    let name = path.rsplit('/').next().unwrap_or_default();
    let path = match name.rsplit_once('.') {
        Some((_, "html")) => path[1..].to_owned(),
        Some(_) => return None,
        None => format!("{}/index.html", path.trim_matches('/')),
    };
    (!is_twin && path::is_inside(&path)).then(|| OutputPath::new(path))
}

/// The error of a redirect that an HTML file cannot do.
fn only_in_file(rule: &str) -> Diagnostic {
    Diagnostic::error(Code::BadRedirect, format!("no HTML file can do what `{rule}` says"))
        .hint("add \"_redirects\" to `[output] redirects` in site.toml if the host reads that file, or leave it out")
}

/// Where a redirect leads to a page without its last slash, the page's own address, so that nobody is led on twice.
fn whole(to: Href, site: &Site) -> Href {
    let (path, rest) = to.in_two();
    let address = format!("{path}/");
    if site.pages.contains_key(address.as_str()) { Href::new(address + rest) } else { to }
}

fn placed(found: Diagnostic, (file, place): &Origin) -> Diagnostic {
    match place {
        Some(place) => found.at(place.clone()),
        None => found.in_file(file),
    }
}
