//! Addresses that moved: aliases of pages and `[[redirects]]` of site.toml, written to `_redirects` for the host.

use std::collections::BTreeMap;

use crate::config::settings::Settings;
use crate::content::absent::Absence;
use crate::content::front_matter::Alias;
use crate::content::site::Site;
use crate::diagnostic::code::Code;
use crate::diagnostic::wording::did_you_mean;
use crate::diagnostic::{Diagnostic, Place};
use crate::source::path::Route;

/// Where an old address leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Redirect {
    /// Address path on this site, or an absolute address.
    pub to: String,
    /// 301, 302, 307 or 308.
    pub status: u16,
}

/// Where a redirect was written.
type Origin = (String, Option<Place>);

/// All redirects by old address; those that clash, loop or lead nowhere become diagnostics.
pub(crate) fn gather(
    site: &Site,
    settings: &Settings,
    is_static: &dyn Fn(&str) -> bool,
) -> (BTreeMap<String, Redirect>, Vec<Diagnostic>) {
    let mut redirects = BTreeMap::new();
    let mut found = Vec::new();
    let mut origins = BTreeMap::<String, Origin>::new();
    let aliases = site.pages.values().filter(|page| !page.is_generated).flat_map(|page| {
        let redirect = |alias: &Alias| (alias.path.clone(), page.route.to_string(), 301, (page.source.clone(), None));
        page.front.aliases.iter().map(redirect)
    });
    let written = settings.config.redirects.iter().map(|(it, range)| {
        let place = settings.layers.place(range.clone());
        (it.from.clone(), it.to.clone(), it.status, (place.file.clone(), Some(place)))
    });
    for (from, to, status, origin) in aliases.chain(written) {
        if from.contains(char::is_whitespace) || to.contains(char::is_whitespace) && !site.pages.contains_key(to.as_str()) {
            let error =
                Diagnostic::error(Code::BadRedirect, format!("`{from}` cannot be redirected to `{to}`: a space ends an address"))
                    .hint("write `%20` for a space");
            found.push(placed(error, &origin));
            continue;
        }
        if !from.starts_with('/') || !matches!(status, 301 | 302 | 307 | 308) {
            let error = Diagnostic::error(Code::BadRedirect, format!("{from} cannot be redirected with status {status}"))
                .hint("write `from = \"/old/\"`, `to = \"/new/\"` and, if it is not 301, `status = 302`, 307 or 308");
            found.push(placed(error, &origin));
            continue;
        }
        if let Some(hint) = unmatched(&from) {
            let error = Diagnostic::error(Code::BadRedirect, format!("`{from}` is no address that can be redirected")).hint(hint);
            found.push(placed(error, &origin));
            continue;
        }
        // Hosts take both for one.
        let bare = from.trim_end_matches('/').to_owned();
        let is_page = site.pages.contains_key(from.as_str()) || site.pages.contains_key(format!("{bare}/").as_str());
        let clash = if is_page || is_static(&from) {
            Some("there is a page or a file at this address".to_owned())
        } else {
            let other = [bare.clone(), format!("{bare}/")].iter().find_map(|it| origins.get(it));
            other.map(|(other, _)| format!("{other} has it too"))
        };
        if let Some(hint) = clash {
            found
                .push(placed(Diagnostic::error(Code::RedirectTaken, format!("{from} cannot be redirected")).hint(hint), &origin));
            continue;
        }
        origins.insert(from.clone(), origin);
        redirects.insert(from, Redirect { to: whole(to, site), status });
    }
    for (from, redirect) in &redirects {
        let is_unknown = settings.doubt.may_lead(path(&redirect.to));
        found.extend(wrong(from, redirect, &redirects, site, is_static).filter(|_| !is_unknown).map(|it| placed(it, &origins[from])));
    }
    (redirects, found)
}

/// Why an address that is written as an old one would never be asked for.
fn unmatched(from: &str) -> Option<&'static str> {
    if from.contains('*') || from.contains("/:") {
        return Some("there are no patterns: write a redirect for each address");
    }
    from.contains(['?', '#']).then_some("write the path alone: a query is kept, and what follows `#` stays in the browser")
}

/// Where a redirect leads to a page without its last slash, the page's own address, so that nobody is led on twice.
fn whole(to: String, site: &Site) -> String {
    let end = path(&to).len();
    let address = format!("{}/", &to[..end]);
    if site.pages.contains_key(address.as_str()) { address + &to[end..] } else { to }
}

fn placed(found: Diagnostic, (file, place): &Origin) -> Diagnostic {
    match place {
        Some(place) => found.at(place.clone()),
        None => found.in_file(file),
    }
}

fn wrong(
    from: &str,
    redirect: &Redirect,
    all: &BTreeMap<String, Redirect>,
    site: &Site,
    is_static: &dyn Fn(&str) -> bool,
) -> Option<Diagnostic> {
    let mut to = path(&redirect.to);
    let mut steps = 0;
    while let Some(next) = all.get(to) {
        steps += 1;
        if to == from || steps > all.len() {
            return Some(
                Diagnostic::error(Code::RedirectCircle, format!("the redirect of {from} leads in a circle"))
                    .hint("let it lead to a page"),
            );
        }
        to = path(&next.to);
    }
    let is_ours = to.starts_with('/') && !to.starts_with("//");
    if !is_ours || site.pages.contains_key(to) || is_static(to) {
        return None;
    }
    if let Some(page) = site.absent.get(to) {
        if let Absence::Over(_) = page.why {
            let message = format!("the redirect of {from} leads nowhere: {to} is over");
            return Some(Diagnostic::warning(Code::LinkEnds, message).hint(page.reason()));
        }
        let message = format!("broken redirect: {from} leads to {to}, and there is no such page yet");
        return Some(Diagnostic::error(Code::BrokenLink, message).hint(page.reason()));
    }
    let hint = did_you_mean(to, site.pages.keys().map(Route::as_str)).unwrap_or_else(|| "let it lead to a page".to_owned());
    Some(
        Diagnostic::error(Code::BrokenLink, format!("broken redirect: {from} leads to {to}, and there is no such page"))
            .hint(hint),
    )
}

fn path(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or(address)
}
