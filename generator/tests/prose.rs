//! The texts of the repository for readers: sentences are short, and words of [`FLAGGED`] do not occur.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::tree;

/// The most words in a sentence. CONTRIBUTING.md asks for 25; this leaves room for names and numbers.
const MAX_WORDS: usize = 30;

/// Words that have a plainer or more exact term, with that term.
const FLAGGED: [(&str, &str); 29] = [
    ("anew", "again"),
    ("as ever", "leave it out"),
    ("beside", "next to, page asset"),
    ("besides", "also"),
    ("dialogue", "dialog"),
    ("further pages", "pages 2 and up"),
    ("kept", "cached, stored, preserved"),
    ("lead on", "redirect to"),
    ("lead to", "link to, cause"),
    ("leads on", "redirects to"),
    ("leads to", "links to, causes"),
    ("lies", "is"),
    ("measures", "dimensions"),
    ("mend", "fix"),
    ("mended", "fixed"),
    ("mends", "fixes"),
    ("moment", "time, instant"),
    ("moments", "times"),
    ("nobody", "no user, no client"),
    ("once more", "again"),
    ("remembered", "cached, stored"),
    ("sealed", "checksummed"),
    ("somebody", "a user, a client"),
    ("stands", "is"),
    ("taken over", "restored"),
    ("telephone", "phone"),
    ("tells", "reports"),
    ("told", "reported"),
    ("whoever", "users"),
];

/// Abbreviations whose dot does not end a sentence.
const ABBREVIATIONS: [&str; 4] = ["e.g.", "i.e.", "etc.", "vs."];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Returns the Markdown files for readers, each with its path in the repository.
fn texts() -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for folder in ["docs/content", "generator/src/command/new"] {
        for (path, content) in tree(&repository().join(folder)) {
            if path.extension().is_some_and(|it| it == "md") {
                let path = format!("{folder}/{}", path.display());
                texts.push((path, String::from_utf8(content).unwrap()));
            }
        }
    }
    for path in [
        "README.md",
        "CONTRIBUTING.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "runtime/README.md",
        "generator/npm/README.md",
    ] {
        texts.push((path.to_owned(), fs::read_to_string(repository().join(path)).unwrap()));
    }
    texts
}

/// Returns the paragraphs and list items of a Markdown file, without front matter, headings, code and tables. Each has the number
/// of its first line.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    let mut fence: Option<String> = None;
    let mut is_open = false;
    let front = text.lines().next().filter(|line| ["---", "+++"].contains(line));
    let mut in_front = front.is_some();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if in_front {
            in_front = index == 0 || Some(line) != front;
            continue;
        }
        let marker =
            ["`", "~"].map(|mark| mark.repeat(3)).into_iter().find(|it| line.starts_with(it));
        if let Some(open) = &fence {
            if line.starts_with(open.as_str()) && line.chars().all(|it| open.starts_with(it)) {
                fence = None;
            }
            continue;
        }
        if let Some(marker) = marker {
            let mark = marker.chars().next().unwrap();
            fence = Some(line.chars().take_while(|it| *it == mark).collect());
            is_open = false;
            continue;
        }
        let is_definition = line.starts_with('[') && line.contains("]: ");
        if line.is_empty()
            || is_definition
            || line.starts_with(['|', '#', '<'])
            || line.starts_with("> [!")
        {
            is_open = false;
            continue;
        }
        let number = line.trim_start_matches(|it: char| it.is_ascii_digit());
        let item = ["- ", "* ", "> "].iter().find_map(|mark| line.strip_prefix(mark));
        let item = item.or_else(|| number.strip_prefix(". ").filter(|_| number != line));
        match (item, is_open) {
            (Some(item), _) => paragraphs.push((index + 1, item.to_owned())),
            (None, true) => {
                let (_, last) = paragraphs.last_mut().expect("an open paragraph exists");
                last.push(' ');
                last.push_str(line);
            }
            (None, false) => paragraphs.push((index + 1, line.to_owned())),
        }
        is_open = true;
    }
    paragraphs
}

