//! How a command ends when it did not do what it was asked.

use croupier_base::diagnostic::Diagnostic;

/// Why, and with it the exit code.
pub(crate) enum Failure {
    /// The site has errors.
    Site(Vec<Diagnostic>),
    /// Everything was said already; this is the exit code.
    Told(u8),
    /// It was called wrongly.
    Usage(String),
    /// The machine failed.
    Machine(String),
}
