//! Selects the highlighter of code blocks, which is a cargo feature.

use croupier_content::config::markdown::MarkdownOptions;
use croupier_content::markdown::Highlight;

/// Returns the highlighter, if site.toml enables it.
#[cfg(feature = "highlight")]
pub(crate) fn highlighter(options: MarkdownOptions) -> Option<Highlight> {
    options.highlight.then_some(croupier_highlight::html as Highlight)
}

/// Without the feature `highlight`, site.toml cannot enable highlighting.
#[cfg(not(feature = "highlight"))]
pub(crate) fn highlighter(_: MarkdownOptions) -> Option<Highlight> {
    None
}

/// Returns the languages that can be highlighted.
pub(crate) fn languages() -> &'static [&'static str] {
    #[cfg(feature = "highlight")]
    return &croupier_highlight::LANGUAGES;
    #[cfg(not(feature = "highlight"))]
    return &[];
}
