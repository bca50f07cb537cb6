//! The functions that templates can call. What they ask of the site they ask a recorder.

use std::collections::HashMap;
use std::sync::Mutex;

use minijinja::value::{Kwargs, Serde, Value};
use minijinja::{Error, State};
use serde_json::json;

use crate::query::data::DataFile;
use crate::query::recorder::Recorder;
use crate::template::emitted::emitted;
use crate::template::errors::invalid;
use crate::template::escape::escape;
use crate::template::paginator;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::digest::hex;
use croupier_base::path::Href;
use croupier_content::config::sort_by::SortBy;
use croupier_content::query::PageQuery;

/// The functions, over what they draw on.
pub(crate) struct Functions {
    pub recorder: Recorder,
    /// Lists of pages as templates see them, made once for all that show one.
    pub lists: Mutex<HashMap<(PageQuery, Option<SortBy>), Value>>,
}

impl Functions {
    pub(crate) fn new(recorder: Recorder) -> Functions {
        Functions { recorder, lists: Mutex::default() }
    }

    pub(crate) fn terms(&self, taxonomy: &str) -> Result<Value, Error> {
        self.recorder.terms(taxonomy).map(paginator::terms).map_err(|absent| {
            let hint = absent.did_you_mean();
            let hint = hint.unwrap_or_else(|| {
                format!("declare it in site.toml: `[[taxonomies]]` with `name = \"{taxonomy}\"`")
            });
            invalid(format!("there is no taxonomy `{taxonomy}`"), hint)
        })
    }

    pub(crate) fn image_size(&self, path: &str) -> Result<Value, Error> {
        self.recorder.image(&Href::new(path)).map(|it| Value::from(Serde(it))).map_err(|absent| {
            let hint = absent
                .did_you_mean()
                .unwrap_or_else(|| "name a picture by its address: `/images/dice.png`".to_owned());
            invalid(format!("there is no picture `{path}` whose measures are known"), hint)
        })
    }

    pub(crate) fn island(
        &self,
        state: &mut State,
        name: &str,
        props: Option<Value>,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let hydrate: Option<String> = options.get("hydrate")?;
        let queries: Option<Vec<String>> = options.get("queries")?;
        options.assert_all_used()?;
        let hydrate = hydrate.unwrap_or_else(|| "load".to_owned());
        let moments = ["load", "idle", "visible", "interaction", "session"];
        if !moments.contains(&&*hydrate) {
            return Err(invalid(
                format!("an island cannot hydrate at `{hydrate}`"),
                did_you_mean(&hydrate, moments)
                    .unwrap_or_else(|| format!("write one of {}", moments.join(", "))),
            ));
        }
        let Some(found) = self.recorder.island(name) else {
            return Err(invalid(
                format!("island `{name}` needs a runtime"),
                "name its folder in site.toml: `[runtime] dir`".into(),
            ));
        };
        let island = found.map_err(|absent| {
            let hint = absent
                .did_you_mean()
                .unwrap_or_else(|| format!("the runtime has {}", absent.names().join(", ")));
            invalid(format!("there is no island `{name}`"), hint)
        })?;
        let props = match props {
            Some(value) if !value.is_undefined() && !value.is_none() => {
                serde_json::to_value(&value).map_err(|error| {
                    invalid(
                        format!("these props cannot be written as JSON: {error}"),
                        "pass plain data".into(),
                    )
                })?
            }
            _ => json!({}),
        };
        if !props.is_object() {
            return Err(invalid(
                "an island's props are an object".into(),
                "write them as `{key: value}`".into(),
            ));
        }
        if let Some(violation) = island
            .files
            .props
            .as_ref()
            .and_then(|shape| shape.violations(&props).into_iter().next())
        {
            let place = violation.place();
            let what = if place.is_empty() {
                "the props object".to_owned()
            } else {
                format!("the prop `{place}`")
            };
            let hint = violation.hint.unwrap_or_else(|| {
                format!("the shape is declared in props.schema.json of `{name}`")
            });
            return Err(invalid(format!("{what} of island `{name}` {}", violation.message), hint));
        }
        let mut named = Vec::new();
        for query in queries.unwrap_or_default() {
            // An island may know the file by another name than its own.
            let (name, file) = query.split_once('=').unwrap_or((&query, &query));
            if query.contains(char::is_whitespace) || file.contains('=') {
                let hint = "rename the file: its name can have no spaces and no `=` for an island to ask for it";
                return Err(invalid(
                    format!("`{query}` cannot be the name of a query"),
                    hint.to_owned(),
                ));
            }
            let hash = self.query(state, file)?;
            named.push(format!("{name}={hash}"));
        }
        let rendered = island.render(&props).map_err(|error| {
            invalid(
                format!("island `{name}` cannot be rendered: {error}"),
                "mend its component".into(),
            )
        })?;
        emitted(state).islands.insert(name.to_owned());
        let mut html = format!(
            "<div data-island=\"{}\" data-props=\"{}\" data-hydrate=\"{hydrate}\" data-src=\"{}/{}\"",
            escape(name),
            escape(&props.to_string()),
            self.recorder.head().base,
            island.files.js
        );
        if !named.is_empty() {
            html.push_str(&format!(" data-queries=\"{}\"", escape(&named.join(" "))));
        }
        html.push_str(&format!(" data-id-prefix=\"{}\">{}</div>", rendered.prefix, rendered.html));
        Ok(Value::from_safe_string(html))
    }

