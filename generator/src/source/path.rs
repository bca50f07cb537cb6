//! Rules of paths in the output: what lies where, what the generator keeps for itself, what may not leave the folder.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Bound;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::source::digest::Digest;

/// Where the hashed assets lie.
pub(crate) const ASSETS: &str = "assets/";
/// Where the results of static queries lie, each under the hash of its content.
pub(crate) const QUERIES: &str = "page-data/sq/d/";
/// How the files begin that the addresses of a large site stand in.
pub(crate) const SITEMAP_PART: &str = "sitemap-";
/// What open tabs look at to hear of a release.
pub(crate) const APP_DATA: &str = "page-data/app-data.json";

/// A kind of path as a type of its own, so that none is taken for another. It reads as text.
macro_rules! path_type {
    ($(#[$what:meta])* $name:ident) => {
        $(#[$what])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// The path that this text is.
            pub(crate) fn new(text: impl Into<String>) -> $name {
                $name(text.into())
            }

            /// Its text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::ops::Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl AsRef<std::path::Path> for $name {
            fn as_ref(&self) -> &std::path::Path {
                self.0.as_ref()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

path_type! {
    /// Where a page is found on the site, without the site's base: `/info/faq/`, or `/404.html`.
    Route
}

path_type! {
    /// Where a file lies in the output folder: `info/faq/index.html`.
    OutputPath
}

impl Route {
    /// The route of an address path as people write it: `/a/index.html` is the file of `/a/`.
    pub(crate) fn of_address(path: &str) -> Route {
        Route(path.strip_suffix("index.html").filter(|it| it.ends_with('/')).unwrap_or(path).nfc().collect())
    }

    /// The route that it lies below: `/info/` for `/info/faq/`; none for the home page.
    pub(crate) fn parent(&self) -> Option<&str> {
        let at = self.strip_suffix('/').unwrap_or(self).rfind('/')?;
        Some(&self[..=at])
    }

    /// Where the page's HTML lies.
    pub(crate) fn html(&self) -> OutputPath {
        let route = self.trim_start_matches('/');
        OutputPath(if route.is_empty() || route.ends_with('/') { format!("{route}index.html") } else { route.to_owned() })
    }

    /// Where the page's page-data lies.
    pub(crate) fn data(&self) -> OutputPath {
        let route = self.trim_matches('/');
        OutputPath(format!("page-data/{}/page-data.json", if route.is_empty() { "index" } else { route }))
    }
}

/// The route whose HTML would lie at `path` in the output.
pub(crate) fn route_at(path: &str) -> Route {
    Route(format!("/{}", path.strip_suffix("index.html").filter(|it| it.is_empty() || it.ends_with('/')).unwrap_or(path)))
}

/// The entries whose keys begin with `start`, in order.
pub(crate) fn below<'a, K: Borrow<str> + Ord, V>(map: &'a BTreeMap<K, V>, start: &str) -> impl Iterator<Item = (&'a K, &'a V)> {
    let from = (Bound::Included(start), Bound::Unbounded);
    map.range::<str, _>(from).take_while(move |(key, _)| (*key).borrow().starts_with(start))
}

/// The paths that begin with `start`, in order.
pub(crate) fn below_in<'a, K: Borrow<str> + Ord>(set: &'a BTreeSet<K>, start: &str) -> impl Iterator<Item = &'a K> {
    let from = (Bound::Included(start), Bound::Unbounded);
    set.range::<str, _>(from).take_while(move |key| (*key).borrow().starts_with(start))
}

/// Whether an output path stays inside the output folder.
pub(crate) fn is_inside(path: &str) -> bool {
    !path.is_empty() && path.split('/').all(|part| !matches!(part, "" | "." | "..")) && !path.contains('\\')
}

/// Whether an output path belongs to the generator alone: data, and files that browsers keep for ever because their names
/// change with their content.
pub(crate) fn is_reserved(path: &str) -> bool {
    let folders = ["page-data/", "slice-data/", ASSETS];
    folders.iter().any(|folder| path.starts_with(folder)) || path.starts_with(".croupier")
}

/// Whether a file's name has the digest of its content in it, as the runtime's files (`assets/boot-c7ebb320de.js`), the results
/// of static queries (`page-data/sq/d/1064379158.json`) and copies have.
pub(crate) fn is_hashed(path: &str) -> bool {
    let all = |text: &str, is: fn(&u8) -> bool| !text.is_empty() && text.bytes().all(|it| is(&it));
    if let Some(query) = path.strip_prefix(QUERIES) {
        return query.strip_suffix(".json").is_some_and(|hash| all(hash, u8::is_ascii_digit));
    }
    let name = path.strip_prefix(ASSETS).and_then(|rest| rest.rsplit_once('.')).and_then(|(name, _)| name.rsplit_once('-'));
    name.is_some_and(|(_, digest)| digest.len() == 10 && all(digest, u8::is_ascii_hexdigit)) || is_copy(path)
}

/// Whether a file's name is that of a copy of a file of static/, whole ([`fingerprinted`]) or in one width ([`of_width`]).
pub(crate) fn is_copy(path: &str) -> bool {
    without_fingerprint(path).is_some() || is_of_width(path)
}

/// Where the copy of a file of static/ lies whose name has the digest of its content in it, beside the file itself, so that
/// what it names from there is found: `css/site.1f0c58a7d3e29b640a51.css`.
pub(crate) fn fingerprinted(path: &OutputPath, digest: Digest) -> OutputPath {
    let (start, extension) = in_two(path);
    OutputPath(format!("{start}.{}{extension}", &format!("{digest:032x}")[..FINGERPRINT]))
}

/// Where the copy of a picture of static/ lies that has this width: `photos/boat.1f0c58a7d3e29b640a51-400w.webp`. The digest is that
/// of all else that it is made from.
pub(crate) fn of_width(path: &OutputPath, digest: Digest, width: u32) -> OutputPath {
    OutputPath(format!("{}.{}-{width}w.webp", in_two(path).0, &format!("{digest:032x}")[..FINGERPRINT]))
}

/// A path without its extension, and that with its dot.
fn in_two(path: &str) -> (&str, &str) {
    let name = path.rfind('/').map_or(0, |at| at + 1);
    // A dot at the beginning hides a file, and begins no extension.
    path.split_at(path[name..].rfind('.').filter(|at| *at > 0).map_or(path.len(), |at| name + at))
}

/// Whether a path is one of [`of_width`], as far as its name tells.
fn is_of_width(path: &str) -> bool {
    let name = &path[path.rfind('/').map_or(0, |at| at + 1)..];
    let parts = name.strip_suffix("w.webp").and_then(|it| it.rsplit_once('.'));
    parts
        .filter(|(stem, _)| !stem.is_empty())
        .and_then(|(_, rest)| rest.split_once('-'))
        .is_some_and(|(digest, width)| is_digest(digest) && !width.is_empty() && width.bytes().all(|it| it.is_ascii_digit()))
}

/// Digits of a digest in the name of a copy.
const FINGERPRINT: usize = 20;

fn is_digest(text: &str) -> bool {
    text.len() == FINGERPRINT && text.bytes().all(|it| it.is_ascii_digit() || (b'a'..=b'f').contains(&it))
}

/// The file of which the one at an output path is such a copy, as far as its name tells.
pub(crate) fn without_fingerprint(path: &str) -> Option<OutputPath> {
    let name = path.rfind('/').map_or(0, |at| at + 1);
    let (start, last) = path[name..].rsplit_once('.')?;
    let text = match start.rsplit_once('.').filter(|(start, digest)| !start.is_empty() && is_digest(digest)) {
        Some((start, _)) => format!("{start}.{last}"),
        None if is_digest(last) && !start.is_empty() => start.to_owned(),
        None => return None,
    };
    Some(OutputPath(format!("{}{text}", &path[..name])))
}

/// Whether the generator itself makes the file at an output path.
pub(crate) fn is_own(path: &str) -> bool {
    let part = path.strip_prefix(SITEMAP_PART).and_then(|rest| rest.strip_suffix(".xml"));
    let is_part = part.is_some_and(|number| number.bytes().all(|it| it.is_ascii_digit()));
    is_part || is_reserved(path) || ["sitemap.xml", "robots.txt", "_headers", "_redirects", "sw.js"].contains(&path)
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
            let made = fingerprinted(&OutputPath::new(path), 7);
            assert_eq!(made.as_str(), copy);
            assert_eq!(without_fingerprint(&made), Some(OutputPath::new(path)));
            assert!(is_hashed(&made));
        }
        let copy = of_width(&OutputPath::new("a.b/boat.night.jpg"), 7, 400);
        assert_eq!(copy.as_str(), "a.b/boat.night.00000000000000000000-400w.webp");
        assert!(is_hashed(&copy) && is_copy(&copy));
        for path in
            ["a.00000000000000000000-w.webp", ".00000000000000000000-1w.webp", "a.0-1w.webp", "a.00000000000000000000-1w.png"]
        {
            assert!(!is_hashed(path), "{path}");
        }
        for path in ["css/site.css", "report.2026112200.pdf", "a.0123456789ABCDEF0123.js", ".00000000000000000000", "x"] {
            assert_eq!(without_fingerprint(path), None, "{path}");
        }
    }

    #[test]
    fn a_route_lies_below_another() {
        for (route, parent) in [
            ("/info/faq/", Some("/info/")),
            ("/info/", Some("/")),
            ("/404.html", Some("/")),
            ("/a/b.html", Some("/a/")),
            ("/", None),
        ] {
            assert_eq!(Route::new(route).parent(), parent);
        }
    }

    #[test]
    fn the_place_of_a_page_tells_its_route() {
        for route in ["/", "/info/faq/", "/404.html", "/a/myindex.html"] {
            assert_eq!(route_at(&Route::new(route).html()).as_str(), route);
        }
    }
}
