//! What people write by mistake in TOML and YAML. A parser tells where it stopped; what is wrong stands before that, and often it
//! stops again for what follows from it.

use crate::disk::text::CURLY_QUOTES;
use crate::syntax::spanned::slip_words;
use crate::syntax::spanned::value::ParseError;

/// Errors of a TOML parser as what they come from: each cause once, where it stands.
pub fn in_toml(text: &str, errors: &[toml::de::Error]) -> Vec<ParseError> {
    let as_read = |error: &toml::de::Error| ParseError {
        message: format!("not valid TOML: {}", error.message()),
        range: error.span().unwrap_or(0..0),
        hint: None,
    };
    let mut told: Vec<ParseError> = Vec::new();
    // Where a quote swallows the end of a bracket, and all that follows with it.
    let mut torn = None;
    // A bracket seems to be open where a quote before its end is.
    let (quotes, others): (Vec<_>, Vec<_>) =
        errors.iter().map(as_read).partition(|it| it.message.contains(QUOTE));
    for (nth, error) in quotes.into_iter().chain(others).enumerate() {
        // What is never closed swallows all that follows.
        if told.last().is_some_and(|before| before.hint == Some(CLOSE)) {
            break;
        }
        let error = if nth < MOST { toml_cause(text, error) } else { error };
        let start = error.range.start;
        let follows = torn.is_some_and(|at| start >= at || error.hint == Some(CLOSE));
        // So does a quote with the rest of its line.
        if follows
            || told
                .iter()
                .take(MOST)
                .any(|before| before.range == error.range || before.range.contains(&start))
        {
            continue;
        }
        if torn.is_none() && error.hint == Some(CLOSE_TEXT) && unclosed(&text[..start]).is_some() {
            torn = Some(error.range.end);
        }
        // What is missing after a key follows from what is wrong before it.
        let line = |at: usize| text[..at.min(text.len())].matches('\n').count();
        let follows = told.last().filter(|it| {
            nth < MOST && it.message.ends_with("YAML") && line(it.range.start) == line(start)
        });
        if follows.is_none() {
            told.push(error);
        }
    }
    told
}

/// So many causes are looked for in a text: where there are more, it is no TOML at all.
const MOST: usize = 20;

/// What the parser says of a text whose end it missed.
const QUOTE: &str = "string, expected";
const CLOSE_TEXT: &str = "close it where the text ends";
const CLOSE: &str = "close it where it ends";

fn toml_cause(text: &str, error: ParseError) -> ParseError {
    let start = text.floor_char_boundary(error.range.start);
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let told = |what: &str, range, hint| ParseError {
        message: format!("not valid TOML: {what}"),
        range,
        hint: Some(hint),
    };
    let next = text[start..].chars().next();
    if let Some(mark) = next.filter(|it| CURLY_QUOTES.contains(it)) {
        return told(
            "this quote is a curly one",
            start..start + mark.len_utf8(),
            "write straight quotes around a text: `\"`",
        );
    }
    if error.message.contains("invalid date") || error.message.contains("invalid time") {
        return told(
            "there is no such date",
            error.range,
            "write a date such as `2026-11-21` or `2026-11-21T18:00:00Z`",
        );
    }
    if error.message.contains(QUOTE) {
        // The last quote of its line that opens.
        let value = text[line..start].rfind(['=', '[', ',', '{']).map_or(line, |at| line + at);
        if let Some(open) = text[value..end].find(['"', '\'']).map(|at| value + at) {
            return told("the quote that opens here is never closed", open..end, CLOSE_TEXT);
        }
    }
    let is_bracket = [
        "unclosed array",
        "unclosed inline table",
        "array element",
        "inline table element",
        "in array",
        "in inline table",
    ];
    if is_bracket.iter().any(|words| error.message.contains(words))
        && let Some((open, bracket)) = unclosed(&text[..start])
        && next != Some(closing(bracket))
    {
        let is_closed_by_another = next.is_some_and(|it| matches!(it, ']' | '}'));
        // The next key, on a line of its own.
        let rest = text[start..].trim_start();
        let at = text.len() - rest.len();
        let its_line = text[..at].rfind('\n').map_or(0, |at| at + 1);
        let is_key =
            open < its_line && is_key_line(text[its_line..].lines().next().unwrap_or_default());
        if is_closed_by_another || rest.is_empty() || is_key {
            let what = format!("the `{bracket}` that opens here is never closed");
            return told(&what, open..open + 1, CLOSE);
        }
    }
    if let Some(range) =
        yaml_line(text, line).filter(|_| KEY.iter().any(|words| error.message.contains(words)))
    {
        return told("this line is YAML", range, "write `key = value`, and a text in quotes");
    }
    let hint = error.hint.or_else(|| slip_words::of_toml(&error.message, text[start..end].trim()));
    ParseError { hint, ..error }
}

