//! Hides values from `lightningcss`, which would write them in another way: it rounds numbers to six digits, evaluates functions, and
//! shortens custom properties, which scripts read. Only what the targets do not know stays visible to it.
//!
//! A hidden value is replaced by `?` and an identifier of noncharacters, which no style sheet contains. No property has such a value, so
//! that `lightningcss` neither changes it nor merges it with others. Lines and columns stay the same.

use std::collections::HashMap;
use std::ops::Range;

use croupier_base::syntax::css::{
    self, CssError, Kind, Statement, Token, is_licence, minified_tokens, unescaped, urls_of,
};
use lightningcss::stylesheet::{MinifyOptions, ParserOptions, PrinterOptions, StyleSheet};
use lightningcss::targets::Targets;
use parcel_sourcemap::SourceMap;

/// The digits of placeholders. The last noncharacter starts the placeholders of URLs.
const FIRST_DIGIT: u32 = 0xFDD0;
const BASE: u32 = 31;
const URL_MARK: char = '\u{FDEF}';

/// The at-rules whose blocks contain rules, or declarations like those of a rule.
const CONTAINERS: [&str; 10] = [
    "media",
    "supports",
    "container",
    "layer",
    "scope",
    "starting-style",
    "nest",
    "keyframes",
    "position-try",
    "counter-style",
];

/// The other at-rules that `lightningcss` has to read. Their descriptors have a syntax of their own.
const READ: [&str; 11] = [
    "import",
    "charset",
    "namespace",
    "font-face",
    "font-palette-values",
    "font-feature-values",
    "page",
    "view-transition",
    "viewport",
    "document",
    "custom-media",
];

/// The values of `all` that `lightningcss` knows. It refuses others.
const RESETS: [&str; 5] = ["initial", "inherit", "unset", "revert", "revert-layer"];

/// The properties that `all` does not change. `lightningcss` removes what precedes `all`, apart from these if it can read them.
const NOT_RESET: [&str; 2] = ["direction", "unicode-bidi"];

/// A text that has a placeholder.
#[derive(Debug)]
enum Hidden {
    Value(String),
    /// The name of a property.
    Name(String),
    /// An at-rule with its block or its semicolon.
    Rule(String),
}

/// A URL in a style sheet.
#[derive(Debug)]
pub(crate) struct FoundUrl {
    /// The URL, without escapes.
    pub url: String,
    /// The text in place of it.
    pub placeholder: String,
    /// The path of the style sheet.
    pub file: String,
    /// Byte offset in the style sheet.
    pub at: usize,
}

/// The hidden values of all style sheets of a bundle.
#[derive(Debug)]
pub(crate) struct Masks {
    targets: Targets,
    /// Whether white space and comments are removed from values.
    minify: bool,
    hidden: Vec<Hidden>,
    /// Placeholders of values, so that equal rules stay equal.
    numbers: HashMap<String, usize>,
    /// Whether declarations need other syntax for the targets.
    needs_targets: HashMap<String, bool>,
    /// Numbers of preludes that have more digits than `lightningcss` prints, by the number in place of them.
    pub(crate) long_numbers: HashMap<String, String>,
    pub(crate) urls: Vec<FoundUrl>,
    pub(crate) licences: Vec<String>,
}

impl Masks {
    pub(crate) fn new(targets: Targets, minify: bool) -> Masks {
        Masks {
            targets,
            minify,
            hidden: Vec::new(),
            numbers: HashMap::new(),
            needs_targets: HashMap::new(),
            long_numbers: HashMap::new(),
            urls: Vec::new(),
            licences: Vec::new(),
        }
    }

