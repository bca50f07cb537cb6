//! `croupier schema cms`: prints the configuration of a Git-based editor, Sveltia CMS or Decap CMS, with the forms of this site.
//!
//! Both read the same file. It is JSON, which is YAML as well.

use std::collections::{BTreeMap, HashSet};

use clap::ValueEnum;
use serde_json::{Map, Value, json};

use crate::command::failure::Failure;
use crate::front_matter_schema::{extra_schema, page_schema, with_extra};
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_base::syntax::data;
use croupier_content::front_matter::{self, Language};
use croupier_content::slug::slug;

/// A Git-based editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Cms {
    /// Sveltia CMS.
    Sveltia,
    /// Decap CMS.
    Decap,
}

/// The keys of front matter that the forms have. Developers set the others.
const KEYS: [&str; 10] = [
    "title",
    "description",
    "draft",
    "date",
    "updated",
    "publish_at",
    "expire_at",
    "image",
    "image_alt",
    "extra",
];

/// Returns the configuration for the site in a folder.
pub(crate) fn configuration(world: &World, cms: Cms) -> Result<Value, Failure> {
    let unreadable = |error| Failure::System(format!("cannot read content: {error}"));
    let files = world.list("content", &[]).map_err(unreadable)?;
    let mut folders: BTreeMap<&str, &SitePath> = BTreeMap::new();
    let mut data_files = Vec::new();
    for file in &files {
        let folder = file.rsplit_once('/').map_or("content", |(folder, _)| folder);
        if file.ends_with(".md") {
            folders.entry(folder).or_insert(file);
        } else if data::name(file).is_some() && !file.ends_with(".csv") {
            data_files.push(file);
        }
    }

    let mut names = Names::default();
    let mut collections: Vec<Value> = Vec::new();
    for (folder, first) in folders {
        collections.push(pages(world, folder, first, &mut names)?);
    }

    let mut of_data = Vec::new();
    let mut file_names = Names::default();
    let all_names: HashSet<&str> = data_files.iter().filter_map(|file| data::name(file)).collect();
    for file in data_files {
        // A translation of a data file has a part of its values, which the form of the whole file would refuse.
        let name = data::name(file).unwrap_or_default();
        let is_translation =
            name.rsplit_once('.').is_some_and(|(name, _)| all_names.contains(name));
        if !is_translation {
            of_data.extend(data_file(world, file, &mut file_names));
        }
    }
    if !of_data.is_empty() {
        let name = names.unique("data");
        collections.push(json!({ "name": name, "label": "Data", "files": of_data }));
    }

    let mut configuration = json!({
        "backend": { "name": "git-gateway", "branch": "main" },
        "media_folder": "static/uploads",
        "public_folder": "/uploads",
        "collections": collections,
    });
    if cms == Cms::Sveltia {
        configuration["backend"] =
            json!({ "name": "github", "repo": "OWNER/REPOSITORY", "branch": "main" });
    }
    Ok(configuration)
}

/// Names of collections, or of the files in one. Both editors refuse special characters, and names that are used twice.
#[derive(Debug, Default)]
struct Names(HashSet<String>);

impl Names {
    /// Returns the name for a path, with a number if another path has the same one.
    fn unique(&mut self, path: &str) -> String {
        let name = slug(&path.replace(['/', '.'], "-"));
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        candidates.find(|name| self.0.insert(name.clone())).expect("numbers do not end")
    }
}

