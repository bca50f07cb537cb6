//! Renders islands to HTML and caches the results by digest, in memory and in
//! `.croupier/islands/`.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use serde_json::Value;

use crate::island::bundle::Bundle;
use crate::island::pool::RendererPool;
use crate::island::render_error::{RenderError, SourceFolder};
use croupier_base::disk::content_cache::ContentCache;
use croupier_base::fingerprint::ContentHasher;

/// Renders islands, on several threads at the same time.
#[derive(Debug)]
pub(crate) struct Islands {
    cache: ContentCache,
    server_digest: String,
    /// The sources, for the locations of errors.
    pub sources: SourceFolder,
    /// Islands by digest. The lock is held only for look-ups: a thread that needs an island which
    /// another thread renders waits only for that entry.
    rendered: Mutex<HashMap<String, Arc<Entry>>>,
    pool: RendererPool,
}

/// The HTML of an island, set once it is rendered.
type Entry = OnceLock<Result<String, RenderError>>;

/// One island's HTML and the prefix of its React ids.
#[derive(Debug, Clone)]
pub(crate) struct RenderedIsland {
    /// The output of `react-dom/server`.
    pub html: String,
    /// Keeps `useId` of this island apart from others.
    pub prefix: String,
}

impl Islands {
    /// Renders with `bundle` and caches results in `cache`.
    pub(crate) fn new(bundle: &Bundle, cache: ContentCache) -> Islands {
        let limit = thread::available_parallelism().map_or(1, usize::from);
        let pool = RendererPool::new(bundle.server.clone(), limit);
        Islands {
            cache,
            server_digest: bundle.server_digest.clone(),
            sources: bundle.sources.clone(),
            rendered: Mutex::default(),
            pool,
        }
    }

    /// Returns `component` rendered with `props`, whose ids begin with `prefix`. The `number` of the
    /// island among those of the page with this prefix is part of the ids from 2 on.
    pub(crate) fn render(
        &self,
        component: &str,
        props: &Value,
        prefix: &str,
        number: usize,
    ) -> Result<RenderedIsland, RenderError> {
        let first = self.rendered(component, props, prefix)?;
        if number == 1 {
            return Ok(RenderedIsland { html: first, prefix: prefix.to_owned() });
        }

        let prefix_of_number = format!("{prefix}-{number}");
        // Most components have no ids, so that their HTML is the same.
        let html = if first.contains(prefix) {
            self.rendered(component, props, &prefix_of_number)?
        } else {
            first
        };
        Ok(RenderedIsland { html, prefix: prefix_of_number })
    }

    /// Returns the HTML of `component` with `props` and `prefix`.
    ///
    /// Threads that render the same island at the same time share one rendering and its error.
    fn rendered(
        &self,
        component: &str,
        props: &Value,
        prefix: &str,
    ) -> Result<String, RenderError> {
        let mut hasher = ContentHasher::default();
        for part in [self.server_digest.as_str(), component, &props.to_string(), prefix] {
            hasher.update(part.as_bytes());
            hasher.update(&[0]);
        }
        let key = hasher.hash().to_string();

        let entry = Arc::clone(self.lock().entry(key.clone()).or_default());
        let rendered = entry.get_or_init(|| self.load_or_render(&key, component, props, prefix));
        if rendered.is_err() {
            // A renderer that was killed says nothing about the next attempt.
            let mut entries = self.lock();
            if entries.get(&key).is_some_and(|it| Arc::ptr_eq(it, &entry)) {
                entries.remove(&key);
            }
        }

        rendered.clone()
    }

    fn load_or_render(
        &self,
        key: &str,
        component: &str,
        props: &Value,
        prefix: &str,
    ) -> Result<String, RenderError> {
        let cached = self.cache.get(key).and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some(html) = cached {
            return Ok(html);
        }
        let html = self.pool.render(component, props, prefix)?;
        self.cache.put(key, html.as_bytes());
        Ok(html)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Entry>>> {
        self.rendered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the cache of rendered islands of the site at `root`.
pub(crate) fn islands_cache(root: &Path) -> ContentCache {
    ContentCache::new(root, "islands")
}

/// Returns the prefix of the ids of `component` with `props`. Islands in different regions of a
/// document have different prefixes, because a region stays while another one changes.
pub(crate) fn id_prefix(component: &str, props: &Value, region: &str) -> String {
    let mut identity = format!("{component}\0{props}");
    if !region.is_empty() {
        identity.push('\0');
        identity.push_str(region);
    }
    format!("i{}", &blake3::hash(identity.as_bytes()).to_hex()[..6])
}
