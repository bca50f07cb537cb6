//! Groups diagnostics with one cause: an error of a template on many pages, or links in many files to
//! one target that does not exist.

use std::collections::{BTreeSet, HashMap};

use crate::diagnostic::code::Code;
use crate::diagnostic::{ChainStep, Diagnostic, MAX_LOCATIONS, Severity};

/// Merges equal diagnostics at one location, which several pages show. The first one remains, and
/// its chain ends with the number of the other pages. Expects sorted diagnostics.
///
/// The error of a component can contain values of its props, so its location alone decides.
pub fn merge_equal(sorted: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if !sorted.windows(2).any(|pair| is_equal(&pair[0], &pair[1])) {
        return sorted;
    }

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
    let is_same_message = a.message == b.message || a.code == Code::RenderFailed;
    a.code == b.code && a.severity == b.severity && is_same_location && is_same_message
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
                ChainStep::Page(file)
                | ChainStep::Shortcode { file, .. }
                | ChainStep::Element { file, .. } => {
                    self.files.insert(file.clone());
                }
                ChainStep::OtherPages(count) => self.counted += count,
                ChainStep::Slice(_)
                | ChainStep::Template { .. }
                | ChainStep::Component { .. }
                | ChainStep::Island { .. }
                | ChainStep::Function { .. }
                | ChainStep::Url(_) => {}
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
    let Some(heads) = heads(&diagnostics) else { return diagnostics };
    let mut groups: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
    // The position of each head in `groups`.
    let mut positions = vec![0; heads.len()];
    for (index, (diagnostic, head)) in diagnostics.into_iter().zip(heads).enumerate() {
        if head == index {
            positions[index] = groups.len();
            groups.push(diagnostic);
        } else {
            groups[positions[head]].others.push(diagnostic);
        }
    }
    groups
}

/// Returns for each diagnostic the index of the first one of its group, or `None` if there are no
/// groups.
fn heads(diagnostics: &[Diagnostic]) -> Option<Vec<usize>> {
    let key = |it: &'_ Diagnostic| (it.severity, it.code);

    // The index and the number of the diagnostics with each cause.
    let mut causes = HashMap::<_, (usize, usize)>::new();
    for (index, diagnostic) in diagnostics.iter().enumerate() {
        if let Some(cause) = diagnostic.cause() {
            causes.entry((key(diagnostic), cause)).or_insert((index, 0)).1 += 1;
        }
    }

    let is_group = |it: &Diagnostic, count: usize| {
        count > if it.severity == Severity::Error { MAX_LOCATIONS } else { 1 }
    };
    if !causes.iter().any(|(_, (index, count))| is_group(&diagnostics[*index], *count)) {
        return None;
    }

    let head = |(index, it): (usize, &Diagnostic)| match it.cause() {
        Some(cause) => match causes[&(key(it), cause)] {
            (head, count) if is_group(it, count) => head,
            _ => index,
        },
        None => index,
    };

    Some(diagnostics.iter().enumerate().map(head).collect())
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
