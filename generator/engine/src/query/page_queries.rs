//! Queries for pages: which exist, in which order, and at which routes.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde_json::Value as Json;

use crate::query::declaration::query;
use crate::query::inputs::Inputs;
use crate::query::results::Included;
use croupier_base::date;
use croupier_base::path::{Route, SitePath};
use croupier_content::languages::{Folder, LanguageKey};
use croupier_content::lists::Listing;
use croupier_content::lists::tree::TreeLevel;
use croupier_content::lists::{Neighbours, PageList, PageQuery};
use croupier_content::markdown::Outline;
use croupier_content::model::SortBy;
use croupier_content::model::archive::Unit;
use croupier_content::page::Page;
use croupier_content::search::SearchPages;

/// The words ` in fr` for a language of several ones.
pub(super) struct In(pub LanguageKey);

impl fmt::Display for In {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, " in {}", self.0) }
    }
}

query! {
    /// The pages of a list, in an order.
    ListedPages(query: PageQuery, sort_by: SortBy) -> Arc<PageList>;
    run: |snapshot| snapshot.inputs.site.list(query, *sort_by),
    may_change: |changes, _| changes.replaced.iter().any(|page| query.has(page)),
    display: |f| {
        let sort_by = sort_by.name();
        match query {
            PageQuery::Section(folder) => write!(f, "section {folder} by {sort_by}"),
            PageQuery::Term(language, taxonomy, slug) => {
                write!(f, "pages of {taxonomy}/{slug}{} by {sort_by}", In(*language))
            }
            PageQuery::Children(folder) => {
                write!(f, "pages directly below {folder} by {sort_by}")
            }
            PageQuery::Period(folder, start, end) => {
                let (start, end) = (date::rfc3339(*start), date::rfc3339(*end));
                write!(f, "section {folder} from {start} to {end} by {sort_by}")
            }
        }
    },
}

query! {
    /// The pages directly in a folder. Without an order, the page of the folder sets it.
    ChildPages(folder: Folder, sort_by: Option<SortBy>) -> Arc<PageList>;
    run: |snapshot| snapshot.inputs.site.children(folder.clone(), *sort_by),
    may_change: |changes, _| changes.replaced.iter().any(|page| is_in(page, folder)),
    display: |f| match sort_by {
        Some(sort_by) => write!(f, "pages directly below {folder} by {}", sort_by.name()),
        None => write!(f, "pages directly below {folder} in its order"),
    },
}

query! {
    /// The pages and folders directly in a folder, as a level of a tree.
    TreeLevelOf(folder: Folder) -> Arc<TreeLevel>;
    run: |snapshot| snapshot.inputs.site.tree_level(folder),
    may_change: |changes, _| changes.replaced.iter().any(|page| is_in(page, folder)),
    display: |f| write!(f, "tree directly below {folder}"),
}

query! {
    /// The previous and next page of the page at a route, in its section.
    NeighbourPages(route: Route) -> Neighbours;
    run: |snapshot| snapshot.inputs.site.neighbours(route),
    may_change: |changes, _| changes.neighbours.contains(route),
    display: |f| write!(f, "pages before and after {route}"),
}

query! {
    /// The pages that have most in common with the page at a route, at most a number of them.
    RelatedPages(route: Route, limit: usize) -> Vec<Arc<Page>>;
    run: |snapshot| snapshot.inputs.site.related(route, *limit),
    may_change: |changes, site| changes.replaced.iter().any(|page| site.may_be_related(route, page)),
    display: |f| write!(f, "{limit} pages related to {route}"),
}

query! {
    /// The page at a route.
    PageAt(route: Route) -> FoundPage<'a>;
    run: |snapshot| {
        let site = &snapshot.inputs.site;
        match site.page(route) {
            Some(page) => FoundPage::Page(page),
            None if site.unpublished.contains_key(route) => FoundPage::Unpublished,
            None => FoundPage::Missing,
        }
    },
    may_change: |changes, site| changes.replaced.iter().any(|page| site.is_page_of(route, page)),
    display: |f| write!(f, "the page {route}"),
}

/// The result of [`PageAt`].
#[derive(Hash)]
pub(crate) enum FoundPage<'a> {
    /// A page.
    Page(&'a Arc<Page>),
    /// A draft, a scheduled page or an expired page.
    Unpublished,
    /// No content file makes a page there.
    Missing,
}

