//! A page's text and its template become HTML and page-data. Rendering is pure: what it asks for is recorded.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use minijinja::{context, value::Value};

use crate::query::Snapshot;
use crate::query::recorder::{Reads, Recorder, record};
use crate::query::results::NotFound;
use crate::render::head::{STYLES, alternates, files_of, head, scripts, sheets, title};
use crate::render::html::{placed, with_base_path};
use crate::render::json::hashes;
use crate::render::made::Made;
use crate::render::page_data::{Loaded, Long, PageData, ResultOf};
use crate::render::{shell, text};
use crate::template::environment::Templates;
use crate::template::lists::OwnPage;
use crate::template::paginator;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{ChainStep, Diagnostic, Place, Subject};
use croupier_base::syntax::html;
use croupier_content::front_matter::{FrontMatter, Written};
use croupier_content::markdown::Link;
use croupier_content::page::{Page, Text};

/// What one page became.
#[derive(Debug)]
pub(crate) struct PageOutput {
    /// The document.
    pub html: Vec<u8>,
    /// Its page-data.
    pub data: Vec<u8>,
    /// Every place in it that a link can lead to, one on a line.
    pub anchors: String,
    /// Addresses that its template, the shell and what they show brought into its HTML, each once.
    pub made: Made,
    /// The links of its Markdown; ranges count from the beginning of the file.
    pub links: Vec<Link>,
    /// Images of its Markdown without a text, and braces that call nothing; ranges count from the beginning of the file.
    pub unnamed: Vec<Range<usize>>,
    /// Static queries that it names: the hash of the data by its name.
    pub queries: BTreeMap<String, String>,
    /// What is wrong with what it shows.
    pub found: Vec<Diagnostic>,
}

/// Renders one page from its own file, which is `page` and its `text`, and from what it asks of the snapshot; the error is everything
/// that is wrong with it.
pub(crate) fn page(
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
    page: &Arc<Page>,
    text: &Text,
) -> Result<(PageOutput, Reads), Vec<Diagnostic>> {
    let (made, asked) = record(snapshot, |recorder| made(recorder, templates, page, text));
    Ok((made?, asked))
}

/// The links of a page whose front matter is broken, and what is wrong with its text.
pub(crate) fn text_alone(
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
    page: &Arc<Page>,
    text: &Text,
) -> (Vec<Link>, Vec<Diagnostic>) {
    let mut wrong = Vec::new();
    let (document, _) =
        record(snapshot, |recorder| text::rendered(recorder, templates, page, text, &mut wrong).0);
    (document.links, wrong)
}

/// All that is wrong with a page is told at once: what fails shows nothing, and the rest is rendered on.
fn made(
    recorder: &Recorder,
    templates: &Templates,
    page: &Arc<Page>,
    text: &Text,
) -> Result<PageOutput, Vec<Diagnostic>> {
    let site = recorder.head();
    let name = page.template();
    let mut wrong = Vec::new();
    let (mut document, inserted) = text::rendered(recorder, templates, page, text, &mut wrong);
    wrong.extend(no_layout(recorder, page, &page.front, text));
    wrong.extend(unknown_taxonomies(recorder, page, &page.front, text));
    let no_shell = no_shell(recorder, page, &page.front, text);
    let has_shell = no_shell.is_none();
    wrong.extend(no_shell);
    if let Some(cascade) = page.front.cascade.as_ref().filter(|_| !page.is_generated) {
        wrong.extend(cascaded(recorder, page, &cascade.front, text));
    }
    if let Err(absent) = recorder.template(&name) {
        wrong.push(no_template(&absent, page, &page.front, text));
        return Err(wrong);
    }
    let (html, headings) =
        (std::mem::take(&mut document.html), std::mem::take(&mut document.headings));
    let about = OwnPage::new(recorder, page).with(html, headings);
    let about = Value::from_object(about);
    let step =
        |diagnostic: Diagnostic| diagnostic.through(ChainStep::Page(page.source.to_string()));
    let known = context! { page => about.clone(), ..listed(recorder, page) };
    let (main, mut emitted) = templates.render(recorder, &name, &known).unwrap_or_else(|errors| {
        wrong.extend(errors.into_iter().map(step));
        Default::default()
    });
    emitted.merge(inserted);
    // The document and page-data show it.
    let main = Value::from_safe_string(trimmed(main));
    let title = title(recorder, page);
    let head = head(page, &title, &site);
    let shown = format!("{}{head}{}", site.policy, alternates(page, recorder));
    let context = context! {
        page => about,
        main => main.clone(),
        head => Value::from_safe_string(shown),
        scripts => Value::from_safe_string(scripts(recorder)),
        config => Value::from_safe_string(shell::config(recorder, &page.front)),
    };
    if !has_shell {
        return Err(wrong);
    }
    let (html, shell) =
        shell::document(recorder, templates, &page.front, context).unwrap_or_else(|errors| {
            wrong.extend(errors.into_iter().map(step));
            Default::default()
        });
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let sheets = sheets(recorder, &emitted, &shell);
    let html = if sheets.is_empty() { html } else { html.replace(STYLES, &sheets) };
    let html = trimmed(html);
    let read = html::read(&html);
    let base = site.base;
    let main = with_base_path(main.as_str().unwrap_or_default(), base);
    let (chunks, styles) = files_of(recorder, &emitted);
    let slices: BTreeMap<&String, &String> =
        shell.slices.union(&emitted.slices).map(|name| (name, name)).collect();
    let data = PageData {
        component: format!("component---{}", name.trim_end_matches(".html").replace('/', "-")),
        croupier: Loaded {
            chunks: &chunks,
            head: Long(&head),
            layout: page.layout(),
            main: Long(&main),
            queries: &emitted.queries,
            shell: page.front.other_shell(),
            styles: &styles,
            title: &title,
            version: 1,
        },
        path: &page.route,
        result: ResultOf::of(page, site.base_url),
        slices,
        hashes: hashes(&emitted.queries),
    };
    let data = data.line();
    let made = Made::of(&read.addresses, &document.links);
    let anchors = read.ids.join("\n");
    let mut queries = emitted.queries;
    queries.extend(shell.queries);
    let placed = (!base.is_empty()).then(|| placed(&html, &read.addresses, base));
    let mut html = placed.unwrap_or(html).into_bytes();
    html.push(b'\n');
    let found = emitted.found.into_iter().chain(shell.found).map(step).collect();
    Ok(PageOutput {
        html,
        data,
        anchors,
        made,
        links: document.links,
        unnamed: document.unnamed,
        queries,
        found,
    })
}

