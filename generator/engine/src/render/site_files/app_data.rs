//! app-data.json: what an open tab compares with what it holds, and what it must know of the site as a whole.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use crate::island::bundle::Bundle;
use crate::query::inputs::Inputs;
use crate::query::slice::Slice;
use crate::render::json::line;
use croupier_base::digest::{Digest, hex};
use croupier_base::path::{APP_DATA, OutputPath, Route};
use croupier_content::redirects::Redirect;

/// Its output path and its bytes. `pages` is the digest of all page-data, `documents` the addresses that only a document load
/// can show (A136).
pub(crate) fn file(
    inputs: &Inputs,
    slices: &BTreeMap<String, Slice>,
    pages: Digest,
    documents: &BTreeSet<String>,
) -> (OutputPath, Vec<u8>) {
    let bundle = inputs.bundle.as_deref();
    let nothing = "0".repeat(20);
    let digests: BTreeMap<_, _> =
        slices.iter().map(|(name, slice)| (name, hex(slice.html.as_bytes()))).collect();
    let data = json!({
        "webpackCompilationHash": bundle.map_or_else(|| nothing.clone(), Bundle::compilation_hash),
        "shell": bundle.map_or(nothing, |bundle| bundle.shell_hash(&islands(slices))),
        "boot": bundle.map_or("", |bundle| &bundle.boot),
        "slices": digests,
        "pages": format!("{pages:032x}"),
        "documents": documents,
    });
    (OutputPath::new(APP_DATA), line(&data))
}

/// The islands that slices place: their code belongs to every page.
pub(crate) fn islands(slices: &BTreeMap<String, Slice>) -> BTreeSet<&str> {
    slices.values().flat_map(|slice| &slice.islands).map(String::as_str).collect()
}

/// Addresses of this site whose documents are no pages of it: HTML files among `files`, and redirects that lead to another
/// host.
pub(crate) fn documents<'a>(
    files: impl Iterator<Item = &'a OutputPath>,
    redirects: &BTreeMap<Route, Redirect>,
    base: &str,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in files.filter(|path| path.ends_with(".html") || path.ends_with(".htm")) {
        found.insert(format!("{base}/{path}"));
        // A host answers the address of a folder with its index.
        if let Some(folder) = path
            .strip_suffix("index.html")
            .filter(|folder| folder.is_empty() || folder.ends_with('/'))
        {
            found.insert(format!("{base}/{folder}"));
        }
    }
    let mut steps = redirects.len();
    for (from, redirect) in redirects {
        let mut to = redirect.to.as_str();
        while let Some(next) = redirects.get(to).filter(|_| steps > 0) {
            to = &next.to;
            steps -= 1;
        }
        steps = redirects.len();
        if !to.starts_with('/') || to.starts_with("//") {
            found.insert(format!("{base}{from}"));
            found.extend(
                from.strip_suffix('/')
                    .filter(|from| !from.is_empty())
                    .map(|from| format!("{base}{from}")),
            );
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_base::path::Href;

    #[test]
    fn documents_are_html_files_and_what_leads_to_another_host() {
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
        let found = documents(files.iter(), &redirects, "/x");
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
        assert_eq!(found.into_iter().collect::<Vec<_>>(), expected);
    }
}
