//! The kinds of paths and addresses, each a type of its own, and the rules of those in the output: what lies where, what the
//! generator keeps for itself, what may not leave the folder.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Bound;
use std::path::Path;
use std::sync::Arc;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use unicode_normalization::UnicodeNormalization;

/// Where the hashed assets lie.
pub const ASSETS: &str = "assets/";
/// Where the results of static queries lie, each under the hash of its content.
pub const QUERIES: &str = "page-data/sq/d/";
/// How the files begin that the addresses of a large site stand in.
pub const SITEMAP_PART: &str = "sitemap-";
/// What open tabs look at to hear of a release.
pub const APP_DATA: &str = "page-data/app-data.json";
/// Where the names of hashed files stand that the output keeps, those of earlier releases included.
pub const RELEASES: &str = "page-data/releases.json";

/// A text that is read to be shared.
struct Text;

impl Visitor<'_> for Text {
    type Value = Arc<str>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a path or an address")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Arc<str>, E> {
        Ok(Arc::from(text))
    }
}

/// A kind of path or address as a type of its own, so that none is taken for another. It reads as text, which those who have the same
/// share.
macro_rules! path_type {
    ($(#[$what:meta])* $name:ident) => {
        $(#[$what])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            /// What this text stands for.
            pub fn new(text: impl Into<Arc<str>>) -> $name {
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
                from.deserialize_str(Text).map($name)
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
    /// Where a file or a folder of the site lies, counted from its root: `content/info/faq.md`, `site.toml`.
    SitePath
}

path_type! {
    /// Where a page is found on the site, without the site's base: `/info/faq/`, or `/404.html`.
    Route
}

path_type! {
    /// Where a file lies in the output folder: `info/faq/index.html`.
    OutputPath
}

path_type! {
    /// An address as somebody wrote it, perhaps relative, with query and place in a page: `../faq/#fees`. Where it leads is not yet
    /// known.
    Href
}

/// What lies in a folder of the disk can be joined to that.
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
    /// The file of static/ that is published at an output path.
    pub fn of_static(path: &OutputPath) -> SitePath {
        SitePath::new(format!("static/{path}"))
    }

    /// The folder that it lies in; none at the root.
    pub fn folder(&self) -> Option<&str> {
        self.rsplit_once('/').map(|(folder, _)| folder)
    }

    /// How its name ends, without the dot; empty where it has none.
    pub fn extension(&self) -> &str {
        self.rsplit_once('.').map_or("", |(_, extension)| extension)
    }
}

impl Route {
    /// The route of an address path as people write it: `/a/index.html` is the file of `/a/`.
    pub fn of_address(path: &Href) -> Route {
        Route::new(
            path.strip_suffix("index.html")
                .filter(|it| it.ends_with('/'))
                .unwrap_or(path)
                .nfc()
                .collect::<String>(),
        )
    }

    /// The route that it lies below: `/info/` for `/info/faq/`; none for the home page.
    pub fn parent(&self) -> Option<&str> {
        let at = self.strip_suffix('/').unwrap_or(self).rfind('/')?;
        Some(&self[..=at])
    }

    /// Where the page's HTML lies.
    pub fn html(&self) -> OutputPath {
        let route = self.trim_start_matches('/');
        OutputPath::new(if route.is_empty() || route.ends_with('/') {
            format!("{route}index.html")
        } else {
            route.to_owned()
        })
    }

    /// Where the page's page-data lies.
    pub fn data(&self) -> OutputPath {
        let route = self.trim_matches('/');
        OutputPath::new(format!(
            "page-data/{}/page-data.json",
            if route.is_empty() { "index" } else { route }
        ))
    }
}

/// The route whose HTML would lie at `path` in the output.
pub fn route_at(path: &str) -> Route {
    Route::new(format!(
        "/{}",
        path.strip_suffix("index.html")
            .filter(|it| it.is_empty() || it.ends_with('/'))
            .unwrap_or(path)
    ))
}

/// The entries whose keys begin with `start`, in order.
pub fn below<'a, K: Borrow<str> + Ord, V>(
    map: &'a BTreeMap<K, V>,
    start: &str,
) -> impl Iterator<Item = (&'a K, &'a V)> {
    let from = (Bound::Included(start), Bound::Unbounded);
    map.range::<str, _>(from).take_while(move |(key, _)| (*key).borrow().starts_with(start))
}

/// The paths that begin with `start`, in order.
pub fn below_in<'a, K: Borrow<str> + Ord>(
    set: &'a BTreeSet<K>,
    start: &str,
) -> impl Iterator<Item = &'a K> {
    let from = (Bound::Included(start), Bound::Unbounded);
    set.range::<str, _>(from).take_while(move |key| (*key).borrow().starts_with(start))
}

/// Whether an output path stays inside the output folder.
pub fn is_inside(path: &str) -> bool {
    !path.is_empty()
        && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
        && !path.contains('\\')
}

/// Whether an output path belongs to the generator alone: data, and files that browsers keep for ever because their names
/// change with their content.
pub fn is_reserved(path: &str) -> bool {
    let folders = ["page-data/", "slice-data/", ASSETS];
    folders.iter().any(|folder| path.starts_with(folder)) || path.starts_with(".croupier")
}

/// Whether an output path is that of a part of a large sitemap: `sitemap-1.xml`.
pub fn is_sitemap_part(path: &str) -> bool {
    let number = path.strip_prefix(SITEMAP_PART).and_then(|rest| rest.strip_suffix(".xml"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit()))
}

/// Whether the generator itself makes the file at an output path.
pub fn is_own(path: &str) -> bool {
    is_sitemap_part(path)
        || is_reserved(path)
        || ["sitemap.xml", "robots.txt", "_headers", "_redirects", "sw.js"].contains(&path)
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_part_of_a_sitemap_has_a_number() {
        assert!(["sitemap-1.xml", "sitemap-12.xml"].into_iter().all(is_own));
        assert!(
            !["sitemap-.xml", "sitemap-x.xml", "sitemap-1.xml.gz", "a/sitemap-1.xml"]
                .into_iter()
                .any(is_own)
        );
    }
}
