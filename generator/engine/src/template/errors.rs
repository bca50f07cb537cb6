//! Converts minijinja errors to diagnostics with a location, the chain of includes and a hint.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use minijinja::{Error, ErrorKind};

use crate::query::inputs::TemplateTexts;
use crate::template::function_errors::{
    CodeAndHint, ComponentError, FailedRuntime, Hint, NO_VALUE,
};
use crate::template::macro_calls::missing_macro;
use crate::template::name_hints;
use crate::template::unclosed::{unclosed_block, unclosed_tag};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::position::line_range;
use croupier_base::diagnostic::{ChainStep, Diagnostic, Location, Subject};
use croupier_base::path::SitePath;

const EXTENDS: &str = "extends";

/// The message about a `{% call %}` of a macro without `caller()`.
const UNWANTED_TEXT: &str = "unknown keyword argument `caller`";
const TEXT_HINT: &str = "the macro shows no text: write `{{ caller() }}` in it, or call it with `{{ }}` and without a text";

/// Returns an error if the template at `path` extends itself, directly or through other templates.
///
/// Rendering such a template would not terminate.
pub(super) fn circular_extends(sources: &TemplateTexts, path: &SitePath) -> Option<Diagnostic> {
    let parent = |name: &str| {
        let (parent, index) = extended_template(sources.get(name)?)?;
        let path = if parent.starts_with("pages/") {
            parent.to_owned()
        } else {
            format!("pages/{parent}")
        };
        Some((path, index))
    };

    let (first, index) = parent(path)?;
    let mut visited = BTreeSet::new();
    let mut next = first;
    while next != path.as_str() {
        if !visited.insert(next.clone()) {
            return None;
        }
        next = parent(&next)?.0;
    }

    let location =
        Location::new(path.as_str(), Arc::clone(&sources[path]), index..index + EXTENDS.len());
    Some(
        Diagnostic::error(Code::TemplateSyntax, "this template extends itself")
            .at(location)
            .hint("extend another template"),
    )
}

/// Returns the template that `source` extends and the index of the `extends` keyword.
///
/// None if the template is computed at render time.
fn extended_template(source: &str) -> Option<(&str, usize)> {
    let mut search_start = 0;
    loop {
        let index = search_start + source[search_start..].find('{')?;
        let rest = &source[index..];
        let tag =
            rest.strip_prefix("{%").map(|tag| tag.trim_start_matches(['-', '+']).trim_start());

        if let Some(argument) = tag.and_then(|tag| tag.strip_prefix(EXTENDS)) {
            let quoted = argument.trim_start();
            let quote = quoted.chars().next().filter(|first| matches!(first, '"' | '\''))?;
            let keyword_index = source.len() - argument.len() - EXTENDS.len();
            return Some((quoted[1..].split(quote).next()?, keyword_index));
        }

        // Skips comments and raw blocks.
        search_start = match tag {
            Some(tag) if tag.starts_with("raw") => index + rest.find("endraw")?,
            _ if rest.starts_with("{#") => index + rest.find("#}")?,
            _ => index + 1,
        };
    }
}

/// Returns the step through the file and the line of an error. The source of a shortcode is in no file.
fn template_step(error: &Error, sources: &TemplateTexts) -> Option<ChainStep> {
    let (name, line) = (error.name()?, error.line()?);
    sources.contains_key(name).then(|| ChainStep::Template { file: name.to_owned(), line })
}

