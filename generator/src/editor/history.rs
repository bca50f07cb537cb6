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

/// Responds with the commits that changed a file, newest first.
pub(super) async fn list(
    State(editor): State<Arc<Editor>>,
    Query(FilePath { path }): Query<FilePath>,
) -> Reply {
    let path = stored(&editor, &path)?;
    let format = "--format=%H%x1f%an%x1f%aI%x1f%s";
    let arguments =
        ["log", format, "--follow", "-n", MAX_COMMITS, "--", path.as_str()].map(str::to_owned);
    let output = output(&editor.root, arguments.to_vec()).await;
    let commit = |line: &str| -> Option<Value> {
        let mut parts = line.splitn(4, SEPARATOR);
        let [id, author, date, subject] =
            [parts.next()?, parts.next()?, parts.next()?, parts.next()?];
        Some(json!({ "id": id, "author": author, "date": date, "subject": subject }))
    };
    let text = output.as_ref().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let commits: Vec<Value> = text.iter().flat_map(|it| it.lines()).filter_map(commit).collect();
    Ok(Json(json!({ "commits": commits, "available": output.is_some() })))
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
    let arguments = vec!["show".to_owned(), format!("{commit}:./{path}")];
    let Some(bytes) = output(&editor.root, arguments).await else {
        return Err(error(StatusCode::NOT_FOUND, "The file was not there, or had another name."));
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
