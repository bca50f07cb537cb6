//! Saves drafts, creates pages, and takes back the last saves.

pub(super) mod last_saves;

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{Response, StatusCode};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::archetype::from_archetype;
use crate::editor::Editor;
use crate::editor::drafts::DraftFile;
use crate::editor::journal::Interrupted;
use crate::editor::paths::{checked_new, located, refuse_other_page};
use crate::editor::problem;
use crate::editor::reply::{Reply, error, failed, with_details};
use crate::editor::save::last_saves::{SavedFile, add};
use crate::editor::source::{Source, digest};
use crate::editor::transaction::{self, Change, Failure, diff};
use croupier_base::date;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::disk::overlay::UnsavedFiles;
use croupier_base::path::SitePath;
use croupier_edits::{Edit, escaped};

/// The files to save, and the draft that they come from.
#[derive(Debug, Deserialize)]
pub(in crate::editor) struct Save {
    files: Vec<DraftFile>,
    draft: Option<String>,
}

/// Saves edits of files.
pub(in crate::editor) async fn save(
    State(editor): State<Arc<Editor>>,
    Json(Save { files, draft }): Json<Save>,
) -> Reply {
    let sources = editor.based(draft.as_deref().unwrap_or_default(), files)?;
    let mut changes = Vec::new();
    for (base, file) in &sources {
        let text = base.edited(&file.edits)?;
        let before = file.base.as_ref().and(base.text.clone()).map(String::into_bytes);
        changes.push(editor.change(&base.path, before, Some(text.into_bytes()))?);
    }
    for (translation, text) in editor.following(&sources).await? {
        let before = translation.text.map(String::into_bytes);
        changes.push(editor.change(&translation.path, before, Some(text.into_bytes()))?);
    }
    changes.retain(|change| change.before != change.after);

    editor.refuse_errors(&changes).await?;
    let title = sources.first().map_or_else(String::new, |(base, _)| format!("Save {}", base.path));
    let undo = editor.commit(changes, title)?;
    if let Some(draft) = &draft {
        editor.drafts.remove(draft);
    }
    let files: Vec<Value> = sources
        .iter()
        .map(|(base, file)| {
            let text = base.edited(&file.edits)?;
            let diff = diff(base.text.as_deref(), Some(&text));
            Ok(json!({ "path": base.path, "digest": digest(text.as_bytes()), "diff": diff }))
        })
        .collect::<Result<_, Response<Body>>>()?;
    Ok(Json(json!({ "files": files, "undo": undo })))
}

impl Editor {
    /// Returns the change of a file.
    pub(in crate::editor) fn change(
        &self,
        path: &str,
        before: Option<Vec<u8>>,
        after: Option<Vec<u8>>,
    ) -> Result<Change, Response<Body>> {
        let (path, full_path) = located(&self.root, path)?;
        Ok(Change { path, full_path, before, after })
    }

    /// Fails if the site with the changes has errors that it does not have now.
    pub(in crate::editor) async fn refuse_errors(
        &self,
        changes: &[Change],
    ) -> Result<(), Response<Body>> {
        let unsaved: UnsavedFiles =
            changes.iter().map(|it| (it.path.clone(), it.after.clone().map(Into::into))).collect();
        let sources: Vec<Source> = changes
            .iter()
            .filter_map(|it| {
                let text = String::from_utf8(it.after.clone()?).ok()?;
                Some(Source::of_text(&it.path, text))
            })
            .collect();

        let added = self.worker.run_open(move |session| session.added_errors(unsaved)).await?;
        let errors = added.unwrap_or_else(|errors| errors);
        let Some(first) = errors.first() else { return Ok(()) };

        let message =
            format!("Not saved, because the site would have an error: {}.", first.message);
        let problems: Vec<Value> = errors
            .iter()
            .map(|error| problem::to_json(error, sources.iter().find(|it| is_in(error, it)), &[]))
            .collect();
        Err(with_details(
            StatusCode::UNPROCESSABLE_ENTITY,
            message,
            json!({ "problems": problems }),
        ))
    }

