//! What people and CI are told: calm lines on a terminal, plain lines without one, JSON lines when asked for.

use std::collections::{BTreeSet, HashMap};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use croupier_base::diagnostic::code::Group;
use croupier_base::diagnostic::wording::counted;
use croupier_base::diagnostic::{Diagnostic, Report, Severity};
use croupier_engine::Event;

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
        Console {
            json,
            quiet,
            terminal: std::io::stderr().is_terminal(),
            progress: AtomicBool::new(false),
        }
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

    /// Says one line that people must see, however little they want to hear.
    pub(crate) fn warn(&self, text: &str) {
        self.clear();
        say(&format!("warning: {text}\n"));
    }

    fn diagnostic(&self, diagnostic: &Diagnostic) {
        if self.json {
            emit(&diagnostic.to_json());
        } else {
            self.clear();
            say(&format!(
                "{}\n\n",
                Report {
                    diagnostic,
                    colour: self.terminal && std::env::var_os("NO_COLOR").is_none()
                }
            ));
        }
    }

    /// Shows diagnostics. People get some of each file where there are many, and how many there are besides; programs get all.
    pub(crate) fn diagnostics(&self, found: &[Diagnostic]) {
        let mut shown = BTreeSet::new();
        for severity in [Severity::Error, Severity::Warning] {
            let mut of_file = HashMap::<Option<&str>, usize>::new();
            let among = found.iter().enumerate().filter(|(_, it)| it.severity == severity);
            let mut ranked: Vec<(usize, usize)> = among
                .map(|(at, it)| {
                    let before = of_file
                        .entry(it.place.as_ref().map(|place| place.file.as_str()))
                        .or_default();
                    *before += 1;
                    // Much may be wrong because of site.toml.
                    let is_first = it.code.group() == Group::Site && *before <= SHOWN / 2;
                    (if is_first { 0 } else { *before }, at)
                })
                .collect();
            // A file full of mistakes hides none of another.
            ranked.sort_unstable();
            shown.extend(
                ranked
                    .into_iter()
                    .take(if self.json { usize::MAX } else { SHOWN })
                    .map(|(_, at)| at),
            );
        }
        for at in &shown {
            self.diagnostic(&found[*at]);
        }
        let hidden = |severity| {
            found
                .iter()
                .enumerate()
                .filter(|(at, it)| it.severity == severity && !shown.contains(at))
                .count()
        };
        if let Some(more) = counts(hidden(Severity::Error), hidden(Severity::Warning), "more ") {
            say(&format!("... and {more}; --json tells them all\n\n"));
        }
    }

    /// Reports what a check of so many pages found, whose settings were read from these files and variables.
    pub(crate) fn checked(&self, pages: usize, settings: &[String], found: &[Diagnostic]) {
        self.diagnostics(found);
        let errors = found.iter().filter(|it| it.severity == Severity::Error).count();
        let warnings = found.len() - errors;
        if self.json {
            emit(&json!({
                "event": "check_finished", "ok": errors == 0, "pages": pages, "errors": errors, "warnings": warnings,
                "settings": settings,
            }));
        }
        let counts = match counts(errors, warnings, "") {
            Some(counts) if errors == 0 => format!("no errors, {counts}"),
            Some(counts) => counts,
            None => "no errors".to_owned(),
        };
        if settings.len() > 1 {
            self.line(&format!("settings come from {}", settings.join(", then ")));
        }
        self.line(&format!("checked {}: {counts}", counted(pages, "page")));
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
                self.diagnostics(diagnostics);
                if self.json {
                    emit(
                        &json!({ "event": "build_finished", "ok": false, "milliseconds": milliseconds }),
                    );
                }
                let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
                self.line(&format!("{}; nothing was published", counted(errors, "error")));
            }
            Event::Finished { pages, stats, warnings, next_change_at, milliseconds, .. } => {
                self.diagnostics(warnings);
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

/// So many errors, and so many warnings, are shown to people at once.
const SHOWN: usize = 20;

/// Errors and warnings by number, such as `2 errors and 1 warning`; none where there are none.
fn counts(errors: usize, warnings: usize, more: &str) -> Option<String> {
    let each =
        [(errors, "error"), (warnings, "warning")].into_iter().filter(|(count, _)| *count > 0);
    let words: Vec<String> =
        each.map(|(count, noun)| counted(count, &format!("{more}{noun}"))).collect();
    (!words.is_empty()).then(|| words.join(" and "))
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
