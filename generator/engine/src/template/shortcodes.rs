//! Renders the shortcodes in the text of a page, which are macros in pages/shortcodes.html, and the
//! code blocks that islands render.
//!
//! A shortcode with a body, `{% note() %}...{% end %}`, renders to the HTML before and after the
//! body. The body itself stays part of the page's Markdown. The shortcodes in [`BUILT_IN`] need no
//! macro.

use std::ops::Range;
use std::sync::Arc;

use minijinja::context;
use minijinja::value::Value;

use crate::query::recorder::Recorder;
use crate::template::environment::TemplatesRef;
use crate::template::functions::tabs::{TABS_HINT, TabNesting};
use crate::template::shortcode_errors::{
    explained, located, macro_names, may_have_macro, missing_body, unknown_shortcode,
    unquoted_argument,
};
use crate::template::shortcode_parser::{
    BUILT_IN, Call, CallKind, InvalidCall, MACROS, ParsedCalls, parse,
};
use crate::template::used_assets::UsedAssets;
use crate::template::views::{CurrentPage, TextHeadings};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::SitePath;
use croupier_base::syntax::html::{InLine, in_line};
use croupier_content::config::tables::markdown::MarkdownOptions;
use croupier_content::markdown::{
    CodeIsland, Line, Placeholder, Problem, ProblemKind, code_islands,
};
use croupier_content::page::Page;
use croupier_content::page_text::Text;

/// Marks the position of the body in the output of a macro. A Unicode private-use character.
pub(super) const BODY: char = '\u{f8d1}';

/// Renders a code block with an island, when the reader scrolls to it.
const CODE_ISLAND: &str = "{{ island(name, {'code': code}, hydrate='visible') }}";

/// A text with shortcodes.
pub(crate) struct ShortcodeText<'a> {
    /// The page that the text belongs to.
    pub page: &'a Arc<Page>,
    pub text: &'a Text,
    /// The headings of the text, as its shortcodes see them.
    pub headings: &'a Arc<TextHeadings>,
}

/// Renders all shortcodes of a text.
///
/// Adds what they use to `used`, errors to `errors`, and braces that are shown as text to `problems`,
/// with byte ranges in the Markdown. A shortcode with an error renders to nothing.
pub(crate) fn render(
    recorder: &Recorder,
    templates: TemplatesRef<'_>,
    &ShortcodeText { page, text, headings }: &ShortcodeText<'_>,
    used: &mut UsedAssets,
    problems: &mut Vec<Problem>,
    errors: &mut Vec<Diagnostic>,
) -> Vec<Placeholder> {
    let options = recorder.markdown_options();
    let ParsedCalls { calls, invalid, plain, indented } = parse(text.body(), options);

    let braces = plain.into_iter().map(|range| Problem { kind: ProblemKind::PlainBraces, range });
    problems.extend(braces);
    // Indented code can show the shortcodes of other sites.
    let is_shortcode = |name| is_built_in(recorder, name) || has_macro(recorder, name);
    let indented = indented.into_iter().filter(|(_, name)| is_shortcode(name));
    problems.extend(indented.map(|(range, _)| Problem { kind: ProblemKind::IndentedCall, range }));

    let mut renderer = Renderer { recorder, templates, page, text, used, errors };
    for call in invalid {
        renderer.refuse(call);
    }
    let mut inserts = renderer.calls(calls, headings);

    let blocks = code_islands(text.body(), options, recorder.code_islands());
    if !blocks.is_empty() {
        inserts.extend(blocks.into_iter().map(|block| renderer.code_island(block)));
        inserts.sort_by_key(|it| it.range.start);
    }
    inserts
}

/// Returns the byte ranges of braces that would call a shortcode in the text of a page, or that are reported there.
pub(super) fn braces(text: &str, options: MarkdownOptions) -> Vec<Range<usize>> {
    let ParsedCalls { calls, invalid, plain, .. } = parse(text, options);
    let calls = calls.into_iter().map(|it| it.range);
    calls.chain(invalid.into_iter().map(|it| it.range)).chain(plain).collect()
}

/// Renders the calls and the code blocks of a text.
struct Renderer<'a> {
    recorder: &'a Recorder,
    templates: TemplatesRef<'a>,
    page: &'a Arc<Page>,
    text: &'a Text,
    used: &'a mut UsedAssets,
    errors: &'a mut Vec<Diagnostic>,
}

