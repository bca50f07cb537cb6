//! The validated front matter of a page and of the folders above it.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::front_matter::key::ExplicitKeys;
use crate::front_matter::keys::{KEYS, Rare, RareKeys};
use crate::front_matter::names::SharedName;
use crate::model::SortBy;
use croupier_base::diagnostic::Location;
use croupier_base::fingerprint::Fingerprint;
use croupier_base::path::{Href, SitePath};
use croupier_base::syntax::schema::Schema;

/// Whether the operator approved the text of the page (A4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// An example text. The production profile rejects it.
    Sample,
    /// Ready for players.
    #[default]
    Approved,
}

impl Status {
    /// The statuses by their names in front matter.
    pub(super) const NAMES: [(&str, Status); 2] =
        [("sample", Status::Sample), ("approved", Status::Approved)];
}

/// Name of the base layout that pages use by default. Its template is next to the page templates.
pub const DEFAULT_SHELL: &str = "shell";
/// Folder of all other base layouts.
pub const SHELLS: &str = "pages/shells/";

/// The front matter of one page. A large site has one for each page in memory, so that it is compact.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each one is a key of front matter")]
pub struct FrontMatter {
    /// The document title.
    pub title: Box<str>,
    /// Byte offset in the text where the visible body starts, if a heading before it is the title.
    pub body_start: Option<usize>,
    /// The meta description.
    pub description: Box<str>,
    /// Template name without folder and extension.
    pub template: Option<Box<str>>,
    /// Location of the template name, for diagnostics.
    pub template_origin: Option<ValueOrigin>,
    /// Sample or approved.
    pub status: Status,
    /// Whether the page is a draft, which is only built with `--drafts`.
    pub draft: bool,
    /// Whether other pages can include the page, which is not published itself.
    pub headless: bool,
    /// Sort weight among its siblings, lowest first.
    pub weight: i64,
    /// Whether the page is listed in sitemap.xml.
    pub in_sitemap: bool,
    /// Whether the search of the site finds the page.
    pub search: bool,
    /// Publication date, `2026-11-21`, or datetime with an offset. Defaults to `publish_at`.
    pub date: Option<Box<str>>,
    /// The same in epoch seconds, for sorting.
    pub dated_at: Option<i64>,
    /// Date of the last change, `2026-11-21`, or datetime with an offset.
    pub updated: Option<Box<str>>,
    /// The same in epoch seconds.
    pub updated_at: Option<i64>,
    /// Order in which the page lists the pages below it.
    pub sort_by: SortBy,
    /// Terms by the name of their taxonomy.
    pub taxonomies: Taxonomies,
    /// Custom values for the template.
    #[serde(with = "as_text")]
    pub extra: Arc<Json>,
    /// The keys that are set, of those that `[cascade]` can set. Includes inherited keys after [`super::cascade::fill`].
    pub explicit_keys: ExplicitKeys,
    /// The keys that few pages set.
    pub rare: Rare,
}

/// The terms of a page by the name of their taxonomy.
pub(super) type Taxonomies = Box<[(SharedName, Box<[Term]>)]>;

/// Serializes JSON as a string, for formats that are not self-describing.
mod as_text {
    use std::fmt;
    use std::sync::Arc;

    use serde::de::{Error, Visitor};
    use serde::{Deserializer, Serialize, Serializer};
    use serde_json::Value as Json;

    use crate::front_matter::cascade::blank;

    pub(super) fn serialize<S: Serializer>(json: &Json, to: S) -> Result<S::Ok, S::Error> {
        json.to_string().serialize(to)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Arc<Json>, D::Error> {
        from.deserialize_str(Text)
    }

    struct Text;

    impl Visitor<'_> for Text {
        type Value = Arc<Json>;

        fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
            to.write_str("JSON in a string")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Arc<Json>, E> {
            if text == "{}" {
                return Ok(blank().extra);
            }
            serde_json::from_str(text).map(Arc::new).map_err(E::custom)
        }
    }
}

