//! Pictures for the web: responsive copies of images, icons of an SVG, and social cards.
//!
//! A copy is encoded as WebP or AVIF after the image is decoded, its EXIF orientation applied, its colours converted to sRGB, and its
//! size reduced.
//!
//! This is a separate crate because its dependencies are slow to compile, and not every site needs them.

mod icons;
mod social_cards;

use std::fmt;
use std::io::{BufRead, Cursor, Seek};

use croupier_extensions::pictures::{Copy, Error, Format, Pictures};
use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, Limits, RgbaImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions, Xyzd};

/// The interface for the engine.
pub const EXTENSION: Pictures = Pictures {
    encode,
    average_color,
    icons: icons::render,
    social_cards: social_cards::load,
    has_avif: cfg!(feature = "avif"),
};

/// Maximum length of a side of a WebP image in pixels.
const MAX_SIDE: u32 = 16_383;

/// The most bytes of the pixels of an image. Decoding a progressive JPEG needs about twice as much.
const MAX_BYTES: u64 = 512 << 20;

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_BYTES);
    limits
}

/// Encodes copies, with the aspect ratio that browsers show. `quality` ranges from 1 to 100. With no copies, only checks that the
/// image can be decoded.
fn encode(bytes: &[u8], copies: &[Copy], quality: u8) -> Result<Vec<Vec<u8>>, Error> {
    let picture = decode(bytes)?;
    if copies.is_empty() {
        return Ok(Vec::new());
    }
    let has_alpha = picture.color().has_alpha();
    let picture = picture.into_rgba8();
    copies.iter().map(|copy| encode_copy(&picture, *copy, has_alpha, quality)).collect()
}

/// Returns the average colour of an image: red, green and blue. `None` if some of its pixels are transparent.
fn average_color(bytes: &[u8]) -> Result<Option<[u8; 3]>, Error> {
    let picture = decode(bytes)?;
    let has_alpha = picture.color().has_alpha();
    let picture = picture.into_rgba8();
    if has_alpha && picture.pixels().any(|pixel| pixel.0[3] < u8::MAX) {
        return Ok(None);
    }
    let mut sums = [0_u64; 3];
    for pixel in picture.pixels() {
        for (sum, channel) in sums.iter_mut().zip(pixel.0) {
            *sum += u64::from(channel);
        }
    }
    let count = u64::from(picture.width()) * u64::from(picture.height());
    Ok(Some(sums.map(|sum| u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX))))
}

/// Decodes an image in the orientation that browsers show.
fn decode(bytes: &[u8]) -> Result<DynamicImage, Error> {
    let broken = |error: image::ImageError| Error::Broken(error.to_string());
    let reader = Cursor::new(bytes);
    match image::guess_format(bytes).map_err(broken)? {
        ImageFormat::Jpeg => {
            if !has_end(bytes) {
                return Err(Error::Broken("its end is missing".to_owned()));
            }

            let mut decoder = JpegDecoder::new(reader).map_err(broken)?;
            // Cameras store the pixels of the sensor and the orientation separately.
            let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
            let mut picture = decode_limited(decoder)?;
            picture.apply_orientation(orientation);
            Ok(picture)
        }
        ImageFormat::Png => {
            let decoder = PngDecoder::with_limits(reader, limits()).map_err(broken)?;
            if decoder.is_apng().map_err(broken)? {
                Err(Error::Animated)
            } else {
                decode_limited(decoder)
            }
        }
        ImageFormat::WebP => decode_still(WebPDecoder::new(reader).map_err(broken)?),
        other => Err(Error::Broken(format!("it is a {}", other.to_mime_type()))),
    }
}

/// Returns whether a JPEG has an end marker. Decoders silently fill in the missing part of a truncated file.
fn has_end(jpeg: &[u8]) -> bool {
    let mut rest = jpeg.get(2..).unwrap_or_default();
    // Segments before the image data, such as a thumbnail, can contain an end marker too.
    while let [0xff, marker, high, low, ..] = *rest
        && marker != START_OF_SCAN
    {
        let length =
            if marker == 0xff { 1 } else { 2 + usize::from(u16::from_be_bytes([high, low])) };
        rest = rest.get(length..).unwrap_or_default();
    }
    rest.windows(2).any(|pair| pair == [0xff, 0xd9])
}

