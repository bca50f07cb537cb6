//! Finds the causes of syntax errors in TOML and YAML, and adds hints. A parser reports where it
//! stopped, which is often after the mistake, and reports follow-on errors.

use std::ops::Range;

use crate::disk::text::CURLY_QUOTES;
use crate::syntax::spanned::value::ParseError;

/// Converts the errors of the TOML parser to their causes, without follow-on errors.
pub fn explain_toml_errors(text: &str, errors: &[toml::de::Error]) -> Vec<ParseError> {
    let convert = |error: &toml::de::Error| ParseError {
        message: format!("not valid TOML: {}", error.message()),
        range: error.span().unwrap_or(0..0),
        hint: None,
    };

    let mut causes: Vec<ParseError> = Vec::new();
    // End of an unclosed quote that contains the closing bracket of a list or table.
    let mut swallowed_bracket = None;

    // Unclosed quotes come first, because they make the brackets around them look unclosed.
    let (quotes, others): (Vec<_>, Vec<_>) =
        errors.iter().map(convert).partition(|error| error.message.contains(UNCLOSED_QUOTE));

    for (index, error) in quotes.into_iter().chain(others).enumerate() {
        // All errors after an unclosed bracket follow from it.
        if causes.last().is_some_and(|cause| cause.hint == Some(CLOSE_BRACKET)) {
            break;
        }

        let error = if index < MAX_CAUSES { toml_cause(text, error) } else { error };
        let start = error.range.start;
        let follows_quote =
            swallowed_bracket.is_some_and(|end| start >= end || error.hint == Some(CLOSE_BRACKET));

        // Errors in the range of a cause, such as the rest of a line after a quote, follow from it.
        let is_in_cause = causes
            .iter()
            .take(MAX_CAUSES)
            .any(|cause| cause.range == error.range || cause.range.contains(&start));
        if follows_quote || is_in_cause {
            continue;
        }

        if swallowed_bracket.is_none()
            && error.hint == Some(CLOSE_QUOTE)
            && unclosed_bracket(&text[..start]).is_some()
        {
            swallowed_bracket = Some(error.range.end);
        }

        // Errors after a key of YAML follow from the error about the line.
        let line = |offset: usize| text[..offset.min(text.len())].matches('\n').count();
        let follows_yaml = index < MAX_CAUSES
            && causes.last().is_some_and(|cause| {
                cause.message.ends_with("YAML") && line(cause.range.start) == line(start)
            });
        if !follows_yaml {
            causes.push(error);
        }
    }

    causes
}

/// Maximum number of errors whose causes are analyzed. A text with more errors is probably not
/// TOML.
const MAX_CAUSES: usize = 20;

/// Part of the parser message for a string without its closing quote.
const UNCLOSED_QUOTE: &str = "string, expected";
const CLOSE_QUOTE: &str = "close it at the end of the text";
const CLOSE_BRACKET: &str = "add the closing bracket";

/// Parts of the parser messages for a list or an inline table without its closing bracket.
const BRACKET_MESSAGES: [&str; 6] = [
    "unclosed array",
    "unclosed inline table",
    "array element",
    "inline table element",
    "in array",
    "in inline table",
];

/// Returns the cause of an error of the TOML parser.
fn toml_cause(text: &str, error: ParseError) -> ParseError {
    let start = text.floor_char_boundary(error.range.start);
    let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[start..].find('\n').map_or(text.len(), |length| start + length);

    let cause = |problem: &str, range, hint| ParseError {
        message: format!("not valid TOML: {problem}"),
        range,
        hint: Some(hint),
    };

    let next = text[start..].chars().next();
    if let Some(mark) = next.filter(|c| CURLY_QUOTES.contains(c)) {
        return cause(
            "this is a curly quote",
            start..start + mark.len_utf8(),
            "write straight quotes around a text: `\"`",
        );
    }

    if error.message.contains("invalid date") || error.message.contains("invalid time") {
        return cause(
            "there is no such date",
            error.range,
            "write a date such as `2026-11-21` or `2026-11-21T18:00:00Z`",
        );
    }

    if error.message.contains(UNCLOSED_QUOTE) {
        // The value of the line starts after its last separator.
        let separator = text[line..start].rfind(['=', '[', ',', '{']);
        let value = separator.map_or(line, |length| line + length);
        if let Some(length) = text[value..end].find(['"', '\'']) {
            let open = value + length;
            return cause("the quote that opens here is never closed", open..end, CLOSE_QUOTE);
        }
    }

    if BRACKET_MESSAGES.iter().any(|part| error.message.contains(part))
        && let Some((open, bracket)) = bracket_unclosed_at(text, start)
    {
        let problem = format!("the `{bracket}` that opens here is never closed");
        return cause(&problem, open..open + 1, CLOSE_BRACKET);
    }

    if KEY_MESSAGES.iter().any(|part| error.message.contains(part))
        && let Some(range) = yaml_line(text, line)
    {
        return cause("this line is YAML", range, "write `key = value`, and a text in quotes");
    }

    if let Some((range, hint)) = foreign_value(text, start) {
        let problem = format!("`{}` is no value of TOML", &text[range.clone()]);
        return cause(&problem, range, hint);
    }

    let hint = error.hint.or_else(|| toml_hint(&error.message, text[start..end].trim()));
    ParseError { hint, ..error }
}

