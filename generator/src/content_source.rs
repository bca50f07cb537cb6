//! The parts of a source file that edits change: its values, and the Markdown of a page.

use croupier_base::path::SitePath;
use croupier_content::front_matter::{self, Language};
use croupier_edits::{Format, SourceKind};

/// Returns whether a file is that of a page.
pub(crate) fn is_page(path: &str) -> bool {
    path.starts_with("content/") && !path.starts_with("content/data/") && path.ends_with(".md")
}

/// Returns the parts of a text. The error is a sentence.
pub(crate) fn split(path: &SitePath, text: &str) -> Result<SourceKind, String> {
    if !is_page(path) {
        return Ok(SourceKind::Data(match path.extension().to_ascii_lowercase().as_str() {
            "toml" => Format::Toml,
            "yaml" | "yml" => Format::Yaml,
            "json" => Format::Json,
            "csv" => Format::Csv,
            _ => Format::Text,
        }));
    }
    let parts = front_matter::split(text)
        .map_err(|_| "The front matter cannot be read; edit the text instead.".to_owned())?;
    let format = |language| match language {
        Language::Toml => Format::Toml,
        Language::Yaml => Format::Yaml,
    };
    let front = parts.front.map(|(range, language)| (range, format(language)));
    Ok(SourceKind::Content { front, body: parts.body })
}
