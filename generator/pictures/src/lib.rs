//! Pictures in the widths that screens need: decoded, turned as they were held, made smaller, and encoded as WebP.
//!
//! A crate of its own, since what it is made of compiles slowly, and not every site asks for it.

use std::fmt;
use std::io::{BufRead, Cursor, Seek};

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageResult, Limits, RgbaImage};

/// Why there are no copies of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// Its bytes are no JPEG, PNG or WebP, or a broken one.
    Broken(String),
    /// It moves, and its copies would stand still.
    Moving,
    /// A copy cannot be encoded, such as one with a side above [`MOST`].
    NotEncoded(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Broken(why) => write!(f, "it cannot be decoded: {why}"),
            Error::Moving => f.write_str("it moves, and its copies would stand still"),
            Error::NotEncoded(why) => write!(f, "it cannot be encoded: {why}"),
        }
    }
}

impl std::error::Error for Error {}

/// Pixels that a side of a WebP can have at most.
pub const MOST: u32 = 16_383;

/// Copies of a picture as WebP, one for each of these widths in pixels, all with the shape that browsers show it in. `quality` goes
/// from 1 to 100. Without a width it is decoded alone, which tells whether it can be.
pub fn encode(bytes: &[u8], widths: &[u32], quality: u8) -> Result<Vec<Vec<u8>>, Error> {
    let picture = decoded(bytes)?;
    if widths.is_empty() {
        return Ok(Vec::new());
    }
    let has_alpha = picture.color().has_alpha();
    let picture = picture.into_rgba8();
    widths.iter().map(|width| copy(&picture, *width, has_alpha, quality)).collect()
}

/// The picture as browsers show it.
fn decoded(bytes: &[u8]) -> Result<DynamicImage, Error> {
    let broken = |error: image::ImageError| Error::Broken(error.to_string());
    let reader = Cursor::new(bytes);
    match image::guess_format(bytes).map_err(broken)? {
        ImageFormat::Jpeg => {
            if !has_end(bytes) {
                return Err(Error::Broken("its end is missing".to_owned()));
            }
            let mut decoder = JpegDecoder::new(reader).map_err(broken)?;
            // A camera stores what the sensor saw, and how it was held. A picture that does not say it stands upright.
            let held = decoder.orientation().unwrap_or(Orientation::NoTransforms);
            let mut picture = pixels(decoder).map_err(broken)?;
            picture.apply_orientation(held);
            Ok(picture)
        }
        ImageFormat::Png => {
            let decoder = PngDecoder::with_limits(reader, Limits::default()).map_err(broken)?;
            if decoder.is_apng().map_err(broken)? {
                Err(Error::Moving)
            } else {
                pixels(decoder).map_err(broken)
            }
        }
        ImageFormat::WebP => still(WebPDecoder::new(reader).map_err(broken)?)?.map_err(broken),
        other => Err(Error::Broken(format!("it is a {}", other.to_mime_type()))),
    }
}

/// Whether the data of a JPEG comes to its end. Decoders fill in what a file lacks that was cut off, and tell nobody.
fn has_end(jpeg: &[u8]) -> bool {
    let mut rest = jpeg.get(2..).unwrap_or_default();
    // What stands before the data, such as a small preview, has an end of its own.
    while let [0xff, marker, high, low, ..] = *rest
        && marker != SCAN
    {
        let length =
            if marker == 0xff { 1 } else { 2 + usize::from(u16::from_be_bytes([high, low])) };
        rest = rest.get(length..).unwrap_or_default();
    }
    rest.windows(2).any(|pair| pair == [0xff, 0xd9])
}

/// The marker that data follows.
const SCAN: u8 = 0xda;

/// A WebP that does not move.
fn still<R: BufRead + Seek>(decoder: WebPDecoder<R>) -> Result<ImageResult<DynamicImage>, Error> {
    if decoder.has_animation() { Err(Error::Moving) } else { Ok(pixels(decoder)) }
}

/// What a decoder makes, within the memory that a picture may take.
fn pixels(mut decoder: impl ImageDecoder) -> ImageResult<DynamicImage> {
    let mut limits = Limits::default();
    limits.reserve(decoder.total_bytes())?;
    decoder.set_limits(limits)?;
    DynamicImage::from_decoder(decoder)
}

