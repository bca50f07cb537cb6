//! Redirects of patterns such as `/old/*` and `/:year/:name/`. The target can use `:splat` and the
//! names of the pattern.

use std::borrow::Cow;

use regex_lite::{Match, Regex};

use crate::redirects::old_path;
use crate::redirects::redirect::{Redirect, is_status, target_problem};
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::Href;
use croupier_base::url::{self, percent_encode};

/// A redirect of all paths that match a pattern.
#[derive(Debug, Clone)]
pub struct Pattern {
    from: Vec<Part>,
    to: Vec<Part>,
    /// Matches encoded paths.
    regex: Regex,
    /// 301, 302, 307 or 308.
    pub status: u16,
}

/// A part of a pattern or a target.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    /// A single path segment or, if the name is `splat`, the rest of the path.
    Named(String),
}

/// The name for `*`.
const SPLAT: &str = "splat";

impl Pattern {
    /// Returns whether an old path is a pattern.
    pub fn is_pattern(from: &str) -> bool {
        from.contains('*') || from.contains("/:")
    }

    /// Parses an old path, a target and a status. Returns a hint as an error.
    pub fn read(from: &str, to: &Href, status: u16) -> Result<Pattern, String> {
        if !from.starts_with('/') || !is_status(status) {
            return Err(
                "begin the path with a slash, and use status 301, 302, 307 or 308".to_owned()
            );
        }
        if from.contains(['?', '#']) {
            return Err("write the path alone: a query is passed on, and browsers do not send \
                        what follows `#`"
                .to_owned());
        }
        if from.strip_suffix("/*").unwrap_or(from).contains('*') {
            return Err("put `*` alone after the last slash: `/old/*`".to_owned());
        }
        if from.contains(char::is_whitespace) || to.contains(char::is_whitespace) {
            return Err("write `%20` for a space".to_owned());
        }
        if let Some(hint) = target_problem(to) {
            return Err(hint);
        }

        old_path::decode(from.strip_suffix('*').unwrap_or(from))?;
        let mut from = match from.strip_suffix('*') {
            Some(start) => {
                parts(start).into_iter().chain([Part::Named(SPLAT.to_owned())]).collect()
            }
            None => parts(from.trim_end_matches('/')),
        };

        for part in &mut from {
            if let Part::Text(text) = part {
                *text = url::decoded(text).into_owned();
            }
        }

        let to = parts(&percent_encode(to));
        for name in names(&to) {
            if !names(&from).any(|it| it == name) {
                return Err(did_you_mean(name, names(&from))
                    .unwrap_or_else(|| format!("there is no `:{name}` in the old path")));
            }
        }

        let regex = Regex::new(&regex(&from, &to, &encoded_text, ENCODED_END))
            .map_err(|error| format!("make it simpler: {error}"))?;
        Ok(Pattern { from, to, regex, status })
    }

    /// Returns the redirect of a decoded path, if it matches the pattern.
    pub fn find(&self, path: &str) -> Option<Redirect> {
        let delimiters = [("%", "%25"), ("?", "%3F"), ("#", "%23")];
        let literal = delimiters
            .iter()
            .fold(Cow::Borrowed(path), |path, (from, to)| Cow::Owned(path.replace(from, to)));
        self.find_encoded(&percent_encode(&literal))
    }

    /// Returns the redirect of the path of a request, if it matches the pattern. Escapes of the path stay as they are, because a `%3F` or `%26`
    /// is no delimiter of the target.
    pub fn find_encoded(&self, path: &str) -> Option<Redirect> {
        let captures = self.regex.captures(path)?;
        let group = |index| {
            let captured = captures.get(index);
            captured.map_or(String::new(), |it: Match<'_>| percent_encode(it.as_str()))
        };
        Some(Redirect { to: Href::new(self.target(&group)), status: self.status })
    }

    /// Returns an example target, with a placeholder for each name.
    pub fn sample(&self) -> Href {
        Href::new(self.target(&|_| "a".to_owned()))
    }

    /// Returns whether all matching paths redirect to the same target.
    pub(crate) fn has_fixed_target(&self) -> bool {
        names(&self.to).next().is_none()
    }

    /// Returns a regular expression for encoded paths with an optional query.
    pub fn encoded_regex(&self) -> String {
        regex(&self.from, &self.to, &encoded_text, ENCODED_END)
    }

    /// Returns a regular expression for decoded paths without a query.
    pub fn decoded_regex(&self) -> String {
        regex(&self.from, &self.to, &regex_lite::escape, END)
    }

    /// Returns the target, where `group` returns the text for a group of the regular expression.
    /// Groups are counted from 1.
    pub fn target(&self, group: &dyn Fn(usize) -> String) -> String {
        let group_index =
            |name: &str| names(&self.from).position(|it| it == name).map_or(0, |index| index + 1);
        let text = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Named(name) => group(group_index(name)),
        };
        self.to.iter().map(text).collect()
    }
}

