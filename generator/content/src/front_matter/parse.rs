//! Parses the front matter of a content file and reports its errors.

use std::ops::Range;
use std::sync::Arc;

use crate::front_matter::key::Misplaced;
use crate::front_matter::keys::KEYS;
use crate::front_matter::model::{Cascade, FrontMatter};
use crate::front_matter::read;
use crate::front_matter::split::Language;
use crate::front_matter::values::Values;
use crate::markdown::TitleHeading;
use croupier_base::date::SiteZone;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Subject};
use croupier_base::fingerprint::fingerprint;
use croupier_base::path::SitePath;
use croupier_base::syntax::spanned::{self, ParseError, SpannedValue, Value, syntax_hints};

/// Parses the front matter at `range` of `source`. `is_of_folder` is whether the file is that of its folder, whose table `cascade` is allowed.
/// A value that cannot be read becomes a diagnostic
/// and its default.
///
/// Dates without a zone are in `zone`. If the front matter has no title, `heading` returns the first heading of the text, which is used
/// as the title.
pub fn parse(
    file: &SitePath,
    is_of_folder: bool,
    source: &Arc<str>,
    range: Range<usize>,
    language: Language,
    heading: &dyn Fn() -> Option<TitleHeading>,
    zone: &SiteZone,
) -> (FrontMatter, Vec<Diagnostic>) {
    // A file with front matter has at least the opening fence before the range.
    let has_front_matter = range.start > 0;
    let front_text = &source[range.clone()];
    let text_to_end = &source[..range.end];

    let mut values = Values {
        file,
        is_of_folder,
        source,
        text_to_end,
        offset: range.start,
        cascade_file: None,
        zone,
        diagnostics: Vec::new(),
    };

    let (table, syntax_errors) = read_table(front_text, language);
    let has_syntax_errors = !syntax_errors.is_empty();
    let mut front = read::table(&mut values, &table);
    report_syntax_errors(&mut values, syntax_errors, language);

    if has_syntax_errors && is_of_folder && front_text.contains("cascade") {
        mark_cascade_incomplete(&mut front, file);
    }

    set_cascade_digest(&mut front, text_to_end);

    let has_title = table.get("title").is_some_and(|it| !matches!(it.value, Value::Null));
    let title_heading = if has_title { None } else { heading() };
    if let Some(heading) = &title_heading {
        front.title = heading.text.as_str().into();
        front.body_start = heading.end;
    }

    let title_error = match &title_heading {
        // A headless page shows its title nowhere.
        _ if front.headless => None,
        Some(heading) => heading.has_shortcode.then(shortcode_in_title),
        // The title can be in a line with an error.
        None if has_title || has_syntax_errors || has_misspelled_title(&values.diagnostics) => None,
        None => Some(missing_title(has_front_matter.then_some(language))),
    };
    if let Some(error) = title_error {
        values.diagnostics.push(error.at(values.place(0..0)));
    }

    front.default_date_to_publish_at();
    (front, values.diagnostics)
}

/// Sets the digest of the table `cascade`, which the pages below the folder compare.
fn set_cascade_digest(front: &mut FrontMatter, text: &str) {
    // Mutable access to `rare` allocates it, which most pages do not need.
    if front.rare.cascade.is_some()
        && let Some(cascade) = front.rare.cascade.as_mut()
    {
        let times = (cascade.front.rare.publish_at, cascade.front.rare.expire_at);
        Arc::make_mut(cascade).source_digest = fingerprint(&(text, times));
    }
}

/// Parses front matter. Returns what can be read, and the errors of the rest.
fn read_table(text: &str, language: Language) -> (SpannedValue, Vec<ParseError>) {
    let (table, mut errors) = match language {
        Language::Toml => spanned::toml(text),
        Language::Yaml => match spanned::yaml(text) {
            Ok(table) => (table, Vec::new()),
            Err(error) => (SpannedValue { range: 0..0, value: Value::Null }, vec![error]),
        },
    };

    let structure_error = not_a_table(text, &table).or_else(|| match language {
        Language::Toml => None,
        Language::Yaml => lost_key(text, &table),
    });
    errors.extend(structure_error);

    (table, errors)
}

/// Reports syntax errors before the diagnostics of the keys.
fn report_syntax_errors(values: &mut Values<'_>, errors: Vec<ParseError>, language: Language) {
    let default_hint = match language {
        Language::Toml => "write one `key = \"value\"` per line; text needs quotes",
        Language::Yaml => "write one `key: value` per line",
    };
    let diagnostics: Vec<Diagnostic> = errors
        .into_iter()
        .map(|ParseError { message, range, hint }| {
            Diagnostic::error(Code::FrontMatterSyntax, format!("front matter is {message}"))
                .at(values.place(range))
                .hint(hint.unwrap_or(default_hint))
        })
        .collect();

    // A value with a syntax error is not also reported for its type.
    let range_of = |it: &Diagnostic| it.place.as_ref().map(|place| place.range.clone());
    values.diagnostics.retain(|it| diagnostics.iter().all(|other| range_of(other) != range_of(it)));
    values.diagnostics.splice(0..0, diagnostics);
}

/// Records that a syntax error may hide keys of the cascade.
fn mark_cascade_incomplete(front: &mut FrontMatter, file: &SitePath) {
    let readable = front.rare.cascade.as_deref().cloned().unwrap_or_else(|| Cascade::unknown(file));
    front.rare.cascade = Some(Arc::new(Cascade { is_complete: false, ..readable }));
}

/// Returns whether a key that is likely meant to be `title` is reported.
fn has_misspelled_title(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|it| it.subject == Some(Subject::MisspelledKey("title")))
}

fn shortcode_in_title() -> Diagnostic {
    Diagnostic::error(Code::NoTitle, "a heading with a shortcode cannot be the title")
        .hint("write the title in the front matter: `title = \"...\"`")
}

/// Returns the error for a page without a title. `language` is that of its front matter, if it has one.
fn missing_title(language: Option<Language>) -> Diagnostic {
    let hint = match language {
        None => {
            "begin the text with a heading such as `# Title`, or begin the file with `+++`, \
             `title = \"...\"` and `+++`, each on its own line"
        }
        Some(Language::Toml) => "add `title = \"...\"` to its front matter",
        Some(Language::Yaml) => "add `title: ...` to its front matter",
    };
    Diagnostic::error(Code::NoTitle, "this page has no title").hint(hint)
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

        let publishing_keys = KEYS.iter().filter(|key| key.misplaced == Misplaced::Tables);
        let key = publishing_keys.map(|key| key.name).find(|key| {
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
    let mut values = Values {
        file,
        is_of_folder: false,
        source,
        text_to_end: "",
        offset: 0,
        cascade_file: None,
        zone,
        diagnostics,
    };

    let mut front = read::table(&mut values, table);
    front.default_date_to_publish_at();
    (front, values.diagnostics)
}
