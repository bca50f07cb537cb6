//! What hangs together with files of static/: redirects, and pages that stand where such a file does.

use crate::build::clashes::static_clashes;
use crate::build::sources::Sources;
use croupier_base::diagnostic::Diagnostic;
use croupier_content::config::settings::Settings;
use croupier_content::redirects::{self, Redirects};
use croupier_content::site::Site;

/// What hangs together with files of static/.
pub(super) struct BesideStatics {
    pub(super) redirects: Redirects,
    /// What is wrong with redirects, and with pages beside such files.
    pub(super) found: Vec<Diagnostic>,
}

impl BesideStatics {
    pub(super) fn of(sources: &Sources, site: &Site, settings: &Settings) -> BesideStatics {
        let is_static = |path: &str| {
            let file = path.trim_matches('/');
            sources.statics.contains_key(path.trim_start_matches('/'))
                || !file.is_empty()
                    && sources.statics.contains_key(format!("{file}/index.html").as_str())
        };
        let file = sources.static_text("_redirects");
        let (mut found, (redirects, wrong)) = rayon::join(
            || static_clashes(sources, site),
            || redirects::gather(site, &sources.files_beside, settings, file.as_ref(), &is_static),
        );
        found.extend(wrong);
        BesideStatics { redirects, found }
    }
}
