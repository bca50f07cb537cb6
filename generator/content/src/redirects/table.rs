//! The table of redirects of single paths. It refuses those that hide a file, clash, loop or end nowhere.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::colocated_assets::ColocatedAssets;
use crate::config::settings::Settings;
use crate::config::tables::RedirectForm;
use crate::redirects::collected::{Origin, OutputFiles, Redirects, UncheckedRedirect, find};
use crate::redirects::pattern::Pattern;
use crate::redirects::pattern_rules::PatternRule;
use crate::redirects::redirect::{Redirect, is_status, needs_host_error, target_problem};
use crate::redirects::{capitals, old_path};
use crate::site::Site;
use crate::unpublished::{UnpublishedPage, UnpublishedReason};
use croupier_base::diagnostic::code::Code;
use croupier_base::diagnostic::wording::did_you_mean;
use croupier_base::diagnostic::{Diagnostic, Location};
use croupier_base::path::{self, Href, OutputPath, Route};
use croupier_base::url;

/// The redirects of single paths while they are collected.
pub(super) struct Table<'a> {
    site: &'a Site,
    settings: &'a Settings,
    files: &'a dyn OutputFiles,
    by_path: BTreeMap<Route, Redirect>,
    /// The sources by the path that all spellings of an old path share.
    sources: BTreeMap<String, (Redirect, Origin<'a>)>,
    html_files: BTreeMap<OutputPath, Redirect>,
    /// Paths that HTML files cannot redirect, because a page has the same in lower case.
    only_in_case: Vec<Route>,
    diagnostics: Vec<Diagnostic>,
}

/// The end of a chain of redirects.
enum ChainEnd {
    /// A decoded path of this site.
    Path(String),
    /// A URL of another site.
    OtherSite,
    /// There is no end.
    Loop,
}

