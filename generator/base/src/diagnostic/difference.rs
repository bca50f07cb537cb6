//! The difference between the diagnostics of two builds, for commands that build repeatedly.

use std::collections::HashMap;

use crate::diagnostic::code::Code;
use crate::diagnostic::{Diagnostic, Location, Severity};

/// What happened to a diagnostic since the last build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The last build did not have it.
    New,
    /// It has another text, or another number of occurrences.
    Changed,
    /// It is at another position of the same file.
    Moved,
    /// It is as it was.
    Unchanged,
}

impl Change {
    /// Returns the name for `--json`.
    pub fn name(self) -> &'static str {
        match self {
            Change::New => "new",
            Change::Changed | Change::Moved => "changed",
            Change::Unchanged => "unchanged",
        }
    }
}

/// The difference between the diagnostics of two builds.
#[derive(Debug, Default)]
pub struct Difference<'a> {
    /// What happened to each diagnostic of the new build, in their order.
    pub changes: Vec<Change>,
    /// The diagnostics that only the old build has.
    pub resolved: Vec<&'a Diagnostic>,
}

impl<'a> Difference<'a> {
    /// Compares the diagnostics of two builds.
    pub fn between(before: &'a [Diagnostic], now: &[Diagnostic]) -> Difference<'a> {
        if std::ptr::eq(before, now) {
            return Difference {
                changes: vec![Change::Unchanged; now.len()],
                resolved: Vec::new(),
            };
        }

        // Most diagnostics at both ends of sorted lists are the same, and need no index.
        let is_same = |(a, b): &(&Diagnostic, &Diagnostic)| Identity::of(a) == Identity::of(b);
        let start = before.iter().zip(now).take_while(is_same).count();
        let ends = before[start..].iter().rev().zip(now[start..].iter().rev());
        let end = ends.take_while(is_same).count();

        let (middle_before, middle_now) =
            (&before[start..before.len() - end], &now[start..now.len() - end]);
        let middle = Difference::by_identity(middle_before, middle_now);

        let pairs = |before: &[Diagnostic], now: &[Diagnostic]| {
            before.iter().zip(now).map(|(a, b)| compare(a, b)).collect::<Vec<_>>()
        };

        let mut changes = pairs(&before[..start], &now[..start]);
        changes.extend(middle.changes);
        changes.extend(pairs(&before[before.len() - end..], &now[now.len() - end..]));
        Difference { changes, resolved: middle.resolved }
    }

    fn by_identity(before: &'a [Diagnostic], now: &[Diagnostic]) -> Difference<'a> {
        let mut known = HashMap::<Identity<'_>, Vec<usize>>::with_capacity(before.len());
        // The last index is taken first, so that equal diagnostics are paired in their order.
        for (index, diagnostic) in before.iter().enumerate().rev() {
            known.entry(Identity::of(diagnostic)).or_default().push(index);
        }
        let mut changes = Vec::with_capacity(now.len());
        for diagnostic in now {
            let index = known.get_mut(&Identity::of(diagnostic)).and_then(Vec::pop);
            changes.push(index.map_or(Change::New, |index| compare(&before[index], diagnostic)));
        }
        let mut remaining: Vec<usize> = known.into_values().flatten().collect();
        remaining.sort_unstable();
        Difference { changes, resolved: remaining.into_iter().map(|it| &before[it]).collect() }
    }
}

/// What two diagnostics of different builds have in common if they are about the same problem.
#[derive(PartialEq, Eq, Hash)]
struct Identity<'a> {
    severity: Severity,
    code: Code,
    /// The file of a diagnostic without a cause.
    file: Option<&'a str>,
    /// The cause, or else the message.
    text: &'a str,
}

impl Identity<'_> {
    fn of(diagnostic: &Diagnostic) -> Identity<'_> {
        let Diagnostic { severity, code, .. } = *diagnostic;
        match diagnostic.cause() {
            Some(text) => Identity { severity, code, file: None, text },
            None => {
                let file = diagnostic.place.as_ref().map(|it| it.file.as_str());
                Identity { severity, code, file, text: &diagnostic.message }
            }
        }
    }
}

/// Compares two diagnostics with the same identity.
fn compare(before: &Diagnostic, now: &Diagnostic) -> Change {
    let has_same_text = before.message == now.message
        && before.hint == now.hint
        && before.chain == now.chain
        && before.others.len() == now.others.len();
    let is_same = |(a, b): (&Location, &Location)| {
        a.file == b.file && (a.range == b.range || a.line_column() == b.line_column())
    };
    let mut locations = before.shown_locations().zip(now.shown_locations());
    let has_same_locations =
        before.shown_locations().count() == now.shown_locations().count() && locations.all(is_same);
    if !has_same_text {
        Change::Changed
    } else if has_same_locations {
        Change::Unchanged
    } else {
        Change::Moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(message: &str, offset: usize) -> Diagnostic {
        let location = Location::new("content/a.md", "a\nb\nc\n", offset..offset + 1);
        Diagnostic::warning(Code::ImageWithoutText, message).at(location)
    }

    fn changes(before: &[Diagnostic], now: &[Diagnostic]) -> (Vec<Change>, usize) {
        let difference = Difference::between(before, now);
        (difference.changes, difference.resolved.len())
    }

    #[test]
    fn each_kind_of_change_is_recognised() {
        let before = [at("a", 0), at("a", 2), at("b", 4)];
        assert_eq!(changes(&before, &before), (vec![Change::Unchanged; 3], 0));
        assert_eq!(changes(&before, &[at("a", 0)]), (vec![Change::Unchanged], 2));
        assert_eq!(
            changes(&before[2..], &[at("b", 2), at("c", 4)]),
            (vec![Change::Moved, Change::New], 0)
        );
        let grouped = Diagnostic { others: vec![at("b", 0)], ..at("b", 4) };
        assert_eq!(changes(&before[2..], &[grouped]), (vec![Change::Changed], 0));
    }
}
