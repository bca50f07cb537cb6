//! The Node process that bundles a runtime during development. It stays between builds, so that an
//! edit compiles only what changed. Requests and replies are one line of JSON each.

#![expect(
    clippy::disallowed_methods,
    reason = "the development bundle is in .croupier, which is not a source"
)]

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use rustix::process::Pid;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::island::bundle::Bundle;
use crate::island::bundler_message::BundleFailure;
use crate::island::child_processes;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
/// The longest time to wait for a source position.
const LOCATE_TIMEOUT: Duration = Duration::from_secs(5);

/// What a development bundle reports while a build runs.
#[derive(Debug, Clone)]
pub enum BundleEvent {
    /// The modules are compiled: open pages can run this script.
    Compiled {
        /// The name of the script.
        id: String,
        /// The script.
        text: String,
    },
    /// The bundle is complete.
    Bundled {
        /// Whether the script and the style sheets are all that changed.
        is_hot: bool,
        /// The output paths of changed style sheets.
        styles: Vec<String>,
    },
}

/// A position in a script of the bundle, both numbers counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Frame {
    /// The URL of the script.
    pub url: String,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// A position in a source file, both numbers counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
pub struct SourcePosition {
    /// The real path of the file.
    pub file: PathBuf,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// Bundles the runtime of one development server.
pub struct DevBundler {
    on_event: Box<dyn Fn(BundleEvent) + Send + Sync>,
    process: Mutex<Option<Arc<BundlerProcess>>>,
    /// The folder of the bundle, which nothing needs afterwards.
    out: OnceLock<PathBuf>,
    /// The last bundle, for previews.
    latest: Mutex<Option<Arc<Bundle>>>,
}

impl fmt::Debug for DevBundler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DevBundler").field("process", &self.process).finish_non_exhaustive()
    }
}

impl DevBundler {
    /// Creates a bundler, which starts Node at the first bundle. `on_event` receives what open
    /// pages can apply.
    pub fn new(on_event: impl Fn(BundleEvent) + Send + Sync + 'static) -> DevBundler {
        DevBundler {
            on_event: Box::new(on_event),
            process: Mutex::default(),
            out: OnceLock::new(),
            latest: Mutex::default(),
        }
    }

    /// Returns the bundle of the last build without errors in the runtime.
    pub(crate) fn latest(&self) -> Option<Arc<Bundle>> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets the bundle of the last build.
    pub(crate) fn set_latest(&self, bundle: &Arc<Bundle>) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(bundle));
    }

    /// Returns the source positions of frames, and `None` for code that is not the site's own.
    pub fn locate(&self, frames: &[Frame]) -> Vec<Option<SourcePosition>> {
        let located = self.running().and_then(|process| {
            let replies = process.send(&json!({ "locate": frames })).ok()?;
            let mut reply = replies.recv_timeout(LOCATE_TIMEOUT).ok()?;
            serde_json::from_value(reply["located"].take()).ok()
        });
        located.unwrap_or_else(|| vec![None; frames.len()])
    }

    /// Returns the source map of a script, or `None` if the script is not known.
    pub fn source_map(&self, id: &str) -> Option<String> {
        let replies = self.running()?.send(&json!({ "map": id })).ok()?;
        replies.recv_timeout(LOCATE_TIMEOUT).ok()?["map"].as_str().map(str::to_owned)
    }

    /// Bundles the runtime in `root` with the loader in the folder `loader`. Returns the folder of
    /// the bundle below `parent`.
    pub(super) fn bundle(
        &self,
        loader: &Path,
        root: &Path,
        parent: &Path,
    ) -> Result<PathBuf, BundleFailure> {
        // Two servers of one site must not share a folder.
        let name = format!("development-{}", std::process::id());
        let out = self.out.get_or_init(|| parent.join(name));

        let bundled = self.build(loader, root, out)?;
        // A change of packages or settings needs a new process, which knows no earlier bundle.
        let bundled = match bundled {
            Some(bundled) => Some(bundled),
            None => self.build(loader, root, out)?,
        };

        let Some(bundled) = bundled else {
            let message = "the bundler of the runtime stopped";
            return Err(BundleFailure::Other(Diagnostic::error(Code::BundleFailed, message)));
        };

        (self.on_event)(BundleEvent::Bundled { is_hot: bundled.hot, styles: bundled.styles });
        Ok(out.clone())
    }

    /// Sends one build request. Returns `None` if the process has ended and must be started again.
    fn build(
        &self,
        loader: &Path,
        root: &Path,
        out: &Path,
    ) -> Result<Option<Bundled>, BundleFailure> {
        let process =
            self.start(loader, root, out).map_err(|error| BundleFailure::no_node(&error))?;

        let stopped = || {
            *self.lock() = None;
        };
        let Ok(replies) = process.send(&json!({ "build": true })) else {
            stopped();
            return Ok(None);
        };

        for mut reply in replies {
            if let Some(update) = reply.get("update") {
                let text = |name: &str| update[name].as_str().unwrap_or_default().to_owned();
                (self.on_event)(BundleEvent::Compiled { id: text("id"), text: text("text") });
            } else if let Ok(messages) = serde_json::from_value(reply["failures"].take()) {
                return Err(BundleFailure::Messages(messages));
            } else if reply["restart"] == true {
                break;
            } else {
                return Ok(serde_json::from_value(reply.take()).ok());
            }
        }

        stopped();
        Ok(None)
    }

    /// Returns the running process, or starts one.
    fn start(&self, loader: &Path, root: &Path, out: &Path) -> io::Result<Arc<BundlerProcess>> {
        let mut current = self.lock();
        if let Some(process) = &*current {
            return Ok(Arc::clone(process));
        }
        let process = Arc::new(BundlerProcess::start(loader, root, out)?);
        *current = Some(Arc::clone(&process));
        Ok(process)
    }

    fn running(&self) -> Option<Arc<BundlerProcess>> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<BundlerProcess>>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for DevBundler {
    fn drop(&mut self) {
        *self.lock() = None;
        if let Some(out) = self.out.get() {
            let _ = fs::remove_dir_all(out);
        }
    }
}

