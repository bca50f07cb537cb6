//! Co-located assets: files of content/ that are not pages, such as pictures.
//!
//! An asset belongs to the page of the nearest folder above it that has one. It is published below
//! the URL of that page, and only while the page is published.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;

use crate::unpublished::UnpublishedPage;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::media::image::Dimensions;
use croupier_base::path::{OutputPath, Route, SitePath};

/// The metadata of a co-located asset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ColocatedAsset {
    /// Fingerprint, digest and size of the file.
    pub file: StaticFile,
    /// Dimensions, if the file is an image.
    pub dimensions: Option<Dimensions>,
    /// Whether the file has the extension of an image but is not one.
    pub is_no_image: bool,
    /// Whether the file begins with front matter, although it is no page.
    pub has_front_matter: bool,
}

/// The output paths of all co-located assets.
#[derive(Debug, Default, PartialEq, Hash)]
pub struct ColocatedAssets {
    /// Output paths by site path in Unicode NFC. Includes the assets of unpublished pages.
    pub output_paths: BTreeMap<SitePath, OutputPath>,
    /// Published assets by output path.
    pub published: BTreeMap<OutputPath, SitePath>,
    /// Assets of unpublished pages, by URL path.
    pub unpublished: BTreeMap<Route, UnpublishedPage>,
    /// When assets expire with their pages, in epoch seconds, by output path.
    pub expires_at: BTreeMap<OutputPath, i64>,
}

/// The page that the assets of a folder belong to.
#[derive(Debug)]
pub struct Owner {
    /// The route of the page.
    pub route: Route,
    /// Set if the page is not published.
    pub unpublished: Option<UnpublishedPage>,
    /// When the page expires, in epoch seconds.
    pub expires_at: Option<i64>,
}

impl ColocatedAssets {
    /// Returns the output path and the owner of an asset, or `None` if it belongs to no page.
    /// `owners` has the pages by folder.
    pub fn locate<'a>(
        file: &SitePath,
        owners: &'a BTreeMap<SitePath, Owner>,
    ) -> Option<(OutputPath, &'a Owner)> {
        let mut folder = file.as_str();
        let (folder, owner) = loop {
            folder = folder.rsplit_once('/')?.0;
            if let Some(owner) = owners.get(folder) {
                break (folder, owner);
            }
        };

        // The base of a page with a file name, such as `/404.html`, is its parent folder.
        let base = if owner.route.ends_with('/') {
            owner.route.as_str()
        } else {
            owner.route.parent().unwrap_or("/")
        };

        let rest: String = file[folder.len() + 1..].nfc().collect();
        Some((OutputPath::new(format!("{base}{rest}").trim_start_matches('/')), owner))
    }

    /// Adds an asset of `owner`.
    pub fn add(&mut self, file: &SitePath, output_path: &OutputPath, owner: &Owner) {
        let nfc_path = SitePath::new(file.nfc().collect::<String>());
        self.output_paths.insert(nfc_path, output_path.clone());
        self.expires_at.extend(owner.expires_at.map(|time| (output_path.clone(), time)));
        match &owner.unpublished {
            Some(page) => {
                self.unpublished.insert(Route::new(format!("/{output_path}")), page.clone());
            }
            None => {
                self.published.insert(output_path.clone(), file.clone());
            }
        }
    }
}
