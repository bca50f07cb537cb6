//! The copies of a picture in the widths that screens need: which a page asks for, and where they lie. No pixel is touched here.

use serde::{Deserialize, Serialize};

use crate::digest::Fingerprint;
use crate::hashed_path::of_width;
use crate::media::image::Dimensions;
use crate::path::OutputPath;

/// Raised whenever copies are made in another way, so that they get other names.
const EDITION: u32 = 1;

/// A picture of static/ and the copies that are asked for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PictureQuery {
    /// The picture.
    pub path: OutputPath,
    /// Pixels from left to right, each once, the smallest first.
    pub widths: Vec<u32>,
    /// From 1 to 100.
    pub quality: u8,
}

/// A picture that is there, with its copies.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Picture {
    /// How large it is, as browsers show it.
    pub size: Dimensions,
    /// Its copies, the smallest first.
    pub copies: Vec<PictureCopy>,
}

/// One copy.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PictureCopy {
    /// Where it lies in the output.
    pub path: OutputPath,
    /// The picture that it is of.
    pub original: OutputPath,
    /// That of that picture's bytes.
    pub fingerprint: Fingerprint,
    /// Pixels from left to right.
    pub width: u32,
    /// From 1 to 100.
    pub quality: u8,
}

impl PictureQuery {
    /// The picture with these bytes, by their fingerprint, and of this size. No copy is wider: where one would be, the picture's own
    /// width stands for it.
    pub fn answered(&self, original: Fingerprint, size: Dimensions) -> Picture {
        let mut widths: Vec<u32> = self.widths.iter().map(|width| size.width.min(*width)).collect();
        widths.dedup();
        let name = Fingerprint::of(format!("{EDITION} {original} {}", self.quality).as_bytes());
        let copy = |width| PictureCopy {
            path: of_width(&self.path, name, width),
            original: self.path.clone(),
            fingerprint: original,
            width,
            quality: self.quality,
        };
        Picture { size, copies: widths.into_iter().map(copy).collect() }
    }
}

impl PictureCopy {
    /// Its name among those that are kept for later builds.
    pub fn kept_name(&self) -> String {
        let name = Fingerprint::of(format!("{EDITION} {}", self.fingerprint).as_bytes());
        format!("{name}-{}-{}.webp", self.width, self.quality)
    }
}
