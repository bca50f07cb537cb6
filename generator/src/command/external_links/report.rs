//! Reports the check of external links: progress, events, and the diagnostics of links.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::json;

use crate::command::console::Console;
use crate::command::external_links::outcome::{Outcome, RequestFailure, Verdict};
use crate::command::external_links::target::{Link, moved_url};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::counted;
use croupier_base::progress::{Progress, Step};

const REQUESTS: Step =
    Step { name: "external_links", text: "checking external links", unit: "links" };

/// Counts and reports the links of a check.
pub(super) struct Reporter<'a> {
    console: &'a Console,
    started: Instant,
    total: usize,
    skipped: usize,
    counts: Counts,
    /// Whether a server responded, by host.
    hosts: BTreeMap<String, bool>,
}

#[derive(Default)]
struct Counts {
    cached: usize,
    works: usize,
    moved: usize,
    broken: usize,
    unverified: usize,
}

impl Counts {
    fn done(&self) -> usize {
        self.works + self.broken + self.unverified
    }
}

impl<'a> Reporter<'a> {
    /// Creates the reporter of a check of `total` URLs. `skipped` others are not checked.
    pub(super) fn new(console: &'a Console, total: usize, skipped: usize) -> Reporter<'a> {
        Reporter {
            console,
            started: Instant::now(),
            total,
            skipped,
            counts: Counts::default(),
            hosts: BTreeMap::new(),
        }
    }

    /// Reports the start of a check. `cached` URLs need no request.
    pub(super) fn started(&self, cached: usize) {
        self.console.json(&json!({
            "event": "external_links_started", "total": self.total, "cached": cached, "skipped": self.skipped,
        }));
        self.progress(0, self.total - cached);
    }

    /// Reports the outcome of a URL.
    pub(super) fn checked(
        &mut self,
        url: &str,
        outcome: &Outcome,
        verdict: Verdict,
        is_cached: bool,
    ) {
        let moved_to = outcome.moved_to.as_ref().filter(|_| verdict == Verdict::Works);
        let count = match verdict {
            Verdict::Works => &mut self.counts.works,
            Verdict::Broken => &mut self.counts.broken,
            Verdict::Unverified => &mut self.counts.unverified,
        };
        *count += 1;
        self.counts.moved += usize::from(moved_to.is_some());
        self.counts.cached += usize::from(is_cached);

        if !is_cached {
            let host = url.split('/').nth(2).unwrap_or_default();
            *self.hosts.entry(host.to_owned()).or_default() |=
                !matches!(outcome.status, Err(RequestFailure::Unreachable(_)));
        }

        let reason = (verdict != Verdict::Works).then(|| outcome.reason());
        self.console.json(&json!({
            "event": "external_link", "url": url, "result": verdict, "status": outcome.status.as_ref().ok(), "reason": reason,
            "moved_to": moved_to, "cached": is_cached, "done": self.counts.done(), "total": self.total,
        }));
        if !is_cached {
            let Counts { cached, .. } = self.counts;
            self.progress(self.counts.done() - cached, self.total - cached);
        }
    }

    /// Reports how many of the links that are requested are done.
    fn progress(&self, done: usize, total: usize) {
        if total > 0 {
            let progress = Progress { step: REQUESTS, done, total, bytes: None };
            self.console.progress("build_progress", &progress);
        }
    }

    /// Reports the end of a check. It is incomplete if the user stopped it. Returns the counts for users.
    pub(super) fn finished(&self, is_complete: bool) -> String {
        let Counts { cached, works, moved, broken, unverified } = self.counts;
        self.console.json(&json!({
            "event": "external_links_finished", "ok": is_complete && broken == 0, "complete": is_complete, "total": self.total,
            "works": works, "moved": moved, "broken": broken, "unverified": unverified, "cached": cached, "skipped": self.skipped,
            "milliseconds": self.started.elapsed().as_millis(),
        }));

        if self.hosts.len() > 1 && self.hosts.values().all(|has_responded| !has_responded) {
            self.console
                .warn("no server can be reached; is this machine connected to the network?");
        }
        self.summary(is_complete)
    }

    fn summary(&self, is_complete: bool) -> String {
        let Counts { cached, works, broken, unverified, .. } = self.counts;
        let parts = [
            (works, "works", "work"),
            (broken, "is broken", "are broken"),
            (unverified, "cannot be verified", "cannot be verified"),
        ];
        let parts = parts.into_iter().filter(|(count, ..)| *count > 0);
        let mut text: Vec<String> = parts
            .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }))
            .collect();
        if cached > 0 {
            // Only links that work are in the cache.
            text[0].push_str(&format!(" ({cached} from the cache)"));
        }
        if self.skipped > 0 {
            let was = if self.skipped == 1 { "was" } else { "were" };
            text.push(format!("{} {was} skipped", self.skipped));
        }

        let text = if text.is_empty() { String::new() } else { format!(": {}", text.join(", ")) };
        if is_complete {
            let count = counted(self.total, "external link");
            format!("checked {count}{text}")
        } else {
            let (done, total) = (self.counts.done(), self.total);
            format!(
                "stopped after {done} of {total} external links{text}; the next check continues there"
            )
        }
    }
}

/// Returns the problem with a link that cannot be requested.
pub(super) fn invalid(written: &str, reason: &str) -> Diagnostic {
    Diagnostic::error(Code::ExternalLink, format!("broken link: {written} is not a valid URL"))
        .hint(format!("{reason}; correct the URL"))
}

/// Returns the problem with a link, without its location.
pub(super) fn problem(
    written: &str,
    link: &Link,
    outcome: &Outcome,
    verdict: Verdict,
) -> Option<Diagnostic> {
    match verdict {
        Verdict::Broken => {
            let message = format!("broken link: {written} {}", outcome.reason());
            let hint = "correct the link or remove it; `exclude` of `[link_checker]` names URLs that are not checked";
            return Some(Diagnostic::error(Code::ExternalLink, message).hint(hint));
        }
        Verdict::Unverified => {
            let message = format!("this link cannot be verified: {written} {}", outcome.reason());
            let hint = match outcome.status {
                Ok(status) => format!(
                    "open it in a browser; if it works, write `accept = [{status}]` for its host into `[[link_checker.exceptions]]`"
                ),
                Err(_) => "open it in a browser; if it works, add its host to `exclude` of `[link_checker]`, or check again later".to_owned(),
            };
            return Some(Diagnostic::warning(Code::ExternalLinkUnverified, message).hint(hint));
        }
        Verdict::Works => {}
    }

    if let Some((fragment, similar)) =
        link.fragment.as_ref().and_then(|it| outcome.fragments.missing.get_key_value(it))
    {
        let message = format!("broken link: {} has no anchor `#{fragment}`", link.url);
        let fix = similar.clone().unwrap_or_else(|| "link to one of its headings".to_owned());
        let hint = format!(
            "{fix}; if a script makes the anchor, write `fragments = false` for its host into `[[link_checker.exceptions]]`"
        );
        return Some(Diagnostic::warning(Code::ExternalAnchor, message).hint(hint));
    }
    let new = moved_url(written, outcome.moved_to.as_deref()?);
    let message = format!("{written} has moved permanently to {new}");
    let diagnostic = Diagnostic::warning(Code::ExternalLinkMoved, message);
    Some(diagnostic.hint(format!("link to `{new}` instead; this does not prevent publishing")))
}
