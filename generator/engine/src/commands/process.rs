//! Runs one command to its end, with a time limit.

use std::ffi::OsString;
use std::io::{self, PipeReader, PipeWriter, Read as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_content::config::tables::build::BuildCommand;

/// Bytes of output that a message shows, from its end.
const SHOWN_OUTPUT: usize = 8_000;
/// Time to wait for the rest of the output of a command that ended. A process that left its group can hold the pipe open.
const OUTPUT_TIMEOUT: Duration = Duration::from_millis(500);
/// The exit code of the supervisor if the program cannot be started, as in shells.
const NOT_STARTED: i32 = 127;

/// Runs a command in the root of the site. It ends at its time limit, and together with this process.
pub(super) fn run(
    command: &BuildCommand,
    root: &Path,
    supervisor: &Path,
) -> Result<(), Diagnostic> {
    let line = command.line();
    let failed = |message: String| Diagnostic::error(Code::CommandFailed, message);
    let not_started = |error: io::Error| failed(format!("`{line}` cannot be started: {error}"));

    let (reader, writer) = io::pipe().map_err(not_started)?;
    let mut child = start(command, root, supervisor, writer).map_err(not_started)?;
    let input = child.stdin.take();
    let output = read_end(reader);

    let (ended_sender, ended) = channel();
    std::thread::spawn(move || ended_sender.send(child.wait()));
    let timeout = Duration::from_secs(u64::from(command.timeout.get()));
    let result = match ended.recv_timeout(timeout) {
        Ok(status) => Some(status),
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
            // Closing the input makes the supervisor end the group of the command.
            drop(input);
            let _ = ended.recv();
            None
        }
    };

    let output = output();
    let output = output.trim_end();
    let shown = if output.is_empty() { String::new() } else { format!(":\n{output}") };
    match result {
        Some(Ok(status)) if status.success() => Ok(()),
        Some(Ok(status)) if status.code() == Some(NOT_STARTED) => {
            Err(failed(format!("`{line}` cannot be started{shown}"))
                .hint(start_hint(&command.command)))
        }
        Some(status) => Err(failed(format!("`{line}` ended with {}{shown}", status_text(status)))
            .hint("fix what the command reports, and build again")),
        None => {
            let message = format!("`{line}` did not end within {} s{shown}", timeout.as_secs());
            Err(failed(message)
                .hint("a command must end by itself, without a flag such as `--watch`; raise `timeout` if it needs longer"))
        }
    }
}

/// Starts a command below the supervisor, which ends it when its input is closed.
fn start(
    command: &BuildCommand,
    root: &Path,
    supervisor: &Path,
    output: PipeWriter,
) -> io::Result<Child> {
    Command::new(supervisor)
        .args(["supervise", "--"])
        .args(&command.command)
        .current_dir(root)
        .env("PATH", search_path(root))
        .stdin(Stdio::piped())
        .stdout(output.try_clone()?)
        .stderr(output)
        // A terminal sends SIGINT to the group of this process. The supervisor must survive it to end the command.
        .process_group(0)
        .spawn()
}

/// Reads the output of a command on a thread of its own. The function that it returns waits for the end of the output, and
/// returns its last part.
fn read_end(mut reader: PipeReader) -> impl FnOnce() -> String {
    let output = Arc::new(Mutex::new(Vec::new()));
    let shared_output = Arc::clone(&output);
    let (read_sender, read) = channel();

    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(length @ 1..) = reader.read(&mut buffer) {
            let mut all = shared_output.lock().unwrap_or_else(PoisonError::into_inner);
            all.extend_from_slice(&buffer[..length]);
            let excess = all.len().saturating_sub(SHOWN_OUTPUT);
            all.drain(..excess);
        }
        let _ = read_sender.send(());
    });

    move || {
        let _ = read.recv_timeout(OUTPUT_TIMEOUT);
        let output = output.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&output).into_owned()
    }
}

fn status_text(status: io::Result<ExitStatus>) -> String {
    match status.map(|status| status.code()) {
        Ok(Some(code)) => format!("exit code {code}"),
        Ok(None) => "a signal".to_owned(),
        Err(error) => error.to_string(),
    }
}

fn start_hint(command: &[String]) -> String {
    let program = command.first().map_or("", String::as_str);
    if program.contains(' ') {
        return "no shell splits the command: write each argument as a separate string".to_owned();
    }
    format!(
        "install `{program}`: it is searched in node_modules/.bin of the site, and then in PATH"
    )
}

/// Returns PATH with the programs of the site's npm packages first, as in scripts of npm.
fn search_path(root: &Path) -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own: PathBuf = root.join("node_modules").join(".bin");
    let folders = own.is_dir().then_some(own).into_iter().chain(std::env::split_paths(&path));
    std::env::join_paths(folders).unwrap_or(path)
}
