//! Template rendering: the minijinja environment, its functions and filters, and shortcodes.

pub(crate) mod body;
pub(crate) mod environment;
mod error_recovery;
mod errors;
pub(crate) mod escape;
pub(crate) mod extra_reads;
mod function_errors;
pub(crate) mod functions;
mod macro_calls;
pub(crate) mod markup;
mod name_hints;
pub(crate) mod page_uses;
pub(crate) mod resolved_urls;
mod shortcode_errors;
mod shortcode_parser;
pub(crate) mod shortcodes;
pub(crate) mod text_lookup;
mod unclosed;
pub(crate) mod used_assets;
pub(crate) mod views;
