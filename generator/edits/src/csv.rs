use crate::apply::Style;
use crate::steps::Step;
pub(crate) fn offer(_text: &str, _step: &Step, _style: Style) -> Result<Vec<String>, String> {
    Ok(Vec::new())
}
