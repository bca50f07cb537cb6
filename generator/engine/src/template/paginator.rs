//! What templates know of a list that its page shows by itself: `paginator`, and `term` or `terms`.

use std::collections::BTreeMap;

use minijinja::value::{Serde, Value};
use serde_json::Value as Json;

use crate::query::recorder::Recorder;
use crate::template::views::PageView;
use croupier_base::path::Route;
use croupier_content::listing::{Listing, Pager};

/// What the template of the page at `route` knows besides; undefined where the page lists nothing.
pub(crate) fn context(recorder: &Recorder, route: &Route) -> Value {
    let mut fields = BTreeMap::new();
    match recorder.listing(route) {
        None => return Value::UNDEFINED,
        Some(Listing::Terms(listed)) => {
            fields.insert("terms", terms(listed));
        }
        Some(Listing::Pages(listed)) => {
            if let Some(term) = &listed.term {
                fields.insert("term", Value::from(Serde(term)));
            }
            fields.insert("paginator", pager(listed));
        }
    }
    Value::from(fields)
}

fn pager(listed: Pager) -> Value {
    let shown: Value =
        listed.pages.into_iter().map(|page| Value::from_object(PageView(page))).collect();
    Value::from(BTreeMap::from([
        ("pages", shown),
        ("current_index", listed.number.into()),
        ("number_pagers", listed.count.into()),
        ("total_pages", listed.total.into()),
        ("first", listed.first.as_str().into()),
        ("last", listed.last.as_str().into()),
        ("previous", listed.previous.as_deref().into()),
        ("next", listed.next.as_deref().into()),
    ]))
}

/// The terms of a taxonomy as templates see them.
pub(crate) fn terms(listed: Vec<Json>) -> Value {
    listed.into_iter().map(|term| Value::from(Serde(term))).collect()
}
