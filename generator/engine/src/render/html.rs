//! The addresses of HTML that was rendered, on a site that lies below a path of its host.

use std::borrow::Cow;

use crate::template::escape::escape;
use croupier_base::syntax::html::{self, Address};

/// HTML whose addresses count from the beginning of the site, for a site that lies below `base` on its host.
pub(crate) fn with_base_path<'a>(html: &'a str, base: &str) -> Cow<'a, str> {
    if base.is_empty() {
        html.into()
    } else {
        placed(html, &html::read(html).addresses, base).into()
    }
}

/// The same, where the addresses in the HTML are known.
pub(crate) fn placed(html: &str, addresses: &[Address<'_>], base: &str) -> String {
    let own = format!("{base}/assets/");
    let mut slashes: Vec<usize> = addresses
        .iter()
        // Two slashes begin another host, and the runtime's files are named with the base already.
        .filter(|it| {
            it.usage.is_address()
                && it.text.starts_with('/')
                && !it.text.starts_with("//")
                && !it.text.starts_with(&own)
        })
        .map(|it| it.range.start + html[it.range.clone()].find('/').unwrap_or(0))
        .collect();
    slashes.sort_unstable();
    let mut placed = String::with_capacity(html.len() + slashes.len() * base.len());
    let mut from = 0;
    for slash in slashes {
        placed.push_str(&html[from..slash]);
        placed.push_str(base);
        from = slash;
    }
    placed.push_str(&html[from..]);
    placed
}

/// HTML that is read away from its site, such as that of a feed: every address in it is whole. It stood on the page at `url`,
/// of the site at `base_url`, whose path is `base`.
pub(crate) fn absolute(html: &str, url: &str, base_url: &str, base: &str) -> String {
    let origin = &base_url[..base_url.len() - base.len()];
    let own = format!("{base}/assets/");
    let folder = &url[..=url.rfind('/').unwrap_or(url.len() - 1)];
    let before = |text: &str| match text.trim_start() {
        it if it.is_empty()
            || it.starts_with("//")
            || it.split(['/', '?', '#']).next().is_some_and(|it| it.contains(':')) =>
        {
            None
        }
        // The runtime's files are named with the base already.
        it if it.starts_with(&own) => Some(origin),
        it if it.starts_with('/') => Some(base_url),
        it if it.starts_with(['#', '?']) => Some(url),
        _ => Some(folder),
    };
    let addresses = html::read(html).addresses.into_iter().filter(|it| it.usage.is_address());
    let mut places: Vec<(usize, &str)> = addresses
        .filter_map(|it| {
            let written = &html[it.range.clone()];
            Some((it.range.start + written.len() - written.trim_start().len(), before(&it.text)?))
        })
        .collect();
    places.sort_unstable();
    let mut whole = String::with_capacity(html.len() + places.len() * folder.len());
    let mut from = 0;
    for (at, start) in places {
        whole.push_str(&html[from..at]);
        whole.push_str(&escape(start));
        from = at;
    }
    whole.push_str(&html[from..]);
    whole
}

#[cfg(test)]
mod tests {
    use super::{absolute, with_base_path};

    #[test]
    fn addresses_are_whole_where_a_feed_shows_them() {
        let html = "<a href=\"/x/\">a</a><a href=\"#b\"><a href=\"../c/?d\"><a href=\"?e\"><img src='/a.png' srcset=\"/b.png 1x, c.png 2x\">\
                    <a href=\"https://h/\"><a href=\"//h/\"><a href=\"mailto:a@b\"><a href=\"\"><div data-src=\"/x\">";
        assert_eq!(
            absolute(html, "https://e.com/docs/news/n/", "https://e.com/docs", "/docs"),
            "<a href=\"https://e.com/docs/x/\">a</a><a href=\"https://e.com/docs/news/n/#b\"><a href=\"https://e.com/docs/news/n/../c/?d\">\
             <a href=\"https://e.com/docs/news/n/?e\"><img src='https://e.com/docs/a.png' srcset=\"https://e.com/docs/b.png 1x, \
             https://e.com/docs/news/n/c.png 2x\"><a href=\"https://h/\"><a href=\"//h/\"><a href=\"mailto:a@b\"><a href=\"\"><div data-src=\"/x\">"
        );
    }

    #[test]
    fn addresses_of_a_site_below_a_path_get_that_path() {
        let html = "<a href=\"/\">a</a><a href='/x/?y#z'><img src=/i.png alt=\"/\" srcset=\"/a.png 1x, /b.png 2x\"><a href=\"//host/\">\
                    <a href=\"https://h/\"><a href=\"#z\"><link href=\"/l\" rel=x><script src=\"/docs/assets/boot.js\"></script>\
                    <code>&lt;a href=\"/x\"></code>";
        assert_eq!(with_base_path(html, ""), html);
        assert_eq!(
            with_base_path(html, "/docs"),
            "<a href=\"/docs/\">a</a><a href='/docs/x/?y#z'><img src=/docs/i.png alt=\"/\" srcset=\"/docs/a.png 1x, /docs/b.png 2x\"><a href=\"//host/\">\
             <a href=\"https://h/\"><a href=\"#z\"><link href=\"/docs/l\" rel=x><script src=\"/docs/assets/boot.js\"></script>\
             <code>&lt;a href=\"/x\"></code>"
        );
    }
}
