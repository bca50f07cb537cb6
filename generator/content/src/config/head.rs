//! `[head]` of site.toml: what the head of each page has in addition to its title and description.

use serde::Deserialize;

use croupier_base::path::Href;

/// The icon for browsers without SVG icons, in the root folder of the output.
pub const ICO: &str = "favicon.ico";
/// The icon of home screens, in the root folder of the output.
pub const TOUCH_ICON: &str = "apple-touch-icon.png";

/// `[head]`: title, link previews, structured data and icons.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct HeadOptions {
    /// The pattern of document titles, with `{title}` and `{site}`. The home page has its title only.
    #[cfg_attr(test, schemars(regex(pattern = "[{]title[}]")))]
    pub title_pattern: Option<String>,
    /// Whether pages have Open Graph metadata for link previews. Default: `true`.
    pub open_graph: bool,
    /// The account on X that link previews name, such as `@example`.
    #[cfg_attr(test, schemars(regex(pattern = "^@[A-Za-z0-9_]+$")))]
    pub x_account: Option<String>,
    /// Whether pages have JSON-LD for search engines. Default: `true`.
    pub structured_data: bool,
    /// The URL of a search page with `{query}`, such as `/search/?q={query}`.
    #[cfg_attr(test, schemars(regex(pattern = "[{]query[}]")))]
    pub search_url: Option<String>,
    /// The organization that publishes the site, for structured data.
    pub organization: Option<Organization>,
    /// The favicon, a file of `static/` such as `favicon.svg`. `favicon.ico` and `apple-touch-icon.png` are rendered from an SVG, unless
    /// `static/` has them.
    pub favicon: Option<String>,
    /// The colour of the browser around the page: one colour, or a table with `light` and `dark`.
    pub theme_color: Option<ThemeColor>,
}

impl Default for HeadOptions {
    fn default() -> HeadOptions {
        HeadOptions {
            title_pattern: None,
            open_graph: true,
            x_account: None,
            structured_data: true,
            search_url: None,
            organization: None,
            favicon: None,
            theme_color: None,
        }
    }
}

/// `[head.organization]`: the organization that publishes the site.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Organization {
    /// Its name. Default: the name of the site.
    #[cfg_attr(test, schemars(length(min = 1)))]
    pub name: Option<String>,
    /// The URL of its logo.
    #[cfg_attr(test, schemars(regex(pattern = "^(/|https?://)")))]
    pub logo: Option<String>,
    /// The URL of its website. Default: this site.
    #[cfg_attr(test, schemars(regex(pattern = "^(/|https?://)")))]
    pub url: Option<String>,
    /// The URLs of its profiles on other sites.
    #[serde(default)]
    #[cfg_attr(test, schemars(inner(regex(pattern = "^https?://"))))]
    pub same_as: Vec<String>,
}

/// The colour of the browser around the page.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "`theme_color` is neither a colour nor a table of `light` and `dark`"
)]
pub enum ThemeColor {
    /// The colour for all readers.
    Always(String),
    /// The colours by the preference of the reader.
    ByScheme {
        /// The colour for readers who prefer light colours.
        light: String,
        /// The colour for readers who prefer dark colours.
        dark: String,
    },
}

