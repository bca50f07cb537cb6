//! Redirects before and after they are checked.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::page::Page;
use crate::redirects::pattern::Pattern;
use crate::redirects::redirect::Redirect;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::{Href, OutputPath, Route};
use croupier_base::url;

/// The files that a build writes, apart from those of redirects.
pub trait OutputFiles {
    /// Returns what makes the file at an output path, for messages: a source, or the generator.
    fn maker(&self, path: &str) -> Option<String>;

    /// Returns whether there are files in a folder of the output.
    fn has_below(&self, folder: &str) -> bool;

    /// Returns the URL path of a page or a file that a pattern matches.
    fn find(&self, pattern: &Pattern) -> Option<String>;

    /// Returns the text of the file of a page.
    fn text(&self, page: &Page) -> Option<Arc<str>>;
}

/// The source of a redirect.
pub(super) enum Origin<'a> {
    /// A page, and the range of the alias in its file.
    Alias(&'a Page, Range<usize>),
    /// An entry of `[[redirects]]`, or a line of static/_redirects.
    Line(Location),
}

impl Origin<'_> {
    /// Returns the file, or the variable that overrides site.toml.
    pub(super) fn file(&self) -> &str {
        match self {
            Origin::Alias(page, _) => page.file(),
            Origin::Line(place) => &place.file,
        }
    }

    /// Locates a diagnostic at the source.
    pub(super) fn locate(&self, diagnostic: Diagnostic, files: &dyn OutputFiles) -> Diagnostic {
        match self {
            Origin::Line(place) => diagnostic.at(place.clone()),
            Origin::Alias(page, range) => {
                let text = files.text(page).filter(|text| text.get(range.clone()).is_some());
                match text.filter(|_| page.row.is_none()) {
                    Some(text) => {
                        diagnostic.at(Location::new(page.source.as_str(), text, range.clone()))
                    }
                    None => page.locate(diagnostic),
                }
            }
        }
    }
}

/// A redirect before it is checked, as it is written in its source.
pub(super) struct UncheckedRedirect<'a> {
    pub from: String,
    pub to: Href,
    pub status: u16,
    pub origin: Origin<'a>,
}

/// All redirects of the site.
#[derive(Debug, Default)]
pub struct Redirects {
    /// Redirects of single paths, by decoded old path.
    pub by_path: BTreeMap<Route, Redirect>,
    /// The redirects as HTML files, if site.toml has this form.
    pub html_files: BTreeMap<OutputPath, Redirect>,
    /// Redirects of patterns. They apply to paths that are not in `by_path`; the first match counts.
    pub patterns: Vec<Pattern>,
    /// Lines of the host's file: those of the patterns, and other rules of static/_redirects.
    pub rules: Vec<String>,
}

impl Redirects {
    /// Returns the redirect of a path with or without its last slash, except for those of patterns.
    pub fn exact(&self, path: &str) -> Option<&Redirect> {
        find(&self.by_path, path)
    }

    /// Returns whether a path is redirected.
    pub fn matches(&self, path: &str) -> bool {
        self.exact(path).is_some() || self.patterns.iter().any(|it| it.find(path).is_some())
    }

    /// Returns the final target of a path if all its redirects are permanent and within this site.
    /// Links may rely on temporary redirects and on those to other hosts.
    pub fn permanent_target(&self, path: &str) -> Option<Href> {
        let redirect_of = |path: &str| {
            let by_pattern = || self.patterns.iter().find_map(|it| it.find(path));
            self.exact(path).cloned().or_else(by_pattern)
        };
        let is_own = |to: &str| to.starts_with('/') && !to.starts_with("//");
        let mut next = redirect_of(path);
        let mut target = None;
        // `gather` reports loops.
        for _ in 0..=self.by_path.len() + self.patterns.len() {
            let Some(redirect) = next else { return target };
            if !matches!(redirect.status, 301 | 308) || !is_own(&redirect.to) {
                return None;
            }
            next = redirect_of(&url::decoded(&redirect.to.path_only()));
            target = Some(redirect.to);
        }
        None
    }
}

/// Returns the redirect of a decoded path with or without its last slash.
pub(super) fn find<'a>(
    redirects: &'a BTreeMap<Route, Redirect>,
    path: &str,
) -> Option<&'a Redirect> {
    let with_slash =
        || (!path.ends_with('/')).then(|| redirects.get(format!("{path}/").as_str()))?;
    redirects.get(path).or_else(with_slash)
}
