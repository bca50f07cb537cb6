//! Renders the link preview of a page: its image, and the metadata of the Open Graph protocol.

use std::borrow::Cow;
use std::sync::Arc;

use crate::query::recorder::Recorder;
use crate::query::results::{Head, NotFound};
use crate::render::front_matter_check::FrontMatterCheck;
use crate::render::head::{HeadWriter, absolute, authors, description, is_article};
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
/// card. The error names an image that does not exist.
pub(super) fn image<'a>(
    recorder: &'a Recorder,
    check: &FrontMatterCheck<'a>,
    site: &Head<'a>,
    card: Option<&OutputPath>,
) -> Result<Option<PreviewImage<'a>>, Box<Diagnostic>> {
    let front = &check.page.front;
    if let Some(path) = card {
        let alt = front.rare.image_alt.as_deref().unwrap_or(check.page.heading());
        let size = Some(Dimensions {
            width: social_cards::WIDTH.into(),
            height: social_cards::HEIGHT.into(),
        });
        return Ok(Some(PreviewImage { url: absolute(&format!("/{path}"), site), alt, size }));
    }
    let (written, alt) = match &front.rare.image {
        Some(image) if image.is_empty() => return Ok(None),
        Some(image) => (image.as_str(), front.rare.image_alt.as_deref()),
        None => match site.image {
            Some(image) => (image, site.image_alt),
            None => return Ok(None),
        },
    };

    let missing = |not_found: Option<NotFound<'_>>| {
        let hint = not_found.and_then(|it| it.did_you_mean()).unwrap_or_else(|| {
            "write the URL path of a file in static/, such as `/images/dice.jpg`, or the name of a file next to the page"
                .to_owned()
        });

        let message = format!("there is no image `{written}`");
        let error = if front.rare.image.is_some() {
            Diagnostic::error(Code::FrontMatterValue, message)
                .at(check.location(front.rare.image_origin.as_ref()))
        } else {
            Diagnostic::error(Code::SiteTable, message).at(recorder.setting_place(&["image"]))
        };
        Box::new(error.hint(hint))
    };

    let url = match &front.rare.image {
        Some(_) => recorder.image_of(check.page).ok_or_else(|| missing(None))?,
        None => Href::new(written),
    };

    let size = if url.starts_with('/') {
        match recorder.image(&url) {
            Ok(size) => Some(size),
            // Not every image has known dimensions.
            Err(_) if recorder.has_file(&url) => None,
            Err(not_found) => return Err(missing(Some(not_found))),
        }
    } else {
        None
    };

    Ok(Some(PreviewImage { url: absolute(&url, site), alt: alt.unwrap_or_default(), size }))
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
