//! What stands above a page's text, between `+++` lines (TOML) or `---` lines (YAML): its title, template, route and the
//! like, checked key by key.

pub mod cascade;
mod fences;
pub mod given;
pub mod keys;
mod model;
mod values;
mod written;

use std::ops::Range;
use std::sync::Arc;

use crate::markdown::TitleHeading;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Subject};
use croupier_base::digest::digest;
use croupier_base::path::SitePath;
use croupier_base::syntax::spanned::{self, ParseError, SpannedValue, Value, slip};

use self::values::Values;

pub use self::fences::Parts;
pub use self::fences::{Language, split};
pub use self::model::{Alias, Cascade, FrontMatter, SHELLS, Status, Term, USUAL_SHELL};
pub use self::written::Written;

/// Reads the front matter that stands at `range` of `source`; what can't be read becomes a diagnostic and its default.
/// Where it gives no title, the first `heading` of the text is the title.
pub fn parse(
    file: &SitePath,
    source: &Arc<str>,
    range: Range<usize>,
    language: Language,
    heading: &dyn Fn() -> Option<TitleHeading>,
) -> (FrontMatter, Vec<Diagnostic>) {
    // Without front matter nothing stands before it, not even the line that it begins with.
    let at_start = source[..range.start].trim_start_matches('\u{feff}').is_empty();
    let mut reader = Values { file, source, offset: range.start, origin: None, found: Vec::new() };
    let written = &source[..range.end];
    let (table, mut broken) = match language {
        Language::Toml => spanned::toml(&source[range.clone()]),
        Language::Yaml => match spanned::yaml(&source[range.clone()]) {
            Ok(table) => (table, Vec::new()),
            Err(broken) => (SpannedValue { range: 0..0, value: Value::Nothing }, vec![broken]),
        },
    };
    if let (Value::Text(_), Some(range)) = (&table.value, slip::toml_line(&source[range.clone()])) {
        broken.push(ParseError {
            message: "not valid YAML: this line is TOML".to_owned(),
            range,
            hint: Some(slip::IS_TOML),
        });
    }
    let is_broken = !broken.is_empty();
    for ParseError { message, range, hint } in broken {
        let usual = match language {
            Language::Toml => "write one `key = \"value\"` a line; text needs quotes",
            Language::Yaml => "write one `key: value` a line",
        };
        reader.found.push(
            Diagnostic::error(Code::FrontMatterSyntax, format!("front matter is {message}"))
                .at(reader.place(range))
                .hint(hint.unwrap_or(usual)),
        );
    }
    let unread = std::mem::take(&mut reader.found);
    let mut front = keys::read(&mut reader, &table, written);
    // What cannot be read is no value of the wrong kind besides.
    let at = |it: &Diagnostic| it.place.as_ref().map(|place| place.range.clone());
    reader.found.retain(|it| unread.iter().all(|other| at(other) != at(it)));
    reader.found.splice(0..0, unread);
    if is_broken && cascade::folder(file).is_some() && source[range].contains("cascade") {
        // What is lost may have stood there.
        let known = front.cascade.as_deref().cloned().unwrap_or_else(|| Cascade::unknown(file));
        front.cascade = Some(Arc::new(Cascade { is_whole: false, ..known }));
    }
    if let Some(cascade) = front.cascade.as_mut() {
        Arc::make_mut(cascade).written = digest(written.as_bytes());
    }
    let heading = if table.get("title").is_none() { heading() } else { None };
    if let Some(heading) = &heading {
        front.title.clone_from(&heading.text);
        front.text_begins = heading.end;
    }
    let is_misspelt =
        reader.found.iter().any(|it| it.subject == Some(Subject::MisspelledKey("title")));
    if table.get("title").is_none() && !is_broken && !is_misspelt && heading.is_none() {
        let hint = match language {
            _ if at_start => {
                "begin its text with a heading, `# Words`, or the file with `+++`, `title = \"...\"` and `+++`, each on a line"
            }
            Language::Toml => "add `title = \"...\"` to its front matter",
            Language::Yaml => "add `title: ...` to its front matter",
        };
        reader.found.push(
            Diagnostic::error(Code::NoTitle, "this page has no title")
                .at(reader.place(0..0))
                .hint(hint),
        );
    }
    front.date_by_publication();
    (front, reader.found)
}
