//! The text of each message of a language as it is written, to find translations of older texts.

use std::collections::{BTreeMap, BTreeSet};

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

/// Returns the text of a message file without some messages, the comments directly above them, and the blank lines below them. `None` if it
/// has none of them, or has parts that cannot be read.
pub fn without_messages(text: &str, ids: &BTreeSet<String>) -> Option<String> {
    let resource = parser::parse(text).ok()?;
    let start_of = |name: &str| name.as_ptr() as usize - text.as_ptr() as usize;
    let starts: BTreeSet<usize> = resource
        .body
        .iter()
        .filter_map(|entry| match entry {
            ast::Entry::Message(message) if ids.contains(message.id.name) => {
                Some(start_of(message.id.name))
            }
            _ => None,
        })
        .collect();
    if starts.is_empty() {
        return None;
    }

    let mut lines: Vec<&str> = Vec::new();
    let mut blank: Vec<&str> = Vec::new();
    let mut offset = 0;
    let mut is_removed = false;
    for line in text.split_inclusive('\n') {
        let is_blank = line.trim().is_empty();
        if starts.contains(&offset) {
            while lines.last().is_some_and(|it| it.starts_with("# ") || it.trim_end() == "#") {
                lines.pop();
            }
            blank.clear();
            is_removed = true;
        } else if is_removed && is_blank {
            // More lines of the message can follow.
            blank.push(line);
        } else if is_removed && line.starts_with([' ', '}']) {
            blank.clear();
        } else {
            // The blank lines around a removed message are those of one message.
            if lines.last().is_some_and(|it| !it.trim().is_empty()) {
                lines.append(&mut blank);
            }
            blank.clear();
            is_removed = false;
            lines.push(line);
        }
        offset += line.len();
    }

    Some(lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_removed_with_its_comment_and_all_of_its_lines() {
        let text = "## Group\n\n# Note\n# of two lines\ncart =\n    { $n ->\n        [one] a\n\n       *[other] b\n    }\n    .title = Open\n\n\
            # Own\nbuy = Buy { -brand }\n\n-brand = Tide\nlast = Last\n";
        let without =
            |ids: &[&str]| without_messages(text, &ids.iter().map(|id| (*id).to_owned()).collect());
        assert_eq!(
            without(&["cart"]).unwrap(),
            "## Group\n\n# Own\nbuy = Buy { -brand }\n\n-brand = Tide\nlast = Last\n"
        );
        assert!(without(&["buy"]).unwrap().ends_with("Open\n\n-brand = Tide\nlast = Last\n"));
        assert!(without(&["last"]).unwrap().ends_with("\n-brand = Tide\n"));
        assert_eq!(without(&["cart", "buy", "last"]).unwrap(), "## Group\n\n-brand = Tide\n");
        assert_eq!(without(&["brand", "other"]), None);
        let windows = text.replace('\n', "\r\n");
        let ids = BTreeSet::from(["cart".to_owned()]);
        assert_eq!(
            without_messages(&windows, &ids).unwrap(),
            without(&["cart"]).unwrap().replace('\n', "\r\n")
        );
    }

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
