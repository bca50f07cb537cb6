//! The `[cascade]` tables of all folders, the front matter of pages with translations, and what both add up to for a page.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use croupier_base::path::SitePath;
use croupier_content::front_matter::{Cascade, cascade};
use croupier_content::languages::{FileLanguages, LanguageKey};
use croupier_content::page::Page;

/// The `[cascade]` tables of all folders, and the front matter that translations take from their originals.
#[derive(Debug, Default)]
pub(crate) struct Cascades {
    languages: FileLanguages,
    /// By language, folder and file: the index.md and the schema of `extra`. A folder has several index.md if their names differ in case
    /// only. The folders are the same in all languages.
    written: BTreeMap<(LanguageKey, SitePath), BTreeMap<SitePath, Arc<Cascade>>>,
    /// The tables of a folder and all folders above it, merged. Computed when a page first needs it.
    merged: HashMap<(LanguageKey, SitePath), Option<Arc<Cascade>>>,
    /// What translations take from the pages in the default language, by their keys. Empty for a site in one language.
    originals: HashMap<String, (SitePath, Arc<Cascade>)>,
    /// The keys of the originals by file.
    keys: HashMap<SitePath, String>,
}

impl Cascades {
    /// Creates the tables of a site with these languages.
    pub(crate) fn new(languages: &FileLanguages) -> Cascades {
        Cascades { languages: languages.clone(), ..Cascades::default() }
    }

    /// Replaces the table of a content file, and returns whether it changed.
    pub(crate) fn replace(&mut self, file: &SitePath, now: Option<Arc<Cascade>>) -> bool {
        let split = self.languages.split(file);
        let Some(folder) = cascade::folder_of_source(&split.path) else { return false };
        let folder = (split.language, SitePath::new(folder));
        let before = self.written.get(&folder).and_then(|files| files.get(file));
        let mark = |it: &Cascade| (it.source_digest, it.is_complete);
        if before.map(|it| mark(it)) == now.as_deref().map(mark) {
            return false;
        }

        self.merged.clear();
        let files = self.written.entry(folder.clone()).or_default();
        match now {
            Some(now) => {
                files.insert(file.clone(), now);
            }
            None => {
                files.remove(file);
            }
        }

        if files.is_empty() {
            self.written.remove(&folder);
        }
        true
    }

    /// Replaces what translations take from the page of a content file. Returns the keys of the pages whose translations take other values
    /// now. The page is `None` if the file is gone, or if it cannot be read.
    pub(crate) fn replace_original(
        &mut self,
        file: &SitePath,
        now: Option<(&Page, Arc<Cascade>)>,
    ) -> Vec<String> {
        let before = self.keys.remove(file);
        let mut changed = Vec::new();

        if let Some((page, values)) = now {
            let key = page.translation_key().into_owned();
            let mark = |it: &Cascade| (it.source_digest, it.is_complete);
            let is_same = self
                .originals
                .get(&key)
                .is_some_and(|(of, it)| of == file && mark(it) == mark(&values));
            if !is_same {
                self.originals.insert(key.clone(), (file.clone(), values));
                changed.push(key.clone());
            }
            self.keys.insert(file.clone(), key);
        }

        let gone = before.filter(|key| self.keys.get(file) != Some(key));
        if let Some(key) = gone
            && self.originals.get(&key).is_some_and(|(of, _)| of == file)
        {
            self.originals.remove(&key);
            changed.push(key);
        }
        changed
    }

    /// Whether the values that translations with this key take are known.
    pub(crate) fn has_original(&self, key: &str) -> bool {
        self.originals.contains_key(key)
    }

    /// Returns the folders of content files that are below the folder of an index.md, in all languages.
    pub(crate) fn folders_below(&self, file: &SitePath) -> Vec<String> {
        let split = self.languages.split(file);
        let folder = cascade::folder_of_source(&split.path);
        folder.map_or_else(Vec::new, |folder| self.languages.folders_of(folder))
    }

    /// Returns what a page inherits. `file` is its content file without the language: the index.md of a folder inherits from the folders
    /// above that. A translation inherits from its original first.
    pub(crate) fn above(&mut self, page: &Page, file: &SitePath) -> Option<Arc<Cascade>> {
        let folders = self.of_file(page.language, file);
        if page.language == self.languages.default_key() {
            return folders;
        }
        let original = self.originals.get(&*page.translation_key()).map(|(_, it)| it);
        let Some(original) = original else { return folders };
        let Some(folders) = folders else { return Some(Arc::clone(original)) };

        let schema = folders.extra_schema.clone();
        let without_texts = schema.map(|schema| original.without_texts(&schema));
        let original = without_texts.as_ref().unwrap_or(original);
        Some(Arc::new(original.below(&folders)))
    }

    fn of_file(&mut self, language: LanguageKey, file: &SitePath) -> Option<Arc<Cascade>> {
        if self.written.is_empty() {
            return None;
        }
        let folder = match cascade::folder(file) {
            Some(own) => match parent(own) {
                Some(above) => above,
                None => return self.schema_of_home_page(language, own),
            },
            None => file.folder()?,
        };
        self.of_folder(language, folder)
    }

    /// The schema of content/ in a language, or else in the default one. No folder is above it, so that its own index.md has it, too.
    fn schema_of_home_page(&self, language: LanguageKey, folder: &str) -> Option<Arc<Cascade>> {
        let languages = [language, self.languages.default_key()];
        let files =
            languages.iter().filter_map(|it| self.written.get(&(*it, SitePath::new(folder))));
        files.flat_map(BTreeMap::values).find(|it| it.extra_schema.is_some()).cloned()
    }

    /// The tables of a language take precedence over those of the default language in the same folder.
    fn of_folder(&mut self, language: LanguageKey, folder: &str) -> Option<Arc<Cascade>> {
        let key = (language, SitePath::new(folder));
        if let Some(merged) = self.merged.get(&key) {
            return merged.clone();
        }
        let above = parent(folder).and_then(|above| self.of_folder(language, above));

        let default = (self.languages.default_key(), key.1.clone());
        let own = Some(&key).filter(|key| **key != default);
        let files = std::iter::once(&default).chain(own).filter_map(|it| self.written.get(it));
        let all = files.flat_map(BTreeMap::values).fold(above, |above, own| {
            Some(above.map_or_else(|| Arc::clone(own), |above| Arc::new(own.below(&above))))
        });
        self.merged.insert(key, all.clone());
        all
    }
}

/// The folder above a folder. None for content/ itself.
fn parent(folder: &str) -> Option<&str> {
    folder.rsplit_once('/').map(|(folder, _)| folder)
}