    /// Returns a style sheet whose values are hidden.
    pub(crate) fn masked(&mut self, file: &str, text: &str) -> Result<String, CssError> {
        let tokens = css::tokens(text)?;
        let statements = css::statements(&tokens)?;

        let mut sheet = Sheet { file, text, tokens: &tokens, edits: Vec::new() };
        // For each open block: whether its declarations are hidden, and whether its at-rules are part of the syntax of the block.
        let mut blocks: Vec<(bool, bool)> = Vec::new();
        let mut next = 0;

        while let Some(statement) = statements.get(next) {
            next += 1;
            match statement {
                Statement::Comment(_) => {}
                Statement::End(_) => {
                    blocks.pop();
                }
                Statement::Rule { prelude } => {
                    sheet.licences(prelude.clone(), self);
                    blocks.push((true, false));
                }
                Statement::AtRule { prelude, has_block } => {
                    let name = tokens[prelude.start].text[1..].to_ascii_lowercase();
                    let name = without_prefix(&name);
                    let is_part = blocks.iter().any(|(_, has_own_rules)| *has_own_rules);
                    let is_container = CONTAINERS.contains(&name);
                    if is_container || is_part || READ.contains(&name) {
                        sheet.prelude(prelude.clone(), self);
                        if *has_block {
                            blocks.push((is_container, !is_container));
                        }
                        continue;
                    }

                    if *has_block {
                        next = block_end(&statements, next);
                    }
                    let end = match statements[next - 1] {
                        Statement::End(token) if *has_block => Some(tokens[token].end()),
                        _ if *has_block => None,
                        _ => end_of_statement(&tokens, prelude.end),
                    };
                    let end = end.unwrap_or(text.len());
                    sheet.hide_rule(tokens[prelude.start].at..end, self);
                }
                Statement::Declaration { name, value } => {
                    let is_hidden = blocks.last().is_some_and(|(is_hidden, _)| *is_hidden)
                        && !(NOT_RESET.contains(&&*sheet.property(name))
                            && sheet.has_all(&statements[next..]));
                    if is_hidden && sheet.hide_value(name.clone(), value.clone(), self) {
                        continue;
                    }
                    sheet.licences(value.clone(), self);
                    sheet.hide_urls(value.clone(), self);
                }
            }
        }

        self.mask_other_licences(&mut sheet);
        Ok(sheet.edited())
    }

    /// Masks licences between statements, and those before and after preludes and values.
    fn mask_other_licences(&mut self, sheet: &mut Sheet<'_>) {
        let edited: Vec<Range<usize>> =
            sheet.edits.iter().map(|(range, _)| range.clone()).collect();
        let is_comment = |it: &&Token<'_>| it.kind == Kind::Comment && is_licence(it.text);
        for token in sheet.tokens.iter().filter(is_comment) {
            if !edited.iter().any(|range| range.contains(&token.at)) {
                self.add_licence(token.text);
                sheet.edits.push((token.at..token.end(), blank(token.text, 0)));
            }
        }
    }

    fn add_licence(&mut self, comment: &str) {
        if !self.licences.iter().any(|it| it == comment) {
            self.licences.push(comment.to_owned());
        }
    }

    /// Returns the placeholder of a value.
    fn placeholder(&mut self, value: &str) -> String {
        if let Some(number) = self.numbers.get(value) {
            return format!("?{}", encoded(*number));
        }
        self.numbers.insert(value.to_owned(), self.hidden.len());
        self.hidden.push(Hidden::Value(value.to_owned()));
        format!("?{}", encoded(self.hidden.len() - 1))
    }

    /// Returns the placeholder of the name of a property.
    fn name_placeholder(&mut self, name: &str) -> String {
        self.hidden.push(Hidden::Name(name.to_owned()));
        encoded(self.hidden.len() - 1)
    }

    /// Whether the targets need another syntax than that of a declaration. Also true for an invalid one, whose error is reported later.
    fn needs_targets(&mut self, name: &str, value: &str) -> bool {
        let rule = format!("a{{{name}:{value}}}");
        if let Some(known) = self.needs_targets.get(&rule) {
            return *known;
        }
        let needs = match (printed(&rule, self.targets), printed(&rule, Targets::default())) {
            (Some(lowered), Some(modern)) => lowered != modern,
            _ => true,
        };
        self.needs_targets.insert(rule, needs);
        needs
    }

