//! What a build has to say to a person: an error or a warning with its place, its source line and what to write instead.
//!
//! One value, several printers. The terminal printer is the `Display` of [`Report`]; `--json` prints [`Diagnostic::to_json`].
//! Codes are permanent: a code is never reused for something else.

pub mod code;
pub mod dedup;
pub mod wording;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, renderer::DecorStyle};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::diagnostic::code::Code;
use crate::diagnostic::wording::counted;

/// How bad it is. An error stops the publication; a warning does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing is published.
    Error,
    /// The build goes on.
    Warning,
}

/// Where in a source file.
#[derive(Debug, Clone)]
pub struct Place {
    /// Site path of the file, with `/` on every platform.
    pub file: String,
    /// The file's whole text.
    pub source: Arc<str>,
    /// Byte range in `source`.
    pub range: Range<usize>,
}

impl Place {
    /// A place, with its range brought onto character boundaries inside the text.
    pub fn new(file: impl Into<String>, source: impl Into<Arc<str>>, range: Range<usize>) -> Place {
        let source = source.into();
        let mut start = range.start.min(source.len());
        while !source.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = range.end.clamp(start, source.len());
        while !source.is_char_boundary(end) {
            end += 1;
        }
        Place { file: file.into(), source, range: start..end }
    }

    /// Line and column, both counted from 1; the column counts characters.
    pub fn line_column(&self) -> (usize, usize) {
        let before = &self.source[..self.range.start];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |text| text.chars().count()) + 1;
        (line, column)
    }
}

/// A step on the way from the build to a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChainStep {
    /// The page of a content file.
    Page(String),
    /// A slice, by its name.
    Slice(String),
    /// A line of a template that includes or extends the next one.
    Template {
        /// Site path of the template.
        file: String,
        /// The line, counted from 1.
        line: usize,
    },
    /// A call of a shortcode.
    Shortcode {
        /// Its name.
        name: String,
        /// Site path of the content file with the call.
        file: String,
    },
    /// The number of other pages with the same diagnostic.
    OtherPages(usize),
}

impl fmt::Display for ChainStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChainStep::Page(file) => write!(f, "page {file}"),
            ChainStep::Slice(name) => write!(f, "slice {name}"),
            ChainStep::Template { file, line } => write!(f, "template {file}:{line}"),
            ChainStep::Shortcode { name, file } => write!(f, "shortcode `{name}` of {file}"),
            ChainStep::OtherPages(count) => f.write_str(&counted(*count, "other page")),
        }
    }
}

/// The name that a diagnostic is about, for code that locates or suppresses diagnostics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// The template that does not exist, as its page names it.
    MissingTemplate(String),
    /// The front matter key that an unknown key was probably meant to be.
    MisspelledKey(&'static str),
}

/// One thing that is wrong.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// What it is, by its permanent code.
    pub code: Code,
    /// What happened, in one sentence without a final period.
    pub message: String,
    /// Where, if it has a place in a source file.
    pub place: Option<Place>,
    /// How the build came there, outermost first: `page content/index.md`, `template pages/home.html`.
    pub chain: Vec<ChainStep>,
    /// The name that it is about, where other code depends on it.
    pub subject: Option<Subject>,
    /// What to do.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            place: None,
            chain: Vec::new(),
            subject: None,
            hint: None,
        }
    }

    /// A warning.
    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// With a place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Diagnostic {
        self.place = Some(place);
        self
    }

    /// With a file whose text is not at hand: its beginning.
    #[must_use]
    pub fn in_file(self, path: &str) -> Diagnostic {
        self.at(Place::new(path, "", 0..0))
    }

    /// Whether only the file is known that this is about.
    pub fn is_without_line(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.source.is_empty())
    }

    /// Places this in the file's text: where an address of the message stands in quotes, else on the first line.
    pub fn find_in(&mut self, text: String) {
        let Some(place) = &mut self.place else {
            return;
        };
        let mut addresses = self
            .message
            .split([' ', '`', ','])
            .filter(|word| word.starts_with('/') && word.len() > 1);
        let quoted = addresses
            .find_map(|word| text.find(&format!("\"{word}\"")).map(|at| at..at + word.len() + 2));
        let first = 0..text.lines().next().map_or(0, str::len);
        *place = Place::new(place.file.as_str(), text, quoted.unwrap_or(first));
    }

    /// With what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// With one more step of the way the build came.
    #[must_use]
    pub fn through(mut self, step: ChainStep) -> Diagnostic {
        self.chain.insert(0, step);
        self
    }

    /// With the name that it is about.
    #[must_use]
    pub fn about(mut self, subject: Subject) -> Diagnostic {
        self.subject = Some(subject);
        self
    }

    /// The form of `--json` and of the browser overlay.
    pub fn to_json(&self) -> Value {
        let (line, column) = self.place.as_ref().map(Place::line_column).unzip();
        json!({
            "event": "diagnostic",
            "severity": if self.severity == Severity::Error { "error" } else { "warning" },
            "code": self.code.number(),
            "message": self.message,
            "file": self.place.as_ref().map(|place| &place.file),
            "line": line,
            "column": column,
            "chain": self.chain.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "hint": self.hint,
            "rendered": Report { diagnostic: self, colour: false }.to_string(),
        })
    }
}

