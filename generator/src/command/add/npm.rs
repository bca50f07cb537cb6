//! Adds packages and settings to package.json and tsconfig.json. Keys, order and format of the user stay as they are.

use std::sync::LazyLock;

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use serde_json::Value as Json;

use crate::command::add::changes::{Changes, unusable};
use crate::command::failure::Failure;

/// The package.json of the template `islands`, which has the versions that Croupier is tested with.
static STARTER: LazyLock<Json> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../new/islands/package.json")).expect("it is valid")
});
/// The tsconfig.json of the template `islands`.
const TSCONFIG: &str = include_str!("../new/islands/tsconfig.json");

/// The package.json of a site that has none.
const NEW_PACKAGE: &str =
    "{\n  \"name\": \"site\",\n  \"private\": true,\n  \"type\": \"module\"\n}\n";

/// The kinds of dependencies, of which a package needs one.
const KINDS: [&str; 4] =
    ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/// A file of JSON that is edited.
struct JsonFile {
    path: String,
    root: CstRootNode,
    added: Vec<String>,
}

impl JsonFile {
    /// Reads a file, or the text of a new one.
    fn read(changes: &Changes<'_>, path: &str, new: &str) -> Result<JsonFile, Failure> {
        let text = changes.text(path)?.unwrap_or_else(|| new.to_owned());
        let text = text.trim_start_matches('\u{feff}');
        let root = CstRootNode::parse(text, &ParseOptions::default())
            .map_err(|error| unusable(path, &error.to_string()))?;
        if root.value().is_some_and(|value| value.as_object().is_none()) {
            return Err(unusable(path, "it is not an object"));
        }
        Ok(JsonFile { path: path.to_owned(), root, added: Vec::new() })
    }

    fn object(&self) -> CstObject {
        self.root.object_value_or_set()
    }

    fn finish(self, changes: &mut Changes<'_>) {
        changes.edit(&self.path, self.root.to_string(), self.added);
    }
}

/// The packages of a site.
pub(super) struct Packages<'p> {
    /// The path of package.json.
    pub(super) path: &'p str,
}

impl Packages<'_> {
    /// Adds dependencies and scripts of the template `islands`.
    pub(super) fn add_of_starter(
        &self,
        changes: &mut Changes<'_>,
        wanted: &[(&str, &str)],
    ) -> Result<(), Failure> {
        let text = |kind: &str, name: &str| STARTER[kind][name].as_str().unwrap_or_default();
        let entries: Vec<_> =
            wanted.iter().map(|(kind, name)| (*kind, *name, text(kind, name))).collect();
        self.add(changes, &entries)
    }

    /// Adds entries of package.json: their table, name and value. Entries that the user has stay.
    pub(super) fn add(
        &self,
        changes: &mut Changes<'_>,
        entries: &[(&str, &str, &str)],
    ) -> Result<(), Failure> {
        let mut file = JsonFile::read(changes, self.path, NEW_PACKAGE)?;
        let root = file.object();
        let existing = |name: &str| {
            let tables = KINDS.iter().filter_map(|kind| root.object_value(kind));
            let mut values = tables.filter_map(|table| table.get(name)?.value());
            values.next().map(|value| value.to_string().trim_matches('"').to_owned())
        };

        for (kind, name, value) in entries {
            let is_package = KINDS.contains(kind);
            if let Some(version) = existing(name).filter(|_| is_package) {
                if is_too_old(name, &version, value) {
                    changes.conflicts.push(format!(
                        "{} has {name} {version}, but islands need version {value}: write `\"{name}\": \"{value}\"`",
                        self.path
                    ));
                }
                continue;
            }
            if root.get(kind).is_some_and(|it| it.object_value().is_none()) {
                return Err(unusable(self.path, &format!("`{kind}` is not an object")));
            }
            let table = root.object_value_or_set(kind);
            if table.get(name).is_none() {
                add_key(&table, name, CstInputValue::String((*value).to_owned()));
                file.added.push(format!("{name} in {kind}"));
            }
        }
        file.finish(changes);
        Ok(())
    }
}

/// Adds a key to an object, in alphabetical order if its keys are in it.
fn add_key(object: &CstObject, key: &str, value: CstInputValue) {
    let names: Vec<String> =
        object.properties().iter().filter_map(|it| it.name()?.decoded_value().ok()).collect();
    let index = if names.is_sorted() {
        names.iter().filter(|name| name.as_str() < key).count()
    } else {
        names.len()
    };
    object.insert(index, key, value);
}

/// Returns whether a version of React is of an earlier major version than the wanted one.
fn is_too_old(name: &str, version: &str, wanted: &str) -> bool {
    let major = |version: &str| {
        let digits = version.trim_start_matches(|it: char| !it.is_ascii_digit());
        digits.split(|it: char| !it.is_ascii_digit()).next()?.parse::<u32>().ok()
    };
    let versions = major(version).zip(major(wanted));
    matches!(name, "react" | "react-dom") && versions.is_some_and(|(has, wants)| has < wants)
}

/// Creates tsconfig.json, or adds the settings that islands in the folder `dir` need.
pub(super) fn add_tsconfig(
    changes: &mut Changes<'_>,
    path: &str,
    dir: &str,
) -> Result<(), Failure> {
    if !changes.has(path) {
        let folder = Json::from(dir).to_string();
        changes.create(path, &TSCONFIG.replace("\"src\"", &folder));
        return Ok(());
    }

    let mut file = JsonFile::read(changes, path, "{}\n")?;
    let root = file.object();
    if root.get("compilerOptions").is_some_and(|it| it.object_value().is_none()) {
        return Err(unusable(path, "`compilerOptions` is not an object"));
    }
    let options = root.object_value_or_set("compilerOptions");
    for (key, value) in [("jsx", "react-jsx"), ("moduleResolution", "bundler")] {
        match options.get(key).and_then(|it| it.value()?.as_string_lit()?.decoded_value().ok()) {
            None => {
                options.append(key, value.into());
                file.added.push(key.to_owned());
            }
            Some(own) if key == "jsx" && !own.eq_ignore_ascii_case(value) => {
                changes.conflicts.push(format!(
                    "{path} has `\"jsx\": \"{own}\"`: write `\"jsx\": \"{value}\"` for the islands in {dir}/"
                ));
            }
            Some(_) => {}
        }
    }
    // TypeScript then reads no other types than those in the list.
    let types = options.array_value_or_set("types");
    let name = "@croupier/loader/client";
    let texts = types.elements().into_iter().filter_map(|it| it.as_string_lit());
    if !texts.into_iter().any(|it| it.decoded_value().is_ok_and(|it| it == name)) {
        types.append(name.into());
        file.added.push("types".to_owned());
    }
    file.finish(changes);
    Ok(())
}
