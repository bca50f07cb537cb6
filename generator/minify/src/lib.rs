//! Style sheets and scripts without what only people read: comments, but for those that a licence asks for, white space, and longer
//! ways of saying the same. No rule is merged, no name is changed.
//!
//! A crate of its own, since what it is made of compiles slowly, and not every site asks for it.

use std::fmt;

use lightningcss::printer::PrinterOptions;
use lightningcss::stylesheet::{ParserOptions, StyleSheet};
use lightningcss::targets::{Features, Targets};
use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions, CommentOptions, LegalComment};
use oxc_parser::Parser;
use oxc_span::SourceType;

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A style sheet.
    Css,
    /// A script, or a module if it imports or exports something.
    Script,
    /// A module.
    Module,
}

impl Kind {
    /// What a file of this name is; none where it is something else, or was made smaller before: `app.min.js`.
    pub fn of(name: &str) -> Option<Kind> {
        let (stem, extension) = name.rsplit_once('.')?;
        let kind = match extension {
            "css" => Kind::Css,
            "js" => Kind::Script,
            "mjs" => Kind::Module,
            _ => return None,
        };
        (!stem.ends_with(".min")).then_some(kind)
    }
}

/// Why a text was not made smaller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// What is wrong with it.
    pub message: String,
    /// Where that is, in bytes from the beginning.
    pub at: usize,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// The same in fewer bytes; the text itself where that is the shortest.
pub fn minify(kind: Kind, text: &str) -> Result<String, Error> {
    // A byte order mark is no part of what it begins.
    let read = text.trim_start_matches('\u{feff}');
    let smaller = match kind {
        Kind::Css => style_sheet(read),
        Kind::Script => script(read, SourceType::unambiguous()),
        Kind::Module => script(read, SourceType::mjs()),
    };
    let smaller =
        smaller.map_err(|error| Error { at: error.at + text.len() - read.len(), ..error })?;
    Ok(if smaller.len() < text.len() { smaller } else { text.to_owned() })
}

fn style_sheet(text: &str) -> Result<String, Error> {
    let sheet = StyleSheet::parse(text, ParserOptions::default()).map_err(|error| {
        let at = error
            .loc
            .as_ref()
            .map_or(0, |it| offset(text, it.line as usize, it.column as usize - 1));
        Error { message: error.kind.to_string(), at }
    })?;
    // Written as ranges, media queries would be for newer browsers than they were written for.
    let targets =
        Targets { browsers: None, include: Features::MediaQueries, exclude: Features::empty() };
    let options = PrinterOptions { minify: true, targets, ..PrinterOptions::default() };
    sheet
        .to_css(options)
        .map(|it| it.code)
        .map_err(|error| Error { message: error.kind.to_string(), at: 0 })
}

fn script(text: &str, source_type: SourceType) -> Result<String, Error> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, source_type).parse();
    if let Some(error) = parsed.diagnostics.first() {
        let at = error.labels.first().map_or(0, |it| it.offset() as usize);
        return Err(Error { message: error.message.to_string(), at });
    }
    let comments = CommentOptions {
        normal: false,
        jsdoc: false,
        annotation: true,
        legal: LegalComment::Inline,
    };
    let options = CodegenOptions { comments, ..CodegenOptions::minify() };
    Ok(Codegen::new().with_options(options).build(&parsed.program).code)
}

/// Where a line, counted from 0, and a column of it in units of UTF-16 is.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let begin = text.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
    let mut units = 0;
    let rest = text.get(begin..).unwrap_or_default();
    let found = rest.char_indices().find(|(_, letter)| {
        let is_there = units >= column;
        units += letter.len_utf16();
        is_there
    });
    begin + found.map_or(rest.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_style_sheets_and_scripts_that_were_not_made_smaller_yet_are_taken() {
        assert_eq!(Kind::of("css/site.css"), Some(Kind::Css));
        assert_eq!([Kind::of("a.js"), Kind::of("a.mjs")], [Some(Kind::Script), Some(Kind::Module)]);
        assert_eq!(
            [Kind::of("a.min.js"), Kind::of("a.min.css"), Kind::of("css"), Kind::of("a.json")],
            [None; 4]
        );
    }

    #[test]
    fn a_style_sheet_says_the_same_to_the_same_browsers() {
        let smaller = |text| minify(Kind::Css, text).unwrap();
        assert_eq!(smaller("/* why */\na  >  b , c {\n  color : red ;\n}\n"), "a>b,c{color:red}");
        assert_eq!(smaller("/*! licence */\na { color: red; }"), "/*! licence */\na{color:red}");
        assert_eq!(
            smaller("@media (min-width: 40rem) { a { top: 0; left: 0; right: 0; bottom: 0 } }"),
            "@media (min-width:40rem){a{top:0;left:0;right:0;bottom:0}}"
        );
        assert_eq!(
            smaller("a { width: calc(100% - 2 * var(--space)); & b { color: red } }"),
            "a{width:calc(100% - 2 * var(--space));& b{color:red}}"
        );
        assert_eq!(smaller("a{}"), "a{}");
        assert_eq!(smaller("\u{feff}a { color: red }"), "a{color:red}");
    }

    #[test]
    fn a_script_keeps_its_names_its_licence_and_its_kind() {
        let smaller = |kind, text| minify(kind, text).unwrap();
        assert_eq!(
            smaller(
                Kind::Script,
                "/*! licence */\n\"use strict\";\n// why\nfunction shown (name) {\n  return `a  ${ name }`;\n}\n"
            ),
            "/*! licence */\n\"use strict\";function shown(name){return`a  ${name}`}"
        );
        assert_eq!(smaller(Kind::Script, "var a = b ? 1 : /x  y/ ; // z\n"), "var a=b?1:/x  y/;");
        assert!(
            smaller(Kind::Script, "import { a } from \"./a.js\";\nexport const b = a ;\n")
                .starts_with("import{a}from\"./a.js\";")
        );
        assert_eq!(smaller(Kind::Module, "await  a ;\n"), "await a;");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let wrong = |kind, text: &str| minify(kind, text).unwrap_err().at;
        assert_eq!(wrong(Kind::Script, "var a = 1;\nvar b = ;\n"), 19);
        let text = "a { color: red }\n/* ä𝒳 */ b { *zoom: 1 } c { color: red }\n";
        let at = wrong(Kind::Css, text);
        assert_eq!(&text[at..=at], "}", "in {}", &text[at..]);
        assert_eq!(text[..at].matches('}').count(), 1);
    }
}
