//! Reports a deployment: progress on a terminal, a line for each step elsewhere, and JSON lines with `--json`.

use std::time::Instant;

use serde::Serialize;
use serde_json::{Value, json};

use crate::command::console::{Console, bytes_text};
use croupier_base::diagnostic::wording::counted;
use croupier_base::progress;
use croupier_deploy::{ChangedUrls, Event, Outcome, Progress, ReleaseInfo, Step};

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
            Event::OtherSite { live, new } => console.warn(&format!(
                "the target has the site {live}, and {new} replaces it; give each site a target of its own"
            )),
            Event::Resuming => console.line("completing a deployment that was stopped"),
            Event::Progress(event) => console.progress("deploy_progress", &progress_of(&event)),
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

/// Returns the progress of a step of a deployment.
fn progress_of(progress: &Progress) -> progress::Progress {
    let Progress { step, done, total, bytes, total_bytes } = *progress;
    let text = match step {
        Step::Upload => "uploading files",
        Step::Data => "updating data",
        Step::NewPages => "updating new pages",
        Step::Pages => "updating pages",
        Step::Removal => "removing files",
        Step::Expiry => "removing expired files",
        _ => "updating files",
    };
    let step = progress::Step { name: step.name(), text, unit: "files" };
    progress::Progress { step, done, total, bytes: Some((bytes, total_bytes)) }
}

/// Returns a release as an event.
pub(super) fn release_json(release: &ReleaseInfo, is_live: bool) -> Value {
    let mut event = serde_json::to_value(release).expect("a release is plain data");
    event["event"] = "release".into();
    event["live"] = is_live.into();
    event
}
