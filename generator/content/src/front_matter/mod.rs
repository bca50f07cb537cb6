//! Front matter: the metadata of a page in TOML or YAML above its text, checked key by key.

pub mod cascade;
pub mod keys;
mod lookalike;
mod model;
mod names;
mod parse;
mod rare;
mod split;
mod values;

pub use self::model::{
    Alias, CASCADED, Cascade, CascadeFile, DEFAULT_SHELL, ExplicitKeys, FrontMatter, SHELLS,
    Status, Term, ValueOrigin,
};
pub use self::names::SharedName;
pub use self::parse::{of_row, parse};
pub use self::rare::{Rare, RareKeys};
pub use self::split::{Language, Parts, SplitError, split};
