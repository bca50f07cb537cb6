//! Checks the table `extra` of pages against the `extra.schema.json` of a folder of content/.

use std::borrow::Cow;
use std::sync::Arc;

use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::SitePath;
use croupier_base::syntax::schema::{Schema, Violation};
use croupier_base::syntax::spanned::{self, SpannedValue, Value};

use crate::front_matter::Language;
use crate::page::Page;
use crate::page_text::Text;

/// Returns everything in the `extra` of a page that does not match a schema. `text_of` reads a content file: that of the page, or an
/// index.md that it inherits from.
pub fn violations(
    page: &Page,
    schema: &Schema,
    text_of: &dyn Fn(&SitePath) -> Option<Text>,
) -> Vec<Diagnostic> {
    let violations = schema.violations(&page.front.extra);
    if violations.is_empty() {
        return Vec::new();
    }

    let own = text_of(&page.source).map(|text| (front_matter(&text), text));

    let diagnostic = |mut violation: Violation| {
        let place = inherited_place(page, &violation, text_of).or_else(|| {
            let (front, text) = own.as_ref()?;
            Some(place_in(&page.source, text, front, &["extra"], &violation))
        });

        violation.path.insert(0, "extra".to_owned());
        let message = format!("`{}` {}", violation.path_text(), violation.message);
        let error = Diagnostic::error(Code::DataShape, message);
        let error = match place {
            Some(place) => error.at(place),
            None => error.in_file(&page.source),
        };

        match violation.hint {
            Some(hint) => error.hint(hint),
            None => error,
        }
    };

    violations.into_iter().map(diagnostic).collect()
}

/// Returns the location of a value that the page inherits from the `[cascade]` table of an index.md.
fn inherited_place(
    page: &Page,
    violation: &Violation,
    text_of: &dyn Fn(&SitePath) -> Option<Text>,
) -> Option<Location> {
    let inherited = page.inherited.as_ref()?;
    let is_own =
        |key: &str| text_of(&page.source).is_some_and(|text| has(&front_matter(&text), key));
    let mut key = "extra".to_owned();
    for part in &violation.path {
        key = format!("{key}.{part}");
        let Some(file) = inherited.files.get(&key).filter(|_| !is_own(&key)) else { continue };
        let text = text_of(file)?;
        let front = front_matter(&text);
        return Some(place_in(file, &text, &front, &["cascade", "extra"], violation));
    }
    None
}

/// Returns whether front matter sets a key, such as `extra.kind`.
fn has(front: &SpannedValue, key: &str) -> bool {
    key.split('.').try_fold(front, |value, key| value.get(key)).is_some()
}

/// Returns the location of a value in the table at `table`, or of the nearest value around it.
fn place_in(
    file: &SitePath,
    text: &Text,
    front: &SpannedValue,
    table: &[&'static str],
    violation: &Violation,
) -> Location {
    let steps = table.iter().map(|part| Cow::Borrowed(*part)).chain(violation.steps());
    let steps: Vec<Cow<'_, str>> = steps.collect();
    let range = match front.get(table[0]) {
        Some(_) => front.range_at(&steps),
        None => 0..0,
    };
    let range = text.front.start + range.start..text.front.start + range.end;
    Location::new(file.as_str(), Arc::clone(&text.source), range)
}

/// Returns the front matter of a text. Syntax errors are reported when the page is read.
fn front_matter(text: &Text) -> SpannedValue {
    match text.language {
        Language::Toml => spanned::toml(text.front()).0,
        Language::Yaml => {
            spanned::yaml(text.front()).unwrap_or(SpannedValue { range: 0..0, value: Value::Null })
        }
    }
}
