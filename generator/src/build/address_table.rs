//! Every address that templates wrote into pages, numbered: most of them stand on every page.

use std::collections::HashMap;

use crate::source::html::Use;

/// The addresses; pages know them by their place.
#[derive(Debug, Default)]
pub(crate) struct AddressTable {
    ids: HashMap<(Use, String), u32>,
    /// In the order in which they were met.
    pub list: Vec<(Use, String)>,
}

impl AddressTable {
    /// The addresses of an earlier process.
    pub(crate) fn resumed(list: Vec<(Use, String)>) -> AddressTable {
        AddressTable { ids: list.iter().cloned().zip(0..).collect(), list }
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
        self.list.push(address.clone());
        self.ids.insert(address, id);
        id
    }
}
