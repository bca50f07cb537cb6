//! Renames, moves and deletes pages together with what depends on them: redirects, links, data and page assets.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Response, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::editor::Editor;
use crate::editor::moved_links::{Moves, links_to};
use crate::editor::moved_references::RenamedData;
use crate::editor::paths::{checked, checked_new};
use crate::editor::plan::{Plan, Planned, add_alias_to, remove_aliases_of, unsaved};
use crate::editor::reply::{Reply, error, not_found};
use crate::editor::source::{Source, kind};
use crate::editor::transaction::Change;
use crate::editor::worker::unreadable;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::disk::overlay::UnsavedFiles;
use croupier_base::disk::world::World;
use croupier_base::edits::edited;
use croupier_base::path::{Route, SitePath};
use croupier_base::syntax::spanned::{SpannedValue, Value as Spanned};
use croupier_base::url;

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

/// The pages that get another route: their files before, and their routes.
type MovedPages = BTreeMap<SitePath, (Route, Route)>;

/// Renames a file.
pub(super) async fn rename(
    State(editor): State<Arc<Editor>>,
    Json(Rename { from, to, dry_run }): Json<Rename>,
) -> Reply {
    let (from, full_from) = checked(&editor.root, &from)?;
    let (to, full_to) = checked_new(&editor.root, &to)?;
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
    let mut names = BTreeSet::new();
    for (from, to) in &moved {
        let (_, full_path) = checked(&editor.root, from)?;
        let (_, full_to) = checked(&editor.root, to)?;
        if full_to.exists() {
            return Err(error(StatusCode::CONFLICT, format!("{to} exists already.")));
        }
        // A name with the key of a language is also that of a translation.
        if !names.insert(to) {
            let message = format!("Two files would get the name {to}. Choose another one.");
            return Err(error(StatusCode::CONFLICT, message));
        }
        plan.file(&full_path, from, Some(to), "has the new name")?;
    }

    let (pages, moves) = editor.moves(&plan, moved).await?;
    editor.plan_links(&mut plan, &moves).await?;
    editor.plan_values(&mut plan, &moves).await?;
    if let Some(renamed) = RenamedData::of(&from, &to) {
        editor.plan_references(&mut plan, &moves, &renamed).await?;
    }
    editor.remove_aliases(&mut plan, &moves).await?;
    for (file, (old, _)) in &pages {
        if let Some(planned) = plan.files.get_mut(file) {
            add_alias_to(file, planned, old)?;
        }
    }
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
    let (page, pages, aliases) = {
        let path = path.clone();
        let found = editor.worker.run_on_disk(move |session| {
            let aliases = session.aliases().into_iter().filter(|alias| alias.source == path);
            (session.page(&path), session.pages(), aliases.collect::<Vec<_>>())
        });
        found.await?
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
            for alias in aliases {
                let old = Route::new(&*url::decoded(&alias.from));
                editor.add_alias(&mut plan, &source, &old)?;
            }
        }
        let route = page.route.clone();
        let links = editor.worker.run_on_disk(move |session| links_to(session, &route)).await?;
        let links = links.map_err(|errors| unreadable(&errors))?;
        for link in links.into_iter().filter(|link| *link.source != *path) {
            plan.notes.push(json!({
                "path": link.source, "action": "check", "reason": format!("links to the deleted page: {}", link.href),
            }));
        }
    }
    editor.finish(plan, dry_run, format!("Delete {path}")).await
}

