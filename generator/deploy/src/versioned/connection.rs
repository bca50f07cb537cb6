//! Runs scripts and uploads in the folder of a target, with the programs `rsync` and, for another host, `ssh`.

#![expect(
    clippy::disallowed_methods,
    reason = "writes links to the files of a release in a temporary folder"
)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::deployment::DeployError;
use croupier_base::path::OutputPath;

/// Maximum length of the path of a socket. The system allows about 100 bytes, and `ssh` needs some for a temporary name.
const MAX_SOCKET: usize = 80;

/// Exit code of the lock if another deployment holds it.
const HELD: i32 = 75;

/// Ends a script of a deployment that no longer holds the lock. A program of a deployment that was killed can start late.
const REQUIRE_LOCK: &str = r#"[ "$(cat "$1/.croupier/lock" 2>/dev/null)" = "$CROUPIER_LOCK" ] || { echo "another deployment has locked the target" >&2; exit 75; }"#;

/// A host that is reached by SSH.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SshHost {
    /// The host, perhaps with a user: `user@host`.
    pub destination: String,
    /// The port.
    pub port: Option<u16>,
}

/// A folder with releases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionedFolder {
    /// The host. `None` for this machine.
    pub host: Option<SshHost>,
    /// The absolute path.
    pub path: String,
}

/// The reason why a script failed.
pub(super) enum RemoteError {
    /// It ended with this exit code and this text.
    Exit(i32, String),
    /// It did not run.
    Failed(String),
}

impl From<RemoteError> for DeployError {
    fn from(error: RemoteError) -> DeployError {
        DeployError::Failed(match error {
            RemoteError::Exit(_, message) | RemoteError::Failed(message) => message,
        })
    }
}

/// An upload to a folder of the target.
pub(super) struct Upload<'a> {
    /// The folder.
    pub folder: &'a str,
    /// The live release. Files that it has with the same content become links to it.
    pub live: Option<&'a str>,
    /// Whether other files of the folder are removed.
    pub removes_others: bool,
}

/// How to run programs in a folder.
pub(super) struct Connection<'a> {
    folder: &'a VersionedFolder,
    /// The socket of an open connection, which other programs share.
    socket: Option<PathBuf>,
    /// A folder of this machine for the socket and for links to the files of the release, while the lock is held.
    temporary: Option<TempDir>,
}

