//! `croupier math-css`: prints the style sheet for formulas.

use crate::command::Failure;

/// Prints the style sheet.
#[cfg(feature = "math")]
#[expect(clippy::unnecessary_wraps, reason = "it fails without the feature")]
pub(crate) fn run() -> Result<(), Failure> {
    print!("{}", croupier_math::style_sheet());
    Ok(())
}

/// Fails, because this binary has no formulas.
#[cfg(not(feature = "math"))]
pub(crate) fn run() -> Result<(), Failure> {
    Err(Failure::Usage(
        "this Croupier was built without `math`; install it with `cargo install --path generator --features math`"
            .to_owned(),
    ))
}
