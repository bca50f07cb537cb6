//! What a production build asks of site.toml: that samples have become the operator's own (A2).

use std::ops::Range;

use crate::config::sample_words::first;
use crate::config::tables::Production;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Place};
use croupier_base::syntax::spanned::{SpannedValue, Value};

/// Everything in site.toml, as it is `written`, that is not ready for production. `moved` is another address that was given for the
/// site, which takes the place of the one that is written.
pub fn found(
    written: &SpannedValue,
    rules: &Production,
    moved: Option<&str>,
    place: &dyn Fn(Range<usize>) -> Place,
) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> =
        rules.filled_in.iter().flat_map(|name| empty(written, name, place)).collect();
    // The words that mark a sample are none where they are declared.
    let is_said = |name: &str| name != "production" && !(moved.is_some() && name == "base_url");
    let values =
        written.entries().iter().filter(|(key, _)| is_said(&key.name)).map(|(_, value)| value);
    found.extend(samples(values.collect(), &rules.sample_words, place));
    let of_flag = moved.and_then(|address| Some((address, first(address, &rules.sample_words)?)));
    found.extend(of_flag.map(|(address, words)| sample(words, &format!("--base-url {address}"))));
    found
}

/// What of a table still waits to be filled in.
fn empty(
    written: &SpannedValue,
    table: &str,
    place: &dyn Fn(Range<usize>) -> Place,
) -> Vec<Diagnostic> {
    let Some(SpannedValue { value: Value::Table(entries), .. }) = written.get(table) else {
        let range = written.get("production").map_or(0..0, |it| it.range.clone());
        let names = written
            .entries()
            .iter()
            .filter(|(_, it)| matches!(it.value, Value::Table(_)))
            .map(|(key, _)| &*key.name);
        let hint =
            did_you_mean(table, names).unwrap_or_else(|| "name a table of site.toml".to_owned());
        let message = format!("`filled_in` names `{table}`, which is no table of site.toml");
        return vec![Diagnostic::error(Code::SiteTable, message).at(place(range)).hint(hint)];
    };
    let is_waiting = |name: &str, value: &Value| match value {
        Value::Boolean(it) => name == "sample" && *it,
        Value::Text(text) => text.trim().is_empty(),
        _ => false,
    };
    let waiting = entries.iter().filter(|(key, value)| is_waiting(&key.name, &value.value));
    let told = waiting.map(|(key, value)| {
        Diagnostic::error(Code::SampleBrand, format!("`{table}.{}` is not ready for production", key.name))
            .at(place(key.range.start..value.range.end))
            .hint("fill in the operator's own data and set `sample = false`, or build with --profile preview")
    });
    told.collect()
}

/// Sample hosts and words, wherever they stand, whatever `sample` says.
fn samples(
    mut open: Vec<&SpannedValue>,
    words: &[String],
    place: &dyn Fn(Range<usize>) -> Place,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    while let Some(value) = open.pop() {
        match &value.value {
            Value::Text(text) => {
                found.extend(
                    first(text, words)
                        .map(|words| sample(words, text).at(place(value.range.clone()))),
                );
            }
            Value::List(items) => open.extend(items),
            Value::Table(entries) => open.extend(entries.iter().map(|(_, value)| value)),
            _ => {}
        }
    }
    found
}

/// The error of a text that has this host or these words in it.
fn sample(words: &str, text: &str) -> Diagnostic {
    Diagnostic::error(
        Code::SampleBrand,
        format!("`{words}` is a sample: `{text}` is not ready for production"),
    )
    .hint("write the operator's own, or build with --profile preview")
}
