//! The function `search_button`, which opens the search of the site.

use minijinja::Error;
use minijinja::value::{Kwargs, Value};

use crate::template::escape::escape;
use crate::template::function_errors::function_error;
use crate::template::functions::Functions;
use croupier_content::search;

/// A magnifying glass.
const ICON: &str = "<svg viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" \
                    stroke-linecap=\"round\" aria-hidden=\"true\"><circle cx=\"8.5\" cy=\"8.5\" r=\"5.5\"/><path d=\"m13 13 4.5 4.5\"/></svg>";

impl Functions {
    /// `search_button(label=...)`: returns the button that opens the search.
    ///
    /// The default label is `button` of `content/data/search.toml`, or "Search".
    pub(super) fn search_button(&self, options: &Kwargs) -> Result<Value, Error> {
        let label: Option<String> = options.get("label")?;
        options.assert_all_used()?;
        let Some(settings) = self.recorder.head().search else {
            return Err(function_error(
                "this site has no search",
                "add a line `[search]` to site.toml, and below it `titles = true`",
            ));
        };
        let label = label.unwrap_or_else(|| self.search_text("button"));
        let slash_key = if settings.slash_key { " /" } else { "" };
        Ok(Value::from_safe_string(format!(
            "<button type=\"button\" class=\"search-button\" data-search-open aria-haspopup=\"dialog\" \
             aria-keyshortcuts=\"Control+K Meta+K{slash_key}\" data-failed=\"{}\">{ICON}<span>{}</span></button>",
            escape(&self.search_text("failed")),
            escape(&label)
        )))
    }

    /// Returns a text of the search. The index reports errors in the texts of the site.
    fn search_text(&self, key: &str) -> String {
        let defaults = search::default_texts(false, self.recorder.language());
        let file = self.recorder.data(search::TEXTS).ok();
        let of_site = file.and_then(|file| file.value.get(key)?.as_str());
        of_site.or_else(|| defaults.get(key)?.as_str()).unwrap_or_default().to_owned()
    }
}
