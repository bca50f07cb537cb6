//! Functions for pages and lists of pages: `section`, `children`, `get_page`, `terms`.

use std::sync::PoisonError;

use minijinja::Error;
use minijinja::value::{Kwargs, Value};

use crate::template::errors::function_error;
use crate::template::functions::Functions;
use crate::template::views::{page_value, term_list};
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::{Href, Route};
use croupier_content::config::tables::SortBy;
use croupier_content::lists::{PageList, PageQuery};

impl Functions {
    /// `section(prefix, sort_by="weight")`: returns the pages at all levels below a route.
    pub(super) fn section(&self, prefix: &str, options: &Kwargs) -> Result<Value, Error> {
        let route = self.route(prefix);
        let sort_by = sort_by(options)?.unwrap_or_default();
        let pages = self.recorder.section(&route, sort_by).map_err(|missing| {
            let hint = missing.did_you_mean().unwrap_or_else(|| {
                "write the URL path that its pages start with: `section(\"/news/\")`".to_owned()
            });
            function_error(format!("there are no pages below `{prefix}`"), hint)
        })?;
        Ok(self.list_value(PageQuery::Section(route), Some(sort_by), &pages))
    }

    /// `children(path, sort_by=...)`: returns the pages directly below a route.
    ///
    /// The default order is set by the page at the route.
    pub(super) fn children(&self, path: &str, options: &Kwargs) -> Result<Value, Error> {
        let sort_by = sort_by(options)?;
        let route = self.route(path);
        let pages = self.recorder.children(&route, sort_by).map_err(|missing| {
            let hint = missing.did_you_mean().unwrap_or_else(|| {
                "write the URL path of a page or folder: `children(\"/news/\")`".to_owned()
            });
            function_error(format!("there is no page at `{path}` or below it"), hint)
        })?;
        Ok(self.list_value(PageQuery::Children(route), sort_by, &pages))
    }

    /// `get_page(path)`: returns the page at a route, or none if it is not published now.
    pub(super) fn get_page(&self, path: &str) -> Result<Value, Error> {
        let page = self.recorder.page(&self.route(path)).map_err(|missing| {
            let hint = missing
                .did_you_mean()
                .unwrap_or_else(|| "write its URL path: `get_page(\"/info/faq/\")`".to_owned());
            function_error(format!("there is no page at `{path}`"), hint)
        })?;
        Ok(page.map_or_else(|| Value::from(()), page_value))
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

    /// Returns a list as a template value, which is created once for all templates.
    fn list_value(&self, query: PageQuery, sort_by: Option<SortBy>, list: &PageList) -> Value {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        lists
            .entry((query, sort_by))
            .or_insert_with(|| list.pages.iter().map(page_value).collect())
            .clone()
    }

    /// Returns the route that a template names. The last slash is optional.
    ///
    /// A page such as `/404.html` has a route without a last slash.
    fn route(&self, path: &str) -> Route {
        let route = Route::from_url_path(&Href::new(path));
        let is_complete =
            route.ends_with('/') || route.ends_with(".html") && self.recorder.page(&route).is_ok();
        if is_complete { route } else { Route::new(format!("{route}/")) }
    }
}

/// Reads the option `sort_by`, which must be the only one.
fn sort_by(options: &Kwargs) -> Result<Option<SortBy>, Error> {
    let name: Option<String> = options.get("sort_by")?;
    options.assert_all_used()?;
    let Some(name) = name else { return Ok(None) };
    if let Some((_, sort_by)) = SortBy::NAMES.into_iter().find(|(known, _)| *known == name) {
        return Ok(Some(sort_by));
    }
    let names = SortBy::NAMES.map(|(name, _)| name);
    let hint =
        did_you_mean(&name, names).unwrap_or_else(|| format!("write one of {}", names.join(", ")));
    Err(function_error(format!("pages cannot be sorted by `{name}`"), hint))
}
