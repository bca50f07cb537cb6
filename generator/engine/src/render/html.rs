//! Rewrites URLs in rendered HTML: adds the base path of the site, or makes URLs absolute.

use std::borrow::Cow;
use std::ops::Range;

use crate::template::escape::escape;
use croupier_base::edits::edited;
use croupier_base::syntax::css;
use croupier_base::syntax::html::{self, HtmlUrl, Use};
use croupier_base::unicode::{may_have_decomposed, nfc};
use croupier_base::url::{has_lone_percent, has_non_ascii_escape, with_nfc};

/// Prepends the base path of the site to the root-relative URLs in `html`.
pub(crate) fn with_base_path<'a>(html: &'a str, base: &str) -> Cow<'a, str> {
    if base.is_empty() {
        html.into()
    } else {
        prepend_base_path(html, &html::read(html).addresses, base).into()
    }
}

/// Prepends the base path to the root-relative URLs among `addresses`, which are those in `html`, and to those in styles.
pub(crate) fn prepend_base_path(html: &str, addresses: &[HtmlUrl<'_>], base: &str) -> String {
    // URLs of the runtime's files contain the base path already.
    let runtime_assets = format!("{base}/assets/");

    let is_root_relative = |address: &HtmlUrl<'_>| {
        address.usage.is_url()
            && address.text.trim_start().starts_with('/')
            && !address.text.trim_start().starts_with("//")
            && !address.text.starts_with(&runtime_assets)
    };

    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for address in addresses {
        let written = &html[address.range.clone()];
        if is_root_relative(address) {
            // The slash can be a character reference, `&#x2F;`.
            let start = address.range.start + written.len() - written.trim_start().len();
            edits.push((start..start, base.to_owned()));
        } else if matches!(address.usage, Use::StyleAttribute | Use::InlineStyleSheet)
            && let Ok(Some(style)) = css::with_base_path(&address.text, base)
        {
            let has_references = *address.text != *written;
            let style = if has_references { escape(&style).into_owned() } else { style };
            edits.push((address.range.clone(), style));
        }
    }

    edited(html, edits)
}

/// Writes the URLs of this site in `html` as they are checked: with the path and the fragment in NFC,
/// percent-encoded, also a `%` that starts no escape. Ids are written in NFC, so that such links find them.
pub(crate) fn with_nfc_urls(html: String, base_url: &str) -> String {
    let has_other_escape = memchr::memchr(b'%', html.as_bytes()).is_some()
        && (has_non_ascii_escape(&html) || has_lone_percent(&html));
    if !has_other_escape && !may_have_decomposed(&html) {
        return html;
    }

    let parsed = html::read(&html);
    let mut replacements: Vec<(Range<usize>, String)> = Vec::new();

    for address in parsed.addresses.iter().filter(|it| it.usage.is_url()) {
        let url = address.text.trim();
        let own = url.strip_prefix(base_url).filter(|rest| rest.starts_with(['/', '#', '?']));
        let has_host = url.starts_with("//")
            || url.split(['/', '?', '#']).next().is_some_and(|it| it.contains(':'));
        let start = &url[..url.len() - own.map_or(url.len(), str::len)];

        let changed = match own {
            Some(own) => with_nfc(own),
            None if has_host => None,
            None => with_nfc(url),
        };

        if let Some(changed) = changed {
            let written = escape(&format!("{start}{changed}")).into_owned();
            replacements.push((address.range.clone(), written));
        }
    }

    let decomposed_ids: Vec<String> = parsed
        .ids
        .iter()
        .chain(&parsed.anchor_names)
        .filter(|id| matches!(nfc(&id.text), Cow::Owned(_)))
        .map(|id| id.text.to_string())
        .collect();

    let mut output = edited(&html, replacements);
    for id in decomposed_ids {
        // Other attributes, such as `for`, refer to the id.
        for quote in ['"', '\''] {
            let composed = format!("{quote}{}{quote}", nfc(&id));
            output = output.replace(&format!("{quote}{id}{quote}"), &composed);
        }
    }

    output
}

