//! Settings, data files, pages and lists as template values, which are read when a template uses
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use minijinja::value::{Enumerator, Object, Serde, Value};
use minijinja::{State, context};
use serde_json::Value as Json;

use crate::query::page_queries::{ListingOf, NeighbourPages, TreeLevelOf};
use crate::query::recorder::{Recorder, note_page_text};
use crate::template::shortcode_parser;
use croupier_base::date::rfc3339;
use croupier_base::git::FileHistory;
use croupier_base::path::{Route, SitePath};
use croupier_content::config::tables::languages::Language;
use croupier_content::front_matter::DEFAULT_SHELL;
use croupier_content::languages::{Folder, LanguageKey};
use croupier_content::lists::taxonomy;
use croupier_content::lists::tree::TreeLevel;
use croupier_content::lists::{Listing, Pager};
use croupier_content::markdown::{self, Heading, toc};
use croupier_content::page::Page;
use croupier_content::words::{reading_time, word_count};

/// The variable `site`: site.toml.
#[derive(Debug)]
pub(super) struct SettingsView(pub Recorder);

impl Object for SettingsView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.0.setting(key.as_str()?).cloned()
    }
}

/// The variable `data`: the files of content/data by name.
#[derive(Debug)]
pub(super) struct DataView(pub Recorder);

impl Object for DataView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.0.data(key.as_str()?).ok().map(|data| data.shown.clone())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.0.data_names().map(Value::from).collect())
    }
}

/// A page in a list.
///
/// Fields are converted on access, since a large site lists many pages and shows few of them.
#[derive(Debug)]
struct PageView {
    page: Arc<Page>,
    /// Finds page assets.
    recorder: Recorder,
}

/// The fields of a page in a list.
pub(super) const FIELDS: [&str; 23] = [
    "title",
    "heading",
    "description",
    "summary",
    "menu_label",
    "path",
    "layout",
    "shell",
    "template",
    "status",
    "date",
    "updated",
    "image",
    "image_alt",
    "authors",
    "git",
    "source_path",
    "language",
    "is_fallback",
    "text_language",
    "text_direction",
    "taxonomies",
    "extra",
];

impl PageView {
    /// Returns the language that the text of the page is written in, which is another one if the page is not translated.
    fn language_of_text(&self) -> &Language {
        let written = self.page.text_language.filter(|_| self.page.is_fallback());
        self.recorder.head().languages.0.get(written.unwrap_or(self.page.language))
    }

    /// Returns the value of one of [`FIELDS`].
    fn field(&self, name: &str) -> Option<Value> {
        let page = &self.page;
        let front = &page.front;
        Some(match name {
            "title" => (&*front.title).into(),
            "heading" => page.heading().into(),
            "description" => description(page),
            "summary" => match &page.summary {
                Some(text) => {
                    let text = summary_text(&self.recorder, text);
                    note_page_text(&text, page, true);
                    text.into()
                }
                None => description(page),
            },
            "menu_label" => front.rare.menu_label.clone().into(),
            "path" => page.route.as_str().into(),
            "layout" => page.layout().into(),
            "shell" => front.rare.shell.as_deref().unwrap_or(DEFAULT_SHELL).into(),
            "template" => front.template.as_deref().unwrap_or("page").into(),
            "status" => Value::from(Serde(&front.status)),
            "date" => front.date.as_deref().into(),
            "updated" => front.updated.as_deref().into(),
            "image" => self.recorder.image_of(page).as_deref().into(),
            "image_alt" => front.rare.image_alt.clone().into(),
            "authors" => Value::from(Serde(&front.rare.authors)),
            "git" => page.history.as_deref().map(git_value).into(),
            "source_path" => page.source_path().map(SitePath::as_str).into(),
            "taxonomies" => Value::from_object(TaxonomiesView {
                page: Arc::clone(page),
                prefix: self.recorder.prefix(page.language).to_owned(),
            }),
            "language" => self.recorder.language_of(page).locale.as_str().into(),
            "is_fallback" => page.is_fallback().into(),
            "text_language" => self.language_of_text().locale.as_str().into(),
            "text_direction" => self.language_of_text().direction.as_str().into(),
            "extra" => Value::from(Serde(&*front.extra)),
            _ => return None,
        })
    }
}

