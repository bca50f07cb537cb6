//! Filters and tests of the template language whose own versions panic, or leave out named arguments.

use minijinja::value::{Kwargs, Rest, Value, ValueOrKwargs, from_args};
use minijinja::{Environment, Error, State, filters, tests};

use crate::template::function_errors::function_error;

/// The most parts of a list. The filter makes as many lists, also if the list has fewer values.
const MAX_PARTS: usize = 10_000;

/// Replaces the filters and tests.
pub(super) fn register(env: &mut Environment<'static>) {
    env.add_test("divisibleby", is_divisible_by);
    env.add_filter("slice", slice);
    env.add_filter("map", map);
}

/// `number is divisibleby(other)`
fn is_divisible_by(number: &Value, other: &Value) -> Result<bool, Error> {
    if i128::try_from(other.clone()).is_ok_and(|other| other == 0) {
        let hint = "test it before: `{% if other and number is divisibleby(other) %}`";
        return Err(function_error("no number is divisible by 0", hint));
    }
    Ok(tests::is_divisibleby(number, other))
}

/// `list | slice(count, fill_with)`
fn slice(
    state: &State,
    list: Value,
    count: usize,
    fill_with: Option<Value>,
) -> Result<Value, Error> {
    if count > MAX_PARTS {
        let hint = format!("write a number up to {MAX_PARTS}");
        return Err(function_error(format!("a list cannot have {count} parts"), hint));
    }
    filters::slice(state, list, count, fill_with)
}

/// `list | map(filter, ...)` or `list | map(attribute=...)`: a filter gets the named arguments, too.
fn map(
    state: &mut State,
    list: Value,
    arguments: Rest<ValueOrKwargs>,
) -> Result<Vec<Value>, Error> {
    let values = Rest(arguments.0.clone()).into_values();
    let (positional, named): (&[Value], Kwargs) = from_args(&values)?;
    let filter = positional.split_first().and_then(|(name, rest)| Some((name.as_str()?, rest)));

    let has_names = named.args().next().is_some() && !named.has("attribute");
    let Some((filter, rest)) = filter.filter(|_| has_names && !list.is_undefined()) else {
        return filters::map(state, list, arguments);
    };

    let named = Value::from(named.clone());
    let apply = |value: Value| {
        let arguments = [&[value], rest, &[named.clone()]].concat();
        state.apply_filter(filter, &arguments)
    };
    list.try_iter()?.map(apply).collect()
}
