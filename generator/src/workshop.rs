//! What all pages are rendered with: the site, the compiled templates, the slices, for one state of what pages share.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use minijinja::Environment as Templates;

use crate::diagnostic::Diagnostic;
use crate::extras;
use crate::feed;
use crate::island::Islands;
use crate::page::{self, Page};
use crate::reads::Digest;
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
    /// Files of templates in pages/files/, and feeds.
    pub files: Files,
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
        if !redirects.is_empty() && sources.statics.contains_key("_redirects") {
            let error = Diagnostic::error("C0203", "static/_redirects would take the place of the site's own redirects");
            found.push(error.in_file("static/_redirects").hint("write its lines as `[[redirects]]` in site.toml"));
        }
        let bundle = sources.bundle.clone();
        let kept = sources.world.root().join(".croupier").join("islands");
        let pieces = Arc::new(Pieces {
            settings,
            site: Arc::new(site),
            templates: Arc::clone(&sources.templates),
            data: Arc::clone(&sources.data),
            islands: bundle.as_ref().map(|bundle| Arc::new(Islands::new(bundle, kept))),
            bundle,
            pictures: Arc::clone(&sources.pictures),
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
        let (files, errors) = files(&pieces, &templates);
        let workshop = Workshop { pieces, templates, slices, files, redirects };
        found.extend(workshop.file_clashes(&sources.statics));
        if errors.is_empty() { Ok(workshop) } else { Err(errors) }
    }

    /// Files of templates and feeds that a page or a file of static/ makes too.
    pub fn file_clashes(&self, statics: &BTreeMap<String, Digest>) -> Vec<Diagnostic> {
        let clash = |(path, (source, _)): (&String, &(String, Vec<u8>))| {
            let other = self.pieces.site.pages.get(&page::route_at(path)).map(|page| page.source.clone());
            let other = other.or_else(|| statics.contains_key(path).then(|| format!("static/{path}")));
            let other = other.or_else(|| extras::is_own(path).then(|| "the generator".to_owned()));
            other.map(|other| clash(path, source, &other))
        };
        self.files.files.iter().filter_map(clash).collect()
    }
}

/// Files that are made of content and are no pages.
#[derive(Debug, Default)]
pub struct Files {
    /// What asked for it, and its text, by output path.
    pub files: BTreeMap<String, (String, Vec<u8>)>,
    /// Static queries that they name: the data's name by hash.
    pub queries: BTreeMap<String, String>,
}

/// Renders the templates in pages/files/, each of which makes the file of its name, and writes the feeds.
fn files(pieces: &Pieces, env: &Templates<'_>) -> (Files, Vec<Diagnostic>) {
    let mut files = Files::default();
    let mut found = Vec::new();
    for template in pieces.templates.keys() {
        let Some(path) = template.strip_prefix("pages/files/") else {
            continue;
        };
        match render::file(pieces, env, template) {
            Ok((text, queries)) => {
                files.files.insert(path.to_owned(), (template.clone(), text));
                files.queries.extend(queries);
            }
            Err(error) => found.push(error),
        }
    }
    for feed in &pieces.settings.declared.feeds {
        let (path, text) = feed::file(feed, &pieces.site, &pieces.settings);
        if let Some((other, _)) = files.files.get(&path) {
            found.push(clash(&path, "site.toml", other));
            continue;
        }
        files.files.insert(path, ("site.toml".to_owned(), text));
    }
    (files, found)
}

fn clash(path: &str, one: &str, other: &str) -> Diagnostic {
    Diagnostic::error("C0203", format!("{one} and {other} make the same file, {path}"))
        .in_file(one)
        .hint("remove or rename one of them")
}

/// Pages that would make the same file as one of static/.
pub fn static_clashes(sources: &Sources, site: &Site) -> Vec<Diagnostic> {
    // Some hosts do not tell capital letters from small ones.
    let statics: BTreeMap<String, &String> = sources.statics.keys().map(|path| (path.to_lowercase(), path)).collect();
    let clash = |page: &Arc<Page>| {
        statics.get(&page::html_path(&page.route)).map(|path| {
            Diagnostic::error("C0203", format!("static/{path} and {} make the same file", page.source))
                .in_file(&page.source)
                .hint("remove or rename one of them")
        })
    };
    let mut found: Vec<Diagnostic> = site.pages.values().filter_map(clash).collect();
    for (route, page) in site.pages.iter().filter(|(route, _)| !route.ends_with('/')) {
        let below = format!("{route}/");
        if let Some((_, other)) = site.pages.range(below.clone()..).next().filter(|(route, _)| route.starts_with(&below)) {
            let message = format!("{} and {} need a file and a folder of one name", page.source, other.source);
            found.push(Diagnostic::error("C0203", message).in_file(&page.source).hint("give one of them another `path`"));
        }
    }
    for path in sources.statics.keys() {
        // A file and a folder cannot have one name.
        let below = format!("/{}/", path.to_lowercase());
        let page = site.pages.range(below.clone()..).next().filter(|(route, _)| route.starts_with(&below));
        if extras::is_reserved(path) || page.is_some() {
            let hint = page.map_or("the generator makes what lies there; rename it".to_owned(), |(_, page)| {
                format!("{} needs a folder of this name; rename one of them", page.source)
            });
            let message = format!("static/{path} stands in the way of the generator's own files");
            found.push(Diagnostic::error("C0203", message).in_file(&format!("static/{path}")).hint(hint));
        }
        let other = statics[&path.to_lowercase()];
        if other != path {
            let message = format!("static/{path} and static/{other} differ in capital letters alone");
            found.push(
                Diagnostic::error("C0203", message)
                    .in_file(&format!("static/{path}"))
                    .hint("some hosts and computers take them for one file; rename one of them"),
            );
        }
    }
    found
}
