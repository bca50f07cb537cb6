//! Errors of calls of shortcodes: they are located in the text of the page if the call is wrong, and in the macro otherwise.

use crate::template::shortcode_parser::{BUILT_IN, Call, CallKind, MACROS, is_name};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{ChainStep, Diagnostic, Location};
use croupier_content::page::Page;

/// The variables of a call in a text, and the names of values.
const VARIABLES: [&str; 10] =
    ["page", "site", "data", "build_year", "true", "false", "none", "True", "False", "None"];

/// The start of the message about a call of something that is no macro.
const NOT_CALLABLE: &str = "value of type undefined is not callable";

/// Returns an error of a macro with a hint about its call.
pub(super) fn explained(
    error: Diagnostic,
    call: &Call<'_>,
    page: &Page,
    macros_text: &str,
    location: &dyn Fn() -> Location,
) -> Diagnostic {
    if call.kind == CallKind::Open && error.message.contains("argument `caller`") {
        return missing_body(call).at(location());
    }
    // A macro of a template that does not compile is undefined, too.
    let is_declared = macro_names(macros_text).any(|name| name == call.name);
    if error.place.is_none() && error.message.starts_with(NOT_CALLABLE) && !is_declared {
        return unknown_shortcode(call, macros_text).at(location());
    }
    if let Some(error) = missing_argument(&error, call, macros_text) {
        return error.at(location());
    }
    if let Some(error) = undefined_argument(&error, call, location) {
        return error;
    }
    let is_at_caller = |place: &Location| place.source[place.range.clone()].starts_with("caller");
    if call.kind == CallKind::Inline && error.place.as_ref().is_some_and(is_at_caller) {
        return missing_text(call).at(location());
    }

    match argument_error(error, call, macros_text) {
        Ok(error) => error.at(location()),
        Err(error) => located(error, call, page, location),
    }
}

/// Returns the error of a call without a body whose macro shows one: only a call with a body has the function `caller`.
fn missing_text(call: &Call<'_>) -> Diagnostic {
    let message = format!("the shortcode `{}` shows a text", call.name);
    let hint = format!("call it with one: `{{% {} %}}...{{% end %}}`", call.expression);
    Diagnostic::error(Code::BadShortcode, message).hint(hint)
}

/// Locates an error at a call, unless it is in the macro or in the component that is called.
pub(super) fn located(
    error: Diagnostic,
    call: &Call<'_>,
    page: &Page,
    location: &dyn Fn() -> Location,
) -> Diagnostic {
    if error.place.is_none() {
        return error.at(location());
    }
    let (line, _) = location().line_column();
    let (name, file) = (call.name.to_owned(), page.source.to_string());
    error.through(ChainStep::Shortcode { name, file, line })
}

/// Returns the error of a call of a macro that does not exist.
pub(super) fn unknown_shortcode(call: &Call<'_>, macros_text: &str) -> Diagnostic {
    let names = macro_names(macros_text).chain(imported_names(macros_text)).chain(BUILT_IN);
    let hint = did_you_mean(call.name, names)
        .unwrap_or_else(|| format!("write a macro of this name in {MACROS}"));
    Diagnostic::error(Code::BadShortcode, format!("there is no shortcode `{}`", call.name))
        .caused_by(call.name)
        .hint(hint)
}

/// Returns the error of a call without a value for parameters that have no default, and which the macro uses.
fn missing_argument(error: &Diagnostic, call: &Call<'_>, macros_text: &str) -> Option<Diagnostic> {
    if error.message != "undefined value" {
        return None;
    }

    let arguments = arguments_of(&call.expression);
    let named: Vec<&str> = arguments.iter().filter_map(|it| keyword(it)).collect();
    let position_count = arguments.len() - named.len();
    let parameters = parameters_of(call.name, macros_text)?;
    let others = parameters.iter().skip(position_count);
    let missing = others.filter(|it| !it.has_default && !named.contains(&it.name));
    let missing: Vec<&str> = missing.map(|it| it.name).collect();

    let example = missing.first()?;
    let before = if arguments.is_empty() { "" } else { ", " };
    let written = call.expression.trim_end().strip_suffix(')')?.trim_end_matches([' ', ',', '\n']);
    let hint = in_tags(call, &format!("{written}{before}{example}=\"...\")"));
    Some(
        Diagnostic::error(Code::BadShortcode, format!("`{}` needs {}", call.name, list(&missing)))
            .hint(format!("write `{hint}`")),
    )
}

