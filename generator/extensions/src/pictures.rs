//! The interface of the library that encodes pictures.

use std::fmt;

use crate::social_cards::LoadFonts;

/// Encodes copies of pictures, and renders icons and social cards.
#[derive(Debug, Clone, Copy)]
pub struct Pictures {
    /// Encodes copies, with the aspect ratio that browsers show. The quality ranges from 1 to 100. With no copies, only checks that
    /// the image can be decoded.
    pub encode: Encode,
    /// Returns the average colour of an image. `None` if some of its pixels are transparent.
    pub average_color: fn(bytes: &[u8]) -> Result<Option<Color>, Error>,
    /// Renders the icons of an SVG. A drawing that is not square is centred. Text is an error, because its shape depends on the fonts
    /// of the machine.
    pub icons: fn(svg: &[u8]) -> Result<Icons, IconError>,
    /// Returns the renderer of social cards with these fonts, and with a default one for what they lack.
    pub social_cards: LoadFonts,
    /// Whether copies can be AVIF.
    pub has_avif: bool,
}

/// Returns the bytes of copies of an image.
pub type Encode = fn(bytes: &[u8], copies: &[Copy], quality: u8) -> Result<Vec<Vec<u8>>, Error>;

/// Red, green and blue.
pub type Color = [u8; 3];

/// The reason why an image has no copies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The file is not a JPEG, PNG or WebP, or is damaged.
    Broken(String),
    /// The image is animated, and copies would not be.
    Animated,
    /// Decoding the image would need too much memory.
    TooLarge {
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
        /// The most pixels of an image with these channels.
        most_pixels: u64,
    },
    /// A copy cannot be encoded, for example because a side is too long.
    EncodingFailed(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Broken(cause) => write!(f, "it cannot be decoded: {cause}"),
            Error::TooLarge { width, height, most_pixels } => {
                let pixels = u64::from(*width) * u64::from(*height);
                let megapixels = |pixels: u64| pixels / 1_000_000;
                write!(
                    f,
                    "it has {} megapixels ({width} × {height}), and copies are made of at most {}",
                    megapixels(pixels),
                    megapixels(*most_pixels)
                )
            }
            Error::Animated => f.write_str("it is animated, and its copies would not be"),
            Error::EncodingFailed(cause) => write!(f, "it cannot be encoded: {cause}"),
        }
    }
}

impl std::error::Error for Error {}

/// The format of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// WebP.
    WebP,
    /// AVIF. Without the feature `avif` it cannot be encoded.
    Avif,
}

/// A copy to encode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copy {
    /// Width in pixels.
    pub width: u32,
    /// Format.
    pub format: Format,
}

/// Icons in the formats that browsers expect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Icons {
    /// `favicon.ico`, with images of 16 and 32 pixels.
    pub favicon: Vec<u8>,
    /// `apple-touch-icon.png`, 180 pixels wide. Its background is white, because home screens show transparent pixels in black.
    pub touch_icon: Vec<u8>,
}

/// The reason why an SVG has no icons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IconError(pub String);

impl fmt::Display for IconError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for IconError {}
