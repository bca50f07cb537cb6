//! What a build reports: to its caller, and as events to terminals, JSON lines and open tabs.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::output::staging::PublishStats;
use croupier_base::diagnostic::Diagnostic;
use croupier_content::config::options::Profile;
use croupier_content::next_change::NextChange;
use croupier_content::unpublished::LeftOut;

/// The result of a build without errors.
#[derive(Debug, Clone)]
pub struct BuildReport {
    /// How many pages the output has.
    pub pages: usize,
    /// How many pages the site has. A build of a shard has some of them.
    pub site_pages: usize,
    /// How many of them were rendered.
    pub rendered: usize,
    /// How many files were written.
    pub stats: PublishStats,
    /// All warnings of the site.
    pub warnings: Arc<Vec<Diagnostic>>,
    /// The next page, or entry of data, that becomes due or expires, so that the site must be built again.
    pub next_change: Option<NextChange>,
    /// The drafts and scheduled pages.
    pub left_out: LeftOut,
}

impl BuildReport {
    /// When the site must be built again because a page, or an entry of data, becomes due or expires, in epoch seconds.
    pub fn next_change_at(&self) -> Option<i64> {
        self.next_change.as_ref().map(|change| change.at)
    }
}

impl Event {
    /// The end of a build that found errors, and began at `start`.
    pub(super) fn failed(diagnostics: Vec<Diagnostic>, start: Instant) -> Event {
        Event::Failed { diagnostics, milliseconds: start.elapsed().as_millis() }
    }
}

/// The start or the end of a build.
#[derive(Debug, Clone)]
pub enum Event {
    /// A build started.
    Started,
    /// A build published nothing, because it, or that of another host, found errors.
    Failed {
        /// All diagnostics.
        diagnostics: Vec<Diagnostic>,
        /// How long it took.
        milliseconds: u128,
    },
    /// A build was published.
    Finished {
        /// The output folder.
        out: PathBuf,
        /// The audience of the output.
        profile: Profile,
        /// How many pages the site has.
        pages: usize,
        /// How many files were written.
        stats: PublishStats,
        /// All warnings of the site.
        warnings: Arc<Vec<Diagnostic>>,
        /// The next page, or entry of data, that becomes due or expires, so that the site must be built again.
        next_change: Option<NextChange>,
        /// The drafts and scheduled pages.
        left_out: LeftOut,
        /// How long it took.
        milliseconds: u128,
    },
}
