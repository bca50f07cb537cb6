//! Redirects for the host: `_redirects`, which `croupier serve` reads too, and HTML files for hosts that do not.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::template::escape::escape;
use croupier_base::address::encoded;
use croupier_base::path::{OutputPath, Route};
use croupier_content::config::settings::Settings;
use croupier_content::redirects::pattern::Pattern;
use croupier_content::redirects::{self, Redirect, Redirects};
use croupier_content::site::Site;

/// The redirects in the form that Netlify and Cloudflare Pages read.
pub fn file(redirects: &Redirects, base: &str) -> String {
    let mut text = String::new();
    for (from, Redirect { to, status }) in &redirects.moved {
        let to = encoded(&if to.starts_with('/') { format!("{base}{to}") } else { to.to_string() });
        for from in [Some(from.as_str()), from.strip_suffix('/').filter(|it| !it.is_empty())]
            .into_iter()
            .flatten()
        {
            let _ = writeln!(text, "{base}{from} {to} {status}");
        }
    }
    redirects.rules.iter().for_each(|rule| text.push_str(&format!("{rule}\n")));
    text
}

/// An HTML file for each old address that can have one, which leads browsers to the new one.
pub fn html_files(
    redirects: &BTreeMap<Route, Redirect>,
    site: &Site,
    settings: &Settings,
) -> BTreeMap<OutputPath, Vec<u8>> {
    let file = |(from, redirect): (&Route, &Redirect)| {
        Some((redirects::html_path(from, site)?, html(redirect, settings).into_bytes()))
    };
    redirects.iter().filter_map(file).collect()
}

fn html(Redirect { to, status }: &Redirect, settings: &Settings) -> String {
    let is_own = to.starts_with('/') && !to.starts_with("//");
    let base = |start: &str| {
        escape(&encoded(&if is_own { format!("{start}{to}") } else { to.to_string() })).into_owned()
    };
    let (address, whole) = (base(&settings.base), base(&settings.base_url));
    // What moved for a while only keeps its old address.
    let canonical = if matches!(status, 301 | 308) {
        format!("<link rel=\"canonical\" href=\"{whole}\">\n")
    } else {
        String::new()
    };
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{address}</title>\n\
         <meta name=\"robots\" content=\"noindex\">\n{canonical}<meta http-equiv=\"refresh\" content=\"0; url={address}\">\n</head>\n\
         <body>\n<p><a href=\"{address}\">{address}</a></p>\n</body>\n</html>\n",
        escape(settings.text("language").unwrap_or("en")),
    )
}

/// What a `_redirects` file says: old addresses and where they lead, in its order. Lines that say more are left out.
pub fn read(rules: &str) -> impl Iterator<Item = (&str, Redirect)> {
    rules
        .lines()
        .filter_map(redirects::plain)
        .map(|(from, to, status)| (from, Redirect { to, status }))
}

/// The old addresses that stand for many, in its order.
pub fn patterns(rules: &str) -> impl Iterator<Item = Pattern> {
    rules.lines().filter_map(redirects::pattern_of)
}

/// The lines that say more than that addresses moved.
pub fn others(rules: &str) -> impl Iterator<Item = &str> {
    let is_known =
        |line: &str| redirects::plain(line).is_some() || redirects::pattern_of(line).is_some();
    rules
        .lines()
        .filter(move |line| !line.trim().is_empty() && !line.starts_with('#') && !is_known(line))
}

/// Where a `_redirects` file sends `path`.
pub fn find(rules: &str, path: &str) -> Option<Redirect> {
    let one = read(rules).find(|(from, _)| *from == path).map(|(_, redirect)| redirect);
    one.or_else(|| patterns(rules).find_map(|pattern| pattern.find(path)))
}
