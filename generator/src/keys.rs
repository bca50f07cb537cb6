//! Every question that pages asked, numbered, with its answer in the last build.

use std::collections::{BTreeSet, HashMap};

use crate::reads::{Digest, Key};
use crate::template::Pieces;

/// Every question that was asked so far, and its answer in the last build.
#[derive(Debug, Default)]
pub struct Keys {
    ids: HashMap<Key, u32>,
    /// The questions; pages know them by their place.
    pub list: Vec<Key>,
    /// Their answers in the last build, in the same order.
    pub answers: Vec<Digest>,
}

impl Keys {
    /// The questions and answers of an earlier process.
    pub fn resumed(list: Vec<Key>, answers: Vec<Digest>) -> Keys {
        Keys { ids: list.iter().cloned().zip(0..).collect(), list, answers }
    }

    /// The places of these questions in the list; a new one is answered now.
    pub fn ids(&mut self, keys: BTreeSet<Key>, pieces: &Pieces) -> Vec<u32> {
        keys.into_iter().map(|key| self.id(key, pieces)).collect()
    }

    fn id(&mut self, key: Key, pieces: &Pieces) -> u32 {
        if let Some(id) = self.ids.get(&key) {
            return *id;
        }
        let id = u32::try_from(self.list.len()).expect("a site asks fewer questions");
        self.answers.push(pieces.answer(&key));
        self.list.push(key.clone());
        self.ids.insert(key, id);
        id
    }
}
