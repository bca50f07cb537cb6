//! Renames, moves and deletes pages together with what depends on them: redirects, links, data and page assets.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Response, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::editor::Editor;
use crate::editor::paths::checked;
use crate::editor::reply::{Reply, error, not_found};
use crate::editor::source::{Source, kind};
use crate::editor::transaction::{Change, diff, read};
use croupier_base::disk::overlay::UnsavedFiles;
use croupier_base::edits::edited;
use croupier_base::path::{Href, Route, SitePath};
use croupier_base::syntax::spanned::{SpannedValue, Value as Spanned};
use croupier_content::links::content_file;
use croupier_edits::Edit;
use croupier_engine::{PreviewSession, TextLink};

/// The new path of a file.
#[derive(Debug, Deserialize)]
pub(super) struct Rename {
    from: String,
    to: String,
    #[serde(default)]
    dry_run: bool,
}

/// A file to delete, and the page that its URL redirects to.
#[derive(Debug, Deserialize)]
pub(super) struct Delete {
    path: String,
    redirect_to: Option<String>,
    #[serde(default)]
    dry_run: bool,
}

/// The changes of an operation, by the path that a file has before.
#[derive(Default)]
struct Plan {
    files: BTreeMap<SitePath, Planned>,
    notes: Vec<Value>,
}

/// A file that changes.
struct Planned {
    before: Vec<u8>,
    /// The path afterwards. None if the file is deleted.
    to: Option<SitePath>,
    after: Vec<u8>,
    reasons: Vec<&'static str>,
}

/// The routes of renamed pages, before and after.
type Routes = BTreeMap<Route, Route>;

/// The pages that get another route: their files before, and their routes.
type MovedPages = BTreeMap<SitePath, (Route, Route)>;

/// Renames a file.
pub(super) async fn rename(
    State(editor): State<Arc<Editor>>,
    Json(Rename { from, to, dry_run }): Json<Rename>,
) -> Reply {
    let (from, full_from) = checked(&editor.root, &from)?;
    let (to, full_to) = checked(&editor.root, &to)?;
    if !full_from.exists() {
        return Err(not_found(&from));
    }
    if full_to.exists() {
        return Err(error(StatusCode::CONFLICT, format!("{to} exists already.")));
    }
    if kind(&from) == "page" && !to.ends_with(".md") {
        let message = "The name of a page ends with .md.";
        return Err(error(StatusCode::UNPROCESSABLE_ENTITY, message));
    }

    let moved = editor.moved_files(&from, &to).await?;
    let mut plan = Plan::default();
    for (from, to) in &moved {
        let (_, full_path) = checked(&editor.root, from)?;
        checked(&editor.root, to)?;
        plan.file(&full_path, from, Some(to), "has the new name")?;
    }

    let pages = editor.routes_after(&plan, &moved).await?;
    let routes: Routes = pages.values().cloned().collect();
    editor.plan_links(&mut plan, &moved, &routes).await?;
    for (file, (old, _)) in &pages {
        if let Some(planned) = plan.files.get_mut(file) {
            add_alias_to(file, planned, old)?;
        }
    }
    editor.plan_values(&mut plan, &routes).await?;
    editor.finish(plan, dry_run, format!("Rename {from}")).await
}

/// Deletes a file.
pub(super) async fn delete(
    State(editor): State<Arc<Editor>>,
    Json(Delete { path, redirect_to, dry_run }): Json<Delete>,
) -> Reply {
    let (path, full_path) = checked(&editor.root, &path)?;
    if !full_path.exists() {
        return Err(not_found(&path));
    }

    let mut plan = Plan::default();
    let (page, pages) = {
        let path = path.clone();
        editor.worker.run_open(move |session| (session.page(&path), session.pages())).await?
    };
    let is_bundle = page.is_some() && path.ends_with("/index.md");
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let has_other_pages = pages.iter().any(|page| {
        page.source != path
            && page.source.strip_prefix(&*folder).is_some_and(|it| it.starts_with('/'))
    });
    plan.file(&full_path, &path, None, "is deleted")?;
    if is_bundle && !has_other_pages {
        for file in editor.files_below(&folder).await? {
            let (_, full_path) = checked(&editor.root, &file)?;
            plan.file(&full_path, &file, None, "belongs to the page")?;
        }
    }

    if let Some(page) = page {
        if let Some(target) = redirect_to.filter(|it| !it.is_empty()) {
            let target = pages.iter().find(|page| *page.route == *target && page.source != path);
            let Some(target) = target else {
                let message = "The page that visitors go to instead does not exist.";
                return Err(error(StatusCode::UNPROCESSABLE_ENTITY, message));
            };
            let source = target.source.clone();
            editor.add_alias(&mut plan, &source, &page.route)?;
        }
        let route = page.route.clone();
        let links = editor.worker.run_open(move |session| links_to(session, &route)).await?;
        for link in links.into_iter().filter(|link| *link.source != *path) {
            plan.notes.push(json!({
                "path": link.source, "action": "check", "reason": format!("links to the deleted page: {}", link.href),
            }));
        }
    }
    editor.finish(plan, dry_run, format!("Delete {path}")).await
}

