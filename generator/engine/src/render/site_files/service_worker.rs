//! Renders sw.js: the service worker with its precache list, or a worker that removes itself.

use serde_json::{Value as Json, json};

use crate::island::island_files::Precached;
use crate::query::inputs::Inputs;
use crate::render::site_files::app_data;
use crate::render::slice::Slices;
use croupier_base::path::OFFLINE_PAGE;
use croupier_content::config::tables::languages::Languages;

/// Returns the output paths of the pages that the service worker precaches, and shows when the network fails. Other languages than that at
/// `/` have their own offline page.
pub(crate) fn fallback_pages(languages: &Languages) -> Vec<String> {
    let prefixes = languages.published().map(|it| it.prefix.trim_start_matches('/'));
    let of_languages =
        prefixes.filter(|it| !it.is_empty()).map(|prefix| format!("{prefix}/{OFFLINE_PAGE}"));
    let at_root = ["404.html", "500.html", OFFLINE_PAGE].map(str::to_owned);
    at_root.into_iter().chain(of_languages).collect()
}

/// A service worker that deletes its caches and unregisters itself. The names of its caches end with its scope: all sites of an
/// origin share its caches.
pub const SELF_REMOVING_WORKER: &str = "self.addEventListener(\"install\",()=>self.skipWaiting());self.addEventListener(\"activate\",e=>e.waitUntil((async()=>{const{scope:s}=self.registration;for(const k of await caches.keys())if(k.endsWith(s))await caches.delete(k);await self.registration.unregister()})()));\n";

/// Renders sw.js. Returns `None` if the site has no runtime, or the runtime has no service worker.
///
/// If the site disables the service worker, the result is [`SELF_REMOVING_WORKER`]. `page_digest`
/// returns the digest of a page's HTML by output path.
pub(crate) fn render(
    inputs: &Inputs,
    slices: &Slices,
    page_digest: &dyn Fn(&str) -> Option<String>,
) -> Option<Vec<u8>> {
    let bundle = inputs.bundle.as_ref()?;
    let source = bundle.worker.as_ref()?;
    let settings = &inputs.settings;
    if !settings.service_worker {
        return Some(SELF_REMOVING_WORKER.as_bytes().to_vec());
    }

    // Files that every page needs are precached. Files of islands on single pages are loaded with
    // them.
    let page_files = bundle.page_only_files(&app_data::slice_islands(slices));
    let all_files = || {
        bundle.files.keys().map(|path| Precached { url: path.clone(), revision: None }).collect()
    };
    let files = bundle.precache.clone().unwrap_or_else(all_files);

    // URLs are relative to the worker, which is at the root of the site.
    let mut precache: Vec<Json> = files
        .iter()
        .filter(|file| !page_files.contains(&file.url))
        .map(|file| json!({ "url": file.url, "revision": file.revision }))
        .collect();

    for path in fallback_pages(&settings.languages) {
        if let Some(digest) = page_digest(&path) {
            precache.push(json!({ "url": path, "revision": digest }));
        }
    }

    let stale_while_revalidate: Vec<String> = settings
        .config
        .service_worker
        .stale_while_revalidate
        .iter()
        .map(|path| format!("{}{path}", settings.base_path))
        .collect();

    let config =
        json!({ "base": settings.base_path, "stale_while_revalidate": stale_while_revalidate });
    let source = source.replace("self.__CROUPIER_WORKER", &config.to_string());
    let source = source.replace("self.__WB_MANIFEST", &Json::Array(precache).to_string());
    Some(source.into_bytes())
}
