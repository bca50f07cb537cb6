//! Removes white space and comments of CSS. All other tokens stay as they are written, so that the meaning cannot change.

use std::ops::Range;

use crate::syntax::css::statements::{Statement, statements};
use crate::syntax::css::tokens::{CssError, Kind, Token, tokens, would_join};

/// Returns whether a comment, with its delimiters, must stay: a licence.
pub fn is_licence(comment: &str) -> bool {
    comment.starts_with("/*!") || comment.contains("@license") || comment.contains("@preserve")
}

/// Where tokens are, which decides where white space has no meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Selector,
    AtRule,
    Value,
}

/// Returns a style sheet without white space and comments, except licence comments and the values of custom properties.
pub fn minified(text: &str) -> Result<String, CssError> {
    let tokens = tokens(text)?;
    let mut writer = Writer::default();
    let mut depth = 0_usize;
    let mut written = 0;

    for statement in statements(&tokens)? {
        let range = statement.tokens();
        // What is between the last statement and its semicolon.
        writer.licences(&tokens[written..range.start]);
        written = range.end;

        match statement {
            Statement::Comment(index) => writer.comment(tokens[index].text),
            Statement::End(_) => {
                depth -= 1;
                writer.needs_semicolon = false;
                writer.output.push('}');
            }
            Statement::Rule { prelude } => {
                writer.start();
                writer.tokens(&tokens[prelude], Place::Selector);
                writer.output.push('{');
                depth += 1;
            }
            Statement::AtRule { prelude, has_block } => {
                writer.start();
                writer.tokens(&tokens[prelude], Place::AtRule);
                if has_block {
                    writer.output.push('{');
                    depth += 1;
                } else if depth == 0 {
                    writer.output.push(';');
                } else {
                    writer.needs_semicolon = true;
                }
            }
            Statement::Declaration { name, value } => {
                writer.start();
                writer.tokens(&tokens[name.clone()], Place::Value);
                writer.value(text, &tokens, &name, value);
                if depth == 0 {
                    writer.output.push(';');
                } else {
                    writer.needs_semicolon = true;
                }
            }
        }
    }

    writer.licences(&tokens[written..]);
    Ok(writer.output)
}

