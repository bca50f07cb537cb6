//! `croupier highlight-css` and `croupier math-css`: print the style sheets for highlighted code and for formulas.

use clap::Args;

use crate::command::failure::Failure;
#[cfg(any(feature = "highlight", feature = "math"))]
use crate::command::print::print;

/// Parses the name of an HTML attribute for the selectors of a style sheet.
fn attribute_name(name: &str) -> Result<String, String> {
    let is_valid = name.starts_with(|it: char| it.is_ascii_lowercase())
        && name.chars().all(|it| it.is_ascii_alphanumeric() || "-_".contains(it));
    if is_valid { Ok(name.to_owned()) } else { Err("write a name such as data-theme".to_owned()) }
}

/// Arguments of `croupier highlight-css`.
#[derive(Debug, Args)]
pub struct HighlightCssCommand {
    /// The theme for readers who prefer light colours.
    #[arg(long, value_name = "THEME", default_value = "github-light")]
    light: String,
    /// The theme for readers who prefer dark colours.
    #[arg(long, value_name = "THEME", default_value = "github-dark")]
    dark: String,
    /// The attribute of `<html>` that selects a theme by `light` or `dark`, for a site with a
    /// switch: data-theme.
    #[arg(long, value_name = "NAME", value_parser = attribute_name)]
    theme_attribute: Option<String>,
    /// Print the names of the themes instead.
    #[arg(long)]
    list: bool,
}

impl HighlightCssCommand {
    /// Prints the style sheet, or the names of the themes.
    pub(crate) fn run(self) -> Result<(), Failure> {
        highlight(&self.light, &self.dark, self.theme_attribute.as_deref(), self.list)
    }
}

/// Prints the style sheet for highlighted code with two themes, or the names of all themes.
#[cfg(feature = "highlight")]
fn highlight(light: &str, dark: &str, attribute: Option<&str>, list: bool) -> Result<(), Failure> {
    use croupier_base::diagnostic::wording::did_you_mean;
    use croupier_highlight::{UnknownTheme, style_sheet, themes};

    if list {
        return print(themes().iter().map(|name| format!("{name}\n")).collect::<String>());
    }
    let css = style_sheet(light, dark, attribute).map_err(|UnknownTheme(name)| {
        let names = themes();
        let hint = did_you_mean(&name, names.iter().map(String::as_str));
        let hint = hint.unwrap_or_else(|| "`--list` prints the names".to_owned());
        Failure::Usage(format!("there is no theme `{name}`; {hint}"))
    })?;
    print(css)
}

/// Fails, because this binary has no themes.
#[cfg(not(feature = "highlight"))]
fn highlight(_: &str, _: &str, _: Option<&str>, _: bool) -> Result<(), Failure> {
    Err(Failure::without_feature("highlight"))
}

/// Prints the style sheet for formulas.
#[cfg(feature = "math")]
pub(crate) fn math() -> Result<(), Failure> {
    print(croupier_math::style_sheet())
}

/// Fails, because this binary has no formulas.
#[cfg(not(feature = "math"))]
pub(crate) fn math() -> Result<(), Failure> {
    Err(Failure::without_feature("math"))
}
