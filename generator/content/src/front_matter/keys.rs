//! Reads the keys of front matter into [`FrontMatter`].

use std::sync::Arc;

use crate::config::tables::languages::Untranslated;
use crate::foreign_names;
use crate::model::SortBy;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::{closest, did_you_mean};
use croupier_base::diagnostic::{Diagnostic, Severity, Subject};
use croupier_base::path::Href;
use croupier_base::syntax::spanned::{SpannedKey, SpannedValue, Value};
use croupier_base::unicode::into_nfc;

use crate::front_matter::cascade::blank;
use crate::front_matter::model::{CASCADED, Cascade, CascadeFile, FrontMatter, Status};
use crate::front_matter::values::Values;

/// All keys of front matter.
pub const KEYS: [&str; 34] = [
    "title",
    "description",
    "heading",
    "template",
    "path",
    "slug",
    "layout",
    "shell",
    "status",
    "draft",
    "headless",
    "weight",
    "in_sitemap",
    "search",
    "robots",
    "image",
    "image_alt",
    "authors",
    "canonical",
    "alternates",
    "translation_key",
    "untranslated",
    "must_match",
    "date",
    "updated",
    "publish_at",
    "expire_at",
    "aliases",
    "menu_label",
    "sort_by",
    "paginate_by",
    "taxonomies",
    "extra",
    "cascade",
];

/// Keys that control whether, where and how a page is published. Templates rarely need a value with
/// such a name.
const PUBLISHING_KEYS: [&str; 17] = [
    "template",
    "path",
    "slug",
    "layout",
    "shell",
    "status",
    "draft",
    "headless",
    "weight",
    "in_sitemap",
    "robots",
    "publish_at",
    "expire_at",
    "aliases",
    "paginate_by",
    "taxonomies",
    "cascade",
];

/// The publishing keys with no other plausible meaning in a nested table of a template.
pub(super) const UNAMBIGUOUS_PUBLISHING_KEYS: [&str; 6] =
    ["draft", "headless", "publish_at", "expire_at", "in_sitemap", "paginate_by"];

/// Reads all keys of a table. `text_to_end` is the file up to the end of its front matter.
pub(super) fn read(
    values: &mut Values<'_>,
    table: &SpannedValue,
    text_to_end: &str,
) -> FrontMatter {
    let mut front = blank();
    for (key, value) in table.entries() {
        if key.name == "cascade" {
            front.rare.cascade = read_cascade(values, key, value, text_to_end).map(Arc::new);
        } else {
            read_key(values, &mut front, key, value);
        }
    }
    front
}

/// Reads the table `cascade` of an index.md.
fn read_cascade(
    values: &mut Values<'_>,
    key: &SpannedKey,
    table: &SpannedValue,
    text_to_end: &str,
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
        values.report_type("cascade", table, "a table: put its keys below a line `[cascade]`");
        return Some(Cascade::unknown(file));
    }

    let previous_diagnostics = values.diagnostics.len();
    let mut front = blank();
    values.cascade_file =
        Some(Arc::new(CascadeFile { path: file.clone(), text: Arc::from(text_to_end) }));

    for (key, value) in table.entries() {
        let name = key.name.as_str();
        if KEYS.contains(&name) && !CASCADED.contains(&name) {
            let error = Diagnostic::error(
                Code::KeyMisplaced,
                format!("`{name}` is not allowed in `cascade`"),
            );
            let hint =
                "set it for each page: move it above the line `[cascade]`, or into the pages";
            values.diagnostics.push(error.at(values.place(key.range.clone())).hint(hint));
        } else {
            read_key(values, &mut front, key, value);
        }
    }

    values.cascade_file = None;
    let is_complete = values.diagnostics[previous_diagnostics..]
        .iter()
        .all(|it| it.severity == Severity::Warning);
    Some(Cascade::of(file, front, is_complete))
}

