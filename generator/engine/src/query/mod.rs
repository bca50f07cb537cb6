//! What renderings read, as queries with recorded results.
//!
//! A [`Snapshot`] holds everything that pages are made from, for one state of the sources. Its fields are private to this module.
//! A rendering reads it through a [`recorder::Recorder`], which runs a query and records its key with the fingerprint of the
//! result. A page is up to date while all its recorded queries still have results with the same fingerprints.
//!
//! Each query is declared once, with the macro `query!`. The recorder fingerprints the very value that it returns, and
//! the plan of a build runs the same function again, so the two cannot disagree.

mod card_queries;
pub(crate) mod data;
mod declaration;
mod file_queries;
pub(crate) mod inputs;
pub(crate) mod invalidation;
pub(crate) mod key;
pub(crate) mod page_queries;
pub(crate) mod recorder;
pub(crate) mod results;
pub(crate) mod site_queries;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use minijinja::value::{Serde, Value};

use crate::query::inputs::Inputs;
use crate::query::results::ShownSlice;
use croupier_base::fingerprint::{ContentHash, Fingerprint};
use croupier_base::locale::Locale;
use croupier_base::media::picture::{Picture, PictureQuery};
use croupier_base::path::{OutputPath, Route, SitePath};
use croupier_content::config::tables::languages::Language;
use croupier_content::languages::LanguageKey;
use croupier_content::markdown::hooks::{Hook, Hooks};
use croupier_content::markdown::{self, Outline};
use croupier_content::page::Page;
use croupier_content::page_text::Text;
use croupier_extensions::social_cards::CardRenderer;

/// The folder of the templates of Markdown elements.
pub(crate) const MARKUP: &str = "pages/markup/";

/// Returns the path of the template of a Markdown element.
pub(crate) fn template_of(hook: Hook) -> SitePath {
    SitePath::new(format!("{MARKUP}{}.html", hook.name()))
}

/// site.toml as templates of one language see it.
struct LanguageTexts {
    /// The top-level values.
    values: BTreeMap<String, Value>,
    // The values that each page needs.
    name: String,
    description: String,
    image: Option<String>,
    image_alt: Option<String>,
    /// The language with its country, for Open Graph. Empty for its default, `en_US`.
    open_graph: String,
    /// The fingerprint of the settings of the head, once a page has read them.
    head: OnceLock<Fingerprint>,
}

impl LanguageTexts {
    fn new(language: &Language) -> LanguageTexts {
        let values = language.site.as_object().into_iter().flatten();
        let values = values.map(|(key, value)| (key.clone(), Value::from(Serde(value))));
        let locale = Locale::tag_with_country(&language.locale);
        let open_graph = locale.filter(|locale| locale != "en_US").unwrap_or_default();
        let text = |key| language.text(key).map(str::to_owned);
        LanguageTexts {
            values: values.collect(),
            name: text("name").unwrap_or_default(),
            description: text("description").unwrap_or_default(),
            image: text("image"),
            image_alt: text("image_alt"),
            open_graph,
            head: OnceLock::new(),
        }
    }
}

/// Everything that renderings read. It never changes; another state of the sources gets another snapshot.
pub(crate) struct Snapshot {
    inputs: Arc<Inputs>,
    /// site.toml by language, in the order of the languages of the site.
    texts: Vec<LanguageTexts>,
    /// The elements of Markdown that templates of the site render.
    hooks: Hooks,
    /// The slices by id. Unset while the slices themselves are rendered.
    slices: OnceLock<BTreeMap<String, ShownSlice>>,
    /// The texts of pages that others include, by content file.
    included: Mutex<HashMap<SitePath, Arc<Text>>>,
    /// The outlines of pages with translations, by content file.
    outlines: Mutex<HashMap<SitePath, Arc<Outline>>>,
    /// The links to all translations of a page for its head, by the route of the first one. They are the same in each translation.
    translation_links: Mutex<HashMap<Route, Arc<str>>>,
    /// The renderer of social cards, once one is drawn. The error is the index of a font that cannot be read.
    card_renderer: OnceLock<Result<Arc<dyn CardRenderer>, usize>>,
}

impl Snapshot {
    /// Creates a snapshot of the inputs of a build.
    pub(crate) fn new(inputs: Arc<Inputs>) -> Snapshot {
        let languages = inputs.settings.languages.iter();
        let texts = languages.map(LanguageTexts::new).collect();
        let has_template = |hook: &Hook| inputs.templates.contains_key(&*template_of(*hook));
        let hooks = Hook::ALL.into_iter().filter(has_template).collect();
        Snapshot {
            inputs,
            texts,
            hooks,
            slices: OnceLock::new(),
            included: Mutex::default(),
            outlines: Mutex::default(),
            translation_links: Mutex::default(),
            card_renderer: OnceLock::new(),
        }
    }

