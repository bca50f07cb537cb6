//! What a check knows about a host: how many requests run, until when it refuses others, and whether it can be reached at all.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::command::external_links::checker::Response;
use crate::command::external_links::outcome::RequestFailure;

/// A check does not wait for longer than this until a host accepts requests again.
const MAX_PAUSE: Duration = Duration::from_mins(1);

/// A host and its port.
pub(super) struct Host {
    /// One permit for each request that may run.
    pub slots: Semaphore,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// When it accepts the next request.
    opens_at: Duration,
    /// How many requests one after another were too many for it.
    refusals: u32,
    has_responded: bool,
    /// Why no further request is made.
    closed: Option<RequestFailure>,
}

impl Host {
    pub(super) fn new(concurrency: usize) -> Host {
        Host { slots: Semaphore::new(concurrency), state: Mutex::default() }
    }

    /// Returns how long to wait before the next request, or the reason to make none.
    pub(super) fn pause(&self, now: Duration) -> Result<Option<Duration>, RequestFailure> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match &state.closed {
            Some(failure) => Err(failure.clone()),
            None => Ok(state.opens_at.checked_sub(now).filter(|wait| !wait.is_zero())),
        }
    }

    /// Takes note of a response. After a refusal, no request is made for as long as the server says, or twice as long as after the last
    /// refusal.
    pub(super) fn note(&self, response: &Result<Response, RequestFailure>, now: Duration) {
        let Ok(response) = response else { return };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.has_responded = true;
        let wait = match (response.status, response.retry_after) {
            (429 | 503, Some(wait)) => wait,
            (429, None) => Duration::from_secs(1 << state.refusals.min(10)),
            _ => {
                state.refusals = 0;
                return;
            }
        };
        state.refusals += 1;
        if wait > MAX_PAUSE {
            state.closed = Some(RequestFailure::Paused(wait));
        } else {
            state.opens_at = state.opens_at.max(now + wait);
        }
    }

    /// Takes note that all attempts for a URL failed. Other URLs of a host that never responded are not requested. A host that closes
    /// connections does respond to some requests.
    pub(super) fn give_up(&self, failure: &RequestFailure) {
        if !matches!(failure, RequestFailure::Unreachable(_) | RequestFailure::Timeout(_)) {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !state.has_responded && state.closed.is_none() {
            state.closed = Some(failure.clone());
        }
    }
}