/// Returns the links of texts to a route.
fn links_to(session: &mut PreviewSession, route: &Route) -> Vec<TextLink> {
    let _ = session.prepare_base();
    let files: BTreeMap<SitePath, Route> =
        session.pages().into_iter().map(|page| (page.source, page.route)).collect();
    let base_url = session.settings().base_url.clone();
    let leads_there = |link: &TextLink| match content_file(&link.source, &link.href) {
        Some((file, _)) => files.get(&file) == Some(route),
        None => target(&base_url, &link.href).is_some_and(|(path, _)| *path == **route),
    };
    session.text_links().into_iter().filter(leads_there).collect()
}

/// Returns the path of a link below the root of the site, and the rest of it. None for other links.
fn target<'a>(base_url: &str, href: &'a Href) -> Option<(&'a str, &'a str)> {
    let (path, rest) = href.split_path();
    let path = path.strip_prefix(base_url).unwrap_or(path);
    (path.starts_with('/') && !path.starts_with("//")).then_some((path, rest))
}

impl Plan {
    /// Adds a file with its content on disk.
    fn file(
        &mut self,
        full_path: &std::path::Path,
        path: &SitePath,
        to: Option<&SitePath>,
        reason: &'static str,
    ) -> Result<&mut Planned, Response<Body>> {
        let bytes = read(full_path).ok().flatten().ok_or_else(|| not_found(path))?;
        let planned = self.files.entry(path.clone()).or_insert_with(|| Planned {
            after: bytes.clone(),
            before: bytes,
            to: to.cloned(),
            reasons: Vec::new(),
        });
        if !planned.reasons.contains(&reason) {
            planned.reasons.push(reason);
        }
        Ok(planned)
    }
}

impl Planned {
    fn text(&self) -> Option<String> {
        String::from_utf8(self.after.clone()).ok()
    }
}

impl Editor {
    /// Returns the files that move with a file: the other files of a page's folder, and its translations.
    async fn moved_files(
        &self,
        from: &SitePath,
        to: &SitePath,
    ) -> Result<BTreeMap<SitePath, SitePath>, Response<Body>> {
        let mut moved = BTreeMap::from([(from.clone(), to.clone())]);
        if kind(from) != "page" {
            return Ok(moved);
        }

        let folder = |path: &SitePath| path.strip_suffix("/index.md").map(str::to_owned);
        if let (Some(old), Some(new)) = (folder(from), folder(to)) {
            if new.starts_with(&format!("{old}/")) {
                let message = "A page cannot be moved into its own folder.";
                return Err(error(StatusCode::UNPROCESSABLE_ENTITY, message));
            }
            for file in self.files_below(&old).await? {
                let name = &file[old.len()..];
                moved.insert(file.clone(), SitePath::new(format!("{new}{name}")));
            }
            return Ok(moved);
        }

        let (old, new) = (from.clone(), to.clone());
        let translations = self.worker.run_open(move |session| session.translations_of(&old, &new));
        moved.extend(translations.await?);
        Ok(moved)
    }

    /// Returns all files in a folder and its subfolders.
    async fn files_below(&self, folder: &str) -> Result<Vec<SitePath>, Response<Body>> {
        let start = format!("{folder}/");
        self.worker
            .run_open(move |session| {
                let pages = session.pages().into_iter().map(|page| page.source);
                let files = pages.chain(session.other_files());
                files.filter(|path| path.starts_with(&start)).collect()
            })
            .await
    }

