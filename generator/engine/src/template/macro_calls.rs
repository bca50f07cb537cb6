//! Calls of macros in templates: finds the call that fails, of which minijinja reports only the location in the macro.

use std::ops::Range;
use std::sync::Arc;

use crate::query::inputs::TemplateTexts;
use crate::template::shortcode_errors::macro_names;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{ChainStep, Diagnostic, Location};
use croupier_base::path::SitePath;

/// An expression of a tag `{{ ... }}` outside of macros that calls a macro.
pub(super) struct MacroCall {
    pub(super) file: SitePath,
    /// The expression.
    pub(super) range: Range<usize>,
}

/// Returns the first call of the macro that an error is in. `None` if the error is elsewhere, or if another statement calls the macro.
///
/// `fails_without` returns whether the error remains if these tags show nothing.
pub(super) fn failing_call(
    error: &Diagnostic,
    texts: &TemplateTexts,
    fails_without: &dyn Fn(&[MacroCall]) -> bool,
) -> Option<MacroCall> {
    let place = error.place.as_ref()?;
    macro_at(&place.source, place.range.start)?;
    let mut calls = calls_of_macros_in(&place.file, texts);
    if calls.is_empty() || fails_without(&calls) {
        return None;
    }

    // The error appears as soon as the tags up to the first call that fails are shown.
    let (mut before, mut first) = (0, calls.len());
    while before + 1 < first {
        let middle = usize::midpoint(before, first);
        if fails_without(&calls[middle..]) { first = middle } else { before = middle }
    }
    Some(calls.swap_remove(first - 1))
}

/// Returns an error in a macro with the call of the macro.
pub(super) fn at_call(error: Diagnostic, call: MacroCall, sources: &TemplateTexts) -> Diagnostic {
    let (Some(place), Some(source)) = (&error.place, sources.get(&call.file)) else { return error };
    let location = Location::new(call.file.as_str(), Arc::clone(source), call.range);

    let name = macro_at(&place.source, place.range.start).unwrap_or_default();
    let is_caller = place.source[place.range.clone()].starts_with("caller");
    if is_caller && has_call(&source[location.range.clone()], name) {
        return without_text(name, location);
    }

    let (line, _) = location.line_column();
    let mut error = error;
    error.chain.push(ChainStep::Template { file: location.file, line });
    error
}

/// Returns the error of a call of a macro with `caller()` that has no content.
fn without_text(name: &str, location: Location) -> Diagnostic {
    let expression = &location.source[location.range.clone()];
    let is_call = expression.starts_with(name) && expression.ends_with(')');
    let call = if is_call { expression.to_owned() } else { format!("{name}(...)") };
    Diagnostic::error(Code::FunctionCall, format!("the macro `{name}` shows a text"))
        .at(location)
        .hint(format!("call it with one: `{{% call {call} %}}...{{% endcall %}}`"))
}

/// Returns the tags that may call a macro of the template `file`.
fn calls_of_macros_in(file: &str, sources: &TemplateTexts) -> Vec<MacroCall> {
    let names: Vec<&str> = sources.get(file).map_or_else(Vec::new, |source| {
        macro_names(source).filter(|name| !name.is_empty()).collect()
    });

    let mut calls = Vec::new();
    for (path, source) in sources {
        if path.as_str() != file && !source.contains("import") {
            continue;
        }
        for (start, _) in source.match_indices("{{") {
            let tag = source[start + 2..].split("}}").next().unwrap_or_default();
            let expression = tag.trim_matches(['-', '+', ' ']);
            let is_call = names.iter().any(|name| has_call(expression, name));
            if is_call && macro_at(source, start).is_none() {
                let start = start + 2 + tag.find(expression).unwrap_or_default();
                let range = start..start + expression.len();
                calls.push(MacroCall { file: path.clone(), range });
            }
        }
    }
    calls
}

/// Whether a tag calls a macro of this name.
fn has_call(tag: &str, name: &str) -> bool {
    tag.match_indices(name).any(|(index, _)| {
        let is_part = |it: char| it.is_alphanumeric() || it == '_';
        !tag[..index].ends_with(is_part) && tag[index + name.len()..].starts_with('(')
    })
}

/// Returns the name of the macro whose declaration contains a byte of a template.
fn macro_at(source: &str, offset: usize) -> Option<&str> {
    let before = source.get(..offset)?;
    let is_statement = |index: &usize| {
        let tag = before[..*index].trim_end();
        tag.trim_end_matches(['-', '+']).ends_with("{%")
    };
    let start =
        before.match_indices("macro ").map(|(index, _)| index).filter(is_statement).last()?;
    if before[start..].contains("endmacro") {
        return None;
    }
    let name = macro_names(&source[start..]).next()?;
    Some(name)
}

/// Returns the message and the hint about a call of a macro that the imported template does not have.
pub(super) fn missing_macro(
    message: &str,
    source: &str,
    sources: &TemplateTexts,
) -> Option<(String, String)> {
    let method = message.strip_prefix("map has no method named ");
    let function = message.strip_prefix("value of type undefined is not callable (`");
    let name = method.or_else(|| Some(function?.split_once("` is undefined")?.0))?;

    let mut imports = source.split("{%").filter_map(|tag| {
        let (statement, _) = tag.split_once("%}")?;
        let (keyword, rest) = statement.trim_matches(['-', '+', ' ']).split_once(' ')?;
        let (file, names) = rest.trim_start().get(1..)?.split_once(['"', '\''])?;
        let is_import = match keyword {
            "from" => names.split([' ', ',']).any(|it| it == name),
            "import" => {
                let alias = names.split_whitespace().last()?;
                source.contains(&format!("{alias}.{name}("))
            }
            _ => false,
        };
        is_import.then(|| format!("pages/{file}"))
    });
    let (file, imported) =
        imports.find_map(|file| sources.get(file.as_str()).map(|text| (file, text)))?;

    let declared = || macro_names(imported).filter(|it| !it.is_empty());
    let hint = did_you_mean(name, declared())
        .unwrap_or_else(|| format!("write a macro of this name in {file}"));
    Some((format!("there is no macro `{name}` in {file}"), hint))
}
