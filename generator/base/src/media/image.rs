//! Reads the dimensions of images in static/, so that pages reserve their space before they load.

use std::io::Cursor;

use serde::Serialize;

/// Width and height in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Hash)]
pub struct Dimensions {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

/// Extensions of image files.
const EXTENSIONS: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"];

/// Returns the dimensions of the image at `path` with these bytes, which can be the first ones of a large file. Returns `None` for
/// other files and for images without dimensions.
pub fn dimensions(path: &str, bytes: &[u8]) -> Option<Dimensions> {
    let extension = path.rsplit_once('.')?.1.to_lowercase();
    if !EXTENSIONS.contains(&&*extension) {
        return None;
    }
    if extension == "svg" {
        let text = bytes.utf8_chunks().next()?.valid();
        return svg_dimensions(text);
    }
    let size = imagesize::blob_size(bytes).ok()?;
    let (width, height) = (u32::try_from(size.width).ok()?, u32::try_from(size.height).ok()?);
    let is_rotated = matches!(&*extension, "jpg" | "jpeg") && is_rotated(bytes);
    Some(if is_rotated {
        Dimensions { width: height, height: width }
    } else {
        Dimensions { width, height }
    })
}

/// Whether the EXIF orientation makes browsers rotate a photograph by 90 degrees, which swaps width
/// and height.
fn is_rotated(bytes: &[u8]) -> bool {
    let exif = exif::Reader::new().read_from_container(&mut Cursor::new(bytes));
    let orientation = exif.ok().and_then(|exif| {
        exif.get_field(exif::Tag::Orientation, exif::In::PRIMARY)?.value.get_uint(0)
    });
    orientation.is_some_and(|orientation| (5..=8).contains(&orientation))
}

/// Whether a file is an animated PNG or WebP.
pub fn is_animated(bytes: &[u8]) -> bool {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        // The chunk `acTL` is before the first chunk of pixels, each of which begins with its length.
        let mut rest = &bytes[8..];
        while let [a, b, c, d, kind @ ..] = rest
            && let Some(name) = kind.get(..4)
            && name != b"IDAT"
        {
            if name == b"acTL" {
                return true;
            }
            let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
            rest = kind.get(length.saturating_add(8)..).unwrap_or_default();
        }
        return false;
    }
    let is_extended = bytes.starts_with(b"RIFF") && bytes.get(8..16) == Some(b"WEBPVP8X");
    is_extended && bytes.get(20).is_some_and(|flags| flags & 2 != 0)
}

/// Whether the file at `path` has the extension of an image but does not contain one.
pub fn is_broken_image(path: &str, bytes: &[u8]) -> bool {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
    match extension.unwrap_or_default().as_str() {
        "svg" => !String::from_utf8_lossy(bytes).contains("<svg"),
        other if EXTENSIONS.contains(&other) => imagesize::image_type(bytes).is_err(),
        _ => false,
    }
}

/// Returns the dimensions of an SVG: its `width` and `height` in pixels, or else the last two
/// numbers of its `viewBox`.
fn svg_dimensions(text: &str) -> Option<Dimensions> {
    let tag = &text[text.find("<svg")?..];
    let tag = &tag[..tag.find('>')?];

    let attribute = |name: &str| {
        let start = tag.find(&format!(" {name}="))? + name.len() + 2;
        let quote = tag[start..].chars().next().filter(|c| matches!(c, '"' | '\''))?;
        tag[start + 1..].split(quote).next()
    };
    let pixels =
        |text: &str| text.trim().trim_end_matches("px").parse::<f64>().ok().and_then(rounded);

    if let (Some(width), Some(height)) =
        (attribute("width").and_then(pixels), attribute("height").and_then(pixels))
    {
        return Some(Dimensions { width, height });
    }

    // Without both lengths, browsers take the ratio of the view box.
    let numbers: Vec<_> = attribute("viewBox")?
        .split([' ', ','])
        .filter(|part| !part.is_empty())
        .map(pixels)
        .collect();

    match numbers[..] {
        [_, _, Some(width), Some(height)] => Some(Dimensions { width, height }),
        _ => None,
    }
}

/// Rounds a length to whole pixels; `None` if it is not between 0.5 and one million.
fn rounded(length: f64) -> Option<u32> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the range is checked"
    )]
    (0.5..=1e6).contains(&length).then(|| length.round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn svg_dimensions_come_from_attributes_or_the_view_box() {
        let dimensions =
            |text: &str| dimensions("a.svg", text.as_bytes()).map(|it| (it.width, it.height));
        assert_eq!(dimensions("<?xml?><svg width=\"40px\" height='20.4'>"), Some((40, 20)));
        assert_eq!(dimensions("<svg xmlns=\"x\" viewBox=\"0 0 24,12\">"), Some((24, 12)));
        assert_eq!(dimensions("<svg width=\"100%\" viewBox=\"0 0 24 12\">"), Some((24, 12)));
        for text in [
            "<svg>",
            "<svg viewBox=\"0 0 1\">",
            "<svg width=\"",
            "plain",
            "<svg width=\"-1\" height=\"1e99\">",
        ] {
            assert_eq!(dimensions(text), None, "{text}");
        }
    }

    #[test]
    fn raster_dimensions_come_from_the_header() {
        let mut gif = b"GIF89a".to_vec();
        gif.extend([3, 0, 2, 0, 0, 0, 0]);
        assert_eq!(dimensions("a.GIF", &gif), Some(Dimensions { width: 3, height: 2 }));
        assert_eq!(dimensions("a.png", b"no picture"), None);
        assert_eq!(dimensions("a.txt", &gif), None);
    }
}
