//! What templates can say, and what they become.

pub(crate) mod asset;
pub(crate) mod collection;
pub(crate) mod emitted;
pub(crate) mod environment;
pub(crate) mod errors;
pub(crate) mod escape;
pub(crate) mod file_data;
pub(crate) mod formats;
pub(crate) mod functions;
pub(crate) mod lists;
pub(crate) mod markdown_filter;
pub(crate) mod names;
pub(crate) mod paginator;
pub(crate) mod picture;
pub(crate) mod shortcode_calls;
mod shortcode_text;
pub(crate) mod shortcodes;
pub(crate) mod unclosed;
pub(crate) mod views;
mod without_output;
