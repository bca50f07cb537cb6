//! Which pages are translations of each other, and what takes the place of missing translations.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use foldhash::fast::RandomState;

use crate::config::options::Profile;
use crate::config::settings::Settings;
use crate::config::tables::PathCase;
use crate::config::tables::languages::{Language, Untranslated};
use crate::languages::{FileLanguages, LanguageKey};
use crate::page::Page;
use crate::page_route;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::{Route, SitePath};
use croupier_base::pseudo::Pseudo;

/// The versions of a page by language.
type Versions = BTreeMap<LanguageKey, Arc<Page>>;

/// The translations of all pages. Empty for a site in one language.
#[derive(Debug, Default)]
pub struct Translations {
    /// The versions of each page, by [`Page::translation_key`]. A language that shows another one has a version, too.
    versions: HashMap<String, Versions, RandomState>,
    /// The routes of the pages that show a page in other languages, by its route.
    shown_at: HashMap<Route, Vec<Route>>,
    /// The routes that languages have in place of pages which are not translated, with the routes of the pages that they redirect to.
    pub redirects: BTreeMap<Route, Route>,
    files: FileLanguages,
    /// The languages that take the place of each language, nearest first.
    chains: BTreeMap<LanguageKey, Vec<LanguageKey>>,
}

impl Translations {
    /// Finds the translations of pages, and adds pages to `pages` for those that languages show without a translation. Reports missing
    /// translations.
    pub fn gather(
        pages: &mut BTreeMap<Route, Arc<Page>>,
        settings: &Settings,
    ) -> (Translations, Vec<Diagnostic>) {
        let languages = &settings.languages;
        let mut translations = Translations::default();
        if !languages.is_multiple() {
            return (translations, Vec::new());
        }
        translations.files = languages.files.clone();
        translations.chains = languages.chains();

        let mut diagnostics = Vec::new();
        for page in pages.values() {
            diagnostics.extend(translations.add(page));
        }

        let mut shown = Vec::new();
        let mut keys: Vec<&String> = translations.versions.keys().collect();
        keys.sort();
        let mut missing = Vec::new();
        for key in keys {
            let versions = &translations.versions[key];
            for language in languages.iter().filter(|it| !versions.contains_key(&it.key)) {
                let original = language.fallback.iter().find_map(|other| versions.get(other));
                if let Some(original) = original {
                    missing.push((key.clone(), language, Arc::clone(original)));
                }
            }
        }
        for (key, language, original) in missing {
            let route = translations.route_in(language, &original);
            match rule(language, &original) {
                Untranslated::Show if !pages.contains_key(&route) => {
                    let page = Arc::new(original.fallback_page(language.key, route.clone()));
                    let versions = translations.versions.entry(key).or_default();
                    versions.insert(language.key, Arc::clone(&page));
                    let at = translations.shown_at.entry(original.route.clone()).or_default();
                    at.push(route.clone());
                    shown.push((route, page));
                }
                // The other host reports or redirects its own pages.
                Untranslated::Redirect | Untranslated::Error if !language.is_published() => {}
                Untranslated::Redirect if !pages.contains_key(&route) => {
                    translations.redirects.insert(route, original.route.clone());
                }
                Untranslated::Error => {
                    let file = translations.files.translation_of(&original.source, language.key);
                    let profile = settings.profile;
                    diagnostics.push(missing_translation(&original, &file, language, profile));
                }
                Untranslated::Show | Untranslated::Redirect | Untranslated::Omit => {}
            }
        }
        pages.extend(shown);
        (translations, diagnostics)
    }

    /// Adds a page. Returns the error for a second page of its language.
    fn add(&mut self, page: &Arc<Page>) -> Option<Diagnostic> {
        let versions = self.versions.entry(page.translation_key().into_owned()).or_default();
        if let Some(other) = versions.get(&page.language) {
            return Some(same_translation(page, other));
        }
        versions.insert(page.language, Arc::clone(page));
        None
    }

    /// Adds the generated pages of terms and archives: those of one route without its language are translations of each other.
    pub(crate) fn add_generated(&mut self, pages: &BTreeMap<Route, Arc<Page>>) {
        if !self.files.is_multiple() {
            return;
        }
        for page in pages.values().filter(|page| !page.is_listed()) {
            let versions = self.versions.entry(page.file_route.to_string()).or_default();
            versions.entry(page.language).or_insert_with(|| Arc::clone(page));
        }
    }

