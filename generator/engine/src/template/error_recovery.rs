//! Blanks out the failed expression of a template, so that one build reports all its errors.

use std::ops::Range;

/// Returns `source` with the tag around `range` made harmless, or none if later code depends on it.
///
/// A `{{ ... }}` or `{% include ... %}` becomes blank, a `{% for ... %}` iterates over an empty
/// list and the condition of an `{% if ... %}` is false. Other tags cannot be blanked. All other
/// text keeps its offset and line.
pub(super) fn without_output(source: &str, range: &Range<usize>) -> Option<String> {
    let before = source.get(..range.end.min(range.start + 2))?;
    let tag_start = before
        .match_indices('{')
        .map(|(index, _)| index)
        .rfind(|index| source[index + 1..].starts_with(['{', '%', '#']))?;

    let inside = source[tag_start + 2..].trim_start_matches(['-', '+']).trim_start();
    let inside_start = source.len() - inside.len();
    let close = if source[tag_start..].starts_with("{{") { "}}" } else { "%}" };
    let search_start = range.end.max(tag_start + 2).min(source.len());
    let tag_end = search_start + source.get(search_start..)?.find(close)? + close.len();
    let keyword = &inside[..inside.find(char::is_whitespace).unwrap_or(inside.len())];

    let (start, end, replacement) = match (close, keyword) {
        ("}}", _) | (_, "include") => (tag_start, tag_end, ""),
        (_, "if" | "elif") => {
            (inside_start + keyword.len() + 1, expression_end(source, tag_end), "0")
        }
        (_, "for") => {
            let list_start = inside_start + inside.find(" in ")? + " in ".len();
            (list_start, expression_end(source, tag_end), "[]")
        }
        _ => return None,
    };

    let replaced = source.get(start..end)?;
    if range.start < start
        || replaced.len() < replacement.len()
        || replaced[..replacement.len()].contains('\n')
    {
        return None;
    }

    // Line breaks stay, so that later errors have the right line numbers.
    let blank: String = replaced[replacement.len()..]
        .bytes()
        .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
        .collect();

    Some(format!("{}{replacement}{blank}{}", &source[..start], &source[end..]))
}

/// Returns the end of the expression in a `{% ... %}` tag that ends at `tag_end`.
fn expression_end(source: &str, tag_end: usize) -> usize {
    let inside = &source[..tag_end - "%}".len()];
    inside.trim_end_matches(['-', '+']).len()
}

#[cfg(test)]
mod tests {
    use super::without_output;

    #[test]
    fn output_is_blanked_and_definitions_are_not() {
        let text = "a {{ b.c }}\n{% include \"d\" %}{% set e = f %}";
        let range_of = |part: &str| text.find(part).map(|at| at..at + part.len()).unwrap();

        assert_eq!(
            without_output(text, &range_of("b.c")).unwrap(),
            "a          \n{% include \"d\" %}{% set e = f %}"
        );
        assert_eq!(
            without_output(text, &range_of("\"d\"")).unwrap(),
            "a {{ b.c }}\n                 {% set e = f %}"
        );
        assert_eq!(without_output(text, &range_of("f %")), None);

        let text = "{% if a.b %}x{%- elif c\n.d -%}y{% endif %}{% for e in f.g if h %}z{% endfor %}{% for i in j%}";
        let blanked = |part: &str| {
            without_output(text, &text.find(part).map(|at| at..at + part.len()).unwrap())
        };

        assert!(blanked("a.b").unwrap().starts_with("{% if 0   %}x"));
        assert!(blanked("c\n.d").unwrap().contains("{%- elif 0\n   -%}y"));
        assert!(blanked("f.g").unwrap().contains("{% for e in []       %}z"));
        assert_eq!(blanked("j"), None);
    }
}
