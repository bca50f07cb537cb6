//! Minifies style sheets and scripts: removes comments (except licence comments) and white space, and shortens the syntax of scripts.
//!
//! Values in CSS stay as they are written. This is a separate crate because its dependencies are slow to compile, and not every site
//! needs them.

use croupier_base::syntax::css;
use croupier_extensions::{Minify, MinifyError};
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
    css::minified(text)
        .map_err(|error| MinifyError { message: error.message.to_owned(), at: error.at })
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
    fn a_style_sheet_is_minified_without_its_byte_order_mark() {
        let minified = |text| minify(Kind::Css, text).unwrap();
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
        let text = "\u{feff}a { color: red }\n/* ä𝒳 */ b { content: \"x }\n";
        let at = error_offset(Kind::Css, text);
        assert!(text[at..].starts_with("\"x"), "in {}", &text[at..]);
    }
}
