//! Types of the tables in site.toml that the generator reads. Unknown keys in them are errors.

pub mod build;
pub mod cache;
pub mod deploy;
pub mod dev;
pub mod feed;
pub mod hosts;
pub mod i18n;
pub mod languages;
pub mod link_checker;
pub mod markdown;
pub mod permalinks;
pub mod pictures;
pub mod security;
pub mod social_cards;
pub mod styles;

use std::num::NonZeroUsize;

use serde::{Deserialize, Deserializer, Serialize};

use crate::model::SortBy;
use crate::model::content_order::ContentOrder;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::{Href, Route};
use croupier_base::unicode::into_nfc;
use croupier_base::url;

/// The JSON Schema of site.toml, without the levels of checks.
///
/// A test generates it: each field of a table is a key, its documentation is the description, and `schemars` has the constraints that
/// the type does not have.
pub const SITE_SCHEMA: &str = include_str!("../schema/site.json");

/// `[runtime]`: the React runtime.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Runtime {
    /// The folder of the React runtime, relative to the root of the site.
    pub dir: String,
    /// Whether `croupier check` and `croupier dev` report type errors, with the TypeScript compiler of the site. Default: `true` if
    /// `tsconfig.json` and TypeScript are present.
    #[serde(default)]
    pub typecheck: Option<bool>,
}

/// `[content]`: how content files become pages.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Content {
    /// The case of the letters in the paths of pages: lower case, to which paths with capital letters redirect (default), or as written.
    pub paths: PathCase,
    /// Content files and folders in the order of menus and lists by weight, such as `guides/install.md` and `guides/`. It takes the place of
    /// `weight` in front matter.
    pub order: ContentOrder,
}

/// `[git]`: what pages know of the Git history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Git {
    /// Whether pages have the dates of the first and the last commit of their content file, as `page.git`. Without `updated` in front matter,
    /// `page.updated` is the last one. Default: `false`.
    pub dates: bool,
}

/// The case of the letters in the paths of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PathCase {
    /// Lower case. Paths with capital letters redirect to it.
    #[default]
    Lower,
    /// As in the name of the file, or in `path`.
    Keep,
}

/// `[output]`: the contents of the output folder.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Output {
    /// The number of earlier releases whose hashed assets stay in the output. Default: 3.
    pub keep_releases: usize,
    /// The forms of redirects: the file `_redirects` (default), and HTML files for hosts that do not support it.
    pub redirects: Vec<RedirectForm>,
    /// The forms of the content security policy: the file `_headers` (default), and a `meta` element for hosts that do not support it.
    pub policy: Vec<PolicyForm>,
    /// Whether the policy of a site with a runtime requires Trusted Types, which some npm packages do not support. A list also names the
    /// policies for Trusted Types that code of the site may create, such as `default`. Default: `true`.
    pub trusted_types: TrustedTypes,
    /// Whether style sheets and scripts in `static/` are minified. Default: `false`.
    pub minify: bool,
    /// Whether each page is also published as JSON in `page-data/`. Default: `true` if the site has a runtime.
    pub page_data: Option<bool>,
}

/// `trusted_types` of `[output]`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "`trusted_types` is neither `true`, `false` nor a list of names of policies, such as `[\"default\"]`"
)]
pub enum TrustedTypes {
    /// Whether they are required.
    AreRequired(bool),
    /// They are required, and code of the site may create policies of these names.
    Policies(Vec<PolicyName>),
}

/// The name of a Trusted Types policy.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(extend("pattern" = "^[A-Za-z0-9#=_/@.%-]+$")))]
#[serde(try_from = "String")]
pub struct PolicyName(String);

impl PolicyName {
    /// Returns the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PolicyName {
    type Error = &'static str;

    /// Accepts the characters that the directive `trusted-types` allows.
    fn try_from(name: String) -> Result<PolicyName, Self::Error> {
        let is_allowed = |it: u8| it.is_ascii_alphanumeric() || b"-#=_/@.%".contains(&it);
        if name.is_empty() || !name.bytes().all(is_allowed) {
            return Err("not the name of a Trusted Types policy");
        }
        Ok(PolicyName(name))
    }
}

