//! What to write instead, by what the parsers of TOML and YAML say.

/// By the words of the TOML parser, where `rest` stands from there to the end of the line.
pub(super) fn of_toml(message: &str, rest: &str) -> Option<&'static str> {
    let said = |words: &str| message.contains(words);
    Some(if said("duplicate key") {
        "remove one of them: a name stands once in a table"
    } else if said("unclosed table") {
        "end the line with `]`"
    } else if said("string values must be quoted") && (rest.is_empty() || rest.starts_with('#')) {
        "write a value after the `=`, a text in quotes"
    } else if said("string values must be quoted") || said("missing opening quote") {
        "put the text in quotes: `\"...\"`"
    } else if said("escape") {
        "write `\\\\` for a backslash, or put the text in single quotes"
    } else if said("leading zero") {
        "write the number without zeros before it, or as a text in quotes"
    } else if said("unexpected key or value") {
        "write one `key = value` a line; within a text a quote is `\\\"`"
    } else if said("key with no value") {
        "write an `=` between the key and its value"
    } else {
        return None;
    })
}

/// By the words of the YAML parser.
pub(super) fn of_yaml(message: &str) -> Option<&'static str> {
    let said = |words: &str| message.contains(words);
    Some(if said("unexpected character") {
        "a text that begins with such a sign stands in quotes: `\"...\"`"
    } else if said("unknown escape") || said("escape") {
        "write `\\\\` for a backslash, or put the text in single quotes"
    } else {
        return None;
    })
}
