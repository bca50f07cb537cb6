//! Reports builds: progress lines on a terminal, plain lines elsewhere, and JSON lines with
//! `--json`.

mod progress_lines;

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde::Serialize;
use serde_json::{Value, json};

use crate::command::console::progress_lines::{Medium, ProgressLines};
use croupier_base::date;
use croupier_base::diagnostic::code::Group;
use croupier_base::diagnostic::difference::{Change, Difference};
use croupier_base::diagnostic::wording::counted;
use croupier_base::diagnostic::{Diagnostic, Report, Severity};
use croupier_base::progress::{Note, Progress};
use croupier_content::next_change::NextChange;
use croupier_content::unpublished::LeftOut;
use croupier_engine::Event;

/// Output of a command. Text for users goes to standard error, JSON lines go to standard output.
pub(crate) struct Console {
    options: ConsoleOptions,
    is_terminal: bool,
    /// Whether diagnostics are coloured.
    has_colour: bool,
    /// Whether the last line on the terminal is a progress line, which the next line overwrites.
    has_progress: AtomicBool,
    /// The progress that was reported last.
    progress: Mutex<ProgressLines>,
    /// The diagnostics of the last build. None before the first build.
    last: Mutex<Option<Reported>>,
    /// The diagnostics of the builds of other hosts, which are not reported again.
    of_other_hosts: Vec<Diagnostic>,
    /// The output folder of the host, on a site with several hosts.
    host_folder: Option<String>,
    /// The type errors of the last check in the background.
    last_types: Mutex<Vec<Diagnostic>>,
    /// The next change that was printed last.
    last_change: Mutex<Option<NextChange>>,
}

/// Whether a program should colour its output, by the conventions of no-color.org, force-color.org and bixense.com/clicolors. `variable`
/// returns the value of an environment variable.
fn has_colour(is_terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let is_set = |name| variable(name).is_some_and(|value| !value.is_empty());
    let is_off = |name| variable(name).is_some_and(|value| value == "0");
    if is_set("NO_COLOR") {
        return false;
    }
    let is_forced = |name| is_set(name) && !is_off(name);
    let is_dumb = variable("TERM").is_some_and(|value| value == "dumb");
    is_forced("FORCE_COLOR")
        || is_forced("CLICOLOR_FORCE")
        || is_terminal && !is_dumb && !is_off("CLICOLOR") && !is_off("FORCE_COLOR")
}

/// What a console prints.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ConsoleOptions {
    /// Print JSON lines.
    pub json: bool,
    /// Print only diagnostics and warnings.
    pub quiet: bool,
    /// Print each occurrence of a diagnostic, and in repeated builds also unchanged ones.
    pub all_diagnostics: bool,
}

/// The diagnostics of the last build.
#[derive(Default)]
struct Reported {
    /// The errors, if it failed.
    errors: Vec<Diagnostic>,
    /// The warnings of the last build that succeeded.
    warnings: Arc<Vec<Diagnostic>>,
}

impl Console {
    /// Creates the console of this process.
    pub(crate) fn new(options: ConsoleOptions) -> Console {
        let is_terminal = std::io::stderr().is_terminal();
        Console {
            options,
            is_terminal,
            has_colour: has_colour(is_terminal, |name| std::env::var_os(name)),
            has_progress: AtomicBool::new(false),
            progress: Mutex::default(),
            last: Mutex::default(),
            of_other_hosts: Vec::new(),
            host_folder: None,
            last_types: Mutex::default(),
            last_change: Mutex::default(),
        }
    }

    /// Creates the console of the build of a host with this output folder, which reports what the builds before have not reported.
    pub(crate) fn of_host(&self, folder: String) -> Console {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let last = last.iter().flat_map(|it| it.errors.iter().chain(it.warnings.iter()));
        let of_other_hosts = self.of_other_hosts.iter().chain(last).cloned().collect();
        Console { of_other_hosts, host_folder: Some(folder), ..Console::new(self.options) }
    }

