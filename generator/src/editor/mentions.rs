//! URLs of moved and deleted files in texts that are neither pages nor data, and in unsaved changes: style sheets follow, and others are named
//! for a person to look at.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use axum::body::Body;
use axum::http::Response;
use serde_json::json;

use crate::editor::Editor;
use crate::editor::moved_links::{Moves, ranges_of, relative, with_new_urls};
use crate::editor::plan::Plan;
use croupier_base::edits::edited;
use croupier_base::path::{Href, Route, SitePath};
use croupier_base::syntax::css::{self, CssUrl};
use croupier_base::url::{decoded, link_target, resolve_relative, spellings};
use croupier_engine::PreviewSession;

/// Whether a file is a style sheet that editors may change.
fn is_style(path: &SitePath) -> bool {
    path.starts_with("static/") && path.extension() == "css"
}

/// Returns the ways in which a style sheet writes the URL path of a file relative to its own. Empty for other texts.
fn relative_spellings(source: &SitePath, route: &str) -> Vec<String> {
    let Some(own) = source.strip_prefix("static").filter(|_| is_style(source)) else {
        return Vec::new();
    };
    let path = relative(&SitePath::new(own), &SitePath::new(route));
    let paths = BTreeSet::from([link_target(&path), path]);
    paths.into_iter().flat_map(|it| [format!("./{it}"), it]).collect()
}

/// Returns a style sheet with the new URLs of moved files. One that moves itself also has other paths to files that stay. None if nothing
/// changes.
fn new_style(moves: &Moves, source: &SitePath, text: &str) -> Option<String> {
    let relative = new_relative_urls(moves, source, text).unwrap_or_default();
    let changed = edited(text, relative.clone());
    let new = with_new_urls(&changed, &moves.spellings, &moves.base_url);
    new.or((!relative.is_empty()).then_some(changed))
}

/// Returns the edits of the relative URLs of a style sheet. None if it cannot be parsed.
fn new_relative_urls(
    moves: &Moves,
    source: &SitePath,
    text: &str,
) -> Option<Vec<(Range<usize>, String)>> {
    let old_own = source.strip_prefix("static")?;
    let new_own = SitePath::new(moves.new_path(source).strip_prefix("static")?);

    let edit = |url: CssUrl| {
        let href = Href::new(&*css::unescaped(&text[url.range.clone()]));
        let (written, rest) = href.split_path();
        let old = Route::new(resolve_relative(old_own, &decoded(written))?);
        let new = moves.routes.get(&old).unwrap_or(&old);
        let path = relative(&new_own, &SitePath::new(new.as_str()));

        let is_same = resolve_relative(&new_own, &decoded(written))? == new.as_str();
        (!is_same).then(|| (url.range, format!("{}{rest}", link_target(&path))))
    };
    Some(css::urls(text).ok()?.into_iter().filter_map(edit).collect())
}

/// Returns the first of the URLs that a text has. A page is also named without its last slash.
fn named<'a>(
    urls: &'a BTreeSet<String>,
    source: &SitePath,
    text: &str,
    base_url: &str,
) -> Option<&'a String> {
    let has = |path: &str| ranges_of(text, path, base_url).next().is_some();
    urls.iter().find(|url| {
        let without_slash = Some(url.trim_end_matches('/')).filter(|it| !it.is_empty());
        spellings(url).iter().any(|it| has(it))
            || without_slash.is_some_and(|it| spellings(it).iter().any(|it| has(it)))
            || relative_spellings(source, url).iter().any(|it| has(it))
    })
}

impl Editor {
    /// Plans the URLs of moved files in style sheets, which no check of links reads.
    pub(super) async fn plan_styles(
        &self,
        plan: &mut Plan,
        moves: &Moves,
    ) -> Result<(), Response<Body>> {
        if moves.routes.is_empty() {
            return Ok(());
        }
        let files = self.worker.run_on_disk(|session| session.text_files()).await?;

        for path in files.iter().filter(|path| is_style(path)) {
            let source = self.planned_source(plan, path)?;
            let text = source.and_then(|it| it.text);
            let Some(new) = text.and_then(|text| new_style(moves, path, &text)) else { continue };
            let planned = self.plan_file(plan, moves, path, "shows a file that moves")?;
            planned.after = new.into_bytes();
        }
        Ok(())
    }

    /// Adds a note for each text, and for each draft, that has a URL which no longer exists. `follows` says of which files the URLs follow,
    /// or are noted already.
    pub(super) async fn note_mentions(
        &self,
        plan: &mut Plan,
        mut urls: BTreeSet<String>,
        follows: impl Fn(&SitePath) -> bool + Send + 'static,
    ) -> Result<(), Response<Body>> {
        // The path of the home page is a slash, which nearly every text has.
        urls.retain(|url| url != "/");
        self.note_drafts(plan, &urls).await?;
        if urls.is_empty() {
            return Ok(());
        }
        let planned: BTreeMap<SitePath, Option<String>> = plan
            .files
            .iter()
            .map(|(path, it)| (path.clone(), it.text().filter(|_| it.to.is_some())))
            .collect();

        let find = move |session: &mut PreviewSession| {
            let base_url = session.settings().base_url.clone();
            let text_of = |path: &SitePath| match planned.get(path) {
                Some(text) => text.clone(),
                None => String::from_utf8(session.world().read(path).ok()?).ok(),
            };
            let note = |path: SitePath| {
                let text = text_of(&path)?;
                let url = named(&urls, &path, &text, &base_url)?;
                let reason = format!("has the old URL {url}");
                Some(json!({ "path": path, "action": "check", "reason": reason }))
            };
            let files = session.text_files().into_iter().filter(|path| !follows(path));
            files.filter_map(note).collect::<Vec<_>>()
        };
        plan.notes.extend(self.worker.run_on_disk(find).await?);
        Ok(())
    }

    /// Adds a note for each file whose unsaved changes refer to a file that moves or is deleted: only what is saved follows.
    async fn note_drafts(
        &self,
        plan: &mut Plan,
        urls: &BTreeSet<String>,
    ) -> Result<(), Response<Body>> {
        let drafts = self.drafts.texts();
        if drafts.is_empty() {
            return Ok(());
        }
        let base_url = |session: &mut PreviewSession| session.settings().base_url.clone();
        let base_url = self.worker.run_on_disk(base_url).await?;

        for (path, text) in drafts {
            let files: BTreeSet<String> = plan.gone().map(|gone| relative(&path, gone)).collect();
            let found = named(urls, &path, &text, &base_url)
                .or_else(|| named(&files, &path, &text, &base_url));
            if let Some(target) = found {
                plan.note(&path, &format!("has unsaved changes with {target}"));
            }
        }
        Ok(())
    }
}
