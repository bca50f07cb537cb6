//! Renders a page: its Markdown and its template become the HTML document and the page-data.
//!
//! Rendering has no side effects. The recorder tracks all query results that a page depends on.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use minijinja::{context, value::Value};

use crate::query::Snapshot;
use crate::query::recorder::{Reads, Recorder, record};
use crate::render::base_layout::{document_config, render_document};
use crate::render::frame::Frame;
use crate::render::front_matter_check::FrontMatterCheck;
use crate::render::head::{
    Metadata, STYLES_PLACEHOLDER, chunks_and_styles, document_title, feed_links, metadata,
    runtime_scripts, style_sheets,
};
use crate::render::html::{prepend_base_path, with_base_path, with_nfc_urls};
use crate::render::json::query_hashes;
use crate::render::page_data::{LoaderData, LongString, PageData, QueryResult};
use crate::render::preview_notice;
use crate::render::site_scripts;
use crate::render::social_card;
use crate::render::template_links::TemplateLinks;
use crate::template::body::render_body;
use crate::template::environment::Templates;
use crate::template::views::{CurrentPage, listing_context};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{ChainStep, Diagnostic};
use croupier_base::syntax::html::{self, HtmlId};
use croupier_content::markdown::{Document, Link, Problem, ProblemKind};
use croupier_content::page::{Page, Text};

/// A rendered page.
#[derive(Debug)]
pub(crate) struct PageOutput {
    /// The HTML document.
    pub html: Vec<u8>,
    /// The page-data, if the site has it.
    pub data: Option<Vec<u8>>,
    /// The ids in the document that links can target, one per line.
    pub anchors: String,
    /// URLs in the HTML that come from the template, the base layout and what they include.
    pub template_links: TemplateLinks,
    /// The links of the Markdown. Their ranges are byte ranges in the file.
    pub links: Vec<Link>,
    /// Problems of the Markdown, such as images without alt text. Their ranges are byte ranges in
    /// the file.
    pub problems: Vec<Problem>,
    /// Static queries that the page uses: content hash by data name.
    pub queries: BTreeMap<String, String>,
    /// Problems in the data that the page shows.
    pub diagnostics: Vec<Diagnostic>,
}

/// Renders a page from its content file, which consists of `page` and `text`, and from the
/// snapshot.
///
/// Returns the page and the query results that it read, or all errors in the page.
pub(crate) fn render_page(
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
    page: &Arc<Page>,
    text: &Text,
) -> Result<(PageOutput, Reads), Vec<Diagnostic>> {
    let (result, reads) =
        record(snapshot, |recorder| render_recorded(recorder, templates, page, text));
    Ok((result?, reads))
}

/// Renders only the body of a page. Returns its links and its errors.
///
/// Used for pages with invalid front matter, so that the errors in their body are reported too.
pub(crate) fn render_body_only(
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
    page: &Arc<Page>,
    text: &Text,
) -> (Vec<Link>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let ((document, _), _) = record(snapshot, |recorder| {
        render_body(recorder, templates.borrowed(), page, text, &mut diagnostics)
    });
    (document.links, diagnostics)
}

