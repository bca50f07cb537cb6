//! Newtypes for paths and URLs, and the layout of the output folder: reserved paths, and paths that
//! the generator writes itself.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Bound;
use std::path::Path;
use std::sync::Arc;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::hashed_path::is_hashed;
use crate::unicode::nfc;

/// Folder of the hashed assets in the output.
pub const ASSETS: &str = "assets/";
/// Folder of page-data, and of other data that the runtime loads.
pub const PAGE_DATA: &str = "page-data/";
/// Folder of the results of static queries; each file is named by the hash of its content.
pub const QUERIES: &str = "page-data/sq/d/";
/// Prefix of the files that a large sitemap is split into.
pub const SITEMAP_PART: &str = "sitemap-";
/// File that open tabs poll to detect a new release.
pub const APP_DATA: &str = "page-data/app-data.json";
/// The rules for search engines.
pub const ROBOTS: &str = "robots.txt";
/// The page that the service worker shows when the network fails.
pub const OFFLINE_PAGE: &str = "offline.html";
/// The index of the search over titles.
pub const SEARCH_INDEX: &str = "page-data/search.json";
/// Folder of the parts of a large index of the search over titles.
pub const SEARCH_PARTS: &str = "page-data/search-parts/";
/// The texts and sections of the search dialog, for a search over the text of pages.
pub const SEARCH_DIALOG: &str = "page-data/search-dialog.json";
/// Folder of the index over the text of pages.
pub const TEXT_INDEX: &str = "pagefind/";
/// File that lists the hashed files in the output, including those of earlier releases.
pub const RELEASES: &str = "page-data/releases.json";

/// Deserializes a text into an `Arc<str>`.
struct SharedText;

impl Visitor<'_> for SharedText {
    type Value = Arc<str>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a path or a URL")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Arc<str>, E> {
        Ok(Arc::from(text))
    }
}

