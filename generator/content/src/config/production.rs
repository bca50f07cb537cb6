//! Finds sample data: empty fields and `sample = true` in site.toml, reserved hosts, and the phrases of `sample_words`.

use std::ops::Range;

use crate::config::tables::{Production, SampleLevel};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::syntax::spanned::{SpannedValue, Value};

/// Returns an error for each value of site.toml that is not ready for production (A2). `base_url_flag` is the value of `--base-url`,
/// which is checked instead of `base_url`.
pub fn check(
    site: &SpannedValue,
    rules: &Production,
    base_url_flag: Option<&str>,
    place: &dyn Fn(Range<usize>) -> Location,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for table in rules.filled_in.iter().filter(|it| !is_data_file(it)) {
        diagnostics.extend(check_filled_in(site, table, place));
    }

    let is_checked = |name: &str| {
        !(UNCHECKED_TABLES.contains(&name) || base_url_flag.is_some() && name == "base_url")
    };

    let tables = site.entries().iter().filter(|(key, _)| is_checked(&key.name));
    let values = tables.flat_map(|(key, value)| match &*key.name {
        "languages" => published_languages(value),
        _ => vec![value],
    });
    diagnostics.extend(check_strings(values.collect(), rules, place));

    if let Some(url) = base_url_flag
        && let Some(sample) = first_sample(url, &rules.sample_words)
    {
        diagnostics.push(sample_problem(sample, &format!("--base-url {url}"), rules));
    }
    diagnostics
}

/// Tables that an operator does not fill in. `[production]` itself lists the sample phrases, and a redirect may have any target.
const UNCHECKED_TABLES: [&str; 7] =
    ["production", "redirects", "checks", "link_checker", "build", "cache", "dev"];

/// Returns the tables of the languages that are published.
fn published_languages(languages: &SpannedValue) -> Vec<&SpannedValue> {
    let tables = languages.entries().iter().map(|(_, table)| table);
    let is_disabled = |table: &SpannedValue| {
        table.get("disabled").is_some_and(|it| matches!(it.value, Value::Boolean(true)))
    };
    tables.filter(|table| !is_disabled(table)).collect()
}

/// Whether an entry of `filled_in` names a data file instead of a table.
pub fn is_data_file(entry: &str) -> bool {
    entry.starts_with("content/data/")
}

/// Returns the errors for the empty strings and `sample = true` of a table.
fn check_filled_in(
    site: &SpannedValue,
    table: &str,
    place: &dyn Fn(Range<usize>) -> Location,
) -> Vec<Diagnostic> {
    let Some(SpannedValue { value: Value::Table(entries), .. }) = site.get(table) else {
        let range = site.get("production").map_or(0..0, |it| it.range.clone());
        let tables = site
            .entries()
            .iter()
            .filter(|(_, it)| matches!(it.value, Value::Table(_)))
            .map(|(key, _)| &*key.name);
        let hint = did_you_mean(table, tables).unwrap_or_else(|| {
            "name a table of site.toml, or a file such as `content/data/contact.toml`".to_owned()
        });
        let message = format!("`filled_in` names `{table}`, which is not a table of site.toml");
        return vec![Diagnostic::error(Code::SiteTable, message).at(place(range)).hint(hint)];
    };

    let is_unfinished = |name: &str, value: &Value| match value {
        Value::Boolean(it) => name == "sample" && *it,
        Value::Text(text) => text.trim().is_empty(),
        _ => false,
    };
    let error = |name: &str, range: Range<usize>| {
        let message = format!("`{table}.{name}` is not ready for production");
        Diagnostic::error(Code::SampleBrand, message).at(place(range)).hint(
            "fill in the operator's own data and set `sample = false`, or build with --preview",
        )
    };

    entries
        .iter()
        .filter(|(key, value)| is_unfinished(&key.name, &value.value))
        .map(|(key, value)| error(&key.name, key.range.start..value.range.end))
        .collect()
}

/// Returns a diagnostic for each string in `values` that contains a sample. `sample = false` does not exempt a table.
fn check_strings(
    values: Vec<&SpannedValue>,
    rules: &Production,
    place: &dyn Fn(Range<usize>) -> Location,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut pending = values;

    while let Some(value) = pending.pop() {
        match &value.value {
            Value::Text(text) => {
                if let Some(sample) = first_sample(text, &rules.sample_words) {
                    let problem = sample_problem(sample, text, rules);
                    diagnostics.push(problem.at(place(value.range.clone())));
                }
            }
            Value::List(items) => pending.extend(items),
            Value::Table(entries) => pending.extend(entries.iter().map(|(_, value)| value)),
            _ => {}
        }
    }

    diagnostics
}

/// Returns the diagnostic for a sample. A phrase of `sample_words` is always an error.
fn sample_problem(sample: &str, text: &str, rules: &Production) -> Diagnostic {
    let level = if RESERVED_HOSTS.contains(&sample) { rules.samples } else { SampleLevel::Error };
    let message = format!("`{sample}` is a sample: `{text}` is not ready for production");
    level.diagnostic(Code::SampleBrand, message).hint("write your own, or build with --preview")
}

/// Domains that are reserved for documentation and tests (RFC 2606).
const RESERVED_HOSTS: [&str; 6] =
    [".example", "example.com", "example.org", "example.net", ".invalid", ".test"];

/// Returns the first reserved host or sample phrase in a value, ignoring case.
fn first_sample<'a>(value: &str, sample_words: &'a [String]) -> Option<&'a str> {
    matches(value, sample_words, &|_| true, Hosts::OnlyReal)
        .into_iter()
        .next()
        .map(|(_, sample)| sample)
}

