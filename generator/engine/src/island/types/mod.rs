//! Types of TypeScript for what a site passes to its islands: the values of data files, props, and the table `extra` of front
//! matter. They come from JSON Schemas, and for data files without a schema from the values.

#![expect(
    clippy::disallowed_methods,
    reason = "writes into .croupier, which is neither a source nor output"
)]

mod schema;
mod shape;
mod typescript;

use std::collections::BTreeMap;
use std::fs;
use std::io;

use serde_json::Value;

use crate::island::packages::SKIPPED_IN_RUNTIME;
use crate::island::types::schema::SchemaTypes;
use crate::island::types::shape::Shape;
use crate::island::types::typescript::{Property, Type};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::ignored;
use croupier_base::disk::replace::replace_file;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_base::syntax::data;
use croupier_content::languages::FileLanguages;
use croupier_content::messages;
use croupier_content::messages::catalog::Catalogs;

/// The file with the types, which declares the module `croupier:types`.
pub const TYPES_FILE: &str = ".croupier/types.d.ts";

/// The file in the folder of an island that describes its props.
const PROPS: &str = "props.schema.json";

const HEAD: &str = "\
// Types of the data files, of `extra` in front matter and of the props of islands. Croupier writes this file: `croupier types`,
// `croupier dev` and `croupier check` replace it.

declare module \"croupier:types\" {
";
const PROPS_TYPE: &str = "
  /** The props of an island. */
  export type IslandProps<Name extends keyof Islands> = Islands[Name];
}
";

/// The sources of the types, and the types that they name.
struct Declarations<'a> {
    world: &'a World,
    languages: &'a FileLanguages,
    named: BTreeMap<String, Type>,
    errors: Vec<Diagnostic>,
}

/// Writes the types of a site with the runtime in the folder `dir`, if they have changed. Files that only have texts of other languages are
/// no data of their own.
///
/// # Errors
/// If a data file or a schema is not valid, or if the file cannot be written. Files that are not valid have the type `unknown`.
pub fn write_types(
    world: &World,
    dir: Option<&SitePath>,
    languages: &FileLanguages,
) -> Result<(), Vec<Diagnostic>> {
    let (named, errors) = (BTreeMap::new(), Vec::new());
    let mut declarations = Declarations { world, languages, named, errors };
    let interfaces = [
        (
            "Data",
            "The values of data files, by their names below content/data/.",
            declarations.data(),
        ),
        (
            "Extra",
            "The table `extra` of front matter, by the folder whose pages have it.",
            declarations.extra(),
        ),
        ("Islands", "The props of islands, by their names.", declarations.islands(dir)),
        ("Messages", "The arguments of messages, by the keys of these.", declarations.messages()),
    ];

    let text = declarations.text(&interfaces);
    let file = world.root().join(TYPES_FILE);
    if fs::read_to_string(&file).ok().as_ref() != Some(&text) {
        // A compiler can read the file at the same time.
        replace_file(&file, &text).map_err(|error| {
            let message = format!("cannot write {TYPES_FILE}: {error}");
            vec![Diagnostic::error(Code::CannotWrite, message)]
        })?;
    }
    if declarations.errors.is_empty() { Ok(()) } else { Err(declarations.errors) }
}

/// Writes the file of a site for which no types were written yet, so that imports of the module are no errors.
pub(super) fn write_empty_types(root: &std::path::Path) -> io::Result<()> {
    let file = root.join(TYPES_FILE);
    if file.exists() {
        return Ok(());
    }
    let empty = ["Data", "Extra", "Islands", "Messages"]
        .map(|name| format!("  export interface {name} {{}}\n"));
    replace_file(&file, HEAD.to_owned() + &empty.concat() + PROPS_TYPE)
}

/// Returns the errors of the schemas of islands in the folder `dir`.
pub(super) fn props_errors(world: &World, dir: &SitePath) -> Vec<Diagnostic> {
    let paths = world.list(dir, &SKIPPED_IN_RUNTIME).unwrap_or_default();
    let schemas = paths.iter().filter(|path| {
        let folder = path.strip_suffix(PROPS);
        folder.is_some_and(|it| paths.iter().any(|other| **other == *format!("{it}island.tsx")))
    });

    let errors = schemas.filter_map(|path| {
        let bytes = world.read_source_if_exists(path).ok()??;
        data::schema(path, bytes).err()
    });
    errors.flatten().collect()
}

