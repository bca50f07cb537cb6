//! The filter `markdown`, which renders texts of data files and front matter.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::value::{Kwargs, Value};
use minijinja::{AutoEscape, Error, ErrorKind, State};

use crate::query::recorder::{PageText, page_of_text, with_includes};
use crate::template::body::FORMULA_HINT;
use crate::template::environment::TemplatesRef;
use crate::template::function_errors::function_error;
use crate::template::functions::Functions;
use crate::template::functions::include::{count_inclusion, id_prefix};
use crate::template::functions::picture::markdown_copies;
use crate::template::markup::{self, TextMarkup};
use crate::template::resolved_urls::with_resolved_urls;
use crate::template::shortcodes::{self, ShortcodeText};
use crate::template::text_lookup::with_lookup;
use crate::template::used_assets::{UsedAssets, used_assets};
use crate::template::views::{TextHeadings, current_template, page_value};
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::{Href, SitePath};
use croupier_base::syntax::html;
use croupier_base::url;
use croupier_content::markdown::hooks::HookCall;
use croupier_content::markdown::{self, ForeignSyntax, Lookup, Placeholder, Problem, ProblemKind};
use croupier_content::page::Page;
use croupier_content::page_text::Text;

/// Links to content files are relative to this file, since the text is not in a content file.
pub(super) const ROOT: &str = "content/index.md";

impl Functions {
    /// `text | markdown(html=false, inline=false)`: renders Markdown to safe HTML.
    ///
    /// HTML in the text is escaped unless `html` is true. The summary of a page has the HTML of its
    /// page unless `html` is false. With `inline`, a single paragraph loses its `<p>`.
    pub(super) fn markdown(
        &self,
        state: &mut State,
        text: &Value,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let allows_html: Option<bool> = options.get("html")?;
        let is_inline: Option<bool> = options.get("inline")?;
        options.assert_all_used()?;

        let text = markdown_text(text)?;
        let is_inline = is_inline.unwrap_or(false);
        if let Some(PageText { page, is_summary }) = page_of_text(text) {
            let source = page.summary.clone().filter(|_| is_summary);
            let html = match source {
                // The author of a page decides about the HTML in its text.
                Some(summary) => {
                    self.summary(state, &page, &summary, allows_html.unwrap_or(true))?
                }
                None => self.excerpt(state, text, &[], &page, allows_html.unwrap_or(false))?,
            };
            return Ok(as_value(state, &html, is_inline));
        }

        let root = SitePath::new(ROOT);
        let resolve_link = |href: &Href| self.recorder.address(&root, href);
        let allows_html = allows_html.unwrap_or(false);
        let page_value = state.lookup("page").unwrap_or_default();
        let (mut formula_errors, mut problems) = (Vec::new(), Vec::new());

        // Anchors are unique in a page, including those of its own text.
        let anchors = used_assets(state).anchors.take();
        let mut anchors = anchors.unwrap_or_else(|| page_anchors(state));
        let html = self.with_markup(state, &resolve_link, page_value, |lookup| {
            let document = markdown::fragment(text, lookup, allows_html, &mut anchors);
            formula_errors = document.formula_errors;
            problems = document.problems;
            document.html
        });

        used_assets(state).anchors = Some(anchors);
        let html = html?;
        if let Some(error) = formula_errors.into_iter().next() {
            return Err(function_error(error.message, FORMULA_HINT));
        }

        let problems = self.problems_of_fragment(text, problems, allows_html);
        used_assets(state).text_problems.extend(problems);

        Ok(as_value(state, &html, is_inline))
    }

