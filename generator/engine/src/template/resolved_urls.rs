//! Rewrites relative URLs in HTML of a page that is shown at another URL.

use crate::template::escape::escape;
use croupier_base::edits::edited;
use croupier_base::syntax::html;

/// Returns the HTML with the results of `resolve` for the URLs for which it has one.
pub(crate) fn with_resolved_urls(html: &str, resolve: impl Fn(&str) -> Option<String>) -> String {
    let addresses = html::read(html).addresses.into_iter().filter(|address| address.usage.is_url());
    let edits = addresses.filter_map(|address| {
        let resolved = resolve(address.text.trim())?;
        Some((address.range, escape(&resolved).into_owned()))
    });
    edited(html, edits.collect())
}
