//! The text of each message of a language as it is written, to find translations of older texts.

use std::collections::BTreeMap;

use fluent_syntax::{ast, parser, serializer};

use crate::messages::catalog::MessageFiles;
use crate::messages::language_of;
use crate::translation_lock::digest;
use croupier_base::path::SitePath;

/// A message or a term with its attributes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenMessage {
    /// The file that it is in.
    pub file: SitePath,
    /// The digest of its text, without comments and white space.
    pub digest: String,
}

/// Returns the messages and terms of a language by their ids, such as `cart` and `-brand`. Of two with the same id, the first one counts.
pub fn written_messages(files: &MessageFiles, language: &str) -> BTreeMap<String, WrittenMessage> {
    let mut messages = BTreeMap::new();
    for (file, text) in files.iter().filter(|(file, _)| language_of(file) == Some(language)) {
        // Mistakes are reported when the site is built.
        let resource = parser::parse(&**text).unwrap_or_else(|(resource, _)| resource);
        for entry in resource.body {
            let (id, entry) = match entry {
                ast::Entry::Message(message) => {
                    let id = message.id.name.to_owned();
                    (id, ast::Entry::Message(ast::Message { comment: None, ..message }))
                }
                ast::Entry::Term(term) => {
                    let id = format!("-{}", term.id.name);
                    (id, ast::Entry::Term(ast::Term { comment: None, ..term }))
                }
                _ => continue,
            };

            // Indentation, comments and line ends do not matter to translators.
            let text = serializer::serialize(&ast::Resource { body: vec![entry] });
            messages
                .entry(id)
                .or_insert_with(|| WrittenMessage { file: file.clone(), digest: digest(&text) });
        }
    }

    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digests(text: &str) -> Vec<(String, String)> {
        let files = BTreeMap::from([(SitePath::new("i18n/en/a.ftl"), text.into())]);
        let found = written_messages(&files, "en").into_iter();
        found.map(|(id, message)| (id, message.digest)).collect()
    }

    #[test]
    fn the_digest_is_that_of_the_text() {
        let before = digests("# Note\ncart = Your\n    cart\n    .title = Open\n-brand = Tide\n");
        let ids: Vec<&str> = before.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["-brand", "cart"]);
        let same = digests(
            "-brand  =  Tide\r\n\r\n# Other note\r\ncart =\r\n  Your\r\n  cart\r\n  .title = Open\r\n",
        );
        assert_eq!(before, same);
        let edited = digests("cart = Your cart\n    .title = Close\n-brand = Tide\n");
        assert_eq!(before[0], edited[0]);
        assert_ne!(before[1], edited[1]);
    }
}