    /// Prints a progress line. On a terminal, the next line replaces it.
    pub(crate) fn note(&self, text: &str) {
        if self.options.quiet {
            return;
        }
        if self.is_terminal && !self.options.json {
            write_stderr(&format!("\r\x1b[2K  {text} ..."));
            self.has_progress.store(true, Ordering::Relaxed);
        } else {
            write_stderr(&format!("  {text} ...\n"));
        }
    }

    /// Prints what an operation reports.
    pub(crate) fn receive(&self, note: Note<'_>) {
        match note {
            Note::Message(text) => self.note(text),
            Note::Progress(progress) => self.progress("build_progress", &progress),
        }
    }

    /// Prints one line, unless the console is quiet or prints JSON.
    pub(crate) fn line(&self, text: &str) {
        if !self.options.json && !self.options.quiet {
            self.clear();
            write_stderr(&format!("{text}\n"));
        }
    }

    /// Prints an event, if the console prints JSON.
    pub(crate) fn json(&self, event: &impl Serialize) {
        if self.options.json {
            write_json(event);
        }
    }

    /// Returns whether the console prints JSON.
    #[cfg(feature = "deploy")]
    pub(crate) fn is_json(&self) -> bool {
        self.options.json
    }

    /// Reports the progress of a step: in one line of a terminal, in lines at intervals elsewhere, and as events of this name.
    pub(crate) fn progress(&self, event: &str, progress: &Progress) {
        let medium = match self.options.json {
            true => Medium::Events,
            false if self.is_terminal => Medium::Terminal,
            false => Medium::Log,
        };
        let mut lines = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(text) = lines.next(progress, medium, Instant::now()) else { return };
        if medium == Medium::Events {
            write_json(&progress_lines::event(event, progress));
        } else {
            self.note(&text);
        }
    }

    /// Prints a warning, also when the console is quiet.
    pub(crate) fn warn(&self, text: &str) {
        self.clear();
        write_stderr(&format!("warning: {text}\n"));
    }

    fn diagnostic(&self, diagnostic: &Diagnostic, change: Option<Change>) {
        if self.options.json {
            let mut event = diagnostic.to_json();
            if let Some(change) = change {
                event["change"] = change.name().into();
            }
            write_json(&event);
        } else {
            self.clear();
            write_stderr(&format!("{}\n\n", Report { diagnostic, colour: self.has_colour }));
        }
    }

    /// Prints the error or warning of a page in a browser.
    pub(crate) fn fault(&self, diagnostic: &Diagnostic) {
        self.diagnostic(diagnostic, None);
    }

    /// Prints diagnostics. Text output is limited to `LIMIT` per severity, spread over the files;
    /// JSON output is complete.
    pub(crate) fn diagnostics(&self, diagnostics: &[Diagnostic]) {
        self.changed_diagnostics(&diagnostics.iter().map(|it| (it, None)).collect::<Vec<_>>());
    }

