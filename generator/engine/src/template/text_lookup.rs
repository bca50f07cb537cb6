//! What Markdown texts learn from their site, apart from the targets of their links.

use minijinja::value::Value;

use crate::query::recorder::Recorder;
use croupier_base::path::Href;
use croupier_content::languages::LanguageKey;
use croupier_content::markdown::Lookup;
use croupier_content::texts::Texts;

/// Runs `render` with the site as Markdown texts in a language see it. Their elements have the default HTML.
pub(crate) fn with_lookup<T>(
    recorder: &Recorder,
    language: LanguageKey,
    resolve_link: &dyn Fn(&Href) -> Option<Href>,
    render: impl FnOnce(Lookup<'_>) -> T,
) -> T {
    let options = recorder.markdown_options();
    let highlight = |language: &str, code: &str| recorder.highlighted(language, code);
    render(Lookup {
        options,
        highlight: options.highlight.then_some(&highlight),
        math: recorder.math(),
        dimensions: &|path| recorder.image(path).ok(),
        resolve_link,
        callout_label: &|kind| callout_label(recorder, language, kind),
        task_label: &|is_done| texts(recorder, language).task(is_done),
        ..Lookup::of_options(options)
    })
}

/// Returns a text in a table of site.toml in a language.
pub(crate) fn setting_text(
    recorder: &Recorder,
    language: LanguageKey,
    table: &str,
    key: &str,
) -> Option<String> {
    let value = recorder.setting_in(language, table)?.get_attr(key).ok()?;
    value.as_str().map(str::to_owned)
}

/// Returns the built-in texts in a language of the site.
pub(crate) fn texts(recorder: &Recorder, language: LanguageKey) -> &'static Texts {
    let tag = recorder.setting_in(language, "language").and_then(Value::as_str);
    Texts::of_or_english(tag.unwrap_or("en"))
}

/// Returns the label of a kind of callout: of `[markdown.callouts]`, or the built-in one.
fn callout_label(recorder: &Recorder, language: LanguageKey, kind: &str) -> Option<String> {
    let own = recorder.setting_in(language, "markdown").and_then(|markdown| {
        let labels = markdown.get_attr("callouts").ok()?;
        let mut kinds = labels.try_iter().ok()?;
        let key = kinds.find(|key| key.as_str().is_some_and(|it| it.eq_ignore_ascii_case(kind)))?;
        Some(labels.get_item(&key).ok()?.as_str()?.to_owned())
    });
    own.or_else(|| Some(texts(recorder, language).callout(kind)?.to_owned()))
}
