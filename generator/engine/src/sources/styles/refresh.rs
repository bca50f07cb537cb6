//! Bundles style sheets again after changes of the files that they are made from.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::cache::generator_fingerprint;
use crate::query::invalidation::Invalidation;
use crate::sources::styles::style_sheet::{BundledSheet, StyleSheet, bundle, hash_of};
use crate::sources::styles::{Generated, list_file, styles_cache};
use crate::sources::{Sources, conflict};
use croupier_base::disk::replace::replace_file;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::fingerprint::{ContentHash, Fingerprint, fingerprint};
use croupier_base::path::{OutputPath, SitePath};
use croupier_content::config::settings::Settings;

/// Returns the path of the diagnostics of a style sheet in [`Sources::errors`].
fn error_key(output: &OutputPath) -> SitePath {
    SitePath::new(format!(".croupier/styles/{output}"))
}

impl Sources {
    /// Bundles the style sheets again whose inputs are among `changed`, or all of them after a change of the settings.
    pub(in crate::sources) fn refresh_styles(
        &mut self,
        changed: &BTreeSet<SitePath>,
        changes: &mut Invalidation,
    ) {
        let Some(settings) = self.settings.clone() else { return };
        let config = &settings.config.styles;
        if config.entries.is_empty() && self.styles.sheets.is_empty() {
            return;
        }

        let mut before = std::mem::take(&mut self.styles.sheets);
        let mut has_changed = false;
        for (output, source) in config.sheets() {
            let key = self.style_key(&settings, &output, &source);
            let known = before.remove(&output);

            let is_current = |sheet: &StyleSheet| {
                sheet.key == key && !sheet.bundled.inputs.keys().any(|path| changed.contains(path))
            };

            let sheet = match known {
                Some(sheet) if is_current(&sheet) => sheet,
                _ => {
                    has_changed = true;
                    self.style_sheet(&settings, key, &output, &source)
                }
            };

            let mut diagnostics = sheet.diagnostics.clone();
            if self.static_files.contains_key(&output) {
                let other = SitePath::of_static(&output);
                diagnostics.push(conflict(&output, &other, &source));
            }

            self.errors.remove(&error_key(&output));
            if !diagnostics.is_empty() {
                self.errors.insert(error_key(&output), diagnostics);
            }
            self.styles.sheets.insert(output, sheet);
        }

        for output in before.keys() {
            self.errors.remove(&error_key(output));
        }

        if has_changed || !before.is_empty() || changes.settings {
            self.publish_styles(changes);
        }
    }

    /// Collects the published files of all style sheets, and the files that they read.
    fn publish_styles(&mut self, changes: &mut Invalidation) {
        let mut contents = BTreeMap::new();
        let mut files = BTreeMap::new();

        for bundled in self.styles.sheets.values().map(|it| &it.bundled) {
            for (path, text) in &bundled.texts {
                files.insert(path.clone(), StaticFile::new(text.as_bytes()));
                contents.insert(path.clone(), Generated::Text(text.clone()));
            }
            for (path, source) in &bundled.copies {
                let Ok(bytes) = self.world.read(source) else { continue };
                files.insert(path.clone(), StaticFile::new(&bytes));
                contents.insert(path.clone(), Generated::Copy(source.clone()));
            }
        }

        changes.statics |= files != *self.styles.files;
        let inlined = self.inlined(&contents);
        if inlined != *self.styles.inlined {
            // The policy of all pages has the hashes of these texts.
            changes.settings = true;
            self.styles.inlined = Arc::new(inlined);
        }
        (self.styles.files, self.styles.contents) = (Arc::new(files), contents);

        let inputs = self.styles.sheets.values().flat_map(|it| it.bundled.inputs.keys());
        let inputs: BTreeSet<SitePath> =
            inputs.filter(|path| !self.is_in_source_folder(path)).cloned().collect();

        for path in &inputs {
            // The scan did not know these files.
            if let Some(stamp) = self.world.stamp(path) {
                self.stamps.entry(path.clone()).or_insert(stamp);
            }
        }

        if inputs != self.styles.inputs || !list_file(&self.world).exists() {
            let text: String = inputs.iter().map(|path| format!("{path}\n")).collect();
            // Without the list, the next build does not notice a change of these files by itself.
            let _ = replace_file(&list_file(&self.world), text);
            self.styles.inputs = inputs;
        }
    }

    /// Returns the style sheets that templates may inline, by URL path.
    fn inlined(&self, contents: &BTreeMap<OutputPath, Generated>) -> BTreeMap<String, String> {
        let settings = self.settings.as_ref();
        let paths = settings.map(|it| it.config.styles.inline.as_slice()).unwrap_or_default();
        let text = |path: &String| match contents.get(path.trim_start_matches('/'))? {
            Generated::Text(text) => Some((path.clone(), text.clone())),
            Generated::Copy(_) => None,
        };
        paths.iter().filter_map(text).collect()
    }

    /// Returns the style sheets that templates may inline, by URL path.
    pub(crate) fn inlined_sheets(&self) -> Arc<BTreeMap<String, String>> {
        Arc::clone(&self.styles.inlined)
    }

    /// Returns a style sheet from the cache, or bundles it.
    fn style_sheet(
        &self,
        settings: &Settings,
        key: Fingerprint,
        output: &OutputPath,
        source: &SitePath,
    ) -> StyleSheet {
        let cache = styles_cache(self.world.root());
        let name = ContentHash::from_fingerprint(key).to_string();
        let cached: Option<BundledSheet> =
            cache.get(&name).and_then(|bytes| postcard::from_bytes(&bytes).ok());
        if let Some(bundled) = cached
            && bundled.inputs.iter().all(|(path, hash)| hash_of(&self.world, path) == *hash)
        {
            return StyleSheet { key, bundled, diagnostics: Vec::new() };
        }

        let is_development = self.dev_bundler.is_some();
        let sheet = bundle(&self.world, settings, is_development, output, source);
        if sheet.diagnostics.is_empty()
            && let Ok(bytes) = postcard::to_stdvec(&sheet.bundled)
        {
            cache.put(&name, &bytes);
        }

        StyleSheet { key, ..sheet }
    }

    fn style_key(
        &self,
        settings: &Settings,
        output: &OutputPath,
        source: &SitePath,
    ) -> Fingerprint {
        let config = &settings.config.styles;
        fingerprint(&(
            generator_fingerprint(&settings.extensions),
            (&config.targets, config.minify, self.dev_bundler.is_some()),
            &settings.base_path,
            (output, source),
        ))
    }

    /// Returns the copies of files that style sheets show, whose names have a content hash.
    pub(crate) fn style_copies(&self) -> impl Iterator<Item = &OutputPath> {
        let contents = self.styles.contents.iter();
        contents.filter(|(_, it)| matches!(it, Generated::Copy(_))).map(|(path, _)| path)
    }

    /// Returns the source of a published file that is not in static/.
    pub(in crate::sources) fn generated_source(&self, output: &OutputPath) -> Option<SitePath> {
        match self.styles.contents.get(output)? {
            Generated::Copy(source) => Some(source.clone()),
            Generated::Text(_) => {
                let settings = self.settings.as_ref()?;
                let mut sheets = settings.config.styles.sheets();
                let of_map = output.strip_suffix(".map").unwrap_or(output);
                sheets.find(|(path, _)| path.as_str() == of_map).map(|(_, source)| source)
            }
        }
    }
}
