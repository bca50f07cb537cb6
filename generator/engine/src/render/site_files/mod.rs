//! The files of a release that are no page: slices, static queries, app-data, sitemap, robots, headers, service worker.

pub(crate) mod app_data;
pub(crate) mod feed;
pub mod headers;
pub mod redirects_file;
pub(crate) mod service_worker;
pub(crate) mod sitemap;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use crate::query::inputs::Inputs;
use crate::query::slice::Slice;
use crate::render::html;
use crate::render::json;
use crate::render::json::line;
use croupier_base::digest::{Digest, hex};
use croupier_base::path::{self, OutputPath, QUERIES};

/// Makes all of them but the service worker, which must know the others first. `queries` are hashes by data name, `pages`
/// is the digest of all page-data, `documents` see [`app_data`].
pub(crate) fn files(
    inputs: &Inputs,
    slices: &BTreeMap<String, Slice>,
    queries: &BTreeMap<String, String>,
    pages: Digest,
    documents: &BTreeSet<String>,
) -> BTreeMap<OutputPath, Vec<u8>> {
    let mut files = BTreeMap::new();
    for name in queries.keys() {
        if let Some(data) = inputs.data.get(name) {
            files.insert(
                OutputPath::new(format!("{QUERIES}{}.json", data.hash)),
                line(&json!({ "data": data.value })),
            );
        }
    }
    for (name, slice) in slices {
        files.insert(
            OutputPath::new(format!("slice-data/{name}.json")),
            line(&slice_data(name, slice, inputs)),
        );
    }
    files.extend([app_data::file(inputs, slices, pages, documents)]);
    if let Some(bundle) = &inputs.bundle {
        files.extend(
            bundle
                .files
                .iter()
                .map(|(path, bytes)| (OutputPath::new(path.as_str()), bytes.clone())),
        );
    }
    files.extend(sitemap::files(inputs));
    files.insert(OutputPath::new("robots.txt"), sitemap::robots(inputs));
    let headers = headers::headers_file(&inputs.settings, inputs.bundle.as_deref());
    files.insert(OutputPath::new("_headers"), headers.into_bytes());
    files
}

/// Whether the file at an output path is one of these, a page's data, or a service worker.
pub(crate) fn is_made(inputs: &Inputs, slices: &BTreeMap<String, Slice>, path: &str) -> bool {
    let inside =
        |start: &str, end: &str| path.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));
    if let Some(hash) = inside("page-data/sq/d/", ".json") {
        return inputs.data.values().any(|data| data.hash == hash);
    }
    if let Some(route) = inside("page-data/", "/page-data.json") {
        return inputs.site.pages.keys().any(|it| *it.data() == *path) && !route.is_empty();
    }
    inside("slice-data/", ".json").is_some_and(|name| slices.contains_key(name))
        || inputs.bundle.as_ref().is_some_and(|bundle| bundle.files.contains_key(path))
        || ["sitemap.xml", "robots.txt", "_headers", "sw.js", path::APP_DATA, path::RELEASES]
            .contains(&path)
}

fn slice_data(name: &str, slice: &Slice, inputs: &Inputs) -> Json {
    let base = &inputs.settings.base;
    json!({
        "componentChunkName": format!("slice---pages-slices-{name}"),
        "result": { "sliceContext": {}, "data": {} },
        "staticQueryHashes": json::hashes(&slice.queries),
        "croupier": {
            "version": 1,
            "html": html::with_base_path(&slice.html, base),
            "digest": hex(slice.html.as_bytes()),
            "chunks": slice.chunks,
            "styles": slice.styles,
            "queries": slice.queries,
        },
    })
}
