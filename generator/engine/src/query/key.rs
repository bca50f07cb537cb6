//! The key of a query, as traces store it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::query::Snapshot;
use crate::query::card_queries::{CardAt, CardFonts, CardImage};
use crate::query::declaration::Query;
use crate::query::file_queries::{
    AssetPath, AssetUrl, DataFileOf, DataNames, HasFile, ImageSize, MessageOf, PictureCopies,
    StaticCopy, TemplateText,
};
use crate::query::invalidation::Invalidation;
use crate::query::page_queries::{
    ArchiveOf, ChildPages, FolderName, FolderOf, FolderPage, FoundBySearch, HasFeedEntries,
    IncludedPage, ListNumber, ListedPages, ListingOf, NeighbourPages, OutlineOf, PageAt, PageFor,
    QueryOf, RelatedPages, RouteOf, SourceAt, SourceFor, TermsOf, TranslationsOf, TreeLevelOf,
};
use crate::query::site_queries::{
    ArchiveSettings, FeedSettings, HeadSettings, IslandCode, MarkdownSettings, PictureSettings,
    RuntimeScripts, Setting, SheetText, SliceContent, TaxonomySettings, TimeReached,
};
use croupier_base::fingerprint::Fingerprint;
use croupier_base::media::picture::PictureQuery;
use croupier_base::path::{OutputPath, SitePath};
use croupier_content::site::Site;

macro_rules! keys {
    ($($name:ident),* $(,)?) => {
        /// The key of a query. A page's own content file is not among them: each page has exactly one.
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub(crate) enum QueryKey {
            $(#[doc = concat!("See [`", stringify!($name), "`].")] $name($name)),*
        }

        $(impl From<$name> for QueryKey {
            fn from(query: $name) -> QueryKey {
                QueryKey::$name(query)
            }
        })*

        impl QueryKey {
            /// Runs the query and returns the fingerprint of its result.
            pub(crate) fn fingerprint(&self, snapshot: &Snapshot) -> Fingerprint {
                match self {
                    $(QueryKey::$name(query) => $name::fingerprint(&query.run(snapshot))),*
                }
            }

            /// Whether the changes can have changed the result.
            pub(crate) fn may_change(&self, changes: &Invalidation, site: &Site) -> bool {
                changes.affects_everything() || match self {
                    $(QueryKey::$name(query) => query.may_change(changes, site)),*
                }
            }
        }

        impl fmt::Display for QueryKey {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(QueryKey::$name(query) => query.fmt(f)),*
                }
            }
        }
    };
}

keys! {
    TemplateText,
    DataFileOf,
    MessageOf,
    DataNames,
    Setting,
    TaxonomySettings,
    ArchiveSettings,
    FeedSettings,
    HeadSettings,
    PictureSettings,
    RuntimeScripts,
    SheetText,
    ListedPages,
    ChildPages,
    TreeLevelOf,
    NeighbourPages,
    RelatedPages,
    FoundBySearch,
    PageAt,
    PageFor,
    TranslationsOf,
    FolderName,
    FolderPage,
    ListingOf,
    ListNumber,
    TermsOf,
    ArchiveOf,
    ImageSize,
    SliceContent,
    IslandCode,
    AssetPath,
    StaticCopy,
    HasFile,
    PictureCopies,
    TimeReached,
    RouteOf,
    AssetUrl,
    FolderOf,
    HasFeedEntries,
    QueryOf,
    MarkdownSettings,
    SourceAt,
    SourceFor,
    IncludedPage,
    OutlineOf,
    CardFonts,
    CardImage,
    CardAt,
}

impl QueryKey {
    /// The time of a [`TimeReached`] query, in epoch seconds.
    pub(crate) fn time(&self) -> Option<i64> {
        if let QueryKey::TimeReached(TimeReached(time)) = self { Some(*time) } else { None }
    }

    /// The picture of a [`PictureCopies`] query.
    pub(crate) fn picture(&self) -> Option<&PictureQuery> {
        if let QueryKey::PictureCopies(PictureCopies(query)) = self { Some(query) } else { None }
    }

    /// The output path of a [`CardAt`] query.
    pub(crate) fn social_card(&self) -> Option<&OutputPath> {
        if let QueryKey::CardAt(CardAt(path)) = self { Some(path) } else { None }
    }

    /// The file of a [`StaticCopy`] query.
    pub(crate) fn static_copy(&self) -> Option<&OutputPath> {
        if let QueryKey::StaticCopy(StaticCopy(path)) = self { Some(path) } else { None }
    }

    /// The template of a [`TemplateText`] query.
    pub(crate) fn template(&self) -> Option<&SitePath> {
        if let QueryKey::TemplateText(TemplateText(path)) = self { Some(path) } else { None }
    }

    /// The name of a [`DataFileOf`] query.
    pub(crate) fn data_file(&self) -> Option<&str> {
        if let QueryKey::DataFileOf(DataFileOf(_, name)) = self { Some(name) } else { None }
    }

    /// The language and the key of a [`MessageOf`] query.
    pub(crate) fn message(&self) -> Option<(&str, &str)> {
        if let QueryKey::MessageOf(MessageOf(language, key)) = self {
            Some((language, key))
        } else {
            None
        }
    }

    /// The content file of another page whose text the query reads.
    pub(crate) fn included_file(&self) -> Option<&SitePath> {
        match self {
            QueryKey::IncludedPage(IncludedPage(file)) | QueryKey::OutlineOf(OutlineOf(file)) => {
                Some(file)
            }
            _ => None,
        }
    }

    /// The name of a [`SliceContent`] query.
    pub(crate) fn slice(&self) -> Option<&str> {
        if let QueryKey::SliceContent(SliceContent(name)) = self { Some(name) } else { None }
    }

    /// Whether the result comes from site.toml alone.
    pub(crate) fn is_setting(&self) -> bool {
        matches!(
            self,
            QueryKey::Setting(_)
                | QueryKey::TaxonomySettings(_)
                | QueryKey::FeedSettings(_)
                | QueryKey::MarkdownSettings(_)
                | QueryKey::HeadSettings(_)
                | QueryKey::PictureSettings(_)
        )
    }
}
