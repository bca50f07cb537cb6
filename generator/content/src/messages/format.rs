//! Makes the text of a message with its arguments.

use std::collections::BTreeMap;

use crate::messages::catalog::{Message, is_public};
use crate::messages::pattern::{
    Call, Expression, Function, Literal, Part, Pattern, Reference, Select,
};
use croupier_base::decimal;
use croupier_base::list_text::{ListKind, ListPatterns};
use croupier_base::localized_date::TIME_STYLE;
use croupier_base::plural::{self, PluralKind};
use croupier_base::text_direction::TextDirection;

/// Numbers without options show at most this many decimals, as in browsers.
const DEFAULT_DECIMALS: usize = 3;
/// Marks that keep the direction of the text between them apart from the text around it.
const ISOLATES: [char; 2] = ['\u{2068}', '\u{2069}'];

/// An argument of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// A text, or a date.
    Text(String),
    /// HTML that is inserted as it is. The text around it is escaped then.
    Html(String),
    /// The digits of a number, such as `1234.5`.
    Number(String),
    /// Items, which `LIST` joins.
    List(Vec<Argument>),
}

impl Argument {
    fn is_html(&self) -> bool {
        match self {
            Argument::Html(_) => true,
            Argument::List(items) => items.iter().any(Argument::is_html),
            Argument::Text(_) | Argument::Number(_) => false,
        }
    }
}

/// The formats of a language.
pub trait Formats {
    /// The tag of the language, for plural rules and the direction of writing.
    fn tag(&self) -> &str;

    /// Formats the digits of a number.
    fn number(&self, digits: &str) -> Result<String, FormatError>;

    /// Formats an amount. `decimals` are those of the currency by default.
    fn money(
        &self,
        digits: &str,
        currency: Option<&str>,
        decimals: Option<usize>,
    ) -> Result<String, FormatError>;

    /// Formats a date with the pattern of a style, such as `long`.
    fn date(&self, date: &str, style: &str) -> Result<String, FormatError>;

    /// Escapes text for HTML.
    fn escape(&self, text: &str) -> String;
}

/// Why a message has no text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormatError {
    /// The message reads this argument, which the call lacks.
    Missing(String),
    /// An argument cannot be formatted: the message and the hint.
    Refused(String, String),
}

/// The text of a message.
#[derive(Debug, PartialEq, Eq)]
pub struct Formatted {
    /// The text.
    pub text: String,
    /// Whether it is HTML, because an argument is.
    pub is_html: bool,
}

/// Returns the text of a message.
pub fn format(
    message: &Message<'_>,
    arguments: &BTreeMap<String, Argument>,
    formats: &dyn Formats,
) -> Result<Formatted, FormatError> {
    let is_html = arguments.values().any(Argument::is_html);
    let direction = TextDirection::of_tag(formats.tag());
    let mut formatter = Formatter { message, formats, direction, is_html, output: String::new() };
    if let Some(pattern) = message.patterns.get(message.key) {
        formatter.write(pattern, &Scope { arguments, depth: 0, is_term: false })?;
    }
    Ok(Formatted { text: formatter.output, is_html })
}

/// More references than these lead back to themselves, which is an error of its own.
const MAX_DEPTH: usize = 50;

/// What a pattern can read.
struct Scope<'a> {
    arguments: &'a BTreeMap<String, Argument>,
    /// How many references led to the pattern.
    depth: usize,
    /// Whether it belongs to a term, whose arguments are optional.
    is_term: bool,
}

/// The value of an expression.
enum Value {
    Argument(Argument),
    /// A number with its format.
    Number {
        digits: String,
        shown: String,
        kind: PluralKind,
    },
    /// A text that is ready.
    Formatted(String),
    /// An argument of a term that was not given.
    Unset(String),
}

struct Formatter<'a> {
    message: &'a Message<'a>,
    formats: &'a dyn Formats,
    direction: TextDirection,
    is_html: bool,
    output: String,
}

