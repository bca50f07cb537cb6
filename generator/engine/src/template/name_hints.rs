//! Hints for misspelled functions, filters, tests and fields in templates.

use crate::template::functions;
use crate::template::views::FIELDS;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_content::foreign_names;

/// Functions of minijinja, and those of Croupier that do not read the site.
const FUNCTIONS: [&str; 8] =
    ["cycler", "debug", "dict", "joiner", "namespace", "one_of", "range", "toc"];

/// Filters of minijinja.
const FILTERS: [&str; 51] = [
    "abs",
    "attr",
    "batch",
    "bool",
    "capitalize",
    "chain",
    "count",
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
    "max",
    "min",
    "pluralize",
    "pprint",
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
    "striptags",
    "sum",
    "title",
    "tojson",
    "trim",
    "truncate",
    "unique",
    "upper",
    "urlencode",
    "zip",
];

/// Tests of minijinja.
const TESTS: [&str; 36] = [
    "boolean",
    "defined",
    "divisibleby",
    "endingwith",
    "eq",
    "equalto",
    "escaped",
    "even",
    "false",
    "filter",
    "float",
    "ge",
    "greaterthan",
    "gt",
    "in",
    "int",
    "integer",
    "iterable",
    "le",
    "lessthan",
    "lower",
    "lt",
    "mapping",
    "ne",
    "none",
    "number",
    "odd",
    "safe",
    "sameas",
    "sequence",
    "startingwith",
    "string",
    "test",
    "true",
    "undefined",
    "upper",
];

/// Signatures of the functions of Croupier.
const SIGNATURES: [&str; 20] = [
    "island(name, props, hydrate=\"load\", queries=[])",
    "slice(name, show=true)",
    "section(path, sort_by=\"weight\", required=true)",
    "children(path, sort_by=\"weight\", required=true)",
    "get_page(path, required=true)",
    "related(page, limit=5)",
    "terms(taxonomy)",
    "one_of(text, allowed, what)",
    "image_size(path)",
    "collection(folder)",
    "wrong(name, path, problem, hint=\"\")",
    "file_data(path)",
    "style(name)",
    "inline_style(path)",
    "asset(name, max_kb=40)",
    "picture(path, alt=\"\", widths=[480, 960, 1600], sizes=\"100vw\", class=\"\", loading=\"lazy\", quality=75)",
    "static_query(name)",
    "t(key, argument=value)",
    "tabs(key)",
    "tab(label)",
];

/// Fields of `page` in its own template that pages in lists lack.
const CURRENT_PAGE_FIELDS: [&str; 9] = [
    "url",
    "headings",
    "toc",
    "body",
    "word_count",
    "reading_time",
    "previous",
    "next",
    "ancestors",
];

/// Returns the signature of the function that `expression` starts with a call of.
pub(super) fn signature(expression: &str) -> Option<String> {
    let name = &expression[..=expression.find('(')?];
    SIGNATURES
        .iter()
        .find(|signature| signature.starts_with(name))
        .map(|signature| format!("it is called as `{signature}`"))
}

/// Returns the closest known name for an error message such as `filter trimm is unknown`.
pub(super) fn similar_name(message: &str) -> Option<String> {
    let subject = message.strip_suffix(" is unknown")?;
    // Messages about functions can have the name alone.
    let (others, adder, name): (&[&str], &str, &str) = match subject.split_once(' ') {
        Some(("filter", name)) => (&FILTERS, "add_filter", name),
        Some(("test", name)) => (&TESTS, "add_test", name),
        Some(("function", name)) => (&FUNCTIONS, "add_function", name),
        None => (&FUNCTIONS, "add_function", subject),
        Some(_) => return None,
    };
    let own = functions::NAMES.iter().filter(|(it, _)| *it == adder).map(|(_, name)| *name);
    let known = own.chain(others.iter().copied());

    let foreign = foreign_names::template_function(name).map(str::to_owned);
    foreign.or_else(|| did_you_mean(name, known))
}

