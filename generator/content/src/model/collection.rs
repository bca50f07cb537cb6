//! The entries of `[[collections]]`: which data becomes pages, and which columns become front matter.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use serde_json::Value as Json;

use crate::model::pattern::{PatternPart, SLUG, pattern_parts, route_prefix};
use croupier_base::path::SitePath;
use croupier_base::syntax::spanned::SpannedValue;

/// The folder of data files.
pub const DATA: &str = "content/data/";

/// An entry of `[[collections]]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Hash)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Collection {
    /// A unique name of the collection.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub name: String,
    /// A CSV, TOML, JSON or YAML file whose rows become pages, or a folder whose files become pages, such as `content/data/games.csv`.
    #[cfg_attr(test, schemars(with = "String", regex(pattern = "^content/data/.")))]
    pub data: SitePath,
    /// The list of rows in the file, if it is not the whole file: `games`, or `shop.items`.
    pub list: Option<String>,
    /// The routes of the pages, such as `/games/{slug}/`. A column in braces is replaced with the slug of its value.
    #[cfg_attr(test, schemars(regex(pattern = "^/.*[{].+[}].*/$")))]
    pub route: String,
    /// The template of the pages. Default: the one of `[cascade]`, or `page`.
    pub template: Option<String>,
    /// The columns that front matter is read from.
    #[serde(default)]
    pub fields: Fields,
    /// The columns of the terms, by taxonomy.
    #[serde(default)]
    pub taxonomies: BTreeMap<String, String>,
}

/// Defines [`Fields`] from the keys that name a column, and whether a column of the same name is used by default.
macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident, $is_default:literal;)*) => {
        /// The columns that front matter is read from, by key.
        #[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Hash)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields, default)]
        pub struct Fields {
            $($(#[$doc])* pub $name: Option<String>,)*
        }

        impl Fields {
            /// Returns the keys, each with its column and whether site.toml names it.
            pub fn columns(&self) -> impl Iterator<Item = (&'static str, &str, bool)> {
                let columns = [$((stringify!($name), self.$name.as_deref(), $is_default)),*];
                columns.into_iter().filter_map(|(key, column, is_default)| match column {
                    Some(column) => Some((key, column, true)),
                    None => is_default.then_some((key, key, false)),
                })
            }

            /// Returns the columns with those of `texts` in place of their own.
            fn replaced(&self, texts: &Json) -> Fields {
                let text = |key| texts.get(key).and_then(Json::as_str).map(str::to_owned);
                Fields { $($name: text(stringify!($name)).or_else(|| self.$name.clone()),)* }
            }
        }
    };
}

fields! {
    /// The column of the title, or a text with columns in braces, such as `{name} | Shop`. Default: `title`.
    title, true;
    /// The column of `{slug}` in the route. Default: `slug`, or the name of the file, or the title.
    slug, true;
    /// The column of the description, or a text with columns in braces. Default: `description`.
    description, true;
    /// The column of the `h1`, if it differs from the title.
    heading, false;
    /// The column of the short name for menus.
    menu_label, false;
    /// The column of the image for link previews, or a path with columns in braces, such as `/pictures/{slug}.jpg`.
    image, false;
    /// The column of the alternative text of the image, or a text with columns in braces.
    image_alt, false;
    /// The column of the authors.
    authors, false;
    /// The column of the publication date. Default: `date`.
    date, true;
    /// The column of the date of the last change. Default: `updated`.
    updated, true;
    /// The column of the time at which the page is published. Default: `publish_at`.
    publish_at, true;
    /// The column of the time at which the page is removed. Default: `expire_at`.
    expire_at, true;
    /// The column that is true for drafts. Default: `draft`.
    draft, true;
    /// The column of the sort weight.
    weight, false;
    /// The column of former paths.
    aliases, false;
}

/// All entries of `[[collections]]`.
#[derive(Debug, Clone, Default)]
pub struct Collections {
    /// The valid ones, each with its index in site.toml.
    pub entries: Vec<(usize, Collection)>,
    /// The start of the routes of the others.
    pub unread: Vec<String>,
}

/// The keys of [`Fields`] whose value can be a pattern.
pub(crate) const PATTERN_FIELDS: [&str; 6] =
    ["title", "description", "heading", "menu_label", "image", "image_alt"];

/// Returns the columns in a value of [`Fields`]: the value itself, or the placeholders of a pattern.
pub fn columns_in<'a>(key: &str, value: &'a str) -> Vec<&'a str> {
    if !PATTERN_FIELDS.contains(&key) || !value.contains('{') {
        return vec![value];
    }
    let parts = pattern_parts(value).unwrap_or_default().into_iter();
    let columns = parts.filter_map(|part| match part {
        PatternPart::Column(column) => Some(column),
        PatternPart::Text(_) => None,
    });
    columns.collect()
}

