//! Functions for pages and lists of pages: `section`, `children`, `get_page`, `related`, `terms`.

use std::sync::{Arc, PoisonError};

use minijinja::Error;
use minijinja::value::{Kwargs, Value};

use crate::query::page_queries::RelatedPages;
use crate::template::function_errors::function_error;
use crate::template::functions::Functions;
use crate::template::views::{page_value, term_list};
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::{Href, Route};
use croupier_content::lists::{PageList, PageQuery};
use croupier_content::model::SortBy;
use croupier_content::model::archive::Unit;
use croupier_content::page::Page;

/// The number of pages that `related` returns by default.
const DEFAULT_RELATED: usize = 5;

impl Functions {
    /// `section(prefix, sort_by="weight", required=true)`: returns the pages at all levels below a
    /// route, or the pages of the term whose page has the route.
    ///
    /// Returns none for an unknown route if it is not required.
    pub(super) fn section(&self, prefix: &str, options: &Kwargs) -> Result<Value, Error> {
        let route = self.route(prefix);
        let options = ListOptions::read(options)?;
        let sort_by = options.sort_by.unwrap_or_default();
        match self.recorder.section(&route, sort_by) {
            Ok((query, pages)) => Ok(self.list_value(query, Some(sort_by), &pages)),
            Err(_) if !options.is_required => Ok(Value::from(())),
            Err(missing) => {
                let hint = missing.did_you_mean().unwrap_or_else(|| {
                    "write the URL path that its pages start with: `section(\"/news/\")`".to_owned()
                });
                Err(function_error(format!("there are no pages below `{prefix}`"), hint))
            }
        }
    }

    /// `children(path, sort_by=..., required=true)`: returns the pages directly below a route.
    ///
    /// The default order is set by the page at the route. Returns none for an unknown route if it is
    /// not required.
    pub(super) fn children(&self, path: &str, options: &Kwargs) -> Result<Value, Error> {
        let options = ListOptions::read(options)?;
        let route = self.route(path);
        match self.recorder.children(&route, options.sort_by) {
            Ok((folder, pages)) => {
                Ok(self.list_value(PageQuery::Children(folder), options.sort_by, &pages))
            }
            Err(_) if !options.is_required => Ok(Value::from(())),
            Err(missing) => {
                let hint = missing.did_you_mean().unwrap_or_else(|| {
                    "write the URL path of a page or folder: `children(\"/news/\")`".to_owned()
                });
                Err(function_error(format!("there is no page at `{path}` or below it"), hint))
            }
        }
    }

    /// `get_page(path, required=true)`: returns the page at a route, or none if it is not published
    /// now. Also returns none for an unknown route if it is not required.
    pub(super) fn get_page(&self, path: &str, options: &Kwargs) -> Result<Value, Error> {
        let is_required = is_required(options)?;
        options.assert_all_used()?;
        match self.page(path) {
            Ok(page) => {
                Ok(page.map_or_else(|| Value::from(()), |page| page_value(&self.recorder, page)))
            }
            Err(_) if !is_required => Ok(Value::from(())),
            Err(error) => Err(error),
        }
    }

    /// `path is unpublished`: returns whether the page of a link exists and is not published now, such as a draft.
    pub(super) fn is_unpublished(&self, link: &str) -> bool {
        let path = link.split(['?', '#']).next().unwrap_or_default();
        matches!(self.recorder.page(&self.route(path)), Ok(None))
    }

    /// Returns the page at a route, or none if it is not published now.
    fn page(&self, path: &str) -> Result<Option<&Arc<Page>>, Error> {
        self.recorder.page(&self.route(path)).map_err(|missing| {
            let hint = missing.did_you_mean().unwrap_or_else(|| {
                "write its URL path: `get_page(\"/info/faq/\")`; `required=false` returns none for an unknown path"
                    .to_owned()
            });
            function_error(format!("there is no page at `{path}`"), hint)
        })
    }