/// Returns the first and the last commit of a page's file.
fn git_value(history: &FileHistory) -> Value {
    let FileHistory { created, updated, commit, author } = history;
    Value::from(BTreeMap::from([
        ("created", Value::from(created.map(rfc3339))),
        ("updated", rfc3339(*updated).into()),
        ("commit", commit.as_str().into()),
        ("author", author.as_str().into()),
    ]))
}

/// Returns the description of a page. If it may have links, the filter `markdown` can find the page.
fn description(page: &Arc<Page>) -> Value {
    let text = &*page.front.description;
    if !text.contains(['[', '<']) {
        return text.into();
    }
    let text: Arc<str> = text.into();
    note_page_text(&text, page, false);
    text.into()
}

/// Returns a summary without what only the writer should see: comments, and the tags of shortcodes,
/// which the filter `markdown` renders.
fn summary_text(recorder: &Recorder, summary: &Arc<str>) -> Arc<str> {
    let has_calls = summary.contains("{{") || summary.contains("{%");
    if !has_calls && !summary.contains("<!--") {
        return Arc::clone(summary);
    }
    let options = recorder.markdown_options();
    let mut hidden = markdown::comments(summary, options);
    hidden.extend(shortcode_parser::parse(summary, options).calls.into_iter().map(|it| it.range));
    hidden.sort_by_key(|range| range.start);
    markdown::without_ranges(summary, &hidden).into()
}

impl Object for PageView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.field(key.as_str()?)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&FIELDS)
    }
}

/// Returns a page as an item of a list.
pub(super) fn page_value(recorder: &Recorder, page: &Arc<Page>) -> Value {
    Value::from_object(PageView { page: Arc::clone(page), recorder: recorder.clone() })
}

/// An entry of a tree: a page, or a folder without a page.
///
/// The entries below it are read when a template uses them, so that a page depends only on the parts of a tree that it shows.
#[derive(Debug)]
struct TreeNode {
    recorder: Recorder,
    language: LanguageKey,
    level: Arc<TreeLevel>,
    index: usize,
    /// The file route of the page that shows the tree. None in a slice.
    current: Option<Route>,
}

/// The fields of an entry of a tree, in addition to those of its page.
const NODE_FIELDS: [&str; 4] = ["name", "has_children", "is_current", "is_ancestor"];

impl Object for TreeNode {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let entry = &self.level.entries[self.index];
        let key = key.as_str()?;
        Some(match key {
            "name" => entry.name().into(),
            "children" if entry.has_children => {
                let (language, route) = (self.language, entry.file_route.clone());
                let level = self.recorder.read(TreeLevelOf(Folder { language, route }));
                tree_value(&self.recorder, language, &level, self.current.as_ref())
            }
            "children" => Value::from(Vec::<Value>::new()),
            "has_children" => entry.has_children.into(),
            "is_current" => (self.current.as_ref() == Some(&entry.file_route)).into(),
            "is_ancestor" => {
                let is_above = |current: &Route| {
                    *current != entry.file_route && current.starts_with(entry.file_route.as_str())
                };
                self.current.as_ref().is_some_and(is_above).into()
            }
            _ => match &entry.page {
                Some(page) => page_value(&self.recorder, page).get_attr(key).ok()?,
                None if matches!(key, "title" | "heading") => entry.name().into(),
                None if FIELDS.contains(&key) => Value::from(()),
                None => return None,
            },
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(FIELDS.into_iter().chain(NODE_FIELDS).map(Value::from).collect())
    }
}

/// Returns a level of a tree of a language as a list. `current` is the file route of the page that shows it.
pub(super) fn tree_value(
    recorder: &Recorder,
    language: LanguageKey,
    level: &Arc<TreeLevel>,
    current: Option<&Route>,
) -> Value {
    let node = |index| {
        let (recorder, level) = (recorder.clone(), Arc::clone(level));
        Value::from_object(TreeNode { recorder, language, level, index, current: current.cloned() })
    };
    (0..level.entries.len()).map(node).collect()
}

/// Returns a page as an item of a list, or none.
fn optional_page(recorder: &Recorder, page: Option<&Arc<Page>>) -> Value {
    page.map_or_else(|| Value::from(()), |page| page_value(recorder, page))
}

/// The terms of a page by taxonomy. A taxonomy that the page does not name has no terms.
#[derive(Debug)]
struct TaxonomiesView {
    page: Arc<Page>,
    /// The start of the routes of the language of the page.
    prefix: String,
}

impl Object for TaxonomiesView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let name = key.as_str()?;
        let mut taxonomies = self.page.front.taxonomies.iter();
        let entry = taxonomies.find(|(taxonomy, _)| **taxonomy == *name);
        let terms = entry.map_or_else(Vec::new, |(taxonomy, terms)| {
            taxonomy::filed(&self.prefix, taxonomy, terms)
        });
        Some(Value::from(Serde(terms)))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let names: BTreeSet<&str> =
            self.page.front.taxonomies.iter().map(|(name, _)| &**name).collect();
        Enumerator::Values(names.into_iter().map(Value::from).collect())
    }
}

