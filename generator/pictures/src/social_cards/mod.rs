//! Draws social cards, the pictures of link previews, from an SVG.

mod fonts;
mod wrap;

use std::sync::{Arc, Mutex, PoisonError};

use croupier_extensions::social_cards::{
    Card, CardDefect, CardError, CardRenderer, HEIGHT, TextStyle, WIDTH,
};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, ParsingOptions};
use resvg::usvg::{
    self, FontResolver, Group, ImageHrefResolver, ImageKind, Node, Options, Text, Tree,
};

use crate::social_cards::fonts::Fonts;

/// How far a text may exceed the card, in pixels. Letters exceed their box a little.
const TOLERANCE: f32 = 1.0;

/// The last renderer. A development server needs the same fonts for each build, and loading them takes long.
static LAST: Mutex<Option<Loaded>> = Mutex::new(None);

/// A renderer with the files of its fonts.
struct Loaded {
    files: Vec<Vec<u8>>,
    renderer: Arc<Renderer>,
}

/// Returns the renderer with these fonts. The error is the index of a file that holds no font.
pub(crate) fn load(files: Vec<Vec<u8>>) -> Result<Arc<dyn CardRenderer>, usize> {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = last.as_ref().filter(|known| known.files == files) {
        return Ok(Arc::<Renderer>::clone(&known.renderer));
    }

    let renderer = Arc::new(Renderer { fonts: Fonts::load(&files)? });
    *last = Some(Loaded { files, renderer: Arc::clone(&renderer) });
    Ok(renderer)
}

/// Draws cards.
struct Renderer {
    fonts: Fonts,
}

impl CardRenderer for Renderer {
    fn wrap(
        &self,
        text: &str,
        style: &TextStyle,
        width: f32,
        max_lines: Option<usize>,
    ) -> Vec<String> {
        let measure = |texts: &[String]| self.widths(texts, style);
        wrap::wrap(text, style.letter_spacing, width, max_lines, &measure)
    }

    fn images(&self, svg: &str) -> Vec<String> {
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let Ok(document) = Document::parse_with_options(svg, options) else { return Vec::new() };
        let images = document
            .descendants()
            .filter(|node| matches!(node.tag_name().name(), "image" | "feImage"));
        let urls = images.filter_map(|node| {
            let mut attributes = node.attributes();
            attributes.find(|it| it.name() == "href").map(|it| it.value().to_owned())
        });
        urls.filter(|url| !url.starts_with("data:") && !url.starts_with('#')).collect()
    }

    fn draw(
        &self,
        svg: &str,
        read_image: &(dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync),
    ) -> Result<Card, CardError> {
        let mut defects = Vec::new();
        let mut tree = self.parse(svg, read_image)?;
        let missing = self.fonts.missing_characters(texts(tree.root()).into_iter().map(text_of));
        if !missing.is_empty() {
            // A font draws a box in place of a character that it lacks.
            let shown: String = svg.chars().filter(|it| !missing.contains(it)).collect();
            tree = self.parse(&shown, read_image)?;
            defects.extend(missing.into_iter().map(CardDefect::NoGlyph));
        }

        let size = tree.size();
        let (x_scale, y_scale) =
            (f32::from(WIDTH) / size.width(), f32::from(HEIGHT) / size.height());
        if (x_scale / y_scale - 1.0).abs() > 0.005 {
            return Err(CardError::Proportions { width: size.width(), height: size.height() });
        }
        let outside = texts(tree.root()).into_iter().filter(|text| is_outside(text, x_scale));
        defects.extend(outside.map(|text| CardDefect::Outside(first_line(text))));

        let failed = |cause: &str| CardError::EncodingFailed(cause.to_owned());
        let mut pixels = Pixmap::new(u32::from(WIDTH), u32::from(HEIGHT))
            .ok_or_else(|| failed("out of memory"))?;
        // Networks show transparent pixels in black.
        pixels.fill(Color::WHITE);
        resvg::render(&tree, Transform::from_scale(x_scale, y_scale), &mut pixels.as_mut());
        let png = encode(&pixels).map_err(|error| failed(&error.to_string()))?;
        Ok(Card { png, defects })
    }
}

