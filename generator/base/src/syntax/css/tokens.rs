//! Divides CSS into tokens, as CSS Syntax Level 3 defines them.

use std::fmt;

/// A text that is no CSS, such as a string without an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CssError {
    /// The message.
    pub message: &'static str,
    /// Byte offset of the error.
    pub at: usize,
}

impl fmt::Display for CssError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message)
    }
}

impl std::error::Error for CssError {}

/// A token, which is a slice of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'a> {
    /// The kind.
    pub kind: Kind,
    /// The text as written.
    pub text: &'a str,
    /// Byte offset in the source.
    pub at: usize,
}

impl Token<'_> {
    /// Byte offset of the end in the source.
    pub fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// Whether the token is white space or a comment.
    pub fn is_gap(&self) -> bool {
        matches!(self.kind, Kind::Space | Kind::Comment)
    }
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// White space.
    Space,
    /// A comment.
    Comment,
    /// An identifier.
    Ident,
    /// A name and its opening parenthesis: `calc(`.
    Function,
    /// The name of an at-rule: `@media`.
    AtKeyword,
    /// `#` and a name.
    Hash,
    /// A string in quotes.
    String,
    /// `url(a.png)` without quotes.
    Url,
    /// A number with its unit.
    Number,
    /// One of `([{`.
    Open,
    /// One of `)]}`.
    Close,
    /// One character: `:`, `;`, `,` and all others.
    Delim,
    /// `<!--` or `-->`.
    HtmlComment,
}

/// Returns all tokens of a text.
pub fn tokens(text: &str) -> Result<Vec<Token<'_>>, CssError> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (kind, end) = token_at(text, at)?;
        found.push(Token { kind, text: &text[at..end], at });
        at = end;
    }
    Ok(found)
}

/// Returns the kind and the end of the token at an offset.
fn token_at(text: &str, at: usize) -> Result<(Kind, usize), CssError> {
    let bytes = text.as_bytes();
    let rest = &text[at..];
    let simple = |kind, length| Ok((kind, at + length));
    match bytes[at] {
        byte if is_space(byte) => {
            let length = rest.bytes().take_while(|it| is_space(*it)).count();
            simple(Kind::Space, length)
        }
        b'/' if rest.starts_with("/*") => match rest[2..].find("*/") {
            Some(length) => simple(Kind::Comment, length + 4),
            None => Err(CssError { message: "this comment has no end", at }),
        },
        b'"' | b'\'' => Ok((Kind::String, string_end(text, at)?)),
        b'(' | b'[' | b'{' => simple(Kind::Open, 1),
        b')' | b']' | b'}' => simple(Kind::Close, 1),
        b'<' if rest.starts_with("<!--") => simple(Kind::HtmlComment, 4),
        b'-' if rest.starts_with("-->") => simple(Kind::HtmlComment, 3),
        b'#' if starts_name(bytes, at + 1) => Ok((Kind::Hash, name_end(text, at + 1))),
        b'@' if starts_ident(bytes, at + 1) => Ok((Kind::AtKeyword, name_end(text, at + 1))),
        _ if starts_number(bytes, at) => Ok((Kind::Number, number_end(text, at))),
        _ if starts_ident(bytes, at) => ident_like(text, at),
        _ => simple(Kind::Delim, rest.chars().next().map_or(1, char::len_utf8)),
    }
}

/// Returns the kind and the end of an identifier, a function or a URL.
fn ident_like(text: &str, at: usize) -> Result<(Kind, usize), CssError> {
    let bytes = text.as_bytes();
    let end = name_end(text, at);
    if bytes.get(end) != Some(&b'(') {
        return Ok((Kind::Ident, end));
    }
    let content = end + 1 + text[end + 1..].bytes().take_while(|it| is_space(*it)).count();
    let is_quoted = matches!(bytes.get(content), Some(b'"' | b'\''));
    if !text[at..end].eq_ignore_ascii_case("url") || is_quoted {
        return Ok((Kind::Function, end + 1));
    }

    let error = CssError { message: "this URL needs quotes, or has no end", at };
    let mut position = content;
    loop {
        match bytes.get(position) {
            Some(b')') => return Ok((Kind::Url, position + 1)),
            Some(b'\\') if starts_escape(bytes, position) => position = escape_end(text, position),
            Some(byte) if is_space(*byte) => {
                position += text[position..].bytes().take_while(|it| is_space(*it)).count();
                if bytes.get(position) != Some(&b')') {
                    return Err(error);
                }
            }
            None | Some(b'"' | b'\'' | b'(' | b'\\') => return Err(error),
            Some(_) => position += 1,
        }
    }
}

fn string_end(text: &str, at: usize) -> Result<usize, CssError> {
    let bytes = text.as_bytes();
    let mut position = at + 1;
    loop {
        match bytes.get(position) {
            Some(byte) if *byte == bytes[at] => return Ok(position + 1),
            // An escaped line break continues the string.
            Some(b'\\') if text[position + 1..].starts_with("\r\n") => position += 3,
            Some(b'\\') => position += 2,
            None | Some(b'\n' | b'\r' | b'\x0c') => {
                return Err(CssError { message: "this string has no end", at });
            }
            Some(_) => position += 1,
        }
    }
}

