//! Renders elements of Markdown by the templates in pages/markup/.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use minijinja::value::Value;
use minijinja::{Environment, Error};

use crate::query::recorder::Recorder;
use crate::query::template_of;
use crate::template::environment::{TemplatesRef, render_captured};
use crate::template::used_assets::UsedAssets;
use croupier_base::diagnostic::{ChainStep, Diagnostic};
use croupier_content::markdown::hooks::{HookCall, HookValue, Hooks};
use croupier_content::page::Page;
use croupier_content::page_text::Text;

thread_local! {
    /// Whether a template of an element is being rendered on this thread. Its own Markdown has the default HTML: otherwise, a link in
    /// the template of links would never end.
    static IS_RENDERING: Cell<bool> = const { Cell::new(false) };
}

/// Returns the elements that have templates.
pub(crate) fn hooks(recorder: &Recorder) -> Hooks {
    if IS_RENDERING.get() { Hooks::default() } else { recorder.hooks() }
}

/// The templates of the elements in the text of a page, with what they used and their errors.
pub(crate) struct BodyMarkup<'a> {
    pub recorder: &'a Recorder,
    pub templates: TemplatesRef<'a>,
    pub page: &'a Page,
    pub text: &'a Text,
    /// The variable `page`.
    pub page_value: Value,
    pub used: RefCell<UsedAssets>,
    pub errors: RefCell<Vec<Diagnostic>>,
}

impl BodyMarkup<'_> {
    /// Renders an element. Nothing after an error.
    pub(crate) fn render(&self, call: HookCall) -> String {
        let path = template_of(call.hook);
        let step = ChainStep::Element {
            name: call.hook.name().to_owned(),
            file: self.page.source.to_string(),
            line: self.line(call.range.start),
        };

        let context = context_of(call, self.page_value.clone());

        // A function of the template, such as `markdown`, must not render its elements with these templates again.
        let outer = IS_RENDERING.replace(true);
        let rendered = self.templates.render(self.recorder, &path, &context);
        IS_RENDERING.set(outer);

        match rendered {
            Ok((html, used)) => {
                self.used.borrow_mut().merge(used);
                html
            }
            Err(errors) => {
                let errors = errors.into_iter().map(|error| error.through(step.clone()));
                self.errors.borrow_mut().extend(errors);
                String::new()
            }
        }
    }

    /// Returns the line in the content file of a byte offset in the Markdown.
    fn line(&self, offset: usize) -> usize {
        let before = self.text.source.as_bytes().get(..self.text.body + offset);
        before.map_or(1, |before| memchr::memchr_iter(b'\n', before).count() + 1)
    }
}

/// The templates of the elements in a text that a template shows with the filter `markdown`.
pub(crate) struct TextMarkup<'a> {
    pub recorder: &'a Recorder,
    pub env: &'a Environment<'a>,
    /// The variable `page`.
    pub page_value: Value,
    pub used: RefCell<UsedAssets>,
    /// The first error.
    pub error: RefCell<Option<Error>>,
}

impl TextMarkup<'_> {
    /// Renders an element. Nothing after an error.
    pub(crate) fn render(&self, call: HookCall) -> String {
        if self.error.borrow().is_some() {
            return String::new();
        }

        let path = template_of(call.hook);
        // Only recorded here: the environment has the template.
        let _ = self.recorder.template(&path);
        let context = context_of(call, self.page_value.clone());

        let outer = IS_RENDERING.replace(true);
        let rendered = render_captured(self.env.get_template(&path), context);
        IS_RENDERING.set(outer);

        match rendered {
            Ok((html, used)) => {
                self.used.borrow_mut().merge(used);
                html
            }
            Err(error) => {
                *self.error.borrow_mut() = Some(error);
                String::new()
            }
        }
    }
}

/// Returns the variables of the template of an element.
fn context_of(call: HookCall, page: Value) -> Value {
    let fields = call.values.into_iter().map(|(name, value)| (name, shown(value)));
    let fields: BTreeMap<&str, Value> = fields.collect();
    Value::from(BTreeMap::from([("page", page), (call.hook.name(), fields.into())]))
}

/// Returns a field as templates see it.
fn shown(value: HookValue) -> Value {
    match value {
        HookValue::Nothing => Value::from(()),
        HookValue::Text(text) => text.into(),
        HookValue::Html(html) => Value::from_safe_string(html),
        HookValue::Number(number) => number.into(),
        HookValue::Flag(flag) => flag.into(),
        HookValue::Texts(texts) => texts.into_iter().collect::<BTreeMap<_, _>>().into(),
    }
}