    /// Prints diagnostics, each with what happened to it since the last build.
    fn changed_diagnostics(&self, groups: &[(&Diagnostic, Option<Change>)]) {
        if self.options.all_diagnostics {
            for (diagnostic, change) in groups {
                for occurrence in diagnostic.occurrences() {
                    let alone = Diagnostic { others: Vec::new(), ..occurrence.clone() };
                    self.diagnostic(&alone, *change);
                }
            }
            return;
        }

        let limit = if self.options.json { usize::MAX } else { LIMIT };
        let mut shown = BTreeSet::new();
        for severity in [Severity::Error, Severity::Warning] {
            let mut count_by_file = HashMap::<Option<&str>, usize>::new();
            let mut ranked: Vec<(usize, usize)> = Vec::new();
            for (index, (diagnostic, _)) in groups.iter().enumerate() {
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
            let (diagnostic, change) = groups[*index];
            self.diagnostic(diagnostic, change);
        }

        let hidden = |severity| {
            let all = groups.iter().enumerate();
            all.filter(|(index, (it, _))| it.severity == severity && !shown.contains(index)).count()
        };
        if let Some(more) = counts(hidden(Severity::Error), hidden(Severity::Warning), "more ") {
            write_stderr(&format!("... and {more}; --json lists all of them\n\n"));
        }
    }

    /// Prints the diagnostics of a build: all of the first build, and the difference afterwards.
    /// Returns the counts of the difference.
    fn build_diagnostics(
        &self,
        errors: Vec<Diagnostic>,
        warnings: Option<&Arc<Vec<Diagnostic>>>,
    ) -> Option<Counts> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(before) = last.take() else {
            let warnings = warnings.cloned().unwrap_or_default();
            let all: Vec<_> = errors.iter().chain(&*warnings).map(|it| (it, None)).collect();
            self.changed_diagnostics(&all);
            *last = Some(Reported { errors, warnings });
            return None;
        };

        // A failed build does not find all warnings.
        let warnings = Arc::clone(warnings.unwrap_or(&before.warnings));
        let of_errors = Difference::between(&before.errors, &errors);
        let of_warnings = Difference::between(&before.warnings, &warnings);
        let is_shown = |it: &Diagnostic, change: Change| match change {
            Change::New | Change::Changed => true,
            Change::Moved => self.options.json || it.severity == Severity::Error,
            // Errors prevent publication, so that the terminal always shows them.
            Change::Unchanged => !self.options.json && it.severity == Severity::Error,
        };

        let all = errors.iter().zip(&of_errors.changes);
        let all = all.chain(warnings.iter().zip(&of_warnings.changes));
        let shown = all
            .filter(|(it, change)| self.options.all_diagnostics || is_shown(it, **change))
            .map(|(it, change)| (it, Some(*change)));
        self.changed_diagnostics(&shown.collect::<Vec<_>>());

        let counts = Counts::of([&of_errors, &of_warnings]);
        if self.options.json {
            for resolved in of_errors.resolved.iter().chain(&of_warnings.resolved) {
                let mut event = resolved.to_json();
                event["event"] = "diagnostic_resolved".into();
                write_json(&event);
            }
        }

        drop((of_errors, of_warnings));
        // The caller need not wait until the memory of many warnings is freed.
        std::thread::spawn(move || drop(before));
        *last = Some(Reported { errors, warnings });
        Some(counts)
    }

