//! Writes the style sheets of themes.

use std::fmt::Write;

use arborium_theme::highlights::{HIGHLIGHTS, tag_to_name};
use arborium_theme::{Theme, builtin};

use crate::PREFIX;

/// The rules for the lines and the title of a block, which no theme has.
const LINES: &str = "\
.highlight { overflow-x: auto; }
.highlight > code { display: block; min-width: max-content; }
.code-line { display: block; padding-inline: 0.75em; }
.code-line[data-line]::before {
  content: attr(data-line);
  display: inline-block;
  min-width: 2ch;
  margin-inline-end: 2ch;
  text-align: end;
  opacity: 0.65;
}
mark.code-line { background-color: rgb(187 128 9 / 8%); box-shadow: inset 3px 0 rgb(187 128 9); color: inherit; }
ins.code-line { background-color: rgb(46 160 67 / 8%); box-shadow: inset 3px 0 rgb(46 160 67); text-decoration: none; }
del.code-line { background-color: rgb(248 81 73 / 8%); box-shadow: inset 3px 0 rgb(248 81 73); text-decoration: none; }
:is(mark, ins, del).code-line .hl-comment { color: inherit; }
ins.code-line:not([data-line])::before { content: '+ '; }
del.code-line:not([data-line])::before { content: '- '; }
";

/// Returns the names of the themes, sorted: `github-dark`.
pub fn themes() -> Vec<String> {
    let mut names: Vec<String> = builtin::all().iter().map(theme_name).collect();
    names.sort();
    names
}

/// A theme that does not exist, by the name that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownTheme(pub String);

/// Returns a style sheet with two themes: one for readers who prefer light colours, and one for those who prefer dark ones.
///
/// With an attribute, such as `data-theme`, its value `light` or `dark` at `<html>` takes precedence over the reader's preference.
pub fn style_sheet(
    light: &str,
    dark: &str,
    attribute: Option<&str>,
) -> Result<String, UnknownTheme> {
    let mut css = format!("{LINES}\n{}", rules(&theme(light)?));
    let dark = rules(&theme(dark)?);

    match attribute {
        None => writeln!(css, "\n@media (prefers-color-scheme: dark) {{\n{}}}", indented(&dark)),
        Some(name) => writeln!(
            css,
            "\n@media (prefers-color-scheme: dark) {{\n  :root:not([{name}=\"light\"]) {{\n{}  }}\n}}\n\
             :root[{name}=\"dark\"] {{\n{}}}",
            indented(&indented(&dark)),
            indented(&dark),
        ),
    }
    .expect("writing to a string cannot fail");
    Ok(css)
}

/// Returns a text with two spaces at the beginning of each line.
fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

fn theme(name: &str) -> Result<Theme, UnknownTheme> {
    let found = builtin::all().into_iter().find(|theme| theme_name(theme) == name);
    found.ok_or_else(|| UnknownTheme(name.to_owned()))
}

/// Returns the name of a theme as a user writes it: `github-dark` for "Github Dark".
fn theme_name(theme: &Theme) -> String {
    theme.name.to_lowercase().replace([' ', '_'], "-")
}

/// Returns the rules of a theme: one for the block, and one for each kind of token.
fn rules(theme: &Theme) -> String {
    let mut css = String::from(".highlight {\n");

    for (property, color) in [("background-color", &theme.background), ("color", &theme.foreground)]
    {
        if let Some(color) = color {
            writeln!(css, "  {property}: {};", color.to_hex())
                .expect("writing to a string cannot fail");
        }
    }
    css.push_str("}\n");

    let mut tags = Vec::new();
    for (index, kind) in HIGHLIGHTS.iter().enumerate() {
        let Some(name) = tag_to_name(kind.tag).filter(|_| !tags.contains(&kind.tag)) else {
            continue;
        };

        // A kind without a style has that of the kind that contains it.
        let parent = || HIGHLIGHTS.iter().position(|it| it.tag == kind.parent_tag);
        let own = theme.style(index).filter(|style| !style.is_empty());
        let Some(style) = own.or_else(|| theme.style(parent()?)).filter(|it| !it.is_empty()) else {
            continue;
        };

        tags.push(kind.tag);
        let mut declarations = Vec::new();
        declarations.extend(style.fg.map(|color| format!("color: {}", color.to_hex())));
        declarations.extend(style.bg.map(|color| format!("background-color: {}", color.to_hex())));

        let modifiers = &style.modifiers;
        for (is_set, declaration) in [
            (modifiers.bold, "font-weight: bold"),
            (modifiers.italic, "font-style: italic"),
            (modifiers.underline, "text-decoration: underline"),
            (modifiers.strikethrough, "text-decoration: line-through"),
        ] {
            if is_set {
                declarations.push(declaration.to_owned());
            }
        }

        writeln!(css, ".{PREFIX}-{name} {{ {}; }}", declarations.join("; "))
            .expect("writing to a string cannot fail");
    }

    css
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_selects_a_theme() {
        let css = style_sheet("github-light", "github-dark", Some("data-theme"));
        let css = css.expect("both themes exist");
        let (light, dark) = css.split_once("@media").expect("two parts");
        assert!(!light.contains("data-theme"), "{light}");
        let (preferred, chosen) =
            dark.split_once("\n:root[data-theme=\"dark\"] {\n").expect("two parts");
        assert!(preferred.contains("  :root:not([data-theme=\"light\"]) {\n    .highlight {\n"));
        assert!(chosen.contains("  .hl-keyword { color: #"), "{chosen}");
    }

    #[test]
    fn a_style_sheet_has_a_light_and_a_dark_theme() {
        let css = style_sheet("github-light", "github-dark", None).expect("both themes exist");
        let (light, dark) = css.split_once("@media").expect("two parts");
        assert!(light.contains(".hl-keyword { color: #"), "{light}");
        assert!(dark.contains(".hl-keyword { color: #"), "{dark}");
        assert_eq!(style_sheet("github-light", "x", None), Err(UnknownTheme("x".to_owned())));
    }

    #[test]
    fn every_theme_has_a_style_sheet() {
        for name in themes() {
            assert!(style_sheet(&name, &name, None).is_ok(), "{name}");
        }
    }
}
