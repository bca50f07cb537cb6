//! The site: all pages by route, with their lists, terms and paginated pages.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use serde_json::Value as Json;

use crate::config::options::Profile;
use crate::config::settings::Settings;
use crate::front_matter::Status;
use crate::languages::{Folder, LanguageKey};
use crate::lists::archives::Archives;
use crate::lists::content_tree::ContentTree;
use crate::lists::page_order::{PageOrder, TitleOrder};
use crate::lists::pagination::{self, ListSource, Paginator, start_of_pages};
use crate::lists::related::{RelatedIndex, have_common_features};
use crate::lists::taxonomy::{self, Terms};
use crate::lists::tree::TreeLevel;
use crate::lists::{Listing, Neighbours, PageList, PageQuery, Pager};
use crate::model::SortBy;
use crate::next_change::{ChangeKind, NextChange};
use crate::page::Page;
use crate::translations::Translations;
use crate::unpublished::{self, UnpublishedPage, UnpublishedReason};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::{self, Route, SitePath};

/// The pages of a build, by route.
#[derive(Debug, Default)]
pub struct Site {
    /// Pages in byte order of their routes.
    pub pages: BTreeMap<Route, Arc<Page>>,
    /// The pages of other hosts of the site, which are linked and not published.
    pub elsewhere: BTreeMap<Route, Arc<Page>>,
    /// The pages of each language by the folders of their files.
    trees: BTreeMap<LanguageKey, ContentTree>,
    /// The terms of each language.
    terms: BTreeMap<LanguageKey, Terms>,
    /// The translations of pages.
    pub translations: Translations,
    /// The order of titles in each language.
    titles: BTreeMap<LanguageKey, Arc<TitleOrder>>,
    /// The start of the routes of each language, without a slash at the end.
    prefixes: BTreeMap<LanguageKey, String>,
    /// The paths of languages in previews with the starts of their routes, if several hosts have them.
    moved_paths: Vec<(String, String)>,
    /// Years and months with dated pages.
    pub archives: Archives,
    /// The lists that pages show by themselves, by route.
    pub paginators: BTreeMap<Route, Paginator>,
    /// The next page that is published or expires.
    pub next_change: Option<NextChange>,
    /// Drafts, scheduled and expired pages, by the routes that they would have.
    pub unpublished: BTreeMap<Route, UnpublishedPage>,
    /// Pages that others can include and that are not published, by the routes that they would have.
    pub headless: BTreeMap<Route, Arc<Page>>,
    /// The start of the routes of pages that could not be read, because their data or their collection has errors.
    pub unread: Vec<String>,
    /// Routes by content file, created on first use.
    routes: OnceLock<HashMap<SitePath, Route>>,
    /// Cache of sorted lists.
    lists: Mutex<HashMap<(PageQuery, SortBy), Arc<PageList>>>,
    /// Cache of levels of the tree, by folder.
    levels: Mutex<HashMap<Folder, Arc<TreeLevel>>>,
    /// Index of related pages, created on first use.
    related: OnceLock<RelatedIndex>,
}

/// The effects of replacing one page.
#[derive(Debug, Default)]
pub struct Replacement {
    /// The page before and after.
    pub pages: Vec<Arc<Page>>,
    /// Whether terms have other pages than before.
    pub terms: bool,
    /// The routes of pages whose neighbours may have changed.
    pub neighbours: BTreeSet<Route>,
}

