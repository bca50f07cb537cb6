//! Random edits of random texts: the result has the values of the same edit of JSON, and the other lines are equal.

use croupier_edits::{Edit, Format, SourceKind, apply};
use serde_json::{Value as Json, json};

use crate::random_texts::{self, Random};
use crate::repository::values;

/// Edits of each format.
pub(crate) const EDITS: u64 = 1500;

/// Returns the pointers of all values.
fn pointers(value: &Json, pointer: &str, found: &mut Vec<String>) {
    found.push(pointer.to_owned());
    match value {
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                pointers(item, &format!("{pointer}/{index}"), found);
            }
        }
        Json::Object(entries) => {
            for (key, value) in entries {
                pointers(value, &format!("{pointer}/{key}"), found);
            }
        }
        _ => {}
    }
}

fn new_value(random: &mut Random, format: Format) -> Json {
    if format == Format::Csv {
        return random.pick(&["", "x", "a, b", "\"q\"", "two\nlines", "9"]).into();
    }
    match random.below(12) {
        0 => json!(["x", 1, true]),
        1 => json!({ "z": "y", "a b": [1, { "q": "r" }], "k": {} }),
        2 => json!(true),
        3 => json!(1234),
        4 => json!(-2.25),
        5 => json!([]),
        6 => json!([{ "a": "x" }, { "a": "y", "b": 2 }]),
        7 => random.pick(&["2027-01-31", "2027-01-31T09:00:00", "soon"]).into(),
        8 => random.pick(&["two\nlines\n", " \n# x", "+++\n---", "a\r\nb", "\ttab"]).into(),
        _ => random
            .pick(&[
                "new",
                "it's",
                "say \"hi\"",
                "a: b # c",
                "",
                "yes",
                "- x",
                "5",
                "\\",
                "é😀",
                "[x]",
                "'''",
                "\"\"\"",
                " ",
            ])
            .into(),
    }
}

/// Returns a random edit and the values after it.
fn random_edit(random: &mut Random, values: &Json, format: Format) -> Option<(Json, Json)> {
    let mut found = Vec::new();
    pointers(values, "", &mut found);
    let pointer = found[random.below(found.len())].clone();
    let mut after = values.clone();
    let target = after.pointer_mut(&pointer)?;
    let is_csv = format == Format::Csv;

    let edit = match (random.below(4), &mut *target) {
        (0, Json::Array(items)) => {
            let index = random.below(items.len() + 1);
            let value = if is_csv {
                json!({ "id": "1", "the name": new_value(random, format), "price": "" })
            } else {
                new_value(random, format)
            };
            items.insert(index, value.clone());
            json!({ "insert": format!("{pointer}/{index}"), "value": value })
        }
        (1 | 2, Json::Array(items)) if items.len() > 1 => {
            let (from, to) = (random.below(items.len()), random.below(items.len()));
            let item = items.remove(from);
            items.insert(to, item);
            json!({ "move": format!("{pointer}/{from}"), "to": format!("{pointer}/{to}") })
        }
        (0, Json::Object(entries)) if !is_csv => {
            let value = new_value(random, format);
            entries.insert("added key".to_owned(), value.clone());
            json!({ "set": format!("{pointer}/added key"), "value": value })
        }
        (1, Json::Object(entries)) if !is_csv && !entries.is_empty() => {
            let key = entries.keys().nth(random.below(entries.len()))?.clone();
            let value = entries.remove(&key)?;
            entries.insert("renamed".to_owned(), value);
            json!({ "move": format!("{pointer}/{key}"), "to": format!("{pointer}/renamed") })
        }
        (2, _) if !pointer.is_empty() && (!is_csv || pointer.matches('/').count() == 1) => {
            let (parent, last) = pointer.rsplit_once('/')?;
            match after.pointer_mut(parent)? {
                Json::Array(items) => drop(items.remove(last.parse().ok()?)),
                Json::Object(entries) => drop(entries.remove(last)),
                _ => return None,
            }
            json!({ "remove": pointer })
        }
        (_, old) if !pointer.is_empty() && (!is_csv || pointer.matches('/').count() == 2) => {
            let value = new_value(random, format);
            *old = value.clone();
            json!({ "set": pointer, "value": value })
        }
        _ => return None,
    };
    Some((edit, after))
}

/// Whether values are equal. Text fields have no carriage returns, and 2 replaces 1.5 as 2.0.
fn are_equal(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Number(a), Json::Number(b)) => a.as_f64() == b.as_f64(),
        (Json::String(a), Json::String(b)) => a.replace("\r\n", "\n") == b.replace("\r\n", "\n"),
        (Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| are_equal(a, b))
        }
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len()
                && a.iter().all(|(key, value)| b.get(key).is_some_and(|it| are_equal(value, it)))
        }
        _ => a == b,
    }
}

