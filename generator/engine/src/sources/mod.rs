//! The sources of a site in memory: every file that a build may read, checked by stamp and read again only when its stamp changed.

pub(crate) mod assets;
pub(crate) mod cascades;
mod changed;
pub(crate) mod content;
mod data_pages;
mod history;
mod icons;
pub(crate) mod messages;
pub(crate) mod page_cache;
mod pages;
pub(crate) mod previous_inputs;
mod previous_process;
pub(crate) mod published;
mod refresh;
pub(crate) mod scan;
pub(crate) mod styles;

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use foldhash::fast::RandomState;

use crate::highlight::Highlighter;
use crate::island::bundle::Bundle;
use crate::island::dev_bundler::DevBundler;
use crate::island::inputs::outer_inputs;
use crate::query::data::DataFile;
use crate::query::inputs::{TemplateTexts, TranslatedData};
use crate::query::invalidation::Invalidation;
use crate::sources::cascades::Cascades;
use crate::sources::content::{Content, DataPages};
use crate::sources::history::SiteHistory;
use crate::sources::icons::Icons;
use crate::sources::page_cache::{CacheablePages, PageCache};
use crate::sources::previous_inputs::PreviousInputs;
use crate::sources::scan::Scan;
use crate::sources::styles::StyleSheets;
use crate::template::extra_reads::ExtraReads;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Subject};
use croupier_base::disk::ignored;
use croupier_base::disk::stamp::Stamp;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::disk::text;
use croupier_base::disk::world::World;
use croupier_base::fingerprint::Fingerprint;
use croupier_base::media::image::Dimensions;
use croupier_base::path::{OutputPath, SitePath};
use croupier_base::progress::Notes;
use croupier_content::colocated_assets::{ColocatedAsset, ColocatedAssets};
use croupier_content::config::layers::{self, SITE};
use croupier_content::config::options::BuildOptions;
use croupier_content::config::options::Clock;
use croupier_content::config::settings::Settings;
use croupier_content::messages::catalog::{Catalogs, MessageFiles};
use croupier_content::page_text::Text;
use croupier_content::read_options::ReadOptions;

/// Everything that a build reads.
pub(crate) struct Sources {
    /// The site root.
    pub world: World,
    options: BuildOptions,
    /// The time and the year of the next build.
    pub clock: Clock,
    /// The settings of the site with which content files were parsed.
    pub read_options: ReadOptions,
    /// By site path.
    pub stamps: BTreeMap<SitePath, Stamp>,
    /// When the stamps were taken.
    pub scanned_at: i64,
    /// site.toml and the options of the build. None while site.toml cannot be read.
    pub settings: Option<Arc<Settings>>,
    /// By site path.
    pub templates: Arc<TemplateTexts>,
    /// By name.
    pub data: Arc<BTreeMap<String, DataFile>>,
    /// Data files with the texts of other languages than the default one.
    pub translated_data: Arc<TranslatedData>,
    /// The message files of i18n/, by site path.
    pub message_files: Arc<MessageFiles>,
    /// The messages in them.
    pub messages: Arc<Catalogs>,
    /// The files of static/, by output path.
    static_files: Arc<BTreeMap<OutputPath, StaticFile>>,
    /// Dimensions of the images among them.
    static_images: Arc<BTreeMap<OutputPath, Dimensions>>,
    /// The co-located assets in content/, by site path.
    assets: BTreeMap<SitePath, ColocatedAsset>,
    /// The output paths of the co-located assets.
    pub asset_paths: Arc<ColocatedAssets>,
    /// All files that are published unchanged, by output path.
    pub statics: Arc<BTreeMap<OutputPath, StaticFile>>,
    /// Dimensions of the images among them.
    pub images: Arc<BTreeMap<OutputPath, Dimensions>>,
    /// The content files by site path, and the rows of data that become pages.
    pub contents: BTreeMap<SitePath, Content>,
    /// The `[cascade]` tables of folders.
    cascades: Cascades,
    /// The pages of rows of data.
    pub data_pages: DataPages,
    /// The Git history of content files, with `[git] dates`.
    history: Option<SiteHistory>,
    /// The bundled style sheets.
    styles: StyleSheets,
    /// The icons that are rendered from an SVG.
    icons: Icons,
    /// The bundled runtime, if the site has one.
    pub bundle: Option<Arc<Bundle>>,
    /// Bundles the runtime for a development server.
    pub dev_bundler: Option<Arc<DevBundler>>,
    /// Whether the runtime is the one that another engine bundled last.
    pub uses_other_bundle: bool,
    /// Highlights code blocks.
    pub highlighter: Arc<Highlighter>,
    /// Diagnostics of single files, by site path.
    pub errors: BTreeMap<SitePath, Vec<Diagnostic>>,
    /// Texts that the last refresh read, for rendering.
    pub texts: HashMap<SitePath, Text, RandomState>,
    /// The folder of the runtime when the stamps were taken.
    scanned_runtime: Option<SitePath>,
    /// A scan that was made before the first refresh.
    first_scan: Option<Scan>,
    /// The content files that the previous process parsed, for the first refresh.
    page_cache: PageCache,
    /// What the previous process left, until the first refresh.
    previous: Option<PreviousInputs>,
    /// Content files that were read again since the cache was loaded. None in a process that starts without one.
    changed_since_load: Option<BTreeSet<SitePath>>,
}