/// Parts of the parser messages for a line that does not start with a key.
const KEY_MESSAGES: [&str; 2] = ["invalid unquoted key", "key with no value"];

/// Returns the range of the line that starts at `line` if it has the form of YAML.
fn yaml_line(text: &str, line: usize) -> Option<Range<usize>> {
    let content = text[line..].lines().next().unwrap_or_default();
    let (name, _) = content
        .split_once(": ")
        .or_else(|| content.trim_end().strip_suffix(':').map(|name| (name, "")))?;
    let is_name = !name.trim().is_empty()
        && name.trim().bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    let start = line + content.len() - content.trim_start().len();
    is_name.then(|| start..line + content.trim_end().len())
}

/// Returns the bracket that is never closed and its offset, if the parser stopped at `start` because of it.
fn bracket_unclosed_at(text: &str, start: usize) -> Option<(usize, char)> {
    let (open, bracket) = unclosed_bracket(&text[..start])?;
    let next = text[start..].chars().next();
    if next == Some(closing_bracket(bracket)) {
        return None;
    }

    let is_mismatched = next.is_some_and(|c| matches!(c, ']' | '}'));
    // A key on a later line than the bracket shows that the bracket is unclosed.
    let rest = text[start..].trim_start();
    let rest_start = text.len() - rest.len();
    let rest_line = text[..rest_start].rfind('\n').map_or(0, |newline| newline + 1);
    let is_key =
        open < rest_line && is_key_line(text[rest_line..].lines().next().unwrap_or_default());
    (is_mismatched || rest.is_empty() || is_key).then_some((open, bracket))
}

/// Converts an error of the YAML parser to its cause.
pub(crate) fn explain_yaml_error(text: &str, error: ParseError) -> ParseError {
    let cause = |problem: &str, range, hint| ParseError {
        message: format!("not valid YAML: {problem}"),
        range,
        hint: Some(hint),
    };

    if let Some(range) = first_toml_line(text) {
        return cause("this line is TOML", range, TOML_IN_YAML_HINT);
    }

    let start = text.floor_char_boundary(error.range.start);
    let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[start..].find('\n').map_or(text.len(), |length| start + length);

    if error.message.contains("tab") {
        return cause(
            "a tab is used where spaces are expected",
            error.range,
            "indent with spaces: YAML does not allow tabs here",
        );
    }

    if error.message.contains("simple key expect")
        && let Some((range, hint)) = first_line_without_separator(text)
    {
        return cause("this line has no key", range, hint);
    }

    if error.message.contains("quoted scalar") && text[start..].starts_with(['"', '\'']) {
        return cause("the quote that opens here is never closed", start..end, CLOSE_QUOTE);
    }

    if error.message.contains("mapping values are not allowed") {
        let before = text[line..start].trim_end();
        let (problem, value_start, hint) = unexpected_colon(before);
        return cause(problem, line + value_start..end, hint);
    }

    if (error.message.contains("flow") || error.message.contains("illegal placement"))
        && let Some((open, bracket)) = unclosed_bracket(&text[..error.range.start.min(text.len())])
    {
        return cause(
            &format!("the `{bracket}` that opens here is never closed"),
            open..open + 1,
            CLOSE_BRACKET,
        );
    }

    let hint = error.hint.or_else(|| yaml_hint(&error.message));
    ParseError { hint, ..error }
}

/// Explains a colon that YAML does not allow after `before`, the start of its line. Returns the problem,
/// where its range starts in the line, and a hint.
fn unexpected_colon(before: &str) -> (&'static str, usize, &'static str) {
    match before.split_once(": ") {
        Some((name, value)) => {
            let indent = value.len() - value.trim_start().len();
            let start = name.len() + ": ".len() + indent;
            ("this text contains a colon", start, "put the text in quotes: `\"...\"`")
        }
        None => (
            "this line is indented differently from the lines around it",
            before.len() - before.trim_start().len(),
            "align it with the line above",
        ),
    }
}

/// The hint for TOML between the delimiters of YAML front matter.
pub const TOML_IN_YAML_HINT: &str = "write `key: value`, or put it between two lines of `+++`";