/// Defines a newtype over `Arc<str>`, so that the compiler distinguishes kinds of paths and URLs.
/// Clones share the text.
macro_rules! path_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// Wraps a text without checking it.
            pub fn new(text: impl Into<Arc<str>>) -> $name {
                $name(text.into())
            }

            /// Returns the text.
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

        impl From<$name> for String {
            fn from(path: $name) -> String {
                path.as_str().to_owned()
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                from.deserialize_str(SharedText).map($name)
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
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
    /// The path of a file or folder relative to the site root: `content/info/faq.md`, `site.toml`.
    SitePath
}

path_type! {
    /// The URL path of a page without the base path of the site: `/info/faq/`, or `/404.html`. The route of a page on another host of the
    /// site is its absolute URL.
    Route
}

path_type! {
    /// The path of a file relative to the output folder: `info/faq/index.html`.
    OutputPath
}

path_type! {
    /// An unresolved URL as written in a source: `../faq/#fees`. It may be relative and have a
    /// query and a fragment.
    Href
}

/// Allows a site path to be joined to a folder on disk.
impl AsRef<Path> for SitePath {
    fn as_ref(&self) -> &Path {
        self.as_str().as_ref()
    }
}

impl AsRef<Path> for OutputPath {
    fn as_ref(&self) -> &Path {
        self.as_str().as_ref()
    }
}

impl SitePath {
    /// Returns the file in static/ that is published at an output path.
    pub fn of_static(path: &OutputPath) -> SitePath {
        SitePath::new(format!("static/{path}"))
    }

    /// Returns the folder of the path; `None` at the root.
    pub fn folder(&self) -> Option<&str> {
        self.rsplit_once('/').map(|(folder, _)| folder)
    }

    /// Returns the extension without the dot; empty if there is none.
    pub fn extension(&self) -> &str {
        self.rsplit_once('.').map_or("", |(_, extension)| extension)
    }
}

impl Route {
    /// Returns the route of a URL path as written: `/a/index.html` is the file of `/a/`.
    pub fn from_url_path(path: &Href) -> Route {
        let folder = path.strip_suffix("index.html").filter(|folder| folder.ends_with('/'));
        Route::new(&*nfc(folder.unwrap_or(path)))
    }

    /// Returns the route below the start of the routes of a language: `/fr/faq/` for `/faq/` and `/fr`.
    #[must_use]
    pub fn below(&self, prefix: &str) -> Route {
        if prefix.is_empty() { self.clone() } else { Route::new([prefix, self].concat()) }
    }

    /// Returns whether the page is part of the build. Another host has it otherwise.
    pub fn is_on_this_host(&self) -> bool {
        is_on_this_host(self)
    }

    /// Returns the absolute URL of the page. `base_url` is that of the site.
    pub fn url(&self, base_url: &str) -> String {
        if self.is_on_this_host() { [base_url, self].concat() } else { self.to_string() }
    }

    /// Returns the parent route: `/info/` for `/info/faq/`; `None` for the home page.
    pub fn parent(&self) -> Option<&str> {
        let slash = self.strip_suffix('/').unwrap_or(self).rfind('/')?;
        Some(&self[..=slash])
    }

    /// Returns whether browsers show the page at the paths of other pages: for an HTTP error, or without a connection.
    pub fn is_shown_anywhere(&self) -> bool {
        self.is_error_page() || self.rsplit('/').next() == Some(OFFLINE_PAGE)
    }

    /// Returns whether hosts show the page for an HTTP error: `/404.html`, `/de/500.html`.
    pub fn is_error_page(&self) -> bool {
        let name = self.rsplit('/').next().and_then(|name| name.strip_suffix(".html"));
        name.is_some_and(|name| {
            name.len() == 3
                && name.starts_with(['4', '5'])
                && name.bytes().all(|byte| byte.is_ascii_digit())
        })
    }

    /// Returns the output path of the page's HTML.
    pub fn html(&self) -> OutputPath {
        let route = self.trim_start_matches('/');
        OutputPath::new(if route.is_empty() || route.ends_with('/') {
            format!("{route}index.html")
        } else {
            route.to_owned()
        })
    }

    /// Returns why file systems cannot store the files of the page, or `None` if they can.
    pub fn length_problem(&self) -> Option<String> {
        // Most routes are so short that no part of their paths is too long.
        if self.len() < MAX_NAME / 2 {
            return None;
        }
        length_problem(&self.html()).or_else(|| length_problem(&self.data()))
    }

    /// Returns the output path of the page's page-data.
    pub fn data(&self) -> OutputPath {
        let route = self.trim_matches('/');
        OutputPath::new(format!(
            "page-data/{}/page-data.json",
            if route.is_empty() { "index" } else { route }
        ))
    }
}

/// Returns whether a route, or the start of the routes of a language, is on the host that is built. Otherwise it is an absolute URL.
pub fn is_on_this_host(route: &str) -> bool {
    route.is_empty() || route.starts_with('/')
}

/// Returns the path of a data file of the generator in the language with a path: `page-data/fr/search.json` for `page-data/search.json` and
/// `/fr`.
pub fn in_language(path: &str, prefix: &str) -> OutputPath {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    OutputPath::new(format!("{folder}{prefix}/{name}").trim_start_matches('/'))
}

/// Returns the position of a file in the publication order, from 0 to 3.
///
/// A file is published after the files that it refers to: assets (0), data (1), HTML (2), and the
/// files that announce the release to open tabs (3). A compressed variant is published with its file.
pub fn publish_order(path: &str) -> usize {
    let path = without_encoding(path).unwrap_or(path);
    if path.starts_with(ASSETS) || is_hashed(path) {
        0
    } else if path == APP_DATA || path == "sw.js" {
        3
    } else if path.ends_with(".html") {
        2
    } else {
        1
    }
}

/// Returns the path of a file whose compressed variant is at `path`: `a.html` for `a.html.br` and `a.html.gz`.
pub(crate) fn without_encoding(path: &str) -> Option<&str> {
    path.strip_suffix(".br").or_else(|| path.strip_suffix(".gz"))
}

/// Returns whether visitors may request a file: not `_headers`, `_redirects` or a hidden file.
pub fn is_public(path: &str) -> bool {
    let visible_part = path.strip_prefix(".well-known/").unwrap_or(path);
    !matches!(path, "_headers" | "_redirects")
        && !visible_part.split('/').any(|component| component.starts_with('.'))
}

/// Returns the route whose HTML is at `path` in the output.
pub fn route_of_output(path: &str) -> Route {
    let folder = path.strip_suffix("index.html");
    let folder = folder.filter(|folder| folder.is_empty() || folder.ends_with('/'));
    Route::new(format!("/{}", folder.unwrap_or(path)))
}

/// Returns the entries whose keys start with `prefix`, in order.
pub fn entries_with_prefix<'a, K: Borrow<str> + Ord, V>(
    map: &'a BTreeMap<K, V>,
    prefix: &str,
) -> impl Iterator<Item = (&'a K, &'a V)> {
    let from = (Bound::Included(prefix), Bound::Unbounded);
    map.range::<str, _>(from).take_while(move |(key, _)| (*key).borrow().starts_with(prefix))
}

/// Returns the paths that prefix with `prefix`, in order.
pub fn paths_with_prefix<'a, K: Borrow<str> + Ord>(
    set: &'a BTreeSet<K>,
    prefix: &str,
) -> impl Iterator<Item = &'a K> {
    let from = (Bound::Included(prefix), Bound::Unbounded);
    set.range::<str, _>(from).take_while(move |key| (*key).borrow().starts_with(prefix))
}

