//! Renders the body of a page to HTML: expands its shortcodes and renders its Markdown.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use minijinja::value::Value;

use crate::query::recorder::{Recorder, aside, with_includes};
use crate::query::results::Included;
use crate::template::environment::TemplatesRef;
use crate::template::functions::picture::markdown_copies;
use crate::template::markup::{self, BodyMarkup};
use crate::template::resolved_urls::{resolve_on_copy, with_resolved_urls};
use crate::template::shortcodes::{self, ShortcodeText};
use crate::template::text_lookup::{setting_text, texts, with_lookup};
use crate::template::used_assets::UsedAssets;
use crate::template::views::{CurrentPage, TextHeadings};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::{Href, Route};
use croupier_base::syntax::html;
use croupier_base::url;
use croupier_content::config::tables::markdown::{ANCHOR_LABEL, AnchorLinks};
use croupier_content::languages::LanguageKey;
use croupier_content::markdown::PLACEHOLDER;
use croupier_content::markdown::hooks::HookCall;
use croupier_content::markdown::{self, Document, Lookup, Outline, Placeholder};
use croupier_content::page::Page;
use croupier_content::page_text::Text;
use croupier_extensions::FormulaError;

/// How to fix a formula.
pub(super) const FORMULA_HINT: &str = "correct the formula, or write `\\$` to show a dollar sign; the guide \"Write formulas\" lists what formulas can have";

/// A text that is rendered for another page than its own.
#[derive(Clone, Copy)]
pub(super) struct Inclusion<'a> {
    /// The start of the ids of its headings and footnotes.
    pub id_prefix: &'a str,
    /// Whether its own page is not published.
    pub is_headless: bool,
    /// The outline that gives the text its ids, if it is a section of a translation.
    pub outline: Option<&'a Arc<Outline>>,
}

/// Renders the body of a page, for the page itself and for feeds.
///
/// Returns the document, and what its shortcodes emitted. Appends errors to `diagnostics`. Ranges
/// are byte ranges in the file.
pub(crate) fn render_body(
    recorder: &Recorder,
    templates: TemplatesRef<'_>,
    page: &Arc<Page>,
    text: &Text,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Document, UsedAssets) {
    render_text(recorder, templates, &BodyText { page, text, inclusion: None }, diagnostics)
}

/// A text to render.
pub(super) struct BodyText<'a> {
    pub page: &'a Arc<Page>,
    pub text: &'a Text,
    /// Set if another page shows it.
    pub inclusion: Option<Inclusion<'a>>,
}

/// Renders the body of a page, for the page itself or for one that includes it.
pub(super) fn render_text(
    recorder: &Recorder,
    templates: TemplatesRef<'_>,
    body: &BodyText<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Document, UsedAssets) {
    let before = with_includes(|includes| {
        includes.open.push(body.page.source.clone());
        includes.clone()
    });

    let unknown = Arc::new(TextHeadings::default());
    let mut errors = Vec::new();
    let mut rendered = render_once(recorder, templates, body, &unknown, &mut errors);

    if unknown.is_read() {
        let headings = Arc::new(TextHeadings::new(rendered.0.headings));
        errors.clear();
        // The second rendering counts what it shows again.
        with_includes(|includes| *includes = before);
        rendered = render_once(recorder, templates, body, &headings, &mut errors);
    }

    with_includes(|includes| includes.open.pop());
    diagnostics.append(&mut errors);
    rendered
}

