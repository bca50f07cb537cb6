//! One build from sources to the published folder.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::Map;

use crate::bundle::Bundle;
use crate::diagnostic::{self, Diagnostic, Severity};
use crate::island::Islands;
use crate::page::Page;
use crate::publish::{self, Outcome, Release};
use crate::render::{self, Inputs, Origin};
use crate::settings::{Environment, Flags, Settings};
use crate::site::{self, Site};
use crate::world::World;

/// A release that is ready to be published.
pub struct Build {
    /// What it was made with.
    pub settings: Settings,
    /// Its files.
    pub release: Release,
    /// Where each page comes from and what it becomes, by route.
    pub origins: BTreeMap<String, Origin>,
    /// How many pages it has.
    pub pages: usize,
    /// What is worth saying though nothing is wrong.
    pub warnings: Vec<Diagnostic>,
}

/// Makes the release without touching the output. `note` is told what takes long.
pub fn make(flags: &Flags, environment: &Environment, note: &dyn Fn(&str)) -> Result<Build, Vec<Diagnostic>> {
    let world = World::new(&flags.root);
    let settings = Settings::read(flags, &world, environment)?;
    let mut found = Vec::new();
    let statics = statics(&world, &mut found);
    let pages = pages(&world, &mut found);
    let data = data(&world, &mut found);
    let templates = templates(&world, &mut found);
    let static_paths: Vec<String> = statics.keys().map(|path| format!("static/{path}")).collect();
    let (site, more) = Site::gather(pages, data, &static_paths, &settings);
    found.extend(more);
    let bundle = match &settings.runtime {
        Some(dir) => Bundle::make(&world, dir, note).map_or_else(
            |diagnostic| {
                found.push(diagnostic);
                None
            },
            |bundle| Some(Arc::new(bundle)),
        ),
        None => None,
    };
    if settings.runtime.is_some() && bundle.is_none() {
        return Err(sorted(found));
    }
    let islands = bundle.as_ref().map(|bundle| Arc::new(Islands::new(bundle, world.root().join(".croupier").join("islands"))));
    let pages = site.pages.len();
    let inputs = Inputs { settings, site: Arc::new(site), templates, statics, bundle, islands };
    let (release, origins) = match render::release(&inputs) {
        Ok(made) => made,
        Err(more) => {
            found.extend(more);
            return Err(sorted(found));
        }
    };
    if found.iter().any(|it| it.severity == Severity::Error) {
        return Err(sorted(found));
    }
    Ok(Build { settings: inputs.settings, release, origins, pages, warnings: sorted(found) })
}

impl Build {
    /// Brings the output folder to this release.
    pub fn publish(&self) -> Result<Outcome, Diagnostic> {
        publish::publish(&self.release, &self.settings.out, self.settings.keep_releases)
    }
}

fn sorted(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostic::sort(&mut found);
    found
}

fn pages(world: &World, found: &mut Vec<Diagnostic>) -> Vec<Page> {
    let paths = listed(world, "content", &["data"], found);
    let read: Vec<_> = paths
        .par_iter()
        .filter(|path| path.ends_with(".md"))
        .map(|path| match world.read(path) {
            Ok(bytes) => Page::read(path, bytes),
            Err(error) => (None, vec![unreadable(path, &error)]),
        })
        .collect();
    let mut pages = Vec::with_capacity(read.len());
    for (page, diagnostics) in read {
        pages.extend(page);
        found.extend(diagnostics);
    }
    pages
}

fn data(world: &World, found: &mut Vec<Diagnostic>) -> Map<String, serde_json::Value> {
    let mut data = Map::new();
    for path in listed(world, "content/data", &[], found) {
        let Some(name) = path.strip_prefix("content/data/").and_then(|name| name.strip_suffix(".toml")) else {
            continue;
        };
        match world.read(&path).map_err(|error| vec![unreadable(&path, &error)]).and_then(|bytes| site::data(&path, bytes)) {
            Ok(value) => {
                data.insert(name.to_owned(), value);
            }
            Err(diagnostics) => found.extend(diagnostics),
        }
    }
    data
}

fn templates(world: &World, found: &mut Vec<Diagnostic>) -> BTreeMap<String, Arc<str>> {
    let mut templates = BTreeMap::new();
    for path in listed(world, "pages", &[], found) {
        match world.read(&path).map(String::from_utf8) {
            Ok(Ok(text)) => {
                templates.insert(path, Arc::from(text));
            }
            Ok(Err(_)) => found.push(Diagnostic::error("C0101", format!("{path} is not UTF-8 text")).hint("save it as UTF-8")),
            Err(error) => found.push(unreadable(&path, &error)),
        }
    }
    templates
}

fn statics(world: &World, found: &mut Vec<Diagnostic>) -> BTreeMap<String, Vec<u8>> {
    let mut statics = BTreeMap::new();
    for path in listed(world, "static", &[], found) {
        match world.read(&path) {
            Ok(bytes) => {
                statics.insert(path["static/".len()..].to_owned(), bytes);
            }
            Err(error) => found.push(unreadable(&path, &error)),
        }
    }
    statics
}

fn listed(world: &World, dir: &str, skip: &[&str], found: &mut Vec<Diagnostic>) -> Vec<String> {
    world.list(dir, skip).unwrap_or_else(|error| {
        found.push(unreadable(dir, &error));
        Vec::new()
    })
}

fn unreadable(path: &str, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error("C0008", format!("cannot read {path}: {error}"))
}
