//! Translations of pages: which ones are of an older text of their original, and how the original changed since.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Response, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::editor::Editor;
use crate::editor::paths::checked;
use crate::editor::reply::{Reply, error, failed};
use crate::editor::source::Source;
use crate::translations;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::SitePath;
use croupier_content::translation_lock::TranslationLock;
use croupier_engine::{LanguageTranslations, PageTranslation, PreviewSession, TranslationState};

/// Compares a page and its translations as the session has them.
pub(super) fn compare(
    session: &PreviewSession,
    path: &SitePath,
) -> Result<Vec<LanguageTranslations>, Vec<Diagnostic>> {
    if !session.settings().languages.is_multiple() {
        return Ok(Vec::new());
    }
    session.compared_translations(path)
}

/// Returns the language of a file that is a translation, and the translation.
fn translation_at<'a>(
    compared: &'a [LanguageTranslations],
    path: &SitePath,
) -> Option<(&'a LanguageTranslations, &'a PageTranslation)> {
    compared.iter().find_map(|language| {
        let page = language.pages.iter().find(|page| page.translation.as_ref() == Some(path))?;
        Some((language, page))
    })
}

/// Returns how the original changed since a page was translated. Null for a page that is up to date, and for one that is no translation.
pub(super) async fn stale(
    editor: &Editor,
    compared: Vec<LanguageTranslations>,
    path: &SitePath,
) -> Result<Value, Response<Body>> {
    let Some((_, page)) = translation_at(&compared, path) else { return Ok(Value::Null) };
    let TranslationState::Stale(parts) = &page.state else { return Ok(Value::Null) };
    let original = Source::read(&editor.world, &page.original)?;
    let mut stale = json!({
        "original": page.original,
        "original_digest": original.map(|it| it.digest),
        "parts": parts,
    });

    let (root, path) = (editor.root.clone(), path.clone());
    let difference = tokio::task::spawn_blocking(move || {
        let (language, page) = translation_at(&compared, &path)?;
        translations::original_changes(&root, language, page)
    });
    stale["diff"] = difference.await.ok().flatten().into();
    Ok(stale)
}

/// The translation that a person accepts, and the digest of the original that they compared it with.
#[derive(Debug, Deserialize)]
pub(super) struct Accept {
    path: String,
    original_digest: String,
}

/// Records that a translation matches the current text of its original, as `croupier translations accept` does.
pub(super) async fn accept(
    State(editor): State<Arc<Editor>>,
    Json(Accept { path, original_digest }): Json<Accept>,
) -> Reply {
    let (path, _) = checked(&editor.root, &path)?;
    let asked = path.clone();
    let compared = editor.worker.run_on_disk(move |session| compare(session, &asked)).await?;
    let mut compared = compared.map_err(|errors| refused(&errors))?;
    let is_translated = |it: &LanguageTranslations| {
        it.pages.iter().any(|page| page.translation.as_ref() == Some(&path))
    };
    let Some(language) = compared.iter_mut().find(|it| is_translated(it)) else {
        return Err(error(StatusCode::NOT_FOUND, format!("{path} is no translation.")));
    };

    let original = &language.pages[0].original;
    let now = Source::read(&editor.world, original)?.map(|it| it.digest);
    if now.as_deref() != Some(original_digest.as_str()) {
        let message =
            format!("{original} changed meanwhile. Compare the translation with it again.");
        return Err(error(StatusCode::CONFLICT, message));
    }

    // The new file is made from the bytes that the save compares with those on disk.
    let lock_path = TranslationLock::path(language.language);
    let before = editor
        .world
        .read_if_exists(&lock_path)
        .map_err(|problem| failed(format!("The file {lock_path} cannot be read: {problem}.")))?;
    let text = String::from_utf8_lossy(before.as_deref().unwrap_or_default());
    language.lock =
        TranslationLock::parse(&lock_path, &text).map_err(|problem| refused(&[*problem]))?;
    let accepted = translations::accept(language, |file| *file == path, false);
    let after = accepted.lock.to_text().into_bytes();
    let change = editor.change(&lock_path, before, Some(after))?;
    let undo = editor.commit(vec![change], format!("Accept {path}"))?;
    Ok(Json(json!({ "undo": undo })))
}

/// Returns the response for a site whose translations cannot be compared.
fn refused(errors: &[Diagnostic]) -> Response<Body> {
    let message = errors.first().map_or_else(String::new, |it| it.message.clone());
    let message = format!("The translations cannot be compared: {message}.");
    error(StatusCode::UNPROCESSABLE_ENTITY, message)
}
