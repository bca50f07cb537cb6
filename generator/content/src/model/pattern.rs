//! Patterns with columns in braces: of routes, such as `/games/{slug}/`, and of texts, such as `{name} | Shop`.

/// The placeholder of a route that is filled in with the slug of the row.
pub const SLUG: &str = "slug";

/// A part of a pattern.
#[derive(Debug, PartialEq, Eq)]
pub enum PatternPart<'a> {
    /// Text.
    Text(&'a str),
    /// The column, or [`SLUG`] in a route, that replaces a placeholder.
    Column(&'a str),
}

/// Returns the parts of a pattern, the last of which is text, or what is wrong with it.
pub(crate) fn pattern_parts(pattern: &str) -> Result<Vec<PatternPart<'_>>, &'static str> {
    let mut parts = Vec::new();
    let mut rest = pattern;
    while let Some((text, column)) = rest.split_once('{') {
        let (column, after) = column.split_once('}').ok_or("a brace is not closed")?;
        if column.trim().is_empty() {
            return Err("a placeholder is empty");
        }
        parts.extend([PatternPart::Text(text), PatternPart::Column(column.trim())]);
        rest = after;
    }
    if rest.contains('}') {
        return Err("a brace is not opened");
    }
    parts.push(PatternPart::Text(rest));
    Ok(parts)
}

/// Returns the part of a pattern before the first placeholder.
pub fn route_prefix(route: &str) -> &str {
    route.split('{').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::PatternPart::{Column, Text};
    use super::pattern_parts;

    #[test]
    fn a_pattern_is_text_and_columns() {
        let parts = pattern_parts("/a/{ b }-{c}/").unwrap();
        assert_eq!(parts, [Text("/a/"), Column("b"), Text("-"), Column("c"), Text("/")]);
        for pattern in ["{a", "a}", "{}", "{a}}"] {
            assert!(pattern_parts(pattern).is_err(), "{pattern}");
        }
    }
}
