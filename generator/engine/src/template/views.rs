//! What templates see of settings, data and pages: values that are made, and noted, when a template asks for them.

use std::collections::BTreeSet;
use std::sync::Arc;

use minijinja::value::{Enumerator, Object, Serde, Value};

use crate::query::recorder::Recorder;
use croupier_content::front_matter::USUAL_SHELL;
use croupier_content::page::Page;
use croupier_content::taxonomy;

/// site.toml in templates; each value that is used is noted.
#[derive(Debug)]
pub(crate) struct SettingsView(pub Recorder);

impl Object for SettingsView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.0.setting(key.as_str()?).cloned()
    }
}

/// content/data in templates; each file that is used is noted.
#[derive(Debug)]
pub(crate) struct DataView(pub Recorder);

impl Object for DataView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.0.data(key.as_str()?).ok().map(|data| data.shown.clone())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.0.data_names().map(Value::from).collect())
    }
}

/// A page in lists: its fields are made when a template asks for them, since a large site lists many and shows few.
#[derive(Debug)]
pub(crate) struct PageView(pub Arc<Page>);

/// What templates may ask of a page in a list.
pub(crate) const FIELDS: [&str; 14] = [
    "title",
    "heading",
    "description",
    "summary",
    "menu_label",
    "path",
    "layout",
    "shell",
    "template",
    "status",
    "date",
    "updated",
    "taxonomies",
    "extra",
];

impl PageView {
    /// One of [`FIELDS`]; none where `name` is another.
    pub(crate) fn field(&self, name: &str) -> Option<Value> {
        let (page, front) = (&self.0, &self.0.front);
        Some(match name {
            "title" => front.title.as_str().into(),
            "heading" => page.heading().into(),
            "description" => front.description.as_str().into(),
            "summary" => page.summary.as_deref().unwrap_or(&front.description).into(),
            "menu_label" => front.menu_label.clone().into(),
            "path" => page.route.as_str().into(),
            "layout" => page.layout().into(),
            "shell" => front.shell.as_deref().unwrap_or(USUAL_SHELL).into(),
            "template" => front.template.as_deref().unwrap_or("page").into(),
            "status" => Value::from(Serde(&front.status)),
            "date" => front.date.clone().into(),
            "updated" => front.updated.clone().into(),
            "taxonomies" => Value::from_object(TermsView(Arc::clone(page))),
            "extra" => Value::from(Serde(&front.extra)),
            _ => return None,
        })
    }
}

impl Object for PageView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.field(key.as_str()?)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&FIELDS)
    }
}

/// The terms of a page by taxonomy; a taxonomy that it says nothing of has none.
#[derive(Debug)]
pub(crate) struct TermsView(pub Arc<Page>);

impl Object for TermsView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let wanted = key.as_str()?;
        let filed = self.0.front.taxonomies.iter().find(|(name, _)| name == wanted);
        Some(Value::from(Serde(
            filed.map_or_else(Vec::new, |(taxonomy, terms)| taxonomy::filed(taxonomy, terms)),
        )))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let names: BTreeSet<&String> =
            self.0.front.taxonomies.iter().map(|(name, _)| name).collect();
        Enumerator::Values(names.into_iter().map(Value::from).collect())
    }
}
