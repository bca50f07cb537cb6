//! The minijinja environment: templates compiled, with their functions, and rendered.
//!
//! [`Templates`] hands out no template, so that who renders one has it noted.

use std::sync::Arc;

use minijinja::value::{Kwargs, Value};
use minijinja::{AutoEscape, Environment, Error, State, Template, UndefinedBehavior};

use crate::query::Snapshot;
use crate::query::inputs::TemplateTexts;
use crate::query::recorder::Recorder;
use crate::template::emitted::Emitted;
use crate::template::errors::{diagnose, endless};
use crate::template::escape::escape;
use crate::template::formats;
use crate::template::functions::{Functions, one_of};
use crate::template::views::{DataView, SettingsView};
use crate::template::without_output::without_output;
use croupier_base::diagnostic::{Diagnostic, Place};
use croupier_base::path::SitePath;

/// The compiled templates of one state of the sources.
pub(crate) struct Templates {
    env: Environment<'static>,
    /// For the places of errors.
    sources: Arc<TemplateTexts>,
}

impl Templates {
    /// Compiles the templates of these texts, whose functions ask the snapshot. One that cannot be read stands for nothing, and is
    /// told of.
    pub(crate) fn compile(
        snapshot: &Arc<Snapshot>,
        sources: &Arc<TemplateTexts>,
    ) -> (Templates, Vec<Diagnostic>) {
        let (env, found) = environment(&Recorder::new(snapshot), sources);
        (Templates { env, sources: Arc::clone(sources) }, found)
    }

    /// Renders a text that no file has.
    pub(super) fn render_text(
        &self,
        text: &str,
        context: Value,
    ) -> Result<(String, Emitted), Diagnostic> {
        captured(self.env.template_from_str(text), context)
            .map_err(|error| diagnose(&error, &self.sources))
    }

    /// Renders the template at `path`; the error is everything that is wrong with it.
    pub(crate) fn render(
        &self,
        recorder: &Recorder,
        path: &SitePath,
        context: &Value,
    ) -> Result<(String, Emitted), Vec<Diagnostic>> {
        // Where it is not there, minijinja says so.
        let _ = recorder.template(path);
        captured(self.env.get_template(path), context.clone())
            .map_err(|error| self.failures(path, context, &error))
    }

    /// Why a template cannot be rendered: its first error, and those that are met when what failed before shows nothing.
    fn failures(&self, path: &SitePath, context: &Value, first: &Error) -> Vec<Diagnostic> {
        let mut found = vec![diagnose(first, &self.sources)];
        let (mut env, mut texts) = (self.env.clone(), (*self.sources).clone());
        while let Some(Place { file, range, .. }) = found.last().and_then(|it| it.place.as_ref())
            && found.len() < MOST
            && let Some(text) = texts.get_mut(file.as_str())
            && let Some(without) = without_output(text, range)
            && env.add_template_owned(file.clone(), without.clone()).is_ok()
        {
            *text = without.into();
            match captured(env.get_template(path), context.clone()) {
                Ok(_) => break,
                Err(next) => found.push(diagnose(&next, &self.sources)),
            }
        }
        found
    }
}

/// So many errors of one template are looked for.
const MOST: usize = 20;

fn captured(
    template: Result<Template<'_, '_>, Error>,
    context: Value,
) -> Result<(String, Emitted), Error> {
    let captured = template?.render_captured(context)?;
    let emitted = captured.state().get_extension::<Emitted>().cloned().unwrap_or_default();
    Ok((captured.into_output(), emitted))
}

fn environment(
    recorder: &Recorder,
    sources: &TemplateTexts,
) -> (Environment<'static>, Vec<Diagnostic>) {
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
    let at = recorder.clone();
    env.set_path_join_callback(move |name, _| {
        let path = SitePath::new(if name.starts_with("pages/") {
            name.to_owned()
        } else {
            format!("pages/{name}")
        });
        let _ = at.template(&path);
        String::from(path).into()
    });
    env.add_global("site", Value::from_object(SettingsView(recorder.clone())));
    env.add_global("data", Value::from_object(DataView(recorder.clone())));
    env.add_global("build_year", recorder.build_year());
    minijinja_contrib::add_to_environment(&mut env);
    env.add_filter("timestamp", formats::timestamp);
    let at = recorder.clone();
    env.add_filter("date", move |date: &str, format: Option<String>, options: Kwargs| {
        formats::date(&at, date, format, &options)
    });
    let at = recorder.clone();
    env.add_filter("number", move |value: Value, decimals: Option<usize>, options: Kwargs| {
        formats::number(&at, &value, decimals, &options)
    });
    let at = recorder.clone();
    env.add_filter("money", move |value: Value, currency: Option<String>, options: Kwargs| {
        formats::money(&at, &value, currency, &options)
    });
    let mut found = Vec::new();
    for (path, source) in sources {
        let error = env
            .add_template_owned(path.to_string(), source.to_string())
            .err()
            .map(|error| diagnose(&error, sources));
        if let Some(error) = error.or_else(|| endless(sources, path)) {
            found.push(error);
            env.add_template_owned(path.to_string(), String::new())
                .expect("an empty template can be read");
        }
    }
    let functions = Arc::new(Functions::new(recorder.clone()));
    let at = Arc::clone(&functions);
    env.add_function(
        "island",
        move |state: &mut State, name: String, props: Option<Value>, options: Kwargs| {
            at.island(state, &name, props, &options)
        },
    );
    let at = Arc::clone(&functions);
    env.add_function("slice", move |state: &mut State, name: String, options: Kwargs| {
        at.slice(state, &name, &options)
    });
    let at = Arc::clone(&functions);
    env.add_function("asset", move |name: String, options: Kwargs| at.asset(&name, &options));
    let at = Arc::clone(&functions);
    env.add_function("picture", move |address: String, options: Kwargs| {
        at.picture(&address, &options)
    });
    let at = Arc::clone(&functions);
    env.add_function("style", move |state: &mut State, name: String| at.style(state, &name));
    let at = Arc::clone(&functions);
    env.add_function("section", move |prefix: String, options: Kwargs| {
        at.section(&prefix, &options)
    });
    let at = Arc::clone(&functions);
    env.add_function("children", move |path: String, options: Kwargs| at.children(&path, &options));
    let at = Arc::clone(&functions);
    env.add_function("get_page", move |path: String| at.get_page(&path));
    let at = Arc::clone(&functions);
    env.add_function("collection", move |folder: String| at.collection(&folder));
    let at = Arc::clone(&functions);
    env.add_filter("current", move |list: Value, options: Kwargs| at.current(&list, &options));
    let at = Arc::clone(&functions);
    env.add_filter("markdown", move |state: &mut State, text: Value, options: Kwargs| {
        at.markdown(state, &text, &options)
    });
    let at = Arc::clone(&functions);
    env.add_function(
        "wrong",
        move |state: &mut State, name: String, path: String, problem: String, options: Kwargs| {
            at.wrong(state, &name, &path, &problem, &options).map(|()| "")
        },
    );
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
    env.add_function("file_data", move |state: &mut State, path: String| {
        at.file_data(state, &path)
    });
    (env, found)
}

/// Whether the template of this name makes JSON.
pub(crate) fn is_json(name: &str) -> bool {
    name.ends_with(".json") || name.ends_with(".webmanifest")
}
