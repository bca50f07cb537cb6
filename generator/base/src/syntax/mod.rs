//! Parsers of data formats, JSON Schema, CSS, HTML and XML that keep byte spans.

pub mod css;
pub mod csv_violations;
pub mod data;
pub mod html;
pub mod json;
pub mod schema;
pub mod spanned;
pub mod utf8;
pub mod xml;
