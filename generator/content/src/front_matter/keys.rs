//! The keys of front matter, and what each decides.

use std::sync::Arc;

use crate::config::sort_by::SortBy;
use croupier_base::date;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::{closest, did_you_mean};
use croupier_base::diagnostic::{Diagnostic, Severity, Subject};
use croupier_base::path::Href;
use croupier_base::syntax::spanned::{SpannedKey, SpannedValue, Value};

use crate::front_matter::cascade::{self, blank};
use crate::front_matter::given::CASCADED;
use crate::front_matter::model::{Cascade, FrontMatter, Status};
use crate::front_matter::values::Values;
use crate::front_matter::written::Origin;

/// Keys of other generators, and what says the same here.
const FOREIGN: [(&str, &str); 15] = [
    ("page_template", "write `template` into the table `cascade`"),
    ("target", FOR_ALL),
    ("_target", FOR_ALL),
    ("tags", "write it into the table `taxonomies`"),
    ("categories", "write it into the table `taxonomies`"),
    ("params", "keys of your own belong into the table `extra`"),
    ("menu", "menus are data files, such as content/data/menus.toml"),
    ("linkTitle", "it is called `menu_label` here"),
    ("lastmod", "it is called `updated` here"),
    ("publishDate", "it is called `publish_at` here"),
    ("expiryDate", "it is called `expire_at` here"),
    ("slug", "write the whole address: `path = \"/news/a-slug/\"`"),
    ("url", "it is called `path` here"),
    ("permalink", "it is called `path` here"),
    (
        "section",
        "the folder that its file lies in is its section; keys of your own belong into the table `extra`",
    ),
];

/// What Hugo's front matter says of some of the pages below a folder.
const FOR_ALL: &str = "a cascade holds for every page below its folder; write it into the index.md of the folder that it is meant for";