    /// Replaces a page by a new version with the same position.
    pub(crate) fn replace(&mut self, page: &Arc<Page>) {
        let versions = self.versions.get_mut(&*page.translation_key());
        let slot = versions.and_then(|versions| versions.get_mut(&page.language));
        if let Some(slot) = slot.filter(|slot| slot.route == page.route) {
            *slot = Arc::clone(page);
        }
    }

    /// Returns the route of a page in a language.
    fn route_in(&self, language: &Language, page: &Page) -> Route {
        let own = self.files.0.iter().find(|it| it.key == page.language);
        let prefix = own.map_or("", |it| it.prefix.as_str());
        let route = page.route.strip_prefix(prefix).unwrap_or(&page.route);
        Route::new(language.localized(route))
    }

    /// Returns whether the site has several languages.
    pub fn is_multiple(&self) -> bool {
        self.files.is_multiple()
    }

    /// Returns the versions of a page by language, itself among them.
    pub fn of(&self, page: &Page) -> Option<&Versions> {
        self.versions.get(&*page.translation_key())
    }

    /// Returns the page in the default language that a page is a translation of.
    pub fn original_of(&self, page: &Page) -> Option<&Arc<Page>> {
        let default = self.files.default_key();
        if page.language == default { None } else { self.of(page)?.get(&default) }
    }

    /// Returns the routes of the pages that show the page at a route in other languages.
    pub(crate) fn shown_at(&self, route: &Route) -> &[Route] {
        self.shown_at.get(route).map_or(&[], Vec::as_slice)
    }

    /// Returns the version of a page that a reader of a language sees: in that language, or else in those that take its place.
    pub(crate) fn for_reader(&self, language: LanguageKey, page: &Page) -> Option<&Arc<Page>> {
        self.in_chain(language, self.of(page)?)
    }

    fn in_chain<'a>(&self, language: LanguageKey, versions: &'a Versions) -> Option<&'a Arc<Page>> {
        let chain = self.chains.get(&language).into_iter().flatten();
        std::iter::once(&language).chain(chain).find_map(|it| versions.get(it))
    }

    /// Returns the route of the version in a language, or in those that take its place, of the page of a content file. `page_of` returns the
    /// page of a file.
    pub fn of_file<'a>(
        &'a self,
        language: LanguageKey,
        file: &SitePath,
        page_of: impl Fn(&SitePath) -> Option<&'a Page>,
    ) -> Option<&'a Route> {
        let target = self.files.split(file);
        let named = page_of(file).or_else(|| page_of(&target.path));
        let named = named.or_else(|| page_of(&self.files.split(&target.path).path));
        let versions = match named {
            Some(page) => self.of(page)?,
            None => {
                let route = page_route::route_of(&target.path, PathCase::Lower);
                self.versions.get(route.as_str())?
            }
        };
        let version = self.in_chain(language, versions).map(|page| &**page);
        version.or(named).map(|page| &page.route)
    }
}

/// Returns what a language has in place of a page that is not translated.
fn rule(language: &Language, original: &Page) -> Untranslated {
    let rare = &original.front.rare;
    if Pseudo::of_tag(&language.key).is_some() {
        return Untranslated::Show;
    }
    if rare.must_match {
        return Untranslated::Error;
    }
    rare.untranslated.unwrap_or(language.untranslated)
}

/// Returns the diagnostic for a page without a translation, which would be `file`.
fn missing_translation(
    original: &Page,
    file: &SitePath,
    language: &Language,
    profile: Profile,
) -> Diagnostic {
    let message = format!("{} is not translated to {}", original.file(), language.label);
    let diagnostic = match profile {
        Profile::Production => Diagnostic::error(Code::TranslationMissing, message),
        Profile::Preview => Diagnostic::warning(Code::TranslationMissing, message),
    };
    original.locate(diagnostic).hint(format!("add {file}"))
}

/// Returns the error for two pages that are the same translation.
fn same_translation(page: &Page, other: &Page) -> Diagnostic {
    let message = format!(
        "this page and {} are translations of one page to `{}`",
        other.file(),
        page.language
    );
    let hint = "remove one of them, or give them different values of `translation_key`";
    page.locate(Diagnostic::error(Code::TranslationTaken, message)).hint(hint)
}
