//! Rewrites relative URLs in HTML of a page that is shown at another URL.

use crate::template::environment::escape;
use croupier_base::syntax::html;

/// Returns the HTML with the results of `resolve` for the URLs for which it has one.
pub(crate) fn with_resolved_urls(html: &str, resolve: impl Fn(&str) -> Option<String>) -> String {
    let mut output = String::with_capacity(html.len());
    let mut copied = 0;
    let mut addresses = html::read(html).addresses;
    addresses.sort_by_key(|address| address.range.start);
    for address in addresses.iter().filter(|address| address.usage.is_url()) {
        let Some(resolved) = resolve(address.text.trim()) else { continue };
        if address.range.start < copied {
            continue;
        }
        output.push_str(&html[copied..address.range.start]);
        output.push_str(&escape(&resolved));
        copied = address.range.end;
    }
    output.push_str(&html[copied..]);
    output
}
