//! The engine: from what changed to what must be made again, and from there to the output.
//!
//! A page is up to date when its own file is the same and every question that it asked would be answered the same now.
//! The engine lives as long as the process; between processes a [`Cache`] carries what was made.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use crate::cache::{Cache, Cause, Made, Saved};
use crate::diagnostic::{self, Diagnostic, Severity};
use crate::extras;
use crate::keys::Keys;
use crate::links::{self, Targets};
use crate::lock::{self, Lock};
use crate::page::{self, Page};
use crate::publish::{self, Manifest, Outcome, Stage, Written};
use crate::reads::{self, Digest, Key};
use crate::redirects;
use crate::render::{self, Rendered};
use crate::settings::{Environment, Flags, Settings};
use crate::sources::{Changes, Sources};
use crate::workshop::{self, Workshop};
use crate::world::Stamp;

/// What a build did.
#[derive(Debug, Clone)]
pub struct Built {
    /// How many pages the site has.
    pub pages: usize,
    /// How many of them were rendered.
    pub rendered: usize,
    /// What was written.
    pub outcome: Outcome,
    /// What is worth saying though nothing is wrong.
    pub warnings: Vec<Diagnostic>,
    /// When the site must be built again because a page becomes due or expires, in epoch seconds.
    pub next_change_at: Option<i64>,
}

/// Builds one site, again and again.
pub struct Engine {
    flags: Flags,
    environment: Environment,
    sources: Sources,
    /// What changed and is not yet published.
    pending: Changes,
    workshop: Option<Workshop>,
    keys: Mutex<Keys>,
    made: BTreeMap<String, Made>,
    /// Digest of all page-data together: the sum of what each page adds to it, so that one page is exchanged in no time.
    pages: Digest,
    outputs: BTreeMap<String, Written>,
    extras: BTreeSet<String>,
    cache: Option<Cache>,
    /// The manifest as the last build left it.
    manifest: Option<(Stamp, Manifest)>,
    start: Start,
    /// The moment at which the output was built last, in epoch seconds.
    built_at: i64,
    /// Whether the last build published nothing.
    failed: bool,
    /// Whether it is not known that the output still holds what `outputs` says.
    unverified: bool,
}

/// How the first build takes up what an earlier process left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Start {
    /// Where nothing changed it may end before anything was read.
    Quick,
    /// It reads everything, so that the next one is quick.
    Whole,
    /// It is over.
    Done,
}

impl Engine {
    /// An engine that has built nothing yet.
    pub fn new(flags: &Flags, environment: Environment) -> Engine {
        Engine {
            flags: flags.clone(),
            environment,
            sources: Sources::new(flags, environment),
            pending: Changes::default(),
            workshop: None,
            keys: Mutex::default(),
            made: BTreeMap::new(),
            pages: 0,
            outputs: BTreeMap::new(),
            extras: BTreeSet::new(),
            cache: None,
            manifest: None,
            start: Start::Quick,
            built_at: 0,
            failed: false,
            unverified: true,
        }
    }

    /// For a process that goes on: the first build reads everything, so that the next one is quick.
    #[must_use]
    pub fn warm(mut self) -> Engine {
        self.start = Start::Whole;
        self
    }

    /// Builds and publishes. `paths` are the only site paths that can have changed since the last time; without them
    /// everything is looked at. `note` is told what takes long. With an error nothing is published.
    pub fn build(&mut self, paths: Option<&BTreeSet<String>>, note: &dyn Fn(&str)) -> Result<Built, Vec<Diagnostic>> {
        let built = self.built(paths, note);
        self.failed = built.is_err();
        built
    }

