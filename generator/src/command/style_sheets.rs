//! `croupier highlight-css` and `croupier math-css`: print the style sheets for highlighted code and for formulas.

use crate::command::Failure;

/// Prints the style sheet for highlighted code with two themes, or the names of all themes.
#[cfg(feature = "highlight")]
pub(crate) fn highlight(
    light: &str,
    dark: &str,
    attribute: Option<&str>,
    list: bool,
) -> Result<(), Failure> {
    use croupier_base::diagnostic::wording::did_you_mean;
    use croupier_highlight::{UnknownTheme, style_sheet, themes};

    if list {
        for name in themes() {
            println!("{name}");
        }
        return Ok(());
    }
    let css = style_sheet(light, dark, attribute).map_err(|UnknownTheme(name)| {
        let names = themes();
        let hint = did_you_mean(&name, names.iter().map(String::as_str));
        let hint = hint.unwrap_or_else(|| "`--list` prints the names".to_owned());
        Failure::Usage(format!("there is no theme `{name}`; {hint}"))
    })?;
    print!("{css}");
    Ok(())
}

/// Fails, because this binary has no themes.
#[cfg(not(feature = "highlight"))]
pub(crate) fn highlight(_: &str, _: &str, _: Option<&str>, _: bool) -> Result<(), Failure> {
    Err(Failure::without_feature("highlight"))
}

/// Prints the style sheet for formulas.
#[cfg(feature = "math")]
#[expect(clippy::unnecessary_wraps, reason = "it fails without the feature")]
pub(crate) fn math() -> Result<(), Failure> {
    print!("{}", croupier_math::style_sheet());
    Ok(())
}

/// Fails, because this binary has no formulas.
#[cfg(not(feature = "math"))]
pub(crate) fn math() -> Result<(), Failure> {
    Err(Failure::without_feature("math"))
}
