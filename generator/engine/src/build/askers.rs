//! Which pages asked a question, so that an edit in a process that goes on looks at those and not at all.
//!
//! A page may stand here that no longer asks: whoever is told of it looks into its record.

use std::collections::BTreeSet;

use crate::build::page_record::PageRecord;
use crate::build::records::Records;
use croupier_base::path::Route;

/// Pages by what they asked.
#[derive(Debug)]
pub(super) struct Askers {
    /// Pages by their numbers; one that was rendered again has a number more.
    routes: Vec<Route>,
    /// Who asked, by the place of the question.
    asked: Vec<Asked>,
    /// From so many pages on it is not worth while to know who they are.
    most: usize,
}

/// Who asked a question.
#[derive(Debug, Clone)]
enum Asked {
    /// The pages of these numbers.
    By(Vec<u32>),
    /// A good part of all pages.
    ByMost,
}

impl Askers {
    /// Those of all pages.
    pub(super) fn of(records: &Records) -> Askers {
        let mut askers =
            Askers { routes: Vec::new(), asked: Vec::new(), most: (records.len() / 8).max(LEAST) };
        for (route, record) in records.iter() {
            askers.note(route, record);
        }
        askers
    }

    /// Notes what a page asked when it was rendered.
    pub(super) fn note(&mut self, route: &Route, record: &PageRecord) {
        let number = u32::try_from(self.routes.len()).expect("a site has fewer pages");
        self.routes.push(route.clone());
        for id in &record.dependencies {
            let place = *id as usize;
            if self.asked.len() <= place {
                self.asked.resize(place + 1, Asked::By(Vec::new()));
            }
            if let Asked::By(pages) = &mut self.asked[place] {
                pages.push(number);
                if pages.len() > self.most {
                    self.asked[place] = Asked::ByMost;
                }
            }
        }
    }

    /// Whether so many pages were rendered again that all of it is better made anew.
    pub(super) fn is_worn(&self, pages: usize) -> bool {
        self.routes.len() > 2 * pages + LEAST
    }

    /// The pages that may have asked one of these questions, by their places; none where they are a good part of all.
    pub(super) fn pages(&self, questions: impl Iterator<Item = usize>) -> Option<BTreeSet<&Route>> {
        let mut pages = BTreeSet::new();
        for place in questions {
            match self.asked.get(place) {
                Some(Asked::By(numbers)) => {
                    pages.extend(numbers.iter().map(|number| &self.routes[*number as usize]))
                }
                Some(Asked::ByMost) => return None,
                None => {}
            }
        }
        Some(pages)
    }
}

/// So many pages are looked at in no time.
const LEAST: usize = 4;