impl Renderer {
    /// Parses an SVG, and looks up its fonts and images.
    fn parse(
        &self,
        svg: &str,
        read_image: &(dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync),
    ) -> Result<Tree, CardError> {
        let problem = Mutex::new(None);
        let report = |error: CardError| {
            problem.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        };
        let resolver = ImageHrefResolver {
            resolve_data: ImageHrefResolver::default_data_resolver(),
            resolve_string: Box::new(|url, options| {
                let image = read_image(url).and_then(|bytes| image_kind(bytes, options));
                if image.is_none() {
                    report(CardError::BrokenImage(url.to_owned()));
                }
                image
            }),
        };
        let options = Options {
            image_href_resolver: resolver,
            font_resolver: FontResolver {
                select_font: Box::new(|font, _| {
                    let id = self.fonts.select(font);
                    if id.is_none() {
                        report(self.no_font(font));
                    }
                    id.or_else(|| self.fonts.first())
                }),
                select_fallback: Box::new(|character, used, _| {
                    self.fonts.fallback(character, used)
                }),
            },
            ..self.options()
        };
        let tree = Tree::from_str(svg, &options).map_err(|error| syntax_error(&error));
        drop(options);

        let problem = problem.into_inner().unwrap_or_else(PoisonError::into_inner);
        problem.map_or(tree, Err)
    }

    fn options(&self) -> Options<'static> {
        Options {
            fontdb: self.fonts.database(),
            font_family: self.fonts.default_family().to_owned(),
            ..Options::default()
        }
    }

    fn no_font(&self, font: &usvg::Font) -> CardError {
        let name = |family: &usvg::FontFamily| match family {
            usvg::FontFamily::Named(name) => name.clone(),
            generic => generic.to_string(),
        };
        let names: Vec<String> = font.families().iter().map(name).collect();
        CardError::NoFont { written: names.join(", "), families: self.fonts.families() }
    }

    /// Returns the widths of texts in pixels.
    fn widths(&self, texts: &[String], style: &TextStyle) -> Vec<f32> {
        let TextStyle { font_family, font_size, font_weight, letter_spacing } = style;
        let attributes = format!(
            "font-family=\"{}\" font-size=\"{font_size}\" font-weight=\"{font_weight}\" letter-spacing=\"{letter_spacing}\"",
            escape(font_family)
        );
        let elements = texts.iter().enumerate().map(|(index, text)| {
            format!("<text xml:space=\"preserve\" id=\"t{index}\">{}</text>", escape(text))
        });
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"><g {attributes}>{}</g></svg>",
            elements.collect::<String>()
        );

        let mut widths = vec![0.0; texts.len()];
        // A font that is missing is reported when the card is drawn.
        let options = Options {
            font_resolver: FontResolver {
                select_font: Box::new(|font, _| {
                    self.fonts.select(font).or_else(|| self.fonts.first())
                }),
                select_fallback: Box::new(|character, used, _| {
                    self.fonts.fallback(character, used)
                }),
            },
            ..self.options()
        };
        let Ok(tree) = Tree::from_str(&svg, &options) else { return widths };
        for text in self::texts(tree.root()) {
            let index = text.id().strip_prefix('t').and_then(|index| index.parse::<usize>().ok());
            if let Some(width) = index.and_then(|index| widths.get_mut(index)) {
                *width = text.bounding_box().width();
            }
        }
        widths
    }
}

/// Encodes an opaque drawing. Drawings have large areas of one colour, which the filters of PNG hardly make smaller, and filters take most
/// of the time.
fn encode(pixels: &Pixmap) -> image::ImageResult<Vec<u8>> {
    let colors: Vec<u8> =
        pixels.pixels().iter().flat_map(|it| [it.red(), it.green(), it.blue()]).collect();
    let mut png = Vec::new();
    PngEncoder::new_with_quality(&mut png, CompressionType::Default, FilterType::NoFilter)
        .write_image(&colors, pixels.width(), pixels.height(), ExtendedColorType::Rgb8)?;
    Ok(png)
}

/// Returns the texts of a group and of all groups in it.
fn texts(group: &Group) -> Vec<&Text> {
    let mut found = Vec::new();
    for node in group.children() {
        match node {
            Node::Group(group) => found.extend(texts(group)),
            Node::Text(text) => found.push(text.as_ref()),
            Node::Path(_) | Node::Image(_) => {}
        }
    }
    found
}

/// Returns the characters of a text.
fn text_of(text: &Text) -> String {
    text.chunks().iter().map(usvg::TextChunk::text).collect()
}

/// Returns the part of a text before its first position of its own, such as the first of several lines.
fn first_line(text: &Text) -> String {
    text.chunks().first().map_or_else(String::new, |chunk| chunk.text().to_owned())
}

