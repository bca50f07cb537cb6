//! The assembled site: pages, compiled templates, slices and standalone files, for one state of the inputs that pages share.

mod files;
mod redirects;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::island::renderer::Islands;
use crate::query::Snapshot;
use crate::query::inputs::Inputs;
use crate::query::invalidation::Invalidation;
use crate::query::key::QueryKey;
use crate::query::slice::Slice;
use crate::render::site_files::{feed, headers};
use crate::render::{head, standalone};
use crate::site::files::{FEED_SOURCE, StandaloneFiles, feeds, files};
use crate::site::redirects::RedirectTables;
use crate::sources::Sources;
use crate::sources::conflicts::conflict;
use crate::template::environment::Templates;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::fingerprint::{Fingerprint, fingerprint, fingerprint_bytes};
use croupier_base::path::{self, OutputPath, SitePath};
use croupier_content::config::settings::Settings;
use croupier_content::redirects::{self as content_redirects, Redirects};
use croupier_content::site::Site;

/// The assembled site, which pages are rendered with.
pub(crate) struct AssembledSite {
    /// The inputs of this state.
    pub inputs: Arc<Inputs>,
    /// The inputs as renderings read them.
    pub snapshot: Arc<Snapshot>,
    /// The compiled templates.
    pub templates: Templates,
    /// The rendered slices, by name.
    pub slices: BTreeMap<String, Slice>,
    /// The outputs of the templates in pages/files/, and feeds.
    pub files: StandaloneFiles,
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
        let (site, conflicts) = Site::gather(pages, settings, now);
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
        let (site, conflicts) = Site::gather(pages, settings, now);
        let mut site = Arc::new(site);
        if replace_pages(&mut site, sources, changes).is_none() {
            return AssembledSite::new(sources, settings, now, diagnostics);
        }
        AssembledSite::of_pages(sources, settings, (site, conflicts), now, diagnostics)
    }

    /// Assembles the site again after changes that keep the routes of all pages: replaces the changed pages, and renders slices and
    /// files again.
    pub(crate) fn renewed(
        self,
        sources: &Sources,
        settings: &Arc<Settings>,
        changes: &mut Invalidation,
        now: i64,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> AssembledSite {
        let AssembledSite { inputs, snapshot, templates, conflicts, redirects, .. } = self;
        // Both refer to the inputs, which must have a single owner to be reused.
        drop((snapshot, templates));
        let Some(Inputs { mut site, islands, .. }) = Arc::into_inner(inputs) else {
            changes.pages = true;
            return AssembledSite::new(sources, settings, now, diagnostics);
        };
        if replace_pages(&mut site, sources, changes).is_none() {
            return AssembledSite::new(sources, settings, now, diagnostics);
        }
        let redirects =
            if changes.statics { RedirectTables::of(sources, &site, settings) } else { redirects };
        let pages = Pages { site, conflicts, redirects, islands };
        AssembledSite::render(sources, settings, pages, now, diagnostics)
    }

    fn of_pages(
        sources: &Sources,
        settings: &Arc<Settings>,
        (site, conflicts): (Arc<Site>, Vec<Diagnostic>),
        now: i64,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> AssembledSite {
        let cache = sources.world.root().join(".croupier").join("islands");
        let islands = sources.bundle.as_ref().map(|bundle| Islands::new(bundle, cache));
        let redirects = RedirectTables::of(sources, &site, settings);
        let pages = Pages { site, conflicts, redirects, islands };
        AssembledSite::render(sources, settings, pages, now, diagnostics)
    }

    /// Compiles the templates, and renders slices, standalone files and feeds.
    fn render(
        sources: &Sources,
        settings: &Arc<Settings>,
        pages: Pages,
        now: i64,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> AssembledSite {
        let Pages { site, conflicts, redirects, islands } = pages;
        let bundle = sources.bundle.clone();
        let config = bundle.as_ref().and_then(|bundle| bundle.config.as_ref());
        let mut found: Vec<Diagnostic> =
            config.into_iter().flat_map(|config| config.violations(settings)).collect();
        let inputs = Arc::new(Inputs {
            site,
            templates: Arc::clone(&sources.templates),
            data: Arc::clone(&sources.data),
            islands,
            config: head::runtime_config(settings, bundle.as_deref()),
            policy: headers::policy_element(settings, bundle.as_deref()),
            settings: Arc::clone(settings),
            bundle,
            images: Arc::clone(&sources.images),
            statics: Arc::clone(&sources.statics),
            assets: Arc::clone(&sources.asset_paths),
            now,
        });
        let snapshot = Arc::new(Snapshot::new(Arc::clone(&inputs)));
        let (templates, errors) = Templates::compile(&snapshot, &inputs.templates);
        found.extend(errors);
        let slices = render_slices(&inputs, &snapshot, &templates, &mut found);
        snapshot.set_slices(slices.clone());
        let (mut files, errors) = files(&inputs, &snapshot, &templates);
        found.extend(errors);
        found.extend(files.add_feeds(feeds(sources, &inputs, &snapshot, &templates)));
        let mut site = AssembledSite {
            inputs,
            snapshot,
            templates,
            slices,
            files,
            conflicts,
            redirects,
            warnings: Vec::new(),
        };
        found.extend(site.file_conflicts(sources));
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

    /// Returns the fingerprint of the slices and standalone files, as far as files of the whole site show them.
    pub(crate) fn shared_outputs(&self) -> Fingerprint {
        let StandaloneFiles { files, queries, reads: _ } = &self.files;
        fingerprint(&(&self.slices, files.keys().collect::<Vec<_>>(), queries))
    }

    /// The redirects of the site.
    pub(crate) fn redirects(&self) -> &Redirects {
        &self.redirects.redirects
    }

    /// Returns the queries of slices and standalone files.
    pub(crate) fn reads(&self) -> impl Iterator<Item = &QueryKey> {
        let of_slices = self.slices.values().flat_map(|slice| slice.reads.keys());
        of_slices.chain(self.files.reads.keys())
    }

    /// Renders the feeds again if one of them shows a page whose body is among `changed`, by content file.
    pub(crate) fn renew_feeds(&mut self, sources: &Sources, changed: &BTreeSet<SitePath>) {
        let shown = self
            .inputs
            .settings
            .config
            .feeds
            .iter()
            .flat_map(|it| feed::pages(it, &self.inputs.site));
        if !shown.into_iter().any(|(page, _)| changed.contains(&page.source)) {
            return;
        }
        for (path, text) in feeds(sources, &self.inputs, &self.snapshot, &self.templates) {
            self.files.files.insert(path, (SitePath::new(FEED_SOURCE), text));
        }
    }

    /// Whether a standalone file differs from the output, where `written` returns the digest of a file of the output.
    #[expect(clippy::disallowed_methods, reason = "digests the bytes of a file")]
    pub(crate) fn has_changed_file(&self, written: &dyn Fn(&str) -> Option<Fingerprint>) -> bool {
        self.files
            .files
            .iter()
            .any(|(path, (_, text))| written(path) != Some(fingerprint_bytes(text)))
    }

    /// Returns the next time, in epoch seconds, at which a page becomes due or expires, or which a slice or standalone file queries.
    pub(crate) fn next_change_at(&self) -> Option<i64> {
        let times = self.reads().filter_map(QueryKey::time).filter(|time| *time > self.inputs.now);
        self.inputs.site.next_change_at.into_iter().chain(times).min()
    }

    /// Returns the errors for standalone files at the path of a page, a static file, a generated file or a redirect.
    fn file_conflicts(&self, sources: &Sources) -> Vec<Diagnostic> {
        let other_source = |path: &OutputPath| {
            let page = self.inputs.site.pages.get(&path::route_of_output(path));
            let page = page.map(|page| page.source.to_string());
            let of_static =
                || sources.statics.contains_key(path).then(|| sources.source_of(path).into());
            let generator = || path::is_generated_path(path).then(|| "the generator".to_owned());
            page.or_else(of_static).or_else(generator)
        };
        let files = self.files.files.iter();
        let conflicts = files
            .filter_map(|(path, (source, _))| Some(conflict(path, source, &other_source(path)?)));
        let mut diagnostics: Vec<Diagnostic> = conflicts.collect();
        for from in self.redirects().by_path.keys() {
            let is_taken = |path: &OutputPath| self.files.files.contains_key(path);
            let html = content_redirects::html_path(from, &self.inputs.site);
            if is_taken(&OutputPath::new(from.trim_start_matches('/')))
                || html.is_some_and(|path| is_taken(&path))
            {
                let message = format!("{from} cannot be redirected");
                let hint = "a template in pages/files/ or a feed makes a file at this path";
                diagnostics.push(Diagnostic::error(Code::RedirectTaken, message).hint(hint));
            }
        }
        diagnostics
    }
}

/// Renders all slices. A slice that fails is empty.
fn render_slices(
    inputs: &Inputs,
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Slice> {
    let names = inputs
        .templates
        .keys()
        .filter_map(|path| path.strip_prefix("pages/slices/")?.strip_suffix(".html"));
    let mut slices = BTreeMap::new();
    for name in names {
        let slice = standalone::render_slice(snapshot, templates, name).unwrap_or_else(|errors| {
            diagnostics.extend(errors);
            Slice::default()
        });
        slices.insert(name.to_owned(), slice);
    }
    slices
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
