//! Redirects, and conflicts between pages and static files. Both depend on the files of static/.

use crate::sources::Sources;
use crate::sources::conflicts::static_conflicts;
use croupier_base::diagnostic::Diagnostic;
use croupier_content::config::settings::Settings;
use croupier_content::redirects::{self, Redirects};
use croupier_content::site::Site;

/// The redirects of a site, with the diagnostics about static files.
pub(super) struct RedirectTables {
    pub(super) redirects: Redirects,
    /// Diagnostics of redirects, and of pages that conflict with static files.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl RedirectTables {
    /// Collects the redirects of pages, site.toml and static/_redirects.
    pub(super) fn of(sources: &Sources, site: &Site, settings: &Settings) -> RedirectTables {
        let is_static = |path: &str| {
            let file = path.trim_matches('/');
            let index = format!("{file}/index.html");
            sources.statics.contains_key(path.trim_start_matches('/'))
                || !file.is_empty() && sources.statics.contains_key(index.as_str())
        };
        let file = sources.static_text("_redirects");
        let (mut diagnostics, (redirects, errors)) = rayon::join(
            || static_conflicts(sources, site),
            || redirects::gather(site, &sources.asset_paths, settings, file.as_ref(), &is_static),
        );
        diagnostics.extend(errors);
        RedirectTables { redirects, diagnostics }
    }
}
