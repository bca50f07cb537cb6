//! Changes single values of data files, and of the front matter and body of content files, and keeps all other bytes.
//!
//! An [`Edit`] names a value by its JSON Pointer. [`apply`] divides it into steps, each of which replaces, inserts, removes or
//! moves one value. The module of the [`Format`] offers texts for a step. A text is taken only if the parsers of Croupier read exactly
//! the expected values from it; otherwise the edit fails, and nothing is changed.

mod apply;
mod content;
mod conversion;
mod csv;
mod edit;
mod flow;
mod format;
mod json;
mod lines;
mod literal;
mod model;
pub mod pointer;
mod steps;
mod toml;
mod value;
mod yaml;

pub use self::apply::apply;
pub use self::edit::{Edit, EditError, Utf16Range, ValueType};
pub use self::format::{Format, SourceKind, Split};
pub use self::pointer::escaped;
pub use self::value::Value;
