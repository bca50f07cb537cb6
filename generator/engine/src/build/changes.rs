//! What changed since the last release, and which questions that can have given another answer.
//!
//! An edit costs what it touches: as long as pages stay where they stand, only answers of its kind are worked out again, and only
//! pages that asked for one of those are looked at.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::snapshot::dependency::Dependency;
use croupier_base::path::{Route, SitePath};
use croupier_content::page::Page;
use croupier_content::site::Site;

/// What changed since the last release.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "any of them can have changed, in any company")]
pub(crate) struct Changes {
    /// site.toml or the runtime, on which everything depends.
    pub settings: bool,
    /// Which pages there are, or where one of them stands: its addresses, its moments, its list.
    pub pages: bool,
    /// A template.
    pub templates: bool,
    /// A data file, or the shape of one.
    pub data: bool,
    /// Files beside pages, or where one of them lies.
    pub beside: bool,
    /// A file of static/.
    pub statics: bool,
    /// What the sitemap says of a page.
    pub sitemap: bool,
    /// Content files whose pages say something else of themselves, and stand where they stood.
    pub fronts: BTreeSet<SitePath>,
    /// Those pages, as they were and as they are.
    pub exchanged: Vec<Arc<Page>>,
    /// Pages that say something else than an earlier process left in this one's place, as they were, by content file.
    pub before: HashMap<SitePath, Arc<Page>>,
    /// How many pages a term has.
    pub terms: bool,
    /// Content files whose text changed.
    pub texts: BTreeSet<SitePath>,
    /// Pages that may have other neighbours.
    pub neighbours: BTreeSet<Route>,
}

impl Changes {
    /// Both together.
    pub(crate) fn merge(&mut self, other: Changes) {
        let Changes {
            settings,
            pages,
            templates,
            data,
            beside,
            statics,
            sitemap,
            fronts,
            exchanged,
            before,
            terms,
            texts,
            neighbours,
        } = other;
        self.settings |= settings;
        self.pages |= pages;
        self.templates |= templates;
        self.data |= data;
        self.beside |= beside;
        self.statics |= statics;
        self.sitemap |= sitemap;
        self.terms |= terms;
        self.fronts.extend(fronts);
        self.exchanged.extend(exchanged);
        self.before.extend(before);
        self.texts.extend(texts);
        self.neighbours.extend(neighbours);
        // Many at once are looked at as quickly all together.
        self.pages |= self.fronts.len() > MOST;
    }

    /// Whether any answer can be another one.
    pub(crate) fn is_wide(&self) -> bool {
        self.settings || self.pages || self.beside
    }

    /// Whether what pages share is no longer what it was: not with texts alone.
    pub(crate) fn is_shared(&self) -> bool {
        self.is_wide() || self.templates || self.data || self.statics || !self.fronts.is_empty()
    }

    /// Whether a question can have another answer now.
    pub(crate) fn can_move(&self, question: &Dependency, site: &Site) -> bool {
        let is_any = |is: &dyn Fn(&Page) -> bool| self.exchanged.iter().any(|page| is(page));
        self.is_wide()
            || match question {
                Dependency::Template(_) => self.templates,
                Dependency::DataFile(_) | Dependency::DataNames => self.data,
                Dependency::Image(_) | Dependency::Static(_) | Dependency::Picture(_) => {
                    self.statics
                }
                Dependency::Pages(query, _) => is_any(&|page| query.has(page)),
                Dependency::Children(route, _) => {
                    is_any(&|page| page.route.parent() == Some(route))
                }
                Dependency::Neighbours(route) => self.neighbours.contains(route),
                Dependency::Page(route) => {
                    is_any(&|page| page.route == *route || site.is_pager_page(route, page))
                }
                Dependency::Paginator(route) => {
                    let query = site.paginators.get(route.as_str()).map(|it| it.source.query());
                    query.is_some_and(|query| {
                        query.map_or(self.terms, |query| is_any(&|page| query.has(page)))
                    })
                }
                Dependency::Terms(_) => self.terms,
                // Each is made anew of everything that it asks for, and there are few.
                Dependency::Slice(_) | Dependency::Moment(_) => true,
                Dependency::Setting(_)
                | Dependency::Head
                | Dependency::Scripts
                | Dependency::Island(_)
                | Dependency::Asset(_)
                | Dependency::RouteOf(_)
                | Dependency::Beside(_)
                | Dependency::Section(_) => false,
            }
    }
}

/// So many pages that say something else of themselves are looked at one by one.
const MOST: usize = 50;