impl Declarations<'_> {
    /// Returns the types of data files: those of their schemas, or otherwise those of their values.
    fn data(&mut self) -> Vec<Property> {
        let paths = self.files("content/data", &[]);
        let schemas: BTreeMap<String, Value> = paths
            .iter()
            .filter_map(|path| {
                let name = data::schema_name(path)?;
                Some((name.to_owned(), self.schema(path)?))
            })
            .collect();

        let mut properties = Vec::new();
        for path in &paths {
            let file = self.languages.split(path);
            if file.is_of_other_language(self.languages) {
                continue;
            }
            let Some(name) = data::name(&file.path) else { continue };
            let schema = data::schema_names(name).find_map(|name| schemas.get_key_value(name));
            let mut value = self.value(path);
            if let Some(rows) = value.as_mut().filter(|_| path.extension() == "csv") {
                for language in self.languages.0.iter().map(|it| it.key) {
                    let _ = data::take_columns(rows, &language);
                }
            }
            let value = match schema {
                Some((declared, schema)) => {
                    let only = value.as_ref().filter(|_| declared == name);
                    let types = SchemaTypes::of_data(schema, &format!("{declared} data"), only);
                    if only.is_some() { self.add(types) } else { self.add_named(types) }
                }
                None => value.map_or(Type::Unknown, |it| Shape::of(&it).to_type()),
            };
            properties.push(described(name, path, value));
        }
        properties
    }

    /// Returns the types of `extra`, by the folder in content/ whose pages it is for.
    fn extra(&mut self) -> Vec<Property> {
        let paths = self.files("content", &[]);
        let mut properties = Vec::new();
        for path in &paths {
            let Some(folder) = ignored::extra_schema_folder(path) else { continue };
            let folder = folder.strip_prefix("content").unwrap_or(folder);
            let value = self.schema(path).map_or(Type::Unknown, |schema| {
                self.add(SchemaTypes::new(&schema, &format!("{folder} extra")))
            });
            properties.push(described(&format!("{folder}/"), path, value));
        }
        properties
    }

    /// Returns the types of the props of islands. The name of an island is that of its folder.
    fn islands(&mut self, dir: Option<&SitePath>) -> Vec<Property> {
        let Some(dir) = dir else { return Vec::new() };
        let mut properties = Vec::new();
        for path in self.files(dir, &SKIPPED_IN_RUNTIME) {
            let Some(folder) = path.strip_suffix(PROPS).and_then(|it| it.strip_suffix('/')) else {
                continue;
            };
            let name = folder.rsplit('/').next().unwrap_or_default();
            let value = self.schema(&path).map_or(Type::Unknown, |schema| {
                self.add(SchemaTypes::of_props(&schema, &format!("{name} props")))
            });
            properties.push(described(name, &path, value));
        }
        properties.sort_by(|one, other| one.name.cmp(&other.name));
        properties
    }

    /// Returns the names of the arguments of messages.
    fn messages(&self) -> Vec<Property> {
        let paths = self.files(messages::FOLDER, &[]).into_iter();
        let texts = paths.filter(|path| messages::language_of(path).is_some()).filter_map(|path| {
            let bytes = self.world.read_source_if_exists(&path).ok()??;
            Some((path, String::from_utf8(bytes).ok()?.into()))
        });
        // The build reports what is wrong with the files.
        let (catalogs, _) = Catalogs::read(&texts.collect());

        let mut properties = BTreeMap::new();
        for (language, key) in catalogs.all_keys() {
            let Some(message) = catalogs.message(language, key) else { continue };
            let names = message.arguments.iter().map(|name| Type::Named(format!("\"{name}\"")));
            let value = match message.arguments.len() {
                0 => Type::named("never"),
                _ => Type::union(names),
            };
            let file = catalogs.location(language, key).map(|it| SitePath::new(&*it.file));
            let of_key = || described(key, &file.unwrap_or_else(|| SitePath::new("")), value);
            properties.entry(key).or_insert_with(of_key);
        }
        properties.into_values().collect()
    }

    /// Returns the files of a folder. The build reports a folder that cannot be read.
    fn files(&self, folder: &str, skip: &[&str]) -> Vec<SitePath> {
        self.world.list(folder, skip).unwrap_or_default()
    }

    fn value(&mut self, path: &SitePath) -> Option<Value> {
        let bytes = self.world.read_source_if_exists(path).ok()??;
        data::read(path, bytes).map_err(|errors| self.errors.extend(errors)).ok()
    }

    /// Reads a schema, of which unsupported parts are errors.
    fn schema(&mut self, path: &SitePath) -> Option<Value> {
        let bytes = self.world.read_source_if_exists(path).ok()??;
        let schema = data::schema(path, bytes).map_err(|errors| self.errors.extend(errors)).ok()?;
        Some(schema.json().clone())
    }

    /// Adds the types that a schema names, and returns that of the schema.
    fn add(&mut self, schema: SchemaTypes<'_>) -> Type {
        let (whole, named) = schema.types();
        self.named.extend(named);
        whole
    }

    /// Adds the type of a schema, which the files of a folder share, and returns its name.
    fn add_named(&mut self, schema: SchemaTypes<'_>) -> Type {
        let name = schema.name().to_owned();
        if !self.named.contains_key(&name) {
            let whole = self.add(schema);
            self.named.insert(name.clone(), whole);
        }
        Type::Named(name)
    }

    fn text(&self, interfaces: &[(&str, &str, Vec<Property>)]) -> String {
        let mut text = HEAD.to_owned();
        for (name, description, properties) in interfaces {
            text.push_str(&format!("  /** {description} */\n  export interface {name} {{\n"));
            for property in properties {
                property.write(&mut text, 4);
            }
            text.push_str("  }\n");
        }
        for (name, named) in &self.named {
            text.push_str(&format!("\n  type {name} = "));
            named.write(&mut text, 2);
            text.push_str(";\n");
        }
        text + PROPS_TYPE
    }
}

/// Returns a property that names its source.
fn described(name: &str, source: &SitePath, value: Type) -> Property {
    Property {
        name: name.to_owned(),
        description: Some(source.to_string()),
        is_optional: false,
        value,
    }
}
