//! Errors and warnings for users, with a location, a source line and a hint.
//!
//! The `Display` of [`Report`] prints a diagnostic for the terminal; [`Diagnostic::to_json`] serves
//! `--json`. Codes are permanent: a code is never reused for another problem.

pub mod code;
pub mod difference;
pub mod grouping;
mod lines;
pub mod position;
pub mod wording;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{
    AnnotationKind, Group, Level, Origin, Renderer, Snippet, renderer::DecorStyle,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::diagnostic::code::Code;
use crate::diagnostic::lines::Lines;
use crate::diagnostic::wording::counted;

/// The severity. An error prevents publication; a warning does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing is published.
    Error,
    /// The build continues.
    Warning,
}

/// A byte range in a source file.
#[derive(Debug, Clone)]
pub struct Location {
    /// Site path of the file, with `/` on every platform.
    pub file: String,
    /// Complete text of the file.
    pub source: Arc<str>,
    /// Byte range in `source`.
    pub range: Range<usize>,
}

impl Location {
    /// Returns a location. Its range is clamped to the text and extended to character boundaries.
    pub fn new(
        file: impl Into<String>,
        source: impl Into<Arc<str>>,
        range: Range<usize>,
    ) -> Location {
        let source = source.into();
        let mut start = range.start.min(source.len());
        while !source.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = range.end.clamp(start, source.len());
        while !source.is_char_boundary(end) {
            end += 1;
        }
        Location { file: file.into(), source, range: start..end }
    }

    /// Returns the line and the column, both counted from 1. The column counts characters.
    pub fn line_column(&self) -> (usize, usize) {
        let lines = Lines::of(&self.source);
        let line = lines.index(self.range.start);
        let before = &self.source[lines.start(line)..self.range.start];
        (line + 1, before.chars().count() + 1)
    }

    /// Returns the number of the first line that a report shows, the text of all shown lines, and the range within this text.
    fn shown_lines(&self) -> (usize, &str, Range<usize>) {
        let (first, shown) = Lines::of(&self.source).shown(&self.source, &self.range);
        let range = self.range.start - shown.start..self.range.end - shown.start;
        (first + 1, &self.source[shown], range)
    }

    /// Whether a report of `other` shows the same lines.
    fn is_reported_like(&self, other: &Location) -> bool {
        self.file == other.file
            && self.range == other.range
            && (Arc::ptr_eq(&self.source, &other.source)
                || self.shown_lines() == other.shown_lines())
    }
}

/// A step of the path from the build to a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChainStep {
    /// The page of a content file.
    Page(String),
    /// A slice (a persistent region), by its name.
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
        /// The line, counted from 1.
        line: usize,
    },
    /// The number of other pages with the same diagnostic.
    OtherPages(usize),
    /// A React component in a browser.
    Component {
        /// Its name.
        name: String,
        /// Site path of the file that renders it.
        file: String,
        /// The line, counted from 1.
        line: usize,
    },
    /// A call of an island in a template.
    Island {
        /// Its name.
        name: String,
        /// The props as JSON.
        props: String,
    },
    /// A function of the site that was running.
    Function {
        /// Its name.
        name: String,
        /// Site path of its file.
        file: String,
        /// The line, counted from 1.
        line: usize,
    },
    /// The URL path of a page in a browser.
    Url(String),
    /// An element of Markdown that a template renders.
    Element {
        /// The kind of element.
        name: String,
        /// Site path of the content file.
        file: String,
        /// The line, counted from 1.
        line: usize,
    },
}

impl fmt::Display for ChainStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChainStep::Page(file) => write!(f, "page {file}"),
            ChainStep::Slice(name) => write!(f, "slice {name}"),
            ChainStep::Template { file, line } => write!(f, "template {file}:{line}"),
            ChainStep::Shortcode { name, file, line } => {
                write!(f, "shortcode `{name}` of {file}:{line}")
            }
            ChainStep::OtherPages(count) => f.write_str(&counted(*count, "other page")),
            ChainStep::Component { name, file, line } => write!(f, "<{name}> at {file}:{line}"),
            ChainStep::Url(path) => write!(f, "page {path}"),
            ChainStep::Element { name, file, line } => write!(f, "{name} at {file}:{line}"),
            ChainStep::Island { name, props } => {
                write!(f, "island `{name}` with the props {props}")
            }
            ChainStep::Function { name, file, line } => {
                write!(f, "function `{name}` ({file}:{line})")
            }
        }
    }
}

