//! Renders the index of the site's search, and has the files of its dialog.
//!
//! The index contains what the dialog searches and shows, not an inverted index: that would be twice as large, and browsers build it
//! within a second for 10,000 pages. `runtime/src/search/search_index.ts` reads it.

use std::collections::BTreeMap;

use include_dir::{Dir, include_dir};
use serde_json::{Value as Json, json};

use crate::query::data::DataFile;
use crate::query::recorder::Recorder;
use crate::query::results::Head;
use crate::render::json::line;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::ASSETS;
use croupier_content::config::site_config::SiteConfig;
use croupier_content::search::{self, SearchPage, SearchPages};

/// The built files of `runtime/src/search` and `runtime/src/embed`, see `runtime/search.mjs`.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/search");

/// The start of the name of the worker, which only a search over texts uses.
const WORKER: &str = "search_worker-";
/// The start of the name of the script that plays videos.
const EMBED: &str = "embed-";

/// Returns the files that a site publishes, by their names in the folder of assets: those of the search dialog, and the script that
/// plays videos.
pub(crate) fn files(
    config: &SiteConfig,
) -> impl Iterator<Item = (&'static str, &'static [u8])> + use<> {
    let (search, has_embeds) = (config.search, !config.embeds.is_empty());
    let is_used = move |name: &str| match name {
        _ if name.starts_with(EMBED) => has_embeds,
        _ if name.starts_with(WORKER) => search.text,
        _ => search.is_enabled(),
    };
    all_files().filter(move |(name, _)| is_used(name))
}

fn all_files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES.files().filter_map(|file| Some((file.path().to_str()?, file.contents())))
}

/// Returns the name of the only file that starts with `start`.
fn file(start: &str) -> &'static str {
    let mut names = all_files().map(|(name, _)| name);
    names.find(|name| name.starts_with(start)).expect("the files are embedded")
}

/// Renders the element that loads the script that plays videos. Empty without `[embeds]`.
pub(crate) fn embed_script(site: &Head<'_>) -> String {
    if site.embeds.is_empty() {
        return String::new();
    }
    let (base, name) = (site.base, file(EMBED));
    format!("\n<script type=\"module\" src=\"{base}/{ASSETS}{name}\"></script>")
}

/// Returns the output path of the worker that searches texts.
pub(crate) fn worker_path() -> String {
    format!("{ASSETS}{}", file(WORKER))
}

/// Renders the elements that load the search into a document: a script, and without JavaScript a style sheet that hides the buttons.
/// Empty without a search.
pub(crate) fn head(site: &Head<'_>) -> String {
    let Some(search) = site.search else { return String::new() };
    let url = |start| format!("{}/{ASSETS}{}", site.base, file(start));
    let slash_key = if search.slash_key { "" } else { " data-slash-key=\"off\"" };
    let text = if search.text { " data-text" } else { "" };
    format!(
        "\n<script type=\"module\" src=\"{}\"{slash_key}{text}></script>\n<noscript><link rel=\"stylesheet\" href=\"{}\"></noscript>",
        url("search-"),
        url("noscript-"),
    )
}

/// Renders the index as JSON: texts, sections, and pages as rows. Returns the errors in the texts.
pub(crate) fn render_index(recorder: &Recorder) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let texts = texts(recorder)?;
    let found = recorder.search_pages();
    let mut folders: Vec<&str> = Vec::new();
    let mut folder_indices: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rows = Vec::with_capacity(found.pages.len());
    for entry in &found.pages {
        let (folder, name) = split(&entry.page.route);
        let index = *folder_indices.entry(folder).or_insert_with(|| {
            folders.push(folder);
            folders.len() - 1
        });
        rows.push(row(entry, index, name));
    }
    let sections = sections(&found);
    let index = json!({ "texts": texts, "folders": folders, "sections": sections, "pages": rows });
    Ok(line(&index))
}

/// Renders the texts and sections of the dialog as JSON. Returns the errors in the texts.
pub(crate) fn render_dialog(recorder: &Recorder) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let (texts, sections) = (texts(recorder)?, sections(&recorder.search_pages()));
    Ok(line(&json!({ "texts": texts, "sections": sections })))
}

/// Returns the routes and titles of the sections.
fn sections(found: &SearchPages<'_>) -> Vec<Json> {
    found.sections.iter().map(|(route, title)| json!([route, title])).collect()
}

/// Splits a route into its folder and the rest: `/posts/first/` into `/posts/` and `first/`.
fn split(route: &str) -> (&str, &str) {
    let end = route[..route.len() - 1].rfind('/').map_or(0, |slash| slash + 1);
    if end == 0 { (route, "") } else { route.split_at(end) }
}

