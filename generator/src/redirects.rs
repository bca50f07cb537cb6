//! Addresses that moved: aliases of pages and `[[redirects]]` of site.toml, written to `_redirects` for the host.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::front_matter::Alias;
use crate::settings::Settings;
use crate::site::Site;

/// Where an old address leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// Address path on this site, or an absolute address.
    pub to: String,
    /// 301, 302, 307 or 308.
    pub status: u16,
}

/// Where a redirect was written.
type Origin = (String, Option<Place>);

/// All redirects by old address; those that clash, loop or lead nowhere become diagnostics.
pub fn gather(
    site: &Site,
    settings: &Settings,
    is_static: &dyn Fn(&str) -> bool,
) -> (BTreeMap<String, Redirect>, Vec<Diagnostic>) {
    let mut redirects = BTreeMap::new();
    let mut found = Vec::new();
    let mut origins = BTreeMap::<String, Origin>::new();
    let aliases = site.pages.values().filter(|page| !page.is_generated).flat_map(|page| {
        let redirect = |alias: &Alias| (alias.path.clone(), page.route.clone(), 301, (page.source.clone(), None));
        page.front.aliases.iter().map(redirect)
    });
    let written = settings.declared.redirects.iter().map(|(it, range)| {
        let place = Place::new("site.toml", Arc::clone(&settings.source), range.clone());
        (it.from.clone(), it.to.clone(), it.status, ("site.toml".to_owned(), Some(place)))
    });
    for (from, to, status, origin) in aliases.chain(written) {
        if !from.starts_with('/') || !matches!(status, 301 | 302 | 307 | 308) {
            let error = Diagnostic::error("C0208", format!("{from} cannot be redirected with status {status}"))
                .hint("write `from = \"/old/\"`, `to = \"/new/\"` and, if it is not 301, `status = 302`, 307 or 308");
            found.push(placed(error, &origin));
            continue;
        }
        let clash = if site.pages.contains_key(&from) || is_static(&from) {
            Some("there is a page or a file at this address".to_owned())
        } else {
            origins.get(&from).map(|(other, _)| format!("{other} has it too"))
        };
        if let Some(hint) = clash {
            found.push(placed(Diagnostic::error("C0206", format!("{from} cannot be redirected")).hint(hint), &origin));
            continue;
        }
        origins.insert(from.clone(), origin);
        redirects.insert(from, Redirect { to, status });
    }
    for (from, redirect) in &redirects {
        found.extend(wrong(from, redirect, &redirects, site, is_static).map(|it| placed(it, &origins[from])));
    }
    (redirects, found)
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
                Diagnostic::error("C0207", format!("the redirect of {from} leads in a circle")).hint("let it lead to a page"),
            );
        }
        to = path(&next.to);
    }
    let is_ours = to.starts_with('/') && !to.starts_with("//");
    if !is_ours || site.pages.contains_key(to) || is_static(to) {
        return None;
    }
    let hint = did_you_mean(to, site.pages.keys().map(String::as_str)).unwrap_or_else(|| "let it lead to a page".to_owned());
    Some(Diagnostic::error("C0204", format!("broken redirect: {from} leads to {to}, and there is no such page")).hint(hint))
}

fn path(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or(address)
}

/// The redirects in the form that Netlify and Cloudflare Pages read.
pub fn file(redirects: &BTreeMap<String, Redirect>, prefix: &str) -> String {
    let mut text = String::new();
    for (from, Redirect { to, status }) in redirects {
        let to = if to.starts_with('/') { format!("{prefix}{to}") } else { to.clone() };
        for from in [Some(from.as_str()), from.strip_suffix('/').filter(|it| !it.is_empty())].into_iter().flatten() {
            let _ = writeln!(text, "{prefix}{from} {to} {status}");
        }
    }
    text
}

/// Where a `_redirects` file sends `path`.
pub fn find(rules: &str, path: &str) -> Option<Redirect> {
    rules.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        let (from, to, status) = (words.next()?, words.next()?, words.next().unwrap_or("301"));
        (from == path).then(|| Redirect { to: to.to_owned(), status: status.parse().unwrap_or(301) })
    })
}
