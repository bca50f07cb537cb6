//! Names of Hugo, Zola, Astro, Eleventy, Jekyll and `MkDocs`, with hints that name the equivalent here.

/// Where a name is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A top-level value of site.toml.
    Setting,
    /// A table of site.toml. Templates can read a table with the same name, which then has no hint.
    SettingsTable,
    /// A key in a table of site.toml, such as `taxonomies.feed`.
    TableKey,
    /// A key of front matter.
    FrontMatter,
    /// A value in a template, such as `page.content`.
    Value,
    /// The first word of a tag of a template, such as `assign`.
    Tag,
    /// A function or a filter of templates.
    Function,
    /// A shortcode of Markdown.
    Shortcode,
}

const TO_BODY: &str = "the text of a page is `page.body` here";
const TO_TITLE: &str = "the title of a page is `page.title` here";
const TO_NAME: &str = "the name of the site is `site.name` here";
const TO_URL: &str = "a page has `page.path` here, such as `/news/`, and `page.url` with the host";
const TO_LIST: &str =
    "`section(\"/posts/\")` lists pages here; `section(\"/\")` lists all of the site";
const TO_EXTRA: &str = "own values of front matter are in `page.extra` here";
const TO_LINK: &str =
    "write the path: `<a href=\"/about/\">`. Links are checked, and get the base path of the site";
const TO_STYLES: &str = "style sheets are in `[styles]` here, also those in Sass";
const TO_FEEDS: &str = "feeds are in `[[feeds]]` here";
const TO_PAGINATION: &str = "write `paginate_by` in the front matter of the page with the list";
const TO_MENU: &str = "menus are data files, such as content/data/menus.toml";
const TO_LANGUAGE: &str = "it is called `language` here";
const TO_LANGUAGES: &str =
    "write a table for each language: `[languages.fr]` with `label = \"Français\"`";
const TO_DEFAULT_LANGUAGE: &str = "it is called `default_language` here, at the top of the file";
const TO_FILE_LANGUAGE: &str =
    "the name of the file states its language, such as `faq.fr.md`, or its folder";
const TO_BASE_URL: &str = "it is called `base_url` here";
const TO_OUT: &str = "the output folder is an option: `croupier build --out FOLDER`";
const TO_FOLDERS: &str = "the folders are content/, pages/ and static/";
const TO_PICTURE: &str =
    "`picture(\"/photo.jpg\", alt=\"...\", widths=[480, 960])` makes copies of a picture";
const TO_ORDER: &str = "the order of pages is `[content] order = [\"guides/\", \"guides/install.md\"]` here; labels are titles, or `menu_label` in front matter";
const TO_FILE: &str = "link to the file: `[text](other.md)`, or `[text](other.md#heading)`";
const TO_CODE: &str = "write a code block: three backquotes and the language, such as `go`, in the line above, and three below";
const TO_CALLOUT: &str = "write an alert: `> [!NOTE]`, and its text in lines that begin with `>`";
const TO_TABS: &str = "write `{% tabs() %}`, `{% tab(\"npm\") %}` and the text of the tab, and `{% end %}` after each, with `[markdown] tabs = true` in site.toml";
const TO_FORMULA: &str = "write `$x^2$`, with `[markdown] math = true` in site.toml";
const TO_MESSAGE: &str =
    "write `t(\"key\")`, and the text as `key = Text` in a file such as i18n/en/site.ftl";
const TO_SECTION: &str = "`section(\"/posts/\")` returns the pages of a section";

/// Hint for the keys with which Hugo selects some of the pages below a folder.
const FOR_ALL: &str = "a cascade applies to every page below its folder; put it in the index.md of the folder that it should apply to";

/// Hint for the keys with which other generators do not publish a page.
const HEADLESS: &str =
    "write `headless = true` for a page that is not published, and that others can include";

/// Hint for keys that are unknown here.
pub(crate) const OWN_KEYS: &str = "put your own keys in the table `extra`";

