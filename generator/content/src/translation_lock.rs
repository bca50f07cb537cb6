//! `i18n/KEY.lock`: which text of each original was translated, so that translations of older texts are found.
//!
//! The digests ignore white space and line breaks. They are not in the translations, whose files translators' tools rewrite.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::config::tables::markdown::MarkdownOptions;
use crate::languages::LanguageKey;
use crate::markdown::headings::section::Anchors;
use crate::page::Page;
use crate::page_text::Text;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::fingerprint::hex;
use croupier_base::path::SitePath;

/// The length of a digest. Texts of one page are compared, so that few characters distinguish them.
const DIGEST_LENGTH: usize = 16;

/// The comment at the start of the file.
const COMMENT: &str =
    "# Which original texts were translated. `croupier translations accept` writes this file.\n";

/// The texts that the translations to one language are made from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TranslationLock {
    /// The messages that a machine translated, and no person has reviewed.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub sample_messages: BTreeSet<String>,
    /// The digests of the original messages, by their ids.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub messages: BTreeMap<String, String>,
    /// By the content file of the original, below content/: `info/faq.md`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pages: BTreeMap<String, TranslatedText>,
}

/// The text of an original that was translated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TranslatedText {
    /// Set to `sample` if no person has reviewed the translation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<ReviewStatus>,
    /// The digest of title, description and other texts of the front matter.
    pub front_matter: String,
    /// The digests of the text below each heading, by its id. That of the text before the first heading has the name `text`.
    pub sections: BTreeMap<String, String>,
}

/// Whether a person has reviewed a translation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewStatus {
    /// Made by a machine, and not reviewed.
    Sample,
}

/// The name of the section before the first heading.
const FIRST: &str = "text";
/// The name of the front matter among the changed parts.
const FRONT_MATTER: &str = "front matter";

impl TranslationLock {
    /// Returns the path of the file of a language.
    pub fn path(language: LanguageKey) -> SitePath {
        SitePath::new(format!("i18n/{language}.lock"))
    }

    /// Parses the file of a language.
    pub fn parse(path: &SitePath, text: &str) -> Result<TranslationLock, Box<Diagnostic>> {
        toml::from_str(text).map_err(|error| {
            let range = error.span().unwrap_or(0..0);
            let message = error.message().lines().next().unwrap_or_default().to_owned();
            let error = Diagnostic::error(Code::SiteSyntax, message);
            let hint = "resolve conflicts of Git in it, or remove the file and accept the translations again";
            Box::new(error.at(Location::new(path.as_str(), text, range)).hint(hint))
        })
    }

    /// Returns the text of the file.
    pub fn to_text(&self) -> String {
        let tables = toml::to_string(self).expect("the tables have only strings");
        format!("{COMMENT}{tables}")
    }
}

/// Returns the key of an original: its path below content/.
pub fn key_of(original: &SitePath) -> &str {
    original.strip_prefix("content/").unwrap_or(original)
}

impl TranslatedText {
    /// Returns the digests of the current text of an original.
    pub fn of(page: &Page, text: &Text, options: MarkdownOptions) -> TranslatedText {
        let rare = &page.front.rare;
        let texts = [
            Some(&*page.front.title),
            Some(&*page.front.description),
            rare.heading.as_deref(),
            rare.menu_label.as_deref(),
            rare.image_alt.as_deref(),
        ];
        let extra = page.front.extra.to_string();
        let texts: Vec<&str> = texts.into_iter().flatten().chain([extra.as_str()]).collect();

        let anchors = Anchors::new(text.body(), options, None);
        let digests = anchors.sections(text.body()).into_iter().map(|(id, text)| {
            (if id.is_empty() { FIRST.to_owned() } else { id.to_owned() }, digest(text))
        });

        TranslatedText {
            status: None,
            front_matter: digest(&texts.join("\n")),
            sections: digests.collect(),
        }
    }

    /// Returns the parts of the original that differ from `now`: ids of headings, and the front matter.
    pub fn changed_parts(&self, now: &TranslatedText) -> Vec<String> {
        let mut parts = Vec::new();
        if self.front_matter != now.front_matter {
            parts.push(FRONT_MATTER.to_owned());
        }
        let ids = now
            .sections
            .keys()
            .chain(self.sections.keys().filter(|id| !now.sections.contains_key(*id)));
        let changed = ids.filter(|id| self.sections.get(*id) != now.sections.get(*id));
        parts.extend(
            changed.map(|id| if id == FIRST { FIRST.to_owned() } else { format!("#{id}") }),
        );
        parts
    }
}

/// Returns the digest of a text without its white space and line breaks.
pub(crate) fn digest(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut digest = hex(words.join(" ").as_bytes());
    digest.truncate(DIGEST_LENGTH);
    digest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_options::ReadOptions;

    fn read(text: &str) -> TranslatedText {
        let file = SitePath::new("content/a.md");
        let text = Text::read(&file, text.as_bytes().to_vec()).expect("valid text");
        let (page, _) = Page::read(&file, &text, &ReadOptions::default());
        TranslatedText::of(&page, &text, MarkdownOptions::default())
    }

    #[test]
    fn a_changed_section_is_found_by_its_id() {
        let before = read("+++\ntitle = \"A\"\n+++\nIntro\n\n## One\n\nText\n\n## Two\n\nEnd\n");
        let wrapped = read(
            "+++\ntitle = \"A\"\nweight = 2\n+++\nIntro\n\n## One\n\n  Text\n\n\n## Two\n\nEnd",
        );
        assert_eq!(before.changed_parts(&wrapped), [""; 0]);
        let edited =
            read("+++\ntitle = \"B\"\n+++\nIntro\n\n## One\n\nOther text\n\n## Three\n\nEnd\n");
        assert_eq!(before.changed_parts(&edited), ["front matter", "#one", "#three", "#two"]);
    }

    #[test]
    fn the_file_is_read_as_it_is_written() {
        let status = Some(ReviewStatus::Sample);
        let text = TranslatedText { status, ..read("+++\ntitle = \"A\"\n+++\nText\n") };
        let lock = TranslationLock {
            sample_messages: BTreeSet::from(["cart".to_owned()]),
            messages: BTreeMap::from([
                ("-brand".to_owned(), digest("a")),
                ("cart".to_owned(), digest("b")),
            ]),
            pages: BTreeMap::from([("a.md".to_owned(), text)]),
        };
        let path = TranslationLock::path(LanguageKey::new("fr"));
        assert_eq!(TranslationLock::parse(&path, &lock.to_text()).ok(), Some(lock));
        assert!(TranslationLock::parse(&path, "<<<<<<< HEAD\n").is_err());
    }
}
