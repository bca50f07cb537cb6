//! Unsaved files. They survive the end of the browser and of the server in `.croupier/drafts/`, and are never published.

#![expect(clippy::disallowed_methods, reason = "drafts are neither sources nor output")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{Response, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::editor::Editor;
use crate::editor::paths::checked;
use crate::editor::presence::Presence;
use crate::editor::reply::{Reply, error, with_details};
use crate::editor::save::conflict;
use crate::editor::source::{self, Source};
use crate::editor::{problem, transaction};
use croupier_base::date;
use croupier_base::disk::overlay::UnsavedFiles;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_edits::Edit;
use croupier_engine::PreviewSession;

/// A file with unsaved changes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct DraftFile {
    pub path: String,
    /// The digest of the file that the edits begin from. None for a new file.
    pub base: Option<String>,
    /// The text of that file.
    #[serde(default)]
    pub base_text: Option<String>,
    pub edits: Vec<Edit>,
}

/// Unsaved changes of some files.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Draft {
    pub files: Vec<DraftFile>,
    pub saved_at: String,
    /// The number of changes since the server started.
    #[serde(skip)]
    pub revision: u64,
    /// The tab that stored the draft last. Empty since the server started.
    #[serde(skip)]
    pub client: String,
}

/// A page that was rendered with the last change of a draft.
pub(super) struct RenderedDraft {
    pub id: String,
    pub revision: u64,
    pub route: String,
    pub html: Vec<u8>,
}

/// All drafts of a site.
pub(super) struct Drafts {
    folder: PathBuf,
    by_id: Mutex<BTreeMap<String, Draft>>,
    rendered: Mutex<Option<RenderedDraft>>,
}

impl Drafts {
    /// Reads the drafts of the site in `root`.
    pub(super) fn new(root: &Path) -> Drafts {
        let folder = root.join(".croupier").join("drafts");
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let read = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().ok()?;
            let id = name.strip_suffix(".json").filter(|id| is_id(id))?;
            let draft = serde_json::from_slice(&fs::read(entry.path()).ok()?).ok()?;
            Some((id.to_owned(), draft))
        };
        let drafts = entries.filter_map(read).collect();
        Drafts { folder, by_id: Mutex::new(drafts), rendered: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Draft>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a draft.
    pub(super) fn find(&self, id: &str) -> Option<Draft> {
        self.lock().get(id).cloned()
    }

    /// Returns all drafts by id.
    pub(super) fn all(&self) -> BTreeMap<String, Draft> {
        self.lock().clone()
    }

    /// Returns the paths of all files with unsaved changes.
    pub(super) fn paths(&self) -> BTreeSet<String> {
        let drafts = self.lock();
        drafts.values().flat_map(|draft| &draft.files).map(|file| file.path.clone()).collect()
    }

    /// Returns the drafts of a file as JSON. `digest` is that of the file on disk.
    pub(super) fn of_file(&self, path: &str, digest: &str, presence: &Presence) -> Vec<Value> {
        let drafts = self.lock();
        let of_file = drafts.iter().filter_map(|(id, draft)| {
            let file = draft.files.iter().find(|file| file.path == path)?;
            let is_outdated = file.base.as_deref() != Some(digest);
            let is_open = presence.has(&draft.client);
            Some(json!({
                "id": id, "saved_at": draft.saved_at, "is_outdated": is_outdated, "is_open": is_open,
            }))
        });
        of_file.collect()
    }

    /// Stores a draft, and returns its revision.
    fn store(&self, id: &str, files: Vec<DraftFile>, client: String) -> std::io::Result<u64> {
        // A client without changes only shows pages as they are.
        if files.is_empty() {
            self.remove(id);
            return Ok(0);
        }
        let mut drafts = self.lock();
        let revision = drafts.get(id).map_or(0, |draft| draft.revision) + 1;
        let draft = Draft { files, saved_at: date::now(), revision, client };
        fs::create_dir_all(&self.folder)?;
        let text = serde_json::to_vec(&draft).map_err(std::io::Error::other)?;
        transaction::replace(&self.folder.join(format!("{id}.json")), &text)?;
        drafts.insert(id.to_owned(), draft);
        Ok(revision)
    }

    /// Removes a draft.
    pub(super) fn remove(&self, id: &str) {
        self.lock().remove(id);
        if is_id(id) {
            let _ = fs::remove_file(self.folder.join(format!("{id}.json")));
        }
    }

    /// Removes the drafts whose changes are on disk: the process ended after it saved them.
    pub(super) fn remove_saved(&self, world: &World) {
        let is_saved = |file: &DraftFile| {
            let path = SitePath::new(file.path.as_str());
            let base = Source::of_text(&path, file.base_text.clone().unwrap_or_default());
            let on_disk = Source::read(world, &path).ok().flatten().and_then(|it| it.text);
            on_disk.is_some() && on_disk == base.edited(&file.edits).ok()
        };
        for (id, draft) in self.all() {
            if draft.files.iter().all(is_saved) {
                self.remove(&id);
            }
        }
    }

    /// Returns the page of a draft's last change, if it was rendered.
    pub(super) fn rendered(&self, id: &str, route: &str) -> Option<Vec<u8>> {
        let revision = self.lock().get(id)?.revision;
        let rendered = self.rendered.lock().unwrap_or_else(PoisonError::into_inner);
        let page = rendered.as_ref()?;
        let is_same = page.id == id && page.revision == revision && page.route == route;
        is_same.then(|| page.html.clone())
    }
}

fn is_id(id: &str) -> bool {
    (8..=64).contains(&id.len()) && id.chars().all(|it| it.is_ascii_alphanumeric() || it == '-')
}

impl Draft {
    /// Returns the texts of the files. A file whose edits cannot be applied is an error.
    pub(super) fn unsaved(&self) -> Result<UnsavedFiles, Response<Body>> {
        let texts = self.files.iter().map(|file| {
            let path = SitePath::new(file.path.as_str());
            let base = Source::of_text(&path, file.base_text.clone().unwrap_or_default());
            Ok((path, Some(base.edited(&file.edits)?.into_bytes().into())))
        });
        texts.collect()
    }
}

/// The id of a draft, and the page that its preview shows.
#[derive(Debug, Deserialize)]
pub(super) struct DraftId {
    id: String,
    route: Option<String>,
}

/// Changes of a draft.
#[derive(Debug, Deserialize)]
pub(super) struct Changes {
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
pub(super) async fn put(
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

    let unsaved: UnsavedFiles = edited
        .iter()
        .map(|it| (it.path.clone(), it.text.clone().map(|text| text.into_bytes().into())))
        .collect();
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
    let routes: Vec<String> = source::with_preview_first(routes, schema, session)
        .into_iter()
        .map(|route| format!("{base}{route}"))
        .collect();
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

impl Editor {
    /// Returns the files on disk that edits begin from. Fails with a conflict if one of them is another one now.
    pub(super) fn based(
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
pub(super) async fn get(
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
pub(super) async fn delete(
    State(editor): State<Arc<Editor>>,
    Query(DraftId { id, .. }): Query<DraftId>,
) -> Reply {
    editor.drafts.remove(&id);
    Ok(Json(json!({})))
}