    /// Reports the result of a check. `settings` names the files and variables that the settings
    /// were read from.
    pub(crate) fn checked(&self, pages: usize, settings: &[String], diagnostics: &[Diagnostic]) {
        self.diagnostics(diagnostics);
        let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
        let warnings = diagnostics.len() - errors;

        if self.options.json {
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

    /// Reports the type errors that a check in the background found: all of the first check, and
    /// the difference afterwards.
    pub(crate) fn types_checked(&self, errors: &[Diagnostic]) {
        let mut last = self.last_types.lock().unwrap_or_else(PoisonError::into_inner);
        let difference = Difference::between(&last, errors);
        let groups = errors.iter().zip(&difference.changes);
        let shown = groups.filter(|(_, change)| **change != Change::Unchanged);
        self.changed_diagnostics(
            &shown.map(|(it, change)| (it, Some(*change))).collect::<Vec<_>>(),
        );

        if self.options.json {
            for resolved in &difference.resolved {
                let mut event = resolved.to_json();
                event["event"] = "diagnostic_resolved".into();
                write_json(&event);
            }
            let (ok, count) = (errors.is_empty(), errors.len());
            write_json(&json!({ "event": "types_checked", "ok": ok, "errors": count }));
        }

        let is_quiet = errors.is_empty() && last.is_empty();
        drop(difference);
        errors.clone_into(&mut last);
        drop(last);

        if !is_quiet {
            self.line(&format!("types checked: {}", counted(errors.len(), "error")));
        }
    }

    /// Reports a build with errors.
    fn build_failed(&self, diagnostics: &[Diagnostic], milliseconds: u128) {
        let is_error = |it: &&Diagnostic| it.severity == Severity::Error;
        let errors: Vec<Diagnostic> = diagnostics.iter().filter(is_error).cloned().collect();

        let is_first = self.last.lock().unwrap_or_else(PoisonError::into_inner).is_none();
        let warnings = is_first
            .then(|| Arc::new(diagnostics.iter().filter(|it| !is_error(it)).cloned().collect()));

        let error_count = errors.len();
        let counts = self.build_diagnostics(errors, warnings.as_ref());

        if self.options.json {
            let event = json!({
                "event": "build_finished", "ok": false, "milliseconds": milliseconds,
                "diagnostics": counts.as_ref().map(Counts::to_json),
            });
            write_json(&event);
        }

        let folder = self.host_folder.as_ref().map(|it| format!(" in {it}")).unwrap_or_default();
        self.line(&match error_count {
            // They may be the same, which are reported once.
            0 => format!("nothing was published{folder}, because another host has errors"),
            _ => format!("{}; nothing was published{folder}", counted(error_count, "error")),
        });
    }

    /// Reports the start or the result of a build.
    pub(crate) fn event(&self, event: &Event) {
        if self.of_other_hosts.is_empty() {
            return self.own_event(event);
        }
        let mut event = event.clone();
        match &mut event {
            Event::Started => {}
            Event::Failed { diagnostics, .. } => {
                diagnostics.retain(|it| !self.of_other_hosts.iter().any(|other| it.is_same(other)));
            }
            Event::Finished { warnings, .. } => {
                let new = warnings.iter();
                let new = new.filter(|it| !self.of_other_hosts.iter().any(|o| it.is_same(o)));
                *warnings = Arc::new(new.cloned().collect());
            }
        }
        self.own_event(&event);
    }

    fn own_event(&self, event: &Event) {
        match event {
            Event::Started => {
                if self.options.json {
                    write_json(&json!({ "event": "build_started" }));
                }
            }
            Event::Failed { diagnostics, milliseconds } => {
                self.build_failed(diagnostics, *milliseconds);
            }
            Event::Finished {
                out,
                profile,
                pages,
                stats,
                warnings,
                next_change,
                left_out,
                milliseconds,
            } => {
                let counts = self.build_diagnostics(Vec::new(), Some(warnings));
                if self.options.json {
                    write_json(&json!({
                        "event": "build_finished", "ok": true, "folder": out, "profile": profile.name(), "pages": pages, "written": stats.written,
                        "unchanged": stats.unchanged, "removed": stats.removed, "milliseconds": milliseconds,
                        "next_change_at": next_change.as_ref().map(|it| it.at), "next_change": next_change, "drafts": left_out.drafts, "scheduled": left_out.scheduled,
                        "diagnostics": counts.as_ref().map(Counts::to_json),
                    }));
                }
                self.line(&format!(
                    "built {} in {milliseconds} ms: {} written, {} unchanged, {} removed",
                    counted(*pages, "page"),
                    counted(stats.written, "file"),
                    stats.unchanged,
                    stats.removed
                ));
                if let Some(text) = counts.and_then(|it| it.text()) {
                    self.line(&text);
                }
                if let Some(text) = left_out_text(left_out) {
                    self.line(&text);
                }
                self.next_change(next_change.as_ref());
            }
        }
    }

    /// Writes the next change of the site, unless it was written after an earlier build.
    fn next_change(&self, next_change: Option<&NextChange>) {
        let mut last_change = self.last_change.lock().unwrap_or_else(PoisonError::into_inner);
        if last_change.as_ref() == next_change {
            return;
        }
        *last_change = next_change.cloned();
        if let Some(change) = next_change {
            self.line(&format!("next change: {change}"));
        }
    }

    fn clear(&self) {
        if self.has_progress.swap(false, Ordering::Relaxed) {
            write_stderr("\r\x1b[2K");
        }
    }
}

/// The numbers of diagnostics in the difference between two builds.
#[derive(Default)]
struct Counts {
    new: usize,
    changed: usize,
    unchanged: usize,
    resolved_errors: usize,
    resolved_warnings: usize,
}

impl Counts {
    fn of(differences: [&Difference<'_>; 2]) -> Counts {
        let mut counts = Counts::default();
        for difference in differences {
            for change in &difference.changes {
                match change {
                    Change::New => counts.new += 1,
                    Change::Changed | Change::Moved => counts.changed += 1,
                    Change::Unchanged => counts.unchanged += 1,
                }
            }
            for resolved in &difference.resolved {
                match resolved.severity {
                    Severity::Error => counts.resolved_errors += 1,
                    Severity::Warning => counts.resolved_warnings += 1,
                }
            }
        }
        counts
    }

    fn to_json(&self) -> Value {
        json!({
            "new": self.new, "changed": self.changed, "unchanged": self.unchanged,
            "resolved": self.resolved_errors + self.resolved_warnings,
        })
    }

    /// Returns the text for a build that succeeded, such as `2 warnings resolved, 8 unchanged`.
    fn text(&self) -> Option<String> {
        let resolved = counts(self.resolved_errors, self.resolved_warnings, "");
        let unchanged = (self.unchanged > 0).then_some(self.unchanged);
        match (resolved, unchanged) {
            (None, None) => None,
            (Some(resolved), None) => Some(format!("{resolved} resolved")),
            (None, Some(count)) => Some(format!("{} unchanged", counted(count, "warning"))),
            (Some(resolved), Some(count)) => {
                Some(format!("{resolved} resolved, {count} unchanged"))
            }
        }
    }
}

/// Returns the summary of the drafts and scheduled pages, or `None` if there are none.
fn left_out_text(left_out: &LeftOut) -> Option<String> {
    let LeftOut { drafts, scheduled } = left_out;
    let drafts = (*drafts > 0).then(|| counted(*drafts, "draft"));
    let scheduled = (*scheduled > 0).then(|| counted(*scheduled, "scheduled page"));
    let parts: Vec<String> = drafts.into_iter().chain(scheduled).collect();
    (!parts.is_empty()).then(|| format!("left out {}", parts.join(" and ")))
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

/// Writes one JSON line with the current time to standard output.
fn write_json(value: &impl Serialize) {
    #[derive(Serialize)]
    struct Timed<'a, T> {
        #[serde(flatten)]
        event: &'a T,
        time: String,
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    // A closed pipe must not stop the build.
    let _ = serde_json::to_writer(&mut out, &Timed { event: value, time: date::now() })
        .map_err(io::Error::from)
        .and_then(|()| writeln!(out))
        .and_then(|()| out.flush());
}

/// Writes text to standard error. A closed pipe is ignored, because it must not stop the command.
pub(crate) fn write_stderr(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Returns a number of bytes as text, such as `3.2 MB`.
pub(crate) fn bytes_text(bytes: u64) -> String {
    let tenths = |unit: u64| format!("{}.{}", bytes / unit, bytes % unit * 10 / unit);
    match bytes {
        0..1000 => format!("{bytes} bytes"),
        1000..1_000_000 => format!("{} KB", tenths(1000)),
        1_000_000..1_000_000_000 => format!("{} MB", tenths(1_000_000)),
        _ => format!("{} GB", tenths(1_000_000_000)),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::has_colour;

    #[test]
    fn variables_decide_about_colours() {
        for (is_terminal, variables, expected) in [
            (true, &[][..], true),
            (false, &[], false),
            (true, &[("NO_COLOR", "1")], false),
            (true, &[("NO_COLOR", "")], true),
            (false, &[("FORCE_COLOR", "1")], true),
            (false, &[("CLICOLOR_FORCE", "1")], true),
            (false, &[("CLICOLOR_FORCE", "0")], false),
            (true, &[("FORCE_COLOR", "0")], false),
            (true, &[("CLICOLOR", "0")], false),
            (true, &[("TERM", "dumb")], false),
            (false, &[("NO_COLOR", "1"), ("FORCE_COLOR", "1")], false),
        ] {
            let variable = |name: &str| {
                let (_, value) = variables.iter().find(|(known, _)| *known == name)?;
                Some(OsString::from(value))
            };
            assert_eq!(has_colour(is_terminal, variable), expected, "{is_terminal} {variables:?}");
        }
    }
}
