//! Content files as an earlier process read them: who builds again in a new one reads those alone that changed since.
//!
//! Each is kept with its stamp and stands for itself. What takes something from a folder, or has anything wrong with it, is not
//! kept and is read each time.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};

use crate::build::cache::{Cache, Damaged};
use crate::build::content_file::Content;
use crate::build::packed::{Kept, Packed, Packing};
use croupier_base::digest::Digest;
use croupier_base::disk::stamp::Stamp;
use croupier_base::path::{Route, SitePath};
use croupier_content::front_matter::FrontMatter;
use croupier_content::page::Page;

/// Content files by their paths.
#[derive(Debug, Default)]
pub(crate) struct KeptPages {
    /// What the state has that was kept together with them.
    pub token: Digest,
    /// When their stamps were taken.
    scanned_at: i64,
    /// In byte order.
    pub(super) files: Vec<KeptFile>,
    /// The same as it is kept.
    pub(super) packed: Kept,
}

/// A file, as it is written with what is borrowed, and as it is read with what is owned.
#[derive(Serialize, Deserialize)]
struct KeptPage<File, Text, Route, FrontMatter> {
    file: File,
    stamp: Stamp,
    /// Of the whole file.
    digest: Digest,
    route: Route,
    front: FrontMatter,
    /// Of what other pages can see.
    seen: Digest,
    summary: Option<Text>,
}

#[derive(Deserialize)]
struct PackedPages<'a> {
    token: Digest,
    scanned_at: i64,
    #[serde(borrow)]
    pages: Packed<'a>,
}

impl KeptPages {
    /// A file, where it is still the same.
    pub(crate) fn get(&self, file: &SitePath, now: &Stamp) -> Option<Content> {
        let place = self.files.binary_search_by(|(it, ..)| it.cmp(file)).ok()?;
        let (_, stamp, content) = &self.files[place];
        (stamp == now && !stamp.is_racy(self.scanned_at)).then(|| content.clone())
    }

    /// What an earlier process kept.
    pub(crate) fn load(cache: &Cache) -> Result<Option<KeptPages>, Damaged> {
        cache.load_pages(|bytes, file| {
            let PackedPages { token, scanned_at, pages } = postcard::from_bytes(bytes).ok()?;
            let packed = pages.within(file);
            Some(KeptPages { token, scanned_at, files: pages.read(|Unpacked(file)| file)?, packed })
        })
    }

    /// Keeps files in which nothing is wrong, with the stamps that they had at `scanned_at`, together with the state that has this
    /// `token`; `before` are those that this process began with, of which only some are `changed`.
    pub(crate) fn save<'a>(
        files: impl Iterator<Item = (&'a Stamp, &'a Content)>,
        (token, scanned_at): (Digest, i64),
        cache: &Cache,
        before: Option<(&Kept, &BTreeSet<SitePath>)>,
    ) {
        let stands_for_itself =
            |page: &Page| page.is_valid && page.above.is_none() && page.front.cascade.is_none();
        let files = files.filter(|(_, content)| stands_for_itself(&content.page));
        let pages = files.map(|(stamp, Content { page, digest, size: _, taken: _ })| KeptPage {
            file: &page.source,
            stamp: *stamp,
            digest: *digest,
            route: &page.route,
            front: &page.front,
            seen: page.digest,
            summary: page.summary.as_deref(),
        });
        let pages: Vec<_> = pages.collect();
        // Where as many files are there as before, they are the same.
        let same = before.filter(|(before, _)| before.entries == pages.len());
        let is_same = |page: &KeptPage<&SitePath, _, _, _>| {
            same.is_some_and(|(_, changed)| !changed.contains(page.file))
        };
        // The fields of `PackedPages` in their order.
        cache.save_pages(&(
            token,
            scanned_at,
            Packing::of(&pages, same.map(|(before, _)| before), is_same),
        ));
    }
}

/// A content file with its stamp.
pub(super) type KeptFile = (SitePath, Stamp, Content);

/// What a file becomes as soon as it is read, since what is kept of it is large, and moved otherwise.
struct Unpacked(KeptFile);

impl<'de> Deserialize<'de> for Unpacked {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Unpacked, D::Error> {
        let kept = KeptPage::<SitePath, String, Route, FrontMatter>::deserialize(from)?;
        let page = Page {
            source: kept.file.clone(),
            route: kept.route,
            front: kept.front,
            digest: kept.seen,
            summary: kept.summary.map(Arc::from),
            is_valid: true,
            above: None,
            is_generated: false,
        };
        let content = Content {
            page: Arc::new(page),
            digest: kept.digest,
            size: kept.stamp.size(),
            taken: 0,
        };
        Ok(Unpacked((kept.file, kept.stamp, content)))
    }
}
