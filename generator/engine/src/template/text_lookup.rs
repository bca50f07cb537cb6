//! What Markdown texts learn from their site, apart from the targets of their links.

use minijinja::value::Value;

use crate::query::recorder::Recorder;
use crate::template::highlight::highlighter;
use croupier_base::media::image::Dimensions;
use croupier_base::path::Href;
use croupier_content::markdown::Lookup;
use croupier_content::texts::Texts;

/// Reads the site for Markdown texts.
pub(crate) struct TextLookup<'a> {
    recorder: &'a Recorder,
    dimensions: Box<dyn Fn(&Href) -> Option<Dimensions> + 'a>,
    callout_label: Box<dyn Fn(&str) -> Option<String> + 'a>,
}

impl<'a> TextLookup<'a> {
    /// Returns the lookup of texts whose rendering `recorder` records.
    pub(crate) fn new(recorder: &'a Recorder) -> TextLookup<'a> {
        TextLookup {
            recorder,
            dimensions: Box::new(|path| recorder.image(path).ok()),
            callout_label: Box::new(|kind| callout_label(recorder, kind)),
        }
    }

    /// Returns the lookup of a text with this resolution of links, whose elements have the default
    /// HTML.
    pub(crate) fn with_links<'l>(
        &'l self,
        resolve_link: &'l dyn Fn(&Href) -> Option<Href>,
    ) -> Lookup<'l> {
        let options = self.recorder.markdown_options();
        Lookup {
            options,
            highlight: highlighter(options),
            dimensions: &*self.dimensions,
            resolve_link,
            callout_label: &*self.callout_label,
            ..Lookup::of_options(options)
        }
    }
}

/// Returns the texts in the site's language.
pub(crate) fn texts(recorder: &Recorder) -> &'static Texts {
    Texts::of_or_english(recorder.setting("language").and_then(Value::as_str).unwrap_or("en"))
}

/// Returns the label of a kind of callout: of `[markdown.callouts]`, or in the site's language.
fn callout_label(recorder: &Recorder, kind: &str) -> Option<String> {
    let own = recorder.setting("markdown").and_then(|markdown| {
        let labels = markdown.get_attr("callouts").ok()?;
        let mut kinds = labels.try_iter().ok()?;
        let key = kinds.find(|key| key.as_str().is_some_and(|it| it.eq_ignore_ascii_case(kind)))?;
        Some(labels.get_item(&key).ok()?.as_str()?.to_owned())
    });
    own.or_else(|| Some(texts(recorder).callout(kind)?.to_owned()))
}
