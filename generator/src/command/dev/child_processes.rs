//! The child processes that `dev` starts from site.toml: prefixes their output with their names,
//! reports their exit, and ends them.

use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};
use tokio::process::{ChildStdin, Command};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::command::console::Console;
use crate::serve::proxy::routes::ServiceStatus;

/// Time to wait for the rest of the output of a command that exited. Its own children may hold the
/// pipe open.
const OUTPUT_TIMEOUT: Duration = Duration::from_millis(500);

/// Time to wait for the commands to exit when `dev` ends.
const EXIT_TIMEOUT: Duration = Duration::from_millis(400);

/// The running child processes of `dev`.
#[derive(Debug, Default)]
pub(crate) struct ChildProcesses {
    /// Standard inputs of the supervisors. Closing them ends the commands.
    inputs: Vec<ChildStdin>,
    /// Tasks that complete when the commands have exited.
    tasks: Vec<JoinHandle<()>>,
    /// Whether [`ChildProcesses::stop`] was called, so that an exit is expected.
    is_stopping: Arc<AtomicBool>,
}

impl ChildProcesses {
    /// Starts a command in `root`, with a supervisor that ends it together with this process.
    ///
    /// Returns the status of the command, or a message that says why it cannot be started.
    pub(crate) fn start(
        &mut self,
        name: &str,
        command: &[String],
        root: &Path,
        console: &Arc<Console>,
    ) -> Result<ServiceStatus, String> {
        let message = |error: std::io::Error| format!("cannot start the command {name}: {error}");
        let mut child = Command::new(std::env::current_exe().map_err(message)?)
            .args(["supervise", "--"])
            .args(in_root(command, root))
            .current_dir(root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C signals the whole foreground process group. The supervisor must survive it to
            // end the command.
            .process_group(0)
            .spawn()
            .map_err(message)?;

        self.inputs.extend(child.stdin.take());
        let stdout = child
            .stdout
            .take()
            .map(|out| tokio::spawn(print_lines(out, name.to_owned(), Arc::clone(console))));
        let stderr = child
            .stderr
            .take()
            .map(|out| tokio::spawn(print_lines(out, name.to_owned(), Arc::clone(console))));

        let (exit_sender, exit) = watch::channel(None);
        let command_name = name.to_owned();
        let console = Arc::clone(console);
        let is_stopping = Arc::clone(&self.is_stopping);

        self.tasks.push(tokio::spawn(async move {
            let status = child.wait().await;
            let remaining_output = async {
                for reader in [stdout, stderr].into_iter().flatten() {
                    let _ = reader.await;
                }
            };

            let _ = tokio::time::timeout(OUTPUT_TIMEOUT, remaining_output).await;
            if !is_stopping.load(Ordering::Relaxed) {
                let code = status
                    .ok()
                    .and_then(|status| status.code())
                    .map_or("a signal".to_owned(), |code| format!("exit code {code}"));
                console.warn(&format!(
                    "the command {command_name} ended with {code}; restart croupier dev to run it again"
                ));
                exit_sender.send_replace(Some(code));
            }
        }));

        Ok(ServiceStatus { name: name.to_owned(), exit })
    }

    /// Ends every command with all its child processes, and waits a short time until they have exited.
    /// After that, their supervisors end them without this process.
    pub(crate) async fn stop(self) {
        self.is_stopping.store(true, Ordering::Relaxed);
        drop(self.inputs);
        let exits = async {
            for task in self.tasks {
                let _ = task.await;
            }
        };
        let _ = tokio::time::timeout(EXIT_TIMEOUT, exits).await;
    }
}

/// Returns a command whose program, if it is a path and not a bare name, is resolved against
/// `root`.
fn in_root<'a>(command: &'a [String], root: &Path) -> impl Iterator<Item = String> + use<'a> {
    let resolve = |program: &String| {
        if program.contains('/') {
            root.join(program).to_string_lossy().into_owned()
        } else {
            program.clone()
        }
    };
    let program = command.first().map(resolve);
    program.into_iter().chain(command.iter().skip(1).cloned())
}

/// Prints each line of an output, prefixed with the name of the command.
async fn print_lines(out: impl AsyncRead + Unpin, name: String, console: Arc<Console>) {
    let mut lines = BufReader::new(out).split(b'\n');
    while let Ok(Some(line)) = lines.next_segment().await {
        console
            .line(&format!("{name} | {}", String::from_utf8_lossy(&line).trim_end_matches('\r')));
    }
}
