use crate::apply::Style;
use crate::steps::Step;
use croupier_base::syntax::spanned::SpannedValue;
pub(crate) fn offer(
    _text: &str,
    _root: &SpannedValue,
    _step: &Step,
    _style: Style,
) -> Result<Vec<String>, String> {
    Ok(Vec::new())
}
