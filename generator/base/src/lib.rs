//! Shared foundation of the Croupier crates: file access, parsers, paths, fingerprints and
//! diagnostics. It does not depend on the model of a site.
//!
//! The modules, in the order in which a build uses them:
//!
//! | module | content |
//! |---|---|
//! | [`path`] | newtypes for paths and URLs, and the reserved paths of the output |
//! | [`disk`] | read access to the files of a site, their stamps, and locks |
//! | [`git`] | dates and authors of files from the Git history |
//! | [`syntax`] | parsers of data formats, JSON Schema and HTML that keep byte spans |
//! | [`media`] | dimensions of images, and resized copies of pictures |
//! | [`date`] | dates of TOML and YAML as epoch seconds, and their formats |
//! | [`list_text`] | lists in a sentence by language |
//! | [`locale`] | formats of numbers and currencies, names of languages and countries |
//! | [`localized_date`] | patterns and names of dates by language |
//! | [`plural`] | plural categories of numbers by language |
//! | [`quotation_marks`] | quotation marks by language |
//! | [`text_direction`] | the direction of writing of languages and letters |
//! | [`pseudo`] | pseudo-languages, which are made of the texts of the default language |
//! | [`unicode`] | Unicode normalization of names and links |
//! | [`progress`] | messages and progress of long operations |
//! | [`edits`] | replaced parts of a text |
//! | [`url`] | percent encoding, and resolution and validation of URLs |
//! | [`fingerprint`] | fast fingerprints for change detection, and content hashes |
//! | [`hashed_path`] | output paths with a content hash in the file name |
//! | [`diagnostic`] | errors and warnings for users, and their permanent codes |
//!
//! Begin reading in [`path`]: its types distinguish the paths of source files, output files and
//! routes. [`disk::world::World`] is the only way to read sources, and every parser returns
//! [`diagnostic::Diagnostic`]s with a [`diagnostic::Location`].

mod cldr_table;
pub mod date;
pub mod date_text;
pub mod decimal;
pub mod diagnostic;
pub mod disk;
pub mod edits;
pub mod fingerprint;
mod format_overrides;
pub mod git;
pub mod hashed_path;
pub mod list_text;
pub mod locale;
pub mod localized_date;
pub mod media;
pub mod path;
pub mod plural;
pub mod progress;
pub mod pseudo;
pub mod quotation_marks;
pub mod syntax;
pub mod text_direction;
pub mod unicode;
pub mod url;