/// Every key.
pub const KEYS: [&str; 23] = [
    "title",
    "description",
    "heading",
    "template",
    "path",
    "layout",
    "shell",
    "status",
    "draft",
    "weight",
    "in_sitemap",
    "robots",
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

/// Keys that decide whether, where and how a page is published, and that a template hardly has a use for.
const DECIDING: [&str; 15] = [
    "template",
    "path",
    "layout",
    "shell",
    "status",
    "draft",
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

/// Those among them that stand for nothing else in a table of a template.
const DECIDING_ALONE: [&str; 5] = ["draft", "publish_at", "expire_at", "in_sitemap", "paginate_by"];

/// What all keys of a table say together; `written` is the file up to where its front matter ends.
pub(super) fn read(values: &mut Values<'_>, table: &SpannedValue, written: &str) -> FrontMatter {
    let mut front = blank();
    for (name, value) in table.entries() {
        if name.name == "cascade" {
            front.cascade = cascade(values, name, value, written).map(Arc::new);
        } else {
            key(values, &mut front, name, value);
        }
    }
    front
}

/// What an index.md says for the pages below its folder.
fn cascade(
    values: &mut Values<'_>,
    at: &SpannedKey,
    table: &SpannedValue,
    written: &str,
) -> Option<Cascade> {
    let file = values.file;
    if cascade::folder(file).is_none() {
        let folder = file.folder().unwrap_or("content");
        let found =
            Diagnostic::error(Code::KeyMisplaced, "`cascade` stands in a page that has no folder");
        let hint = format!(
            "what pages of a folder have in common stands in its index.md: {folder}/index.md"
        );
        values.found.push(found.at(values.place(at.range.clone())).hint(hint));
        return None;
    }
    if !matches!(table.value, Value::Table(_)) {
        values.wrong("cascade", table, "a table: put its keys below a line `[cascade]`");
        return Some(Cascade::unknown(file));
    }
    let before = values.found.len();
    let mut front = blank();
    values.origin = Some(Arc::new(Origin { file: file.clone(), text: Arc::from(written) }));
    for (name, value) in table.entries() {
        let its = name.name.as_str();
        if KEYS.contains(&its) && !CASCADED.contains(&its) {
            let found =
                Diagnostic::error(Code::KeyMisplaced, format!("`{its}` cannot stand in `cascade`"));
            let hint =
                "it is each page's own: move it above the line `[cascade]`, or into the pages";
            values.found.push(found.at(values.place(name.range.clone())).hint(hint));
        } else {
            key(values, &mut front, name, value);
        }
    }
    values.origin = None;
    let is_whole = values.found[before..].iter().all(|it| it.severity == Severity::Warning);
    Some(Cascade::of(file, front, is_whole))
}

fn key(values: &mut Values<'_>, front: &mut FrontMatter, key: &SpannedKey, value: &SpannedValue) {
    front.given.add(&key.name);
    match &*key.name {
        "title" => {
            let title = values.text(key, value);
            let is_empty = title.as_ref().is_some_and(|it| it.trim().is_empty());
            front.title = title.unwrap_or_default();
            if is_empty {
                values.found.push(
                    Diagnostic::error(Code::NoTitle, "this page's title is empty")
                        .at(values.place(value.range.clone()))
                        .hint("give it a title"),
                );
            }
        }
        "description" => front.description = values.text(key, value).unwrap_or_default(),
        "heading" => front.heading = values.text(key, value),
        "template" => {
            front.template = values.text(key, value);
            front.template_at = Some(values.written(value));
        }
        "path" => {
            front.path = values.text(key, value).map(Href::new);
            front.path_range = Some(values.absolute(&value.range));
        }
        "layout" => {
            front.layout = values.text(key, value);
            front.layout_at = Some(values.written(value));
        }
        "shell" => {
            front.shell = values.text(key, value);
            front.shell_at = Some(values.written(value));
        }
        "status" => {
            let known = [("sample", Status::Sample), ("approved", Status::Approved)];
            front.status = values.choice(key, value, &known).unwrap_or_default();
        }
        // A page that cannot be read is not published, and what else is wrong with it is told only where it is no draft.
        "draft" => front.draft = values.boolean(key, value).unwrap_or(false),
        "in_sitemap" => front.in_sitemap = values.boolean(key, value).unwrap_or(true),
        "weight" => front.weight = values.integer(key, value).unwrap_or(0),
        "robots" => front.robots = values.text(key, value),
        "menu_label" => front.menu_label = values.text(key, value),
        "date" => {
            front.date = values.day_or_moment(value);
            front.dated_at = value.as_date().as_ref().and_then(date::seconds);
        }
        "updated" => front.updated = values.date(value),
        "publish_at" => front.publish_at = values.moment(key, value),
        "expire_at" => front.expire_at = values.moment(key, value),
        "aliases" => front.aliases = values.aliases(value),
        "sort_by" => front.sort_by = values.choice(key, value, &SortBy::NAMES).unwrap_or_default(),
        "paginate_by" => front.paginate_by = values.count(key, value),
        "taxonomies" => front.taxonomies = values.taxonomies(value, &KEYS),
        "extra" => match value.value {
            Value::Table(_) => {
                swallowed(values, value);
                front.extra = value.to_json();
            }
            _ => values.wrong("extra", value, "a table: put its keys below a line `[extra]`"),
        },
        unknown => {
            let foreign = FOREIGN
                .iter()
                .find(|(name, _)| *name == unknown)
                .map(|(_, hint)| (*hint).to_owned());
            let meant = if foreign.is_none() { closest(unknown, KEYS) } else { None };
            let hint = foreign
                .or_else(|| did_you_mean(unknown, KEYS))
                .unwrap_or_else(|| "keys of your own belong into the table `extra`".to_owned());
            let found = Diagnostic::error(
                Code::FrontMatterKeyUnknown,
                format!("unknown front matter key `{unknown}`"),
            )
            .at(values.place(key.range.clone()))
            .hint(hint);
            values.found.push(match meant {
                Some(meant) => found.about(Subject::MisspelledKey(meant)),
                None => found,
            });
        }
    }
}

/// Warns of keys in `extra` that decide of the page where they stand above it, and of those in tables of `extra` that nobody else
/// would call so.
fn swallowed(values: &mut Values<'_>, extra: &SpannedValue) {
    let mut open = vec![("extra".to_owned(), extra)];
    while let Some((table, value)) = open.pop() {
        let deciding = if table == "extra" { &DECIDING[..] } else { &DECIDING_ALONE[..] };
        for (key, value) in value.entries() {
            if deciding.contains(&key.name.as_str()) {
                let found = Diagnostic::warning(
                    Code::FrontMatterKeyUnknown,
                    format!("`{}` stands in `{table}`, where it decides nothing", key.name),
                );
                let hint = format!(
                    "move it above the line `[{table}]`; if it is the template's own, give it another name"
                );
                values.found.push(found.at(values.place(key.range.clone())).hint(hint));
            }
            open.push((format!("{table}.{}", key.name), value));
        }
    }
}
