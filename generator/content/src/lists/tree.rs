//! The tree of a section: pages with the pages and folders below them, one level at a time.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::lists::content_tree::ContentTree;
use crate::lists::page_order::{HasTitle, PageOrder, TitleOrder};
use crate::model::SortBy;
use crate::page::Page;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_base::path::Route;

/// The pages and folders directly in a folder, in the order of the page of the folder.
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
    /// The route of the file or the folder, see [`Page::file_route`].
    pub file_route: Route,
    /// The page. `None` for a folder that has no page of its own.
    pub page: Option<Arc<Page>>,
    /// Whether there are pages in the folder.
    pub has_children: bool,
}

impl Hash for TreeLevel {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Computed once for all pages that show the tree.
        self.fingerprint.hash(state);
    }
}

impl TreeLevel {
    /// Returns the entries of the folder with the file route `folder`, which ends in a slash.
    pub(crate) fn new(tree: &ContentTree, folder: &str, titles: Arc<TitleOrder>) -> TreeLevel {
        let mut entries = Vec::new();
        let mut from = folder.to_owned();

        while let Some(route) = next_page(tree, &from, folder) {
            let below = &route[folder.len()..];
            let Some(slash) = below.find('/') else {
                // A page with a file name, such as `/404.html`, or the page of the folder.
                from = format!("{route}\0");
                continue;
            };

            let entry = &route[..=folder.len() + slash];
            let page = tree.at(entry).cloned();
            let has_children = next_page(tree, &format!("{entry}\0"), entry).is_some();
            entries.push(TreeEntry { file_route: Route::new(entry), page, has_children });
            // The first text after all routes that begin with `entry`.
            from = format!("{}0", entry.trim_end_matches('/'));
        }

        let sort_by = tree.at(folder).map(|page| page.front.sort_by).unwrap_or_default();
        let order = PageOrder { sort_by, titles };
        let entries = order.sort(entries, |a, b| {
            let by_title = || a.compare_titles(b);
            match (&a.item.page, &b.item.page) {
                (Some(a), Some(b)) => order.compare_pages(a, b, by_title),
                _ => a.item.compare_to_folder(&b.item, sort_by, by_title),
            }
        });

        TreeLevel { fingerprint: fingerprint(&entries), entries }
    }
}

/// Returns the file route of the first page from `from` on that is in a folder.
fn next_page<'a>(tree: &'a ContentTree, from: &str, folder: &str) -> Option<&'a Route> {
    let pages = tree.from(from).iter().take_while(|page| page.file_route.starts_with(folder));
    let mut shown = pages.filter(|page| !page.route.is_error_page());
    shown.next().map(|page| &page.file_route)
}

impl TreeEntry {
    /// Returns the name in menus: of the page, or made from the name of the folder, `Release notes` for `/release-notes/`.
    pub fn name(&self) -> String {
        match &self.page {
            Some(page) => page.short_name().to_owned(),
            None => name_of_folder(&self.file_route),
        }
    }

    /// Compares two entries of which one is a folder without a page.
    fn compare_to_folder(
        &self,
        other: &TreeEntry,
        sort_by: SortBy,
        by_title: impl Fn() -> Ordering,
    ) -> Ordering {
        let by_title = || if sort_by == SortBy::Path { Ordering::Equal } else { by_title() };
        let by_position = self.position(sort_by).cmp(&other.position(sort_by));
        by_position.then_with(by_title).then_with(|| self.file_route.cmp(&other.file_route))
    }

    /// Returns the position of an entry before its title counts. A folder without a page has the default weight and no date, so that it
    /// comes after all pages in a list by date.
    fn position(&self, sort_by: SortBy) -> i64 {
        let front = self.page.as_ref().map(|page| &page.front);
        match sort_by {
            SortBy::Weight => front.map_or(0, |front| front.weight),
            SortBy::Date | SortBy::Updated => front.map_or(1, |_| 0),
            SortBy::Title | SortBy::Path => 0,
        }
    }
}

impl HasTitle for TreeEntry {
    fn title(&self) -> Cow<'_, str> {
        match &self.page {
            Some(page) => Cow::Borrowed(&page.front.title),
            None => self.name().into(),
        }
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
