//! Whether the addresses of all pages lead somewhere and may be used, those of pages that were not rendered now included.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use crate::build::engine::Engine;
use crate::build::page_record::PageRecord;
use crate::build::pictures::Copies;
use crate::build::rendered::RenderedPage;
use crate::content::links::{self, MovedPage, Targets};
use crate::content::markdown::Link;
use crate::content::page::Page;
use crate::diagnostic::code::Code;
use crate::diagnostic::wording::counted;
use crate::diagnostic::{Diagnostic, Place};
use crate::render::policy::Policy;
use crate::render::site_files;
use crate::snapshot::data::DataFile;
use crate::snapshot::dependency::Dependency;
use crate::source::hashed_path::{fingerprinted, without_fingerprint};
use crate::source::html::Use;
use crate::source::path::{Href, OutputPath, Route};

impl Engine {
    /// The addresses that lead nowhere or are blocked, where `finished` are the pages that were rendered now and `dirty` those
    /// that should have been. `texts` are the links of pages that could not be, `pictures` what is made of pictures.
    pub(super) fn broken_links(
        &self,
        finished: &[RenderedPage],
        dirty: &[Arc<Page>],
        texts: &[(Arc<Page>, Vec<Link>)],
        pictures: &Copies,
    ) -> Vec<Diagnostic> {
        let context = self.context();
        let settings = self.settings();
        let site = &context.inputs.site;
        let fresh: HashMap<&str, &RenderedPage> = finished.iter().map(|it| (it.page.route.as_str(), it)).collect();
        let attempted: BTreeSet<&str> = dirty.iter().map(|page| page.route.as_str()).collect();
        let unread = self.sources.unread_routes();
        let anchors = |path: &str| {
            let Some(page) = site.pages.get(path) else {
                // Why the page cannot be read is told by its file, or by site.toml.
                return (unread.contains(path) || settings.doubt.may_lead(path)).then_some(None);
            };
            let now = fresh.get(path).map(|it| &*it.record.anchors);
            let before = self.records.get(path).filter(|_| page.is_valid && !attempted.contains(path));
            Some(now.or_else(|| before.map(|record| &*record.anchors)))
        };
        let told = AtomicUsize::new(0);
        let moved = OnceLock::new();
        let targets = Targets {
            anchors: &anchors,
            is_file: &|path| self.is_file(path) || pictures.contains_key(path.trim_start_matches('/')),
            absent: &|route| site.absent.get(route).or_else(|| context.inputs.beside.absent.get(route)),
            ends_at: &|route| match site.pages.get(route) {
                Some(page) => page.front.expire_at.filter(|_| !settings.drafts),
                None => context.inputs.beside.ends.get(route.trim_start_matches('/')).copied(),
            },
            moved: &|route| moved.get_or_init(|| self.moved_pages()).get(route).cloned(),
            // Looking for what was meant takes long on a large site, and helps with a few mistakes only.
            routes: &|| {
                let is_little = told.fetch_add(1, Ordering::Relaxed) < HINTS || site.pages.len() < 1000;
                if is_little { site.pages.keys().map(Route::as_str).collect() } else { Vec::new() }
            },
            base_url: &settings.base_url,
        };
        let policy = Policy::new(&context.inputs);
        let changed = self.pending.is_wide()
            || self.pending.statics
            || self.warned_of_links
            || self.told != context.told()
            || self.pending.data && self.addresses().names_queries
            || finished
                .iter()
                .any(|it| self.records.get(&it.page.route).is_none_or(|record| record.anchors != it.record.anchors));
        let looked_at = changed.then(|| site.pages.values());
        let kept = looked_at
            .into_iter()
            .flatten()
            .filter(|page| page.is_valid && !attempted.contains(page.route.as_str()))
            .filter_map(|page| Some((page, self.records.get(&page.route)?)));
        let pages: Vec<(&Arc<Page>, &PageRecord)> = finished.iter().map(|it| (&it.page, &it.record)).chain(kept).collect();
        let mut found = Vec::new();
        let mut look = |page: &Page, usage: Use, href: &Href, range: Range<usize>| {
            let text = || self.sources.text(&page.source).map(|text| text.source).unwrap_or_default();
            if href.is_empty() && usage == Use::Link {
                found.push(links::empty().at(Place::new(page.source.as_str(), text(), range)));
            } else if let Some(blocked) = policy.blocks(usage, href) {
                found.push(blocked.at(Place::new(page.source.as_str(), text(), range)));
            } else if let Some(broken) = links::broken(&targets, &page.route, href).filter(|_| usage.is_address()) {
                found.push(broken.diagnostic(&page.source, text(), range));
            }
        };
        // All threads look for pages with which something is wrong. What that is is told in order, and without them.
        let unexplained = Targets { moved: &|_| None, routes: &Vec::new, ..targets };
        let is_wrong = |page: &Page, usage: Use, href: &Href| {
            let is_broken = || usage.is_address() && links::broken(&unexplained, &page.route, href).is_some();
            href.is_empty() && usage == Use::Link || policy.blocks(usage, href).is_some() || is_broken()
        };
        let wrong = pages.par_iter().filter(|(page, record)| {
            !page.is_generated && record.links.iter().any(|(usage, href, ..)| is_wrong(page, *usage, href))
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
        found
    }

    /// The same for addresses that templates made: each is told once, where it can be told in the source that it comes from.
    fn made_broken(&self, pages: &[(&Arc<Page>, &PageRecord)], targets: &Targets<'_>, policy: &Policy) -> Vec<Diagnostic> {
        let addresses = self.addresses();
        // What counts from the beginning of the site means the same on every page.
        let mut is_good = vec![false; addresses.list.len()];
        let mut found = BTreeMap::<(u32, String), (Diagnostic, usize)>::new();
        for (page, record) in pages {
            for id in &record.made {
                if is_good[*id as usize] {
                    continue;
                }
                let (usage, href) = &addresses.list[*id as usize];
                let is_same = !usage.is_address() || !targets.is_own(href) || href.starts_with('/');
                let unnamed = (*usage == Use::Unnamed).then(unnamed);
                let told = unnamed.or_else(|| policy.blocks(*usage, href)).or_else(|| {
                    let broken = usage.is_address().then(|| links::broken(targets, &page.route, href)).flatten()?;
                    Some(broken.told())
                });
                // A page that is over itself may say what others may not.
                is_good[*id as usize] = is_same && told.is_none() && page.front.expire_at.is_none();
                let Some(told) = told else { continue };
                found.entry((*id, told.message.clone())).and_modify(|(_, others)| *others += 1).or_insert_with(|| {
                    (self.placed(told, page, record, words(*usage, href)).through(format!("page {}", page.source)), 0)
                });
            }
        }
        let told = |(mut diagnostic, others): (Diagnostic, usize)| {
            if others > 0 {
                diagnostic.chain.push(counted(others, "other page"));
            }
            diagnostic
        };
        found.into_values().map(told).collect()
    }

    /// A diagnostic with the place of `words`, which a page shows and its text does not have as a link: in its front matter, a
    /// data file, site.toml or a template that it was made from, else in its template.
    fn placed(&self, told: Diagnostic, page: &Page, record: &PageRecord, words: &str) -> Diagnostic {
        let inputs = &self.context().inputs;
        let dependencies = self.dependencies();
        let asked = record.dependencies.iter().filter_map(|id| dependencies.question(*id));
        let mut texts: Vec<(String, Arc<str>)> = Vec::new();
        if !page.is_generated
            && let Ok(text) = self.sources.text(&page.source)
        {
            texts.push((page.source.to_string(), text.source));
        }
        let mut all: BTreeSet<_> = asked.cloned().collect();
        for slice in self
            .context()
            .slices
            .iter()
            .filter(|(name, _)| all.contains(&Dependency::Slice((*name).clone())))
            .map(|(_, it)| it)
            .collect::<Vec<_>>()
        {
            all.extend(slice.dependencies.iter().cloned());
        }
        let data = all.iter().filter_map(|it| if let Dependency::DataFile(name) = it { inputs.data.get(name) } else { None });
        texts.extend(data.map(DataFile::file).map(|(file, text)| (file.into(), text)));
        let templates = all
            .iter()
            .filter_map(|it| if let Dependency::Template(file) = it { inputs.templates.get_key_value(file) } else { None });
        texts.extend(templates.map(|(file, text)| (file.to_string(), Arc::clone(text))));
        if all.iter().any(|it| matches!(it, Dependency::Setting(_) | Dependency::Head)) {
            texts.extend(inputs.settings.layers.texts().map(|(name, text)| (name.to_owned(), Arc::clone(text))));
        }
        let find = |is_quoted: bool| texts.iter().find_map(|(file, text)| Some((file, text, written(text, words, is_quoted)?)));
        match find(true).or_else(|| find(false)) {
            Some((file, text, range)) => told.at(Place::new(file.as_str(), Arc::clone(text), range)),
            None => told.in_file(&page.template()),
        }
    }

    /// Whether the site has a file or a redirect at an address path.
    fn is_file(&self, path: &str) -> bool {
        let context = self.context();
        let settings = &context.inputs.settings;
        let own = path.strip_prefix(settings.base.as_str()).filter(|rest| rest.starts_with("/assets/")).unwrap_or(path);
        let file = own.trim_start_matches('/');
        let statics = &self.sources.statics;
        let is_copy =
            |original: &OutputPath| statics.get(original).is_some_and(|it| *fingerprinted(original, it.digest) == *file);
        statics.contains_key(file)
            || without_fingerprint(file).is_some_and(|original| is_copy(&original))
            || path.ends_with('/') && statics.contains_key(format!("{file}index.html").as_str())
            || context.files.files.contains_key(file)
            || context.redirects().leads(path)
            || site_files::is_made(&context.inputs, &context.slices, file)
    }

    /// Pages of the last build that the site no longer has, by route: their files, and the file that has the same text now.
    fn moved_pages(&self) -> BTreeMap<Route, MovedPage> {
        let saved = self.records.is_empty().then(|| self.cache().load_records(None).ok().flatten()).flatten();
        let records = saved.as_ref().map_or(&self.records, |it| &it.records);
        let site = &self.context().inputs.site;
        let gone = records.iter().filter(|(route, _)| !site.pages.contains_key(*route));
        let now = |record: &PageRecord| {
            let same = self.sources.contents.iter().find(|(path, it)| it.digest == record.digest && **path != record.source);
            same.map(|(path, _)| path.clone())
        };
        gone.map(|(route, record)| (route.clone(), (record.source.clone(), now(record)))).collect()
    }
}

/// An image that a template shows.
fn unnamed() -> Diagnostic {
    Diagnostic::warning(Code::ImageWithoutText, "this image has no text for those who cannot see it")
        .hint("say what it shows in `alt=\"...\"`; `alt=\"\"` is for an image that only decorates")
}

/// What to look for in sources: of a script, the longest line, since templates indent and fill in others.
fn words(usage: Use, text: &str) -> &str {
    if usage == Use::Code { text.lines().map(str::trim).max_by_key(|line| line.len()).unwrap_or(text) } else { text }
}

/// Where `words` stand in a text: between quotes, or with nothing beside them that could be a part of them.
fn written(text: &str, words: &str, is_quoted: bool) -> Option<Range<usize>> {
    let is_part = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || "/_-.".contains(it));
    text.match_indices(words).map(|(at, _)| at..at + words.len()).find(|range| {
        let (before, after) = (text[..range.start].chars().next_back(), text[range.end..].chars().next());
        if is_quoted { before == after && matches!(before, Some('"' | '\'')) } else { !is_part(before) && !is_part(after) }
    })
}

/// So many broken links of a large site get a hint.
const HINTS: usize = 20;
