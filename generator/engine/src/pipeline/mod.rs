//! The pipeline of a build: `Scan -> Sources -> AssembledSite -> Plan -> Rendered -> Checked -> Release`.
//!
//! | step | value | module |
//! |---|---|---|
//! | scan the disk and parse changed files | [`Sources`], [`Invalidation`] | [`crate::sources`] |
//! | assemble pages and templates | [`AssembledSite`] | [`crate::site`] |
//! | find the outdated slices, and render them | slices | [`plan`], [`standalone`] |
//! | check front matter against the site | [`crate::check::front_matter::FrontMatterErrors`] | [`crate::check`] |
//! | find the pages and standalone files to render | [`crate::stage::Plan`] | [`plan`] |
//! | render them into the staging folder | [`crate::stage::Rendered`] | [`render`], [`standalone`] |
//! | check links and texts | [`Checked`] | [`crate::check`] |
//! | move files to their places, update the session | `Release` | [`publish`] |
//!
//! Slices come first, because their contents decide which pages and files are outdated. Rendered files wait in the staging folder, a
//! hidden folder of the output, so that memory does not hold the whole site. No file has its final path before all checks have passed;
//! after an error the staging folder is removed, and the published files are as they were.
//!
//! How much a build has to check, its [`Scope`], follows from what the engine knows and from what changed:
//!
//! | the engine knows | what changed | scope |
//! |---|---|---|
//! | nothing: no cache, or one of other options | | `Everything` |
//! | the session of the previous process, and the output is as it left it | nothing | no build ([`resume`]) |
//! | the same | bodies of content files | `Bodies` |
//! | the same | metadata of up to 50 pages, templates, data, static files | `Targeted` |
//! | the same | site.toml, the runtime, assets; routes, dates or lists of pages | `Everything` |
//! | the session, and the output is not as it was left | anything | `Everything` |
//! | its own session, in watch mode | as above | as above |
//! | its own session, after a build with errors | those changes and later ones | as above |
//! | its own session, after an error of the machine | anything | `Everything` |

pub(crate) mod inspect;
mod link_targets;
mod mode;
pub(crate) mod once;
mod pictures;
mod plan;
pub(crate) mod portable_session;
pub(crate) mod preview;
mod publish;
mod render;
pub(crate) mod report;
mod resume;
pub(crate) mod shard;
mod site_files;
mod staged_file;
mod standalone;
mod text_index;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::cache::Cache;
use crate::cache::saved_warning::SavedWarning;
use crate::check::finalize::finalize;
use crate::check::front_matter::check_front_matter;
use crate::check::links::check_pages;
use crate::check::messages::message_warnings;
use crate::check::page_checks::PageChecks;
use crate::check::placeholder_content::placeholder_content;
use crate::check::translation_keys::lone_translation_keys;
use crate::check::translations::translation_problems;
use crate::check::{FutureDates, PAGE_CODES};
use crate::commands::BuildCommands;
use crate::island::dev_bundler::DevBundler;
use crate::output::folder::OutputFolder;
use crate::output::lock::OutputLock;
use crate::output::staging::Staging;
use crate::pipeline::mode::{Mode, ResumeMode, TextIndex, WrittenOutputs};
use crate::pipeline::publish::{Checked, Publishing, Release};
use crate::pipeline::render::Rendering;
use crate::pipeline::report::BuildReport;
use crate::pipeline::shard::Shard;
use crate::pipeline::shard::parts::Parts;
use crate::query::invalidation::Invalidation;
use crate::query::key::QueryKey;
use crate::session::Session;
use crate::session::rendered::StagedFile;
use crate::session::store::StoredState;
use crate::site::AssembledSite;
use crate::sources::Sources;
use crate::stage::{BuildState, Rendered, Scope};
use croupier_base::date::SiteZone;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::shell_quoted;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::disk::world;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_base::path::{Route, SitePath};
use croupier_base::progress::Notes;
use croupier_content::config::options::BuildOptions;
use croupier_content::config::options::Clock;
use croupier_content::config::settings::Settings;
use croupier_content::next_change::{ChangeKind, NextChange};
use croupier_content::unpublished::LeftOut;

