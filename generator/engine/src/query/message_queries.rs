//! The query for a message of a language.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::query::invalidation::Invalidation;
use crate::query::{Query, Snapshot};
use croupier_content::messages::catalog::Message;
use croupier_content::site::Site;

/// A message of a language, with the messages and terms that it refers to. None if the language does not have it itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct MessageOf {
    /// The key of the language in site.toml.
    pub language: String,
    /// The key of the message: `id` or `id.attribute`.
    pub key: String,
}

impl Query for MessageOf {
    type Output<'a> = Option<Message<'a>>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.messages.message(&self.language, &self.key)
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.messages
    }
}

impl fmt::Display for MessageOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "message {} in {}", self.key, self.language)
    }
}
