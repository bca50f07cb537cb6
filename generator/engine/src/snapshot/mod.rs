//! What pages are rendered from, for one state of the sources, and the record of what each asked of it.
//!
//! A snapshot shows nothing: its fields are private to this room, and a rendering asks a [`recorder::Recorder`], whose methods
//! return an answer and note the question. Whoever forgets to record has nothing to read.

pub(crate) mod answers;
pub(crate) mod data;
pub(crate) mod dependency;
pub(crate) mod inputs;
pub(crate) mod recorder;
pub(crate) mod slice;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

use minijinja::value::{Serde, Value};

use crate::snapshot::answers::{Head, Island, Scripts, ShownSlice};
use crate::snapshot::dependency::Dependency;
use crate::snapshot::inputs::Inputs;
use crate::snapshot::slice::Slice;
use croupier_base::digest::{Digest, digest};
use croupier_base::media::picture::{Picture, PictureQuery};
use croupier_content::config::args::Profile;
use croupier_content::query;

/// Everything that renderings draw on, and the answers to every [`Dependency`]. Nothing in it changes, so that an answer's digest
/// can be worked out whenever somebody wants it.
pub(crate) struct Snapshot {
    inputs: Arc<Inputs>,
    /// The values at the top of site.toml as templates see them.
    settings: BTreeMap<String, Value>,
    /// Those that are texts and go into every head.
    texts: [Option<String>; 3],
    /// The slices, by name; not there while the slices themselves render.
    slices: OnceLock<BTreeMap<String, Slice>>,
}

impl Snapshot {
    /// A snapshot of what a build has read.
    pub(crate) fn new(inputs: Arc<Inputs>) -> Snapshot {
        let values = inputs.settings.site.as_object().into_iter().flatten();
        let settings =
            values.map(|(key, value)| (key.clone(), Value::from(Serde(value)))).collect();
        let texts = ["name", "description", "image"]
            .map(|key| inputs.settings.text(key).map(str::to_owned));
        Snapshot { inputs, settings, texts, slices: OnceLock::new() }
    }

    /// Lets pages show the slices, once all of them are rendered.
    pub(crate) fn set_slices(&self, slices: BTreeMap<String, Slice>) {
        self.slices.set(slices).expect("the slices are rendered once");
    }

    /// The digest of the answer to a question; 0 where the answer is that there is nothing.
    pub(crate) fn answer(&self, dependency: &Dependency) -> Digest {
        let Inputs { settings, site, templates, data, bundle, images, statics, now, .. } =
            &*self.inputs;
        match dependency {
            Dependency::Template(name) => {
                templates.get(name).map_or(0, |source| digest(source.as_bytes()))
            }
            Dependency::DataFile(name) => {
                data.get(name).map_or(0, |data| digest(data.hash.as_bytes()))
            }
            Dependency::DataNames => digest_of(&data.keys()),
            Dependency::Setting(name) => {
                settings.site.get(name).map_or(0, |value| digest(value.to_string().as_bytes()))
            }
            Dependency::Head => digest_of(&self.head()),
            Dependency::Scripts => self.scripts().map_or(0, |scripts| digest_of(&scripts)),
            Dependency::Pages(query, sort_by) => site.list(query, *sort_by).digest,
            Dependency::Children(route, sort_by) => site.children(route.clone(), *sort_by).digest,
            Dependency::Neighbours(route) => site.neighbours(route).digest(),
            Dependency::Page(route) => site.pages.get(route).map_or_else(
                || Digest::from(site.absent.contains_key(route)),
                |page| query::digest_of(std::slice::from_ref(page)),
            ),
            Dependency::Paginator(route) => site.listing_digest(route).unwrap_or(0),
            Dependency::Terms(taxonomy) => site.terms_digest(taxonomy).unwrap_or(0),
            Dependency::Image(path) => images.get(path.as_str()).map_or(0, digest_of),
            Dependency::Slice(name) => self.slice(name).map_or(0, |slice| digest_of(&slice)),
            Dependency::Island(name) => {
                self.island(name).map_or(0, |island| digest_of(&(island.server, island.files)))
            }
            Dependency::Asset(name) => bundle
                .as_ref()
                .and_then(|it| it.assets.get(name))
                .map_or(0, |path| digest(path.as_bytes())),
            Dependency::Static(path) => {
                statics.get(path).map_or(0, |file| file.fingerprint.digest())
            }
            Dependency::Picture(query) => {
                self.picture(query).map_or(0, |picture| digest_of(&picture))
            }
            Dependency::Moment(moment) => Digest::from(moment <= now),
            Dependency::RouteOf(source) => {
                site.route_of(source).map_or(0, |route| digest(route.as_bytes()))
            }
            Dependency::Beside(source) => {
                self.inputs.beside.places.get(source).map_or(0, |place| digest(place.as_bytes()))
            }
            Dependency::Section(prefix) => Digest::from(site.is_section(prefix)),
        }
    }

    fn head(&self) -> Head<'_> {
        let settings = &*self.inputs.settings;
        let [name, description, image] = self.texts.each_ref().map(Option::as_deref);
        Head {
            base_url: &settings.base_url,
            base: &settings.base,
            secrets: &settings.secrets,
            name: name.unwrap_or_default(),
            description: description.unwrap_or_default(),
            image,
            is_preview: settings.profile == Profile::Preview,
            build_year: settings.build_year,
            config: &self.inputs.config,
            policy: &self.inputs.policy,
        }
    }

    fn scripts(&self) -> Option<Scripts<'_>> {
        let bundle = self.inputs.bundle.as_ref()?;
        Some(Scripts { head: &bundle.head, styles: &bundle.styles, boot: &bundle.boot })
    }

    fn slice(&self, name: &str) -> Option<ShownSlice<'_>> {
        let slice = self.slices.get()?.get(name)?;
        Some(ShownSlice { html: &slice.html, styles: &slice.styles })
    }

    /// A picture with its copies; none where there is none, or one whose dimensions nobody knows.
    pub(crate) fn picture(&self, query: &PictureQuery) -> Option<Picture> {
        let path = query.path.as_str();
        Some(
            query.answered(
                self.inputs.statics.get(path)?.fingerprint,
                *self.inputs.images.get(path)?,
            ),
        )
    }

    fn island(&self, name: &str) -> Option<Island<'_>> {
        let (bundle, renderer) = (self.inputs.bundle.as_ref()?, self.inputs.islands.as_ref()?);
        let (name, files) = bundle.islands.get_key_value(name)?;
        Some(Island { files, name, server: &bundle.server_digest, renderer })
    }
}

/// The digest of all that an answer holds.
fn digest_of(answer: &impl Debug) -> Digest {
    digest(format!("{answer:?}").as_bytes())
}
