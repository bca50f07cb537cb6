//! The dimensions of images in static/, read at build so that a page knows how much room each takes and nothing shifts.

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

/// Extensions of files whose dimensions are read.
const KINDS: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"];

/// The dimensions of the image at `path` with these bytes; none for other files, and where it does not say.
pub fn dimensions(path: &str, bytes: &[u8]) -> Option<Dimensions> {
    let kind = path.rsplit_once('.')?.1.to_lowercase();
    if !KINDS.contains(&&*kind) {
        return None;
    }
    if kind == "svg" {
        return vector(std::str::from_utf8(bytes).ok()?);
    }
    let size = imagesize::blob_size(bytes).ok()?;
    let (width, height) = (u32::try_from(size.width).ok()?, u32::try_from(size.height).ok()?);
    let is_turned = matches!(&*kind, "jpg" | "jpeg") && is_turned(bytes);
    Some(if is_turned {
        Dimensions { width: height, height: width }
    } else {
        Dimensions { width, height }
    })
}

/// Whether browsers show a photograph turned by a quarter: a camera stores it as the sensor saw it, and how it was held.
fn is_turned(bytes: &[u8]) -> bool {
    let exif = exif::Reader::new().read_from_container(&mut Cursor::new(bytes));
    let held = exif.ok().and_then(|exif| {
        exif.get_field(exif::Tag::Orientation, exif::In::PRIMARY)?.value.get_uint(0)
    });
    held.is_some_and(|held| (5..=8).contains(&held))
}

/// Whether the file at `path` has the name of an image and holds none.
pub fn is_no_image(path: &str, bytes: &[u8]) -> bool {
    let kind = path.rsplit_once('.').map(|(_, kind)| kind.to_lowercase()).unwrap_or_default();
    match kind.as_str() {
        "svg" => !String::from_utf8_lossy(bytes).contains("<svg"),
        it if KINDS.contains(&it) => imagesize::image_type(bytes).is_err(),
        _ => false,
    }
}

/// The dimensions of an SVG: its `width` and `height` in pixels, else the last two numbers of its `viewBox`.
fn vector(text: &str) -> Option<Dimensions> {
    let tag = &text[text.find("<svg")?..];
    let tag = &tag[..tag.find('>')?];
    let attribute = |name: &str| {
        let at = tag.find(&format!(" {name}="))? + name.len() + 2;
        let quote = tag[at..].chars().next().filter(|it| matches!(it, '"' | '\''))?;
        tag[at + 1..].split(quote).next()
    };
    let pixels =
        |text: &str| text.trim().trim_end_matches("px").parse::<f64>().ok().and_then(rounded);
    if let (Some(width), Some(height)) =
        (attribute("width").and_then(pixels), attribute("height").and_then(pixels))
    {
        return Some(Dimensions { width, height });
    }
    let numbers: Vec<_> =
        attribute("viewBox")?.split([' ', ',']).filter(|it| !it.is_empty()).map(pixels).collect();
    match numbers[..] {
        [_, _, Some(width), Some(height)] => Some(Dimensions { width, height }),
        _ => None,
    }
}

/// A length as a whole number of pixels; none where it is no length.
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
    fn a_vector_picture_says_its_measures_in_either_way() {
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
    fn a_pixel_picture_says_its_measures_in_its_head() {
        let mut gif = b"GIF89a".to_vec();
        gif.extend([3, 0, 2, 0, 0, 0, 0]);
        assert_eq!(dimensions("a.GIF", &gif), Some(Dimensions { width: 3, height: 2 }));
        assert_eq!(dimensions("a.png", b"no picture"), None);
        assert_eq!(dimensions("a.txt", &gif), None);
    }
}
