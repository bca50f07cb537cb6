//! sw.js: the service worker with its list of files, or one that removes itself.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::island::island_files::Precached;
use crate::query::inputs::Inputs;
use crate::query::slice::Slice;
use crate::render::site_files::app_data;

/// Pages that the service worker keeps for when the network fails.
pub(crate) const FALLBACKS: [&str; 3] = ["404.html", "500.html", "offline.html"];

/// A service worker that empties its caches and removes itself.
pub const NO_WORKER: &str = "self.addEventListener(\"install\",()=>self.skipWaiting());self.addEventListener(\"activate\",e=>e.waitUntil((async()=>{for(const k of await caches.keys())await caches.delete(k);await self.registration.unregister()})()));\n";

/// sw.js with its list of files, or one that removes itself where the site switched it off. `page` gives the digest of an
/// output file.
pub(crate) fn worker(
    inputs: &Inputs,
    slices: &BTreeMap<String, Slice>,
    page: &dyn Fn(&str) -> Option<String>,
) -> Option<Vec<u8>> {
    let bundle = inputs.bundle.as_ref()?;
    let source = bundle.worker.as_ref()?;
    if !inputs.settings.service_worker {
        return Some(NO_WORKER.as_bytes().to_vec());
    }
    // The shell's files come ahead of any page; those of an island that a single page places come with that page.
    let of_pages = bundle.of_pages(&app_data::islands(slices));
    let own = || {
        bundle.files.keys().map(|path| Precached { url: path.clone(), revision: None }).collect()
    };
    let files = bundle.precache.clone().unwrap_or_else(own);
    // Addresses count from the worker's own, which lies where the site begins.
    let assets = files.iter().filter(|file| !of_pages.contains(&file.url));
    let assets = assets.map(|file| json!({ "url": file.url, "revision": file.revision }));
    let pages = FALLBACKS
        .iter()
        .filter_map(|path| page(path).map(|digest| json!({ "url": path, "revision": digest })));
    let list = Json::Array(assets.chain(pages).collect());
    let settings = &inputs.settings;
    let kept: Vec<String> = settings
        .config
        .service_worker
        .stale_while_revalidate
        .iter()
        .map(|path| format!("{}{path}", settings.base))
        .collect();
    let config = json!({ "base": settings.base, "stale_while_revalidate": kept });
    let source = source.replace("self.__CROUPIER_WORKER", &config.to_string());
    Some(source.replace("self.__WB_MANIFEST", &list.to_string()).into_bytes())
}
