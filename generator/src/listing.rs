//! What a page lists by itself: the pages below it or of its term, a part of them on each of several pages, or all terms.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::value::{Serde, Value};

use crate::diagnostic::Diagnostic;
use crate::front_matter::SortBy;
use crate::page::Page;
use crate::reads::{self, Digest, List};
use crate::site::{self, Pages, Site};
use crate::taxonomy;
use crate::template::PageView;

/// What one page lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// What it is a list of.
    pub subject: Subject,
    /// How many pages one page of the list shows; all of them where it is not given.
    pub per_page: Option<usize>,
    /// Their order.
    pub sort_by: SortBy,
    /// Which page of the list this is, from 1.
    pub number: usize,
}

/// What a list is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// The pages below this route.
    Section(String),
    /// The pages of a term.
    Term {
        /// Name of the taxonomy.
        taxonomy: String,
        /// Slug of the term.
        slug: String,
    },
    /// The terms of this taxonomy.
    Terms(String),
}

impl Subject {
    fn list(&self) -> Option<List> {
        match self {
            Subject::Section(prefix) => Some(List::Section(prefix.clone())),
            Subject::Term { taxonomy, slug } => Some(List::Term(taxonomy.clone(), slug.clone())),
            Subject::Terms(_) => None,
        }
    }

    /// The route of the list's first page.
    fn route(&self) -> String {
        match self {
            Subject::Section(prefix) => prefix.clone(),
            Subject::Term { taxonomy, slug } => taxonomy::route(taxonomy, slug),
            Subject::Terms(taxonomy) => format!("/{taxonomy}/"),
        }
    }
}

impl Listing {
    /// A list on a single page.
    pub fn whole(subject: Subject) -> Listing {
        Listing { subject, per_page: None, sort_by: SortBy::default(), number: 1 }
    }

    /// Digest of everything that [`Listing::context`] says.
    pub fn digest(&self, site: &Site) -> Digest {
        let shown = match (&self.subject, self.subject.list()) {
            (Subject::Terms(taxonomy), _) => terms_digest(site, taxonomy),
            (_, Some(list)) => site::digest(self.part(&site.list(&list, self.sort_by))),
            (_, None) => 0,
        };
        let term = match &self.subject {
            Subject::Term { taxonomy, slug } => site.terms.get(taxonomy).and_then(|terms| terms.get(slug)),
            _ => None,
        };
        let term = term.map(|it| (&it.name, it.routes.len()));
        reads::digest(format!("{self:?} {} {shown} {term:?}", self.count(site)).as_bytes())
    }

    /// What the page's template knows besides: `paginator`, and `term` or `terms`.
    pub fn context(&self, site: &Site) -> Value {
        let mut fields = BTreeMap::new();
        match &self.subject {
            Subject::Terms(taxonomy) => {
                fields.insert("terms", terms(site, taxonomy));
            }
            Subject::Term { taxonomy, slug } => {
                if let Some(term) = site.terms.get(taxonomy).and_then(|terms| terms.get(slug)) {
                    fields.insert("term", Value::from(Serde(term.summary(taxonomy, slug))));
                }
            }
            Subject::Section(_) => {}
        }
        if let Some(list) = self.subject.list() {
            fields.insert("paginator", self.paginator(site, &list));
        }
        Value::from(fields)
    }

    fn paginator(&self, site: &Site, list: &List) -> Value {
        let pages = site.list(list, self.sort_by);
        let shown: Value = self.part(&pages).iter().map(|page| Value::from_object(PageView(Arc::clone(page)))).collect();
        let count = self.count(site);
        let at = |number: usize| self.route(number);
        Value::from(BTreeMap::from([
            ("pages", shown),
            ("current_index", self.number.into()),
            ("number_pagers", count.into()),
            ("total_pages", pages.pages.len().into()),
            ("first", at(1).into()),
            ("last", at(count).into()),
            ("previous", (self.number > 1).then(|| at(self.number - 1)).into()),
            ("next", (self.number < count).then(|| at(self.number + 1)).into()),
        ]))
    }

    /// The route of another page of the same list.
    fn route(&self, number: usize) -> String {
        let first = self.subject.route();
        if number == 1 { first } else { format!("{first}page/{number}/") }
    }

    /// How many pages the list has; one where there is nothing to list.
    fn count(&self, site: &Site) -> usize {
        let (Some(list), Some(per_page)) = (self.subject.list(), self.per_page) else {
            return 1;
        };
        site.list(&list, self.sort_by).pages.len().div_ceil(per_page).max(1)
    }

    fn part<'a>(&self, pages: &'a Pages) -> &'a [Arc<Page>] {
        let Some(per_page) = self.per_page else {
            return &pages.pages;
        };
        let start = ((self.number - 1) * per_page).min(pages.pages.len());
        &pages.pages[start..(start + per_page).min(pages.pages.len())]
    }
}

/// The terms of a taxonomy as templates see them, by slug.
pub fn terms(site: &Site, taxonomy: &str) -> Value {
    let terms = site.terms.get(taxonomy).into_iter().flatten();
    terms.map(|(slug, term)| Value::from(Serde(term.summary(taxonomy, slug)))).collect()
}

/// Digest of what [`terms`] says.
pub fn terms_digest(site: &Site, taxonomy: &str) -> Digest {
    let Some(terms) = site.terms.get(taxonomy) else {
        return 0;
    };
    let told: Vec<_> = terms.iter().map(|(slug, term)| (slug, &term.name, term.routes.len())).collect();
    reads::digest(format!("{told:?}").as_bytes())
}

/// Adds the listings of paginated pages, and further pages for lists that are too long for one. A page that a file has at
/// the address of one of them is an error.
pub fn paginate(site: &mut Site) -> Vec<Diagnostic> {
    for page in site.pages.values() {
        if let Some(per_page) = page.front.paginate_by {
            let subject = Subject::Section(page.route.clone());
            let given = site.listings.get(&page.route);
            let subject = given.map_or(subject, |given| given.subject.clone());
            let listing = Listing { per_page: Some(per_page), sort_by: page.front.sort_by, ..Listing::whole(subject) };
            site.listings.insert(page.route.clone(), listing);
        }
    }
    let mut found = Vec::new();
    let firsts: Vec<(String, Listing)> = site.listings.iter().map(|(route, listing)| (route.clone(), listing.clone())).collect();
    for (route, first) in firsts {
        let count = first.count(site);
        let Some(page) = site.pages.get(&route).cloned() else {
            continue;
        };
        for number in 2..=count {
            let further = Page { route: first.route(number), is_generated: true, ..(*page).clone() };
            if let Some(other) = site.pages.get(&further.route) {
                found.push(
                    Diagnostic::error("C0202", format!("{} is a further page of the list in {}", further.route, page.source))
                        .in_file(&other.source)
                        .hint("give one of the two another `path`"),
                );
                continue;
            }
            site.listings.insert(further.route.clone(), Listing { number, ..first.clone() });
            site.pages.insert(further.route.clone(), Arc::new(further));
        }
    }
    found
}
