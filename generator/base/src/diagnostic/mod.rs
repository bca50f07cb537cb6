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
use serde_json::{Value, json};

use crate::diagnostic::code::Code;

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
    pub chain: Vec<String>,
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
    pub fn through(mut self, step: impl Into<String>) -> Diagnostic {
        self.chain.insert(0, step.into());
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
            "chain": self.chain,
            "hint": self.hint,
            "rendered": Report { diagnostic: self, colour: false }.to_string(),
        })
    }
}

/// The exit code of a command that found these: 1 for errors of the site, 3 where the machine alone is to blame.
pub fn exit_code(diagnostics: &[Diagnostic]) -> u8 {
    let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error);
    if errors.into_iter().all(|it| it.code.exit_code() == 3) { 3 } else { 1 }
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
