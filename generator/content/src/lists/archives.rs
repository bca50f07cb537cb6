//! Archives: groups the dated pages of a section by year or month, each of which has a page. `[[archives]]` in site.toml declares them.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::collections::pattern::{PatternPart, pattern_parts, route_prefix};
use crate::config::settings::Settings;
use crate::config::tables::languages::Language;
use crate::languages::{Folder, LanguageKey};
use crate::lists::PageQuery;
use crate::page::Page;
use croupier_base::date::{self, SiteZone};
use croupier_base::localized_date::DateLocale;
use croupier_base::path::Route;

/// An entry of `[[archives]]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Hash)]
#[serde(deny_unknown_fields)]
pub struct Archive {
    /// Pattern of the routes: `/posts/{year}/`, or `/posts/{year}/{month}/`.
    pub route: String,
    /// Route of the section whose pages are listed. Defaults to the pattern before its first placeholder.
    pub section: Option<Route>,
    /// Template of the pages.
    #[serde(default = "template")]
    pub template: String,
    /// Number of pages that one page of a period lists. If `None`, a period has one page that lists all of them.
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
    pub fn in_language(&self, language: &Language) -> Archive {
        Archive { language: language.key, ..self.clone() }
    }

    /// Returns the route of the section, without the path of the language.
    pub fn section(&self) -> Route {
        let default = || Route::new(route_prefix(&self.route));
        self.section.clone().unwrap_or_else(default)
    }

    /// Returns the section in the language.
    fn folder(&self) -> Folder {
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

    /// Returns the year of a page and, in an archive by months, the month. `None` if the archive does not list the page.
    fn period_of(&self, page: &Page, zone: &SiteZone) -> Option<(i16, Option<i8>)> {
        let dated_at = page.front.dated_at?;
        let is_listed = page.is_listed() && PageQuery::Section(self.folder()).has(page);
        let (year, month) = zone.year_and_month(dated_at);
        is_listed.then_some((year, (self.unit() == Unit::Month).then_some(month)))
    }

    /// Returns the period of a year or a month.
    fn period(
        &self,
        (year, month): (i16, Option<i8>),
        count: usize,
        zone: &SiteZone,
        language: &Language,
    ) -> Period {
        let start = zone.month_start(year, month.unwrap_or(1));
        let end = match month {
            Some(month @ ..=11) => zone.month_start(year, month + 1),
            _ => zone.month_start(year.saturating_add(1), 1),
        };

        let digits = month.map(|month| format!("{month:02}"));
        let localized = || {
            let locale = DateLocale::from_tag(&language.locale);
            date::format_timestamp(start, "year_month", zone.zone.clone(), locale.as_deref())
        };
        let name = match &digits {
            Some(digits) => localized().unwrap_or_else(|| format!("{year:04}-{digits}")),
            None => year.to_string(),
        };

        let route = self.route.replace("{year}", &format!("{year:04}"));
        let route = route.replace("{month}", digits.as_deref().unwrap_or_default());

        Period {
            file_route: Route::new(route),
            prefix: language.prefix.clone(),
            folder: self.folder(),
            start,
            end,
            year,
            month,
            name,
            count,
        }
    }
}

/// A year or a month with pages.
#[derive(Debug, PartialEq, Eq)]
pub struct Period {
    /// Route of its page, without the path of the language.
    file_route: Route,
    /// The start of the routes of the language, without a slash at the end.
    prefix: String,
    /// The section.
    folder: Folder,
    /// Its first second, in epoch seconds.
    start: i64,
    /// The first second after it.
    end: i64,
    year: i16,
    month: Option<i8>,
    /// The year, or the month and the year in the language of the site.
    pub name: String,
    /// Number of its pages.
    count: usize,
}

impl Period {
    /// Returns the query for its pages.
    pub fn query(&self) -> PageQuery {
        PageQuery::Period(self.folder.clone(), self.start, self.end)
    }

    /// Returns the route of its page.
    pub fn route(&self) -> Route {
        self.file_route.below(&self.prefix)
    }

    /// Returns the value for templates.
    pub fn summary(&self) -> Json {
        json!({
            "name": self.name,
            "path": self.route(),
            "section": self.folder.route.below(&self.prefix),
            "year": self.year,
            "month": self.month,
            "date": format!("{:04}-{:02}-01", self.year, self.month.unwrap_or(1)),
            "count": self.count,
        })
    }
}

/// The archives of a site with their periods.
#[derive(Debug, Default)]
pub struct Archives {
    zone: SiteZone,
    /// Each archive with its periods, newest first.
    pub lists: Vec<(Archive, Vec<Arc<Period>>)>,
}

impl Archives {
    /// Groups the pages of a site by year or month, in the time zone of the site.
    pub fn gather(pages: &BTreeMap<Route, Arc<Page>>, settings: &Settings) -> Archives {
        let zone = SiteZone::new(settings.text("time_zone"));
        let periods = |archive: &Archive| {
            let language = settings.languages.get(archive.language);
            let mut counts = BTreeMap::new();
            for period in pages.values().filter_map(|page| archive.period_of(page, &zone)) {
                *counts.entry(period).or_insert(0) += 1;
            }
            let period = |(period, count)| Arc::new(archive.period(period, count, &zone, language));
            counts.into_iter().rev().map(period).collect()
        };
        let archives = &settings.config.archives;
        let lists = archives.iter().map(|archive| (archive.clone(), periods(archive))).collect();
        Archives { zone, lists }
    }

    /// Returns the generated pages, one for each period.
    pub fn pages(&self) -> impl Iterator<Item = Page> {
        self.lists.iter().flat_map(|(archive, periods)| {
            periods.iter().map(|it| {
                let route = it.file_route.clone();
                Page::generated(archive.language, &it.prefix, route, &it.name, &archive.template)
            })
        })
    }

    /// Returns the values of the periods for templates, newest first. `None` if there is no such archive of the section.
    pub fn summaries(&self, section: &Folder, unit: Option<Unit>) -> Option<Vec<Json>> {
        let is_meant = |archive: &Archive| {
            archive.folder() == *section && unit.is_none_or(|unit| unit == archive.unit())
        };
        let (_, periods) = self.lists.iter().find(|(archive, _)| is_meant(archive))?;
        Some(periods.iter().map(|period| period.summary()).collect())
    }

    /// Returns whether two versions of a page belong to different periods of an archive.
    pub fn is_moved(&self, before: &Page, after: &Page) -> bool {
        self.lists.iter().any(|(archive, _)| {
            archive.period_of(before, &self.zone) != archive.period_of(after, &self.zone)
        })
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
