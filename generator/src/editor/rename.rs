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
use crate::editor::moved_links::{Moves, file_route};
use crate::editor::moved_references::{References, ReferredData};
use crate::editor::paths::{checked, checked_new, located, refuse_unpublished};
use crate::editor::plan::{Plan, Planned, add_alias_to, remove_aliases_of, unsaved};
use crate::editor::reply::{Reply, error, not_found};
use crate::editor::source::{Source, extension, kind};
use crate::editor::transaction::Change;
use crate::editor::worker::unreadable;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::disk::overlay::UnsavedFiles;
use croupier_base::disk::world::World;
use croupier_base::edits::edited;
use croupier_base::path::{Route, SitePath};
use croupier_base::syntax::data;
use croupier_base::syntax::spanned::{SpannedValue, Value as Spanned};
use croupier_base::url;
use croupier_engine::PageEntry;

/// The new path of a file.
#[derive(Debug, Deserialize)]
pub(super) struct Rename {
    from: String,
    to: String,
    #[serde(default)]
    dry_run: bool,
}

/// The aliases of pages that get another route, by their files before.
type OldRoutes = BTreeMap<SitePath, Route>;

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
    refuse_other_kind(&from, &to)?;

    let moved = editor.moved_files(&from, &to).await?;
    let mut plan = editor.plan_of_files(&moved)?;
    let (old_routes, moves) = editor.moves(&plan, moved).await?;
    editor.plan_links(&mut plan, &moves).await?;
    editor.plan_values(&mut plan, &moves).await?;
    if let Some(renamed) = ReferredData::of(&editor.world, &from, Some(&to)) {
        editor.plan_references(&mut plan, &moves, &renamed).await?;
    }
    editor.plan_styles(&mut plan, &moves).await?;
    editor.remove_aliases(&mut plan, &moves).await?;
    for (file, old) in &old_routes {
        if let Some(planned) = plan.files.get_mut(file) {
            add_alias_to(file, planned, old)?;
        }
    }

    editor.note_schema(&mut plan, &from, &to);
    let routes = moves.routes.into_keys().map(|route| route.to_string());
    let urls = routes.chain(moves.urls.into_keys()).collect();
    editor.note_mentions(&mut plan, urls, |path| matches!(kind(path), "page" | "data")).await?;
    editor.finish(plan, dry_run, format!("Rename {from}")).await
}