    /// Returns the problems of a text of data or front matter, each with the first line that has it.
    fn problems_of_fragment<'a>(
        &self,
        text: &'a str,
        problems: Vec<Problem>,
        allows_html: bool,
    ) -> impl Iterator<Item = (ProblemKind, String)> + use<'a> {
        let braces = shortcodes::braces(text, self.recorder.markdown_options())
            .into_iter()
            .map(|range| Problem { kind: ProblemKind::BracesInData, range });

        let reported = problems.into_iter().chain(braces).filter(move |it| match it.kind {
            // A page can show a text twice, and the second one gets other ids.
            ProblemKind::IdWrittenTwice => false,
            ProblemKind::Foreign(ForeignSyntax::ComponentTag) => allows_html,
            _ => true,
        });
        reported.map(|Problem { kind, range }| {
            let line = text[range].lines().next().unwrap_or_default();
            (kind, line.trim().to_owned())
        })
    }

    /// Renders the summary of a page as on that page, with its shortcodes.
    fn summary(
        &self,
        state: &mut State,
        page: &Arc<Page>,
        summary: &str,
        allows_html: bool,
    ) -> Result<String, Error> {
        let definitions = page.definitions.as_deref().unwrap_or_default();
        let text = Text::of_markdown(format!("{summary}\n\n{definitions}"));
        let shows_itself = with_includes(|includes| includes.open.contains(&page.source));
        if shows_itself && summary.contains("{{") {
            return Err(function_error(
                format!("the text of {} shows its own summary", page.source),
                "leave this page out of the list",
            ));
        }

        let (mut used, mut errors) = (UsedAssets::default(), Vec::new());
        let templates = TemplatesRef::new(state.env(), &self.sources);
        let headings = Arc::new(TextHeadings::default());
        let shortcodes = ShortcodeText { page, text: &text, headings: &headings };
        // Texts that the summary includes have the ids that they have on its page, where the links of the summary lead.
        let counts = with_includes(|includes| {
            includes.open.push(page.source.clone());
            std::mem::take(&mut includes.counts)
        });
        // The page itself reports braces that are shown as text.
        let inserts = shortcodes::render(
            &self.recorder,
            templates,
            &shortcodes,
            &mut used,
            &mut Vec::new(),
            &mut errors,
        );
        with_includes(|includes| {
            includes.open.pop();
            includes.counts = counts;
        });
        used_assets(state).merge(used);
        let errors = errors.into_iter().map(|error| self.at_summary(page, summary, error));
        used_assets(state).diagnostics.extend(errors);

        self.excerpt(state, &text.source, &inserts, page, allows_html)
    }

    /// Returns an error in a summary with its location in the file of the page.
    fn at_summary(&self, page: &Page, summary: &str, error: Diagnostic) -> Diagnostic {
        let Some(place) = error.place.clone().filter(|place| *place.file == *page.source) else {
            return error;
        };
        let text = self.recorder.text_for_error(page);
        let call = &place.source[place.range.clone()];
        let start = match text.source.find(summary) {
            Some(start) if place.range.end <= summary.len() => Some(start + place.range.start),
            // A definition that comes after the summary.
            _ => text.source.rfind(call),
        };
        let range = start.map_or(0..0, |start| start..start + call.len());
        error.at(Location::new(page.source.as_str(), Arc::clone(&text.source), range))
    }

    /// Renders the summary or the description of a page as on that page: its links, images and
    /// footnotes have the same targets. It has no ids that the page around it may have, too.
    fn excerpt(
        &self,
        state: &mut State,
        text: &str,
        inserts: &[Placeholder],
        page: &Arc<Page>,
        allows_html: bool,
    ) -> Result<String, Error> {
        // A paginated page shows the text of the page whose file it comes from.
        let route = self.recorder.route_of(&page.source).unwrap_or(&page.route);

        let resolve_link = |href: &Href| {
            let address = self.recorder.address(&page.source, href);
            address.or_else(|| url::resolve_on_page(route, href).map(Href::new))
        };

        let html =
            self.with_markup(state, &resolve_link, page_value(&self.recorder, page), |lookup| {
                markdown::excerpt(text, inserts, lookup, allows_html, route).html
            })?;

        let html = with_resolved_urls(&html, |target| url::resolve_on_page(route, target));
        let prefix = || id_prefix(route, count_inclusion(&page.source));
        let html = html::without_ids(&html, &prefix).into_owned();

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
        let html = with_lookup(&self.recorder, self.recorder.language(), resolve_link, |lookup| {
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
    let shown = if is_inline { single_paragraph(html) } else { None };
    let html = shown.unwrap_or(Cow::Borrowed(html));
    // A safe string would not be quoted in a JSON template.
    if *state.auto_escape() == AutoEscape::Json {
        Value::from(html.into_owned())
    } else {
        Value::from_safe_string(html.into_owned())
    }
}

/// Returns the ids in the text of the current page, and in its main part for a base layout.
fn page_anchors(state: &State) -> BTreeMap<String, usize> {
    let body = state.lookup("page").and_then(|page| page.get_attr("body").ok());
    let main = state.lookup("main");
    let texts = [body, main].into_iter().flatten();
    let mut anchors = BTreeMap::new();
    for text in texts {
        let ids = html::read(text.as_str().unwrap_or_default()).ids;
        anchors.extend(ids.into_iter().map(|id| (id.text.into_owned(), 1)));
    }
    anchors
}

/// Returns the content of the only paragraph of `html`. The attributes of the paragraph become those
/// of a `span`. Returns `None` if there is something else than one paragraph.
fn single_paragraph(html: &str) -> Option<Cow<'_, str>> {
    let (attributes, inside) = html.trim().strip_prefix("<p")?.split_once('>')?;
    let inside = inside.strip_suffix("</p>")?;
    if !(attributes.is_empty() || attributes.starts_with(' ')) || inside.contains("</p>") {
        return None;
    }
    Some(if attributes.is_empty() {
        Cow::Borrowed(inside)
    } else {
        Cow::Owned(format!("<span{attributes}>{inside}</span>"))
    })
}

/// Returns the value of the filter as a text. `None` is an empty one.
fn markdown_text(value: &Value) -> Result<&str, Error> {
    match value.as_str() {
        Some(text) => Ok(text),
        None if value.is_undefined() => Err(Error::from(ErrorKind::UndefinedError)),
        None if value.is_none() => Ok(""),
        None => Err(function_error(
            format!("a {} is not Markdown", value.kind()),
            "pass one text: `{{ item.text|markdown }}`",
        )),
    }
}
