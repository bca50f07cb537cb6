//! What happens to a build, as terminals, JSON lines and open tabs are told of it.

use std::collections::BTreeSet;
use std::time::Instant;

use crate::build::engine::Engine;
use crate::build::report::BuildReport;
use crate::output::changes::FileChange;
use crate::output::staging::PublishStats;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::SitePath;
use croupier_content::config::clock::Clock;

/// What happened to a build.
#[derive(Debug, Clone)]
pub enum Event {
    /// It began.
    Started,
    /// It found errors and published nothing.
    Failed {
        /// Everything that was found.
        diagnostics: Vec<Diagnostic>,
        /// How long it took.
        milliseconds: u128,
    },
    /// It was published.
    Finished {
        /// How many pages the site has.
        pages: usize,
        /// What was written.
        stats: PublishStats,
        /// What is worth saying though nothing is wrong.
        warnings: Vec<Diagnostic>,
        /// When the site must be built again because a page becomes due or expires, in epoch seconds.
        next_change_at: Option<i64>,
        /// What became of files, if it was asked for.
        changes: Vec<FileChange>,
        /// How long it took.
        milliseconds: u128,
    },
}

/// Builds and publishes once, telling `engine` which site paths can have changed. `note` is told what takes long.
pub fn build_once(
    engine: &mut Engine,
    paths: Option<&BTreeSet<SitePath>>,
    note: &(dyn Fn(&str) + Sync),
) -> Event {
    let begun = Instant::now();
    engine.set_clock(Clock::read());
    match engine.build(paths, note) {
        Ok(BuildReport { pages, stats, warnings, next_change_at, changes, .. }) => {
            Event::Finished {
                pages,
                stats,
                warnings,
                next_change_at,
                changes,
                milliseconds: begun.elapsed().as_millis(),
            }
        }
        Err(diagnostics) => {
            Event::Failed { diagnostics, milliseconds: begun.elapsed().as_millis() }
        }
    }
}
