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
mod sanitize;
mod source;
mod summary;
mod typography;
mod verbatim;
mod writer;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, LinkType, Tag, TagEnd, html};
use serde::{Deserialize, Serialize};

use self::callout::{Callout, Part, TitleEvent};
use self::code_block::CodeInfo;
pub use self::code_block::islands::{CodeIsland, code_islands};
pub use self::code_block::{Highlight, plain_code};
use self::comments::without_comments;
pub use self::comments::{comments, without_ranges};
use self::extensions::attributes;
pub(crate) use self::extensions::parser;
pub use self::extensions::parser_options;
use self::extensions::{RangedEvent, autolink, emoji, pseudo};
use self::footnotes::{Arranged, Labels, Target, folded};
use self::headings::PendingHeading;
pub use self::headings::title::{TitleHeading, title};
pub use self::headings::toc::toc;
use self::hooks::{Hook, HookCall, HookValue, Hooks, attribute_values};
use self::in_line::InsertedInLines;
use self::placeholder::masked;
pub use self::placeholder::{Line, PLACEHOLDER, Placeholder};
pub use self::problem::{CardProblem, ForeignSyntax, Problem, ProblemKind};
use self::sanitize::sanitized;
use self::source::Source;
pub use self::summary::{definitions, summary};
pub use self::typography::FrenchSpacing;
pub use self::verbatim::VerbatimText;
use self::writer::{BlockImage, Cells, Image, Writer};
use crate::config::tables::markdown::MarkdownOptions;
use crate::texts::Texts;
use croupier_base::media::image::Dimensions;
use croupier_base::path::Href;
use croupier_base::syntax::html::{self as markup, Use};
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
    /// All headings of the text that this one is a translation of, whose ids it takes. `None` for an original.
    pub original_headings: Option<&'a [Heading]>,
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
            original_headings: None,
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
    // No link can name a heading without text, such as one in a table of contents.
    document.headings.retain(|heading| !heading.text.is_empty());
    document
}

/// Renders `text` with `placeholders`. Its headings include those without text.
fn with_all_headings(text: &str, placeholders: &[Placeholder], lookup: &Lookup<'_>) -> Document {
    let text = with_placeholders(text, placeholders);
    let source = Source::new(&text, placeholders, lookup.options);
    let mut anchors = BTreeMap::new();
    if lookup.has_comments {
        let events = source.events();
        return render_events(&source, placeholders, lookup, events, &mut anchors, Form::Page);
    }
    let events = shown_events(&source, true);
    render_events(&source, placeholders, lookup, events, &mut anchors, Form::Page)
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
    let has_name =
        |heading: &Heading| !heading.text.is_empty() && !headings::title::has_call(&heading.text);
    all_headings(text, options).into_iter().filter(has_name).collect()
}

/// Returns the headings of a text in order, also those without text. Shortcodes are not expanded.
pub fn all_headings(text: &str, options: MarkdownOptions) -> Vec<Heading> {
    // Most texts without these characters have no heading and are not parsed.
    if !text.contains(['#', '=', '-']) {
        return Vec::new();
    }
    let source = Source::new(text, &[], options);
    let events = without_texts(source.events());
    let (lookup, mut anchors) = (Lookup::of_options(options), BTreeMap::new());
    let document = render_events(&source, &[], &lookup, events, &mut anchors, Form::Headings);
    document.headings
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
    let events = shown_events(&source, allow_html);
    render_events(&source, &[], lookup, events, anchors, Form::Fragment)
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
    let events = shown_events(&source, allow_html);
    let (anchors, form) = (&mut anchors, Form::Excerpt(route));
    render_events(&source, placeholders, lookup, events, anchors, form)
}

/// What a text is rendered for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form<'a> {
    /// Its own page.
    Page,
    /// The list of its headings, without HTML.
    Headings,
    /// A part of a page. All images load lazily, since it is not at the start of the page.
    Fragment,
    /// A part of another page than the one at this route, whose text it is.
    Excerpt(&'a str),
}

