//! Renders the link preview of a page: its image, and the metadata of the Open Graph protocol.

use std::borrow::Cow;
use std::sync::Arc;

use crate::query::recorder::Recorder;
use crate::query::results::Head;
use crate::render::head::{
    HeadWriter, absolute, authors, description, is_article, missing_image_hint,
};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::locale::Locale;
use croupier_base::media::image::Dimensions;
use croupier_base::path::{Href, OutputPath, Route};
use croupier_content::page::Page;
use croupier_extensions::social_cards;

/// The image of a link preview.
#[derive(Debug)]
pub(super) struct PreviewImage<'a> {
    /// Absolute URL.
    pub url: String,
    /// Alternative text. Empty if there is none.
    pub alt: &'a str,
    /// Its dimensions, if they are known.
    pub size: Option<Dimensions>,
}

impl PreviewImage<'_> {
    /// Returns whether previews show the image above the text, and not next to it. X requires at least 300 by 157 pixels for this.
    fn is_large(&self) -> bool {
        self.size.is_none_or(|it| it.width >= 300 && it.height >= 157 && it.width > it.height)
    }
}

/// Returns the image of a page, which defaults to its social card and to the image of the site. `card` is the output path of the social
/// card. The error names an image of the site that does not exist.
pub(super) fn image<'a>(
    recorder: &'a Recorder,
    page: &'a Page,
    site: &Head<'a>,
    card: Option<&OutputPath>,
) -> Result<Option<PreviewImage<'a>>, Box<Diagnostic>> {
    let rare = &page.front.rare;
    if let Some(path) = card {
        let alt = rare.image_alt.as_deref().unwrap_or(page.heading());
        let size = Some(Dimensions {
            width: social_cards::WIDTH.into(),
            height: social_cards::HEIGHT.into(),
        });
        return Ok(Some(PreviewImage { url: absolute(&format!("/{path}"), site), alt, size }));
    }

    // The check of front matter reports an image of the page that does not exist.
    let (url, alt) = if rare.image.is_some() {
        let Some(url) = recorder.image_of(page) else { return Ok(None) };
        (url, rare.image_alt.as_deref())
    } else {
        let Some(image) = site.image else { return Ok(None) };
        if let Some(error) = missing_site_image(recorder, image) {
            return Err(Box::new(error));
        }
        (Href::new(image), site.image_alt)
    };

    let size = if url.starts_with('/') { recorder.image(&url).ok() } else { None };
    Ok(Some(PreviewImage { url: absolute(&url, site), alt: alt.unwrap_or_default(), size }))
}

/// Returns the error if the image of the site does not exist.
fn missing_site_image(recorder: &Recorder, image: &str) -> Option<Diagnostic> {
    let url = Href::new(image);
    let hint = if url.starts_with('/') {
        missing_image_hint(recorder, &url)?
    } else if url.is_absolute() {
        return None;
    } else {
        // A setting belongs to no page, next to which the image could be.
        let from_root = Href::new(format!("/{image}"));
        if missing_image_hint(recorder, &from_root).is_none() {
            format!("did you mean `{from_root}`?")
        } else {
            "write the URL path of a file in static/, such as `/images/dice.jpg`".to_owned()
        }
    };
    let error = Diagnostic::error(Code::SiteTable, format!("there is no image `{image}`"));
    Some(error.at(recorder.setting_place(&["image"])).hint(hint))
}

/// Writes the metadata of a page for link previews: <https://ogp.me>. `translations` are the versions of the page in all languages.
pub(super) fn write(
    head: &mut HeadWriter,
    recorder: &Recorder,
    page: &Page,
    site: &Head<'_>,
    url: &str,
    image: Option<&PreviewImage<'_>>,
    translations: &[&Arc<Page>],
) {
    head.property("og:title", page.heading());
    head.property("og:description", description(page, site));
    head.property("og:type", if is_article(page) { "article" } else { "website" });
    head.property("og:site_name", site.name);
    // A page that shows another language has the metadata of its original, whose URL is the canonical one.
    let language = page.text_language.filter(|_| page.is_fallback()).unwrap_or(page.language);
    if language == page.language {
        head.property("og:locale", site.locale);
    } else {
        // This one is the default of the protocol.
        let locale = Locale::tag_with_country(recorder.tag_of_text(page));
        head.property("og:locale", &locale.filter(|it| it != "en_US").unwrap_or_default());
    }

    let others = translations.iter().filter(|it| it.language != language && !it.is_untranslated());
    for locale in others.map(|it| &recorder.language_of(it).locale) {
        let locale = Locale::tag_with_country(locale).unwrap_or_default();
        head.property("og:locale:alternate", &locale);
    }
    head.property("og:url", url);

    if let Some(image) = image {
        head.property("og:image", &image.url);
        if let Some(Dimensions { width, height }) = image.size {
            head.property("og:image:width", &width.to_string());
            head.property("og:image:height", &height.to_string());
        }
        head.property("og:image:alt", image.alt);
        head.name("twitter:card", if image.is_large() { "summary_large_image" } else { "summary" });
    }

    head.name("twitter:site", site.options.x_account.as_deref().unwrap_or_default());
    if is_article(page) {
        write_article(head, recorder, page, site);
    }
}

/// Writes the properties of the type `article`.
fn write_article(head: &mut HeadWriter, recorder: &Recorder, page: &Page, site: &Head<'_>) {
    let front = &page.front;
    head.property("article:published_time", front.date.as_deref().unwrap_or_default());
    head.property("article:modified_time", front.updated.as_deref().unwrap_or_default());
    // The protocol requires the URL of a profile.
    for url in authors(page, site).iter().filter_map(|author| author.url.as_deref()) {
        head.property("article:author", &absolute(url, site));
    }
    head.property("article:section", &section_name(recorder, page));
    for term in front.taxonomies.iter().flat_map(|(_, terms)| terms) {
        head.property("article:tag", &term.name);
    }
}

/// Returns the name of the folder of an article, unless its page is the home page.
fn section_name<'a>(recorder: &'a Recorder, page: &Page) -> Cow<'a, str> {
    let folder = page.file_route.parent().filter(|folder| *folder != "/");
    let name = folder.and_then(|folder| recorder.folder_name(&Route::new(folder)));
    name.map_or("", |(_, name)| name).into()
}