/// Renders the body of a page, whose shortcodes see `headings`.
fn render_once(
    recorder: &Recorder,
    templates: TemplatesRef<'_>,
    &BodyText { page, text, inclusion }: &BodyText<'_>,
    headings: &Arc<TextHeadings>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Document, UsedAssets) {
    let mut emitted = UsedAssets::default();
    let mut problems = Vec::new();

    let inserts = shortcodes::render(
        recorder,
        templates,
        &ShortcodeText { page, text, headings },
        &mut emitted,
        &mut problems,
        diagnostics,
    );

    // A paginated page shows the text of the page whose file it comes from.
    let route = if page.is_generated { recorder.route_of(&page.source) } else { None };
    let route = route.unwrap_or(&page.route);

    let page_value = if markup::hooks(recorder).is_empty() {
        Value::UNDEFINED
    } else {
        Value::from_object(CurrentPage::unrendered(recorder, page, headings))
    };
    let (used, errors) = (RefCell::default(), RefCell::default());
    let markup = BodyMarkup { recorder, templates, page, text, page_value, used, errors };
    let mut document = render_markdown(&markup, &inserts, route, inclusion);
    emitted.merge(markup.used.into_inner());
    diagnostics.extend(markup.errors.into_inner());

    if *route != page.route || route.is_shown_anywhere() {
        resolve_for_copies(&mut document, route);
    }
    if let Some(inclusion) = inclusion {
        resolve_included(&mut document, route, inclusion);
    }
    remove_excerpt_links(&mut document, &inserts, &emitted.excerpt_links);
    diagnostics.extend(errors_in_markdown(&document, page, text));

    // A URL that contains a shortcode is an error already, so its target is not checked.
    document.links.retain(|link| !link.href.contains(PLACEHOLDER));
    document.problems.extend(problems);
    move_ranges(&mut document, text.body);

    (document, emitted)
}

/// Renders the Markdown of the body of the page at `route`, with the HTML of its shortcodes.
fn render_markdown(
    markup: &BodyMarkup<'_>,
    inserts: &[Placeholder],
    route: &Route,
    inclusion: Option<Inclusion<'_>>,
) -> Document {
    let &BodyMarkup { recorder, templates, page, text, .. } = markup;
    let resolve_link = |href: &Href| {
        let address = recorder.address(&page.source, href);
        address.or_else(|| resolve_path(href, route))
    };
    let render_hook = |call: HookCall| markup.render(call);
    let language = page.text_language.filter(|_| page.is_fallback());
    let language = language.unwrap_or_else(|| recorder.language());
    let anchor_label = anchor_label(recorder, language);
    let of_section = inclusion.and_then(|it| it.outline).cloned();
    let original = of_section.or_else(|| outline_of_original(recorder, templates, page));
    let french_spacing = recorder.french_spacing(page);

    with_lookup(recorder, language, &resolve_link, |lookup| {
        let options = if page.is_fallback() {
            lookup.options.in_language(recorder.tag_of_text(page))
        } else {
            lookup.options
        };
        let lookup = Lookup {
            options,
            french_spacing,
            copies: &|path, is_lazy| {
                markdown_copies(recorder, &page.template_name(), path, is_lazy)
            },
            hooks: markup::hooks(recorder),
            render_hook: &render_hook,
            anchor_label: anchor_label.as_deref(),
            id_prefix: inclusion.map_or("", |it| it.id_prefix),
            original: original.as_deref(),
            has_comments: !with_includes(|includes| includes.is_feed),
            ..lookup
        };
        if inclusion.is_some() || !recorder.is_original(page) {
            return markdown::render(text.body(), inserts, &lookup);
        }
        let options = recorder.markdown_options();
        let (document, outline) =
            markdown::render_with_outline(text.body(), inserts, &lookup, options);
        if let Some(outline) = outline {
            recorder.store_outline(page, outline);
        }
        document
    })
}

/// Returns the outline of the page that a page is a translation of. `None` for an original.
pub(super) fn outline_of_original(
    recorder: &Recorder,
    templates: TemplatesRef<'_>,
    page: &Page,
) -> Option<Arc<Outline>> {
    let (file, outline) = recorder.outline_of_original(page)?;
    if !outline.has_calls() {
        return Some(outline);
    }

    // The text of such an element, and so its id, is known only after its shortcodes are rendered. Their errors are those of the original.
    let Included { page: original, text } = recorder.included(&file).ok()?;
    let inserts = aside(original.language, &file, || {
        let unknown = Arc::default();
        let text = ShortcodeText { page: original, text: &text, headings: &unknown };
        let (mut used, mut problems, mut errors) = Default::default();
        shortcodes::render(recorder, templates, &text, &mut used, &mut problems, &mut errors)
    });
    Some(Arc::new(markdown::outline(text.body(), &inserts, recorder.markdown_options())))
}

/// Resolves the links of the text of the page at `route`, which is shown at other paths, too. Its anchors are at each of them.
fn resolve_for_copies(document: &mut Document, route: &Route) {
    document.html = with_resolved_urls(&document.html, |target| resolve_on_copy(route, target));
    for link in &mut document.links {
        if let Some(resolved) = resolve_on_copy(route, link.href.trim()) {
            link.href = Href::new(resolved);
        }
    }
}

