//! Filters and tests of minijinja that need stricter arguments than it asks for.

use minijinja::value::{Kwargs, Rest, Value, ValueOrKwargs, from_args};
use minijinja::{Environment, Error, State, filters, tests};

use crate::template::function_errors::function_error;

/// The most lists that `slice` and items that `batch` make, which is also the limit of `range`.
const MAX_ITEMS: usize = 100_000;

/// Replaces filters and tests of minijinja in `env`.
pub(super) fn register(env: &mut Environment<'static>) {
    env.add_test("divisibleby", is_divisibleby);
    env.add_filter("map", map);

    let slice = Value::from_function(filters::slice);
    env.add_filter("slice", limited(slice, "slices"));
    let batch = Value::from_function(filters::batch);
    env.add_filter("batch", limited(batch, "items"));
}

/// Returns a filter that takes a count, which has a limit because a large one needs all of the memory.
fn limited(
    filter: Value,
    what: &'static str,
) -> impl Fn(&mut State, Value, usize, Rest<ValueOrKwargs>) -> Result<Value, Error> + Send + Sync + 'static
{
    move |state, value, count, arguments| {
        if count > MAX_ITEMS {
            let hint = format!("pass at most {MAX_ITEMS}");
            return Err(function_error(format!("{count} {what} are too many"), hint));
        }

        let mut rest = vec![Value::from(count)];
        rest.extend(arguments.into_values());
        filter.call(state, &with_arguments(value, rest))
    }
}

fn with_arguments(value: Value, arguments: Vec<Value>) -> Vec<Value> {
    let mut all = vec![value];
    all.extend(arguments);
    all
}

/// `number is divisibleby(other)`, which refuses zero as `%` does.
fn is_divisibleby(number: &Value, other: &Value) -> Result<bool, Error> {
    if other.is_integer() && *other == Value::from(0) {
        let hint = "test the number first: `{% if count and 4 is divisibleby(count) %}`";
        return Err(function_error("no number is divisible by 0", hint));
    }
    Ok(tests::is_divisibleby(number, other))
}

/// `items | map("filter", ...)`: passes positional and named arguments to the filter.
fn map(state: &mut State, items: Value, arguments: Rest<ValueOrKwargs>) -> Result<Value, Error> {
    let values = arguments.into_values();
    let (positional, options): (&[Value], Kwargs) = from_args(&values)?;
    let filter = positional.first().and_then(Value::as_str);

    let Some(filter) = filter.filter(|_| !options.has("attribute")) else {
        let map = Value::from_function(filters::map);
        return map.call(state, &with_arguments(items, values));
    };

    let mapped: Result<Vec<Value>, Error> = items
        .try_iter()?
        .map(|item| state.apply_filter(filter, &with_arguments(item, values[1..].to_vec())))
        .collect();
    mapped.map(Value::from)
}
