//! What a page's front matter says, checked.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::config::sort_by::SortBy;
use crate::front_matter::given::Given;
use crate::front_matter::written::Written;
use croupier_base::date;
use croupier_base::digest::Digest;
use croupier_base::path::{Href, Route, SitePath};

/// Whether the page's words were approved by the operator (A4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Shipped as an example; the production profile refuses it.
    Sample,
    /// Ready for players.
    #[default]
    Approved,
}

/// The name of the shell of pages that name none, which stands beside the templates of pages.
pub const USUAL_SHELL: &str = "shell";
/// Where all other shells stand.
pub const SHELLS: &str = "pages/shells/";

/// The front matter of one page.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct FrontMatter {
    /// The document title.
    pub title: String,
    /// Where the text begins that is shown, if a heading before it gave the title: a byte of the text.
    pub text_begins: Option<usize>,
    /// The meta description.
    pub description: String,
    /// The `h1`, where it is not the title.
    pub heading: Option<String>,
    /// Template name without folder and extension.
    pub template: Option<String>,
    /// Place of the template's name, for errors about it.
    pub template_at: Option<Written>,
    /// Route that overrides the one of the file's place.
    pub path: Option<Href>,
    /// Place of the route, for errors about it.
    pub path_range: Option<Range<usize>>,
    /// What stands around the page, where it says so.
    pub layout: Option<String>,
    /// Place of that, for errors about it.
    pub layout_at: Option<Written>,
    /// Name of the document around it, where it says so: a file of `pages/shells/` without extension, or the usual shell's.
    pub shell: Option<String>,
    /// Place of that name, for errors about it.
    pub shell_at: Option<Written>,
    /// Sample or approved.
    pub status: Status,
    /// Left out of the build unless `--drafts`.
    pub draft: bool,
    /// Order among its siblings, lowest first.
    pub weight: i64,
    /// Listed in sitemap.xml.
    pub in_sitemap: bool,
    /// Content of the robots meta tag.
    pub robots: Option<String>,
    /// Day or moment of publication as it was written, `2026-11-21`; that of `publish_at` where it is not given.
    pub date: Option<String>,
    /// The same in epoch seconds, to sort by.
    pub dated_at: Option<i64>,
    /// Day of the last change, `2026-11-21`.
    pub updated: Option<String>,
    /// Not part of the site before this moment, in epoch seconds.
    pub publish_at: Option<i64>,
    /// No longer part of the site from this moment on, in epoch seconds.
    pub expire_at: Option<i64>,
    /// Former addresses, which lead here.
    pub aliases: Vec<Alias>,
    /// Short name for menus.
    pub menu_label: Option<String>,
    /// In which order the page lists the pages below it.
    pub sort_by: SortBy,
    /// How many of the pages below it one page of its list shows; the rest is on further pages.
    pub paginate_by: Option<usize>,
    /// Terms by the name of their taxonomy.
    pub taxonomies: Vec<(String, Vec<Term>)>,
    /// Everything that is the template's own business.
    #[serde(with = "as_text")]
    pub extra: Json,
    /// What it says itself of the keys that folders can say.
    pub given: Given,
    /// What an index.md says for the pages below its folder.
    #[serde(skip)]
    pub cascade: Option<Arc<Cascade>>,
}

/// JSON as its text, for a form that does not say of what kind a value is.
mod as_text {
    use std::fmt;

    use serde::de::{Error, Visitor};
    use serde::{Deserializer, Serialize, Serializer};
    use serde_json::Value as Json;

    pub(super) fn serialize<S: Serializer>(json: &Json, to: S) -> Result<S::Ok, S::Error> {
        json.to_string().serialize(to)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Json, D::Error> {
        from.deserialize_str(Text)
    }

    struct Text;

    impl Visitor<'_> for Text {
        type Value = Json;

        fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
            to.write_str("JSON as its text")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
            serde_json::from_str(text).map_err(E::custom)
        }
    }
}

impl FrontMatter {
    /// Site path of the template that it names.
    pub fn template_path(&self) -> SitePath {
        SitePath::new(format!("pages/{}.html", self.template.as_deref().unwrap_or("page")))
    }

