//! The result of the requests for one URL, and what it says about a link.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::syntax::html;

/// The result of the requests for one URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The status code of the last response.
    pub status: Result<u16, RequestFailure>,
    /// Whether the response demands that a browser proves that it is one.
    pub is_challenge: bool,
    /// The URL to which the page has moved permanently.
    pub moved_to: Option<String>,
    pub fragments: Fragments,
}

/// Which fragments a page has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Fragments {
    /// Those that an element has, or all of them if the response is no HTML.
    pub found: BTreeSet<String>,
    /// The others, each with a hint that names a similar one.
    pub missing: BTreeMap<String, Option<String>>,
}

/// Why there is no response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RequestFailure {
    /// No connection could be made.
    Unreachable(String),
    /// The certificate of the server is not valid.
    Certificate(String),
    /// The connection was closed before the response was complete.
    Interrupted(String),
    /// There was no response in time.
    Timeout(Duration),
    /// The server asks to wait for longer than a check should take.
    Paused(Duration),
    /// Too many redirects followed one another.
    TooManyRedirects,
    /// The URL, or the target of a redirect, cannot be requested.
    BadUrl(String),
}

impl fmt::Display for RequestFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestFailure::Unreachable(cause) => write!(f, "cannot be reached: {cause}"),
            RequestFailure::Certificate(problem) => {
                write!(f, "is on a server without a valid certificate: {problem}")
            }
            RequestFailure::Interrupted(cause) => write!(f, "sends no complete response: {cause}"),
            RequestFailure::Timeout(limit) => {
                write!(f, "does not respond within {} seconds", limit.as_secs())
            }
            RequestFailure::Paused(wait) => write!(
                f,
                "is on a host that limits requests: it accepts the next one in {} seconds",
                wait.as_secs()
            ),
            RequestFailure::TooManyRedirects => f.write_str("redirects too often"),
            RequestFailure::BadUrl(reason) => f.write_str(reason),
        }
    }
}

/// What the TLS library calls a certificate whose issuer this machine does not know.
const UNKNOWN_ISSUER: &str = "UnknownIssuer";

/// What an outcome says about a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    /// The page exists.
    Works,
    /// The page does not exist, or its server does not work.
    Broken,
    /// The server did not say whether the page exists. Many servers refuse all programs.
    Unverified,
}

impl Outcome {
    /// The outcome of a URL without a response.
    pub(super) fn failed(failure: RequestFailure) -> Outcome {
        Outcome {
            status: Err(failure),
            is_challenge: false,
            moved_to: None,
            fragments: Fragments::default(),
        }
    }

    /// Returns what it says about a link. `accepts` decides about status codes that are no success.
    pub(super) fn verdict(&self, accepts: impl Fn(u16) -> bool) -> Verdict {
        match &self.status {
            Ok(status) if is_success(*status) || accepts(*status) => Verdict::Works,
            Ok(_) if self.is_challenge => Verdict::Unverified,
            // Browsers know more certificates, and load those that a server does not send.
            Err(RequestFailure::Certificate(problem)) if problem.contains(UNKNOWN_ISSUER) => {
                Verdict::Unverified
            }
            Ok(401 | 402 | 403 | 406 | 407 | 429 | 451 | 999)
            | Err(RequestFailure::Timeout(_) | RequestFailure::Paused(_)) => Verdict::Unverified,
            Ok(_) | Err(_) => Verdict::Broken,
        }
    }

    /// Describes a URL that does not work, as the rest of a sentence: `responds with 404 Not Found`.
    pub(super) fn reason(&self) -> String {
        match &self.status {
            Ok(status) => {
                let name = StatusCode::from_u16(*status).ok().and_then(|it| it.canonical_reason());
                format!("responds with {status} {}", name.unwrap_or_default()).trim_end().to_owned()
            }
            Err(failure) => failure.to_string(),
        }
    }

    /// Whether another request can have another result.
    pub(super) fn is_temporary(&self) -> bool {
        match &self.status {
            Ok(status) => matches!(status, 408 | 425 | 429 | 500 | 502..=504 | 520..=599),
            Err(failure) => matches!(
                failure,
                RequestFailure::Unreachable(_)
                    | RequestFailure::Interrupted(_)
                    | RequestFailure::Timeout(_)
            ),
        }
    }

