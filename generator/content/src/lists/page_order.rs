//! The order of pages in lists. Titles have the order of their language, as in a dictionary.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::cmp::Ordering;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::model::SortBy;
use crate::page::Page;
use croupier_extensions::{Collation, TextOrder};

/// The order of titles in one language. Without the library for it, it is that of their characters.
pub(crate) struct TitleOrder {
    collation: Option<Collation>,
    tag: String,
    /// Created on first use, because most lists have no two pages to compare by title.
    order: OnceLock<TextOrder>,
}

impl TitleOrder {
    /// Returns the order of the language with this tag.
    pub(crate) fn new(collation: Option<Collation>, tag: &str) -> TitleOrder {
        TitleOrder { collation, tag: tag.to_owned(), order: OnceLock::new() }
    }

    /// Returns the key of a title. The bytes of keys have the order of the titles.
    fn key(&self, title: &str) -> Vec<u8> {
        match self.collation {
            Some(collation) => self.order.get_or_init(|| collation(&self.tag))(title),
            None => title.into(),
        }
    }
}

impl fmt::Debug for TitleOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TitleOrder").field("tag", &self.tag).finish_non_exhaustive()
    }
}

/// The order of a list, whose pages are in one language.
#[derive(Debug, Clone)]
pub(crate) struct PageOrder {
    pub sort_by: SortBy,
    pub titles: Arc<TitleOrder>,
}

/// An item that is sorted by its title.
pub(crate) trait HasTitle {
    fn title(&self) -> Cow<'_, str>;
}

impl HasTitle for Arc<Page> {
    fn title(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.front.title)
    }
}

/// An item of a list with the key of its title, which is made when it is first compared by title.
pub(crate) struct Titled<'a, T> {
    pub item: T,
    titles: &'a TitleOrder,
    key: OnceCell<Vec<u8>>,
}

impl<T: HasTitle> Titled<'_, T> {
    /// Compares the titles of two items. Only equal ones are equal.
    pub(crate) fn compare_titles(&self, other: &Self) -> Ordering {
        let by_title = || self.item.title().cmp(&other.item.title());
        self.key().cmp(other.key()).then_with(by_title)
    }

    fn key(&self) -> &[u8] {
        self.key.get_or_init(|| self.titles.key(&self.item.title()))
    }
}

impl PageOrder {
    /// Sorts items that have titles.
    pub(crate) fn sort<T: HasTitle>(
        &self,
        items: Vec<T>,
        compare: impl Fn(&Titled<'_, T>, &Titled<'_, T>) -> Ordering,
    ) -> Vec<T> {
        let titled = |item| Titled { item, titles: &self.titles, key: OnceCell::new() };
        let mut items: Vec<_> = items.into_iter().map(titled).collect();
        items.sort_by(compare);
        items.into_iter().map(|it| it.item).collect()
    }

    /// Compares two pages.
    pub(crate) fn compare(&self, a: &Page, b: &Page) -> Ordering {
        let key = |page: &Page| self.titles.key(&page.front.title);
        let by_title = || key(a).cmp(&key(b)).then_with(|| a.front.title.cmp(&b.front.title));
        self.compare_pages(a, b, by_title)
    }

    /// Compares two pages, whose titles `by_title` compares.
    pub(crate) fn compare_pages(
        &self,
        a: &Page,
        b: &Page,
        by_title: impl Fn() -> Ordering,
    ) -> Ordering {
        let by_title = || by_title().then_with(|| a.route.cmp(&b.route));
        match self.sort_by {
            SortBy::Weight => a.front.weight.cmp(&b.front.weight).then_with(by_title),
            // Newest first. `None` is less than any date, so pages without a date are last.
            SortBy::Date => b.front.dated_at.cmp(&a.front.dated_at).then_with(by_title),
            SortBy::Title => by_title(),
            SortBy::Updated => {
                let time = |page: &Page| page.front.updated_at.or(page.front.dated_at);
                time(b).cmp(&time(a)).then_with(by_title)
            }
            SortBy::Path => (&a.file_route, &a.route).cmp(&(&b.file_route, &b.route)),
        }
    }
}
