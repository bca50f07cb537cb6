//! The names that templates can use, for hints about those that they cannot.

use crate::template::views::FIELDS;
use croupier_base::diagnostic::wording::did_you_mean;

/// Functions, ours and those of minijinja.
const FUNCTIONS: [&str; 18] = [
    "island",
    "slice",
    "section",
    "children",
    "get_page",
    "terms",
    "one_of",
    "image_size",
    "collection",
    "wrong",
    "file_data",
    "style",
    "asset",
    "picture",
    "static_query",
    "range",
    "dict",
    "namespace",
];

/// Filters, ours and those of minijinja.
const FILTERS: [&str; 53] = [
    "abs",
    "attr",
    "batch",
    "bool",
    "capitalize",
    "chain",
    "current",
    "date",
    "default",
    "dictsort",
    "escape",
    "filesizeformat",
    "first",
    "float",
    "format",
    "groupby",
    "indent",
    "int",
    "items",
    "join",
    "last",
    "length",
    "lines",
    "list",
    "lower",
    "map",
    "markdown",
    "max",
    "min",
    "money",
    "number",
    "pluralize",
    "reject",
    "rejectattr",
    "replace",
    "reverse",
    "round",
    "safe",
    "select",
    "selectattr",
    "slice",
    "sort",
    "split",
    "string",
    "sum",
    "timestamp",
    "title",
    "tojson",
    "trim",
    "truncate",
    "unique",
    "upper",
    "urlencode",
];

/// Tests of minijinja.
const TESTS: [&str; 14] = [
    "defined",
    "undefined",
    "none",
    "true",
    "false",
    "odd",
    "even",
    "divisibleby",
    "number",
    "string",
    "sequence",
    "mapping",
    "startingwith",
    "endingwith",
];

/// How our functions are called.
const CALLS: [&str; 15] = [
    "island(name, props, hydrate=\"load\", queries=[])",
    "slice(name, show=true)",
    "section(prefix, sort_by=\"weight\")",
    "children(path, sort_by=\"weight\")",
    "get_page(path)",
    "terms(taxonomy)",
    "one_of(text, allowed, what)",
    "image_size(path)",
    "collection(folder)",
    "wrong(name, path, problem, hint=\"\")",
    "file_data(path)",
    "style(name)",
    "asset(name, max_kb=40)",
    "picture(path, alt=\"\", widths=[480, 960, 1600], sizes=\"100vw\", class=\"\", loading=\"lazy\", quality=75)",
    "static_query(name)",
];

/// How the function is called that an expression calls.
pub(crate) fn call(expression: &str) -> Option<String> {
    let name = &expression[..=expression.find('(')?];
    CALLS.iter().find(|it| it.starts_with(name)).map(|it| format!("it is called as `{it}`"))
}

/// What a page's own template knows of it, beside what lists do.
const OF_ITSELF: [&str; 6] = ["url", "headings", "body", "previous", "next", "ancestors"];

/// What was probably meant by the name in an error such as `filter trimm is unknown`.
pub(crate) fn meant(message: &str) -> Option<String> {
    let known = message.strip_suffix(" is unknown")?;
    // Of functions the name alone is told.
    let (names, word): (&[&str], &str) = match known.split_once(' ') {
        Some(("filter", word)) => (&FILTERS, word),
        Some(("test", word)) => (&TESTS, word),
        Some(("function", word)) => (&FUNCTIONS, word),
        None => (&FUNCTIONS, known),
        Some(_) => return None,
    };
    did_you_mean(word, names.iter().copied())
}

/// What was probably meant by an expression such as `page.titel`, which has no value.
pub(crate) fn field(expression: &str) -> Option<String> {
    let (of, field) = expression.trim().rsplit_once('.')?;
    let is_name = field.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
    let fields = || FIELDS.iter().chain(&OF_ITSELF).copied();
    if of != "page" || !is_name || fields().any(|it| it == field) {
        None
    } else {
        did_you_mean(field, fields())
    }
}

#[cfg(test)]
mod tests {
    use super::{call, field, meant};

    #[test]
    fn a_slip_in_a_name_is_told() {
        assert_eq!(meant("filter trimm is unknown").as_deref(), Some("did you mean `trim`?"));
        assert_eq!(
            meant("function sectoin is unknown").as_deref(),
            Some("did you mean `section`?")
        );
        assert_eq!(meant("sectoin is unknown").as_deref(), Some("did you mean `section`?"));
        assert_eq!(meant("test defind is unknown").as_deref(), Some("did you mean `defined`?"));
        assert_eq!(
            call("section(a, b=1)").as_deref(),
            Some("it is called as `section(prefix, sort_by=\"weight\")`")
        );
        assert_eq!((call("nope()"), call("section")), (None, None));
        assert_eq!(field("page.titel").as_deref(), Some("did you mean `title`?"));
        assert_eq!((meant("something else"), field("page.extra"), field("x")), (None, None, None));
    }
}
