//! What is remembered of all pages, by route. Of those that an earlier process remembered, only what is asked for is unpacked: what
//! most builds want to know of all of them stands beside them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize, Serializer};

use crate::build::kept_map::KeptMap;
use crate::build::packed::{self, Packed, Packing};
use crate::build::page_record::PageRecord;
use croupier_base::path::Route;

/// What is remembered of all pages.
#[derive(Debug, Default)]
pub(crate) struct Records {
    pages: Pages,
    /// How many pages ask the question at each place.
    asked: Vec<u32>,
    /// Pages with images that have no text.
    unnamed: BTreeSet<Route>,
}

#[derive(Debug)]
enum Pages {
    /// As this process made them.
    Made(BTreeMap<Route, PageRecord>),
    /// As an earlier one kept them; what was made again since is exchanged.
    Kept(KeptMap<Route, PageRecord>),
}

impl Default for Pages {
    fn default() -> Pages {
        Pages::Made(BTreeMap::new())
    }
}

impl Records {
    /// What a build remembers that knew of no page before.
    pub(crate) fn of(pages: Vec<(Route, PageRecord)>) -> Records {
        let mut records = Records::default();
        for (route, record) in &pages {
            records.note(route, record);
        }
        Records { pages: Pages::Made(pages.into_iter().collect()), ..records }
    }

    /// How many pages there are.
    pub(crate) fn len(&self) -> usize {
        match &self.pages {
            Pages::Made(pages) => pages.len(),
            Pages::Kept(pages) => pages.len(),
        }
    }

    /// Whether nothing is remembered.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is remembered of the page at a route.
    pub(crate) fn get(&self, route: &str) -> Option<&PageRecord> {
        match &self.pages {
            Pages::Made(pages) => pages.get(route),
            Pages::Kept(pages) => pages.get(route),
        }
    }

    /// All pages in the order of their routes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Route, &PageRecord)> {
        let (made, kept) = match &self.pages {
            Pages::Made(pages) => (Some(pages), None),
            Pages::Kept(pages) => (None, Some(pages)),
        };
        made.into_iter().flatten().chain(kept.into_iter().flat_map(KeptMap::iter))
    }

    /// The routes of the pages of which something is so.
    pub(crate) fn routes_where(&self, is_so: impl Fn(&PageRecord) -> bool + Sync) -> Vec<&Route> {
        let all: Vec<_> = self.iter().collect();
        all.into_par_iter().filter(|(_, record)| is_so(record)).map(|(route, _)| route).collect()
    }

    /// How many pages ask the question at each place, but for the last ones that none asks.
    pub(crate) fn asked(&self) -> &[u32] {
        &self.asked
    }

    /// Whether a page asks the question at this place.
    pub(crate) fn ask(&self, id: u32) -> bool {
        self.asked.get(id as usize).is_some_and(|pages| *pages > 0)
    }

    /// Pages with images that have no text.
    pub(crate) fn unnamed(&self) -> impl Iterator<Item = &Route> {
        self.unnamed.iter()
    }

    /// Remembers a page, and returns what was remembered of it.
    pub(crate) fn insert(&mut self, route: &Route, record: PageRecord) -> Option<PageRecord> {
        self.note(route, &record);
        let before = match &mut self.pages {
            Pages::Made(pages) => pages.insert(route.clone(), record),
            Pages::Kept(pages) => match pages.exchange(route, record) {
                Ok(before) => Some(before),
                Err(record) => self.unpacked().insert(route.clone(), record),
            },
        };
        before.inspect(|before| self.forget_asked(before))
    }

    /// Forgets a page, and returns what was remembered of it.
    pub(crate) fn remove(&mut self, route: &Route) -> Option<PageRecord> {
        self.unnamed.remove(route);
        self.unpacked().remove(route).inspect(|before| self.forget_asked(before))
    }

    /// All of them, which can be changed as this process likes.
    pub(crate) fn unpacked(&mut self) -> &mut BTreeMap<Route, PageRecord> {
        if let Pages::Kept(_) = &self.pages
            && let Pages::Kept(kept) = std::mem::take(&mut self.pages)
        {
            self.pages = Pages::Made(kept.into_map());
        }
        match &mut self.pages {
            Pages::Made(pages) => pages,
            Pages::Kept(_) => unreachable!("they were unpacked"),
        }
    }

    fn note(&mut self, route: &Route, record: &PageRecord) {
        for id in &record.dependencies {
            let place = *id as usize;
            if self.asked.len() <= place {
                self.asked.resize(place + 1, 0);
            }
            self.asked[place] += 1;
        }
        if record.unnamed.is_empty() {
            self.unnamed.remove(route);
        } else {
            self.unnamed.insert(route.clone());
        }
    }

    fn forget_asked(&mut self, before: &PageRecord) {
        before.dependencies.iter().for_each(|id| self.asked[*id as usize] -= 1);
    }
}

impl Serialize for Records {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        // The fields of `PackedRecords` in their order.
        match &self.pages {
            Pages::Made(pages) => {
                let entries: Vec<_> = pages.iter().collect();
                (
                    &self.asked,
                    &self.unnamed,
                    packed::starts(pages.keys()),
                    Packing::of(&entries, None, |_| false),
                )
                    .serialize(to)
            }
            Pages::Kept(pages) => (&self.asked, &self.unnamed, pages.starts(), pages).serialize(to),
        }
    }
}

/// Records as they are read.
#[derive(Debug, Deserialize)]
pub(crate) struct PackedRecords<'a> {
    asked: Vec<u32>,
    unnamed: BTreeSet<Route>,
    starts: Vec<Route>,
    #[serde(borrow)]
    pages: Packed<'a>,
}

impl PackedRecords<'_> {
    /// The records within the bytes of the `file` that they were read from.
    pub(crate) fn within(self, file: &Arc<Vec<u8>>) -> Option<Records> {
        let pages = Pages::Kept(KeptMap::of(self.pages.within(file), self.starts)?);
        Some(Records { pages, asked: self.asked, unnamed: self.unnamed })
    }
}
