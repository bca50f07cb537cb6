//! What stands above a page's text, between `+++` lines (TOML) or `---` lines (YAML): its title, template, route and the
//! like, checked key by key.

mod fences;
pub(crate) mod keys;
mod model;
mod values;

use std::ops::Range;
use std::sync::Arc;

use crate::content::markdown::TitleHeading;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::Code;
use crate::source::date;
use crate::source::spanned::{self, ParseError, SpannedValue, Value};

use self::values::Values;

pub(crate) use self::fences::Parts;
pub use self::fences::{Language, split};
pub(crate) use self::model::{Alias, FrontMatter, Status, Term};

/// Reads the front matter that stands at `range` of `source`; what can't be read becomes a diagnostic and its default.
/// Where it gives no title, the first `heading` of the text is the title.
pub fn parse(
    file: &str,
    source: &Arc<str>,
    range: Range<usize>,
    language: Language,
    heading: &dyn Fn() -> Option<TitleHeading>,
) -> (FrontMatter, Vec<Diagnostic>) {
    let mut reader = Values { file, source, offset: range.start, found: Vec::new() };
    let (table, broken) = match language {
        Language::Toml => spanned::toml(&source[range]),
        Language::Yaml => match spanned::yaml(&source[range]) {
            Ok(table) => (table, Vec::new()),
            Err(broken) => (SpannedValue { range: 0..0, value: Value::Nothing }, vec![broken]),
        },
    };
    let is_broken = !broken.is_empty();
    for ParseError { message, range } in broken {
        let hint = match language {
            Language::Toml => "write one `key = \"value\"` a line; text needs quotes",
            Language::Yaml => "write one `key: value` a line",
        };
        reader.found.push(
            Diagnostic::error(Code::FrontMatterSyntax, format!("front matter is {message}")).at(reader.place(range)).hint(hint),
        );
    }
    let mut front = keys::read(&mut reader, &table);
    let heading = if table.get("title").is_none() { heading() } else { None };
    if let Some(heading) = &heading {
        front.title.clone_from(&heading.text);
        front.text_begins = heading.end;
    }
    if table.get("title").is_none() && !is_broken && heading.is_none() {
        let hint = match language {
            Language::Toml => "add `title = \"...\"` to its front matter",
            Language::Yaml => "add `title: ...` to its front matter",
        };
        reader.found.push(Diagnostic::error(Code::NoTitle, "this page has no title").at(reader.place(0..0)).hint(hint));
    }
    if front.date.is_none()
        && let Some(at) = front.publish_at
    {
        front.dated_at = Some(at);
        front.date = Some(date::day(at));
    }
    (front, reader.found)
}
