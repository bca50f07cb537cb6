//! The sources as they are now: every file that a build may read, looked at by stamp and read again only when that changed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use foldhash::fast::RandomState;

use crate::build::cascades::Cascades;
use crate::build::content_file::Content;
use crate::build::kept_pages::KeptPages;
use crate::build::shared::Earlier;
use crate::island::bundle::Bundle;
use crate::island::packages::LOCK_FILE;
use crate::query::data::DataFile;
use crate::query::inputs::TemplateTexts;
use crate::query::invalidation::Invalidation;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::ignored;
use croupier_base::disk::stamp::Stamp;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::disk::text;
use croupier_base::disk::world::World;
use croupier_base::media::image::Dimensions;
use croupier_base::path::{OutputPath, SitePath};
use croupier_content::beside::{FileBeside, FilesBeside};
use croupier_content::config::args::BuildArgs;
use croupier_content::config::clock::Clock;
use croupier_content::config::layers::{self, SITE};
use croupier_content::config::settings::Settings;
use croupier_content::page::Text;

/// Everything that a build reads.
pub(crate) struct Sources {
    /// The site root.
    pub world: World,
    pub(super) args: BuildArgs,
    /// The moment and the year of the next build.
    pub clock: Clock,
    /// By site path.
    pub stamps: BTreeMap<SitePath, Stamp>,
    /// When the stamps were taken.
    pub scanned_at: i64,
    /// site.toml and the arguments; `None` while it has errors.
    pub settings: Option<Arc<Settings>>,
    /// By site path.
    pub templates: Arc<TemplateTexts>,
    /// By name.
    pub data: Arc<BTreeMap<String, DataFile>>,
    /// The files of static/, by output path.
    pub(super) own_statics: Arc<BTreeMap<OutputPath, StaticFile>>,
    /// Dimensions of the images among them.
    pub(super) own_images: Arc<BTreeMap<OutputPath, Dimensions>>,
    /// The files of content/ that are no pages, by site path.
    pub(super) beside: BTreeMap<SitePath, FileBeside>,
    /// Where those lie.
    pub files_beside: Arc<FilesBeside>,
    /// All files that are published as they are, by output path.
    pub statics: Arc<BTreeMap<OutputPath, StaticFile>>,
    /// Dimensions of the images among them.
    pub images: Arc<BTreeMap<OutputPath, Dimensions>>,
    /// By site path.
    pub contents: BTreeMap<SitePath, Content>,
    /// What folders say for the pages below them.
    pub cascades: Cascades,
    /// The runtime, where the site has one.
    pub bundle: Option<Arc<Bundle>>,
    /// What is wrong with single files, by site path.
    pub errors: BTreeMap<SitePath, Vec<Diagnostic>>,
    /// Texts read in the last look, for rendering.
    pub texts: HashMap<SitePath, Text, RandomState>,
    /// The folder of the runtime that the stamps are of.
    pub(super) scanned_runtime: Option<SitePath>,
    /// A look that was taken before this process knew anything, and what an earlier one read.
    pub first_look: Option<Look>,
    /// Pages read by an earlier process.
    pub kept: KeptPages,
    /// What an earlier process left, if this one has not looked at it yet.
    pub(super) earlier: Option<Earlier>,
    /// Site paths that changed since, where somebody wants to know.
    pub(super) touched: Option<BTreeSet<SitePath>>,
}

/// What was there when somebody looked.
#[derive(Debug)]
pub(crate) struct Look {
    /// When that began.
    pub at: i64,
    /// The folder of the runtime, as far as it was known.
    pub runtime: Option<SitePath>,
    /// By site path.
    pub stamps: BTreeMap<SitePath, Stamp>,
}

impl Sources {
    /// Sources of which nothing is known yet.
    pub(crate) fn new(args: &BuildArgs, clock: Clock) -> Sources {
        Sources {
            world: World::new(&args.root).with_output(args.out()),
            args: args.clone(),
            clock,
            stamps: BTreeMap::new(),
            scanned_at: 0,
            settings: None,
            templates: Arc::default(),
            data: Arc::default(),
            own_statics: Arc::default(),
            own_images: Arc::default(),
            beside: BTreeMap::new(),
            files_beside: Arc::default(),
            statics: Arc::default(),
            images: Arc::default(),
            contents: BTreeMap::new(),
            cascades: Cascades::default(),
            bundle: None,
            errors: BTreeMap::new(),
            texts: HashMap::default(),
            scanned_runtime: None,
            first_look: None,
            kept: KeptPages::default(),
            earlier: None,
            touched: None,
        }
    }

