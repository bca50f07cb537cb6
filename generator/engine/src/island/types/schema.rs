//! The type of a value that a JSON Schema describes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::island::types::shape::Shape;
use crate::island::types::typescript::{Property, Type};

/// A schema whose references become the names of types.
pub(super) struct SchemaTypes<'a> {
    root: &'a Value,
    /// The value that the schema describes, if there is only one. It has the types of the keys that the schema leaves open.
    value: Option<&'a Value>,
    /// The name of the type of the whole schema. Those of its definitions begin with it.
    name: String,
    /// Whether the content of islands is a property, `children`, which React passes as elements.
    has_content: bool,
    references: BTreeSet<&'a str>,
}

impl<'a> SchemaTypes<'a> {
    /// The schema of the data of one file.
    pub(super) fn of_data(
        root: &'a Value,
        name: &str,
        value: Option<&'a Value>,
    ) -> SchemaTypes<'a> {
        SchemaTypes { value, ..SchemaTypes::new(root, name) }
    }

    /// The schema of the props of an island.
    pub(super) fn of_props(root: &'a Value, name: &str) -> SchemaTypes<'a> {
        SchemaTypes { has_content: true, ..SchemaTypes::new(root, name) }
    }

    /// The schema `root`. Its types have names that begin with these words.
    pub(super) fn new(root: &'a Value, name: &str) -> SchemaTypes<'a> {
        SchemaTypes {
            root,
            value: None,
            name: type_name(name),
            has_content: false,
            references: BTreeSet::new(),
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the type of the whole schema, and the types that it names with their names.
    pub(super) fn types(mut self) -> (Type, Vec<(String, Type)>) {
        let whole = self.schema(self.root, self.value);

        // A definition can refer to others.
        let mut named = Vec::new();
        let mut done = BTreeSet::new();
        while let Some(reference) = self.references.difference(&done).next().copied() {
            done.insert(reference);
            let target = self.root.pointer(reference.trim_start_matches('#'));
            let target = target.map_or(Type::Unknown, |schema| self.schema(schema, None));
            named.push((self.name_of(reference), target));
        }
        (whole, named)
    }

    fn schema(&mut self, schema: &'a Value, value: Option<&Value>) -> Type {
        let Some(object) = schema.as_object() else { return Type::Unknown };

        if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
            self.references.insert(reference);
            return Type::Named(self.name_of(reference));
        }
        if let Some(value) = object.get("const") {
            return literal(value);
        }
        if let Some(values) = object.get("enum").and_then(Value::as_array) {
            return Type::union(values.iter().map(literal));
        }

        let kinds = kinds(object);
        if kinds.is_empty()
            && let Some(choices) = object.get("anyOf").and_then(Value::as_array)
        {
            let choices: Vec<Type> = choices.iter().map(|it| self.schema(it, None)).collect();
            return Type::union(choices);
        }
        let types: Vec<Type> =
            kinds.into_iter().map(|kind| self.of_kind(object, kind, value)).collect();
        Type::union(types)
    }

    fn of_kind(
        &mut self,
        schema: &'a Map<String, Value>,
        kind: &str,
        value: Option<&Value>,
    ) -> Type {
        match kind {
            "string" => Type::named("string"),
            "integer" | "number" => Type::named("number"),
            "boolean" => Type::named("boolean"),
            "null" => Type::named("null"),
            "array" => match (schema.get("items"), value) {
                (Some(items), _) => Type::List(Box::new(self.schema(items, None))),
                (None, Some(value)) => Shape::of(value).to_type(),
                (None, None) => Type::List(Box::new(Type::Unknown)),
            },
            "object" => self.table(schema, value.and_then(Value::as_object)),
            _ => Type::Unknown,
        }
    }

    fn table(
        &mut self,
        schema: &'a Map<String, Value>,
        value: Option<&Map<String, Value>>,
    ) -> Type {
        let is_whole = self.root.as_object().is_some_and(|root| std::ptr::eq(root, schema));
        let properties = schema.get("properties").and_then(Value::as_object);
        let required = schema.get("required").and_then(Value::as_array);
        let is_required = |name: &str| {
            required.is_some_and(|names| names.iter().any(|it| it.as_str() == Some(name)))
        };

        let mut table: Vec<Property> = Vec::new();
        for (name, inner) in properties.into_iter().flatten() {
            let is_content = self.has_content && is_whole && name == "children";
            table.push(Property {
                name: name.clone(),
                description: inner.get("description").and_then(Value::as_str).map(str::to_owned),
                is_optional: !is_required(name),
                value: if is_content {
                    Type::named("import(\"react\").ReactNode")
                } else {
                    self.schema(inner, value.and_then(|value| value.get(name)))
                },
            });
        }

        let others = schema.get("additionalProperties");
        if let Some(others @ Value::Object(_)) = others
            && table.is_empty()
        {
            return Type::Record(Box::new(self.schema(others, None)));
        }

        // A key can be required, or occur in the value, without a schema of its own.
        let is_open = !matches!(others, Some(Value::Bool(false) | Value::Object(_)));
        let in_value = value.into_iter().flatten().filter(|_| is_open);
        let mut undescribed: BTreeMap<&str, Type> =
            in_value.map(|(name, value)| (name.as_str(), Shape::of(value).to_type())).collect();
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            undescribed.entry(name).or_insert(Type::Unknown);
        }
        undescribed.retain(|name, _| table.iter().all(|it| it.name != *name));
        table.extend(undescribed.into_iter().map(|(name, value)| Property {
            name: name.to_owned(),
            description: None,
            is_optional: false,
            value,
        }));

        if table.is_empty() && is_open {
            return Type::Record(Box::new(Type::Unknown));
        }
        Type::Table(table)
    }

    /// Returns the name of the type that a reference is to.
    fn name_of(&self, reference: &str) -> String {
        let definition = reference.strip_prefix("#/$defs/").unwrap_or_default();
        self.name.clone() + &type_name(definition)
    }
}

/// Returns the kinds of values that a schema allows, of which it can name none.
fn kinds(schema: &Map<String, Value>) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ if schema.contains_key("properties") => vec!["object"],
        _ if schema.contains_key("items") => vec!["array"],
        _ if schema.contains_key("format") || schema.contains_key("pattern") => vec!["string"],
        _ => Vec::new(),
    }
}

/// Returns words as a name of a type: `my_coupons` as `MyCoupons`.
fn type_name(words: &str) -> String {
    let words = words.split(|it: char| !it.is_ascii_alphanumeric());
    let capitalized = words.map(|word| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_ascii_uppercase().to_string() + letters.as_str()
        })
    });
    capitalized.collect()
}

/// Returns the type that has only this value.
fn literal(value: &Value) -> Type {
    match value {
        Value::Array(_) | Value::Object(_) => Type::Unknown,
        value => Type::Named(value.to_string()),
    }
}
