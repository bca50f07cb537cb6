//! The minijinja environment: templates compiled, with their functions, and rendered.

use std::borrow::Cow;
use std::sync::Arc;

use minijinja::value::{Kwargs, Value};
use minijinja::{AutoEscape, Environment, Error, State, UndefinedBehavior};

use crate::diagnostic::Diagnostic;
use crate::snapshot::dependency::Dependency;
use crate::snapshot::recorder::depends_on;
use crate::snapshot::{Snapshot, TemplateTexts};
use crate::template::emitted::Emitted;
use crate::template::errors::{diagnose, endless};
use crate::template::escape::escape;
use crate::template::functions::{Functions, formatted, one_of, timestamp};
use crate::template::views::{DataView, SettingsView};

/// Makes the environment for one state of the sources.
pub(crate) fn environment(snapshot: &Arc<Snapshot>) -> Result<Environment<'static>, Vec<Diagnostic>> {
    let sources = &snapshot.templates;
    let mut env = Environment::new();
    env.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    env.set_debug(true);
    env.set_auto_escape_callback(|name| match name.rsplit_once('.') {
        Some((_, "json" | "webmanifest")) => AutoEscape::Json,
        Some((_, "txt" | "csv")) => AutoEscape::None,
        _ => AutoEscape::Html,
    });
    // A slash needs no escape, and addresses are full of them.
    env.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if matches!(state.auto_escape(), AutoEscape::Html) && !value.is_safe() => {
            out.write_str(&escape(text)).map_err(Error::from)
        }
        _ => minijinja::escape_formatter(out, state, value),
    });
    env.set_path_join_callback(|name, _| {
        let name: Cow<'_, str> = if name.starts_with("pages/") { name.into() } else { format!("pages/{name}").into() };
        depends_on(Dependency::Template(name.to_string()));
        name
    });
    env.add_global("site", Value::from_object(SettingsView::new(&snapshot.settings)));
    env.add_global("data", Value::from_object(DataView(Arc::clone(&snapshot.data))));
    env.add_global("build_year", snapshot.settings.build_year);
    minijinja_contrib::add_to_environment(&mut env);
    env.add_filter("timestamp", timestamp);
    env.add_filter("date", |date: &str, format: Option<String>| formatted(date, format.as_deref().unwrap_or("%-d %B %Y")));
    let mut found = Vec::new();
    for (name, source) in sources.iter() {
        if let Err(error) = env.add_template_owned(name.clone(), source.to_string()) {
            found.push(diagnose(&error, sources));
        }
    }
    found.extend(sources.keys().filter_map(|name| endless(sources, name)));
    if !found.is_empty() {
        return Err(found);
    }
    let functions = Arc::new(Functions::new(snapshot));
    let at = Arc::clone(&functions);
    env.add_function("island", move |state: &mut State, name: String, props: Option<Value>, options: Kwargs| {
        at.island(state, &name, props, &options)
    });
    let at = Arc::clone(&functions);
    env.add_function("slice", move |state: &mut State, name: String, options: Kwargs| at.slice(state, &name, &options));
    let at = Arc::clone(&functions);
    env.add_function("asset", move |name: String| at.asset(&name));
    let at = Arc::clone(&functions);
    env.add_function("style", move |state: &mut State, name: String| at.style(state, &name));
    let at = Arc::clone(&functions);
    env.add_function("section", move |prefix: String, options: Kwargs| at.section(prefix, &options));
    let at = Arc::clone(&functions);
    env.add_function("collection", move |folder: String| at.collection(&folder));
    let at = Arc::clone(&functions);
    env.add_filter("current", move |list: Value, options: Kwargs| at.current(&list, &options));
    let at = Arc::clone(&functions);
    env.add_function("wrong", move |state: &mut State, name: String, path: String, problem: String, options: Kwargs| {
        at.wrong(state, &name, &path, &problem, &options).map(|()| "")
    });
    let at = Arc::clone(&functions);
    env.add_function("terms", move |taxonomy: String| at.terms(&taxonomy));
    env.add_function("one_of", |text: Option<String>, allowed: Vec<String>, what: String| {
        one_of(text.unwrap_or_default(), &allowed, &what)
    });
    let at = Arc::clone(&functions);
    env.add_function("image_size", move |path: String| at.image_size(&path));
    let at = Arc::clone(&functions);
    env.add_function("static_query", move |state: &mut State, name: String| at.query(state, &name));
    let at = Arc::clone(&functions);
    env.add_function("file_data", move |state: &mut State, path: String| at.file_data(state, &path));
    Ok(env)
}

/// Renders a template that no file has.
pub(crate) fn render_text(
    env: &Environment<'_>,
    sources: &TemplateTexts,
    text: &str,
    context: Value,
) -> Result<(String, Emitted), Diagnostic> {
    let template = env.template_from_str(text).map_err(|error| diagnose(&error, sources))?;
    let captured = template.render_captured(context).map_err(|error| diagnose(&error, sources))?;
    let emitted = captured.state().get_extension::<Emitted>().cloned().unwrap_or_default();
    Ok((captured.into_output(), emitted))
}

/// Renders the template `name`.
pub(crate) fn render(
    env: &Environment<'_>,
    sources: &TemplateTexts,
    name: &str,
    context: Value,
) -> Result<(String, Emitted), Diagnostic> {
    depends_on(Dependency::Template(name.to_owned()));
    let template = env.get_template(name).map_err(|error| diagnose(&error, sources))?;
    let captured = template.render_captured(context).map_err(|error| diagnose(&error, sources))?;
    let emitted = captured.state().get_extension::<Emitted>().cloned().unwrap_or_default();
    Ok((captured.into_output(), emitted))
}

/// Whether the template of this name makes JSON.
pub(crate) fn is_json(name: &str) -> bool {
    name.ends_with(".json") || name.ends_with(".webmanifest")
}
