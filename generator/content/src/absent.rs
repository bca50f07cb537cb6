//! Pages that the site does not have now: drafts, those that are not due yet, those that are over. A link to one of them is told
//! for what it is, and one to a page that is over does not stop the site.

use crate::config::tables::Taxonomy;
use crate::page::Page;
use crate::taxonomy;
use croupier_base::date;
use croupier_base::path::{Route, SitePath};

/// Why the site does not have a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Absence {
    /// It is a draft.
    Draft,
    /// It is due at this moment, in epoch seconds.
    Due(i64),
    /// It is over since this moment, in epoch seconds.
    Over(i64),
}

/// What would stand at an address.
#[derive(Debug, Clone, PartialEq, Hash)]
pub struct AbsentPage {
    /// The content file.
    pub source: SitePath,
    /// Why it does not.
    pub why: Absence,
    /// The file that says so, where it is not its own.
    pub said_in: Option<SitePath>,
    /// Whether it is the page itself, and no alias of it, term that it brings or file beside it.
    pub is_itself: bool,
}

impl AbsentPage {
    /// Why there is nothing, as a sentence for a hint.
    pub fn reason(&self) -> String {
        let said =
            self.said_in.as_ref().map(|file| format!(", as {file} says")).unwrap_or_default();
        let source = &self.source;
        match self.why {
            Absence::Draft => {
                format!("{source} is a draft{said}; publish it first, or take the link out")
            }
            Absence::Due(at) => format!(
                "{source} is due at {}{said}; the link can be written from then on",
                date::rfc3339(at)
            ),
            Absence::Over(at) => {
                format!("{source} is over since {}{said}; take the link out", date::rfc3339(at))
            }
        }
    }
}

/// Why a page is not part of the site at `now` (epoch seconds).
pub fn why(page: &Page, now: i64) -> Option<Absence> {
    let front = &page.front;
    if front.draft {
        return Some(Absence::Draft);
    }
    let over = front.expire_at.filter(|it| *it <= now).map(Absence::Over);
    over.or_else(|| front.publish_at.filter(|it| *it > now).map(Absence::Due))
}

/// What there is in place of a page, or of what it brings.
pub fn entry(page: &Page, why: Absence, is_itself: bool) -> AbsentPage {
    let key = match why {
        Absence::Draft => "draft",
        Absence::Due(_) => "publish_at",
        Absence::Over(_) => "expire_at",
    };
    AbsentPage { source: page.source.clone(), why, said_in: page.said_in(key).cloned(), is_itself }
}

/// Everything that links could lead to if the page were there: itself, its aliases, its terms.
pub fn addresses(page: &Page, why: Absence, taxonomies: &[Taxonomy]) -> Vec<(Route, AbsentPage)> {
    let entry = |route: Route, is_itself| (route, entry(page, why, is_itself));
    let aliases = page.front.aliases.iter().map(|alias| entry(alias.path.clone(), false));
    let filed = page
        .front
        .taxonomies
        .iter()
        .filter(|(name, _)| taxonomies.iter().any(|it| it.name == *name));
    let terms = filed.flat_map(|(name, terms)| {
        terms.iter().map(move |term| taxonomy::route_of(name, &term.name))
    });
    aliases
        .chain(terms.map(|route| entry(route, false)))
        .chain([entry(page.route.clone(), true)])
        .collect()
}
