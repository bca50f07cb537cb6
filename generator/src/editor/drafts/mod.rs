//! Unsaved files. They survive the end of the browser and of the server in `.croupier/drafts/`, and are never published.

#![expect(clippy::disallowed_methods, reason = "drafts are neither sources nor output")]

pub(super) mod calls;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::editor::source::Source;
use crate::editor::transaction;
use croupier_base::date;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_edits::Edit;

/// A file with unsaved changes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct DraftFile {
    pub path: String,
    /// The digest of the file that the edits begin from. None for a new file.
    pub base: Option<String>,
    /// The text of that file.
    #[serde(default)]
    pub base_text: Option<String>,
    pub edits: Vec<Edit>,
}

/// Unsaved changes of some files.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Draft {
    pub files: Vec<DraftFile>,
    pub saved_at: String,
    /// The number of changes since the server started.
    #[serde(skip)]
    pub revision: u64,
    /// The tab that stored the draft last. Empty since the server started.
    #[serde(skip)]
    pub client: String,
}

/// A page that was rendered with the last change of a draft.
pub(super) struct RenderedDraft {
    pub id: String,
    pub revision: u64,
    pub route: String,
    pub html: Vec<u8>,
}

/// All drafts of a site.
pub(super) struct Drafts {
    folder: PathBuf,
    by_id: Mutex<BTreeMap<String, Draft>>,
    rendered: Mutex<Option<RenderedDraft>>,
}

impl Drafts {
    /// Reads the drafts of the site in `root`.
    pub(super) fn new(root: &Path) -> Drafts {
        let folder = root.join(".croupier").join("drafts");
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let read = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().ok()?;
            let id = name.strip_suffix(".json").filter(|id| is_id(id))?;
            let draft = serde_json::from_slice(&fs::read(entry.path()).ok()?).ok()?;
            Some((id.to_owned(), draft))
        };
        let drafts = entries.filter_map(read).collect();
        Drafts { folder, by_id: Mutex::new(drafts), rendered: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Draft>> {
        self.by_id.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a draft.
    pub(super) fn find(&self, id: &str) -> Option<Draft> {
        self.lock().get(id).cloned()
    }

    /// Returns all drafts by id.
    pub(super) fn all(&self) -> BTreeMap<String, Draft> {
        self.lock().clone()
    }

    /// Returns the paths of all files with unsaved changes.
    pub(super) fn paths(&self) -> BTreeSet<String> {
        let drafts = self.lock();
        drafts.values().flat_map(|draft| &draft.files).map(|file| file.path.clone()).collect()
    }

    /// Returns the texts of all files with unsaved changes. Those to which the edits do not apply are left out.
    pub(super) fn texts(&self) -> Vec<(SitePath, String)> {
        let files = self.all().into_values().flat_map(Draft::sources);
        files
            .filter_map(|(base, file)| Some((base.path.clone(), base.edited(&file.edits).ok()?)))
            .collect()
    }

    /// Returns the drafts of a file as JSON. `digest` is that of the file on disk, and `is_connected` whether a tab is.
    pub(super) fn of_file(
        &self,
        path: &str,
        digest: &str,
        is_connected: impl Fn(&str) -> bool,
    ) -> Vec<Value> {
        let drafts = self.lock();
        let of_file = drafts.iter().filter_map(|(id, draft)| {
            let file = draft.files.iter().find(|file| file.path == path)?;
            let is_outdated = file.base.as_deref() != Some(digest);
            let is_open = is_connected(&draft.client);
            Some(json!({
                "id": id, "saved_at": draft.saved_at, "is_outdated": is_outdated, "is_open": is_open,
            }))
        });
        of_file.collect()
    }

    /// Stores a draft, and returns its revision.
    fn store(&self, id: &str, files: Vec<DraftFile>, client: String) -> std::io::Result<u64> {
        // A client without changes only shows pages as they are.
        if files.is_empty() {
            self.remove(id);
            return Ok(0);
        }
        let mut drafts = self.lock();
        let revision = drafts.get(id).map_or(0, |draft| draft.revision) + 1;
        let draft = Draft { files, saved_at: date::now(), revision, client };
        fs::create_dir_all(&self.folder)?;
        let text = serde_json::to_vec(&draft).map_err(std::io::Error::other)?;
        transaction::replace(&self.folder.join(format!("{id}.json")), &text)?;
        drafts.insert(id.to_owned(), draft);
        Ok(revision)
    }

    /// Removes a draft.
    pub(super) fn remove(&self, id: &str) {
        self.lock().remove(id);
        if is_id(id) {
            let _ = fs::remove_file(self.folder.join(format!("{id}.json")));
        }
    }

    /// Removes the drafts whose changes are on disk: the process ended after it saved them.
    pub(super) fn remove_saved(&self, world: &World) {
        let is_saved = |file: &DraftFile| {
            let path = SitePath::new(file.path.as_str());
            let base = Source::of_text(&path, file.base_text.clone().unwrap_or_default());
            let on_disk = Source::read(world, &path).ok().flatten().and_then(|it| it.text);
            on_disk.is_some() && on_disk == base.edited(&file.edits).ok()
        };
        for (id, draft) in self.all() {
            if draft.files.iter().all(is_saved) {
                self.remove(&id);
            }
        }
    }

    /// Returns the page of a draft's last change, if it was rendered.
    pub(super) fn rendered(&self, id: &str, route: &str) -> Option<Vec<u8>> {
        let revision = self.lock().get(id)?.revision;
        let rendered = self.rendered.lock().unwrap_or_else(PoisonError::into_inner);
        let page = rendered.as_ref()?;
        let is_same = page.id == id && page.revision == revision && page.route == route;
        is_same.then(|| page.html.clone())
    }
}

fn is_id(id: &str) -> bool {
    (8..=64).contains(&id.len()) && id.chars().all(|it| it.is_ascii_alphanumeric() || it == '-')
}

impl Draft {
    /// Returns the files with the texts that their edits begin from.
    pub(super) fn sources(self) -> Vec<(Source, DraftFile)> {
        let source = |file: DraftFile| {
            let path = SitePath::new(file.path.as_str());
            (Source::of_text(&path, file.base_text.clone().unwrap_or_default()), file)
        };
        self.files.into_iter().map(source).collect()
    }
}
