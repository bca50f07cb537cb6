//! What pages are rendered from, for one state of the sources, and the record of what each asked of it.

pub(crate) mod data;
pub(crate) mod dependency;
pub(crate) mod recorder;
pub(crate) mod slice;

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use crate::config::settings::Settings;
use crate::content::links;
use crate::content::site::Site;
use crate::island::bundle::Bundle;
use crate::island::renderer::Islands;
use crate::snapshot::data::DataFile;
use crate::snapshot::dependency::Dependency;
use crate::snapshot::recorder::depends_on;
use crate::snapshot::slice::Slice;
use crate::source::digest::{Digest, digest};
use crate::source::image::Dimensions;
use crate::source::path::OutputPath;

/// Source texts of templates by site path: `pages/home.html`.
pub(crate) type TemplateTexts = BTreeMap<String, Arc<str>>;

/// Everything that template functions draw on, and the answers to every [`Dependency`].
pub(crate) struct Snapshot {
    /// What the build was asked to do.
    pub settings: Arc<Settings>,
    /// The pages.
    pub site: Arc<Site>,
    /// Templates by site path.
    pub templates: Arc<TemplateTexts>,
    /// Data files by name.
    pub data: Arc<BTreeMap<String, DataFile>>,
    /// The bundled runtime, where there is one.
    pub bundle: Option<Arc<Bundle>>,
    /// The island renderer, where there is a runtime.
    pub islands: Option<Arc<Islands>>,
    /// Dimensions of the images in static/, by output path.
    pub images: Arc<BTreeMap<OutputPath, Dimensions>>,
    /// What every page hands to the runtime, as JSON that may stand in a script element.
    pub config: String,
    /// The moment of the build, in epoch seconds.
    pub now: i64,
    /// The slices, by name; empty while the slices themselves render.
    pub slices: RwLock<BTreeMap<String, Slice>>,
}

impl Snapshot {
    /// The dimensions of an image of this site, by its address path. The question is noted.
    pub(crate) fn dimensions(&self, path: &str) -> Option<Dimensions> {
        let path = path.strip_prefix('/').filter(|rest| !rest.starts_with('/'))?.split(['?', '#']).next()?;
        depends_on(Dependency::Image(path.to_owned()));
        self.images.get(path).copied()
    }

    /// The address of the page that a link of the content file `source` means which names another one. The question is noted.
    pub(crate) fn address(&self, source: &str, href: &str) -> Option<String> {
        let (file, rest) = links::content_file(source, href)?;
        let route = self.site.route_of(&file).map(|route| format!("{route}{rest}"));
        depends_on(Dependency::RouteOf(file));
        route
    }

    /// The digest of the answer to a question as things stand; 0 where the answer is that there is nothing.
    pub(crate) fn answer(&self, dependency: &Dependency) -> Digest {
        let text = |text: &str| digest(text.as_bytes());
        match dependency {
            Dependency::Template(name) => self.templates.get(name).map_or(0, |source| text(source)),
            Dependency::DataFile(name) => self.data.get(name).map_or(0, |data| text(&data.hash)),
            Dependency::DataNames => text(&format!("{:?}", self.data.keys())),
            Dependency::Setting(name) => self.settings.site.get(name).map_or(0, |value| text(&value.to_string())),
            Dependency::Head => text(&format!("{} {}", self.settings.head(), self.config)),
            Dependency::Scripts => self.bundle.as_ref().map_or(0, |it| text(&format!("{}\n{}\n{}", it.head, it.styles, it.boot))),
            Dependency::Pages(query, sort_by) => self.site.list(query, *sort_by).digest,
            Dependency::Paginator(route) => self.site.paginator_digest(route),
            Dependency::Terms(taxonomy) => self.site.terms_digest(taxonomy),
            Dependency::Image(path) => self.images.get(path.as_str()).map_or(0, |it| text(&format!("{it:?}"))),
            Dependency::Slice(name) => {
                let slices = self.slices.read().unwrap_or_else(PoisonError::into_inner);
                slices.get(name).map_or(0, |it| text(&format!("{}\n{:?}", it.html, it.styles)))
            }
            Dependency::Island(name) => self.bundle.as_ref().map_or(0, |bundle| {
                bundle.islands.get(name).map_or(0, |files| text(&format!("{} {files:?}", bundle.server_digest)))
            }),
            Dependency::Asset(name) => self.bundle.as_ref().and_then(|it| it.assets.get(name)).map_or(0, |path| text(path)),
            Dependency::Moment(moment) => Digest::from(*moment <= self.now),
            Dependency::RouteOf(source) => self.site.route_of(source).map_or(0, |route| text(route)),
            Dependency::Section(prefix) => Digest::from(self.site.is_section(prefix)),
        }
    }
}
