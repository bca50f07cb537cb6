//! Runs the commands of a target, in the root of the site.

#![expect(clippy::disallowed_methods, reason = "writes the rules of a release for its command")]

use std::ffi::OsStr;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use croupier_content::config::options::BuildOptions;
use croupier_content::config::tables::deploy::{RELEASE, RELEASE_OUTPUT, RELEASE_RULES};
use croupier_deploy::Manifest;

/// Runs the command that updates the configuration of a web server or CDN for a release. `croupier host-config` of the command prints the
/// rules of this release, which need not be those of the last build. The error is a message for users.
pub(super) fn configure(
    command: &[String],
    options: &BuildOptions,
    release: &Manifest,
) -> Result<(), String> {
    let (id, root, out) = (&release.info.id, &options.root, options.out());
    let folder = root.join(format!(".croupier/deploy/rules-{}", std::process::id()));
    let write = || {
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("_headers"), &release.rules.headers)?;
        fs::write(folder.join("_redirects"), &release.rules.redirects)
    };
    let result = match write() {
        Err(error) => Err(format!("cannot write {}: {error}", folder.display())),
        Ok(()) => {
            let variables = [
                (RELEASE, id.as_ref()),
                (RELEASE_RULES, folder.as_os_str()),
                (RELEASE_OUTPUT, out.as_os_str()),
            ];
            run(command, root, "", &variables)
        }
    };
    let _ = fs::remove_dir_all(&folder);
    result.map_err(|reason| {
        format!("the web server was not configured: {reason}; run the command again")
    })
}

/// Runs a command with an input and variables of the environment. The error says why it failed.
pub(super) fn run(
    command: &[String],
    root: &Path,
    input: &str,
    variables: &[(&str, &OsStr)],
) -> Result<(), String> {
    let Some((program, arguments)) = command.split_first() else { return Ok(()) };
    let failure = |reason: String| format!("`{program}` {reason}");
    let mut child = Command::new(program)
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(root)
        .stdin(Stdio::piped())
        // Standard output is for events.
        .stdout(Stdio::from(std::io::stderr()))
        .spawn()
        .map_err(|error| failure(format!("cannot be started: {error}")))?;
    let written = child.stdin.take().map_or(Ok(()), |mut pipe| pipe.write_all(input.as_bytes()));
    let status = child.wait().map_err(|error| failure(format!("cannot be run: {error}")))?;
    match written {
        // The command need not read its input.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(failure(format!("cannot read its input: {error}")))
        }
        _ if status.success() => Ok(()),
        _ => Err(failure(format!("failed with {status}"))),
    }
}
