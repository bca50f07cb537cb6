//! Dates and authors of files from the Git history of a site, read with the `git` program.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use crate::disk::stamp::Stamp;
use crate::disk::world::now;
use crate::fingerprint::{Fingerprint, fingerprint};
use crate::path::SitePath;
use crate::unicode::{into_nfc, nfc};

/// The start of a commit in the output of `git log`. Paths follow a status, so that no path is mistaken for it.
const COMMIT: u8 = 1;

/// The first and the last commit of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FileHistory {
    /// Author date of the first commit, in epoch seconds. None if a shallow clone lacks it.
    pub created: Option<i64>,
    /// Author date of the last commit, in epoch seconds.
    pub updated: i64,
    /// Hash of the last commit.
    pub commit: String,
    /// Name of the author of the last commit.
    pub author: String,
}

/// The histories of files by path.
pub type Histories = BTreeMap<SitePath, FileHistory>;

/// The reason why there is no history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GitError {
    /// The `git` program cannot be started.
    NotInstalled,
    /// `git` reported an error, such as that the folder is in no repository.
    Failed(String),
}

/// The repository that contains a site, at one commit.
#[derive(Debug)]
pub struct Repository {
    root: PathBuf,
    /// Path of the site in the repository: empty, or `docs/`.
    prefix: String,
    /// Hash of the current commit. Empty before the first commit.
    head: String,
    /// The oldest commits of a shallow clone, whose parents are missing. Empty for a whole history.
    boundary: BTreeSet<String>,
    /// Files that Git writes when the current commit changes, with their stamps.
    stamps: [(PathBuf, Option<Stamp>); 4],
    /// When the repository was opened.
    opened_at: i64,
}

impl Repository {
    /// Opens the repository that contains the folder `root`.
    #[expect(
        clippy::disallowed_methods,
        reason = "the files of Git are outside the sources that World reads"
    )]
    pub fn open(root: &Path) -> Result<Repository, GitError> {
        let opened_at = now();
        let output = run(git(root).args([
            "rev-parse",
            "--show-prefix",
            "--git-path",
            "shallow",
            "--git-path",
            "HEAD",
            "--git-path",
            "logs/HEAD",
            "--git-path",
            "index",
            "--verify",
            "--quiet",
            "HEAD",
        ]))?;

        let mut lines = output.lines().map(str::to_owned);
        let prefix = lines.next().unwrap_or_default();
        let mut path = || lines.next().map(|path| root.join(path)).unwrap_or_default();
        let shallow = path();

        // A later build compares these stamps, so that it need not start git while they are the same.
        let stamps = [shallow.clone(), path(), path(), path()].map(|path| {
            let stamp = stamp(&path);
            (path, stamp)
        });

        let head = lines.next().unwrap_or_default();
        let boundary = std::fs::read_to_string(shallow).unwrap_or_default();
        let boundary = boundary.lines().map(str::to_owned).collect();

        Ok(Repository { root: root.to_owned(), prefix, head, boundary, stamps, opened_at })
    }

    /// Returns the hash of the current commit. Empty before the first commit.
    pub fn head(&self) -> &str {
        &self.head
    }

    /// Returns whether Git wrote none of its files since the repository was opened.
    pub fn is_current(&self) -> bool {
        self.stamps.iter().all(|(path, before)| {
            stamp(path) == *before && before.is_none_or(|it| !it.is_racy(self.opened_at))
        })
    }

    /// Returns whether the history is cut off.
    pub fn is_shallow(&self) -> bool {
        !self.boundary.is_empty()
    }

    /// Returns the fingerprint of everything that [`Repository::histories`] depends on.
    pub fn fingerprint(&self) -> Fingerprint {
        fingerprint(&(&self.prefix, &self.head, &self.boundary))
    }

    /// Reads the histories of the Markdown files below a folder of the site.
    ///
    /// A file keeps its history when it is moved without a change, and such a move is not a commit of the file. The oldest commits of a
    /// shallow clone seem to create all files; they are left out.
    pub fn histories(&self, folder: &str) -> Result<Histories, GitError> {
        if self.head.is_empty() {
            return Ok(Histories::new());
        }

        let mut child = git(&self.root)
            .args(["-c", "log.showRoot=true", "log", "-z", "--relative", "--no-show-signature"])
            .args(["--no-ext-diff", "--no-color", "--name-status", "--find-renames=100%"])
            .args(["--format=tformat:%x01%H %at %aN", &self.head, "--", folder])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| not_started(&error))?;

        let stdout = child.stdout.take().expect("stdout is piped");
        let histories = read_log(BufReader::with_capacity(1 << 16, stdout), &self.boundary);

        // The pipe of errors is read after that of the log; git writes only little to it.
        let mut errors = String::new();
        let stderr = child.stderr.take().expect("stderr is piped");
        // An unreadable message is an empty one.
        let _ = BufReader::new(stderr).read_to_string(&mut errors);

        let status = child.wait().map_err(|error| GitError::Failed(error.to_string()))?;
        if !status.success() {
            return Err(GitError::Failed(first_line(&errors)));
        }

        histories.map_err(|error| GitError::Failed(error.to_string()))
    }

    /// Returns the Markdown files below a folder of the site that differ from the current commit.
    pub fn uncommitted(&self, folder: &str) -> Result<Vec<SitePath>, GitError> {
        let status = run(git(&self.root)
            .args(["--no-optional-locks", "status", "--porcelain=v1", "-z", "--no-renames"])
            .args(["--untracked-files=all", "--ignore-submodules=all", "--", folder]))?;
        let paths = status.split('\0').filter_map(|entry| entry.get(3..));
        let paths = paths.filter_map(|path| path.strip_prefix(&*self.prefix));
        Ok(paths
            .filter(|path| path.ends_with(".md"))
            .map(|path| SitePath::new(&*nfc(path)))
            .collect())
    }
}