    fn built(&mut self, paths: Option<&BTreeSet<String>>, note: &dyn Fn(&str)) -> Result<Built, Vec<Diagnostic>> {
        // Whoever waits must see what the other build left, so that nothing is read before.
        let locks = self.flags.root.join(".croupier").join("locks");
        let waiting = || note("another build is writing this folder; waiting for it");
        let lock = Lock::take(&locks, &lock::name_of(&self.out()), &waiting);
        let _lock = lock.map_err(|error| vec![publish::failed(&locks, &error)])?;
        if self.start != Start::Done {
            if let Some(built) = self.resume(note)? {
                return Ok(built);
            }
            self.start = Start::Done;
        }
        // A look at everything that fails on the way is still owed to the next build.
        self.unverified |= paths.is_none();
        let changes = self.sources.refresh(paths.filter(|_| !self.unverified), note)?;
        self.pending.merge(changes);
        self.pending.pages |= self.next_change_at().is_some_and(|moment| moment <= self.environment.now);
        self.pending.pages |= self.environment.now < self.built_at;
        let settings = self.settings();
        let mut found = self.prepare()?;
        let known = self.manifest.take();
        let stage = Stage::open(&settings.out, known).map_err(|error| vec![error])?;
        self.unverified |= !stage.is_known;
        if self.unverified {
            self.forget_lost_outputs(&settings);
        }
        let (dirty, same) = self.dirty(self.unverified);
        let (mut files, errors) = self.render(&stage, &dirty, &same);
        found.extend(errors);
        found.extend(files.iter_mut().flat_map(|it| std::mem::take(&mut it.warnings)));
        found.extend(self.broken_links(&files, &dirty));
        let staged: Vec<&str> = files.iter().flat_map(Finished::staged).collect();
        if found.iter().any(|it| it.severity == Severity::Error) {
            stage.abandon(&staged);
            return Err(self.told(found));
        }
        drop(staged);
        self.publish(stage, files).map(|(rendered, outcome)| Built {
            pages: self.made.len(),
            rendered,
            outcome,
            warnings: self.told(found),
            next_change_at: self.next_change_at(),
        })
    }

