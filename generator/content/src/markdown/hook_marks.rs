//! Writes the default HTML of an element with a template between two marks. After the whole text is
//! rendered, `expand` replaces it by the output of the template, innermost elements first.

use std::ops::Range;

use pulldown_cmark::Event;

use crate::markdown::document::Document;
use crate::markdown::hooks::{Calls, Hook, HookCall, HookValue};
use crate::markdown::lookup::Lookup;
use crate::markdown::writer::Writer;
use croupier_base::syntax::html as markup;

/// Begins the HTML of an element. Its index and [`MARK_END`] follow. Unicode reserves these
/// characters for private use.
pub(super) const OPEN: char = '\u{f8d2}';
/// Ends the HTML of an element, in the same form.
const CLOSE: char = '\u{f8d3}';
/// Ends the title of a callout, in the same form.
const TITLE_END: char = '\u{f8d4}';
const MARK_END: char = '\u{f8d5}';

/// Returns a mark of the element with this index.
fn mark(kind: char, index: usize) -> String {
    format!("{kind}{index}{MARK_END}")
}

impl Writer<'_> {
    /// Returns whether the site has a template for an element.
    pub(super) fn has_hook(&self, hook: Hook) -> bool {
        self.lookup.hooks.has(hook)
    }

    /// Returns the call for an element, with its number among those of its kind.
    pub(super) fn hook_call(
        &mut self,
        hook: Hook,
        range: &Range<usize>,
        mut values: Vec<(&'static str, HookValue)>,
    ) -> HookCall {
        let count = &mut self.hook_calls.counts[hook as usize];
        values.push(("ordinal", HookValue::Number(*count)));
        *count += 1;
        HookCall { hook, values, range: range.clone() }
    }

    /// Begins an element with a template. Its default HTML follows.
    pub(super) fn open_hook(
        &mut self,
        hook: Hook,
        range: &Range<usize>,
        values: Vec<(&'static str, HookValue)>,
    ) {
        let call = self.hook_call(hook, range, values);
        let index = self.hook_calls.list.len();
        self.hook_calls.list.push(call);
        self.hook_calls.open.push(index);
        let mark = mark(OPEN, index);
        let is_inline = hook == Hook::Link;
        self.events.push(if is_inline {
            Event::InlineHtml(mark.into())
        } else {
            Event::Html(mark.into())
        });
    }

    /// Ends the title of the open callout.
    pub(super) fn end_hook_title(&mut self) {
        if let Some(index) = self.hook_calls.open.last() {
            self.events.push(Event::InlineHtml(mark(TITLE_END, *index).into()));
        }
    }

    /// Ends the open element. Adds `values` to its fields.
    pub(super) fn close_hook(&mut self, values: Vec<(&'static str, HookValue)>) {
        let Some(index) = self.hook_calls.open.pop() else { return };
        let call = &mut self.hook_calls.list[index];
        call.values.extend(values);
        let mark = mark(CLOSE, index);
        self.events.push(if call.hook == Hook::Link {
            Event::InlineHtml(mark.into())
        } else {
            Event::Html(format!("{mark}\n").into())
        });
    }
}

/// Replaces the elements of a document whose HTML is between marks by the output of their
/// templates.
pub(super) fn expand(document: &mut Document, calls: Calls, lookup: &Lookup<'_>) {
    if calls.list.is_empty() {
        return;
    }

    let mut calls: Vec<Option<HookCall>> = calls.list.into_iter().map(Some).collect();
    let html = std::mem::take(&mut document.html);
    let mut rest = html.as_str();
    // The text so far, and that of each open element.
    let mut open: Vec<(usize, String)> = Vec::new();
    let mut output = String::with_capacity(html.len());

    while let Some(position) = rest.find([OPEN, CLOSE]) {
        let (before, from_mark) = rest.split_at(position);
        output.push_str(before);
        let kind = from_mark.chars().next().expect("a mark was found");
        let number = from_mark[kind.len_utf8()..].split_once(MARK_END);
        let index = number.and_then(|(index, _)| index.parse::<usize>().ok());

        let is_open =
            kind == OPEN && index.is_some_and(|it| matches!(calls.get(it), Some(Some(_))));
        let is_close = kind == CLOSE
            && index.is_some_and(|it| open.last().is_some_and(|(open, _)| *open == it));

        if !is_open && !is_close {
            // The text itself contains the character.
            output.push(kind);
            rest = &from_mark[kind.len_utf8()..];
            continue;
        }

        rest = number.map_or("", |(_, after)| after);
        if is_open {
            open.push((index.unwrap_or_default(), std::mem::take(&mut output)));
            continue;
        }

        let (index, outer) = open.pop().expect("the element is open");
        let inner = std::mem::replace(&mut output, outer);
        if let Some(mut call) = calls[index].take() {
            add_html(&mut call, index, inner.trim(), document);
            output.push_str((lookup.render_hook)(call).trim());
        }
    }

    for (_, outer) in open.into_iter().rev() {
        output.insert_str(0, &outer);
    }
    output.push_str(rest);
    document.html = output;
}

/// Adds the fields of an element that depend on its default HTML.
fn add_html(call: &mut HookCall, index: usize, html: &str, document: &Document) {
    let (html, title) = match html.split_once(&mark(TITLE_END, index)) {
        Some((before, after)) => {
            let title = before.split_once("</span> ").map(|(_, title)| title.trim());
            (format!("{before}{after}"), title)
        }
        None => (html.to_owned(), None),
    };

    let start = if call.hook == Hook::Code { html.find("<code").unwrap_or(0) } else { 0 };
    let end = match call.hook {
        Hook::Code => html.rfind("</code>"),
        _ => html.rfind("</"),
    };

    let tag_end = html[start..].find('>').map_or(0, |length| start + length + 1);
    let mut text = html.get(tag_end..end.unwrap_or(html.len())).unwrap_or_default();

    if call.hook == Hook::Callout {
        let title = title.filter(|it| !it.is_empty());
        call.values
            .push(("title", title.map_or(HookValue::Nothing, |it| HookValue::Html(it.to_owned()))));
        let title_end = if html.starts_with("<details") { "</summary>" } else { "</p>" };
        text = text.split_once(title_end).map_or(text, |(_, after)| after).trim();
    }

    if call.hook == Hook::Heading {
        let ordinal = call.values.iter().find_map(|(name, value)| match value {
            HookValue::Number(number) if *name == "ordinal" => Some(*number),
            _ => None,
        });
        let heading = ordinal.and_then(|it| document.headings.get(it));
        call.values.push(("id", HookValue::optional(heading.map(|it| it.id.as_str()))));
        // The heading may contain a link to itself.
        let plain = heading.map_or_else(|| markup::text(text), |it| it.text.as_str().into());
        call.values.push(("plain_text", HookValue::Text(plain.trim().to_owned())));
    }

    if call.hook != Hook::Code && call.hook != Hook::Heading {
        let plain = markup::text(text);
        call.values.push(("plain_text", HookValue::Text(plain.trim().to_owned())));
    }

    call.values.push(("text", HookValue::Html(text.to_owned())));
    call.values.push(("html", HookValue::Html(html)));
}
