//! What authors mean: pages, and the site that they make together. Knows no template.

pub(crate) mod absent;
pub(crate) mod beside;
mod broken_link;
pub(crate) mod front_matter;
pub(crate) mod insert;
pub(crate) mod links;
pub(crate) mod listing;
pub(crate) mod markdown;
pub(crate) mod page;
pub(crate) mod page_route;
pub(crate) mod pagination;
pub(crate) mod query;
pub(crate) mod redirects;
pub(crate) mod samples;
pub(crate) mod site;
mod site_lists;
pub(crate) mod slug;
pub(crate) mod taxonomy;
pub(crate) mod untrusted;
