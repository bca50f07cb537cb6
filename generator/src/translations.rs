//! What `croupier translations` and the editor share: how an original changed since it was translated, and which texts are accepted.

use std::collections::BTreeSet;
use std::path::Path;

use croupier_base::git;
use croupier_base::path::SitePath;
use croupier_content::languages::LanguageKey;
use croupier_content::translation_lock::{ReviewStatus, TranslatedText, TranslationLock, key_of};
use croupier_engine::{LanguageTranslations, PageTranslation};

/// Returns the changes of an original since it was translated, in the unified format. None if the lock file of that time is not in the Git
/// history.
pub(crate) fn original_changes(
    root: &Path,
    language: &LanguageTranslations,
    page: &PageTranslation,
) -> Option<String> {
    let locked = language.lock.pages.get(key_of(&page.original))?;
    let digest = changed_digest(locked, &page.now)?;
    changes_since(root, language.language, digest, &page.original)
}

/// Returns the changes of a file since the lock file of a language got a digest.
pub(crate) fn changes_since(
    root: &Path,
    language: LanguageKey,
    digest: &str,
    original: &SitePath,
) -> Option<String> {
    let lock = TranslationLock::path(language);
    let arguments = ["log", "-1", "--format=%H", "-S", digest, "--", lock.as_str()];
    let commit = git_text(root, &arguments)?;
    let commit = Some(commit.trim()).filter(|it| !it.is_empty())?;
    git_text(root, &["diff", "--no-color", commit, "--", original.as_str()])
}

fn git_text(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = git::output(root, arguments)?;
    Some(String::from_utf8_lossy(&output).into_owned())
}

/// Returns the digest of a part that was translated and has changed since.
fn changed_digest<'a>(locked: &'a TranslatedText, now: &TranslatedText) -> Option<&'a str> {
    if locked.front_matter != now.front_matter {
        return Some(&locked.front_matter);
    }
    let mut sections = locked.sections.iter();
    sections
        .find(|(id, digest)| now.sections.get(*id) != Some(*digest))
        .map(|(_, digest)| digest.as_str())
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
