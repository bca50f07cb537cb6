//! The type of a data file without a schema, which is that of its values.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::island::types::typescript::{Property, Type};

/// A table with more keys than this whose values have one type is a dictionary: a new key changes no type.
const MAX_KEYS: usize = 40;

/// The kinds of values that occur at one position. Without any kind, no value is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Shape {
    primitives: BTreeSet<Primitive>,
    /// The shape of the items, if there are lists.
    list: Option<Box<Shape>>,
    /// The shape of each key, if there are tables.
    table: Option<BTreeMap<String, Field>>,
}

/// The kinds of values without parts, in the order in which a union lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Primitive {
    String,
    Number,
    Boolean,
    Null,
}

impl Primitive {
    /// Returns the name of the type in TypeScript.
    fn name(self) -> &'static str {
        match self {
            Primitive::String => "string",
            Primitive::Number => "number",
            Primitive::Boolean => "boolean",
            Primitive::Null => "null",
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Field {
    shape: Shape,
    /// Whether some of the tables do not have the key.
    is_optional: bool,
}

impl Shape {
    pub(super) fn of(value: &Value) -> Shape {
        let mut shape = Shape::default();
        match value {
            Value::Null => shape.primitives = [Primitive::Null].into(),
            Value::Bool(_) => shape.primitives = [Primitive::Boolean].into(),
            Value::Number(_) => shape.primitives = [Primitive::Number].into(),
            Value::String(_) => shape.primitives = [Primitive::String].into(),
            Value::Array(items) => {
                let items = items.iter().map(Shape::of).reduce(Shape::merged);
                shape.list = Some(Box::new(items.unwrap_or_default()));
            }
            Value::Object(object) => {
                let field = |value| Field { shape: Shape::of(value), is_optional: false };
                let fields = object.iter().map(|(key, value)| (key.clone(), field(value)));
                shape.table = Some(fields.collect());
            }
        }
        shape
    }

    /// Returns the shape of a position with the values of both.
    fn merged(self, other: Shape) -> Shape {
        Shape {
            primitives: self.primitives.union(&other.primitives).copied().collect(),
            list: match (self.list, other.list) {
                (Some(one), Some(other)) => Some(Box::new(one.merged(*other))),
                (one, other) => one.or(other),
            },
            table: match (self.table, other.table) {
                (Some(one), Some(other)) => Some(merged_tables(one, other)),
                (one, other) => one.or(other),
            },
        }
    }

    pub(super) fn to_type(&self) -> Type {
        let primitives = self.primitives.iter().map(|it| Type::named(it.name()));
        let list = self.list.as_ref().map(|items| Type::List(Box::new(items.to_type())));
        let table = self.table.as_ref().map(table_type);
        Type::union(primitives.chain(list).chain(table))
    }
}

fn merged_tables(
    mut one: BTreeMap<String, Field>,
    other: BTreeMap<String, Field>,
) -> BTreeMap<String, Field> {
    for (key, field) in &mut one {
        field.is_optional |= !other.contains_key(key);
    }

    for (key, field) in other {
        match one.get_mut(&key) {
            Some(known) => {
                known.is_optional |= field.is_optional;
                known.shape = std::mem::take(&mut known.shape).merged(field.shape);
            }
            None => {
                one.insert(key, Field { is_optional: true, ..field });
            }
        }
    }
    one
}

fn table_type(fields: &BTreeMap<String, Field>) -> Type {
    let mut shapes = fields.values().map(|field| &field.shape);
    if fields.len() > MAX_KEYS
        && let Some(first) = shapes.next()
        && shapes.all(|shape| shape == first)
    {
        return Type::Record(Box::new(first.to_type()));
    }

    let property = |(name, field): (&String, &Field)| Property {
        name: name.clone(),
        description: None,
        is_optional: field.is_optional,
        value: field.shape.to_type(),
    };
    Type::Table(fields.iter().map(property).collect())
}
