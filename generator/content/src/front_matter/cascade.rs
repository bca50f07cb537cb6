//! Inherits front matter: a page takes missing values from the index.md of the nearest folder.

use std::sync::{Arc, LazyLock};

use serde_json::{Map, Value as Json};

use crate::front_matter::key::{ExplicitKeys, Inheritance};
use crate::front_matter::keys::{KEYS, Rare};
use crate::front_matter::model::{Cascade, CascadeFile, FrontMatter, Status};
use crate::front_matter::names::SharedName;
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

    for (index, key) in KEYS.iter().enumerate() {
        let is_set = from.explicit_keys.has_at(index);
        let value = match key.inheritance {
            Inheritance::Value(copy) if is_set && !front.explicit_keys.has_at(index) => {
                if let Some(origin) = &key.origin {
                    *(origin.get_mut)(front) = (origin.get)(from).cloned();
                }
                Some(copy(front, from))
            }
            Inheritance::Entries(merge) if is_set => {
                merge(front, from, &mut taken);
                None
            }
            Inheritance::Original(copy) => copy(front, from),
            _ => continue,
        };

        front.explicit_keys.add_at(index);
        taken.extend(value.map(|value| Taken { key: key.name.to_owned(), value }));
    }

    taken
}

/// Sets where inherited values of a page from the cache were written: in the files of `from`.
pub fn link_origins(front: &mut FrontMatter, from: &FrontMatter) {
    for origin in KEYS.iter().filter_map(|key| key.origin.as_ref()) {
        // Changing a rare key would take memory for all of them.
        if (origin.get)(front).is_some_and(|it| it.cascade_file.is_some()) {
            *(origin.get_mut)(front) = (origin.get)(from).cloned();
        }
    }

    for (name, terms) in &mut front.taxonomies {
        let inherited = from.taxonomies.iter().find(|(other, _)| other == name);
        if let Some((_, inherited)) = inherited
            && terms.iter().any(|term| term.origin.cascade_file.is_some())
        {
            terms.clone_from(inherited);
        }
    }
}

/// Copies `image`. A relative path begins at the file that sets it, which is part of the value.
pub(super) fn inherit_image(front: &mut FrontMatter, from: &FrontMatter) -> Fingerprint {
    front.rare.image.clone_from(&from.rare.image);
    let file = from.rare.image_origin.as_ref().and_then(|it| it.cascade_file.as_ref());
    fingerprint(&(&from.rare.image, file.map(|file| &file.path)))
}

/// Copies the URL of an original as a whole: its path without its slug would be another URL.
pub(super) fn inherit_url(front: &mut FrontMatter, from: &FrontMatter) -> Option<Fingerprint> {
    let has_url = |front: &FrontMatter| front.rare.slug.is_some() || front.rare.path.is_some();
    if has_url(front) || !has_url(from) {
        return None;
    }
    front.rare.slug.clone_from(&from.rare.slug);
    front.rare.path.clone_from(&from.rare.path);
    Some(fingerprint(&(&from.rare.slug, &from.rare.path)))
}

/// Adds the taxonomies of `from` that `front` does not set.
pub(super) fn merge_taxonomies(
    front: &mut FrontMatter,
    from: &FrontMatter,
    taken: &mut Vec<Taken>,
) {
    let is_missing = |name: &SharedName| front.taxonomies.iter().all(|(own, _)| own != name);
    let missing: Vec<_> =
        from.taxonomies.iter().filter(|(name, _)| is_missing(name)).cloned().collect();

    for (name, terms) in &missing {
        let names: Vec<&str> = terms.iter().map(|term| &*term.name).collect();
        let key = format!("taxonomies.{name}");
        taken.push(Taken { key, value: fingerprint(&names) });
    }

    let own = std::mem::take(&mut front.taxonomies);
    front.taxonomies = own.into_iter().chain(missing).collect();
}

/// Adds the values of `extra` that `front` does not set.
pub(super) fn merge_extra(front: &mut FrontMatter, from: &FrontMatter, taken: &mut Vec<Taken>) {
    merge(Arc::make_mut(&mut front.extra), &from.extra, "extra", taken);
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
        for (index, key) in KEYS.iter().enumerate() {
            if key.is_text() {
                shared.explicit_keys.remove_at(index);
            }
            // Mutable access to `rare` allocates it, which most pages do not need.
            if let Some(origin) = &key.origin
                && (origin.get)(&shared).is_some()
                && let Some(origin) = (origin.get_mut)(&mut shared)
            {
                // A location in the file of the original, as for other inherited values.
                origin.inherit_from(&cascade_file);
            }
        }
        for term in shared.taxonomies.iter_mut().flat_map(|(_, terms)| terms) {
            term.origin.inherit_from(&cascade_file);
        }

        // `[content] order` sets the weight.
        let digest = fingerprint(&(text, front.dates(), front.weight));
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