/// Returns the error of an argument that is undefined, at the argument. Usually it is a text without quotes.
fn undefined_argument(
    error: &Diagnostic,
    call: &Call<'_>,
    location: &dyn Fn() -> Location,
) -> Option<Diagnostic> {
    let (before, after) = error.message.split_once("` is undefined")?;
    let is_of_call = error.place.is_none() || after.contains("from <string>:");
    let name = before.rsplit('`').next().filter(|_| is_of_call)?;

    undefined(name, call, location)
}

/// Returns the error of an argument that is a text without quotes. A parameter with a default would not notice it.
pub(super) fn unquoted_argument(
    call: &Call<'_>,
    location: &dyn Fn() -> Location,
) -> Option<Diagnostic> {
    let values = arguments_of(&call.expression).into_iter().map(|argument| {
        keyword(argument)
            .map_or(argument, |_| argument.split_once('=').unwrap_or_default().1.trim())
    });
    let mut names = values.filter(|value| is_name(value) && !VARIABLES.contains(value));
    undefined(names.next()?, call, location)
}

/// Returns the error of an undefined name in a call, at the name.
fn undefined(name: &str, call: &Call<'_>, location: &dyn Fn() -> Location) -> Option<Diagnostic> {
    let at = word_index(&call.expression, name)?;
    let mut location = location();
    let written = &location.source[location.range.clone()];
    let start = location.range.start + written.find(&*call.expression)? + at;
    location.range = start..start + name.len();

    let (before, after) = call.expression.split_at(at);
    let hint = if is_name(name) {
        let quoted = format!("{before}\"{name}\"{}", &after[name.len()..]);
        format!("write a text in quotes: `{}`", in_tags(call, &quoted))
    } else {
        "test it with `is defined` or give it a `default`".to_owned()
    };
    let error = Diagnostic::error(Code::Undefined, format!("`{name}` is undefined"));
    Some(error.at(location).hint(hint))
}

/// Returns the index of a name outside of quotes, which is not a part of another one.
fn word_index(expression: &str, name: &str) -> Option<usize> {
    let is_part = |it: char| it.is_alphanumeric() || "_.\"'".contains(it);
    expression.match_indices(name).map(|(index, _)| index).find(|index| {
        let (before, after) = (&expression[..*index], &expression[index + name.len()..]);
        !before.ends_with(is_part)
            && !after.trim_start().starts_with('=')
            && !after.starts_with(is_part)
    })
}

/// Returns an expression as it is written in a text.
fn in_tags(call: &Call<'_>, expression: &str) -> String {
    match call.kind {
        CallKind::Open => format!("{{% {expression} %}}"),
        CallKind::Inline | CallKind::Close => format!("{{{{ {expression} }}}}"),
    }
}

/// Returns an error about unknown or surplus arguments, with all unknown ones and a hint from the declaration of the macro. Other errors are
/// returned as `Err`.
fn argument_error(
    mut error: Diagnostic,
    call: &Call<'_>,
    macros_text: &str,
) -> Result<Diagnostic, Diagnostic> {
    let unknown = error.message.strip_prefix("unknown keyword argument");
    let is_argument_error = unknown.is_some() || error.message.contains("too many arguments");
    let parameters = parameters_of(call.name, macros_text);
    let (true, None, Some(parameters)) = (is_argument_error, &error.place, parameters) else {
        return Err(error);
    };

    let names: Vec<&str> = parameters.iter().map(|it| it.name).collect();
    // The call ends at the first unknown argument, although there can be more.
    let arguments = arguments_of(&call.expression);
    let mut others: Vec<&str> = arguments.iter().filter_map(|it| keyword(it)).collect();
    others.retain(|name| unknown.is_some() && !names.contains(name));
    let similar = unknown.filter(|_| others.len() < 2).and_then(|argument| {
        did_you_mean(argument.trim_matches([' ', '`']), names.iter().copied())
    });

    if others.len() > 1 {
        error.message = format!("unknown keyword arguments {}", list(&others));
    }
    let hint = similar.unwrap_or_else(|| {
        if names.is_empty() {
            "it takes none".to_owned()
        } else {
            format!("it takes {}", list(&names))
        }
    });
    Ok(error.hint(hint))
}

