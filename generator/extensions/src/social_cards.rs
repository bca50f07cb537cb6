//! The interface of the library that draws social cards: the pictures of link previews.

use std::fmt;
use std::sync::Arc;

/// Width of a card in pixels.
pub const WIDTH: u16 = 1200;
/// Height of a card in pixels.
pub const HEIGHT: u16 = 630;

/// Loads fonts: TrueType, OpenType, WOFF or WOFF2. The error is the index of a file that holds no font.
pub type LoadFonts = fn(files: Vec<Vec<u8>>) -> Result<Arc<dyn CardRenderer>, usize>;

/// Draws cards with the fonts that it has, and no others, so that a card is the same on each machine.
pub trait CardRenderer: Send + Sync {
    /// Breaks a text into lines of at most this width in pixels. With `max_lines`, the last line ends with an ellipsis if there is more
    /// text.
    fn wrap(
        &self,
        text: &str,
        style: &TextStyle,
        width: f32,
        max_lines: Option<usize>,
    ) -> Vec<String>;

    /// Returns the URLs of the images that an SVG shows. Data URLs are left out. Empty for an SVG that is not valid.
    fn images(&self, svg: &str) -> Vec<String>;

    /// Draws a card. `read_image` returns the bytes of an image by its URL.
    fn draw(
        &self,
        svg: &str,
        read_image: &(dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync),
    ) -> Result<Card, CardError>;
}

/// How a text is written. The fields are named as in SVG.
#[derive(Debug, Clone, PartialEq)]
pub struct TextStyle {
    /// Names of fonts, the preferred one first, separated by commas.
    pub font_family: String,
    /// Size in pixels.
    pub font_size: f32,
    /// Weight from 1 to 1000.
    pub font_weight: u16,
    /// Additional space after each letter in pixels.
    pub letter_spacing: f32,
}

/// A card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// The picture.
    pub png: Vec<u8>,
    /// What it lacks.
    pub defects: Vec<CardDefect>,
}

/// Text that a card does not show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardDefect {
    /// No font has this character. It is left out.
    NoGlyph(char),
    /// A part of this text is outside of the card.
    Outside(String),
}

/// The reason why a card cannot be drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum CardError {
    /// The SVG is not valid.
    Syntax {
        /// The message of the parser.
        message: String,
        /// Line and column in the SVG, from 1, if the parser knows them.
        position: Option<(u32, u32)>,
    },
    /// The SVG has other proportions than the card.
    Proportions {
        /// Its width.
        width: f32,
        /// Its height.
        height: f32,
    },
    /// There is no font of these names.
    NoFont {
        /// The names in the SVG.
        written: String,
        /// The names of all fonts.
        families: Vec<String>,
    },
    /// An image cannot be decoded.
    BrokenImage(String),
    /// The picture cannot be encoded.
    EncodingFailed(String),
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardError::Syntax { message, .. } => write!(f, "its SVG is not valid: {message}"),
            CardError::Proportions { width, height } => {
                write!(f, "it is {width} by {height}, and a card is {WIDTH} by {HEIGHT} pixels")
            }
            CardError::NoFont { written, .. } => write!(f, "there is no font `{written}`"),
            CardError::BrokenImage(url) => write!(f, "the image `{url}` cannot be decoded"),
            CardError::EncodingFailed(cause) => write!(f, "it cannot be encoded: {cause}"),
        }
    }
}

impl std::error::Error for CardError {}
