//! The messages of an island in a form that the browser formats without tables of its own: patterns as lists, and the formats that they use.
//! `runtime/loader/src/island/messages/format.ts` reads it.

use std::collections::{BTreeMap, BTreeSet};

use iso_currency::Currency;
use serde_json::{Map, Value as Json, json};

use crate::messages::catalog::Message;
use crate::messages::format::date_style;
use crate::messages::pattern::{
    Call, Expression, Function, Literal, Part, Pattern, Reference, Select,
};
use croupier_base::list_text::ListPatterns;
use croupier_base::locale::{AmountTexts, LATIN_ZERO, Locale, NumberFormat};
use croupier_base::localized_date::DateLocale;
use croupier_base::plural::{self, PluralKind};
use croupier_base::text_direction::TextDirection;

/// What the formats of a language depend on.
#[derive(Debug, Clone, Copy)]
pub struct TableSettings<'a> {
    /// The tag of the language.
    pub tag: &'a str,
    /// The currency of amounts without one.
    pub currency: Currency,
    /// The currency of site.toml.
    pub site_currency: Option<Currency>,
    /// The time zone of dates with a time.
    pub time_zone: Option<&'a str>,
}

/// Returns the table of messages of one language.
pub fn table(messages: &[&Message<'_>], settings: TableSettings<'_>) -> Json {
    let (needs, date_styles) = (BTreeSet::new(), BTreeSet::new());
    let mut table = Table { settings, needs, date_styles };
    let patterns: BTreeMap<&str, &Pattern> =
        messages.iter().flat_map(|it| it.patterns.iter().map(|(key, it)| (*key, *it))).collect();
    let patterns: Map<String, Json> =
        patterns.iter().map(|(key, it)| ((*key).to_owned(), table.pattern(it))).collect();

    let mut fields = Map::new();
    fields.insert("messages".to_owned(), patterns.into());
    table.add_formats(&mut fields);
    fields.into()
}

/// What patterns need the formats of a language for. The type of an argument is known only when it is shown.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Need {
    Arguments,
    Choices,
    Ordinals,
    Amounts,
}

struct Table<'a> {
    settings: TableSettings<'a>,
    needs: BTreeSet<Need>,
    date_styles: BTreeSet<String>,
}

impl Table<'_> {
    fn pattern(&mut self, pattern: &Pattern) -> Json {
        match &pattern.0[..] {
            [] => json!(""),
            [Part::Text(text)] => json!(text),
            parts => parts.iter().map(|part| self.part(part)).collect(),
        }
    }

    fn part(&mut self, part: &Part) -> Json {
        match part {
            Part::Text(text) => json!(text),
            Part::Expression(expression) => self.expression(expression),
        }
    }

    fn expression(&mut self, expression: &Expression) -> Json {
        match expression {
            Expression::Literal(Literal::Text(text)) => json!(["text", text]),
            Expression::Literal(Literal::Number(digits)) => {
                self.needs.insert(Need::Arguments);
                json!(["digits", digits])
            }
            Expression::Argument(name) => {
                self.needs.insert(Need::Arguments);
                json!(["get", name])
            }
            Expression::Reference(Reference { key, arguments }) => {
                let arguments: Map<String, Json> = arguments
                    .iter()
                    .map(|(name, value)| {
                        (name.clone(), self.expression(&Expression::Literal(value.clone())))
                    })
                    .collect();
                json!(["message", key, arguments])
            }
            Expression::Call(call) => self.call(call),
            Expression::Select(select) => self.select(select),
        }
    }

    fn select(&mut self, Select { selector, variants, default }: &Select) -> Json {
        self.needs.insert(Need::Choices);
        let selector = self.expression(selector);
        let variants: Vec<Json> = variants
            .iter()
            .map(|(key, pattern)| match key {
                Literal::Text(key) => json!([key, self.pattern(pattern)]),
                // A list, since `[1]` also fits the number 1.0.
                Literal::Number(digits) => json!([[digits], self.pattern(pattern)]),
            })
            .collect();
        json!(["choose", selector, variants, default])
    }

    fn call(&mut self, call: &Call) -> Json {
        let value = self.expression(&call.value);
        if call.function == Function::Datetime {
            let style = date_style(call).unwrap_or_default();
            self.date_styles.insert(style.to_owned());
            return json!(["date", value, style]);
        }

        self.needs.insert(Need::Arguments);
        if call.function == Function::List {
            return json!(["list", value, self.list(call)]);
        }

        let options = call.number_options();
        let kind = if options.kind == PluralKind::Ordinal {
            self.needs.insert(Need::Ordinals);
            "ordinals"
        } else {
            "plurals"
        };
        if !options.is_amount {
            return json!(["number", value, options.minimum, options.maximum, kind]);
        }

        self.needs.insert(Need::Amounts);
        let TableSettings { currency, site_currency, tag, .. } = self.settings;
        let currency = options.currency.and_then(Currency::from_code).unwrap_or(currency);
        let decimals =
            options.decimals.unwrap_or_else(|| currency.exponent().map_or(2, usize::from));
        let locale = Locale::from_tag(tag);
        let texts = locale.map(|it| it.around_amount(currency, site_currency));
        let amount = amount(decimals, texts);
        json!(["number", value, options.minimum, options.maximum, kind, amount])
    }

    /// Returns the patterns of a list, and the word that changes before some items.
    fn list(&self, call: &Call) -> Json {
        let patterns = ListPatterns::of_tag(self.settings.tag, call.list_kind());
        let ListPatterns { two, start, middle, end, exception } = patterns;
        match exception {
            Some(exception) => json!([two, start, middle, end, exception]),
            None => json!([two, start, middle, end]),
        }
    }

    fn add_formats(&self, fields: &mut Map<String, Json>) {
        let TableSettings { tag, time_zone, .. } = self.settings;
        let has_need = |need| self.needs.contains(&need);
        let mut add = |name: &str, value: Json| drop(fields.insert(name.to_owned(), value));

        let locale = Locale::from_tag(tag);
        if let Some(locale) = locale.filter(|_| has_need(Need::Arguments)) {
            add("number", number_format(locale.number_format()));
        }
        if let Some(locale) = locale.filter(|_| has_need(Need::Amounts)) {
            add("amount", number_format(locale.amount_format()));
        }

        let plurals = plural::rules(tag, PluralKind::Cardinal);
        if has_need(Need::Choices) && !plurals.is_empty() {
            add("plurals", json!(plurals));
        }
        let rules_of_ordinals = plural::rules(tag, PluralKind::Ordinal);
        if has_need(Need::Ordinals) && !rules_of_ordinals.is_empty() {
            add("ordinals", json!(rules_of_ordinals));
        }

        if has_need(Need::Arguments) && TextDirection::of_tag(tag) == TextDirection::Rtl {
            add("isRtl", json!(true));
        }

        if let Some(locale) = DateLocale::from_tag(tag).filter(|_| !self.date_styles.is_empty()) {
            add("dates", date_formats(&locale, &self.date_styles));
            if let Some(zone) = time_zone {
                add("zone", json!(zone));
            }
        }
    }
}

