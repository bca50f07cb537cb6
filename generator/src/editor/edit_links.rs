//! Links from the pages of the development server to their sources in the editor. The development client shows them.

use std::sync::{Arc, PoisonError, RwLock};

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::json;

use crate::editor::Editor;
use crate::editor::paths::is_writable;
use crate::editor::reply::Reply;
use croupier_base::path::{Route, SitePath};
use croupier_base::url::{file_url, percent_decode};
use croupier_content::config::settings::Settings;

/// The sources of the published pages.
#[derive(Debug, Default)]
pub(crate) struct EditLinks {
    pages: RwLock<Pages>,
}

#[derive(Debug, Default)]
struct Pages {
    base_path: String,
    /// Files by route, in byte order of the routes. Empty if the site has no links.
    files: Vec<(Route, SitePath)>,
}

impl EditLinks {
    /// Sets the pages of the last build. `files` is in byte order of the routes.
    pub(crate) fn set(&self, settings: &Settings, files: Vec<(Route, SitePath)>) {
        let has_links = settings.config.dev.edit_links.unwrap_or(true);
        let files = if has_links { files } else { Vec::new() };
        let pages = Pages { base_path: settings.base_path.clone(), files };
        *self.pages.write().unwrap_or_else(PoisonError::into_inner) = pages;
    }

    /// Returns the path of the editor for the source of the page at a URL path. None if the page has no source of its own.
    fn find(&self, url_path: &str) -> Option<String> {
        let pages = self.pages.read().unwrap_or_else(PoisonError::into_inner);
        let decoded = percent_decode(url_path)?;
        let route = decoded.strip_prefix(pages.base_path.as_str())?;
        let index = pages.files.binary_search_by(|(it, _)| it.as_bytes().cmp(route.as_bytes()));
        let (_, file) = &pages.files[index.ok()?];
        is_writable(file).then(|| format!("/admin/edit{}", file_url(file)))
    }
}

/// The URL path of a page.
#[derive(Debug, Deserialize)]
pub(super) struct UrlPath {
    path: String,
}

/// Responds with the link of a page.
pub(super) async fn link(
    State(editor): State<Arc<Editor>>,
    Query(UrlPath { path }): Query<UrlPath>,
) -> Reply {
    Ok(Json(json!({ "href": editor.edit_links.find(&path) })))
}
