//! Content files as an earlier process read them: who builds again in a new one reads those alone that changed since.
//!
//! Each is kept with its stamp and stands for itself. What takes something from a folder, or has anything wrong with it, is not
//! kept and is read each time.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::build::cache::Cache;
use crate::build::content_file::Content;
use crate::content::front_matter::FrontMatter;
use crate::content::page::Page;
use crate::source::digest::Digest;
use crate::source::path::Route;
use crate::source::world::Stamp;

/// Content files by their paths.
#[derive(Debug, Default)]
pub(crate) struct KeptPages {
    /// When their stamps were taken.
    scanned_at: i64,
    files: HashMap<String, (Stamp, Content)>,
}

#[derive(Debug, Serialize, Deserialize)]
struct KeptPage<'a> {
    file: Cow<'a, str>,
    stamp: Stamp,
    /// Of the whole file.
    digest: Digest,
    route: Cow<'a, Route>,
    front: Cow<'a, FrontMatter>,
    /// Of what other pages can see.
    seen: Digest,
    summary: Option<Cow<'a, str>>,
}

impl KeptPages {
    /// A file, where it is still the same.
    pub(crate) fn get(&self, file: &str, now: &Stamp) -> Option<Content> {
        let (stamp, content) = self.files.get(file)?;
        (stamp == now && !stamp.is_racy(self.scanned_at)).then(|| content.clone())
    }

    /// What an earlier process kept; `note` is told of what cannot be read.
    pub(crate) fn load(cache: &Cache, note: &dyn Fn(&str)) -> KeptPages {
        let Some((scanned_at, pages)) = cache.load_pages::<(i64, Vec<KeptPage<'static>>)>(note) else {
            return KeptPages::default();
        };
        let file = |kept: KeptPage<'static>| {
            let source = kept.file.into_owned();
            let page = Page {
                source: source.clone(),
                route: kept.route.into_owned(),
                front: kept.front.into_owned(),
                digest: kept.seen,
                summary: kept.summary.map(Arc::from),
                is_valid: true,
                above: None,
                is_generated: false,
            };
            (source, (kept.stamp, Content { page: Arc::new(page), digest: kept.digest, taken: 0 }))
        };
        KeptPages { scanned_at, files: pages.into_iter().map(file).collect() }
    }

    /// Keeps files in which nothing is wrong, with the stamps that they had at `scanned_at`.
    pub(crate) fn save<'a>(files: impl Iterator<Item = (&'a Stamp, &'a Content)>, scanned_at: i64, cache: &Cache) {
        let stands_for_itself = |page: &Page| page.is_valid && page.above.is_none() && page.front.cascade.is_none();
        let files = files.filter(|(_, content)| stands_for_itself(&content.page));
        let pages = files.map(|(stamp, Content { page, digest, taken: _ })| KeptPage {
            file: Cow::Borrowed(&page.source),
            stamp: *stamp,
            digest: *digest,
            route: Cow::Borrowed(&page.route),
            front: Cow::Borrowed(&page.front),
            seen: page.digest,
            summary: page.summary.as_deref().map(Cow::Borrowed),
        });
        cache.save_pages(&(scanned_at, pages.collect::<Vec<_>>()));
    }
}
