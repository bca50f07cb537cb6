//! How much a build has to check, decided once from what changed.

use crate::query::invalidation::Invalidation;

/// How much a build has to check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Nothing changed.
    Nothing,
    /// Only bodies of content files changed. Their pages are rendered; no query can have another result.
    Bodies,
    /// The queries that the changes may affect are checked, and the pages that depend on them.
    Targeted,
    /// Every query and every page is checked.
    Everything,
}

impl Scope {
    /// The scope of a build after these changes. `is_unverified` says that the output may not hold what the session says.
    pub(crate) fn of(changes: &Invalidation, is_unverified: bool) -> Scope {
        if is_unverified || changes.affects_everything() {
            Scope::Everything
        } else if changes.affects_shared_inputs() {
            Scope::Targeted
        } else if !changes.bodies.is_empty() {
            Scope::Bodies
        } else {
            Scope::Nothing
        }
    }
}
