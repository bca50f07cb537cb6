//! `[[feeds]]` of site.toml: the path, format and content of each feed.

use std::num::NonZeroUsize;

use serde::{Deserialize, Deserializer};

use croupier_base::path::{self, Href, OutputPath, Route};

/// An entry of `[[feeds]]`: a feed of the pages in a section, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Hash)]
#[serde(deny_unknown_fields)]
pub struct Feed {
    /// URL path: `/news/atom.xml`.
    pub path: String,
    /// Route of the section whose pages are entries.
    #[serde(deserialize_with = "section")]
    pub section: Route,
    /// Atom, RSS 2.0 or JSON Feed 1.1.
    pub format: FeedFormat,
    /// The part of a page that an entry contains.
    #[serde(default)]
    pub content: FeedContent,
    /// Title. Defaults to the name of the site.
    pub title: Option<String>,
    /// Description. Defaults to the description of the site.
    pub description: Option<String>,
    /// Maximum number of entries.
    #[serde(default = "feed_limit")]
    pub limit: NonZeroUsize,
}

impl Feed {
    /// Returns the output path of the feed.
    pub fn output_path(&self) -> OutputPath {
        OutputPath::new(self.path.trim_start_matches('/'))
    }
}

/// Deserializes a route whose trailing slash is optional.
fn section<'de, D: Deserializer<'de>>(from: D) -> Result<Route, D::Error> {
    let written = Route::deserialize(from)?;
    let route = Route::from_url_path(&Href::new(written.as_str()));
    Ok(if route.starts_with('/') && !route.ends_with('/') {
        Route::new(format!("{route}/"))
    } else {
        route
    })
}

fn feed_limit() -> NonZeroUsize {
    NonZeroUsize::new(20).expect("20 is not 0")
}

/// The format of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Hash)]
#[serde(rename_all = "lowercase")]
pub enum FeedFormat {
    /// Atom (RFC 4287).
    Atom,
    /// RSS 2.0.
    Rss,
    /// JSON Feed 1.1.
    Json,
}

impl FeedFormat {
    /// Returns the media type.
    pub fn media_type(self) -> &'static str {
        match self {
            FeedFormat::Atom => "application/atom+xml",
            FeedFormat::Rss => "application/rss+xml",
            FeedFormat::Json => "application/feed+json",
        }
    }
}

/// The part of a page that a feed entry contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Hash)]
#[serde(rename_all = "lowercase")]
pub enum FeedContent {
    /// The description, or the first paragraph if the page has no description.
    #[default]
    Summary,
    /// The whole text.
    Full,
}

impl Feed {
    /// Returns whether the page at `route` links to the feed in its head. The home page and the pages of the section do.
    pub fn belongs_to(&self, route: &Route) -> bool {
        route.as_str() == "/" || route.starts_with(self.section.as_str())
    }

    /// Returns the errors in the path and the section, each as a message and a hint.
    pub fn problems(&self) -> Vec<(String, &'static str)> {
        let mut problems = Vec::new();
        let name = self.path.rsplit('/').next().unwrap_or("");
        let is_inside = self.path.strip_prefix('/').is_some_and(path::is_inside);
        if !is_inside || !name.contains('.') || path::is_reserved(&self.path[1..]) {
            problems.push((
                format!("`{}` is not the URL path of a file", self.path),
                "write `path = \"/news/atom.xml\"`",
            ));
        }
        if !self.section.starts_with('/') || !self.section.ends_with('/') {
            problems.push((
                format!("`{}` is not the route of a section", self.section),
                "write `section = \"/news/\"`",
            ));
        }
        problems
    }
}
