//! `[markdown]` of site.toml: the extensions of Markdown that texts may use.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use croupier_base::pseudo::Pseudo;
use croupier_base::quotation_marks::QuotationMarks;

/// `[markdown.code_islands]`: the names of islands by the language, in lower case, of the code blocks that they render.
pub type CodeIslands = BTreeMap<String, String>;

/// `[markdown.language_aliases]`: the languages as which code of other ones, in lower case, is highlighted.
pub type LanguageAliases = BTreeMap<String, String>;

/// The extensions of Markdown. All parsers of a text get the same ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each one is a key of site.toml")]
pub struct MarkdownOptions {
    /// How headings without a written id get theirs.
    pub heading_ids: HeadingIds,
    /// Where headings have links to themselves.
    pub insert_anchor_links: AnchorLinks,
    /// `## Heading {#id .class}`.
    pub heading_attributes: bool,
    /// `{.class}` after a link or an image, and on the line after a block.
    pub attributes: bool,
    /// A term, and definitions in lines that begin with `: `.
    pub definition_lists: bool,
    /// Ids of the terms of definition lists, made as those of headings.
    pub definition_term_ids: bool,
    /// The tokens of code blocks get classes; blocks can have titles, line numbers and marked lines.
    pub highlight: bool,
    /// The shortcodes `tabs` and `tab`, with their script and style sheet.
    pub tabs: bool,
    /// `$x^2$`, and formulas on lines of their own between `$$`, as `MathML`.
    pub math: bool,
    /// `:smile:`, with the names that GitHub has.
    pub emoji: bool,
    /// Typographic quotes, dashes and ellipses in place of `"`, `--` and `...`.
    pub smart_punctuation: bool,
    /// `2^nd^`.
    pub superscript: bool,
    /// `H~2~O`.
    pub subscript: bool,
    /// The quotation marks of the language of a text, which are no key of site.toml.
    #[serde(skip)]
    pub quotation_marks: QuotationMarks,
    /// The pseudo-language that the text is shown in, which is no key of site.toml.
    #[serde(skip)]
    pub pseudo: Option<Pseudo>,
}

impl MarkdownOptions {
    /// Returns the options for texts of the language with this tag.
    #[must_use]
    pub fn in_language(self, tag: &str) -> MarkdownOptions {
        let quotation_marks = if self.smart_punctuation {
            QuotationMarks::of_tag(tag)
        } else {
            QuotationMarks::ENGLISH
        };
        MarkdownOptions { quotation_marks, pseudo: Pseudo::of_tag(tag), ..self }
    }
}

impl Default for MarkdownOptions {
    fn default() -> MarkdownOptions {
        MarkdownOptions {
            heading_ids: HeadingIds::Default,
            insert_anchor_links: AnchorLinks::None,
            heading_attributes: true,
            attributes: false,
            definition_lists: false,
            definition_term_ids: false,
            highlight: false,
            tabs: false,
            math: false,
            emoji: false,
            smart_punctuation: false,
            superscript: false,
            subscript: false,
            quotation_marks: QuotationMarks::ENGLISH,
            pseudo: None,
        }
    }
}

/// The key of `[markdown]` with the name of links of headings to themselves.
pub const ANCHOR_LABEL: &str = "anchor_label";

/// The key of `[markdown]` with the labels of callouts.
pub const CALLOUTS: &str = "callouts";

/// Where headings have links to themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnchorLinks {
    /// Nowhere.
    #[default]
    None,
    /// Before the text.
    Left,
    /// After the text.
    Right,
    /// The text itself is the link.
    Heading,
}

/// `[markdown.callouts]`: the labels of callouts, by kind in lower case.
pub type CalloutLabels = BTreeMap<String, String>;

/// How headings without a written id get theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HeadingIds {
    /// A slug in all scripts. GitHub's id is a second anchor where it differs.
    #[default]
    Default,
    /// As on GitHub.
    Github,
    /// As in Zola: transliterated to ASCII.
    Zola,
    /// As in Hugo.
    Hugo,
}
