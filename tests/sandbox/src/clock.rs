//! The one source of time, so that tests can set it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// Tells the time in milliseconds since 1970 UTC; clones share a setting.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    fixed: Arc<Mutex<Option<i64>>>,
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Clock {
        Clock::default()
    }

    /// A clock that stands still at `milliseconds`.
    pub fn fixed(milliseconds: i64) -> Clock {
        let clock = Clock::default();
        clock.set(Some(milliseconds));
        clock
    }

    /// Now.
    pub fn now(&self) -> i64 {
        let fixed = *self.fixed.lock().unwrap_or_else(PoisonError::into_inner);
        fixed.unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            i64::try_from(now.as_millis()).unwrap_or(i64::MAX)
        })
    }

    /// Stands still at a moment; `None` goes back to the machine's clock.
    pub fn set(&self, milliseconds: Option<i64>) {
        *self.fixed.lock().unwrap_or_else(PoisonError::into_inner) = milliseconds;
    }
}
