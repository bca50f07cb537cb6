//! The table of all front matter keys, and the fields of the keys that few pages set.

use std::ops::{Deref, DerefMut, Range};
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use crate::config::tables::languages::Untranslated;
use crate::front_matter::key::{Key, copy, fill, is_key, origin, same, text};
use crate::front_matter::model::{Alias, Cascade, FrontMatter, Status, ValueOrigin};
use crate::front_matter::{cascade, read};
use crate::model::SortBy;
use crate::model::authors::Author;
use croupier_base::path::{Href, Route, SitePath};
use croupier_base::unicode::into_nfc;

/// All keys of front matter, in the order of the editor's form.
///
/// An entry has everything that is specific to its key. The value is in a field of [`RareKeys`], or
/// of [`FrontMatter`] if most pages set the key.
pub const KEYS: &[Key] = &[
    Key::of_page("title")
        .first_of_group("Page")
        .text(|front, translate| front.title = translate(&front.title).into())
        .documented(
            "Title",
            "The title in browser tabs and search results. Default: the first heading.",
        )
        .value(r#"{ "type": "string", "minLength": 1 }"#, read::title),
    Key::of_page("heading")
        .text(text!(rare.heading))
        .documented("Heading", "The headline of the page. Default: the title.")
        .value(r#"{ "type": "string" }"#, |front, it| front.rare.heading = it.text()),
    Key::of_page("description")
        .text(|front, translate| front.description = translate(&front.description).into())
        .documented(
            "Description",
            "The description for search results and link previews. Default: the description \
             of the site.",
        )
        .value(r#"{ "type": "string", "x-editor": { "widget": "text" } }"#, |front, it| {
            front.description = it.text().unwrap_or_default().into();
        }),
    Key::of_page("menu_label")
        .text(text!(rare.menu_label))
        .documented("Short title", "A shorter title for menus and lists of links.")
        .value(r#"{ "type": "string" }"#, |front, it| front.rare.menu_label = it.text()),
    Key::of_page("authors")
        .inherited(copy!(rare.authors))
        .documented(
            "Authors",
            "The authors: a name, or a list of names and tables with name and url. Default: \
             the authors of the site.",
        )
        .value(AUTHORS, |front, it| front.rare.authors = it.authors()),
    Key::of_page("image")
        .inherited(cascade::inherit_image)
        .located(origin!(rare.image_origin))
        .documented(
            "Image",
            "The image for link previews: a file next to the page, a URL path, or a URL. \
             Default: the image of the site.",
        )
        .value(r#"{ "type": "string", "x-editor": { "widget": "picture" } }"#, |front, it| {
            front.rare.image = it.text().map(into_nfc);
            front.rare.image_origin = Some(it.origin());
        }),
    Key::of_page("image_alt")
        .inherited(copy!(rare.image_alt))
        .text(text!(rare.image_alt))
        .documented("Alternative text of the image", "The alternative text of the image.")
        .value(r#"{ "type": "string" }"#, |front, it| front.rare.image_alt = it.text()),
    // A page with errors is not published. Its other errors are reported unless it is a draft.
    Key::of_position("draft", same!(draft))
        .first_of_group("Publication")
        .inherited(copy!(draft))
        .not_in_tables()
        .documented("Draft", "Whether the page is a draft, which is built only with --drafts.")
        .value(r#"{ "type": "boolean" }"#, |front, it| front.draft = it.boolean().unwrap_or(false)),
    Key::of_position("status", same!(status))
        .inherited(copy!(status))
        .not_in_extra()
        .documented(
            "Status",
            "Whether the content is a sample. The production profile rejects samples.",
        )
        .value(r#"{ "enum": ["sample", "approved"] }"#, |front, it| {
            front.status = it.choice(&Status::NAMES).unwrap_or_default();
        }),
    Key::of_page("date")
        .inherited_by_translations(fill!(date, dated_at))
        .documented("Date", "The publication date: a date or a datetime, without quotes.")
        .value(DATETIME, |front, it| (front.date, front.dated_at) = it.date().unzip()),
    Key::of_page("updated")
        .inherited_by_translations(fill!(updated, updated_at))
        .documented("Last change", "The date of the last change, without quotes.")
        .value(
            r#"{ "type": "string", "format": "date", "x-editor": { "widget": "date" } }"#,
            |front, it| (front.updated, front.updated_at) = it.date().unzip(),
        ),
    Key::of_position("publish_at", same!(rare.publish_at))
        .inherited(copy!(rare.publish_at, rare.publish_date))
        .not_in_tables()
        .documented(
            "Publish at",
            "The page is published from then on. A date means 00:00 in the site's time zone.",
        )
        .value(DATETIME, |front, it| {
            (front.rare.publish_date, front.rare.publish_at) = it.publication().unzip();
        }),
    Key::of_position("expire_at", same!(rare.expire_at))
        .inherited(copy!(rare.expire_at))
        .not_in_tables()
        .documented("Expires at", "The page is removed from the site at this time.")
        .value(DATETIME, |front, it| {
            front.rare.expire_at = it.publication().map(|(_, seconds)| seconds);
        }),
    Key::of_position("taxonomies", FrontMatter::has_same_unpublished_terms)
        .first_of_group("Lists")
        .merged(cascade::merge_taxonomies)
        .not_in_extra()
        .documented("Taxonomies", "The terms of the page by taxonomy: tags = [\"news\"].")
        .value(TAXONOMIES, |front, it| front.taxonomies = it.taxonomies(is_key)),
    Key::of_page("weight")
        .inherited(copy!(weight))
        .not_in_extra()
        .documented(
            "Weight",
            "The position among the pages of its section, lowest first. Default: 0.",
        )
        .value(r#"{ "type": "integer" }"#, |front, it| front.weight = it.integer().unwrap_or(0)),
    Key::of_position("sort_by", same!(sort_by))
        .inherited(copy!(sort_by))
        .documented(
            "Order of the pages below",
            "The order of the pages below this page. Default: weight.",
        )
        .value(r#"{ "enum": ["weight", "date", "title", "updated", "path"] }"#, |front, it| {
            front.sort_by = it.choice(&SortBy::NAMES).unwrap_or_default();
        }),
    Key::of_position("paginate_by", same!(rare.paginate_by))
        .inherited(copy!(rare.paginate_by))
        .not_in_tables()
        .documented(
            "Pages in each list",
            "Paginates the list of pages below this page: the number of entries on each page.",
        )
        .value(r#"{ "type": "integer", "minimum": 1 }"#, |front, it| {
            front.rare.paginate_by = it.count();
        }),
    Key::of_page("in_sitemap")
        .first_of_group("Search engines")
        .inherited(copy!(in_sitemap))
        .not_in_tables()
        .documented("In the sitemap", "Whether sitemap.xml lists the page. Default: true.")
        .value(r#"{ "type": "boolean" }"#, |front, it| {
            front.in_sitemap = it.boolean().unwrap_or(true);
        }),
    Key::of_page("search")
        .inherited(copy!(search))
        .documented(
            "In the search",
            "Whether the search of the site finds the page. Default: true.",
        )
        .value(r#"{ "type": "boolean" }"#, |front, it| front.search = it.boolean().unwrap_or(true)),
    Key::of_page("robots")
        .inherited(copy!(rare.robots))
        .not_in_extra()
        .documented(
            "Directives for search engines",
            "The directives for search engines, such as noindex.",
        )
        .value(r#"{ "type": "string" }"#, |front, it| front.rare.robots = it.robots()),
    Key::of_page("canonical")
        .documented("URL of the original", "The URL of the original, if the page is a copy.")
        .value(r#"{ "type": "string", "pattern": "^(/|https?://)" }"#, |front, it| {
            front.rare.canonical = it.url();
            front.rare.canonical_origin = Some(it.origin());
        }),
    Key::of_page("template")
        .first_of_group("URL and design")
        .inherited(copy!(template))
        .located(origin!(template_origin))
        .not_in_extra()
        .documented("Template", "The template: a file in pages/ without .html. Default: page.")
        .value(r#"{ "type": "string" }"#, |front, it| {
            front.template = it.text().map(|it| into_nfc(it).into());
            front.template_origin = Some(it.origin());
        }),
    Key::of_page("layout")
        .inherited(copy!(rare.layout))
        .located(origin!(rare.layout_origin))
        .not_in_extra()
        .documented(
            "Layout",
            "The layout, which the site's templates define: one of `layouts` in site.toml. \
             Default: full.",
        )
        .value(r#"{ "type": "string" }"#, |front, it| {
            front.rare.layout = it.text();
            front.rare.layout_origin = Some(it.origin());
        }),
    Key::of_page("shell")
        .inherited(copy!(rare.shell))
        .located(origin!(rare.shell_origin))
        .not_in_extra()
        .documented(
            "Base layout",
            "The base layout: a file in pages/shells/ without .html. Default: shell, which \
             is pages/shell.html.",
        )
        .value(r#"{ "type": "string", "minLength": 1 }"#, |front, it| {
            front.rare.shell = it.text();
            front.rare.shell_origin = Some(it.origin());
        }),
    Key::of_position("path", same!(rare.path))
        .inherited_by_translations(cascade::inherit_url)
        .not_in_extra()
        .documented(
            "URL path",
            "The URL path, if it differs from the path of the file, such as /welcome/ or \
             /404.html.",
        )
        .value(r#"{ "type": "string", "pattern": "^/" }"#, |front, it| {
            front.rare.path = it.text().map(Href::new);
            front.rare.path_range = Some(it.range());
        }),
    Key::of_page("slug")
        .not_in_extra()
        .documented(
            "Last part of the URL",
            "The last part of the URL, if it differs from the name of the file.",
        )
        .value(r#"{ "type": "string", "pattern": "^[^/]+$" }"#, |front, it| {
            front.rare.slug = it.text().map(into_nfc);
            front.rare.slug_range = Some(it.range());
        }),
    Key::of_position("aliases", FrontMatter::has_same_aliases)
        .not_in_extra()
        .documented("Old URLs", "Old URL paths that redirect to this page.")
        .value(
            r#"{ "type": "array", "items": { "type": "string", "pattern": "^/[^ ]*$" } }"#,
            |front, it| front.rare.aliases = it.aliases(),
        ),
    Key::of_position("headless", same!(headless))
        .inherited(copy!(headless))
        .not_in_tables()
        .documented(
            "Only for other pages",
            "Whether other pages can include the page, which is not published itself. \
             Default: false.",
        )
        .value(r#"{ "type": "boolean" }"#, |front, it| {
            front.headless = it.boolean().unwrap_or(false);
        }),
    Key::of_position("translation_key", same!(rare.translation_key))
        .first_of_group("Languages")
        .documented(
            "Translation key",
            "What the page has in common with its translations, if their files have other \
             names: the path of the original, such as /about/.",
        )
        .value(r#"{ "type": "string", "minLength": 1 }"#, |front, it| {
            front.rare.translation_key = it.text().map(into_nfc);
        }),
    Key::of_page("alternates")
        .documented(
            "Other languages",
            "The URLs of the page in other languages, by language tag: de = \"/de/about/\".",
        )
        .value(ALTERNATES, |front, it| front.rare.alternates = it.alternates()),
    Key::of_position("untranslated", same!(rare.untranslated))
        .inherited(copy!(rare.untranslated))
        .documented(
            "If it is not translated",
            "What languages have in place of the page if it is not translated. Default: as \
             the language says.",
        )
        .value(r#"{ "enum": ["show", "omit", "redirect", "error"] }"#, |front, it| {
            front.rare.untranslated = it.choice(&Untranslated::NAMES);
        }),
    Key::of_position("must_match", same!(rare.must_match))
        .inherited(copy!(rare.must_match))
        .documented(
            "All languages must match",
            "Whether builds of the live site need all translations of the page. Default: \
             false.",
        )
        .value(r#"{ "type": "boolean" }"#, |front, it| {
            front.rare.must_match = it.boolean().unwrap_or(false);
        }),
    Key::of_page("extra")
        .first_of_group("Other")
        .merged(cascade::merge_extra)
        .documented("Values of the template", "Additional values for the template.")
        .value(r#"{ "type": "object" }"#, read::extra),
    Key::of_page("cascade")
        .not_in_extra()
        .documented(
            "Values for the pages below",
            "Default front matter for all pages below this one. Allowed only in the \
             index.md of a folder.",
        )
        .value(r#"{ "type": "object", "x-editor": { "widget": "hidden" } }"#, read::cascade),
];

/// The schema of a date or a datetime.
const DATETIME: &str =
    r#"{ "type": "string", "format": "date-time", "x-editor": { "widget": "datetime" } }"#;

/// The schema of `taxonomies`.
const TAXONOMIES: &str = r#"{
    "type": "object",
    "additionalProperties": {
        "type": "array",
        "items": { "type": "string", "minLength": 1 }
    }
}"#;

/// The schema of `alternates`.
const ALTERNATES: &str = r#"{
    "type": "object",
    "additionalProperties": { "type": "string", "pattern": "^(/|https?://)" }
}"#;

/// The schema of `authors`.
const AUTHORS: &str = r#"{
    "anyOf": [
        { "type": "string", "minLength": 1 },
        { "type": "array", "items": {
            "anyOf": [
                { "type": "string", "minLength": 1 },
                {
                    "type": "object",
                    "required": ["name"],
                    "additionalProperties": false,
                    "properties": {
                        "name": { "type": "string", "minLength": 1 },
                        "url": { "type": "string", "pattern": "^(/|https?://)" }
                    }
                }
            ]
        } }
    ]
}"#;

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
