//! The tree of a section: pages with the pages and folders below them, one level at a time.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::Bound;
use std::sync::Arc;

use crate::config::tables::SortBy;
use crate::lists;
use crate::page::Page;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_base::path::Route;

/// The pages and folders directly below a route, in the order of the page there.
#[derive(Debug)]
pub struct TreeLevel {
    /// The entries.
    pub entries: Vec<TreeEntry>,
    /// Fingerprint of everything that a template can show of the entries.
    fingerprint: Fingerprint,
}

/// A page, or a folder without a page.
#[derive(Debug, Hash)]
pub struct TreeEntry {
    /// The route.
    pub route: Route,
    /// The page. `None` for a folder that has no page of its own.
    pub page: Option<Arc<Page>>,
    /// Whether there are pages below it.
    pub has_children: bool,
}

impl Hash for TreeLevel {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Computed once for all pages that show the tree.
        self.fingerprint.hash(state);
    }
}

impl TreeLevel {
    /// Returns the entries directly below `prefix`, which ends in a slash.
    pub fn new(pages: &BTreeMap<Route, Arc<Page>>, prefix: &str) -> TreeLevel {
        let mut entries = Vec::new();
        let mut from = prefix.to_owned();
        while let Some(route) = next_page(pages, &from, prefix) {
            let below = &route[prefix.len()..];
            let Some(slash) = below.find('/') else {
                // A page with a file name, such as `/404.html`, or the page at `prefix`.
                from = format!("{route}\0");
                continue;
            };
            let entry = &route[..=prefix.len() + slash];
            let page = pages.get(entry).filter(|page| !page.is_generated).cloned();
            let has_children = next_page(pages, &format!("{entry}\0"), entry).is_some();
            entries.push(TreeEntry { route: Route::new(entry), page, has_children });
            // The first text after all routes that begin with `entry`.
            from = format!("{}0", entry.trim_end_matches('/'));
        }
        let sort_by = pages.get(prefix).map(|page| page.front.sort_by).unwrap_or_default();
        entries.sort_by(|a, b| match (&a.page, &b.page) {
            (Some(a), Some(b)) => lists::order(a, b, sort_by),
            _ => a.position(sort_by).cmp(&b.position(sort_by)),
        });
        TreeLevel { fingerprint: fingerprint(&entries), entries }
    }
}

/// Returns the route of the first page from `from` on that has a file and is below `prefix`.
fn next_page<'a>(
    pages: &'a BTreeMap<Route, Arc<Page>>,
    from: &str,
    prefix: &str,
) -> Option<&'a Route> {
    let range = (Bound::Included(from), Bound::Unbounded);
    let below = pages.range::<str, _>(range).take_while(|(route, _)| route.starts_with(prefix));
    let mut with_file = below.filter(|(_, page)| !page.is_generated).map(|(route, _)| route);
    with_file.find(|route| !route.is_error_page())
}

impl TreeEntry {
    /// Returns the name in menus: of the page, or made from the name of the folder, `Release notes` for `/release-notes/`.
    pub fn name(&self) -> String {
        match &self.page {
            Some(page) => page.short_name().to_owned(),
            None => name_of_folder(&self.route),
        }
    }

    /// Returns the position of an entry next to a folder without a page. Such a folder has the default weight and no date, so that it
    /// comes after all pages in a list by date.
    fn position(&self, sort_by: SortBy) -> (i64, String, &Route) {
        let front = self.page.as_ref().map(|page| &page.front);
        let first = match sort_by {
            SortBy::Weight => front.map_or(0, |front| front.weight),
            SortBy::Date | SortBy::Updated => front.map_or(1, |_| 0),
            SortBy::Title => 0,
        };
        let title = front.map_or_else(|| self.name(), |front| front.title.to_string());
        (first, title, &self.route)
    }
}

/// Returns a name for a folder without a page: `Release notes` for `/release-notes/`.
pub(crate) fn name_of_folder(route: &str) -> String {
    let name = route.trim_matches('/').rsplit('/').next().unwrap_or_default();
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::name_of_folder;

    #[test]
    fn a_folder_without_a_page_has_a_name() {
        for (route, name) in
            [("/release-notes/", "Release notes"), ("/docs/how_to/", "How to"), ("/", "")]
        {
            assert_eq!(name_of_folder(route), name);
        }
    }
}
