//! Explains values of site.toml that have the wrong type, and tables that lack a key, with an example of what is expected.

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

fn kind_of(expected: &str) -> Option<Kind> {
    Some(match expected {
        "a boolean" => ("`true` or `false`", "true"),
        "a string" | "a borrowed string" => ("a text in quotes", "\"...\""),
        "a sequence" => ("a list", "[\"...\"]"),
        "a map" => TABLE,
        "f64" | "f32" => ("a number", "0.5"),
        _ if expected.starts_with("struct ") => TABLE,
        _ if expected.starts_with("a nonzero ") => ("a number above 0", "10"),
        _ if expected.starts_with(['u', 'i'])
            && expected
                .trim_start_matches(['u', 'i'])
                .trim_start_matches("size")
                .bytes()
                .all(|it| it.is_ascii_digit()) =>
        {
            ("a whole number", "10")
        }
        _ => return None,
    })
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
                "`b = \"...\"`",
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
