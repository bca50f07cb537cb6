//! Reads a file of messages. The parser of Fluent skips what it cannot read; here, each such part is an error.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use fluent_syntax::ast;
use fluent_syntax::parser::{self, ErrorKind, ParserError};
use fluent_syntax::unicode::unescape_unicode_to_string;

use crate::messages::catalog::Entry;
use crate::messages::pattern::{
    CURRENCY, Call, Expression, Function, Literal, Part, Pattern, Reference, Select,
};
use croupier_base::date_text;
use croupier_base::decimal::MAX_DECIMALS;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::SitePath;

/// Parses a file. Returns the patterns of its messages and terms by key, and what is wrong with it.
pub(super) fn parse(path: &SitePath, text: &Arc<str>) -> (Vec<(String, Entry)>, Vec<Diagnostic>) {
    let (resource, errors) = match parser::parse(&**text) {
        Ok(resource) => (resource, Vec::new()),
        Err((resource, errors)) => (resource, errors),
    };

    let mut file = File { path, text, diagnostics: Vec::new(), entries: Vec::new() };
    for error in &errors {
        file.refuse_syntax(error);
    }

    for entry in &resource.body {
        match entry {
            ast::Entry::Message(message) => {
                file.add(message.id.name, "", message.value.as_ref(), &message.attributes);
            }
            ast::Entry::Term(term) => {
                file.add(term.id.name, "-", Some(&term.value), &term.attributes);
            }
            _ => {}
        }
    }

    (file.entries, file.diagnostics)
}

/// A file that is being converted.
struct File<'a> {
    path: &'a SitePath,
    text: &'a Arc<str>,
    diagnostics: Vec<Diagnostic>,
    entries: Vec<(String, Entry)>,
}

/// What a pattern refers to.
#[derive(Default)]
struct Uses {
    references: Vec<(String, Range<usize>)>,
    arguments: BTreeSet<String>,
}

impl<'a> File<'a> {
    /// Returns where a part of the text is in it.
    fn range(&self, part: &str) -> Range<usize> {
        let start = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let start = start.min(self.text.len());
        start..(start + part.len()).min(self.text.len())
    }

    fn error(&mut self, range: Range<usize>, message: String, hint: String) {
        let location = Location::new(self.path.as_str(), Arc::clone(self.text), range);
        let error = Diagnostic::error(Code::MessageSyntax, message).at(location).hint(hint);
        self.diagnostics.push(error);
    }

