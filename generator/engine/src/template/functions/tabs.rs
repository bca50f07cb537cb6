//! The functions `tabs` and `tab`, and the checks of their shortcodes.
//!
//! Their HTML shows all panels, each below its label. `runtime/src/tabs` makes tabs of it, also while the document is parsed. Feeds, the search
//! and browsers without scripts have the HTML as it is.

use std::ops::Range;

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, State};

use crate::template::escape::escape;
use crate::template::function_errors::function_error;
use crate::template::functions::Functions;
use crate::template::shortcode_parser::{Call, InvalidCall};

/// How to enable tabs.
pub(in crate::template) const TABS_HINT: &str =
    "tabs need a script: add a line `[markdown]` to site.toml, and below it `tabs = true`";

/// The start of the HTML of a group.
pub(crate) const GROUP: &str = "<div class=\"tabs\" data-tabs=\"";

impl Functions {
    /// `tabs(key)` around a text: returns a group of panels. Groups of one key share the choice of the reader.
    pub(super) fn tabs(
        &self,
        state: &mut State,
        key: Option<Value>,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let key = argument(key, options, "key")?.unwrap_or_default();
        let panels = self.body(state, options, "tabs", "\"os\"")?;
        refuse_others(
            options,
            "`tabs` takes a key, which other groups can share: `{% tabs(\"os\") %}`",
        )?;
        Ok(Value::from_safe_string(format!("{GROUP}{}\">{panels}</div>", escape(&key))))
    }

    /// `tab(label)` around a text: returns a panel of a group.
    pub(super) fn tab(
        &self,
        state: &mut State,
        label: Option<Value>,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let label = argument(label, options, "label")?;
        let text = self.body(state, options, "tab", "\"npm\"")?;
        refuse_others(options, "`tab` takes a label: `{% tab(\"npm\") %}`")?;

        let Some(label) = label else {
            return Err(function_error(
                "this tab has no label",
                "write it as the first argument: `{% tab(\"npm\") %}`",
            ));
        };

        let label = escape(&label);
        Ok(Value::from_safe_string(format!(
            "<div class=\"tab\" data-tab=\"{label}\"><p class=\"tab-label\"><strong>{label}</strong></p>{text}</div>"
        )))
    }

    /// Returns the text that a call is around.
    fn body(
        &self,
        state: &mut State,
        options: &Kwargs,
        name: &str,
        arguments: &str,
    ) -> Result<Value, Error> {
        if !self.recorder.markdown_options().tabs {
            return Err(function_error("this site has no tabs", TABS_HINT));
        }
        let caller: Option<Value> = options.get("caller")?;
        let Some(caller) = caller else {
            return Err(function_error(
                format!("`{name}` needs a text"),
                format!("write `{{% {name}({arguments}) %}}`, its text, and `{{% end %}}`"),
            ));
        };
        caller.call(state, &[])
    }
}

/// Returns an error if a call has other arguments than those that were read.
fn refuse_others(options: &Kwargs, hint: &str) -> Result<(), Error> {
    options.assert_all_used().map_err(|error| {
        let message = error.detail().unwrap_or("this call has an unknown argument").to_owned();
        function_error(message, hint)
    })
}

/// Returns a text that is an argument with a position and a name, without the spaces around it. `None` if it is empty.
fn argument(
    positional: Option<Value>,
    options: &Kwargs,
    name: &'static str,
) -> Result<Option<String>, Error> {
    let value = match positional {
        Some(value) => Some(value),
        None => options.get(name)?,
    };
    let text = value.filter(|value| !value.is_none()).map(|value| value.to_string());
    Ok(text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// A shortcode that is open.
enum Open {
    /// `tabs`, with the HTML before the text of each of its tabs, and the end of the last tag in it.
    Group { range: Range<usize>, tabs: Vec<String>, end: usize },
    /// Another shortcode.
    Other,
}

/// The open shortcodes of a text: finds tabs that are in no group, and groups that contain more than tabs.
pub(in crate::template) struct TabNesting<'t> {
    text: &'t str,
    /// Whether the site has no shortcode `tabs` of its own.
    is_built_in: bool,
    open: Vec<Open>,
}

impl<'t> TabNesting<'t> {
    pub(in crate::template) fn new(text: &'t str, is_built_in: bool) -> TabNesting<'t> {
        TabNesting { text, is_built_in, open: Vec::new() }
    }

    /// Adds a call that begins, whose HTML before its text is `html`. Returns what is wrong with it.
    pub(in crate::template) fn open(&mut self, call: &Call<'_>, html: &str) -> Option<InvalidCall> {
        let error = match self.open.last_mut() {
            _ if !self.is_built_in => None,
            Some(Open::Group { tabs, end, .. }) => {
                let between = *end..call.range.start;
                *end = call.range.end;
                if call.name == "tab" {
                    let is_again = tabs.iter().any(|tab| tab == html) && !html.is_empty();
                    tabs.push(html.to_owned());
                    is_again.then(|| duplicate(call)).or_else(|| stray_text(self.text, between))
                } else {
                    Some(not_a_tab(call.range.clone()))
                }
            }
            _ if call.name == "tab" => Some(InvalidCall {
                range: call.range.clone(),
                message: "this tab is in no group of tabs",
                hint: "write `{% tabs() %}` above the first tab of the group, and `{% end %}` below the last one"
                    .to_owned(),
            }),
            _ => None,
        };

        self.open.push(if call.name == "tabs" {
            Open::Group { range: call.range.clone(), tabs: Vec::new(), end: call.range.end }
        } else {
            Open::Other
        });

        error
    }

    /// Removes the call that ends. Returns what is wrong with it.
    pub(in crate::template) fn close(&mut self, call: &Call<'_>) -> Option<InvalidCall> {
        let closed = self.open.pop();
        if let Some(Open::Group { end, .. }) = self.open.last_mut() {
            *end = call.range.end;
        }

        match closed? {
            Open::Group { range, tabs, .. } if self.is_built_in && tabs.is_empty() => {
                Some(InvalidCall {
                    range,
                    message: "this group has no tabs",
                    hint: "write `{% tab(\"npm\") %}`, the text of the tab, and `{% end %}` in it"
                        .to_owned(),
                })
            }
            Open::Group { end, .. } if self.is_built_in => {
                stray_text(self.text, end..call.range.start)
            }
            _ => None,
        }
    }
}

fn duplicate(call: &Call<'_>) -> InvalidCall {
    InvalidCall {
        range: call.range.clone(),
        message: "another tab of this group has the same label",
        hint: "give each tab of a group its own label".to_owned(),
    }
}

fn not_a_tab(range: Range<usize>) -> InvalidCall {
    InvalidCall {
        range,
        message: "a group of tabs can only contain tabs",
        hint: "move it into a tab, `{% tab(\"npm\") %}`, or out of the group".to_owned(),
    }
}

/// Returns the error about the first line of text in a range between the tabs of a group.
fn stray_text(text: &str, range: Range<usize>) -> Option<InvalidCall> {
    let content = text[range.clone()].trim_start();
    let start = range.end - content.len();
    let line = content.lines().next().unwrap_or_default().trim_end();
    let is_comment = content.starts_with("<!--") && content.trim_end().ends_with("-->");
    (!line.is_empty() && !is_comment).then(|| not_a_tab(start..start + line.len()))
}
