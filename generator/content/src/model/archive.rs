//! The entries of `[[archives]]`: which pages are grouped by year or month.

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};

use crate::languages::{Folder, LanguageKey};
use crate::model::pattern::{PatternPart, pattern_parts, route_prefix};
use croupier_base::path::Route;

/// An entry of `[[archives]]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Hash)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Archive {
    /// The routes of the pages: `/posts/{year}/`, or `/posts/{year}/{month}/`.
    #[cfg_attr(test, schemars(regex(pattern = "^/.*[{]year[}].*/$")))]
    pub route: String,
    /// The route of the section whose pages are listed. Default: the part of `route` before `{year}`.
    #[cfg_attr(test, schemars(with = "Option<String>", regex(pattern = "^/(.*/)?$")))]
    pub section: Option<Route>,
    /// The template of the pages. Default: `archive`.
    #[serde(default = "template")]
    pub template: String,
    /// The number of pages that one page of a period lists. If omitted, all of them.
    pub paginate_by: Option<NonZeroUsize>,
    /// The language whose pages are listed.
    #[serde(skip)]
    pub language: LanguageKey,
}

fn template() -> String {
    "archive".into()
}

/// The unit by which an archive groups pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Unit {
    /// Years.
    Year,
    /// Months.
    Month,
}

impl Unit {
    /// The names in templates.
    pub const NAMES: [(&'static str, Unit); 2] = [("year", Unit::Year), ("month", Unit::Month)];
}

impl Archive {
    /// Returns the archive of the pages in a language.
    #[must_use]
    pub fn in_language(&self, language: LanguageKey) -> Archive {
        Archive { language, ..self.clone() }
    }

    /// Returns the route of the section, without the path of the language.
    pub fn section(&self) -> Route {
        let default = || Route::new(route_prefix(&self.route));
        self.section.clone().unwrap_or_else(default)
    }

    /// Returns the section in the language.
    pub fn folder(&self) -> Folder {
        Folder { language: self.language, route: self.section() }
    }

    /// Returns the unit by which pages are grouped.
    pub fn unit(&self) -> Unit {
        if self.route.contains("{month}") { Unit::Month } else { Unit::Year }
    }

    /// Returns whether a route may be that of a page of the archive.
    pub fn may_have(&self, route: &Route) -> bool {
        route.starts_with(route_prefix(&self.route))
    }

    /// Returns what is wrong with the pattern or the section, as a key, a message and a hint.
    pub fn problems(&self) -> Vec<(&'static str, String, &'static str)> {
        let mut problems = Vec::new();

        let columns = |parts: Vec<PatternPart<'_>>| {
            let columns = parts.iter().filter_map(|part| match part {
                PatternPart::Column(column) => Some((*column).to_owned()),
                PatternPart::Text(_) => None,
            });
            columns.collect::<Vec<_>>()
        };
        let columns = pattern_parts(&self.route).map(columns).unwrap_or_default();

        let is_path = self.route.starts_with('/') && self.route.ends_with('/');
        if !is_path || !(columns == ["year"] || columns == ["year", "month"]) {
            let message = format!("`{}` is not a pattern of routes by date", self.route);
            let hint = "write `\"/posts/{year}/\"`, or `\"/posts/{year}/{month}/\"` for months";
            problems.push(("route", message, hint));
        }

        if let Some(section) =
            self.section.as_ref().filter(|it| !(it.starts_with('/') && it.ends_with('/')))
        {
            let message = format!("`{section}` is not the route of a section");
            problems.push(("section", message, "write `section = \"/posts/\"`"));
        }

        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_has_a_year_and_perhaps_a_month() {
        let problems = |route: &str| {
            let archive = Archive {
                route: route.to_owned(),
                section: None,
                template: template(),
                paginate_by: None,
                language: LanguageKey::default(),
            };
            archive.problems().len()
        };

        for route in ["/{year}/", "/posts/{year}/{month}/", "/posts/{year}-{month}/"] {
            assert_eq!(problems(route), 0, "{route}");
        }

        for route in
            ["/posts/", "/{month}/", "/{year}/{day}/", "/{month}/{year}/", "{year}/", "/{year}"]
        {
            assert_eq!(problems(route), 1, "{route}");
        }
    }
}
