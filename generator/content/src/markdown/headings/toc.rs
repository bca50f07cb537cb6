//! The table of contents: the headings of a page as a tree.

use serde::Serialize;

use crate::markdown::document::Heading;

/// A heading with those below it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TocEntry {
    /// 1 to 6.
    pub level: u8,
    /// The anchor.
    pub id: String,
    /// The text without markup.
    pub text: String,
    /// The headings of deeper levels up to the next heading of this level.
    pub children: Vec<TocEntry>,
}

/// Returns headings as a tree. A heading that skips levels is directly below the one before it.
pub fn toc(headings: &[Heading]) -> Vec<TocEntry> {
    let mut entries = Vec::new();
    let mut rest = headings;
    while let [heading, after @ ..] = rest {
        let end = after.iter().position(|it| it.level <= heading.level).unwrap_or(after.len());
        let (below, next) = after.split_at(end);
        entries.push(TocEntry {
            level: heading.level,
            id: heading.id.clone(),
            text: heading.text.clone(),
            children: toc(below),
        });
        rest = next;
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_below_the_last_heading_of_a_higher_level() {
        fn outline(entries: &[TocEntry]) -> String {
            let entry = |it: &TocEntry| format!("{}({})", it.level, outline(&it.children));
            entries.iter().map(entry).collect()
        }
        for (levels, expected) in [
            (&[2, 3, 3, 2][..], "2(3()3())2()"),
            (&[2, 4, 3, 2, 1], "2(4()3())2()1()"),
            (&[3, 2, 3], "3()2(3())"),
            (&[], ""),
        ] {
            let heading =
                |level: &u8| Heading { level: *level, id: String::new(), text: String::new() };
            let headings: Vec<Heading> = levels.iter().map(heading).collect();
            assert_eq!(outline(&toc(&headings)), expected, "{levels:?}");
        }
    }
}
