//! Decides when the progress of a step is reported, and with which text.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::command::console::bytes_text;
use croupier_base::progress::Progress;

/// Where progress is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Medium {
    /// A line that the next one replaces.
    Terminal,
    /// Lines that remain, such as those in the log of a CI service.
    Log,
    /// Events for other programs.
    Events,
}

impl Medium {
    /// Returns the minimum time between two reports of one step.
    fn interval(self) -> Duration {
        match self {
            Medium::Terminal => Duration::from_millis(100),
            Medium::Log => Duration::from_secs(5),
            Medium::Events => Duration::from_secs(1),
        }
    }
}

/// The progress that was reported last.
#[derive(Debug)]
struct Reported {
    step: &'static str,
    /// When the step started.
    started: Instant,
    /// How much was done at the last call.
    done: usize,
    /// When it was reported, and with which text.
    last: Option<(Instant, String)>,
}

/// Limits how often the progress of steps is reported.
#[derive(Debug, Default)]
pub(crate) struct ProgressLines {
    reported: Option<Reported>,
}

impl ProgressLines {
    /// Returns the text to report at the time `now`, or `None` if the last report is recent. The start and the end of a step are always
    /// reported.
    pub(crate) fn next(
        &mut self,
        progress: &Progress,
        medium: Medium,
        now: Instant,
    ) -> Option<String> {
        let name = progress.step.name;
        let is_new = |it: &Reported| it.step != name || progress.done == 0;
        if self.reported.as_ref().is_none_or(is_new) {
            self.reported = Some(Reported { step: name, started: now, done: 0, last: None });
        }
        let reported = self.reported.as_mut()?;
        // Threads count first, and report in any order afterwards.
        if progress.done < reported.done {
            return None;
        }
        reported.done = progress.done;

        let is_end = progress.done == progress.total;
        let since = reported.last.as_ref().map_or(reported.started, |(last, _)| *last);
        let is_due = now.duration_since(since) >= medium.interval();
        let is_first = reported.last.is_none() && medium != Medium::Log;
        if !(is_end || is_due || is_first || progress.done == 0) {
            return None;
        }
        let text = text(progress, now.duration_since(reported.started));
        // A step with one item has the same text at its start and its end.
        let is_repeated = reported.last.as_ref().is_some_and(|(_, last)| *last == text);
        reported.last = Some((now, text.clone()));
        (medium == Medium::Events || !is_repeated).then_some(text)
    }
}

/// Describes the progress of a step that runs for a time.
fn text(progress: &Progress, elapsed: Duration) -> String {
    let Progress { step, done, total, bytes } = *progress;
    let (bytes, total_bytes) = bytes.unwrap_or_default();
    if total == 1 && total_bytes == 0 {
        return step.text.to_owned();
    }

    let mut text = format!("{}: {done} of {total}", step.text);
    if total_bytes > 0 {
        text.push_str(&format!(", {} of {}", bytes_text(bytes), bytes_text(total_bytes)));
    }

    let (part, whole) =
        if total_bytes > 0 { (bytes, total_bytes) } else { (done as u64, total as u64) };
    if part > 0 && part < whole {
        let left = elapsed.as_secs() * (whole - part) / part;
        if left > 1 {
            text.push_str(&format!(", {left} s left"));
        }
    }

    text
}

/// Returns the progress as an event.
pub(crate) fn event(name: &str, progress: &Progress) -> Value {
    let Progress { step, done, total, bytes } = *progress;
    let mut event = json!({
        "event": name, "step": step.name, "done": done, "total": total, "unit": step.unit,
    });
    if let Some((bytes, total_bytes)) = bytes {
        event["bytes"] = bytes.into();
        event["total_bytes"] = total_bytes.into();
    }
    event
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_base::progress::Step;

    const STEP: Step = Step { name: "pictures", text: "encoding copies", unit: "copies" };

    fn progress(done: usize, total: usize) -> Progress {
        Progress { step: STEP, done, total, bytes: None }
    }

    #[test]
    fn texts_have_counts_bytes_and_the_time_left() {
        let bytes = Progress { bytes: Some((1_000_000, 4_250_000)), ..progress(2, 8) };
        for (progress, seconds, expected) in [
            (progress(0, 8), 0, "encoding copies: 0 of 8"),
            (progress(2, 8), 4, "encoding copies: 2 of 8, 12 s left"),
            (progress(8, 8), 9, "encoding copies: 8 of 8"),
            (progress(1, 1), 9, "encoding copies"),
            (bytes, 4, "encoding copies: 2 of 8, 1.0 MB of 4.2 MB, 13 s left"),
        ] {
            assert_eq!(text(&progress, Duration::from_secs(seconds)), expected);
        }
    }

    /// Returns how much was done at each report, if one item is done each 100 ms and threads report two of them in the wrong order.
    fn reports(medium: Medium) -> Vec<usize> {
        let (mut lines, start) = (ProgressLines::default(), Instant::now());
        let mut done: Vec<usize> = (0..=120).collect();
        done.swap(49, 50);
        let at = |index: usize| start + Duration::from_millis(100 * index as u64);
        let mut reported = Vec::new();
        for (index, done) in done.into_iter().enumerate() {
            if lines.next(&progress(done, 120), medium, at(index)).is_some() {
                reported.push(done);
            }
        }
        reported
    }

    #[test]
    fn a_terminal_gets_every_change_and_a_log_a_line_at_intervals() {
        let all: Vec<usize> = (0..=120).filter(|it| *it != 49).collect();
        assert_eq!(reports(Medium::Terminal), all);
        assert_eq!(reports(Medium::Log), [0, 51, 101, 120]);
        assert_eq!(reports(Medium::Events).len(), 13);
    }

    #[test]
    fn the_same_step_of_a_later_build_starts_again() {
        let (mut lines, now) = (ProgressLines::default(), Instant::now());
        for _ in 0..2 {
            assert!(lines.next(&progress(0, 1), Medium::Log, now).is_some());
            assert!(lines.next(&progress(1, 1), Medium::Log, now).is_none());
        }
    }
}
