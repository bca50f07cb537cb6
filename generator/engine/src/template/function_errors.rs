//! Errors of template functions, and what they carry to the diagnostic.

use std::fmt;

use minijinja::{Error, ErrorKind, Template};

use crate::island::render_error::Failure;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{ChainStep, Diagnostic, Location};

/// The hint of a [`function_error`], carried as the source of its minijinja error.
#[derive(Debug)]
pub(super) struct Hint(pub(super) String);

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Hint {}

/// Returns the error of a template function or filter, with a hint that says how to fix it.
pub(super) fn function_error(message: impl Into<String>, hint: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOperation, message.into()).with_source(Hint(hint.into()))
}

/// Returns the error of an argument that is not a list.
pub(super) fn not_a_list(name: &str, example: &str) -> Error {
    function_error(format!("`{name}` is not a list"), format!("write a list: `{name}={example}`"))
}

/// `one_of(text, allowed, what)`: returns `text` if `allowed` contains it.
///
/// The error describes an allowed value as `what`.
pub(super) fn one_of(text: String, allowed: &[String], what: &str) -> Result<String, Error> {
    if allowed.contains(&text) {
        return Ok(text);
    }
    if allowed.is_empty() {
        let hint = "name the values in the list: `one_of(text, [\"left\", \"right\"], \"side\")`";
        return Err(function_error(format!("the list of every {what} is empty"), hint));
    }
    let hint = did_you_mean(&text, allowed.iter().map(String::as_str))
        .unwrap_or_else(|| format!("write one of {}", allowed.join(", ")));
    Err(function_error(format!("`{text}` is no {what}"), hint))
}

/// The code of an error that is more precise than [`Code::FunctionCall`], and its hint.
#[derive(Debug)]
pub(super) struct CodeAndHint(pub(super) Code, pub(super) String);

impl fmt::Display for CodeAndHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.1)
    }
}

impl std::error::Error for CodeAndHint {}

/// Returns the error of a template function with a code of its own.
pub(super) fn coded_error(
    code: Code,
    message: impl Into<String>,
    hint: impl Into<String>,
) -> Error {
    Error::new(ErrorKind::InvalidOperation, message.into())
        .with_source(CodeAndHint(code, hint.into()))
}

/// The message about a value that cannot be shown, because it is none.
pub(super) const NO_VALUE: &str = "this expression has no value";

/// Returns the error of a value that cannot be shown, because it is none.
pub(super) fn no_value() -> Error {
    let hint = "test it first with `{% if %}`, or add `|default(\"–\", true)` to the value";
    coded_error(Code::Undefined, NO_VALUE, hint)
}

/// Marks the error of a call that fails because the runtime could not be bundled, carried as the source of its minijinja error.
#[derive(Debug)]
pub(super) struct FailedRuntime;

impl fmt::Display for FailedRuntime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the runtime failed")
    }
}

impl std::error::Error for FailedRuntime {}

/// Returns the error of a call that needs the runtime, whose bundle has an error of its own.
pub(super) fn failed_runtime() -> Error {
    Error::new(ErrorKind::InvalidOperation, "the runtime could not be bundled")
        .with_source(FailedRuntime)
}

/// An error of an island's component, carried as the source of its minijinja error.
#[derive(Debug)]
pub(super) struct ComponentError {
    pub(super) diagnostic: Diagnostic,
    /// From the call of the island to the location.
    pub(super) chain: Vec<ChainStep>,
}

impl fmt::Display for ComponentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic.message)
    }
}

impl std::error::Error for ComponentError {}

/// A call for which minijinja panics.
const EMPTY_CYCLE: &str = "loop.cycle()";

/// Returns the error of a template for which the template engine panicked. A panic has no location in the template.
pub(super) fn engine_failed(template: &Template<'_, '_>) -> Error {
    let source = template.source();
    let cycle = source.find(EMPTY_CYCLE);
    let range = cycle.map_or(0..source.find('\n').unwrap_or(source.len()), |start| {
        start..start + EMPTY_CYCLE.len()
    });
    let (message, hint) = if cycle.is_some() {
        ("`loop.cycle` needs a value", "write the values: `loop.cycle(\"odd\", \"even\")`")
    } else {
        (
            "an expression of this template cannot be computed",
            "look for a number that is far too large, or a call without arguments, also in the templates that it includes",
        )
    };

    let place = Location::new(template.name(), source, range);
    let diagnostic = Diagnostic::error(Code::FunctionCall, message).at(place).hint(hint);
    Error::new(ErrorKind::InvalidOperation, message)
        .with_source(ComponentError { diagnostic, chain: Vec::new() })
}

/// Objects of browsers that Node lacks.
const BROWSER_OBJECTS: [&str; 6] =
    ["window", "document", "localStorage", "sessionStorage", "location", "matchMedia"];

/// Returns the error of a component that was thrown at `place`. `chain` has the steps from the call
/// in the template to the location.
pub(super) fn component_error(failure: &Failure, place: Location, chain: Vec<ChainStep>) -> Error {
    let hint = rendering_hint(failure);
    let message = format!("rendering an island failed: {}", failure.message);
    error_in_component(Diagnostic::error(Code::RenderFailed, message).at(place).hint(hint), chain)
}

/// Returns how to fix an error of a component.
fn rendering_hint(failure: &Failure) -> String {
    let is_missing = |name: &&&str| failure.message.contains(&format!("{name} is not defined"));
    let missing = BROWSER_OBJECTS.iter().find(is_missing);

    match (&failure.package, missing) {
        (Some(package), Some(_)) => {
            format!("`{package}` needs a browser: load it with `import()` in `useEffect`")
        }
        (Some(package), None) => {
            format!("if `{package}` needs a browser, load it with `import()` in `useEffect`")
        }
        (None, Some(name)) => format!(
            "the build renders islands without a browser: use `{name}` in `useEffect` or in an event handler"
        ),
        (None, None) if failure.is_loading => {
            "the build loads islands without a browser: fix the code outside of functions"
                .to_owned()
        }
        (None, None) => {
            "the build renders islands with the props of the template: fix the component, or \
                         the props"
                .to_owned()
        }
    }
}

/// Returns an error in the code of a component, which has its own location.
pub(super) fn error_in_component(diagnostic: Diagnostic, chain: Vec<ChainStep>) -> Error {
    let source = ComponentError { diagnostic, chain };
    Error::new(ErrorKind::InvalidOperation, "an island failed").with_source(source)
}
