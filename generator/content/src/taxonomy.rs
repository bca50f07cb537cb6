//! Taxonomies: pages filed under terms, and the pages that show the terms. `[[taxonomies]]` of site.toml declares them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use foldhash::fast::RandomState;
use serde::Serialize;
use serde_json::{Value as Json, json};
use unicode_normalization::UnicodeNormalization;

use crate::config::tables::Taxonomy;
use crate::front_matter::{self, FrontMatter};
use crate::page::Page;
use crate::slug::slug;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::digest::fingerprint;
use croupier_base::path::{Route, SitePath};

/// A term and the pages that are filed under it.
#[derive(Debug, Clone)]
pub struct Term {
    /// Its name, as the first of its pages writes it.
    pub name: String,
    /// Routes of its pages.
    pub routes: Vec<Route>,
}

impl Term {
    /// What templates know of it.
    pub fn summary(&self, taxonomy: &str, slug: &str) -> Json {
        json!({ "name": self.name, "slug": slug, "path": route(taxonomy, slug), "count": self.routes.len() })
    }
}

/// The route of a term's page.
pub fn route(taxonomy: &str, slug: &str) -> Route {
    Route::new(format!("/{taxonomy}/{slug}/"))
}

/// The route of the page of a term, by the term's name.
pub fn route_of(taxonomy: &str, name: &str) -> Route {
    route(taxonomy, &slug(name))
}

/// The terms that a page is filed under, by taxonomy, as templates see them.
pub fn of_page(front: &FrontMatter) -> BTreeMap<&str, Vec<FiledTerm<'_>>> {
    front.taxonomies.iter().map(|(taxonomy, terms)| (&**taxonomy, filed(taxonomy, terms))).collect()
}

/// A term that a page is filed under, as templates see it.
#[derive(Serialize)]
pub struct FiledTerm<'a> {
    name: &'a str,
    path: Route,
    slug: String,
}

/// The terms of one taxonomy that a page is filed under, as templates see them.
pub fn filed<'a>(taxonomy: &str, terms: &'a [front_matter::Term]) -> Vec<FiledTerm<'a>> {
    let term = |name: &'a str| {
        let slug = slug(name);
        FiledTerm { name, path: route(taxonomy, &slug), slug }
    };
    terms.iter().map(|it| term(&it.name)).collect()
}

/// Terms by taxonomy and slug.
pub type Terms = BTreeMap<String, BTreeMap<String, Term>>;

/// Files all pages under their terms. Terms of one address become diagnostics unless their names are spellings of one.
pub fn gather(
    pages: &BTreeMap<Route, Arc<Page>>,
    taxonomies: &[Taxonomy],
) -> (Terms, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let terms = taxonomies
        .iter()
        .map(|taxonomy| (taxonomy.name.clone(), terms(pages, taxonomy, &mut found)))
        .collect();
    (terms, found)
}

/// What all spellings of a name have in common: not its capital letters, nor what stands between its words.
fn spelled(name: &str) -> String {
    let words =
        name.split(|it: char| it.is_whitespace() || matches!(it, '-' | '_' | '\'' | '\u{2019}'));
    words.collect::<String>().nfc().collect::<String>().to_lowercase()
}

