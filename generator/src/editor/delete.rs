//! Deletes pages and other files, with redirects from their URLs.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Response, StatusCode};
use serde::Deserialize;

use crate::editor::Editor;
use crate::editor::moved_links::{file_route, links_to};
use crate::editor::moved_references::ReferredData;
use crate::editor::paths::{checked, located};
use crate::editor::plan::{Plan, add_alias_to};
use crate::editor::reply::{Reply, error, not_found};
use crate::editor::source::kind;
use crate::editor::worker::unreadable;
use croupier_base::path::{Route, SitePath};
use croupier_base::url;
use croupier_engine::{PageEntry, PreviewSession};

/// A file to delete, and the page that its URL redirects to.
#[derive(Debug, Deserialize)]
pub(super) struct Delete {
    path: String,
    redirect_to: Option<String>,
    #[serde(default)]
    dry_run: bool,
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
    let (page, pages, assets) = {
        let path = path.clone();
        let found = editor.worker.run_on_disk(move |session| {
            (session.page(&path), session.pages(), session.asset_paths())
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

    let mut urls: BTreeSet<String> = plan
        .gone()
        .filter_map(|file| file_route(file, &assets))
        .map(|route| route.to_string())
        .collect();
    if let Some(page) = page {
        if let Some(target) = redirect_to.filter(|it| !it.is_empty()) {
            editor.plan_redirects(&mut plan, &page, &pages, &target).await?;
        }
        editor.note_links(&mut plan, &page).await?;
        urls.extend(editor.urls_of(page).await?);
    }
    if kind(&path) == "data" {
        editor.plan_of_data(&mut plan, &path).await?;
        editor.note_references(&mut plan, &path, &pages).await?;
    }

    let noted: BTreeSet<String> =
        plan.notes.iter().filter_map(|it| Some(it["path"].as_str()?.to_owned())).collect();
    let planned: BTreeSet<SitePath> = plan.files.keys().cloned().collect();
    let is_noted = move |it: &SitePath| noted.contains(it.as_str()) || planned.contains(it);
    editor.note_mentions(&mut plan, urls, is_noted).await?;
    editor.finish(plan, dry_run, format!("Delete {path}")).await
}

impl Editor {
    /// Plans the redirects from the URL of a deleted page, and from its aliases, to the page at a route.
    async fn plan_redirects(
        &self,
        plan: &mut Plan,
        page: &PageEntry,
        pages: &[PageEntry],
        target: &str,
    ) -> Result<(), Response<Body>> {
        let refused = |message: &str| error(StatusCode::UNPROCESSABLE_ENTITY, message);
        let target = pages.iter().find(|it| *it.route == *target && it.source != page.source);
        let Some(target) = target else {
            return Err(refused("The page that visitors go to instead does not exist."));
        };

        let (source, route) = (page.source.clone(), page.route.clone());
        let (of, to) = (page.language, target.language);
        let find = move |session: &mut PreviewSession| {
            let aliases = session.aliases().into_iter().filter(|alias| alias.source == source);
            let old = aliases.map(|alias| Route::new(&*url::decoded(&alias.from)));
            let routes = std::iter::once(route).chain(old);
            routes.map(|it| session.alias_of(&it, of, to)).collect::<Option<Vec<Route>>>()
        };
        let Some(routes) = self.worker.run_on_disk(find).await? else {
            let message = "The page that visitors go to instead is on another host. Choose one in a language of this host.";
            return Err(refused(message));
        };
        for route in routes {
            self.add_alias(plan, &target.source, &route)?;
        }
        Ok(())
    }

    /// Plans the deletion of what belongs to a data file: its schema, and its texts in other languages.
    async fn plan_of_data(&self, plan: &mut Plan, path: &SitePath) -> Result<(), Response<Body>> {
        let of_page = path.clone();
        let find = move |session: &mut PreviewSession| session.translations_of(&of_page, &of_page);
        let translations = self.worker.run_on_disk(find).await?;
        let schema = self.moved_schema(path, path).await?;

        for (file, _) in translations.into_iter().chain(schema) {
            let (_, full_path) = located(&self.root, &file)?;
            plan.file(&full_path, &file, None, "belongs to the data file")?;
        }
        Ok(())
    }

    /// Adds a note for each file that refers to a deleted data file or to its rows.
    async fn note_references(
        &self,
        plan: &mut Plan,
        path: &SitePath,
        pages: &[PageEntry],
    ) -> Result<(), Response<Body>> {
        let Some(deleted) = ReferredData::of(&self.world, path, None) else { return Ok(()) };
        let files = self.files_with_values(pages.iter().map(|it| it.source.clone())).await?;
        for (source, _) in self.references(plan, files, &deleted)? {
            if plan.files.contains_key(&source.path) {
                continue;
            }
            plan.note(&source.path, "refers to the deleted file");
        }
        Ok(())
    }

    /// Returns the URL path of a page, and its URL on the host of its language.
    async fn urls_of(&self, page: PageEntry) -> Result<Vec<String>, Response<Body>> {
        let find = move |session: &mut PreviewSession| {
            let on_host = session.url_on_host(&page.route, page.language);
            std::iter::once(page.route.to_string()).chain(on_host).collect()
        };
        self.worker.run_on_disk(find).await
    }

    /// Adds a note for each link to a deleted page.
    async fn note_links(&self, plan: &mut Plan, page: &PageEntry) -> Result<(), Response<Body>> {
        let of_page = page.clone();
        let links = self.worker.run_on_disk(move |session| links_to(session, &of_page)).await?;
        let links = links.map_err(|errors| unreadable(&errors))?;
        for link in links.into_iter().filter(|link| link.source != page.source) {
            plan.note(&link.source, &format!("links to the deleted page: {}", link.href));
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
}
