//! What all pages are rendered with: the site, the compiled templates, the slices, for one state of what pages share.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::build::clashes::{clash, static_clashes};
use crate::build::sources::Sources;
use crate::config::settings::Settings;
use crate::content::page::Page;
use crate::content::redirects::{self, Redirects};
use crate::content::site::Site;
use crate::diagnostic::code::Code;
use crate::diagnostic::wording::did_you_mean;
use crate::diagnostic::{Diagnostic, Severity};
use crate::island::renderer::Islands;
use crate::render::site_files::{feed, headers};
use crate::render::{file, head, slice, text};
use crate::snapshot::Snapshot;
use crate::snapshot::dependency::Dependency;
use crate::snapshot::inputs::Inputs;
use crate::snapshot::recorder::record;
use crate::snapshot::slice::Slice;
use crate::source::digest::{Digest, digest};
use crate::source::path::{self, OutputPath};
use crate::template::environment::Templates;

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
    /// Addresses that moved.
    pub redirects: Redirects,
    /// What is worth saying of what pages share.
    pub warnings: Vec<Diagnostic>,
}

impl RenderContext {
    /// Brings pages together at the moment `now` (epoch seconds) and compiles the templates. What is wrong goes to `found`; what
    /// cannot be made then stands empty, so that all else is looked at too.
    pub(crate) fn new(sources: &Sources, settings: Arc<Settings>, now: i64, found: &mut Vec<Diagnostic>) -> RenderContext {
        let (site, clashes) = Site::gather(sources.contents.values().map(|it| &it.page), &settings, now);
        found.extend(clashes);
        let (redirects, wrong) = beside_statics(sources, &site, &settings);
        let warnings = wrong.iter().filter(|it| it.severity == Severity::Warning).cloned().collect();
        found.extend(wrong);
        let bundle = sources.bundle.clone();
        let kept = sources.world.root().join(".croupier").join("islands");
        found.extend(bundle.as_ref().and_then(|it| it.config.as_ref()).into_iter().flat_map(|it| it.violations(&settings)));
        let inputs = Arc::new(Inputs {
            site: Arc::new(site),
            templates: Arc::clone(&sources.templates),
            data: Arc::clone(&sources.data),
            islands: bundle.as_ref().map(|bundle| Islands::new(bundle, kept)),
            config: head::config(&settings, bundle.as_deref()),
            policy: headers::policy_element(&settings, bundle.as_deref()),
            settings,
            bundle,
            images: Arc::clone(&sources.images),
            statics: Arc::clone(&sources.statics),
            beside: Arc::clone(&sources.files_beside),
            now,
        });
        let snapshot = Arc::new(Snapshot::new(Arc::clone(&inputs)));
        let (templates, wrong) = Templates::compile(&snapshot, &inputs.templates);
        found.extend(wrong);
        let names = inputs.templates.keys().filter_map(|path| path.strip_prefix("pages/slices/")?.strip_suffix(".html"));
        let mut slices = BTreeMap::new();
        for name in names {
            let slice = slice::slice(&snapshot, &templates, name).unwrap_or_else(|errors| {
                found.extend(errors);
                Slice::default()
            });
            slices.insert(name.to_owned(), slice);
        }
        snapshot.set_slices(slices.clone());
        let (mut files, wrong) = files(&inputs, &snapshot, &templates);
        found.extend(wrong);
        found.extend(files.add_feeds(&feeds(sources, &inputs, &snapshot, &templates)));
        let context = RenderContext { inputs, snapshot, templates, slices, files, redirects, warnings };
        found.extend(context.file_clashes(sources));
        context
    }

    /// Looks again at all that files of static/ can stand in the way of, when only they changed.
    pub(crate) fn look_at_statics(&mut self, sources: &Sources) -> Vec<Diagnostic> {
        let (redirects, mut found) = beside_statics(sources, &self.inputs.site, &self.inputs.settings);
        self.redirects = redirects;
        self.warnings = found.iter().filter(|it| it.severity == Severity::Warning).cloned().collect();
        found.extend(self.file_clashes(sources));
        found
    }

    /// Makes the feeds again if one of them tells of a page whose text is among `changed`, by content file.
    pub(crate) fn renew_feeds(&mut self, sources: &Sources, changed: &BTreeSet<String>) {
        let mut told = self.inputs.settings.config.feeds.iter().flat_map(|feed| feed::pages(feed, &self.inputs.site));
        if told.any(|(page, _)| changed.contains(&page.source)) {
            for (path, text) in feeds(sources, &self.inputs, &self.snapshot, &self.templates) {
                self.files.files.insert(path, (SETTINGS.to_owned(), text));
            }
        }
    }

    /// Whether a feed tells something else than the file that was written, by `written`, which gives the digest of one.
    pub(crate) fn has_new_feed(&self, written: &dyn Fn(&str) -> Option<Digest>) -> bool {
        self.files.files.iter().any(|(path, (source, text))| source == SETTINGS && written(path) != Some(digest(text)))
    }

    /// The next moment at which a page becomes due or expires, or for which a slice or a file asked, in epoch seconds.
    pub(crate) fn next_change_at(&self) -> Option<i64> {
        let dependencies = self.slices.values().flat_map(|slice| &slice.dependencies).chain(&self.files.dependencies);
        let moments = dependencies.filter_map(Dependency::moment).filter(|moment| *moment > self.inputs.now);
        self.inputs.site.next_change_at.into_iter().chain(moments).min()
    }

