//! Renders a page: its Markdown and its template become the HTML document and the page-data.
//!
//! Rendering has no side effects. The recorder tracks all query results that a page depends on.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::sync::Arc;

use memchr::memmem;
use minijinja::{context, value::Value};

use crate::query::Snapshot;
use crate::query::recorder::{Reads, Recorder, record};
use crate::query::results::Head;
use crate::query::site_queries::{ArchiveSettings, TaxonomySettings};
use crate::render::base_layout::{document_config, render_document};
use crate::render::frame::Frame;
use crate::render::head::{
    Metadata, STYLES_PLACEHOLDER, chunks_and_styles, document_title, feed_links, metadata,
    runtime_scripts, style_sheets,
};
use crate::render::html::{prepend_base_path, with_base_path, with_nfc_urls};
use crate::render::json::query_hashes;
use crate::render::page_data::{LoaderData, LongString, PageData, QueryResult};
use crate::render::preview_notice;
use crate::render::site_scripts;
use crate::render::social_card::{self, SocialCard};
use crate::render::template_links::TemplateLinks;
use crate::template::body::render_body;
use crate::template::environment::Templates;
use crate::template::escape::escape;
use crate::template::resolved_urls::{resolve_on_copy, with_resolved_urls};
use crate::template::text_lookup::texts;
use crate::template::used_assets::UsedAssets;
use crate::template::views::{CurrentPage, listing_context};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{ChainStep, Diagnostic};
use croupier_base::path::OutputPath;
use croupier_base::syntax::html::{self, HtmlId};
use croupier_content::markdown::{Document, Link, Problem, ProblemKind};
use croupier_content::page::Page;
use croupier_content::page_text::Text;
use croupier_content::texts::Texts;

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
    /// Problems of Markdown in data and front matter that the page shows, each with the text that has it.
    pub text_problems: BTreeSet<(ProblemKind, String)>,
    /// Static queries that the page uses: content hash by data name.
    pub queries: BTreeMap<String, String>,
    /// Problems in the data that the page shows.
    pub diagnostics: Vec<Diagnostic>,
}

/// The templates of a page that do not exist, which the check of front matter has reported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct MissingTemplates {
    /// The template that its front matter names.
    pub template: bool,
    /// Its base layout.
    pub base_layout: bool,
}

/// Renders a page from its content file, which consists of `page` and `text`, and from the
/// snapshot.
///
/// Returns the page and the query results that it read, or all errors in the page. With templates that are `missing`, only errors are
/// returned, if there are more.
pub(crate) fn render_page(
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
    page: &Arc<Page>,
    text: &Text,
    missing: MissingTemplates,
) -> Result<(PageOutput, Reads), Vec<Diagnostic>> {
    let (result, reads) = record(snapshot, page.language, |recorder| {
        render_recorded(recorder, templates, page, text, missing)
    });
    Ok((result?, reads))
}

/// Renders only the body of a page. Returns its links, the problems of its text, and its errors.
///
/// Used for pages that cannot be rendered, so that what is wrong with their texts is reported too.
pub(crate) fn render_body_only(
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
    page: &Arc<Page>,
    text: &Text,
) -> (Vec<Link>, Vec<Problem>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let ((document, _), _) = record(snapshot, page.language, |recorder| {
        render_body(recorder, templates.borrowed(), page, text, &mut diagnostics)
    });
    (document.links, document.problems, diagnostics)
}

