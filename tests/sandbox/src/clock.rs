//! The only source of time in the sandbox. Tests can set it.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The current time and the time at which the sandbox was opened, in milliseconds since 1970 UTC.
/// The ends of offers are relative to `opened`, so they do not move while time passes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timestamps {
    pub(crate) now: i64,
    pub(crate) opened: i64,
}

/// A clock that returns milliseconds since 1970 UTC. Clones share the time that is set.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    fixed: Arc<Mutex<Option<i64>>>,
    /// The fixed time that the clock was created with; `None` for the system clock.
    start: Option<i64>,
    /// The time at which the sandbox was opened or last reset.
    opened: Arc<AtomicI64>,
}

impl Clock {
    /// The range of times that the clock accepts: the years 1970 to 9999.
    pub const RANGE: std::ops::RangeInclusive<i64> = 0..=253_402_300_799_999;

    /// Creates a clock that returns the system time.
    pub fn system() -> Clock {
        Clock::default()
    }

    /// Creates a clock that is fixed at `milliseconds`.
    pub fn fixed(milliseconds: i64) -> Clock {
        let clock = Clock { start: Some(milliseconds), ..Clock::default() };
        clock.set(clock.start);
        clock
    }

    /// Returns the current time.
    pub fn now(&self) -> i64 {
        let fixed = *self.fixed.lock().unwrap_or_else(PoisonError::into_inner);
        fixed.unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            i64::try_from(now.as_millis()).unwrap_or(i64::MAX)
        })
    }

    /// Returns the current time and the time at which the sandbox was opened.
    pub(crate) fn timestamps(&self) -> Timestamps {
        Timestamps { now: self.now(), opened: self.opened.load(Ordering::Relaxed) }
    }

    /// Records the current time as the time at which the sandbox was opened.
    pub(crate) fn record_opening(&self) {
        self.opened.store(self.now(), Ordering::Relaxed);
    }

    /// Restores the initial setting of the clock, and then records the opening time again.
    pub(crate) fn reset(&self) {
        self.set(self.start);
        self.record_opening();
    }

    /// Fixes the clock at a time in milliseconds since 1970 UTC. `None` restores the system time.
    pub fn set(&self, milliseconds: Option<i64>) {
        *self.fixed.lock().unwrap_or_else(PoisonError::into_inner) = milliseconds;
    }
}