    /// Returns the routes of the moved pages, before and after.
    async fn routes_after(
        &self,
        plan: &Plan,
        moved: &BTreeMap<SitePath, SitePath>,
    ) -> Result<MovedPages, Response<Body>> {
        let unsaved = unsaved(plan);
        let moved = moved.clone();
        self.worker
            .run_open(move |session| {
                // All routes are read before the files move.
                if session.prepare_base().is_err() {
                    return MovedPages::new();
                }
                let old: Vec<(SitePath, Route, SitePath)> = moved
                    .into_iter()
                    .filter_map(|(from, to)| {
                        let route = session.page(&from)?.route;
                        Some((from, route, to))
                    })
                    .collect();
                let _ = session.set_unsaved(unsaved, None);
                let new = old.into_iter().filter_map(|(from, route, to)| {
                    let after = session.page(&to)?.route;
                    (route != after).then_some((from, (route, after)))
                });
                let pages = new.collect();
                let _ = session.set_unsaved(UnsavedFiles::new(), None);
                pages
            })
            .await
    }

    /// Plans the links of texts: those to moved pages, and those of moved pages to other files.
    async fn plan_links(
        &self,
        plan: &mut Plan,
        moved: &BTreeMap<SitePath, SitePath>,
        routes: &Routes,
    ) -> Result<(), Response<Body>> {
        let (links, base_url) = self
            .worker
            .run_open(|session| (session.text_links(), session.settings().base_url.clone()))
            .await?;

        let mut by_file: BTreeMap<SitePath, Vec<(std::ops::Range<usize>, String)>> =
            BTreeMap::new();
        for link in links {
            let Some(href) = new_href(&link, moved, routes, &base_url) else { continue };
            by_file.entry(link.source).or_default().push((link.range, href));
        }
        for (file, edits) in by_file {
            let (_, full_path) = checked(&self.root, &file)?;
            let to = moved.get(&file).unwrap_or(&file).clone();
            let planned = plan.file(&full_path, &file, Some(&to), "links to a page that moves")?;
            if let Some(text) = planned.text() {
                let valid =
                    edits.into_iter().filter(|(range, _)| text.get(range.clone()).is_some());
                planned.after = edited(&text, valid.collect()).into_bytes();
            }
        }
        Ok(())
    }

    fn add_alias(
        &self,
        plan: &mut Plan,
        path: &SitePath,
        old: &Route,
    ) -> Result<(), Response<Body>> {
        let (_, full_path) = checked(&self.root, path)?;
        let planned = plan.file(&full_path, path, Some(path), "redirects from the old URL")?;
        add_alias_to(path, planned, old)
    }

    /// Plans values of data that are the old URL of a moved page.
    async fn plan_values(&self, plan: &mut Plan, routes: &Routes) -> Result<(), Response<Body>> {
        if routes.is_empty() {
            return Ok(());
        }
        let files = self.worker.run_open(|session| session.other_files()).await?;
        for path in files.into_iter().filter(|path| kind(path) == "data") {
            let Some(source) = Source::read(&self.world, &path)? else { continue };
            let Some(values) = source.values() else { continue };
            let mut edits = Vec::new();
            find_urls(&values, routes, "", &mut edits);
            if edits.is_empty() {
                continue;
            }
            let Ok(text) = source.edited(&edits) else {
                plan.notes
                    .push(json!({ "path": path, "action": "check", "reason": "has the old URL" }));
                continue;
            };
            let (_, full_path) = checked(&self.root, &path)?;
            let planned =
                plan.file(&full_path, &path, Some(&path), "has the URL of a page that moves")?;
            planned.after = text.into_bytes();
        }
        Ok(())
    }

    /// Responds with the changes, after applying them unless this is a dry run.
    async fn finish(&self, plan: Plan, dry_run: bool, title: String) -> Reply {
        let mut listed: Vec<Value> = plan.files.iter().map(|(path, it)| it.to_json(path)).collect();
        listed.extend(plan.notes.iter().cloned());
        if dry_run {
            return Ok(Json(json!({ "changes": listed })));
        }

        let mut changes: Vec<Change> = Vec::new();
        for (path, planned) in plan.files {
            if planned.to.as_ref() == Some(&path) {
                changes.push(self.change(&path, Some(planned.before), Some(planned.after))?);
                continue;
            }
            if let Some(to) = &planned.to {
                changes.push(self.change(to, None, Some(planned.after))?);
            }
            changes.push(self.change(&path, Some(planned.before), None)?);
        }
        self.refuse_errors(&changes).await?;
        let undo = self.commit(changes, title)?;
        Ok(Json(json!({ "changes": listed, "undo": undo })))
    }
}

impl Planned {
    fn to_json(&self, path: &SitePath) -> Value {
        let action = match &self.to {
            None => "delete",
            Some(to) if to == path => "edit",
            Some(_) => "rename",
        };
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        let has_diff = self.to.is_some() && self.before != self.after;
        let diff =
            has_diff.then(|| diff(text(&self.before).as_deref(), text(&self.after).as_deref()));
        json!({
            "path": path,
            "action": action,
            "to": self.to.as_ref().filter(|to| *to != path),
            "diff": diff,
            "reason": self.reasons.join("; "),
        })
    }
}