/// The variable `page`: the page that is rendered, as its own template and shortcodes see it.
///
/// Fields and related pages are read when a template uses them.
#[derive(Debug)]
pub(crate) struct CurrentPage {
    page: PageView,
    body: Body,
}

/// The text of a page.
#[derive(Debug)]
enum Body {
    /// Its shortcodes are rendered.
    Unrendered(Arc<TextHeadings>),
    /// It is rendered.
    Rendered(RenderedBody),
}

/// The headings of a text, for shortcodes in it, such as one that shows a table of contents.
///
/// The headings are unknown until the text is rendered. A text whose shortcodes read them is therefore rendered twice.
#[derive(Debug, Default)]
pub(crate) struct TextHeadings {
    headings: Vec<Heading>,
    is_read: AtomicBool,
}

impl TextHeadings {
    /// Returns the headings for the second rendering.
    pub(crate) fn new(headings: Vec<Heading>) -> TextHeadings {
        TextHeadings { headings, is_read: AtomicBool::new(false) }
    }

    /// Whether a shortcode has read the headings.
    pub(crate) fn is_read(&self) -> bool {
        self.is_read.load(Ordering::Relaxed)
    }

    fn read(&self) -> &[Heading] {
        self.is_read.store(true, Ordering::Relaxed);
        &self.headings
    }
}

/// The rendered text of a page.
#[derive(Debug)]
struct RenderedBody {
    html: Value,
    /// Converted on access, since few templates use them.
    headings: Vec<Heading>,
}

/// Returns the name of the template of the current page. A slice and a file have no page.
pub(crate) fn current_template(state: &State) -> String {
    let page = state.lookup("page");
    let page = page.as_ref().and_then(|page| page.downcast_object_ref::<CurrentPage>());
    page.map(|page| page.page.page.template_name()).unwrap_or_default()
}

impl CurrentPage {
    /// Returns the page while the shortcodes of its text are rendered.
    pub(crate) fn unrendered(
        recorder: &Recorder,
        page: &Arc<Page>,
        headings: &Arc<TextHeadings>,
    ) -> CurrentPage {
        let body = Body::Unrendered(Arc::clone(headings));
        CurrentPage::new(recorder, page, body)
    }

    fn new(recorder: &Recorder, page: &Arc<Page>, body: Body) -> CurrentPage {
        let page = PageView { page: Arc::clone(page), recorder: recorder.clone() };
        CurrentPage { page, body }
    }

    /// Returns the page with its rendered text.
    pub(crate) fn rendered(
        recorder: &Recorder,
        page: &Arc<Page>,
        html: String,
        headings: Vec<Heading>,
    ) -> CurrentPage {
        let body = Body::Rendered(RenderedBody { html: Value::from_safe_string(html), headings });
        CurrentPage::new(recorder, page, body)
    }

    /// Returns the page.
    pub(super) fn page(&self) -> &Page {
        &self.page.page
    }

    /// Returns the content file.
    pub(super) fn source(&self) -> &SitePath {
        &self.page.page.source
    }

    fn html(&self) -> Option<&Value> {
        if let Body::Rendered(body) = &self.body { Some(&body.html) } else { None }
    }

