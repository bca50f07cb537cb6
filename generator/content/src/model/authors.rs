//! The authors of a page or of the site, as front matter and site.toml name them.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::Href;
use croupier_base::syntax::spanned::{SpannedKey, SpannedValue, Value};

/// A person or organization that wrote a page.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Author {
    /// The name.
    pub name: String,
    /// A page about the author: a URL path of this site or an absolute URL.
    pub url: Option<String>,
}

/// How authors are written, for messages.
pub(crate) const EXPECTED: &str = "a name, or a list of names: `[\"A Name\", { name = \"B Name\", url = \"https://example.com/\" }]`";

/// Reads a name, a table with `name` and `url`, or a list of both. Returns `None` for other values.
pub fn read(value: &Json) -> Option<Vec<Author>> {
    match value {
        Json::Array(items) => items.iter().map(read_one).collect(),
        one => read_one(one).map(|author| vec![author]),
    }
}

/// The keys of an author.
const KEYS: [&str; 2] = ["name", "url"];

/// Returns the first key of an author that is unknown, with the message and the hint about it.
pub(crate) fn unknown_key(value: &SpannedValue) -> Option<(&SpannedKey, String, String)> {
    let items = match &value.value {
        Value::List(items) => items.as_slice(),
        _ => std::slice::from_ref(value),
    };
    let keys = items.iter().flat_map(|item| match &item.value {
        Value::Table(entries) => entries.as_slice(),
        _ => &[],
    });
    let (key, _) = keys.into_iter().find(|(key, _)| !KEYS.contains(&&*key.name))?;
    let hint = did_you_mean(&key.name, KEYS)
        .unwrap_or_else(|| "an author has the keys `name` and `url`".to_owned());
    Some((key, format!("unknown key `{}` in `authors`", key.name), hint))
}

fn read_one(value: &Json) -> Option<Author> {
    let text = |value: &Json| value.as_str().filter(|it| !it.trim().is_empty()).map(str::to_owned);
    let Json::Object(table) = value else {
        return Some(Author { name: text(value)?, url: None });
    };
    let url = match table.get("url") {
        Some(url) => Some(text(url).filter(|url| {
            url.starts_with('/') && !url.starts_with("//") || Href::new(url.as_str()).is_absolute()
        })?),
        None => None,
    };
    let has_other_keys = table.keys().any(|key| !KEYS.contains(&key.as_str()));
    if has_other_keys { None } else { Some(Author { name: text(table.get("name")?)?, url }) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn authors_are_names_or_tables() {
        let author = |name: &str, url: Option<&str>| Author {
            name: name.to_owned(),
            url: url.map(str::to_owned),
        };

        assert_eq!(read(&json!("A")), Some(vec![author("A", None)]));
        assert_eq!(
            read(&json!(["A", { "name": "B", "url": "/b/" }])),
            Some(vec![author("A", None), author("B", Some("/b/"))])
        );
        assert_eq!(read(&json!([])), Some(Vec::new()));

        for wrong in [
            json!(1),
            json!(""),
            json!([""]),
            json!({ "url": "/b/" }),
            json!({ "name": "B", "url": "b" }),
            json!({ "name": "B", "mail": "b" }),
        ] {
            assert_eq!(read(&wrong), None, "{wrong}");
        }
    }
}