/// Renders a page. After an error it continues with an empty result, to report all errors at once.
#[expect(clippy::too_many_lines, reason = "a sequence of steps on one page")]
fn render_recorded(
    recorder: &Recorder,
    templates: &Templates,
    page: &Arc<Page>,
    text: &Text,
) -> Result<PageOutput, Vec<Diagnostic>> {
    let site = recorder.head();
    let template = page.template();
    let mut errors = Vec::new();
    let (mut document, body_emitted) =
        render_body(recorder, templates.borrowed(), page, text, &mut errors);
    let check = FrontMatterCheck { recorder, page, front: &page.front, text };
    errors.extend(check.unknown_layout());
    errors.extend(check.unknown_taxonomies());
    let missing_base_layout = check.missing_base_layout();
    let has_base_layout = missing_base_layout.is_none();
    errors.extend(missing_base_layout);
    if let Some(cascade) = page.front.rare.cascade.as_ref().filter(|_| !page.is_generated) {
        let check = FrontMatterCheck { recorder, page, front: &cascade.front, text };
        errors.extend(check.cascade_errors());
    }
    if let Some(error) = check.missing_template() {
        errors.push(error);
        return Err(errors);
    }

    let body_html = std::mem::take(&mut document.html);
    let headings = std::mem::take(&mut document.headings);
    let page_value = Value::from_object(CurrentPage::rendered(recorder, page, body_html, headings));
    let add_step =
        |diagnostic: Diagnostic| diagnostic.through(ChainStep::Page(page.source.to_string()));
    let template_context = context! { page => page_value.clone(), ..list_context(recorder, page) };
    let (main, mut emitted) =
        templates.render(recorder, &template, &template_context).unwrap_or_else(|found| {
            errors.extend(found.into_iter().map(add_step));
            Default::default()
        });
    emitted.merge(body_emitted);
    // Shared by the document and the page-data.
    let main = with_nfc_urls(trim_in_place(main), site.base_url);
    let main = Value::from_safe_string(main);
    let title = document_title(recorder, page);
    let card = social_card::render(recorder, templates, &site, page, text, &page_value)
        .unwrap_or_else(|found| {
            errors.extend(found);
            None
        });
    let card_path = card.as_ref().map(|card| &card.path);
    let Metadata { elements: head, document_elements } =
        metadata(recorder, &check, &title, card_path).unwrap_or_else(|found| {
            errors.extend(found);
            Metadata::default()
        });
    let scripts = site_scripts::elements(&site, main.as_str().unwrap_or_default());
    let document_head = format!(
        "{}{head}{}{}{document_elements}",
        site.policy,
        feed_links(page, recorder),
        scripts + &preview_notice::head_element(&site)
    );
    let document_context = context! {
        page => page_value,
        main => main.clone(),
        head => Value::from_safe_string(document_head),
        scripts => Value::from_safe_string(runtime_scripts(recorder)),
        config => Value::from_safe_string(document_config(recorder, &page.front)),
    };
    if !has_base_layout {
        return Err(errors);
    }
    let (html, layout_emitted) =
        render_document(recorder, templates, &page.front, document_context).unwrap_or_else(
            |found| {
                errors.extend(found.into_iter().map(add_step));
                Default::default()
            },
        );
    if !errors.is_empty() {
        return Err(errors);
    }

    let mut sheets = style_sheets(recorder, &emitted, &layout_emitted);
    let frame = (!sheets.is_empty()).then(|| {
        let depends_on_page = templates.depends_on_page(&page.front.shell_path());
        Frame::new(recorder, &html, main.as_str().unwrap_or_default(), depends_on_page)
    });
    let mut layout_emitted = layout_emitted;
    if let Some(frame) = &frame {
        sheets.push_str(&frame.element());
        let duplicate = frame.duplicate_region.as_ref();
        layout_emitted.diagnostics.extend(duplicate.map(|it| duplicate_region(page, it)));
    }
    let html = if sheets.is_empty() { html } else { html.replace(STYLES_PLACEHOLDER, &sheets) };
    let html = with_nfc_urls(trim_in_place(html), site.base_url);
    let parsed = html::read(&html);
    let base = site.base;
    let page_data = || {
        // Regions, and a `<main>` with more than the page, can contain islands of the base layout.
        let frame_main = frame.as_ref().and_then(|it| it.main.as_ref());
        let regions = frame.as_ref().map(|it| &it.regions);
        let has_layout_parts = frame_main.is_some() || regions.is_some_and(|it| !it.is_empty());
        let mut shown = Cow::Borrowed(&emitted);
        if has_layout_parts {
            shown.to_mut().merge(layout_emitted.clone());
        }
        let in_document = |part: &str| {
            with_base_path(&with_nfc_urls(part.to_owned(), site.base_url), base).into_owned()
        };
        let main = match frame_main {
            Some(main) => Cow::Owned(in_document(main)),
            None => with_base_path(main.as_str().unwrap_or_default(), base),
        };
        let regions: BTreeMap<&str, String> = regions
            .into_iter()
            .flatten()
            .map(|(name, html)| (name.as_str(), in_document(html)))
            .collect();
        let (chunks, styles) = chunks_and_styles(recorder, &shown);
        let slices: BTreeMap<&String, &String> =
            layout_emitted.slices.union(&emitted.slices).map(|name| (name, name)).collect();
        let component = template.trim_end_matches(".html").replace('/', "-");
        let data = PageData {
            component: format!("component---{component}"),
            croupier: LoaderData {
                chunks: &chunks,
                frame: frame.as_ref().and_then(Frame::for_page_data),
                head: LongString(&head),
                layout: page.layout(),
                main: LongString(&main),
                queries: &shown.queries,
                regions: &regions,
                shell: page.front.custom_shell(),
                styles: &styles,
                title: &title,
                version: 1,
            },
            path: &page.route,
            result: QueryResult::new(page, site.base_url),
            slices,
            query_hashes: query_hashes(&shown.queries),
        };
        data.to_line()
    };
    let data = site.has_page_data.then(page_data);
    let mut excerpt_links = std::mem::take(&mut emitted.excerpt_links);
    excerpt_links.extend(layout_emitted.excerpt_links.iter().cloned());
    let duplicate_ids = duplicate_ids(&parsed.ids, &mut document);
    document.problems.extend(card.into_iter().flat_map(|card| card.problems));
    let template_links =
        TemplateLinks::new(&parsed.addresses, &document.links, &excerpt_links, &duplicate_ids);
    let targets: BTreeSet<&str> =
        parsed.ids.iter().chain(&parsed.anchor_names).map(|id| &*id.text).collect();
    let anchors = targets.into_iter().collect::<Vec<_>>().join("\n");
    let mut queries = emitted.queries;
    queries.extend(layout_emitted.queries);
    let html_with_base =
        (!base.is_empty()).then(|| prepend_base_path(&html, &parsed.addresses, base));
    let mut html = html_with_base.unwrap_or(html);
    if let Some(preview) = site.preview {
        preview_notice::insert(&mut html, preview);
    }
    let mut html = html.into_bytes();
    html.push(b'\n');
    let diagnostics =
        emitted.diagnostics.into_iter().chain(layout_emitted.diagnostics).map(add_step).collect();
    Ok(PageOutput {
        html,
        data,
        anchors,
        template_links,
        links: document.links,
        problems: document.problems,
        queries,
        diagnostics,
    })
}

