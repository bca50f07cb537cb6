//! Pages with the unsaved files of a draft, at their own URLs: `/blog/a/?croupier-draft=ID`. With `card` and `file` in the query, the page has
//! only the card of a row of a data file. With `row` and `file`, the response redirects to the page of the row.

use std::collections::BTreeMap;

use axum::Json;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, REFERER};
use axum::http::{Method, Response, StatusCode};
use axum::response::{IntoResponse, Redirect};
use serde_json::{Value, json};

use crate::editor::Editor;
use crate::editor::paths::checked;
use crate::editor::reply::failed;
use crate::editor::source::{Source, pointer_at};
use croupier_base::date::{self, SiteZone};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::overlay::UnsavedFiles;
use croupier_base::path::{QUERIES, SitePath};
use croupier_base::url::{percent_decode, percent_encode};
use croupier_engine::headers::content_type;
use croupier_engine::{PreviewPage, PreviewSession};

/// Names the draft in the query of a page.
const DRAFT: &str = "croupier-draft";
/// Names the time of the site in the query of a page.
const AS_OF: &str = "as-of";
/// Names a row of a data file in the query of its card, as a JSON Pointer, and the file.
const CARD: &str = "card";
const FILE: &str = "file";
/// Names a value of a row in the query of a redirect to the page of the row, as a JSON Pointer.
const ROW: &str = "row";

/// The page that a request asks for.
pub(super) struct Asked {
    id: String,
    url: String,
    as_of: Option<String>,
    card: Option<Row>,
    /// The row whose page is shown.
    row: Option<Row>,
}

/// A row of a data file.
struct Row {
    file: SitePath,
    /// The JSON Pointer of the row, or of a value in it.
    pointer: String,
}

impl Asked {
    /// Returns what a request asks for, or the response that refuses it. None for requests of other files.
    pub(super) fn of(editor: &Editor, request: &Request) -> Option<Result<Asked, Response<Body>>> {
        let query = request.uri().query().filter(|it| it.contains(DRAFT))?;
        let pairs = pairs(query);
        let id = (*pairs.get(DRAFT).filter(|_| request.method() == Method::GET)?).to_owned();
        if let Err(response) = editor.access.check(request) {
            return Some(Err(response));
        }
        let decoded = |key| pairs.get(key).and_then(|text| percent_decode(text));
        let row_of = |key| {
            let (pointer, file) = decoded(key).zip(decoded(FILE))?;
            Some(Row { file: SitePath::new(file), pointer })
        };
        let url = percent_decode(request.uri().path())?;
        let (card, row) = (row_of(CARD), row_of(ROW));
        Some(Ok(Asked { id, url, as_of: decoded(AS_OF), card, row }))
    }
}

/// Responds with the preview of a page.
pub(super) async fn respond(editor: &Editor, asked: Asked) -> Response<Body> {
    render(editor, asked).await.unwrap_or_else(|response| response)
}

async fn render(
    editor: &Editor,
    Asked { id, url, as_of, card, row }: Asked,
) -> Result<Response<Body>, Response<Body>> {
    if as_of.is_none()
        && card.is_none()
        && row.is_none()
        && let Some(html) = editor.drafts.rendered(&id, &url)
    {
        return Ok(document(editor, &html));
    }

    for Row { file, .. } in card.iter().chain(&row) {
        checked(&editor.root, file)?;
    }

    // A draft that was not changed yet, or that was saved, shows the files on disk.
    let unsaved = editor.unsaved(&id).await?;
    if let Some(row) = row {
        return page_of_row(editor, row, unsaved, id, as_of).await;
    }

    let result = editor.worker.run_open(move |session| {
        read(session, unsaved, as_of.as_deref())?;
        if let Some(card) = card {
            return render_card(session, &card);
        }
        let base_path = session.settings().base_path.clone();
        session.render(url.strip_prefix(base_path.as_str()).unwrap_or(&url))
    });
    match result.await? {
        Ok(page) => Ok(document(editor, &page.html)),
        Err(errors) => {
            let message = errors.first().map_or_else(String::new, |it| it.message.clone());
            let problems: Vec<_> = errors.iter().map(Diagnostic::to_json).collect();
            let body = json!({ "error": { "message": format!("The page has an error: {message}.") }, "problems": problems });
            Ok((StatusCode::UNPROCESSABLE_ENTITY, Json(body)).into_response())
        }
    }
}