impl Renderer<'_> {
    /// Returns the location of a byte range of the Markdown.
    fn location(&self, range: &Range<usize>) -> Location {
        Location::new(
            self.page.source.as_str(),
            Arc::clone(&self.text.source),
            range.start + self.text.body..range.end + self.text.body,
        )
    }

    /// Records the error of an invalid call.
    fn refuse(&mut self, InvalidCall { range, message, hint }: InvalidCall) {
        let error = Diagnostic::error(Code::BadShortcode, message);
        self.errors.push(error.at(self.location(&range)).hint(hint));
    }

    /// Renders calls, whose tags are balanced.
    fn calls(&mut self, calls: Vec<Call<'_>>, headings: &Arc<TextHeadings>) -> Vec<Placeholder> {
        // Most texts have no calls, and depend on no templates of shortcodes.
        if calls.is_empty() {
            return Vec::new();
        }

        let text = self.text.body();
        let lines = call_lines(text, &calls);
        let page = CurrentPage::unrendered(self.recorder, self.page, headings);
        let page_value = Value::from_object(page);

        let mut inserts = Vec::new();
        // The HTML after the body of each open call.
        let mut endings = Vec::new();
        let mut tabs = TabNesting::new(text, !has_macro(self.recorder, "tabs"));
        for (call, line) in calls.into_iter().zip(lines) {
            let (html, in_line) = if call.kind == CallKind::Close {
                if let Some(invalid) = tabs.close(&call) {
                    self.refuse(invalid);
                }
                endings.pop().expect("the parser balances opening and closing tags")
            } else {
                let CallHtml { before, after } = self.call(&call, page_value.clone());
                if call.kind == CallKind::Open {
                    if let Some(invalid) = tabs.open(&call, &before.0) {
                        self.refuse(invalid);
                    }
                    endings.push(after);
                }
                before
            };

            let (range, html) = as_autolink(text, call.range.clone(), html);
            inserts.push(Placeholder { range, html, indent: call.indent, line, in_line });
        }

        inserts
    }

    /// Returns the HTML of a call. Records its error, and then returns none.
    fn call(&mut self, call: &Call<'_>, page_value: Value) -> CallHtml {
        let location = || self.location(&call.range);
        let rendered =
            render_call(self.recorder, self.templates, self.page, call, &location, page_value);
        let html = rendered.and_then(|(html, used_by_call)| {
            self.used.merge(used_by_call);
            CallHtml::new(html.trim(), call).map_err(|error| error.at(self.location(&call.range)))
        });
        html.unwrap_or_else(|error| {
            self.errors.push(error);
            CallHtml::default()
        })
    }

    /// Renders a code block with an island.
    fn code_island(&mut self, CodeIsland { island, code, range }: CodeIsland) -> Placeholder {
        let text = self.text.body();
        let values = context! { name => island, code };
        let html = match self.templates.render_source(CODE_ISLAND, values) {
            Ok((html, used_by_block)) => {
                self.used.merge(used_by_block);
                html
            }
            Err(error) => {
                let fence = text[range.clone()].lines().next().unwrap_or_default();
                let fence = range.start..range.start + fence.len();
                let is_located = error.place.is_some();
                let error = if is_located { error } else { error.at(self.location(&fence)) };
                self.errors.push(error);
                String::new()
            }
        };

        let line_start = text[..range.start].rfind('\n').map_or(0, |newline| newline + 1);
        let indent = range.start - line_start;
        let indent = Placeholder::fits(&range, indent).then_some(indent);
        let in_line = in_line(&html);
        Placeholder { range, html, indent, line: Line::Shared, in_line }
    }
}