impl Formatter<'_> {
    fn write(&mut self, pattern: &Pattern, scope: &Scope<'_>) -> Result<(), FormatError> {
        for part in &pattern.0 {
            match part {
                Part::Text(text) => self.push(text),
                Part::Expression(expression) => self.write_expression(expression, scope)?,
            }
        }
        Ok(())
    }

    fn write_expression(
        &mut self,
        expression: &Expression,
        scope: &Scope<'_>,
    ) -> Result<(), FormatError> {
        match expression {
            Expression::Reference(reference) => self.write_reference(reference, scope),
            Expression::Select(select) => {
                let pattern = self.choose(select, scope)?;
                self.write(pattern, scope)
            }
            Expression::Call(call) if call.function == Function::List => {
                self.write_list(call, scope)
            }
            _ => {
                match self.value(expression, scope)? {
                    Value::Argument(argument) => return self.write_argument(&argument),
                    Value::Number { shown, .. } => self.push(&shown),
                    Value::Formatted(text) => self.push(&text),
                    Value::Unset(name) => return Err(unset_in_term(&name)),
                }
                Ok(())
            }
        }
    }

    fn write_argument(&mut self, argument: &Argument) -> Result<(), FormatError> {
        match argument {
            Argument::Text(text) => self.push_isolated(text, false),
            Argument::Html(text) => self.push_isolated(text, true),
            Argument::Number(digits) => {
                let shown = self.formats.number(&rounded(digits, 0, DEFAULT_DECIMALS))?;
                self.push(&shown);
            }
            Argument::List(_) => return Err(unexpected_list()),
        }
        Ok(())
    }

    fn write_list(&mut self, call: &Call, scope: &Scope<'_>) -> Result<(), FormatError> {
        let items = match self.value(&call.value, scope)? {
            Value::Argument(Argument::List(items)) => items,
            Value::Unset(name) => return Err(unset_in_term(&name)),
            _ => return Err(not_a_list()),
        };

        let mut texts = Vec::new();
        for item in &items {
            let before = std::mem::take(&mut self.output);
            let result = self.write_argument(item);
            texts.push(std::mem::replace(&mut self.output, before));
            result?;
        }

        let patterns = ListPatterns::of_tag(self.formats.tag(), call.list_kind());
        let escape = |text: &str| {
            if self.is_html { self.formats.escape(text) } else { text.to_owned() }
        };
        let text = patterns.join(&texts, &escape);
        self.output.push_str(&text);
        Ok(())
    }

    fn write_reference(
        &mut self,
        reference: &Reference,
        scope: &Scope<'_>,
    ) -> Result<(), FormatError> {
        let Some(pattern) = self.message.patterns.get(&*reference.key).copied() else {
            return Ok(());
        };
        if scope.depth >= MAX_DEPTH {
            return Ok(());
        }
        let depth = scope.depth + 1;
        if is_public(&reference.key) {
            return self.write(pattern, &Scope { depth, ..*scope });
        }
        let arguments = term_arguments(reference);
        self.write(pattern, &Scope { arguments: &arguments, depth, is_term: true })
    }

    /// Returns the variant that a choice takes.
    fn choose<'b>(
        &mut self,
        select: &'b Select,
        scope: &Scope<'_>,
    ) -> Result<&'b Pattern, FormatError> {
        let is_chosen: Box<dyn Fn(&Literal) -> bool> = match self.value(&select.selector, scope)? {
            Value::Argument(Argument::Number(digits)) => {
                self.number_matcher(&rounded(&digits, 0, DEFAULT_DECIMALS), PluralKind::Cardinal)
            }
            Value::Number { digits, kind, .. } => self.number_matcher(&digits, kind),
            // Cells of CSV files are texts. The plural category of a number is chosen all the same.
            Value::Argument(Argument::Text(text)) if is_number(&text) => {
                let digits = rounded(text.trim(), 0, DEFAULT_DECIMALS);
                let matches_number = self.number_matcher(&digits, PluralKind::Cardinal);
                Box::new(move |key| {
                    matches_number(key) || matches!(key, Literal::Text(key) if *key == text)
                })
            }
            Value::Argument(Argument::Text(text) | Argument::Html(text))
            | Value::Formatted(text) => {
                Box::new(move |(Literal::Text(key) | Literal::Number(key))| *key == text)
            }
            Value::Argument(Argument::List(_)) | Value::Unset(_) => Box::new(|_| false),
        };

        // A number as key is more precise than a plural category.
        let has_number = |it: &&(Literal, Pattern)| matches!(it.0, Literal::Number(_));
        let variants = || select.variants.iter();
        let chosen = variants().filter(has_number).find(|(key, _)| is_chosen(key));
        let chosen = chosen.or_else(|| variants().find(|(key, _)| is_chosen(key)));
        Ok(chosen.map_or(&select.variants[select.default].1, |(_, pattern)| pattern))
    }

    fn number_matcher(&self, digits: &str, kind: PluralKind) -> Box<dyn Fn(&Literal) -> bool> {
        let category = plural::category(self.formats.tag(), kind, digits);
        let number: Option<f64> = digits.parse().ok();
        Box::new(move |key| match key {
            Literal::Number(key) => number.is_some() && key.parse().ok() == number,
            Literal::Text(key) => key == category,
        })
    }

    fn value(&mut self, expression: &Expression, scope: &Scope<'_>) -> Result<Value, FormatError> {
        match expression {
            Expression::Literal(Literal::Text(text)) => Ok(Value::Formatted(text.clone())),
            Expression::Literal(Literal::Number(digits)) => {
                Ok(Value::Argument(Argument::Number(digits.clone())))
            }
            Expression::Argument(name) => match scope.arguments.get(name) {
                Some(argument) => Ok(Value::Argument(argument.clone())),
                None if scope.is_term => Ok(Value::Unset(name.clone())),
                None => Err(FormatError::Missing(name.clone())),
            },
            Expression::Call(call) if call.function != Function::List => self.call(call, scope),
            Expression::Call(_) | Expression::Reference(_) | Expression::Select(_) => {
                // The text of a term or of a nested choice decides.
                let before = std::mem::take(&mut self.output);
                let result = self.write_expression(expression, scope);
                let text = std::mem::replace(&mut self.output, before);
                result.map(|()| Value::Formatted(text))
            }
        }
    }

    fn call(&mut self, call: &Call, scope: &Scope<'_>) -> Result<Value, FormatError> {
        let text = match self.value(&call.value, scope)? {
            Value::Argument(
                Argument::Text(text) | Argument::Html(text) | Argument::Number(text),
            )
            | Value::Number { digits: text, .. }
            | Value::Formatted(text) => text,
            Value::Argument(Argument::List(_)) => return Err(unexpected_list()),
            unset @ Value::Unset(_) => return Ok(unset),
        };

        match call.function {
            Function::Datetime => {
                let style = date_style(call).ok_or_else(two_styles)?;
                self.formats.date(&text, style).map(Value::Formatted)
            }
            Function::Number | Function::List => self.formatted_number(call, text.trim()),
        }
    }

    /// Returns the number in a text with the format of the options of a call.
    fn formatted_number(&self, call: &Call, text: &str) -> Result<Value, FormatError> {
        if !is_number(text) {
            return Err(not_a_number(text));
        }
        let NumberOptions { minimum, maximum, kind, is_amount, currency, decimals } =
            call.number_options();
        let digits = rounded(text, minimum, maximum);
        let shown = if is_amount {
            self.formats.money(text, currency, decimals)?
        } else {
            self.formats.number(&digits)?
        };
        Ok(Value::Number { digits, shown, kind })
    }

    fn push(&mut self, text: &str) {
        if self.is_html {
            self.output.push_str(&self.formats.escape(text));
        } else {
            self.output.push_str(text);
        }
    }

    /// Adds an argument. If it has letters of the other direction, marks keep them from reordering the text around them.
    fn push_isolated(&mut self, text: &str, is_html: bool) {
        let is_isolated = has_other_direction(text, is_html, self.direction);
        self.output.extend(is_isolated.then_some(ISOLATES[0]));
        if is_html {
            self.output.push_str(text);
        } else {
            self.push(text);
        }
        self.output.extend(is_isolated.then_some(ISOLATES[1]));
    }
}

