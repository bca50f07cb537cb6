//! Queries for pages: which exist, in which order, and at which routes.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::query::inputs::Inputs;
use crate::query::invalidation::Invalidation;
use crate::query::results::Included;
use crate::query::{Query, Snapshot};
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
use croupier_content::site::Site;

/// The words ` in fr` for a language of several ones.
pub(super) struct In(pub LanguageKey);

impl fmt::Display for In {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, " in {}", self.0) }
    }
}

/// The pages of a list, in an order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct ListedPages(pub PageQuery, pub SortBy);

impl Query for ListedPages {
    type Output<'a> = Arc<PageList>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.site.list(&self.0, self.1)
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.replaced.iter().any(|page| self.0.has(page))
    }
}

impl fmt::Display for ListedPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sort_by = self.1.name();
        match &self.0 {
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
    }
}

/// The pages directly in a folder. Without an order, the page of the folder sets it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct ChildPages(pub Folder, pub Option<SortBy>);

impl Query for ChildPages {
    type Output<'a> = Arc<PageList>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.site.children(self.0.clone(), self.1)
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.replaced.iter().any(|page| is_in(page, &self.0))
    }
}

impl fmt::Display for ChildPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(sort_by) => write!(f, "pages directly below {} by {}", self.0, sort_by.name()),
            None => write!(f, "pages directly below {} in its order", self.0),
        }
    }
}

/// The pages and folders directly in a folder, as a level of a tree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct TreeLevelOf(pub Folder);

impl Query for TreeLevelOf {
    type Output<'a> = Arc<TreeLevel>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.site.tree_level(&self.0)
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.replaced.iter().any(|page| is_in(page, &self.0))
    }
}

impl fmt::Display for TreeLevelOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tree directly below {}", self.0)
    }
}

/// The previous and next page of the page at a route, in its section.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct NeighbourPages(pub Route);

impl Query for NeighbourPages {
    type Output<'a> = Neighbours;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.site.neighbours(&self.0)
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.neighbours.contains(&self.0)
    }
}

impl fmt::Display for NeighbourPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pages before and after {}", self.0)
    }
}

/// The pages that have most in common with the page at a route, at most a number of them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct RelatedPages(pub Route, pub usize);

impl Query for RelatedPages {
    type Output<'a> = Vec<Arc<Page>>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.site.related(&self.0, self.1)
    }

    fn may_change(&self, changes: &Invalidation, site: &Site) -> bool {
        changes.replaced.iter().any(|page| site.may_be_related(&self.0, page))
    }
}

impl fmt::Display for RelatedPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pages related to {}", self.1, self.0)
    }
}

/// The page at a route.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct PageAt(pub Route);

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

impl Query for PageAt {
    type Output<'a> = FoundPage<'a>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let site = &snapshot.inputs.site;
        match site.page(&self.0) {
            Some(page) => FoundPage::Page(page),
            None if site.unpublished.contains_key(&self.0) => FoundPage::Unpublished,
            None => FoundPage::Missing,
        }
    }

    fn may_change(&self, changes: &Invalidation, site: &Site) -> bool {
        changes.replaced.iter().any(|page| site.is_page_of(&self.0, page))
    }
}

impl fmt::Display for PageAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the page {}", self.0)
    }
}

/// The page at a route as a reader of a language sees it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct PageFor(pub LanguageKey, pub Route);

impl Query for PageFor {
    type Output<'a> = FoundPage<'a>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        match snapshot.inputs.site.page_for(self.0, &self.1) {
            Some(page) => FoundPage::Page(page),
            None => PageAt(self.1.clone()).run(snapshot),
        }
    }

    fn may_change(&self, changes: &Invalidation, site: &Site) -> bool {
        let route = site.page_for(self.0, &self.1).map_or(&self.1, |page| &page.route);
        PageAt(route.clone()).may_change(changes, site)
    }
}

impl fmt::Display for PageFor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the page {}{}", self.1, In(self.0))
    }
}

/// The versions of the page at a route in the languages of the site.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct TranslationsOf(pub Route);

impl Query for TranslationsOf {
    type Output<'a> = Vec<&'a Arc<Page>>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let site = &snapshot.inputs.site;
        let versions = site.page(&self.0).and_then(|page| site.translations.of(page));
        let routes = versions.into_iter().flat_map(|versions| versions.values());
        routes.filter_map(|route| site.page(route)).collect()
    }

    fn may_change(&self, changes: &Invalidation, site: &Site) -> bool {
        let Some(page) = site.page(&self.0) else { return false };
        let key = page.translation_key();
        changes.replaced.iter().any(|page| page.translation_key() == key)
    }
}

impl fmt::Display for TranslationsOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "translations of {}", self.0)
    }
}

/// The page of a folder. None if there is no such page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct FolderPage(pub Folder);

impl Query for FolderPage {
    type Output<'a> = Option<&'a Arc<Page>>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.site.folder_page(&self.0)
    }

    fn may_change(&self, changes: &Invalidation, site: &Site) -> bool {
        let Some(page) = site.folder_page(&self.0) else { return false };
        PageAt(page.route.clone()).may_change(changes, site)
    }
}

impl fmt::Display for FolderPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "page of the folder {}", self.0)
    }
}

/// The route of a folder's page, and its name in menus and breadcrumbs. None if there is no such page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct FolderName(pub Folder);

impl Query for FolderName {
    type Output<'a> = Option<(&'a Route, &'a str)>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let page = snapshot.inputs.site.folder_page(&self.0);
        page.map(|page| (&page.route, page.short_name()))
    }

    fn may_change(&self, changes: &Invalidation, site: &Site) -> bool {
        FolderPage(self.0.clone()).may_change(changes, site)
    }
}