    /// `related(page, limit=5)`: returns the pages that share most terms and words of the title with a page, which is a page or its
    /// route.
    pub(super) fn related(&self, page: &Value, options: &Kwargs) -> Result<Value, Error> {
        let limit = options.get::<Option<usize>>("limit")?.unwrap_or(DEFAULT_RELATED);
        options.assert_all_used()?;
        let path = if page.as_str().is_some() { page.clone() } else { page.get_attr("path")? };
        let Some(path) = path.as_str() else {
            let hint = "write `related(page)`, or the URL path of a page: `related(\"/news/a/\")`";
            return Err(function_error("`related` needs a page", hint));
        };
        self.page(path)?;
        let pages = self.recorder.read(RelatedPages(self.route(path), limit));
        Ok(pages.iter().map(|page| page_value(&self.recorder, page)).collect())
    }

    /// `terms(taxonomy)`: returns the terms of a taxonomy.
    pub(super) fn terms(&self, taxonomy: &str) -> Result<Value, Error> {
        let terms = self.recorder.terms(taxonomy).map_err(|missing| {
            let hint = missing.did_you_mean().unwrap_or_else(|| {
                format!("declare it in site.toml: `[[taxonomies]]` with `name = \"{taxonomy}\"`")
            });
            function_error(format!("there is no taxonomy `{taxonomy}`"), hint)
        })?;
        Ok(term_list(terms))
    }

    /// `archives(section, by=...)`: returns the years or the months of a section with dated pages, newest first.
    ///
    /// Without `by`, the first archive of the section in site.toml decides.
    pub(super) fn archives(&self, section: &str, options: &Kwargs) -> Result<Value, Error> {
        let name: Option<String> = options.get("by")?;
        options.assert_all_used()?;
        let unit = name.as_deref().map(|name| choice(name, &Unit::NAMES, "grouped")).transpose()?;
        let periods = self.recorder.archive(&self.route(section), unit).map_err(|missing| {
            let hint = missing.did_you_mean().unwrap_or_else(|| {
                let month = if unit == Some(Unit::Month) { "{month}/" } else { "" };
                format!("declare it in site.toml: `[[archives]]` with `route = \"{section}{{year}}/{month}\"`")
            });
            let by = name.map_or_else(String::new, |name| format!(" by {name}"));
            function_error(format!("there is no archive of `{section}`{by}"), hint)
        })?;
        Ok(term_list(periods))
    }

    /// Returns a list as a template value, which is created once for all templates.
    fn list_value(&self, query: PageQuery, sort_by: Option<SortBy>, list: &PageList) -> Value {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        lists
            .entry((query, sort_by))
            .or_insert_with(|| {
                list.pages.iter().map(|page| page_value(&self.recorder, page)).collect()
            })
            .clone()
    }

    /// Returns the route that a template names. The last slash is optional.
    ///
    /// A page such as `/404.html` has a route without a last slash.
    pub(super) fn route(&self, path: &str) -> Route {
        let route = Route::from_url_path(&Href::new(path));
        let is_complete =
            route.ends_with('/') || route.ends_with(".html") && self.recorder.page(&route).is_ok();
        if is_complete { route } else { Route::new(format!("{route}/")) }
    }
}

/// The options of `section` and `children`.
struct ListOptions {
    sort_by: Option<SortBy>,
    /// Whether an unknown route is an error.
    is_required: bool,
}

impl ListOptions {
    fn read(options: &Kwargs) -> Result<ListOptions, Error> {
        let name: Option<String> = options.get("sort_by")?;
        let is_required = is_required(options)?;
        options.assert_all_used()?;
        let sort_by = name.as_deref().map(|it| choice(it, &SortBy::NAMES, "sorted")).transpose()?;
        Ok(ListOptions { sort_by, is_required })
    }
}

/// Reads the option `required`.
fn is_required(options: &Kwargs) -> Result<bool, Error> {
    Ok(options.get::<Option<bool>>("required")?.unwrap_or(true))
}

/// Returns the value with a name. The error says that pages cannot be `done`, such as sorted, by it.
fn choice<T: Copy>(name: &str, values: &[(&str, T)], done: &str) -> Result<T, Error> {
    if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
        return Ok(*value);
    }
    let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
    let hint = did_you_mean(name, names.iter().copied())
        .unwrap_or_else(|| format!("write one of {}", names.join(", ")));
    Err(function_error(format!("pages cannot be {done} by `{name}`"), hint))
}
