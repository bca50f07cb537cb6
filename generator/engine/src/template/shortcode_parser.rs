//! Finds the shortcode calls in Markdown: `{{ name("x") }}`, and `{% name("x") %}...{% end %}` with
//! a body.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr_iter;

use croupier_base::disk::text::CURLY_QUOTES;
use croupier_content::config::tables::markdown::MarkdownOptions;
use croupier_content::foreign_names;
use croupier_content::markdown::{Placeholder, VerbatimText};

/// The template that defines the shortcodes as macros.
pub(super) const MACROS: &str = "pages/shortcodes.html";

/// The shortcodes that call the template function of the same name, unless a macro has this name.
pub(super) const BUILT_IN: [&str; 7] =
    ["figure", "include_page", "island", "tab", "tabs", "vimeo", "youtube"];

/// The longest expression, in characters. Limits the search from a quote that is never closed.
const MAX_EXPRESSION_LENGTH: usize = 32_000;

/// The longest `{{ ... }}`, in bytes, that is reported as plain braces.
const MAX_PLAIN_LENGTH: usize = 200;

/// The form of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallKind {
    /// `{{ name() }}`.
    Inline,
    /// `{% name() %}`. The text that follows is its body.
    Open,
    /// `{% end %}`. Ends the body of the innermost open call.
    Close,
}

/// A shortcode call in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Call<'a> {
    /// The byte range of the call with its braces.
    pub range: Range<usize>,
    /// The name of the macro.
    pub name: &'a str,
    /// The text between the braces, without surrounding spaces. In a cell of a table, `\|` is a bar.
    pub expression: Cow<'a, str>,
    pub kind: CallKind,
    /// The indentation in bytes, if an opening or closing tag is alone on its line.
    pub indent: Option<usize>,
}

/// An invalid call, which the published page would show as text.
#[derive(Debug)]
pub(super) struct InvalidCall {
    pub range: Range<usize>,
    pub message: &'static str,
    pub hint: String,
}

/// The braces in a text.
#[derive(Debug, Default)]
pub(super) struct ParsedCalls<'a> {
    /// The calls in the order of the text, with balanced opening and closing tags.
    pub calls: Vec<Call<'a>>,
    /// The invalid calls.
    pub invalid: Vec<InvalidCall>,
    /// The byte ranges of braces that are shown as text.
    pub plain: Vec<Range<usize>>,
    /// The lines of indented code that begin with a call, and the names of its macro.
    pub indented: Vec<(Range<usize>, &'a str)>,
}

/// Parses the calls in `text`. Code, HTML comments and braces after a backslash contain no calls.
pub(super) fn parse(text: &str, options: MarkdownOptions) -> ParsedCalls<'_> {
    let is_tag_start =
        |index: usize| matches!(text.as_bytes().get(index + 1), Some(b'{' | b'%' | b'#'));
    if !memchr_iter(b'{', text.as_bytes()).any(is_tag_start) {
        return ParsedCalls::default();
    }

    let mut verbatim = VerbatimText::new(text, options);
    // Looking for the end of each tag takes long in a text with many tags and no ends.
    let last_closes = (text.rfind("%}"), text.rfind("}}"));
    let mut tags = Tags { text, last_closes, found: ParsedCalls::default() };

    let mut search_start = 0;
    while let Some(start) = next_tag(text, search_start) {
        let searched = std::mem::replace(&mut search_start, start + 2);

        // HTML in the arguments of a call does not begin a comment or code.
        if verbatim.contains(start, searched) {
            if verbatim.is_indented_code(start) {
                tags.found.indented.extend(indented_call(text, start));
            }
            continue;
        }

        if !text[..start].ends_with('\\') {
            search_start = tags.read(start);
        }
    }

    for call in tags.found.calls.iter_mut().filter(|it| it.expression.contains("\\|")) {
        if verbatim.is_in_cell(call.range.start) {
            call.expression = call.expression.replace("\\|", "|").into();
        }
    }
    tags.found.leave_out_unbalanced(text);
    tags.found
}

/// Reads the tags of a text.
struct Tags<'a> {
    text: &'a str,
    /// The starts of the last `%}` and the last `}}`.
    last_closes: (Option<usize>, Option<usize>),
    found: ParsedCalls<'a>,
}