impl<'a> Table<'a> {
    /// Creates an empty table.
    pub(super) fn new(
        site: &'a Site,
        settings: &'a Settings,
        files: &'a dyn OutputFiles,
        diagnostics: Vec<Diagnostic>,
    ) -> Table<'a> {
        Table {
            site,
            settings,
            files,
            by_path: BTreeMap::new(),
            sources: BTreeMap::new(),
            html_files: BTreeMap::new(),
            only_in_case: Vec::new(),
            diagnostics,
        }
    }

    /// Returns whether a redirect has this decoded old path, in any spelling.
    pub(super) fn has(&self, from: &str) -> bool {
        self.sources.contains_key(old_path::key(from))
    }

    /// Adds a redirect, unless it is invalid or clashes with a file or another redirect.
    pub(super) fn add(&mut self, new: UncheckedRedirect<'a>) {
        let UncheckedRedirect { from: written, to, status, origin } = new;
        let from = match valid_path(&written, &to, status, self.site) {
            Ok(from) => from,
            Err(error) => return self.report(error, &origin),
        };
        // Old hosts show a page at the path of its file too. There, `croupier serve` and most
        // hosts redirect by themselves.
        let folder = old_path::folder(&from);
        if folder.is_some() && self.own_path(&to).as_deref() == folder && self.is_taken(&from) {
            return;
        }

        let key = old_path::key(&from);
        let redirect = Redirect { to: self.with_slash(to), status };
        let clash = self.hidden(&from).or_else(|| {
            let (other, source) = self.sources.get(key)?;
            (*other != redirect).then(|| format!("{} also redirects this path", source.file()))
        });
        if let Some(hint) = clash {
            let message = format!("{written} cannot be redirected");
            let error = Diagnostic::error(Code::RedirectTaken, message).hint(hint);
            return self.report(error, &origin);
        }

        self.sources.entry(key.to_owned()).or_insert_with(|| (redirect.clone(), origin));
        if let Some(folder) = folder {
            self.by_path.insert(Route::new(folder), redirect.clone());
        }
        self.by_path.insert(old_path::with_slash(from), redirect);
    }

    /// Returns the redirects, without those from the path of a file if its folder is redirected too.
    fn paths(&self) -> impl Iterator<Item = (&Route, &Redirect)> {
        let is_first = |from: &str| {
            old_path::folder(from).is_none_or(|folder| !self.by_path.contains_key(folder))
        };
        self.by_path.iter().filter(move |(from, _)| is_first(from))
    }

    /// Returns whether a page or a file is at an old path.
    pub(super) fn is_taken(&self, from: &str) -> bool {
        self.hidden(from).is_some()
    }

    /// Returns what a redirect of a decoded path would hide, as a hint.
    fn hidden(&self, from: &str) -> Option<String> {
        let files = old_path::hidden_files(from);
        if let Some(maker) = files.iter().find_map(|file| self.files.maker(file)) {
            return Some(format!("there is a page or a file at this path: {maker}"));
        }
        let is_reserved = files.iter().any(|file| path::is_reserved(file));
        is_reserved.then(|| "this path is reserved for files of the generator".to_owned())
    }

    /// Adds the last slash to targets that redirect further.
    pub(super) fn add_slashes(&mut self) {
        let lacks_slash = |to: &Href| {
            let path = url::decoded(to.split_path().0);
            !self.by_path.contains_key(&*path) && find(&self.by_path, &path).is_some()
        };
        let without_slash: Vec<Route> = self
            .by_path
            .iter()
            .filter(|(_, redirect)| lacks_slash(&redirect.to))
            .map(|(from, _)| from.clone())
            .collect();
        for from in without_slash {
            if let Some(redirect) = self.by_path.get_mut(&from) {
                let (path, rest) = redirect.to.split_path();
                redirect.to = Href::new(format!("{path}/{rest}"));
            }
        }
    }

    /// Lists the HTML files of the redirects, and reports those that cannot be written.
    pub(super) fn check_html_files(&mut self) {
        let forms = &self.settings.config.output.redirects;
        if !forms.contains(&RedirectForm::Html) {
            return;
        }
        let is_only_form = !forms.contains(&RedirectForm::File);
        let mut problems = Vec::new();
        for (from, redirect) in &self.by_path {
            let Some(file) = old_path::html_path(from) else {
                problems.extend(is_only_form.then(|| (from, needs_host_error(from))));
                continue;
            };
            // Some file systems ignore the case.
            let lower = file.to_lowercase();
            if lower != *file && self.files.maker(&lower).is_some() {
                self.only_in_case.extend(is_only_form.then(|| from.clone()));
            } else {
                self.html_files.insert(file, redirect.clone());
            }
        }
        for (from, _) in self.paths() {
            let file = old_path::html_path(from).filter(|it| self.html_files.contains_key(it));
            problems.extend(file.and_then(|file| Some((from, self.blocked_error(from, &file)?))));
        }

        let located = problems.into_iter().map(|(from, error)| self.located(error, from));
        let located: Vec<Diagnostic> = located.collect();
        self.diagnostics.extend(located);
    }

    /// Returns the error for an HTML file with the name of a folder, or in a folder with the name of a file.
    fn blocked_error(&self, from: &str, file: &OutputPath) -> Option<Diagnostic> {
        let mut folders = file.match_indices('/').map(|(index, _)| &file[..index]);
        let maker = |path: &str| {
            let redirect = || self.html_files.contains_key(path).then(|| "a redirect".to_owned());
            self.files.maker(path).or_else(redirect)
        };
        let hint = match folders.find_map(|folder| Some((folder, maker(folder)?))) {
            Some((folder, maker)) => {
                format!("its HTML file needs a folder at /{folder}, where {maker} makes a file")
            }
            None if self.files.has_below(file) => {
                format!("its HTML file would be at /{file}, which is a folder")
            }
            None => return None,
        };
        let message = format!("{from} cannot be redirected");
        Some(Diagnostic::error(Code::RedirectTaken, message).hint(hint))
    }

    /// Reports redirects that loop or whose final target does not exist.
    pub(super) fn check_targets(&mut self, assets: &ColocatedAssets, patterns: &[PatternRule]) {
        let max_redirects = self.by_path.len() + patterns.len();
        let target_of = |to: &Href| self.final_target(to, patterns, max_redirects);
        let problem = |from: &str, target: ChainEnd, is_exact: bool| match target {
            ChainEnd::Loop => Some(loop_error(from)),
            // A target with names may exist for some paths and not for others.
            ChainEnd::Path(to) if is_exact => self.dead_end(from, &to, assets),
            ChainEnd::Path(_) | ChainEnd::OtherSite => None,
        };

        let of_paths = self.paths().filter_map(|(from, redirect)| {
            let error = problem(from, target_of(&redirect.to), true)?;
            Some(self.located(error, from))
        });
        let of_patterns = patterns.iter().filter_map(|(pattern, line, place)| {
            let from = line.split_whitespace().next().unwrap_or_default();
            let target = target_of(&pattern.sample());
            Some(problem(from, target, pattern.has_fixed_target())?.at(place.clone()))
        });
        let found: Vec<Diagnostic> = of_paths.chain(of_patterns).collect();
        self.diagnostics.extend(found);
    }

    /// Follows redirects from `to`. More than `max_redirects` are a loop.
    fn final_target(&self, to: &Href, patterns: &[PatternRule], max_redirects: usize) -> ChainEnd {
        let mut next = Cow::Borrowed(to);
        for _ in 0..=max_redirects {
            let Some(path) = self.own_path(&next).map(Cow::into_owned) else {
                return ChainEnd::OtherSite;
            };
            // Hosts show an existing file in place of a redirect of a pattern, unless it ends with `!`.
            let is_shown = self.exists(&path);
            let applies = |line: &str| !is_shown || line.ends_with('!');
            let by_pattern = || {
                let mut applying = patterns.iter().filter(|(_, line, _)| applies(line));
                applying.find_map(|(pattern, ..)| pattern.find(&path))
            };
            let Some(redirect) = find(&self.by_path, &path).cloned().or_else(by_pattern) else {
                return ChainEnd::Path(path);
            };
            next = Cow::Owned(redirect.to);
        }
        ChainEnd::Loop
    }

    /// Returns the decoded path of a URL of this site.
    fn own_path<'b>(&self, to: &'b Href) -> Option<Cow<'b, str>> {
        let below_base = to.strip_prefix(self.settings.base_url.as_str());
        let below_base = below_base.filter(|it| it.is_empty() || it.starts_with(['/', '?', '#']));
        let url = below_base.unwrap_or(to);
        let path = &url[..url.find(['?', '#']).unwrap_or(url.len())];
        match path {
            "" if below_base.is_some() => Some("/".into()),
            _ => (path.starts_with('/') && !path.starts_with("//")).then(|| url::decoded(path)),
        }
    }

    /// Returns whether a page or a file is at a decoded path.
    fn exists(&self, path: &str) -> bool {
        let is_file = || !path.ends_with('/') && self.files.maker(&path[1..]).is_some();
        let [_, index] = old_path::hidden_files(path);
        is_file() || self.files.maker(&index).is_some()
    }

    /// Returns whether a page could be at a decoded path, whose own error is reported.
    fn may_exist(&self, path: &str) -> bool {
        self.settings.poisoned_keys.may_define_path(path) || self.site.may_be_unread(path)
    }

    /// Reports the error pages of rules such as `/* /404/ 404` that do not exist. A page whose path has names needs to exist for one text.
    pub(super) fn check_error_pages(&mut self, pages: Vec<(String, Location)>) {
        for (to, place) in pages {
            // Hosts also find `404.html` for `/404/`.
            let with_extension = format!("{}.html", to.trim_end_matches('/'));
            let has_match = |path: &str| {
                let pattern = Pattern::read(path, &Href::new("/"), 301);
                pattern.is_ok_and(|pattern| self.files.find(&pattern).is_some())
            };

            let exists = if Pattern::is_pattern(&to) {
                has_match(&to) || has_match(&with_extension)
            } else {
                self.exists(&to) || self.exists(&with_extension) || self.may_exist(&to)
            };

            if !exists {
                let hint = did_you_mean(&to, self.site.pages.keys().map(Route::as_str))
                    .unwrap_or_else(|| "add this page, or name another one".to_owned());
                let message = format!("this rule shows {to}, which does not exist");
                let error = Diagnostic::error(Code::BrokenLink, message).at(place);
                self.diagnostics.push(error.hint(hint));
            }
        }
    }

    /// Returns a diagnostic if there is nothing at the final target `to`.
    fn dead_end(&self, from: &str, to: &str, assets: &ColocatedAssets) -> Option<Diagnostic> {
        if self.exists(to) || self.may_exist(to) {
            return None;
        }
        let unpublished = self.site.unpublished.get(to).or_else(|| assets.unpublished.get(to));
        if let Some(page) = unpublished {
            return Some(unpublished_target(from, to, page));
        }
        let hint = did_you_mean(to, self.site.pages.keys().map(Route::as_str))
            .unwrap_or_else(|| "redirect it to a page".to_owned());
        let message = format!("broken redirect: {from} redirects to {to}, which does not exist");
        Some(Diagnostic::error(Code::BrokenLink, message).hint(hint))
    }

    /// Returns the target with the last slash of a page and without the name of its file, to avoid a
    /// second redirect.
    fn with_slash(&self, to: Href) -> Href {
        let (path, rest) = to.split_path();
        let is_page = |path: &str| self.site.pages.contains_key(&*url::decoded(path));
        let folder = path.strip_suffix("index.html").filter(|it| it.ends_with('/'));
        if let Some(folder) = folder.filter(|folder| is_page(folder)) {
            return Href::new(format!("{folder}{rest}"));
        }
        let with_slash = format!("{path}/");
        if is_page(&with_slash) { Href::new(with_slash + rest) } else { to }
    }

    /// Adds redirects of the generator itself, except for paths that are redirected already.
    pub(super) fn add_missing(&mut self, redirects: Vec<(Route, Href)>) {
        for (from, to) in redirects {
            if !self.sources.contains_key(old_path::key(&from)) {
                self.by_path.entry(from).or_insert(Redirect { to, status: 301 });
            }
        }
    }

    /// Reports the paths with capital letters that HTML files cannot redirect.
    pub(super) fn report_capitals(&mut self, redirects: Vec<(Route, Href)>) {
        let mut paths = std::mem::take(&mut self.only_in_case);
        paths.extend(redirects.into_iter().map(|(from, _)| from));
        paths.sort();
        paths.dedup();
        self.diagnostics.extend(capitals::not_redirected(&paths));
    }

    /// Returns the redirects of single paths, and all diagnostics.
    pub(super) fn finish(self) -> (Redirects, Vec<Diagnostic>) {
        let Table { by_path, html_files, diagnostics, .. } = self;
        (Redirects { by_path, html_files, ..Redirects::default() }, diagnostics)
    }

    fn report(&mut self, diagnostic: Diagnostic, origin: &Origin<'_>) {
        self.diagnostics.push(origin.locate(diagnostic, self.files));
    }

    /// Locates a diagnostic at the source of an old path.
    fn located(&self, diagnostic: Diagnostic, from: &str) -> Diagnostic {
        match self.sources.get(old_path::key(from)) {
            Some((_, origin)) => origin.locate(diagnostic, self.files),
            None => diagnostic,
        }
    }
}

