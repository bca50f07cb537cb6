//! Images: dimensions, and resized copies of pictures.

pub mod image;
pub mod picture;