    /// Finds all that is wrong without writing anything.
    pub fn check(&mut self, note: &dyn Fn(&str)) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        self.start = Start::Done;
        let changes = self.sources.refresh(None, note)?;
        self.pending.merge(changes);
        let mut found = self.prepare()?;
        let (dirty, same) = self.dirty(true);
        let rendered: Vec<_> = dirty.par_iter().map(|page| (page, self.rendered(page))).collect();
        let mut made = Vec::new();
        for (page, result) in rendered {
            match result {
                Ok(rendered) => made.push(self.finished(page, rendered, 0, &same)),
                Err(error) => found.push(error),
            }
        }
        found = render::told_once(found);
        found.extend(made.iter_mut().flat_map(|it| std::mem::take(&mut it.warnings)));
        found.extend(self.broken_links(&made, &dirty));
        for finished in made {
            self.keep(finished);
        }
        if found.iter().any(|it| it.severity == Severity::Error) { Err(self.told(found)) } else { Ok(self.told(found)) }
    }

    /// Keeps what was made for a later process.
    pub fn save(&self) {
        let (Some(cache), Some(settings)) = (&self.cache, &self.sources.settings) else {
            return;
        };
        let keys = self.keys();
        cache.save(&Saved {
            runtime: settings.runtime.clone(),
            stamps: Cow::Borrowed(&self.sources.stamps),
            // After a build that failed, the sources as they are now were not what the output was made from.
            looked: if self.failed { 0 } else { self.sources.looked },
            keys: Cow::Borrowed(&keys.list),
            answers: Cow::Borrowed(&keys.answers),
            made: Cow::Borrowed(&self.made),
            manifest: self.manifest.as_ref().map(|(stamp, _)| *stamp),
            outputs: Cow::Borrowed(&self.outputs),
            extras: Cow::Borrowed(&self.extras),
            pages: self.made.len(),
            built_at: self.built_at,
            next_change_at: self.next_change_at(),
        });
    }

    /// The moment from which on builds decide which pages are due, and the year they are dated with.
    pub fn set_environment(&mut self, environment: Environment) {
        self.environment = environment;
    }

    /// When the site must be built again because a page becomes due or expires, in epoch seconds.
    pub fn next_change_at(&self) -> Option<i64> {
        self.workshop.as_ref().and_then(|it| it.pieces.site.next_change_at)
    }

    /// How many pages the site has.
    pub fn pages(&self) -> usize {
        self.made.len()
    }

    /// What the page at `route` is made from, with every question that it asks and the answer as things stand.
    pub fn explanation(&self, route: &str) -> Option<(&Made, Vec<(Key, Digest)>)> {
        let made = self.made.get(route)?;
        let keys = self.keys();
        let asked = made.keys.iter().filter_map(|id| keys.list.get(*id as usize));
        Some((made, asked.map(|key| (key.clone(), self.workshop().pieces.answer(key))).collect()))
    }

    /// What the last build left, where it can still be used.
    pub fn last_build(&self, note: &dyn Fn(&str)) -> Option<Saved<'static>> {
        Cache::new(&self.flags.root, &self.out(), &self.flags, self.environment.build_year).load(note)
    }

    /// Every route.
    pub fn routes(&self) -> impl Iterator<Item = &str> {
        self.made.keys().map(String::as_str)
    }

    /// Takes up where an earlier process ended. Where nothing changed at all, that is the whole build.
    fn resume(&mut self, note: &dyn Fn(&str)) -> Result<Option<Built>, Vec<Diagnostic>> {
        let out = self.out();
        let cache = Cache::new(&self.flags.root, &out, &self.flags, self.environment.build_year);
        let saved = cache.load(note);
        self.cache = Some(cache);
        let Some(saved) = saved else {
            return Ok(None);
        };
        let (now, there) = rayon::join(
            || self.sources.look_with(saved.runtime.as_deref()),
            || {
                let stamps = publish::stamps(&out, &saved.outputs.keys().collect::<Vec<_>>());
                let is_known =
                    publish::manifest_stamp(&out).is_some_and(|now| saved.manifest.is_some_and(|it| now.same_content(&it)));
                is_known
                    && saved
                        .outputs
                        .iter()
                        .all(|(path, it)| stamps.get(path.as_str()).is_some_and(|now| now.same_content(&it.stamp)))
            },
        );
        let unchanged = self.start == Start::Quick
            && there
            && now.map_err(|error| vec![error])? == *saved.stamps
            && saved.built_at <= self.environment.now
            && saved.next_change_at.is_none_or(|moment| moment > self.environment.now)
            && !saved.stamps.values().any(|stamp| stamp.is_racy(saved.looked));
        if unchanged {
            let outcome = Outcome { unchanged: saved.outputs.len(), ..Outcome::default() };
            let next_change_at = saved.next_change_at;
            return Ok(Some(Built { pages: saved.pages, rendered: 0, outcome, warnings: Vec::new(), next_change_at }));
        }
        self.keys = Mutex::new(Keys::resumed(saved.keys.into_owned(), saved.answers.into_owned()));
        self.made = saved.made.into_owned();
        self.pages = self.made.iter().fold(0, |sum, (route, made)| sum.wrapping_add(share(route, made)));
        self.outputs = saved.outputs.into_owned();
        self.extras = saved.extras.into_owned();
        self.built_at = saved.built_at;
        Ok(None)
    }

    /// The output folder, before site.toml is read.
    fn out(&self) -> PathBuf {
        self.flags.out.clone().unwrap_or_else(|| self.flags.root.join("public"))
    }

    fn settings(&self) -> Arc<Settings> {
        Arc::clone(self.sources.settings.as_ref().expect("settings are read before anything else"))
    }

    fn forget_lost_outputs(&mut self, settings: &Settings) {
        let stamps = publish::stamps(&settings.out, &self.outputs.keys().collect::<Vec<_>>());
        let lost: Vec<String> = self
            .outputs
            .iter()
            .filter(|(path, it)| stamps.get(path.as_str()).is_none_or(|now| !now.same_content(&it.stamp)))
            .map(|(path, _)| path.clone())
            .collect();
        drop(stamps);
        for path in lost {
            self.outputs.remove(&path);
        }
    }

    /// Brings the workshop up to date. What is wrong with sources is returned; what makes rendering impossible is the error.
    fn prepare(&mut self) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let mut found: Vec<Diagnostic> = self.sources.errors.values().flatten().cloned().collect();
        let settings = self.settings();
        if settings.runtime.is_some() && self.sources.bundle.is_none() {
            return Err(self.told(found));
        }
        let stale = self.pending.shared || self.pending.pages;
        let Some(workshop) = self.workshop.take().filter(|_| !stale) else {
            match Workshop::new(&self.sources, settings, self.environment.now, &mut found) {
                Ok(workshop) => self.workshop = Some(workshop),
                Err(errors) => {
                    found.extend(errors);
                    return Err(self.told(found));
                }
            }
            return Ok(found);
        };
        if self.pending.statics {
            found.extend(workshop::static_clashes(&self.sources, &workshop.pieces.site));
            found.extend(workshop.file_clashes(&self.sources.statics));
        }
        self.workshop = Some(workshop);
        Ok(found)
    }

    fn workshop(&self) -> &Workshop {
        self.workshop.as_ref().expect("the workshop was prepared")
    }

    /// The pages that must be rendered, and for each question whether its answer is the one of the last build; none where
    /// no answer can have changed.
    fn dirty(&self, everything: bool) -> (Vec<Arc<Page>>, Vec<bool>) {
        let pieces = &self.workshop().pieces;
        let site = &pieces.site;
        if !everything && !self.pending.shared && !self.pending.pages {
            let contents = self.pending.texts.iter().filter_map(|path| self.sources.contents.get(path));
            let shown = contents.map(|it| &it.page).filter(|page| self.is_shown(page));
            return (shown.flat_map(|page| iter::once(page).chain(site.further(page))).cloned().collect(), Vec::new());
        }
        let keys = self.keys();
        let same: Vec<bool> =
            keys.list.par_iter().zip(&keys.answers).map(|(key, before)| pieces.answer(key) == *before).collect();
        drop(keys);
        let is_made = |page: &Page| {
            self.made.get(&page.route).is_some_and(|made| {
                self.sources.content_digest(page) == made.digest
                    && made.source == page.source
                    && made.keys.iter().all(|id| same[*id as usize])
                    && self.outputs.contains_key(&page::html_path(&page.route))
                    && self.outputs.contains_key(&page::data_path(&page.route))
            })
        };
        let pages: Vec<&Arc<Page>> = site.pages.values().collect();
        let dirty = pages.into_par_iter().filter(|page| page.is_sound && !is_made(page)).cloned().collect();
        (dirty, same)
    }

    /// Why a page is rendered now.
    fn cause(&self, page: &Page, same: &[bool]) -> Cause {
        let Some(before) = self.made.get(&page.route).filter(|made| made.source == page.source) else {
            return Cause::New;
        };
        if before.digest != self.sources.content_digest(page) {
            return Cause::Text;
        }
        let changed: Box<[u32]> =
            before.keys.iter().copied().filter(|id| same.get(*id as usize).is_some_and(|same| !same)).collect();
        if changed.is_empty() { Cause::Output } else { Cause::Answers(changed) }
    }

    /// Whether this very page, and not another of the same route, is part of the site.
    fn is_shown(&self, page: &Arc<Page>) -> bool {
        page.is_sound && self.workshop().pieces.site.pages.get(&page.route).is_some_and(|it| it.source == page.source)
    }

    fn rendered(&self, page: &Page) -> Result<Rendered, Diagnostic> {
        let workshop = self.workshop();
        render::page(&workshop.pieces, &workshop.templates, page, &self.sources.text_of(page)?)
    }

    /// Renders pages and writes what changed beside its place; what is wrong with others does not stop it.
    fn render(&self, stage: &Stage, dirty: &[Arc<Page>], same: &[bool]) -> (Vec<Finished>, Vec<Diagnostic>) {
        let finished: Vec<Result<Finished, Diagnostic>> = dirty
            .par_iter()
            .map(|page| {
                let rendered = self.rendered(page)?;
                let html = self.put(stage, page::html_path(&page.route), &rendered.html)?;
                let data = self.put(stage, page::data_path(&page.route), &rendered.data);
                // Nobody would know of a file that is staged by a page that failed.
                let data = data.inspect_err(|_| stage.take_back(&html.path))?;
                let digest = data.written.digest;
                Ok(Finished { files: vec![html, data], ..self.finished(page, rendered, digest, same) })
            })
            .collect();
        let mut files = Vec::with_capacity(finished.len());
        let mut errors = Vec::new();
        for result in finished {
            match result {
                Ok(it) => files.push(it),
                Err(error) => errors.push(error),
            }
        }
        (files, render::told_once(errors))
    }

    /// What is remembered of a rendered page: its bytes are written, or were never wanted.
    fn finished(&self, page: &Arc<Page>, rendered: Rendered, data: Digest, same: &[bool]) -> Finished {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let made = Made {
            source: page.source.clone(),
            digest: self.sources.content_digest(page),
            data,
            keys: self.keys().ids(rendered.keys, &self.workshop().pieces),
            anchors: rendered.anchors.join("\n").into(),
            links: rendered.links.into_iter().map(|link| (link.href, place(link.range.start), place(link.range.end))).collect(),
            queries: rendered.queries,
            cause: self.cause(page, same),
        };
        let warnings = if page.is_generated { Vec::new() } else { rendered.warnings };
        Finished { page: Arc::clone(page), made, files: Vec::new(), warnings }
    }

    /// What was found, in order, with the line of the file where only the file was known.
    fn told(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        for place in found.iter_mut().filter(|it| it.is_without_line()).take(LINES) {
            let text = place.place.as_ref().and_then(|it| self.sources.world.read(&it.file).ok());
            if let Some(text) = text.filter(|it| it.len() < LARGE).and_then(|it| String::from_utf8(it).ok()) {
                place.find_in(text);
            }
        }
        diagnostic::sort(&mut found);
        found
    }

    fn keys(&self) -> MutexGuard<'_, Keys> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, stage: &Stage, path: String, bytes: &[u8]) -> Result<Put, Diagnostic> {
        let known = self.outputs.get(&path).copied();
        if let Some(known) = known.filter(|it| it.digest == reads::digest(bytes)) {
            return Ok(Put { path, written: known, staged: false });
        }
        if let Some(written) = known.is_none().then(|| stage.holds(&path, bytes)).flatten() {
            return Ok(Put { path, written, staged: false });
        }
        if known.is_none() && stage.is_foreign(&path) {
            return Err(Diagnostic::error("C0503", format!("{path} is in the output folder and was not made by Croupier"))
                .hint("move it away, or put it into static/ if it belongs to the site"));
        }
        let written = stage.put(&path, bytes)?;
        Ok(Put { path, written, staged: true })
    }

    fn broken_links(&self, finished: &[Finished], dirty: &[Arc<Page>]) -> Vec<Diagnostic> {
        let site = &self.workshop().pieces.site;
        let fresh: HashMap<&str, &Finished> = finished.iter().map(|it| (it.page.route.as_str(), it)).collect();
        let attempted: BTreeSet<&str> = dirty.iter().map(|page| page.route.as_str()).collect();
        let anchors = |route: &str| {
            let page = site.pages.get(route)?;
            let now = fresh.get(route).map(|it| &*it.made.anchors);
            let before = self.made.get(route).filter(|_| page.is_sound && !attempted.contains(route));
            Some(now.or_else(|| before.map(|made| &*made.anchors)))
        };
        let settings = self.settings();
        let told = std::cell::Cell::new(0);
        let workshop = self.workshop();
        let targets = Targets {
            anchors: &anchors,
            is_static: &|path| {
                let file = path.trim_start_matches('/');
                self.sources.statics.contains_key(file)
                    || workshop.files.files.contains_key(file)
                    || workshop.redirects.contains_key(path)
                    || extras::is_own(file)
            },
            // Looking for what was meant takes long on a large site, and helps with a few mistakes only.
            routes: &|| {
                let is_little = told.get() < HINTS || site.pages.len() < 1000;
                told.set(told.get() + 1);
                if is_little { site.pages.keys().map(String::as_str).collect() } else { Vec::new() }
            },
            base_url: &settings.base_url,
        };
        let moved = self.pending.shared
            || self.pending.pages
            || self.pending.statics
            || finished.iter().any(|it| self.made.get(&it.page.route).is_none_or(|made| made.anchors != it.made.anchors));
        let mut found = Vec::new();
        let mut check = |page: &Page, href: &str, range: std::ops::Range<usize>| {
            if let Some(broken) = links::broken(&targets, &page.route, href, range) {
                let text = self.sources.text(&page.source).map(|text| text.source).unwrap_or_default();
                found.push(broken.diagnostic(&page.source, text));
            }
        };
        for it in finished.iter().filter(|it| !it.page.is_generated) {
            for (href, start, end) in &it.made.links {
                check(&it.page, href, *start as usize..*end as usize);
            }
        }
        if moved {
            for (route, page) in site
                .pages
                .iter()
                .filter(|(route, page)| page.is_sound && !page.is_generated && !attempted.contains(route.as_str()))
            {
                for (href, start, end) in self.made.get(route).into_iter().flat_map(|made| &made.links) {
                    check(page, href, *start as usize..*end as usize);
                }
            }
        }
        found
    }

    /// Makes what is no page, puts everything into its place, and remembers what was made.
    fn publish(&mut self, stage: Stage, finished: Vec<Finished>) -> Result<(usize, Outcome), Vec<Diagnostic>> {
        let mut puts: Vec<Put> = Vec::new();
        let rendered = finished.len();
        let broad = self.pending.shared || self.pending.pages || self.pending.statics;
        let pages_before = self.pages;
        let mut removed = Vec::new();
        let queries_moved =
            finished.iter().any(|it| self.made.get(&it.page.route).is_none_or(|made| made.queries != it.made.queries));
        for it in finished {
            puts.extend(self.keep(it));
        }
        if broad {
            removed.extend(self.drop_pages());
        }
        let fallback = puts.iter().any(|it| extras::FALLBACKS.contains(&it.path.as_str()));
        if broad || queries_moved || fallback || self.extras.iter().any(|path| !self.outputs.contains_key(path)) {
            match self.extras(&stage, &puts) {
                Ok((more, gone)) => {
                    puts.extend(more);
                    removed.extend(gone);
                }
                Err(error) => return Err(self.give_up(&stage, &puts, error)),
            }
        } else if self.pages != pages_before {
            let (path, bytes) = extras::app_data(&self.workshop().pieces, &self.workshop().slices, self.pages);
            match self.put(&stage, path, &bytes) {
                Ok(put) => puts.push(put),
                Err(error) => return Err(self.give_up(&stage, &puts, error)),
            }
        }
        let staged: Vec<&str> = puts.iter().filter(|it| it.staged).map(|it| it.path.as_str()).collect();
        let is_new = puts.iter().any(|it| !stage.manifest.files.contains(&it.path)) || !removed.is_empty();
        // What an unreadable manifest no longer lists is still ours when its bytes are those that were written last.
        removed.retain(|path| self.outputs.remove(path).is_some());
        for put in &puts {
            self.outputs.insert(put.path.clone(), put.written);
        }
        let next = (is_new || broad)
            .then(|| stage.manifest.after(self.outputs.keys().cloned().collect(), self.settings().declared.output.keep_releases))
            .filter(|next| *next != stage.manifest);
        let removed: Vec<String> = match &next {
            Some(next) => {
                let gone: BTreeSet<String> = stage.manifest.files.difference(&next.files).cloned().chain(removed).collect();
                gone.into_iter().filter(|path| !next.files.contains(path)).collect()
            }
            None => Vec::new(),
        };
        if let Err(error) = stage.commit(&staged, &removed, next.as_ref()) {
            self.forget();
            return Err(vec![error]);
        }
        self.manifest = publish::manifest_stamp(&self.settings().out).map(|stamp| (stamp, next.unwrap_or(stage.manifest)));
        let outcome = Outcome { written: staged.len(), unchanged: self.outputs.len() - staged.len(), removed: removed.len() };
        if let Some(workshop) = &self.workshop
            && broad
        {
            let mut keys = self.keys();
            keys.answers = keys.list.par_iter().map(|key| workshop.pieces.answer(key)).collect();
        }
        self.pending = Changes::default();
        self.unverified = false;
        self.built_at = self.environment.now;
        self.sources.texts = HashMap::new();
        Ok((rendered, outcome))
    }

    /// Takes back what was put, after an error of the machine.
    fn give_up(&mut self, stage: &Stage, puts: &[Put], error: Diagnostic) -> Vec<Diagnostic> {
        stage.abandon(&puts.iter().filter(|it| it.staged).map(|it| it.path.as_str()).collect::<Vec<_>>());
        self.forget();
        vec![error]
    }

    /// What is remembered may no longer be what the output holds; the next build makes everything.
    fn forget(&mut self) {
        self.made.clear();
        self.pages = 0;
    }

    /// Remembers what a page was made from and returns its files.
    fn keep(&mut self, finished: Finished) -> Vec<Put> {
        let route = finished.page.route.clone();
        self.pages = self.pages.wrapping_add(share(&route, &finished.made));
        if let Some(before) = self.made.insert(route.clone(), finished.made) {
            self.pages = self.pages.wrapping_sub(share(&route, &before));
        }
        finished.files
    }

    /// Forgets pages that are no longer part of the site, and returns their files.
    fn drop_pages(&mut self) -> Vec<String> {
        let site = Arc::clone(&self.workshop().pieces.site);
        let gone: Vec<String> = self.made.keys().filter(|route| !site.pages.contains_key(*route)).cloned().collect();
        for route in &gone {
            if let Some(made) = self.made.remove(route) {
                self.pages = self.pages.wrapping_sub(share(route, &made));
            }
        }
        gone.iter().flat_map(|route| [page::html_path(route), page::data_path(route)]).collect()
    }

    /// Files of the release that are no page, and paths of those that are no longer made.
    fn extras(&mut self, stage: &Stage, pages: &[Put]) -> Result<(Vec<Put>, Vec<String>), Diagnostic> {
        let workshop = self.workshop();
        let mut queries: BTreeMap<String, String> = workshop.slices.values().flat_map(|it| it.queries.clone()).collect();
        queries.extend(workshop.files.queries.clone());
        queries.extend(self.made.values().flat_map(|made| made.queries.clone()));
        let mut files = extras::files(&workshop.pieces, &workshop.slices, &queries, self.pages);
        let digest = |path: &str| {
            // A page that left the site may still stand in the output.
            workshop.pieces.site.pages.get(&page::route_at(path))?;
            let page = pages.iter().find(|it| it.path == path).map(|it| it.written.digest);
            page.or_else(|| self.outputs.get(path).map(|it| it.digest)).map(|digest| format!("{digest:032x}"))
        };
        if !workshop.redirects.is_empty() {
            let text = redirects::file(&workshop.redirects, &workshop.pieces.settings.prefix);
            files.insert("_redirects".into(), text.into_bytes());
        }
        files.extend(workshop.files.files.iter().map(|(path, (_, text))| (path.clone(), text.clone())));
        if let Some(worker) = extras::worker(&workshop.pieces, &workshop.slices, &digest) {
            files.insert("sw.js".into(), worker);
        }
        let mut puts = Vec::new();
        for (path, bytes) in files.into_iter().filter(|(path, _)| !self.sources.statics.contains_key(path)) {
            puts.push(self.put(stage, path, &bytes)?);
        }
        for (path, digest) in &self.sources.statics {
            let put = match self.outputs.get(path).filter(|it| it.digest == *digest) {
                Some(known) => Put { path: path.clone(), written: *known, staged: false },
                None => {
                    let source = format!("static/{path}");
                    let bytes = self
                        .sources
                        .world
                        .read(&source)
                        .map_err(|error| Diagnostic::error("C0008", format!("cannot read {source}: {error}")))?;
                    self.put(stage, path.clone(), &bytes)?
                }
            };
            puts.push(put);
        }
        let now: BTreeSet<String> = puts.iter().map(|it| it.path.clone()).collect();
        let gone = self.extras.difference(&now).filter(|path| !pages.iter().any(|it| it.path == **path)).cloned().collect();
        self.extras = now;
        Ok((puts, gone))
    }
}

/// So many broken links of a large site get a hint.
const HINTS: usize = 20;

/// So many diagnostics get a line that must be looked for, in files of less than so many bytes.
const LINES: usize = 100;
const LARGE: usize = 1 << 20;

/// A file of the output that was compared with what is there.
struct Put {
    path: String,
    written: Written,
    /// Whether it was written and waits beside its place.
    staged: bool,
}

/// A page that was rendered.
struct Finished {
    page: Arc<Page>,
    made: Made,
    files: Vec<Put>,
    warnings: Vec<Diagnostic>,
}

impl Finished {
    fn staged(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter(|it| it.staged).map(|it| it.path.as_str())
    }
}

/// What a page adds to the digest of all pages.
fn share(route: &str, made: &Made) -> Digest {
    reads::digest(&[route.as_bytes(), &made.data.to_be_bytes()].concat())
}