/// The marker before the image data.
const START_OF_SCAN: u8 = 0xda;

/// Decodes a WebP that is not animated.
fn decode_still<R: BufRead + Seek>(decoder: WebPDecoder<R>) -> Result<DynamicImage, Error> {
    if decoder.has_animation() { Err(Error::Animated) } else { decode_limited(decoder) }
}

/// Runs a decoder with a memory limit.
///
/// Copies have no colour profile, so the colours are converted to sRGB, which browsers then assume.
fn decode_limited(mut decoder: impl ImageDecoder) -> Result<DynamicImage, Error> {
    let broken = |error: image::ImageError| Error::Broken(error.to_string());
    if decoder.total_bytes() > MAX_BYTES {
        let (width, height) = decoder.dimensions();
        let most_pixels = MAX_BYTES / u64::from(decoder.color_type().bytes_per_pixel());
        return Err(Error::TooLarge { width, height, most_pixels });
    }
    let mut limits = limits();
    limits.reserve(decoder.total_bytes()).map_err(broken)?;
    decoder.set_limits(limits).map_err(broken)?;
    let profile = decoder.icc_profile().unwrap_or_default();
    let picture = DynamicImage::from_decoder(decoder).map_err(broken)?;
    Ok(profile.and_then(|profile| in_srgb(&picture, &profile)).unwrap_or(picture))
}

/// Returns a picture of this colour profile in sRGB. `None` for sRGB itself, and for a profile that browsers ignore, too: one that is
/// damaged, or not for RGB.
fn in_srgb(picture: &DynamicImage, profile: &[u8]) -> Option<DynamicImage> {
    let profile = ColorProfile::new_from_slice(profile).ok()?;
    if profile.color_space != DataColorSpace::Rgb {
        return None;
    }

    let srgb = ColorProfile::new_srgb();
    let is_srgb = [
        (profile.red_colorant, srgb.red_colorant),
        (profile.green_colorant, srgb.green_colorant),
        (profile.blue_colorant, srgb.blue_colorant),
    ];
    let is_near = |(one, other): (Xyzd, Xyzd)| {
        [one.x - other.x, one.y - other.y, one.z - other.z].iter().all(|it| it.abs() < 0.003)
    };

    let has_curves = profile.red_trc.is_some() && profile.lut_a_to_b_perceptual.is_none();
    if has_curves && is_srgb.into_iter().all(is_near) {
        return None;
    }

    let transform = profile
        .create_transform_8bit(Layout::Rgba, &srgb, Layout::Rgba, TransformOptions::default())
        .ok()?;

    let source = picture.to_rgba8();
    let mut target = vec![0; source.as_raw().len()];
    transform.transform(source.as_raw(), &mut target).ok()?;

    let target =
        DynamicImage::ImageRgba8(RgbaImage::from_raw(picture.width(), picture.height(), target)?);
    // An opaque picture stays opaque, which resizing it is faster for.
    Some(if picture.color().has_alpha() { target } else { target.into_rgb8().into() })
}

fn encode_copy(
    picture: &RgbaImage,
    Copy { width, format }: Copy,
    has_alpha: bool,
    quality: u8,
) -> Result<Vec<u8>, Error> {
    let encoding_failed = |cause: &dyn fmt::Display| Error::EncodingFailed(cause.to_string());
    let (full, height) = picture.dimensions();
    let height = height_at(width, full, height);

    if width == 0 || width > MAX_SIDE || height > MAX_SIDE {
        return Err(Error::EncodingFailed(format!(
            "the sides of a WebP are 1 to {MAX_SIDE} pixels long, and this copy would be {width} by {height}"
        )));
    }

    let resized;
    let pixels = if width == full {
        picture.as_raw()
    } else {
        let source = ImageRef::new(full, picture.height(), picture.as_raw(), PixelType::U8x4)
            .map_err(|error| encoding_failed(&error))?;
        let mut target = Image::new(width, height, PixelType::U8x4);
        let options = ResizeOptions::new()
            .resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3))
            .use_alpha(has_alpha);
        Resizer::new()
            .resize(&source, &mut target, &options)
            .map_err(|error| encoding_failed(&error))?;
        resized = target.into_vec();
        &resized
    };

    match format {
        Format::WebP => {
            let encoder = webp::Encoder::from_rgba(pixels, width, height);
            let webp = encoder
                .encode_simple(false, f32::from(quality))
                .map_err(|error| Error::EncodingFailed(format!("{error:?}")))?;
            Ok(webp.to_vec())
        }
        Format::Avif => avif::encode(pixels, width, height, quality),
    }
}

