//! Renders the index of the site's search, and the texts of its dialog.
//!
//! The index contains what the dialog searches and shows, not an inverted index: that would be twice as large, and browsers build it
//! within a second for 10,000 pages. `runtime/src/search/search_index.ts` reads it.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde_json::{Value as Json, json};

use crate::query::data::DataFile;
use crate::query::page_queries::FoundBySearch;
use crate::query::recorder::Recorder;
use crate::render::json::line;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::{OutputPath, PAGE_DATA, SEARCH_PARTS};
use croupier_content::search::{self, SearchPage, SearchPages, Section};
use croupier_content::words::search_words;
use parts::{Division, WordPages};

mod parts;

/// Bytes of an index that is compressed to about 0.3 MB, which loads within two seconds on a slow connection.
const MAX_BYTES: usize = 1_000_000;

/// Number of pages from which the index is divided: their titles and terms alone have about [`MAX_BYTES`].
const DIVIDED_PAGES: usize = 20_000;

/// Numbers of pages and of parts that are in memory at once, in addition to the words of all pages.
const CHUNK: usize = 10_000;
const PART_CHUNK: usize = 64;

/// Receives the path and the content of a part of the index.
pub(crate) type EmitPart<'a> = dyn FnMut(OutputPath, Vec<u8>) -> Result<(), Diagnostic> + 'a;

/// Parts of pages that the index can include in addition to titles and terms.
#[derive(Debug, Clone, Copy)]
struct Fields {
    headings: bool,
    descriptions: bool,
}

/// Renders the index as JSON: texts, sections, and pages as rows. Returns the errors in the texts.
///
/// An index above [`MAX_BYTES`] leaves out descriptions, then headings, unless site.toml requires them. The index of a large site has
/// its pages in parts, which `emit` receives one by one.
pub(crate) fn render_index(
    recorder: &Recorder,
    emit: &mut EmitPart<'_>,
) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let texts = texts(recorder)?;
    let found = recorder.read(FoundBySearch(recorder.language()));
    let settings = recorder.head().search.unwrap_or_default();

    if found.pages.len() >= DIVIDED_PAGES {
        let fields = Fields {
            headings: settings.headings.is_some(),
            descriptions: settings.descriptions.is_some(),
        };
        let parts_folder = parts_folder(recorder.head().prefix);
        return divided_index(&texts, &found, fields, &parts_folder, emit)
            .map_err(|error| vec![error]);
    }

    let mut fields = Fields { headings: true, descriptions: true };
    loop {
        let index = index(&texts, &found, fields);
        if index.len() <= MAX_BYTES {
            return Ok(index);
        }
        if fields.descriptions && settings.descriptions.is_none() {
            fields.descriptions = false;
        } else if fields.headings && settings.headings.is_none() {
            fields.headings = false;
        } else {
            return Ok(index);
        }
    }
}

fn index(texts: &Json, found: &SearchPages<'_>, fields: Fields) -> Vec<u8> {
    let (folders, rows) = rows(found.pages.iter(), fields);
    let sections = sections(found);
    line(&json!({ "texts": texts, "folders": folders, "sections": sections, "pages": rows }))
}

fn divided_index(
    texts: &Json,
    found: &SearchPages<'_>,
    fields: Fields,
    parts_folder: &str,
    emit: &mut EmitPart<'_>,
) -> Result<Vec<u8>, Diagnostic> {
    let mut word_pages = WordPages::default();
    for chunk in found.pages.chunks(CHUNK) {
        let words: Vec<_> = chunk.par_iter().map(|page| words_of(page, fields)).collect();
        for words in words {
            word_pages.add_page(words);
        }
    }

    let division = Division::new(word_pages, parts::MAX_PAGES);
    let parts = division.parts();

    let render = |pages: &BTreeSet<u32>| {
        let pages = pages.iter().map(|number| &found.pages[*number as usize]);
        let (folders, rows) = rows(pages, fields);
        line(&json!({ "folders": folders, "pages": rows }))
    };

    let mut numbers = 0..;
    for chunk in parts.chunks(PART_CHUNK) {
        let rendered: Vec<_> = chunk.par_iter().map(render).collect();
        for (bytes, number) in rendered.into_iter().zip(numbers.by_ref()) {
            let path = format!("{parts_folder}{}/{number}.json", parts.len());
            emit(OutputPath::new(path), bytes)?;
        }
    }

    let (sections, split) = (sections(found), &division.split);
    Ok(line(&json!({ "texts": texts, "sections": sections, "parts": parts.len(), "split": split })))
}

