//! What site.toml may say, in JSON Schema: variables are held against it, and editors get it.

/// The shape of site.toml. The levels of checks are added by who knows them.
pub const SITE: &str = include_str!("schema/site.json");