    /// Returns the printed style sheet with the hidden values and the licences, and moves the mappings of `map` to their new positions.
    pub(crate) fn restored(&self, css: &str, map: Option<&mut SourceMap>) -> String {
        let mut output = Output::default();
        for licence in &self.licences {
            output.push(licence);
            output.push("\n");
        }

        let mut mappings = map.as_ref().map(|map| map.get_mappings()).unwrap_or_default();
        mappings.sort_by_key(|it| (it.generated_line, it.generated_column));
        let mut moved = Vec::with_capacity(mappings.len());
        let mut mappings = mappings.into_iter().peekable();

        let mut before = Output::default();
        let mut rest = css;

        while let Some(letter) = rest.chars().next() {
            while let Some(mapping) = mappings.next_if(|it| {
                (it.generated_line, it.generated_column) <= (before.line, before.column)
            }) {
                moved.push((output.line, output.column, mapping.original));
            }

            let (read, written) = self.restored_start(rest, letter, &mut output);
            before.advance(&rest[..read]);
            output.push(&written);
            rest = &rest[read..];
        }

        if let Some(map) = map {
            *map = with_mappings(map, moved);
        }
        output.text
    }

    /// Returns the length of what is replaced at the start of `rest`, and the text in place of it.
    fn restored_start(&self, rest: &str, letter: char, output: &mut Output) -> (usize, String) {
        let number = |text: &str| self.long_numbers.get(text).cloned();
        let is_part = output.text.ends_with(|it: char| it.is_alphanumeric() || ".#_-".contains(it));
        if letter.is_ascii_digit() && !is_part {
            let length = rest.bytes().take_while(u8::is_ascii_digit).count();
            let digits = &rest[..length];
            return (length, number(digits).unwrap_or_else(|| digits.to_owned()));
        }
        if !is_mark(letter) {
            return (letter.len_utf8(), letter.to_string());
        }

        let end = rest.find(|it| !is_mark(it)).unwrap_or(rest.len());
        let (mark, after) = rest.split_at(end);
        if letter == URL_MARK {
            // Other programs replace it by a URL, which needs quotes.
            let is_quoted = output.text.ends_with(['"', '\'']);
            return (end, if is_quoted { mark.to_owned() } else { format!("\"{mark}\"") });
        }
        match decoded(mark).and_then(|number| self.hidden.get(number)) {
            Some(Hidden::Value(value)) => {
                output.pop('?');
                (end, value.clone())
            }
            Some(Hidden::Name(name)) => (end, name.clone()),
            Some(Hidden::Rule(rule)) => {
                output.pop('@');
                let semicolon = after.strip_prefix(';').map_or(0, |_| 1);
                (end + semicolon, rule.clone())
            }
            None => (end, mark.to_owned()),
        }
    }
}

/// A style sheet whose values are being hidden.
struct Sheet<'a> {
    file: &'a str,
    text: &'a str,
    tokens: &'a [Token<'a>],
    edits: Vec<(Range<usize>, String)>,
}