/// Returns the ids that several elements of a page have, except those that come from headings and
/// calls of its text. These are added to the problems of the text.
fn duplicate_ids(ids: &[HtmlId<'_>], document: &mut Document) -> BTreeSet<String> {
    let mut seen = HashSet::with_capacity(ids.len());
    let mut duplicates: BTreeSet<String> =
        ids.iter().filter(|id| !seen.insert(&*id.text)).map(|id| id.text.to_string()).collect();
    if duplicates.is_empty() {
        return duplicates;
    }
    for (id, range) in &document.generated_ids {
        if duplicates.remove(id) {
            let (kind, range) = (ProblemKind::IdOfPage, range.clone());
            document.problems.push(Problem { kind, range });
        }
    }
    // The last call is the one that repeats an id.
    for (id, range) in document.inserted_ids.iter().rev() {
        if duplicates.remove(id) {
            let (kind, range) = (ProblemKind::IdOfCall, range.clone());
            document.problems.push(Problem { kind, range });
        }
    }
    duplicates
}

/// Returns the error about a base layout with two regions of the same name.
fn duplicate_region(page: &Page, name: &str) -> Diagnostic {
    let message = format!("two elements of this base layout are the region `{name}`");
    Diagnostic::error(Code::DuplicateRegion, message)
        .in_file(&page.front.shell_path())
        .hint("give each `data-region` its own name")
}

/// Removes leading and trailing whitespace without a new allocation.
fn trim_in_place(mut text: String) -> String {
    text.truncate(text.trim_end().len());
    let leading = text.len() - text.trim_start().len();
    text.drain(..leading);
    text
}

/// Returns the paginator or the terms for a page that lists other pages, else an undefined value.
fn list_context(recorder: &Recorder, page: &Page) -> Value {
    let taxonomies = recorder.taxonomies();
    let may_list = page.is_generated
        || page.front.rare.paginate_by.is_some()
        || taxonomies.iter().any(|taxonomy| page.route.starts_with(taxonomy.route().as_str()))
        || recorder.archives().iter().any(|archive| archive.may_have(&page.route));
    if !may_list {
        return Value::UNDEFINED;
    }
    listing_context(recorder, &page.route)
}