/// Returns the decimals of an amount and the texts around it. Those of an amount below zero follow if they are not those of one above zero
/// with `-` before.
fn amount(decimals: usize, texts: Option<AmountTexts>) -> Json {
    let Some(AmountTexts { positive: (before, after), negative }) = texts else {
        return json!([decimals, "", ""]);
    };
    if negative == (format!("-{before}"), after.clone()) {
        return json!([decimals, before, after]);
    }
    json!([decimals, before, after, negative.0, negative.1])
}

/// Returns the point, the separator and the sizes of groups. The least number of digits before a separator, the sign and the zero follow
/// if one of them is not that of English.
fn number_format(format: NumberFormat) -> Json {
    let NumberFormat { point, separator, minus, sizes, minimum, zero } = format;
    let sizes: Vec<usize> = match sizes {
        Some((last, others)) if last == others => vec![last],
        Some((last, others)) => vec![last, others],
        None => Vec::new(),
    };
    if (minimum, minus, zero) == (1, "-", LATIN_ZERO) {
        return json!([point, separator, sizes]);
    }
    json!([point, separator, sizes, minimum, minus, zero])
}

/// Returns the patterns of styles, and the names that they show. The zero of their digits follows if it is not that of English.
fn date_formats(locale: &DateLocale, styles: &BTreeSet<String>) -> Json {
    let (mut patterns, mut names) = (Map::new(), Map::new());
    for style in styles {
        let of_style = locale.patterns(style);
        for (_, pattern) in &of_style {
            for (letter, width) in fields(pattern) {
                if let Some(of_field) = locale.names(letter, width) {
                    names.insert(letter.to_string().repeat(width), json!(of_field));
                }
            }
        }
        let of_style = of_style.into_iter().map(|(condition, pattern)| match condition {
            Some((field, value)) => json!([pattern, field, value]),
            None => json!([pattern]),
        });
        patterns.insert(style.clone(), of_style.collect());
    }
    match locale.zero() {
        LATIN_ZERO => json!([patterns, names]),
        zero => json!([patterns, names, zero]),
    }
}

/// Returns the runs of equal letters in a pattern, also those in quotes.
fn fields(pattern: &str) -> Vec<(char, usize)> {
    let mut runs: Vec<(char, usize)> = Vec::new();
    for letter in pattern.chars() {
        match runs.last_mut() {
            Some((last, width)) if *last == letter => *width += 1,
            _ => runs.push((letter, 1)),
        }
    }
    runs
}
