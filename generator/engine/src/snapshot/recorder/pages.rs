//! Questions about pages: which there are, in which order, and where one is found.

use std::sync::Arc;

use serde_json::Value as Json;

use crate::snapshot::answers::Absent;
use crate::snapshot::dependency::Dependency;
use crate::snapshot::recorder::{Recorder, note};
use croupier_base::address;
use croupier_base::path::{Href, Route, SitePath};
use croupier_content::config::sort_by::SortBy;
use croupier_content::links;
use croupier_content::listing::Listing;
use croupier_content::page::Page;
use croupier_content::query::{Neighbours, PageList, PageQuery};

impl Recorder {
    /// The pages below a route, where that is no slip of the finger.
    pub(crate) fn section(
        &self,
        prefix: &Route,
        sort_by: SortBy,
    ) -> Result<Arc<PageList>, Absent<'_>> {
        note(Dependency::Section(prefix.clone()));
        let site = &self.inputs().site;
        if !site.is_section(prefix) {
            return Err(Absent::new(prefix, || site.sections().into_iter().collect()));
        }
        let query = PageQuery::Section(prefix.clone());
        let listed = site.list(&query, sort_by);
        note(Dependency::Pages(query, sort_by));
        Ok(listed)
    }

    /// The pages directly below a route, where that is no slip of the finger: in an order, or in that which the page there asks for.
    pub(crate) fn children(
        &self,
        route: &Route,
        sort_by: Option<SortBy>,
    ) -> Result<Arc<PageList>, Absent<'_>> {
        note(Dependency::Section(route.clone()));
        let site = &self.inputs().site;
        if !site.is_section(route) {
            return Err(Absent::new(route, || site.pages.keys().collect()));
        }
        note(Dependency::Children(route.clone(), sort_by));
        Ok(site.children(route.clone(), sort_by))
    }

    /// The pages before and after the one at a route in its section.
    pub(crate) fn neighbours(&self, route: &Route) -> Neighbours {
        note(Dependency::Neighbours(route.clone()));
        self.inputs().site.neighbours(route)
    }

    /// The page at a route, if the site has it now; an error where it never will and never had.
    pub(crate) fn page(&self, route: &Route) -> Result<Option<&Arc<Page>>, Absent<'_>> {
        note(Dependency::Page(route.clone()));
        let site = &self.inputs().site;
        match site.pages.get(route) {
            None if !site.absent.contains_key(route) => {
                Err(Absent::new(route, || site.pages.keys().collect()))
            }
            page => Ok(page),
        }
    }

    /// What the page at a route lists by itself.
    pub(crate) fn listing(&self, route: &Route) -> Option<Listing> {
        note(Dependency::Paginator(route.clone()));
        self.inputs().site.listing(route)
    }

    /// Which page of a list the one at a route is, from 1; none where it lists nothing by itself.
    pub(crate) fn list_page(&self, route: &Route) -> Option<usize> {
        note(Dependency::Paginator(route.clone()));
        self.inputs().site.paginators.get(route).map(|it| it.number)
    }

    /// The terms of a taxonomy: see [`croupier_content::taxonomy::Term::summary`].
    pub(crate) fn terms(&self, taxonomy: &str) -> Result<Vec<Json>, Absent<'_>> {
        note(Dependency::Terms(taxonomy.to_owned()));
        let site = &self.inputs().site;
        site.terms_of(taxonomy).ok_or_else(|| Absent::new(taxonomy, || site.terms.keys().collect()))
    }

    /// The address of the page, or of the file beside one, that a link of the content file `source` means which names it by its file.
    pub(crate) fn address(&self, source: &SitePath, href: &Href) -> Option<Href> {
        if let Some((file, rest)) = links::file_beside(source, href) {
            let place = self
                .inputs()
                .beside
                .places
                .get(&file)
                .map(|place| Href::new(format!("{}{rest}", address::of_file(place))));
            note(Dependency::Beside(file));
            return place;
        }
        let (file, rest) = links::content_file(source, href)?;
        let route =
            self.inputs().site.route_of(&file).map(|route| Href::new(format!("{route}{rest}")));
        note(Dependency::RouteOf(file));
        route
    }
}