#[cfg(feature = "avif")]
mod avif {
    use ravif::{Encoder, Img, RGBA8};

    use super::Error;

    /// From 1 (small) to 10 (fast). The documentation of performance compares them.
    const SPEED: u8 = 8;

    /// Encodes pixels in RGBA. The quality is that of WebP: AVIF needs a lower one for the same impression.
    pub(super) fn encode(
        pixels: &[u8],
        width: u32,
        height: u32,
        quality: u8,
    ) -> Result<Vec<u8>, Error> {
        let pixels: Vec<RGBA8> =
            pixels.chunks_exact(4).map(|it| RGBA8::new(it[0], it[1], it[2], it[3])).collect();
        let quality = f32::from(quality) * 0.85;
        let encoder = Encoder::new()
            .with_quality(quality)
            .with_alpha_quality(quality)
            .with_speed(SPEED)
            // Copies of several pictures are encoded at the same time.
            .with_num_threads(Some(1));
        let image = Img::new(&pixels[..], width as usize, height as usize);
        let encoded = encoder.encode_rgba(image);
        encoded.map(|it| it.avif_file).map_err(|error| Error::EncodingFailed(error.to_string()))
    }
}

#[cfg(not(feature = "avif"))]
mod avif {
    use super::Error;

    pub(super) fn encode(_: &[u8], _: u32, _: u32, _: u8) -> Result<Vec<u8>, Error> {
        Err(Error::EncodingFailed("this Croupier was built without `avif`".to_owned()))
    }
}

