//! The only way for a rendering to read the snapshot. Every read is recorded, including lookups without a result.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use minijinja::value::Value;
use serde_json::Value as Json;

use crate::pictures::{self, social_cards};
use crate::query::Snapshot;
use crate::query::card_queries::{CardAt, CardFonts, CardImage};
use crate::query::data::DataFile;
use crate::query::declaration::Query;
use crate::query::file_queries::{
    AssetPath, AssetUrl, DataFileOf, DataNames, HasFile, ImageSize, MessageOf, PictureCopies,
    PictureFile, StaticCopy, TemplateText,
};
use crate::query::inputs::Inputs;
use crate::query::key::QueryKey;
use crate::query::page_queries::{
    ArchiveOf, ChildPages, FolderName, FolderOf, FolderPage, FoundPage, IncludedPage, ListedPages,
    OutlineOf, PageAt, PageFor, QueryOf, RouteOf, SourceAt, SourceFor, TermsOf, TranslationsOf,
    TreeLevelOf,
};
use crate::query::results::{Head, Included, Island, NotFound, ShownSlice, UnreadableFont};
use crate::query::site_queries::{
    FoundIsland, HeadSettings, IslandCode, MarkdownSettings, Setting, SliceContent,
};
use croupier_base::diagnostic::Location;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::fingerprint::{ContentHash, Fingerprint, fingerprint};
use croupier_base::hashed_path::fingerprinted;
use croupier_base::media::image::Dimensions;
use croupier_base::media::picture::{Picture, PictureQuery};
use croupier_base::path::{Href, OutputPath, Route, SitePath};
use croupier_base::pseudo::Pseudo;
use croupier_base::unicode::{into_nfc, nfc};
use croupier_base::url;
use croupier_content::config::tables::languages::Language;
use croupier_content::config::tables::markdown::{CodeIslands, MarkdownOptions};
use croupier_content::languages::{Folder, LanguageKey};
use croupier_content::links;
use croupier_content::lists::tree::TreeLevel;
use croupier_content::lists::{PageList, PageQuery};
use croupier_content::markdown::hooks::Hooks;
use croupier_content::markdown::{FrenchSpacing, Outline, plain_code};
use croupier_content::messages::catalog::Message;
use croupier_content::model::SortBy;
use croupier_content::model::archive::{Archive, Unit};
use croupier_content::page::Page;
use croupier_content::page_text::Text;
use croupier_content::unpublished::UnpublishedPage;
use croupier_extensions::social_cards::{CardDefect, CardError, CardRenderer};
use croupier_extensions::{Collation, Math};

