//! Tracks the keys of site.toml that have errors, to suppress follow-on diagnostics.

use std::collections::BTreeSet;

use crate::config::{tables, variables};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::{Diagnostic, Severity};

/// The tables and keys of site.toml whose values are unreliable because of errors. Empty if site.toml has no errors.
#[derive(Debug, Clone, Default)]
pub struct PoisonedKeys {
    /// Top-level tables and keys that contain an error.
    names: BTreeSet<String>,
    /// Quoted strings in the affected tables. Some of them may be paths that the site would define.
    strings: BTreeSet<String>,
    /// Whether values that templates read may be missing.
    has_missing_values: bool,
}

impl PoisonedKeys {
    /// Collects the keys that these diagnostics of site.toml affect.
    pub(crate) fn from_diagnostics(diagnostics: &[Diagnostic]) -> PoisonedKeys {
        let mut poisoned = PoisonedKeys::default();
        for diagnostic in diagnostics {
            // An invalid variable does not affect the value that it would override.
            let Some(place) = diagnostic.place.as_ref().filter(|it| {
                diagnostic.severity == Severity::Error && !variables::is_ours(&it.file)
            }) else {
                continue;
            };
            let section = section_at(&place.source, place.range.start);

            poisoned.has_missing_values |= matches!(
                diagnostic.code,
                Code::SiteSyntax | Code::SiteKeyMissing | Code::SiteKeyUnknown
            );
            poisoned.strings.extend(quoted_strings(section.text));
            if diagnostic.code == Code::SiteSyntax && section.is_header {
                // The lines below an invalid table header may belong to any table.
                poisoned.names.extend(tables::TABLES.map(str::to_owned));
                poisoned.strings.extend(quoted_strings(&place.source[place.range.start..]));
            }

            let misspelled_table = tables::close_match(section.name, tables::TABLES);
            poisoned.names.extend(misspelled_table.map(str::to_owned));
            poisoned.names.insert(section.name.to_owned());
        }

        poisoned
    }

    /// Returns whether a corrected site.toml might define `path`: as a redirect, a feed or the page of a term.
    pub fn may_define_path(&self, path: &str) -> bool {
        let trimmed = path.trim_matches('/');
        let first = trimmed.split('/').next().unwrap_or_default();
        !trimmed.is_empty()
            && self.strings.iter().any(|text| text.trim_matches('/') == trimmed || *text == first)
    }

    /// Returns whether `diagnostic` may be a consequence of one of these errors.
    pub fn explains(&self, diagnostic: &Diagnostic) -> bool {
        let is_poisoned = |name: &str| self.names.contains(name);
        match diagnostic.code {
            Code::TaxonomyUnknown => is_poisoned("taxonomies"),
            Code::PolicyBlocks => is_poisoned("hosts"),
            Code::RuntimeSetting => self.has_missing_values,
            Code::Undefined | Code::FunctionCall => {
                self.has_missing_values || is_poisoned("runtime") || is_poisoned("taxonomies")
            }
            _ => false,
        }
    }
}

/// The section of site.toml that contains an offset.
struct Section<'a> {
    /// Name of the table or, above the first table, of the key.
    name: &'a str,
    /// Text from the header of the section to the next header.
    text: &'a str,
    /// Whether the offset is in the header line.
    is_header: bool,
}

fn section_at(text: &str, offset: usize) -> Section<'_> {
    let mut section = Section { name: "", text: "", is_header: false };
    let mut line_start = 0;
    let mut section_start = 0;
    let mut is_top_level = true;

    for line in text.split_inclusive('\n') {
        let line_end = line_start + line.len();
        let header = line
            .trim_start()
            .strip_prefix('[')
            .map(|rest| rest.trim_start_matches(['[', ' ', '"', '\'']));
        if header.is_some() && line_start > offset {
            break;
        }

        if let Some(rest) = header {
            section.name = key_prefix(rest);
            section.is_header = (line_start..line_end).contains(&offset);
            section_start = line_start;
            is_top_level = false;
        } else if is_top_level && (line_start..line_end).contains(&offset) {
            section.name = key_prefix(line.trim_start());
        }

        section.text = &text[section_start..line_end];
        line_start = line_end;
    }

    section
}

/// Returns the bare key that `text` starts with.
fn key_prefix(text: &str) -> &str {
    let end = text.find(|it: char| !it.is_alphanumeric() && !matches!(it, '_' | '-'));
    &text[..end.unwrap_or(text.len())]
}

/// Returns the strings between quotes, line by line.
fn quoted_strings(text: &str) -> impl Iterator<Item = String> {
    text.lines().flat_map(|line| line.split(['"', '\'']).skip(1).step_by(2)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_base::diagnostic::Location;

    const TEXT: &str = "name = \"x\"\nimage = 3\n\n[[feeds]]\npath = \"/a.xml\"\nsections = \"/news/\"\n[hosts]\nimg = [\n[\n";

    fn poisoned(code: Code, offset: usize) -> PoisonedKeys {
        let place = Location::new("site.toml", TEXT, offset..offset);
        PoisonedKeys::from_diagnostics(&[Diagnostic::error(code, "").at(place)])
    }

    #[test]
    fn an_error_belongs_to_its_table_or_to_its_top_level_key() {
        let name_at = |offset: usize| section_at(TEXT, offset).name;
        assert_eq!(
            [0, 12, TEXT.find("path").unwrap(), TEXT.find("img").unwrap()].map(name_at),
            ["name", "image", "feeds", "hosts"]
        );
    }

    #[test]
    fn strings_in_the_section_of_an_error_may_be_paths_of_the_site() {
        let feeds = poisoned(Code::SiteTable, TEXT.find("sections").unwrap());
        assert!(
            feeds.may_define_path("/a.xml")
                && feeds.may_define_path("/news/")
                && !feeds.may_define_path("/other/")
                && !feeds.may_define_path("/")
        );
        let hosts = poisoned(Code::SiteTable, TEXT.find("img").unwrap());
        assert!(!hosts.may_define_path("/a.xml"));
    }

    #[test]
    fn an_undefined_value_follows_from_a_syntax_error_only() {
        let undefined = Diagnostic::error(Code::Undefined, "");
        assert!(poisoned(Code::SiteSyntax, 0).explains(&undefined));
        let img = TEXT.find("img").unwrap();
        assert!(!poisoned(Code::SiteTable, img).explains(&undefined));
    }
}
