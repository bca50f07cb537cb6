//! What a rendering asked for. Every answer that can change is asked through here, so that what a page read is its
//! dependency list: nothing is guessed and nothing is declared.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::front_matter::SortBy;

/// A digest of an answer; two answers are the same when their digests are.
pub type Digest = u128;

/// The digest of bytes.
pub fn digest(bytes: &[u8]) -> Digest {
    let hash = blake3::hash(bytes);
    let (first, _) = hash.as_bytes().split_first_chunk::<16>().expect("a hash has 32 bytes");
    u128::from_be_bytes(*first)
}

/// Pages that belong together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum List {
    /// Those below a route, itself left out.
    Section(String),
    /// Those that are filed under a term: the taxonomy's name and the term's slug.
    Term(String, String),
}

/// A question that a rendering can ask. Its own content file is not among them: each page has exactly one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Key {
    /// The text of a template, or that there is none of this name.
    Template(String),
    /// One data file, or that there is none of this name.
    Data(String),
    /// Which data files there are.
    DataNames,
    /// One top-level value of site.toml.
    Setting(String),
    /// Everything that goes into the head of every page.
    Head,
    /// The scripts and style sheets of every page.
    Scripts,
    /// Some pages in an order, as lists see them.
    Pages(List, SortBy),
    /// What the page at a route lists by itself: its part of a paginated list, or the terms of a taxonomy.
    Listing(String),
    /// The terms of a taxonomy.
    Terms(String),
    /// The measures of a picture in static/.
    Picture(String),
    /// The HTML of a slice.
    Slice(String),
    /// The code of an island.
    Island(String),
    /// The hashed name of an asset.
    Asset(String),
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Key::Template(name) => write!(f, "template {name}"),
            Key::Data(name) => write!(f, "data {name}"),
            Key::DataNames => f.write_str("the names of all data files"),
            Key::Setting(name) => write!(f, "setting {name}"),
            Key::Head => f.write_str("settings of the head"),
            Key::Scripts => f.write_str("scripts and style sheets"),
            Key::Pages(List::Section(prefix), sort_by) => write!(f, "section {prefix} by {}", sort_by.name()),
            Key::Pages(List::Term(taxonomy, slug), sort_by) => write!(f, "pages of {taxonomy}/{slug} by {}", sort_by.name()),
            Key::Listing(route) => write!(f, "the list of {route}"),
            Key::Terms(taxonomy) => write!(f, "terms of {taxonomy}"),
            Key::Picture(path) => write!(f, "measures of {path}"),
            Key::Slice(name) => write!(f, "slice {name}"),
            Key::Island(name) => write!(f, "island {name}"),
            Key::Asset(name) => write!(f, "asset {name}"),
        }
    }
}

thread_local! {
    // minijinja gives neither the callback that resolves template names nor an object's own lookup a state to keep
    // this in. A rendering stays on its thread from beginning to end.
    static ASKED: RefCell<Option<BTreeSet<Key>>> = const { RefCell::new(None) };
}

/// Runs a rendering and returns what it asked for.
pub fn recorded<T>(rendering: impl FnOnce() -> T) -> (T, BTreeSet<Key>) {
    ASKED.with(|asked| *asked.borrow_mut() = Some(BTreeSet::new()));
    let made = rendering();
    let keys = ASKED.with(|asked| asked.borrow_mut().take()).unwrap_or_default();
    (made, keys)
}

/// Notes a question of the rendering that runs on this thread, if one does.
pub fn asked(key: Key) {
    ASKED.with(|asked| {
        if let Some(keys) = &mut *asked.borrow_mut() {
            keys.insert(key);
        }
    });
}