/// A form of redirects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum RedirectForm {
    /// The file `_redirects`.
    #[serde(rename = "_redirects")]
    File,
    /// An HTML file at each old path, which redirects browsers.
    #[serde(rename = "html")]
    Html,
}

/// A form of the content security policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
            trusted_types: TrustedTypes::AreRequired(true),
            minify: false,
            page_data: None,
        }
    }
}

/// `[production]`: values that a production build requires to be filled in.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Production {
    /// How the build of the live site reports pages with the status `sample`, and hosts such as `example.com` in site.toml and templates.
    /// Default: `warning`.
    pub samples: SampleLevel,
    /// Tables in which the build of the live site rejects empty strings and `sample = true`, and data files, such as
    /// `content/data/contact.toml`, in which it rejects hosts such as `example.com`.
    pub filled_in: Vec<String>,
    /// Phrases that mark sample text, which the build of the live site rejects.
    pub sample_words: Vec<String>,
}

/// How a production build reports what is still a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SampleLevel {
    /// The site is published.
    #[default]
    Warning,
    /// The build fails.
    Error,
}

impl SampleLevel {
    /// Returns the diagnostic for a sample.
    pub fn diagnostic(self, code: Code, message: String) -> Diagnostic {
        match self {
            SampleLevel::Warning => Diagnostic::warning(code, message),
            SampleLevel::Error => Diagnostic::error(code, message),
        }
    }
}

/// `[service_worker]`: the service worker of the site.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ServiceWorker {
    /// Whether the site has a service worker. If false, the site publishes a worker that removes itself. Default: `true`.
    pub enabled: bool,
    /// URL paths of files that are served from the cache while a newer version is fetched.
    #[cfg_attr(test, schemars(inner(regex(pattern = "^/"))))]
    pub stale_while_revalidate: Vec<String>,
}

impl Default for ServiceWorker {
    fn default() -> ServiceWorker {
        ServiceWorker { enabled: true, stale_while_revalidate: Vec::new() }
    }
}

/// An entry of `[[redirects]]`.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Redirect {
    /// The old URL path, or a pattern.
    #[serde(deserialize_with = "url_path")]
    #[cfg_attr(test, schemars(regex(pattern = "^/")))]
    pub from: String,
    /// The new URL.
    #[serde(deserialize_with = "link")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub to: Href,
    /// The HTTP status. Default: 301.
    #[serde(default = "moved_permanently")]
    #[cfg_attr(test, schemars(with = "i64", extend("enum" = [301, 302, 307, 308])))]
    pub status: u16,
}

/// Deserializes a URL path in NFC, with its escapes.
fn url_path<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(into_nfc)
}

/// Deserializes a URL whose path, if it is on this site, is in NFC.
fn link<'de, D: Deserializer<'de>>(from: D) -> Result<Href, D::Error> {
    let written = Href::deserialize(from)?;
    let is_own = written.starts_with('/') && !written.starts_with("//");
    Ok(if is_own { Href::new(&*url::decode_non_ascii(&written)) } else { written })
}

/// Deserializes a name in NFC.
fn name<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(into_nfc)
}

fn moved_permanently() -> u16 {
    301
}

/// An entry of `[[taxonomies]]`: groups pages by terms, each of which has a page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Hash)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Taxonomy {
    /// The key in front matter and the first segment of its URLs, such as `tags`.
    #[serde(deserialize_with = "name")]
    #[cfg_attr(test, schemars(regex(pattern = "^[a-z-]+$")))]
    pub name: String,
    /// The template of a term page. Default: `term`.
    #[serde(default = "term_template")]
    pub template: String,
    /// The template of the page that lists all terms. Default: `terms`.
    #[serde(default = "terms_template")]
    pub list_template: String,
    /// The number of pages that one page of a term lists. If omitted, all of them.
    pub paginate_by: Option<NonZeroUsize>,
    /// The order of the pages of a term. Default: `weight`.
    #[serde(default)]
    pub sort_by: SortBy,
}

impl Taxonomy {
    /// Returns the route of the page that lists all terms, without the path of a language.
    pub fn route(&self) -> Route {
        Route::new(format!("/{}/", self.name))
    }
}