/// Renders a page. After an error it continues with an empty result, to report all errors at once.
fn render_recorded(
    recorder: &Recorder,
    templates: &Templates,
    page: &Arc<Page>,
    text: &Text,
    missing: MissingTemplates,
) -> Result<PageOutput, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let (mut document, used_by_body) =
        render_body(recorder, templates.borrowed(), page, text, &mut errors);
    if missing.template {
        return Err(errors);
    }

    let site = recorder.head();
    let mut rendering = PageRendering { recorder, templates, page, text, site, errors };
    let body_html = with_language(recorder, page, std::mem::take(&mut document.html));
    let headings = std::mem::take(&mut document.headings);
    let page_value = Value::from_object(CurrentPage::rendered(recorder, page, body_html, headings));
    let (main, mut used) = rendering.render_main(&page_value);
    used.merge(used_by_body);

    let title = document_title(recorder, &rendering.site, page);
    let card = rendering.social_card(&page_value);
    let metadata = rendering.metadata(&title, card.as_ref().map(|card| &card.path));
    if missing.base_layout {
        return Err(rendering.errors);
    }

    let document_context = rendering.document_context(page_value, &main, &metadata);
    let (html, used_by_layout) = rendering.render_layout(document_context);
    if !rendering.errors.is_empty() {
        return Err(rendering.errors);
    }

    let Metadata { elements: head, translation_links, .. } = metadata;
    let mut parts =
        PageParts { title, head, translation_links, main, html, frame: None, used, used_by_layout };
    rendering.insert_style_sheets(&mut parts);
    document.problems.extend(card.into_iter().flat_map(|card| card.problems));
    Ok(rendering.output(parts, document))
}

/// Returns the text of a page with its language and a notice, if the page shows another language because it is not translated.
fn with_language(recorder: &Recorder, page: &Page, html: String) -> String {
    let Some(language) = page.text_language.filter(|_| page.is_fallback()) else { return html };
    let language = recorder.head().languages.0.get(language);
    let reader = recorder.language_of(page);
    let is_english = reader.untranslated_notice.is_none() && Texts::of(&reader.locale).is_none();
    let notice = reader.untranslated_notice.as_deref();
    let notice =
        escape(notice.unwrap_or_else(|| texts(recorder, recorder.language()).untranslated()));
    let of_notice = if is_english { " lang=\"en\" dir=\"ltr\"" } else { "" };
    format!(
        "<p class=\"untranslated\"{of_notice}>{notice}</p>\n<div lang=\"{}\" dir=\"{}\">\n{html}</div>\n",
        escape(&language.locale),
        language.direction.as_str(),
    )
}

/// A page whose rendering is in progress.
struct PageRendering<'a> {
    recorder: &'a Recorder,
    templates: &'a Templates,
    page: &'a Arc<Page>,
    text: &'a Text,
    site: Head<'a>,
    errors: Vec<Diagnostic>,
}

/// The rendered parts of a page, of which its document and its page-data consist.
struct PageParts<'a> {
    title: Cow<'a, str>,
    /// The metadata that changes when users navigate.
    head: String,
    /// The links to translations in the head of the document.
    translation_links: Arc<str>,
    /// The output of the template.
    main: Value,
    /// The document.
    html: String,
    /// The frame of the document, if it has style sheets of the runtime.
    frame: Option<Frame>,
    /// Used by the template and by the body.
    used: UsedAssets,
    used_by_layout: UsedAssets,
}

