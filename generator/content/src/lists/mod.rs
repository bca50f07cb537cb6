//! Ordered lists of pages, and what a page lists by itself.

pub mod archives;
pub mod content_tree;
pub(crate) mod page_order;
pub mod pagination;
pub mod related;
pub mod taxonomy;
pub mod tree;

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use foldhash::fast::RandomState;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::languages::{Folder, LanguageKey};
use crate::lists::page_order::PageOrder;
use crate::page::Page;
use crate::slug::has_slug;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_base::path::Route;

/// Selects pages. Generated pages are never selected.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PageQuery {
    /// All pages in a folder and the folders below it, without the page of the folder and without error pages. The folder is named by
    /// its file route: `/posts/` for `content/posts/`.
    Section(Folder),
    /// The pages directly in a folder, including those of its folders. Pages with a file name, such as `/404.html`, are in no folder.
    Children(Folder),
    /// The pages of a term in a language: the name of the taxonomy and the slug of the term.
    Term(LanguageKey, String, String),
    /// The pages of [`PageQuery::Section`] whose date is in a period, from its first second to the one after it.
    Period(Folder, i64, i64),
}

/// Pages in the order of a list.
#[derive(Debug)]
pub struct PageList {
    /// The pages.
    pub pages: Vec<Arc<Page>>,
    /// Fingerprint of everything that lists can show of the pages.
    fingerprint: Fingerprint,
    order: PageOrder,
    /// The indices of the pages by route, created on first use.
    positions: OnceLock<HashMap<Route, usize, RandomState>>,
}

impl PageQuery {
    /// Returns the language of the pages.
    pub(crate) fn language(&self) -> LanguageKey {
        match self {
            PageQuery::Section(folder)
            | PageQuery::Children(folder)
            | PageQuery::Period(folder, ..) => folder.language,
            PageQuery::Term(language, ..) => *language,
        }
    }

    /// Returns whether the query selects `page`, which lists can have.
    pub fn has(&self, page: &Page) -> bool {
        match self {
            PageQuery::Section(folder) => is_below(page, folder),
            PageQuery::Children(folder) => {
                page.language == folder.language && is_child(&page.file_route, &folder.route)
            }
            PageQuery::Period(folder, start, end) => {
                page.front.dated_at.is_some_and(|time| (*start..*end).contains(&time))
                    && is_below(page, folder)
            }
            PageQuery::Term(language, taxonomy, slug) => {
                if page.language != *language {
                    return false;
                }
                let lists = page.front.taxonomies.iter().filter(|(name, _)| **name == **taxonomy);
                lists.flat_map(|(_, terms)| terms).any(|term| has_slug(&term.name, slug))
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
    /// Creates a list by sorting `pages`.
    pub(crate) fn sorted(pages: Vec<Arc<Page>>, order: PageOrder) -> PageList {
        let pages =
            order.sort(pages, |a, b| order.compare_pages(&a.item, &b.item, || a.compare_titles(b)));
        PageList::new(pages, order)
    }

    fn new(pages: Vec<Arc<Page>>, order: PageOrder) -> PageList {
        let fingerprint = fingerprint(&pages);
        PageList { pages, fingerprint, order, positions: OnceLock::new() }
    }

    /// Returns a copy of the list without `before`, if it is in the list, and with `after`.
    #[must_use]
    pub(crate) fn with_replaced(&self, before: &Page, after: Option<&Arc<Page>>) -> PageList {
        let mut pages = self.pages.clone();
        if let Ok(index) = self.pages.binary_search_by(|it| self.order.compare(it, before)) {
            pages.remove(index);
        }
        if let Some(after) = after {
            let index = pages.partition_point(|it| self.order.compare(it, after).is_lt());
            pages.insert(index, Arc::clone(after));
        }
        PageList::new(pages, self.order.clone())
    }

    /// Returns the pages before and after `page`, or none if it is not in the list.
    pub fn neighbours(&self, page: &Page) -> Neighbours {
        let positions = self.positions.get_or_init(|| {
            self.pages.iter().enumerate().map(|(index, page)| (page.route.clone(), index)).collect()
        });
        let Some(&index) = positions.get(&page.route) else {
            return Neighbours::default();
        };
        Neighbours {
            previous: index.checked_sub(1).and_then(|previous| self.pages.get(previous)).cloned(),
            next: self.pages.get(index + 1).cloned(),
        }
    }
}

/// Returns whether a page is in a folder or below it, and not an error page.
fn is_below(page: &Page, Folder { language, route }: &Folder) -> bool {
    page.language == *language
        && page.file_route.starts_with(route.as_str())
        && page.file_route != *route
        && !page.route.is_error_page()
}

/// Returns whether a file route is directly below `prefix`.
fn is_child(route: &Route, prefix: &str) -> bool {
    route.ends_with('/') && route.parent() == Some(prefix)
}

/// The pages before and after a page in a list.
#[derive(Debug, Default, Hash)]
pub struct Neighbours {
    /// The page before it.
    pub previous: Option<Arc<Page>>,
    /// The page after it.
    pub next: Option<Arc<Page>>,
}

impl Neighbours {
    /// Returns the routes of the neighbours.
    pub fn routes(&self) -> impl Iterator<Item = &Route> {
        self.previous.iter().chain(&self.next).map(|page| &page.route)
    }
}

/// What a page lists by itself.
#[derive(Debug, Hash)]
pub enum Listing {
    /// The terms of a taxonomy: see [`crate::lists::taxonomy::Term::summary`].
    Terms(Vec<Json>),
    /// A part of a list of pages.
    Pages(Pager),
}

/// A part of a paginated list of pages.
#[derive(Debug, Hash)]
pub struct Pager {
    /// What the pages have in common: the name of the variable, `term` or `archive`, and its value.
    pub group: Option<(&'static str, Json)>,
    /// The pages of this part.
    pub pages: Vec<Arc<Page>>,
    /// The number of this part, from 1.
    pub number: usize,
    /// The number of parts.
    pub count: usize,
    /// The number of pages in all parts.
    pub total: usize,
    /// Route of the first part.
    pub first: Route,
    /// Route of the last part.
    pub last: Route,
    /// Route of the previous part.
    pub previous: Option<Route>,
    /// Route of the next part.
    pub next: Option<Route>,
}