impl FrontMatter {
    /// Returns the site path of the page's template.
    pub fn template_path(&self) -> SitePath {
        SitePath::new(format!("pages/{}.html", self.template.as_deref().unwrap_or("page")))
    }

    /// Returns the name of the base layout, if it is not the default one.
    pub fn custom_shell(&self) -> Option<&str> {
        self.rare.shell.as_deref().filter(|name| *name != DEFAULT_SHELL)
    }

    /// Returns the site path of the base layout's template.
    pub fn shell_path(&self) -> SitePath {
        SitePath::new(match self.custom_shell() {
            Some(name) => format!("{SHELLS}{name}.html"),
            None => format!("pages/{DEFAULT_SHELL}.html"),
        })
    }

    /// Returns whether `robots` excludes the page from search results.
    pub fn forbids_indexing(&self) -> bool {
        let mut rules = self.rare.robots.iter().flat_map(|robots| robots.split(','));
        rules.any(|rule| {
            let rule = rule.trim();
            rule.eq_ignore_ascii_case("noindex") || rule.eq_ignore_ascii_case("none")
        })
    }

    /// Sets a missing `date` to `publish_at`.
    pub fn default_date_to_publish_at(&mut self) {
        if self.date.is_none() {
            self.dated_at = self.rare.publish_at;
            self.date.clone_from(&self.rare.publish_date);
        }
    }

    /// Returns all dates, for a fingerprint. They depend on the time zone of the site.
    pub fn dates(&self) -> impl Hash {
        let FrontMatter { date, dated_at, updated, updated_at, rare, .. } = self;
        let RareKeys { publish_at, expire_at, .. } = &**rare;
        (date, dated_at, updated, updated_at, publish_at, expire_at)
    }

    /// Returns whether the page has a date.
    pub fn has_dates(&self) -> bool {
        [self.dated_at, self.updated_at, self.rare.publish_at, self.rare.expire_at]
            .iter()
            .any(Option::is_some)
    }

    /// Returns whether a page with this front matter has the same visibility, URLs and lists as one
    /// with the other.
    pub fn has_same_position(&self, other: &FrontMatter) -> bool {
        self.rare.written_route == other.rare.written_route
            && KEYS
                .iter()
                .filter_map(|key| key.has_same_position)
                .all(|is_same| is_same(self, other))
    }

    /// Replaces the texts for readers by those of a pseudo-language.
    pub fn translate(&mut self, translate: &dyn Fn(&str) -> String) {
        for translate_key in KEYS.iter().filter_map(|key| key.translate) {
            translate_key(self, translate);
        }
    }

    /// Returns whether both have the same former paths, at any location of their files.
    pub(super) fn has_same_aliases(&self, other: &FrontMatter) -> bool {
        let (own, others) = (self.rare.aliases.iter(), other.rare.aliases.iter());
        own.map(|it| &it.path).eq(others.map(|it| &it.path))
    }

    /// Returns whether both have the same terms, if the page is left out of the site at some time.
    /// The terms of such a page are recorded as unpublished link targets. Those of other pages are
    /// compared when a page is replaced.
    pub(super) fn has_same_unpublished_terms(&self, other: &FrontMatter) -> bool {
        !self.may_be_unpublished() || self.has_same_terms(other)
    }

    /// Returns whether the page is left out of the site at some time or in some builds.
    fn may_be_unpublished(&self) -> bool {
        self.draft || self.rare.publish_at.is_some() || self.rare.expire_at.is_some()
    }

    /// Returns whether both have the same terms with the same spelling.
    pub fn has_same_terms(&self, other: &FrontMatter) -> bool {
        let names = |front: &FrontMatter| {
            let terms = front
                .taxonomies
                .iter()
                .flat_map(|(name, terms)| terms.iter().map(move |term| (name, &term.name)));
            terms.map(|(taxonomy, term)| (taxonomy.clone(), term.clone())).collect::<Vec<_>>()
        };
        names(self) == names(other)
    }