/// What the parser says of a line that begins with no key.
const KEY: [&str; 2] = ["invalid unquoted key", "key with no value"];

/// The line at a byte of TOML, where it is one of YAML.
fn yaml_line(text: &str, line: usize) -> Option<std::ops::Range<usize>> {
    let written = text[line..].lines().next().unwrap_or_default();
    let (name, _) = written
        .split_once(": ")
        .or_else(|| written.trim_end().strip_suffix(':').map(|name| (name, "")))?;
    let is_name = !name.trim().is_empty()
        && name.trim().bytes().all(|it| it.is_ascii_alphanumeric() || b"_-".contains(&it));
    let start = line + written.len() - written.trim_start().len();
    is_name.then(|| start..line + written.trim_end().len())
}

/// The error of a YAML parser as what it comes from.
pub fn in_yaml(text: &str, error: ParseError) -> ParseError {
    let told = |what: &str, range, hint| ParseError {
        message: format!("not valid YAML: {what}"),
        range,
        hint: Some(hint),
    };
    if let Some(range) = toml_line(text) {
        return told("this line is TOML", range, IS_TOML);
    }
    let at = text.floor_char_boundary(error.range.start);
    let line = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    if error.message.contains("tab") {
        return told(
            "a tab stands where spaces are wanted",
            error.range,
            "indent with spaces: YAML takes no tabs there",
        );
    }
    if error.message.contains("quoted scalar") && text[at..].starts_with(['"', '\'']) {
        return told("the quote that opens here is never closed", at..end, CLOSE_TEXT);
    }
    if error.message.contains("mapping values are not allowed") {
        let before = text[line..at].trim_end();
        return match before.split_once(": ") {
            Some((name, value)) => {
                let start = line + name.len() + ": ".len();
                let start = start + value.len() - value.trim_start().len();
                told("this text has a colon in it", start..end, "put the text in quotes: `\"...\"`")
            }
            None => {
                let start = line + before.len() - before.trim_start().len();
                told(
                    "this line is indented otherwise than those beside it",
                    start..end,
                    "let it begin where the line above does",
                )
            }
        };
    }
    if (error.message.contains("flow") || error.message.contains("illegal placement"))
        && let Some((open, bracket)) = unclosed(&text[..error.range.start.min(text.len())])
    {
        return told(
            &format!("the `{bracket}` that opens here is never closed"),
            open..open + 1,
            CLOSE,
        );
    }
    let hint = error.hint.or_else(|| slip_words::of_yaml(&error.message));
    ParseError { hint, ..error }
}

/// What to do with TOML between the lines of YAML.
pub const IS_TOML: &str = "write `key: value`, or put it between two lines of `+++`";

/// The first line of a text, where it is one of TOML.
pub fn toml_line(text: &str) -> Option<std::ops::Range<usize>> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        if !words.is_empty() && !words.starts_with('#') {
            let start = at + line.len() - line.trim_start().len();
            return is_key_line(words).then(|| start..start + words.len());
        }
        at += line.len();
    }
    None
}

