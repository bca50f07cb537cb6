//! Renders the files of a release that are not pages: slice data, static queries, app-data,
//! sitemap, robots.txt, headers, redirects and the service worker.

pub(crate) mod app_data;
pub mod headers;
pub mod redirects_file;
pub(crate) mod service_worker;
pub(crate) mod sitemap;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use crate::query::data::DataFile;
use crate::query::inputs::Inputs;
use crate::render::html;
use crate::render::json::{line, query_hashes};
use crate::render::preview_notice;
use crate::render::site_scripts;
use crate::render::slice::{Slice, Slices};
use croupier_base::fingerprint::{Fingerprint, hex};
use croupier_base::path::{self, ASSETS, OutputPath, QUERIES};

/// Renders all of these files except the sitemap, redirects and the service worker.
///
/// `queries` are the hashes of static queries that the site uses. `pages` is the digest of all page-data. `documents`
/// is the result of [`app_data::documents`].
pub(crate) fn render(
    inputs: &Inputs,
    slices: &Slices,
    queries: &BTreeSet<String>,
    pages: Fingerprint,
    documents: &BTreeSet<String>,
) -> BTreeMap<OutputPath, Vec<u8>> {
    let mut files = BTreeMap::new();

    for data in inputs.all_data() {
        if queries.contains(&data.hash) {
            let path = OutputPath::new(format!("{QUERIES}{}.json", data.hash));
            files.insert(path, line(&query_file(data)));
        }
    }

    for (name, slice) in slices {
        let path = OutputPath::new(format!("slice-data/{name}.json"));
        files.insert(path, line(&slice_data(name, slice, inputs)));
    }

    let (path, bytes) = app_data::render(inputs, slices, pages, documents);
    files.insert(path, bytes);

    if let Some(bundle) = &inputs.bundle {
        for (path, bytes) in &bundle.files {
            files.insert(OutputPath::new(path.as_str()), bytes.clone());
        }
    }

    let path = |name: &str| OutputPath::new(format!("{ASSETS}{name}"));
    let scripts = site_scripts::files(&inputs.settings.config);
    files.extend(scripts.map(|(name, bytes)| (path(name), bytes.to_vec())));

    if inputs.settings.flags.preview.is_some() {
        let sheet = preview_notice::sheet_path();
        files.insert(OutputPath::new(sheet), preview_notice::STYLE_SHEET.as_bytes().to_vec());
    }

    files.insert(OutputPath::new(path::ROBOTS), sitemap::render_robots(inputs));
    let headers =
        headers::render(&inputs.settings, inputs.bundle.as_deref(), &inputs.inlined_sheets);
    files.insert(OutputPath::new("_headers"), headers.into_bytes());

    files
}

/// Returns the content of the file of a static query.
pub(crate) fn query_file(data: &DataFile) -> Json {
    json!({ "data": data.value })
}

/// Returns whether the generator itself writes the file at an output path, apart from documents.
///
/// This includes page-data and the service worker.
pub(crate) fn is_generated_file(inputs: &Inputs, slices: &Slices, path: &str) -> bool {
    let between =
        |start: &str, end: &str| path.strip_prefix(start).and_then(|rest| rest.strip_suffix(end));

    if let Some(hash) = between("page-data/sq/d/", ".json") {
        return inputs.all_data().any(|data| data.hash == hash);
    }

    if let Some(name) = between("page-data/", "/page-data.json") {
        return inputs.settings.has_page_data()
            && inputs.site.pages.keys().any(|route| *route.data() == *path)
            && !name.is_empty();
    }

    if let Some(name) = path.strip_prefix(ASSETS)
        && site_scripts::files(&inputs.settings.config).any(|(file, _)| file == name)
    {
        return true;
    }

    between("slice-data/", ".json").is_some_and(|name| slices.contains_key(name))
        || inputs.bundle.as_ref().is_some_and(|bundle| bundle.files.contains_key(path))
        || inputs.settings.flags.preview.is_some() && path == preview_notice::sheet_path()
        || ["sitemap.xml", path::ROBOTS, "_headers", "sw.js", path::APP_DATA, path::RELEASES]
            .contains(&path)
}

fn slice_data(name: &str, slice: &Slice, inputs: &Inputs) -> Json {
    let base = &inputs.settings.base_path;
    json!({
        "componentChunkName": format!("slice---pages-slices-{name}"),
        "result": { "sliceContext": {}, "data": {} },
        "staticQueryHashes": query_hashes(&slice.queries),
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
