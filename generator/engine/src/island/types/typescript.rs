//! Types of TypeScript as text. All of them are read-only, like the data that they describe.

use std::fmt::Write as _;

/// A type of TypeScript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Type {
    /// `unknown`, of which nothing is known.
    Unknown,
    /// A primitive, a literal, or the name of another type.
    Named(String),
    /// A list of values.
    List(Box<Type>),
    /// A table with any keys.
    Record(Box<Type>),
    /// A table with these keys.
    Table(Vec<Property>),
    /// One of several types.
    Union(Vec<Type>),
}

/// A key of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Property {
    pub name: String,
    /// Text of the comment above the key.
    pub description: Option<String>,
    pub is_optional: bool,
    pub value: Type,
}

impl Type {
    pub(super) fn named(name: &str) -> Type {
        Type::Named(name.to_owned())
    }

    /// Returns the union of these types, without duplicates. No type at all is `unknown`.
    pub(super) fn union(types: impl IntoIterator<Item = Type>) -> Type {
        let mut distinct: Vec<Type> = Vec::new();
        for it in types {
            if !distinct.contains(&it) {
                distinct.push(it);
            }
        }

        match distinct.len() {
            0 => Type::Unknown,
            _ if distinct.contains(&Type::Unknown) => Type::Unknown,
            1 => distinct.remove(0),
            _ => Type::Union(distinct),
        }
    }

    /// Writes the type. Its further lines are indented by this number of spaces.
    pub(super) fn write(&self, text: &mut String, indent: usize) {
        match self {
            Type::Unknown => text.push_str("unknown"),
            Type::Named(name) => text.push_str(name),
            Type::List(item) => {
                text.push_str("readonly ");
                let needs_parentheses = matches!(**item, Type::Union(_) | Type::List(_));
                text.push_str(if needs_parentheses { "(" } else { "" });
                item.write(text, indent);
                text.push_str(if needs_parentheses { ")[]" } else { "[]" });
            }
            Type::Record(value) => {
                text.push_str("{ readonly [key: string]: ");
                value.write(text, indent);
                text.push_str(" }");
            }
            Type::Table(properties) if properties.is_empty() => text.push_str("object"),
            Type::Table(properties) => {
                text.push_str("{\n");
                for property in properties {
                    property.write(text, indent + 2);
                }
                push_spaces(text, indent);
                text.push('}');
            }
            Type::Union(types) => {
                for (index, it) in types.iter().enumerate() {
                    text.push_str(if index > 0 { " | " } else { "" });
                    let needs_parentheses = matches!(it, Type::List(_));
                    text.push_str(if needs_parentheses { "(" } else { "" });
                    it.write(text, indent);
                    text.push_str(if needs_parentheses { ")" } else { "" });
                }
            }
        }
    }
}

impl Property {
    /// Writes the property as a line of an interface.
    pub(super) fn write(&self, text: &mut String, indent: usize) {
        if let Some(description) = &self.description {
            push_spaces(text, indent);
            // The text must not end the comment.
            let description = description.replace("*/", "* /");
            let lines: Vec<&str> = description.lines().map(str::trim).collect();
            writeln!(text, "/** {} */", lines.join(" ")).expect("memory can be written");
        }

        push_spaces(text, indent);
        text.push_str("readonly ");
        text.push_str(&key(&self.name));
        text.push_str(if self.is_optional { "?: " } else { ": " });
        self.value.write(text, indent);
        text.push_str(";\n");
    }
}

/// Returns the key of a table as it is written in TypeScript.
fn key(name: &str) -> String {
    let mut letters = name.chars();
    let is_start = |it: char| it.is_ascii_alphabetic() || it == '_' || it == '$';
    let is_identifier = letters.next().is_some_and(is_start)
        && letters.all(|it| is_start(it) || it.is_ascii_digit());
    if is_identifier { name.to_owned() } else { serde_json::Value::from(name).to_string() }
}

fn push_spaces(text: &mut String, count: usize) {
    text.extend(std::iter::repeat_n(' ', count));
}
