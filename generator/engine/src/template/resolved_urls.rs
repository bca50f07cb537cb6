//! Rewrites relative URLs in HTML of a page that is shown at another URL.

use crate::template::escape::escape;
use croupier_base::edits::edited;
use croupier_base::path::Route;
use croupier_base::syntax::html;
use croupier_base::url;

/// Returns the path of a URL that is relative to the page at `route`, for a copy of the page at another path. `None` for other URLs, also
/// those of anchors, which each copy has.
pub(crate) fn resolve_on_copy(route: &Route, target: &str) -> Option<String> {
    let is_local = target.starts_with(['#', '?']);
    if is_local { None } else { url::resolve_on_page(route, target) }
}

/// Returns the HTML with the results of `resolve` for the URLs for which it has one.
pub(crate) fn with_resolved_urls(html: &str, resolve: impl Fn(&str) -> Option<String>) -> String {
    let addresses = html::read(html).addresses.into_iter().filter(|address| address.usage.is_url());
    let edits = addresses.filter_map(|address| {
        let resolved = resolve(address.text.trim())?;
        Some((address.range, escape(&resolved).into_owned()))
    });
    edited(html, edits.collect())
}
