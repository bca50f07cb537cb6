//! Renders the contents of a document's `<head>`: title, metadata, feeds, style sheets and scripts.

mod icons;
mod link_preview;
mod structured_data;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::island::bundle::Bundle;
use crate::query::page_queries::{HasFeedEntries, ListNumber, ListingOf};
use crate::query::recorder::Recorder;
use crate::query::results::Head;
use crate::query::site_queries::{FeedSettings, RuntimeScripts, SheetText};
use crate::render::feed;
use crate::render::head::link_preview::PreviewImage;
use crate::render::json::for_script;
use crate::template::escape::escape;
use crate::template::used_assets::UsedAssets;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::{Href, OutputPath};
use croupier_base::url::percent_encode;
use croupier_content::config::settings::Settings;
use croupier_content::config::tables::i18n::SearchEngineLanguages;
use croupier_content::config::tables::languages::{Language, Languages};
use croupier_content::languages::LanguageKey;
use croupier_content::lists::Listing;
use croupier_content::model::authors::Author;
use croupier_content::page::Page;

/// What to write in place of an image that does not exist.
pub(crate) const IMAGE_HINT: &str = "write the URL path of a file in static/, such as `/images/dice.jpg`, or the name of a file next to the page";

/// Returns what to write in place of the URL of an image, if the site has no file at it.
pub(crate) fn missing_image_hint(recorder: &Recorder, url: &Href) -> Option<String> {
    if !url.starts_with('/') {
        return None;
    }

    let not_found = recorder.image(url).err()?;
    // Not every image has known dimensions.
    if recorder.has_file(url) {
        return None;
    }
    Some(not_found.did_you_mean().unwrap_or_else(|| IMAGE_HINT.to_owned()))
}

/// Returns the URLs of the JavaScript modules and of the style sheets that templates emitted. A style sheet is after those of the
/// components that its island imports.
pub(crate) fn chunks_and_styles(
    recorder: &Recorder,
    base: &str,
    emitted: &UsedAssets,
) -> (BTreeSet<String>, Vec<String>) {
    let mut chunks = BTreeSet::new();
    let mut styles: Vec<String> = emitted.styles.iter().cloned().collect();
    for name in &emitted.islands {
        let Some(Ok(island)) = recorder.island(name) else {
            continue;
        };
        let modules = std::iter::once(&island.files.js).chain(&island.files.imports);
        chunks.extend(modules.map(|path| format!("{base}/{path}")));
        add_missing(&mut styles, island.files.css.iter().map(|path| format!("{base}/{path}")));
    }
    (chunks, styles)
}

/// Adds the URLs that a list does not have.
fn add_missing(urls: &mut Vec<String>, others: impl IntoIterator<Item = String>) {
    for url in others {
        if !urls.contains(&url) {
            urls.push(url);
        }
    }
}

/// Returns the document title of a page: its title in the pattern of site.toml, except on the home page.
///
/// Pages 2 and up of a paginated list get their number appended, so that users and search engines
/// can distinguish them.
pub(crate) fn document_title<'a>(
    recorder: &Recorder,
    site: &Head<'_>,
    page: &'a Page,
) -> Cow<'a, str> {
    let title = Cow::Borrowed(&*page.front.title);
    let title = match list_number(recorder, page) {
        Some(number @ 2..) => Cow::Owned(format!("{title} ({number})")),
        _ => title,
    };
    let is_home = page.file_route.as_str() == "/" || page.source.as_str() == HOME;
    if is_home || site.options.title_pattern.is_none() {
        return title;
    }
    Cow::Owned(site.options.document_title(&title, site.name))
}

/// The content file of the home page.
const HOME: &str = "content/index.md";

/// Returns the number of a page in a paginated list, from 1.
fn list_number(recorder: &Recorder, page: &Page) -> Option<usize> {
    page.is_generated.then(|| recorder.read(ListNumber(page.route.clone()))).flatten()
}

