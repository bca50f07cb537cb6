//! What all pages are rendered with: the site, the compiled templates, the slices, for one state of what pages share.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::build::beside_statics::BesideStatics;
use crate::build::clashes::clash;
use crate::build::content_files::{ContentFiles, SETTINGS, feeds, files};
use crate::build::sources::Sources;
use crate::island::renderer::Islands;
use crate::query::Snapshot;
use crate::query::inputs::Inputs;
use crate::query::invalidation::Invalidation;
use crate::query::key::QueryKey;
use crate::query::slice::Slice;
use crate::render::site_files::{feed, headers};
use crate::render::{head, slice};
use crate::template::environment::Templates;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::digest::{Digest, digest, fingerprint};
use croupier_base::path::{self, OutputPath, SitePath};
use croupier_content::config::settings::Settings;
use croupier_content::redirects::{self, Redirects};
use croupier_content::site::Site;

/// What pages are rendered with, for one state of everything that they share.
pub(crate) struct RenderContext {
    /// What is brought together of the sources.
    pub inputs: Arc<Inputs>,
    /// What pages ask of it.
    pub snapshot: Arc<Snapshot>,
    /// The compiled templates.
    pub templates: Templates,
    /// The slices, rendered.
    pub slices: BTreeMap<String, Slice>,
    /// Files of templates in pages/files/, and feeds.
    pub files: ContentFiles,
    /// What is wrong with pages beside each other.
    clashes: Vec<Diagnostic>,
    beside: BesideStatics,
    /// What is worth saying of all this.
    warnings: Vec<Diagnostic>,
}

/// What is brought together of pages, and stays while each of them stands where it stood.
struct Gathered {
    site: Arc<Site>,
    clashes: Vec<Diagnostic>,
    beside: BesideStatics,
    islands: Option<Islands>,
}

impl RenderContext {
    /// Brings pages together at the moment `now` (epoch seconds) and compiles the templates. What is wrong goes to `found`; what
    /// cannot be made then stands empty, so that all else is looked at too.
    pub(crate) fn new(
        sources: &Sources,
        settings: &Arc<Settings>,
        now: i64,
        found: &mut Vec<Diagnostic>,
    ) -> RenderContext {
        let (site, clashes) =
            Site::gather(sources.contents.values().map(|it| &it.page), settings, now);
        RenderContext::gathered(sources, settings, (Arc::new(site), clashes), now, found)
    }

    /// The same in a process that goes on where an earlier one ended, after changes that leave every page where it stands: pages are
    /// brought together as they were, and exchanged.
    pub(crate) fn resumed(
        sources: &Sources,
        settings: &Arc<Settings>,
        changes: &mut Invalidation,
        now: i64,
        found: &mut Vec<Diagnostic>,
    ) -> RenderContext {
        let before = std::mem::take(&mut changes.previous);
        let pages = sources.contents.iter().map(|(file, it)| before.get(file).unwrap_or(&it.page));
        let (site, clashes) = Site::gather(pages, settings, now);
        let mut site = Arc::new(site);
        if exchange(&mut site, sources, changes).is_none() {
            return RenderContext::new(sources, settings, now, found);
        }
        RenderContext::gathered(sources, settings, (site, clashes), now, found)
    }

    fn gathered(
        sources: &Sources,
        settings: &Arc<Settings>,
        (site, clashes): (Arc<Site>, Vec<Diagnostic>),
        now: i64,
        found: &mut Vec<Diagnostic>,
    ) -> RenderContext {
        let kept = sources.world.root().join(".croupier").join("islands");
        let islands = sources.bundle.as_ref().map(|bundle| Islands::new(bundle, kept));
        let beside = BesideStatics::of(sources, &site, settings);
        RenderContext::of(
            sources,
            settings,
            Gathered { site, clashes, beside, islands },
            now,
            found,
        )
    }

    /// The same after changes that leave every page where it stands. Which pages may have other neighbours is noted among the
    /// changes.
    pub(crate) fn renewed(
        self,
        sources: &Sources,
        settings: &Arc<Settings>,
        changes: &mut Invalidation,
        now: i64,
        found: &mut Vec<Diagnostic>,
    ) -> RenderContext {
        let RenderContext {
            inputs,
            snapshot,
            templates,
            slices: _,
            files: _,
            clashes,
            beside,
            warnings: _,
        } = self;
        // Each of them can read the site, which has one owner now.
        drop((snapshot, templates));
        let Some(Inputs { mut site, islands, .. }) = Arc::into_inner(inputs) else {
            changes.pages = true;
            return RenderContext::new(sources, settings, now, found);
        };
        if exchange(&mut site, sources, changes).is_none() {
            return RenderContext::new(sources, settings, now, found);
        }
        let beside =
            if changes.statics { BesideStatics::of(sources, &site, settings) } else { beside };
        RenderContext::of(
            sources,
            settings,
            Gathered { site, clashes, beside, islands },
            now,
            found,
        )
    }

