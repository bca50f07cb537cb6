//! The function `t`, which shows a message in the language of the page.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::Error;
use minijinja::value::{Kwargs, Value, ValueKind};

use crate::query::recorder::Recorder;
use crate::query::results::NotFound;
use crate::template::escape::escape;
use crate::template::function_errors::coded_error;
use crate::template::functions::Functions;
use crate::template::functions::format::locale;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_content::messages::catalog::Message;
use croupier_content::messages::format::{Argument, FormatError, Formats, format};

impl Functions {
    /// `t(key, argument=value, ...)`: returns the message with this key in the language of the page.
    ///
    /// The result is text, unless an argument is HTML. Then the rest of the message is escaped.
    pub(super) fn message(&self, key: &str, arguments: &Kwargs) -> Result<Value, Error> {
        let (language, message) =
            self.recorder.message(key).map_err(|missing| self.unknown_message(key, &missing))?;

        let mut values = BTreeMap::new();
        for name in arguments.args() {
            let value: Value = arguments.get(name)?;
            self.check_argument(language, &message, name, arguments)?;
            values.insert(name.to_owned(), argument(key, name, &value)?);
        }

        let formats = MessageFormats { functions: self, tag: self.recorder.tag_of(language) };
        let formatted = format(&message, &values, &formats).map_err(|error| {
            let (message, hint) = match error {
                FormatError::Missing(name) => (
                    format!("the message `{key}` needs the argument `{name}`"),
                    format!("write `t(\"{key}\", {name}=...)`"),
                ),
                FormatError::Refused(message, hint) => {
                    (format!("the message `{key}` cannot show an argument: {message}"), hint)
                }
            };
            let place = self.recorder.message_place(language, key);
            let hint = format!("{hint}; the message is in {place}");
            coded_error(Code::MessageArguments, message, hint)
        })?;

        Ok(if formatted.is_html {
            Value::from_safe_string(formatted.text)
        } else {
            Value::from(formatted.text)
        })
    }

    /// Returns the error about a key that no language of the page has.
    fn unknown_message(&self, key: &str, missing: &NotFound<'_>) -> Error {
        let (text, hint) = unknown_message(&self.recorder, key, missing);
        coded_error(Code::MessageUnknown, text, hint)
    }

    /// Returns an error if no language reads an argument. Its name is probably misspelled.
    fn check_argument(
        &self,
        language: &str,
        message: &Message<'_>,
        name: &str,
        given: &Kwargs,
    ) -> Result<(), Error> {
        if message.arguments.contains(name) {
            return Ok(());
        }
        let given: BTreeSet<&str> = given.args().collect();
        let missing = message.arguments.difference(&given).copied();
        let hint = did_you_mean(name, missing).unwrap_or_else(|| {
            let place = self.recorder.message_place(language, message.key);
            format!("remove it, or write `{{ ${name} }}` in the message, which is in {place}")
        });
        let text = format!("the message `{}` has no argument `{name}`", message.key);
        Err(coded_error(Code::MessageArguments, text, hint))
    }
}

/// Returns the error about a key that no language of the page has, and its hint.
pub(super) fn unknown_message(
    recorder: &Recorder,
    key: &str,
    missing: &NotFound<'_>,
) -> (String, String) {
    if let Some(name) = key.strip_prefix('-') {
        let text = format!("`{key}` is a term, and no message");
        let hint = format!(
            "write a message that shows the term, such as `{name} = {{ {key} }}`, and `t(\"{name}\")`"
        );
        return (text, hint);
    }
    let hint = missing
        .did_you_mean()
        .unwrap_or_else(|| format!("write `{key} = ...` in {}", recorder.new_message_file()));
    (format!("there is no message `{key}`"), hint)
}

/// Returns the value of an argument.
fn argument(key: &str, name: &str, value: &Value) -> Result<Argument, Error> {
    match value.kind() {
        ValueKind::Number => Ok(Argument::Number(value.to_string())),
        ValueKind::String if value.is_safe() => Ok(Argument::Html(value.to_string())),
        ValueKind::String | ValueKind::Bool => Ok(Argument::Text(value.to_string())),
        ValueKind::Seq | ValueKind::Iterable => {
            let items = value.try_iter()?.map(|item| match item.kind() {
                ValueKind::Seq | ValueKind::Iterable => {
                    Err(refused_argument(key, name, "a list of lists"))
                }
                _ => argument(key, name, &item),
            });
            Ok(Argument::List(items.collect::<Result<_, _>>()?))
        }
        kind => Err(refused_argument(key, name, &kind.to_string())),
    }
}

fn refused_argument(key: &str, name: &str, kind: &str) -> Error {
    coded_error(
        Code::MessageArguments,
        format!("the argument `{name}` of the message `{key}` is {kind}"),
        "pass a text, a number, a date, or a list of these",
    )
}

/// The formats of numbers and dates in the language of a message.
struct MessageFormats<'a> {
    functions: &'a Functions,
    tag: &'a str,
}

impl Formats for MessageFormats<'_> {
    fn tag(&self) -> &str {
        self.tag
    }

    fn number(&self, digits: &str) -> Result<String, FormatError> {
        locale(self.tag).map(|locale| locale.number(digits)).map_err(|error| refused(&error))
    }

    fn money(
        &self,
        digits: &str,
        currency: Option<&str>,
        decimals: Option<usize>,
    ) -> Result<String, FormatError> {
        let (amount, currency) = (Value::from(digits), currency.map(str::to_owned));
        let text = self.functions.amount_in(self.tag, &amount, currency, decimals);
        text.map_err(|error| refused(&error))
    }

    fn date(&self, date: &str, style: &str) -> Result<String, FormatError> {
        let text = self.functions.date_in(Some(self.tag.to_owned()), date, style, None);
        text.map_err(|error| refused(&error))
    }

    fn escape(&self, text: &str) -> String {
        escape(text).into_owned()
    }
}

/// Returns the reason of an error, and its hint.
fn refused(error: &Error) -> FormatError {
    let hint = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
    FormatError::Refused(error.detail().unwrap_or_default().to_owned(), hint)
}
