//! The filter `markdown`, which renders texts of data files and front matter.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::value::{Kwargs, Value};
use minijinja::{AutoEscape, Error, ErrorKind, State};

use crate::query::recorder::page_of_text;
use crate::template::body::FORMULA_HINT;
use crate::template::errors::function_error;
use crate::template::functions::Functions;
use crate::template::functions::picture::markdown_copies;
use crate::template::markup::{self, TextMarkup};
use crate::template::resolved_urls::with_resolved_urls;
use crate::template::text_lookup::with_lookup;
use crate::template::used_assets::used_assets;
use crate::template::views::{current_template, page_value};
use croupier_base::path::{Href, SitePath};
use croupier_base::syntax::html;
use croupier_base::url;
use croupier_content::markdown::hooks::HookCall;
use croupier_content::markdown::{self, Lookup};
use croupier_content::page::Page;

/// Links to content files are relative to this file, since the text is not in a content file.
pub(super) const ROOT: &str = "content/index.md";

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
        if let Some(page) = page_of_text(text) {
            let html = self.excerpt(state, text, &page, allows_html.unwrap_or(false))?;
            return Ok(as_value(state, &html, is_inline.unwrap_or(false)));
        }
        let resolve_link = |href: &Href| self.recorder.address(&root, href);
        let allows_html = allows_html.unwrap_or(false);
        let page_value = state.lookup("page").unwrap_or_default();
        let mut formula_errors = Vec::new();
        let html = self.with_markup(state, &resolve_link, page_value, |lookup| {
            let document = markdown::fragment(text, lookup, allows_html, &mut anchors);
            formula_errors = document.formula_errors;
            document.html
        })?;
        if let Some(error) = formula_errors.into_iter().next() {
            return Err(function_error(error.message, FORMULA_HINT));
        }
        used_assets(state).anchors = Some(anchors);
        Ok(as_value(state, &html, is_inline.unwrap_or(false)))
    }

    /// Renders the summary or the description of a page as on that page: its links, images and
    /// footnotes have the same targets.
    fn excerpt(
        &self,
        state: &mut State,
        text: &str,
        page: &Arc<Page>,
        allows_html: bool,
    ) -> Result<String, Error> {
        // A paginated page shows the text of the page whose file it comes from.
        let route = self.recorder.route_of(&page.source).unwrap_or(&page.route);
        let is_summary = page.summary.as_deref() == Some(text);
        let definitions = page.definitions.as_deref().filter(|_| is_summary).unwrap_or_default();
        let resolve_link = |href: &Href| {
            let address = self.recorder.address(&page.source, href);
            address.or_else(|| url::resolve_on_page(route, href).map(Href::new))
        };
        let full_text = format!("{text}\n\n{definitions}");
        let html =
            self.with_markup(state, &resolve_link, page_value(&self.recorder, page), |lookup| {
                markdown::excerpt(&full_text, &[], lookup, allows_html, route).html
            })?;
        let html = if allows_html {
            with_resolved_urls(&html, |target| url::resolve_on_page(route, target))
        } else {
            html
        };
        let urls = html::read(&html).addresses.into_iter().map(|address| address.text.into_owned());
        used_assets(state).excerpt_links.extend(urls);
        Ok(html)
    }

    /// Runs `render` with the site as Markdown sees it. The templates of elements see `page`.
    fn with_markup(
        &self,
        state: &mut State,
        resolve_link: &dyn Fn(&Href) -> Option<Href>,
        page: Value,
        render: impl FnOnce(&Lookup<'_>) -> String,
    ) -> Result<String, Error> {
        let markup = TextMarkup {
            recorder: &self.recorder,
            env: state.env(),
            page_value: page,
            used: RefCell::default(),
            error: RefCell::default(),
        };
        let render_hook = |call: HookCall| markup.render(call);
        let html = with_lookup(&self.recorder, resolve_link, |lookup| {
            let hooks = markup::hooks(&self.recorder);
            let copies = |path: &Href, is_lazy: bool| {
                markdown_copies(&self.recorder, &current_template(state), path, is_lazy)
            };
            render(&Lookup { copies: &copies, hooks, render_hook: &render_hook, ..lookup })
        });
        let (used, error) = (markup.used.into_inner(), markup.error.into_inner());
        used_assets(state).merge(used);
        error.map_or(Ok(html), Err)
    }
}

/// Returns rendered HTML as a value of the template.
fn as_value(state: &State, html: &str, is_inline: bool) -> Value {
    let html = if is_inline { single_paragraph(html).unwrap_or(html) } else { html };
    // A safe string would not be quoted in a JSON template.
    if *state.auto_escape() == AutoEscape::Json {
        Value::from(html)
    } else {
        Value::from_safe_string(html.to_owned())
    }
}

/// Returns the ids in the text of the current page.
fn page_anchors(state: &State) -> BTreeMap<String, usize> {
    let body = state.lookup("page").and_then(|page| page.get_attr("body").ok());
    let html = body.as_ref().and_then(Value::as_str).unwrap_or_default();
    html::read(html).ids.into_iter().map(|id| (id.into_owned(), 1)).collect()
}

/// Returns the content of the only paragraph of `html`.
fn single_paragraph(html: &str) -> Option<&str> {
    let inside = html.trim().strip_prefix("<p>")?.strip_suffix("</p>")?;
    (!inside.contains("<p>")).then_some(inside)
}
