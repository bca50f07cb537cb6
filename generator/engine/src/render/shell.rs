//! The document around a page: which shell makes it, what it is handed, and what is wrong with one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use minijinja::value::{Object, Value};
use serde_json::Value as Json;

use crate::query::recorder::Recorder;
use crate::query::results::NotFound;
use crate::render::json::for_script;
use crate::template::emitted::Emitted;
use crate::template::environment::Templates;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_content::front_matter::{FrontMatter, SHELLS, USUAL_SHELL};

/// The document of a page that says `front`, and what its shell placed.
pub(super) fn document(
    recorder: &Recorder,
    templates: &Templates,
    front: &FrontMatter,
    context: Value,
) -> Result<(String, Emitted), Vec<Diagnostic>> {
    let name = front.shell_path();
    // Of the usual shell nothing is asked: it may be all that a site of one page has.
    if front.other_shell().is_none() {
        return templates.render(recorder, &name, &context);
    }
    let context = Arc::new(Context {
        values: context,
        main: false.into(),
        scripts: false.into(),
        config: false.into(),
    });
    let made = templates.render(recorder, &name, &Value::from_dyn_object(Arc::clone(&context)))?;
    match context.lacks(recorder.scripts().is_some()) {
        Some((message, hint)) => {
            Err(vec![Diagnostic::error(Code::ShellLacks, message).in_file(&name).hint(hint)])
        }
        None => Ok(made),
    }
}

/// What a shell sees, and which of it was asked for.
#[derive(Debug)]
struct Context {
    values: Value,
    main: AtomicBool,
    scripts: AtomicBool,
    config: AtomicBool,
}

impl Context {
    /// What a document cannot do without, and what to write; by its configuration the runtime knows which shell it is in.
    fn lacks(&self, has_runtime: bool) -> Option<(&'static str, &'static str)> {
        let asked = |it: &AtomicBool| it.load(Ordering::Relaxed);
        if !asked(&self.main) {
            return Some((
                "this shell shows no page",
                "write `<main id=\"main\">{{ main }}</main>` where the page is to stand",
            ));
        }
        (has_runtime && asked(&self.scripts) && !asked(&self.config)).then_some((
            "this shell does not tell the runtime which one it is",
            "write `<script type=\"application/json\" id=\"croupier-config\">{{ config }}</script>` into it, as in pages/shell.html",
        ))
    }
}

impl Object for Context {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let noted = match key.as_str() {
            Some("main") => Some(&self.main),
            Some("scripts") => Some(&self.scripts),
            Some("config") => Some(&self.config),
            _ => None,
        };
        if let Some(asked) = noted {
            asked.store(true, Ordering::Relaxed);
        }
        self.values.get_item(key).ok().filter(|value| !value.is_undefined())
    }
}

/// What the document hands to the runtime: which shell it has stands there only where that is not the usual one.
pub(super) fn config(recorder: &Recorder, front: &FrontMatter) -> String {
    let config = recorder.head().config;
    let Some(shell) = front.other_shell() else { return config.to_owned() };
    match serde_json::from_str(config) {
        Ok(Json::Object(mut config)) => {
            config.insert("shell".into(), shell.into());
            for_script(&Json::Object(config))
        }
        _ => config.to_owned(),
    }
}

/// Why there is no shell that a page or a folder names; none where there is one. The usual one is met when it is rendered.
pub(super) fn absent(recorder: &Recorder, front: &FrontMatter) -> Option<Diagnostic> {
    let wanted = front.other_shell()?;
    let absent = recorder.template(&front.shell_path()).err()?;
    Some(
        Diagnostic::error(Code::NoTemplate, format!("there is no shell `{wanted}`"))
            .hint(hint(wanted, &absent)),
    )
}

fn hint(wanted: &str, absent: &NotFound<'_>) -> String {
    let names = absent.names();
    let names = names.iter().filter_map(|path| path.strip_prefix(SHELLS)?.strip_suffix(".html"));
    did_you_mean(wanted, names.chain([USUAL_SHELL])).unwrap_or_else(|| {
        format!("make {SHELLS}{wanted}.html, or name another shell in the front matter")
    })
}
