//! Divides tokens of CSS into declarations and the starts and ends of rules.

use std::ops::Range;

use crate::syntax::css::tokens::{CssError, Kind, Token};

/// A statement of a style sheet. Ranges are those of tokens, without white space and comments at both ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// A comment between two statements.
    Comment(usize),
    /// A declaration. What lacks a colon has an empty value.
    Declaration {
        /// The property.
        name: Range<usize>,
        /// The value.
        value: Range<usize>,
    },
    /// An at-rule from its name to its semicolon or block.
    AtRule {
        /// The name and the prelude.
        prelude: Range<usize>,
        /// Whether a block follows, whose statements are the next ones.
        has_block: bool,
    },
    /// The selector of a rule. The statements of its block are the next ones.
    Rule {
        /// The selector.
        prelude: Range<usize>,
    },
    /// The end of a block, which is this token.
    End(usize),
}

impl Statement {
    /// Returns the range of its tokens, without the brackets of its block and its semicolon.
    pub fn tokens(&self) -> Range<usize> {
        match self {
            Statement::Comment(index) | Statement::End(index) => *index..index + 1,
            Statement::Declaration { name, value } => name.start..value.end,
            Statement::AtRule { prelude, .. } | Statement::Rule { prelude } => prelude.clone(),
        }
    }
}

/// Returns the statements of a style sheet.
pub fn statements(tokens: &[Token<'_>]) -> Result<Vec<Statement>, CssError> {
    let mut found = Vec::new();
    let mut blocks = Vec::new();
    let mut next = 0;

    while let Some(token) = tokens.get(next) {
        match token.kind {
            Kind::Space => next += 1,
            Kind::Comment => {
                found.push(Statement::Comment(next));
                next += 1;
            }
            // Browsers ignore what once hid a style sheet from browsers without CSS.
            Kind::HtmlComment if blocks.is_empty() => next += 1,
            Kind::Delim if token.text == ";" && !blocks.is_empty() => next += 1,
            Kind::Close if token.text == "}" && blocks.pop().is_some() => {
                found.push(Statement::End(next));
                next += 1;
            }
            _ => {
                let end = statement_end(tokens, next, !blocks.is_empty())?;
                let has_block = tokens.get(end).is_some_and(|it| it.text == "{");
                found.push(statement(tokens, next..end, has_block));
                if has_block {
                    blocks.push(end);
                }
                let has_end = tokens.get(end).is_some_and(|it| it.text != "}");
                next = end + usize::from(has_end);
            }
        }
    }

    match blocks.last() {
        Some(open) => Err(CssError { message: "this block has no end", at: tokens[*open].at }),
        None => Ok(found),
    }
}

fn statement(tokens: &[Token<'_>], range: Range<usize>, has_block: bool) -> Statement {
    let prelude = trimmed(tokens, range);
    if tokens[prelude.start].kind == Kind::AtKeyword {
        return Statement::AtRule { prelude, has_block };
    }
    if has_block {
        return Statement::Rule { prelude };
    }
    let colon = prelude.clone().find(|index| tokens[*index].text == ":").unwrap_or(prelude.end);
    let after = (colon + 1).min(prelude.end);
    Statement::Declaration {
        name: trimmed(tokens, prelude.start..colon),
        value: trimmed(tokens, after..prelude.end),
    }
}

/// Returns the index of the token that ends the statement at `start`: `;`, `{`, the `}` of the block around it, or the end of the text.
fn statement_end(tokens: &[Token<'_>], start: usize, is_in_block: bool) -> Result<usize, CssError> {
    // The value of a custom property can contain blocks. At the top level browsers skip it in the same way.
    let is_custom = is_custom_property(tokens, start);
    let mut open: Vec<&str> = Vec::new();

    for (index, token) in tokens.iter().enumerate().skip(start) {
        match (token.kind, token.text) {
            (Kind::Delim, ";") if open.is_empty() => return Ok(index),
            (Kind::Open, "{") if open.is_empty() && !is_custom => return Ok(index),
            (Kind::Open | Kind::Function, text) => open.push(text),
            (Kind::Close, "}") if open.is_empty() && is_in_block => return Ok(index),
            (Kind::Close, close) => {
                let matches = match open.pop() {
                    Some("{") => close == "}",
                    Some("[") => close == "]",
                    Some(_) => close == ")",
                    None => false,
                };
                if !matches {
                    return Err(CssError { message: "this bracket closes none", at: token.at });
                }
            }
            _ => {}
        }
    }

    if open.is_empty() {
        Ok(tokens.len())
    } else {
        Err(CssError { message: "a bracket of this statement has no end", at: tokens[start].at })
    }
}

fn is_custom_property(tokens: &[Token<'_>], start: usize) -> bool {
    let is_name = tokens[start].kind == Kind::Ident && tokens[start].text.starts_with("--");
    let next = tokens[start + 1..].iter().find(|it| !it.is_gap());
    is_name && next.is_some_and(|it| it.text == ":")
}

/// Returns the range without white space and comments at both ends.
fn trimmed(tokens: &[Token<'_>], range: Range<usize>) -> Range<usize> {
    let start = range.clone().find(|index| !tokens[*index].is_gap()).unwrap_or(range.end);
    let end = (start..range.end).rev().find(|index| !tokens[*index].is_gap());
    start..end.map_or(start, |last| last + 1)
}
