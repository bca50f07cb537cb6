//! The engine: from what changed to what must be made again, and from there to the output.
//!
//! A page is up to date when its own file is the same and every question that it asked would be answered the same now.
//! The engine lives as long as the process; between processes a [`Cache`] carries what was made.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::build::address_table::AddressTable;
use crate::build::askers::Askers;
use crate::build::context::RenderContext;
use crate::build::dependency_table::DependencyTable;
use crate::build::records::Records;
use crate::build::report::BuildReport;
use crate::build::saved_warning::SavedWarning;
use crate::build::scope::Scope;
use crate::build::sources::Sources;
use crate::build::taken_over::TakenOver;
use crate::build::warnings::{OF_LINKS, warnings};
use crate::output::folder::{Mark, OutputFolder};
use crate::output::lock::OutputLock;
use crate::output::manifest::{Manifest, OutputFile};
use crate::output::staging::Staging;
use crate::query::invalidation::Invalidation;
use croupier_base::diagnostic::dedup::dedup;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::digest::Digest;
use croupier_base::path::{OutputPath, SitePath};
use croupier_content::config::args::BuildArgs;
use croupier_content::config::clock::Clock;
use croupier_content::config::settings::Settings;

/// Builds one site, again and again.
pub struct Engine {
    pub(super) args: BuildArgs,
    pub(super) clock: Clock,
    pub(super) sources: Sources,
    /// What changed and is not yet published.
    pub(super) pending: Invalidation,
    pub(super) context: Option<RenderContext>,
    pub(super) dependencies: Mutex<DependencyTable>,
    pub(super) addresses: Mutex<AddressTable>,
    /// What the last build told though nothing was wrong.
    pub(super) warnings: Vec<SavedWarning>,
    /// Whether some of it was about links, which must be looked at again even where nothing of them changed.
    pub(super) warned_of_links: bool,
    /// What the last release told of slices and files: see [`RenderContext::told`].
    pub(super) told: Digest,
    pub(super) records: Records,
    /// Digest of all page-data together: the sum of what each page adds to it, so that one page is exchanged in no time.
    pub(super) pages: Digest,
    /// Which pages asked what, in a process that goes on.
    pub(super) askers: Option<Askers>,
    /// How long the process lasts.
    pub(super) life: Life,
    pub(super) outputs: BTreeMap<OutputPath, OutputFile>,
    pub(super) site_files: BTreeSet<OutputPath>,
    /// What an earlier process kept, while every page stands where it stood.
    pub(super) taken_over: Option<TakenOver>,
    /// The output folder and its manifest as the last build left them.
    pub(super) manifest: Option<(Mark, Manifest)>,
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

/// How long a process lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Life {
    /// For one build, mostly.
    OneBuild,
    /// It goes on, and what makes its next builds quick is worth while.
    Long,
}

/// What an earlier process left to do.
pub(super) enum Resumed {
    /// Nothing: what it did is the whole build.
    Whole(BuildReport),
    /// What changed since: what is wrong with the sources, which were caught up with. What it left in the output is as it was written,
    /// as far as it is still known of.
    Begun(Result<Vec<Diagnostic>, Vec<Diagnostic>>),
}