/// Returns the range of the first line that is not empty or a comment, if it has the form of TOML.
pub fn first_toml_line(text: &str) -> Option<Range<usize>> {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if !content.is_empty() && !content.starts_with('#') {
            let start = offset + line.len() - line.trim_start().len();
            return is_key_line(content).then(|| start..start + content.len());
        }
        offset += line.len();
    }
    None
}

/// Returns the range of the first line that has a key but not what YAML writes after a key, and how to fix it.
pub fn first_line_without_separator(text: &str) -> Option<(Range<usize>, &'static str)> {
    let mut offset = 0;

    for line in text.split_inclusive('\n') {
        let range = offset..offset + line.trim_end().len();
        offset += line.len();

        let Some(end) = line.find([':', '\u{ff1a}']) else { continue };
        let (key, after) = line.split_at(end);
        let key = key.trim_start_matches(['-', ' ']);
        let is_key = !key.is_empty()
            && key.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '\u{a0}'));
        if !is_key {
            continue;
        }

        let after_colon = after[after.chars().next().map_or(0, char::len_utf8)..].chars().next();
        match after_colon {
            _ if after.starts_with('\u{ff1a}') => {
                return Some((
                    range,
                    "write an ASCII colon and a space after the key: `key: value`",
                ));
            }
            Some(next) if next.is_whitespace() && !next.is_ascii() => {
                return Some((
                    range,
                    "write an ordinary space after the colon; this one is a no-break space or a similar character",
                ));
            }
            Some(next) if !next.is_whitespace() && next != '/' => {
                return Some((range, "write a space after the colon: `key: value`"));
            }
            _ => {}
        }
    }
    None
}

/// Whether a line has the form `key = ...`.
fn is_key_line(line: &str) -> bool {
    let name = line.split_once('=').map(|(name, _)| name.trim());
    name.is_some_and(|name| {
        !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
    })
}

/// Returns the closing bracket of an opening one.
fn closing_bracket(open: char) -> char {
    if open == '[' { ']' } else { '}' }
}

/// Returns the offset and character of the innermost bracket that is open at the end of a text.
/// Brackets in quotes and comments do not count.
pub(crate) fn unclosed_bracket(text: &str) -> Option<(usize, char)> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut quote = None;
    let mut chars = text.char_indices();

    while let Some((offset, c)) = chars.next() {
        match (quote, c) {
            (Some('"'), '\\') => {
                chars.next();
            }
            (Some(mark), _) if mark == c || c == '\n' => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '#') => {
                while chars.clone().next().is_some_and(|(_, next)| next != '\n') {
                    chars.next();
                }
            }
            (None, '[' | '{') => open.push((offset, c)),
            (None, ']' | '}') => {
                open.pop();
            }
            _ => {}
        }
    }

    open.pop()
}

/// Returns the value of the line at `offset` if people write dates, numbers or truth values like it and TOML does not, with a hint.
fn foreign_value(text: &str, offset: usize) -> Option<(Range<usize>, &'static str)> {
    let line_start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[line_start..].lines().next().unwrap_or_default();
    let (key, value) = line.split_once('=')?;
    if !is_key_line(line) {
        return None;
    }
    let written = value.split(" #").next().unwrap_or_default().trim();

    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    let parts = |separator: char| {
        let parts: Vec<&str> = written.split(separator).collect();
        parts.len() == 3 && parts.iter().all(|part| is_number(part) && part.len() <= 4)
    };
    let is_grouped = || {
        let whole = written.split('.').next().unwrap_or_default().trim_start_matches('-');
        let mut groups = whole.split(',');
        let first = groups.next().unwrap_or_default();
        whole.contains(',') && is_number(first) && groups.all(|it| it.len() == 3 && is_number(it))
    };

    let hint = if ['.', '/'].into_iter().any(parts) {
        "write a date as year, month and day: `2027-12-31`"
    } else if is_grouped() {
        "write a number without commas: `1000.00`, or `1_000.00`"
    } else if ["yes", "no", "on", "off", "true", "false"].contains(&&*written.to_lowercase()) {
        "write `true` or `false`; a text is in quotes"
    } else {
        return None;
    };

    let start = line_start + key.len() + 1 + value.len() - value.trim_start().len();
    Some((start..start + written.len(), hint))
}

/// Returns a hint for a message of the TOML parser. `rest` is the line from the error on.
fn toml_hint(message: &str, rest: &str) -> Option<&'static str> {
    let contains = |part: &str| message.contains(part);
    Some(if contains("duplicate key") {
        "remove one of them: a table can have a key only once"
    } else if contains("unclosed table") {
        "end the line with `]`"
    } else if contains("string values must be quoted") && (rest.is_empty() || rest.starts_with('#'))
    {
        "write a value after the `=`, a text in quotes"
    } else if contains("string values must be quoted") || contains("missing opening quote") {
        "put the text in quotes: `\"...\"`"
    } else if contains("escape") {
        "write `\\\\` for a backslash, or put the text in single quotes"
    } else if contains("leading zero") {
        "write the number without leading zeros, or as a text in quotes"
    } else if contains("unexpected key or value") {
        "write one `key = value` per line, and a quote inside a text as `\\\"`"
    } else if contains("key with no value") {
        "write an `=` between the key and its value"
    } else {
        return None;
    })
}

