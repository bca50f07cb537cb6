//! Reports builds: progress lines on a terminal, plain lines elsewhere, and JSON lines with
//! `--json`.

use std::collections::{BTreeSet, HashMap};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use croupier_base::date;
use croupier_base::diagnostic::code::Group;
use croupier_base::diagnostic::wording::counted;
use croupier_base::diagnostic::{Diagnostic, Report, Severity};
use croupier_content::unpublished::LeftOut;
use croupier_engine::Event;

/// Output of a command. Text for users goes to standard error, JSON lines go to standard output.
pub(crate) struct Console {
    json: bool,
    quiet: bool,
    is_terminal: bool,
    /// Whether the last line on the terminal is a progress line, which the next line overwrites.
    has_progress: AtomicBool,
}

impl Console {
    /// Creates the console of this process. A quiet one prints only diagnostics and warnings.
    pub(crate) fn new(json: bool, quiet: bool) -> Console {
        Console {
            json,
            quiet,
            is_terminal: std::io::stderr().is_terminal(),
            has_progress: AtomicBool::new(false),
        }
    }

    /// Prints a progress line. On a terminal, the next line replaces it.
    pub(crate) fn note(&self, text: &str) {
        if self.quiet {
            return;
        }
        if self.is_terminal && !self.json {
            write_stderr(&format!("\r\x1b[2K  {text} ..."));
            self.has_progress.store(true, Ordering::Relaxed);
        } else {
            write_stderr(&format!("  {text} ...\n"));
        }
    }

    /// Prints one line, unless the console is quiet or prints JSON.
    pub(crate) fn line(&self, text: &str) {
        if !self.json && !self.quiet {
            self.clear();
            write_stderr(&format!("{text}\n"));
        }
    }

    /// Prints a warning, also when the console is quiet.
    pub(crate) fn warn(&self, text: &str) {
        self.clear();
        write_stderr(&format!("warning: {text}\n"));
    }

    fn diagnostic(&self, diagnostic: &Diagnostic) {
        if self.json {
            write_json(&diagnostic.to_json());
        } else {
            self.clear();
            write_stderr(&format!(
                "{}\n\n",
                Report {
                    diagnostic,
                    colour: self.is_terminal && std::env::var_os("NO_COLOR").is_none()
                }
            ));
        }
    }

    /// Prints diagnostics. Text output is limited to `LIMIT` per severity, spread over the files;
    /// JSON output is complete.
    pub(crate) fn diagnostics(&self, diagnostics: &[Diagnostic]) {
        let limit = if self.json { usize::MAX } else { LIMIT };
        let mut shown = BTreeSet::new();
        for severity in [Severity::Error, Severity::Warning] {
            let mut count_by_file = HashMap::<Option<&str>, usize>::new();
            let mut ranked: Vec<(usize, usize)> = Vec::new();
            for (index, diagnostic) in diagnostics.iter().enumerate() {
                if diagnostic.severity != severity {
                    continue;
                }
                let file = diagnostic.place.as_ref().map(|place| place.file.as_str());
                let count = count_by_file.entry(file).or_default();
                *count += 1;
                // Errors in site.toml come first, because they often cause others.
                let is_first = diagnostic.code.group() == Group::Site && *count <= LIMIT / 2;
                ranked.push((if is_first { 0 } else { *count }, index));
            }
            // Ranked by the count within the file, so that a file with many errors does not hide
            // those of other files.
            ranked.sort_unstable();
            shown.extend(ranked.into_iter().take(limit).map(|(_, index)| index));
        }
        for index in &shown {
            self.diagnostic(&diagnostics[*index]);
        }
        let hidden = |severity| {
            diagnostics
                .iter()
                .enumerate()
                .filter(|(index, it)| it.severity == severity && !shown.contains(index))
                .count()
        };
        if let Some(more) = counts(hidden(Severity::Error), hidden(Severity::Warning), "more ") {
            write_stderr(&format!("... and {more}; --json lists all of them\n\n"));
        }
    }

    /// Reports the result of a check. `settings` names the files and variables that the settings
    /// were read from.
    pub(crate) fn checked(&self, pages: usize, settings: &[String], diagnostics: &[Diagnostic]) {
        self.diagnostics(diagnostics);
        let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
        let warnings = diagnostics.len() - errors;
        if self.json {
            write_json(&json!({
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

    /// Reports the start or the result of a build.
    pub(crate) fn event(&self, event: &Event) {
        match event {
            Event::Started => {
                if self.json {
                    write_json(&json!({ "event": "build_started" }));
                }
            }
            Event::Failed { diagnostics, milliseconds } => {
                self.diagnostics(diagnostics);
                if self.json {
                    write_json(
                        &json!({ "event": "build_finished", "ok": false, "milliseconds": milliseconds }),
                    );
                }
                let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
                self.line(&format!("{}; nothing was published", counted(errors, "error")));
            }
            Event::Finished {
                pages,
                stats,
                warnings,
                next_change_at,
                left_out,
                milliseconds,
                ..
            } => {
                self.diagnostics(warnings);
                if self.json {
                    write_json(&json!({
                        "event": "build_finished", "ok": true, "pages": pages, "written": stats.written,
                        "unchanged": stats.unchanged, "removed": stats.removed, "milliseconds": milliseconds,
                        "next_change_at": next_change_at, "drafts": left_out.drafts, "scheduled": left_out.scheduled,
                    }));
                }
                self.line(&format!(
                    "built {} in {milliseconds} ms: {} written, {} unchanged, {} removed",
                    counted(*pages, "page"),
                    counted(stats.written, "file"),
                    stats.unchanged,
                    stats.removed
                ));
                if let Some(text) = left_out_text(left_out) {
                    self.line(&text);
                }
            }
        }
    }

    fn clear(&self) {
        if self.has_progress.swap(false, Ordering::Relaxed) {
            write_stderr("\r\x1b[2K");
        }
    }
}

/// Returns the summary of the drafts and scheduled pages, or `None` if there are none.
fn left_out_text(left_out: &LeftOut) -> Option<String> {
    let LeftOut { drafts, scheduled, next_publication } = left_out;
    let drafts = (*drafts > 0).then(|| counted(*drafts, "draft"));
    let scheduled = (*scheduled > 0).then(|| counted(*scheduled, "scheduled page"));
    let parts: Vec<String> = drafts.into_iter().chain(scheduled).collect();
    let next = next_publication
        .map(|time| format!("; the next one is published at {}", date::rfc3339(time)));
    (!parts.is_empty())
        .then(|| format!("left out {}{}", parts.join(" and "), next.unwrap_or_default()))
}

/// Maximum number of errors, and of warnings, that text output shows per build.
const LIMIT: usize = 20;

/// Returns the numbers of errors and warnings as text, such as `2 errors and 1 warning`, or `None`
/// if both are 0.
fn counts(errors: usize, warnings: usize, more: &str) -> Option<String> {
    let nonzero =
        [(errors, "error"), (warnings, "warning")].into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> =
        nonzero.map(|(count, noun)| counted(count, &format!("{more}{noun}"))).collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

/// Writes one JSON line to standard output.
fn write_json(value: &Value) {
    let mut out = std::io::stdout().lock();
    // A closed pipe must not stop the build.
    let _ = writeln!(out, "{value}").and_then(|()| out.flush());
}

/// Writes text to standard error. A closed pipe is ignored, because it must not stop the build.
fn write_stderr(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
