//! The islands, slices, static queries and style sheets that a rendering uses.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::State;

use croupier_base::diagnostic::Diagnostic;
use croupier_content::markdown::ProblemKind;

/// The by-products of one rendering, apart from its text.
#[derive(Debug, Default, Clone)]
pub(crate) struct UsedAssets {
    /// Names of islands.
    pub islands: BTreeSet<String>,
    /// Names of slices.
    pub slices: BTreeSet<String>,
    /// Content hashes of static queries, by data file name.
    pub queries: BTreeMap<String, String>,
    /// URL paths of style sheets that templates requested with `style`.
    pub styles: BTreeSet<String>,
    /// Errors in data files that templates reported with `wrong`.
    pub diagnostics: Vec<Diagnostic>,
    /// URLs in the summaries of other pages. They are checked on these pages.
    pub excerpt_links: BTreeSet<String>,
    /// Problems of Markdown in data and front matter, each with the text that has it.
    pub text_problems: BTreeSet<(ProblemKind, String)>,
    /// Heading anchors in use, as counted by [`croupier_content::markdown::fragment`]. None before
    /// the first use of the `markdown` filter.
    pub anchors: Option<BTreeMap<String, usize>>,
}

impl UsedAssets {
    /// Adds everything from `other`, except its anchors.
    pub(crate) fn merge(&mut self, other: UsedAssets) {
        self.islands.extend(other.islands);
        self.slices.extend(other.slices);
        self.queries.extend(other.queries);
        self.styles.extend(other.styles);
        self.diagnostics.extend(other.diagnostics);
        self.excerpt_links.extend(other.excerpt_links);
        self.text_problems.extend(other.text_problems);
    }
}

/// Returns what the current rendering has used so far.
pub(crate) fn used_assets<'a>(state: &'a mut State) -> &'a mut UsedAssets {
    state.get_or_insert_extension_with(UsedAssets::default)
}
