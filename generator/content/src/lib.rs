//! What authors write: configuration, pages, Markdown, lists and redirects, without templates.

pub mod absent;
pub mod beside;
pub mod broken_link;
pub mod config;
pub mod front_matter;
pub mod insert;
pub mod links;
pub mod listing;
pub mod markdown;
pub mod page;
pub mod page_route;
pub mod pagination;
pub mod query;
pub mod redirects;
pub mod samples;
pub mod site;
pub mod site_lists;
pub mod slug;
pub mod taxonomy;
pub mod untrusted;
