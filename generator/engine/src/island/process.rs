//! One Node process that renders islands. Requests and replies are one line of JSON each.

use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use rustix::process::Pid;
use serde_json::{Value, json};

use crate::island::child_processes;

/// The longest time that an island may take to render.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Why an island could not be rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RenderError {
    /// The component failed; the text is its stack. The process can render other islands.
    Component(String),
    /// The process could not be started, stopped, did not reply in time or sent an invalid reply.
    /// It must not be used again.
    Process(String),
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (RenderError::Component(message) | RenderError::Process(message)) = self;
        f.write_str(message)
    }
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
            .map_err(|error| RenderError::Process(format!("node cannot be started: {error}")))?;
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || stdout.lines().try_for_each(|line| sender.send(line)));
        let mut process = RendererProcess { child, lines, requests: 0 };
        let greeting = process.reply()?;
        if greeting.get("ready").and_then(Value::as_bool) == Some(true) {
            Ok(process)
        } else {
            process.kill();
            Err(RenderError::Process(format!(
                "the island renderer said {greeting} instead of being ready"
            )))
        }
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
            RenderError::Process(format!("the island renderer is gone: {error}"))
        })?;
        let reply = self.reply()?;
        if reply.get("id").and_then(Value::as_u64) != Some(self.requests) {
            return Err(RenderError::Process(format!(
                "the island renderer sent the reply {reply} for {component}"
            )));
        }
        let text = |name: &str| reply.get(name).and_then(Value::as_str).map(str::to_owned);
        match (text("html"), text("error")) {
            (Some(html), _) => Ok(html),
            (None, Some(error)) => Err(RenderError::Component(error)),
            (None, None) => {
                Err(RenderError::Component(format!("the island renderer said {reply}")))
            }
        }
    }

    /// Waits for the next line.
    fn reply(&mut self) -> Result<Value, RenderError> {
        let message = match self.lines.recv_timeout(TIMEOUT) {
            Ok(Ok(line)) => match serde_json::from_str(&line) {
                Ok(reply) => return Ok(reply),
                Err(error) => format!("the island renderer said `{}`: {error}", line.trim()),
            },
            Ok(Err(error)) => format!("the island renderer is gone: {error}"),
            Err(RecvTimeoutError::Disconnected) => "the island renderer stopped".to_owned(),
            Err(RecvTimeoutError::Timeout) => {
                format!(
                    "it was not rendered within {} seconds: does a loop of it never end?",
                    TIMEOUT.as_secs()
                )
            }
        };
        self.kill();
        Err(RenderError::Process(message))
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
