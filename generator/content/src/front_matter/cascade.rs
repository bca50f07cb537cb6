//! Inherits front matter: a page takes missing values from the index.md of the nearest folder.

use std::sync::{Arc, LazyLock};

use serde_json::{Map, Value as Json};

use crate::front_matter::model::{
    CASCADED, Cascade, CascadeFile, ExplicitKeys, FrontMatter, Status, ValueOrigin,
};
use crate::front_matter::names::SharedName;
use crate::front_matter::rare::Rare;
use crate::model::SortBy;
use croupier_base::disk::ignored::extra_schema_folder;
use croupier_base::fingerprint::{Fingerprint, fingerprint};
use croupier_base::path::SitePath;
use croupier_base::syntax::schema::Schema;

/// A value that a page inherited.
#[derive(Hash)]
pub struct Taken {
    /// Its key: `template`, `extra.kind`, `extra."2.0".kind`.
    pub key: String,
    /// The fingerprint of the value.
    value: Fingerprint,
}

/// Returns the digest of the inherited values, or 0 if there are none.
pub fn digest_of(taken: &[Taken]) -> Fingerprint {
    if taken.is_empty() { 0 } else { fingerprint(taken) }
}

/// Returns the folder that an index.md belongs to: `content/info` for `content/info/index.md`.
pub fn folder(file: &SitePath) -> Option<&str> {
    let (folder, name) = file.rsplit_once('/')?;
    name.strip_suffix(".md").filter(|name| name.eq_ignore_ascii_case("index")).map(|_| folder)
}

/// Returns the folder for whose pages a file sets values or a schema: an index.md, or a schema of `extra`.
pub fn folder_of_source(file: &SitePath) -> Option<&str> {
    folder(file).or_else(|| extra_schema_folder(file))
}

/// Fills in the keys that `front` does not set, and returns the inherited values.
pub fn fill(front: &mut FrontMatter, from: &FrontMatter) -> Vec<Taken> {
    let mut taken = Vec::new();

    for key in CASCADED.into_iter().filter(|key| from.explicit_keys.has(key)) {
        match key {
            "extra" => merge(Arc::make_mut(&mut front.extra), &from.extra, key, &mut taken),
            "taxonomies" => {
                let is_missing =
                    |name: &SharedName| front.taxonomies.iter().all(|(own, _)| own != name);
                let missing: Vec<_> =
                    from.taxonomies.iter().filter(|(name, _)| is_missing(name)).cloned().collect();

                for (name, terms) in &missing {
                    let names: Vec<&str> = terms.iter().map(|term| &*term.name).collect();
                    let key = format!("{key}.{name}");
                    taken.push(Taken { key, value: fingerprint(&names) });
                }

                let own = std::mem::take(&mut front.taxonomies);
                front.taxonomies = own.into_iter().chain(missing).collect();
            }
            _ if front.explicit_keys.has(key) => continue,
            _ => taken.push(Taken { key: key.to_owned(), value: take(front, from, key) }),
        }
        front.explicit_keys.add(key);
    }

    taken.extend(fill_from_original(front, from));
    taken
}

/// Fills in the keys that only a translation inherits, from its original. A `[cascade]` table does not have them.
fn fill_from_original(front: &mut FrontMatter, from: &FrontMatter) -> Vec<Taken> {
    let mut taken = Vec::new();
    if front.date.is_none() && from.date.is_some() {
        front.date.clone_from(&from.date);
        front.dated_at = from.dated_at;
        taken.push(Taken {
            key: "date".to_owned(),
            value: fingerprint(&(&from.date, from.dated_at)),
        });
    }

    if front.updated.is_none() && from.updated.is_some() {
        front.updated.clone_from(&from.updated);
        front.updated_at = from.updated_at;
        let value = fingerprint(&(&from.updated, from.updated_at));
        taken.push(Taken { key: "updated".to_owned(), value });
    }

    // The URL of the original is taken as a whole: a path without its slug would be another URL.
    let has_own_url = front.rare.slug.is_some() || front.rare.path.is_some();
    if !has_own_url && (from.rare.slug.is_some() || from.rare.path.is_some()) {
        let (slug, path) = (&from.rare.slug, &from.rare.path);
        front.rare.slug.clone_from(slug);
        front.rare.path.clone_from(path);
        taken.push(Taken { key: "path".to_owned(), value: fingerprint(&(slug, path)) });
    }

    taken
}

