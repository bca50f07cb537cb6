//! Parses the front matter of a content file and reports its errors.

use std::ops::Range;
use std::sync::Arc;

use crate::front_matter::keys::UNAMBIGUOUS_PUBLISHING_KEYS;
use crate::front_matter::model::{Cascade, FrontMatter};
use crate::front_matter::split::Language;
use crate::front_matter::values::Values;
use crate::front_matter::{cascade, keys};
use crate::markdown::TitleHeading;
use croupier_base::date::SiteZone;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Subject};
use croupier_base::fingerprint::fingerprint;
use croupier_base::path::SitePath;
use croupier_base::syntax::spanned::{self, ParseError, SpannedValue, Value, syntax_hints};

/// Parses the front matter at `range` of `source`. A value that cannot be read becomes a diagnostic
/// and its default.
///
/// Dates without a zone are in `zone`. If the front matter has no title, `heading` returns the first heading of the text, which is used
/// as the title.
pub fn parse(
    file: &SitePath,
    source: &Arc<str>,
    range: Range<usize>,
    language: Language,
    heading: &dyn Fn() -> Option<TitleHeading>,
    zone: &SiteZone,
) -> (FrontMatter, Vec<Diagnostic>) {
    // A file with front matter has at least the opening fence before the range.
    let has_no_front_matter = range.start == 0;

    let mut values = Values {
        file,
        source,
        offset: range.start,
        cascade_file: None,
        zone,
        diagnostics: Vec::new(),
    };

    let text_to_end = &source[..range.end];
    let (table, mut syntax_errors) = match language {
        Language::Toml => spanned::toml(&source[range.clone()]),
        Language::Yaml => match spanned::yaml(&source[range.clone()]) {
            Ok(table) => (table, Vec::new()),
            Err(error) => (SpannedValue { range: 0..0, value: Value::Null }, vec![error]),
        },
    };

    let front_text = &source[range.clone()];
    let lost_key = || if language == Language::Yaml { lost_key(front_text, &table) } else { None };
    syntax_errors.extend(not_a_table(front_text, &table).or_else(lost_key));

    let has_syntax_errors = !syntax_errors.is_empty();
    for ParseError { message, range, hint } in syntax_errors {
        let default_hint = match language {
            Language::Toml => "write one `key = \"value\"` per line; text needs quotes",
            Language::Yaml => "write one `key: value` per line",
        };
        values.diagnostics.push(
            Diagnostic::error(Code::FrontMatterSyntax, format!("front matter is {message}"))
                .at(values.place(range))
                .hint(hint.unwrap_or(default_hint)),
        );
    }

    let syntax_diagnostics = std::mem::take(&mut values.diagnostics);
    let mut front = keys::read(&mut values, &table, text_to_end);

    // A value with a syntax error is not also reported for its type.
    let range_of = |it: &Diagnostic| it.place.as_ref().map(|place| place.range.clone());
    values
        .diagnostics
        .retain(|it| syntax_diagnostics.iter().all(|other| range_of(other) != range_of(it)));
    values.diagnostics.splice(0..0, syntax_diagnostics);

    if has_syntax_errors && cascade::folder(file).is_some() && source[range].contains("cascade") {
        // The syntax error may hide keys of the cascade.
        let readable =
            front.rare.cascade.as_deref().cloned().unwrap_or_else(|| Cascade::unknown(file));
        front.rare.cascade = Some(Arc::new(Cascade { is_complete: false, ..readable }));
    }

    if front.rare.cascade.is_some()
        && let Some(cascade) = front.rare.cascade.as_mut()
    {
        let times = (cascade.front.rare.publish_at, cascade.front.rare.expire_at);
        Arc::make_mut(cascade).source_digest = fingerprint(&(text_to_end, times));
    }

    let has_title = table.get("title").is_some();
    let heading = if has_title { None } else { heading() };
    // A headless page shows its title nowhere.
    let needs_title = !front.headless;

    if needs_title && heading.as_ref().is_some_and(|heading| heading.has_shortcode) {
        values.diagnostics.push(
            Diagnostic::error(Code::NoTitle, "a heading with a shortcode cannot be the title")
                .at(values.place(0..0))
                .hint("write the title in the front matter: `title = \"...\"`"),
        );
    }

    if let Some(heading) = &heading {
        front.title = heading.text.as_str().into();
        front.body_start = heading.end;
    }

    let is_title_misspelled =
        values.diagnostics.iter().any(|it| it.subject == Some(Subject::MisspelledKey("title")));
    let has_no_title = !has_title && !is_title_misspelled && heading.is_none();
    if needs_title && has_no_title && !has_syntax_errors {
        let hint = match language {
            _ if has_no_front_matter => {
                "begin the text with a heading such as `# Title`, or begin the file with `+++`, \
                 `title = \"...\"` and `+++`, each on its own line"
            }
            Language::Toml => "add `title = \"...\"` to its front matter",
            Language::Yaml => "add `title: ...` to its front matter",
        };
        values.diagnostics.push(
            Diagnostic::error(Code::NoTitle, "this page has no title")
                .at(values.place(0..0))
                .hint(hint),
        );
    }

    front.default_date_to_publish_at();
    (front, values.diagnostics)
}

