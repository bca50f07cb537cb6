//! Highlights the syntax of code blocks with classes, and writes the style sheets of themes.
//!
//! In a crate of its own because the grammars are slow to compile.

use std::cell::RefCell;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use arborium::theme::{Theme, builtin};
use arborium::{Config, GrammarStore, Highlighter, HtmlFormat};
use arborium_theme::highlights::{HIGHLIGHTS, tag_to_name};
use croupier_extensions::Highlight;

/// The prefix of the classes, without its hyphen: `hl-keyword`.
const PREFIX: &str = "hl";

/// The interface for the engine.
pub const EXTENSION: Highlight = Highlight { languages: &LANGUAGES, html };

/// The languages that can be highlighted. Most have shorter names, too, such as `rs` and `yml`.
const LANGUAGES: [&str; 31] = [
    "bash",
    "c",
    "c-sharp",
    "cpp",
    "css",
    "diff",
    "dockerfile",
    "go",
    "graphql",
    "html",
    "ini",
    "java",
    "javascript",
    "jinja2",
    "json",
    "kotlin",
    "lua",
    "markdown",
    "nginx",
    "nix",
    "php",
    "python",
    "ruby",
    "rust",
    "scss",
    "sql",
    "toml",
    "tsx",
    "typescript",
    "xml",
    "yaml",
];

/// Names of languages that are highlighted as another one.
const ALIASES: [(&str, &str); 6] = [
    ("console", "bash"),
    ("jinja", "jinja2"),
    ("json5", "json"),
    ("jsonc", "json"),
    ("shell-session", "bash"),
    ("svg", "xml"),
];

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

/// The compiled grammars of this process. Compiling one takes up to 0.1 s.
static GRAMMARS: LazyLock<Arc<GrammarStore>> = LazyLock::new(|| Arc::new(GrammarStore::new()));

/// A language whose grammar parses the arguments of macros again. Most are not valid by themselves, and recovering from their errors
/// takes four times as long as the whole block.
const WITHOUT_EMBEDDED: &str = "rust";

thread_local! {
    static HIGHLIGHTER: RefCell<Highlighter> = RefCell::new(highlighter(Config::default().max_injection_depth));
    /// Does not highlight languages within another one.
    static FLAT_HIGHLIGHTER: RefCell<Highlighter> =
        RefCell::new(highlighter(0));
}

/// Returns a highlighter for languages within each other up to a depth.
fn highlighter(max_injection_depth: u32) -> Highlighter {
    let html_format = HtmlFormat::ClassNamesWithPrefix(PREFIX.to_owned());
    let config = Config { html_format, max_injection_depth };
    Highlighter::with_store_and_config(Arc::clone(&GRAMMARS), config)
}

fn html(language: &str, code: &str) -> Option<String> {
    let language = language.to_ascii_lowercase();
    let alias = ALIASES.iter().find(|(alias, _)| *alias == language);
    let name = alias.map_or(language.as_str(), |(_, name)| name);
    let is_flat = matches!(name, WITHOUT_EMBEDDED | "rs");
    let highlighter = if is_flat { &FLAT_HIGHLIGHTER } else { &HIGHLIGHTER };
    let mut html = highlighter.with_borrow_mut(|it| it.highlight(name, code).ok())?;
    // The highlighter omits the last line break.
    if code.ends_with('\n') && !html.ends_with('\n') {
        html.push('\n');
    }
    Some(html)
}

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
    fn every_language_is_highlighted() {
        for language in LANGUAGES {
            assert!(html(language, "x = \"<1>\"\n").is_some(), "{language}");
        }
        for (alias, _) in ALIASES {
            assert!(html(alias, "1").is_some(), "{alias}");
        }
    }

    #[test]
    fn tokens_have_classes_and_text_is_escaped() {
        let html = html("rs", "let a = \"<b>\"; // &\n").expect("a known language");
        assert!(html.contains("<span class=\"hl-keyword\">let</span>"), "{html}");
        assert!(html.contains("&lt;b&gt;") && html.contains("&amp;"), "{html}");
        assert!(html.ends_with('\n') && !html.contains("style="), "{html}");
    }

    #[test]
    fn an_unknown_language_has_no_html() {
        assert_eq!(html("klingon", "x"), None);
    }

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
