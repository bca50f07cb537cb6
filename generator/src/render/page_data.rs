//! Page-data: what a tab loads in the place of a page's document. Keys stand in byte order, as in all JSON that is published.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Map, Value as Json};

use crate::content::front_matter::Status;
use crate::content::page::Page;
use crate::content::taxonomy;
use crate::source::path::Route;

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
    pub(super) head: &'a str,
    pub(super) layout: &'a str,
    pub(super) main: &'a str,
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
    taxonomies: Map<String, Json>,
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

impl PageData<'_> {
    /// The file of it.
    pub(super) fn line(&self) -> Vec<u8> {
        // The text is nearly all of it, and gets an escape here and there.
        let mut bytes = Vec::with_capacity(self.croupier.main.len() + self.croupier.main.len() / 8 + 2048);
        serde_json::to_writer(&mut bytes, self)
            .expect("page-data has keys that are text, and memory takes what is written to it");
        bytes.push(b'\n');
        bytes
    }
}