/// Sets where inherited values of a page from the cache were written: in the files of `from`.
pub fn link_origins(front: &mut FrontMatter, from: &FrontMatter) {
    let is_inherited =
        |origin: &Option<ValueOrigin>| origin.as_ref().is_some_and(|it| it.cascade_file.is_some());

    macro_rules! link {
        ($($field:ident).+) => {
            // Changing a rare key would take memory for all of them.
            if is_inherited(&front.$($field).+) {
                front.$($field).+.clone_from(&from.$($field).+);
            }
        };
    }

    link!(template_origin);
    link!(rare.layout_origin);
    link!(rare.shell_origin);
    link!(rare.image_origin);

    for (name, terms) in &mut front.taxonomies {
        let inherited = from.taxonomies.iter().find(|(other, _)| other == name);
        if let Some((_, inherited)) = inherited
            && terms.iter().any(|term| term.origin.cascade_file.is_some())
        {
            terms.clone_from(inherited);
        }
    }
}

/// Copies the value of `key` from `from` to `front`, and returns its fingerprint.
fn take(front: &mut FrontMatter, from: &FrontMatter, key: &str) -> Fingerprint {
    macro_rules! take {
        ($($field:ident).+) => {{
            front.$($field).+.clone_from(&from.$($field).+);
            fingerprint(&from.$($field).+)
        }};
    }

    match key {
        "template" => {
            front.template_origin.clone_from(&from.template_origin);
            take!(template)
        }
        "layout" => {
            front.rare.layout_origin.clone_from(&from.rare.layout_origin);
            take!(rare.layout)
        }
        "shell" => {
            front.rare.shell_origin.clone_from(&from.rare.shell_origin);
            take!(rare.shell)
        }
        "status" => take!(status),
        "draft" => take!(draft),
        "headless" => take!(headless),
        "weight" => take!(weight),
        "in_sitemap" => take!(in_sitemap),
        "search" => take!(search),
        "robots" => take!(rare.robots),
        "image" => {
            front.rare.image_origin.clone_from(&from.rare.image_origin);
            // A relative path begins at the file that sets it.
            let file = from.rare.image_origin.as_ref().and_then(|it| it.cascade_file.as_ref());
            fingerprint(&(take!(rare.image), file.map(|file| &file.path)))
        }
        "image_alt" => take!(rare.image_alt),
        "authors" => take!(rare.authors),
        "publish_at" => {
            front.rare.publish_date.clone_from(&from.rare.publish_date);
            fingerprint(&(take!(rare.publish_at), &from.rare.publish_date))
        }
        "expire_at" => take!(rare.expire_at),
        "sort_by" => take!(sort_by),
        "paginate_by" => take!(rare.paginate_by),
        "untranslated" => take!(rare.untranslated),
        "must_match" => take!(rare.must_match),
        other => unreachable!("`{other}` is not a key with a single value"),
    }
}

