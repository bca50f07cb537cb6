//! Finds the URLs of a style sheet.

use std::borrow::Cow;
use std::ops::Range;

use crate::edits::edited;
use crate::syntax::css::tokens::{CssError, Kind, Token, escape_end, tokens};
use crate::url::lacks_base_path;

/// A URL in a style sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CssUrl {
    /// Byte range of the URL as written, without its quotes.
    pub range: Range<usize>,
    /// Byte range of the token: the string with its quotes, or `url(...)` without quotes.
    pub token: Range<usize>,
    /// Whether it is the URL of an `@import`.
    pub is_import: bool,
}

/// Returns the URLs of a style sheet: those in `url()`, `src()` and `image-set()`, and in `@import`.
pub fn urls(text: &str) -> Result<Vec<CssUrl>, CssError> {
    Ok(urls_of(&tokens(text)?))
}

/// Returns the URLs of tokens. Their ranges are those of the source of the tokens.
pub fn urls_of(tokens: &[Token<'_>]) -> Vec<CssUrl> {
    let mut found = Vec::new();
    let mut functions: Vec<&str> = Vec::new();
    // The at-rule whose prelude is read, and whether it has a URL already.
    let mut rule: Option<(&str, bool)> = None;

    for token in tokens {
        let is_import = rule.is_some_and(|(name, _)| name.eq_ignore_ascii_case("@import"));
        let is_namespace = rule.is_some_and(|(name, _)| name.eq_ignore_ascii_case("@namespace"));
        let is_first = rule.is_some_and(|(_, has_url)| !has_url);

        let mut add = |range: Range<usize>| {
            // A namespace is a name that looks like a URL.
            if !is_namespace {
                let is_import = is_import && is_first;
                found.push(CssUrl { range, token: token.at..token.end(), is_import });
            }
        };

        match token.kind {
            Kind::AtKeyword => rule = Some((token.text, false)),
            Kind::Function | Kind::Open => functions.push(token.text),
            Kind::Close => {
                functions.pop();
            }
            Kind::Url => {
                let content = token.text[4..token.text.len() - 1].trim_matches(is_css_space);
                let start = token.at + 4 + token.text[4..].find(content).unwrap_or(0);
                add(start..start + content.len());
            }
            Kind::String => {
                let is_url = match functions.last() {
                    Some(name) => {
                        let name = name.to_ascii_lowercase();
                        let name = name.trim_start_matches("-webkit-");
                        ["url(", "src(", "image-set("].contains(&name)
                    }
                    None => is_import && is_first,
                };
                if is_url {
                    add(token.at + 1..token.end() - 1);
                }
            }
            _ => {}
        }

        match (token.kind, token.text) {
            (Kind::Url | Kind::String, _) => rule = rule.map(|(name, _)| (name, true)),
            (Kind::Delim, ";") | (Kind::Open, "{") => rule = None,
            _ => {}
        }
    }
    found
}

fn is_css_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\x0c')
}

/// Returns the text that a string or a URL with escapes means.
pub fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text.into();
    }

    let mut output = String::with_capacity(text.len());
    let mut at = 0;

    while let Some(found) = text[at..].find('\\') {
        output.push_str(&text[at..at + found]);
        let start = at + found;
        at = escape_end(text, start);
        let escape = &text[start + 1..at];
        let digits = escape.trim_end_matches(is_css_space);

        match u32::from_str_radix(digits, 16) {
            Ok(code) => {
                output.push(char::from_u32(code).filter(|it| *it != '\0').unwrap_or('\u{fffd}'));
            }
            // An escaped line break continues a string.
            Err(_) if escape.starts_with(['\n', '\r', '\x0c']) => {
                at += usize::from(text[start + 1..].starts_with("\r\n"));
            }
            Err(_) => output.push_str(escape),
        }
    }

    output.push_str(&text[at..]);
    output.into()
}

/// Prepends the base path of a site to the root-relative URLs of a style sheet. `None` if it has none without the base path.
pub fn with_base_path(text: &str, base: &str) -> Result<Option<String>, CssError> {
    if base.is_empty() {
        return Ok(None);
    }
    let insertions: Vec<usize> = urls(text)?
        .iter()
        .filter(|url| lacks_base_path(&unescaped(&text[url.range.clone()]), base))
        .map(|url| {
            let written = &text[url.range.clone()];
            url.range.start + written.len() - written.trim_start().len()
        })
        .collect();
    if insertions.is_empty() {
        return Ok(None);
    }

    // A URL without quotes must not have these characters.
    let base = base.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
    let base = base.replace('\'', "\\'").replace('"', "\\\"");
    let edits = insertions.into_iter().map(|index| (index..index, &base)).collect();
    Ok(Some(edited(text, edits)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_found_in_all_functions_and_imports() {
        let text = "@import \"/a.css\" supports(x: url(/b));@import url( '/c.css' );@namespace url(/n);\n\
                    a{b:url( /d\\).png ) URL(\"/e\") src('/f') image-set(\"/g\" 1x type(\"image/png\"),url(/h) 2x);content:\"/no\"} /* url(/no) */";
        let found = urls(text).unwrap();
        let written: Vec<&str> = found.iter().map(|it| &text[it.range.clone()]).collect();
        assert_eq!(written, ["/a.css", "/b", "/c.css", "/d\\).png", "/e", "/f", "/g", "/h"]);
        let imports: Vec<bool> = found.iter().map(|it| it.is_import).collect();
        assert_eq!(imports, [true, false, true, false, false, false, false, false]);
    }

    #[test]
    fn the_base_path_is_prepended_to_urls_that_lack_it() {
        let text = "a{b:url(/x.png)url(//h/x)url(x)url(#y)url(data:,/)url(/docs/z)url(\"\\2f w\")url(/docsy)}";
        assert_eq!(
            with_base_path(text, "/docs").unwrap().unwrap(),
            "a{b:url(/docs/x.png)url(//h/x)url(x)url(#y)url(data:,/)url(/docs/z)url(\"/docs\\2f w\")url(/docs/docsy)}"
        );
        assert_eq!(with_base_path("a{b:url(c)}", "/docs").unwrap(), None);
        assert_eq!(with_base_path(text, "").unwrap(), None);
    }

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(unescaped("a\\20 b\\)\\2f\\\r\nc\\é"), "a b)/cé");
    }
}
