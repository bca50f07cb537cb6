//! Compares translations with the originals that they are made from. Builds of the live site need up-to-date and reviewed translations of
//! the pages with `must_match`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::stage::BuildState;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::counted;
use croupier_base::path::SitePath;
use croupier_content::config::options::Profile;
use croupier_content::config::tables::languages::Language;
use croupier_content::languages::{FileLanguages, LanguageKey};
use croupier_content::messages::originals::{WrittenMessage, written_messages};
use croupier_content::page::Page;
use croupier_content::search::TEXTS;
use croupier_content::translation_lock::{TranslatedText, TranslationLock, key_of};

/// A page of the default language in another language.
#[derive(Debug, Clone)]
pub struct PageTranslation {
    /// The content file of the original.
    pub original: SitePath,
    /// The content file of the translation. `None` if there is none.
    pub translation: Option<SitePath>,
    /// The state of the translation.
    pub state: TranslationState,
    /// Whether a person has reviewed the translation.
    pub is_reviewed: bool,
    /// Whether builds of the live site need the translation.
    pub must_match: bool,
    /// The digests of the original as it is now.
    pub now: TranslatedText,
}

/// The state of a translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TranslationState {
    /// There is none.
    Missing,
    /// The lock file does not say which text was translated.
    Unknown,
    /// These parts of the original changed since.
    Stale(Vec<String>),
    /// The original has not changed since.
    Current,
}

/// A message of the default language in another language.
#[derive(Debug, Clone)]
pub struct MessageTranslation {
    /// Its id: `cart`, or `-brand` of a term.
    pub id: String,
    /// The file of the original.
    pub original: SitePath,
    /// The file of the translation. `None` if there is none.
    pub translation: Option<SitePath>,
    /// The state of the translation. A message has no parts.
    pub state: TranslationState,
    /// Whether a person has reviewed the translation.
    pub is_reviewed: bool,
    /// Whether the translation has the text of the original, such as that of a new site.
    pub is_copy: bool,
    /// The digest of the original as it is now.
    pub now: String,
}

/// The translations to one language.
#[derive(Debug)]
pub struct LanguageTranslations {
    /// The key of the language.
    pub language: LanguageKey,
    /// Its name in itself.
    pub label: String,
    /// One entry for each page of the default language.
    pub pages: Vec<PageTranslation>,
    /// One entry for each message of the default language.
    pub messages: Vec<MessageTranslation>,
    /// The data file for the texts of the search, if these are still the texts of the original.
    pub untranslated_search: Option<SitePath>,
    /// The lock file as it is now.
    pub lock: TranslationLock,
    files: FileLanguages,
}

