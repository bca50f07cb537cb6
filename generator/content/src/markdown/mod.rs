//! Renders Markdown to HTML: `CommonMark` with tables, footnotes, alerts, strikethrough, task
//! lists, bare URLs, heading ids, image dimensions and shortcodes, and with the extensions that
//! site.toml enables.

mod callout;
mod code_block;
mod comments;
mod extensions;
mod footnotes;
mod formula;
pub mod headings;
pub mod hooks;
mod in_line;
mod leftovers;
pub mod mdx;
mod placeholder;
mod problem;
mod renderer;
mod sanitize;
mod source;
mod summary;
mod typography;
mod verbatim;
mod writer;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};
use serde::{Deserialize, Serialize};

pub use self::code_block::islands::{CodeIsland, code_islands};
pub use self::code_block::{Highlight, plain_code};
use self::comments::without_comments;
pub use self::comments::{comments, without_ranges};
use self::extensions::RangedEvent;
pub(crate) use self::extensions::parser;
pub use self::extensions::parser_options;
pub use self::headings::ids_by_slug;
pub(crate) use self::headings::title::has_call;
pub use self::headings::title::{TitleHeading, title};
pub use self::headings::toc::toc;
use self::hooks::{HookCall, Hooks};
use self::placeholder::masked;
pub use self::placeholder::{Line, PLACEHOLDER, Placeholder};
pub use self::problem::{CardProblem, ForeignSyntax, OutlineDifference, Problem, ProblemKind};
use self::renderer::{Form, Renderer};
use self::sanitize::sanitized;
use self::source::Source;
pub use self::summary::{definitions, summary};
pub use self::typography::FrenchSpacing;
pub use self::verbatim::VerbatimText;
use crate::config::tables::markdown::MarkdownOptions;
use crate::texts::Texts;
use croupier_base::media::image::Dimensions;
use croupier_base::path::Href;
use croupier_base::syntax::html::Use;
use croupier_extensions::{FormulaError, Math};

/// A heading of the page, for tables of contents and anchors.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The anchor.
    pub id: String,
    /// The text without markup.
    pub text: String,
}

/// A term of a definition list that has an id.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Term {
    /// The anchor.
    pub id: String,
    /// The text without markup.
    pub text: String,
}

/// The elements of a text whose ids its translations take.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Outline {
    /// All headings in order, also those without text.
    pub headings: Vec<Heading>,
    /// The terms of definition lists in order, if they have ids.
    pub terms: Vec<Term>,
}

impl Outline {
    /// Returns whether an element contains the call of a shortcode, so that its id is known only after the call is rendered.
    pub fn has_calls(&self) -> bool {
        let headings = self.headings.iter().map(|it| &it.text);
        headings.chain(self.terms.iter().map(|it| &it.text)).any(|text| has_call(text))
    }
}

/// A link or an image of the text.
#[derive(Debug, Clone)]
pub struct Link {
    /// The target as written, or the URL of the content file that it names.
    pub href: Href,
    /// The kind of link.
    pub usage: Use,
    /// Byte range in the Markdown.
    pub range: Range<usize>,
}

/// The result of rendering a Markdown text.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// The HTML.
    pub html: String,
    /// The first paragraph with text, shortened, without markup and shortcodes.
    pub summary: String,
    /// Headings in order.
    pub headings: Vec<Heading>,
    /// Terms of definition lists in order, if they have ids.
    pub terms: Vec<Term>,
    /// Links and images in order, including those in raw HTML and in inserted HTML.
    pub links: Vec<Link>,
    /// Problems that do not prevent publication, such as images without a text alternative.
    pub problems: Vec<Problem>,
    /// The ids that are made from headings, with the byte ranges of these.
    pub generated_ids: Vec<(String, Range<usize>)>,
    /// The ids in inserted HTML, with the byte ranges of the calls.
    pub inserted_ids: Vec<(String, Range<usize>)>,
    /// Byte ranges of placeholders in locations where no HTML can be inserted.
    pub misplaced: Vec<Range<usize>>,
    /// Formulas that are not valid.
    pub formula_errors: Vec<FormulaError>,
}

impl Document {
    /// Removes the headings without text. No link can name them, such as one in a table of contents.
    fn remove_empty_headings(&mut self) {
        self.headings.retain(|heading| !heading.text.is_empty());
    }
}

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
    fn restricted(&self, allow_html: bool) -> Lookup<'_> {
        let attributes = self.options.attributes && allow_html;
        Lookup { options: MarkdownOptions { attributes, ..self.options }, ..*self }
    }
}

/// Returns a text with its placeholders masked.
fn with_placeholders<'t>(text: &'t str, placeholders: &[Placeholder]) -> Cow<'t, str> {
    if placeholders.is_empty() {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(masked(text, placeholders))
    }
}

/// Renders `text` with `placeholders`, which must be in order.
pub fn render(text: &str, placeholders: &[Placeholder], lookup: &Lookup<'_>) -> Document {
    let mut document = with_all_headings(text, placeholders, lookup);
    document.remove_empty_headings();
    document
}

