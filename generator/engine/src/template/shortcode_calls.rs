//! Where a text calls shortcodes: `{{ name("x") }}`, and `{% name("x") %}` up to `{% end %}` around a part of the text.

use std::ops::Range;

use memchr::memchr_iter;

use crate::template::shortcode_text::{code, length, next_brace};
use croupier_base::disk::text::CURLY_QUOTES;
use croupier_content::markdown::Insert;

/// Where the macros stand.
pub(super) const MACROS: &str = "pages/shortcodes.html";

/// Bytes within which braces close that were meant for a name or a few words.
const NEAR: usize = 200;

/// What a call does with the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// It takes its own place.
    Whole,
    /// The text from here on is its own.
    Opening,
    /// The text of the innermost that is open ends.
    Closing,
}

/// A call in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Call<'a> {
    /// With its braces.
    pub range: Range<usize>,
    /// The macro's name.
    pub name: &'a str,
    /// What stands between the braces.
    pub expression: &'a str,
    /// What it does.
    pub kind: Kind,
    /// How far it is indented, where it opens or closes on a line of its own.
    pub indent: Option<usize>,
}

/// What was meant as a call and is none, so that readers would see it.
#[derive(Debug)]
pub(super) struct Broken {
    pub range: Range<usize>,
    pub message: &'static str,
    pub hint: String,
}

/// What braces do in a text.
#[derive(Debug, Default)]
pub(super) struct Braces<'a> {
    /// The calls.
    pub calls: Vec<Call<'a>>,
    /// What was meant as one.
    pub broken: Vec<Broken>,
    /// Those that call nothing and that readers see.
    pub plain: Vec<Range<usize>>,
}

/// The calls of a text, outside of code and where no backslash stands before them, and what is no call.
pub(super) fn calls(text: &str) -> Braces<'_> {
    let (mut calls, mut found, mut plain) = (Vec::new(), Vec::new(), Vec::new());
    let begins = |at: usize| matches!(text.as_bytes().get(at + 1), Some(b'{' | b'%'));
    if !memchr_iter(b'{', text.as_bytes()).any(begins) {
        return Braces::default();
    }
    let code = code(text);
    let mut from = 0;
    while let Some(start) = next_brace(text, from) {
        from = start + 2;
        // The ranges stand in order, and a text can have a great many.
        let is_code = code
            .get(code.partition_point(|range| range.end <= start))
            .is_some_and(|range| range.contains(&start));
        if is_code || text[..start].ends_with('\\') {
            continue;
        }
        let is_tag = text[start..].starts_with("{%");
        let length = length(&text[from..], if is_tag { "%}" } else { "}}" });
        let expression = length.map_or("", |length| text[from..from + length].trim());
        let name = expression.split('(').next().unwrap_or_default();
        // A quote that is never closed reaches to that of another call.
        let is_torn =
            expression.contains('\n') && (expression.contains("{{") || expression.contains("{%"));
        let is_call =
            is_name(name) && !is_torn && expression.len() > name.len() && expression.ends_with(')');
        let kind = match (is_tag, is_call) {
            (false, true) => Kind::Whole,
            (true, true) => Kind::Opening,
            (true, false) if expression == "end" => Kind::Closing,
            _ => {
                match unclosed(text, start).or_else(|| foreign(text, start)) {
                    Some(broken) => found.push(broken),
                    None => plain.extend(no_call(text, start)),
                }
                continue;
            }
        };
        let range = start..from + length.unwrap_or_default() + 2;
        from = range.end;
        if expression.contains(CURLY_QUOTES) && !expression.contains('"') {
            let hint = "write straight quotes in a call, `\"`".to_owned();
            found.push(Broken { range, message: "this shortcode has curly quotes", hint });
            continue;
        }
        let indent = if kind == Kind::Whole { None } else { indent(text, &range) };
        calls.push(Call { range, name, expression, kind, indent });
    }
    if let Some(broken) = unpaired(text, &calls) {
        // Where a call is broken, others that seem not to end may follow from it.
        if found.is_empty() {
            found.push(broken);
        }
        calls.retain(|call| call.kind == Kind::Whole);
    }
    Braces { calls, broken: found, plain }
}

/// Braces that close in their line, within so many bytes: a text can have a great many that do not.
fn no_call(text: &str, start: usize) -> Option<Range<usize>> {
    let near = &text[start..text.floor_char_boundary(start + NEAR)];
    let line = near.lines().next().unwrap_or_default();
    let end = line.strip_prefix("{{")?.find("}}")?;
    Some(start..start + "{{".len() + end + "}}".len())
}

/// Whether a word can be the name of a macro or of what it takes.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
        && word.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

/// How far a tag is indented that stands on a line of its own, in bytes.
fn indent(text: &str, tag: &Range<usize>) -> Option<usize> {
    let before = &text[..tag.start];
    let before = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    let after = text[tag.end..].lines().next().unwrap_or_default();
    (before.trim().is_empty() && after.trim().is_empty()).then_some(before.len())
}

