//! Renders formulas of LaTeX as `MathML`, with classes in place of the inline styles that a content security policy blocks.
//!
//! In a crate of its own because the macros of its dependency are slow to compile.

use std::fmt::Write;
use std::sync::LazyLock;

use croupier_extensions::{FormulaError, Math};
use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};

/// The classes of cells and tables, with the style declarations of each.
const CLASSES: [(&str, &str); 19] = [
    ("math-left", "text-align: left;justify-items: start"),
    ("math-right", "text-align: right;justify-items: end"),
    ("math-no-left", "padding-left: 0"),
    ("math-no-right", "padding-right: 0"),
    ("math-gap", "padding-left:1em"),
    ("math-thin-left", "padding-left: 0.1em"),
    ("math-thin-right", "padding-right: 0.1em"),
    ("math-flat", "padding-top: 0;padding-bottom: 0"),
    ("math-lower", "padding-top: 0.1667em"),
    ("math-line-left", "border-left: 0.05em solid currentcolor"),
    ("math-line-right", "border-right: 0.05em solid currentcolor"),
    ("math-line-top", "border-top: 0.05em solid currentcolor"),
    ("math-dashed-left", "border-left: 0.05em dashed currentcolor"),
    ("math-dashed-right", "border-right: 0.05em dashed currentcolor"),
    ("math-dashed-top", "border-top: 0.05em dashed currentcolor"),
    ("math-wide", "width: 100%"),
    ("math-half", "width: 50%"),
    ("math-margin", "width: 7.5%"),
    ("math-caps", "font-variant-caps: small-caps"),
];

/// The rules that no formula has as a style: long formulas scroll, and crossed-out terms have a line.
const RULES: &str = "\
math[display='block'] { display: block math; max-width: 100%; overflow: auto hidden; }
math menclose { position: relative; padding: 0.1em 0; }
.menclose-updiagonalstrike, .menclose-downdiagonalstrike, .menclose-horizontalstrike { position: absolute; inset: 0; }
.menclose-updiagonalstrike { background: linear-gradient(to top left, transparent 47%, currentcolor, transparent 53%); }
.menclose-downdiagonalstrike { background: linear-gradient(to top right, transparent 47%, currentcolor, transparent 53%); }
.menclose-horizontalstrike { background: linear-gradient(transparent 47%, currentcolor, transparent 53%); }
.math-core-sans-serif-font { font-family: sans-serif; }
.math-core-serif-font { font-family: serif; }
";

/// Commands that make links, whose ids could be those of other elements of a page.
const LINKS: [&str; 2] = ["\\ref", "\\eqref"];

/// The interface for the engine.
pub const EXTENSION: Math = mathml;

static CONVERTER: LazyLock<LatexToMathML> = LazyLock::new(|| {
    let macros = [("textcolor", "{\\color{#1}#2}")];
    let macros = macros.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let config = MathCoreConfig { macros: macros.into(), ..MathCoreConfig::default() };
    LatexToMathML::new(config).expect("the macros are valid")
});

/// Returns a formula as `MathML`.
fn mathml(formula: &str, is_display: bool) -> Result<String, FormulaError> {
    let display = if is_display { MathDisplay::Block } else { MathDisplay::Inline };
    match CONVERTER.convert_with_local_state(formula, display) {
        Ok(result) if result.mathml.contains("<a ") => {
            let command = LINKS.iter().find_map(|it| Some((formula.find(it)?, it.len())));
            let range = command.map_or(0..formula.len(), |(start, length)| start..start + length);
            Err(FormulaError { message: "Formulas cannot have links".to_owned(), range })
        }
        Ok(result) => Ok(without_styles(&result.mathml)),
        Err(error) => {
            let end = formula.trim_end().len();
            let range = error.0.start.min(end)..error.0.end.min(end);
            let message = error.to_string();
            let message = message.trim_end_matches('.').replace('"', "`");
            Err(FormulaError { message, range })
        }
    }
}

