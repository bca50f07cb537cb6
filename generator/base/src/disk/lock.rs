//! A lock between processes: two that would install or bundle the same runtime take turns.

#![expect(
    clippy::disallowed_methods,
    reason = "a lock is a file below .croupier, neither a source nor output"
)]

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// A lock that is held until this is dropped, or until the process ends in whatever way.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "held for as long as this lives")] File);

impl Lock {
    /// Takes the lock `name` in the folder `locks`; tells `waiting` when another process holds it.
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
