//! Reads the language of a fenced code block.

use pulldown_cmark::CowStr;

/// Returns the language, and whether other words follow it, which have no effect.
///
/// `rust,ignore`, `js {1,3}` and `{.python .numbered}` have the languages `rust`, `js` and `python`.
pub(super) fn language(info: CowStr<'_>) -> (CowStr<'_>, bool) {
    let is_end = |it: char| it.is_whitespace() || matches!(it, ',' | '{' | '}' | ':' | ';' | '=');
    if !info.contains(is_end) {
        return (info, false);
    }
    let start = info.trim_start_matches(|it: char| it.is_whitespace() || matches!(it, '{' | '.'));
    let language = start.split(is_end).next().unwrap_or_default();
    let rest = start[language.len()..].trim_matches(|it: char| it.is_whitespace() || it == '}');
    (language.to_owned().into(), !rest.is_empty())
}
