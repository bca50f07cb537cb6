//! The quotation marks of languages, from the Unicode CLDR (see `cldr/`).

use crate::cldr_table::candidates;

/// One line for each locale with other marks than English. `cldr/extract_quotation_marks.py` writes the file and describes its format.
static TABLE: &str = include_str!("../cldr/quotation_marks.tsv");

/// The marks around a quotation. They include the no-break spaces of French.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct QuotationMarks {
    /// The mark before the quotation.
    pub open: &'static str,
    /// The mark after the quotation.
    pub close: &'static str,
}

impl QuotationMarks {
    /// The marks of English, which languages without a line in the table have as well.
    pub const ENGLISH: QuotationMarks = QuotationMarks { open: "“", close: "”" };

    /// Returns the marks of the language with this tag.
    pub fn of_tag(tag: &str) -> QuotationMarks {
        let found = candidates(tag).iter().find_map(|tag| {
            let mut lines = TABLE.lines();
            lines.find_map(|line| line.strip_prefix(tag.as_str())?.strip_prefix('\t'))
        });
        let marks = found.and_then(|marks| marks.split_once('\t'));
        marks.map_or(QuotationMarks::ENGLISH, |(open, close)| QuotationMarks { open, close })
    }
}

impl Default for QuotationMarks {
    fn default() -> QuotationMarks {
        QuotationMarks::ENGLISH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_follow_the_language_and_its_region() {
        for (tag, open, close) in [
            ("en", "“", "”"),
            ("en-CA", "“", "”"),
            ("es", "“", "”"),
            ("tlh", "“", "”"),
            ("", "“", "”"),
            ("de", "„", "“"),
            ("de-AT", "„", "“"),
            ("fr", "«\u{a0}", "\u{a0}»"),
            ("fr-CA", "«\u{a0}", "\u{a0}»"),
            ("fr_CA", "«\u{a0}", "\u{a0}»"),
            ("ru", "«", "»"),
            ("pt-BR", "“", "”"),
            ("pt-PT", "«", "»"),
            ("sv", "”", "”"),
            ("zh-TW", "「", "」"),
            ("zh", "“", "”"),
        ] {
            assert_eq!(QuotationMarks::of_tag(tag), QuotationMarks { open, close }, "{tag}");
        }

        for line in TABLE.lines() {
            assert_eq!(line.split('\t').count(), 3, "{line}");
        }
    }
}
