//! Queries for files: templates, data, images, static files and assets.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::query::data::DataFile;
use crate::query::invalidation::Invalidation;
use crate::query::page_queries::In;
use crate::query::{Query, Snapshot};
use croupier_base::disk::static_file::StaticFile;
use croupier_base::media::image::Dimensions;
use croupier_base::media::picture::{Picture, PictureQuery};
use croupier_base::path::{OutputPath, SitePath};
use croupier_content::languages::LanguageKey;
use croupier_content::site::Site;

/// The text of the template at a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct TemplateText(pub SitePath);

impl Query for TemplateText {
    type Output<'a> = Option<&'a Arc<str>>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.templates.get(&self.0)
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.templates
    }
}

impl fmt::Display for TemplateText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "template {}", self.0)
    }
}

/// The data file of a name, with the texts of a language.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct DataFileOf(pub LanguageKey, pub String);

impl Query for DataFileOf {
    type Output<'a> = Option<&'a DataFile>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.data_in(self.0, &self.1)
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.data
    }
}

impl fmt::Display for DataFileOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "data {}{}", self.1, In(self.0))
    }
}

/// The names of all data files.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct DataNames;

/// The data files by name. Only the names are fingerprinted.
pub(crate) struct NamedData<'a>(pub &'a std::collections::BTreeMap<String, DataFile>);

impl Hash for NamedData<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.len().hash(state);
        self.0.keys().for_each(|name| name.hash(state));
    }
}

impl Query for DataNames {
    type Output<'a> = NamedData<'a>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        NamedData(&snapshot.inputs.data)
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.data
    }
}

impl fmt::Display for DataNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the names of all data files")
    }
}

/// The dimensions of the image at an output path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct ImageSize(pub OutputPath);

impl Query for ImageSize {
    type Output<'a> = Option<Dimensions>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.images.get(&self.0).copied()
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.statics
    }
}

impl fmt::Display for ImageSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dimensions of {}", self.0)
    }
}

/// The hashed path of an asset of the runtime.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct AssetPath(pub String);

impl Query for AssetPath {
    type Output<'a> = Option<&'a str>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let assets = &snapshot.inputs.bundle.as_ref()?.assets;
        assets.get(&self.0).map(String::as_str)
    }

    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for AssetPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "asset {}", self.0)
    }
}

/// A static file, which templates link to by a copy with a hashed name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct StaticCopy(pub OutputPath);

impl Query for StaticCopy {
    type Output<'a> = Option<StaticFile>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.statics.get(&self.0).copied()
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.statics
    }
}

impl fmt::Display for StaticCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "file /{}", self.0)
    }
}

/// Whether there is a static file, or a published co-located asset, at an output path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct HasFile(pub OutputPath);

impl Query for HasFile {
    type Output<'a> = bool;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.statics.contains_key(&self.0)
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.statics
    }
}

impl fmt::Display for HasFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "whether there is a file /{}", self.0)
    }
}

/// The copies of a picture in several widths.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct PictureCopies(pub PictureQuery);

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

impl Query for PictureCopies {
    type Output<'a> = PictureFile;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        if !snapshot.inputs.statics.contains_key(&self.0.path) {
            return PictureFile::Missing;
        }
        snapshot.picture(&self.0).map_or(PictureFile::NoPicture, PictureFile::Picture)
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.statics
    }
}

impl fmt::Display for PictureCopies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PictureQuery { path, widths, quality, .. } = &self.0;
        let widths: Vec<_> = widths.iter().map(ToString::to_string).collect();
        write!(f, "picture /{path}, {} wide, quality {quality}", widths.join(" and "))
    }
}

/// The output path of a co-located asset, by its site path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct AssetUrl(pub SitePath);

impl Query for AssetUrl {
    type Output<'a> = Option<&'a OutputPath>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.assets.output_paths.get(&self.0)
    }

    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for AssetUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "URL of {}", self.0)
    }
}