/// The renderer of social cards and the digest of its fonts.
pub(crate) type FoundRenderer<'a> =
    Result<(&'a Arc<dyn CardRenderer>, Fingerprint), UnreadableFont<'a>>;

/// The queries of one rendering, with the fingerprints of their results.
pub(crate) type Reads = BTreeMap<QueryKey, Fingerprint>;

thread_local! {
    // minijinja passes no state to the callback that resolves template names, nor to an object whose attribute it reads. A rendering
    // stays on one thread.
    static READS: RefCell<Option<Reads>> = const { RefCell::new(None) };
    // The texts of pages that the rendering has read, such as summaries, by their addresses in memory.
    static TEXTS: RefCell<PageTexts> = const { RefCell::new(PageTexts::new()) };
    static INCLUDES: RefCell<Includes> = RefCell::default();
    // The language of the page, the slice or the file that is rendered.
    static LANGUAGE: Cell<LanguageKey> = Cell::default();
}

/// The texts that the rendering is in, and what it has shown of them and of islands so far.
#[derive(Debug, Default, Clone)]
pub(crate) struct Includes {
    /// The content files of the texts, outermost first.
    pub open: Vec<SitePath>,
    /// Whether the texts are for a feed.
    pub is_feed: bool,
    /// How often each content file was included.
    pub counts: BTreeMap<SitePath, usize>,
    /// The part of the document that is rendered, if it stays there while pages change. Its islands
    /// have other ids than those of pages.
    pub region: Cow<'static, str>,
    /// How often each prefix of React ids was used.
    pub id_prefixes: BTreeMap<String, usize>,
}

/// Reads or changes the includes of the rendering on this thread.
pub(crate) fn with_includes<T>(change: impl FnOnce(&mut Includes) -> T) -> T {
    INCLUDES.with_borrow_mut(change)
}

/// Texts by the address of their first byte. The texts stay in memory, so that no other text gets the address.
type PageTexts = BTreeMap<usize, (Arc<str>, PageText)>;

/// A text of a page that other pages show.
#[derive(Debug, Clone)]
pub(crate) struct PageText {
    /// The page.
    pub page: Arc<Page>,
    /// Whether it is the summary, which is a part of the Markdown, or else the description.
    pub is_summary: bool,
}

/// Remembers that a text belongs to a page. The filter `markdown` then renders it as on that page.
pub(crate) fn note_page_text(text: &Arc<str>, page: &Arc<Page>, is_summary: bool) {
    let entry = (Arc::clone(text), PageText { page: Arc::clone(page), is_summary });
    TEXTS.with_borrow_mut(|texts| texts.insert(text.as_ptr() as usize, entry));
}

/// Returns the page that a text belongs to.
pub(crate) fn page_of_text(text: &str) -> Option<PageText> {
    TEXTS.with_borrow(|texts| {
        let (start, of_page) = texts.get(&(text.as_ptr() as usize))?;
        (start.len() == text.len()).then(|| of_page.clone())
    })
}

/// Runs a rendering in a language and returns its reads. A rendering that runs within another one has its own.
pub(crate) fn record<T>(
    snapshot: &Arc<Snapshot>,
    language: LanguageKey,
    rendering: impl FnOnce(&Recorder) -> T,
) -> (T, Reads) {
    let outer = READS.replace(Some(Reads::new()));
    let outer_texts = TEXTS.take();
    let outer_includes = INCLUDES.take();
    let outer_language = LANGUAGE.replace(language);
    let result = rendering(&Recorder::new(snapshot));
    TEXTS.replace(outer_texts);
    INCLUDES.replace(outer_includes);
    LANGUAGE.set(outer_language);
    (result, READS.replace(outer).unwrap_or_default())
}

/// Runs a part of a rendering that is about another text, in its language. The texts and islands that it shows do not count.
pub(crate) fn aside<T>(language: LanguageKey, text: &SitePath, part: impl FnOnce() -> T) -> T {
    let outer_language = LANGUAGE.replace(language);
    let outer_includes = with_includes(|includes| {
        let outer = includes.clone();
        includes.open.push(text.clone());
        outer
    });
    let result = part();
    INCLUDES.replace(outer_includes);
    LANGUAGE.set(outer_language);
    result
}

/// Reads a snapshot for the rendering that runs on this thread.
///
/// Visibility ensures that every read is recorded: the fields of [`Snapshot`] and the queries are private to the `query` module, so
/// that an unrecorded read in `template` or `render` does not compile.
#[derive(Clone)]
pub(crate) struct Recorder {
    snapshot: Arc<Snapshot>,
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Recorder")
    }
}

impl Recorder {
    /// Returns a recorder for compiled templates, which are rendered many times on several threads. Its reads panic outside of
    /// [`record`].
    pub(crate) fn new(snapshot: &Arc<Snapshot>) -> Recorder {
        Recorder { snapshot: Arc::clone(snapshot) }
    }

