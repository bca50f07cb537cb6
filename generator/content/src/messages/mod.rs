//! Messages: the texts of templates in each language, from Fluent files in `i18n/`.
//!
//! `parse` reads a file, `catalog` holds the messages of all languages, `problems` compares them, `format` makes the text of one message,
//! `table` has the messages of an island for the browser, and `originals` has the texts that were translated.

pub mod catalog;
pub mod format;
pub mod originals;
mod parse;
pub mod pattern;
mod problems;
pub mod table;
#[cfg(test)]
mod tests;

use croupier_base::path::SitePath;

/// The folder of messages, with a folder for each language.
pub const FOLDER: &str = "i18n";

/// The extension of message files.
const EXTENSION: &str = "ftl";

/// Other formats of messages, which are not read.
const FOREIGN_EXTENSIONS: [&str; 9] =
    ["toml", "yaml", "yml", "json", "po", "xlf", "xliff", "arb", "properties"];

/// Returns the language of a message file: `en` for `i18n/en/site.ftl`. `None` for other files.
pub fn language_of(path: &SitePath) -> Option<&str> {
    let (language, _) = path.strip_prefix("i18n/")?.split_once('/')?;
    (path.extension() == EXTENSION && !language.is_empty()).then_some(language)
}

/// Whether a file of `i18n/` looks like messages, but is not read.
pub fn is_misplaced(path: &SitePath) -> bool {
    let extension = path.extension();
    path.starts_with("i18n/")
        && language_of(path).is_none()
        && (extension == EXTENSION || FOREIGN_EXTENSIONS.contains(&extension))
}
