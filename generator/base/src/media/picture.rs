//! Resized copies of pictures: the widths that a page requests, and the output paths of the copies.
//! This module does not touch pixels.

use serde::{Deserialize, Serialize};

use crate::disk::static_file::StaticFile;
use crate::fingerprint::ContentHash;
use crate::hashed_path::resized_path;
use crate::media::image::Dimensions;
use crate::path::OutputPath;

/// Version of the encoder settings. Increment it when copies are encoded differently, so that their
/// names change.
const ENCODER_VERSION: u32 = 2;

/// The format of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PictureFormat {
    /// AVIF.
    Avif,
    /// WebP.
    WebP,
}

impl PictureFormat {
    /// Returns the extension of files.
    pub fn extension(self) -> &'static str {
        match self {
            PictureFormat::Avif => "avif",
            PictureFormat::WebP => "webp",
        }
    }

    /// Returns the media type.
    pub fn media_type(self) -> &'static str {
        match self {
            PictureFormat::Avif => "image/avif",
            PictureFormat::WebP => "image/webp",
        }
    }
}

/// A request for copies of a picture in static/.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PictureQuery {
    /// The original picture.
    pub path: OutputPath,
    /// Requested widths in pixels, ascending and unique.
    pub widths: Vec<u32>,
    /// Quality from 1 to 100.
    pub quality: u8,
    /// Formats of copies, the preferred one first.
    pub formats: Vec<PictureFormat>,
    /// Whether a picture has no copies if none can be made. Otherwise the build reports an error.
    pub is_optional: bool,
}

/// A picture with its copies.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Picture {
    /// Dimensions as browsers show it, in CSS pixels.
    pub size: Dimensions,
    /// The copies by format, in ascending width.
    pub copies: Vec<PictureCopy>,
}

/// A resized copy of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PictureCopy {
    /// Path of the copy in the output.
    pub path: OutputPath,
    /// The original picture.
    pub original: OutputPath,
    /// Hash of the original picture's bytes.
    pub content_hash: ContentHash,
    /// Width in pixels.
    pub width: u32,
    /// Quality from 1 to 100.
    pub quality: u8,
    /// Its format.
    pub format: PictureFormat,
}

impl PictureQuery {
    /// Returns the picture and the copies to make, for an original file of this size. A copy is
    /// never wider than the original: larger requested widths are replaced by its own width.
    pub fn to_picture(&self, file: &StaticFile, size: Dimensions) -> Picture {
        let original = file.content_hash;
        let mut widths: Vec<u32> = self.widths.iter().map(|width| size.width.min(*width)).collect();
        widths.dedup();

        let name =
            ContentHash::of(format!("{ENCODER_VERSION} {original} {}", self.quality).as_bytes());

        let copy = |width, format: PictureFormat| PictureCopy {
            path: resized_path(&self.path, name, width, format.extension()),
            original: self.path.clone(),
            content_hash: original,
            width,
            quality: self.quality,
            format,
        };
        let of_format = |format: &PictureFormat| {
            widths.iter().map(|width| copy(*width, *format)).collect::<Vec<_>>()
        };

        let mut picture =
            Picture { size, copies: self.formats.iter().flat_map(of_format).collect() };

        if self.is_optional && (file.is_animated || picture.is_too_large()) {
            picture.copies.clear();
        }

        picture
    }
}

/// The longest side of a WebP image, in pixels.
pub const MAX_SIDE: u32 = 16_383;

impl Picture {
    /// Whether a copy would be larger than a WebP can be.
    pub fn is_too_large(&self) -> bool {
        let Dimensions { width, height } = self.size;
        let max_width = self.copies.iter().map(|copy| copy.width).max().unwrap_or(0);
        let is_too_high =
            u64::from(height) * u64::from(max_width) > u64::from(MAX_SIDE) * u64::from(width);
        max_width > MAX_SIDE || is_too_high
    }
}

impl PictureCopy {
    /// Returns the name of the copy in the cache for later builds.
    pub fn cache_name(&self) -> String {
        let extension = self.format.extension();
        format!("{}-{}-{}.{extension}", self.cache_stem(), self.width, self.quality)
    }

    /// Returns the name of the original's placeholder colour in the same cache.
    pub fn color_cache_name(&self) -> String {
        format!("{}.color", self.cache_stem())
    }

    fn cache_stem(&self) -> ContentHash {
        ContentHash::of(format!("{ENCODER_VERSION} {}", self.content_hash).as_bytes())
    }
}
