//! What mistakes in site.toml leave unknown, so that what only follows from one of them is not told as another.

use std::collections::BTreeSet;

use crate::config::{tables, variables};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;

/// What could not be read as it was meant; nothing where site.toml has no mistake.
#[derive(Debug, Clone, Default)]
pub struct Doubt {
    /// Tables and keys at the top in which there is a mistake.
    names: BTreeSet<String>,
    /// Texts in quotes that stand there: some may be addresses that the site would have.
    texts: BTreeSet<String>,
    /// Whether values may be missing that templates show.
    is_torn: bool,
}

impl Doubt {
    /// What is left unknown by these mistakes of site.toml.
    pub fn of(found: &[Diagnostic]) -> Doubt {
        let mut doubt = Doubt::default();
        for diagnostic in found {
            // A variable that cannot be read leaves the value that it was meant for.
            let Some(place) = diagnostic.place.as_ref().filter(|it| !variables::is_ours(&it.file))
            else {
                continue;
            };
            let section = section(&place.source, place.range.start);
            doubt.is_torn |= matches!(
                diagnostic.code,
                Code::SiteSyntax | Code::SiteKeyMissing | Code::SiteKeyUnknown
            );
            doubt.texts.extend(quoted(section.text));
            if diagnostic.code == Code::SiteSyntax && section.is_header {
                // What stands below a header that cannot be read may belong to any table.
                doubt.names.extend(tables::TABLES.map(str::to_owned));
                doubt.texts.extend(quoted(&place.source[place.range.start..]));
            }
            doubt.names.extend(tables::slip(section.name, tables::TABLES).map(str::to_owned));
            doubt.names.insert(section.name.to_owned());
        }
        doubt
    }

    /// Whether site.toml, were it right, might have something at the address `path`: as a redirect, a feed or the page of a term.
    pub fn may_lead(&self, path: &str) -> bool {
        let bare = path.trim_matches('/');
        let first = bare.split('/').next().unwrap_or_default();
        !bare.is_empty()
            && self.texts.iter().any(|text| text.trim_matches('/') == bare || *text == first)
    }

    /// Whether a mistake elsewhere may only follow from one of these.
    pub fn explains(&self, diagnostic: &Diagnostic) -> bool {
        let has = |name: &str| self.names.contains(name);
        match diagnostic.code {
            Code::TaxonomyUnknown => has("taxonomies"),
            Code::PolicyBlocks => has("hosts"),
            Code::RuntimeSetting => self.is_torn,
            Code::Undefined | Code::FunctionCall => {
                self.is_torn || has("runtime") || has("taxonomies")
            }
            _ => false,
        }
    }
}

/// The part of site.toml that a place belongs to.
struct Section<'a> {
    /// Its table or, above all tables, its key.
    name: &'a str,
    /// From its header to the next.
    text: &'a str,
    /// Whether the place is in the line of the header itself.
    is_header: bool,
}

fn section(text: &str, at: usize) -> Section<'_> {
    let mut section = Section { name: "", text: "", is_header: false };
    let (mut start, mut begin, mut is_top) = (0, 0, true);
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let header = line
            .trim_start()
            .strip_prefix('[')
            .map(|rest| rest.trim_start_matches(['[', ' ', '"', '\'']));
        if header.is_some() && start > at {
            break;
        }
        if let Some(rest) = header {
            (section.name, section.is_header, begin, is_top) =
                (word(rest), (start..end).contains(&at), start, false);
        } else if is_top && (start..end).contains(&at) {
            section.name = word(line.trim_start());
        }
        section.text = &text[begin..end];
        start = end;
    }
    section
}

fn word(text: &str) -> &str {
    &text[..text
        .find(|it: char| !it.is_alphanumeric() && !matches!(it, '_' | '-'))
        .unwrap_or(text.len())]
}

/// What stands between quotes of one line.
fn quoted(text: &str) -> impl Iterator<Item = String> {
    text.lines().flat_map(|line| line.split(['"', '\'']).skip(1).step_by(2)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_base::diagnostic::Place;

    const TEXT: &str = "name = \"x\"\nimage = 3\n\n[[feeds]]\npath = \"/a.xml\"\nsections = \"/news/\"\n[hosts]\nimg = [\n[\n";

    fn doubt(code: Code, at: usize) -> Doubt {
        Doubt::of(&[Diagnostic::error(code, "").at(Place::new("site.toml", TEXT, at..at))])
    }

    #[test]
    fn a_mistake_belongs_to_the_table_that_it_stands_in_or_to_its_key() {
        let names = |at: usize| section(TEXT, at).name;
        assert_eq!(
            [0, 12, TEXT.find("path").unwrap(), TEXT.find("img").unwrap()].map(names),
            ["name", "image", "feeds", "hosts"]
        );
    }

    #[test]
    fn an_address_that_stands_beside_a_mistake_may_be_one_of_the_site() {
        let feeds = doubt(Code::SiteTable, TEXT.find("sections").unwrap());
        assert!(
            feeds.may_lead("/a.xml")
                && feeds.may_lead("/news/")
                && !feeds.may_lead("/other/")
                && !feeds.may_lead("/")
        );
        assert!(!doubt(Code::SiteTable, TEXT.find("img").unwrap()).may_lead("/a.xml"));
    }

    #[test]
    fn a_value_that_templates_miss_follows_from_what_could_not_be_read_alone() {
        let missing = Diagnostic::error(Code::Undefined, "");
        assert!(doubt(Code::SiteSyntax, 0).explains(&missing));
        assert!(!doubt(Code::SiteTable, TEXT.find("img").unwrap()).explains(&missing));
    }
}
