//! Paths of files whose names change with their content, so that browsers may keep them for ever.

use crate::digest::Fingerprint;
use crate::path::{ASSETS, OutputPath, QUERIES};

/// Whether a file's name has the digest of its content in it, as the runtime's files (`assets/boot-c7ebb320de.js`), the results
/// of static queries (`page-data/sq/d/1064379158.json`) and copies have.
pub fn is_hashed(path: &str) -> bool {
    let all = |text: &str, is: fn(&u8) -> bool| !text.is_empty() && text.bytes().all(|it| is(&it));
    if let Some(query) = path.strip_prefix(QUERIES) {
        return query.strip_suffix(".json").is_some_and(|hash| all(hash, u8::is_ascii_digit));
    }
    let name = path
        .strip_prefix(ASSETS)
        .and_then(|rest| rest.rsplit_once('.'))
        .and_then(|(name, _)| name.rsplit_once('-'));
    name.is_some_and(|(_, digest)| digest.len() == 10 && all(digest, u8::is_ascii_hexdigit))
        || is_copy(path)
}

/// Whether a file's name is that of a copy of a file of static/, whole ([`fingerprinted`]) or in one width ([`of_width`]).
pub fn is_copy(path: &str) -> bool {
    without_fingerprint(path).is_some() || is_of_width(path)
}

/// Where the copy of a file of static/ lies whose name has the digest of its content in it, beside the file itself, so that
/// what it names from there is found: `css/site.1f0c58a7d3e29b640a51.css`.
pub fn fingerprinted(path: &OutputPath, fingerprint: Fingerprint) -> OutputPath {
    let (start, extension) = in_two(path);
    OutputPath::new(format!("{start}.{}{extension}", &fingerprint.to_string()[..FINGERPRINT]))
}

/// Where the copy of a picture of static/ lies that has this width: `photos/boat.1f0c58a7d3e29b640a51-400w.webp`. The digest is that
/// of all else that it is made from.
pub fn of_width(path: &OutputPath, fingerprint: Fingerprint, width: u32) -> OutputPath {
    OutputPath::new(format!(
        "{}.{}-{width}w.webp",
        in_two(path).0,
        &fingerprint.to_string()[..FINGERPRINT]
    ))
}

/// A path without its extension, and that with its dot.
fn in_two(path: &str) -> (&str, &str) {
    let name = path.rfind('/').map_or(0, |at| at + 1);
    // A dot at the beginning hides a file, and begins no extension.
    path.split_at(path[name..].rfind('.').filter(|at| *at > 0).map_or(path.len(), |at| name + at))
}

/// Whether a path is one of [`of_width`], as far as its name tells.
pub fn is_of_width(path: &str) -> bool {
    let name = &path[path.rfind('/').map_or(0, |at| at + 1)..];
    let parts = name.strip_suffix("w.webp").and_then(|it| it.rsplit_once('.'));
    parts
        .filter(|(stem, _)| !stem.is_empty())
        .and_then(|(_, rest)| rest.split_once('-'))
        .is_some_and(|(digest, width)| {
            is_digest(digest) && !width.is_empty() && width.bytes().all(|it| it.is_ascii_digit())
        })
}

/// Digits of a digest in the name of a copy.
const FINGERPRINT: usize = 20;

fn is_digest(text: &str) -> bool {
    text.len() == FINGERPRINT
        && text.bytes().all(|it| it.is_ascii_digit() || (b'a'..=b'f').contains(&it))
}

/// The file of which the one at an output path is such a copy, as far as its name tells.
pub fn without_fingerprint(path: &str) -> Option<OutputPath> {
    let name = path.rfind('/').map_or(0, |at| at + 1);
    let (start, last) = path[name..].rsplit_once('.')?;
    let text = match start
        .rsplit_once('.')
        .filter(|(start, digest)| !start.is_empty() && is_digest(digest))
    {
        Some((start, _)) => format!("{start}.{last}"),
        None if is_digest(last) && !start.is_empty() => start.to_owned(),
        None => return None,
    };
    Some(OutputPath::new(format!("{}{text}", &path[..name])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_the_digest_in_its_name_and_tells_what_it_is_of() {
        for (path, copy) in [
            ("css/site.css", "css/site.00000000000000000000.css"),
            ("a.b/file", "a.b/file.00000000000000000000"),
            (".well-known/x.min.js", ".well-known/x.min.00000000000000000000.js"),
            (".hidden", ".hidden.00000000000000000000"),
        ] {
            let made = fingerprinted(&OutputPath::new(path), Fingerprint(7));
            assert_eq!(made.as_str(), copy);
            assert_eq!(without_fingerprint(&made), Some(OutputPath::new(path)));
            assert!(is_hashed(&made));
        }
        let copy = of_width(&OutputPath::new("a.b/boat.night.jpg"), Fingerprint(7), 400);
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
