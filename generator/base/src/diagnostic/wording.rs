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

    let mut similar: Vec<(f64, &str)> = known
        .into_iter()
        .map(|name| (score(name), name))
        .filter(|(score, name)| *score > 0.75 || is_one_character_off(written, name))
        .collect();
    similar.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));

    // The distance is slow to compute, so it is only computed up to the first route that is similar enough.
    let limit = 2.max(written.len() / 3);
    let is_near = |(score, name): &(f64, &str)| {
        !written.starts_with('/')
            || score.is_infinite()
            || strsim::osa_distance(written, name) <= limit
    };
    similar.into_iter().find(is_near).map(|(_, name)| name)
}

/// Returns whether two names differ in one character, or in the order of two, and the longer one has at least three.
///
/// This is a distance of 1 in the sense of [`strsim::osa_distance`], without its table: a page can have thousands of names to compare.
pub fn is_one_character_off(a: &str, b: &str) -> bool {
    let common = |(a, b): &(char, char)| a == b;
    let length = |(it, _): (char, char)| it.len_utf8();
    let start: usize = a.chars().zip(b.chars()).take_while(common).map(length).sum();
    let (rest_of_a, rest_of_b) = (&a[start..], &b[start..]);
    let ends = rest_of_a.chars().rev().zip(rest_of_b.chars().rev());
    let end: usize = ends.take_while(common).map(length).sum();

    let mut own = rest_of_a[..rest_of_a.len() - end].chars();
    let mut other = rest_of_b[..rest_of_b.len() - end].chars();
    let is_off = match (own.next(), own.next(), other.next(), other.next()) {
        (Some(_), None, Some(_) | None, None) | (None, None, Some(_), None) => true,
        (Some(first), Some(second), Some(other_first), Some(other_second)) => {
            (first, second) == (other_second, other_first)
                && own.next().is_none()
                && other.next().is_none()
        }
        _ => false,
    };
    is_off && a.chars().count().max(b.chars().count()) > 2
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
    fn one_character_off_is_a_distance_of_one() {
        let mut names = vec![String::new()];
        for _ in 0..5 {
            let longer =
                names.iter().flat_map(|name| ["a", "é", "c"].map(|it| format!("{name}{it}")));
            let longer: Vec<String> = longer.collect();
            names.extend(longer);
            names.sort();
            names.dedup();
        }
        for a in &names {
            for b in &names {
                let is_long = a.chars().count().max(b.chars().count()) > 2;
                let expected = is_long && strsim::osa_distance(a, b) == 1;
                assert_eq!(is_one_character_off(a, b), expected, "{a} {b}");
            }
        }
    }

    #[test]
    fn the_closest_route_is_near_although_others_share_a_longer_prefix() {
        let known = ["/tea/black/", "/tea/green/", "/taa/"];
        assert_eq!(closest("/tea/", known), Some("/taa/"));
        assert_eq!(closest("/tea/", ["/tea/black/"]), None);
    }

    #[test]
    fn a_name_in_another_case_is_the_closest_one() {
        let known =
            ["/functions/collections/", "/functions/collections/d/", "/functions/urls/ref/"];
        assert_eq!(closest("/functions/collections/D/", known), Some("/functions/collections/d/"));
        assert_eq!(closest("/functions/urls/Rev/", known), Some("/functions/urls/ref/"));
    }
}