/// The elements of the head that describe a page.
#[derive(Debug, Default)]
pub(super) struct Metadata {
    /// Title, description, robots rule, authors, link preview and canonical URL, which change when users navigate.
    pub elements: String,
    /// What only documents have: icons, and links to translations and structured data, which only search engines read.
    pub document_elements: String,
    /// The part of them that links to translations.
    pub translation_links: Arc<str>,
}

/// Renders the elements that describe a page. `card` is the output path of its social card. Returns the errors in the image and the icons
/// of the site.
pub(super) fn metadata(
    recorder: &Recorder,
    site: &Head<'_>,
    page: &Page,
    title: &str,
    card: Option<&OutputPath>,
) -> Result<Metadata, Vec<Diagnostic>> {
    let image = link_preview::image(recorder, page, site, card);
    let icons = icons::render(recorder, site.options);
    let (image, icons) = match (image, icons) {
        (Ok(image), Ok(icons)) => (image, icons),
        (image, icons) => {
            let errors = image.err().into_iter().chain(icons.err());
            return Err(errors.map(|error| *error).collect());
        }
    };

    let structured_data = structured_data::render(recorder, page, site, image.as_ref());
    let (elements, translation_links) = head_elements(recorder, page, title, site, image.as_ref());
    let document_elements = format!("{translation_links}{icons}{structured_data}");
    Ok(Metadata { elements, document_elements, translation_links })
}

/// Renders title, description, robots rule, authors, link preview and canonical URL of a page, and the links to its translations.
fn head_elements(
    recorder: &Recorder,
    page: &Page,
    title: &str,
    site: &Head<'_>,
    image: Option<&PreviewImage<'_>>,
) -> (String, Arc<str>) {
    let front = &page.front;
    let mut head = HeadWriter::new(title);
    head.name("description", description(page, site));

    // Search engines must not index a preview. The page for an error is shown at other URLs than its own.
    let is_error_page = page.route.is_error_page();
    let robots = match front.rare.robots.as_deref() {
        _ if site.is_preview => "noindex",
        Some(robots) => robots,
        None if is_error_page => "noindex",
        None => "",
    };
    head.name("robots", robots);

    for author in authors(page, site) {
        head.name("author", &author.name);
        if let Some(url) = &author.url {
            head.link("rel=\"author\"", &absolute(url, site));
        }
    }

    let is_multiple = site.languages.0.is_multiple();
    let translations = if is_multiple { recorder.translations(&page.route) } else { Vec::new() };
    let canonical = original_list(recorder, page, &translations).unwrap_or(page);
    let url = percent_encode(&canonical.canonical_url(site.base_url));
    if site.options.open_graph {
        link_preview::write(&mut head, recorder, page, site, &url, image, &translations);
    }
    if is_error_page {
        return (head.html, Arc::default());
    }
    head.link("rel=\"canonical\"", &url);

    let mut links = Arc::default();
    if front.rare.alternates.is_empty() {
        links = translation_links(recorder, page, site, translations);
    } else {
        let is_named = front.rare.alternates.iter().any(|(language, _)| language == site.language);
        let own = (!is_named).then_some((site.language, page.route.as_str()));
        let others =
            front.rare.alternates.iter().map(|(language, url)| (language.as_str(), url.as_str()));
        for (language, url) in own.into_iter().chain(others) {
            head.alternate(language, &absolute(url, site));
        }
    }

    (head.html, links)
}

/// Returns the list with the same entries in the language of their texts, if a list only has pages that show the text of another language.
fn original_list<'p>(
    recorder: &Recorder,
    page: &Page,
    translations: &[&'p Arc<Page>],
) -> Option<&'p Page> {
    if !page.lists_fallbacks {
        return None;
    }
    let entries = |page: &Page| recorder.read(ListingOf(page.route.clone())).map(entries_of);
    let own = entries(page)?;
    let originals = translations.iter().filter(|it| !it.is_untranslated());
    originals.map(|it| &***it).find(|it| entries(it).as_ref() == Some(&own))
}

