//! Highlights code blocks with a library of the program, and caches their HTML across builds and processes.

mod block_cache;
mod segment;

pub(crate) use self::block_cache::Highlighter;
