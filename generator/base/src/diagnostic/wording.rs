//! Words that several diagnostics and reports share.

/// The known name that was probably meant, as a sentence for a hint. Addresses of one site begin alike, so that little of one may be
/// written otherwise.
pub fn did_you_mean<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(written, name), name))
        .filter(|(score, _)| *score > 0.75)
        .filter(|(_, name)| {
            !written.starts_with('/')
                || strsim::osa_distance(written, name) <= 2.max(written.len() / 3)
        })
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, name)| format!("did you mean `{name}`?"))
}

/// A number with its noun: `1 page`, `2 pages`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
