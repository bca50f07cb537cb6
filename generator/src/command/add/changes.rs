//! The files that an addition creates and edits. All of them are computed before the first one is written.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use walkdir::WalkDir;

use crate::command::failure::Failure;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;

/// The folder of templates.
const TEMPLATES: &str = "pages";

/// Changes of the files of a site.
pub(super) struct Changes<'a> {
    root: &'a Path,
    /// The new files, and the edited ones, by path.
    files: BTreeMap<String, FileEdit>,
    /// What the user has to change by hand, because a file of the user says something else.
    pub(super) conflicts: Vec<String>,
    /// How to use what was added.
    pub(super) usage: Vec<String>,
}

/// A new or edited file.
struct FileEdit {
    text: String,
    is_new: bool,
    /// What the edits add, for the report.
    added: Vec<String>,
}

impl Changes<'_> {
    /// Returns no changes of the site in `root`.
    pub(super) fn of(root: &Path) -> Changes<'_> {
        Changes { root, files: BTreeMap::new(), conflicts: Vec::new(), usage: Vec::new() }
    }

    /// Returns whether a file exists, or will.
    pub(super) fn has(&self, path: &str) -> bool {
        self.files.contains_key(path) || self.root.join(path).exists()
    }

    /// Returns the text of a file with the edits so far, or none if it does not exist.
    pub(super) fn text(&self, path: &str) -> Result<Option<String>, Failure> {
        if let Some(change) = self.files.get(path) {
            return Ok(Some(change.text.clone()));
        }
        match fs::read_to_string(self.root.join(path)) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(unusable(path, &error.to_string())),
        }
    }

    /// Creates a file, unless the site has it.
    pub(super) fn create(&mut self, path: &str, text: &str) {
        if !self.has(path) {
            let change = FileEdit { text: text.to_owned(), is_new: true, added: Vec::new() };
            self.files.insert(path.to_owned(), change);
        }
    }

    /// Replaces the text of a file by one with additions, which `added` names. Without additions, the file stays as it is.
    pub(super) fn edit(&mut self, path: &str, text: String, added: Vec<String>) {
        if added.is_empty() {
            return;
        }
        let is_new = !self.has(path);
        let change = self.files.entry(path.to_owned()).or_insert_with(|| FileEdit {
            text: String::new(),
            is_new,
            added: Vec::new(),
        });
        change.text = text;
        change.added.extend(added);
    }

    /// Returns whether a file is new or edited.
    pub(super) fn changes(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Returns the paths of all templates.
    pub(super) fn templates(&self) -> Vec<String> {
        let files = WalkDir::new(self.root.join(TEMPLATES)).sort_by_file_name();
        let files = files.into_iter().filter_map(Result::ok).filter(|it| it.file_type().is_file());
        let paths = files.filter_map(|it| {
            let path = it.path().strip_prefix(self.root).ok()?.to_str()?;
            Some(path.replace('\\', "/"))
        });
        paths.filter(|path| path.ends_with(".html")).collect()
    }

    /// Returns the lines of the report: each file with what it got.
    pub(super) fn report(&self) -> Vec<String> {
        let line = |(path, change): (&String, &FileEdit)| {
            if change.is_new {
                format!("created {path}")
            } else {
                format!("changed {path}: {}", change.added.join(", "))
            }
        };
        self.files.iter().map(line).collect()
    }

    /// Writes all files.
    pub(super) fn write(&self) -> Result<(), Failure> {
        for (path, change) in &self.files {
            let target = self.root.join(path);
            let parent = target.parent().expect("every file is inside the folder");
            fs::create_dir_all(parent).and_then(|()| fs::write(&target, &change.text)).map_err(
                |error| Failure::System(format!("cannot write {}: {error}", target.display())),
            )?;
        }
        Ok(())
    }
}

/// Returns the failure for a file of the user that cannot be edited.
pub(super) fn unusable(path: &str, problem: &str) -> Failure {
    let message = format!("cannot add anything to {path}: {problem}");
    let diagnostic = Diagnostic::error(Code::Unreadable, message).in_file(path);
    Failure::Site(vec![diagnostic.hint("fix the file; nothing was changed")])
}
