//! `croupier check --external`: requests the links to other sites.

mod cache;
mod checker;
mod hosts;
mod http;
mod links;
mod outcome;
mod report;
mod target;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::command::console::Console;
use crate::command::external_links::cache::LinkCache;
use crate::command::external_links::checker::{Checker, Limits};
use crate::command::external_links::http::{Http, SystemClock, epoch_seconds};
use crate::command::external_links::links::{Links, Target};
use crate::command::external_links::outcome::{Outcome, Verdict};
use crate::command::external_links::report::Reporter;
use crate::command::failure::Failure;
use crate::command::process::{block_on, termination};
use crate::http_client::new_client;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::counted;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_content::config::settings::Settings;
use croupier_engine::Engine;

/// The result of a check.
pub(crate) struct CheckedLinks {
    /// The problems at all locations of the links.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether all links were checked. They are not if the user stopped the check.
    pub is_complete: bool,
    /// The counts of links, for users.
    pub summary: String,
}

/// Returns whether this program can check links.
#[expect(clippy::unnecessary_wraps, reason = "it fails without the feature")]
pub(crate) fn require() -> Result<(), Failure> {
    Ok(())
}

/// Checks the links to other sites, for an engine that has checked its site. None if the settings have errors, because they say which
/// links not to request.
pub(crate) fn check(
    engine: &Engine,
    diagnostics: &[Diagnostic],
    console: &Console,
) -> Result<Option<CheckedLinks>, Failure> {
    let has_invalid_settings = diagnostics.iter().any(|it| {
        it.severity == Severity::Error && matches!(it.code, Code::SiteTable | Code::SiteSyntax)
    });
    let Some(settings) = engine.read_settings().filter(|_| !has_invalid_settings) else {
        return Ok(None);
    };

    let options = &settings.config.link_checker;
    let links = Links::read(engine.external_urls(), settings);
    let max_age = i64::try_from(options.max_age.0).unwrap_or(i64::MAX).saturating_mul(86_400);
    let mut cache = LinkCache::open(engine.root(), epoch_seconds(), max_age);

    let mut reporter = Reporter::new(console, links.targets.len(), links.skipped);
    let mut outcomes = BTreeMap::new();
    let mut pending = Vec::new();
    for (url, target) in &links.targets {
        let cached = cache.get(url, &target.fragments);
        match cached.filter(|it| target.verdict(it) == Verdict::Works) {
            Some(outcome) => {
                outcomes.insert(url.as_str(), outcome);
            }
            None => pending.push(target),
        }
    }

    reporter.started(outcomes.len());
    for (url, outcome) in &outcomes {
        reporter.checked(url, outcome, Verdict::Works, true);
    }
    let is_complete = pending.is_empty()
        || request_all(&pending, settings, |target, outcome| {
            let verdict = target.verdict(&outcome);
            if verdict == Verdict::Works {
                cache.insert(target.url.as_str(), &outcome, epoch_seconds());
            }
            reporter.checked(target.url.as_str(), &outcome, verdict, false);
            outcomes.insert(target.url.as_str(), outcome);
        })?;
    let summary = reporter.finished(is_complete) + &unknown_links(engine.failed_pages());

    let problem = |written: &str| match links.by_written.get(written)? {
        Ok(link) => {
            let target = links.targets.get(link.url.as_str())?;
            let outcome = outcomes.get(link.url.as_str())?;
            report::problem(written, link, outcome, target.verdict(outcome))
        }
        Err(reason) => Some(report::invalid(written, reason)),
    };
    let diagnostics = engine.external_diagnostics(&problem);
    Ok(Some(CheckedLinks { diagnostics, is_complete, summary }))
}

/// Returns the end of the summary about the links of pages with errors.
fn unknown_links(failed_pages: usize) -> String {
    if failed_pages == 0 {
        return String::new();
    }
    format!("; the links of {} with errors are not known", counted(failed_pages, "page"))
}

/// Requests URLs, and calls `receive` with each outcome. Returns whether the user let the check end.
fn request_all<'a>(
    targets: &[&'a Target],
    settings: &Settings,
    mut receive: impl FnMut(&'a Target, Outcome),
) -> Result<bool, Failure> {
    let options = &settings.config.link_checker;
    let mut is_complete = true;
    block_on(async {
        let stopped = termination()?;
        tokio::pin!(stopped);

        let network = Http {
            client: new_client().map_err(Failure::System)?,
            user_agent: options.user_agent.clone().unwrap_or_else(|| user_agent(settings)),
            timeout: Duration::from_secs(options.timeout.get()),
        };
        let limits = Limits {
            retries: options.retries,
            concurrency: options.max_concurrency.get(),
            host_concurrency: options.host_concurrency.get(),
        };
        let checker = Arc::new(Checker::new(network, SystemClock(Instant::now()), limits));

        let mut tasks = JoinSet::new();
        for (index, target) in targets.iter().enumerate() {
            let (checker, target) = (Arc::clone(&checker), Target::clone(target));
            tasks.spawn(async move {
                let accepts = |status| target.accepts(status);
                (index, checker.check(&target.url, &target.fragments, &accepts).await)
            });
        }

        loop {
            tokio::select! {
                result = tasks.join_next() => match result {
                    Some(Ok((index, outcome))) => receive(targets[index], outcome),
                    Some(Err(error)) => return Err(Failure::System(error.to_string())),
                    None => return Ok(()),
                },
                () = &mut stopped => {
                    is_complete = false;
                    return Ok(());
                }
            }
        }
    })?;
    Ok(is_complete)
}

/// Says which program requests a page, and for which site.
fn user_agent(settings: &Settings) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("Croupier/{version} (link checker; +{})", settings.base_url)
}
