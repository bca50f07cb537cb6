//! What a text needs to know of its site to be rendered.

use croupier_base::media::image::Dimensions;
use croupier_base::path::Href;
use croupier_extensions::Math;

use crate::config::tables::markdown::MarkdownOptions;
use crate::markdown::code_block::Highlight;
use crate::markdown::document::Outline;
use crate::markdown::hooks::{HookCall, Hooks};
use crate::texts::Texts;

/// The copies of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageCopies {
    /// The `<source>` elements.
    pub sources: String,
    /// The attribute of the `<img>` with its placeholder colour, after a space: ` data-color="#38424f"`. Empty for an image with
    /// transparent pixels.
    pub color_attribute: String,
}

/// What a text needs to know of its site.
pub struct Lookup<'a> {
    /// The extensions of Markdown.
    pub options: MarkdownOptions,
    /// Returns the dimensions of an image.
    pub dimensions: &'a dyn Fn(&Href) -> Option<Dimensions>,
    /// Returns the copies of an image, for an image that loads lazily or not. `None` if it has none.
    pub copies: &'a dyn Fn(&Href, bool) -> Option<ImageCopies>,
    /// Highlights code blocks, if site.toml enables it.
    pub highlight: Option<Highlight<'a>>,
    /// Renders formulas, if site.toml enables it.
    pub math: Option<Math>,
    /// Returns the URL for a link that names a content file or page asset: `/info/faq/#fees` for
    /// `faq.md#fees`.
    pub resolve_link: &'a dyn Fn(&Href) -> Option<Href>,
    /// Returns the label of a kind of callout, `Note` for `note`. `None` if the site has no such
    /// kind.
    pub callout_label: &'a dyn Fn(&str) -> Option<String>,
    /// Returns the name of the checkbox of a task, which is done or open.
    pub task_label: &'a dyn Fn(bool) -> &'static str,
    /// The name of the link of a heading to itself. `None` if headings have no such links.
    pub anchor_label: Option<&'a str>,
    /// The start of the ids of headings and footnotes. Empty on the page of the text.
    pub id_prefix: &'a str,
    /// The outline of the text that this one is a translation of, whose ids it takes. `None` for an original.
    pub original: Option<&'a Outline>,
    /// The rules of spaces that the text is checked against, if site.toml enables it and the text is in French.
    pub french_spacing: Option<FrenchSpacing>,
    /// Whether the HTML has the comments of the text.
    pub has_comments: bool,
    /// The elements for which the site has templates.
    pub hooks: Hooks,
    /// Renders such an element.
    pub render_hook: &'a dyn Fn(HookCall) -> String,
}

impl Lookup<'static> {
    /// Returns what a text is rendered with if its site is not known.
    pub fn of_options(options: MarkdownOptions) -> Lookup<'static> {
        Lookup {
            options,
            dimensions: &|_| None,
            copies: &|_, _| None,
            highlight: None,
            math: None,
            resolve_link: &|_| None,
            callout_label: &|kind| Texts::of("en")?.callout(kind).map(str::to_owned),
            task_label: &|is_done| Texts::of_or_english("en").task(is_done),
            anchor_label: None,
            id_prefix: "",
            original: None,
            french_spacing: None,
            has_comments: true,
            hooks: Hooks::default(),
            render_hook: &|_| String::new(),
        }
    }
}

impl Lookup<'_> {
    /// Returns the same for a text that may have HTML or not. Without HTML, it has no attributes.
    pub(super) fn restricted(&self, allow_html: bool) -> Lookup<'_> {
        let attributes = self.options.attributes && allow_html;
        Lookup { options: MarkdownOptions { attributes, ..self.options }, ..*self }
    }
}

/// The rules of spaces in French.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrenchSpacing {
    /// The rules that all French has.
    Common,
    /// The rules of Canada, which has no space before `;`, `!` and `?`.
    Canadian,
}

impl FrenchSpacing {
    /// Returns the rules of the language with this tag. `None` if it is not French.
    pub fn of_tag(tag: &str) -> Option<FrenchSpacing> {
        let mut parts = tag.split(['-', '_']);
        if !parts.next()?.eq_ignore_ascii_case("fr") {
            return None;
        }
        let is_canadian = parts.any(|part| part.eq_ignore_ascii_case("CA"));
        Some(if is_canadian { FrenchSpacing::Canadian } else { FrenchSpacing::Common })
    }
}
