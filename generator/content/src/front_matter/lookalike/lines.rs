//! Recognizes single lines of metadata, also in the notations of other programs.

use crate::front_matter::key::is_key as is_own;

/// Keys of other generators that are common enough to recognise front matter by.
const OTHER_KEYS: [&str; 15] = [
    "author",
    "categories",
    "category",
    "lastmod",
    "linktitle",
    "permalink",
    "publishdate",
    "published",
    "sidebar_position",
    "slug",
    "subtitle",
    "summary",
    "tags",
    "type",
    "url",
];

/// Keys that begin few texts for readers, so that they tell a header from a list of facts.
const HEADER_KEYS: [&str; 4] = ["title", "draft", "date", "slug"];

/// Languages of front matter that other programs name after its fence.
const LANGUAGES: [&str; 16] = [
    "",
    "yaml",
    "yml",
    "toml",
    "json",
    "json5",
    "jsonc",
    "js",
    "javascript",
    "coffee",
    "cson",
    "ini",
    "frontmatter",
    "front-matter",
    "markdown",
    "md",
];

/// A line such as `title: A`, `title = "A"` or `title：A`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry<'a> {
    /// The key without quotes.
    pub(super) key: &'a str,
    /// The value without surrounding spaces.
    value: &'a str,
    separator: char,
}

impl<'a> Entry<'a> {
    /// Returns the entry in a line. Words with spaces are no keys, unless they spell one of ours.
    pub(super) fn of(line: &'a str) -> Option<Entry<'a>> {
        let shown = line.trim_matches(is_invisible);
        let (line, is_explicit) = without_node_properties(shown);
        let is_separator = |it: char| matches!(it, ':' | '=' | '：' | '＝');
        let is_name = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-' | '.');
        // Prose has another character early, such as a comma, so that the search ends there.
        let ends_key = |it: char| !is_name(it) && !is_quote(it) && !is_invisible(it);
        let key_end = line.find(ends_key).filter(|end| line[*end..].starts_with(is_separator));
        let Some(key_end) = key_end else {
            // The value of an explicit key is in the next line.
            let key = line.trim_matches(is_quote);
            let is_key = is_explicit && is_known(key);
            return is_key.then_some(Entry { key, value: "", separator: ':' });
        };

        let (key, rest) = line.split_at(key_end);
        let key = key.trim_matches(is_invisible).trim_matches(is_quote);
        let separator = rest.chars().next()?;
        let after = &rest[separator.len_utf8()..];

        let is_key = !key.is_empty() && key.chars().all(is_name)
            || key.contains(' ') && is_own(&joined(key));
        // YAML needs a space after a colon. Without one, only a key of ours is meant as a key, and
        // `image://` is a URL.
        let is_separated = separator != ':'
            || after.is_empty()
            || after.starts_with(is_invisible)
            || (is_own(key) || is_any_of(key, &HEADER_KEYS)) && !after.starts_with("//");
        let value = after.trim_matches(is_invisible);
        (is_key && is_separated).then_some(Entry { key, value, separator })
    }

    /// Whether the key is one of ours or of another generator, whatever its case.
    pub(super) fn is_known(self) -> bool {
        is_known(self.key)
    }

    /// Whether the key is one of ours, as we write it.
    pub(super) fn is_exact(self) -> bool {
        is_own(self.key) || self.key.eq_ignore_ascii_case("draft")
    }

    /// Whether the key is typical of the header of a file.
    pub(super) fn is_header_key(self) -> bool {
        is_any_of(self.key, &HEADER_KEYS)
    }

    /// Whether the value is written as in TOML, or is a boolean or a text in quotes.
    pub(super) fn has_typed_value(self) -> bool {
        let value = self.value;
        if matches!(self.separator, '=' | '＝') {
            return matches!(value, "true" | "false")
                || value.starts_with(['"', '\'', '['])
                || value.starts_with(|it: char| it.is_ascii_digit());
        }
        self.key.eq_ignore_ascii_case("draft")
            && is_any_of(value, &["true", "false", "yes", "no", "on", "off"])
            || value.starts_with('"') && value.len() > 1 && value.ends_with('"')
    }
}

/// Returns a line of metadata without the marker that some formats write before each key: `#+title:`
/// of Org, `.. title:` of Nikola and `:title:` of `reStructuredText`. Also returns whether the marker
/// has no other meaning in Markdown.
pub(super) fn without_marker(line: &str) -> (&str, bool) {
    let line = line.trim_matches(is_invisible);
    match line.strip_prefix("#+") {
        Some(rest) => (rest, true),
        None => (line.strip_prefix(".. ").or(line.strip_prefix(':')).unwrap_or(line), false),
    }
}

/// Returns a line without the marks that YAML allows before a key: `?` of an explicit key, a tag and
/// an anchor. Also returns whether the key is explicit.
pub(super) fn without_node_properties(line: &str) -> (&str, bool) {
    let (mut rest, is_explicit) = match line.strip_prefix("? ") {
        Some(rest) => (rest.trim_start(), true),
        None => (line, false),
    };
    while let Some((property, key)) = rest.split_once(char::is_whitespace)
        && is_node_property(property)
    {
        rest = key.trim_start();
    }
    (rest, is_explicit)
}

/// Returns whether a word is a tag or an anchor of YAML. Pictures (`![A`), character references (`&nbsp;`) and the markers of notes (`!!!`)
/// begin with the same characters.
fn is_node_property(word: &str) -> bool {
    let is_tag_or_anchor = word.starts_with(['!', '&']) && !word.starts_with("!!!");
    is_tag_or_anchor && (word.starts_with("!<") || !word.contains(['[', ']', '{', '}', ',', ';']))
}

/// Characters that editors do not show.
pub(super) fn is_invisible(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{00ad}')
}

/// Whether a line resembles a fence: dashes, plus signs or a code fence, and perhaps the name of a
/// language. Editors of rich text write a backslash before it.
pub(super) fn is_fence_like(shown: &str) -> bool {
    let shown = shown.trim_start_matches('\\');
    let language = shown.trim_start_matches(is_fence_mark);
    let fence = shown[..shown.len() - language.len()].trim_end();
    let is_typographic = !fence.is_ascii();
    let language = language.trim_matches(['{', '}', ' ']).to_ascii_lowercase();
    LANGUAGES.contains(&language.as_str())
        && fence.chars().filter(|it| *it != ' ').count() >= if is_typographic { 1 } else { 2 }
}

/// Returns the text after the fence that a line begins with: ` title: A` of `--- title: A`.
pub(super) fn after_fence(shown: &str) -> Option<&str> {
    let rest = shown.trim_start_matches(['-', '+']);
    (shown.len() - rest.len() >= 3).then_some(rest)
}

/// Whether a text has a key that begins few texts for readers.
pub(super) fn is_typical_entry(text: &str) -> bool {
    Entry::of(text).is_some_and(|entry| entry.is_exact() || entry.is_header_key())
}

/// Whether fences consist of a character.
fn is_fence_mark(character: char) -> bool {
    matches!(
        character,
        '-' | '+' | '=' | ';' | '~' | '`' | '*' | '_' | '.' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2212}'
                | '\u{fe58}'
                | '\u{fe63}'
                | '\u{ff0d}'
                | '\u{ff0b}'
                | '\u{2500}'
                | '\u{2501}'
                | ' '
    )
}