    /// Adds the patterns of a message or a term, whose keys begin with `mark`.
    fn add(
        &mut self,
        id: &'a str,
        mark: &str,
        value: Option<&ast::Pattern<&'a str>>,
        attributes: &[ast::Attribute<&'a str>],
    ) {
        let own = value.map(|value| (format!("{mark}{id}"), id, value));
        let of_attributes = attributes
            .iter()
            .map(|it| (format!("{mark}{id}.{}", it.id.name), it.id.name, &it.value));

        for (key, name, value) in own.into_iter().chain(of_attributes) {
            let mut uses = Uses::default();
            let pattern = self.pattern(value, &mut uses);
            let Uses { references, arguments } = uses;

            let entry = Entry {
                pattern,
                file: self.path.clone(),
                source: Arc::clone(self.text),
                range: self.range(name),
                references,
                arguments,
            };

            self.entries.push((key, entry));
        }
    }

    fn pattern(&mut self, pattern: &ast::Pattern<&'a str>, uses: &mut Uses) -> Pattern {
        let parts = pattern.elements.iter().map(|element| match element {
            // A file can have the line ends of Windows.
            ast::PatternElement::TextElement { value } => Part::Text(value.replace('\r', "")),
            ast::PatternElement::Placeable { expression } => {
                Part::Expression(self.expression(expression, uses))
            }
        });
        Pattern(parts.collect())
    }

    fn expression(&mut self, expression: &ast::Expression<&'a str>, uses: &mut Uses) -> Expression {
        match expression {
            ast::Expression::Inline(inline) => self.inline(inline, uses),
            ast::Expression::Select { selector, variants } => {
                let selector = self.inline(selector, uses);
                let default = variants.iter().position(|it| it.default).unwrap_or_default();
                let variants = variants.iter().map(|variant| {
                    let key = match &variant.key {
                        ast::VariantKey::Identifier { name } => Literal::Text((*name).to_owned()),
                        ast::VariantKey::NumberLiteral { value } => {
                            Literal::Number((*value).to_owned())
                        }
                    };
                    (key, self.pattern(&variant.value, uses))
                });
                let variants = variants.collect();
                Expression::Select(Box::new(Select { selector, variants, default }))
            }
        }
    }

    fn inline(
        &mut self,
        expression: &ast::InlineExpression<&'a str>,
        uses: &mut Uses,
    ) -> Expression {
        use ast::InlineExpression as Inline;
        match expression {
            Inline::StringLiteral { value } => {
                Expression::Literal(Literal::Text(unescape_unicode_to_string(value).into_owned()))
            }
            Inline::NumberLiteral { value } => {
                Expression::Literal(Literal::Number((*value).to_owned()))
            }
            Inline::VariableReference { id } => {
                uses.arguments.insert(id.name.to_owned());
                Expression::Argument(id.name.to_owned())
            }
            Inline::MessageReference { id, attribute } => {
                self.reference("", id, attribute.as_ref(), None, uses)
            }
            Inline::TermReference { id, attribute, arguments } => {
                self.reference("-", id, attribute.as_ref(), arguments.as_ref(), uses)
            }
            Inline::FunctionReference { id, arguments } => self.call(id, arguments, uses),
            Inline::Placeable { expression } => self.expression(expression, uses),
        }
    }

    fn reference(
        &mut self,
        mark: &str,
        id: &ast::Identifier<&'a str>,
        attribute: Option<&ast::Identifier<&'a str>>,
        arguments: Option<&ast::CallArguments<&'a str>>,
        uses: &mut Uses,
    ) -> Expression {
        let attribute = attribute.map(|it| format!(".{}", it.name)).unwrap_or_default();
        let key = format!("{mark}{}{attribute}", id.name);
        uses.references.push((key.clone(), self.range(id.name)));

        if arguments.is_some_and(|it| !it.positional.is_empty()) {
            let hint = "give each argument a name: `{ -term(case: \"genitive\") }`";
            self.error(
                self.range(id.name),
                "arguments of terms have names".to_owned(),
                hint.to_owned(),
            );
        }

        let named = arguments.map(|it| &it.named[..]).unwrap_or_default();
        let arguments =
            named.iter().filter_map(|it| Some((it.name.name.to_owned(), literal(&it.value)?)));
        Expression::Reference(Reference { key, arguments: arguments.collect() })
    }

    fn call(
        &mut self,
        id: &ast::Identifier<&'a str>,
        arguments: &ast::CallArguments<&'a str>,
        uses: &mut Uses,
    ) -> Expression {
        let range = self.range(id.name);
        let Some((_, function)) = Function::ALL.into_iter().find(|(name, _)| *name == id.name)
        else {
            let names = Function::ALL.map(|(name, _)| name);
            let hint = did_you_mean(id.name, names)
                .unwrap_or_else(|| "the functions are NUMBER, DATETIME and LIST".to_owned());
            self.error(range, format!("there is no function `{}`", id.name), hint);
            return Expression::Literal(Literal::Text(String::new()));
        };

        let [value] = &arguments.positional[..] else {
            let hint =
                format!("write `{{ {}($value) }}`, with its options behind the value", id.name);
            self.error(range, format!("`{}` takes one value", id.name), hint);
            return Expression::Literal(Literal::Text(String::new()));
        };

        let mut options = Vec::new();
        for option in &arguments.named {
            let Some(value) = literal(&option.value) else { continue };
            if let Some((message, hint)) = refused_option(function, option.name.name, &value) {
                self.error(self.range(option.name.name), message, hint);
            }
            options.push((option.name.name.to_owned(), value));
        }
        if function == Function::Datetime {
            self.check_date(range, value, &arguments.named);
        }
        let value = Box::new(self.inline(value, uses));
        Expression::Call(Call { function, value, options })
    }

    /// Reports two styles of a date, and a written value that is no date.
    fn check_date(
        &mut self,
        range: Range<usize>,
        value: &ast::InlineExpression<&'a str>,
        options: &[ast::NamedArgument<&'a str>],
    ) {
        let style_of = |name: &str| options.iter().find(|option| option.name.name == name);
        if let (Some(_), Some(time)) = (style_of("dateStyle"), style_of("timeStyle")) {
            let hint = "write two calls, with text between the date and the time";
            let message = "DATETIME has `dateStyle` and `timeStyle`".to_owned();
            self.error(self.range(time.name.name), message, hint.to_owned());
        }

        let Some(Literal::Text(text) | Literal::Number(text)) = literal(value) else { return };
        if let Err(problem) = date_text::parse(&text) {
            self.error(range, format!("`{text}` is not a date"), problem.hint);
        }
    }

    fn refuse_syntax(&mut self, error: &ParserError) {
        let (message, hint) = syntax_message(&error.kind);
        let mut start = error.pos.start.min(self.text.len());
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }

        // The parser reports what it misses at the end of a line as the start of a later one.
        let is_at_end = matches!(
            error.kind,
            ErrorKind::ExpectedToken('}')
                | ErrorKind::MissingDefaultVariant
                | ErrorKind::MissingValue
        );
        if is_at_end || start == self.text.len() {
            let before = self.text[..start].trim_end();
            start = before.char_indices().next_back().map_or(0, |(index, _)| index);
        }
        let end = self.text[start..].chars().next().map_or(start, |it| start + it.len_utf8());
        self.error(start..end, message, hint);
    }
}

/// Returns the value of a literal.
fn literal(expression: &ast::InlineExpression<&str>) -> Option<Literal> {
    match expression {
        ast::InlineExpression::StringLiteral { value } => {
            Some(Literal::Text(unescape_unicode_to_string(value).into_owned()))
        }
        ast::InlineExpression::NumberLiteral { value } => {
            Some(Literal::Number((*value).to_owned()))
        }
        _ => None,
    }
}

/// Returns the message and the hint about an option that a function does not have, or its wrong value.
fn refused_option(function: Function, name: &str, value: &Literal) -> Option<(String, String)> {
    let options = function.options();
    let Some((_, texts)) = options.iter().find(|(known, _)| *known == name) else {
        let names = options.iter().map(|(name, _)| *name);
        let hint = did_you_mean(name, names.clone())
            .unwrap_or_else(|| format!("the options are {}", names.collect::<Vec<_>>().join(", ")));
        return Some((format!("there is no option `{name}`"), hint));
    };

    let hint = match value {
        Literal::Number(digits) if texts.is_empty() => {
            let is_known = digits.parse::<usize>().is_ok_and(|it| it <= MAX_DECIMALS);
            if is_known {
                return None;
            }
            format!("write a number from 0 to {MAX_DECIMALS}")
        }
        _ if texts.is_empty() => format!("write a number from 0 to {MAX_DECIMALS}"),
        Literal::Text(text) if *texts == CURRENCY => {
            if iso_currency::Currency::from_code(text).is_some() {
                return None;
            }
            "write the code of the currency, such as `currency: \"USD\"`".to_owned()
        }
        Literal::Text(text) if texts.contains(&text.as_str()) => return None,
        _ => format!(
            "write one of {}",
            texts.iter().map(|it| format!("`\"{it}\"`")).collect::<Vec<_>>().join(", ")
        ),
    };

    Some((format!("`{name}` has a wrong value"), hint))
}

/// Returns the message and the hint about text that is no valid Fluent.
fn syntax_message(kind: &ErrorKind) -> (String, String) {
    const ENTRY: &str = "write `key = text`; further lines of the text are indented, and a comment begins with `# `";
    let (message, hint) = match kind {
        ErrorKind::ExpectedToken('=') => ("`=` is missing here".to_owned(), ENTRY),
        ErrorKind::ExpectedToken('}') => (
            "`}` is missing here".to_owned(),
            "close the expression, or write `{ \"{\" }` to show a brace",
        ),
        ErrorKind::ExpectedToken(token) => (format!("`{token}` is missing here"), ENTRY),
        ErrorKind::ExpectedCharRange { .. } => ("this line is no message".to_owned(), ENTRY),
        ErrorKind::ExpectedMessageField { entry_id }
        | ErrorKind::ExpectedTermField { entry_id } => (
            format!("`{entry_id}` has no text"),
            "write its text behind `=`, or remove it; `{ \"\" }` is an empty text",
        ),
        ErrorKind::MissingValue => {
            ("there is no text here".to_owned(), "write the text, or `{ \"\" }` for an empty one")
        }
        ErrorKind::MissingDefaultVariant => (
            "no variant of this choice is the default".to_owned(),
            "put `*` before the variant for all other values: `*[other]`",
        ),
        ErrorKind::MultipleDefaultVariants => (
            "two variants of this choice are the default".to_owned(),
            "put `*` before one variant only",
        ),
        ErrorKind::UnbalancedClosingBrace => (
            "this `}` closes nothing".to_owned(),
            "remove it, or write `{ \"}\" }` to show a brace",
        ),
        ErrorKind::ForbiddenCallee => (
            "this is no function".to_owned(),
            "the functions are NUMBER, DATETIME and LIST, in capital letters",
        ),
        ErrorKind::ExpectedInlineExpression => (
            "there is no expression in these braces".to_owned(),
            "write `{ $argument }`, or `{ \"{\" }` to show a brace",
        ),
        ErrorKind::UnterminatedStringLiteral => {
            ("this text is never closed".to_owned(), "write `\"` where it ends")
        }
        other => {
            let message = other.to_string();
            let message = message[..1].to_lowercase() + &message[1..];
            (message, "see https://projectfluent.org for the syntax of messages")
        }
    };
    (message, hint.to_owned())
}