impl fmt::Display for FolderName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name of the folder {}", self.0)
    }
}

/// The part of a paginated list, or the terms of a taxonomy, that the page at a route shows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct ListingOf(pub Route);

impl Query for ListingOf {
    type Output<'a> = Option<Listing>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.site.listing(&self.0)
    }

    fn may_change(&self, changes: &Invalidation, site: &Site) -> bool {
        let Some(paginator) = site.paginators.get(&self.0) else { return false };
        match paginator.source.query() {
            Some(query) => changes.replaced.iter().any(|page| query.has(page)),
            None => changes.terms,
        }
    }
}

impl fmt::Display for ListingOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the list of {}", self.0)
    }
}

/// The number of the page at a route in a paginated list, from 1. None if it lists nothing itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct ListNumber(pub Route);

impl Query for ListNumber {
    type Output<'a> = Option<usize>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.site.paginators.get(&self.0).map(|paginator| paginator.number)
    }

    // The pages of a list are created when the whole site is assembled.
    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for ListNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "number of {} in its list", self.0)
    }
}

/// The terms of a taxonomy, by slug.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct TermsOf(pub LanguageKey, pub String);

/// Terms as templates see them. See [`croupier_content::lists::taxonomy::Term::summary`].
pub(crate) struct TermSummaries(pub Vec<Json>);

impl Hash for TermSummaries {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Query for TermsOf {
    type Output<'a> = Option<TermSummaries>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.site.terms_of(self.0, &self.1).map(TermSummaries)
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.terms
    }
}

impl fmt::Display for TermsOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "terms of {}{}", self.1, In(self.0))
    }
}

/// The years or months of an archive of a section, newest first. Without a unit, those of the first archive of the section.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct ArchiveOf(pub Folder, pub Option<Unit>);

impl Query for ArchiveOf {
    type Output<'a> = Option<Vec<Json>>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.site.archives.summaries(&self.0, self.1)
    }

    // The site is assembled again when a period gets another number of pages.
    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for ArchiveOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "archive of {}", self.0)
    }
}

/// The route of the page that a content file makes, in a language or in those that take its place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct RouteOf(pub LanguageKey, pub SitePath);

impl Query for RouteOf {
    type Output<'a> = Option<&'a Route>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.site.linked_route(self.0, &self.1)
    }

    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for RouteOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "route of {}{}", self.1, In(self.0))
    }
}

/// The content file of the page at a route that others can include.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct SourceAt(pub Route);

impl Query for SourceAt {
    type Output<'a> = Option<&'a SitePath>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let site = &snapshot.inputs.site;
        let page = site.page(&self.0).or_else(|| site.headless.get(&self.0))?;
        (!page.is_generated).then_some(&page.source)
    }

    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for SourceAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "content file of {}", self.0)
    }
}

/// The headings and terms of a content file, whose ids its translations take. None if its page is not published now.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct OutlineOf(pub SitePath);

impl Query for OutlineOf {
    type Output<'a> = Option<Arc<Outline>>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let site = &snapshot.inputs.site;
        let page = site.page(site.route_of(&self.0)?)?;
        Some(snapshot.outline_of(page))
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.bodies.contains(&self.0) || changes.metadata.contains(&self.0)
    }
}

impl fmt::Display for OutlineOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "outline of {}", self.0)
    }
}

/// The page of a content file with its text, for a page that includes it. None if it is not part of the site now.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct IncludedPage(pub SitePath);

impl Query for IncludedPage {
    type Output<'a> = Option<Included<'a>>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let page = snapshot.inputs.site.included(&self.0)?;
        Some(Included { page, text: snapshot.text_of(page) })
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.bodies.contains(&self.0) || changes.metadata.contains(&self.0)
    }
}

impl fmt::Display for IncludedPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "text of {}", self.0)
    }
}

/// The query that lists the pages of a route: those of a term, or those in a folder. None if the route is unknown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct QueryOf(pub LanguageKey, pub Route);

impl Query for QueryOf {
    type Output<'a> = Option<PageQuery>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let site = &snapshot.inputs.site;
        site.is_section(self.0, &self.1).then(|| site.query_of(self.0, &self.1))
    }

    // The site is assembled again when a term or a page is added or removed.
    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for QueryOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "whether {} is a section or a term{}", self.1, In(self.0))
    }
}

/// The folder that a route names, by its file route. None if it has no pages, published or not.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct FolderOf(pub LanguageKey, pub Route);

impl Query for FolderOf {
    type Output<'a> = Option<Folder>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let site = &snapshot.inputs.site;
        site.is_section(self.0, &self.1).then(|| site.folder_of(self.0, &self.1))
    }

    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for FolderOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the folder of {}{}", self.1, In(self.0))
    }
}

/// The pages that the search of the site finds in a language.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct FoundBySearch(pub LanguageKey);

impl Query for FoundBySearch {
    type Output<'a> = SearchPages<'a>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let Inputs { site, settings, .. } = &*snapshot.inputs;
        SearchPages::new(site, self.0, settings.config.search)
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        !changes.metadata.is_empty()
    }
}

impl fmt::Display for FoundBySearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pages of the search{}", In(self.0))
    }
}

/// Whether a page is directly in a folder.
fn is_in(page: &Page, folder: &Folder) -> bool {
    page.language == folder.language && page.file_route.parent() == Some(folder.route.as_str())
}
