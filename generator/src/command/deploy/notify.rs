//! Runs the command `notify` of a target after a deployment, such as a message in a chat.

use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::command::Failure;
use crate::command::console::Console;
use crate::command::deploy::chosen_target::ChosenTarget;
use croupier_base::diagnostic::wording::counted;
use croupier_content::config::tables::deploy::{NOTIFY_PREFIX, RELEASE};
use croupier_deploy::Outcome;

/// How often a running command is looked at.
const POLL: Duration = Duration::from_millis(20);

/// What a deployment changed.
pub(super) struct Deployed {
    /// The result.
    pub outcome: Outcome,
    /// The release that was live before.
    pub previous: Option<String>,
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
    let Some(command) = &chosen.settings.notify else { return };
    if result.is_err() && !chosen.settings.notify_failures {
        return;
    }

    let outcome = if result.is_ok() { "succeeded" } else { "failed" };
    let mut variables = vec![
        ("OUTCOME", outcome.to_owned()),
        ("ACTION", action.to_owned()),
        ("TARGET", chosen.name.clone()),
    ];
    let mut release = None;
    match result {
        Ok(Deployed { outcome, previous }) => {
            release = Some(outcome.release.id.as_str());
            variables.extend([
                ("URL", format!("{}/", outcome.release.base_url)),
                ("CHANGED", outcome.changed.to_string()),
                ("REMOVED", outcome.removed.to_string()),
                ("PREVIOUS", previous.clone().unwrap_or_default()),
            ]);
        }
        Err(failure) => variables.push(("ERROR", failure_text(failure))),
    }

    let timeout = Duration::from_secs(u16::from(chosen.settings.notify_timeout).into());
    if let Err(reason) = run(command.get_ref(), root, release, &variables, timeout) {
        console.warn(&format!("{}: `notify` {reason}; the deployment {outcome}", chosen.name));
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

/// Runs a command until it ends or the time is over. The error says why it failed.
fn run(
    command: &[String],
    root: &Path,
    release: Option<&str>,
    variables: &[(&str, String)],
    timeout: Duration,
) -> Result<(), String> {
    let Some((program, arguments)) = command.split_first() else { return Ok(()) };
    let mut process = Command::new(program);
    process
        .args(arguments)
        .envs(variables.iter().map(|(name, value)| (format!("{NOTIFY_PREFIX}{name}"), value)))
        .envs(release.map(|id| (RELEASE, id)))
        .current_dir(root)
        .stdin(Stdio::null())
        // Standard output is for events.
        .stdout(Stdio::from(std::io::stderr()))
        // The timeout also ends the children of the command.
        .process_group(0);
    let mut child =
        process.spawn().map_err(|error| format!("cannot start `{program}`: {error}"))?;
    match wait(&mut child, timeout) {
        Ok(Some(status)) if status.success() => Ok(()),
        Ok(Some(status)) => Err(format!("failed: `{program}` ended with {status}")),
        Ok(None) => Err(format!("was ended after {} s", timeout.as_secs())),
        Err(error) => Err(format!("cannot run `{program}`: {error}")),
    }
}

/// Waits for the end of a child process. If the time is over, ends its process group and returns `None`.
fn wait(child: &mut Child, timeout: Duration) -> std::io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    while start.elapsed() < timeout {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        std::thread::sleep(POLL);
    }
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    child.wait()?;
    Ok(None)
}
