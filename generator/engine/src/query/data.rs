//! Parsed data files, for templates and static queries.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use minijinja::value::{Serde, Value};
use serde_json::{Number, Value as Json};

use croupier_base::date::{self, SiteZone};
use croupier_base::diagnostic::Location;
use croupier_base::path::SitePath;
use croupier_base::syntax::data;
use croupier_base::syntax::spanned::SpannedValue;

/// A parsed data file.
#[derive(Debug)]
pub(crate) struct DataFile {
    /// Its content.
    pub value: Json,
    /// The hash under which it is published as a static query.
    pub hash: String,
    /// Its first integer that browsers would round, with its path.
    pub rounded: Option<(String, Number)>,
    source: SitePath,
    text: Arc<str>,
    /// Its content as a template value.
    pub shown: Value,
}

impl DataFile {
    /// Creates the data file at `source` from its text and its parsed value.
    pub(crate) fn new(source: &SitePath, text: &str, value: Json) -> DataFile {
        let shown = Value::from(Serde(&value));
        DataFile {
            hash: query_hash(&value),
            rounded: rounded_number(&value),
            source: source.clone(),
            text: Arc::from(text),
            shown,
            value,
        }
    }

    /// Whether a value of the file is this time, in epoch seconds.
    pub(crate) fn has_time(&self, at: i64, zone: &SiteZone) -> bool {
        fn has_time(value: &Json, is_time: &dyn Fn(&str) -> bool) -> bool {
            match value {
                Json::String(text) => is_time(text),
                Json::Array(items) => items.iter().any(|item| has_time(item, is_time)),
                Json::Object(table) => table.values().any(|item| has_time(item, is_time)),
                _ => false,
            }
        }
        let seconds = |text: &str| zone.epoch_seconds(&date::parse(text).ok()?);
        // Dates begin with a year.
        let may_be_date = |text: &str| text.as_bytes().first().is_some_and(u8::is_ascii_digit);
        has_time(&self.value, &|text| may_be_date(text) && seconds(text) == Some(at))
    }

    /// The file.
    pub(crate) fn source(&self) -> &SitePath {
        &self.source
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Its content with the byte range of each value.
    pub(crate) fn spanned(&self) -> SpannedValue {
        data::spanned(&self.source, &self.text, &self.value)
    }

    /// The file and its text.
    pub(crate) fn file(&self) -> (SitePath, Arc<str>) {
        (self.source.clone(), Arc::clone(&self.text))
    }

    /// Returns the location of a value in the file. `path` consists of keys and list indices, such as `methods.1.maximum`.
    pub(crate) fn place(&self, path: &str) -> Location {
        let steps: Vec<Cow<'_, str>> = path.split('.').map(Cow::Borrowed).collect();
        Location::new(
            self.source.as_str(),
            Arc::clone(&self.text),
            data::range_at(&self.source, &self.text, &steps),
        )
    }
}

/// The largest integer that numbers of JavaScript hold exactly, as all below it.
const MAX_EXACT: u64 = (1 << 53) - 1;

/// Returns the first integer that JavaScript would round, with its path: `items.0.id`.
pub(crate) fn rounded_number(value: &Json) -> Option<(String, Number)> {
    let within = |key: &str, value: &Json| {
        let (path, number) = rounded_number(value)?;
        Some((if path.is_empty() { key.to_owned() } else { format!("{key}.{path}") }, number))
    };

    match value {
        Json::Number(number) => {
            let size = number.as_i64().map(i64::unsigned_abs).or_else(|| number.as_u64())?;
            (size > MAX_EXACT).then(|| (String::new(), number.clone()))
        }
        Json::Array(items) => {
            items.iter().enumerate().find_map(|(index, item)| within(&index.to_string(), item))
        }
        Json::Object(fields) => fields.iter().find_map(|(key, field)| within(key, field)),
        _ => None,
    }
}

impl Hash for DataFile {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The hash covers the value. The path and the text of the file only serve error messages.
        self.hash.hash(state);
    }
}

/// Returns the decimal hash of the result of a static query. The runtime requires that it is numeric.
fn query_hash(value: &Json) -> String {
    let digest = blake3::hash(value.to_string().as_bytes());
    let bytes: [u8; 8] = digest.as_bytes()[..8].try_into().expect("eight bytes were taken");
    u64::from_be_bytes(bytes).to_string()
}
