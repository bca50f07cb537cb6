//! Reads the keys of front matter into [`FrontMatter`].

use std::sync::Arc;

use crate::foreign_names;
use crate::front_matter::cascade::blank;
use crate::front_matter::key::{self, Misplaced};
use crate::front_matter::keys::KEYS;
use crate::front_matter::model::{Cascade, CascadeFile, FrontMatter};
use crate::front_matter::values::{KeyValue, Values};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::{closest, did_you_mean};
use croupier_base::diagnostic::{Diagnostic, Severity, Subject};
use croupier_base::syntax::spanned::{SpannedKey, SpannedValue, Value};

/// Reads all keys of a table.
pub(super) fn table(values: &mut Values<'_>, table: &SpannedValue) -> FrontMatter {
    let mut front = blank();
    for (key, value) in table.entries() {
        read_key(values, &mut front, key, value);
    }
    report_empty_period(values, &front, table);
    front
}

/// Reports a page that is removed before it is published, so that no build has it.
fn report_empty_period(values: &mut Values<'_>, front: &FrontMatter, table: &SpannedValue) {
    if let (Some(publish_at), Some(expire_at)) = (front.rare.publish_at, front.rare.expire_at)
        && expire_at <= publish_at
        && let Some(value) = table.get("expire_at")
    {
        let message = "`expire_at` is not after `publish_at`, so that the page never appears";
        let error = Diagnostic::error(Code::FrontMatterValue, message);
        let place = values.place(value.range.clone());
        values.diagnostics.push(error.at(place).hint("write a later date, or remove one of them"));
    }
}

/// Reads one key and its value into `front`. A key without a value, `slug:` in YAML, is as if it were not there, but for `draft:`, whose
/// author may have meant either.
fn read_key(
    values: &mut Values<'_>,
    front: &mut FrontMatter,
    key: &SpannedKey,
    value: &SpannedValue,
) {
    match key::position(&key.name) {
        Some(_) if matches!(value.value, Value::Null) && key.name.as_str() != "draft" => {}
        Some(index) => {
            front.explicit_keys.add_at(index);
            (KEYS[index].read)(front, &mut KeyValue { values, key, value });
        }
        None => report_unknown_key(values, key),
    }
}

/// Reads `title`.
pub(super) fn title(front: &mut FrontMatter, it: &mut KeyValue<'_, '_>) {
    let title = it.text();
    if title.as_ref().is_some_and(|it| it.trim().is_empty()) {
        it.report(
            Diagnostic::error(Code::NoTitle, "this page's title is empty").hint("add a title"),
        );
    }
    front.title = title.unwrap_or_default().into();
}

/// Reads the table `extra`.
pub(super) fn extra(front: &mut FrontMatter, it: &mut KeyValue<'_, '_>) {
    if !matches!(it.value.value, Value::Table(_)) {
        it.values.report_no_table("extra", it.value);
        return;
    }
    warn_about_misplaced_keys(it.values, it.value);
    front.extra = Arc::new(it.value.to_json());
}

/// Reads the table `cascade`.
pub(super) fn cascade(front: &mut FrontMatter, it: &mut KeyValue<'_, '_>) {
    front.rare.cascade = read_cascade(it.values, it.key, it.value).map(Arc::new);
}

