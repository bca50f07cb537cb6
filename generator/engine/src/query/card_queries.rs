//! Queries for social cards: their fonts, the images that they show, and the card of a page.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::query::invalidation::Invalidation;
use crate::query::{Query, Snapshot};
use croupier_base::fingerprint::ContentHash;
use croupier_base::path::OutputPath;
use croupier_content::config::tables::social_cards::SocialCards;
use croupier_content::site::Site;

/// The fonts in `[social_cards]` of site.toml, each with the hash of its file. None for a file that is missing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct CardFonts;

impl Query for CardFonts {
    type Output<'a> = Vec<(OutputPath, Option<ContentHash>)>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        let cards = snapshot.inputs.settings.config.social_cards.as_ref();
        let fonts = cards.into_iter().flat_map(SocialCards::font_paths);
        let with_hash = fonts.map(|path| {
            let file = snapshot.inputs.statics.get(&path);
            (path, file.map(|file| file.content_hash))
        });
        with_hash.collect()
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.statics
    }
}

impl fmt::Display for CardFonts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("fonts of social cards")
    }
}

/// The content of a static file, or of a published co-located asset, that a social card shows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct CardImage(pub OutputPath);

impl Query for CardImage {
    type Output<'a> = Option<ContentHash>;

    fn run<'a>(&self, snapshot: &'a Snapshot) -> Self::Output<'a> {
        snapshot.inputs.statics.get(&self.0).map(|file| file.content_hash)
    }

    fn may_change(&self, changes: &Invalidation, _: &Site) -> bool {
        changes.statics
    }
}

impl fmt::Display for CardImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "content of /{}", self.0)
    }
}

/// The social card of a page, by its output path. The path has the digest of everything that the card is drawn from, so that there is no
/// other result.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct CardAt(pub OutputPath);

impl Query for CardAt {
    type Output<'a> = ();

    fn run<'a>(&self, _: &'a Snapshot) -> Self::Output<'a> {}

    fn may_change(&self, _: &Invalidation, _: &Site) -> bool {
        false
    }
}

impl fmt::Display for CardAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "social card /{}", self.0)
    }
}
