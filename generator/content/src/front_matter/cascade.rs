//! How a page takes what the index.md of a folder above it says for all below: where it says nothing itself, the nearest folder counts.

use serde_json::{Map, Value as Json};

use crate::front_matter::given::CASCADED;
use crate::front_matter::model::{Cascade, FrontMatter};
use croupier_base::digest::{Digest, digest, fingerprint};
use croupier_base::path::SitePath;

/// A value that was taken.
#[derive(Hash)]
pub struct Taken {
    /// Its key: `template`, `extra.kind`, `extra."2.0".kind`.
    pub key: String,
    /// The value as text.
    value: String,
}

/// The digest of what was taken; 0 where that is nothing.
pub fn digest_of(taken: &[Taken]) -> Digest {
    if taken.is_empty() { 0 } else { fingerprint(taken) }
}

/// The folder whose page a content file is: `content/info` for `content/info/index.md`.
pub fn folder(file: &SitePath) -> Option<&str> {
    let (folder, name) = file.rsplit_once('/')?;
    name.strip_suffix(".md").filter(|name| name.eq_ignore_ascii_case("index")).map(|_| folder)
}

/// Fills in what `front` does not say, and returns what it took.
pub fn fill(front: &mut FrontMatter, from: &FrontMatter) -> Vec<Taken> {
    let mut taken = Vec::new();
    for key in CASCADED.into_iter().filter(|key| from.given.has(key)) {
        match key {
            "extra" => merge(&mut front.extra, &from.extra, key, &mut taken),
            "taxonomies" => {
                for (name, terms) in &from.taxonomies {
                    if !front.taxonomies.iter().any(|(own, _)| own == name) {
                        let names: Vec<&str> =
                            terms.iter().map(|term| term.name.as_str()).collect();
                        taken.push(Taken {
                            key: format!("{key}.{name}"),
                            value: format!("{names:?}"),
                        });
                        front.taxonomies.push((name.clone(), terms.clone()));
                    }
                }
            }
            _ if front.given.has(key) => continue,
            _ => taken.push(Taken { key: key.to_owned(), value: take(front, from, key) }),
        }
        front.given.add(key);
    }
    taken
}

/// Sets where inherited values of a page from the cache were written: in the files of `from`.
pub fn link_origins(front: &mut FrontMatter, from: &FrontMatter) {
    for (value, inherited) in [
        (&mut front.template_at, &from.template_at),
        (&mut front.layout_at, &from.layout_at),
        (&mut front.shell_at, &from.shell_at),
    ] {
        if value.as_ref().is_some_and(|value| value.origin.is_some()) {
            value.clone_from(inherited);
        }
    }
    for (name, terms) in &mut front.taxonomies {
        let inherited = from.taxonomies.iter().find(|(other, _)| other == name);
        if let Some((_, inherited)) = inherited
            && terms.iter().any(|term| term.at.origin.is_some())
        {
            terms.clone_from(inherited);
        }
    }
}

/// Takes one value, and returns it as text.
fn take(front: &mut FrontMatter, from: &FrontMatter, key: &str) -> String {
    macro_rules! take {
        ($field:ident) => {{
            front.$field.clone_from(&from.$field);
            format!("{:?}", from.$field)
        }};
    }
    match key {
        "template" => {
            front.template_at.clone_from(&from.template_at);
            take!(template)
        }
        "layout" => {
            front.layout_at.clone_from(&from.layout_at);
            take!(layout)
        }
        "shell" => {
            front.shell_at.clone_from(&from.shell_at);
            take!(shell)
        }
        "status" => take!(status),
        "draft" => take!(draft),
        "weight" => take!(weight),
        "in_sitemap" => take!(in_sitemap),
        "robots" => take!(robots),
        "publish_at" => take!(publish_at),
        "expire_at" => take!(expire_at),
        "sort_by" => take!(sort_by),
        "paginate_by" => take!(paginate_by),
        other => unreachable!("`{other}` is no value of its own"),
    }
}

/// Brings the keys of a table into one that says nothing of them, tables in tables as well; a list is a value like any other.
fn merge(own: &mut Json, from: &Json, path: &str, taken: &mut Vec<Taken>) {
    let (Json::Object(own), Json::Object(from)) = (own, from) else { return };
    for (key, value) in from {
        let path = below(path, key);
        match own.get_mut(key) {
            Some(said) => merge(said, value, &path, taken),
            None => {
                leaves(value, path, taken);
                own.insert(key.clone(), value.clone());
            }
        }
    }
}

/// The path of a key in the table at `path`. A key that holds a dot is quoted as in TOML, so that no other key has this path.
fn below(path: &str, key: &str) -> String {
    if key.contains(['.', '"']) { format!("{path}.{key:?}") } else { format!("{path}.{key}") }
}

/// Notes all values in a value that was taken whole.
fn leaves(value: &Json, path: String, taken: &mut Vec<Taken>) {
    match value {
        Json::Object(entries) if !entries.is_empty() => {
            for (key, value) in entries {
                leaves(value, below(&path, key), taken);
            }
        }
        _ => taken.push(Taken { key: path, value: value.to_string() }),
    }
}

/// Front matter that says nothing.
pub fn blank() -> FrontMatter {
    FrontMatter { in_sitemap: true, extra: Json::Object(Map::new()), ..FrontMatter::default() }
}

impl Cascade {
    /// What the file says whose values these are.
    pub fn of(file: &SitePath, front: FrontMatter, is_whole: bool) -> Cascade {
        let keys = fill(&mut blank(), &front);
        let files = keys.into_iter().map(|taken| (taken.key, file.clone())).collect();
        Cascade { front, files, is_whole, written: 0 }
    }

    /// What the file says of which nothing is known.
    pub fn unknown(file: &SitePath) -> Cascade {
        Cascade::of(file, blank(), false)
    }

    /// The same with what a folder further up says.
    pub fn below(&self, above: &Cascade) -> Cascade {
        let mut all = self.clone();
        let taken = fill(&mut all.front, &above.front);
        all.files.extend(
            taken
                .into_iter()
                .filter_map(|it| above.files.get_key_value(&it.key))
                .map(|(key, file)| (key.clone(), file.clone())),
        );
        all.is_whole &= above.is_whole;
        all.written = digest(format!("{} {}", self.written, above.written).as_bytes());
        all
    }
}
