//! Front matter: the metadata of a page in TOML or YAML above its text, checked key by key.

pub mod cascade;
mod key;
mod keys;
mod lookalike;
mod model;
mod names;
mod parse;
mod read;
mod split;
mod values;

pub use self::key::{ExplicitKeys, Key, is_plausible_in_extra, schemas};
pub use self::keys::{KEYS, Rare, RareKeys};
pub use self::model::{
    Alias, Cascade, CascadeFile, DEFAULT_SHELL, FrontMatter, SHELLS, Status, Term, ValueOrigin,
};
pub use self::names::SharedName;
pub use self::parse::{of_row, parse};
pub use self::split::{Language, Parts, SplitError, split};