    /// Runs a query, and records it with the fingerprint of its result.
    pub(crate) fn read<Q: Query + Into<QueryKey>>(&self, query: Q) -> Q::Output<'_> {
        let result = query.run(&self.snapshot);
        READS.with_borrow_mut(|reads| {
            let reads = reads.as_mut().expect("a rendering is recorded");
            reads.entry(query.into()).or_insert_with(|| Q::fingerprint(&result));
        });
        result
    }

    /// The inputs, for error messages and for the names of data files that [`DataNames`] has recorded.
    fn inputs(&self) -> &Inputs {
        &self.snapshot.inputs
    }

    /// The language of what is rendered. It is empty on a site in one language.
    #[expect(clippy::unused_self, reason = "renderings read everything through a recorder")]
    pub(crate) fn language(&self) -> LanguageKey {
        LANGUAGE.get()
    }

    /// The folder with a file route, in the language of what is rendered.
    fn folder(&self, route: &Route) -> Folder {
        Folder { language: self.language(), route: route.clone() }
    }

    /// The language of the target of a link in the content file `source` to a content file.
    fn language_of_link(&self, source: &SitePath, file: &SitePath) -> LanguageKey {
        self.inputs().settings.languages.files.of_link(self.language(), source, file)
    }

    /// The start of the routes of a language, without a slash at the end. All pages are rendered again if it changes.
    pub(crate) fn prefix(&self, language: LanguageKey) -> &str {
        if language.is_empty() { "" } else { &self.head().languages.0.get(language).prefix }
    }

    /// The language of a page. All pages are rendered again if it changes.
    pub(crate) fn language_of(&self, page: &Page) -> &Language {
        self.head().languages.0.get(page.language)
    }

    /// The language that the text of a page is written in. All pages are rendered again if it changes.
    pub(crate) fn language_of_text(&self, page: &Page) -> &Language {
        self.head().languages.0.get(page.text_language.unwrap_or(page.language))
    }

    /// The text of a template.
    pub(crate) fn template(&self, path: &SitePath) -> Result<&Arc<str>, NotFound<'_>> {
        let text = self.read(TemplateText(SitePath::new(&*nfc(path))));
        text.ok_or_else(|| NotFound::new(path, || self.inputs().templates.keys().collect()))
    }

    /// A data file.
    pub(crate) fn data(&self, name: &str) -> Result<&DataFile, NotFound<'_>> {
        let file = self.read(DataFileOf(self.language(), nfc(name).into_owned()));
        file.ok_or_else(|| NotFound::new(name, || self.inputs().data.keys().collect()))
    }

    /// The names of all data files.
    pub(crate) fn data_names(&self) -> impl Iterator<Item = &String> {
        self.read(DataNames).0.keys()
    }

    /// The data files of a folder by their names in it.
    pub(crate) fn collection(&self, folder: &str) -> Result<Vec<(&str, &DataFile)>, NotFound<'_>> {
        let data = self.read(DataNames).0;
        let start = format!("{}/", nfc(folder));
        let names = data
            .range(start.clone()..)
            .map_while(|(name, _)| Some((name, name.strip_prefix(&start)?)));
        let file = |(name, in_folder): (&String, _)| {
            Some((in_folder, self.read(DataFileOf(self.language(), name.clone()))?))
        };
        let files: Vec<_> = names.filter_map(file).collect();
        let folders = || data.keys().filter_map(|name| Some(name.rsplit_once('/')?.0)).collect();
        if files.is_empty() { Err(NotFound::new(folder, folders)) } else { Ok(files) }
    }

    /// A top-level value of site.toml as templates see it.
    pub(crate) fn setting(&self, name: &str) -> Option<&Value> {
        self.setting_in(self.language(), name)
    }

    /// A top-level value of site.toml as templates see it in a language.
    pub(crate) fn setting_in(&self, language: LanguageKey, name: &str) -> Option<&Value> {
        self.read(Setting(language, name.to_owned())).map(|value| value.shown)
    }

    /// The languages in which messages are looked up, by the names of their folders in i18n/, in this order.
    pub(crate) fn language_chain(&self) -> Vec<&str> {
        let language = self.language();
        if language.is_empty() {
            return vec![self.setting("language").and_then(Value::as_str).unwrap_or("en")];
        }
        let fallback = &self.head().languages.0.get(language).fallback;
        std::iter::once(&language).chain(fallback).map(|key| key.as_str()).collect()
    }

    /// The tag of a language of [`Recorder::language_chain`].
    pub(crate) fn tag_of<'a>(&'a self, language: &'a str) -> &'a str {
        let languages = self.head().languages.0;
        languages.find(LanguageKey::new(language)).map_or(language, |it| it.locale.as_str())
    }

    /// A message in the first language that has it, with that language.
    pub(crate) fn message(&self, key: &str) -> Result<(&str, Message<'_>), NotFound<'_>> {
        let chain = self.language_chain();
        for language in &chain {
            let query = MessageOf((*language).to_owned(), key.to_owned());
            if let Some(message) = self.read(query) {
                return Ok((*language, message));
            }
        }
        let names = move || {
            let keys = chain.iter().flat_map(|language| self.inputs().messages.keys(language));
            keys.collect()
        };
        Err(NotFound::new(key, names))
    }

    /// The location of a message as text, such as `i18n/en/site.ftl:3`, for error messages. It is not recorded.
    pub(crate) fn message_place(&self, language: &str, key: &str) -> String {
        let location = self.inputs().messages.location(language, key);
        let text = location.map(|it| format!("{}:{}", it.file, it.line_column().0));
        text.unwrap_or_default()
    }

    /// The file that a new message belongs to, for error messages. It is not recorded.
    pub(crate) fn new_message_file(&self) -> String {
        let language = self.language_chain().last().map_or("en", |it| *it);
        self.inputs().messages.file_of(language)
    }

    /// The extensions of Markdown that site.toml enables, for texts of the language of what is rendered.
    pub(crate) fn markdown_options(&self) -> MarkdownOptions {
        let options = self.read(MarkdownSettings).0;
        let is_same = !options.smart_punctuation && Pseudo::of_tag(&self.language()).is_none();
        if is_same {
            return options;
        }
        options.in_language(self.setting("language").and_then(Value::as_str).unwrap_or("en"))
    }

    /// The tag of the language that the text of a page is written in. A page that is not translated shows the text of another language.
    pub(crate) fn tag_of_text(&self, page: &Page) -> &str {
        let own = page.text_language.map(|language| self.tag_of(language.as_str()));
        own.or_else(|| self.setting("language")?.as_str()).unwrap_or("en")
    }

    /// The rules of spaces that the text of a page is checked against.
    pub(crate) fn french_spacing(&self, page: &Page) -> Option<FrenchSpacing> {
        let is_checked = self.read(MarkdownSettings).4;
        is_checked.then(|| FrenchSpacing::of_tag(self.tag_of_text(page))).flatten()
    }

    /// The elements of Markdown that templates of the site render.
    pub(crate) fn hooks(&self) -> Hooks {
        self.read(MarkdownSettings).1
    }

    /// The islands that render code blocks, by language.
    pub(crate) fn code_islands(&self) -> &CodeIslands {
        self.read(MarkdownSettings).2
    }

    /// Code as HTML with classes; none if its language is not known. Apart from the aliases of languages, it depends on the code alone,
    /// so that it is not recorded.
    pub(crate) fn highlighted(&self, language: &str, code: &str) -> Option<String> {
        let alias = self.read(MarkdownSettings).3.get(&language.to_ascii_lowercase());
        let language = alias.map_or(language, String::as_str);
        plain_code(language, code).or_else(|| self.inputs().highlighter.html(language, code))
    }

    /// The renderer of formulas, if site.toml enables them. A program has always the same one, so that only the setting is recorded.
    pub(crate) fn math(&self) -> Option<Math> {
        let library = self.inputs().settings.extensions.math;
        library.filter(|_| self.markdown_options().math)
    }

    /// The orders of texts, if this program has them. It always has the same ones, so that they are not recorded.
    pub(crate) fn collation(&self) -> Option<Collation> {
        self.inputs().settings.extensions.collation
    }

    /// Whether this program can make copies of pictures.
    pub(crate) fn has_picture_copies(&self) -> bool {
        self.inputs().settings.extensions.pictures.is_some()
    }

    /// The settings in the head of every page.
    pub(crate) fn head(&self) -> Head<'_> {
        self.read(HeadSettings(self.language()))
    }

    /// A slice in the language of the page, by its id. There is none while the slices themselves are rendered.
    pub(crate) fn slice(&self, id: &str) -> Result<&ShownSlice, NotFound<'_>> {
        let names = || self.snapshot.slices.get().into_iter().flat_map(|it| it.keys()).collect();
        self.read(SliceContent(id.to_owned())).ok_or_else(|| NotFound::new(id, names))
    }

    /// The id of a slice in the language of the page: its name, after the path of the language.
    pub(crate) fn slice_id(&self, name: &str) -> String {
        slice_id(self.prefix(self.language()), name)
    }

    /// Whether site.toml names a runtime. It is not recorded, because another runtime renders all pages.
    pub(crate) fn has_runtime(&self) -> bool {
        self.inputs().settings.runtime.is_some()
    }

    /// An island. None on a site without a runtime, and if the runtime could not be bundled.
    pub(crate) fn island(&self, name: &str) -> Option<Result<Island<'_>, NotFound<'_>>> {
        let names =
            || self.inputs().bundle.iter().flat_map(|bundle| bundle.islands.keys()).collect();
        match self.read(IslandCode(name.to_owned())) {
            FoundIsland::Island(island) => Some(Ok(island)),
            FoundIsland::Missing => Some(Err(NotFound::new(name, names))),
            FoundIsland::NoRuntime => None,
        }
    }

    /// Whether drafts are built. Not recorded: a change discards the cache.
    pub(crate) fn has_drafts(&self) -> bool {
        self.inputs().settings.flags.drafts
    }

    /// The year of the copyright line. Not recorded: a change discards the cache.
    pub(crate) fn build_year(&self) -> i64 {
        self.inputs().settings.build_year
    }

    /// The dimensions of an image of this site, by its URL path.
    pub(crate) fn image(&self, url: &Href) -> Result<Dimensions, NotFound<'_>> {
        let dimensions = image_path(url).and_then(|path| self.read(ImageSize(path)));
        let names = || self.inputs().images.keys().map(|path| format!("/{path}")).collect();
        dimensions.ok_or_else(|| NotFound::new(url, names).because(self.unpublished_reason(url)))
    }

    /// The output path of an asset of the runtime.
    pub(crate) fn asset(&self, name: &str) -> Result<&str, NotFound<'_>> {
        let names =
            || self.inputs().bundle.iter().flat_map(|bundle| bundle.assets.keys()).collect();
        self.read(AssetPath(name.to_owned())).ok_or_else(|| NotFound::new(name, names))
    }

    /// A static file by its URL path, with the path of its copy whose name changes with its content.
    pub(crate) fn static_file(&self, url: &Href) -> Result<(OutputPath, StaticFile), NotFound<'_>> {
        let path = OutputPath::new(&*nfc(url.trim_start_matches('/')));
        let file = self.read(StaticCopy(path.clone()));
        let names = || self.inputs().statics.keys().map(|path| format!("/{path}")).collect();
        file.map(|file| (fingerprinted(&path, file.content_hash), file))
            .ok_or_else(|| NotFound::new(url, names).because(self.unpublished_reason(url)))
    }

    /// Whether there is a static file or a published page asset at a URL path.
    pub(crate) fn has_file(&self, url: &Href) -> bool {
        self.read(HasFile(OutputPath::new(into_nfc(url.trim_start_matches('/').to_owned()))))
    }

    /// The URL of the image of a page: a URL path, or an absolute URL. None if the page names no image, or if the path is relative and
    /// names no page asset.
    pub(crate) fn image_of(&self, page: &Page) -> Option<Href> {
        let image = Href::new(page.front.rare.image.as_deref().filter(|image| !image.is_empty())?);
        // In the name of a file, `#`, `?` and `%` have no meaning.
        let has_special = image.contains(['#', '?', '%']);
        if image.starts_with('/') || image.is_absolute() {
            let is_name = has_special && image.starts_with('/') && self.has_file(&image);
            let of_name = || Href::new(url::file_url(image.trim_start_matches('/')));
            return Some(if is_name { of_name() } else { image });
        }

        let origin = page.front.rare.image_origin.as_ref();
        let cascade = origin.and_then(|origin| origin.cascade_file.as_ref());
        let source = cascade.map_or(&page.source, |file| &file.path);
        let of_name = || self.address(source, &Href::new(&url::file_url(&image)[1..]));
        has_special.then(of_name).flatten().or_else(|| self.address(source, &image))
    }

    /// The route of a folder's page, and its name in menus and breadcrumbs. None if there is no such page.
    pub(crate) fn folder_name(&self, folder: &Route) -> Option<(&Route, &str)> {
        self.read(FolderName(self.folder(folder)))
    }

    /// The page of a folder. None if there is no such page.
    pub(crate) fn folder_page(&self, folder: &Route) -> Option<&Arc<Page>> {
        self.read(FolderPage(self.folder(folder)))
    }

    /// The location of a value of site.toml, for error messages.
    pub(crate) fn setting_place(&self, keys: &[&'static str]) -> Location {
        let settings = &self.inputs().settings;
        let steps: Vec<Cow<'_, str>> = keys.iter().map(|key| Cow::Borrowed(*key)).collect();
        settings.layers.place(settings.spanned.range_at(&steps))
    }

    /// A picture with its copies. None if the file holds no picture with known dimensions.
    pub(crate) fn picture(&self, query: &PictureQuery) -> Result<Option<Picture>, NotFound<'_>> {
        match self.read(PictureCopies(query.clone())) {
            PictureFile::Picture(picture) => Ok(Some(picture)),
            PictureFile::NoPicture => Ok(None),
            PictureFile::Missing => {
                let url = format!("/{}", query.path);
                let names = || self.inputs().images.keys().map(|path| format!("/{path}")).collect();
                Err(NotFound::new(&url, names).because(self.unpublished_reason(&url)))
            }
        }
    }

    /// The placeholder colour of a picture with copies, as `#rrggbb`. It depends on the hash of the picture alone, which the copies have,
    /// so that it is not recorded.
    pub(crate) fn placeholder_color(&self, picture: &Picture) -> Option<String> {
        let copy = picture.copies.first()?;
        let Inputs { world, assets, .. } = self.inputs();
        let library = self.inputs().settings.extensions.pictures?;
        pictures::placeholder_color(library, world.root(), copy, || {
            let asset = assets.published.get(&copy.original).cloned();
            world.read(&asset.unwrap_or_else(|| SitePath::of_static(&copy.original))).ok()
        })
    }

    /// The renderer of social cards with the fonts of the site, and the digest of these fonts. None if this program has none.
    pub(crate) fn card_renderer(&self) -> Option<FoundRenderer<'_>> {
        let fonts = self.read(CardFonts);
        let digest = fingerprint(&fonts);
        let names = || self.inputs().statics.keys().map(|path| format!("/{path}")).collect();
        let missing = fonts.iter().find(|(_, hash)| hash.is_none()).map(|(path, _)| path);
        if let Some(path) = missing {
            let url = format!("/{path}");
            let not_found = NotFound::new(&url, names).because(self.unpublished_reason(&url));
            return Some(Err(UnreadableFont { url, not_found: Some(not_found) }));
        }
        let paths: Vec<OutputPath> = fonts.into_iter().map(|(path, _)| path).collect();
        let renderer = self.snapshot.card_renderer(&paths)?;
        Some(renderer.map(|renderer| (renderer, digest)).map_err(|index| {
            let url = format!("/{}", paths[index]);
            UnreadableFont { url, not_found: None }
        }))
    }

    /// The hash of an image that a social card shows, by its URL path.
    pub(crate) fn card_image(&self, url: &str) -> Result<ContentHash, NotFound<'_>> {
        let hash = image_path(&Href::new(url)).and_then(|path| self.read(CardImage(path)));
        let names = || self.inputs().images.keys().map(|path| format!("/{path}")).collect();
        hash.ok_or_else(|| NotFound::new(url, names).because(self.unpublished_reason(url)))
    }

    /// Draws a social card with this output path, unless it is cached, and returns the text that it lacks. The path has the digest of
    /// all that the card is drawn from.
    pub(crate) fn draw_card(
        &self,
        renderer: &Arc<dyn CardRenderer>,
        path: &OutputPath,
        svg: &str,
    ) -> Result<Vec<CardDefect>, CardError> {
        self.read(CardAt(path.clone()));
        let read_image = |url: &str| self.snapshot.read_published(&image_path(&Href::new(url))?);
        social_cards::draw(renderer, self.inputs().world.root(), path, svg, &read_image)
    }

    /// Why a co-located asset is not published now.
    fn unpublished_reason(&self, url: &str) -> Option<String> {
        self.inputs().assets.unpublished.get(url).map(UnpublishedPage::hint)
    }

    /// The pages of the term whose page has this route, or the pages below the route. An error if the route has no pages below it,
    /// published or not.
    pub(crate) fn section(
        &self,
        route: &Route,
        sort_by: SortBy,
    ) -> Result<(PageQuery, Arc<PageList>), NotFound<'_>> {
        let Some(query) = self.read(QueryOf(self.language(), route.clone())) else {
            return Err(self.unknown_folder(route));
        };
        let pages = self.read(ListedPages(query.clone(), sort_by));
        Ok((query, pages))
    }

    /// The pages directly in the folder that a route names. Without `sort_by`, the page of the folder sets the order. An error if there
    /// are none, published or not.
    pub(crate) fn children(
        &self,
        route: &Route,
        sort_by: Option<SortBy>,
    ) -> Result<(Folder, Arc<PageList>), NotFound<'_>> {
        let folder = self.read(FolderOf(self.language(), route.clone()));
        let folder = folder.ok_or_else(|| {
            NotFound::new(route, || self.inputs().site.pages.keys().collect())
                .because(self.inputs().site.folder_hint(route))
        })?;
        let pages = self.read(ChildPages(folder.clone(), sort_by));
        Ok((folder, pages))
    }

    /// The file route of the folder that a route names, or of the page with this URL.
    pub(crate) fn folder_of(&self, route: &Route) -> Route {
        let folder = self.read(FolderOf(self.language(), route.clone()));
        folder.map_or_else(|| route.clone(), |folder| folder.route)
    }

    /// The pages and folders directly in the folder that a route names. An error if there are none, published or not.
    pub(crate) fn tree(&self, route: &Route) -> Result<(Folder, Arc<TreeLevel>), NotFound<'_>> {
        let folder = self.read(FolderOf(self.language(), route.clone()));
        let folder = folder.ok_or_else(|| self.unknown_folder(route))?;
        let level = self.read(TreeLevelOf(folder.clone()));
        Ok((folder, level))
    }

    /// The error for a route that names no folder with pages.
    fn unknown_folder(&self, route: &Route) -> NotFound<'_> {
        let site = &self.inputs().site;
        NotFound::new(route, || site.sections().into_iter().collect())
            .because(site.folder_hint(route))
    }

    /// The page at a route, in the language of the reader. None if it is not published now; an error if no content file makes it.
    pub(crate) fn page(&self, route: &Route) -> Result<Option<&Arc<Page>>, NotFound<'_>> {
        let language = self.language();
        let found = if language.is_empty() {
            self.read(PageAt(route.clone()))
        } else {
            self.read(PageFor(language, route.clone()))
        };
        match found {
            FoundPage::Page(page) => Ok(Some(page)),
            FoundPage::Unpublished => Ok(None),
            FoundPage::Missing => {
                Err(NotFound::new(route, || self.inputs().site.pages.keys().collect()))
            }
        }
    }

    /// The versions of the page at a route in all languages that have one, in the order of switches.
    pub(crate) fn translations(&self, route: &Route) -> Vec<&Arc<Page>> {
        self.read(TranslationsOf(route.clone()))
    }

    /// The links to `translations`, which [`Recorder::translations`] has recorded. `render` is called for one page of them.
    pub(crate) fn translation_links(
        &self,
        translations: &[&Arc<Page>],
        render: impl FnOnce() -> String,
    ) -> Arc<str> {
        match translations.first() {
            Some(first) => self.snapshot.translation_links(&first.route, render),
            None => render().into(),
        }
    }

    /// The terms of a taxonomy: see [`croupier_content::lists::taxonomy::Term::summary`].
    pub(crate) fn terms(&self, taxonomy: &str) -> Result<Vec<Json>, NotFound<'_>> {
        let language = self.language();
        let terms = self.read(TermsOf(language, nfc(taxonomy).into_owned())).map(|terms| terms.0);
        let names = move || self.inputs().site.terms(language).keys().collect();
        terms.ok_or_else(|| NotFound::new(taxonomy, names))
    }

    /// The years or months of an archive of a section: see [`croupier_content::lists::archives::Period::summary`].
    pub(crate) fn archive(
        &self,
        section: &Route,
        unit: Option<Unit>,
    ) -> Result<Vec<Json>, NotFound<'_>> {
        let other = section.clone();
        let sections = move || {
            let sections = self.inputs().settings.config.archives.iter().map(Archive::section);
            sections.filter(|it| *it != other).collect()
        };
        // A path that the archive itself shows begins with its language.
        let prefix = self.prefix(self.language());
        let below =
            section.strip_prefix(prefix).filter(|it| !prefix.is_empty() && it.starts_with('/'));
        let periods = self
            .read(ArchiveOf(self.folder(section), unit))
            .or_else(|| self.read(ArchiveOf(self.folder(&Route::new(below?)), unit)));
        periods.ok_or_else(|| NotFound::new(section, sections))
    }

    /// The route of the page of a content file, which a page of another language shows, too.
    pub(crate) fn route_of(&self, source: &SitePath) -> Option<&Route> {
        let language = self.inputs().settings.languages.files.split(source).language;
        self.read(RouteOf(language, source.clone()))
    }

    /// The content file that `href` names for inclusion: a route, or a path relative to the content file `source`. An error if there is
    /// none.
    pub(crate) fn included_file(
        &self,
        source: &SitePath,
        href: &Href,
    ) -> Result<SitePath, NotFound<'_>> {
        let site = &self.inputs().site;

        if let Some((file, _)) = links::content_file(source, href) {
            let names = || {
                let pages = site.pages.values().chain(site.headless.values());
                pages.filter(|it| !it.is_generated).map(|it| it.source.to_string()).collect()
            };

            // Also records that there is none.
            let language = self.language_of_link(source, &file);
            let route = self.read(RouteOf(language, file.clone()));
            let route = route.ok_or_else(|| NotFound::new(&file, names))?;

            let translated =
                if language.is_empty() { None } else { self.read(SourceAt(route.clone())) };
            return Ok(translated.cloned().unwrap_or(file));
        }

        let mut route = Route::from_url_path(&Href::new(href.split_path().0));
        if !route.ends_with(['/']) && !route.ends_with(".html") {
            route = Route::new(format!("{route}/"));
        }

        let names = || site.pages.keys().chain(site.headless.keys()).collect();
        let file = self.read(SourceFor(self.language(), route.clone()));
        let reason = || site.unpublished.get(&route).map(UnpublishedPage::hint);
        file.cloned().ok_or_else(|| NotFound::new(&route, names).because(reason()))
    }

    /// A page that another one includes, by its content file. An error if it is not part of the site now.
    pub(crate) fn included(&self, file: &SitePath) -> Result<Included<'_>, NotFound<'_>> {
        let site = &self.inputs().site;
        let included = self.read(IncludedPage(file.clone()));
        let reason = || {
            let mut unpublished = site.unpublished.values().filter(|it| it.is_itself());
            unpublished.find(|it| it.source == *file).map(UnpublishedPage::hint)
        };
        let names = || Vec::<String>::new();
        included.ok_or_else(|| NotFound::new(file, names).because(reason()))
    }

    /// The content file of the page that a page is a translation of, and its outline, in which shortcodes are not expanded. None for
    /// an original.
    pub(crate) fn outline_of_original(&self, page: &Page) -> Option<(SitePath, Arc<Outline>)> {
        let default = self.inputs().settings.languages.default_language().key;
        let is_original = page.language == default;
        // A pseudo-language includes the text of the original, and has its ids.
        let is_translated_here = !is_original || Pseudo::of_tag(&self.language()).is_some();
        let is_of_original = page.text_language == Some(default) && page.pseudo().is_none();
        if !is_translated_here || is_of_original || !page.is_listed() {
            return None;
        }

        let original = if is_original {
            page.source.clone()
        } else if page.front.headless {
            let route = self.read(RouteOf(default, page.source.clone()))?;
            self.read(SourceAt(route.clone())).filter(|file| **file != page.source)?.clone()
        } else {
            let versions = self.translations(&page.route);
            versions.into_iter().find(|it| it.language == default)?.source.clone()
        };

        let outline = self.read(OutlineOf(original.clone()))?;
        Some((original, outline))
    }

    /// Whether pages of other languages take the ids of the headings of a page. It is not recorded, because no result depends on it.
    pub(crate) fn is_original(&self, page: &Page) -> bool {
        let Inputs { site, settings, .. } = self.inputs();
        settings.languages.is_multiple()
            && page.language == settings.languages.default_language().key
            && !page.is_generated
            && site.translations.of(page).is_some_and(|versions| versions.len() > 1)
    }

    /// Stores the outline of an original, so that no translation parses its text again.
    pub(crate) fn store_outline(&self, original: &Page, outline: Outline) {
        self.snapshot.store_outline(original, Arc::new(outline));
    }

    /// The text of the file of a page, for error messages. It is not recorded.
    pub(crate) fn text_for_error(&self, page: &Page) -> Arc<Text> {
        self.snapshot.text_of(page)
    }

    /// The output path of the version of an asset in the language of the current page, or in the first of its fallback languages that has
    /// one: `photo.fr.jpg` for `photo.jpg`. A translation in a folder of its own can name the assets of its original.
    fn asset_url(&self, file: SitePath) -> Option<&OutputPath> {
        let languages = &self.inputs().settings.languages.files;
        let split = languages.split(&file);
        if !languages.is_multiple() || split.has_suffix {
            return self.read(AssetUrl(file));
        }
        let language = self.language();
        let fallback = &self.inputs().settings.languages.get(language).fallback;
        let chain = std::iter::once(&language).chain(fallback);
        let localized = chain.map(|language| languages.translation_of(&file, *language));
        let original = split.path.into_owned();
        localized.chain([file.clone(), original]).find_map(|file| self.read(AssetUrl(file)))
    }

    /// Resolves a link in the content file `source` that names a content file or an asset by its path. None for other links.
    pub(crate) fn address(&self, source: &SitePath, href: &Href) -> Option<Href> {
        if let Some((file, rest)) = links::asset_file(source, href) {
            let path = self.asset_url(file)?;
            return Some(Href::new(format!("{}{rest}", url::file_url(path))));
        }
        let Some((file, rest)) = links::content_file(source, href) else {
            return self.address_elsewhere(href);
        };
        let route = self.read(RouteOf(self.language_of_link(source, &file), file))?;
        Some(Href::new(format!("{route}{rest}")))
    }

    /// Resolves a path of previews, whose only host has all languages, if this host has no page at it: to the path that the language has on
    /// this host, or to a page of another host.
    fn address_elsewhere(&self, href: &Href) -> Option<Href> {
        let languages = self.head().languages.0;
        languages.moved(href).filter(|_| !href.starts_with("//"))?;

        let (path, end) = href.split_path();
        let mut route = Route::from_url_path(&Href::new(&*url::decode_path(path)?));
        if !route.ends_with('/') && !route.ends_with(".html") {
            route = Route::new(format!("{route}/"));
        }
        if matches!(self.read(PageAt(route.clone())), FoundPage::Page(_)) {
            return None;
        }

        let (language, in_language) = languages.moved(&route)?;
        if language.is_published() {
            let rest = path.strip_prefix(language.preview_path.as_str())?;
            return Some(Href::new(format!("{}{rest}{end}", language.prefix)));
        }
        match self.read(PageAt(Route::new(format!("{}{in_language}", language.prefix)))) {
            FoundPage::Page(page) => Some(Href::new(format!("{}{end}", page.route))),
            FoundPage::Unpublished | FoundPage::Missing => None,
        }
    }
}

/// Returns the id of a slice in the language with a path: `menu`, or `fr/menu`.
pub(crate) fn slice_id(prefix: &str, name: &str) -> String {
    match prefix.strip_prefix('/') {
        Some(prefix) => format!("{prefix}/{name}"),
        None => name.to_owned(),
    }
}

/// Returns the output path of an image of this site.
pub(crate) fn image_path(url: &Href) -> Option<OutputPath> {
    let path = url.strip_prefix('/').filter(|rest| !rest.starts_with('/'))?;
    let path = path.split(['?', '#']).next()?;
    Some(OutputPath::new(&*url::decoded(path)))
}