/// Returns the collection of the pages in a folder. Their front matter is in the language of the first one.
fn pages(
    world: &World,
    folder: &str,
    first: &SitePath,
    names: &mut Names,
) -> Result<Value, Failure> {
    let text = world.read(first).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    let front = front_matter::split(&text).ok().and_then(|parts| parts.front);
    let is_yaml = matches!(front, Some((_, Language::Yaml)));

    let schema = match extra_schema(world, folder).map_err(Failure::Site)? {
        Some(extra) => with_extra(page_schema(), extra),
        None => page_schema(),
    };

    let properties = &schema["properties"];
    let has_fields = |key: &&str| *key != "extra" || properties[*key]["properties"].is_object();
    let keys = KEYS.into_iter().filter(has_fields);
    let mut fields: Vec<Value> =
        keys.map(|key| field(key, &properties[key], &schema, key == "title")).collect();
    fields.push(json!({ "name": "body", "label": "Text", "widget": "markdown", "required": false, "modes": ["raw"] }));

    let below = folder.trim_start_matches("content").trim_matches('/');
    let path = if below.is_empty() { "pages" } else { below };

    Ok(json!({
        "name": names.unique(path),
        "label": label(path, &Value::Null),
        "folder": folder,
        "create": true,
        "format": if is_yaml { "yaml-frontmatter" } else { "toml-frontmatter" },
        "fields": fields,
    }))
}

/// Returns the entry of a data file with a schema. A file without a schema has no form.
fn data_file(world: &World, file: &SitePath, names: &mut Names) -> Option<Value> {
    let name = data::name(file)?;
    let schema = data::schema_names(name).find_map(|name| {
        let path = SitePath::new(format!("content/data/{name}.schema.json"));
        data::read(&path, world.read_source_if_exists(&path).ok()??).ok()
    })?;
    let fields = fields(&schema, &schema);
    (!fields.is_empty()).then(|| {
        json!({ "name": names.unique(name), "label": label(name, &schema), "file": file, "fields": fields })
    })
}

/// Returns the fields of a table.
fn fields(table: &Value, root: &Value) -> Vec<Value> {
    let required = |key: &str| {
        let keys = table["required"].as_array();
        keys.is_some_and(|keys| keys.iter().any(|it| it == key))
    };
    let properties = table["properties"].as_object();
    let entries = properties.into_iter().flatten();
    entries.map(|(key, schema)| field(key, schema, root, required(key))).collect()
}

/// Returns a field. Both editors call the kinds of fields widgets.
fn field(name: &str, schema: &Value, root: &Value, is_required: bool) -> Value {
    let resolved = resolve(schema, root);
    let of = |key: &str| schema.get(key).or_else(|| resolved.get(key));
    let widget = of("x-editor").and_then(|it| it["widget"].as_str()).unwrap_or_default();
    let kind = resolved["type"].as_str().unwrap_or_default();
    let mut field = Map::new();
    let mut set = |key: &str, value: Value| drop(field.insert(key.to_owned(), value));
    set("name", name.into());
    set("label", label(name, schema).into());
    set("required", is_required.into());
    if let Some(hint) = of("description") {
        set("hint", hint.clone());
    }

    if let Some(options) = resolved["enum"].as_array() {
        set("widget", "select".into());
        set("options", options.clone().into());
        return field.into();
    }
    match kind {
        "boolean" => set("widget", "boolean".into()),
        "integer" | "number" => {
            set("widget", "number".into());
            set("value_type", if kind == "integer" { "int" } else { "float" }.into());
        }
        "array" => {
            set("widget", "list".into());
            let items = resolve(&resolved["items"], root);
            if items["properties"].is_object() {
                set("fields", fields(items, root).into());
            }
        }
        "object" if resolved["properties"].is_object() => {
            set("widget", "object".into());
            set("fields", fields(resolved, root).into());
        }
        _ => match (widget, resolved["format"].as_str()) {
            ("picture", _) => set("widget", "image".into()),
            ("text" | "markdown", _) => set("widget", "text".into()),
            (_, Some("date" | "date-time")) => set("widget", "datetime".into()),
            _ => set("widget", "string".into()),
        },
    }
    field.into()
}

fn resolve<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    let target = schema["$ref"].as_str().and_then(|it| it.strip_prefix("#/$defs/"));
    target.map_or(schema, |name| &root["$defs"][name])
}

/// Returns the label of a key: the title of its schema, or its name as words.
fn label(name: &str, schema: &Value) -> String {
    if let Some(title) = schema["title"].as_str() {
        return title.to_owned();
    }
    let words = name.replace(['_', '-', '/'], " ");
    let mut characters = words.chars();
    let first = characters.next().map(|it| it.to_uppercase().to_string()).unwrap_or_default();
    first + characters.as_str()
}
