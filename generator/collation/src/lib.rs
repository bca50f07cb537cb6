//! Sorts texts in the order of a language, with the Unicode Collation Algorithm and the tailorings of the CLDR.
//!
//! In a crate of its own because the data of its dependency makes the program larger.

use croupier_extensions::{Collation, TextOrder};
use icu_collator::options::CollatorOptions;
use icu_collator::{Collator, CollatorBorrowed, CollatorPreferences};
use icu_locale_core::Locale;

/// The order of texts for the engine.
pub const EXTENSION: Collation = order;

/// Returns the order of the language with this tag. A tag that is not valid has that of the Unicode Standard.
fn order(tag: &str) -> TextOrder {
    let collator = collator(tag).or_else(|| collator("und")).expect("the data has a root order");
    Box::new(move |text| {
        let mut key = Vec::new();
        let Ok(()) = collator.write_sort_key_to(text, &mut key);
        key
    })
}

fn collator(tag: &str) -> Option<CollatorBorrowed<'static>> {
    let locale: Locale = tag.replace('_', "-").parse().ok()?;
    Collator::try_new(CollatorPreferences::from(&locale), CollatorOptions::default()).ok()
}

#[cfg(test)]
mod tests {
    use super::order;

    #[test]
    fn each_language_has_its_order() {
        let sorted = |tag: &str, texts: &str| {
            let mut texts: Vec<&str> = texts.split(' ').collect();
            let order = order(tag);
            texts.sort_by_cached_key(|text| order(text));
            texts.join(" ")
        };
        for (tag, texts, expected) in [
            ("en", "zebra Éclair apple eclipse Zoo", "apple Éclair eclipse zebra Zoo"),
            ("fr", "côté coté côte cote", "cote coté côte côté"),
            // Accents are compared from the end.
            ("fr-CA", "côté coté côte cote", "cote côte coté côté"),
            ("fr_CA", "côté coté côte cote", "cote côte coté côté"),
            ("de", "Zoo Äpfel Apfel Österreich", "Apfel Äpfel Österreich Zoo"),
            ("sv", "Zoo Äpple Ask Öl Ål", "Ask Zoo Ål Äpple Öl"),
            ("es", "nube ñu ojo", "nube ñu ojo"),
            ("cs", "chata cena hora", "cena hora chata"),
            ("pl", "łza lato lód", "lato lód łza"),
            ("not a tag", "b a", "a b"),
        ] {
            assert_eq!(sorted(tag, texts), expected, "{tag}");
        }
    }
}