/// Fails if a file would be of another kind, because it then has another meaning: a page in static/ is published with its front matter.
fn refuse_other_kind(from: &SitePath, to: &SitePath) -> Result<(), Response<Body>> {
    let message = if extension(from) != extension(to) {
        format!("The new name must have the extension of {from}.")
    } else if kind(from) != kind(to) {
        match kind(from) {
            "page" => "A page must be in content/, and not in content/data/.".to_owned(),
            "data" => "A data file must be in content/data/.".to_owned(),
            "messages" => "A file of messages must be in i18n/.".to_owned(),
            _ => format!("{from} cannot become a file of another kind. Choose another folder."),
        }
    } else {
        return match kind(from) {
            "media" | "other" => refuse_unpublished(to),
            _ => Ok(()),
        };
    };
    Err(error(StatusCode::UNPROCESSABLE_ENTITY, message))
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
        match kind(from) {
            "page" => {}
            "data" => moved.extend(self.moved_schema(from, to).await?),
            _ => return Ok(moved),
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

    /// Returns the schema that is for this data file alone, with its path afterwards. One of a name that is also a folder is for the files
    /// in it, too.
    pub(super) async fn moved_schema(
        &self,
        from: &SitePath,
        to: &SitePath,
    ) -> Result<Option<(SitePath, SitePath)>, Response<Body>> {
        let (Some(old), Some(new)) = (data::name(from), data::name(to)) else { return Ok(None) };
        let schema = |name| SitePath::new(format!("content/data/{name}.schema.json"));
        let is_shared = !self.files_below(&format!("content/data/{old}")).await?.is_empty();
        let exists = self.world.stamp(&schema(old)).is_some();
        Ok((exists && !is_shared).then(|| (schema(old), schema(new))))
    }

    /// Adds a note if the schema of a folder is no longer that of a data file.
    fn note_schema(&self, plan: &mut Plan, from: &SitePath, to: &SitePath) {
        let schema = |path| Source::of_text(path, String::new()).schema_path(&self.world);
        let Some(old) = schema(from).filter(|old| !plan.files.contains_key(old)) else { return };
        if schema(to).as_ref() != Some(&old) {
            let reason =
                format!("is not the schema of {to}, which then has no such form and checks");
            plan.note(&old, &reason);
        }
    }

    /// Returns the plan of the files that get new names.
    fn plan_of_files(&self, moved: &BTreeMap<SitePath, SitePath>) -> Result<Plan, Response<Body>> {
        let mut plan = Plan::default();
        let mut names = BTreeSet::new();
        for (from, to) in moved {
            let (_, full_path) = located(&self.root, from)?;
            let (_, full_to) = located(&self.root, to)?;
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
        Ok(plan)
    }

    /// Returns all files in a folder and its subfolders.
    pub(super) async fn files_below(&self, folder: &str) -> Result<Vec<SitePath>, Response<Body>> {
        let start = format!("{folder}/");
        self.worker
            .run_on_disk(move |session| {
                let pages = session.pages().into_iter().map(|page| page.source);
                let files = pages.chain(session.other_files());
                files.filter(|path| path.starts_with(&start)).collect()
            })
            .await
    }

    /// Returns the old routes of the moved pages as aliases, and what else moves with the files.
    async fn moves(
        &self,
        plan: &Plan,
        files: BTreeMap<SitePath, SitePath>,
    ) -> Result<(OldRoutes, Moves), Response<Body>> {
        let unsaved = unsaved(plan);
        let found: Result<_, Vec<Diagnostic>> = self
            .worker
            .run_on_disk(move |session| {
                let mut moves = Moves { files, ..Moves::default() };
                // All routes are read before the files move.
                session.prepare_base()?;
                moves.base_url.clone_from(&session.settings().base_url);
                let before: BTreeMap<SitePath, PageEntry> =
                    session.pages().into_iter().map(|it| (it.source.clone(), it)).collect();
                moves.pages =
                    before.iter().map(|(file, it)| (file.clone(), it.route.clone())).collect();
                let assets = session.asset_paths();
                moves.assets = assets.keys().cloned().collect();

                session.set_unsaved(unsaved, None)?;
                let mut old_routes = OldRoutes::new();
                for (from, to) in &moves.files {
                    let (old, new) = (before.get(from), session.page(to));
                    let changed = old.zip(new).filter(|(old, new)| old.route != new.route);
                    if let Some((old, new)) = changed {
                        let alias = session.alias_of(&old.route, old.language, new.language);
                        old_routes.extend(alias.map(|alias| (from.clone(), alias)));
                        let old_url = session.url_on_host(&old.route, old.language);
                        let new_url = session.url_on_host(&new.route, new.language);
                        moves.urls.extend(old_url.zip(new_url));
                        moves.routes.insert(old.route.clone(), new.route);
                    }
                }
                let new_assets = session.asset_paths();
                session.set_unsaved(UnsavedFiles::new(), None)?;

                for file in assets.keys().chain(moves.files.keys()) {
                    let new = file_route(moves.new_path(file), &new_assets);
                    let changed = file_route(file, &assets).zip(new);
                    moves.routes.extend(changed.filter(|(old, new)| old != new));
                }
                for host in session.other_hosts() {
                    let files = moves.files.iter().filter_map(|(old, new)| {
                        Some((old.strip_prefix("static")?, new.strip_prefix("static")?))
                    });
                    let urls =
                        files.map(|(old, new)| (format!("{host}{old}"), format!("{host}{new}")));
                    moves.urls.extend(urls);
                }
                moves.index();
                Ok((old_routes, moves))
            })
            .await?;
        found.map_err(|errors| unreadable(&errors))
    }

    /// Returns the files with front matter or data that can refer to another file.
    pub(super) async fn files_with_values(
        &self,
        pages: impl Iterator<Item = SitePath>,
    ) -> Result<Vec<SitePath>, Response<Body>> {
        let files = self.worker.run_on_disk(|session| session.other_files()).await?;
        let data = files.into_iter().filter(|path| kind(path) == "data");
        Ok(pages.chain(data).collect())
    }

    /// Returns a file with the changes that are planned already.
    pub(super) fn planned_source(
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
    pub(super) fn plan_file<'p>(
        &self,
        plan: &'p mut Plan,
        moves: &Moves,
        path: &SitePath,
        reason: &'static str,
    ) -> Result<&'p mut Planned, Response<Body>> {
        let (_, full_path) = located(&self.root, path)?;
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

    /// Plans values of data and of front matter that refer to a renamed data file. Adds a note for those that no edit keeps valid.
    async fn plan_references(
        &self,
        plan: &mut Plan,
        moves: &Moves,
        renamed: &ReferredData,
    ) -> Result<(), Response<Body>> {
        let files = self.files_with_values(moves.pages.keys().cloned()).await?;
        for (source, References { edits, are_lost }) in self.references(plan, files, renamed)? {
            if !edits.is_empty() {
                let text = source.edited(&edits)?;
                let reason = "refers to a file that gets another name";
                self.plan_file(plan, moves, &source.path, reason)?.after = text.into_bytes();
            }
            if are_lost {
                let reason = "refers to what its schema then no longer finds";
                plan.note(&source.path, reason);
            }
        }
        Ok(())
    }

    /// Returns the files that refer to a data file.
    pub(super) fn references(
        &self,
        plan: &Plan,
        files: Vec<SitePath>,
        data: &ReferredData,
    ) -> Result<Vec<(Source, References)>, Response<Body>> {
        let mut found = Vec::new();
        for path in files {
            let source = self.planned_source(plan, &path)?;
            let is_concerned =
                |it: &Source| it.text.as_deref().is_some_and(|text| data.concerns(text));
            let Some(source) = source.filter(is_concerned) else { continue };
            let Some((schema, values)) = source.schema(&self.world).zip(source.values()) else {
                continue;
            };

            let references = data.references(&schema, &values);
            if !references.edits.is_empty() || references.are_lost {
                found.push((source, references));
            }
        }
        Ok(found)
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

    /// Plans values of data and of front matter that contain an old URL, or the path of a page asset.
    async fn plan_values(&self, plan: &mut Plan, moves: &Moves) -> Result<(), Response<Body>> {
        let is_linked = |path| moves.pages.contains_key(path) || moves.assets.contains(path);
        if moves.routes.is_empty() && !moves.files.keys().any(is_linked) {
            return Ok(());
        }
        for path in self.files_with_values(moves.pages.keys().cloned()).await? {
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
                plan.note(&path, "has the old URL");
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
    pub(super) async fn finish(&self, plan: Plan, dry_run: bool, title: String) -> Reply {
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
