//! Encodes copies of pictures and finds their placeholder colours, which is a cargo feature, and caches both across processes.

pub(crate) mod cache;

use std::path::Path;

use crate::pictures::cache::PictureCache;
use croupier_base::fingerprint::ContentHash;
use croupier_base::media::picture::PictureCopy;

/// Returns the average colour of the original of this copy, as `#rrggbb`. None if the picture has transparent pixels or cannot be decoded.
///
/// `root` is the folder of the site. `read` reads the original. The colour depends on its bytes alone.
pub(crate) fn placeholder_color(
    root: &Path,
    copy: &PictureCopy,
    read: impl FnOnce() -> Option<Vec<u8>>,
) -> Option<String> {
    let cache = PictureCache::new(root);
    let color = match cache.get(&copy.color_cache_name()) {
        Some(bytes) => String::from_utf8(bytes).ok()?,
        None => {
            let bytes = read().filter(|bytes| ContentHash::of(bytes) == copy.content_hash)?;
            let color = average_color(&bytes)?;
            cache.insert(&copy.color_cache_name(), color.as_bytes());
            color
        }
    };
    Some(color).filter(|color| !color.is_empty())
}

/// Returns the average colour of a picture, or an empty text if it has transparent pixels. None if it cannot be decoded.
#[cfg(feature = "pictures")]
fn average_color(bytes: &[u8]) -> Option<String> {
    let color = croupier_pictures::average_color(bytes).ok()?;
    Some(
        color.map_or_else(String::new, |[red, green, blue]| {
            format!("#{red:02x}{green:02x}{blue:02x}")
        }),
    )
}

/// Never called: without the feature `pictures`, no picture has copies.
#[cfg(not(feature = "pictures"))]
fn average_color(_: &[u8]) -> Option<String> {
    None
}

/// Encodes copies of a picture, which have the same quality. Without copies it is only decoded.
#[cfg(feature = "pictures")]
pub(crate) fn encode(
    bytes: &[u8],
    copies: &[&PictureCopy],
    quality: u8,
) -> Result<Vec<Vec<u8>>, croupier_pictures::Error> {
    use croupier_base::media::picture::PictureFormat;
    use croupier_pictures::{Copy, Format};

    let copy = |copy: &&PictureCopy| {
        let format = match copy.format {
            PictureFormat::WebP => Format::WebP,
            PictureFormat::Avif => Format::Avif,
        };
        Copy { width: copy.width, format }
    };
    croupier_pictures::encode(bytes, &copies.iter().map(copy).collect::<Vec<_>>(), quality)
}

/// Never called: without the feature `pictures`, no picture has copies.
#[cfg(not(feature = "pictures"))]
pub(crate) fn encode(_: &[u8], _: &[&PictureCopy], _: u8) -> Result<Vec<Vec<u8>>, &'static str> {
    Err("this Croupier was built without `pictures`")
}