/// The name that a diagnostic is about, for code that locates or suppresses diagnostics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// A template that does not exist, by the name in the page.
    MissingTemplate(String),
    /// The runtime, which could not be bundled.
    FailedRuntime,
    /// The front matter key that an unknown key is probably a misspelling of.
    MisspelledKey(&'static str),
    /// The route of a page, which is refused.
    RefusedRoute(String),
    /// A front matter key in the table `extra`, where only templates read it.
    KeyInExtra(String),
}

/// An error or a warning.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The permanent code.
    pub code: Code,
    /// The problem, in one sentence without a final period.
    pub message: String,
    /// The location, if the problem is in a source file.
    pub place: Option<Location>,
    /// The path from the build to the problem, outermost step first: `page content/index.md`,
    /// `template pages/home.html`.
    pub chain: Vec<ChainStep>,
    /// The name that the problem is about, if other code depends on it.
    pub subject: Option<Subject>,
    /// How to fix it.
    pub hint: Option<String>,
    /// The cause, if other diagnostics can have the same one and the message does not name it in the same words.
    pub own_cause: Option<String>,
    /// The other diagnostics with the same cause, which [`grouping::group`] adds.
    pub others: Vec<Diagnostic>,
}

impl Diagnostic {
    /// Creates an error.
    pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            place: None,
            chain: Vec::new(),
            subject: None,
            hint: None,
            own_cause: None,
            others: Vec::new(),
        }
    }

    /// Creates a warning.
    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// Sets the location.
    #[must_use]
    pub fn at(mut self, location: Location) -> Diagnostic {
        self.place = Some(location);
        self
    }

    /// Sets the location to the start of a file whose text is not available.
    #[must_use]
    pub fn in_file(self, path: &str) -> Diagnostic {
        self.at(Location::new(path, "", 0..0))
    }

    /// Whether the location has a file but no source text.
    pub fn is_without_line(&self) -> bool {
        self.place.as_ref().is_some_and(|location| location.source.is_empty())
    }

    /// Locates the problem in the text of its file: at the first URL of the message that the text
    /// contains in double quotes, or else on the first line.
    pub fn locate_in(&mut self, text: String) {
        let Some(location) = &mut self.place else {
            return;
        };
        let words = self.message.split([' ', '`', ',']);
        let mut urls = words.filter(|word| word.starts_with('/') && word.len() > 1);
        let quoted_url = urls.find_map(|url| {
            let start = text.find(&format!("\"{url}\""))?;
            Some(start..start + url.len() + 2)
        });
        let first_line = 0..text.lines().next().map_or(0, str::len);
        *location = Location::new(location.file.as_str(), text, quoted_url.unwrap_or(first_line));
    }

    /// Sets the hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// Adds an outer step to the chain.
    #[must_use]
    pub fn through(mut self, step: ChainStep) -> Diagnostic {
        self.chain.insert(0, step);
        self
    }

    /// Sets the subject.
    #[must_use]
    pub fn about(mut self, subject: Subject) -> Diagnostic {
        self.subject = Some(subject);
        self
    }

    /// Sets the cause. Diagnostics with the same severity, code and cause are reported as one.
    #[must_use]
    pub fn caused_by(mut self, cause: impl Into<String>) -> Diagnostic {
        self.own_cause = Some(cause.into());
        self
    }

    /// Returns the cause. None if no other diagnostic has the same one.
    pub fn cause(&self) -> Option<&str> {
        let in_message = || CAUSE_IN_MESSAGE.contains(&self.code).then_some(&*self.message);
        self.own_cause.as_deref().or_else(in_message)
    }

    /// Whether a report of `other` is the same, with the same line numbers.
    pub fn is_reported_like(&self, other: &Diagnostic) -> bool {
        let is_same_location = match (&self.place, &other.place) {
            (Some(a), Some(b)) => a.is_reported_like(b),
            (None, None) => true,
            _ => false,
        };
        self.code == other.code
            && self.severity == other.severity
            && self.message == other.message
            && self.hint == other.hint
            && self.chain == other.chain
            && self.own_cause == other.own_cause
            && is_same_location
    }

    /// Returns this diagnostic and the others with the same cause.
    pub fn occurrences(&self) -> impl Iterator<Item = &Diagnostic> {
        std::iter::once(self).chain(&self.others)
    }

    /// Returns whether another diagnostic reports the same problem at the same location.
    pub fn is_same(&self, other: &Diagnostic) -> bool {
        let place =
            |it: &Diagnostic| it.place.as_ref().map(|it| (it.file.clone(), it.range.clone()));
        self.code == other.code && self.message == other.message && place(self) == place(other)
    }

    /// Returns the first locations of the occurrences.
    pub(crate) fn shown_locations(&self) -> impl Iterator<Item = &Location> {
        self.occurrences().filter_map(|it| it.place.as_ref()).take(MAX_LOCATIONS)
    }

    /// Returns the JSON for `--json` and the error overlay in the browser. `count` is the number of
    /// occurrences, and `locations` has the first of them.
    pub fn to_json(&self) -> Value {
        let (line, column) = self.place.as_ref().map(Location::line_column).unzip();
        let location = |it: &Location| {
            let (line, column) = it.line_column();
            json!({ "file": it.file, "line": line, "column": column })
        };

        json!({
            "event": "diagnostic",
            "severity": if self.severity == Severity::Error { "error" } else { "warning" },
            "code": self.code.number(),
            "message": self.message,
            "file": self.place.as_ref().map(|location| &location.file),
            "line": line,
            "column": column,
            "chain": self.chain.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "hint": self.hint,
            "count": self.others.len() + 1,
            "locations": self.shown_locations().map(location).collect::<Vec<_>>(),
            "rendered": Report { diagnostic: self, colour: false }.to_string(),
        })
    }
}