/// Removes the links of included texts, which are checked on their own pages.
fn remove_excerpt_links(
    document: &mut Document,
    inserts: &[Placeholder],
    excerpt_links: &BTreeSet<String>,
) {
    if excerpt_links.is_empty() {
        return;
    }
    let calls: BTreeSet<usize> = inserts.iter().map(|it| it.range.start).collect();
    document
        .links
        .retain(|link| !(calls.contains(&link.range.start) && excerpt_links.contains(&*link.href)));
}

/// Returns the errors in misplaced shortcodes and in formulas.
fn errors_in_markdown(document: &Document, page: &Page, text: &Text) -> Vec<Diagnostic> {
    let location = |range: &Range<usize>| {
        let in_file = range.start + text.body..range.end + text.body;
        Location::new(page.source.as_str(), Arc::clone(&text.source), in_file)
    };

    let misplaced = document.misplaced.iter().map(|range| {
        Diagnostic::error(Code::BadShortcode, "a shortcode is not allowed here")
            .at(location(range))
            .hint("move it out of the title, image description or id; in a URL, call a macro that returns only text")
    });
    let formulas = document.formula_errors.iter().map(|FormulaError { message, range }| {
        Diagnostic::error(Code::BadFormula, message.clone()).at(location(range)).hint(FORMULA_HINT)
    });
    misplaced.chain(formulas).collect()
}

/// Converts the ranges of what a document contains from the Markdown to the file, in which the Markdown
/// begins at `start`.
fn move_ranges(document: &mut Document, start: usize) {
    let Document { links, problems, generated_ids, inserted_ids, .. } = document;
    let ids = generated_ids.iter_mut().chain(inserted_ids).map(|(_, range)| range);
    let links = links.iter_mut().map(|link| &mut link.range);
    let problems = problems.iter_mut().map(|problem| &mut problem.range);
    for range in links.chain(problems).chain(ids) {
        *range = range.start + start..range.end + start;
    }
}

/// Returns the name of the links of headings to themselves. `None` if site.toml does not enable them, and in feeds.
fn anchor_label(recorder: &Recorder, language: LanguageKey) -> Option<String> {
    let is_enabled = recorder.markdown_options().insert_anchor_links != AnchorLinks::None;
    (is_enabled && !with_includes(|includes| includes.is_feed)).then(|| {
        let own = setting_text(recorder, language, "markdown", ANCHOR_LABEL);
        own.unwrap_or_else(|| texts(recorder, language).anchor().to_owned())
    })
}

/// Resolves the links of a text that another page shows: relative ones at the route of the text, and
/// those to headings that are not shown there.
fn resolve_included(document: &mut Document, route: &Route, inclusion: Inclusion<'_>) {
    let html = std::mem::take(&mut document.html);
    let extracted = html::read(&html);
    let ids: BTreeSet<&str> = extracted.ids.iter().map(|id| &*id.text).collect();

    let resolve = |target: &str| {
        let Some(id) = target.strip_prefix('#') else {
            return url::resolve_on_page(route, target);
        };
        let prefixed = format!("{}{id}", inclusion.id_prefix);
        if ids.contains(id) {
            None
        } else if ids.contains(prefixed.as_str()) {
            Some(format!("#{prefixed}"))
        } else if inclusion.is_headless {
            None
        } else {
            Some(format!("{route}{target}"))
        }
    };

    document.html = with_resolved_urls(&html, resolve);
    for link in &mut document.links {
        if let Some(resolved) = resolve(link.href.trim()) {
            link.href = Href::new(resolved);
        }
    }
}

/// Returns the path of a link target that is relative to the page at `route`. A text such as
/// `www.example.com` or `https//` stays as it is written, so that the check can suggest a fix.
fn resolve_path(href: &Href, route: &str) -> Option<Href> {
    let first = href.split(['/', '?', '#']).next().unwrap_or_default();
    let is_step = matches!(first, "." | "..");
    let may_be_host = first.contains('.') || matches!(first, "http" | "https");
    if first.is_empty() || (may_be_host && !is_step) || href.split_path().0.ends_with(".md") {
        return None;
    }
    url::resolve_on_page(route, href).map(Href::new)
}