/// A text without the space around it.
fn trimmed(mut text: String) -> String {
    text.truncate(text.trim_end().len());
    let begins = text.len() - text.trim_start().len();
    text.drain(..begins);
    text
}

/// What is wrong with what a page says for those below it, even where there are none.
fn cascaded(recorder: &Recorder, page: &Page, front: &FrontMatter, text: &Text) -> Vec<Diagnostic> {
    let mut wrong = unknown_taxonomies(recorder, page, front, text);
    wrong.extend(no_layout(recorder, page, front, text));
    wrong.extend(no_shell(recorder, page, front, text));
    if front.template.is_some()
        && let Err(absent) = recorder.template(&front.template_path())
    {
        wrong.push(no_template(&absent, page, front, text));
    }
    wrong
}

/// The errors of a page that is filed under taxonomies that are not declared.
fn unknown_taxonomies(
    recorder: &Recorder,
    page: &Page,
    front: &FrontMatter,
    text: &Text,
) -> Vec<Diagnostic> {
    let taxonomies = recorder.taxonomies();
    let unknown =
        front.taxonomies.iter().filter(|(name, _)| !taxonomies.iter().any(|it| it.name == *name));
    let told = unknown.map(|(name, terms)| {
        let hint = did_you_mean(name, taxonomies.iter().map(|it| it.name.as_str()));
        let hint = hint.unwrap_or_else(|| {
            format!("declare it in site.toml: `[[taxonomies]]` with `name = \"{name}\"`")
        });
        let place = place(terms.first().map(|term| &term.at), page, text);
        Diagnostic::error(Code::TaxonomyUnknown, format!("there is no taxonomy `{name}`"))
            .at(place)
            .hint(hint)
    });
    told.collect()
}

/// What a page lists by itself.
fn listed(recorder: &Recorder, page: &Page) -> Value {
    let taxonomies = recorder.taxonomies();
    let may_list = page.is_generated
        || page.front.paginate_by.is_some()
        || taxonomies.iter().any(|taxonomy| page.route.starts_with(taxonomy.route().as_str()));
    if !may_list {
        return Value::UNDEFINED;
    }
    paginator::context(recorder, &page.route)
}

/// The error of a page whose layout is none of those that site.toml declares.
fn no_layout(
    recorder: &Recorder,
    page: &Page,
    front: &FrontMatter,
    text: &Text,
) -> Option<Diagnostic> {
    let (wanted, known) = (front.layout.as_ref()?, recorder.layouts());
    if known.is_empty() || known.contains(wanted) {
        return None;
    }
    let hint = did_you_mean(wanted, known.iter().map(String::as_str)).unwrap_or_else(|| {
        format!("write one of {}, or add it to `layouts` in site.toml", known.join(", "))
    });
    let place = place(front.layout_at.as_ref(), page, text);
    Some(
        Diagnostic::error(Code::FrontMatterValue, format!("there is no layout `{wanted}`"))
            .at(place)
            .hint(hint),
    )
}

/// The error of a page whose shell is not there.
fn no_shell(
    recorder: &Recorder,
    page: &Page,
    front: &FrontMatter,
    text: &Text,
) -> Option<Diagnostic> {
    Some(shell::absent(recorder, front)?.at(place(front.shell_at.as_ref(), page, text)))
}

fn no_template(absent: &NotFound<'_>, page: &Page, front: &FrontMatter, text: &Text) -> Diagnostic {
    let wanted = front.template.as_deref().unwrap_or("page");
    let names = absent.names();
    let names = names.iter().filter_map(|path| path.strip_prefix("pages/")?.strip_suffix(".html"));
    let path = front.template_path();
    let hint = did_you_mean(wanted, names).unwrap_or_else(|| {
        if page.is_generated {
            format!("make {path}, or name another in `[[taxonomies]]` of site.toml: `template` of a term, `list_template` of all")
        } else {
            format!("make {path}, or name another template in the front matter")
        }
    });
    let found = Diagnostic::error(Code::NoTemplate, format!("there is no template `{wanted}`"))
        .about(Subject::MissingTemplate(wanted.to_owned()))
        .hint(hint);
    if text.source.is_empty() {
        return found.in_file(&page.source);
    }
    found.at(place(front.template_at.as_ref(), page, text))
}

/// Where a value was written: in the page's file, or in that which it was taken from.
fn place(written: Option<&Written>, page: &Page, text: &Text) -> Place {
    written.map_or_else(
        || Place::new(page.source.as_str(), Arc::clone(&text.source), 0..0),
        |written| written.place(&page.source, &text.source),
    )
}