/// Returns the height of a copy with this width, rounded, for an image of `full` by `height` pixels. The result is at least 1.
fn height_at(width: u32, full: u32, height: u32) -> u32 {
    let rounded =
        (u64::from(height) * u64::from(width) + u64::from(full) / 2) / u64::from(full.max(1));
    u32::try_from(rounded).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! fixture {
        ($name:literal) => {
            include_bytes!(concat!("../../../tests/fixtures/pictures/", $name))
        };
    }

    fn webp(widths: &[u32]) -> Vec<Copy> {
        widths.iter().map(|width| Copy { width: *width, format: Format::WebP }).collect()
    }

    /// Encodes a copy of this width and decodes it again.
    fn copy_of(bytes: &[u8], width: u32) -> RgbaImage {
        let copies = encode(bytes, &webp(&[width]), 90).unwrap();
        decode(&copies[0]).unwrap().into_rgba8()
    }

    #[test]
    fn the_orientation_of_a_photograph_is_applied() {
        let copy = copy_of(fixture!("turned.jpg"), 100);
        assert_eq!(copy.dimensions(), (100, 150));
        let [above, below] = [20, 130].map(|y| copy.get_pixel(50, y).0);
        assert!(
            above[0] > 200 && above[2] < 60 && below[0] < 60 && below[2] > 200,
            "{above:?} {below:?}"
        );
    }

    #[test]
    fn transparent_pixels_stay_transparent_and_do_not_darken_edges() {
        let copy = copy_of(fixture!("logo.png"), 300);
        assert_eq!(copy.get_pixel(5, 5).0[3], 0);
        // At an edge between a colour and transparent pixels the colour does not change.
        let sail = (0..300)
            .map(|x| copy.get_pixel(x, 60).0)
            .filter(|pixel| pixel[3] > 100)
            .collect::<Vec<_>>();
        assert!(!sail.is_empty() && sail.iter().all(|pixel| pixel[0] > 180), "{sail:?}");
    }

    #[test]
    fn an_opaque_picture_has_an_average_colour() {
        let halves = RgbaImage::from_fn(4, 2, |x, _| {
            image::Rgba([if x < 2 { 200 } else { 100 }, 0, 40, 255])
        });
        let mut png = Cursor::new(Vec::new());
        halves.write_to(&mut png, ImageFormat::Png).unwrap();
        assert_eq!(average_color(png.get_ref()), Ok(Some([150, 0, 40])));
        assert_eq!(average_color(fixture!("logo.png")), Ok(None));
        assert!(average_color(b"no picture").is_err());
    }

    #[test]
    fn the_same_picture_gives_the_same_bytes_and_each_width_its_own() {
        let bytes = fixture!("boat.jpg");
        let copies = encode(bytes, &webp(&[100, 1000]), 75).unwrap();
        assert_eq!(copies, encode(bytes, &webp(&[100, 1000]), 75).unwrap());
        assert_eq!(encode(bytes, &[], 75).unwrap().len(), 0);
        let sizes =
            copies.iter().map(|copy| decode(copy).unwrap()).map(|it| (it.width(), it.height()));
        assert_eq!(sizes.collect::<Vec<_>>(), [(100, 50), (1000, 500)]);
    }

    #[test]
    fn errors_name_their_cause() {
        for (bytes, widths, expected) in [
            (&b"no picture"[..], &[10][..], "it cannot be decoded"),
            (&fixture!("logo.png")[..700], &[], "it cannot be decoded"),
            (&fixture!("boat.jpg")[..12_000], &[], "its end is missing"),
            (&fixture!("turned.jpg")[..100], &[], "its end is missing"),
            (&fixture!("still.webp")[..200], &[], "it cannot be decoded"),
            (&fixture!("moving.webp")[..], &[], "it is animated"),
            (
                &fixture!("boat.jpg")[..],
                &[0],
                "1 to 16383 pixels long, and this copy would be 0 by 1",
            ),
            (&fixture!("boat.jpg")[..], &[40_000], "this copy would be 40000 by 20000"),
        ] {
            let error = encode(bytes, &webp(widths), 75).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn colours_of_another_profile_are_converted_to_srgb() {
        let pure_green = RgbaImage::from_pixel(8, 8, image::Rgba([0, 255, 0, 255]));
        let with_profile = |profile: &ColorProfile| {
            let mut bytes = Vec::new();
            let mut encoder = image::codecs::png::PngEncoder::new(&mut bytes);
            image::ImageEncoder::set_icc_profile(&mut encoder, profile.encode().unwrap()).unwrap();
            pure_green.write_with_encoder(encoder).unwrap();
            decode(&bytes).unwrap().into_rgba8().get_pixel(4, 4).0
        };
        assert_eq!(with_profile(&ColorProfile::new_srgb()), [0, 255, 0, 255]);
        // A colour between pure green of both spaces: inside of sRGB, Adobe RGB (0, 200, 0) would be brighter than 255.
        let [red, green, blue, alpha] = with_profile(&ColorProfile::new_adobe_rgb());
        assert_eq!((green, alpha), (255, 255));
        assert!(red == 0 && blue < 60, "{red} {blue}");
        let mixed = RgbaImage::from_pixel(8, 8, image::Rgba([200, 100, 100, 255]));
        let converted = in_srgb(&mixed.into(), &ColorProfile::new_adobe_rgb().encode().unwrap());
        let [red, green, ..] = converted.unwrap().into_rgba8().get_pixel(0, 0).0;
        assert!(red > 210 && green < 105, "{red} {green}");
    }

    #[cfg(feature = "avif")]
    #[test]
    fn avif_is_smaller_than_webp() {
        let bytes = fixture!("boat.jpg");
        let copy = |format| Copy { width: 800, format };
        let copies = encode(bytes, &[copy(Format::WebP), copy(Format::Avif)], 75).unwrap();
        assert_eq!(&copies[1][4..12], b"ftypavif");
        assert!(copies[1].len() < copies[0].len(), "{} {}", copies[1].len(), copies[0].len());
    }
}
