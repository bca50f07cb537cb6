//! Addresses that templates brought into a page: a site's menu alone brings dozens of them into each, so that all of a page lie in one
//! text.

use std::borrow::Cow;
use std::collections::BTreeSet;

use croupier_base::address::decoded;
use croupier_base::syntax::html::{Address, Use};
use croupier_content::markdown::Link;

/// Addresses, each once, in order.
#[derive(Debug, Default)]
pub(crate) struct Made {
    text: String,
    /// What each is there for, and where it ends in the text; it begins where the one before ends.
    ends: Vec<(Use, usize)>,
}

impl Made {
    /// Those of a page's HTML that do not stand in its text, whose `links` these are.
    pub(super) fn of(addresses: &[Address<'_>], links: &[Link]) -> Made {
        let plain = |address: &str| if address.contains('%') { decoded(address) } else { None };
        let written: BTreeSet<Cow<'_, str>> = links
            .iter()
            .map(|link| plain(&link.href).map_or(Cow::Borrowed(&*link.href), Cow::Owned))
            .collect();
        let is_written = |text: &str| {
            !written.is_empty()
                && (written.contains(text) || plain(text).is_some_and(|it| written.contains(&*it)))
        };
        let mut all: Vec<(Use, &str)> = addresses.iter().map(|it| (it.usage, &*it.text)).collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|(_, text)| !is_written(text));
        let mut made = Made {
            text: String::with_capacity(all.iter().map(|(_, text)| text.len()).sum()),
            ends: Vec::new(),
        };
        made.ends.reserve_exact(all.len());
        for (usage, text) in all {
            made.text.push_str(text);
            made.ends.push((usage, made.text.len()));
        }
        made
    }

    /// The addresses, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Use, &str)> {
        let mut from = 0;
        self.ends
            .iter()
            .map(move |(usage, end)| (*usage, &self.text[std::mem::replace(&mut from, *end)..*end]))
    }
}