/// Whether a line says `key = ...`.
fn is_key_line(line: &str) -> bool {
    let name = line.split_once('=').map(|(name, _)| name.trim());
    name.is_some_and(|name| {
        !name.is_empty()
            && name.bytes().all(|it| it.is_ascii_alphanumeric() || b"_-.".contains(&it))
    })
}

fn closing(open: char) -> char {
    if open == '[' { ']' } else { '}' }
}

/// The innermost bracket that is open at the end of a text; those in quotes and comments are none.
pub fn unclosed(text: &str) -> Option<(usize, char)> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut quote = None;
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match (quote, letter) {
            (Some('"'), '\\') => drop(letters.next()),
            (Some(mark), _) if mark == letter || letter == '\n' => quote = None,
            (None, '"' | '\'') => quote = Some(letter),
            (None, '#') => {
                while letters.clone().next().is_some_and(|(_, it)| it != '\n') {
                    letters.next();
                }
            }
            (None, '[' | '{') => open.push((at, letter)),
            (None, ']' | '}') => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}

#[cfg(test)]
mod tests {
    use crate::syntax::spanned::{toml, yaml};

    fn causes(text: &str) -> Vec<(String, &str)> {
        let told = |error: crate::syntax::spanned::ParseError| {
            let what = error.message.split_once(": ").map_or("", |(_, what)| what).to_owned();
            (what, &text[error.range])
        };
        toml(text).1.into_iter().map(told).collect()
    }

    fn is(what: &str, at: &'static str) -> Vec<(String, &'static str)> {
        vec![(what.to_owned(), at)]
    }

    #[test]
    fn what_is_never_closed_is_told_once_where_it_opens() {
        assert_eq!(
            causes("a = \"x\nb = 1\n"),
            is("the quote that opens here is never closed", "\"x")
        );
        assert_eq!(
            causes("a = [1, 'x]\nb = 1\n"),
            is("the quote that opens here is never closed", "'x]")
        );
        assert_eq!(
            causes("a = [\n { b = 1, c = 2\n]\n"),
            is("the `{` that opens here is never closed", "{")
        );
        assert_eq!(
            causes("a = [\n { b = 1 },\nd = 1\n"),
            is("the `[` that opens here is never closed", "[")
        );
        assert_eq!(causes("a = \"x\nb = \"y\nc = yes\n").len(), 3);
        assert_eq!(
            causes("a = [1, 2\nb = 3\n"),
            is("the `[` that opens here is never closed", "[")
        );
        assert_eq!(causes("a = [1, 2\n"), is("the `[` that opens here is never closed", "["));
    }

    #[test]
    fn a_date_and_a_curly_quote_are_told_as_what_they_are() {
        assert_eq!(causes("a = 1\nb = 2026-13-45\n"), is("there is no such date", "2026-13-45"));
        assert_eq!(causes("a = “x”\n"), is("this quote is a curly one", "“"));
        assert_eq!(causes("a = 1\nb = yes\nc = no\n").len(), 2);
        // Neither is what is wrong here.
        for text in ["a = [yes, \"it’s\"]\n", "a = [1 2]\nb = 3\n", "a = { b = 1 c = 2 }\nd = 3\n"]
        {
            let told = causes(text);
            assert!(
                told.iter().all(|(what, _)| !what.contains("curly") && !what.contains("closed")),
                "{told:?}"
            );
        }
    }

    #[test]
    fn yaml_is_told_of_its_brackets_its_tabs_and_of_toml() {
        let cause = |text: &'static str| {
            let error = yaml(text).unwrap_err();
            (error.message.split_once(": ").unwrap().1.to_owned(), &text[error.range])
        };
        assert_eq!(
            cause("a: x\nb: [c, d\n"),
            ("the `[` that opens here is never closed".to_owned(), "[")
        );
        assert!(cause("a: x\nb:\n\tc: 1\n").0.starts_with("a tab stands"));
        assert_eq!(cause("# x\na = 1\nb: 2\n"), ("this line is TOML".to_owned(), "a = 1"));
    }
}
