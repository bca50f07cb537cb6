//! Which pages a list has, and in which order.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::config::sort_by::SortBy;
use crate::page::Page;
use crate::slug::has_slug;
use crate::taxonomy::Terms;
use croupier_base::digest::{Digest, fingerprint};
use croupier_base::path::{self, Route};

/// Pages that belong together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PageQuery {
    /// Those below a route, itself left out.
    Section(Route),
    /// Those directly below a route. A file, such as the page for addresses that are not there, is below none.
    Children(Route),
    /// Those that are filed under a term: the taxonomy's name and the term's slug.
    Term(String, String),
}

/// Pages in the order of a list.
#[derive(Debug)]
pub struct PageList {
    /// The pages.
    pub pages: Vec<Arc<Page>>,
    /// The fingerprint of what lists show of them.
    fingerprint: Digest,
    sort_by: SortBy,
}

impl PageQuery {
    /// Whether it asks for a page, which a file asked for.
    pub fn has(&self, page: &Page) -> bool {
        match self {
            PageQuery::Section(prefix) => {
                page.route.starts_with(prefix.as_str()) && page.route != *prefix
            }
            PageQuery::Children(prefix) => is_child(&page.route, prefix),
            PageQuery::Term(taxonomy, slug) => {
                let filed = page.front.taxonomies.iter().filter(|(name, _)| name == taxonomy);
                filed.flat_map(|(_, terms)| terms).any(|term| has_slug(&term.name, slug))
            }
        }
    }

    /// The pages that it asks for, among those of the site by route. Pages that no file asked for are in none.
    pub fn select<'a>(
        &self,
        pages: &'a BTreeMap<Route, Arc<Page>>,
        terms: &Terms,
    ) -> Vec<&'a Arc<Page>> {
        match self {
            PageQuery::Section(prefix) => {
                let below = path::below(pages, prefix);
                below
                    .filter(|(route, page)| *route != prefix && !page.is_generated)
                    .map(|(_, page)| page)
                    .collect()
            }
            PageQuery::Children(prefix) => {
                let below = path::below(pages, prefix);
                below
                    .filter(|(route, page)| is_child(route, prefix) && !page.is_generated)
                    .map(|(_, page)| page)
                    .collect()
            }
            PageQuery::Term(taxonomy, slug) => {
                let term = terms.get(taxonomy).and_then(|terms| terms.get(slug));
                term.into_iter()
                    .flat_map(|term| &term.routes)
                    .filter_map(|route| pages.get(route))
                    .collect()
            }
        }
    }
}

impl Hash for PageList {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Computed once for all pages that show the list.
        self.fingerprint.hash(state);
    }
}

impl PageList {
    /// These pages in an order.
    pub fn sorted(mut pages: Vec<Arc<Page>>, sort_by: SortBy) -> PageList {
        pages.sort_by(|a, b| order(a, b, sort_by));
        PageList { fingerprint: fingerprint(&pages), pages, sort_by }
    }

    /// The same list without one page, if it is there, and with another.
    pub fn exchanged(&self, before: &Page, after: Option<&Arc<Page>>) -> PageList {
        let mut pages = self.pages.clone();
        if let Ok(place) = self.place(before) {
            pages.remove(place);
        }
        if let Some(after) = after {
            let place = pages.partition_point(|it| order(it, after, self.sort_by).is_lt());
            pages.insert(place, Arc::clone(after));
        }
        PageList { fingerprint: fingerprint(&pages), pages, sort_by: self.sort_by }
    }

    /// Where a page stands in the list.
    fn place(&self, page: &Page) -> Result<usize, usize> {
        self.pages.binary_search_by(|it| order(it, page, self.sort_by))
    }

    /// The pages before and after one; none for a page that is not in the list.
    pub fn neighbours(&self, page: &Page) -> Neighbours {
        let Ok(place) = self.place(page) else {
            return Neighbours::default();
        };
        Neighbours {
            previous: place.checked_sub(1).and_then(|it| self.pages.get(it)).cloned(),
            next: self.pages.get(place + 1).cloned(),
        }
    }
}

/// Whether a page stands directly below a route.
fn is_child(route: &Route, prefix: &str) -> bool {
    route.ends_with('/') && route.parent() == Some(prefix)
}

/// The previous and next page of a page in a list.
#[derive(Debug, Default, Hash)]
pub struct Neighbours {
    /// The one before it.
    pub previous: Option<Arc<Page>>,
    /// The one after it.
    pub next: Option<Arc<Page>>,
}

impl Neighbours {
    /// Where they are.
    pub fn routes(&self) -> impl Iterator<Item = &Route> {
        self.previous.iter().chain(&self.next).map(|page| &page.route)
    }
}

fn order(a: &Page, b: &Page, sort_by: SortBy) -> Ordering {
    let by_title = || (&a.front.title, &a.route).cmp(&(&b.front.title, &b.route));
    match sort_by {
        SortBy::Weight => a.front.weight.cmp(&b.front.weight).then_with(by_title),
        // A page without a date is less than any other, and the newest comes first.
        SortBy::Date => b.front.dated_at.cmp(&a.front.dated_at).then_with(by_title),
        SortBy::Title => by_title(),
    }
}
