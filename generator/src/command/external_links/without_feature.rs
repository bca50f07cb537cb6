//! `check --external` of a program that was built without the feature `external-links`.

use croupier_base::diagnostic::Diagnostic;
use croupier_engine::Engine;

use crate::command::console::Console;
use crate::command::failure::Failure;

/// The result of a check, which this program cannot make.
pub(crate) struct CheckedLinks {
    pub diagnostics: Vec<Diagnostic>,
    pub is_complete: bool,
    pub summary: String,
}

/// Fails.
pub(crate) fn require() -> Result<(), Failure> {
    Err(Failure::without_feature("external-links"))
}

/// Fails.
pub(crate) fn check(
    _: &Engine,
    _: &[Diagnostic],
    _: &Console,
) -> Result<Option<CheckedLinks>, Failure> {
    Err(Failure::without_feature("external-links"))
}