/// Converts a minijinja error to a diagnostic.
pub(super) fn diagnose(error: &Error, sources: &TemplateTexts) -> Diagnostic {
    let Causes { innermost, chain, mut hint, subject, code: own_code } =
        match causes(error, sources) {
            Ok(causes) => causes,
            Err(diagnostic) => return diagnostic,
        };

    let (code, fallback_hint) = code_and_hint(innermost.kind());
    let code = own_code.unwrap_or(code);
    let message = innermost.detail().map_or_else(|| innermost.kind().to_string(), str::to_owned);
    hint = hint
        .or_else(|| name_hints::similar_name(&message))
        .or_else(|| name_hints::filter_of_method(&message))
        .or_else(|| (message == UNWANTED_TEXT).then(|| TEXT_HINT.to_owned()));
    let mut diagnostic = Diagnostic { subject, ..Diagnostic::error(code, message) };

    if let Some(name) = innermost.name()
        && let Some(source) = sources.get(name)
    {
        let line = innermost.line().unwrap_or(1);
        let mut range = innermost.range().unwrap_or_else(|| line_range(source, line));
        if code == Code::Undefined {
            range = undefined_range(source, range, &diagnostic.message);
        }

        if code == Code::TemplateSyntax
            && let Some(unclosed) = unclosed_error(name, source, range.start, &diagnostic.message)
        {
            return Diagnostic { chain, ..unclosed };
        }

        if let Some(reworded) = reworded(&diagnostic.message, source, &range, sources) {
            (diagnostic.message, hint, range) = (reworded.0, Some(reworded.1), reworded.2);
        }

        hint = hint
            .or_else(|| name_hints::absent_page(&diagnostic.message, name).map(str::to_owned))
            .or_else(|| hint_at(code, source, &range));
        diagnostic = diagnostic.at(Location::new(name, Arc::clone(source), range));
    }

    diagnostic.chain = chain;
    diagnostic.hint(hint.unwrap_or_else(|| fallback_hint.to_owned()))
}

/// What the causes of an error say.
struct Causes<'e> {
    /// The error with the location that the author has to fix.
    innermost: &'e Error,
    /// The templates between the page and this location.
    chain: Vec<ChainStep>,
    hint: Option<String>,
    subject: Option<Subject>,
    code: Option<Code>,
}

/// Reads the causes of an error. Returns the diagnostic of a component as an error, because it has its own location.
fn causes<'e>(error: &'e Error, sources: &TemplateTexts) -> Result<Causes<'e>, Diagnostic> {
    let mut causes =
        Causes { innermost: error, chain: Vec::new(), hint: None, subject: None, code: None };

    let mut next: Option<&(dyn std::error::Error + 'static)> = std::error::Error::source(error);
    while let Some(cause) = next {
        if let Some(inner) = cause.downcast_ref::<Error>() {
            // A template that includes itself has each step many times.
            let step = template_step(causes.innermost, sources);
            causes.chain.extend(step.filter(|step| !causes.chain.contains(step)));
            causes.innermost = inner;
        } else if let Some(Hint(text)) = cause.downcast_ref::<Hint>() {
            causes.hint = Some(text.clone());
        } else if let Some(CodeAndHint(code, text)) = cause.downcast_ref::<CodeAndHint>() {
            (causes.code, causes.hint) = (Some(*code), Some(text.clone()));
        } else if cause.is::<FailedRuntime>() {
            causes.subject = Some(Subject::FailedRuntime);
        } else if let Some(error) = cause.downcast_ref::<ComponentError>() {
            let mut chain = causes.chain;
            chain.extend(template_step(causes.innermost, sources));
            chain.extend(error.chain.iter().cloned());
            return Err(Diagnostic { chain, ..error.diagnostic.clone() });
        }
        next = cause.source();
    }

    Ok(causes)
}

/// Returns the code of a kind of error, and the hint if there is no better one.
fn code_and_hint(kind: ErrorKind) -> (Code, &'static str) {
    match kind {
        ErrorKind::TemplateNotFound => (Code::NoTemplate, "templates are looked for in pages/"),
        ErrorKind::SyntaxError => (Code::TemplateSyntax, "see the template guide for the syntax"),
        ErrorKind::UndefinedError => (
            Code::Undefined,
            "the value is undefined; test it with `is defined` or give it a `default`",
        ),
        ErrorKind::UnknownFunction | ErrorKind::UnknownFilter | ErrorKind::UnknownTest => {
            (Code::FunctionUnknown, "see the template guide for the available functions")
        }
        ErrorKind::CannotUnpack => (
            Code::FunctionCall,
            "for the entries of a map, write `{% for key, value in map|items %}`",
        ),
        _ => (Code::FunctionCall, "see the template guide"),
    }
}

/// Returns a hint about the expression at a range of a template.
fn hint_at(code: Code, source: &str, range: &Range<usize>) -> Option<String> {
    match code {
        Code::TemplateSyntax => name_hints::foreign_name(source, range.end),
        Code::Undefined => name_hints::foreign_name(source, range.end)
            .or_else(|| default_of_last_name(source, range))
            .or_else(|| name_hints::similar_page_field(source.get(range.clone())?)),
        Code::FunctionCall if source.get(..range.start)?.trim_end().ends_with('|') => {
            let call = source.get(range.clone())?;
            let is_unnamed = call.starts_with("truncate(") && !call.contains("length=");
            is_unnamed.then(|| "name the option: `truncate(length=80)`".to_owned())
        }
        Code::FunctionCall => name_hints::signature(source.get(range.start..)?),
        _ => None,
    }
}

