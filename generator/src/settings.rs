//! What a build was asked to do: flags, site.toml and environment, read once; nothing later asks them again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value, json};
use toml::de::{DeTable, DeValue};

use crate::declared::{self, Declared};
use crate::diagnostic::{Diagnostic, Place, did_you_mean};
use crate::marked;
use crate::moment;
use crate::publish;
use crate::world::World;

/// For whom the output is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Profile {
    /// Samples are welcome.
    #[default]
    Preview,
    /// Sample brand data and sample pages are refused.
    Production,
}

/// What the command line says about a build.
#[derive(Debug, Clone, Default)]
pub struct Flags {
    /// Folder of the site.
    pub root: PathBuf,
    /// Output folder; `public` below the root where it is not given.
    pub out: Option<PathBuf>,
    /// Overrides `base_url` of site.toml.
    pub base_url: Option<String>,
    /// Builds drafts too.
    pub drafts: bool,
    /// Preview or production.
    pub profile: Profile,
    /// Lets sample pages into a production build.
    pub allow_samples: bool,
}

/// Everything that a build is told.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Absolute output folder.
    pub out: PathBuf,
    /// Absolute address of the site without a final slash.
    pub base_url: String,
    /// Path of the base address without a final slash: empty, or `/docs`.
    pub prefix: String,
    /// The text of site.toml.
    pub source: Arc<str>,
    /// site.toml as templates see it.
    pub site: Value,
    /// `[client]` of site.toml, which every page hands to the runtime.
    pub client: Value,
    /// The tables that the generator reads itself.
    pub declared: Declared,
    /// Folder of the runtime below the root, where the site has one.
    pub runtime: Option<String>,
    /// Whether the site has a service worker.
    pub service_worker: bool,
    /// Year of the copyright line: of `SOURCE_DATE_EPOCH`, else of today (A21).
    pub build_year: i64,
    /// Builds drafts too.
    pub drafts: bool,
    /// Preview or production.
    pub profile: Profile,
    /// Lets sample pages into a production build.
    pub allow_samples: bool,
}

const REQUIRED: [&str; 2] = ["name", "base_url"];
/// Keys at the top of site.toml. Tables that the generator does not know are the templates' own.
const KNOWN: [&str; 5] = ["name", "base_url", "language", "description", "image"];
/// Tables that templates and the runtime know besides.
const OTHERS: [&str; 2] = ["client", "reporting"];

impl Settings {
    /// Reads site.toml below the root that `flags` name.
    pub fn read(flags: &Flags, world: &World, environment: &Environment) -> Result<Settings, Vec<Diagnostic>> {
        let bytes = world.read("site.toml").map_err(|error| {
            vec![
                Diagnostic::error("C0001", format!("cannot read {}: {error}", world.root().join("site.toml").display()))
                    .hint("a site is a folder with a site.toml; name it with --root, or make one with `croupier new`"),
            ]
        })?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
            let end = valid.len();
            vec![Diagnostic::error("C0003", "site.toml is not UTF-8 text").at(Place::new("site.toml", valid, end..end))]
        })?;
        let source: Arc<str> = Arc::from(text.as_str());
        let (table, errors) = DeTable::parse_recoverable(&text);
        let place = |range| Place::new("site.toml", Arc::clone(&source), range);
        let mut found: Vec<Diagnostic> = errors
            .iter()
            .map(|error| {
                Diagnostic::error("C0002", format!("site.toml is not valid TOML: {}", error.message()))
                    .at(place(error.span().unwrap_or(0..0)))
            })
            .collect();
        let root = table.get_ref();
        for required in REQUIRED {
            let good =
                root.get(required).is_some_and(|value| matches!(value.get_ref(), DeValue::String(text) if !text.is_empty()));
            if !good && found.is_empty() {
                found.push(
                    Diagnostic::error("C0004", format!("site.toml has no `{required}`"))
                        .at(place(0..0))
                        .hint(format!("add `{required} = \"...\"` at its top")),
                );
            }
        }
        found.extend(unknown(root, &place));
        let declared = Declared::read(root, &source, &mut found);
        let site = marked::toml(&text).0.to_json();
        let base_url = flags.base_url.clone().or_else(|| text_at(&site, &["base_url"])).unwrap_or_default();
        let base_url = base_url.trim_end_matches('/').to_owned();
        let origin = base_url.split_once("://");
        if origin.is_none_or(|(scheme, host)| !matches!(scheme, "http" | "https") || host.is_empty()) && found.is_empty() {
            let range = root.get("base_url").map_or(0..0, toml::Spanned::span);
            found.push(
                Diagnostic::error("C0006", format!("`{base_url}` is not an absolute address"))
                    .at(place(range))
                    .hint("write it with its scheme: `base_url = \"https://www.example.com\"`"),
            );
        }
        if flags.profile == Profile::Production {
            found.extend(production(root, &place));
        }
        let out = flags.out.clone().unwrap_or_else(|| world.root().join("public"));
        found.extend(misplaced(&out, world.root(), declared.runtime.as_ref().map(|it| it.dir.as_str())));
        if !found.is_empty() {
            return Err(found);
        }
        let prefix = origin.and_then(|(_, rest)| rest.find('/').map(|at| rest[at..].to_owned())).unwrap_or_default();
        let runtime = declared.runtime.as_ref().map(|it| it.dir.clone());
        let mut site = site;
        if let Some(table) = site.as_object_mut() {
            table.insert("base_url".into(), Value::String(base_url.clone()));
            table.entry("language").or_insert_with(|| "en".into());
            table.entry("description").or_insert_with(|| "".into());
        }
        Ok(Settings {
            out,
            base_url,
            prefix,
            client: site.get("client").filter(|it| it.is_object()).cloned().unwrap_or_else(|| Value::Object(Map::new())),
            service_worker: runtime.is_some() && declared.service_worker.enabled,
            source,
            site,
            declared,
            runtime,
            build_year: environment.build_year,
            drafts: flags.drafts,
            profile: flags.profile,
            allow_samples: flags.allow_samples,
        })
    }
}