/// Redirects to the page of a row, because its scripts read the URL of the page.
async fn page_of_row(
    editor: &Editor,
    Row { file, pointer }: Row,
    unsaved: UnsavedFiles,
    id: String,
    as_of: Option<String>,
) -> Result<Response<Body>, Response<Body>> {
    let time =
        as_of.as_ref().map_or_else(String::new, |it| format!("&{AS_OF}={}", percent_encode(it)));
    let found = editor.worker.run_open(move |session| {
        read(session, unsaved, as_of.as_deref()).ok()?;
        let source = Source::read(session.world(), &file).ok().flatten()?;
        let values = source.values()?;
        let asked = row_of(&pointer);
        let is_asked = |offset| pointer_at(&values, offset).is_some_and(|it| row_of(&it) == asked);
        let mut pages = session.row_pages(&file).into_iter();
        let (_, route) = pages.find(|(offset, _)| is_asked(*offset))?;
        Some(format!("{}{route}", session.settings().base_path))
    });
    let Some(path) = found.await? else {
        let body = json!({ "error": { "message": "This row has no page." } });
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, Json(body)).into_response());
    };
    let url = format!("{}?{DRAFT}={id}{time}", percent_encode(&path));
    Ok(Redirect::temporary(&url).into_response())
}

/// Returns the part of a JSON Pointer that ends with its last index.
fn row_of(pointer: &str) -> &str {
    let is_index = |key: &str| !key.is_empty() && key.bytes().all(|it| it.is_ascii_digit());
    let mut row = pointer;
    while let Some((outer, _)) = row.rsplit_once('/').filter(|(_, key)| !is_index(key)) {
        row = outer;
    }
    row
}

/// Returns the parameters in the query of a URL, as they are written.
fn pairs(query: &str) -> BTreeMap<&str, &str> {
    query.split('&').filter_map(|it| it.split_once('=')).collect()
}

/// Reads the site with unsaved files, as of a time that the user wrote.
fn read(
    session: &mut PreviewSession,
    unsaved: UnsavedFiles,
    as_of: Option<&str>,
) -> Result<(), Vec<Diagnostic>> {
    let zone = SiteZone::new(session.settings().text("time_zone"));
    let seconds = as_of.and_then(|text| zone.epoch_seconds(&date::parse(text).ok()?));
    session.set_unsaved(unsaved, seconds)
}

/// A file that the page of a draft asks for.
pub(super) struct AskedFile {
    url: String,
    /// The id of the draft, and the time of the site, as the URL of the page names them.
    id: String,
    as_of: Option<String>,
}

impl AskedFile {
    /// Returns the file that a request asks for. None for requests of pages without a draft.
    pub(super) fn of(editor: &Editor, request: &Request) -> Option<AskedFile> {
        if request.method() != Method::GET {
            return None;
        }
        let (_, page_query) = request.headers().get(REFERER)?.to_str().ok()?.split_once('?')?;
        let pairs = pairs(page_query);
        let id = (*pairs.get(DRAFT)?).to_owned();
        let as_of = pairs.get(AS_OF).and_then(|text| percent_decode(text));

        let url = percent_decode(request.uri().path())?;
        editor.access.check(request).is_ok().then_some(AskedFile { url, id, as_of })
    }

    /// Returns the hash of the static query whose result the file is.
    fn query(&self) -> Option<String> {
        let (_, name) = self.url.split_once(QUERIES)?;
        name.strip_suffix(".json").map(str::to_owned)
    }
}

/// Responds with a JSON file that a template makes with the draft. Scripts of the page load it, so the saved one would replace what the page
/// shows. None for other files, and if the template fails.
pub(super) async fn data_of_draft(editor: &Editor, file: &AskedFile) -> Option<Response<Body>> {
    // The thread of the session renders previews meanwhile, so that other files do not wait for it.
    if !file.url.ends_with(".json") || file.query().is_some() {
        return None;
    }

    let unsaved = editor.unsaved(&file.id).await.ok()?;
    let (url, as_of) = (file.url.clone(), file.as_of.clone());
    let result = editor.worker.run_open(move |session| {
        let base_path = session.settings().base_path.clone();
        let path = url.strip_prefix(base_path.as_str())?.strip_prefix('/')?;
        if !session.has_rendered_file(path) {
            return None;
        }
        read(session, unsaved, as_of.as_deref()).ok()?;
        session.rendered_file(path)
    });
    let bytes = result.await.ok()??;
    let headers = [(CONTENT_TYPE, content_type(&file.url)), (CACHE_CONTROL, "no-store")];
    Some((headers, bytes).into_response())
}

