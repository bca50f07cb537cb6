//! Formulas of LaTeX between dollar signs, and in code blocks of the language `math`.

use std::ops::Range;

use croupier_extensions::{FormulaError, Math};
use pulldown_cmark::Event;

use crate::markdown::extensions::RangedEvent;
use crate::markdown::writer::Writer;

/// The language of code blocks that are formulas, as on GitHub.
pub(super) const LANGUAGE: &str = "math";

/// Returns the events of a text, in which the dollar signs of amounts such as `$5-$10` begin no formula.
pub(super) fn without_amounts<'a>(
    text: &'a str,
    events: impl Iterator<Item = RangedEvent<'a>>,
) -> impl Iterator<Item = RangedEvent<'a>> {
    events.map(|(event, range)| match event {
        Event::InlineMath(_) if is_amount(text, &range) => {
            (Event::Text(text[range.clone()].into()), range)
        }
        other => (other, range),
    })
}

/// Returns whether the formula at a range of the text is an amount: a digit follows, or a letter or digit is before it.
pub(super) fn is_amount(text: &str, range: &Range<usize>) -> bool {
    text[range.end..].starts_with(|it: char| it.is_ascii_digit())
        || text[..range.start].ends_with(char::is_alphanumeric)
}

impl Writer<'_> {
    /// Writes a formula at a range of the text, or records its error.
    pub(super) fn formula(
        &mut self,
        math: Math,
        formula: &str,
        is_display: bool,
        text: &str,
        range: &Range<usize>,
    ) {
        match math(formula, is_display) {
            Ok(html) => self.event(Event::InlineHtml(html.into()), range),
            Err(error) => {
                let start = text[range.clone()].find(formula).map(|start| range.start + start);
                // Markers of a block quotation are in the text, and not in the formula.
                let range = start.map_or_else(
                    || range.clone(),
                    |start| start + error.range.start..start + error.range.end,
                );
                self.document.formula_errors.push(FormulaError { range, ..error });
            }
        }
    }
}
