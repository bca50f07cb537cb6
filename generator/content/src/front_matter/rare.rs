//! Keys of front matter that few pages set, which take memory only on these pages.

use std::ops::{Deref, DerefMut, Range};
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use crate::config::tables::languages::Untranslated;
use crate::front_matter::model::{Alias, Cascade, ValueOrigin};
use crate::model::authors::Author;
use croupier_base::path::{Href, Route, SitePath};

/// The [`RareKeys`] of a page.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Rare(Option<Box<RareKeys>>);

/// The values of keys that few pages set.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct RareKeys {
    /// The `h1`, if it differs from the title.
    pub heading: Option<String>,
    /// Route that overrides the one derived from the file path.
    pub path: Option<Href>,
    /// Byte range of `path` in the file, for diagnostics.
    pub path_range: Option<Range<usize>>,
    /// The last part of the URL, instead of the name of the file or of the title in a permalink.
    pub slug: Option<String>,
    /// Byte range of `slug` in the file, for diagnostics.
    pub slug_range: Option<Range<usize>>,
    /// The route with the capital letters of the file or of `path`, if it has some that the route has not.
    pub written_route: Option<Route>,
    /// Name of the layout around the page.
    pub layout: Option<String>,
    /// Location of the layout name, for diagnostics.
    pub layout_origin: Option<ValueOrigin>,
    /// Name of the base layout: a file in `pages/shells/` without extension, or [`super::DEFAULT_SHELL`].
    pub shell: Option<String>,
    /// Location of the base layout name, for diagnostics.
    pub shell_origin: Option<ValueOrigin>,
    /// Content of the robots meta tag.
    pub robots: Option<String>,
    /// The image for link previews: a URL path, an absolute URL, or the path of a file relative to the content file. Empty for none.
    pub image: Option<String>,
    /// Location of the image, for diagnostics.
    pub image_origin: Option<ValueOrigin>,
    /// The alternative text of the image.
    pub image_alt: Option<String>,
    /// The authors. If empty, those of the site.
    pub authors: Vec<Author>,
    /// The URL of the original, if the page is a copy: a URL path or an absolute URL.
    pub canonical: Option<String>,
    /// Location of `canonical`, for diagnostics.
    pub canonical_origin: Option<ValueOrigin>,
    /// What the page has in common with its translations, if their files have other names.
    pub translation_key: Option<String>,
    /// What languages have in place of the page if it is not translated. `None` if the language decides.
    pub untranslated: Option<Untranslated>,
    /// Whether production builds need all translations of the page, and up-to-date ones.
    pub must_match: bool,
    /// The URLs of the page in other languages, by language tag.
    pub alternates: Vec<(String, String)>,
    /// `publish_at` in the form of `date`.
    pub publish_date: Option<Box<str>>,
    /// When the page becomes part of the site, in epoch seconds.
    pub publish_at: Option<i64>,
    /// When the page stops being part of the site, in epoch seconds.
    pub expire_at: Option<i64>,
    /// The path of the file as the system stores it, if it is not in NFC.
    pub stored_path: Option<SitePath>,
    /// Former paths, which redirect to this page.
    pub aliases: Vec<Alias>,
    /// Short name for menus.
    pub menu_label: Option<String>,
    /// Number of listed pages on each paginated page.
    pub paginate_by: Option<usize>,
    /// The values that an index.md sets for the pages below its folder.
    #[serde(skip)]
    pub cascade: Option<Arc<Cascade>>,
}

impl Deref for Rare {
    type Target = RareKeys;

    fn deref(&self) -> &RareKeys {
        static UNSET: LazyLock<RareKeys> = LazyLock::new(RareKeys::default);
        self.0.as_deref().unwrap_or_else(|| &UNSET)
    }
}

impl DerefMut for Rare {
    fn deref_mut(&mut self) -> &mut RareKeys {
        self.0.get_or_insert_default()
    }
}
