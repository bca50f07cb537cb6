//! What only follows from another mistake, so that each is told once, where it was made.

use croupier_base::diagnostic::code::{Code, Group};
use croupier_base::diagnostic::{ChainStep, Diagnostic, Severity};
use croupier_content::config::config_errors::PoisonedKeys;

/// What a template says that misses a value.
const OF_VALUES: [Code; 2] = [Code::Undefined, Code::FunctionCall];
/// What follows from a template that cannot be read, which stands for nothing: it has no macros, and makes no headings to link to.
const OF_TEMPLATES: [Code; 5] = [
    Code::Undefined,
    Code::FunctionCall,
    Code::FunctionUnknown,
    Code::BrokenAnchor,
    Code::NoTemplate,
];

/// Leaves out what would go by itself once another mistake is mended.
pub(super) fn remove_consequences(found: &mut Vec<Diagnostic>, doubt: &PoisonedKeys) {
    let errors = || found.iter().filter(|it| it.severity == Severity::Error);
    let no_values = errors().any(is_of_data);
    let no_templates = errors().any(is_of_templates);
    // Of a slice that cannot be made nobody knows the places that links lead to.
    let no_slice = errors().any(|it| matches!(it.chain.first(), Some(ChainStep::Slice(_))));
    let no_runtime = errors().any(|it| it.code.group() == Group::Runtime);
    found.retain(|it| {
        let is_call = file(it).starts_with("content/");
        let follows = (no_values || no_runtime || doubt.explains(it))
            && OF_VALUES.contains(&it.code)
            && !is_call
            || no_templates && OF_TEMPLATES.contains(&it.code)
            || no_slice && it.code == Code::BrokenAnchor
            || no_runtime && it.code == Code::PolicyBlocks
            || !OF_VALUES.contains(&it.code) && doubt.explains(it);
        !follows
    });
}

/// Whether data is missing, or not as templates expect it.
fn is_of_data(it: &Diagnostic) -> bool {
    let cannot_be_read = matches!(it.code, Code::NotUtf8 | Code::Unreadable)
        && file(it).starts_with("content/data/");
    cannot_be_read || matches!(it.code, Code::DataShape | Code::DataSyntax | Code::DataNameTaken)
}

/// Whether a template is missing for a reason that is told.
fn is_of_templates(it: &Diagnostic) -> bool {
    it.code == Code::TemplateSyntax
        || matches!(it.code, Code::NotUtf8 | Code::Unreadable) && file(it).starts_with("pages/")
}

fn file(it: &Diagnostic) -> &str {
    it.place.as_ref().map_or("", |place| place.file.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_not_reported_as_broken_while_a_slice_fails() {
        let left = |step: ChainStep| {
            let failed = Diagnostic::error(Code::CannotWrite, "slice footer").through(step);
            let mut found = vec![failed, Diagnostic::error(Code::BrokenAnchor, "slice ")];
            remove_consequences(&mut found, &PoisonedKeys::default());
            found.len()
        };
        assert_eq!(left(ChainStep::Slice("footer".to_owned())), 1);
        assert_eq!(left(ChainStep::Page("slice footer".to_owned())), 2);
    }
}
