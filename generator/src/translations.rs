//! What `croupier translations` and the editor share: how an original changed since it was translated, and which texts are accepted.

use std::collections::BTreeSet;
use std::path::Path;

use croupier_base::git;
use croupier_base::path::SitePath;
use croupier_content::languages::LanguageKey;
use croupier_content::translation_lock::{ReviewStatus, TranslatedText, TranslationLock, key_of};
use croupier_engine::{LanguageTranslations, MessageTranslation, PageTranslation};

/// Returns the changes of an original since it was translated, in the unified format. None if the lock file of that time is not in the Git
/// history.
pub(crate) fn original_changes(
    root: &Path,
    language: &LanguageTranslations,
    page: &PageTranslation,
) -> Option<String> {
    let key = key_of(&page.original);
    let locked = language.lock.pages.get(key)?;
    let (section, digest) = changed_part(locked, &page.now)?;
    let has_text = |lock: &TranslationLock| {
        lock.pages.get(key).and_then(|it| digest_of(it, section)) == Some(digest)
    };
    changes_since(root, language.language, digest, &page.original, has_text)
}

/// Returns the changes of the original of a message since it was translated, as [`original_changes`].
pub(crate) fn message_changes(
    root: &Path,
    language: &LanguageTranslations,
    message: &MessageTranslation,
) -> Option<String> {
    let digest = language.lock.messages.get(&message.id)?;
    let has_text = |lock: &TranslationLock| lock.messages.get(&message.id) == Some(digest);
    changes_since(root, language.language, digest, &message.original, has_text)
}

/// Returns the changes of a file since the lock file of a language recorded a text with this digest. `has_text` returns whether a lock file
/// records it.
fn changes_since(
    root: &Path,
    language: LanguageKey,
    digest: &str,
    original: &SitePath,
    has_text: impl Fn(&TranslationLock) -> bool,
) -> Option<String> {
    let path = TranslationLock::path(language);
    // Other pages can have equal texts, whose commits change the number of digests, too.
    let commits = git_text(root, &["log", "--format=%H", "-S", digest, "--", path.as_str()])?;
    let records = |commit: &str| {
        // The path is relative to the folder of the site, which can be below that of the repository.
        let text = git_text(root, &["show", &format!("{commit}:./{path}")])?;
        TranslationLock::parse(&path, &text).ok().map(|lock| has_text(&lock))
    };
    let is_first = |commit: &&str| {
        records(commit) == Some(true) && records(&format!("{commit}^")) != Some(true)
    };
    let commit = commits.lines().find(is_first)?;
    git_text(root, &["diff", "--no-color", commit, "--", original.as_str()])
}

fn git_text(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = git::output(root, arguments)?;
    Some(String::from_utf8_lossy(&output).into_owned())
}

/// Returns a part that was translated and has changed since: the id of a section, or `None` for the front matter, and its digest.
fn changed_part<'a>(
    locked: &'a TranslatedText,
    now: &TranslatedText,
) -> Option<(Option<&'a str>, &'a str)> {
    let sections = locked.sections.keys().map(|id| Some(id.as_str()));
    let mut parts = std::iter::once(None).chain(sections);
    let part = parts.find(|part| digest_of(locked, *part) != digest_of(now, *part))?;
    Some((part, digest_of(locked, part)?))
}

fn digest_of<'a>(text: &'a TranslatedText, section: Option<&str>) -> Option<&'a str> {
    match section {
        Some(id) => text.sections.get(id).map(String::as_str),
        None => Some(&text.front_matter),
    }
}

/// The texts that a lock file records as translated.
pub(crate) struct Accepted {
    /// The lock file with them.
    pub lock: TranslationLock,
    /// The number of pages.
    pub pages: usize,
    /// The number of messages.
    pub messages: usize,
    /// The originals and the translations.
    pub files: BTreeSet<SitePath>,
}

/// Records the current texts of originals. `is_selected` selects originals and translations, and `is_sample` marks the translations as made
/// by a machine.
pub(crate) fn accept(
    language: &LanguageTranslations,
    is_selected: impl Fn(&SitePath) -> bool,
    is_sample: bool,
) -> Accepted {
    let mut accepted =
        Accepted { lock: language.lock.clone(), pages: 0, messages: 0, files: BTreeSet::new() };
    for page in &language.pages {
        let Some(translation) = &page.translation else { continue };
        if !is_selected(&page.original) && !is_selected(translation) {
            continue;
        }
        let status = is_sample.then_some(ReviewStatus::Sample);
        let text = TranslatedText { status, ..page.now.clone() };
        accepted.lock.pages.insert(key_of(&page.original).to_owned(), text);
        accepted.pages += 1;
        accepted.files.extend([page.original.clone(), translation.clone()]);
    }

    for message in &language.messages {
        let Some(translation) = &message.translation else { continue };
        if !is_selected(&message.original) && !is_selected(translation) {
            continue;
        }
        accepted.lock.messages.insert(message.id.clone(), message.now.clone());
        if is_sample {
            accepted.lock.sample_messages.insert(message.id.clone());
        } else {
            accepted.lock.sample_messages.remove(&message.id);
        }
        accepted.messages += 1;
        accepted.files.extend([message.original.clone(), translation.clone()]);
    }
    accepted
}
