//! Formats that a language authority sets otherwise than the Unicode CLDR (see `cldr/README.md`).

use jiff::Zoned;

use crate::cldr_table::candidates;

static TABLE: &str = include_str!("../cldr/overrides.tsv");

/// A format of a language that takes the place of that of the other tables.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FormatOverride {
    name: &'static str,
    condition: Option<(Field, i8)>,
    value: &'static str,
}

/// A field of a date whose value decides whether an override applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Day,
    Minute,
}

impl FormatOverride {
    /// Parses a line of the table, without its tag.
    fn parse(line: &'static str) -> Option<FormatOverride> {
        let mut fields = line.splitn(3, '\t');
        let (name, condition, value) = (fields.next()?, fields.next()?, fields.next()?);
        let condition = match condition.split_once('=') {
            Some(("d", day)) => Some((Field::Day, day.parse().ok()?)),
            Some(("m", minute)) => Some((Field::Minute, minute.parse().ok()?)),
            _ => None,
        };
        Some(FormatOverride { name, condition, value })
    }

    fn applies_to(&self, date: &Zoned) -> bool {
        self.condition.is_none_or(|(field, value)| match field {
            Field::Day => date.day() == value,
            Field::Minute => date.minute() == value,
        })
    }
}

/// Returns the overrides of the language with this tag.
pub(crate) fn of_tag(tag: &str) -> Vec<FormatOverride> {
    let candidates = candidates(tag);
    let lines = TABLE.lines().filter_map(|line| {
        let (of, rest) = line.split_once('\t')?;
        candidates.iter().any(|tag| tag == of).then_some(rest)
    });
    lines.filter_map(FormatOverride::parse).collect()
}

/// Returns the pattern of a style for a date. `None` if the other tables have it.
pub(crate) fn pattern(
    overrides: &[FormatOverride],
    style: &str,
    date: &Zoned,
) -> Option<&'static str> {
    let found = overrides.iter().find(|it| it.name == style && it.applies_to(date));
    found.map(|it| it.value)
}

/// Returns all patterns of a style, each with the letter of the field and its value on which it depends.
pub(crate) fn patterns(
    overrides: &[FormatOverride],
    style: &str,
) -> Vec<(Option<(char, i8)>, &'static str)> {
    let of_style = overrides.iter().filter(|it| it.name == style);
    let patterns = of_style.map(|it| {
        let condition = it.condition.map(|(field, value)| match field {
            Field::Day => ('d', value),
            Field::Minute => ('m', value),
        });
        (condition, it.value)
    });
    patterns.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_of_the_table_is_read() {
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let (_, rest) = line.split_once('\t').unwrap();
            let parsed = FormatOverride::parse(rest).unwrap();
            assert_eq!(parsed.condition.is_none(), rest.contains("\t-\t"), "{line}");
        }
    }
}
