//! `[[feeds]]` of site.toml: the feeds of sections, and those of the terms of a taxonomy.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use serde::{Deserialize, Deserializer};

use crate::config::tables::languages::Language;
use crate::config::tables::term_route;
use crate::languages::{Folder, LanguageKey};
use croupier_base::path::{self, Href, OutputPath, Route};

/// An entry of `[[feeds]]`: a feed of the pages in a section, or one for each term of a taxonomy, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Hash)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Feed {
    /// The URL path of the feed, such as `/news/atom.xml`. With a taxonomy, the name of the file of each term, such as `atom.xml`.
    pub path: String,
    // Empty with `taxonomy`. `Feed::of_term` sets it, and the path.
    /// The route of the section whose pages are entries, such as `/news/`.
    #[serde(default = "no_section", deserialize_with = "section")]
    #[cfg_attr(test, schemars(with = "Option<String>", regex(pattern = "^/")))]
    pub section: Route,
    /// The taxonomy whose terms have a feed each, instead of a section.
    pub taxonomy: Option<String>,
    /// Atom, RSS 2.0 or JSON Feed 1.1.
    pub format: FeedFormat,
    /// The part of a page that an entry contains. Default: `summary`.
    #[serde(default)]
    pub content: FeedContent,
    /// The title of the feed. Default: the name of the site, and that of the term. `{term}` is replaced by the name of the term.
    pub title: Option<String>,
    /// The description of the feed. Default: the description of the site.
    pub description: Option<String>,
    /// The maximum number of entries. Default: 20.
    #[serde(default = "feed_limit")]
    pub limit: NonZeroUsize,
    /// The index of its entry in `[[feeds]]`.
    #[serde(skip)]
    pub entry: usize,
    /// The language of its pages.
    #[serde(skip)]
    pub language: LanguageKey,
    /// The start of the routes of the language, without a slash at the end.
    #[serde(skip)]
    pub prefix: String,
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

fn no_section() -> Route {
    Route::new("")
}

fn feed_limit() -> NonZeroUsize {
    NonZeroUsize::new(20).expect("20 is not 0")
}

/// The format of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Hash)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FeedContent {
    /// The description, or the first paragraph if the page has no description.
    #[default]
    Summary,
    /// The whole text.
    Full,
}

impl Feed {
    /// Returns the feed of the pages in a language.
    #[must_use]
    pub fn in_language(&self, language: &Language) -> Feed {
        let path = match self.taxonomy {
            Some(_) => self.path.clone(),
            None => language.localized(&self.path),
        };
        let title = language.title("feeds", &self.path).map(str::to_owned);
        Feed {
            path,
            title: title.or_else(|| self.title.clone()),
            language: language.key,
            prefix: language.prefix.clone(),
            ..self.clone()
        }
    }

    /// Returns the section in the language.
    pub fn folder(&self) -> Folder {
        Folder { language: self.language, route: self.section.clone() }
    }

    /// Returns the route of the page of the section, or of the term.
    pub fn section_route(&self) -> Route {
        self.section.below(&self.prefix)
    }

    /// Returns the output path of the feed of a section.
    pub fn output_path(&self) -> OutputPath {
        OutputPath::new(self.path.trim_start_matches('/'))
    }

    /// Returns the feed of a term, by slug: that of the section with the pages of the term.
    #[must_use]
    pub fn of_term(&self, taxonomy: &str, slug: &str) -> Feed {
        let section = term_route(taxonomy, slug);
        let path = format!("{}{section}{}", self.prefix, self.path);
        Feed { path, section, ..self.clone() }
    }

    /// Returns the feed at an output path, if this entry makes it.
    pub fn at(&self, path: &OutputPath) -> Option<Cow<'_, Feed>> {
        let Some(taxonomy) = &self.taxonomy else {
            return (self.output_path() == *path).then_some(Cow::Borrowed(self));
        };
        let below = match self.prefix.strip_prefix('/') {
            Some(prefix) => path.strip_prefix(prefix)?.strip_prefix('/')?,
            None => path,
        };
        let slug = below.strip_prefix(taxonomy)?.strip_prefix('/')?;
        let slug = slug.strip_suffix(&self.path)?.strip_suffix('/')?;
        let is_slug = !slug.is_empty() && !slug.contains('/');
        is_slug.then(|| Cow::Owned(self.of_term(taxonomy, slug)))
    }

    /// Returns the feed that a page of a language links to in its head. `is_generated` is whether it has no file of its own. Feeds of sections are linked by the home page and by the
    /// pages of the section, and those of terms by the pages of the term.
    pub fn linked_by(
        &self,
        language: LanguageKey,
        file_route: &Route,
        is_generated: bool,
    ) -> Option<Cow<'_, Feed>> {
        if language != self.language {
            return None;
        }
        let Some(taxonomy) = &self.taxonomy else {
            let is_linked =
                file_route.as_str() == "/" || file_route.starts_with(self.section.as_str());
            return is_linked.then_some(Cow::Borrowed(self));
        };
        // A page of content/tags/ is no term.
        let route = Some(file_route).filter(|_| is_generated)?;
        let below = route.strip_prefix('/')?.strip_prefix(taxonomy)?.strip_prefix('/')?;
        let (slug, _) = below.split_once('/')?;
        Some(Cow::Owned(self.of_term(taxonomy, slug)))
    }

    /// Returns the errors in the path, the section and the taxonomy, each as a message and a hint.
    pub fn problems(&self) -> Vec<(String, &'static str)> {
        let mut problems = Vec::new();
        let is_file = |path: &str| path::is_portable(path) && path::length_problem(path).is_none();
        let has_extension = |path: &str| path.rsplit('/').next().unwrap_or("").contains('.');

        if self.taxonomy.is_some() {
            if self.path.contains('/') || !is_file(&self.path) || !has_extension(&self.path) {
                let message = format!("`{}` is not the name of a file", self.path);
                problems.push((
                    message,
                    "write `path = \"atom.xml\"`, which makes `/tags/news/atom.xml`",
                ));
            }
            if !self.section.is_empty() {
                let message = "a feed has the pages of a section, or those of terms".to_owned();
                problems.push((message, "remove `section` or `taxonomy`"));
            }
            return problems;
        }

        let is_url_path = self.path.strip_prefix('/').is_some_and(is_file);
        if !is_url_path || !has_extension(&self.path) || path::is_reserved(&self.path[1..]) {
            problems.push((
                format!("`{}` is not the URL path of a file", self.path),
                "write `path = \"/news/atom.xml\"`",
            ));
        }
        if self.section.is_empty() {
            let message = "the feed names no pages".to_owned();
            problems.push((
                message,
                "add `section = \"/news/\"`, or `taxonomy = \"tags\"` for a feed of each term",
            ));
        } else if !self.section.starts_with('/') || !self.section.ends_with('/') {
            problems.push((
                format!("`{}` is not the route of a section", self.section),
                "write `section = \"/news/\"`",
            ));
        }
        problems
    }
}
