//! The minijinja environment: compiles templates and renders them.
//!
//! [`Templates`] never returns a compiled template, so that every rendering is recorded.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Once, OnceLock};

use minijinja::value::Value;
use minijinja::{Environment, Error, Template, UndefinedBehavior};

use crate::query::Snapshot;
use crate::query::inputs::TemplateTexts;
use crate::query::recorder::Recorder;
use crate::template::error_recovery::without_output;
use crate::template::errors::{circular_extends, diagnose};
use crate::template::escape::set_escaping;
use crate::template::function_errors::engine_failed;
use crate::template::functions::Functions;
use crate::template::macro_calls::{MacroCall, at_call, failing_call};
use crate::template::page_uses::{PageUse, page_uses};
use crate::template::used_assets::UsedAssets;
use crate::template::views::{DataView, SettingsView};
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::SitePath;
use croupier_content::front_matter::{DEFAULT_SHELL, SHELLS};

/// The most errors that are reported for one template.
const MAX_ERRORS: usize = 20;

/// The compiled templates of one snapshot.
pub(crate) struct Templates {
    env: Environment<'static>,
    /// The template texts, for the locations of errors.
    sources: Arc<TemplateTexts>,
    /// Where base layouts read the page outside of what client-side navigation replaces, by their path. Only sites with a runtime need it.
    page_uses: OnceLock<BTreeMap<SitePath, Vec<PageUse>>>,
}

/// Compiled templates, borrowed from [`Templates`] or from the template that is being rendered.
#[derive(Clone, Copy)]
pub(crate) struct TemplatesRef<'t> {
    env: &'t Environment<'t>,
    sources: &'t TemplateTexts,
}

impl Templates {
    /// Compiles `sources`. Template functions read from `snapshot`.
    ///
    /// A template that does not compile is replaced by an empty one and reported.
    pub(crate) fn compile(
        snapshot: &Arc<Snapshot>,
        sources: &Arc<TemplateTexts>,
    ) -> (Templates, Vec<Diagnostic>) {
        let (env, diagnostics) = environment(&Recorder::new(snapshot), sources);
        let page_uses = OnceLock::new();
        (Templates { env, sources: Arc::clone(sources), page_uses }, diagnostics)
    }

    /// Returns where base layouts read the page outside of what client-side navigation replaces, each place once.
    pub(crate) fn page_uses(&self) -> impl Iterator<Item = &PageUse> {
        let mut seen = HashSet::new();
        self.uses_by_shell().values().flatten().filter(move |it| seen.insert(*it))
    }

    /// Returns whether the base layout at `path` differs between pages in what client-side navigation does not replace.
    pub(crate) fn depends_on_page(&self, path: &SitePath) -> bool {
        self.uses_by_shell().get(path).is_some_and(|uses| !uses.is_empty())
    }

    fn uses_by_shell(&self) -> &BTreeMap<SitePath, Vec<PageUse>> {
        self.page_uses.get_or_init(|| {
            let shells = self.sources.keys().filter(|path| is_shell(path));
            shells.map(|path| (path.clone(), page_uses(path, &self.sources))).collect()
        })
    }

    /// Borrows the templates.
    pub(crate) fn borrowed(&self) -> TemplatesRef<'_> {
        TemplatesRef { env: &self.env, sources: &self.sources }
    }

    /// Renders the template at `path`. On failure, returns all errors that can be found in it.
    pub(crate) fn render(
        &self,
        recorder: &Recorder,
        path: &SitePath,
        context: &Value,
    ) -> Result<(String, UsedAssets), Vec<Diagnostic>> {
        self.borrowed().render(recorder, path, context)
    }
}

/// Returns whether the template at `path` is a base layout.
fn is_shell(path: &SitePath) -> bool {
    path.starts_with(SHELLS) || **path == *format!("pages/{DEFAULT_SHELL}.html")
}

