//! The function `picture`, which shows an image with smaller copies for smaller screens.

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, State};

use crate::query::recorder::{Recorder, image_path};
use crate::query::site_queries::PictureSettings;
use crate::template::escape::escape;
use crate::template::function_errors::{function_error, not_a_list, one_of};
use crate::template::functions::Functions;
use croupier_base::media::image::Dimensions;
use croupier_base::media::picture::{MAX_SIDE, Picture, PictureQuery};
use croupier_base::path::{Href, OutputPath};
use croupier_base::url::file_url;
use croupier_content::markdown::ImageCopies;
use croupier_extensions::without_feature;

/// Returns how browsers load an image: `lazy` or `eager`.
pub(super) fn loading(options: &Kwargs) -> Result<String, Error> {
    let loading: Option<String> = options.get("loading")?;
    let allowed = ["lazy".to_owned(), "eager".to_owned()];
    one_of(loading.unwrap_or_else(|| "lazy".to_owned()), &allowed, "way of loading a picture")
}

impl Functions {
    /// `picture(url, alt=..., widths=..., sizes=..., class=..., loading=..., quality=...)`: returns
    /// a `<picture>` with WebP copies in several widths, of which the browser selects one.
    pub(super) fn picture(
        &self,
        state: &State,
        url: &str,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        if !self.recorder.has_picture_copies() {
            let (message, hint) = without_feature("pictures", "write `<img>`");
            return Err(function_error(message, hint));
        }

        let alt: Option<String> = options.get("alt")?;
        let width_values: Option<Vec<Value>> =
            options.get("widths").map_err(|_| not_a_list("widths", "[400, 800]"))?;
        let sizes: Option<String> = options.get("sizes")?;
        let class: Option<String> = options.get("class")?;
        let loading = loading(options)?;
        let quality_value: Option<Value> = options.get("quality")?;
        options.assert_all_used()?;

        let alt = described(url, alt)?;

        let settings = self.recorder.read(PictureSettings);
        let query = PictureQuery {
            path: output_path(&self.file_name(state, url))?,
            widths: match width_values {
                Some(values) => widths(&values)?,
                None => settings.widths.clone(),
            },
            quality: match quality_value {
                Some(value) => quality(&value)?,
                None => settings.quality,
            },
            formats: settings.formats.clone(),
            is_optional: false,
        };

        let name = &query.path;
        let picture = self.find_picture(state, &query)?;
        let sizes = sizes.as_deref().unwrap_or(&settings.sizes);
        let Dimensions { width, height } = picture.size;
        let color = color_attribute(&self.recorder, &picture);
        let class = class.map(|class| format!(" class=\"{}\"", escape(&class))).unwrap_or_default();

        Ok(Value::from_safe_string(format!(
            "<picture>{}<img src=\"{}\" width=\"{width}\" height=\"{height}\" \
             alt=\"{}\"{class}{color} loading=\"{loading}\" decoding=\"async\"></picture>",
            sources(&picture, sizes),
            escape(&file_url(name)),
            escape(&alt),
        )))
    }

    /// Returns the picture of a query, or the error for one that does not exist or cannot have copies.
    fn find_picture(&self, state: &State, query: &PictureQuery) -> Result<Picture, Error> {
        let name = &query.path;
        let picture = self.recorder.picture(query).map_err(|missing| {
            let hint = self.page_asset_hint(state, &format!("/{name}"));
            let hint = hint.or_else(|| missing.did_you_mean()).unwrap_or_else(|| {
                "write the URL path of a picture in static/ or in the folder of a page".to_owned()
            });
            function_error(format!("there is no file /{name}"), hint)
        })?;

        let picture = picture.ok_or_else(|| {
            function_error(
                format!("/{name} cannot be read as a picture"),
                "save it again, or replace it",
            )
        })?;

        if picture.is_too_large() {
            let message = format!(
                "a copy of /{name} would be larger than a WebP can be, \
                 which is {MAX_SIDE} pixels on each side"
            );
            return Err(function_error(message, "use smaller `widths`"));
        }
        Ok(picture)
    }
}

/// Returns the alternative text of a picture, which may be empty, but not left out.
fn described(url: &str, alt: Option<String>) -> Result<String, Error> {
    alt.ok_or_else(|| {
        function_error(
            format!("the picture `{url}` has no `alt`"),
            "describe it: `alt=\"A boat at night\"`; write `alt=\"\"` for a decorative picture",
        )
    })
}

