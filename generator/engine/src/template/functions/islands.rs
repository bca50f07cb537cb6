//! Functions that place islands and slices: `island`, `slice`.

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, State};
use serde_json::{Number, Value as Json, json};

use crate::island::island_files::IslandFiles;
use crate::island::render_error::RenderError;
use crate::query::data::rounded_number;
use crate::query::recorder::with_includes;
use crate::query::results::Island;
use crate::template::escape::escape;
use crate::template::function_errors::{
    component_error, failed_runtime, function_error, not_a_list,
};
use crate::template::functions::Functions;
use crate::template::shortcodes::BODY;
use crate::template::used_assets::used_assets;
use croupier_base::diagnostic::ChainStep;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::fingerprint::hex;

/// When an island can hydrate.
const HYDRATION_TRIGGERS: [&str; 5] = ["load", "idle", "visible", "interaction", "session"];

/// The named arguments of `island` that are not props.
const ARGUMENTS: [&str; 2] = ["hydrate", "queries"];

/// The name under which the renderer gets messages.
const RENDERED_MESSAGES: &str = "croupier:messages";

/// The name under which the renderer gets the language of the page, on a site with several languages.
const RENDERED_LANGUAGE: &str = "croupier:language";

impl Functions {
    /// `island(name, props, hydrate="load", queries=[], ...)`: renders a component of the runtime.
    ///
    /// `queries` are the names of the data files that the component loads in the browser. The
    /// form `name=file` passes a file to the component under another name. All other named arguments
    /// are props. The content of a `{% call %}` block is the prop `children`.
    pub(super) fn island(
        &self,
        state: &mut State,
        name: &str,
        props: Option<Value>,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let hydrate: Option<String> = options.get("hydrate")?;
        let queries: Option<Vec<String>> =
            options.get("queries").map_err(|_| not_a_list("queries", "[\"prices\"]"))?;
        let caller: Option<Value> = options.get("caller")?;

        let hydrate = hydrate.unwrap_or_else(|| "load".to_owned());
        check_hydration_trigger(&hydrate)?;
        let island = self.find_island(name)?;

        let props = with_named_props(props_to_json(props)?, name, island.files, options)?;
        let mut rendered_props = props.clone();
        let content = caller.map(|caller| caller.call(state, &[])).transpose()?;
        if content.is_some() {
            check_takes_content(name, island.files)?;
            rendered_props["children"] = json!("");
        }

        check_props(name, island.files, &rendered_props)?;
        check_reaches_browser(name, &props)?;
        if content.is_some() {
            // The renderer shows this HTML in an element of its own.
            rendered_props["children"] = json!({ "html": BODY });
        }

        let messages = self.island_messages(name, &island, &props)?;
        if let Some(messages) = &messages {
            // The renderer takes them out of the props.
            rendered_props[RENDERED_MESSAGES] = messages.clone();
        }

        let head = self.recorder.head();
        if head.languages.0.are_several_published() {
            rendered_props[RENDERED_LANGUAGE] =
                json!({ "locale": head.language, "prefix": head.prefix });
        }

        let query_hashes = self.query_hashes(state, &queries.unwrap_or_default())?;
        let (prefix, number) = numbered_prefix(&island, &rendered_props);
        let rendered = island
            .render(&rendered_props, &prefix, number)
            .map_err(|error| rendering_error(name, &island, &props, &error))?;

        used_assets(state).islands.insert(name.to_owned());
        let mut html = format!(
            "<div data-island=\"{}\" data-props=\"{}\" data-hydrate=\"{hydrate}\" data-src=\"{}/{}\"",
            escape(name),
            escape(&props.to_string()),
            head.base,
            island.files.js
        );

        if !query_hashes.is_empty() {
            html.push_str(&format!(" data-queries=\"{}\"", escape(&query_hashes.join(" "))));
        }

        if let Some(messages) = messages {
            html.push_str(&format!(" data-messages=\"{}\"", escape(&messages.to_string())));
        }

        let shown = match content {
            Some(content) => with_content(name, &rendered.html, &content.to_string())?,
            None => rendered.html,
        };

        html.push_str(&format!(" data-id-prefix=\"{}\">{shown}</div>", rendered.prefix));
        Ok(Value::from_safe_string(html))
    }

