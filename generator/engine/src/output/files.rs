//! Single files and folders of the output: written, put into their place, removed.

#![expect(clippy::disallowed_methods, reason = "a part of the door out")]

use std::fs;
use std::io;
use std::path::Path;

use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;

/// The folder of the output in which files wait for their places, so that none is ever half there.
pub(crate) const STAGE: &str = ".croupier-new";

/// The error of a file or folder that cannot be written.
pub(crate) fn failed(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(Code::CannotWrite, format!("cannot write {}: {error}", path.display()))
        .hint("what stands in the output folder is whole; build again when this is mended")
}

/// Renames a file or folder to its place, and makes the folders that it needs there.
pub(crate) fn place(staged: &Path, target: &Path) -> Result<(), Diagnostic> {
    let placed = match fs::rename(staged, target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(target.parent().unwrap_or(target))
                .and_then(|()| fs::rename(staged, target))
        }
        // An empty folder is nobody's.
        Err(error) if error.kind() == io::ErrorKind::IsADirectory => {
            fs::remove_dir(target).and_then(|()| fs::rename(staged, target))
        }
        placed => placed,
    };
    placed.map_err(|error| failed(target, &error))
}

/// Removes a file, and the folders that it leaves empty, up to `out`.
pub(crate) fn remove(target: &Path, out: &Path) -> Result<(), Diagnostic> {
    match fs::remove_file(target) {
        Err(error)
            if error.kind() != io::ErrorKind::NotFound
                && error.kind() != io::ErrorKind::NotADirectory =>
        {
            return Err(failed(target, &error));
        }
        _ => {}
    }
    let mut folder = target.parent();
    while let Some(it) = folder.filter(|it| *it != out && it.starts_with(out)) {
        if fs::remove_dir(it).is_err() {
            break;
        }
        folder = it.parent();
    }
    Ok(())
}

/// Whether a folder holds nothing but what a first build left that was killed.
pub(super) fn is_empty(out: &Path) -> bool {
    fs::read_dir(out).is_ok_and(|entries| entries.flatten().all(|entry| entry.file_name() == STAGE))
}

/// Removes what waits for its place.
pub(super) fn remove_stage(out: &Path) -> io::Result<()> {
    match fs::remove_dir_all(out.join(STAGE)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
