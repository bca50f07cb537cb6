//! What a rendering places besides its HTML.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::State;

use croupier_base::diagnostic::Diagnostic;

/// What one rendering placed besides its HTML.
#[derive(Debug, Default, Clone)]
pub(crate) struct Emitted {
    /// Islands by name.
    pub islands: BTreeSet<String>,
    /// Slices by name.
    pub slices: BTreeSet<String>,
    /// Static queries: the hash of the data's content by its name.
    pub queries: BTreeMap<String, String>,
    /// Addresses of style sheets that templates named.
    pub styles: BTreeSet<String>,
    /// What templates found wrong with data.
    pub found: Vec<Diagnostic>,
    /// Anchors that are taken, once a text of data is shown, as [`croupier_content::markdown::fragment`] counts them.
    pub anchors: Option<BTreeMap<String, usize>>,
}

impl Emitted {
    /// Both together.
    pub(crate) fn merge(&mut self, other: Emitted) {
        self.islands.extend(other.islands);
        self.slices.extend(other.slices);
        self.queries.extend(other.queries);
        self.styles.extend(other.styles);
        self.found.extend(other.found);
    }
}

/// What the rendering that is under way has placed so far.
pub(crate) fn emitted<'a>(state: &'a mut State) -> &'a mut Emitted {
    state.get_or_insert_extension_with(Emitted::default)
}
