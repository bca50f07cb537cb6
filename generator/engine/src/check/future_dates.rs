//! Warnings about pages whose `date` is in the future. They are published now, because only `publish_at` schedules a page.

use std::collections::HashMap;
use std::sync::Arc;

use crate::sources::Sources;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::Route;
use croupier_content::page::Page;
use croupier_content::site::Site;

/// The warnings about pages with future dates. In watch mode, those of pages that are not rendered again remain.
#[derive(Debug, Default)]
pub(crate) struct FutureDates {
    by_route: HashMap<Route, (Digests, Diagnostic)>,
    /// Whether the last update found other warnings than the one before.
    pub(crate) has_changed: bool,
}

/// The digests of a content file and of the values that it inherits.
type Digests = (Fingerprint, Fingerprint);

impl FutureDates {
    /// Finds the pages of a site that have a date after `now` (epoch seconds).
    pub(crate) fn update(&mut self, sources: &Sources, site: &Site, now: i64) {
        let is_future = |page: &&Arc<Page>| {
            page.front.dated_at.is_some_and(|date| date > now) && !page.is_generated
        };
        let mut known = std::mem::take(&mut self.by_route);
        self.has_changed = false;
        for page in site.pages.values().filter(is_future) {
            let digests = sources.digests(page);
            let same = known.remove(&page.route).filter(|(known, _)| *known == digests);
            self.has_changed |= same.is_none();
            let warning = same.unwrap_or_else(|| (digests, warning(sources, page)));
            self.by_route.insert(page.route.clone(), warning);
        }
        self.has_changed |= !known.is_empty();
    }

    /// Returns the warnings.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = Diagnostic> {
        self.by_route.values().map(|(_, warning)| warning.clone())
    }
}

fn warning(sources: &Sources, page: &Page) -> Diagnostic {
    let date = page.front.date.as_deref().unwrap_or_default();
    let message = format!("the `date` of this page is in the future: {date}");
    let hint = "the page is published now; use `publish_at` to publish it on that date";
    let warning = Diagnostic::warning(Code::FutureDate, message).hint(hint);
    let Ok(text) = sources.text(&page.source) else { return warning.in_file(&page.source) };
    let mut start = text.front.start;
    for line in text.front().split_inclusive('\n') {
        let value = line.strip_prefix("date").map(str::trim_start);
        if value.is_some_and(|value| value.starts_with(['=', ':'])) {
            let range = start..start + line.trim_end().len();
            return warning.at(Location::new(page.source.as_str(), text.source, range));
        }
        start += line.len();
    }
    warning.in_file(&page.source)
}
