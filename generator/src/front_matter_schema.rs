//! The JSON Schema of front matter, for `croupier schema` and for the forms of the editor.

use std::path::Path;

use serde_json::{Map, Value, json};

use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::ignored;
use croupier_base::disk::world::World;
use croupier_base::path::SitePath;
use croupier_base::syntax::data;
use croupier_content::front_matter::{self, KEYS};

/// Reads the schema of `extra` for pages in a folder below `content`: that of the folder, or of the nearest one above. None if there is none.
pub(crate) fn extra_schema(world: &World, folder: &str) -> Result<Option<Value>, Vec<Diagnostic>> {
    for folder in Path::new(folder).ancestors() {
        let path = SitePath::new(format!("{}/extra.schema.json", folder.display()));
        if !ignored::is_extra_schema(&path) {
            break;
        }
        let unreadable = |error| {
            vec![Diagnostic::error(Code::Unreadable, format!("cannot read {path}: {error}"))]
        };
        let Some(bytes) = world.read_source_if_exists(&path).map_err(unreadable)? else { continue };
        data::schema(&path, bytes.clone())?;
        return data::read(&path, bytes).map(Some);
    }
    Ok(None)
}

/// Returns the schema of front matter whose table `extra` has its own schema. References in a schema begin at the root of its document,
/// so its definitions move there.
pub(crate) fn with_extra(mut page: Value, mut extra: Value) -> Value {
    if let Some(table) = extra.as_object_mut() {
        table.remove("$schema");
        table.remove("$id");
        if let Some(definitions) = table.remove("$defs") {
            page["$defs"] = definitions;
        }
    }
    page["properties"]["extra"] = extra;
    page
}

/// Returns the schema of front matter. The keys of `cascade` repeat the definitions of the same
/// keys of a page.
pub(crate) fn page_schema() -> Value {
    let mut properties = front_matter::schemas();
    let cascaded = KEYS.iter().filter(|key| key.is_cascaded());
    let of_cascade: Map<String, Value> =
        cascaded.map(|key| (key.name.to_owned(), properties[key.name].clone())).collect();
    properties["cascade"]["properties"] = of_cascade.into();
    properties["cascade"]["additionalProperties"] = false.into();

    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Front matter of a Croupier page",
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
    })
}
