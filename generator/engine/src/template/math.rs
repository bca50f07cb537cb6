//! Selects the renderer of formulas, which is a cargo feature.

use croupier_content::config::tables::markdown::MarkdownOptions;
use croupier_content::markdown::Math;

/// How to fix a formula.
pub(crate) const FORMULA_HINT: &str = "correct the formula, or write `\\$` to show a dollar sign; the guide \"Write formulas\" lists what formulas can have";

/// Returns the renderer, if site.toml enables it.
#[cfg(feature = "math")]
pub(crate) fn math(options: MarkdownOptions) -> Option<Math> {
    use croupier_content::markdown::FormulaError;

    let render: Math = |formula, is_display| {
        croupier_math::mathml(formula, is_display)
            .map_err(|it| FormulaError { message: it.message, range: it.range })
    };
    options.math.then_some(render)
}

/// Without the feature `math`, site.toml cannot enable formulas.
#[cfg(not(feature = "math"))]
pub(crate) fn math(_: MarkdownOptions) -> Option<Math> {
    None
}
