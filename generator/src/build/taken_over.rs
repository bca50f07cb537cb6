//! What a process took over from an earlier one, as it is kept: of what did not change since, it is kept again as it is.

use std::collections::BTreeSet;

use crate::build::cache::PackedRecords;
use crate::build::packed::Packed;
use crate::source::path::Route;

/// What was taken over, and what changed since.
pub(super) struct TakenOver {
    /// Pages and what they asked for.
    pub(super) records: PackedRecords<'static>,
    /// Content files.
    pub(super) pages: Packed<'static>,
    /// Pages that were rendered since.
    pub(super) rendered: BTreeSet<Route>,
}