/// Returns the exit code of a command that found these. It is the lowest code of the errors, 0 without any: 1 if an error is one of
/// the site, and 3 if the machine causes all of them. Warnings do not count.
pub fn exit_code(diagnostics: &[Diagnostic]) -> u8 {
    let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error);
    errors.map(|it| it.code.exit_code()).min().unwrap_or(0)
}

/// How diagnostics are ordered for people: site.toml first, which all else depends on, then by file and place, errors and warnings
/// mixed.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by(|a, b| {
        let key = |d: &Diagnostic| {
            let place = d.place.as_ref().map(|place| (place.file.clone(), place.range.start));
            (d.code.group() != code::Group::Site, place, d.code.number(), d.message.clone())
        };
        key(a).cmp(&key(b))
    });
}

/// A diagnostic as the terminal shows it.
pub struct Report<'a> {
    /// What to show.
    pub diagnostic: &'a Diagnostic,
    /// With ANSI colours.
    pub colour: bool,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let it = self.diagnostic;
        let level = match it.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(it.message.as_str()).id(it.code.number());
        let mut group = match &it.place {
            Some(place) => {
                let annotation = AnnotationKind::Primary.span(place.range.clone());
                title.element(
                    Snippet::source(&*place.source)
                        .path(place.file.as_str())
                        .annotation(annotation),
                )
            }
            None => Group::with_title(title),
        };
        for step in &it.chain {
            group = group.element(Level::NOTE.message(format!("in {step}")));
        }
        if let Some(hint) = &it.hint {
            group = group.element(Level::HELP.message(hint.as_str()));
        }
        let renderer = if self.colour { Renderer::styled() } else { Renderer::plain() };
        f.write_str(&renderer.decor_style(DecorStyle::Ascii).render(&[group]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_code_counts_errors_alone_and_blames_the_machine_only_when_every_error_does() {
        let (site, machine) =
            (|| Diagnostic::error(Code::NoTitle, ""), || Diagnostic::error(Code::CannotWrite, ""));
        let warning = || Diagnostic::warning(Code::NoTitle, "");
        assert_eq!(exit_code(&[]), 0);
        assert_eq!(exit_code(&[warning(), warning()]), 0);
        assert_eq!(exit_code(&[site()]), 1);
        assert_eq!(exit_code(&[machine(), machine()]), 3);
        assert_eq!(exit_code(&[machine(), site()]), 1);
        assert_eq!(exit_code(&[warning(), machine()]), 3);
        assert_eq!(exit_code(&[warning(), site(), machine()]), 1);
    }

    #[test]
    fn steps_of_a_chain_are_shown_as_texts() {
        let (file, name) = ("content/a.md".to_owned(), "note".to_owned());
        let found = Diagnostic::error(Code::Undefined, "")
            .through(ChainStep::OtherPages(2))
            .through(ChainStep::Shortcode { name: name.clone(), file: file.clone() })
            .through(ChainStep::Template { file: "pages/page.html".to_owned(), line: 3 })
            .through(ChainStep::Slice(name))
            .through(ChainStep::Page(file));
        let expected = json!([
            "page content/a.md",
            "slice note",
            "template pages/page.html:3",
            "shortcode `note` of content/a.md",
            "2 other pages"
        ]);
        assert_eq!(found.to_json()["chain"], expected);
    }
}