/// Returns what the lists of several languages have in common if they have the same entries: how many, and each page with the language
/// of its text, or each term with the number of its pages.
fn entries_of(listing: Listing) -> (usize, Vec<String>) {
    match listing {
        Listing::Pages(pager) => {
            let entry = |page: &Arc<Page>| {
                let language = page.text_language.unwrap_or(page.language);
                format!("{language} {}", page.translation_key())
            };
            (pager.total, pager.pages.iter().map(entry).collect())
        }
        Listing::Terms(terms) => {
            let entry = |term: &Json| format!("{} {}", term["slug"], term["count"]);
            (terms.len(), terms.iter().map(entry).collect())
        }
    }
}

/// Renders links to the translations of a page. Search engines ignore them unless each translation names all others, so that pages which
/// show another language have and are none.
fn translation_links(
    recorder: &Recorder,
    page: &Page,
    site: &Head<'_>,
    mut translations: Vec<&Arc<Page>>,
) -> Arc<str> {
    let SearchEngineLanguages { x_default, sitemap_alternates } = site.languages.0.search_engines;
    translations.retain(|it| !it.is_untranslated());
    if sitemap_alternates || page.is_untranslated() || translations.len() < 2 {
        return Arc::default();
    }

    recorder.translation_links(&translations, || {
        let mut links = HeadWriter { html: String::new() };
        for translation in &translations {
            let language = &site.languages.0.get(translation.language).locale;
            links.alternate(language, &absolute(&translation.route, site));
        }
        if let Some(page) = for_other_languages(&translations, x_default, site.languages.0) {
            links.alternate("x-default", &absolute(&page.route, site));
        }
        links.html
    })
}

/// Returns the version of a page for readers of other languages: in the language of `x_default`, or else in the default one.
pub(crate) fn for_other_languages<'p>(
    translations: &[&'p Arc<Page>],
    x_default: LanguageKey,
    languages: &Languages,
) -> Option<&'p Arc<Page>> {
    let in_language = |key| translations.iter().copied().find(|it| it.language == key);
    in_language(x_default).or_else(|| in_language(languages.default_language().key))
}

/// Returns the authors of a page, which default to those of the site for pages with a date.
fn authors<'a>(page: &'a Page, site: &Head<'a>) -> &'a [Author] {
    if page.front.rare.authors.is_empty() && is_article(page) {
        site.authors
    } else {
        &page.front.rare.authors
    }
}

/// Returns whether a page is an article: it has a date, and is not generated.
fn is_article(page: &Page) -> bool {
    page.front.date.is_some() && page.is_listed()
}

/// Returns the description of a page, which defaults to that of the site.
fn description<'a>(page: &'a Page, site: &Head<'a>) -> &'a str {
    if page.front.description.is_empty() { site.description } else { &page.front.description }
}

/// Returns the absolute form of a URL path or of an absolute URL, percent-encoded.
pub(super) fn absolute(url: &str, site: &Head<'_>) -> String {
    let base_url = if url.starts_with('/') { site.base_url } else { "" };
    percent_encode(&[base_url, url].concat())
}

/// Writes elements of a head, each on its own line.
struct HeadWriter {
    html: String,
}

impl HeadWriter {
    fn new(title: &str) -> HeadWriter {
        let mut html = String::with_capacity(1024);
        for part in ["<title>", &escape(title), "</title>"] {
            html.push_str(part);
        }
        HeadWriter { html }
    }

    /// Writes a `meta` element with a name, unless its value is empty.
    fn name(&mut self, name: &str, value: &str) {
        self.meta("name", name, value);
    }

    /// Writes a `meta` element with a property of Open Graph, unless its value is empty.
    fn property(&mut self, property: &str, value: &str) {
        self.meta("property", property, value);
    }

    fn meta(&mut self, attribute: &str, key: &str, value: &str) {
        if !value.is_empty() {
            let value = escape(value);
            for part in ["\n<meta ", attribute, "=\"", key, "\" content=\"", &value, "\">"] {
                self.html.push_str(part);
            }
        }
    }

