//! What a build did, for those who asked for it.

use crate::output::changes::FileChange;
use crate::output::staging::PublishStats;
use croupier_base::diagnostic::Diagnostic;

/// What a build did.
#[derive(Debug, Clone)]
pub struct BuildReport {
    /// How many pages the site has.
    pub pages: usize,
    /// How many of them were rendered.
    pub rendered: usize,
    /// What was written.
    pub stats: PublishStats,
    /// What is worth saying though nothing is wrong.
    pub warnings: Vec<Diagnostic>,
    /// When the site must be built again because a page, or an entry of data, becomes due or expires, in epoch seconds.
    pub next_change_at: Option<i64>,
    /// What became of files, if it was asked for.
    pub changes: Vec<FileChange>,
}
