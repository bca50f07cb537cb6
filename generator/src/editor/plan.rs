//! The changes of a rename or a deletion, before they are shown or written.

use std::collections::BTreeMap;
use std::path::Path;

use axum::body::Body;
use axum::http::{Response, StatusCode};
use serde_json::{Value, json};

use crate::editor::reply::{error, not_found};
use crate::editor::source::Source;
use crate::editor::transaction::{diff, read};
use croupier_base::disk::overlay::UnsavedFiles;
use croupier_base::path::{Route, SitePath};
use croupier_base::syntax::spanned::Value as Spanned;
use croupier_base::url::link_target;
use croupier_edits::Edit;

/// The changes of an operation, by the path that a file has before.
#[derive(Default)]
pub(super) struct Plan {
    pub files: BTreeMap<SitePath, Planned>,
    /// What a person has to look at.
    pub notes: Vec<Value>,
}

/// A file that changes.
pub(super) struct Planned {
    pub before: Vec<u8>,
    /// The path afterwards. None if the file is deleted.
    pub to: Option<SitePath>,
    pub after: Vec<u8>,
    reasons: Vec<&'static str>,
}

impl Plan {
    /// Adds a file with its content on disk. Fails for a symbolic link that is moved or deleted, because the plan has only its content.
    pub(super) fn file(
        &mut self,
        full_path: &Path,
        path: &SitePath,
        to: Option<&SitePath>,
        reason: &'static str,
    ) -> Result<&mut Planned, Response<Body>> {
        if to != Some(path) && full_path.is_symlink() {
            let message = format!(
                "{path} is a link to another file. Rename or delete it in the folder of the site, outside of the editor."
            );
            return Err(error(StatusCode::UNPROCESSABLE_ENTITY, message));
        }

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

    /// Adds what a person has to look at in a file.
    pub(super) fn note(&mut self, path: &SitePath, reason: &str) {
        self.notes.push(json!({ "path": path, "action": "check", "reason": reason }));
    }

    /// Returns the files that get another path or are deleted.
    pub(super) fn gone(&self) -> impl Iterator<Item = &SitePath> {
        self.files
            .iter()
            .filter(|(path, planned)| planned.to.as_ref() != Some(*path))
            .map(|(path, _)| path)
    }
}

impl Planned {
    /// Returns the text of the file after the changes. None for other files than texts.
    pub(super) fn text(&self) -> Option<String> {
        String::from_utf8(self.after.clone()).ok()
    }

    /// Returns the change for the list of changes.
    pub(super) fn to_json(&self, path: &SitePath) -> Value {
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
pub(super) fn unsaved(plan: &Plan) -> UnsavedFiles {
    let mut files: UnsavedFiles = plan.gone().map(|path| (path.clone(), None)).collect();
    for planned in plan.files.values() {
        if let Some(to) = &planned.to {
            files.insert(to.clone(), Some(planned.after.clone().into()));
        }
    }
    files
}

/// Removes aliases of a page, by their positions.
pub(super) fn remove_aliases_of(
    path: &SitePath,
    planned: &mut Planned,
    indices: &[usize],
) -> Result<(), Response<Body>> {
    let Some(text) = planned.text() else { return Ok(()) };
    let source = Source::of_text(path, text);
    let aliases = source.values().and_then(|values| values.get("aliases").cloned());
    let Some(Spanned::List(aliases)) = aliases.map(|it| it.value) else { return Ok(()) };

    let removed: Vec<Value> = if indices.len() == aliases.len() {
        vec![json!({ "remove": "/aliases" })]
    } else {
        indices.iter().rev().map(|it| json!({ "remove": format!("/aliases/{it}") })).collect()
    };
    let edits: Vec<Edit> = serde_json::from_value(removed.into()).unwrap_or_default();
    planned.after = source.edited(&edits)?.into_bytes();
    Ok(())
}

/// Adds an old URL to the aliases of a page.
pub(super) fn add_alias_to(
    path: &SitePath,
    planned: &mut Planned,
    old: &Route,
) -> Result<(), Response<Body>> {
    let Some(text) = planned.text() else { return Ok(()) };
    let source = Source::of_text(path, text);
    let has_aliases = source.values().is_some_and(|values| values.get("aliases").is_some());
    let old = link_target(old);
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
