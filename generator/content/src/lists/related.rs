//! Finds the pages that share terms, or words of the title, with a page.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use foldhash::fast::RandomState;

use crate::languages::LanguageKey;
use crate::page::Page;
use crate::slug::slug;
use croupier_base::path::Route;

/// A term counts as much as this many words, because authors choose terms.
const TERM_WEIGHT: f64 = 3.0;
/// Shorter words are mostly articles and prepositions.
const MIN_WORD_LENGTH: usize = 4;
/// A word in more than this part of all titles says nothing about a page.
const MAX_WORD_SHARE: usize = 10;
/// In a small site, each word in at most this many titles counts.
const MIN_WORD_PAGES: usize = 10;

/// What pages can have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Feature {
    /// A taxonomy and the slug of a term.
    Term(String, String),
    /// A word of the title in lower case.
    Word(String),
}

/// The pages of a site by what they can have in common.
#[derive(Debug, Default)]
pub(crate) struct RelatedIndex {
    /// Pages are only related to pages of their language.
    pages: HashMap<(LanguageKey, Feature), Vec<Arc<Page>>, RandomState>,
    page_counts: BTreeMap<LanguageKey, usize>,
}

impl RelatedIndex {
    /// Indexes all pages that have a content file, except error pages.
    pub(crate) fn new(pages: &BTreeMap<Route, Arc<Page>>) -> RelatedIndex {
        let mut index = RelatedIndex::default();
        for page in pages.values().filter(|it| it.is_listed() && !it.route.is_error_page()) {
            *index.page_counts.entry(page.language).or_default() += 1;
            for feature in features(page) {
                index.pages.entry((page.language, feature)).or_default().push(Arc::clone(page));
            }
        }
        index
    }

    /// Returns the pages that have most in common with `page`: rare terms and words count most. Of
    /// two equal pages, the newer one is first.
    pub(crate) fn related(&self, page: &Page, limit: usize) -> Vec<Arc<Page>> {
        let mut scores = BTreeMap::<&Route, (f64, &Arc<Page>)>::new();
        let page_count = self.page_counts.get(&page.language).copied().unwrap_or_default();
        for feature in features(page) {
            let is_word = matches!(feature, Feature::Word(_));
            let Some(pages) = self.pages.get(&(page.language, feature)) else { continue };
            let max_pages = MIN_WORD_PAGES.max(page_count / MAX_WORD_SHARE);
            if is_word && pages.len() > max_pages {
                continue;
            }

            let weight = if is_word { 1.0 } else { TERM_WEIGHT };
            #[expect(clippy::cast_precision_loss, reason = "sites have fewer than 2^52 pages")]
            let score = weight / (1.0 + (pages.len() as f64).ln());
            for other in pages.iter().filter(|other| other.route != page.route) {
                scores.entry(&other.route).or_insert((0.0, other)).0 += score;
            }
        }

        let mut found: Vec<(f64, &Arc<Page>)> = scores.into_values().collect();
        found.sort_by(|(score, page), (other_score, other)| {
            let by_score = other_score.total_cmp(score);
            by_score.then_with(|| other.front.dated_at.cmp(&page.front.dated_at))
        });

        found.into_iter().take(limit).map(|(_, page)| Arc::clone(page)).collect()
    }
}

/// Returns whether two pages have a term or a word of the title in common.
pub(crate) fn have_common_features(a: &Page, b: &Page) -> bool {
    a.language == b.language && !features(a).is_disjoint(&features(b))
}

fn features(page: &Page) -> BTreeSet<Feature> {
    let terms = page.front.taxonomies.iter().flat_map(|(taxonomy, terms)| {
        terms.iter().map(|term| Feature::Term(taxonomy.to_string(), slug(&term.name)))
    });
    let words = page.front.title.split(|it: char| !it.is_alphanumeric());
    let words = words.filter(|word| word.chars().count() >= MIN_WORD_LENGTH);
    terms.chain(words.map(|word| Feature::Word(word.to_lowercase()))).collect()
}
