//! Warnings about pages whose `date` is in the future. They are published now, because only `publish_at` schedules a page.

use std::collections::BTreeMap;

use crate::check::line_of_key;
use crate::query::invalidation::Invalidation;
use crate::sources::Sources;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::Route;
use croupier_content::page::Page;
use croupier_content::site::Site;

/// The warnings about pages with future dates. In a further build of one process, those of pages that did not change remain.
#[derive(Debug, Default)]
pub(crate) struct FutureDates {
    by_route: BTreeMap<Route, Diagnostic>,
    /// When the first warning is outdated, in epoch seconds. `None` before the first update.
    valid_until: Option<i64>,
    /// Whether the last update may have found other warnings than the one before.
    pub(crate) has_changed: bool,
}

impl FutureDates {
    /// Finds the pages of a site that have a date after `now` (epoch seconds).
    pub(crate) fn update(
        &mut self,
        sources: &Sources,
        site: &Site,
        changes: &Invalidation,
        now: i64,
    ) {
        let is_known = self.valid_until.is_some_and(|time| now < time);
        // A change of a data file can move all of its rows.
        if is_known && !changes.affects_everything() && !changes.data {
            let edited = changes.bodies.iter().chain(&changes.metadata);
            let edited = edited.filter_map(|file| sources.contents.get(file));
            let routes: Vec<&Route> = edited.map(|content| &content.page.route).collect();

            self.has_changed = false;
            for route in routes {
                self.has_changed |= self.by_route.remove(route).is_some();
                let page = site.pages.get(route);
                self.has_changed |= page.is_some_and(|page| self.add(sources, page, now));
            }
            return;
        }

        self.by_route.clear();
        self.valid_until = Some(i64::MAX);
        self.has_changed = true;
        for page in site.pages.values() {
            self.add(sources, page, now);
        }
    }

    /// Adds the warning about a page, and returns whether there is one.
    fn add(&mut self, sources: &Sources, page: &Page, now: i64) -> bool {
        // The original of a translation has the warning about a date that both have.
        let is_own = !page.is_generated && page.inherited_from("date").is_none();
        let Some(date) = page.front.dated_at.filter(|date| *date > now && is_own) else {
            return false;
        };
        // `--drafts` builds pages that are scheduled. They are not published yet.
        if let Some(publish_at) = page.front.rare.publish_at.filter(|time| *time > now) {
            self.valid_until = self.valid_until.map(|time| time.min(publish_at));
            return false;
        }
        self.by_route.insert(page.route.clone(), warning(sources, page));
        self.valid_until = self.valid_until.map(|time| time.min(date));
        true
    }

    /// Returns when the first warning is outdated though nothing changes, in epoch seconds. Before the first update, the warnings are
    /// unknown.
    pub(crate) fn valid_until(&self) -> Option<i64> {
        self.valid_until
    }

    /// Returns the warnings.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = Diagnostic> {
        self.by_route.values().cloned()
    }
}

fn warning(sources: &Sources, page: &Page) -> Diagnostic {
    let date = page.front.date.as_deref().unwrap_or_default();
    let message = format!("the `date` of this page is in the future: {date}");
    let hint = "the page is published now; use `publish_at` to publish it on that date";
    let warning = Diagnostic::warning(Code::FutureDate, message).hint(hint);

    if page.row.is_some() {
        let now = sources.contents.get(&page.source).map_or(page, |content| &content.page);
        return now.locate(warning);
    }

    match line_of_key(sources, page, "date") {
        Some(line) => warning.at(line),
        None => warning.in_file(&page.source),
    }
}
