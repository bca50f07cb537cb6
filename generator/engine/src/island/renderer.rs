//! Islands: React components rendered once for each distinct (component, props) by one Node process that lives as long as the build.
//!
//! Node starts at the first island that was never rendered before; what it rendered is kept below `.croupier/islands/` by digest.

#![expect(
    clippy::disallowed_methods,
    reason = "keeps rendered islands in .croupier, which is not a source"
)]

use std::collections::HashMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::island::bundle::Bundle;

/// An island that takes longer to render never comes to an end.
const PATIENCE: Duration = Duration::from_secs(20);

/// Renders islands.
#[derive(Debug)]
pub(crate) struct Islands {
    kept: PathBuf,
    server: PathBuf,
    server_digest: String,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    rendered: HashMap<String, String>,
    node: Option<Node>,
}

#[derive(Debug)]
struct Node {
    child: Child,
    stdin: Option<ChildStdin>,
    /// What it says, line by line.
    lines: Receiver<io::Result<String>>,
    /// How many questions it was asked.
    asked: u64,
}

/// One island's HTML and the prefix of its React ids.
#[derive(Debug, Clone)]
pub(crate) struct RenderedIsland {
    /// What `react-dom/server` made.
    pub html: String,
    /// Keeps `useId` of this island apart from others.
    pub prefix: String,
}

impl Islands {
    /// Renders with `bundle`, keeping results in the folder `kept`.
    pub(crate) fn new(bundle: &Bundle, kept: PathBuf) -> Islands {
        Islands {
            kept,
            server: bundle.server.clone(),
            server_digest: bundle.server_digest.clone(),
            state: Mutex::default(),
        }
    }

    /// Renders `component` with `props`, or finds it rendered.
    pub(crate) fn render(&self, component: &str, props: &Value) -> Result<RenderedIsland, String> {
        let mut hasher = blake3::Hasher::new();
        for part in [self.server_digest.as_str(), component, &props.to_string()] {
            hasher.update(part.as_bytes());
            hasher.update(&[0]);
        }
        let key = hasher.finalize().to_hex().to_string();
        let prefix =
            format!("i{}", &blake3::hash(format!("{component}\0{props}").as_bytes()).to_hex()[..6]);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(html) = state.rendered.get(&key) {
            return Ok(RenderedIsland { html: html.clone(), prefix });
        }
        let file = self.kept.join(&key);
        if let Some(html) = fs::read_to_string(&file).ok().and_then(|text| unsealed(&text)) {
            state.rendered.insert(key, html.clone());
            return Ok(RenderedIsland { html, prefix });
        }
        if state.node.is_none() {
            state.node = Some(Node::start(&self.server)?);
        }
        let node = state.node.as_mut().expect("started above");
        let html = match node.ask(component, props, &prefix) {
            Ok(answer) => answer?,
            Err(broken) => {
                state.node = None;
                return Err(broken);
            }
        };
        // Losing this copy costs a rendering, so a failure to keep it is no error.
        let _ = fs::create_dir_all(&self.kept).and_then(|()| fs::write(&file, sealed(&html)));
        state.rendered.insert(key, html.clone());
        Ok(RenderedIsland { html, prefix })
    }
}

/// HTML with its own digest before it, so that a torn file is seen.
fn sealed(html: &str) -> String {
    format!("{}\n{html}", blake3::hash(html.as_bytes()).to_hex())
}

fn unsealed(text: &str) -> Option<String> {
    let (digest, html) = text.split_once('\n')?;
    (blake3::hash(html.as_bytes()).to_hex().as_str() == digest).then(|| html.to_owned())
}

impl Node {
    fn start(server: &PathBuf) -> Result<Node, String> {
        let mut child = Command::new("node")
            .arg(server)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(|error| format!("node cannot be started: {error}"))?;
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (say, lines) = mpsc::channel();
        std::thread::spawn(move || stdout.lines().try_for_each(|line| say.send(line)));
        let mut node = Node { child, stdin, lines, asked: 0 };
        let hello = node.line()?;
        if hello.get("ready").and_then(Value::as_bool) == Some(true) {
            Ok(node)
        } else {
            Err(format!("the island renderer said {hello} instead of being ready"))
        }
    }

    /// Outer error: the process is of no more use. Inner error: this island cannot be rendered.
    fn ask(
        &mut self,
        component: &str,
        props: &Value,
        prefix: &str,
    ) -> Result<Result<String, String>, String> {
        self.asked += 1;
        let request =
            json!({ "id": self.asked, "component": component, "props": props, "prefix": prefix });
        let stdin = self.stdin.as_mut().expect("open until drop");
        writeln!(stdin, "{request}")
            .and_then(|()| stdin.flush())
            .map_err(|error| format!("the island renderer is gone: {error}"))?;
        let answer = self.line()?;
        if answer.get("id").and_then(Value::as_u64) != Some(self.asked) {
            return Err(format!(
                "the island renderer said {answer} when it was asked for {component}"
            ));
        }
        Ok(
            match (
                answer.get("html").and_then(Value::as_str),
                answer.get("error").and_then(Value::as_str),
            ) {
                (Some(html), _) => Ok(html.to_owned()),
                (None, Some(error)) => Err(error.to_owned()),
                (None, None) => Err(format!("the island renderer said {answer}")),
            },
        )
    }

    fn line(&mut self) -> Result<Value, String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(Ok(line)) => serde_json::from_str(&line)
                .map_err(|error| format!("the island renderer said `{}`: {error}", line.trim())),
            Ok(Err(error)) => Err(format!("the island renderer is gone: {error}")),
            Err(RecvTimeoutError::Disconnected) => Err("the island renderer stopped".to_owned()),
            Err(RecvTimeoutError::Timeout) => {
                let _ = self.child.kill();
                Err(format!(
                    "it was not rendered within {} seconds: does a loop of it never end?",
                    PATIENCE.as_secs()
                ))
            }
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // Closing its standard input tells the renderer to end.
        drop(self.stdin.take());
        let _ = self.child.wait();
    }
}