impl Tags<'_> {
    /// Reads the tag at `start`. Returns where the search for the next one begins.
    fn read(&mut self, start: usize) -> usize {
        let text = self.text;
        let inside_start = start + 2;
        if text[start..].starts_with("{#") {
            let Some(range) = template_comment(text, start) else { return inside_start };
            let end = range.end;
            self.found.plain.push(range);
            return end;
        }

        let is_statement = text[start..].starts_with("{%");
        let length = self.expression_length(inside_start, is_statement);
        let expression =
            length.map_or("", |length| text[inside_start..inside_start + length].trim());
        let name = expression.split('(').next().unwrap_or_default();

        let kind = match (is_statement, is_call(expression, name)) {
            (false, true) => CallKind::Inline,
            (true, true) => CallKind::Open,
            (true, false) if expression == "end" => CallKind::Close,
            _ => {
                match unclosed_call(text, start).or_else(|| foreign_call(text, start)) {
                    Some(error) => self.found.invalid.push(error),
                    None => self.found.plain.extend(plain_braces(text, start)),
                }
                return inside_start;
            }
        };

        let end = inside_start + length.unwrap_or_default() + 2;
        let range = start..end;
        if expression.contains(CURLY_QUOTES) && !expression.contains('"') {
            self.found.invalid.push(InvalidCall {
                range,
                message: "this shortcode has curly quotes",
                hint: "write straight quotes in a call, `\"`".to_owned(),
            });
            return end;
        }

        if has_quote_markers(text, &range) {
            self.found.invalid.push(InvalidCall {
                range,
                message: "a call in a block quote is on one line",
                hint: "write it on one line, from its first brace to the last".to_owned(),
            });
            return end;
        }

        let indent = if kind == CallKind::Inline { None } else { indent(text, &range) };
        let expression = Cow::Borrowed(expression);
        self.found.calls.push(Call { range, name, expression, kind, indent });
        end
    }

    /// Returns the length in bytes of the expression at `inside_start`. `None` if its tag is never closed.
    fn expression_length(&self, inside_start: usize, is_statement: bool) -> Option<usize> {
        let (close, last_close) =
            if is_statement { ("%}", self.last_closes.0) } else { ("}}", self.last_closes.1) };
        last_close
            .filter(|last| inside_start <= *last)
            .and_then(|_| expression_length(&self.text[inside_start..], close))
    }
}

impl ParsedCalls<'_> {
    /// Leaves out calls with a body if their tags are not balanced, which is an error.
    fn leave_out_unbalanced(&mut self, text: &str) {
        let unbalanced = unbalanced_calls(text, &self.calls);
        if unbalanced.is_empty() {
            return;
        }

        // An `{% end %}` that cannot be read leaves its call open.
        let has_invalid_end = self.invalid.iter().any(|it| is_invalid_end(&text[it.range.clone()]));
        if !has_invalid_end {
            self.invalid.extend(unbalanced);
        }
        self.calls.retain(|call| call.kind == CallKind::Inline);
    }
}

/// Returns whether an expression calls the macro with this name.
fn is_call(expression: &str, name: &str) -> bool {
    // A quote that is never closed can extend the expression to a quote of another call.
    let spans_other_call =
        expression.contains('\n') && (expression.contains("{{") || expression.contains("{%"));
    is_name(name) && !spans_other_call && expression.len() > name.len() && expression.ends_with(')')
}

/// Returns whether the lines of a call begin with the markers of a block quote.
fn has_quote_markers(text: &str, call: &Range<usize>) -> bool {
    let line_start = text[..call.start].rfind('\n').map_or(0, |newline| newline + 1);
    let is_quoted = text[line_start..call.start].contains('>');
    is_quoted && text[call.clone()].lines().skip(1).any(|line| line.trim_start().starts_with('>'))
}

/// Returns whether an invalid call is probably meant as `{% end %}`.
fn is_invalid_end(call: &str) -> bool {
    let inside = call.strip_prefix("{%").unwrap_or_default();
    inside.trim_start_matches(['-', ' ', '/']).starts_with("end")
}