fn terms(
    pages: &BTreeMap<Route, Arc<Page>>,
    taxonomy: &Taxonomy,
    found: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Term> {
    let (mut terms, mut places) =
        (Vec::<(String, Term)>::new(), HashMap::<String, usize, RandomState>::default());
    let mut told = BTreeSet::new();
    // Each is named by many pages: the place of its term, and whether it is written like that.
    let mut known = HashMap::<&str, (usize, bool), RandomState>::default();
    for page in pages.values() {
        let filed = page.front.taxonomies.iter().find(|(name, _)| *name == taxonomy.name);
        for filed in filed.into_iter().flat_map(|(_, terms)| terms) {
            let name = &filed.name;
            let (place, is_its_own) = *known.entry(name).or_insert_with(|| {
                let slug = slug(name);
                let place = *places.entry(slug.clone()).or_insert_with(|| {
                    terms.push((slug, Term { name: name.clone(), routes: Vec::new() }));
                    terms.len() - 1
                });
                (place, spelled(&terms[place].1.name) == spelled(name))
            });
            let (slug, term) = &mut terms[place];
            if !is_its_own {
                let (route, known) = (route(&taxonomy.name, slug), &term.name);
                let error = Diagnostic::error(
                    Code::TermTaken,
                    format!("the terms `{name}` and `{known}` would both be {route}"),
                );
                let error = error.hint("give one of them another name, in letters or digits");
                match filed.at.elsewhere() {
                    None => found.push(error.in_file(&page.source)),
                    // What a folder says for many pages is told once.
                    Some(place) if told.insert((place.file.clone(), place.range.start)) => {
                        found.push(error.at(place))
                    }
                    Some(_) => {}
                }
                continue;
            }
            // A page that names a term twice is filed once.
            if term.routes.last() != Some(&page.route) {
                term.routes.push(page.route.clone());
            }
        }
    }
    terms.into_iter().collect()
}

/// Files a page, which is among `pages`, under the terms that it names `after` and no longer under those that it named `before`. None
/// where that changes more than the pages of terms: which terms there are, how one is written, or, by `count` of their pages, how
/// many pages show one.
pub fn refile(
    all: &mut Terms,
    pages: &BTreeMap<Route, Arc<Page>>,
    before: &Page,
    after: &Page,
    count: &dyn Fn(&Route, usize) -> Option<usize>,
) -> Option<()> {
    for (taxonomy, terms) in all {
        let names = |page: &'_ Page| {
            let filed = page.front.taxonomies.iter().find(|(name, _)| name == taxonomy);
            filed
                .into_iter()
                .flat_map(|(_, terms)| terms)
                .map(|term| (slug(&term.name), term.name.clone()))
                .collect::<Vec<_>>()
        };
        let (left, joined) = (names(before), names(after));
        for slug in left.iter().chain(&joined).map(|(slug, _)| slug).collect::<BTreeSet<_>>() {
            let term = terms.get_mut(slug)?;
            let shown = count(&route(taxonomy, slug), term.routes.len());
            let place = term.routes.binary_search(&after.route);
            match (joined.iter().any(|(it, _)| it == slug), place) {
                (true, Err(place)) => term.routes.insert(place, after.route.clone()),
                (false, Ok(place)) => drop(term.routes.remove(place)),
                _ => {}
            }
            let first = names(pages.get(term.routes.first()?)?);
            let is_same = |(it, name): &&(String, String)| it == slug && *name != term.name;
            let is_written_so =
                first.iter().find(|(it, _)| it == slug).is_some_and(|(_, name)| *name == term.name);
            let is_other =
                joined.iter().filter(is_same).any(|(_, name)| spelled(name) != spelled(&term.name));
            if !is_written_so
                || is_other
                || shown != count(&route(taxonomy, slug), term.routes.len())
            {
                return None;
            }
        }
    }
    Some(())
}

/// The pages that taxonomies add: one for each term, and one that lists the terms.
pub fn pages(taxonomies: &[Taxonomy], terms: &Terms) -> Vec<Page> {
    let of_taxonomy = |taxonomy: &Taxonomy| {
        let list = page(taxonomy.route(), &taxonomy.name, &taxonomy.list_template);
        let terms = terms.get(&taxonomy.name).into_iter().flatten();
        let terms = terms
            .map(|(slug, term)| page(route(&taxonomy.name, slug), &term.name, &taxonomy.template));
        std::iter::once(list).chain(terms).collect::<Vec<_>>()
    };
    taxonomies.iter().flat_map(of_taxonomy).collect()
}

/// A page that no file asked for.
fn page(route: Route, title: &str, template: &str) -> Page {
    let front = FrontMatter {
        title: title.to_owned(),
        template: Some(template.to_owned()),
        in_sitemap: true,
        extra: json!({}),
        ..FrontMatter::default()
    };
    let digest = fingerprint(&(title, template));
    Page {
        source: SitePath::new("site.toml"),
        route,
        front,
        digest,
        summary: None,
        is_valid: true,
        above: None,
        is_generated: true,
    }
}