/// Copies the keys that are missing in `own`, recursively for nested tables. Lists are not merged.
fn merge(own: &mut Json, from: &Json, path: &str, taken: &mut Vec<Taken>) {
    let (Json::Object(own), Json::Object(from)) = (own, from) else { return };
    for (key, value) in from {
        let path = child_path(path, key);
        match own.get_mut(key) {
            Some(own_value) => merge(own_value, value, &path, taken),
            None => {
                add_leaves(value, path, taken);
                own.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Returns the path of a key in the table at `path`. A key with a dot is quoted as in TOML, so that
/// paths are unique.
fn child_path(path: &str, key: &str) -> String {
    if key.contains(['.', '"']) { format!("{path}.{key:?}") } else { format!("{path}.{key}") }
}

/// Adds an entry for every leaf of an inherited value.
fn add_leaves(value: &Json, path: String, taken: &mut Vec<Taken>) {
    match value {
        Json::Object(entries) if !entries.is_empty() => {
            for (key, value) in entries {
                add_leaves(value, child_path(&path, key), taken);
            }
        }
        _ => taken.push(Taken { key: path, value: fingerprint(value) }),
    }
}

/// Returns front matter without any key.
pub fn blank() -> FrontMatter {
    static EXTRA: LazyLock<Arc<Json>> = LazyLock::new(|| Arc::new(Json::Object(Map::new())));
    FrontMatter {
        title: Box::default(),
        body_start: None,
        description: Box::default(),
        template: None,
        template_origin: None,
        status: Status::default(),
        draft: false,
        headless: false,
        weight: 0,
        in_sitemap: true,
        search: true,
        date: None,
        dated_at: None,
        updated: None,
        updated_at: None,
        sort_by: SortBy::default(),
        taxonomies: Box::default(),
        extra: Arc::clone(&EXTRA),
        explicit_keys: ExplicitKeys::default(),
        rare: Rare::default(),
    }
}

impl Cascade {
    /// Creates the cascade of the index.md `file` from its values.
    pub fn of(file: &SitePath, front: FrontMatter, is_complete: bool) -> Cascade {
        let keys = fill(&mut blank(), &front);
        let files = keys.into_iter().map(|taken| (taken.key, file.clone())).collect();
        Cascade { front, files, is_complete, extra_schema: None, source_digest: 0 }
    }

    /// Creates the cascade of a folder that sets no values, but has a schema. `digest` is that of its text.
    pub fn of_schema(file: &SitePath, schema: Schema, digest: Fingerprint) -> Cascade {
        let extra_schema = Some(Arc::new(schema));
        Cascade { extra_schema, source_digest: digest, ..Cascade::of(file, blank(), true) }
    }

    /// Creates the values that translations of a page take from it: all but texts. `text` is its file up to the end of the front matter.
    pub fn of_original(
        file: &SitePath,
        text: &str,
        front: &FrontMatter,
        is_complete: bool,
    ) -> Cascade {
        let cascade_file = Arc::new(CascadeFile { path: file.clone(), text: Arc::from(text) });
        let mut shared =
            FrontMatter { title: Box::default(), description: Box::default(), ..front.clone() };
        shared.explicit_keys.remove("image_alt");

        // Locations in the file of the original, as for other inherited values.
        let rare = &*shared.rare;
        let has_origins = rare.layout_origin.is_some()
            || rare.shell_origin.is_some()
            || rare.image_origin.is_some();
        // Mutable access to `rare` allocates it, which most pages do not need.
        if has_origins {
            let rare = &mut *shared.rare;
            let origins = [&mut rare.layout_origin, &mut rare.shell_origin, &mut rare.image_origin];
            for origin in origins.into_iter().flatten() {
                origin.inherit_from(&cascade_file);
            }
        }
        if let Some(origin) = &mut shared.template_origin {
            origin.inherit_from(&cascade_file);
        }
        for term in shared.taxonomies.iter_mut().flat_map(|(_, terms)| terms) {
            term.origin.inherit_from(&cascade_file);
        }

        let digest = fingerprint(&(text, front.dates()));
        Cascade { source_digest: digest, ..Cascade::of(file, shared, is_complete) }
    }

    /// Returns these values of an original without those of `extra` that a schema marks as translatable.
    #[must_use]
    pub fn without_texts(&self, schema: &Schema) -> Cascade {
        let mut cascade = self.clone();
        schema.remove_translatable(Arc::make_mut(&mut cascade.front.extra));
        cascade
    }

    /// Creates the cascade of a file whose values could not be read.
    pub fn unknown(file: &SitePath) -> Cascade {
        Cascade::of(file, blank(), false)
    }

    /// Returns this cascade with the missing values filled in from a folder further up.
    #[must_use]
    pub fn below(&self, above: &Cascade) -> Cascade {
        let mut merged = self.clone();
        let taken = fill(&mut merged.front, &above.front);
        merged.files.extend(
            taken
                .into_iter()
                .filter_map(|it| above.files.get_key_value(&it.key))
                .map(|(key, file)| (key.clone(), file.clone())),
        );
        merged.is_complete &= above.is_complete;
        merged.extra_schema = merged.extra_schema.or_else(|| above.extra_schema.clone());
        merged.source_digest = fingerprint(&(self.source_digest, above.source_digest));
        merged
    }
}
