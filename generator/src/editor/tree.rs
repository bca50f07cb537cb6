//! The list of source files: pages, data, messages and media.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::editor::Editor;
use crate::editor::paths::is_writable;
use crate::editor::reply::Reply;
use crate::editor::source::kind;
use croupier_base::diagnostic::{Diagnostic, Severity};
use croupier_base::disk::ignored::is_extra_schema;
use croupier_content::unpublished::UnpublishedReason;
use croupier_engine::{PageEntry, PreviewSession};

/// The number of files on one page of the list.
const PER_PAGE: usize = 100;

/// Which files to list.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Filter {
    kind: Option<String>,
    q: Option<String>,
    under: Option<String>,
    page: Option<usize>,
}

/// Responds with a page of the list.
pub(super) async fn list(State(editor): State<Arc<Editor>>, Query(filter): Query<Filter>) -> Reply {
    let files = editor.worker.run_on_disk(|session| files(session)).await?;
    let marks = Marks::of(&editor.published(), editor.drafts.paths());

    let words: Vec<String> =
        filter.q.unwrap_or_default().split_whitespace().map(str::to_lowercase).collect();
    let under = filter.under.unwrap_or_default();
    let is_found = |file: &&File| {
        let text = format!("{} {}", file.title, file.path).to_lowercase();
        file.path.starts_with(&under) && words.iter().all(|word| text.contains(word))
    };
    let found: Vec<&File> = files.iter().filter(is_found).collect();

    let mut counts: BTreeMap<&str, usize> =
        ["page", "data", "messages", "media", "other"].map(|kind| (kind, 0)).into();
    for file in &found {
        *counts.entry(file.kind).or_default() += 1;
    }

    let is_of_kind = |file: &&&File| filter.kind.as_deref().is_none_or(|kind| kind == file.kind);
    let listed: Vec<&&File> = found.iter().filter(is_of_kind).collect();
    let page = filter.page.unwrap_or(1).max(1);
    let shown = listed.iter().skip((page - 1) * PER_PAGE).take(PER_PAGE);
    let items: Vec<Value> = shown.map(|file| file.to_json(&marks)).collect();
    Ok(Json(json!({
        "items": items,
        "total": listed.len(),
        "page": page,
        "pages": listed.len().div_ceil(PER_PAGE),
        "counts": counts,
    })))
}

/// A file of the list.
pub(super) struct File {
    pub path: String,
    pub kind: &'static str,
    pub title: String,
    route: Option<String>,
    language: Option<&'static str>,
    pub status: Option<&'static str>,
    date: Option<String>,
}

/// Returns all files that the editor lists, by path.
pub(super) fn files(session: &PreviewSession) -> Vec<File> {
    let mut files: Vec<File> = session.pages().iter().map(File::of_page).collect();
    let others = session.other_files();
    let shown =
        others.iter().filter(|path| !path.ends_with(".schema.json") && !is_extra_schema(path));
    files.extend(shown.map(|path| File::of_path(path)));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

impl File {
    /// Returns a content file.
    pub(super) fn of_page(page: &PageEntry) -> File {
        let status = match page.unpublished {
            None | Some(UnpublishedReason::Headless) => "published",
            Some(UnpublishedReason::Draft) => "draft",
            Some(UnpublishedReason::Scheduled(_)) => "scheduled",
            Some(UnpublishedReason::Expired(_)) => "expired",
        };
        File {
            path: page.source.to_string(),
            kind: "page",
            title: page.title.clone(),
            route: Some(page.route.to_string()),
            language: (!page.language.is_empty()).then_some(page.language),
            status: Some(status),
            date: page.date.clone(),
        }
    }

    fn of_path(path: &str) -> File {
        let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
        File {
            path: path.to_owned(),
            kind: kind(path),
            title: name.to_owned(),
            route: None,
            language: None,
            status: None,
            date: None,
        }
    }

    /// Returns the file as JSON.
    pub(super) fn to_json(&self, marks: &Marks) -> Value {
        let (errors, warnings) = marks.problems.get(&self.path).copied().unwrap_or_default();
        json!({
            "path": self.path,
            "kind": self.kind,
            "title": if self.title.is_empty() { &self.path } else { &self.title },
            "route": self.route,
            "language": self.language,
            "status": self.status,
            "date": self.date,
            "errors": errors,
            "warnings": warnings,
            "has_draft": marks.drafts.contains(&self.path),
            "writable": is_writable(&self.path),
        })
    }
}

/// What the list shows for files.
pub(super) struct Marks {
    /// The number of errors and of warnings, by path.
    problems: BTreeMap<String, (usize, usize)>,
    /// The files with unsaved changes.
    drafts: BTreeSet<String>,
}

impl Marks {
    /// Counts the diagnostics of the last build.
    pub(super) fn of(published: &[Diagnostic], drafts: BTreeSet<String>) -> Marks {
        let mut problems: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        for diagnostic in published.iter().flat_map(Diagnostic::occurrences) {
            let Some(place) = &diagnostic.place else { continue };
            let (errors, warnings) = problems.entry(place.file.clone()).or_default();
            let count = if diagnostic.severity == Severity::Error { errors } else { warnings };
            *count += 1;
        }
        Marks { problems, drafts }
    }
}
