//! Shared foundation of the Croupier crates: diagnostics, file access, paths, fingerprints and
//! parsers. It does not depend on the model of a site.

pub mod date;
pub mod diagnostic;
pub mod disk;
pub mod fingerprint;
pub mod hashed_path;
pub mod locale;
pub mod media;
pub mod path;
pub mod syntax;
pub mod url;