/// Returns a regular expression for a single decoded path.
pub fn regex_of_path(path: &str) -> String {
    format!("{}$", regex_of_start(path))
}

/// Returns a regular expression for the decoded paths that start with a text.
pub fn regex_of_start(path: &str) -> String {
    format!("^{}", regex_lite::escape(path))
}

/// The end of a regular expression for paths without a query.
const END: &str = "/?$";
/// The end of a regular expression for paths with an optional query.
const ENCODED_END: &str = "/?(?:\\?|$)";

/// Returns a regular expression for the literal part of an encoded path. Browsers leave escapes as
/// they are written in links: with capital letters or not, and of characters that need none.
fn encoded_text(text: &str) -> String {
    let mut regex = String::with_capacity(text.len());
    for character in text.chars() {
        let plain = regex_lite::escape(character.encode_utf8(&mut [0; 4]));
        if character.is_ascii_alphanumeric() || "/-._~".contains(character) {
            regex.push_str(&plain);
            continue;
        }
        let is_sent = character.is_ascii_graphic() && !"%?#".contains(character);
        let escapes: String =
            character.encode_utf8(&mut [0; 4]).bytes().map(escaped_byte).collect();
        let choices = if is_sent { format!("(?:{plain}|{escapes})") } else { escapes };
        regex.push_str(&choices);
    }
    regex
}

/// Returns a regular expression for the percent escape of a byte.
fn escaped_byte(byte: u8) -> String {
    let digit = |digit: u8| match char::from_digit(u32::from(digit), 16) {
        Some(letter) if letter.is_alphabetic() => format!("[{}{letter}]", letter.to_uppercase()),
        letter => letter.map(String::from).unwrap_or_default(),
    };
    format!("%{}{}", digit(byte >> 4), digit(byte & 15))
}

/// Returns a regular expression for an old path. `text` converts its literal parts.
fn regex(from: &[Part], to: &[Part], text: &dyn Fn(&str) -> String, end: &str) -> String {
    let part = |part: &Part| match part {
        Part::Text(it) => text(it),
        Part::Named(name) => group(name, to),
    };
    let has_splat = names(from).any(|it| it == SPLAT);
    format!("^{}{}", from.iter().map(part).collect::<String>(), if has_splat { "" } else { end })
}

/// Returns the regular expression of a name.
///
/// A second slash or a backslash at the start of a target would make it the URL of another server, so that a name there begins with neither.
fn group(name: &str, to: &[Part]) -> String {
    let is_splat = name == SPLAT;
    let rest_of_target = match to {
        [Part::Text(slash), Part::Named(first), rest @ ..] if slash == "/" && first == name => rest,
        _ if is_splat => return "([^?]*)".to_owned(),
        _ => return "([^/?]+)".to_owned(),
    };

    let is_before_slash = matches!(rest_of_target, [Part::Text(text), ..] if text.starts_with('/'));
    let letters = match (is_splat, is_before_slash) {
        (true, false) => "(?:[^/\\x5c?][^?]*)?",
        (true, true) => "[^/\\x5c?][^?]*",
        (false, _) => "[^/\\x5c?][^/?]*",
    };
    format!("[/\\x5c]*({letters})")
}

/// Returns the names in a pattern or target.
fn names(parts: &[Part]) -> impl Iterator<Item = &str> {
    parts
        .iter()
        .filter_map(|part| if let Part::Named(name) = part { Some(name.as_str()) } else { None })
}

