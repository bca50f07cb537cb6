//! The reason why a store failed, as a message for users. It never contains a secret.

use std::fmt;

/// The kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// No connection can be made.
    Unreachable,
    /// Credentials are missing, wrong, expired, or not allowed to do this.
    Refused,
    /// The bucket or container does not exist.
    NoBucket,
    /// Another failure.
    Other,
}

/// The reason why a store failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreFailure {
    /// The kind.
    pub kind: FailureKind,
    /// What failed, without a final period.
    pub message: String,
    /// How to fix it.
    pub hint: Option<String>,
}

impl fmt::Display for StoreFailure {
    /// Writes the message and the hint.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(formatter, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl StoreFailure {
    /// Creates a failure of a kind.
    pub(crate) fn new(kind: FailureKind, message: impl Into<String>) -> StoreFailure {
        StoreFailure { kind, message: message.into(), hint: None }
    }

    /// Creates a failure without a kind of its own.
    pub(crate) fn other(message: impl Into<String>) -> StoreFailure {
        StoreFailure::new(FailureKind::Other, message)
    }

    /// Adds a hint.
    #[must_use]
    pub(crate) fn hint(self, hint: impl Into<String>) -> StoreFailure {
        StoreFailure { hint: Some(hint.into()), ..self }
    }

    /// Says which action failed.
    #[must_use]
    pub(crate) fn during(self, action: &str) -> StoreFailure {
        StoreFailure { message: format!("{action}: {}", self.message), ..self }
    }
}