/// Returns the copies of an image in Markdown, if `[pictures]` of site.toml enables them and the image can have some. `template` is the
/// name of the template of the page.
pub(crate) fn markdown_copies(
    recorder: &Recorder,
    template: &str,
    path: &Href,
    is_lazy: bool,
) -> Option<ImageCopies> {
    let settings = recorder.read(PictureSettings);
    if !settings.markdown {
        return None;
    }

    let path = image_path(path)?;
    let extension = path.rsplit_once('.')?.1.to_lowercase();
    if !["jpg", "jpeg", "png", "webp"].contains(&&*extension) {
        return None;
    }

    let query = PictureQuery {
        path,
        widths: settings.widths.clone(),
        quality: settings.quality,
        formats: settings.formats.clone(),
        is_optional: true,
    };

    let picture = recorder.picture(&query).ok()??;
    if picture.copies.is_empty() {
        return None;
    }

    let sizes = settings.sizes_of(template);
    // Browsers that know `auto` use the width of the layout, which they have before they load such an image.
    let sizes = if is_lazy { format!("auto, {sizes}") } else { sizes.to_owned() };
    let color_attribute = color_attribute(recorder, &picture);

    Some(ImageCopies { sources: sources(&picture, &sizes), color_attribute })
}

/// Returns the attribute of an `<img>` with the placeholder colour of a picture, after a space. Empty if it has none.
fn color_attribute(recorder: &Recorder, picture: &Picture) -> String {
    let color = recorder.placeholder_color(picture);
    color.map(|color| format!(" data-color=\"{color}\"")).unwrap_or_default()
}

/// Returns the `<source>` elements of a picture, one for each format.
fn sources(picture: &Picture, sizes: &str) -> String {
    let mut html = String::new();
    for copies in picture.copies.chunk_by(|one, next| one.format == next.format) {
        let srcset: Vec<String> =
            copies.iter().map(|copy| format!("{} {}w", file_url(&copy.path), copy.width)).collect();
        html.push_str(&format!(
            "<source type=\"{}\" srcset=\"{}\" sizes=\"{}\">",
            copies[0].format.media_type(),
            escape(&srcset.join(", ")),
            escape(sizes),
        ));
    }
    html
}

/// Converts the URL path of a picture to its output path. The file format must support copies.
fn output_path(url: &str) -> Result<OutputPath, Error> {
    let extension =
        url.rsplit_once('.').map(|(_, extension)| extension.to_lowercase()).unwrap_or_default();

    let hint = match extension.as_str() {
        "jpg" | "jpeg" | "png" | "webp" => {
            let path = url.strip_prefix('/').filter(|path| !path.starts_with('/'));
            return path.map(OutputPath::new).ok_or_else(|| {
                let hint = format!(
                    "write the whole URL path, which starts with a slash: `picture(\"/{}\")`; a file next to the page needs no slash",
                    url.trim_matches('/')
                );
                function_error(format!("`{url}` is not the URL path of a picture"), hint)
            });
        }
        "svg" => "an SVG is sharp at every width: show it with `<img>`",
        "gif" => "save it as PNG, or show it with `<img>`; an animation is smaller as a video",
        "avif" => "put the picture into static/ as JPEG, PNG or WebP",
        _ => {
            "write the URL path of a JPEG, PNG or WebP in static/: \
             `picture(\"/photos/boat.jpg\", alt=\"A boat\")`"
        }
    };

    Err(function_error(format!("`picture` makes no copies of `{url}`"), hint))
}

/// Returns the widths of the copies in ascending order, without duplicates.
fn widths(values: &[Value]) -> Result<Vec<u32>, Error> {
    const HINT: &str = "write whole numbers of pixels, at least 1: `widths=[400, 800, 1600]`";
    let mut widths = Vec::new();
    for value in values {
        let width = whole_number(value).filter(|width| *width > 0);
        widths
            .push(width.ok_or_else(|| function_error(format!("`{value}` is not a width"), HINT))?);
    }
    if widths.is_empty() {
        return Err(function_error("`widths` is empty", HINT));
    }
    widths.sort_unstable();
    widths.dedup();
    Ok(widths)
}

fn quality(value: &Value) -> Result<u8, Error> {
    whole_number(value)
        .and_then(|number| u8::try_from(number).ok())
        .filter(|quality| (1..=100).contains(quality))
        .ok_or_else(|| {
            function_error(
                format!("`{value}` is not a quality"),
                "write a whole number from 1 to 100: `quality=75`",
            )
        })
}

/// Returns the value of an integer. None for other values, such as a float without decimals.
fn whole_number(value: &Value) -> Option<u32> {
    if !value.is_integer() {
        return None;
    }
    value.as_usize().and_then(|number| u32::try_from(number).ok())
}
