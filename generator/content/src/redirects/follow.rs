//! Where redirects lead in the end, and what is wrong where that is nowhere.

use std::collections::BTreeMap;

use crate::absent::{Absence, AbsentPage};
use crate::redirects::{Redirect, patterns};
use crate::site::Site;
use croupier_base::address;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::{Href, Route};

/// Where an address leads on.
pub(super) fn next(
    to: &Href,
    all: &BTreeMap<Route, Redirect>,
    patterns: &[patterns::Written],
) -> Option<Href> {
    let one = all.get(to.as_str()).map(|redirect| redirect.to.clone());
    one.or_else(|| {
        let found = patterns.iter().find_map(|(pattern, ..)| pattern.find(to))?;
        Some(address::decoded(&found.to).map_or(found.to, Href::new))
    })
}

/// Where an address leads in the end, by way of `most` redirects at most; none where it leads in a circle.
pub(super) fn end(to: &Href, next: &dyn Fn(&Href) -> Option<Href>, most: usize) -> Option<Href> {
    let mut to = to.without_query();
    for _ in 0..=most {
        let Some(further) = next(&to) else { return Some(to) };
        to = further.without_query();
    }
    None
}

/// The error of a redirect that leads back to where it began.
pub(super) fn circle(from: &str) -> Diagnostic {
    Diagnostic::error(Code::RedirectCircle, format!("the redirect of {from} leads in a circle"))
        .hint("let it lead to a page")
}

/// What is wrong with a redirect that leads to `to` in the end, where something is `absent` now.
pub(super) fn dead_end(
    from: &str,
    to: &Href,
    site: &Site,
    absent: Option<&AbsentPage>,
    is_static: &dyn Fn(&str) -> bool,
) -> Option<Diagnostic> {
    let is_ours = to.starts_with('/') && !to.starts_with("//");
    if !is_ours || site.pages.contains_key(to.as_str()) || is_static(to) {
        return None;
    }
    if let Some(page) = absent {
        if let Absence::Over(_) = page.why {
            let message = format!("the redirect of {from} leads nowhere: {to} is over");
            return Some(Diagnostic::warning(Code::LinkEnds, message).hint(page.reason()));
        }
        let message =
            format!("broken redirect: {from} leads to {to}, and there is no such page yet");
        return Some(Diagnostic::error(Code::BrokenLink, message).hint(page.reason()));
    }
    let hint = did_you_mean(to, site.pages.keys().map(Route::as_str))
        .unwrap_or_else(|| "let it lead to a page".to_owned());
    Some(
        Diagnostic::error(
            Code::BrokenLink,
            format!("broken redirect: {from} leads to {to}, and there is no such page"),
        )
        .hint(hint),
    )
}
