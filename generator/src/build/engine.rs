//! The engine: from what changed to what must be made again, and from there to the output.
//!
//! A page is up to date when its own file is the same and every question that it asked would be answered the same now.
//! The engine lives as long as the process; between processes a [`Cache`] carries what was made.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::build::address_table::AddressTable;
use crate::build::cache::{Cache, CacheContent, PageRecord};
use crate::build::changes::Changes;
use crate::build::consequences;
use crate::build::context::RenderContext;
use crate::build::dependency_table::DependencyTable;
use crate::build::kept_pages::KeptPages;
use crate::build::saved_warning::SavedWarning;
use crate::build::sources::Sources;
use crate::build::warnings::warnings;
use crate::config::args::BuildArgs;
use crate::config::clock::Clock;
use crate::config::settings::Settings;
use crate::content::page::Page;
use crate::diagnostic::code::Code;
use crate::diagnostic::dedup::dedup;
use crate::diagnostic::{self, Diagnostic, Severity};
use crate::output::changes::FileChange;
use crate::output::lock::OutputLock;
use crate::output::manifest::{self, Manifest, OutputFile};
use crate::output::staging::{PublishStats, Staging};
use crate::source::digest::Digest;
use crate::source::path::{OutputPath, Route};
use crate::source::text;
use crate::source::world::Stamp;

/// What a build did.
#[derive(Debug, Clone)]
pub struct BuildReport {
    /// How many pages the site has.
    pub pages: usize,
    /// How many of them were rendered.
    pub rendered: usize,
    /// What was written.
    pub stats: PublishStats,
    /// What is worth saying though nothing is wrong.
    pub warnings: Vec<Diagnostic>,
    /// When the site must be built again because a page, or an entry of data, becomes due or expires, in epoch seconds.
    pub next_change_at: Option<i64>,
    /// What became of files, if it was asked for.
    pub changes: Vec<FileChange>,
}

/// Builds one site, again and again.
pub struct Engine {
    pub(super) args: BuildArgs,
    pub(super) clock: Clock,
    pub(super) sources: Sources,
    /// What changed and is not yet published.
    pub(super) pending: Changes,
    pub(super) context: Option<RenderContext>,
    pub(super) dependencies: Mutex<DependencyTable>,
    pub(super) addresses: Mutex<AddressTable>,
    /// What the last build told though nothing was wrong.
    pub(super) warnings: Vec<SavedWarning>,
    /// Whether some of it was about links, which must be looked at again even where nothing of them changed.
    pub(super) warned_of_links: bool,
    /// What the last release told of slices and files: see [`RenderContext::told`].
    pub(super) told: Digest,
    pub(super) records: BTreeMap<Route, PageRecord>,
    /// Digest of all page-data together: the sum of what each page adds to it, so that one page is exchanged in no time.
    pub(super) pages: Digest,
    pub(super) outputs: BTreeMap<OutputPath, OutputFile>,
    pub(super) site_files: BTreeSet<OutputPath>,
    /// The manifest as the last build left it.
    pub(super) manifest: Option<(Stamp, Manifest)>,
    pub(super) start: Start,
    /// The moment at which the output was built last, in epoch seconds.
    pub(super) built_at: i64,
    /// Whether the last build published nothing.
    pub(super) failed: bool,
    /// Whether it is not known that the output still holds what `outputs` says.
    pub(super) unverified: bool,
}

/// How the first build takes up what an earlier process left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// Where nothing changed it may end before anything was read.
    Quick,
    /// It reads everything, so that the next one is quick.
    Whole,
    /// It is over.
    Done,
}

/// What an earlier process left to do.
pub(super) enum Resumed {
    /// Nothing: what it did is the whole build.
    Whole(BuildReport),
    /// What changed since; what it left in the output is as it was written, as far as it is still known of.
    Begun,
}