/// Returns the numbered lines of a Markdown file outside of code blocks, with front matter, headings and tables.
fn lines_without_code(text: &str) -> Vec<(usize, &str)> {
    let mut fence: Option<&str> = None;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        let marks = trimmed.len() - trimmed.trim_start_matches('`').len();
        match fence {
            Some(open) if trimmed == open => fence = None,
            None if marks >= 3 => fence = Some(&trimmed[..marks]),
            None => lines.push((index + 1, line)),
            Some(_) => {}
        }
    }
    lines
}

/// Returns a paragraph without markup: inline code is `code`, and links are their texts.
fn plain(paragraph: &str) -> String {
    let mut text = String::new();
    let mut rest = paragraph;
    while let Some(start) = rest.find('`') {
        text.push_str(&rest[..start]);
        let ticks = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        let fence = &rest[start..start + ticks];
        let after = &rest[start + ticks..];
        let Some(end) = after.find(fence) else { break };
        text.push_str("code");
        rest = &after[end + ticks..];
    }
    text.push_str(rest);
    while let Some(start) = text.find("](") {
        let end = text[start..].find(')').map_or(text.len(), |end| start + end + 1);
        text.replace_range(start..end, "");
    }
    text.replace(['[', ']', '*', '"', '“', '”'], "")
}

/// Splits a paragraph without markup into sentences.
fn sentences(text: &str) -> Vec<Vec<&str>> {
    let mut sentences = vec![Vec::new()];
    for word in text.split_whitespace() {
        if word.contains(char::is_alphanumeric) {
            sentences.last_mut().expect("it has one").push(word);
        }
        let ends = word.trim_end_matches([')', '(']).ends_with(['.', '!', '?']);
        if ends && !ABBREVIATIONS.contains(&word) {
            sentences.push(Vec::new());
        }
    }
    sentences
}

/// Returns the words of a text without markup, in lower case.
fn words(text: &str) -> Vec<String> {
    let text = plain(text);
    let words = text.split(|it: char| !it.is_alphanumeric() && it != '-');
    words.filter(|it| !it.is_empty()).map(str::to_lowercase).collect()
}

/// Returns the lines in which a phrase begins.
fn lines_with(words: &[(usize, String)], phrase: &str) -> Vec<usize> {
    let phrase: Vec<&str> = phrase.split(' ').collect();
    let windows = words.windows(phrase.len());
    windows
        .filter(|window| window.iter().map(|(_, word)| word.as_str()).eq(phrase.iter().copied()))
        .map(|window| window[0].0)
        .collect()
}

