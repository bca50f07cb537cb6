//! The direction of writing: of a language by its tag, and of letters.

/// Languages that are written from right to left unless their tag names another script.
const RTL_LANGUAGES: [&str; 20] = [
    "ar", "arc", "arz", "azb", "bal", "ckb", "dv", "fa", "glk", "he", "iw", "khw", "ks", "mzn",
    "ps", "sd", "syr", "ug", "ur", "yi",
];
/// Scripts that are written from right to left.
const RTL_SCRIPTS: [&str; 8] = ["adlm", "arab", "hebr", "mand", "nkoo", "rohg", "syrc", "thaa"];

/// The direction of writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextDirection {
    /// From left to right.
    Ltr,
    /// From right to left.
    Rtl,
}

impl TextDirection {
    /// Returns the direction of a language tag, by its script or else by its language.
    pub fn of_tag(tag: &str) -> TextDirection {
        let mut parts = tag.split(['-', '_']).map(str::to_ascii_lowercase);
        let language = parts.next().unwrap_or_default();
        let script = parts.find(|part| part.len() == 4);
        let is_rtl = script
            .map_or(RTL_LANGUAGES.contains(&&*language), |script| RTL_SCRIPTS.contains(&&*script));
        if is_rtl { TextDirection::Rtl } else { TextDirection::Ltr }
    }

    /// Returns the direction of a letter. `None` for digits, punctuation and other characters that take the direction around them.
    pub fn of_letter(letter: char) -> Option<TextDirection> {
        if !letter.is_alphabetic() {
            return None;
        }
        let is_rtl = matches!(letter,
            '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'
            | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}');
        Some(if is_rtl { TextDirection::Rtl } else { TextDirection::Ltr })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_of_a_tag_counts_more_than_its_language() {
        for tag in ["ar", "he-IL", "fa_IR", "az-Arab", "pa-Arab-PK", "ur"] {
            assert_eq!(TextDirection::of_tag(tag), TextDirection::Rtl, "{tag}");
        }
        for tag in ["en", "fr-CA", "ks-Deva", "sd-Deva", "zh-Hant", ""] {
            assert_eq!(TextDirection::of_tag(tag), TextDirection::Ltr, "{tag}");
        }
        let directions = ['a', 'é', 'א', 'ع', '1', ' '].map(TextDirection::of_letter);
        let (ltr, rtl) = (Some(TextDirection::Ltr), Some(TextDirection::Rtl));
        assert_eq!(directions, [ltr, ltr, rtl, rtl, None, None]);
    }
}