/// Returns the tokens of a value without white space and comments that have no meaning.
pub fn minified_tokens(tokens: &[Token<'_>]) -> String {
    let mut writer = Writer::default();
    writer.tokens(tokens, Place::Value);
    writer.output
}

#[derive(Debug, Default)]
struct Writer {
    output: String,
    /// Whether the last statement needs a semicolon unless its block ends.
    needs_semicolon: bool,
}

impl Writer {
    fn start(&mut self) {
        if std::mem::take(&mut self.needs_semicolon) {
            self.output.push(';');
        }
    }

    /// Writes a comment between statements if it is a licence.
    fn comment(&mut self, comment: &str) {
        if is_licence(comment) {
            self.start();
            self.output.push_str(comment);
            self.output.push('\n');
        }
    }

    /// Writes the licences among tokens.
    fn licences(&mut self, tokens: &[Token<'_>]) {
        for token in tokens.iter().filter(|it| it.kind == Kind::Comment && is_licence(it.text)) {
            self.output.push_str(token.text);
        }
    }

    /// Writes the colon and the value of a declaration.
    fn value(
        &mut self,
        text: &str,
        tokens: &[Token<'_>],
        name: &Range<usize>,
        value: Range<usize>,
    ) {
        let between = &tokens[name.end..value.start];
        if !between.iter().any(|it| it.text == ":") {
            return;
        }

        self.output.push(':');
        self.licences(between);

        let property = tokens.get(name.start).map_or("", |it| it.text);
        if !property.starts_with("--") && !property.eq_ignore_ascii_case("initial-value") {
            self.tokens(&tokens[value], Place::Value);
        } else if value.is_empty() {
            // Older browsers ignore a custom property with nothing after the colon.
            self.output.push(' ');
        } else {
            // Scripts read the value as it is written.
            self.output.push_str(&text[tokens[value.start].at..tokens[value.end - 1].end()]);
        }
    }

    fn tokens(&mut self, tokens: &[Token<'_>], place: Place) {
        let mut last: Option<Token<'_>> = None;
        let mut has_space = false;
        let mut depth = 0_usize;

        for token in tokens {
            match token.kind {
                Kind::Space => has_space = true,
                Kind::Comment if is_licence(token.text) => {
                    if std::mem::take(&mut has_space) {
                        self.output.push(' ');
                    }
                    self.output.push_str(token.text);
                }
                Kind::Comment => {}
                _ => {
                    if let Some(before) = last {
                        self.gap(&before, token, has_space, place, depth);
                    }
                    self.output.push_str(token.text);
                    has_space = false;
                    last = Some(*token);
                }
            }

            match token.kind {
                Kind::Open | Kind::Function => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Writes what must be between two tokens.
    fn gap(
        &mut self,
        before: &Token<'_>,
        after: &Token<'_>,
        has_space: bool,
        place: Place,
        depth: usize,
    ) {
        let is_at_both = |text: &str| before.text == text || after.text == text;
        let opens = matches!(before.kind, Kind::Open | Kind::Function);
        let closes = after.kind == Kind::Close;

        let has_no_meaning = opens
            || closes
            || is_at_both(",")
            || match place {
                Place::Selector => {
                    depth == 0 && (is_at_both(">") || is_at_both("+") || is_at_both("~"))
                }
                // Before a colon it can separate two selectors.
                Place::AtRule => depth > 0 && before.text == ":",
                Place::Value => depth == 0 && is_at_both("!"),
            };

        if has_space && !has_no_meaning {
            self.output.push(' ');
        } else if before.end() != after.at && would_join(before.text, after.text) {
            self.output.push_str(if has_space { " " } else { "/**/" });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_without_a_meaning_and_comments_are_removed() {
        for (text, expected) in [
            ("/* why */\na  >  b , c {\n  color : red ;\n}\n", "a>b,c{color:red}"),
            ("a { margin : 0 auto ! important ; ; }", "a{margin:0 auto!important}"),
            ("a{color:red /* x */;/* y */}", "a{color:red}"),
            (
                "@media ( min-width : 40rem ) and (width > 1px) { a { top: 0 } }",
                "@media (min-width :40rem) and (width > 1px){a{top:0}}",
            ),
            ("a { & b { c: d } e: f }", "a{& b{c:d}e:f}"),
            (
                "@import \"a.css\"  layer( x ) ;\n@layer a , b ;",
                "@import \"a.css\" layer(x);@layer a,b;",
            ),
            ("a { @apply  b ; }", "a{@apply b}"),
            ("<!-- a { } -->", "a{}"),
            ("b { *zoom: 1; color: red\\9 }", "b{*zoom:1;color:red\\9 }"),
        ] {
            assert_eq!(minified(text).unwrap(), expected);
        }
    }

    #[test]
    fn white_space_with_a_meaning_stays() {
        for text in [
            "a :hover{x:y}",
            "a :is(b c) d{x:y}",
            "a *{x:y}",
            "a .5{x:y}",
            "a{width:calc(1px + 2px*(3 - 1));grid:\"a b\" 1fr/auto}",
            "@supports selector(a :hover){a{x:y}}",
            "@scope (.a :hover) to (.b){a{x:y}}",
            "@page :first{margin:0}",
            "a{font:12px/1.5 \"A B\",serif;x:var(--a) var(--b)}",
            "a{content:\"\\201C  /* no comment */\"}",
            "a{x:10/**/px;y:a/**/(b)}",
        ] {
            assert_eq!(minified(text).unwrap(), text);
        }
    }

    #[test]
    fn values_stay_as_they_are_written() {
        for text in [
            ":root{--z:2147483647;--h:#FFFFFF;--c:RED;--s:a  b /* c */ d;--o:{ x: y; z };--n:0.50px}",
            "@property --x{syntax:\"*\";inherits:false;initial-value:a  b}",
            "a{z-index:calc(2147483647 - 1);margin:var(--x,12345678px) env(y,0.50)}",
            "a{color:light-dark(#FFFFFF,oklch(0.70123456 .1 200));flex:1 1 0px}",
        ] {
            assert_eq!(minified(text).unwrap(), text);
        }
        assert_eq!(minified("a { --x:  b ; --y: ; --z:; }").unwrap(), "a{--x:b;--y: ;--z: }");
    }

    #[test]
    fn licences_stay_where_they_are() {
        let text = "/*! A */\na { color: red; /*! B */ }\n/* @license C */\nb /*! D */ c { d: e /* @preserve */ }";
        let expected =
            "/*! A */\na{color:red;/*! B */\n}/* @license C */\nb /*! D */ c{d:e/* @preserve */}";
        assert_eq!(minified(text).unwrap(), expected);
    }
}