impl Collection {
    /// Returns the collection with the fields that a language has of its own.
    pub fn localized(&self, texts: Option<&Json>) -> Cow<'_, Collection> {
        match texts {
            Some(texts) => {
                Cow::Owned(Collection { fields: self.fields.replaced(texts), ..self.clone() })
            }
            None => Cow::Borrowed(self),
        }
    }

    /// Returns the parts of the pattern of the routes, or what is wrong with it.
    pub(crate) fn route_parts(&self) -> Result<Vec<PatternPart<'_>>, &'static str> {
        if !self.route.starts_with('/') || !self.route.ends_with('/') {
            return Err("it does not begin and end with a slash");
        }
        let parts = pattern_parts(&self.route)?;
        if parts.len() == 1 {
            return Err("it has no placeholder, so that all pages would have one route");
        }
        Ok(parts)
    }

    /// Returns the part of the routes before the first placeholder: `/games/`.
    pub fn route_prefix(&self) -> &str {
        route_prefix(&self.route)
    }

    /// Returns the column of the slug, if the route has one, and whether site.toml names it.
    pub(crate) fn slug_column(&self) -> (&str, bool) {
        self.fields.slug.as_deref().map_or((SLUG, false), |column| (column, true))
    }

    /// Returns the columns that site.toml names, each with the path of the key that names it.
    pub fn named_columns(&self) -> Vec<(Vec<String>, &str)> {
        let fields = self.fields.columns().filter(|(_, _, is_named)| *is_named);
        let fields = fields.flat_map(|(key, value, _)| {
            let path = vec!["fields".to_owned(), key.to_owned()];
            columns_in(key, value).into_iter().map(move |column| (path.clone(), column))
        });
        let taxonomies = self
            .taxonomies
            .iter()
            .map(|(name, column)| (vec!["taxonomies".to_owned(), name.clone()], column.as_str()));
        let parts = self.route_parts().unwrap_or_default();
        let placeholders = parts.into_iter().filter_map(|part| match part {
            PatternPart::Column(column) if column != SLUG => {
                Some((vec!["route".to_owned()], column))
            }
            _ => None,
        });
        fields.chain(taxonomies).chain(placeholders).collect()
    }

    /// Returns the problems with this entry, which follows `others`: each with its key, a message and a hint.
    pub fn problems<'a>(
        &self,
        mut others: impl Iterator<Item = &'a Collection>,
    ) -> Vec<(&'static str, String, String)> {
        let mut problems = Vec::new();

        if self.name.trim().is_empty() || others.any(|other| other.name == self.name) {
            let message = format!("`{}` is not a unique name of a collection", self.name);
            problems.push(("name", message, "give each collection a name".to_owned()));
        }

        if !self.data.starts_with(DATA) || self.data.len() == DATA.len() {
            let message = format!("`{}` is not a path in {DATA}", self.data);
            let name = self.data.trim_start_matches("data/");
            problems.push((
                "data",
                message,
                format!("write the path from the root of the site, such as `{DATA}{name}`"),
            ));
        }

        if let Err(problem) = self.route_parts() {
            let message = format!("`{}` cannot be the route of pages: {problem}", self.route);
            problems.push((
                "route",
                message,
                format!("write `route = \"/{}/{{slug}}/\"`", self.name),
            ));
        }

        for (key, value, _) in self.fields.columns().filter(|it| PATTERN_FIELDS.contains(&it.0)) {
            if let Err(problem) = pattern_parts(value) {
                let message = format!("`{value}` cannot be the {key} of pages: {problem}");
                let hint = "put names of columns in braces: `\"{name} | Shop\"`".to_owned();
                problems.push(("fields", message, hint));
            }
        }

        problems
    }
}

/// Returns the range of a value of the entry of `[[collections]]` at `index`, in the ranges of site.toml.
pub fn range_in(site: &SpannedValue, index: usize, keys: &[String]) -> Range<usize> {
    let steps =
        ["collections".to_owned(), index.to_string()].into_iter().chain(keys.iter().cloned());
    site.range_at(&steps.map(Into::into).collect::<Vec<_>>())
}