/// Returns the style sheet of formulas.
pub fn style_sheet() -> String {
    let mut css = RULES.to_owned();
    for (class, style) in CLASSES {
        let declarations: Vec<String> = style
            .split(';')
            .filter_map(|declaration| declaration.split_once(':'))
            .map(|(property, value)| format!("{property}: {};", value.trim()))
            .collect();
        writeln!(css, ".{class} {{ {} }}", declarations.join(" "))
            .expect("writing to a string cannot fail");
    }
    css
}

/// Replaces each `style` attribute by classes, and by the attributes that `MathML` has for colours and sizes. Negative spaces have neither,
/// and are left out.
fn without_styles(mathml: &str) -> String {
    const START: &str = " style=\"";
    let mut html = String::with_capacity(mathml.len());
    let mut rest = mathml;

    while let Some((before, after)) = rest.split_once(START) {
        html.push_str(before);
        let (style, after) = after.split_once('"').unwrap_or((after, ""));

        for declaration in style.split(';') {
            let (property, value) = declaration.split_once(':').unwrap_or_default();
            let attribute = match property {
                "color" => "mathcolor",
                "font-size" => "mathsize",
                _ => continue,
            };
            write!(html, " {attribute}=\"{value}\"").expect("writing to a string cannot fail");
        }

        let has = |declarations: &str| {
            declarations.split(';').all(|it| style.split(';').any(|own| own == it))
        };
        let classes = CLASSES.iter().filter(|(_, style)| has(style)).map(|(class, _)| *class);
        let classes: Vec<&str> = classes.collect();

        if !classes.is_empty() {
            write!(html, " class=\"{}\"", classes.join(" "))
                .expect("writing to a string cannot fail");
        }

        rest = after;
    }

    html.push_str(rest);
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(formula: &str) -> (String, String) {
        let error = mathml(formula, false).expect_err("an invalid formula");
        (error.message, formula[error.range].to_owned())
    }

    #[test]
    fn formulas_have_no_inline_styles() {
        for formula in [
            "\\begin{align} a &= b \\\\ c &= d \\end{align}",
            "\\begin{array}{|l|r:c|} \\hline a & b & c \\\\ \\hdashline d & e & f \\end{array}",
            "\\begin{cases} 1 & x > 0 \\\\ 0 & \\text{otherwise} \\end{cases}",
            "\\color{red} x \\! y \\textcolor{blue}{z} \\cancel{a} \\textsc{b}",
            "\\begin{multline} a \\\\ b \\\\ c \\end{multline}",
        ] {
            let html = mathml(formula, true).expect("a valid formula");
            assert!(!html.contains(" style="), "{html}");
        }
        let html = mathml("\\textcolor{blue}{x}", false).expect("a valid formula");
        assert!(html.contains("mathcolor=\"#"), "{html}");
        let html = mathml("\\begin{aligned} a &= b \\end{aligned}", true).expect("a valid formula");
        assert!(html.contains("<mtd class=\"math-right math-no-right\"><mi>a</mi>"), "{html}");
    }

    #[test]
    fn each_class_has_a_rule() {
        let css = style_sheet();
        for (class, _) in CLASSES {
            assert!(css.contains(&format!(".{class} {{ ")), "{class}");
        }
        assert!(css.contains(".math-right { text-align: right; justify-items: end; }"), "{css}");
    }

    #[test]
    fn errors_name_their_location() {
        let unknown = ("Unknown command `\\foo`".to_owned(), "\\foo".to_owned());
        assert_eq!(error("1 + \\foo"), unknown);
        assert_eq!(error("\\frac{1").1, "");
        assert_eq!(error("\\href{javascript:x}{y}").1, "\\href");
        let link = error("\\begin{align} x \\label{a} \\\\ \\eqref{a} \\end{align}");
        assert_eq!(link, ("Formulas cannot have links".to_owned(), "\\eqref".to_owned()));
    }

    #[test]
    fn text_is_escaped() {
        let html = mathml("\\text{<b>} < \\&", false).expect("a valid formula");
        assert!(html.contains("&lt;b&gt;") && !html.contains("<b>"), "{html}");
    }
}
