//! Code blocks: highlighted code, code for a template, and formulas.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use crate::markdown::code_block::CodeInfo;
use crate::markdown::extensions::attributes::Attributes;
use crate::markdown::hooks::{Hook, HookValue};
use crate::markdown::problem::{ForeignSyntax, ProblemKind};
use crate::markdown::renderer::Renderer;

impl<'a> Renderer<'a> {
    /// Returns the start of a code block with its language alone. Its other words change the lines, or are attributes.
    pub(super) fn start_code(
        &mut self,
        kind: CodeBlockKind<'a>,
        range: &Range<usize>,
        attributes: &mut Option<Attributes>,
    ) -> Tag<'a> {
        let info = match &kind {
            CodeBlockKind::Fenced(info) => CodeInfo::parse(info, self.lookup.options.attributes),
            CodeBlockKind::Indented => CodeInfo::default(),
        };
        let is_highlighted = self.lookup.highlight.is_some();
        let has_hook = self.writer.has_hook(Hook::Code);

        if info.has_unknown || (info.has_words && !is_highlighted && !has_hook) {
            let kind = ProblemKind::Foreign(ForeignSyntax::CodeAttributes);
            self.writer.problem_in_line(kind, range);
        }
        if !info.attributes.pairs().is_empty()
            && !attributes.get_or_insert_default().merge(&info.attributes)
        {
            let kind = ProblemKind::Foreign(ForeignSyntax::RefusedAttributes);
            self.writer.problem_in_line(kind, range);
        }

        if has_hook {
            let fields = info.hook_fields(&kind, attributes.as_ref());
            self.writer.open_hook(Hook::Code, range, fields);
        }

        if is_highlighted {
            let attributes = attributes.get_or_insert_default();
            attributes.add("class", "highlight");
            // A reader without a mouse can scroll a long line.
            attributes.add("tabindex", "0");
            if let Some(html) = info.opening() {
                self.writer.event(Event::Html(html.into()), range);
            }
        }

        let kind = match kind {
            CodeBlockKind::Fenced(_) => CodeBlockKind::Fenced(info.language.clone().into()),
            CodeBlockKind::Indented => kind,
        };
        if is_highlighted || has_hook {
            self.code = Some((info, String::new()));
        }
        Tag::CodeBlock(kind)
    }

    pub(super) fn end_code(&mut self, range: &Range<usize>) -> Option<TagEnd> {
        let Some((info, code)) = self.code.take() else { return Some(TagEnd::CodeBlock) };

        if let Some(highlight) = self.lookup.highlight {
            let (html, is_known) = info.code(&code, highlight);
            if !is_known {
                self.writer.unknown_language(&info.language, range);
            }
            self.writer.event(Event::Html(html.into()), range);
            self.writer.event(Event::End(TagEnd::CodeBlock), range);
            if let Some(html) = info.closing() {
                self.writer.event(Event::Html(html.into()), range);
            }
        } else {
            self.writer.event(Event::Text(code.clone().into()), range);
            self.writer.event(Event::End(TagEnd::CodeBlock), range);
        }

        if self.writer.has_hook(Hook::Code) {
            self.writer.close_hook(vec![("plain_text", HookValue::Text(code))]);
        }
        None
    }

    pub(super) fn end_formula(&mut self, range: &Range<usize>) {
        if let (Some(formula), Some(math)) = (self.formula.take(), self.lookup.math) {
            self.writer.formula(math, formula.trim_end(), true, range);
            self.writer.event(Event::Html("\n".into()), range);
        }
    }
}