    /// Writes changes. Returns the id that takes them back.
    pub(in crate::editor) fn commit(
        &self,
        changes: Vec<Change>,
        title: String,
    ) -> Result<String, Response<Body>> {
        let mut paths = BTreeSet::new();
        if let Some(twice) = changes.iter().find(|it| !paths.insert(&it.path)) {
            return Err(failed(format!(
                "{} would be written twice. Nothing was saved.",
                twice.path
            )));
        }

        let mut saves = self.undo.saves.lock().unwrap_or_else(PoisonError::into_inner);
        transaction::commit(&self.journal, &title, &changes).map_err(|failure| match failure {
            Failure::Changed(path) => {
                let theirs = Source::read(&self.world, &path).ok().flatten();
                let change = changes.iter().find(|it| it.path == path);
                let text = |bytes: Option<&Vec<u8>>| String::from_utf8(bytes?.clone()).ok();
                let conflict = json!({
                    "path": path,
                    "base_text": text(change.and_then(|it| it.before.as_ref())),
                    "theirs": theirs.as_ref().and_then(|it| it.text.clone()),
                    "theirs_digest": theirs.as_ref().map(|it| &it.digest),
                    "mine": text(change.and_then(|it| it.after.as_ref())),
                });
                let message = format!("{path} was changed by another program. Nothing was saved.");
                with_details(StatusCode::CONFLICT, message, json!({ "conflicts": [conflict] }))
            }
            Failure::System(path, error) => {
                failed(format!("{path} cannot be written: {error}. Nothing was saved."))
            }
        })?;

        let files: Vec<SavedFile> = changes.into_iter().map(SavedFile::from).collect();
        self.refresh(files.iter().map(|it| &it.path));
        Ok(add(&mut saves, title, files))
    }

    /// Records a file that was created without a journal, which one file does not need. Returns the id that takes it back.
    pub(in crate::editor) fn record_created(&self, file: SavedFile, title: String) -> String {
        let mut saves = self.undo.saves.lock().unwrap_or_else(PoisonError::into_inner);
        self.refresh([&file.path]);
        add(&mut saves, title, vec![file])
    }

    /// Reads changed files again, so that the next call knows them before they are built.
    fn refresh<'a>(&self, paths: impl IntoIterator<Item = &'a SitePath>) {
        self.worker.refresh(Some(paths.into_iter().cloned().collect()));
    }

    /// Takes a save back that the end of an earlier server interrupted, and removes the files that it left. Returns what happened, in a
    /// sentence.
    pub(crate) fn recover(&self) -> Option<String> {
        let interrupted = self.journal.recover();
        transaction::remove_abandoned(&self.root);
        // After that, the files are those of the last complete save.
        self.drafts.remove_saved(&self.world);

        match interrupted {
            Ok(interrupted) => {
                let Interrupted { title, message, changes } = interrupted?;
                if !changes.is_empty() {
                    let mut saves = self.undo.saves.lock().unwrap_or_else(PoisonError::into_inner);
                    let files = changes.into_iter().map(SavedFile::from).collect();
                    add(&mut saves, format!("Interrupted: {title}"), files);
                }
                Some(message)
            }
            Err(error) => Some(format!(
                "a save in the editor was interrupted, and cannot be taken back: {error}"
            )),
        }
    }
}

fn is_in(error: &Diagnostic, source: &Source) -> bool {
    error.place.as_ref().is_some_and(|place| place.file == *source.path.as_str())
}

/// The id of a save.
#[derive(Debug, Deserialize)]
pub(in crate::editor) struct UndoId {
    undo: String,
}

/// Takes a save back.
pub(in crate::editor) async fn undo(
    State(editor): State<Arc<Editor>>,
    Json(UndoId { undo }): Json<UndoId>,
) -> Reply {
    let saves = || editor.undo.saves.lock().unwrap_or_else(PoisonError::into_inner);
    let gone = || error(StatusCode::NOT_FOUND, "This save can no longer be undone.");
    let not_undone = |failure| match failure {
        Failure::Changed(path) => error(
            StatusCode::CONFLICT,
            format!("{path} changed since it was saved, so that the save cannot be undone."),
        ),
        Failure::System(path, problem) => {
            failed(format!("{path} cannot be written: {problem}. Nothing was changed."))
        }
    };

    let (title, reversed) = {
        let saves = saves();
        let save = saves.iter().find(|it| it.id == undo).ok_or_else(gone)?;
        let reversed: Result<Vec<Change>, Failure> =
            save.files.iter().rev().map(SavedFile::reversed).collect();
        (format!("Undo: {}", save.title), reversed)
    };
    let changes = reversed.map_err(not_undone)?;
    // Another page may use meanwhile what the save created.
    editor.refuse_errors(&changes).await?;

    let mut saves = saves();
    let index = saves.iter().position(|it| it.id == undo).ok_or_else(gone)?;
    transaction::commit(&editor.journal, &title, &changes).map_err(not_undone)?;
    saves.remove(index);
    editor.refresh(changes.iter().map(|it| &it.path));
    let files: Vec<&SitePath> = changes.iter().map(|it| &it.path).collect();
    Ok(Json(json!({ "files": files })))
}

