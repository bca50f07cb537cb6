//! Warnings about pages whose `date` is in the future. They are published now, because only `publish_at` schedules a page.

use std::sync::Arc;

use crate::sources::Sources;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_content::page::Page;
use croupier_content::site::Site;

/// Returns the warnings for the pages of a site that have a date after `now` (epoch seconds).
pub(crate) fn future_dates(sources: &Sources, site: &Site, now: i64) -> Vec<Diagnostic> {
    let is_future = |page: &&Arc<Page>| {
        page.front.dated_at.is_some_and(|date| date > now) && !page.is_generated
    };
    site.pages.values().filter(is_future).map(|page| warning(sources, page)).collect()
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
