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
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each one is a key of site.toml")]
pub struct MarkdownOptions {
    /// How headings without `{#id}` get their ids: in all scripts, with the id of GitHub as a second anchor (default), or as another
    /// generator does.
    pub heading_ids: HeadingIds,
    /// Where headings have links to themselves: before or after the text, or the text itself. Default: `none`.
    pub insert_anchor_links: AnchorLinks,
    /// Whether headings take an id and classes: `## Heading {#id .class}`. Default: `true`.
    pub heading_attributes: bool,
    /// Whether links, images and blocks take attributes: `[a](/b/){.c}`, and `{.c}` on the line after a block. Default: `false`.
    pub attributes: bool,
    /// Whether a line that begins with a colon defines the term in the line above it. Default: `false`.
    pub definition_lists: bool,
    /// Whether the terms of definition lists get ids, made as those of headings. Default: `false`.
    pub definition_term_ids: bool,
    /// Whether the tokens of code blocks get classes, and blocks can have titles, line numbers and marked lines. Default: `false`.
    pub highlight: bool,
    /// Whether texts can show panels with tabs: the shortcodes `tabs` and `tab`. Default: `false`.
    pub tabs: bool,
    /// Whether `$x^2$`, `$$` and code blocks of the language `math` are formulas of LaTeX, which become `MathML`. Default: `false`.
    pub math: bool,
    /// Whether names such as `:smile:` become emoji. Default: `false`.
    pub emoji: bool,
    /// Whether straight quotes, `--` and `...` become typographic quotes, dashes and ellipses. Default: `false`.
    pub smart_punctuation: bool,
    /// Whether `2^nd^` is a superscript. Default: `false`.
    pub superscript: bool,
    /// Whether `H~2~O` is a subscript. Default: `false`.
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
