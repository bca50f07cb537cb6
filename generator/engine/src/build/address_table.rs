//! Every address that templates wrote into pages, numbered: most of them stand on every page.

use foldhash::fast::RandomState;
use indexmap::{Equivalent, IndexSet};

use croupier_base::path::{Href, QUERIES};
use croupier_base::syntax::html::Use;

/// The addresses; pages know them by their place.
#[derive(Debug, Default)]
pub(crate) struct AddressTable {
    /// In the order in which they were met.
    pub list: IndexSet<(Use, Href), RandomState>,
    /// Whether one of them, or one that stands in a text, is that of a static query, which changes with its data.
    pub names_queries: bool,
}

impl AddressTable {
    /// Takes notice of addresses that stand in a text.
    pub(crate) fn meet<'a>(&mut self, mut others: impl Iterator<Item = &'a Href>) {
        self.names_queries = self.names_queries || others.any(|address| is_query(address));
    }

    /// The places of these addresses in the list.
    pub(crate) fn ids<'a>(
        &mut self,
        addresses: impl Iterator<Item = (Use, &'a str)>,
    ) -> Box<[u32]> {
        addresses.map(|(usage, text)| self.id(usage, text)).collect()
    }

    fn id(&mut self, usage: Use, text: &str) -> u32 {
        let place = self.list.get_index_of(&Wanted(usage, text)).unwrap_or_else(|| {
            self.names_queries |= is_query(text);
            self.list.insert_full((usage, Href::new(text))).0
        });
        u32::try_from(place).expect("a site has fewer addresses")
    }
}

/// An address that is looked for, which has the hash of the one in the list.
#[derive(Hash)]
struct Wanted<'a>(Use, &'a str);

impl Equivalent<(Use, Href)> for Wanted<'_> {
    fn equivalent(&self, (usage, text): &(Use, Href)) -> bool {
        (self.0, self.1) == (*usage, text.as_str())
    }
}

fn is_query(address: &str) -> bool {
    address.contains(QUERIES)
}
