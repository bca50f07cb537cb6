//! Whether the addresses of all pages lead somewhere and may be used, those of pages that were not rendered now included.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use foldhash::fast::RandomState;
use rayon::prelude::*;

use crate::build::engine::Engine;
use crate::build::page_record::PageRecord;
use crate::build::pictures::Copies;
use crate::build::rendered::RenderedPage;
use crate::render::policy::Policy;
use crate::render::site_files;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Place};
use croupier_base::hashed_path::{fingerprinted, is_of_width, without_fingerprint};
use croupier_base::path::{Href, OutputPath, Route};
use croupier_base::syntax::html::Use;
use croupier_content::config::tables::Redirect;
use croupier_content::links::{self, MovedPage, Targets};
use croupier_content::markdown::Link;
use croupier_content::page::Page;
use croupier_content::redirects::pattern::Pattern;

impl Engine {
    /// The addresses that lead nowhere or are blocked, where `finished` are the pages that were rendered now and `dirty` those
    /// that should have been. `texts` are the links of pages that could not be, `pictures` what is made of pictures. `released` are the
    /// hashed files of earlier releases, newest first.
    pub(super) fn broken_links(
        &self,
        finished: &[RenderedPage],
        dirty: &[Arc<Page>],
        texts: &[(Arc<Page>, Vec<Link>)],
        pictures: &Copies,
        released: &[BTreeSet<OutputPath>],
    ) -> Vec<Diagnostic> {
        let context = self.context();
        let settings = self.settings();
        let site = &context.inputs.site;
        let fresh: HashMap<&str, &RenderedPage, RandomState> =
            finished.iter().map(|it| (it.page.route.as_str(), it)).collect();
        let attempted: HashSet<&str, RandomState> =
            dirty.iter().map(|page| page.route.as_str()).collect();
        let unread = self.sources.unread_routes();
        let anchors = |path: &str| {
            if let Some(now) = fresh.get(path) {
                return Some(Some(&*now.record.anchors));
            }
            let Some(page) = site.pages.get(path) else {
                // Why the page cannot be read is told by its file, or by site.toml.
                return (unread.contains(path) || settings.doubt.may_lead(path)).then_some(None);
            };
            let before =
                self.records.get(path).filter(|_| page.is_valid && !attempted.contains(path));
            Some(before.map(|record| &*record.anchors))
        };
        // Nobody knows which copies a page asks for that could not be rendered.
        let may_be_copy = |path: &str| finished.len() < dirty.len() && is_of_width(path);
        // Looking for what was meant takes long on a large site, and helps with a few mistakes only.
        let told = AtomicUsize::new(0);
        let is_little = || told.fetch_add(1, Ordering::Relaxed) < HINTS || site.pages.len() < 1000;
        let moved = OnceLock::new();
        let targets = Targets {
            anchors: &anchors,
            is_file: &|path| {
                let file = path.trim_start_matches('/');
                self.is_file(path) || pictures.contains_key(file) || may_be_copy(file)
            },
            leads_on: &|path| {
                context.redirects().new_address(path).filter(|_| !self.is_there(path))
            },
            absent: &|route| {
                site.absent.get(route).or_else(|| context.inputs.beside.absent.get(route))
            },
            ends_at: &|route| match fresh
                .get(route)
                .map(|it| &it.page)
                .or_else(|| site.pages.get(route))
            {
                Some(page) => page.front.expire_at.filter(|_| !settings.drafts),
                None => context.inputs.beside.ends.get(route.trim_start_matches('/')).copied(),
            },
            moved: &|route| moved.get_or_init(|| self.moved_pages()).get(route).cloned(),
            file_of: &|route| site.pages.get(route).map(|page| &page.source),
            files: &|| {
                if is_little() {
                    site.pages.values().map(|page| page.source.as_str()).collect()
                } else {
                    Vec::new()
                }
            },
            routes: &|| {
                if is_little() {
                    site.pages.keys().map(Route::as_str).collect()
                } else {
                    Vec::new()
                }
            },
            base_url: &settings.base_url,
        };
        let policy = Policy::new(&context.inputs);
        let has_lost_copy = released.first().is_some_and(|files| {
            let is_there = |path: &OutputPath| {
                pictures.contains_key(path) || self.sources.statics.contains_key(path)
            };
            files.iter().any(|path| is_of_width(path) && !is_there(path))
        });
        let changed = self.pending.affects_everything()
            || has_lost_copy
            || self.pending.statics
            || self.warned_of_links
            || self.told != context.told()
            || self.pending.data && self.addresses().names_queries
            || finished.iter().any(|it| {
                self.records
                    .get(&it.page.route)
                    .is_none_or(|record| record.anchors != it.record.anchors)
            });
        let looked_at = (changed && !self.records.is_empty()).then(|| site.pages.values());
        let kept = looked_at
            .into_iter()
            .flatten()
            .filter(|page| page.is_valid && !attempted.contains(page.route.as_str()))
            .filter_map(|page| Some((page, self.records.get(&page.route)?)));
        let pages: Vec<(&Arc<Page>, &PageRecord)> =
            finished.iter().map(|it| (&it.page, &it.record)).chain(kept).collect();
        let mut found = Vec::new();
        let mut look = |page: &Page, usage: Use, href: &Href, range: Range<usize>| {
            let text =
                || self.sources.text(&page.source).map(|text| text.source).unwrap_or_default();
            if href.is_empty() && usage == Use::Link {
                found.push(links::empty().at(Place::new(page.source.as_str(), text(), range)));
            } else if href.is_empty() && usage == Use::Image {
                found.push(links::empty_image().at(Place::new(
                    page.source.as_str(),
                    text(),
                    range,
                )));
            } else if let Some(blocked) = policy.blocks(usage, href) {
                found.push(blocked.at(Place::new(page.source.as_str(), text(), range)));
            } else if let Some(broken) =
                links::broken(&targets, &page.route, href).filter(|_| usage.is_address())
            {
                found.push(broken.diagnostic(&page.source, text(), range));
            }
        };
        // All threads look for pages with which something is wrong. What that is is told in order, and without them.
        let unexplained =
            Targets { moved: &|_| None, files: &Vec::new, routes: &Vec::new, ..targets };
        let is_wrong = |page: &Page, usage: Use, href: &Href| {
            let is_broken =
                || usage.is_address() && links::broken(&unexplained, &page.route, href).is_some();
            href.is_empty() && matches!(usage, Use::Link | Use::Image)
                || policy.blocks(usage, href).is_some()
                || is_broken()
        };
        let wrong = pages.par_iter().filter(|(page, record)| {
            !page.is_generated
                && record.links.iter().any(|(usage, href, ..)| is_wrong(page, *usage, href))
        });
        for (page, record) in wrong.collect::<Vec<_>>() {
            for (usage, href, start, end) in &record.links {
                look(page, *usage, href, *start as usize..*end as usize);
            }
        }
        for (page, links) in texts {
            for link in links {
                look(page, link.usage, &link.href, link.range.clone());
            }
        }
        found.extend(self.made_broken(&pages, &targets, &policy));
        // That a redirect leads to no page at all is told where redirects are gathered.
        let of_redirect = |(redirect, range): &(Redirect, Range<usize>)| {
            let to = &redirect.to;
            let is_own =
                to.starts_with('/') && !to.starts_with("//") && !Pattern::is_one(&redirect.from);
            let broken = links::broken(&targets, &Route::new(&*redirect.from), to)
                .filter(|it| is_own && it.code == Code::BrokenAnchor)?;
            Some(broken.told().at(settings.layers.place(range.clone())))
        };
        found.extend(settings.config.redirects.iter().filter_map(of_redirect));
        found
    }

