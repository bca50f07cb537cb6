//! All pages together: routes are unique, lists can be asked for, and lists that are too long for one page have further ones.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use minijinja::value::Value;

use crate::diagnostic::Diagnostic;
use crate::front_matter::{SortBy, Status};
use crate::listing::{self, Listing};
use crate::page::Page;
use crate::reads::{self, Digest, List};
use crate::settings::{Profile, Settings};
use crate::taxonomy::{self, Term};
use crate::template::PageView;

/// The pages of a build, by route.
#[derive(Debug, Default)]
pub struct Site {
    /// In byte order of their routes.
    pub pages: BTreeMap<String, Arc<Page>>,
    /// Terms by taxonomy and slug.
    pub terms: BTreeMap<String, BTreeMap<String, Term>>,
    /// What pages list by themselves, by route.
    pub listings: BTreeMap<String, Listing>,
    /// When the next page becomes due or expires, in epoch seconds.
    pub next_change_at: Option<i64>,
    lists: Mutex<HashMap<(List, SortBy), Arc<Pages>>>,
}

/// Pages in the order of a list.
#[derive(Debug)]
pub struct Pages {
    /// The pages.
    pub pages: Vec<Arc<Page>>,
    /// The same as templates see them.
    pub value: Value,
    /// Digest of what `value` says.
    pub digest: Digest,
}

impl Site {
    /// Brings pages together; two of one route and refused samples become diagnostics.
    /// Drafts, and pages that are not due at `now` (epoch seconds) or have expired, are left out unless drafts are built.
    pub fn gather<'a>(pages: impl Iterator<Item = &'a Arc<Page>>, settings: &Settings, now: i64) -> (Site, Vec<Diagnostic>) {
        let mut site = Site::default();
        let mut found = Vec::new();
        for page in pages {
            let times = [page.front.publish_at, page.front.expire_at];
            let coming = times.into_iter().flatten().filter(|moment| *moment > now).min();
            if !settings.drafts {
                if page.front.draft {
                    continue;
                }
                site.next_change_at = [site.next_change_at, coming].into_iter().flatten().min();
                if page.front.publish_at.is_some_and(|it| it > now) || page.front.expire_at.is_some_and(|it| it <= now) {
                    continue;
                }
            }
            if settings.profile == Profile::Production && !settings.allow_samples && page.front.status == Status::Sample {
                found.push(
                    Diagnostic::error("C0201", format!("{} is a sample text", page.source))
                        .in_file(&page.source)
                        .hint("have it reviewed and set `status = \"approved\"`, or build with --allow-samples"),
                );
            }
            found.extend(site.add(Arc::clone(page)));
        }
        taxonomy::gather(&mut site, &settings.declared.taxonomies);
        found.extend(listing::paginate(&mut site));
        (site, found)
    }

    /// Adds a page, unless another has its route.
    fn add(&mut self, page: Arc<Page>) -> Option<Diagnostic> {
        if let Some(first) = self.pages.get(&page.route) {
            return Some(
                Diagnostic::error("C0202", format!("two files make the route {}", page.route))
                    .in_file(&page.source)
                    .hint(format!("the other one is {}; give one of them another `path`", first.source)),
            );
        }
        self.pages.insert(page.route.clone(), page);
        None
    }

    /// Further pages of the list on a page, which show its text too.
    pub fn further(&self, page: &Page) -> impl Iterator<Item = &Arc<Page>> {
        let start = format!("{}page/", page.route);
        let below = self.pages.range(start.clone()..).take_while(move |(route, _)| route.starts_with(&start));
        below.map(|(_, further)| further).filter(|further| further.is_generated && further.source == page.source)
    }

    /// The pages of a list in an order. Pages that no file asked for are in none.
    pub fn list(&self, list: &List, sort_by: SortBy) -> Arc<Pages> {
        let key = (list.clone(), sort_by);
        if let Some(known) = self.lists.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(known);
        }
        let mut pages: Vec<Arc<Page>> = match list {
            List::Section(prefix) => {
                let below = self.pages.range(prefix.clone()..).take_while(|(route, _)| route.starts_with(prefix));
                below.filter(|(route, page)| *route != prefix && !page.is_generated).map(|(_, page)| Arc::clone(page)).collect()
            }
            List::Term(taxonomy, slug) => {
                let term = self.terms.get(taxonomy).and_then(|terms| terms.get(slug));
                term.into_iter().flat_map(|term| &term.routes).filter_map(|route| self.pages.get(route)).cloned().collect()
            }
        };
        pages.sort_by(|a, b| order(a, b, sort_by));
        let value = pages.iter().map(|page| Value::from_object(PageView(Arc::clone(page)))).collect();
        let listed = Arc::new(Pages { value, digest: digest(&pages), pages });
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&listed));
        listed
    }
}

/// Digest of what lists show of these pages.
pub fn digest(pages: &[Arc<Page>]) -> Digest {
    let mut listed = blake3::Hasher::new();
    for page in pages {
        listed.update(page.route.as_bytes());
        listed.update(&page.digest.to_be_bytes());
    }
    reads::digest(listed.finalize().as_bytes())
}

fn order(a: &Page, b: &Page, sort_by: SortBy) -> Ordering {
    let by_title = || (&a.front.title, &a.route).cmp(&(&b.front.title, &b.route));
    match sort_by {
        SortBy::Weight => a.front.weight.cmp(&b.front.weight).then_with(by_title),
        // A page without a date is less than any other, and the newest comes first.
        SortBy::Date => b.front.dated_at.cmp(&a.front.dated_at).then_with(by_title),
        SortBy::Title => by_title(),
    }
}
