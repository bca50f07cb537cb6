//! Runs the commands of a target, in the root of the site.

#![expect(clippy::disallowed_methods, reason = "writes the rules of a release for its command")]

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::command::failure::Failure;
use crate::command::process::{block_on, ending_signal};
use croupier_content::config::options::BuildOptions;
use croupier_content::config::tables::deploy::{RELEASE, RELEASE_OUTPUT, RELEASE_RULES};
use croupier_deploy::Manifest;

/// Runs the command that updates the configuration of a web server or CDN for a release. `croupier host-config` of the command prints the
/// rules of this release, which need not be those of the last build. The error is a message for users.
pub(super) fn configure(
    command: &[String],
    options: &BuildOptions,
    release: &Manifest,
) -> Result<(), String> {
    let (id, root, out) = (&release.info.id, &options.root, options.out());
    let folder = root.join(format!(".croupier/deploy/rules-{}", std::process::id()));

    let write = || {
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("_headers"), &release.rules.headers)?;
        fs::write(folder.join("_redirects"), &release.rules.redirects)
    };

    let result = match write() {
        Err(error) => Err(format!("cannot write {}: {error}", folder.display())),
        Ok(()) => {
            let variables = [
                (RELEASE, id.as_ref()),
                (RELEASE_RULES, folder.as_os_str()),
                (RELEASE_OUTPUT, out.as_os_str()),
            ];
            run(command, root, "", &variables, None)
        }
    };

    let _ = fs::remove_dir_all(&folder);
    result.map_err(|reason| {
        format!("the web server was not configured: {reason}; run the command again")
    })
}

/// Runs a command with an input and variables of the environment. The error says why it failed. A command with a timeout is ended after it,
/// together with its children.
pub(super) fn run(
    command: &[String],
    root: &Path,
    input: &str,
    variables: &[(&str, &OsStr)],
    timeout: Option<Duration>,
) -> Result<(), String> {
    let Some((program, arguments)) = command.split_first() else { return Ok(()) };
    let failure = |reason: String| format!("`{program}` {reason}");
    let mut command = Command::new(program);
    command
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(root)
        .stdin(Stdio::piped())
        // Standard output is for events.
        .stdout(Stdio::from(std::io::stderr()));
    if timeout.is_some() {
        command.process_group(0);
    }
    let mut child = running(|| command.spawn())
        .map_err(|error| failure(format!("cannot be started: {error}")))?;

    let written = child.stdin.take().map_or(Ok(()), |mut pipe| pipe.write_all(input.as_bytes()));
    let waited = wait(&mut child, timeout);
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = None;
    let status =
        waited.map_err(|error| failure(format!("cannot be run: {error}")))?.ok_or_else(|| {
            failure(format!("was ended after {} s", timeout.unwrap_or_default().as_secs()))
        })?;
    match written {
        // The command need not read its input.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(failure(format!("cannot read its input: {error}")))
        }
        _ if status.success() => Ok(()),
        _ => Err(failure(format!("failed with {status}"))),
    }
}

/// The command that runs.
static RUNNING: Mutex<Option<Pid>> = Mutex::new(None);
/// Starts the thread that waits for signals.
static SIGNALS: Once = Once::new();

/// Starts a command, which a signal to this process ends, too. It would otherwise run at the same time as that of the next deployment.
fn running(spawn: impl FnOnce() -> io::Result<Child>) -> io::Result<Child> {
    SIGNALS.call_once(|| {
        std::thread::spawn(|| block_on(end_with_signal()));
    });

    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let child = spawn()?;
    *running = Some(Pid::from_child(&child));
    Ok(child)
}

/// Ends the command that runs, and this process, when a signal arrives.
async fn end_with_signal() -> Result<(), Failure> {
    let signal = ending_signal()?.await;
    let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(command) = *running {
        let _ = kill_process(command, Signal::TERM);
    }
    std::process::exit(128 + signal);
}

/// How often a command with a timeout is looked at.
const POLL: Duration = Duration::from_millis(20);

/// Waits for the end of a child process. After the timeout, ends its process group and returns `None`.
fn wait(child: &mut Child, timeout: Option<Duration>) -> io::Result<Option<ExitStatus>> {
    let Some(timeout) = timeout else { return child.wait().map(Some) };
    let start = Instant::now();
    while start.elapsed() < timeout {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        std::thread::sleep(POLL);
    }

    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    child.wait()?;
    Ok(None)
}
