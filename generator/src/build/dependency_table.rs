//! Every question that pages asked, numbered, with its answer in the last build.

use std::collections::HashMap;

use crate::snapshot::dependency::Dependency;
use crate::snapshot::recorder::Record;
use crate::source::digest::Digest;

/// Every question that was asked so far, and its answer in the last build.
#[derive(Debug, Default)]
pub(crate) struct DependencyTable {
    ids: HashMap<Dependency, u32>,
    /// The questions; pages know them by their place.
    pub list: Vec<Dependency>,
    /// Their answers in the last build, in the same order.
    pub answers: Vec<Digest>,
}

impl DependencyTable {
    /// The questions and answers of an earlier process.
    pub(crate) fn resumed(list: Vec<Dependency>, answers: Vec<Digest>) -> DependencyTable {
        DependencyTable { ids: list.iter().cloned().zip(0..).collect(), list, answers }
    }

    /// The places of a rendering's questions in the list. The digest of an answer is worked out for the first who asks.
    pub(crate) fn ids(&mut self, asked: &Record) -> Vec<u32> {
        asked.questions.iter().map(|dependency| self.id(dependency, asked)).collect()
    }

    fn id(&mut self, dependency: &Dependency, asked: &Record) -> u32 {
        if let Some(id) = self.ids.get(dependency) {
            return *id;
        }
        let id = u32::try_from(self.list.len()).expect("a site asks fewer questions");
        self.answers.push(asked.answer(dependency));
        self.list.push(dependency.clone());
        self.ids.insert(dependency.clone(), id);
        id
    }
}
