//! A template without what failed in it, so that the rest can be looked at: its mistakes are told at once.

/// A template's text in which the `{{ ... }}` or `{% include ... %}` around a range shows nothing, the `{% for ... %}` goes through
/// nothing or the `{% if ... %}` does not hold, with everything else in its place; none where the range stands in another tag, on which
/// what follows depends.
pub(super) fn without_output(source: &str, range: &std::ops::Range<usize>) -> Option<String> {
    let before = source.get(..range.end.min(range.start + 2))?;
    let start = before
        .match_indices('{')
        .map(|(at, _)| at)
        .rfind(|at| source[at + 1..].starts_with(['{', '%', '#']))?;
    let inside = source[start + 2..].trim_start_matches(['-', '+']).trim_start();
    let close = if source[start..].starts_with("{{") { "}}" } else { "%}" };
    let from = range.end.max(start + 2).min(source.len());
    let end = from + source.get(from..)?.find(close)? + close.len();
    let word = &inside[..inside.find(char::is_whitespace).unwrap_or(inside.len())];
    let (start, end, instead) = match (close, word) {
        ("}}", _) | (_, "include") => (start, end, ""),
        (_, "if" | "elif") => {
            (source.len() - inside.len() + word.len() + 1, condition_end(source, end), "0")
        }
        (_, "for") => {
            let list = source.len() - inside.len() + inside.find(" in ")? + " in ".len();
            (list, condition_end(source, end), "[]")
        }
        _ => return None,
    };
    let room = source.get(start..end)?;
    if range.start < start || room.len() < instead.len() || room[..instead.len()].contains('\n') {
        return None;
    }
    // Lines keep their numbers.
    let blank = room[instead.len()..].bytes().map(|it| if it == b'\n' { '\n' } else { ' ' });
    Some(format!("{}{instead}{}{}", &source[..start], blank.collect::<String>(), &source[end..]))
}

/// Where what a tag asks for ends, if the tag ends at `end`.
fn condition_end(source: &str, end: usize) -> usize {
    let inside = &source[..end - "%}".len()];
    inside.trim_end_matches(['-', '+']).len()
}

#[cfg(test)]
mod tests {
    use super::without_output;

    #[test]
    fn what_shows_something_can_be_left_out_and_what_others_depend_on_cannot() {
        let text = "a {{ b.c }}\n{% include \"d\" %}{% set e = f %}";
        let at = |words: &str| text.find(words).map(|at| at..at + words.len()).unwrap();
        assert_eq!(
            without_output(text, &at("b.c")).unwrap(),
            "a          \n{% include \"d\" %}{% set e = f %}"
        );
        assert_eq!(
            without_output(text, &at("\"d\"")).unwrap(),
            "a {{ b.c }}\n                 {% set e = f %}"
        );
        assert_eq!(without_output(text, &at("f %")), None);
        let text = "{% if a.b %}x{%- elif c\n.d -%}y{% endif %}{% for e in f.g if h %}z{% endfor %}{% for i in j%}";
        let at = |words: &str| text.find(words).map(|at| at..at + words.len()).unwrap();
        assert!(without_output(text, &at("a.b")).unwrap().starts_with("{% if 0   %}x"));
        assert!(without_output(text, &at("c\n.d")).unwrap().contains("{%- elif 0\n   -%}y"));
        assert!(without_output(text, &at("f.g")).unwrap().contains("{% for e in []       %}z"));
        assert_eq!(without_output(text, &at("j")), None);
    }
}
