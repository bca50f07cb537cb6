//! Files of a site: reading them, and detecting that they changed.

pub mod hidden;
pub mod ignored;
pub mod links_out;
pub mod lock;
pub mod stamp;
pub mod static_file;
pub mod text;
pub mod world;