impl Sources {
    /// Sources that were not read yet.
    pub(crate) fn new(options: &BuildOptions, clock: Clock) -> Sources {
        Sources {
            world: World::new(&options.root).with_output(options.out()),
            options: options.clone(),
            clock,
            read_options: ReadOptions::default(),
            stamps: BTreeMap::new(),
            scanned_at: 0,
            settings: None,
            templates: Arc::default(),
            data: Arc::default(),
            translated_data: Arc::default(),
            message_files: Arc::default(),
            messages: Arc::default(),
            static_files: Arc::default(),
            static_images: Arc::default(),
            assets: BTreeMap::new(),
            asset_paths: Arc::default(),
            statics: Arc::default(),
            images: Arc::default(),
            contents: BTreeMap::new(),
            cascades: Cascades::default(),
            data_pages: DataPages::default(),
            history: None,
            styles: StyleSheets::default(),
            icons: Icons::default(),
            bundle: None,
            dev_bundler: None,
            uses_other_bundle: false,
            highlighter: Arc::new(Highlighter::new(options)),
            errors: BTreeMap::new(),
            texts: HashMap::default(),
            scanned_runtime: None,
            first_scan: None,
            page_cache: PageCache::default(),
            previous: None,
            changed_since_load: None,
        }
    }

    /// Forgets everything that was read.
    pub(crate) fn reset(&mut self) {
        let dev_bundler = self.dev_bundler.take();
        let highlighter = Arc::clone(&self.highlighter);
        let (world, uses_other_bundle) = (self.world.clone(), self.uses_other_bundle);
        let new = Sources::new(&self.options, self.clock);
        *self = Sources { world, dev_bundler, uses_other_bundle, highlighter, ..new };
    }

    /// Brings everything up to date with the disk, and returns what changed. `paths` limits the scan to these site paths. `notes`
    /// receives messages about slow steps. Diagnostics of single files are in `errors` afterwards.
    pub(crate) fn refresh(
        &mut self,
        paths: Option<&BTreeSet<SitePath>>,
        notes: &Notes<'_>,
    ) -> Result<Invalidation, Vec<Diagnostic>> {
        let mut changed = self.changed(paths).map_err(|error| vec![error])?;
        let mut changes = Invalidation::default();

        self.texts.clear();
        self.refresh_settings(&mut changed, &mut changes)?;
        self.refresh_history(&mut changed);
        if let Some(since_load) = &mut self.changed_since_load {
            since_load.extend(changed.iter().cloned());
        }

        let below = |folder: &'static str| {
            let paths = changed.iter().filter(move |path| path.starts_with(folder));
            paths.cloned().collect::<Vec<_>>()
        };