/// Returns the error for front matter in YAML that has no keys: a list, or a text.
fn not_a_table(source: &str, root: &SpannedValue) -> Option<ParseError> {
    if matches!(root.value, Value::Table(_) | Value::Null) {
        return None;
    }
    let error = |message: &str, range, hint| ParseError {
        message: message.to_owned(),
        range,
        hint: Some(hint),
    };
    if let Some(range) = syntax_hints::first_toml_line(source) {
        let hint = syntax_hints::TOML_IN_YAML_HINT;
        return Some(error("not valid YAML: this line is TOML", range, hint));
    }
    if let Some((range, hint)) = syntax_hints::first_line_without_separator(source) {
        return Some(error("not valid YAML: this line has no key", range, hint));
    }
    let hint = "write one `key: value` per line, without a hyphen before the key";
    Some(error("not a table of keys", root.range.clone(), hint))
}

/// Returns the error for a key that YAML takes for the end of the value above it, because no space
/// follows its colon. Without this key, the page would be published.
fn lost_key(source: &str, table: &SpannedValue) -> Option<ParseError> {
    let mut offset = 0;
    for line in source.split_inclusive('\n') {
        let start = offset + line.len() - line.trim_start().len();
        let range = start..offset + line.trim_end().len();
        offset += line.len();

        let key = UNAMBIGUOUS_PUBLISHING_KEYS.into_iter().find(|key| {
            let rest = line.trim_start().strip_prefix(key).map(str::trim_start);
            rest.is_some_and(|rest| {
                let value = rest.strip_prefix([':', '\u{ff1a}']).unwrap_or(" ");
                rest.starts_with('\u{ff1a}') || !value.starts_with([' ', '\t', '\r', '\n'])
            })
        });

        if key.is_some_and(|key| table.get(key).is_none()) {
            return Some(ParseError {
                message: "not valid YAML: this line has no key".to_owned(),
                range,
                hint: Some(
                    "begin the line like the other keys, and write a colon and a space after the key",
                ),
            });
        }
    }

    None
}

/// Reads the front matter of a page that is made from a row of data. Ranges are those of `source`, the text of the data file `file`.
pub fn of_row(
    file: &SitePath,
    source: &Arc<str>,
    table: &SpannedValue,
    zone: &SiteZone,
) -> (FrontMatter, Vec<Diagnostic>) {
    let diagnostics = Vec::new();
    let mut values = Values { file, source, offset: 0, cascade_file: None, zone, diagnostics };
    let mut front = keys::read(&mut values, table, "");
    front.default_date_to_publish_at();
    (front, values.diagnostics)
}
