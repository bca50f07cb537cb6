//! `_redirects`: written for the host, and read by `croupier serve`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::content::redirects::Redirect;
use crate::source::address::encoded;

/// The redirects in the form that Netlify and Cloudflare Pages read.
pub(crate) fn file(redirects: &BTreeMap<String, Redirect>, base: &str) -> String {
    let mut text = String::new();
    for (from, Redirect { to, status }) in redirects {
        let to = encoded(&if to.starts_with('/') { format!("{base}{to}") } else { to.clone() });
        for from in [Some(from.as_str()), from.strip_suffix('/').filter(|it| !it.is_empty())].into_iter().flatten() {
            let _ = writeln!(text, "{base}{from} {to} {status}");
        }
    }
    text
}

/// What a `_redirects` file says: old addresses and where they lead, in its order.
pub(crate) fn read(rules: &str) -> impl Iterator<Item = (&str, Redirect)> {
    rules.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (from, to, status) = (words.next()?, words.next()?, words.next().unwrap_or("301"));
        Some((from, Redirect { to: to.to_owned(), status: status.parse().unwrap_or(301) }))
    })
}

/// Where a `_redirects` file sends `path`.
pub(crate) fn find(rules: &str, path: &str) -> Option<Redirect> {
    read(rules).find(|(from, _)| *from == path).map(|(_, redirect)| redirect)
}