    fn of(
        sources: &Sources,
        settings: &Arc<Settings>,
        gathered: Gathered,
        now: i64,
        found: &mut Vec<Diagnostic>,
    ) -> RenderContext {
        let Gathered { site, clashes, beside, islands } = gathered;
        let bundle = sources.bundle.clone();
        let mut wrong: Vec<Diagnostic> = bundle
            .as_ref()
            .and_then(|it| it.config.as_ref())
            .into_iter()
            .flat_map(|it| it.violations(settings))
            .collect();
        let inputs = Arc::new(Inputs {
            site,
            templates: Arc::clone(&sources.templates),
            data: Arc::clone(&sources.data),
            islands,
            config: head::config(settings, bundle.as_deref()),
            policy: headers::policy_element(settings, bundle.as_deref()),
            settings: Arc::clone(settings),
            bundle,
            images: Arc::clone(&sources.images),
            statics: Arc::clone(&sources.statics),
            beside: Arc::clone(&sources.files_beside),
            now,
        });
        let snapshot = Arc::new(Snapshot::new(Arc::clone(&inputs)));
        let (templates, unread) = Templates::compile(&snapshot, &inputs.templates);
        wrong.extend(unread);
        let names = inputs
            .templates
            .keys()
            .filter_map(|path| path.strip_prefix("pages/slices/")?.strip_suffix(".html"));
        let mut slices = BTreeMap::new();
        for name in names {
            let slice = slice::slice(&snapshot, &templates, name).unwrap_or_else(|errors| {
                wrong.extend(errors);
                Slice::default()
            });
            slices.insert(name.to_owned(), slice);
        }
        snapshot.set_slices(slices.clone());
        let (mut files, unmade) = files(&inputs, &snapshot, &templates);
        wrong.extend(unmade);
        wrong.extend(files.add_feeds(&feeds(sources, &inputs, &snapshot, &templates)));
        let mut context = RenderContext {
            inputs,
            snapshot,
            templates,
            slices,
            files,
            clashes,
            beside,
            warnings: Vec::new(),
        };
        wrong.extend(context.file_clashes(sources));
        wrong.extend(context.clashes.iter().chain(&context.beside.found).cloned());
        let wrong = settings.config.checks.weighed(wrong);
        context.warnings =
            wrong.iter().filter(|it| it.severity == Severity::Warning).cloned().collect();
        found.extend(wrong);
        context
    }

    /// What is worth saying of what pages share, for as long as it is.
    pub(crate) fn standing(&self) -> impl Iterator<Item = Diagnostic> {
        self.warnings.iter().cloned()
    }

    /// The digest of what files beside the pages tell of slices and of files of templates.
    pub(crate) fn told(&self) -> Digest {
        let ContentFiles { files, queries, reads: _ } = &self.files;
        fingerprint(&(&self.slices, files.keys().collect::<Vec<_>>(), queries))
    }

    /// Addresses that moved.
    pub(crate) fn redirects(&self) -> &Redirects {
        &self.beside.redirects
    }

    /// Makes the feeds again if one of them tells of a page whose text is among `changed`, by content file.
    pub(crate) fn renew_feeds(&mut self, sources: &Sources, changed: &BTreeSet<SitePath>) {
        let mut told = self
            .inputs
            .settings
            .config
            .feeds
            .iter()
            .flat_map(|feed| feed::pages(feed, &self.inputs.site));
        if told.any(|(page, _)| changed.contains(&page.source)) {
            for (path, text) in feeds(sources, &self.inputs, &self.snapshot, &self.templates) {
                self.files.files.insert(path, (SitePath::new(SETTINGS), text));
            }
        }
    }

    /// Whether a template or a feed makes another file than was written, by `written`, which gives the digest of one.
    pub(crate) fn has_new_file(&self, written: &dyn Fn(&str) -> Option<Digest>) -> bool {
        self.files.files.iter().any(|(path, (_, text))| written(path) != Some(digest(text)))
    }

    /// The next moment at which a page becomes due or expires, or for which a slice or a file asked, in epoch seconds.
    pub(crate) fn next_change_at(&self) -> Option<i64> {
        let dependencies = self
            .slices
            .values()
            .flat_map(|slice| slice.reads.keys())
            .chain(self.files.reads.keys());
        let moments =
            dependencies.filter_map(QueryKey::time).filter(|moment| *moment > self.inputs.now);
        self.inputs.site.next_change_at.into_iter().chain(moments).min()
    }

    /// Files of templates and feeds that a page or a file of static/ makes too.
    fn file_clashes(&self, sources: &Sources) -> Vec<Diagnostic> {
        let clash = |(path, (source, _)): (&OutputPath, &(SitePath, Vec<u8>))| {
            let other = self
                .inputs
                .site
                .pages
                .get(&path::route_at(path))
                .map(|page| page.source.to_string());
            let other = other.or_else(|| {
                sources.statics.contains_key(path).then(|| sources.source_of(path).into())
            });
            let other = other.or_else(|| path::is_own(path).then(|| "the generator".to_owned()));
            other.map(|other| clash(path, source, &other))
        };
        let mut found: Vec<Diagnostic> = self.files.files.iter().filter_map(clash).collect();
        for from in self.redirects().moved.keys() {
            let is_taken = |path: &OutputPath| self.files.files.contains_key(path);
            if is_taken(&OutputPath::new(from.trim_start_matches('/')))
                || redirects::html_path(from, &self.inputs.site).is_some_and(|it| is_taken(&it))
            {
                let error =
                    Diagnostic::error(Code::RedirectTaken, format!("{from} cannot be redirected"));
                found.push(
                    error.hint("a template of pages/files/ or a feed makes a file at this address"),
                );
            }
        }
        found
    }
}

/// Puts pages that say something else into the places of those that their files made before, and notes what that touches. None where
/// pages must be brought together anew, which is noted too.
fn exchange(site: &mut Arc<Site>, sources: &Sources, changes: &mut Invalidation) -> Option<()> {
    for content in changes.metadata.iter().filter_map(|file| sources.contents.get(file)) {
        let Some(exchange) = Arc::get_mut(site).and_then(|site| site.exchange(&content.page))
        else {
            changes.pages = true;
            return None;
        };
        changes.replaced.extend(exchange.pages);
        changes.terms |= exchange.terms;
        changes.neighbours.extend(exchange.neighbours);
    }
    Some(())
}
