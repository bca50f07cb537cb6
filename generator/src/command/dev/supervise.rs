//! `croupier supervise`, which `dev` starts for each of its commands so that no process of a
//! command outlives `dev`.
//!
//! It runs one command in its own process group and ends the whole group when its standard input is
//! closed. The system closes that input when `dev` exits, even when `dev` is killed.

use std::io::Read as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use clap::Args;
use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

use crate::command::console::write_stderr;
use crate::command::failure::Failure;

/// Time between SIGTERM and SIGKILL.
const GRACE_PERIOD: Duration = Duration::from_secs(3);
/// Interval of checks, during the grace period, whether the group has ended.
const CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// Arguments of `croupier supervise`, which `dev` starts.
#[derive(Debug, Args)]
pub struct SuperviseCommand {
    /// The program and its arguments.
    #[arg(last = true, required = true)]
    command: Vec<String>,
}

impl SuperviseCommand {
    /// Runs the command. The failure has its exit code.
    pub(crate) fn run(self) -> Result<(), Failure> {
        Err(Failure::Reported(supervise(&self.command)))
    }
}

/// The reason to stop supervising.
enum Event {
    /// Standard input was closed.
    InputClosed,
    /// The command exited.
    Exited(ExitStatus),
}

/// Runs a command until it exits or standard input is closed.
///
/// Returns its exit code, 128 plus the number of the signal that ended it, as shells do, or 127 if
/// it cannot be started.
fn supervise(command: &[String]) -> u8 {
    let Some((program, arguments)) = command.split_first() else { return 2 };
    let spawned =
        Command::new(program).args(arguments).stdin(Stdio::null()).process_group(0).spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) => {
            write_stderr(&format!("cannot start {program}: {error}\n"));
            return 127;
        }
    };

    let group = Pid::from_child(&child);
    let (sender, events) = channel();

    let input_sender = sender.clone();
    std::thread::spawn(move || {
        let _ = std::io::stdin().lock().read_to_end(&mut Vec::new());
        let _ = input_sender.send(Event::InputClosed);
    });
    std::thread::spawn(move || child.wait().map(|status| sender.send(Event::Exited(status))));

    let first_event = events.recv();
    end_group(group);
    match first_event {
        Ok(Event::Exited(status)) => exit_code(status),
        _ => 0,
    }
}

/// Ends the remaining processes of a group: SIGTERM first, SIGKILL after the grace period.
fn end_group(group: Pid) {
    let deadline = Instant::now() + GRACE_PERIOD;
    let _ = kill_process_group(group, Signal::TERM);
    // A process group exists until its last process is reaped.
    while test_kill_process_group(group).is_ok() && Instant::now() < deadline {
        std::thread::sleep(CHECK_INTERVAL);
    }
    let _ = kill_process_group(group, Signal::KILL);
}

fn exit_code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    u8::try_from(code).unwrap_or(1)
}