/// Builds one site, any number of times.
#[expect(clippy::struct_excessive_bools, reason = "each one is about another build")]
pub struct Engine {
    options: BuildOptions,
    clock: Clock,
    /// The commands that make sources.
    commands: BuildCommands,
    /// The files that they wrote or removed during the last build.
    generated: BTreeSet<SitePath>,
    sources: Sources,
    /// What changed since the last release.
    changes: Invalidation,
    site: Option<AssembledSite>,
    session: Session,
    /// The diagnostics of pages, in watch mode.
    page_checks: PageChecks,
    future_dates: FutureDates,
    /// Whether all warnings of the last build are about pages.
    has_only_page_warnings: bool,
    mode: Mode,
    resume_mode: ResumeMode,
    text_index: TextIndex,
    /// The shard that the build is for.
    shard: Option<Shard>,
    /// The parts that the build merges.
    parts: Option<Parts>,
    written_outputs: WrittenOutputs,
    /// Whether the last build published nothing.
    has_failed: bool,
    /// Whether the output may not hold what the session says.
    is_unverified: bool,
    /// Whether this process has rendered all pages.
    has_rendered_all: bool,
}

/// A build without errors that is not published yet. Other builds into its output wait until it is published or abandoned.
pub struct StagedBuild {
    content: StagedContent,
    start: Instant,
    _lock: OutputLock,
}

/// What a staged build publishes.
enum StagedContent {
    /// The output is up to date.
    Nothing(BuildReport),
    /// Files in the staging folder.
    Files(Box<StagedFiles>),
}

/// The files of a staged build.
struct StagedFiles {
    staging: Staging,
    checked: Checked,
    /// The warnings. None if those of the last build are still right.
    warnings: Option<Vec<Diagnostic>>,
    /// Whether all pages of the site were rendered.
    renders_all: bool,
}

/// What the previous process left to do.
enum Resumed {
    /// Nothing changed.
    NothingToDo(BuildReport),
    /// The session is restored and the site is assembled. Holds what is wrong with the sources.
    Prepared(Result<Vec<Diagnostic>, Vec<Diagnostic>>),
}

/// What a build rendered, before its diagnostics decide whether it is published.
struct Candidate {
    rendered: Rendered,
    /// The staged copies of pictures.
    pictures: Vec<StagedFile>,
    /// The queries with other results than in the last release: their indices, with the new fingerprints.
    changed_queries: Vec<(usize, Fingerprint)>,
    /// Whether all pages of the site were rendered.
    renders_all: bool,
    page_checks: PageChecks,
}

impl Engine {
    /// Creates an engine that has built nothing yet.
    pub fn new(options: &BuildOptions, clock: Clock) -> Engine {
        Engine {
            options: options.clone(),
            clock,
            commands: BuildCommands::default(),
            generated: BTreeSet::new(),
            sources: Sources::new(options, clock),
            changes: Invalidation::default(),
            site: None,
            session: Session::default(),
            page_checks: PageChecks::default(),
            future_dates: FutureDates::default(),
            has_only_page_warnings: false,
            mode: Mode::OneShot,
            resume_mode: ResumeMode::Shortcut,
            text_index: TextIndex::Built,
            shard: None,
            parts: None,
            written_outputs: WrittenOutputs::All,
            has_failed: false,
            is_unverified: true,
            has_rendered_all: false,
        }
    }

    /// Prepares for many builds: the first one reads everything, so that the next ones are quick.
    #[must_use]
    pub fn warm(mut self) -> Engine {
        (self.resume_mode, self.mode) = (ResumeMode::Full, Mode::Watch);
        self
    }

    /// Bundles the runtime with `bundler`, for a development server.
    #[must_use]
    pub fn with_dev_bundler(mut self, bundler: Arc<DevBundler>) -> Engine {
        self.sources.dev_bundler = Some(bundler);
        self
    }

    /// Writes only files that differ from the last build, also if the others are not on this machine.
    #[must_use]
    pub fn with_changed_outputs_only(mut self) -> Engine {
        self.written_outputs = WrittenOutputs::Changed;
        self
    }

    /// Makes no index of a search over texts, which takes seconds on a large site. The search finds titles then.
    #[must_use]
    pub fn without_text_index(mut self) -> Engine {
        self.text_index = TextIndex::Skipped;
        self
    }

