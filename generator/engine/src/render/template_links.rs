//! The URLs in a page's HTML that come from templates and not from the page's Markdown.
//!
//! A menu alone adds dozens of URLs to every page, so the URLs of a page share one allocation.

use std::borrow::Cow;
use std::collections::BTreeSet;

use croupier_base::syntax::html::{HtmlUrl, Use};
use croupier_base::url::decode_path;
use croupier_content::markdown::Link;

/// Sorted URLs without duplicates.
#[derive(Debug, Default)]
pub(crate) struct TemplateLinks {
    /// All URLs, one after another.
    text: String,
    /// The usage of each URL, and the byte offset of its end in `text`. A URL starts at the end of
    /// the URL before.
    ends: Vec<(Use, usize)>,
}

impl TemplateLinks {
    /// Collects the URLs of a page's HTML that are not among `markdown_links`.
    ///
    /// `excerpt_links` are URLs that are checked on other pages. `duplicate_ids` are the ids that
    /// several elements of the page have.
    pub(super) fn new(
        addresses: &[HtmlUrl<'_>],
        markdown_links: &[Link],
        excerpt_links: &BTreeSet<String>,
        duplicate_ids: &BTreeSet<String>,
    ) -> TemplateLinks {
        // Compares percent-encoded URLs in their decoded form, in NFC.
        let percent_decoded = |url: &str| {
            if !url.contains('%') && url.is_ascii() {
                return None;
            }
            decode_path(url).map(Cow::into_owned)
        };

        let markdown_urls: BTreeSet<Cow<'_, str>> = markdown_links
            .iter()
            .map(|link| percent_decoded(&link.href).map_or(Cow::Borrowed(&*link.href), Cow::Owned))
            .collect();

        let is_from_markdown = |url: &str| {
            !markdown_urls.is_empty()
                && (markdown_urls.contains(url)
                    || percent_decoded(url)
                        .is_some_and(|decoded| markdown_urls.contains(&*decoded)))
        };

        let mut urls: Vec<(Use, &str)> =
            addresses.iter().map(|address| (address.usage, &*address.text)).collect();
        urls.sort_unstable();
        urls.dedup();
        urls.retain(|(_, url)| !is_from_markdown(url) && !excerpt_links.contains(*url));
        urls.extend(duplicate_ids.iter().map(|id| (Use::DuplicateId, id.as_str())));

        let mut text = String::with_capacity(urls.iter().map(|(_, url)| url.len()).sum());
        let mut ends = Vec::with_capacity(urls.len());
        for (usage, url) in urls {
            text.push_str(url);
            ends.push((usage, text.len()));
        }

        TemplateLinks { text, ends }
    }

    /// Returns the URLs with their usage, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Use, &str)> {
        let mut start = 0;
        self.ends.iter().map(move |(usage, end)| {
            let url = &self.text[start..*end];
            start = *end;
            (*usage, url)
        })
    }
}
