//! What all pages are rendered with: the site, the compiled templates, the slices, for one state of what pages share.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use minijinja::Environment as Templates;

use crate::diagnostic::Diagnostic;
use crate::island::Islands;
use crate::page::{self, Page};
use crate::redirects::{self, Redirect};
use crate::render::{self, Slice};
use crate::settings::Settings;
use crate::site::Site;
use crate::sources::Sources;
use crate::template::{self, Pieces};

/// What pages are rendered with, for one state of everything that they share.
pub struct Workshop {
    /// What template functions draw on.
    pub pieces: Arc<Pieces>,
    /// The compiled templates.
    pub templates: Templates<'static>,
    /// The slices, rendered.
    pub slices: BTreeMap<String, Slice>,
    /// Addresses that moved.
    pub redirects: BTreeMap<String, Redirect>,
}

impl Workshop {
    /// Brings pages together at the moment `now` (epoch seconds) and compiles the templates. What is wrong with pages goes
    /// to `found`; what makes rendering impossible is the error.
    pub fn new(
        sources: &Sources,
        settings: Arc<Settings>,
        now: i64,
        found: &mut Vec<Diagnostic>,
    ) -> Result<Workshop, Vec<Diagnostic>> {
        let (site, clashes) = Site::gather(sources.contents.values().map(|it| &it.page), &settings, now);
        found.extend(clashes);
        found.extend(static_clashes(sources, &site));
        let is_static = |path: &str| sources.statics.contains_key(path.trim_start_matches('/'));
        let (redirects, wrong) = redirects::gather(&site, &settings, &is_static);
        found.extend(wrong);
        let bundle = sources.bundle.clone();
        let kept = sources.world.root().join(".croupier").join("islands");
        let pieces = Arc::new(Pieces {
            settings,
            site: Arc::new(site),
            templates: Arc::clone(&sources.templates),
            data: Arc::clone(&sources.data),
            islands: bundle.as_ref().map(|bundle| Arc::new(Islands::new(bundle, kept))),
            bundle,
            slices: RwLock::default(),
        });
        let templates = template::environment(&pieces)?;
        let names = pieces.templates.keys().filter_map(|path| path.strip_prefix("pages/slices/")?.strip_suffix(".html"));
        let mut slices = BTreeMap::new();
        let mut errors = Vec::new();
        for name in names {
            match render::slice(&pieces, &templates, name) {
                Ok(slice) => {
                    slices.insert(name.to_owned(), slice);
                }
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        *pieces.slices.write().unwrap_or_else(PoisonError::into_inner) =
            slices.iter().map(|(name, slice)| (name.clone(), slice.html.clone())).collect();
        Ok(Workshop { pieces, templates, slices, redirects })
    }
}

/// Pages that would make the same file as one of static/.
pub fn static_clashes(sources: &Sources, site: &Site) -> Vec<Diagnostic> {
    let clash = |page: &Arc<Page>| {
        let path = page::html_path(&page.route);
        sources.statics.contains_key(&path).then(|| {
            Diagnostic::error("C0203", format!("static/{path} and {} make the same file", page.source))
                .in_file(&page.source)
                .hint("remove or rename one of them")
        })
    };
    site.pages.values().filter_map(clash).collect()
}
