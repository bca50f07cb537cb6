//! The commands that site.toml lets `dev` start: their output with their names before it, word of their end, and their end with `dev`.

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
use crate::serve::upstream::Started;

/// How long the last words of a command that ended are waited for: what it left running may keep its output open.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What was started, until it is stopped.
#[derive(Debug, Default)]
pub(crate) struct Commands {
    /// While these are open, the commands run.
    leashes: Vec<ChildStdin>,
    /// These are done when the commands have ended.
    ends: Vec<JoinHandle<()>>,
    /// Whether their end is wanted.
    is_over: Arc<AtomicBool>,
}

impl Commands {
    /// Starts a command in `root`. The error says why it cannot be.
    pub(crate) fn start(
        &mut self,
        name: &str,
        command: &[String],
        root: &Path,
        console: &Arc<Console>,
    ) -> Result<Started, String> {
        let refused = |error: std::io::Error| format!("cannot start the command {name}: {error}");
        let mut child = Command::new(std::env::current_exe().map_err(refused)?)
            .args(["supervise", "--"])
            .args(in_root(command, root))
            .current_dir(root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C strikes all of a terminal's processes: this one is to end the command, and not to be ended.
            .process_group(0)
            .spawn()
            .map_err(refused)?;
        self.leashes.extend(child.stdin.take());
        let said = child
            .stdout
            .take()
            .map(|out| tokio::spawn(pass_on(out, name.to_owned(), Arc::clone(console))));
        let warned = child
            .stderr
            .take()
            .map(|out| tokio::spawn(pass_on(out, name.to_owned(), Arc::clone(console))));
        let (tell, ended) = watch::channel(None);
        let (who, console, is_over) =
            (name.to_owned(), Arc::clone(console), Arc::clone(&self.is_over));
        self.ends.push(tokio::spawn(async move {
            let status = child.wait().await;
            let words = async {
                for reading in [said, warned].into_iter().flatten() {
                    let _ = reading.await;
                }
            };
            let _ = tokio::time::timeout(LAST_WORDS, words).await;
            if !is_over.load(Ordering::Relaxed) {
                let code = status
                    .ok()
                    .and_then(|status| status.code())
                    .map_or("a signal".to_owned(), |code| format!("exit code {code}"));
                console.warn(&format!(
                    "the command {who} ended with {code}; start croupier dev again to have it back"
                ));
                tell.send_replace(Some(code));
            }
        }));
        Ok(Started { name: name.to_owned(), ended })
    }

    /// Ends every command with all that it started, and waits for that.
    pub(crate) async fn stop(self) {
        self.is_over.store(true, Ordering::Relaxed);
        drop(self.leashes);
        for end in self.ends {
            let _ = end.await;
        }
    }
}

/// A command whose program, where it is named by a path, is the one below the root.
fn in_root<'a>(command: &'a [String], root: &Path) -> impl Iterator<Item = String> + use<'a> {
    let found = |program: &String| {
        if program.contains('/') {
            root.join(program).to_string_lossy().into_owned()
        } else {
            program.clone()
        }
    };
    let program = command.first().map(found);
    program.into_iter().chain(command.iter().skip(1).cloned())
}

/// Says each line with the command's name before it.
async fn pass_on(out: impl AsyncRead + Unpin, name: String, console: Arc<Console>) {
    let mut lines = BufReader::new(out).split(b'\n');
    while let Ok(Some(line)) = lines.next_segment().await {
        console
            .line(&format!("{name} | {}", String::from_utf8_lossy(&line).trim_end_matches('\r')));
    }
}
