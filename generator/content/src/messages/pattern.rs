//! The model of a message: text with expressions. Its hash covers everything that the text depends on, and no location.

use croupier_base::pseudo::Pseudo;

/// A text with expressions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern(pub Vec<Part>);

impl Pattern {
    /// Returns the pattern in a pseudo-language. A part of a text, such as a term, has no frame.
    pub(super) fn translated(&self, pseudo: Pseudo, is_whole: bool) -> Pattern {
        let mut parts: Vec<Part> = self.0.iter().map(|part| part.translated(pseudo)).collect();
        let length = self.length();
        if is_whole && length > 0 {
            let (start, end) = pseudo.frame(length);
            parts.insert(0, Part::Text(start.to_owned()));
            parts.push(Part::Text(end));
        }
        Pattern(parts)
    }

    /// Returns the number of letters, with the longest variant of a choice.
    fn length(&self) -> usize {
        let of_part = |part: &Part| match part {
            Part::Text(text) => text.chars().filter(|it| it.is_alphabetic()).count(),
            Part::Expression(Expression::Select(select)) => {
                select.variants.iter().map(|(_, it)| it.length()).max().unwrap_or_default()
            }
            Part::Expression(_) => 0,
        };
        self.0.iter().map(of_part).sum()
    }
}

/// A part of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Part {
    /// Text as written.
    Text(String),
    /// An expression between braces.
    Expression(Expression),
}

impl Part {
    fn translated(&self, pseudo: Pseudo) -> Part {
        match self {
            Part::Text(text) => Part::Text(pseudo.run(text)),
            Part::Expression(Expression::Select(select)) => {
                let variants = select
                    .variants
                    .iter()
                    .map(|(key, pattern)| (key.clone(), pattern.translated(pseudo, false)))
                    .collect();
                let select = Select { variants, ..(**select).clone() };
                Part::Expression(Expression::Select(Box::new(select)))
            }
            Part::Expression(expression) => Part::Expression(expression.clone()),
        }
    }
}

/// An expression between braces.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A value as written.
    Literal(Literal),
    /// `$name`: an argument.
    Argument(String),
    /// Another message, or a term with its arguments.
    Reference(Reference),
    /// A call of a function.
    Call(Call),
    /// A choice between variants.
    Select(Box<Select>),
}

/// A value as written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Literal {
    /// A text, whose escapes are resolved.
    Text(String),
    /// The digits of a number.
    Number(String),
}

/// A reference to another pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reference {
    /// The key of the pattern: `id`, `id.attribute`, `-term` or `-term.attribute`.
    pub key: String,
    /// The arguments of a term.
    pub arguments: Vec<(String, Literal)>,
}

/// A call of a function.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Call {
    /// The function.
    pub function: Function,
    /// Its argument.
    pub value: Box<Expression>,
    /// Its options.
    pub options: Vec<(String, Literal)>,
}

impl Call {
    /// Returns the text or the digits of an option.
    pub fn option(&self, name: &str) -> Option<&str> {
        let (_, Literal::Text(value) | Literal::Number(value)) =
            self.options.iter().find(|(known, _)| known == name)?;
        Some(value)
    }
}

/// A function of Fluent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Function {
    /// Formats a number or an amount.
    Number,
    /// Formats a date.
    Datetime,
    /// Joins the items of a list.
    List,
}

impl Function {
    /// The functions by name.
    pub const ALL: [(&str, Function); 3] =
        [("NUMBER", Function::Number), ("DATETIME", Function::Datetime), ("LIST", Function::List)];

    /// The names of its options, with the texts that each may have. Without texts, an option is a number of decimals.
    pub const fn options(self) -> &'static [(&'static str, &'static [&'static str])] {
        match self {
            Function::Number => &[
                ("minimumFractionDigits", &[]),
                ("maximumFractionDigits", &[]),
                ("type", &["cardinal", "ordinal"]),
                ("style", &["decimal", "currency"]),
                ("currency", CURRENCY),
            ],
            Function::Datetime => &[
                ("dateStyle", &["full", "long", "medium", "short", "year_month", "time"]),
                ("timeStyle", &["short"]),
            ],
            Function::List => &[("type", &["and", "or"])],
        }
    }
}

/// The mark of the option whose value is a code of three letters.
pub(crate) const CURRENCY: &[&str] = &["CAD", "EUR", "USD"];

/// A choice between variants.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Select {
    /// What decides.
    pub selector: Expression,
    /// The variants by their keys.
    pub variants: Vec<(Literal, Pattern)>,
    /// The index of the variant that is chosen if no other one fits.
    pub default: usize,
}