/// Returns the translations to each language but the default one. `is_meant` selects the originals.
pub(crate) fn translations(
    state: BuildState<'_>,
    is_meant: impl Fn(&Page) -> bool,
) -> Result<Vec<LanguageTranslations>, Vec<Diagnostic>> {
    let settings = state.settings();
    let default = settings.languages.default_language().key;
    let site = &state.site.inputs.site;
    let originals =
        site.pages.values().chain(site.elsewhere.values()).chain(site.headless.values());
    let originals: Vec<_> = originals
        .filter(|page| page.language == default && !page.is_generated && page.row.is_none())
        .filter(|page| is_meant(page))
        .filter_map(|page| {
            let text = state.sources.text_of(page).ok()?;
            Some((page, TranslatedText::of(page, &text, settings.config.markdown)))
        })
        .collect();

    // Also pages that are not published yet, and those without a URL.
    let pages = state.sources.contents.iter().map(|(file, content)| (file, &content.page));
    let written: BTreeMap<(LanguageKey, Cow<'_, str>), &SitePath> =
        pages.map(|(file, page)| ((page.language, page.translation_key()), file)).collect();
    let files = &*state.sources.message_files;
    let original_messages = written_messages(files, default.as_str());
    let others = settings.languages.published().filter(|language| language.key != default);
    let of_language = |language: &Language| {
        let lock = read_lock(state, language.key)?;
        let pages = originals.iter().map(|(page, now)| {
            let translation = written.get(&(language.key, page.translation_key()));
            let locked = lock.pages.get(key_of(&page.source));
            PageTranslation {
                original: page.source.clone(),
                translation: translation.map(|file| (*file).clone()),
                state: match (translation, locked) {
                    (None, _) => TranslationState::Missing,
                    (Some(_), None) => TranslationState::Unknown,
                    (Some(_), Some(locked)) => state_of(locked, now),
                },
                is_reviewed: locked.is_some_and(|it| it.status.is_none()),
                must_match: page.front.rare.must_match,
                now: now.clone(),
            }
        });
        let pages = pages.collect();
        let translated = written_messages(files, language.key.as_str());
        let messages = original_messages
            .iter()
            .map(|(id, original)| message_translation(id, original, translated.get(id), &lock));
        let messages = messages.collect();
        Ok(LanguageTranslations {
            language: language.key,
            label: language.label.clone(),
            pages,
            messages,
            untranslated_search: untranslated_search(state, language),
            lock,
            files: settings.languages.files.clone(),
        })
    };
    others.map(of_language).collect()
}

/// Returns the data file for the texts of the search in a language, if they are the texts of the default language.
fn untranslated_search(state: BuildState<'_>, language: &Language) -> Option<SitePath> {
    let settings = state.settings();
    let default = settings.languages.default_language();
    // British and American English can have the same texts.
    let code = |it: &Language| it.locale.split('-').next().map(str::to_ascii_lowercase);
    if !settings.config.search.is_enabled() || code(language) == code(default) {
        return None;
    }

    let texts = |key| state.site.inputs.data_in(key, TEXTS).map(|file| &file.value);
    (texts(language.key) == texts(default.key))
        .then(|| SitePath::new(format!("content/data/{TEXTS}.{}.toml", language.key)))
}

/// Compares a message with its translation.
fn message_translation(
    id: &str,
    original: &WrittenMessage,
    translation: Option<&WrittenMessage>,
    lock: &TranslationLock,
) -> MessageTranslation {
    let locked = lock.messages.get(id);
    MessageTranslation {
        id: id.to_owned(),
        original: original.file.clone(),
        translation: translation.map(|it| it.file.clone()),
        state: match (translation, locked) {
            (None, _) => TranslationState::Missing,
            (Some(_), None) => TranslationState::Unknown,
            (Some(_), Some(digest)) if *digest == original.digest => TranslationState::Current,
            (Some(_), Some(_)) => TranslationState::Stale(Vec::new()),
        },
        is_reviewed: locked.is_some() && !lock.sample_messages.contains(id),
        is_copy: translation.is_some_and(|it| it.digest == original.digest),
        now: original.digest.clone(),
    }
}

fn state_of(locked: &TranslatedText, now: &TranslatedText) -> TranslationState {
    let changed = locked.changed_parts(now);
    if changed.is_empty() { TranslationState::Current } else { TranslationState::Stale(changed) }
}

fn read_lock(
    state: BuildState<'_>,
    language: LanguageKey,
) -> Result<TranslationLock, Vec<Diagnostic>> {
    let path = TranslationLock::path(language);
    let bytes = state.sources.world.read_if_exists(&path).map_err(|error| {
        let message = format!("cannot read {path}: {error}");
        vec![Diagnostic::error(Code::Unreadable, message).in_file(&path)]
    })?;
    let text = String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
    TranslationLock::parse(&path, &text).map_err(|error| vec![*error])
}

/// Returns what is wrong with the translations of a build of the live site. A preview shows them as they are.
pub(crate) fn translation_problems(state: BuildState<'_>) -> Vec<Diagnostic> {
    let settings = state.settings();
    if !settings.languages.is_multiple() || settings.profile != Profile::Production {
        return Vec::new();
    }
    let languages = match translations(state, |page| page.front.rare.must_match) {
        Ok(languages) => languages,
        Err(diagnostics) => return diagnostics,
    };

    let mut problems = Vec::new();
    for language in languages {
        let unreviewed = unreviewed_count(state, &language);
        if unreviewed > 0 {
            let (count, label) = (counted(unreviewed, "translation"), &language.label);
            let verb = if unreviewed == 1 { "is" } else { "are" };
            let message = format!("{count} to {label} {verb} not reviewed by a person");
            let hint = "`croupier translations status` lists them, and `croupier translations accept` records a review";
            problems.push(Diagnostic::warning(Code::TranslationUnreviewed, message).hint(hint));
        }
        for page in &language.pages {
            problems.extend(problem(page, &language, settings.flags.allow_samples));
        }
    }
    problems
}

/// Returns the number of translations of the site that no person has reviewed.
fn unreviewed_count(state: BuildState<'_>, language: &LanguageTranslations) -> usize {
    let site = &state.site.inputs.site;
    let unreviewed = language.lock.pages.iter().filter(|(_, locked)| locked.status.is_some());
    let is_translated = |key: &str| {
        let page = site.page(site.route_of(&SitePath::new(format!("content/{key}")))?)?;
        site.translations.of(page)?.get(&language.language).filter(|page| !page.is_fallback())
    };
    let messages = language
        .messages
        .iter()
        .filter(|it| it.translation.is_some() && language.lock.sample_messages.contains(&it.id));
    unreviewed.filter(|(key, _)| is_translated(key).is_some()).count() + messages.count()
}

/// Returns what is wrong with the translation of a page that must match its original. A missing one is reported with the pages.
fn problem(
    page: &PageTranslation,
    language: &LanguageTranslations,
    allow_samples: bool,
) -> Option<Diagnostic> {
    let file = page.translation.as_ref()?;
    let label = &language.label;

    let (code, message) = match &page.state {
        TranslationState::Unknown => (
            Code::TranslationStale,
            format!(
                "i18n/{}.lock does not say which text of {} was translated to {label}",
                language.language, page.original
            ),
        ),
        TranslationState::Stale(parts) => (
            Code::TranslationStale,
            format!(
                "{} changed after it was translated to {label}: {}",
                page.original,
                parts.join(", ")
            ),
        ),
        TranslationState::Current if !page.is_reviewed && !allow_samples => (
            Code::TranslationUnreviewed,
            format!(
                "no person has reviewed this translation to {label}, which must match its original"
            ),
        ),
        TranslationState::Current | TranslationState::Missing => return None,
    };

    let hint = format!("review the translation, then run `croupier translations accept {file}`");
    Some(Diagnostic::error(code, message).in_file(file).hint(hint))
}

impl LanguageTranslations {
    /// Returns the entries of the lock file whose originals or translations no longer exist.
    pub fn unused(&self) -> Vec<String> {
        let translated = self.pages.iter().filter(|page| page.translation.is_some());
        let used: BTreeSet<&str> = translated.map(|page| key_of(&page.original)).collect();
        self.lock.pages.keys().filter(|key| !used.contains(key.as_str())).cloned().collect()
    }

    /// Returns the messages in the lock file whose originals or translations no longer exist.
    pub fn unused_messages(&self) -> Vec<String> {
        let translated = self.messages.iter().filter(|it| it.translation.is_some());
        let used: BTreeSet<&str> = translated.map(|it| it.id.as_str()).collect();
        let locked = self.lock.messages.keys().chain(&self.lock.sample_messages);
        let unused: BTreeSet<&String> = locked.filter(|id| !used.contains(id.as_str())).collect();
        unused.into_iter().cloned().collect()
    }

    /// Returns the content file that the translation of an original has.
    pub fn file_of(&self, original: &SitePath) -> SitePath {
        self.files.translation_of(original, self.language)
    }
}