/// Returns the folder of the parts in the language with a path, next to the index of that language.
fn parts_folder(prefix: &str) -> String {
    let name = SEARCH_PARTS.strip_prefix(PAGE_DATA).unwrap_or(SEARCH_PARTS);
    format!("{}{prefix}/{name}", PAGE_DATA.trim_end_matches('/'))
}

/// Returns the distinct words that find a page.
fn words_of(entry: &SearchPage<'_>, fields: Fields) -> BTreeSet<String> {
    let headings = entry.headings().map(|(text, _)| text);
    let headings = headings.filter(|_| fields.headings);
    let description = fields.descriptions.then(|| entry.description());
    let texts = [entry.page.heading()].into_iter().chain(entry.terms());
    texts.chain(description).chain(headings).flat_map(search_words).collect()
}

/// Returns the folders of pages, and their rows.
fn rows<'a, 'p: 'a>(
    pages: impl Iterator<Item = &'a SearchPage<'p>>,
    fields: Fields,
) -> (Vec<&'a str>, Vec<Json>) {
    let mut folders: Vec<&str> = Vec::new();
    let mut folder_indices: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rows = Vec::new();
    for entry in pages {
        let (folder, name) = split(&entry.page.route);
        let index = *folder_indices.entry(folder).or_insert_with(|| {
            folders.push(folder);
            folders.len() - 1
        });
        rows.push(row(entry, index, name, fields));
    }
    (folders, rows)
}

/// Renders the texts and sections of the dialog as JSON. Returns the errors in the texts.
pub(crate) fn render_dialog(recorder: &Recorder) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let (texts, sections) =
        (texts(recorder)?, sections(&recorder.read(FoundBySearch(recorder.language()))));
    Ok(line(&json!({ "texts": texts, "sections": sections })))
}

/// Returns the starts of the routes of the sections, and their titles.
fn sections(found: &SearchPages<'_>) -> Vec<Json> {
    found.sections.values().map(|Section { start, title }| json!([start, title])).collect()
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
fn row(entry: &SearchPage<'_>, folder: usize, name: &str, fields: Fields) -> Json {
    let title = entry.page.heading();
    let is_derived = derived_id(title).is_some_and(|id| name.strip_suffix('/') == Some(&*id));

    let headings = entry.headings().filter(|_| fields.headings).flat_map(|(text, id)| {
        let is_derived = derived_id(text).is_some_and(|derived| derived == id);
        [json!(text), if is_derived { json!(0) } else { json!(id) }]
    });

    let mut row = vec![
        json!(folder),
        if is_derived { json!(0) } else { json!(name) },
        json!(title),
        json!(if fields.descriptions { entry.description() } else { "" }),
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
    let mut texts = search::default_texts(has_text, recorder.language());
    let Ok(file) = recorder.data(search::TEXTS) else { return Ok(Json::Object(texts)) };

    let mut errors = Vec::new();
    for (key, value) in file.value.as_object().into_iter().flatten() {
        let is_plural = texts.get(key).is_some_and(Json::is_object);
        match texts.get_mut(key) {
            None => {
                let hint = did_you_mean(key, texts.keys().map(String::as_str))
                    .unwrap_or_else(|| "the guide \"Add a search\" lists the texts".to_owned());
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
