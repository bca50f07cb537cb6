//! Every question that pages asked, numbered, with its answer in the last build.

use foldhash::fast::RandomState;
use indexmap::IndexSet;

use crate::snapshot::dependency::Dependency;
use crate::snapshot::recorder::Record;
use croupier_base::digest::Digest;

/// Every question that was asked so far, and its answer in the last build.
#[derive(Debug, Default)]
pub(crate) struct DependencyTable {
    /// The questions; pages know them by their place.
    pub list: IndexSet<Dependency, RandomState>,
    /// Their answers in the last build, in the same order.
    pub answers: Vec<Digest>,
}

impl DependencyTable {
    /// The places of a rendering's questions in the list. The digest of an answer is worked out for the first who asks.
    pub(crate) fn ids(&mut self, asked: &Record) -> Box<[u32]> {
        asked.questions.iter().map(|dependency| self.id(dependency, asked)).collect()
    }

    fn id(&mut self, dependency: &Dependency, asked: &Record) -> u32 {
        let place = self.list.get_index_of(dependency).unwrap_or_else(|| {
            self.answers.push(asked.answer(dependency));
            self.list.insert_full(dependency.clone()).0
        });
        u32::try_from(place).expect("a site asks fewer questions")
    }

    /// The question at a place.
    pub(crate) fn question(&self, id: u32) -> Option<&Dependency> {
        self.list.get_index(id as usize)
    }
}
