//! What needs a person: problems of the last build, drafts, scheduled pages, and pictures that nothing shows.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::editor::Editor;
use crate::editor::problem;
use crate::editor::reply::Reply;
use crate::editor::source::{extension, is_picture};
use crate::editor::tree::{File, Marks, files};
use croupier_base::date;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::SitePath;
use croupier_base::url;
use croupier_content::unpublished::UnpublishedReason;
use croupier_engine::PreviewSession;

/// How many problems are listed.
const MAX_PROBLEMS: usize = 500;

/// Responds with the lists.
pub(super) async fn list(State(editor): State<Arc<Editor>>) -> Reply {
    let unsaved = editor.drafts.texts();
    let (files, scheduled, unused) = editor
        .worker
        .run_on_disk(move |session| {
            let files = files(session);
            let unused = unused_pictures(session, &files, unsaved);
            (files, scheduled(session), unused)
        })
        .await?;

    let published = editor.published();
    let marks = Marks::of(&published, editor.drafts.paths());
    let json = |file: &File| file.to_json(&marks);
    let is_draft = |file: &&File| file.status == Some("draft");
    let unsaved = editor.drafts.all().into_iter().map(|(id, draft)| {
        let paths: Vec<String> = draft.files.into_iter().map(|file| file.path).collect();
        json!({ "id": id, "paths": paths, "saved_at": draft.saved_at })
    });
    let problems = published.iter().flat_map(Diagnostic::occurrences).take(MAX_PROBLEMS);
    let problems: Vec<Value> = problems.map(|it| problem::to_json(it, None, &published)).collect();
    Ok(Json(json!({
        "problems": problems,
        "scheduled": scheduled,
        "drafts": files.iter().filter(is_draft).map(json).collect::<Vec<_>>(),
        "unused_media": files.iter().filter(|it| unused.contains(&it.path)).map(json).collect::<Vec<_>>(),
        "unsaved": unsaved.collect::<Vec<_>>(),
    })))
}

/// Returns the pages that are published or expire later, by time.
fn scheduled(session: &PreviewSession) -> Vec<Value> {
    let mut changes: Vec<(i64, Value)> = Vec::new();
    for page in session.pages() {
        let mut add = |at: i64, what: &str| {
            let json = json!({
                "path": page.source, "title": page.title, "route": page.route, "at": date::rfc3339(at), "what": what,
            });
            changes.push((at, json));
        };
        if let Some(UnpublishedReason::Scheduled(at)) = page.unpublished {
            add(at, "publishes");
        }
        let has_expired = matches!(page.unpublished, Some(UnpublishedReason::Expired(_)));
        if let Some(at) = page.expires_at.filter(|_| !has_expired) {
            add(at, "expires");
        }
    }
    changes.sort_by_key(|(at, _)| *at);
    changes.into_iter().map(|(_, json)| json).collect()
}

/// Whether a text computes the names of files in a folder: something other than a name follows the folder.
fn is_computed(text: &str, folder: &str) -> bool {
    let rests = text.match_indices(folder).map(|(at, _)| &text[at + folder.len()..]);
    rests.into_iter().any(|rest| rest.starts_with(['{', '"', '\'', '`', '$']))
}

/// Returns the pictures whose names are in no text of the site and in no unsaved one, in folders whose files are named one by one.
fn unused_pictures(
    session: &PreviewSession,
    files: &[File],
    unsaved: Vec<(SitePath, String)>,
) -> BTreeSet<String> {
    let pictures: Vec<&File> = files.iter().filter(|file| is_picture(&file.path)).collect();
    if pictures.is_empty() {
        return BTreeSet::new();
    }

    let mut named: HashSet<String> = HashSet::new();
    let is_in_name = |it: char| it.is_alphanumeric() || "._%-@+~".contains(it);
    // A name with spaces or brackets is found by its last word.
    let last_word =
        |name: &str| name.rsplit(|it| !is_in_name(it)).next().unwrap_or_default().to_owned();
    let mut note_names = |text: &str| {
        for word in text.split(|it| !is_in_name(it)).filter(|it| is_picture(it)) {
            let name = url::decoded(word).to_lowercase();
            named.insert(last_word(&name));
            named.insert(name);
        }
    };
    let url_folder = |path: &str| {
        let folder = path.rsplit_once('/')?.0.strip_prefix("static/")?;
        Some(format!("/{folder}/"))
    };
    let folders: BTreeSet<String> =
        pictures.iter().filter_map(|file| url_folder(&file.path)).collect();
    let mut computed: BTreeSet<&str> = BTreeSet::new();
    let saved = session.text_files().into_iter().filter_map(|path| {
        let bytes = session.world().read(&path).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    });
    for text in saved.chain(unsaved.into_iter().map(|(_, text)| text)) {
        note_names(&text);
        computed.extend(folders.iter().map(String::as_str).filter(|it| is_computed(&text, it)));
    }

    let is_unused = |path: &&str| {
        let name = path.rsplit_once('/').map_or(*path, |(_, name)| name).to_lowercase();
        // Icons are found by their names alone.
        let is_icon =
            extension(path) == "ico" || name.starts_with("icon") || name.contains("favicon");
        let is_computed = url_folder(path).is_some_and(|folder| computed.contains(&*folder));
        !is_icon && !is_computed && !named.contains(&name) && !named.contains(&last_word(&name))
    };
    let unused = pictures.iter().map(|file| file.path.as_str()).filter(is_unused);
    unused.map(|path| SitePath::new(path).to_string()).collect()
}
