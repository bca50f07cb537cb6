//! The lists of data files in other languages follow those of the original: most of them find the texts of an entry by its position. An entry that
//! is added, moved or removed in the original is added, moved or removed in them, too.

use axum::body::Body;
use axum::http::Response;
use serde_json::Value as Json;

use crate::editor::Editor;
use crate::editor::drafts::{Draft, DraftFile};
use crate::editor::source::{Source, kind};
use croupier_base::disk::overlay::UnsavedFiles;
use croupier_base::syntax::schema::Schema;
use croupier_base::syntax::schema::overlay::{list_by_position, path_in_overlay};
use croupier_edits::{Edit, Value, pointer};

impl Editor {
    /// Returns the data files of other languages that follow the edits of files, with their new texts.
    pub(super) async fn following(
        &self,
        files: &[(Source, DraftFile)],
    ) -> Result<Vec<(Source, String)>, Response<Body>> {
        let mut found = Vec::new();

        for (original, DraftFile { edits, .. }) in files {
            if kind(&original.path) != "data" || !edits.iter().any(is_structural) {
                continue;
            }
            let path = original.path.clone();
            let translations =
                self.worker.run_open(move |session| session.translations_of(&path, &path)).await?;
            let schema = original.schema(&self.world).and_then(|json| Schema::new(json).ok());

            for (path, _) in translations {
                // A file with edits of its own has the user's.
                let Some(translation) = Source::read(&self.world, &path)? else { continue };
                if files.iter().any(|(file, _)| file.path == path) {
                    continue;
                }
                let edits = followed(original, &translation, schema.as_ref(), edits)?;
                if !edits.is_empty() {
                    let text = translation.edited(&edits)?;
                    found.push((translation, text));
                }
            }
        }
        Ok(found)
    }

    /// Returns the texts of a draft, and of the files that follow it. A file whose edits cannot be applied is an error.
    pub(super) async fn unsaved(&self, draft: &str) -> Result<UnsavedFiles, Response<Body>> {
        let sources = self.drafts.find(draft).map(Draft::sources).unwrap_or_default();
        // The save says why a file cannot follow.
        let following = self.following(&sources).await.unwrap_or_default();

        let edited =
            sources.iter().map(|(it, file)| Ok((it.path.clone(), it.edited(&file.edits)?)));
        let following = following.into_iter().map(|(it, text)| Ok((it.path, text)));
        let texts = edited.chain(following);
        texts.map(|it| it.map(|(path, text)| (path, Some(text.into_bytes().into())))).collect()
    }
}

/// Whether an edit adds, moves or removes a value.
fn is_structural(edit: &Edit) -> bool {
    matches!(edit, Edit::Insert { .. } | Edit::Move { .. } | Edit::Remove { .. })
}

/// Returns the edits of a translation that follow those of its original.
fn followed(
    original: &Source,
    translation: &Source,
    schema: Option<&Schema>,
    edits: &[Edit],
) -> Result<Vec<Edit>, Response<Body>> {
    let mut followed = Vec::new();
    for (index, edit) in edits.iter().enumerate().filter(|(_, edit)| is_structural(edit)) {
        // A pointer is that of a value after the edits before.
        let base = values_after(original, &edits[..index])?;
        let overlay = values_after(translation, &followed)?;
        if let (Some(base), Some(overlay)) = (base, overlay) {
            followed.extend(in_overlay(&base, &overlay, schema, edit));
        }
    }
    Ok(followed)
}

fn values_after(source: &Source, edits: &[Edit]) -> Result<Option<Json>, Response<Body>> {
    let edited = Source::of_text(&source.path, source.edited(edits)?);
    Ok(edited.values().map(|values| values.to_json()))
}

/// Returns what an edit of data does to the texts of another language. None if it does not concern them.
fn in_overlay(base: &Json, overlay: &Json, schema: Option<&Schema>, edit: &Edit) -> Option<Edit> {
    let entry = |pointer: &str| {
        let path = pointer::parse(pointer).ok()?;
        let (position, list) = path.split_last()?;
        let list = list_by_position(base, overlay, schema, list)?;
        Some(format!("{}/{position}", pointer::text(&list)))
    };
    match edit {
        Edit::Insert { pointer, value, .. } => {
            // Without texts, an entry shows those of the original.
            let is_table = matches!(value, Value::Table(_));
            let value = if is_table { Value::Table(Vec::new()) } else { value.clone() };
            Some(Edit::Insert { pointer: entry(pointer)?, value, value_type: None })
        }
        Edit::Move { pointer, to } => Some(Edit::Move { pointer: entry(pointer)?, to: entry(to)? }),
        Edit::Remove { pointer } => {
            let path = pointer::parse(pointer).ok()?;
            let path = path_in_overlay(base, overlay, schema, &path)?;
            Some(Edit::Remove { pointer: pointer::text(&path) })
        }
        _ => None,
    }
}
