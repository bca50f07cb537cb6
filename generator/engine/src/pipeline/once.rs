//! One build of a host, or of several hosts that are published together.

use std::collections::BTreeSet;
use std::time::Instant;

use crate::check::FutureDates;
use crate::check::page_checks::PageChecks;
use crate::output::lock::OutputLock;
use crate::pipeline::report::{BuildReport, Event};
use crate::pipeline::{Engine, StagedBuild, StagedContent, StagedFiles};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::SitePath;
use croupier_base::progress::Notes;

impl Engine {
    /// Builds and publishes. `paths` are the only site paths that can have changed since the last build; without them everything is
    /// scanned. `notes` receives messages about slow steps. With an error, which is returned with all other diagnostics, nothing is
    /// published.
    pub fn build(
        &mut self,
        paths: Option<&BTreeSet<SitePath>>,
        notes: &Notes<'_>,
    ) -> Result<BuildReport, Vec<Diagnostic>> {
        let staged = self.stage(paths, notes)?;
        self.publish(staged)
    }

    /// Renders and checks like [`Engine::build`], and publishes nothing. [`Engine::publish`] does, or [`Engine::abandon`].
    pub fn stage(
        &mut self,
        paths: Option<&BTreeSet<SitePath>>,
        notes: &Notes<'_>,
    ) -> Result<StagedBuild, Vec<Diagnostic>> {
        let start = Instant::now();
        // Nothing is read before the lock is held, because another build may change it.
        let lock = OutputLock::acquire(&self.options.out(), &|| {
            notes("another build is writing this folder; waiting for it".into());
        });
        let staged = lock.map_err(|error| vec![error]).and_then(|lock| {
            let content = self.stage_locked(paths, notes)?;
            Ok(StagedBuild { content, start, _lock: lock })
        });
        self.end(staged)
    }

    /// Publishes a staged build.
    pub fn publish(&mut self, staged: StagedBuild) -> Result<BuildReport, Vec<Diagnostic>> {
        let published = match staged.content {
            StagedContent::Nothing(report) => Ok(report),
            StagedContent::Files(files) => self.release(*files).map_err(|error| vec![error]),
        };
        self.end(published)
    }

    /// Drops a staged build. The output is as it was. Returns its warnings.
    pub fn abandon(&mut self, staged: StagedBuild) -> Vec<Diagnostic> {
        self.has_failed = true;
        // They are about pages that were not published.
        (self.page_checks, self.future_dates) = (PageChecks::default(), FutureDates::default());
        self.has_only_page_warnings = false;

        match staged.content {
            StagedContent::Nothing(report) => report.warnings.to_vec(),
            StagedContent::Files(files) => {
                let StagedFiles { staging, warnings, .. } = *files;
                let warnings = warnings.unwrap_or_else(|| self.session.warnings().to_vec());
                self.refuse(staging, warnings)
            }
        }
    }

    /// Records whether a build failed.
    fn end<T>(&mut self, result: Result<T, Vec<Diagnostic>>) -> Result<T, Vec<Diagnostic>> {
        self.has_failed = result.is_err();
        if self.has_failed {
            self.session.drop_previous();
        }
        result
    }
}

/// Builds and publishes once, at the current time. `paths` are the only site paths that can have changed. `notes` receives messages
/// about slow steps.
pub fn build_once(
    engine: &mut Engine,
    paths: Option<&BTreeSet<SitePath>>,
    notes: &Notes<'_>,
) -> Event {
    match stage_once(engine, paths, notes) {
        Ok(staged) => publish_once(engine, staged),
        Err(failed) => failed,
    }
}

/// Builds all hosts of a site like [`build_once`], and publishes them if none has errors, because their pages link to each other. The
/// first one runs the commands of the site. Returns an event for each host.
pub fn build_hosts(
    engines: &mut [&mut Engine],
    paths: Option<&BTreeSet<SitePath>>,
    notes: &Notes<'_>,
) -> Vec<Event> {
    let mut paths = paths.cloned();
    let mut staged = Vec::new();
    for engine in &mut *engines {
        staged.push(stage_once(engine, paths.as_ref(), notes));
        if let Some(paths) = &mut paths {
            paths.extend(engine.generated().iter().cloned());
        }
    }

    let has_errors = staged.iter().any(Result::is_err);
    let publish = |engine: &mut Engine, staged| match staged {
        Err(failed) => failed,
        Ok(staged) if has_errors => abandon_once(engine, staged),
        Ok(staged) => publish_once(engine, staged),
    };
    engines.iter_mut().zip(staged).map(|(engine, staged)| publish(engine, staged)).collect()
}

/// Renders and checks once, at the current time, and publishes nothing. The error is the event of the build that failed.
fn stage_once(
    engine: &mut Engine,
    paths: Option<&BTreeSet<SitePath>>,
    notes: &Notes<'_>,
) -> Result<StagedBuild, Event> {
    let start = Instant::now();
    engine.update_clock();
    let staged = engine.stage(paths, notes);
    staged.map_err(|diagnostics| Event::failed(diagnostics, start))
}

/// Publishes a staged build.
fn publish_once(engine: &mut Engine, staged: StagedBuild) -> Event {
    let start = staged.start;
    match engine.publish(staged) {
        Ok(report) => {
            let BuildReport { pages, stats, warnings, next_change, left_out, .. } = report;
            let (out, profile) = (engine.options.out(), engine.options.profile);
            let milliseconds = start.elapsed().as_millis();

            Event::Finished {
                out,
                profile,
                pages,
                stats,
                warnings,
                next_change,
                left_out,
                milliseconds,
            }
        }
        Err(diagnostics) => Event::failed(diagnostics, start),
    }
}

/// Drops a staged build, because the build of another host has errors.
fn abandon_once(engine: &mut Engine, staged: StagedBuild) -> Event {
    let start = staged.start;
    Event::failed(engine.abandon(staged), start)
}
