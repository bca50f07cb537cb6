//! One Node process that renders islands. Requests and replies are one line of JSON each.

use std::env::consts::{ARCH, OS};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use rustix::process::Pid;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::island::child_processes;
use crate::island::render_error::{Failure, RenderError};

/// The longest time that an island may take to render.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Returns what the HTML of an island depends on apart from its code and props: Node with its data about languages, and the locale and
/// the time zone of `Intl` and `Date`. The version is empty if Node cannot be started.
pub(crate) fn node_environment() -> &'static str {
    static ENVIRONMENT: OnceLock<String> = OnceLock::new();
    ENVIRONMENT.get_or_init(|| {
        let mut node = Command::new("node");
        node.arg("--version").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let output = child_processes::output(&mut node).ok();
        let version = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());

        let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(variable);
        let others = ["TZ", "NODE_ICU_DATA"].into_iter().map(variable);
        let platform = [OS, ARCH].map(|text| Some(text.to_owned()));
        let parts = [version].into_iter().chain(platform).chain([locale]).chain(others).flatten();
        parts.map(|part| part.trim().to_owned()).collect::<Vec<_>>().join(" ")
    })
}

/// A running renderer. Dropping it closes its standard input, which ends it, and waits for its end.
#[derive(Debug)]
pub(super) struct RendererProcess {
    /// Holds the standard input.
    child: Child,
    /// Lines of its standard output.
    lines: Receiver<io::Result<String>>,
    /// Number of requests sent; the last one is the id of the current request.
    requests: u64,
}

impl RendererProcess {
    /// Starts Node with the module `server` and waits until it is ready.
    pub(super) fn start(server: &Path) -> Result<RendererProcess, RenderError> {
        let mut node = Command::new("node");
        node.arg(server).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = child_processes::start(&mut node)
            .map_err(|error| RenderError::process(format!("node cannot be started: {error}")))?;

        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || stdout.lines().try_for_each(|line| sender.send(line)));

        let mut process = RendererProcess { child, lines, requests: 0 };
        let greeting = process.reply()?;
        if greeting.get("ready").and_then(Value::as_bool) == Some(true) {
            return Ok(process);
        }

        process.kill();
        // A module of an island can fail before any island is rendered.
        Err(Failure::deserialize(&greeting).map_or_else(
            |_| {
                RenderError::process(format!(
                    "the island renderer sent {greeting} instead of a ready message"
                ))
            },
            RenderError::Process,
        ))
    }

    /// Renders one island. After [`RenderError::Process`] the process has ended.
    pub(super) fn render(
        &mut self,
        component: &str,
        props: &Value,
        prefix: &str,
    ) -> Result<String, RenderError> {
        let rendered = self.request(component, props, prefix);
        if matches!(rendered, Err(RenderError::Process(_))) {
            self.kill();
        }
        rendered
    }

    fn request(
        &mut self,
        component: &str,
        props: &Value,
        prefix: &str,
    ) -> Result<String, RenderError> {
        self.requests += 1;

        let request = json!({ "id": self.requests, "component": component, "props": props, "prefix": prefix });
        let stdin = self.child.stdin.as_mut().expect("stdin is piped");
        writeln!(stdin, "{request}").and_then(|()| stdin.flush()).map_err(|error| {
            RenderError::process(format!("the island renderer is gone: {error}"))
        })?;

        let reply = self.reply()?;
        let failure = Failure::deserialize(&reply);
        if reply.get("id").and_then(Value::as_u64) != Some(self.requests) {
            // Without an id, it is an error outside of a rendering, after which the process ends.
            return Err(failure.map_or_else(
                |_| {
                    RenderError::process(format!(
                        "the island renderer sent the reply {reply} for {component}"
                    ))
                },
                RenderError::Process,
            ));
        }

        match (reply.get("html").and_then(Value::as_str), failure) {
            (Some(html), _) => Ok(html.to_owned()),
            (None, Ok(failure)) => Err(RenderError::Component(failure)),
            (None, Err(_)) => {
                Err(RenderError::component(format!("the island renderer sent {reply}")))
            }
        }
    }

    /// Waits for the next line.
    fn reply(&mut self) -> Result<Value, RenderError> {
        let message = match self.lines.recv_timeout(TIMEOUT) {
            Ok(Ok(line)) => match serde_json::from_str(&line) {
                Ok(reply) => return Ok(reply),
                Err(error) => format!("the island renderer sent `{}`: {error}", line.trim()),
            },
            Ok(Err(error)) => format!("the island renderer is gone: {error}"),
            Err(RecvTimeoutError::Disconnected) => "the island renderer stopped".to_owned(),
            Err(RecvTimeoutError::Timeout) => {
                format!(
                    "it was not rendered within {} seconds: does a loop or a promise of it never end?",
                    TIMEOUT.as_secs()
                )
            }
        };
        self.kill();
        Err(RenderError::process(message))
    }

    fn kill(&mut self) {
        // It fails only when the process has ended already.
        let _ = self.child.kill();
    }
}

impl Drop for RendererProcess {
    fn drop(&mut self) {
        // `wait` closes the standard input first.
        let _ = self.child.wait();
        child_processes::ended(Pid::from_child(&self.child));
    }
}
