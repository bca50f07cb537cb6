//! Renders the files that are not pages but have recorded dependencies: those of `pages/files/`, feeds, and those of the search.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use minijinja::context;
use serde::de::IgnoredAny;

use crate::query::Snapshot;
use crate::query::recorder::{Includes, Reads, Recorder, record, with_includes};
use crate::query::site_queries::FeedSettings;
use crate::render::feed;
use crate::template::body::render_body;
use crate::template::environment::Templates;
use crate::template::escape::{is_json, is_xml};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::path::{OutputPath, SitePath};
use croupier_base::syntax::html::{self, Use};
use croupier_base::syntax::xml;
use croupier_content::languages::LanguageKey;
use croupier_content::page::Page;
use croupier_content::page_text::Text;

/// A rendered file of a template in `pages/files/`, or a rendered feed.
#[derive(Debug, Default)]
pub(crate) struct FileOutput {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// The query results that the rendering read.
    pub reads: Reads,
    /// The pages whose bodies the file shows.
    pub pages: Vec<Arc<Page>>,
    /// Static queries that the file uses: content hash by data name.
    pub queries: BTreeMap<String, String>,
    /// The URLs in the HTML of a template, without those of texts of pages, which are checked there.
    pub links: BTreeSet<(Use, String)>,
}

/// Renders a template in `pages/files/`, such as `pages/files/games.json`, in a language.
///
/// Returns an error if the template fails or refuses its data, or if a JSON template does not produce valid JSON.
pub(crate) fn render_file(
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
    language: LanguageKey,
    template: &SitePath,
) -> Result<FileOutput, Vec<Diagnostic>> {
    let (result, reads) = record(snapshot, language, |recorder| {
        read_build_year(recorder);
        templates.render(recorder, template, &context! {})
    });
    let (text, emitted) = result?;

    let mut text = without_blank_lines(&text).to_owned();
    if is_xml(template) {
        text = xml::allowed(text.trim_start()).into_owned();
    }
    if is_json(template)
        && let Err(error) = serde_json::from_str::<IgnoredAny>(&text)
    {
        return Err(vec![invalid_json(template, &text, &error)]);
    }

    if !emitted.diagnostics.is_empty() {
        return Err(emitted.diagnostics);
    }

    let mut links = BTreeSet::new();
    if template.extension() == "html" {
        let is_checked = |usage: Use| usage.is_url() || usage == Use::QuoteInName;
        let urls = html::read(&text).addresses.into_iter().filter(|it| is_checked(it.usage));
        let urls = urls.map(|it| (it.usage, it.text.into_owned()));
        links.extend(urls.filter(|(_, url)| !emitted.excerpt_links.contains(url)));
    }

    let has_crlf = text.rsplit_once('\n').is_some_and(|(before, _)| before.ends_with('\r'));
    text.push_str(if has_crlf { "\r\n" } else { "\n" });
    let (bytes, queries) = (text.into_bytes(), emitted.queries);
    Ok(FileOutput { bytes, reads, pages: Vec::new(), queries, links })
}

/// Removes the empty lines at the beginning, which statements of templates leave behind, and the white space at the end. The first line
/// keeps its indentation, which means something in YAML.
fn without_blank_lines(text: &str) -> &str {
    let text = text.trim_end();
    let indented = text.len() - text.trim_start().len();
    let first_line = text[..indented].rfind('\n').map_or(0, |end| end + 1);
    &text[first_line..]
}

/// Renders the feed of a language at an output path with the texts of its pages, which `text_of` returns. A page without a text, or with an error in
/// it, is left out: the error is reported for the page.
pub(crate) fn render_feed(
    snapshot: &Arc<Snapshot>,
    templates: &Templates,
    language: LanguageKey,
    path: &OutputPath,
    text_of: &dyn Fn(&Page) -> Option<Text>,
) -> FileOutput {
    let mut pages = Vec::new();
    let (bytes, reads) = record(snapshot, language, |recorder| {
        let mut document = |page: &Arc<Page>| {
            pages.push(Arc::clone(page));
            with_includes(|includes| *includes = Includes { is_feed: true, ..Includes::default() });
            let mut errors = Vec::new();
            let (document, _) =
                render_body(recorder, templates.borrowed(), page, &text_of(page)?, &mut errors);
            errors.is_empty().then_some(document)
        };

        let feed = recorder.read(FeedSettings).iter().find_map(|feed| feed.at(path))?;
        Some(feed::render(&feed, recorder, &mut document))
    });

    FileOutput { bytes: bytes.unwrap_or_default(), reads, pages, ..FileOutput::default() }
}

/// Renders a file of the search in a language. Returns the errors in its texts.
pub(crate) fn render_search_file(
    snapshot: &Arc<Snapshot>,
    language: LanguageKey,
    render: impl FnOnce(&Recorder) -> Result<Vec<u8>, Vec<Diagnostic>>,
) -> Result<FileOutput, Vec<Diagnostic>> {
    let (result, reads) = record(snapshot, language, render);
    Ok(FileOutput { bytes: result?, reads, ..FileOutput::default() })
}

/// Records the year of the copyright line. Templates have it as a global value, which is not recorded by itself.
pub(super) fn read_build_year(recorder: &Recorder) {
    recorder.head();
}

/// Returns the error for a template whose output is not valid JSON, with an excerpt of the output.
fn invalid_json(template: &SitePath, text: &str, error: &serde_json::Error) -> Diagnostic {
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let excerpt: String = line.chars().skip(error.column().saturating_sub(40)).take(60).collect();
    let message =
        format!("this template does not produce valid JSON: {error}, near `{}`", excerpt.trim());
    let hint = "write values as `{{ value }}` without quotes: in a JSON file, texts are quoted automatically";
    Diagnostic::error(Code::FileNotJson, message).in_file(template).hint(hint)
}