impl Site {
    /// Creates a site from its pages. Reports duplicate routes, and sample texts in production.
    ///
    /// Leaves out drafts and pages that are not published at `now` (epoch seconds), unless drafts
    /// are built.
    pub fn gather<'a>(
        pages: impl Iterator<Item = &'a Arc<Page>>,
        settings: &Settings,
        now: i64,
    ) -> (Site, Vec<Diagnostic>) {
        let prefixes = settings.languages.iter().map(|it| (it.key, it.prefix.clone()));
        let has_hosts = !settings.languages.hosts.is_empty();
        let moved_paths = settings.languages.iter().filter(|_| has_hosts);
        let moved_paths = moved_paths.map(|it| (it.preview_path.clone(), it.prefix.clone()));
        let titles = settings.languages.iter().map(|it| {
            let titles = TitleOrder::new(settings.extensions.collation, &it.locale);
            (it.key, Arc::new(titles))
        });
        let mut site = Site {
            titles: titles.collect(),
            prefixes: prefixes.collect(),
            moved_paths: moved_paths.collect(),
            ..Site::default()
        };
        let mut diagnostics = Vec::new();
        let mut published = Vec::new();

        // The pages of disabled languages are not part of the site.
        for page in pages.filter(|page| settings.languages.find(page.language).is_some()) {
            // A page with errors stays in the site: it is unknown whether it is a draft.
            if !settings.flags.drafts && page.is_valid {
                let reason = unpublished::reason(page, now);
                if let Some(reason) = reason {
                    site.add_unpublished(page, reason, settings);
                }
                if page.front.draft {
                    continue;
                }
                site.note_changes(page, now);
                if reason.is_some() {
                    continue;
                }
            }

            diagnostics.extend(sample_problem(page, settings));

            if page.front.headless && page.is_valid {
                let entry = unpublished::entry(page, UnpublishedReason::Headless, true);
                site.unpublished.insert(page.route.clone(), entry);
                site.headless.insert(page.route.clone(), Arc::clone(page));
                continue;
            }

            published.push(page);
        }

        let (mut pages, route_errors) = by_route(published);
        let (translations, translation_errors) = Translations::gather(&mut pages, settings);
        site.trees = ContentTree::by_language(&pages);
        site.translations = translations;
        site.pages = pages;
        diagnostics.extend(route_errors);
        diagnostics.extend(translation_errors);
        diagnostics.extend(site.generate_pages(settings));
        // In byte order, absolute URLs follow all routes of this host.
        site.elsewhere = site.pages.split_off("0");

        site.unpublished.retain(|route, _| !site.pages.contains_key(route));
        site.headless.retain(|route, _| !site.pages.contains_key(route));
        (site, diagnostics)
    }

    /// Adds the pages of terms, of periods, and pages 2 and up of lists. Returns their errors.
    fn generate_pages(&mut self, settings: &Settings) -> Vec<Diagnostic> {
        let taxonomies = &settings.config.taxonomies;
        let mut diagnostics = Vec::new();
        for language in settings.languages.iter() {
            let (terms, errors) = taxonomy::gather(&self.pages, language.key, taxonomies);
            diagnostics.extend(errors);
            for page in taxonomy::pages(language, taxonomies, &terms, &self.pages) {
                // A content file can replace the generated page of a taxonomy or term.
                self.pages.entry(page.route.clone()).or_insert_with(|| Arc::new(page));
            }
            self.terms.insert(language.key, terms);
        }

        self.archives = Archives::gather(&self.pages, settings);
        for page in self.archives.pages() {
            self.pages.entry(page.route.clone()).or_insert_with(|| Arc::new(page));
        }

        self.translations.add_generated(&self.pages);

        diagnostics.extend(self.paginate(settings));
        diagnostics
    }

    /// Finds the lists that pages show by themselves, and adds pages 2 and up of them. Returns the errors.
    fn paginate(&mut self, settings: &Settings) -> Vec<Diagnostic> {
        let taxonomies = &settings.config.taxonomies;
        let of_terms = settings.languages.iter().flat_map(|language| {
            pagination::taxonomy_lists(language, self.terms(language.key), taxonomies)
        });
        let generated = of_terms.chain(pagination::archive_lists(&self.archives)).collect();
        let lists = pagination::with_lists_of_pages(generated, &self.pages);

        // The entries of a list on one page do not need to be counted.
        let count = |list: &Paginator| {
            let query = list.source.query().filter(|_| list.per_page.is_some());
            list.count(query.map_or(0, |query| self.select(&query).len()))
        };
        let counted = lists.into_iter().map(|(route, list)| (route, count(&list), list)).collect();

        let (paginators, errors) = pagination::paginate(&mut self.pages, counted);
        self.paginators = paginators;
        errors
    }

    /// Records the link targets of an unpublished page. For the same route, a page takes precedence
    /// over an alias or a term, and otherwise an expired page over others.
    fn add_unpublished(&mut self, page: &Page, reason: UnpublishedReason, settings: &Settings) {
        let language = settings.languages.get(page.language);
        let taxonomies = &settings.config.taxonomies;
        for (route, entry) in unpublished::link_targets(page, reason, language, taxonomies) {
            let has_precedence =
                entry.is_itself() || matches!(reason, UnpublishedReason::Expired(_));
            let existing = self.unpublished.get(&route);
            if existing.is_none_or(|it| !it.is_itself() && has_precedence) {
                self.unpublished.insert(route, entry);
            }
        }
    }

    /// Returns the pages of a language by the folders of their files.
    pub fn tree(&self, language: LanguageKey) -> &ContentTree {
        static EMPTY: LazyLock<ContentTree> = LazyLock::new(ContentTree::default);
        self.trees.get(&language).unwrap_or(&EMPTY)
    }

    /// Returns the terms of a language.
    pub fn terms(&self, language: LanguageKey) -> &Terms {
        static EMPTY: Terms = Terms::new();
        self.terms.get(&language).unwrap_or(&EMPTY)
    }

    /// Returns the start of the routes of a language, without a slash at the end.
    pub fn prefix(&self, language: LanguageKey) -> &str {
        self.prefixes.get(&language).map_or("", String::as_str)
    }

    /// Returns the page at a route, also one of another host.
    pub fn page(&self, route: &str) -> Option<&Arc<Page>> {
        self.pages.get(route).or_else(|| self.elsewhere.get(route))
    }

    /// Returns the published pages with the text of a page: itself, pages 2 and up of its list, and those that show it in other languages.
    pub fn pages_with_text_of(&self, page: &Page) -> Vec<&Arc<Page>> {
        let shown = self.translations.shown_at(&page.route).iter();
        let first = std::iter::once(&page.route).chain(shown);
        let first = first.filter_map(|route| self.pages.get(route));
        first.flat_map(|page| std::iter::once(page).chain(self.pager_pages(page))).collect()
    }

    /// Returns pages 2 and up of the list on a page. They show the text of the page, too.
    pub(crate) fn pager_pages(&self, page: &Page) -> impl Iterator<Item = &Arc<Page>> {
        let start = start_of_pages(&page.route);
        let from = (Bound::Included(start.as_str()), Bound::Unbounded);
        let below = self
            .pages
            .range::<str, _>(from)
            .take_while(move |(route, _)| route.starts_with(&start));
        below
            .map(|(_, pager_page)| pager_page)
            .filter(|pager_page| pager_page.is_generated && pager_page.source == page.source)
    }

    /// Returns whether a route is that of `page`, or of a paginated page (2 and up) of the list on it.
    pub fn is_page_of(&self, route: &Route, page: &Page) -> bool {
        *route == page.route
            || route.starts_with(page.route.trim_end_matches(".html"))
                && self.pager_pages(page).any(|it| it.route == *route)
    }

    /// Replaces a page by a new version with the same position: see [`Page::has_same_position`].
    ///
    /// Returns `None` if changes of its terms or its date affect which pages exist, how a term is spelled or how many pages a period
    /// has. In this case, the site must be gathered again.
    pub fn replace_page(&mut self, page: &Arc<Page>) -> Option<Replacement> {
        if let Some(headless) = self.headless.get_mut(&page.route)
            && headless.source == page.source
        {
            let before = std::mem::replace(headless, Arc::clone(page));
            return Some(Replacement {
                pages: vec![before, Arc::clone(page)],
                ..Replacement::default()
            });
        }

        // A change of another host can affect links and lists of languages.
        if self.elsewhere.get(&page.route).is_some_and(|it| !Arc::ptr_eq(it, page)) {
            return None;
        }

        let Some(slot) = self
            .pages
            .get_mut(&page.route)
            .filter(|it| it.source == page.source && !Arc::ptr_eq(it, page))
        else {
            return Some(Replacement::default());
        };

        let before = std::mem::replace(slot, Arc::clone(page));
        let mut replacement = self.replace_everywhere(before, page)?;
        for route in self.translations.shown_at(&page.route).to_vec() {
            let Some(slot) = self.pages.get_mut(&route) else { continue };
            let shown = Arc::new(page.fallback_page(slot.language, route));
            let before = std::mem::replace(slot, Arc::clone(&shown));
            let of_shown = self.replace_everywhere(before, &shown)?;
            replacement.pages.extend(of_shown.pages);
            replacement.terms |= of_shown.terms;
            replacement.neighbours.extend(of_shown.neighbours);
        }
        Some(replacement)
    }

    /// Replaces a page, which is already among the pages, in trees, terms and lists.
    fn replace_everywhere(&mut self, before: Arc<Page>, page: &Arc<Page>) -> Option<Replacement> {
        if let Some(tree) = self.trees.get_mut(&page.language) {
            tree.replace(page);
        }
        self.translations.replace(page);
        if self.archives.is_moved(&before, page) {
            return None;
        }

        self.related = OnceLock::new();
        self.levels = Mutex::default();
        let pager_routes: Vec<Route> = self.pager_pages(page).map(|it| it.route.clone()).collect();
        for route in pager_routes {
            self.pages.insert(route.clone(), Arc::new(page.pager_page(route)));
        }

        let has_same_terms = before.front.has_same_terms(&page.front);
        if !has_same_terms {
            let (paginators, language) = (&self.paginators, page.language);
            let prefix = self.prefixes.get(&language).map_or("", String::as_str);
            let count = |route: &Route, pages: usize| {
                paginators.get(&route.below(prefix)).map(|it| it.count(pages))
            };
            let terms = self.terms.entry(language).or_default();
            taxonomy::refile(terms, &self.pages, &before, page, &count)?;
        }

        let neighbours = self.replace_in_lists(&before, page);
        let pages = vec![before, Arc::clone(page)];
        Some(Replacement { pages, terms: !has_same_terms, neighbours })
    }

    /// Replaces a page in the cached lists. Returns the routes of pages whose neighbours may have changed.
    fn replace_in_lists(&mut self, before: &Arc<Page>, page: &Arc<Page>) -> BTreeSet<Route> {
        // Neighbours follow the order of the parent page.
        let parent = page.folder();
        let order = parent
            .as_ref()
            .and_then(|parent| self.tree(parent.language).at(&parent.route))
            .map(|it| it.front.sort_by)
            .unwrap_or_default();
        let siblings = parent.map(|parent| (PageQuery::Children(parent), order));

        let lists = self.lists.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut neighbours = None;

        for (key, list) in
            lists.iter_mut().filter(|((query, _), _)| query.has(page) || query.has(before))
        {
            let new_list = list.with_replaced(before, Some(page).filter(|page| key.0.has(page)));
            if siblings.as_ref() == Some(key) {
                let old_neighbours = list.neighbours(before);
                let new_neighbours = new_list.neighbours(page);
                neighbours = Some(
                    old_neighbours
                        .routes()
                        .chain(new_neighbours.routes())
                        .chain([&page.route])
                        .cloned()
                        .collect(),
                );
            }
            *list = Arc::new(new_list);
        }

        neighbours.unwrap_or_else(|| {
            // The list of siblings is not cached, so that the previous neighbours are unknown.
            let siblings = siblings.iter().flat_map(|(query, _)| self.select(query));
            siblings.map(|it| it.route.clone()).collect()
        })
    }

    /// Returns the route of the page of a content file, including unpublished pages.
    pub fn route_of(&self, source: &SitePath) -> Option<&Route> {
        let routes = self.routes.get_or_init(|| {
            let unpublished = self
                .unpublished
                .iter()
                .filter(|(_, page)| page.is_itself())
                .map(|(route, page)| (page.source.clone(), route.clone()));
            let published = self
                .pages
                .values()
                .chain(self.elsewhere.values())
                .filter(|page| !page.is_generated)
                .map(|page| (page.source.clone(), page.route.clone()));
            unpublished.chain(published).collect()
        });
        routes.get(source)
    }

    /// Returns the page of a content file that other pages can include: one that is published, or a
    /// headless one.
    pub fn included(&self, source: &SitePath) -> Option<&Arc<Page>> {
        let route = self.route_of(source)?;
        let page = self.page(route).or_else(|| self.headless.get(route))?;
        (page.source == *source).then_some(page)
    }

    /// Returns whether a page that could not be read may be at a route.
    pub fn may_be_unread(&self, route: &str) -> bool {
        self.unread.iter().any(|start| route.starts_with(start.as_str()))
    }

    /// Returns whether a page that could not be read may be below a route.
    pub(crate) fn may_have_unread_below(&self, prefix: &str) -> bool {
        self.may_be_unread(prefix) || self.unread.iter().any(|start| start.starts_with(prefix))
    }

    /// Returns the folder that a route names in a language: by its file route, or by the URL of its page.
    pub fn folder_of(&self, language: LanguageKey, route: &Route) -> Folder {
        let is_folder = !self.tree(language).below(route).is_empty();
        match self.pages.get(route).filter(|_| !is_folder) {
            Some(page) => Folder {
                language: self.named_language(page.language, language),
                ..page.as_folder()
            },
            None => Folder { language, route: route.clone() },
        }
    }

    /// Returns the language that the URL of a page in `language` names to a reader of `reader`. A URL without the path of a language names
    /// the page in the language of the reader, even if it has none.
    fn named_language(&self, language: LanguageKey, reader: LanguageKey) -> LanguageKey {
        if self.prefix(language).is_empty() { reader } else { language }
    }

    /// Returns whether a language has pages in a folder, including unpublished ones, or generated pages below its route. If not, the route
    /// is likely a typing error. A folder that only other languages have is none.
    pub fn is_section(&self, language: LanguageKey, route: &Route) -> bool {
        let url = route.below(self.prefix(language));
        route.as_str() == "/"
            || self.may_have_unread_below(route)
            || self.pages.contains_key(route)
            || self.has_files_in(route)
            || path::entries_with_prefix(&self.pages, &url).any(|(_, page)| page.is_generated)
            || self.has_unpublished_in(route)
    }

    /// Returns whether a folder has published pages in any language.
    pub(crate) fn has_files_in(&self, folder: &str) -> bool {
        self.trees.values().any(|tree| !tree.below(folder).is_empty())
    }

    /// Returns whether a folder or a term has unpublished pages in any language.
    pub(crate) fn has_unpublished_in(&self, route: &str) -> bool {
        self.unpublished.iter().any(|(at, page)| match &page.file_route {
            Some(file_route) => file_route.starts_with(route),
            None => at.starts_with(route),
        })
    }

    /// Returns a hint for a route below which pages have their URLs, although their files are in another folder.
    pub fn folder_hint(&self, route: &str) -> Option<String> {
        let below = path::entries_with_prefix(&self.pages, route).map(|(_, page)| page);
        let page = below.into_iter().find(|page| page.file_route != page.route)?;
        let folder = page.file_route.parent()?;
        Some(format!(
            "lists follow the folders of content/, and {} is in another one: name `{folder}`",
            page.source
        ))
    }

    /// Records when a page is published or expires, if no other page changes earlier.
    fn note_changes(&mut self, page: &Page, now: i64) {
        let rare = &page.front.rare;
        for (time, kind) in
            [(rare.publish_at, ChangeKind::Published), (rare.expire_at, ChangeKind::Expires)]
        {
            let Some(at) = time.filter(|at| *at > now) else { continue };
            if self.next_change.as_ref().is_none_or(|next| at < next.at) {
                self.next_change = Some(NextChange::of_page(at, kind, page.file()));
            }
        }
    }

    /// Returns every route that can be listed, for hints: folders with pages, and terms.
    pub fn sections(&self) -> BTreeSet<&str> {
        let pages = self.trees.values().flat_map(|tree| tree.below("/"));
        let parents = pages.filter_map(|page| page.file_route.parent()).filter(|it| it.len() > 1);
        let is_term = |route: &Route| self.term_at(route).is_some();
        let terms = self.pages.keys().filter(|route| is_term(route)).map(Route::as_str);
        parents.chain(terms).collect()
    }

    /// Returns the query for the pages that a list of `route` shows: the pages of the term or the period whose page has this route, or the
    /// pages in the folder that the route names. A route without a language is one in `language`.
    pub fn query_of(&self, language: LanguageKey, route: &Route) -> PageQuery {
        let localized = route.below(self.prefix(language));
        for url in [&localized, route] {
            if let Some((of_term, taxonomy, slug)) = self.term_at(url) {
                let language = self.named_language(of_term, language);
                return PageQuery::Term(language, taxonomy.to_owned(), slug.to_owned());
            }
            let source = self.paginators.get(url).map(|paginator| &paginator.source);
            if let Some(ListSource::Period(period)) = source {
                return period.query(self.named_language(period.language(), language));
            }
        }
        PageQuery::Section(self.folder_of(language, route))
    }

    /// Returns the language, the taxonomy and the slug of the term whose page has this route.
    fn term_at<'a>(&'a self, route: &str) -> Option<(LanguageKey, &'a str, &'a str)> {
        self.terms.iter().find_map(|(language, taxonomies)| {
            let rest = route.strip_prefix(self.prefix(*language))?.strip_prefix('/')?;
            taxonomies.iter().find_map(|(taxonomy, terms)| {
                let slug = rest.strip_prefix(taxonomy.as_str())?.strip_prefix('/')?;
                let (slug, _) = terms.get_key_value(slug.strip_suffix('/')?)?;
                Some((*language, taxonomy.as_str(), slug.as_str()))
            })
        })
    }

    /// Returns the pages that a query selects, in the order of their files. Those of a term are in the order of their routes.
    fn select(&self, query: &PageQuery) -> Vec<&Arc<Page>> {
        match query {
            PageQuery::Section(folder)
            | PageQuery::Children(folder)
            | PageQuery::Period(folder, ..) => {
                let tree = self.tree(folder.language);
                tree.below(&folder.route).iter().filter(|page| query.has(page)).collect()
            }
            PageQuery::Term(language, taxonomy, slug) => {
                let term = self.terms(*language).get(taxonomy).and_then(|terms| terms.get(slug));
                term.into_iter()
                    .flat_map(|term| &term.routes)
                    .filter_map(|route| self.pages.get(route))
                    .collect()
            }
        }
    }

    /// Returns the pages that a query selects, in an order. Generated pages are never included.
    pub fn list(&self, query: &PageQuery, sort_by: SortBy) -> Arc<PageList> {
        let key = (query.clone(), sort_by);
        if let Some(list) = self.lists.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(list);
        }
        let pages = self.select(query);
        let pages = pages.into_iter().cloned().collect();
        let order = PageOrder { sort_by, titles: self.titles(query.language()) };
        let list = Arc::new(PageList::sorted(pages, order));
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&list));
        list
    }

    /// Returns the order of titles in a language.
    fn titles(&self, language: LanguageKey) -> Arc<TitleOrder> {
        let titles = self.titles.get(&language).cloned();
        titles.unwrap_or_else(|| Arc::new(TitleOrder::new(None, "")))
    }

    /// Returns the pages directly in a folder. `sort_by` defaults to the order of its page.
    pub fn children(&self, folder: Folder, sort_by: Option<SortBy>) -> Arc<PageList> {
        let page = || self.tree(folder.language).at(&folder.route);
        let own = || page().map(|page| page.front.sort_by).unwrap_or_default();
        let sort_by = sort_by.unwrap_or_else(own);
        self.list(&PageQuery::Children(folder), sort_by)
    }

    /// Returns the pages and folders directly in a folder.
    pub fn tree_level(&self, folder: &Folder) -> Arc<TreeLevel> {
        let mut levels = self.levels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(level) = levels.get(folder) {
            return Arc::clone(level);
        }
        let titles = self.titles(folder.language);
        let level = Arc::new(TreeLevel::new(self.tree(folder.language), &folder.route, titles));
        levels.insert(folder.clone(), Arc::clone(&level));
        level
    }

    /// Returns the page of a folder, or the page whose URL is that of the folder if it has none.
    pub fn folder_page(&self, folder: &Folder) -> Option<&Arc<Page>> {
        let of_url = || self.pages.get(&folder.route.below(self.prefix(folder.language)));
        self.tree(folder.language).at(&folder.route).or_else(of_url)
    }

    /// Returns the siblings before and after the page at a route, in the order of the parent page.
    pub fn neighbours(&self, route: &Route) -> Neighbours {
        let page = self.pages.get(route).filter(|page| page.is_listed());
        page.and_then(|page| Some(self.children(page.folder()?, None).neighbours(page)))
            .unwrap_or_default()
    }

    /// Returns the pages that have most in common with the page at a route.
    pub fn related(&self, route: &Route, limit: usize) -> Vec<Arc<Page>> {
        let Some(page) = self.pages.get(route) else { return Vec::new() };
        self.related.get_or_init(|| RelatedIndex::new(&self.pages)).related(page, limit)
    }

    /// Returns whether a change of `page` may change the pages that are related to the one at a route.
    pub fn may_be_related(&self, route: &Route, page: &Page) -> bool {
        let of_route = self.pages.get(route);
        of_route.is_none_or(|it| it.route == page.route || have_common_features(it, page))
    }

    /// Returns what the page at a route lists by itself.
    pub fn listing(&self, route: &Route) -> Option<Listing> {
        let paginator = self.paginators.get(route)?;
        if let Some(query) = paginator.source.query() {
            return Some(Listing::Pages(self.pager(paginator, &query)));
        }
        let (language, taxonomy) = paginator.source.taxonomy()?;
        Some(Listing::Terms(self.terms_of(language, taxonomy).unwrap_or_default()))
    }

    fn pager(&self, paginator: &Paginator, query: &PageQuery) -> Pager {
        let list = self.list(query, paginator.sort_by);
        let number = paginator.number;
        let count = paginator.count(list.pages.len());
        Pager {
            group: self.group_of(&paginator.source),
            pages: paginator.part(&list.pages).to_vec(),
            number,
            count,
            total: list.pages.len(),
            first: paginator.route(1),
            last: paginator.route(count),
            previous: (number > 1).then(|| paginator.route(number - 1)),
            next: (number < count).then(|| paginator.route(number + 1)),
        }
    }

    /// Returns the template variable of the term or the period of a list.
    fn group_of(&self, source: &ListSource) -> Option<(&'static str, Json)> {
        match source {
            ListSource::Term { language, taxonomy, slug } => {
                let term = self.terms(*language).get(taxonomy)?.get(slug)?;
                Some(("term", term.summary(self.prefix(*language), taxonomy, slug)))
            }
            ListSource::Period(period) => Some(("archive", period.summary())),
            ListSource::Section(_) | ListSource::Terms(..) => None,
        }
    }

    /// Returns the template values of the terms of a taxonomy in a language, by slug.
    pub fn terms_of(&self, language: LanguageKey, taxonomy: &str) -> Option<Vec<Json>> {
        let (terms, prefix) = (self.terms(language).get(taxonomy)?, self.prefix(language));
        Some(terms.iter().map(|(slug, term)| term.summary(prefix, taxonomy, slug)).collect())
    }

    /// Returns the route of the target of a link to a content file, in a language or in those that take its place.
    pub fn linked_route(&self, language: LanguageKey, file: &SitePath) -> Option<&Route> {
        let exact = self.route_of(file);
        if !self.translations.is_multiple() {
            return exact;
        }
        let page_of = |file: &SitePath| self.page(self.route_of(file)?).map(|page| &**page);
        let published = self.translations.of_file(language, file, page_of);
        let headless = || {
            let named = self.headless.get(exact?)?;
            let is_version = |page: &&Arc<Page>| {
                page.language == language && page.translation_key() == named.translation_key()
            };
            self.headless.values().find(is_version).map(|page| &page.route)
        };
        published.or_else(headless).or(exact)
    }

    /// Returns the page at a route as a reader of a language sees it: the version in that language, or in those that take its place. The
    /// path of a language that is not the default one names its pages.
    pub fn page_for(&self, language: LanguageKey, route: &Route) -> Option<&Arc<Page>> {
        if let Some((page, names_language)) = self.moved(route) {
            let version = self.translations.for_reader(language, page).filter(|_| !names_language);
            return version.or(Some(page));
        }
        let localized = || self.pages.get(&route.below(self.prefix(language)));
        let Some(page) = self.pages.get(route) else {
            return localized().filter(|_| self.translations.is_multiple());
        };
        let names_language = !self.prefix(page.language).is_empty();
        if page.language == language || names_language || !self.translations.is_multiple() {
            return Some(page);
        }
        self.translations.for_reader(language, page).or(Some(page))
    }

    /// Returns the page at a route as a reader of a language sees it, also if it is headless: see [`Site::page_for`].
    pub fn included_for(&self, language: LanguageKey, route: &Route) -> Option<&Arc<Page>> {
        let headless = || {
            let moved = self.moved_route(route);
            let named = self.headless.get(moved.as_ref().map_or(route, |(route, _)| route))?;
            let of_page = !self.prefix(named.language).is_empty();
            if moved.map_or(of_page, |(_, names_language)| names_language) {
                return Some(named);
            }
            let version = self.linked_route(language, &named.source);
            version.and_then(|route| self.headless.get(route)).or(Some(named))
        };
        self.page_for(language, route).or_else(headless)
    }

    /// Returns the page that a path of previews names: see [`Site::moved_route`].
    fn moved(&self, route: &Route) -> Option<(&Arc<Page>, bool)> {
        let (route, names_language) = self.moved_route(route)?;
        Some((self.page(&route)?, names_language))
    }

    /// Returns the route that a path of previews has in this build, and whether the path names a language. In previews, one host has all
    /// languages, so that a template names a page by the same path on all hosts. `None` if both paths are the same.
    fn moved_route(&self, route: &Route) -> Option<(Route, bool)> {
        let named = self.moved_paths.iter().filter_map(|(path, prefix)| {
            let rest = route.strip_prefix(path.as_str())?;
            rest.starts_with('/').then_some((path, prefix, rest))
        });
        let (path, prefix, rest) = named.min_by_key(|(.., rest)| rest.len())?;
        (path != prefix).then(|| (Route::new(format!("{prefix}{rest}")), !path.is_empty()))
    }
}