/// The names. Letter case, hyphens and underscores do not matter, except in templates.
const NAMES: &[(Place, &str, &str)] = &[
    (Place::Setting, "title", "it is called `name` here"),
    (Place::Setting, "site_name", "it is called `name` here"),
    (Place::Setting, "site_title", "it is called `name` here"),
    (Place::Setting, "baseURL", TO_BASE_URL),
    (Place::Setting, "url", TO_BASE_URL),
    (Place::Setting, "site", TO_BASE_URL),
    (Place::Setting, "site_url", TO_BASE_URL),
    (Place::Setting, "languageCode", TO_LANGUAGE),
    (Place::Setting, "defaultContentLanguage", TO_DEFAULT_LANGUAGE),
    (Place::Setting, "lang", TO_LANGUAGE),
    (Place::Setting, "locale", TO_LANGUAGE),
    (Place::Setting, "site_description", "it is called `description` here"),
    (
        Place::Setting,
        "author",
        "it is called `authors` here, also for one name: `authors = \"Name\"`",
    ),
    (Place::Setting, "site_author", "it is called `authors` here: `authors = \"Name\"`"),
    (Place::Setting, "timezone", "it is called `time_zone` here"),
    (Place::Setting, "paginate", TO_PAGINATION),
    (Place::Setting, "paginate_by", TO_PAGINATION),
    (Place::Setting, "paginate_path", TO_PAGINATION),
    (Place::Setting, "generate_feed", TO_FEEDS),
    (Place::Setting, "generate_feeds", TO_FEEDS),
    (Place::Setting, "feed_filename", TO_FEEDS),
    (Place::Setting, "feed_filenames", TO_FEEDS),
    (Place::Setting, "feed_limit", "it is `limit` of `[[feeds]]` here"),
    (Place::Setting, "rss_limit", "it is `limit` of `[[feeds]]` here"),
    (Place::Setting, "compile_sass", TO_STYLES),
    (Place::Setting, "minify_html", "write `[output] minify = true`"),
    (Place::Setting, "build_search_index", "write `[search] titles = true`"),
    (Place::Setting, "enableGitInfo", "write `[git] dates = true`"),
    (Place::Setting, "enableEmoji", "write `[markdown] emoji = true`"),
    (Place::Setting, "highlight_code", "write `[markdown] highlight = true`"),
    (
        Place::Setting,
        "highlight_theme",
        "`croupier highlight-css` prints the style sheet of a theme",
    ),
    (Place::Setting, "enableRobotsTXT", "the build writes robots.txt"),
    (Place::Setting, "relativeURLs", "links are written with the path of `base_url`"),
    (Place::Setting, "canonifyURLs", "links are written with the path of `base_url`"),
    (Place::Setting, "theme", "templates are in pages/, and styles in static/ or `[styles]`"),
    (Place::Setting, "buildDrafts", "drafts are built with an option: `croupier dev --drafts`"),
    (
        Place::Setting,
        "buildFuture",
        "scheduled pages are built with an option: `croupier dev --drafts`",
    ),
    (Place::Setting, "publishDir", TO_OUT),
    (Place::Setting, "output_dir", TO_OUT),
    (Place::Setting, "outDir", TO_OUT),
    (Place::Setting, "site_dir", TO_OUT),
    (Place::Setting, "destination", TO_OUT),
    (Place::Setting, "contentDir", TO_FOLDERS),
    (Place::Setting, "docs_dir", TO_FOLDERS),
    (Place::Setting, "staticDir", TO_FOLDERS),
    (Place::Setting, "publicDir", TO_FOLDERS),
    (Place::Setting, "layoutDir", TO_FOLDERS),
    (Place::Setting, "permalink", "write `path` in the front matter of the page"),
    (Place::Setting, "summaryLength", "a summary ends at `<!-- more -->` here"),
    (Place::Setting, "edit_uri", "write `edit_url` in the table `docs` of a documentation site"),
    (
        Place::Setting,
        "repo_url",
        "put your own values in a table, such as `[links] repository = \"...\"`",
    ),
    (
        Place::Setting,
        "copyright",
        "put your own values in a table, such as `[footer] copyright = \"...\"`",
    ),
    (Place::Setting, "nav", TO_ORDER),
    (Place::Setting, "sidebar", TO_ORDER),
    (Place::Setting, "plugins", "there are no plugins; most features are tables of site.toml"),
    (Place::Setting, "markdown_extensions", "extensions of Markdown are in `[markdown]`"),
    (Place::SettingsTable, "markup", "highlighting and extensions of Markdown are in `[markdown]`"),
    (Place::SettingsTable, "markdown_extensions", "extensions of Markdown are in `[markdown]`"),
    (Place::SettingsTable, "sass", TO_STYLES),
    (Place::SettingsTable, "scss", TO_STYLES),
    (Place::SettingsTable, "minify", "write `[output] minify = true`"),
    (Place::SettingsTable, "rss", TO_FEEDS),
    (Place::SettingsTable, "pagination", TO_PAGINATION),
    (
        Place::SettingsTable,
        "sitemap",
        "the build writes a sitemap; `in_sitemap = false` in front matter leaves a page out",
    ),
    (Place::SettingsTable, "menus", TO_MENU),
    (Place::SettingsTable, "nav", TO_ORDER),
    (Place::SettingsTable, "sidebar", TO_ORDER),
    (
        Place::SettingsTable,
        "outputs",
        "other files are templates in pages/files/, and feeds `[[feeds]]`",
    ),
    (
        Place::SettingsTable,
        "outputFormats",
        "other files are templates in pages/files/, and feeds `[[feeds]]`",
    ),
    (Place::SettingsTable, "imaging", "pictures are in `[pictures]`"),
    (Place::SettingsTable, "image", "pictures are in `[pictures]`"),
    (
        Place::SettingsTable,
        "slugify",
        "write `path` in the front matter of a page whose path should differ",
    ),
    (Place::SettingsTable, "server", "headers are in static/_headers, and proxies in `[dev]`"),
    (Place::SettingsTable, "headers", "headers are in static/_headers, and HSTS in `[security]`"),
    (
        Place::SettingsTable,
        "csp",
        "the content security policy is written for you; other hosts are in `[hosts]`",
    ),
    (Place::Setting, "hsts", "write `[security] hsts = true`"),
    (Place::Setting, "permissions_policy", "write it in the table `[security]`"),
    (Place::SettingsTable, "module", "there are no modules; copy the templates to pages/"),
    (Place::SettingsTable, "theme", "templates are in pages/, and styles in static/ or `[styles]`"),
    (
        Place::SettingsTable,
        "plugins",
        "there are no plugins; most features are tables of site.toml",
    ),
    (
        Place::SettingsTable,
        "vite",
        "the runtime's settings are in `[runtime]` and runtime.config.ts",
    ),
    (Place::TableKey, "languages.languageCode", "it is called `locale` here"),
    (Place::TableKey, "languages.language_code", "it is called `locale` here"),
    (Place::TableKey, "languages.lang", "it is called `locale` here"),
    (Place::TableKey, "languages.hreflang", "it is called `locale` here"),
    (Place::TableKey, "languages.htmlLang", "it is called `locale` here"),
    (Place::TableKey, "languages.languageName", "it is called `label` here"),
    (
        Place::TableKey,
        "languages.title",
        "the name of the site is `name` here, and that of the language `label`",
    ),
    (Place::TableKey, "languages.languageDirection", "it is called `direction` here"),
    (Place::TableKey, "languages.dir", "it is called `direction` here"),
    (Place::TableKey, "languages.contentDir", "it is called `content_dir` here"),
    (Place::TableKey, "languages.baseURL", TO_BASE_URL),
    (Place::TableKey, "languages.baseUrl", TO_BASE_URL),
    (Place::TableKey, "languages.url", TO_BASE_URL),
    (Place::TableKey, "languages.domain", TO_BASE_URL),
    (Place::TableKey, "languages.host", TO_BASE_URL),
    (Place::TableKey, "languages.slug", "it is called `path` here, such as `path = \"/fr/\"`"),
    (Place::TableKey, "languages.prefix", "it is called `path` here, such as `path = \"/fr/\"`"),
    (Place::TableKey, "languages.params", "put your own values in a table"),
    (Place::TableKey, "languages.translations", "texts of templates are in i18n/, in Fluent files"),
    (Place::TableKey, "languages.locales", TO_LANGUAGES),
    (Place::TableKey, "languages.defaultLocale", TO_DEFAULT_LANGUAGE),
    (Place::TableKey, "languages.default", TO_DEFAULT_LANGUAGE),
    (Place::Setting, "defaultLocale", TO_DEFAULT_LANGUAGE),
    (
        Place::Setting,
        "defaultContentLanguageInSubdir",
        "write `path = \"/en/\"` in `[languages.en]`",
    ),
    (Place::SettingsTable, "locales", TO_LANGUAGES),
    (Place::TableKey, "i18n.locales", TO_LANGUAGES),
    (Place::TableKey, "i18n.defaultLocale", TO_DEFAULT_LANGUAGE),
    (Place::TableKey, "i18n.localeConfigs", TO_LANGUAGES),
    (Place::TableKey, "i18n.routing", "write `path = \"/en/\"` in `[languages.en]`"),
    (
        Place::TableKey,
        "i18n.fallback",
        "write `fallback` in the table of a language, `[languages.fr]`",
    ),
    (Place::FrontMatter, "translationKey", "it is called `translation_key` here"),
    (Place::FrontMatter, "lang", TO_FILE_LANGUAGE),
    (Place::FrontMatter, "language", TO_FILE_LANGUAGE),
    (Place::FrontMatter, "locale", TO_FILE_LANGUAGE),
    (Place::FrontMatter, "page_template", "set `template` in the table `cascade`"),
    (Place::FrontMatter, "target", FOR_ALL),
    (Place::FrontMatter, "_target", FOR_ALL),
    (Place::FrontMatter, "render", HEADLESS),
    (Place::FrontMatter, "build", HEADLESS),
    (Place::FrontMatter, "_build", HEADLESS),
    (
        Place::TableKey,
        "taxonomies.feed",
        "add a table `[[feeds]]` with `taxonomy = \"tags\"` and `path = \"atom.xml\"`",
    ),
    (Place::TableKey, "taxonomies.permalink", "the pages of terms are below `/tags/` here"),
    (Place::TableKey, "taxonomies.render", "the pages of terms are published if a page has terms"),
    (Place::TableKey, "feeds.filename", "it is called `path` here, such as `path = \"/atom.xml\"`"),
    (Place::TableKey, "feeds.output", "it is called `path` here, such as `path = \"/atom.xml\"`"),
    (Place::TableKey, "feeds.type", "it is called `format` here"),
    (Place::TableKey, "feeds.collection", "it is called `section` here"),
    (Place::TableKey, "markdown.highlight_code", "it is called `highlight` here"),
    (Place::TableKey, "markdown.highlighting", "it is called `highlight` here"),
    (Place::TableKey, "markdown.syntaxHighlight", "it is called `highlight` here"),
    (
        Place::TableKey,
        "markdown.highlight_theme",
        "`croupier highlight-css` prints the style sheet of a theme",
    ),
    (Place::TableKey, "markdown.render_emoji", "it is called `emoji` here"),
    (Place::TableKey, "markdown.typographer", "it is called `smart_punctuation` here"),
    (Place::TableKey, "markdown.smartypants", "it is called `smart_punctuation` here"),
    (Place::TableKey, "markdown.footnotes", "footnotes need no setting"),
    (Place::TableKey, "markdown.gfm", "tables, task lists and bare URLs need no setting"),
    (Place::TableKey, "markdown.unsafe", "HTML in Markdown needs no setting"),
    (Place::TableKey, "search.include_title", "it is called `titles` here"),
    (Place::TableKey, "search.include_description", "it is called `descriptions` here"),
    (Place::TableKey, "search.include_content", "it is called `text` here"),
    (Place::TableKey, "search.enabled", "write `titles = true`"),
    (Place::TableKey, "redirects.source", "it is called `from` here"),
    (Place::TableKey, "redirects.destination", "it is called `to` here"),
    (Place::TableKey, "redirects.target", "it is called `to` here"),
    (Place::TableKey, "redirects.statusCode", "it is called `status` here"),
    (Place::TableKey, "redirects.permanent", "write `status = 308`, or 307 for `false`"),
    (Place::TableKey, "deploy.bucket", "write `url = \"s3://bucket\"`"),
    (Place::TableKey, "deploy.target", "it is called `url` here"),
    (Place::TableKey, "head.titleTemplate", "it is called `title_pattern` here"),
    (Place::TableKey, "head.twitter", "it is called `x_account` here"),
    (
        Place::TableKey,
        "link_checker.skip_prefixes",
        "write `exclude = [\"https://www.your-host.com/*\"]`",
    ),
    (
        Place::TableKey,
        "link_checker.skip_anchor_prefixes",
        "fragments are checked only with `fragments = true`; exceptions are in `[[link_checker.exceptions]]`",
    ),
    (Place::TableKey, "link_checker.internal_level", "write `[checks] broken_links = \"warning\"`"),
    (
        Place::TableKey,
        "link_checker.external_level",
        "write `[checks] external_links = \"warning\"`",
    ),
    (Place::TableKey, "link_checker.include_fragments", "it is called `fragments` here"),
    (Place::TableKey, "link_checker.max_retries", "it is called `retries` here"),
    (Place::TableKey, "link_checker.max_cache_age", "it is called `max_age` here, such as \"1d\""),
    (Place::TableKey, "link_checker.threads", "it is called `max_concurrency` here"),
    (Place::TableKey, "link_checker.ignore", "it is called `exclude` here"),
    (Place::TableKey, "git.enabled", "it is called `dates` here"),
    (Place::FrontMatter, "tags", "put it in the table `taxonomies`"),
    (Place::FrontMatter, "categories", "put it in the table `taxonomies`"),
    (Place::FrontMatter, "params", OWN_KEYS),
    (Place::FrontMatter, "menu", TO_MENU),
    (Place::FrontMatter, "linkTitle", "it is called `menu_label` here"),
    (Place::FrontMatter, "lastmod", "it is called `updated` here"),
    (
        Place::FrontMatter,
        "author",
        "it is called `authors` here, also for one name: `authors = \"Name\"`",
    ),
    (Place::FrontMatter, "images", "it is called `image` here, and is one path"),
    (Place::FrontMatter, "heroImage", "it is called `image` here"),
    (Place::FrontMatter, "canonicalURL", "it is called `canonical` here"),
    (Place::FrontMatter, "publishDate", "it is called `publish_at` here"),
    (Place::FrontMatter, "pubDate", "it is called `date` here"),
    (Place::FrontMatter, "updatedDate", "it is called `updated` here"),
    (Place::FrontMatter, "expiryDate", "it is called `expire_at` here"),
    (Place::FrontMatter, "toc", "`{{ toc(page) }}` in the template shows the contents of the page"),
    (Place::FrontMatter, "url", "it is called `path` here"),
    (Place::FrontMatter, "permalink", "it is called `path` here"),
    (
        Place::FrontMatter,
        "section",
        "a page's section is the folder of its file; put your own keys in the table `extra`",
    ),
    (Place::Value, "page.content", TO_BODY),
    (Place::Value, "page.html", TO_BODY),
    (Place::Value, "post.content", TO_BODY),
    (Place::Value, "content", TO_BODY),
    (Place::Value, "section.content", TO_BODY),
    (Place::Value, ".Content", TO_BODY),
    (Place::Value, ".Title", TO_TITLE),
    (Place::Value, "section.title", TO_TITLE),
    (Place::Value, "title", TO_TITLE),
    (Place::Value, "post.title", TO_TITLE),
    (Place::Value, ".Site.Title", TO_NAME),
    (Place::Value, ".Site", "the settings of the site are in `site` here: `site.name`"),
    (Place::Value, "site.title", TO_NAME),
    (Place::Value, "config.title", TO_NAME),
    (Place::Value, "config.site_name", TO_NAME),
    (Place::Value, "config", "the settings of the site are in `site` here: `site.name`"),
    (Place::Value, "site.params", "a table `[links]` of site.toml is `site.links` here"),
    (Place::Value, "page.permalink", TO_URL),
    (Place::Value, "page.slug", TO_URL),
    (Place::Value, ".Permalink", TO_URL),
    (Place::Value, ".RelPermalink", TO_URL),
    (Place::Value, "current_url", TO_URL),
    (Place::Value, "current_path", "the path of a page is `page.path` here"),
    (Place::Value, "page.abs_url", TO_URL),
    (Place::Value, "page.params", TO_EXTRA),
    (Place::Value, "page.data", TO_EXTRA),
    (Place::Value, ".Params", TO_EXTRA),
    (Place::Value, "page.tags", "the tags of a page are `page.taxonomies.tags` here"),
    (Place::Value, "page.categories", "the terms of a page are `page.taxonomies.categories` here"),
    (Place::Value, "page.lastmod", "it is called `page.updated` here"),
    (Place::Value, "page.author", "it is called `page.authors` here, a list with names"),
    (Place::Value, "page.lang", "the language of the site is `site.language` here"),
    (Place::Value, "lang", "the language of the site is `site.language` here"),
    (Place::Value, ".Date", "the date of a page is `page.date` here: `{{ page.date|date }}`"),
    (Place::Value, ".Summary", "the summary of a page is `page.summary|markdown` here"),
    (Place::Value, ".Pages", TO_LIST),
    (Place::Value, "site.pages", TO_LIST),
    (Place::Value, "site.posts", TO_LIST),
    (Place::Value, "site.RegularPages", TO_LIST),
    (Place::Value, "section.pages", TO_LIST),
    (Place::Value, "collections", TO_LIST),
    (
        Place::Value,
        "site.data",
        "data files are `data.NAME` here: content/data/menus.toml is `data.menus`",
    ),
    (Place::Tag, "assign", "write `{% set name = value %}`"),
    (Place::Tag, "capture", "write `{% set name %}...{% endset %}`"),
    (Place::Tag, "unless", "write `{% if not condition %}`"),
    (Place::Tag, "case", "write `{% if value == ... %}` and `{% elif ... %}`"),
    (Place::Tag, "range", "write `{% for it in list %}...{% endfor %}`"),
    (Place::Tag, "with", "write `{% if value %}`, or `{% with name = value %}`"),
    (Place::Tag, "partial", "write `{% include \"parts/header.html\" %}`"),
    (Place::Tag, "render", "write `{% include \"parts/header.html\" %}`"),
    (Place::Tag, "layout", "write `{% extends \"base.html\" %}`, or `shell` in front matter"),
    (Place::Tag, "define", "write `{% block main %}...{% endblock %}`"),
    (Place::Tag, "load", "there is nothing to load; filters and functions are always there"),
    (Place::Function, "get_url", TO_LINK),
    (Place::Function, "url_for", TO_LINK),
    (Place::Function, "absURL", TO_LINK),
    (Place::Function, "relURL", TO_LINK),
    (Place::Function, "absolute_url", TO_LINK),
    (Place::Function, "relative_url", TO_LINK),
    (Place::Function, "url", TO_LINK),
    (Place::Function, "ref", TO_LINK),
    (Place::Function, "relref", TO_LINK),
    (Place::Function, "trans", TO_MESSAGE),
    (Place::Function, "translate", TO_MESSAGE),
    (Place::Function, "i18n", TO_MESSAGE),
    (Place::Function, "T", TO_MESSAGE),
    (Place::Function, "gettext", TO_MESSAGE),
    (Place::Function, "ngettext", TO_MESSAGE),
    (Place::Function, "locale_text", TO_MESSAGE),
    (Place::Tag, "i18n", TO_MESSAGE),
    (Place::Tag, "T", TO_MESSAGE),
    (Place::Tag, "t", TO_MESSAGE),
    (Place::Tag, "trans", TO_MESSAGE),
    (Place::Function, "get_section", TO_SECTION),
    (Place::Function, "getCollection", TO_SECTION),
    (
        Place::Function,
        "where",
        "`selectattr` filters a list: `section(\"/posts/\")|selectattr(\"extra.featured\")`",
    ),
    (Place::Function, "load_data", "a file of content/data/ is `data.NAME` here"),
    (Place::Function, "get_taxonomy", "`terms(\"tags\")` lists the terms of a taxonomy"),
    (Place::Function, "get_taxonomy_url", "an entry of `terms(\"tags\")` has `path`"),
    (Place::Function, "resize_image", TO_PICTURE),
    (
        Place::Function,
        "get_image_metadata",
        "`image_size(\"/photo.jpg\")` returns the dimensions of an image",
    ),
    (Place::Function, "get_file_hash", "`asset(\"/site.js\")` returns a URL with a digest"),
    (Place::Function, "markdownify", "it is called `markdown` here"),
    (Place::Function, "renderString", "it is called `markdown` here"),
    (Place::Function, "safeHTML", "it is called `safe` here"),
    (Place::Function, "dateFormat", "it is called `date` here: `page.date|date(\"%Y-%m-%d\")`"),
    (Place::Function, "date_to_string", "it is called `date` here: `page.date|date(\"%Y-%m-%d\")`"),
    (Place::Function, "date_to_xmlschema", "`page.date` is already written in this form"),
    (Place::Function, "jsonify", "it is called `tojson` here"),
    (Place::Function, "json_encode", "it is called `tojson` here"),
    (Place::Function, "dump", "it is called `tojson` here"),
    (Place::Function, "humanize", "`capitalize` writes the first letter in upper case"),
    (Place::Function, "strip_html", "it is called `striptags` here"),
    (Place::Function, "plainify", "it is called `striptags` here"),
    (Place::Function, "downcase", "it is called `lower` here"),
    (Place::Function, "upcase", "it is called `upper` here"),
    (Place::Function, "size", "it is called `length` here"),
    (Place::Function, "limit", "write `list[:5]`"),
    (Place::Function, "nth", "write `list[2]`"),
    (
        Place::Shortcode,
        "figure",
        "write `{{ figure(\"boat.jpg\", \"A boat\", caption=\"...\") }}`, or `![A boat](boat.jpg)` without a caption",
    ),
    (Place::Shortcode, "img", "write `![A boat](boat.jpg)`"),
    (
        Place::Shortcode,
        "youtube",
        "write `{{ youtube(\"ID\", \"Title\") }}`, with `[embeds] youtube = true` in site.toml",
    ),
    (
        Place::Shortcode,
        "vimeo",
        "write `{{ vimeo(\"ID\", \"Title\") }}`, with `[embeds] vimeo = true` in site.toml",
    ),
    (Place::Shortcode, "ref", TO_FILE),
    (Place::Shortcode, "relref", TO_FILE),
    (Place::Shortcode, "link", TO_FILE),
    (Place::Shortcode, "post_url", TO_FILE),
    (Place::Shortcode, "highlight", TO_CODE),
    (Place::Shortcode, "code", TO_CODE),
    (Place::Shortcode, "note", TO_CALLOUT),
    (Place::Shortcode, "notice", TO_CALLOUT),
    (Place::Shortcode, "callout", TO_CALLOUT),
    (Place::Shortcode, "alert", TO_CALLOUT),
    (Place::Shortcode, "admonition", TO_CALLOUT),
    (Place::Shortcode, "aside", TO_CALLOUT),
    (Place::Shortcode, "hint", TO_CALLOUT),
    (
        Place::Shortcode,
        "details",
        "write `> [!NOTE]- Title`, and its text in lines that begin with `>`",
    ),
    (Place::Shortcode, "tabs", TO_TABS),
    (Place::Shortcode, "tab", TO_TABS),
    (Place::Shortcode, "tabpane", TO_TABS),
    (Place::Shortcode, "tabgroup", TO_TABS),
    (Place::Shortcode, "tabitem", TO_TABS),
    (Place::Shortcode, "codetabs", TO_TABS),
    (Place::Shortcode, "endtabs", TO_TABS),
    (Place::Shortcode, "endtab", TO_TABS),
    (Place::Shortcode, "toc", "`{{ toc(page) }}` in the template shows the contents of the page"),
    (Place::Shortcode, "katex", TO_FORMULA),
    (Place::Shortcode, "math", TO_FORMULA),
    (Place::Shortcode, "raw", "write the braces in code, or a backslash before them: `\\{{`"),
    (
        Place::Function,
        "slugify",
        "the links of headings and terms are in `toc(page)` and `terms(\"tags\")`",
    ),
];

