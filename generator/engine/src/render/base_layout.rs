//! Renders the document around a page from its base layout, and checks that it shows the page.
//!
//! The base layout is `pages/shell.html`, or a template in `pages/shells/` that the front matter
//! key `shell` names.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use minijinja::value::{Object, Value};
use serde_json::Value as Json;

use crate::query::recorder::{Recorder, with_includes};
use crate::query::results::Head;
use crate::query::site_queries::RuntimeScripts;
use crate::render::json::for_script;
use crate::template::environment::Templates;
use crate::template::used_assets::UsedAssets;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_content::front_matter::FrontMatter;

/// The region of a document that its base layout writes.
const REGION: &str = "layout";

/// Renders the document of a page. Returns the HTML, and what the base layout emitted.
///
/// A base layout in `pages/shells/` must show the page, and must pass the configuration to the
/// runtime.
pub(super) fn render_document(
    recorder: &Recorder,
    templates: &Templates,
    front: &FrontMatter,
    values: Value,
) -> Result<(String, UsedAssets), Vec<Diagnostic>> {
    let path = front.shell_path();
    with_includes(|includes| includes.region = REGION.into());

    // The default base layout is not checked: a site with one page can have all content in it.
    if front.custom_shell().is_none() {
        return templates.render(recorder, &path, &values);
    }

    let context = Arc::new(TrackedContext {
        values,
        reads_main: false.into(),
        reads_scripts: false.into(),
        reads_config: false.into(),
    });

    let result =
        templates.render(recorder, &path, &Value::from_dyn_object(Arc::clone(&context)))?;
    match context.missing_read(recorder.read(RuntimeScripts).is_some()) {
        Some((message, hint)) => {
            Err(vec![Diagnostic::error(Code::ShellLacks, message).in_file(&path).hint(hint)])
        }
        None => Ok(result),
    }
}

/// The context of a base layout. It records which of the required values the template reads.
#[derive(Debug)]
struct TrackedContext {
    values: Value,
    reads_main: AtomicBool,
    reads_scripts: AtomicBool,
    reads_config: AtomicBool,
}

impl TrackedContext {
    /// Returns message and hint for a required value that the template did not read.
    ///
    /// The runtime needs `config` because it contains the name of the base layout.
    fn missing_read(&self, has_runtime: bool) -> Option<(&'static str, &'static str)> {
        let is_read = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        if !is_read(&self.reads_main) {
            return Some((
                "this base layout does not show the page",
                "add `<main id=\"main\">{{ main }}</main>` where the page belongs",
            ));
        }
        if has_runtime && is_read(&self.reads_scripts) && !is_read(&self.reads_config) {
            return Some((
                "this base layout does not pass its configuration to the runtime",
                "add `<script type=\"application/json\" id=\"croupier-config\">{{ config }}</script>`, as in pages/shell.html",
            ));
        }
        None
    }
}

impl Object for TrackedContext {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let flag = match key.as_str() {
            Some("main") => Some(&self.reads_main),
            Some("scripts") => Some(&self.reads_scripts),
            Some("config") => Some(&self.reads_config),
            _ => None,
        };
        if let Some(flag) = flag {
            flag.store(true, Ordering::Relaxed);
        }
        self.values.get_item(key).ok().filter(|value| !value.is_undefined())
    }
}

/// Returns the configuration that the document passes to the runtime, as JSON.
///
/// It contains the name of the base layout only if that is not the default one.
pub(super) fn document_config(site: &Head<'_>, front: &FrontMatter) -> String {
    let config = site.config;
    let Some(shell) = front.custom_shell() else { return config.to_owned() };
    match serde_json::from_str(config) {
        Ok(Json::Object(mut config)) => {
            config.insert("shell".into(), shell.into());
            for_script(&Json::Object(config))
        }
        _ => config.to_owned(),
    }
}