/// Reads the output of `git log`, newest commit first.
fn read_log(log: impl BufRead, boundary: &BTreeSet<String>) -> io::Result<Histories> {
    let mut histories = Histories::new();

    // The current paths of files by their former paths.
    let mut moved: HashMap<String, String> = HashMap::new();
    // The moves of the commit, which apply to older commits only.
    let mut moves = Vec::new();
    let mut cut_off = BTreeSet::new();
    let (mut commit, mut time, mut author) = (String::new(), 0, String::new());

    let mut tokens = log.split(0).map(|token| token.map(|bytes| text_of_token(&bytes)));
    while let Some(token) = tokens.next().transpose()? {
        if let Some(line) = token.strip_prefix(char::from(COMMIT)) {
            (commit, time, author) = parse_commit(line);
            moved.extend(moves.drain(..));
            continue;
        }

        if token.is_empty() {
            continue;
        }

        let Some(path) = tokens.next().transpose()? else { break };
        if token.starts_with('R') {
            let Some(now) = tokens.next().transpose()? else { break };
            let now = moved.get(&now).cloned().unwrap_or(now);
            moves.push((path, now));
            continue;
        }

        if token.starts_with('D') || !path.ends_with(".md") {
            continue;
        }

        let path = SitePath::new(moved.get(&path).cloned().unwrap_or(path));
        if boundary.contains(&commit) {
            cut_off.insert(path);
            continue;
        }

        let history = histories.entry(path).or_insert_with(|| FileHistory {
            created: Some(time),
            updated: time,
            commit: commit.clone(),
            author: author.clone(),
        });
        history.created = history.created.map(|created| created.min(time));
    }

    for path in cut_off {
        histories.entry(path).and_modify(|history| history.created = None);
    }
    Ok(histories)
}

/// Returns a token of the log. Paths are compared with site paths, which are in NFC.
fn text_of_token(bytes: &[u8]) -> String {
    into_nfc(String::from_utf8_lossy(bytes).trim_start_matches('\n').to_owned())
}

/// Returns the id, the time and the author of a commit.
fn parse_commit(line: &str) -> (String, i64, String) {
    let mut parts = line.splitn(3, ' ').map(str::to_owned);
    let commit = parts.next().unwrap_or_default();
    let time = parts.next().and_then(|time| time.parse().ok()).unwrap_or(0);
    (commit, time, parts.next().unwrap_or_default())
}

/// Returns a command of Git in a folder, whose output does not depend on the settings of the user.
fn git(root: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(root).env("LC_ALL", "C").stdin(Stdio::null());
    command
}

/// Returns the output of a command of Git in a folder. None if it fails, or if Git is not installed.
pub fn output(root: &Path, arguments: &[&str]) -> Option<Vec<u8>> {
    let output = git(root).args(arguments).stderr(Stdio::null()).output().ok()?;
    output.status.success().then_some(output.stdout)
}

/// Runs a command, and returns its output. Without a first commit, `rev-parse` fails without a message.
fn run(command: &mut Command) -> Result<String, GitError> {
    let output = command.output().map_err(|error| not_started(&error))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() && !errors.trim().is_empty() {
        return Err(GitError::Failed(first_line(&errors)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn not_started(error: &io::Error) -> GitError {
    if error.kind() == io::ErrorKind::NotFound {
        GitError::NotInstalled
    } else {
        GitError::Failed(error.to_string())
    }
}

/// Returns the first line of an error message of Git.
fn first_line(errors: &str) -> String {
    let line = errors.lines().next().unwrap_or_default();
    line.trim_start_matches("fatal: ").to_owned()
}

#[expect(
    clippy::disallowed_methods,
    reason = "the files of Git are outside the sources that World reads"
)]
fn stamp(path: &Path) -> Option<Stamp> {
    std::fs::metadata(path).ok().map(|metadata| Stamp::of(&metadata))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(log: &str, boundary: &[&str]) -> Histories {
        let boundary = boundary.iter().map(|it| (*it).to_owned()).collect();
        read_log(log.replace('|', "\0").as_bytes(), &boundary).unwrap()
    }

    #[test]
    fn a_file_that_moves_unchanged_keeps_its_dates() {
        let log = "\u{1}c3 30 Bo Li|\nM|content/b.md|\u{1}c2 20 Ada|\nR100|content/a.md|content/b.md|A|content/a.md|\
                   \u{1}c1 10 Ada|\nA|content/a.md|A|content/x.css|";
        let histories = read(log, &[]);
        let history = |path: &str| {
            let it = &histories[path];
            (it.created, it.updated, it.commit.as_str(), it.author.as_str())
        };
        assert_eq!(history("content/b.md"), (Some(10), 30, "c3", "Bo Li"));
        assert_eq!(history("content/a.md"), (Some(20), 20, "c2", "Ada"));
        assert_eq!(histories.len(), 2);
    }

    #[test]
    fn a_shallow_clone_has_no_dates_of_its_oldest_commits() {
        let log = "\u{1}c2 20 Ada|\nM|content/a.md|\u{1}c1 10 Ada|\nA|content/a.md|A|content/b.md|";
        let histories = read(log, &["c1"]);
        assert_eq!(histories["content/a.md"].created, None);
        assert_eq!(histories["content/a.md"].updated, 20);
        assert_eq!(histories.len(), 1);
    }
}
