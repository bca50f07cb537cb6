//! Resized copies of pictures: the widths that a page requests, and the output paths of the copies.
//! This module does not touch pixels.

use serde::{Deserialize, Serialize};

use crate::fingerprint::ContentHash;
use crate::hashed_path::resized_path;
use crate::media::image::Dimensions;
use crate::path::OutputPath;

/// Version of the encoder settings. Increment it when copies are encoded differently, so that their
/// names change.
const ENCODER_VERSION: u32 = 1;

/// A request for copies of a picture in static/.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PictureQuery {
    /// The original picture.
    pub path: OutputPath,
    /// Requested widths in pixels, ascending and unique.
    pub widths: Vec<u32>,
    /// Quality from 1 to 100.
    pub quality: u8,
}

/// A picture with its copies.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Picture {
    /// Dimensions as browsers show it, in CSS pixels.
    pub size: Dimensions,
    /// The copies, in ascending width.
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
}

impl PictureQuery {
    /// Returns the picture and the copies to make, for an original of this hash and size. A copy is
    /// never wider than the original: larger requested widths are replaced by its own width.
    pub fn to_picture(&self, original: ContentHash, size: Dimensions) -> Picture {
        let mut widths: Vec<u32> = self.widths.iter().map(|width| size.width.min(*width)).collect();
        widths.dedup();
        let name =
            ContentHash::of(format!("{ENCODER_VERSION} {original} {}", self.quality).as_bytes());
        let copy = |width| PictureCopy {
            path: resized_path(&self.path, name, width),
            original: self.path.clone(),
            content_hash: original,
            width,
            quality: self.quality,
        };
        Picture { size, copies: widths.into_iter().map(copy).collect() }
    }
}

impl PictureCopy {
    /// Returns the name of the copy in the cache for later builds.
    pub fn cache_name(&self) -> String {
        let name = ContentHash::of(format!("{ENCODER_VERSION} {}", self.content_hash).as_bytes());
        format!("{name}-{}-{}.webp", self.width, self.quality)
    }
}
