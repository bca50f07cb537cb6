//! The addresses of HTML that was rendered, on a site that lies below a path of its host.

use std::borrow::Cow;

use crate::source::html::{self, Address};

/// HTML whose addresses count from the beginning of the site, for a site that lies below `base` on its host.
pub(crate) fn with_base_path<'a>(html: &'a str, base: &str) -> Cow<'a, str> {
    if base.is_empty() { html.into() } else { placed(html, &html::read(html).addresses, base).into() }
}

/// The same, where the addresses in the HTML are known.
pub(crate) fn placed(html: &str, addresses: &[Address], base: &str) -> String {
    let own = format!("{base}/assets/");
    let mut slashes: Vec<usize> = addresses
        .iter()
        // Two slashes begin another host, and the runtime's files are named with the base already.
        .filter(|it| {
            it.usage.is_address() && it.text.starts_with('/') && !it.text.starts_with("//") && !it.text.starts_with(&own)
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

#[cfg(test)]
mod tests {
    use super::with_base_path;

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
