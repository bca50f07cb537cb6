//! Renders app-data.json, by which open tabs detect a new release.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use crate::island::bundle::Bundle;
use crate::query::inputs::Inputs;
use crate::render::json::line;
use crate::render::slice::Slices;
use croupier_base::fingerprint::{Fingerprint, hex};
use croupier_base::path::{APP_DATA, OutputPath, Route};
use croupier_base::url;
use croupier_content::redirects::Redirect;

/// Renders app-data.json. Returns its output path and its content.
///
/// `pages` is the digest of all page-data. `documents` are the URL paths that need a document load
/// (A136).
pub(crate) fn render(
    inputs: &Inputs,
    slices: &Slices,
    pages: Fingerprint,
    documents: &BTreeSet<String>,
) -> (OutputPath, Vec<u8>) {
    let bundle = inputs.bundle.as_deref();
    let no_hash = "0".repeat(20);
    let slice_digests: BTreeMap<_, _> =
        slices.iter().map(|(name, slice)| (name, hex(slice.html.as_bytes()))).collect();

    let data = json!({
        "webpackCompilationHash": bundle.map_or_else(|| no_hash.clone(), Bundle::compilation_hash),
        "shell": bundle.map_or(no_hash, |bundle| bundle.shared_code_hash(&slice_islands(slices))),
        "boot": bundle.map_or("", |bundle| &bundle.boot),
        "slices": slice_digests,
        "pages": format!("{pages:032x}"),
        "documents": documents,
    });

    (OutputPath::new(APP_DATA), line(&data))
}

/// Returns the islands in slices. Their code is part of every page.
pub(crate) fn slice_islands(slices: &Slices) -> BTreeSet<&str> {
    slices.values().flat_map(|slice| &slice.islands).map(String::as_str).collect()
}

/// Returns the URL paths of this site whose document is not a page.
///
/// These are the HTML files among `files`, and redirects to other hosts.
pub(crate) fn documents<'a>(
    files: impl Iterator<Item = &'a OutputPath>,
    redirects: &BTreeMap<Route, Redirect>,
    base: &str,
) -> BTreeSet<String> {
    let mut documents = BTreeSet::new();

    for path in files.filter(|path| path.ends_with(".html") || path.ends_with(".htm")) {
        documents.insert(format!("{base}/{path}"));
        // Hosts serve the `index.html` of a folder at the URL of the folder.
        if let Some(folder) = path
            .strip_suffix("index.html")
            .filter(|folder| folder.is_empty() || folder.ends_with('/'))
        {
            documents.insert(format!("{base}/{folder}"));
        }
    }

    for (from, redirect) in redirects {
        let mut target = &redirect.to;
        // The limit ends loops of redirects.
        let mut remaining_steps = redirects.len();
        while let Some(next) = redirects.get(&*url::decoded(target)).filter(|_| remaining_steps > 0)
        {
            target = &next.to;
            remaining_steps -= 1;
        }

        if !target.starts_with('/') || target.starts_with("//") {
            documents.insert(format!("{base}{from}"));
            if let Some(from) = from.strip_suffix('/').filter(|from| !from.is_empty()) {
                documents.insert(format!("{base}{from}"));
            }
        }
    }

    documents
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_base::path::Href;

    #[test]
    fn documents_are_html_files_and_redirects_to_other_hosts() {
        let files = ["promo.html", "legacy/index.html", "a.png", "old.htm", "preindex.html"]
            .map(OutputPath::new);

        let redirects = [
            ("/blog/", "https://blog.example/"),
            ("/b/", "/blog/"),
            ("/c/", "/"),
            ("/d", "//other.example"),
        ];
        let redirects = redirects
            .map(|(from, to)| (Route::new(from), Redirect { to: Href::new(to), status: 301 }))
            .into_iter()
            .collect();

        let documents = documents(files.iter(), &redirects, "/x");
        let expected = [
            "/x/b",
            "/x/b/",
            "/x/blog",
            "/x/blog/",
            "/x/d",
            "/x/legacy/",
            "/x/legacy/index.html",
            "/x/old.htm",
            "/x/preindex.html",
            "/x/promo.html",
        ];

        assert_eq!(documents.into_iter().collect::<Vec<_>>(), expected);
    }
}