/// Renders `text` like [`render`]. Also returns what [`outline`] returns for it with `options`. Returns none if its headings can have other
/// texts than in an outline, such as those of shortcodes, formulas and templates.
pub fn render_with_outline(
    text: &str,
    placeholders: &[Placeholder],
    lookup: &Lookup<'_>,
    options: MarkdownOptions,
) -> (Document, Option<Outline>) {
    let mut document = with_all_headings(text, placeholders, lookup);

    let has_same_headings = placeholders.is_empty()
        && lookup.options == options
        && lookup.hooks.is_empty()
        && lookup.math.is_none()
        && lookup.id_prefix.is_empty()
        && lookup.original.is_none()
        && lookup.has_comments;
    let outline = has_same_headings
        .then(|| Outline { headings: document.headings.clone(), terms: document.terms.clone() });

    document.remove_empty_headings();
    (document, outline)
}

/// Renders `text` with `placeholders`. Its headings include those without text.
fn with_all_headings(text: &str, placeholders: &[Placeholder], lookup: &Lookup<'_>) -> Document {
    let text = with_placeholders(text, placeholders);
    let source = Source::new(&text, placeholders, lookup.options);
    let mut anchors = BTreeMap::new();
    let renderer = Renderer::new(&source, placeholders, lookup, &mut anchors, Form::Page);
    if lookup.has_comments {
        renderer.render(source.events())
    } else {
        renderer.render(shown_events(&source, true))
    }
}

/// Returns the events of a text that is not for its own page: without comments, and without other
/// raw HTML unless `allow_html`.
fn shown_events<'a>(
    source: &'a Source<'a>,
    allow_html: bool,
) -> Box<dyn Iterator<Item = RangedEvent<'a>> + 'a> {
    let events = without_comments(source.events());
    if allow_html { Box::new(events) } else { Box::new(sanitized(events)) }
}

/// Returns the headings of a text in order, except those that call a shortcode. Shortcodes are not
/// expanded, so headings that they produce are missing.
pub fn headings(text: &str, options: MarkdownOptions) -> Vec<Heading> {
    let has_name = |heading: &Heading| !heading.text.is_empty() && !has_call(&heading.text);
    // Most texts without these characters have no heading and are not parsed.
    if !text.contains(['#', '=', '-']) {
        return Vec::new();
    }

    outline(text, &[], options).headings.into_iter().filter(has_name).collect()
}

/// Returns the outline of a text with `placeholders`. Shortcodes without a placeholder are not expanded.
pub fn outline(text: &str, placeholders: &[Placeholder], options: MarkdownOptions) -> Outline {
    let text = with_placeholders(text, placeholders);
    let source = Source::new(&text, placeholders, options);
    let (lookup, mut anchors) = (Lookup::of_options(options), BTreeMap::new());

    let renderer = Renderer::new(&source, placeholders, &lookup, &mut anchors, Form::Headings);
    let document = renderer.render(without_texts(source.events()));
    Outline { headings: document.headings, terms: document.terms }
}

/// Leaves out the texts that are not in a heading. Those in quotes can be the title of a callout.
fn without_texts<'a>(
    events: impl Iterator<Item = RangedEvent<'a>>,
) -> impl Iterator<Item = RangedEvent<'a>> {
    let mut depth = 0;
    events.filter(move |(event, _)| {
        depth += match event {
            Event::Start(Tag::Heading { .. } | Tag::DefinitionListTitle | Tag::BlockQuote(_)) => 1,
            Event::End(
                TagEnd::Heading(_) | TagEnd::DefinitionListTitle | TagEnd::BlockQuote(_),
            ) => -1,
            _ => 0,
        };
        let is_text =
            matches!(event, Event::Text(_) | Event::Code(_) | Event::SoftBreak | Event::HardBreak);
        depth > 0 || !is_text
    })
}

/// Renders a text that is embedded in a page. Its anchors avoid those in `anchors` and are added to
/// them. Raw HTML passes through if `allow_html`, and is shown as text otherwise.
pub fn fragment(
    text: &str,
    lookup: &Lookup<'_>,
    allow_html: bool,
    anchors: &mut BTreeMap<String, usize>,
) -> Document {
    let lookup = &lookup.restricted(allow_html);
    let mut source = Source::new(text, &[], lookup.options);
    if !allow_html {
        source.keep_names();
    }
    let renderer = Renderer::new(&source, &[], lookup, anchors, Form::Fragment);
    renderer.render(shown_events(&source, allow_html))
}

/// Renders the start of the text of the page at `route`, for other pages. It has no ids of its own,
/// and its footnotes link to those of the page.
pub fn excerpt(
    text: &str,
    placeholders: &[Placeholder],
    lookup: &Lookup<'_>,
    allow_html: bool,
    route: &str,
) -> Document {
    let lookup = &lookup.restricted(allow_html);
    let mut anchors = BTreeMap::new();
    let text = with_placeholders(text, placeholders);
    let mut source = Source::new(&text, placeholders, lookup.options);
    if !allow_html {
        source.keep_names();
    }
    let form = Form::Excerpt(route);
    let renderer = Renderer::new(&source, placeholders, lookup, &mut anchors, form);
    renderer.render(shown_events(&source, allow_html))
}

#[cfg(test)]
mod tests;
