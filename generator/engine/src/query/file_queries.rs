//! Queries for files: templates, data, messages, images, static files and assets.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::query::data::DataFile;
use crate::query::declaration::query;
use crate::query::page_queries::In;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::media::image::Dimensions;
use croupier_base::media::picture::{Picture, PictureQuery};
use croupier_base::path::{OutputPath, SitePath};
use croupier_content::languages::LanguageKey;
use croupier_content::messages::catalog::Message;

query! {
    /// The text of the template at a path.
    TemplateText(path: SitePath) -> Option<&'a Arc<str>>;
    run: |snapshot| snapshot.inputs.templates.get(path),
    may_change: |changes, _| changes.templates,
    display: |f| write!(f, "template {path}"),
}

query! {
    /// The data file of a name, with the texts of a language.
    DataFileOf(language: LanguageKey, name: String) -> Option<&'a DataFile>;
    run: |snapshot| snapshot.inputs.data_in(*language, name),
    may_change: |changes, _| changes.data,
    display: |f| write!(f, "data {name}{}", In(*language)),
}

query! {
    /// The names of all data files.
    DataNames -> NamedData<'a>;
    run: |snapshot| NamedData(&snapshot.inputs.data),
    may_change: |changes, _| changes.data,
    display: |f| f.write_str("the names of all data files"),
}

/// The data files by name. Only the names are fingerprinted.
pub(crate) struct NamedData<'a>(pub &'a BTreeMap<String, DataFile>);

impl Hash for NamedData<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.len().hash(state);
        self.0.keys().for_each(|name| name.hash(state));
    }
}

query! {
    /// A message of a language by its key, `id` or `id.attribute`, with the messages and terms that it refers to. None if the language,
    /// named as in site.toml, does not have it itself.
    MessageOf(language: String, key: String) -> Option<Message<'a>>;
    run: |snapshot| snapshot.inputs.messages.message(language, key),
    may_change: |changes, _| changes.messages,
    display: |f| write!(f, "message {key} in {language}"),
}

query! {
    /// The dimensions of the image at an output path.
    ImageSize(path: OutputPath) -> Option<Dimensions>;
    run: |snapshot| snapshot.inputs.images.get(path).copied(),
    may_change: |changes, _| changes.statics,
    display: |f| write!(f, "dimensions of {path}"),
}

query! {
    /// The hashed path of an asset of the runtime.
    AssetPath(name: String) -> Option<&'a str>;
    run: |snapshot| {
        let assets = &snapshot.inputs.bundle.as_ref()?.assets;
        assets.get(name).map(String::as_str)
    },
    may_change: |_, _| false,
    display: |f| write!(f, "asset {name}"),
}

query! {
    /// A static file, which templates link to by a copy with a hashed name.
    StaticCopy(path: OutputPath) -> Option<StaticFile>;
    run: |snapshot| snapshot.inputs.statics.get(path).copied(),
    may_change: |changes, _| changes.statics,
    display: |f| write!(f, "file /{path}"),
}

query! {
    /// Whether there is a static file, or a published co-located asset, at an output path.
    HasFile(path: OutputPath) -> bool;
    run: |snapshot| snapshot.inputs.statics.contains_key(path),
    may_change: |changes, _| changes.statics,
    display: |f| write!(f, "whether there is a file /{path}"),
}

query! {
    /// The copies of a picture in several widths.
    PictureCopies(query: PictureQuery) -> PictureFile;
    run: |snapshot| {
        if !snapshot.inputs.statics.contains_key(&query.path) {
            return PictureFile::Missing;
        }
        snapshot.picture(query).map_or(PictureFile::NoPicture, PictureFile::Picture)
    },
    may_change: |changes, _| changes.statics,
    display: |f| {
        let PictureQuery { path, widths, quality, .. } = query;
        let widths: Vec<_> = widths.iter().map(ToString::to_string).collect();
        write!(f, "picture /{path}, {} wide, quality {quality}", widths.join(" and "))
    },
}

/// The result of [`PictureCopies`].
#[derive(Hash)]
pub(crate) enum PictureFile {
    /// There is no such file.
    Missing,
    /// The file holds no picture with known dimensions.
    NoPicture,
    /// A picture.
    Picture(Picture),
}

query! {
    /// The output path of a co-located asset, by its site path.
    AssetUrl(path: SitePath) -> Option<&'a OutputPath>;
    run: |snapshot| snapshot.inputs.assets.output_paths.get(path),
    may_change: |_, _| false,
    display: |f| write!(f, "URL of {path}"),
}
