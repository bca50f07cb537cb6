//! Reads the messages of i18n/ again after changes.

use std::sync::Arc;

use crate::query::invalidation::Invalidation;
use crate::sources::{Sources, unreadable};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::SitePath;
use croupier_base::syntax::utf8;
use croupier_content::config::settings::Settings;
use croupier_content::messages::catalog::Catalogs;
use croupier_content::messages::{is_misplaced, language_of};

/// Returns the default language of a site, and all of its languages, by the names of their folders.
pub(crate) fn site_languages(settings: &Settings) -> (&str, Vec<&str>) {
    let languages = &settings.languages;
    if !languages.is_multiple() {
        let default = settings.text("language").unwrap_or("en");
        return (default, vec![default]);
    }
    // The texts of a disabled language can be in work.
    let keys = languages.files.0.iter().map(|it| it.key.as_str());
    (languages.files.default_key().as_str(), keys.collect())
}

impl Sources {
    /// Reads the changed files of i18n/ again. The messages of all files are checked together.
    pub(super) fn refresh_messages(&mut self, changed: &[SitePath], changes: &mut Invalidation) {
        let is_checked_again = changes.settings && !self.message_files.is_empty();
        if changed.is_empty() && !is_checked_again {
            return;
        }

        let mut files = (*self.message_files).clone();
        self.errors.retain(|path, _| !path.starts_with("i18n/"));
        for path in changed {
            files.remove(path);
            if language_of(path).is_none() || !self.stamps.contains_key(path) {
                continue;
            }
            match self.world.read_source_if_exists(path) {
                Ok(Some(bytes)) => match utf8::decode(path, bytes) {
                    Ok(text) => {
                        files.insert(path.clone(), Arc::from(text));
                    }
                    Err(error) => self.fail(path, *error),
                },
                Ok(None) => {}
                Err(error) => self.fail(path, unreadable(path, &error)),
            }
        }

        let (mut catalogs, mut diagnostics) = Catalogs::read(&files);
        if let Some(settings) = &self.settings {
            let (default, languages) = site_languages(settings);
            diagnostics.extend(catalogs.problems(default, &languages));
            if self.options.pseudo {
                catalogs.add_pseudo(default);
            }
        }
        let misplaced = self.stamps.keys().filter(|path| is_misplaced(path));
        diagnostics.extend(misplaced.map(misplaced_file));
        for diagnostic in diagnostics {
            let file = diagnostic.place.as_ref().map_or("i18n", |place| place.file.as_str());
            self.errors.entry(SitePath::new(file)).or_default().push(diagnostic);
        }

        changes.messages |= files != *self.message_files;
        self.message_files = Arc::new(files);
        self.messages = Arc::new(catalogs);
    }
}

/// Returns the warning about a file that looks like messages, but is not read.
fn misplaced_file(path: &SitePath) -> Diagnostic {
    Diagnostic::warning(Code::FileIgnored, format!("{path} is not read")).in_file(path).hint(
        "messages are in Fluent files in a folder of their language, such as i18n/en/site.ftl",
    )
}