    /// Renders and checks into the staging folder of the locked output.
    fn stage_locked(
        &mut self,
        paths: Option<&BTreeSet<SitePath>>,
        notes: &Notes<'_>,
    ) -> Result<StagedContent, Vec<Diagnostic>> {
        let generated = self.run_commands(paths, notes)?;
        let changed = paths.map(|paths| self.changed_sources(paths, &generated));

        let (resumed, paths) = match self.resume_once(notes)? {
            Some(Resumed::NothingToDo(report)) => return Ok(StagedContent::Nothing(report)),
            // This process has read nothing before, so that `paths` are not all changes.
            Some(Resumed::Prepared(diagnostics)) => (Some(diagnostics), None),
            None => (None, changed.as_ref()),
        };

        let has_checked_outputs = resumed.is_some();
        // If a build that scans everything fails on the way, the next one has to.
        self.is_unverified |= paths.is_none() && !has_checked_outputs;

        let mut diagnostics = match resumed {
            Some(diagnostics) => diagnostics?,
            None => self.prepare(paths.filter(|_| !self.is_unverified), notes)?,
        };

        self.check_parts().map_err(|error| vec![error])?;
        let staging = self.open_output(has_checked_outputs)?;
        // A session that was restored is not known when the site is assembled.
        self.note_included();

        let mut candidate = self.render_and_check(&staging, &mut diagnostics, notes);
        let copies = std::mem::take(&mut candidate.rendered.copies);
        let cards = std::mem::take(&mut candidate.rendered.cards);
        let files = self.stage_release(staging, candidate, diagnostics, notes)?;

        if paths.is_none() {
            pictures::prune_caches(&self.sources, &copies, &cards);
        }

        Ok(StagedContent::Files(Box::new(files)))
    }

    /// Returns the sources that changed: those of `paths`, and those that commands `generated`.
    fn changed_sources(
        &self,
        paths: &BTreeSet<SitePath>,
        generated: &BTreeSet<SitePath>,
    ) -> BTreeSet<SitePath> {
        paths.iter().chain(generated).filter(|path| self.sources.is_source(path)).cloned().collect()
    }

    /// Restores the session of the previous process, in the first build of this one.
    fn resume_once(&mut self, notes: &Notes<'_>) -> Result<Option<Resumed>, Vec<Diagnostic>> {
        if self.resume_mode == ResumeMode::Done {
            // The chunks of the previous process only fit its own lists.
            self.session.drop_previous();
            return Ok(None);
        }

        let resumed = self.resume(notes)?;
        // If there is nothing to do, the session is not restored, so that the next build has to do it.
        if !matches!(resumed, Some(Resumed::NothingToDo(_))) {
            self.resume_mode = ResumeMode::Done;
        }
        Ok(resumed)
    }

    /// Renders what is outdated into the staging folder, and checks it. Adds what is wrong to `diagnostics`, except for the diagnostics
    /// of pages.
    fn render_and_check(
        &mut self,
        staging: &Staging,
        diagnostics: &mut Vec<Diagnostic>,
        notes: &Notes<'_>,
    ) -> Candidate {
        let scope = Scope::of(&self.changes, self.is_unverified);
        diagnostics.extend(self.render_slices(scope));
        let mut page_checks = std::mem::take(&mut self.page_checks);
        let state = self.state();
        let is_in_build = |route: &Route| self.shard.is_none_or(|shard| shard.has(route));
        let front_matter = check_front_matter(state, is_in_build);
        diagnostics.extend(placeholder_content(state));
        diagnostics.extend(translation_problems(state));
        diagnostics.extend(lone_translation_keys(state));

        let mut plan = plan::plan(state, scope);
        if let Some(shard) = self.shard {
            plan.pages = shard::pages_of(shard, plan.pages);
        }
        let renders_all = plan.pages.len() == state.site.inputs.site.pages.len();

        let mut rendered =
            render::render(state, &plan, &front_matter, Some(staging), self.rendering());
        diagnostics.extend(front_matter.diagnostics);
        diagnostics.append(&mut rendered.diagnostics);
        diagnostics.extend(check_pages(
            state,
            &plan,
            &rendered,
            &staging.manifest.releases,
            &self.cache(),
            &mut page_checks,
        ));

        // A shard does not know which messages the other pages show.
        if self.shard.is_none() {
            let warnings = message_warnings(state, &rendered, diagnostics);
            diagnostics.extend(warnings);
        }

        if let Some(parts) = &self.parts {
            parts.add_pictures(&self.sources, &rendered.copies, &rendered.cards);
        }
        let (mut pictures, errors) =
            pictures::stage_copies(state, staging, &rendered.copies, notes);
        diagnostics.extend(errors);
        let (cards, errors) = pictures::stage_cards(state, staging, &rendered.cards);
        pictures.extend(cards);
        diagnostics.extend(errors);

        Candidate { rendered, pictures, changed_queries: plan.changed, renders_all, page_checks }
    }