    /// Brings everything up to date with the world; `paths` limits the look to these site paths. `note` is told what
    /// takes long. What is wrong with single files stands in `errors` afterwards.
    pub(crate) fn refresh(
        &mut self,
        paths: Option<&BTreeSet<SitePath>>,
        note: &(dyn Fn(&str) + Sync),
    ) -> Result<Invalidation, Vec<Diagnostic>> {
        let mut changed = self.changed(paths).map_err(|error| vec![error])?;
        let published_as = self.published_as();
        let mut seen = Invalidation::default();
        self.texts.clear();
        let is_dated =
            self.settings.as_ref().is_some_and(|it| it.build_year == self.clock.build_year);
        if !is_dated
            || changed.contains(SITE)
            || changed.contains(&layers::overlay(self.args.profile))
        {
            self.settings = None;
            let settings = match Settings::as_far_as_readable(&self.args, &self.world, &self.clock)
            {
                Ok((settings, found)) => {
                    self.errors.remove(SITE);
                    if !found.is_empty() {
                        self.errors.insert(SitePath::new(SITE), found);
                    }
                    settings
                }
                Err(found) => {
                    // Without settings nothing else can be read; the next look begins anew.
                    *self = Sources::new(&self.args, self.clock);
                    return Err(found);
                }
            };
            let moved = self.scanned_runtime != settings.runtime;
            self.settings = Some(Arc::new(settings));
            seen.settings = true;
            if published_as != self.published_as() {
                changed.extend(self.own_statics.keys().map(SitePath::of_static));
            }
            if moved {
                // Nothing of the one before holds for the one that site.toml names now.
                self.bundle = None;
                if let Some(before) = self.scanned_runtime.take() {
                    self.errors.remove(&before);
                }
                changed.extend(self.changed(None).map_err(|error| vec![error])?);
            }
        }
        if let Some(touched) = &mut self.touched {
            touched.extend(changed.iter().cloned());
        }
        let runtime = self.settings.as_ref().and_then(|it| it.runtime.clone());
        let in_runtime = |path: &SitePath| {
            runtime.as_ref().is_some_and(|dir| {
                path.as_str() == LOCK_FILE || path.starts_with(&format!("{dir}/"))
            })
        };
        let below = |start: &'static str| {
            changed.iter().filter(move |path| path.starts_with(start)).cloned().collect::<Vec<_>>()
        };

        self.refresh_templates(&below("pages/"), &mut seen);
        let (data, pages): (Vec<_>, Vec<_>) =
            below("content/").into_iter().partition(|path| path.starts_with("content/data/"));
        self.refresh_data(&data, &mut seen);
        self.refresh_statics(&below("static/"), &mut seen);
        self.refresh_beside(
            pages.iter().filter(|path| ignored::is_published(path)).cloned().collect(),
            &mut seen,
        );
        self.refresh_pages(pages, &mut seen);
        match &runtime {
            None => self.bundle = None,
            Some(dir) if self.bundle.is_none() || changed.iter().any(in_runtime) => {
                seen.settings = true;
                match Bundle::make(&self.world, dir, note) {
                    Ok(bundle) => {
                        self.errors.remove(dir);
                        self.bundle = Some(Arc::new(bundle));
                    }
                    Err(error) => {
                        self.bundle = None;
                        self.errors.insert(dir.clone(), vec![error]);
                    }
                }
            }
            Some(_) => {}
        }
        self.compare_with_earlier(&mut seen);
        Ok(seen)
    }

    /// The text of a file of static/, by its name there.
    pub(crate) fn static_text(&self, name: &str) -> Option<Arc<str>> {
        let path = SitePath::of_static(self.own_statics.get_key_value(name)?.0);
        let bytes = self.world.read(&path).ok()?;
        Some(String::from_utf8_lossy(&text::read(&path, bytes)).into())
    }

    pub(super) fn fail(&mut self, path: &SitePath, error: Diagnostic) {
        let error = if error.place.is_none() { error.in_file(path) } else { error };
        self.errors.insert(path.clone(), vec![error]);
    }
}

pub(super) fn unreadable(path: &SitePath, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(Code::Unreadable, format!("cannot read {path}: {error}"))
}
