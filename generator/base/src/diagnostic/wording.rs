//! Text fragments that several diagnostics and reports share.

/// Returns the [`closest`] name as a hint.
pub fn did_you_mean<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    closest(written, known).map(|name| format!("did you mean `{name}`?"))
}

/// Returns the known name that is most similar to the written one, if it is similar enough: a name
/// that differs in one character is, and one that differs only in case comes first. Routes must be
/// more similar than other names, because routes of a site often share a prefix.
pub fn closest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let score = |name: &str| {
        if written.eq_ignore_ascii_case(name) {
            f64::INFINITY
        } else {
            strsim::jaro_winkler(written, name)
        }
    };

    known
        .into_iter()
        .map(|name| (score(name), name))
        .filter(|(score, name)| *score > 0.75 || is_one_character_off(written, name))
        .filter(|(score, name)| {
            !written.starts_with('/')
                || score.is_infinite()
                || strsim::osa_distance(written, name) <= 2.max(written.len() / 3)
        })
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, name)| name)
}

/// Returns whether two names differ in one character and have two others in common.
pub fn is_one_character_off(a: &str, b: &str) -> bool {
    a.chars().count().max(b.chars().count()) > 2 && strsim::osa_distance(a, b) == 1
}

/// Formats a number with its noun: `1 page`, `2 pages`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Returns a text as one word of a shell command, quoted if necessary.
pub fn shell_quoted(word: &str) -> String {
    let is_plain = |it: char| it.is_alphanumeric() || "/._-+".contains(it);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_another_case_is_the_closest_one() {
        let known =
            ["/functions/collections/", "/functions/collections/d/", "/functions/urls/ref/"];
        assert_eq!(closest("/functions/collections/D/", known), Some("/functions/collections/d/"));
        assert_eq!(closest("/functions/urls/Rev/", known), Some("/functions/urls/ref/"));
    }
}