/// Returns the hint for a value whose field has a default, which does not cover the value itself.
fn default_of_last_name(source: &str, range: &Range<usize>) -> Option<String> {
    let (value, after) = (source.get(range.clone())?, source.get(range.end..)?);
    let is_part = |it: char| it.is_alphanumeric() || "._[]\"'".contains(it);
    let fields = &after[..after.find(|it| !is_part(it)).unwrap_or(after.len())];
    let filter = after[fields.len()..].trim_start().strip_prefix('|')?.trim_start();
    let has_default = filter.starts_with("default(") || filter.starts_with("d(");
    (has_default && fields.starts_with(['.', '['])).then(|| {
        format!("`default` is for the last name only; write `({value}|default({{}})){fields}|default(...)`")
    })
}

/// Returns a message that names the value or the macro which a message of minijinja is about, with its hint and range.
fn reworded(
    message: &str,
    source: &str,
    range: &Range<usize>,
    sources: &TemplateTexts,
) -> Option<(String, String, Range<usize>)> {
    if message != NO_VALUE {
        let (message, hint) = missing_macro(message, source, sources)?;
        return Some((message, hint, range.clone()));
    }

    let name = shown_name(source, range)?;
    let value = &source[name.clone()];
    let hint = format!(
        "test it first: `{{% if {value} %}}`, or write `{{{{ {value}|default(\"–\", true) }}}}`"
    );
    Some((format!("`{value}` has no value"), hint, name))
}

/// Returns the range of the value that an expression shows, or that the filter at a range takes, if it is a name such as `page.date`.
fn shown_name(source: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let filtered = source.get(..range.start)?.trim_end().strip_suffix('|').map(str::trim_end);
    let end = filtered.map_or(range.end, str::len);
    let is_part = |it: char| it.is_alphanumeric() || "._[]\"'".contains(it);
    let before = source.get(..end)?.trim_end_matches(is_part);

    let name = &source[before.len()..end];
    let is_whole = filtered.is_some() || before.len() <= range.start;
    let count = |sign: char| name.matches(sign).count();
    let is_balanced = count('[') == count(']') && count('"') % 2 == 0 && count('\'') % 2 == 0;
    let is_name = is_balanced && name.starts_with(|it: char| it.is_alphabetic() || it == '_');
    let is_filter = before.trim_end().ends_with('|');
    (is_whole && is_name && !is_filter).then_some(before.len()..end)
}

/// Returns the range of the value that a message calls undefined, instead of that of the filter or the operator which reads it.
fn undefined_range(source: &str, range: Range<usize>, message: &str) -> Range<usize> {
    let find = || {
        let name = message.strip_prefix('`')?.strip_suffix("` is undefined")?;
        let line_start = source.get(..range.start)?.rfind('\n').map_or(0, |newline| newline + 1);
        let start = line_start + source.get(line_start..range.end)?.rfind(name)?;
        Some(start..start + name.len())
    };
    find().unwrap_or(range)
}

/// Returns a more precise error if the syntax error at `index` is due to an unclosed tag or block.
///
/// `message` is the message of minijinja.
fn unclosed_error(
    name: &str,
    source: &Arc<str>,
    index: usize,
    message: &str,
) -> Option<Diagnostic> {
    let unclosed = |text: String, range: Range<usize>, hint: String| {
        Diagnostic::error(Code::TemplateSyntax, format!("`{text}` is never closed"))
            .at(Location::new(name, Arc::clone(source), range))
            .hint(hint)
    };

    if let Some((tag, close)) = unclosed_tag(source, index) {
        let open = source[tag.start..tag.start + 2].to_owned();
        return Some(unclosed(open, tag, format!("write `{close}` where it ends")));
    }

    let is_block_error = message.starts_with("unexpected end of input")
        || message.starts_with("unknown statement end");
    let block = is_block_error.then(|| unclosed_block(source)).flatten()?;
    let hint = format!("write `{{% end{} %}}` where it ends", block.name);
    Some(unclosed(format!("{{% {} %}}", block.name), block.range, hint))
}