fn has_other_direction(text: &str, is_html: bool, direction: TextDirection) -> bool {
    let mut is_in_tag = false;
    text.chars().any(|letter| {
        is_in_tag = is_html && (letter == '<' || is_in_tag && letter != '>');
        !is_in_tag && TextDirection::of_letter(letter).is_some_and(|it| it != direction)
    })
}

fn term_arguments(reference: &Reference) -> BTreeMap<String, Argument> {
    let arguments = reference.arguments.iter().map(|(name, value)| {
        let value = match value {
            Literal::Text(text) => Argument::Text(text.clone()),
            Literal::Number(digits) => Argument::Number(digits.clone()),
        };
        (name.clone(), value)
    });
    arguments.collect()
}

/// Returns the style of a date. `None` if a call sets two of them.
pub(super) fn date_style(call: &Call) -> Option<&str> {
    match (call.option("dateStyle"), call.option("timeStyle")) {
        (Some(_), Some(_)) => None,
        (Some(style), None) => Some(style),
        (None, Some(_)) => Some(TIME_STYLE),
        (None, None) => Some("long"),
    }
}

/// The options of a number, with their defaults.
pub(super) struct NumberOptions<'a> {
    /// The decimals of the number that a choice compares, which is also the one that is shown unless it is an amount.
    pub minimum: usize,
    pub maximum: usize,
    pub kind: PluralKind,
    pub is_amount: bool,
    /// The code of the currency, if it is not that of the site.
    pub currency: Option<&'a str>,
    /// The decimals of an amount, if they are not those of its currency.
    pub decimals: Option<usize>,
}

