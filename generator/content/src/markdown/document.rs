//! The result of rendering a text: its HTML, headings, links and problems.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::markdown::placeholder::has_call;
use crate::markdown::problem::Problem;
use croupier_base::path::Href;
use croupier_base::syntax::html::Use;
use croupier_extensions::FormulaError;

/// A heading of the page, for tables of contents and anchors.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The anchor.
    pub id: String,
    /// The text without markup.
    pub text: String,
}

/// A term of a definition list that has an id.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Term {
    /// The anchor.
    pub id: String,
    /// The text without markup.
    pub text: String,
}

/// The elements of a text whose ids its translations take.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Outline {
    /// All headings in order, also those without text.
    pub headings: Vec<Heading>,
    /// The terms of definition lists in order, if they have ids.
    pub terms: Vec<Term>,
}

impl Outline {
    /// Returns whether an element contains the call of a shortcode, so that its id is known only after the call is rendered.
    pub fn has_calls(&self) -> bool {
        let headings = self.headings.iter().map(|it| &it.text);
        headings.chain(self.terms.iter().map(|it| &it.text)).any(|text| has_call(text))
    }
}

/// A link or an image of the text.
#[derive(Debug, Clone)]
pub struct Link {
    /// The target as written, or the URL of the content file that it names.
    pub href: Href,
    /// The kind of link.
    pub usage: Use,
    /// Byte range in the Markdown.
    pub range: Range<usize>,
}

/// The result of rendering a Markdown text.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// The HTML.
    pub html: String,
    /// The first paragraph with text, shortened, without markup and shortcodes.
    pub summary: String,
    /// Headings in order.
    pub headings: Vec<Heading>,
    /// Terms of definition lists in order, if they have ids.
    pub terms: Vec<Term>,
    /// Links and images in order, including those in raw HTML and in inserted HTML.
    pub links: Vec<Link>,
    /// Problems that do not prevent publication, such as images without a text alternative.
    pub problems: Vec<Problem>,
    /// The ids that are made from headings, with the byte ranges of these.
    pub generated_ids: Vec<(String, Range<usize>)>,
    /// The ids in inserted HTML, with the byte ranges of the calls.
    pub inserted_ids: Vec<(String, Range<usize>)>,
    /// Byte ranges of placeholders in locations where no HTML can be inserted.
    pub misplaced: Vec<Range<usize>>,
    /// Formulas that are not valid.
    pub formula_errors: Vec<FormulaError>,
}

impl Document {
    /// Removes the headings without text. No link can name them, such as one in a table of contents.
    pub(super) fn remove_empty_headings(&mut self) {
        self.headings.retain(|heading| !heading.text.is_empty());
    }
}