/// Renders the events of a text, in which `placeholders` are masked.
#[expect(clippy::too_many_lines, reason = "one match over the kinds of events")]
fn render_events<'a>(
    source: &'a Source<'a>,
    placeholders: &'a [Placeholder],
    lookup: &'a Lookup<'a>,
    events: impl Iterator<Item = (Event<'a>, Range<usize>)>,
    anchors: &'a mut BTreeMap<String, usize>,
    form: Form<'_>,
) -> Document {
    let text = source.text;
    let mut blocks = source.blocks.clone();
    let mut writer = Writer {
        placeholders,
        lookup,
        document: Document::default(),
        // Avoids most reallocations: there are rarely less than 16 bytes per event.
        events: Vec::with_capacity(text.len() / 16),
        has_image: form != Form::Page,
        anchors,
        inserted: BTreeSet::new(),
        cells: Cells { alignments: Vec::new(), next: 0, name: "td" },
        heading_count: 0,
        tables: Vec::new(),
        inline_depth: 0,
        reopens_paragraph: None,
        block_line: None,
        attributed: Vec::new(),
        hook_calls: hooks::Calls::default(),
        block_image: None,
        lines: InsertedInLines::default(),
    };
    let mut heading: Option<PendingHeading> = None;
    let mut headings: Vec<PendingHeading> = Vec::new();
    let mut html_ids = BTreeSet::new();
    let mut labels = Labels::default();
    let mut image: Option<Image> = None;
    let mut code: Option<(CodeInfo, String)> = None;
    let mut formula: Option<String> = None;
    let mut paragraph: Option<String> = None;
    let has_hooks = !lookup.hooks.is_empty();
    // The open block quotes. Some of them are callouts.
    let mut quotes: Vec<Option<Callout>> = Vec::new();
    for placeholder in placeholders {
        let extracted = markup::read(&placeholder.html);
        for id in extracted.ids {
            let id = id.text.into_owned();
            writer.document.inserted_ids.push((id.clone(), placeholder.range.clone()));
            html_ids.insert(id);
        }
        writer.document.links.extend(extracted.addresses.into_iter().map(|it| Link {
            href: Href::new(it.text),
            usage: it.usage,
            range: placeholder.range.clone(),
        }));
    }
    // Chooses the kind of iterator once, and not for each event.
    let linked = autolink::linked(text, placeholders, events);
    pseudo::translated(source, placeholders, linked).for_each(|(mut event, mut range)| {
        // Most events are texts and ends of elements, which only a few elements process.
        let is_processed = image.is_some()
            || heading.is_some()
            || paragraph.is_some()
            || code.is_some()
            || formula.is_some()
            || !quotes.is_empty()
            || has_hooks;
        if !is_processed && placeholders.is_empty() && is_text_or_end(&event) {
            writer.events.push(event);
            return;
        }
        let mut of_element = None;
        if let Some(Some(callout)) = quotes.last_mut()
            && callout.part != Part::Text
        {
            match callout.title_event(event, &range) {
                TitleEvent::Opening => {
                    writer.open_callout(callout, &range);
                    // They belong to the rest of the paragraph.
                    callout.text_attributes = blocks.remove(&range.start);
                    return;
                }
                TitleEvent::Quotation(first) => {
                    quotes.pop();
                    quotes.push(None);
                    writer.event(Event::Start(Tag::BlockQuote(None)), &range);
                    event = first;
                }
                TitleEvent::Hidden => return,
                TitleEvent::First(first, first_range) => {
                    writer.event(Event::InlineHtml(" ".into()), &range);
                    (event, range) = (first, first_range);
                }
                TitleEvent::Shown(shown) => event = shown,
                TitleEvent::End { continues } => {
                    of_element = callout.text_attributes.take();
                    if writer.has_hook(Hook::Callout) {
                        writer.end_hook_title();
                    }
                    writer.event(Event::Html(callout.title_end().into()), &range);
                    if !continues {
                        return;
                    }
                    event = Event::Start(Tag::Paragraph);
                }
            }
        }
        if !blocks.is_empty() && attributes::is_block(&event) {
            of_element = blocks.remove(&range.start).or(of_element);
        }
        if let Some(attributes) = &of_element {
            attributes::add_to_heading(&mut event, attributes);
        }
        if let Some(open_image) = &mut image {
            match event {
                Event::Text(content)
                | Event::Code(content)
                | Event::InlineMath(content)
                | Event::DisplayMath(content) => open_image.alt.push_str(&content),
                Event::SoftBreak | Event::HardBreak => open_image.alt.push(' '),
                Event::Start(Tag::Image { .. }) => open_image.depth += 1,
                Event::End(TagEnd::Image) if open_image.depth > 0 => open_image.depth -= 1,
                Event::End(TagEnd::Image) => {
                    let image = image.take().expect("an image is open");
                    if let Some(heading) = &mut heading {
                        heading.add_alternative(&image.alt);
                    }
                    writer.image(&image, text);
                }
                _ => {}
            }
            return;
        }
        if let (Some((_, code)), Event::Text(content)) = (&mut code, &event) {
            code.push_str(content);
            return;
        }
        if let (Some(formula), Event::Text(content)) = (&mut formula, &event) {
            formula.push_str(content);
            return;
        }
        match event {
            Event::Start(Tag::Image { dest_url, title, .. }) => {
                let dest_url = writer.with_inserted_urls(dest_url);
                let src = writer
                    .link(&dest_url, Use::Image, &range)
                    .unwrap_or_else(|| Href::new(&*dest_url));
                let attributes = source.links.get(&range.end).cloned().unwrap_or_default();
                html_ids.extend(attributes.get("id").map(String::from));
                image = Some(Image { src, title, alt: String::new(), depth: 0, range, attributes });
                return;
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = writer.with_inserted_urls(dest_url);
                let resolved = if link_type == LinkType::Email {
                    None
                } else {
                    writer.link(&dest_url, Use::Link, &range)
                };
                let dest_url = resolved.map_or(dest_url, |href| String::from(href).into());
                let attributes = source.links.get(&range.end).cloned();
                if writer.has_hook(Hook::Link) {
                    let fields = vec![
                        ("url", HookValue::Text(full_url(link_type, &dest_url))),
                        ("title", HookValue::Text(title.to_string())),
                        ("attributes", attribute_values(attributes.as_ref())),
                    ];
                    writer.open_hook(Hook::Link, &range, fields);
                }
                writer.event(Event::Start(Tag::Link { link_type, dest_url, title, id }), &range);
                if let Some(attributes) = attributes {
                    html_ids.extend(attributes.get("id").map(String::from));
                    writer.attributed.push((writer.events.len() - 1, attributes));
                }
                return;
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(ref info)))
                if lookup.math.is_some() && info.trim() == formula::LANGUAGE =>
            {
                formula = Some(String::new());
                return;
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let info = match &kind {
                    CodeBlockKind::Fenced(info) => CodeInfo::parse(info, lookup.options.attributes),
                    CodeBlockKind::Indented => CodeInfo::default(),
                };
                let is_highlighted = lookup.highlight.is_some();
                let has_hook = writer.has_hook(Hook::Code);
                if info.has_unknown || (info.has_words && !is_highlighted && !has_hook) {
                    writer.problem_in_line(
                        ProblemKind::Foreign(ForeignSyntax::CodeAttributes),
                        text,
                        &range,
                    );
                }
                if !info.attributes.pairs().is_empty()
                    && !of_element.get_or_insert_default().merge(&info.attributes)
                {
                    let kind = ProblemKind::Foreign(ForeignSyntax::RefusedAttributes);
                    writer.problem_in_line(kind, text, &range);
                }
                if has_hook {
                    let fields = info.hook_fields(&kind, of_element.as_ref());
                    writer.open_hook(Hook::Code, &range, fields);
                }
                let kind = match kind {
                    CodeBlockKind::Fenced(_) => CodeBlockKind::Fenced(info.language.clone().into()),
                    CodeBlockKind::Indented => kind,
                };
                event = Event::Start(Tag::CodeBlock(kind));
                if is_highlighted {
                    let attributes = of_element.get_or_insert_default();
                    attributes.add("class", "highlight");
                    // A reader without a mouse can scroll a long line.
                    attributes.add("tabindex", "0");
                    if let Some(html) = info.opening() {
                        writer.event(Event::Html(html.into()), &range);
                    }
                }
                if is_highlighted || has_hook {
                    code = Some((info, String::new()));
                }
            }
            Event::End(TagEnd::CodeBlock) if formula.is_some() => {
                if let (Some(formula), Some(math)) = (formula.take(), lookup.math) {
                    writer.formula(math, formula.trim_end(), true, text, &range);
                    writer.event(Event::Html("\n".into()), &range);
                }
                return;
            }
            Event::End(TagEnd::CodeBlock) => {
                if let Some((info, code)) = code.take() {
                    if let Some(highlight) = lookup.highlight {
                        let (html, is_known) = info.code(&code, highlight);
                        if !is_known {
                            writer.unknown_language(&info.language, text, &range);
                        }
                        writer.event(Event::Html(html.into()), &range);
                        writer.event(event, &range);
                        if let Some(html) = info.closing() {
                            writer.event(Event::Html(html.into()), &range);
                        }
                    } else {
                        writer.event(Event::Text(code.clone().into()), &range);
                        writer.event(event, &range);
                    }
                    if writer.has_hook(Hook::Code) {
                        writer.close_hook(vec![("plain_text", HookValue::Text(code))]);
                    }
                    return;
                }
            }
            Event::Start(Tag::BlockQuote(kind)) => {
                let callout = writer.callout(kind, text, &range, &mut of_element);
                let is_callout = callout.is_some();
                if let Some(callout) = &callout {
                    html_ids.extend(callout.id());
                    if callout.part == Part::Text {
                        writer.open_callout(callout, &range);
                    }
                }
                quotes.push(callout);
                if is_callout {
                    return;
                }
            }
            Event::End(TagEnd::BlockQuote(_)) => {
                if let Some(callout) = quotes.pop().flatten() {
                    writer.event(Event::Html(callout.closing().into()), &range);
                    if writer.has_hook(Hook::Callout) {
                        writer.close_hook(Vec::new());
                    }
                    return;
                }
            }
            Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_) => {
                let html = writer.expanded(text, &range);
                html_ids.extend(writer.raw(&html, &range));
                if let Some(heading) = &mut heading {
                    heading.add_alternative(&markup::alternative(&html));
                }
            }
            Event::Start(Tag::Heading { level, ref id, ref classes, ref attrs }) => {
                if writer.has_hook(Hook::Heading) {
                    let attributes = heading_attributes(classes, attrs);
                    let fields = vec![
                        ("level", HookValue::Number(level as usize)),
                        ("attributes", HookValue::Texts(attributes)),
                    ];
                    writer.open_hook(Hook::Heading, &range, fields);
                }
                writer.heading_count += 1;
                let end = range.start + text[range.clone()].trim_end().len();
                let id = id.as_ref().map(ToString::to_string);
                let index = writer.events.len();
                heading = Some(PendingHeading::new(Some(level), id, index, range.start..end));
            }
            Event::Start(Tag::DefinitionListTitle) if lookup.options.definition_term_ids => {
                let index = writer.events.len();
                heading = Some(PendingHeading::new(None, None, index, range.clone()));
            }
            Event::Text(ref content)
            | Event::Code(ref content)
            | Event::InlineMath(ref content)
            | Event::DisplayMath(ref content) => {
                if let Some(heading) = &mut heading {
                    for placeholder in writer.placeholders_in(&range) {
                        heading.add_alternative(&markup::alternative(&placeholder.html));
                    }
                    let PendingHeading { text: shown, id_text, .. } = heading;
                    let content = writer.with_placeholder_texts(content, range.start);
                    // The id of a heading does not depend on whether names of emoji are replaced.
                    let name = emoji::written_name(text, &content, &range);
                    id_text.push_str(name.unwrap_or(&content));
                    shown.push_str(&content);
                }
                if let Some(text) = &mut paragraph {
                    text.push_str(&writer.without_placeholders(content, range.start));
                }
                if let (Event::InlineMath(_) | Event::DisplayMath(_), Some(math)) =
                    (&event, lookup.math)
                {
                    let is_display = matches!(event, Event::DisplayMath(_));
                    writer.formula(math, content, is_display, text, &range);
                    return;
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(PendingHeading { text, id_text, .. }) = &mut heading {
                    text.push(' ');
                    id_text.push(' ');
                }
                if let Some(text) = &mut paragraph {
                    text.push(' ');
                }
            }
            Event::Start(Tag::Paragraph) => {
                if writer.document.summary.is_empty() {
                    paragraph = Some(String::new());
                }
                if writer.has_hook(Hook::Image) {
                    writer.block_image = BlockImage::new(text, &range);
                }
            }
            Event::End(TagEnd::Paragraph) => {
                if let Some(text) = paragraph.take() {
                    writer.document.summary = shortened(text.trim());
                }
                if writer.block_image.take().is_some_and(|it| it.is_written) {
                    return;
                }
            }
            Event::End(TagEnd::Heading(_) | TagEnd::DefinitionListTitle) => {
                headings.extend(heading.take());
            }
            Event::FootnoteReference(ref label) => {
                labels.references.push((folded(label), range.clone()));
            }
            Event::Start(Tag::FootnoteDefinition(ref label)) => {
                labels.definitions.push((folded(label), range.clone()));
            }
            _ => {}
        }
        let is_heading = matches!(event, Event::Start(Tag::Heading { .. }));
        if matches!(event, Event::Start(Tag::Table(_))) && writer.has_hook(Hook::Table) {
            let fields = vec![("attributes", attribute_values(of_element.as_ref()))];
            writer.open_hook(Hook::Table, &range, fields);
        }
        let closed = match event {
            Event::End(TagEnd::Link) => Some(Hook::Link),
            Event::End(TagEnd::Heading(_)) => Some(Hook::Heading),
            Event::End(TagEnd::Table) => Some(Hook::Table),
            _ => None,
        };
        writer.event(event, &range);
        if closed.is_some_and(|hook| writer.has_hook(hook)) {
            writer.close_hook(Vec::new());
        }
        if let Some(attributes) = of_element.filter(|_| !is_heading) {
            html_ids.extend(attributes.get("id").map(String::from));
            writer.attributed.push((writer.events.len() - 1, attributes));
        }
    });
    for (index, attributes) in std::mem::take(&mut writer.attributed) {
        attributes::add_to_element(&mut writer.events, index, &attributes);
    }
    writer.fit_into_lines();
    let has_footnotes = !labels.references.is_empty() || !labels.definitions.is_empty();
    let target = if let Form::Excerpt(route) = form {
        Target::Page(route)
    } else {
        let prefix = writer.assign_heading_ids(&headings, &html_ids, labels.note_count());
        if form == Form::Page && !headings.is_empty() {
            writer.insert_anchor_links();
        }
        Target::Here(prefix)
    };
    if form == Form::Page {
        writer.document.problems.extend(labels.problems(text, lookup.options));
        writer.document.problems.extend(source.problems.iter().cloned());
        writer.document.problems.extend(leftovers::problems(text, lookup.options));
        writer
            .document
            .problems
            .extend(lookup.french_spacing.into_iter().flat_map(|it| it.problems(source)));
    }
    if form == Form::Headings {
        return writer.document;
    }

    let inserted = std::mem::take(&mut writer.inserted);
    writer.document.misplaced = placeholders
        .iter()
        .map(|placeholder| &placeholder.range)
        .filter(|range| !inserted.contains(&range.start))
        .cloned()
        .collect();
    writer.document.html.reserve(text.len() + text.len() / 2);
    if has_footnotes {
        let events = std::mem::take(&mut writer.events);
        let Arranged { text, section, count } = footnotes::arranged(events, &target);
        writer.events = text;
        let has_hook = count > 0 && writer.has_hook(Hook::Footnotes);
        if has_hook {
            let range = labels.definitions.first().map_or(0..0, |(_, range)| range.clone());
            let fields =
                vec![("count", HookValue::Number(count)), ("attributes", attribute_values(None))];
            writer.open_hook(Hook::Footnotes, &range, fields);
        }
        writer.events.extend(section);
        if has_hook {
            writer.close_hook(Vec::new());
        }
    }
    let events = std::mem::take(&mut writer.events);
    html::push_html(&mut writer.document.html, events.into_iter());
    hooks::expand(&mut writer.document, std::mem::take(&mut writer.hook_calls), lookup);
    writer.document
}