/// Returns the byte range of the template comment `{# ... #}` at `start`.
fn template_comment(text: &str, start: usize) -> Option<Range<usize>> {
    let nearby = &text[start..text.floor_char_boundary(start + MAX_EXPRESSION_LENGTH)];
    let length = nearby.find("#}")? + "#}".len();
    // A comment does not span paragraphs, so that an unclosed one does not swallow another.
    (!nearby[..length].contains("\n\n")).then(|| start..start + length)
}

/// Returns the index of the next `{{`, `{%` or `{#` at or after `start`.
fn next_tag(text: &str, start: usize) -> Option<usize> {
    text[start..]
        .match_indices('{')
        .map(|(offset, _)| start + offset)
        .find(|index| text[index + 1..].starts_with(['{', '%', '#']))
}

/// Returns the line of indented code that begins with the call at `start`, and the name of its macro.
fn indented_call(text: &str, start: usize) -> Option<(Range<usize>, &str)> {
    let line_start = text[..start].rfind('\n').map_or(0, |index| index + 1);
    let line = text[start..].lines().next().unwrap_or_default().trim_end();
    let inside = line[2..].trim_start();
    let name = leading_name(inside).filter(|name| inside[name.len()..].starts_with('('))?;
    let is_alone = text[line_start..start].trim().is_empty();
    is_alone.then(|| (start..start + line.len(), name))
}

/// Returns the length in bytes of an expression that ends at the first `close` outside of quotes and tables.
fn expression_length(text: &str, close: &str) -> Option<usize> {
    let mut quote = None;
    let mut is_escaped = false;
    let mut has_arguments = false;

    // Tables in the arguments: `{"a": {"b": 1}}`.
    let mut open_tables = 0_usize;

    for (index, character) in text.char_indices().take(MAX_EXPRESSION_LENGTH) {
        match (quote, character) {
            _ if std::mem::take(&mut is_escaped) => {}
            (Some(_), '\\') => is_escaped = true,
            (Some(open), _) if open == character => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (None, '(') => has_arguments = true,
            (None, '{') if text[index..].starts_with("{{") || text[index..].starts_with("{%") => {
                return None;
            }
            (None, '{') if has_arguments => open_tables += 1,
            (None, '}') if open_tables > 0 => open_tables -= 1,
            (None, _) if text[index..].starts_with(close) => return Some(index),
            _ => {}
        }
    }

    None
}

/// Returns the byte range of `{{ ... }}` at `start` if it is short and within one line.
///
/// The limit avoids quadratic time in a text with many unclosed braces.
fn plain_braces(text: &str, start: usize) -> Option<Range<usize>> {
    let nearby = &text[start..text.floor_char_boundary(start + MAX_PLAIN_LENGTH)];
    let line = nearby.lines().next().unwrap_or_default();
    let length = line.strip_prefix("{{")?.find("}}")?;
    Some(start..start + "{{".len() + length + "}}".len())
}

/// Returns whether `word` is a valid name of a macro or an argument.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns the indentation in bytes of a tag that is alone on its line.
fn indent(text: &str, tag: &Range<usize>) -> Option<usize> {
    let line_start = text[..tag.start].rfind('\n').map_or(0, |index| index + 1);
    let before = &text[line_start..tag.start];
    let after = text[tag.end..].lines().next().unwrap_or_default();
    (before.trim().is_empty() && after.trim().is_empty()).then_some(before.len())
}

