//! Minifies style sheets and scripts: removes comments (except licence comments) and white space, and shortens syntax.
//!
//! CSS rules are not merged and names are not changed. This is a separate crate because its dependencies are slow to compile, and not
//! every site needs them.

use croupier_extensions::{Minify, MinifyError};
use lightningcss::printer::PrinterOptions;
use lightningcss::stylesheet::{ParserOptions, StyleSheet};
use lightningcss::targets::{Features, Targets};
use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions, CommentOptions, LegalComment};
use oxc_parser::Parser;
use oxc_span::SourceType;

/// The interface for the engine.
pub const EXTENSION: Minify =
    |name, text| Kind::from_file_name(name).map(|kind| minify(kind, text));

/// The language of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A CSS style sheet.
    Css,
    /// A JavaScript file that is parsed as a module if it has imports or exports.
    Script,
    /// A JavaScript module.
    Module,
}

impl Kind {
    /// Returns the kind for a file name, or `None` for other files and for files that are already minified: `app.min.js`.
    fn from_file_name(name: &str) -> Option<Kind> {
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

/// Returns the minified text, or the text itself if minifying does not shorten it.
fn minify(kind: Kind, text: &str) -> Result<String, MinifyError> {
    // The parsers do not accept a byte order mark.
    let source = text.trim_start_matches('\u{feff}');
    let result = match kind {
        Kind::Css => minify_style_sheet(source),
        Kind::Script => minify_script(source, SourceType::unambiguous()),
        Kind::Module => minify_script(source, SourceType::mjs()),
    };
    let minified = result
        .map_err(|error| MinifyError { at: error.at + text.len() - source.len(), ..error })?;
    Ok(if minified.len() < text.len() { minified } else { text.to_owned() })
}

fn minify_style_sheet(text: &str) -> Result<String, MinifyError> {
    let sheet = StyleSheet::parse(text, ParserOptions::default()).map_err(|error| {
        let at = error
            .loc
            .as_ref()
            .map_or(0, |it| byte_offset(text, it.line as usize, it.column as usize - 1));
        MinifyError { message: error.kind.to_string(), at }
    })?;
    // Range syntax in media queries would drop support for older browsers.
    let targets =
        Targets { browsers: None, include: Features::MediaQueries, exclude: Features::empty() };
    let options = PrinterOptions { minify: true, targets, ..PrinterOptions::default() };
    sheet
        .to_css(options)
        .map(|it| it.code)
        .map_err(|error| MinifyError { message: error.kind.to_string(), at: 0 })
}

fn minify_script(text: &str, source_type: SourceType) -> Result<String, MinifyError> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, source_type).parse();
    if let Some(error) = parsed.diagnostics.first() {
        let at = error.labels.first().map_or(0, |it| it.offset() as usize);
        return Err(MinifyError { message: error.message.to_string(), at });
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

/// Returns the byte offset of a line (counted from 0) and a column in UTF-16 code units.
fn byte_offset(text: &str, line: usize, column: usize) -> usize {
    let line_start = text.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
    let rest = text.get(line_start..).unwrap_or_default();
    let mut units = 0;
    for (index, letter) in rest.char_indices() {
        if units >= column {
            return line_start + index;
        }
        units += letter.len_utf16();
    }
    line_start + rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_style_sheets_and_scripts_that_are_not_minified_have_a_kind() {
        assert_eq!(Kind::from_file_name("css/site.css"), Some(Kind::Css));
        assert_eq!(
            [Kind::from_file_name("a.js"), Kind::from_file_name("a.mjs")],
            [Some(Kind::Script), Some(Kind::Module)]
        );
        assert_eq!(
            [
                Kind::from_file_name("a.min.js"),
                Kind::from_file_name("a.min.css"),
                Kind::from_file_name("css"),
                Kind::from_file_name("a.json")
            ],
            [None; 4]
        );
    }

    #[test]
    fn a_minified_style_sheet_supports_the_same_browsers() {
        let minified = |text| minify(Kind::Css, text).unwrap();
        assert_eq!(minified("/* why */\na  >  b , c {\n  color : red ;\n}\n"), "a>b,c{color:red}");
        assert_eq!(minified("/*! licence */\na { color: red; }"), "/*! licence */\na{color:red}");
        assert_eq!(
            minified("@media (min-width: 40rem) { a { top: 0; left: 0; right: 0; bottom: 0 } }"),
            "@media (min-width:40rem){a{top:0;left:0;right:0;bottom:0}}"
        );
        assert_eq!(
            minified("a { width: calc(100% - 2 * var(--space)); & b { color: red } }"),
            "a{width:calc(100% - 2 * var(--space));& b{color:red}}"
        );
        assert_eq!(minified("a{}"), "a{}");
        assert_eq!(minified("\u{feff}a { color: red }"), "a{color:red}");
    }

    #[test]
    fn a_script_keeps_its_names_its_licence_and_its_kind() {
        let minified = |kind, text| minify(kind, text).unwrap();
        assert_eq!(
            minified(
                Kind::Script,
                "/*! licence */\n\"use strict\";\n// why\nfunction shown (name) {\n  return `a  ${ name }`;\n}\n"
            ),
            "/*! licence */\n\"use strict\";function shown(name){return`a  ${name}`}"
        );
        assert_eq!(minified(Kind::Script, "var a = b ? 1 : /x  y/ ; // z\n"), "var a=b?1:/x  y/;");
        assert!(
            minified(Kind::Script, "import { a } from \"./a.js\";\nexport const b = a ;\n")
                .starts_with("import{a}from\"./a.js\";")
        );
        assert_eq!(minified(Kind::Module, "await  a ;\n"), "await a;");
    }

    #[test]
    fn errors_have_byte_offsets() {
        let error_offset = |kind, text: &str| minify(kind, text).unwrap_err().at;
        assert_eq!(error_offset(Kind::Script, "var a = 1;\nvar b = ;\n"), 19);
        let text = "a { color: red }\n/* ä𝒳 */ b { *zoom: 1 } c { color: red }\n";
        let at = error_offset(Kind::Css, text);
        assert_eq!(&text[at..=at], "}", "in {}", &text[at..]);
        assert_eq!(text[..at].matches('}').count(), 1);
    }
}
