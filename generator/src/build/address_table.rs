//! Every address that templates wrote into pages, numbered: most of them stand on every page.

use indexmap::IndexSet;

use crate::source::html::Use;
use crate::source::path::QUERIES;

/// The addresses; pages know them by their place.
#[derive(Debug, Default)]
pub(crate) struct AddressTable {
    /// In the order in which they were met.
    pub list: IndexSet<(Use, String)>,
    /// Whether one of them, or one that stands in a text, is that of a static query, which changes with its data.
    pub names_queries: bool,
}

impl AddressTable {
    /// Takes notice of addresses that stand in a text.
    pub(crate) fn meet<'a>(&mut self, mut others: impl Iterator<Item = &'a String>) {
        self.names_queries = self.names_queries || others.any(|address| is_query(address));
    }

    /// The places of these addresses in the list.
    pub(crate) fn ids(&mut self, addresses: Vec<(Use, String)>) -> Box<[u32]> {
        addresses.into_iter().map(|address| self.id(address)).collect()
    }

    fn id(&mut self, address: (Use, String)) -> u32 {
        let is_query = is_query(&address.1);
        let (place, is_new) = self.list.insert_full(address);
        self.names_queries |= is_new && is_query;
        u32::try_from(place).expect("a site has fewer addresses")
    }
}

fn is_query(address: &str) -> bool {
    address.contains(QUERIES)
}
