//! Renders icons of an SVG: `favicon.ico` for browsers without SVG icons, and the icon of home screens.

use croupier_extensions::pictures::{IconError, Icons};
use image::ExtendedColorType;
use image::codecs::ico::{IcoEncoder, IcoFrame};
use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, PremultipliedColorU8, Transform};
use resvg::usvg::{Options, Tree};

/// Sides of the images in `favicon.ico`, in pixels.
const FAVICON_SIDES: [u32; 2] = [16, 32];
/// Side of the icon of home screens, in pixels.
const TOUCH_ICON_SIDE: u32 = 180;
/// Space around a drawing with transparent edges on a home screen, in pixels.
const TOUCH_ICON_MARGIN: u32 = 20;

/// Renders the icons of an SVG.
pub(crate) fn render(svg: &[u8]) -> Result<Icons, IconError> {
    let tree =
        Tree::from_data(svg, &Options::default()).map_err(|error| IconError(error.to_string()))?;
    if has_text(svg) {
        return Err(IconError("it contains text, which needs a font".to_owned()));
    }

    Ok(Icons { favicon: favicon(&tree)?, touch_icon: touch_icon(&tree)? })
}

fn has_text(svg: &[u8]) -> bool {
    let text = std::str::from_utf8(svg).unwrap_or_default();
    let options = resvg::usvg::roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = resvg::usvg::roxmltree::Document::parse_with_options(text, options);
    document.is_ok_and(|it| it.descendants().any(|node| node.has_tag_name("text")))
}

fn favicon(tree: &Tree) -> Result<Vec<u8>, IconError> {
    let frame = |side| {
        let pixels = draw(tree, side, 0)?;
        let bytes: Vec<u8> = pixels
            .pixels()
            .iter()
            .map(PremultipliedColorU8::demultiply)
            .flat_map(|it| [it.red(), it.green(), it.blue(), it.alpha()])
            .collect();
        IcoFrame::as_png(&bytes, side, side, ExtendedColorType::Rgba8)
            .map_err(|error| IconError(error.to_string()))
    };
    let frames = FAVICON_SIDES.into_iter().map(frame).collect::<Result<Vec<_>, _>>()?;
    let mut bytes = Vec::new();
    IcoEncoder::new(&mut bytes)
        .encode_images(&frames)
        .map_err(|error| IconError(error.to_string()))?;
    Ok(bytes)
}

fn touch_icon(tree: &Tree) -> Result<Vec<u8>, IconError> {
    let mut drawing = draw(tree, TOUCH_ICON_SIDE, 0)?;
    if !has_opaque_edges(&drawing) {
        drawing = draw(tree, TOUCH_ICON_SIDE, TOUCH_ICON_MARGIN)?;
    }
    let mut icon = pixmap(TOUCH_ICON_SIDE)?;
    icon.fill(Color::WHITE);
    icon.draw_pixmap(0, 0, drawing.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    icon.encode_png().map_err(|error| IconError(error.to_string()))
}

/// Draws the SVG into a square, as large as the margin allows.
fn draw(tree: &Tree, side: u32, margin: u32) -> Result<Pixmap, IconError> {
    let mut target = pixmap(side)?;
    #[expect(clippy::cast_precision_loss, reason = "sides are small")]
    let (side, margin) = (side as f32, margin as f32);
    let size = tree.size();
    let scale = (side - 2.0 * margin) / size.width().max(size.height());
    let offset = |length: f32| (side - length * scale) / 2.0;
    let transform = Transform::from_scale(scale, scale)
        .post_translate(offset(size.width()), offset(size.height()));
    resvg::render(tree, transform, &mut target.as_mut());
    Ok(target)
}

fn pixmap(side: u32) -> Result<Pixmap, IconError> {
    Pixmap::new(side, side).ok_or_else(|| IconError("it cannot be drawn".to_owned()))
}

/// Whether the middles of the edges are opaque. The corners of an icon are often round.
fn has_opaque_edges(icon: &Pixmap) -> bool {
    let (middle, last) = (icon.width() / 2, icon.width() - 1);
    [(middle, 0), (middle, last), (0, middle), (last, middle)]
        .into_iter()
        .all(|(x, y)| icon.pixel(x, y).is_some_and(|pixel| pixel.alpha() == u8::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(content: &str) -> String {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\">{content}</svg>")
    }

    fn pixel(png: &[u8], x: u32, y: u32) -> [u8; 4] {
        image::load_from_memory(png).unwrap().into_rgba8().get_pixel(x, y).0
    }

    #[test]
    fn a_drawing_is_centred_on_white() {
        let icons = render(svg("<rect width='40' height='20' fill='#00f'/>").as_bytes());
        let icon = icons.unwrap().touch_icon;
        assert_eq!(pixel(&icon, 90, 90), [0, 0, 255, 255]);
        // Above the drawing, and in the margin next to it.
        assert_eq!(pixel(&icon, 90, 40), [255, 255, 255, 255]);
        assert_eq!(pixel(&icon, 10, 90), [255, 255, 255, 255]);
    }

    #[test]
    fn a_drawing_without_transparent_edges_has_no_margin() {
        let square = "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><rect rx='2' width='8' height='8' fill='red'/></svg>";
        let icon = render(square.as_bytes()).unwrap().touch_icon;
        assert_eq!(pixel(&icon, 1, 90), [255, 0, 0, 255]);
        assert_eq!(pixel(&icon, 1, 1), [255, 255, 255, 255]);
    }

    #[test]
    fn the_favicon_has_both_sizes() {
        let icons = render(svg("<circle cx='20' cy='10' r='10'/>").as_bytes()).unwrap();
        // Reserved, type 1, two images, of which the first is 16 pixels wide.
        assert_eq!(&icons.favicon[..7], [0, 0, 1, 0, 2, 0, 16]);
        assert_eq!(icons.favicon[6 + 16], 32);
    }

    #[test]
    fn errors_name_their_cause() {
        let text = svg("<text y='10'>A</text>");
        for (svg, expected) in [(text.as_str(), "contains text"), ("x", "SVG data parsing failed")]
        {
            let error = render(svg.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