/// Returns whether a file has to be removed before `written` are written: it is where a folder of one is going to be, or in a folder where
/// one is going to be.
pub fn is_in_the_way<K: Borrow<str> + Ord>(path: &str, written: &BTreeSet<K>) -> bool {
    let mut parents = path.match_indices('/').map(|(index, _)| &path[..index]);
    parents.any(|parent| written.contains(parent))
        || paths_with_prefix(written, &format!("{path}/")).next().is_some()
}

/// Whether a path is a valid output path that does not leave the output folder. The name of a file can have a backslash.
pub fn is_inside(path: &str) -> bool {
    !path.is_empty() && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

/// Whether a path of the settings does not leave its folder. A backslash there is meant as a slash, which it is not on all systems.
pub fn is_portable(path: &str) -> bool {
    is_inside(path) && !path.contains('\\')
}

/// The most bytes of a name on common file systems.
pub const MAX_NAME: usize = 255;
/// The most bytes of the suffix that the name of a compressed variant has.
const VARIANT_SUFFIX: usize = ".br".len();
/// The most bytes of an output path. Linux allows 4096 for a whole path, with that of the output folder.
const MAX_PATH: usize = 3000;

/// Returns why file systems cannot store an output path, or `None` if they can.
pub fn length_problem(path: &str) -> Option<String> {
    let last = path.len() - path.rfind('/').map_or(0, |slash| slash + 1);
    let longest = path.split('/').map(str::len).max().unwrap_or(0).max(last + VARIANT_SUFFIX);
    if longest > MAX_NAME {
        return Some(format!(
            "a part of it has more bytes than the {MAX_NAME} that the name of a file can have"
        ));
    }
    (path.len() > MAX_PATH).then(|| format!("it has more than {MAX_PATH} bytes"))
}

/// Whether an output path is reserved for the generator: page-data, slice-data, hashed assets and
/// its own `.croupier` files.
pub fn is_reserved(path: &str) -> bool {
    let folders = ["page-data/", "slice-data/", ASSETS];
    folders.iter().any(|folder| path.starts_with(folder)) || path.starts_with(".croupier")
}

/// Whether an output path is one file of a large sitemap: `sitemap-1.xml`.
pub fn is_sitemap_part(path: &str) -> bool {
    let number = path.strip_prefix(SITEMAP_PART).and_then(|rest| rest.strip_suffix(".xml"));
    number.is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether the generator itself writes the file at an output path.
pub fn is_generated_path(path: &str) -> bool {
    is_reserved(path) || is_generated_file(path)
}

fn is_generated_file(path: &str) -> bool {
    is_sitemap_part(path)
        || ["sitemap.xml", ROBOTS, "_headers", "_redirects", "sw.js"].contains(&path)
}

/// Returns the path of a file of the generator, if the file at `path` needs a folder there.
pub fn generated_file_above(path: &str) -> Option<&str> {
    let (folder, _) = path.split_once('/')?;
    is_generated_file(folder).then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_have_parents() {
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
    fn the_output_path_of_a_page_maps_back_to_its_route() {
        for route in ["/", "/info/faq/", "/404.html", "/a/myindex.html"] {
            assert_eq!(route_of_output(&Route::new(route).html()).as_str(), route);
        }
    }

    #[test]
    fn error_pages_have_the_number_of_an_http_error() {
        for (route, expected) in [
            ("/404.html", true),
            ("/de/500.html", true),
            ("/404/", false),
            ("/2024.html", false),
            ("/200.html", false),
            ("/a/b.html", false),
        ] {
            assert_eq!(Route::new(route).is_error_page(), expected, "{route}");
        }
    }

    #[test]
    fn files_that_announce_a_release_are_published_last() {
        let mut paths = [
            "sw.js",
            "index.html",
            APP_DATA,
            "page-data/index/page-data.json",
            "assets/a.js",
            "feed.xml",
        ];
        paths.sort_by_key(|path| publish_order(path));
        assert_eq!(paths[0], "assets/a.js");
        assert_eq!(paths[3..], ["index.html", "sw.js", APP_DATA]);
    }

    #[test]
    fn names_have_a_length_that_file_systems_allow() {
        let name = |length: usize| "x".repeat(length);
        for path in [format!("{}/index.html", name(255)), name(252), "a/".repeat(1000)] {
            assert_eq!(length_problem(&path), None, "{}", path.len());
        }
        for path in [
            format!("{}/index.html", name(256)),
            format!("a/{}", name(253)),
            format!("{}/index.html", "\u{e9}".repeat(128)),
            "ab/".repeat(1001),
        ] {
            assert!(length_problem(&path).is_some(), "{}", path.len());
        }
    }

    #[test]
    fn sitemap_parts_are_numbered() {
        assert!(["sitemap-1.xml", "sitemap-12.xml"].into_iter().all(is_generated_path));
        assert!(
            !["sitemap-.xml", "sitemap-x.xml", "sitemap-1.xml.gz", "a/sitemap-1.xml"]
                .into_iter()
                .any(is_generated_path)
        );
    }
}