    /// Completes the files of a build without errors. Returns all diagnostics of one with errors.
    fn stage_release(
        &mut self,
        staging: Staging,
        candidate: Candidate,
        other_diagnostics: Vec<Diagnostic>,
        notes: &Notes<'_>,
    ) -> Result<StagedFiles, Vec<Diagnostic>> {
        let Candidate { rendered, pictures, changed_queries, renders_all, page_checks } = candidate;
        let (diagnostics, is_unchanged) =
            self.with_page_diagnostics(other_diagnostics, page_checks);
        if diagnostics.iter().any(|it| it.severity == Severity::Error) {
            return Err(self.refuse(staging, diagnostics));
        }

        let Rendered { pages, files, .. } = rendered;
        let staged_index = match self.text_index {
            TextIndex::Built => text_index::stage_index(self.state(), &staging, &pages, notes),
            TextIndex::Skipped => Ok(Vec::new()),
        };
        let text_index = match staged_index {
            Ok(text_index) => text_index,
            Err(error) => return Err(self.refuse(staging, vec![error])),
        };

        let checked = Checked { pages, files, pictures, text_index, changed_queries };
        let warnings = (!is_unchanged).then_some(diagnostics);
        Ok(StagedFiles { staging, checked, warnings, renders_all })
    }

    /// Publishes staged files, and records the warnings of their build.
    fn release(&mut self, files: StagedFiles) -> Result<BuildReport, Diagnostic> {
        let StagedFiles { staging, checked, warnings, renders_all } = files;
        let release = self.publish_files(staging, checked)?;
        self.has_rendered_all |= renders_all;

        if let Some(warnings) = warnings {
            let has_page_warnings = warnings.iter().any(|it| PAGE_CODES.contains(&it.code));
            let warnings = Arc::new(finalize(&self.sources, warnings));
            self.session.set_warnings(warnings, has_page_warnings);
        }
        Ok(self.report(&release))
    }

    fn report(&mut self, release: &Release) -> BuildReport {
        let left_out = LeftOut::count(self.site().inputs.site.unpublished.values());
        self.session.left_out = left_out;
        BuildReport {
            pages: self.pages(),
            site_pages: self.site().inputs.site.pages.len(),
            rendered: release.rendered,
            stats: release.stats,
            warnings: Arc::clone(self.session.warnings()),
            next_change: self.next_change(),
            left_out,
        }
    }

    /// Opens the output folder. A build that `has_checked_outputs` knows that its files are as the session says.
    fn open_output(&mut self, has_checked_outputs: bool) -> Result<Staging, Vec<Diagnostic>> {
        let manifest = self.session.take_manifest();
        let staging =
            Staging::open(&self.output_folder(), manifest).map_err(|error| vec![error])?;
        if let Some(error) = self.other_output(&staging) {
            staging.abandon();
            return Err(vec![error]);
        }
        self.is_unverified |= !staging.is_untouched;
        if self.is_unverified && !has_checked_outputs {
            let out = self.settings().out.clone();
            self.session.forget_lost_outputs(&out);
        }
        Ok(staging)
    }

