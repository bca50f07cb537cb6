//! What a field can refer to: pages of a folder, or entries of data, as the keyword `references` of a schema names them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::editor::source::kind;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_base::syntax::data;
use croupier_engine::PreviewSession;

/// The keys whose text describes an entry, best first.
const TITLES: [&str; 5] = ["title", "name", "label", "display_name", "heading"];

/// Returns the entries of data that `to` names, and that have all words: `games#id` are the values of `id` in the lists of the data file
/// `games`, `promotions/#id` those of the files in the folder `promotions`, and `promotions/#` the names of these files. None if `to` names
/// no data.
pub(super) fn entries(
    session: &PreviewSession,
    world: &World,
    to: &str,
    words: &[String],
) -> Option<Vec<Value>> {
    let (name, key) = to.split_once('#')?;
    let is_named = |path: &SitePath| {
        let file = data::name(path).filter(|_| kind(path) == "data").unwrap_or_default();
        // The files of other languages have the same entries.
        !file.contains('.') && is_file_of(file, name)
    };

    let mut found = Vec::new();
    for path in session.other_files().into_iter().filter(is_named) {
        let Some(bytes) = world.read_if_exists(&path).ok().flatten() else { continue };
        let Ok(value) = data::read(&path, bytes) else { continue };
        let file = data::name(&path).unwrap_or_default();
        found.extend(named(file, &value, name, key).map(|(it, text)| entry(&path, it, &text)));
    }
    let has_words = |item: &Value| {
        let text = format!("{} {}", item["title"], item["link"]).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    found.retain(has_words);
    Some(found)
}

/// Whether a data file is the one with a name, or in the folder with a name.
fn is_file_of(file: &str, name: &str) -> bool {
    file == name || name.ends_with('/') && file.starts_with(name)
}

/// Returns the texts by which `to` refers to a data file and its rows.
pub(super) fn texts_of(file: &str, value: &Value, to: &str) -> BTreeSet<String> {
    match to.split_once('#') {
        Some((name, key)) if is_file_of(file, name) => {
            named(file, value, name, key).map(|(_, text)| text).collect()
        }
        _ => BTreeSet::new(),
    }
}

/// Returns the values of a data file that have a text at a key, with this text. In a folder, that is also the file itself. Its text without a
/// key is its name in the folder.
fn named<'a>(
    file: &str,
    value: &'a Value,
    name: &str,
    key: &str,
) -> impl Iterator<Item = (&'a Value, String)> {
    let in_folder = file.strip_prefix(name).filter(|_| name.ends_with('/'));
    let own = in_folder
        .and_then(|file| if key.is_empty() { Some(file.to_owned()) } else { text_at(value, key) });
    let rows = lists(value).into_iter().flatten();
    let rows = rows.filter_map(move |row| Some((row, text_at(row, key)?)));
    own.map(|text| (value, text)).into_iter().chain(rows)
}

/// Returns a file that is a list, or the lists at its top level.
fn lists(value: &Value) -> Vec<&Vec<Value>> {
    match value {
        Value::Array(items) => vec![items],
        Value::Object(entries) => entries.values().filter_map(Value::as_array).collect(),
        _ => Vec::new(),
    }
}

/// Returns the text of a key, or of a pattern with keys in braces: `{game_id}-{machine_id}`. None if the value has no text at one of them.
fn text_at(value: &Value, key: &str) -> Option<String> {
    if !key.contains('{') {
        return value[key].as_str().map(str::to_owned);
    }
    let mut text = String::new();
    let mut rest = key;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        text.push_str(before);
        text.push_str(value[name].as_str()?);
        rest = after;
    }
    text.push_str(rest);
    Some(text)
}

/// Returns an entry in the form of a link.
fn entry(path: &SitePath, value: &Value, text: &str) -> Value {
    let title = TITLES.iter().find_map(|it| value[*it].as_str()).unwrap_or(text);
    json!({
        "path": format!("{path}#{text}"), "title": title, "route": text, "link": text, "anchors": [],
    })
}