    fn find_island(&self, name: &str) -> Result<Island<'_>, Error> {
        let Some(island) = self.recorder.island(name) else {
            if self.recorder.has_runtime() {
                return Err(failed_runtime());
            }
            return Err(function_error(
                format!("island `{name}` needs a runtime"),
                "set `[runtime] dir` in site.toml to the folder of the runtime",
            ));
        };

        island.map_err(|missing| {
            let hint = missing
                .did_you_mean()
                .unwrap_or_else(|| format!("the runtime has {}", missing.names().join(", ")));
            function_error(format!("there is no island `{name}`"), hint)
        })
    }

    /// Returns the static queries of an island for its attribute: `name=hash`.
    fn query_hashes(&self, state: &mut State, queries: &[String]) -> Result<Vec<String>, Error> {
        let mut hashes = Vec::new();
        for query in queries {
            let (alias, file) = query.split_once('=').unwrap_or((query, query));

            if query.contains(char::is_whitespace) || file.contains('=') {
                return Err(function_error(
                    format!("`{query}` cannot be the name of a query"),
                    "rename the data file: its name must not contain spaces or `=`",
                ));
            }

            if let Some((path, number)) = &self.data(file)?.rounded {
                return Err(rounded(&format!("`{path}` of the data file `{file}`"), number));
            }

            let hash = self.static_query(state, file)?;
            hashes.push(format!("{alias}={hash}"));
        }
        Ok(hashes)
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

        let id = self.recorder.slice_id(name);
        let slice = self.recorder.slice(&id).map_err(|missing| {
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
                escape(&id)
            )));
        }

        used_assets(state).slices.insert(id.clone());
        used_assets(state).excerpt_links.extend(slice.excerpt_links.iter().cloned());
        used_assets(state).text_problems.extend(slice.text_problems.iter().cloned());
        let html = &slice.html;
        let digest = hex(html.as_bytes());

        Ok(Value::from_safe_string(format!(
            "<div data-slice=\"{}\" data-digest=\"{digest}\">{html}</div>",
            escape(&id)
        )))
    }
}

fn check_hydration_trigger(trigger: &str) -> Result<(), Error> {
    if HYDRATION_TRIGGERS.contains(&trigger) {
        return Ok(());
    }
    Err(function_error(
        format!("an island cannot hydrate at `{trigger}`"),
        did_you_mean(trigger, HYDRATION_TRIGGERS)
            .unwrap_or_else(|| format!("write one of {}", HYDRATION_TRIGGERS.join(", "))),
    ))
}

/// Returns the error of an island whose rendering failed, at its location in the code of the runtime if that is known.
fn rendering_error(name: &str, island: &Island<'_>, props: &Json, error: &RenderError) -> Error {
    let Some((place, callers)) = island.locate(error.failure()) else {
        return function_error(
            format!("island `{name}` cannot be rendered: {error}"),
            "fix its component",
        );
    };

    // The module of any island can fail when the code is loaded.
    let is_component = matches!(error, RenderError::Component(_));
    let step = ChainStep::Island { name: name.to_owned(), props: shortened(props) };
    let steps = is_component.then_some(step).into_iter().chain(callers);
    component_error(error.failure(), place, steps.collect())
}

/// Converts a prop, or all props, to JSON.
fn props_value(value: &Value) -> Result<Json, Error> {
    serde_json::to_value(value).map_err(|error| {
        function_error(format!("these props cannot be written as JSON: {error}"), "pass plain data")
    })
}

/// The longest props that an error message shows, in characters.
const MAX_PROPS: usize = 200;

