//! Runs the command `notify` of a target after a deployment, such as a message in a chat.

use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use crate::command::console::Console;
use crate::command::deploy::chosen_target::ChosenTarget;
use crate::command::deploy::command;
use crate::command::failure::Failure;
use croupier_base::diagnostic::wording::counted;
use croupier_base::url::percent_encode;
use croupier_content::config::tables::deploy::{NOTIFY_PREFIX, RELEASE};
use croupier_deploy::{Outcome, RetainedReleases};

/// What a deployment changed.
pub(super) struct Deployed {
    /// The result.
    pub outcome: Outcome,
    /// The release that was live before.
    pub previous: Option<String>,
}

impl Deployed {
    /// Creates the description of a change of a target that had these releases.
    pub(super) fn new(outcome: Outcome, before: Option<RetainedReleases>) -> Deployed {
        let previous = before.and_then(|RetainedReleases { live, releases, .. }| {
            if live.as_ref() != Some(&outcome.release.id) {
                return live;
            }
            // The release was live already, such as one whose purge failed.
            let earlier = releases.into_iter().skip_while(|it| it.id != outcome.release.id).nth(1);
            earlier.map(|release| release.id)
        });
        Deployed { outcome, previous }
    }
}

/// Runs the command for a deployment that succeeded, or for one that failed if the target has `notify_failures`.
///
/// A command that fails is a warning, because the site is already live.
pub(super) fn notify(
    chosen: &ChosenTarget,
    root: &Path,
    action: &str,
    result: Result<&Deployed, &Failure>,
    console: &Console,
) {
    let Some(notified) = &chosen.settings.notify else { return };
    if result.is_err() && !chosen.settings.notify_failures {
        return;
    }

    let outcome = if result.is_ok() { "succeeded" } else { "failed" };
    let variable = |name: &str, value: &str| (format!("{NOTIFY_PREFIX}{name}"), value.to_owned());
    let mut variables = vec![
        variable("OUTCOME", outcome),
        variable("ACTION", action),
        variable("TARGET", &chosen.name),
    ];
    match result {
        Ok(Deployed { outcome: Outcome { release, changed, removed, .. }, previous }) => {
            variables.extend([
                (RELEASE.to_owned(), release.id.clone()),
                variable("URL", &percent_encode(&format!("{}/", release.base_url))),
                variable("CHANGED", &changed.to_string()),
                variable("REMOVED", &removed.to_string()),
                variable("PREVIOUS", previous.as_deref().unwrap_or_default()),
            ]);
        }
        Err(failure) => variables.push(variable("ERROR", &failure_text(failure))),
    }

    let timeout = Duration::from_secs(u16::from(chosen.settings.notify_timeout).into());
    let variables: Vec<(&str, &OsStr)> =
        variables.iter().map(|(name, value)| (name.as_str(), OsStr::new(value))).collect();
    if let Err(reason) = command::run(notified.get_ref(), root, "", &variables, Some(timeout)) {
        let name = &chosen.name;
        console.warn(&format!("{name}: `notify`: {reason}; the deployment {outcome}"));
    }
}

fn failure_text(failure: &Failure) -> String {
    match failure {
        Failure::Site(diagnostics) => {
            format!("the site has {}", counted(diagnostics.len(), "problem"))
        }
        Failure::Reported(_) => "the build failed".to_owned(),
        Failure::Usage(message) | Failure::System(message) => message.clone(),
    }
}
