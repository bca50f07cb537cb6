//! What stands on disk and in texts, without what it means.

pub(crate) mod address;
pub(crate) mod csv_check;
pub(crate) mod data;
pub(crate) mod date;
pub(crate) mod digest;
pub(crate) mod hashed_path;
pub(crate) mod hidden;
pub(crate) mod html;
pub(crate) mod ignored;
pub(crate) mod image;
pub(crate) mod json;
pub(crate) mod links_out;
pub(crate) mod locale;
pub(crate) mod lock;
mod of_columns;
pub(crate) mod path;
pub(crate) mod picture;
pub(crate) mod schema;
pub(crate) mod spanned;
pub(crate) mod stamp;
pub(crate) mod static_file;
pub(crate) mod text;
pub(crate) mod world;