impl<'a> Connection<'a> {
    pub(super) fn new(folder: &'a VersionedFolder) -> Connection<'a> {
        Connection { folder, socket: None, temporary: None }
    }

    /// Returns the text in the lock while this connection holds it: the random name of the temporary folder.
    fn owner(&self) -> Option<&str> {
        self.temporary.as_ref()?.path().file_name()?.to_str()
    }

    /// Returns the arguments of `ssh` before the host. It never asks for a password.
    fn options(&self, host: &SshHost) -> Vec<String> {
        let mut options = vec!["-o".to_owned(), "BatchMode=yes".to_owned()];
        if let Some(port) = host.port {
            options.extend(["-p".to_owned(), port.to_string()]);
        }
        if let Some(socket) = &self.socket {
            options.extend(["-o".to_owned(), format!("ControlPath={}", socket.display())]);
        }
        options
    }

    /// Returns the command that runs a script, whose first argument is the folder.
    fn command(&self, script: &str, arguments: &[&str], options: &[&str]) -> Command {
        let arguments = [&[&*self.folder.path], arguments].concat();
        let Some(host) = &self.folder.host else {
            let mut command = Command::new("sh");
            command.args(["-c", script, "croupier"]).args(arguments);
            return command;
        };
        let words = arguments.iter().map(|argument| quoted(argument)).collect::<Vec<_>>().join(" ");
        let mut command = Command::new("ssh");
        command.args(self.options(host)).args(options).args(["-T", "--", &host.destination]);
        command.arg(format!("sh -c {} croupier {words}", quoted(script)));
        command
    }

    /// Runs a script with an input, and returns its output.
    pub(super) fn run(
        &self,
        script: &str,
        arguments: &[&str],
        input: &[u8],
    ) -> Result<Vec<u8>, RemoteError> {
        let script = match self.owner() {
            Some(owner) => format!("CROUPIER_LOCK={owner}\n{REQUIRE_LOCK}\n{script}"),
            None => script.to_owned(),
        };

        let mut command = self.command(&script, arguments, &[]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| self.cannot_run(&error))?;

        let mut stdin = child.stdin.take();
        let output = std::thread::scope(|scope| {
            scope.spawn(move || {
                // A script that fails does not read its input, and reports why.
                if let Some(mut stdin) = stdin.take() {
                    let _ = stdin.write_all(input);
                }
            });
            child.wait_with_output().map_err(|error| self.cannot_run(&error))
        })?;

        if output.status.success() {
            return Ok(output.stdout);
        }

        let code = output.status.code().unwrap_or(-1);
        Err(RemoteError::Exit(code, self.failure(code, &output.stderr)))
    }

    fn cannot_run(&self, error: &std::io::Error) -> RemoteError {
        cannot_run(if self.folder.host.is_some() { "ssh" } else { "sh" }, error)
    }

    /// Describes the failure of a program.
    fn failure(&self, code: i32, stderr: &[u8]) -> String {
        let text = String::from_utf8_lossy(stderr);
        let text = text.trim();
        match (code, &self.folder.host) {
            (255, Some(host)) => format!("cannot connect to {}: {text}", host.destination),
            _ if text.is_empty() => format!("a program failed with exit code {code}"),
            (_, Some(host)) => format!("{}: {text}", host.destination),
            _ => text.to_owned(),
        }
    }

    /// Reads a file. Returns `None` if it does not exist.
    pub(super) fn read(&self, path: &str) -> Result<Option<Vec<u8>>, DeployError> {
        const MISSING: i32 = 77;
        let script = r#"[ -f "$1/$2" ] || exit 77; exec cat "$1/$2""#;
        match self.run(script, &[path], &[]) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(RemoteError::Exit(MISSING, _)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes a file. Readers get the old or the new content.
    pub(super) fn put(&self, path: &str, bytes: &[u8]) -> Result<(), DeployError> {
        let script = r#"cd "$1" && cat > .croupier/new && [ "$(wc -c < .croupier/new)" -eq "$3" ] && mv -f .croupier/new "$2""#;
        self.run(script, &[path, &bytes.len().to_string()], bytes)?;
        Ok(())
    }

    /// Uploads files. `locate` returns their paths on this machine. Calls `report` with the number of files and bytes so far.
    pub(super) fn send<'p>(
        &self,
        paths: impl Iterator<Item = &'p OutputPath>,
        locate: &dyn Fn(&OutputPath) -> Result<PathBuf, String>,
        upload: &Upload<'_>,
        report: &mut dyn FnMut(usize, u64),
    ) -> Result<(), DeployError> {
        let temporary = self.temporary.as_ref().expect("uploads need the lock");
        let stage = tempfile::tempdir_in(temporary).map_err(|error| {
            DeployError::Failed(format!("{}: {error}", temporary.path().display()))
        })?;
        let stage = stage.path();

        for path in paths {
            let link = stage.join(path);
            let parent = link.parent().unwrap_or(stage);
            let file = locate(path).map_err(DeployError::Failed)?;
            let linked = fs::create_dir_all(parent).and_then(|()| symlink(file, &link));
            linked.map_err(|error| DeployError::Failed(format!("{}: {error}", link.display())))?;
        }

        let mut command = self.rsync(upload, stage);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| cannot_run("rsync", &error))?;
        let text = follow(&mut child, report);
        let status = child.wait().map_err(|error| cannot_run("rsync", &error))?;
        if status.success() {
            return Ok(());
        }

        Err(DeployError::Failed(self.failure(status.code().unwrap_or(-1), &text)))
    }

    /// Returns the command that uploads the files of `stage`. It prints the size of each file.
    fn rsync(&self, upload: &Upload<'_>, stage: &Path) -> Command {
        let path = &self.folder.path;
        // The upload of a deployment that was killed can go on for a short time.
        let mut command = match self.folder.host {
            Some(_) => Command::new("rsync"),
            None => {
                let mut command = Command::new("flock");
                command.args(["-w", "120", &format!("{path}/.croupier/upload"), "rsync"]);
                command
            }
        };

        // Times are not compared: unchanged files of a new build have new ones.
        command.args(["-r", "--checksum", "--copy-links", "--partial", "-s"]);
        if upload.removes_others {
            command.arg("--delete");
        }
        command.args(["--chmod=D755,F644", "--out-format=%l"]);

        let place = match &self.folder.host {
            Some(host) => {
                let options = self.options(host);
                let shell: Vec<String> = options.iter().map(|option| quoted(option)).collect();
                command.arg("-e").arg(format!("ssh {}", shell.join(" ")));
                let lock = quoted(&format!("{path}/.croupier/upload"));
                command.arg(format!("--rsync-path=flock -w 120 {lock} rsync"));
                format!("{}:{path}", host.destination)
            }
            None => path.clone(),
        };

        if let Some(live) = upload.live {
            command.arg(format!("--link-dest=../../releases/{live}"));
        }
        command.arg(format!("{}/", stage.display()));
        command.arg(format!("{place}/{}/", upload.folder));
        command
    }
}

/// Reports the files that an upload prints, until it ends. Returns its error output.
fn follow(child: &mut Child, report: &mut dyn FnMut(usize, u64)) -> Vec<u8> {
    let stderr = child.stderr.take();
    std::thread::scope(|scope| {
        // Both outputs are read at the same time, because a full pipe would stop the program.
        let text = scope.spawn(move || {
            let mut text = Vec::new();
            stderr.map(|mut stderr| stderr.read_to_end(&mut text));
            text
        });

        let (mut done, mut bytes) = (0, 0);
        if let Some(stdout) = child.stdout.take() {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                done += 1;
                bytes += line.parse().unwrap_or(0);
                report(done, bytes);
            }
        }
        text.join().unwrap_or_default()
    })
}

