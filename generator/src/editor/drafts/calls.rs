//! The calls that store, read and remove drafts, and render their pages.

use std::sync::{Arc, PoisonError};
use std::time::Instant;

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{Response, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::editor::Editor;
use crate::editor::drafts::{DraftFile, RenderedDraft, is_id};
use crate::editor::paths::checked;
use crate::editor::reply::{Reply, error, with_details};
use crate::editor::source::{self, Source};
use crate::editor::{problem, transaction};
use croupier_base::disk::overlay::UnsavedFiles;
use croupier_base::path::SitePath;
use croupier_edits::Edit;
use croupier_engine::PreviewSession;

/// The id of a draft, and the page that its preview shows.
#[derive(Debug, Deserialize)]
pub(in crate::editor) struct DraftId {
    id: String,
    route: Option<String>,
}

/// Changes of a draft.
#[derive(Debug, Deserialize)]
pub(in crate::editor) struct Changes {
    files: Vec<DraftFile>,
    /// The tab that has the draft.
    #[serde(default)]
    client: String,
}

/// What the site in memory found.
struct Found {
    diagnostics: Vec<croupier_base::diagnostic::Diagnostic>,
    routes: Vec<String>,
    html: Option<(String, Vec<u8>)>,
    is_rebuilt: bool,
}

/// Stores the changes of a draft, and renders the page that its preview shows.
pub(in crate::editor) async fn put(
    State(editor): State<Arc<Editor>>,
    Query(DraftId { id, route }): Query<DraftId>,
    Json(Changes { files, client }): Json<Changes>,
) -> Reply {
    let start = Instant::now();
    if !is_id(&id) {
        return Err(error(StatusCode::BAD_REQUEST, "The id of the draft is not valid."));
    }
    // Two tabs would overwrite the changes of each other.
    let owner = editor.drafts.find(&id).map(|draft| draft.client).filter(|it| *it != client);
    if owner.is_some_and(|owner| editor.presence.has(&owner)) {
        return Err(error(StatusCode::LOCKED, "This draft is open in another browser."));
    }

    let sources = editor.based(&id, files)?;
    let edited: Vec<Source> = sources
        .iter()
        .map(|(base, file)| Ok(Source::of_text(&base.path, base.edited(&file.edits)?)))
        .collect::<Result<_, Response<Body>>>()?;
    let stored = sources.iter().map(|(base, file)| DraftFile {
        base_text: file.base.as_ref().and(base.text.clone()),
        ..file.clone()
    });
    let revision = editor.drafts.store(&id, stored.collect(), client).map_err(|problem| {
        error(StatusCode::INTERNAL_SERVER_ERROR, format!("The draft cannot be stored: {problem}."))
    })?;

    // The save says why a file of another language cannot follow.
    let following = editor.following(&sources).await.unwrap_or_default();
    let texts = edited.iter().filter_map(|it| Some((it.path.clone(), it.text.clone()?)));
    let texts = texts.chain(following.into_iter().map(|(it, text)| (it.path, text)));
    let unsaved: UnsavedFiles =
        texts.map(|(path, text)| (path, Some(text.into_bytes().into()))).collect();
    let schema = edited.first().and_then(|it| it.schema(&editor.world));
    let paths: Vec<SitePath> = edited.iter().map(|it| it.path.clone()).collect();
    let found = editor
        .worker
        .run_open(move |session| find(session, unsaved, &paths, route, schema.as_ref()));
    let found = found.await?;

    if let Some((route, html)) = found.html {
        let page = RenderedDraft { id: id.clone(), revision, route, html };
        *editor.drafts.rendered.lock().unwrap_or_else(PoisonError::into_inner) = Some(page);
    }

    let published = editor.published();
    let problems: Vec<Value> = edited
        .iter()
        .flat_map(|source| problem::of_file(&found.diagnostics, source, &published))
        .collect();
    let files: Vec<Value> =
        sources.iter().zip(&edited).map(|((base, _), edited)| draft_file(base, edited)).collect();
    let elapsed = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(Json(json!({
        "id": id,
        "files": files,
        "problems": unique(problems),
        "routes": found.routes,
        "scope": if found.is_rebuilt { "site" } else { "page" },
        "milliseconds": elapsed,
    })))
}

/// Reads unsaved files, and renders the page at `route`, or the first one that shows them.
fn find(
    session: &mut PreviewSession,
    unsaved: UnsavedFiles,
    paths: &[SitePath],
    route: Option<String>,
    schema: Option<&Value>,
) -> Found {
    if let Err(diagnostics) = session.set_unsaved(unsaved, None) {
        return Found { diagnostics, routes: Vec::new(), html: None, is_rebuilt: true };
    }

    let is_rebuilt = session.is_rebuilt();
    let mut diagnostics = session.problems();

    let base = session.settings().base_path.clone();
    let routes = paths.iter().flat_map(|path| session.routes_of(path, 20));
    let routes = routes.map(|route| route.to_string()).collect();
    let routes = match paths.first() {
        Some(path) => source::with_preview_first(routes, path, schema, session),
        None => routes,
    };
    let routes: Vec<String> = routes.into_iter().map(|route| format!("{base}{route}")).collect();

    let shown = route.or_else(|| routes.first().cloned());
    let rendered = shown.map(|url| {
        let result = session.render(url.strip_prefix(base.as_str()).unwrap_or(&url));
        (url, result)
    });

    let html = match rendered {
        Some((url, Ok(page))) => {
            diagnostics.extend(page.diagnostics);
            Some((url, page.html))
        }
        Some((_, Err(errors))) => {
            diagnostics.extend(errors);
            None
        }
        None => None,
    };

    Found { diagnostics, routes, html, is_rebuilt }
}

/// Removes problems that both the source and its page report.
fn unique(problems: Vec<Value>) -> Vec<Value> {
    let mut unique: Vec<Value> = Vec::new();
    for problem in problems {
        if !unique.contains(&problem) {
            unique.push(problem);
        }
    }
    unique
}

fn draft_file(base: &Source, edited: &Source) -> Value {
    let text = edited.text.as_deref().unwrap_or_default();
    let body = edited
        .body()
        .map(|(start, body)| json!({ "start": source::utf16_offset(text, start), "text": body }));
    json!({
        "path": edited.path,
        "text": text,
        "values": edited.values().map(|values| values.to_json()),
        "body": body,
        "diff": transaction::diff(base.text.as_deref(), Some(text)),
    })
}

/// Returns a file that changed since a person began to edit it, in three versions.
fn conflict(
    path: &SitePath,
    base_text: Option<&str>,
    theirs: Option<&Source>,
    edits: &[Edit],
) -> Value {
    let base = Source::of_text(path, base_text.unwrap_or_default().to_owned());
    let mine = base_text.and_then(|_| base.edited(edits).ok());
    json!({
        "path": path,
        "base_text": base_text,
        "theirs": theirs.and_then(|it| it.text.clone()),
        "theirs_digest": theirs.map(|it| &it.digest),
        "mine": mine,
    })
}

impl Editor {
    /// Returns the files on disk that edits begin from. Fails with a conflict if one of them is another one now.
    pub(in crate::editor) fn based(
        &self,
        draft: &str,
        files: Vec<DraftFile>,
    ) -> Result<Vec<(Source, DraftFile)>, Response<Body>> {
        let known = self.drafts.find(draft);
        let mut sources = Vec::new();
        let mut conflicts = Vec::new();

        for file in files {
            let (path, _) = checked(&self.root, &file.path)?;
            let on_disk = Source::read(&self.world, &path)?;
            let is_same = on_disk.as_ref().map(|it| &it.digest) == file.base.as_ref();
            if is_same {
                let source = on_disk.unwrap_or_else(|| Source {
                    text: Some(String::new()),
                    ..Source::of_text(&path, String::new())
                });
                sources.push((source, file));
                continue;
            }

            let before = known.as_ref().and_then(|draft| {
                draft.files.iter().find(|it| it.path == file.path && it.base == file.base)
            });
            let base_text =
                file.base_text.clone().or_else(|| before.and_then(|it| it.base_text.clone()));
            conflicts.push(conflict(&path, base_text.as_deref(), on_disk.as_ref(), &file.edits));
        }

        if conflicts.is_empty() {
            return Ok(sources);
        }
        let message = "The file changed since you began to edit it.";
        Err(with_details(StatusCode::CONFLICT, message, json!({ "conflicts": conflicts })))
    }
}

/// Responds with a draft.
pub(in crate::editor) async fn get(
    State(editor): State<Arc<Editor>>,
    Query(DraftId { id, .. }): Query<DraftId>,
) -> Reply {
    let Some(draft) = editor.drafts.find(&id) else {
        return Err(error(StatusCode::NOT_FOUND, "There is no such draft."));
    };
    let files = draft.files.iter().map(|file| {
        let path = SitePath::new(file.path.as_str());
        let on_disk = Source::read(&editor.world, &path)?.map(|it| it.digest);
        let mut json = serde_json::to_value(file).unwrap_or_default();
        json["is_outdated"] = (on_disk != file.base).into();
        Ok(json)
    });
    let files: Vec<Value> = files.collect::<Result<_, Response<Body>>>()?;
    Ok(Json(json!({ "id": id, "files": files, "saved_at": draft.saved_at })))
}

/// Removes a draft.
pub(in crate::editor) async fn delete(
    State(editor): State<Arc<Editor>>,
    Query(DraftId { id, .. }): Query<DraftId>,
) -> Reply {
    editor.drafts.remove(&id);
    Ok(Json(json!({})))
}
