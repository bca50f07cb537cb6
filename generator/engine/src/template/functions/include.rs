//! The function `include_page`, which shows the text of another page.

use std::sync::Arc;

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, State};

use crate::query::recorder::with_includes;
use crate::query::results::Included;
use crate::template::body::{BodyText, Inclusion, outline_of_original, render_text};
use crate::template::environment::TemplatesRef;
use crate::template::escape::escape;
use crate::template::function_errors::function_error;
use crate::template::functions::Functions;
use crate::template::functions::markdown::ROOT;
use crate::template::used_assets::used_assets;
use crate::template::views::CurrentPage;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::path::{Href, Route, SitePath};
use croupier_content::config::tables::languages::Language;
use croupier_content::markdown::Outline;
use croupier_content::markdown::headings::section::{Anchors, Section};
use croupier_content::page_text::Text;

impl Functions {
    /// `include_page(path, id_prefix=...)`: returns the text of another page as safe HTML, or the section below one of its headings with
    /// `path#heading`. A path of a content file is relative to that of the current page. The ids in the text begin with the route of
    /// the page, or with `id_prefix`.
    pub(super) fn include_page(
        &self,
        state: &mut State,
        path: &str,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let prefix: Option<String> = options.get("id_prefix")?;
        options.assert_all_used()?;

        let href = Href::new(path);
        let target = href.split_once('#').map_or(&*href, |(target, _)| target);
        let file = self.file_to_include(state, target)?;

        let open = with_includes(|includes| includes.open.clone());
        if let Some(start) = open.iter().position(|it| *it == file) {
            let chain: Vec<&str> =
                open[start..].iter().chain([&file]).map(SitePath::as_str).collect();
            return Err(function_error(
                format!("{file} includes itself: {}", chain.join(" → ")),
                "remove one of these calls",
            ));
        }

        let Included { page, text } = self.recorder.included(&file).map_err(|missing| {
            let hint = missing.did_you_mean().unwrap_or_else(|| "publish it first".to_owned());
            function_error(format!("{file} is not part of the site now"), hint)
        })?;

        let templates = TemplatesRef::new(state.env(), &self.sources);
        let (text, outline) = match href.split_once('#') {
            Some((_, id)) => {
                let original = outline_of_original(&self.recorder, templates, page);
                self.section_below(&text, original.as_deref(), &file, id)?
            }
            None => (text, None),
        };

        let count = count_inclusion(&file);
        let inclusion = Inclusion {
            id_prefix: &prefix.unwrap_or_else(|| id_prefix(&page.route, count)),
            is_headless: page.front.headless,
            outline: outline.as_ref(),
        };
        let body = BodyText { page, text: &text, inclusion: Some(inclusion) };
        let around = self.language_around(state, &open);

        let mut errors = Vec::new();
        let (document, used) = render_text(&self.recorder, templates, &body, &mut errors);
        let all_used = used_assets(state);
        all_used.merge(used);
        all_used.diagnostics.append(&mut errors);

        if !page.front.headless {
            let links = document.links.into_iter().map(|link| String::from(link.href));
            all_used.excerpt_links.extend(links);
        }

        let html = document.html.trim();
        let language = self.recorder.language_of_text(page);
        if language.locale == around.locale {
            return Ok(Value::from_safe_string(html.to_owned()));
        }
        let (tag, direction) = (escape(&language.locale), language.direction.as_str());
        Ok(Value::from_safe_string(format!(
            "<div lang=\"{tag}\" dir=\"{direction}\">\n{html}\n</div>"
        )))
    }

    /// Returns the language of the text that a call is in: that of the innermost text, or in a template that of the page. `open` are the
    /// texts whose rendering is in progress.
    fn language_around(&self, state: &State, open: &[SitePath]) -> &Language {
        let page = state.lookup("page").filter(|_| !open.is_empty());
        let page = page.as_ref().and_then(|page| page.downcast_object_ref::<CurrentPage>());
        match page {
            Some(page) => self.recorder.language_of_text(page.page()),
            None => self.recorder.head().languages.0.get(self.recorder.language()),
        }
    }

    /// Returns the content file that a call names.
    fn file_to_include(&self, state: &State, target: &str) -> Result<SitePath, Error> {
        let page = state.lookup("page");
        let page = page.as_ref().and_then(|page| page.downcast_object_ref::<CurrentPage>());
        let source = page.map_or_else(|| SitePath::new(ROOT), |page| page.source().clone());
        if !target.starts_with('/') && !target.ends_with(".md") {
            return Err(function_error(
                format!("`{target}` names no page"),
                "write the URL path of the page, `/info/faq/`, or the path of its file, `faq.md`",
            ));
        }
        self.recorder.included_file(&source, &Href::new(target)).map_err(|missing| {
            let hint = missing.did_you_mean().unwrap_or_else(|| {
                "write the URL path of a page, or the path of its file, relative to this page"
                    .to_owned()
            });
            function_error(format!("there is no page `{target}` to include"), hint)
        })
    }

    /// Returns a text of which only the section below a heading is left, and the outline of the section if the text is the translation of
    /// an `original`.
    fn section_below(
        &self,
        text: &Text,
        original: Option<&Outline>,
        file: &SitePath,
        id: &str,
    ) -> Result<(Arc<Text>, Option<Arc<Outline>>), Error> {
        let body = text.body();
        let anchors = Anchors::new(body, self.recorder.markdown_options(), original);
        let Some(section) = anchors.section(body, id) else {
            let hint = did_you_mean(id, anchors.ids()).unwrap_or_else(|| {
                let ids: Vec<String> = anchors.ids().map(|id| format!("`{id}`")).collect();
                if ids.is_empty() {
                    "the text has no headings".to_owned()
                } else {
                    format!("the ids of its headings are {}", ids.join(", "))
                }
            });
            return Err(function_error(format!("{file} has no heading with the id `{id}`"), hint));
        };

        let Section { text: below, outline } = section;
        let source = format!("{}{below}", &text.source[..text.body]);
        let outline = original.map(|_| Arc::new(outline));
        Ok((Arc::new(Text { source: source.into(), ..text.clone() }), outline))
    }
}

/// Counts one more inclusion of a content file. Returns how often the rendering has included it.
pub(super) fn count_inclusion(file: &SitePath) -> usize {
    with_includes(|includes| {
        let count = includes.counts.entry(file.clone()).or_default();
        *count += 1;
        *count
    })
}

/// Returns the start of the ids in a text that is included for the `count`th time: `info-faq-` for the first one of `/info/faq/`.
pub(super) fn id_prefix(route: &Route, count: usize) -> String {
    let name = route.trim_matches('/').replace('/', "-");
    let name = if name.is_empty() { "home" } else { &name };
    if count == 1 { format!("{name}-") } else { format!("{name}-{count}-") }
}