#[test]
fn texts_have_short_sentences_and_plain_words() {
    let mut problems = Vec::new();
    let (mut count, mut long) = (0, 0);
    for (path, text) in texts() {
        for (line, paragraph) in paragraphs(&text) {
            let paragraph = plain(&paragraph);
            for sentence in sentences(&paragraph) {
                count += usize::from(!sentence.is_empty());
                long += usize::from(sentence.len() > 25);
                if sentence.len() > MAX_WORDS {
                    problems.push(format!(
                        "{path}:{line}: {} words: {}",
                        sentence.len(),
                        sentence.join(" ")
                    ));
                }
            }
        }
        let words: Vec<(usize, String)> = lines_without_code(&text)
            .into_iter()
            .flat_map(|(line, text)| words(text).into_iter().map(move |word| (line, word)))
            .collect();
        for (flagged, better) in FLAGGED {
            for line in lines_with(&words, flagged) {
                problems.push(format!("{path}:{line}: \"{flagged}\", write: {better}"));
            }
        }
    }
    println!("{long} of {count} sentences have more than 25 words");
    assert!(count > 4000, "{count} sentences");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Returns the comments and texts of a Rust file, each with the number of its first line.
fn texts_of_code(code: &str) -> Vec<(usize, &str)> {
    let mut texts = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find(['/', '"', '\'']) {
        let line = code[..code.len() - rest.len() + start].matches('\n').count() + 1;
        let before = &rest[..start];
        rest = &rest[start..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with('"') {
            let hashes = before.len() - before.trim_end_matches('#').len();
            let is_raw = before.trim_end_matches('#').ends_with('r');
            let end = if is_raw { format!("\"{}", "#".repeat(hashes)) } else { "\"".to_owned() };
            let mut at = 1;
            while !rest[at..].starts_with(&end) {
                let next = rest[at..].chars().next().expect("the literal is closed");
                let is_escape = !is_raw && next == '\\';
                at += next.len_utf8();
                if is_escape {
                    at += rest[at..].chars().next().map_or(0, char::len_utf8);
                }
            }
            at + end.len()
        } else if rest.starts_with("'\\") {
            2 + rest[3..].find('\'').map_or(1, |end| end + 2)
        } else if let Some(quoted) = rest.strip_prefix('\'') {
            // A character, or else a lifetime.
            let character = quoted.chars().next().map_or(0, char::len_utf8);
            if quoted[character..].starts_with('\'') { character + 2 } else { 1 }
        } else {
            1
        };
        if rest.starts_with("//") || rest.starts_with('"') {
            texts.push((line, &rest[..length]));
        }
        rest = &rest[length..];
    }
    texts
}

#[test]
fn comments_and_messages_of_the_generator_have_plain_words() {
    let mut problems = Vec::new();
    let mut count = 0;
    for (path, content) in tree(&repository().join("generator")) {
        let name = path.display().to_string();
        // `new` has the files of the templates, of which comments and contents are for readers.
        let is_template = name.starts_with("src/command/new/");
        let content = String::from_utf8_lossy(&content).into_owned();
        let texts: Vec<(usize, &str)> = match path.extension().and_then(|it| it.to_str()) {
            Some("rs") if name.contains("src/") => texts_of_code(&content),
            Some("html" | "toml" | "css" | "ts" | "tsx" | "yml") if is_template => {
                content.lines().enumerate().map(|(index, line)| (index + 1, line)).collect()
            }
            _ => continue,
        };
        count += texts.len();
        let words: Vec<(usize, String)> = texts
            .into_iter()
            .flat_map(|(line, text)| words(text).into_iter().map(move |word| (line, word)))
            .collect();
        for (flagged, better) in FLAGGED {
            for line in lines_with(&words, flagged) {
                problems.push(format!("generator/{name}:{line}: \"{flagged}\", write: {better}"));
            }
        }
    }
    assert!(count > 15_000, "{count} texts");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn comments_and_texts_of_code_are_found() {
    let code = "//! A \"b\".\nfn c<'d>(e: &'d str) -> char {\n    f(r#\"g \"h\"\"#, \"i\\\"\", '\"', '\\''); // j\n}\n";
    let texts = texts_of_code(code);
    let expected = [(1, "//! A \"b\"."), (3, "\"g \"h\"\"#"), (3, "\"i\\\"\""), (3, "// j")];
    assert_eq!(texts, expected);
}

#[test]
fn sentences_end_at_their_dots_and_paragraphs_leave_out_code_and_tables() {
    let text = "---\ntitle: x\n---\n# A b\n\nOne [two three](x.md#y) `a. b`. four\nfive e.g. six!\n- seven\n\n```sh\ncode here.\n```\n| a | b |\n";
    let paragraphs = paragraphs(text);
    assert_eq!(
        paragraphs,
        [
            (6, "One [two three](x.md#y) `a. b`. four five e.g. six!".to_owned()),
            (8, "seven".to_owned())
        ]
    );
    let plain = plain(&paragraphs[0].1);
    let counts: Vec<usize> = sentences(&plain).iter().map(Vec::len).collect();
    assert_eq!(counts, [4, 4, 0]);
    let words: Vec<(usize, String)> =
        lines_without_code("# It *leads*\nto `leads to`\n\n```\nleads to\n```\n")
            .into_iter()
            .flat_map(|(line, text)| words(text).into_iter().map(move |word| (line, word)))
            .collect();
    assert_eq!(lines_with(&words, "leads to"), [1]);
}
