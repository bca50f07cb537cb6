//! Highlights code blocks, which is a cargo feature, and caches their HTML across builds and processes.

#[cfg(feature = "highlight")]
mod block_cache;
#[cfg(feature = "highlight")]
mod segment;

#[cfg(feature = "highlight")]
pub(crate) use self::block_cache::Highlighter;

/// Without the feature `highlight`, site.toml cannot enable highlighting.
#[cfg(not(feature = "highlight"))]
#[derive(Debug)]
pub(crate) struct Highlighter;

#[cfg(not(feature = "highlight"))]
impl Highlighter {
    /// Returns a highlighter that knows no language.
    pub(crate) fn new(_: &croupier_content::config::options::BuildOptions) -> Highlighter {
        Highlighter
    }

    /// Returns nothing.
    #[expect(clippy::unused_self, reason = "with the feature, it reads the cache")]
    pub(crate) fn html(&self, _: &str, _: &str) -> Option<String> {
        None
    }

    /// Does nothing.
    #[expect(clippy::unused_self, reason = "with the feature, it writes the cache")]
    pub(crate) fn save(&self, _: bool) {}
}

/// Returns the languages that can be highlighted.
pub(crate) fn languages() -> &'static [&'static str] {
    #[cfg(feature = "highlight")]
    return &croupier_highlight::LANGUAGES;
    #[cfg(not(feature = "highlight"))]
    return &[];
}