/// Returns the errors in the opening and closing tags.
fn unbalanced_calls(text: &str, calls: &[Call<'_>]) -> Vec<InvalidCall> {
    let mut open: Vec<&Call<'_>> = Vec::new();
    let mut errors = Vec::new();

    for call in calls {
        let error = |message, hint: &str| InvalidCall {
            range: call.range.clone(),
            message,
            hint: hint.to_owned(),
        };

        if call.indent.is_some_and(|indent| !Placeholder::fits(&call.range, indent)) {
            errors.push(error("this is indented too far", "indent it by 4 spaces at most"));
        }

        match call.kind {
            CallKind::Inline => {}
            CallKind::Open => open.push(call),
            CallKind::Close => {
                let Some(opening) = open.pop() else {
                    errors.push(error(
                        "this ends no shortcode",
                        "remove it, or begin the shortcode that it ends: `{% name() %}`",
                    ));
                    continue;
                };

                let has_own_lines = opening.indent.is_some() && call.indent.is_some();
                let is_in_one_line = opening.indent.is_none()
                    && call.indent.is_none()
                    && !text[opening.range.end..call.range.start].contains('\n');

                if !is_in_one_line && !has_own_lines {
                    errors.push(InvalidCall {
                        range: opening.range.clone(),
                        message: "a shortcode around several lines must begin and end on its own lines",
                        hint: format!(
                            "write `{{% {} %}}` and `{{% end %}}` each on its own line, outside of block quotes",
                            opening.expression
                        ),
                    });
                }
            }
        }
    }

    errors.extend(open.into_iter().map(|call| InvalidCall {
        range: call.range.clone(),
        message: "this shortcode is never closed",
        hint: format!(
            "write `{{% end %}}` where its text ends; without a text, write `{{{{ {} }}}}`",
            call.expression
        ),
    }));

    errors
}

/// Returns an error for a call in the syntax of another generator.
fn foreign_call(text: &str, start: usize) -> Option<InvalidCall> {
    let rest = &text[start + 2..];
    let is_statement = text[start..].starts_with("{%");

    let inside = if is_statement { rest } else { rest.strip_prefix(['<', '%'])? };
    let name = leading_name(inside.trim_start_matches(['-', ' ', '/']))?;

    let line = rest.lines().next().unwrap_or_default();
    let closing_braces = ["%}", "}}"].iter().filter_map(|close| line.find(close)).min();
    let length = closing_braces.map_or(line.len(), |index| index + 2);

    let hint = foreign_names::shortcode(name).map_or_else(
        || {
            format!(
                "write it as a call of a macro in {MACROS}, `{{{{ {name}(\"...\") }}}}`, or `{{% {name}(\"...\") %}}` and `{{% end %}}` around a text; \
                 write a backslash before it to show it as text"
            )
        },
        str::to_owned,
    );

    Some(InvalidCall {
        range: start..start + 2 + length,
        message: "this is how another generator calls a shortcode",
        hint,
    })
}

/// Returns an error for a call without closing braces or with other text after its arguments.
fn unclosed_call(text: &str, start: usize) -> Option<InvalidCall> {
    let rest = &text[start + 2..];
    let inside = rest.trim_start_matches([' ', '\t']);
    let name = leading_name(inside).filter(|name| inside[name.len()..].starts_with('('))?;
    let line = rest.lines().next().unwrap_or_default();
    let (open, close) = if text[start..].starts_with("{%") { ("{%", "%}") } else { ("{{", "}}") };
    let hint = format!(
        "end it with `) {close}`, as in `{open} {name}(\"...\") {close}`, or write `\\{open}` to show the braces as text"
    );
    Some(InvalidCall {
        range: start..start + 2 + line.trim_end().len(),
        message: "this shortcode is not closed",
        hint,
    })
}

/// Returns the name at the start of a text.
fn leading_name(text: &str) -> Option<&str> {
    let length = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let name = &text[..length];
    (!name.is_empty() && !name.starts_with(|first: char| first.is_ascii_digit())).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expressions(text: &str) -> Vec<Cow<'_, str>> {
        parse(text, MarkdownOptions::default())
            .calls
            .into_iter()
            .map(|call| call.expression)
            .collect()
    }

    #[test]
    fn a_call_ends_at_its_closing_braces_outside_of_quotes() {
        assert_eq!(
            expressions("a {{ x(\"}}\", b='\\'}}') }} b {{y()}}"),
            ["x(\"}}\", b='\\'}}')", "y()"]
        );
        assert_eq!(expressions("{{ two(\n  1,\n  2\n) }}"), ["two(\n  1,\n  2\n)"]);
        assert_eq!(
            expressions("{{ x({\"a\": {\"b\": 1}}) }} {{ a { b }} {{ y([{}]) }}"),
            ["x({\"a\": {\"b\": 1}})", "y([{}])"]
        );
        let long = format!("x([{}])", "\"long\", ".repeat(1000));
        assert_eq!(expressions(&format!("{{{{ {long} }}}}")), [&*long]);
    }

    #[test]
    fn opening_and_closing_tags_are_balanced() {
        let text = "{% a() %}\nx {% b(\"%}\") %}y{% end %}\n  {% end %}\n";
        let calls = parse(text, MarkdownOptions::default()).calls;
        let indents: Vec<_> = calls.iter().map(|call| (&*call.expression, call.indent)).collect();
        assert_eq!(
            indents,
            [("a()", Some(0)), ("b(\"%}\")", None), ("end", None), ("end", Some(2))]
        );

        for (text, message) in [
            ("{% a() %}\nx", "this shortcode is never closed"),
            ("{% end %}", "this ends no shortcode"),
            (
                "> {% a() %}\n> x\n> {% end %}",
                "a shortcode around several lines must begin and end on its own lines",
            ),
            (
                "x {% a() %}\n\n{% end %}",
                "a shortcode around several lines must begin and end on its own lines",
            ),
            (
                "- a\n  - b\n    - {{ x() }}\n\n      {% a(1) %}\n      x\n      {% end %}",
                "this is indented too far",
            ),
        ] {
            assert_eq!(
                parse(text, MarkdownOptions::default()).invalid[0].message,
                message,
                "{text}"
            );
        }
    }

    #[test]
    fn html_around_calls_and_in_their_arguments_is_not_verbatim() {
        for text in [
            "{{ x(\"<pre>\") }} {{ x(\"<!--\") }}",
            "<code>a</code> {{ x(\"</code>\") }} {{ x(1) }}",
            "<!-- a --> {{ x() }} <!-- b -->\n\n{{ x() }}",
            "<pre>a</pre>\n\n{{ x() }} <code>{{ x }}</code> {{ x() }}",
            "<div>\n{{ x() }}\n</div> {{ x() }}",
            "<a href=\"{{ x() }}\">a</a> <code> {{ x() }}",
        ] {
            assert_eq!(expressions(text).len(), 2, "{text}");
        }
    }

    #[test]
    fn all_errors_of_a_text_are_found() {
        let messages = |text: &str| {
            parse(text, MarkdownOptions::default())
                .invalid
                .into_iter()
                .map(|it| it.message)
                .collect::<Vec<_>>()
        };

        assert_eq!(
            messages("{% a() %}\nx\n\n{{ b( }}\n"),
            ["this shortcode is not closed", "this shortcode is never closed"]
        );
        assert_eq!(
            messages("{% a() %}\n\n{% b() %}\nx\n\n{{< c >}}"),
            [
                "this is how another generator calls a shortcode",
                "this shortcode is never closed",
                "this shortcode is never closed"
            ]
        );

        assert_eq!(messages("{% a() %}\nx\n{% enda %}").len(), 1);
    }

    #[test]
    fn code_and_escaped_and_plain_braces_are_no_calls() {
        for text in [
            "`{{ x() }}`",
            "    {{ x() }}",
            "```\n{{ x() }}\n```\n",
            "\\{{ x() }}",
            "{{ x }}",
            "{# {{ x() }} #}",
            "<!-- {{ x() }} -->",
            "a <!--\n{{ x() }} --> b",
            "<!--\n\n{{ x() }}\n\n-->",
            "<div>\n<!-- {% x() %}a{% end %} -->\n</div>",
            "<pre>\n{{ x() }}\n\n{{ x() }}</pre>",
            "a <code>{{ x() }}</code>",
            "<p><CODE class=\"a\">{{ x() }}</CODE></p>",
            "<script>\nlet a = `{{ x() }}`;\n</script>",
            "<style>\na::before { content: \"{{ x() }}\" }\n</style>",
            "{{ x() ",
            "{{ a.b() }}",
            "{{}}",
        ] {
            assert_eq!(expressions(text), [""; 0], "{text}");
        }

        let plain = |text: &'static str| {
            parse(text, MarkdownOptions::default())
                .plain
                .into_iter()
                .map(|range| &text[range])
                .collect::<Vec<_>>()
        };

        assert_eq!(
            plain("a {{ x }} `{{ y }}` \\{{ z }} {{ \n }} {{}} {{ x() }}"),
            ["{{ x }}", "{{}}"]
        );
        assert_eq!(
            plain("a {# b\nc #} `{# d #}` \\{# e #} <!-- {# f #} {{ g }} --> {# h\n\n#} ## I {#i}"),
            ["{# b\nc #}"]
        );
    }
}