/// Responds with the saves that can be taken back, newest first.
pub(in crate::editor) async fn list_undo(State(editor): State<Arc<Editor>>) -> Reply {
    let saves = editor.undo.saves.lock().unwrap_or_else(PoisonError::into_inner);
    let items: Vec<Value> = saves
        .iter()
        .rev()
        .map(|it| json!({ "undo": it.id, "title": it.title, "at": it.at }))
        .collect();
    Ok(Json(json!({ "items": items })))
}

/// The folder of a new page.
#[derive(Debug, Deserialize)]
pub(in crate::editor) struct Folder {
    under: Option<String>,
}

/// Responds with the form of a new page.
pub(in crate::editor) async fn new_page(
    State(editor): State<Arc<Editor>>,
    Query(Folder { under }): Query<Folder>,
) -> Reply {
    let pages = editor.worker.run_on_disk(|session| session.pages()).await?;
    let folders: BTreeSet<String> = pages
        .iter()
        .filter_map(|page| Some(format!("{}/", page.source.rsplit_once('/')?.0)))
        .collect();

    let folder = under.unwrap_or_else(|| "content/".to_owned());
    let path = SitePath::new(format!("{}/new.md", folder.trim_end_matches('/')));
    let schema = Source::of_text(&path, String::new()).schema(&editor.world);
    let folder = folder.trim_end_matches('/');

    // What is wrong with an archetype is reported when a page begins with it.
    let beginning = from_archetype(&editor.root, &path, "").ok().flatten();
    let values = Source::of_text(&path, beginning.unwrap_or_default()).values();
    let extra = values.and_then(|it| Some(it.get("extra")?.to_json()));

    Ok(Json(json!({
        "schema": schema,
        "folders": folders,
        "values": { "title": "", "draft": true },
        "extra": extra,
        "kinds": [
            { "name": "Page", "path_hint": format!("{folder}/SLUG.md") },
            { "name": "Page with its own pictures", "path_hint": format!("{folder}/SLUG/index.md") },
        ],
    })))
}

/// A new file.
#[derive(Debug, Deserialize)]
pub(in crate::editor) struct NewFile {
    path: String,
    #[serde(default)]
    values: Map<String, Value>,
    #[serde(default)]
    body: String,
}

/// Creates a page or another file.
pub(in crate::editor) async fn create(
    State(editor): State<Arc<Editor>>,
    Json(NewFile { path, values, body }): Json<NewFile>,
) -> Reply {
    let (path, full_path) = checked_new(&editor.root, &path)?;
    if full_path.exists() {
        return Err(error(StatusCode::CONFLICT, format!("{path} exists already.")));
    }
    refuse_other_page(&path)?;
    let title = values.get("title").and_then(Value::as_str).unwrap_or_default();
    let beginning = from_archetype(&editor.root, &path, title).map_err(|problem| {
        let message = format!("Not created, because {problem}.");
        error(StatusCode::UNPROCESSABLE_ENTITY, message)
    })?;
    let start = Source::of_text(&path, beginning.unwrap_or_default());

    let mut edits = edits_of(&values, start.schema(&editor.world).as_ref());
    if !body.is_empty() {
        edits.push(json!({ "body": { "start": 0, "end": 0 }, "text": body }));
    }
    let edits: Vec<Edit> = serde_json::from_value(edits.into())
        .map_err(|problem| error(StatusCode::BAD_REQUEST, format!("{problem}.")))?;

    let text = start.edited(&edits)?;
    let digest = digest(text.as_bytes());
    let changes = vec![editor.change(&path, None, Some(text.into_bytes()))?];
    editor.refuse_errors(&changes).await?;
    let undo = editor.commit(changes, format!("Create {path}"))?;
    Ok(Json(json!({ "path": path, "digest": digest, "undo": undo })))
}

/// Returns the edits that set the values of a form, as JSON. A text in a field for dates is a date. The other keys of tables stay.
fn edits_of(values: &Map<String, Value>, schema: Option<&Value>) -> Vec<Value> {
    let mut edits = Vec::new();
    add_edits("", values, schema.unwrap_or(&Value::Null), &mut edits);
    edits
}

fn add_edits(pointer: &str, values: &Map<String, Value>, schema: &Value, edits: &mut Vec<Value>) {
    for (key, value) in values {
        let pointer = format!("{pointer}/{}", escaped(key));
        let schema = &schema["properties"][key];
        if let Some(table) = value.as_object().filter(|it| !it.is_empty()) {
            add_edits(&pointer, table, schema, edits);
            continue;
        }

        let mut edit = json!({ "set": pointer, "value": value });
        let format = &schema["format"];
        let is_date_field = format == "date" || format == "date-time";
        if is_date_field && value.as_str().is_some_and(|text| date::parse(text).is_ok()) {
            edit["type"] = "date".into();
        }
        edits.push(edit);
    }
}
