//! Taxonomies: groups pages by terms, and generates the pages that list terms and their pages.
//! `[[taxonomies]]` in site.toml declares them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use foldhash::fast::RandomState;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::config::tables::languages::Language;
use crate::config::tables::{Taxonomy, term_route};
use crate::front_matter::{self, FrontMatter};
use crate::languages::LanguageKey;
use crate::page::Page;
use crate::slug::{slug, spelling_key};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::{self, Route};

/// A term and its pages.
#[derive(Debug, Clone)]
pub struct Term {
    /// Its name, as spelled on the first of its pages.
    pub name: String,
    /// Routes of its pages.
    pub routes: Vec<Route>,
}

impl Term {
    /// Returns whether all of its pages show the text of another language.
    fn lists_fallbacks(&self, pages: &BTreeMap<Route, Arc<Page>>) -> bool {
        self.routes.iter().all(|route| pages.get(route).is_some_and(|page| page.is_fallback()))
    }

    /// Returns the value for templates. `prefix` is the start of the routes of its language.
    pub fn summary(&self, prefix: &str, taxonomy: &str, slug: &str) -> Json {
        let path = term_route(taxonomy, slug).below(prefix);
        json!({ "name": self.name, "slug": slug, "path": path, "count": self.routes.len() })
    }
}

/// Returns the route of the page of a term, by name, below the path of its language.
pub fn route_of(taxonomy: &str, name: &str) -> Route {
    term_route(taxonomy, &slug(name))
}

/// Returns the terms of a page by taxonomy, as values for templates. `prefix` is the start of the routes of its language.
pub fn of_page<'a>(front: &'a FrontMatter, prefix: &str) -> BTreeMap<&'a str, Vec<FiledTerm<'a>>> {
    let terms = front.taxonomies.iter();
    terms.map(|(taxonomy, terms)| (&**taxonomy, filed(prefix, taxonomy, terms))).collect()
}

/// A term of a page, as a value for templates.
#[derive(Serialize)]
pub struct FiledTerm<'a> {
    name: &'a str,
    path: Route,
    slug: String,
}

/// Returns the terms of a page in one taxonomy, as values for templates. `prefix` is the start of the routes of its language.
pub fn filed<'a>(
    prefix: &str,
    taxonomy: &str,
    terms: &'a [front_matter::Term],
) -> Vec<FiledTerm<'a>> {
    let term = |name: &'a str| {
        let slug = slug(name);
        FiledTerm { name, path: term_route(taxonomy, &slug).below(prefix), slug }
    };
    terms.iter().map(|it| term(&it.name)).collect()
}

/// Terms of one language by taxonomy and slug.
pub type Terms = BTreeMap<String, BTreeMap<String, Term>>;

/// Groups the pages of a language by their terms. Different terms with the same route are errors, unless they are spellings of one name.
pub fn gather(
    pages: &BTreeMap<Route, Arc<Page>>,
    language: LanguageKey,
    taxonomies: &[Taxonomy],
) -> (Terms, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut terms = Terms::new();
    for taxonomy in taxonomies {
        let of_language = pages.values().filter(|page| page.language == language);
        terms.insert(taxonomy.name.clone(), terms_of(of_language, taxonomy, &mut diagnostics));
    }
    (terms, diagnostics)
}

/// Returns the terms of one taxonomy by slug.
fn terms_of<'a>(
    pages: impl Iterator<Item = &'a Arc<Page>>,
    taxonomy: &Taxonomy,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Term> {
    let mut terms = Vec::<(String, Term)>::new();
    let mut index_by_slug = HashMap::<String, usize, RandomState>::default();
    let mut reported_origins = BTreeSet::new();

    // Caches the index of the term for each name, and whether the name is a spelling of the term.
    // Most names are on many pages.
    let mut lookup = HashMap::<&str, (usize, bool), RandomState>::default();

    for page in pages {
        let page_terms = page.front.taxonomies.iter().find(|(name, _)| **name == *taxonomy.name);
        for page_term in page_terms.into_iter().flat_map(|(_, terms)| terms) {
            let name = &page_term.name;
            let (index, is_spelling) = *lookup.entry(name).or_insert_with(|| {
                let slug = slug(name);
                let index = *index_by_slug.entry(slug.clone()).or_insert_with(|| {
                    terms.push((slug, Term { name: name.to_string(), routes: Vec::new() }));
                    terms.len() - 1
                });
                (index, spelling_key(&terms[index].1.name) == spelling_key(name))
            });

            let (slug, term) = &mut terms[index];
            let route = || term_route(&taxonomy.name, slug);
            let problem = if is_spelling {
                too_long(name, &route)
            } else {
                Some(same_route(name, &term.name, &route()))
            };

            if let Some(error) = problem {
                // An inherited term is reported once and not for every page.
                match page_term.origin.place_in_cascade() {
                    None => diagnostics.push(page.locate(error)),
                    Some(place) => {
                        if reported_origins.insert((place.file.clone(), place.range.start)) {
                            diagnostics.push(error.at(place));
                        }
                    }
                }
                continue;
            }

            // A page can have the same term twice.
            if term.routes.last() != Some(&page.route) {
                term.routes.push(page.route.clone());
            }
        }
    }

    // A term whose name is too long has no page.
    terms.into_iter().filter(|(_, term)| !term.routes.is_empty()).collect()
}