impl Engine {
    /// An engine that has built nothing yet.
    pub fn new(args: &BuildArgs, clock: Clock) -> Engine {
        Engine {
            args: args.clone(),
            clock,
            sources: Sources::new(args, clock),
            pending: Changes::default(),
            context: None,
            dependencies: Mutex::default(),
            addresses: Mutex::default(),
            warnings: Vec::new(),
            warned_of_links: false,
            told: 0,
            records: BTreeMap::new(),
            pages: 0,
            outputs: BTreeMap::new(),
            site_files: BTreeSet::new(),
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
    pub fn build(&mut self, paths: Option<&BTreeSet<String>>, note: &dyn Fn(&str)) -> Result<BuildReport, Vec<Diagnostic>> {
        let built = self.built(paths, note);
        self.failed = built.is_err();
        built
    }

    fn built(&mut self, paths: Option<&BTreeSet<String>>, note: &dyn Fn(&str)) -> Result<BuildReport, Vec<Diagnostic>> {
        // Whoever waits must see what the other build left, so that nothing is read before.
        let waiting = || note("another build is writing this folder; waiting for it");
        let _lock = OutputLock::take(&self.out(), &waiting).map_err(|error| vec![error])?;
        let mut looked_at_outputs = false;
        if self.start != Start::Done {
            match self.resume(note)? {
                Some(Resumed::Whole(built)) => return Ok(built),
                Some(Resumed::Begun) => looked_at_outputs = true,
                None => {}
            }
            self.start = Start::Done;
        }
        // A look at everything that fails on the way is still owed to the next build.
        self.unverified |= paths.is_none();
        let seen = self.sources.refresh(paths.filter(|_| !self.unverified), note);
        // What could not be looked at is owed too.
        self.unverified |= seen.is_err();
        let changes = seen?;
        self.pending.merge(changes);
        self.pending.pages |= self.next_change_at().is_some_and(|moment| moment <= self.clock.now);
        self.pending.pages |= self.clock.now < self.built_at;
        let settings = self.settings();
        let mut found = self.prepare();
        let known = self.manifest.take();
        let staging = Staging::open(&settings.out, known).map_err(|error| vec![error])?;
        self.unverified |= !staging.is_known;
        if self.unverified && !looked_at_outputs {
            self.forget_lost_outputs(&settings);
        }
        let (dirty, same) = self.dirty(self.unverified);
        let (mut files, errors) = self.render(&staging, &dirty, &same);
        found.extend(errors);
        found.extend(dedup(files.iter_mut().flat_map(|it| std::mem::take(&mut it.found)).collect()));
        let texts = self.texts_alone(&files, &dirty, &mut found);
        let copies = self.pictures(&files, &dirty);
        found.extend(self.broken_links(&files, &dirty, &texts, &copies));
        let (pictures, wrong) = self.stage_pictures(&staging, &copies, note);
        found.extend(wrong);
        let rendered = files.iter().map(|it| &it.record);
        found.extend(warnings(&self.sources.world, rendered.chain(self.current(&dirty, |record| !record.unnamed.is_empty()))));
        found = settings.config.checks.weighed(found);
        if found.iter().any(|it| it.severity == Severity::Error) {
            staging.abandon();
            // The folder is as it was, so that the next build need not look at all of it.
            self.manifest =
                manifest::manifest_stamp(&settings.out).filter(|_| staging.is_known).map(|stamp| (stamp, staging.manifest));
            return Err(self.in_order(found));
        }
        let (rendered, stats, changes) = self.publish(staging, files, pictures)?;
        if paths.is_none() {
            self.tidy_pictures(&copies);
        }
        self.warned_of_links = found.iter().any(|it| OF_LINKS.contains(&it.code));
        let found = self.in_order(found);
        self.warnings = SavedWarning::all(&found);
        let (pages, next_change_at) = (self.records.len(), self.next_change_at());
        Ok(BuildReport { pages, rendered, stats, warnings: found, next_change_at, changes })
    }

    /// What is remembered of pages that need not be rendered, where `dirty` are those that do, as far as it `is_wanted`.
    pub(super) fn current(&self, dirty: &[Arc<Page>], is_wanted: fn(&PageRecord) -> bool) -> impl Iterator<Item = &PageRecord> {
        let dirty: BTreeSet<&Route> = dirty.iter().map(|page| &page.route).collect();
        let pages = &self.context().inputs.site.pages;
        let is_current = move |route: &Route| !dirty.contains(route) && pages.get(route).is_some_and(|page| page.is_valid);
        self.records.iter().filter(move |(route, record)| is_wanted(record) && is_current(route)).map(|(_, record)| record)
    }

    /// Keeps what was made for a later process.
    pub fn save(&self) {
        let Some(settings) = &self.sources.settings else {
            return;
        };
        let next_change_at = self.next_change_at();
        let dependencies = self.dependencies();
        let addresses = self.addresses();
        let content = CacheContent {
            runtime: settings.runtime.clone(),
            stamps: Cow::Borrowed(&self.sources.stamps),
            // After a build that failed, the sources as they are now were not what the output was made from.
            variables: self.args.variables_digest(),
            scanned_at: if self.failed { 0 } else { self.sources.scanned_at },
            dependencies: Cow::Borrowed(&dependencies.list),
            answers: Cow::Borrowed(&dependencies.answers),
            addresses: Cow::Borrowed(&addresses.list),
            warnings: self.warnings.clone(),
            records: Cow::Borrowed(&self.records),
            manifest: self.manifest.as_ref().map(|(stamp, _)| *stamp),
            outputs: Cow::Borrowed(&self.outputs),
            site_files: Cow::Borrowed(&self.site_files),
            pages: self.records.len(),
            built_at: self.built_at,
            next_change_at,
        };
        let cache = self.cache();
        let Sources { contents, stamps, errors, scanned_at, .. } = &self.sources;
        let files = contents.iter().filter(|(file, _)| !errors.contains_key(*file));
        let files = files.filter_map(|(file, content)| Some((stamps.get(file)?, content)));
        rayon::join(|| cache.save(&content), || KeptPages::save(files, *scanned_at, &cache));
    }

    /// The moment from which on builds decide which pages are due, and the year they are dated with.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
        self.sources.clock = clock;
    }

    /// When the site must be built again because a page, or an entry of data, becomes due or expires, in epoch seconds.
    pub fn next_change_at(&self) -> Option<i64> {
        let context = self.context.as_ref()?;
        let dependencies = self.dependencies();
        let coming = dependencies.list.iter().zip(0..).filter_map(|(dependency, id)| Some((dependency.moment()?, id)));
        let mut coming: Vec<(i64, u32)> = coming.filter(|(moment, _)| *moment > context.inputs.now).collect();
        coming.sort_unstable();
        let asked = coming.into_iter().find(|(_, id)| self.records.values().any(|record| record.dependencies.contains(id)));
        context.next_change_at().into_iter().chain(asked.map(|(moment, _)| moment)).min()
    }

    /// Where what was made is kept for a later process.
    pub(super) fn cache(&self) -> Cache {
        // Where the site and its output lie is not among it: both may be brought to another machine together.
        let BuildArgs { root, out: _, base_url, drafts, profile, allow_samples, variables: _, lists_changes: _ } = &self.args;
        let told = format!("{base_url:?} {drafts} {profile:?} {allow_samples} {}", self.clock.build_year);
        Cache::new(root, &self.out(), &told)
    }

    /// The output folder, before site.toml is read.
    pub(super) fn out(&self) -> PathBuf {
        self.args.out()
    }

    pub(super) fn settings(&self) -> Arc<Settings> {
        Arc::clone(self.sources.settings.as_ref().expect("settings are read before anything else"))
    }

    /// Brings the context of rendering up to date. What is wrong with sources is returned.
    pub(super) fn prepare(&mut self) -> Vec<Diagnostic> {
        if self.pending.is_wide() || self.pending.statics {
            let moved = self.sources.place_files(self.clock.now);
            self.pending.merge(moved);
        }
        let mut found: Vec<Diagnostic> = self.sources.errors.values().flatten().cloned().collect();
        let Some(context) = self.context.take().filter(|_| !self.pending.is_wide()) else {
            self.context = Some(RenderContext::new(&self.sources, &self.settings(), self.clock.now, &mut found));
            return found;
        };
        if self.pending.is_shared() {
            let settings = self.settings();
            self.context = Some(context.renewed(&self.sources, &settings, &mut self.pending, self.clock.now, &mut found));
            return found;
        }
        let mut context = context;
        context.renew_feeds(&self.sources, &self.pending.texts);
        found.extend(context.standing());
        self.context = Some(context);
        found
    }

    pub(super) fn context(&self) -> &RenderContext {
        self.context.as_ref().expect("the context was prepared")
    }

    /// What was found, in order, with the line of the file where only the file was known.
    pub(super) fn in_order(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if let Some(settings) = &self.sources.settings {
            found = settings.config.checks.weighed(found);
        }
        if let Some(settings) = &self.sources.settings {
            consequences::leave_out(&mut found, &settings.doubt);
        }
        for place in found.iter_mut().filter(|it| it.is_without_line()).take(LINES) {
            let text = place.place.as_ref().and_then(|it| Some(text::read(&it.file, self.sources.world.read(&it.file).ok()?)));
            if let Some(text) = text.filter(|it| it.len() < LARGE).and_then(|it| String::from_utf8(it).ok()) {
                place.find_in(text);
            }
        }
        diagnostic::sort(&mut found);
        found
    }

    pub(super) fn addresses(&self) -> MutexGuard<'_, AddressTable> {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn dependencies(&self) -> MutexGuard<'_, DependencyTable> {
        self.dependencies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is told of the finished HTML where it stops nothing.
const OF_LINKS: [Code; 6] =
    [Code::BrokenLink, Code::BrokenAnchor, Code::MalformedAddress, Code::LinkEnds, Code::PolicyBlocks, Code::ImageWithoutText];

/// So many diagnostics get a line that must be looked for, in files of less than so many bytes.
const LINES: usize = 100;
const LARGE: usize = 1 << 20;
