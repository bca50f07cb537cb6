//! The pseudo-languages of `--pseudo`, which show the texts of the default language in another form.

use serde_json::{Map, Value as Json};

use super::keys::has_texts;
use super::{COLLECTIONS, Direction, Language, Languages, Untranslated, with_locale};
use crate::languages::{FileLanguage, LanguageKey};
use croupier_base::pseudo::Pseudo;
use croupier_base::syntax::schema::overlay;

impl Languages {
    /// Adds the pseudo-languages, which show the texts of the default language. `taxonomies` are the names of taxonomies.
    #[must_use]
    pub(crate) fn with_pseudo<'n>(
        mut self,
        taxonomies: impl Iterator<Item = &'n str>,
    ) -> Languages {
        if !self.is_multiple() {
            // The files without a language belong to the default one.
            let default = &mut self.list[0];
            default.key = LanguageKey::new(&default.locale);
            default.label.clone_from(&default.locale);
            self.files.0.push(FileLanguage {
                key: default.key,
                prefix: String::new(),
                host: String::new(),
                folder: None,
                is_disabled: false,
            });
        }

        let taxonomies: Vec<&str> = taxonomies.collect();
        for pseudo in Pseudo::ALL {
            let language = pseudo_language(pseudo, self.default_language(), &taxonomies);
            self.files.0.push(FileLanguage {
                key: language.key,
                prefix: language.prefix.clone(),
                host: String::new(),
                folder: None,
                is_disabled: false,
            });
            self.list.push(language);
        }
        self
    }
}

/// Returns a pseudo-language.
fn pseudo_language(pseudo: Pseudo, default: &Language, taxonomies: &[&str]) -> Language {
    let locale = pseudo.tag().to_owned();
    let direction = Direction::of(&locale);
    let mut titles = default.titles.clone();
    if !titles.is_object() {
        titles = Json::Object(Map::new());
    }
    for name in taxonomies {
        let title = default.title("taxonomies", name).unwrap_or(name).to_owned();
        titles["taxonomies"][*name] = title.into();
    }
    if let Some(tables) = titles.as_object_mut() {
        // Rows are shown as pages of the default language, whose patterns are filled before their texts are translated.
        tables.remove(COLLECTIONS);
        for title in tables.values_mut().filter_map(Json::as_object_mut).flat_map(Map::values_mut) {
            *title = pseudo.text(title.as_str().unwrap_or_default()).into();
        }
    }

    Language {
        key: LanguageKey::new(pseudo.tag()),
        label: pseudo.tag().to_owned(),
        prefix: format!("/{}", pseudo.tag().to_ascii_lowercase()),
        path: format!("/{}", pseudo.tag().to_ascii_lowercase()),
        preview_path: format!("/{}", pseudo.tag().to_ascii_lowercase()),
        fallback: vec![default.key],
        untranslated: Untranslated::Show,
        untranslated_notice: None,
        titles,
        site: with_locale(pseudo_site(pseudo, &default.site), &locale, direction),
        locale,
        direction,
    }
}

/// Returns site.toml with texts in a pseudo-language.
fn pseudo_site(pseudo: Pseudo, site: &Json) -> Json {
    let replace = |text: &str| pseudo.text(text);
    let mut site = site.clone();
    for (name, value) in site.as_object_mut().into_iter().flatten() {
        let is_text = matches!(name.as_str(), "name" | "description" | "image_alt");
        let is_table = value.is_object() || value.is_array();
        if let Some(text) = value.as_str().filter(|_| is_text) {
            *value = replace(text).into();
        } else if is_table && has_texts(name) {
            *value = overlay::with_texts(value, None, &replace);
        }
    }
    site
}
