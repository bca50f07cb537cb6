//! JSON Pointers (RFC 6901).

/// Returns the keys and indices of a pointer. `""` is the whole value.
pub fn parse(pointer: &str) -> Result<Vec<String>, String> {
    if pointer.is_empty() {
        return Ok(Vec::new());
    }
    let Some(rest) = pointer.strip_prefix('/') else {
        return Err(format!("The pointer `{pointer}` does not begin with `/`."));
    };
    rest.split('/').map(|part| unescaped(part, pointer)).collect()
}

fn unescaped(part: &str, pointer: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut characters = part.chars();
    while let Some(character) = characters.next() {
        text.push(match (character, character == '~') {
            (_, true) => match characters.next() {
                Some('0') => '~',
                Some('1') => '/',
                _ => {
                    return Err(format!(
                        "The pointer `{pointer}` has a `~` that is not `~0` or `~1`."
                    ));
                }
            },
            _ => character,
        });
    }
    Ok(text)
}

/// Returns the pointer of keys and indices.
pub fn text(path: &[String]) -> String {
    path.iter().map(|part| format!("/{}", escaped(part))).collect()
}

/// Escapes a key for a JSON Pointer.
pub fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Parses the index of an item: digits without leading zeros.
pub(crate) fn index(part: &str) -> Option<usize> {
    let is_canonical = part == "0" || !part.starts_with(['0', '+']);
    part.parse().ok().filter(|_| is_canonical)
}
