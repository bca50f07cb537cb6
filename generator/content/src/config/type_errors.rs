//! Explains values of site.toml that have the wrong type, and tables that lack a key, with an example of what is expected.

use std::num::NonZeroU64;

/// A message and a hint.
pub(super) type Explained = (String, String);

/// Explains an error of serde. `before` is the text of the file before the value. Returns `None` for other errors.
pub(super) fn explain(message: &str, before: &str) -> Option<Explained> {
    if let Some(key) = message.strip_prefix("missing field `").and_then(|it| it.strip_suffix('`')) {
        let hint = format!("add `{key} = ...`; the reference of site.toml describes the value");
        return Some((format!("`{key}` is missing in this table"), hint));
    }

    let (found, expected) = message
        .strip_prefix("invalid type: ")
        .or_else(|| message.strip_prefix("invalid value: "))?
        .split_once(", expected ")?;
    let (kind, example) = kind_of(expected)?;
    let meant = meant_value(found, kind);
    let example = meant.as_deref().unwrap_or(example);
    let found = found_kind(found);
    let Some(key) = key_before(before) else {
        return Some((
            format!("{found} is written here, and {kind} is expected"),
            format!("write `{example}`"),
        ));
    };
    let example = if kind == TABLE.0 { format!("[{key}]") } else { format!("{key} = {example}") };
    Some((
        format!("`{key}` is {kind}, and not {found}"),
        format!("write it in this form: `{example}`"),
    ))
}

/// What a type is called, and an example of its values.
type Kind = (&'static str, &'static str);

const TABLE: Kind = ("a table", "{ ... }");
const BOOLEAN: &str = "`true` or `false`";
const TEXT: &str = "a text in quotes";
const NUMBER: &str = "a number";
const POSITIVE_NUMBER: &str = "a number above 0";
const WHOLE_NUMBER: &str = "a whole number";

fn kind_of(expected: &str) -> Option<Kind> {
    Some(match expected {
        "a boolean" => (BOOLEAN, "true"),
        "a string" | "a borrowed string" => (TEXT, "\"...\""),
        "a sequence" => ("a list", "[\"...\"]"),
        "a map" => TABLE,
        "f64" | "f32" => (NUMBER, "0.5"),
        _ if expected.starts_with("struct ") => TABLE,
        _ if expected.starts_with("a nonzero ") => (POSITIVE_NUMBER, "10"),
        _ if expected.starts_with(['u', 'i'])
            && expected
                .trim_start_matches(['u', 'i'])
                .trim_start_matches("size")
                .bytes()
                .all(|it| it.is_ascii_digit()) =>
        {
            (WHOLE_NUMBER, "10")
        }
        _ => return None,
    })
}

/// Returns the value as it has to be written, if only its quotes are wrong.
fn meant_value(found: &str, kind: &str) -> Option<String> {
    let (_, value) = found.split_once(' ')?;
    let inner = value.trim_matches(['`', '"']);
    let is_meant = match kind {
        TEXT => !value.starts_with('"'),
        BOOLEAN => matches!(inner, "true" | "false"),
        WHOLE_NUMBER => inner.parse::<u64>().is_ok(),
        NUMBER => inner.parse::<f64>().is_ok_and(f64::is_finite),
        POSITIVE_NUMBER => inner.parse::<NonZeroU64>().is_ok(),
        _ => false,
    };
    let written = if kind == TEXT { format!("\"{inner}\"") } else { inner.to_owned() };
    is_meant.then_some(written)
}

/// Returns what serde found: a type, and the value in backquotes or in quotes.
fn found_kind(found: &str) -> String {
    let value = found.split_once(' ').map_or("", |(_, value)| value).trim_matches('`');
    match found {
        "sequence" => "a list".to_owned(),
        "map" => TABLE.0.to_owned(),
        _ if found.starts_with("string ") => format!("the text {value}"),
        _ => format!(
            "`{}`",
            found
                .rsplit_once('`')
                .and_then(|(rest, _)| rest.rsplit_once('`'))
                .map_or(found, |(_, value)| value)
        ),
    }
}

/// Returns the key whose value begins after a text, if it is in the same line.
fn key_before(before: &str) -> Option<&str> {
    let line = before.lines().next_back().filter(|_| !before.ends_with('\n'))?;
    let key = line.trim_end().strip_suffix('=')?.trim_end();
    let key = key.rsplit(['{', ',', ' ']).next()?.trim_matches(['"', '\'']);
    (!key.is_empty()).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::explain;

    #[test]
    fn types_are_explained_with_an_example() {
        for (message, before, expected, hint) in [
            (
                "invalid type: string \"yes\", expected a boolean",
                "[search]\ntitles = ",
                "`titles` is `true` or `false`, and not the text \"yes\"",
                "`titles = true`",
            ),
            (
                "invalid type: boolean `true`, expected a string",
                "a = 1\nb = ",
                "`b` is a text in quotes, and not `true`",
                "`b = \"true\"`",
            ),
            (
                "invalid type: string \"301\", expected u16",
                "status = ",
                "`status` is a whole number, and not the text \"301\"",
                "`status = 301`",
            ),
            (
                "invalid type: string \"false\", expected a boolean",
                "titles = ",
                "`titles` is `true` or `false`, and not the text \"false\"",
                "`titles = false`",
            ),
            (
                "invalid type: integer `5`, expected a sequence",
                "widths=",
                "`widths` is a list, and not `5`",
                "`widths = [\"...\"]`",
            ),
            (
                "invalid type: string \"x\", expected usize",
                "limit = ",
                "`limit` is a whole number, and not the text \"x\"",
                "`limit = 10`",
            ),
            (
                "invalid value: integer `-1`, expected u32",
                "{ limit = ",
                "`limit` is a whole number, and not `-1`",
                "`limit = 10`",
            ),
            (
                "invalid value: integer `0`, expected a nonzero usize",
                "limit = ",
                "`limit` is a number above 0, and not `0`",
                "`limit = 10`",
            ),
            (
                "invalid type: boolean `true`, expected struct Search",
                "search = ",
                "`search` is a table, and not `true`",
                "`[search]`",
            ),
            (
                "invalid type: map, expected a string",
                "[a]\n",
                "a table is written here, and a text in quotes is expected",
                "`\"...\"`",
            ),
            ("missing field `path`", "", "`path` is missing in this table", "`path = ...`"),
        ] {
            let (explained, its_hint) = explain(message, before).unwrap_or_default();
            assert_eq!(explained, expected);
            assert!(its_hint.contains(hint), "{its_hint}");
        }

        for other in ["unknown field `a`, expected `b`", "invalid type: map, expected a date", ""] {
            assert_eq!(explain(other, ""), None, "{other}");
        }
    }
}
