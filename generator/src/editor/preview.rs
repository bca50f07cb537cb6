//! Pages with the unsaved files of a draft, at their own URLs: `/blog/a/?croupier-draft=ID`.

use std::collections::BTreeMap;

use axum::Json;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Method, Response, StatusCode};
use axum::response::IntoResponse;
use serde_json::json;

use crate::editor::Editor;
use crate::editor::reply::failed;
use croupier_base::date::{self, SiteZone};
use croupier_base::url::percent_decode;

/// Names the draft in the query of a page.
const DRAFT: &str = "croupier-draft";
/// Names the time of the site in the query of a page.
const AS_OF: &str = "as-of";

/// The page that a request asks for.
pub(super) struct Asked {
    id: String,
    url: String,
    as_of: Option<String>,
}

impl Asked {
    /// Returns what a request asks for, or the response that refuses it. None for requests of other files.
    pub(super) fn of(editor: &Editor, request: &Request) -> Option<Result<Asked, Response<Body>>> {
        let query = request.uri().query().filter(|it| it.contains(DRAFT))?;
        let pairs: BTreeMap<&str, &str> =
            query.split('&').filter_map(|it| it.split_once('=')).collect();
        let id = (*pairs.get(DRAFT).filter(|_| request.method() == Method::GET)?).to_owned();
        if let Err(response) = editor.access.check(request) {
            return Some(Err(response));
        }
        let as_of = pairs.get(AS_OF).and_then(|text| percent_decode(text));
        Some(Ok(Asked { id, url: percent_decode(request.uri().path())?, as_of }))
    }
}

/// Responds with the preview of a page.
pub(super) async fn respond(editor: &Editor, Asked { id, url, as_of }: Asked) -> Response<Body> {
    render(editor, &id, url, as_of).await.unwrap_or_else(|response| response)
}

async fn render(
    editor: &Editor,
    id: &str,
    url: String,
    as_of: Option<String>,
) -> Result<Response<Body>, Response<Body>> {
    if as_of.is_none()
        && let Some(html) = editor.drafts.rendered(id, &url)
    {
        return Ok(document(editor, &html));
    }

    // A draft that was not changed yet, or that was saved, shows the files on disk.
    let draft = editor.drafts.find(id);
    let unsaved = draft.map(|draft| draft.unsaved()).transpose()?.unwrap_or_default();
    let result = editor.worker.run_open(move |session| {
        let settings = session.settings();
        let zone = SiteZone::new(settings.text("time_zone"));
        let seconds = |text: &String| zone.epoch_seconds(&date::parse(text).ok()?);
        session.set_unsaved(unsaved, as_of.as_ref().and_then(seconds))?;
        session.render(url.strip_prefix(settings.base_path.as_str()).unwrap_or(&url))
    });
    match result.await? {
        Ok(page) => Ok(document(editor, &page.html)),
        Err(errors) => {
            let message = errors.first().map_or_else(String::new, |it| it.message.clone());
            let problems: Vec<_> =
                errors.iter().map(croupier_base::diagnostic::Diagnostic::to_json).collect();
            let body = json!({ "error": { "message": format!("The page has an error: {message}.") }, "problems": problems });
            Ok((StatusCode::UNPROCESSABLE_ENTITY, Json(body)).into_response())
        }
    }
}

/// Returns a page as the server would send it, without live reload.
fn document(editor: &Editor, html: &[u8]) -> Response<Body> {
    let Ok(html) = std::str::from_utf8(html) else { return failed("The page is not UTF-8 text.") };
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (headers, (editor.as_served)(html)).into_response()
}
