//! Taxonomies: pages filed under terms, and the pages that show the terms. `[[taxonomies]]` of site.toml declares them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use crate::declared::Taxonomy;
use crate::front_matter::FrontMatter;
use crate::listing::{Listing, Subject};
use crate::markdown::slug;
use crate::page::Page;
use crate::reads;
use crate::site::Site;

/// A term and the pages that are filed under it.
#[derive(Debug, Clone)]
pub struct Term {
    /// Its name, as the first of its pages writes it.
    pub name: String,
    /// Routes of its pages.
    pub routes: Vec<String>,
}

impl Term {
    /// What templates know of it.
    pub fn summary(&self, taxonomy: &str, slug: &str) -> Json {
        json!({ "name": self.name, "slug": slug, "path": route(taxonomy, slug), "count": self.routes.len() })
    }
}

/// The route of a term's page.
pub fn route(taxonomy: &str, slug: &str) -> String {
    format!("/{taxonomy}/{slug}/")
}

/// The terms that a page is filed under, by taxonomy, as templates see them.
pub fn of_page(front: &FrontMatter) -> Map<String, Json> {
    let entry = |(taxonomy, terms): &(String, Vec<crate::front_matter::Term>)| {
        let term = |name: &str| json!({ "name": name, "slug": slug(name), "path": route(taxonomy, &slug(name)) });
        (taxonomy.clone(), terms.iter().map(|it| term(&it.name)).collect())
    };
    front.taxonomies.iter().map(entry).collect()
}

/// Files all pages under their terms. A taxonomy has a page for each of its terms and one that lists them; a file of
/// content/ at the same route takes its place.
pub fn gather(site: &mut Site, taxonomies: &[Taxonomy]) {
    for taxonomy in taxonomies {
        let mut terms = BTreeMap::<String, Term>::new();
        for page in site.pages.values() {
            let filed = page.front.taxonomies.iter().find(|(name, _)| *name == taxonomy.name);
            for name in filed.into_iter().flat_map(|(_, terms)| terms).map(|term| &term.name) {
                let term = terms.entry(slug(name)).or_insert_with(|| Term { name: name.clone(), routes: Vec::new() });
                // A page that names a term twice is filed once.
                if term.routes.last() != Some(&page.route) {
                    term.routes.push(page.route.clone());
                }
            }
        }
        let list = taxonomy.route();
        add(site, &list, &taxonomy.name, &taxonomy.list_template);
        site.listings.insert(list, Listing::whole(Subject::Terms(taxonomy.name.clone())));
        for (slug, term) in &terms {
            let route = route(&taxonomy.name, slug);
            add(site, &route, &term.name, &taxonomy.template);
            let subject = Subject::Term { taxonomy: taxonomy.name.clone(), slug: slug.clone() };
            let per_page = taxonomy.paginate_by.map(std::num::NonZeroUsize::get);
            site.listings.insert(route, Listing { per_page, sort_by: taxonomy.sort_by, ..Listing::whole(subject) });
        }
        site.terms.insert(taxonomy.name.clone(), terms);
    }
}

/// Adds a page that no file asked for, unless a file did.
fn add(site: &mut Site, route: &str, title: &str, template: &str) {
    if site.pages.contains_key(route) {
        return;
    }
    let front = FrontMatter {
        title: title.to_owned(),
        template: Some(template.to_owned()),
        in_sitemap: true,
        extra: json!({}),
        ..FrontMatter::default()
    };
    let digest = reads::digest(format!("{title}\n{template}").as_bytes());
    let page = Page { source: "site.toml".into(), route: route.to_owned(), front, digest, is_sound: true, is_generated: true };
    site.pages.insert(route.to_owned(), Arc::new(page));
}
