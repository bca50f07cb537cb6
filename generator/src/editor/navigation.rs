//! The menus and the redirects of the site, each with the place where it is written.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::editor::Editor;
use crate::editor::reply::Reply;
use crate::editor::source::utf16_offset;
use croupier_base::path::SitePath;
use croupier_base::syntax::data;
use croupier_engine::PreviewSession;

/// The settings, which developers change.
const SETTINGS: &str = "site.toml";

/// The redirects in the syntax of hosts.
const REDIRECTS: &str = "static/_redirects";

/// Responds with the lists.
pub(super) async fn list(State(editor): State<Arc<Editor>>) -> Reply {
    let (menus, mut redirects) =
        editor.worker.run_on_disk(|session| (menus(session), redirects(session))).await?;
    let lines = editor.world.read_source_if_exists(&SitePath::new(REDIRECTS)).ok().flatten();
    if let Some(text) = lines.and_then(|bytes| String::from_utf8(bytes).ok()) {
        redirects.extend(lines_of(&text));
    }
    Ok(Json(json!({ "menus": menus, "redirects": redirects })))
}

/// Returns the data files that are named as menus, and the menu of site.toml.
fn menus(session: &PreviewSession) -> Vec<Value> {
    let is_menu = |path: &SitePath| {
        let name = data::name(path).unwrap_or_default();
        name.starts_with("menus/")
            || ["menu", "menus"].contains(&name.split('.').next().unwrap_or(name))
    };
    let files = session.other_files().into_iter().filter(is_menu);
    let mut menus: Vec<Value> =
        files.map(|path| json!({ "path": path, "writable": true })).collect();
    if session.settings().site.get("menu").is_some() {
        menus.push(json!({ "path": SETTINGS, "writable": false }));
    }
    menus
}

/// Returns the aliases of pages, and the redirects of site.toml.
fn redirects(session: &PreviewSession) -> Vec<Value> {
    let aliases = session.aliases().into_iter().map(|alias| {
        json!({
            "path": alias.source, "pointer": format!("/aliases/{}", alias.index), "from": alias.from, "to": alias.to,
            "writable": true,
        })
    });
    let settings = session.settings();
    let of_settings = settings.config.redirects.iter().map(|(redirect, _)| {
        json!({ "path": SETTINGS, "from": redirect.from, "to": redirect.to, "writable": false })
    });
    aliases.chain(of_settings).collect()
}

/// Returns the redirects of `static/_redirects`.
fn lines_of(text: &str) -> Vec<Value> {
    let mut start = 0;
    let mut redirects = Vec::new();
    for line in text.split_inclusive('\n') {
        let mut words = line.split_whitespace();
        let pair = words.next().filter(|it| !it.starts_with('#')).zip(words.next());
        if let Some((from, to)) = pair {
            redirects.push(json!({
                "path": REDIRECTS, "offset": utf16_offset(text, start), "from": from, "to": to, "writable": true,
            }));
        }
        start += line.len();
    }
    redirects
}