/// Returns props as JSON for an error message.
pub(super) fn shortened(props: &Json) -> String {
    let text = props.to_string();
    match text.char_indices().nth(MAX_PROPS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Converts props to a JSON object, which is empty if the template passes none.
fn props_to_json(props: Option<Value>) -> Result<Json, Error> {
    let json = match props {
        Some(props) if !props.is_undefined() && !props.is_none() => props_value(&props)?,
        _ => json!({}),
    };
    if json.is_object() {
        Ok(json)
    } else {
        Err(function_error("the props of an island must be an object", "write `{key: value}`"))
    }
}

/// Adds the named arguments of a call to the props.
fn with_named_props(
    mut props: Json,
    island: &str,
    files: &IslandFiles,
    options: &Kwargs,
) -> Result<Json, Error> {
    let is_declared =
        |name: &str| files.props.as_ref().is_some_and(|schema| schema.has_property(name));

    let names = options.args().filter(|name| !ARGUMENTS.contains(name) && *name != "caller");
    for name in names.map(str::to_owned).collect::<Vec<_>>() {
        let misspelled = did_you_mean(&name, ARGUMENTS).filter(|_| !is_declared(&name));

        if let Some(hint) = misspelled {
            return Err(function_error(
                format!("`{name}` is neither an argument of `island` nor a prop of `{island}`"),
                hint,
            ));
        }

        if props.get(&name).is_some() {
            return Err(function_error(
                format!("the prop `{name}` is set twice"),
                "remove it from the props object or from the arguments",
            ));
        }

        props[&name] = props_value(&options.get::<Value>(&name)?)?;
    }
    Ok(props)
}

/// Returns an error unless the island declares the prop `children`.
fn check_takes_content(name: &str, files: &IslandFiles) -> Result<(), Error> {
    if files.props.as_ref().is_some_and(|schema| schema.has_property("children")) {
        return Ok(());
    }
    Err(function_error(
        format!("island `{name}` takes no content"),
        "declare the property `children` in its props.schema.json and show `{children}` in its component, or call it without content",
    ))
}

/// Returns the HTML of an island with its content. Content that the component does not show at first is
/// in a template element, from which the browser takes it.
fn with_content(name: &str, html: &str, content: &str) -> Result<String, Error> {
    match html.matches(BODY).count() {
        0 => Ok(format!("{html}<template data-children>{content}</template>")),
        1 => Ok(html.replace(BODY, content)),
        _ => Err(function_error(
            format!("island `{name}` shows its content more than once"),
            "show `{children}` once in its component",
        )),
    }
}

/// Returns the start of the ids of an island, and its number among the islands with the same one. Ids are unique in the document,
/// also between equal islands.
fn numbered_prefix(island: &Island<'_>, props: &Json) -> (String, usize) {
    with_includes(|includes| {
        let prefix = island.id_prefix(props, &includes.region);
        let count = includes.id_prefixes.entry(prefix.clone()).or_default();
        *count += 1;
        (prefix, *count)
    })
}

/// Returns an error for a prop that the component would not get as it is written.
fn check_reaches_browser(name: &str, props: &Json) -> Result<(), Error> {
    if props.get("key").is_some() {
        return Err(function_error(
            format!("the prop `key` of island `{name}` does not reach its component"),
            "give it another name, because React uses `key` itself",
        ));
    }

    match rounded_number(props) {
        Some((path, number)) => {
            Err(rounded(&format!("the prop `{path}` of island `{name}`"), &number))
        }
        None => Ok(()),
    }
}

fn rounded(what: &str, number: &Number) -> Error {
    function_error(
        format!("{what} is {number}, which browsers round"),
        format!("write it as a text: \"{number}\""),
    )
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
        Some(hint) if hint == "add `children`" => {
            format!(
                "write the content between `{{% island(\"{name}\", ...) %}}` and `{{% end %}}`, in a template between `call` and `endcall`"
            )
        }
        Some(hint) => format!("{hint}; {schema}"),
        None => schema,
    };

    Err(function_error(format!("{subject} of island `{name}` {}", violation.message), hint))
}
