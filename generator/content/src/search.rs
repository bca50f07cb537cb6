//! The pages that the search of the site finds, and what it shows of them.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use crate::config::tables::Search;
use crate::languages::{Folder, LanguageKey};
use crate::lists::tree::name_of_folder;
use crate::markdown::headings::alignment;
use crate::page::Page;
use crate::site::Site;
use croupier_base::path::Route;
use croupier_base::pseudo::Pseudo;
use croupier_base::syntax::schema::overlay;

/// The data file with the texts of the search, without extension: `content/data/search.toml`.
pub const TEXTS: &str = "search";

/// Returns the English texts of the search, which can cover the text of pages. A text that depends on a number has its plural forms.
pub fn default_texts(has_text: bool, language: LanguageKey) -> Map<String, Json> {
    let texts = json!({
        "button": "Search",
        "title": "Search this site",
        "placeholder": if has_text { "Search all pages" } else { "Search titles and headings" },
        "close": "Close",
        "section": "Section",
        "all": "All sections",
        "list": "Results",
        "loading": "Loading…",
        "results": { "one": "{count} result", "other": "{count} results" },
        "more": { "other": "The best {shown} of {count} results" },
        "none": "No results for “{query}”",
        "failed": "The search could not be loaded. Check your connection, then try again.",
    });

    let texts = match Pseudo::of_tag(&language) {
        Some(pseudo) => overlay::with_texts(&texts, None, &|text| pseudo.text(text)),
        None => texts,
    };

    if let Json::Object(texts) = texts { texts } else { Map::new() }
}

/// The pages that the search finds, in the order of their routes.
#[derive(Debug)]
pub struct SearchPages<'a> {
    /// The pages.
    pub pages: Vec<SearchPage<'a>>,
    /// The sections that have pages, by the file routes of their folders.
    pub sections: BTreeMap<Route, Section>,
}

/// A section that results can be limited to.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Section {
    /// The start of the routes of its pages. Browsers find the section of a page by it.
    pub start: Route,
    /// The title of the page of its folder, or else the name of the folder.
    pub title: String,
}

/// A page that the search finds. Its hash covers only what the search shows.
#[derive(Debug, Clone, Copy)]
pub struct SearchPage<'a> {
    /// The page.
    pub page: &'a Arc<Page>,
    /// The page that it is a translation of, whose headings have the same ids.
    original: Option<&'a Arc<Page>>,
    settings: Search,
}

impl<'a> SearchPage<'a> {
    /// Returns the description, if the search includes descriptions.
    pub fn description(&self) -> &str {
        if self.settings.has_descriptions() { &self.page.front.description } else { "" }
    }

    /// Returns the headings with their ids on the page.
    pub fn headings(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let original = self.original.map(|page| &*page.headings);
        let headings = alignment::with_ids(&self.page.headings, original).into_iter();
        headings.map(|(heading, id)| (&*heading.text, id))
    }

    /// Returns the names of the terms, in the order of the front matter.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        let taxonomies = self.page.front.taxonomies.iter();
        taxonomies.flat_map(|(_, terms)| terms).map(|term| &*term.name)
    }
}

impl Hash for SearchPage<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let page = self.page;
        (&page.route, &page.file_route, page.heading(), self.description()).hash(state);
        self.headings().for_each(|heading| heading.hash(state));
        self.terms().for_each(|term| term.hash(state));
    }
}

impl Hash for SearchPages<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.pages, &self.sections).hash(state);
    }
}

impl<'a> SearchPages<'a> {
    /// Collects the pages of a site in a language, or none if the site has no search.
    pub fn new(site: &'a Site, language: LanguageKey, settings: Search) -> SearchPages<'a> {
        if !settings.is_enabled() {
            return SearchPages { pages: Vec::new(), sections: BTreeMap::new() };
        }

        let pages: Vec<_> = site
            .pages
            .values()
            .filter(|page| page.language == language && is_found(page))
            .map(|page| SearchPage {
                page,
                original: site.translations.original_of(page),
                settings,
            })
            .collect();

        let mut routes: BTreeMap<&str, Vec<&Route>> = BTreeMap::new();
        for page in pages.iter().map(|it| it.page) {
            if let Some(folder) = section_of(&page.file_route) {
                routes.entry(folder).or_default().push(&page.route);
            }
        }
        let section = |folder: &str| {
            let file_route = Route::new(folder);
            let start = file_route.below(site.prefix(language));
            let page = site.folder_page(&Folder { language, route: file_route.clone() });
            let title = page.map(|page| page.short_name().to_owned());
            let title = title.unwrap_or_else(|| name_of_folder(&file_route));
            (file_route, Section { start: start_of(folder, start, &routes), title })
        };
        let sections = routes.keys().map(|folder| section(folder)).collect();

        SearchPages { pages, sections }
    }
}

impl SearchPages<'_> {
    /// Returns the section of a page. The page of a section belongs to it, too.
    pub fn section(&self, page: &Page) -> Option<&Section> {
        let (_, section) = self
            .sections
            .iter()
            .find(|(folder, _)| page.file_route.starts_with(folder.as_str()))?;
        Some(section)
    }
}

/// Returns whether the search finds a page. Pages 2 and up of lists, pages of terms, and pages that
/// are closed to search engines are left out.
fn is_found(page: &Page) -> bool {
    page.front.search
        && !page.front.forbids_indexing()
        && (!page.is_generated || page.pseudo().is_some())
        && !page.route.is_error_page()
}

/// Returns the start of the routes of the pages in a folder: `default`, unless the pages have a common start of their own elsewhere.
fn start_of(folder: &str, default: Route, routes: &BTreeMap<&str, Vec<&Route>>) -> Route {
    let own = &routes[folder];
    if own.iter().any(|route| route.starts_with(default.as_str())) {
        return default;
    }
    let mut common = own[0].parent().unwrap_or("/");
    while !own.iter().all(|route| route.starts_with(common)) {
        common = common[..common.len() - 1].rfind('/').map_or("/", |slash| &common[..=slash]);
    }
    let mut others = routes.iter().filter(|(other, _)| **other != folder).flat_map(|(_, it)| it);
    let has_others = default.starts_with(common) || others.any(|it| it.starts_with(common));
    if has_others { default } else { Route::new(common) }
}

/// Returns the first folder of a file route with more than one segment: `/posts/` for `/posts/first/`.
fn section_of(route: &str) -> Option<&str> {
    let end = route[1..].find('/')? + 2;
    (end < route.len()).then(|| &route[..end])
}

#[cfg(test)]
mod tests {
    use super::section_of;

    #[test]
    fn a_section_is_the_first_folder_of_a_route() {
        for (route, expected) in [
            ("/", None),
            ("/about/", None),
            ("/404.html", None),
            ("/posts/first/", Some("/posts/")),
            ("/posts/2026/first/", Some("/posts/")),
            ("/posts/a.html", Some("/posts/")),
        ] {
            assert_eq!(section_of(route), expected, "{route}");
        }
    }
}