/// Returns names in code, separated by commas.
fn list(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// A parameter of a macro.
struct Parameter<'a> {
    name: &'a str,
    has_default: bool,
}

/// Returns the parameters that a template declares for a macro. `None` if it does not declare the macro.
fn parameters_of<'a>(name: &str, macros_text: &'a str) -> Option<Vec<Parameter<'a>>> {
    let start = macros_text.find(&format!("macro {name}("))?;
    let parameter = |declared: &'a str| {
        let keyword = keyword(declared);
        Parameter { name: keyword.unwrap_or(declared), has_default: keyword.is_some() }
    };
    Some(arguments_of(&macros_text[start..]).into_iter().map(parameter).collect())
}

/// Returns the name of a keyword argument, such as `b` of `b="x"`.
fn keyword(argument: &str) -> Option<&str> {
    let (name, value) = argument.split_once('=')?;
    let name = name.trim();
    (is_name(name) && !value.starts_with('=')).then_some(name)
}

/// Returns the arguments of the first call in a text, such as `1` and `b="x"` of `card(1, b="x")`.
fn arguments_of(text: &str) -> Vec<&str> {
    let mut arguments = Vec::new();
    let open = text.find('(').map_or(text.len(), |open| open + 1);
    let mut start = open;

    let (mut depth, mut quote, mut is_escaped) = (0_usize, None, false);
    for (index, character) in text.char_indices().skip_while(|(index, _)| *index < open) {
        let is_end = depth == 0 && matches!(character, ',' | ')');
        match (quote, character) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(open), _) if character == open => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (None, '(' | '[' | '{') => depth += 1,
            (None, _) if is_end => {
                arguments.push(text[start..index].trim());
                start = index + 1;
                if character == ')' {
                    break;
                }
            }
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }

    arguments.retain(|it| !it.is_empty());
    arguments
}

/// Returns the error of a call with a body whose macro does not show it.
pub(super) fn missing_body(call: &Call<'_>) -> Diagnostic {
    let hint = format!(
        "write `{{{{ caller() }}}}` in its macro in {MACROS} where the text belongs, or call it without one: `{{{{ {} }}}}`",
        call.expression
    );
    Diagnostic::error(
        Code::BadShortcode,
        format!("the shortcode `{}` does not show a text", call.name),
    )
    .hint(hint)
}

/// Returns the names of the macros that a template declares.
pub(super) fn macro_names(template: &str) -> impl Iterator<Item = &str> {
    template.split("macro ").skip(1).map(|rest| {
        let rest = rest.trim_start();
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        &rest[..length.unwrap_or(rest.len())]
    })
}

/// Returns the names that a template imports, such as `b` of `{% from "x.html" import a as b %}`.
fn imported_names(template: &str) -> impl Iterator<Item = &str> {
    let imports = template.split("{%").filter_map(|tag| {
        let (statement, _) = tag.trim_start_matches(['-', ' ']).split_once("%}")?;
        let (_, names) = statement.strip_prefix("from ")?.split_once(" import ")?;
        Some(names.trim_end_matches(['-', ' ']))
    });
    let names = imports.flat_map(|names| names.split(','));
    names.filter_map(|name| name.split_whitespace().last())
}

/// Returns whether a template declares a macro, or can get it from an import or assignment.
pub(super) fn may_have_macro(template: &str, name: &str) -> bool {
    macro_names(template).any(|declared| declared == name)
        || template.contains("import")
        || template.contains("set ")
}