/// Makes all URLs in `html` absolute, for HTML that is read outside of the site, such as in a feed.
///
/// `url` is the absolute URL of the page that contains the HTML. `base_url` is the URL of the site,
/// and `base` its path.
pub(crate) fn with_absolute_urls(html: &str, url: &str, base_url: &str, base: &str) -> String {
    let origin = &base_url[..base_url.len() - base.len()];
    let runtime_assets = format!("{base}/assets/");
    let folder = &url[..=url.rfind('/').unwrap_or(url.len() - 1)];

    let scheme = &base_url[..base_url.find("//").unwrap_or_default()];

    let prefix_for = |text: &str| {
        let target = text.trim_start();
        let has_scheme =
            target.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'));
        if target.is_empty() || has_scheme {
            None
        } else if target.starts_with("//") {
            Some(scheme)
        } else if target.starts_with(&runtime_assets) {
            // URLs of the runtime's files contain the base path already.
            Some(origin)
        } else if target.starts_with('/') {
            Some(base_url)
        } else if target.starts_with(['#', '?']) {
            Some(url)
        } else {
            Some(folder)
        }
    };

    let mut insertions: Vec<(usize, &str)> = Vec::new();
    for address in html::read(html).addresses {
        if !address.usage.is_url() {
            continue;
        }
        if let Some(prefix) = prefix_for(&address.text) {
            let written = &html[address.range.clone()];
            let leading = written.len() - written.trim_start().len();
            insertions.push((address.range.start + leading, prefix));
        }
    }

    insertions.sort_unstable();
    let mut output = String::with_capacity(html.len() + insertions.len() * folder.len());

    let mut copied = 0;
    for (index, prefix) in insertions {
        output.push_str(&html[copied..index]);
        output.push_str(&escape(prefix));
        copied = index;
    }

    output.push_str(&html[copied..]);
    output
}

#[cfg(test)]
mod tests {
    use super::{with_absolute_urls, with_base_path, with_nfc_urls};

    #[test]
    fn own_urls_and_ids_are_written_in_nfc() {
        let html = "<a href=\"/cafe\u{301}/?a=1&amp;b\">é e\u{301}</a><a href='e%CC%81/#e\u{301}'><img src=/e\u{301}.svg srcset=\"/e\u{301}.png 1x, /b.png 2x\">\
                    <a href=\"https://e.com/docs/e\u{301}\"><a href=\"https://h/e\u{301}\"><label for=\"e\u{301}\"><i id=\"e\u{301}\">";
        assert_eq!(
            with_nfc_urls(html.to_owned(), "https://e.com/docs"),
            "<a href=\"/caf%C3%A9/?a=1&amp;b\">é e\u{301}</a><a href='%C3%A9/#%C3%A9'><img src=/%C3%A9.svg srcset=\"/%C3%A9.png 1x, /b.png 2x\">\
             <a href=\"https://e.com/docs/%C3%A9\"><a href=\"https://h/e\u{301}\"><label for=\"\u{e9}\"><i id=\"\u{e9}\">"
        );
        let composed = "<a href=\"/caf\u{e9}/\">50% – \u{e9}</a>";
        assert_eq!(with_nfc_urls(composed.to_owned(), "https://e.com"), composed);
    }

    #[test]
    fn urls_in_feeds_are_absolute() {
        let html = "<a href=\"/x/\">a</a><a href=\"#b\"><a href=\"../c/?d\"><a href=\"?e\"><img src='/a.png' srcset=\"/b.png 1x, c.png 2x\">\
                    <a href=\"https://h/\"><a href=\"//h/\"><a href=\"mailto:a@b\"><a href=\"\"><div data-src=\"/x\">";
        assert_eq!(
            with_absolute_urls(html, "https://e.com/docs/news/n/", "https://e.com/docs", "/docs"),
            "<a href=\"https://e.com/docs/x/\">a</a><a href=\"https://e.com/docs/news/n/#b\"><a href=\"https://e.com/docs/news/n/../c/?d\">\
             <a href=\"https://e.com/docs/news/n/?e\"><img src='https://e.com/docs/a.png' srcset=\"https://e.com/docs/b.png 1x, \
             https://e.com/docs/news/n/c.png 2x\"><a href=\"https://h/\"><a href=\"https://h/\"><a href=\"mailto:a@b\"><a href=\"\"><div data-src=\"/x\">"
        );
    }

    #[test]
    fn urls_of_a_site_below_a_path_get_the_base_path() {
        let html = "<a href=\"/\">a</a><a href='/x/?y#z'><img src=/i.png alt=\"/\" srcset=\"/a.png 1x, /b.png 2x\"><a href=\"//host/\">\
                    <a href=\"https://h/\"><a href=\"#z\"><link href=\"/l\" rel=x><script src=\"/docs/assets/boot.js\"></script>\
                    <a href=\"&#x2F;e/\"><a href=\" &sol;e/ \"><code>&lt;a href=\"/x\"></code>";
        assert_eq!(with_base_path(html, ""), html);
        assert_eq!(
            with_base_path(html, "/docs"),
            "<a href=\"/docs/\">a</a><a href='/docs/x/?y#z'><img src=/docs/i.png alt=\"/\" srcset=\"/docs/a.png 1x, /docs/b.png 2x\"><a href=\"//host/\">\
             <a href=\"https://h/\"><a href=\"#z\"><link href=\"/docs/l\" rel=x><script src=\"/docs/assets/boot.js\"></script>\
             <a href=\"/docs&#x2F;e/\"><a href=\" /docs&sol;e/ \"><code>&lt;a href=\"/x\"></code>"
        );
    }
}
