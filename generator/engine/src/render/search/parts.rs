//! Divides the index of a large site into parts, of which a query loads the one with its rarest word.
//!
//! The key of a word is its start. All pages with words of a key are in one part, which the hash of the key selects. A key with too many
//! pages is split: words belong to keys that are one character longer, and the key itself has only the best of its pages.
//! `runtime/src/search/divided_index.ts` reads the parts.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::HashMap;

/// Number of characters of a key that is not split.
const KEY_CHARS: usize = 3;

/// Maximum number of pages of a key. A part with as many rows has about 0.1 MB.
pub(super) const MAX_PAGES: usize = 2_000;

/// Average number of pages of a part.
const PART_PAGES: usize = 1_000;

/// The number of a page, in the order of the index.
type PageNumber = u32;

/// The pages that each word finds, in the order of their numbers.
#[derive(Debug, Default)]
pub(super) struct WordPages {
    pages: HashMap<String, Vec<PageNumber>>,
    /// The number of words of each page.
    lengths: Vec<usize>,
}

impl WordPages {
    /// Adds the next page by its distinct words.
    pub(super) fn add_page(&mut self, words: impl IntoIterator<Item = String>) {
        let page = PageNumber::try_from(self.lengths.len()).expect("pages have 32-bit numbers");
        let mut length = 0;
        for word in words {
            self.pages.entry(word).or_default().push(page);
            length += 1;
        }
        self.lengths.push(length);
    }
}

/// A word and its pages.
type Posting = (String, Vec<PageNumber>);

/// The pages of each key.
#[derive(Debug, Default)]
pub(super) struct Division {
    keys: BTreeMap<String, Vec<PageNumber>>,
    /// The keys that are split, with the number of all their pages.
    pub split: BTreeMap<String, usize>,
}

impl Division {
    /// Divides pages by their words. A key has at most `max_pages`.
    pub(super) fn new(words: WordPages, max_pages: usize) -> Division {
        let WordPages { pages, lengths } = words;
        let mut postings: Vec<Posting> = pages.into_iter().collect();
        // Words with the same start are neighbours.
        postings.sort_unstable();
        let mut division = Division::default();
        division.divide(&postings, KEY_CHARS, &lengths, max_pages);
        division
    }

    /// Adds the keys of words, which are their first characters.
    fn divide(&mut self, postings: &[Posting], chars: usize, lengths: &[usize], max_pages: usize) {
        let is_same_key =
            |(a, _): &Posting, (b, _): &Posting| start_of(a, chars) == start_of(b, chars);

        for group in postings.chunk_by(is_same_key) {
            let [(first, exact), ..] = group else { continue };
            let key = start_of(first, chars);
            let mut pages = group.iter().flat_map(|(_, pages)| pages).copied().collect::<Vec<_>>();
            pages.sort_unstable();
            pages.dedup();

            if pages.len() > max_pages {
                self.split.insert(key.to_owned(), pages.len());
                let has_key = |page: &PageNumber| first == key && exact.binary_search(page).is_ok();
                let rank = |page: &PageNumber| (!has_key(page), lengths[*page as usize], *page);
                pages.sort_by_cached_key(rank);
                pages.truncate(max_pages);
                let longer = if first == key { &group[1..] } else { group };
                self.divide(longer, chars + 1, lengths, max_pages);
            }

            self.keys.insert(key.to_owned(), pages);
        }
    }

    /// Returns the pages of each part. The number of parts is a power of two, so that it seldom changes.
    pub(super) fn parts(&self) -> Vec<BTreeSet<PageNumber>> {
        let pages: usize = self.keys.values().map(Vec::len).sum();
        let count = (pages / PART_PAGES).max(1).next_power_of_two();
        let mut parts = vec![BTreeSet::new(); count];
        for (key, pages) in &self.keys {
            parts[part_of(key, count)].extend(pages);
        }
        parts
    }
}

/// Returns the first characters of a word, or all if it is shorter.
fn start_of(word: &str, chars: usize) -> &str {
    word.char_indices().nth(chars).map_or(word, |(end, _)| &word[..end])
}

/// Returns the number of the part with a key: the 32-bit FNV-1a hash of its UTF-8 bytes, modulo the number of parts.
fn part_of(key: &str, parts: usize) -> usize {
    let hash = key
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    usize::try_from(hash).expect("usize has at least 32 bits") % parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn division(titles: &[&str], max_pages: usize) -> Division {
        let mut words = WordPages::default();
        for title in titles {
            words.add_page(title.split(' ').map(str::to_owned));
        }
        Division::new(words, max_pages)
    }

    #[test]
    fn a_key_with_too_many_pages_is_split_and_has_the_best_of_them() {
        let titles =
            ["context menu", "configure", "a config file", "config", "of", "of it", "of us"];
        let division = division(&titles, 2);
        let split: Vec<_> = division.split.iter().map(|(key, all)| (&**key, *all)).collect();
        assert_eq!(split, [("con", 4), ("conf", 3), ("confi", 3), ("config", 3), ("of", 3)]);
        // Pages with exactly this word come first, then those with few words.
        assert_eq!(division.keys["config"], [3, 2]);
        assert_eq!(division.keys["con"], [1, 3]);
        assert_eq!(division.keys["configu"], [1]);
        assert_eq!(division.keys["cont"], [0]);
        assert_eq!(division.keys["of"], [4, 5]);
        assert_eq!(division.keys["men"], [0]);
    }

    #[test]
    fn a_key_has_whole_characters() {
        assert_eq!(start_of("über", 3), "übe");
        assert_eq!(start_of("ab", 3), "ab");
    }

    #[test]
    fn each_key_has_one_part() {
        assert_eq!(part_of("", 1 << 31), 0x011c_9dc5);
        assert_eq!(part_of("foobar", 1 << 31), 0x3f9c_f968);
        let titles: Vec<String> = (0..5_000).map(|number| format!("page {number}")).collect();
        let titles: Vec<&str> = titles.iter().map(|title| &**title).collect();
        let parts = division(&titles, 2_000).parts();
        assert_eq!(parts.len(), 16);
        assert!(parts[part_of("499", parts.len())].contains(&4_999));
    }
}
