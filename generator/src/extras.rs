//! The files of a release that are no page: slices, static queries, app-data, sitemap, robots, headers, service worker.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use crate::hosting;
use crate::publish::digest;
use crate::reads::Digest;
use crate::render::{self, Slice};
use crate::template::{Pieces, escape};

/// Makes all of them but the service worker, which must know the others first. `queries` are data names by hash, `pages`
/// is the digest of all page-data.
pub fn files(
    pieces: &Pieces,
    slices: &BTreeMap<String, Slice>,
    queries: &BTreeMap<String, String>,
    pages: Digest,
) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for (hash, name) in queries {
        if let Some(data) = pieces.data.get(name) {
            files.insert(format!("page-data/sq/d/{hash}.json"), line(&json!({ "data": data.value })));
        }
    }
    for (name, slice) in slices {
        files.insert(format!("slice-data/{name}.json"), line(&slice_data(name, slice, &pieces.settings.prefix)));
    }
    files.extend([app_data(pieces, slices, pages)]);
    if let Some(bundle) = &pieces.bundle {
        files.extend(bundle.files.clone());
    }
    own_files(pieces, &mut files);
    files
}

fn slice_data(name: &str, slice: &Slice, prefix: &str) -> Json {
    json!({
        "componentChunkName": format!("slice---pages-slices-{name}"),
        "result": { "sliceContext": {}, "data": {} },
        "staticQueryHashes": slice.queries.keys().collect::<Vec<_>>(),
        "croupier": { "version": 1, "html": render::placed_below(&slice.html, prefix), "digest": digest(slice.html.as_bytes()) },
    })
}

/// app-data.json: what an open tab compares with what it holds, namely code, slices and all pages together.
pub fn app_data(pieces: &Pieces, slices: &BTreeMap<String, Slice>, pages: Digest) -> (String, Vec<u8>) {
    let hash = pieces.bundle.as_ref().map_or_else(|| "0".repeat(20), |bundle| bundle.compilation_hash());
    let digests: BTreeMap<_, _> = slices.iter().map(|(name, slice)| (name, digest(slice.html.as_bytes()))).collect();
    let data = json!({ "webpackCompilationHash": hash, "slices": digests, "pages": format!("{pages:032x}") });
    ("page-data/app-data.json".into(), line(&data))
}

/// sitemap.xml, robots.txt and what a host needs.
fn own_files(pieces: &Pieces, files: &mut BTreeMap<String, Vec<u8>>) {
    let base = &pieces.settings.base_url;
    let mut map = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in pieces.site.pages.values() {
        let hidden = page.front.robots.as_deref().is_some_and(|robots| {
            let robots = robots.to_lowercase();
            robots.contains("noindex") || robots.contains("none")
        });
        if !page.front.in_sitemap || hidden || !page.route.ends_with('/') {
            continue;
        }
        map.push_str(&format!("<url><loc>{}</loc>", escape(&format!("{base}{}", page.route))));
        if let Some(day) = &page.front.updated {
            map.push_str(&format!("<lastmod>{day}</lastmod>"));
        }
        map.push_str("</url>\n");
    }
    map.push_str("</urlset>\n");
    files.insert("sitemap.xml".into(), map.into_bytes());
    files.insert("robots.txt".into(), format!("User-agent: *\nAllow: /\n\nSitemap: {base}/sitemap.xml\n").into_bytes());
    files.insert("_headers".into(), hosting::headers_file(&pieces.settings, pieces.bundle.as_deref()).into_bytes());
}

/// Whether an output path belongs to the generator alone: data, and files that browsers keep for ever because their names
/// change with their content.
pub fn is_reserved(path: &str) -> bool {
    let folders = ["page-data/", "slice-data/", "assets/"];
    folders.iter().any(|folder| path.starts_with(folder)) || path.starts_with(".croupier")
}

/// Whether the generator itself makes the file at an output path.
pub fn is_own(path: &str) -> bool {
    is_reserved(path) || ["sitemap.xml", "robots.txt", "_headers", "_redirects", "sw.js"].contains(&path)
}

/// Pages that the service worker keeps for when the network fails.
pub const FALLBACKS: [&str; 3] = ["404.html", "500.html", "offline.html"];

/// A service worker that empties its caches and removes itself.
pub const NO_WORKER: &str = "self.addEventListener(\"install\",()=>self.skipWaiting());self.addEventListener(\"activate\",e=>e.waitUntil((async()=>{for(const k of await caches.keys())await caches.delete(k);await self.registration.unregister()})()));\n";

/// sw.js with its list of files, or one that removes itself where the site switched it off. `page` gives the digest of an
/// output file.
pub fn worker(pieces: &Pieces, slices: &BTreeMap<String, Slice>, page: &dyn Fn(&str) -> Option<String>) -> Option<Vec<u8>> {
    let bundle = pieces.bundle.as_ref()?;
    let source = bundle.worker.as_ref()?;
    if !pieces.settings.service_worker {
        return Some(NO_WORKER.as_bytes().to_vec());
    }
    let prefix = &pieces.settings.prefix;
    // The shell's files come ahead of any page; those of an island that a single page places come with that page.
    let is_of_shell = |name: &str| slices.values().any(|slice| slice.html.contains(&format!("data-island=\"{name}\"")));
    let others = bundle.islands.iter().filter(|(name, _)| !is_of_shell(name));
    let others: BTreeSet<&String> = others.flat_map(|(_, files)| files.css.iter().chain([&files.js])).collect();
    let assets = bundle
        .files
        .keys()
        .filter(|path| !others.contains(path))
        .map(|path| json!({ "url": format!("{prefix}/{path}"), "revision": null }));
    let pages = FALLBACKS
        .iter()
        .filter_map(|path| page(path).map(|digest| json!({ "url": format!("{prefix}/{path}"), "revision": digest })));
    let list = Json::Array(assets.chain(pages).collect());
    Some(source.replace("self.__WB_MANIFEST", &list.to_string()).into_bytes())
}

/// One line of JSON.
pub fn line(value: &Json) -> Vec<u8> {
    let mut bytes = value.to_string().into_bytes();
    bytes.push(b'\n');
    bytes
}
