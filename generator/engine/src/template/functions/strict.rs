//! Filters and tests of minijinja that need stricter arguments than it asks for.

use minijinja::value::{Kwargs, Rest, Value, ValueKind, ValueOrKwargs, from_args};
use minijinja::{Environment, Error, State, filters, tests};
use minijinja_contrib::filters::{striptags, truncate};

use crate::template::function_errors::{coded_error, function_error, no_value, one_of};
use croupier_base::diagnostic::code::Code;

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
        ("bool", Value::from_function(filters::bool)),
        ("list", Value::from_function(filters::list)),
        ("sort", Value::from_function(filters::sort)),
        ("min", Value::from_function(filters::min)),
        ("max", Value::from_function(filters::max)),
        ("groupby", Value::from_function(filters::groupby)),
        ("zip", Value::from_function(filters::zip)),
        ("chain", Value::from_function(filters::chain)),
    ] {
        env.add_filter(name, checked(filter, |state, values| check_defined(state, &values[0])));
    }

    for (name, filter) in [
        ("tojson", Value::from_function(filters::tojson)),
        ("pprint", Value::from_function(filters::pprint)),
    ] {
        env.add_filter(name, checked(filter, |state, values| check_all_defined(state, &values[0])));
    }

    let dictsort = Value::from_function(filters::dictsort);
    env.add_filter("dictsort", checked(dictsort, check_dictsort));
    register_text_filters(env);
}

/// Replaces filters whose result is a text, which would show `none` as a word.
fn register_text_filters(env: &mut Environment<'static>) {
    for (name, filter) in [
        ("capitalize", Value::from_function(filters::capitalize)),
        ("e", Value::from_function(filters::escape)),
        ("escape", Value::from_function(filters::escape)),
        ("indent", Value::from_function(filters::indent)),
        ("lower", Value::from_function(filters::lower)),
        ("safe", Value::from_function(filters::safe)),
        ("split", Value::from_function(filters::split)),
        ("string", Value::from_function(filters::string)),
        ("striptags", Value::from_function(striptags)),
        ("title", Value::from_function(filters::title)),
        ("trim", Value::from_function(filters::trim)),
        ("truncate", Value::from_function(truncate)),
        ("upper", Value::from_function(filters::upper)),
        ("urlencode", Value::from_function(filters::urlencode)),
    ] {
        env.add_filter(name, checked(filter, |state, values| check_shown(state, &values[0])));
    }

    for (name, filter) in [
        ("format", Value::from_function(filters::format)),
        ("replace", Value::from_function(filters::replace)),
    ] {
        env.add_filter(name, checked(filter, check_with_arguments));
    }

    let join = Value::from_function(filters::join);
    env.add_filter("join", checked(join, check_joined));
}

/// Returns a filter whose value and arguments are checked first.
fn checked(
    filter: Value,
    check: fn(&mut State, &[Value]) -> Result<(), Error>,
) -> impl Fn(&mut State, Value, Rest<ValueOrKwargs>) -> Result<Value, Error> + Send + Sync + 'static
{
    move |state, value, arguments| {
        let values = with_arguments(value, arguments.into_values());
        check(state, &values)?;
        filter.call(state, &values)
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
        Value::from_function(filters::lower).call(state, std::slice::from_ref(value))?;
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

/// Returns the error of a value that cannot be shown, because it is undefined or none.
fn check_shown(state: &mut State, value: &Value) -> Result<(), Error> {
    check_defined(state, value)?;
    if value.is_none() { Err(no_value()) } else { Ok(()) }
}

/// Returns the error of a list with a value that cannot be shown.
pub(super) fn check_items_shown(state: &mut State, items: &Value) -> Result<(), Error> {
    check_all_defined(state, items)?;
    let is_list = matches!(items.kind(), ValueKind::Seq | ValueKind::Iterable);
    if !is_list || !items.try_iter()?.any(|item| item.is_none()) {
        return Ok(());
    }
    let hint = "leave such items out with `|select`, or give them a value with `default`";
    Err(coded_error(Code::Undefined, "an item of this list has no value", hint))
}

/// Checks by what `dictsort` sorts. minijinja takes every other text for the key.
fn check_dictsort(_: &mut State, values: &[Value]) -> Result<(), Error> {
    let (_, options): (&[Value], Kwargs) = from_args(&values[1..])?;
    let by: Option<String> = options.get("by")?;
    let allowed = ["key".to_owned(), "value".to_owned()];
    by.map_or(Ok(()), |by| one_of(by, &allowed, "order of `dictsort`").map(|_| ()))
}

/// Returns the error of a value or an argument that cannot be shown.
fn check_with_arguments(state: &mut State, values: &[Value]) -> Result<(), Error> {
    check_shown(state, &values[0])?;
    if !values[1..].iter().any(Value::is_none) {
        return Ok(());
    }
    let hint = "test it first with `{% if %}`, or give it a value with `default`";
    Err(coded_error(Code::Undefined, "an argument of this filter has no value", hint))
}

/// Checks the values of `join`: those of the items, or of their attribute.
fn check_joined(state: &mut State, values: &[Value]) -> Result<(), Error> {
    check_all_defined(state, &values[0])?;
    let (positional, options): (&[Value], Kwargs) = from_args(&values[1..])?;
    let named: Option<Value> = options.get("attribute")?;

    let Some(attribute) = positional.get(1).cloned().or(named) else {
        return check_items_shown(state, &values[0]);
    };
    let attribute = Kwargs::from_iter([("attribute", attribute)]);
    let mapped =
        Value::from_function(filters::map).call(state, &[values[0].clone(), attribute.into()])?;
    check_items_shown(state, &mapped)
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
