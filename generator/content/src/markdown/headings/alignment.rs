//! Finds which headings of a translation are those of its original, also while one of both has headings that the other lacks.

use std::collections::{BTreeMap, BTreeSet};

use crate::markdown::document::Heading;

/// The largest table of pairs of headings that is compared. Larger pages whose headings differ have no pairs.
const MAX_PAIRS: usize = 4_000_000;

/// A heading of a translation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Translated<'a> {
    /// 1 to 6.
    pub level: u8,
    /// The text without markup.
    pub text: &'a str,
    /// The id as written, `{#id}`.
    pub written: Option<&'a str>,
}

/// Returns the original that each heading names by its id, and for the others the next one that no heading names.
fn by_position(original: &[Heading], own: &[Translated<'_>]) -> Vec<Option<usize>> {
    let by_id: BTreeMap<&str, usize> = original.iter().map(|it| &*it.id).zip(0..).collect();
    let named: Vec<Option<usize>> = own.iter().map(|it| by_id.get(it.written?).copied()).collect();
    let taken: BTreeSet<usize> = named.iter().flatten().copied().collect();
    let mut others = (0..original.len()).filter(|index| !taken.contains(index));

    let of_heading = |(named, own): (Option<usize>, &Translated<'_>)| {
        named.or_else(|| others.next().filter(|index| original[*index].level == own.level))
    };
    named.into_iter().zip(own).map(of_heading).collect()
}

/// Returns the index of the original of each heading of a translation.
///
/// If all levels are equal, each heading has the original at its position, except those that name another one by its id. Otherwise, the
/// order of levels, equal texts and written ids decide.
pub(crate) fn originals(original: &[Heading], own: &[Translated<'_>]) -> Vec<Option<usize>> {
    let levels = own.iter().map(|it| it.level);
    if original.iter().map(|it| it.level).eq(levels) {
        return by_position(original, own);
    }

    let (rows, columns) = (original.len(), own.len());
    let mut pairs = vec![None; columns];
    if rows.saturating_mul(columns) > MAX_PAIRS {
        return pairs;
    }

    // The best sum of scores of the headings from a row and a column on.
    let scores = Scores::new(original, own);
    let width = columns + 1;
    let mut best = vec![0_u32; (rows + 1) * width];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let unpaired = best[(row + 1) * width + column].max(best[row * width + column + 1]);
            let paired = scores.of(&original[row], &own[column]);
            let paired = paired.map_or(0, |it| it + best[(row + 1) * width + column + 1]);
            best[row * width + column] = unpaired.max(paired);
        }
    }

    let (mut row, mut column) = (0, 0);
    while row < rows && column < columns {
        let here = best[row * width + column];
        let score = scores.of(&original[row], &own[column]);
        if score.is_some_and(|it| it + best[(row + 1) * width + column + 1] == here) {
            pairs[column] = Some(row);
            row += 1;
            column += 1;
        } else if best[(row + 1) * width + column] == here {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}

/// Returns each heading of a text with its id on the page. The text may be the translation of an original with headings.
pub(crate) fn with_ids<'a>(
    headings: &'a [Heading],
    original: Option<&'a [Heading]>,
) -> Vec<(&'a Heading, &'a str)> {
    let of_original = original.unwrap_or_default();
    let pairs = match original {
        // The id of a heading names its original if both are equal, as written or made from the text.
        Some(original) => {
            let own = headings.iter().map(|it| {
                let (text, written) = (&*it.text, Some(&*it.id));
                Translated { level: it.level, text, written }
            });
            originals(original, &own.collect::<Vec<_>>())
        }
        None => vec![None; headings.len()],
    };

    let ids = pairs.into_iter().map(|it| it.and_then(|index| of_original.get(index)));
    headings.iter().zip(ids).map(|(own, it)| (own, it.map_or(&*own.id, |it| &*it.id))).collect()
}

/// How well two headings match.
struct Scores<'a> {
    ids: BTreeSet<&'a str>,
    written: BTreeSet<&'a str>,
}

impl<'a> Scores<'a> {
    fn new(original: &'a [Heading], own: &[Translated<'a>]) -> Scores<'a> {
        let ids = original.iter().map(|it| &*it.id).collect();
        Scores { ids, written: own.iter().filter_map(|it| it.written).collect() }
    }

    /// Returns the score of a pair. `None` if the headings cannot be a pair.
    fn of(&self, original: &Heading, own: &Translated<'_>) -> Option<u32> {
        if own.written == Some(&*original.id) {
            return Some(1000);
        }
        // A written id names its original, and no other heading.
        let names_other = own.written.is_some_and(|id| self.ids.contains(id));
        if names_other || self.written.contains(&*original.id) || original.level != own.level {
            return None;
        }
        // Names of commands and products are the same in all languages.
        let is_same_text = !own.text.is_empty() && original.text == own.text;
        Some(if is_same_text { 10 } else { 3 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the pairs of headings such as `2 Fees`, or `2 Fees #fees` with a written id.
    fn pairs(original: &str, own: &str) -> Vec<Option<usize>> {
        let original: Vec<Heading> = original
            .split(", ")
            .map(|it| {
                let (level, text) = it.split_once(' ').unwrap();
                let (level, text) = (level.parse().unwrap(), text.to_owned());
                Heading { level, id: text.to_lowercase(), text }
            })
            .collect();

        let own: Vec<Translated<'_>> = own
            .split(", ")
            .map(|it| {
                let (level, text) = it.split_once(' ').unwrap();
                let (text, written) = match text.split_once(" #") {
                    Some((text, id)) => (text, Some(id)),
                    None => (text, None),
                };
                Translated { level: level.parse().unwrap(), text, written }
            })
            .collect();

        originals(&original, &own)
    }

    #[test]
    fn headings_that_both_have_are_pairs() {
        let (a, b, c) = (Some(0), Some(1), Some(2));
        // A new heading of the original at the end, and one that ends with other levels.
        assert_eq!(pairs("2 Fees, 2 Limits, 2 New", "2 Preise, 2 Grenzen"), [a, b]);
        assert_eq!(pairs("2 Fees, 3 New, 2 Limits", "2 Preise, 2 Grenzen"), [a, c]);
        assert_eq!(pairs("3 New, 2 Fees, 2 Limits", "2 Preise, 2 Grenzen"), [b, c]);
        // A new heading of the translation.
        assert_eq!(pairs("2 Fees, 2 Limits", "2 Preise, 3 Neu, 2 Grenzen"), [a, None, b]);
        // Equal texts and written ids.
        assert_eq!(pairs("2 New, 2 Fees, 2 CSV", "2 Preise, 2 CSV"), [a, c]);
        assert_eq!(pairs("2 New, 2 Fees, 2 Limits", "2 Preise #fees, 2 Grenzen"), [b, c]);
        assert_eq!(pairs("2 New, 2 Fees, 2 Limits", "3 Preise #fees, 2 Grenzen"), [b, c]);
        // Equal levels.
        assert_eq!(pairs("2 Fees, 2 Limits", "2 Limits, 2 Fees"), [a, b]);
    }
}