impl Sheet<'_> {
    /// Moves the licences among tokens to the start of the bundle.
    fn licences(&mut self, range: Range<usize>, masks: &mut Masks) {
        for token in &self.tokens[range] {
            if token.kind == Kind::Comment && is_licence(token.text) {
                masks.add_licence(token.text);
                self.edits.push((token.at..token.end(), blank(token.text, 0)));
            }
        }
    }

    /// Hides the numbers of a prelude that `lightningcss` would round: `1199.999px` is another width than `1200px`.
    fn prelude(&mut self, range: Range<usize>, masks: &mut Masks) {
        self.licences(range.clone(), masks);
        for token in self.tokens[range].iter().filter(|it| it.kind == Kind::Number) {
            let is_digit = |it: char| it.is_ascii_digit() || it == '.';
            let length = token.text.find(|it| !is_digit(it)).unwrap_or(token.text.len());
            let number = &token.text[..length];
            let digits = number.replace('.', "");
            if digits.trim_matches('0').len() <= 6 {
                continue;
            }

            // A number with six digits that the style sheet does not contain.
            let known = masks.long_numbers.iter().find(|(_, it)| *it == number);
            let substitute = known.map(|(it, _)| it.clone()).or_else(|| {
                (700_001..1_000_000_u32)
                    .map(|it| it.to_string())
                    .find(|it| !masks.long_numbers.contains_key(it) && !self.text.contains(it))
            });

            if let Some(substitute) = substitute {
                masks.long_numbers.insert(substitute.clone(), number.to_owned());
                let padded =
                    format!("{substitute}.{}", "0".repeat(length.saturating_sub(7).max(1)));
                self.edits.push((token.at..token.at + length, padded));
            }
        }
    }

    /// Returns the name of a property in lower case.
    fn property(&self, name: &Range<usize>) -> String {
        let range = self.tokens[name.start].at..self.tokens[name.end - 1].end();
        self.text[range].to_ascii_lowercase()
    }

    /// Whether the rest of a block declares `all`.
    fn has_all(&self, statements: &[Statement]) -> bool {
        let mut depth = 0_usize;
        for statement in statements {
            match statement {
                Statement::Declaration { name, .. }
                    if depth == 0 && self.property(name) == "all" =>
                {
                    return true;
                }
                Statement::Rule { .. } | Statement::AtRule { has_block: true, .. } => depth += 1,
                Statement::End(_) if depth == 0 => return false,
                Statement::End(_) => depth -= 1,
                _ => {}
            }
        }
        false
    }

    /// Hides the value of a declaration. Returns whether it can be hidden.
    fn hide_value(&mut self, name: Range<usize>, value: Range<usize>, masks: &mut Masks) -> bool {
        if !self.tokens[name.end..value.start].iter().any(|it| it.text == ":") {
            return false;
        }
        let name_range = self.tokens[name.start].at..self.tokens[name.end - 1].end();
        let name = &self.text[name_range.clone()];
        let is_custom = name.starts_with("--");
        let value = without_important(self.tokens, value);
        if value.is_empty() && !is_custom {
            return false;
        }

        // Older browsers ignore a custom property with nothing after the colon.
        if value.is_empty() {
            let at = self.tokens.get(value.start).map_or(self.text.len(), |it| it.at);
            let placeholder = masks.placeholder(" ");
            self.edits.push((at..at, placeholder));
            return true;
        }
        let source = self.tokens[value.start].at..self.tokens[value.end - 1].end();
        let is_all = name.eq_ignore_ascii_case("all");
        if is_all && RESETS.iter().any(|it| self.text[source.clone()].eq_ignore_ascii_case(it)) {
            return false;
        }

        let urls_before = masks.urls.len();
        let edits = self.url_edits(value.clone(), masks);
        let with_urls = edited(self.text, source.clone(), &edits);
        let shown = if is_custom || !masks.minify {
            with_urls
        } else {
            // The URLs are quoted, so that the text has tokens.
            css::tokens(&with_urls).map_or(with_urls.clone(), |tokens| minified_tokens(&tokens))
        };
        if is_all {
            // `lightningcss` has no form of this property for other values.
            let placeholder = masks.name_placeholder("all");
            let length = placeholder.chars().count();
            self.edits.push((name_range, placeholder + &blank(name, length)));
        } else if masks.needs_targets(name, &shown) {
            masks.urls.truncate(urls_before);
            return false;
        }

        let placeholder = masks.placeholder(&shown);
        let written = &self.text[source.clone()];
        let length = placeholder.chars().count();
        self.edits.push((source, placeholder + &blank(written, length)));
        true
    }

    /// Hides an at-rule with its block.
    fn hide_rule(&mut self, range: Range<usize>, masks: &mut Masks) {
        let first = self.tokens.partition_point(|it| it.at < range.start);
        let last = self.tokens.partition_point(|it| it.at < range.end);
        let edits = self.url_edits(first..last, masks);
        let rule = edited(self.text, range.clone(), &edits);
        let shown = if masks.minify { css::minified(&rule).unwrap_or(rule) } else { rule };
        masks.hidden.push(Hidden::Rule(shown));
        let placeholder = format!("@{};", encoded(masks.hidden.len() - 1));
        let length = placeholder.chars().count();
        let written = &self.text[range.clone()];
        self.edits.push((range, placeholder + &blank(written, length)));
    }

    /// Hides the URLs of a value that `lightningcss` reads.
    fn hide_urls(&mut self, range: Range<usize>, masks: &mut Masks) {
        let edits = self.url_edits(range, masks);
        for (range, text) in edits {
            let length = text.chars().count();
            let written = &self.text[range.clone()];
            self.edits.push((range, text + &blank(written, length)));
        }
    }

    /// Records the URLs among tokens. Returns the texts in place of their tokens.
    fn url_edits(&self, range: Range<usize>, masks: &mut Masks) -> Vec<(Range<usize>, String)> {
        let mut edits = Vec::new();
        for url in urls_of(&self.tokens[range]) {
            let target = unescaped(&self.text[url.range]);
            let is_same = |it: &FoundUrl| it.url == *target && it.file == self.file;
            let number = masks.urls.iter().position(is_same).unwrap_or(masks.urls.len());
            let placeholder = format!("{URL_MARK}{}", encoded(number));

            let is_string = self.text[url.token.clone()].starts_with(['"', '\'']);
            let quoted = format!("\"{placeholder}\"");
            edits.push((
                url.token.clone(),
                if is_string { quoted } else { format!("url({quoted})") },
            ));

            if number == masks.urls.len() {
                let (url, file, at) = (target.into_owned(), self.file.to_owned(), url.token.start);
                masks.urls.push(FoundUrl { url, placeholder, file, at });
            }
        }

        edits
    }

    fn edited(mut self) -> String {
        self.edits.sort_by_key(|(range, _)| range.start);
        edited(self.text, 0..self.text.len(), &self.edits)
    }
}

