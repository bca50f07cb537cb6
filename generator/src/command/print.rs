//! Writes the results of commands to standard output. `print!` is not used, because it panics if the reader has ended, such as `head`.

use std::io::{ErrorKind, Write as _};

use crate::command::failure::Failure;

/// Prints the result of a command to standard output.
///
/// If the reader has ended, the command ends too, without an error. Other failures, such as a full disk, are reported.
pub(crate) fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_ref()).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::Reported(0)),
        Err(error) => Err(Failure::System(format!("cannot write to standard output: {error}"))),
    }
}
