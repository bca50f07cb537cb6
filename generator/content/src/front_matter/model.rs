//! The validated front matter of a page and of the folders above it.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::front_matter::names::SharedName;
use crate::front_matter::rare::{Rare, RareKeys};
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
    /// The [`CASCADED`] keys that are set. Includes inherited keys after [`super::cascade::fill`].
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
        let FrontMatter {
            status,
            draft,
            headless,
            sort_by,
            rare,
            // These affect only the rendered page and its order within lists.
            title: _,
            body_start: _,
            description: _,
            template: _,
            template_origin: _,
            weight: _,
            in_sitemap: _,
            search: _,
            date: _,
            dated_at: _,
            updated: _,
            updated_at: _,
            extra: _,
            explicit_keys: _,
            // Compared below, and again when a page is replaced.
            taxonomies: _,
        } = self;
        let RareKeys {
            path,
            publish_at,
            expire_at,
            aliases,
            paginate_by,
            heading: _,
            slug: _,
            written_route,
            path_range: _,
            slug_range: _,
            layout: _,
            layout_origin: _,
            shell: _,
            shell_origin: _,
            robots: _,
            image: _,
            image_origin: _,
            image_alt: _,
            authors: _,
            canonical: _,
            canonical_origin: _,
            alternates: _,
            translation_key,
            untranslated,
            must_match,
            publish_date: _,
            menu_label: _,
            stored_path: _,
            // A changed cascade causes the pages below the folder to be read again.
            cascade: _,
        } = &**rare;

        let is_same_alias = |(a, b): (&Alias, &Alias)| a.path == b.path;
        *path == other.rare.path
            && *translation_key == other.rare.translation_key
            && *untranslated == other.rare.untranslated
            && *must_match == other.rare.must_match
            && *written_route == other.rare.written_route
            && *status == other.status
            && *draft == other.draft
            && *headless == other.headless
            && *publish_at == other.rare.publish_at
            && *expire_at == other.rare.expire_at
            && *sort_by == other.sort_by
            && *paginate_by == other.rare.paginate_by
            && aliases.len() == other.rare.aliases.len()
            && aliases.iter().zip(&other.rare.aliases).all(is_same_alias)
            // The terms of an unpublished page are recorded as unpublished link targets.
            && (!self.may_be_unpublished() || self.has_same_terms(other))
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

/// Keys that an index.md can set for all pages below its folder.
pub const CASCADED: [&str; 21] = [
    "template",
    "layout",
    "shell",
    "status",
    "draft",
    "headless",
    "weight",
    "in_sitemap",
    "search",
    "robots",
    "image",
    "image_alt",
    "authors",
    "publish_at",
    "expire_at",
    "sort_by",
    "paginate_by",
    "taxonomies",
    "extra",
    "untranslated",
    "must_match",
];

/// A set of [`CASCADED`] keys. It is a bit set because a large site has one for each page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ExplicitKeys(u32);

impl ExplicitKeys {
    /// Returns whether the set has `key`.
    pub fn has(self, key: &str) -> bool {
        self.0 & key_bit(key) != 0
    }

    /// Removes `key`.
    pub fn remove(&mut self, key: &str) {
        self.0 &= !key_bit(key);
    }

    /// Adds `key`. Does nothing if it is not one of the [`CASCADED`] keys.
    pub fn add(&mut self, key: &str) {
        self.0 |= key_bit(key);
    }
}

fn key_bit(key: &str) -> u32 {
    CASCADED.iter().position(|it| *it == key).map_or(0, |index| 1 << index)
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
