//! What templates ask for pages: `section`, `children`, `get_page`, and what a page says of those around it.

use std::sync::{Arc, PoisonError};

use minijinja::Error;
use minijinja::value::{Enumerator, Kwargs, Object, Serde, Value};

use crate::query::recorder::Recorder;
use crate::template::errors::invalid;
use crate::template::functions::Functions;
use crate::template::views::{FIELDS, PageView};
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::{Href, Route};
use croupier_content::config::sort_by::SortBy;
use croupier_content::markdown::Heading;
use croupier_content::page::Page;
use croupier_content::query::{PageList, PageQuery};

impl Functions {
    /// The pages below an address.
    pub(crate) fn section(&self, prefix: &str, options: &Kwargs) -> Result<Value, Error> {
        let (route, sort_by) = (self.route(prefix), sort_by(options)?.unwrap_or_default());
        let listed = self.recorder.section(&route, sort_by).map_err(|absent| {
            let hint = absent.did_you_mean();
            let hint = hint.unwrap_or_else(|| {
                "write the address that its pages begin with: `section(\"/news/\")`".to_owned()
            });
            invalid(format!("there are no pages below `{prefix}`"), hint)
        })?;
        Ok(self.listed(PageQuery::Section(route), Some(sort_by), &listed))
    }

    /// The pages directly below an address; in the order which the page there asks for, unless another is given.
    pub(crate) fn children(&self, path: &str, options: &Kwargs) -> Result<Value, Error> {
        let sort_by = sort_by(options)?;
        let route = self.route(path);
        let listed = self.recorder.children(&route, sort_by).map_err(|absent| {
            let hint = absent.did_you_mean();
            let hint = hint.unwrap_or_else(|| {
                "write the address of a page or folder: `children(\"/news/\")`".to_owned()
            });
            invalid(format!("there is no page at `{path}` and none below it"), hint)
        })?;
        Ok(self.listed(PageQuery::Children(route), sort_by, &listed))
    }

    fn listed(&self, query: PageQuery, sort_by: Option<SortBy>, listed: &PageList) -> Value {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        let list = || listed.pages.iter().map(view).collect();
        lists.entry((query, sort_by)).or_insert_with(list).clone()
    }

    /// The page at an address; none where it is a draft, not due yet or over.
    pub(crate) fn get_page(&self, path: &str) -> Result<Value, Error> {
        let page = self.recorder.page(&self.route(path)).map_err(|absent| {
            let hint = absent
                .did_you_mean()
                .unwrap_or_else(|| "write its address: `get_page(\"/info/faq/\")`".to_owned());
            invalid(format!("there is no page at `{path}`"), hint)
        })?;
        Ok(optional(page))
    }

    /// Returns the route that a template names, where the last slash can be left out. A page such as `/404.html` has a route without
    /// one.
    fn route(&self, path: &str) -> Route {
        let route = Route::of_address(&Href::new(path));
        let is_whole =
            route.ends_with('/') || route.ends_with(".html") && self.recorder.page(&route).is_ok();
        if is_whole { route } else { Route::new(format!("{route}/")) }
    }
}

fn sort_by(options: &Kwargs) -> Result<Option<SortBy>, Error> {
    let wanted: Option<String> = options.get("sort_by")?;
    options.assert_all_used()?;
    let Some(name) = wanted else { return Ok(None) };
    let known = SortBy::NAMES.into_iter().find(|(known, _)| *known == name);
    known.map(|(_, it)| Some(it)).ok_or_else(|| {
        let names = SortBy::NAMES.map(|(name, _)| name);
        let hint = did_you_mean(&name, names)
            .unwrap_or_else(|| format!("write one of {}", names.join(", ")));
        invalid(format!("pages cannot be sorted by `{name}`"), hint)
    })
}

fn view(page: &Arc<Page>) -> Value {
    Value::from_object(PageView(Arc::clone(page)))
}

fn optional(page: Option<&Arc<Page>>) -> Value {
    page.map_or_else(|| Value::from(()), view)
}

/// The page that is rendered, as its own template sees it. Its fields, and the pages around it, are asked for when the template
/// does.
#[derive(Debug)]
pub(crate) struct OwnPage {
    recorder: Recorder,
    page: PageView,
    /// What was made of its text.
    made: Option<Made>,
}

/// What was made of a text: its HTML, and its headings, which few templates ask for.
#[derive(Debug)]
struct Made {
    body: Value,
    headings: Vec<Heading>,
}

impl OwnPage {
    /// What is known of the page before its text is rendered.
    pub(crate) fn new(recorder: &Recorder, page: &Arc<Page>) -> OwnPage {
        OwnPage { recorder: recorder.clone(), page: PageView(Arc::clone(page)), made: None }
    }

    /// The same with what was made of its text.
    #[must_use]
    pub(crate) fn with(self, html: String, headings: Vec<Heading>) -> OwnPage {
        OwnPage { made: Some(Made { body: Value::from_safe_string(html), headings }), ..self }
    }

    fn route(&self) -> &Route {
        &self.page.0.route
    }

    /// The pages that it lies below, from the home page on. A folder without a page is left out.
    fn ancestors(&self) -> Value {
        let mut above = Vec::new();
        let mut route = self.route().clone();
        while let Some(parent) = route.parent().map(Route::new) {
            above.extend(self.recorder.page(&parent).ok().flatten().map(view));
            route = parent;
        }
        above.into_iter().rev().collect()
    }
}

impl Object for OwnPage {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let key = key.as_str()?;
        Some(match key {
            "url" => format!("{}{}", self.recorder.head().base_url, self.route()).into(),
            "previous" => optional(self.recorder.neighbours(self.route()).previous.as_ref()),
            "next" => optional(self.recorder.neighbours(self.route()).next.as_ref()),
            "ancestors" => self.ancestors(),
            "body" => self.made.as_ref()?.body.clone(),
            "headings" => Value::from(Serde(&self.made.as_ref()?.headings)),
            _ => return self.page.field(key),
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let made = self.made.iter().flat_map(|_| ["body", "headings"]);
        Enumerator::Values(FIELDS.into_iter().chain(["url"]).chain(made).map(Value::from).collect())
    }
}
