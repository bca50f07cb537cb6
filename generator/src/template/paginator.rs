//! What templates know of a list that its page shows by itself: `paginator`, and `term` or `terms`.

use std::collections::BTreeMap;

use minijinja::value::{Serde, Value};

use crate::content::pagination::{ListSource, Paginator};
use crate::content::site::Site;
use crate::template::views::PageView;

/// What the template of the page at `route` knows besides; undefined where the page lists nothing.
pub(crate) fn context(site: &Site, route: &str) -> Value {
    let Some(paginator) = site.paginators.get(route) else {
        return Value::UNDEFINED;
    };
    let mut fields = BTreeMap::new();
    match &paginator.source {
        ListSource::Terms(taxonomy) => {
            fields.insert("terms", terms(site, taxonomy));
            return Value::from(fields);
        }
        ListSource::Term { taxonomy, slug } => {
            if let Some(term) = site.term(taxonomy, slug) {
                fields.insert("term", Value::from(Serde(term.summary(taxonomy, slug))));
            }
        }
        ListSource::Section(_) => {}
    }
    fields.insert("paginator", pager(site, paginator));
    Value::from(fields)
}

fn pager(site: &Site, paginator: &Paginator) -> Value {
    let total = paginator.source.query().map_or(0, |query| site.list(&query, paginator.sort_by).pages.len());
    let shown: Value = site.shown(paginator).into_iter().map(|page| Value::from_object(PageView(page))).collect();
    let count = site.count(paginator);
    let at = |number: usize| paginator.route(number).to_string();
    Value::from(BTreeMap::from([
        ("pages", shown),
        ("current_index", paginator.number.into()),
        ("number_pagers", count.into()),
        ("total_pages", total.into()),
        ("first", at(1).into()),
        ("last", at(count).into()),
        ("previous", (paginator.number > 1).then(|| at(paginator.number - 1)).into()),
        ("next", (paginator.number < count).then(|| at(paginator.number + 1)).into()),
    ]))
}

/// The terms of a taxonomy as templates see them, by slug.
pub(crate) fn terms(site: &Site, taxonomy: &str) -> Value {
    let terms = site.terms.get(taxonomy).into_iter().flatten();
    terms.map(|(slug, term)| Value::from(Serde(term.summary(taxonomy, slug)))).collect()
}
