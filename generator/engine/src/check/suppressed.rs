//! Removes diagnostics that are consequences of other errors, so that each error is reported once.

use croupier_base::diagnostic::code::{Code, Group};
use croupier_base::diagnostic::{ChainStep, Diagnostic, Severity, Subject};
use croupier_content::config::config_errors::PoisonedKeys;

/// Codes of templates that miss a value.
const MISSING_VALUE: [Code; 2] = [Code::Undefined, Code::FunctionCall];
/// Codes that can be consequences of a template that cannot be read: its macros and the anchors of its headings are missing.
const MISSING_TEMPLATE: [Code; 5] = [
    Code::Undefined,
    Code::FunctionCall,
    Code::FunctionUnknown,
    Code::BrokenAnchor,
    Code::NoTemplate,
];

/// Removes diagnostics that disappear when another error is fixed.
pub(super) fn remove_consequences(diagnostics: &mut Vec<Diagnostic>, poisoned_keys: &PoisonedKeys) {
    let errors = || diagnostics.iter().filter(|it| it.severity == Severity::Error);
    let has_data_error = errors().any(is_data_error);
    let has_template_error = errors().any(is_template_error);
    // The anchors of a failed slice are unknown.
    let has_slice_error = errors().any(|it| matches!(it.chain.first(), Some(ChainStep::Slice(_))));
    let has_message_error = errors().any(is_message_error);
    let has_runtime_error = errors().any(|it| it.code.group() == Group::Runtime);

    diagnostics.retain(|it| {
        let is_in_content = file(it).starts_with("content/");
        let is_consequence = (has_data_error || has_runtime_error || poisoned_keys.explains(it))
            && MISSING_VALUE.contains(&it.code)
            && !is_in_content
            || has_template_error && MISSING_TEMPLATE.contains(&it.code)
            || has_message_error && it.code == Code::MessageUnknown
            || has_slice_error && it.code == Code::BrokenAnchor
            || has_runtime_error && it.subject == Some(Subject::FailedRuntime)
            || has_runtime_error && it.code == Code::PolicyBlocks
            || !MISSING_VALUE.contains(&it.code) && poisoned_keys.explains(it);
        !is_consequence
    });
}

/// Whether a data file is missing, or does not have the values that templates expect.
fn is_data_error(it: &Diagnostic) -> bool {
    let is_unreadable = matches!(it.code, Code::NotUtf8 | Code::Unreadable)
        && file(it).starts_with("content/data/");
    is_unreadable || matches!(it.code, Code::DataShape | Code::DataSyntax | Code::DataNameTaken)
}

/// Whether a template could not be read or parsed.
fn is_template_error(it: &Diagnostic) -> bool {
    it.code == Code::TemplateSyntax
        || matches!(it.code, Code::NotUtf8 | Code::Unreadable) && file(it).starts_with("pages/")
}

/// Whether a file of messages could not be read, so that messages are missing.
fn is_message_error(it: &Diagnostic) -> bool {
    it.code == Code::MessageSyntax
        || matches!(it.code, Code::NotUtf8 | Code::Unreadable) && file(it).starts_with("i18n/")
}

fn file(it: &Diagnostic) -> &str {
    it.place.as_ref().map_or("", |place| place.file.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_not_reported_as_broken_while_a_slice_fails() {
        let remaining = |step: ChainStep| {
            let failed = Diagnostic::error(Code::CannotWrite, "slice footer").through(step);
            let mut diagnostics = vec![failed, Diagnostic::error(Code::BrokenAnchor, "slice ")];
            remove_consequences(&mut diagnostics, &PoisonedKeys::default());
            diagnostics.len()
        };
        assert_eq!(remaining(ChainStep::Slice("footer".to_owned())), 1);
        assert_eq!(remaining(ChainStep::Page("slice footer".to_owned())), 2);
    }
}
