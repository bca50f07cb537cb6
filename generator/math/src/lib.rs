//! Renders formulas of LaTeX as `MathML`, with classes in place of the inline styles that a content security policy blocks.
//!
//! In a crate of its own because the macros of its dependency are slow to compile.

use std::fmt::Write;
use std::ops::Range;
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

/// Commands that the library lacks, in terms of others.
const MACROS: [(&str, &str); 9] = [
    ("textcolor", "{\\color{#1}#2}"),
    ("substack", "\\begin{subarray}{c}#1\\end{subarray}"),
    ("overunderset", "\\overset{#1}{\\underset{#2}{#3}}"),
    ("dotsb", "\\cdots"),
    ("dotsc", "\\ldots"),
    ("dotsi", "\\cdots"),
    ("dotsm", "\\cdots"),
    ("dotso", "\\ldots"),
    ("pod", "\\quad(#1)"),
];

/// Environments and commands that do not exist, and what to write instead.
const ALTERNATIVES: [(&str, &str); 13] = [
    ("split", "aligned"),
    ("alignat", "align"),
    ("alignat*", "align*"),
    ("alignedat", "aligned"),
    ("flalign", "align"),
    ("flalign*", "align*"),
    ("eqnarray", "align"),
    ("eqnarray*", "align*"),
    ("multline*", "multline"),
    ("smallmatrix", "matrix"),
    ("\\mbox", "\\text"),
    ("\\hbox", "\\text"),
    ("\\hspace*", "\\hspace"),
];

/// The interface for the engine.
pub const EXTENSION: Math = mathml;

static CONVERTER: LazyLock<LatexToMathML> = LazyLock::new(|| {
    let macros = MACROS.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let config = MathCoreConfig { macros: macros.into(), ..MathCoreConfig::default() };
    LatexToMathML::new(config).expect("the macros are valid")
});

/// Returns a formula as `MathML`.
fn mathml(formula: &str, is_display: bool) -> Result<String, FormulaError> {
    if let Some(range) = dollar_in_text(formula) {
        let message = "A formula in `\\text` would be shown as text; end the text before it: \
                       `\\text{if } x \\text{ then}`";
        return Err(FormulaError { message: message.to_owned(), range });
    }

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
            Err(FormulaError { message: with_alternative(message), range })
        }
    }
}

/// Returns a message about an unknown name with the one to write instead.
fn with_alternative(message: String) -> String {
    let unknown = message.strip_prefix("Unknown ").and_then(|it| it.split('`').nth(1));
    match ALTERNATIVES.iter().find(|(name, _)| unknown == Some(*name)) {
        Some((_, alternative)) => format!("{message}; write `{alternative}`"),
        None => message,
    }
}

/// Returns the range of a dollar sign in a command such as `\text`, where the library shows it as text.
fn dollar_in_text(formula: &str) -> Option<Range<usize>> {
    formula.match_indices("\\text").find_map(|(start, _)| {
        let open = start + formula[start..].find('{')?;
        let is_name =
            formula[start + 1..open].trim_end().bytes().all(|it| it.is_ascii_alphabetic());
        // The first argument of `\textcolor` is the colour, and its second one is a formula.
        if !is_name || formula[start..].starts_with("\\textcolor") {
            return None;
        }

        let mut depth = 0;
        let mut is_escaped = false;
        for (index, byte) in formula.bytes().enumerate().skip(open) {
            match byte {
                _ if is_escaped => {}
                b'{' => depth += 1,
                b'}' if depth == 1 => return None,
                b'}' => depth -= 1,
                b'$' => return Some(index..index + 1),
                _ => {}
            }
            is_escaped = byte == b'\\' && !is_escaped;
        }
        None
    })
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
    fn commands_that_the_library_lacks_are_made_of_others() {
        for (formula, expected) in [
            ("\\sum_{\\substack{i\\\\j}} x", "<munder><mo lspace=\"0\">∑</mo><mtable"),
            ("a \\dotsb b", "⋯"),
            ("\\overunderset{a}{b}{c}", "<mover><munder>"),
            ("\\pod{3}", "(</mo><mn>3</mn>"),
        ] {
            let html = mathml(formula, true).expect("a valid formula");
            assert!(html.contains(expected), "{html}");
        }
    }

    #[test]
    fn errors_name_what_to_write_instead() {
        let (message, at) = error("\\begin{split} a &= b \\end{split}");
        assert_eq!((&*message, &*at), ("Unknown environment `split`; write `aligned`", "{split}"));
        assert_eq!(error("\\hspace*{1em}").0, "Unknown command `\\hspace*`; write `\\hspace`");

        for formula in ["\\text{if $x$ then}", "\\textbf {{a} $x$}", "x \\text{a} \\text{$}"] {
            let (message, at) = error(formula);
            assert!(message.starts_with("A formula in `\\text`"), "{message}");
            assert_eq!(at, "$");
        }
        for formula in ["\\text{5 \\$}", "\\text{a} + \\textcolor{red}{x}"] {
            assert!(mathml(formula, false).is_ok(), "{formula}");
        }
    }

    #[test]
    fn text_is_escaped() {
        let html = mathml("\\text{<b>} < \\&", false).expect("a valid formula");
        assert!(html.contains("&lt;b&gt;") && !html.contains("<b>"), "{html}");
    }
}
