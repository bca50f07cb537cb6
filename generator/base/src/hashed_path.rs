//! Output paths with a content hash in the file name. Browsers can cache such files without expiry.

use crate::fingerprint::ContentHash;
use crate::path::{ASSETS, OutputPath, QUERIES};

/// Whether a file name contains a hash of the content. This applies to files of the runtime
/// (`assets/boot-c7ebb320de.js`), results of static queries (`page-data/sq/d/1064379158.json`) and
/// copies of static files.
pub fn is_hashed(path: &str) -> bool {
    let all = |text: &str, is_digit: fn(&u8) -> bool| {
        !text.is_empty() && text.bytes().all(|byte| is_digit(&byte))
    };
    if let Some(query) = path.strip_prefix(QUERIES) {
        return query.strip_suffix(".json").is_some_and(|hash| all(hash, u8::is_ascii_digit));
    }
    let name = path
        .strip_prefix(ASSETS)
        .and_then(|rest| rest.rsplit_once('.'))
        .and_then(|(name, _)| name.rsplit_once('-'));
    name.is_some_and(|(_, hash)| hash.len() == 10 && all(hash, u8::is_ascii_hexdigit))
        || is_copy(path)
}

/// Regular expression for paths without a slash at their start whose content never changes: those of [`ASSETS`], and those for which
/// [`is_hashed`] is true. JavaScript, nginx and Caddy understand it.
pub const IMMUTABLE: &str = r"assets/|page-data/sq/d/[0-9]+\.json$|(.*/)?[^/]+\.[0-9a-f]{20}(\.[^./]*|-[0-9]+w\.(webp|avif))?$";

/// The end of [`IMMUTABLE`]: a regular expression for the names for which [`is_copy`] is true.
pub const COPY_NAME: &str = r"[^/]+\.[0-9a-f]{20}(\.[^./]*|-[0-9]+w\.(webp|avif))?$";

/// Whether a file name is that of a copy of a static file, either complete ([`fingerprinted`]) or
/// resized ([`is_resized_path`]).
pub fn is_copy(path: &str) -> bool {
    without_fingerprint(path).is_some() || is_resized_path(path)
}

/// Returns the path of a copy of a static file with its content hash in the name:
/// `css/site.1f0c58a7d3e29b640a51.css`. The copy is in the folder of the original, so that its
/// relative URLs still resolve.
pub fn fingerprinted(path: &OutputPath, hash: ContentHash) -> OutputPath {
    let (stem, extension) = split_extension(path);
    OutputPath::new(format!("{stem}.{}{extension}", &hash.to_string()[..HASH_DIGITS]))
}

/// Returns the path of a resized copy of a picture with this extension: `photos/boat.1f0c58a7d3e29b640a51-400w.webp`.
/// The hash covers everything except the width that determines the copy.
pub(crate) fn resized_path(
    path: &OutputPath,
    hash: ContentHash,
    width: u32,
    extension: &str,
) -> OutputPath {
    OutputPath::new(format!(
        "{}.{}-{width}w.{extension}",
        split_extension(path).0,
        &hash.to_string()[..HASH_DIGITS]
    ))
}

/// Splits a path into the part before the extension and the extension with its dot.
fn split_extension(path: &str) -> (&str, &str) {
    let name_start = name_start(path);
    // A leading dot marks a hidden file and does not start an extension.
    let dot = path[name_start..].rfind('.').filter(|dot| *dot > 0);
    path.split_at(dot.map_or(path.len(), |dot| name_start + dot))
}

/// Whether a path is that of a resized copy of a picture, such as `photos/boat.1f0c58a7d3e29b640a51-400w.webp`.
pub fn is_resized_path(path: &str) -> bool {
    let name = &path[name_start(path)..];
    let parts = name
        .strip_suffix("w.webp")
        .or_else(|| name.strip_suffix("w.avif"))
        .and_then(|name| name.rsplit_once('.'));
    parts
        .filter(|(stem, _)| !stem.is_empty())
        .and_then(|(_, rest)| rest.split_once('-'))
        .is_some_and(|(hash, width)| {
            is_hash(hash) && !width.is_empty() && width.bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// Number of hexadecimal digits of the hash in the name of a copy.
const HASH_DIGITS: usize = 20;

/// Whether a text has the form of a hash in the name of a copy.
fn is_hash(text: &str) -> bool {
    text.len() == HASH_DIGITS
        && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// Returns the path of the original of a fingerprinted copy. Returns `None` if the path does not
/// have the form of one.
pub fn without_fingerprint(path: &str) -> Option<OutputPath> {
    let name_start = name_start(path);
    let (start, last) = path[name_start..].rsplit_once('.')?;
    let hashed = start.rsplit_once('.').filter(|(stem, hash)| !stem.is_empty() && is_hash(hash));
    let original = match hashed {
        Some((stem, _)) => format!("{stem}.{last}"),
        None if is_hash(last) && !start.is_empty() => start.to_owned(),
        None => return None,
    };
    Some(OutputPath::new(format!("{}{original}", &path[..name_start])))
}

/// Returns the byte offset of the file name in a path.
fn name_start(path: &str) -> usize {
    path.rfind('/').map_or(0, |slash| slash + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expression_of_copies_is_the_end_of_that_of_immutable_files() {
        assert!(IMMUTABLE.ends_with(&format!("|(.*/)?{COPY_NAME}")));
    }

    #[test]
    fn copies_have_a_hash_in_their_name_and_map_back_to_their_original() {
        for (path, copy) in [
            ("css/site.css", "css/site.00000000000000000000.css"),
            ("a.b/file", "a.b/file.00000000000000000000"),
            (".well-known/x.min.js", ".well-known/x.min.00000000000000000000.js"),
            (".hidden", ".hidden.00000000000000000000"),
        ] {
            let hashed = fingerprinted(&OutputPath::new(path), ContentHash(7));
            assert_eq!(hashed.as_str(), copy);
            assert_eq!(without_fingerprint(&hashed), Some(OutputPath::new(path)));
            assert!(is_hashed(&hashed));
        }

        let copy =
            resized_path(&OutputPath::new("a.b/boat.night.jpg"), ContentHash(7), 400, "webp");
        assert_eq!(copy.as_str(), "a.b/boat.night.00000000000000000000-400w.webp");
        assert!(is_hashed(&copy) && is_copy(&copy));

        for path in [
            "a.00000000000000000000-w.webp",
            ".00000000000000000000-1w.webp",
            "a.0-1w.webp",
            "a.00000000000000000000-1w.png",
        ] {
            assert!(!is_hashed(path), "{path}");
        }

        for path in
            ["assets/boot-.js", "assets/.js", "page-data/sq/d/.json", "a..js", "a.-400w.webp", "a."]
        {
            assert!(!is_hashed(path), "{path} has an empty hash");
        }

        for path in [
            "css/site.css",
            "report.2026112200.pdf",
            "a.0123456789ABCDEF0123.js",
            ".00000000000000000000",
            "x",
        ] {
            assert_eq!(without_fingerprint(path), None, "{path}");
        }
    }
}