/// Returns whether an event is a text or the end of an element, except for the end of a table,
/// which is always processed.
fn is_text_or_end(event: &Event<'_>) -> bool {
    match event {
        Event::Text(_) | Event::Code(_) | Event::SoftBreak | Event::HardBreak => true,
        Event::End(end) => *end != TagEnd::Table,
        _ => false,
    }
}

/// Returns the target of a link as its `href` has it.
fn full_url(link_type: LinkType, url: &str) -> String {
    if link_type == LinkType::Email { format!("mailto:{url}") } else { url.to_owned() }
}

/// Returns the classes and other attributes of a heading.
fn heading_attributes(
    classes: &[CowStr<'_>],
    attributes: &[(CowStr<'_>, Option<CowStr<'_>>)],
) -> Vec<(String, String)> {
    let classes = (!classes.is_empty()).then(|| ("class".to_owned(), classes.join(" ")));
    let others = attributes.iter().map(|(name, value)| {
        (name.to_string(), value.as_ref().map(ToString::to_string).unwrap_or_default())
    });
    classes.into_iter().chain(others).collect()
}

/// Maximum number of characters in a summary.
const SUMMARY_LENGTH: usize = 300;

/// Returns the text, cut at a word boundary if it is longer than a summary may be.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(SUMMARY_LENGTH) else {
        return text.to_owned();
    };
    let end = text[..end].rfind(char::is_whitespace).unwrap_or(end);
    format!(
        "{}…",
        text[..end].trim_end_matches(|it: char| it.is_whitespace() || it.is_ascii_punctuation())
    )
}

#[cfg(test)]
mod tests;
