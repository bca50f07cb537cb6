//! The npm and Node processes that builds start, so that a process that has to end can end them too.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;

/// The child processes of this process.
static CHILDREN: Mutex<Children> =
    Mutex::new(Children { running: Vec::new(), have_groups: false, are_stopped: false });

struct Children {
    /// Every running child process. After a stop, also those that have ended: processes that they
    /// started can still be running.
    running: Vec<Pid>,
    /// Whether each child process leads a process group of its own.
    have_groups: bool,
    /// Whether no process may start any more.
    are_stopped: bool,
}

/// Starts all later child processes in process groups of their own, so that [`stop_child_processes`]
/// reaches the processes that they start.
///
/// A caller must handle SIGINT, because a terminal sends it only to the group of this process.
pub fn group_child_processes() {
    lock().have_groups = true;
}

/// Asks all child processes to end, and lets no further one start.
pub fn stop_child_processes() {
    let mut children = lock();
    children.are_stopped = true;
    children.signal(Signal::TERM);
}

/// Ends the child processes that still run, after [`stop_child_processes`].
pub fn kill_child_processes() {
    lock().signal(Signal::KILL);
}

/// Starts a child process. The caller reports its end with [`ended`].
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    let mut children = lock();
    if children.are_stopped {
        return Err(io::Error::other("croupier is ending"));
    }
    if children.have_groups {
        command.process_group(0);
    }
    let child = command.spawn()?;
    children.running.push(Pid::from_child(&child));
    Ok(child)
}

/// Returns the diagnostic for Node, which cannot be started.
pub(super) fn node_missing(error: &io::Error) -> Diagnostic {
    Diagnostic::error(Code::NodeMissing, format!("node cannot be started: {error}"))
        .hint("install Node 20 or newer")
}

/// Runs a child process to its end and returns its output.
pub(crate) fn output(command: &mut Command) -> io::Result<Output> {
    let child = start(command)?;
    let pid = Pid::from_child(&child);
    let output = child.wait_with_output();
    ended(pid);
    output
}

/// Forgets a child process that has ended.
pub(super) fn ended(pid: Pid) {
    let mut children = lock();
    if !children.are_stopped {
        children.running.retain(|it| *it != pid);
    }
}

impl Children {
    fn signal(&self, signal: Signal) {
        for group in self.running.iter().filter(|_| self.have_groups) {
            // It fails only if all processes of the group have ended.
            let _ = kill_process_group(*group, signal);
        }
    }
}

fn lock() -> MutexGuard<'static, Children> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}