/// Returns a hint for a message of the YAML parser.
fn yaml_hint(message: &str) -> Option<&'static str> {
    let contains = |part: &str| message.contains(part);
    Some(if contains("unexpected character") {
        "put text that starts with this character in quotes: `\"...\"`"
    } else if contains("unknown escape") || contains("escape") {
        "write `\\\\` for a backslash, or put the text in single quotes"
    } else {
        return None;
    })
}

#[cfg(test)]
mod tests {
    use crate::syntax::spanned::{ParseError, toml, yaml};

    fn causes(text: &str) -> Vec<(String, &str)> {
        let cause = |error: ParseError| {
            let problem = error.message.split_once(": ").map_or("", |(_, problem)| problem);
            (problem.to_owned(), &text[error.range])
        };
        toml(text).1.into_iter().map(cause).collect()
    }

    fn one(problem: &str, source: &'static str) -> Vec<(String, &'static str)> {
        vec![(problem.to_owned(), source)]
    }

    #[test]
    fn unclosed_quotes_and_brackets_are_reported_once_where_they_open() {
        assert_eq!(
            causes("a = \"x\nb = 1\n"),
            one("the quote that opens here is never closed", "\"x")
        );
        assert_eq!(
            causes("a = [1, 'x]\nb = 1\n"),
            one("the quote that opens here is never closed", "'x]")
        );
        assert_eq!(
            causes("a = [\n { b = 1, c = 2\n]\n"),
            one("the `{` that opens here is never closed", "{")
        );
        assert_eq!(
            causes("a = [\n { b = 1 },\nd = 1\n"),
            one("the `[` that opens here is never closed", "[")
        );
        assert_eq!(causes("a = \"x\nb = \"y\nc = yes\n").len(), 3);
        assert_eq!(
            causes("a = [1, 2\nb = 3\n"),
            one("the `[` that opens here is never closed", "[")
        );
        assert_eq!(causes("a = [1, 2\n"), one("the `[` that opens here is never closed", "["));
    }

    #[test]
    fn invalid_dates_and_curly_quotes_are_recognized() {
        assert_eq!(causes("a = 1\nb = 2026-13-45\n"), one("there is no such date", "2026-13-45"));
        assert_eq!(causes("a = “x”\n"), one("this is a curly quote", "“"));
        assert_eq!(causes("a = 1\nb = yes\nc = no\n").len(), 2);
        // These errors have other causes.
        for text in ["a = [yes, \"it’s\"]\n", "a = [1 2]\nb = 3\n", "a = { b = 1 c = 2 }\nd = 3\n"]
        {
            let causes = causes(text);
            assert!(
                causes
                    .iter()
                    .all(|(problem, _)| !problem.contains("curly") && !problem.contains("closed")),
                "{causes:?}"
            );
        }
    }

    #[test]
    fn dates_numbers_and_truth_values_of_other_formats_are_recognized() {
        for value in ["31.12.2027", "12/24/2027", "1,000.00", "-1,000,000", "yes", "True", "off"] {
            for text in [format!("a = 1\nkey = {value}\nb = 2\n"), format!("key={value} # why\n")] {
                let errors = toml(&text).1;
                assert_eq!(errors.len(), 1, "{text}");
                assert_eq!(&text[errors[0].range.clone()], value);
                assert!(errors[0].message.contains("is no value of TOML"), "{}", errors[0].message);
            }
        }
        for value in ["$5", "10%", "a,b", "1.2.3.4", "1,00"] {
            let text = format!("key = {value}\n");
            assert!(!toml(&text).1[0].message.contains("is no value of TOML"), "{text}");
        }
    }

    #[test]
    fn causes_of_yaml_errors_are_found() {
        let cause = |text: &'static str| {
            let error = yaml(text).unwrap_err();
            (error.message.split_once(": ").unwrap().1.to_owned(), &text[error.range])
        };
        assert_eq!(
            cause("a: x\nb: [c, d\n"),
            ("the `[` that opens here is never closed".to_owned(), "[")
        );
        assert!(cause("a: x\nb:\n\tc: 1\n").0.starts_with("a tab is used"));
        assert_eq!(cause("# x\na = 1\nb: 2\n"), ("this line is TOML".to_owned(), "a = 1"));
    }
}
