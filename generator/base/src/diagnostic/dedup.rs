//! Merges equal diagnostics of many pages into one.

use std::collections::BTreeMap;

use crate::diagnostic::{ChainStep, Diagnostic};

/// Keeps the first of equal diagnostics and counts the others in its chain. An error in a template,
/// for example, occurs in every page that uses it.
pub fn dedup(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut unique = BTreeMap::<_, (Diagnostic, usize)>::new();
    for diagnostic in diagnostics {
        let location = diagnostic.place.as_ref();
        let location = location.map(|it| (it.file.clone(), it.range.start, it.range.end));
        unique
            .entry((diagnostic.code.number(), diagnostic.message.clone(), location))
            .and_modify(|(_, others)| *others += 1)
            .or_insert((diagnostic, 0));
    }
    let with_count = |(mut diagnostic, others): (Diagnostic, usize)| {
        if others > 0 {
            diagnostic.chain.push(ChainStep::OtherPages(others));
        }
        diagnostic
    };
    unique.into_values().map(with_count).collect()
}
