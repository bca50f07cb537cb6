//! Page-data: the JSON that the runtime loads instead of a document when the user follows a link.
//!
//! Fields are in byte order of their keys, as in all published JSON.

use std::collections::{BTreeMap, BTreeSet};

use memchr::memmem;
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use crate::render::json::write_string;
use croupier_base::path::Route;
use croupier_content::front_matter::Status;
use croupier_content::lists::taxonomy::{self, FiledTerm};
use croupier_content::page::Page;

/// The page-data of a page, in the format of the page-loading contract.
#[derive(Serialize)]
pub(super) struct PageData<'a> {
    #[serde(rename = "componentChunkName")]
    pub(super) component: String,
    pub(super) croupier: LoaderData<'a>,
    pub(super) path: &'a Route,
    pub(super) result: QueryResult<'a>,
    #[serde(rename = "slicesMap")]
    pub(super) slices: BTreeMap<&'a String, &'a String>,
    #[serde(rename = "staticQueryHashes")]
    pub(super) query_hashes: BTreeSet<&'a String>,
}

/// The part that the loader inserts into the document.
#[derive(Serialize)]
pub(super) struct LoaderData<'a> {
    pub(super) chunks: &'a BTreeSet<String>,
    /// What the loader cannot replace in the document. `None` for a base layout without scripts and style sheets of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) frame: Option<&'a str>,
    pub(super) head: LongString<'a>,
    pub(super) layout: &'a str,
    pub(super) main: LongString<'a>,
    /// Static queries: content hash by data name.
    pub(super) queries: &'a BTreeMap<String, String>,
    /// The content of elements of the base layout that the loader replaces, by the names of their regions.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) regions: &'a BTreeMap<&'a str, String>,
    /// The base layout of the document. `None` for the default one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) shell: Option<&'a str>,
    pub(super) styles: &'a [String],
    pub(super) title: &'a str,
    pub(super) version: u8,
}

/// The page query result and the page context, as the contract requires.
#[derive(Serialize)]
pub(super) struct QueryResult<'a> {
    data: QueryData<'a>,
    #[serde(rename = "pageContext")]
    context: PageContext<'a>,
}

#[derive(Serialize)]
struct QueryData<'a> {
    page: PageSummary<'a>,
}

#[derive(Serialize)]
struct PageContext<'a> {
    layout: &'a str,
    title: &'a str,
}

/// The metadata of a page.
#[derive(Serialize)]
struct PageSummary<'a> {
    date: Option<&'a str>,
    description: &'a str,
    extra: &'a Json,
    heading: &'a str,
    layout: &'a str,
    menu_label: Option<&'a str>,
    path: &'a Route,
    status: Status,
    taxonomies: BTreeMap<&'a str, Vec<FiledTerm<'a>>>,
    template: &'a str,
    title: &'a str,
    updated: Option<&'a str>,
    url: String,
}

impl<'a> QueryResult<'a> {
    /// Creates the result for a page of the site at `base_url`. `prefix` is the start of the routes of its language.
    pub(super) fn new(page: &'a Page, base_url: &str, prefix: &str) -> QueryResult<'a> {
        let front = &page.front;
        let page = PageSummary {
            date: front.date.as_deref(),
            description: &front.description,
            extra: &front.extra,
            heading: page.heading(),
            layout: page.layout(),
            menu_label: front.rare.menu_label.as_deref(),
            path: &page.route,
            status: front.status,
            taxonomies: taxonomy::of_page(front, prefix),
            template: front.template.as_deref().unwrap_or("page"),
            title: &front.title,
            updated: front.updated.as_deref(),
            url: page.route.url(base_url),
        };

        let context = PageContext { layout: page.layout, title: page.title };
        QueryResult { data: QueryData { page }, context }
    }
}

/// A long string, which makes up most of the page-data.
///
/// Serde writes an empty string for it. [`PageData::to_line`] inserts the content with a faster
/// writer.
pub(super) struct LongString<'a>(pub(super) &'a str);

/// The empty string that serde writes for a [`LongString`].
const EMPTY_STRING: &str = "\"\"";

impl Serialize for LongString<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("")
    }
}

impl PageData<'_> {
    /// Serializes the page-data as one line, with a line break at the end.
    pub(super) fn to_line(&self) -> Vec<u8> {
        let mut skeleton = Vec::with_capacity(2048);
        serde_json::to_writer(&mut skeleton, self)
            .expect("page-data has string keys, and writing to memory cannot fail");

        let LongString(head) = self.croupier.head;
        let LongString(main) = self.croupier.main;
        let length = head.len() + main.len();
        // An eighth more leaves space for escapes.
        let mut bytes = Vec::with_capacity(skeleton.len() + length + length / 8);

        let mut rest = &skeleton[..];
        // The first match is the right key: inside a string its quotes would be escaped, and no
        // earlier object has a key of this name.
        for (key, text) in [(r#""head":"#, head), (r#""main":"#, main)] {
            let value_start =
                memmem::find(rest, key.as_bytes()).expect("page-data has this key") + key.len();
            bytes.extend_from_slice(&rest[..value_start]);
            write_string(text, &mut bytes);
            rest = &rest[value_start + EMPTY_STRING.len()..];
        }

        bytes.extend_from_slice(rest);
        bytes.push(b'\n');
        bytes
    }
}
