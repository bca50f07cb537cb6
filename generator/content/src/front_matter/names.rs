//! Names that many pages have, such as those of terms: each is in memory once.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::hash::BuildHasher;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use foldhash::fast::FixedState;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number of sets, so that threads rarely wait for each other.
const SETS: usize = 64;

type Set = Mutex<HashSet<Arc<str>, FixedState>>;

/// The name of a taxonomy or a term, which shares its memory with equal names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SharedName(Arc<str>);

impl SharedName {
    /// Returns the name with this text.
    pub fn new(text: &str) -> SharedName {
        static NAMES: LazyLock<[Set; SETS]> =
            LazyLock::new(|| std::array::from_fn(|_| Set::default()));
        let hash = FixedState::default().hash_one(text);
        // The sets themselves use the upper and the lowest bits.
        let set = &NAMES[usize::try_from(hash >> 24).unwrap_or_default() % SETS];
        let mut set = set.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = set.get(text) {
            return SharedName(Arc::clone(name));
        }
        let name: Arc<str> = Arc::from(text);
        set.insert(Arc::clone(&name));
        SharedName(name)
    }
}

impl Deref for SharedName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SharedName {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self)
    }
}

impl Serialize for SharedName {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for SharedName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<SharedName, D::Error> {
        Cow::<'de, str>::deserialize(from).map(|text| SharedName::new(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_share_memory() {
        let (a, b) = (SharedName::new("a name"), SharedName::new(&["a ", "name"].concat()));
        assert!(Arc::ptr_eq(&a.0, &b.0));
        assert_eq!((&*a, &*SharedName::new("another")), ("a name", "another"));
    }
}