/// Removes the values of front matter that are URLs of the page itself.
fn leave_out_own_urls(values: &mut SpannedValue) {
    if let Spanned::Table(entries) = &mut values.value {
        entries.retain(|(key, _)| !["aliases", "path"].contains(&key.name.as_str()));
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
        let translations =
            self.worker.run_on_disk(move |session| session.translations_of(&old, &new));
        moved.extend(translations.await?);
        Ok(moved)
    }

    /// Returns all files in a folder and its subfolders.
    async fn files_below(&self, folder: &str) -> Result<Vec<SitePath>, Response<Body>> {
        let start = format!("{folder}/");
        self.worker
            .run_on_disk(move |session| {
                let pages = session.pages().into_iter().map(|page| page.source);
                let files = pages.chain(session.other_files());
                files.filter(|path| path.starts_with(&start)).collect()
            })
            .await
    }

    /// Returns the routes of the moved pages, before and after, and what else moves with the files.
    async fn moves(
        &self,
        plan: &Plan,
        files: BTreeMap<SitePath, SitePath>,
    ) -> Result<(MovedPages, Moves), Response<Body>> {
        let unsaved = unsaved(plan);
        let found: Result<_, Vec<Diagnostic>> = self
            .worker
            .run_on_disk(move |session| {
                let mut moves = Moves { files, ..Moves::default() };
                // All routes are read before the files move.
                session.prepare_base()?;
                moves.base_url.clone_from(&session.settings().base_url);
                moves.pages = session.pages().into_iter().map(|it| (it.source, it.route)).collect();
                let assets = session.asset_paths();
                moves.assets = assets.keys().cloned().collect();

                session.set_unsaved(unsaved, None)?;
                let mut pages = MovedPages::new();
                for (from, to) in &moves.files {
                    let (old, new) = (moves.pages.get(from), session.page(to));
                    let changed = old.zip(new).filter(|(old, new)| **old != new.route);
                    if let Some((old, new)) = changed {
                        pages.insert(from.clone(), (old.clone(), new.route));
                    }
                    let of_static = |path: &SitePath| path.strip_prefix("static").map(Route::new);
                    moves.routes.extend(of_static(from).zip(of_static(to)));
                }
                let new_assets = session.asset_paths();
                session.set_unsaved(UnsavedFiles::new(), None)?;

                moves.routes.extend(pages.values().cloned());
                for (file, old) in assets {
                    let new = new_assets.get(moves.new_path(&file)).filter(|new| **new != old);
                    moves.routes.extend(new.map(|new| (Route::new(old), Route::new(new.as_str()))));
                }
                moves.index();
                Ok((pages, moves))
            })
            .await?;
        found.map_err(|errors| unreadable(&errors))
    }

    /// Returns the files with front matter or data that can refer to another file.
    async fn files_with_values(&self, moves: &Moves) -> Result<Vec<SitePath>, Response<Body>> {
        let files = self.worker.run_on_disk(|session| session.other_files()).await?;
        let data = files.into_iter().filter(|path| kind(path) == "data");
        Ok(moves.pages.keys().cloned().chain(data).collect())
    }

    /// Returns a file with the changes that are planned already.
    fn planned_source(
        &self,
        plan: &Plan,
        path: &SitePath,
    ) -> Result<Option<Source>, Response<Body>> {
        match plan.files.get(path) {
            Some(planned) => Ok(planned.text().map(|text| Source::of_text(path, text))),
            None => Source::read(&self.world, path),
        }
    }

    /// Adds a file that changes to a plan, with its path after the move.
    fn plan_file<'p>(
        &self,
        plan: &'p mut Plan,
        moves: &Moves,
        path: &SitePath,
        reason: &'static str,
    ) -> Result<&'p mut Planned, Response<Body>> {
        let (_, full_path) = checked(&self.root, path)?;
        plan.file(&full_path, path, Some(moves.new_path(path)), reason)
    }

    /// Plans the links of texts: those to moved files, and those of moved pages to other files.
    async fn plan_links(&self, plan: &mut Plan, moves: &Moves) -> Result<(), Response<Body>> {
        let links = self.worker.run_on_disk(|session| session.text_links()).await?;
        let mut by_file: BTreeMap<SitePath, Vec<(std::ops::Range<usize>, String)>> =
            BTreeMap::new();
        for link in links {
            let Some(href) = moves.new_href(&link) else { continue };
            by_file.entry(link.source).or_default().push((link.range, href));
        }

        for (file, edits) in by_file {
            let planned = self.plan_file(plan, moves, &file, "links to a page that moves")?;
            if let Some(text) = planned.text() {
                let valid =
                    edits.into_iter().filter(|(range, _)| text.get(range.clone()).is_some());
                planned.after = edited(&text, valid.collect()).into_bytes();
            }
        }
        Ok(())
    }

    /// Plans values of data and of front matter that refer to a data file by its name.
    async fn plan_references(
        &self,
        plan: &mut Plan,
        moves: &Moves,
        renamed: &RenamedData,
    ) -> Result<(), Response<Body>> {
        for path in self.files_with_values(moves).await? {
            let source = self.planned_source(plan, &path)?;
            let is_concerned =
                |it: &Source| it.text.as_deref().is_some_and(|text| renamed.concerns(text));
            let Some(source) = source.filter(is_concerned) else { continue };
            let Some((schema, values)) = source.schema(&self.world).zip(source.values()) else {
                continue;
            };

            let edits = renamed.edits(&schema, &values);
            if edits.is_empty() {
                continue;
            }
            let text = source.edited(&edits)?;
            let reason = "refers to a file that gets another name";
            self.plan_file(plan, moves, &path, reason)?.after = text.into_bytes();
        }
        Ok(())
    }

    /// Plans the removal of aliases that are the new URL of a moved page: the page itself is there.
    async fn remove_aliases(&self, plan: &mut Plan, moves: &Moves) -> Result<(), Response<Body>> {
        let aliases = self.worker.run_on_disk(|session| session.aliases()).await?;
        let mut by_file: BTreeMap<SitePath, Vec<usize>> = BTreeMap::new();
        for alias in aliases {
            // An alias matches with and without its last slash.
            let from = url::decoded(&alias.from);
            let is_new = |it: &Route| it.trim_end_matches('/') == from.trim_end_matches('/');
            if moves.routes.values().any(is_new) {
                by_file.entry(alias.source).or_default().push(alias.index);
            }
        }

        for (file, indices) in by_file {
            let planned =
                self.plan_file(plan, moves, &file, "redirected from the URL of a page")?;
            remove_aliases_of(&file, planned, &indices)?;
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

    /// Plans values of data and of front matter that contain an old URL, or the path of a page asset.
    async fn plan_values(&self, plan: &mut Plan, moves: &Moves) -> Result<(), Response<Body>> {
        let is_linked = |path| moves.pages.contains_key(path) || moves.assets.contains(path);
        if moves.routes.is_empty() && !moves.files.keys().any(is_linked) {
            return Ok(());
        }
        for path in self.files_with_values(moves).await? {
            // The links in the text of a page are planned already.
            let source = self.planned_source(plan, &path)?;
            let is_concerned = |it: &Source| {
                let text = it.text.as_deref().unwrap_or_default();
                moves.concerns(&path, text)
            };
            let Some(source) = source.filter(is_concerned) else { continue };
            let Some(mut values) = source.values() else { continue };
            if kind(&path) == "page" {
                leave_out_own_urls(&mut values);
            }

            let mut edits = Vec::new();
            moves.find_urls(&path, &values, "", &mut edits);
            if edits.is_empty() {
                continue;
            }
            let Ok(text) = source.edited(&edits) else {
                plan.notes
                    .push(json!({ "path": path, "action": "check", "reason": "has the old URL" }));
                continue;
            };
            let planned = self.plan_file(plan, moves, &path, "has the URL of a page that moves")?;
            planned.after = text.into_bytes();
        }
        Ok(())
    }

    /// Fails if a file that moves or is deleted has unsaved changes: they belong to the path that the file has now.
    fn refuse_drafts(&self, plan: &Plan) -> Result<(), Response<Body>> {
        let drafts = self.drafts.paths();
        match plan.gone().find(|path| drafts.contains(path.as_str())) {
            None => Ok(()),
            Some(path) => {
                let message = format!("{path} has unsaved changes. Save or discard them first.");
                Err(error(StatusCode::CONFLICT, message))
            }
        }
    }

    /// Fails if a symbolic link of the site names a file that moves or is deleted, because the link would then name nothing.
    async fn refuse_linked(&self, plan: &Plan) -> Result<(), Response<Body>> {
        let world = World::new(&*self.root);
        let full_path = |path: &SitePath| world.full_path(path).canonicalize().ok();
        let gone: BTreeMap<PathBuf, SitePath> =
            plan.gone().filter_map(|path| Some((full_path(path)?, path.clone()))).collect();

        let found = self.worker.run_on_disk(move |session| {
            let pages = session.pages().into_iter().map(|page| page.source);
            let mut files = pages.chain(session.other_files());
            files.find_map(|file| {
                let full_path = world.full_path(&file);
                let target = full_path.is_symlink().then(|| full_path.canonicalize().ok())??;
                Some((file, gone.get(&target)?.clone()))
            })
        });
        let Some((link, file)) = found.await? else { return Ok(()) };

        let message = format!(
            "{link} is a link to {file}. Change this link first, in the folder of the site, outside of the editor."
        );
        Err(error(StatusCode::UNPROCESSABLE_ENTITY, message))
    }

    /// Responds with the changes, after applying them unless this is a dry run.
    async fn finish(&self, plan: Plan, dry_run: bool, title: String) -> Reply {
        self.refuse_drafts(&plan)?;
        self.refuse_linked(&plan).await?;
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