/// The first shortcode with a text of its own that does not end, or does not end as it begins.
fn unpaired(text: &str, calls: &[Call<'_>]) -> Option<Broken> {
    let mut open: Vec<&Call<'_>> = Vec::new();
    for call in calls {
        let broken =
            |message, hint: String| Some(Broken { range: call.range.clone(), message, hint });
        if call.indent.is_some_and(|indent| !Insert::has_room(&call.range, indent)) {
            return broken("this is indented too far", "indent it by 4 spaces at most".to_owned());
        }
        match call.kind {
            Kind::Whole => {}
            Kind::Opening => open.push(call),
            Kind::Closing => {
                let Some(begin) = open.pop() else {
                    let hint = "take it out, or begin the shortcode that it ends: `{% name() %}`"
                        .to_owned();
                    return broken("this ends no shortcode", hint);
                };
                let is_line = begin.indent.is_none()
                    && call.indent.is_none()
                    && !text[begin.range.end..call.range.start].contains('\n');
                if !is_line && (begin.indent.is_none() || call.indent.is_none()) {
                    let message =
                        "a shortcode around several lines begins and ends on lines of its own";
                    let hint = format!(
                        "write `{{% {} %}}` and `{{% end %}}` each on a line, outside of quotes",
                        begin.expression
                    );
                    return Some(Broken { range: begin.range.clone(), message, hint });
                }
            }
        }
    }
    let call = open.pop()?;
    let hint = format!(
        "write `{{% end %}}` where its text ends; one without a text is `{{{{ {} }}}}`",
        call.expression
    );
    Some(Broken { range: call.range.clone(), message: "this shortcode is never closed", hint })
}

/// A call as other generators write it.
fn foreign(text: &str, start: usize) -> Option<Broken> {
    let rest = &text[start + 2..];
    let is_block = text[start..].starts_with("{%");
    let inside = if is_block { rest } else { rest.strip_prefix(['<', '%'])? };
    let name: String = inside
        .trim_start_matches(['-', ' ', '/'])
        .chars()
        .take_while(|it| it.is_ascii_alphanumeric() || *it == '_')
        .collect();
    if name.is_empty() || name.starts_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    let line = rest.lines().next().unwrap_or_default();
    let end =
        ["%}", "}}"].iter().filter_map(|end| line.find(end)).min().map_or(line.len(), |at| at + 2);
    let hint = format!(
        "write it as a call of a macro in {MACROS}, `{{{{ {name}(\"...\") }}}}`, or `{{% {name}(\"...\") %}}` and `{{% end %}}` around a text; \
         or a backslash before it if it is meant for readers"
    );
    Some(Broken {
        range: start..start + 2 + end,
        message: "this is how another generator calls a shortcode",
        hint,
    })
}

/// A call that begins and does not end as one.
fn unclosed(text: &str, start: usize) -> Option<Broken> {
    let rest = &text[start + 2..];
    let inside = rest.trim_start_matches([' ', '\t']);
    let name = &inside[..inside
        .find(|it: char| !it.is_ascii_alphanumeric() && it != '_')
        .unwrap_or(inside.len())];
    if name.is_empty()
        || name.starts_with(|it: char| it.is_ascii_digit())
        || !inside[name.len()..].starts_with('(')
    {
        return None;
    }
    let line = rest.lines().next().unwrap_or_default();
    let (open, close) = if text[start..].starts_with("{%") { ("{%", "%}") } else { ("{{", "}}") };
    let hint = format!(
        "end it with `) {close}`, as in `{open} {name}(\"...\") {close}`, or write `\\{open}` if the braces are meant for readers"
    );
    Some(Broken {
        range: start..start + 2 + line.trim_end().len(),
        message: "this shortcode is not closed",
        hint,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        calls(text).calls.into_iter().map(|call| call.expression).collect()
    }

    #[test]
    fn a_call_ends_where_its_braces_close_and_not_in_quotes() {
        assert_eq!(
            found("a {{ x(\"}}\", b='\\'}}') }} b {{y()}}"),
            ["x(\"}}\", b='\\'}}')", "y()"]
        );
        assert_eq!(found("{{ two(\n  1,\n  2\n) }}"), ["two(\n  1,\n  2\n)"]);
    }

    #[test]
    fn a_shortcode_with_a_text_ends_as_it_begins() {
        let text = "{% a() %}\nx {% b(\"%}\") %}y{% end %}\n  {% end %}\n";
        let found = calls(text).calls;
        let told: Vec<_> = found.iter().map(|call| (call.expression, call.indent)).collect();
        assert_eq!(told, [("a()", Some(0)), ("b(\"%}\")", None), ("end", None), ("end", Some(2))]);
        for (text, broken) in [
            ("{% a() %}\nx", "this shortcode is never closed"),
            ("{% end %}", "this ends no shortcode"),
            (
                "> {% a() %}\n> x\n> {% end %}",
                "a shortcode around several lines begins and ends on lines of its own",
            ),
            (
                "x {% a() %}\n\n{% end %}",
                "a shortcode around several lines begins and ends on lines of its own",
            ),
            (
                "- a\n  - b\n    - {{ x() }}\n\n      {% a(1) %}\n      x\n      {% end %}",
                "this is indented too far",
            ),
        ] {
            assert_eq!(calls(text).broken[0].message, broken, "{text}");
        }
    }

    #[test]
    fn code_escapes_and_other_braces_are_left_alone() {
        for text in [
            "`{{ x() }}`",
            "    {{ x() }}",
            "```\n{{ x() }}\n```\n",
            "\\{{ x() }}",
            "{{ x }}",
            "{{ x() ",
            "{{ a.b() }}",
            "{{}}",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
        let plain = |text: &'static str| {
            calls(text).plain.into_iter().map(|range| &text[range]).collect::<Vec<_>>()
        };
        assert_eq!(
            plain("a {{ x }} `{{ y }}` \\{{ z }} {{ \n }} {{}} {{ x() }}"),
            ["{{ x }}", "{{}}"]
        );
    }
}
