//! Random edits of content files with many lines that look like fences: front matter and body never change each other.

use croupier_edits::{Edit, Format, SourceKind, apply};
use serde_json::json;

use crate::common::parts;
use crate::random::EDITS;
use crate::random_texts::Random;
use crate::repository::values;

/// Returns a content file whose body and values contain lines that look like fences.
fn content_file(random: &mut Random) -> String {
    const PIECES: [&str; 9] = [
        "+++\n",
        "---\n",
        "title = 'x'\n",
        "a: 1\n",
        "Text 😀\n",
        "\n",
        "# Heading\n",
        "***\n",
        " +++ \n",
    ];
    let body: String = (0..random.below(5)).map(|_| random.pick(&PIECES)).collect();
    let start = random.pick(&["", "", "\u{feff}", "\n"]);
    match random.below(3) {
        0 => format!("{start}{body}"),
        1 => {
            let front = random.pick(&["", "title = \"x\"\n", "title = '''\nx\n'''\n"]);
            format!("{start}+++\n{front}+++\n{body}")
        }
        _ => {
            let front = random.pick(&["title: x\n", "title: |\n  x\n", "title: 'x'\nb: 1\n"]);
            format!("{start}---\n{front}---\n{body}")
        }
    }
}

/// Returns the front matter and the body of a file.
fn front_and_body(source: &str) -> Option<(Option<&str>, &str)> {
    let Ok(SourceKind::Content { front, body }) = parts(source) else { return None };
    Some((front.map(|(range, _)| &source[range]), &source[body..]))
}

/// Returns the body after an edit of a range in UTF-16.
fn edited_body(body: &str, start: usize, end: usize, text: &str) -> String {
    let units: Vec<u16> = body.encode_utf16().collect();
    let inserted: Vec<u16> = text.encode_utf16().collect();
    String::from_utf16(&[&units[..start], &inserted, &units[end..]].concat()).unwrap()
}

#[test]
fn front_matter_and_body_stay_apart() {
    const TEXTS: [&str; 9] = [
        "x",
        "+++\n",
        "---\n",
        "+++\nb = 1\n+++\n",
        "---\ntitle: x\n---\n",
        "a\n+++\nb",
        "a\n---\nb",
        "---",
        "",
    ];
    let (mut applied, mut refused) = (0, 0);
    for seed in 0..EDITS * 2 {
        let mut random = Random(seed);
        let source = content_file(&mut random);
        let Some((front, body)) = front_and_body(&source) else { continue };
        let text = random.pick(&TEXTS);

        let end = random.below(body.encode_utf16().count() + 1);
        let start = random.below(end + 1);
        let is_body = random.once_in(2);
        let edit = if is_body {
            json!({ "body": { "start": start, "end": end }, "text": text })
        } else {
            json!({ "set": "/title", "value": text })
        };
        let edits: Vec<Edit> = vec![serde_json::from_value(edit.clone()).unwrap()];
        let Ok(result) = apply(&source, &parts, Format::Toml, &edits) else {
            refused += 1;
            continue;
        };

        applied += 1;
        let context = format!("seed {seed}: {edit}\n{source}\n=>\n{result}");
        let (new_front, new_body) = front_and_body(&result).expect(&context);
        if is_body {
            assert_eq!(new_body, edited_body(body, start, end, text), "{context}");
            assert_eq!(new_front, front, "{context}");
        } else {
            assert_eq!(new_body, body, "{context}");
            let is_toml = result.trim_start_matches(['\u{feff}', '\n']).starts_with("+++");
            let format = if is_toml { Format::Toml } else { Format::Yaml };
            let title = values(format, new_front.unwrap()).unwrap().to_json()["title"].clone();
            assert_eq!(title, *text, "{context}");
        }
    }
    assert!(applied > 1000 && refused > 50, "{applied} {refused}");
}
