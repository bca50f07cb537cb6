//! Makes the URL of a page from the pattern of its folder in `[permalinks]`.

use std::fmt::Write;

use crate::config::tables::permalinks::Permalink;
use crate::front_matter::FrontMatter;
use crate::model::pattern::{PatternPart, pattern_parts};
use crate::slug::slug;
use croupier_base::date::SiteZone;
use croupier_base::path::{Route, SitePath};

/// Returns the route of a page by a pattern. `None` if the page lacks the date that the pattern needs.
pub(crate) fn route(
    permalink: &Permalink,
    source: &SitePath,
    front: &FrontMatter,
    zone: &SiteZone,
) -> Option<Route> {
    let names = Names::of(source);
    let date = front.dated_at.map(|time| zone.day(time));
    let mut route = String::new();

    for part in pattern_parts(permalink.pattern()).unwrap_or_default() {
        let token = match part {
            PatternPart::Text(text) => {
                route.push_str(text);
                continue;
            }
            PatternPart::Column(token) => token,
        };

        let _ = match token {
            "year" => write!(route, "{:04}", date?.0),
            "month" => write!(route, "{:02}", date?.1),
            "day" => write!(route, "{:02}", date?.2),
            "slug" => match &front.rare.slug {
                Some(slug) => route.write_str(slug),
                None => route.write_str(&slug(&front.title)),
            },
            "title" => route.write_str(&slug(&front.title)),
            "section" => route.write_str(names.folders.split('/').next().unwrap_or_default()),
            "sections" => route.write_str(names.folders),
            _ => route.write_str(names.file),
        };
    }

    // A page directly in content/ has no section.
    Some(Route::new(route.replace("//", "/")))
}

/// The names in the path of a content file.
struct Names<'a> {
    /// The folders below content/, without that of a page bundle: `posts/2026`.
    folders: &'a str,
    /// The name of the file without extension, or of the folder of a page bundle.
    file: &'a str,
}

impl<'a> Names<'a> {
    fn of(source: &'a SitePath) -> Names<'a> {
        let path = source.strip_prefix("content/").unwrap_or(source);
        let path = path.strip_suffix(".md").unwrap_or(path);
        let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
        if !file.eq_ignore_ascii_case("index") {
            return Names { folders, file };
        }
        let (folders, file) = folders.rsplit_once('/').unwrap_or(("", folders));
        Names { folders, file }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(pattern: &str, source: &str, date: Option<i64>) -> Option<String> {
        let mut front = crate::front_matter::cascade::blank();
        front.title = "Tea & Cake".into();
        front.dated_at = date;
        let permalink = Permalink::new("/", pattern);
        route(&permalink, &SitePath::new(source), &front, &SiteZone::default()).map(String::from)
    }

    #[test]
    fn names_are_replaced_by_values_of_the_page() {
        let source = "content/posts/2026/tea.md";
        for (pattern, expected) in [
            ("/{year}/{month}/{day}/{slug}/", "/1970/01/02/tea-cake/"),
            ("/blog/{year}-{title}/", "/blog/1970-tea-cake/"),
            ("/{section}/{filename}/", "/posts/tea/"),
            ("/x/{sections}/{filename}/", "/x/posts/2026/tea/"),
        ] {
            assert_eq!(url(pattern, source, Some(86_400)).unwrap(), expected);
        }
        assert_eq!(url("/{section}/{filename}/", "content/a.md", None).unwrap(), "/a/");
        assert_eq!(url("/{filename}/", "content/posts/tea/index.md", None).unwrap(), "/tea/");
        assert_eq!(url("/{year}/{slug}/", source, None), None);
    }
}
