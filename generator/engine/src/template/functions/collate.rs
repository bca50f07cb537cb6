//! The filter `collate`, which sorts in the order of the language of the page.

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, State};

use crate::template::function_errors::function_error;
use crate::template::functions::Functions;
use crate::template::functions::strict::check_defined;
use croupier_extensions::without_feature;

impl Functions {
    /// `items | collate(attribute=..., reverse=false)`: returns texts, or values by the text of an attribute such as `extra.name`, in the
    /// order of the language. Equal texts stay in their order.
    pub(super) fn collate(
        &self,
        state: &mut State,
        items: &Value,
        options: &Kwargs,
    ) -> Result<Value, Error> {
        let attribute: Option<String> = options.get("attribute")?;
        let is_reversed: Option<bool> = options.get("reverse")?;
        options.assert_all_used()?;

        check_defined(state, items)?;

        let Some(order) = self.recorder.collation() else {
            let (message, hint) = without_feature("collation", "write `sort`");
            return Err(function_error(message, hint));
        };
        let order = order(&self.language());

        let mut texts: Vec<(String, Value)> = items
            .try_iter()?
            .map(|item| Ok((text_of(&item, attribute.as_deref())?, item)))
            .collect::<Result<_, Error>>()?;
        texts.sort_by_cached_key(|(text, _)| order(text));
        if is_reversed == Some(true) {
            texts.reverse();
        }

        Ok(texts.into_iter().map(|(_, item)| item).collect())
    }
}

/// Returns the text that an item is sorted by.
fn text_of(item: &Value, attribute: Option<&str>) -> Result<String, Error> {
    let mut value = item.clone();
    for name in attribute.into_iter().flat_map(|it| it.split('.')) {
        value = value.get_attr(name)?;
    }
    if value.is_undefined() || value.is_none() {
        let name = attribute.unwrap_or("item");
        return Err(function_error(
            format!("a value to sort has no `{name}`"),
            "remove these values first, as in `items|selectattr(\"title\")`",
        ));
    }
    Ok(value.to_string())
}