/// Returns a page as `[folder, name, title, description, terms, headings]`, without empty values at the end.
///
/// `name` is 0 if it follows from the title, and the id of a heading is 0 if it follows from its text: these would be a third of the
/// compressed size.
fn row(entry: &SearchPage<'_>, folder: usize, name: &str) -> Json {
    let title = entry.page.heading();
    let is_derived = derived_id(title).is_some_and(|id| name.strip_suffix('/') == Some(&*id));
    let headings = entry.page.headings.iter().flat_map(|heading| {
        let is_derived = derived_id(&heading.text).is_some_and(|id| id == heading.id);
        [json!(heading.text), if is_derived { json!(0) } else { json!(heading.id) }]
    });
    let mut row = vec![
        json!(folder),
        if is_derived { json!(0) } else { json!(name) },
        json!(title),
        json!(entry.description()),
        json!(entry.terms().collect::<Vec<_>>()),
        Json::Array(headings.collect()),
    ];
    while row.last().is_some_and(|it| *it == json!("") || *it == json!([])) {
        row.pop();
    }
    Json::Array(row)
}

/// Returns the id that browsers derive from a text: lower-case words with hyphens between them. None for a text with other characters
/// than ASCII, because languages differ in how they treat these.
fn derived_id(text: &str) -> Option<String> {
    if !text.is_ascii() {
        return None;
    }
    let text = text.to_ascii_lowercase().replace('\'', "");
    let words = text.split(|it: char| !it.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    Some(words.collect::<Vec<_>>().join("-"))
}

/// Returns the texts of the dialog: those of the site's data file, and English ones where it has none.
fn texts(recorder: &Recorder) -> Result<Json, Vec<Diagnostic>> {
    let has_text = recorder.head().search.is_some_and(|search| search.text);
    let mut texts = search::default_texts(has_text);
    let Ok(file) = recorder.data(search::TEXTS) else { return Ok(Json::Object(texts)) };
    let mut errors = Vec::new();
    for (key, value) in file.value.as_object().into_iter().flatten() {
        let is_plural = texts.get(key).is_some_and(Json::is_object);
        match texts.get_mut(key) {
            None => {
                let hint = did_you_mean(key, texts.keys().map(String::as_str))
                    .unwrap_or_else(|| "docs/search.md lists the texts".to_owned());
                errors.push(wrong(file, key, format!("the search has no text `{key}`"), hint));
            }
            Some(text) if is_plural => match plural_problem(value) {
                None => *text = value.clone(),
                Some(problem) => {
                    let hint = "write `{ one = \"{count} result\", other = \"{count} results\" }`";
                    errors.push(wrong(file, key, format!("`{key}` {problem}"), hint));
                }
            },
            Some(text) if value.is_string() => *text = value.clone(),
            Some(_) => {
                let hint = "write a text in quotes";
                errors.push(wrong(file, key, format!("`{key}` is not a text"), hint));
            }
        }
    }
    if errors.is_empty() { Ok(Json::Object(texts)) } else { Err(errors) }
}

/// Returns what is wrong with a text that depends on a number.
fn plural_problem(value: &Json) -> Option<&'static str> {
    let Some(forms) = value.as_object() else {
        return Some("is not a table of plural forms");
    };
    if !forms.contains_key("other") {
        return Some("lacks the form `other`");
    }
    let is_valid = |(form, text): (&String, &Json)| {
        ["zero", "one", "two", "few", "many", "other"].contains(&form.as_str()) && text.is_string()
    };
    (!forms.iter().all(is_valid))
        .then_some("has another form than zero, one, two, few, many and other")
}

fn wrong(file: &DataFile, key: &str, message: String, hint: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::DataShape, message).at(file.place(key)).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_is_a_folder_and_a_name() {
        for (route, expected) in [
            ("/", ("/", "")),
            ("/about/", ("/", "about/")),
            ("/posts/first/", ("/posts/", "first/")),
            ("/posts/a.html", ("/posts/", "a.html")),
        ] {
            assert_eq!(split(route), expected, "{route}");
        }
    }

    #[test]
    fn an_id_follows_from_a_text_in_ascii() {
        for (text, expected) in [
            ("First steps", Some("first-steps")),
            ("What's new in 1.2?", Some("whats-new-in-1-2")),
            ("C++ & Rust", Some("c-rust")),
            ("Über uns", None),
        ] {
            assert_eq!(derived_id(text).as_deref(), expected, "{text}");
        }
    }
}