query! {
    /// The page at a route as a reader of a language sees it.
    PageFor(language: LanguageKey, route: Route) -> FoundPage<'a>;
    run: |snapshot| match snapshot.inputs.site.page_for(*language, route) {
        Some(page) => FoundPage::Page(page),
        None => PageAt(route.clone()).run(snapshot),
    },
    may_change: |changes, site| {
        let route = site.page_for(*language, route).map_or(route, |page| &page.route);
        PageAt(route.clone()).may_change(changes, site)
    },
    display: |f| write!(f, "the page {route}{}", In(*language)),
}

query! {
    /// The versions of the page at a route in the languages of the site, in the order of switches.
    TranslationsOf(route: Route) -> Vec<&'a Arc<Page>>;
    run: |snapshot| {
        let Inputs { site, settings, .. } = &*snapshot.inputs;
        let Some(versions) = site.page(route).and_then(|page| site.translations.of(page)) else {
            return Vec::new();
        };
        settings.languages.iter().filter_map(|it| versions.get(&it.key)).collect()
    },
    may_change: |changes, site| {
        let Some(page) = site.page(route) else { return false };
        let key = page.translation_key();
        changes.replaced.iter().any(|page| page.translation_key() == key)
    },
    display: |f| write!(f, "translations of {route}"),
}

query! {
    /// The page of a folder. None if there is no such page.
    FolderPage(folder: Folder) -> Option<&'a Arc<Page>>;
    run: |snapshot| snapshot.inputs.site.folder_page(folder),
    may_change: |changes, site| {
        let Some(page) = site.folder_page(folder) else { return false };
        PageAt(page.route.clone()).may_change(changes, site)
    },
    display: |f| write!(f, "page of the folder {folder}"),
}

query! {
    /// The route of a folder's page, and its name in menus and breadcrumbs. None if there is no such page.
    FolderName(folder: Folder) -> Option<(&'a Route, &'a str)>;
    run: |snapshot| {
        let page = snapshot.inputs.site.folder_page(folder);
        page.map(|page| (&page.route, page.short_name()))
    },
    may_change: |changes, site| FolderPage(folder.clone()).may_change(changes, site),
    display: |f| write!(f, "name of the folder {folder}"),
}

query! {
    /// The part of a paginated list, or the terms of a taxonomy, that the page at a route shows.
    ListingOf(route: Route) -> Option<Listing>;
    run: |snapshot| snapshot.inputs.site.listing(route),
    may_change: |changes, site| {
        let Some(paginator) = site.paginators.get(route) else { return false };
        match paginator.source.query() {
            Some(query) => changes.replaced.iter().any(|page| query.has(page)),
            None => changes.terms,
        }
    },
    display: |f| write!(f, "the list of {route}"),
}

query! {
    /// The number of the page at a route in a paginated list, from 1. None if it lists nothing itself.
    ListNumber(route: Route) -> Option<usize>;
    run: |snapshot| snapshot.inputs.site.paginators.get(route).map(|paginator| paginator.number),
    // The pages of a list are created when the whole site is assembled.
    may_change: |_, _| false,
    display: |f| write!(f, "number of {route} in its list"),
}

query! {
    /// The terms of a taxonomy, by slug.
    TermsOf(language: LanguageKey, taxonomy: String) -> Option<TermSummaries>;
    run: |snapshot| snapshot.inputs.site.terms_of(*language, taxonomy).map(TermSummaries),
    may_change: |changes, _| changes.terms,
    display: |f| write!(f, "terms of {taxonomy}{}", In(*language)),
}

/// Terms as templates see them. See [`croupier_content::lists::taxonomy::Term::summary`].
pub(crate) struct TermSummaries(pub Vec<Json>);