/// Returns how many lines of a text are neither in the equal start nor in the equal end of both.
fn changed_lines(old: &str, new: &str) -> usize {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let end = old[start..]
        .iter()
        .rev()
        .zip(new[start..].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    old.len() - start - end
}

/// Returns the characters apart from white space and commas, sorted. Moves within a list keep them.
fn characters(text: &str) -> Vec<char> {
    let mut found: Vec<char> =
        text.chars().filter(|it| !it.is_whitespace() && *it != ',').collect();
    found.sort_unstable();
    found
}

/// Returns the number of comments of [`random_texts`].
fn comments(text: &str) -> usize {
    ["# note", "[not] = a", "# about", "# item", "# end", "# About"]
        .iter()
        .map(|it| text.matches(it).count())
        .sum()
}

fn check(format: Format, text_of: fn(&mut Random) -> String) {
    let (mut applied, mut refused) = (0, Vec::new());
    for seed in 0..EDITS {
        let mut random = Random(seed);
        let source = text_of(&mut random);
        let root =
            values(format, &source).unwrap_or_else(|| panic!("seed {seed}: not valid: {source}"));
        let before = root.to_json();
        let Some((edit, expected)) = random_edit(&mut random, &before, format) else { continue };

        let edits: Vec<Edit> = vec![serde_json::from_value(edit.clone()).unwrap()];
        let result = match apply(&source, &|_| Ok(SourceKind::Data(format)), Format::Toml, &edits) {
            Ok(result) => result,
            Err(error) => {
                refused.push(format!("seed {seed}: {edit}: {error}\n{source}"));
                continue;
            }
        };
        applied += 1;

        let context = || format!("seed {seed}: {edit}\n{source}\n=>\n{result}");
        let after = values(format, &result).unwrap_or_else(|| panic!("{}", context())).to_json();
        assert!(are_equal(&expected, &after), "{}\n{expected}\n{after}", context());

        // A carriage return before a line feed is on all lines or on none, apart from those in cells.
        assert!(
            format == Format::Csv
                || !source.contains("\r\n")
                || !result.replace("\r\n", "").contains('\n'),
            "{}",
            context()
        );
        let has_final_newline = |text: &str| text.ends_with('\n');
        // A text that lost all lines has no final newline to keep.
        let keeps_end = source.lines().count() < 3
            || result.is_empty()
            || has_final_newline(&source) == has_final_newline(&result);
        assert!(keeps_end, "{}", context());

        let old = edit.get("set").and_then(|it| before.pointer(it.as_str()?));
        let allowed =
            if edit.get("insert").is_some() || (edit.get("set").is_some() && old.is_none()) {
                Some(1)
            } else if old.is_some_and(|it| !it.is_array() && !it.is_object()) {
                Some(old.and_then(Json::as_str).map_or(1, |it| it.matches('\n').count() + 4))
            } else {
                None
            };
        if let Some(allowed) = allowed {
            assert!(changed_lines(&source, &result) <= allowed, "{}", context());
        }
        let is_of_list = edit.get("move").is_some()
            && edit["to"].as_str().is_some_and(|it| it.ends_with(|it: char| it.is_ascii_digit()));
        // Comments outside of the removed values stay.
        let is_replaced =
            edit.get("set").is_some() && old.is_some_and(|it| !it.is_array() && !it.is_object());
        if is_replaced || is_of_list || edit.get("insert").is_some() {
            assert_eq!(comments(&source), comments(&result), "{}", context());
        }
        let removed = edit.get("remove").and_then(|it| before.pointer(it.as_str()?));
        if removed.is_some_and(|it| !it.is_array() && !it.is_object()) {
            assert!(comments(&source) <= comments(&result) + 2, "{}", context());
        }
        if is_of_list {
            assert_eq!(characters(&source), characters(&result), "{}", context());
        }
    }
    assert!(applied > 1000, "{applied} applied, {} refused", refused.len());
    assert!(
        refused.len() * 50 < applied,
        "{} refused:\n{}",
        refused.len(),
        refused[..refused.len().min(8)].join("\n---\n")
    );
}

/// Returns a text with a piece removed, or written twice.
fn damaged(text: &str, random: &mut Random) -> String {
    let offsets: Vec<usize> = text.char_indices().map(|(offset, _)| offset).collect();
    if offsets.is_empty() {
        return String::new();
    }
    let start = random.below(offsets.len());
    let end = (start + 1 + random.below(6)).min(offsets.len() - 1).max(start);
    let (start, end) = (offsets[start], offsets[end]);
    let piece = if random.once_in(2) { text[start..end].repeat(2) } else { String::new() };
    [&text[..start], &piece, &text[end..]].concat()
}

/// Edits texts that are written in unusual ways.
fn check_damaged(format: Format, text_of: fn(&mut Random) -> String) {
    let mut applied = 0;
    for seed in 0..EDITS {
        let mut random = Random(seed + 1_000_000);
        let source = damaged(&text_of(&mut random), &mut random);
        let Some(before) = values(format, &source).map(|it| it.to_json()) else { continue };
        let Some((edit, expected)) = random_edit(&mut random, &before, format) else { continue };

        let edits: Vec<Edit> = vec![serde_json::from_value(edit.clone()).unwrap()];
        let split = |_: &str| Ok(SourceKind::Data(format));
        let Ok(result) = apply(&source, &split, Format::Toml, &edits) else { continue };
        applied += 1;
        let after = values(format, &result).map(|it| it.to_json());
        let is_equal = after.is_some_and(|after| are_equal(&expected, &after));
        assert!(is_equal, "seed {seed}: {edit}\n{source}\n=>\n{result}");
    }
    assert!(applied > 300, "{applied}");
}

#[test]
fn damaged_texts() {
    check_damaged(Format::Toml, random_texts::toml);
    check_damaged(Format::Yaml, random_texts::yaml);
    check_damaged(Format::Json, random_texts::json);
}

#[test]
fn toml() {
    check(Format::Toml, random_texts::toml);
}

#[test]
fn yaml() {
    check(Format::Yaml, random_texts::yaml);
}

#[test]
fn json() {
    check(Format::Json, random_texts::json);
}

#[test]
fn csv() {
    check(Format::Csv, random_texts::csv);
}
