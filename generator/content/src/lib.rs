//! Site content without templates: configuration, pages, Markdown, lists, links and redirects.
//!
//! This crate turns files into the model of a site, [`site::Site`]. It does not render templates
//! and does not write files. The modules, in the order of the data flow:
//!
//! | module | content |
//! |---|---|
//! | [`model`] | what site.toml and front matter declare about pages and lists |
//! | [`languages`] | the keys of languages, and the language of a file |
//! | [`config`] | command-line options, variables and site.toml, resolved into settings |
//! | [`foreign_names`] | names of other generators, with hints |
//! | [`front_matter`] | the metadata of a page, and values that folders pass on to it |
//! | [`page_text`], [`page`], [`page_route`] | a content file, its parsed page, and its route |
//! | [`data_rows`] | pages that are made from rows of data |
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
//! | [`links`], [`entries_without_pages`], [`extra_schema`], [`placeholder_content`] | checks of links, of entries of site.toml, of `extra` tables, and of placeholder text |
//!
//! Begin reading in [`page::Page`], the central type: the metadata of one content file. Then see
//! [`site::Site::gather`], which collects all pages and generates further ones.

pub mod colocated_assets;
pub mod config;
pub mod data_rows;
pub mod entries_without_pages;
pub mod extra_schema;
pub mod foreign_names;
pub mod front_matter;
pub mod header_rules;
pub mod languages;
pub mod links;
pub mod lists;
pub mod markdown;
pub mod messages;
pub mod model;
pub mod next_change;
pub mod page;
pub mod page_route;
pub mod page_text;
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