    /// The place of a slice, filled unless `show=false`: a page that hides it keeps the empty place, so that the next can fill it.
    pub(crate) fn slice(
        &self,
        state: &mut State,
        name: &str,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let show: Option<bool> = options.get("show")?;
        options.assert_all_used()?;
        let slice = self.recorder.slice(name).map_err(|absent| {
            let hint = absent.did_you_mean().unwrap_or_else(|| {
                format!("make pages/slices/{name}.html; within a slice, which can hold no other, use `{{% include %}}`")
            });
            invalid(format!("there is no slice `{name}`"), hint)
        })?;
        if !show.unwrap_or(true) {
            return Ok(Value::from_safe_string(format!(
                "<div data-slice=\"{}\"></div>",
                escape(name)
            )));
        }
        emitted(state).slices.insert(name.to_owned());
        let digest = hex(slice.html().as_bytes());
        let html = slice.html();
        Ok(Value::from_safe_string(format!(
            "<div data-slice=\"{}\" data-digest=\"{digest}\">{html}</div>",
            escape(name)
        )))
    }

    /// Notes that the page needs the style sheet `name` of the runtime; nothing stands where it is asked for.
    pub(crate) fn style(&self, state: &mut State, name: &str) -> Result<&'static str, Error> {
        let address = self.of_runtime(name)?;
        if !address.ends_with(".css") {
            return Err(invalid(
                format!("`{name}` is no style sheet"),
                "name one of the runtime: `style(\"home.css\")`".into(),
            ));
        }
        emitted(state).styles.insert(address);
        Ok("")
    }

    pub(crate) fn query(&self, state: &mut State, name: &str) -> Result<String, Error> {
        let hash = &self.data(name)?.hash;
        emitted(state).queries.insert(name.to_owned(), hash.clone());
        Ok(hash.clone())
    }

    /// A data file, for functions that need it to be there.
    pub(crate) fn data(&self, name: &str) -> Result<&DataFile, Error> {
        self.recorder.data(name).map_err(|absent| {
            let hint = absent
                .did_you_mean()
                .unwrap_or_else(|| "name a file of content/data without its extension".into());
            invalid(format!("there is no data file `{name}`"), hint)
        })
    }
}

/// The text, if it is among those that are allowed; `what` names it in the error.
pub(crate) fn one_of(text: String, allowed: &[String], what: &str) -> Result<String, Error> {
    if allowed.contains(&text) {
        return Ok(text);
    }
    let hint = did_you_mean(&text, allowed.iter().map(String::as_str));
    Err(invalid(
        format!("`{text}` is no {what}"),
        hint.unwrap_or_else(|| format!("write one of {}", allowed.join(", "))),
    ))
}
