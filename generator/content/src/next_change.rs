//! The next time at which a site has to be built again though none of its files changes.

use std::fmt;

use serde::{Deserialize, Serialize};

use croupier_base::path::SitePath;

/// A page, or an entry of data, that becomes due or expires.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextChange {
    /// In epoch seconds.
    pub at: i64,
    /// What happens then.
    pub kind: ChangeKind,
    /// The content file or data file with the time. `None` if it is unknown, such as for a time that a template computes.
    pub file: Option<SitePath>,
    /// The time in the time zone of the site (RFC 3339). Empty until the build reports it.
    pub local_time: String,
}

/// What changes at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// A page is published.
    Published,
    /// A page expires.
    Expires,
    /// An entry of data begins or ends.
    Data,
}

impl NextChange {
    /// The change of a page at `at` (epoch seconds).
    pub fn of_page(at: i64, kind: ChangeKind, file: &SitePath) -> NextChange {
        NextChange { at, kind, file: Some(file.clone()), local_time: String::new() }
    }
}

impl fmt::Display for NextChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, time) = (self.file.as_ref().map_or("", SitePath::as_str), &self.local_time);
        match self.kind {
            ChangeKind::Published => write!(f, "{file} is published at {time}"),
            ChangeKind::Expires => write!(f, "{file} expires at {time}"),
            ChangeKind::Data if file.is_empty() => write!(f, "an entry of data changes at {time}"),
            ChangeKind::Data => write!(f, "an entry of {file} changes at {time}"),
        }
    }
}