/// Returns the exit code of a command that reported these diagnostics: the lowest code of the
/// errors, or 0 without errors. It is 1 if any error is in the site, and 3 if the machine causes
/// all of them. Warnings do not count.
pub fn exit_code(diagnostics: &[Diagnostic]) -> u8 {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors.map(|error| error.code.exit_code()).min().unwrap_or(0)
}

/// Sorts diagnostics for display: those of site.toml first, because everything depends on it, then
/// by file and position. Errors and warnings are mixed.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    fn key(it: &Diagnostic) -> (bool, Option<(&str, usize, usize)>, &str, &str) {
        let position = it.place.as_ref().map(|it| (it.file.as_str(), it.range.start, it.range.end));
        (it.code.group() != code::Group::Site, position, it.code.number(), it.message.as_str())
    }
    diagnostics.sort_by(|a, b| key(a).cmp(&key(b)));
}

/// Codes whose message names the cause, so that diagnostics with equal messages have the same one.
const CAUSE_IN_MESSAGE: [Code; 13] = [
    Code::BrokenLink,
    Code::BrokenAnchor,
    Code::MalformedAddress,
    Code::LinkEnds,
    Code::LinkMoved,
    Code::ExternalLink,
    Code::ExternalAnchor,
    Code::ExternalLinkMoved,
    Code::ExternalLinkUnverified,
    Code::TaxonomyUnknown,
    Code::NoTemplate,
    Code::FrontMatterKeyUnknown,
    Code::ForeignSyntax,
];

/// The maximum number of locations that a report of one cause shows.
const MAX_LOCATIONS: usize = 3;

/// Prints a diagnostic for the terminal.
pub struct Report<'a> {
    /// The diagnostic to print.
    pub diagnostic: &'a Diagnostic,
    /// Whether to use ANSI colours.
    pub colour: bool,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagnostic = self.diagnostic;
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };

        let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.number());
        let mut group = Group::with_title(title);

        for location in diagnostic.shown_locations() {
            let file = location.file.as_str();
            group = if location.source.is_empty() {
                group.element(Origin::path(file))
            } else {
                // The renderer reads its whole text, which would take long for many diagnostics of a large file.
                let (first_line, text, range) = location.shown_lines();
                let snippet = Snippet::source(text).line_start(first_line).path(file);
                group.element(snippet.annotation(AnnotationKind::Primary.span(range)))
            };
        }

        for step in &diagnostic.chain {
            group = group.element(Level::NOTE.message(format!("in {step}")));
        }

        let count = diagnostic.others.len() + 1;
        if count > MAX_LOCATIONS {
            let files = diagnostic.occurrences().filter_map(|it| it.place.as_ref());
            let files = files.map(|it| it.file.as_str()).collect::<BTreeSet<_>>().len();
            let text = format!(
                "{} in {}; --all-diagnostics lists each one",
                counted(count, "occurrence"),
                counted(files, "file")
            );
            group = group.element(Level::NOTE.message(text));
        }

        if let Some(hint) = &diagnostic.hint {
            group = group.element(Level::HELP.message(hint.as_str()));
        }

        let renderer = if self.colour { Renderer::styled() } else { Renderer::plain() };
        let text = renderer.decor_style(DecorStyle::Ascii).render(&[group]);
        if diagnostic.place.is_some() {
            return f.write_str(&text);
        }
        // Without a code frame, its empty last line would be between the message and the notes.
        let lines: Vec<&str> = text.lines().filter(|line| !is_empty_frame_line(line)).collect();
        f.write_str(&lines.join("\n"))
    }
}