impl HeadOptions {
    /// Returns the values that are wrong: the key, a message and a hint.
    pub fn problems(&self) -> Vec<(&'static str, String, &'static str)> {
        let mut problems = Vec::new();
        if let Some(pattern) = &self.title_pattern {
            let rest = pattern.replace("{title}", "").replace("{site}", "");
            if !pattern.contains("{title}") || rest.contains(['{', '}']) {
                let message = format!("`{pattern}` is not a pattern of titles");
                let hint = "write `{title}` for the title of the page and `{site}` for the name of the site: `\"{title} – {site}\"`";
                problems.push(("title_pattern", message, hint));
            }
        }

        let is_account = |name: &str| {
            name.len() > 1 && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
        };
        if let Some(account) = &self.x_account
            && !account.strip_prefix('@').is_some_and(is_account)
        {
            let message = format!("`{account}` is not the name of an account");
            problems.push(("x_account", message, "begin it with `@`: `\"@example\"`"));
        }

        if let Some(url) = &self.search_url
            && !(is_url(url) && url.matches("{query}").count() == 1)
        {
            let message = format!("`{url}` is not the URL of a search");
            let hint =
                "write `{query}` where the words of the visitor belong: `\"/search/?q={query}\"`";
            problems.push(("search_url", message, hint));
        }

        if let Some(Organization { logo, url, same_as, .. }) = &self.organization {
            let urls = logo.iter().chain(url).filter(|url| !is_url(url));
            let profiles = same_as.iter().filter(|url| !Href::new(url.as_str()).is_absolute());
            for url in urls.chain(profiles) {
                let message = format!("`{url}` is not a URL");
                let hint = "write an absolute URL; `logo` and `url` can also be a path that begins with a slash";
                problems.push(("organization", message, hint));
            }
        }

        let colors = match &self.theme_color {
            Some(ThemeColor::Always(color)) => vec![color],
            Some(ThemeColor::ByScheme { light, dark }) => vec![light, dark],
            None => Vec::new(),
        };
        for color in colors.into_iter().filter(|color| !is_color(color)) {
            let message = format!("`{color}` is not a colour");
            problems.push(("theme_color", message, "write one such as `\"#150e1b\"`"));
        }
        problems
    }

    /// Returns the title of a document: `title` in the pattern, unless it is the name of the site.
    pub fn document_title(&self, title: &str, site: &str) -> String {
        match &self.title_pattern {
            Some(pattern) if title != site => {
                let parts = pattern.split("{title}").map(|part| part.replace("{site}", site));
                parts.collect::<Vec<_>>().join(title)
            }
            _ => title.to_owned(),
        }
    }
}

impl Organization {
    /// Returns the name, which defaults to that of the site.
    pub fn name<'a>(&'a self, site: &'a str) -> &'a str {
        self.name.as_deref().unwrap_or(site)
    }
}

/// Returns whether a text is a URL path of this site or an absolute URL.
pub fn is_url(text: &str) -> bool {
    let is_path = text.starts_with('/') && !text.starts_with("//");
    (is_path || Href::new(text).is_absolute()) && !text.contains(char::is_whitespace)
}

/// Returns whether a text is a colour of CSS: a hexadecimal one, a name, or a call of a function.
fn is_color(text: &str) -> bool {
    match text.strip_prefix('#') {
        Some(digits) => {
            matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|it| it.is_ascii_hexdigit())
        }
        None => {
            let is_allowed = |it: char| it.is_ascii_alphanumeric() || " %.,/()-+".contains(it);
            text.starts_with(|it: char| it.is_ascii_alphabetic()) && text.chars().all(is_allowed)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pattern_replaces_only_its_own_placeholders() {
        let options = |pattern: &str| HeadOptions {
            title_pattern: Some(pattern.to_owned()),
            ..HeadOptions::default()
        };
        let title = |pattern: &str, title: &str| options(pattern).document_title(title, "Site");
        assert_eq!(title("{title} – {site}", "A"), "A – Site");
        assert_eq!(title("{site}: {title}", "{site}"), "Site: {site}");
        assert_eq!(title("{title} – {site}", "Site"), "Site");
        assert_eq!(HeadOptions::default().document_title("A", "Site"), "A");
        for (pattern, is_valid) in
            [("{title}", true), ("{site}", false), ("{title} {name}", false), ("%s", false)]
        {
            assert_eq!(options(pattern).problems().is_empty(), is_valid, "{pattern}");
        }
    }

    #[test]
    fn colors_have_a_form_of_css() {
        for color in ["#fff", "#150e1b", "rebeccapurple", "rgb(0 0 0 / 50%)", "oklch(0.7 0.1 200)"]
        {
            assert!(is_color(color), "{color}");
        }
        for color in ["", "#ff", "#ggg", "red\"", "1px", "red;"] {
            assert!(!is_color(color), "{color}");
        }
    }

    #[test]
    fn theme_colors_have_no_other_keys() {
        let read = |text: &str| toml::from_str::<HeadOptions>(text);
        assert!(read("theme_color = { light = '#fff', dark = '#111' }").is_ok());

        let error = read("theme_color = { light = '#fff', dark = '#111', print = '#000' }");
        assert!(error.unwrap_err().message().contains("neither a colour nor a table"));
    }
}
