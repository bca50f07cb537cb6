//! `file_data`: what a JSON file of pages/files/ holds, for other templates, so that a page and a file say one thing.

use std::cell::RefCell;

use minijinja::value::{Serde, Value};
use minijinja::{Error, State};

use crate::template::emitted::{Emitted, emitted};
use crate::template::environment::is_json;
use crate::template::errors::invalid;
use crate::template::functions::Functions;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::SitePath;

/// Where the templates of files lie that are no pages.
pub(crate) const FILES: &str = "pages/files/";

thread_local! {
    // The files whose values are being made, outermost first. A rendering stays on its thread from beginning to end.
    static OPEN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

impl Functions {
    /// What the JSON file at an output path holds, such as `rtgcoupons.json`. Its template is rendered here, so that what it
    /// asks for is asked by who asked for it.
    pub(crate) fn file_data(&self, state: &mut State, path: &str) -> Result<Value, Error> {
        let template = SitePath::new(format!("{FILES}{path}"));
        // A template that makes no JSON is none here.
        let asked = if is_json(path) { template.clone() } else { SitePath::new(FILES) };
        if let Err(absent) = self.recorder.template(&asked) {
            let names = absent.names();
            let names = names
                .iter()
                .filter_map(|name| name.strip_prefix(FILES))
                .filter(|name| is_json(name));
            let hint = did_you_mean(path, names)
                .unwrap_or_else(|| format!("make {FILES}<name>.json, or name another"));
            return Err(invalid(format!("no template makes a JSON file `{path}`"), hint));
        }
        if OPEN.with_borrow(|open| open.iter().any(|it| it == path)) {
            return Err(invalid(
                format!("the file `{path}` would be made from itself"),
                "let it ask for another file".to_owned(),
            ));
        }
        OPEN.with_borrow_mut(|open| open.push(path.to_owned()));
        let made =
            state.env().get_template(&template).and_then(|template| template.render_captured(()));
        OPEN.with_borrow_mut(Vec::pop);
        let made = made?;
        let within = made.state().get_extension::<Emitted>().cloned().unwrap_or_default();
        emitted(state).queries.extend(within.queries);
        // The file itself tells what is wrong with its own text, with the line.
        let value: serde_json::Value =
            serde_json::from_str(&made.into_output()).map_err(|error| {
                invalid(format!("`{path}` holds no JSON: {error}"), format!("mend {template}"))
            })?;
        Ok(Value::from(Serde(&value)))
    }
}
