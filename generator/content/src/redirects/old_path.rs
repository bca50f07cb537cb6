//! Old paths: how they are written and compared, and which output files they would hide.
//!
//! Sources of redirects may escape characters of a path or not. Servers compare decoded paths, so
//! that all tables have them in this form.

use std::fmt::Write as _;

use croupier_base::path::{self, OutputPath, Route};
use croupier_base::url;

/// The file of a folder, at the end of a path.
const INDEX: &str = "/index.html";

/// Decodes an old path. Returns a hint if no request can have this path.
pub(super) fn decode(written: &str) -> Result<Route, &'static str> {
    let Some(decoded) = url::decode_path(written) else {
        return Err("write the escapes of the path in UTF-8: `%C3%A9` for `é`");
    };
    if decoded.contains('\\') || decoded.chars().any(char::is_control) {
        return Err("remove the backslash or the control character");
    }
    let inner = decoded.trim_start_matches('/');
    let has_lost_part =
        inner.strip_suffix('/').unwrap_or(inner).split('/').any(|it| matches!(it, "" | "." | ".."));
    if decoded.starts_with("//") || !inner.is_empty() && has_lost_part {
        return Err("remove empty parts, `.` and `..`: browsers and servers resolve them");
    }
    Ok(Route::new(&*decoded))
}

/// Encodes a decoded old path for a `_redirects` file. Letters of all scripts stay readable.
pub fn encode(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for character in path.chars() {
        // A colon after a slash and an asterisk would make it a pattern.
        let is_special = character.is_whitespace()
            || character.is_control()
            || "%?#*\"<>^`{|}".contains(character)
            || character == ':' && text.ends_with('/');
        if is_special {
            for byte in character.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(text, "%{byte:02X}");
            }
        } else {
            text.push(character);
        }
    }
    text
}

/// Returns the folder of a path that names its file: `/a/` for `/a/index.html`.
pub(super) fn folder(path: &str) -> Option<&str> {
    path.ends_with(INDEX).then(|| &path[..=path.len() - INDEX.len()])
}

/// Returns the path that all spellings of an old path share, which servers treat alike: `/a` for
/// `/a`, `/a/` and `/a/index.html`.
pub(super) fn key(path: &str) -> &str {
    path.strip_suffix(INDEX).unwrap_or(path).trim_end_matches('/')
}

/// Returns the output files that a redirect of a path would hide: the file at the path, and that of
/// a folder.
pub(super) fn hidden_files(path: &str) -> [String; 2] {
    let file = key(path).trim_start_matches('/');
    [file.to_owned(), format!("{file}{INDEX}").trim_start_matches('/').to_owned()]
}

/// Returns the path with a last slash, except for the path of a file.
pub(super) fn with_slash(path: Route) -> Route {
    if is_file(&path) || path.ends_with('/') { path } else { Route::new(format!("{path}/")) }
}

/// Returns the output path of the HTML file for a redirect.
///
/// Returns `None` if the old path has an extension other than `.html`, if it is too long for a file,
/// or if visitors cannot request the file.
pub(crate) fn html_path(from: &str) -> Option<OutputPath> {
    let path = match from.strip_suffix(".html") {
        Some(_) => from[1..].to_owned(),
        None if is_file(from) => return None,
        None => format!("{}{INDEX}", from.trim_matches('/')).trim_start_matches('/').to_owned(),
    };
    let can_be_written = path::is_inside(&path) && path::length_problem(&path).is_none();
    (can_be_written && path::is_public(&path)).then(|| OutputPath::new(path))
}

/// Returns whether a path names a file and not a page: `/feed.xml`, but not `/1.2` and `/a.md`.
fn is_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').is_some_and(|(_, extension)| {
        extension.len() > 1
            && extension != "md"
            && extension.starts_with(|it: char| it.is_ascii_alphabetic())
            && extension.bytes().all(|it| it.is_ascii_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redirects::pattern::Pattern;

    #[test]
    fn old_paths_are_decoded_and_encoded_again() {
        for (written, decoded, encoded) in [
            ("/a/", "/a/", "/a/"),
            ("/Some%20Page", "/Some Page", "/Some%20Page"),
            ("/caf%c3%a9/", "/caf\u{e9}/", "/caf\u{e9}/"),
            ("/100%/", "/100%/", "/100%25/"),
            ("/a%2Fb%3Fc%23/", "/a/b?c#/", "/a/b%3Fc%23/"),
            ("/a%2A/%3Ab:c", "/a*/:b:c", "/a%2A/%3Ab:c"),
            ("/a%C2%A0b", "/a\u{a0}b", "/a%C2%A0b"),
            ("/", "/", "/"),
        ] {
            let path = decode(written).unwrap();
            assert_eq!(path.as_str(), decoded);
            assert_eq!(encode(&path), encoded);
            assert!(!Pattern::is_pattern(encoded), "{encoded}");
        }
    }

    #[test]
    fn paths_that_no_request_can_have_are_refused() {
        for path in
            ["/caf%E9/", "//a/", "/a//b", "/a/../b", "/a/%2e%2E/", "/a%5Cb", "/a%00", "/a//"]
        {
            assert!(decode(path).is_err(), "{path}");
        }
    }

    #[test]
    fn a_redirect_hides_the_files_at_its_path() {
        assert_eq!(hidden_files("/a/"), ["a", "a/index.html"]);
        assert_eq!(hidden_files("/a/index.html"), ["a", "a/index.html"]);
        assert_eq!(hidden_files("/"), ["", "index.html"]);
        assert_eq!(hidden_files("/index.html"), ["", "index.html"]);
    }
}
