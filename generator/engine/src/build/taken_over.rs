//! What a process took over from an earlier one, as it is kept: of what did not change since, it is kept again as it is.

use std::collections::BTreeSet;

use crate::build::cache::{KeptState, KeptTables};
use crate::build::packed::Kept;
use croupier_base::path::OutputPath;

/// What was taken over.
pub(super) struct TakenOver {
    /// Sources and files of the output.
    pub(super) state: KeptState,
    /// What pages asked for, and the addresses in them.
    pub(super) tables: KeptTables,
    /// Content files.
    pub(super) pages: Kept,
    /// Files of the output that were written since.
    pub(super) written: BTreeSet<OutputPath>,
}

impl TakenOver {
    /// Lets the list of the files of the output be kept anew, in which files came or went.
    pub(super) fn drop_outputs(&mut self) {
        self.state.outputs = Kept::default();
    }
}
