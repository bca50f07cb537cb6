//! Functions for navigation: `tree` for the pages of a section, `toc` for the headings of a page.

use minijinja::value::{Kwargs, Value, ValueKind};
use minijinja::{Error, State};

use crate::template::escape::escape;
use crate::template::function_errors::function_error;
use crate::template::functions::Functions;
use crate::template::views::{CurrentPage, tree_value};

/// The levels of headings that `toc` shows by default.
const LEVELS: (u8, u8) = (2, 3);

impl Functions {
    /// `tree(path, current=page.path)`: returns the pages and folders directly below a route. Each has `children` in turn.
    ///
    /// `current` is the route of the page that is marked. It defaults to the variable `page`, which slices and imported macros do not
    /// have.
    pub(super) fn tree(
        &self,
        state: &State<'_, '_>,
        path: &str,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let current: Option<String> = options.get("current")?;
        options.assert_all_used()?;

        let of_page = || {
            let page = state.lookup("page")?;
            page.downcast_object_ref::<CurrentPage>().map(CurrentPage::file_route).cloned()
        };
        let current = match current {
            Some(path) => Some(self.recorder.folder_of(&self.route(&path))),
            None => of_page(),
        };

        let (folder, level) = self.recorder.tree(&self.route(path)).map_err(|missing| {
            let hint = missing.did_you_mean().unwrap_or_else(|| {
                "write the URL path that its pages start with: `tree(\"/docs/\")`".to_owned()
            });
            function_error(format!("there are no pages below `{path}`"), hint)
        })?;

        Ok(tree_value(&self.recorder, folder.language, &level, current.as_ref()))
    }
}

/// `toc(page, from=2, to=3)`: returns the headings of a page as nested lists of links. Empty if there are none at these levels.
pub(super) fn toc(page: &Value, options: &Kwargs) -> Result<Value, Error> {
    let from = options.get::<Option<u8>>("from")?.unwrap_or(LEVELS.0);
    let to = options.get::<Option<u8>>("to")?.unwrap_or(LEVELS.1.max(from));
    options.assert_all_used()?;
    let entries = page.get_attr("toc")?;
    if entries.kind() != ValueKind::Seq {
        let hint = "write `toc(page)`: only the page that is rendered has headings";
        return Err(function_error("`toc` needs the page with the headings", hint));
    }
    let mut html = String::new();
    write_list(&entries, from, to, &mut html)?;
    Ok(Value::from_safe_string(html))
}

/// Writes the headings at the levels `from` to `to` as a list. Headings above these levels are left out, and those below them move up.
fn write_list(entries: &Value, from: u8, to: u8, html: &mut String) -> Result<(), Error> {
    let mut items = String::new();
    write_items(entries, from, to, &mut items)?;
    if !items.is_empty() {
        html.push_str("<ul>");
        html.push_str(&items);
        html.push_str("</ul>");
    }
    Ok(())
}

fn write_items(entries: &Value, from: u8, to: u8, items: &mut String) -> Result<(), Error> {
    for entry in entries.try_iter()? {
        let level: u8 = entry.get_attr("level")?.try_into()?;
        let children = entry.get_attr("children")?;
        if (from..=to).contains(&level) {
            let (id, text) = (entry.get_attr("id")?, entry.get_attr("text")?);
            let (id, text) = (id.as_str().unwrap_or_default(), text.as_str().unwrap_or_default());
            items.push_str(&format!("<li><a href=\"#{}\">{}</a>", escape(id), escape(text)));
            write_list(&children, from, to, items)?;
            items.push_str("</li>");
        } else {
            write_items(&children, from, to, items)?;
        }
    }
    Ok(())
}
