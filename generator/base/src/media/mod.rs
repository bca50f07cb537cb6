//! Images: their dimensions, and the copies of pictures.

pub mod image;
pub mod picture;