/// Returns the problem of a sample text in production, unless sample texts are allowed.
fn sample_problem(page: &Page, settings: &Settings) -> Option<Diagnostic> {
    let is_checked = settings.profile == Profile::Production && !settings.flags.allow_samples;
    if !is_checked || page.front.status != Status::Sample {
        return None;
    }
    let message = format!("{} is a sample text", page.source);
    let problem = settings.config.production.samples.diagnostic(Code::SampleText, message);
    let hint = "have it reviewed and set `status = \"approved\"`, or build with --allow-samples";
    Some(problem.in_file(page.file()).hint(hint))
}

/// Returns the error for a page whose route another one has, too.
fn same_route(page: &Page, other: &Page) -> Diagnostic {
    let (this, hint) = match page.row {
        Some(_) => ("row", "change the slug of the row, or set another `path` in the file"),
        None => ("file", "set another `path` or `slug` in the front matter of one of them"),
    };
    let message = format!("this {this} and {} have the same route, {}", other.file(), page.route);
    page.locate(Diagnostic::error(Code::RouteTaken, message)).hint(hint)
}

/// Returns pages by route. A second page with the same route is an error and left out.
fn by_route(mut pages: Vec<&Arc<Page>>) -> (BTreeMap<Route, Arc<Page>>, Vec<Diagnostic>) {
    // Pages are in the order of their files, which is close to that of their routes.
    pages.sort_by(|a, b| a.route.cmp(&b.route));
    let mut errors = Vec::new();
    pages.dedup_by(|page, first| {
        let is_duplicate = page.route == first.route;
        if is_duplicate {
            // Neither page is more likely to be the wrong one.
            errors.push(same_route(first, page));
            errors.push(same_route(page, first));
        }
        is_duplicate
    });
    // Creating the map from sorted entries is cheaper than inserting them one by one.
    (pages.into_iter().map(|page| (page.route.clone(), Arc::clone(page))).collect(), errors)
}
