//! Pages that are not part of the site: drafts, scheduled and expired pages, and headless ones. A link
//! to one of them gets its own diagnostic, and a link to an expired page does not fail the build.

use serde::{Deserialize, Serialize};

use crate::config::tables::Taxonomy;
use crate::config::tables::languages::Language;
use crate::lists::taxonomy;
use crate::page::Page;
use croupier_base::date;
use croupier_base::path::{Route, SitePath};
use croupier_base::url;

/// Why a page is not part of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnpublishedReason {
    /// The page is a draft.
    Draft,
    /// The page will be published at this time, in epoch seconds.
    Scheduled(i64),
    /// The page expired at this time, in epoch seconds.
    Expired(i64),
    /// The page is only for other pages, which include it.
    Headless,
}

impl UnpublishedReason {
    /// Returns the end of the sentence that the page is not published.
    pub fn yet(self) -> &'static str {
        if self == UnpublishedReason::Headless { "" } else { " yet" }
    }
}

/// An unpublished page, as the target of links.
#[derive(Debug, Clone, PartialEq, Hash)]
pub struct UnpublishedPage {
    /// The content file.
    pub source: SitePath,
    /// Why it is not published.
    pub reason: UnpublishedReason,
    /// The index.md that sets the value, if the page inherits it.
    pub inherited_from: Option<SitePath>,
    /// The file route of the page, if the target is the page and not an alias, a term or an asset of it.
    pub file_route: Option<Route>,
}

impl UnpublishedPage {
    /// Returns whether the target is the page, and not an alias, a term or an asset of it.
    pub fn is_itself(&self) -> bool {
        self.file_route.is_some()
    }

    /// Returns the reason and what to do with a link to the page, as a hint.
    pub fn hint(&self) -> String {
        let advice = match self.reason {
            UnpublishedReason::Draft => "publish it first, or remove the link",
            UnpublishedReason::Scheduled(_) => "add the link after that",
            UnpublishedReason::Expired(_) => "remove the link",
            UnpublishedReason::Headless => "include it with `include_page`, or remove the link",
        };
        format!("{}; {advice}", self.statement())
    }

    /// Returns the reason as a sentence without its full stop, such as `content/a.md is a draft`.
    pub fn statement(&self) -> String {
        let set_in = self
            .inherited_from
            .as_ref()
            .map(|file| format!(" (set in {file})"))
            .unwrap_or_default();
        let source = &self.source;
        match self.reason {
            UnpublishedReason::Draft => format!("{source} is a draft{set_in}"),
            UnpublishedReason::Scheduled(time) => {
                format!("{source} will be published at {}{set_in}", date::rfc3339(time))
            }
            UnpublishedReason::Expired(time) => {
                format!("{source} expired at {}{set_in}", date::rfc3339(time))
            }
            UnpublishedReason::Headless => format!("{source} is headless{set_in}"),
        }
    }
}

/// The pages that a build left out, for its summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LeftOut {
    /// The number of drafts.
    pub drafts: usize,
    /// The number of scheduled pages.
    pub scheduled: usize,
}

impl LeftOut {
    /// Counts the drafts and the scheduled pages among unpublished ones.
    pub fn count<'a>(unpublished: impl Iterator<Item = &'a UnpublishedPage>) -> LeftOut {
        let mut left_out = LeftOut::default();
        for page in unpublished.filter(|page| page.is_itself()) {
            match page.reason {
                UnpublishedReason::Draft => left_out.drafts += 1,
                UnpublishedReason::Scheduled(_) => left_out.scheduled += 1,
                UnpublishedReason::Expired(_) | UnpublishedReason::Headless => {}
            }
        }
        left_out
    }
}

/// Returns why a page is not part of the site at `now` (epoch seconds), or `None` if it is.
pub fn reason(page: &Page, now: i64) -> Option<UnpublishedReason> {
    let front = &page.front;
    if front.draft {
        return Some(UnpublishedReason::Draft);
    }
    if let Some(expire_at) = front.rare.expire_at.filter(|it| *it <= now) {
        return Some(UnpublishedReason::Expired(expire_at));
    }
    front.rare.publish_at.filter(|it| *it > now).map(UnpublishedReason::Scheduled)
}

/// Creates the entry for an unpublished page, or for a link target that depends on it.
pub fn entry(page: &Page, reason: UnpublishedReason, is_itself: bool) -> UnpublishedPage {
    let key = match reason {
        UnpublishedReason::Draft => "draft",
        UnpublishedReason::Scheduled(_) => "publish_at",
        UnpublishedReason::Expired(_) => "expire_at",
        UnpublishedReason::Headless => "headless",
    };
    UnpublishedPage {
        source: page.source.clone(),
        reason,
        inherited_from: page.inherited_from(key).cloned(),
        file_route: is_itself.then(|| page.file_route.clone()),
    }
}

/// Returns all link targets that the page would add to the site: its aliases, its terms and itself.
pub fn link_targets(
    page: &Page,
    reason: UnpublishedReason,
    language: &Language,
    taxonomies: &[Taxonomy],
) -> Vec<(Route, UnpublishedPage)> {
    let entry = |route: Route, is_itself| (route, entry(page, reason, is_itself));
    let aliases = page.front.rare.aliases.iter();
    let aliases = aliases.map(|alias| {
        let path = language.route_of_alias(&alias.path);
        entry(Route::new(&*url::decoded(&path)), false)
    });

    let declared = page
        .front
        .taxonomies
        .iter()
        .filter(|(name, _)| taxonomies.iter().any(|it| *it.name == **name));
    let terms = declared.flat_map(|(name, terms)| {
        terms.iter().map(move |term| taxonomy::route_of(name, &term.name).below(&language.prefix))
    });

    aliases
        .chain(terms.map(|route| entry(route, false)))
        .chain([entry(page.route.clone(), true)])
        .collect()
}
