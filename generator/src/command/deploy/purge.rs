//! The commands of a target, and the URLs that changed, as a list for a file or for the purge command.

#![expect(clippy::disallowed_methods, reason = "writes a list outside of the output")]

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::command::deploy::cdn;
use croupier_content::config::deploy::Purge;
use croupier_deploy::ChangedUrls;

/// Writes the list to a file. The error is a message for users.
pub(super) fn write_list(file: Option<&Path>, urls: &ChangedUrls) -> Result<(), String> {
    let Some(file) = file else { return Ok(()) };
    let write = || {
        let mut output = BufWriter::new(File::create(file)?);
        urls.iter().try_for_each(|url| writeln!(output, "{url}"))?;
        output.flush()
    };
    write().map_err(|error| {
        format!("the release is live, but {} cannot be written: {error}", file.display())
    })
}

/// Purges URLs as a target says. The error is a message for users.
pub(super) fn run(purge: Option<&Purge>, root: &Path, urls: &ChangedUrls) -> Result<(), String> {
    let Some(purge) = purge else { return Ok(()) };
    let urls: Vec<String> = urls.iter().collect();
    let result = match (purge.provider, &purge.command) {
        (Some(provider), _) => cdn::purge(provider, purge, &urls),
        (None, Some(command)) => run_command(command, root, &urls),
        (None, None) => Ok(()),
    };
    result.map_err(|reason| {
        format!(
            "the release is live, but changed URLs were not purged: {reason}; run the command again"
        )
    })
}

/// Runs the command that updates the configuration of a web server. The error is a message for users.
pub(super) fn configure(command: &[String], root: &Path) -> Result<(), String> {
    run_command(command, root, &[]).map_err(|reason| {
        format!("the web server was not configured: {reason}; run the command again")
    })
}

/// Runs a command in the root of the site. The error says why it failed.
fn run_command(command: &[String], root: &Path, urls: &[String]) -> Result<(), String> {
    let Some((program, arguments)) = command.split_first() else { return Ok(()) };
    let failure = |reason: String| format!("`{program}` {reason}");
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(root)
        .stdin(Stdio::piped())
        // Standard output is for events.
        .stdout(Stdio::from(std::io::stderr()))
        .spawn()
        .map_err(|error| failure(format!("cannot be started: {error}")))?;
    let written =
        child.stdin.take().map_or(Ok(()), |mut input| input.write_all(lines(urls).as_bytes()));
    let status = child.wait().map_err(|error| failure(format!("cannot be run: {error}")))?;
    match written {
        // The command need not read the list.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(failure(format!("cannot read the list: {error}")))
        }
        _ if status.success() => Ok(()),
        _ => Err(failure(format!("failed with {status}"))),
    }
}

fn lines(urls: &[String]) -> String {
    urls.iter().map(|url| format!("{url}\n")).collect()
}