/// Returns the error for two terms whose pages would have the same route.
fn same_route(name: &str, other: &str, route: &Route) -> Diagnostic {
    let message = format!("the terms `{name}` and `{other}` would both have the route {route}");
    let hint = "give one of them another name, in letters or digits";
    Diagnostic::error(Code::TermTaken, message).hint(hint)
}

/// Returns the error for a term whose page has a path that file systems cannot store.
fn too_long(name: &str, route: &dyn Fn() -> Route) -> Option<Diagnostic> {
    // Lower case and the rest of the route make a name longer, but only a little.
    let may_be_long = name.len() > path::MAX_NAME / 4;
    let problem = may_be_long.then(|| path::length_problem(&route().data())).flatten()?;
    let message = format!("the term `{name}` cannot have a page: {problem}");
    Some(Diagnostic::error(Code::BadRoute, message).hint("give it a shorter name"))
}

/// Updates the terms of a language after the page `before` was replaced by `after` in `pages`.
///
/// Returns `None` if more changes than the contents of term pages: which terms exist, how one is
/// spelled, how many paginated pages it has, or whether one of its pages is translated. `count` returns the number of paginated pages at a
/// route, without the path of the language, for a number of entries.
pub(crate) fn refile(
    all: &mut Terms,
    pages: &BTreeMap<Route, Arc<Page>>,
    before: &Page,
    after: &Page,
    count: &dyn Fn(&Route, usize) -> Option<usize>,
) -> Option<()> {
    for (taxonomy, terms) in all {
        // Slugs and names of the terms of a page.
        let terms_of = |page: &'_ Page| {
            let page_terms = page.front.taxonomies.iter().find(|(name, _)| **name == **taxonomy);
            page_terms
                .into_iter()
                .flat_map(|(_, terms)| terms)
                .map(|term| (slug(&term.name), term.name.to_string()))
                .collect::<Vec<_>>()
        };

        let old_terms = terms_of(before);
        let new_terms = terms_of(after);
        let slugs: BTreeSet<&String> =
            old_terms.iter().chain(&new_terms).map(|(slug, _)| slug).collect();

        for slug in slugs {
            let term = terms.get_mut(slug)?;
            let old_count = count(&term_route(taxonomy, slug), term.routes.len());
            let listed_fallbacks = term.lists_fallbacks(pages);
            let has_term = new_terms.iter().any(|(it, _)| it == slug);

            match term.routes.binary_search(&after.route) {
                Err(index) if has_term => term.routes.insert(index, after.route.clone()),
                Ok(index) if !has_term => {
                    term.routes.remove(index);
                }
                _ => {}
            }

            let first_terms = terms_of(pages.get(term.routes.first()?)?);
            let has_first_spelling = first_terms
                .iter()
                .find(|(it, _)| it == slug)
                .is_some_and(|(_, name)| *name == term.name);
            let is_clash = new_terms
                .iter()
                .filter(|(it, name)| it == slug && *name != term.name)
                .any(|(_, name)| spelling_key(name) != spelling_key(&term.name));

            let new_count = count(&term_route(taxonomy, slug), term.routes.len());
            let has_same_pages =
                old_count == new_count && listed_fallbacks == term.lists_fallbacks(pages);
            if !has_first_spelling || is_clash || !has_same_pages {
                return None;
            }
        }
    }

    Some(())
}

/// Returns the generated pages of taxonomies in a language: one for each term, and one that lists the terms. `all` are the pages that have
/// the terms.
pub fn pages(
    language: &Language,
    taxonomies: &[Taxonomy],
    terms: &Terms,
    all: &BTreeMap<Route, Arc<Page>>,
) -> Vec<Page> {
    let page = |route: Route, title: &str, template: &str, lists_fallbacks: bool| {
        let page = Page::generated(language.key, &language.prefix, route, title, template);
        Page { lists_fallbacks, ..page }
    };
    let pages_of = |taxonomy: &Taxonomy| {
        let title = language.title("taxonomies", &taxonomy.name).unwrap_or(&taxonomy.name);
        let terms = terms.get(&taxonomy.name).into_iter().flatten();
        let mut pages: Vec<Page> = terms
            .map(|(slug, term)| {
                let route = term_route(&taxonomy.name, slug);
                page(route, &term.name, &taxonomy.template, term.lists_fallbacks(all))
            })
            .collect();

        let lists_fallbacks = !pages.is_empty() && pages.iter().all(|it| it.lists_fallbacks);
        pages.push(page(taxonomy.route(), title, &taxonomy.list_template, lists_fallbacks));
        pages
    };
    taxonomies.iter().flat_map(pages_of).collect()
}
