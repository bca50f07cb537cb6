//! The assembled site: pages, redirects, compiled templates and the list of standalone files, for one state of the inputs that pages
//! share.

mod built_in_texts;
mod conflicts;
pub(crate) mod files;
mod folders;
mod page_in_shell;
mod redirects;
mod unread_tables;

use std::sync::Arc;

use crate::island::renderer::{Islands, islands_cache};
use crate::query::Snapshot;
use crate::query::inputs::Inputs;
use crate::query::invalidation::Invalidation;
use crate::query::recorder::slice_id;
use crate::render::head;
use crate::render::site_files::headers;
use crate::render::slice::{SliceKey, Slices};
use crate::site::files::{StandaloneFiles, file_conflicts, standalone_files};
use crate::site::page_in_shell::page_in_shell;
use crate::site::redirects::RedirectTables;
use crate::site::unread_tables::unread_tables;
use crate::sources::Sources;
use crate::template::environment::Templates;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::path::SitePath;
use croupier_content::config::settings::Settings;
use croupier_content::config::tables::languages::Language;
use croupier_content::redirects::Redirects;
use croupier_content::site::Site;

/// The assembled site, which pages are rendered with.
pub(crate) struct AssembledSite {
    /// The inputs of this state.
    pub inputs: Arc<Inputs>,
    /// The inputs as renderings read them.
    pub snapshot: Arc<Snapshot>,
    /// The compiled templates.
    pub templates: Templates,
    /// The outputs of the templates in pages/files/, and feeds.
    pub files: StandaloneFiles,
    /// The rendered slices. None until the build has rendered them.
    slices: Option<Slices>,
    /// Conflicts between pages.
    conflicts: Vec<Diagnostic>,
    redirects: RedirectTables,
    /// The warnings of the last assembly.
    warnings: Vec<Diagnostic>,
}

/// The parts of the site that stay valid while all pages keep their routes.
struct Pages {
    site: Arc<Site>,
    conflicts: Vec<Diagnostic>,
    redirects: RedirectTables,
    files: StandaloneFiles,
    /// The problems with standalone files.
    file_problems: Vec<Diagnostic>,
    islands: Option<Islands>,
}

