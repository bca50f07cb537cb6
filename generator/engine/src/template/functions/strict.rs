//! Filters and tests of minijinja that need stricter arguments than it asks for.

use minijinja::value::{Kwargs, Rest, Value, ValueKind, ValueOrKwargs, from_args};
use minijinja::{Environment, Error, State, filters, tests};
use minijinja_contrib::filters::truncate;

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

    for (name, filter) in [
        ("e", Value::from_function(filters::escape)),
        ("escape", Value::from_function(filters::escape)),
        ("urlencode", Value::from_function(filters::urlencode)),
        ("truncate", Value::from_function(truncate)),
        ("bool", Value::from_function(filters::bool)),
        ("list", Value::from_function(filters::list)),
        ("sort", Value::from_function(filters::sort)),
        ("min", Value::from_function(filters::min)),
        ("max", Value::from_function(filters::max)),
        ("groupby", Value::from_function(filters::groupby)),
        ("zip", Value::from_function(filters::zip)),
        ("chain", Value::from_function(filters::chain)),
    ] {
        env.add_filter(name, checked(filter, check_defined));
    }

    for (name, filter) in [
        ("join", Value::from_function(filters::join)),
        ("tojson", Value::from_function(filters::tojson)),
        ("pprint", Value::from_function(filters::pprint)),
    ] {
        env.add_filter(name, checked(filter, check_all_defined));
    }
}

/// Returns a filter whose value is checked first.
fn checked(
    filter: Value,
    check: fn(&mut State, &Value) -> Result<(), Error>,
) -> impl Fn(&mut State, Value, Rest<ValueOrKwargs>) -> Result<Value, Error> + Send + Sync + 'static
{
    move |state, value, arguments| {
        check(state, &value)?;
        filter.call(state, &with_arguments(value, arguments.into_values()))
    }
}

/// Returns a filter that takes a count, which has a limit because a large one needs all of the memory.
fn limited(
    filter: Value,
    what: &'static str,
) -> impl Fn(&mut State, Value, usize, Rest<ValueOrKwargs>) -> Result<Value, Error> + Send + Sync + 'static
{
    move |state, value, count, arguments| {
        check_defined(state, &value)?;
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

/// Returns the error of an undefined value, which names its expression. The value of an `if` without `else` is no error.
pub(super) fn check_defined(state: &mut State, value: &Value) -> Result<(), Error> {
    if value.is_undefined() {
        // minijinja knows the expression, and reports it if a text is needed.
        state.apply_filter("lower", std::slice::from_ref(value))?;
    }
    Ok(())
}

/// Returns the error of an undefined value, or of one in a list or a map.
pub(super) fn check_all_defined(state: &mut State, value: &Value) -> Result<(), Error> {
    match value.kind() {
        ValueKind::Seq => value.try_iter()?.try_for_each(|item| check_all_defined(state, &item)),
        ValueKind::Map => value.try_iter()?.try_for_each(|key| {
            let item = value.get_item(&key)?;
            check_all_defined(state, &item)
        }),
        _ => check_defined(state, value),
    }
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

    check_defined(state, &items)?;
    let mapped: Result<Vec<Value>, Error> = items
        .try_iter()?
        .map(|item| state.apply_filter(filter, &with_arguments(item, values[1..].to_vec())))
        .collect();
    mapped.map(Value::from)
}
