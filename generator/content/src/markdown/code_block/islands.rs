//! Finds the code blocks whose languages belong to islands: `[markdown.code_islands]` in site.toml.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use crate::config::tables::markdown::{CodeIslands, MarkdownOptions};
use crate::markdown::code_block::CodeInfo;
use crate::markdown::extensions::parser;

/// A code block that an island renders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeIsland<'i> {
    /// The name of the island.
    pub island: &'i str,
    /// The code, without the last line break.
    pub code: String,
    /// Byte range from the opening fence to the end of the closing one.
    pub range: Range<usize>,
}

/// Returns the code blocks of a text that islands render, in order.
pub fn code_islands<'i>(
    text: &str,
    options: MarkdownOptions,
    islands: &'i CodeIslands,
) -> Vec<CodeIsland<'i>> {
    // Most sites have no such islands, and most texts no such blocks.
    if islands.is_empty() || !text.contains("```") && !text.contains("~~~") {
        return Vec::new();
    }

    let mut found = Vec::new();
    let mut open: Option<(&str, String)> = None;

    for (event, range) in parser(text, options).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let language = CodeInfo::parse(&info, false).language.to_ascii_lowercase();
                open = islands.get(&language).map(|island| (island.as_str(), String::new()));
            }
            Event::Text(content) => {
                if let Some((_, code)) = &mut open {
                    code.push_str(&content);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                if let Some((island, code)) = open.take() {
                    let end = range.start + text[range.clone()].trim_end().len();
                    let code = code.trim_end_matches('\n').to_owned();
                    found.push(CodeIsland { island, code, range: range.start..end });
                }
            }
            _ => {}
        }
    }

    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_these_languages_are_found_with_their_code() {
        let islands = CodeIslands::from([("mermaid".to_owned(), "diagram".to_owned())]);
        let text =
            "```Mermaid\na --> b\n```\n\n```rust\nx\n```\n\n> ~~~mermaid {1}\n> c\n>\n> d\n> ~~~\n";
        let found = code_islands(text, MarkdownOptions::default(), &islands);
        let found: Vec<_> =
            found.iter().map(|it| (it.code.as_str(), &text[it.range.clone()])).collect();
        assert_eq!(
            found,
            [
                ("a --> b", "```Mermaid\na --> b\n```"),
                ("c\n\nd", "~~~mermaid {1}\n> c\n>\n> d\n> ~~~")
            ]
        );
        assert_eq!(code_islands(text, MarkdownOptions::default(), &CodeIslands::new()), []);
    }
}
