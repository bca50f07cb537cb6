//! A lock between processes: two builds that would write the same place take turns.

#![expect(clippy::disallowed_methods, reason = "a lock is a file below .croupier, neither a source nor output")]

use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::publish;

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

/// The name of the lock of a folder: the same for every spelling of its path.
pub fn name_of(folder: &Path) -> String {
    let (parent, name) = (folder.parent(), folder.file_name());
    let real = fs::canonicalize(folder).ok().or_else(|| Some(fs::canonicalize(parent?).ok()?.join(name?)));
    publish::digest(real.unwrap_or_else(|| folder.to_owned()).to_string_lossy().as_bytes())
}