/// A connection that holds the lock of the folder. The lock ends with the connection, and therefore with this process.
pub(super) struct HeldConnection<'a> {
    connection: Connection<'a>,
    /// The program that holds the lock until its input ends.
    holder: Child,
}

impl<'a> std::ops::Deref for HeldConnection<'a> {
    type Target = Connection<'a>;

    fn deref(&self) -> &Connection<'a> {
        &self.connection
    }
}

impl<'a> HeldConnection<'a> {
    /// Connects and locks the folder, which is created. Fails if another deployment is running.
    pub(super) fn lock(target: &'a VersionedFolder) -> Result<HeldConnection<'a>, DeployError> {
        const SCRIPT: &str = r#"mkdir -p "$1/.croupier/releases" "$1/releases" || exit 1
command -v flock >/dev/null || { echo "the program flock is missing" >&2; exit 1; }
command -v rsync >/dev/null || { echo "the program rsync is missing" >&2; exit 1; }
exec flock -n -E 75 "$1/.croupier/lock" sh -c '[ -e "$1" ] || exit 75; printf %s "$2" >"$1" || exit 1; echo locked; exec cat >/dev/null' sh "$1/.croupier/lock" "$2""#;

        // Containers can share the folder for temporary files, and have the same process IDs.
        let folder =
            tempfile::Builder::new().prefix("croupier-ssh-").tempdir().map_err(|error| {
                let parent = std::env::temp_dir();
                DeployError::Failed(format!(
                    "cannot create a folder in {}: {error}",
                    parent.display()
                ))
            })?;

        let socket =
            Some(folder.path().join("s")).filter(|path| path.as_os_str().len() <= MAX_SOCKET);
        let socket = socket.filter(|_| target.host.is_some());
        let connection = Connection { folder: target, socket, temporary: Some(folder) };

        let is_shared = connection.socket.is_some();
        let options: &[&str] = if is_shared { &["-o", "ControlMaster=yes"] } else { &[] };
        let owner = connection.owner().unwrap_or_default();
        let mut command = connection.command(SCRIPT, &[owner], options);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut holder = command.spawn().map_err(|error| connection.cannot_run(&error))?;

        let mut line = String::new();
        if let Some(stdout) = &mut holder.stdout {
            let _ = BufReader::new(stdout).read_line(&mut line);
        }

        let mut held = HeldConnection { connection, holder };
        if line.trim() == "locked" {
            return Ok(held);
        }

        let mut text = Vec::new();
        if let Some(stderr) = &mut held.holder.stderr {
            let _ = stderr.read_to_end(&mut text);
        }

        let code = held.holder.wait().ok().and_then(|status| status.code()).unwrap_or(-1);
        Err(DeployError::Failed(if code == HELD {
            "another deployment to this target is running; try again when it has finished"
                .to_owned()
        } else {
            held.failure(code, &text)
        }))
    }
}

impl Drop for HeldConnection<'_> {
    fn drop(&mut self) {
        // Ends the program that holds the lock.
        drop(self.holder.stdin.take());
        let _ = self.holder.wait();
    }
}

fn cannot_run(program: &str, error: &std::io::Error) -> RemoteError {
    RemoteError::Failed(format!("cannot run `{program}`: {error}"))
}

/// Returns a text as one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_program_of_a_killed_deployment_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap().to_owned();
        let target = VersionedFolder { host: None, path };
        let held = HeldConnection::lock(&target).unwrap();
        held.put("before", b"1").unwrap();

        // Another deployment locks the folder.
        fs::write(folder.path().join(".croupier/lock"), "another").unwrap();
        let error = held.put("after", b"2").unwrap_err();
        assert!(matches!(error, DeployError::Failed(text) if text.contains("another deployment")));
        assert!(folder.path().join("before").exists() && !folder.path().join("after").exists());
    }
}
