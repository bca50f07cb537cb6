//! `[permalinks]` of site.toml: patterns of the URLs of pages, by the folder of their files.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use toml::de::DeTable;

use crate::model::pattern::{PatternPart, pattern_parts};
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::SitePath;
use croupier_base::unicode::nfc;

/// What a pattern can name. Hugo has the same names, after a colon.
const TOKENS: [&str; 8] =
    ["year", "month", "day", "slug", "title", "section", "sections", "filename"];

/// The file with the page of its folder.
const INDEX: &str = "index.md";

/// The patterns of `[permalinks]` by folder, the innermost folder first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Permalinks(Vec<Permalink>);

/// The pattern for the pages of a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Permalink {
    /// The key of the pattern in the table.
    key: String,
    /// The site path of the folder with a slash at its end: `content/posts/`.
    folder: String,
    /// The pattern: `/{year}/{month}/{slug}/`.
    pattern: String,
}

impl Permalinks {
    /// Reads the table. Invalid patterns are left out and reported with their ranges and hints.
    pub(in crate::config) fn read(
        table: &DeTable<'_>,
        report: &mut dyn FnMut(String, &Range<usize>, &str),
    ) -> Permalinks {
        let mut permalinks = Vec::new();
        for (key, value) in table {
            let problem = match value.get_ref().as_str() {
                Some(pattern) => problem(pattern),
                None => Some((
                    format!("`{}` is not a pattern of URLs", key.get_ref()),
                    EXAMPLE.to_owned(),
                )),
            };

            if let Some((message, hint)) = problem {
                report(message, &value.span(), &hint);
            } else if let Some(pattern) = value.get_ref().as_str() {
                permalinks.push(Permalink::new(key.get_ref(), pattern));
            }
        }

        permalinks.sort_by_key(|it| std::cmp::Reverse(it.folder.len()));
        Permalinks(permalinks)
    }

    /// Returns the folders of the patterns as site paths with a slash at their ends, each with its key.
    pub fn folders(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|it| (it.folder.as_str(), it.key.as_str()))
    }

    /// Returns the pattern for a content file: that of the innermost folder with one.
    ///
    /// The page of a folder keeps the URL of its folder: this is each index.md without a date, and that of a folder with a pattern.
    pub fn find(&self, source: &SitePath, is_dated: bool) -> Option<&Permalink> {
        let permalink = self.0.iter().find(|it| source.starts_with(it.folder.as_str()))?;
        let is_index = source.rsplit('/').next().is_some_and(|it| it.eq_ignore_ascii_case(INDEX));
        let is_of_permalink = source.len() == permalink.folder.len() + INDEX.len();
        let is_of_folder = is_index && (!is_dated || is_of_permalink);
        (!is_of_folder).then_some(permalink)
    }
}

impl Permalink {
    /// Creates the pattern for a folder of content/: `posts`, or `/` for all pages.
    pub(crate) fn new(key: &str, pattern: &str) -> Permalink {
        let folder = match nfc(key).trim_matches('/') {
            "" => "content/".to_owned(),
            folder => format!("content/{folder}/"),
        };
        Permalink { key: key.to_owned(), folder, pattern: pattern.to_owned() }
    }

    /// Returns the pattern: `/{year}/{month}/{slug}/`.
    pub fn pattern(&self) -> &str {
        &self.pattern
    }
}

/// The hint for a value that is no pattern.
const EXAMPLE: &str =
    "write the whole path with names in braces: `posts = \"/{year}/{month}/{slug}/\"`";

/// Returns what is wrong with a pattern, and a hint.
fn problem(pattern: &str) -> Option<(String, String)> {
    let error = |text: &str, hint: &str| {
        Some((format!("`{pattern}` is not a pattern of URLs: {text}"), hint.to_owned()))
    };

    let parts = match pattern_parts(pattern) {
        Ok(parts) => parts,
        Err(text) => return error(text, EXAMPLE),
    };

    // Hugo's `/:year/:slug/`, and Jekyll's.
    let has_colon = pattern.split('/').any(|part| part.starts_with(':'));
    let is_path =
        pattern.starts_with('/') && (pattern.ends_with('/') || pattern.ends_with(".html"));
    if !is_path || has_colon {
        let text = if has_colon {
            "names are in braces"
        } else {
            "it does not begin and end with a slash"
        };
        return error(text, EXAMPLE);
    }

    let mut is_unique = false;
    for part in parts {
        let PatternPart::Column(token) = part else { continue };
        if !TOKENS.contains(&token) {
            let known = format!("write one of {}", TOKENS.join(", "));
            let hint = did_you_mean(token, TOKENS).unwrap_or(known);
            return error(&format!("`{token}` is unknown"), &hint);
        }
        is_unique |= matches!(token, "slug" | "title" | "filename");
    }

    if is_unique {
        None
    } else {
        error("all pages would have the same URL", "add `{slug}`, `{title}` or `{filename}`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_patterns_are_refused() {
        for pattern in
            ["/:year/:slug/", "posts/{slug}/", "/{slug}", "/{year/", "/{slgu}/", "/{year}/", ""]
        {
            assert!(problem(pattern).is_some(), "{pattern}");
        }
        assert_eq!(problem("/{slgu}/").unwrap().1, "did you mean `slug`?");
        assert!(problem("/{ year }-{title}/").is_none());
    }
}
