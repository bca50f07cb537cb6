//! Reports a deployment: progress on a terminal, a line for each step elsewhere, and JSON lines with `--json`.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Value, json};

use crate::command::console::{Console, bytes_text};
use croupier_base::diagnostic::wording::counted;
use croupier_deploy::{ChangedUrls, Event, Outcome, Progress, ReleaseInfo, Step};

/// Minimum time between two progress lines.
const INTERVAL: Duration = Duration::from_millis(100);
/// Minimum time between two JSON events of one step.
const JSON_INTERVAL: Duration = Duration::from_secs(1);

/// Reports the deployment to a target.
pub(super) struct Reporter<'a> {
    target: &'a str,
    console: &'a Console,
    started: Instant,
    receive: Box<dyn Fn(Event) + Sync + 'a>,
}

impl<'a> Reporter<'a> {
    /// Creates a reporter at the start of a deployment to the target with this name.
    pub(super) fn new(console: &'a Console, target: &'a str) -> Reporter<'a> {
        let progress =
            Mutex::new(ProgressLines { step: None, started: Instant::now(), last: None });
        let receive = move |event| {
            match event {
            Event::Waiting { by, seconds } => {
                let by = by.map(|by| format!(" by {by}")).unwrap_or_default();
                console.line(&format!(
                    "another deployment{by} has not finished; waiting up to {seconds} s for it"
                ));
            }
            Event::Unlocked => console.warn(
                "the store ignores conditional writes, so that nothing prevents two deployments at the same time",
            ),
            Event::Repairing(reason) => {
                console.warn(&format!("{reason}; comparing with a list of all files instead"));
            }
            Event::Damaged { count, example } => console.warn(&format!(
                "other programs changed or removed {} of the target, such as {example}; repairing",
                counted(count, "file")
            )),
            Event::Resuming => console.line("completing a deployment that was stopped"),
            Event::Progress(event) => {
                let mut lines = progress.lock().unwrap_or_else(PoisonError::into_inner);
                lines.report(&event, console);
            }
        }
        };
        Reporter { target, console, started: Instant::now(), receive: Box::new(receive) }
    }

    /// Returns the receiver of events.
    pub(super) fn receiver(&self) -> &(dyn Fn(Event) + Sync) {
        &*self.receive
    }

    /// Reports the result.
    pub(super) fn finished(&self, outcome: &Outcome) {
        self.console.json(&Finished {
            event: "deploy_finished",
            ok: true,
            target: self.target,
            release: &outcome.release.id,
            uploaded: outcome.uploaded,
            bytes: outcome.bytes,
            changed: outcome.changed,
            removed: outcome.removed,
            unchanged: outcome.unchanged,
            urls: &outcome.urls,
            milliseconds: self.started.elapsed().as_millis(),
        });
        let release = &outcome.release.id;
        if outcome.changed + outcome.removed == 0 {
            self.console.line(&format!("{}: the release {release} is live", self.target));
            return;
        }
        self.console.line(&format!(
            "{}: the release {release} is live; {} uploaded ({}), {} changed, {} removed, {} unchanged, in {:.1} s",
            self.target,
            counted(outcome.uploaded, "file"),
            bytes_text(outcome.bytes),
            outcome.changed,
            outcome.removed,
            outcome.unchanged,
            self.started.elapsed().as_secs_f64(),
        ));
    }

    /// Reports a failure, whose message is reported elsewhere.
    pub(super) fn failed(&self) {
        self.console.json(&json!({
            "event": "deploy_finished", "ok": false, "target": self.target,
            "milliseconds": self.started.elapsed().as_millis(),
        }));
    }
}

/// The event of a deployment that succeeded. Unlike a JSON value, it does not hold all URLs in memory.
#[derive(Serialize)]
struct Finished<'a> {
    event: &'static str,
    ok: bool,
    target: &'a str,
    release: &'a str,
    uploaded: usize,
    bytes: u64,
    changed: usize,
    removed: usize,
    unchanged: usize,
    urls: &'a ChangedUrls,
    milliseconds: u128,
}

/// Limits how often the progress of a step is reported.
struct ProgressLines {
    step: Option<Step>,
    /// When the step started.
    started: Instant,
    /// When it was reported last.
    last: Option<Instant>,
}

impl ProgressLines {
    fn report(&mut self, progress: &Progress, console: &Console) {
        if self.step != Some(progress.step) {
            (self.step, self.started, self.last) = (Some(progress.step), Instant::now(), None);
        }
        let is_done = progress.done == progress.total;
        let interval = if console.is_json() { JSON_INTERVAL } else { INTERVAL };
        let is_due = self.last.is_none_or(|last| last.elapsed() >= interval);
        if console.is_json() && (is_done || is_due) {
            console.json(&json!({
                "event": "deploy_progress", "step": progress.step.name(), "done": progress.done,
                "total": progress.total, "bytes": progress.bytes, "total_bytes": progress.total_bytes,
            }));
        } else if console.replaces_progress() && is_due || !console.is_json() && is_done {
            console.note(&progress_text(progress, self.started.elapsed()));
        } else {
            return;
        }
        self.last = Some(Instant::now());
    }
}

/// Describes the progress of a step that runs for a time.
fn progress_text(progress: &Progress, elapsed: Duration) -> String {
    let Progress { step, done, total, bytes, total_bytes } = *progress;
    let verb = match step {
        Step::Upload => "uploading",
        Step::Removal | Step::Expiry => "removing",
        _ => "updating",
    };
    let mut text = match step {
        Step::Data => format!("{verb} data: {done} of {total}"),
        Step::NewPages => format!("{verb} new pages: {done} of {total}"),
        Step::Pages => format!("{verb} pages: {done} of {total}"),
        Step::Expiry => format!("{verb} expired files: {done} of {total}"),
        _ => format!("{verb} files: {done} of {total}"),
    };
    if total_bytes > 0 {
        text.push_str(&format!(", {} of {}", bytes_text(bytes), bytes_text(total_bytes)));
        if bytes > 0 && bytes < total_bytes {
            let left = elapsed.as_secs() * (total_bytes - bytes) / bytes;
            if left > 1 {
                text.push_str(&format!(", {left} s left"));
            }
        }
    }
    text
}

/// Returns a release as an event.
pub(super) fn release_json(release: &ReleaseInfo, is_live: bool) -> Value {
    let mut event = serde_json::to_value(release).expect("a release is plain data");
    event["event"] = "release".into();
    event["live"] = is_live.into();
    event
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_has_bytes_and_the_time_left() {
        let progress = Progress {
            step: Step::Upload,
            done: 2,
            total: 8,
            bytes: 1_000_000,
            total_bytes: 4_250_000,
        };
        assert_eq!(
            progress_text(&progress, Duration::from_secs(4)),
            "uploading files: 2 of 8, 1.0 MB of 4.2 MB, 13 s left"
        );
    }
}