    /// Returns what the build renders.
    fn rendering(&self) -> Rendering<'_> {
        match (&self.parts, self.shard) {
            (Some(parts), _) => Rendering::Merge(parts),
            (None, Some(_)) => Rendering::Shard,
            (None, None) => Rendering::All,
        }
    }

    /// Runs the commands that are out of date, and returns the files that they wrote or removed.
    pub(super) fn run_commands(
        &mut self,
        paths: Option<&BTreeSet<SitePath>>,
        notes: &Notes<'_>,
    ) -> Result<BTreeSet<SitePath>, Vec<Diagnostic>> {
        let result = self.commands.update(&self.options, &self.sources.world, paths, notes);
        // The changes in `paths` are not read now, so that the next build has to scan everything.
        self.is_unverified |= result.is_err();
        let written = result.map_err(|error| vec![error])?;
        self.generated.clone_from(&written);
        Ok(written)
    }

    /// The source files that commands wrote or removed during the last build.
    pub fn generated(&self) -> &BTreeSet<SitePath> {
        &self.generated
    }

    /// Whether a path is an output of a command that has not changed since, so that it needs no build.
    pub fn is_own_output(&self, path: &SitePath) -> bool {
        self.commands.is_own_output(&self.sources.world, path)
    }

    /// Drops what a build with errors staged, and returns its diagnostics. The output is as it was.
    fn refuse(&mut self, staging: Staging, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        staging.abandon();
        // The next build need not check all of the folder.
        let folder_stamp = self.output_folder().current_stamp().filter(|_| staging.is_untouched);
        self.session
            .set_manifest(folder_stamp.map(|folder_stamp| (folder_stamp, staging.manifest)));
        finalize(&self.sources, diagnostics)
    }

    /// Adds the diagnostics of pages to the others, and sets their levels. Also returns whether the warnings of the last build are still
    /// right; then none are added.
    fn with_page_diagnostics(
        &mut self,
        mut diagnostics: Vec<Diagnostic>,
        page_checks: PageChecks,
    ) -> (Vec<Diagnostic>, bool) {
        let mut future_dates = std::mem::take(&mut self.future_dates);
        let site = &self.site().inputs.site;
        future_dates.update(&self.sources, site, &self.changes, self.clock.now);

        let has_only_page_warnings = diagnostics.is_empty();
        let is_unchanged = has_only_page_warnings
            && self.has_only_page_warnings
            && !page_checks.has_changed()
            && !future_dates.has_changed;
        if !is_unchanged {
            diagnostics.extend(page_checks.diagnostics());
            diagnostics.extend(future_dates.warnings());
        }

        let diagnostics = self.settings().config.checks.apply_levels(diagnostics);
        self.has_only_page_warnings = false;
        if self.mode == Mode::Watch {
            let has_error = diagnostics.iter().any(|it| it.severity == Severity::Error);
            self.has_only_page_warnings = has_only_page_warnings && !has_error;
            self.page_checks = page_checks.finished(!has_error);
        }
        self.future_dates = future_dates;

        (diagnostics, is_unchanged)
    }

    /// Sets the time that decides which pages are due, and the year of the copyright line.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
        self.sources.clock = clock;
    }

    /// Sets the current time, or the time of the options.
    pub(crate) fn update_clock(&mut self) {
        self.set_clock(self.options.clock());
    }

    /// Reads what changed, among `paths` if these are given, and assembles the site. Returns what is wrong with the sources.
    fn prepare(
        &mut self,
        paths: Option<&BTreeSet<SitePath>>,
        notes: &Notes<'_>,
    ) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let changes = self.sources.refresh(paths, notes);
        // A refresh that fails has to be repeated for all sources.
        self.is_unverified |= changes.is_err();
        self.changes.merge(changes?);
        self.changes.pages |= self.next_change_at().is_some_and(|time| time <= self.clock.now);
        self.changes.pages |= self.clock.now < self.session.built_at();
        self.note_included();
        Ok(self.assemble())
    }

    /// Records whether a page of the last release includes a changed text.
    fn note_included(&mut self) {
        let bodies = &self.changes.bodies;
        if !bodies.is_empty() {
            let queries = self.session.queries();
            let mut files = queries.list.iter().filter_map(QueryKey::included_file);
            self.changes.included |= files.any(|file| bodies.contains(file));
        }
    }

    /// Assembles the site after the changes. Returns what is wrong with the sources.
    fn assemble(&mut self) -> Vec<Diagnostic> {
        if self.changes.affects_everything() || self.changes.statics {
            let changes = self.sources.locate_assets(self.clock.now);
            self.changes.merge(changes);
        }

        let sources = &self.sources;
        let mut diagnostics = sources.diagnostics();
        diagnostics.extend(sources.world.links.warnings(sources.world.root()));
        diagnostics.extend(sources.world.undecodable.warnings());

        let (settings, now) = (self.settings(), self.clock.now);
        let changes = &mut self.changes;
        let site = if changes.affects_everything() {
            // Drops the previous site first, so that memory never holds two.
            self.site = None;
            AssembledSite::new(sources, &settings, now, &mut diagnostics)
        } else if let Some(site) = self.site.take() {
            if changes.affects_shared_inputs() {
                site.renewed(sources, &settings, changes, now, &mut diagnostics)
            } else {
                diagnostics.extend(site.warnings().iter().cloned());
                site
            }
        } else {
            AssembledSite::resumed(sources, &settings, changes, now, &mut diagnostics)
        };

        self.site = Some(site);
        diagnostics
    }

    /// Renders the outdated slices, unless this state of the site has them already. Returns what is wrong with them.
    fn render_slices(&mut self, scope: Scope) -> Vec<Diagnostic> {
        if self.site().has_slices() {
            return Vec::new();
        }
        let (slices, diagnostics) = standalone::render_slices(self.state(), scope);
        self.site.as_mut().expect("the site was assembled").set_slices(slices);
        diagnostics
    }

    /// Returns the error about an output folder that a build of another profile or another site wrote.
    fn other_output(&self, staging: &Staging) -> Option<Diagnostic> {
        let target = staging.manifest.target.as_ref();
        let own_url = &self.settings().base_url;
        // The site itself can have been built for another URL before.
        let is_own =
            |url: &&String| *url == own_url || target.is_some_and(|it| it.base_url == **url);

        let other_profile = target.filter(|it| it.profile != self.options.profile);
        let (kind, other, own) = match other_profile {
            Some(target) => ("profile", target.profile.name(), self.options.profile.name()),
            None => ("site", staging.site.as_ref().filter(|it| !is_own(it))?.as_str(), &**own_url),
        };

        let out = self.options.out();
        let out = out.strip_prefix(&self.options.root).unwrap_or(&out).display();
        let message =
            format!("{out} contains the output of the {kind} {other}, and this build is for {own}");
        let hint = format!(
            "name another folder with --out, or remove the files of {other} first: `croupier clean --out {}`",
            shell_quoted(&out.to_string())
        );
        Some(Diagnostic::error(Code::OutputProfile, message).hint(hint))
    }

    /// What the stages of a build read.
    fn state(&self) -> BuildState<'_> {
        BuildState {
            options: &self.options,
            sources: &self.sources,
            site: self.site(),
            session: &self.session,
            changes: &self.changes,
        }
    }

    /// Publishes a checked build, and starts with a clean state of changes.
    fn publish_files(&mut self, staging: Staging, checked: Checked) -> Result<Release, Diagnostic> {
        let publishing = Publishing {
            options: &self.options,
            sources: &self.sources,
            site: self.site.as_ref().expect("the site was assembled"),
            changes: &self.changes,
            now: self.clock.now,
            is_shard: self.shard.is_some(),
        };

        let release = publish::publish(publishing, &mut self.session, staging, checked)
            // The session has no pages now, so that the next build has to render all of them.
            .inspect_err(|_| self.is_unverified = true)?;

        self.changes = Invalidation::default();
        self.is_unverified = false;
        self.sources.texts = HashMap::default();
        plan::verify_recorded_results(self.state());

        if self.mode == Mode::Watch {
            self.session.index_dependents();
        }

        Ok(release)
    }

    /// Returns the published pages that have a file of their own, by route in byte order. Empty before the first build.
    pub fn page_files(&self) -> Vec<(Route, SitePath)> {
        let pages = self.site.iter().flat_map(|site| site.inputs.site.pages.iter());
        let own = pages.filter(|(_, page)| page.source_path().is_some());
        own.map(|(route, page)| (route.clone(), page.file().clone())).collect()
    }

    /// How many pages the site has.
    pub fn pages(&self) -> usize {
        self.session.traces().len()
    }

    /// When the site must be built again because a page, or an entry of data, becomes due or expires, in epoch seconds.
    pub fn next_change_at(&self) -> Option<i64> {
        let inputs = &self.site.as_ref()?.inputs;
        let of_pages = inputs.site.next_change.as_ref().map(|change| change.at);
        of_pages.into_iter().chain(self.session.next_time(inputs.now)).min()
    }

    /// What changes at that time.
    fn next_change(&self) -> Option<NextChange> {
        let inputs = &self.site.as_ref()?.inputs;
        let at = self.next_change_at()?;
        let zone = SiteZone::new(inputs.settings.text("time_zone"));
        let of_page = inputs.site.next_change.clone().filter(|change| change.at == at);
        let change = of_page.unwrap_or_else(|| {
            let file = inputs.data.values().find(|file| file.has_time(at, &zone));
            NextChange {
                at,
                kind: ChangeKind::Data,
                file: file.map(|file| file.source().clone()),
                local_time: String::new(),
            }
        });
        Some(NextChange { local_time: zone.rfc3339(at), ..change })
    }

    /// When the site must be built again though no file changes, in epoch seconds: when a page or an entry of data becomes due or
    /// expires, when a warning is outdated, or at the end of the year, which pages show. A failed build is repeated at that time, too,
    /// because its errors can depend on the clock.
    pub fn due_at(&self) -> i64 {
        let next = self.next_change_at().into_iter().chain(self.future_dates.valid_until());
        let queries = self.session.queries();
        // A failed build records nothing about its pages, so that all times that its templates queried count.
        let times = queries.list.iter().filter(|_| self.has_failed).filter_map(QueryKey::time);
        let times = next.chain(times).filter(|time| *time > self.clock.now);
        times.chain([self.clock.next_year()]).min().expect("the end of the year is always one")
    }

    /// Saves the session for the next process, which builds everything if an error is returned.
    pub fn save(&self) -> io::Result<()> {
        self.save_session()?;
        if self.written_outputs == WrittenOutputs::Changed {
            self.save_records();
        }
        Ok(())
    }

    /// Saves the session, and returns its cache and its token. None if the settings could not be read.
    fn save_session(&self) -> io::Result<Option<(Cache, Fingerprint)>> {
        let Some(settings) = &self.sources.settings else { return Ok(None) };
        self.sources.highlighter.save(self.has_rendered_all);
        // The clock may have reached another year since the last build.
        let cache = self.cache_of_year(settings.build_year);
        let (session, sources) = (&self.session, &self.sources);

        let token = fingerprint(&(std::process::id(), world::now(), session.built_at()));
        let manifest = session.manifest();
        let state = StoredState {
            token,
            runtime: settings.runtime.clone(),
            stamps: Cow::Borrowed(&sources.stamps),
            variables: self.options.variables_digest(),
            // After a failed build, the output was not made from the current sources.
            scanned_at: if self.has_failed { 0 } else { sources.scanned_at },
            history: sources.shown_history_state(),
            shared: sources.shared_inputs(),
            warnings: SavedWarning::all(session.warnings()),
            has_page_warnings: session.has_page_warnings(),
            left_out: session.left_out,
            shared_outputs: session.shared_outputs(),
            manifest: manifest
                .map(|(folder_stamp, it)| (*folder_stamp, it.without(session.outputs()))),
            outputs: Cow::Borrowed(session.outputs()),
            site_files: Cow::Borrowed(session.site_files()),
            page_data: session.page_data(),
            pages: self.pages(),
            built_at: session.built_at(),
            next_change: self.next_change(),
            warnings_valid_until: self.future_dates.valid_until().unwrap_or_default(),
        };

        let previous = session.previous().zip(sources.changed_since_load());
        let pages = previous.map(|(previous, changed)| (&previous.pages, changed));
        let (traces, (state, pages)) = rayon::join(
            || session.save_traces(&cache, token),
            || {
                rayon::join(
                    || state.save(&cache, previous),
                    || sources.cacheable_pages().save(&cache, token, pages),
                )
            },
        );
        traces.and(state).and(pages)?;
        Ok(Some((cache, token)))
    }

    /// The cache of this output folder, for the current year.
    fn cache(&self) -> Cache {
        self.cache_of_year(self.clock.build_year)
    }

    /// The cache of this output folder, for builds with a year in the copyright line.
    fn cache_of_year(&self, build_year: i64) -> Cache {
        self.cache_at(self.options.state_file("cache"), build_year)
    }

    /// The cache at a path, for builds with a year in the copyright line.
    fn cache_at(&self, path: PathBuf, build_year: i64) -> Cache {
        // The paths of the site and the output are left out, because both may be moved to another machine.
        let is_development = self.sources.dev_bundler.is_some();
        let BuildOptions { profile, host, .. } = &self.options;
        let flags = self.options.output_flags();
        let options = (flags, profile.name(), host, build_year, is_development);
        Cache::new(path, fingerprint(&options), &self.options.extensions)
    }

    fn output_folder(&self) -> OutputFolder {
        OutputFolder::from_args(&self.options)
    }

    fn settings(&self) -> Arc<Settings> {
        let settings = self.sources.settings.as_ref();
        Arc::clone(settings.expect("settings are read before anything else"))
    }

    fn site(&self) -> &AssembledSite {
        self.site.as_ref().expect("the site was assembled")
    }
}