/// Returns a part of a text after edits, which are sorted by their ranges.
fn edited(text: &str, part: Range<usize>, edits: &[(Range<usize>, String)]) -> String {
    let mut output = String::with_capacity(part.len());
    let mut copied = part.start;
    for (range, replacement) in edits {
        output.push_str(&text[copied..range.start]);
        output.push_str(replacement);
        copied = range.end;
    }
    output.push_str(&text[copied..part.end]);
    output
}

/// Returns white space with the lines and columns of a text, without the first `used` columns.
fn blank(text: &str, used: usize) -> String {
    let mut column = 0;
    let mut output = String::new();
    for letter in text.chars() {
        if matches!(letter, '\n' | '\r' | '\x0c') {
            output.push(letter);
            column = used;
        } else {
            for _ in 0..letter.len_utf16() {
                column += 1;
                if column > used {
                    output.push(' ');
                }
            }
        }
    }
    output
}

/// Returns the name of an at-rule without the prefix of a browser.
fn without_prefix(name: &str) -> &str {
    let prefixes = ["-webkit-", "-moz-", "-ms-", "-o-"];
    prefixes.iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name)
}

/// Returns the end of the statement without a block whose prelude ends at the token `start`. `None` if the text ends before.
fn end_of_statement(tokens: &[Token<'_>], start: usize) -> Option<usize> {
    tokens.get(start..)?.iter().find(|it| it.text == ";").map(Token::end)
}

/// Returns the number of the statement after the end of the block whose statements start at `first`.
fn block_end(statements: &[Statement], first: usize) -> usize {
    let mut depth = 1;
    for (index, statement) in statements.iter().enumerate().skip(first) {
        match statement {
            Statement::Rule { .. } | Statement::AtRule { has_block: true, .. } => depth += 1,
            Statement::End(_) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    statements.len()
}

/// Returns the tokens of a value before `!important`.
fn without_important(tokens: &[Token<'_>], value: Range<usize>) -> Range<usize> {
    let mut solid = value.clone().rev().filter(|index| !tokens[*index].is_gap());
    let (last, mark) = (solid.next(), solid.next());
    match (last, mark) {
        (Some(last), Some(mark))
            if tokens[last].text.eq_ignore_ascii_case("important") && tokens[mark].text == "!" =>
        {
            value.start..solid.next().map_or(value.start, |index| index + 1)
        }
        _ => value,
    }
}

/// Prints a style sheet for targets. `None` if it is invalid.
fn printed(text: &str, targets: Targets) -> Option<String> {
    let mut sheet = StyleSheet::parse(text, ParserOptions::default()).ok()?;
    sheet.minify(MinifyOptions { targets, ..MinifyOptions::default() }).ok()?;
    let options = PrinterOptions { minify: true, targets, ..PrinterOptions::default() };
    sheet.to_css(options).ok().map(|it| it.code)
}

fn is_mark(letter: char) -> bool {
    ('\u{FDD0}'..=URL_MARK).contains(&letter)
}

/// Returns the placeholder of a number, which has at least two letters.
fn encoded(number: usize) -> String {
    let mut rest = u32::try_from(number).unwrap_or(u32::MAX);
    let mut digits = Vec::new();
    while digits.len() < 2 || rest > 0 {
        digits.push(char::from_u32(FIRST_DIGIT + rest % BASE).unwrap_or(URL_MARK));
        rest /= BASE;
    }
    digits.into_iter().rev().collect()
}

fn decoded(mark: &str) -> Option<usize> {
    mark.chars().try_fold(0_usize, |number, digit| {
        let digit = u32::from(digit).checked_sub(FIRST_DIGIT).filter(|it| *it < BASE)?;
        number.checked_mul(BASE as usize)?.checked_add(digit as usize)
    })
}

/// A text, and the position of its end: the line, and the column in UTF-16 code units, both counted from 0.
#[derive(Debug, Default)]
struct Output {
    text: String,
    line: u32,
    column: u32,
}

impl Output {
    fn push(&mut self, text: &str) {
        self.advance(text);
        self.text.push_str(text);
    }

    /// Moves the position without keeping the text.
    fn advance(&mut self, text: &str) {
        for letter in text.chars() {
            if letter == '\n' {
                (self.line, self.column) = (self.line + 1, 0);
            } else {
                self.column += u32::try_from(letter.len_utf16()).unwrap_or(1);
            }
        }
    }

    /// Removes the mark before a placeholder, with the space between them.
    fn pop(&mut self, mark: char) {
        let before = self.text.trim_end_matches(' ').trim_end_matches(mark).len();
        let length = u32::try_from(self.text.len() - before).unwrap_or(0);
        self.column = self.column.saturating_sub(length);
        self.text.truncate(before);
    }
}

type Moved = (u32, u32, Option<parcel_sourcemap::OriginalLocation>);

/// Returns a source map with the sources of another one.
fn with_mappings(map: &SourceMap, mappings: Vec<Moved>) -> SourceMap {
    let mut moved = SourceMap::new("/");
    moved.add_sources(map.get_sources().clone());
    for (index, content) in map.get_sources_content().iter().enumerate() {
        let _ = moved.set_source_content(index, content);
    }
    moved.add_names(map.get_names().clone());
    for (line, column, original) in mappings {
        moved.add_mapping(line, column, original);
    }
    moved
}
