//! Render hooks: elements that templates of the site render, instead of the default HTML.

use std::ops::Range;

use crate::markdown::extensions::attributes::Attributes;

/// An element that a template can render.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hook {
    /// A link, also one without brackets.
    Link,
    /// An image.
    Image,
    /// A heading.
    Heading,
    /// A code block.
    Code,
    /// A callout, `> [!NOTE]`.
    Callout,
    /// A table.
    Table,
    /// The notes at the end of the text.
    Footnotes,
}

impl Hook {
    /// All elements.
    pub const ALL: [Hook; 7] = [
        Hook::Link,
        Hook::Image,
        Hook::Heading,
        Hook::Code,
        Hook::Callout,
        Hook::Table,
        Hook::Footnotes,
    ];

    /// Returns the name of its template without extension, which is also the name of its variable.
    pub fn name(self) -> &'static str {
        match self {
            Hook::Link => "link",
            Hook::Image => "image",
            Hook::Heading => "heading",
            Hook::Code => "code",
            Hook::Callout => "callout",
            Hook::Table => "table",
            Hook::Footnotes => "footnotes",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The elements for which a site has templates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hooks(u8);

impl FromIterator<Hook> for Hooks {
    fn from_iter<I: IntoIterator<Item = Hook>>(hooks: I) -> Hooks {
        Hooks(hooks.into_iter().fold(0, |all, hook| all | hook.bit()))
    }
}

impl Hooks {
    /// Whether the site has a template for an element.
    pub fn has(self, hook: Hook) -> bool {
        self.0 & hook.bit() != 0
    }

    /// Whether the site has no such template.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A value of a [`HookCall`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookValue {
    /// A missing value.
    Nothing,
    /// A text, which templates escape.
    Text(String),
    /// HTML.
    Html(String),
    /// A number.
    Number(usize),
    /// Yes or no.
    Flag(bool),
    /// Texts by name.
    Texts(Vec<(String, String)>),
}

impl HookValue {
    pub(super) fn optional(text: Option<&str>) -> HookValue {
        text.map_or(HookValue::Nothing, |text| HookValue::Text(text.to_owned()))
    }
}

/// An element as its template sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookCall {
    /// The kind of element.
    pub hook: Hook,
    /// The fields of its variable.
    pub values: Vec<(&'static str, HookValue)>,
    /// Byte range in the Markdown.
    pub range: Range<usize>,
}

/// The calls of one text.
#[derive(Default)]
pub(super) struct Calls {
    pub(super) list: Vec<HookCall>,
    /// The indices of the elements that are not closed.
    pub(super) open: Vec<usize>,
    /// How many elements of each kind have begun, in the order of [`Hook::ALL`].
    pub(super) counts: [usize; Hook::ALL.len()],
}

/// Returns attributes as a value.
pub(super) fn attribute_values(attributes: Option<&Attributes>) -> HookValue {
    HookValue::Texts(attributes.map(|it| it.pairs().to_vec()).unwrap_or_default())
}
