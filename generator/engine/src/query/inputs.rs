//! What a build has read and brought together, for one state of the sources.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::island::bundle::Bundle;
use crate::island::renderer::Islands;
use crate::query::data::DataFile;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::media::image::Dimensions;
use croupier_base::path::{OutputPath, SitePath};
use croupier_content::colocated_assets::ColocatedAssets;
use croupier_content::config::settings::Settings;
use croupier_content::site::Site;

/// Source texts of templates by site path: `pages/home.html`.
pub(crate) type TemplateTexts = BTreeMap<SitePath, Arc<str>>;

/// Everything that a release is made of, in the open. The plan, the link check and the files of the site as a whole read it:
/// they are made again with each change of what pages share. What is kept while its answers stay the same, pages above all,
/// never sees it: it asks a [`crate::query::recorder::Recorder`].
pub(crate) struct Inputs {
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
    pub islands: Option<Islands>,
    /// Dimensions of the images among `statics`, by output path.
    pub images: Arc<BTreeMap<OutputPath, Dimensions>>,
    /// Files of static/ and those beside pages, by output path, as they were when somebody could first ask for them.
    pub statics: Arc<BTreeMap<OutputPath, StaticFile>>,
    /// Where files of content/ lie that are no pages; those that are published are among `statics`.
    pub beside: Arc<ColocatedAssets>,
    /// What every page hands to the runtime, as JSON that may stand in a script element.
    pub config: String,
    /// The content security policy as an element; empty where pages do not hold it.
    pub policy: String,
    /// The moment of the build, in epoch seconds.
    pub now: i64,
}
