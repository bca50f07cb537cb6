//! Shortcodes: calls of macros in a page's text, where each macro stands in pages/shortcodes.html. One with a text of its own,
//! `{% note() %}` up to `{% end %}`, becomes what stands before and after that text, which stays a part of the page.

use std::ops::Range;
use std::sync::Arc;

use minijinja::context;
use minijinja::value::Value;

use crate::query::recorder::Recorder;
use crate::template::emitted::Emitted;
use crate::template::environment::Templates;
use crate::template::lists::OwnPage;
use crate::template::shortcode_calls::{Braces, Broken, Call, Kind, MACROS, calls, is_name};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{ChainStep, Diagnostic, Place};
use croupier_base::path::SitePath;
use croupier_content::markdown::Insert;
use croupier_content::page::{Page, Text};

/// Stands for the text of a shortcode while its macro is rendered; Unicode leaves it to private use.
const BODY: char = '\u{f8d1}';

/// The HTML of every shortcode of a page, with what they placed. One that is broken, or cannot be rendered, stands for nothing, and
/// is told of in `wrong`. Braces that call nothing go to `plain`, counted from the beginning of the Markdown.
pub(crate) fn render(
    recorder: &Recorder,
    templates: &Templates,
    page: &Arc<Page>,
    text: &Text,
    emitted: &mut Emitted,
    plain: &mut Vec<Range<usize>>,
    wrong: &mut Vec<Diagnostic>,
) -> Vec<Insert> {
    let place = |range: &Range<usize>| {
        Place::new(
            page.source.as_str(),
            Arc::clone(&text.source),
            range.start + text.body..range.end + text.body,
        )
    };
    let Braces { calls, broken, plain: shown } = calls(text.body());
    plain.extend(shown);
    for Broken { range, message, hint } in broken {
        wrong.push(Diagnostic::error(Code::BadShortcode, message).at(place(&range)).hint(hint));
    }
    let own = (!calls.is_empty()).then(|| Value::from_object(OwnPage::new(recorder, page)));
    let mut inserts = Vec::new();
    let mut endings = Vec::new();
    for call in calls {
        let at = || place(&call.range);
        let mut made = || {
            let (html, more) = called(recorder, templates, page, &call, &at, own.clone())?;
            emitted.merge(more);
            let html = html.trim();
            if call.kind == Kind::Whole {
                return Ok((html.to_owned(), String::new()));
            }
            let (before, after) = around(html, &call).map_err(|error| error.at(at()))?;
            Ok((before.to_owned(), after.to_owned()))
        };
        let html = if call.kind == Kind::Closing {
            endings.pop().expect("what ends was begun")
        } else {
            let (before, after) = made().unwrap_or_else(|error| {
                wrong.push(error);
                Default::default()
            });
            if call.kind == Kind::Opening {
                endings.push(after);
            }
            before
        };
        inserts.push(Insert { range: call.range, html, indent: call.indent });
    }
    inserts
}

/// What the macro of a call makes.
fn called(
    recorder: &Recorder,
    templates: &Templates,
    page: &Page,
    call: &Call<'_>,
    place: &dyn Fn() -> Place,
    own: Option<Value>,
) -> Result<(String, Emitted), Diagnostic> {
    let missing = || {
        Diagnostic::error(Code::BadShortcode, format!("there is no shortcode `{}`", call.name))
            .at(place())
    };
    let Ok(macros_text) = recorder.template(&SitePath::new(MACROS)) else {
        let hint = format!(
            "write a macro of this name in {MACROS}, or `\\{{{{` if the braces are meant for readers"
        );
        return Err(missing().hint(hint));
    };
    if !has_macro(macros_text, call.name) {
        let hint = did_you_mean(call.name, macros(macros_text));
        return Err(missing()
            .hint(hint.unwrap_or_else(|| format!("write a macro of this name in {MACROS}"))));
    }
    let import = format!("{{% from \"{MACROS}\" import {} %}}", call.name);
    let source = match call.kind {
        Kind::Whole | Kind::Closing => format!("{import}{{{{ {} }}}}", call.expression),
        Kind::Opening => format!("{import}{{% call {} %}}{BODY}{{% endcall %}}", call.expression),
    };
    templates.render_text(&source, context! { page => own }).map_err(|error| {
        if call.kind == Kind::Opening && error.message.contains("argument `caller`") {
            return no_text(call).at(place());
        }
        if let Some(hint) = argument(&error, call.name, macros_text) {
            return error.at(place()).hint(hint);
        }
        // An error inside the macro has its own place; one of the call is the author's.
        let step =
            ChainStep::Shortcode { name: call.name.to_owned(), file: page.source.to_string() };
        let error = if error.place.is_some() { error.through(step) } else { error.at(place()) };
        let is_caller = |place: &Place| place.source[place.range.clone()].starts_with("caller");
        let is_bare = call.kind == Kind::Whole && error.place.as_ref().is_some_and(is_caller);
        if is_bare {
            error.hint(format!("it takes a text: `{{% {} %}}...{{% end %}}`", call.expression))
        } else {
            error
        }
    })
}

/// What to write where a call gives its macro an argument that it does not take, or one too many.
fn argument(error: &Diagnostic, name: &str, macros_text: &str) -> Option<String> {
    let wrong = error.message.strip_prefix("unknown keyword argument");
    if error.place.is_some() || wrong.is_none() && !error.message.contains("too many arguments") {
        return None;
    }
    let declared = macros_text.split_once(&format!("macro {name}("))?.1.split_once(')')?.0;
    let names: Vec<&str> = declared
        .split(',')
        .filter_map(|it| it.split('=').next())
        .map(str::trim)
        .filter(|it| is_name(it))
        .collect();
    let meant =
        wrong.and_then(|it| did_you_mean(it.trim_matches([' ', '`']), names.iter().copied()));
    let list = names.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
    Some(meant.unwrap_or_else(|| {
        if list.is_empty() { "it takes none".to_owned() } else { format!("it takes {list}") }
    }))
}

/// What a macro makes before and after the text of its call.
fn around<'a>(html: &'a str, call: &Call<'_>) -> Result<(&'a str, &'a str), Diagnostic> {
    let (before, after) = html.split_once(BODY).ok_or_else(|| no_text(call))?;
    if after.contains(BODY) {
        let message = format!("the shortcode `{}` shows its text more than once", call.name);
        let hint = format!("leave one `{{{{ caller() }}}}` in its macro in {MACROS}");
        return Err(Diagnostic::error(Code::BadShortcode, message).hint(hint));
    }
    Ok((before, after))
}

/// The error of a text that a shortcode does not show.
fn no_text(call: &Call<'_>) -> Diagnostic {
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

/// The names that a template of macros has for calls.
fn macros(template: &str) -> impl Iterator<Item = &str> {
    let name = |rest: &'_ str| {
        rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(rest.len())
    };
    template.split("macro ").skip(1).map(str::trim_start).map(move |rest| &rest[..name(rest)])
}

/// Whether a template of macros has one of this name, or another way to bring it.
fn has_macro(template: &str, name: &str) -> bool {
    macros(template).any(|it| it == name)
        || template.contains("import")
        || template.contains("set ")
}
