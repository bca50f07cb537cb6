//! What people and CI are told: calm lines on a terminal, plain lines without one, JSON lines when asked for.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use crate::build::event::Event;
use crate::diagnostic::wording::counted;
use crate::diagnostic::{Diagnostic, Report, Severity};

/// A place to report to. Words for people go to standard error, JSON lines to standard output.
pub(crate) struct Console {
    json: bool,
    quiet: bool,
    terminal: bool,
    /// Whether a line of progress stands on the terminal and is to be overwritten.
    progress: AtomicBool,
}

impl Console {
    /// The process's own console; a quiet one says nothing but diagnostics.
    pub(crate) fn new(json: bool, quiet: bool) -> Console {
        Console { json, quiet, terminal: std::io::stderr().is_terminal(), progress: AtomicBool::new(false) }
    }

    /// Says what takes long; on a terminal the next line replaces it.
    pub(crate) fn note(&self, text: &str) {
        if self.quiet {
            return;
        }
        if self.terminal && !self.json {
            say(&format!("\r\x1b[2K  {text} ..."));
            self.progress.store(true, Ordering::Relaxed);
        } else {
            say(&format!("  {text} ...\n"));
        }
    }

    /// Says one line.
    pub(crate) fn line(&self, text: &str) {
        if !self.json && !self.quiet {
            self.clear();
            say(&format!("{text}\n"));
        }
    }

    /// Shows one diagnostic.
    pub(crate) fn diagnostic(&self, diagnostic: &Diagnostic) {
        if self.json {
            emit(&diagnostic.to_json());
        } else {
            self.clear();
            say(&format!("{}\n\n", Report { diagnostic, colour: self.terminal && std::env::var_os("NO_COLOR").is_none() }));
        }
    }

    /// Reports what a build did.
    pub(crate) fn event(&self, event: &Event) {
        match event {
            Event::Started => {
                if self.json {
                    emit(&json!({ "event": "build_started" }));
                }
            }
            Event::Failed { diagnostics, milliseconds } => {
                for it in diagnostics {
                    self.diagnostic(it);
                }
                if self.json {
                    emit(&json!({ "event": "build_finished", "ok": false, "milliseconds": milliseconds }));
                }
                let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
                self.line(&format!("{}; nothing was published", counted(errors, "error")));
            }
            Event::Finished { pages, stats, warnings, next_change_at, milliseconds } => {
                for it in warnings {
                    self.diagnostic(it);
                }
                if self.json {
                    emit(&json!({
                        "event": "build_finished", "ok": true, "pages": pages, "written": stats.written,
                        "unchanged": stats.unchanged, "removed": stats.removed, "milliseconds": milliseconds,
                        "next_change_at": next_change_at,
                    }));
                }
                self.line(&format!(
                    "built {} in {milliseconds} ms: {} files written, {} unchanged, {} removed",
                    counted(*pages, "page"),
                    stats.written,
                    stats.unchanged,
                    stats.removed
                ));
            }
        }
    }

    fn clear(&self) {
        if self.progress.swap(false, Ordering::Relaxed) {
            say("\r\x1b[2K");
        }
    }
}

fn emit(value: &Value) {
    let mut out = std::io::stdout().lock();
    // A reader that went away is no reason to stop building.
    let _ = writeln!(out, "{value}").and_then(|()| out.flush());
}

/// Words for people. That nobody listens any more is no reason to stop.
fn say(words: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(words.as_bytes()).and_then(|()| out.flush());
}
