//! Feeds that site.toml declares with `[[feeds]]`: where each lies, which pages it tells of, and how much of them.

use std::num::NonZeroUsize;

use serde::{Deserialize, Deserializer};

use croupier_base::path::{self, Href, Route};

/// A feed of the pages in a section, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Hash)]
#[serde(deny_unknown_fields)]
pub struct Feed {
    /// Its address: `/news/atom.xml`.
    pub path: String,
    /// The route whose pages it holds.
    #[serde(deserialize_with = "section")]
    pub section: Route,
    /// Atom, RSS 2.0 or JSON Feed 1.1.
    pub format: FeedFormat,
    /// How much of a page it tells.
    #[serde(default)]
    pub content: FeedContent,
    /// Its title; the site's name where it is not given.
    pub title: Option<String>,
    /// What it is about; the site's description where it is not given.
    pub description: Option<String>,
    /// How many entries it has at most.
    #[serde(default = "feed_limit")]
    pub limit: NonZeroUsize,
}

/// Reads a route whose last slash can be left out.
fn section<'de, D: Deserializer<'de>>(from: D) -> Result<Route, D::Error> {
    let written = Route::deserialize(from)?;
    let route = Route::of_address(&Href::new(written.as_str()));
    Ok(if route.starts_with('/') && !route.ends_with('/') {
        Route::new(format!("{route}/"))
    } else {
        route
    })
}

fn feed_limit() -> NonZeroUsize {
    NonZeroUsize::new(20).expect("20 is not 0")
}

/// The kinds of feeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Hash)]
#[serde(rename_all = "lowercase")]
pub enum FeedFormat {
    /// RFC 4287.
    Atom,
    /// RSS 2.0.
    Rss,
    /// JSON Feed 1.1.
    Json,
}

impl FeedFormat {
    /// The type that browsers and readers know it by.
    pub fn media_type(self) -> &'static str {
        match self {
            FeedFormat::Atom => "application/atom+xml",
            FeedFormat::Rss => "application/rss+xml",
            FeedFormat::Json => "application/feed+json",
        }
    }
}

/// How much of a page a feed tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Hash)]
#[serde(rename_all = "lowercase")]
pub enum FeedContent {
    /// Its description; its first paragraph where it has none.
    #[default]
    Summary,
    /// Its whole text.
    Full,
}

impl Feed {
    /// Whether the head of the page at `route` names the feed: those of its section do, and the home page.
    pub fn belongs_to(&self, route: &Route) -> bool {
        route.as_str() == "/" || route.starts_with(self.section.as_str())
    }

    /// What is wrong with its addresses, each with a hint.
    pub fn problems(&self) -> Vec<(String, &'static str)> {
        let mut found = Vec::new();
        let name = self.path.rsplit('/').next().unwrap_or("");
        let is_inside = self.path.strip_prefix('/').is_some_and(path::is_inside);
        if !is_inside || !name.contains('.') || path::is_reserved(&self.path[1..]) {
            found.push((
                format!("`{}` is no address of a file", self.path),
                "write `path = \"/news/atom.xml\"`",
            ));
        }
        if !self.section.starts_with('/') || !self.section.ends_with('/') {
            found.push((
                format!("`{}` is no section", self.section),
                "write `section = \"/news/\"`",
            ));
        }
        found
    }
}