/// Returns the files of a plan as unsaved files.
fn unsaved(plan: &Plan) -> UnsavedFiles {
    let mut files = UnsavedFiles::new();
    for (path, planned) in &plan.files {
        if planned.to.as_ref() != Some(path) {
            files.insert(path.clone(), None);
        }
    }
    for planned in plan.files.values() {
        if let Some(to) = &planned.to {
            files.insert(to.clone(), Some(planned.after.clone().into()));
        }
    }
    files
}

/// Adds an old URL to the aliases of a page.
fn add_alias_to(path: &SitePath, planned: &mut Planned, old: &Route) -> Result<(), Response<Body>> {
    let Some(text) = planned.text() else { return Ok(()) };
    let source = Source::of_text(path, text);
    let has_aliases = source.values().is_some_and(|values| values.get("aliases").is_some());
    let edit = if has_aliases {
        json!([{ "insert": "/aliases/-", "value": old }])
    } else {
        json!([{ "set": "/aliases", "value": [old] }])
    };
    let edits: Vec<Edit> = serde_json::from_value(edit).unwrap_or_default();
    planned.after = source.edited(&edits)?.into_bytes();
    if !planned.reasons.contains(&"redirects from the old URL") {
        planned.reasons.push("redirects from the old URL");
    }
    Ok(())
}

/// Returns the link after files moved. None if it stays as it is.
fn new_href(
    link: &TextLink,
    moved: &BTreeMap<SitePath, SitePath>,
    routes: &Routes,
    base_url: &str,
) -> Option<String> {
    let source = moved.get(&link.source).unwrap_or(&link.source);
    if let Some((file, rest)) = content_file(&link.source, &link.href) {
        let target = moved.get(&file).unwrap_or(&file);
        let is_same = target == &file && source == &link.source;
        if is_same {
            return None;
        }
        let written = if link.href.starts_with('/') {
            target.strip_prefix("content")?.to_owned()
        } else {
            relative(source, target)
        };
        return Some(format!("{written}{rest}")).filter(|href| *href != *link.href);
    }
    let (path, rest) = target(base_url, &link.href)?;
    let new = routes.get(path)?;
    let start = &link.href[..link.href.len() - path.len() - rest.len()];
    Some(format!("{start}{new}{rest}"))
}

/// Returns the path of a file relative to the folder of another one.
fn relative(from: &SitePath, to: &SitePath) -> String {
    let from: Vec<&str> = from.split('/').collect();
    let to: Vec<&str> = to.split('/').collect();
    let folders = from.len() - 1;
    let common = from[..folders].iter().zip(&to).take_while(|(a, b)| a == b).count();
    let common = common.min(to.len() - 1);
    let up = vec![".."; folders - common];
    up.into_iter().chain(to[common..].iter().copied()).collect::<Vec<_>>().join("/")
}

/// Collects edits of texts that are an old URL, perhaps with a fragment.
fn find_urls(value: &SpannedValue, routes: &Routes, pointer: &str, edits: &mut Vec<Edit>) {
    match &value.value {
        Spanned::Text(text) => {
            let end = text.find(['#', '?']).unwrap_or(text.len());
            if let Some(new) = routes.get(&text[..end]) {
                let edit = json!({ "set": pointer, "value": format!("{new}{}", &text[end..]) });
                edits.extend(serde_json::from_value::<Edit>(edit));
            }
        }
        Spanned::List(items) => {
            for (index, item) in items.iter().enumerate() {
                find_urls(item, routes, &format!("{pointer}/{index}"), edits);
            }
        }
        Spanned::Table(entries) => {
            for (key, item) in entries {
                let name = key.name.replace('~', "~0").replace('/', "~1");
                find_urls(item, routes, &format!("{pointer}/{name}"), edits);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_path_leads_from_folder_to_folder() {
        let path = |from: &str, to: &str| relative(&SitePath::new(from), &SitePath::new(to));
        assert_eq!(path("content/a.md", "content/b.md"), "b.md");
        assert_eq!(path("content/x/a.md", "content/b.md"), "../b.md");
        assert_eq!(path("content/a.md", "content/x/b.md"), "x/b.md");
        assert_eq!(path("content/x/y/a.md", "content/x/z/b.md"), "../z/b.md");
    }
}