impl<'t> TemplatesRef<'t> {
    /// Borrows the templates of an environment whose template texts are `sources`.
    pub(super) fn new(env: &'t Environment<'t>, sources: &'t TemplateTexts) -> TemplatesRef<'t> {
        TemplatesRef { env, sources }
    }

    /// Renders template source that is not in a file.
    pub(super) fn render_source(
        self,
        source: &str,
        context: Value,
    ) -> Result<(String, UsedAssets), Diagnostic> {
        render_captured(self.env.template_from_str(source), context)
            .map_err(|error| diagnose(&error, self.sources))
    }

    /// Renders the template at `path`. On failure, returns all errors that can be found in it.
    pub(super) fn render(
        self,
        recorder: &Recorder,
        path: &SitePath,
        context: &Value,
    ) -> Result<(String, UsedAssets), Vec<Diagnostic>> {
        // Only recorded here: minijinja reports a missing template.
        let _ = recorder.template(path);
        render_captured(self.env.get_template(path), context.clone())
            .map_err(|error| self.collect_errors(path, context, &error))
    }

    /// Returns the first error of a template, and those that appear once the expressions that
    /// failed before it are blanked out.
    fn collect_errors(self, path: &SitePath, context: &Value, first: &Error) -> Vec<Diagnostic> {
        let (env, texts) = (self.env.clone(), self.sources.clone());
        let mut rendering = Rendering { env, texts, changed: BTreeSet::new(), path, context };
        let mut diagnostics: Vec<Diagnostic> = Vec::new();
        let mut next = Some(diagnose(first, self.sources));

        while let Some(found) = next.take() {
            let fails_without = |calls: &[MacroCall]| {
                let mut others = rendering.clone();
                let is_blanked = calls.iter().all(|it| others.blank(&it.file, &it.range));
                let error = others.error();
                !is_blanked || error.is_some_and(|it| diagnose(&it, &others.texts).is_same(&found))
            };
            let call = failing_call(&found, &rendering.texts, &fails_without);
            diagnostics.push(match call {
                Some(call) => at_call(found, call, self.sources),
                None => found,
            });

            if let Some(Location { file, range, .. }) =
                diagnostics.last().and_then(|last| last.place.as_ref())
                && diagnostics.len() < MAX_ERRORS
                && rendering.blank(file, range)
            {
                next = rendering.error().map(|error| diagnose(&error, self.sources));
            }
        }
        diagnostics
    }
}

/// The rendering of a template with an error, in which tags are blanked to find other errors.
#[derive(Clone)]
struct Rendering<'t> {
    env: Environment<'t>,
    texts: TemplateTexts,
    /// The templates with blanks that are not compiled yet.
    changed: BTreeSet<SitePath>,
    path: &'t SitePath,
    context: &'t Value,
}

impl Rendering<'_> {
    /// Makes the tag around a range of a template harmless. Returns whether that is possible.
    fn blank(&mut self, file: &str, range: &Range<usize>) -> bool {
        let Some(text) = self.texts.get_mut(file) else { return false };
        let Some(blanked) = without_output(text, range) else { return false };
        *text = blanked.into();
        self.changed.insert(SitePath::new(file.to_owned()));
        true
    }

    /// Returns the error of the rendering. `None` also if the blanks make a template invalid.
    fn error(&mut self) -> Option<Error> {
        for file in std::mem::take(&mut self.changed) {
            self.env.add_template_owned(file.to_string(), self.texts[&file].to_string()).ok()?;
        }
        render_captured(self.env.get_template(self.path), self.context.clone()).err()
    }
}

/// Renders a template and returns its output with what it used. A panic of the template engine is an error of this template, so that
/// other pages are reported, and `dev` runs on.
pub(super) fn render_captured(
    template: Result<Template<'_, '_>, Error>,
    context: Value,
) -> Result<(String, UsedAssets), Error> {
    let template = template?;
    let rendering = without_panic_message(|| {
        catch_unwind(AssertUnwindSafe(|| template.render_captured(context)))
    });
    let captured = rendering.unwrap_or_else(|_| Err(engine_failed(&template)))?;

    let used = captured.state().get_extension::<UsedAssets>().cloned().unwrap_or_default();
    Ok((captured.into_output(), used))
}

thread_local! {
    /// Whether a panic of this thread becomes an error of a template, which says more than the message of Rust.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Calls a function that catches its panics, whose messages are not printed.
fn without_panic_message<T>(catch: impl FnOnce() -> T) -> T {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_CAUGHT.get() {
                print(info);
            }
        }));
    });

    // A template can render another one.
    let before = IS_CAUGHT.replace(true);
    let result = catch();
    IS_CAUGHT.set(before);
    result
}

fn environment(
    recorder: &Recorder,
    sources: &Arc<TemplateTexts>,
) -> (Environment<'static>, Vec<Diagnostic>) {
    let mut env = Environment::new();
    env.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    env.set_debug(true);
    set_escaping(&mut env);

    let path_recorder = recorder.clone();
    env.set_path_join_callback(move |name, _| {
        let path = SitePath::new(if name.starts_with("pages/") {
            name.to_owned()
        } else {
            format!("pages/{name}")
        });
        let _ = path_recorder.template(&path);
        String::from(path).into()
    });

    env.add_global("site", Value::from_object(SettingsView(recorder.clone())));
    env.add_global("data", Value::from_object(DataView(recorder.clone())));
    env.add_global("build_year", recorder.build_year());

    minijinja_contrib::add_to_environment(&mut env);
    Functions::register(recorder, sources, &mut env);

    let diagnostics = add_templates(&mut env, sources);
    (env, diagnostics)
}

/// Compiles the templates and returns the errors of those that are invalid.
fn add_templates(env: &mut Environment<'static>, sources: &TemplateTexts) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (path, source) in sources {
        let syntax_error = env
            .add_template_owned(path.to_string(), source.to_string())
            .err()
            .map(|error| diagnose(&error, sources));
        if let Some(error) = syntax_error.or_else(|| circular_extends(sources, path)) {
            diagnostics.push(error);
            env.add_template_owned(path.to_string(), String::new())
                .expect("an empty template compiles");
        }
    }
    diagnostics
}