impl Call {
    /// Returns the kind of a call of `LIST`.
    pub(super) fn list_kind(&self) -> ListKind {
        self.option("type").and_then(ListKind::of_name).unwrap_or(ListKind::And)
    }

    /// Returns the options of a call of `NUMBER`.
    pub(super) fn number_options(&self) -> NumberOptions<'_> {
        let decimals = |name| self.option(name).and_then(|digits| digits.parse::<usize>().ok());
        let (minimum, maximum) =
            (decimals("minimumFractionDigits"), decimals("maximumFractionDigits"));
        let kind = match self.option("type") {
            Some("ordinal") => PluralKind::Ordinal,
            _ => PluralKind::Cardinal,
        };
        let currency = self.option("currency");
        let is_amount = self.option("style") == Some("currency") || currency.is_some();
        let decimals = maximum.or(minimum);

        let (minimum, maximum) = if is_amount {
            (minimum.unwrap_or(0), maximum.unwrap_or(2))
        } else {
            let minimum = minimum.unwrap_or(0).min(maximum.unwrap_or(usize::MAX));
            (minimum, maximum.unwrap_or(DEFAULT_DECIMALS.max(minimum)))
        };
        NumberOptions { minimum, maximum, kind, is_amount, currency, decimals }
    }
}

fn two_styles() -> FormatError {
    FormatError::Refused(
        "DATETIME has `dateStyle` and `timeStyle`".to_owned(),
        "write two calls, with the words of the language between the date and the time".to_owned(),
    )
}

fn unexpected_list() -> FormatError {
    FormatError::Refused(
        "it is a list".to_owned(),
        "write `{ LIST($name) }` in the message, or pass one item".to_owned(),
    )
}

/// The error about an argument that a term does not get. Terms do not read those of the call of `t`.
fn unset_in_term(name: &str) -> FormatError {
    FormatError::Refused(
        format!("a term needs the argument `{name}`, which only a message can pass"),
        format!("write `{{ -term({name}: \"...\") }}`, or use a message in place of the term"),
    )
}

fn not_a_list() -> FormatError {
    FormatError::Refused(
        "it is no list".to_owned(),
        "pass a list, such as `[\"a\", \"b\"]`".to_owned(),
    )
}

fn not_a_number(text: &str) -> FormatError {
    FormatError::Refused(
        format!("`{text}` is not a number"),
        "pass a number, such as `1234.5`".to_owned(),
    )
}

/// Rounds digits to at most `maximum` decimals, and removes zeros at the end beyond `minimum` decimals.
fn rounded(digits: &str, minimum: usize, maximum: usize) -> String {
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let is_long = decimals > maximum || digits.contains(['e', 'E', '+']);
    let mut text = if is_long { decimal::rounded(digits, maximum) } else { digits.to_owned() };

    if let Some((whole, decimals)) = text.split_once('.') {
        let needed = decimals.trim_end_matches('0').len().max(minimum.min(decimals.len()));
        text =
            if needed == 0 { whole.to_owned() } else { format!("{whole}.{}", &decimals[..needed]) };
    }

    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    if decimals < minimum {
        text.push_str(if decimals == 0 { "." } else { "" });
        text.push_str(&"0".repeat(minimum - decimals));
    }

    if text.strip_prefix('-').is_some_and(|it| it.bytes().all(|it| matches!(it, b'0' | b'.'))) {
        text.remove(0);
    }

    text
}

/// Whether a text is a finite number.
fn is_number(text: &str) -> bool {
    text.trim().parse::<f64>().is_ok_and(f64::is_finite)
}