fn copy(picture: &RgbaImage, width: u32, has_alpha: bool, quality: u8) -> Result<Vec<u8>, Error> {
    let not_encoded = |why: &dyn fmt::Display| Error::NotEncoded(why.to_string());
    let (full, height) = picture.dimensions();
    let height = height_at(width, full, height);
    if width == 0 || width > MOST || height > MOST {
        return Err(Error::NotEncoded(format!(
            "a WebP has sides of 1 to {MOST} pixels, and this would be {width} by {height}"
        )));
    }
    let resized;
    let pixels = if width == full {
        picture.as_raw()
    } else {
        let source = ImageRef::new(full, picture.height(), picture.as_raw(), PixelType::U8x4)
            .map_err(|error| not_encoded(&error))?;
        let mut target = Image::new(width, height, PixelType::U8x4);
        let options = ResizeOptions::new()
            .resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3))
            .use_alpha(has_alpha);
        Resizer::new()
            .resize(&source, &mut target, &options)
            .map_err(|error| not_encoded(&error))?;
        resized = target.into_vec();
        &resized
    };
    let encoder = webp::Encoder::from_rgba(pixels, width, height);
    let made = encoder
        .encode_simple(false, f32::from(quality))
        .map_err(|error| Error::NotEncoded(format!("{error:?}")))?;
    Ok(made.to_vec())
}

/// The height of a copy that is so wide, of a picture of these sides; at least one pixel.
fn height_at(width: u32, full: u32, height: u32) -> u32 {
    let exact =
        (u64::from(height) * u64::from(width) + u64::from(full) / 2) / u64::from(full.max(1));
    u32::try_from(exact).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! fixture {
        ($name:literal) => {
            include_bytes!(concat!("../../../tests/fixtures/pictures/", $name))
        };
    }

    /// The one copy of a picture that is so wide, decoded.
    fn shown(bytes: &[u8], width: u32) -> RgbaImage {
        let copies = encode(bytes, &[width], 90).unwrap();
        decoded(&copies[0]).unwrap().into_rgba8()
    }

    #[test]
    fn a_photograph_is_turned_as_it_was_held() {
        let copy = shown(fixture!("turned.jpg"), 100);
        assert_eq!(copy.dimensions(), (100, 150));
        let [above, below] = [20, 130].map(|y| copy.get_pixel(50, y).0);
        assert!(
            above[0] > 200 && above[2] < 60 && below[0] < 60 && below[2] > 200,
            "{above:?} {below:?}"
        );
    }

    #[test]
    fn what_is_clear_stays_clear_and_bleeds_into_nothing() {
        let copy = shown(fixture!("logo.png"), 300);
        assert_eq!(copy.get_pixel(5, 5).0[3], 0);
        // Across an edge between colour and nothing the colour stays what it was.
        let sail = (0..300)
            .map(|x| copy.get_pixel(x, 60).0)
            .filter(|pixel| pixel[3] > 100)
            .collect::<Vec<_>>();
        assert!(!sail.is_empty() && sail.iter().all(|pixel| pixel[0] > 180), "{sail:?}");
    }

    #[test]
    fn the_same_picture_gives_the_same_bytes_and_each_width_its_own() {
        let bytes = fixture!("boat.jpg");
        let copies = encode(bytes, &[100, 1000], 75).unwrap();
        assert_eq!(copies, encode(bytes, &[100, 1000], 75).unwrap());
        assert_eq!(encode(bytes, &[], 75).unwrap().len(), 0);
        let sizes =
            copies.iter().map(|copy| decoded(copy).unwrap()).map(|it| (it.width(), it.height()));
        assert_eq!(sizes.collect::<Vec<_>>(), [(100, 50), (1000, 500)]);
    }

    #[test]
    fn what_no_copy_can_be_made_of_says_why() {
        for (bytes, widths, expected) in [
            (&b"no picture"[..], &[10][..], "it cannot be decoded"),
            (&fixture!("logo.png")[..700], &[], "it cannot be decoded"),
            (&fixture!("boat.jpg")[..12_000], &[], "its end is missing"),
            (&fixture!("turned.jpg")[..100], &[], "its end is missing"),
            (&fixture!("still.webp")[..200], &[], "it cannot be decoded"),
            (&fixture!("moving.webp")[..], &[], "it moves"),
            (
                &fixture!("boat.jpg")[..],
                &[0],
                "sides of 1 to 16383 pixels, and this would be 0 by 1",
            ),
            (&fixture!("boat.jpg")[..], &[40_000], "this would be 40000 by 20000"),
        ] {
            let error = encode(bytes, widths, 75).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
