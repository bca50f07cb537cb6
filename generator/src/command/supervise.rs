//! `croupier supervise`, which `dev` starts for each of its commands: whatever becomes of `dev`, nothing of a command stays behind.
//!
//! It runs one command in a process group of its own, and ends the whole group when its own input ends. The system ends that
//! input along with `dev`, also when `dev` is killed.

use std::io::Read as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

/// How long a group that was asked to end may take.
pub(crate) const GRACE: Duration = Duration::from_secs(3);
/// How often it is looked at in that time.
const AGAIN: Duration = Duration::from_millis(10);

/// What can happen to a command.
enum Event {
    /// Nobody wants it any more.
    Unwanted,
    /// It ended by itself.
    Ended(ExitStatus),
}

/// Runs a command until it ends or standard input does; its exit code, or 128 and the signal that ended it, as shells say it.
pub(crate) fn run(command: &[String]) -> u8 {
    let Some((program, arguments)) = command.split_first() else { return 2 };
    let started =
        Command::new(program).args(arguments).stdin(Stdio::null()).process_group(0).spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => {
            eprintln!("cannot start {program}: {error}");
            return 127;
        }
    };
    let group = Pid::from_child(&child);
    let (tell, events) = channel();
    let unwanted = tell.clone();
    std::thread::spawn(move || {
        let _ = std::io::stdin().lock().read_to_end(&mut Vec::new());
        let _ = unwanted.send(Event::Unwanted);
    });
    std::thread::spawn(move || child.wait().map(|status| tell.send(Event::Ended(status))));
    let first = events.recv();
    end(group);
    match first {
        Ok(Event::Ended(status)) => code(status),
        _ => 0,
    }
}

/// Ends what is left of a group, kindly first.
fn end(group: Pid) {
    let deadline = Instant::now() + GRACE;
    let _ = kill_process_group(group, Signal::TERM);
    // A group is there until its last process is waited for.
    while test_kill_process_group(group).is_ok() && Instant::now() < deadline {
        std::thread::sleep(AGAIN);
    }
    let _ = kill_process_group(group, Signal::KILL);
}

fn code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    u8::try_from(code).unwrap_or(1)
}
