//! Builds of a part of the pages, and the build that merges the parts.
//!
//! A shard reads all sources and renders the pages whose routes belong to it. Its part has the files of these pages, and their traces. A merge
//! is a build that takes pages from parts where other builds render them. Everything else is as in a build of all pages: the checks of links, the
//! files of the whole site, and publishing.

mod builds;
pub(super) mod parts;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use croupier_base::fingerprint::fingerprint;
use croupier_base::path::Route;
use croupier_content::page::Page;

/// The folder of the files of a part.
const OUTPUT: &str = "output";

/// One of several builds that render the pages of a site together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Its number, from 1.
    pub index: u32,
    /// The number of shards.
    pub count: u32,
}

impl Shard {
    /// Whether the shard renders the page at a route.
    pub(super) fn has(self, route: &Route) -> bool {
        fingerprint(route.as_str()) % u128::from(self.count) == u128::from(self.index - 1)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    /// Parses a number and a count, such as `3/16`.
    fn from_str(text: &str) -> Result<Shard, Self::Err> {
        let shard = text.split_once('/').and_then(|(index, count)| {
            Some(Shard { index: index.parse().ok()?, count: count.parse().ok()? })
        });
        let is_valid = |shard: &Shard| shard.index > 0 && shard.index <= shard.count;
        shard.filter(is_valid).ok_or("write a shard and the number of shards, such as `3/16`")
    }
}

/// Returns the output folder of the part in `folder`.
pub fn part_output(folder: &Path) -> PathBuf {
    folder.join(OUTPUT)
}

/// Returns the pages of a plan that a shard renders.
pub(super) fn pages_of(shard: Shard, pages: Vec<Arc<Page>>) -> Vec<Arc<Page>> {
    pages.into_iter().filter(|page| shard.has(&page.route)).collect()
}
