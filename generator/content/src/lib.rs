//! Site content without templates: configuration, pages, Markdown, lists and redirects.

pub mod colocated_assets;
pub mod config;
pub mod front_matter;
pub mod links;
pub mod lists;
pub mod markdown;
pub mod page;
pub mod page_route;
pub mod pagination;
pub mod placeholder_content;
pub mod redirects;
pub mod site;
pub mod slug;
pub mod taxonomy;
pub mod unpublished;