/// Reads one key and its value into `front`.
fn read_key(
    values: &mut Values<'_>,
    front: &mut FrontMatter,
    key: &SpannedKey,
    value: &SpannedValue,
) {
    front.explicit_keys.add(&key.name);

    match &*key.name {
        "title" => {
            let title = values.text(key, value);
            let is_empty = title.as_ref().is_some_and(|it| it.trim().is_empty());
            front.title = title.unwrap_or_default().into();
            if is_empty {
                values.diagnostics.push(
                    Diagnostic::error(Code::NoTitle, "this page's title is empty")
                        .at(values.place(value.range.clone()))
                        .hint("add a title"),
                );
            }
        }
        "description" => front.description = values.text(key, value).unwrap_or_default().into(),
        "heading" => front.rare.heading = values.text(key, value),
        "template" => {
            front.template = values.text(key, value).map(|it| into_nfc(it).into());
            front.template_origin = Some(values.origin(value));
        }
        "path" => {
            front.rare.path = values.text(key, value).map(Href::new);
            front.rare.path_range = Some(values.absolute(&value.range));
        }
        "slug" => {
            front.rare.slug = values.text(key, value).map(into_nfc);
            front.rare.slug_range = Some(values.absolute(&value.range));
        }
        "layout" => {
            front.rare.layout = values.text(key, value);
            front.rare.layout_origin = Some(values.origin(value));
        }
        "shell" => {
            front.rare.shell = values.text(key, value);
            front.rare.shell_origin = Some(values.origin(value));
        }
        "status" => {
            let options = [("sample", Status::Sample), ("approved", Status::Approved)];
            front.status = values.choice(key, value, &options).unwrap_or_default();
        }
        // A page with errors is not published. Its other errors are reported unless it is a draft.
        "draft" => front.draft = values.boolean(key, value).unwrap_or(false),
        "headless" => front.headless = values.boolean(key, value).unwrap_or(false),
        "in_sitemap" => front.in_sitemap = values.boolean(key, value).unwrap_or(true),
        "search" => front.search = values.boolean(key, value).unwrap_or(true),
        "weight" => front.weight = values.integer(key, value).unwrap_or(0),
        "robots" => front.rare.robots = values.robots(key, value),
        "image" => {
            front.rare.image = values.text(key, value).map(into_nfc);
            front.rare.image_origin = Some(values.origin(value));
        }
        "image_alt" => front.rare.image_alt = values.text(key, value),
        "authors" => front.rare.authors = values.authors(value),
        "canonical" => {
            front.rare.canonical = values.url(&key.name, value);
            front.rare.canonical_origin = Some(values.origin(value));
        }
        "alternates" => front.rare.alternates = values.alternates(value),
        "translation_key" => front.rare.translation_key = values.text(key, value).map(into_nfc),
        "untranslated" => {
            front.rare.untranslated = values.choice(key, value, &Untranslated::NAMES);
        }
        "must_match" => front.rare.must_match = values.boolean(key, value).unwrap_or(false),
        "menu_label" => front.rare.menu_label = values.text(key, value),
        "date" => {
            (front.date, front.dated_at) = values.date(key, value).unzip();
        }
        "updated" => (front.updated, front.updated_at) = values.date(key, value).unzip(),
        "publish_at" => {
            (front.rare.publish_date, front.rare.publish_at) =
                values.publication(key, value).unzip();
        }
        "expire_at" => {
            front.rare.expire_at = values.publication(key, value).map(|(_, seconds)| seconds);
        }
        "aliases" => front.rare.aliases = values.aliases(value),
        "sort_by" => front.sort_by = values.choice(key, value, &SortBy::NAMES).unwrap_or_default(),
        "paginate_by" => front.rare.paginate_by = values.count(key, value),
        "taxonomies" => front.taxonomies = values.taxonomies(value, &KEYS),
        "extra" => match value.value {
            Value::Table(_) => {
                warn_about_publishing_keys(values, value);
                front.extra = Arc::new(value.to_json());
            }
            _ => values.report_type("extra", value, "a table: put its keys below a line `[extra]`"),
        },
        _ => report_unknown_key(values, key),
    }
}

/// Reports a key that does not exist, with the key of another generator or the similar one that is meant.
fn report_unknown_key(values: &mut Values<'_>, key: &SpannedKey) {
    let name = &*key.name;
    let foreign_hint = foreign_names::front_matter_key(name).map(str::to_owned);
    let similar_key = if foreign_hint.is_none() { closest(name, KEYS) } else { None };
    let hint = foreign_hint
        .or_else(|| did_you_mean(name, KEYS))
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

/// Warns about publishing keys in `extra`, which have no effect there, and about unambiguous ones
/// in tables inside of `extra`.
fn warn_about_publishing_keys(values: &mut Values<'_>, extra: &SpannedValue) {
    let mut pending = vec![("extra".to_owned(), extra)];
    while let Some((table, value)) = pending.pop() {
        let publishing_keys =
            if table == "extra" { &PUBLISHING_KEYS[..] } else { &UNAMBIGUOUS_PUBLISHING_KEYS[..] };

        for (key, value) in value.entries() {
            if publishing_keys.contains(&key.name.as_str()) {
                let warning = Diagnostic::warning(
                    Code::FrontMatterKeyUnknown,
                    format!("`{}` has no effect in the table `{table}`", key.name),
                );
                let hint = format!(
                    "move it above the line `[{table}]`; if the template uses it, give it another name"
                );
                values.diagnostics.push(warning.at(values.place(key.range.clone())).hint(hint));
            }
            pending.push((format!("{table}.{}", key.name), value));
        }
    }
}
