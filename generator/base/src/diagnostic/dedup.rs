//! One mistake that many pages share is told once.

use std::collections::BTreeMap;

use crate::diagnostic::{ChainStep, Diagnostic};

/// One mistake in a template strikes every page that it renders; it is told once, with the first of them.
pub fn dedup(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut seen = BTreeMap::<_, (Diagnostic, usize)>::new();
    for diagnostic in found {
        let place =
            diagnostic.place.as_ref().map(|it| (it.file.clone(), it.range.start, it.range.end));
        seen.entry((diagnostic.code.number(), diagnostic.message.clone(), place))
            .and_modify(|(_, others)| *others += 1)
            .or_insert((diagnostic, 0));
    }
    let told = |(mut diagnostic, others): (Diagnostic, usize)| {
        if others > 0 {
            diagnostic.chain.push(ChainStep::OtherPages(others));
        }
        diagnostic
    };
    seen.into_values().map(told).collect()
}