    /// The shell that it names, where that is not the usual one.
    pub fn other_shell(&self) -> Option<&str> {
        self.shell.as_deref().filter(|name| *name != USUAL_SHELL)
    }

    /// Site path of the template of the document around it.
    pub fn shell_path(&self) -> SitePath {
        SitePath::new(match self.other_shell() {
            Some(name) => format!("{SHELLS}{name}.html"),
            None => format!("pages/{USUAL_SHELL}.html"),
        })
    }

    /// A page that does not say when it was published was so at its `publish_at`.
    pub fn date_by_publication(&mut self) {
        if self.date.is_none()
            && let Some(at) = self.publish_at
        {
            self.dated_at = Some(at);
            self.date = Some(date::day(at));
        }
    }
}

/// What folders say for the pages below them: that of one, or of a folder and all above it together.
#[derive(Debug, Clone)]
pub struct Cascade {
    /// The values; of the keys that are not `given` it says nothing.
    pub front: FrontMatter,
    /// Where each is said: the content file by the key, such as `template` or `extra.kind`.
    pub files: BTreeMap<String, SitePath>,
    /// Whether all of it could be read; otherwise nobody knows what pages below it are.
    pub is_whole: bool,
    /// Digest of the front matter that it stands in, of which the values and their places follow.
    pub written: Digest,
}

impl FrontMatter {
    /// Whether a page that says this stands where one stands that says the other: on the site or not, with the same addresses
    /// and lists.
    pub fn stands_like(&self, other: &FrontMatter) -> bool {
        let FrontMatter {
            path,
            status,
            draft,
            publish_at,
            expire_at,
            aliases,
            sort_by,
            paginate_by,
            // What it looks like, and its place in the order of others.
            title: _,
            text_begins: _,
            description: _,
            heading: _,
            template: _,
            template_at: _,
            path_range: _,
            layout: _,
            layout_at: _,
            shell: _,
            shell_at: _,
            weight: _,
            in_sitemap: _,
            robots: _,
            date: _,
            dated_at: _,
            updated: _,
            menu_label: _,
            extra: _,
            given: _,
            // What it says for others, which are read again with it.
            cascade: _,
            // Looked at below, and when pages are exchanged.
            taxonomies: _,
        } = self;
        let is_same_alias = |(a, b): (&Alias, &Alias)| a.path == b.path;
        *path == other.path
            && *status == other.status
            && *draft == other.draft
            && *publish_at == other.publish_at
            && *expire_at == other.expire_at
            && *sort_by == other.sort_by
            && *paginate_by == other.paginate_by
            && aliases.len() == other.aliases.len()
            && aliases.iter().zip(&other.aliases).all(is_same_alias)
            // The terms of a page that is not part of the site are known as what will be there.
            && (!self.may_be_absent() || self.is_filed_like(other))
    }

    /// Whether there are moments, or builds, in which the site does not have the page.
    fn may_be_absent(&self) -> bool {
        self.draft || self.publish_at.is_some() || self.expire_at.is_some()
    }

    /// Whether the same words file both under the same terms.
    pub fn is_filed_like(&self, other: &FrontMatter) -> bool {
        let names = |front: &FrontMatter| {
            let terms = front
                .taxonomies
                .iter()
                .flat_map(|(name, terms)| terms.iter().map(move |term| (name, &term.name)));
            terms.map(|(taxonomy, term)| (taxonomy.clone(), term.clone())).collect::<Vec<_>>()
        };
        names(self) == names(other)
    }

    /// Whether the sitemap says the same of both.
    pub fn is_found_like(&self, other: &FrontMatter) -> bool {
        (self.in_sitemap, &self.robots, &self.updated)
            == (other.in_sitemap, &other.robots, &other.updated)
    }
}

/// A former address of a page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Alias {
    /// Where it was.
    pub path: Route,
    /// Where it stands in the file.
    pub range: Range<usize>,
}

/// A term that a page is filed under.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Term {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub at: Written,
}
