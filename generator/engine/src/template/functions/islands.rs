//! Functions that place islands and slices: `island`, `slice`.

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, State};
use serde_json::{Value as Json, json};

use crate::island::island_files::IslandFiles;
use crate::template::environment::escape;
use crate::template::errors::function_error;
use crate::template::functions::Functions;
use crate::template::used_assets::used_assets;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::fingerprint::hex;

/// When an island can hydrate.
const HYDRATION_TRIGGERS: [&str; 5] = ["load", "idle", "visible", "interaction", "session"];

impl Functions {
    /// `island(name, props, hydrate="load", queries=[])`: renders a component of the runtime.
    ///
    /// `queries` are the names of the data files that the component loads in the browser. The
    /// form `name=file` passes a file to the component under another name.
    pub(super) fn island(
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
        if !HYDRATION_TRIGGERS.contains(&&*hydrate) {
            return Err(function_error(
                format!("an island cannot hydrate at `{hydrate}`"),
                did_you_mean(&hydrate, HYDRATION_TRIGGERS)
                    .unwrap_or_else(|| format!("write one of {}", HYDRATION_TRIGGERS.join(", "))),
            ));
        }
        let Some(island) = self.recorder.island(name) else {
            return Err(function_error(
                format!("island `{name}` needs a runtime"),
                "set `[runtime] dir` in site.toml to the folder of the runtime",
            ));
        };
        let island = island.map_err(|missing| {
            let hint = missing
                .did_you_mean()
                .unwrap_or_else(|| format!("the runtime has {}", missing.names().join(", ")));
            function_error(format!("there is no island `{name}`"), hint)
        })?;
        let props = props_to_json(props)?;
        check_props(name, island.files, &props)?;
        let mut query_hashes = Vec::new();
        for query in queries.unwrap_or_default() {
            let (alias, file) = query.split_once('=').unwrap_or((&query, &query));
            if query.contains(char::is_whitespace) || file.contains('=') {
                return Err(function_error(
                    format!("`{query}` cannot be the name of a query"),
                    "rename the data file: its name must not contain spaces or `=`",
                ));
            }
            let hash = self.static_query(state, file)?;
            query_hashes.push(format!("{alias}={hash}"));
        }
        let rendered = island.render(&props).map_err(|error| {
            function_error(
                format!("island `{name}` cannot be rendered: {error}"),
                "fix its component",
            )
        })?;
        used_assets(state).islands.insert(name.to_owned());
        let mut html = format!(
            "<div data-island=\"{}\" data-props=\"{}\" data-hydrate=\"{hydrate}\" data-src=\"{}/{}\"",
            escape(name),
            escape(&props.to_string()),
            self.recorder.head().base,
            island.files.js
        );
        if !query_hashes.is_empty() {
            html.push_str(&format!(" data-queries=\"{}\"", escape(&query_hashes.join(" "))));
        }
        html.push_str(&format!(" data-id-prefix=\"{}\">{}</div>", rendered.prefix, rendered.html));
        Ok(Value::from_safe_string(html))
    }

    /// `slice(name, show=true)`: places a slice.
    ///
    /// With `show=false` the element is empty, so that navigation to another page can fill it.
    pub(super) fn slice(
        &self,
        state: &mut State,
        name: &str,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let show: Option<bool> = options.get("show")?;
        options.assert_all_used()?;
        let slice = self.recorder.slice(name).map_err(|missing| {
            let hint = missing.did_you_mean().unwrap_or_else(|| {
                format!(
                    "create pages/slices/{name}.html; \
                     a slice cannot contain another one: use `{{% include %}}` there"
                )
            });
            function_error(format!("there is no slice `{name}`"), hint)
        })?;
        if !show.unwrap_or(true) {
            return Ok(Value::from_safe_string(format!(
                "<div data-slice=\"{}\"></div>",
                escape(name)
            )));
        }
        used_assets(state).slices.insert(name.to_owned());
        used_assets(state).excerpt_links.extend(slice.excerpt_links().iter().cloned());
        let html = slice.html();
        let digest = hex(html.as_bytes());
        Ok(Value::from_safe_string(format!(
            "<div data-slice=\"{}\" data-digest=\"{digest}\">{html}</div>",
            escape(name)
        )))
    }
}

/// Converts props to a JSON object, which is empty if the template passes none.
fn props_to_json(props: Option<Value>) -> Result<Json, Error> {
    let json = match props {
        Some(props) if !props.is_undefined() && !props.is_none() => serde_json::to_value(&props)
            .map_err(|error| {
                function_error(
                    format!("these props cannot be written as JSON: {error}"),
                    "pass plain data",
                )
            })?,
        _ => json!({}),
    };
    if json.is_object() {
        Ok(json)
    } else {
        Err(function_error("the props of an island must be an object", "write `{key: value}`"))
    }
}

/// Checks props against the schema of the island, if it declares one.
fn check_props(name: &str, files: &IslandFiles, props: &Json) -> Result<(), Error> {
    let Some(violation) =
        files.props.as_ref().and_then(|schema| schema.violations(props).into_iter().next())
    else {
        return Ok(());
    };
    let path = violation.path_text();
    let subject =
        if path.is_empty() { "the props object".to_owned() } else { format!("the prop `{path}`") };
    let schema = format!("props.schema.json of `{name}` declares the props");
    let hint = match violation.hint {
        Some(hint) => format!("{hint}; {schema}"),
        None => schema,
    };
    Err(function_error(format!("{subject} of island `{name}` {}", violation.message), hint))
}
