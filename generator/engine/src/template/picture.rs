//! `picture`: a picture in the widths that screens need, so that no telephone loads what fills a desk.

use minijinja::Error;
use minijinja::value::{Kwargs, Value};

use crate::template::errors::invalid;
use crate::template::escape::escape;
use crate::template::functions::{Functions, one_of};
use croupier_base::address::of_file;
use croupier_base::media::picture::PictureQuery;
use croupier_base::path::OutputPath;

/// Widths of copies where none are asked for.
const WIDTHS: [u32; 3] = [480, 960, 1600];
const QUALITY: u8 = 75;
/// Pixels that a side of a WebP can have at most.
const MOST: u32 = 16_383;

impl Functions {
    /// A picture of static/ by its address, with its copies as WebP of which a browser takes the one that fits.
    pub(crate) fn picture(&self, address: &str, options: &Kwargs) -> Result<Value, Error> {
        if !cfg!(feature = "pictures") {
            let hint = "build it with them: `cargo install --path generator --features pictures`";
            return Err(invalid(
                "this Croupier was built without `picture`".to_owned(),
                hint.to_owned(),
            ));
        }
        let alt: Option<String> = options.get("alt")?;
        let asked: Option<Vec<Value>> = options.get("widths")?;
        let sizes: Option<String> = options.get("sizes")?;
        let class: Option<String> = options.get("class")?;
        let loading: Option<String> = options.get("loading")?;
        let quality: Option<Value> = options.get("quality")?;
        options.assert_all_used()?;
        let alt = alt.ok_or_else(|| {
            let hint = "say what it shows: `alt=\"A boat at night\"`; write `alt=\"\"` for a picture that is ornament";
            invalid(format!("the picture `{address}` has no `alt`"), hint.to_owned())
        })?;
        let loading = one_of(
            loading.unwrap_or_else(|| "lazy".to_owned()),
            &["lazy".to_owned(), "eager".to_owned()],
            "way of loading a picture",
        )?;
        let query = PictureQuery {
            path: path(address)?,
            widths: widths(asked)?,
            quality: quality_of(quality)?,
        };
        let name = &query.path;
        let found = self.recorder.picture(&query).map_err(|absent| {
            let hint = absent.did_you_mean().unwrap_or_else(|| {
                "name a picture in static/, or beside a page, by its address".to_owned()
            });
            invalid(format!("there is no file /{name}"), hint)
        })?;
        let picture = found.ok_or_else(|| {
            invalid(
                format!("/{name} is no picture that can be read"),
                "save it again, or replace it".to_owned(),
            )
        })?;
        let (width, height) = (picture.size.width, picture.size.height);
        let widest = picture.copies.last().map_or(0, |copy| copy.width);
        if widest > MOST
            || u64::from(height) * u64::from(widest) > u64::from(MOST) * u64::from(width)
        {
            let message = format!(
                "a copy of /{name} would have a side of more than {MOST} pixels, which no WebP has"
            );
            return Err(invalid(message, "ask for smaller `widths`".to_owned()));
        }
        let set = picture
            .copies
            .iter()
            .map(|copy| format!("{} {}w", of_file(&copy.path), copy.width))
            .collect::<Vec<_>>();
        let class = class.map(|class| format!(" class=\"{}\"", escape(&class))).unwrap_or_default();
        Ok(Value::from_safe_string(format!(
            "<picture><source type=\"image/webp\" srcset=\"{}\" sizes=\"{}\"><img src=\"{}\" width=\"{width}\" height=\"{height}\" \
             alt=\"{}\"{class} loading=\"{loading}\" decoding=\"async\"></picture>",
            escape(&set.join(", ")),
            escape(sizes.as_deref().unwrap_or("100vw")),
            escape(&of_file(name)),
            escape(&alt),
        )))
    }
}

/// The place in static/ of a picture that has copies.
fn path(address: &str) -> Result<OutputPath, Error> {
    let kind = address.rsplit_once('.').map(|(_, kind)| kind.to_lowercase()).unwrap_or_default();
    let hint = match kind.as_str() {
        "jpg" | "jpeg" | "png" | "webp" => {
            return address.strip_prefix('/').filter(|it| !it.starts_with('/')).map(OutputPath::new).ok_or_else(|| {
                let hint = format!(
                    "name a picture by its whole address, which begins with a slash: `picture(\"/{}\")`",
                    address.trim_matches('/')
                );
                invalid(format!("`{address}` is no address of a picture"), hint)
            });
        }
        "svg" => "an SVG is sharp in every width: show it with `<img>`",
        "gif" => "save it as PNG, or show it with `<img>`; what moves is smaller as a video",
        "avif" => "put the picture into static/ as JPEG, PNG or WebP",
        _ => {
            "name a JPEG, PNG or WebP in static/ by its address: `picture(\"/photos/boat.jpg\", alt=\"A boat\")`"
        }
    };
    Err(invalid(format!("`picture` makes no copies of `{address}`"), hint.to_owned()))
}

/// The widths that are asked for, each once, the smallest first.
fn widths(asked: Option<Vec<Value>>) -> Result<Vec<u32>, Error> {
    let Some(asked) = asked else { return Ok(WIDTHS.to_vec()) };
    let hint = || "write whole numbers of pixels from 1 on: `widths=[400, 800, 1600]`".to_owned();
    let width = |it: &Value| {
        whole(it)
            .filter(|width| *width > 0)
            .ok_or_else(|| invalid(format!("`{it}` is no width"), hint()))
    };
    let mut widths = asked.iter().map(width).collect::<Result<Vec<u32>, Error>>()?;
    if widths.is_empty() {
        return Err(invalid("`widths` is empty".to_owned(), hint()));
    }
    widths.sort_unstable();
    widths.dedup();
    Ok(widths)
}

fn quality_of(asked: Option<Value>) -> Result<u8, Error> {
    let Some(asked) = asked else { return Ok(QUALITY) };
    let quality =
        whole(&asked).and_then(|it| u8::try_from(it).ok()).filter(|it| (1..=100).contains(it));
    quality.ok_or_else(|| {
        invalid(
            format!("`{asked}` is no quality"),
            "write a whole number from 1 to 100: `quality=75`".to_owned(),
        )
    })
}

/// A number that was written as one.
fn whole(value: &Value) -> Option<u32> {
    value.is_integer().then(|| value.as_usize()).flatten().and_then(|it| u32::try_from(it).ok())
}