impl Settings {
    /// A text at the top of site.toml.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.site.get(key).and_then(Value::as_str)
    }

    /// Everything of the settings that goes into every page.
    pub fn head(&self) -> Value {
        json!({
            "base_url": self.base_url, "prefix": self.prefix, "client": self.client, "worker": self.service_worker,
            "name": self.site.get("name"), "description": self.site.get("description"), "image": self.site.get("image"), "reporting": self.site.get("reporting"), "build_year": self.build_year,
        })
    }
}

/// What the process's surroundings say.
#[derive(Debug, Clone, Copy)]
pub struct Environment {
    /// The year the output is dated with.
    pub build_year: i64,
    /// The moment that decides which pages are due, in epoch seconds.
    pub now: i64,
}

impl Environment {
    /// Reads `SOURCE_DATE_EPOCH` and, without it, the clock.
    pub fn read() -> Environment {
        let seconds =
            std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.trim().parse::<i64>().ok()).unwrap_or_else(|| {
                let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
                i64::try_from(now.as_secs()).unwrap_or(0)
            });
        Environment { build_year: moment::year(seconds), now: seconds }
    }
}

/// Keys at the top that nobody reads, and tables that are nearly one of ours.
fn unknown(root: &DeTable<'_>, place: &dyn Fn(std::ops::Range<usize>) -> Place) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (key, value) in root {
        let name = &**key.get_ref();
        let tables = declared::TABLES.into_iter().chain(OTHERS);
        let is_table = matches!(value.get_ref(), DeValue::Table(_) | DeValue::Array(_));
        let is_known = KNOWN.contains(&name) || tables.clone().any(|it| it == name);
        // A table may be the templates' own, so only one that is a slip of the finger away from ours is refused.
        let slip = tables.clone().find(|table| strsim::osa_distance(name, table) <= table.len() / 5);
        if is_known || is_table && slip.is_none() {
            continue;
        }
        let meant =
            slip.map(|table| format!("did you mean `{table}`?")).or_else(|| did_you_mean(name, KNOWN.into_iter().chain(tables)));
        found.push(
            Diagnostic::error("C0005", format!("unknown key `{name}` in site.toml"))
                .at(place(key.span()))
                .hint(meant.unwrap_or_else(|| "put values of your own in a table".to_owned())),
        );
    }
    found
}

/// What is wrong with where the output and the runtime lie.
fn misplaced(out: &Path, root: &Path, runtime: Option<&str>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let folders = ["content", "pages", "static"].into_iter().chain(runtime);
    if let Some(folder) = folders.into_iter().find(|folder| out.starts_with(root.join(folder))) {
        found.push(
            Diagnostic::error("C0010", format!("the output folder {} lies inside {folder}/", out.display()))
                .hint("a build would read what it writes; name another folder with --out"),
        );
    }
    if runtime.is_some_and(|dir| !publish::is_inside(dir)) {
        found.push(
            Diagnostic::error("C0009", "`[runtime] dir` leads out of the site")
                .in_file("site.toml")
                .hint("name a folder below the one that site.toml lies in"),
        );
    }
    found
}

/// What a production build refuses in `[brand]` (A2).
fn production(root: &DeTable<'_>, place: &dyn Fn(std::ops::Range<usize>) -> Place) -> Vec<Diagnostic> {
    let Some(brand) = root.get("brand") else {
        return Vec::new();
    };
    let DeValue::Table(table) = brand.get_ref() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (name, value) in table {
        let refused = match value.get_ref() {
            DeValue::Boolean(sample) => &**name.get_ref() == "sample" && *sample,
            DeValue::String(text) => text.trim().is_empty(),
            _ => false,
        };
        if refused {
            found.push(
                Diagnostic::error("C0007", format!("`brand.{}` is not ready for production", name.get_ref()))
                    .at(place(name.span().start..value.span().end))
                    .hint("fill in the operator's own data and set `sample = false`, or build with --profile preview"),
            );
        }
    }
    found
}

fn text_at(value: &Value, keys: &[&str]) -> Option<String> {
    keys.iter().try_fold(value, |value, key| value.get(key))?.as_str().map(str::to_owned)
}

/// An absolute path, without asking that it exists.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
