//! What a page lists by itself: a part of a paginated list, or the terms of a taxonomy.

use std::sync::Arc;

use serde_json::Value as Json;

use crate::page::Page;
use croupier_base::path::Route;

/// What a page lists by itself.
#[derive(Debug, Hash)]
pub enum Listing {
    /// The terms of a taxonomy: see [`crate::taxonomy::Term::summary`].
    Terms(Vec<Json>),
    /// Pages.
    Pages(Pager),
}

/// A part of a list of pages.
#[derive(Debug, Hash)]
pub struct Pager {
    /// The term whose pages they are.
    pub term: Option<Json>,
    /// The pages of this part.
    pub pages: Vec<Arc<Page>>,
    /// Which part this is, from 1.
    pub number: usize,
    /// How many parts there are.
    pub count: usize,
    /// How many pages all parts have.
    pub total: usize,
    /// Where the first part is.
    pub first: Route,
    /// Where the last part is.
    pub last: Route,
    /// Where the part before this one is.
    pub previous: Option<Route>,
    /// Where the next part is.
    pub next: Option<Route>,
}
