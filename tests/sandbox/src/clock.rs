//! The one source of time, so that tests can set it.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// Now, and when the sandbox was opened: the ends of offers are counted from there, so that they stand still while time goes on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    pub(crate) now: i64,
    pub(crate) opened: i64,
}

/// Tells the time in milliseconds since 1970 UTC; clones share a setting.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    fixed: Arc<Mutex<Option<i64>>>,
    /// What it began with.
    start: Option<i64>,
    /// When the sandbox that it belongs to was opened, or taken back to its beginning.
    opened: Arc<AtomicI64>,
}

impl Clock {
    /// The moments that it can be set to: 1970 to 9999.
    pub const RANGE: std::ops::RangeInclusive<i64> = 0..=253_402_300_799_999;

    /// The machine's clock.
    pub fn system() -> Clock {
        Clock::default()
    }

    /// A clock that stands still at `milliseconds`.
    pub fn fixed(milliseconds: i64) -> Clock {
        let clock = Clock { start: Some(milliseconds), ..Clock::default() };
        clock.set(clock.start);
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

    /// Now, with the beginning.
    pub(crate) fn moment(&self) -> Moment {
        Moment { now: self.now(), opened: self.opened.load(Ordering::Relaxed) }
    }

    /// Marks the beginning.
    pub(crate) fn begin(&self) {
        self.opened.store(self.now(), Ordering::Relaxed);
    }

    /// Goes back to what it began with, and begins again.
    pub(crate) fn reset(&self) {
        self.set(self.start);
        self.begin();
    }

    /// Stands still at a moment; `None` goes back to the machine's clock.
    pub fn set(&self, milliseconds: Option<i64>) {
        *self.fixed.lock().unwrap_or_else(PoisonError::into_inner) = milliseconds;
    }
}
