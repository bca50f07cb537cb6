//! All pages together: routes are unique, sections can be asked for.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use minijinja::value::Value;

use crate::diagnostic::Diagnostic;
use crate::front_matter::Status;
use crate::page::Page;
use crate::reads::{self, Digest};
use crate::settings::{Profile, Settings};
use crate::template::PageView;

/// The pages of a build, by route.
#[derive(Debug, Default)]
pub struct Site {
    /// In byte order of their routes.
    pub pages: BTreeMap<String, Arc<Page>>,
    /// When the next page becomes due or expires, in epoch seconds.
    pub next_change_at: Option<i64>,
    sections: Mutex<HashMap<String, Arc<Section>>>,
}

/// The pages below a prefix, as templates list them.
#[derive(Debug)]
pub struct Section {
    /// Their summaries, by weight and then title.
    pub value: Value,
    /// Digest of what `value` says.
    pub digest: Digest,
}

impl Site {
    /// Brings pages together; two of one route and refused samples become diagnostics.
    /// Drafts, and pages that are not due at `now` (epoch seconds) or have expired, are left out unless drafts are built.
    pub fn gather<'a>(pages: impl Iterator<Item = &'a Arc<Page>>, settings: &Settings, now: i64) -> (Site, Vec<Diagnostic>) {
        let mut next_change_at = None;
        let mut found = Vec::new();
        let mut by_route = BTreeMap::<String, Arc<Page>>::new();
        for page in pages {
            let times = [page.front.publish_at, page.front.expire_at];
            let coming = times.into_iter().flatten().filter(|moment| *moment > now).min();
            if !settings.drafts {
                if page.front.draft {
                    continue;
                }
                next_change_at = [next_change_at, coming].into_iter().flatten().min();
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
            if let Some(first) = by_route.get(&page.route) {
                found.push(
                    Diagnostic::error("C0202", format!("two files make the route {}", page.route))
                        .in_file(&page.source)
                        .hint(format!("the other one is {}; give one of them another `path`", first.source)),
                );
                continue;
            }
            by_route.insert(page.route.clone(), Arc::clone(page));
        }
        (Site { pages: by_route, next_change_at, sections: Mutex::default() }, found)
    }

    /// Pages whose route starts with `prefix`, itself left out.
    pub fn section(&self, prefix: &str) -> Arc<Section> {
        if let Some(known) = self.sections.lock().unwrap_or_else(PoisonError::into_inner).get(prefix) {
            return Arc::clone(known);
        }
        let below = self.pages.range(prefix.to_owned()..).take_while(|(route, _)| route.starts_with(prefix));
        let mut pages: Vec<&Arc<Page>> = below.filter(|(route, _)| *route != prefix).map(|(_, page)| page).collect();
        pages.sort_by(|a, b| (a.front.weight, &a.front.title, &a.route).cmp(&(b.front.weight, &b.front.title, &b.route)));
        let mut listed = blake3::Hasher::new();
        for page in &pages {
            listed.update(page.route.as_bytes());
            listed.update(&page.digest.to_be_bytes());
        }
        let section = Arc::new(Section {
            value: pages.iter().map(|page| Value::from_object(PageView(Arc::clone(page)))).collect(),
            digest: reads::digest(listed.finalize().as_bytes()),
        });
        self.sections.lock().unwrap_or_else(PoisonError::into_inner).insert(prefix.to_owned(), Arc::clone(&section));
        section
    }
}