    /// Files of templates and feeds that a page or a file of static/ makes too.
    fn file_clashes(&self, sources: &Sources) -> Vec<Diagnostic> {
        let clash = |(path, (source, _)): (&OutputPath, &(String, Vec<u8>))| {
            let other = self.inputs.site.pages.get(&path::route_at(path)).map(|page| page.source.clone());
            let other = other.or_else(|| sources.statics.contains_key(path).then(|| sources.source_of(path)));
            let other = other.or_else(|| path::is_own(path).then(|| "the generator".to_owned()));
            other.map(|other| clash(path, source, &other))
        };
        let mut found: Vec<Diagnostic> = self.files.files.iter().filter_map(clash).collect();
        for from in self.redirects.moved.keys() {
            let is_taken = |path: &OutputPath| self.files.files.contains_key(path);
            if is_taken(&OutputPath::new(from.trim_start_matches('/')))
                || redirects::html_path(from, &self.inputs.site).is_some_and(|it| is_taken(&it))
            {
                let error = Diagnostic::error(Code::RedirectTaken, format!("{from} cannot be redirected"));
                found.push(error.hint("a template of pages/files/ or a feed makes a file at this address"));
            }
        }
        found
    }
}

/// Redirects, and what is wrong with them and with pages beside the files of static/.
fn beside_statics(sources: &Sources, site: &Site, settings: &Settings) -> (Redirects, Vec<Diagnostic>) {
    let mut found = static_clashes(sources, site);
    let is_static = |path: &str| {
        let file = path.trim_matches('/');
        sources.statics.contains_key(path.trim_start_matches('/'))
            || !file.is_empty() && sources.statics.contains_key(format!("{file}/index.html").as_str())
    };
    let file = sources.static_text("_redirects");
    let (redirects, wrong) = redirects::gather(site, settings, file.as_ref(), &is_static);
    found.extend(wrong);
    (redirects, settings.config.checks.weighed(found))
}

/// Files that are made of content and are no pages.
#[derive(Debug, Default)]
pub(crate) struct ContentFiles {
    /// What asked for it, and its text, by output path.
    pub files: BTreeMap<OutputPath, (String, Vec<u8>)>,
    /// Static queries that they name: the hash of the data by its name.
    pub queries: BTreeMap<String, String>,
    /// Everything that their templates asked for.
    pub dependencies: BTreeSet<Dependency>,
}

impl ContentFiles {
    /// Adds feeds, unless a template makes the same file.
    fn add_feeds(&mut self, feeds: &[(OutputPath, Vec<u8>)]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (path, text) in feeds {
            match self.files.get(path) {
                Some((other, _)) => found.push(clash(path, SETTINGS, other)),
                None => drop(self.files.insert(path.clone(), (SETTINGS.to_owned(), text.clone()))),
            }
        }
        found
    }
}

/// Renders the templates in pages/files/, each of which makes the file of its name. A feed of nothing is an error.
fn files(inputs: &Inputs, snapshot: &Arc<Snapshot>, templates: &Templates) -> (ContentFiles, Vec<Diagnostic>) {
    let mut files = ContentFiles::default();
    let mut found = Vec::new();
    for template in inputs.templates.keys() {
        let Some(path) = template.strip_prefix("pages/files/") else {
            continue;
        };
        match file::file(snapshot, templates, template) {
            Ok(file) => {
                files.files.insert(OutputPath::new(path), (template.clone(), file.bytes));
                files.queries.extend(file.queries);
                files.dependencies.extend(file.dependencies);
                found.extend(file.found);
            }
            Err(errors) => {
                // A link to it is no mistake.
                files.files.insert(OutputPath::new(path), (template.clone(), Vec::new()));
                found.extend(errors);
            }
        }
    }
    for feed in inputs.settings.config.feeds.iter().filter(|feed| !inputs.site.is_section(&feed.section)) {
        let hint = did_you_mean(&feed.section, inputs.site.sections()).unwrap_or_else(|| "name a folder of content/".to_owned());
        let error =
            Diagnostic::error(Code::SiteTable, format!("a feed is of `{}`, below which there are no pages", feed.section));
        found.push(error.in_file(SETTINGS).hint(hint));
    }
    (files, found)
}

/// What a feed is made for is said here.
const SETTINGS: &str = "site.toml";

/// The feeds, with the texts of their pages as they are now.
fn feeds(sources: &Sources, inputs: &Inputs, snapshot: &Arc<Snapshot>, templates: &Templates) -> Vec<(OutputPath, Vec<u8>)> {
    let document = |page: &Arc<Page>| {
        let text = sources.text_of(page).ok().filter(|_| page.is_valid)?;
        // What it asks for its page asks too, which is looked at again when an answer changes.
        let mut wrong = Vec::new();
        let (made, _) = record(snapshot, |recorder| text::rendered(recorder, templates, page, &text, &mut wrong));
        wrong.is_empty().then_some(made.0)
    };
    inputs.settings.config.feeds.iter().map(|feed| feed::file(feed, inputs, &document)).collect()
}
