//! What a rendering can ask for.

use serde::{Deserialize, Serialize};

use croupier_base::date;
use croupier_base::media::picture::PictureQuery;
use croupier_base::path::{OutputPath, Route, SitePath};
use croupier_content::config::sort_by::SortBy;
use croupier_content::query::PageQuery;

/// A question that a rendering can ask. Its own content file is not among them: each page has exactly one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Dependency {
    /// The text of a template, or that there is none of this name.
    Template(SitePath),
    /// One data file, or that there is none of this name.
    DataFile(String),
    /// Which data files there are.
    DataNames,
    /// One top-level value of site.toml.
    Setting(String),
    /// Everything that goes into the head of every page.
    Head,
    /// The scripts and style sheets of every page.
    Scripts,
    /// Some pages in an order, as lists see them.
    Pages(PageQuery, SortBy),
    /// The pages directly below a route, in an order or in that which the page there asks for.
    Children(Route, Option<SortBy>),
    /// The pages before and after the one at a route.
    Neighbours(Route),
    /// The page at a route as lists see it, or that there is none now.
    Page(Route),
    /// What the page at a route lists by itself: its part of a paginated list, or the terms of a taxonomy.
    Paginator(Route),
    /// The terms of a taxonomy.
    Terms(String),
    /// The dimensions of an image in static/.
    Image(OutputPath),
    /// The HTML of a slice.
    Slice(String),
    /// The code of an island.
    Island(String),
    /// The hashed name of an asset.
    Asset(String),
    /// The copy of a file of static/ under a name that changes with its content, or that there is no such file.
    Static(OutputPath),
    /// The copies of a picture of static/ in several widths, or that there is no such picture.
    Picture(PictureQuery),
    /// Whether a moment has come, in epoch seconds.
    Moment(i64),
    /// The route of the page that a content file makes.
    RouteOf(SitePath),
    /// The address of a file of content/ that is no page, or that there is none of this name.
    Beside(SitePath),
    /// Whether there are pages below a route, or will be or were some.
    Section(Route),
}

impl Dependency {
    /// The moment that is asked for, in epoch seconds.
    pub(crate) fn moment(&self) -> Option<i64> {
        if let Dependency::Moment(moment) = self { Some(*moment) } else { None }
    }
}

impl std::fmt::Display for Dependency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Dependency::Template(name) => write!(f, "template {name}"),
            Dependency::DataFile(name) => write!(f, "data {name}"),
            Dependency::DataNames => f.write_str("the names of all data files"),
            Dependency::Setting(name) => write!(f, "setting {name}"),
            Dependency::Head => f.write_str("settings of the head"),
            Dependency::Scripts => f.write_str("scripts and style sheets"),
            Dependency::Pages(PageQuery::Section(prefix), sort_by) => {
                write!(f, "section {prefix} by {}", sort_by.name())
            }
            Dependency::Pages(PageQuery::Term(taxonomy, slug), sort_by) => {
                write!(f, "pages of {taxonomy}/{slug} by {}", sort_by.name())
            }
            Dependency::Pages(PageQuery::Children(prefix), sort_by)
            | Dependency::Children(prefix, Some(sort_by)) => {
                write!(f, "pages directly below {prefix} by {}", sort_by.name())
            }
            Dependency::Children(prefix, None) => {
                write!(f, "pages directly below {prefix} in its order")
            }
            Dependency::Neighbours(route) => write!(f, "pages before and after {route}"),
            Dependency::Page(route) => write!(f, "the page {route}"),
            Dependency::Paginator(route) => write!(f, "the list of {route}"),
            Dependency::Terms(taxonomy) => write!(f, "terms of {taxonomy}"),
            Dependency::Image(path) => write!(f, "measures of {path}"),
            Dependency::Slice(name) => write!(f, "slice {name}"),
            Dependency::Island(name) => write!(f, "island {name}"),
            Dependency::Asset(name) => write!(f, "asset {name}"),
            Dependency::Static(path) => write!(f, "file /{path}"),
            Dependency::Picture(PictureQuery { path, widths, quality }) => {
                let widths: Vec<_> = widths.iter().map(ToString::to_string).collect();
                write!(f, "picture /{path}, {} wide, quality {quality}", widths.join(" and "))
            }
            Dependency::Moment(at) => write!(f, "whether {} has come", date::rfc3339(*at)),
            Dependency::RouteOf(source) => write!(f, "route of {source}"),
            Dependency::Beside(source) => write!(f, "address of {source}"),
            Dependency::Section(prefix) => write!(f, "whether {prefix} is a section"),
        }
    }
}