/// Returns the decoded old path of a redirect, or the error for an invalid path, target or status.
fn valid_path(written: &str, to: &Href, status: u16, site: &Site) -> Result<Route, Diagnostic> {
    let error = |message: String| Diagnostic::error(Code::BadRedirect, message);

    if written.contains(char::is_whitespace)
        || to.contains(|it: char| it.is_ascii_whitespace()) && !site.pages.contains_key(to.as_str())
    {
        let message =
            format!("`{written}` cannot be redirected to `{to}`: a URL cannot contain spaces");
        return Err(error(message).hint("write `%20` for a space"));
    }

    if !written.starts_with('/') {
        let error = error(format!("`{written}` is not a path of this site"));
        return Err(error.hint(format!("start it with a slash: `/{written}`")));
    }

    if !is_status(status) {
        let message = format!("{written} cannot be redirected with status {status}");
        let hint = "write `from = \"/old/\"`, `to = \"/new/\"` and, if it is not 301, `status = 302`, 307 or 308";
        return Err(error(message).hint(hint));
    }

    if let Some(hint) = target_problem(to) {
        return Err(error(format!("`{written}` cannot be redirected to `{to}`")).hint(hint));
    }

    if written.contains(['?', '#']) || Pattern::is_pattern(written) {
        let hint = "write the path alone: a query is passed on, browsers do not send what follows `#`, and patterns \
            belong in `[[redirects]]` and static/_redirects";
        return Err(error(format!("`{written}` cannot be redirected")).hint(hint));
    }

    old_path::decode(written)
        .map_err(|hint| error(format!("`{written}` cannot be redirected")).hint(hint))
}

/// Returns the error for a redirect loop.
fn loop_error(from: &str) -> Diagnostic {
    Diagnostic::error(Code::RedirectCircle, format!("the redirect of {from} is a loop"))
        .hint("redirect it to a page")
}

/// Returns the diagnostic for a redirect to a page that is not published.
fn unpublished_target(from: &str, to: &str, page: &UnpublishedPage) -> Diagnostic {
    if let UnpublishedReason::Expired(_) = page.reason {
        let message = format!("broken redirect: {from} redirects to {to}, which has expired");
        return Diagnostic::warning(Code::LinkEnds, message).hint(page.hint());
    }
    let yet = page.reason.yet();
    let message = format!("broken redirect: {from} redirects to {to}, which is not published{yet}");
    Diagnostic::error(Code::BrokenLink, message).hint(page.hint())
}