/// The end of a build.
#[derive(Debug, Deserialize)]
struct Bundled {
    hot: bool,
    styles: Vec<String>,
}

/// The senders of replies by the ids of their requests.
type Pending = Arc<Mutex<HashMap<u64, Sender<Value>>>>;

/// A running Node process. Dropping it closes its standard input, which ends it.
#[derive(Debug)]
struct BundlerProcess {
    child: Child,
    stdin: Mutex<Option<ChildStdin>>,
    pending: Pending,
    requests: AtomicU64,
}

impl BundlerProcess {
    fn start(loader: &Path, root: &Path, out: &Path) -> io::Result<BundlerProcess> {
        let mut node = Command::new("node");
        node.arg(main_module(loader));
        node.arg("--out").arg(out).arg("--root").arg(root).arg("--loader").arg(loader);
        node.current_dir(root);
        node.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());

        let mut child = child_processes::start(&mut node)?;
        let stdin = Mutex::new(child.stdin.take());
        let lines = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
        let pending = Pending::default();

        let receivers = Arc::clone(&pending);
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let Ok(reply) = serde_json::from_str::<Value>(&line) else { continue };
                let Some(id) = reply["id"].as_u64() else { continue };
                let mut receivers = receivers.lock().unwrap_or_else(PoisonError::into_inner);
                let is_last = reply.get("update").is_none();
                let sender =
                    if is_last { receivers.remove(&id) } else { receivers.get(&id).cloned() };
                drop(receivers);
                sender.map(|sender| sender.send(reply));
            }
            // There are no more replies.
            receivers.lock().unwrap_or_else(PoisonError::into_inner).clear();
        });

        Ok(BundlerProcess { child, stdin, pending, requests: AtomicU64::new(0) })
    }

    /// Sends a request. The channel receives its replies, and closes when the process ends.
    fn send(&self, request: &Value) -> io::Result<Receiver<Value>> {
        let id = self.requests.fetch_add(1, Ordering::Relaxed) + 1;
        let mut request = request.clone();
        request["id"] = id.into();
        let (sender, receiver) = mpsc::channel();
        self.pending.lock().unwrap_or_else(PoisonError::into_inner).insert(id, sender);
        let mut stdin = self.stdin.lock().unwrap_or_else(PoisonError::into_inner);
        let stdin = stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        writeln!(stdin, "{request}").and_then(|()| stdin.flush())?;
        Ok(receiver)
    }
}

impl Drop for BundlerProcess {
    fn drop(&mut self) {
        *self.stdin.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let _ = self.child.wait();
        child_processes::ended(Pid::from_child(&self.child));
    }
}

/// Returns the module of the development bundler.
fn main_module(loader: &Path) -> PathBuf {
    loader.join("bundle").join("dev").join("main.mjs")
}

/// Returns whether the folder has a loader with a development bundler. A runtime with its own bundler may have none.
pub(super) fn is_supported(loader: &Path) -> bool {
    main_module(loader).is_file()
}