    /// Returns whether the sitemap entries of both are equal.
    pub fn has_same_sitemap_entry(&self, other: &FrontMatter) -> bool {
        let (rare, of_other) = (&*self.rare, &*other.rare);
        (self.in_sitemap, &rare.robots, &rare.canonical, &self.updated)
            == (other.in_sitemap, &of_other.robots, &of_other.canonical, &other.updated)
    }
}

/// The values that one or more folders set for the pages below them.
#[derive(Debug, Clone)]
pub struct Cascade {
    /// The values. Only keys in `explicit_keys` are set.
    pub front: FrontMatter,
    /// The content file that sets each value, by key, such as `template` or `extra.kind`.
    pub files: BTreeMap<String, SitePath>,
    /// Whether all values could be read. If not, the pages below the folder have unknown values.
    pub is_complete: bool,
    /// The schema of the nearest folder, for `extra`.
    pub extra_schema: Option<Arc<Schema>>,
    /// Fingerprint of the front matter that sets the values, and of the schema. It covers the values and their locations.
    pub source_digest: Fingerprint,
}

/// The location of a front matter value: in the page's own file or in the index.md of a folder
/// above it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ValueOrigin {
    /// Byte range of the value in its file.
    range: Range<u32>,
    /// The index.md that sets the value, if it is inherited.
    #[serde(with = "presence")]
    pub cascade_file: Option<Arc<CascadeFile>>,
}

/// An index.md with a cascade.
#[derive(Debug)]
pub struct CascadeFile {
    /// Site path of the file.
    pub path: SitePath,
    /// The text from the start of the file to the end of the front matter.
    pub text: Arc<str>,
}

/// Stores only whether a value is inherited. Such a value gets an empty file, until
/// [`crate::page::Page::link_inherited`] sets the real one.
mod presence {
    use std::sync::Arc;

    use croupier_base::path::SitePath;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::CascadeFile;

    #[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
    pub(super) fn serialize<S: Serializer>(
        file: &Option<Arc<CascadeFile>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        file.is_some().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Arc<CascadeFile>>, D::Error> {
        let is_inherited = bool::deserialize(from)?;
        let empty = || Arc::new(CascadeFile { path: SitePath::new(""), text: Arc::from("") });
        Ok(is_inherited.then(empty))
    }
}

impl ValueOrigin {
    /// Creates the location of a value at a range of the page's own file, or of `cascade_file`.
    pub fn new(range: &Range<usize>, cascade_file: Option<Arc<CascadeFile>>) -> ValueOrigin {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        ValueOrigin { range: offset(range.start)..offset(range.end), cascade_file }
    }

    /// Says that the value is in another file, from which it is inherited, unless it is inherited already.
    pub(super) fn inherit_from(&mut self, file: &Arc<CascadeFile>) {
        self.cascade_file.get_or_insert_with(|| Arc::clone(file));
    }

    fn range(&self) -> Range<usize> {
        self.range.start as usize..self.range.end as usize
    }

    /// Returns the location of an inherited value in its index.md.
    pub fn place_in_cascade(&self) -> Option<Location> {
        let file = self.cascade_file.as_ref()?;
        Some(Location::new(file.path.as_str(), Arc::clone(&file.text), self.range()))
    }

    /// Returns the location of the value, where `file` and `text` are those of the page.
    pub fn place(&self, file: &SitePath, text: &Arc<str>) -> Location {
        self.place_in_cascade()
            .unwrap_or_else(|| Location::new(file.as_str(), Arc::clone(text), self.range()))
    }
}

/// A former path of a page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Alias {
    /// The former path, as it is written but in NFC.
    pub path: Href,
    /// Byte range in the file.
    pub range: Range<usize>,
}

/// A term of a page in one taxonomy.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Term {
    /// Its name.
    pub name: SharedName,
    /// Its location.
    pub origin: ValueOrigin,
}
