//! Renders Markdown to HTML: `CommonMark` with tables, footnotes, alerts, strikethrough, task
//! lists, bare URLs, heading ids, image dimensions and shortcodes, and with the extensions that
//! site.toml enables.

mod callout;
mod code_block;
mod comments;
mod document;
mod extensions;
mod footnotes;
mod formula;
pub mod headings;
mod hook_marks;
pub mod hooks;
mod in_line;
mod inserted;
mod leftovers;
mod lookup;
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
use std::collections::{BTreeMap, HashMap};

use pulldown_cmark::{Event, Tag, TagEnd};

pub use self::code_block::islands::{CodeIsland, code_islands};
pub use self::code_block::{Highlight, plain_code};
use self::comments::without_comments;
pub use self::comments::{comments, without_ranges};
pub use self::document::{Document, Heading, Link, Outline, Term};
use self::extensions::RangedEvent;
pub(crate) use self::extensions::parser;
pub use self::extensions::parser_options;
use self::headings::alignment;
pub use self::headings::title::{TitleHeading, title};
pub use self::headings::toc::toc;
pub use self::lookup::{FrenchSpacing, ImageCopies, Lookup};
pub use self::placeholder::{Line, PLACEHOLDER, Placeholder};
use self::placeholder::{has_call, masked};
pub use self::problem::{CardProblem, ForeignSyntax, OutlineDifference, Problem, ProblemKind};
use self::renderer::{Form, Renderer};
use self::sanitize::sanitized;
use self::source::Source;
pub use self::summary::{definitions, summary};
pub use self::verbatim::VerbatimText;
use crate::config::tables::markdown::MarkdownOptions;
use crate::slug::heading_id;

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

/// Returns the headings of a text in order, with their ids on its page. The text may be a translation of `original`. Shortcodes are not
/// expanded, so headings that they produce are missing.
pub fn headings_on_page(
    text: &str,
    original: Option<&str>,
    options: MarkdownOptions,
) -> Vec<Heading> {
    let named = with_ids_on_page(text, original, options).into_iter();
    let named = named.filter(|(it, _)| !it.text.is_empty() && !has_call(&it.text));
    named.map(|(heading, id)| Heading { id, ..heading }).collect()
}

/// Returns the ids of the headings of a text by the slugs of their words, which differ from ids that are written, and from those of an
/// original. The text may be a translation of `original`. Shortcodes are not expanded.
pub fn ids_by_slug(
    text: &str,
    original: Option<&str>,
    options: MarkdownOptions,
) -> HashMap<String, String> {
    let mut ids = HashMap::new();
    for (heading, id) in with_ids_on_page(text, original, options) {
        let slug = heading_id(&heading.text, options.heading_ids);
        for name in [heading.id, slug] {
            ids.entry(name).or_insert_with(|| id.clone());
        }
    }
    ids
}

/// Returns all headings of a text, each with its id on the page: that of the original, unless the text writes another one.
fn with_ids_on_page(
    text: &str,
    original: Option<&str>,
    options: MarkdownOptions,
) -> Vec<(Heading, String)> {
    let headings = outline(text, &[], options).headings;
    let original = original.map(|text| outline(text, &[], options).headings);

    let on_page = |(heading, of_original): (&Heading, &str)| {
        let slug = heading_id(&heading.text, options.heading_ids);
        // An id that is not made from the text is written, and replaces that of the original.
        let id = if heading.id.starts_with(&slug) { of_original } else { &*heading.id };
        (heading.clone(), id.to_owned())
    };
    alignment::with_ids(&headings, original.as_deref()).into_iter().map(on_page).collect()
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