/// Returns the route of the page of a term, by slug, below the path of its language.
pub(crate) fn term_route(taxonomy: &str, slug: &str) -> Route {
    Route::new(["/", taxonomy, "/", slug, "/"].concat())
}

fn term_template() -> String {
    "term".into()
}

fn terms_template() -> String {
    "terms".into()
}

/// `[search]`: the search of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Search {
    /// Whether the site has a search over the titles and terms of its pages. Default: `false`.
    pub titles: bool,
    /// Whether the site has a search over the text of its pages, which needs the npm package `pagefind`. Default: `false`.
    pub text: bool,
    /// Whether the search includes the headings of pages. By default, it does as long as the index is small.
    pub headings: Option<bool>,
    /// Whether the search includes the descriptions of pages. By default, it does as long as the index is small.
    pub descriptions: Option<bool>,
    /// Whether the key `/` opens the search. Default: `true`.
    pub slash_key: bool,
}

impl Default for Search {
    fn default() -> Search {
        Search { titles: false, text: false, headings: None, descriptions: None, slash_key: true }
    }
}

impl Search {
    /// Whether the site has a search. A search over texts has an index of titles too, which the dialog uses in development.
    pub fn is_enabled(self) -> bool {
        self.titles || self.text
    }

    /// Whether a small index includes headings.
    pub(crate) fn has_headings(self) -> bool {
        self.is_enabled() && self.headings.unwrap_or(true)
    }

    /// Whether a small index includes descriptions.
    pub(crate) fn has_descriptions(self) -> bool {
        self.is_enabled() && self.descriptions.unwrap_or(true)
    }
}

/// `[embeds]`: the hosts of videos that pages can show. Each is contacted only after a click.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Embeds {
    /// Whether pages can show videos with `youtube(id, title)`. Default: `false`.
    pub youtube: bool,
    /// Whether pages can show videos with `vimeo(id, title)`. Default: `false`.
    pub vimeo: bool,
}

impl Embeds {
    /// Whether no host is enabled.
    pub fn is_empty(self) -> bool {
        self == Embeds::default()
    }

    /// Returns the origins that frames may come from.
    pub fn origins(self) -> impl Iterator<Item = &'static str> {
        [(self.youtube, YOUTUBE), (self.vimeo, VIMEO)]
            .into_iter()
            .filter_map(|(is_enabled, origin)| is_enabled.then_some(origin))
    }
}

/// The key of `[embeds]` with the text of the link that plays a video, `Play {title}`.
pub const PLAY_LABEL: &str = "play_label";

/// The origin of the frames of `youtube`, which sets no cookies.
pub const YOUTUBE: &str = "https://www.youtube-nocookie.com";
/// The origin of the frames of `vimeo`.
pub const VIMEO: &str = "https://player.vimeo.com";

/// Top-level keys of site.toml that are not tables. Tables that the generator does not know belong to the templates.
pub const TOP_LEVEL_KEYS: [&str; 11] = [
    "name",
    "base_url",
    "language",
    "default_language",
    "time_zone",
    "currency",
    "description",
    "image",
    "image_alt",
    "authors",
    "layouts",
];

/// The tables and lists of tables that [`SiteConfig::read`](crate::config::site_config::SiteConfig::read) reads.
pub const TABLES: [&str; 29] = [
    "runtime",
    "content",
    "head",
    "git",
    "markdown",
    "output",
    "service_worker",
    "hosts",
    "security",
    "redirects",
    "taxonomies",
    "permalinks",
    "archives",
    "collections",
    "feeds",
    "search",
    "embeds",
    "languages",
    "i18n",
    "checks",
    "link_checker",
    "production",
    "build",
    "styles",
    "pictures",
    "social_cards",
    "cache",
    "deploy",
    "dev",
];

/// Returns the table that `name` is a typo of. The distance is stricter than that of other suggestions, because templates can define
/// tables with similar names.
pub(crate) fn close_match<'a>(
    name: &str,
    tables: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    tables.into_iter().find(|table| {
        // `taxonomy` is as close to `taxonomies` as `feed` is to `feeds`.
        let is_singular =
            table.strip_suffix("ies").is_some_and(|stem| name.strip_suffix('y') == Some(stem));
        *table != name && (is_singular || strsim::osa_distance(name, table) <= table.len() / 5)
    })
}
