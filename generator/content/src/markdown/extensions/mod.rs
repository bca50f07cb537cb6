//! The extensions of `CommonMark`: which ones a text has, and those that the parser lacks.

pub(super) mod attributes;
pub(super) mod autolink;
pub(super) mod bare_url;
mod definition_terms;
pub(super) mod emoji;
pub(super) mod pseudo;
mod quotation_marks;
pub(super) mod raised;
mod text_runs;

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser};
use rayon::iter::Either;

use crate::config::tables::markdown::MarkdownOptions;

/// An event with its byte range in the text.
pub(super) type RangedEvent<'a> = (Event<'a>, Range<usize>);

/// The extensions of the parser that every text has.
const ALWAYS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_GFM);

/// Returns the extensions of the parser for `[markdown]` of site.toml.
pub fn parser_options(options: MarkdownOptions) -> Options {
    let MarkdownOptions {
        heading_ids: _,
        insert_anchor_links: _,
        highlight: _,
        // Shortcodes.
        tabs: _,
        definition_lists,
        definition_term_ids: _,
        smart_punctuation,
        // The parser reads other attributes and formulas than those that are documented. It has no emoji, and no
        // superscripts and subscripts within a word.
        heading_attributes: _,
        math: _,
        attributes: _,
        emoji: _,
        superscript: _,
        subscript: _,
        // The parser has the marks of English.
        quotation_marks: _,
        pseudo: _,
    } = options;

    [
        (definition_lists, Options::ENABLE_DEFINITION_LIST),
        (smart_punctuation, Options::ENABLE_SMART_PUNCTUATION),
    ]
    .into_iter()
    .filter(|(is_enabled, _)| *is_enabled)
    .fold(ALWAYS, |all, (_, option)| all.union(option))
}

/// Returns a parser of a text. Its events lack the extensions that change only the words of a text.
pub(crate) fn parser(text: &str, options: MarkdownOptions) -> Parser<'_> {
    Parser::new_ext(text, parser_options(options))
}

/// Returns the events of a text with the extensions that the parser does not have.
pub(super) fn extended<'a>(
    text: &'a str,
    options: MarkdownOptions,
    events: impl Iterator<Item = RangedEvent<'a>>,
) -> impl Iterator<Item = RangedEvent<'a>> {
    let events = if options.definition_lists {
        Either::Left(definition_terms::with_a_term_for_each_line(events))
    } else {
        Either::Right(events)
    };
    let parts = [
        options.emoji.then(|| emoji::replacements(text)),
        options.superscript.then(|| raised::superscripts(text)),
        options.subscript.then(|| raised::subscripts(text)),
    ];
    let replacements = parts.into_iter().flatten().flatten().collect();
    let replaced = text_runs::with_replacements(text, events, replacements);
    if options.smart_punctuation {
        Either::Left(quotation_marks::with_marks(text, options.quotation_marks, replaced))
    } else {
        Either::Right(replaced)
    }
}
