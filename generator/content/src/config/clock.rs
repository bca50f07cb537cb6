//! The moment of a build and the year that it is dated with.

use croupier_base::date;

/// What the process's surroundings say.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    /// The year the output is dated with.
    pub build_year: i64,
    /// The moment that decides which pages are due, in epoch seconds.
    pub now: i64,
}

impl Clock {
    /// Reads `SOURCE_DATE_EPOCH` and, without it, the clock.
    pub fn read() -> Clock {
        let seconds = pinned().ok().flatten().unwrap_or_else(|| {
            let now = std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)
                .unwrap_or_default();
            i64::try_from(now.as_secs()).unwrap_or(0)
        });
        Clock { build_year: date::year(seconds), now: seconds }
    }

    /// When the next year begins, in epoch seconds.
    pub fn next_year(&self) -> i64 {
        date::beginning_of(self.build_year + 1)
    }

    /// Whether `SOURCE_DATE_EPOCH` stops the clock.
    pub fn is_pinned() -> bool {
        pinned().ok().flatten().is_some()
    }

    /// Whether `SOURCE_DATE_EPOCH` is a moment, or not there; the error is for people.
    pub fn check() -> Result<(), String> {
        pinned().map(|_| ())
    }
}

/// The moment that `SOURCE_DATE_EPOCH` sets, in epoch seconds; none where it is empty or not there.
fn pinned() -> Result<Option<i64>, String> {
    let text = std::env::var("SOURCE_DATE_EPOCH").unwrap_or_default();
    match text.trim() {
        "" => Ok(None),
        seconds => seconds
            .parse()
            .map(Some)
            .map_err(|_| format!("SOURCE_DATE_EPOCH is `{seconds}`, and has to be a whole number: the seconds since 1970")),
    }
}
