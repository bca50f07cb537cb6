//! What a process took over from an earlier one, as it is kept: of what did not change since, it is kept again as it is.

use crate::build::cache::KeptTables;
use crate::build::packed::Kept;

/// What was taken over.
pub(super) struct TakenOver {
    /// What pages asked for, and the addresses in them.
    pub(super) tables: KeptTables,
    /// Content files.
    pub(super) pages: Kept,
}
