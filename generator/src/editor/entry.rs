//! One source file with everything that its form shows.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::Response;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::editor::Editor;
use crate::editor::paths::{checked, is_writable};
use crate::editor::problem;
use crate::editor::reply::not_found;
use crate::editor::source::{self, InOrder, Source};
use crate::editor::translation;
use crate::editor::translation_schema::texts_only;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::SitePath;
use croupier_engine::{LanguageTranslations, PreviewSession, TranslationState};

/// How many pages that show a file are listed.
const MAX_ROUTES: usize = 20;

/// The file of a call.
#[derive(Debug, Deserialize)]
pub(super) struct FilePath {
    pub path: String,
}

/// The response.
#[derive(Serialize)]
struct Entry<'a> {
    values: Option<InOrder<'a>>,
    schema: Option<Schema<'a>>,
    #[serde(flatten)]
    rest: Value,
}

/// A JSON Schema.
#[derive(Serialize)]
#[serde(untagged)]
enum Schema<'a> {
    /// That of a data file.
    InOrder(InOrder<'a>),
    /// That of front matter, whose keys have an order of their own.
    Any(Value),
}

/// What the site in memory knows about a file.
struct Known {
    routes: Vec<String>,
    language: Option<&'static str>,
    /// Whether the file has the texts of a data file in another language.
    has_texts_only: bool,
    /// Whether the rows of a data file are pages.
    has_row_pages: bool,
    translations: Vec<Value>,
    /// Empty for a site with one language, and if the translations cannot be compared.
    compared: Vec<LanguageTranslations>,
    time_zone: String,
    problems: Vec<Diagnostic>,
}

/// Responds with a file.
pub(super) async fn read(
    State(editor): State<Arc<Editor>>,
    Query(FilePath { path }): Query<FilePath>,
) -> Result<Response<Body>, Response<Body>> {
    let (path, _) = checked(&editor.root, &path)?;
    let Some(source) = Source::read(&editor.world, &path)? else { return Err(not_found(&path)) };

    let kind = source::kind(&path);
    let has_values = kind == "page" || kind == "data";
    let schema = if has_values { source.schema(&editor.world) } else { None };
    let (asked, of_values) = (path.clone(), schema.clone());
    let known = editor
        .worker
        .run_on_disk(move |session| known(session, &asked, of_values.as_ref()))
        .await?;
    let problems = problems(&source, &editor.published(), &known.problems);
    let values = source.values();
    let stale = translation::stale(&editor, known.compared, &path).await?;
    let is_broken = has_values && source.text.is_some() && values.is_none();
    let unreadable = source.unreadable().map(|message| file_error(&message));
    let parse_error = unreadable.or_else(|| is_broken.then(|| parse_error(&problems)));
    let body = source.body().map(|(start, text)| {
        let start = source::utf16_offset(source.text.as_deref().unwrap_or_default(), start);
        json!({ "start": start, "text": text })
    });

    let rest = json!({
        "path": path,
        "kind": kind,
        "format": source.format(),
        "digest": source.digest,
        "text": source.text,
        "writable": is_writable(&path),
        "body": body,
        "front_format": source.front_format(),
        "parse_error": parse_error,
        "problems": problems,
        "route": known.routes.first(),
        "routes": known.routes,
        "language": known.language,
        "translations": known.translations,
        "stale": stale,
        "drafts": editor.drafts.of_file(&path, &source.digest, |tab| editor.presence.has(tab)),
        "time_zone": known.time_zone,
        "has_texts_only": known.has_texts_only,
        "has_row_pages": known.has_row_pages,
    });
    let in_order = source.schema_path(&editor.world);
    let in_order = in_order.and_then(|path| source::schema_in_order(&editor.world, &path));
    let in_order = if known.has_texts_only { in_order.map(texts_only) } else { in_order };
    let entry = Entry {
        values: values.as_ref().map(InOrder),
        schema: in_order.as_ref().map(InOrder).map(Schema::InOrder).or(schema.map(Schema::Any)),
        rest,
    };
    Ok(Json(entry).into_response())
}

/// Returns the problems of a file, as the last build and the site in memory know them.
fn problems(source: &Source, published: &[Diagnostic], known: &[Diagnostic]) -> Vec<Value> {
    let mut problems = problem::of_file(published, source, published);
    // A build that failed early does not know the errors of all files.
    for found in problem::of_file(known, source, published) {
        let is_listed = |it: &Value| it["code"] == found["code"] && it["line"] == found["line"];
        if !problems.iter().any(is_listed) {
            problems.push(found);
        }
    }
    problems
}

/// Returns the error of a file whose values cannot be parsed.
fn parse_error(problems: &[Value]) -> Value {
    let error = problems.iter().find(|it| it["severity"] == "error");
    error.cloned().unwrap_or_else(|| file_error("This file cannot be read."))
}

/// Returns an error at the start of a file.
fn file_error(message: &str) -> Value {
    json!({ "severity": "error", "message": message, "line": 1, "column": 1 })
}

fn known(session: &mut PreviewSession, path: &SitePath, schema: Option<&Value>) -> Known {
    let compared = match source::kind(path) {
        // The build reports what is wrong with lock files.
        "page" => translation::compare(session, path).unwrap_or_default(),
        _ => Vec::new(),
    };
    let page = session.page(path);
    if source::kind(path) == "data" {
        // Only pages that were rendered say which data they read. Their errors are in `problems`.
        let _ = session.prepare_base();
    }
    let routes = session.routes_of(path, MAX_ROUTES).iter().map(ToString::to_string).collect();
    let routes = source::with_preview_first(routes, path, schema, session);
    let settings = session.settings();

    let languages = settings.languages.iter();
    let own = page.as_ref().map(|page| page.language);
    let translations =
        languages.filter(|_| page.is_some() && settings.languages.iter().count() > 1);
    let translations = translations.filter(|it| own != Some(it.key.as_str())).map(|language| {
        let file = session.translation_of(path, language.key);
        let compared = compared.iter().find(|it| it.language == language.key);
        let is_stale = compared.is_some_and(|it| {
            it.pages.iter().any(|page| matches!(page.state, TranslationState::Stale(_)))
        });
        json!({
            "language": language.key.as_str(),
            "label": language.label,
            "state": match file {
                Some(_) if is_stale => "stale",
                Some(_) => "current",
                None => "missing",
            },
            "path": file,
        })
    });
    let translations = translations.collect();
    let files = &settings.languages.files;
    let is_of_other_language = files.split(path).is_of_other_language(files);

    Known {
        has_row_pages: !session.row_pages(path).is_empty(),
        has_texts_only: source::kind(path) == "data" && is_of_other_language,
        routes: routes.into_iter().map(|route| format!("{}{route}", settings.base_path)).collect(),
        language: own.filter(|it| !it.is_empty()),
        translations,
        compared,
        time_zone: settings.text("time_zone").unwrap_or("UTC").to_owned(),
        problems: session.problems(),
    }
}