    /// Writes a link to the page in a language.
    fn alternate(&mut self, language: &str, url: &str) {
        self.link(&format!("rel=\"alternate\" hreflang=\"{}\"", escape(language)), url);
    }

    fn link(&mut self, attributes: &str, url: &str) {
        for part in ["\n<link ", attributes, " href=\"", &escape(url), "\">"] {
            self.html.push_str(part);
        }
    }
}

/// Renders links to the feeds of a page that have entries.
///
/// They are only in the document and not in page-data, because feed readers only read documents.
pub(crate) fn feed_links(recorder: &Recorder, site: &Head<'_>, page: &Page) -> String {
    let mut links = String::new();
    for feed in recorder.read(FeedSettings) {
        let linked = feed.linked_by(page.language, &page.file_route, page.is_generated);
        let Some(feed) = linked.filter(|it| recorder.read(HasFeedEntries(it.folder()))) else {
            continue;
        };
        links.push_str(&format!(
            "\n<link rel=\"alternate\" type=\"{}\" title=\"{}\" href=\"{}\">",
            feed.format.media_type(),
            escape(&feed::title(&feed, recorder)),
            escape(&percent_encode(&format!("{}{}", site.base_url, feed.path)))
        ));
    }
    links
}

/// Marks the position of the style sheets in the head until the document is rendered.
///
/// The style sheets depend on the slices that the base layout shows. NUL cannot occur in other
/// text.
pub(crate) const STYLES_PLACEHOLDER: &str = "\0styles\0";

/// Renders the style sheets of a page, including those of its slices and of its base layout.
///
/// Style sheets of the site and of templates are inlined, so that the first paint needs no second
/// request. Style sheets of islands are linked.
pub(crate) fn style_sheets(
    recorder: &Recorder,
    base: &str,
    main: &UsedAssets,
    layout: &UsedAssets,
) -> String {
    let Some(scripts) = recorder.read(RuntimeScripts) else {
        return String::new();
    };

    let mut urls = vec![format!("{base}/{}", scripts.styles)];

    for name in main.slices.union(&layout.slices) {
        if let Ok(slice) = recorder.slice(name) {
            add_missing(&mut urls, slice.styles.iter().cloned());
        }
    }

    for emitted in [main, layout] {
        add_missing(&mut urls, chunks_and_styles(recorder, base, emitted).1);
    }

    let element = |url: String| match recorder
        .read(SheetText(url[base.len()..].trim_start_matches('/').to_owned()))
    {
        Some(text) => format!("\n<style data-href=\"{url}\">{text}</style>"),
        None => format!("\n<link rel=\"stylesheet\" href=\"{url}\">"),
    };

    urls.into_iter().map(element).collect()
}

/// Renders the script elements that start the runtime, with the placeholder for the style sheets.
pub(crate) fn runtime_scripts(recorder: &Recorder, site: &Head<'_>) -> String {
    let Some(scripts) = recorder.read(RuntimeScripts) else {
        return String::new();
    };
    let Head { base, secrets, .. } = site;
    let secrets = secrets.join(" ");
    format!(
        "<script data-base=\"{base}\" data-secrets=\"{secrets}\">{}</script>{STYLES_PLACEHOLDER}\n\
         <script type=\"module\" src=\"{base}/{}\"></script>",
        scripts.head, scripts.boot
    )
}

/// Returns the configuration that the runtime needs at start in a language, as JSON for a script element.
///
/// It contains the base path, whether the site has a service worker, the query parameters that are
/// secret, and the site.toml values that the runtime declares.
pub(crate) fn runtime_config(
    settings: &Settings,
    language: &Language,
    bundle: Option<&Bundle>,
) -> String {
    let declared = bundle.and_then(|bundle| bundle.config.as_ref());
    let mut config =
        declared.map(|declared| declared.for_browser(&language.site)).unwrap_or_default();
    config.insert("base".into(), json!(settings.base_path));
    config.insert("worker".into(), json!(settings.service_worker));
    config.insert("secrets".into(), json!(settings.secret_parameters));
    for_script(&Json::Object(config))
}
