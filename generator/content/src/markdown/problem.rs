//! Problems of a Markdown text that do not prevent its publication.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A kind of problem.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ProblemKind {
    /// An image without alternative text.
    ImageWithoutText,
    /// Braces that call no shortcode, or a template comment.
    PlainBraces,
    /// A shortcode call, or other braces, in a text of data or front matter.
    BracesInData,
    /// A shortcode call in indented code, where nothing is called.
    IndentedCall,
    /// A reference to a footnote that is not defined.
    FootnoteUndefined,
    /// A footnote without a reference.
    FootnoteUnused,
    /// A second footnote with the same label.
    FootnoteDuplicate,
    /// A heading whose id, as written, is the id of another element of the text.
    IdWrittenTwice,
    /// Headings that only a translation or only its original has.
    OutlineOfTranslation(Box<OutlineDifference>),
    /// A heading whose id is the id of another element of the page, such as one of its template.
    IdOfPage,
    /// A call whose HTML has an id that another call of the text has written, too.
    IdOfCall,
    /// A call that renders a block, in a heading or another element that has only a line of text.
    BlockInLine,
    /// A code block in a language that cannot be highlighted.
    UnknownLanguage,
    /// Syntax that has no effect.
    Foreign(ForeignSyntax),
    /// A heading without text, so that no link can name it.
    HeadingWithoutText,
    /// A space of French that must not end a line.
    BreakingSpace,
    /// A space of French before a mark that has none.
    SuperfluousSpace,
    /// Text that the social card of the page lacks.
    SocialCard(CardProblem),
}

/// The headings that a translation and its original do not share.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OutlineDifference {
    /// The ids of the headings of the original that the translation lacks.
    pub missing: Vec<String>,
    /// The texts of the headings of the translation that the original lacks, and that have no id as written.
    pub added: Vec<String>,
}

/// Text that a social card does not show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CardProblem {
    /// A character that no font has.
    NoGlyph(char),
    /// A text that is too long for the card.
    Outside,
}

/// Syntax of MDX, of another generator or of a disabled extension, which has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ForeignSyntax {
    /// Words after the language of a code block, which have no effect.
    CodeAttributes,
    /// An `import` or `export` of MDX.
    MdxImport,
    /// A tag of a component, or another tag that HTML does not have.
    ComponentTag,
    /// A comment of MDX, `{/* ... */}`.
    MdxComment,
    /// An expression of MDX in braces, such as `{frontmatter.title}`.
    MdxExpression,
    /// Mathematics of TeX, such as `$x^2$`, while `math` is off.
    Math,
    /// A directive, such as `:::note` or `:kbd[Ctrl]`.
    Directive,
    /// Attributes in braces, such as `{.lead}`, while `attributes` is off.
    Attributes,
    /// A marker that another generator replaces, such as `[TOC]`.
    ForeignMarker,
    /// A callout of a kind that the site does not have, such as `[!SPOILER]`.
    CalloutKind,
    /// A marker of a callout with a space in it, or with text directly after it.
    CalloutMarker,
    /// An id or a class of a heading, while `heading_attributes` is off.
    HeadingAttributes,
    /// A definition list, while `definition_lists` is off.
    DefinitionList,
    /// A table whose second line has another number of cells than the first.
    Table,
    /// The cells of a row of a table beyond its columns.
    SurplusCells,
    /// A link with a space before its target, or without its closing parenthesis.
    BrokenLink,
    /// The name of an emoji, while `emoji` is off.
    EmojiName,
    /// `2^nd^`, while `superscript` is off.
    Superscript,
    /// `H~2~O`, while `subscript` is off.
    Subscript,
    /// Attributes in braces that no element is before.
    UnattachedAttributes,
    /// A part of a list of attributes that a text cannot set, or has set already.
    RefusedAttributes,
    /// Mathematics of TeX that is no formula, while `math` is on.
    InvalidFormula,
    /// Tabs of another generator, such as `=== "npm"`, `<Tabs>` or `:::tabs`.
    Tabs,
}

/// A problem with its byte range in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub kind: ProblemKind,
    /// Where it is.
    pub range: Range<usize>,
}