    /// Whether the result of `HEAD` does not say what `GET` would return: many servers answer only `GET` correctly. A server that limits
    /// requests gets no second one at once.
    pub(super) fn needs_get(&self) -> bool {
        match &self.status {
            Ok(status) => !is_success(*status) && *status != 429,
            Err(failure) => !matches!(
                failure,
                RequestFailure::Unreachable(_)
                    | RequestFailure::Certificate(_)
                    | RequestFailure::Paused(_)
                    | RequestFailure::BadUrl(_)
            ),
        }
    }
}

/// Whether a status code is a success. A server without the page does not say that it has not changed.
pub(super) fn is_success(status: u16) -> bool {
    matches!(status, 200..=299 | 304)
}

impl Fragments {
    /// Looks for fragments in an HTML page. Without a page, all count as found.
    pub(super) fn of_page(page: Option<&str>, wanted: &BTreeSet<String>) -> Fragments {
        let Some(page) = page.filter(|_| !wanted.is_empty()) else {
            return Fragments { found: wanted.clone(), missing: BTreeMap::new() };
        };
        let html = html::read(page);
        let ids: BTreeSet<&str> =
            html.ids.iter().chain(&html.anchor_names).map(|id| &*id.text).collect();
        // GitHub writes ids with this prefix, and its scripts find them without it.
        let has = |id: &str| ids.contains(id) || ids.contains(&*format!("user-content-{id}"));
        let (found, missing): (BTreeSet<&String>, BTreeSet<&String>) =
            wanted.iter().partition(|id| has(id));
        let compared = || ids.iter().copied().take(MAX_COMPARED_IDS);
        let with_hint = |id: &String| (id.clone(), did_you_mean(id, compared()));
        Fragments {
            found: found.into_iter().cloned().collect(),
            missing: missing.into_iter().map(with_hint).collect(),
        }
    }
}

/// The most ids of a page that are compared with a missing one for a hint.
const MAX_COMPARED_IDS: usize = 1000;

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(status: Result<u16, RequestFailure>) -> Outcome {
        Outcome { status, ..Outcome::failed(RequestFailure::TooManyRedirects) }
    }

    #[test]
    fn a_refused_program_says_nothing_about_the_page() {
        let verdict = |status: u16| outcome(Ok(status)).verdict(|it| it == 418);
        for (statuses, expected) in [
            (&[200, 204, 206, 304, 418][..], Verdict::Works),
            (&[301, 400, 404, 405, 410, 500, 503], Verdict::Broken),
            (&[401, 403, 429, 451, 999], Verdict::Unverified),
        ] {
            for status in statuses {
                assert_eq!(verdict(*status), expected, "{status}");
            }
        }

        let challenge = Outcome { is_challenge: true, ..outcome(Ok(503)) };
        assert_eq!(challenge.verdict(|_| false), Verdict::Unverified);
        let timeout = outcome(Err(RequestFailure::Timeout(Duration::from_secs(20))));
        assert_eq!(timeout.verdict(|_| false), Verdict::Unverified);
        let refused = outcome(Err(RequestFailure::Unreachable("connection refused".to_owned())));
        assert_eq!(refused.verdict(|_| false), Verdict::Broken);

        let certificate = |problem: &str| {
            outcome(Err(RequestFailure::Certificate(problem.to_owned()))).verdict(|_| false)
        };
        assert_eq!(certificate("UnknownIssuer"), Verdict::Unverified);
        assert_eq!(certificate("Expired"), Verdict::Broken);

        assert_eq!(outcome(Ok(404)).reason(), "responds with 404 Not Found");
        assert_eq!(outcome(Ok(999)).reason(), "responds with 999");
    }

    #[test]
    fn fragments_are_ids_and_names_of_a_page() {
        let wanted = ["é", "b", "readme", "insall"].map(str::to_owned).into();
        let page = "<p id='é'><a name=b></a><h2 id=user-content-readme><h2 id=install>";
        let fragments = Fragments::of_page(Some(page), &wanted);
        assert_eq!(fragments.found, BTreeSet::from(["é", "b", "readme"].map(str::to_owned)));
        let hint = fragments.missing["insall"].as_deref();
        assert_eq!(hint, Some("did you mean `install`?"));
        assert!(Fragments::of_page(None, &wanted).missing.is_empty());
    }
}
