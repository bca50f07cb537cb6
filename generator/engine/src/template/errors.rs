//! Errors of templates as diagnostics: their place, the way through includes, and what to do.

use std::collections::BTreeSet;
use std::sync::Arc;

use minijinja::{Error, ErrorKind};

use crate::query::inputs::TemplateTexts;
use crate::template::names;
use crate::template::unclosed::{unclosed, unclosed_tag};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{ChainStep, Diagnostic, Place};
use croupier_base::path::SitePath;

/// The error of a template that extends itself, directly or by way of others: it would never end.
pub(crate) fn endless(sources: &TemplateTexts, path: &SitePath) -> Option<Diagnostic> {
    let base = |name: &str| {
        let (base, at) = extended(sources.get(name)?)?;
        Some((
            if base.starts_with("pages/") { base.to_owned() } else { format!("pages/{base}") },
            at,
        ))
    };
    let (first, at) = base(path)?;
    let mut seen = BTreeSet::new();
    let mut next = first;
    while next != path.as_str() {
        if !seen.insert(next.clone()) {
            return None;
        }
        next = base(&next)?.0;
    }
    let place = Place::new(path.as_str(), Arc::clone(&sources[path]), at..at + EXTENDS.len());
    Some(
        Diagnostic::error(Code::TemplateSyntax, "this template extends itself")
            .at(place)
            .hint("let it extend another template"),
    )
}

/// What a template extends, and where it says so; none where that is worked out while it renders.
fn extended(source: &str) -> Option<(&str, usize)> {
    let mut from = 0;
    loop {
        let at = from + source[from..].find('{')?;
        let rest = &source[at..];
        let tag =
            rest.strip_prefix("{%").map(|tag| tag.trim_start_matches(['-', '+']).trim_start());
        if let Some(rest) = tag.and_then(|tag| tag.strip_prefix(EXTENDS)) {
            let written = rest.trim_start();
            let quote = written.chars().next().filter(|it| matches!(it, '"' | '\''))?;
            return Some((
                written[1..].split(quote).next()?,
                source.len() - rest.len() - EXTENDS.len(),
            ));
        }
        // What stands in comments, and what is shown as it is, says nothing.
        from = match tag {
            Some(tag) if tag.starts_with("raw") => at + rest.find("endraw")?,
            _ if rest.starts_with("{#") => at + rest.find("#}")?,
            _ => at + 1,
        };
    }
}

const EXTENDS: &str = "extends";

/// An error of a template function, with what to do.
#[derive(Debug)]
struct Hint(String);

impl std::fmt::Display for Hint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Hint {}

pub(crate) fn invalid(message: String, hint: String) -> Error {
    Error::new(ErrorKind::InvalidOperation, message).with_source(Hint(hint))
}

/// A minijinja error with its place, the includes on the way, and a hint.
pub(crate) fn diagnose(error: &Error, sources: &TemplateTexts) -> Diagnostic {
    // The innermost template error has the place that the author must look at.
    let mut innermost = error;
    let mut chain = Vec::new();
    let mut hint = None;
    let mut next: Option<&(dyn std::error::Error + 'static)> = std::error::Error::source(error);
    while let Some(cause) = next {
        if let Some(inner) = cause.downcast_ref::<Error>() {
            if let (Some(name), Some(line)) = (innermost.name(), innermost.line()) {
                chain.push(ChainStep::Template { file: name.to_owned(), line });
            }
            innermost = inner;
        } else if let Some(Hint(text)) = cause.downcast_ref::<Hint>() {
            hint = Some(text.clone());
        }
        next = cause.source();
    }
    let (code, fallback) = match innermost.kind() {
        ErrorKind::TemplateNotFound => (Code::NoTemplate, "templates are looked for in pages/"),
        ErrorKind::SyntaxError => {
            (Code::TemplateSyntax, "see the template guide for what can be written here")
        }
        ErrorKind::UndefinedError => (
            Code::Undefined,
            "the value is not there; test it with `is defined` or give it a `default`",
        ),
        ErrorKind::UnknownFunction | ErrorKind::UnknownFilter | ErrorKind::UnknownTest => {
            (Code::FunctionUnknown, "see the template guide for the functions there are")
        }
        _ => (Code::FunctionCall, "see the template guide"),
    };
    let message = innermost.detail().map_or_else(|| innermost.kind().to_string(), str::to_owned);
    hint = hint.or_else(|| names::meant(&message));
    let mut found = Diagnostic::error(code, message);
    if let Some(name) = innermost.name()
        && let Some(source) = sources.get(name)
    {
        let line = innermost.line().unwrap_or(1);
        let range = innermost.range().unwrap_or_else(|| line_range(source, line));
        if code == Code::TemplateSyntax
            && let Some((tag, close)) = unclosed_tag(source, range.start)
        {
            let message = format!("`{}` is never closed", &source[tag.start..tag.start + 2]);
            found = Diagnostic::error(code, message).at(Place::new(name, Arc::clone(source), tag));
            found.chain = chain;
            return found.hint(format!("write `{close}` where it ends"));
        }
        let is_open = found.message.starts_with("unexpected end of input")
            || found.message.starts_with("unknown statement end");
        if code == Code::TemplateSyntax
            && is_open
            && let Some(block) = unclosed(source)
        {
            let message = format!("`{{% {} %}}` is never closed", block.name);
            found = Diagnostic::error(code, message).at(Place::new(
                name,
                Arc::clone(source),
                block.range,
            ));
            found.chain = chain;
            return found.hint(format!("write `{{% end{} %}}` where it ends", block.name));
        }
        if code == Code::Undefined {
            hint = hint.or_else(|| names::field(source.get(range.clone())?));
        } else if code == Code::FunctionCall {
            hint = hint.or_else(|| names::call(source.get(range.start..)?));
        }
        found = found.at(Place::new(name, Arc::clone(source), range));
    }
    found.chain = chain;
    found.hint(hint.unwrap_or_else(|| fallback.to_owned()))
}

fn line_range(source: &str, line: usize) -> std::ops::Range<usize> {
    let start: usize =
        source.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let length = source[start..].lines().next().map_or(0, str::len);
    start..start + length
}
