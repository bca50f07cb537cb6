//! The filter `wrap_text`, which breaks text into lines for social cards.

use minijinja::Error;
use minijinja::value::Kwargs;

use crate::template::function_errors::function_error;
use crate::template::functions::Functions;
use croupier_extensions::social_cards::TextStyle;
use croupier_extensions::without_feature;

impl Functions {
    /// `text | wrap_text(width=..., font_size=..., font_family=..., font_weight=..., letter_spacing=..., max_lines=...)`: returns the
    /// lines of a text that is at most `width` pixels wide. With `max_lines`, an ellipsis replaces the rest.
    pub(super) fn wrap_text(&self, text: &str, options: &Kwargs) -> Result<Vec<String>, Error> {
        let width: Option<f32> = options.get("width")?;
        let font_size: Option<f32> = options.get("font_size")?;
        let font_family: Option<String> = options.get("font_family")?;
        let font_weight: Option<u16> = options.get("font_weight")?;
        let letter_spacing: Option<f32> = options.get("letter_spacing")?;
        let max_lines: Option<usize> = options.get("max_lines")?;
        options.assert_all_used()?;
        let style = TextStyle {
            font_family: font_family.unwrap_or_else(|| "sans-serif".to_owned()),
            font_size: pixels("font_size", font_size)?,
            font_weight: font_weight.unwrap_or(400),
            letter_spacing: letter_spacing.unwrap_or_default(),
        };
        let width = pixels("width", width)?;

        let renderer = self.recorder.card_renderer().ok_or_else(|| {
            let (message, hint) = without_feature("pictures", "remove `wrap_text`");
            function_error(message, hint)
        })?;
        let (renderer, _) = renderer.map_err(|font| {
            let (message, hint) = font.message_and_hint();
            function_error(message, hint)
        })?;
        Ok(renderer.wrap(text, &style, width, max_lines))
    }
}

/// Returns a length in pixels, which is required.
fn pixels(name: &str, value: Option<f32>) -> Result<f32, Error> {
    let length = value.filter(|value| *value > 0.0 && *value < 100_000.0);
    length.ok_or_else(|| {
        let message = match value {
            Some(value) => format!("`{value}` is no `{name}` of a text"),
            None => format!("`wrap_text` has no `{name}`"),
        };
        let hint =
            "write pixels of the drawing: `page.title | wrap_text(width=1040, font_size=64)`";
        function_error(message, hint)
    })
}