/// Which hosts a text may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hosts {
    /// Any host.
    Any,
    /// No host that is reserved for documentation and tests.
    OnlyReal,
}

/// Returns the byte ranges of all samples in a text for readers, in order. A name such as `words.example` counts as a host only in a
/// URL or an email address. Samples in placeholder texts of form fields are ignored.
pub(crate) fn find_samples(text: &str, sample_words: &[String], hosts: Hosts) -> Vec<Range<usize>> {
    let is_placeholder = |before: &str| {
        let value = before.trim_end_matches(|it| is_label_char(it) || ".@".contains(it));
        value.trim_end_matches(['"', '\'', '=', ':', ' ']).ends_with("placeholder")
    };
    let with_whole_host = |(range, sample): (Range<usize>, &str)| {
        let start = if RESERVED_HOSTS.contains(&sample) {
            before_host(&text[..range.start]).len()
        } else {
            range.start
        };
        start..range.end
    };
    matches(text, sample_words, &ends_in_host, hosts)
        .into_iter()
        .map(with_whole_host)
        .filter(|range| !is_placeholder(&text[..range.start]))
        .collect()
}

/// Returns the samples in a text with their byte ranges, in order. For a reserved top-level domain, `is_host` decides by the text
/// before it whether it is the end of a host.
fn matches<'a>(
    text: &str,
    sample_words: &'a [String],
    is_host: &dyn Fn(&str) -> bool,
    hosts: Hosts,
) -> Vec<(Range<usize>, &'a str)> {
    if hosts == Hosts::Any && sample_words.is_empty() {
        return Vec::new();
    }

    let text = &normalized(text);

    let is_complete = |range: &Range<usize>, host: &str| {
        let (before, after) = (&text[..range.start], &text[range.end..]);
        let starts_host =
            if host.starts_with('.') { is_host(before) } else { !before.ends_with(is_label_char) };
        starts_host
            && !after.starts_with(is_label_char)
            && !after.strip_prefix('.').is_some_and(|it| it.starts_with(is_label_char))
    };
    let mut samples: Vec<(Range<usize>, &str)> = Vec::new();

    for host in RESERVED_HOSTS.into_iter().filter(|_| hosts == Hosts::OnlyReal) {
        let ranges = text.match_indices(host).map(|(start, _)| start..start + host.len());
        samples.extend(ranges.filter(|it| is_complete(it, host)).map(|range| (range, host)));
    }

    for phrase in sample_words.iter().filter(|it| !it.is_empty()) {
        let needle = normalized(phrase);
        let starts = text.match_indices(&needle).map(|(start, _)| start);
        samples.extend(starts.map(|start| (start..start + phrase.len(), phrase.as_str())));
    }

    samples.sort_by_key(|(range, _)| range.start);
    samples
}

/// Returns whether `text` ends in the first part of a host in a URL or an email address.
fn ends_in_host(text: &str) -> bool {
    let before = before_host(text);
    before.ends_with("//") || before.ends_with('@') || text[before.len()..].starts_with("www.")
}

/// Returns `text` without the host that it ends in.
fn before_host(text: &str) -> &str {
    text.trim_end_matches(|it| is_label_char(it) || it == '.')
}

/// Returns whether a character can be in a label of a host.
fn is_label_char(it: char) -> bool {
    it.is_alphanumeric() || it == '-'
}

/// Converts a text to lower case and line feeds to spaces, without moving any byte offset.
fn normalized(text: &str) -> String {
    // All pages of a production build are read, and most are ASCII.
    if text.is_ascii() {
        return text.to_ascii_lowercase().replace('\n', " ");
    }

    let convert = |it: char| {
        let mut lower = it.to_lowercase();
        match (lower.next(), lower.next()) {
            _ if it == '\n' => ' ',
            (Some(single), None) if single.len_utf8() == it.len_utf8() => single,
            _ => it,
        }
    };
    text.chars().map(convert).collect()
}

#[cfg(test)]
mod tests {
    use super::{Hosts, find_samples, first_sample};

    #[test]
    fn a_sample_host_is_a_whole_host() {
        let words = ["Paper Lantern".to_owned()];

        for text in [
            "https://www.example.com/x",
            "a@Example.org",
            "https://shop.example",
            "https://a.test/",
            "https://a.test:80",
            "at example.net.",
            "the PAPER LANTERN",
        ] {
            assert!(first_sample(text, &words).is_some(), "{text}");
        }

        for text in [
            "https://counterexample.com",
            "https://example.community",
            "https://example.com.br",
            "contested",
            "paper",
        ] {
            assert_eq!(first_sample(text, &words), None, "{text}");
        }
    }

    #[test]
    fn samples_in_a_text_have_ranges() {
        let words = ["Paper Lantern".to_owned(), "ÄHRE".to_owned()];

        let samples = |text: &'static str| {
            find_samples(text, &words, Hosts::OnlyReal)
                .into_iter()
                .map(|range| &text[range])
                .collect::<Vec<_>>()
        };

        assert_eq!(
            samples("İ at example.com, the paper\nLANTERN, eine Ähre"),
            ["example.com", "paper\nLANTERN", "Ähre"]
        );
        assert_eq!(
            samples("help@shop.example https://a.b.test/ www.c.invalid"),
            ["shop.example", "a.b.test", "www.c.invalid"]
        );

        for text in [
            "{{ words.example }} /x/.test(y)",
            "<input placeholder=\"you@example.com\">",
            "placeholder = 'example.com'",
            "\"placeholder\": \"a.b@mail.example.org\"",
        ] {
            assert_eq!(samples(text), [""; 0], "{text}");
        }
    }
}
