//! File lock between processes. Processes that install or bundle the same runtime run one after the
//! other.

#![expect(
    clippy::disallowed_methods,
    reason = "a lock is a file below .croupier, neither a source nor output"
)]

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// A lock that is held until it is dropped or the process ends.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "the file holds the lock")] File);

impl Lock {
    /// Acquires the lock `name` in the folder `locks`. Calls `waiting` first if another process
    /// holds it.
    pub fn take(locks: &Path, name: &str, waiting: &dyn Fn()) -> io::Result<Lock> {
        fs::create_dir_all(locks)?;
        let file = File::create(locks.join(name))?;
        if file.try_lock().is_err() {
            waiting();
            file.lock()?;
        }
        Ok(Lock(file))
    }
}