impl PageRendering<'_> {
    /// Renders the template of the page. Its output is shared by the document and the page-data.
    fn render_main(&mut self, page_value: &Value) -> (Value, UsedAssets) {
        let template_context =
            context! { page => page_value.clone(), ..list_context(self.recorder, self.page) };
        let (main, used) = self
            .templates
            .render(self.recorder, &self.page.template(), &template_context)
            .unwrap_or_else(|errors| self.continue_after(errors));
        let main = with_nfc_urls(self.for_all_paths(trim_in_place(main)), self.site.base_url);
        (Value::from_safe_string(main), used)
    }

    /// Adds the errors of a template. Returns an empty result.
    fn continue_after(&mut self, errors: Vec<Diagnostic>) -> (String, UsedAssets) {
        let page = self.page;
        self.errors.extend(errors.into_iter().map(|error| through_page(error, page)));
        Default::default()
    }

    fn social_card(&mut self, page_value: &Value) -> Option<SocialCard> {
        let PageRendering { recorder, templates, page, text, site, .. } = self;
        social_card::render(recorder, templates, site, page, text, page_value).unwrap_or_else(
            |errors| {
                self.errors.extend(errors);
                None
            },
        )
    }

    fn metadata(&mut self, title: &str, card: Option<&OutputPath>) -> Metadata {
        metadata(self.recorder, &self.site, self.page, title, card).unwrap_or_else(|errors| {
            self.errors.extend(errors);
            Metadata::default()
        })
    }

    /// Returns the values that the base layout shows.
    fn document_context(&self, page_value: Value, main: &Value, metadata: &Metadata) -> Value {
        let PageRendering { recorder, page, site, .. } = self;
        let Metadata { elements, document_elements, .. } = metadata;
        let scripts = site_scripts::elements(site, main.as_str().unwrap_or_default());
        let document_head = format!(
            "{}{elements}{}{}{document_elements}",
            site.policy,
            feed_links(recorder, site, page),
            scripts + &preview_notice::head_element(site)
        );
        context! {
            page => page_value,
            main => main.clone(),
            head => Value::from_safe_string(document_head),
            scripts => Value::from_safe_string(runtime_scripts(recorder, site)),
            config => Value::from_safe_string(document_config(site, &page.front)),
        }
    }

    /// Renders the base layout.
    fn render_layout(&mut self, document_context: Value) -> (String, UsedAssets) {
        let (html, used) =
            render_document(self.recorder, self.templates, &self.page.front, document_context)
                .unwrap_or_else(|errors| self.continue_after(errors));
        (self.for_all_paths(html), used)
    }

    /// Returns HTML of the page. If it is shown at the paths of other pages, its relative URLs become paths.
    fn for_all_paths(&self, html: String) -> String {
        let route = &self.page.route;
        if !route.is_shown_anywhere() {
            return html;
        }
        with_resolved_urls(&html, |target| resolve_on_copy(route, target))
    }

    /// Inserts the style sheets of the runtime and the frame into the document.
    fn insert_style_sheets(&self, parts: &mut PageParts<'_>) {
        let PageRendering { recorder, templates, page, site, .. } = self;
        let mut html = std::mem::take(&mut parts.html);
        let mut sheets = style_sheets(recorder, site.base, &parts.used, &parts.used_by_layout);

        if !sheets.is_empty() {
            let depends_on_page = templates.depends_on_page(&page.front.shell_path());
            let main = parts.main.as_str().unwrap_or_default();
            let frame = Frame::new(recorder, &html, main, depends_on_page);
            sheets.push_str(&frame.element());
            let duplicate = frame.duplicate_region.as_ref();
            let error = duplicate.map(|name| duplicate_region(page, name));
            parts.used_by_layout.diagnostics.extend(error);
            parts.frame = Some(frame);
            html = html.replace(STYLES_PLACEHOLDER, &sheets);
        }

        parts.html = with_nfc_urls(trim_in_place(html), site.base_url);
    }

    fn output(&self, parts: PageParts<'_>, mut document: Document) -> PageOutput {
        let PageRendering { page, site, .. } = self;
        let data = site.has_page_data.then(|| self.page_data(&parts));
        let PageParts { html, translation_links, used, used_by_layout, .. } = parts;
        // Their targets exist, and a site in many languages has many.
        let parsed = html::read_around(&html, range_of_links(&html, &translation_links));

        let mut excerpt_links = used.excerpt_links;
        excerpt_links.extend(used_by_layout.excerpt_links);
        let mut text_problems = used.text_problems;
        text_problems.extend(used_by_layout.text_problems);
        let duplicate_ids = duplicate_ids(&parsed.ids, &mut document);
        let template_links =
            TemplateLinks::new(&parsed.addresses, &document.links, &excerpt_links, &duplicate_ids);
        let targets: BTreeSet<&str> =
            parsed.ids.iter().chain(&parsed.anchor_names).map(|id| &*id.text).collect();
        let anchors = targets.into_iter().collect::<Vec<_>>().join("\n");

        let mut queries = used.queries;
        queries.extend(used_by_layout.queries);
        let diagnostics = used.diagnostics.into_iter().chain(used_by_layout.diagnostics);

        let html_with_base =
            (!site.base.is_empty()).then(|| prepend_base_path(&html, &parsed.addresses, site.base));
        let mut published_html = html_with_base.unwrap_or(html);
        if let Some(preview) = site.preview {
            preview_notice::insert(&mut published_html, preview);
        }
        published_html.push('\n');

        PageOutput {
            html: published_html.into_bytes(),
            data,
            anchors,
            template_links,
            links: document.links,
            problems: document.problems,
            text_problems,
            queries,
            diagnostics: diagnostics.map(|it| through_page(it, page)).collect(),
        }
    }

    fn page_data(&self, parts: &PageParts<'_>) -> Vec<u8> {
        let PageRendering { recorder, page, site, .. } = self;
        let PageParts { title, head, main, frame, used, used_by_layout, .. } = parts;

        // Regions, and a `<main>` with more than the page, can contain islands of the base layout.
        let frame_main = frame.as_ref().and_then(|it| it.main.as_ref());
        let frame_regions = frame.as_ref().map(|it| &it.regions);
        let has_layout_parts =
            frame_main.is_some() || frame_regions.is_some_and(|it| !it.is_empty());
        let mut shown = Cow::Borrowed(used);
        if has_layout_parts {
            shown.to_mut().merge(used_by_layout.clone());
        }

        let main = match frame_main {
            Some(main) => Cow::Owned(in_document(main, site)),
            None => with_base_path(main.as_str().unwrap_or_default(), site.base),
        };
        let regions: BTreeMap<&str, String> = frame_regions
            .into_iter()
            .flatten()
            .map(|(name, html)| (name.as_str(), in_document(html, site)))
            .collect();

        let (chunks, styles) = chunks_and_styles(recorder, site.base, &shown);
        let slices: BTreeMap<&String, &String> =
            used_by_layout.slices.union(&used.slices).map(|name| (name, name)).collect();
        let component = page.template().trim_end_matches(".html").replace('/', "-");

        let data = PageData {
            component: format!("component---{component}"),
            croupier: LoaderData {
                chunks: &chunks,
                frame: frame.as_ref().and_then(Frame::for_page_data),
                head: LongString(head),
                layout: page.layout(),
                main: LongString(&main),
                queries: &shown.queries,
                regions: &regions,
                shell: page.front.custom_shell(),
                styles: &styles,
                title,
                version: 1,
            },
            path: &page.route,
            result: QueryResult::new(page, site.base_url, recorder.prefix(page.language)),
            slices,
            query_hashes: query_hashes(&shown.queries),
        };
        data.to_line()
    }
}