impl AssembledSite {
    /// Assembles the site at the time `now` (epoch seconds). Problems are added to `diagnostics`. Parts that
    /// fail are left empty, so that everything else is checked, too.
    pub(crate) fn new(
        sources: &Sources,
        settings: &Arc<Settings>,
        now: i64,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> AssembledSite {
        let pages = sources.contents.values().map(|content| &content.page);
        let (mut site, conflicts) = Site::gather(pages, settings, now);
        site.unread = sources.unread();
        AssembledSite::of_pages(sources, settings, (Arc::new(site), conflicts), now, diagnostics)
    }

    /// Assembles the site with the pages of the previous process, and replaces the pages that changed since.
    pub(crate) fn resumed(
        sources: &Sources,
        settings: &Arc<Settings>,
        changes: &mut Invalidation,
        now: i64,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> AssembledSite {
        let previous = std::mem::take(&mut changes.previous);
        let pages =
            sources.contents.iter().map(|(file, it)| previous.get(file).unwrap_or(&it.page));
        let (mut site, conflicts) = Site::gather(pages, settings, now);
        site.unread = sources.unread();
        let mut site = Arc::new(site);
        if replace_pages(&mut site, sources, changes).is_none() {
            return AssembledSite::new(sources, settings, now, diagnostics);
        }
        AssembledSite::of_pages(sources, settings, (site, conflicts), now, diagnostics)
    }

    /// Assembles the site again after changes that keep the routes of all pages: replaces the changed pages.
    pub(crate) fn renewed(
        self,
        sources: &Sources,
        settings: &Arc<Settings>,
        changes: &mut Invalidation,
        now: i64,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> AssembledSite {
        if changes.data && !self.conflicts.is_empty() {
            // A change of a data file moves the rows that conflicts are located at.
            changes.pages = true;
            return AssembledSite::new(sources, settings, now, diagnostics);
        }

        let AssembledSite { inputs, snapshot, templates, files, conflicts, redirects, .. } = self;
        // Both refer to the inputs, which must have a single owner to be reused.
        drop((snapshot, templates));
        let Some(Inputs { mut site, islands, .. }) = Arc::into_inner(inputs) else {
            changes.pages = true;
            return AssembledSite::new(sources, settings, now, diagnostics);
        };

        if replace_pages(&mut site, sources, changes).is_none() {
            return AssembledSite::new(sources, settings, now, diagnostics);
        }

        let (standalone, file_problems) = standalone_files(&sources.templates, &site, settings);
        // An edit can move the location of a diagnostic.
        let is_outdated =
            changes.statics || files != standalone || !redirects.diagnostics.is_empty();
        let redirects = if is_outdated {
            RedirectTables::of(sources, &site, settings, &standalone)
        } else {
            redirects
        };

        let files = standalone;
        let pages = Pages { site, conflicts, redirects, files, file_problems, islands };
        AssembledSite::compile(sources, settings, pages, now, diagnostics)
    }

    fn of_pages(
        sources: &Sources,
        settings: &Arc<Settings>,
        (site, conflicts): (Arc<Site>, Vec<Diagnostic>),
        now: i64,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> AssembledSite {
        let cache = islands_cache(sources.world.root());
        let islands = sources.bundle.as_ref().map(|bundle| Islands::new(bundle, cache));
        let (files, file_problems) = standalone_files(&sources.templates, &site, settings);
        let redirects = RedirectTables::of(sources, &site, settings, &files);
        let pages = Pages { site, conflicts, redirects, files, file_problems, islands };
        AssembledSite::compile(sources, settings, pages, now, diagnostics)
    }

    /// Compiles the templates, and lists the standalone files.
    fn compile(
        sources: &Sources,
        settings: &Arc<Settings>,
        pages: Pages,
        now: i64,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> AssembledSite {
        let Pages { site, conflicts, redirects, files, file_problems, islands } = pages;

        let bundle = sources.bundle.clone();
        let config = bundle.as_ref().and_then(|bundle| bundle.config.as_ref());
        let mut found = config.map(|config| config.violations(settings)).unwrap_or_default();
        let configs = settings.languages.iter();
        let configs = configs.map(|it| head::runtime_config(settings, it, bundle.as_deref()));
        let inputs = Arc::new(Inputs {
            site,
            templates: Arc::clone(&sources.templates),
            data: Arc::clone(&sources.data),
            translated_data: Arc::clone(&sources.translated_data),
            messages: Arc::clone(&sources.messages),
            islands,
            configs: configs.collect(),
            policy: headers::policy_element(settings, bundle.as_deref(), &sources.inlined_sheets()),
            inlined_sheets: sources.inlined_sheets(),
            settings: Arc::clone(settings),
            bundle,
            highlighter: Arc::clone(&sources.highlighter),
            images: Arc::clone(&sources.images),
            statics: Arc::clone(&sources.statics),
            assets: Arc::clone(&sources.asset_paths),
            world: sources.world.clone(),
            now,
        });

        let snapshot = Arc::new(Snapshot::new(Arc::clone(&inputs)));
        let (templates, errors) = Templates::compile(&snapshot, &inputs.templates);
        found.extend(errors);
        found.extend(file_problems);
        found.extend(folders::problems(sources, settings));
        found.extend(built_in_texts::problems(settings));
        found.extend(unread_tables(settings, &inputs.templates));
        found.extend(page_in_shell(settings, &templates, &inputs.templates));
        found.extend(file_conflicts(&files, &inputs, sources));

        let mut site = AssembledSite {
            inputs,
            snapshot,
            templates,
            files,
            slices: None,
            conflicts,
            redirects,
            warnings: Vec::new(),
        };

        found.extend(site.conflicts.iter().chain(&site.redirects.diagnostics).cloned());
        let found = settings.config.checks.apply_levels(found);
        let warnings = found.iter().filter(|it| it.severity == Severity::Warning);
        site.warnings = warnings.cloned().collect();
        diagnostics.extend(found);

        site
    }

    /// The warnings about shared inputs. They are valid until the site is assembled again.
    pub(crate) fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The slices of all languages.
    pub(crate) fn slice_keys(&self) -> Vec<SliceKey> {
        let templates = self.inputs.templates.keys();
        let name_of = |path: &SitePath| {
            let name = path.strip_prefix("pages/slices/")?.strip_suffix(".html")?;
            Some(name.to_owned())
        };
        let names: Vec<String> = templates.filter_map(name_of).collect();
        let key = |language: &Language, name: &String| SliceKey {
            id: slice_id(&language.prefix, name),
            name: name.clone(),
            language: language.key,
        };
        let languages = self.inputs.settings.languages.published();
        languages.flat_map(|language| names.iter().map(move |name| key(language, name))).collect()
    }

    /// The rendered slices.
    pub(crate) fn slices(&self) -> &Slices {
        self.slices.as_ref().expect("slices are rendered before everything that shows them")
    }

    /// Whether the slices have been rendered for this state of the inputs.
    pub(crate) fn has_slices(&self) -> bool {
        self.slices.is_some()
    }

    /// Makes the rendered slices available to pages and standalone files.
    pub(crate) fn set_slices(&mut self, slices: Slices) {
        let shown = slices.iter().map(|(id, slice)| (id.clone(), slice.shown()));
        self.snapshot.set_slices(shown.collect());
        self.slices = Some(slices);
    }

    /// The redirects of the site.
    pub(crate) fn redirects(&self) -> &Redirects {
        &self.redirects.redirects
    }
}

/// Replaces the pages with changed metadata, and records the effects in `changes`. Returns `None` if the whole site must be assembled
/// again, and records that, too.
fn replace_pages(
    site: &mut Arc<Site>,
    sources: &Sources,
    changes: &mut Invalidation,
) -> Option<()> {
    for content in changes.metadata.iter().filter_map(|file| sources.contents.get(file)) {
        let replaced = Arc::get_mut(site).and_then(|site| site.replace_page(&content.page));
        let Some(replaced) = replaced else {
            changes.pages = true;
            return None;
        };
        changes.replaced.extend(replaced.pages);
        changes.terms |= replaced.terms;
        changes.neighbours.extend(replaced.neighbours);
    }
    Some(())
}
