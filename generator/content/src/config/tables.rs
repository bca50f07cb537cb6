//! The tables of site.toml that the generator itself reads, each with its keys: what it does not know is an error with its place.

use std::num::NonZeroUsize;

use serde::Deserialize;

use crate::config::sort_by::SortBy;
use croupier_base::path::{Href, Route};

/// Where the React runtime lies.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Runtime {
    /// Its folder below the root.
    pub dir: String,
}

/// What stays in the output folder.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Output {
    /// Earlier releases whose hashed assets stay.
    pub keep_releases: usize,
    /// In which forms redirects are written.
    pub redirects: Vec<RedirectForm>,
    /// Where browsers find the content security policy.
    pub policy: Vec<PolicyForm>,
    /// Whether style sheets and scripts of static/ are published without what only people read.
    pub minify: bool,
}

/// A form of redirects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum RedirectForm {
    /// The file `_redirects`.
    #[serde(rename = "_redirects")]
    File,
    /// An HTML file at each old address, which leads browsers on.
    #[serde(rename = "html")]
    Html,
}

/// A place for the content security policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum PolicyForm {
    /// The file `_headers`.
    #[serde(rename = "_headers")]
    Headers,
    /// A `meta` element in the head of each page.
    #[serde(rename = "meta")]
    Meta,
}

impl Default for Output {
    fn default() -> Output {
        Output {
            keep_releases: 3,
            redirects: vec![RedirectForm::File],
            policy: vec![PolicyForm::Headers],
            minify: false,
        }
    }
}

/// What a production build wants to be filled in.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Production {
    /// Tables of site.toml in which no text may be empty, and `sample` not be true.
    pub filled_in: Vec<String>,
    /// Words that mark any text of site.toml as a sample.
    pub sample_words: Vec<String>,
}

/// Whether there is a service worker.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ServiceWorker {
    /// Without it, sw.js removes the worker that browsers still have.
    pub enabled: bool,
    /// Address paths of files whose last copy is shown while a newer one is asked for.
    pub stale_while_revalidate: Vec<String>,
}

impl Default for ServiceWorker {
    fn default() -> ServiceWorker {
        ServiceWorker { enabled: true, stale_while_revalidate: Vec::new() }
    }
}

/// An address that moved.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redirect {
    /// The old address path, or a pattern of many.
    pub from: String,
    /// The new address.
    pub to: Href,
    /// 301, 302, 307 or 308.
    #[serde(default = "moved_for_good")]
    pub status: u16,
}

fn moved_for_good() -> u16 {
    301
}

/// A way to file pages under terms, each of which has a page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Hash)]
#[serde(deny_unknown_fields)]
pub struct Taxonomy {
    /// Its key in `[taxonomies]` of front matter, and the first part of its routes: `tags`.
    pub name: String,
    /// Template of a term's page.
    #[serde(default = "term_template")]
    pub template: String,
    /// Template of the page that lists all terms.
    #[serde(default = "terms_template")]
    pub list_template: String,
    /// How many pages one page of a term shows; all of them where it is not given.
    pub paginate_by: Option<NonZeroUsize>,
    /// The order of a term's pages.
    #[serde(default)]
    pub sort_by: SortBy,
}

impl Taxonomy {
    /// The route of the page that lists all terms.
    pub fn route(&self) -> Route {
        Route::new(format!("/{}/", self.name))
    }
}

fn term_template() -> String {
    "term".into()
}

fn terms_template() -> String {
    "terms".into()
}

/// Tables and lists of tables that [`SiteConfig::read`] knows.
pub const TABLES: [&str; 10] = [
    "runtime",
    "output",
    "service_worker",
    "hosts",
    "redirects",
    "taxonomies",
    "feeds",
    "checks",
    "production",
    "dev",
];

/// The table that `name` is nearly one of, but a slip of the finger. A table may be the templates' own, so nothing else is
/// taken for a mistake.
pub fn slip<'a>(name: &str, tables: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    tables
        .into_iter()
        .find(|table| *table != name && strsim::osa_distance(name, table) <= table.len() / 5)
}