/// Returns where a document has these links of its head. Empty if its base layout changed them, or if there are none.
fn range_of_links(html: &str, links: &str) -> Range<usize> {
    // The search of a long text takes longer to prepare than to do.
    let Some(first_word) = links.split_inclusive(' ').next() else { return 0..0 };
    let mut candidates = memmem::find_iter(html.as_bytes(), first_word);
    let found = candidates.find(|index| html[*index..].starts_with(links));
    found.map_or(0..0, |index| index..index + links.len())
}

/// Adds the page to the steps from which a diagnostic comes.
fn through_page(diagnostic: Diagnostic, page: &Page) -> Diagnostic {
    diagnostic.through(ChainStep::Page(page.source.to_string()))
}

/// Returns a part of the base layout as the published document has it.
fn in_document(part: &str, site: &Head<'_>) -> String {
    with_base_path(&with_nfc_urls(part.to_owned(), site.base_url), site.base).into_owned()
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
    let taxonomies = recorder.read(TaxonomySettings);
    let may_list = page.is_generated
        || page.front.rare.paginate_by.is_some()
        || taxonomies.iter().any(|taxonomy| page.route.starts_with(taxonomy.route().as_str()))
        || recorder.read(ArchiveSettings).iter().any(|archive| archive.may_have(&page.route));
    if !may_list {
        return Value::UNDEFINED;
    }
    listing_context(recorder, &page.route)
}