/// Returns how each call divides the paragraph that it is in.
fn call_lines(text: &str, calls: &[Call<'_>]) -> Vec<Line> {
    let mut lines = vec![Line::Shared; calls.len()];
    let mut open = Vec::new();

    for (index, call) in calls.iter().enumerate() {
        let line_start = text[..call.range.start].rfind('\n').map_or(0, |newline| newline + 1);
        // In a block quote, each line begins with a marker.
        let is_start =
            text[line_start..call.range.start].trim_start_matches([' ', '\t', '>']).is_empty();
        let is_end = text[call.range.end..].lines().next().unwrap_or_default().trim().is_empty();

        match call.kind {
            _ if call.indent.is_some() => {}
            CallKind::Inline if is_start && is_end => lines[index] = Line::Alone,
            CallKind::Inline => {}
            CallKind::Open => open.push((index, is_start)),
            CallKind::Close => {
                if let Some((opening, true)) = open.pop()
                    && is_end
                    && open.is_empty()
                {
                    lines[opening] = Line::Start;
                    lines[index] = Line::End;
                }
            }
        }
    }

    lines
}

/// Returns the range and the HTML of a call between angle brackets that returns a URL, `<{{ url() }}>`:
/// the link, in place of the brackets.
fn as_autolink(text: &str, range: Range<usize>, html: String) -> (Range<usize>, String) {
    let before = &text[..range.start];
    let outer = before.strip_suffix('<').filter(|_| text[range.end..].starts_with('>'));
    // Between a bracket and a link target, the brackets belong to the target.
    let is_target = |before: &str| {
        before.ends_with("](") || before.trim_end_matches([' ', '\t']).ends_with("]:")
    };
    let is_url = html.starts_with(['/', '#']) || html.contains(':');
    match outer {
        Some(before) if !is_target(before) && is_url && !html.contains(['<', ' ']) => {
            let link = format!("<a href=\"{html}\">{html}</a>");
            (range.start - 1..range.end + 1, link)
        }
        _ => (range, html),
    }
}

/// Returns the output of the macro of a call, with [`BODY`] in place of its body.
fn render_call(
    recorder: &Recorder,
    templates: TemplatesRef<'_>,
    page: &Page,
    call: &Call<'_>,
    location: &dyn Fn() -> Location,
    page_value: Value,
) -> Result<(String, UsedAssets), Diagnostic> {
    if let Some(error) = unquoted_argument(call, location) {
        return Err(error);
    }

    let macros_text = recorder.template(&SitePath::new(MACROS));
    let is_macro = |text: &str| macro_names(text).any(|name| name == call.name);

    if is_built_in(recorder, call.name) && !macros_text.as_ref().is_ok_and(|text| is_macro(text)) {
        return templates
            .render_source(&call_source(call, ""), context! { page => page_value })
            .map_err(|error| located(error, call, page, location));
    }

    let is_off = matches!(call.name, "tab" | "tabs");
    if is_off && !macros_text.as_ref().is_ok_and(|text| may_have_macro(text, call.name)) {
        return Err(unknown_shortcode(call, "").at(location()).hint(TABS_HINT));
    }

    let Ok(macros_text) = macros_text else {
        let hint = did_you_mean(call.name, BUILT_IN).unwrap_or_else(|| {
            format!(
                "write a macro of this name in {MACROS}, or `\\{{{{` to show the braces as text"
            )
        });
        return Err(unknown_shortcode(call, "").at(location()).hint(hint));
    };

    if !may_have_macro(macros_text, call.name) {
        return Err(unknown_shortcode(call, macros_text).at(location()));
    }

    let import = format!("{{% from \"{MACROS}\" import {} %}}", call.name);
    let source = call_source(call, &import);
    templates
        .render_source(&source, context! { page => page_value })
        .map_err(|error| explained(error, call, page, macros_text, location))
}

/// Returns a template that renders a call after the statement `import`.
fn call_source(call: &Call<'_>, import: &str) -> String {
    match call.kind {
        CallKind::Inline | CallKind::Close => format!("{import}{{{{ {} }}}}", call.expression),
        CallKind::Open => {
            format!("{import}{{% call {} %}}{BODY}{{% endcall %}}", call.expression)
        }
    }
}

/// The HTML before and after the body of a call, each with its form within a line of text.
struct CallHtml {
    before: (String, InLine),
    after: (String, InLine),
}

impl Default for CallHtml {
    fn default() -> CallHtml {
        let empty = || (String::new(), InLine::Same);
        CallHtml { before: empty(), after: empty() }
    }
}

impl CallHtml {
    /// Splits the output of a macro at the body.
    fn new(html: &str, call: &Call<'_>) -> Result<CallHtml, Diagnostic> {
        let in_line = in_line(html);
        if call.kind == CallKind::Inline {
            return Ok(CallHtml { before: (html.to_owned(), in_line), ..CallHtml::default() });
        }
        let (before, after) = split_at_body(html, call)?;
        let (in_line_before, in_line_after) = match in_line {
            InLine::Spans(html) => {
                let (before, after) = split_at_body(&html, call)?;
                (InLine::Spans(before.to_owned()), InLine::Spans(after.to_owned()))
            }
            other => (other.clone(), other),
        };
        Ok(CallHtml {
            before: (before.to_owned(), in_line_before),
            after: (after.to_owned(), in_line_after),
        })
    }
}

/// Splits the output of a macro into the HTML before and after the body.
fn split_at_body<'a>(html: &'a str, call: &Call<'_>) -> Result<(&'a str, &'a str), Diagnostic> {
    let (before, after) = html.split_once(BODY).ok_or_else(|| missing_body(call))?;
    if after.contains(BODY) {
        let message = format!("the shortcode `{}` shows its text more than once", call.name);
        let hint = format!("leave one `{{{{ caller() }}}}` in its macro in {MACROS}");
        return Err(Diagnostic::error(Code::BadShortcode, message).hint(hint));
    }
    Ok((before, after))
}

/// Returns whether a shortcode needs no macro.
fn is_built_in(recorder: &Recorder, name: &str) -> bool {
    let is_enabled = !matches!(name, "tab" | "tabs") || recorder.markdown_options().tabs;
    is_enabled && BUILT_IN.contains(&name)
}

/// Returns whether [`MACROS`] declares a macro.
fn has_macro(recorder: &Recorder, name: &str) -> bool {
    let macros = recorder.template(&SitePath::new(MACROS));
    macros.is_ok_and(|text| macro_names(text).any(|declared| declared == name))
}