    fn headings(&self) -> &[Heading] {
        match &self.body {
            Body::Unrendered(headings) => headings.read(),
            Body::Rendered(body) => &body.headings,
        }
    }

    fn word_count(&self) -> Option<usize> {
        self.html()?.as_str().map(word_count)
    }

    pub(super) fn route(&self) -> &Route {
        &self.page.page.route
    }

    /// Returns the route of the content file, see [`Page::file_route`].
    pub(super) fn file_route(&self) -> &Route {
        &self.page.page.file_route
    }

    /// Returns the published pages above the page, starting with the home page.
    fn ancestors(&self) -> Value {
        let recorder = &self.page.recorder;
        let mut ancestors = Vec::new();
        let mut folder = self.file_route().clone();
        while let Some(parent) = folder.parent().map(Route::new) {
            let page = recorder.folder_page(&parent);
            ancestors.extend(page.map(|page| page_value(recorder, page)));
            folder = parent;
        }
        ancestors.into_iter().rev().collect()
    }
}

impl Object for CurrentPage {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let key = key.as_str()?;
        let recorder = &self.page.recorder;
        let neighbours = || recorder.read(NeighbourPages(self.route().clone()));
        Some(match key {
            "url" => self.route().url(recorder.head().base_url).into(),
            "previous" => optional_page(recorder, neighbours().previous.as_ref()),
            "next" => optional_page(recorder, neighbours().next.as_ref()),
            "ancestors" => self.ancestors(),
            "translations" => translations(recorder, self.route()),
            "body" => self.html()?.clone(),
            "headings" => Value::from(Serde(self.headings())),
            "toc" => Value::from(Serde(toc(self.headings()))),
            "word_count" => self.word_count()?.into(),
            "reading_time" => reading_time(self.word_count()?).into(),
            _ => return self.page.field(key),
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let body_fields =
            self.html().into_iter().flat_map(|_| ["body", "word_count", "reading_time"]);
        let fields =
            FIELDS.into_iter().chain(["url", "headings", "toc", "translations"]).chain(body_fields);
        Enumerator::Values(fields.map(Value::from).collect())
    }
}

/// Returns the versions of the page at a route in all languages, for a switch: each with the fields of a page, `label` and `is_current`.
fn translations(recorder: &Recorder, route: &Route) -> Value {
    let version = |page: &Arc<Page>| {
        let language = recorder.language_of(page);
        context! {
            label => language.label.as_str(),
            locale => language.locale.as_str(),
            direction => language.direction.as_str(),
            is_current => page.route == *route,
            ..page_value(recorder, page)
        }
    };
    recorder.translations(route).into_iter().map(version).collect()
}

/// Returns the variables of a page that shows a list: `paginator` and `term` or `archive`, or `terms`.
///
/// Undefined if the page at `route` shows none.
pub(crate) fn listing_context(recorder: &Recorder, route: &Route) -> Value {
    let mut variables = BTreeMap::new();
    match recorder.read(ListingOf(route.clone())) {
        None => return Value::UNDEFINED,
        Some(Listing::Terms(terms)) => {
            variables.insert("terms", term_list(terms));
        }
        Some(Listing::Pages(pager)) => {
            if let Some((name, value)) = &pager.group {
                variables.insert(*name, Value::from(Serde(value)));
            }
            variables.insert("paginator", paginator(recorder, &pager));
        }
    }
    Value::from(variables)
}

fn paginator(recorder: &Recorder, pager: &Pager) -> Value {
    let items: Value = pager.pages.iter().map(|page| page_value(recorder, page)).collect();
    Value::from(BTreeMap::from([
        ("pages", items),
        ("current_index", pager.number.into()),
        ("number_pagers", pager.count.into()),
        ("total_pages", pager.total.into()),
        ("first", pager.first.as_str().into()),
        ("last", pager.last.as_str().into()),
        ("previous", pager.previous.as_deref().into()),
        ("next", pager.next.as_deref().into()),
    ]))
}

/// Returns the terms of a taxonomy as a list.
pub(super) fn term_list(terms: Vec<Json>) -> Value {
    terms.into_iter().map(|term| Value::from(Serde(term))).collect()
}
