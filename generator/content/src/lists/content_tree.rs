//! The pages of a site by the folders of their files. Sections, trees, neighbours and breadcrumbs follow it, whatever the URLs of pages are.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::languages::LanguageKey;
use crate::page::Page;
use croupier_base::path::Route;

/// The pages of one language that have a file or a row of data, or show one of another language, in the order of [`Page::file_route`].
#[derive(Debug, Default)]
pub struct ContentTree {
    pages: Vec<Arc<Page>>,
    /// The position of the first page with each file route. Every page looks up the folders above it.
    positions: HashMap<Route, usize>,
}

impl ContentTree {
    /// Sorts the pages of a site, by language. Generated pages are left out.
    pub fn by_language(pages: &BTreeMap<Route, Arc<Page>>) -> BTreeMap<LanguageKey, ContentTree> {
        let mut trees: BTreeMap<LanguageKey, ContentTree> = BTreeMap::new();
        for page in pages.values().filter(|page| page.is_listed()) {
            trees.entry(page.language).or_default().pages.push(Arc::clone(page));
        }
        for tree in trees.values_mut() {
            // The pages are sorted already, unless some have another URL than their file.
            tree.pages.sort_by(|a, b| key(a).cmp(&key(b)));
            for (position, page) in tree.pages.iter().enumerate() {
                tree.positions.entry(page.file_route.clone()).or_insert(position);
            }
        }
        trees
    }

    /// Returns the pages whose file route begins with `prefix`.
    pub fn below(&self, prefix: &str) -> &[Arc<Page>] {
        let pages = self.from(prefix);
        &pages[..pages.partition_point(|page| page.file_route.starts_with(prefix))]
    }

    /// Returns the pages from a file route on.
    pub(super) fn from(&self, start: &str) -> &[Arc<Page>] {
        &self.pages[self.pages.partition_point(|page| page.file_route.as_str() < start)..]
    }

    /// Returns the page with a file route: for that of a folder, the page of its index.md.
    pub fn at(&self, file_route: &str) -> Option<&Arc<Page>> {
        self.positions.get(file_route).map(|position| &self.pages[*position])
    }

    /// Replaces a page by another version with the same routes.
    pub(crate) fn replace(&mut self, page: &Arc<Page>) {
        if let Ok(index) = self.pages.binary_search_by(|it| key(it).cmp(&key(page))) {
            self.pages[index] = Arc::clone(page);
        }
    }
}

/// Two files can have the same file route if one of them has another URL.
fn key(page: &Page) -> (&Route, &Route) {
    (&page.file_route, &page.route)
}