/// Splits a path or URL into text and names. A name is a colon after a slash, an equals sign or a
/// hyphen, followed by a letter and then letters, digits and underscores.
fn parts(url: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = url;
    let mut text = String::new();

    while let Some(colon) = rest.find(':') {
        let (before, after) = (&rest[..colon], &rest[colon + 1..]);
        let end =
            after.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(after.len());

        text.push_str(before);
        if text.ends_with(['/', '=', '-']) && after.starts_with(|it: char| it.is_ascii_alphabetic())
        {
            parts.push(Part::Text(std::mem::take(&mut text)));
            parts.push(Part::Named(after[..end].to_owned()));
            rest = &after[end..];
        } else {
            text.push(':');
            rest = after;
        }
    }

    text.push_str(rest);
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target_of(from: &str, to: &str, path: &str) -> Option<String> {
        let pattern = Pattern::read(from, &Href::new(to), 301).unwrap();
        pattern.find_encoded(path).map(|it| it.to.into())
    }

    #[test]
    fn captured_parts_are_inserted_into_the_target() {
        assert_eq!(target_of("/old/*", "/new/:splat", "/old/a/b/").as_deref(), Some("/new/a/b/"));
        assert_eq!(target_of("/old/*", "/new/:splat", "/old/").as_deref(), Some("/new/"));
        assert_eq!(target_of("/old/*", "/new/:splat", "/old"), None);
        assert_eq!(target_of("/old/*", "/new/", "/older/a"), None);
        assert_eq!(
            target_of("/:year/:name/", "/blog/:name/?of=:year", "/2024/tea").as_deref(),
            Some("/blog/tea/?of=2024")
        );
        assert_eq!(target_of("/:year/:name/", "/blog/:name/", "/2024/tea/more/"), None);
        assert_eq!(
            target_of("/a.b/*", "https://e.org:8080/:splat", "/a.b/%C3%A9t%c3%a9%20x").as_deref(),
            Some("https://e.org:8080/%C3%A9t%c3%a9%20x")
        );
        assert_eq!(target_of("/a.b/*", "/:splat", "/aXb/c"), None);
        assert_eq!(target_of("/alt/*", "/grün/:splat", "/alt/a").as_deref(), Some("/gr%C3%BCn/a"));
    }

    #[test]
    fn escapes_of_delimiters_stay_escapes() {
        for (path, expected) in [
            ("/old/a%3Fb/", "/new/a%3Fb/"),
            ("/old/c%23/", "/new/c%23/"),
            ("/old/a%2Fb/", "/new/a%2Fb/"),
            ("/old/100%25/", "/new/100%25/"),
            ("/old/a&b/", "/new/a&b/"),
        ] {
            assert_eq!(target_of("/old/*", "/new/:splat", path).as_deref(), Some(expected));
        }
        let parameter = target_of("/:year/:name/", "/a/:name/?year=:year", "/2020%26x=1/b/");
        assert_eq!(parameter.as_deref(), Some("/a/b/?year=2020%26x=1"));

        // A decoded path has none of them.
        let pattern = Pattern::read("/old/*", &Href::new("/new/:splat"), 301).unwrap();
        let target = |path: &str| pattern.find(path).map(|it| String::from(it.to));
        assert_eq!(target("/old/why?/").as_deref(), Some("/new/why%3F/"));
        assert_eq!(target("/old/été 100%/#").as_deref(), Some("/new/%C3%A9t%C3%A9%20100%25/%23"));
    }

    #[test]
    fn a_name_at_the_start_of_a_target_is_not_that_of_a_server() {
        for (from, to, path, expected) in [
            ("/docs/*", "/:splat", "/docs/a//b/", Some("/a//b/")),
            ("/docs/*", "/:splat", "/docs/", Some("/")),
            ("/docs/*", "/:splat", "/docs//evil.se/", Some("/evil.se/")),
            ("/docs/*", "/:splat", "/docs/\\/\\evil.se", Some("/evil.se")),
            ("/docs/*", "/:splat", "/docs//", Some("/")),
            ("/docs/*", "/:splat/a/", "/docs//evil.se", Some("/evil.se/a/")),
            ("/docs/*", "/:splat/a/", "/docs//", None),
            ("/x/:a/:b/", "/:a/:b/", "/x/\\/evil.se/", None),
            ("/x/:a/:b/", "/:b/:a/", "/x/a/\\evil.se/", Some("/evil.se/a/")),
            ("/docs/*", "/new/:splat", "/docs//a", Some("/new//a")),
            ("/docs/*", "https://e.org/:splat", "/docs//a", Some("https://e.org//a")),
        ] {
            assert_eq!(target_of(from, to, path).as_deref(), expected, "{from} {to} {path}");
        }
    }

    #[test]
    fn invalid_patterns_return_hints() {
        let hint = |from: &str, to: &str| Pattern::read(from, &Href::new(to), 301).unwrap_err();
        assert_eq!(hint("/:name/", "/x/:nane/"), "did you mean `name`?");
        assert_eq!(hint("/old/*", "/x/:year/"), "there is no `:year` in the old path");
        assert_eq!(hint("/*/old/", "/x/"), "put `*` alone after the last slash: `/old/*`");
        assert_eq!(hint("/old*", "/x/"), "put `*` alone after the last slash: `/old/*`");
        assert!(hint("old/*", "/x/").contains("slash"));
        assert!(hint("/old/*?a=1", "/x/").contains("path alone"));
        assert!(hint("/old a/*", "/x/").contains("%20"));
    }
}
