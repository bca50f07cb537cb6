//! The filter `markdown`, which renders texts of data files and front matter.

use std::collections::BTreeMap;

use minijinja::value::{Kwargs, Value};
use minijinja::{AutoEscape, Error, ErrorKind, State};

use crate::template::errors::function_error;
use crate::template::functions::Functions;
use crate::template::used_assets::used_assets;
use croupier_base::path::SitePath;
use croupier_content::markdown::{self, Lookup};

/// Links to content files are relative to this file, since the text is not in a content file.
const ROOT: &str = "content/index.md";

impl Functions {
    /// `text | markdown(html=false, inline=false)`: renders Markdown to safe HTML.
    ///
    /// HTML in the text is escaped unless `html` is true. With `inline`, a single paragraph loses
    /// its `<p>`.
    pub(super) fn markdown(
        &self,
        state: &mut State,
        text: &Value,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let allows_html: Option<bool> = options.get("html")?;
        let is_inline: Option<bool> = options.get("inline")?;
        options.assert_all_used()?;
        if text.is_undefined() {
            return Err(Error::from(ErrorKind::UndefinedError));
        }
        let text = match text.as_str() {
            Some(text) => text,
            None if text.is_none() => "",
            None => {
                return Err(function_error(
                    format!("a {} is not Markdown", text.kind()),
                    "pass one text: `{{ item.text|markdown }}`",
                ));
            }
        };
        // Anchors are unique in a page, including those of its own text.
        let anchors = used_assets(state).anchors.take();
        let mut anchors = anchors.unwrap_or_else(|| page_anchors(state));
        let root = SitePath::new(ROOT);
        let lookup = Lookup {
            dimensions: &|path| self.recorder.image(path).ok(),
            resolve_link: &|href| self.recorder.address(&root, href),
        };
        let html =
            markdown::fragment(text, &lookup, allows_html.unwrap_or(false), &mut anchors).html;
        used_assets(state).anchors = Some(anchors);
        let html = if is_inline.unwrap_or(false) {
            single_paragraph(&html).unwrap_or(&html)
        } else {
            &html
        };
        // A safe string would not be quoted in a JSON template.
        Ok(if *state.auto_escape() == AutoEscape::Json {
            Value::from(html)
        } else {
            Value::from_safe_string(html.to_owned())
        })
    }
}

/// Returns the heading anchors of the text of the current page.
fn page_anchors(state: &State) -> BTreeMap<String, usize> {
    let headings = state
        .lookup("page")
        .and_then(|page| page.get_attr("headings").ok())
        .and_then(|headings| headings.try_iter().ok());
    headings
        .into_iter()
        .flatten()
        .filter_map(|heading| Some((heading.get_attr("id").ok()?.as_str()?.to_owned(), 1)))
        .collect()
}

/// Returns the content of the only paragraph of `html`.
fn single_paragraph(html: &str) -> Option<&str> {
    let inside = html.trim().strip_prefix("<p>")?.strip_suffix("</p>")?;
    (!inside.contains("<p>")).then_some(inside)
}