impl Hash for TermSummaries {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

query! {
    /// The years or months of an archive of a section, newest first. Without a unit, those of the first archive of the section.
    ArchiveOf(section: Folder, unit: Option<Unit>) -> Option<Vec<Json>>;
    run: |snapshot| snapshot.inputs.site.archives.summaries(section, *unit),
    // The site is assembled again when a period gets another number of pages.
    may_change: |_, _| false,
    display: |f| write!(f, "archive of {section}"),
}

query! {
    /// The route of the page that a content file makes, in a language or in those that take its place.
    RouteOf(language: LanguageKey, file: SitePath) -> Option<&'a Route>;
    run: |snapshot| snapshot.inputs.site.linked_route(*language, file),
    may_change: |_, _| false,
    display: |f| write!(f, "route of {file}{}", In(*language)),
}

query! {
    /// The content file of the page at a route that others can include.
    SourceAt(route: Route) -> Option<&'a SitePath>;
    run: |snapshot| {
        let site = &snapshot.inputs.site;
        let page = site.page(route).or_else(|| site.headless.get(route))?;
        (!page.is_generated).then_some(&page.source)
    },
    may_change: |_, _| false,
    display: |f| write!(f, "content file of {route}"),
}

query! {
    /// The content file of the page at a route as a reader of a language sees it, for inclusion.
    SourceFor(language: LanguageKey, route: Route) -> Option<&'a SitePath>;
    run: |snapshot| {
        let page = snapshot.inputs.site.included_for(*language, route)?;
        page.is_listed().then_some(&page.source)
    },
    may_change: |_, _| false,
    display: |f| write!(f, "content file of {route}{}", In(*language)),
}

query! {
    /// The headings and terms of a content file, whose ids its translations take. None if its page is not published now.
    OutlineOf(file: SitePath) -> Option<Arc<Outline>>;
    run: |snapshot| snapshot.outline_of(file),
    may_change: |changes, _| changes.bodies.contains(file) || changes.metadata.contains(file),
    display: |f| write!(f, "outline of {file}"),
}

query! {
    /// The page of a content file with its text, for a page that includes it. None if it is not part of the site now.
    IncludedPage(file: SitePath) -> Option<Included<'a>>;
    run: |snapshot| {
        let page = snapshot.inputs.site.included(file)?;
        Some(Included { page, text: snapshot.text_of(page) })
    },
    may_change: |changes, _| changes.bodies.contains(file) || changes.metadata.contains(file),
    display: |f| write!(f, "text of {file}"),
}

query! {
    /// Whether the feed of the pages in a section has entries.
    HasFeedEntries(section: Folder) -> bool;
    run: |snapshot| {
        let site = &snapshot.inputs.site;
        let pages = site.list(&site.query_of(section.language, &section.route), SortBy::Date);
        pages.pages.iter().any(|page| page.is_in_feeds())
    },
    may_change: |changes, site| {
        let query = site.query_of(section.language, &section.route);
        changes.replaced.iter().any(|page| query.has(page))
    },
    display: |f| write!(f, "whether the feed of {section} has entries"),
}

query! {
    /// The query that lists the pages of a route: those of a term, or those in a folder. None if the route is unknown.
    QueryOf(language: LanguageKey, route: Route) -> Option<PageQuery>;
    run: |snapshot| {
        let site = &snapshot.inputs.site;
        site.is_section(*language, route).then(|| site.query_of(*language, route))
    },
    // The site is assembled again when a term or a page is added or removed.
    may_change: |_, _| false,
    display: |f| write!(f, "whether {route} is a section or a term{}", In(*language)),
}

query! {
    /// The folder that a route names, by its file route. None if it has no pages, published or not.
    FolderOf(language: LanguageKey, route: Route) -> Option<Folder>;
    run: |snapshot| {
        let site = &snapshot.inputs.site;
        site.is_section(*language, route).then(|| site.folder_of(*language, route))
    },
    may_change: |_, _| false,
    display: |f| write!(f, "the folder of {route}{}", In(*language)),
}

query! {
    /// The pages that the search of the site finds in a language.
    FoundBySearch(language: LanguageKey) -> SearchPages<'a>;
    run: |snapshot| {
        let Inputs { site, settings, .. } = &*snapshot.inputs;
        SearchPages::new(site, *language, settings.config.search)
    },
    may_change: |changes, _| !changes.metadata.is_empty(),
    display: |f| write!(f, "pages of the search{}", In(*language)),
}

/// Whether a page is directly in a folder.
fn is_in(page: &Page, folder: &Folder) -> bool {
    page.language == folder.language && page.file_route.parent() == Some(folder.route.as_str())
}
