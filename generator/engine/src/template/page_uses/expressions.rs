//! Names and texts in the expressions of templates.

/// A name in an expression.
pub(super) struct Identifier<'e> {
    pub name: &'e str,
    /// The byte offset of the name in the expression.
    pub start: usize,
    /// Whether it follows a dot.
    pub is_field: bool,
    /// Whether it is called.
    pub is_call: bool,
}

/// Returns the variables, fields and functions of an expression. Those within calls of `slice`, filters, tests and the names of arguments are
/// left out.
pub(super) fn identifiers(expression: &str) -> impl Iterator<Item = Identifier<'_>> {
    let mut position = 0;
    std::iter::from_fn(move || {
        while position < expression.len() {
            let rest = &expression[position..];
            let start = position;
            let first = rest.chars().next()?;
            if matches!(first, '"' | '\'') {
                position += first.len_utf8();
                position += rest[1..].find(first).map_or(rest.len() - 1, |end| end + 1);
                continue;
            }
            if !first.is_alphabetic() && first != '_' {
                position += first.len_utf8();
                continue;
            }
            let length =
                rest.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(rest.len());
            position += length;
            let (name, after) = (&rest[..length], rest[length..].trim_start());
            if name == "slice" && after.starts_with('(') {
                position = expression.len() - after.len() + call_length(after);
                continue;
            }

            let before = expression[..start].trim_end();
            let is_argument = after.starts_with('=') && !after.starts_with("==");
            let is_test = ["is", "is not"].iter().any(|it| {
                before.strip_suffix(it).is_some_and(|rest| rest.ends_with(char::is_whitespace))
            });
            if is_argument || is_test || before.ends_with('|') {
                continue;
            }
            let is_field = before.ends_with('.');
            return Some(Identifier { name, start, is_field, is_call: after.starts_with('(') });
        }
        None
    })
}

/// Returns the length of the arguments in parentheses at the start of a text.
fn call_length(text: &str) -> usize {
    let (mut depth, mut quote) = (0_usize, None);
    for (index, it) in text.char_indices() {
        match (quote, it) {
            (Some(open), _) if open == it => quote = None,
            (None, '"' | '\'') => quote = Some(it),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    text.len()
}

/// Returns the texts in quotes.
pub(super) fn literals(expression: &str) -> impl Iterator<Item = &str> {
    let mut rest = expression;
    std::iter::from_fn(move || {
        let start = rest.find(['"', '\''])?;
        let quote = rest[start..].chars().next()?;
        let text = &rest[start + 1..];
        let end = text.find(quote)?;
        rest = &text[end + 1..];
        Some(&text[..end])
    })
}