/// Responds with a file that the page of a draft shows, if the server has none: it is published with the draft, or after the next build.
pub(super) async fn or_file_of_draft(
    editor: &Editor,
    published: Response<Body>,
    file: Option<AskedFile>,
) -> Response<Body> {
    let is_missing = published.status() == StatusCode::NOT_FOUND;
    let Some(file) = file.filter(|_| is_missing) else { return published };
    let response = match file.query() {
        Some(hash) => query_result(editor, hash, file).await,
        None => static_file(editor, file.url).await,
    };
    response.unwrap_or(published)
}

/// Responds with data that a draft changed. The page of the draft loads the data by its new hash.
async fn query_result(editor: &Editor, hash: String, file: AskedFile) -> Option<Response<Body>> {
    let unsaved = editor.unsaved(&file.id).await.ok()?;
    let result = editor.worker.run_open(move |session| {
        session.query_result(&hash).or_else(|| {
            // Another call may have read the files on disk since the page of the draft was rendered.
            read(session, unsaved, file.as_of.as_deref()).ok()?;
            session.query_result(&hash)
        })
    });
    let data = result.await.ok()??;
    Some(([(CACHE_CONTROL, "no-store")], Json(data)).into_response())
}

/// Responds with a static file or a copy of a picture.
async fn static_file(editor: &Editor, url: String) -> Option<Response<Body>> {
    let media_type = content_type(&url);
    let read = editor.worker.run_open(move |session| {
        let base_path = session.settings().base_path.clone();
        session.file(url.strip_prefix(base_path.as_str())?.strip_prefix('/')?)
    });
    let read = read.await.ok()??;

    // The thread of the session renders previews meanwhile.
    let bytes = tokio::task::spawn_blocking(read).await.ok()??;
    let headers = [(CONTENT_TYPE, media_type), (CACHE_CONTROL, "no-store")];
    Some((headers, bytes).into_response())
}

/// Renders the card of a row with the template that its schema names.
fn render_card(session: &PreviewSession, card: &Row) -> Result<PreviewPage, Vec<Diagnostic>> {
    let world = session.world();
    let source = Source::read(world, &card.file).ok().flatten();
    let found = source.and_then(|source| {
        let row = source.values()?.to_json().pointer(&card.pointer)?.clone();
        Some((card_of(&source.schema(world)?, &card.pointer)?, row))
    });
    let Some((template, row)) = found else {
        let message = format!("{} has no row with a card at `{}`", card.file, card.pointer);
        return Err(vec![Diagnostic::error(Code::NoTemplate, message)]);
    };
    session.render_card(&template, &row)
}

/// Returns the template that a schema names for the value at a pointer: at the top, or for the items of a list.
fn card_of(schema: &Value, pointer: &str) -> Option<String> {
    let mut rule = resolved(schema, schema);
    for key in pointer.split('/').skip(1) {
        let is_index = key.bytes().all(|it| it.is_ascii_digit());
        let items = rule.get("items").filter(|_| is_index);
        rule = resolved(schema, items.or_else(|| rule["properties"].get(key))?);
    }
    rule["x-editor"]["card"].as_str().map(str::to_owned)
}

/// Returns the schema that a `$ref` to a part of the same file refers to.
fn resolved<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    let target = schema["$ref"].as_str().and_then(|it| root.pointer(it.strip_prefix('#')?));
    target.unwrap_or(schema)
}

/// Returns a page as the server would send it, without live reload.
fn document(editor: &Editor, html: &[u8]) -> Response<Body> {
    let Ok(html) = std::str::from_utf8(html) else { return failed("The page is not UTF-8 text.") };
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (headers, (editor.as_served)(html)).into_response()
}