        self.refresh_templates(&below("pages/"), &mut changes);
        let (data, pages): (Vec<_>, Vec<_>) =
            below("content/").into_iter().partition(|path| path.starts_with("content/data/"));
        self.refresh_data(&data, &mut changes);
        self.refresh_messages(&below("i18n/"), &mut changes);
        self.refresh_statics(&below("static/"), &mut changes);

        // A runtime installs the npm packages, of which style sheets can need Sass.
        let has_other_settings = changes.settings;
        self.refresh_runtime(&changed, &mut changes, notes);
        self.refresh_styles(&changed, &mut changes);
        self.refresh_icons(&mut changes);

        let assets = pages.iter().filter(|path| ignored::is_published(path));
        self.refresh_assets(assets.cloned().collect(), &mut changes);
        let has_other_cascades = self.refresh_pages(pages, &mut changes);
        if has_other_settings || changes.data || has_other_cascades {
            self.refresh_data_pages(&mut changes);
        }

        self.compare_with_previous(&mut changes);
        Ok(changes)
    }

    /// Reads site.toml again if it changed, and adds files to `changed` that depend on it.
    fn refresh_settings(
        &mut self,
        changed: &mut BTreeSet<SitePath>,
        changes: &mut Invalidation,
    ) -> Result<(), Vec<Diagnostic>> {
        let is_dated =
            self.settings.as_ref().is_some_and(|it| it.build_year == self.clock.build_year);

        let overlay = layers::overlay(self.options.profile);
        if is_dated && !changed.contains(SITE) && !changed.contains(&overlay) {
            return Ok(());
        }

        let transforms = self.static_transforms();
        let chains_before = self.settings.take().map(|it| it.languages.chains());
        let settings = self.read_settings()?;
        let has_other_runtime = self.scanned_runtime != settings.runtime;
        let read_options = ReadOptions::new(&settings);
        let has_other_chains = chains_before.is_some_and(|it| it != settings.languages.chains());
        self.settings = Some(Arc::new(settings));
        changes.settings = true;

        if read_options.languages != self.read_options.languages || has_other_chains {
            // The code for several languages is only in bundles of sites that have them.
            self.bundle = None;

            // The names of files state other languages, or texts of data are those of other languages.
            self.cascades = Cascades::new(&read_options.languages);
            let of_languages = |path: &&SitePath| {
                path.starts_with("content/data/") || ignored::is_extra_schema(path)
            };
            changed.extend(self.stamps.keys().filter(of_languages).cloned());
        }

        if read_options != self.read_options {
            // The same files have other dates, titles, summaries or routes.
            self.read_options = read_options;
            self.page_cache = PageCache::default();
            changed.extend(self.contents.keys().cloned());
        }

        if transforms != self.static_transforms() {
            changed.extend(self.static_files.keys().map(SitePath::of_static));
        }

        if has_other_runtime {
            self.bundle = None;
            if let Some(before) = self.scanned_runtime.take() {
                self.errors.remove(&before);
            }
            changed.extend(self.changed(None).map_err(|error| vec![error])?);
        }

        Ok(())
    }

    /// Reads site.toml, and records its diagnostics. Returns those that leave no settings.
    fn read_settings(&mut self) -> Result<Settings, Vec<Diagnostic>> {
        match Settings::read_partial(&self.options, &self.world, &self.clock) {
            Ok((settings, diagnostics)) => {
                self.errors.remove(SITE);
                if !diagnostics.is_empty() {
                    self.errors.insert(SitePath::new(SITE), diagnostics);
                }
                Ok(settings)
            }
            Err(diagnostics) => {
                // Without settings nothing else can be read. The next refresh starts from the beginning.
                self.reset();
                Err(diagnostics)
            }
        }
    }

    /// Bundles the runtime again if one of its files changed.
    fn refresh_runtime(
        &mut self,
        changed: &BTreeSet<SitePath>,
        changes: &mut Invalidation,
        notes: &Notes<'_>,
    ) {
        let found = self.settings.clone().and_then(|it| Some((it.runtime.clone()?, it)));
        let Some((folder, settings)) = found else {
            self.bundle = None;
            return;
        };

        let outside = outer_inputs(&self.world, &folder);
        let is_in_runtime =
            |path: &SitePath| outside.contains(path) || path.starts_with(&format!("{folder}/"));
        if self.bundle.is_some() && !changed.iter().any(is_in_runtime) {
            return;
        }

        changes.settings = true;
        let dev_bundler = self.dev_bundler.as_deref();
        let latest = dev_bundler.filter(|_| self.uses_other_bundle).and_then(DevBundler::latest);
        if let Some(bundle) = latest {
            self.bundle = Some(bundle);
            return;
        }

        let languages = &settings.languages;
        match Bundle::load_or_build(&self.world, &folder, languages, dev_bundler, notes) {
            Ok(bundle) => {
                self.errors.remove(&folder);
                if !bundle.warnings.is_empty() {
                    self.errors.insert(folder.clone(), bundle.warnings.clone());
                }
                let bundle = Arc::new(bundle);
                if let Some(bundler) = dev_bundler {
                    bundler.set_latest(&bundle);
                }
                self.bundle = Some(bundle);
            }
            Err(errors) => {
                self.bundle = None;
                self.errors.insert(folder.clone(), errors);
            }
        }

        // The scan did not know the files outside of the folder that the bundle imports.
        for path in outer_inputs(&self.world, &folder) {
            if let Some(stamp) = self.world.stamp(&path) {
                self.stamps.entry(path).or_insert(stamp);
            }
        }
    }

    /// Returns the state of the Git history of the site: its current commit, or why there is none.
    pub(crate) fn history_state(&self) -> Fingerprint {
        SiteHistory::open(self.world.root()).state
    }

    /// The state of the history that pages have. None without `[git] dates`.
    pub(crate) fn shown_history_state(&self) -> Option<Fingerprint> {
        self.history.as_ref().map(|history| history.state)
    }

    /// Returns what is wrong with the sources. A key in the table `extra` is a mistake only if no template reads it.
    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        let has_page_data = self.settings.as_ref().is_some_and(|it| it.has_page_data());
        let reads = LazyCell::new(|| ExtraReads::new(&self.templates, has_page_data));
        let is_read = |it: &Diagnostic| match &it.subject {
            Some(Subject::KeyInExtra(key)) => reads.has(key),
            _ => false,
        };
        self.errors.values().flatten().filter(|it| !is_read(it)).cloned().collect()
    }

    /// Returns the content files for the cache.
    pub(crate) fn cacheable_pages(&self) -> CacheablePages<'_> {
        CacheablePages {
            contents: &self.contents,
            stamps: &self.stamps,
            scanned_at: self.scanned_at,
            read_options: &self.read_options,
            history: self.history.as_ref().filter(|history| history.is_complete()),
            errors: &self.errors,
        }
    }

    /// Content files that were read again since the cache was loaded. None in a process that started without one.
    pub(crate) fn changed_since_load(&self) -> Option<&BTreeSet<SitePath>> {
        self.changed_since_load.as_ref()
    }

    /// The text of a file of static/, by its output path.
    pub(crate) fn static_text(&self, name: &str) -> Option<Arc<str>> {
        let path = SitePath::of_static(self.static_files.get_key_value(name)?.0);
        let bytes = self.world.read(&path).ok()?;
        Some(String::from_utf8_lossy(&text::read(&path, bytes)).into())
    }

    /// Sets the error of a file.
    fn fail(&mut self, path: &SitePath, error: Diagnostic) {
        let error = if error.place.is_none() { error.in_file(path) } else { error };
        self.errors.insert(path.clone(), vec![error]);
    }
}

/// The error of a file that cannot be read.
pub(crate) fn unreadable(path: &SitePath, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(Code::Unreadable, format!("cannot read {path}: {error}"))
}

/// Returns the error for two sources that make the file at an output path. `other` may be the generator itself.
pub(crate) fn conflict(path: &OutputPath, one: &SitePath, other: &str) -> Diagnostic {
    Diagnostic::error(Code::FileTaken, format!("{one} and {other} make the same file, {path}"))
        .in_file(one)
        .hint("remove or rename one of them")
}
