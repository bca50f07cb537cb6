//! Every address that templates wrote into pages, numbered: most of them stand on every page.

use std::collections::HashMap;

use crate::source::html::Use;
use crate::source::path::QUERIES;

/// The addresses; pages know them by their place.
#[derive(Debug, Default)]
pub(crate) struct AddressTable {
    ids: HashMap<(Use, String), u32>,
    /// In the order in which they were met.
    pub list: Vec<(Use, String)>,
    /// Whether one of them, or one that stands in a text, is that of a static query, which changes with its data.
    pub names_queries: bool,
}

impl AddressTable {
    /// The addresses of an earlier process, where `others` stand in texts.
    pub(crate) fn resumed<'a>(list: Vec<(Use, String)>, mut others: impl Iterator<Item = &'a String>) -> AddressTable {
        let names_queries = list.iter().any(|(_, address)| is_query(address)) || others.any(|address| is_query(address));
        AddressTable { ids: list.iter().cloned().zip(0..).collect(), list, names_queries }
    }

    /// Takes notice of addresses that stand in a text.
    pub(crate) fn meet<'a>(&mut self, mut others: impl Iterator<Item = &'a String>) {
        self.names_queries = self.names_queries || others.any(|address| is_query(address));
    }

    /// The places of these addresses in the list.
    pub(crate) fn ids(&mut self, addresses: Vec<(Use, String)>) -> Vec<u32> {
        addresses.into_iter().map(|address| self.id(address)).collect()
    }

    fn id(&mut self, address: (Use, String)) -> u32 {
        if let Some(id) = self.ids.get(&address) {
            return *id;
        }
        let id = u32::try_from(self.list.len()).expect("a site has fewer addresses");
        self.names_queries |= is_query(&address.1);
        self.list.push(address.clone());
        self.ids.insert(address, id);
        id
    }
}

fn is_query(address: &str) -> bool {
    address.contains(QUERIES)
}