/// Methods of Python and JavaScript, which values do not have, and what to write instead.
const METHODS: [(&str, &str); 33] = [
    ("append", "`list|chain([item])|list`"),
    ("capitalize", "`text|capitalize`"),
    ("contains", "`part in text`"),
    ("count", "`value|length`"),
    ("endswith", "`text is endingwith(\"end\")`"),
    ("endsWith", "`text is endingwith(\"end\")`"),
    ("filter", "`list|selectattr(\"name\")`"),
    ("format", "`text|format(value)`"),
    ("get", "`value[\"key\"]|default(\"\")`"),
    ("has_key", "`\"key\" in value`"),
    ("includes", "`part in text`"),
    ("items", "`value|items`"),
    ("join", "`list|join(\", \")`"),
    ("keys", "`{% for key in value %}`"),
    ("lower", "`text|lower`"),
    ("lstrip", "`text|trim`"),
    ("map", "`list|map(attribute=\"name\")`"),
    ("replace", "`text|replace(\"old\", \"new\")`"),
    ("reverse", "`list|reverse`"),
    ("rstrip", "`text|trim`"),
    ("slice", "`value[:3]`"),
    ("sort", "`list|sort`"),
    ("split", "`text|split(\",\")`"),
    ("splitlines", "`text|lines`"),
    ("startswith", "`text is startingwith(\"start\")`"),
    ("startsWith", "`text is startingwith(\"start\")`"),
    ("strip", "`text|trim`"),
    ("title", "`text|title`"),
    ("toLowerCase", "`text|lower`"),
    ("toUpperCase", "`text|upper`"),
    ("trim", "`text|trim`"),
    ("upper", "`text|upper`"),
    ("values", "`{% for key, item in value|items %}`"),
];

/// Returns what to write for an error message such as `string has no method named upper`.
pub(super) fn filter_of_method(message: &str) -> Option<String> {
    let (_, method) = message.split_once(" has no method named ")?;
    let (_, alternative) = METHODS.iter().find(|(name, _)| *name == method)?;
    Some(format!("values have no methods; write {alternative}"))
}

/// Returns the hint for a name of another generator in the tag of a template that ends at or after `index`.
pub(super) fn foreign_name(source: &str, index: usize) -> Option<String> {
    let index = (0..=index.min(source.len())).rev().find(|at| source.is_char_boundary(*at))?;
    let start = source[..index].rfind("{{").max(source[..index].rfind("{%"))?;
    let tag = source[start + 2..].trim_start_matches('-');
    let end = tag.find("}}").into_iter().chain(tag.find("%}")).min().unwrap_or(tag.len());
    foreign_names::template_tag(&tag[..end]).map(str::to_owned)
}

/// Returns why a template has no `page`, for an error message such as "`page` is undefined".
pub(super) fn absent_page(message: &str, template: &str) -> Option<&'static str> {
    let is_page =
        message.starts_with("`page` is undefined") || message.ends_with("(`page` is undefined)");
    if !is_page {
        None
    } else if template.starts_with("pages/slices/") {
        Some("a slice has no `page`, because it is the same on every page")
    } else if template.starts_with("pages/files/") {
        Some("a file of `pages/files/` has no `page`; `section` and `get_page` return pages")
    } else {
        None
    }
}

/// Returns the closest known field for an undefined expression such as `page.titel`.
pub(super) fn similar_page_field(expression: &str) -> Option<String> {
    let (object, field) = expression.trim().rsplit_once('.')?;
    let is_name = field.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let known_fields = || FIELDS.iter().chain(&CURRENT_PAGE_FIELDS).copied();
    if object != "page" || !is_name || known_fields().any(|known| known == field) {
        None
    } else {
        did_you_mean(field, known_fields())
    }
}

#[cfg(test)]
mod tests {
    use super::{signature, similar_name, similar_page_field};

    #[test]
    fn misspelled_names_get_hints() {
        for (message, hint) in [
            ("filter trimm is unknown", Some("did you mean `trim`?")),
            ("function sectoin is unknown", Some("did you mean `section`?")),
            ("sectoin is unknown", Some("did you mean `section`?")),
            ("test defind is unknown", Some("did you mean `defined`?")),
            ("something else", None),
        ] {
            assert_eq!(similar_name(message).as_deref(), hint, "{message}");
        }
        assert_eq!(
            signature("section(a, b=1)").as_deref(),
            Some("it is called as `section(path, sort_by=\"weight\", required=true)`")
        );
        assert_eq!((signature("nope()"), signature("section")), (None, None));
        assert_eq!(similar_page_field("page.titel").as_deref(), Some("did you mean `title`?"));
        assert_eq!((similar_page_field("page.extra"), similar_page_field("x")), (None, None));
    }
}