/// Whether a part of a text is outside of the card. `scale` converts its dimensions to pixels.
fn is_outside(text: &Text, scale: f32) -> bool {
    let shown = text.abs_stroke_bounding_box();
    let [left, top, right, bottom] =
        [shown.left(), shown.top(), shown.right(), shown.bottom()].map(|it| it * scale);
    left < -TOLERANCE
        || top < -TOLERANCE
        || right > f32::from(WIDTH) + TOLERANCE
        || bottom > f32::from(HEIGHT) + TOLERANCE
}

/// Returns an image by the form of its bytes. `None` for other files.
fn image_kind(bytes: Vec<u8>, options: &Options<'_>) -> Option<ImageKind> {
    let format = image::guess_format(&bytes).ok();
    let bytes = Arc::new(bytes);
    match format {
        Some(image::ImageFormat::Jpeg) => Some(ImageKind::JPEG(bytes)),
        Some(image::ImageFormat::Png) => Some(ImageKind::PNG(bytes)),
        Some(image::ImageFormat::Gif) => Some(ImageKind::GIF(bytes)),
        Some(image::ImageFormat::WebP) => Some(ImageKind::WEBP(bytes)),
        _ => Tree::from_data(&bytes, options).ok().map(ImageKind::SVG),
    }
}

fn syntax_error(error: &usvg::Error) -> CardError {
    let position = match error {
        usvg::Error::ParsingFailed(error) => Some((error.pos().row, error.pos().col)),
        _ => None,
    };
    let message = match error {
        usvg::Error::ParsingFailed(error) => error.to_string(),
        error => error.to_string(),
    };
    CardError::Syntax { message, position }
}

/// Escapes a text for XML.
fn escape(text: &str) -> String {
    let is_forbidden = |it: char| {
        it.is_control() && !matches!(it, '\t' | '\n' | '\r')
            || matches!(it, '\u{fffe}' | '\u{ffff}')
    };
    text.chars().filter(|it| !is_forbidden(*it)).fold(
        String::with_capacity(text.len()),
        |mut escaped, it| {
            match it {
                '&' => escaped.push_str("&amp;"),
                '<' => escaped.push_str("&lt;"),
                '"' => escaped.push_str("&quot;"),
                other => escaped.push(other),
            }
            escaped
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: TextStyle = TextStyle {
        font_family: String::new(),
        font_size: 72.0,
        font_weight: 700,
        letter_spacing: 0.0,
    };

    fn draw(content: &str) -> Result<Card, CardError> {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 630\">{content}</svg>"
        );
        load(Vec::new()).unwrap().draw(&svg, &|_| None)
    }

    #[test]
    fn lines_have_the_measured_width() {
        let renderer = load(Vec::new()).unwrap();
        let style = TextStyle { font_family: "Inter".to_owned(), ..STYLE };
        let lines = |width| renderer.wrap("Łódź and Москва and Αθήνα", &style, width, None);
        assert_eq!(lines(400.0), ["Łódź and", "Москва", "and Αθήνα"]);
        assert_eq!(lines(2000.0).len(), 1);
        // Wider letters, and more space between them, need more lines.
        let spaced = TextStyle { letter_spacing: 40.0, ..style };
        assert_eq!(renderer.wrap("Łódź and", &spaced, 400.0, None), ["Łódź", "and"]);
    }

    #[test]
    fn a_drawing_has_the_size_of_a_card_and_no_transparent_pixels() {
        let card = draw("<rect width=\"600\" height=\"630\" fill=\"#f00\"/>").unwrap();
        let picture = image::load_from_memory(&card.png).unwrap().into_rgba8();
        assert_eq!(picture.dimensions(), (u32::from(WIDTH), u32::from(HEIGHT)));
        let [left, right] = [100, 1100].map(|x| picture.get_pixel(x, 300).0);
        assert_eq!((left, right), ([255, 0, 0, 255], [255, 255, 255, 255]));
    }

    #[test]
    fn characters_without_a_glyph_are_found_in_all_texts() {
        let text = |text: &str| {
            draw(&format!("<g><text x=\"9\" y=\"99\">{text}</text></g>")).unwrap().defects
        };
        assert_eq!(text("Größe, Łódź, Москва, Ελλάδα … “€”"), []);
        assert_eq!(text("a\u{2060}b\u{fe0f}\u{ad}c\u{a0}d"), []);
        let missing = [CardDefect::NoGlyph('日'), CardDefect::NoGlyph('🎲')];
        assert_eq!(text("🎲 日 🎲 x"), missing);
    }
}
