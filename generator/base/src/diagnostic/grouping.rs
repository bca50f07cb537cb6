//! Groups diagnostics with one cause: an error of a template on many pages, or links in many files to
//! one target that does not exist.

use std::collections::{BTreeSet, HashMap};

use crate::diagnostic::code::Code;
use crate::diagnostic::{ChainStep, Diagnostic, MAX_LOCATIONS, Severity};

/// Merges equal diagnostics at one location, which several pages show. The first one remains, and
/// its chain ends with the number of the other pages. Expects sorted diagnostics.
pub fn merge_equal(sorted: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut merged: Vec<Diagnostic> = Vec::with_capacity(sorted.len());
    let mut pages = Pages::default();
    for diagnostic in sorted {
        match merged.last_mut() {
            Some(last) if is_equal(last, &diagnostic) => {
                if pages.is_empty() {
                    pages.add(last);
                }
                pages.add(&diagnostic);
            }
            last => {
                if let Some(last) = last {
                    pages.count_others(last);
                }
                merged.push(diagnostic);
            }
        }
    }
    if let Some(last) = merged.last_mut() {
        pages.count_others(last);
    }
    merged
}

fn is_equal(a: &Diagnostic, b: &Diagnostic) -> bool {
    let is_same_location = match (&a.place, &b.place) {
        (Some(a), Some(b)) => a.file == b.file && a.range == b.range,
        (None, None) => true,
        _ => false,
    };
    a.code == b.code && a.severity == b.severity && is_same_location && a.message == b.message
}

/// The pages that show one diagnostic.
#[derive(Default)]
struct Pages {
    /// Content files. A page with several occurrences counts once.
    files: BTreeSet<String>,
    /// Pages that were counted before.
    counted: usize,
}

impl Pages {
    fn is_empty(&self) -> bool {
        self.files.is_empty() && self.counted == 0
    }

    fn add(&mut self, diagnostic: &Diagnostic) {
        for step in &diagnostic.chain {
            match step {
                ChainStep::Page(file) | ChainStep::Shortcode { file, .. } => {
                    self.files.insert(file.clone());
                }
                ChainStep::OtherPages(count) => self.counted += count,
                ChainStep::Slice(_) | ChainStep::Template { .. } => {}
            }
        }
    }

    /// Adds the number of the pages, except for the first one, to the diagnostic and starts again.
    fn count_others(&mut self, diagnostic: &mut Diagnostic) {
        let Pages { files, counted } = std::mem::take(self);
        let others = (files.len() + counted).saturating_sub(1);
        if others > 0 {
            diagnostic.chain.retain(|step| !matches!(step, ChainStep::OtherPages(_)));
            diagnostic.chain.push(ChainStep::OtherPages(others));
        }
    }
}

/// Groups diagnostics with the same severity, code and cause: the first one has all others. Errors are
/// grouped only if there are too many to show, because each of them prevents publication. Without a
/// cause, a diagnostic remains on its own.
pub fn group(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut counts = HashMap::<Cause, usize>::new();
    for cause in diagnostics.iter().filter_map(Cause::of) {
        *counts.entry(cause).or_default() += 1;
    }
    let mut groups: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    let mut index_by_cause = HashMap::<Cause, usize>::new();
    for diagnostic in diagnostics {
        let is_group =
            |cause: &Cause| cause.severity == Severity::Warning || counts[cause] > MAX_LOCATIONS;
        if let Some(cause) = Cause::of(&diagnostic).filter(is_group) {
            if let Some(index) = index_by_cause.get(&cause) {
                groups[*index].others.push(diagnostic);
                continue;
            }
            index_by_cause.insert(cause, groups.len());
        }
        groups.push(diagnostic);
    }
    groups
}

/// What diagnostics of one group have in common.
#[derive(PartialEq, Eq, Hash)]
struct Cause {
    severity: Severity,
    code: Code,
    text: String,
}

impl Cause {
    fn of(diagnostic: &Diagnostic) -> Option<Cause> {
        let Diagnostic { severity, code, .. } = *diagnostic;
        diagnostic.cause().map(|text| Cause { severity, code, text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_page(file: &str) -> Diagnostic {
        Diagnostic::error(Code::Undefined, "no").through(ChainStep::Page(file.to_owned()))
    }

    #[test]
    fn a_page_with_two_equal_diagnostics_counts_once() {
        let merged = |files: &[&str]| merge_equal(files.iter().map(|it| on_page(it)).collect());
        assert_eq!(merged(&["a", "a"])[0].chain, [ChainStep::Page("a".to_owned())]);
        assert_eq!(merged(&["a", "a", "b", "c"])[0].chain[1], ChainStep::OtherPages(2));
        assert_eq!(merged(&["a", "b"]).len(), 1);
    }

    #[test]
    fn warnings_with_one_cause_are_a_group_and_so_are_more_than_three_errors() {
        let error = || Diagnostic::error(Code::PolicyBlocks, "x").caused_by("host");
        let warning = || Diagnostic::warning(Code::PolicyBlocks, "y").caused_by("host");
        let counts = |diagnostics| {
            group(diagnostics).iter().map(|it| it.others.len()).collect::<Vec<usize>>()
        };
        assert_eq!(counts(vec![error(), warning(), warning(), error(), error()]), [0, 1, 0, 0]);
        assert_eq!(counts(vec![error(), warning(), error(), error(), error()]), [3, 0]);
    }
}
