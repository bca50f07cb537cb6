//! Files of content/ that are no pages: pictures and whatever else is published as it is. Each belongs to the page of the nearest
//! folder around it that has one, lies at the address of that page, and comes and goes with it.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;

use crate::absent::AbsentPage;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::media::image::Dimensions;
use croupier_base::path::{OutputPath, Route, SitePath};

/// A file of content/ as it was read last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileBeside {
    /// What stands for its bytes.
    pub file: StaticFile,
    /// How large it is, where it is an image that says so.
    pub dimensions: Option<Dimensions>,
    /// Whether it has the name of an image and holds none.
    pub is_no_image: bool,
}

/// Where files of content/ lie.
#[derive(Debug, Default, PartialEq, Hash)]
pub struct FilesBeside {
    /// Where a file lies, or would if its page were part of the site now: by its site path, with accents in one piece.
    pub places: BTreeMap<SitePath, OutputPath>,
    /// The files that are published, by where they lie.
    pub published: BTreeMap<OutputPath, SitePath>,
    /// Those that are not, because the site does not have their pages now, by address.
    pub absent: BTreeMap<Route, AbsentPage>,
    /// The moments from which on files are over with their pages, in epoch seconds, by where they lie.
    pub ends: BTreeMap<OutputPath, i64>,
}

/// The page that the files of a folder belong to.
#[derive(Debug)]
pub struct Owner {
    /// Where it is, or would be.
    pub route: Route,
    /// What there is in its place, where it is not part of the site now.
    pub absent: Option<AbsentPage>,
    /// The moment from which on it is over, in epoch seconds.
    pub ends: Option<i64>,
}

impl FilesBeside {
    /// Gives a file its place by the pages of folders; `None` where it belongs to none.
    pub fn place<'a>(
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
        // A page that is a file, such as `/404.html`, lies in a folder like any other file.
        let base = if owner.route.ends_with('/') {
            owner.route.as_str()
        } else {
            owner.route.parent().unwrap_or("/")
        };
        let rest: String = file[folder.len() + 1..].nfc().collect();
        Some((OutputPath::new(format!("{base}{rest}").trim_start_matches('/')), owner))
    }

    /// Notes where a file lies that belongs to `owner`.
    pub fn add(&mut self, file: &SitePath, place: &OutputPath, owner: &Owner) {
        self.places.insert(SitePath::new(file.nfc().collect::<String>()), place.clone());
        self.ends.extend(owner.ends.map(|end| (place.clone(), end)));
        match &owner.absent {
            Some(page) => drop(self.absent.insert(Route::new(format!("/{place}")), page.clone())),
            None => drop(self.published.insert(place.clone(), file.clone())),
        }
    }
}