    /// Whether the site has a file or a redirect at an address path.
    fn is_file(&self, path: &str) -> bool {
        self.is_there(path) || self.context().redirects().leads(path)
    }

    /// Whether the site has a file at an address path.
    fn is_there(&self, path: &str) -> bool {
        let context = self.context();
        let settings = &context.inputs.settings;
        let own = path
            .strip_prefix(settings.base.as_str())
            .filter(|rest| rest.starts_with("/assets/"))
            .unwrap_or(path);
        let file = own.trim_start_matches('/');
        let statics = &self.sources.statics;
        let is_copy = |original: &OutputPath| {
            statics
                .get(original)
                .is_some_and(|it| *fingerprinted(original, it.fingerprint) == *file)
        };
        statics.contains_key(file)
            || without_fingerprint(file).is_some_and(|original| is_copy(&original))
            || path.ends_with('/') && statics.contains_key(format!("{file}index.html").as_str())
            || context.files.files.contains_key(file)
            || site_files::is_made(&context.inputs, &context.slices, file)
    }

    /// Pages of the last build that the site no longer has, by route: their files, and the file that has the same text now.
    fn moved_pages(&self) -> BTreeMap<Route, MovedPage> {
        let saved = self
            .records
            .is_empty()
            .then(|| self.cache().load_records(None).ok().flatten())
            .flatten();
        let records = saved.as_ref().map_or(&self.records, |it| &it.records);
        let site = &self.context().inputs.site;
        let gone = records.iter().filter(|(route, _)| !site.pages.contains_key(*route));
        let now = |record: &PageRecord| {
            let same = self
                .sources
                .contents
                .iter()
                .find(|(path, it)| it.digest == record.digest && **path != record.source);
            same.map(|(path, _)| path.clone())
        };
        gone.map(|(route, record)| (route.clone(), (record.source.clone(), now(record)))).collect()
    }
}

/// So many broken links of a large site get a hint.
const HINTS: usize = 20;