impl Engine {
    /// An engine that has built nothing yet.
    pub fn new(args: &BuildArgs, clock: Clock) -> Engine {
        Engine {
            args: args.clone(),
            clock,
            sources: Sources::new(args, clock),
            pending: Invalidation::default(),
            context: None,
            dependencies: Mutex::default(),
            addresses: Mutex::default(),
            warnings: Vec::new(),
            warned_of_links: false,
            told: 0,
            records: Records::default(),
            pages: 0,
            askers: None,
            life: Life::OneBuild,
            outputs: BTreeMap::new(),
            site_files: BTreeSet::new(),
            taken_over: None,
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
        (self.start, self.life) = (Start::Whole, Life::Long);
        self
    }

    /// Builds and publishes. `paths` are the only site paths that can have changed since the last time; without them
    /// everything is looked at. `note` is told what takes long. With an error nothing is published.
    pub fn build(
        &mut self,
        paths: Option<&BTreeSet<SitePath>>,
        note: &(dyn Fn(&str) + Sync),
    ) -> Result<BuildReport, Vec<Diagnostic>> {
        let built = self.built(paths, note);
        self.failed = built.is_err();
        self.taken_over = self.taken_over.take().filter(|_| !self.failed);
        built
    }

    fn built(
        &mut self,
        mut paths: Option<&BTreeSet<SitePath>>,
        note: &(dyn Fn(&str) + Sync),
    ) -> Result<BuildReport, Vec<Diagnostic>> {
        // Whoever waits must see what the other build left, so that nothing is read before.
        let waiting = || note("another build is writing this folder; waiting for it");
        let _lock = OutputLock::take(&self.out(), &waiting).map_err(|error| vec![error])?;
        let mut caught_up = None;
        if self.start == Start::Done {
            // What comes and goes in later builds has no place in it.
            self.taken_over = None;
        } else {
            match self.resume(note)? {
                Some(Resumed::Whole(built)) => return Ok(built),
                // This process has read nothing yet.
                Some(Resumed::Begun(found)) => (caught_up, paths) = (Some(found), None),
                None => {}
            }
            self.start = Start::Done;
        }
        let looked_at_outputs = caught_up.is_some();
        // A look at everything that fails on the way is still owed to the next build.
        self.unverified |= paths.is_none() && !looked_at_outputs;
        let mut found = match caught_up {
            Some(found) => found?,
            None => self.catch_up(paths.filter(|_| !self.unverified), note)?,
        };
        let settings = self.settings();
        found.extend(self.samples());
        let known = self.manifest.take();
        let staging = Staging::open(&self.folder(), known).map_err(|error| vec![error])?;
        self.unverified |= !staging.is_known;
        if self.unverified && !looked_at_outputs {
            self.forget_lost_outputs(&settings);
        }
        let plan = self.plan(Scope::of(&self.pending, self.unverified));
        let dirty = &plan.pages;
        let (mut files, errors) = self.render(&staging, dirty, &plan.unchanged);
        found.extend(errors);
        found
            .extend(dedup(files.iter_mut().flat_map(|it| std::mem::take(&mut it.found)).collect()));
        let texts = self.texts_alone(&files, dirty, &mut found);
        let copies = self.pictures(&files, dirty);
        found.extend(self.broken_links(&files, dirty, &texts, &copies, &staging.manifest.releases));
        let (pictures, wrong) = self.stage_pictures(&staging, &copies, note);
        found.extend(wrong);
        let rendered = files.iter().map(|it| &it.record);
        found.extend(warnings(&self.sources.world, rendered.chain(self.unnamed(dirty))));
        found = settings.config.checks.weighed(found);
        if found.iter().any(|it| it.severity == Severity::Error) {
            staging.abandon();
            // The folder is as it was, so that the next build need not look at all of it.
            self.manifest = self
                .folder()
                .mark()
                .filter(|_| staging.is_known)
                .map(|mark| (mark, staging.manifest));
            return Err(self.in_order(found));
        }
        let (rendered, stats, changes) = self.publish(staging, files, pictures, &plan.changed)?;
        if paths.is_none() {
            self.tidy_pictures(&copies);
        }
        self.verify_recorded_results();
        self.index();
        self.warned_of_links = found.iter().any(|it| OF_LINKS.contains(&it.code));
        let found = self.in_order(found);
        self.warnings = SavedWarning::all(&found);
        let (pages, next_change_at) = (self.records.len(), self.next_change_at());
        Ok(BuildReport { pages, rendered, stats, warnings: found, next_change_at, changes })
    }

    /// The moment from which on builds decide which pages are due, and the year they are dated with.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
        self.sources.clock = clock;
    }

    /// The output folder, before site.toml is read.
    pub(super) fn out(&self) -> PathBuf {
        self.args.out()
    }

    /// The output folder, and what is kept of it.
    pub(super) fn folder(&self) -> OutputFolder {
        OutputFolder::of(&self.args)
    }

    pub(super) fn settings(&self) -> Arc<Settings> {
        Arc::clone(self.sources.settings.as_ref().expect("settings are read before anything else"))
    }

    pub(super) fn context(&self) -> &RenderContext {
        self.context.as_ref().expect("the context was prepared")
    }

    pub(super) fn addresses(&self) -> MutexGuard<'_, AddressTable> {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn dependencies(&self) -> MutexGuard<'_, DependencyTable> {
        self.dependencies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
