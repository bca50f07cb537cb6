//! Croupier, a static site generator with a React runtime.
//!
//! The data's way through a build is the way these modules read: [`world`] is the only door in, [`sources`] holds what
//! it says now, [`page`] reads one file on its own, [`site`] brings all pages together, [`render`] turns each into its
//! files and records what it asked for ([`reads`]), [`publish`] is the only door out. The [`engine`] runs that line for
//! what changed, [`rebuild`] on each change; [`serve`] and [`dev`] show the result.

pub mod bundle;
pub mod cache;
pub mod cli;
pub mod compare;
pub mod console;
pub mod data;
pub mod declared;
pub mod dev;
pub mod diagnostic;
pub mod engine;
pub mod explain;
pub mod extras;
pub mod feed;
pub mod front_matter;
pub mod hosting;
pub mod island;
pub mod keys;
pub mod links;
pub mod listing;
pub mod lock;
pub mod markdown;
pub mod marked;
pub mod moment;
pub mod page;
pub mod picture;
pub mod publish;
pub mod reads;
pub mod rebuild;
pub mod redirects;
pub mod render;
pub mod scaffold;
pub mod schema;
pub mod serve;
pub mod settings;
pub mod shortcodes;
pub mod site;
pub mod sources;
pub mod taxonomy;
pub mod template;
pub mod workshop;
pub mod world;
