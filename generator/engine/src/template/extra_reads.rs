//! Finds which keys of the table `extra` of pages are read by templates.

use std::collections::BTreeSet;

use crate::query::inputs::TemplateTexts;
use crate::template::page_uses::{Tag, next_tag, tag_at};
use croupier_content::front_matter::is_plausible_in_extra;

/// The table that is searched for.
const TABLE: &str = "extra";

/// The keys of `extra` that templates read.
#[derive(Debug, Default)]
pub(crate) struct ExtraReads {
    keys: BTreeSet<String>,
    /// Whether a template passes the table on, or reads a key whose name is not in its text.
    is_whole: bool,
}

impl ExtraReads {
    /// Finds the keys that `templates` read. With page-data, scripts can read the whole table.
    pub(crate) fn new(templates: &TemplateTexts, has_page_data: bool) -> ExtraReads {
        let mut reads = ExtraReads { is_whole: has_page_data, ..ExtraReads::default() };
        for text in templates.values() {
            reads.add_template(text);
        }
        reads
    }

    /// Returns whether a template may read a key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.keys.contains(key) || self.is_whole && is_plausible_in_extra(key)
    }

    fn add_template(&mut self, text: &str) {
        let mut rest = text;
        while let Some(start) = next_tag(rest) {
            let (tag, length) = tag_at(&rest[start..]);
            match tag {
                Tag::Comment => {}
                Tag::Expression(inside) | Tag::Statement(inside) => self.add_expression(inside),
            }
            rest = &rest[start + length..];
        }
    }

    fn add_expression(&mut self, expression: &str) {
        for (start, _) in expression.match_indices(TABLE) {
            let after = &expression[start + TABLE.len()..];
            if expression[..start].ends_with(is_of_name) || after.starts_with(is_of_name) {
                continue;
            }
            match key_at(after) {
                Some(key) => {
                    self.keys.insert(key.to_owned());
                }
                None => self.is_whole = true,
            }
        }
    }
}

/// Returns the key that is read from the value before a text: `a` in `.a`, `["a"]` and `"]["a"]`.
fn key_at(text: &str) -> Option<&str> {
    let text = text.strip_prefix("\"]").or_else(|| text.strip_prefix("']")).unwrap_or(text);
    let text = text.trim_start();

    if let Some(field) = text.strip_prefix('.') {
        let field = field.trim_start();
        let length = field.find(|it| !is_of_name(it)).unwrap_or(field.len());
        let is_call = field[length..].trim_start().starts_with('(');
        return Some(&field[..length]).filter(|name| !name.is_empty() && !is_call);
    }

    let index = text.strip_prefix('[')?.trim_start();
    let quote = index.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let (key, end) = index[1..].split_once(quote)?;
    end.trim_start().starts_with(']').then_some(key)
}

/// Returns whether a name can contain a character.
fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_in_expressions() {
        for text in [
            "{{ page.extra.date }}",
            "{% if it.extra . date is defined %}",
            "{{ page[\"extra\"]['date'] }}",
            "{{ section(\"/\")|sort(attribute=\"extra.date\") }}",
            "{% set extra = page.extra %}",
            "{{ page.extra[name] }}",
            "{{ card(page.extra) }}",
            "{{ page.extra.get(\"date\") }}",
            "{{ section(\"/\")|sort(attribute=\"extra.\" ~ key) }}",
        ] {
            let mut reads = ExtraReads::default();
            reads.add_template(text);
            assert!(reads.has("date"), "{text}");
        }
    }

    #[test]
    fn other_texts_read_nothing() {
        for text in [
            "extra.date",
            "{# page.extra.date #}",
            "{{ extras.date }}{{ my_extra.date }}",
            "{{ page.date }}{{ page.extra.dates }}",
        ] {
            let mut reads = ExtraReads::default();
            reads.add_template(text);
            assert!(!reads.has("date"), "{text}");
        }
    }
}
