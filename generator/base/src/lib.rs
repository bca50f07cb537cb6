//! What every part of Croupier builds on: diagnostics, file access, paths, digests and parsers. It knows nothing of sites.

pub mod address;
pub mod date;
pub mod diagnostic;
pub mod digest;
pub mod disk;
pub mod hashed_path;
pub mod locale;
pub mod media;
pub mod path;
pub mod syntax;
