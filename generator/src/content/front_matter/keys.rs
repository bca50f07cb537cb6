//! The keys of front matter, and what each decides.

use serde_json::{Map, Value as Json};

use crate::config::sort_by::SortBy;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::code::Code;
use crate::diagnostic::wording::did_you_mean;
use crate::source::date;
use crate::source::spanned::{SpannedKey, SpannedValue, Value};

use crate::content::front_matter::model::{FrontMatter, Status};
use crate::content::front_matter::values::Values;

/// Keys of other generators, and what says the same here.
const FOREIGN: [(&str, &str); 10] = [
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
];

/// Every key.
pub(crate) const KEYS: [&str; 21] = [
    "title",
    "description",
    "heading",
    "template",
    "path",
    "layout",
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
];

/// Keys that decide whether, where and how a page is published, and that a template hardly has a use for.
const DECIDING: [&str; 13] = [
    "template",
    "path",
    "layout",
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
];

/// What all keys of a table say together.
pub(super) fn read(values: &mut Values<'_>, table: &SpannedValue) -> FrontMatter {
    let mut front = FrontMatter { in_sitemap: true, extra: Json::Object(Map::new()), ..FrontMatter::default() };
    for (name, value) in table.entries() {
        key(values, &mut front, name, value);
    }
    front
}

fn key(values: &mut Values<'_>, front: &mut FrontMatter, key: &SpannedKey, value: &SpannedValue) {
    match &*key.name {
        "title" => {
            front.title = values.text(key, value).unwrap_or_default();
            if front.title.trim().is_empty() {
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
            front.template_range = Some(values.absolute(&value.range));
        }
        "path" => {
            front.path = values.text(key, value);
            front.path_range = Some(values.absolute(&value.range));
        }
        "layout" => {
            front.layout = values.text(key, value);
            front.layout_range = Some(values.absolute(&value.range));
        }
        "status" => {
            let known = [("sample", Status::Sample), ("approved", Status::Approved)];
            front.status = values.choice(key, value, &known).unwrap_or_default();
        }
        "draft" => front.draft = values.boolean(key, value).unwrap_or(true),
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
        "taxonomies" => front.taxonomies = values.taxonomies(value),
        "extra" => match value.value {
            Value::Table(_) => {
                swallowed(values, value);
                front.extra = value.to_json();
            }
            _ => values.wrong("extra", value, "a table: put its keys below a line `[extra]`"),
        },
        unknown => {
            let foreign = FOREIGN.iter().find(|(name, _)| *name == unknown).map(|(_, hint)| (*hint).to_owned());
            let hint = foreign
                .or_else(|| did_you_mean(unknown, KEYS))
                .unwrap_or_else(|| "keys of your own belong into the table `extra`".to_owned());
            values.found.push(
                Diagnostic::error(Code::FrontMatterKeyUnknown, format!("unknown front matter key `{unknown}`"))
                    .at(values.place(key.range.clone()))
                    .hint(hint),
            );
        }
    }
}

/// Warns of keys in `extra` that decide of the page where they stand above it.
fn swallowed(values: &mut Values<'_>, extra: &SpannedValue) {
    for (key, _) in extra.entries().iter().filter(|(key, _)| DECIDING.contains(&key.name.as_str())) {
        let found = Diagnostic::warning(
            Code::FrontMatterKeyUnknown,
            format!("`{}` stands in `extra`, where it decides nothing", key.name),
        );
        let hint = "move it above the line `[extra]`; if it is the template's own, give it another name";
        values.found.push(found.at(values.place(key.range.clone())).hint(hint));
    }
}
