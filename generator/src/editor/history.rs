//! The history of a file in Git, read only.

use std::path::Path;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{Response, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::editor::Editor;
use crate::editor::entry::FilePath;
use crate::editor::paths::checked;
use crate::editor::reply::{Reply, error, failed};
use croupier_base::git;
use croupier_base::path::SitePath;

/// How many commits are listed.
const MAX_COMMITS: &str = "100";

/// Separates the parts of a commit. It is in no name and no date.
const SEPARATOR: char = '\u{1f}';

/// Starts each commit. The names of its files follow the parts.
const START: char = '\u{1e}';

/// A commit that changed a file.
struct Commit {
    id: String,
    author: String,
    date: String,
    subject: String,
    /// The path that the file had, from the top of the repository.
    path: String,
}

/// Reads the commits that changed a file, also under its earlier names, newest first. None without Git.
async fn commits(editor: &Editor, path: &SitePath) -> Option<Vec<Commit>> {
    let format = "--format=%x1e%H%x1f%an%x1f%aI%x1f%s";
    let arguments = ["log", "-z", format, "--follow", "--name-only", "-n", MAX_COMMITS, "--"];
    let arguments = arguments.into_iter().chain([path.as_str()]).map(str::to_owned);
    let output = output(&editor.root, arguments.collect()).await?;
    let text = String::from_utf8_lossy(&output);

    let mut commits: Vec<Commit> = Vec::new();
    for commit in text.split(START).skip(1) {
        let (head, names) = commit.split_once('\0').unwrap_or((commit, ""));
        let parts: Vec<&str> = head.splitn(4, SEPARATOR).collect();
        let [id, author, date, subject] = parts[..] else { continue };
        let name = names.split('\0').map(|it| it.trim_matches('\n')).find(|it| !it.is_empty());
        // Git shows no names for a merge.
        let newer = commits.last().map(|it| it.path.clone());
        let path = name.map(str::to_owned).or(newer).unwrap_or_else(|| format!("./{path}"));
        commits.push(Commit {
            id: id.to_owned(),
            author: author.to_owned(),
            date: date.to_owned(),
            subject: subject.trim_end_matches('\n').to_owned(),
            path,
        });
    }
    Some(commits)
}

/// Responds with the commits that changed a file, newest first.
pub(super) async fn list(
    State(editor): State<Arc<Editor>>,
    Query(FilePath { path }): Query<FilePath>,
) -> Reply {
    let path = stored(&editor, &path)?;
    let commits = commits(&editor, &path).await;
    let listed: Vec<Value> = commits
        .iter()
        .flatten()
        .map(|Commit { id, author, date, subject, .. }| {
            json!({ "id": id, "author": author, "date": date, "subject": subject })
        })
        .collect();
    Ok(Json(json!({ "commits": listed, "available": commits.is_some() })))
}

/// A file at a commit.
#[derive(Debug, Deserialize)]
pub(super) struct Version {
    path: String,
    commit: String,
}

/// Responds with the text of a file at a commit.
pub(super) async fn version(
    State(editor): State<Arc<Editor>>,
    Query(Version { path, commit }): Query<Version>,
) -> Reply {
    let path = stored(&editor, &path)?;
    let is_id = (7..=64).contains(&commit.len()) && commit.chars().all(|it| it.is_ascii_hexdigit());
    if !is_id {
        return Err(error(StatusCode::BAD_REQUEST, "The id of the commit is not valid."));
    }

    // The file had the name of then, which is not the one of now after a rename.
    let commits = commits(&editor, &path).await.unwrap_or_default();
    let found = commits.into_iter().find(|it| it.id.starts_with(&commit));
    let name = found.map_or_else(|| format!("./{path}"), |it| it.path);
    let arguments = vec!["show".to_owned(), format!("{commit}:{name}")];
    let Some(bytes) = output(&editor.root, arguments).await else {
        return Err(error(StatusCode::NOT_FOUND, "This version does not have the file."));
    };
    let text = String::from_utf8(bytes).map_err(|_| failed("This version is not UTF-8 text."))?;
    Ok(Json(json!({ "text": text })))
}

/// Returns the checked path of a file as Git knows it, which is the one on disk.
fn stored(editor: &Editor, path: &str) -> Result<SitePath, Response<Body>> {
    let (path, _) = checked(&editor.root, path)?;
    Ok(editor.world.stored_path(&path).unwrap_or(path))
}

/// Returns the output of a command of Git. None if it fails.
async fn output(root: &Path, arguments: Vec<String>) -> Option<Vec<u8>> {
    let root = root.to_owned();
    let run = move || {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        git::output(&root, &arguments)
    };
    tokio::task::spawn_blocking(run).await.ok().flatten()
}
