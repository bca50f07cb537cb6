//! Redirects, and conflicts between pages and static files. Both depend on the files that a build writes.

use std::sync::Arc;

use crate::site::conflicts::static_conflicts;
use crate::site::files::StandaloneFiles;
use crate::sources::Sources;
use croupier_base::diagnostic::Diagnostic;
use croupier_base::path::{self, SitePath, TEXT_INDEX};
use croupier_base::syntax::utf8;
use croupier_content::config::settings::Settings;
use croupier_content::page::Page;
use croupier_content::redirects::pattern::Pattern;
use croupier_content::redirects::{self, OutputFiles, Redirects};
use croupier_content::site::Site;

/// The redirects of a site, with the diagnostics about static files.
pub(super) struct RedirectTables {
    pub(super) redirects: Redirects,
    /// Diagnostics of redirects, and of pages that conflict with static files.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl RedirectTables {
    /// Collects the redirects of pages, site.toml and static/_redirects.
    pub(super) fn of(
        sources: &Sources,
        site: &Site,
        settings: &Settings,
        standalone: &StandaloneFiles,
    ) -> RedirectTables {
        let files = SiteFiles { sources, site, settings, standalone };
        let file = sources.static_text(HOST_FILES[0]);
        let (mut diagnostics, (redirects, errors)) = rayon::join(
            || static_conflicts(sources, site),
            || redirects::gather(site, &sources.asset_paths, settings, file.as_ref(), &files),
        );
        diagnostics.extend(errors);
        diagnostics.extend(HOST_FILES.into_iter().filter_map(|name| not_utf8(sources, name)));
        RedirectTables { redirects, diagnostics }
    }
}

/// Returns the error for a file of static/ that adds lines to a generated file and is not UTF-8.
fn not_utf8(sources: &Sources, name: &str) -> Option<Diagnostic> {
    let text = sources.static_text(name)?;
    let start = text.find(char::REPLACEMENT_CHARACTER)?;
    Some(utf8::not_utf8(&SitePath::new(format!("static/{name}")), text, start))
}

/// Files of static/ that add lines to generated files, and that visitors cannot request.
const HOST_FILES: [&str; 2] = ["_redirects", "_headers"];

/// The files that a build writes, apart from those of redirects.
struct SiteFiles<'a> {
    sources: &'a Sources,
    site: &'a Site,
    settings: &'a Settings,
    standalone: &'a StandaloneFiles,
}

impl OutputFiles for SiteFiles<'_> {
    fn maker(&self, path: &str) -> Option<String> {
        let page = self.site.pages.get(&path::route_of_output(path));
        if let Some(page) = page.filter(|page| *page.route.html() == *path) {
            return Some(page.file().to_string());
        }
        let of_static = || {
            let is_host_file = HOST_FILES.contains(&path);
            let (path, _) = self.sources.statics.get_key_value(path).filter(|_| !is_host_file)?;
            Some(self.sources.source_of(path).into())
        };
        let standalone = || self.standalone.get(path).map(|source| source.file().into());
        let copy = || Some(self.sources.source_of(&self.sources.original_of_copy(path)?).into());
        let is_generated = || {
            path::is_generated_path(path) && !path::is_reserved(path)
                || self.settings.config.search.text && path.starts_with(TEXT_INDEX)
        };
        let generator = || is_generated().then(|| "the generator".to_owned());
        of_static().or_else(standalone).or_else(copy).or_else(generator)
    }

    fn has_below(&self, folder: &str) -> bool {
        let folder = format!("{folder}/");
        let has_page =
            || path::entries_with_prefix(&self.site.pages, &format!("/{folder}")).next().is_some();
        path::entries_with_prefix(&*self.sources.statics, &folder).next().is_some()
            || path::entries_with_prefix(self.standalone, &folder).next().is_some()
            || has_page()
    }

    fn find(&self, pattern: &Pattern) -> Option<String> {
        let is_match = |path: &str| pattern.find(path).is_some();
        if let Some(route) = self.site.pages.keys().find(|route| is_match(route)) {
            return Some(format!("the page {route}"));
        }
        let statics = self.sources.statics.keys().filter(|it| !HOST_FILES.contains(&it.as_str()));
        let mut files = statics.chain(self.standalone.keys()).map(|path| format!("/{path}"));
        files.find(|path| is_match(path)).map(|path| format!("the file {path}"))
    }

    fn text(&self, page: &Page) -> Option<Arc<str>> {
        self.sources.text(&page.source).ok().map(|text| text.source)
    }
}
