//! Page-data: what a tab loads in the place of a page's document. Keys stand in byte order, as in all JSON that is published.

use std::collections::{BTreeMap, BTreeSet};

use memchr::memmem;
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use crate::render::json_text;
use croupier_base::path::Route;
use croupier_content::front_matter::Status;
use croupier_content::page::Page;
use croupier_content::taxonomy::{self, FiledTerm};

/// The page-data of a page, in the shape of the page-loading contract.
#[derive(Serialize)]
pub(super) struct PageData<'a> {
    #[serde(rename = "componentChunkName")]
    pub(super) component: String,
    pub(super) croupier: Loaded<'a>,
    pub(super) path: &'a Route,
    pub(super) result: ResultOf<'a>,
    #[serde(rename = "slicesMap")]
    pub(super) slices: BTreeMap<&'a String, &'a String>,
    #[serde(rename = "staticQueryHashes")]
    pub(super) hashes: BTreeSet<&'a String>,
}

/// What the loader puts into the document.
#[derive(Serialize)]
pub(super) struct Loaded<'a> {
    pub(super) chunks: &'a BTreeSet<String>,
    pub(super) head: Long<'a>,
    pub(super) layout: &'a str,
    pub(super) main: Long<'a>,
    /// Static queries: the hash of the data by its name.
    pub(super) queries: &'a BTreeMap<String, String>,
    /// The shell that its document has, where that is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) shell: Option<&'a str>,
    pub(super) styles: &'a BTreeSet<String>,
    pub(super) title: &'a str,
    pub(super) version: u8,
}

/// What a query of the page found, and what it was made with.
#[derive(Serialize)]
pub(super) struct ResultOf<'a> {
    data: DataOf<'a>,
    #[serde(rename = "pageContext")]
    context: ContextOf<'a>,
}

#[derive(Serialize)]
struct DataOf<'a> {
    page: Summary<'a>,
}

#[derive(Serialize)]
struct ContextOf<'a> {
    layout: &'a str,
    title: &'a str,
}

/// What page-data tells of a page besides its text.
#[derive(Serialize)]
struct Summary<'a> {
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

impl<'a> ResultOf<'a> {
    /// What is told of a page of the site at `base_url`.
    pub(super) fn of(page: &'a Page, base_url: &str) -> ResultOf<'a> {
        let front = &page.front;
        let page = Summary {
            date: front.date.as_deref(),
            description: &front.description,
            extra: &front.extra,
            heading: page.heading(),
            layout: page.layout(),
            menu_label: front.menu_label.as_deref(),
            path: &page.route,
            status: front.status,
            taxonomies: taxonomy::of_page(front),
            template: front.template.as_deref().unwrap_or("page"),
            title: &front.title,
            updated: front.updated.as_deref(),
            url: format!("{base_url}{}", page.route),
        };
        let context = ContextOf { layout: page.layout, title: page.title };
        ResultOf { data: DataOf { page }, context }
    }
}

/// A long text, of which nearly all of the file is made. Serde writes an empty one, and [`PageData::line`] the text itself.
pub(super) struct Long<'a>(pub(super) &'a str);

impl Serialize for Long<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str("")
    }
}

impl PageData<'_> {
    /// The file of it.
    pub(super) fn line(&self) -> Vec<u8> {
        let mut about = Vec::with_capacity(2048);
        serde_json::to_writer(&mut about, self)
            .expect("page-data has keys that are text, and memory takes what is written to it");
        let Loaded { head: Long(head), main: Long(main), .. } = self.croupier;
        // They get an escape here and there.
        let length = head.len() + main.len();
        let mut bytes = Vec::with_capacity(about.len() + length + length / 8);
        let mut rest = &about[..];
        // Within a text these quotes would have backslashes before them, and no other key of these names stands before these.
        for (key, text) in [(r#""head":"#, head), (r#""main":"#, main)] {
            let place =
                memmem::find(rest, key.as_bytes()).expect("page-data has this key") + key.len();
            bytes.extend_from_slice(&rest[..place]);
            json_text::write(text, &mut bytes);
            rest = &rest[place + EMPTY.len()..];
        }
        bytes.extend_from_slice(rest);
        bytes.push(b'\n');
        bytes
    }
}

/// What serde writes for a long text.
const EMPTY: &str = "\"\"";