/// Reads the table `cascade` of an index.md.
fn read_cascade(
    values: &mut Values<'_>,
    key: &SpannedKey,
    table: &SpannedValue,
) -> Option<Cascade> {
    let file = values.file;
    if !values.is_of_folder {
        let folder = file.folder().unwrap_or("content");
        let error =
            Diagnostic::error(Code::KeyMisplaced, "`cascade` is only allowed in an index.md");
        let hint =
            format!("put values for all pages of a folder in its index.md: {folder}/index.md");
        values.diagnostics.push(error.at(values.place(key.range.clone())).hint(hint));
        return None;
    }

    if !matches!(table.value, Value::Table(_)) {
        values.report_no_table("cascade", table);
        return Some(Cascade::unknown(file));
    }

    let previous_diagnostics = values.diagnostics.len();
    let mut front = blank();
    values.cascade_file =
        Some(Arc::new(CascadeFile { path: file.clone(), text: Arc::from(values.text_to_end) }));

    for (key, value) in table.entries() {
        let name = key.name.as_str();
        let is_misplaced = key::position(name).is_some_and(|index| !KEYS[index].is_cascaded());
        if is_misplaced {
            let error = Diagnostic::error(
                Code::KeyMisplaced,
                format!("`{name}` is not allowed in `cascade`"),
            );
            let hint = format!(
                "set it for each page: move it {}, or into the pages",
                values.out_of("cascade")
            );
            values.diagnostics.push(error.at(values.place(key.range.clone())).hint(hint));
        } else {
            read_key(values, &mut front, key, value);
        }
    }

    report_empty_period(values, &front, table);
    values.cascade_file = None;
    let is_complete = values.diagnostics[previous_diagnostics..]
        .iter()
        .all(|it| it.severity == Severity::Warning);
    Some(Cascade::of(file, front, is_complete))
}

/// Reports a key that does not exist, with the key of another generator or the similar one that is meant.
fn report_unknown_key(values: &mut Values<'_>, key: &SpannedKey) {
    let name = &*key.name;
    let foreign_hint = foreign_names::front_matter_key(name).map(str::to_owned);
    let similar_key = if foreign_hint.is_none() { closest(name, key::names()) } else { None };
    let hint = foreign_hint
        .or_else(|| did_you_mean(name, key::names()))
        .unwrap_or_else(|| foreign_names::OWN_KEYS.to_owned());

    let message = format!("unknown front matter key `{name}`");
    let error = Diagnostic::error(Code::FrontMatterKeyUnknown, message)
        .at(values.place(key.range.clone()))
        .hint(hint);
    values.diagnostics.push(match similar_key {
        Some(similar_key) => error.about(Subject::MisspelledKey(similar_key)),
        None => error,
    });
}

/// Warns about keys that have no effect in `extra`, or in tables inside of it. Those in `extra` itself are only shown if no template reads
/// them.
fn warn_about_misplaced_keys(values: &mut Values<'_>, extra: &SpannedValue) {
    let mut pending = vec![("extra".to_owned(), extra)];
    while let Some((table, value)) = pending.pop() {
        let is_extra = table == "extra";
        let lowest = if is_extra { Misplaced::UnreadExtra } else { Misplaced::Tables };

        for (key, value) in value.entries() {
            // Other generators read keys in any case.
            let own_key = key::position(&key.name.to_ascii_lowercase()).map(|index| &KEYS[index]);
            // Calls in the text can read the table, too.
            let is_read = || is_extra && values.body().contains(&format!("extra.{}", key.name));
            if own_key.is_some_and(|it| it.misplaced >= lowest) && !is_read() {
                let place = values.place(key.range.clone());
                values.diagnostics.push(misplaced_key(values, &key.name, &table).at(place));
            }
            pending.push((format!("{table}.{}", key.name), value));
        }
    }
}

/// Returns the warning about a key of front matter in the table `extra`, or in a table inside of it.
fn misplaced_key(values: &Values<'_>, name: &str, table: &str) -> Diagnostic {
    let message = format!("`{name}` has no effect in the table `{table}`");
    let warning = Diagnostic::warning(Code::FrontMatterKeyUnknown, message);
    if table != "extra" {
        return warning.hint(format!(
            "move it {}; if the template uses it, give it another name",
            values.out_of(table)
        ));
    }

    warning.about(Subject::KeyInExtra(name.to_owned())).hint(format!(
        "move it {}; a value of your own needs a template that reads `extra.{name}`",
        values.out_of(table)
    ))
}