/// Whether a line has only the border of a code frame, and ANSI colours.
fn is_empty_frame_line(line: &str) -> bool {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().unwrap_or_default();
    let without_colours = parts.map(|part| part.split_once('m').map_or("", |(_, rest)| rest));
    std::iter::once(first).chain(without_colours).collect::<String>().trim() == "|"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_without_a_location_has_no_empty_code_frame() {
        let diagnostic = Diagnostic::error(Code::NoSite, "no site").hint("make one");
        for colour in [false, true] {
            let text = Report { diagnostic: &diagnostic, colour }.to_string();
            assert_eq!(text.lines().count(), 2, "{text}");
        }
    }

    #[test]
    fn the_exit_code_counts_only_errors_and_is_3_if_the_machine_causes_all_of_them() {
        let site = || Diagnostic::error(Code::NoTitle, "");
        let machine = || Diagnostic::error(Code::CannotWrite, "");
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
    fn a_report_shows_the_same_lines_as_with_the_whole_text() {
        let text = "a\r\nb 🦀 c\n\nd\n";
        for start in 0..=text.len() {
            for end in start..=text.len() {
                let location = Location::new("a.md", text, start..end);
                let (first, shown, range) = location.shown_lines();
                assert!(text.contains(shown) && shown.get(range.clone()).is_some());
                assert_eq!(shown[range], text[location.range.clone()]);

                let whole = Snippet::source(text).path("a.md");
                let whole = whole.annotation(AnnotationKind::Primary.span(location.range.clone()));
                let expected = Group::with_title(Level::ERROR.primary_title("no").id("C0001"));
                let expected = Renderer::plain()
                    .decor_style(DecorStyle::Ascii)
                    .render(&[expected.element(whole)]);
                let report = Report {
                    diagnostic: &Diagnostic {
                        code: Code::ALL[0],
                        ..Diagnostic::error(Code::ALL[0], "no").at(location)
                    },
                    colour: false,
                };
                let expected = expected.replace("C0001", Code::ALL[0].number());
                assert_eq!(report.to_string(), expected, "{start}..{end} from line {first}");
            }
        }
    }

    #[test]
    fn a_line_is_found_by_its_number_in_texts_that_are_read_in_turns() {
        let texts = ["a\nbé\nc", "\n\nx", "y"].map(Arc::<str>::from);
        let line_column =
            |index: usize, byte| Location::new("a.md", Arc::clone(&texts[index]), byte..byte);
        for _ in 0..2 {
            assert_eq!(line_column(0, 5).line_column(), (2, 3));
            assert_eq!(line_column(1, 2).line_column(), (3, 1));
            assert_eq!(line_column(2, 1).line_column(), (1, 2));
            assert_eq!(line_column(0, 7).line_column(), (3, 2));
        }
    }

    #[test]
    fn chain_steps_are_printed_as_text() {
        let (file, name) = ("content/a.md".to_owned(), "note".to_owned());
        let diagnostic = Diagnostic::error(Code::Undefined, "")
            .through(ChainStep::OtherPages(2))
            .through(ChainStep::Shortcode { name: name.clone(), file: file.clone(), line: 4 })
            .through(ChainStep::Template { file: "pages/page.html".to_owned(), line: 3 })
            .through(ChainStep::Slice(name))
            .through(ChainStep::Page(file));
        let expected = json!([
            "page content/a.md",
            "slice note",
            "template pages/page.html:3",
            "shortcode `note` of content/a.md:4",
            "2 other pages"
        ]);
        assert_eq!(diagnostic.to_json()["chain"], expected);
    }
}