    /// The inputs of the build.
    pub(crate) fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// site.toml in a language.
    fn texts(&self, language: LanguageKey) -> &LanguageTexts {
        &self.texts[self.inputs.settings.languages.position(language)]
    }

    /// Makes the rendered slices available to pages.
    pub(crate) fn set_slices(&self, slices: BTreeMap<String, ShownSlice>) {
        self.slices.set(slices).expect("the slices are rendered once");
    }

    /// The text of a page, from after the heading that gave it its title. It is read once. A file that cannot be read has an error of
    /// its own, and an empty text here.
    fn text_of(&self, page: &Page) -> Arc<Text> {
        let mut included = self.included.lock().unwrap_or_else(PoisonError::into_inner);
        let text = included.entry(page.source.clone());
        Arc::clone(text.or_insert_with(|| Arc::new(self.read_text(page))))
    }

    fn read_text(&self, page: &Page) -> Text {
        if page.row.is_some() || page.is_generated {
            return Text::empty();
        }
        let bytes = self.inputs.world.read(&page.source).unwrap_or_default();
        let mut text = Text::read(&page.source, bytes).unwrap_or_else(|_| Text::empty());
        let start = text.body + page.front.body_start.unwrap_or(0);
        if text.source.is_char_boundary(start) {
            text.body = start;
        }
        text
    }

    /// All headings of the page of a content file, in which shortcodes are not expanded. None if it is not published. Its text is not
    /// stored, because a large site has many pages with translations.
    ///
    /// Originals are rendered before their translations, so that most outlines are stored already.
    fn outline_of(&self, file: &SitePath) -> Option<Arc<Outline>> {
        let stored = || {
            let outlines = self.outlines.lock().unwrap_or_else(PoisonError::into_inner);
            outlines.get(file).cloned()
        };
        if let Some(outline) = stored() {
            return Some(outline);
        }

        let Inputs { site, settings, .. } = &*self.inputs;
        let page = site.included(file)?;
        let text = self.read_text(page);
        let outline = Arc::new(markdown::outline(text.body(), &[], settings.config.markdown));
        self.store_outline(page, Arc::clone(&outline));
        Some(outline)
    }

    /// Stores the outline of a page for its translations.
    fn store_outline(&self, page: &Page, outline: Arc<Outline>) {
        let mut outlines = self.outlines.lock().unwrap_or_else(PoisonError::into_inner);
        outlines.insert(page.source.clone(), outline);
    }

    /// The links to all translations of a page, of which `first` is the route of the first one. `render` is called for one of them.
    fn translation_links(&self, first: &Route, render: impl FnOnce() -> String) -> Arc<str> {
        let links = || self.translation_links.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = links().get(first) {
            return Arc::clone(known);
        }
        let rendered: Arc<str> = render().into();
        links().insert(first.clone(), Arc::clone(&rendered));
        rendered
    }

    /// The renderer of social cards with these fonts. None if this program has none.
    fn card_renderer(&self, fonts: &[OutputPath]) -> Option<Result<&Arc<dyn CardRenderer>, usize>> {
        let library = self.inputs.settings.extensions.pictures?;
        let renderer = self.card_renderer.get_or_init(|| {
            let files = fonts.iter().map(|path| self.read_published(path));
            let files: Vec<Vec<u8>> = files.map(Option::unwrap_or_default).collect();
            (library.social_cards)(files)
        });
        Some(renderer.as_ref().map_err(|index| *index))
    }

    /// Reads a static file, or a published co-located asset, by its output path. None if it is another file now than when the site was assembled.
    pub(crate) fn read_published(&self, path: &OutputPath) -> Option<Vec<u8>> {
        let Inputs { world, assets, statics, .. } = &*self.inputs;
        let asset = assets.published.get(path).cloned();
        let bytes = world.read(&asset.unwrap_or_else(|| SitePath::of_static(path))).ok()?;
        // Names of cards have the hash of the file as it was when the site was assembled.
        let expected = statics.get(path)?.content_hash;
        (ContentHash::of(&bytes) == expected).then_some(bytes)
    }

    /// A picture with its copies. None if there is no such file, or if its dimensions are unknown.
    pub(crate) fn picture(&self, query: &PictureQuery) -> Option<Picture> {
        let path = query.path.as_str();
        let (file, size) = (self.inputs.statics.get(path)?, *self.inputs.images.get(path)?);
        Some(query.to_picture(file, size))
    }
}