/// Whether a line begins or ends a block of code.
pub(super) fn is_code_fence(shown: &str) -> bool {
    shown.starts_with("```") || shown.starts_with("~~~")
}

/// Whether a line is neither blank nor a comment.
pub(super) fn is_significant(line: &str) -> bool {
    let line = line.trim_matches(is_invisible);
    !line.is_empty() && (!line.starts_with('#') || line.starts_with("##"))
}

/// Whether a line without a key can be part of metadata: an item of a list, the header of a table, a
/// bracket or an indented text.
pub(super) fn is_data(line: &str) -> bool {
    line.starts_with([' ', '\t'])
        || line.starts_with("- ")
        || line.starts_with([']', '}', '[', '"', '\''])
}

/// Whether a line is the value of an explicit key of YAML. Definition lists have such lines, too.
pub(super) fn is_explicit_value(line: &str) -> bool {
    line.starts_with(": ")
}

/// Whether a key is one of ours or of another generator, whatever its case.
pub(super) fn is_known(key: &str) -> bool {
    let key = joined(key).to_ascii_lowercase();
    is_own(&key) || OTHER_KEYS.contains(&key.as_str())
}

/// Returns a key of several words as we write it: `publish_at` for `publish at`.
fn joined(key: &str) -> String {
    key.replace(' ', "_")
}

fn is_any_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|it| it.eq_ignore_ascii_case(word))
}

fn is_quote(character: char) -> bool {
    matches!(character, '"' | '\'' | '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}')
}