/// Returns the hint for a top-level value of site.toml.
pub(crate) fn setting(name: &str) -> Option<&'static str> {
    find(Place::Setting, name).or_else(|| find(Place::SettingsTable, name))
}

/// Returns the hint for a table of site.toml that no template reads.
pub fn settings_table(name: &str) -> Option<&'static str> {
    find(Place::SettingsTable, name)
}

/// Returns the hint for a key in a table of site.toml.
pub(crate) fn table_key(table: &str, key: &str) -> Option<&'static str> {
    find(Place::TableKey, &format!("{table}.{key}"))
}

/// Returns the hint for a key of front matter.
pub(crate) fn front_matter_key(name: &str) -> Option<&'static str> {
    find(Place::FrontMatter, name)
}

/// Returns the hint for a function or a filter of templates.
pub fn template_function(name: &str) -> Option<&'static str> {
    find(Place::Function, name)
}

/// Returns the hint for a shortcode in the syntax of another generator.
pub fn shortcode(name: &str) -> Option<&'static str> {
    find(Place::Shortcode, name)
}

/// Returns the hint for a tag of a template, from its text between the braces.
pub fn template_tag(tag: &str) -> Option<&'static str> {
    let in_tag = |(place, name, hint): &(Place, &str, &'static str)| {
        let is_here = match place {
            Place::Tag => tag.split_whitespace().next() == Some(name),
            Place::Value => contains_value(tag, name),
            _ => false,
        };
        is_here.then_some((name.len(), *hint))
    };
    // `config.title` says more than `config`.
    NAMES.iter().filter_map(in_tag).max_by_key(|(length, _)| *length).map(|(_, hint)| hint)
}

