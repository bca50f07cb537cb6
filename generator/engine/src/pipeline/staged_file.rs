//! Stages single files, unless the output holds the same bytes.

use std::fs::File;

use crate::output::manifest::OutputFile;
use crate::output::staging::Staging;
use crate::session::Session;
use crate::session::rendered::StagedFile;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::fingerprint::{Fingerprint, fingerprint_bytes};
use croupier_base::path::OutputPath;

/// Stages a file unless the output holds the same bytes. A file of another program at its path is an error.
#[expect(clippy::disallowed_methods, reason = "digests the bytes of a file")]
pub(super) fn stage(
    session: &Session,
    staging: &Staging,
    path: OutputPath,
    bytes: &[u8],
) -> Result<StagedFile, Diagnostic> {
    let digest = fingerprint_bytes(bytes);
    if let Some(written) = find_written(session, staging, &path, bytes.len(), digest)? {
        return Ok(StagedFile { path, written, is_staged: false });
    }
    let written = staging.stage(&path, bytes, digest)?;
    Ok(StagedFile { path, written, is_staged: true })
}

/// Stages a copy of a large file, which `open` opens, unless the output holds the same bytes.
pub(super) fn stage_copy(
    session: &Session,
    staging: &Staging,
    path: OutputPath,
    file: &StaticFile,
    open: &dyn Fn() -> Result<File, Diagnostic>,
) -> Result<StagedFile, Diagnostic> {
    if let Some(written) = find_written(session, staging, &path, file.size, file.digest)? {
        return Ok(StagedFile { path, written, is_staged: false });
    }
    let written = staging.stage_copy(&path, open()?)?;
    Ok(StagedFile { path, written, is_staged: true })
}

/// Returns the file at a path of the output if it has this size in bytes and this digest. A file of another program is an error if it
/// has other bytes.
fn find_written(
    session: &Session,
    staging: &Staging,
    path: &OutputPath,
    size: usize,
    digest: Fingerprint,
) -> Result<Option<OutputFile>, Diagnostic> {
    if let Some(known) = session.outputs().get(path) {
        return Ok(Some(*known).filter(|it| it.digest == digest));
    }
    let written = staging.find_identical(path, size, digest);
    if written.is_none() {
        refuse_foreign(staging, path)?;
        staging.check_name(path)?;
    }
    Ok(written)
}

/// Returns an error if a file of another program is at a path.
pub(super) fn refuse_foreign(staging: &Staging, path: &OutputPath) -> Result<(), Diagnostic> {
    if !staging.is_foreign(path) {
        return Ok(());
    }
    let message = format!("{path} is in the output folder and was not made by Croupier");
    let hint = "move it away, or put it into static/ if it belongs to the site; delete it if an earlier build made it";
    Err(Diagnostic::error(Code::FileForeign, message).hint(hint))
}