/// Returns the end of a number with its unit.
fn number_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| from + text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);

    let mut end = digits(at + usize::from(matches!(bytes[at], b'+' | b'-')));
    if bytes.get(end) == Some(&b'.') && is_digit(end + 1) {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if is_digit(end + 1 + sign) {
            end = digits(end + 1 + sign);
        }
    }
    match bytes.get(end) {
        Some(b'%') => end + 1,
        _ if starts_ident(bytes, end) => name_end(text, end),
        _ => end,
    }
}

fn name_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = at;
    loop {
        if bytes.get(end).is_some_and(|byte| is_name(*byte)) {
            end += 1;
        } else if starts_escape(bytes, end) {
            end = escape_end(text, end);
        } else {
            return end;
        }
    }
}

/// Returns the end of the escape at an offset. A white space belongs to the hexadecimal digits before it.
pub(super) fn escape_end(text: &str, at: usize) -> usize {
    let rest = &text[at + 1..];
    let digits = rest.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
    if digits == 0 {
        return at + 1 + rest.chars().next().map_or(0, char::len_utf8);
    }
    let end = at + 1 + digits;
    match &rest[digits..] {
        after if after.starts_with("\r\n") => end + 2,
        after if after.bytes().next().is_some_and(is_space) => end + 1,
        _ => end,
    }
}

fn starts_escape(bytes: &[u8], at: usize) -> bool {
    bytes.get(at) == Some(&b'\\') && !matches!(bytes.get(at + 1), Some(b'\n' | b'\r' | b'\x0c'))
}

fn starts_name(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|byte| is_name(*byte)) || starts_escape(bytes, at)
}

fn starts_ident(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at) {
        Some(b'-') => match bytes.get(at + 1) {
            Some(byte) => *byte == b'-' || is_name_start(*byte) || starts_escape(bytes, at + 1),
            None => false,
        },
        Some(byte) => is_name_start(*byte) || starts_escape(bytes, at),
        None => false,
    }
}

fn starts_number(bytes: &[u8], at: usize) -> bool {
    let at = at + usize::from(matches!(bytes.get(at), Some(b'+' | b'-')));
    match bytes.get(at) {
        Some(b'.') => bytes.get(at + 1).is_some_and(u8::is_ascii_digit),
        Some(byte) => byte.is_ascii_digit(),
        None => false,
    }
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c')
}

fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn is_name(byte: u8) -> bool {
    is_name_start(byte) || byte.is_ascii_digit() || byte == b'-'
}

/// Returns whether two tokens would become others if nothing were between them, such as `1` and `px`.
pub(super) fn would_join(left: &str, right: &str) -> bool {
    let joined = format!("{left}{right}");
    !matches!(token_at(&joined, 0), Ok((_, end)) if end == left.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(text: &str) -> Vec<(Kind, &str)> {
        tokens(text).unwrap().into_iter().map(|it| (it.kind, it.text)).collect()
    }

    #[test]
    fn tokens_are_those_of_the_standard() {
        use Kind::{AtKeyword, Comment, Delim, Function, Hash, HtmlComment, Ident, Number, Space};
        for (text, expected) in [
            ("10px-1e3+.5e-2%", vec![(Number, "10px-1e3"), (Number, "+.5e-2%")]),
            ("a-b--c\\31 d", vec![(Ident, "a-b--c\\31 d")]),
            ("-\\66 x --", vec![(Ident, "-\\66 x"), (Space, " "), (Ident, "--")]),
            ("- 1", vec![(Delim, "-"), (Space, " "), (Number, "1")]),
            ("#1é#", vec![(Hash, "#1é"), (Delim, "#")]),
            ("@a/**/@1", vec![(AtKeyword, "@a"), (Comment, "/**/"), (Delim, "@"), (Number, "1")]),
            ("url(a\\)b)", vec![(Kind::Url, "url(a\\)b)")]),
            ("URL( a )", vec![(Kind::Url, "URL( a )")]),
            (
                "url( \"a\")",
                vec![(Function, "url("), (Space, " "), (Kind::String, "\"a\""), (Kind::Close, ")")],
            ),
            ("<!---->", vec![(HtmlComment, "<!--"), (HtmlComment, "-->")]),
            ("'a\\\r\nb\\''", vec![(Kind::String, "'a\\\r\nb\\''")]),
            ("1.e", vec![(Number, "1"), (Delim, "."), (Ident, "e")]),
        ] {
            assert_eq!(divided(text), expected, "{text}");
        }
    }

    #[test]
    fn tokens_without_an_end_are_errors_at_their_start() {
        for (text, at) in [("a /* b", 2), ("a 'b\nc'", 2), ("a{b:url(c d)}", 4), ("'a\\", 0)] {
            assert_eq!(tokens(text).unwrap_err().at, at, "{text}");
        }
    }
}