fn find(place: Place, name: &str) -> Option<&'static str> {
    let is_same = |known: &str| letters(known).eq(letters(name));
    let entry = NAMES.iter().find(|entry| entry.0 == place && is_same(entry.1))?;
    Some(entry.2)
}

/// Returns the letters of a name in lower case, without hyphens and underscores. Each edit in `watch` compares many names, so that
/// no text is copied.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|it| !matches!(it, '-' | '_')).flat_map(char::to_lowercase)
}

/// Returns whether a tag reads a value, such as `page.content`, and not a longer name with the same letters.
fn contains_value(tag: &str, value: &str) -> bool {
    let continues = |it: char| it.is_alphanumeric() || matches!(it, '_' | '.' | '"' | '\'');
    tag.match_indices(value).any(|(start, _)| {
        let before = tag[..start].chars().next_back();
        let after = &tag[start + value.len()..];
        !before.is_some_and(continues)
            && !after.starts_with(|it: char| it.is_alphanumeric() || matches!(it, '_' | '=' | '('))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_letter_case_and_the_longest_value_wins() {
        assert_eq!(setting("base-url"), Some(TO_BASE_URL));
        assert_eq!(setting("BaseURL"), Some(TO_BASE_URL));
        assert_eq!(setting("own"), None);
        assert_eq!(template_tag(" config.title "), Some(TO_NAME));
        assert_eq!(template_tag(" page.content|safe "), Some(TO_BODY));
        assert_eq!(template_tag(" .Title "), Some(TO_TITLE));
        assert_eq!(template_tag("assign x = 1"), Some("write `{% set name = value %}`"));
        for known in
            [" page.contents ", " x.config ", " page.title ", " f(title=1) ", " \"content\" "]
        {
            assert_eq!(template_tag(known), None, "{known}");
        }
    }

    #[test]
    fn each_name_has_one_hint() {
        for (index, (place, name, _)) in NAMES.iter().enumerate() {
            let is_again = |it: &(Place, &str, &str)| it.0 == *place && it.1 == *name;
            assert!(!NAMES[..index].iter().any(is_again), "{place:?} {name}");
        }
    }
}
