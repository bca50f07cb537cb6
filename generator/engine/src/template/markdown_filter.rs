//! `markdown`: text of data and front matter as HTML, in the same Markdown as that of pages.

use std::collections::BTreeMap;

use minijinja::value::{Kwargs, Value};
use minijinja::{AutoEscape, Error, ErrorKind, State};

use crate::template::emitted::emitted;
use crate::template::errors::invalid;
use crate::template::functions::Functions;
use croupier_base::path::SitePath;
use croupier_content::markdown::{self, Lookup};

/// What links to content files count from in texts that no content file has.
const ROOT: &str = "content/index.md";

impl Functions {
    /// The HTML of a text, which is safe. HTML in the text is shown as it is written unless `html=true`, and with `inline=true` a
    /// single paragraph stands without its `<p>`.
    pub(crate) fn markdown(
        &self,
        state: &mut State,
        text: &Value,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let (html, inline): (Option<bool>, Option<bool>) =
            (options.get("html")?, options.get("inline")?);
        options.assert_all_used()?;
        if text.is_undefined() {
            return Err(Error::from(ErrorKind::UndefinedError));
        }
        let words = match text.as_str() {
            Some(words) => words,
            None if text.is_none() => "",
            None => {
                let hint = "give it one text: `{{ item.text|markdown }}`".to_owned();
                return Err(invalid(format!("a {} is no Markdown", text.kind()), hint));
            }
        };
        // No two headings of a page have one anchor, wherever their texts come from.
        let taken = emitted(state).anchors.take();
        let mut taken = taken.unwrap_or_else(|| anchors_of_page(state));
        let root = SitePath::new(ROOT);
        let lookup = Lookup {
            dimensions: &|path| self.recorder.image(path).ok(),
            address: &|href| self.recorder.address(&root, href),
        };
        let made = markdown::fragment(words, &lookup, html.unwrap_or(false), &mut taken).html;
        emitted(state).anchors = Some(taken);
        let made =
            if inline.unwrap_or(false) { single_paragraph(&made).unwrap_or(&made) } else { &made };
        // In a file of JSON it is a text like any other.
        Ok(if *state.auto_escape() == AutoEscape::Json {
            Value::from(made)
        } else {
            Value::from_safe_string(made.to_owned())
        })
    }
}

/// The anchors that the text of the page has, which is shown beside.
fn anchors_of_page(state: &State) -> BTreeMap<String, usize> {
    let headings = state
        .lookup("page")
        .and_then(|page| page.get_attr("headings").ok())
        .and_then(|it| it.try_iter().ok());
    let ids = headings
        .into_iter()
        .flatten()
        .filter_map(|heading| Some(heading.get_attr("id").ok()?.as_str()?.to_owned()));
    ids.map(|id| (id, 1)).collect()
}

/// What stands in the only paragraph of a piece of HTML.
fn single_paragraph(html: &str) -> Option<&str> {
    let inside = html.trim().strip_prefix("<p>")?.strip_suffix("</p>")?;
    (!inside.contains("<p>")).then_some(inside)
}
