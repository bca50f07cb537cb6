//! Merges equal diagnostics of many pages into one.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{ChainStep, Diagnostic};

/// Keeps the first of equal diagnostics and counts the others in its chain. An error in a template,
/// for example, occurs in every page that uses it.
pub fn dedup(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut unique = BTreeMap::<_, (Diagnostic, Occurrences)>::new();
    for diagnostic in diagnostics {
        let location = diagnostic.place.as_ref();
        let location = location.map(|it| (it.file.clone(), it.range.start, it.range.end));
        let key = (diagnostic.code.number(), diagnostic.message.clone(), location);
        let page = page_of(&diagnostic).map(str::to_owned);
        let (_, occurrences) =
            unique.entry(key).or_insert_with(|| (diagnostic, Occurrences::default()));
        match page {
            Some(page) => {
                occurrences.pages.insert(page);
            }
            None => occurrences.without_page += 1,
        }
    }
    let with_count = |(mut diagnostic, occurrences): (Diagnostic, Occurrences)| {
        let others = occurrences.pages.len() + occurrences.without_page - 1;
        if others > 0 {
            diagnostic.chain.push(ChainStep::OtherPages(others));
        }
        diagnostic
    };
    unique.into_values().map(with_count).collect()
}

/// Where equal diagnostics occur.
#[derive(Default)]
struct Occurrences {
    /// Content files. A page with several occurrences counts once.
    pages: BTreeSet<String>,
    without_page: usize,
}

/// Returns the content file that a diagnostic was found through.
fn page_of(diagnostic: &Diagnostic) -> Option<&str> {
    diagnostic.chain.iter().find_map(|step| match step {
        ChainStep::Page(file) | ChainStep::Shortcode { file, .. } => Some(file.as_str()),
        _ => None,
    })
}
