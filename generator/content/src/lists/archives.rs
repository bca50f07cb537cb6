//! Archives: groups the dated pages of a section by year or month, each of which has a page.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::config::settings::Settings;
use crate::config::tables::languages::Language;
use crate::languages::{Folder, LanguageKey};
use crate::lists::PageQuery;
use crate::model::archive::{Archive, Unit};
use crate::page::Page;
use croupier_base::date::{self, SiteZone};
use croupier_base::localized_date::DateLocale;
use croupier_base::path::Route;

impl Archive {
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
        pages: PeriodPages,
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
            count: pages.count,
            lists_fallbacks: pages.fallbacks == pages.count,
        }
    }
}

/// The numbers of pages of a period: of all, and of those that show the text of another language.
#[derive(Default, Clone, Copy)]
struct PeriodPages {
    count: usize,
    fallbacks: usize,
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
    /// Whether all of its pages show the text of another language.
    lists_fallbacks: bool,
}

impl Period {
    /// Returns the language of its pages.
    pub(crate) fn language(&self) -> LanguageKey {
        self.folder.language
    }

    /// Returns the query for the pages of the period in a language.
    pub(crate) fn query(&self, language: LanguageKey) -> PageQuery {
        let folder = Folder { language, ..self.folder.clone() };
        PageQuery::Period(folder, self.start, self.end)
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
            let mut counts: BTreeMap<_, PeriodPages> = BTreeMap::new();
            for page in pages.values() {
                let Some(period) = archive.period_of(page, &zone) else { continue };
                let of_period = counts.entry(period).or_default();
                of_period.count += 1;
                of_period.fallbacks += usize::from(page.is_fallback());
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
                let (route, template) = (it.file_route.clone(), &archive.template);
                let page = Page::generated(archive.language, &it.prefix, route, &it.name, template);
                Page { lists_fallbacks: it.lists_fallbacks, ..page }
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
