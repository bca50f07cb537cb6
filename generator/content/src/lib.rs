//! Site content without templates: configuration, pages, Markdown, lists, links and redirects.
//!
//! This crate turns files into the model of a site, [`site::Site`]. It does not render templates
//! and does not write files. The modules, in the order of the data flow:
//!
//! | module | content |
//! |---|---|
//! | [`languages`] | the keys of languages, and the language of a file |
//! | [`config`] | command-line options, variables and site.toml, resolved into settings |
//! | [`foreign_names`] | names of other generators, with hints |
//! | [`front_matter`] | the metadata of a page, and values that folders pass on to it |
//! | [`page`], [`page_route`] | a parsed content file, and its route |
//! | [`unpublished`] | drafts, scheduled pages and expired pages |
//! | [`colocated_assets`] | files of content/ that are published with a page |
//! | [`site`] | all pages by route, with their lists and terms |
//! | [`translations`], [`translation_lock`] | which pages are translations of each other, and of which texts |
//! | [`lists`] | ordered lists and trees of pages; generated pages: terms, periods, and pages 2 and up |
//! | [`search`] | the pages that the search of the site finds |
//! | [`markdown`], [`slug`], [`words`] | HTML of a page, its anchors, and its words |
//! | [`messages`] | texts of templates in each language, from `i18n/` |
//! | [`texts`] | texts that the generator writes into pages, by language |
//! | [`redirects`] | aliases, `[[redirects]]` and lines of `_redirects` |
//! | [`links`], [`feed_problem`], [`placeholder_content`] | checks of links, of the feeds in site.toml, and of placeholder text |
//!
//! Begin reading in [`page::Page`], the central type: the metadata of one content file. Then see
//! [`site::Site::gather`], which collects all pages and generates further ones.

pub mod collections;
pub mod colocated_assets;
pub mod config;
pub mod content_order;
pub mod feed_problem;
pub mod foreign_names;
pub mod front_matter;
pub mod languages;
pub mod links;
pub mod lists;
pub mod markdown;
pub mod messages;
pub mod next_change;
pub mod page;
pub mod page_route;
pub mod permalink;
pub mod placeholder_content;
pub mod read_options;
pub mod redirects;
pub mod search;
pub mod site;
pub mod slug;
pub mod texts;
pub mod translation_lock;
pub mod translations;
pub mod unpublished;
pub mod words;
