//! The interfaces of Croupier's optional libraries, which are slow to compile.
//!
//! The engine calls the libraries only through [`Extensions`], a part of the options of a build. So no crate of the engine has cargo
//! features, and a change of the features compiles only the program again. The crates with the libraries have a constant for each
//! interface, such as `croupier_math::EXTENSION`.

pub mod pictures;
pub mod social_cards;
pub mod styles;

use std::fmt;
use std::ops::Range;

use crate::pictures::Pictures;
use crate::styles::Styles;

/// The optional libraries that a program was built with.
#[derive(Debug, Clone, Copy, Default)]
pub struct Extensions {
    /// Sorts texts in the order of a language.
    pub collation: Option<Collation>,
    /// Highlights code blocks.
    pub highlight: Option<Highlight>,
    /// Renders formulas.
    pub math: Option<Math>,
    /// Minifies style sheets and scripts.
    pub minify: Option<Minify>,
    /// Encodes copies of pictures and renders icons.
    pub pictures: Option<Pictures>,
    /// Bundles style sheets.
    pub styles: Option<Styles>,
}

impl Extensions {
    /// Returns the names of the cargo features of these libraries.
    pub fn features(&self) -> Vec<&'static str> {
        let features = [
            ("avif", self.pictures.is_some_and(|it| it.has_avif)),
            ("collation", self.collation.is_some()),
            ("highlight", self.highlight.is_some()),
            ("math", self.math.is_some()),
            ("minify", self.minify.is_some()),
            ("pictures", self.pictures.is_some()),
            ("styles", self.styles.is_some()),
        ];

        features.iter().filter(|(_, is_present)| *is_present).map(|(name, _)| *name).collect()
    }
}

/// Returns what to tell a user who needs a cargo feature that this program was built without: a message, and how to fix it.
///
/// `alternative` is what else the user can do, such as "remove `minify`".
pub fn without_feature(feature: &str, alternative: &str) -> (String, String) {
    let message = format!("this Croupier was built without `{feature}`");
    let hint = format!(
        "install it with `cargo install --path generator --features {feature}`, or {alternative}"
    );

    (message, hint)
}

/// Returns the order of texts in the language with a tag.
pub type Collation = fn(tag: &str) -> TextOrder;

/// Returns the key of a text. The bytes of keys have the order of the texts.
pub type TextOrder = Box<dyn Fn(&str) -> Vec<u8> + Send + Sync>;

/// Highlights the syntax of code blocks.
#[derive(Debug, Clone, Copy)]
pub struct Highlight {
    /// The languages that can be highlighted. Most have shorter names, too, such as `rs` and `yml`.
    pub languages: &'static [&'static str],
    /// Returns code as HTML, whose tokens are in `<span class="hl-…">`; `None` if the language is not known.
    pub html: fn(language: &str, code: &str) -> Option<String>,
}

/// Returns a formula of LaTeX as `MathML`. `is_display` is true for a formula on lines of its own.
pub type Math = fn(formula: &str, is_display: bool) -> Result<String, FormulaError>;

/// A formula that is not valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormulaError {
    /// What is wrong.
    pub message: String,
    /// Byte range in the formula, and in a document: in the Markdown. It can be empty, and at the end.
    pub range: Range<usize>,
}

/// Returns the minified text of a file, or the text itself if minifying does not shorten it. `None` for the names of files that are
/// neither style sheets nor scripts, or that are minified already: `app.min.js`.
pub type Minify = fn(file_name: &str, text: &str) -> Option<Result<String, MinifyError>>;

/// A syntax error in a text that is minified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MinifyError {
    /// The message of the parser.
    pub message: String,
    /// Byte offset of the error.
    pub at: usize,
}

impl fmt::Display for MinifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for MinifyError {}
