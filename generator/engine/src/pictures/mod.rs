//! Encodes copies of pictures, finds their placeholder colours and draws social cards with a library of the program. Caches all of them
//! across processes.

pub(crate) mod social_cards;

use std::path::Path;

use croupier_base::disk::content_cache::ContentCache;
use croupier_base::fingerprint::ContentHash;
use croupier_base::media::picture::{PictureCopy, PictureFormat};
use croupier_extensions::pictures::{self, Copy, Format, Pictures};

/// Returns the cache of encoded copies, placeholder colours and social cards of the site at `root`.
pub(crate) fn cache(root: &Path) -> ContentCache {
    ContentCache::new(root, "pictures")
}

/// Returns the average colour of the original of this copy, as `#rrggbb`. None if the picture has transparent pixels or cannot be decoded.
///
/// `root` is the folder of the site. `read` reads the original. The colour depends on its bytes alone.
pub(crate) fn placeholder_color(
    library: Pictures,
    root: &Path,
    copy: &PictureCopy,
    read: impl FnOnce() -> Option<Vec<u8>>,
) -> Option<String> {
    let cache = cache(root);
    let color = match cache.get(&copy.color_cache_name()) {
        Some(bytes) => String::from_utf8(bytes).ok()?,
        None => {
            let bytes = read().filter(|bytes| ContentHash::of(bytes) == copy.content_hash)?;
            let color = average_color(library, &bytes)?;
            cache.put(&copy.color_cache_name(), color.as_bytes());
            color
        }
    };
    Some(color).filter(|color| !color.is_empty())
}

/// Returns the average colour of a picture, or an empty text if it has transparent pixels. None if it cannot be decoded.
fn average_color(library: Pictures, bytes: &[u8]) -> Option<String> {
    let color = (library.average_color)(bytes).ok()?;
    Some(
        color.map_or_else(String::new, |[red, green, blue]| {
            format!("#{red:02x}{green:02x}{blue:02x}")
        }),
    )
}

/// Encodes copies of a picture, which have the same quality. Without copies it is only decoded.
pub(crate) fn encode(
    library: Pictures,
    bytes: &[u8],
    copies: &[&PictureCopy],
    quality: u8,
) -> Result<Vec<Vec<u8>>, pictures::Error> {
    let copies: Vec<Copy> = copies.iter().map(|copy| encoded_copy(copy)).collect();
    (library.encode)(bytes, &copies, quality)
}

/// Returns a copy as the library describes it.
fn encoded_copy(copy: &PictureCopy) -> Copy {
    let format = match copy.format {
        PictureFormat::WebP => Format::WebP,
        PictureFormat::Avif => Format::Avif,
    };
    Copy { width: copy.width, format }
}
