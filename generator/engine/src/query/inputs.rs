//! The inputs of a build, for one state of the sources.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::highlight::Highlighter;
use crate::island::bundle::Bundle;
use crate::island::renderer::Islands;
use crate::query::data::DataFile;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::disk::world::World;
use croupier_base::media::image::Dimensions;
use croupier_base::path::{OutputPath, SitePath};
use croupier_content::colocated_assets::ColocatedAssets;
use croupier_content::config::settings::Settings;
use croupier_content::languages::LanguageKey;
use croupier_content::messages::catalog::Catalogs;
use croupier_content::site::Site;

/// Source texts of templates by site path: `pages/home.html`.
pub(crate) type TemplateTexts = BTreeMap<SitePath, Arc<str>>;

/// Data files with texts of other languages, by language and name.
pub(crate) type TranslatedData = BTreeMap<LanguageKey, BTreeMap<String, DataFile>>;

/// Everything that a release is made from, without recording.
///
/// The plan, the link check and the files of the whole site read the inputs directly, because every change of a shared input makes
/// them again. Cached results, such as pages, read them through a [`crate::query::recorder::Recorder`] only.
pub(crate) struct Inputs {
    /// The settings of the site and the options of the build.
    pub settings: Arc<Settings>,
    /// The pages.
    pub site: Arc<Site>,
    /// Templates by site path.
    pub templates: Arc<TemplateTexts>,
    /// Data files by name.
    pub data: Arc<BTreeMap<String, DataFile>>,
    /// Data files with the texts of other languages than the default one, by language and name.
    pub translated_data: Arc<TranslatedData>,
    /// The messages of all languages.
    pub messages: Arc<Catalogs>,
    /// The bundled runtime, if the site has one.
    pub bundle: Option<Arc<Bundle>>,
    /// The island renderer, if the site has a runtime.
    pub islands: Option<Islands>,
    /// Highlights code blocks. The result depends on the code alone.
    pub highlighter: Arc<Highlighter>,
    /// Dimensions of the images among `statics`, by output path.
    pub images: Arc<BTreeMap<OutputPath, Dimensions>>,
    /// Files of static/ and published co-located assets, by output path, as they were when the site was assembled.
    pub statics: Arc<BTreeMap<OutputPath, StaticFile>>,
    /// The output paths of co-located assets. The published ones are also among `statics`.
    pub assets: Arc<ColocatedAssets>,
    /// The configuration of the runtime in each language, in their order, as JSON that is safe in a script element.
    pub configs: Vec<String>,
    /// The content security policy as a `<meta>` element. Empty if the policy is sent as a header only.
    pub policy: String,
    /// The site's folder, for the texts of pages that others include.
    pub world: World,
    /// The style sheets of `[styles]` that templates may inline, by URL path.
    pub inlined_sheets: Arc<BTreeMap<String, String>>,
    /// The time of the build, in epoch seconds.
    pub now: i64,
}

impl Inputs {
    /// Returns a data file with the texts of a language, or of the nearest language that takes its place.
    pub(crate) fn data_in(&self, language: LanguageKey, name: &str) -> Option<&DataFile> {
        let chain = &self.settings.languages.get(language).fallback;
        let mut languages = std::iter::once(&language).chain(chain);
        let translated = languages.find_map(|key| self.translated_data.get(key)?.get(name));
        translated.or_else(|| self.data.get(name))
    }

    /// Returns all data files, those with the texts of other languages among them.
    pub(crate) fn all_data(&self) -> impl Iterator<Item = &DataFile> {
        let translated = self.translated_data.values().flat_map(BTreeMap::values);
        self.data.values().chain(translated)
    }
}
