//! Addresses that moved: aliases of pages and `[[redirects]]` of site.toml, written to `_redirects` for the host.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use crate::diagnostic::{Diagnostic, did_you_mean};
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

/// All redirects by old address; those that clash, loop or lead nowhere become diagnostics.
pub fn gather(
    site: &Site,
    settings: &Settings,
    is_static: &dyn Fn(&str) -> bool,
) -> (BTreeMap<String, Redirect>, Vec<Diagnostic>) {
    let mut redirects = BTreeMap::new();
    let mut found = Vec::new();
    let mut sources = BTreeMap::<String, String>::new();
    let mut add = |from: &str, redirect: Redirect, source: &str, found: &mut Vec<Diagnostic>| {
        let clash = if site.pages.contains_key(from) || is_static(from) {
            Some("there is a page or a file at this address".to_owned())
        } else {
            sources.get(from).map(|other| format!("{other} has it too"))
        };
        if let Some(hint) = clash {
            found.push(Diagnostic::error("C0206", format!("{from} cannot be redirected")).in_file(source).hint(hint));
            return;
        }
        sources.insert(from.to_owned(), source.to_owned());
        redirects.insert(from.to_owned(), redirect);
    };
    for page in site.pages.values() {
        for alias in &page.front.aliases {
            add(&alias.path, Redirect { to: page.route.clone(), status: 301 }, &page.source, &mut found);
        }
    }
    for entry in settings.site.get("redirects").and_then(Value::as_array).into_iter().flatten() {
        let text = |key: &str| entry.get(key).and_then(Value::as_str);
        let status = entry.get("status").map_or(Some(301), Value::as_u64).and_then(|it| u16::try_from(it).ok());
        match (text("from"), text("to"), status) {
            (Some(from), Some(to), Some(status @ (301 | 302 | 307 | 308))) if from.starts_with('/') => {
                add(from, Redirect { to: to.to_owned(), status }, "site.toml", &mut found);
            }
            _ => found.push(
                Diagnostic::error("C0208", format!("this redirect cannot be read: {entry}"))
                    .in_file("site.toml")
                    .hint("write `from = \"/old/\"`, `to = \"/new/\"` and, if it is not 301, `status = 302`, 307 or 308"),
            ),
        }
    }
    for (from, redirect) in &redirects {
        found.extend(wrong(from, redirect, &redirects, site, is_static).map(|it| it.in_file(&sources[from])));
    }
    (redirects, found)
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
